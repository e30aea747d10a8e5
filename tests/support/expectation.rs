//! The header comments of a test program, and the comparison of an answer with them.

use super::pipeline::Answer;
use multise::Phase;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// The header of a program.
#[derive(Clone, Debug)]
pub struct Header {
    /// `// expect: …`
    pub expect: Expectation,
    /// `// options: …`, empty when absent.
    pub options: String,
    /// The lines of `// warning: line N`.
    pub warnings: Vec<u32>,
    /// Whether small inputs show every expected violation: the case without a line `// enumerate: …`.
    pub reachable: bool,
    /// The cover statements by line, each with the word for its status, if the header lists them.
    pub covers: Option<BTreeMap<u32, String>>,
    /// How many paths path mode has to find: with the options of the header, and without them.
    pub paths: (Option<u64>, Option<u64>),
}

/// The expected answer about a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expectation {
    /// Valid; `vacuous` if no input satisfies the `requires` of the entry method.
    Valid { vacuous: bool },
    /// Exactly these violations; sites on one line count once.
    Invalid(BTreeSet<Finding>),
    /// Unknown for this leading reason.
    Unknown(String),
    /// Refused by this phase, on these lines if the phase has lines.
    Error(Phase, BTreeSet<u32>),
}

/// A violation as headers write it: `KIND[/CAUSE] line N`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    /// The line; deadlocks have none in headers.
    pub line: Option<u32>,
    /// The word of the JSON report.
    pub kind: String,
    /// The word of the JSON report; a header may leave it out.
    pub cause: Option<String>,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.kind)?;
        if let Some(cause) = &self.cause {
            write!(f, "/{cause}")?;
        }
        match self.line {
            Some(line) => write!(f, " line {line}"),
            None => Ok(()),
        }
    }
}

impl Finding {
    fn parse(text: &str) -> Result<Self, String> {
        let (what, line) = match text.split_once(" line ") {
            Some((what, line)) => (what, Some(line.trim().parse().map_err(|e| format!("line `{line}`: {e}"))?)),
            None => (text, None),
        };
        let (kind, cause) = match what.trim().split_once('/') {
            Some((kind, cause)) => (kind.to_owned(), Some(cause.to_owned())),
            None => (what.trim().to_owned(), None),
        };
        Ok(Self { kind, cause, line })
    }

    /// Whether `self`, from a header, describes `found`.
    pub fn describes(&self, found: &Finding) -> bool {
        self.kind == found.kind
            && (self.line.is_none() || self.line == found.line)
            && (self.cause.is_none() || self.cause == found.cause)
    }
}

impl Expectation {
    /// Parses what follows `// expect:`.
    pub fn parse(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        let lines = |rest: &str| -> Result<BTreeSet<u32>, String> {
            rest.split(',')
                .map(|part| part.trim().strip_prefix("line ").unwrap_or(part).trim())
                .filter(|part| !part.is_empty())
                .map(|n| n.parse().map_err(|e| format!("line `{n}`: {e}")))
                .collect()
        };
        match word {
            "valid" if rest.is_empty() => Ok(Self::Valid { vacuous: false }),
            "valid" if rest == "vacuous" => Ok(Self::Valid { vacuous: true }),
            "invalid" => {
                Ok(Self::Invalid(rest.split(',').map(|part| Finding::parse(part.trim())).collect::<Result<_, _>>()?))
            }
            "deadlock" => Ok(Self::Invalid(BTreeSet::from([Finding::parse("deadlock")?]))),
            "unknown" if !rest.is_empty() => Ok(Self::Unknown(rest.to_owned())),
            "error" => match rest.split_once(' ').unwrap_or((rest, "")) {
                ("parse", rest) => Ok(Self::Error(Phase::Parse, lines(rest)?)),
                ("static", rest) => Ok(Self::Error(Phase::Static, lines(rest)?)),
                ("entry", "") => Ok(Self::Error(Phase::Entry, BTreeSet::new())),
                _ => Err(format!("`{text}` is no expectation")),
            },
            _ => Err(format!("`{text}` is no expectation")),
        }
    }

    /// Compares an answer with the expectation.
    ///
    /// # Errors
    /// What differs.
    pub fn check(&self, answer: &Answer) -> Result<(), String> {
        let agrees = match (self, answer) {
            (Self::Valid { vacuous }, Answer::Valid { vacuous: found }) => vacuous == found,
            (Self::Invalid(expected), Answer::Invalid(found)) => {
                expected.iter().all(|e| found.iter().any(|f| e.describes(f)))
                    && found.iter().all(|f| expected.iter().any(|e| e.describes(f)))
            }
            (Self::Unknown(expected), Answer::Unknown(found)) => found.first() == Some(expected),
            (Self::Error(phase, lines), Answer::Refused(diagnostics)) => {
                let found: BTreeSet<u32> = diagnostics.iter().filter_map(|(_, line, _)| *line).collect();
                diagnostics.iter().all(|(p, ..)| p == phase) && (*phase == Phase::Entry || *lines == found)
            }
            _ => false,
        };
        if agrees { Ok(()) } else { Err(format!("expected: {self}\n   found: {answer}")) }
    }
}

impl fmt::Display for Expectation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Valid { vacuous: false } => f.write_str("valid"),
            Self::Valid { vacuous: true } => f.write_str("valid vacuous"),
            Self::Invalid(findings) => write!(f, "invalid {}", list(findings)),
            Self::Unknown(reason) => write!(f, "unknown {reason}"),
            Self::Error(phase, lines) => write!(f, "error {phase:?} line {}", list(lines)),
        }
    }
}

/// The items, separated by commas.
pub fn list<T: fmt::Display>(items: impl IntoIterator<Item = T>) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(", ")
}

impl Header {
    /// Reads the comments at the top of a program.
    ///
    /// # Errors
    /// What is missing or cannot be read.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (mut expect, mut options, mut warnings, mut reachable) = (None, String::new(), Vec::new(), true);
        let (mut paths, mut covers) = ((None, None), None);
        for comment in text.lines().map_while(|line| line.strip_prefix("//")) {
            let comment = comment.trim();
            if let Some(rest) = comment.strip_prefix("expect:") {
                expect = Some(Expectation::parse(rest)?);
            } else if let Some(rest) = comment.strip_prefix("options:") {
                options = rest.trim().to_owned();
            } else if let Some(rest) = comment.strip_prefix("warning: line ") {
                warnings.push(rest.trim().parse().map_err(|e| format!("warning `{rest}`: {e}"))?);
            } else if let Some(rest) = comment.strip_prefix("covers:") {
                let cover = |part: &str| {
                    let (word, line) = part.trim().split_once(" line ")?;
                    Some((line.parse().ok()?, word.to_owned()))
                };
                let all = rest.split(',').map(cover).collect::<Option<_>>();
                covers = Some(all.ok_or_else(|| format!("`{rest}` is no list of cover statements"))?);
            } else if comment.starts_with("enumerate:") {
                reachable = false;
            } else if let Some(rest) = comment.strip_prefix("paths: ") {
                let number = |n: &str| n.parse::<u64>().map_err(|e| format!("paths `{n}`: {e}"));
                let (here, by_default) = rest.split_once(", by default ").map_or((rest, None), |(a, b)| (a, Some(b)));
                paths = (Some(number(here)?), by_default.map(number).transpose()?);
            }
        }
        Ok(Self { expect: expect.ok_or("no `// expect:` at the top")?, options, warnings, reachable, covers, paths })
    }
}
