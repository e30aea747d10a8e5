//! The greatest part of given candidates that Horn clauses preserve (*Houdini*).
//!
//! Each clause has a solver of its own, in which every candidate has a name. A question assumes the remaining candidates
//! for the predicates of the body, and asks whether one for the head can be false. A model shows which ones can, and they
//! are dropped. So are those for which the solver gives up. A clause with a predicate that is still claimed to be unreachable
//! holds, and is not asked.

use super::interrupt::{self, Questions};
use super::smt::parameters;
use crate::cancel::Token;
use crate::index::Idx;
use crate::induction::horn::{Atom, Clause, Predicate, System, write_term};
use crate::ir::{Expr, LocalId};
use std::fmt::Write as _;
use z3::SatResult;
use z3::ast::Bool;

/// Steps of Z3 for one question. (Its own time limits are not used: with Z3 4.8.12 some of many questions did not end.)
const EFFORT: u32 = 1_000_000;

/// Weakens candidates. It belongs to the thread that created it.
pub struct Houdini {
    questions: Questions,
}

/// The claims about each predicate, over its parameters.
pub type Claimed = Vec<Vec<Expr>>;

/// A clause and its solver.
struct Question {
    solver: z3::Solver,
    /// For each atom of the body, its predicate and the names of its candidates.
    body: Vec<(usize, Vec<Bool>)>,
    /// The same for the head.
    head: Option<(usize, Vec<Bool>)>,
}

/// Whether a claim is that a predicate is unreachable.
fn is_never(claim: &Expr) -> bool {
    *claim == Expr::bool(false)
}

impl Houdini {
    /// A new one, which stops when the token is cancelled.
    pub fn new(token: &Token) -> Self {
        Self { questions: Questions::new(token) }
    }

    /// Drops candidates until the remaining ones, together with what is known of the predicates, are preserved. Returns
    /// those that do not follow from others. When stopped early, returns `None`, and can continue with the remaining
    /// candidates.
    pub fn weaken(&self, system: &System, known: &[Vec<Expr>], candidates: &mut [Vec<Expr>]) -> Option<Claimed> {
        let mut left: Vec<Vec<bool>> = candidates.iter().map(|all| vec![true; all.len()]).collect();
        let is_inductive = self.drop_until_inductive(system, known, candidates, &mut left).is_some();
        for (all, left) in candidates.iter_mut().zip(left) {
            let mut left = left.into_iter();
            all.retain(|_| left.next().is_some_and(|left| left));
        }
        let without_implied =
            |(i, predicate): (usize, &Predicate)| self.without_implied(predicate, &known[i], &candidates[i]);
        is_inductive.then(|| system.predicates.iter().enumerate().map(without_implied).collect())
    }

    /// Drops candidates until the remaining ones are preserved; `None` when stopped early.
    fn drop_until_inductive(
        &self,
        system: &System,
        known: &[Vec<Expr>],
        candidates: &[Vec<Expr>],
        left: &mut [Vec<bool>],
    ) -> Option<()> {
        let clauses = system.clauses.iter().filter_map(|clause| Some((clause, clause.head.as_ref()?.predicate)));
        let clauses: Vec<(&Clause, usize)> = clauses.collect();
        let unreached: Vec<Option<usize>> = candidates.iter().map(|all| all.iter().position(is_never)).collect();
        // Questions are large, so each is written when it is first asked.
        let mut questions: Vec<Option<Question>> = clauses.iter().map(|_| None).collect();
        let mut work: Vec<usize> = (0..clauses.len()).rev().collect();
        while let Some(at) = work.pop() {
            let (clause, head) = clauses[at];
            let is_reached = |atom: &Atom| {
                let predicate = atom.predicate;
                let is_left = unreached[predicate].is_some_and(|candidate| left[predicate][candidate]);
                !is_left && !known[predicate].iter().any(is_never)
            };
            // Otherwise it holds, and is asked again when all of its body is reached.
            if !clause.body.iter().all(is_reached) {
                continue;
            }
            let question = questions[at].get_or_insert_with(|| self.question(clause, known, candidates));
            let mut dropped = false;
            while self.drop_false(question, left)? > 0 {
                dropped = true;
            }
            let uses = |clause: &Clause| clause.body.iter().any(|atom| atom.predicate == head);
            let again = |i: &usize| dropped && uses(clauses[*i].0) && !work.contains(i);
            let again: Vec<usize> = (0..clauses.len()).filter(again).collect();
            work.extend(again);
        }
        Some(())
    }

    /// The claims about a predicate that do not follow from others and what is known, the first ones preferred. When
    /// stopped early, includes those that have not been tested.
    fn without_implied(&self, predicate: &Predicate, known: &[Expr], all: &[Expr]) -> Vec<Expr> {
        // Where nothing is reached, questions would be many, and their answers are known.
        if let Some(never) = known.iter().chain(all).find(|claim| is_never(claim)) {
            return if known.contains(never) { Vec::new() } else { vec![never.clone()] };
        }
        let params: Vec<Expr> = (0..predicate.params.len()).map(|i| Expr::Local(LocalId::new(i))).collect();
        let vars = predicate.params.iter().map(|(_, sort)| *sort).collect();
        let atom = Atom { predicate: 0, args: params };
        let clause = Clause { vars, facts: Vec::new(), body: vec![atom], head: None, is_soft: false };
        let question = self.question(&clause, &[known.to_vec()], &[all.to_vec()]);
        let names = &question.body[0].1;
        let mut needed: Vec<bool> = vec![true; all.len()];
        for i in (0..all.len()).rev() {
            let others: Vec<Bool> =
                (0..all.len()).filter(|j| *j != i && needed[*j]).map(|j| names[j].clone()).collect();
            let assumed: Vec<Bool> = others.into_iter().chain([names[i].not()]).collect();
            let Some(answer) = self.ask(&question, &assumed) else { break };
            needed[i] = answer != SatResult::Unsat;
        }
        all.iter().zip(needed).filter(|(_, needed)| *needed).map(|(candidate, _)| candidate.clone()).collect()
    }

    fn question(&self, clause: &Clause, known: &[Vec<Expr>], candidates: &[Vec<Expr>]) -> Question {
        let solver = interrupt::plain_solver();
        solver.set_params(&parameters(EFFORT, true));
        let mut text = String::new();
        for (i, sort) in clause.vars.iter().enumerate() {
            let _ = writeln!(text, "(declare-const x{i} {})", sort.word());
        }
        let of_atom = |atom: &Atom, claim: &Expr| claim.instantiated(&|param| atom.args[param.0 as usize].clone());
        let known = clause.body.iter().flat_map(|atom| known[atom.predicate].iter().map(|claim| of_atom(atom, claim)));
        for fact in clause.facts.iter().cloned().chain(known) {
            text.push_str("(assert ");
            write_term(&mut text, &fact);
            text.push_str(")\n");
        }
        let mut names = 0;
        let mut named = |atom: &Atom| {
            let all = candidates[atom.predicate].iter().map(|candidate| {
                let name = format!("c{names}");
                names += 1;
                let _ = write!(text, "(declare-const {name} Bool)(assert (= {name} ");
                write_term(&mut text, &of_atom(atom, candidate));
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

    /// The answer to a question; `None` when stopped early.
    fn ask(&self, question: &Question, assumed: &[Bool]) -> Option<SatResult> {
        if self.questions.are_over() {
            return None;
        }
        let answer = self.questions.ask(|| question.solver.check_assumptions(assumed));
        (answer != SatResult::Unknown || !self.questions.are_over()).then_some(answer)
    }

    /// Drops candidates of the head that can be false. Returns their number; `None` when stopped early.
    fn drop_false(&self, question: &Question, left: &mut [Vec<bool>]) -> Option<usize> {
        let Some((predicate, names)) = &question.head else { return Some(0) };
        let open: Vec<usize> = (0..names.len()).filter(|i| left[*predicate][*i]).collect();
        if open.is_empty() {
            return Some(0);
        }
        let assumed = assumed(question, left);
        let negations: Vec<Bool> = open.iter().map(|i| names[*i].not()).collect();
        question.solver.push();
        question.solver.assert(Bool::or(&negations));
        let answer = self.ask(question, &assumed);
        let refuted: Vec<usize> = match (answer, question.solver.get_model()) {
            (Some(SatResult::Sat), Some(model)) => {
                let is_false = |i: &usize| model.eval(&names[*i], true).and_then(|value| value.as_bool()) != Some(true);
                open.iter().copied().filter(is_false).collect()
            }
            _ => Vec::new(),
        };
        question.solver.pop(1);
        if answer? == SatResult::Unsat {
            return Some(0);
        }
        let mut dropped = refuted.len();
        for i in refuted {
            left[*predicate][i] = false;
        }
        if dropped == 0 {
            // Tests them one by one: what cannot be shown is dropped.
            for i in open {
                question.solver.push();
                question.solver.assert(names[i].not());
                let answer = self.ask(question, &assumed);
                question.solver.pop(1);
                if answer? != SatResult::Unsat {
                    left[*predicate][i] = false;
                    dropped += 1;
                }
            }
        }
        Some(dropped)
    }
}

/// The names of the remaining candidates in the body of a clause.
fn assumed(question: &Question, left: &[Vec<bool>]) -> Vec<Bool> {
    let names = question.body.iter().flat_map(|(predicate, names)| names.iter().zip(&left[*predicate]));
    names.filter(|(_, left)| **left).map(|(name, _)| name.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cancel::Reason;
    use crate::induction::Role;
    use crate::induction::horn::Sort;
    use crate::ir::{BinaryOp, MethodId};

    fn local(i: usize) -> Expr {
        Expr::Local(LocalId::new(i))
    }

    fn compare(op: BinaryOp, a: Expr, b: i64) -> Expr {
        Expr::binary(op, a, Expr::int(b))
    }

    /// `i` counts from 0 to `n`, by one or two.
    fn counter() -> System {
        let params = (0..2).map(|i| (local(i), Sort::Int)).collect();
        let predicates = vec![Predicate { role: Role::Requires(MethodId::new(0)), params }];
        let holds = |n: Expr, i: Expr| Atom { predicate: 0, args: vec![n, i] };
        let begin = Clause {
            vars: vec![Sort::Int],
            facts: vec![compare(BinaryOp::Ge, local(0), 0)],
            body: Vec::new(),
            head: Some(holds(local(0), Expr::int(0))),
            is_soft: false,
        };
        let next = |step: i64| Clause {
            vars: vec![Sort::Int; 2],
            facts: vec![Expr::binary(BinaryOp::Le, Expr::binary(BinaryOp::Add, local(1), Expr::int(step)), local(0))],
            body: vec![holds(local(0), local(1))],
            head: Some(holds(local(0), Expr::binary(BinaryOp::Add, local(1), Expr::int(step)))),
            is_soft: false,
        };
        System { predicates, clauses: vec![begin, next(1), next(2)] }
    }

    /// `i` is not negative; is no more than `n`; is zero; is even.
    fn candidates() -> Vec<Vec<Expr>> {
        let (n, i) = (local(0), local(1));
        vec![vec![
            compare(BinaryOp::Ge, i.clone(), 0),
            Expr::binary(BinaryOp::Le, i.clone(), n),
            compare(BinaryOp::Eq, i.clone(), 0),
            compare(BinaryOp::Eq, Expr::binary(BinaryOp::Rem, i, Expr::int(2)), 0),
        ]]
    }

    #[test]
    fn what_the_clauses_do_not_preserve_is_dropped() {
        let mut left = candidates();
        let inductive = Houdini::new(&Token::new()).weaken(&counter(), &[Vec::new()], &mut left);
        assert_eq!(inductive, Some(vec![candidates()[0][..2].to_vec()]));
        assert_eq!(left[0], candidates()[0][..2]);
    }

    /// What is known is assumed, and not returned again.
    #[test]
    fn what_is_known_helps_and_what_follows_from_it_is_left_out() {
        let twice = |e: Expr| Expr::binary(BinaryOp::Add, e.clone(), e);
        let known = [vec![Expr::binary(BinaryOp::Le, local(1), local(0))]];
        let follows = Expr::binary(BinaryOp::Le, twice(local(1)), twice(local(0)));
        let mut left = vec![[candidates()[0].clone(), vec![follows]].concat()];
        let inductive = Houdini::new(&Token::new()).weaken(&counter(), &known, &mut left);
        assert_eq!(inductive, Some(vec![candidates()[0][..1].to_vec()]));
    }

    /// Nothing begins.
    #[test]
    fn what_is_unreachable_needs_no_questions() {
        let (mut system, never, stopped) = (counter(), Expr::bool(false), Token::new());
        system.clauses.remove(0);
        stopped.cancel(Reason::Timeout);
        let mut left = vec![[vec![never.clone()], candidates()[0].clone()].concat()];
        let inductive = Houdini::new(&stopped).weaken(&system, &[Vec::new()], &mut left);
        assert_eq!(inductive, Some(vec![vec![never]]));
    }

    #[test]
    fn one_that_was_stopped_goes_on_with_what_is_left() {
        let token = Token::new();
        let stopped = Houdini::new(&token);
        token.cancel(Reason::Timeout);
        let mut left = candidates();
        assert_eq!(stopped.weaken(&counter(), &[Vec::new()], &mut left), None);
        assert_eq!(left, candidates());
        assert_eq!(
            Houdini::new(&Token::new()).weaken(&counter(), &[Vec::new()], &mut left),
            Houdini::new(&Token::new()).weaken(&counter(), &[Vec::new()], &mut candidates())
        );
    }
}
