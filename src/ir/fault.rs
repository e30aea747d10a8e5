//! What is checked, how it can be violated, and what is to be covered.

use super::{CheckId, ClassId, Implicit, MethodId};
use crate::config::{Dialect, Property};
use crate::source::Span;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The kinds of clause that hold a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ClauseKind {
    /// `requires`
    Requires,
    /// `ensures`
    Ensures,
    /// `exceptional`
    Exceptional,
    /// `invariant`, of a loop
    Invariant,
}

impl ClauseKind {
    /// The kind of its violations.
    pub fn violation(self) -> Kind {
        match self {
            ClauseKind::Requires => Kind::Requires,
            ClauseKind::Ensures => Kind::Ensures,
            ClauseKind::Exceptional => Kind::Exceptional,
            ClauseKind::Invariant => Kind::Invariant,
        }
    }
}

/// The kinds of violation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A false `assert`.
    Assert,
    /// A false `requires` at a call.
    Requires,
    /// A false `ensures` at a normal exit.
    Ensures,
    /// A false `exceptional` at an exceptional exit.
    Exceptional,
    /// A false `invariant` before the condition of a loop is evaluated.
    Invariant,
    /// A measure of a loop that is negative, or no smaller than before, when the body begins; or one of a method at a recursive
    /// call.
    Decreases,
    /// A call that has changed what its `modifies` clause does not list.
    Modifies,
    /// An exception that leaves the entry method.
    Exception,
    /// A result that has more bits than an integer.
    Overflow,
    /// The value of a call that returned none.
    MissingReturn,
    /// Live threads of which none is enabled.
    Deadlock,
    /// An execution that cannot end; with `--termination` only.
    Nontermination,
}

impl fmt::Display for Kind {
    /// The word of JSON.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

impl Kind {
    /// Whether it is about a call. Then the place of the call belongs to the violation.
    pub fn is_of_call(self) -> bool {
        matches!(self, Kind::Requires | Kind::Ensures | Kind::Exceptional | Kind::Modifies)
    }

    /// Whether a caller knows what such a clause says of a call.
    pub fn is_known_to_callers(self) -> bool {
        matches!(self, Kind::Requires | Kind::Ensures | Kind::Modifies)
    }

    /// What is violated, for this cause of an exception.
    pub fn property(self, cause: Option<Cause>) -> Property {
        match self {
            Kind::Assert => Property::Assert,
            Kind::Requires => Property::Requires,
            Kind::Ensures => Property::Ensures,
            Kind::Exceptional => Property::Exceptional,
            Kind::Invariant => Property::Invariant,
            Kind::Decreases => Property::Decreases,
            Kind::Modifies => Property::Modifies,
            Kind::Exception => cause.map_or(Property::Throw, Cause::property),
            Kind::Overflow => Property::Overflow,
            Kind::Nontermination => Property::Nontermination,
            Kind::MissingReturn => Property::MissingReturn,
            Kind::Deadlock => Property::Deadlock,
        }
    }
}

/// Why an exception was thrown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// Null was dereferenced.
    Null,
    /// An index out of bounds.
    Bounds,
    /// An array of negative size.
    NegativeSize,
    /// Division or remainder by zero.
    DivisionByZero,
    /// A failed cast.
    Cast,
    /// An element that the array cannot have.
    ArrayStore,
    /// `throw`
    Throw,
}

impl fmt::Display for Cause {
    /// The word of JSON.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

impl Cause {
    /// The causes of exceptions that no `throw` raises.
    pub const IMPLICIT: [Cause; 6] =
        [Cause::Null, Cause::Bounds, Cause::NegativeSize, Cause::DivisionByZero, Cause::Cast, Cause::ArrayStore];

    /// What an uncaught exception violates.
    pub fn property(self) -> Property {
        match self {
            Cause::Null => Property::Null,
            Cause::Bounds => Property::Bounds,
            Cause::NegativeSize => Property::NegativeSize,
            Cause::DivisionByZero => Property::DivisionByZero,
            Cause::Cast | Cause::ArrayStore => Property::Cast,
            Cause::Throw => Property::Throw,
        }
    }
}

/// A violation: what, where, and in which call.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fault {
    /// What is violated.
    pub kind: Kind,
    /// For exceptions, and for clauses whose evaluation threw.
    pub cause: Option<Cause>,
    /// The class of an exception that leaves the entry, where exceptions have classes.
    pub class: Option<ClassId>,
    /// The assert statement, the clause, the throwing expression, or the use of the missing value.
    pub span: Span,
    /// The line of the statement or clause.
    pub line: u32,
    /// The method that contains `span`.
    pub method: MethodId,
    /// For contracts of methods, the call that they apply to; nothing for the entry's own contract.
    pub call_site: Option<Span>,
    /// The assertion or clause; nothing for exceptions and for the use of a call's missing value.
    pub check: Option<CheckId>,
}

impl Fault {
    /// What is violated at a place of a method, for no cause, in no call that matters, and by no check of the text.
    pub fn at(kind: Kind, method: MethodId, (span, line): (Span, u32)) -> Self {
        Self { kind, cause: None, class: None, span, line, method, call_site: None, check: None }
    }

    /// The implicit check that is violated, unless it is an assertion, a clause or a deadlock.
    pub fn implicit(&self) -> Option<Implicit> {
        let property = self.kind.property(self.cause);
        let is_implicit = self.check.is_none() && Implicit::PROPERTIES.contains(&property);
        is_implicit.then_some(Implicit { span: self.span, property })
    }

    /// Whether it counts as a violation. Assertions and clauses that are not checked are not there.
    pub fn is_checked(&self, dialect: &Dialect) -> bool {
        self.check.is_some() || dialect.checks(self.kind.property(self.cause))
    }
}

/// A place that can be proved or violated.
#[derive(Clone, Debug)]
pub struct Check {
    /// The kind of its violations.
    pub kind: Kind,
    /// The assert statement, or the clause.
    pub span: Span,
    /// The method that contains it.
    pub method: MethodId,
}

/// A cover statement: the question whether some run gets there while its condition is true. It is no check: nothing about
/// it is a violation.
#[derive(Clone, Debug)]
pub struct Cover {
    /// The statement.
    pub span: Span,
    /// The method that contains it.
    pub method: MethodId,
}
