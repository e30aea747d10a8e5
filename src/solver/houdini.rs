//! The greatest part of given candidates that Horn clauses preserve (*Houdini*).
//!
//! Each clause has a solver of its own, in which every candidate has a name: a question takes those that are left for the
//! predicates of the body, and asks whether one of those of the head can be false. A model tells which, and they are dropped;
//! so is what the solver gives up on.

use super::Interrupter;
use super::interrupt::Shared;
use super::smt::parameters;
use crate::index::Idx;
use crate::induction::horn::{Atom, Clause, Predicate, System, write_term};
use crate::ir::{Expr, LocalId};
use std::fmt::Write as _;
use std::sync::Arc;
use z3::SatResult;
use z3::ast::Bool;

/// Steps of Z3 for one question. (Its own time limits are not used: with Z3 4.8.12 some of many questions did not end.)
const EFFORT: u32 = 1_000_000;

/// Weakens candidates. Belongs to the thread that created it.
#[derive(Default)]
pub struct Houdini {
    shared: Arc<Shared>,
}

/// A clause and its solver.
struct Question {
    solver: z3::Solver,
    /// By atom of the body: its predicate and the names of its candidates.
    body: Vec<(usize, Vec<Bool>)>,
    /// The same of the head.
    head: Option<(usize, Vec<Bool>)>,
}

impl Houdini {
    /// What stops this solver from another thread.
    pub fn interrupter(&self) -> Interrupter {
        Interrupter::new(Arc::clone(&self.shared))
    }

    /// The candidates of each predicate that are left, but for those that follow from others; nothing when it was
    /// stopped.
    pub fn weaken(&self, system: &System, candidates: &[Vec<Expr>]) -> Option<Vec<Vec<Expr>>> {
        let mut left: Vec<Vec<bool>> = candidates.iter().map(|all| vec![true; all.len()]).collect();
        // Of many clauses with many candidates the questions alone take seconds to write.
        let clauses = system.clauses.iter().filter(|clause| clause.head.is_some());
        let question = |clause| (!self.shared.is_stopped()).then(|| self.question(clause, candidates));
        let questions: Vec<Question> = clauses.map(question).collect::<Option<_>>()?;
        let mut work: Vec<usize> = (0..questions.len()).rev().collect();
        while let Some(at) = work.pop() {
            let mut dropped = false;
            loop {
                if self.shared.is_stopped() {
                    return None;
                }
                match self.drop_false(&questions[at], &mut left) {
                    0 => break,
                    _ => dropped = true,
                }
            }
            let Some((predicate, _)) = questions[at].head.as_ref().filter(|_| dropped) else { continue };
            let uses = |question: &Question| question.body.iter().any(|(used, _)| used == predicate);
            let again: Vec<usize> =
                (0..questions.len()).filter(|i| uses(&questions[*i]) && !work.contains(i)).collect();
            work.extend(again);
        }
        let predicates = system.predicates.iter().zip(candidates.iter().zip(left));
        Some(predicates.map(|(predicate, (all, left))| self.without_implied(predicate, all, left)).collect())
    }

    /// The candidates of a predicate that are left and do not follow from others, the first ones preferred; all that have not
    /// been looked at when it was stopped.
    fn without_implied(&self, predicate: &Predicate, all: &[Expr], left: Vec<bool>) -> Vec<Expr> {
        let kept: Vec<Expr> =
            all.iter().zip(left).filter(|(_, left)| *left).map(|(candidate, _)| candidate.clone()).collect();
        let params: Vec<Expr> = (0..predicate.params.len()).map(|i| Expr::Local(LocalId::new(i))).collect();
        let vars = predicate.params.iter().map(|(_, sort)| *sort).collect();
        let atom = Atom { predicate: 0, args: params };
        let clause = Clause { vars, facts: Vec::new(), body: vec![atom], head: None, is_soft: false };
        let question = self.question(&clause, std::slice::from_ref(&kept));
        let names = &question.body[0].1;
        let mut needed: Vec<bool> = vec![true; kept.len()];
        for i in (0..kept.len()).rev() {
            if self.shared.is_stopped() {
                break;
            }
            let others: Vec<Bool> =
                (0..kept.len()).filter(|j| *j != i && needed[*j]).map(|j| names[j].clone()).collect();
            let assumed: Vec<Bool> = others.into_iter().chain([names[i].not()]).collect();
            needed[i] = self.ask(&question, &assumed) != SatResult::Unsat;
        }
        kept.into_iter().zip(needed).filter(|(_, needed)| *needed).map(|(candidate, _)| candidate).collect()
    }

    fn question(&self, clause: &Clause, candidates: &[Vec<Expr>]) -> Question {
        let solver = z3::Solver::new();
        solver.set_params(&parameters(EFFORT, true));
        let mut text = String::new();
        for (i, sort) in clause.vars.iter().enumerate() {
            let _ = writeln!(text, "(declare-const x{i} {})", sort.word());
        }
        for fact in &clause.facts {
            text.push_str("(assert ");
            write_term(&mut text, fact);
            text.push_str(")\n");
        }
        let mut names = 0;
        let mut named = |atom: &Atom| {
            let all = candidates[atom.predicate].iter().map(|candidate| {
                let name = format!("c{names}");
                names += 1;
                let _ = write!(text, "(declare-const {name} Bool)(assert (= {name} ");
                write_term(&mut text, &candidate.instantiated(&|param| atom.args[param.0 as usize].clone()));
                text.push_str("))\n");
                Bool::new_const(name)
            });
            (atom.predicate, all.collect::<Vec<Bool>>())
        };
        let body = clause.body.iter().map(&mut named).collect();
        let head = clause.head.as_ref().map(&mut named);
        solver.from_string(text);
        Question { solver, body, head }
    }

    fn ask(&self, question: &Question, assumed: &[Bool]) -> SatResult {
        self.shared.asking(|| question.solver.check_assumptions(assumed))
    }

    /// Drops candidates of the head that can be false. Gives how many.
    fn drop_false(&self, question: &Question, left: &mut [Vec<bool>]) -> usize {
        let Some((predicate, names)) = &question.head else { return 0 };
        let open: Vec<usize> = (0..names.len()).filter(|i| left[*predicate][*i]).collect();
        if open.is_empty() {
            return 0;
        }
        let assumed = assumed(question, left);
        let negations: Vec<Bool> = open.iter().map(|i| names[*i].not()).collect();
        question.solver.push();
        question.solver.assert(Bool::or(&negations));
        let answer = self.ask(question, &assumed);
        let refuted: Vec<usize> = match (answer, question.solver.get_model()) {
            (SatResult::Unsat, _) => Vec::new(),
            (SatResult::Sat, Some(model)) => {
                let is_false = |i: &usize| model.eval(&names[*i], true).and_then(|value| value.as_bool()) != Some(true);
                open.iter().copied().filter(is_false).collect()
            }
            _ => Vec::new(),
        };
        question.solver.pop(1);
        if answer == SatResult::Unsat {
            return 0;
        }
        let mut dropped = refuted.len();
        for i in refuted {
            left[*predicate][i] = false;
        }
        if dropped == 0 {
            // One by one: what cannot be shown is dropped.
            for i in open {
                question.solver.push();
                question.solver.assert(names[i].not());
                if self.ask(question, &assumed) != SatResult::Unsat {
                    left[*predicate][i] = false;
                    dropped += 1;
                }
                question.solver.pop(1);
            }
        }
        dropped
    }
}

/// The names of the candidates that are left in the body of a clause.
fn assumed(question: &Question, left: &[Vec<bool>]) -> Vec<Bool> {
    let names = question.body.iter().flat_map(|(predicate, names)| names.iter().zip(&left[*predicate]));
    names.filter(|(_, left)| **left).map(|(name, _)| name.clone()).collect()
}
