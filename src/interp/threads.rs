//! Threads: which of them steps next.
//!
//! A *transition* of a thread is a number of steps that no other thread can see and that see nothing of the others, and
//! then one *visible* step: one that reads or writes the heap, deals with threads, ends a thread, or can end the run. Which
//! thread makes the next transition is a [`Choice`]. For every interleaving of single steps some choices have the same
//! outcome, because of two properties: steps that are not visible commute with those of others, and a thread that makes such
//! steps for ever keeps no other thread from being chosen instead of it.
//!
//! ```text
//! lock m            disabled while another thread has the monitor of m; else counts it up
//! unlock m          counts it down: at 0 it is free
//! fork k(e…)        a new thread with the one frame (k, entry, 0, defaults[formals ↦ ⟦e…⟧])
//! join              disabled while a thread that this one has forked is alive
//! return, one frame the thread has ended; the run, with the last one
//! unwind, one frame the run has ended
//! none enabled      a deadlock
//! ```

use super::changes::CallId;
use super::eval::Halt;
use super::heap::ObjectId;
use super::machine::{Frame, Machine};
use super::value::Value;
use super::{End, Event, Fault};
use crate::index::Idx;
use crate::ir::{Callee, Expr, InstrKind, Kind, LocalId, MethodId, Terminator, ThreadOp};
use crate::source::Span;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Threads are numbered in the order of their creation; that of the entry is 0.
pub type ThreadId = u32;

/// Decides which thread steps next.
pub trait Scheduler {
    /// The thread that goes on, of those that can (ascending, at least one); `current` has stepped last. `None` ends the run.
    fn choose(&mut self, current: ThreadId, enabled: &[ThreadId]) -> Option<ThreadId>;

    /// Whether the thread makes its next step, at this instruction of its top frame, or makes way for others. Called only
    /// where there are several threads.
    fn steps(&mut self, _thread: ThreadId, _instruction: u32, _visible: bool) -> bool {
        true
    }
}

/// Takes the threads of a list wherever several can go on; when the list ends, the first that can.
pub(super) struct Given<'a> {
    schedule: std::slice::Iter<'a, ThreadId>,
}

impl<'a> Given<'a> {
    pub(super) fn new(schedule: &'a [ThreadId]) -> Self {
        Self { schedule: schedule.iter() }
    }
}

impl Scheduler for Given<'_> {
    fn choose(&mut self, _: ThreadId, enabled: &[ThreadId]) -> Option<ThreadId> {
        let chosen = if enabled.len() > 1 { self.schedule.next().copied() } else { None };
        Some(chosen.unwrap_or(enabled[0]))
    }
}

/// A choice of the scheduler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The thread that goes on.
    pub taken: ThreadId,
    /// The threads that could, at least two, ascending.
    pub of: Vec<ThreadId>,
}

/// A thread.
#[derive(Debug)]
pub(super) struct Thread {
    /// Empty when it has ended.
    pub(super) frames: Vec<Frame>,
    parent: Option<(ThreadId, Span)>,
    /// The calls of framed methods in which it was forked, directly or not. They may have ended.
    pub(super) around: Rc<[CallId]>,
}

/// The threads of a run. For each monitor, the thread that has it, and how often.
pub(super) struct Threads {
    pub(super) all: Vec<Thread>,
    pub(super) current: ThreadId,
    monitors: FxHashMap<ObjectId, (ThreadId, u64)>,
    /// Whether the last step was visible, or the thread makes way without one.
    pub(super) yields: bool,
    /// The choices that were made.
    pub(super) choices: Vec<Choice>,
}

/// A thread in a deadlock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// The thread.
    pub thread: ThreadId,
    /// The `lock` or `join` at which it waits.
    pub span: Span,
    /// Its line.
    pub line: u32,
    /// What it waits for.
    pub on: WaitsFor,
}

/// What a thread waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WaitsFor {
    /// A monitor that this thread has.
    Monitor(ThreadId),
    /// The end of these threads.
    Threads(Vec<ThreadId>),
}

impl Threads {
    /// One thread without frames.
    pub(super) fn new() -> Self {
        Self {
            all: vec![Thread { frames: Vec::new(), parent: None, around: Rc::new([]) }],
            current: 0,
            monitors: FxHashMap::default(),
            yields: false,
            choices: Vec::new(),
        }
    }

    /// The thread that steps.
    pub(super) fn current(&self) -> &Thread {
        &self.all[self.current as usize]
    }

    /// The thread that steps, for change.
    pub(super) fn current_mut(&mut self) -> &mut Thread {
        &mut self.all[self.current as usize]
    }

    /// The top frame of the thread that steps, for change.
    pub(super) fn top_mut(&mut self) -> &mut Frame {
        self.current_mut().frames.last_mut().expect("a thread that steps has a frame")
    }

    /// Whether any thread has been forked.
    pub(super) fn are_several(&self) -> bool {
        self.all.len() > 1
    }

    /// The fork that made the thread that steps; none for the first.
    pub(super) fn forked_at(&self) -> Option<Span> {
        self.current().parent.map(|(_, span)| span)
    }

    fn alive(&self) -> impl Iterator<Item = ThreadId> + '_ {
        (0..).zip(&self.all).filter(|(_, thread)| !thread.frames.is_empty()).map(|(id, _)| id)
    }
}

impl Machine<'_, '_> {
    /// Chooses the thread that steps next, if several can.
    pub(super) fn schedule(&mut self) -> Result<(), Halt> {
        if !self.threads.are_several() {
            return if self.threads.all[0].frames.is_empty() { Err(self.ended()) } else { Ok(()) };
        }
        let waits = !self.threads.current().frames.is_empty() && self.waits_for(self.threads.current).is_some();
        if !(self.threads.yields || waits) {
            return Ok(());
        }
        self.threads.yields = false;
        let alive: Vec<ThreadId> = self.threads.alive().collect();
        let enabled: Vec<ThreadId> = alive.iter().copied().filter(|&id| self.waits_for(id).is_none()).collect();
        let next = match enabled.as_slice() {
            [] if alive.is_empty() => return Err(self.ended()),
            [] => return Err(Halt::End(self.deadlock(&alive))),
            some => {
                let taken = self.scheduler.choose(self.threads.current, some).filter(|taken| some.contains(taken));
                let Some(taken) = taken else {
                    return Err(Halt::End(End::Unscheduled { position: self.threads.choices.len() }));
                };
                if some.len() > 1 {
                    self.threads.choices.push(Choice { taken, of: enabled });
                }
                taken
            }
        };
        self.switch(next);
        Ok(())
    }

    fn switch(&mut self, next: ThreadId) {
        if next != self.threads.current {
            self.threads.current = next;
            (self.observer)(Event::Switch(next), &self.heap);
        }
    }

    /// All threads have ended.
    fn ended(&mut self) -> Halt {
        Halt::End(End::Returned { value: self.result.take() })
    }

    fn deadlock(&mut self, alive: &[ThreadId]) -> End {
        let waiting = |&thread: &ThreadId| {
            let (_, span, line) = self.waits_at(thread)?;
            Some(Waiting { thread, span, line, on: self.waits_for(thread)? })
        };
        self.waiting = alive.iter().filter_map(waiting).collect();
        let place = |waiting: &&Waiting| (matches!(waiting.on, WaitsFor::Threads(_)), waiting.span);
        let first = self.waiting.iter().min_by_key(place).expect("some thread is alive");
        let (method, span, line) = self.waits_at(first.thread).expect("it waits");
        self.ended_by(Fault::at(Kind::Deadlock, method, (span, line)))
    }

    /// Where a thread waits: at its next instruction, or at the call that has led to it from where places say something.
    fn waits_at(&self, thread: ThreadId) -> Option<(MethodId, Span, u32)> {
        let frames = &self.threads.all[thread as usize].frames;
        let top = frames.last()?;
        let instr = self.block_of(top).instrs.get(top.at.index as usize)?;
        Some(self.outer_call(frames).unwrap_or((top.at.method, instr.span, instr.line)))
    }

    /// The call that has led from a method whose places say something to inner ones: the method, the span and the line. `None` in
    /// such a method.
    fn outer_call(&self, frames: &[Frame]) -> Option<(MethodId, Span, u32)> {
        let outer = frames.iter().rposition(|frame| !self.program.methods[frame.at.method].is_inner)?;
        let block = self.block_of(&frames[outer]);
        (outer + 1 < frames.len()).then_some((frames[outer].at.method, block.span, block.line))
    }

    /// The end of a run at code that is not supported, at this place or at the call that has led there.
    pub(super) fn unsupported(&self, what: String, span: Span, line: u32) -> Halt {
        let outer = self.outer_call(self.frames());
        let (span, line) = outer.map_or((span, line), |(_, span, line)| (span, line));
        Halt::End(End::Unsupported { what, span, line })
    }

    /// What a thread that is alive waits for at its next instruction.
    fn waits_for(&self, thread: ThreadId) -> Option<WaitsFor> {
        let frame = self.threads.all[thread as usize].frames.last()?;
        match &self.block_of(frame).instrs.get(frame.at.index as usize)?.kind {
            InstrKind::Thread(ThreadOp::Lock(monitor)) => {
                let Value::Ref(object) = frame.locals[monitor.index()] else { return None };
                let (owner, _) = self.threads.monitors.get(&object)?;
                (*owner != thread).then_some(WaitsFor::Monitor(*owner))
            }
            InstrKind::Thread(ThreadOp::Join) => {
                let is_child =
                    |id: &ThreadId| self.threads.all[*id as usize].parent.is_some_and(|(parent, _)| parent == thread);
                let children: Vec<ThreadId> = self.threads.alive().filter(is_child).collect();
                (!children.is_empty()).then_some(WaitsFor::Threads(children))
            }
            _ => None,
        }
    }

    /// Whether the next step of the thread that steps is visible.
    pub(super) fn is_visible(&mut self) -> Result<bool, Halt> {
        let frame = self.top();
        let is_root = self.frames().len() == 1;
        let block = self.block_of(frame);
        let Some(instr) = block.instrs.get(frame.at.index as usize) else {
            return Ok(match block.term {
                Terminator::Return | Terminator::Unwind => is_root,
                Terminator::UnknownMethod(_) | Terminator::Unsupported(_) => true,
                _ => false,
            });
        };
        Ok(match &instr.kind {
            InstrKind::Assign { value, .. } => {
                matches!(value, Expr::Field(..) | Expr::Elem(..) | Expr::Static(_) | Expr::Quant(_))
            }
            InstrKind::StoreField { .. }
            | InstrKind::StoreElem { .. }
            | InstrKind::StoreStatic { .. }
            | InstrKind::ClauseThrew { .. }
            | InstrKind::Modifies { .. }
            | InstrKind::Thread(_) => true,
            InstrKind::Assert { cond, .. } | InstrKind::Assume { cond } | InstrKind::Clause { cond, .. } => {
                matches!(cond, Expr::Quant(_)) || !self.eval(cond)?.bool()
            }
            // Others see it if it ends the run.
            InstrKind::Cover { cond, cover } => self.up_to == Some(*cover) && self.eval(cond)?.bool(),
            InstrKind::CheckMissing { value, .. } => *self.local(*value) == Value::Missing,
            // The values from outside are in the order of the run.
            InstrKind::Havoc { .. } => true,
            InstrKind::CheckNull { .. }
            | InstrKind::CheckStore { .. }
            | InstrKind::NewObject { .. }
            | InstrKind::NewArray { .. } => false,
        })
    }

    /// Executes an operation on threads, which is enabled.
    pub(super) fn thread_op(&mut self, op: &ThreadOp, span: Span) -> Result<(), Halt> {
        match op {
            ThreadOp::Lock(monitor) => {
                let object = self.object(*monitor);
                let current = self.threads.current;
                let (_, count) = self.threads.monitors.entry(object).or_insert((current, 0));
                *count += 1;
            }
            ThreadOp::Unlock(monitor) => {
                let object = self.object(*monitor);
                let current = self.threads.current;
                let held = self.threads.monitors.get_mut(&object).filter(|(owner, _)| *owner == current);
                let Some((_, count)) = held else {
                    let what = "the release of a monitor that the thread does not have".to_owned();
                    return Err(self.unsupported(what, span, 0));
                };
                *count -= 1;
                if *count == 0 {
                    self.threads.monitors.remove(&object);
                }
            }
            ThreadOp::Fork { callee, args } => self.fork(callee, args, span)?,
            ThreadOp::Join => {}
        }
        Ok(())
    }

    fn object(&self, monitor: LocalId) -> ObjectId {
        let Value::Ref(object) = *self.local(monitor) else { panic!("ill-formed IR: a lock without `CheckNull`") };
        object
    }

    fn fork(&mut self, callee: &Callee, args: &[Expr], span: Span) -> Result<(), Halt> {
        let args = args.iter().map(|a| self.eval(a)).collect::<Result<Vec<_>, _>>()?;
        let method = self.target(callee, &args);
        let (parent, child) = (self.threads.current, self.threads.all.len() as ThreadId);
        let place = self.place();
        let around = self.calls_around();
        self.threads.all.push(Thread { frames: Vec::new(), parent: Some((parent, span)), around });
        self.switch(child);
        self.enter_from(method, args, Some(place));
        self.switch(parent);
        self.threads.yields = true;
        Ok(())
    }
}
