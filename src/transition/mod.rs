//! The transitions of the paper (MultiSE, section 2) over one state, block by block.
//!
//! [`Machine::step`] takes a pc entry (φ, location), runs the instructions of its block for all the paths that the
//! entry stands for, and yields the entries that come after. It is the same in merge and in path mode; the modes
//! differ in what the explorer does with the successors, and in that path mode gives every successor a clone of Σ.
//!
//! | rule | file |
//! |---|---|
//! | expressions, `x := e` | [`expr`] |
//! | fields, elements, allocation | [`memory`] |
//! | branch, call, return | [`control`] |
//! | exceptions | [`raise`] |
//! | assert, assume, contracts | [`check`] |
//! | quantified formulas | [`quantifier`] |
//!
//! Feasibility is asked of pc guards only, through [`Machine::feasible`].

pub mod check;
pub mod control;
pub mod counters;
pub mod expr;
pub mod memory;
pub mod quantifier;
pub mod raise;

use crate::config::{Config, Mode};
use crate::guard::{Guard, Logic};
use crate::ir::{Block, InstrKind, LocalId, MethodId, Program, Type};
use crate::solver::{Answer, Solver};
use crate::source::Span;
use crate::state::{Contexts, FrameId, HeapTable, Location, Sigma};
use crate::summary::{Summary, Value};
use check::Checks;
use counters::Counters;
use quantifier::Quantifiers;
use raise::ThrownTable;

/// Everything that transitions read and write.
pub struct Machine<'p> {
    /// The program.
    pub program: &'p Program,
    /// What is asked.
    pub config: &'p Config,
    /// Terms and guards.
    pub logic: Logic,
    /// Answers whether a pc guard is feasible.
    pub solver: Solver,
    /// Frames and locations.
    pub contexts: Contexts,
    /// Addresses and the initial heap.
    pub table: HeapTable,
    /// Σ: of all paths in merge mode, of the entry that is being run in path mode.
    pub sigma: Sigma,
    /// The exceptions that have been thrown.
    pub thrown: ThrownTable,
    /// What is known of checks and assumptions, and the violations found.
    pub checks: Checks,
    /// The atoms of quantified formulas.
    pub quantifiers: Quantifiers<'p>,
    /// How deep the initial heap is read in this round.
    pub heap_bound: u64,
    /// More symbolic numbers of a summary than this become one term.
    pub max_summary: Option<usize>,
    /// Where anything waits at the pc, the running entry included: elsewhere nobody reads what is stored.
    pub alive: Guard,
    /// Counters.
    pub counters: Counters,
}

/// How a successor was reached, as far as bounds are concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Via {
    /// Along an edge inside a frame, or by a return.
    Edge,
    /// By a call: the location is the start of the callee.
    Call,
    /// Not at all: the paths wait before this instruction of the block, which reads the initial heap too deep.
    Deeper(u32),
}

/// A pc entry that a step produced.
pub struct Successor {
    /// Where it goes on.
    pub location: Location,
    /// Its guard.
    pub guard: Guard,
    /// How it came there.
    pub via: Via,
    /// Its own Σ, in path mode.
    pub sigma: Option<Sigma>,
}

/// How paths ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The entry method returned.
    Returned,
    /// An exception left the entry method.
    Threw,
    /// A check was violated.
    Violated,
}

/// What a step produced.
#[derive(Default)]
pub struct Step {
    /// The entries that come after.
    pub successors: Vec<Successor>,
    /// Guards of paths that ended.
    pub ended: Vec<(End, Guard)>,
}

/// Where a step is.
pub(crate) struct Here<'p> {
    at: Location,
    method: MethodId,
    block: &'p Block,
    /// The instruction or terminator that is being executed.
    span: Span,
    line: u32,
    /// The number of the instruction in its block.
    index: u32,
    /// No other pc entry is in this frame or above it: a local can be replaced instead of updated under φ.
    exclusive: bool,
    /// Values of quantifier binders.
    bindings: Vec<(LocalId, Summary)>,
    /// A body of a quantifier is evaluated for an axiom: what throws is left out instead of raised.
    hypothetical: bool,
    out: Step,
}

impl Here<'_> {
    /// The value of a quantifier binder.
    fn binding(&self, local: LocalId) -> Option<&Summary> {
        self.bindings.iter().rev().find(|(binder, _)| *binder == local).map(|(_, value)| value)
    }
}

/// An end of exploration that is no verdict on the program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StepError {
    /// Lenient mode: a call of an unknown method is reached.
    #[error("unknown method `{name}` is called")]
    UnknownMethod {
        /// What was called.
        name: String,
        /// Where.
        span: Span,
    },
}

impl<'p> Machine<'p> {
    /// A machine with an empty Σ.
    pub fn new(program: &'p Program, config: &'p Config, logic: Logic, solver: Solver, table: HeapTable) -> Self {
        Self {
            program,
            config,
            logic,
            solver,
            contexts: Contexts::default(),
            table,
            sigma: Sigma::default(),
            thrown: ThrownTable::default(),
            checks: Checks::default(),
            quantifiers: Quantifiers::default(),
            heap_bound: u64::MAX,
            max_summary: None,
            alive: Guard::TRUE,
            counters: Counters::default(),
        }
    }

    /// Whether the state is cloned at every split of the pc.
    pub fn forks(&self) -> bool {
        self.config.mode == Mode::Path
    }

    /// Runs the block at `at` for the paths of `guard`, the first `skip` instructions left out. `exclusive`: no other
    /// entry is in the frame or above it.
    pub fn step(&mut self, at: Location, guard: Guard, skip: u32, exclusive: bool) -> Result<Step, StepError> {
        let method = self.contexts.frame(at.frame).method;
        let block = &self.program.methods[method].blocks[at.block];
        let mut here = Here {
            at,
            method,
            block,
            span: block.span,
            line: block.line,
            index: 0,
            exclusive: exclusive || self.forks(),
            bindings: Vec::new(),
            hypothetical: false,
            out: Step::default(),
        };
        if skip == 0 {
            self.drop_dead_locals(&here, guard);
        }
        let mut phi = guard;
        for (index, instr) in block.instrs.iter().enumerate().skip(skip as usize) {
            self.counters.operations += 1;
            here.index = index as u32;
            (here.span, here.line) = (instr.span, instr.line);
            self.instruction(&mut here, &mut phi, &instr.kind);
            if phi == Guard::FALSE || self.logic.guards.exhausted().is_some() {
                return Ok(here.out);
            }
        }
        self.counters.operations += 1;
        (here.span, here.line) = (block.span, block.line);
        self.terminator(&mut here, phi)?;
        Ok(here.out)
    }

    fn instruction(&mut self, here: &mut Here<'p>, phi: &mut Guard, instr: &'p InstrKind) {
        match instr {
            InstrKind::Assign { dst, value } => {
                let value = self.eval(here, phi, value);
                self.assign(here, *phi, *dst, value);
            }
            InstrKind::CheckNull { reference } => {
                let value = self.sigma.local(here.at.frame, *reference);
                self.check_null(here, phi, &value);
            }
            InstrKind::StoreField { object, field, value } => self.store_field(here, phi, *object, *field, value),
            InstrKind::StoreElem { array, index, value } => self.store_elem(here, phi, *array, index, value),
            InstrKind::StoreStatic { field, value } => self.store_static(here, phi, *field, value),
            InstrKind::NewObject { dst, site } => self.new_object(here, *phi, *dst, *site),
            InstrKind::NewArray { dst, site, length } => self.new_array(here, phi, *dst, *site, length),
            InstrKind::Assert { cond, check } | InstrKind::Clause { cond, check } => {
                self.check(here, phi, cond, *check);
            }
            InstrKind::Assume { cond } => self.assume(here, phi, cond),
            InstrKind::ClauseThrew { check, slot } => self.clause_threw(here, phi, *check, *slot),
            InstrKind::CheckMissing { value, check } => self.check_missing(here, phi, *value, *check),
        }
    }

    /// Whether some input satisfies a pc guard; a solver that gives up counts as yes.
    pub fn feasible(&mut self, guard: Guard) -> bool {
        !matches!(self.ask(guard), Answer::Infeasible)
    }

    /// The whole answer about a pc guard. Axioms of the quantified formulas in it are conjoined first.
    pub fn ask(&mut self, guard: Guard) -> Answer {
        let guard = self.with_axioms(guard);
        self.solver.feasible(&mut self.logic, guard)
    }

    /// `local := value` under φ, where `value` is defined on φ.
    pub(crate) fn assign(&mut self, here: &Here<'p>, phi: Guard, local: LocalId, value: Summary) {
        let frame = here.at.frame;
        self.count_assignment(here.method, local);
        if self.config.self_check {
            let ty = self.program.methods[here.method].locals[local].ty.as_ref();
            self.invariant(&value, phi, ty);
        }
        let value = match here.exclusive {
            true => value.simplify(&mut self.logic, phi),
            false => self.sigma.local(frame, local).update(&mut self.logic, phi, &value),
        };
        let value = self.collapsed(value);
        self.sigma.set_local(frame, local, value);
    }

    /// Counts an assignment to a variable that the program names, if assignments are to be counted.
    pub(crate) fn count_assignment(&mut self, method: MethodId, local: LocalId) {
        if !self.config.count_csm {
            return;
        }
        let local = &self.program.methods[method].locals[local];
        if let (false, Some(ty)) = (local.name.is_empty(), &local.ty) {
            self.counters.assignments.count(ty);
        }
    }

    /// A value as it is stored.
    pub(crate) fn collapsed(&mut self, value: Summary) -> Summary {
        match self.max_summary {
            Some(most) => value.collapse(&mut self.logic, most, self.alive),
            None => value,
        }
    }

    /// Panics when a value that is about to be stored breaks an invariant (a defect of the engine, not of its input):
    /// guards are disjoint and not false, values distinct and of the type, and the value is defined on φ.
    pub(crate) fn invariant(&mut self, value: &Summary, phi: Guard, ty: Option<&Type>) {
        let checked = value.check(&mut self.logic, None);
        let cover = value.cover(&mut self.logic);
        let defined = self.logic.implies(phi, cover);
        if self.logic.exhausted().is_some() {
            return;
        }
        if let Err(broken) = checked {
            panic!("a value summary is broken: {broken}");
        }
        assert!(defined, "a value is not defined on all paths that store it");
        for v in value.values(&mut self.logic) {
            let fits = match (v, ty) {
                (Value::Missing, Some(_)) | (Value::Thrown(_), None) => true,
                (Value::Bool(_), Some(Type::Bool))
                | (Value::Num(_), Some(Type::Int | Type::Uint | Type::Float))
                | (Value::Char(_), Some(Type::Char))
                | (Value::Str(_), Some(Type::String)) => true,
                (Value::Null, Some(ty)) => ty.is_reference(),
                (Value::Ref(a), Some(ty)) => self.table.is_instance(self.program, a, ty),
                _ => false,
            };
            assert!(fits, "{v:?} is no value of type {ty:?}");
        }
    }

    /// Forgets the locals of the frame that are dead at the start of the block: those of this entry, and altogether
    /// when no other entry is in the frame.
    fn drop_dead_locals(&mut self, here: &Here<'p>, phi: Guard) {
        let live = &self.program.methods[here.method].shape.live_in[here.at.block];
        let frame: FrameId = here.at.frame;
        let dead: Vec<_> = self
            .sigma
            .locals(frame)
            .iter()
            .enumerate()
            .filter(|(i, s)| !s.is_empty() && live.binary_search(&LocalId(*i as u32)).is_err())
            .map(|(i, s)| (LocalId(i as u32), s.clone()))
            .collect();
        for (local, old) in dead {
            let rest =
                if here.exclusive { Summary::empty() } else { old.update(&mut self.logic, phi, &Summary::empty()) };
            self.sigma.set_local(frame, local, rest);
        }
    }
}
