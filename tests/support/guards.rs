//! Guards over numbers against brute force over a window of the inputs: the expressions and the oracle of the unit tests.

#[path = "../../src/guard/tests/expressions.rs"]
pub mod expressions;
#[path = "../../src/guard/tests/oracle.rs"]
pub mod oracle;

use multise::internals::guard::{Budget, Guard, Logic};
use multise::internals::term::{Assignment, InputId, InputInfo, Sort, TermId};
use multise::{Num, Summaries};

/// Both stores have the same contract.
const BOTH: [Summaries; 2] = [Summaries::Pairs, Summaries::Diagram];

fn half(n: i64) -> Num {
    Num::from(n).checked_div(&Num::from(2)).expect("two is not zero")
}
