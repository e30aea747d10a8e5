//! Formulas as a programmer would write them: comparisons of sums with what is subtracted on the other side. What a language
//! writes in its own way, lengths and types, its [syntax](super::Syntax) says.

use super::{BinaryOp, Const, Expr, LocalId, Program, Type, UnaryOp};
use crate::num::Num;

/// A formula over the locals of a method; `name` names them.
pub fn text(program: &Program, name: &dyn Fn(LocalId) -> String, formula: &Expr) -> String {
    Writer { program, name }.formula(formula, 0)
}

/// Writes formulas over variables with given names.
struct Writer<'a> {
    program: &'a Program,
    name: &'a dyn Fn(LocalId) -> String,
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
        BinaryOp::Mul
        | BinaryOp::Div
        | BinaryOp::DivTrunc
        | BinaryOp::FloatDiv
        | BinaryOp::Rem
        | BinaryOp::RemTrunc => 7,
    }
}

impl Writer<'_> {
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
                        format!("{} {} {}", self.formula(a, own), op.symbol(), self.formula(b, own + 1))
                    }
                };
                if strength(*op) < around { format!("({text})") } else { text }
            }
            Expr::Const(Const::Num(n)) => n.to_string(),
            Expr::Const(Const::Bool(value)) => value.to_string(),
            Expr::Const(Const::Null) => "null".to_owned(),
            Expr::Local(local) => (self.name)(*local),
            Expr::Len(array) => self.program.syntax.length(&self.formula(array, 8)),
            Expr::Wrap(width, number) => self.cast(&Type::Machine(*width), number),
            Expr::Cast(value, ty) => self.cast(ty, value),
            Expr::InstanceOf(value, ty) => {
                format!("({} instanceof {})", self.formula(value, 8), self.program.type_name(ty))
            }
            Expr::Bits(op, _, a, b) => {
                format!("({} {} {})", self.formula(a, 8), op.symbol(), self.formula(b, 8))
            }
            Expr::Ieee(op, operands) => {
                let operands: Vec<String> = operands.iter().map(|operand| self.formula(operand, 0)).collect();
                format!("{op}({})", operands.join(", "))
            }
            Expr::Caught(slot, class) => {
                format!("({} instanceof {})", (self.name)(*slot), self.program.classes[*class].name)
            }
            Expr::CausedBy(slot, cause) => format!("({} is {})", (self.name)(*slot), cause.property()),
            Expr::FromInner(slot) => format!("({} is from a clause)", (self.name)(*slot)),
            Expr::Carried(slot) => (self.name)(*slot),
            Expr::Field(object, field) => {
                format!("{}.{}", self.formula(object, 8), self.program.fields[*field].name)
            }
            Expr::Static(field) => self.program.static_name(*field),
            Expr::Elem(array, index) => format!("{}[{}]", self.formula(array, 8), self.formula(index, 0)),
            Expr::Quant(quant) => {
                let word = if quant.forall { "forall" } else { "exists" };
                let (elem, index) = ((self.name)(quant.elem), (self.name)(quant.index));
                let text = format!(
                    "{word} {elem}, {index} : {} : {}",
                    self.formula(&quant.domain, 0),
                    self.formula(&quant.body, 0)
                );
                if around > 0 { format!("({text})") } else { text }
            }
            Expr::Const(Const::Char(text)) => format!("'{}'", self.program.texts.get(*text).escape_debug()),
            Expr::Const(Const::String(text)) => format!("{:?}", self.program.texts.get(*text)),
            Expr::Const(Const::Missing) => "missing".to_owned(),
        }
    }

    fn cast(&self, ty: &Type, value: &Expr) -> String {
        format!("({}) {}", self.program.type_name(ty), self.formula(value, 8))
    }

    /// A comparison of a sum with 0: what is subtracted is on the right.
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
        // For integers, a strict bound equals a weak one at the next integer.
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
        format!("{} {} {rest}", left.join(" + "), op.symbol())
    }
}

/// A sum of terms with factors.
struct Sum {
    terms: Vec<(Expr, Num)>,
    constant: Num,
}

impl Sum {
    /// The expression over numbers as a sum; nothing where it is none.
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
