//! Which variables are control-relevant: a flow-insensitive analysis of the whole program.
//!
//! A variable is control-relevant when its value can reach the condition of a branch or of an assumption, an index, a length
//! or a divisor. Its values then decide how paths go on. Values reach further variables by assignments, arguments and
//! results. A plain copy of a control-relevant variable counts as one, because the branches have told its values apart
//! already. A variable that is not control-relevant is only stored, computed with and asserted about. Which value it has on
//! which path does not matter before the assertion.

use super::callgraph::{called, virtual_targets};
use super::variable::Variable;
use super::{BinaryOp, Callee, Expr, InstrKind, Method, MethodId, Program, Terminator, ThreadOp};
use crate::index::IndexVec;
use rustc_hash::{FxHashMap, FxHashSet};

/// The control-relevant variables.
#[derive(Clone, Debug, Default)]
pub struct ControlRelevant(FxHashSet<Variable>);

impl ControlRelevant {
    /// Whether a variable is control-relevant.
    pub fn contains(&self, variable: Variable) -> bool {
        self.0.contains(&variable)
    }

    /// The analysis of a program.
    pub fn of(program: &Program) -> Self {
        let mut flows = Flows::default();
        let targets = virtual_targets(&program.classes, program.methods.len());
        for (id, method) in program.methods.iter_enumerated() {
            flows.method(program, &targets, id, method);
        }
        let mut relevant = FxHashSet::default();
        let mut work = flows.relevant;
        while let Some(variable) = work.pop() {
            if relevant.insert(variable) {
                work.extend(flows.sources.get(&variable).into_iter().flatten());
            }
        }
        // The values of a copy come with the guards that tell them apart.
        let mut work: Vec<Variable> = relevant.iter().copied().collect();
        while let Some(variable) = work.pop() {
            for &copy in flows.copies.get(&variable).into_iter().flatten() {
                if relevant.insert(copy) {
                    work.push(copy);
                }
            }
        }
        Self(relevant)
    }
}

#[derive(Default)]
struct Flows {
    /// By variable, the variables whose values it is computed from.
    sources: FxHashMap<Variable, Vec<Variable>>,
    /// By variable, the variables that are assigned plain copies of it.
    copies: FxHashMap<Variable, Vec<Variable>>,
    /// Variables that are read where the control flow depends on them.
    relevant: Vec<Variable>,
}

impl Flows {
    fn method(
        &mut self,
        program: &Program,
        targets: &IndexVec<MethodId, Vec<MethodId>>,
        id: MethodId,
        method: &Method,
    ) {
        let local = |local| Variable::Local(id, local);
        for block in method.blocks.iter() {
            for instr in &block.instrs {
                match &instr.kind {
                    InstrKind::Assign { dst, value } => self.flow(id, value, local(*dst)),
                    InstrKind::StoreField { field, value, .. } => self.flow(id, value, Variable::Field(*field)),
                    InstrKind::StoreStatic { field, value } => self.flow(id, value, Variable::Static(*field)),
                    InstrKind::StoreElem { index, value, .. } => {
                        self.relevant_in(id, index);
                        self.flow(id, value, Variable::Cell);
                    }
                    InstrKind::NewArray { length, .. } => self.relevant_in(id, length),
                    InstrKind::Assume { cond } => self.relevant_in(id, cond),
                    InstrKind::Assert { cond, .. } | InstrKind::Clause { cond, .. } | InstrKind::Cover { cond, .. } => {
                        self.partial(id, cond);
                    }
                    InstrKind::CheckNull { .. }
                    | InstrKind::CheckStore { .. }
                    | InstrKind::Havoc { .. }
                    | InstrKind::NewObject { .. }
                    | InstrKind::ClauseThrew { .. }
                    | InstrKind::CheckMissing { .. }
                    | InstrKind::Modifies { .. }
                    | InstrKind::Thread(ThreadOp::Lock(_) | ThreadOp::Unlock(_) | ThreadOp::Join) => {}
                    InstrKind::Thread(ThreadOp::Fork { callee, args }) => self.call(program, id, callee, args, targets),
                }
            }
            match &block.term {
                Terminator::Branch { cond, .. } => self.relevant_in(id, cond),
                Terminator::Call { dst, callee, args, .. } => {
                    self.call(program, id, callee, args, targets);
                    for &target in called(callee, targets) {
                        if let (Some(dst), Some(result)) = (dst, program.methods[target].retval) {
                            self.copy(Variable::Local(target, result), local(*dst));
                        }
                    }
                }
                _ => {}
            }
        }
    }

    /// Arguments go to the formals of the callees.
    fn call(
        &mut self,
        program: &Program,
        method: MethodId,
        callee: &Callee,
        args: &[Expr],
        targets: &IndexVec<MethodId, Vec<MethodId>>,
    ) {
        for &target in called(callee, targets) {
            for (&formal, arg) in program.methods[target].formals.iter().zip(args) {
                self.flow(method, arg, Variable::Local(target, formal));
            }
        }
    }

    /// The value of an expression goes to a variable.
    fn flow(&mut self, method: MethodId, expr: &Expr, to: Variable) {
        let copied = match expr {
            Expr::Local(source) => Some(Variable::Local(method, *source)),
            other => stored(other),
        };
        if let Some(source) = copied {
            self.copies.entry(source).or_default().push(to);
        }
        self.partial(method, expr);
        variables(method, expr, self.sources.entry(to).or_default());
    }

    /// The value of a variable goes unchanged to another one.
    fn copy(&mut self, from: Variable, to: Variable) {
        self.sources.entry(to).or_default().push(from);
        self.copies.entry(from).or_default().push(to);
    }

    /// The control flow depends on an expression.
    fn relevant_in(&mut self, method: MethodId, expr: &Expr) {
        variables(method, expr, &mut self.relevant);
    }

    /// Indexes and divisors within an expression decide whether it throws.
    fn partial(&mut self, method: MethodId, expr: &Expr) {
        match expr {
            Expr::Elem(_, index) => self.relevant_in(method, index),
            Expr::Binary(BinaryOp::Div | BinaryOp::FloatDiv | BinaryOp::Rem, _, divisor) => {
                self.relevant_in(method, divisor);
            }
            _ => {}
        }
        expr.operands().into_iter().for_each(|operand| self.partial(method, operand));
    }
}

/// Adds the variables that an expression reads.
fn variables(method: MethodId, expr: &Expr, read: &mut Vec<Variable>) {
    expr.for_each_local(&mut |local| read.push(Variable::Local(method, local)));
    others(expr, read);
}

/// The field, static field or cell that an expression is a read of.
fn stored(expr: &Expr) -> Option<Variable> {
    match expr {
        Expr::Field(_, field) => Some(Variable::Field(*field)),
        Expr::Static(field) => Some(Variable::Static(*field)),
        Expr::Elem(..) => Some(Variable::Cell),
        _ => None,
    }
}

/// Adds the variables other than locals that an expression reads.
fn others(expr: &Expr, read: &mut Vec<Variable>) {
    read.extend(stored(expr));
    if let Expr::Quant(quant) = expr {
        read.push(Variable::Cell);
        others(&quant.body, read);
    }
    expr.operands().into_iter().for_each(|operand| others(operand, read));
}
