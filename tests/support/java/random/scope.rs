//! What code can name.

use super::types::Type;

/// A variable or static field.
#[derive(Clone, Debug)]
pub struct Variable {
    pub name: String,
    pub ty: Type,
    /// Whether code may change it: counters of loops end them.
    pub assignable: bool,
    /// Whether it is a local that is assigned once.
    pub stays: bool,
}

impl Variable {
    pub fn new(name: &str, ty: Type) -> Self {
        Self { name: name.to_owned(), ty, assignable: true, stays: false }
    }
}

/// A static method, with its class in its name.
#[derive(Clone, Debug)]
pub struct Callable {
    pub name: String,
    pub result: Type,
    pub parameters: Vec<Type>,
}

/// What code can be left by `break`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Loop,
    Switch,
    /// A block, which has a label.
    Block,
}

/// A loop, switch or block around the code.
#[derive(Clone, Debug)]
pub struct Around {
    pub label: Option<String>,
    pub kind: Kind,
}

/// What code can name at a place.
#[derive(Default)]
pub struct Scope {
    pub locals: Vec<Variable>,
    pub statics: Vec<Variable>,
    pub callables: Vec<Callable>,
    /// Whether the method that calls itself is there.
    pub repeats: bool,
    /// Whether code may make objects and call their methods: the methods themselves do not, so that they end.
    pub has_classes: bool,
    /// Whether the second interface extends the first.
    pub turned_is_scaled: bool,
    /// Whether nothing shows when the second interface or the enum is initialised. Objects that are older than a run need
    /// that: on a JVM their classes are initialised before it.
    pub begins_silently: bool,
    /// The type of the result of the method.
    pub result: Option<Type>,
    pub around: Vec<Around>,
    /// How many names are taken.
    names: u32,
}

impl Scope {
    pub fn add(&mut self, name: &str, ty: Type, assignable: bool) {
        self.locals.push(Variable { assignable, ..Variable::new(name, ty) });
    }

    /// Forgets the variables of a method.
    pub fn clear(&mut self) {
        self.locals.clear();
    }

    /// A name that nothing else has.
    pub fn fresh(&mut self, stem: &str) -> String {
        self.names += 1;
        format!("{stem}{}", self.names)
    }

    /// Variables and static fields of a type.
    pub fn of(&self, ty: Type) -> Vec<&Variable> {
        self.locals.iter().rev().chain(&self.statics).filter(|v| v.ty == ty).collect()
    }
}
