//! The generators of programs that are compared in both modes and in concrete runs make every feature of the language.

use proptest::strategy::Strategy;
use proptest::test_runner::TestRunner;
use std::collections::BTreeSet;
use support::draws::drawn;
use support::features::{self, ALL, Feature};
use support::random::{generate, print, threads};

/// The number of programs of each kind. A feature that none of them has is too rare to be tested.
const PROGRAMS: usize = 300;

fn generated<T>(programs: &impl Strategy<Value = T>, print: impl Fn(&T) -> String) -> BTreeSet<Feature> {
    let mut runner = TestRunner::deterministic();
    let text = |_| print(&drawn(programs, &mut runner));
    (0..PROGRAMS).map(text).flat_map(|text| features::of(&text)).collect()
}

#[test]
fn every_feature_of_the_language_is_generated() {
    let mut made = generated(&generate::programs(), print::print);
    made.extend(generated(&threads::programs(), threads::print));
    let missing: Vec<_> = ALL.iter().filter(|feature| !made.contains(feature)).collect();
    assert!(missing.is_empty(), "no generator makes {missing:?}");
}
