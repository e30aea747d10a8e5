//! The syntactic predicates of a method: its conditions, assertions and stores.

use super::{has, is_element, is_field, is_length, note};
use crate::induction::is_product;
use crate::ir::{BinaryOp, Expr, InstrKind, LocalId, Method, Quant, Terminator, Type};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// How deep temporaries are replaced by their definitions.
const DEPTH: u32 = 8;

/// The syntactic predicates of a method, over its variables.
#[derive(Default)]
pub(super) struct SyntacticPredicates {
    /// Conditions.
    pub(super) conditions: Vec<Expr>,
    /// Those conditions that are asserted, except for quantified formulas.
    pub(super) asserted: Vec<Expr>,
    /// Cells that are read or written: the array and the index.
    pub(super) cells: Vec<(LocalId, LocalId)>,
    /// Array creations: the types and lengths of the arrays.
    pub(super) made: Vec<(Type, Expr)>,
    /// Variables that branches compare with a bound, the bounds, and whether the variable may reach the bound in the loop.
    pub(super) bounds: Vec<(LocalId, Expr, bool)>,
    /// Stores: the array, the index and the value.
    pub(super) stores: Vec<(LocalId, LocalId, Expr)>,
    /// Quantified formulas.
    pub(super) formulas: Vec<Arc<Quant>>,
    /// Arrays with cells that are written.
    pub(super) written: Vec<LocalId>,
    /// Variables that are returned, if they refer to objects or may be indexes.
    pub(super) returned: Vec<LocalId>,
    /// Facts about the parameters and the result, from callers.
    pub(super) passed: Vec<Expr>,
    /// Conditions about lengths and products, which the clauses do not find.
    pub(super) lengths: Vec<Expr>,
}

impl SyntacticPredicates {
    pub(super) fn of(method: &Method) -> Self {
        let definitions = Definitions::of(method);
        let expanded = |expr: &Expr| definitions.expanded(expr);
        let both = |cond: &Expr| definitions.variants(cond);
        let mut all = Self::default();
        for block in method.blocks.iter() {
            for instr in &block.instrs {
                if let InstrKind::Assign { value, .. } = &instr.kind {
                    elements(&expanded(value)).into_iter().for_each(|cell| note(&mut all.cells, cell));
                }
                match &instr.kind {
                    InstrKind::Assign { dst, value } if Some(*dst) == method.retval => {
                        if let Expr::Local(result) = expanded(value)
                            && matches!(method.locals[result].ty, Some(Type::Class(_) | Type::Int | Type::Machine(_)))
                        {
                            note(&mut all.returned, result);
                        }
                    }
                    InstrKind::Assert { cond, .. } => both(cond).into_iter().for_each(|cond| {
                        all.asserted(&cond);
                        all.condition(cond);
                    }),
                    InstrKind::Clause { cond, .. } | InstrKind::Assume { cond } => {
                        both(cond).into_iter().for_each(|cond| all.condition(cond));
                    }
                    InstrKind::StoreElem { array, index, value } => {
                        note(&mut all.written, *array);
                        if let Expr::Local(index) = expanded(index) {
                            note(&mut all.cells, (*array, index));
                            all.stores.push((*array, index, expanded(value)));
                        }
                    }
                    // A part of a condition that is evaluated after others.
                    InstrKind::Assign { dst, value } if method.locals[*dst].ty == Some(Type::Bool) => {
                        all.length(&expanded(value));
                    }
                    InstrKind::NewArray { dst, length, .. } => {
                        all.made.extend(method.locals[*dst].ty.clone().map(|ty| (ty, expanded(length))));
                        let made = Expr::binary(BinaryOp::Eq, Expr::Len(Box::new(Expr::Local(*dst))), expanded(length));
                        all.length(&made);
                    }
                    _ => {}
                }
            }
            if let Terminator::Branch { cond, .. } = &block.term {
                all.bound(&expanded(cond));
                both(cond).into_iter().for_each(|cond| all.condition(cond));
            }
        }
        all
    }

    /// Facts that may hold for the arguments and results of calls, where these are variables.
    pub(super) fn passed_on(&self) -> Vec<Expr> {
        let formulas = self.formulas.iter().map(|formula| Expr::Quant(Arc::clone(formula)));
        // Facts about numbers alone are left to the clauses.
        let of_heap = self.conditions.iter().filter(|cond| has(cond, is_element) || has(cond, is_field));
        self.asserted.iter().chain(of_heap).cloned().chain(formulas).collect()
    }

    fn length(&mut self, cond: &Expr) {
        if has(cond, is_length) && has(cond, is_product) && !has(cond, is_element) {
            note(&mut self.lengths, cond.clone());
        }
    }

    fn asserted(&mut self, cond: &Expr) {
        match cond {
            Expr::Binary(BinaryOp::And, a, b) => {
                self.asserted(a);
                self.asserted(b);
            }
            Expr::Const(_) | Expr::Quant(_) => {}
            cond => note(&mut self.asserted, cond.clone()),
        }
    }

    fn bound(&mut self, cond: &Expr) {
        use BinaryOp::{Eq, Ge, Gt, Le, Lt, Ne};
        match cond {
            Expr::Binary(BinaryOp::And | BinaryOp::Or, a, b) => {
                self.bound(a);
                self.bound(b);
            }
            Expr::Binary(op @ (Lt | Le | Gt | Ge | Eq | Ne), a, b) => {
                for (variable, bound) in [(a, b), (b, a)] {
                    if let (Expr::Local(variable), Expr::Local(_) | Expr::Len(_)) = (&**variable, &**bound) {
                        note(&mut self.bounds, (*variable, (**bound).clone(), matches!(op, Le | Gt)));
                    }
                }
            }
            _ => {}
        }
    }

    fn condition(&mut self, cond: Expr) {
        self.length(&cond);
        match cond {
            Expr::Quant(quant) => note(&mut self.formulas, quant),
            Expr::Binary(BinaryOp::And | BinaryOp::Or | BinaryOp::Implies, a, b) => {
                self.condition(*a);
                self.condition(*b);
            }
            Expr::Const(_) | Expr::Local(_) => {}
            cond => note(&mut self.conditions, cond),
        }
    }
}

/// Whether an expression is a cell whose index is read from a cell.
fn is_nested(expr: &Expr) -> bool {
    matches!(expr, Expr::Elem(_, index) if has(index, is_element))
}

/// The cells that an expression reads: arrays with variables as indexes.
pub(super) fn elements(expr: &Expr) -> Vec<(LocalId, LocalId)> {
    let mut found = Vec::new();
    for part in expr.parts() {
        if let Expr::Elem(array, index) = part
            && let (Expr::Local(array), Expr::Local(index)) = (&**array, &**index)
        {
            note(&mut found, (*array, *index));
        }
    }
    found
}

/// The definitions of variables that are assigned once.
struct Definitions<'a> {
    /// Temporaries.
    temporaries: FxHashMap<LocalId, &'a Expr>,
    /// Variables with a name whose value is read from a cell.
    read: FxHashMap<LocalId, &'a Expr>,
}

impl<'a> Definitions<'a> {
    fn of(method: &'a Method) -> Self {
        let mut all: FxHashMap<LocalId, Option<&Expr>> = FxHashMap::default();
        for block in method.blocks.iter() {
            for instr in &block.instrs {
                let Some(dst) = instr.def() else { continue };
                let value = if let InstrKind::Assign { value, .. } = &instr.kind { Some(value) } else { None };
                all.entry(dst).and_modify(|known| *known = None).or_insert(value);
            }
            if let Terminator::Call { dst: Some(dst), .. } = block.term {
                all.insert(dst, None);
            }
        }
        let once = all.into_iter().filter_map(|(local, value)| Some((local, value?)));
        let (temporaries, read) = once.partition(|(local, _)| method.locals[*local].name.is_empty());
        let mut made = Self { temporaries, read };
        let read = std::mem::take(&mut made.read);
        made.read = read.into_iter().filter(|(_, value)| is_element(&made.expanded(value))).collect();
        made
    }

    /// An expression in which temporaries are replaced by their definitions.
    fn expanded(&self, expr: &Expr) -> Expr {
        expanded(expr, &self.temporaries, DEPTH)
    }

    /// A condition in this form. Also once more with the cells in the place of the variables read from them, unless one
    /// would be the index of another.
    fn variants(&self, cond: &Expr) -> Vec<Expr> {
        let cond = self.expanded(cond);
        let of_cells = self.expanded(&expanded(&cond, &self.read, 1));
        if of_cells == cond || has(&of_cells, is_nested) { vec![cond] } else { vec![cond, of_cells] }
    }
}

fn expanded(expr: &Expr, values: &FxHashMap<LocalId, &Expr>, depth: u32) -> Expr {
    expr.instantiated(&|local| match values.get(&local) {
        Some(value) if depth > 0 => expanded(value, values, depth - 1),
        _ => Expr::Local(local),
    })
}
