//! Expressions as terms, with the condition under which their evaluation throws.

use super::NoOpinion;
use super::places::HeapPart;
use super::run::{Heap, Run, Value, at, selected};
use super::script::{NULL, Sort, Term, and, is_null, not, number, or, within};
use crate::index::IndexVec;
use crate::ir::variable::Variable;
use crate::ir::{BinaryOp, Const, Contents, Expr, Local, LocalId, Quant, Texts, Type, UnaryOp};

/// The context of an expression.
pub(super) struct Scope<'a> {
    pub locals: &'a [Value],
    pub types: &'a IndexVec<LocalId, Local>,
    pub heap: &'a Heap,
    /// The binders of the enclosing quantifiers.
    pub bound: Vec<(LocalId, Term, Type)>,
    /// Whether it is a claim. Outside quantifiers, a read in a claim that finds nothing has the default value, and a
    /// quantifier over null is true.
    pub is_claim: bool,
}

/// The value of an expression, its type, and the condition under which its evaluation throws.
pub(super) struct Found {
    pub term: Term,
    pub ty: Type,
    pub throws: Term,
}

impl Run<'_> {
    /// The value of an expression. What types imply about its reads becomes a fact of the run.
    pub fn eval(&mut self, scope: &mut Scope<'_>, expr: &Expr) -> Result<Found, NoOpinion> {
        let found = |term: Term, ty: Type, throws: Term| Ok(Found { term, ty, throws });
        match expr {
            Expr::Const(constant) => {
                let (term, ty) = self.constant(constant);
                found(term, ty, "false".into())
            }
            Expr::Local(local) => {
                if let Some((_, term, ty)) = scope.bound.iter().rev().find(|(bound, ..)| bound == local) {
                    return found(term.clone(), ty.clone(), "false".into());
                }
                let ty = scope.types[*local].ty.clone().ok_or(NoOpinion::Construct)?;
                let value = scope.locals.get(at(*local)).ok_or(NoOpinion::Construct)?;
                found(value.term.clone(), ty, "false".into())
            }
            Expr::Static(field) => {
                let term = scope.heap[&HeapPart::Static(*field)].clone();
                let ty = self.program.statics[*field].ty.clone();
                self.note_read(scope, (Variable::Static(*field), &ty), &term, "true");
                found(term, ty, "false".into())
            }
            Expr::Unary(op, a) => {
                let a = self.eval(scope, a)?;
                let term = match op {
                    UnaryOp::Neg => format!("(- {})", a.term).into(),
                    UnaryOp::Not => not(&a.term),
                };
                found(term, a.ty, a.throws)
            }
            Expr::Binary(BinaryOp::DivTrunc | BinaryOp::RemTrunc, ..)
            | Expr::Wrap(..)
            | Expr::Bits(..)
            | Expr::Ieee(..)
            | Expr::Caught(..)
            | Expr::CausedBy(..)
            | Expr::FromInner(_)
            | Expr::Carried(_) => Err(NoOpinion::Construct),
            Expr::Binary(op, a, b) => self.binary(scope, *op, a, b),
            Expr::Field(_, field) if self.program.fields[*field].contents != Contents::Any => Err(NoOpinion::Construct),
            Expr::Field(object, field) => {
                let object = self.eval(scope, object)?;
                let ty = self.program.fields[*field].ty.clone();
                let place = HeapPart::Field(*field);
                let term = selected(&scope.heap[&place], &object.term, None);
                let present = not(&is_null(&object.term));
                self.note_contents(scope, (&place, &ty), &object.term, None);
                self.note_read(scope, (Variable::Field(*field), &ty), &term, &present);
                Ok(self.read(scope, (term, ty), present, object.throws))
            }
            Expr::Elem(array, index) => {
                let (array, index) = (self.eval(scope, array)?, self.eval(scope, index)?);
                let ty = array.ty.element().cloned().ok_or(NoOpinion::Construct)?;
                let place = HeapPart::Cells(ty.clone());
                let cells = scope.heap.get(&place).ok_or(NoOpinion::Construct)?;
                let term = selected(cells, &array.term, Some(&index.term));
                let present = and(&not(&is_null(&array.term)), &within(&array.term, &index.term));
                self.note_contents(scope, (&place, &ty), &array.term, Some(&index.term));
                self.note_read(scope, (Variable::Cell, &ty), &term, &present);
                Ok(self.read(scope, (term, ty), present, or(&array.throws, &index.throws)))
            }
            Expr::Len(array) => {
                let array = self.eval(scope, array)?;
                let term: Term = format!("(size {})", array.term).into();
                Ok(self.read(scope, (term, Type::Int), not(&is_null(&array.term)), array.throws))
            }
            Expr::InstanceOf(value, ty) => {
                let value = self.eval(scope, value)?;
                let term = self.is_instance(&value, ty);
                found(term, Type::Bool, value.throws)
            }
            Expr::Cast(value, ty) => {
                let value = self.eval(scope, value)?;
                let throws = match value.ty {
                    Type::String => value.throws,
                    _ => {
                        let fits = or(&is_null(&value.term), &self.is_instance(&value, ty));
                        or(&value.throws, &not(&fits))
                    }
                };
                found(value.term, ty.clone(), throws)
            }
            Expr::Quant(quant) => self.quant(scope, quant),
        }
    }

    /// A read, whose value is right where `present` holds.
    fn read(&self, scope: &Scope<'_>, (term, ty): (Term, Type), present: Term, throws: Term) -> Found {
        match scope.is_claim && scope.bound.is_empty() {
            true => {
                let term = format!("(ite {present} {term} {})", default(&ty)).into();
                Found { term, ty, throws }
            }
            false => Found { term, ty, throws: or(&throws, &not(&present)) },
        }
    }

    /// Notes that a value which is present belongs to the type of its variable.
    fn note_read(&mut self, scope: &Scope<'_>, (variable, ty): (Variable, &Type), term: &str, present: &str) {
        let belongs = self.belongs(variable, ty, term);
        match scope.bound.is_empty() {
            _ if &*belongs == "true" => {}
            true => self.known.push(or(&not(present), &belongs)),
            // This is not stated for each cell.
            false => self.is_inexact = true,
        }
    }

    fn binary(&mut self, scope: &mut Scope<'_>, op: BinaryOp, a: &Expr, b: &Expr) -> Result<Found, NoOpinion> {
        let a = self.eval(scope, a)?;
        let known = self.known.len();
        let b = self.eval(scope, b)?;
        let right = match op {
            BinaryOp::And | BinaryOp::Implies => Some(a.term.clone()),
            BinaryOp::Or => Some(not(&a.term)),
            _ => None,
        };
        if let Some(evaluated) = &right {
            for fact in &mut self.known[known..] {
                *fact = or(&not(evaluated), fact);
            }
        }
        let mut throws = or(&a.throws, &right.map_or(b.throws.clone(), |evaluated| and(&evaluated, &b.throws)));
        let is_float = a.ty == Type::Float || b.ty == Type::Float || op == BinaryOp::FloatDiv;
        let numeric = a.ty.is_numeric() && b.ty.is_numeric();
        let (x, y) = match is_float && numeric {
            true => (as_float(&a), as_float(&b)),
            false => (a.term.clone(), b.term.clone()),
        };
        if op.divides() {
            let zero = if is_float { "0.0" } else { "0" };
            throws = or(&throws, &format!("(= {y} {zero})"));
        }
        let number = if is_float { Type::Float } else { Type::Int };
        let (word, ty) = match op {
            BinaryOp::Add => ("+", number),
            BinaryOp::Sub => ("-", number),
            BinaryOp::Mul => ("*", number),
            BinaryOp::Div => ("div", Type::Int),
            BinaryOp::FloatDiv => ("/", Type::Float),
            BinaryOp::DivTrunc | BinaryOp::RemTrunc => return Err(NoOpinion::Construct),
            BinaryOp::Rem => ("mod", Type::Int),
            BinaryOp::Lt => ("<", Type::Bool),
            BinaryOp::Le => ("<=", Type::Bool),
            BinaryOp::Gt => (">", Type::Bool),
            BinaryOp::Ge => (">=", Type::Bool),
            BinaryOp::Eq | BinaryOp::Ne => ("=", Type::Bool),
            BinaryOp::And => ("and", Type::Bool),
            BinaryOp::Or => ("or", Type::Bool),
            BinaryOp::Implies => ("=>", Type::Bool),
        };
        if matches!(op, BinaryOp::Eq | BinaryOp::Ne) && !numeric && kind(&a.ty) != kind(&b.ty) {
            let is_text = |x: &Type, y: &Type| *x == Type::String && *y == Type::Null;
            if !is_text(&a.ty, &b.ty) && !is_text(&b.ty, &a.ty) {
                return Err(NoOpinion::Construct);
            }
        }
        // Inputs are rational, the reals of Z3 need not be.
        self.is_inexact |= is_float && matches!(op, BinaryOp::Mul | BinaryOp::FloatDiv);
        let term: Term = format!("({word} {x} {y})").into();
        let term = if op == BinaryOp::Ne { not(&term) } else { term };
        Ok(Found { term, ty, throws })
    }

    /// A quantifier. Its evaluation throws at the first cell where the body throws, unless an earlier cell decides.
    fn quant(&mut self, scope: &mut Scope<'_>, quant: &Quant) -> Result<Found, NoOpinion> {
        let is_lenient = scope.is_claim && scope.bound.is_empty();
        let domain = self.eval(scope, &quant.domain)?;
        let element = domain.ty.element().cloned().ok_or(NoOpinion::Construct)?;
        let cells = scope.heap.get(&HeapPart::Cells(element.clone())).cloned().ok_or(NoOpinion::Construct)?;
        let array = domain.term;
        // What the type implies about a cell is not stated for each of them.
        self.is_inexact |= element == Type::Uint || &*self.fits(&element, "cell") != "true";
        let mut body_at = |run: &mut Self, index: &Term| {
            let cell: Term = format!("(select (select {cells} {array}) {index})").into();
            let count = scope.bound.len();
            scope.bound.extend([(quant.elem, cell, element.clone()), (quant.index, index.clone(), Type::Int)]);
            let body = run.eval(scope, &quant.body);
            scope.bound.truncate(count);
            body
        };
        let index = self.script.name();
        let body = body_at(self, &index)?;
        let range = within(&array, &index);
        let term = match quant.forall {
            true => format!("(forall (({index} Int)) (=> {range} {}))", body.term),
            false => format!("(exists (({index} Int)) (and {range} {}))", body.term),
        };
        let mut throws = domain.throws;
        if &*body.throws != "false" {
            let earlier = self.script.name();
            let before = body_at(self, &earlier)?;
            let decides = if quant.forall { not(&before.term) } else { before.term };
            let decides = and(&decides, &not(&before.throws));
            let first =
                format!("(not (exists (({earlier} Int)) (and (<= 0 {earlier}) (< {earlier} {index}) {decides})))");
            let here = format!("(exists (({index} Int)) (and {range} {} {first}))", body.throws);
            throws = or(&throws, &and(&not(&is_null(&array)), &here));
        }
        let (term, throws) = match is_lenient {
            true => (or(&is_null(&array), &term), throws),
            false => (term.into(), or(&throws, &is_null(&array))),
        };
        Ok(Found { term, ty: Type::Bool, throws })
    }

    /// A constant, and its type.
    pub fn constant(&self, constant: &Const) -> (Term, Type) {
        match constant {
            Const::Num(n) if n.is_integer() => (number(n), Type::Int),
            Const::Num(n) => (number(n), Type::Float),
            Const::Bool(value) => (if *value { "true" } else { "false" }.into(), Type::Bool),
            Const::Null | Const::Missing => (NULL.into(), Type::Null),
            Const::Char(text) => (text.0.to_string().into(), Type::Char),
            Const::String(text) => ((text.0 + 1).to_string().into(), Type::String),
        }
    }

    /// Whether a value is not null, and an instance of a type.
    fn is_instance(&mut self, value: &Found, ty: &Type) -> Term {
        let there = not(&is_null(&value.term));
        let is_text = value.ty == Type::String;
        match ty {
            Type::String if is_text => there,
            Type::Class(class) if !is_text => {
                let classes = self.program.concrete_below(*class);
                and(&there, &self.is_among(&value.term, &classes))
            }
            Type::Array(element) if !is_text => {
                let tag = self.tag(element);
                and(&there, &format!("(= (class {}) {tag})", value.term))
            }
            _ => "false".into(),
        }
    }
}

/// The default value of a type, as a term of its sort.
pub(super) fn default(ty: &Type) -> Term {
    match Sort::of(ty) {
        Sort::Real => "0.0".into(),
        Sort::Bool => "false".into(),
        Sort::Int if *ty == Type::Char => Texts::NUL.0.to_string().into(),
        Sort::Int => NULL.into(),
    }
}

/// A number as a fraction.
pub(super) fn as_float(found: &Found) -> Term {
    match (&found.ty, &*found.term) {
        (Type::Float, term) => term.into(),
        (_, term) if term.bytes().all(|c| c.is_ascii_digit()) => format!("{term}.0").into(),
        (_, term) => format!("(to_real {term})").into(),
    }
}

/// The kind of a type: values of different kinds are never equal.
fn kind(ty: &Type) -> u8 {
    match ty {
        Type::Int | Type::Uint | Type::Integer | Type::Float | Type::Machine(_) | Type::Ieee(_) => 0,
        Type::Bool => 1,
        Type::Char => 2,
        Type::String => 3,
        Type::Null | Type::Class(_) | Type::Array(_) => 4,
    }
}
