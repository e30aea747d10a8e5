//! Whole text reports.

use super::*;
use crate::outcome::Outcome;
use crate::report::fixture;
use expect_test::{Expect, expect};

fn check(outcome: &Outcome, detail: Detail, array_length: Option<u64>, expected: Expect) {
    let (program, source, mut config) = (fixture::program(), fixture::source(), fixture::config());
    config.dialect.array_length = array_length;
    let finished = Finished { program: &program, source: &source, config: &config, outcome, diagnostics: &[] };
    let text = render(&finished, detail, false, Style::Plain);
    assert!(detail == Detail::Verbose || text.lines().count() <= 30, "more than a screen:\n{text}");
    expected.assert_eq(&text);
}

#[test]
fn a_valid_program() {
    check(
        &fixture::valid(),
        Detail::Normal,
        None,
        expect![[r#"
            checks of Main.main: 2 proved, 1 unreachable
              line 10    assert      in Main.main: proved
              line 14    requires    in Main.f: proved
              line 16    assert      in Main.f: unreachable: nothing arrives here
            implicit checks: 2 unreachable (null 1, bounds 1)
            paths at most 1.27e30, operations 4321, merges 65, solver calls 7 (0.10 s), time 0.25 s
            valid
        "#]],
    );
}

#[test]
fn an_assumption_of_the_user_is_part_of_the_verdict() {
    check(
        &fixture::valid(),
        Detail::Quiet,
        Some(3),
        expect![[r#"
        valid (for input arrays of at most 3 elements)
    "#]],
    );
}

#[test]
fn a_vacuous_program_says_so() {
    let warnings = vec![Warning::VacuousRequires(fixture::span("requires(n > 0)"))];
    check(
        &Outcome { warnings, ..fixture::valid() },
        Detail::Normal,
        None,
        expect![[r#"
            checks of Main.main: 2 proved, 1 unreachable
              line 10    assert      in Main.main: proved
              line 14    requires    in Main.f: proved
              line 16    assert      in Main.f: unreachable: nothing arrives here
            implicit checks: 2 unreachable (null 1, bounds 1)
            warning: no input satisfies the `requires` at line 3: nothing was checked
            paths at most 1.27e30, operations 4321, merges 65, solver calls 7 (0.10 s), time 0.25 s
            valid (vacuous: no input satisfies the requires at line 3)
        "#]],
    );
}

#[test]
fn violations() {
    check(
        &fixture::invalid(),
        Detail::Normal,
        None,
        expect![[r#"
            violation[exception, bounds]: uncaught exception: an index is out of bounds
             --> t.oox:7:7
              |
            7 |       a[i] := i;
              |       ^^^^ thrown here
              inputs:   n = 0
                        a = int[0] {}
              trace:    Main.main 5 6 7
              replayed: yes
              again:    multise run t.oox --entry Main.main --inputs - <<< '{"args":{"n":{"int":"0"},"a":{"ref":"a1"}},"heap":{"a1":{"elem":"int","length":"0","cells":{}}}}'

            violation[assert] at t.oox:10:5 in Main.main: the assertion does not hold
              with n = 2; a = int[2] { 0, 0 }
            violation[requires] at t.oox:14:5 in Main.f, called at line 11: the `requires` clause does not hold
              with n = 100; a = int[100] { others: 0 }
              (-v shows every violation whole)
            checks of Main.main: 1 proved, 3 violated
              line 7     exception   in Main.main: violated
              line 10    assert      in Main.main: violated
              line 14    requires    in Main.f: violated
              line 16    assert      in Main.f: proved
            implicit checks: 1 proved (null 1), 1 violated (bounds 1)
            paths at most 1.27e30, operations 4321, merges 65, solver calls 7 (0.10 s), time 0.25 s
            invalid
        "#]],
    );
}

#[test]
fn everything_about_violations() {
    check(
        &fixture::invalid(),
        Detail::Verbose,
        None,
        expect![[r#"
            violation[exception, bounds]: uncaught exception: an index is out of bounds
             --> t.oox:7:7
              |
            7 |       a[i] := i;
              |       ^^^^ thrown here
              inputs:   n = 0
                        a = int[0] {}
              trace:    Main.main 5 6 7
              replayed: yes
              again:    multise run t.oox --entry Main.main --inputs - <<< '{"args":{"n":{"int":"0"},"a":{"ref":"a1"}},"heap":{"a1":{"elem":"int","length":"0","cells":{}}}}'

            violation[assert]: the assertion does not hold
              --> t.oox:10:5
               |
            10 |     assert i != 2;
               |     ^^^^^^^^^^^^^^ false
              inputs:   n = 2
                        a = int[2] { 0, 0 }
              trace:    Main.main 5 [6 7 8]×2 6 10
              replayed: yes
              again:    multise run t.oox --entry Main.main --inputs - <<< '{"args":{"n":{"int":"2"},"a":{"ref":"a1"}},"heap":{"a1":{"elem":"int","length":"2","cells":{}}}}'

            violation[requires]: the `requires` clause does not hold
              --> t.oox:14:5
               |
            11 |     Main.f(i);
               |     --------- in this call
            ...
            14 |     requires(x < 100)
               |     ^^^^^^^^^^^^^^^^^ false
              inputs:   n = 100
                        a = int[100] { others: 0 }
              trace:    Main.main 5 [6 7 8]×2 6 10
              replayed: yes
              again:    multise run t.oox --entry Main.main --inputs - <<< '{"args":{"n":{"int":"100"},"a":{"ref":"a1"}},"heap":{"a1":{"elem":"int","length":"100","cells":{}}}}'

            checks of Main.main: 1 proved, 3 violated
              line 7     exception   in Main.main: violated
              line 10    assert      in Main.main: violated
              line 14    requires    in Main.f: violated
              line 16    assert      in Main.f: proved
            implicit checks: 1 proved (null 1), 1 violated (bounds 1)
            statistics
              time_total            0.25 s
              time_bdd              0.05 s
              time_bdd_percent      20.0 %
              time_solver           0.1 s
              time_solver_percent   40.0 %
              solver_calls          7
              solver_calls_linear   2
              solver_calls_vectors  1
              solver_calls_avoided  false 3, model 12
              operations            4321
              wraps_identities      40
              wraps_kept            6
              wraps_resolved        5
              wraps_windows         11
              wraps_opaque          2
              known_calls           3
              pc_entries_max        4
              pc_entries_final      1
              merges                65
              assignments           80
              assignments_csm       60
              paths_at_most         1267650600228229401496703205376
              summary_reads         100
              summary_pairs         300
              summary_size_avg      3.0
              summary_size_max      9
              sharing_factor_avg    2.5
              atoms                 66
              bdd_nodes_max         120
              heap_cells            17
              rounds                3
              memory_peak           50000000 bytes
            invalid
        "#]],
    );
}

#[test]
fn what_was_cut_and_what_to_do() {
    check(
        &fixture::unknown(),
        Detail::Normal,
        None,
        expect![[r#"
            no violation within 64 iterations of the loop at line 6
            checks of Main.main: 1 proved, 2 undecided
              line 10    assert      in Main.main: proved
              line 14    requires    in Main.f: not decided: exploration ended at --timeout 300
              line 16    assert      in Main.f: not decided: exploration ended at --timeout 300
            implicit checks: 2 undecided (null 1, bounds 1)
            no proof by induction can be looked for: there are too many paths between two iterations or calls
            the requires clause at line 14 in Main.f holds when its loop begins, and is not inductive: one iteration breaks it
              before: i = 3, n = 5
              after:  i = 4, n = 5
            try: a larger --timeout, the other --mode, or bound the inputs (`assume`, `requires`, --array-length)
            paths at most 1.27e30, operations 4321, merges 65, solver calls 7 (0.10 s), time 0.25 s
            unknown (timeout)
        "#]],
    );
}

#[test]
fn quiet_leaves_the_verdict() {
    check(
        &fixture::unknown(),
        Detail::Quiet,
        None,
        expect![[r#"
        unknown (timeout)
    "#]],
    );
}

#[test]
fn a_thousand_violations_are_all_there_and_in_order() {
    let mut outcome = fixture::invalid();
    outcome.violations = vec![outcome.violations[0].clone(); 1000];
    let (program, source, config) = (fixture::program(), fixture::source(), fixture::config());
    let finished =
        Finished { program: &program, source: &source, config: &config, outcome: &outcome, diagnostics: &[] };
    let text = render(&finished, Detail::Normal, false, Style::Plain);
    assert_eq!(text.matches("violation[exception, bounds]").count(), 1000);
}
