//! The interpreter on source programs: a test for each rule of the reference's section 3.

use multise::internals::interp::{Assumption, End, Limits, Run, Value, run};
use multise::{Dialect, Inputs, Uncaught};
use support::pipeline::{Built, word};

/// Runs `Main.main` and returns its end: `3`, `null`, `ended` (without a value), `missing`, `object`, `threw CAUSE line N`,
/// `KIND [CAUSE] line N [called at N]`, `rejected by assume line N`, `unknown method NAME`.
fn end_with(text: &str, inputs: &str, dialect: &Dialect) -> String {
    let built = Built::in_dialect(text, dialect);
    let inputs = serde_json::from_str(inputs).expect("inputs in JSON");
    let run = run(built.ir(), built.entry, &inputs, dialect, Limits::steps(100_000)).expect("inputs that fit");
    describe(&built, &run)
}

fn describe(built: &Built, run: &Run) -> String {
    let (source, program) = (built.program.source(), built.ir());
    match &run.end {
        End::Returned { value: None } => "ended".into(),
        End::Returned { value: Some(value) } => match value {
            Value::Num(n) => n.to_string(),
            Value::Bool(b) => b.to_string(),
            Value::Null => "null".into(),
            Value::Ref(_) => "object".into(),
            Value::Char(t) | Value::String(t) => format!("{t:?}"),
            Value::Missing => "missing".into(),
            Value::Thrown(t) => panic!("{t:?} is no result"),
        },
        End::Threw(t) => format!("threw {} line {}", word(&t.cause), t.place.locate(program).1),
        End::Violation(f) => {
            let cause = f.cause.map(|c| format!(" {}", word(&c))).unwrap_or_default();
            let call = f.call_site.map(|s| format!(" called at {}", source.line(s))).unwrap_or_default();
            format!("{}{cause} line {}{call}", word(&f.kind), f.line)
        }
        End::Covered(cover) => format!("covered line {}", source.line(program.covers[*cover].span)),
        End::Unchecked(fault) => format!("unchecked {:?}", fault.kind),
        End::StepLimit => "step limit".into(),
        End::Unsupported { what, line, .. } => format!("unsupported {what} line {line}"),
        End::Unfit { .. } => "unfit".into(),
        End::Cancelled => "cancelled".into(),
        End::Rejected { by: Assumption::Assume, line, .. } => format!("rejected by assume line {line}"),
        End::Rejected { by: Assumption::Requires, line, .. } => format!("rejected by requires line {line}"),
        End::UnknownMethod { name, line, .. } => format!("unknown method {name} line {line}"),
        End::Unscheduled { position } => format!("unscheduled {position}"),
    }
}

#[track_caller]
fn check(text: &str, expected: &str) {
    assert_eq!(end_with(text, "{}", &Dialect::default()), expected, "{text}");
}

#[track_caller]
fn check_on(text: &str, cases: &[(&str, &str)]) {
    for (inputs, expected) in cases {
        assert_eq!(end_with(text, inputs, &Dialect::default()), *expected, "{text}\non {inputs}");
    }
}

/// The value of an expression in `static T main()`.
#[track_caller]
fn value(ty: &str, expr: &str, expected: &str) {
    check(&format!("class Main {{\nstatic {ty} main() {{\nreturn {expr};\n}} }}"), expected);
}

fn int(name: &str, n: &str) -> String {
    format!(r#"{{"args":{{"{name}":{{"int":"{n}"}}}}}}"#)
}

#[test]
fn integers_are_unbounded_and_division_is_euclidean() {
    for (a, b, q, r) in [("7", "2", "3", "1"), ("-7", "2", "-4", "1"), ("7", "-2", "-3", "1"), ("-7", "-2", "4", "1")] {
        value("int", &format!("{a} / ({b})"), q);
        value("int", &format!("{a} % ({b})"), r);
    }
    value("int", "9223372036854775807 * 9223372036854775807", "85070591730234615847396907784232501249");
    value("int", "10 - 3 - 2", "5");
    value("int", "1 / 0", "exception division-by-zero line 3");
    value("int", "1 % 0", "exception division-by-zero line 3");
    let text =
        "class Main {\n static int main(int d) {\n int r := 0;\n try { r := 1 / d; } catch { r := 7; }\n return r; } }";
    check_on(text, &[(&int("d", "0"), "7"), (&int("d", "1"), "1"), (&int("d", "-1"), "-1")]);
}

#[test]
fn floats_are_exact() {
    value("float", "0.1 + 0.2", "3/10");
    value("bool", "0.1 + 0.2 == 0.3", "true");
    value("float", "1.0 / 3.0 * 3.0", "1");
    value("float", "1.0 / 0.0", "exception division-by-zero line 3");
}

#[test]
fn connectives_short_circuit_from_the_left() {
    for (expr, expected) in [
        ("false && 1 / 0 == 0", "false"),
        ("true || 1 / 0 == 0", "true"),
        ("false ==> 1 / 0 == 0", "true"),
        ("1 / 0 == 0 && false", "exception division-by-zero line 3"),
        ("1 / 0 == 0 || true", "exception division-by-zero line 3"),
        ("true ==> 1 / 0 == 0", "exception division-by-zero line 3"),
        ("true || false && false", "false"),
        ("!true ==> false ==> false", "true"),
    ] {
        value("bool", expr, expected);
    }
}

#[test]
fn assignment_evaluates_the_right_side_then_the_target_then_checks() {
    // The callee changes a variable in the index of the target; a null target is noticed only after the call.
    let text = "class Main {
        static int n := 0;
        static int next() { Main.n := Main.n + 1; return Main.n; }
        static int main(bool isNull) {
            int[] a := new int[3];
            int[] b := a;
            if (isNull) b := null;
            try { b[Main.n] := Main.next(); } catch { }
            return 10 * Main.n + a[1];
        } }";
    check_on(text, &[(r#"{"args":{"isNull":true}}"#, "10"), (r#"{"args":{"isNull":false}}"#, "11")]);
}

#[test]
fn arguments_are_evaluated_left_to_right_and_bound_at_once() {
    let text = "class Main {
        static int swap(int a, int b) { return a * 10 + b; }
        static int main(int a, int b) { a := 1; b := 2; int r := Main.swap(b, a); return r; } }";
    check(text, "21");
}

#[test]
fn references_compare_by_identity_and_texts_by_content() {
    let text = "class C { C() { } }
    class Main { static int main() {
        C p := new C(); C q := new C(); C r := p;
        assert p != q; assert p == r; assert p != null;
        int[] a := new int[0]; int[] b := new int[0];
        assert a != b;
        string s := \"x\"; string t := \"x\"; string u := null;
        assert s == t; assert s != u; assert u == null;
        char c := 'x'; char d := 'x'; char e;
        assert c == d; assert c != e;
        return 1; } }";
    check(text, "1");
}

#[test]
fn defaults_are_those_of_the_type() {
    let text = "class C { int i; bool b; string s; C next; int[] a; float f; C() { } }
    class Main { static int main() {
        C c := new C(); int j; bool b; C[] cs := new C[2];
        assert c.i == 0 && !c.b && c.s == null && c.next == null && c.a == null && c.f == 0.0;
        assert j == 0 && !b && cs[1] == null;
        return 1; } }";
    check(text, "1");
}

#[test]
fn null_dereferences_throw() {
    let text = |stmt: &str| {
        format!(
            "class C {{ int x; C() {{ }} int m() {{ return 1; }} }}
            class Main {{ static void main() {{ C c := null; int[] a := null; int x;
                {stmt} }} }}"
        )
    };
    for stmt in [
        "x := c.x;",
        "c.x := 1;",
        "x := c.m();",
        "c.m();",
        "x := a[0];",
        "a[0] := 1;",
        "x := #a;",
        "assert forall e, i : a : true;",
        "assert c.x == 0;",
        "assume c.x == 0;",
        "if (c.x == 0) ;",
        "while (c.x == 0) ;",
    ] {
        check(&text(stmt), "exception null line 3");
    }
}

#[test]
fn array_bounds_and_sizes() {
    let text = "class Main {
        static int main(int i) {
            int[] a := new int[2];
            a[i] := 5;
            return a[i] + a[0];
        } }";
    let out = "exception bounds line 4";
    check_on(text, &[(&int("i", "-1"), out), (&int("i", "0"), "10"), (&int("i", "1"), "5"), (&int("i", "2"), out)]);
    let text = "class Main { static int main(int n) {
        int[] a := new int[n];
        return #a; } }";
    check_on(text, &[(&int("n", "-1"), "exception negative-size line 2"), (&int("n", "0"), "0")]);
    check_on(text, &[(&int("n", "1000000000000000000000"), "1000000000000000000000")]);
    let text = "class Main { static int main(int n) {
        int[][] a := new int[2][n];
        assert a[0] != a[1];
        a[0][1] := 4;
        a[1] := a[0];
        return a[1][1] + #a[0]; } }";
    check_on(text, &[(&int("n", "-1"), "exception negative-size line 2"), (&int("n", "3"), "7")]);
    check_on(text, &[(&int("n", "1"), "exception bounds line 4")]);
}

#[test]
fn catch_keeps_what_was_done_and_a_throw_in_it_goes_outward() {
    let text = "class C { int x; C() { } }
    class Main {
        static void f(C c) { c.x := 1; throw \"\"; }
        static int main() {
            C c := new C(); int n := 0;
            try {
                try { n := 1; Main.f(c); n := 100; } catch { n := n + c.x * 10; throw \"\"; }
                n := 200;
            } catch { n := n + 5; }
            return n;
        } }";
    check(text, "16");
    let text = "class Main { static int main() {
        while (true) { try { return 1; } catch { } }
        return 2; } }";
    check(text, "1");
    let text = "class Main { static int main() {
        int n := 0;
        while (true) { try { break; } catch { n := 5; } }
        int[] a := null;
        n := a[0];
        return n; } }";
    check(text, "exception null line 5");
}

#[test]
fn the_uncaught_policy_and_the_entry_s_clauses_decide() {
    let text = "class Main { static void main() {
        throw \"\";
        } }";
    check(text, "exception throw line 2");
    let allow = Dialect { uncaught: Uncaught::Allow, ..Dialect::default() };
    assert_eq!(end_with(text, "{}", &allow), "threw throw line 2");
    let text = "class Main { static void main(int n)
        exceptional(n == 1)
        exceptional(n > 0)
        { if (n != 0)
            throw \"\"; } }";
    for dialect in [Dialect::default(), allow] {
        for (n, expected) in
            [("0", "ended"), ("1", "threw throw line 5"), ("2", "exceptional line 2"), ("-1", "exceptional line 2")]
        {
            assert_eq!(end_with(text, &int("n", n), &dialect), expected);
        }
    }
}

#[test]
fn contracts_of_the_entry() {
    let text = "class Main { static int main(int n)
        requires(n >= 0)
        requires(10 / n > 0)
        ensures(retval < 5)
        ensures(n == 1)
        { int r := n; n := 1; return r; } }";
    check_on(
        text,
        &[
            (&int("n", "-1"), "rejected by requires line 2"),
            (&int("n", "0"), "rejected by requires line 3"),
            (&int("n", "11"), "rejected by requires line 3"),
            (&int("n", "4"), "4"),
            (&int("n", "5"), "ensures line 4"),
        ],
    );
}

#[test]
fn contracts_of_other_calls() {
    let text = "class Main {
        static int f(int n)
            requires(n != 0 ==> 10 / (n - 1) < 100)
            requires(n != 2)
            ensures(retval != 3)
            exceptional(10 / (n - 4) < 0)
        {
            if (n >= 4) { throw \"\"; }
            return n;
        }
        static int main(int n) {
            int r := Main.f(n);
            return r;
        } }";
    check_on(
        text,
        &[
            (&int("n", "0"), "0"),
            (&int("n", "1"), "requires division-by-zero line 3 called at 12"),
            (&int("n", "2"), "requires line 4 called at 12"),
            (&int("n", "3"), "ensures line 5 called at 12"),
            (&int("n", "4"), "exceptional division-by-zero line 6 called at 12"),
            (&int("n", "5"), "exceptional line 6 called at 12"),
        ],
    );
    // A recursive call of the entry is an ordinary call; a caught exception leaves no frame.
    let text = "class Main { static int main(int n)
        requires(n >= 0)
        exceptional(false)
        {
            try { throw \"\"; } catch { }
            if (n == 3) { int r := Main.main(-1); }
            return 1; } }";
    check_on(
        text,
        &[
            (&int("n", "0"), "1"),
            (&int("n", "-1"), "rejected by requires line 2"),
            (&int("n", "3"), "requires line 2 called at 6"),
        ],
    );
}

#[test]
fn the_ensures_of_a_constructor_sees_the_new_object() {
    let text = "class C { int x; C(int n) ensures(retval == this && this.x == 2) { this.x := n; } }
    class Main { static int main(int n) {
        C c := new C(n);
        return c.x; } }";
    check_on(text, &[(&int("n", "2"), "2"), (&int("n", "3"), "ensures line 1 called at 3")]);
}

#[test]
fn a_missing_result_is_a_violation_where_it_is_used() {
    let text = |ensures: &str, call: &str| {
        format!(
            "class Main {{
            static int f(int n) {ensures} {{ if (n > 0) {{ return n; }} }}
            static int main(int n) {{
                {call}
                return 1; }} }}"
        )
    };
    let (zero, one) = (int("n", "0"), int("n", "1"));
    let used = "missing-return line 4";
    check_on(&text("", "int r := Main.f(n);"), &[(&zero, used), (&one, "1")]);
    check_on(&text("", "Main.f(n);"), &[(&zero, "1"), (&one, "1")]);
    let clause = "missing-return line 2 called at 4";
    check_on(&text("ensures(retval > 0)", "Main.f(n);"), &[(&zero, clause), (&one, "1")]);
    check_on(&text("ensures(n == 0 || retval > 0)", "Main.f(n);"), &[(&zero, "1"), (&one, "1")]);
    check("class Main { static int main() { } }", "missing");
}

#[test]
fn assert_and_assume() {
    let text = "class Main { static int main(int n) {
        assume n > 0;
        assert n != 3;
        assume n != 4 || 1 / (n - 4) == 0;
        return n; } }";
    check_on(
        text,
        &[
            (&int("n", "0"), "rejected by assume line 2"),
            (&int("n", "2"), "2"),
            (&int("n", "3"), "assert line 3"),
            (&int("n", "4"), "exception division-by-zero line 4"),
        ],
    );
}

#[test]
fn loops_break_and_continue() {
    let text = "class Main { static int main() {
        int n := 0; int s := 0;
        while (n < 10) {
            n := n + 1;
            if (n % 2 == 0) continue;
            if (n > 6) break;
            s := s + n;
        }
        return 100 * n + s; } }";
    check(text, "709");
    check("class Main { static void main() { while (true) { } } }", "step limit");
}

#[test]
fn quantifiers_range_over_the_cells_in_order() {
    let text = "class Main { static bool main(int[] a) {
        bool b := false;
        assert exists e, i : a : e == i;
        assert forall e, i : a : e >= 0 && (exists f, j : a : f > e || i == j);
        return true; } }";
    let array = |cells: &str| {
        format!(r#"{{"args":{{"a":{{"ref":"a1"}}}},"heap":{{"a1":{{"elem":"int","length":"2","cells":{cells}}}}}}}"#)
    };
    check_on(
        text,
        &[
            ("{}", "exception null line 3"),
            (&array("{}"), "true"),
            (&array(r#"{"0":{"int":"1"}}"#), "assert line 3"),
            (&array(r#"{"1":{"int":"-1"}}"#), "assert line 4"),
        ],
    );
    check(
        "class Main { static int main() { int[] a := new int[0]; assert !(exists e, i : a : true); assert forall e, i : a : false; return 1; } }",
        "1",
    );
    let deciding = "class Main { static int main() {
        int[] a := new int[2]; a[0] := 1;
        assert exists e, i : a : 1 / e == 1;
        assert forall e, i : a : 1 / e == 1;
        return 1; } }";
    check(deciding, "exception division-by-zero line 4");
}

#[test]
fn calls_dispatch_on_the_dynamic_type() {
    let text = "class A { A() { } int f() { return 1; } int g() { int r := this.f(); return r; } }
    class B extends A { B() { } int f() { int r := super.f(); return r + 10; } }
    class Main { static int main(A a) {
        if (a instanceof B) { B b := (B) a; assert b == a; }
        return a.g(); } }";
    let object = |class: &str| format!(r#"{{"args":{{"a":{{"ref":"o1"}}}},"heap":{{"o1":{{"class":"{class}"}}}}}}"#);
    check_on(text, &[(&object("A"), "1"), (&object("B"), "11"), ("{}", "exception null line 5")]);
    let text = "class A { A() { } } class B extends A { B() { } }
    class Main { static bool main(A a) {
        B b := (B) a;
        return b == null; } }";
    check_on(text, &[(&object("A"), "exception cast line 3"), (&object("B"), "false"), ("{}", "true")]);
}

#[test]
fn the_clauses_of_the_method_dispatched_to_are_checked() {
    let text = "class A { A() { } int f(int n) requires(n > 0) { return n; } }
    class B extends A { B() { }
        int f(int n) requires(n > 5) { return n; } }
    class Main { static int main(bool sub) {
        A a := new A();
        if (sub) a := new B();
        return a.f(3); } }";
    check_on(text, &[(r#"{"args":{"sub":false}}"#, "3"), (r#"{"args":{"sub":true}}"#, "requires line 3 called at 7")]);
}

#[test]
fn static_fields_are_initialised_in_textual_order() {
    let text = "class Main {
        static int a := 3;
        static int b := Main.a * 2;
        static int main() { Main.a := Main.a + 1; return Main.a + Main.b; } }";
    check(text, "10");
    let text = "class Main {
        static int a := 0;
        static int b := 1 / Main.a;
        static int main() { return Main.b; } }";
    check(text, "exception division-by-zero line 3");
}

#[test]
fn inputs_may_alias() {
    let text = "class C { int x; C() { } }
    class Main { static int main(C p, C q) {
        p.x := 1;
        q.x := 2;
        return p.x; } }";
    let aliased = r#"{"args":{"p":{"ref":"o1"},"q":{"ref":"o1"}},"heap":{"o1":{"class":"C"}}}"#;
    let distinct = r#"{"args":{"p":{"ref":"o1"},"q":{"ref":"o2"}},"heap":{"o1":{"class":"C"},"o2":{"class":"C"}}}"#;
    check_on(text, &[(aliased, "2"), (distinct, "1")]);
}

#[test]
fn lenient_programs_fail_only_where_an_unknown_method_is_reached() {
    let text = "class Main { static int main(bool b) {
        if (b) { Main.nothing(1); }
        return 1; } }";
    let lenient = Dialect { lenient: true, ..Dialect::default() };
    assert_eq!(end_with(text, r#"{"args":{"b":false}}"#, &lenient), "1");
    let end = end_with(text, r#"{"args":{"b":true}}"#, &lenient);
    assert!(end.starts_with("unknown method") && end.ends_with("line 2"), "{end}");
}

#[test]
fn a_loop_that_never_repeats_keeps_its_line() {
    let text = "class Main {\nstatic void main() {\nint x := 1;\nwhile (true) {\nbreak;\n}\nassert x == 1;\n} }";
    let built = Built::of(text);
    let run = run(built.ir(), built.entry, &Inputs::default(), &Dialect::default(), Limits::steps(100));
    let run = run.expect("no inputs");
    assert_eq!(run.trace.steps().map(|step| step.line).collect::<Vec<_>>(), [3, 4, 5, 7, 8]);
}
