//! Calls with known results are not run again, and only the time changes.

use multise::{Config, Mode, Outcome, Stop, Verdict};
use support::pipeline::{Built, assert_found_alike, explore};

/// Bounds alone: a proof would end the exploration early.
fn bounded() -> Config {
    let mut config = support::config();
    config.proofs = false;
    config
}

/// Explores a program in one mode with and without tabling, and compares everything but the cost.
fn both(text: &str, mode: Mode) -> [Outcome; 2] {
    let built = Built::of(text);
    let outcomes = [true, false].map(|tabling| {
        let mut config = bounded();
        (config.mode, config.tabling, config.stop, config.coverage) = (mode, tabling, Stop::All, true);
        explore(&built, &config).expect("an outcome")
    });
    let [tabled, plain] = &outcomes;
    assert_found_alike(tabled, plain, &format!("{mode:?}: {text}"));
    if mode == Mode::Path {
        assert_eq!(tabled.statistics.paths, plain.statistics.paths, "{text}");
    }
    assert_eq!(plain.statistics.known_calls, 0);
    outcomes
}

/// The verdict in both modes, and how many calls were known in merge mode.
fn explored(text: &str) -> (Verdict, u64) {
    both(text, Mode::Path);
    let [tabled, _] = both(text, Mode::Merge);
    (tabled.verdict, tabled.statistics.known_calls)
}

fn main_of(members: &str, parameters: &str, body: &str) -> String {
    format!("class Main {{ {members} static void main({parameters}) {{ {body} }} }}")
}

const FIBONACCI: &str =
    "static int fib(int n) { if (n < 2) return 1; int a := fib(n - 1); int b := fib(n - 2); return a + b; }";

#[test]
fn tree_recursion_becomes_linear() {
    let operations = |most: u32| {
        let text = main_of(FIBONACCI, "int x", &format!("assume x <= {most}; int r := fib(x); assert r >= 1;"));
        let built = Built::of(&text);
        let outcome = explore(&built, &bounded()).expect("an outcome");
        assert_eq!(outcome.verdict, Verdict::Valid);
        outcome.statistics.operations
    };
    let (ten, twenty, forty) = (operations(10), operations(20), operations(40));
    assert!(forty - twenty < 3 * (twenty - ten), "{ten}, {twenty}, {forty} operations");
}

#[test]
fn what_differs_only_in_the_result_is_told_apart() {
    let text = main_of(
        FIBONACCI,
        "int x",
        "assume 0 <= x && x <= 6; int r := fib(x); assert r != 13; int s := fib(x); assert r == s;",
    );
    assert!(matches!(explored(&text), (Verdict::Invalid, known) if known > 0));
}

#[test]
fn a_write_of_what_was_read_is_seen() {
    let members = "static int s := 1; static int[] a; int f; Main() { this.f := 0; } \
        static int read(int n) { int r := 0; while (n > 0) { r := r + Main.s; n := n - 1; } return r; } \
        static int cell(int i) { int r := 0; while (r < 1) { r := r + 1; } return Main.a[i] + r; } \
        int field(int n) { if (n <= 0) return this.f; int r := this.field(n - 1); return r; }";
    let body = |write: &str| {
        main_of(
            members,
            "bool c",
            &format!(
                "Main m := new Main(); Main.a := new int[2]; int x := read(2); int y := cell(1); int z := m.field(2); \
                 {write} int u := read(2); int v := cell(1); int w := m.field(2); \
                 assert x == u && y == v && z == w;"
            ),
        )
    };
    assert!(matches!(explored(&body("")), (Verdict::Valid, 3..)));
    for write in [
        "Main.s := 2;",
        "int[] a := Main.a; a[1] := 1;",
        "m.f := 3;",
        "if (c) { Main.s := 2; }",
        "if (c) { m.f := 1; }",
    ] {
        assert_eq!(explored(&body(write)).0, Verdict::Invalid, "{write}");
    }
    // The call does not read the written place.
    assert!(matches!(explored(&body("int[] b := new int[1];")), (Verdict::Valid, 3..)));
}

#[test]
fn what_does_not_return_is_run_again() {
    let members = "static int f(int n) { if (n < 0) throw \"negative\"; int r := 0; while (r < 3) { r := r + 1; } return r / n; }";
    let text = main_of(
        members,
        "int x",
        "int r := 0; try { r := f(x); } catch { r := -1; } int s := 0; try { s := f(x); } catch { s := -1; } assert r == s;",
    );
    assert_eq!(explored(&text).0, Verdict::Valid);
    let text = main_of(members, "int x", "assume x != 0; int r := f(x); int s := f(x);");
    assert_eq!(explored(&text).0, Verdict::Invalid);
}

#[test]
fn contracts_and_assertions_in_a_call_stay_what_they_are() {
    let members = "static int f(int n) requires(n > 0) ensures(retval >= n) \
        { assert n != 5; if (n <= 1) return 1; int r := f(n - 1); return r + 1; }";
    for body in ["int r := f(x); int s := f(x);", "if (x == 7) return; int r := f(x); int s := f(x - 1);"] {
        let (verdict, _) = explored(&main_of(members, "int x", &format!("assume x < 9; {body}")));
        assert_eq!(verdict, Verdict::Invalid);
    }
    let valid = main_of(members, "int x", "assume 0 < x && x < 5; int r := f(x); int s := f(x); assert r == s;");
    assert!(matches!(explored(&valid), (Verdict::Valid, 1..)));
}

#[test]
fn receivers_and_several_arguments_are_told_apart() {
    let text = "class A { int k; int f(int n) { if (n <= 0) return this.k; int r := this.f(n - 1); return r + 1; } } \
        class B extends A { int f(int n) { if (n <= 0) return 7; int r := this.f(n - 1); return r + 2; } } \
        class Main { static void main(A a, A b, int x, bool c) { \
            assume a != null && b != null && 0 <= x && x < 3; \
            int n := 0; if (c) { n := x; } else { n := 2; } \
            int r := a.f(n); int s := b.f(n); int t := a.f(n); \
            assert r == t; assert a != b || r == s; assert r == s; } }";
    assert!(matches!(explored(text), (Verdict::Invalid, 1..)));
}

#[test]
fn a_call_parked_at_a_bound_is_not_known() {
    let members = "static int f(int n) { int i := 0; while (i < n) { i := i + 1; } return i; }";
    let text = main_of(members, "int x", "int r := f(x); int s := f(x); assert r == s;");
    let built = Built::of(&text);
    for (mode, tabling) in [(Mode::Merge, true), (Mode::Merge, false), (Mode::Path, true), (Mode::Path, false)] {
        let mut config = bounded();
        (config.mode, config.tabling, config.unroll) = (mode, tabling, Some(3));
        let outcome = explore(&built, &config).expect("an outcome");
        assert_eq!((outcome.verdict, outcome.parked.len()), (Verdict::Unknown, 1), "{mode:?} {tabling}");
    }
}
