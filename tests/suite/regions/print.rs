//! A region as text: one line per operation, followed by its path predicate.

use multise::internals::index::Idx;
use multise::internals::ir::{Expr, Local, LocalId, Printer, Program};
use multise::internals::region::{Exit, Op, OpKind, PathPredicate, Region};
use std::fmt::Write as _;

/// A region as text. The registers that are no locals of its method have their numbers as names.
pub fn region(program: &Program, region: &Region) -> String {
    let mut program = program.clone();
    let locals = &mut program.methods[region.method].locals;
    for register in locals.len()..region.registers as usize {
        locals.push(Local { name: format!("%{register}"), ty: None });
    }
    Shown { program: &program, region, printer: Printer::new(&program, region.method) }.text()
}

struct Shown<'p> {
    program: &'p Program,
    region: &'p Region,
    printer: Printer<'p>,
}

impl Shown<'_> {
    fn text(&self) -> String {
        let Self { region, .. } = self;
        let mut text = format!("region {:?} to {:?}, {} paths\n", region.branch, region.join, region.paths);
        for op in &region.ops {
            let _ = writeln!(text, "  {}", self.op(op));
        }
        for (number, exit) in region.exits.iter().enumerate() {
            if region.ops.iter().any(|op| op.exit == Some(number)) {
                let _ = writeln!(text, "  exit {number}: {}", self.exit(exit));
            }
        }
        let joined = self.assigned(&region.joined);
        let _ = writeln!(text, "  join {:?}: {joined}", region.joins);
        text
    }

    fn op(&self, op: &Op) -> String {
        let Self { program, printer, .. } = self;
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

    fn exit(&self, exit: &Exit) -> String {
        let method = self.program.method_name(self.region.frames[exit.frame].method);
        let mut text = format!("{method} {:?}.{}", exit.block, exit.instruction);
        let locals = &exit.locals;
        if !locals.is_empty() {
            let _ = write!(text, ": {}", self.assigned(locals));
        }
        text
    }

    /// Which locals have which registers.
    fn assigned(&self, locals: &[(LocalId, Expr)]) -> String {
        let one = |(local, expr): &(LocalId, Expr)| format!("local {} := {}", local.index(), self.printer.expr(expr));
        locals.iter().map(one).collect::<Vec<_>>().join(", ")
    }
}
