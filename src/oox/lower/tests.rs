//! Lowering of programs built by hand.

use super::lower;
use crate::config::Dialect;
use crate::ir::print::Printer;
use crate::ir::validate::validate;
use crate::ir::{BinaryOp, Class, ClassId, ClauseKind, Const, FieldId, LocalId, MethodId, MethodKind, Type};
use crate::num::Num;
use crate::oox::check::hir::*;
use crate::source::{SourceFile, Span};
use expect_test::{Expect, expect};

fn expr(kind: ExprKind, ty: Type) -> Expr {
    Expr { kind, ty, span: Span::default() }
}

fn int(value: i64) -> Expr {
    expr(ExprKind::Const(Const::Num(Num::from(value))), Type::Int)
}

fn var(local: u32) -> Expr {
    expr(ExprKind::Local(LocalId(local)), Type::Int)
}

/// `o.v`, where the class has one field `v`.
fn field(local: u32) -> Expr {
    let object = expr(ExprKind::Local(LocalId(local)), Type::Class(ClassId(0)));
    expr(ExprKind::Field(Box::new(object), FieldId(0)), Type::Int)
}

fn binary(op: BinaryOp, a: Expr, b: Expr) -> Expr {
    let ty = if matches!(op, BinaryOp::Add | BinaryOp::Sub) { Type::Int } else { Type::Bool };
    expr(ExprKind::Binary(op, Box::new(a), Box::new(b)), ty)
}

fn stmt(kind: StmtKind) -> Stmt {
    Stmt { kind, span: Span::default() }
}

fn while_loop(cond: Expr, body: Stmt) -> StmtKind {
    StmtKind::While(Box::new(Loop { cond, olds: vec![], invariants: vec![], decreases: None, body }))
}

fn set(local: u32, value: Expr) -> Stmt {
    stmt(StmtKind::Assign(LValue::Local(LocalId(local)), value))
}

/// `static int C.m(C o, int x)` with the locals `o`, `x`, `y`, `retval`.
fn program(clauses: Vec<(ClauseKind, Expr)>, body: Vec<Stmt>) -> Hir {
    let local = |name: &str, ty| Local { name: name.into(), ty, span: Span::default() };
    let class = Type::Class(ClassId(0));
    let mut hir = Hir::default();
    hir.classes.push(Class { fields: vec![FieldId(0)], ..Class::bare("C", vec![ClassId(0)]) });
    hir.fields.push(Field { name: "v".into(), ty: Type::Int, span: Span::default() });
    hir.methods.push(Method {
        name: "m".into(),
        class: ClassId(0),
        span: Span::default(),
        kind: MethodKind::Static,
        result: Some(Type::Int),
        locals: [local("o", class), local("x", Type::Int), local("y", Type::Int), local("retval", Type::Int)]
            .into_iter()
            .collect(),
        params: vec![LocalId(0), LocalId(1)],
        this: None,
        retval: Some(LocalId(3)),
        clauses: clauses.into_iter().map(|(kind, cond)| Clause { kind, cond, span: Span::default() }).collect(),
        olds: vec![],
        frame: None,
        measure: None,
        body: Some(body),
        falls_off: false,
        end: Span::default(),
    });
    hir
}

fn check(hir: &Hir, expected: Expect) {
    let program = lower(hir, &SourceFile::new("test", "").into(), &Dialect::default());
    assert_eq!(validate(&program), Ok(()));
    let printer = Printer::new(&program, MethodId(0));
    let mut text = String::new();
    for block in program.methods[MethodId(0)].shape.wto.order() {
        text += &format!("{}\n", printer.header(block));
        printer.lines(block).iter().for_each(|line| text += &format!("  {line}\n"));
    }
    expected.assert_eq(&text);
}

#[test]
fn a_loop_with_a_condition_that_reads_the_heap() {
    let cond = binary(BinaryOp::And, binary(BinaryOp::Lt, var(1), int(3)), binary(BinaryOp::Lt, field(0), var(1)));
    let body = set(1, binary(BinaryOp::Add, var(1), int(1)));
    let hir = program(vec![], vec![stmt(while_loop(cond, body)), stmt(StmtKind::Return(Some(var(1))))]);
    check(
        &hir,
        expect![[r#"
        b0:
          goto b1
        b1 in [b1]:
          if x < 3 then b2 else b4
        b2 in [b1] catch b6(thrown):
          t6 := o.v
          if t6 < x then b3 else b4
        b3 in [b1] body of b1:
          x := x + 1
          goto b1
        b4:
          retval := x
          goto b5
        b5:
          return retval
        b6:
          unwind
    "#]],
    );
}

#[test]
fn clauses_stand_around_the_body() {
    let positive = |e| binary(BinaryOp::Gt, e, int(0));
    let clauses = vec![
        (ClauseKind::Requires, positive(field(0))),
        (ClauseKind::Ensures, positive(var(3))),
        (ClauseKind::Exceptional, positive(field(0))),
    ];
    let caught = stmt(StmtKind::Try(vec![set(2, field(0))], vec![stmt(StmtKind::Throw(None))]));
    let mut hir = program(
        clauses,
        vec![
            set(2, int(0)),
            caught,
            stmt(StmtKind::If(positive(var(2)), Box::new(stmt(StmtKind::Return(Some(var(2))))), None)),
        ],
    );
    hir.methods[MethodId(0)].falls_off = true;
    check(
        &hir,
        expect![[r#"
            b0 catch b8(t5):
              t6 := o.v
              requires t6 > 0 check0
              goto b1
            b1 catch b5(t5):
              y := 0
              y := o.v
              if y > 0 then b2 else b3
            b2:
              retval := y
              goto b4
            b3:
              retval := missing
              goto b4
            b4:
              check retval present check1
              ensures retval > 0 check1
              goto b9
            b5 catch b6(thrown):
              throw
            b6 catch b7(t5):
              t7 := o.v
              exceptional t7 > 0 check2
              goto b10
            b7:
              threw t5 check2
              stop
            b8:
              threw t5 check0
              stop
            b9:
              return retval
            b10:
              unwind
        "#]],
    );
}

#[test]
fn long_programs_are_lowered_without_recursion_over_blocks() {
    let positive = |e| binary(BinaryOp::Gt, e, int(0));
    let mut body: Vec<Stmt> = Vec::new();
    for _ in 0..20_000 {
        let read = stmt(StmtKind::Try(vec![set(2, field(0))], vec![set(2, int(0))]));
        body.push(stmt(StmtKind::If(positive(var(2)), Box::new(read), None)));
    }
    body.push(stmt(StmtKind::Return(Some(var(2)))));
    let program = lower(&program(vec![], body), &SourceFile::new("test", "").into(), &Dialect::default());
    assert!(program.methods[MethodId(0)].blocks.len() > 60_000);
}

#[test]
fn the_contract_of_a_loop() {
    let ghost = |local, value: Expr| Old { local: LocalId(local), value };
    let invariant = |cond| Clause { kind: ClauseKind::Invariant, cond, span: Span::default() };
    let cond = binary(BinaryOp::Lt, var(1), int(3));
    let source = Loop {
        olds: vec![ghost(4, var(1)), ghost(5, field(0))],
        invariants: vec![
            invariant(binary(
                BinaryOp::And,
                binary(BinaryOp::Ge, var(1), var(4)),
                binary(BinaryOp::Eq, field(0), var(5)),
            )),
            invariant(binary(BinaryOp::Or, binary(BinaryOp::Eq, var(1), var(4)), binary(BinaryOp::Lt, var(5), var(1)))),
        ],
        decreases: Some(Decreases { measure: binary(BinaryOp::Sub, int(3), var(1)), span: Span::default() }),
        body: set(1, binary(BinaryOp::Add, var(1), int(1))),
        cond,
    };
    let mut hir = program(vec![], vec![stmt(StmtKind::While(Box::new(source))), stmt(StmtKind::Return(Some(var(1))))]);
    for name in ["old(x)", "old(o.v)"] {
        hir.methods[MethodId(0)].locals.push(Local { name: name.into(), ty: Type::Int, span: Span::default() });
    }
    check(
        &hir,
        expect![[r#"
        b0 catch b1(t8):
          old(x) := x
          t8 := missing
          old(o.v) := o.v
          t9 := true
          goto b2
        b1:
          t9 := false
          old(o.v) := 0
          goto b2
        b2:
          t10 := 0
          t11 := false
          goto b3
        b3 in [b3] catch b13(t7):
          invariant x >= old(x) check0
          t12 := o.v
          if t9 then b4 else b12
        b4 in [b3]:
          invariant t12 == old(o.v) check0
          if x == old(x) then b5 else b6
        b5 in [b3]:
          t13 := true
          goto b8
        b6 in [b3]:
          if t9 then b7 else b11
        b7 in [b3]:
          t13 := old(o.v) < x
          goto b8
        b8 in [b3]:
          invariant t13 check1
          if x < 3 then b9 else b10
        b9 in [b3] body of b3:
          t14 := 3 - x
          decreases t14 >= 0 check2
          decreases !t11 || (t14 < t10) check2
          t10 := t14
          t11 := true
          x := x + 1
          goto b3
        b10:
          retval := x
          goto b14
        b11:
          threw t8 check1
          stop
        b12:
          threw t8 check0
          stop
        b13:
          threw t7 check0
          stop
        b14:
          return retval
        b15:
          unwind
    "#]],
    );
}
