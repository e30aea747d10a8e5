//! Guards, in both stores.

mod alternatives;
mod brute_force;
mod cover;
mod expressions;
mod flat;
mod forms;
mod limits;
mod oracle;
mod rewriting;
mod windows;

use super::{Budget, Guard, Logic};
use crate::config::Summaries;
use crate::num::Num;
use crate::term::samples::int;
use crate::term::{Assignment, InputId, InputInfo, Sort, TermId};

/// Both stores keep the same promises.
const BOTH: [Summaries; 2] = [Summaries::Pairs, Summaries::Diagram];

fn half(n: i64) -> Num {
    Num::from(n).checked_div(&Num::from(2)).unwrap()
}

fn logic_with(summaries: Summaries, names: &[&str]) -> (Logic, Vec<TermId>) {
    let mut lx = Logic::new(summaries, Budget::default());
    let terms = names.iter().map(|name| int(&mut lx.terms, *name)).collect();
    (lx, terms)
}
