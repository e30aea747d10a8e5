//! Programs that no front need be able to make: exceptions with classes, values from outside, stores into arrays that may
//! throw, code that cannot be executed. All of their runs, one by one, say what explorations have to find.

use super::super::explore;
use crate::config::{Config, Dialect, Mode, Stop, Uncaught};
use crate::explore::Watch;
use crate::index::{Idx, IndexVec};
use crate::inputs::{Inputs, Value as Input};
use crate::interp::{self, Around, CodePoint, End, Limits, Outside, Scheduler, ThreadId};
use crate::ir::{
    BinaryOp, Block, BlockId, Callee, Cause, Causes, Check, Class, ClassId, Const, Expr, Fault, Handler, Instr,
    InstrKind, Kind, Local, LocalId, Method, MethodId, MethodKind, Program, Site, SiteKind, Terminator, Type, UnaryOp,
    Width, validate::validate,
};
use crate::num::Num;
use crate::outcome::{Outcome, Reason, Verdict, Violation};
use crate::proofs::prove;
use crate::solver::in_own_context;
use crate::source::Span;
use crate::stack::on_big_stack;
use std::collections::BTreeSet;
use std::time::Duration;

/// The classes, each with its superclass.
const CLASSES: [(&str, usize); 9] = [
    ("Main", 0),
    ("Throwable", 1),
    ("A", 1),
    ("B", 2),
    ("C", 1),
    ("NullException", 1),
    ("Division", 2),
    ("Store", 4),
    ("Object", 8),
];
/// Those that are exceptions.
const EXCEPTIONS: [u32; 7] = [1, 2, 3, 4, 5, 6, 7];
/// Most runs of a program.
const RUNS: usize = 3_000;
/// Programs of a test.
const PROGRAMS: u64 = if cfg!(debug_assertions) { 150 } else { 3_000 };

/// A statement of a generated program.
#[derive(Clone, Debug)]
enum Stmt {
    Set(usize, Expr),
    Outside(usize, Type),
    NewValue(Option<u32>),
    NewArray(u32),
    Store,
    Divide(usize, usize, usize),
    Throw,
    Assert(Expr),
    Assume(Expr),
    Unsupported,
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    /// At most this number of times, and as long as a value from outside says so, if it is asked for.
    Loop(i64, bool, Vec<Stmt>),
    /// Handlers, in order.
    Try(Vec<Stmt>, Vec<Caught>),
    Call(usize, usize, usize),
}

#[derive(Clone, Copy, Debug)]
enum Test {
    Class(u32),
    Cause(Cause),
    Inner,
}

/// A handler.
#[derive(Clone, Debug)]
struct Caught {
    test: Test,
    /// Whether it takes what the exception carries.
    takes: bool,
    stmts: Vec<Stmt>,
    then: Then,
}

/// What follows a handler.
#[derive(Clone, Copy, Debug)]
enum Then {
    On,
    /// The exception is thrown again: as it is, or with a value.
    Again,
    AgainWithValue,
}

/// Numbers of a sequence that a seed determines (splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % n
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len() as u64) as usize]
    }
}

const NUMBERS: usize = 3;
const WIDTH: Width = Width { bits: 3, signed: true };
/// The locals of every method: numbers, a reference, an array.
const VALUE: LocalId = LocalId(NUMBERS as u32);
const ARRAY: LocalId = LocalId(NUMBERS as u32 + 1);

fn number(n: usize) -> Expr {
    Expr::Local(LocalId(n as u32))
}

/// Generates statements.
struct Generator<'a> {
    random: &'a mut Random,
    /// The statements that may still be made.
    left: u32,
    /// The methods that can be called.
    callees: usize,
}

impl Generator<'_> {
    fn block(&mut self, depth: u32) -> Vec<Stmt> {
        let count = 1 + self.random.below(3);
        (0..count).filter_map(|_| self.stmt(depth)).collect()
    }

    fn operand(&mut self) -> Expr {
        match self.random.below(3) {
            0 => Expr::int(self.random.below(4) as i64 - 1),
            _ => number(self.random.below(NUMBERS as u64) as usize),
        }
    }

    fn cond(&mut self) -> Expr {
        match self.random.below(6) {
            0 => Expr::InstanceOf(Box::new(Expr::Local(VALUE)), Type::Class(ClassId(self.random.of(&EXCEPTIONS)))),
            1 => Expr::binary(BinaryOp::Eq, Expr::Local(VALUE), Expr::Const(Const::Null)),
            n => {
                let op = [BinaryOp::Lt, BinaryOp::Le, BinaryOp::Eq, BinaryOp::Ne][n as usize - 2];
                Expr::binary(op, number(self.random.below(NUMBERS as u64) as usize), self.operand())
            }
        }
    }

    fn any_number(&mut self) -> usize {
        self.random.below(NUMBERS as u64) as usize
    }

    fn stmt(&mut self, depth: u32) -> Option<Stmt> {
        self.left = self.left.checked_sub(1)?;
        Some(match self.random.below(if depth == 0 { 12 } else { 20 }) {
            0 | 1 => {
                let op = self.random.of(&[BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul]);
                let sum = Expr::binary(op, self.operand(), self.operand());
                Stmt::Set(self.any_number(), Expr::Wrap(WIDTH, Box::new(sum)))
            }
            2 | 3 => {
                let bits = 1 + self.random.below(2) as u8;
                Stmt::Outside(self.any_number(), Type::Machine(Width { bits, signed: false }))
            }
            4 => {
                let class = self.random.of(&EXCEPTIONS);
                Stmt::NewValue((self.random.below(4) > 0).then_some(class))
            }
            5 => Stmt::NewArray(self.random.of(&[1, 2, 3, 4])),
            6 => Stmt::Store,
            7 => Stmt::Divide(self.any_number(), self.any_number(), self.any_number()),
            8 => Stmt::Throw,
            9 => Stmt::Assert(self.cond()),
            10 if self.random.below(3) == 0 => Stmt::Unsupported,
            10 => Stmt::Assume(self.cond()),
            11 if self.callees == 0 => Stmt::Throw,
            11 | 12 if self.callees > 0 => {
                Stmt::Call(self.random.below(self.callees as u64) as usize, self.any_number(), self.any_number())
            }
            13 | 14 => Stmt::If(self.cond(), self.block(depth - 1), self.block(depth - 1)),
            15 => Stmt::Loop(1 + self.random.below(2) as i64, self.random.below(2) == 0, self.block(depth - 1)),
            _ => {
                let handlers = (0..1 + self.random.below(2)).map(|_| {
                    let test = match self.random.below(7) {
                        0 => Test::Inner,
                        1 | 2 => Test::Cause(self.random.of(&[Cause::Null, Cause::DivisionByZero, Cause::ArrayStore])),
                        _ => Test::Class(self.random.of(&EXCEPTIONS)),
                    };
                    let (takes, stmts) = (self.random.below(2) == 0, self.block(depth - 1));
                    let then = self.random.of(&[Then::On, Then::On, Then::Again, Then::AgainWithValue]);
                    Caught { test, takes, stmts, then }
                });
                let handlers = handlers.collect();
                Stmt::Try(self.block(depth - 1), handlers)
            }
        })
    }
}

/// Makes a method of statements. Blocks 0 and 1 are its exits.
struct Lowering<'a> {
    program: &'a mut Program,
    id: MethodId,
    locals: IndexVec<LocalId, Local>,
    blocks: IndexVec<BlockId, Block>,
    handler: Handler,
    at: BlockId,
    lines: &'a mut u32,
}

impl Lowering<'_> {
    fn local(&mut self, ty: Option<Type>) -> LocalId {
        self.locals.push(Local { name: format!("l{}", self.locals.len()), ty })
    }

    fn place(&mut self) -> (Span, u32) {
        *self.lines += 1;
        (Span::new(*self.lines as usize * 10, *self.lines as usize * 10 + 5), *self.lines)
    }

    fn block(&mut self) -> BlockId {
        let (span, line) = self.place();
        self.blocks.push(Block { span, line, ..Block::nowhere(self.handler) })
    }

    fn push(&mut self, kind: InstrKind) {
        let (span, line) = self.place();
        self.blocks[self.at].instrs.push(Instr { kind, span, line });
    }

    fn end(&mut self, term: Terminator) {
        self.blocks[self.at].term = term;
    }

    /// Ends the block, and goes on in a new one.
    fn end_before(&mut self, next: impl FnOnce(BlockId) -> Terminator) {
        let block = self.block();
        self.end(next(block));
        self.at = block;
    }

    fn check(&mut self) -> crate::ir::CheckId {
        let span = Span::new(*self.lines as usize * 10 + 10, *self.lines as usize * 10 + 15);
        self.program.checks.push(Check { kind: Kind::Assert, span, method: self.id })
    }

    fn site(&mut self, kind: SiteKind) -> crate::ir::SiteId {
        let span = Span::new(*self.lines as usize * 10 + 10, *self.lines as usize * 10 + 15);
        self.program.sites.push(Site { method: self.id, span, kind })
    }

    fn stmts(&mut self, stmts: &[Stmt]) {
        for stmt in stmts {
            // What may throw leads from a block of its own to the handler, so that it cannot read what follows.
            self.end_before(Terminator::Goto);
            self.stmt(stmt);
        }
    }

    fn assign(&mut self, dst: LocalId, value: Expr) {
        self.push(InstrKind::Assign { dst, value });
    }

    fn stmt(&mut self, stmt: &Stmt) {
        let local = |n: usize| LocalId(n as u32);
        match stmt {
            Stmt::Set(n, value) => self.assign(local(*n), value.clone()),
            Stmt::Outside(n, ty) => {
                let name = self.program.texts.intern("outside");
                self.push(InstrKind::Havoc { dst: local(*n), ty: ty.clone(), name });
            }
            Stmt::NewValue(None) => self.assign(VALUE, Expr::Const(Const::Null)),
            Stmt::NewValue(Some(class)) => {
                let site = self.site(SiteKind::Object(ClassId(*class)));
                self.push(InstrKind::NewObject { dst: VALUE, site });
            }
            Stmt::NewArray(class) => {
                let site = self.site(SiteKind::Array(Type::Class(ClassId(*class))));
                self.push(InstrKind::NewArray { dst: ARRAY, site, length: Expr::int(1) });
            }
            Stmt::Store => {
                self.push(InstrKind::CheckStore { array: ARRAY, value: VALUE });
                self.push(InstrKind::StoreElem { array: ARRAY, index: Expr::int(0), value: Expr::Local(VALUE) });
            }
            Stmt::Divide(dst, a, b) => {
                let (dst, a, b) = (local(*dst), number(*a), number(*b));
                self.assign(dst, Expr::binary(BinaryOp::DivTrunc, a, b));
            }
            Stmt::Throw => {
                self.push(InstrKind::CheckNull { reference: VALUE });
                self.end_before(|_| Terminator::Throw(Some(Expr::Local(VALUE))));
            }
            Stmt::Assert(cond) => {
                let check = self.check();
                self.push(InstrKind::Assert { cond: cond.clone(), check });
            }
            Stmt::Assume(cond) => self.push(InstrKind::Assume { cond: cond.clone() }),
            Stmt::Unsupported => {
                let what = format!("thing {}", self.lines);
                self.end_before(|_| Terminator::Unsupported(what));
            }
            Stmt::If(cond, then, other) => {
                let (yes, no, join) = (self.block(), self.block(), self.block());
                self.end(Terminator::Branch { cond: cond.clone(), then: yes, other: no });
                for (side, stmts) in [(yes, then), (no, other)] {
                    self.at = side;
                    self.stmts(stmts);
                    self.end(Terminator::Goto(join));
                }
                self.at = join;
            }
            Stmt::Loop(times, asks, body) => {
                let i = self.local(Some(Type::Integer));
                self.assign(i, Expr::int(0));
                self.end_before(Terminator::Goto);
                let head = self.at;
                let mut cond = Expr::binary(BinaryOp::Lt, Expr::Local(i), Expr::int(*times));
                if *asks {
                    let (dst, name) = (self.local(Some(Type::Bool)), self.program.texts.intern("again"));
                    self.push(InstrKind::Havoc { dst, ty: Type::Bool, name });
                    cond = Expr::binary(BinaryOp::And, cond, Expr::Local(dst));
                }
                let (inside, after) = (self.block(), self.block());
                self.end(Terminator::Branch { cond, then: inside, other: after });
                self.at = inside;
                self.stmts(body);
                self.assign(i, Expr::binary(BinaryOp::Add, Expr::Local(i), Expr::int(1)));
                self.end(Terminator::Goto(head));
                self.at = after;
            }
            Stmt::Try(body, handlers) => {
                let (slot, after) = (self.local(None), self.block());
                let mut test = self.block();
                let around = std::mem::replace(&mut self.handler, Handler { block: test, slot });
                self.end_before(Terminator::Goto);
                self.stmts(body);
                self.end(Terminator::Goto(after));
                self.handler = around;
                for Caught { test: caught, takes, stmts, then: next } in handlers {
                    let (then, other) = (self.block(), self.block());
                    let cond = match caught {
                        Test::Class(class) => Expr::Caught(slot, ClassId(*class)),
                        Test::Cause(cause) => Expr::CausedBy(slot, *cause),
                        Test::Inner => Expr::FromInner(slot),
                    };
                    self.blocks[test].term = Terminator::Branch { cond, then, other };
                    self.at = then;
                    if *takes {
                        self.assign(VALUE, Expr::Carried(slot));
                    }
                    self.stmts(stmts);
                    match next {
                        Then::On => self.end(Terminator::Goto(after)),
                        Then::Again => self.end(Terminator::Rethrow(slot, None)),
                        Then::AgainWithValue => {
                            self.push(InstrKind::CheckNull { reference: VALUE });
                            self.end_before(|_| Terminator::Rethrow(slot, Some(VALUE)));
                            self.end(Terminator::Stop);
                        }
                    }
                    test = other;
                }
                self.blocks[test].term = Terminator::Rethrow(slot, None);
                self.at = after;
            }
            Stmt::Call(callee, arg, dst) => {
                let (callee, args) = (Callee::Exact(MethodId::new(*callee)), vec![number(*arg)]);
                let dst = Some(local(*dst));
                self.end_before(|next| Terminator::Call { dst, callee, args, next });
            }
        }
    }
}

/// A program with one method for each list of statements. The last one is the entry. If the first calls itself, it does so
/// at most twice.
fn program(methods: &[Vec<Stmt>], recurs: bool) -> Program {
    let mut program = Program::default();
    for (number, (name, superclass)) in CLASSES.iter().enumerate() {
        let (mut ancestors, mut at) = (vec![ClassId::new(number)], number);
        while CLASSES[at].1 != at {
            at = CLASSES[at].1;
            ancestors.push(ClassId::new(at));
        }
        ancestors.sort_unstable();
        let superclass = (*superclass != number).then(|| ClassId::new(*superclass));
        program.classes.push(Class { superclass, ..Class::bare(*name, ancestors) });
    }
    let [null, division_by_zero, array_store] = [5, 6, 7].map(ClassId);
    let (bounds, negative_size, cast) = (null, null, array_store);
    program.causes = Some(Causes { null, bounds, negative_size, division_by_zero, cast, array_store });
    program.array_supers = vec![ClassId(8)];
    let mut lines = 0;
    for (place, stmts) in methods.iter().enumerate() {
        let id = MethodId::new(place);
        let mut locals = IndexVec::new();
        let mut local = |name: &str, ty| locals.push(Local { name: name.to_owned(), ty });
        let ty = Type::Machine(WIDTH);
        let numbers: Vec<LocalId> = (0..NUMBERS).map(|n| local(&format!("n{n}"), Some(ty.clone()))).collect();
        local("value", Some(Type::Class(ClassId(1))));
        local("array", Some(Type::Class(ClassId(1)).array()));
        let (retval, thrown) = (local("result", Some(ty.clone())), local("thrown", None));
        let handler = Handler { block: BlockId(1), slot: thrown };
        let mut blocks = IndexVec::new();
        for term in [Terminator::Return, Terminator::Unwind, Terminator::Stop] {
            blocks.push(Block { term, ..Block::nowhere(handler) });
        }
        let mut lowering =
            Lowering { program: &mut program, id, locals, blocks, handler, at: BlockId(2), lines: &mut lines };
        for &other in &numbers[1..] {
            lowering.assign(other, Expr::int(0));
        }
        lowering.assign(VALUE, Expr::Const(Const::Null));
        lowering.stmt(&Stmt::NewArray(1));
        lowering.stmts(stmts);
        if recurs && place == 0 {
            let (again, after) = (lowering.block(), lowering.block());
            let positive = Expr::binary(BinaryOp::Lt, Expr::int(0), number(0));
            let small = Expr::binary(BinaryOp::Lt, number(0), Expr::int(3));
            let cond = Expr::binary(BinaryOp::And, positive, small);
            lowering.end(Terminator::Branch { cond, then: again, other: after });
            lowering.at = again;
            let less = Expr::Wrap(WIDTH, Box::new(Expr::binary(BinaryOp::Sub, number(0), Expr::int(1))));
            let (callee, dst) = (Callee::Exact(id), Some(LocalId(1)));
            lowering.end(Terminator::Call { dst, callee, args: vec![less], next: after });
            lowering.at = after;
        }
        lowering.assign(retval, number(1));
        lowering.end(Terminator::Goto(BlockId(0)));
        let Lowering { locals, blocks, .. } = lowering;
        let method = Method {
            locals,
            formals: vec![numbers[0]],
            result: Some(ty),
            retval: Some(retval),
            thrown,
            entry: BlockId(2),
            body: BlockId(2),
            called: BlockId(2),
            ..Method::bare(format!("m{place}"), ClassId(0), MethodKind::Static, Span::default())
        };
        program.methods.push(method.assemble(blocks, [BlockId(0), BlockId(1)]));
    }
    program.set_groups();
    assert_eq!(validate(&program), Ok(()));
    program
}

/// A program that a seed determines, its entry, and the language options. In every other one some exceptions are failed
/// assertions, and in some others may leave the entry.
fn generated(seed: u64) -> (Program, MethodId, Dialect) {
    let mut random = Random(seed);
    let recurs = random.below(3) == 0;
    let methods: Vec<Vec<Stmt>> = (0..2)
        .map(|callees| {
            Generator { left: 4 + 4 * callees as u32, callees, random: &mut random }.block(2 + callees as u32)
        })
        .collect();
    let mut program = program(&methods, recurs);
    program.methods[MethodId(0)].is_inner = random.below(2) == 0;
    program.failed_assertion = seed.is_multiple_of(2).then_some(ClassId(4));
    let uncaught = if seed.is_multiple_of(3) { Uncaught::Allow } else { Uncaught::Invalid };
    (program, MethodId(1), Dialect { uncaught, ..Dialect::default() })
}

/// Gives values in the order of their number, and notes how many there would have been.
#[derive(Default)]
struct Enumerated {
    given: Vec<u64>,
    /// Each value that a run has got, with the number of values that it could have got.
    taken: Vec<(u64, u64)>,
}

impl Enumerated {
    /// The values of the next run, if there is another.
    fn next(mut self) -> Option<Self> {
        while self.taken.pop_if(|(value, of)| *value + 1 == *of).is_some() {}
        let (last, _) = self.taken.last_mut()?;
        *last += 1;
        Some(Self { given: self.taken.into_iter().map(|(value, _)| value).collect(), taken: Vec::new() })
    }
}

/// A number of a type with few, by its place among them.
fn nth(ty: &Type, n: u64) -> (Input, u64) {
    match ty {
        Type::Machine(width) => (ty.input(&width.least() + &Num::from(n as i64)), 1 << width.bits),
        _ => (Input::Bool(n == 1), 2),
    }
}

impl Outside for Enumerated {
    fn value(&mut self, _: ThreadId, _: CodePoint, ty: &Type) -> Option<Input> {
        let value = self.given.get(self.taken.len()).copied().unwrap_or(0);
        let (input, of) = nth(ty, value);
        self.taken.push((value, of));
        Some(input)
    }
}

struct First;

impl Scheduler for First {
    fn choose(&mut self, _: ThreadId, enabled: &[ThreadId]) -> Option<ThreadId> {
        enabled.first().copied()
    }
}

/// What the runs of a program come to.
#[derive(Default, Debug)]
struct Shown {
    violations: BTreeSet<Fault>,
    unsupported: BTreeSet<(Span, String)>,
    /// Whether these are all runs.
    is_all: bool,
}

/// A violation as an exploration names it.
type Named = (Kind, Option<Cause>, Option<ClassId>, Span, MethodId);

impl Shown {
    fn faults(&self) -> BTreeSet<Named> {
        self.violations.iter().map(|f| (f.kind, f.cause, f.class, f.span, f.method)).collect()
    }
}

fn shown(program: &Program, entry: MethodId, dialect: &Dialect) -> Shown {
    let mut shown = Shown { is_all: true, ..Shown::default() };
    let formal = &program.methods[entry].locals[program.methods[entry].formals[0]];
    let ty = formal.ty.as_ref().expect("a parameter has a type");
    let mut runs = 0;
    for n in 0..nth(ty, 0).1 {
        let inputs = Inputs { args: [(formal.name.clone(), nth(ty, n).0)].into_iter().collect(), ..Inputs::default() };
        let mut outside = Some(Enumerated::default());
        while let Some(mut values) = outside {
            runs += 1;
            if runs > RUNS {
                shown.is_all = false;
                return shown;
            }
            let mut around = Around { scheduler: &mut First, outside: &mut values };
            let limits = Limits::default();
            let run = interp::run_within(program, entry, &inputs, dialect, limits, &mut around, &mut |_, _| {});
            match run.expect("the inputs fit").end {
                End::Violation(fault) => _ = shown.violations.insert(fault),
                End::Unsupported { what, span, .. } => _ = shown.unsupported.insert((span, what)),
                End::Returned { .. } | End::Threw(_) | End::Rejected { .. } => {}
                other => panic!("{other:?}"),
            }
            outside = values.next();
        }
    }
    shown
}

fn fault(violation: &Violation) -> Named {
    (violation.kind, violation.cause, violation.class, violation.span, violation.method)
}

/// Compares an exploration with all runs.
fn compare(shown: &Shown, outcome: &Outcome, what: &str) {
    let found: BTreeSet<_> = outcome.violations.iter().map(|v| fault(v)).collect();
    let expected = shown.faults();
    let ends: BTreeSet<_> = outcome.unsupported.iter().map(|u| (u.span, u.what.clone())).collect();
    if !shown.is_all {
        assert!(expected.is_subset(&found), "{what}: {expected:?} expected, {found:?} found");
        assert!(shown.unsupported.is_subset(&ends), "{what}: {:?} expected, {ends:?} found", shown.unsupported);
        return;
    }
    assert_eq!(found, expected, "{what}");
    assert_eq!(ends, shown.unsupported, "{what}");
    let verdict = match (expected.is_empty(), ends.is_empty()) {
        (false, _) => Verdict::Invalid,
        (true, true) => Verdict::Valid,
        (true, false) => Verdict::Unknown,
    };
    let reasons = if ends.is_empty() { Vec::new() } else { vec![Reason::Unsupported] };
    assert_eq!((outcome.verdict, &outcome.reasons), (verdict, &reasons), "{what}");
}

/// Whether bounds of a user cut an exploration. What it finds before is what runs show.
fn is_cut(shown: &Shown, config: &Config, outcome: &Outcome, what: &str) -> bool {
    let is_bound = |reason: &Reason| matches!(reason, Reason::Unroll | Reason::Depth);
    if config.unroll.is_none() || !outcome.reasons.iter().any(is_bound) {
        return false;
    }
    assert_ne!(outcome.verdict, Verdict::Valid, "{what}");
    let expected = shown.faults();
    let unknown = outcome.violations.iter().map(|v| fault(v)).find(|found| !expected.contains(found));
    assert!(unknown.is_none() || !shown.is_all, "{what}: no run shows {unknown:?}");
    true
}

#[test]
fn explorations_find_what_all_runs_show() {
    let (mut valid, mut whole, mut cut) = (0, 0, 0);
    for seed in 0..PROGRAMS {
        let (program, entry, dialect) = generated(seed);
        let shown = shown(&program, entry, &dialect);
        whole += u64::from(shown.is_all);
        valid += u64::from(shown.is_all && shown.violations.is_empty() && shown.unsupported.is_empty());
        let config = Config { dialect, proofs: false, stop: Stop::All, ..Config::default() };
        let (merge, path) = (Config { mode: Mode::Merge, ..config.clone() }, Config { mode: Mode::Path, ..config });
        let by_regions = Config { regions: 4, ..merge.clone() };
        let bounded = if seed.is_multiple_of(2) { &merge } else { &path }.clone();
        let bounded = Config { unroll: Some(seed / 2 % 3), depth: Some(seed / 6 % 3), ..bounded };
        for config in [merge, by_regions, path, bounded] {
            let Config { mode, regions, unroll, depth, .. } = config;
            let what = format!("seed {seed}, {mode:?}, regions {regions}, unroll {unroll:?}, depth {depth:?}");
            let outcome = on_big_stack(|| explore(&program, entry, &config, &Watch::new()));
            let outcome = outcome.unwrap_or_else(|error| panic!("{what}: {error}"));
            if is_cut(&shown, &config, &outcome, &what) {
                cut += 1;
            } else {
                compare(&shown, &outcome, &what);
            }
        }
    }
    assert!(cut * 20 > PROGRAMS && cut < PROGRAMS, "bounds cut {cut} of {PROGRAMS} programs");
    assert!(whole * 4 > PROGRAMS * 3, "only {whole} programs have few runs");
    assert!(valid * 20 > PROGRAMS, "only {valid} programs are valid");
}

#[test]
fn nothing_is_proved_that_a_run_refutes() {
    let mut proved = 0;
    for seed in 0..PROGRAMS {
        let (program, entry, dialect) = generated(seed);
        let config = Config { dialect: dialect.clone(), timeout: Duration::from_secs(5), ..Config::default() };
        let time = Duration::from_secs(2);
        let proof = on_big_stack(|| in_own_context(|| prove(&program, entry, &config, &Watch::new(), time)));
        if proof.is_some() {
            let shown = shown(&program, entry, &dialect);
            let is_refuted = !(shown.violations.is_empty() && shown.unsupported.is_empty());
            assert!(!is_refuted, "seed {seed}: {shown:?}");
            proved += 1;
        }
    }
    assert!(proved > 0, "nothing is proved");
}

/// A program of one method, explored.
fn explored(stmts: Vec<Stmt>) -> Outcome {
    let program = program(&[stmts], false);
    let config = Config { proofs: false, stop: Stop::All, ..Config::default() };
    on_big_stack(|| explore(&program, MethodId(0), &config, &Watch::new())).expect("an outcome")
}

#[test]
fn each_iteration_has_a_value_of_its_own() {
    let bits = Type::Machine(Width { bits: 1, signed: false });
    let add = Expr::Wrap(WIDTH, Box::new(Expr::binary(BinaryOp::Add, number(2), number(1))));
    let body = vec![Stmt::Outside(1, bits), Stmt::Set(2, add)];
    let is_one = Expr::binary(BinaryOp::Eq, number(2), Expr::int(1));
    let outcome = explored(vec![Stmt::Loop(2, false, body), Stmt::Assert(Expr::Unary(UnaryOp::Not, Box::new(is_one)))]);
    let [violation] = &outcome.violations[..] else { panic!("{:?}", outcome.violations) };
    let mut values = violation.inputs.nondet.clone();
    values.sort_by_key(|value| format!("{value:?}"));
    assert_eq!(values.len(), 2);
    assert_ne!(values[0], values[1]);
}

#[test]
fn code_that_cannot_be_executed_ends_its_paths_alone() {
    let is_small = Expr::binary(BinaryOp::Lt, number(0), Expr::int(0));
    let other = Stmt::Assert(Expr::binary(BinaryOp::Lt, number(0), Expr::int(3)));
    let outcome = explored(vec![Stmt::If(is_small.clone(), vec![Stmt::Unsupported], Vec::new()), other]);
    assert_eq!((outcome.verdict, outcome.violations.len()), (Verdict::Invalid, 1));
    assert_eq!((outcome.unsupported.len(), &outcome.reasons[..]), (1, &[Reason::Unsupported][..]));
    let never = Expr::binary(BinaryOp::And, is_small.clone(), Expr::Unary(UnaryOp::Not, Box::new(is_small)));
    let outcome = explored(vec![Stmt::If(never, vec![Stmt::Unsupported], Vec::new())]);
    assert_eq!((outcome.verdict, outcome.unsupported.len()), (Verdict::Valid, 0));
}
