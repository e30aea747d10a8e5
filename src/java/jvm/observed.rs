//! How a run has ended, and the comparison with what is expected.

use super::request::Value;
use std::fmt;

/// What a run has shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observed {
    /// How it has ended.
    pub end: End,
    /// What it has printed, on both streams.
    pub printed: String,
    /// How many values from outside it has not used.
    pub unused: u32,
    /// The values from outside that were drawn after the given ones.
    pub drawn: Vec<Value>,
}

/// How a run has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The method has returned.
    Returned(Returned),
    /// An exception has left the method.
    Threw {
        /// Its class, with dots between packages.
        class: String,
        /// The frames of its stack trace that are in classes of the user, the innermost first.
        frames: Vec<Frame>,
    },
    /// An assumption does not hold.
    Rejected,
    /// The next value from outside is not there, or not of this type, which the run needs.
    Asked(String),
    /// The program has ended the JVM, with this status.
    Exited(i32),
}

/// A result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Returned {
    /// Of a method without a result, or of a constructor.
    Nothing,
    /// A value, null, a text or an object of the inputs.
    Value(Value),
    /// Another object, of this class.
    Other(String),
}

/// A line of a stack trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The class, with dots between packages.
    pub class: String,
    /// The method.
    pub method: String,
    /// The line of the source, if the class file has it.
    pub line: Option<u32>,
}

/// Limits of the JVM, which say nothing about the program.
const LIMITS: [&str; 2] = ["java.lang.OutOfMemoryError", "java.lang.StackOverflowError"];

impl End {
    /// Whether it is the expected one, of which only the innermost frames may be known. A frame without a line is any line.
    pub fn is(&self, expected: &End) -> bool {
        match (self, expected) {
            (End::Threw { class, frames }, End::Threw { class: other, frames: known }) => {
                let same = |(found, known): (&Frame, &Frame)| {
                    let line = known.line.is_none() || known.line == found.line;
                    line && (&known.class, &known.method) == (&found.class, &found.method)
                };
                // Some exceptions have no stack trace.
                let has_frames = frames.is_empty() || frames.len() >= known.len();
                class == other && has_frames && frames.iter().zip(known).all(same)
            }
            _ => self == expected,
        }
    }

    /// The limit of the JVM that the run has reached, if it has.
    pub fn limit(&self) -> Option<&str> {
        match self {
            End::Threw { class, .. } => Some(&**class).filter(|class| LIMITS.contains(class)),
            _ => None,
        }
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            End::Returned(Returned::Nothing) => f.write_str("returns"),
            End::Returned(Returned::Value(value)) => write!(f, "returns {value}"),
            End::Returned(Returned::Other(class)) => write!(f, "returns an object of {class}"),
            End::Threw { class, frames } => {
                write!(f, "throws {class}")?;
                frames.iter().try_for_each(|frame| write!(f, ", at {frame}"))
            }
            End::Rejected => f.write_str("breaks an assumption"),
            End::Asked(ty) => write!(f, "asks for another value from outside, of type {ty}"),
            End::Exited(status) => write!(f, "ends with status {status}"),
        }
    }
}

impl fmt::Display for Frame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.class, self.method)?;
        self.line.map_or(Ok(()), |line| write!(f, ":{line}"))
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Null => f.write_str("null"),
            Value::Boolean(value) => write!(f, "{value}"),
            Value::Byte(value) => write!(f, "{value}"),
            Value::Char(unit) => write!(f, "{:?}", String::from_utf16_lossy(&[*unit])),
            Value::Short(value) => write!(f, "{value}"),
            Value::Int(value) => write!(f, "{value}"),
            Value::Long(value) => write!(f, "{value}"),
            Value::Float(bits) => write!(f, "{:?}", f32::from_bits(*bits)),
            Value::Double(bits) => write!(f, "{:?}", f64::from_bits(*bits)),
            Value::Text(units) => write!(f, "{:?}", String::from_utf16_lossy(units)),
            Value::Object(index) => write!(f, "object {} of the inputs", index + 1),
        }
    }
}
