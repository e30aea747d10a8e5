//! Which variables are control-relevant: a flow-insensitive analysis of the whole program.
//!
//! A variable is control-relevant when its value can reach the condition of a branch or of an assumption, an index, a length
//! or a divisor. Its values then decide how paths go on. Values reach further variables by assignments, arguments and
//! results. A plain copy of a control-relevant variable counts as one, because the branches have told its values apart
//! already. A variable that is not control-relevant is only stored, computed with and asserted about. Which value it has on
//! which path does not matter before the assertion. A branch that separates only the paths of a false assertion from all others
//! asserts its condition (that is how Java does it).
//!
//! Cells of arrays that are not the same are different variables ([`ArrayClasses`]): which numbers are counted may decide
//! about paths while the counts do not.

use super::array_classes::{ArrayClass, ArrayClasses};
use super::assignments::{Assignment, for_each_assignment};
use super::variable::Variable;
use super::{BlockId, Expr, Instr, InstrKind, Method, MethodId, Program, SiteId, Terminator};
use crate::index::IndexVec;
use rustc_hash::{FxHashMap, FxHashSet};

/// A variable of the program text. Of cells, those of the arrays that are made at one place, or, without a place, those of
/// the arrays of the initial heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stored {
    /// The variable.
    pub variable: Variable,
    /// The place that makes the arrays, if the variable is cells.
    pub site: Option<SiteId>,
}

impl From<Variable> for Stored {
    fn from(variable: Variable) -> Self {
        Self { variable, site: None }
    }
}

/// The control-relevant variables.
#[derive(Clone, Debug, Default)]
pub struct ControlRelevant(FxHashSet<Stored>);

impl ControlRelevant {
    /// Whether a variable is control-relevant.
    pub fn contains(&self, stored: Stored) -> bool {
        self.0.contains(&stored)
    }

    /// The analysis of a program.
    pub fn of(program: &Program) -> Self {
        let targets = program.virtual_targets();
        let mut flows = Flows { classes: ArrayClasses::of(program, &targets), ..Flows::default() };
        for_each_assignment(program, &targets, |Assignment { to, method, value, .. }| {
            // Those to cells are told apart by their arrays.
            if to != Variable::Cell {
                flows.flow(method, &value, Source::Variable(to));
            }
        });
        for (id, method) in program.methods.iter_enumerated() {
            flows.method(id, method);
        }
        let mut relevant = FxHashSet::default();
        let mut work = flows.relevant;
        while let Some(source) = work.pop() {
            if relevant.insert(source) {
                work.extend(flows.sources.get(&source).into_iter().flatten());
            }
        }
        // The values of a copy come with the guards that tell them apart.
        let mut work: Vec<Source> = relevant.iter().copied().collect();
        while let Some(source) = work.pop() {
            for &copy in flows.copies.get(&source).into_iter().flatten() {
                if relevant.insert(copy) {
                    work.push(copy);
                }
            }
        }
        let sites = program.sites.ids().filter(|site| relevant.contains(&Source::Cells(flows.classes.made_at(*site))));
        let mut stored: FxHashSet<Stored> =
            sites.map(|site| Stored { variable: Variable::Cell, site: Some(site) }).collect();
        for source in relevant {
            stored.insert(match source {
                Source::Variable(variable) => variable.into(),
                // Arrays of the initial heap may be in any class.
                Source::Cells(_) => Variable::Cell.into(),
            });
        }
        Self(stored)
    }
}

/// Where paths go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Onward {
    /// Nowhere: an assertion is false.
    Nowhere,
    /// In this block.
    To(BlockId),
}

/// Where the paths of two ways go on, unless they part.
fn joined(one: Onward, other: Onward) -> Option<Onward> {
    match (one, other) {
        (Onward::Nowhere, way) | (way, Onward::Nowhere) => Some(way),
        _ => (one == other).then_some(one),
    }
}

/// By block, where all paths that enter it go on without having done anything: in the block itself, or behind branches on
/// which only the truth of assertions depends.
fn onward(method: &Method) -> IndexVec<BlockId, Onward> {
    let mut found: IndexVec<BlockId, Onward> = method.blocks.ids().map(Onward::To).collect();
    // The targets of a block come after it, but for those of the back edges of loops.
    for (id, block) in method.blocks.iter_enumerated().rev() {
        let is_false =
            |instr: &Instr| matches!(&instr.kind, InstrKind::Assert { cond, .. } if *cond == Expr::bool(false));
        if block.instrs.iter().any(is_false) {
            found[id] = Onward::Nowhere;
        } else if let (true, Terminator::Branch { then, other, .. }) = (block.instrs.is_empty(), &block.term)
            && let Some(way) = joined(found[*then], found[*other])
        {
            found[id] = way;
        }
    }
    found
}

/// Where values come from, and go to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Source {
    Variable(Variable),
    Cells(ArrayClass),
}

#[derive(Default)]
struct Flows {
    classes: ArrayClasses,
    /// By variable, the variables whose values it is computed from.
    sources: FxHashMap<Source, Vec<Source>>,
    /// By variable, the variables that are assigned plain copies of it.
    copies: FxHashMap<Source, Vec<Source>>,
    /// Variables that are read where the control flow depends on them.
    relevant: Vec<Source>,
}

impl Flows {
    /// Where the control flow of a method depends on its variables, and what it stores in arrays.
    fn method(&mut self, id: MethodId, method: &Method) {
        let onward = onward(method);
        for block in method.blocks.iter() {
            for instr in &block.instrs {
                match &instr.kind {
                    InstrKind::StoreElem { array, index, value } => {
                        self.relevant_in(id, index);
                        if let Some(class) = self.classes.referred(id, &Expr::Local(*array)) {
                            self.flow(id, value, Source::Cells(class));
                        }
                    }
                    InstrKind::NewArray { length, .. } => self.relevant_in(id, length),
                    InstrKind::Assume { cond } => self.relevant_in(id, cond),
                    InstrKind::Assert { cond, .. } | InstrKind::Clause { cond, .. } | InstrKind::Cover { cond, .. } => {
                        self.partial(id, cond);
                    }
                    _ => {}
                }
            }
            if let Terminator::Branch { cond, then, other } = &block.term {
                match joined(onward[*then], onward[*other]) {
                    Some(_) => self.partial(id, cond),
                    None => self.relevant_in(id, cond),
                }
            }
        }
    }

    /// The value of an expression goes to a variable.
    fn flow(&mut self, method: MethodId, expr: &Expr, to: Source) {
        let copied = match expr {
            Expr::Local(source) => Some(Source::Variable(Variable::Local(method, *source))),
            other => self.stored(method, other),
        };
        if let Some(source) = copied {
            self.copies.entry(source).or_default().push(to);
        }
        self.partial(method, expr);
        let read = self.variables(method, expr);
        self.sources.entry(to).or_default().extend(read);
    }

    /// The control flow depends on an expression.
    fn relevant_in(&mut self, method: MethodId, expr: &Expr) {
        let read = self.variables(method, expr);
        self.relevant.extend(read);
    }

    /// Indexes and divisors within an expression decide whether it throws.
    fn partial(&mut self, method: MethodId, expr: &Expr) {
        match expr {
            Expr::Elem(_, index) => self.relevant_in(method, index),
            Expr::Binary(op, _, divisor) if op.divides() => self.relevant_in(method, divisor),
            _ => {}
        }
        expr.operands().into_iter().for_each(|operand| self.partial(method, operand));
    }

    /// The variables that an expression reads.
    fn variables(&mut self, method: MethodId, expr: &Expr) -> Vec<Source> {
        let mut read = Vec::new();
        expr.for_each_local(&mut |local| read.push(Source::Variable(Variable::Local(method, local))));
        self.others(method, expr, &mut read);
        read
    }

    /// The field, static field or cell that an expression is a read of.
    fn stored(&mut self, method: MethodId, expr: &Expr) -> Option<Source> {
        match expr {
            Expr::Field(_, field) => Some(Source::Variable(Variable::Field(*field))),
            Expr::Static(field) => Some(Source::Variable(Variable::Static(*field))),
            Expr::Elem(array, _) => self.classes.referred(method, array).map(Source::Cells),
            _ => None,
        }
    }

    /// Adds the variables other than locals that an expression reads.
    fn others(&mut self, method: MethodId, expr: &Expr, read: &mut Vec<Source>) {
        read.extend(self.stored(method, expr));
        if let Expr::Quant(quant) = expr {
            read.extend(self.classes.referred(method, &quant.domain).map(Source::Cells));
            self.others(method, &quant.body, read);
        }
        expr.operands().into_iter().for_each(|operand| self.others(method, operand, read));
    }
}
