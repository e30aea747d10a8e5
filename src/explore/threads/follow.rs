//! A schedule of the interpreter from the choices of the engine.
//!
//! In the engine a thread continues where its next step commutes with those of the others. The interpreter does not know
//! about that, and chooses a thread after every step that others can see. So a run first *follows* the engine: it keeps the
//! engine's program point of every thread, and runs a thread up to a point where it waits in the engine. The resulting order
//! of visible steps is a schedule like any other. The same run finds out which values come from outside, because these are inputs
//! of the engine's program points.

use super::super::error::Error;
use super::super::witness::{self, Parameter, Witness};
use super::history::Past;
use super::schedule::Schedule;
use crate::guard::Guard;
use crate::inputs::{Inputs, Value};
use crate::interp::{self, Around, CodePoint, Event, InputError, Limits, Listed, Outside, Scheduler, ThreadId};
use crate::ir::{MethodId, Program, Type};
use crate::solver::Model;
use crate::state::{Contexts, HeapTable, ProgramPoint, Turn};
use crate::transition::Machine;
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

/// A model of the guard `asked` with small values, and the inputs that it describes, with the schedule that leads to the
/// turn `past`. The guard has the axioms of quantified formulas conjoined already. The limits are those of runs with these
/// inputs. When their token is cancelled, the schedule is arbitrary.
///
/// # Errors
/// When the entry does not take the inputs.
pub fn small(
    machine: &mut Machine<'_>,
    schedule: &Schedule,
    (entry, parameters): (MethodId, &[Parameter]),
    asked: Guard,
    past: Option<Turn>,
    limits: Limits<'_>,
) -> Result<Option<(Rc<Model>, Inputs)>, Error> {
    let Some((model, mut inputs)) = witness::small(machine, parameters, asked) else { return Ok(None) };
    if past.is_some() || machine.table.has_outside() {
        let holds = |guard| machine.logic.eval(guard, model.assignment()) == Some(true);
        let past = past.map(|last| schedule.history.past(last, holds));
        let followed = follow(machine, &past.unwrap_or_default(), &model, (entry, parameters, &mut inputs), limits);
        (inputs.schedule, inputs.nondet) = followed.map_err(|why| Error::inadmissible(&inputs, &why))?;
        inputs.forget_unreachable();
    }
    Ok(Some((model, inputs)))
}

/// Describes the inputs, with the objects that come from outside. Returns the choices of a run with these inputs that follows
/// the engine, without those at its end that the interpreter would make anyway, and the values that the run gets from outside.
fn follow(
    machine: &mut Machine<'_>,
    past: &Past,
    model: &Model,
    (entry, parameters, inputs): (MethodId, &[Parameter], &mut Inputs),
    limits: Limits<'_>,
) -> Result<(Vec<ThreadId>, Vec<Value>), InputError> {
    let Machine { program, contexts, config, table, logic, .. } = machine;
    let dialect = &config.dialect;
    let follower = RefCell::new(Follower::new(program, contexts, past));
    let mut observer = |event: Event<'_>, _: &interp::Heap| follower.borrow_mut().note(event);
    // What it describes within the run has the names of the inputs.
    let mut witness = Witness::new(program, logic, table, model.assignment());
    *inputs = witness.inputs(parameters);
    witness.add_outside(inputs);
    let mut described = Described { follower: &follower, table, witness, values: Vec::new(), known: 0 };
    let mut around = Around { scheduler: &mut &follower, outside: &mut described };
    interp::run_within(program, entry, inputs, dialect, limits, &mut around, &mut observer)?;
    let Described { mut values, known, .. } = described;
    // After them the run gets defaults, which need not be listed.
    values.truncate(known);
    if past.turns.is_empty() && past.stops.is_empty() {
        return Ok((Vec::new(), values));
    }
    let mut order = Order { steps: follower.into_inner().steps.into_iter() };
    let mut around = Around { scheduler: &mut order, outside: &mut Listed::new(&values) };
    let run = interp::run_within(program, entry, inputs, dialect, limits, &mut around, &mut |_, _| {})?;
    let mut choices = run.choices;
    while choices.pop_if(|last| last.taken == last.of[0]).is_some() {}
    Ok((choices.into_iter().map(|choice| choice.taken).collect(), values))
}

/// The values from outside that a model describes, for a run that follows the engine.
struct Described<'a, 'f> {
    follower: &'a RefCell<Follower<'f>>,
    table: &'a HeapTable,
    witness: Witness<'a>,
    /// Those that the run has got.
    values: Vec<Value>,
    /// How many of them the engine knows: those up to the last point at which it has been.
    known: usize,
}

impl Outside for Described<'_, '_> {
    fn value(&mut self, thread: ThreadId, at: CodePoint, ty: &Type) -> Option<Value> {
        let follower = self.follower.borrow();
        let top = follower.frames[thread as usize].last()?;
        let value = self.table.known_outside(ProgramPoint { instruction: at.index, ..*top });
        let is_known = value.is_some();
        let value = value.map_or_else(|| ty.default_input(), |value| self.witness.value(value, ty));
        self.values.push(value.clone());
        if is_known {
            self.known = self.values.len();
        }
        Some(value)
    }
}

/// Follows the engine: where the threads of a run are, and which choices are left.
struct Follower<'a> {
    program: &'a Program,
    contexts: &'a mut Contexts,
    /// By thread, the points of its frames, each at the beginning of a block.
    frames: Vec<Vec<ProgramPoint>>,
    current: usize,
    parent: usize,
    /// Whether a frame has just been entered. It is at its first block already.
    entered: bool,
    /// The points where threads wait, each with the index of its turn. Those where they stop for good have `usize::MAX`.
    waits: HashMap<ProgramPoint, usize>,
    /// The number of turns so far.
    done: usize,
    turns: &'a [ProgramPoint],
    /// The threads that wait at such a point.
    refused: BTreeSet<ThreadId>,
    /// The threads that have made visible steps, in order.
    steps: Vec<ThreadId>,
}

impl<'a> Follower<'a> {
    fn new(program: &'a Program, contexts: &'a mut Contexts, past: &'a Past) -> Self {
        let never = past.stops.iter().map(|stop| (*stop, usize::MAX));
        let turns = past.turns.iter().enumerate().map(|(place, turn)| (*turn, place));
        Self {
            program,
            contexts,
            frames: vec![Vec::new()],
            current: 0,
            parent: 0,
            entered: false,
            waits: never.chain(turns).collect(),
            done: 0,
            turns: &past.turns,
            refused: BTreeSet::new(),
            steps: Vec::new(),
        }
    }

    fn note(&mut self, event: Event<'_>) {
        match event {
            Event::Switch(thread) => {
                self.parent = std::mem::replace(&mut self.current, thread as usize);
                if self.frames.len() <= self.current {
                    self.frames.resize_with(self.current + 1, Vec::new);
                }
            }
            Event::Enter { method, caller } => {
                let below = self.frames[self.current].last().copied();
                let frame = match (below, caller) {
                    (None, Some(at)) => {
                        let top = self.frames[self.parent].last().expect("who forks is in a frame");
                        let at = ProgramPoint { instruction: at.index, ..*top };
                        self.contexts.fork(self.program, at, method)
                    }
                    (below, _) => self.contexts.enter(self.program, below, method),
                };
                let start = self.contexts.start(self.program, frame);
                self.frames[self.current].push(start);
                self.entered = true;
            }
            Event::Leave => _ = self.frames[self.current].pop(),
            Event::Block(to) => {
                if std::mem::take(&mut self.entered) {
                    return;
                }
                if let Some(top) = self.frames[self.current].last_mut() {
                    *top = self.contexts.follow(self.program, *top, to);
                }
            }
            Event::Read(_) | Event::Assign { .. } => {}
        }
    }
}

impl Scheduler for &RefCell<Follower<'_>> {
    fn choose(&mut self, current: ThreadId, enabled: &[ThreadId]) -> Option<ThreadId> {
        let follower = self.borrow();
        let goes_on = |thread: &&ThreadId| enabled.contains(thread) && !follower.refused.contains(thread);
        let goes_on = Some(&current).into_iter().chain(enabled).find(goes_on);
        goes_on.copied().or_else(|| {
            let turn = follower.contexts.thread_at(*follower.turns.get(follower.done)?);
            let is_turn = |thread: &&ThreadId| {
                let root = follower.frames[**thread as usize].first();
                root.is_some_and(|root| follower.contexts.thread_at(*root) == turn)
            };
            enabled.iter().find(is_turn).copied()
        })
    }

    fn steps(&mut self, thread: ThreadId, instruction: u32, visible: bool) -> bool {
        let mut follower = self.borrow_mut();
        let top = follower.frames[thread as usize].last().expect("a thread that steps has a frame");
        let here = ProgramPoint { instruction, ..*top };
        match follower.waits.get(&here) {
            Some(place) if *place != follower.done => {
                follower.refused.insert(thread);
                return false;
            }
            Some(_) => follower.done += 1,
            None => {}
        }
        follower.refused.remove(&thread);
        if visible {
            follower.steps.push(thread);
        }
        true
    }
}

/// Lets threads make visible steps in an order.
struct Order {
    steps: std::vec::IntoIter<ThreadId>,
}

impl Scheduler for Order {
    fn choose(&mut self, _: ThreadId, enabled: &[ThreadId]) -> Option<ThreadId> {
        self.steps.as_slice().first().or(enabled.first()).copied()
    }

    fn steps(&mut self, _: ThreadId, _: u32, visible: bool) -> bool {
        if visible {
            self.steps.next();
        }
        true
    }
}
