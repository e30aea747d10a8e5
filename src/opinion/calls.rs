//! Calls: by the contract of the method where it has one, otherwise by its code.

use super::places::HeapPart;
use super::run::{Frame, Run, State, Value, at};
use super::script::{Sort, Term, is_null, not};
use super::walk::{Part, assigned, cells, locations};
use super::{Contract, NoOpinion};
use crate::ir::variable::Variable;
use crate::ir::{Callee, ClassId, Expr, LocalId, Location, Method, MethodId, Type};
use std::collections::{BTreeMap, BTreeSet};

/// The state after a call with its result, and the state after an exception.
type Called = (Option<(State, Option<Value>)>, Option<State>);

impl<'p> Run<'p> {
    /// A call at the end of a block. Returns the state in which it goes on, and the one in which an exception leaves it.
    pub fn call(
        &mut self,
        frame: &Frame<'p>,
        mut state: State,
        callee: &Callee,
        args: &[Expr],
        dst: Option<LocalId>,
    ) -> Result<(Option<State>, Option<State>), NoOpinion> {
        let mut given = Vec::new();
        for arg in args {
            given.push(self.value(frame, &mut state, arg)?);
        }
        let runs: BTreeMap<MethodId, Option<Vec<ClassId>>> = match callee {
            Callee::Exact(method) => BTreeMap::from([(*method, None)]),
            Callee::Virtual(method) => {
                let mut runs = BTreeMap::new();
                for (id, class) in self.program.classes.iter_enumerated().filter(|(_, class)| !class.is_abstract) {
                    if let Some(run) = class.dispatch.get(method) {
                        runs.entry(*run).or_insert(Some(Vec::new())).get_or_insert_default().push(id);
                    }
                }
                runs
            }
        };
        let (mut returned, mut unwound) = (Vec::new(), Vec::new());
        for (run, classes) in runs {
            let mut state = state.clone();
            let info = &self.program.methods[run];
            let types = info.formals.iter().map(|formal| info.locals[*formal].ty.as_ref());
            let args: Vec<Term> = given.iter().zip(types).map(|(arg, ty)| self.converted(arg, ty)).collect();
            for (formal, arg) in info.formals.iter().zip(&args) {
                let variable = (Variable::Local(run, *formal), info.locals[*formal].ty.as_ref());
                self.check_unsigned(frame, &mut state, variable, arg);
            }
            if let (Some(classes), Some(receiver)) = (classes, args.first()) {
                let is_among = self.is_among(receiver, &classes);
                self.assume(&mut state, &is_among);
            }
            let (caller, since) = (state.locals.clone(), state.since.clone());
            let back = |state: State| State { locals: caller.clone(), since: since.clone(), ..state };
            let (ended, thrown) = match self.contract(run) {
                Some(contract) => self.by_contract(run, contract, args, state, false)?,
                None => self.by_code(run, args, state)?,
            };
            if let Some((state, result)) = ended {
                let mut state = back(state);
                self.receive(frame, &mut state, dst, result);
                returned.push(state);
            }
            unwound.extend(thrown.map(&back));
        }
        Ok((self.merge(frame.method, returned), self.merge(frame.method, unwound)))
    }

    /// The frame of a call that begins in a state, as that of an entry or not.
    pub fn frame(
        &mut self,
        (id, is_root): (MethodId, bool),
        args: Vec<Term>,
        state: &mut State,
        is_assumed: bool,
    ) -> Frame<'p> {
        let method = &self.program.methods[id];
        state.locals = Self::begin(method, &args);
        state.since = state.heap.clone();
        if let Some(this) = method.this() {
            let there = not(&is_null(&state.locals[at(this)].term));
            self.assume(state, &there);
        }
        Frame { id, method, start: method.start(is_root), begin: args, bound: self.bound(), is_assumed }
    }

    /// A call that runs the code of the method.
    pub fn by_code(&mut self, id: MethodId, args: Vec<Term>, mut state: State) -> Result<Called, NoOpinion> {
        if self.stack.contains(&id) {
            return Err(NoOpinion::Recursion);
        }
        self.stack.push(id);
        let frame = self.frame((id, false), args, &mut state, false);
        let called = self.run(&frame, state);
        self.stack.pop();
        called
    }

    /// The states after the code of a call.
    pub fn run(&mut self, frame: &Frame<'p>, state: State) -> Result<Called, NoOpinion> {
        let ends = self.walk(frame, frame.start, state, Part::Whole)?;
        Ok((self.returned(frame.method, ends.returned), self.merge(frame.method, ends.unwound)))
    }

    /// The states in which a method returns as one, and its result.
    fn returned(&mut self, method: &Method, states: Vec<State>) -> Option<(State, Option<Value>)> {
        let state = self.merge(method, states)?;
        let result = method.retval.map(|retval| state.locals[at(retval)].clone());
        Some((state, result))
    }

    /// A call by its contract alone.
    pub fn by_contract(
        &mut self,
        id: MethodId,
        contract: &Contract,
        args: Vec<Term>,
        mut state: State,
        is_assumed: bool,
    ) -> Result<Called, NoOpinion> {
        let frame = self.frame((id, is_assumed), args, &mut state, is_assumed);
        let method = frame.method;
        let (begun, unwound) = match method.body == frame.start {
            true => (vec![state], Vec::new()),
            false => {
                let ends = self.walk(&frame, frame.start, state, Part::Begin)?;
                (ends.begun, ends.unwound)
            }
        };
        let Some(mut state) = self.merge(method, begun) else { return Ok((None, self.merge(method, unwound))) };
        self.check_claims(&frame, &mut state, &contract.requires, "what is claimed of a call")?;
        self.change(&frame, &mut state)?;
        let mut thrown = state.clone();
        self.assume_claims(&frame, &mut thrown, &contract.throws)?;
        let before = method.until(frame.start, method.body);
        let blocks = method.blocks.iter_enumerated().filter(|(block, _)| !before.contains(block));
        let written: BTreeSet<LocalId> = blocks.flat_map(|(_, block)| assigned(block)).collect();
        for local in written {
            self.forget(id, &mut state, local);
        }
        if let Some(retval) = method.retval {
            self.forget(id, &mut state, retval);
            state.locals[at(retval)].missing = "false".into();
        }
        self.settle(&mut state);
        // Claims are about the initial values of formals.
        let mut claimed = state.clone();
        for (formal, begin) in method.formals.iter().zip(&frame.begin) {
            claimed.locals[at(*formal)] = Value::of(begin.clone());
        }
        self.assume_claims(&frame, &mut claimed, &contract.ensures)?;
        state.guard = claimed.guard;
        state.is_inexact = claimed.is_inexact;
        let returned = match method.ensures {
            Some(first) => self.walk(&frame, first, state, Part::End)?.returned,
            None => vec![state],
        };
        let returned = self.returned(method, returned);
        let unwound = unwound.into_iter().chain([thrown]).collect();
        Ok((returned, self.merge(method, unwound)))
    }

    /// Gives everything that a call may change any value.
    fn change(&mut self, frame: &Frame<'p>, state: &mut State) -> Result<(), NoOpinion> {
        let written = &self.writes[frame.id];
        self.others_allocate();
        let listed = locations(frame.method);
        for place in written {
            if listed.is_none() || matches!(place, HeapPart::Static(_)) {
                let any = self.any_of(place);
                state.heap.insert(place.clone(), any);
            }
        }
        self.know_statics(state, written);
        self.settle(state);
        for location in listed.into_iter().flatten() {
            match *location {
                Location::Field(object, field) => self.change_field(state, object, HeapPart::Field(field), written),
                Location::Fields(object) => {
                    let Some(Type::Class(class)) = frame.method.locals[object].ty else { continue };
                    for below in self.program.concrete_below(class) {
                        for field in &self.program.classes[below].fields {
                            self.change_field(state, object, HeapPart::Field(*field), written);
                        }
                    }
                }
                Location::Elem(array, index) => {
                    let (ty, place) = cells(frame.method, array)?;
                    let any = self.script.any(Sort::of(&ty).word());
                    let index = state.locals[at(index)].term.clone();
                    let row = move |row: &str| format!("(store {row} {index} {any})");
                    self.change_row(state, array, place, written, &row);
                }
                Location::Elements(array) => {
                    let (ty, place) = cells(frame.method, array)?;
                    let any = self.script.any(&format!("(Array Int {})", Sort::of(&ty).word()));
                    self.change_row(state, array, place, written, &|_| any.to_string());
                }
            }
        }
        Ok(())
    }

    fn change_field(&mut self, state: &mut State, object: LocalId, place: HeapPart, written: &BTreeSet<HeapPart>) {
        if let (true, HeapPart::Field(field)) = (written.contains(&place), &place) {
            let any = self.script.any(Sort::of(&self.program.fields[*field].ty).word());
            let (object, known) = (state.locals[at(object)].term.clone(), state.heap[&place].clone());
            self.write(state, place, &format!("(ite {} {known} (store {known} {object} {any}))", is_null(&object)));
        }
    }

    fn change_row(
        &mut self,
        state: &mut State,
        array: LocalId,
        place: HeapPart,
        written: &BTreeSet<HeapPart>,
        row: &dyn Fn(&str) -> String,
    ) {
        if written.contains(&place) {
            let (array, known) = (state.locals[at(array)].term.clone(), state.heap[&place].clone());
            let row = row(&format!("(select {known} {array})"));
            let stored = format!("(store {known} {array} {row})");
            self.write(state, place, &format!("(ite {} {known} {stored})", is_null(&array)));
        }
    }
}
