//! Text in SMT-LIB. Every part of a formula is a macro, so that the text is no longer than the program.

use crate::ir::Type;
use crate::num::Num;
use std::fmt::Write as _;
use std::rc::Rc;

/// A term: a name, a constant, or a short text.
pub(super) type Term = Rc<str>;

/// The sort of a type's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    /// Integers, references, characters and texts; `null` is 0.
    Int,
    Real,
    Bool,
}

impl Sort {
    pub fn of(ty: &Type) -> Self {
        match ty {
            Type::Float => Sort::Real,
            Type::Bool => Sort::Bool,
            _ => Sort::Int,
        }
    }

    pub fn word(self) -> &'static str {
        match self {
            Sort::Int => "Int",
            Sort::Real => "Real",
            Sort::Bool => "Bool",
        }
    }
}

/// Declarations, definitions and facts that hold for every question.
pub(super) struct Script {
    pub text: String,
    names: usize,
    /// The number of facts.
    pub facts: usize,
}

impl Script {
    /// A script that declares `class` of a reference and `size` of an array, which never change.
    pub fn new() -> Self {
        let text = "(declare-fun class (Int) Int)\n(declare-fun size (Int) Int)\n".to_owned();
        Self { text, names: 0, facts: 0 }
    }

    /// A fresh name.
    pub fn name(&mut self) -> Term {
        self.names += 1;
        format!("x{}", self.names).into()
    }

    /// Any value of a sort.
    pub fn any(&mut self, sort: &str) -> Term {
        let name = self.name();
        let _ = writeln!(self.text, "(declare-const {name} {sort})");
        name
    }

    /// A name for a term.
    pub fn define(&mut self, sort: &str, term: &str) -> Term {
        if !term.starts_with('(') {
            return term.into();
        }
        let name = self.name();
        let _ = writeln!(self.text, "(define-fun {name} () {sort} {term})");
        name
    }

    /// States a fact about the names.
    pub fn fact(&mut self, fact: &str) {
        self.facts += 1;
        let _ = writeln!(self.text, "(assert {fact})");
    }
}

pub(super) fn and(a: &str, b: &str) -> Term {
    match (a, b) {
        ("true", other) | (other, "true") => other.into(),
        ("false", _) | (_, "false") => "false".into(),
        _ => format!("(and {a} {b})").into(),
    }
}

pub(super) fn or(a: &str, b: &str) -> Term {
    match (a, b) {
        ("false", other) | (other, "false") => other.into(),
        ("true", _) | (_, "true") => "true".into(),
        _ => format!("(or {a} {b})").into(),
    }
}

pub(super) fn not(a: &str) -> Term {
    match a {
        "true" => "false".into(),
        "false" => "true".into(),
        _ => format!("(not {a})").into(),
    }
}

/// `null`, in all types that have it.
pub(super) const NULL: &str = "0";

pub(super) fn is_null(reference: &str) -> Term {
    if reference == NULL { "true".into() } else { format!("(= {reference} {NULL})").into() }
}

/// Whether an index is within an array.
pub(super) fn within(array: &str, index: &str) -> Term {
    format!("(and (<= 0 {index}) (< {index} (size {array})))").into()
}

pub(super) fn number(n: &Num) -> Term {
    let (above, below) = n.parts();
    let size = n.abs().parts().0;
    let text = if n.is_integer() { size.to_string() } else { format!("(/ {size}.0 {below}.0)") };
    if above.sign() == num_bigint::Sign::Minus { format!("(- {text})").into() } else { text.into() }
}
