//! Claims as a programmer would write them.

use super::cuts::{Cuts, Start, Unit};
use super::{Claims, Role};
use crate::ir::print::symbol;
use crate::ir::{BinaryOp, Const, Expr, LocalId, MethodId, UnaryOp};
use crate::num::Num;
use crate::source::Span;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What a claim is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ClaimKind {
    /// It holds whenever a loop, or a call that changes the heap, is about to go on.
    Invariant,
    /// It holds of every call of a method.
    Requires,
    /// It holds whenever a method returns.
    Ensures,
    /// It holds whenever an exception leaves a method.
    Throws,
}

impl fmt::Display for ClaimKind {
    /// The word of JSON.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// A claim, in terms of the source.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Claim {
    /// The condition of the loop, the call, or the name of the method.
    pub span: Span,
    /// The method.
    pub method: MethodId,
    /// What it is.
    pub kind: ClaimKind,
    /// The formula: `old(x)` is what a parameter had at the beginning, `retval` the result.
    pub text: String,
}

/// Claims in the order of the text.
pub fn told(cuts: &Cuts<'_>, claims: &Claims) -> Vec<Claim> {
    let mut all = Vec::new();
    for (role, formulas) in claims {
        let whole = |method: MethodId| cuts.program.methods[method].span;
        let (kind, method, span) = match *role {
            Role::Invariant(method, start) => (ClaimKind::Invariant, method, place(cuts, method, start)),
            Role::Requires(method) => (ClaimKind::Requires, method, whole(method)),
            Role::Ensures(method) => (ClaimKind::Ensures, method, whole(method)),
            Role::Throws(method) => (ClaimKind::Throws, method, whole(method)),
        };
        let names = Names { cuts, unit: &cuts.units[&method] };
        all.extend(formulas.iter().map(|formula| Claim { span, method, kind, text: names.formula(formula, 0) }));
    }
    all.sort();
    all.dedup();
    all
}

/// The condition of a loop, or a call.
fn place(cuts: &Cuts<'_>, method: MethodId, start: Start) -> Span {
    let method = &cuts.program.methods[method];
    match start {
        Start::Entry => method.span,
        Start::Head(block) => method.blocks[block].instrs.first().map_or(method.blocks[block].span, |instr| instr.span),
        Start::Call(block) => method.blocks[block].span,
    }
}

struct Names<'a, 'p> {
    cuts: &'a Cuts<'p>,
    unit: &'a Unit,
}

/// How tightly an operator binds its operands.
fn strength(op: BinaryOp) -> u8 {
    match op {
        BinaryOp::Implies => 1,
        BinaryOp::Or => 2,
        BinaryOp::And => 3,
        BinaryOp::Eq | BinaryOp::Ne => 4,
        BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => 5,
        BinaryOp::Add | BinaryOp::Sub => 6,
        BinaryOp::Mul | BinaryOp::Div | BinaryOp::FloatDiv | BinaryOp::Rem => 7,
    }
}

impl Names<'_, '_> {
    /// A formula, in parentheses where an operator around it binds more tightly.
    fn formula(&self, formula: &Expr, around: u8) -> String {
        match formula {
            Expr::Unary(UnaryOp::Not, inner) => match &**inner {
                Expr::Binary(op, a, b) if opposite(*op).is_some() => {
                    let op = opposite(*op).unwrap_or(*op);
                    self.formula(&Expr::Binary(op, a.clone(), b.clone()), around)
                }
                inner => format!("!{}", self.formula(inner, 8)),
            },
            Expr::Unary(UnaryOp::Neg, inner) => format!("-{}", self.formula(inner, 8)),
            Expr::Binary(op, a, b) => {
                let text = match (opposite(*op), Sum::of(a), Sum::of(b)) {
                    (Some(_), Some(a), Some(b)) if !a.is_plain() || !b.is_plain() => self.comparison(*op, a.minus(b)),
                    _ => {
                        let own = strength(*op);
                        format!("{} {} {}", self.formula(a, own), symbol(*op), self.formula(b, own + 1))
                    }
                };
                if strength(*op) < around { format!("({text})") } else { text }
            }
            Expr::Const(Const::Num(n)) => n.to_string(),
            Expr::Const(Const::Bool(value)) => value.to_string(),
            Expr::Const(Const::Null) => "null".to_owned(),
            Expr::Local(local) => self.local(*local),
            Expr::Len(array) => format!("#{}", self.formula(array, 8)),
            Expr::Field(object, field) => {
                format!("{}.{}", self.formula(object, 8), self.cuts.program.fields[*field].name)
            }
            Expr::Static(field) => {
                let info = &self.cuts.program.statics[*field];
                format!("{}.{}", self.cuts.program.classes[info.class].name, info.name)
            }
            Expr::Elem(array, index) => format!("{}[{}]", self.formula(array, 8), self.formula(index, 0)),
            Expr::Quant(quant) => {
                let word = if quant.forall { "forall" } else { "exists" };
                let (elem, index) = (self.local(quant.elem), self.local(quant.index));
                let text = format!(
                    "{word} {elem}, {index} : {} : {}",
                    self.formula(&quant.domain, 0),
                    self.formula(&quant.body, 0)
                );
                if around > 0 { format!("({text})") } else { text }
            }
            Expr::Const(Const::Char(text)) => format!("'{}'", self.cuts.program.texts.get(*text).escape_debug()),
            Expr::Const(Const::String(text)) => format!("{:?}", self.cuts.program.texts.get(*text)),
            other => format!("{other:?}"),
        }
    }

    fn local(&self, local: LocalId) -> String {
        let method = &self.cuts.program.methods[self.unit.method];
        let name = &self.unit.locals[local].name;
        match name.as_str() {
            _ if Some(local) == method.retval => "retval".to_owned(),
            _ if Some(local) == method.this() => "this".to_owned(),
            "" => format!("t{}", local.0),
            name => name.to_owned(),
        }
    }

    /// A comparison of a sum with 0: what is subtracted stands on the right.
    fn comparison(&self, op: BinaryOp, sum: Sum) -> String {
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for (term, factor) in &sum.terms {
            let side = if factor.is_negative() { &mut right } else { &mut left };
            let term = self.formula(term, 7);
            let factor = factor.abs();
            side.push(if factor == Num::from(1) { term } else { format!("{factor} * {term}") });
        }
        let constant = sum.constant;
        let (flipped, mut constant) = if left.is_empty() {
            std::mem::swap(&mut left, &mut right);
            (true, constant)
        } else {
            (false, -&constant)
        };
        let mut op = if flipped { turned(op) } else { op };
        // Of integers, a bound that is passed is one that is reached.
        match op {
            BinaryOp::Lt if right.is_empty() => (op, constant) = (BinaryOp::Le, &constant - &Num::from(1)),
            BinaryOp::Gt if right.is_empty() => (op, constant) = (BinaryOp::Ge, &constant + &Num::from(1)),
            _ => {}
        }
        let mut rest = right.join(" + ");
        if rest.is_empty() {
            rest = constant.to_string();
        } else if constant.is_negative() {
            rest += &format!(" - {}", constant.abs());
        } else if !constant.is_zero() {
            rest += &format!(" + {constant}");
        }
        format!("{} {} {rest}", left.join(" + "), symbol(op))
    }
}

/// A sum of terms with factors.
struct Sum {
    terms: Vec<(Expr, Num)>,
    constant: Num,
}

impl Sum {
    /// The sum that an expression over numbers is; nothing where it is none.
    fn of(expr: &Expr) -> Option<Sum> {
        match expr {
            Expr::Const(Const::Num(n)) => Some(Sum { terms: Vec::new(), constant: n.clone() }),
            Expr::Binary(BinaryOp::Add, a, b) => Some(Sum::of(a)?.plus(Sum::of(b)?)),
            Expr::Binary(BinaryOp::Sub, a, b) => Some(Sum::of(a)?.minus(Sum::of(b)?)),
            Expr::Unary(UnaryOp::Neg, a) => Some(Sum::of(a)?.times(&Num::from(-1))),
            Expr::Binary(BinaryOp::Mul, a, b) => match (&**a, &**b) {
                (Expr::Const(Const::Num(n)), other) | (other, Expr::Const(Const::Num(n))) => {
                    Some(Sum::of(other)?.times(n))
                }
                _ => Some(Sum::term(expr)),
            },
            Expr::Local(_) | Expr::Len(_) | Expr::Field(..) | Expr::Static(_) => Some(Sum::term(expr)),
            Expr::Binary(BinaryOp::Div | BinaryOp::Rem, ..) => Some(Sum::term(expr)),
            _ => None,
        }
    }

    fn term(expr: &Expr) -> Sum {
        Sum { terms: vec![(expr.clone(), Num::from(1))], constant: Num::from(0) }
    }

    /// Whether it is a single term or constant.
    fn is_plain(&self) -> bool {
        match &self.terms[..] {
            [] => true,
            [(_, factor)] => *factor == Num::from(1) && self.constant.is_zero(),
            _ => false,
        }
    }

    fn plus(mut self, other: Sum) -> Sum {
        self.terms.extend(other.terms);
        self.constant = &self.constant + &other.constant;
        self
    }

    fn minus(self, other: Sum) -> Sum {
        self.plus(other.times(&Num::from(-1)))
    }

    fn times(mut self, factor: &Num) -> Sum {
        self.terms.iter_mut().for_each(|(_, n)| *n = &*n * factor);
        self.constant = &self.constant * factor;
        self
    }
}

/// The comparison that is true where another is false.
fn opposite(op: BinaryOp) -> Option<BinaryOp> {
    match op {
        BinaryOp::Eq => Some(BinaryOp::Ne),
        BinaryOp::Ne => Some(BinaryOp::Eq),
        BinaryOp::Lt => Some(BinaryOp::Ge),
        BinaryOp::Le => Some(BinaryOp::Gt),
        BinaryOp::Gt => Some(BinaryOp::Le),
        BinaryOp::Ge => Some(BinaryOp::Lt),
        _ => None,
    }
}

/// The comparison of the negated sides.
fn turned(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Lt => BinaryOp::Gt,
        BinaryOp::Le => BinaryOp::Ge,
        BinaryOp::Gt => BinaryOp::Lt,
        BinaryOp::Ge => BinaryOp::Le,
        other => other,
    }
}
