//! What proofs by induction assume, compared with concrete runs. At each cut that a run reaches, the fragment of this cut can
//! begin in the state of the run, assumes nothing that is false of it, and ends where the run goes on. Claims that prove a
//! program are true of every run.
//!
//! `MULTISE_PROGRAMS` is the number of programs of each generator (`support/campaign.rs` has the other variables). With
//! `MULTISE_PROOFS=n` a proof is looked for of every n-th program. Many: `make campaign-cuts`.

use multise::internals::proofs::prove_claims;
use multise::internals::stack::on_big_stack;
use multise::internals::{ir, on_worker};
use multise::{Inputs, Property, Watch};
use proptest::strategy::Strategy;
use std::path::Path;
use std::time::Duration;
use support::campaign::{At, Campaign, all, all_texts, caught, number};
use support::cuts::{self, Compared, Extent};
use support::enumerate::{self, Bounds};
use support::expectation::Header;
use support::options::Options;
use support::pipeline::{self, Built};
use support::random::generate::Tree;
use support::repeating::heaps;
use support::trials::{Task, forks};
use support::{annotated, random, repeating, shared};

/// How much of a program is examined.
const EXTENT: Extent = Extent { runs: 40, steps: 2_000, pieces: 25 };
/// The same for one of many generated programs.
const FEW: Extent = Extent { runs: 12, ..EXTENT };
/// One of this many changes of the clauses of a program is examined.
const MUTANTS: usize = 8;
/// The time of a source of claims.
const SEARCH: Duration = Duration::from_millis(100);
/// The same for programs that once had a wrong proof.
const PATIENCE: Duration = Duration::from_secs(2);
/// A proof is looked for of one of this many programs.
const PROOFS: u64 = 50;

/// Compares runs of a program with its fragments, on the given inputs or on small ones. If it has contracts, all calls of
/// methods with contracts are then cut, too.
fn check(
    built: &Built,
    options: &Options,
    given: Option<Vec<Inputs>>,
    search: Option<Duration>,
    extent: Extent,
) -> Result<Compared, String> {
    let mut compared = check_cuts(built, options, given.clone(), search, extent)?;
    // Fragments check `requires` also where it does not count, which runs do not.
    let checks_requires = options.config.dialect.checks(Property::Requires);
    if checks_requires && built.ir().checks.iter().any(|check| check.kind.is_known_to_callers()) {
        let mut modular = options.clone();
        modular.config.modular = true;
        compared +=
            check_cuts(built, &modular, given, search, extent).map_err(|finding| format!("modular: {finding}"))?;
    }
    Ok(compared)
}

/// The same with the cuts of these options.
fn check_cuts(
    built: &Built,
    options: &Options,
    given: Option<Vec<Inputs>>,
    search: Option<Duration>,
    extent: Extent,
) -> Result<Compared, String> {
    let (program, entry, dialect) = (built.ir(), built.entry, &options.config.dialect);
    let bounds = Bounds {
        null_arrays: !dialect.nonnull_arrays,
        types: dialect.types,
        length: dialect.array_length.map_or(2, |n| n.min(2) as usize),
        ..Bounds::of(program)
    };
    let inputs = given.unwrap_or_else(|| {
        // A third of the inputs is random.
        let sampled = extent.runs / 3;
        let small = enumerate::inputs(program, entry, &bounds).take(extent.runs - sampled);
        small.chain(enumerate::sampled(program, entry, &bounds).take(sampled)).collect()
    });
    let claims = || {
        let (whole, mut config) = (built.program.clone(), options.config.clone());
        config.executable = Some(support::executable!().into());
        on_worker(move || prove_claims(ir(&whole), entry, &config, &Watch::new(), search?))
    };
    cuts::check(program, entry, &options.config, inputs, claims, extent)
}

/// The same for a program text.
fn check_text(
    name: &str,
    text: &str,
    given: Option<Vec<Inputs>>,
    search: Option<Duration>,
    extent: Extent,
) -> Result<Compared, String> {
    let options = Options::parse("")?;
    let built = pipeline::build(name, text, &options).map_err(|refused| refused.to_string())?;
    check(&built, &options, given, search, extent)
}

/// How long a proof is looked for of the program with this number.
fn search(number: u64) -> Option<Duration> {
    number.is_multiple_of(self::number("MULTISE_PROOFS", PROOFS)).then_some(SEARCH)
}

/// The programs of a folder whose options are in their headers.
fn with_headers(folder: &Path) -> Compared {
    let files = support::programs(folder).into_iter().filter(|path| !forks(path));
    all_texts(files, |at, text| {
        let options = Options::parse(&Header::parse(text)?.options)?;
        // A refused program has no cuts.
        let Ok(built) = pipeline::build("program.oox", text, &options) else { return Ok(Compared::default()) };
        check(&built, &options, None, search(at), EXTENT)
    })
}

/// Programs that once had wrong proofs, and rare ones. For those that begin with `// proof` the search gets more time.
#[test]
fn fragments_do_what_rare_programs_do() {
    on_big_stack(|| {
        all_texts(support::programs(&support::project().join("tests/cuts")), |_, text| {
            let search = text.starts_with("// proof").then_some(PATIENCE);
            check_text("rare.oox", text, None, search, EXTENT)
        });
    });
}

#[test]
fn fragments_do_what_the_corpus_does() {
    let compared = on_big_stack(|| with_headers(&support::project().join("tests/corpus")));
    assert!(compared.programs > 60 && compared.states > 5_000, "little is compared: {compared:?}");
}

#[test]
fn fragments_do_what_the_conformance_suite_does() {
    let Some(folder) = shared("conformance") else { return };
    on_big_stack(|| with_headers(&folder));
}

#[test]
fn fragments_do_what_the_tasks_do() {
    let Some(folder) = shared("tasks") else { return };
    on_big_stack(|| {
        let rows = support::read(folder.join("tasks.csv"));
        all(Task::read(&rows).into_iter().map(|task| (task.file.clone(), task)), |at, task| {
            let text = std::fs::read_to_string(folder.join(&task.file)).map_err(|error| error.to_string())?;
            let options = Options::parse(&task.options)?;
            let built = pipeline::build(&task.file, &text, &options).map_err(|refused| refused.to_string())?;
            check(&built, &options, None, search(at), EXTENT)
        });
    });
}

#[test]
fn fragments_do_what_programs_without_bounds_do() {
    let compared = on_big_stack(|| {
        let programs = support::programs(&support::project().join("tests/unbounded"));
        all_texts(programs, |at, text| check_text("unbounded.oox", text, None, search(at), EXTENT))
    });
    assert!(compared.programs > 300 && compared.states > 20_000, "little is compared: {compared:?}");
    // A slow machine finds few proofs.
    assert!(compared.proofs > 0 && compared.claimed > 0, "nothing is proved: {compared:?}");
}

/// Compares generated programs. Their number is the given one unless the environment sets another.
fn campaign<P: std::fmt::Debug, S: Strategy<Value = P>>(
    campaign: &Campaign<P>,
    programs: impl Fn() -> S + Sync,
    check: impl Fn(&P, At) -> Result<Compared, String> + Sync,
) -> (u64, Compared) {
    let (programs, compared) = campaign.run(programs, check);
    eprintln!("{programs} programs: {compared:?}");
    (programs, compared)
}

fn check_generated(text: &str, at: At, inputs: Option<Vec<Inputs>>) -> Result<Compared, String> {
    let checked = caught(|| check_text(&at.to_string(), text, inputs, search(at.number), FEW));
    checked.map_err(|finding| format!("{finding}\n{text}"))
}

#[test]
fn fragments_do_what_random_trees_do() {
    let trees = Campaign { programs: 250, batch: 25, salt: 3, print: random::print::print };
    let check = |tree: &Tree, at| check_generated(&random::print::print(tree), at, None);
    let (programs, compared) = campaign(&trees, random::generate::programs, check);
    assert!(compared.programs * 5 > programs, "of {programs} programs {compared:?}");
}

/// Compares `programs` generated programs on these inputs.
fn fragments_do_what<S: Strategy<Value = String>>(programs: u64, made: impl Fn() -> S + Sync, inputs: Vec<Inputs>) {
    let texts = Campaign { programs, batch: 25, salt: 4, print: Clone::clone };
    campaign(&texts, made, |text: &String, at| check_generated(text, at, Some(inputs.clone())));
}

#[test]
fn fragments_do_what_generated_loops_do() {
    fragments_do_what(200, repeating::program, repeating::all_inputs().step_by(2).collect());
}

#[test]
fn fragments_do_what_generated_calls_do() {
    fragments_do_what(200, repeating::call, repeating::all_inputs().step_by(2).collect());
}

#[test]
fn fragments_do_what_programs_over_heaps_do() {
    fragments_do_what(100, heaps::program, heaps::all_inputs().step_by(20).collect());
}

/// Each program with several changes of its clauses.
#[test]
fn fragments_do_what_programs_with_clauses_do() {
    let clauses = Campaign { programs: 40, batch: 5, salt: 5, print: annotated::Annotated::program };
    campaign(&clauses, annotated::programs, |made, at| {
        let inputs = || Some(annotated::all_inputs().collect());
        let mut compared = check_generated(&made.program(), at, inputs())?;
        for mutant in made.mutants().iter().step_by(MUTANTS) {
            compared += check_generated(&mutant.program(), at, inputs())?;
        }
        Ok(compared)
    });
}
