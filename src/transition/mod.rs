//! The transitions of the paper (MultiSE, section 2) over one state, block by block.
//!
//! [`Machine::step`] takes a pc entry (φ, program point) of a state, runs the instructions of its block for all the
//! paths that the entry stands for, and yields the points where they go on. It is the same in merge and in path mode;
//! the [`Policy`] decides what differs.
//!
//! | rule | file |
//! |---|---|
//! | guarded update of Σ | [`effects`]; of what the program names, counted, [`assignments`] |
//! | expressions, `x := e` | [`expr`] |
//! | comparisons | [`compare`] |
//! | fields, elements, allocation | [`memory`] |
//! | branch, call, return | [`control`] |
//! | exceptions | [`raise`] |
//! | fork, join, lock, and where a thread waits for its turn | [`threads`] |
//! | assert, assume, contracts | [`check`] |
//! | what calls change | [`changes`] |
//! | quantified formulas | [`quantifier`] |
//! | numbers as conditional terms | [`conditional`] |
//! | small inputs as constants | [`few`] |
//! | a branch and what follows up to its join, at once | [`region`] |
//! | calls with known results | [`tabling`] |
//!
//! Paths may leave φ in the middle of an instruction: they throw, wait, violate a check, or fail an assumption. What may
//! lose some is given φ and gives back the paths that go on, after its value if it has one:
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
pub mod memory;
mod policy;
pub mod quantifier;
pub mod raise;
pub mod region;
mod tabling;
mod threads;

use crate::config::Config;
use crate::guard::{Exhausted, Guard, HoldsGuards, Logic};
use crate::ir::{Block, InstrKind, LocalId, MethodId, Program};
use crate::region::Regions;
use crate::solver::{Answer, Solver};
use crate::source::Span;
use crate::state::{Contexts, Entry, HeapTable, InUse, Live, Marks, Place, ProgramPoint, State};
use crate::summary::Summary;
pub use analyses::Analyses;
use check::Checks;
use conditional::Conditional;
use counters::{Counters, Here};
pub use policy::Policy;
use quantifier::{Binding, Quantifiers};
use raise::ThrownTable;
use std::sync::Arc;

/// Steps through guards that take as long as an operation of the program, guards aside.
const OPERATION: u64 = 50;

/// Everything that transitions read and write. What is public callers work with as well; the rest they may look at.
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
    /// What is known of the text of the program.
    analyses: Arc<Analyses<'p>>,
    /// How paths part and meet.
    policy: Policy,
    /// Which numbers become conditional terms.
    conditional: Conditional,
    /// The regions that are executed in one transition.
    regions: Regions,
    /// The exceptions that may be in flight.
    thrown: ThrownTable,
    /// What is known of checks and assumptions, and the violations found.
    checks: Checks,
    /// The atoms of quantified formulas.
    quantifiers: Quantifiers,
    /// How deep the initial heap is read in this round.
    heap_bound: u64,
    /// Steps of Z3 for a question about a check, if it is to have fewer than others.
    reduced_effort: Option<u32>,
    /// Counters.
    counters: Counters,
}

/// How a successor was reached, as far as bounds are concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Via {
    /// Along an edge inside a frame, or by a return.
    Edge,
    /// By a call: the point is the start of the callee.
    Call,
    /// By a call of this method whose result is known: the point is where the caller goes on.
    Known(MethodId),
    /// Not reached anew: the paths wait before an instruction that reads the initial heap deeper than its bound.
    Deeper,
}

/// Paths that a step has brought to a program point.
pub struct Successor {
    /// Where they go on.
    pub point: ProgramPoint,
    /// Which paths.
    pub guard: Guard,
    /// How they came there.
    pub via: Via,
    /// The state in which they go on, when the policy forks; else that of the step. Its pc is empty.
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
}

/// The result of a step: where its paths go on, and which have ended.
#[derive(Default)]
pub struct Stepped {
    /// Where paths go on.
    pub successors: Vec<Successor>,
    /// Guards of paths that ended.
    pub ended: Vec<(End, Guard)>,
    /// Where the thread makes way for others.
    pub stopped: Vec<Stopped>,
}

/// How a thread stops, beside which there are others.
#[derive(Clone, Copy, Debug)]
pub enum Stop {
    /// Before a step that has to do with others.
    Waits(ProgramPoint),
    /// Before a step that would end the run, or that the bounds do not admit yet: it goes no further.
    Stuck(ProgramPoint),
    /// It has ended.
    Ended,
    /// It has made another thread. Both go on.
    Forked {
        /// Where it goes on itself.
        at: ProgramPoint,
        /// Where the new thread begins.
        child: ProgramPoint,
    },
}

/// Paths on which the thread that steps has stopped.
pub struct Stopped {
    /// How.
    pub stop: Stop,
    /// Which paths.
    pub guard: Guard,
    /// The state in which it did, when the policy forks; else that of the step. Its pc is empty.
    pub fork: Option<State>,
}

/// A step that is being made.
pub(crate) struct Step<'p, 's> {
    /// The state that it works on; the entry is no longer in its pc.
    state: &'s mut State,
    point: ProgramPoint,
    method: MethodId,
    block: &'p Block,
    /// The instruction or terminator that is being executed.
    span: Span,
    line: u32,
    /// The number of the instruction in its block.
    instruction: u32,
    /// No other pc entry is in this frame or above it: a local can be replaced instead of updated under φ.
    alone: bool,
    /// Values of quantifier binders.
    bindings: Vec<Binding>,
    /// The body of a quantifier is evaluated for an axiom: paths that throw are left out, and no exception is raised.
    hypothetical: bool,
    /// What a region computes, while it is executed: its registers take the place of the locals of the frame.
    registers: Option<Vec<Summary>>,
    out: Stepped,
}

impl<'p, 's> Step<'p, 's> {
    /// A step at a point that nothing is known of.
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

    /// Where the instruction is that is being executed.
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

    /// Gives a register its value.
    fn set_register(&mut self, register: LocalId, value: Summary) {
        if let Some(registers) = &mut self.registers {
            registers[register.0 as usize] = value;
        }
    }
}

/// An end of exploration that is no verdict on the program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Halt {
    /// Lenient mode: a call of an unknown method is reached.
    #[error("unknown method `{name}` is called")]
    UnknownMethod {
        /// What was called.
        name: String,
        /// Where.
        span: Span,
    },
    /// Guards have run out of variables or memory, or were interrupted: the effects of the step mean nothing.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
}

impl<'p> Machine<'p> {
    /// A machine for a program. It reads the initial heap as deep as `heap_bound` until it may read deeper.
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
            // What a region executes in one step comes to none of its lines.
            regions: Regions::new(match config.coverage || config.notes.is_some() || config.profile {
                true => 0,
                false => config.regions,
            }),
            counters: Counters::default(),
        }
    }

    /// The holders of guards from one step to the next, and the logic that the guards belong to.
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

    /// How paths part and meet.
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

    /// What has been counted.
    pub fn counters(&self) -> &Counters {
        &self.counters
    }

    /// The initial heap may be read as deep as this.
    pub fn read_up_to(&mut self, depth: u64) {
        self.heap_bound = depth;
    }

    /// From now on all numbers but constants are conditional terms.
    pub fn leave_numbers_to_solver(&mut self) {
        self.conditional = Conditional::Above(0);
    }

    /// Questions about checks get at most so many steps of Z3, until [all are asked again](Self::ask_again).
    pub fn reduce_effort(&mut self, steps: u32) {
        self.reduced_effort = Some(steps);
    }

    /// Where they get fewer, they get so many.
    pub fn allow_effort(&mut self, steps: u32) {
        self.reduced_effort = self.reduced_effort.map(|known| known.max(steps));
    }

    /// How many entries the tables have that grow with every iteration.
    pub fn tables(&self) -> usize {
        self.contexts.count() + self.table.addresses() + self.thrown.count() + self.logic.terms.count()
    }

    /// What is in use of the tables, by the machine and by what `others` mark.
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

    /// Forgets what is not in use of the tables.
    pub fn retain(&mut self, used: &InUse) {
        self.contexts.retain(used);
        self.table.retain(used);
        self.thrown.retain(used);
        self.logic.terms.retain(|term| used.terms.contains(&term));
    }

    /// Runs the block at the point of an entry that has been taken out of the pc of `state`.
    ///
    /// # Errors
    /// When an unknown method is reached, or guards have run out: the state then is none that the program can be in.
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

    /// Executes an instruction other than the terminator. Gives the paths that go on.
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
            InstrKind::Modifies { locations, check } => self.check_frame(step, phi, locations, *check),
            InstrKind::ClauseThrew { check, slot } => {
                self.clause_threw(step, phi, *check, *slot);
                Guard::FALSE
            }
            InstrKind::CheckMissing { value, check } => self.check_missing(step, phi, *value, *check),
            InstrKind::Thread(op) => self.thread_op(step, phi, op),
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

    /// The whole answer about the paths on which a check fails. Nothing but the verdict depends on it, so that a hard
    /// question can wait until all others have been asked.
    pub(super) fn ask_of_check(&mut self, guard: Guard) -> Answer {
        let guard = self.with_axioms(guard);
        match self.reduced_effort {
            Some(rlimit) => self.solver.feasible_within(&mut self.logic, guard, rlimit),
            None => self.solver.feasible(&mut self.logic, guard),
        }
    }

    /// An operation of the program is executed.
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
