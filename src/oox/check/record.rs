//! What the names in the text mean, noted where the checker finds out.

use super::proposals::Site;
use super::world::Member;
use crate::ir::{ClassId, MethodId, Type};
use crate::source::Span;

/// What a name refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Entity {
    /// A class.
    Class(ClassId),
    /// A method or constructor.
    Method(MethodId),
    /// A field.
    Field(Member),
    /// The variable that is declared at this place.
    Variable(Span),
    /// `this` in a class.
    This(ClassId),
    /// `retval` of a method.
    Result(MethodId),
}

/// A declaration of a variable.
#[derive(Clone, Debug)]
pub(super) struct Declared {
    /// Its name.
    pub name: Span,
    /// Its type, which lenient mode may have chosen. `Null` if it is wrong.
    pub ty: Type,
}

/// What was found out. Programs have few names for their size, so this is always noted.
#[derive(Debug, Default)]
pub(super) struct Record {
    /// Names and what they refer to; of several at one place the last counts. A name may have parentheses around it.
    pub uses: Vec<(Span, Entity)>,
    /// The variables, among them those without a name in the text, to which nothing refers.
    pub variables: Vec<Declared>,
    /// The name at the place about which an editor asks; it occurs nowhere else.
    pub marker: Option<String>,
    /// What is known of this place.
    pub site: Option<Site>,
}

impl Record {
    /// Notes what a name refers to.
    pub fn refer(&mut self, name: Span, to: Entity) {
        self.uses.push((name, to));
    }

    /// Whether this is the name at the place about which an editor asks.
    pub fn is_marker(&self, name: &str) -> bool {
        self.marker.as_deref() == Some(name)
    }
}
