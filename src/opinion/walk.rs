//! The walk of states through the blocks of a method.
//!
//! A loop is visited once. The claims about its head are conditions where it is reached, from outside and by an iteration. An
//! iteration begins with any values of what the loop may write for which the claims are true. So what a loop does not write
//! is known in it and after it, and nothing else needs to be stated about the states in which iterations begin.

use super::NoOpinion;
use super::eval::default;
use super::graph::{Graph, Loop};
use super::places::{self, HeapPart};
use super::run::{Frame, Run, State, Value, at, selected};
use super::script::{NULL, Sort, Term, and, is_null, not, or, within};
use crate::ir::variable::Variable;
use crate::ir::{
    Block, BlockId, CheckId, Const, Expr, InstrKind, Kind, LocalId, Location, Method, MethodId, SiteKind, Terminator,
    Type,
};
use std::collections::{BTreeMap, BTreeSet};

/// The part of a method that is visited, and why.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// All of it.
    Whole,
    /// What runs before the body: the `requires` clauses, and what `old` remembers.
    Begin,
    /// The `ensures` clauses, which are assumed.
    End,
    /// The blocks that check the clauses of the loop with this head.
    Head(BlockId),
}

/// The states at the ends of a part.
#[derive(Default)]
pub(super) struct Ends {
    /// The states that reach the body, if the part is what runs before it.
    pub begun: Vec<State>,
    pub returned: Vec<State>,
    pub unwound: Vec<State>,
}

impl<'p> Run<'p> {
    /// Visits a part of a method.
    pub fn walk(&mut self, frame: &Frame<'p>, from: BlockId, state: State, part: Part) -> Result<Ends, NoOpinion> {
        let graph = self.graph(frame.id)?;
        let mut waiting = BTreeMap::from([(graph.position(from)?, (from, vec![state]))]);
        let (mut ends, mut closing) = (Ends::default(), BTreeMap::<BlockId, Vec<State>>::new());
        while let Some((_, (block, states))) = waiting.pop_first() {
            self.limited()?;
            let Some(mut state) = self.merge(frame.method, states) else { continue };
            if part == Part::Whole
                && let Some(of) = graph.loops.get(&block)
            {
                self.arrive(frame, block, state.clone())?;
                self.iterate(frame, &mut state, block, of)?;
            }
            for (to, state) in self.block(frame, &graph, block, state, part, &mut ends)? {
                match part {
                    Part::Begin if to == frame.method.body => ends.begun.push(state),
                    Part::Head(head) if to == head || !graph.loops[&head].checking.contains(&to) => {}
                    Part::Whole if graph.closes(block, to) => closing.entry(to).or_default().push(state),
                    _ if graph.closes(block, to) => return Err(NoOpinion::Graph),
                    _ => waiting.entry(graph.position(to)?).or_insert((to, Vec::new())).1.push(state),
                }
            }
        }
        for (head, states) in closing {
            if let Some(state) = self.merge(frame.method, states) {
                self.arrive(frame, head, state)?;
            }
        }
        Ok(ends)
    }

    /// Checks what must hold when an iteration of a loop is about to begin.
    fn arrive(&mut self, frame: &Frame<'p>, head: BlockId, mut state: State) -> Result<(), NoOpinion> {
        if let Some(locations) = locations(frame.method) {
            self.check_frame(frame, &mut state, locations);
        }
        let claims = self.certified(frame.id).and_then(|certified| certified.heads.get(&head));
        if let Some(claims) = claims {
            self.check_claims(frame, &mut state, claims, "what is claimed of a loop")?;
        }
        let graph = self.graph(frame.id)?;
        if !graph.loops[&head].clauses.is_empty() {
            self.walk(frame, head, state, Part::Head(head))?;
        }
        Ok(())
    }

    /// The state in which any iteration begins.
    fn iterate(&mut self, frame: &Frame<'p>, state: &mut State, head: BlockId, of: &Loop) -> Result<(), NoOpinion> {
        self.others_allocate();
        let (mut locals, mut written) = (BTreeSet::new(), BTreeSet::new());
        for block in of.blocks.iter().map(|block| &frame.method.blocks[*block]) {
            locals.extend(assigned(block));
            written.extend(places::written(frame.method, block));
            if let Terminator::Call { callee, .. } = &block.term {
                let runs = places::targets(self.program, callee);
                written.extend(runs.iter().flat_map(|run| self.writes[*run].iter().cloned()));
            }
        }
        for local in locals {
            self.forget(frame.id, state, local);
        }
        for place in &written {
            let any = self.any_of(place);
            state.heap.insert(place.clone(), any);
        }
        self.know_statics(state, &written);
        self.settle(state);
        state.since = state.heap.clone();
        let claims = self.certified(frame.id).and_then(|certified| certified.heads.get(&head));
        self.assume_claims(frame, state, claims.map_or(&[], Vec::as_slice))
    }

    /// Gives a local any value.
    pub fn forget(&mut self, id: MethodId, state: &mut State, local: LocalId) {
        let (mut value, method) = (self.any_value(id, local), &self.program.methods[id]);
        if method.retval == Some(local) || is_given(method, local) {
            value.missing = self.script.any("Bool");
        }
        state.locals[at(local)] = value;
    }

    /// Notes that static fields that may have any value have one of their type.
    pub fn know_statics(&mut self, state: &State, written: &BTreeSet<HeapPart>) {
        for place in written {
            if let HeapPart::Static(field) = place {
                let ty = &self.program.statics[*field].ty;
                let belongs = self.belongs(Variable::Static(*field), ty, &state.heap[place]);
                self.known.push(belongs);
            }
        }
    }

    /// Visits a block. Returns the successors and their states.
    fn block(
        &mut self,
        frame: &Frame<'p>,
        graph: &Graph,
        id: BlockId,
        mut state: State,
        part: Part,
        ends: &mut Ends,
    ) -> Result<Vec<(BlockId, State)>, NoOpinion> {
        let block = &frame.method.blocks[id];
        let last = match part {
            Part::Head(head) => graph.loops[&head].last_in(id),
            Part::Whole | Part::Begin | Part::End => None,
        };
        let (mut thrown, mut goes_on) = (Vec::new(), true);
        for (place, instr) in block.instrs.iter().enumerate() {
            let before = thrown.len();
            goes_on = self.instr(frame, graph, &mut state, &instr.kind, part, &mut thrown)? && last != Some(place);
            if !instr.may_throw(frame.method.this()) {
                // The receiver is not null and a constant divisor is not zero, so the graph has no handler.
                thrown.truncate(before);
            }
            if !goes_on {
                break;
            }
        }
        let mut next = Vec::new();
        if goes_on {
            match &block.term {
                Terminator::Goto(to) => next.push((*to, state)),
                Terminator::Branch { cond, then, other } => {
                    let cond = self.value(frame, &mut state, cond)?.term;
                    let mut otherwise = state.clone();
                    self.assume(&mut state, &cond);
                    self.assume(&mut otherwise, &not(&cond));
                    next.extend([(*then, state), (*other, otherwise)]);
                }
                Terminator::Call { dst, callee, args, next: to } => {
                    let (returned, unwound) = self.call(frame, state, callee, args, *dst)?;
                    next.extend(returned.map(|state| (*to, state)));
                    thrown.extend(unwound);
                }
                Terminator::Throw(_) | Terminator::Rethrow(..) => thrown.push(state),
                Terminator::Return => ends.returned.push(state),
                Terminator::Unwind => ends.unwound.push(state),
                Terminator::Stop => {}
                Terminator::Unsupported(_) | Terminator::UnknownMethod(_) => return Err(NoOpinion::Construct),
            }
        }
        next.extend(thrown.into_iter().map(|state| (block.handler.block, state)));
        Ok(next.into_iter().filter(|(_, state)| &*state.guard != "false").collect())
    }

    /// Splits off the paths on which something throws.
    fn throws(&mut self, state: &mut State, throws: &str, thrown: &mut Vec<State>) {
        if throws != "false" {
            let mut leaving = state.clone();
            self.assume(&mut leaving, throws);
            thrown.push(leaving);
            self.assume(state, &not(throws));
        }
    }

    /// Executes an instruction. Returns whether any path goes on.
    fn instr(
        &mut self,
        frame: &Frame<'p>,
        graph: &Graph,
        state: &mut State,
        kind: &InstrKind,
        part: Part,
        thrown: &mut Vec<State>,
    ) -> Result<bool, NoOpinion> {
        let method = frame.method;
        match kind {
            InstrKind::Assign { dst, value } => {
                let value = match value {
                    Expr::Const(Const::Missing) => Value { term: NULL.into(), missing: "true".into() },
                    Expr::Local(local) if method.locals[*local].ty == method.locals[*dst].ty => {
                        state.locals[at(*local)].clone()
                    }
                    value => {
                        let found = self.value(frame, state, value)?;
                        self.throws(state, &found.throws, thrown);
                        Value::of(self.converted(&found, method.locals[*dst].ty.as_ref()))
                    }
                };
                self.set(frame, state, *dst, value);
            }
            InstrKind::CheckNull { reference } => self.not_null(frame, state, *reference, thrown),
            InstrKind::StoreField { object, field, value } => {
                let found = self.value(frame, state, value)?;
                self.not_null(frame, state, *object, thrown);
                let (place, object) = (HeapPart::Field(*field), state.locals[at(*object)].term.clone());
                let ty = &self.program.fields[*field].ty;
                let value = self.converted(&found, Some(ty));
                self.check_unsigned(frame, state, (Variable::Field(*field), Some(ty)), &value);
                let heap = format!("(store {} {object} {value})", state.heap[&place]);
                self.write(state, place, &heap);
            }
            InstrKind::StoreElem { array, index, value } => {
                let found = self.value(frame, state, value)?;
                let index = self.value(frame, state, index)?.term;
                self.not_null(frame, state, *array, thrown);
                let (ty, place) = cells(method, *array)?;
                let array = state.locals[at(*array)].term.clone();
                self.throws(state, &not(&within(&array, &index)), thrown);
                let value = self.converted(&found, Some(&ty));
                self.check_unsigned(frame, state, (Variable::Cell, Some(&ty)), &value);
                let cells = state.heap[&place].clone();
                let heap = format!("(store {cells} {array} (store (select {cells} {array}) {index} {value}))");
                self.write(state, place, &heap);
            }
            InstrKind::StoreStatic { field, value } => {
                let found = self.value(frame, state, value)?;
                let ty = &self.program.statics[*field].ty;
                let value = self.converted(&found, Some(ty));
                self.check_unsigned(frame, state, (Variable::Static(*field), Some(ty)), &value);
                self.write(state, HeapPart::Static(*field), &value);
            }
            InstrKind::NewObject { dst, site } => {
                let SiteKind::Object(class) = self.program.sites[*site].kind else { return Err(NoOpinion::Construct) };
                let object = self.allocate(&Self::class(class));
                for field in &self.program.classes[class].fields {
                    let default = default(&self.program.fields[*field].ty);
                    let place = HeapPart::Field(*field);
                    let heap = format!("(store {} {object} {default})", state.heap[&place]);
                    self.write(state, place, &heap);
                }
                self.set(frame, state, *dst, Value::of(object));
            }
            InstrKind::NewArray { dst, site, length } => {
                let SiteKind::Array(ty) = &self.program.sites[*site].kind else { return Err(NoOpinion::Construct) };
                let length = self.value(frame, state, length)?.term;
                self.throws(state, &format!("(< {length} 0)"), thrown);
                let tag = self.tag(ty);
                let array = self.allocate(&tag);
                self.script.fact(&format!("(= (size {array}) {length})"));
                let (default, place) = (default(ty), HeapPart::Cells(ty.clone()));
                let cells = state.heap.get(&place).cloned().ok_or(NoOpinion::Construct)?;
                let row = format!("((as const (Array Int {})) {default})", Sort::of(ty).word());
                self.write(state, place, &format!("(store {cells} {array} {row})"));
                self.set(frame, state, *dst, Value::of(array));
            }
            InstrKind::Havoc { .. } | InstrKind::CheckStore { .. } => return Err(NoOpinion::Construct),
            InstrKind::Assume { cond } => {
                let cond = self.value(frame, state, cond)?.term;
                self.assume(state, &cond);
            }
            InstrKind::Assert { cond, .. } => {
                let found = self.value(frame, state, cond)?;
                self.throws(state, &found.throws, thrown);
                self.check(frame, state, &found.term, "an assertion");
            }
            InstrKind::Clause { cond, check } => {
                let found = self.value(frame, state, cond)?;
                self.throws(state, &found.throws, thrown);
                match self.is_known(frame, graph, *check, part) {
                    true => self.assume(state, &found.term),
                    false => self.check(frame, state, &found.term, "a clause"),
                }
            }
            InstrKind::ClauseThrew { check, .. } => {
                if !self.is_known(frame, graph, *check, part) {
                    self.check(frame, state, "false", "a clause that throws");
                }
                return Ok(false);
            }
            InstrKind::Modifies { locations, .. } => {
                if part != Part::End {
                    self.check_frame(frame, state, locations);
                }
            }
            InstrKind::CheckMissing { value, .. } => {
                let there = not(&state.locals[at(*value)].missing);
                match part {
                    Part::End => self.assume(state, &there),
                    _ => self.check(frame, state, &there, "a result"),
                }
            }
            InstrKind::Cover { .. } => {}
            InstrKind::Thread(_) => return Err(NoOpinion::Construct),
        }
        Ok(true)
    }

    /// Whether a clause is assumed, not checked, at its place.
    fn is_known(&self, frame: &Frame<'p>, graph: &Graph, check: CheckId, part: Part) -> bool {
        match part {
            Part::End => true,
            Part::Head(_) => false,
            Part::Begin | Part::Whole if self.program.checks[check].kind == Kind::Requires => frame.is_assumed,
            Part::Begin => false,
            // An arrival at the head has checked it.
            Part::Whole => graph.checks_at_head(check),
        }
    }

    fn set(&mut self, frame: &Frame<'p>, state: &mut State, local: LocalId, value: Value) {
        let ty = frame.method.locals[local].ty.as_ref();
        let sort = ty.map_or(Sort::Int, Sort::of);
        let term = match (&*value.missing, sort) {
            ("true", Sort::Real) => "0.0".into(),
            ("true", Sort::Bool) => "false".into(),
            _ => value.term,
        };
        self.check_unsigned(frame, state, (Variable::Local(frame.id, local), ty), &term);
        state.locals[at(local)] = Value { term: self.script.define(sort.word(), &term), missing: value.missing };
    }

    /// Assigns the result of a call to a local.
    pub fn receive(&mut self, frame: &Frame<'p>, state: &mut State, dst: Option<LocalId>, result: Option<Value>) {
        if let (Some(dst), Some(result)) = (dst, result) {
            self.set(frame, state, dst, result);
        }
    }

    pub fn write(&mut self, state: &mut State, place: HeapPart, heap: &str) {
        let sort = self.sort(&place);
        let heap = self.script.define(&sort, heap);
        state.heap.insert(place, heap);
    }

    fn not_null(&mut self, frame: &Frame<'p>, state: &mut State, reference: LocalId, thrown: &mut Vec<State>) {
        let is_null = is_null(&state.locals[at(reference)].term);
        match frame.method.this() == Some(reference) {
            true => self.assume(state, &not(&is_null)),
            false => self.throws(state, &is_null, thrown),
        }
    }

    /// Adds the condition that only some locations have changed, among those that existed when the call began.
    fn check_frame(&mut self, frame: &Frame<'p>, state: &mut State, locations: &[Location]) {
        let changed: Vec<(HeapPart, Term)> = state.heap.clone().into_iter().collect();
        for (place, now) in changed {
            let before = state.since[&place].clone();
            if now == before || matches!(place, HeapPart::Static(_)) {
                continue;
            }
            let object = self.script.any("Int");
            let index = matches!(place, HeapPart::Cells(_)).then(|| self.script.any("Int"));
            let listed = locations.iter().fold(Term::from("false"), |any, location| {
                or(&any, &covered(*location, state, &place, &object, index.as_deref()))
            });
            let old = format!("(and (< 0 {object}) (< {object} {}))", frame.bound);
            let read = |heap: &str| selected(heap, &object, index.as_deref());
            let range = index.as_ref().map_or("true".into(), |index| within(&object, index));
            let same = format!("(= {} {})", read(&now), read(&before));
            let holds = or(&not(&and(&and(&old, &range), &not(&listed))), &same);
            self.check(frame, state, &holds, "a `modifies` clause");
        }
    }
}

/// Whether a location covers an element or a field.
fn covered(location: Location, state: &State, place: &HeapPart, object: &str, index: Option<&str>) -> Term {
    let term = |local: LocalId| &state.locals[at(local)].term;
    let is_it = |local: LocalId| Term::from(format!("(= {object} {})", term(local)));
    match (location, place, index) {
        (Location::Field(local, field), HeapPart::Field(of), _) if field == *of => is_it(local),
        (Location::Fields(local), HeapPart::Field(_), _) | (Location::Elements(local), HeapPart::Cells(_), _) => {
            is_it(local)
        }
        (Location::Elem(local, at), HeapPart::Cells(_), Some(index)) => {
            and(&is_it(local), &format!("(= {index} {})", term(at)))
        }
        _ => "false".into(),
    }
}

/// The locations that a method may change, if it lists them.
pub(super) fn locations(method: &Method) -> Option<&[Location]> {
    method.blocks.iter().flat_map(|block| &block.instrs).find_map(|instr| match &instr.kind {
        InstrKind::Modifies { locations, .. } => Some(locations.as_slice()),
        _ => None,
    })
}

/// The locals that a block assigns.
pub(super) fn assigned(block: &Block) -> impl Iterator<Item = LocalId> + '_ {
    let called = match block.term {
        Terminator::Call { dst, .. } => dst,
        _ => None,
    };
    block.instrs.iter().filter_map(|instr| instr.def()).chain(called).chain([block.handler.slot])
}

/// Whether a local may have the value of a call that returned none.
fn is_given(method: &Method, local: LocalId) -> bool {
    method.blocks.iter().any(|block| matches!(block.term, Terminator::Call { dst, .. } if dst == Some(local)))
}

/// The type of an array's elements, and the part of the heap that they are in.
pub(super) fn cells(method: &Method, array: LocalId) -> Result<(Type, HeapPart), NoOpinion> {
    let ty = places::element(method, array).ok_or(NoOpinion::Construct)?;
    Ok((ty.clone(), HeapPart::Cells(ty)))
}
