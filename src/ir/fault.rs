//! What is checked, and how it can be violated.

use super::{CheckId, MethodId};
use crate::source::Span;
use serde::{Deserialize, Serialize};

/// The kinds of contract clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ClauseKind {
    /// `requires`
    Requires,
    /// `ensures`
    Ensures,
    /// `exceptional`
    Exceptional,
}

/// The kinds of violation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
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
    /// An exception that leaves the entry method.
    Exception,
    /// The value of a call that returned none.
    MissingReturn,
    /// Live threads of which none is enabled.
    Deadlock,
}

/// Why an exception was thrown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
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
    /// `throw`
    Throw,
}

/// A violation: what, where, and in which call.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fault {
    /// What is violated.
    pub kind: Kind,
    /// For exceptions, and for clauses whose evaluation threw.
    pub cause: Option<Cause>,
    /// The assert statement, the clause, the throwing expression, or the use of the missing value.
    pub span: Span,
    /// The line of the statement or clause.
    pub line: u32,
    /// The method that `span` stands in.
    pub method: MethodId,
    /// For contracts, the call whose contract it is; nothing for the entry's own.
    pub call_site: Option<Span>,
    /// The assertion or clause; nothing for exceptions and for the use of a call's missing value.
    pub check: Option<CheckId>,
}

/// A place that can be proved or violated.
#[derive(Clone, Debug)]
pub struct Check {
    /// Assert, requires, ensures or exceptional.
    pub kind: Kind,
    /// The assert statement, or the clause.
    pub span: Span,
    /// The method that it stands in.
    pub method: MethodId,
}
