//! The fragments of a program as methods, in a program of their own: what has to be shown of claims.
//!
//! A fragment is a static method. Its parameters are the state that it begins in, then the values of the static fields,
//! then for each cut call in it the result and whether an exception leaves it, and which claim is to be checked: values that
//! nothing determines, so that an exploration of the method is one of all states, of all that calls may come back with, and of
//! each claim apart. It assumes the claims of where
//! it begins, runs the code of the program up to the next cuts, and asserts the claims there. A cut call runs a *stub*, which
//! asserts and assumes the contract of the method.
//!
//! Clauses of the program stay in force: an `invariant` of the loop is assumed where the fragment begins and checked where it
//! ends; so is a `requires` of a method, whose stub checks it.

use super::cuts::{Checking, Cuts, Start, Unit};
use super::frames::{Change, remembers};
use super::{Claims, Role};
use crate::index::{Idx, IndexVec};
use crate::ir::{
    BinaryOp, Block, BlockId, Callee, Check, CheckId, Const, Expr, Handler, Instr, InstrKind, Kind, Local, LocalId,
    Method, MethodId, MethodKind, Program, Shape, Site, SiteId, StaticId, Terminator, Type,
};
use crate::source::Span;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// All fragments of a program.
#[derive(Debug)]
pub struct Fragments {
    /// The program, the fragments and stubs included.
    pub program: Program,
    /// The fragments.
    pub all: Vec<Fragment>,
    /// The claims that checks are of: each is one of those in its role, by its number.
    pub claimed: BTreeMap<CheckId, (Role, usize)>,
    /// The checks of the original program that others are copies of.
    pub copied: BTreeMap<CheckId, CheckId>,
}

/// A fragment.
#[derive(Clone, Debug)]
pub struct Fragment {
    /// The method that it is.
    pub method: MethodId,
    /// The method that it is a part of.
    pub unit: MethodId,
    /// Where it begins.
    pub start: Start,
    /// The parameters that are locals of the program.
    pub locals: Vec<LocalId>,
    /// The parameters that are static fields of the program.
    pub statics: Vec<(StaticId, LocalId)>,
}

impl Fragments {
    /// The fragments of a program with claims.
    pub fn new(cuts: &Cuts<'_>, claims: &Claims) -> Self {
        let mut program = cuts.program.clone();
        program.init = None;
        let mut made = Self { program, all: Vec::new(), claimed: BTreeMap::new(), copied: BTreeMap::new() };
        let mut stubs = Stubs::default();
        for unit in cuts.units.values().filter(|unit| unit.is_called) {
            for part in [Part::Whole, Part::Begin, Part::End] {
                stubs.insert((unit.method, part), Weaver::new(cuts, claims, unit, &mut made).stub(part));
            }
        }
        for unit in cuts.units.values() {
            for start in unit.starts() {
                let fragment = Weaver::new(cuts, claims, unit, &mut made).fragment(start, &stubs);
                made.all.push(fragment);
            }
        }
        made.program.set_groups();
        debug_assert_eq!(crate::ir::validate::validate(&made.program), Ok(()));
        made
    }
}

/// What a stub does of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Part {
    /// All of it.
    Whole,
    /// It asserts what the method requires.
    Begin,
    /// It assumes what the method ensures.
    End,
}

/// The stubs of all units.
type Stubs = FxHashMap<(MethodId, Part), MethodId>;

/// What is not determined of a call.
#[derive(Clone, Debug)]
struct Outcome {
    /// The result.
    result: Option<LocalId>,
    /// Whether an exception leaves the call.
    throws: LocalId,
    /// For each method that may run but the last, whether it does.
    runs: Vec<LocalId>,
    /// For each method that may run, the values that it gives to what its `modifies` clause lists.
    changed: Vec<Vec<LocalId>>,
}

const ENTRY: BlockId = BlockId(0);
const RETURN: BlockId = BlockId(1);
const UNWIND: BlockId = BlockId(2);

/// How a part of the graph is copied.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Copy {
    /// What runs in the fragment; the clauses of the loop at whose head it begins are assumed.
    Body,
    /// What leads to the clauses of the loop with this head, to be checked: nothing follows.
    Arrival(BlockId),
    /// What leads to the invariants of the loop with this head, to be assumed at the head of one in its body: that follows.
    Lasting(BlockId),
    /// The `requires` clauses, to be checked by a stub, and what `old` remembers: the rest of the stub follows.
    Requires,
    /// The `ensures` clauses, to be assumed by a stub.
    Ensures,
}

/// Makes one method.
struct Weaver<'a, 'p> {
    cuts: &'a Cuts<'p>,
    claims: &'a Claims,
    unit: &'a Unit,
    source: &'p Method,
    made: &'a mut Fragments,
    id: MethodId,
    start: Start,
    formals: usize,
    locals: IndexVec<LocalId, Local>,
    /// The locals of the unit.
    names: FxHashMap<LocalId, LocalId>,
    thrown: LocalId,
    /// The number of the claim that is checked.
    asked: LocalId,
    /// What follows the copy of the `requires` clauses.
    after_requires: BlockId,
    /// By head of a loop around, where its invariants are checked and what follows them where they are assumed.
    lasting: FxHashMap<BlockId, (&'a Checking, BlockId)>,
    blocks: IndexVec<BlockId, Block>,
    copies: FxHashMap<(BlockId, Copy), BlockId>,
    /// Copies that are still to be filled.
    work: Vec<(BlockId, Copy)>,
    checks: FxHashMap<CheckId, CheckId>,
    /// By block with a cut call.
    outcomes: FxHashMap<BlockId, Outcome>,
    arrivals: FxHashMap<BlockId, BlockId>,
    span: Span,
    line: u32,
}

impl<'a, 'p> Weaver<'a, 'p> {
    fn new(cuts: &'a Cuts<'p>, claims: &'a Claims, unit: &'a Unit, made: &'a mut Fragments) -> Self {
        let source = &cuts.program.methods[unit.method];
        let id = made.program.methods.next_id();
        let first = &source.blocks[source.entry];
        let (span, line) = first.instrs.first().map_or((first.span, first.line), |i| (i.span, i.line));
        Self {
            cuts,
            claims,
            unit,
            source,
            made,
            id,
            start: Start::Entry,
            formals: 0,
            locals: IndexVec::new(),
            names: FxHashMap::default(),
            thrown: LocalId(0),
            asked: LocalId(0),
            after_requires: UNWIND,
            lasting: FxHashMap::default(),
            blocks: IndexVec::new(),
            copies: FxHashMap::default(),
            work: Vec::new(),
            checks: FxHashMap::default(),
            outcomes: FxHashMap::default(),
            arrivals: FxHashMap::default(),
            span,
            line,
        }
    }

    /// A fragment.
    fn fragment(mut self, start: Start, stubs: &Stubs) -> Fragment {
        self.start = start;
        // An entry that is called begins in other ways too.
        let is_first = self.cuts.is_entry(self.unit) && !self.unit.is_called && start == Start::Entry;
        let state = self.unit.state(self.source, start);
        let (values, in_flight): (Vec<_>, Vec<_>) = state.into_iter().partition(|&l| self.unit.locals[l].ty.is_some());
        let mut locals = Vec::new();
        for local in values {
            let formal = self.formal(self.unit.locals[local].clone(), is_first);
            self.names.insert(local, formal);
            locals.push(formal);
        }
        let statics: Vec<_> = match is_first {
            // The static initialiser runs.
            true => Vec::new(),
            false => self.statics(),
        };
        self.predict_calls(start);
        self.asked = self.formal(temporary("claim", &Type::Int), false);
        self.prepare();
        let prologue = self.prologue(is_first, &statics);
        let prologue = self.throw_into(prologue, &in_flight);
        let prologue = self.assume_lasting(prologue);
        let body = match start {
            Start::Entry => self.copy(self.source.entry, Copy::Body),
            Start::Head(head) => self.copy(head, Copy::Body),
            Start::Call(block) => {
                let returning = self.block();
                self.call(block, returning, Part::End, stubs);
                returning
            }
        };
        self.blocks[prologue].term = Terminator::Goto(body);
        while let Some((from, copy)) = self.work.pop() {
            self.fill(from, copy, stubs);
        }
        // What an entry returns, or that it returns nothing, is of no interest but has a place.
        let retval = self.source.retval.map(|retval| self.local(retval));
        let statics = statics.iter().filter_map(|(field, value)| match value {
            Expr::Local(formal) => Some((*field, *formal)),
            _ => None,
        });
        let (unit, statics) = (self.unit.method, statics.collect());
        Fragment { method: self.finish(retval), unit, start, locals, statics }
    }

    /// A stub: a call of the method as its contract has it, or a part of it.
    fn stub(mut self, part: Part) -> MethodId {
        for &formal in &self.source.formals {
            let local = self.formal(self.unit.locals[formal].clone(), false);
            self.names.insert(formal, local);
            self.names.insert(self.unit.entry_value(formal), local);
        }
        let result = self.source.result.as_ref().filter(|_| part != Part::Begin);
        let predicted = result.map(|ty| self.formal(temporary("result", ty), false));
        let throws = (part != Part::Begin).then(|| self.formal(temporary("throws", &Type::Bool), false));
        let changed = if part == Part::End { Vec::new() } else { self.changed(self.unit) };
        self.asked = self.formal(temporary("claim", &Type::Int), false);
        self.prepare();
        let retval = self.source.retval.filter(|_| result.is_some()).map(|retval| self.local(retval));
        let mut at = ENTRY;
        if part != Part::End {
            at = self.require(at);
            at = self.change(at, changed);
        }
        if let Some(throws) = throws {
            at = self.ensure(at, throws, retval.zip(predicted));
            // What `old` remembers is of the heap before the call, and a call that ends may have written to it.
            let first = self
                .source
                .ensures
                .filter(|_| part == Part::Whole || !remembers(self.source, self.unit.frame.as_ref()));
            let first = first.map_or(RETURN, |first| self.copy(first, Copy::Ensures));
            self.blocks[at].term = Terminator::Goto(first);
        } else {
            self.blocks[at].term = Terminator::Goto(RETURN);
        }
        let none = Stubs::default();
        while let Some((from, copy)) = self.work.pop() {
            self.fill(from, copy, &none);
        }
        self.finish(retval)
    }

    /// Asserts what the method requires: its clauses, then the claims.
    fn require(&mut self, at: BlockId) -> BlockId {
        self.after_requires = self.block();
        let first = match self.source.body == self.source.entry {
            true => self.after_requires,
            false => self.copy(self.source.entry, Copy::Requires),
        };
        self.blocks[at].term = Terminator::Goto(first);
        self.assert_all(self.after_requires, Role::Requires(self.unit.method))
    }

    /// Assumes what the method ensures, of an exception or of the result.
    fn ensure(&mut self, at: BlockId, throws: LocalId, result: Option<(LocalId, LocalId)>) -> BlockId {
        let (thrown, returned) = (self.block(), self.block());
        self.blocks[at].term = Terminator::Branch { cond: Expr::Local(throws), then: thrown, other: returned };
        let at = self.assume_all(thrown, Role::Throws(self.unit.method));
        self.blocks[at].term = Terminator::Throw(None);
        if let Some((retval, predicted)) = result {
            self.push(returned, InstrKind::Assign { dst: retval, value: Expr::Local(predicted) });
        }
        self.assume_all(returned, Role::Ensures(self.unit.method))
    }

    /// A parameter: an input may have any value of the type, where an input of the program may not.
    fn formal(&mut self, mut local: Local, is_input: bool) -> LocalId {
        if local.ty == Some(Type::Uint) && !is_input {
            local.ty = Some(Type::Int);
        }
        // Reports and inputs know parameters by their names.
        if local.name.is_empty() || self.locals.iter().any(|known| known.name == local.name) {
            local.name = format!("{}#{}", local.name, self.formals);
        }
        self.formals += 1;
        self.locals.push(local)
    }

    /// Parameters for the static fields that may have any value.
    fn statics(&mut self) -> Vec<(StaticId, Expr)> {
        let fields: Vec<_> = self.cuts.program.statics.ids().collect();
        let value = |field| match self.cuts.constants.get(&field) {
            Some(constant) => (field, Expr::Const(constant.clone())),
            None => {
                let info = &self.cuts.program.statics[field];
                let local = Local { name: info.name.clone(), ty: Some(info.ty.clone()) };
                (field, Expr::Local(self.formal(local, false)))
            }
        };
        fields.into_iter().map(value).collect()
    }

    /// Parameters for what the cut calls of the fragment come back with.
    fn predict_calls(&mut self, start: Start) {
        let mut seen = BTreeSet::new();
        let mut work = vec![match start {
            Start::Entry => self.source.entry,
            Start::Head(block) | Start::Call(block) => block,
        }];
        while let Some(block) = work.pop() {
            if !seen.insert(block) {
                continue;
            }
            let next = self.source.blocks[block].successors(self.source);
            work.extend(next.into_iter().filter(|to| !self.unit.heads.contains(to)));
        }
        for block in seen {
            let Some(call) = self.cuts.cut_call(&self.source.blocks[block]) else { continue };
            let result = call.runs.first().and_then(|first| self.cuts.program.methods[*first].result.clone());
            let result = result.map(|ty| self.formal(temporary("result", &ty), false));
            let throws = self.formal(temporary("throws", &Type::Bool), false);
            let runs = call.runs[1..].iter().map(|_| self.formal(temporary("runs", &Type::Bool), false)).collect();
            let changed = call.runs.iter().map(|run| self.changed(&self.cuts.units[run])).collect();
            self.outcomes.insert(block, Outcome { result, throws, runs, changed });
        }
    }

    /// Parameters for the values that a call of a unit gives to what it changes, and for the index where it may be any.
    fn changed(&mut self, unit: &Unit) -> Vec<LocalId> {
        let program = self.cuts.program;
        let mut formals = Vec::new();
        for change in unit.changes().unwrap_or_default() {
            if let Change::Elements(_) = change {
                formals.push(self.formal(temporary("index", &Type::Int), false));
            }
            if let Some(ty) = change.ty(program, &program.methods[unit.method]) {
                formals.push(self.formal(temporary("value", &ty), false));
            }
        }
        formals
    }

    /// Gives other values to what the `modifies` clause of the method lists; where that is all elements of an array, to any one.
    fn change(&mut self, mut at: BlockId, changed: Vec<LocalId>) -> BlockId {
        let mut changed = changed.into_iter();
        for &change in self.unit.changes().unwrap_or_default() {
            let (Change::Field(object, _) | Change::Elem(object, _) | Change::Elements(object)) = change;
            let object = self.local(object);
            let index = match change {
                Change::Field(..) => None,
                Change::Elem(_, index) => Some(self.local(index)),
                Change::Elements(_) => changed.next(),
            };
            let Some(value) = changed.next().map(Expr::Local) else { break };
            let (mut there, next) = self.unless_null(at, object);
            match (change, index) {
                (Change::Field(_, field), _) => self.push(there, InstrKind::StoreField { object, field, value }),
                (_, Some(index)) => {
                    there = self.within(there, object, index, next);
                    self.push(there, InstrKind::StoreElem { array: object, index: Expr::Local(index), value });
                }
                (_, None) => {}
            }
            self.blocks[there].term = Terminator::Goto(next);
            at = next;
        }
        at
    }

    /// The parameters are complete: the exits, and what receives exceptions.
    fn prepare(&mut self) {
        self.thrown = self.locals.push(Local { name: String::new(), ty: None });
        self.names.insert(self.source.thrown, self.thrown);
        let handler = Handler { block: UNWIND, slot: self.thrown };
        self.blocks.push(Block::nowhere(handler));
        for term in [Terminator::Return, Terminator::Unwind] {
            self.blocks.push(Block { term, ..Block::nowhere(handler) });
        }
    }

    /// Gives static fields and entry values their first values, and assumes the claims.
    fn prologue(&mut self, is_first: bool, statics: &[(StaticId, Expr)]) -> BlockId {
        let mut at = ENTRY;
        if let (true, Some(init)) = (is_first, self.cuts.program.init) {
            let next = self.block();
            let callee = Callee::Exact(init);
            self.blocks[at].term = Terminator::Call { dst: None, callee, args: Vec::new(), next };
            at = next;
        }
        for (field, value) in statics {
            self.push(at, InstrKind::StoreStatic { field: *field, value: value.clone() });
        }
        if let Some(this) = self.source.this() {
            let cond = not_null(self.local(this));
            self.push(at, InstrKind::Assume { cond });
        }
        for &formal in self.source.formals.iter().filter(|_| is_first) {
            let local = self.local(formal);
            if self.unit.locals[formal].ty.as_ref().is_some_and(|ty| self.cuts.is_nonnull(ty)) {
                self.push(at, InstrKind::Assume { cond: not_null(local) });
            }
        }
        let role = match self.start {
            Start::Entry => {
                for (formal, kept) in self.unit.kept() {
                    let (value, dst) = (Expr::Local(self.local(formal)), self.local(kept));
                    self.push(at, InstrKind::Assign { dst, value });
                }
                Role::Requires(self.unit.method)
            }
            start => {
                for (local, value) in self.unit.frame.iter().flat_map(|frame| &frame.values) {
                    let value = value.instantiated(&|formal| Expr::Local(self.unit.entry_value(formal)));
                    let cond = Expr::binary(BinaryOp::Eq, Expr::Local(self.local(*local)), self.copied(&value));
                    self.push(at, InstrKind::Assume { cond });
                }
                Role::Invariant(self.unit.method, start)
            }
        };
        self.assume_all(at, role)
    }

    /// Gives each of some locals an exception; goes on in the block that it gives. Nothing asks which exception it is, and
    /// nothing reads the local on paths where there is none.
    fn throw_into(&mut self, mut at: BlockId, slots: &[LocalId]) -> BlockId {
        for &slot in slots {
            let (throwing, next) = (self.block(), self.block());
            self.blocks[at].term = Terminator::Goto(throwing);
            self.blocks[throwing].term = Terminator::Throw(None);
            self.blocks[throwing].handler = Handler { block: next, slot: self.local(slot) };
            at = next;
        }
        at
    }

    /// Assumes the invariants of the loops around that hold where the fragment begins; goes on in the block that it gives.
    fn assume_lasting(&mut self, mut at: BlockId) -> BlockId {
        let Start::Head(head) = self.start else { return at };
        for (outer, checking) in self.unit.lasting.get(&head).into_iter().flatten() {
            let next = self.block();
            self.lasting.insert(*outer, (checking, next));
            let first = self.copy(*outer, Copy::Lasting(*outer));
            self.blocks[at].term = Terminator::Goto(first);
            at = next;
        }
        at
    }

    fn block(&mut self) -> BlockId {
        let handler = Handler { block: UNWIND, slot: self.thrown };
        let (span, line) = (self.span, self.line);
        self.blocks.push(Block { span, line, ..Block::nowhere(handler) })
    }

    fn push(&mut self, block: BlockId, kind: InstrKind) {
        let (span, line) = (self.span, self.line);
        self.blocks[block].instrs.push(Instr { kind, span, line });
    }

    /// The local of the fragment for one of the unit.
    fn local(&mut self, local: LocalId) -> LocalId {
        let Self { names, locals, unit, .. } = self;
        *names.entry(local).or_insert_with(|| locals.push(unit.locals[local].clone()))
    }

    /// The claims of a role.
    fn claims(&self, role: Role) -> &'a [Expr] {
        self.claims.get(&role).map_or(&[], Vec::as_slice)
    }

    /// The claims that hold where they are assumed when they have been asserted: an opaque call begins in one fragment and comes
    /// back in the next, to a heap that it may have written to.
    fn known(&self, role: Role) -> Vec<&'a Expr> {
        let claims = self.claims(role).iter();
        match role {
            Role::Invariant(_, Start::Call(block)) => {
                let call = &self.source.blocks[block];
                claims.filter(|claim| self.cuts.outlasts(claim, call)).collect()
            }
            _ => claims.collect(),
        }
    }

    /// Appends claims as assumptions; goes on in the block that it gives.
    fn assume_all(&mut self, mut at: BlockId, role: Role) -> BlockId {
        for claim in self.known(role) {
            let (next, cond) = self.value(at, claim);
            self.push(next, InstrKind::Assume { cond });
            at = next;
        }
        at
    }

    /// Appends claims as assertions, each on the paths that ask for it, so that what violates one hides no other; goes on in
    /// the block that it gives.
    fn assert_all(&mut self, mut at: BlockId, role: Role) -> BlockId {
        for (i, claim) in self.claims(role).iter().enumerate() {
            let (then, next) = (self.block(), self.block());
            let cond = Expr::binary(BinaryOp::Eq, Expr::Local(self.asked), Expr::int(i as i64));
            self.blocks[at].term = Terminator::Branch { cond, then, other: next };
            let (end, cond) = self.value(then, claim);
            let check = self.made.program.checks.push(Check { kind: Kind::Assert, span: self.span, method: self.id });
            self.made.claimed.insert(check, (role, i));
            self.push(end, InstrKind::Assert { cond, check });
            self.blocks[end].term = Terminator::Goto(next);
            at = next;
        }
        at
    }

    /// A claim as a pure expression, what it reads from the heap evaluated before it.
    fn value(&mut self, mut at: BlockId, claim: &Expr) -> (BlockId, Expr) {
        let mut found = Vec::new();
        reads(claim, &mut found);
        let mut known: Vec<(Expr, LocalId)> = Vec::new();
        for read in found {
            let ty = self.type_of(&read);
            let value = self.temporary(&ty);
            known.push((read.clone(), value));
            let Some(&Expr::Local(object)) = read.operands().first().copied() else {
                self.push(at, InstrKind::Assign { dst: value, value: read });
                continue;
            };
            let default = if let Expr::Quant(_) = read { Expr::bool(true) } else { Expr::default_of(&ty) };
            self.push(at, InstrKind::Assign { dst: value, value: default });
            let object = self.local(object);
            let (mut there, next) = self.unless_null(at, object);
            let mut read = self.copied(&read);
            if let Expr::Elem(_, index) = &mut read {
                let at_index = self.temporary(&Type::Int);
                let value = std::mem::replace(&mut **index, Expr::Local(at_index));
                self.push(there, InstrKind::Assign { dst: at_index, value });
                there = self.within(there, object, at_index, next);
            }
            self.push(there, InstrKind::Assign { dst: value, value: read });
            self.blocks[there].term = Terminator::Goto(next);
            at = next;
        }
        (at, self.over_locals(claim, &known))
    }

    /// Goes on in the first block that it gives where a reference is not null, in the second where it is.
    fn unless_null(&mut self, at: BlockId, reference: LocalId) -> (BlockId, BlockId) {
        let (there, next) = (self.block(), self.block());
        self.blocks[at].term = Terminator::Branch { cond: not_null(reference), then: there, other: next };
        (there, next)
    }

    /// Goes on in the block that it gives where an index is one of an array, at `other` where it is not.
    fn within(&mut self, at: BlockId, array: LocalId, index: LocalId, other: BlockId) -> BlockId {
        let (length, within) = (self.temporary(&Type::Int), self.block());
        self.push(at, InstrKind::Assign { dst: length, value: Expr::Len(Box::new(Expr::Local(array))) });
        let low = Expr::binary(BinaryOp::Le, Expr::int(0), Expr::Local(index));
        let high = Expr::binary(BinaryOp::Lt, Expr::Local(index), Expr::Local(length));
        let cond = Expr::binary(BinaryOp::And, low, high);
        self.blocks[at].term = Terminator::Branch { cond, then: within, other };
        within
    }

    fn temporary(&mut self, ty: &Type) -> LocalId {
        self.locals.push(Local { name: String::new(), ty: Some(ty.clone()) })
    }

    /// An expression over the locals of the fragment.
    fn copied(&mut self, expr: &Expr) -> Expr {
        expr.for_each_local(&mut |local| _ = self.local(local));
        binders(expr, &mut |local| _ = self.local(local));
        expr.renamed(&|local| self.names[&local])
    }

    /// The type of what a claim reads.
    fn type_of(&self, read: &Expr) -> Type {
        match read {
            Expr::Field(_, field) => self.cuts.program.fields[*field].ty.clone(),
            Expr::Static(field) => self.cuts.program.statics[*field].ty.clone(),
            Expr::Elem(array, _) => match &**array {
                Expr::Local(array) => match &self.unit.locals[*array].ty {
                    Some(Type::Array(element)) => (**element).clone(),
                    _ => Type::Int,
                },
                _ => Type::Int,
            },
            Expr::Quant(_) => Type::Bool,
            _ => Type::Int,
        }
    }

    /// A claim over the locals of the fragment, what it reads by the locals that have it.
    fn over_locals(&mut self, claim: &Expr, known: &[(Expr, LocalId)]) -> Expr {
        if let Some((_, value)) = known.iter().find(|(read, _)| read == claim) {
            return Expr::Local(*value);
        }
        let mut go = |e: &Expr| Box::new(self.over_locals(e, known));
        match claim {
            Expr::Unary(op, a) => Expr::Unary(*op, go(a)),
            Expr::Binary(op, a, b) => Expr::Binary(*op, go(a), go(b)),
            other => self.copied(other),
        }
    }

    /// The copy of a block of the method.
    fn copy(&mut self, block: BlockId, copy: Copy) -> BlockId {
        if let Some(made) = self.copies.get(&(block, copy)) {
            return *made;
        }
        let made = self.block();
        self.copies.insert((block, copy), made);
        self.work.push((block, copy));
        made
    }

    /// Fills the copy of a block.
    fn fill(&mut self, from: BlockId, copy: Copy, stubs: &Stubs) {
        let to = self.copies[&(from, copy)];
        let block = &self.source.blocks[from];
        let (checking, next) = match copy {
            Copy::Arrival(head) => (self.unit.checking.get(&head), RETURN),
            Copy::Lasting(head) => (Some(self.lasting[&head].0), self.lasting[&head].1),
            Copy::Body | Copy::Requires | Copy::Ensures => (None, RETURN),
        };
        let last = checking.map(|c| c.last).filter(|(block, _)| *block == from).map(|(_, last)| last);
        let count = last.map_or(block.instrs.len(), |last| last + 1);
        for instr in &block.instrs[..count] {
            (self.span, self.line) = (instr.span, instr.line);
            if !self.instr(to, copy, &instr.kind) {
                return;
            }
        }
        if last.is_some() {
            self.blocks[to].term = Terminator::Goto(next);
            self.blocks[to].handler = self.handler(block, copy);
            return;
        }
        if let Some(call) = self.cuts.cut_call(block) {
            let part = if call.is_opaque { Part::Begin } else { Part::Whole };
            return self.call(from, to, part, stubs);
        }
        self.blocks[to].term = self.terminator(block, copy);
        (self.blocks[to].span, self.blocks[to].line) = (block.span, block.line);
        self.blocks[to].handler = self.handler(block, copy);
    }

    /// The terminator of a block over the locals of the fragment.
    fn terminator(&mut self, block: &Block, copy: Copy) -> Terminator {
        block.term.for_each_use(&mut |local| _ = self.local(local));
        if let Terminator::Call { dst: Some(dst), .. } = block.term {
            self.local(dst);
        }
        let mut term = block.term.renamed(&|local| self.names[&local]);
        for target in term.targets_mut() {
            *target = self.edge(*target, copy);
        }
        term
    }

    /// Ends a block with a part of the cut call at the end of another: any of the methods that it may run does.
    fn call(&mut self, from: BlockId, mut at: BlockId, part: Part, stubs: &Stubs) {
        let block = &self.source.blocks[from];
        let Some(cut) = self.cuts.cut_call(block) else { unreachable!("called for cut calls") };
        let Outcome { result, throws, runs, changed } = self.outcomes[&from].clone();
        (self.span, self.line) = (block.span, block.line);
        let after = match part {
            Part::Begin => Some(self.claimed(Start::Call(from), RETURN)),
            Part::Whole | Part::End => None,
        };
        let handler = self.handler(block, Copy::Body);
        for (i, method) in cut.runs.iter().enumerate() {
            let mut here = at;
            if let Some(&this) = runs.get(i) {
                let (then, other) = (self.block(), self.block());
                self.blocks[at].term = Terminator::Branch { cond: Expr::Local(this), then, other };
                (here, at) = (then, other);
            }
            let changed = if part == Part::End { &[][..] } else { &changed[i] };
            self.call_stub(block, here, (*method, stubs[&(*method, part)]), (result, throws, changed), after);
            self.blocks[here].handler = handler;
        }
    }

    /// Ends a block with a call of a stub in the place of the method that a block calls.
    fn call_stub(
        &mut self,
        block: &Block,
        at: BlockId,
        (method, stub): (MethodId, MethodId),
        (result, throws, changed): (Option<LocalId>, LocalId, &[LocalId]),
        after: Option<BlockId>,
    ) {
        let mut term = self.terminator(block, Copy::Body);
        if let Terminator::Call { dst, callee, args, next } = &mut term {
            if let (Callee::Virtual(_), Some(receiver)) = (&callee, args.first()) {
                // The method runs for receivers of its class.
                let class = Type::Class(self.cuts.program.methods[method].class);
                self.push(at, InstrKind::Assume { cond: Expr::InstanceOf(Box::new(receiver.clone()), class) });
            }
            *callee = Callee::Exact(stub);
            match after {
                Some(after) => (*dst, *next) = (None, after),
                None => args.extend(result.into_iter().chain([throws]).map(Expr::Local)),
            }
            args.extend(changed.iter().copied().chain([self.asked]).map(Expr::Local));
        }
        self.blocks[at].term = term;
        (self.blocks[at].span, self.blocks[at].line) = (block.span, block.line);
    }

    fn handler(&mut self, block: &Block, copy: Copy) -> Handler {
        if block.first_throw(None).is_none() {
            return Handler { block: UNWIND, slot: self.thrown };
        }
        Handler { block: self.edge(block.handler.block, copy), slot: self.local(block.handler.slot) }
    }

    /// Appends an instruction, over the locals of the fragment. Tells whether anything follows it.
    fn instr(&mut self, to: BlockId, copy: Copy, kind: &InstrKind) -> bool {
        let whole = Instr { kind: kind.clone(), span: self.span, line: self.line };
        whole.for_each_use(&mut |local| _ = self.local(local));
        whole.def().into_iter().for_each(|local| _ = self.local(local));
        if let InstrKind::Assign { value: e, .. }
        | InstrKind::Assert { cond: e, .. }
        | InstrKind::Clause { cond: e, .. } = kind
        {
            binders(e, &mut |local| _ = self.local(local));
        }
        let is_assumed = match (copy, self.start) {
            (Copy::Ensures, _) => self.kind(kind) == Some(Kind::Ensures),
            (Copy::Body, Start::Head(head)) => self.is_invariant(head, kind),
            (Copy::Lasting(head), _) => self.is_invariant(head, kind),
            _ => false,
        };
        let mut kind = kind.renamed(&|local| self.names[&local]);
        match &mut kind {
            InstrKind::Clause { cond, .. } if is_assumed => {
                let cond = std::mem::replace(cond, Expr::bool(true));
                self.assume_clause(to, cond);
                return true;
            }
            InstrKind::ClauseThrew { .. } if is_assumed => {
                self.push(to, InstrKind::Assume { cond: Expr::bool(false) });
                self.blocks[to].term = Terminator::Stop;
                return false;
            }
            // A stub changes what its method may change, for others to see.
            InstrKind::Modifies { .. } if copy == Copy::Ensures => return true,
            InstrKind::NewObject { site, .. } | InstrKind::NewArray { site, .. } => *site = self.site(*site),
            InstrKind::Assert { check, .. }
            | InstrKind::Clause { check, .. }
            | InstrKind::ClauseThrew { check, .. }
            | InstrKind::Modifies { check, .. }
            | InstrKind::CheckMissing { check: Some(check), .. } => *check = self.check(*check),
            _ => {}
        }
        self.push(to, kind);
        true
    }

    /// Assumes what a clause says. A quantified formula is the value of an assignment.
    fn assume_clause(&mut self, at: BlockId, cond: Expr) {
        let cond = match cond {
            Expr::Quant(_) => {
                let value = self.locals.push(Local { name: String::new(), ty: Some(Type::Bool) });
                self.push(at, InstrKind::Assign { dst: value, value: cond });
                Expr::Local(value)
            }
            cond => cond,
        };
        self.push(at, InstrKind::Assume { cond });
    }

    fn site(&mut self, site: SiteId) -> SiteId {
        let sites = &mut self.made.program.sites;
        let copied = Site { method: self.id, ..sites[site].clone() };
        sites.push(copied)
    }

    fn check(&mut self, check: CheckId) -> CheckId {
        if let Some(known) = self.checks.get(&check) {
            return *known;
        }
        let checks = &mut self.made.program.checks;
        let copied = checks.push(Check { method: self.id, ..checks[check].clone() });
        self.checks.insert(check, copied);
        self.made.copied.insert(copied, check);
        copied
    }

    /// The kind of the check that a clause, or its failed evaluation, is about.
    fn kind(&self, instr: &InstrKind) -> Option<Kind> {
        match instr {
            InstrKind::Clause { check, .. } | InstrKind::ClauseThrew { check, .. } => {
                Some(self.cuts.program.checks[*check].kind)
            }
            _ => None,
        }
    }

    /// Whether an instruction is about an invariant of the loop with a head.
    fn is_invariant(&self, head: BlockId, instr: &InstrKind) -> bool {
        match instr {
            InstrKind::Clause { check, .. } | InstrKind::ClauseThrew { check, .. } => {
                self.unit.clauses.get(check) == Some(&head)
            }
            _ => false,
        }
    }

    /// Where an edge of the method leads.
    fn edge(&mut self, target: BlockId, copy: Copy) -> BlockId {
        if copy == Copy::Body && self.unit.heads.contains(&target) {
            return self.arrival(target);
        }
        let checking = match copy {
            Copy::Arrival(head) => Some(&self.unit.checking[&head]),
            Copy::Lasting(head) => Some(self.lasting[&head].0),
            Copy::Body | Copy::Requires | Copy::Ensures => None,
        };
        if checking.is_some_and(|checking| !checking.blocks.contains(&target)) {
            return RETURN;
        }
        match self.source.blocks[target].term {
            _ if copy == Copy::Requires && target == self.source.body => self.after_requires,
            Terminator::Return if copy == Copy::Ensures => RETURN,
            Terminator::Return => self.returned(),
            Terminator::Unwind => self.unwound(),
            _ => self.copy(target, copy),
        }
    }

    /// An iteration of a loop is about to begin.
    fn arrival(&mut self, head: BlockId) -> BlockId {
        if let Some(known) = self.arrivals.get(&head) {
            return *known;
        }
        let next = match self.unit.checking.get(&head) {
            Some(_) => self.copy(head, Copy::Arrival(head)),
            None => RETURN,
        };
        let at = self.claimed(Start::Head(head), next);
        self.arrivals.insert(head, at);
        at
    }

    /// Asserts what is claimed of the head of a loop or an opaque call, where the fragment ends but for what is checked next.
    fn claimed(&mut self, at: Start, next: BlockId) -> BlockId {
        let method = self.unit.method;
        if let Start::Head(head) = at {
            let begins = self.source.blocks[head].instrs.first();
            (self.span, self.line) = begins.map_or((self.span, self.line), |i| (i.span, i.line));
        }
        let first = self.block();
        if let Some(frame) = &self.unit.frame {
            frame.locations.iter().flat_map(|location| location.locals()).for_each(|local| _ = self.local(local));
            let locations = frame.locations.iter().map(|location| location.renamed(&|local| self.names[&local]));
            let (locations, check) = (locations.collect(), self.check(frame.check));
            self.push(first, InstrKind::Modifies { locations, check });
        }
        let end = self.assert_all(first, Role::Invariant(method, at));
        self.blocks[end].term = Terminator::Goto(next);
        first
    }

    /// The method returns.
    fn returned(&mut self) -> BlockId {
        let unit = self.unit.method;
        if !self.unit.is_called {
            return RETURN;
        }
        let first = self.block();
        if let Some(retval) = self.source.retval {
            let value = self.local(retval);
            self.push(first, InstrKind::CheckMissing { value, check: None });
        }
        let at = self.assert_all(first, Role::Ensures(unit));
        self.blocks[at].term = Terminator::Goto(RETURN);
        first
    }

    /// An exception leaves the method.
    fn unwound(&mut self) -> BlockId {
        if !self.unit.is_called {
            return UNWIND;
        }
        let first = self.block();
        let at = self.assert_all(first, Role::Throws(self.unit.method));
        // Where the program ends with it, it is a violation as ever.
        self.blocks[at].term = if self.cuts.is_entry(self.unit) { Terminator::Goto(UNWIND) } else { Terminator::Stop };
        first
    }

    fn finish(self, retval: Option<LocalId>) -> MethodId {
        let Self { source, cuts, unit, made, id, formals, locals, thrown, blocks, .. } = self;
        let mut instrs = blocks.iter().flat_map(|block| &block.instrs);
        // What a stub changes is judged by who calls it.
        let is_framed = instrs.any(|instr| matches!(instr.kind, InstrKind::Modifies { .. }));
        let method = Method {
            name: source.name.clone(),
            class: source.class,
            span: source.span,
            kind: MethodKind::Static,
            result: retval.and(source.result.clone()),
            locals,
            formals: (0..formals).map(LocalId::new).collect(),
            retval,
            thrown,
            is_framed,
            has_exceptional: cuts.is_entry(unit) && source.has_exceptional,
            blocks: IndexVec::new(),
            entry: ENTRY,
            body: ENTRY,
            ensures: None,
            shape: Shape::default(),
            group: source.group,
            makes: None,
        };
        let method = method.assemble(blocks, [RETURN, UNWIND]);
        let made_id = made.program.methods.push(method);
        debug_assert_eq!(made_id, id);
        id
    }
}

fn temporary(name: &str, ty: &Type) -> Local {
    Local { name: name.into(), ty: Some(ty.clone()) }
}

/// Whether an expression of a claim reads the heap.
fn is_read(expr: &Expr) -> bool {
    matches!(expr, Expr::Len(_) | Expr::Field(..) | Expr::Static(_) | Expr::Elem(..) | Expr::Quant(_))
}

/// What a claim reads from the heap, each once.
fn reads(claim: &Expr, found: &mut Vec<Expr>) {
    if is_read(claim) {
        if !found.contains(claim) {
            found.push(claim.clone());
        }
        return;
    }
    claim.operands().into_iter().for_each(|operand| reads(operand, found));
}

/// The binders of the quantifiers in an expression.
fn binders(expr: &Expr, f: &mut impl FnMut(LocalId)) {
    if let Expr::Quant(quant) = expr {
        f(quant.elem);
        f(quant.index);
        binders(&quant.body, f);
    }
    expr.operands().into_iter().for_each(|operand| binders(operand, f));
}

/// That a reference is not null.
fn not_null(reference: LocalId) -> Expr {
    Expr::binary(BinaryOp::Ne, Expr::Local(reference), Expr::Const(Const::Null))
}
