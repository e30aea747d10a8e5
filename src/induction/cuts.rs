//! Where executions are cut: at the heads of loops, and at calls of methods that go through a loop or a recursion. With
//! `--modular` also at calls of methods that have a contract, or run one that has: their bodies are then no part of what
//! the callers do. So no code outside of units calls a unit, whichever calls are cut.
//!
//! Every cycle of a graph contains the head of a loop, and every recursion a call of a method that repeats. So the code
//! between two cuts, a *fragment*, ends. A fragment begins in *any* state: its locals and the static fields have any
//! values, and its heap is an initial heap of the language, in which references may be equal or not. Each state that an
//! execution can have at a cut is one of these, since the initial heap has all the freedom that the heap of an execution
//! has. What a fragment allocates itself is new to it.

use super::exceptions;
use super::frames::{Change, FrameCondition};
use super::later_reads::LaterReads;
use super::outer_invariants::outer_invariants;
use crate::cancel::Token;
use crate::closure::closure;
use crate::config::{Config, Dialect};
use crate::index::IndexVec;
use crate::ir::callgraph::called;
use crate::ir::footprint::Footprint;
use crate::ir::liveness::live_before;
use crate::ir::uints::NegativeUints;
use crate::ir::variable::Places;
use crate::ir::{
    Block, BlockId, CheckId, Const, Expr, InstrKind, Kind, Local, LocalId, Method, MethodId, MethodKind, Program,
    StaticField, StaticId, Terminator, Type,
};
use std::collections::{BTreeMap, BTreeSet};

/// Why a program cannot be taken apart.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    /// The program uses threads, and fragments run alone.
    #[error("the program uses threads")]
    Threads,
    /// The method of this name has a `modifies` clause and a call whose changes cannot be compared with it.
    #[error("{0} has a `modifies` clause, and calls what has none")]
    Framed(String),
    /// The program has neither loops nor recursion.
    #[error("the program has neither loops nor recursion")]
    Finite,
    /// The static initialisers repeat.
    #[error("static fields are initialised by a loop or recursion")]
    Initialiser,
    /// The static initialisers run a method with a contract, and calls of these are cut.
    #[error("static fields are initialised by a method with a contract, and --modular takes its body apart")]
    InitialiserWithContract,
    /// Executions have to end, and not all loops and recursive calls have a measure.
    #[error("a loop or recursion has no `decreases` clause")]
    Unmeasured,
    /// The token was cancelled.
    #[error("the search was cancelled")]
    Cancelled,
    /// The entry is called again, and what runs before it has loops or recursive calls.
    #[error("{0} is called again, and what runs before it has loops or recursive calls")]
    Started(String),
    /// The fragments have too many locals.
    #[error("the program is too large")]
    Size,
    /// There are too many clauses.
    #[error("there are too many paths between two iterations or calls")]
    Paths,
}

/// Where a fragment begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Start {
    /// At the entry of the method.
    Entry,
    /// At the head of a loop.
    Head(BlockId),
    /// After the call at the end of a block.
    Call(BlockId),
}

/// An instruction: its block, and its index in the block.
pub type Position = (BlockId, usize);

/// Where the clauses of a loop are checked.
#[derive(Clone, Debug)]
pub struct Checking {
    /// The blocks from the head to the clauses.
    pub blocks: BTreeSet<BlockId>,
    /// The last instruction that checks one of them; nothing after it matters.
    pub last: Position,
}

/// A method that is taken apart. Its locals are those of the method and, after them, *entry values*: the initial values of
/// the formals that the method assigns.
#[derive(Clone, Debug)]
pub struct Unit {
    /// The method.
    pub method: MethodId,
    /// The heads of its loops.
    pub heads: Vec<BlockId>,
    /// The `invariant` and `decreases` clauses that are checked at the beginning of an iteration, with the heads of their
    /// loops.
    pub clauses: BTreeMap<CheckId, BlockId>,
    /// For each head, where its clauses are checked.
    pub checking: BTreeMap<BlockId, Checking>,
    /// For each head, the heads of outer loops whose invariants hold there too, and where they are checked.
    pub outer_invariants: BTreeMap<BlockId, Vec<(BlockId, Checking)>>,
    /// The blocks with calls after which the heap may be any other.
    pub calls: Vec<BlockId>,
    /// Whether calls of it are cut.
    pub is_called: bool,
    /// Whether a call of the method ends a fragment. Such a call may write to the heap, or return an object, which could be
    /// one that the fragment has made.
    pub havocs_heap: bool,
    /// What its `modifies` clause lists.
    pub frame: Option<FrameCondition>,
    /// The locals with exceptions of which fragments know neither cause nor value.
    pub vague: BTreeSet<LocalId>,
    /// The formals that the method assigns, with the locals that keep their entry values.
    kept: BTreeMap<LocalId, LocalId>,
    /// All locals.
    pub locals: IndexVec<LocalId, Local>,
    /// The binders of a formula about the cells of an array: this one for the index, `elements` for the element.
    pub index: LocalId,
    /// The element binders by type.
    pub elements: BTreeMap<Type, LocalId>,
}

impl Unit {
    /// The local with the entry value of a formal, wherever control is.
    pub fn entry_value(&self, formal: LocalId) -> LocalId {
        self.kept.get(&formal).copied().unwrap_or(formal)
    }

    /// An upper bound on the changes by a call, if its `modifies` clause gives one.
    pub fn changes(&self) -> Option<&[Change]> {
        self.frame.as_ref()?.changes.as_deref()
    }

    /// The formals that are assigned, with their entry values.
    pub fn kept(&self) -> impl Iterator<Item = (LocalId, LocalId)> + '_ {
        self.kept.iter().map(|(formal, kept)| (*formal, *kept))
    }

    /// The formals that the method assigns and its `ensures` clauses read. Their values there may differ from the entry
    /// values.
    pub fn last_values(&self, method: &Method) -> Vec<LocalId> {
        let read = method.ensures.map_or(&[][..], |first| &method.shape.live_in[first]);
        self.kept.keys().copied().filter(|formal| read.contains(formal)).collect()
    }

    /// The locals that a fragment begins with: the live ones, entry values, and what the `modifies` clause lists. The
    /// latter is compared where the fragment ends.
    pub fn state(&self, method: &Method, start: Start) -> Vec<LocalId> {
        let mut state = match start {
            Start::Entry => method.formals.clone(),
            Start::Head(head) => method.shape.live_in[head].clone(),
            Start::Call(block) => live_before(method, block, method.blocks[block].instrs.len()),
        };
        if start != Start::Entry {
            let listed = self.frame.iter().flat_map(|frame| &frame.locations).flat_map(|location| location.locals());
            for local in method.formals.iter().map(|&formal| self.entry_value(formal)).chain(listed) {
                if !state.contains(&local) {
                    state.push(local);
                }
            }
        }
        state
    }

    /// The starts of its fragments.
    pub fn starts(&self) -> impl Iterator<Item = Start> + '_ {
        let heads = self.heads.iter().map(|head| Start::Head(*head));
        std::iter::once(Start::Entry).chain(heads).chain(self.calls.iter().map(|block| Start::Call(*block)))
    }
}

/// A call that is cut.
#[derive(Clone, Debug)]
pub struct CutCall {
    /// The methods that it may run, all of them units.
    pub runs: Vec<MethodId>,
    /// Whether the fragment ends there.
    pub havocs_heap: bool,
}

/// A program that is taken apart.
#[derive(Debug)]
pub struct Cuts<'p> {
    /// The program.
    pub program: &'p Program,
    /// The entry.
    pub entry: MethodId,
    /// The language options.
    pub dialect: &'p Dialect,
    /// The footprints of calls of each method.
    footprints: IndexVec<MethodId, Footprint>,
    /// The methods that a virtual call of each method can run.
    pub targets: IndexVec<MethodId, Vec<MethodId>>,
    /// The methods that are taken apart: the entry, and all whose calls are cut.
    pub units: BTreeMap<MethodId, Unit>,
    /// The values of the static fields that never change after the initialisers.
    pub constants: BTreeMap<StaticId, Const>,
    /// The variables of the heap that may have negative numbers of type `uint`.
    pub negative: NegativeUints,
}

impl<'p> Cuts<'p> {
    /// Takes a program apart.
    ///
    /// # Errors
    /// When fragments cannot express it, or the token is cancelled.
    pub fn new(program: &'p Program, entry: MethodId, config: &'p Config, token: &Token) -> Result<Self, Unfit> {
        let dialect = &config.dialect;
        let targets = program.virtual_targets();
        let reachable = program.reachable_methods(entry);
        let footprints = program.footprints();
        let repeats = |m: MethodId| footprints[m].repeats;
        let is_cut = |m: MethodId| repeats(m) || config.modular && footprints[m].has_contract;
        let mut callees = program.methods[entry].blocks.iter().flat_map(Block::callees);
        if !repeats(entry) && !callees.any(|callee| called(callee, &targets).iter().any(|&m| is_cut(m))) {
            return Err(Unfit::Finite);
        }
        if program.init.is_some_and(repeats) {
            return Err(Unfit::Initialiser);
        }
        if program.init.is_some_and(is_cut) {
            return Err(Unfit::InitialiserWithContract);
        }
        let (called, mut units) = (called_units(program, &reachable, &targets, &is_cut), BTreeMap::new());
        for &method in reachable.iter().filter(|&&m| m == entry || called.contains(&m)) {
            units.insert(method, unit(program, method, called.contains(&method), &footprints[method], token)?);
        }
        let constants = constants(program);
        let negative = NegativeUints::of(program);
        let mut cuts = Self { program, entry, dialect, footprints, targets, units, constants, negative };
        cuts.refuse_threads(&reachable)?;
        for method in cuts.units.keys().copied().collect::<Vec<_>>() {
            go_on(token)?;
            let info = &program.methods[method];
            let havocking = |block: &BlockId| cuts.cut_call(&info.blocks[*block]).filter(|call| call.havocs_heap);
            let calls: Vec<BlockId> = info.blocks.ids().filter(|block| havocking(block).is_some()).collect();
            let mut runs = calls.iter().filter_map(havocking).flat_map(|call| call.runs);
            if cuts.units[&method].frame.is_some() && !runs.all(|run| cuts.units[&run].changes().is_some()) {
                return Err(Unfit::Framed(program.method_name(method)));
            }
            let outer_invariants = outer_invariants(&cuts, &cuts.units[&method], info);
            let Some(unit) = cuts.units.get_mut(&method) else { continue };
            (unit.calls, unit.outer_invariants) = (calls, outer_invariants);
            let vague = exceptions::vague(&cuts, &cuts.units[&method], info);
            if let Some(unit) = cuts.units.get_mut(&method) {
                unit.vague = vague;
            }
        }
        if cuts.units.get(&entry).is_some_and(|unit| unit.is_called && cuts.repeats_before(unit)) {
            return Err(Unfit::Started(program.method_name(entry)));
        }
        if dialect.termination && !cuts.terminates() {
            return Err(Unfit::Unmeasured);
        }
        Ok(cuts)
    }

    /// Whether what only runs before an entry has a loop or a cut call.
    fn repeats_before(&self, unit: &Unit) -> bool {
        let method = &self.program.methods[unit.method];
        let repeats = |block: &BlockId| unit.heads.contains(block) || self.cut_call(&method.blocks[*block]).is_some();
        method.until(method.entry, method.called).iter().any(repeats)
    }

    /// Whether every execution that violates no check ends: each loop, and each recursive method that runs, has a `decreases`
    /// clause.
    pub fn terminates(&self) -> bool {
        let methods = &self.program.methods;
        let may_recur = |m: &MethodId| self.program.groups[methods[*m].group].recursive && !methods[*m].is_measured;
        let is_measured = |unit: &Unit, head: BlockId| {
            clauses_of(self.program, &self.program.methods[unit.method], head, &[Kind::Decreases]).is_some()
        };
        let measured = |unit: &Unit| unit.heads.iter().all(|&head| is_measured(unit, head));
        !self.program.reachable_methods(self.entry).iter().any(may_recur) && self.units.values().all(measured)
    }

    fn refuse_threads(&self, reachable: &[MethodId]) -> Result<(), Unfit> {
        let instrs = reachable.iter().flat_map(|&m| self.program.methods[m].blocks.iter()).flat_map(|b| &b.instrs);
        match instrs.into_iter().any(|instr| matches!(instr.kind, InstrKind::Thread(_))) {
            true => Err(Unfit::Threads),
            false => Ok(()),
        }
    }

    /// The call at the end of a block, if it is cut.
    pub fn cut_call(&self, block: &Block) -> Option<CutCall> {
        let Terminator::Call { callee, .. } = &block.term else { return None };
        let runs = called(callee, &self.targets).to_vec();
        let units: Vec<&Unit> = runs.iter().filter_map(|m| self.units.get(m)).filter(|unit| unit.is_called).collect();
        let havocs_heap = units.iter().any(|unit| unit.havocs_heap);
        (!units.is_empty()).then_some(CutCall { runs, havocs_heap })
    }

    /// What executions may still read of the heap behind each cut.
    pub(super) fn later_reads(&self) -> LaterReads {
        LaterReads::of(self.program, &self.program.reachable_methods(self.entry), &self.targets, &self.footprints)
    }

    /// Whether the call at the end of a block keeps the truth of a formula over the locals of a method: it cannot write
    /// anything that the formula reads.
    pub fn outlasts(&self, formula: &Expr, block: &Block) -> bool {
        let mut reads = Places::default();
        formula.reads(&mut reads);
        !self.call_writes(block, &reads)
    }

    /// Whether the call at the end of a block, if there is one, may write to some places.
    pub fn call_writes(&self, block: &Block, places: &Places) -> bool {
        let mut runs = block.callees().flat_map(|callee| called(callee, &self.targets));
        runs.any(|&method| self.footprints[method].writes.meets(places))
    }

    /// Whether the options require that an input of a type is not null.
    pub fn is_nonnull(&self, ty: &Type) -> bool {
        self.dialect.nonnull_arrays && matches!(ty, Type::Array(_))
    }

    /// Whether exceptions that leave a unit end the program.
    pub fn is_entry(&self, unit: &Unit) -> bool {
        unit.method == self.entry
    }
}

/// An error when the token is cancelled.
pub(super) fn go_on(token: &Token) -> Result<(), Unfit> {
    if token.is_cancelled() { Err(Unfit::Cancelled) } else { Ok(()) }
}

/// The methods whose calls are cut: those of `is_cut`, and all others that a call which may run one of these may run.
fn called_units(
    program: &Program,
    reachable: &[MethodId],
    targets: &IndexVec<MethodId, Vec<MethodId>>,
    is_cut: &impl Fn(MethodId) -> bool,
) -> BTreeSet<MethodId> {
    let callees = reachable.iter().flat_map(|&m| program.methods[m].blocks.iter()).flat_map(Block::callees);
    let mut open: Vec<&[MethodId]> = callees.map(|callee| called(callee, targets)).collect();
    let mut units = BTreeSet::new();
    loop {
        let may_be_cut = |runs: &&[MethodId]| runs.iter().any(|m| is_cut(*m) || units.contains(m));
        let (cut, others): (Vec<_>, Vec<_>) = open.into_iter().partition(may_be_cut);
        if cut.is_empty() {
            return units;
        }
        units.extend(cut.into_iter().flatten());
        open = others;
    }
}

fn unit(
    program: &Program,
    method: MethodId,
    is_called: bool,
    footprint: &Footprint,
    token: &Token,
) -> Result<Unit, Unfit> {
    let info = &program.methods[method];
    let gives_object = info.result.as_ref().is_some_and(Type::is_allocated);
    let heads = info.blocks.ids().filter(|&b| info.shape.wto.is_head(b)).collect();
    let mut locals = info.locals.clone();
    let kept = info.formals.iter().filter(|&&formal| info.assigns(formal));
    let kept = kept.map(|&formal| {
        let Local { name, ty } = info.locals[formal].clone();
        (formal, locals.push(Local { name: format!("old({name})"), ty }))
    });
    let kept = kept.collect();
    let mut binder = |name: &str, ty: &Type| {
        let is_known = |name: &str, locals: &IndexVec<LocalId, Local>| locals.iter().any(|local| local.name == name);
        let mut name = name.to_owned();
        while is_known(&name, &locals) {
            name.push('_');
        }
        locals.push(Local { name, ty: Some(ty.clone()) })
    };
    let index = binder("k", &Type::Int);
    let mut elements = BTreeMap::new();
    let types = || info.locals.iter().filter_map(|local| local.ty.as_ref());
    let fields = types().collect::<BTreeSet<_>>().into_iter().flat_map(|ty| program.common_fields(ty));
    for ty in types().chain(fields.map(|field| &program.fields[field].ty)) {
        if let Type::Array(element) = ty {
            elements.entry((**element).clone()).or_insert_with(|| binder("e", element));
        }
    }
    let (mut clauses, mut checking) = (BTreeMap::new(), BTreeMap::new());
    for &head in &heads {
        go_on(token)?;
        // A condition that calls a method may be between the two kinds.
        let found = [&[Kind::Invariant, Kind::Decreases][..], &[Kind::Invariant]];
        let found = found.into_iter().map(|kinds| clauses_of(program, info, head, kinds));
        if let Some((checks, place)) = found.flatten().find(|(_, place)| calls_nothing(info, place)) {
            clauses.extend(checks.into_iter().map(|check| (check, head)));
            checking.insert(head, place);
        }
    }
    let frame = FrameCondition::of(program, info);
    let is_exact = frame.as_ref().is_some_and(|frame| frame.is_exact(program, info, footprint));
    let havocs_heap = !(footprint.is_pure || is_exact) || gives_object;
    let (outer_invariants, calls) = (BTreeMap::new(), Vec::new());
    Ok(Unit {
        method,
        heads,
        clauses,
        checking,
        outer_invariants,
        calls,
        is_called,
        havocs_heap,
        frame,
        vague: BTreeSet::new(),
        kept,
        locals,
        index,
        elements,
    })
}

/// The clauses of some kinds of a loop, and where they are checked. `None` where it has none.
pub(super) fn clauses_of(
    program: &Program,
    method: &Method,
    head: BlockId,
    kinds: &[Kind],
) -> Option<(BTreeSet<CheckId>, Checking)> {
    let clause = |instr: &InstrKind| instr.clause().filter(|check| kinds.contains(&program.checks[*check].kind));
    let of_loop = |block: &BlockId| method.shape.wto.heads[*block].last() == Some(&head);
    let mut blocks: Vec<BlockId> = method.blocks.ids().filter(of_loop).collect();
    blocks.sort_by_key(|&b| method.shape.wto.position[b]);
    let (mut checks, mut last) = (BTreeSet::new(), None);
    for &block in &blocks {
        for (place, instr) in method.blocks[block].instrs.iter().enumerate() {
            if let (InstrKind::Clause { .. }, Some(check)) = (&instr.kind, clause(&instr.kind)) {
                checks.insert(check);
                last = Some((block, place));
            }
        }
    }
    let is_about = |block: &BlockId| {
        let instrs = method.blocks[*block].instrs.iter();
        instrs.filter_map(|instr| clause(&instr.kind)).any(|check| checks.contains(&check))
    };
    let found = closure(method.blocks.ids().filter(is_about), |block| {
        let leads_there =
            move |from: &BlockId| block != head && method.blocks[*from].successors(method).contains(&block);
        blocks.iter().copied().filter(leads_there)
    });
    last.map(|last| (checks, Checking { blocks: found, last }))
}

fn calls_nothing(method: &Method, checking: &Checking) -> bool {
    let ends =
        checking.blocks.iter().filter(|block| **block != checking.last.0).map(|block| &method.blocks[*block].term);
    !ends.into_iter().any(|term| matches!(term, Terminator::Call { .. }))
}

/// The values of the static fields that are never assigned, or once by the initialiser, with a constant.
fn constants(program: &Program) -> BTreeMap<StaticId, Const> {
    let stores = stores(program);
    let constant = |(field, info): (StaticId, &StaticField)| {
        let value = match &stores[field][..] {
            [] => Expr::default_of(&info.ty),
            [(MethodKind::Initialiser, value)] => (*value).clone(),
            _ => return None,
        };
        if let Expr::Const(constant) = value { Some((field, constant)) } else { None }
    };
    program.statics.iter_enumerated().filter_map(constant).collect()
}

/// A kind of method, and the value that such a method assigns to a static field.
type Store<'p> = (MethodKind, &'p Expr);

/// The assignments to each static field.
fn stores(program: &Program) -> IndexVec<StaticId, Vec<Store<'_>>> {
    let mut stores: IndexVec<StaticId, Vec<Store<'_>>> = program.statics.iter().map(|_| Vec::new()).collect();
    for method in program.methods.iter() {
        for instr in method.blocks.iter().flat_map(|block| &block.instrs) {
            if let InstrKind::StoreStatic { field, value } = &instr.kind {
                stores[*field].push((method.kind, value));
            }
        }
    }
    stores
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facade::Program;

    /// The methods whose calls are cut.
    fn cut(text: &str, modular: bool) -> Result<Vec<String>, Unfit> {
        let config = Config { modular, ..Config::default() };
        let program = Program::from_text("test.oox", text, &config.dialect).expect("a program");
        let entry = program.entry("Main.main").expect("an entry");
        let cuts = Cuts::new(program.ir(), entry, &config, &Token::new())?;
        let called = cuts.units.values().filter(|unit| unit.is_called);
        Ok(called.map(|unit| program.ir().method_name(unit.method)).collect())
    }

    const CALLS: &str = "
        static int framed(int n) ensures(retval > n) { return n + 1; }
        static int caller(int n) { int r := Main.framed(n); return r; }
        static int bare(int n) { return n; }";

    #[test]
    fn calls_of_methods_with_contracts_are_cut_if_wanted() {
        let main = "static void main(int n) requires(n > 0) { int a := Main.caller(n); int b := Main.bare(n); }";
        let text = format!("class Main {{ {CALLS} {main} }}");
        assert_eq!(cut(&text, false), Err(Unfit::Finite));
        assert_eq!(cut(&text, true), Ok(vec!["Main.framed".into(), "Main.caller".into()]));
    }

    #[test]
    fn static_fields_that_nothing_assigns_after_their_initialisation_are_constants() {
        let text = "class Main { static int never; static int once := 3; static bool other;
            static void main() { Main.other := true; } }";
        let program = Program::from_text("test.oox", text, &Config::default().dialect).expect("a program");
        let named = |(field, value): (StaticId, Const)| (program.ir().statics[field].name.clone(), value);
        let found: Vec<_> = constants(program.ir()).into_iter().map(named).collect();
        let number = |n: i64| Const::Num(n.into());
        assert_eq!(found, [("never".to_owned(), number(0)), ("once".to_owned(), number(3))]);
    }

    #[test]
    fn a_contract_of_the_entry_alone_cuts_nothing() {
        let main = "static void main(int n) requires(n > 0) ensures(n > 0) { int b := Main.bare(n); }";
        assert_eq!(cut(&format!("class Main {{ {CALLS} {main} }}"), true), Err(Unfit::Finite));
    }

    #[test]
    fn initialisers_run_no_method_with_a_contract() {
        let main = "static int s := Main.framed(1); static void main(int n) { int a := Main.framed(n); }";
        let text = format!("class Main {{ {CALLS} {main} }}");
        assert_eq!(cut(&text, true), Err(Unfit::InitialiserWithContract));
    }
}
