//! The answers of the solver, and the shortcuts that gave them.

mod brute_force;
mod differences;
mod floats;
mod ladder;
mod limits;
mod numbers;
mod products;
mod vectors;

use super::*;
use crate::num::Num;
use crate::term::samples::{input, sum};
use crate::term::{Assignment, InputId, InputInfo, Sort, TermId};
use num_bigint::BigInt;
use std::time::{Duration, Instant};

struct Bench {
    lx: Logic,
    solver: Solver,
}

impl Bench {
    fn new() -> Self {
        Self::with(5_000_000)
    }

    fn with(rlimit: u32) -> Self {
        Self { lx: Logic::default(), solver: Solver::new(rlimit, 0, &Token::new()) }
    }

    fn input(&mut self, name: &str, sort: Sort) -> (InputId, TermId) {
        let id = self.lx.terms.add_input(InputInfo::value(name, sort));
        (id, self.lx.terms.input(id))
    }

    fn int(&mut self, name: &str) -> TermId {
        self.input(name, Sort::Int).1
    }

    fn real(&mut self, name: &str) -> TermId {
        self.input(name, Sort::Real).1
    }

    fn num(&mut self, n: i64) -> TermId {
        self.lx.terms.constant(n)
    }

    fn all(&mut self, guards: &[Guard]) -> Guard {
        guards.iter().fold(Guard::TRUE, |a, b| self.lx.and(a, *b))
    }

    /// Asks, and checks the answer.
    fn ask(&mut self, g: Guard) -> Answer {
        let answer = self.solver.feasible(&mut self.lx, g);
        if let Answer::Feasible(model) = &answer {
            assert_eq!(self.lx.eval(g, model.assignment()), Some(true));
        }
        answer
    }

    fn model(&mut self, g: Guard) -> Rc<Model> {
        match self.ask(g) {
            Answer::Feasible(model) => model,
            other => panic!("{other:?}"),
        }
    }

    fn avoided(&self, shortcut: &str) -> u64 {
        self.solver.stats().avoided.get(shortcut).copied().unwrap_or(0)
    }

    fn calls(&self) -> u64 {
        self.solver.stats().solver_calls
    }
}

fn infeasible(answer: Answer) -> bool {
    matches!(answer, Answer::Infeasible)
}
