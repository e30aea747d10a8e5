//! A region as text: one line per operation, followed by its path predicate.

use super::code::{Exit, Op, OpKind, PathPredicate, Region};
use crate::index::Idx;
use crate::ir::print::Printer;
use crate::ir::{Expr, LocalId, Program};
use std::fmt::Write as _;

impl Region {
    /// The region as text.
    pub fn print(&self, program: &Program) -> String {
        let printer = Printer::of_registers(program, self.method, self.registers as usize);
        let mut text = format!("region {:?} to {:?}, {} paths\n", self.branch, self.join, self.paths);
        for op in &self.ops {
            let _ = writeln!(text, "  {}", self.op(program, &printer, op));
        }
        for (number, exit) in self.exits.iter().enumerate() {
            if self.ops.iter().any(|op| op.exit == Some(number)) {
                let _ = writeln!(text, "  exit {number}: {}", self.exit(program, &printer, exit));
            }
        }
        let joined = assigned(&printer, &self.joined);
        let _ = writeln!(text, "  join {:?}: {joined}", self.joins);
        text
    }

    fn op(&self, program: &Program, printer: &Printer<'_>, op: &Op) -> String {
        let choice = |arms: &[(PathPredicate, Expr)]| {
            let arms: Vec<String> =
                arms.iter().map(|(predicate, expr)| format!("{predicate:?} → {}", printer.expr(expr))).collect();
            arms.join(", ")
        };
        let predicates = |predicates: &[PathPredicate]| {
            predicates.iter().map(|predicate| format!("{predicate:?}")).collect::<Vec<_>>().join(" ∨ ")
        };
        let exit = op.exit.map_or(String::new(), |exit| format!(", exit {exit}"));
        let text = match &op.kind {
            OpKind::Join(arms) => return format!("{:?} := {}", op.predicate, predicates(arms)),
            OpKind::Split { cond, then, other } => format!("{then:?}, {other:?} := split {}", printer.expr(cond)),
            OpKind::Dispatch { receiver, method, targets } => {
                let targets: Vec<String> =
                    targets.iter().map(|(m, predicate)| format!("{predicate:?} {}", program.method_name(*m))).collect();
                let receiver = printer.expr(&Expr::Local(*receiver));
                format!("dispatch {receiver}.{}: {}", program.methods[*method].name, targets.join(", "))
            }
            OpKind::Run(instr) => printer.kind(instr),
            OpKind::Choose { dst, arms } => format!("{} := {}", printer.expr(&Expr::Local(*dst)), choice(arms)),
            OpKind::Leave => "leave".to_owned(),
        };
        format!("{text}  ({:?}{exit})", op.predicate)
    }

    fn exit(&self, program: &Program, printer: &Printer<'_>, exit: &Exit) -> String {
        let method = program.method_name(self.frames[exit.frame].method);
        let mut text = format!("{method} {:?}.{}", exit.block, exit.instruction);
        let locals = &exit.locals;
        if !locals.is_empty() {
            let _ = write!(text, ": {}", assigned(printer, locals));
        }
        text
    }
}

/// Which locals have which registers.
fn assigned(printer: &Printer<'_>, locals: &[(LocalId, Expr)]) -> String {
    let one = |(local, expr): &(LocalId, Expr)| format!("local {} := {}", local.index(), printer.expr(expr));
    locals.iter().map(one).collect::<Vec<_>>().join(", ")
}
