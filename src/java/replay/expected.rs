//! A violation as the end of a run on a JVM.

use super::Classes;
use crate::ir::{Cause, Fault, Kind, MethodKind, Program, SiteKind};
use crate::java::jvm::{End, Frame};

/// The class of the errors of assertions, with dots.
const ASSERTION_ERROR: &str = "java.lang.AssertionError";

/// How a run ends that has this violation.
///
/// # Errors
/// Why a JVM does not show it.
pub(super) fn expected(program: &Program, classes: &mut Classes, fault: &Fault) -> Result<End, String> {
    let class = thrown(program, fault)?;
    let frames =
        if has_place(program, fault) { frame(program, classes, fault).into_iter().collect() } else { Vec::new() };
    Ok(End::Threw { class, frames })
}

/// The class of the exception that a violation is.
///
/// # Errors
/// Why there is none.
pub(in crate::java) fn thrown(program: &Program, fault: &Fault) -> Result<String, String> {
    match (fault.kind, fault.class) {
        (Kind::Assert | Kind::Exception, Some(class)) => Ok(program.classes[class].name.clone()),
        (Kind::Assert, None) => Ok(ASSERTION_ERROR.to_owned()),
        (Kind::Exception, None) => Err("the class of the exception is not known".to_owned()),
        (Kind::Deadlock, _) => Err("a deadlock".to_owned()),
        (Kind::Nontermination, _) => Err("an execution that does not end".to_owned()),
        _ => Err("a JVM does not check it".to_owned()),
    }
}

/// Whether the stack trace begins where the violation is. It begins where the exception was made, which need not be where it is
/// thrown.
pub fn has_place(program: &Program, fault: &Fault) -> bool {
    let is_made_here = |class| {
        program
            .sites
            .iter()
            .any(|site| (site.method, site.span) == (fault.method, fault.span) && site.kind == SiteKind::Object(class))
    };
    // A handler makes what an instruction has thrown elsewhere.
    let is_of_cause = |class| program.causes.is_some_and(|causes| causes.has(class));
    match (fault.cause, fault.class) {
        (Some(Cause::Throw) | None, Some(class)) => !is_of_cause(class) && is_made_here(class),
        _ => true,
    }
}

/// The frame of the violation, if it is in the code of the user. What the linker has made has no frame.
fn frame(program: &Program, classes: &mut Classes, fault: &Fault) -> Option<Frame> {
    let method = &program.methods[fault.method];
    let class = program.classes[method.class].name.clone();
    let name = if method.kind == MethodKind::Constructor { "<init>" } else { &method.name };
    let has_it = classes.find(&class)?.methods.iter().any(|own| *own.name == *name);
    has_it.then(|| Frame { class, method: name.to_owned(), line: (fault.line > 0).then_some(fault.line) })
}
