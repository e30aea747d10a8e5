//! The checked programs that the checker makes.

use super::run;
use crate::config::Dialect;
use crate::ir::{MethodId, Type};
use crate::oox::check::hir::{Expr, ExprKind, Hir, Stmt, StmtKind, Target};
use crate::oox::parse::{MAX_DEPTH, parse};
use crate::source::{SourceFile, Sources};
use crate::stack::on_big_stack;
use std::time::Instant;

fn checked(text: &str) -> Hir {
    let (source, checked) = run(text, &Dialect::default());
    checked.hir.unwrap_or_else(|| panic!("{}", source.shown(&checked.diagnostics)))
}

/// `Class.method` of every method.
fn named(hir: &Hir, name: &str) -> MethodId {
    hir.methods.ids().find(|m| super::method_name(hir, *m) == name).unwrap()
}

fn class<'h>(hir: &'h Hir, name: &str) -> &'h crate::ir::Class {
    hir.classes.iter().find(|c| c.name == name).unwrap()
}

#[test]
fn dispatch_knows_inherited_abstract_and_interface_methods() {
    let hir = checked(
        "interface I { int f(); } interface K extends I { int g(); }
         abstract class A implements K { A() { } int f() { return 1; } abstract int h(); }
         class B extends A { B() { } int g() { return 2; } int h() { return 3; } }
         class C extends B { C() { } int f() { return 4; } int f(int x) { return x; } static int s() { return 1; } }",
    );
    let runs = |class_name: &str, method: &str| {
        let target = class(&hir, class_name).dispatch.get(&named(&hir, method))?;
        Some(super::method_name(&hir, *target))
    };
    let expected = [
        ("B", "I.f", Some("A.f")),
        ("B", "K.g", Some("B.g")),
        ("B", "A.f", Some("A.f")),
        ("B", "A.h", Some("B.h")),
        ("B", "B.h", Some("B.h")),
        ("C", "I.f", Some("C.f")),
        ("C", "A.f", Some("C.f")),
        ("C", "A.h", Some("B.h")),
        ("C", "C.f", Some("C.f")),
        ("A", "A.f", Some("A.f")),
        ("A", "I.f", Some("A.f")),
        ("A", "A.h", None),
        ("A", "K.g", None),
        ("C", "C.s", None),
    ];
    for (class, method, target) in expected {
        assert_eq!(runs(class, method).as_deref(), target, "{method} on {class}");
    }
    assert_eq!(class(&hir, "C").dispatch.len(), 8);
}

#[test]
fn locals_and_fields_stand_in_their_order() {
    let hir = checked(
        "class A { int x; static int s; bool y; A(int p) { int q := p; } int f(int p, bool r) ensures(retval == p) { return 1; } static void g(int z) { } }
         class B extends A { int z; B() { super(1); } }",
    );
    let names = |method: &str| -> Vec<&str> {
        hir.methods[named(&hir, method)].locals.iter().map(|l| l.name.as_str()).collect()
    };
    assert_eq!(names("A.A"), ["this", "p", "retval", "q"]);
    assert_eq!(names("A.f"), ["this", "p", "r", "retval"]);
    assert_eq!(names("A.g"), ["z"]);
    let fields: Vec<_> = class(&hir, "B").fields.iter().map(|f| hir.fields[*f].name.as_str()).collect();
    assert_eq!(fields, ["x", "y", "z"]);
    let f = &hir.methods[named(&hir, "A.f")];
    assert_eq!(
        (f.params.len(), f.this.is_some(), f.retval.is_some(), f.result.clone()),
        (2, true, true, Some(Type::Int))
    );
}

#[test]
fn constructors_start_with_the_superclass() {
    let hir = checked(
        "class A { A() { } A(int x) { } } class B extends A { B() { int y; } B(int x) { super(x); } } class O { } class P extends O { P() { } }",
    );
    let first = |method: &crate::oox::check::hir::Method| method.body.as_ref().unwrap().first().cloned();
    for constructor in hir.methods.iter().filter(|m| m.name == "B") {
        let Some(Stmt { kind: StmtKind::Call(call), .. }) = first(constructor) else { panic!("no call") };
        let Target::Exact(receiver, target) = &call.target else { panic!("not exact") };
        assert!(matches!(receiver.kind, ExprKind::Local(l) if Some(l) == constructor.this));
        assert_eq!(hir.methods[*target].params.len(), constructor.params.len());
    }
    assert!(first(&hir.methods[named(&hir, "P.P")]).is_none());
}

#[test]
fn calls_know_how_their_method_is_found() {
    let hir = checked(
        "class A { A() { } int f() { return 1; } static int s() { return 1; }
           void g(A a) { a.f(); this.f(); f(); s(); A.s(); } }
         class B extends A { B() { } int f() { return super.f(); } }",
    );
    let body = hir.methods[named(&hir, "A.g")].body.as_ref().unwrap();
    let shapes: Vec<_> = body
        .iter()
        .map(|s| match &s.kind {
            StmtKind::Call(c) => match c.target {
                Target::Static(_) => "static",
                Target::Virtual(..) => "virtual",
                Target::Exact(..) => "exact",
                Target::Unknown(_) => "unknown",
            },
            _ => "other",
        })
        .collect();
    assert_eq!(shapes, ["virtual", "virtual", "virtual", "static", "static"]);
    let body = hir.methods[named(&hir, "B.f")].body.as_ref().unwrap();
    let StmtKind::Return(Some(Expr { kind: ExprKind::Call(call), .. })) = &body[0].kind else { panic!("{body:#?}") };
    assert!(matches!(&call.target, Target::Exact(_, m) if *m == named(&hir, "A.f")));
}

#[test]
fn literals_take_the_type_of_their_place() {
    let hir = checked("class A { static void f(float x) { float y := -1; uint u := 2; A.f(3); y := y + 4; } }");
    let body = hir.methods[named(&hir, "A.f")].body.as_ref().unwrap();
    let types: Vec<_> = body
        .iter()
        .map(|s| match &s.kind {
            StmtKind::Assign(_, e) => e.ty.clone(),
            StmtKind::Call(c) => c.args[0].ty.clone(),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(types, [Type::Float, Type::Uint, Type::Float, Type::Float]);
}

#[test]
fn no_broken_program_makes_the_checker_panic() {
    let text = "class A extends B implements I { int x ; static int n := 1 + A . n ; A ( ) { super ( 1 ) ; this . x := 2 ; }
        int f ( int y ) requires ( y > 0 ) ensures ( retval == y ) { if ( y == 1 ) { return y ; } else while ( true ) { break ; }
        int [ ] a := new int [ y ] ; a [ 0 ] := # a ; assert forall e , i : a : e == 0 ; A o := ( A ) this ; return super . f ( a [ 0 ] ) ; }
        static void g ( A o , I p ) { try { o . x := A . n ; } catch { throw ; } lock ( o ) { fork o . f ( 1 ) ; join ; } h ( o ) ; } }
        class B { B ( int z ) { } int f ( int y ) { return - y ; } static void h ( I o ) { bool b := o instanceof A && o == null ; } }
        interface I { int f ( int y ) ; }";
    let words: Vec<&str> = text.split_whitespace().collect();
    for lenient in [false, true] {
        let dialect = Dialect { lenient, ..Dialect::default() };
        // Every word left out, and every word in the place of its successor.
        for i in 0..words.len() {
            for put in [None, Some(words[(i + 1) % words.len()]), Some("A"), Some("x")] {
                let mut changed = words.clone();
                changed.splice(i..=i, put);
                let source = Sources::from(SourceFile::new("broken.oox", changed.join(" ")));
                crate::oox::check::check(&parse(source.main()).program, &source, &dialect);
            }
        }
    }
    assert!(run(text, &Dialect::default()).1.hir.is_some());
}

#[test]
fn deep_trees_and_long_files_are_checked() {
    let depth = MAX_DEPTH as usize - 100;
    let deep = format!(
        "class A {{ static void f(int x) {{ x := {}1{}; }} }}",
        "(".repeat(depth / 2),
        "- 1)".repeat(depth / 2)
    );
    let classes: String = (0..20_000)
        .map(|i| format!("class C{i} {{ int x; C{i} n; C{i}(int v) {{ this.x := v; }} int f(C{i} o) {{ return o.x + zz{i}; }} }}\n"))
        .collect();
    for text in [deep, classes] {
        let start = Instant::now();
        on_big_stack(|| {
            let source = Sources::from(SourceFile::new("big.oox", text));
            let parsed = parse(source.main());
            let checked = crate::oox::check::check(&parsed.program, &source, &Dialect::default());
            drop((parsed, checked));
        });
        assert!(start.elapsed().as_secs() < 300, "{:?}", start.elapsed());
    }
}
