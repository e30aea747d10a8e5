//! Which arrays may be the same: a unification over the whole program (Steensgaard, Points-to analysis in almost linear time,
//! 1996), in which an array and the arrays that are its elements are one.
//!
//! It guides the representation of values only. Nothing that depends on it changes a verdict.

use super::callgraph::called;
use super::variable::Variable;
use super::{Expr, InstrKind, Method, MethodId, Program, SiteId, Terminator, ThreadOp, Type};
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
            classes.method(program, targets, id, method);
        }
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

    fn assign(&mut self, to: Variable, ty: Option<&Type>, method: MethodId, value: &Expr) {
        if matches!(ty, Some(Type::Array(_))) {
            self.flow(to, method, value);
        }
    }

    fn method(
        &mut self,
        program: &Program,
        targets: &IndexVec<MethodId, Vec<MethodId>>,
        id: MethodId,
        method: &Method,
    ) {
        let ty = |local| method.locals[local].ty.as_ref();
        for block in method.blocks.iter() {
            for instr in &block.instrs {
                match &instr.kind {
                    InstrKind::Assign { dst, value } => {
                        self.assign(Variable::Local(id, *dst), ty(*dst), id, value);
                    }
                    InstrKind::StoreField { field, value, .. } => {
                        self.assign(Variable::Field(*field), Some(&program.fields[*field].ty), id, value);
                    }
                    InstrKind::StoreStatic { field, value } => {
                        self.assign(Variable::Static(*field), Some(&program.statics[*field].ty), id, value);
                    }
                    InstrKind::StoreElem { array, value, .. } => {
                        let is_nested = ty(*array).and_then(Type::element).is_some_and(|ty| ty.element().is_some());
                        if is_nested {
                            self.flow(Variable::Local(id, *array), id, value);
                        }
                    }
                    InstrKind::NewArray { dst, site, .. } => {
                        let (made, dst) = (self.made_at(*site), self.class(Node::Variable(Variable::Local(id, *dst))));
                        self.unify(made, dst);
                    }
                    InstrKind::Thread(ThreadOp::Fork { callee, args }) => {
                        for &target in called(callee, targets) {
                            self.arguments(program, id, target, args);
                        }
                    }
                    _ => {}
                }
            }
            if let Terminator::Call { dst, callee, args, .. } = &block.term {
                for &target in called(callee, targets) {
                    self.arguments(program, id, target, args);
                    let callee = &program.methods[target];
                    if let (Some(dst), Some(result)) = (dst, callee.retval) {
                        let ty = callee.locals[result].ty.as_ref();
                        self.assign(Variable::Local(id, *dst), ty, target, &Expr::Local(result));
                    }
                }
            }
        }
    }

    fn arguments(&mut self, program: &Program, method: MethodId, target: MethodId, args: &[Expr]) {
        let callee = &program.methods[target];
        for (&formal, arg) in callee.formals.iter().zip(args) {
            self.assign(Variable::Local(target, formal), callee.locals[formal].ty.as_ref(), method, arg);
        }
    }
}
