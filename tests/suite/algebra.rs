//! Random sequences of operations of the algebra in both representations, against truth tables over up to twelve
//! Boolean inputs, and against tables over two numbers.
//!
//! `MULTISE_SEQUENCES` is the number of sequences (8,000 by default), `MULTISE_SEED` selects them (0 by default). Many:
//! `MULTISE_SEQUENCES=1000000 cargo test --release --test suite -- --nocapture algebra::`.

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use support::campaign::number;
use support::{numbers, sequences};

/// Sequences that share a seed.
const BATCH: u64 = 1_000;

#[test]
fn pairs_diagrams_and_truth_tables_agree() {
    let (wanted, seed) = (number("MULTISE_SEQUENCES", 8_000), number("MULTISE_SEED", 0));
    for batch in 0..wanted.div_ceil(BATCH) {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        bytes[8..16].copy_from_slice(&batch.to_le_bytes());
        let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
        let mut runner = TestRunner::new_with_rng(Config::default(), rng);
        let strategy = sequences::sequences();
        for number in 0..BATCH.min(wanted - batch * BATCH) {
            let mut tree = strategy.new_tree(&mut runner).expect("every sequence is allowed");
            let sequence = tree.current();
            let Err(first) = sequences::check(&sequence) else { continue };
            let (mut smallest, mut failing) = ((sequence, first), true);
            while if failing { tree.simplify() } else { tree.complicate() } {
                let sequence = tree.current();
                let result = sequences::check(&sequence);
                failing = result.is_err();
                if let Err(error) = result {
                    smallest = (sequence, error);
                }
            }
            panic!("seed {seed}, sequence {}: {smallest:#?}", batch * BATCH + number);
        }
    }
    eprintln!("{wanted} sequences");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn numbers_agree_with_tables(sequence in numbers::sequences()) {
        numbers::check(&sequence);
    }
}
