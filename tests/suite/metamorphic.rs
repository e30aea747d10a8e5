//! Changes that keep the meaning of a program (`support/metamorphic/`): names, the order of neighbours, dead code, negated
//! branches, unrolled iterations, inlined calls, the order of decision variables, the seed of Z3, and two of them at a time.
//! The verdict and the places of the violations stay the same.
//!
//! `MULTISE_PROGRAMS` is the number of programs of each generator, `MULTISE_SEED` selects them and their changes,
//! `MULTISE_CHANGES` is the number of changes of each (3), one of `MULTISE_SHARE` programs without bounds is taken (16; of tasks
//! 8), and `MULTISE_LIMIT` is the time of their exploration in milliseconds (300). `support/campaign.rs` has the other
//! variables. Many: `make campaign-metamorphic`.

use multise::internals::stack::on_big_stack;
use multise::{Span, Stop, Verdict};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::time::Duration;
use support::campaign::{self, At, Campaign, number};
use support::expectation::Header;
use support::matrix::{Column, Plan, Row};
use support::metamorphic::compare::{How, Tally, check};
use support::metamorphic::traced::{Edits, Piece, Traced, new};
use support::metamorphic::{CHANGES, Subject};
use support::options::Options;
use support::pipeline::{self, Built};
use support::random::{self, threads};
use support::trials::Task;
use support::{annotated, project, read, repeating, shared};

/// The time of an exploration that ends by itself, and milliseconds of one that need not.
const PATIENCE: Duration = Duration::from_secs(20);
const SHORT: u64 = 300;

fn short() -> Duration {
    Duration::from_millis(number("MULTISE_LIMIT", SHORT))
}

fn how(limit: Duration, proofs: bool) -> How {
    let executable = support::executable!().into();
    How { executable, limit, proofs, changes: number("MULTISE_CHANGES", 3) as usize, seed: number("MULTISE_SEED", 0) }
}

/// Checks programs by their names, with their texts and options.
fn check_all(programs: impl IntoIterator<Item = (String, String, String)>, how: &How) -> Tally {
    let programs = programs.into_iter().map(|(name, text, options)| (name, (text, options)));
    campaign::all(programs, |_, (text, options)| check(&Subject::new(&text, &Options::parse(&options)?), how))
}

fn below(folder: &str) -> Vec<std::path::PathBuf> {
    support::programs(&project().join(folder))
}

#[test]
fn changes_of_the_corpus_are_found_alike() {
    let programs = below("tests/corpus").into_iter().map(|path| {
        let text = read(&path);
        let header = Header::parse(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        (path.display().to_string(), text, header.options)
    });
    let how = How { changes: CHANGES.len(), ..how(PATIENCE, false) };
    let tally = on_big_stack(|| check_all(programs, &how));
    // Programs that are expected to be unknown stay unknown after any change.
    assert!(tally.partly * 4 <= tally.changed(), "little was compared: {tally:#?}");
    for (name, made) in &tally.made.0 {
        assert!(*made >= 20, "{name}, {made} times only");
    }
    assert!(tally.made.0.len() == CHANGES.len() && tally.pairs >= 300, "a change was never made: {tally:#?}");
}

#[test]
fn changes_of_programs_without_bounds_do_not_contradict() {
    let share = number("MULTISE_SHARE", 16) as usize;
    let skipped = number("MULTISE_SEED", 0) as usize % share;
    let programs = below("tests/unbounded").into_iter().skip(skipped).step_by(share);
    let programs = programs.map(|path| (path.display().to_string(), read(&path), String::new()));
    let tally = on_big_stack(|| check_all(programs, &how(short(), true)));
    assert!(tally.decided > 0, "nothing was compared: {tally:#?}");
}

#[test]
fn changes_of_tasks_do_not_contradict() {
    let Some(folder) = shared("tasks") else { return };
    let share = number("MULTISE_SHARE", 8) as usize;
    let rows = Task::read(&read(folder.join("tasks.csv"))).into_iter().step_by(share);
    let programs = rows.map(|task| (task.file.clone(), read(folder.join(&task.file)), task.options));
    let tally = on_big_stack(|| check_all(programs, &how(short(), false)));
    assert!(tally.decided > 0, "nothing was compared: {tally:#?}");
}

/// Changes generated programs, which may have options, and counts the comparisons.
fn changed<P: std::fmt::Debug, S: Strategy<Value = P>>(
    kind: &str,
    campaign: &Campaign<P>,
    programs: impl Fn() -> S + Sync,
    options: impl Fn(&P) -> &str + Sync,
    how: &How,
) -> Tally {
    let check = |program: &P, _: At| {
        let options = Options::parse(options(program))?;
        check(&Subject::new(&(campaign.print)(program), &options), how)
    };
    let (_, tally) = campaign.run(programs, check);
    eprintln!("{kind}: {tally:#?}");
    tally
}

#[test]
fn changes_of_generated_programs_are_found_alike() {
    let trees = Campaign { programs: 30, batch: 10, salt: 6, print: random::print::print };
    let tally = changed("trees", &trees, random::generate::programs, |_| "", &how(PATIENCE, false));
    assert!(tally.partly * 4 <= tally.changed(), "little was compared: {tally:#?}");
    let forking = Campaign { programs: 20, batch: 10, salt: 7, print: threads::print };
    let tally = changed("threads", &forking, threads::programs, |_| "", &how(PATIENCE, false));
    assert!(tally.partly * 4 <= tally.changed(), "little was compared: {tally:#?}");
}

/// Programs in which a value goes bad after few steps, after many, or never.
fn plans() -> impl Strategy<Value = Plan> {
    let cells = (prop::sample::select(Row::ALL.to_vec()), prop::sample::select(Column::ALL.to_vec()), any::<u64>());
    (cells, 0..3).prop_map(|((row, column, seed), form)| {
        let plan = Plan::new(row, column, seed);
        match form {
            0 => plan,
            1 => plan.with(plan.large),
            _ => plan.twin(),
        }
    })
}

#[test]
fn changes_of_generated_programs_without_bounds_do_not_contradict() {
    let how = how(short(), true);
    let texts = Campaign { programs: 10, batch: 5, salt: 8, print: Clone::clone };
    changed("loops", &texts, repeating::program, |_| "", &how);
    changed("calls", &texts, repeating::call, |_| "", &how);
    let clauses = Campaign { programs: 5, batch: 5, salt: 9, print: annotated::Annotated::program };
    changed("clauses", &clauses, annotated::programs, |_| "", &how);
    let matrix = Campaign { programs: 10, batch: 5, salt: 10, print: Plan::text };
    changed("matrix", &matrix, plans, |plan| if plan.allows_uncaught { "--uncaught allow" } else { "" }, &how);
}

/// If this failed, explorations with several seeds would show nothing.
#[test]
fn the_seed_decides_which_inputs_are_found() {
    let built = Built::of(
        "class Main { static void main(int a, int b, int c, int d) {
            assume a + b + c + d == 100;
            if (a * b > c) { a := a + d; }
            assert a * a != b * b + 4;
        } }",
    );
    let inputs = (0..4).map(|seed| {
        let mut config = support::config();
        (config.seed, config.stop, config.proofs) = (seed, Stop::First, false);
        let outcome = pipeline::explore(&built, &config).expect("an exploration without errors");
        assert_eq!((outcome.verdict, outcome.violations.len()), (Verdict::Invalid, 1));
        format!("{:?}", outcome.violations[0].inputs.args)
    });
    let inputs: BTreeSet<String> = inputs.collect();
    assert!(inputs.len() > 1, "the seed has no effect: {inputs:?}");
}

#[test]
fn bytes_keep_their_places() {
    let first = Traced::first("if (a) { x } y");
    let mut edits = Edits::default();
    // The edits are not made in the order in which they apply.
    edits.replace(Span::new(9, 10), vec![Piece::Name("long".into(), Span::new(9, 10))]);
    edits.insert(13, "z ");
    let body = Span::new(7, 12);
    edits.replace(Span::new(0, 12), vec![new("{ "), Piece::Old(body), Piece::Old(body), new(" }")]);
    let edited = edits.apply(&first).expect("there are edits");
    assert_eq!(edited.text(), "{ { long }{ long } } z y");
    assert_eq!(edited.origin(Span::new(4, 8)), Some((9, 9)));
    assert_eq!(edited.origin(Span::new(12, 16)), Some((9, 9)));
    assert_eq!(edited.origin(Span::new(0, 10)), Some((7, 11)));
    assert_eq!(edited.origin(Span::new(21, 22)), None);
    assert_eq!(edited.origin(Span::new(23, 24)), Some((13, 13)));
    assert!(Edits::default().apply(&edited).is_none());
}
