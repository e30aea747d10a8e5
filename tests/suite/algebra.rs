//! Random sequences of operations of the algebra in both representations, against truth tables over up to twelve
//! Boolean inputs, and against tables over two numbers.
//!
//! `MULTISE_PROGRAMS` is the number of sequences (8,000, and 4,000 over numbers); `support/campaign.rs` has the other
//! variables. Many: `MULTISE_PROGRAMS=1000000 cargo test --release --test suite -- --nocapture algebra::`.

use proptest::prelude::*;
use support::campaign::{Campaign, number};
use support::numbers;
use support::sequences::{self, Sequence};

const CAMPAIGN: Campaign<Sequence> =
    Campaign { programs: 8_000, batch: 1_000, salt: 0, print: |sequence| format!("{sequence:#?}") };

#[test]
fn pairs_diagrams_and_truth_tables_agree() {
    // What a check of a sequence finds beside a failure is nothing.
    let check = |sequence: &Sequence, _| sequences::check(sequence).map(|()| 0_u64);
    let (sequences, _) = CAMPAIGN.run(sequences::sequences, check);
    eprintln!("{sequences} sequences");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(number("MULTISE_PROGRAMS", 4_000) as u32))]

    #[test]
    fn numbers_agree_with_tables(sequence in numbers::sequences()) {
        numbers::check(&sequence);
    }
}
