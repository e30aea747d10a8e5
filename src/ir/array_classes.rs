//! Which arrays may be the same: a unification over the whole program (Steensgaard, Points-to analysis in almost linear time,
//! 1996), in which an array and the arrays that are its elements are one.
//!
//! It guides the representation of values only. Nothing that depends on it changes a verdict.

use super::assignments::{Assignment, for_each_assignment};
use super::variable::Variable;
use super::{Expr, InstrKind, Method, MethodId, Program, SiteId, Type};
use crate::index::IndexVec;
use rustc_hash::FxHashMap;

/// Arrays that may be the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct ArrayClass(usize);

/// A variable that refers to arrays, or a place that makes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Node {
    Variable(Variable),
    Site(SiteId),
}

/// The classes of a program.
#[derive(Debug, Default)]
pub(super) struct ArrayClasses {
    nodes: FxHashMap<Node, usize>,
    /// The parent of each node, itself if it represents its class.
    parents: Vec<usize>,
}

impl ArrayClasses {
    pub(super) fn of(program: &Program, targets: &IndexVec<MethodId, Vec<MethodId>>) -> Self {
        let mut classes = Self::default();
        for (id, method) in program.methods.iter_enumerated() {
            classes.instructions(id, method);
        }
        for_each_assignment(program, targets, |Assignment { to, ty, method, value }| {
            if to != Variable::Cell && matches!(ty, Some(Type::Array(_))) {
                classes.flow(to, method, &value);
            }
        });
        classes
    }

    /// The arrays that an expression refers to.
    pub(super) fn referred(&mut self, method: MethodId, expr: &Expr) -> Option<ArrayClass> {
        let variable = match expr {
            Expr::Local(local) => Variable::Local(method, *local),
            Expr::Static(field) => Variable::Static(*field),
            Expr::Field(_, field) => Variable::Field(*field),
            Expr::Elem(array, _) | Expr::Cast(array, _) => return self.referred(method, array),
            _ => return None,
        };
        Some(self.class(Node::Variable(variable)))
    }

    /// The arrays that are made at a place.
    pub(super) fn made_at(&mut self, site: SiteId) -> ArrayClass {
        self.class(Node::Site(site))
    }

    fn class(&mut self, node: Node) -> ArrayClass {
        let next = self.parents.len();
        let mut at = *self.nodes.entry(node).or_insert(next);
        if at == next {
            self.parents.push(next);
        }
        while self.parents[at] != at {
            // Every other node on the way gets a shorter way.
            self.parents[at] = self.parents[self.parents[at]];
            at = self.parents[at];
        }
        ArrayClass(at)
    }

    /// Makes two classes one. Both have just been looked up, so that they represent themselves.
    fn unify(&mut self, a: ArrayClass, b: ArrayClass) {
        self.parents[a.0] = b.0;
    }

    /// The value of an expression goes to a variable for arrays.
    fn flow(&mut self, to: Variable, method: MethodId, value: &Expr) {
        let to = self.class(Node::Variable(to));
        if let Some(from) = self.referred(method, value) {
            self.unify(from, to);
        }
    }

    /// The arrays that the instructions of a method make, or assign to elements of others.
    fn instructions(&mut self, id: MethodId, method: &Method) {
        for instr in method.blocks.iter().flat_map(|block| &block.instrs) {
            match &instr.kind {
                InstrKind::StoreElem { array, value, .. } => {
                    let element = method.locals[*array].ty.as_ref().and_then(Type::element);
                    if element.is_some_and(|ty| ty.element().is_some()) {
                        self.flow(Variable::Local(id, *array), id, value);
                    }
                }
                InstrKind::NewArray { dst, site, .. } => {
                    let (made, dst) = (self.made_at(*site), self.class(Node::Variable(Variable::Local(id, *dst))));
                    self.unify(made, dst);
                }
                _ => {}
            }
        }
    }
}
