//! The first lines of a Java program: what is expected of it.

use std::collections::BTreeSet;
use std::fmt;

/// The head of a program.
#[derive(Clone, Debug)]
pub struct Header {
    /// `// expect: …`
    pub expect: Answer,
    /// `// uncaught: allowed`
    pub uncaught_allowed: bool,
    /// `// receivers: built`
    pub are_built: bool,
    /// `// entry: Class.method(types)`, else the program begins in `Main.main`.
    pub entry: Option<String>,
    /// The class whose `main` starts the program, if it is not `Main`.
    pub main: Option<String>,
    /// `// witness: …`, values from outside that lead to the violation.
    pub witness: Option<String>,
    /// `// features: …`
    pub features: BTreeSet<String>,
}

/// The answer to a program, in the words of headers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    Valid,
    Invalid(BTreeSet<Violation>),
    /// With the reason; there may be a deadlock, which has a word of its own in headers.
    Unknown(String),
    Deadlock,
    /// With the reason.
    Refused(String),
    /// The engine has failed, with this message: never expected.
    Failed(String),
}

/// A violation: the class of an exception, without its package, or nothing for an assertion, and the line.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Violation {
    pub exception: Option<String>,
    pub line: u32,
}

/// How an answer fits what is expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    Right,
    /// Nothing is claimed.
    Undecided,
    Wrong,
}

impl Header {
    /// The head of a program of which only the entry is known.
    pub fn of_entry(entry: &str) -> Self {
        Self {
            expect: Answer::Valid,
            uncaught_allowed: false,
            are_built: false,
            entry: Some(entry.to_owned()),
            main: None,
            witness: None,
            features: BTreeSet::new(),
        }
    }

    /// Reads the head of a program.
    ///
    /// # Errors
    /// When it has none.
    pub fn parse(text: &str) -> Result<Self, String> {
        let head = text.lines().map_while(|line| line.strip_prefix("// "));
        let lines: Vec<(&str, &str)> = head.map_while(|line| line.split_once(": ")).collect();
        let value = |key: &str| lines.iter().find(|(found, _)| *found == key).map(|(_, value)| value.trim());
        let expect = value("expect").ok_or("no `// expect:` at the top")?;
        Ok(Self {
            expect: Answer::parse(expect).ok_or_else(|| format!("`{expect}` is no expectation"))?,
            uncaught_allowed: value("uncaught") == Some("allowed"),
            are_built: value("receivers") == Some("built"),
            entry: value("entry").map(str::to_owned),
            main: None,
            witness: value("witness").map(str::to_owned),
            features: value("features").unwrap_or_default().split_whitespace().map(str::to_owned).collect(),
        })
    }
}

impl Answer {
    fn parse(text: &str) -> Option<Self> {
        Some(match text.split_whitespace().collect::<Vec<_>>()[..] {
            ["valid"] => Self::Valid,
            ["deadlock"] => Self::Deadlock,
            ["refused"] => Self::Refused(String::new()),
            ["unknown", ..] => Self::Unknown(text["unknown".len()..].trim().to_owned()),
            ["invalid", "assert", "line", line] => Self::violated(None, line)?,
            ["invalid", "uncaught", name, "line", line] => Self::violated(Some(name), line)?,
            _ => return None,
        })
    }

    fn violated(exception: Option<&str>, line: &str) -> Option<Self> {
        let violation = Violation { exception: exception.map(str::to_owned), line: line.parse().ok()? };
        Some(Self::Invalid(BTreeSet::from([violation])))
    }

    /// How a found answer fits this one. Only an `unknown` without a reason to claim more is undecided.
    pub fn fit(&self, found: &Answer) -> Fit {
        match (self, found) {
            (Self::Refused(_), Self::Refused(_)) | (Self::Unknown(_), Self::Unknown(_)) => Fit::Right,
            (_, Self::Failed(_)) => Fit::Wrong,
            (_, Self::Unknown(_)) => Fit::Undecided,
            _ if self == found => Fit::Right,
            _ => Fit::Wrong,
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Valid => f.write_str("valid"),
            Self::Deadlock => f.write_str("deadlock"),
            Self::Unknown(reason) => write!(f, "unknown {reason}"),
            Self::Refused(reason) => write!(f, "refused {reason}"),
            Self::Failed(message) => write!(f, "internal error {message}"),
            Self::Invalid(violations) => {
                f.write_str("invalid")?;
                violations.iter().try_for_each(|Violation { exception, line }| match exception {
                    None => write!(f, " assert line {line}"),
                    Some(name) => write!(f, " uncaught {name} line {line}"),
                })
            }
        }
    }
}
