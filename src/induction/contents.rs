//! Candidates that the code suggests: what its conditions, assertions and stores say, at the heads of its loops, and of what its
//! methods give back.
//!
//! ```text
//!   if (P(a[i])) …, a[i] := v, assert forall e, k : a : P(e)     with a, i and what else they name live at the head:
//!
//!   P      b ==> P     !b ==> P                                  b a flag; P alone also of fields, and of two references
//!   forall e, k : a : k < i ==> P(e)        k > i                a prefix, a suffix; of a store P(e) is e == v
//! ```
//!
//! and the same with the negations of conditions. An array that is written is no other one, a != b, where not both are parameters:
//! what is said of the cells of one outlasts what is written to the other. Where a method says `if (P(t)) … return t`, of its results
//!
//! ```text
//!   retval == null || P(retval)        retval == null || !P(retval)             of an object
//!   0 <= retval && retval < #a ==> P(a[retval])                                of an index
//! ```
//!
//! What conditions say of lengths and products of variables, and that an array has the length that it is made with, where that is
//! a product, is said at every head, and of the parameters where a call gives what it is about.
//!
//! The elements of a search that goes on have not been found, those that were compared with a maximum are not above it, those
//! that were written have what was written. They are only candidates: the fragments tell which of them hold (as the templates of
//! S. Srivastava and S. Gulwani, *Program verification using templates over predicate abstraction*, 2009, of which these are the
//! ones that programs name themselves).

use super::cuts::{Cuts, Start, Unit};
use super::{Claims, Role, has, is_product, reads_nothing};
use crate::ir::callgraph::called;
use crate::ir::{BinaryOp, Const, Expr, InstrKind, Local, LocalId, Method, MethodId, Quant, Terminator, Type, UnaryOp};
use crate::source::Span;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The most candidates of one place.
const MOST: usize = 120;
/// The most variables of a place that are flags, and that are bounds of indexes.
const MOST_VARIABLES: usize = 4;
/// The most facts about lengths of one method.
const MOST_LENGTHS: usize = 8;
/// How far temporaries are replaced by what they are.
const DEPTH: u32 = 8;

/// The candidates of all places.
pub fn candidates(cuts: &Cuts<'_>) -> Claims {
    let mut claims = Claims::new();
    let mut all: BTreeMap<MethodId, Said> =
        cuts.units.keys().map(|method| (*method, Said::of(&cuts.program.methods[*method]))).collect();
    pass(cuts, &mut all);
    for unit in cuts.units.values() {
        let (method, said) = (&cuts.program.methods[unit.method], &all[&unit.method]);
        for start in unit.starts().filter(|start| *start != Start::Entry) {
            let place = Place { unit, said, formals: &method.formals, state: unit.state(method, start) };
            let mut candidates = place.candidates();
            if let Start::Call(block) = start {
                candidates.retain(|candidate| cuts.outlasts(candidate, &method.blocks[block]));
            }
            claims.insert(Role::Invariant(unit.method, start), candidates);
        }
        if unit.is_called {
            claims.insert(Role::Requires(unit.method), said.parameters(unit, method));
            claims.insert(Role::Ensures(unit.method), said.results(unit, method));
        }
    }
    claims.retain(|_, candidates| !candidates.is_empty());
    claims
}

/// What a caller says of lengths, in terms of the arguments of a call, is said of the parameters.
fn pass(cuts: &Cuts<'_>, all: &mut BTreeMap<MethodId, Said>) {
    let mut open: Vec<MethodId> = all.keys().copied().collect();
    while let Some(caller) = open.pop() {
        let facts = all[&caller].lengths.clone();
        for block in cuts.program.methods[caller].blocks.iter() {
            let Terminator::Call { callee, args, .. } = &block.term else { continue };
            for target in called(callee, &cuts.targets) {
                let Some(known) = all.get_mut(target) else { continue };
                let formals = &cuts.program.methods[*target].formals;
                let formal = |local| args.iter().position(|arg| *arg == Expr::Local(local)).map(|i| formals[i]);
                let before = known.lengths.len();
                for fact in &facts {
                    let is_passed = fact.reads_only(|local| formal(local).is_some());
                    if is_passed && known.lengths.len() < MOST_LENGTHS {
                        note(&mut known.lengths, fact.renamed(&|local| formal(local).unwrap_or(local)));
                    }
                }
                if known.lengths.len() > before {
                    open.push(*target);
                }
            }
        }
    }
}

/// What the code of a method says, over its variables.
#[derive(Default)]
struct Said {
    /// Conditions.
    conditions: Vec<Expr>,
    /// Stores: the array, the index and the value.
    stores: Vec<(LocalId, LocalId, Expr)>,
    /// Quantified formulas.
    formulas: Vec<Arc<Quant>>,
    /// Arrays of which cells are written.
    written: Vec<LocalId>,
    /// Variables that are given back, where they refer to objects or may be indexes.
    returned: Vec<LocalId>,
    /// Conditions about lengths and products: what the clauses do not find.
    lengths: Vec<Expr>,
}

impl Said {
    fn of(method: &Method) -> Self {
        let mut defs: FxHashMap<LocalId, Option<&Expr>> = FxHashMap::default();
        for block in method.blocks.iter() {
            for instr in &block.instrs {
                let Some(dst) = instr.def() else { continue };
                let value = if let InstrKind::Assign { value, .. } = &instr.kind { Some(value) } else { None };
                defs.entry(dst).and_modify(|known| *known = None).or_insert(value);
            }
            if let Terminator::Call { dst: Some(dst), .. } = block.term {
                defs.insert(dst, None);
            }
        }
        defs.retain(|local, _| method.locals[*local].name.is_empty());
        let said = |expr: &Expr| expanded(expr, &defs, DEPTH);
        let mut all = Self::default();
        for block in method.blocks.iter() {
            for instr in &block.instrs {
                match &instr.kind {
                    InstrKind::Assign { dst, value } if Some(*dst) == method.retval => {
                        if let Expr::Local(result) = said(value)
                            && matches!(method.locals[result].ty, Some(Type::Class(_) | Type::Int))
                        {
                            note(&mut all.returned, result);
                        }
                    }
                    InstrKind::Assert { cond, .. } | InstrKind::Clause { cond, .. } | InstrKind::Assume { cond } => {
                        all.condition(said(cond));
                    }
                    InstrKind::StoreElem { array, index, value } => {
                        note(&mut all.written, *array);
                        if let Expr::Local(index) = said(index) {
                            all.stores.push((*array, index, said(value)));
                        }
                    }
                    // A part of a condition that stands behind others.
                    InstrKind::Assign { dst, value } if method.locals[*dst].ty == Some(Type::Bool) => {
                        all.length(&said(value));
                    }
                    InstrKind::NewArray { dst, length, .. } => {
                        let made = Expr::binary(BinaryOp::Eq, Expr::Len(Box::new(Expr::Local(*dst))), said(length));
                        all.length(&made);
                    }
                    _ => {}
                }
            }
            if let Terminator::Branch { cond, .. } = &block.term {
                all.condition(said(cond));
            }
        }
        all
    }

    /// What conditions about an object that is given back say of it, or about a cell whose index is, over the result and what
    /// the parameters had at the beginning.
    fn results(&self, unit: &Unit, method: &Method) -> Vec<Expr> {
        let Some(retval) = method.retval else { return Vec::new() };
        let is_index = method.locals[retval].ty == Some(Type::Int);
        let mut found = Vec::new();
        for result in &self.returned {
            // Whether an object is null, and what is said of a number alone, is known to the clauses.
            let reads = |cond: &&Expr| has(cond, if is_index { is_element } else { is_field });
            for cond in self.conditions.iter().filter(|cond| is_claim(cond)).filter(reads) {
                let is_about_others = cond.reads_only(|local| local != *result);
                let is_known = cond.reads_only(|local| local == *result || method.formals.contains(&local));
                if is_about_others || !is_known {
                    continue;
                }
                let renamed = |local| if local == *result { retval } else { unit.entry_value(local) };
                let is_null = Expr::binary(BinaryOp::Eq, Expr::Local(retval), Expr::Const(Const::Null));
                let fact = cond.renamed(&renamed);
                for fact in [fact.clone(), fact.negated()] {
                    let where_it_is =
                        if is_index { guarded(fact) } else { Expr::binary(BinaryOp::Or, is_null.clone(), fact) };
                    note(&mut found, where_it_is);
                }
            }
        }
        found.truncate(MOST);
        found
    }

    /// What is said of lengths, over what the parameters had at the beginning.
    fn parameters(&self, unit: &Unit, method: &Method) -> Vec<Expr> {
        let is_about = |fact: &&Expr| is_claim(fact) && fact.reads_only(|local| method.formals.contains(&local));
        self.lengths.iter().filter(is_about).map(|fact| fact.renamed(&|local| unit.entry_value(local))).collect()
    }

    fn length(&mut self, cond: &Expr) {
        if has(cond, is_length) && has(cond, is_product) && !has(cond, is_element) {
            note(&mut self.lengths, cond.clone());
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

/// An expression with what temporaries are in their place.
fn expanded(expr: &Expr, defs: &FxHashMap<LocalId, Option<&Expr>>, depth: u32) -> Expr {
    expr.instantiated(&|local| match defs.get(&local) {
        Some(Some(value)) if depth > 0 => expanded(value, defs, depth - 1),
        _ => Expr::Local(local),
    })
}

/// A place with variables.
struct Place<'a> {
    unit: &'a Unit,
    said: &'a Said,
    formals: &'a [LocalId],
    state: Vec<LocalId>,
}

impl Place<'_> {
    fn candidates(&self) -> Vec<Expr> {
        let mut found = self.apart();
        found.extend(self.said.lengths.iter().filter(|fact| self.knows(fact)).cloned());
        for cond in self.said.conditions.iter().filter(|cond| self.knows(cond)) {
            let both = [cond.clone(), cond.clone().negated()];
            if has(cond, is_element) || has(cond, is_field) || self.compares_references(cond) {
                found.extend(both.clone());
            }
            for flag in self.variables(&Type::Bool) {
                for (cond, flag) in both.iter().flat_map(|c| [(c, flag.clone()), (c, flag.clone().negated())]) {
                    found.push(Expr::binary(BinaryOp::Implies, flag, cond.clone()));
                }
            }
        }
        for (array, index, fact) in self.facts() {
            for op in [BinaryOp::Lt, BinaryOp::Gt] {
                found.push(self.forall(array, (op, index), fact.clone()));
            }
        }
        for quant in self.said.formulas.iter().filter(|q| q.forall && self.knows(&Expr::Quant(Arc::clone(q)))) {
            found.push(Expr::Quant(Arc::clone(quant)));
            for bound in self.variables(&Type::Int) {
                for op in [BinaryOp::Lt, BinaryOp::Ge, BinaryOp::Gt] {
                    let range = Expr::binary(op, Expr::Local(quant.index), bound.clone());
                    let body = Expr::binary(BinaryOp::Implies, range, quant.body.clone());
                    found.push(Expr::Quant(Arc::new(Quant { body, ..(**quant).clone() })));
                }
            }
        }
        let mut once: Vec<Expr> = Vec::new();
        found.into_iter().for_each(|candidate| note(&mut once, candidate));
        once.truncate(MOST);
        once
    }

    /// Whether an expression says whether two variables refer to the same object.
    fn compares_references(&self, expr: &Expr) -> bool {
        let is_reference = |e: &Expr| match e {
            Expr::Local(local) => matches!(self.unit.locals[*local].ty, Some(Type::Class(_) | Type::Array(_))),
            _ => false,
        };
        match expr {
            Expr::Unary(UnaryOp::Not, a) => self.compares_references(a),
            Expr::Binary(BinaryOp::Eq | BinaryOp::Ne, a, b) => is_reference(a) && is_reference(b),
            _ => false,
        }
    }

    /// That arrays which are written are no others.
    fn apart(&self) -> Vec<Expr> {
        let array = |local: &LocalId| match &self.unit.locals[*local] {
            Local { name, ty: Some(ty @ Type::Array(_)) } if !name.is_empty() => Some((*local, ty)),
            _ => None,
        };
        let arrays: Vec<(LocalId, &Type)> = self.state.iter().filter_map(array).collect();
        let mut found = Vec::new();
        for (i, (a, ty)) in arrays.iter().enumerate() {
            for (b, other) in &arrays[i + 1..] {
                let is_written = [a, b].into_iter().any(|array| self.said.written.contains(array));
                let is_given = [a, b].into_iter().all(|array| self.formals.contains(array));
                if ty == other && is_written && !is_given {
                    found.push(Expr::binary(BinaryOp::Ne, Expr::Local(*a), Expr::Local(*b)));
                }
            }
        }
        found
    }

    /// What is said of the cells of arrays, by the variable that is the index.
    fn facts(&self) -> Vec<(LocalId, LocalId, Expr)> {
        let mut facts = Vec::new();
        for cond in &self.said.conditions {
            let mut cells = Vec::new();
            elements(cond, &mut cells);
            for (array, index) in cells {
                let Some(fact) = self.of_cell(cond, array, index) else { continue };
                facts.extend([(array, index, fact.clone()), (array, index, fact.negated())]);
            }
        }
        for (array, index, value) in &self.said.stores {
            let stored = Expr::Elem(Box::new(Expr::Local(*array)), Box::new(Expr::Local(*index)));
            let fact = Expr::binary(BinaryOp::Eq, stored, value.clone());
            facts.extend(self.of_cell(&fact, *array, *index).map(|fact| (*array, *index, fact)));
        }
        facts
    }

    /// A fact about the cell of an array at an index, for any index, if all else is known here.
    fn of_cell(&self, fact: &Expr, array: LocalId, index: LocalId) -> Option<Expr> {
        let element = self.element(array)?;
        let any = any_index(fact, (array, index), (element, self.unit.index));
        let is_of_place = |local| self.state.contains(&local);
        let is_known = is_of_place(array)
            && is_of_place(index)
            && any.reads_only(|local| is_of_place(local) || [element, self.unit.index].contains(&local));
        is_known.then(|| guarded(any))
    }

    /// `forall` over the cells whose index is on one side of a variable.
    fn forall(&self, array: LocalId, (op, bound): (BinaryOp, LocalId), fact: Expr) -> Expr {
        let index = self.unit.index;
        let elem = self.element(array).unwrap_or(index);
        let within = Expr::binary(op, Expr::Local(index), Expr::Local(bound));
        let (domain, body) = (Expr::Local(array), Expr::binary(BinaryOp::Implies, within, fact));
        Expr::Quant(Arc::new(Quant { forall: true, domain, elem, index, body, span: Span::default() }))
    }

    fn element(&self, array: LocalId) -> Option<LocalId> {
        match &self.unit.locals[array].ty {
            Some(Type::Array(element)) => self.unit.elements.get(element).copied(),
            _ => None,
        }
    }

    /// Whether an expression is about nothing else than the variables of the place, and reads only what claims may read.
    fn knows(&self, expr: &Expr) -> bool {
        is_claim(expr) && expr.reads_only(|local| self.state.contains(&local))
    }

    /// The variables of a type that the program names.
    fn variables(&self, ty: &Type) -> impl Iterator<Item = Expr> {
        let locals = &self.unit.locals;
        let is_of = |local: &&LocalId| locals[**local].ty.as_ref() == Some(ty) && !locals[**local].name.is_empty();
        let found: Vec<LocalId> = self.state.iter().filter(is_of).take(MOST_VARIABLES).copied().collect();
        found.into_iter().map(Expr::Local)
    }
}

/// Whether a claim can be so.
fn is_claim(expr: &Expr) -> bool {
    let of_local = |e: &Expr| matches!(e, Expr::Local(_));
    match expr {
        Expr::Const(_) | Expr::Local(_) | Expr::Static(_) => true,
        Expr::Unary(_, a) => is_claim(a),
        // What divides may throw.
        Expr::Binary(op, a, b) => is_claim(a) && is_claim(b) && (!op.divides() || is_divisor(b)),
        Expr::Field(a, _) | Expr::Len(a) => of_local(a),
        Expr::Elem(a, index) => of_local(a) && reads_nothing(index),
        Expr::Quant(quant) => of_local(&quant.domain),
        Expr::InstanceOf(..) | Expr::Cast(..) => false,
    }
}

/// Whether it is a number that one can divide by.
fn is_divisor(expr: &Expr) -> bool {
    matches!(expr, Expr::Const(Const::Num(n)) if !n.is_zero())
}

fn is_element(expr: &Expr) -> bool {
    matches!(expr, Expr::Elem(..))
}

fn is_length(expr: &Expr) -> bool {
    matches!(expr, Expr::Len(_))
}

fn is_field(expr: &Expr) -> bool {
    matches!(expr, Expr::Field(..))
}

/// Adds what is not known yet.
fn note<T: PartialEq>(known: &mut Vec<T>, new: T) {
    if !known.contains(&new) {
        known.push(new);
    }
}

/// The cells that an expression reads: arrays with variables as indexes.
fn elements(expr: &Expr, found: &mut Vec<(LocalId, LocalId)>) {
    if let Expr::Elem(array, index) = expr
        && let (Expr::Local(array), Expr::Local(index)) = (&**array, &**index)
    {
        note(found, (*array, *index));
    }
    expr.operands().into_iter().for_each(|operand| elements(operand, found));
}

/// An expression with other names for a cell and its index.
fn any_index(expr: &Expr, cell: (LocalId, LocalId), binders: (LocalId, LocalId)) -> Expr {
    let go = |e: &Expr| Box::new(any_index(e, cell, binders));
    let is_local = |e: &Expr, local: LocalId| matches!(e, Expr::Local(l) if *l == local);
    match expr {
        Expr::Elem(a, b) if is_local(a, cell.0) && is_local(b, cell.1) => Expr::Local(binders.0),
        Expr::Local(local) if *local == cell.1 => Expr::Local(binders.1),
        Expr::Unary(op, a) => Expr::Unary(*op, go(a)),
        Expr::Binary(op, a, b) => Expr::Binary(*op, go(a), go(b)),
        Expr::Field(a, field) => Expr::Field(go(a), *field),
        Expr::Len(a) => Expr::Len(go(a)),
        Expr::Elem(a, b) => Expr::Elem(go(a), go(b)),
        other => other.clone(),
    }
}

/// A formula that says nothing where it would throw.
fn guarded(fact: Expr) -> Expr {
    let mut conditions = Vec::new();
    guards(&fact, &mut conditions);
    conditions.into_iter().rev().fold(fact, |fact, cond| Expr::binary(BinaryOp::Implies, cond, fact))
}

fn guards(expr: &Expr, found: &mut Vec<Expr>) {
    expr.operands().into_iter().for_each(|operand| guards(operand, found));
    let null = |e: &Expr| Expr::binary(BinaryOp::Ne, e.clone(), Expr::Const(Const::Null));
    let needed = match expr {
        Expr::Field(a, _) | Expr::Len(a) => vec![null(a)],
        Expr::Elem(a, index) => vec![
            null(a),
            Expr::binary(BinaryOp::Le, Expr::int(0), (**index).clone()),
            Expr::binary(BinaryOp::Lt, (**index).clone(), Expr::Len(a.clone())),
        ],
        Expr::Binary(op, _, b) if op.divides() && !is_divisor(b) => {
            vec![Expr::binary(BinaryOp::Ne, (**b).clone(), Expr::int(0))]
        }
        _ => Vec::new(),
    };
    found.extend(needed);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Dialect;
    use crate::facade::Program;
    use crate::induction::text;

    fn suggested(text: &str) -> Vec<String> {
        let dialect = Dialect::default();
        let program = Program::from_text("test.oox", text, &dialect).expect("a program");
        let entry = program.entry("Main.main").expect("an entry");
        let cuts = Cuts::new(program.ir(), entry, &dialect).expect("it repeats");
        text::told(&cuts, &candidates(&cuts)).into_iter().map(|claim| claim.text).collect()
    }

    #[test]
    fn what_is_compared_and_stored_is_said_of_the_cells_before_and_behind() {
        let found = suggested(
            "class Main { static void main(int[] a, int[] b, int x) {
                bool found := false;
                int i := 0;
                while (i < #a && !found) {
                    if (a[i] == x) found := true; else b[i] := 2 * i;
                    i := i + 1;
                }
                assert forall c, j : b : c >= 0;
            } }",
        );
        for claim in [
            "forall e, k : a : k < i ==> e != x",
            "forall e, k : a : k > i ==> e == x",
            "forall e, k : b : k < i ==> e == 2 * k",
            "forall c, j : b : c >= 0",
            "forall c, j : b : j < i ==> c >= 0",
            "found ==> a[i] == x",
        ] {
            assert!(found.iter().any(|known| known == claim), "{claim} is missing: {found:#?}");
        }
    }

    #[test]
    fn what_is_compared_of_an_object_is_said_of_it_as_a_result() {
        let found = suggested(
            "class Tree { int key; Tree left; Tree right; }
            class Main {
                static Tree find(Tree t, int key) {
                    if (t == null) return null;
                    if (t.key == key) return t;
                    Tree below := t.left;
                    if (t.key < key) below := t.right;
                    Tree found := Main.find(below, key);
                    return found;
                }
                static void main(Tree t, int key) { Tree found := Main.find(t, key); }
            }",
        );
        let claim = "retval == null || retval.key == key";
        assert!(found.iter().any(|known| known == claim), "{found:#?}");
    }

    #[test]
    fn what_is_compared_of_a_cell_is_said_of_its_index_as_a_result() {
        let found = suggested(
            "class Main {
                static int last(int[] a, int x) {
                    int i := #a - 1;
                    while (i >= 0) { if (a[i] == x) return i; i := i - 1; }
                    return -1;
                }
                static void main(int[] a, int x) { if (a != null) { int r := Main.last(a, x); } }
            }",
        );
        let claim = "a != null ==> (0 <= retval ==> (retval < #a ==> a[retval] == x))";
        assert!(found.iter().any(|known| known == claim), "{found:#?}");
    }

    #[test]
    fn what_is_said_of_references_and_fields_is_said_at_heads() {
        let found = suggested(
            "class Counter { int count; }
            class Main { static void main(Counter a, Counter b, int n) {
                assume a != null && b != null && a != b;
                int before := b.count;
                int i := 0;
                while (i < n) { a.count := a.count + 1; i := i + 1; }
                assert b.count == before;
            } }",
        );
        for claim in ["a != b", "b.count == before"] {
            assert!(found.iter().any(|known| known == claim), "{claim} is missing: {found:#?}");
        }
    }

    #[test]
    fn an_array_that_is_written_is_no_other() {
        let found = suggested(
            "class Main { static void main(int[] a, int[] b) {
                int[] c := new int[1];
                bool[] d := new bool[1];
                int i := 0;
                while (i < #a && i < #b) { c[0] := a[i]; a[i] := b[i]; d[0] := true; i := i + 1; }
            } }",
        );
        let apart: Vec<&String> = found.iter().filter(|claim| claim.len() == 6 && claim.contains("!=")).collect();
        assert_eq!(apart, ["a != c", "b != c"]);
    }

    #[test]
    fn what_lengths_are_is_said_of_the_parameters_too() {
        let found = suggested(
            "class Main {
                static int sum(int[] cells, int rows, int columns) {
                    int s := 0;
                    int i := 0;
                    while (i < #cells) { s := s + cells[i]; i := i + 1; rows := rows - 1; }
                    return s;
                }
                static void main(int n, int m) requires(n > 0 && m > 0) {
                    int[] grid := new int[n * (m + 1)];
                    int i := 0;
                    while (i < n) { grid[i] := i; i := i + 1; }
                    int s := Main.sum(grid, n, m);
                    s := Main.sum(grid, m, n);
                }
            }",
        );
        for claim in ["#grid == n * (m + 1)", "#cells == rows * (columns + 1)", "#cells == columns * (rows + 1)"] {
            assert!(found.iter().any(|known| known == claim), "{claim} is missing: {found:#?}");
        }
    }

    #[test]
    fn what_might_throw_is_guarded() {
        let found = suggested(
            "class Main { static void main(int[] a, int[] b) {
                int i := 0;
                while (i < #a) { a[i] := b[i]; i := i + 1; }
            } }",
        );
        let copied = "forall e, k : a : k < i ==> (b != null ==> (0 <= k ==> (k < #b ==> e == b[k])))";
        assert!(found.iter().any(|known| known == copied), "{found:#?}");
    }
}
