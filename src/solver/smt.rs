//! Questions to Z3.
//!
//! There are several solvers, for reasons that were measured with Z3 4.8.12. One is incremental and lives as long as the
//! run. It has the older arithmetic (`arith.solver=2`): the newer one exceeds its resource limit by minutes on nonlinear
//! questions, where the older one gives up quickly, and on linear ones it is a little slower. What the
//! incremental solver cannot decide goes to a fresh one without assumptions, which picks a strategy for the whole formula
//! and keeps to its limit. Large guards have an incremental solver of their own, with the whole limit. With a tenth of it
//! they fail and have to be asked again, which took twice as long in all (maxima of 22 numbers, Kadane's algorithm over 8).
//! Linear arithmetic is tried on literals with products before all that ([`products`]). What the incremental
//! solver cannot decide about numbers of fixed widths is asked in bit-vectors ([`super::vectors`]) before arithmetic is asked again.
//! Questions about single bits begin with bit-vectors: arithmetic takes seconds to give up what these answer in a hundredth.
//!
//! Nothing is asserted for longer than a question, because the cost of a check grows with everything that is asserted (0.4
//! ms with 300 named thresholds, 9 ms with 3,000). An assertion in a scope of its own costs some 10 µs.

use super::encode::{Encoder, Number, Products};
use super::interrupt::{self, Questions};
use super::{SolverStats, UnknownReason, numeral, products, vectors};
use crate::cancel::Token;
use crate::guard::{Guard, Literal, Logic};
use crate::num::Num;
use crate::term::{Assignment, InputId, TermId, Terms};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use std::time::Instant;
use z3::ast::Bool;
use z3::{Params, SatResult, StatisticsValue};

/// A question: can all of this be true?
pub(super) enum Question<'a> {
    /// A conjunction of literals.
    Literals(&'a [Literal]),
    /// A whole guard.
    Guard(Guard),
}

/// The answer to a question.
pub(super) enum Reply {
    /// It is true under these inputs, as exact arithmetic has confirmed.
    Sat(Assignment),
    /// Literals of the question that cannot all be true; empty for a whole guard.
    Unsat(Vec<Literal>),
    Unknown(UnknownReason),
}

/// The number of steps through guards that take as long as a step of Z3. Either takes between 0.05 and 0.3 µs, mostly 0.15.
const STEP: u64 = 1;
/// The steps of Z3 that take as long as asserting what a term below a question means, some 10 µs.
const TERM: u64 = 64;
/// Nothing is asked where assertions take more than this part of the limit: in large questions, a term takes five times as long.
const ASSERTIONS: u64 = 4;
/// A question that another one can stand in for gets this fraction of the resource limit.
const SMALL_SHARE: u32 = 10;
/// Guards with more nodes have an incremental solver to themselves.
const LARGE_GUARD: usize = 1000;
/// The most literals of a core that is minimised.
const CORE_LITERALS: usize = 32;
/// The most questions for finding a core without the incremental solver.
const CORE_QUESTIONS: usize = 12;
/// The digits of the decimal fractions tried in the place of an irrational number.
const APPROXIMATIONS: [usize; 3] = [1, 6, 30];
/// The most irrational numbers that are replaced one after the other.
const PINNED: usize = 4;

/// Z3, and the expressions built for it.
pub(super) struct Smt {
    /// The incremental solvers: also those for large guards, and for questions that get fewer steps. They are made with the first
    /// question: one takes as long as the exploration of a small program, and most programs need none.
    solvers: FxHashMap<Purpose, Rc<z3::Solver>>,
    pub(super) encoder: Encoder,
    /// The encoder of questions in which products are constants.
    linearised: Encoder,
    pub(super) questions: Questions,
    /// The most steps of Z3 for one question.
    whole_rlimit: u32,
    /// Steps of Z3 for the question at hand.
    pub(super) rlimit: u32,
    /// The seed of Z3's random choices.
    seed: u32,
    /// Whether the system has refused Z3 memory. From then on even building an expression could fail.
    out_of_memory: bool,
    pub(super) stats: SolverStats,
    /// Z3's counter of steps when it was last read. It counts the questions of the whole thread.
    counted: u32,
}

/// The purpose of an incremental solver.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Purpose {
    /// For large guards.
    large: bool,
    /// Steps of Z3 for one question.
    rlimit: u32,
}

/// Inputs and their values in a model of Z3; the number is absent where it is irrational.
type Values = Vec<(InputId, Option<Num>, Number)>;

/// Whether an assignment really satisfies the question.
pub(super) type Valid<'a> = &'a dyn Fn(&Logic, &Assignment) -> bool;

/// The context of a check.
pub(super) struct About<'a> {
    pub(super) lx: &'a Logic,
    pub(super) inputs: &'a [InputId],
    pub(super) valid: Valid<'a>,
}

/// The result of a check.
pub(super) enum Check {
    Sat(Assignment),
    Unsat,
    /// Z3 has a model, but no rational one was found.
    Irrational,
    /// Z3's model is none, because of a division by zero.
    Invalid,
    Unknown,
}

/// A literal, its expression, and its name.
type Named = (Literal, Bool, Bool);

impl Smt {
    pub(super) fn new(rlimit: u32, seed: u32, token: &Token) -> Self {
        Self {
            counted: 0,
            solvers: FxHashMap::default(),
            encoder: Encoder::new(Products::Exact),
            linearised: Encoder::new(Products::Linearised),
            questions: Questions::new(token),
            whole_rlimit: rlimit,
            rlimit,
            seed,
            out_of_memory: false,
            stats: SolverStats::default(),
        }
    }

    /// Why every further question would be in vain, if so.
    pub(super) fn finished(&self) -> Option<UnknownReason> {
        if self.questions.are_over() {
            Some(UnknownReason::Interrupted)
        } else {
            self.out_of_memory.then_some(UnknownReason::ResourceLimit)
        }
    }

    /// Counts Z3's steps since the last call as work, like steps through guards, and others. Another attempt may run during
    /// the call.
    fn count(&mut self, lx: &mut Logic, solver: &z3::Solver, others: u64) {
        let before = std::mem::replace(&mut self.counted, steps(solver));
        lx.guards.add_work(STEP * (u64::from(self.counted.wrapping_sub(before)) + others));
    }

    /// Answers a question.
    pub(super) fn ask(&mut self, lx: &mut Logic, question: &Question, valid: Valid) -> Reply {
        if let Some(reason) = self.finished() {
            return Reply::Unknown(reason);
        }
        let start = Instant::now();
        let large = matches!(question, Question::Guard(g) if lx.guards.node_count(*g) > LARGE_GUARD);
        let forms = forms_of(lx, question);
        // Z3 counts no steps for most of what it does before it searches.
        let before_search = TERM * lx.terms.below(&forms).len() as u64;
        if before_search > u64::from(self.rlimit) / ASSERTIONS {
            return Reply::Unknown(UnknownReason::ResourceLimit);
        }
        let inputs = inputs_of(lx, &forms);
        let about = About { lx, inputs: &inputs, valid };
        let incremental = self.incremental();
        let solver = self.solver(Purpose { large, rlimit: self.rlimit });
        let linearised = match question {
            Question::Literals(literals) => self.ask_linearised(&solver, literals, &forms, &about),
            Question::Guard(_) => None,
        };
        let reply = match linearised {
            Some(reply) => reply,
            None => self.ask_exactly(&solver, question, &forms, &about),
        };
        self.stats.time += start.elapsed();
        self.count(lx, &incremental, before_search);
        reply
    }

    /// The incremental solver for small questions with the whole limit. It is the first.
    fn incremental(&mut self) -> Rc<z3::Solver> {
        let is_first = self.solvers.is_empty();
        let solver = self.solver(Purpose { large: false, rlimit: self.whole_rlimit });
        if is_first {
            self.counted = steps(&solver);
        }
        solver
    }

    /// The incremental solver for a purpose.
    fn solver(&mut self, purpose: Purpose) -> Rc<z3::Solver> {
        let Purpose { large, rlimit } = purpose;
        let limit = if large { rlimit } else { rlimit / SMALL_SHARE };
        self.solvers.entry(purpose).or_insert_with(|| incremental(limit, self.seed)).clone()
    }

    /// The reply of linear arithmetic to a question with products, if it has one.
    fn ask_linearised(
        &mut self,
        solver: &z3::Solver,
        literals: &[Literal],
        forms: &[TermId],
        about: &About,
    ) -> Option<Reply> {
        let terms = &about.lx.terms;
        if !forms.iter().any(|form| products::is_nonlinear(terms, *form)) {
            return None;
        }
        let mut always = self.linearised.setting(terms, about.inputs, forms, &[]);
        let named: Vec<Named> = named_by(&mut self.linearised, terms, literals).collect();
        for lemma in products::lemmas(terms, literals, about.inputs) {
            let conditions: Vec<Bool> = lemma.literals.iter().map(|i| named[*i].2.clone()).collect();
            always.push(Bool::and(&conditions).implies(self.linearised.nonnegative(terms, &lemma.value)));
        }
        let reply = self.ask_incremental(solver, &always, &named, about);
        self.stats.linearised += u64::from(reply.is_some());
        reply
    }

    /// The reply to the exact question.
    fn ask_exactly(&mut self, solver: &z3::Solver, question: &Question, forms: &[TermId], about: &About) -> Reply {
        let terms = &about.lx.terms;
        // Products are harder within two bounds than within one; without products, the cores are better with both.
        let bounds: &[Literal] = match question {
            Question::Literals(literals) if forms.iter().any(|form| products::is_nonlinear(terms, *form)) => literals,
            _ => &[],
        };
        let mut always = self.encoder.setting(terms, about.inputs, forms, bounds);
        let mut named: Vec<Named> = Vec::new();
        match question {
            Question::Literals(literals) => named.extend(named_by(&mut self.encoder, terms, literals)),
            Question::Guard(g) => always.push(self.encoder.guard(about.lx, *g)),
        }
        let vectors_first = vectors::takes_bits(terms, forms);
        if vectors_first && let Some(reply) = self.in_vectors(question, forms, about) {
            return reply;
        }
        if let Some(reply) = self.ask_incremental(solver, &always, &named, about) {
            return reply;
        }
        // Where bit-vectors can answer, they mostly do so soon, while arithmetic takes all of its steps.
        if !vectors_first && let Some(reply) = self.in_vectors(question, forms, about) {
            return reply;
        }
        self.ask_fresh(&always, named, forms, about)
    }

    /// The reply of an incremental solver, if it has one.
    fn ask_incremental(
        &mut self,
        solver: &z3::Solver,
        always: &[Bool],
        named: &[Named],
        about: &About,
    ) -> Option<Reply> {
        solver.push();
        always.iter().for_each(|f| solver.assert(f));
        named.iter().for_each(|(_, fact, name)| solver.assert(name.implies(fact)));
        let names: Vec<Bool> = named.iter().map(|(.., name)| name.clone()).collect();
        let reply = match self.check(solver, &names, about) {
            Ok(Check::Sat(model)) => Some(Reply::Sat(model)),
            Ok(Check::Unsat) => {
                let core = self.minimise(solver, core_of(solver, names));
                let core = named.iter().filter(|(.., name)| core.contains(name));
                Some(Reply::Unsat(core.map(|(literal, ..)| literal.clone()).collect()))
            }
            _ => None,
        };
        solver.pop(1);
        reply
    }

    /// A core without the names that it does not need. They are left out one by one, the last first. Z3's own minimisation
    /// respects no resource limit; this one ends with the first question that Z3 gives up.
    fn minimise(&mut self, solver: &z3::Solver, core: Vec<Bool>) -> Vec<Bool> {
        if core.len() > CORE_LITERALS {
            return core;
        }
        let (mut open, mut needed) = (core, Vec::new());
        while self.finished().is_none()
            && let Some(tried) = open.pop()
        {
            let others: Vec<Bool> = open.iter().chain(&needed).cloned().collect();
            match self.questions.ask(|| solver.check_assumptions(&others)) {
                SatResult::Unsat => {
                    let smaller = core_of(solver, others);
                    open.retain(|name| smaller.contains(name));
                }
                SatResult::Sat => needed.push(tried),
                SatResult::Unknown => {
                    needed.push(tried);
                    break;
                }
            }
        }
        open.extend(needed);
        open
    }

    /// The incremental solver, in a new scope.
    pub(super) fn enter(&mut self) -> Rc<z3::Solver> {
        let solver = self.incremental();
        solver.push();
        solver
    }

    /// Removes what was asserted in the innermost scopes.
    pub(super) fn leave(&mut self, scopes: u32) {
        self.incremental().pop(scopes);
    }

    /// The reply of fresh solvers.
    fn ask_fresh(&mut self, always: &[Bool], named: Vec<Named>, forms: &[TermId], about: &About) -> Reply {
        let mut formula: Vec<Bool> = always.to_vec();
        formula.extend(named.iter().map(|(_, fact, _)| fact.clone()));
        let mut check = self.check_fresh(&formula, self.rlimit, about);
        if let Check::Invalid = check {
            let divisors: Vec<Bool> =
                forms.iter().flat_map(|form| self.encoder.divisors(&about.lx.terms, *form)).collect();
            formula.extend(divisors);
            check = match self.check_fresh(&formula, self.rlimit, about) {
                // Unsatisfiable only where no divisor is zero.
                Check::Unsat => Check::Invalid,
                other => other,
            };
        }
        match check {
            Check::Sat(model) => Reply::Sat(model),
            Check::Unsat => Reply::Unsat(self.core(always, named, about)),
            Check::Irrational => Reply::Unknown(UnknownReason::NoRationalWitness),
            Check::Invalid => Reply::Unknown(too_hard(&about.lx.terms, forms, UnknownReason::Incomplete)),
            Check::Unknown => Reply::Unknown(self.finished().unwrap_or_else(|| {
                let is_nonlinear = forms.iter().any(|form| products::is_nonlinear(&about.lx.terms, *form));
                let reason = if is_nonlinear { UnknownReason::Nonlinear } else { UnknownReason::ResourceLimit };
                too_hard(&about.lx.terms, forms, reason)
            })),
        }
    }

    /// Literals that cannot all be true, found by leaving out one after the other.
    fn core(&mut self, always: &[Bool], named: Vec<Named>, about: &About) -> Vec<Literal> {
        let mut core = named;
        let mut at = if core.len() <= CORE_QUESTIONS { 0 } else { core.len() };
        while at < core.len() {
            let others = core.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, (_, fact, _))| fact.clone());
            let formula: Vec<Bool> = always.iter().cloned().chain(others).collect();
            match self.check_fresh(&formula, self.rlimit / SMALL_SHARE, about) {
                Check::Unsat => drop(core.remove(at)),
                _ => at += 1,
            }
        }
        core.into_iter().map(|(literal, ..)| literal).collect()
    }

    fn check_fresh(&mut self, formula: &[Bool], rlimit: u32, about: &About) -> Check {
        match self.check_once(formula, rlimit, about) {
            Ok(check) => check,
            Err(values) => self.rationalise(formula, rlimit, values, about),
        }
    }

    fn check_once(&mut self, formula: &[Bool], rlimit: u32, about: &About) -> Result<Check, Values> {
        if self.finished().is_some() {
            return Ok(Check::Unknown);
        }
        let solver = self.fresh_solver(rlimit);
        formula.iter().for_each(|f| solver.assert(f));
        self.check(&solver, &[], about)
    }

    /// A new solver for one question.
    pub(super) fn fresh_solver(&self, rlimit: u32) -> z3::Solver {
        let solver = interrupt::solver();
        let mut parameters = parameters(rlimit, false);
        parameters.set_u32("random_seed", self.seed);
        solver.set_params(&parameters);
        solver
    }

    /// Checks what has been asserted. Returns the values as an error when some of them are irrational.
    pub(super) fn check(&mut self, solver: &z3::Solver, assumptions: &[Bool], about: &About) -> Result<Check, Values> {
        self.stats.solver_calls += 1;
        let result = self.questions.ask(|| solver.check_assumptions(assumptions));
        if result == SatResult::Unsat {
            return Ok(Check::Unsat);
        }
        if self.finished().is_some() {
            return Ok(Check::Unknown);
        }
        if result == SatResult::Unknown {
            self.out_of_memory |= solver.get_reason_unknown().is_some_and(|reason| reason.contains("memory"));
        }
        // Z3 may have values even where it gives up; to try them costs nothing.
        let Some(values) = solver.get_model().and_then(|model| self.values(&model, about)) else {
            return Ok(Check::Unknown);
        };
        let rational: Option<Assignment> = values.iter().map(|(input, n, _)| Some((*input, n.clone()?))).collect();
        match (rational, result) {
            (Some(model), _) if (about.valid)(about.lx, &model) => Ok(Check::Sat(model)),
            (Some(_), SatResult::Sat) => Ok(Check::Invalid),
            (None, SatResult::Sat) => Err(values),
            _ => Ok(Check::Unknown),
        }
    }

    fn values(&mut self, model: &z3::Model, about: &About) -> Option<Values> {
        let value = |input: &InputId| {
            let (text, value) = match self.encoder.input(&about.lx.terms, *input) {
                Number::Int(i) => model.eval(&i, true).map(|value| (value.to_string(), Number::Int(value)))?,
                Number::Real(r) => model.eval(&r, true).map(|value| (value.to_string(), Number::Real(value)))?,
                Number::Truth(_) => unreachable!("an input is an integer or a real number"),
            };
            Some((*input, numeral::parse(&text), value))
        };
        about.inputs.iter().map(value).collect()
    }

    /// Looks for a rational model near an irrational one. First rounds all irrational numbers. Then fixes one of them to a
    /// neighbour and asks for the others.
    fn rationalise(&mut self, formula: &[Bool], rlimit: u32, mut values: Values, about: &About) -> Check {
        let mut formula = formula.to_vec();
        for _ in 0..PINNED {
            let mut neighbour = None;
            for digits in APPROXIMATIONS {
                let round = |(input, n, value): &(InputId, Option<Num>, Number)| match (n, value) {
                    (Some(n), _) => Some((*input, n.clone())),
                    (None, Number::Real(r)) => Some((*input, numeral::approximation(r, digits)?)),
                    (None, Number::Int(_) | Number::Truth(_)) => None,
                };
                let Some(rounded) = values.iter().map(round).collect::<Option<Assignment>>() else {
                    return Check::Irrational;
                };
                if (about.valid)(about.lx, &rounded) {
                    return Check::Sat(rounded);
                }
                let irrational = values.iter().find(|(_, n, _)| n.is_none());
                neighbour = irrational.and_then(|(input, ..)| Some((*input, rounded.get(*input)?.clone())));
            }
            let Some((input, near)) = neighbour else { return Check::Irrational };
            formula.push(self.encoder.input(&about.lx.terms, input).equals(&near));
            match self.check_once(&formula, rlimit, about) {
                Ok(Check::Sat(model)) => return Check::Sat(model),
                Ok(_) => return Check::Irrational,
                Err(next) => values = next,
            }
        }
        Check::Irrational
    }
}

/// The parameters of a solver. Seeds are fixed (Z3's own where none is set) and limits count steps, not time, so that equal
/// runs get equal answers.
pub(super) fn parameters(rlimit: u32, incremental: bool) -> Params {
    let mut parameters = Params::new();
    parameters.set_u32("rlimit", rlimit.max(1));
    leave_ctrl_c(&mut parameters);
    if incremental {
        parameters.set_u32("arith.solver", 2);
    }
    parameters
}

/// Makes Z3 leave Ctrl-C to the program. Otherwise it sets a handler of its own for each question. The handler takes the
/// signal from the program's, and crashes where questions are asked in two threads.
pub(super) fn leave_ctrl_c(parameters: &mut Params) {
    parameters.set_bool("ctrl_c", false);
}

/// A new incremental solver. Its parameters are set once, because Z3 takes longer to check them than to answer a small
/// question. (A clone of a solver is a translation that has lost its parameters.)
fn incremental(rlimit: u32, seed: u32) -> Rc<z3::Solver> {
    let solver = interrupt::plain_solver();
    let mut parameters = parameters(rlimit, true);
    parameters.set_u32("random_seed", seed);
    solver.set_params(&parameters);
    Rc::new(solver)
}

/// Z3's counter of steps: 32 bits for all questions of the thread.
fn steps(solver: &z3::Solver) -> u32 {
    match solver.get_statistics().value("rlimit count") {
        Some(StatisticsValue::UInt(steps)) => steps,
        _ => 0,
    }
}

/// The assumptions that cannot all hold, after an unsatisfiable check.
fn core_of(solver: &z3::Solver, assumptions: Vec<Bool>) -> Vec<Bool> {
    let core = solver.get_unsat_core();
    // What is asserted beside the assumptions holds for some input. So the core is empty only where Z3 has lost it.
    if core.is_empty() { assumptions } else { core }
}

fn named_by(encoder: &mut Encoder, terms: &Terms, literals: &[Literal]) -> impl Iterator<Item = Named> {
    literals.iter().map(|literal| {
        let (fact, name) = encoder.literal(terms, literal);
        (literal.clone(), fact, name)
    })
}

/// The reason why there is no answer: floating-point operations, if there are any.
fn too_hard(terms: &Terms, forms: &[TermId], otherwise: UnknownReason) -> UnknownReason {
    if vectors::has_floats(terms, forms) { UnknownReason::FloatingPoint } else { otherwise }
}

fn forms_of(lx: &mut Logic, question: &Question) -> Vec<TermId> {
    match question {
        Question::Literals(literals) => {
            let mut forms: Vec<TermId> = literals.iter().map(|literal| literal.form).collect();
            forms.dedup();
            forms
        }
        Question::Guard(g) => lx.support(*g).to_vec(),
    }
}

/// The inputs below forms, sorted.
pub(super) fn inputs_of(lx: &Logic, forms: &[TermId]) -> Vec<InputId> {
    let mut inputs: Vec<InputId> = forms.iter().flat_map(|form| lx.terms.inputs(*form)).copied().collect();
    inputs.sort_unstable();
    inputs.dedup();
    inputs
}
