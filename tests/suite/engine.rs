//! Properties of the engine besides verdicts: how often it executes code, how it deepens bounds, how it stops.

use multise::internals;
use multise::internals::guard::{Guard, HoldsGuards};
use multise::internals::ir::{Expr, Shape, Terminator};
use multise::internals::observers::Session;
use multise::internals::portfolio;
use multise::internals::state::Key;
use multise::{
    Collapse, Config, Cut, Mode, Outcome, Paths, Reason, Statistics, Status, Stop, Summaries, Unfit, Verdict, Warning,
    Watch,
};
use std::time::Duration;
use support::expectation::Header;
use support::finals;
use support::pipeline::{Built, explore, explored};

/// The tests are about what bounds find, so nothing is proved.
fn run_with(text: &str, change: impl FnOnce(&mut Config)) -> Outcome {
    explored(text, "", change)
}

/// Explores without a thread that watches the limits.
fn unlimited(program: &Built, config: &Config, watch: &Watch) -> Outcome {
    portfolio::explore(program.ir(), program.entry, config, watch).expect("an outcome")
}

fn run(text: &str) -> Outcome {
    run_with(text, |_| {})
}

/// The text of a program of `examples/`.
fn example(name: &str) -> String {
    support::example(&format!("{name}.oox"))
}

fn run_example(name: &str, options: &str) -> Outcome {
    explored(&example(name), options, |_| {})
}

fn main_of(parameters: &str, body: &str) -> String {
    format!("class Main {{ static void main({parameters}) {{ {body} }} }}")
}

/// `k` independent branches, one after the other.
fn branches(k: usize) -> String {
    let parameters: Vec<String> = (0..k).map(|i| format!("int x{i}")).collect();
    let body: String = (0..k).map(|i| format!("if (x{i} > 0) n := n + 1; else n := n + 2;\n")).collect();
    main_of(&parameters.join(", "), &format!("int n := 0; {body} assert n >= {k} && n <= {};", 2 * k))
}

#[test]
fn each_side_of_a_diamond_and_what_follows_runs_once() {
    let steps = |k| run(&branches(k)).statistics.operations;
    let (two, four, eight) = (steps(2), steps(4), steps(8));
    assert_eq!(four - two, (eight - four) / 2, "operations grow by a constant per branch");
}

#[test]
fn all_paths_end_in_one_entry() {
    for name in ["word_count", "wbs", "tcas"] {
        let text = example(&format!("java-ranger/{name}"));
        let header = Header::parse(&text).expect("a header");
        let statistics = |mode| {
            let outcome = explored(&text, &header.options, |config| config.mode = mode);
            assert_eq!(outcome.verdict, Verdict::Valid, "{name}");
            outcome.statistics
        };
        let (merge, path) = (statistics(Mode::Merge), statistics(Mode::Path));
        assert_eq!(merge.pc_entries_final, 1, "{name}");
        assert!(path.paths > Paths::ONE, "{name}");
        assert_eq!(path.paths, path.pc_entries_final.into(), "{name}");
    }
}

#[test]
fn violations_that_time_leaves_no_replay_for_are_not_forgotten() {
    let text = include_str!("../corpus/regressions/stopped_between_two_replays.oox");
    let (program, mut config, watch) = (Built::of(text), support::config(), Watch::new());
    config.stop = Stop::All;
    let outcome = std::thread::scope(|scope| {
        let exploring = scope.spawn(|| unlimited(&program, &config, &watch));
        while watch.partial().is_none_or(|known| known.violations.is_empty()) && !exploring.is_finished() {
            std::thread::yield_now();
        }
        watch.interrupt(Reason::Timeout);
        exploring.join().expect("no panic")
    });
    let (found, reasons) = (outcome.violations.len(), outcome.reasons);
    assert!(found == 7 && reasons.is_empty() || reasons == [Reason::Timeout], "{found} violations, {reasons:?}");
}

/// If guards know the order among inputs, only whether a sort can fail is left to ask.
#[test]
fn combinations_that_no_input_has_are_not_carried_along() {
    let program = Built::with(&example("multise/selection_sort"), "--set Main.n=6");
    let statistics = |summaries| {
        let mut config = support::config();
        (config.summaries, config.collapse) = (summaries, Collapse::Never);
        let outcome = explore(&program, &config).expect("an outcome");
        assert_eq!(outcome.verdict, Verdict::Valid);
        outcome.statistics
    };
    let (tight, loose) = (statistics(Summaries::Diagram), statistics(Summaries::Pairs));
    assert!(2 * tight.solver_calls < loose.solver_calls, "{} and {}", tight.solver_calls, loose.solver_calls);
}

/// The maximum of n numbers is one term, and each comparison with it one variable.
#[test]
fn numbers_in_one_term_are_compared_once() {
    let program = Built::with(&example("multise/find_max"), "--set Main.n=12");
    let statistics = |collapse| {
        let mut config = support::config();
        config.collapse = collapse;
        let outcome = explore(&program, &config).expect("an outcome");
        assert_eq!(outcome.verdict, Verdict::Valid);
        outcome.statistics
    };
    let (told_apart, collapsed) = (statistics(Collapse::Never), statistics(Collapse::Above(1)));
    assert_eq!((told_apart.summary_size_max, collapsed.summary_size_max), (12, 2));
    assert!(2 * collapsed.atoms < told_apart.atoms, "{} and {}", collapsed.atoms, told_apart.atoms);
}

/// A number that is taken from one variable and given to another cancels out in the guards: nothing is left to ask.
#[test]
fn sums_that_transfers_keep_are_no_question() {
    let transfers = |given: &str| {
        let text = main_of(
            "int[] amounts",
            &format!(
                "assume amounts != null && #amounts == 6;
                 int a := 100; int b := 100; int c := 100; int i := 0;
                 while (i < #amounts) {{
                     int x := amounts[i];
                     if (x > 10) {{ a := a - x; b := b + {given}; }} else {{ b := b - x; c := c + x; }}
                     i := i + 1;
                 }}
                 assert a + b + c == 300;"
            ),
        );
        run_with(&text, |c| c.collapse = Collapse::Above(0))
    };
    let (kept, lost) = (transfers("x"), transfers("x - 1"));
    assert_eq!((kept.verdict, kept.statistics.solver_calls), (Verdict::Valid, 0));
    assert_eq!(lost.verdict, Verdict::Invalid);
}

/// Which locals of `main` are control-relevant.
fn relevant<const N: usize>(text: &str, names: [&str; N]) -> [bool; N] {
    let built = Built::with(text, "");
    let program = built.ir();
    let relevant = internals::ir::control_relevance::ControlRelevant::of(program);
    let main = program.methods.iter_enumerated().find(|(_, method)| method.name == "main").expect("a method").0;
    names.map(|name| {
        let mut locals = program.methods[main].locals.iter_enumerated().filter(|(_, local)| local.name == name);
        let (local, _) = locals.next().expect("a local");
        relevant.contains(internals::ir::variable::Variable::Local(main, local).into())
    })
}

/// A variable that reads a cell, a field or a static is a copy: its numbers are told apart if those of the cell are.
#[test]
fn copies_of_what_steers_are_told_apart() {
    let text = "class Main {
        static int s; int f;
        static void main(int[] a, Main o) {
            int x := a[0]; int y := Main.s; int z := o.f; int sum := a[0] + 1;
            if (a[1] > 0 && Main.s > 0 && o.f > 0) { sum := 0; }
            assert x + y + z + sum > 0;
        }
    }";
    assert_eq!(relevant(text, ["x", "y", "z", "sum"]), [true, true, true, false]);
}

/// Branches around a false assertion assert, also if they are several. What else depends on a branch is control.
#[test]
fn branches_around_false_assertions_do_not_steer() {
    let text = "class Main {
        static void main(int p, int q, int r, int s) {
            int a := p + 1; int b := q + 1; int c := r + 1; int d := s + 1; int count := 0;
            if (a < 0) assert false;
            if (b < 0) { if (c < 0) assert false; }
            if (d < 0) count := count + 1; else assert false;
            if (d > 9) count := count + 1;
            assert count < 3;
        }
    }";
    assert_eq!(relevant(text, ["a", "b", "c", "d", "count"]), [false, false, false, true, false]);
}

/// Of the objects that a reference may be, one of each class, a heap needs one: a list of two classes has as many choices as
/// places.
#[test]
fn a_list_of_two_classes_grows_like_a_list_of_one() {
    let walk = |classes: &str| {
        let text = format!(
            "class A {{ A next; }} {classes}
             class Main {{ static void main(A a) requires(a != null) {{
                 int d := 0;
                 while (a != null) {{ d := d + 1; a := a.next; if (d > 20) return; }}
                 assert d < 9;
             }} }}"
        );
        run_with(&text, |_| {})
    };
    let (one, two) = (walk(""), walk("class B extends A { }"));
    assert_eq!((one.verdict, two.verdict), (Verdict::Invalid, Verdict::Invalid));
    assert!(two.statistics.atoms < 8 * one.statistics.atoms, "{} and {}", two.statistics.atoms, one.statistics.atoms);
}

/// A path that passes one recursive call by may still come to another. Which it does depends on the input, so the first call is
/// not followed for thousands of frames before that.
#[test]
fn a_recursive_call_that_another_follows_depends_on_the_input() {
    let text = "class Main { static void main(int n) {
        if (n > 10) { Main.main(n - 1); }
        if (n > 20) { Main.main(n - 2); }
        assert n != 3;
    } }";
    let outcome = run_with(text, |c| c.stop = Stop::Soon);
    assert_eq!(outcome.verdict, Verdict::Invalid);
    assert!(outcome.statistics.operations < 10_000, "{}", outcome.statistics.operations);
}

/// If an exploration takes long, a second attempt leaves all numbers to the solver. Bugs are found as before.
#[test]
fn numbers_that_explode_are_left_to_the_solver() {
    let sort = |comparison: &str, collapse| {
        let text = main_of(
            "int[] a",
            &format!(
                "assume a != null && #a == 9;
                 int i := 1;
                 while (i < #a) {{
                     int x := a[i]; int j := i - 1; bool shift := a[j] > x;
                     while (shift) {{ a[j + 1] := a[j]; j := j - 1; shift := false; if (j >= 0) shift := a[j] > x; }}
                     a[j + 1] := x; i := i + 1;
                 }}
                 assert a[0] {comparison} a[1];"
            ),
        );
        run_with(&text, |c| c.collapse = collapse)
    };
    let (all, anew) = (sort("<=", Collapse::Never), sort("<=", Collapse::Auto));
    assert_eq!((all.verdict, anew.verdict), (Verdict::Valid, Verdict::Valid));
    // Only builds with debug assertions make a second attempt after so little work.
    let average = |outcome: &Outcome| {
        let (pairs, reads) = outcome.statistics.summary_reads;
        pairs as f64 / reads as f64
    };
    let averages = [average(&all), average(&anew)];
    assert!(!cfg!(debug_assertions) || averages[1] < 0.8 * averages[0], "{averages:?}");
    for collapse in [Collapse::Never, Collapse::Auto, Collapse::Above(0), Collapse::Above(1), Collapse::Above(3)] {
        assert_eq!(sort("<", collapse).verdict, Verdict::Invalid, "{collapse:?}");
    }
}

/// What a bin contains does not depend on what the other ones contain, so neither does the cell that an input selects. With that cell
/// as one diagram, a histogram of 24 numbers had millions of nodes.
#[test]
fn cells_that_an_input_selects_do_not_depend_on_the_others() {
    for (name, expected) in [("histogram", Verdict::Valid), ("histogram_bug", Verdict::Invalid)] {
        let outcome = run_example(&format!("growth/{name}"), "--set Main.n=24");
        assert_eq!(outcome.verdict, expected, "{name}");
        assert!(outcome.statistics.bdd_nodes_max < 400_000, "{name}: {}", outcome.statistics.bdd_nodes_max);
    }
}

/// The range of an input is divided where a loop has come to, so that its guards have log n nodes, and not n.
#[test]
fn loops_up_to_an_input_have_few_nodes() {
    let loops = [
        ("int n", "int i := 0; while (i < n) { i := i + 1; }"),
        ("int n", "int i := 0; while (i < n) { i := i + 1; } assume i != 600; i := Main.depth(n);"),
        ("int n", "int i := 0; int k := n; while (k > 0) { k := k - 1; i := i + 1; }"),
        ("int n, int m", "int i := 0; while (i < n) { i := i + 1; m := m + i; }"),
    ];
    let depth =
        "static int depth(int n) { if (n <= 0) { return 0; } int below := Main.depth(n - 1); return below + 1; }";
    for (inputs, body) in loops {
        for wide in ["", "assume 0 <= n && n <= 1000000;"] {
            let most = if body.contains("depth") { 24 } else { 600 };
            let text =
                format!("class Main {{ {depth} static void main({inputs}) {{ {wide} {body} assert i != {most}; }} }}");
            let outcome = run_with(&text, |config| (config.proofs, config.self_check) = (false, false));
            assert_eq!(outcome.verdict, Verdict::Invalid, "{body}");
            let nodes = outcome.statistics.bdd_nodes_max;
            assert!(nodes < 150_000, "{wide}{body}: {nodes} nodes");
        }
    }
}

/// The sum of four cells, each of which holds one of n readings, is a linear form. It had n⁴ values, and for 28 readings bounds that
/// were not computed because their range is wide, though they have few values.
#[test]
fn a_sum_of_selections_is_a_form() {
    let outcome = run_example("growth/moving_average", "--set Main.n=32");
    assert_eq!(outcome.verdict, Verdict::Valid);
    assert!(outcome.statistics.bdd_nodes_max < 400_000, "{}", outcome.statistics.bdd_nodes_max);
}

/// The sum of a range and the difference of two prefix sums have coefficients of which only the solver knows that they are equal.
/// As one question, it was not answered for 16 numbers; and the cell at an index from an input on had guards that doubled with
/// each number.
#[test]
fn coefficients_cancel_out_one_by_one() {
    let [eight, sixteen] = [8, 16].map(|n| run_example("growth/prefix_sums", &format!("--set Main.n={n}")));
    assert_eq!([eight.verdict, sixteen.verdict], [Verdict::Valid; 2]);
    let nodes = [eight, sixteen].map(|outcome| outcome.statistics.bdd_nodes_max);
    assert!(nodes[1] < 16 * nodes[0], "{nodes:?}");
}

/// A choice of the greater of two is known to be no less than each, so that no case of the choices is tried. In cases, twelve
/// choices of three values, one upon the other, take the solver over a minute.
#[test]
fn the_greatest_of_many_needs_no_cases() {
    let text = example("multise/kadane");
    for (assertion, verdict) in [("best >= sum", Verdict::Valid), ("best > sum", Verdict::Invalid)] {
        let text = text.replace("best >= sum", assertion);
        let mut config = support::config();
        config.collapse = Collapse::Above(0);
        let outcome = explore(&Built::with(&text, "--set Main.n=12"), &config).expect("an outcome");
        assert_eq!(outcome.verdict, verdict, "{assertion}");
    }
}

#[test]
fn path_mode_counts_the_paths_that_merge_mode_bounds() {
    let text = branches(6);
    let merge = run(&text).statistics.paths;
    let path = run_with(&text, |c| c.mode = Mode::Path).statistics.paths;
    assert_eq!(path, Paths::from(64));
    assert!(merge >= path);
}

#[test]
fn path_mode_counts_feasible_paths_only() {
    let text = main_of("int x", "if (x > 0) { if (x > 1) { if (x < 0) { assert false; } } } if (x == 7) { return; }");
    let outcome = run_with(&text, |c| c.mode = Mode::Path);
    // x <= 0; x = 1; x = 7; other x > 1.
    assert_eq!((outcome.verdict, outcome.statistics.paths), (Verdict::Valid, Paths::from(4)));
}

#[test]
fn a_path_emptied_by_assume_is_not_counted() {
    let text = main_of("int x", "if (x > 0) { assume x < 0; } ");
    assert_eq!(run_with(&text, |c| c.mode = Mode::Path).statistics.paths, Paths::from(1));
}

#[test]
fn an_alias_choice_and_a_boolean_assignment_fork_nothing() {
    let text = "class P { int v; }
        class Main { static void main(P a, P b, int x) requires(a != null && b != null) {
            bool same := a == b; bool high := x > 3; a.v := 1; b.v := 2; int v := a.v; assert v == 1 || v == 2; } }";
    assert_eq!(run_with(text, |c| c.mode = Mode::Path).statistics.paths, Paths::from(1));
}

#[test]
fn the_loop_counter_of_a_symbolic_body_stays_concrete() {
    let text = main_of(
        "int[] a",
        "assume a != null && #a == 12; int i := 0; int n := 0;
         while (i < 12) { i := i + 1; if (a[i - 1] == 3) continue; n := n + 1; }
         assert i == 12; assert n <= 12;",
    );
    let outcome = run(&text);
    assert_eq!(outcome.verdict, Verdict::Valid);
    assert!(outcome.statistics.summary_size_max <= 13, "{:?}", outcome.statistics);
    assert_eq!(outcome.statistics.solver_calls, 0, "thresholds of one form never reach the solver");
}

/// The products of two such inputs are constants; as terms, they would be nonlinear questions.
#[test]
fn an_input_that_is_one_of_a_few_far_values_is_read_as_constants() {
    let one_of = |name: &str, values: &[&str]| {
        let all: Vec<String> = values.iter().map(|value| format!("{name} == {value}")).collect();
        format!("assume {};\n", all.join(" || "))
    };
    let a = one_of("a", &["-2147483648", "-129", "0", "31", "65536", "2147483647"]);
    let b = one_of("b", &["-65536", "-1", "3", "32", "64", "2147483646"]);
    let body = format!("{a}{b}int c := a * b + a;\nc := c * c - b;\nassert c != 12345;");
    let outcome = run(&main_of("int a, int b", &body));
    assert_eq!((outcome.verdict, outcome.statistics.solver_calls), (Verdict::Valid, 0));
}

#[test]
fn a_concrete_loop_is_decided_and_takes_one_round() {
    let outcome = run(&main_of("", "int i := 0; while (i < 9000) { i := i + 1; } assert i == 9000;"));
    assert_eq!((outcome.verdict, outcome.statistics.rounds), (Verdict::Valid, 1));
}

#[test]
fn concrete_recursion_is_decided_and_takes_one_round() {
    let text =
        "class Main { static int down(int n) { if (n == 0) { return 0; } int m := Main.down(n - 1); return m + 1; }
        static void main() { int n := Main.down(2000); assert n == 2000; } }";
    let outcome = run(text);
    assert_eq!((outcome.verdict, outcome.statistics.rounds), (Verdict::Valid, 1));
}

#[test]
fn a_symbolic_loop_deepens_from_its_own_small_bound() {
    let text = main_of(
        "int n",
        "int i := 0; while (i < 5000) { i := i + 1; } assume n <= 30; int j := 0; while (j < n) { j := j + 1; } assert j <= 30;",
    );
    let outcome = run(&text);
    assert_eq!(outcome.verdict, Verdict::Valid);
    assert_eq!(outcome.statistics.rounds, 4, "4, 8, 16, 32 iterations");
}

#[test]
fn a_loop_of_exactly_the_cap_is_not_cut() {
    let text = main_of("int n", "assume n == 6 || n == 5; int i := 0; while (i < n) { i := i + 1; } assert i == n;");
    let capped = |n| run_with(&text, |c| c.unroll = Some(n));
    assert_eq!(capped(6).verdict, Verdict::Valid);
    let cut = capped(5);
    assert_eq!((cut.verdict, &cut.reasons[..]), (Verdict::Unknown, &[Reason::Unroll][..]));
    assert_eq!((cut.parked[0].what, cut.parked[0].bound), (Cut::Loop, 5));
}

/// If bounds cut something off and no proof can be looked for, the report says why. A program that can be cut has no reason.
#[test]
fn what_keeps_a_proof_from_being_looked_for_is_shown() {
    let beside = |what: &str| {
        let text = format!(
            "class Main {{
                static void none() {{ }}
                static void main(int n) {{ {what} int i := 0; while (i < n) {{ i := i + 1; }} assert n < 100; }}
            }}"
        );
        let proofs = |proofs| run_with(&text, |c| (c.proofs, c.unroll) = (proofs, Some(2)));
        let [with, without] = [true, false].map(proofs);
        assert_eq!((with.verdict, without.verdict), (Verdict::Unknown, Verdict::Unknown));
        assert_eq!(without.unproved.unfit, None);
        with.unproved.unfit
    };
    assert_eq!(beside("fork Main.none(); join;"), Some(Unfit::Threads));
    assert_eq!(beside(""), None);
}

#[test]
fn a_cap_on_recursion_is_reported() {
    let text = "class Main { static int f(int n) { if (n <= 0) { return 0; } int m := Main.f(n - 1); return m; }
        static void main(int n) { assume n <= 5; int m := Main.f(n); assert m == 0; } }";
    assert_eq!(run_with(text, |c| c.depth = Some(6)).verdict, Verdict::Valid);
    let cut = run_with(text, |c| c.depth = Some(5));
    assert_eq!((cut.verdict, &cut.reasons[..]), (Verdict::Unknown, &[Reason::Depth][..]));
}

#[test]
fn an_endless_loop_does_not_stop_its_siblings() {
    let text = main_of("int x", "if (x == 0) { while (true) { x := x; } } assert x != 5;");
    let outcome = run_with(&text, |c| c.timeout = Duration::from_secs(60));
    assert_eq!(outcome.verdict, Verdict::Invalid);
}

#[test]
fn time_that_runs_out_is_unknown_with_what_was_cut() {
    let text = main_of("int n", "int i := 0; while (i < n) { i := i + 1; } assert i >= 0;");
    let outcome = run_with(&text, |c| c.timeout = Duration::from_millis(300));
    assert_eq!((outcome.verdict, outcome.reasons[0]), (Verdict::Unknown, Reason::Timeout));
}

#[test]
fn an_interruption_ends_the_run_with_a_partial_outcome() {
    let program = Built::of(&main_of("int n", "int i := 0; while (i < n) { i := i + 1; } assert i >= 0;"));
    let (mut config, watch) = (support::config(), Watch::new());
    config.proofs = false;
    let outcome = std::thread::scope(|scope| {
        let run = scope.spawn(|| unlimited(&program, &config, &watch));
        std::thread::sleep(Duration::from_millis(200));
        watch.interrupt(Reason::Interrupted);
        run.join().expect("no panic")
    });
    assert_eq!((outcome.verdict, outcome.reasons[0]), (Verdict::Unknown, Reason::Interrupted));
    assert_eq!(outcome.checks[0].1, Status::Undecided);
}

#[test]
fn guards_that_outgrow_the_memory_limit_are_unknown() {
    // A megabyte holds the program, but not the guards of a long sort.
    let text = main_of(
        "int[] a",
        "assume a != null && #a == 24; int i := 1;
         while (i < 24) { int j := i; while (j > 0) { if (a[j - 1] > a[j]) { int t := a[j]; a[j] := a[j - 1]; a[j - 1] := t; } j := j - 1; } i := i + 1; }
         assert a[0] <= a[1];",
    );
    let mut config = support::config();
    config.memory = 1;
    let outcome = unlimited(&Built::of(&text), &config, &Watch::new());
    assert_eq!((outcome.verdict, outcome.reasons[0]), (Verdict::Unknown, Reason::Memory));
}

#[test]
fn a_first_violation_can_end_the_run_or_not() {
    let text = main_of("int x", "assert x != 1; assert x != 2; assert x != 3;");
    let found = |stop| run_with(&text, |c| c.stop = stop).violations.len();
    assert_eq!((found(Stop::First), found(Stop::Soon), found(Stop::All)), (3, 3, 3), "one block is one step");
    let text = main_of("int x", "assert x != 1; if (x > 0) { x := x; } assert x != 2;");
    let found = |stop| run_with(&text, |c| c.stop = stop).violations.len();
    assert_eq!((found(Stop::First), found(Stop::Soon), found(Stop::All)), (1, 2, 2));
}

#[test]
fn every_check_has_a_status() {
    let text = main_of("int x", "assert x == x; if (x > 0) { if (x < 0) { assert false; } } assert x != 4;");
    let statuses: Vec<Status> = run(&text).checks.into_iter().map(|(_, status)| status).collect();
    assert_eq!(statuses, [Status::Proved, Status::Unreachable, Status::Violated]);
}

#[test]
fn contradictions_are_warned_of() {
    let outcome = run(&main_of("int x", "assume x > 0; assume x < 0; assert false;"));
    assert_eq!(outcome.verdict, Verdict::Valid);
    assert!(matches!(outcome.warnings[..], [Warning::ContradictoryAssume(_)]));
    let outcome = run("class Main { static void main(int x) requires(x > 0 && x < 1) { assert false; } }");
    assert_eq!(outcome.verdict, Verdict::Valid);
    assert!(matches!(outcome.warnings[..], [Warning::VacuousRequires(_)]));
}

#[test]
fn merge_mode_ends_with_one_entry_and_forgets_the_locals_of_finished_calls() {
    let text = "class Main { static int sign(int x) { if (x > 0) { return 1; } if (x < 0) { return -1; } return 0; }
        static int main(int x, int y) { int a := Main.sign(x); int b := Main.sign(y); return a + b; } }";
    let program = Built::of(text);
    let (config, watch) = (support::config(), Watch::new());
    let check = |mut session: Session<'_>, outcome: Outcome| {
        assert_eq!(outcome.verdict, Verdict::Valid);
        let finals = finals::kept(&mut session);
        let [last] = &finals[..] else { panic!("{} final states", finals.len()) };
        assert_eq!(last.guard, Guard::TRUE);
        let result = program.ir().methods[program.entry].retval.expect("a result");
        let logic = &mut session.machine.logic;
        assert_eq!(last.sigma.local(last.frame, result).len(logic), 5, "-2 to 2");
        let named = last.sigma.all_locals().filter(|s| !s.is_empty()).count();
        assert_eq!(named, last.sigma.locals(last.frame).iter().filter(|s| !s.is_empty()).count());
    };
    portfolio::run(program.ir(), program.entry, &config, &watch, finals::keep, check).expect("an outcome");
}

#[test]
fn lengths_of_arrays_that_may_be_one_stay_apart() {
    let text = "class Main { static void main(int[] a, int[] b)
        requires(a != null && b != null && #a == 3 && #b == 3) requires(forall x, i : b : x > i) { assert b[2] > 2; } }";
    let program = Built::of(text);
    let (mut config, watch) = (support::config(), Watch::new());
    config.collapse = Collapse::Above(0);
    let held = |session: Session<'_>, outcome: Outcome| {
        let mut guards = 0;
        session.machine.quantifiers().visit(&mut |_| guards += 1);
        (outcome.verdict, guards)
    };
    let found = portfolio::run(program.ir(), program.entry, &config, &watch, |_| (), held).expect("an outcome");
    assert_eq!(found, (Verdict::Valid, 0), "the quantifier is expanded");
}

#[test]
fn the_number_of_an_object_is_how_many_its_path_has_made() {
    let text = "class Node { Node next; Node(Node n) { this.next := n; } }
        class Main { static void main(int[] push) { assume push != null && #push == 6; Node top := null; int i := 0;
            while (i < 6) { if (push[i] > 0) { top := new Node(top); } i := i + 1; } assert i == 6; } }";
    let program = Built::of(text);
    let (config, watch) = (support::config(), Watch::new());
    let made = |mut session: Session<'_>, outcome: Outcome| {
        let finals = finals::kept(&mut session);
        (outcome.verdict, finals[0].sigma.heap().filter(|(key, _)| matches!(key, Key::Field(..))).count())
    };
    let found = portfolio::run(program.ir(), program.entry, &config, &watch, finals::keep, made).expect("an outcome");
    assert_eq!(found, (Verdict::Valid, 6), "the k-th node is one object on all paths that push k times");
}

#[test]
fn unreachable_objects_are_swept() {
    let text = "class Cell { int v; Cell(int v) { this.v := v; } }
        class Main { static void main() { int i := 0; while (i < 5000) { Cell c := new Cell(i); i := i + 1; } assert i == 5000; } }";
    let outcome = run(text);
    assert_eq!(outcome.verdict, Verdict::Valid);
    assert!(outcome.statistics.heap_cells < 2500, "{}", outcome.statistics.heap_cells);
}

#[test]
fn a_loop_with_a_concrete_bound_runs_to_its_end_in_path_mode() {
    let text = main_of(
        "bool[] c",
        "assume c != null && #c == 9; int i := 0; int n := 0;
         while (i < 9) { if (c[i]) { n := n + 1; } i := i + 1; } assert n <= 9;",
    );
    let outcome = run_with(&text, |config| config.mode = Mode::Path);
    assert_eq!((outcome.verdict, outcome.statistics.rounds), (Verdict::Valid, 1), "no iteration is parked");
    assert_eq!(outcome.statistics.paths, 512.into());
}

#[test]
fn recursion_to_a_concrete_depth_runs_to_its_end_in_path_mode() {
    let text = "class Main {
        static int count(bool[] c, int i) {
            if (i == 7) { return 0; }
            int rest := Main.count(c, i + 1);
            if (c[i]) { rest := rest + 1; }
            return rest;
        }
        static void main(bool[] c) { assume c != null && #c == 7; int n := Main.count(c, 0); assert n <= 7; } }";
    let outcome = run_with(text, |config| config.mode = Mode::Path);
    assert_eq!((outcome.verdict, outcome.statistics.rounds), (Verdict::Valid, 1), "no frame is parked");
    assert_eq!(outcome.statistics.paths, 128.into());
}

#[test]
fn a_loop_whose_exit_is_a_question_of_the_inputs_is_parked() {
    for (exit, body) in [
        ("i < n", "i := i + 1;"),
        ("true", "if (i == n) { return; } i := i + 1;"),
        ("true", "if (i == n) { break; } i := i + 1;"),
        ("true", "Main.check(i, n); i := i + 1;"),
        ("i < 1000", "assume i != n; i := i + 1;"),
        ("i < 1000", "if (i == n) { assume false; } i := i + 1;"),
        ("i < 1000", "Main.exclude(i, n); i := i + 1;"),
    ] {
        let text = format!(
            "class Main {{
            static void check(int i, int n) {{ if (i == n) {{ throw \"end\"; }} }}
            static void exclude(int i, int n) {{ assume i != n; }}
            static void main(int n) exceptional(true) {{
                assume n >= 0 && n < 6; int i := 0; while ({exit}) {{ {body} }} }} }}"
        );
        let outcome = run(&text);
        assert_eq!((outcome.verdict, outcome.statistics.rounds), (Verdict::Valid, 2), "{exit}: {body}");
    }
}

#[test]
fn violations_do_not_wait_for_paths_that_cannot_leave_a_loop() {
    // The most operations in merge mode and in path mode. There are more where only the work of the round stops those paths, or the
    // number of deterministic iterations, 10,000.
    let programs = [
        ("assume i != 3;", "assert n != 2;", 100, 100),
        ("if (i == 3) { i := i + 1; }", "assert n != 2;", 4000, 100),
        ("if (i == 3) { assert false; }", "", 100, 50_000),
    ];
    for (body, after, in_merge_mode, in_path_mode) in programs {
        let text = main_of("int n", &format!("int i := n; while (i > 0) {{ {body} i := i - 1; }} {after}"));
        for (mode, most) in [(Mode::Merge, in_merge_mode), (Mode::Path, in_path_mode)] {
            let outcome = run_with(&text, |config| (config.mode, config.stop) = (mode, Stop::First));
            assert_eq!(outcome.verdict, Verdict::Invalid, "{mode:?}: {body}");
            let operations = outcome.statistics.operations;
            assert!(operations < most, "{mode:?}: {body}: {operations} operations");
        }
    }
}

#[test]
fn paths_wait_at_an_outer_loop_for_those_parked_in_an_inner_one() {
    let text = main_of(
        "int[] a",
        "assume a != null && #a == 8; int i := 1;
         while (i < 8) {
             int x := a[i]; int j := i - 1; bool go := a[j] > x;
             while (go) { a[j + 1] := a[j]; j := j - 1; go := j >= 0; if (go) { go := a[j] > x; } }
             a[j + 1] := x; i := i + 1;
         }
         assert a[0] <= a[1];",
    );
    let outcome = run(&text);
    assert_eq!((outcome.verdict, outcome.statistics.rounds), (Verdict::Valid, 2));
    assert!(outcome.statistics.pc_entries_max <= 2, "{:?}", outcome.statistics);
}

#[test]
fn a_violation_inside_a_static_initialiser_replays_from_an_instance_method() {
    let text = "class A { static int s := 1 / 0; void m() { } }";
    let program = Built::with(text, "--entry A.m");
    let outcome = explore(&program, &support::config()).expect("an outcome");
    assert_eq!((outcome.verdict, outcome.violations.len()), (Verdict::Invalid, 1));
    assert!(outcome.violations[0].inputs.args.contains_key("this"), "{:?}", outcome.violations[0].inputs);
}

#[test]
fn sums_under_conditions_cost_no_more_with_each_condition_than_before() {
    let sum = |n: usize| {
        let text = format!(
            "class Main {{ static void main(bool[] c, int[] a) {{
                assume c != null && a != null && #c == {n} && #a == {n}; int s := 0; int i := 0;
                while (i < {n}) {{ assume a[i] >= 0; if (c[i]) {{ s := s + a[i]; }} i := i + 1; }} assert s >= 0; }} }}"
        );
        let outcome = run(&text);
        assert_eq!(outcome.verdict, Verdict::Valid, "{n}");
        outcome.statistics
    };
    let (six, twelve, eighteen) = (sum(6), sum(12), sum(18));
    assert!(eighteen.summary_size_max <= 20, "{}", eighteen.summary_size_max);
    let growth = |a: &Statistics, b: &Statistics| b.operations as f64 / a.operations as f64;
    assert!(growth(&twelve, &eighteen) < growth(&six, &twelve), "operations grow by a constant per element");
    assert!(eighteen.bdd_nodes_max < 9 * six.bdd_nodes_max, "{} {}", six.bdd_nodes_max, eighteen.bdd_nodes_max);
}

/// In the language, exceptions carry constants; in the IR they can carry any value, here one of two objects.
#[test]
fn an_exception_carries_each_value_that_is_thrown() {
    let text = "class C { C() { } }
        class Main { static void main(bool b) { C c := new C(); C d := new C(); if (b) c := d; throw; } }";
    let built = Built::of(text);
    let mut program = built.ir().clone();
    let main = &mut program.methods[built.entry];
    let c = main.locals.iter_enumerated().find(|(_, local)| local.name == "c").map(|(id, _)| id);
    let throw = main.blocks.iter_mut().find(|block| matches!(block.term, Terminator::Throw(None)));
    throw.expect("it throws").term = Terminator::Throw(c.map(Expr::Local));
    main.shape = Shape::compute(main);
    for mode in [Mode::Merge, Mode::Path] {
        let (mut config, watch) = (support::config(), Watch::new());
        config.mode = mode;
        let check = |session: Session<'_>, outcome: Outcome| {
            assert_eq!(session.machine.thrown().count(), 2, "{mode:?}");
            // There is one violation, whatever is thrown.
            assert_eq!((outcome.verdict, outcome.violations.len()), (Verdict::Invalid, 1), "{mode:?}");
        };
        portfolio::run(&program, built.entry, &config, &watch, |_| (), check).expect("an outcome");
    }
}
