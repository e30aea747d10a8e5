//! Every form of statement.

use super::{check_statement_errors, check_statements};
use crate::oox::parse::ast::StmtKind;
use crate::oox::parse::parse;
use crate::source::SourceFile;
use expect_test::expect;

#[test]
fn declarations() {
    check_statements(
        "int x; int[] a := null; C c := new C(); C[][] m; uint u := 1; float f; string s := \"a\"; char h; bool b;",
        expect![[r#"
            (let int x)
            (let int[] a null)
            (let C c (new C))
            (let C[][] m)
            (let uint u 1)
            (let float f)
            (let string s "a")
            (let char h)
            (let bool b)"#]],
    );
}

#[test]
fn assignments_to_chains() {
    check_statements(
        "x := 1; o.f := 2; a[i] := 3; b[0][1] := 2; o.next.v := 3; C.count := 1; C.f(x).g := 1; ((C) x).f := 4;
         new C().f := 5; (x) := 6; this.a[this.n] := 7; g()[0] := 8;",
        expect![[r#"
            (:= x 1)
            (:= o.f 2)
            (:= a[i] 3)
            (:= b[0][1] 2)
            (:= o.next.v 3)
            (:= C.count 1)
            (:= (call C.f x).g 1)
            (:= (cast C x).f 4)
            (:= (new C).f 5)
            (:= x 6)
            (:= this.a[this.n] 7)
            (:= (call g)[0] 8)"#]],
    );
}

#[test]
fn calls_may_lack_their_semicolon() {
    check_statements(
        "o.m(); o.m() C.s(1,); g(x) super.m(); super(1); o.f.m().n() if (c) o.m(); else x := 1;",
        expect![[r#"
            (call o.m)
            (call o.m)
            (call C.s 1)
            (call g x)
            (call super.m)
            (call super 1)
            (call (call o.f.m).n)
            (if c (call o.m) (:= x 1))"#]],
    );
}

#[test]
fn throws_may_lack_text_and_semicolon() {
    check_statements(
        "throw \"a\"; throw \"b\" throw; throw if (c) throw else throw \"c\";",
        expect![[r#"
        (throw "a")
        (throw "b")
        (throw)
        (throw)
        (if c (throw) (throw "c"))"#]],
    );
}

#[test]
fn an_else_belongs_to_the_nearest_if() {
    check_statements(
        "if (a) if (b) x := 1; else x := 2; if (a) { if (b) ; } else if (c) ; else ;",
        expect![[r#"
        (if a (if b (:= x 1) (:= x 2)))
        (if a {(if b ;)} (if c ; ;))"#]],
    );
}

#[test]
fn an_if_without_else_may_be_followed_by_an_empty_statement() {
    check_statements(
        "if (a) x := 1; ; if (b) { } ; x := 2;",
        expect![[r#"
        (if a (:= x 1))
        ;
        (if b {})
        ;
        (:= x 2)"#]],
    );
}

#[test]
fn an_else_after_an_empty_statement_is_rejected() {
    check_statement_errors(
        "if (a) x := 1; ; else x := 2;",
        expect![[r#"
        E0011 2:18 `else`: expected a statement, found `else` [no `if` for this `else`]
          help: an `else` follows exactly one statement; an extra `;` before it ends the `if`
        class Main
          void m() {(if a (:= x 1)) ;}
    "#]],
    );
}

#[test]
fn loops_and_jumps() {
    check_statements(
        "while (true) { break; continue; } while (x < 1) x := x + 1; while (x) ;",
        expect![[r#"
        (while true {(break) (continue)})
        (while (< x 1) (:= x (+ x 1)))
        (while x ;)"#]],
    );
}

#[test]
fn break_and_continue_are_soft() {
    check_statements(
        "int break := 0; break := break + 1; continue.f := 1; break x; continue[] y; break(1); break.m(); x := continue;",
        expect![[r#"
            (let int break 0)
            (:= break (+ break 1))
            (:= continue.f 1)
            (let break x)
            (let continue[] y)
            (call break 1)
            (call break.m)
            (:= x continue)"#]],
    );
}

#[test]
fn cover_is_soft() {
    check_statements(
        "cover x > 0; cover(x); cover (x) == 1 && y; cover x; cover forall e, i : a : e > i; cover -x < 0;
         cover := 1; cover.f := 1; cover[0] := 2; cover[] y; cover cover == 1; cover.m();",
        expect![[r#"
            (cover (> x 0))
            (cover x)
            (cover (&& (== x 1) y))
            (cover x)
            (cover (forall e i a (> e i)))
            (cover (< (- x) 0))
            (:= cover 1)
            (:= cover.f 1)
            (:= cover[0] 2)
            (let cover[] y)
            (cover (== cover 1))
            (call cover.m)"#]],
    );
    // A class or a method of this name is declared.
    for declared in ["class cover { }", "interface cover { }", "class C { int[] cover(int x) { } }"] {
        let text = format!("class Main {{ void m() {{ cover(x); cover x; cover y := x; }} }} {declared}");
        let parsed = parse(&SourceFile::new("t", text));
        let stmts = &parsed.program.classes[0].methods[0].body.as_ref().unwrap().stmts;
        let kinds = stmts.iter().map(|stmt| matches!(stmt.kind, StmtKind::Call(_) | StmtKind::Declare { .. }));
        assert_eq!(kinds.collect::<Vec<_>>(), [true; 3], "{declared}: {:?}", parsed.diagnostics);
    }
}

#[test]
fn other_soft_words_are_names() {
    check_statements(
        "int extends := 1; int implements; interface interface; abstract abstract; int super := 2; int instanceof;
         super := 3; super.f := 4; instanceof := extends + instanceof; interface[] q; abstract.m(); x := super;",
        expect![[r#"
            (let int extends 1)
            (let int implements)
            (let interface interface)
            (let abstract abstract)
            (let int super 2)
            (let int instanceof)
            (:= super 3)
            (:= super.f 4)
            (:= instanceof (+ extends instanceof))
            (let interface[] q)
            (call abstract.m)
            (:= x super)"#]],
    );
}

#[test]
fn exceptions_and_threads() {
    check_statements(
        "try { throw; } catch { ; } lock (x) { } lock (this.l) { x := 1; } fork o.m(1); fork g(); fork C.x.m(); join;",
        expect![[r#"
            (try {(throw)} {;})
            (lock x {})
            (lock this.l {(:= x 1)})
            (fork (call o.m 1))
            (fork (call g))
            (fork (call C.x.m))
            (join)"#]],
    );
}

#[test]
fn assertions_and_returns() {
    check_statements(
        "assert (x); assume x == 1; assert (forall e, i : a : e) ; return; return x + o.f; return g(x);",
        expect![[r#"
            (assert x)
            (assume (== x 1))
            (assert (forall e i a e))
            (return)
            (return (+ x o.f))
            (return (call g x))"#]],
    );
}

#[test]
fn blocks_may_be_empty() {
    check_statements(
        "{ } { { ; } ; }",
        expect![[r#"
        {}
        {{;} ;}"#]],
    );
}

#[test]
fn spans_of_statements() {
    let text = "int x := 1; if (x > 0) { x := 2; } else o.m() while (true) ; lock (x) { } try { } catch { } throw \"s\" return;";
    let source = SourceFile::new("t", super::in_method(text));
    let parsed = parse(&source);
    let body = parsed.program.classes[0].methods[0].body.as_ref().unwrap();
    let texts: Vec<&str> = body.stmts.iter().map(|s| source.slice(s.span)).chain([source.slice(body.close)]).collect();
    expect![[r#"
        int x := 1;
        if (x > 0)
        while (true)
        lock (x)
        try
        throw "s"
        return;
        }"#]]
    .assert_eq(&texts.join("\n"));
}

#[test]
fn loops_with_a_contract() {
    check_statements(
        "while (c) invariant(i >= 0 && x == old(x)) invariant(forall e, i : a : e > 0) decreases(n - i) { i := i + 1; }
         while (c) decreases(n) x := f(x); while (true) invariant(exists e, i : o.a[0] : (e == old(o.f))) while (d) decreases(i) ;
         while (c) invariant(x) if (x) invariant(y); else decreases(z);",
        expect![[r#"
            (while c (invariant (&& (>= i 0) (== x (call old x)))) (invariant (forall e i a (> e 0))) (decreases (- n i)) {(:= i (+ i 1))})
            (while c (decreases n) (:= x (call f x)))
            (while true (invariant (exists e i o.a[0] (== e (call old o.f)))) (while d (call decreases i)))
            (while c (invariant x) (if x (call invariant y) (call decreases z)))"#]],
    );
}

#[test]
fn a_call_as_the_body_of_a_loop_is_no_clause() {
    check_statements(
        "while (c) invariant(e); while (c) decreases(e); while (c) invariant(a) invariant(b);
         while (c) { invariant(e) } if (c) while (d) invariant(e) else x := 1; while (c) invariant(e).f(); while (c) invariant(f(x)[0])[1] := 2;
         while (c) invariant := 1; int invariant := decreases; invariant(invariant); while (c) invariant(e)",
        expect![[r#"
            (while c (call invariant e))
            (while c (call decreases e))
            (while c (invariant a) (call invariant b))
            (while c {(call invariant e)})
            (if c (while d (call invariant e)) (:= x 1))
            (while c (call (call invariant e).f))
            (while c (:= (call invariant (call f x)[0])[1] 2))
            (while c (:= invariant 1))
            (let int invariant decreases)
            (call invariant invariant)
            (while c (call invariant e))"#]],
    );
}
