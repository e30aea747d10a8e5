//! States along the paths of a program, as terms, and the conditions on them.
//!
//! References are numbers; 0 is `null`. Allocated references are below a bound. The bound only grows, in the order in which
//! the code is visited, so a newly allocated reference differs from all others. Where paths meet, a fresh, unconstrained
//! truth value chooses between them.

use super::eval::{Found, Scope, as_float, default};
use super::graph::Graph;
use super::places::{self, HeapPart};
use super::script::{NULL, Script, Sort, Term, and, is_null, not, or, within};
use super::{Certificate, Certified, Condition, Contract, NoOpinion};
use crate::config::Dialect;
use crate::index::IndexVec;
use crate::ir::variable::Variable;
use crate::ir::{BlockId, ClassId, Expr, Local, LocalId, Method, MethodId, Program, Type};
use crate::num::Num;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The most conditions of a run, and the longest text. A larger run is left undecided.
const MOST_CONDITIONS: usize = 400;
const LONGEST: usize = 1 << 20;

/// The parts of the heap and their values.
pub(super) type Heap = BTreeMap<HeapPart, Term>;

/// The value of a local.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Value {
    pub term: Term,
    /// Whether it is the result of a call that returned none.
    pub missing: Term,
}

impl Value {
    pub fn of(term: Term) -> Self {
        Self { term, missing: "false".into() }
    }
}

/// The states of some paths.
#[derive(Clone)]
pub(super) struct State {
    /// What is true on the paths.
    pub guard: Term,
    /// The locals of the running method.
    pub locals: Vec<Value>,
    pub heap: Heap,
    /// The heap at the beginning of the call, or of the last iteration. `modifies` compares with it.
    pub since: Heap,
    /// Whether it may contain states that the program cannot reach, other than those that the claims allow.
    pub is_inexact: bool,
}

/// A call of a method.
pub(super) struct Frame<'p> {
    pub id: MethodId,
    pub method: &'p Method,
    /// Where it begins: what only runs before an entry is not code of its calls.
    pub start: BlockId,
    /// The initial values of the formals.
    pub begin: Vec<Term>,
    /// References allocated before the call are below this.
    pub bound: Term,
    /// Whether its caller has checked its `requires` clauses, or they decide which inputs are admissible.
    pub is_assumed: bool,
}

/// The walk through a part of a program.
pub(super) struct Run<'p> {
    pub program: &'p Program,
    pub dialect: &'p Dialect,
    pub certificate: &'p Certificate,
    pub writes: &'p IndexVec<MethodId, BTreeSet<HeapPart>>,
    pub script: Script,
    pub conditions: Vec<Condition>,
    graphs: BTreeMap<MethodId, Rc<Graph>>,
    /// The methods that are running.
    pub stack: Vec<MethodId>,
    bound: Term,
    made: usize,
    /// The element types of arrays; their indices give the tags.
    tags: Vec<Type>,
    /// Facts about values that have been read, until they become part of a guard.
    pub known: Vec<Term>,
    /// Whether a value read since then may be inexact.
    pub is_inexact: bool,
    /// The heap of the inputs, with the bound of its references. No `uint` in it is negative.
    inputs: Option<(Heap, Term)>,
    /// What has stood for any contents of a part, with the bound of the references in it.
    any: BTreeMap<HeapPart, Vec<(Term, Term)>>,
}

impl<'p> Run<'p> {
    pub fn new(
        program: &'p Program,
        dialect: &'p Dialect,
        certificate: &'p Certificate,
        writes: &'p IndexVec<MethodId, BTreeSet<HeapPart>>,
    ) -> Self {
        let mut script = Script::new();
        let bound = script.any("Int");
        script.fact(&format!("(< 0 {bound})"));
        Self {
            program,
            dialect,
            certificate,
            writes,
            script,
            conditions: Vec::new(),
            graphs: BTreeMap::new(),
            stack: Vec::new(),
            bound,
            made: 0,
            tags: Vec::new(),
            known: Vec::new(),
            is_inexact: false,
            inputs: None,
            any: BTreeMap::new(),
        }
    }

    pub fn certified(&self, method: MethodId) -> Option<&'p Certified> {
        self.certificate.methods.get(&method)
    }

    pub fn contract(&self, method: MethodId) -> Option<&'p Contract> {
        self.certified(method)?.contract.as_ref()
    }

    pub fn graph(&mut self, method: MethodId) -> Result<Rc<Graph>, NoOpinion> {
        if let Some(known) = self.graphs.get(&method) {
            return Ok(Rc::clone(known));
        }
        let graph = Rc::new(Graph::of(self.program, &self.program.methods[method])?);
        let heads = self.certified(method).into_iter().flat_map(|certified| certified.heads.iter());
        let mut claimed = heads.filter(|(_, claims)| !claims.is_empty());
        if !claimed.all(|(head, _)| graph.loops.contains_key(head)) {
            return Err(NoOpinion::Graph);
        }
        self.graphs.insert(method, Rc::clone(&graph));
        Ok(graph)
    }

    /// Refuses a run that is too large.
    pub fn limited(&self) -> Result<(), NoOpinion> {
        match self.conditions.len() > MOST_CONDITIONS || self.script.text.len() > LONGEST {
            true => Err(NoOpinion::Size),
            false => Ok(()),
        }
    }

    /// A state with any heap.
    pub fn any_state(&mut self) -> State {
        let mut heap = Heap::new();
        for place in places::all(self.program) {
            let any = self.any_of(&place);
            heap.insert(place, any);
        }
        State { guard: "true".into(), locals: Vec::new(), since: heap.clone(), heap, is_inexact: false }
    }

    /// Makes the heap of a state the heap of the inputs.
    pub fn inputs_are(&mut self, state: &State) {
        self.inputs = Some((state.heap.clone(), self.bound()));
    }

    /// Any value of a part of the heap. The references in it are allocated.
    pub fn any_of(&mut self, place: &HeapPart) -> Term {
        let (sort, bound) = (self.sort(place), self.bound());
        let any = self.script.any(&sort);
        match place {
            HeapPart::Field(_) | HeapPart::Cells(_) => {
                self.any.entry(place.clone()).or_default().push((any.clone(), bound));
            }
            HeapPart::Static(field) if self.program.statics[*field].ty.is_allocated() => {
                self.script.fact(&format!("(< {any} {bound})"));
            }
            HeapPart::Static(_) => {}
        }
        any
    }

    /// Notes what is known of a value of a type that is read of a part of the heap.
    pub fn note_contents(
        &mut self,
        scope: &Scope<'_>,
        (place, ty): (&HeapPart, &Type),
        object: &str,
        index: Option<&str>,
    ) {
        match ty {
            Type::Uint => self.note_input(scope, place, object, index),
            _ if ty.is_allocated() => self.note_age(scope, place, object, index),
            _ => {}
        }
    }

    /// Notes that what is read of a part of the heap is no younger than its contents.
    fn note_age(&mut self, scope: &Scope<'_>, place: &HeapPart, object: &str, index: Option<&str>) {
        // Within a quantifier, what is read counts as inexact.
        if !scope.bound.is_empty() {
            return;
        }
        let now = self.bound();
        for (any, bound) in self.any.get(place).into_iter().flatten().filter(|(_, bound)| *bound != now) {
            let read = selected(any, object, index);
            self.script.fact(&format!("(< {read} {bound})"));
        }
    }

    pub fn sort(&self, place: &HeapPart) -> String {
        match place {
            HeapPart::Field(field) => format!("(Array Int {})", Sort::of(&self.program.fields[*field].ty).word()),
            HeapPart::Cells(ty) => format!("(Array Int (Array Int {}))", Sort::of(ty).word()),
            HeapPart::Static(field) => Sort::of(&self.program.statics[*field].ty).word().to_owned(),
        }
    }

    /// The first reference that is not allocated.
    pub fn bound(&self) -> Term {
        if self.made == 0 { self.bound.clone() } else { format!("(+ {} {})", self.bound, self.made).into() }
    }

    /// Notes that code which is not visited here has allocated.
    pub fn others_allocate(&mut self) {
        let next = self.script.any("Int");
        let known = self.bound();
        self.script.fact(&format!("(<= {known} {next})"));
        (self.bound, self.made) = (next, 0);
    }

    /// A new reference, of a class.
    pub fn allocate(&mut self, class: &str) -> Term {
        let bound = self.bound();
        let reference = self.script.define("Int", &bound);
        self.made += 1;
        self.script.fact(&format!("(= (class {reference}) {class})"));
        reference
    }

    /// The number of an array type.
    pub fn tag(&mut self, element: &Type) -> Term {
        let known = self.tags.iter().position(|known| known == element);
        let at = known.unwrap_or_else(|| {
            self.tags.push(element.clone());
            self.tags.len() - 1
        });
        format!("(- {})", at + 1).into()
    }

    /// The number of a class.
    pub fn class(class: ClassId) -> Term {
        (class.0 + 1).to_string().into()
    }

    /// Whether the class of an object is one of some classes.
    pub fn is_among(&self, object: &str, classes: &[ClassId]) -> Term {
        let is = |class: &ClassId| format!("(= (class {object}) {})", Self::class(*class));
        classes.iter().fold("false".into(), |any, class| or(&any, &is(class)))
    }

    /// Whether a value is possible for a type.
    pub fn fits(&mut self, ty: &Type, value: &str) -> Term {
        let allocated = || format!("(and (< 0 {value}) (< {value} {}))", self.bound());
        match ty {
            _ if value == NULL => "true".into(),
            Type::Int | Type::Uint => self.is_integer(value),
            Type::Machine(width) => is_between((width.least(), width.most()), value),
            Type::Class(class) => {
                let classes = self.program.concrete_below(*class);
                or(&is_null(value), &and(&allocated(), &self.is_among(value, &classes)))
            }
            Type::Array(element) => {
                let allocated = allocated();
                let tag = self.tag(element);
                let size = format!("(size {value})");
                let is_array = format!("(and (= (class {value}) {tag}) (<= 0 {size}))");
                let is_array = and(&is_array, &self.is_integer(&size));
                or(&is_null(value), &and(&allocated, &is_array))
            }
            _ => "true".into(),
        }
    }

    /// Whether a value is possible for a variable of a type.
    pub fn belongs(&mut self, variable: Variable, ty: &Type, value: &str) -> Term {
        match self.is_unsigned(variable, ty) {
            true => and(&at_least_zero(value), &self.fits(ty, value)),
            false => self.fits(ty, value),
        }
    }

    /// Whether a number has the bits of an integer.
    fn is_integer(&self, value: &str) -> Term {
        self.program.ints.map_or("true".into(), |width| is_between((width.least(), width.most()), value))
    }

    /// Whether a variable is a `uint` that is claimed never to be negative.
    pub fn is_unsigned(&self, variable: Variable, ty: &Type) -> bool {
        *ty == Type::Uint && self.certificate.unsigned.contains(&variable)
    }

    /// Adds the condition that a value for a variable is not negative, where that is claimed of the variable.
    pub fn check_unsigned(
        &mut self,
        frame: &Frame<'_>,
        state: &mut State,
        (variable, ty): (Variable, Option<&Type>),
        value: &str,
    ) {
        if ty.is_some_and(|ty| self.is_unsigned(variable, ty)) {
            self.check(frame, state, &at_least_zero(value), "what is claimed of a `uint`");
        }
    }

    /// Any value of a local. What is known of it becomes part of the next guard.
    pub fn any_value(&mut self, method: MethodId, local: LocalId) -> Value {
        let Some(ty) = &self.program.methods[method].locals[local].ty else { return Value::of(NULL.into()) };
        let term = self.script.any(Sort::of(ty).word());
        let belongs = self.belongs(Variable::Local(method, local), ty, &term);
        self.known.push(belongs);
        Value::of(term)
    }

    /// The locals at the beginning of a call.
    pub fn begin(method: &Method, args: &[Term]) -> Vec<Value> {
        let initial = |local: &Local| Value::of(local.ty.as_ref().map_or(NULL.into(), default));
        let mut locals: Vec<Value> = method.locals.iter().map(initial).collect();
        for (formal, arg) in method.formals.iter().zip(args) {
            locals[at(*formal)] = Value::of(arg.clone());
        }
        locals
    }

    /// Notes that a `uint` of the inputs is not negative.
    fn note_input(&mut self, scope: &Scope<'_>, place: &HeapPart, object: &str, index: Option<&str>) {
        let Some((heap, bound)) = &self.inputs else { return };
        if !scope.bound.is_empty() {
            self.is_inexact = true;
            return;
        }
        let read = selected(&heap[place], object, index);
        let cell = index.map_or("true".into(), |index| within(object, index));
        let is_input = and(&format!("(and (< 0 {object}) (< {object} {bound}))"), &cell);
        self.known.push(or(&not(&is_input), &format!("(<= 0 {read})")));
    }

    /// Restricts a state to the paths on which a condition holds.
    pub fn assume(&mut self, state: &mut State, condition: &str) {
        let guard = and(&state.guard, condition);
        state.guard = self.script.define("Bool", &guard);
    }

    /// Makes the facts about values that have been read part of a state's guard.
    pub fn settle(&mut self, state: &mut State) {
        let known = std::mem::take(&mut self.known);
        let all = known.iter().fold(Term::from("true"), |all, fact| and(&all, fact));
        self.assume(state, &all);
        state.is_inexact |= std::mem::take(&mut self.is_inexact);
    }

    /// Adds a condition of the proof, and assumes it from here on.
    pub fn check(&mut self, frame: &Frame<'_>, state: &mut State, condition: &str, what: &'static str) {
        if condition == "true" || &*state.guard == "false" {
            return;
        }
        let question = and(&state.guard, &not(condition));
        let (method, is_exact) = (frame.id, !state.is_inexact);
        self.conditions.push(Condition { method, what, question: question.to_string(), is_exact });
        self.assume(state, condition);
    }

    /// The value of an expression of a method, with the condition under which its evaluation throws.
    pub fn value(&mut self, frame: &Frame<'_>, state: &mut State, expr: &Expr) -> Result<Found, NoOpinion> {
        let (locals, types, heap) = (&state.locals, &frame.method.locals, &state.heap);
        let mut scope = Scope { locals, types, heap, bound: Vec::new(), is_claim: false };
        let found = self.eval(&mut scope, expr)?;
        self.settle(state);
        Ok(found)
    }

    /// Whether a claim about a method is true.
    fn claimed(&mut self, frame: &Frame<'_>, state: &mut State, claim: &Expr) -> Result<Term, NoOpinion> {
        let Some(certified) = self.certified(frame.id) else { return Err(NoOpinion::Construct) };
        let mut locals = state.locals.clone();
        locals.resize(certified.locals.len(), Value::of(NULL.into()));
        for (begin, formal) in &certified.begins {
            let place = frame.method.formals.iter().position(|known| known == formal).ok_or(NoOpinion::Construct)?;
            locals[at(*begin)] = Value::of(frame.begin[place].clone());
        }
        let (types, heap) = (&certified.locals, &state.heap);
        let mut scope = Scope { locals: &locals, types, heap, bound: Vec::new(), is_claim: true };
        let found = self.eval(&mut scope, claim)?;
        self.settle(state);
        Ok(and(&found.term, &not(&found.throws)))
    }

    /// Adds each claim as a condition.
    pub fn check_claims(
        &mut self,
        frame: &Frame<'_>,
        state: &mut State,
        claims: &[Expr],
        what: &'static str,
    ) -> Result<(), NoOpinion> {
        for claim in claims {
            let holds = self.claimed(frame, state, claim)?;
            self.check(frame, state, &holds, what);
        }
        Ok(())
    }

    /// Assumes each claim.
    pub fn assume_claims(&mut self, frame: &Frame<'_>, state: &mut State, claims: &[Expr]) -> Result<(), NoOpinion> {
        for claim in claims {
            let holds = self.claimed(frame, state, claim)?;
            self.assume(state, &holds);
        }
        Ok(())
    }

    /// A value, converted to a type.
    pub fn converted(&self, found: &Found, ty: Option<&Type>) -> Term {
        match ty {
            Some(Type::Float) if found.ty.is_numeric() => as_float(found),
            _ => found.term.clone(),
        }
    }

    /// The states of all paths of a method as one.
    pub fn merge(&mut self, method: &Method, states: Vec<State>) -> Option<State> {
        let mut states = states.into_iter().filter(|state| &*state.guard != "false");
        let first = states.next()?;
        Some(states.fold(first, |a, b| self.meet(method, a, b)))
    }

    fn meet(&mut self, method: &Method, a: State, b: State) -> State {
        let first = self.script.any("Bool");
        let guard = self.either(&first, "Bool", &a.guard, &b.guard);
        let locals = method.locals.iter().zip(a.locals.iter().zip(&b.locals)).map(|(local, (x, y))| {
            let sort = local.ty.as_ref().map_or(Sort::Int, Sort::of);
            let term = self.either(&first, sort.word(), &x.term, &y.term);
            Value { term, missing: self.either(&first, "Bool", &x.missing, &y.missing) }
        });
        let locals = locals.collect();
        let heap = self.either_heap(&first, &a.heap, &b.heap);
        let since = self.either_heap(&first, &a.since, &b.since);
        State { guard, locals, heap, since, is_inexact: a.is_inexact || b.is_inexact }
    }

    fn either_heap(&mut self, first: &str, a: &Heap, b: &Heap) -> Heap {
        let either = |(place, x): (&HeapPart, &Term)| {
            let sort = self.sort(place);
            (place.clone(), self.either(first, &sort, x, &b[place]))
        };
        a.iter().map(either).collect()
    }

    /// One of two terms, chosen by a truth value.
    pub fn either(&mut self, first: &str, sort: &str, x: &Term, y: &Term) -> Term {
        if x == y { x.clone() } else { self.script.define(sort, &format!("(ite {first} {x} {y})")) }
    }
}

/// What a part of the heap has for an object, or for a cell of an array.
pub(super) fn selected(part: &str, object: &str, index: Option<&str>) -> Term {
    let contents = format!("(select {part} {object})");
    index.map_or(contents.clone(), |index| format!("(select {contents} {index})")).into()
}

/// The condition that a number is not negative.
fn at_least_zero(value: &str) -> Term {
    let is_constant = value.bytes().all(|c| c.is_ascii_digit());
    if is_constant { "true".into() } else { format!("(<= 0 {value})").into() }
}

/// The index of a local.
pub(super) fn at(local: LocalId) -> usize {
    local.0 as usize
}

fn is_between((least, most): (Num, Num), value: &str) -> Term {
    format!("(and (<= (- {}) {value}) (<= {value} {most}))", least.abs()).into()
}
