//! Programs whose loops and recursions take values from outside: how many inputs there will be is not known when the first is read.

use multise::Config;
use std::time::Duration;
use support::java::compile::{Source, compile, compiled};
use support::java::explored;
use support::java::header::{Answer, Header};
use support::pipeline;

/// The members of a class, and whether it takes any number of values from outside.
const PROGRAMS: &[(&str, bool)] = &[
    (
        "static int once() { return anyInt(); }
      public static void main(String[] args) { int x = once(); while (x > 0) x--; }",
        false,
    ),
    ("public static void main(String[] args) { for (int i = 0; i < 3; i++) anyInt(); }", true),
    (
        "static int next() { return anyInt(); }
      public static void main(String[] args) { for (int i = 0; i < 3; i++) next(); }",
        true,
    ),
    (
        "static int sum(int n) { return n == 0 ? 0 : anyInt() + sum(n - 1); }
      public static void main(String[] args) { sum(3); }",
        true,
    ),
    (
        "interface Numbers { int next(); }
      static class Any implements Numbers { public int next() { return anyInt(); } }
      public static void main(String[] args) { Numbers n = new Any(); for (int i = 0; i < 3; i++) n.next(); }",
        true,
    ),
];

fn source(members: &str) -> Source {
    Source::main(format!("import static multise.Nondet.*;\npublic class Main {{ {members} }}"))
}

fn header() -> Header {
    Header::parse("// expect: valid").expect("a header")
}

#[test]
fn loops_and_recursions_may_take_any_number_of_values() {
    let sources: Vec<Source> = PROGRAMS.iter().map(|(body, _)| source(body)).collect();
    let Some(all) = compile(&sources) else { return };
    for (classes, (body, expected)) in all.iter().zip(PROGRAMS) {
        let built = explored::build(classes, &explored::dialect(classes, &header())).expect("a program");
        assert_eq!(built.ir().draws_repeatedly(), *expected, "{body}");
    }
}

/// The first payment has 51 values, of which there would be 51³ combinations. With bounds of its own for each payment no balance
/// wraps, and the sum of all is decided by the coefficients of the payments.
#[test]
fn balances_are_not_told_apart_by_payments() {
    let text = "public static void main(String[] args) {
        int[] balances = {50, 50, 50};
        for (int i = 0; i < 3; i++) {
            int from = anyInt(), to = anyInt(), amount = anyInt();
            assume(from >= 0 && from < 3 && to >= 0 && to < 3);
            if (amount < 0 || amount > balances[from]) continue;
            balances[from] -= amount;
            balances[to] += amount;
        }
        assert balances[0] >= 0 && balances[1] >= 0 && balances[2] >= 0;
        assert balances[0] + balances[1] + balances[2] == 150;
    }";
    let Some(classes) = compiled(source(text)) else { return };
    let mut config = Config::default();
    config.timeout = Duration::from_secs(600);
    config.dialect = explored::dialect(&classes, &header());
    let built = explored::build(&classes, &config.dialect).expect("a program");
    let outcome = pipeline::explore(&built, &config).expect("an outcome");
    assert_eq!(explored::answer(built.ir(), &outcome), Answer::Valid);
    assert!(outcome.statistics.summary_size_max < 100, "{}", outcome.statistics.summary_size_max);
}
