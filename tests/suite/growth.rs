//! The tables that an exploration keeps besides its states do not grow with its iterations.
//!
//! `make growth` shows their sizes, and the memory of the program, after up to a million iterations.

use multise::internals::explore::{Bounds, Limits, Session};
use multise::internals::index::Idx;
use multise::internals::ir::{self, Expr, Shape, Terminator};
use multise::internals::on_worker;
use multise::internals::summary::AddrId;
use multise::internals::transition::Analyses;
use multise::{Mode, Summaries, Verdict, Watch};
use std::sync::Arc;
use std::time::Duration;
use support::pipeline::Built;
use support::process::json;

/// The counted tables. The first is the sum of three tables, the second that of objects and arrays.
const NAMES: [&str; 9] =
    ["contexts", "addresses", "index keys", "exceptions", "bundles", "questions", "known calls", "heap keys", "terms"];

/// The position of the open questions.
const QUESTIONS: usize = 5;

/// The number of entries of each.
type Sizes = [usize; NAMES.len()];

fn sizes_of(session: &Session<'_>) -> Sizes {
    let machine = &session.machine;
    let checks = machine.checks();
    let undecided = checks.violations.undecided.values().chain(checks.covers.undecided.values());
    let sigmas = || session.frontier.sigmas();
    let results = machine.program.methods.ids().map(|m| sigmas().map(|sigma| sigma.results_len(m)).sum::<usize>());
    [
        machine.contexts.count(),
        machine.table.addresses(),
        index_keys(session),
        machine.thrown().count(),
        session.frontier.schedule.history.len(),
        undecided.map(|undecided| undecided.open.len()).sum(),
        results.sum(),
        sigmas().map(|sigma| sigma.heap_len()).sum(),
        machine.logic.terms.count(),
    ]
}

/// The number of index keys of arrays, up to the newest object or array that a state names.
fn index_keys(session: &Session<'_>) -> usize {
    let keys = session.frontier.sigmas().flat_map(|sigma| sigma.heap()).map(|(key, _)| key);
    let newest = keys.filter_map(|key| key.address()).max();
    let known = newest.into_iter().flat_map(|newest| (0..=newest.index()).map(AddrId::new));
    known.filter_map(|array| session.machine.table.keys(array)).map(|keys| keys.keys().len()).sum()
}

/// The sizes are sampled after this many steps.
const SAMPLED: u64 = if cfg!(debug_assertions) { 20 } else { 5_000 };

/// A program that fills a table in a loop of `N` iterations.
#[derive(Clone, Copy)]
struct Stress {
    name: &'static str,
    text: &'static str,
    /// Whether every exception carries the value of the local `e`, which the language cannot express.
    carries: bool,
    /// The limit of Z3's steps for a question about a check.
    reduced_effort: Option<u32>,
}

impl Stress {
    const fn of(name: &'static str, text: &'static str) -> Self {
        Self { name, text, carries: false, reduced_effort: None }
    }

    fn text(&self, iterations: u64) -> String {
        self.text.replace('N', &iterations.to_string())
    }

    /// What becomes of a session that explores the program.
    fn explored<T: Send + Sync + 'static>(
        self,
        iterations: u64,
        mode: Mode,
        explore: impl FnOnce(&mut Session<'_>) -> T + Send + Sync + 'static,
    ) -> T {
        let text = self.text(iterations);
        on_worker(move || {
            let built = Built::of(&text);
            let mut program = built.ir().clone();
            if self.carries {
                carry(&mut program);
            }
            let mut config = support::config();
            (config.mode, config.proofs, config.timeout) = (mode, false, Duration::from_secs(100_000));
            config.summaries = if mode == Mode::Path { Summaries::Pairs } else { Summaries::Diagram };
            let watch = Watch::new();
            let limits = Limits::new(&config, &watch);
            let analyses = Arc::new(Analyses::new(&program));
            let mut session = Session::new(analyses, built.entry, &config, &watch, limits, Bounds::default(), ());
            self.reduced_effort.into_iter().for_each(|steps| session.machine.reduce_effort(steps));
            explore(&mut session)
        })
    }

    /// The maximal sizes of the tables.
    fn sizes(&self, iterations: u64, mode: Mode) -> Sizes {
        let stress = *self;
        self.explored(iterations, mode, move |session| {
            let (mut most, mut steps) = (Sizes::default(), 0);
            let ended = session.run(|session, _| {
                steps += 1;
                if steps % SAMPLED == 0 {
                    most.iter_mut().zip(sizes_of(session)).for_each(|(most, size)| *most = size.max(*most));
                }
                false
            });
            ended.expect("no error");
            let outcome = session.outcome();
            let expected = if stress.reduced_effort.is_some() { Verdict::Unknown } else { Verdict::Valid };
            assert_eq!(outcome.verdict, expected, "{}: {:?}", stress.name, outcome.reasons);
            most
        })
    }
}

/// Makes `throw` carry the value of the local `e`.
fn carry(program: &mut ir::Program) {
    for method in program.methods.iter_mut() {
        let e = method.locals.iter_enumerated().find(|(_, local)| local.name == "e").map(|(id, _)| id);
        for block in method.blocks.iter_mut() {
            if matches!(block.term, Terminator::Throw(None)) {
                block.term = Terminator::Throw(e.map(Expr::Local));
            }
        }
        method.shape = Shape::compute(method);
    }
}

const TABLED: Stress = Stress::of(
    "tabled calls",
    "class Main {
        static int twice(int n) { int r := 0; int k := 0; while (k < 2) { r := r + n; k := k + 1; } return r; }
        static void main() {
            int i := 0; int s := 0; int t := 0;
            while (i < N) { s := twice(i); t := twice(i); assert s == t; i := i + 1; }
        }
    }",
);

const THROWN: Stress = Stress {
    carries: true,
    ..Stress::of(
        "payloads",
        "class E { int v; E(int v) { this.v := v; } }
        class Main {
            static void main() {
                int i := 0; int s := 0;
                while (i < N) { E e := new E(i); try { throw; } catch { s := s + 1; } i := i + 1; }
                assert s == N;
            }
        }",
    )
};

const ARRAYS: Stress = Stress::of(
    "index keys",
    "class Main {
        static void main() {
            int i := 0; int s := 0;
            while (i < N) { int[] a := new int[4]; a[1] := i; s := s + a[1] - a[2]; i := i + 1; }
            assert s >= 0;
        }
    }",
);

const FORKS: Stress = Stress::of(
    "threads",
    "class Cell { int v; Cell() { this.v := 0; } void add() { lock (this) { int v := this.v; this.v := v + 1; } } }
    class Main {
        static void main() {
            Cell c := new Cell(); int i := 0;
            while (i < N) { fork c.add(); join; i := i + 1; }
            int v := c.v; assert v == N;
        }
    }",
);

const OPEN: Stress = Stress {
    reduced_effort: Some(1),
    ..Stress::of(
        "open questions",
        "class Main {
            static void main(int x, int y, int z, int w) {
                assume x > 2 && y > 2 && z > 2;
                int i := 0;
                while (i < N) { assert x * x * x + y * y * y != z * z * z || w != i; i := i + 1; }
            }
        }",
    )
};

/// Checks that no table has more entries after ten times as many iterations, except for those that accumulate between two
/// collections.
fn does_not_grow(stress: Stress, iterations: u64) {
    for mode in [Mode::Merge, Mode::Path] {
        let [few, many] = [iterations, 10 * iterations].map(|iterations| stress.sizes(iterations, mode));
        for (name, (few, many)) in NAMES.iter().zip(few.into_iter().zip(many)) {
            assert!(many <= 2 * few + 400, "{}, {mode:?}: {few} {name} become {many}", stress.name);
        }
    }
}

#[test]
fn arguments_of_forgotten_calls_are_forgotten() {
    does_not_grow(TABLED, 1_000);
}

#[test]
fn payloads_of_caught_exceptions_are_forgotten() {
    does_not_grow(THROWN, 1_000);
}

#[test]
fn index_keys_of_dead_arrays_are_forgotten() {
    does_not_grow(ARRAYS, 1_000);
}

#[test]
fn choices_that_a_run_makes_anyway_are_not_kept() {
    does_not_grow(FORKS, 1_000);
}

#[test]
fn questions_that_are_left_open_become_one() {
    for mode in [Mode::Merge, Mode::Path] {
        let [few, many] = [20, 60].map(|iterations| OPEN.sizes(iterations, mode)[QUESTIONS]);
        assert!(many <= few, "{mode:?}: {few} become {many}");
    }
}

/// Of more questions than stay apart, three of the last have a violation: of factors of 17 · 19 · 23.
#[test]
fn questions_that_are_left_open_are_asked_again() {
    let factors = Stress {
        text: "class Main {
            static void main(int x, int y, int z) {
                assume x > 1 && y > 1 && z > 1;
                int i := 0;
                while (i < N) { assert x * y * z != 7429 || x != i; i := i + 1; }
            }
        }",
        ..OPEN
    };
    for mode in [Mode::Merge, Mode::Path] {
        let verdicts = factors.explored(24, mode, |session| {
            session.run(|_, _| false).expect("no error");
            let before = session.outcome().verdict;
            session.ask_again().expect("violations replay");
            [before, session.outcome().verdict]
        });
        assert_eq!(verdicts, [Verdict::Unknown, Verdict::Invalid], "{mode:?}");
    }
}

/// `make growth`
#[test]
#[ignore = "a table for people, of minutes"]
fn sizes_after_up_to_a_million_iterations() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    for stress in [TABLED, THROWN, ARRAYS, FORKS] {
        for mode in [Mode::Merge, Mode::Path] {
            println!("\n{} ({mode:?}){:>16}{}", stress.name, "", NAMES.map(|name| format!("{name:>12}")).concat());
            for iterations in [10_000, 100_000, 1_000_000] {
                let sizes = stress.sizes(iterations, mode).map(|size| format!("{size:>12}")).concat();
                let file = folder.join(format!("growth-{}-{iterations}.oox", stress.name.replace(' ', "-")));
                std::fs::write(&file, stress.text(iterations)).expect("the folder is there");
                let mode = if mode == Mode::Path { "path" } else { "merge" };
                let output = support::multise!()
                    .args(["explore", "--no-proofs", "--timeout", "100000", "--format", "json", "--mode", mode])
                    .arg(&file)
                    .output()
                    .expect("it runs");
                let report = json(&output);
                let peak = report["statistics"]["memory_peak"].as_u64().unwrap_or_default() >> 20;
                println!("{iterations:>9} iterations, {peak:>5} MiB{sizes}");
            }
        }
    }
}
