//! Builds methods block by block.

use crate::index::IndexVec;
use crate::ir::{
    BinaryOp, Block, BlockId, Class, ClassId, Const, Expr, Group, Handler, Instr, InstrKind, Local, LocalId, Method,
    MethodKind, Program, Terminator, Type,
};
use crate::num::Num;
use crate::source::Span;

pub const NORMAL: BlockId = BlockId(1000);
pub const EXCEPTIONAL: BlockId = BlockId(1001);

/// Builds a method; the blocks `NORMAL` and `EXCEPTIONAL` stand for the exits, which come last.
pub struct Body {
    pub method: Method,
}

impl Body {
    pub fn new(name: &str, params: &[(&str, Type)], result: Option<Type>) -> Self {
        let mut locals = IndexVec::new();
        let formals: Vec<LocalId> =
            params.iter().map(|(n, t)| locals.push(Local { name: n.to_string(), ty: Some(t.clone()) })).collect();
        let retval = result.clone().map(|ty| locals.push(Local { name: "retval".into(), ty: Some(ty) }));
        let thrown = locals.push(Local { name: String::new(), ty: None });
        let method = Method {
            result,
            locals,
            formals,
            retval,
            thrown,
            ..Method::bare(name, ClassId(0), MethodKind::Static, Span::default())
        };
        Body { method }
    }

    pub fn local(&mut self, name: &str, ty: Type) -> LocalId {
        self.method.locals.push(Local { name: name.into(), ty: Some(ty) })
    }

    /// A block whose instructions, and then its terminator, stand on consecutive lines from `line`.
    pub fn block(&mut self, line: u32, instrs: Vec<InstrKind>, term: Terminator) -> BlockId {
        self.block_in_try(line, instrs, term, Handler { block: EXCEPTIONAL, slot: self.method.thrown })
    }

    pub fn block_in_try(&mut self, line: u32, instrs: Vec<InstrKind>, term: Terminator, handler: Handler) -> BlockId {
        let end = line + instrs.len() as u32;
        let instrs =
            instrs.into_iter().zip(line..).map(|(kind, line)| Instr { kind, span: at(line), line }).collect::<Vec<_>>();
        let block = Block { instrs, term, span: at(end), line: end, handler };
        self.method.blocks.push(block)
    }

    /// Adds the exits, with instructions (clauses) on lines from `line`, and resolves the two names.
    pub fn finish(mut self, line: u32, normal: Vec<InstrKind>, exceptional: Vec<InstrKind>) -> Method {
        let n = self.block(line, normal, Terminator::Return);
        let x = self.block(line, exceptional, Terminator::Unwind);
        let fix = |b: &mut BlockId| match *b {
            NORMAL => *b = n,
            EXCEPTIONAL => *b = x,
            _ => {}
        };
        for block in self.method.blocks.iter_mut() {
            fix(&mut block.handler.block);
            match &mut block.term {
                Terminator::Goto(b) | Terminator::Call { next: b, .. } => fix(b),
                Terminator::Branch { then, other, .. } => {
                    fix(then);
                    fix(other);
                }
                _ => {}
            }
        }
        self.method
    }
}

/// A span that encodes its line.
pub fn at(line: u32) -> Span {
    Span::new(line as usize * 100, line as usize * 100 + 10)
}

pub fn program(methods: Vec<Method>) -> Program {
    let mut program = Program::default();
    program.classes.push(class("Main", &[0]));
    program.groups.push(Group {
        methods: vec![],
        recursive: false,
        recurring: Default::default(),
        certain: Default::default(),
    });
    for m in methods {
        program.methods.push(m);
    }
    program
}

pub fn class(name: &str, ancestors: &[u32]) -> Class {
    Class::bare(name, ancestors.iter().map(|&a| ClassId(a)).collect())
}

pub fn num(n: i64) -> Expr {
    Expr::Const(Const::Num(Num::from(n)))
}

pub fn var(l: LocalId) -> Expr {
    Expr::Local(l)
}

pub fn bin(op: BinaryOp, a: Expr, b: Expr) -> Expr {
    Expr::Binary(op, Box::new(a), Box::new(b))
}

pub fn set(dst: LocalId, value: Expr) -> InstrKind {
    InstrKind::Assign { dst, value }
}
