//! The ladder of shortcuts, cheapest first.

use super::differences;
use super::model::Model;
use super::smt::{Question, Reply};
use super::{Answer, Solver, UnknownReason};
use crate::guard::{Cube, Fact, Guard, Literal, Logic};
use crate::term::{Assignment, InputId};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The number of cubes that are tried before the whole guard.
const CUBES: usize = 6;
/// A lemma has at most this many nodes, and [`LITERAL_NODES`] for each literal. With larger ones, the rest of the guard is a
/// harder question than the guard.
const LEMMA_NODES: usize = 64;
/// A long chain of bounds needs some nodes for each.
const LITERAL_NODES: usize = 4;
/// The bytes that Z3 takes for each node of a guard that it is asked about.
const NODE: usize = 1 << 10;

impl Solver {
    /// Whether a guard is true of any input.
    pub fn feasible(&mut self, lx: &mut Logic, g: Guard) -> Answer {
        self.feasible_within(lx, g, self.smt.rlimit)
    }

    /// As [`Self::feasible`], with a lower limit of steps for the question.
    pub fn feasible_within(&mut self, lx: &mut Logic, g: Guard, rlimit: u32) -> Answer {
        if let Err(exhausted) = lx.intact() {
            return Answer::Unknown(exhausted.into());
        }
        if g.is_false() {
            self.avoided("false");
            return Answer::Infeasible;
        }
        let known = self.answers.get(&g).filter(|(answer, limit)| match answer {
            Answer::Unknown(_) => *limit >= rlimit,
            Answer::Feasible(_) | Answer::Infeasible => true,
        });
        if let Some((answer, _)) = known.cloned() {
            self.avoided("repeated");
            return answer;
        }
        let answer = self.ask(lx, g, rlimit);
        self.smt.stats.given_up += u64::from(matches!(answer, Answer::Unknown(_)));
        self.smt.stats.lemmas = self.lemmas.len() as u64;
        // An answer is not kept if the question was interrupted, or if guards ran out meanwhile.
        if !matches!(answer, Answer::Unknown(UnknownReason::Interrupted)) && lx.intact().is_ok() {
            self.answers.insert(g, (answer.clone(), rlimit));
        }
        answer
    }

    /// Asks again with twice as many steps of Z3 as long as they do not suffice.
    fn ask(&mut self, lx: &mut Logic, g: Guard, rlimit: u32) -> Answer {
        let most = std::mem::replace(&mut self.smt.rlimit, self.first_part.min(rlimit));
        let answer = loop {
            let calls = self.smt.stats.solver_calls;
            let (answer, shortcut) = match (self.climb(lx, g), lx.intact()) {
                // Guards ran out meanwhile, so what looks empty need not be.
                (Ok((Answer::Infeasible, shortcut)), Err(exhausted)) => (Answer::Unknown(exhausted.into()), shortcut),
                (Ok(answered), _) => answered,
                (Err(reason), _) => (Answer::Unknown(reason), None),
            };
            if self.smt.stats.solver_calls == calls
                && let Some(shortcut) = shortcut
            {
                self.avoided(shortcut);
            }
            let ran_out = matches!(
                answer,
                Answer::Unknown(UnknownReason::ResourceLimit | UnknownReason::Nonlinear | UnknownReason::FloatingPoint)
            );
            let may_go_on = ran_out && lx.intact().is_ok();
            if !may_go_on || self.smt.rlimit == rlimit {
                break answer;
            }
            self.smt.rlimit = self.smt.rlimit.saturating_mul(2).min(rlimit);
        };
        self.smt.rlimit = most;
        answer
    }

    fn avoided(&mut self, shortcut: &'static str) {
        *self.smt.stats.avoided.entry(shortcut).or_default() += 1;
    }

    /// The answer, and the shortcut that found it. The shortcut does not count if Z3 was asked meanwhile.
    fn climb(&mut self, lx: &mut Logic, g: Guard) -> Result<(Answer, Option<&'static str>), UnknownReason> {
        let mut rest = self.lemmas.strengthen(lx, g)?;
        if rest.is_false() {
            return Ok((Answer::Infeasible, Some("lemmas")));
        }
        if let Some(model) = lx.model_if_independent(g) {
            return Ok((self.found(lx, g, model), Some("independent")));
        }
        let recent = self.models.find(lx, g);
        lx.guards.add_work(self.models.take_work());
        if let Some(model) = recent {
            return Ok((Answer::Feasible(model), Some("model")));
        }
        if let Some(reason) = self.smt.finished() {
            return Err(reason);
        }
        for _ in 0..CUBES {
            let Some(cube) = lx.cube(rest) else { return Ok((Answer::Infeasible, Some("lemmas"))) };
            match self.ask_cube(lx, g, &cube) {
                Reply::Sat(model) => return Ok((self.found(lx, g, model), Some("model"))),
                Reply::Unsat(core) => {
                    let negated: Vec<Literal> = core.iter().cloned().map(negate).collect();
                    let Some(lemma) = lx.clause(&negated, LEMMA_NODES + LITERAL_NODES * negated.len()) else {
                        if lx.implies_all(rest, &core) && lx.intact().is_ok() {
                            return Ok((Answer::Infeasible, Some("lemmas")));
                        }
                        break;
                    };
                    self.lemmas.learn(lx, lemma);
                    let stronger = self.lemmas.strengthen(lx, g)?;
                    // If the lemma would make the guard too large, it is conjoined all the same: this at least excludes the
                    // cube.
                    rest = if stronger == rest { lx.and(rest, lemma) } else { stronger };
                }
                Reply::Unknown(UnknownReason::Interrupted) => return Err(UnknownReason::Interrupted),
                Reply::Unknown(_) => break,
            }
            lx.intact()?;
        }
        if rest.is_false() {
            return Ok((Answer::Infeasible, Some("lemmas")));
        }
        if lx.contradicts_sums(rest) {
            return Ok((Answer::Infeasible, Some("sums")));
        }
        let nodes = lx.guards.node_count(rest);
        lx.guards.admits(nodes * NODE);
        lx.intact()?;
        let answer = match self.smt.ask(lx, &Question::Guard(rest), &|lx, model| lx.eval(g, model) == Some(true)) {
            Reply::Sat(model) => self.found(lx, g, model),
            Reply::Unsat(_) => {
                if lx.guards.node_count(g) <= LEMMA_NODES {
                    let lemma = lx.not(g);
                    self.lemmas.learn(lx, lemma);
                }
                Answer::Infeasible
            }
            Reply::Unknown(reason) => return Err(reason),
        };
        Ok((answer, None))
    }

    /// Keeps a new model.
    fn found(&mut self, lx: &Logic, g: Guard, model: Assignment) -> Answer {
        let model = Rc::new(Model::new(model));
        debug_assert_eq!(model.eval(lx, g), Some(true), "a model satisfies its guard");
        self.models.insert(model.clone());
        Answer::Feasible(model)
    }

    /// Whether the facts of a cube of `g` can all be true. They fall into parts that share no input. A part needs no
    /// question when it is a single fact about a qualifying form, or true in a recent model.
    fn ask_cube(&mut self, lx: &mut Logic, g: Guard, cube: &Cube) -> Reply {
        let mut model = Assignment::new();
        let mut open: Vec<Literal> = Vec::new();
        for part in parts(lx, &cube.facts) {
            let literals: Vec<Literal> = part.iter().flat_map(|fact| fact.literals()).collect();
            let known = match part[..] {
                [fact] if lx.qualifies(fact.form) => {
                    let guard = lx.conjunction(&literals);
                    lx.model_if_independent(guard)
                }
                _ => self.models.find_all(lx, &literals).map(|recent| recent.assignment().clone()),
            };
            match known {
                Some(known) => {
                    for input in part.iter().flat_map(|fact| lx.terms.inputs(fact.form)) {
                        model.set(*input, known.value(&lx.terms, *input));
                    }
                }
                None => open.extend(literals),
            }
        }
        let complete = |found: &Assignment| -> Assignment {
            model.iter().chain(found.iter()).map(|(input, value)| (input, value.clone())).collect()
        };
        if open.is_empty() {
            if lx.eval(g, &model) == Some(true) {
                return Reply::Sat(model);
            }
            open = cube.literals();
        }
        match differences::ask(lx, &open) {
            Some(Reply::Sat(found)) => {
                let found = complete(&found);
                if lx.eval(g, &found) == Some(true) {
                    return Reply::Sat(found);
                }
            }
            Some(Reply::Unsat(core)) => return Reply::Unsat(core),
            Some(Reply::Unknown(_)) | None => {}
        }
        if let Some(core) = lx.excluded_alternatives(&cube.facts) {
            return Reply::Unsat(core);
        }
        match self.smt.ask(lx, &Question::Literals(&open), &|lx, found| lx.eval(g, &complete(found)) == Some(true)) {
            Reply::Sat(found) => Reply::Sat(complete(&found)),
            other => other,
        }
    }
}

fn negate(literal: Literal) -> Literal {
    Literal { positive: !literal.positive, ..literal }
}

/// The facts in groups that share inputs, in the order of their first facts.
fn parts<'a>(lx: &Logic, facts: &'a [Fact]) -> Vec<Vec<&'a Fact>> {
    // For each fact, the index of an earlier fact of the same part, or its own.
    let mut leader: Vec<usize> = (0..facts.len()).collect();
    fn root(leader: &[usize], mut at: usize) -> usize {
        while leader[at] != at {
            at = leader[at];
        }
        at
    }
    let mut owner: FxHashMap<InputId, usize> = FxHashMap::default();
    for (at, fact) in facts.iter().enumerate() {
        for input in lx.terms.inputs(fact.form) {
            let other = *owner.entry(*input).or_insert(at);
            let (a, b) = (root(&leader, other), root(&leader, at));
            leader[a.max(b)] = a.min(b);
        }
    }
    let mut parts: Vec<Vec<&Fact>> = vec![Vec::new(); facts.len()];
    for (at, fact) in facts.iter().enumerate() {
        parts[root(&leader, at)].push(fact);
    }
    parts.retain(|part| !part.is_empty());
    parts
}
