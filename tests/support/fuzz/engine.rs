//! Bytes as a structured program, on which merge mode, path mode and the interpreter must agree.
//!
//! The generator of [`generate`] draws each part of the program from a seed of its own, so that a change of some bytes
//! changes one part.

use super::Target;
use super::parts::Parts;
use crate::generated;
use crate::random::generate::{self, Body, Bool, Int, Stmt, Tree};
use crate::random::print;
use proptest::collection::vec;
use proptest::prelude::*;
use std::time::Duration;

/// The target.
pub const TARGET: Target = Target { name: "engine", run, seeds };

/// Time for each mode.
const LIMIT: Duration = Duration::from_millis(300);

/// Most statements of the entry.
const STATEMENTS: usize = 8;

/// The strategies of the parts.
struct Strategies {
    int: BoxedStrategy<Int>,
    boolean: BoxedStrategy<Bool>,
    statement: BoxedStrategy<Stmt>,
    statements: BoxedStrategy<Vec<Stmt>>,
    /// Bodies with few statements; the entry method has only its own.
    bodies: [BoxedStrategy<Body>; 3],
}

thread_local! {
    static STRATEGIES: Strategies = Strategies {
        int: generate::int(),
        boolean: generate::boolean(),
        statement: generate::statement(),
        statements: vec(generate::statement(), 0..2).boxed(),
        bodies: [0, 1, 2].map(|statements| generate::body(statements, 0.15).boxed()),
    };
}

fn run(bytes: &[u8]) {
    let program = STRATEGIES.with(|strategies| program(strategies, &mut Parts(bytes)));
    if let Err(difference) = generated::check(&program, "fuzz", LIMIT) {
        panic!("{}\n{difference}", print::print(&program));
    }
}

fn program(strategies: &Strategies, parts: &mut Parts<'_>) -> Tree {
    let [parameters, flags] = parts.bytes();
    let flag = |bit: u8| flags >> bit & 1 == 1;
    let Strategies { int, boolean, statement, statements, bodies: [none, one, two] } = strategies;
    let mut main = parts.drawn(none);
    let helper = parts.drawn(two);
    let recursive = (parts.drawn(statements), parts.drawn(one));
    let (get, overriding, set) = (parts.drawn(one), parts.drawn(one), parts.drawn(statements));
    let tree = (parts.drawn(int), parts.drawn(boolean), parts.drawn(int));
    while !parts.is_empty() && main.stmts.len() < STATEMENTS {
        main.stmts.push(parts.drawn(statement));
    }
    Tree {
        parameters: parameters | 1,
        small_elements: flag(0),
        closed_heap: flag(1) || flag(2),
        static_object: flag(3),
        nonnull: flag(4),
        long_arrays: flag(5) && flag(6),
        main,
        helper,
        recursive,
        get,
        overriding,
        set,
        tree,
    }
}

/// Seeds: as many bytes as some programs have, with all values.
fn seeds() -> Vec<Vec<u8>> {
    let bytes = |number: u32| {
        (0..30 + number % 4 * 6).map(move |at| (number * 97 + at * 61).to_le_bytes()[0] ^ (at * at) as u8)
    };
    (0..40).map(|number| bytes(number).collect()).collect()
}
