//! Programs over integers of 8 bits, explored and run on all inputs.

use super::super::explore;
use crate::config::{Config, Mode, Stop};
use crate::explore::Watch;
use crate::index::IndexVec;
use crate::inputs::Inputs;
use crate::interp::{End, Limits, run};
use crate::ir::{
    BinaryOp, BitOp, Block, BlockId, Check, CheckId, Class, ClassId, Expr, Handler, Instr, InstrKind, Kind, Local,
    LocalId, Method, MethodId, MethodKind, Program, Terminator, Type, Width, validate::validate,
};
use crate::num::Num;
use crate::outcome::Verdict;
use crate::source::Span;
use crate::stack::on_big_stack;
use std::collections::BTreeSet;

const WIDTH: Width = Width::I8;
/// Two parameters and three other numbers.
const NUMBERS: u64 = 5;
/// Programs of a test.
const PROGRAMS: u64 = if cfg!(debug_assertions) { 60 } else { 2_000 };

/// The values of each parameter that are run: all, or with optimisation off every one near a power of two.
fn values() -> Vec<i64> {
    let all = -128..=127;
    let near = |n: &i64| [1, 2, 3, 7, 8].iter().any(|bits| (n.abs() - (1 << bits)).abs() <= 1) || n.abs() < 4;
    if cfg!(debug_assertions) { all.filter(near).collect() } else { all.collect() }
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len() as u64) as usize]
    }

    fn number(&mut self) -> Expr {
        match self.below(4) {
            0 => Expr::int(self.of(&[-128, -127, -7, -2, -1, 0, 1, 2, 3, 10, 64, 100, 127])),
            _ => Expr::Local(LocalId(self.below(NUMBERS) as u32)),
        }
    }

    /// An expression with a value of the width.
    fn value(&mut self, depth: u32) -> Expr {
        if depth == 0 {
            return self.number();
        }
        let (a, b) = (self.value(depth - 1), self.value(depth - 1));
        let wrapped = |op, a, b| Expr::Wrap(WIDTH, Box::new(Expr::binary(op, a, b)));
        match self.below(13) {
            0..=3 => wrapped(BinaryOp::Add, a, b),
            4..=6 => wrapped(BinaryOp::Sub, a, b),
            7..=8 => wrapped(BinaryOp::Mul, a, Expr::int(self.of(&[-3, 2, 3, 5, 16, 31]))),
            9 => wrapped(BinaryOp::Mul, a, b),
            10 => {
                let op = self.of(&[BitOp::And, BitOp::Or, BitOp::Xor, BitOp::Shl, BitOp::Shr, BitOp::Ushr]);
                Expr::Bits(op, WIDTH, Box::new(a), Box::new(b))
            }
            11 => {
                // A logical shift, as arithmetic.
                let bits = Expr::Wrap(Width::unsigned(8), Box::new(a));
                Expr::Bits(BitOp::Ushr, Width::unsigned(8), Box::new(bits), Box::new(Expr::int(self.of(&[1, 2, 4]))))
            }
            _ => Expr::Wrap(Width::unsigned(self.of(&[1, 3, 7])), Box::new(a)),
        }
    }

    fn cond(&mut self) -> Expr {
        let op = self.of(&[BinaryOp::Lt, BinaryOp::Le, BinaryOp::Eq, BinaryOp::Lt]);
        let depth = self.below(2) as u32;
        Expr::binary(op, self.value(depth), self.value(0))
    }
}

struct Lowering<'a> {
    random: &'a mut Random,
    blocks: IndexVec<BlockId, Block>,
    checks: IndexVec<CheckId, Check>,
    handler: Handler,
    at: BlockId,
    lines: u32,
}

impl Lowering<'_> {
    fn place(&mut self) -> (Span, u32) {
        self.lines += 1;
        (Span::new(self.lines as usize * 10, self.lines as usize * 10 + 5), self.lines)
    }

    fn block(&mut self) -> BlockId {
        let (span, line) = self.place();
        self.blocks.push(Block { span, line, ..Block::nowhere(self.handler) })
    }

    fn push(&mut self, kind: InstrKind) {
        let (span, line) = self.place();
        self.blocks[self.at].instrs.push(Instr { kind, span, line });
    }

    fn go(&mut self, term: impl FnOnce(BlockId) -> Terminator) {
        let next = self.block();
        self.blocks[self.at].term = term(next);
        self.at = next;
    }

    /// What may throw leads from a block of its own to the handler.
    fn assign(&mut self) {
        self.go(Terminator::Goto);
        let depth = 1 + self.random.below(2) as u32;
        let dst = LocalId(2 + self.random.below(NUMBERS - 2) as u32);
        // A division is no operand, and has atoms as operands.
        let ops = [BinaryOp::DivTrunc, BinaryOp::RemTrunc, BinaryOp::Div];
        let value = match self.random.below(4) {
            0 => {
                let divisor = match self.random.below(3) {
                    0 => self.random.number(),
                    _ => Expr::int(self.random.of(&[-1, 2, 3, -4, 10])),
                };
                Expr::binary(self.random.of(&ops), self.random.number(), divisor)
            }
            _ => self.random.value(depth),
        };
        self.push(InstrKind::Assign { dst, value });
        // -128 / -1 does not fit.
        self.push(InstrKind::Assign { dst, value: Expr::Wrap(WIDTH, Box::new(Expr::Local(dst))) });
    }

    fn stmt(&mut self, depth: u32) {
        match self.random.below(6) {
            0 | 1 if depth > 0 => {
                self.go(Terminator::Goto);
                let (yes, no, join) = (self.block(), self.block(), self.block());
                let cond = self.random.cond();
                self.blocks[self.at].term = Terminator::Branch { cond, then: yes, other: no };
                for side in [yes, no] {
                    self.at = side;
                    self.stmt(depth - 1);
                    self.blocks[self.at].term = Terminator::Goto(join);
                }
                self.at = join;
            }
            2 => {
                self.go(Terminator::Goto);
                let span = Span::new(self.lines as usize * 10 + 10, self.lines as usize * 10 + 15);
                let check = self.checks.push(Check { kind: Kind::Assert, span, method: MethodId(0) });
                let (depth, most) = (self.random.below(2) as u32, self.random.of(&[-128, -1, 40, 127]));
                let cond = match self.random.below(2) {
                    0 => Expr::binary(BinaryOp::Le, self.random.value(depth), Expr::int(most)),
                    _ => {
                        let eq = Expr::binary(BinaryOp::Eq, self.random.value(depth), self.random.value(0));
                        Expr::Unary(crate::ir::UnaryOp::Not, Box::new(eq))
                    }
                };
                self.push(InstrKind::Assert { cond, check });
            }
            _ => self.assign(),
        }
    }
}

fn generated(seed: u64) -> Program {
    let mut random = Random(seed);
    random.below(2);
    let mut program = Program::default();
    program.classes.push(Class::bare("Main", vec![ClassId(0)]));
    let mut locals = IndexVec::new();
    let mut local = |name: String, ty| locals.push(Local { name, ty });
    let numbers: Vec<LocalId> = (0..NUMBERS).map(|n| local(format!("n{n}"), Some(Type::Machine(WIDTH)))).collect();
    let thrown = local("thrown".to_owned(), None);
    let handler = Handler { block: BlockId(1), slot: thrown };
    let mut blocks = IndexVec::new();
    for term in [Terminator::Return, Terminator::Unwind, Terminator::Stop] {
        blocks.push(Block { term, ..Block::nowhere(handler) });
    }
    let mut lowering =
        Lowering { random: &mut random, blocks, checks: IndexVec::new(), handler, at: BlockId(2), lines: 0 };
    for (place, number) in numbers.iter().enumerate().skip(2) {
        lowering.push(InstrKind::Assign { dst: *number, value: Expr::int(place as i64) });
    }
    for _ in 0..3 + seed % 4 {
        lowering.stmt(2);
    }
    lowering.blocks[lowering.at].term = Terminator::Goto(BlockId(0));
    let Lowering { blocks, checks, .. } = lowering;
    program.checks = checks;
    let method = Method {
        locals,
        formals: numbers[..2].to_vec(),
        thrown,
        entry: BlockId(2),
        body: BlockId(2),
        called: BlockId(2),
        ..Method::bare("main".to_owned(), ClassId(0), MethodKind::Static, Span::default())
    };
    program.methods.push(method.assemble(blocks, [BlockId(0), BlockId(1)]));
    program.set_groups();
    assert_eq!(validate(&program), Ok(()));
    program
}

#[test]
fn explorations_find_what_all_inputs_show() {
    let (mut valid, mut decided) = (0, 0);
    let is_exhaustive = values().len() == 256;
    for seed in 0..PROGRAMS {
        let program = generated(seed);
        let config = Config { proofs: false, stop: Stop::All, ..Config::default() };
        let mut expected = BTreeSet::new();
        let ty = Type::Machine(WIDTH);
        for x in values() {
            for y in values() {
                let args = [("n0", x), ("n1", y)].map(|(name, n)| (name.to_owned(), ty.input(Num::from(n))));
                let inputs = Inputs { args: args.into_iter().collect(), ..Inputs::default() };
                let run = run(&program, MethodId(0), &inputs, &config.dialect, Limits::default());
                if let End::Violation(fault) = run.expect("the inputs fit").end {
                    expected.insert((fault.kind, fault.cause, fault.span));
                }
            }
        }
        for (mode, regions) in [(Mode::Merge, 0), (Mode::Merge, 4), (Mode::Path, 0)] {
            let config = Config { mode, regions, ..config.clone() };
            let outcome = on_big_stack(|| explore(&program, MethodId(0), &config, &Watch::new()));
            let outcome = outcome.unwrap_or_else(|error| panic!("seed {seed}, {mode:?}: {error}"));
            let found: BTreeSet<_> = outcome.violations.iter().map(|v| (v.kind, v.cause, v.span)).collect();
            let what = format!("seed {seed}, {mode:?}, regions {regions}");
            if is_exhaustive {
                assert!(found.is_subset(&expected), "{what}: {expected:?} expected, {found:?} found");
            }
            if outcome.verdict == Verdict::Unknown {
                continue;
            }
            decided += 1;
            assert!(expected.is_subset(&found), "{what}: {expected:?} expected, {found:?} found");
            valid += u64::from(outcome.verdict == Verdict::Valid);
        }
    }
    assert!(decided * 10 > PROGRAMS * 3 * 8, "only {decided} explorations decide");
    assert!(valid > 0, "no program is valid");
}
