//! The machine: frames, instructions, terminators.

use super::changes::{CallId, Cell, Changes};
use super::eval::{Evaluator, Halt, Meter, initial_locals, not_null};
use super::heap::{Heap, ObjectId};
use super::lasso::{Lasso, Lassos};
use super::load;
use super::outside::Outside;
use super::recorder::Trace;
use super::threads::{Scheduler, Threads, Waiting};
use super::value::{CodePoint, Thrown, Value};
use super::{Around, Assumption, End, Event, Fault, FinalState, Limits, Observer, Run, Target};
use crate::config::Dialect;
use crate::index::{Idx, IndexVec};
use crate::inputs::Value as Input;
use crate::ir::{
    Block, BlockId, Callee, Cause, CheckId, ClassId, CoverId, Expr, InstrKind, Kind, LocalId, MethodId, Program,
    StaticId, Terminator, Type,
};
use crate::num::Num;
use crate::source::Span;
use crate::trace::TraceStep;
use std::collections::BTreeSet;

/// The number of values that are looked at for a step.
const VALUES_PER_STEP: u64 = 16;

/// A call that has not ended. While it waits for a callee, it is at the call.
#[derive(Debug)]
pub(super) struct Frame {
    pub(super) at: CodePoint,
    pub(super) locals: Vec<Value>,
    /// What the call has changed, if its method is framed.
    pub(super) changes: Option<Box<Changes>>,
}

pub(super) struct Machine<'a, 'o> {
    pub(super) program: &'a Program,
    pub(super) dialect: &'a Dialect,
    meter: Meter,
    /// The cover statement at which the run ends when it satisfies it.
    pub(super) up_to: Option<CoverId>,
    /// The cover statements that the run has satisfied.
    covers: BTreeSet<CoverId>,
    trace: Trace,
    pub(super) threads: Threads,
    pub(super) scheduler: &'a mut dyn Scheduler,
    outside: &'a mut dyn Outside,
    /// How many values have come from outside.
    received: usize,
    /// The threads of a deadlock.
    pub(super) waiting: Vec<Waiting>,
    /// What the entry has returned.
    pub(super) result: Option<Value>,
    statics: IndexVec<StaticId, Value>,
    pub(super) heap: Heap,
    pub(super) observer: &'a mut Observer<'o>,
    /// Whether any method is framed.
    pub(super) has_frames: bool,
    /// How many calls of framed methods there have been.
    framed_calls: CallId,
    /// Looks for executions that cannot end, if they are violations.
    lassos: Option<Lassos<'a>>,
    /// What comes back in an execution that cannot end.
    lasso: Option<Lasso>,
    /// The entry with its arguments, while the first thread runs the static initialiser.
    pending: Option<(MethodId, Vec<Value>)>,
}

impl<'a, 'o> Machine<'a, 'o> {
    pub(super) fn new(
        program: &'a Program,
        dialect: &'a Dialect,
        limits: Limits<'_>,
        heap: Heap,
        around: &'a mut Around<'_>,
        observer: &'a mut Observer<'o>,
    ) -> Self {
        Self {
            program,
            dialect,
            meter: Meter { steps: 0, limit: limits.steps, token: limits.token.cloned() },
            up_to: limits.cover,
            covers: BTreeSet::new(),
            trace: Trace::default(),
            threads: Threads::new(),
            scheduler: around.scheduler,
            outside: around.outside,
            received: 0,
            waiting: Vec::new(),
            result: None,
            statics: program.statics.iter().map(|s| Value::default_of(&s.ty)).collect(),
            heap,
            observer,
            has_frames: program.methods.iter().any(|method| method.is_framed),
            framed_calls: 0,
            lassos: dialect.termination.then(|| Lassos::new(program)),
            lasso: None,
            pending: None,
        }
    }

    pub(super) fn run(mut self, entry: MethodId, args: Vec<Value>) -> Run {
        match self.program.init {
            Some(init) => {
                self.pending = Some((entry, args));
                self.enter(init, Vec::new());
            }
            None => self.enter(entry, args),
        }
        let end = loop {
            match self.schedule().and_then(|()| self.step()) {
                Ok(()) => {}
                Err(Halt::Throw(cause)) => self.raise(Thrown { place: self.place(), cause, payload: None }),
                Err(Halt::End(end)) => break end,
            }
        };
        let state = FinalState { statics: self.statics, heap: self.heap };
        let (waiting, choices) = (self.waiting, self.threads.choices);
        let (end, trace, steps, covers, lasso) = (end, self.trace, self.meter.steps, self.covers, self.lasso);
        Run { end, trace, steps, state, covers, choices, waiting, lasso }
    }

    /// Executes one instruction or terminator.
    fn step(&mut self) -> Result<(), Halt> {
        self.meter.tick()?;
        if self.threads.are_several() {
            let (visible, thread, instruction) = (self.is_visible()?, self.threads.current, self.top().at.index);
            self.threads.yields = true;
            if !self.scheduler.steps(thread, instruction, visible) {
                return Ok(());
            }
            self.threads.yields = visible;
            self.lassos = None;
        }
        self.look_for_lasso()?;
        let program = self.program;
        let frame = self.top();
        let CodePoint { method, index, .. } = frame.at;
        let block = self.block_of(frame);
        let depth = self.frames().len() as u32 - 1;
        let here = |line| TraceStep { thread: self.threads.current, method, depth, line };
        let Some(instr) = block.instrs.get(index as usize) else {
            self.trace.note(here(block.line));
            return self.terminate(block);
        };
        self.trace.note(here(instr.line));
        match &instr.kind {
            InstrKind::Assign { dst, value } => {
                let value = self.eval(value)?;
                self.assign(*dst, value);
            }
            InstrKind::CheckNull { reference } => {
                not_null(self.local(*reference))?;
            }
            InstrKind::StoreField { object, field, value } => {
                let value = self.eval(value)?;
                let object = not_null(self.local(*object))?;
                self.notify(Target::Field(object, *field), &value);
                self.overwrites(object, Cell::Field(*field));
                self.heap.set_field(program, object, *field, value);
            }
            InstrKind::StoreElem { array, index, value } => {
                let value = self.eval(value)?;
                let index = self.eval(index)?.num().clone();
                let array = not_null(self.local(*array))?;
                let within = self.heap.array(array).is_some_and(|a| a.contains(&index));
                if !within {
                    return Err(Halt::Throw(Cause::Bounds));
                }
                self.notify(Target::Elem(array, &index), &value);
                self.overwrites(array, Cell::Elem(index.clone()));
                self.heap.array_mut(array).cells.insert(index, value);
            }
            InstrKind::StoreStatic { field, value } => {
                let value = self.eval(value)?;
                self.notify(Target::Static(*field), &value);
                self.statics[*field] = value;
            }
            InstrKind::NewObject { dst, site } => {
                let object = self.heap.allocate(program, *site, Num::ZERO);
                self.makes(object);
                self.assign(*dst, Value::Ref(object));
            }
            InstrKind::NewArray { dst, site, length } => {
                let length = self.eval(length)?.num().clone();
                if length.is_negative() {
                    return Err(Halt::Throw(Cause::NegativeSize));
                }
                let array: ObjectId = self.heap.allocate(program, *site, length);
                self.makes(array);
                self.assign(*dst, Value::Ref(array));
            }
            InstrKind::Assert { cond, check } | InstrKind::Clause { cond, check } => {
                if !self.eval(cond)?.bool() {
                    return Err(self.failed(*check, None, instr.line));
                }
            }
            InstrKind::Assume { cond } => {
                if !self.eval(cond)?.bool() {
                    let by = Assumption::Assume;
                    return Err(Halt::End(End::Rejected { by, span: instr.span, line: instr.line }));
                }
            }
            InstrKind::Cover { cond, cover } => {
                if self.eval(cond)?.bool() {
                    self.covers.insert(*cover);
                    if self.up_to == Some(*cover) {
                        return Err(Halt::End(End::Covered(*cover)));
                    }
                }
            }
            InstrKind::ClauseThrew { check, slot } => {
                let cause = self.local(*slot).thrown().cause;
                return Err(self.failed(*check, Some(cause), instr.line));
            }
            InstrKind::Modifies { locations, check } => {
                if self.has_changed_more(locations) {
                    return Err(self.failed(*check, None, instr.line));
                }
            }
            InstrKind::CheckMissing { value, check } => {
                if *self.local(*value) == Value::Missing {
                    let fault = Fault::at(Kind::MissingReturn, method, (instr.span, instr.line));
                    let call_site = check.and_then(|_| self.call_site());
                    return Err(Halt::End(self.ended_by(Fault { call_site, check: *check, ..fault })));
                }
            }
            InstrKind::CheckStore { array, value } => {
                let array = not_null(self.local(*array))?;
                if !self.admits(array, self.local(*value)) {
                    return Err(Halt::Throw(Cause::ArrayStore));
                }
            }
            InstrKind::Havoc { dst, ty, .. } => {
                let value = self.havoc(ty)?;
                self.assign(*dst, value);
            }
            InstrKind::Thread(op) => self.thread_op(op, instr.span)?,
        }
        self.top_mut().at.index += 1;
        Ok(())
    }

    /// Ends the run if its local state has come back.
    fn look_for_lasso(&mut self) -> Result<(), Halt> {
        let Some(lassos) = &mut self.lassos else { return Ok(()) };
        let frames = &self.threads.current().frames;
        let Some(top) = frames.last().filter(|top| lassos.is_point(top)) else { return Ok(()) };
        let (found, looked_at) = lassos.at(top, frames.len(), &self.statics, &self.heap);
        self.meter.charge(looked_at / VALUES_PER_STEP)?;
        let Some((place, of, period)) = found else { return Ok(()) };
        let (span, line) = place.locate(self.program);
        self.lasso = Some(Lasso { of, line, period });
        Err(Halt::End(End::Violation(Fault::at(Kind::Nontermination, place.method, (span, line)))))
    }

    fn terminate(&mut self, block: &'a Block) -> Result<(), Halt> {
        match &block.term {
            Terminator::Goto(next) => self.go(*next),
            Terminator::Branch { cond, then, other } => {
                let next = if self.eval(cond)?.bool() { then } else { other };
                self.go(*next);
            }
            Terminator::Call { callee, args, .. } => {
                let args = args.iter().map(|a| self.eval(a)).collect::<Result<Vec<_>, _>>()?;
                let method = self.target(callee, &args);
                self.enter(method, args);
            }
            Terminator::Throw(value) => {
                let payload = value.as_ref().map(|value| self.eval(value).map(Box::new)).transpose()?;
                self.raise(Thrown { place: self.place(), cause: Cause::Throw, payload });
            }
            Terminator::Rethrow(slot, carried) => {
                let mut thrown = self.local(*slot).thrown().clone();
                if let Some(carried) = carried {
                    thrown.payload = Some(Box::new(self.local(*carried).clone()));
                }
                self.raise(thrown);
            }
            Terminator::Return => return self.leave_normally(),
            Terminator::Unwind => return self.leave_by_exception(),
            // As after an assumption that is false.
            Terminator::Stop => {
                let (by, span, line) = (Assumption::Assume, block.span, block.line);
                return Err(Halt::End(End::Rejected { by, span, line }));
            }
            Terminator::Unsupported(what) => {
                return Err(self.unsupported(what.clone(), block.span, block.line));
            }
            Terminator::UnknownMethod(name) => {
                let name = name.clone();
                return Err(Halt::End(End::UnknownMethod { name, span: block.span, line: block.line }));
            }
        }
        Ok(())
    }

    /// The method that a call runs.
    pub(super) fn target(&self, callee: &Callee, args: &[Value]) -> MethodId {
        match callee {
            Callee::Exact(method) => *method,
            Callee::Virtual(method) => self.dispatch(*method, args),
        }
    }

    /// The method that runs for the dynamic type of the receiver.
    fn dispatch(&self, method: MethodId, args: &[Value]) -> MethodId {
        let Some(Value::Ref(receiver)) = args.first() else {
            panic!("ill-formed IR: a virtual call without `CheckNull` of its receiver");
        };
        self.program
            .dispatched(self.heap.class(*receiver), method)
            .expect("concrete classes implement all their methods")
    }

    /// Pushes a frame and assigns its formals, all at once.
    fn enter(&mut self, method: MethodId, args: Vec<Value>) {
        let caller = (!self.frames().is_empty()).then(|| self.place());
        self.enter_from(method, args, caller);
    }

    /// The same with another place as the caller, which may be in another thread.
    pub(super) fn enter_from(&mut self, method: MethodId, args: Vec<Value>, caller: Option<CodePoint>) {
        let m = &self.program.methods[method];
        let start = CodePoint { method, block: m.start(caller.is_none()), index: 0 };
        assert_eq!(m.formals.len(), args.len(), "ill-formed IR: wrong number of arguments");
        let locals = initial_locals(&m.locals);
        let changes = m.is_framed.then(|| {
            self.framed_calls += 1;
            Box::new(Changes::of(self.framed_calls))
        });
        self.threads.current_mut().frames.push(Frame { at: start, locals, changes });
        (self.observer)(Event::Enter { method, caller }, &self.heap);
        let place = caller.unwrap_or(start);
        for (&formal, value) in m.formals.iter().zip(args) {
            self.notify_at(place, Target::Local(formal), &value);
            self.top_mut().locals[formal.index()] = value;
        }
        (self.observer)(Event::Block(start.block), &self.heap);
    }

    fn leave_normally(&mut self) -> Result<(), Halt> {
        let frame = self.pop();
        let result = self.program.methods[frame.at.method].retval.map(|l| frame.locals[l.index()].clone());
        let Some(caller) = self.frames().last() else {
            // Threads that the initialiser has forked end without the entry.
            if self.threads.current == 0 {
                match self.pending.take() {
                    Some((entry, args)) => self.enter(entry, args),
                    None => self.result = result,
                }
            }
            return Ok(());
        };
        let Terminator::Call { dst, next, .. } = self.block_of(caller).term else {
            unreachable!("a frame that waits for a callee stands at the call");
        };
        if let Some(dst) = dst {
            let value = result.expect("well-typed IR: the value of a call of a valued method");
            self.assign(dst, value);
        }
        self.go(next);
        Ok(())
    }

    fn leave_by_exception(&mut self) -> Result<(), Halt> {
        let frame = self.pop();
        let method = &self.program.methods[frame.at.method];
        let thrown = frame.locals[method.thrown.index()].thrown().clone();
        if !self.frames().is_empty() {
            self.raise(thrown);
            return Ok(());
        }
        // The `exceptional` clauses have held, else the run would have ended at them. The static initialiser has none.
        let class = self.class_of(&thrown);
        let (kind, cause) = self.program.uncaught(class, thrown.cause);
        if method.has_exceptional || !self.dialect.checks(kind.property(cause)) {
            return Err(Halt::End(End::Threw(thrown)));
        }
        let fault = Fault::at(kind, thrown.place.method, thrown.place.locate(self.program));
        Err(Halt::End(End::Violation(Fault { cause, class, ..fault })))
    }

    /// Whether an array can have a value as an element.
    fn admits(&self, array: ObjectId, value: &Value) -> bool {
        let array = self.heap.array(array).expect("well-typed IR: an element of an array");
        match value {
            Value::Ref(object) => self.heap.is_instance(self.program, *object, &array.elem),
            _ => true,
        }
    }

    /// A value from outside.
    fn havoc(&mut self, ty: &Type) -> Result<Value, Halt> {
        // What comes later from outside may be other values, so that a state that comes back shows nothing.
        self.lassos = None;
        let position = self.received;
        self.received += 1;
        match self.outside.value(self.threads.current, self.place(), ty) {
            None if !ty.is_reference() => Ok(Value::default_of(ty)),
            Some(Input::Ref(name)) => {
                let object = self.heap.input(&name).filter(|object| self.heap.is_instance(self.program, *object, ty));
                object.map(Value::Ref).ok_or(Halt::End(End::Unfit { position }))
            }
            Some(value) if !ty.is_reference() => {
                load::plain(self.program, &value, ty).ok_or(Halt::End(End::Unfit { position }))
            }
            // An object from outside is a new one, of which there is no default.
            _ => Err(Halt::End(End::Unfit { position })),
        }
    }

    /// The class of an exception, where exceptions have classes.
    fn class_of(&self, thrown: &Thrown) -> Option<ClassId> {
        let causes = self.program.causes?;
        match &thrown.payload {
            Some(carried) => self.heap.class(carried.object()?),
            None => causes.class(thrown.cause),
        }
    }

    /// The top frame goes on at the handler of its block.
    fn raise(&mut self, thrown: Thrown) {
        let handler = self.block_of(self.top()).handler;
        self.assign(handler.slot, Value::Thrown(thrown));
        self.go(handler.block);
    }

    /// The end of a run by a violation, if it counts as one.
    pub(super) fn ended_by(&self, fault: Fault) -> End {
        if fault.is_checked(self.dialect) { End::Violation(fault) } else { End::Unchecked(fault) }
    }

    /// The end of a run at an assertion or clause that is false, or whose evaluation threw.
    fn failed(&self, check: CheckId, cause: Option<Cause>, line: u32) -> Halt {
        let c = &self.program.checks[check];
        if c.kind == Kind::Requires && self.frames().len() == 1 && self.threads.current == 0 {
            return Halt::End(End::Rejected { by: Assumption::Requires, span: c.span, line });
        }
        let call_site = if c.kind.is_of_call() { self.call_site() } else { None };
        let fault = Fault::at(c.kind, c.method, (c.span, line));
        Halt::End(End::Violation(Fault { cause, call_site, check: Some(check), ..fault }))
    }

    /// The call or fork that made the top frame.
    fn call_site(&self) -> Option<Span> {
        match self.frames() {
            [.., caller, _] => Some(self.block_of(caller).span),
            _ => self.threads.forked_at(),
        }
    }

    fn go(&mut self, block: BlockId) {
        let at = &mut self.top_mut().at;
        *at = CodePoint { block, index: 0, ..*at };
        (self.observer)(Event::Block(block), &self.heap);
    }

    pub(super) fn eval(&mut self, expr: &Expr) -> Result<Value, Halt> {
        let frame = self.threads.top_mut();
        Evaluator {
            program: self.program,
            heap: &self.heap,
            statics: &self.statics,
            locals: &mut frame.locals,
            meter: &mut self.meter,
            observer: self.observer,
        }
        .eval(expr)
    }

    fn assign(&mut self, dst: LocalId, value: Value) {
        self.notify(Target::Local(dst), &value);
        self.top_mut().locals[dst.index()] = value;
    }

    fn notify(&mut self, target: Target<'_>, value: &Value) {
        self.notify_at(self.place(), target, value);
    }

    fn notify_at(&mut self, place: CodePoint, target: Target<'_>, value: &Value) {
        (self.observer)(Event::Assign { place, target, value }, &self.heap);
    }

    pub(super) fn local(&self, local: LocalId) -> &Value {
        &self.top().locals[local.index()]
    }

    /// The instruction at which the top frame is.
    pub(super) fn place(&self) -> CodePoint {
        self.top().at
    }

    pub(super) fn block_of(&self, frame: &Frame) -> &'a Block {
        &self.program.methods[frame.at.method].blocks[frame.at.block]
    }

    fn pop(&mut self) -> Frame {
        let frame = self.threads.current_mut().frames.pop().expect("a thread that steps has a frame");
        let left = self.frames().len();
        if let Some(lassos) = &mut self.lassos {
            lassos.left(left);
        }
        (self.observer)(Event::Leave, &self.heap);
        frame
    }

    /// The frames of the thread that steps.
    pub(super) fn frames(&self) -> &[Frame] {
        &self.threads.current().frames
    }

    pub(super) fn top(&self) -> &Frame {
        self.frames().last().expect("a thread that steps has a frame")
    }

    fn top_mut(&mut self) -> &mut Frame {
        self.threads.top_mut()
    }
}
