//! Counts of implicit checks: what is proved of them, in both modes and at all levels of regions.

use multise::{Mode, Outcome, Status, Stop};
use support::options::Options;
use support::pipeline::{Built, assert_found_alike, explore, word};

/// The implicit checks of an outcome: what each checks, at which text, and its status.
fn found(built: &Built, outcome: &Outcome) -> Vec<String> {
    let source = built.program.source();
    let shown = |(check, status): &(multise::Implicit, Status)| {
        format!("{} {}: {}", check.property, source.slice(check.span), word(status))
    };
    outcome.implicit.iter().map(shown).collect()
}

/// The same of a body of `Main.main(int n, int[] a, A o)`, after a comparison of the modes.
fn checks(body: &str, options: &str) -> Vec<String> {
    let text = format!(
        "class A {{ int v; }} class B extends A {{ }}
         class Main {{
             static int some(int n) {{ if (n > 0) return n; }}
             static void main(int n, int[] a, A o) {{ {body} }}
         }}"
    );
    let built = Built::with(&text, options);
    let mut config = Options::parse(options).expect("options").config;
    config.stop = Stop::All;
    let merged = explore(&built, &config).expect("an outcome");
    for (mode, regions) in [(Mode::Path, 0), (Mode::Merge, 4)] {
        (config.mode, config.regions) = (mode, regions);
        assert_found_alike(&explore(&built, &config).expect("an outcome"), &merged, &text);
    }
    found(&built, &merged)
}

#[test]
fn every_kind_can_be_proved() {
    let body = "if (a != null && 0 <= n && n < #a) { a[n] := 1; }
         if (n != 0) { int q := 7 / n; int r := q % n; int h := n / 2; }
         if (n >= 0) { int[] b := new int[n]; int[] c := new int[3]; }
         if (o instanceof B) { B b := (B) o; b.v := 1; }
         if (n > 0) { int m := some(n); }";
    let proved = [
        "null #a",
        "null a[n]",
        "bounds a[n]",
        "division-by-zero 7 / n",
        "division-by-zero q % n",
        "negative-size new int[n]",
        "cast (B) o",
        "null b.v",
        "missing-return some(n)",
    ];
    assert_eq!(checks(body, ""), proved.map(|check| format!("{check}: proved")));
}

#[test]
fn what_no_input_leads_to_is_not_proved() {
    let guarded = "if (n * n < 0 - n * n) { a[n] := 1; }";
    assert_eq!(checks(guarded, ""), ["null a[n]: unreachable", "bounds a[n]: unreachable"]);
    let after = "assume a != null && n > #a; a[n] := 1; o.v := 1;";
    assert_eq!(
        checks(after, ""),
        ["null #a: proved", "null a[n]: proved", "bounds a[n]: violated", "null o.v: unreachable"]
    );
    let merged = "int k := 0; if (n > 5) k := 1; else k := 2; if (k > 2) { o.v := 1; }";
    assert_eq!(checks(merged, ""), ["null o.v: unreachable"]);
}

#[test]
fn what_is_cut_off_is_undecided() {
    let body = "int i := 0; while (i < n) { i := i + 1; } int q := 7 / (i + 1);";
    assert_eq!(checks(body, "--unroll 3"), ["division-by-zero 7 / (i + 1): undecided"]);
}

#[test]
fn a_proof_knows_what_is_reached() {
    let text = "class Main { static void main(int n) {
        int i := 0; while (i < n) { i := i + 1; int p := 7 / i; if (i < 0) { int q := 7 / (i + 9); } } } }";
    let built = Built::of(text);
    let outcome = explore(&built, &support::config()).expect("an outcome");
    assert!(outcome.proof.is_some());
    assert_eq!(
        found(&built, &outcome),
        ["division-by-zero 7 / i: proved", "division-by-zero 7 / (i + 9): unreachable"]
    );
}

#[test]
fn quantified_formulas_have_places_too() {
    for (body, status) in [("x > 0 ==> 7 / x >= 0", "proved"), ("x * x < 0 ==> 7 / x >= 0", "unreachable")] {
        for length in ["#a == 2", "true"] {
            let found = checks(&format!("assume a != null && {length}; assert forall x, i : a : {body};"), "");
            let last = found.last().expect("a division");
            assert!(last.starts_with("division-by-zero ") && last.ends_with(status), "{found:?}");
        }
    }
}

#[test]
fn an_exception_that_may_leave_is_no_violation() {
    assert_eq!(checks("try { o.v := 1; } catch { }", ""), ["null o.v: proved"]);
    assert_eq!(checks("o.v := 1; int m := some(n);", "--uncaught allow"), ["missing-return some(n): violated"]);
}

#[test]
fn the_evaluation_of_a_clause_belongs_to_the_clause() {
    let text = "class A { int v; }
        class Main {
            static void set(A o) requires(o.v > 0) ensures(o.v == old(o.v)) { }
            static void main(A o) { if (o != null && o.v > 0) { set(o); } } }";
    let built = Built::of(text);
    let outcome = explore(&built, &support::config()).expect("an outcome");
    assert_eq!(found(&built, &outcome), ["null o.v: proved"]);
}
