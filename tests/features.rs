//! What the generators of programs make: everything that the language has.

#[path = "support/mod.rs"]
mod support;

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use std::collections::BTreeSet;
use support::features::{self, ALL, Feature};
use support::matrix::{Column, Plan, Row};
use support::random::{generate, print, threads};

/// The programs of each kind. What is in none of so many is in none that matters.
const PROGRAMS: usize = 300;

fn generated<T>(programs: &impl Strategy<Value = T>, print: impl Fn(&T) -> String) -> BTreeSet<Feature> {
    let mut runner = TestRunner::new_with_rng(Config::default(), TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let text = |_| print(&programs.new_tree(&mut runner).expect("a program").current());
    (0..PROGRAMS).map(text).flat_map(|text| features::of(&text)).collect()
}

#[test]
fn every_feature_of_the_language_is_generated() {
    let cells = Row::ALL.into_iter().flat_map(|row| Column::ALL.map(|column| Plan::new(row, column, 0)));
    let matrix: BTreeSet<Feature> = cells.flat_map(|plan| features::of(&plan.text())).collect();
    let random = generated(&generate::programs(), print::print);
    let threads = generated(&threads::programs(), threads::print);
    let absent = |made: &[&BTreeSet<Feature>]| -> Vec<_> {
        ALL.iter().filter(|feature| !made.iter().any(|made| made.contains(feature))).collect()
    };
    eprintln!("not compared between the modes and runs at random: {:?}", absent(&[&random, &threads]));
    let missing = absent(&[&random, &threads, &matrix]);
    assert!(missing.is_empty(), "no generator makes {missing:?}");
}
