//! From a program text to an answer in the words of test headers.

use super::expectation::{Finding, list};
use super::options::Options;
use multise::internals::ir;
use multise::{
    Config, CoverId, Covering, Dialect, Error, MethodId, Outcome, Phase, Program, Severity, Verdict, Warning,
};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// A program and its entry method.
#[derive(Clone, Debug)]
pub struct Built {
    /// The program.
    pub program: Program,
    /// The entry method.
    pub entry: MethodId,
}

impl Built {
    /// A correct text with its entry method `Main.main`.
    pub fn of(text: &str) -> Self {
        Self::with(text, "")
    }

    /// A correct text, with options.
    pub fn with(text: &str, options: &str) -> Self {
        Self::correct(text, &Options::parse(options).expect("no option is wrong"))
    }

    /// A correct text in a dialect.
    pub fn in_dialect(text: &str, dialect: &Dialect) -> Self {
        let mut options = Options::parse("").expect("there are none");
        options.config.dialect = dialect.clone();
        Self::correct(text, &options)
    }

    fn correct(text: &str, options: &Options) -> Self {
        build("test.oox", text, options).unwrap_or_else(|refused| panic!("{refused}\n{text}"))
    }

    /// The IR of the program.
    pub fn ir(&self) -> &ir::Program {
        ir(&self.program)
    }

    /// Its text.
    pub fn text(&self) -> &str {
        &self.program.source().main().text
    }

    /// The code of its entry as text, whatever language it is written in.
    pub fn code(&self) -> String {
        format!("{:?}", self.ir().methods[self.entry].blocks)
    }

    /// The description of an exploration, for a report that it hangs.
    pub fn exploration(&self, config: &Config) -> String {
        format!("{:?} mode, {}:\n{}", config.mode, self.program.source().main().name, self.text())
    }
}

/// The answer to one program, as test headers write it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// `valid`; `vacuous` if no input satisfies the `requires` of the entry method.
    Valid { vacuous: bool },
    /// `invalid`, with all violations; sites on one line count once.
    Invalid(BTreeSet<Finding>),
    /// `unknown`, with the reasons, leading one first.
    Unknown(Vec<String>),
    /// Refused by the parser, the checker or the choice of the entry method: phase, line and message of each error.
    Refused(Vec<(Phase, Option<u32>, String)>),
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Valid { vacuous: false } => f.write_str("valid"),
            Self::Valid { vacuous: true } => f.write_str("valid vacuous"),
            Self::Invalid(findings) => write!(f, "invalid {}", list(findings)),
            Self::Unknown(reasons) => write!(f, "unknown {}", list(reasons)),
            Self::Refused(errors) => write!(f, "error {}", list(errors.iter().map(|e| format!("{e:?}")))),
        }
    }
}

/// Loads a text and finds the entry that the options name.
///
/// # Errors
/// The answer `Refused`.
pub fn build(name: &str, text: &str, options: &Options) -> Result<Built, Answer> {
    let program = Program::from_text(name, text, &options.config.dialect).map_err(refused)?;
    let entry = program.entry(&options.entry).map_err(refused)?;
    Ok(Built { program, entry })
}

fn refused(error: Error) -> Answer {
    let Error::Refused(refused) = error else { panic!("{error}") };
    let line = |span| refused.source().line(span);
    Answer::Refused(refused.errors().map(|d| (d.phase, d.span.map(line), d.message.clone())).collect())
}

/// Explores.
///
/// # Errors
/// As for [`multise::explore`].
pub fn explore(built: &Built, config: &Config) -> Result<Outcome, Error> {
    multise::explore(&built.program, built.entry, config)
}

/// The outcome of a correct text with options, and with a change of its configuration.
pub fn explored(text: &str, options: &str, change: impl FnOnce(&mut Config)) -> Outcome {
    let mut options = Options::parse(options).expect("no option is wrong");
    change(&mut options.config);
    explore(&Built::correct(text, &options), &options.config).expect("an outcome")
}

/// The outcome in the words of test headers.
pub fn answer(outcome: &Outcome) -> Answer {
    match outcome.verdict {
        Verdict::Valid => {
            Answer::Valid { vacuous: outcome.warnings.iter().any(|w| matches!(w, Warning::VacuousRequires(_))) }
        }
        Verdict::Unknown => Answer::Unknown(outcome.reasons.iter().map(ToString::to_string).collect()),
        Verdict::Invalid => Answer::Invalid(
            outcome
                .violations
                .iter()
                .map(|v| Finding { line: Some(v.line), kind: word(&v.kind), cause: v.cause.as_ref().map(word) })
                .collect(),
        ),
    }
}

/// The word of a kind or cause in reports.
pub fn word<T: serde::Serialize>(value: &T) -> String {
    let json = serde_json::to_value(value).expect("an enumeration of words");
    json.as_str().expect("a word").to_owned()
}

/// The lines of all warnings: from parser, checker and exploration.
pub fn warning_lines(built: &Built, outcome: &Outcome) -> BTreeSet<u32> {
    let explored = outcome.warnings.iter().map(Warning::span);
    let warned = built.program.warnings().iter().filter(|d| d.severity == Severity::Warning).filter_map(|d| d.span);
    warned.chain(explored).map(|span| built.program.source().line(span)).collect()
}

/// The cover statements by line, each with the word for its status.
pub fn covers(built: &Built, outcome: &Outcome) -> BTreeMap<u32, String> {
    let word = |covering: &Covering| match covering {
        Covering::Satisfied(_) => "satisfied",
        Covering::Unreachable => "unreachable",
        Covering::Undecided => "undecided",
    };
    let line = |id: CoverId| built.program.source().line(built.ir().covers[id].span);
    outcome.covers.iter().map(|(id, covering)| (line(*id), word(covering).to_owned())).collect()
}

/// Asserts that two explorations have the same findings. Their costs may differ.
pub fn assert_found_alike(a: &Outcome, b: &Outcome, context: &str) {
    let shown = |outcome: &Outcome| {
        let violations: Vec<_> = outcome.violations.iter().map(|v| (v.kind, v.cause, v.span, v.call_site)).collect();
        let Outcome { reasons, checks, implicit, coverage, .. } = outcome;
        (outcome.verdict, reasons.clone(), checks.clone(), implicit.clone(), violations, coverage.clone())
    };
    assert_eq!(shown(a), shown(b), "{context}");
}
