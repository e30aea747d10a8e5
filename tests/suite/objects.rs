//! Symbolic objects: the cost of aliasing, dynamic types and dispatch, and the completeness of what is explored.

use multise::internals::on_worker;
use multise::{Config, Cut, Mode, Outcome, Reason, Stop, Verdict};
use support::agreement::{self, Extent};
use support::dispatch;
use support::expectation::Header;
use support::options::Options;
use support::pipeline::{Built, build, explored};
use support::process::complaints;

/// Methods of the class libraries that are explored on their own: receivers and arguments of all classes and aliases.
const METHODS: [(&str, &str); 18] = [
    ("accounts", "Covered.limit"),
    ("accounts", "Covered.withdraw"),
    ("accounts", "Gold.Gold"),
    ("array_list", "BoundedList.add"),
    ("array_list", "Slice.Slice"),
    ("balanced_tree", "Node.measure"),
    ("balanced_tree", "Tree.replace"),
    ("event_queue", "Repeater.receive"),
    ("expressions", "Sum.rebuilt"),
    ("hash_map", "IntKey.same"),
    ("interface_address", "InterfaceAddress.equals"),
    ("interface_address_bug", "InterfaceAddress.equals"),
    ("linked_list", "Node.insertAfter"),
    ("linked_list", "Node.unlink"),
    ("shapes", "Box.meetsBox"),
    ("state_machine", "Alarmed.locked"),
    ("state_machine", "Door.open"),
    ("visitor_handler", "Button.onClick"),
];

/// For each entry method: this many inputs, and all heaps of up to three objects, which are fewer than this.
const EXTENT: Extent = Extent { simplest: 600, objects: 3, heaps: 10_000 };

fn run_with(text: &str, options: &str, change: impl FnOnce(&mut Config)) -> Outcome {
    explored(text, options, |config| {
        config.stop = Stop::All;
        change(config);
    })
}

fn run(text: &str) -> Outcome {
    run_with(text, "", |_| {})
}

#[test]
fn a_call_of_k_targets_is_one_step_with_k_entries_that_merge() {
    let operations: Vec<u64> = [2, 4, 8].iter().map(|&k| run(&dispatch::program(k, 3)).statistics.operations).collect();
    assert_eq!(operations[1] - operations[0], (operations[2] - operations[1]) / 2, "{operations:?}");
    let path = |k, calls| run_with(&dispatch::program(k, calls), "", |c| c.mode = Mode::Path).statistics.paths;
    assert_eq!([path(2, 3), path(3, 3), path(4, 3)], [8u64, 27, 64].map(Into::into));
    let calls: Vec<u64> = [2, 4, 6].iter().map(|&n| run(&dispatch::program(4, n)).statistics.operations).collect();
    assert_eq!(calls[1] - calls[0], calls[2] - calls[1], "{calls:?}");
}

#[test]
fn a_sum_over_calls_of_k_targets_has_a_part_for_each_call_and_target() {
    // Self-checks of stored values would make additional nodes.
    let nodes = |k| run_with(&dispatch::program(k, 6), "", |c| c.self_check = false).statistics.bdd_nodes_max;
    let nodes = [8, 16, 32].map(nodes);
    assert!(nodes.windows(2).all(|n| n[1] < n[0] * 5 / 2), "{nodes:?}");
}

#[test]
fn choices_of_objects_and_types_cost_no_question() {
    let text = "interface Animal { int legs(); } class Bird implements Animal { Animal friend; int legs() { return 2; } }
        class Cat implements Animal { Animal friend; int legs() { return 4; } }
        class Main { static void main(Animal a, Animal b, Animal[] all, Bird c) {
            if (a == null || b == null || all == null || #all < 2 || c == null) { return; }
            if (a == b) { assert a instanceof Bird || b instanceof Cat; }
            if (all[0] != null && all[1] != null && all[0] != all[1]) {
                int n := all[0].legs() + all[1].legs() + a.legs() + c.legs();
                assert n == 8 || n == 10 || n == 12 || n == 14; }
            if (c.friend == c) { Animal d := c.friend; assert d == c; int m := d.legs(); assert m == 2; }
            if (c.friend != null && c.friend == a) { assert !(a instanceof Bird) || a != null; Bird e := null; if (a instanceof Bird) { e := (Bird) a; } }
        } }";
    for mode in [Mode::Merge, Mode::Path] {
        let outcome = run_with(text, "", |c| c.mode = mode);
        assert_eq!((outcome.verdict, outcome.statistics.solver_calls), (Verdict::Valid, 0), "{mode:?}");
    }
}

#[test]
fn every_pair_of_types_is_reached() {
    // a.equals(b) runs each of three overrides with each of three types of b, which gives nine different results.
    let text = "abstract class T { abstract int kind(); abstract int equals(T o); }
        class A extends T { int kind() { return 1; } int equals(T o) { return 10 + o.kind(); } }
        class B extends T { int kind() { return 2; } int equals(T o) { return 20 + o.kind(); } }
        class C extends T { int kind() { return 3; } int equals(T o) { return 30 + o.kind(); } }
        class Main { static void main(T a, T b, int k) requires(a != null && b != null) { int n := a.equals(b); assert n != k; } }";
    for (i, j) in (1..=3).flat_map(|i| (1..=3).map(move |j| (i, j))) {
        let text = text.replace("n != k", &format!("n != {i}{j}"));
        assert_eq!(run(&text).verdict, Verdict::Invalid, "{i}{j}");
    }
    assert_eq!(run(&text.replace("n != k", "n != 14 && n >= 11 && n <= 33")).verdict, Verdict::Valid);
}

#[test]
fn a_reference_to_an_abstract_class_without_subclasses_is_null_and_a_warning_says_so() {
    let text = "interface Nobody { int f(); } class Box { Nobody inside; }
        class Main { static void main(Box b) requires(b != null) { assert b.inside == null; } }";
    let outcome = run(text);
    assert_eq!(outcome.verdict, Verdict::Valid);
    assert_eq!(outcome.warnings.len(), 1, "{:?}", outcome.warnings);
}

fn multise(args: &[&str]) -> std::process::Output {
    support::multise!().args(args).output().expect("the program starts")
}

/// Makes tests of a program, which the program itself replays in both forms, and replays some of them once more, as a user
/// would.
fn generated(file: &str, options: &[&str], replays: usize) {
    let folder = tempfile::tempdir().expect("a folder");
    let tests = folder.path().join("tests");
    let all: Vec<&str> =
        ["explore", file, "--all", "--tests", tests.to_str().expect("UTF-8")].iter().chain(options).copied().collect();
    let made = multise(&all);
    let said = complaints(&made);
    assert!(matches!(made.status.code(), Some(0 | 1 | 3)), "{file} {options:?}: {said}");
    let list = support::read_json(tests.join("tests.json"));
    let list = list["tests"].as_array().expect("a list");
    assert!(!list.is_empty(), "{file} {options:?}");
    for test in list.iter().take(replays) {
        let path = |key: &str| tests.join(test[key].as_str().expect("a file")).display().to_string();
        let word = |key: &str| test[key].as_str().expect("a name").to_owned();
        let inputs = multise(&["run", file, "-q", "--entry", &word("entry"), "--inputs", &path("inputs")]);
        let driver = multise(&["run", &path("driver"), "-q", "--entry", &word("driver_entry")]);
        let expected = test["expected"]["exit"].as_i64().map(|code| code as i32);
        assert_eq!((inputs.status.code(), driver.status.code()), (expected, expected), "{test}");
        assert_eq!(inputs.stdout, driver.stdout, "{test}");
    }
}

#[test]
fn generated_tests_of_every_port_replay() {
    let examples = support::project().join("examples");
    for path in support::programs(&examples.join("objects")) {
        let file = path.strip_prefix(env!("CARGO_MANIFEST_DIR")).expect("in the project").display().to_string();
        generated(&file, &[], 2);
    }
}

#[test]
fn generated_tests_of_classes_replay() {
    let classes = [
        ("accounts", "Covered"),
        ("array_list", "ArrayList"),
        ("event_queue", "Queue"),
        ("expressions", "Evaluator"),
        ("hash_map", "LongKey"),
        ("interface_address_bug", "InterfaceAddress"),
        ("linked_list", "Node"),
        ("parser", "Parser"),
        ("shapes", "Square"),
        ("state_machine", "Door"),
        ("visitor_handler", "Button"),
    ];
    for (program, class) in classes {
        let file = format!("examples/objects/{program}.oox");
        generated(&file, &["--class", class, "--unroll=1", "--depth=1", "--timeout=1"], 2);
    }
}

/// By default the entry method of each library and the methods above, on all heaps of up to three objects. `MULTISE_INPUTS`
/// takes all methods instead, with this many inputs and heaps of each.
#[test]
fn merge_mode_path_mode_and_concrete_runs_agree_on_the_libraries() {
    let asked: Option<usize> =
        std::env::var("MULTISE_INPUTS").ok().map(|n| n.parse().expect("MULTISE_INPUTS is a number"));
    let (mut failed, mut entries, mut more, mut expected) = (Vec::new(), 0, Vec::new(), METHODS.len());
    for path in support::programs(&support::project().join("examples/objects")) {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let text = support::read(&path);
        let options = Options::parse(&Header::parse(&text).expect("a header").options).expect("options");
        let built = build(&name, &text, &options).unwrap_or_else(|refused| panic!("{name}: {refused}"));
        let (mut all, mut inputs) = (0, 0);
        expected += 1;
        for method in built.program.entries().expect("entries") {
            let entry = built.program.entry_name(method);
            let named = entry == "Main.main" || METHODS.contains(&(&name, &entry));
            if !named && asked.is_none() {
                continue;
            }
            let (built, options) = (Built { entry: method, ..built.clone() }, options.clone());
            let extent = asked.map_or(EXTENT, |n| Extent { simplest: n, heaps: n, ..EXTENT });
            entries += 1;
            match on_worker(move || agreement::check(&built, &options, extent)) {
                Ok(compared) if compared.all => (all, inputs) = (all + 1, inputs + compared.inputs),
                Ok(compared) => {
                    inputs += compared.inputs;
                    more.push(format!("{name} {entry}"));
                }
                Err(why) => failed.push(format!("{name} {entry}: {why}")),
            }
        }
        let differ = failed.len();
        println!("{name}: {inputs} inputs, all heaps of three objects of {all} entries, so far {differ} differ");
    }
    println!("{entries} entries; with more heaps: {}", more.join(", "));
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    assert!(asked.is_some() || (more.is_empty() && entries == expected), "{entries} of {expected} entries, {more:?}");
}

#[test]
fn the_depth_of_the_input_deepens_like_other_bounds() {
    // Twelve reads of references, without a loop: only the bound on the depth of the input stops them. The assertion fails
    // only if all thirteen objects are different.
    let step = |i| format!("Node n{} := n{i}.next; assume n{} != null;\n", i + 1, i + 1);
    let steps: String = (0..12).map(step).chain((0..=12).map(|i| format!("n{i}.v := {i};\n"))).collect();
    let overwritten: Vec<String> = (0..=12).map(|i| format!("n{i}.v != {i}")).collect();
    let text = format!(
        "class Node {{ int v; Node next; }} class Main {{ static void main(Node n0) {{ assume n0 != null;
            {steps} assert {}; }} }}",
        overwritten.join(" || ")
    );
    for mode in [Mode::Merge, Mode::Path] {
        let found = run_with(&text, "", |c| c.mode = mode);
        assert_eq!((found.verdict, found.statistics.rounds), (Verdict::Invalid, 2), "{mode:?}");
        let cut = run_with(&text, "--heap-depth 5", |c| c.mode = mode);
        assert_eq!((cut.verdict, &cut.reasons[..]), (Verdict::Unknown, &[Reason::Heap][..]), "{mode:?}");
        assert_eq!((cut.parked[0].what, cut.parked[0].bound), (Cut::Heap, 5), "{mode:?}");
    }
}
