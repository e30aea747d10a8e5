//! Concrete runs, cut where proofs by induction cut a program. What fragments assume must be true of every state that a run
//! reaches; and where a run of a fragment ends, its state must be that of the run of the program.
//!
//! A run is recorded and split into *pieces*: the part of one frame from one cut to the next. The inputs of the fragment for
//! a piece are the state in which the piece begins, and the results of the calls in it. The interpreter runs the fragment on
//! these inputs, and both runs are compared.

use derive_more::AddAssign;
use indexmap::IndexMap;
use multise::internals::cancel::Token;
use multise::internals::index::Idx;
use multise::internals::induction::{Change, Claims, Cuts, Fragment, Fragments, Outline, Role as Claimed, Start, Unit};
use multise::internals::interp::{self, Body, Event, Heap, Limits, ObjectId, Target, Value, run_observed};
use multise::internals::ir::{BlockId, Cause, Fault, Kind, LocalId, MethodId, Program, Terminator, Type};
use multise::internals::proofs::dialect_of_fragments;
use multise::{Cell, Config, Dialect, Inputs, Num, Value as Argument};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

/// Most steps of a fragment, which always ends.
const STEPS: u64 = 100_000;

/// The amounts of what has been compared.
#[derive(AddAssign, Clone, Copy, Debug, Default)]
pub struct Compared {
    /// Programs that have cuts.
    pub programs: u64,
    /// Runs of them.
    pub runs: u64,
    /// States at cuts that were given to fragments.
    pub states: u64,
    /// States in which a fragment ended.
    pub ends: u64,
    /// Programs with claims that are proved.
    pub proofs: u64,
    /// States that were given to fragments with these claims.
    pub claimed: u64,
}

/// The state of a run at one moment, as far as one frame sees it.
#[derive(Clone)]
struct State {
    /// The locals of the method.
    locals: Rc<[Value]>,
    /// The values of its formals at the beginning.
    args: Rc<[Value]>,
    /// The values of the static fields.
    statics: Rc<[Value]>,
    heap: Rc<Heap>,
}

impl State {
    /// The value of a local of a unit.
    fn local(&self, program: &Program, unit: &Unit, local: LocalId) -> &Value {
        match unit.kept().find(|(_, kept)| *kept == local) {
            None => &self.locals[local.index()],
            Some((formal, _)) => {
                let formals = &program.methods[unit.method].formals;
                &self.args[formals.iter().position(|f| *f == formal).expect("the first value of a formal is kept")]
            }
        }
    }
}

/// A cut call in a piece.
#[derive(Clone)]
struct Call {
    block: BlockId,
    /// The method that ran.
    target: MethodId,
    args: Rc<[Value]>,
    /// The state in which it began.
    before: State,
    /// How it returned, if it did.
    back: Option<Back>,
}

/// How a call returned.
#[derive(Clone)]
struct Back {
    result: Option<Value>,
    throws: bool,
    /// The state of the callee's frame at that time.
    after: State,
}

/// The part of one frame from one cut to the next.
struct Piece {
    unit: MethodId,
    start: Start,
    begin: State,
    /// The cut calls in it, in order. If it begins where a call returns, this call is the first.
    calls: Vec<Call>,
    end: Ended,
}

/// How a piece ended.
enum Ended {
    /// At a cut, where the fragment asserts the claims of this role.
    Arrived(Claimed, State),
    /// The run ended within the last of its calls.
    Within,
    /// The run ended within it.
    Here,
}

/// A run of a program.
struct Recorded {
    pieces: Vec<Piece>,
    end: interp::End,
}

/// A frame of a run.
struct Frame {
    method: MethodId,
    block: Option<BlockId>,
    locals: Vec<Value>,
    args: Rc<[Value]>,
}

/// Moments that the events of a run mark.
enum Moment {
    /// The formals of the frame on top have their values.
    Entered,
    /// The frame on top is at the beginning of another block.
    At(BlockId),
    /// The frame on top has ended.
    Left(Frame),
}

/// Follows a run through its events.
struct Follower<'a> {
    program: &'a Program,
    frames: Vec<Frame>,
    statics: Vec<Value>,
}

impl<'a> Follower<'a> {
    fn new(program: &'a Program) -> Self {
        let statics = program.statics.iter().map(|field| Value::default_of(&field.ty)).collect();
        Self { program, frames: Vec::new(), statics }
    }

    fn note(&mut self, event: Event<'_>) -> Option<Moment> {
        match event {
            Event::Enter { method, .. } => {
                let locals = self.program.methods[method].locals.iter();
                let locals = locals.map(|l| l.ty.as_ref().map_or(Value::Missing, Value::default_of)).collect();
                self.frames.push(Frame { method, block: None, locals, args: Rc::from([]) });
                None
            }
            Event::Block(block) => {
                let frame = self.frames.last_mut()?;
                let is_new = frame.block.replace(block).is_none();
                if is_new {
                    let formals = &self.program.methods[frame.method].formals;
                    frame.args = formals.iter().map(|formal| frame.locals[formal.index()].clone()).collect();
                }
                Some(if is_new { Moment::Entered } else { Moment::At(block) })
            }
            Event::Leave => self.frames.pop().map(Moment::Left),
            Event::Assign { target: Target::Local(local), value, .. } => {
                self.frames.last_mut()?.locals[local.index()] = value.clone();
                None
            }
            Event::Assign { target: Target::Static(field), value, .. } => {
                self.statics[field.index()] = value.clone();
                None
            }
            Event::Assign { .. } | Event::Read(_) | Event::Switch(_) => None,
        }
    }

    fn state(&self, frame: &Frame, heap: &Rc<Heap>) -> State {
        State {
            locals: frame.locals.as_slice().into(),
            args: frame.args.clone(),
            statics: self.statics.as_slice().into(),
            heap: heap.clone(),
        }
    }
}

/// Records a run.
struct Recorder<'a, 'p> {
    cuts: &'a Cuts<'p>,
    follower: Follower<'p>,
    pieces: Vec<Piece>,
    /// Most pieces that are recorded.
    most: usize,
    /// The role of each frame.
    frames: Vec<Role>,
}

/// The role of a frame.
#[derive(Clone, Copy)]
enum Role {
    /// It runs as it is: the static initialiser, or a method that is called without a cut.
    Whole,
    /// It is a frame of a unit, in the piece of this number, if that is recorded.
    In(Option<usize>),
}

impl Recorder<'_, '_> {
    /// The frame on top begins a piece.
    fn begin(&mut self, start: Start, heap: &Rc<Heap>) -> Role {
        let Some(frame) = self.follower.frames.last().filter(|_| self.pieces.len() < self.most) else {
            return Role::In(None);
        };
        let (unit, begin) = (frame.method, self.follower.state(frame, heap));
        self.pieces.push(Piece { unit, start, begin, calls: Vec::new(), end: Ended::Here });
        Role::In(Some(self.pieces.len() - 1))
    }

    fn note(&mut self, event: Event<'_>, heap: &Heap) {
        match self.follower.note(event) {
            Some(Moment::Entered) => self.enter(heap),
            Some(Moment::At(block)) => {
                let (Some(frame), Some(Role::In(piece))) = (self.follower.frames.last(), self.frames.last().copied())
                else {
                    return;
                };
                if !self.cuts.units[&frame.method].heads.contains(&block) {
                    return;
                }
                let heap = Rc::new(heap.clone());
                if let Some(piece) = piece {
                    let (state, cut) = (self.follower.state(frame, &heap), Start::Head(block));
                    self.pieces[piece].end = Ended::Arrived(Claimed::Invariant(frame.method, cut), state);
                }
                self.frames.pop();
                let role = self.begin(Start::Head(block), &heap);
                self.frames.push(role);
            }
            Some(Moment::Left(frame)) => {
                if let Some(Role::In(piece)) = self.frames.pop() {
                    self.leave(&frame, piece, &Rc::new(heap.clone()));
                }
            }
            None => {}
        }
    }

    /// Handles that a frame has been entered.
    fn enter(&mut self, heap: &Heap) {
        let cuts = self.cuts;
        let is_cut = match (&self.follower.frames[..], self.frames.last()) {
            ([frame], _) => cuts.units.contains_key(&frame.method),
            ([.., caller, _], Some(Role::In(_))) => caller
                .block
                .is_some_and(|block| cuts.cut_call(&cuts.program.methods[caller.method].blocks[block]).is_some()),
            _ => false,
        };
        if !is_cut {
            self.frames.push(Role::Whole);
            return;
        }
        let heap = Rc::new(heap.clone());
        if let ([.., caller, callee], Some(Role::In(Some(piece)))) = (&self.follower.frames[..], self.frames.last())
            && let Some(block) = caller.block
            && let Some(call) = cuts.cut_call(&cuts.program.methods[caller.method].blocks[block])
        {
            let before = self.follower.state(caller, &heap);
            let (target, args) = (callee.method, callee.args.clone());
            let piece = &mut self.pieces[*piece];
            piece.calls.push(Call { block, target, args, before: before.clone(), back: None });
            piece.end = match call.havocs_heap {
                true => Ended::Arrived(Claimed::Invariant(caller.method, Start::Call(block)), before),
                false => Ended::Within,
            };
        }
        let role = self.begin(Start::Entry, &heap);
        self.frames.push(role);
    }

    /// Handles that the frame of a unit, which was in a piece, has ended.
    fn leave(&mut self, callee: &Frame, piece: Option<usize>, heap: &Rc<Heap>) {
        let method = &self.cuts.program.methods[callee.method];
        let after = self.follower.state(callee, heap);
        let last = callee.block.map(|block| &method.blocks[block].term);
        let throws = matches!(last, Some(Terminator::Unwind));
        if let Some(piece) = piece {
            let role = if throws { Claimed::Throws(callee.method) } else { Claimed::Ensures(callee.method) };
            self.pieces[piece].end = Ended::Arrived(role, after.clone());
        }
        let result = method.retval.map(|retval| callee.locals[retval.index()].clone());
        let back = Some(Back { result, throws, after });
        let Some(Role::In(Some(piece))) = self.frames.last().copied() else { return };
        let Piece { calls, end, .. } = &mut self.pieces[piece];
        let Some(call) = calls.last_mut() else { return };
        if let Ended::Within = end {
            call.back = back;
            *end = Ended::Here;
            return;
        }
        // The call havocs the heap: another piece begins where it returns.
        let call = Call { back, ..call.clone() };
        self.frames.pop();
        let role = self.begin(Start::Call(call.block), heap);
        if let Role::In(Some(piece)) = role {
            self.pieces[piece].calls.push(call);
        }
        self.frames.push(role);
    }
}

/// Runs a program, and records the first pieces of the run; nothing if the inputs are not admitted.
fn record(cuts: &Cuts<'_>, inputs: &Inputs, dialect: &Dialect, extent: Extent) -> Option<Recorded> {
    let follower = Follower::new(cuts.program);
    let mut recorder = Recorder { cuts, follower, pieces: Vec::new(), most: extent.pieces, frames: Vec::new() };
    let observer = &mut |event: Event<'_>, heap: &Heap| recorder.note(event, heap);
    let run = run_observed(cuts.program, cuts.entry, inputs, dialect, Limits::steps(extent.steps), observer).ok()?;
    Some(Recorded { pieces: recorder.pieces, end: run.end })
}

/// How much of a program is examined.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// Runs.
    pub runs: usize,
    /// Steps of a run.
    pub steps: u64,
    /// Pieces of a run; the first ones are taken.
    pub pieces: usize,
}

/// The fragments of a program with some claims, ready to run.
struct Prepared<'a, 'p> {
    cuts: &'a Cuts<'p>,
    /// The claims of a proof.
    claims: Option<Claims>,
    fragments: Fragments,
    dialect: Dialect,
}

/// The end of a run of a fragment, and what it did before.
struct Replayed {
    end: interp::End,
    /// The calls of stubs: the method that a stub replaces, its arguments, and the state of the fragment.
    calls: Vec<(MethodId, Rc<[Value]>, State)>,
    /// The state in which the fragment ended.
    arrived: Option<(Claimed, State)>,
    result: Option<Value>,
    names: Names,
}

/// The objects of the program's run that the inputs of a fragment stand for, by their names in these inputs.
type Names = HashMap<String, ObjectId>;

/// Whether the pieces that follow can be checked.
enum Follows {
    Yes,
    /// The fragment violates a check that the run of the program need not violate: a proof then says nothing about what
    /// follows.
    No,
}

impl<'a, 'p> Prepared<'a, 'p> {
    fn new(cuts: &'a Cuts<'p>, claims: Option<Claims>, dialect: &Dialect) -> Self {
        let none = Claims::new();
        let claimed = claims.as_ref().unwrap_or(&none);
        let mut fragments = Fragments::new(cuts, claimed, &Token::default()).expect("small fragments");
        // A fragment that an exception leaves stops; the interpreter needs an ordinary end.
        for fragment in &fragments.all {
            for block in fragments.program.methods[fragment.method].blocks.iter_mut() {
                if let Terminator::Stop = block.term {
                    block.term = Terminator::Return;
                }
            }
        }
        Self { cuts, claims, fragments, dialect: dialect_of_fragments(dialect) }
    }

    /// Checks that the first call of an entry method that is called again satisfies what all its calls assume.
    fn check_first_call(&self, recorded: &Recorded) -> Result<(), String> {
        let unit = &self.cuts.units[&self.cuts.entry];
        let (Some(first), Some(fragment)) = (recorded.pieces.first(), self.fragments.all.last()) else { return Ok(()) };
        if !unit.is_called || (first.unit, first.start) != (unit.method, Start::Entry) {
            return Ok(());
        }
        let (begin, end) = (first.begin.clone(), Ended::Here);
        let piece = Piece { unit: unit.method, start: Start::Entry, begin, calls: Vec::new(), end };
        let claims = self.claims.as_ref().and_then(|claims| claims.get(&Claimed::Requires(unit.method)));
        for asked in 0..claims.map_or(0, Vec::len).max(1) {
            let replayed = self.replay(fragment, &piece, asked)?;
            self.not_rejected(&piece, &replayed.end, &replayed, recorded)?;
            if let interp::End::Violation(fault) = &replayed.end {
                return Err(format!("the first call violates what all calls assume: {fault:?}"));
            }
        }
        Ok(())
    }

    /// Gives the pieces of a run to their fragments.
    fn check(&self, recorded: &Recorded, compared: &mut Compared) -> Result<(), String> {
        self.check_first_call(recorded)?;
        for (number, piece) in recorded.pieces.iter().enumerate() {
            let begins = |fragment: &&Fragment| (fragment.unit, fragment.start) == (piece.unit, piece.start);
            let Some(fragment) = self.fragments.all.iter().find(begins) else {
                return Err(format!("no fragment of {:?} begins at {:?}", piece.unit, piece.start));
            };
            let checked = self.replayed(fragment, piece, recorded, compared).map_err(|finding| {
                let method = self.cuts.program.method_name(piece.unit);
                let inputs = self.inputs(fragment, piece, 0).map(|(inputs, _)| inputs);
                let what = format!("piece {number}, {method} from {:?}, on {inputs:?}", piece.start);
                format!("{finding}\n  in {what}\n  run: {:?}", recorded.end)
            });
            if let Follows::No = checked? {
                break;
            }
        }
        Ok(())
    }

    /// Runs the fragment of a piece, and compares.
    fn replayed(
        &self,
        fragment: &Fragment,
        piece: &Piece,
        recorded: &Recorded,
        compared: &mut Compared,
    ) -> Result<Follows, String> {
        let is_missing = |back: &Back| !back.throws && back.result == Some(Value::Missing);
        if piece.calls.iter().filter_map(|call| call.back.as_ref()).any(is_missing) {
            // The callee returns without a result: its own fragment violates the check for that.
            return Ok(Follows::Yes);
        }
        let Some(claims) = &self.claims else {
            compared.states += 1;
            let replayed = self.replay(fragment, piece, 0)?;
            return self.compare(fragment, piece, &replayed, recorded, compared);
        };
        for asked in 0..asked(claims, piece).max(1) {
            compared.claimed += 1;
            let replayed = self.replay(fragment, piece, asked)?;
            match &replayed.end {
                interp::End::Violation(fault) => {
                    let claim = fault.check.and_then(|check| self.fragments.claimed.get(&check));
                    let claim = claim.map(|(role, number)| (role, &claims[role][*number]));
                    return Err(format!("a proof, but {fault:?} is violated, which is the claim {claim:?}"));
                }
                end => self.not_rejected(piece, end, &replayed, recorded)?,
            }
        }
        Ok(Follows::Yes)
    }

    /// Checks that the fragment assumes nothing that is false.
    fn not_rejected(
        &self,
        piece: &Piece,
        end: &interp::End,
        replayed: &Replayed,
        recorded: &Recorded,
    ) -> Result<(), String> {
        let interp::End::Rejected { by, line, .. } = end else { return Ok(()) };
        let is_expected = match (&piece.end, &recorded.end) {
            // Nothing is known of what comes after a call that does not return.
            (Ended::Within, _) => replayed.calls.len() >= piece.calls.len(),
            (Ended::Here, interp::End::Rejected { by: real, line: at, .. }) => real == by && at == line,
            (Ended::Here, interp::End::StepLimit | interp::End::UnknownMethod { .. }) => true,
            _ => false,
        };
        match is_expected {
            true => Ok(()),
            false => Err(format!("false of a state that a run comes to: the {by:?} in line {line}")),
        }
    }

    /// Runs a fragment on the state in which a piece begins.
    fn replay(&self, fragment: &Fragment, piece: &Piece, asked: usize) -> Result<Replayed, String> {
        let (inputs, names) = self.inputs(fragment, piece, asked)?;
        let program = &self.fragments.program;
        let (mut calls, mut arrived) = (Vec::new(), None);
        let mut follower = Follower::new(program);
        let observer = &mut |event: Event<'_>, heap: &Heap| {
            let Some(moment) = follower.note(event) else { return };
            match (moment, &follower.frames[..]) {
                (Moment::Entered, [caller, callee]) => {
                    if let Some(stub) = self.fragments.outlines.get(&callee.method) {
                        let state = follower.state(caller, &Rc::new(heap.clone()));
                        calls.push((stub.unit, callee.args.clone(), state));
                    }
                }
                (Moment::At(block), [frame]) if arrived.is_none() => {
                    if let Some(role) = self.outline(fragment).asserted.get(&block) {
                        arrived = Some((*role, follower.state(frame, &Rc::new(heap.clone()))));
                    }
                }
                _ => {}
            }
        };
        let run = run_observed(program, fragment.method, &inputs, &self.dialect, Limits::steps(STEPS), observer);
        let run = run.map_err(|error| format!("not among the states in which a fragment begins: {error}"))?;
        let result = match &run.end {
            interp::End::Returned { value } => value.clone(),
            _ => None,
        };
        Ok(Replayed { end: run.end, calls, arrived, result, names })
    }

    fn outline(&self, fragment: &Fragment) -> &Outline {
        &self.fragments.outlines[&fragment.method]
    }

    /// The inputs of a fragment that represent the state in which a piece begins.
    fn inputs(&self, fragment: &Fragment, piece: &Piece, asked: usize) -> Result<(Inputs, Names), String> {
        let (program, unit) = (self.cuts.program, &self.cuts.units[&piece.unit]);
        let method = &self.fragments.program.methods[fragment.method];
        let mut arguments = Conversion::new(self.cuts, &piece.begin.heap);
        let mut args: Vec<(LocalId, Argument)> = vec![(fragment.asked, Argument::Int(Num::from(asked as i64)))];
        for local in unit.state(&program.methods[piece.unit], piece.start) {
            let parameter =
                self.outline(fragment).names.get(&local).filter(|parameter| method.formals.contains(parameter));
            if let Some(parameter) = parameter {
                args.push((*parameter, arguments.value(piece.begin.local(program, unit, local))?));
            }
        }
        for (field, parameter) in &fragment.statics {
            args.push((*parameter, arguments.value(&piece.begin.statics[field.index()])?));
        }
        for call in &piece.calls {
            let Some(outcome) = fragment.outcomes.get(&call.block) else {
                return Err(format!("no parameters for what the call in {:?} comes back with", call.block));
            };
            let Some(cut) = self.cuts.cut_call(&program.methods[piece.unit].blocks[call.block]) else {
                return Err(format!("the call in {:?} is not cut", call.block));
            };
            let ran = cut.runs.iter().position(|run| *run == call.target);
            let ran = ran.ok_or_else(|| format!("no fragment expects {:?} to run", call.target))?;
            args.extend(outcome.runs.iter().enumerate().map(|(i, runs)| (*runs, Argument::Bool(i == ran))));
            let Some(back) = &call.back else { continue };
            args.push((outcome.throws, Argument::Bool(back.throws)));
            let (effect, callee) = (&outcome.effects[ran], &self.cuts.units[&call.target]);
            if let (Some(parameter), Some(value), false) = (effect.result, &back.result, back.throws) {
                args.push((parameter, arguments.value(value)?));
            }
            if !back.throws {
                for (formal, parameter) in
                    callee.last_values(&program.methods[call.target]).into_iter().zip(&effect.last)
                {
                    args.push((*parameter, arguments.value(&back.after.locals[formal.index()])?));
                }
            }
            let values = changed(program, callee, back).into_iter().zip(&effect.changed);
            if piece.start != Start::Call(call.block) {
                for (value, parameter) in values {
                    args.push((*parameter, arguments.value(&value)?));
                }
            }
        }
        let args = args.into_iter().map(|(local, value)| (method.locals[local].name.clone(), value)).collect();
        let (heap, names) = arguments.heap()?;
        Ok((Inputs { args, heap, ..Inputs::default() }, names))
    }

    /// Compares a piece with the run of its fragment.
    fn compare(
        &self,
        fragment: &Fragment,
        piece: &Piece,
        replayed: &Replayed,
        recorded: &Recorded,
        compared: &mut Compared,
    ) -> Result<Follows, String> {
        self.not_rejected(piece, &replayed.end, replayed, recorded)?;
        if replayed.end == interp::End::StepLimit {
            return Err("the fragment does not end".into());
        }
        let violation = match &replayed.end {
            interp::End::Violation(fault) => Some(fault),
            _ => None,
        };
        // Fragments check what the options of the program may leave unchecked, but for assertions and clauses.
        let is_extra = |fault: &Fault| {
            (fault.check.is_none() || fault.kind == Kind::Requires)
                && !self.cuts.dialect.checks(fault.kind.property(fault.cause))
        };
        if violation.is_some_and(is_extra) {
            return Ok(Follows::No);
        }
        self.same_calls(fragment, piece, replayed)?;
        let is_violated = |fault: &Fault| matches!(&recorded.end, interp::End::Violation(f) if same(f, fault));
        let unexpected = |what: &str| format!("{what}: {:?}, at {:?}", replayed.end, ending(replayed));
        match (&piece.end, &replayed.arrived) {
            (Ended::Arrived(end, state), arrived) => {
                let unit = &self.cuts.units[&piece.unit];
                let is_there = match (end, arrived) {
                    (_, Some((there, _))) => there == end,
                    // An object that the call allocated before the fragment begins existed when the fragment began: it may
                    // not change.
                    (Claimed::Ensures(_), None)
                        if piece.start != Start::Entry && violation.is_some_and(|f| f.kind == Kind::Modifies) =>
                    {
                        return Ok(Follows::No);
                    }
                    // In a fragment that nothing calls, it just ends.
                    (Claimed::Ensures(_), None) => {
                        !unit.is_called && matches!(replayed.end, interp::End::Returned { .. })
                    }
                    (Claimed::Throws(_), None) => {
                        // In the fragment, a call may throw any exception.
                        let is_given = piece.calls.iter().any(|call| call.back.as_ref().is_some_and(|b| b.throws));
                        let is_exception = |end: &interp::End| match end {
                            interp::End::Violation(fault) => fault.kind == Kind::Exception,
                            _ => false,
                        };
                        let ends_alike = match &replayed.end {
                            end if is_given && is_exception(end) => is_exception(&recorded.end),
                            interp::End::Violation(fault) => is_violated(fault),
                            interp::End::Threw(_) => matches!(recorded.end, interp::End::Threw(_)),
                            _ => false,
                        };
                        return match !unit.is_called && ends_alike {
                            true => Ok(Follows::Yes),
                            false => Err(unexpected("an exception leaves the method, but not the fragment")),
                        };
                    }
                    // The `requires` clause of the call is violated: the stub has been called, and nothing comes after it.
                    (Claimed::Invariant(_, Start::Call(_)), None) if violation.is_some_and(is_violated) => {
                        return Ok(Follows::No);
                    }
                    (Claimed::Invariant(..) | Claimed::Requires(_), None) => false,
                };
                if !is_there {
                    return Err(unexpected(&format!("the run comes to {end:?}, the fragment does not")));
                }
                compared.ends += 1;
                let there = arrived.as_ref().map(|(_, there)| there);
                self.same_state(fragment, piece, *end, state, there, replayed)?;
                let Some(fault) = violation else {
                    let retval =
                        self.cuts.program.methods[piece.unit].retval.filter(|_| matches!(end, Claimed::Ensures(_)));
                    let is_missing = retval.is_some_and(|retval| state.locals[retval.index()] == Value::Missing);
                    return match is_missing && unit.is_called {
                        true => Err(unexpected("a result is missing")),
                        false => Ok(Follows::Yes),
                    };
                };
                let is_strict = match fault.kind {
                    // A place that changes back later is overwritten now; a result that is not used may be missing.
                    Kind::Modifies | Kind::MissingReturn => true,
                    Kind::Exception => matches!(end, Claimed::Throws(_)),
                    _ => false,
                };
                match is_strict || is_violated(fault) {
                    true => Ok(Follows::No),
                    false => Err(unexpected("the fragment violates what the run does not")),
                }
            }
            // The call is not allowed: the fragment ends where the call began.
            (Ended::Within, _) if violation.is_some_and(is_violated) => Ok(Follows::No),
            (Ended::Within, _) => Ok(Follows::Yes),
            (Ended::Here, _) => match (&recorded.end, &replayed.end) {
                (interp::End::Violation(_), interp::End::Violation(fault)) if is_violated(fault) => Ok(Follows::Yes),
                (interp::End::Violation(fault), _) if begins_after_writes(piece, recorded, fault) => Ok(Follows::No),
                (interp::End::Violation(_), _) => Err(unexpected("the run violates what the fragment does not")),
                (interp::End::Rejected { .. }, interp::End::Rejected { .. }) => Ok(Follows::Yes),
                // What only inputs have to satisfy is not assumed of any call.
                (interp::End::Rejected { .. }, _) if self.begins_before_calls(piece) => Ok(Follows::No),
                (interp::End::Rejected { .. }, _) => Err(unexpected("the run is rejected, the fragment is not")),
                _ => Ok(Follows::Yes),
            },
        }
    }

    /// Whether a piece begins with what only runs before an entry, and its fragment, which is one of any call, does not.
    fn begins_before_calls(&self, piece: &Piece) -> bool {
        let method = &self.cuts.program.methods[piece.unit];
        piece.start == Start::Entry && self.cuts.units[&piece.unit].is_called && method.called != method.entry
    }

    /// Checks that the fragment calls the stubs of the methods that ran, with their arguments, in the states of the run.
    fn same_calls(&self, fragment: &Fragment, piece: &Piece, replayed: &Replayed) -> Result<(), String> {
        let (program, unit) = (self.cuts.program, &self.cuts.units[&piece.unit]);
        if replayed.calls.len() < piece.calls.len() {
            let calls = replayed.calls.len();
            return Err(format!("{} calls ran, the fragment makes {calls}: {:?}", piece.calls.len(), replayed.end));
        }
        for (call, (method, args, there)) in piece.calls.iter().zip(&replayed.calls) {
            if call.target != *method {
                return Err(format!("{:?} was called, the fragment calls {method:?}", call.target));
            }
            if piece.start == Start::Call(call.block) {
                continue;
            }
            let mut same = Same::new(program, (&call.before.heap, &there.heap), &replayed.names);
            for (formal, (a, b)) in call.args.iter().zip(args.iter()).enumerate() {
                same.value(&format!("argument {formal} of {}", program.method_name(*method)), a, b)?;
            }
            self.same_locals(&mut same, fragment, unit, Start::Call(call.block), (&call.before, there))?;
            same.rest()?;
        }
        Ok(())
    }

    /// Checks that what is live at a cut has the same values.
    fn same_locals(
        &self,
        same: &mut Same<'_>,
        fragment: &Fragment,
        unit: &Unit,
        start: Start,
        (state, there): (&State, &State),
    ) -> Result<(), String> {
        let program = self.cuts.program;
        let method = &program.methods[unit.method];
        for local in unit.state(method, start) {
            let info = &unit.locals[local];
            if info.ty.is_none() {
                continue;
            }
            let name = format!("{local:?} `{}` at {start:?}", info.name);
            let Some(known) = self.outline(fragment).names.get(&local) else {
                return Err(format!("{name} is unknown to the fragment"));
            };
            same.value(&name, state.local(program, unit, local), &there.locals[known.index()])?;
        }
        same.statics(&state.statics, &there.statics)
    }

    /// Checks that the state in which a fragment ends is that of the run.
    fn same_state(
        &self,
        fragment: &Fragment,
        piece: &Piece,
        end: Claimed,
        state: &State,
        there: Option<&State>,
        replayed: &Replayed,
    ) -> Result<(), String> {
        let (program, unit) = (self.cuts.program, &self.cuts.units[&piece.unit]);
        let retval = program.methods[piece.unit].retval;
        let Some(there) = there else {
            let value = retval.map(|retval| &state.locals[retval.index()]);
            let is_number = |value: &&Value| !matches!(value, Value::Ref(_));
            return match (value.filter(is_number), &replayed.result) {
                (Some(a), Some(b)) if a != b => Err(format!("{a:?} is returned, by the fragment {b:?}")),
                _ => Ok(()),
            };
        };
        let mut same = Same::new(program, (&state.heap, &there.heap), &replayed.names);
        match end {
            // The call of the stub has been compared. The changes by the call come after that.
            Claimed::Invariant(_, Start::Call(_)) => return Ok(()),
            Claimed::Invariant(_, start) => self.same_locals(&mut same, fragment, unit, start, (state, there))?,
            Claimed::Requires(_) | Claimed::Ensures(_) | Claimed::Throws(_) => {
                if let (Claimed::Ensures(_), Some(retval)) = (end, retval)
                    && let Some(known) = self.outline(fragment).names.get(&retval)
                {
                    same.value("the result", &state.locals[retval.index()], &there.locals[known.index()])?;
                }
                for formal in &program.methods[piece.unit].formals {
                    let kept = unit.entry_value(*formal);
                    if let Some(known) = self.outline(fragment).names.get(&kept) {
                        let value = state.local(program, unit, kept);
                        same.value("an entry value", value, &there.locals[known.index()])?;
                    }
                }
                same.statics(&state.statics, &there.statics)?;
            }
        }
        same.rest()
    }
}

/// The number of claims that may be asked about where a piece ends.
fn asked(claims: &Claims, piece: &Piece) -> usize {
    let count = |role| claims.get(&role).map_or(0, Vec::len);
    let called = piece.calls.iter().map(|call| Claimed::Requires(call.target));
    let own = match &piece.end {
        Ended::Arrived(role, _) => Some(*role),
        Ended::Within | Ended::Here => None,
    };
    called.chain(own).map(count).max().unwrap_or(0)
}

/// The values that a call has given to the places of its clause; for all elements of an array, there is none.
fn changed(program: &Program, callee: &Unit, back: &Back) -> Vec<Value> {
    let (mut values, heap) = (Vec::new(), &back.after.heap);
    let local = |local| back.after.local(program, callee, local);
    for change in callee.changes().unwrap_or_default() {
        let now = match *change {
            Change::Field(object, field) => {
                local(object).object().and_then(|object| heap.field(program, object, field))
            }
            Change::Elem(array, index) => match (local(array).object().map(|array| heap.array(array)), local(index)) {
                (Some(Some(array)), Value::Num(index)) => array.get(index),
                _ => None,
            },
            Change::Elements(_) => {
                values.push(Value::Num(Num::from(-1)));
                None
            }
        };
        let ty = change.ty(program, &program.methods[callee.method]);
        values.push(now.cloned().unwrap_or_else(|| ty.as_ref().map_or(Value::Null, Value::default_of)));
    }
    values
}

/// Whether a run violates a `modifies` clause of a method, of which a call may have written to the heap before a piece begins. The
/// fragment that ends with the call checks that: there the call may write anything, which no run does.
fn begins_after_writes(piece: &Piece, recorded: &Recorded, fault: &Fault) -> bool {
    let mut same = recorded.pieces.iter().filter(|other| other.unit == piece.unit);
    (fault.kind, fault.method) == (Kind::Modifies, piece.unit) && same.any(|of| matches!(of.start, Start::Call(_)))
}

/// Whether a fault of a run is one of its fragment, which nothing calls. An exception that was in flight when the fragment
/// began, such as that of an `old` value, may be any exception in the fragment.
fn same(run: &Fault, fragment: &Fault) -> bool {
    let is_site = fragment.call_site.is_none() || fragment.call_site == run.call_site;
    let is_cause = fragment.cause == Some(Cause::Throw) || run.cause == fragment.cause;
    is_site && is_cause && (run.kind, run.span) == (fragment.kind, fragment.span)
}

fn ending(replayed: &Replayed) -> Option<Claimed> {
    replayed.arrived.as_ref().map(|(end, _)| *end)
}

/// Converts values, and what they lead to, to inputs.
struct Conversion<'a> {
    cuts: &'a Cuts<'a>,
    heap: &'a Heap,
    /// Objects in the order in which they were found.
    found: Vec<ObjectId>,
}

impl<'a> Conversion<'a> {
    fn new(cuts: &'a Cuts<'_>, heap: &'a Heap) -> Self {
        Self { cuts, heap, found: Vec::new() }
    }

    fn value(&mut self, value: &Value) -> Result<Argument, String> {
        Ok(match value {
            Value::Num(n) if n.is_integer() => Argument::Int(n.clone()),
            Value::Num(n) => Argument::Float(n.clone()),
            Value::Bool(b) => Argument::Bool(*b),
            Value::Null => Argument::Null,
            Value::Ref(object) => {
                if !self.found.contains(object) {
                    self.found.push(*object);
                }
                Argument::Ref(name(*object))
            }
            Value::Char(c) => Argument::Char(c.to_string()),
            Value::String(s) => Argument::String(s.to_string()),
            Value::Missing | Value::Thrown(_) => return Err(format!("no input stands for {value:?}")),
        })
    }

    fn heap(mut self) -> Result<(IndexMap<String, Cell>, Names), String> {
        let (program, heap) = (self.cuts.program, self.heap);
        let (mut cells, mut names) = (IndexMap::new(), Names::new());
        let mut next = 0;
        while let Some(&object) = self.found.get(next) {
            next += 1;
            let cell = match &heap[object].body {
                Body::Object { class, fields } => {
                    let class = &program.classes[*class];
                    let fields = class.fields.iter().zip(fields).map(|(field, value)| {
                        Ok::<_, String>((program.fields[*field].name.clone(), self.value(value)?))
                    });
                    Cell::Object { class: class.name.clone(), fields: fields.collect::<Result<_, _>>()? }
                }
                Body::Array(array) => {
                    let cells =
                        array.cells.iter().map(|(i, value)| Ok::<_, String>((i.to_string(), self.value(value)?)));
                    let cells = cells.collect::<Result<_, _>>()?;
                    let default = Some(self.value(&array.default)?);
                    // If a cell may hold a negative number, the type of its array must admit that.
                    let widened = self.cuts.negative.widened(&array.elem.clone().array());
                    Cell::Array {
                        elem: program.type_name(widened.element().unwrap_or(&array.elem)),
                        length: array.length.to_string(),
                        default,
                        cells,
                    }
                }
            };
            cells.insert(name(object), cell);
            names.insert(name(object), object);
        }
        Ok((cells, names))
    }
}

/// The name of an object in the inputs of fragments.
fn name(object: ObjectId) -> String {
    format!("o{}", object.index())
}

/// A type in which numbers have signs.
fn signed(ty: &Type) -> Type {
    match ty {
        Type::Uint => Type::Int,
        Type::Array(element) => signed(element).array(),
        other => other.clone(),
    }
}

/// Two states to compare: objects may have other names.
struct Same<'a> {
    program: &'a Program,
    ours: &'a Heap,
    theirs: &'a Heap,
    there: BTreeMap<ObjectId, ObjectId>,
    back: BTreeMap<ObjectId, ObjectId>,
    open: Vec<(String, ObjectId, ObjectId)>,
}

impl<'a> Same<'a> {
    fn new(program: &'a Program, (ours, theirs): (&'a Heap, &'a Heap), names: &Names) -> Self {
        let inputs = names.iter().filter_map(|(name, object)| Some((*object, theirs.input(name)?)));
        let there: BTreeMap<_, _> = inputs.collect();
        let back = there.iter().map(|(a, b)| (*b, *a)).collect();
        Self { program, ours, theirs, there, back, open: Vec::new() }
    }

    fn value(&mut self, what: &str, ours: &Value, theirs: &Value) -> Result<(), String> {
        match (ours, theirs) {
            (Value::Ref(a), Value::Ref(b)) => {
                let (there, back) = (self.there.get(a).copied(), self.back.get(b).copied());
                if there.is_some_and(|there| there != *b) || back.is_some_and(|back| back != *a) {
                    return Err(format!("{what} is another object in the fragment"));
                }
                self.there.insert(*a, *b);
                self.back.insert(*b, *a);
                self.open.push((what.to_owned(), *a, *b));
                Ok(())
            }
            (a, b) if a == b => Ok(()),
            (a, b) => Err(format!("{what} is {a:?}, in the fragment {b:?}")),
        }
    }

    fn statics(&mut self, ours: &[Value], theirs: &[Value]) -> Result<(), String> {
        for ((field, a), b) in self.program.statics.iter().zip(ours).zip(theirs) {
            self.value(&format!("the static field {}", field.name), a, b)?;
        }
        Ok(())
    }

    /// Compares what the values lead to.
    fn rest(mut self) -> Result<(), String> {
        let mut done = BTreeSet::new();
        while let Some((what, a, b)) = self.open.pop() {
            if !done.insert(a) {
                continue;
            }
            match (&self.ours[a].body, &self.theirs[b].body) {
                (Body::Object { class: c, fields: f }, Body::Object { class: d, fields: g }) if c == d => {
                    let fields = &self.program.classes[*c].fields;
                    for ((field, x), y) in fields.iter().zip(f).zip(g) {
                        self.value(&format!("{what}.{}", self.program.fields[*field].name), x, y)?;
                    }
                }
                (Body::Array(x), Body::Array(y)) if signed(&x.elem) == signed(&y.elem) && x.length == y.length => {
                    for index in x.cells.iter().chain(y.cells.iter()).map(|(index, _)| index) {
                        let (Some(x), Some(y)) = (x.get(&index), y.get(&index)) else {
                            return Err(format!("{what} has no cell {index}"));
                        };
                        self.value(&format!("{what}[{index}]"), x, y)?;
                    }
                    self.value(&format!("the other cells of {what}"), &x.default, &y.default)?;
                }
                (ours, theirs) => return Err(format!("{what} is {ours:?}, in the fragment {theirs:?}")),
            }
        }
        Ok(())
    }
}

/// Gives the states of runs to the fragments of a program: without claims, and, if some claims prove it, with these.
///
/// # Errors
/// What a fragment assumes that is false, or where it differs from the program.
pub fn check(
    program: &Program,
    entry: MethodId,
    config: &Config,
    inputs: impl IntoIterator<Item = Inputs>,
    proved: impl FnOnce() -> Option<Claims>,
    extent: Extent,
) -> Result<Compared, String> {
    let mut compared = Compared::default();
    let dialect = &config.dialect;
    let Ok(cuts) = Cuts::new(program, entry, config, &Token::default()) else { return Ok(compared) };
    compared.programs = 1;
    let bare = Prepared::new(&cuts, None, dialect);
    let proof = proved().map(|claims| Prepared::new(&cuts, Some(claims), dialect));
    compared.proofs = u64::from(proof.is_some());
    for inputs in inputs.into_iter().take(extent.runs) {
        let Some(recorded) = record(&cuts, &inputs, dialect, extent) else { continue };
        compared.runs += 1;
        let mut checked = bare.check(&recorded, &mut compared);
        if let (Ok(()), Some(proof)) = (&checked, &proof) {
            checked = proof.check(&recorded, &mut compared).and_then(|()| match &recorded.end {
                interp::End::Violation(fault) => Err(format!("a proof, but the run violates {fault:?}")),
                _ => Ok(()),
            });
        }
        checked.map_err(|finding| format!("{finding}\n  inputs: {inputs:?}"))?;
    }
    Ok(compared)
}
