//! Horn clauses for Z3's Spacer (A. Komuravelli, A. Gurfinkel, S. Chaki, *SMT-based model checking for recursive programs*,
//! 2014), and its interpretations as expressions.
//!
//! Spacer of Z3 4.8.12 ends the process where one of its own assertions fails. Truth values among the parameters can cause
//! that. So it runs in a process of its own: this program, called with a word that is hidden from its users ([`serve`]).
//! That process can also be ended at any time.
//!
//! One of Spacer's options decides whether it finds a proof or runs for ever, in either direction, so a few settings are
//! tried. Its answer is only a proposal.

use super::numeral;
use super::smt::leave_ctrl_c;
use crate::cancel::Token;
use crate::induction::horn::{System, name, read_term, write_term};
use crate::ir::{BinaryOp, Const, Expr, LocalId, UnaryOp};
use std::fmt::Write as _;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::str::FromStr;
use std::thread;
use std::time::{Duration, Instant};
use z3::ast::{Ast, Dynamic};
use z3::{AstKind, DeclKind, Params, SatResult};

/// The hidden word that makes the program answer clauses.
pub const WORD: &str = "spacer";

/// The time that the process may take beyond its limit.
const GRACE: Duration = Duration::from_secs(1);
/// The interval at which the process is polled.
const TICK: Duration = Duration::from_millis(2);

/// A setting of Spacer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Setting {
    /// Spacer's own setting.
    Default,
    /// The predicates of a clause are taken in reverse order (`order_children=1`). This suits recursion whose results are
    /// arguments.
    Reversed,
    /// Interpolants are the solver's unchanged cores (`iuc=0`).
    PlainCores,
}

/// The settings and their words.
const WORDS: [(Setting, &str); 3] =
    [(Setting::Default, "default"), (Setting::Reversed, "reversed"), (Setting::PlainCores, "plain-cores")];

impl FromStr for Setting {
    type Err = String;
    fn from_str(word: &str) -> Result<Self, String> {
        let known = WORDS.iter().find(|(_, known)| *known == word);
        known.map(|(setting, _)| *setting).ok_or_else(|| format!("no setting of Spacer: {word}"))
    }
}

/// The result of Spacer.
#[derive(Clone, Debug)]
pub enum Answer {
    /// A formula for each predicate, over its parameters by their numbers.
    Interpretation(Vec<Expr>),
    /// A check can be violated, if reads of the heap may have any values.
    Refuted,
    /// No result within the time, or one that claims cannot express.
    Unknown,
}

/// Looks for an interpretation of the predicates that makes all clauses true, until the token is cancelled. `program` is the
/// executable of this program.
pub fn solve(program: &Path, system: &System, setting: Setting, time: Duration, token: &Token) -> Answer {
    match asked(program, &system.to_smtlib(), setting, time, token) {
        Some(reply) if reply.starts_with("unsat") => Answer::Refuted,
        Some(reply) if reply.starts_with("sat") => {
            let meanings =
                (0..system.predicates.len()).map(|i| Some(system.over_truth_values(i, &meaning(&reply, i)?)));
            meanings.collect::<Option<_>>().map_or(Answer::Unknown, Answer::Interpretation)
        }
        _ => Answer::Unknown,
    }
}

/// The output of the process; `None` when it fails or takes too long.
fn asked(program: &Path, clauses: &str, setting: Setting, time: Duration, token: &Token) -> Option<String> {
    let word = WORDS.iter().find(|(known, _)| *known == setting).map(|(_, word)| *word)?;
    let mut command = Command::new(program);
    command.arg(WORD).arg(word).arg(time.as_millis().to_string());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().ok()?;
    let (mut input, mut output) = (child.stdin.take()?, child.stdout.take()?);
    // The process reads everything before it writes anything.
    let written = input.write_all(clauses.as_bytes());
    drop(input);
    let reader = thread::spawn(move || {
        let mut reply = String::new();
        output.read_to_string(&mut reply).map(|_| reply)
    });
    let began = Instant::now();
    let status = loop {
        match child.try_wait() {
            Ok(None) if written.is_ok() && !token.is_cancelled() && began.elapsed() < time => {
                thread::sleep(TICK);
            }
            Ok(Some(status)) => break Some(status),
            _ => {
                // It may have ended meanwhile.
                let _ = child.kill();
                break child.wait().ok();
            }
        }
    };
    let reply = reader.join().ok()?.ok()?;
    status.filter(|status| status.success()).map(|_| reply)
}

/// The meaning of a predicate according to a reply.
fn meaning(reply: &str, predicate: usize) -> Option<Expr> {
    let prefix = format!("{} ", name(predicate));
    match reply.lines().find_map(|line| line.strip_prefix(&prefix)) {
        Some(text) => read_term(text),
        // The clauses do not depend on it.
        None => Some(Expr::bool(true)),
    }
}

/// Answers clauses in SMT-LIB: `sat` and the meanings of the predicates, a line each, or `unsat`, or `unknown`. May end the
/// process, and does so when the time is over. (Z3's own time limits are not used: with Z3 4.8.12 some of many questions
/// did not end.)
pub fn serve(clauses: &str, setting: Setting, time: Duration) -> String {
    // The parent process ends this one in time, if it still can.
    thread::spawn(move || {
        thread::sleep(time.saturating_add(GRACE));
        std::process::exit(1);
    });
    answer(clauses, setting)
}

fn answer(clauses: &str, setting: Setting) -> String {
    let solver = solver(clauses, setting);
    match (solver.check(), solver.get_model()) {
        (SatResult::Unsat, _) => "unsat\n".into(),
        (SatResult::Sat, Some(model)) => meanings(&model).map_or("unknown\n".into(), |text| format!("sat\n{text}")),
        _ => "unknown\n".into(),
    }
}

/// A solver with the clauses.
fn solver(clauses: &str, setting: Setting) -> z3::Solver {
    let solver = z3::Tactic::new("horn").solver();
    let mut params = Params::new();
    leave_ctrl_c(&mut params);
    match setting {
        Setting::Default => {}
        Setting::Reversed => params.set_u32("spacer.order_children", 1),
        Setting::PlainCores => params.set_u32("spacer.iuc", 0),
    }
    // Each of these loses facts in interpretations: a predicate whose clauses were put in the place of its uses is `false`.
    params.set_bool("xform.tail_simplifier_pve", false);
    params.set_bool("xform.inline_eager", false);
    params.set_bool("xform.inline_linear", false);
    solver.set_params(&params);
    solver.from_string(clauses);
    solver
}

/// The meanings of the predicates in a model; `None` where claims cannot express them.
fn meanings(model: &z3::Model) -> Option<String> {
    let mut text = String::new();
    for decl in model {
        let meaning = match model.get_func_interp(&decl) {
            Some(interpretation) if interpretation.get_num_entries() == 0 => term(&interpretation.get_else()?)?,
            Some(_) => return None,
            None => term(&model.eval(&decl.apply(&[]), true)?)?,
        };
        let _ = write!(text, "{} ", decl.name());
        write_term(&mut text, &meaning);
        text.push('\n');
    }
    Some(text)
}

/// A formula of Z3 as an expression over the parameters; `None` where claims cannot express it.
fn term(ast: &Dynamic) -> Option<Expr> {
    match ast.kind() {
        AstKind::Numeral => Some(Expr::Const(Const::Num(numeral::parse(&ast.to_string())?))),
        AstKind::App => {
            let decl = ast.decl();
            if decl.kind() == DeclKind::Ite && ast.as_bool().is_none() {
                return None;
            }
            let args = ast.children().iter().map(term).collect::<Option<Vec<Expr>>>()?;
            application(decl.kind(), args)
        }
        // A parameter, which Z3 prints as `(:var 1)`.
        AstKind::Var => {
            let text = ast.to_string();
            let number = text.trim_start_matches("(:var ").trim_end_matches(')').parse().ok()?;
            Some(Expr::Local(LocalId(number)))
        }
        _ => None,
    }
}

fn application(kind: DeclKind, mut args: Vec<Expr>) -> Option<Expr> {
    let op = match kind {
        DeclKind::True => return Some(Expr::bool(true)),
        DeclKind::False => return Some(Expr::bool(false)),
        DeclKind::Not => return Some(args.pop()?.negated()),
        DeclKind::Uminus => return Some(Expr::Unary(UnaryOp::Neg, Box::new(args.pop()?))),
        DeclKind::Ite => {
            let (other, then, cond) = (args.pop()?, args.pop()?, args.pop()?);
            let yes = Expr::binary(BinaryOp::Implies, cond.clone(), then);
            return Some(Expr::binary(BinaryOp::And, yes, Expr::binary(BinaryOp::Or, cond, other)));
        }
        DeclKind::And => BinaryOp::And,
        DeclKind::Or => BinaryOp::Or,
        DeclKind::Implies => BinaryOp::Implies,
        DeclKind::Eq | DeclKind::Iff => BinaryOp::Eq,
        DeclKind::Xor => BinaryOp::Ne,
        DeclKind::Le => BinaryOp::Le,
        DeclKind::Lt => BinaryOp::Lt,
        DeclKind::Ge => BinaryOp::Ge,
        DeclKind::Gt => BinaryOp::Gt,
        DeclKind::Add => BinaryOp::Add,
        DeclKind::Sub => BinaryOp::Sub,
        DeclKind::Mul => BinaryOp::Mul,
        DeclKind::Idiv => BinaryOp::Div,
        DeclKind::Mod => BinaryOp::Rem,
        _ => return None,
    };
    // Claims are pure, so they must not throw.
    if op.divides() && !matches!(args.last(), Some(Expr::Const(Const::Num(n))) if !n.is_zero()) {
        return None;
    }
    args.into_iter().reduce(|a, b| Expr::binary(op, a, b))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A loop that counts to the first number, and its result, which is used once: its meaning is not lost.
    const RESULT: &str = "(set-logic HORN)
        (declare-fun P0 (Int Int) Bool)
        (declare-fun P1 (Int Int) Bool)
        (assert (forall ((x0 Int)) (P0 x0 0)))
        (assert (forall ((x0 Int) (x1 Int)) (=> (and (< x1 x0) (P0 x0 x1)) (P0 x0 (+ x1 1)))))
        (assert (forall ((x0 Int) (x1 Int)) (=> (and (>= x1 x0) (P0 x0 x1)) (P1 x0 x1))))
        (assert (forall ((x0 Int) (x1 Int)) (=> (and (>= x0 0) (not (= x1 x0)) (P1 x0 x1)) false)))";

    #[test]
    fn results_have_meanings_that_their_clauses_imply() {
        for (setting, _) in WORDS {
            let reply = answer(RESULT, setting);
            assert!(reply.starts_with("sat"), "{setting:?}: {reply}");
            assert_ne!(meaning(&reply, 1), Some(Expr::bool(false)), "{setting:?}: {reply}");
        }
    }
}
