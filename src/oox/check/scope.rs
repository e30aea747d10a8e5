//! Which variable a name means.
//!
//! In strict mode a name has at most one visible declaration. In lenient mode a name means one variable of the
//! whole method, so that a declaration whose block has ended is still found, as `ended`.

use super::world::MaybeType;
use crate::ir::LocalId;
use crate::source::Span;
use rustc_hash::FxHashMap;

/// What a name is bound to.
#[derive(Clone, Debug)]
pub(super) struct Binding {
    /// The variable.
    pub local: LocalId,
    /// Its type; absent after an error in its declaration.
    pub ty: MaybeType,
    /// Where it was declared.
    pub span: Span,
}

/// The scopes of one method, from outermost to innermost.
#[derive(Debug)]
pub(super) struct Scopes {
    visible: FxHashMap<String, Vec<(usize, Binding)>>,
    ended: FxHashMap<String, Binding>,
    open: Vec<Vec<String>>,
}

impl Scopes {
    /// The outermost scope, empty.
    pub fn new() -> Self {
        Self { visible: FxHashMap::default(), ended: FxHashMap::default(), open: vec![Vec::new()] }
    }

    /// Opens a scope.
    pub fn push(&mut self) {
        self.open.push(Vec::new());
    }

    /// Closes the innermost scope.
    pub fn pop(&mut self) {
        for name in self.open.pop().into_iter().flatten() {
            if let Some((_, binding)) = self.visible.get_mut(&name).and_then(Vec::pop) {
                self.ended.insert(name, binding);
            }
        }
    }

    /// Closes the innermost scope, that of the binders of a quantifier. No mode finds its names any more.
    pub fn pop_binders(&mut self) {
        for name in self.open.pop().into_iter().flatten() {
            self.visible.get_mut(&name).and_then(Vec::pop);
        }
    }

    /// Binds a name in the innermost scope. This hides its meaning outside, and replaces its meaning there.
    pub fn bind(&mut self, name: &str, binding: Binding) {
        let depth = self.open.len();
        let stack = self.visible.entry(name.to_owned()).or_default();
        if let Some(top) = stack.last_mut().filter(|(at, _)| *at == depth) {
            top.1 = binding;
            return;
        }
        stack.push((depth, binding));
        self.open.last_mut().expect("the outermost scope stays open").push(name.to_owned());
    }

    /// The visible declaration of a name.
    pub fn find(&self, name: &str) -> Option<&Binding> {
        self.visible.get(name).and_then(|stack| stack.last()).map(|(_, binding)| binding)
    }

    /// Whether the visible declaration of a name is in the innermost scope.
    pub fn is_innermost(&self, name: &str) -> bool {
        self.visible.get(name).and_then(|stack| stack.last()).is_some_and(|(depth, _)| *depth == self.open.len())
    }

    /// The last declaration of a name whose block has ended.
    pub fn find_ended(&self, name: &str) -> Option<&Binding> {
        self.ended.get(name)
    }

    /// All visible names, in no particular order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.visible.iter().filter(|(_, stack)| !stack.is_empty()).map(|(name, _)| name.as_str())
    }
}
