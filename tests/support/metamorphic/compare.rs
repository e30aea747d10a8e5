//! Compares the findings on a program and on its changes: the verdict is the same, and violations of the same kinds are at
//! places that come from the same places of the program.

use super::super::campaign::caught;
use super::super::counts::Counts;
use super::super::matrix::Choices;
use super::super::pipeline::{self, Answer};
use super::super::{supervisor, trials};
use super::traced::Origin;
use super::{CHANGES, Subject, rename};
use derive_more::AddAssign;
use multise::internals::ir::{Cause, Kind};
use multise::{Mode, Outcome, Phase, Span, Stop, Verdict, Violation};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Duration;

/// How programs are explored and changed.
#[derive(Clone, Debug)]
pub struct How {
    /// The executable, which looks for proofs in processes of its own.
    pub executable: PathBuf,
    /// The time of an exploration.
    pub limit: Duration,
    /// Whether proofs are looked for. Then the first violations are enough; otherwise all are compared.
    pub proofs: bool,
    /// How many single changes are made. One more program has two changes.
    pub changes: usize,
    /// The seed that selects the changes.
    pub seed: u64,
}

/// The amounts of what was compared.
#[derive(AddAssign, Clone, Debug, Default)]
pub struct Tally {
    /// Programs that were explored.
    pub programs: u64,
    /// Programs that were refused, before and after the change.
    pub refused: u64,
    /// How often each change was made, alone or with another one.
    pub made: Counts,
    /// Programs with two changes.
    pub pairs: u64,
    /// Changed programs with a complete comparison.
    pub whole: u64,
    /// Changed programs without one, because time or bounds ran out there or before the change.
    pub partly: u64,
    /// Changed programs with a verdict, before and after the change.
    pub decided: u64,
    /// Programs, changed or not, by verdict.
    pub verdicts: Counts,
}

impl Tally {
    /// Changed programs.
    pub fn changed(&self) -> u64 {
        self.whole + self.partly
    }
}

/// Changes a program and compares.
///
/// # Errors
/// The difference: both programs, the change, and the findings.
pub fn check(subject: &Subject, how: &How) -> Result<Tally, String> {
    let mut tally = Tally::default();
    let text = subject.text.text();
    if let Err(Answer::Refused(errors)) = pipeline::build("program.oox", text, &subject.options) {
        return refused(subject, &errors, how);
    }
    let found = explore(subject, how).map_err(|error| format!("{error}\n{text}"))?;
    tally.programs += 1;
    tally.verdicts.count(found.word());
    // No change can contradict it.
    if found.says_nothing() {
        return Ok(tally);
    }
    let mut compare = |changed: &Subject, name: &str| {
        let explained = |difference: String| {
            let (seed, changed) = (how.seed, changed.text.text());
            format!("{name}, seed {seed}: {difference}\n--- the program:\n{text}\n--- {name}:\n{changed}")
        };
        let again = explore(changed, how).map_err(explained)?;
        tally.verdicts.count(again.word());
        *(if found.is_whole && again.is_whole { &mut tally.whole } else { &mut tally.partly }) += 1;
        tally.decided += u64::from(![found.verdict, again.verdict].contains(&Verdict::Unknown));
        found.agrees(&again).map_err(explained)
    };
    // The seed and the text determine the changes and their places.
    let mut choices = Choices::new(how.seed, text.len() as u64);
    let first = text.len() % CHANGES.len();
    for at in (first..first + CHANGES.len()).take(how.changes) {
        let (name, change) = CHANGES[at % CHANGES.len()];
        let Some(changed) = subject.changed(change, &mut choices) else { continue };
        tally.made.count(name);
        compare(&changed, name)?;
    }
    let pairs =
        CHANGES.iter().flat_map(|one| CHANGES.iter().map(move |two| (one, two))).filter(|(one, two)| one.0 != two.0);
    let mut pairs: Vec<_> = pairs.collect();
    let first = text.len() / CHANGES.len() % pairs.len();
    pairs.rotate_left(first);
    for ((one, change), (two, then)) in pairs {
        let Some(changed) = subject.changed(*change, &mut choices) else { continue };
        let Some(changed) = changed.changed(*then, &mut choices) else { continue };
        [*one, *two].into_iter().for_each(|name| tally.made.count(name));
        tally.pairs += 1;
        compare(&changed, &format!("{one} and {two}"))?;
        break;
    }
    Ok(tally)
}

/// Checks that a program which is refused for static reasons is refused in the same lines after it has been renamed, because
/// that moves no line. (A program with syntax errors cannot be changed, and whether a method can be the entry depends on its
/// name.)
fn refused(subject: &Subject, errors: &[(Phase, Option<u32>, String)], how: &How) -> Result<Tally, String> {
    let mut tally = Tally::default();
    let places = |errors: &[(Phase, Option<u32>, String)]| -> BTreeSet<(Phase, Option<u32>)> {
        errors.iter().map(|(phase, line, _)| (*phase, *line)).collect()
    };
    let expected = places(errors);
    if expected.iter().any(|(phase, _)| *phase != Phase::Static) {
        return Ok(tally);
    }
    let mut choices = Choices::new(how.seed, subject.text.text().len() as u64);
    if let Some(changed) = subject.changed(rename::change, &mut choices) {
        tally.refused += 1;
        let (text, again) = (subject.text.text(), changed.text.text());
        let differs = |found: String| {
            format!("renamed: {errors:?}; then {found}\n--- the program:\n{text}\n--- renamed:\n{again}")
        };
        match pipeline::build("program.oox", again, &changed.options) {
            Err(Answer::Refused(errors)) if places(&errors) == expected => {}
            Err(answer) => return Err(differs(answer.to_string())),
            Ok(_) => return Err(differs("nothing".to_owned())),
        }
    }
    Ok(tally)
}

/// A violation: kind, cause, place, and the place of the call whose contract is violated.
type Site = (Kind, Option<Cause>, Option<Origin>, Option<Option<Origin>>);

/// The findings of an exploration.
struct Found {
    verdict: Verdict,
    sites: BTreeSet<Site>,
    /// Whether nothing was left out.
    is_whole: bool,
    /// Why something was left out.
    reasons: Vec<String>,
}

fn explore(subject: &Subject, how: &How) -> Result<Found, String> {
    let text = subject.text.text();
    let built = pipeline::build("program.oox", text, &subject.options).map_err(|refused| refused.to_string())?;
    let [mut config, _] = trials::merge_and_path(text, &subject.options.config, how.limit);
    if how.proofs {
        (config.proofs, config.stop) = (true, Stop::Soon);
        config.executable = Some(how.executable.clone());
    }
    assert_eq!(config.mode, Mode::Merge);
    let limit = how.limit + supervisor::GRACE;
    let outcome: Outcome = supervisor::within(limit, &built.exploration(&config), |_over| {
        let explore = std::panic::AssertUnwindSafe(|| pipeline::explore(&built, &config).map_err(|e| e.to_string()));
        caught(explore)
    })?;
    let origin = |span: Span| subject.text.origin(span);
    let site = |it: &Violation| {
        // For a deadlock it is the first of several places in the text, and changes move texts.
        let place = if it.kind == Kind::Deadlock { None } else { origin(it.span) };
        (it.kind, it.cause, place, it.call_site.map(origin))
    };
    let sites = outcome.violations.iter().map(|violation| site(violation));
    Ok(Found {
        verdict: outcome.verdict,
        sites: sites.collect(),
        is_whole: config.stop == Stop::All && outcome.reasons.is_empty(),
        reasons: outcome.reasons.iter().map(|reason| reason.to_string()).collect(),
    })
}

impl Found {
    fn word(&self) -> &'static str {
        match self.verdict {
            Verdict::Valid => "valid",
            Verdict::Invalid => "invalid",
            Verdict::Unknown => "unknown",
        }
    }

    /// Whether neither a verdict was found nor a violation, and something was left out.
    fn says_nothing(&self) -> bool {
        self.verdict == Verdict::Unknown && self.sites.is_empty() && !self.is_whole
    }

    /// Compares these findings with those on the changed program.
    fn agrees(&self, changed: &Self) -> Result<(), String> {
        let verdicts = [self.verdict, changed.verdict];
        let contradict = verdicts.contains(&Verdict::Valid) && verdicts.contains(&Verdict::Invalid);
        let missing = |a: &Self, b: &Self| a.is_whole && !b.sites.is_subset(&a.sites);
        if contradict || missing(self, changed) || missing(changed, self) {
            return Err(format!("{self}; then {changed}"));
        }
        Ok(())
    }
}

impl std::fmt::Display for Found {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {:?} {:?}", self.word(), self.reasons, self.sites)
    }
}
