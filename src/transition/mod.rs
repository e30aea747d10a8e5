//! The transitions of the paper (MultiSE, section 2) over one state, block by block.
//!
//! [`Machine::step`] takes a pc entry (φ, program point) of a state, runs the instructions of its block for all the
//! paths that the entry stands for, and returns the points where they continue. It is the same in merge and in path mode;
//! the [`Policy`] decides what differs.
//!
//! | rule | file |
//! |---|---|
//! | guarded update of Σ | [`effects`]; of what the program names, counted, [`assignments`] |
//! | expressions, `x := e` | [`expr`] |
//! | comparisons | [`compare`] |
//! | large conditions on one number | [`membership`] |
//! | integers of a width | [`widths`] |
//! | fields, elements, allocation | [`memory`] |
//! | branch, call, return | [`control`] |
//! | exceptions | [`raise`] |
//! | fork, join, lock, and where a thread waits for its turn | [`threads`] |
//! | assert, assume, cover, contracts | [`check`] |
//! | whether something can happen on some path: what the solver has answered | [`findings`] |
//! | changes by calls, for `modifies` | [`changes`] |
//! | quantified formulas | [`quantifier`] |
//! | numbers as conditional terms | [`conditional`] |
//! | small inputs as constants | [`few`] |
//! | a branch and the code up to its join, at once | [`region`] |
//! | calls with known results | [`tabling`] |
//!
//! Paths may leave φ in the middle of an instruction: they throw, wait, violate a check, or fail an assumption. A method
//! that may lose paths takes φ and returns the paths that continue, after its value if it has one:
//!
//! ```text
//!   let (value, phi) = self.eval(step, phi, expr);
//!   let phi = self.check_null(step, phi, &value);
//! ```
//!
//! Feasibility is asked of pc guards only, through [`Machine::feasible`] and [`Machine::ask`]; ARCHITECTURE.md names
//! the exceptions.

mod analyses;
pub mod assignments;
mod changes;
pub mod check;
mod compare;
mod conditional;
pub mod control;
pub mod counters;
mod effects;
pub mod expr;
mod few;
pub mod findings;
mod ieee;
mod membership;
pub mod memory;
mod policy;
pub mod quantifier;
pub mod raise;
pub mod region;
mod tabling;
mod threads;
mod widths;

use crate::config::Config;
use crate::guard::{Exhausted, Guard, HoldsGuards, Logic};
use crate::ir::{Block, Instr, InstrKind, LocalId, Method, MethodId, Program};
use crate::region::Regions;
use crate::solver::{Answer, Solver};
use crate::source::Span;
use crate::state::{Contexts, Entry, FrameId, HeapTable, InUse, Live, Marks, Place, ProgramPoint, State};
use crate::summary::Summary;
pub use analyses::Analyses;
use check::Checks;
use conditional::Conditional;
use counters::{Counters, Here};
pub use policy::Policy;
use quantifier::{Binding, Quantifiers};
use raise::ThrownTable;
use std::sync::Arc;

/// The number of steps through guards that take as long as an operation of the program without its guards.
const OPERATION: u64 = 50;

/// Everything that transitions read and write. Callers also work with the public fields; they may only read the others.
pub struct Machine<'p> {
    /// The program.
    pub program: &'p Program,
    /// The options of the run.
    pub config: &'p Config,
    /// Terms and guards.
    pub logic: Logic,
    /// Answers whether a pc guard is feasible.
    pub solver: Solver,
    /// Frames and program points.
    pub contexts: Contexts,
    /// Addresses and the initial heap.
    pub table: HeapTable,
    /// Analyses of the program.
    analyses: Arc<Analyses<'p>>,
    /// The mode: how paths part and meet.
    policy: Policy,
    /// The limit above which numbers become conditional terms.
    conditional: Conditional,
    /// The regions that are executed in one transition.
    regions: Regions,
    /// The exceptions that may be in flight.
    thrown: ThrownTable,
    /// What is known of checks and assumptions, and the violations found.
    checks: Checks,
    /// The atoms of quantified formulas.
    quantifiers: Quantifiers,
    /// The bound on the depth of reads of the initial heap in this round.
    heap_bound: u64,
    /// The steps of Z3 for a question about a check, if they are fewer than for others.
    reduced_effort: Option<u32>,
    /// Counters.
    counters: Counters,
}

/// How a successor was reached, for the bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Via {
    /// Along an edge inside a frame, or by a return.
    Edge,
    /// By a call: the point is the start of the callee.
    Call,
    /// By a call of this method with a known result: the point is where the caller continues.
    Known(MethodId),
    /// Not reached anew: the paths wait before an instruction that reads the initial heap deeper than its bound.
    Deeper,
}

/// Paths of a step at their next program point.
pub struct Successor {
    /// Where they continue.
    pub point: ProgramPoint,
    /// Their guard.
    pub guard: Guard,
    /// How they came there.
    pub via: Via,
    /// Their state, with an empty pc, if the policy forks; else they stay in the state of the step.
    pub fork: Option<State>,
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
    /// Something happened that would be a violation, if it were checked.
    Unchecked,
    /// They came to code that cannot be executed.
    Unsupported,
}

/// The result of a step: paths that continue, have ended, or wait for other threads.
#[derive(Default)]
pub struct Stepped {
    /// Paths that continue.
    pub successors: Vec<Successor>,
    /// Guards of paths that have ended.
    pub ended: Vec<(End, Guard)>,
    /// Paths on which the thread stops, so that others may continue.
    pub stopped: Vec<Stopped>,
    /// Whether an assumption was false on some paths. No execution takes them.
    pub rejected: bool,
}

impl Stepped {
    /// Whether some paths neither continue nor wait.
    pub fn ends_paths(&self) -> bool {
        self.rejected || !self.ended.is_empty()
    }
}

/// How a thread stops, if there are others.
#[derive(Clone, Copy, Debug)]
pub enum Stop {
    /// Before a step that concerns other threads.
    Waits(ProgramPoint),
    /// Before a step that would end the run, or that the bounds do not admit yet: it does not continue.
    Stuck(ProgramPoint),
    /// It has ended.
    Ended,
    /// After a fork. Both threads continue.
    Forked {
        /// Where the thread itself continues.
        at: ProgramPoint,
        /// Where the new thread begins.
        child: ProgramPoint,
    },
}

/// Paths on which the thread that steps has stopped.
pub struct Stopped {
    /// How it has stopped.
    pub stop: Stop,
    /// The guard of the paths.
    pub guard: Guard,
    /// Their state, with an empty pc, if the policy forks; else that of the step.
    pub fork: Option<State>,
}

/// A step while it runs.
pub(crate) struct Step<'p, 's> {
    /// The state that it works on; the entry is no longer in its pc.
    state: &'s mut State,
    point: ProgramPoint,
    method: MethodId,
    block: &'p Block,
    /// The instruction or terminator that is being executed.
    span: Span,
    line: u32,
    /// The index of the instruction in its block.
    instruction: u32,
    /// Whether no other pc entry is in this frame or in one called from it. Then a local can be replaced, instead of updated
    /// under φ.
    alone: bool,
    /// Values of quantifier binders.
    bindings: Vec<Binding>,
    /// Whether the body of a quantifier is evaluated for an axiom, or a region is executed: paths that throw are left out, and
    /// no exception is raised.
    hypothetical: bool,
    /// The registers of a region while it is executed. They are read and written instead of the locals of the frame.
    registers: Option<Vec<Summary>>,
    out: Stepped,
}

impl<'p, 's> Step<'p, 's> {
    /// A step at the beginning of the block at a point, not known to be alone.
    fn at(program: &'p Program, contexts: &Contexts, state: &'s mut State, point: ProgramPoint) -> Self {
        let method = contexts.frame(point.frame).method;
        let block = &program.methods[method].blocks[point.block];
        Self {
            state,
            point,
            method,
            block,
            span: block.span,
            line: block.line,
            instruction: 0,
            alone: false,
            bindings: Vec::new(),
            hypothetical: false,
            registers: None,
            out: Stepped::default(),
        }
    }

    /// The point of the instruction that is being executed.
    fn here(&self) -> ProgramPoint {
        ProgramPoint { instruction: self.instruction, ..self.point }
    }

    /// The value of a quantifier binder.
    fn binding(&self, local: LocalId) -> Option<&Summary> {
        self.bindings.iter().rev().find(|binding| binding.local == local).map(|binding| &binding.value)
    }

    /// The value of a local of the frame, or of a register.
    fn local(&self, local: LocalId) -> Summary {
        match &self.registers {
            Some(registers) => registers[local.0 as usize].clone(),
            None => self.state.sigma.local(self.point.frame, local),
        }
    }

    /// Sets a register.
    fn set_register(&mut self, register: LocalId, value: Summary) {
        if let Some(registers) = &mut self.registers {
            registers[register.0 as usize] = value;
        }
    }
}

/// A reason why a step cannot be completed. It is no verdict on the program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Halt {
    /// Lenient mode: a call of an unknown method is reached.
    #[error("unknown method `{name}` is called")]
    UnknownMethod {
        /// The name of the method.
        name: String,
        /// The call.
        span: Span,
    },
    /// Guards have run out of variables or memory, or were interrupted: the effects of the step mean nothing.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
}

impl<'p> Machine<'p> {
    /// A machine for a program. Its bound on the depth of reads of the initial heap comes with the heap.
    pub fn new(
        analyses: Arc<Analyses<'p>>,
        config: &'p Config,
        logic: Logic,
        solver: Solver,
        (table, heap_bound): (HeapTable, u64),
    ) -> Self {
        let policy = Policy::of(config);
        Self {
            program: analyses.program,
            conditional: Conditional::new(&analyses, config.collapse, policy),
            analyses,
            config,
            policy,
            reduced_effort: None,
            logic,
            solver,
            contexts: Contexts::default(),
            table,
            thrown: ThrownTable::default(),
            checks: Checks::default(),
            quantifiers: Quantifiers::default(),
            heap_bound,
            // A region is one step, so its lines are not visited one by one.
            regions: Regions::new(match config.coverage || config.notes.is_some() || config.profile {
                true => 0,
                false => config.regions,
            }),
            counters: Counters::default(),
        }
    }

    /// The parts that hold guards from one step to the next, and the logic that the guards belong to.
    pub fn roots(&mut self) -> (&mut Logic, [&mut dyn HoldsGuards; 4]) {
        let Self {
            program: _,
            analyses: _,
            config: _,
            policy: _,
            logic,
            solver,
            contexts: _,
            table,
            thrown: _,
            checks,
            quantifiers,
            heap_bound: _,
            conditional: _,
            reduced_effort: _,
            regions: _,
            counters: _,
        } = self;
        (logic, [table, quantifiers, solver, checks])
    }

    /// The method of a frame.
    pub fn method_of(&self, frame: FrameId) -> &'p Method {
        &self.program.methods[self.contexts.frame(frame).method]
    }

    /// The block at a point.
    pub fn block_at(&self, at: ProgramPoint) -> &'p Block {
        &self.method_of(at.frame).blocks[at.block]
    }

    /// The instruction at a point; `None` for the terminator.
    pub fn instr_at(&self, at: ProgramPoint) -> Option<&'p Instr> {
        self.block_at(at).instrs.get(at.instruction as usize)
    }

    /// The mode: how paths part and meet.
    pub fn policy(&self) -> Policy {
        self.policy
    }

    /// The exceptions that may be in flight.
    pub fn thrown(&self) -> &ThrownTable {
        &self.thrown
    }

    /// What is known of checks and assumptions, and the violations found.
    pub fn checks(&self) -> &Checks {
        &self.checks
    }

    /// The atoms of quantified formulas.
    pub fn quantifiers(&self) -> &Quantifiers {
        &self.quantifiers
    }

    /// The counters.
    pub fn counters(&self) -> &Counters {
        &self.counters
    }

    /// Sets the bound on the depth of reads of the initial heap.
    pub fn read_up_to(&mut self, depth: u64) {
        self.heap_bound = depth;
    }

    /// Makes all numbers but constants conditional terms from now on.
    pub fn leave_numbers_to_solver(&mut self) {
        self.conditional = Conditional::Above(0);
    }

    /// Limits questions about checks to a number of steps of Z3, until [all are asked again](Self::ask_again).
    pub fn reduce_effort(&mut self, steps: u32) {
        self.reduced_effort = Some(steps);
    }

    /// Raises the limit of questions about checks to a number of steps, if there is a lower one.
    pub fn allow_effort(&mut self, steps: u32) {
        self.reduced_effort = self.reduced_effort.map(|known| known.max(steps));
    }

    /// The number of entries of the tables that grow with every iteration.
    pub fn tables(&self) -> usize {
        self.contexts.count() + self.table.addresses() + self.thrown.count() + self.logic.terms.count()
    }

    /// The entries of tables in use: those that the machine marks, and those that `others` marks.
    pub fn in_use(&mut self, others: impl FnOnce(&mut Live<'_>)) -> InUse {
        let Self { program, logic, contexts, table, thrown, checks, quantifiers, .. } = self;
        let mut live = Live::new(logic, program, contexts);
        table.mark(&mut live);
        checks.mark(&mut live);
        quantifiers.mark(&mut live);
        others(&mut live);
        thrown.mark_carried(&mut live);
        table.mark_keys(&mut live);
        live.used
    }

    /// Forgets the entries of tables that are not in use.
    pub fn retain(&mut self, used: &InUse) {
        self.contexts.retain(used);
        self.table.retain(used);
        self.thrown.retain(used);
        self.logic.terms.retain(|term| used.terms.contains(&term));
    }

    /// Runs the block at the point of an entry that has been taken out of the pc of `state`.
    ///
    /// # Errors
    /// When an unknown method is reached, or guards have run out. Then the state means nothing.
    pub fn step(&mut self, state: &mut State, entry: &Entry) -> Result<Stepped, Halt> {
        let stepped = self.block(state, entry);
        self.counters.heap_cells = state.sigma.heap_len() as u64;
        stepped
    }

    fn block(&mut self, state: &mut State, entry: &Entry) -> Result<Stepped, Halt> {
        let (point, mut phi) = (entry.point, entry.guard);
        let alone = state.pc.is_alone_in(point.frame);
        self.counters.paths_here = entry.paths.as_f64();
        self.counters.here = Here::default();
        let mut step = Step { alone, ..Step::at(self.program, &self.contexts, state, point) };
        let block = step.block;
        if point.instruction == 0 {
            let live = &self.program.methods[step.method].shape.live_in[point.block];
            self.forget_locals(step.state, phi, point.frame, alone, |local| live.binary_search(&local).is_err());
        }
        for (index, instr) in block.instrs.iter().enumerate().skip(point.instruction as usize) {
            step.instruction = index as u32;
            if self.waits(&mut step, phi, Some(instr)) {
                self.wait(&mut step, phi);
                return Ok(step.out);
            }
            self.count_operation();
            (step.span, step.line) = (instr.span, instr.line);
            phi = self.instruction(&mut step, phi, &instr.kind);
            self.logic.intact()?;
            if phi == Guard::FALSE {
                return Ok(step.out);
            }
        }
        step.instruction = block.instrs.len() as u32;
        if self.waits(&mut step, phi, None) {
            self.wait(&mut step, phi);
            return Ok(step.out);
        }
        self.count_operation();
        (step.span, step.line) = (block.span, block.line);
        self.terminator(&mut step, phi)?;
        self.logic.intact()?;
        Ok(step.out)
    }

    /// Executes an instruction other than the terminator. Returns the paths that continue.
    #[must_use]
    fn instruction(&mut self, step: &mut Step<'p, '_>, phi: Guard, instr: &InstrKind) -> Guard {
        match instr {
            InstrKind::Assign { dst, value } => {
                let (value, phi) = self.eval_stored(step, phi, value);
                self.assign(step, phi, *dst, &value);
                phi
            }
            InstrKind::CheckNull { reference } => {
                let value = step.local(*reference);
                self.check_null(step, phi, &value)
            }
            InstrKind::StoreField { object, field, value } => self.store_field(step, phi, *object, *field, value),
            InstrKind::StoreElem { array, index, value } => self.store_elem(step, phi, *array, index, value),
            InstrKind::StoreStatic { field, value } => self.store_static(step, phi, *field, value),
            InstrKind::NewObject { dst, site } => {
                self.new_object(step, phi, *dst, *site);
                phi
            }
            InstrKind::NewArray { dst, site, length } => self.new_array(step, phi, *dst, *site, length),
            InstrKind::Assert { cond, check } | InstrKind::Clause { cond, check } => {
                self.check(step, phi, cond, *check)
            }
            InstrKind::Assume { cond } => self.assume(step, phi, cond),
            InstrKind::Cover { cond, cover } => {
                self.cover(step, phi, cond, *cover);
                phi
            }
            InstrKind::Modifies { locations, check } => self.check_frame(step, phi, locations, *check),
            InstrKind::ClauseThrew { check, slot } => {
                self.clause_threw(step, phi, *check, *slot);
                Guard::FALSE
            }
            InstrKind::CheckMissing { value, check } => self.check_missing(step, phi, *value, *check),
            InstrKind::CheckStore { array, value } => self.check_store(step, phi, *array, *value),
            InstrKind::Havoc { dst, ty, name } => {
                let value = self.outside(step, phi, ty, *name);
                self.assign(step, phi, *dst, &value);
                if self.program.guesses.contains(name) {
                    self.guess(*name, phi);
                }
                phi
            }
            InstrKind::Thread(op) => self.thread_op(step, phi, op),
        }
    }

    /// Whether some input satisfies a pc guard; a solver that gives up counts as yes.
    pub fn feasible(&mut self, guard: Guard) -> bool {
        !matches!(self.ask(guard), Answer::Infeasible)
    }

    /// The answer of the solver about a pc guard. The axioms of the quantified formulas in it are conjoined first.
    pub fn ask(&mut self, guard: Guard) -> Answer {
        let guard = self.with_axioms(guard);
        self.solver.feasible(&mut self.logic, guard)
    }

    /// The answer of the solver about the paths on which a check fails. Only the verdict depends on it, so a hard question can
    /// wait until all others have been asked.
    pub(super) fn ask_of_check(&mut self, guard: Guard) -> Answer {
        let guard = self.with_axioms(guard);
        match self.reduced_effort {
            Some(rlimit) => self.solver.feasible_within(&mut self.logic, guard, rlimit),
            None => self.solver.feasible(&mut self.logic, guard),
        }
    }

    /// Counts an operation of the program.
    fn count_operation(&mut self) {
        self.counters.operations += 1;
        self.logic.guards.add_work(OPERATION);
    }

    /// `local := value` under φ in the frame of the step, where `value` is defined on φ.
    pub(crate) fn assign(&mut self, step: &mut Step<'p, '_>, phi: Guard, local: LocalId, value: &Summary) {
        if step.registers.is_some() {
            return step.set_register(local, value.clone());
        }
        let place = Place::Local(step.point.frame, local);
        self.assign_place(step.state, phi, place, value, step.alone);
    }
}
