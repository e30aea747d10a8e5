//! A second opinion on proofs by induction: conditions made from the IR, which Z3 checks.
//!
//! The search for a proof cuts the program into fragments and explores them. Their assumptions beside the claims are a
//! large part of it, and a mistake there makes a wrong proof. This checker reads a finished proof: claims of loops and
//! contracts of methods. It shares nothing with the search, neither cuts nor fragments nor engine. It goes through the code
//! of each method once, forwards. The heap is arrays of SMT-LIB; calls go by contract or by code, loops by their claims. It
//! may leave a condition undecided; what it refutes is a defect of the search. The model is the checker of register
//! allocations in regalloc2. The conditions are those of ESC/Java and Boogie (M. Barnett, K. R. M. Leino,
//! *Weakest-precondition of unstructured programs*, 2005).
//!
//! | task | file |
//! |---|---|
//! | graphs without the edges that close loops | `graph` |
//! | parts of the heap, and the methods that write them | `places` |
//! | states, conditions, facts from types | `run` |
//! | expressions | `eval` |
//! | blocks and loops | `walk` |
//! | calls | `calls` |
//! | text in SMT-LIB | `script` |
//!
//! There is a run for the first call of the entry, and one for any call of each method that has a contract. A proof may
//! claim that variables of type `uint` are never negative. Then each assignment to one is a condition. A condition is
//! *confirmed* when no state violates it. A state that does refutes the proof, unless the run may have states that neither
//! the program nor the search has. Quantifiers over references can cause that (nothing is stated about the types of their
//! cells), and so can products of fractions (inputs are rational).

mod calls;
mod eval;
mod graph;
mod places;
mod run;
mod script;
#[cfg(test)]
mod tests;
mod walk;

use crate::config::Dialect;
use crate::index::IndexVec;
use crate::ir::variable::Variable;
use crate::ir::{
    BlockId, Const, Expr, InstrKind, Local, LocalId, MethodId, MethodKind, Program, StaticField, StaticId, Type,
};
use crate::solver::scripts::{Reply, Scripts};
use eval::{Found, default};
use places::HeapPart;
use run::{Run, at};
use rustc_hash::FxHashSet;
use script::{Term, is_null, not};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// Steps of Z3 for one condition.
const EFFORT: u32 = 1_000_000;
/// After this many undecided conditions, no more are tried.
const MOST_UNDECIDED: usize = 8;

/// A finished proof.
#[derive(Clone, Debug, Default)]
pub struct Certificate {
    /// The claims about the loops and calls of each method.
    pub methods: BTreeMap<MethodId, Certified>,
    /// The variables of type `uint` that are claimed never to be negative. Cells of arrays of `uint` count as one.
    pub unsigned: FxHashSet<Variable>,
}

/// The claims about a method. They may read static fields, and a field, a length or a cell of a local, or of what
/// such a read gives. A read has the default of its type where there is none. Quantifiers over an array that is null are true.
#[derive(Clone, Debug, Default)]
pub struct Certified {
    /// The locals in claims: those of the method, then the initial values of formals, and binders.
    pub locals: IndexVec<LocalId, Local>,
    /// The locals in claims that are initial values, and their formals.
    pub begins: BTreeMap<LocalId, LocalId>,
    /// The claims at the heads of loops: they hold whenever a head is reached.
    pub heads: BTreeMap<BlockId, Vec<Expr>>,
    /// The claims about all calls; `None` where the proof inspects the code.
    pub contract: Option<Contract>,
}

/// The claims about the calls of a method, over the initial values of the formals, and the result.
#[derive(Clone, Debug, Default)]
pub struct Contract {
    /// They hold when a call begins.
    pub requires: Vec<Expr>,
    /// They hold when it returns.
    pub ensures: Vec<Expr>,
    /// They hold when an exception leaves it.
    pub throws: Vec<Expr>,
}

/// Why there is no opinion on a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoOpinion {
    /// A loop has a second entry, or a claim belongs to no loop.
    #[error("the claims are about other loops")]
    Graph,
    /// A recursion has no contract.
    #[error("a recursion has no contract")]
    Recursion,
    /// A thread, an unknown method, or a comparison of values that are never equal.
    #[error("a construct is not known here")]
    Construct,
    /// Too many conditions.
    #[error("the conditions are too many")]
    Size,
}

/// The opinion on a proof.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opinion {
    /// The number of conditions.
    pub conditions: usize,
    /// The number of those that hold.
    pub confirmed: usize,
    /// The first that does not. Then the proof is wrong.
    pub refuted: Option<String>,
    /// Why some conditions were not made, if so.
    pub refusal: Option<NoOpinion>,
}

impl Opinion {
    /// Whether everything that a proof must show was shown a second time.
    pub fn is_confirmed(&self) -> bool {
        self.refusal.is_none() && self.refuted.is_none() && self.confirmed == self.conditions
    }

    /// The opinion in one word.
    pub fn word(&self) -> &'static str {
        match self.refuted {
            Some(_) => "refuted",
            None if self.is_confirmed() => "confirmed",
            None => "undecided",
        }
    }
}

impl std::fmt::Display for Opinion {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}, {} of {} conditions confirmed", self.word(), self.confirmed, self.conditions)?;
        self.refusal.map_or(Ok(()), |refusal| write!(f, " ({refusal})"))
    }
}

/// A condition of a proof.
struct Condition {
    method: MethodId,
    what: &'static str,
    /// The formula that a violation satisfies.
    question: String,
    /// Whether the search must know every state that violates it.
    is_exact: bool,
}

/// Checks a proof.
pub fn check(
    program: &Program,
    entry: MethodId,
    dialect: &Dialect,
    certificate: &Certificate,
    scripts: &Scripts,
) -> Opinion {
    let writes = places::writes(program);
    let called = certificate.methods.iter().filter(|(_, certified)| certified.contract.is_some());
    let runs = std::iter::once(None).chain(called.map(|(method, _)| Some(*method)));
    let (mut opinion, mut undecided) = (Opinion::default(), 0);
    for method in runs {
        let mut run = Run::new(program, dialect, certificate, &writes);
        let made = match method {
            None => run.first_call(entry),
            Some(method) => run.any_call(method, method == entry),
        };
        if let Err(refusal) = made {
            opinion.refusal = Some(refusal);
            continue;
        }
        opinion.conditions += run.conditions.len();
        ask(&run, scripts, &mut opinion, &mut undecided);
        if opinion.refuted.is_some() {
            break;
        }
    }
    opinion
}

/// Asks about the conditions of a run.
fn ask(run: &Run<'_>, scripts: &Scripts, opinion: &mut Opinion, undecided: &mut usize) {
    let mut text = run.script.text.clone();
    for condition in &run.conditions {
        let _ = writeln!(text, "(assert {})", condition.question);
    }
    let Some(questions) = scripts.load(text, run.script.facts, run.conditions.len()) else { return };
    for (i, condition) in run.conditions.iter().enumerate() {
        if *undecided >= MOST_UNDECIDED {
            return;
        }
        match scripts.ask(&questions, i, EFFORT) {
            Reply::Impossible => opinion.confirmed += 1,
            Reply::Possible if condition.is_exact => {
                let method = run.program.method_name(condition.method);
                opinion.refuted = Some(format!("{} in {method}", condition.what));
                return;
            }
            Reply::Possible | Reply::Unknown => *undecided += 1,
        }
    }
}

impl Run<'_> {
    /// The first call of the entry, with any inputs.
    fn first_call(&mut self, entry: MethodId) -> Result<(), NoOpinion> {
        let info = &self.program.methods[entry];
        let mut state = self.any_state();
        for (field, info) in self.program.statics.iter_enumerated() {
            state.heap.insert(HeapPart::Static(field), default(&info.ty));
        }
        self.inputs_are(&state);
        let args = self.arguments(entry);
        for (formal, arg) in info.formals.iter().zip(&args) {
            match &info.locals[*formal].ty {
                Some(Type::Uint) => self.known.push(format!("(<= 0 {arg})").into()),
                Some(Type::Array(_)) if self.dialect.nonnull_arrays => self.known.push(not(&is_null(arg))),
                _ => {}
            }
        }
        self.settle(&mut state);
        // The receiver of a constructor is new, unlike the inputs of this state.
        state.is_inexact = info.kind == MethodKind::Constructor;
        let leaves = !self.dialect.allows_exceptions();
        if let Some(init) = self.program.init {
            let (ended, unwound) = self.by_code(init, Vec::new(), state)?;
            if let (true, Some(mut unwound)) = (leaves, unwound) {
                let frame = self.frame((init, true), Vec::new(), &mut unwound, true);
                self.check(&frame, &mut unwound, "false", "an exception of an initialiser");
            }
            let Some((after, _)) = ended else { return Ok(()) };
            state = after;
        }
        if let Some(contract) = self.contract(entry) {
            return self.by_contract(entry, contract, args, state, true).map(drop);
        }
        self.stack.push(entry);
        let frame = self.frame((entry, true), args, &mut state, true);
        let (_, unwound) = self.run(&frame, state)?;
        match unwound {
            Some(mut unwound) if leaves && !info.has_exceptional => {
                self.check(&frame, &mut unwound, "false", "an exception that leaves the entry");
            }
            _ => {}
        }
        Ok(())
    }

    /// Any call of a method that has a contract.
    fn any_call(&mut self, method: MethodId, is_entry: bool) -> Result<(), NoOpinion> {
        let Some(contract) = self.contract(method) else { return Ok(()) };
        let info = &self.program.methods[method];
        let mut state = self.any_state();
        for (field, value) in constants(self.program) {
            let (term, ty) = self.constant(&value);
            let value =
                self.converted(&Found { term, ty, throws: "false".into() }, Some(&self.program.statics[field].ty));
            state.heap.insert(HeapPart::Static(field), value);
        }
        let statics: BTreeSet<HeapPart> = self.program.statics.ids().map(HeapPart::Static).collect();
        self.know_statics(&state, &statics);
        let args = self.arguments(method);
        self.settle(&mut state);
        self.stack.push(method);
        let frame = self.frame((method, false), args, &mut state, true);
        self.assume_claims(&frame, &mut state, &contract.requires)?;
        let (ended, unwound) = self.run(&frame, state)?;
        if let Some((mut state, _)) = ended {
            if let Some(retval) = info.retval {
                let there = not(&state.locals[at(retval)].missing);
                self.check(&frame, &mut state, &there, "a result");
            }
            self.check_claims(&frame, &mut state, &contract.ensures, "what is claimed of a result")?;
        }
        if let Some(mut state) = unwound {
            self.check_claims(&frame, &mut state, &contract.throws, "what is claimed of an exception")?;
            if is_entry && !self.dialect.allows_exceptions() && !info.has_exceptional {
                self.check(&frame, &mut state, "false", "an exception that leaves the entry");
            }
        }
        Ok(())
    }

    fn arguments(&mut self, method: MethodId) -> Vec<Term> {
        let info = &self.program.methods[method];
        info.formals.iter().map(|formal| self.any_value(method, *formal).term).collect()
    }
}

/// The static fields that never change, and their values.
fn constants(program: &Program) -> Vec<(StaticId, Const)> {
    let stores = |field: StaticId| {
        program.methods.iter().flat_map(move |method| {
            let instrs = method.blocks.iter().flat_map(|block| &block.instrs);
            instrs.filter_map(move |instr| match &instr.kind {
                InstrKind::StoreStatic { field: of, value } if *of == field => Some((method.kind, value)),
                _ => None,
            })
        })
    };
    let constant = |(field, info): (StaticId, &StaticField)| {
        let mut stores = stores(field);
        let value = match (stores.next(), stores.next()) {
            (None, _) => Expr::default_of(&info.ty),
            (Some((MethodKind::Initialiser, value)), None) => value.clone(),
            _ => return None,
        };
        if let Expr::Const(value) = value { Some((field, value)) } else { None }
    };
    program.statics.iter_enumerated().filter_map(constant).collect()
}
