//! What code can name.

use super::types::Type;

/// A variable or static field.
#[derive(Clone, Debug)]
pub struct Variable {
    pub name: String,
    pub ty: Type,
    /// Whether code may change it: counters of loops end them.
    pub assignable: bool,
}

impl Variable {
    pub fn new(name: &str, ty: Type) -> Self {
        Self { name: name.to_owned(), ty, assignable: true }
    }
}

/// A static method of the class of the entry.
#[derive(Clone, Debug)]
pub struct Callable {
    pub name: String,
    pub result: Type,
    pub parameters: Vec<Type>,
}

/// A loop or switch around the code.
#[derive(Clone, Debug)]
pub struct Around {
    pub label: Option<String>,
    pub is_loop: bool,
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
