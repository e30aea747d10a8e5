//! The fragments of a program as methods, in a program of their own: the proof obligations of claims.
//!
//! A fragment is a static method. Its first parameters are the state that it begins in, then the values of the static
//! fields. Others are unconstrained: for each cut call in it, the result and whether an exception leaves it; and the number
//! of the claim to check. So one exploration of the method covers all states, all outcomes of calls, and each claim apart.
//! A fragment assumes the claims where it begins, runs the code of the program up to the next cuts, and asserts the claims
//! there. A cut call runs a *stub*, which asserts and assumes the contract of the method.
//!
//! Clauses of the program stay in force. An `invariant` of the loop is assumed where the fragment begins and checked where
//! it ends. So is a `requires` of a method, which the stub checks.

mod assumptions;
mod begin;
mod claims;
mod copies;
mod stubs;

use super::cuts::{Checking, Cuts, Start, Unfit, Unit, go_on};
use super::{Claims, Role};
use crate::cancel::Token;
use crate::index::{Idx, IndexVec};
use crate::ir::uints::NegativeUints;
use crate::ir::variable::Variable;
use crate::ir::{
    BinaryOp, Block, BlockId, CheckId, Const, Contents, Expr, Handler, Instr, InstrKind, Local, LocalId, Method,
    MethodId, MethodKind, Narrowed, Program, SiteKind, StaticId, Terminator, Type,
};
use crate::source::Span;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

/// All fragments of a program.
#[derive(Debug)]
pub struct Fragments {
    /// The program, the fragments and stubs included.
    pub program: Program,
    /// The fragments. Where the entry is called again, the last is that of its first call.
    pub all: Vec<Fragment>,
    /// The claims of the checks that assert them, as a role and an index in it.
    pub claimed: BTreeMap<CheckId, (Role, usize)>,
    /// The copied checks, with their originals in the program.
    pub copied: BTreeMap<CheckId, CheckId>,
    /// Checks that are true, where executions of the entry end. A fragment that reaches one shows that they may end.
    pub ends: BTreeSet<CheckId>,
    /// The outlines of fragments and stubs.
    pub outlines: BTreeMap<MethodId, Outline>,
}

/// The relation of a fragment or a stub to the method that it is a part of, or a substitute for.
#[derive(Clone, Debug)]
pub struct Outline {
    /// The method.
    pub unit: MethodId,
    /// The locals of the unit, with the fragment's locals for them, parameters included.
    pub names: FxHashMap<LocalId, LocalId>,
    /// The blocks at whose beginning the claims of a role are assumed.
    pub assumed: BTreeMap<BlockId, Role>,
    /// The blocks at whose beginning they are asserted. A fragment ends there, except for the checks of clauses and the
    /// assertions of its stubs.
    pub asserted: BTreeMap<BlockId, Role>,
}

/// The most locals of all fragments. Each has parameters for the static fields and for the results of calls.
const MOST_LOCALS: usize = 1 << 17;

/// A fragment.
#[derive(Clone, Debug)]
pub struct Fragment {
    /// The fragment as a method of [`Fragments::program`].
    pub method: MethodId,
    /// The method that it is a part of.
    pub unit: MethodId,
    /// Where it begins.
    pub start: Start,
    /// The parameters that are locals of the program.
    pub locals: Vec<LocalId>,
    /// The parameters that are static fields of the program.
    pub statics: Vec<(StaticId, LocalId)>,
    /// The parameters for outcomes of calls, by the block of the unit that makes the call.
    pub outcomes: FxHashMap<BlockId, Outcome>,
    /// The parameter with the number of the claim that is asserted where the fragment ends.
    pub asked: LocalId,
}

impl Fragments {
    /// The fragments of a program with claims.
    ///
    /// # Errors
    /// They are too large, or the token is cancelled.
    pub fn new(cuts: &Cuts<'_>, claims: &Claims, token: &Token) -> Result<Self, Unfit> {
        let mut program = cuts.program.clone();
        // Its heap may have what the program has made.
        program.made_only.clear();
        program.narrowed = Narrowed::default();
        if !program.array_supers.is_empty() {
            program.arrays_as_objects = program.array_elements();
        }
        for field in program.fields.iter_mut().filter(|field| field.contents == Contents::Nothing) {
            field.contents = Contents::Any;
        }
        program.init = None;
        let mut made = Self {
            program,
            all: Vec::new(),
            claimed: BTreeMap::new(),
            copied: BTreeMap::new(),
            ends: BTreeSet::new(),
            outlines: BTreeMap::new(),
        };
        let (mut stubs, mut size) = (Stubs::default(), 0);
        for unit in cuts.units.values().filter(|unit| unit.is_called) {
            for part in [Part::Whole, Part::Begin, Part::End] {
                let stub = FragmentBuilder::new(cuts, claims, unit, &mut made).stub(part);
                stubs.insert((unit.method, part), stub);
            }
        }
        for unit in cuts.units.values() {
            for start in unit.starts() {
                go_on(token)?;
                let fragment = FragmentBuilder::new(cuts, claims, unit, &mut made).fragment(start, &stubs);
                size += made.program.methods[fragment.method].locals.len();
                if size > MOST_LOCALS {
                    return Err(Unfit::Size);
                }
                made.all.push(fragment);
            }
        }
        if let Some(unit) = cuts.units.get(&cuts.entry).filter(|unit| unit.is_called) {
            let first = FragmentBuilder::new(cuts, claims, unit, &mut made).first_call();
            made.all.push(first);
        }
        made.widen(&cuts.negative);
        made.drop_others();
        made.program.set_groups();
        debug_assert_eq!(crate::ir::validate::validate(&made.program), Ok(()));
        Ok(made)
    }
}

impl Fragments {
    /// Drops the code that neither fragments nor stubs run.
    fn drop_others(&mut self) {
        let run = self.program.reached(self.outlines.keys().copied());
        for id in self.program.methods.ids() {
            if run.binary_search(&id).is_err() {
                self.program.methods[id].blocks = IndexVec::new();
            }
        }
    }

    /// Gives fields and cells that may hold negative numbers of type `uint` the type of integers.
    fn widen(&mut self, negative: &NegativeUints) {
        let program = &mut self.program;
        for id in program.fields.ids() {
            let field = &mut program.fields[id];
            let is_any = field.ty == Type::Uint && negative.contains(Variable::Field(id));
            field.ty = if is_any { Type::Int } else { negative.widened(&field.ty) };
        }
        program.statics.iter_mut().for_each(|field| field.ty = negative.widened(&field.ty));
        for method in program.methods.iter_mut() {
            let locals = method.locals.iter_mut().filter_map(|local| local.ty.as_mut());
            locals.chain(&mut method.result).for_each(|ty| *ty = negative.widened(ty));
        }
        for site in program.sites.iter_mut() {
            if let SiteKind::Array(element) = &mut site.kind
                && let Some(widened) = negative.widened(&element.clone().array()).element()
            {
                *element = widened.clone();
            }
        }
    }
}

/// The part of a call that a stub makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Part {
    /// All of it.
    Whole,
    /// It asserts what the method requires, and makes its changes.
    Begin,
    /// It assumes what the method ensures.
    End,
}

/// The stubs of all units.
type Stubs = FxHashMap<(MethodId, Part), MethodId>;

/// The outcome of a cut call: unconstrained parameters of the fragment.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Whether an exception leaves the call.
    pub throws: LocalId,
    /// For each method that may run, except the last, whether it does.
    pub runs: Vec<LocalId>,
    /// For each method that may run, its effect if it does.
    pub effects: Vec<Effect>,
}

/// The effect of a call of a method: unconstrained parameters.
#[derive(Clone, Debug, Default)]
pub struct Effect {
    /// The new values of what its `modifies` clause lists.
    pub changed: Vec<LocalId>,
    /// The last values of the formals that it assigns and its `ensures` clauses read.
    pub last: Vec<LocalId>,
    /// The result.
    pub result: Option<LocalId>,
}

impl Effect {
    /// The arguments of the stub for a part of the call, after those of the method.
    fn of_part(&self, part: Part) -> Vec<LocalId> {
        let changed = self.changed.iter().filter(|_| part != Part::End);
        let returned = self.last.iter().chain(&self.result).filter(|_| part != Part::Begin);
        changed.chain(returned).copied().collect()
    }
}

const ENTRY: BlockId = BlockId(0);
const RETURN: BlockId = BlockId(1);
const UNWIND: BlockId = BlockId(2);

/// The way in which a part of the graph is copied.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Copy {
    /// The code of the fragment. The clauses of the loop at whose head it begins are assumed.
    Body,
    /// The code up to the clauses of the loop with this head, which are checked; nothing follows.
    Arrival(BlockId),
    /// The code up to the invariants of the loop with this head. They are assumed at the head of an inner loop, whose code
    /// follows.
    OuterInvariants(BlockId),
    /// The `requires` clauses, which a stub checks, and what `old` remembers. The rest of the stub follows.
    Requires,
    /// The `ensures` clauses, which a stub assumes.
    Ensures,
}

/// The construction of one method.
struct FragmentBuilder<'a, 'p> {
    cuts: &'a Cuts<'p>,
    claims: &'a Claims,
    unit: &'a Unit,
    source: &'p Method,
    made: &'a mut Fragments,
    id: MethodId,
    start: Start,
    /// The first locals are the parameters.
    formals: usize,
    formal_names: FxHashSet<String>,
    locals: IndexVec<LocalId, Local>,
    /// The locals of the unit, with those of the fragment for them.
    names: FxHashMap<LocalId, LocalId>,
    thrown: LocalId,
    /// The handler of new blocks.
    handler: Handler,
    /// The parameter with the number of the claim that is checked.
    asked: LocalId,
    /// What follows the copy of the `requires` clauses.
    after_requires: BlockId,
    /// For each head of an outer loop, where its invariants are checked, and what follows where they are assumed.
    outer_invariants: FxHashMap<BlockId, (&'a Checking, BlockId)>,
    blocks: IndexVec<BlockId, Block>,
    copies: FxHashMap<(BlockId, Copy), BlockId>,
    /// Copies that are not filled yet.
    work: Vec<(BlockId, Copy)>,
    checks: FxHashMap<CheckId, CheckId>,
    /// The outcomes of cut calls, by block.
    outcomes: FxHashMap<BlockId, Outcome>,
    arrivals: FxHashMap<BlockId, BlockId>,
    assumed: BTreeMap<BlockId, Role>,
    asserted: BTreeMap<BlockId, Role>,
    span: Span,
    line: u32,
}

impl<'a, 'p> FragmentBuilder<'a, 'p> {
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
            formal_names: FxHashSet::default(),
            locals: IndexVec::new(),
            names: FxHashMap::default(),
            thrown: LocalId(0),
            handler: Handler { block: UNWIND, slot: LocalId(0) },
            asked: LocalId(0),
            after_requires: UNWIND,
            outer_invariants: FxHashMap::default(),
            blocks: IndexVec::new(),
            copies: FxHashMap::default(),
            work: Vec::new(),
            checks: FxHashMap::default(),
            outcomes: FxHashMap::default(),
            arrivals: FxHashMap::default(),
            assumed: BTreeMap::new(),
            asserted: BTreeMap::new(),
            span,
            line,
        }
    }

    /// Makes a fragment.
    fn fragment(mut self, start: Start, stubs: &Stubs) -> Fragment {
        self.start = start;
        let is_first = self.cuts.is_entry(self.unit) && !self.unit.is_called && start == Start::Entry;
        let state = self.unit.state(self.source, start);
        let (values, in_flight): (Vec<_>, Vec<_>) = state.into_iter().partition(|&l| self.unit.locals[l].ty.is_some());
        let locals = self.parameters(values, is_first);
        // The static initialiser runs in the first fragment.
        let statics = if is_first { Vec::new() } else { self.statics() };
        self.predict_calls(start);
        self.asked = self.unknown("claim", &Type::Int);
        self.prepare();
        let at = if is_first { self.run_initialiser() } else { self.store_statics(&statics) };
        let at = self.prologue(at, is_first);
        let at = self.throw_into(at, &in_flight);
        let at = self.assume_outer_invariants(at);
        let body = match start {
            Start::Entry | Start::Head(_) => self.copy(self.begins(start), Copy::Body),
            Start::Call(block) => {
                let returning = self.block();
                self.call(block, returning, Part::End, stubs);
                returning
            }
        };
        self.blocks[at].term = Terminator::Goto(body);
        self.completed(locals, &statics, stubs)
    }

    /// The first block of the code of a fragment. What only runs before an entry is not code of its calls.
    fn begins(&self, start: Start) -> BlockId {
        match start {
            Start::Entry if self.unit.is_called => self.source.called,
            Start::Entry => self.source.entry,
            Start::Head(block) | Start::Call(block) => block,
        }
    }

    /// Makes the fragment with which a program begins whose entry is called again: it asserts for the first call what all
    /// calls assume.
    fn first_call(mut self) -> Fragment {
        let locals = self.parameters(self.source.formals.clone(), true);
        self.asked = self.unknown("claim", &Type::Int);
        self.prepare();
        let at = self.run_initialiser();
        self.assume_receiver(at);
        let at = self.assume_inputs(at);
        self.keep_entry_values(at);
        let at = self.require(at, self.source.entry);
        self.blocks[at].term = Terminator::Goto(RETURN);
        self.completed(locals, &[], &Stubs::default())
    }

    /// Adds parameters for locals of the unit.
    fn parameters(&mut self, locals: Vec<LocalId>, are_inputs: bool) -> Vec<LocalId> {
        let mut formals = Vec::new();
        for local in locals {
            let info = self.unit.locals[local].clone();
            let formal = if are_inputs { self.input(info) } else { self.formal(info) };
            self.names.insert(local, formal);
            formals.push(formal);
        }
        formals
    }

    /// Fills all copies, and finishes the fragment.
    fn completed(mut self, locals: Vec<LocalId>, statics: &[(StaticId, Expr)], stubs: &Stubs) -> Fragment {
        self.fill_all(stubs);
        // The result of an entry does not matter, nor whether it has one, but it needs a local.
        let retval = self.source.retval.map(|retval| self.local(retval));
        if let Some(dst) = retval.filter(|retval| retval.index() >= self.formals) {
            let kind = InstrKind::Assign { dst, value: Expr::Const(Const::Missing) };
            let (span, line) = (self.span, self.line);
            self.blocks[ENTRY].instrs.insert(0, Instr { kind, span, line });
        }
        let statics = statics.iter().filter_map(|(field, value)| match value {
            Expr::Local(formal) => Some((*field, *formal)),
            _ => None,
        });
        let (unit, start, statics) = (self.unit.method, self.start, statics.collect());
        let (asked, outcomes) = (self.asked, std::mem::take(&mut self.outcomes));
        let method = self.finish(retval);
        Fragment { method, unit, start, locals, statics, outcomes, asked }
    }

    fn fill_all(&mut self, stubs: &Stubs) {
        while let Some((from, copy)) = self.work.pop() {
            self.fill(from, copy, stubs);
        }
    }

    fn block(&mut self) -> BlockId {
        let (span, line) = (self.span, self.line);
        self.blocks.push(Block { span, line, ..Block::nowhere(self.handler) })
    }

    /// Makes blocks with `threw` as their handler.
    fn catching(&mut self, threw: BlockId, make: impl FnOnce(&mut Self)) {
        let slot = self.locals.push(Local { name: String::new(), ty: None });
        let around = std::mem::replace(&mut self.handler, Handler { block: threw, slot });
        make(self);
        self.handler = around;
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

    /// Branches on a reference. Returns the blocks in which to go on where it is not null, and where it is.
    fn unless_null(&mut self, at: BlockId, reference: LocalId) -> (BlockId, BlockId) {
        let (there, next) = (self.block(), self.block());
        let cond = Expr::is_there(Expr::Local(reference));
        self.blocks[at].term = Terminator::Branch { cond, then: there, other: next };
        (there, next)
    }

    /// Branches to `other` where an index is not within an array. Returns the block in which to go on where it is.
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

    /// Adds the method to the program.
    fn finish(self, retval: Option<LocalId>) -> MethodId {
        let Self { source, cuts, unit, made, id, formals, locals, thrown, blocks, names, assumed, asserted, .. } = self;
        let mut instrs = blocks.iter().flat_map(|block| &block.instrs);
        // The caller of a stub checks the changes.
        let is_framed = instrs.any(|instr| matches!(instr.kind, InstrKind::Modifies { .. }));
        let method = Method {
            result: retval.and(source.result.clone()),
            locals,
            formals: (0..formals).map(LocalId::new).collect(),
            retval,
            thrown,
            is_framed,
            has_exceptional: cuts.is_entry(unit) && source.has_exceptional,
            entry: ENTRY,
            body: ENTRY,
            group: source.group,
            ..Method::bare(&source.name, source.class, MethodKind::Static, source.span)
        };
        let (method, placed) = method.assemble_placed(blocks, [RETURN, UNWIND]);
        let of_role = |(block, role)| Some((*placed.get(&block)?, role));
        let assumed = assumed.into_iter().filter_map(of_role).collect();
        let asserted = asserted.into_iter().filter_map(of_role).collect();
        made.outlines.insert(id, Outline { unit: unit.method, names, assumed, asserted });
        let begins_with = &method.shape.live_in[method.entry];
        assert!(begins_with.iter().all(|local| local.index() < formals), "a fragment reads what it has not begun with");
        let made_id = made.program.methods.push(method);
        debug_assert_eq!(made_id, id);
        id
    }
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
