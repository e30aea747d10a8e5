//! The parts of a method as compact text.

use super::{
    BlockId, Callee, Const, Expr, Instr, InstrKind, LocalId, Location, Method, MethodId, Program, SiteKind, Terminator,
    ThreadOp,
};
use crate::index::IndexVec;
use rustc_hash::FxHashMap;
use std::fmt::Write as _;

/// Prints the parts of one method.
pub struct Printer<'a> {
    program: &'a Program,
    method: &'a Method,
    names: IndexVec<LocalId, String>,
}

impl<'a> Printer<'a> {
    /// A printer for a method. Locals have their names; those that share one also their number; temporaries `t` and
    /// their number.
    pub fn new(program: &'a Program, method: MethodId) -> Self {
        let method = &program.methods[method];
        let mut counts: FxHashMap<&str, u32> = FxHashMap::default();
        for local in method.locals.iter() {
            *counts.entry(&local.name).or_default() += 1;
        }
        let names = method
            .locals
            .iter_enumerated()
            .map(|(id, local)| match local.name.as_str() {
                "" if id == method.thrown => "thrown".to_owned(),
                "" => format!("t{}", id.0),
                name if counts[name] > 1 => format!("{name}.{}", id.0),
                name => name.to_owned(),
            })
            .collect();
        Self { program, method, names }
    }

    /// The name of a block with its handler, if it may throw, the loops around it, and the loop whose body it begins.
    pub fn header(&self, id: BlockId) -> String {
        let block = &self.method.blocks[id];
        let mut text = format!("{id:?}");
        if !self.method.shape.wto.heads[id].is_empty() {
            let _ = write!(text, " in {:?}", self.method.shape.wto.heads[id]);
        }
        if let Some(Some(head)) = self.method.shape.begins.get(id) {
            let _ = write!(text, " body of {head:?}");
        }
        if block.first_throw(self.method.this()).is_some() {
            let _ = write!(text, " catch {:?}({})", block.handler.block, self.local(block.handler.slot));
        }
        text.push(':');
        text
    }

    /// The instructions and the terminator of a block, one line each.
    pub fn lines(&self, block: BlockId) -> Vec<String> {
        let block = &self.method.blocks[block];
        block.instrs.iter().map(|i| self.instr(i)).chain([self.terminator(&block.term)]).collect()
    }

    fn local(&self, local: LocalId) -> &str {
        &self.names[local]
    }

    /// An instruction.
    pub fn instr(&self, instr: &Instr) -> String {
        self.kind(&instr.kind)
    }

    /// A kind of instruction.
    pub fn kind(&self, kind: &InstrKind) -> String {
        let check = |check: super::CheckId| format!("{check:?}");
        match kind {
            InstrKind::Assign { dst, value } => format!("{} := {}", self.local(*dst), self.expr(value)),
            InstrKind::CheckNull { reference } => format!("check {} != null", self.local(*reference)),
            InstrKind::StoreField { object, field, value } => {
                format!("{}.{} := {}", self.local(*object), self.program.fields[*field].name, self.expr(value))
            }
            InstrKind::StoreElem { array, index, value } => {
                format!("{}[{}] := {}", self.local(*array), self.expr(index), self.expr(value))
            }
            InstrKind::StoreStatic { field, value } => {
                format!("{} := {}", self.program.static_name(*field), self.expr(value))
            }
            InstrKind::NewObject { dst, site } => format!("{} := new {}", self.local(*dst), self.site(*site, None)),
            InstrKind::NewArray { dst, site, length } => {
                format!("{} := new {}", self.local(*dst), self.site(*site, Some(length)))
            }
            InstrKind::Assert { cond, check: id } => format!("assert {} {}", self.expr(cond), check(*id)),
            InstrKind::Assume { cond } => format!("assume {}", self.expr(cond)),
            InstrKind::Cover { cond, cover } => format!("cover {} {cover:?}", self.expr(cond)),
            InstrKind::Clause { cond, check: id } => {
                format!("{:?} {} {}", self.program.checks[*id].kind, self.expr(cond), check(*id)).to_lowercase()
            }
            InstrKind::ClauseThrew { check: id, slot } => format!("threw {} {}", self.local(*slot), check(*id)),
            InstrKind::Modifies { locations, check: id } => {
                let shown: Vec<String> = locations.iter().map(|l| self.location(*l)).collect();
                format!("modifies {} {}", shown.join(", "), check(*id))
            }
            InstrKind::CheckMissing { value, check: None } => format!("check {} present", self.local(*value)),
            InstrKind::CheckMissing { value, check: Some(id) } => {
                format!("check {} present {}", self.local(*value), check(*id))
            }
            InstrKind::Havoc { dst, ty, .. } => format!("{} := any {}", self.local(*dst), self.program.type_name(ty)),
            InstrKind::CheckStore { array, value } => {
                format!("check {} admits {}", self.local(*array), self.local(*value))
            }
            InstrKind::Thread(ThreadOp::Lock(monitor)) => format!("lock {}", self.local(*monitor)),
            InstrKind::Thread(ThreadOp::Unlock(monitor)) => format!("unlock {}", self.local(*monitor)),
            InstrKind::Thread(ThreadOp::Fork { callee, args }) => format!("fork {}", self.run(callee, args)),
            InstrKind::Thread(ThreadOp::Join) => "join".into(),
        }
    }

    fn location(&self, location: Location) -> String {
        match location {
            Location::Field(object, field) => {
                format!("{}.{}", self.local(object), self.program.fields[field].name)
            }
            Location::Fields(object) => format!("{}.*", self.local(object)),
            Location::Elem(array, index) => format!("{}[{}]", self.local(array), self.local(index)),
            Location::Elements(array) => format!("{}[*]", self.local(array)),
        }
    }

    /// A terminator.
    pub fn terminator(&self, term: &Terminator) -> String {
        match term {
            Terminator::Goto(next) => format!("goto {next:?}"),
            Terminator::Branch { cond, then, other } => format!("if {} then {then:?} else {other:?}", self.expr(cond)),
            Terminator::Call { dst, callee, args, next } => {
                let dst = dst.map_or(String::new(), |d| format!("{} := ", self.local(d)));
                format!("{dst}{} then {next:?}", self.run(callee, args))
            }
            Terminator::Throw(None) => "throw".into(),
            Terminator::Throw(Some(value)) => format!("throw {}", self.expr(value)),
            Terminator::Rethrow(slot, None) => format!("rethrow {}", self.local(*slot)),
            Terminator::Rethrow(slot, Some(carried)) => {
                format!("rethrow {} with {}", self.local(*slot), self.local(*carried))
            }
            Terminator::Unsupported(what) => format!("unsupported {what}"),
            Terminator::Return => match self.method.retval {
                Some(retval) => format!("return {}", self.local(retval)),
                None => "return".into(),
            },
            Terminator::Unwind => "unwind".into(),
            Terminator::Stop => "stop".into(),
            Terminator::UnknownMethod(name) => format!("unknown method {name}"),
        }
    }

    /// A method with its arguments.
    fn run(&self, callee: &Callee, args: &[Expr]) -> String {
        let (word, callee) = match callee {
            Callee::Exact(m) => ("call", m),
            Callee::Virtual(m) => ("dispatch", m),
        };
        let args: Vec<String> = args.iter().map(|a| self.expr(a)).collect();
        format!("{word} {}({})", self.program.method_name(*callee), args.join(", "))
    }

    fn site(&self, site: super::SiteId, length: Option<&Expr>) -> String {
        let made = match &self.program.sites[site].kind {
            SiteKind::Object(class) => self.program.classes[*class].name.clone(),
            SiteKind::Array(ty) => self.program.type_name(ty),
        };
        let length = length.map_or(String::new(), |l| format!("[{}]", self.expr(l)));
        format!("{made}{length} {site:?}")
    }

    /// An expression; operands that are operators themselves are in parentheses.
    pub fn expr(&self, expr: &Expr) -> String {
        match expr {
            Expr::Const(c) => self.constant(c),
            Expr::Local(local) => self.local(*local).to_owned(),
            Expr::Static(field) => self.program.static_name(*field),
            Expr::Unary(op, a) => format!("{}{}", op.symbol(), self.operand(a)),
            Expr::Binary(op, a, b) => format!("{} {} {}", self.operand(a), op.symbol(), self.operand(b)),
            Expr::Wrap(width, a) => format!("{width}({})", self.expr(a)),
            Expr::Bits(op, _, a, b) => format!("{} {} {}", self.operand(a), op.symbol(), self.operand(b)),
            Expr::Ieee(op, operands) => {
                format!("{op}({})", operands.iter().map(|e| self.expr(e)).collect::<Vec<_>>().join(", "))
            }
            Expr::Caught(slot, class) => {
                format!("{} is {}", self.local(*slot), self.program.classes[*class].name)
            }
            Expr::FromInner(slot) => format!("{} is from an inner method", self.local(*slot)),
            Expr::CausedBy(slot, cause) => format!("{} is {cause:?}", self.local(*slot)),
            Expr::Carried(slot) => format!("carried by {}", self.local(*slot)),
            Expr::Field(a, field) => format!("{}.{}", self.operand(a), self.program.fields[*field].name),
            Expr::Elem(a, index) => format!("{}[{}]", self.operand(a), self.expr(index)),
            Expr::Len(a) => format!("#{}", self.operand(a)),
            Expr::InstanceOf(a, ty) => format!("{} instanceof {}", self.operand(a), self.program.type_name(ty)),
            Expr::Cast(a, ty) => format!("({}) {}", self.program.type_name(ty), self.operand(a)),
            Expr::Quant(q) => {
                let word = if q.forall { "forall" } else { "exists" };
                let (elem, index) = (self.local(q.elem), self.local(q.index));
                format!("{word} {elem}, {index} : {} : {}", self.expr(&q.domain), self.expr(&q.body))
            }
        }
    }

    fn operand(&self, expr: &Expr) -> String {
        match expr {
            Expr::Binary(..) | Expr::Bits(..) | Expr::InstanceOf(..) | Expr::Cast(..) | Expr::Quant(_) => {
                format!("({})", self.expr(expr))
            }
            _ => self.expr(expr),
        }
    }

    fn constant(&self, constant: &Const) -> String {
        match constant {
            Const::Num(n) => n.to_string(),
            Const::Bool(b) => b.to_string(),
            Const::Null => "null".into(),
            Const::Char(text) => format!("{:?}c", self.program.texts.get(*text)),
            Const::String(text) => format!("{:?}", self.program.texts.get(*text)),
            Const::Missing => "missing".into(),
        }
    }
}
