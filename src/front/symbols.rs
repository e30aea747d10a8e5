//! What the names in a text mean, for editors: every declaration, and every place that refers to one.

use crate::entity;
use crate::index::IndexVec;
use crate::source::{Diagnostic, Severity, Span};

entity! {
    /// A symbol of a text, in the order of the declarations.
    pub struct SymbolId("symbol");
}

/// What a symbol is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SymbolKind {
    /// A class.
    Class,
    /// An interface.
    Interface,
    /// A constructor.
    Constructor,
    /// A method.
    Method,
    /// A field of objects.
    Field,
    /// A static field.
    StaticField,
    /// A parameter.
    Parameter,
    /// A variable, also one that a quantifier binds.
    Variable,
    /// What the language names, such as the receiver of a call. It has no declaration.
    Predefined,
}

/// A declared name.
#[derive(Clone, Debug)]
pub struct Symbol {
    /// The name.
    pub name: String,
    /// What it is.
    pub kind: SymbolKind,
    /// The name in its declaration. Of a predefined name: the declaration that gives it its meaning.
    pub place: Span,
    /// The whole declaration.
    pub range: Span,
    /// The class of a member.
    pub owner: Option<SymbolId>,
    /// The declaration in one line, without body and contract.
    pub signature: String,
    /// The name among those of its owner: with parameters where it is overloaded.
    pub title: String,
    /// The clauses of its contract.
    pub contract: Vec<String>,
    /// The first of the symbols that have to have the same name: methods that override each other, a class and its
    /// constructors.
    pub family: SymbolId,
}

/// A name in the text, or a word of the language, that refers to a symbol.
#[derive(Clone, Copy, Debug)]
pub struct Occurrence {
    /// Where.
    pub place: Span,
    /// What it refers to.
    pub symbol: SymbolId,
    /// Whether it is the name of the symbol. The word for a constructor of the superclass is not.
    pub is_name: bool,
}

/// The symbols of a text. It may have errors: then there are those of the parts that can be read.
#[derive(Clone, Debug, Default)]
pub struct Symbols {
    all: IndexVec<SymbolId, Symbol>,
    /// In the order of the text, disjoint.
    occurrences: Vec<Occurrence>,
    /// What is wrong with the text, in its order.
    diagnostics: Vec<Diagnostic>,
}

impl Symbols {
    /// Symbols in the order of their declarations, and their occurrences in any order. Of several at one place the last
    /// counts.
    pub fn new(
        all: IndexVec<SymbolId, Symbol>,
        mut occurrences: Vec<Occurrence>,
        diagnostics: Vec<Diagnostic>,
    ) -> Self {
        occurrences.reverse();
        occurrences.sort_by_key(|occurrence| occurrence.place);
        occurrences.dedup_by_key(|occurrence| occurrence.place);
        Self { all, occurrences, diagnostics }
    }

    /// All symbols.
    pub fn all(&self) -> impl Iterator<Item = (SymbolId, &Symbol)> {
        self.all.iter_enumerated()
    }

    /// A symbol.
    pub fn get(&self, id: SymbolId) -> &Symbol {
        &self.all[id]
    }

    /// The occurrence at a byte of the main file, or right before it.
    pub fn at(&self, byte: usize) -> Option<Occurrence> {
        let byte = u32::try_from(byte).ok()?;
        let is_before = |o: &Occurrence| o.place.file.is_main() && o.place.start <= byte;
        let found = self.occurrences[..self.occurrences.partition_point(is_before)].last()?;
        (byte <= found.place.end).then_some(*found)
    }

    /// The places that refer to a symbol, its declaration included. For a method they include those of the methods that
    /// override it, since a call may run any of them; for a class, those of its constructors.
    pub fn references(&self, id: SymbolId) -> impl Iterator<Item = Span> {
        let alone = self.all[id].kind == SymbolKind::Constructor;
        let is_meant = move |o: &&Occurrence| match alone {
            true => o.symbol == id,
            false => self.all[o.symbol].family == self.all[id].family,
        };
        self.occurrences.iter().filter(is_meant).map(|o| o.place)
    }

    /// Whether a symbol can have another name: the text declares it, not the language.
    pub fn is_renamable(&self, id: SymbolId) -> bool {
        self.all[id].kind != SymbolKind::Predefined
    }

    /// The places where a new name has to be written if a symbol is renamed.
    pub fn named(&self, id: SymbolId) -> impl Iterator<Item = Span> {
        let family = self.all[id].family;
        let is_meant = move |o: &&Occurrence| o.is_name && self.all[o.symbol].family == family;
        self.occurrences.iter().filter(is_meant).map(|o| o.place)
    }

    /// Whether all names of another text have the same meaning as those of this one, in their order, and neither has errors.
    pub fn agree(&self, other: &Self) -> bool {
        let meanings = |symbols: &Self| symbols.occurrences.iter().map(|o| o.symbol).collect::<Vec<_>>();
        let families = |symbols: &Self| symbols.all.iter().map(|s| (s.family, s.kind, s.owner)).collect::<Vec<_>>();
        let are_right = self.error().is_none() && other.error().is_none();
        are_right && meanings(self) == meanings(other) && families(self) == families(other)
    }

    /// The first error of the text.
    pub fn error(&self) -> Option<&Diagnostic> {
        self.diagnostics.iter().find(|diagnostic| diagnostic.severity == Severity::Error)
    }
}
