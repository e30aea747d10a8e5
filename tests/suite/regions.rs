//! Regions: their summaries, the branches without one, and that the step of a region does what its blocks do.

mod print;

use expect_test::{Expect, expect};
use multise::internals::region::{Refusal, Regions};
use multise::{Mode, Outcome, Stop, Verdict};
use support::pipeline::{Built, assert_found_alike, explore};

const CLASSES: &str = "class P { int v; int w; P next; \
    P(int v) { this.v := v; } \
    int get() { if (this.v > 3) { return 1; } return 2; } \
    static int abs(int x) { int r := x; if (x < 0) { r := -x; } return r; } \
    static int down(int n) { if (n <= 0) return 0; int r := P.down(n - 1); return r; } \
    P() { this.v := 0; } static int count(int n) { int i := 0; while (i < n) { i := i + 1; } return i; } } \
    class Q extends P { Q(int v) { this.v := v; } int get() { return 7; } } ";

fn program(parameters: &str, body: &str) -> String {
    format!("{CLASSES} class Main {{ static int s; static int main({parameters}) {{ {body} }} }}")
}

/// The regions of `Main.main` at a level, as text.
fn regions(parameters: &str, body: &str, level: u8) -> Vec<Result<String, Refusal>> {
    let built = Built::of(&program(parameters, body));
    let mut regions = Regions::new(level);
    let of_main = regions.of(built.ir(), built.entry).into_iter();
    of_main.map(|(_, region)| region.map(|region| print::region(built.ir(), &region))).collect()
}

/// The summary of the first branch of a body.
fn summary(parameters: &str, body: &str, level: u8, expected: Expect) {
    let found = regions(parameters, body, level).remove(0);
    expected.assert_eq(&found.unwrap_or_else(|refusal| format!("{refusal}\n")));
}

fn refused(parameters: &str, body: &str, level: u8) -> Option<Refusal> {
    regions(parameters, body, level).remove(0).err()
}

#[test]
fn locals_get_alternatives() {
    summary(
        "int x, int y",
        "int r := 0; int t := 1; if (x > y) { r := x; if (y > 0) { t := y; } } else { r := y; } return r + t;",
        1,
        expect![[r#"
            region b0 to b4, 3 paths
              w2, w3 := split y > 0  (w0)
              w4 := w3 ∨ w2 ∨ w1
              %10 := w3 → x, w2 → x, w1 → y  (w4)
              %11 := w3 → t, w2 → y, w1 → t  (w4)
              join w4: local 3 := %10, local 4 := %11
        "#]],
    );
}

#[test]
fn constants_copies_and_equal_alternatives_go() {
    summary(
        "int x, int y",
        "int r := 0; int t := 0; if (x > y) { int u := 5; r := u; t := y; } else { r := 5; t := y; } return r + t;",
        1,
        expect![[r#"
            region b0 to b3, 2 paths
              w2 := w0 ∨ w1
              join w2: local 3 := 5, local 4 := y
        "#]],
    );
}

#[test]
fn stores_are_guarded_updates() {
    summary(
        "int x, P p",
        "if (x > 0) { p.v := 1; } else { p.v := x; } return p.v;",
        3,
        expect![[r#"
            region b0 to b3, 2 paths
              p.v := 1  (w0, exit 0)
              p.v := x  (w1, exit 1)
              w2 := w0 ∨ w1
              exit 0: Main.main b1.0
              exit 1: Main.main b2.0
              join w2: 
        "#]],
    );
}

#[test]
fn a_store_is_read_again() {
    summary(
        "int x, P p, P q",
        "int r := 0; if (x > 0) { p.v := x; r := p.v; q.w := 2; } else { p.v := 3; r := q.v; } return r;",
        3,
        expect![[r#"
            region b0 to b3, 2 paths
              p.v := x  (w0, exit 0)
              %7 := p.v  (w0, exit 1)
              q.w := 2  (w0, exit 2)
              p.v := 3  (w1, exit 3)
              %8 := q.v  (w1, exit 4)
              w2 := w0 ∨ w1
              %9 := w0 → %7, w1 → %8  (w2)
              exit 0: Main.main b1.0
              exit 1: Main.main b1.1
              exit 2: Main.main b1.2: local 4 := %7
              exit 3: Main.main b2.0
              exit 4: Main.main b2.1
              join w2: local 4 := %9
        "#]],
    );
}

#[test]
fn static_fields_are_cells_too() {
    summary(
        "int x",
        "int r := 0; if (x > 0) { Main.s := x; r := Main.s + 1; } else { Main.s := 2; } return r;",
        1,
        expect![[r#"
            region b0 to b3, 2 paths
              Main.s := x  (w0)
              %6 := Main.s  (w0)
              %7 := %6 + 1  (w0)
              Main.s := 2  (w1)
              w2 := w0 ∨ w1
              %8 := w0 → %7, w1 → r  (w2)
              join w2: local 2 := %8
        "#]],
    );
}

#[test]
fn elements_have_bounds() {
    summary(
        "int x, int[] a",
        "int r := 0; if (x > 0) { a[x] := 1; r := a[x]; } else { a[0] := 2; r := a[1]; } return r;",
        3,
        expect![[r#"
            region b0 to b3, 2 paths
              a[x] := 1  (w0, exit 0)
              %6 := a[x]  (w0, exit 1)
              a[0] := 2  (w1, exit 2)
              %7 := a[1]  (w1, exit 3)
              w2 := w0 ∨ w1
              %8 := w0 → %6, w1 → %7  (w2)
              exit 0: Main.main b1.0
              exit 1: Main.main b1.1
              exit 2: Main.main b2.0
              exit 3: Main.main b2.1
              join w2: local 3 := %8
        "#]],
    );
}

#[test]
fn methods_are_inlined() {
    summary(
        "int x",
        "int r := 0; if (x > 5) { r := P.abs(x); } return r;",
        2,
        expect![[r#"
        region b0 to b2, 3 paths
          w2, w3 := split x < 0  (w0)
          %7 := -x  (w2)
          w4 := w3 ∨ w2
          %8 := w3 → x, w2 → %7  (w4)
          w5 := w1 ∨ w4
          %10 := w1 → r, w4 → %8  (w5)
          join w5: local 2 := %10
    "#]],
    );
}

#[test]
fn receivers_choose_the_method() {
    summary(
        "int x, P p",
        "int r := 0; if (x > 5) { r := p.get(); } return r;",
        3,
        expect![[r#"
        region b0 to b2, 4 paths
          check p != null  (w0, exit 0)
          dispatch p.get: w2 P.get, w3 Q.get  (w0)
          %7 := p.v  (w2, exit 1)
          w4, w5 := split %7 > 3  (w2)
          w6 := w4 ∨ w5
          %10 := w4 → 1, w5 → 2  (w6)
          w7 := w6 ∨ w3
          %12 := w6 → %10, w3 → 7  (w7)
          w8 := w1 ∨ w7
          %13 := w1 → r, w7 → %12  (w8)
          exit 0: Main.main b1.0
          exit 1: P.get b0.0: local 0 := p
          join w8: local 3 := %13
    "#]],
    );
}

#[test]
fn throws_and_checks_are_single_path_cases() {
    let body = "int r := 0; if (x > 0) { if (x > 10) { throw \"large\"; } if (x == 3) { r := 4; } assert x != 7; } else { r := 10 / y; } return r;";
    assert_eq!(refused("int x, int y", body, 2), Some(Refusal::Exit));
    summary(
        "int x, int y",
        body,
        3,
        expect![[r#"
        region b0 to b7, 4 paths
          w2, w3 := split x > 10  (w0)
          leave  (w2, exit 0)
          w4, w5 := split x == 3  (w3)
          w6 := w5 ∨ w4
          %7 := w5 → r, w4 → 4  (w6)
          leave  (w6, exit 1)
          %8 := 10 / y  (w1, exit 2)
          exit 0: Main.main b2.0
          exit 1: Main.main b5.0: local 3 := %7
          exit 2: Main.main b6.0
          join w1: local 3 := %8
    "#]],
    );
}

#[test]
fn early_returns_are_one_value() {
    let body = "if (x > 0) { return 1; } if (x < -5) { return x; } return 2;";
    assert_eq!(refused("int x", body, 3), Some(Refusal::EarlyReturn));
    summary(
        "int x",
        body,
        4,
        expect![[r#"
        region b0 to b5, 3 paths
          w2, w3 := split x < -5  (w1)
          w4 := w0 ∨ w2 ∨ w3
          %7 := w0 → 1, w2 → x, w3 → 2  (w4)
          join w4: local 1 := %7
    "#]],
    );
}

#[test]
fn what_cannot_be_a_region_is_refused() {
    let looping = "int r := 0; if (x > 0) { int i := 0; while (i < x) { i := i + 1; } r := i; } return r;";
    assert_eq!(refused("int x", looping, 4), Some(Refusal::Loop));
    let called = |call: &str| format!("int r := 0; if (x > 0) {{ r := {call}; }} return r;");
    assert_eq!(refused("int x", &called("P.abs(x)"), 1), Some(Refusal::Call));
    assert_eq!(refused("int x", &called("P.down(x)"), 2), Some(Refusal::Recursion));
    assert_eq!(refused("int x", &called("P.count(x)"), 2), Some(Refusal::Loop));
    // As single-path cases they have as many exits as paths.
    assert_eq!(refused("int x", &called("P.down(x)"), 4), Some(Refusal::Gain));
    let thrown = "int r := 0; if (x > 0) { throw \"x\"; } return r;";
    assert_eq!(refused("int x", thrown, 4), Some(Refusal::Gain));
}

/// Explores at all levels, and checks that everything but the cost is as at level 0.
fn explored(text: &str, mode: Mode) -> Vec<Outcome> {
    let built = Built::of(text);
    let outcomes: Vec<Outcome> = (0..=4)
        .map(|level| {
            let mut config = support::config();
            (config.mode, config.regions, config.stop) = (mode, level, Stop::All);
            explore(&built, &config).expect("an outcome")
        })
        .collect();
    outcomes.iter().for_each(|outcome| assert_found_alike(outcome, &outcomes[0], text));
    outcomes
}

#[test]
fn levels_change_the_cost_alone() {
    let parameters = "int x, int y, P p, P q, int[] a";
    let bodies = [
        "int r := 0; if (x > 0) { p.v := x; r := q.v; } else { q.v := y; r := p.v; } assert r != 3; return r;",
        "int r := 0; if (x > y) { a[x] := 1; r := a[y]; } else { a[0] := 2; r := a[1]; } assert r != 1; return r;",
        "int r := 0; if (x > 0) { r := p.get(); } else { r := q.get(); } assert r != 7; return r;",
        "int r := 0; if (x > 0) { P n := new P(x); n.next := p; p := n; } else { r := P.abs(y); } assert p == null || p.v != 5; return r;",
        "int r := 0; try { if (x > 0) { r := 10 / y; p.v := r; } else { r := P.abs(y); } } catch { r := -1; } assert r != -1; return r;",
        "int i := 0; int r := 0; while (i < 3) { if (a[i] > x) { r := r + 1; Main.s := i; } i := i + 1; } assert r < 3 || Main.s != 2; return r;",
    ];
    for body in bodies {
        let text = program(parameters, body);
        for mode in [Mode::Merge, Mode::Path] {
            let outcomes = explored(&text, mode);
            assert_eq!(outcomes[0].verdict, Verdict::Invalid, "{body}");
            assert_eq!(outcomes[0].statistics.regions.instantiated, 0);
            assert!(outcomes[4].statistics.regions.instantiated > 0, "{body}");
        }
    }
}

#[test]
fn in_path_mode_the_paths_of_a_region_are_one() {
    let branch = |n: u32| format!("if (x > {n}) {{ r := r + 1; }}");
    let body = format!("int r := 0; {} assert r <= 6; return r;", (0..6).map(branch).collect::<String>());
    let outcomes = explored(&program("int x", &body), Mode::Path);
    assert_eq!(outcomes[0].statistics.paths, 7_u64.into());
    assert_eq!(outcomes[1].statistics.paths, 1_u64.into());
}
