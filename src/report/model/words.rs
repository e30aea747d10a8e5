//! The words for kinds, causes and reasons, the same in every format.

use crate::interp::{Lasso, Repeats, Waiting, WaitsFor};
use crate::ir::{Cause, ClassId, Kind, Program};
use crate::outcome::{Cut, Parked, Reason, SecondReplay, Violation};
use crate::source::Sources;

/// By what a violation was replayed: always by the interpreter, and perhaps by a second oracle.
pub fn replayed(second: Option<&SecondReplay>) -> String {
    match second {
        None => "yes".to_owned(),
        Some(SecondReplay { by, not_replayed: None }) => format!("interpreter and {by}"),
        Some(SecondReplay { by, not_replayed: Some(reason) }) => format!("interpreter; {by}: not replayed ({reason})"),
    }
}

/// The kinds of violations of assertions and clauses, and of integers that have a width.
pub const CHECKED: [Kind; 8] = [
    Kind::Assert,
    Kind::Requires,
    Kind::Ensures,
    Kind::Exceptional,
    Kind::Invariant,
    Kind::Decreases,
    Kind::Modifies,
    Kind::Overflow,
];

/// All kinds.
pub const KINDS: [Kind; 12] = [
    Kind::Assert,
    Kind::Requires,
    Kind::Ensures,
    Kind::Exceptional,
    Kind::Invariant,
    Kind::Decreases,
    Kind::Modifies,
    Kind::Exception,
    Kind::Overflow,
    Kind::MissingReturn,
    Kind::Deadlock,
    Kind::Nontermination,
];

/// The meaning of a violation of a kind, a sentence.
pub fn meaning(kind: Kind) -> &'static str {
    match kind {
        Kind::Assert => "An assertion does not hold.",
        Kind::Requires => "A method is called although its `requires` clause does not hold.",
        Kind::Ensures => "A method returns although its `ensures` clause does not hold.",
        Kind::Exceptional => "An exception leaves a method although its `exceptional` clause does not hold.",
        Kind::Invariant => "An iteration of a loop begins, or the loop ends, although its `invariant` does not hold.",
        Kind::Decreases => "The measure of a loop or recursion is negative or has not decreased.",
        Kind::Modifies => "A call has changed what its `modifies` clause does not list.",
        Kind::Exception => "An exception leaves the entry method.",
        Kind::Overflow => "The result of an operation has more bits than an integer.",
        Kind::MissingReturn => "The value of a call that returned none is used.",
        Kind::Deadlock => "No thread can go on.",
        Kind::Nontermination => "An execution cannot end.",
    }
}

/// What a cause means.
pub fn event(cause: Cause) -> &'static str {
    match cause {
        Cause::Null => "null is dereferenced",
        Cause::Bounds => "an index is out of bounds",
        Cause::NegativeSize => "an array of negative size is created",
        Cause::DivisionByZero => "a division by zero",
        Cause::Cast => "a cast fails",
        Cause::ArrayStore => "an array cannot hold what is stored",
        Cause::Throw => "`throw` is executed",
    }
}

/// One sentence about a violation of a program, without a full stop.
pub fn violated(program: &Program, violation: &Violation) -> String {
    let Violation { kind, cause, lasso, .. } = *violation;
    message(kind, cause, class(program, violation.class), lasso)
}

/// The name of a class.
pub fn class(program: &Program, class: Option<ClassId>) -> Option<&str> {
    class.map(|class| program.classes[class].name.as_str())
}

/// One sentence about a violation, without a full stop. `class` is that of the exception, where exceptions have classes.
pub fn message(kind: Kind, cause: Option<Cause>, class: Option<&str>, lasso: Option<Lasso>) -> String {
    let clause = || match cause {
        Some(cause) => format!("the `{kind}` clause cannot be evaluated: {}", event(cause)),
        None => format!("the `{kind}` clause does not hold"),
    };
    match kind {
        Kind::Assert => "the assertion does not hold".to_owned(),
        Kind::Requires | Kind::Ensures | Kind::Exceptional | Kind::Invariant => clause(),
        Kind::Decreases if cause.is_none() => "the measure is negative or has not decreased".to_owned(),
        Kind::Decreases => clause(),
        Kind::Modifies => "the call has changed what its `modifies` clause does not list".to_owned(),
        Kind::Exception => match (class, cause) {
            (Some(class), None | Some(Cause::Throw)) => format!("uncaught {class}"),
            (Some(class), Some(cause)) => format!("uncaught {class}: {}", event(cause)),
            (None, cause) => format!("uncaught exception: {}", cause.map_or("thrown", event)),
        },
        Kind::Overflow => "the result has more bits than an integer".to_owned(),
        Kind::MissingReturn => "the value of a call that returned none is used".to_owned(),
        Kind::Deadlock => "no thread can go on".to_owned(),
        Kind::Nontermination => {
            let lasso = lasso.map(|lasso| format!(": {}", self::lasso(lasso))).unwrap_or_default();
            format!("the execution cannot end{lasso}")
        }
    }
}

/// Why an execution cannot end.
fn lasso(lasso: Lasso) -> String {
    let period = usize::try_from(lasso.period).unwrap_or(usize::MAX);
    match lasso.of {
        Repeats::Loop => {
            let Lasso { line, .. } = lasso;
            format!("the state at the head of the loop at line {line} comes back after {}", count(period, "iteration"))
        }
        Repeats::Recursion => {
            format!("the state at the beginning of the method comes back after {}", count(period, "recursive call"))
        }
    }
}

/// What a thread of a deadlock waits for.
pub fn waiting(waiting: &Waiting) -> String {
    let on = match &waiting.on {
        WaitsFor::Monitor(owner) => format!("the monitor that thread {owner} has"),
        WaitsFor::Threads(threads) => {
            let threads: Vec<String> = threads.iter().map(ToString::to_string).collect();
            format!("the end of thread {}", threads.join(", "))
        }
    };
    format!("thread {} waits at line {} for {on}", waiting.thread, waiting.line)
}

/// The text beside the carets of a violation.
pub fn label(kind: Kind, cause: Option<Cause>) -> &'static str {
    match (kind, cause) {
        (Kind::Exception, _) => "thrown here",
        (_, Some(_)) => "its evaluation throws",
        (Kind::Modifies, _) => "changes more",
        (Kind::Overflow, _) => "does not fit",
        (Kind::MissingReturn, _) => "no value was returned",
        (Kind::Deadlock, _) => "waits for ever",
        (Kind::Nontermination, _) => "comes back for ever",
        _ => "false",
    }
}

/// Kind and cause, as they appear in brackets.
pub fn id(kind: Kind, cause: Option<Cause>) -> String {
    match cause {
        Some(cause) => format!("{kind}, {cause}"),
        None => kind.to_string(),
    }
}

/// A loop, a recursion or a read of the input, by its place.
pub fn bounded(parked: &Parked, source: &Sources) -> String {
    let what = match parked.what {
        Cut::Loop => "loop",
        Cut::Call => "recursion",
        Cut::Heap => "read of the input",
    };
    format!("{what} at line {}", source.place(parked.span))
}

/// A bound, with the unit of what it bounds.
pub fn bound(parked: &Parked) -> String {
    let unit = match parked.what {
        Cut::Loop => "iteration",
        Cut::Call => "frame",
        Cut::Heap => "reference",
    };
    count(usize::try_from(parked.bound).unwrap_or(usize::MAX), unit)
}

/// Why not everything was explored.
pub fn why(reason: Reason) -> &'static str {
    match reason {
        Reason::Interrupted => "exploration was interrupted",
        Reason::Timeout | Reason::Memory => "exploration ended",
        Reason::Atoms => "the guards need too many variables",
        Reason::Stopped => "stopped after the first violation",
        Reason::Unsupported => "code was reached that cannot be executed",
        Reason::Solver => "the solver gave up",
        Reason::Nonlinear => "the solver gave up on products or quotients of inputs",
        Reason::FloatingPoint => "the solver gave up on floating-point operations of inputs",
        Reason::NoRationalWitness => "only irrational numbers satisfy a condition",
        Reason::Approximated => "the body of a quantifier may throw",
        Reason::Quantifier => "a violation below a quantifier could not be replayed",
        Reason::Unroll => "loops were cut",
        Reason::Depth => "recursion was cut",
        Reason::Heap => "the input heap was cut",
        Reason::Switches => "switches between threads were cut",
    }
}

/// Advice for an exploration that ended for this reason.
pub fn advice(reason: Reason) -> Option<&'static str> {
    Some(match reason {
        Reason::Timeout => {
            "a larger --timeout, the other --mode, or bound the inputs (`assume`, `requires`, --array-length)"
        }
        Reason::Memory => "a larger --memory, or bound the inputs (`assume`, `requires`, --array-length)",
        Reason::Atoms => "bound the inputs (`assume`, `requires`, --array-length)",
        Reason::Solver => "simpler conditions, or bound the inputs (`assume`, `requires`, --array-length)",
        Reason::Nonlinear => "simpler arithmetic, without products or quotients of inputs",
        Reason::FloatingPoint => "fewer floating-point operations of inputs, and no remainders",
        Reason::Approximated => {
            "a loop in place of a quantifier whose body may throw, or bound the array (`assume`, --array-length)"
        }
        Reason::Quantifier => "a loop in place of the quantifier, or bound the array (`assume`, --array-length)",
        Reason::Unroll => "a larger --unroll, or none",
        Reason::Depth => "a larger --depth, or none",
        Reason::Heap => "a larger --heap-depth, or none",
        Reason::Switches => "a larger --switches, or none",
        Reason::NoRationalWitness => "another formula",
        Reason::Stopped | Reason::Unsupported | Reason::Interrupted => return None,
    })
}

/// A number with its digits in groups: `1,234,567`.
pub fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let first = digits.len() % 3;
    let groups = digits.as_bytes()[first..].chunks(3).map(String::from_utf8_lossy);
    let groups: Vec<_> = (first > 0).then(|| digits[..first].into()).into_iter().chain(groups).collect();
    groups.join(",")
}

/// `1 error`, `2 errors`.
pub fn count(n: usize, noun: &str) -> String {
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}

/// At most `limit` characters of a text; the middle is left out.
pub fn elide(text: &str, limit: usize) -> String {
    // The number of bytes bounds the number of characters, so the characters of a short text need not be counted.
    if text.len() <= limit {
        return text.to_owned();
    }
    let (head, tail) = (limit - limit / 4, limit / 4);
    let Some((cut, _)) = text.char_indices().nth(head) else { return text.to_owned() };
    let Some((resume, _)) = text.char_indices().nth_back(tail.saturating_sub(1)) else { return text.to_owned() };
    if resume <= cut {
        return text.to_owned();
    }
    format!("{} … {}", &text[..cut], &text[resume..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_middle_of_long_texts_goes() {
        assert_eq!(elide("äöüß", 4), "äöüß");
        assert_eq!(elide(&"ä".repeat(20), 8), format!("{} … {}", "ä".repeat(6), "ä".repeat(2)));
    }
}
