//! Adds code that never runs or has no visible effect, and members and classes that nothing uses. One class is a subclass
//! that overrides nothing: an object of an input may have it, and behaves like one of its superclass.

use super::traced::Edits;
use super::{Choices, Source, Subject};
use crate::walk::end;
use multise::internals::oox::ast::{ClassKind, Stmt, StmtKind};

/// Statements that may be added before any statement; `@` stands for a fresh name.
const ANYWHERE: [&str; 9] = [
    "if (false) { assert false; }",
    "while (false) { assert false; }",
    "int @ := 7;",
    "bool @ := 1 < 2; if (!@) { throw; }",
    "int @ := 0; while (@ < 2) { @ := @ + 1; }",
    "try { int @ := 1; } catch { assert false; }",
    "assert true;",
    "{ int @; assume @ == 0; }",
    ";",
];

/// Statements that may be added where no run comes.
const UNREACHABLE: [&str; 3] = ["assert false;", "throw;", "assume false;"];

/// Members that may be added to any class.
const MEMBERS: [&str; 5] = [
    "static int @(int a) { assert a > 0; return 1 / a; }",
    "int @(int a) { if (a > 0) return a; return this.@(a + 1); }",
    "void @() { throw; }",
    "int @;",
    "static bool @ := true;",
];

/// Adds code in some places.
pub fn change(source: &Source<'_>, choices: &mut Choices) -> Option<Subject> {
    let mut number = 0;
    let mut fresh = || {
        number += 1;
        format!("{}{number}", source.fresh)
    };
    let mut edits = Edits::default();
    for block in source.blocks() {
        for stmt in &block.stmts {
            if choices.one_in(4) && !is_super_call(stmt) {
                edits.insert(stmt.span.start, format!("{} ", choices.of(&ANYWHERE).replace('@', &fresh())));
            }
            let leaves =
                matches!(stmt.kind, StmtKind::Return(_) | StmtKind::Throw(_) | StmtKind::Break | StmtKind::Continue);
            if leaves && choices.one_in(2) {
                edits.insert(end(stmt), format!(" {}", choices.of(&UNREACHABLE)));
            }
        }
    }
    for class in &source.program.classes {
        let first =
            class.fields.iter().map(|it| it.span.start).chain(class.methods.iter().map(|it| it.span.start)).min();
        if let Some(first) = first
            && class.kind != ClassKind::Interface
            && choices.one_in(3)
        {
            edits.insert(first, format!("{} ", choices.of(&MEMBERS).replace('@', &fresh())));
        }
    }
    let mut changed = source.edited(edits)?;
    let concrete = source.program.classes.iter().filter(|class| class.kind == ClassKind::Concrete);
    let concrete: Vec<&str> = concrete.map(|class| class.name.name.as_str()).collect();
    if choices.one_in(2) && !concrete.is_empty() {
        changed.text.add(&format!("\nclass {} extends {} {{ }}", fresh(), choices.of(&concrete)));
    }
    if choices.one_in(2) {
        let (class, field) = (fresh(), fresh());
        changed
            .text
            .add(&format!("\nclass {class} {{ int {field}; {class}(int a) {{ this.{field} := a; assert a < 0; }} }}"));
    }
    Some(changed)
}

fn is_super_call(stmt: &Stmt) -> bool {
    matches!(&stmt.kind, StmtKind::Call(call) if call.name.name == "super")
}
