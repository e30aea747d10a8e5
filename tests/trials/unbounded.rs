//! Programs without bounds: no proof by induction is found if a run violates a check, and the known proofs are found.
//!
//! The first line of a program states its correct verdict (`tests/unbounded/README.md`). What is found depends on time; what
//! must never be found does not. `proved.txt` lists the programs with an expected proof, in a time that is enough on a slow
//! machine.

use crate::record::{self, Record};
use libtest_mimic::{Failed, Trial};
use multise::internals::cancel::Token;
use multise::internals::induction::{numeric_candidates, suggested_candidates};
use multise::internals::ir::MethodId;
use multise::internals::proofs::{pieces, prove};
use multise::internals::{ir, on_worker};
use multise::{Config, Kind, Program, Verdict, Watch, explore};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Duration;
use support::read;

/// The correct verdict of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Truth {
    /// No run violates a check.
    Valid,
    /// A run violates a check of this kind.
    Invalid(String),
}

/// A program of the folder.
struct Case {
    path: PathBuf,
    truth: Truth,
}

/// The time of a source of claims, and of an exploration, when no proof may be found.
const SEARCH: Duration = Duration::from_millis(60);
/// The time of an exploration when no violation may be found.
const EXPLORATION: Duration = Duration::from_millis(80);
/// The time in which a violation or proof is found on any machine.
const PATIENCE: Duration = Duration::from_secs(300);

pub fn trials() -> Vec<Trial> {
    let folder = support::project().join("tests/unbounded");
    let proved: BTreeSet<String> = read(folder.join("proved.txt")).lines().map(str::to_owned).collect();
    let mut names = BTreeSet::new();
    let mut trials = Vec::new();
    for path in support::programs(&folder) {
        let name = path.file_stem().expect("a program has a name").to_string_lossy().into_owned();
        let truth = truth(&read(&path));
        let case = Case { path: path.clone(), truth: truth.clone() };
        match truth {
            Truth::Invalid(_) => {
                trials.push(Trial::test(format!("unbounded/{name} (no proof)"), move || no_proof(&case)));
            }
            Truth::Valid if proved.contains(&name) => {}
            Truth::Valid => {
                trials.push(Trial::test(format!("unbounded/{name} (no violation)"), move || no_violation(&case)));
            }
        }
        if proved.contains(&name) {
            let case = Case { path, truth: Truth::Valid };
            trials.push(Trial::test(format!("unbounded/{name} (proof)"), move || proof(&case)));
        }
        names.insert(name);
    }
    trials.push(Trial::test("recorded proposals", proposals));
    assert!(proved.is_subset(&names), "proved.txt names programs that are not there");
    assert!(names.len() > 120, "most programs are gone");
    trials
}

/// The verdict in the first line.
fn truth(text: &str) -> Truth {
    let first = text.lines().next().unwrap_or_default();
    match first.strip_prefix("// invalid: ") {
        Some(kind) => Truth::Invalid(kind.trim().to_owned()),
        None => {
            assert!(first.starts_with("// valid: ") || first == "// not invalid", "no expectation: {first}");
            Truth::Valid
        }
    }
}

/// The configuration for a program, with the option that it has in a directive.
fn config(case: &Case, timeout: Duration) -> Config {
    let mut config = support::config();
    config.modular = read(&case.path).contains("// multise: --modular");
    config.timeout = timeout;
    config.executable = Some(support::executable!().into());
    config
}

/// A program and its entry.
fn load(case: &Case, config: &Config) -> Result<(Program, MethodId), Failed> {
    let program = Program::load(&case.path, &config.dialect).map_err(|error| error.to_string())?;
    let entry = program.entry("Main.main").map_err(|error| error.to_string())?;
    Ok((program, entry))
}

/// A run violates a check: no search may have a proof, and bounds find the violation or nothing.
fn no_proof(case: &Case) -> Result<(), Failed> {
    let Truth::Invalid(kind) = &case.truth else { return Ok(()) };
    let mut config = config(case, SEARCH);
    let (program, entry) = load(case, &config)?;
    let found = {
        let (program, config) = (program.clone(), config.clone());
        on_worker(move || prove(ir(&program), entry, &config, &Watch::new(), SEARCH))
    };
    if let Some(proof) = found {
        return Err(format!("a proof of what is not true: {:#?}", proof.claims).into());
    }
    // What remains is what bounds find.
    config.proofs = false;
    let outcome = explore(&program, entry, &config).map_err(|error| Failed::from(error.to_string()))?;
    let kinds: Vec<String> = outcome.violations.iter().map(|violation| word(violation.kind)).collect();
    match outcome.verdict {
        Verdict::Valid => Err("valid, but a run violates a check".into()),
        Verdict::Invalid if !kinds.contains(kind) => Err(format!("{kinds:?} in the place of {kind}").into()),
        _ => Ok(()),
    }
}

/// The name of a kind in the first lines.
fn word(kind: Kind) -> String {
    format!("{kind:?}").to_lowercase()
}

/// No run violates a check: no violation may be found.
fn no_violation(case: &Case) -> Result<(), Failed> {
    let mut config = config(case, EXPLORATION);
    config.proofs = false;
    let (program, entry) = load(case, &config)?;
    let outcome = explore(&program, entry, &config).map_err(|error| Failed::from(error.to_string()))?;
    match outcome.violations.first() {
        Some(violation) => Err(format!("line {}: {:?}, but no run does", violation.line, violation.kind).into()),
        None => Ok(()),
    }
}

/// A proof must be found.
fn proof(case: &Case) -> Result<(), Failed> {
    let config = config(case, PATIENCE);
    let (program, entry) = load(case, &config)?;
    let outcome = explore(&program, entry, &config).map_err(|error| Failed::from(error.to_string()))?;
    match (outcome.verdict, &outcome.proof) {
        (Verdict::Valid, Some(proof)) if !proof.clauses.is_empty() && proof.opinion.is_some() => Ok(()),
        (verdict, _) => Err(format!("{verdict:?} without a proof: {:?}", outcome.reasons).into()),
    }
}

/// What the search for a proof starts from is as it was recorded: for each program, the beginnings of the digests of its Horn
/// clauses, of the candidates about numbers, with and without products, and of those that its code suggests. A candidate that is
/// lost may lose no proof of these programs, and that of another one.
fn proposals() -> Result<(), Failed> {
    let folder = support::project().join("tests/unbounded");
    let mut lines = Vec::new();
    for path in support::programs(&folder) {
        let mut line = path.strip_prefix(&folder).unwrap_or(&path).display().to_string();
        let proposed = proposed(&Case { path, truth: Truth::Valid })?;
        proposed.iter().for_each(|made| record::add(&mut line, made.lines()));
        lines.push(line);
    }
    Ok(Record::of("unbounded/proposals.txt").check(&lines)?)
}

/// What is proposed for a proof of a program, or why there is none.
fn proposed(case: &Case) -> Result<Vec<String>, Failed> {
    let config = config(case, PATIENCE);
    let ((program, entry), token) = (load(case, &config)?, Token::new());
    Ok(match pieces(ir(&program), entry, &config, &token) {
        Ok((cuts, system)) => {
            let numeric = |products| format!("{:?}", numeric_candidates(&system, products, &token));
            let suggested = format!("{:?}", suggested_candidates(&cuts, &token));
            vec![format!("{system:?}"), numeric(false), numeric(true), suggested]
        }
        Err(unfit) => vec![format!("{unfit:?}")],
    })
}
