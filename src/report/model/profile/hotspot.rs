//! The line that hurts most, why, and what helps against it.
//!
//! It is the line with the largest own cost by the sort key of the profile. The reason is the first of these rules that
//! holds; each compares the costs of the line with those of the whole exploration:
//!
//! 1. *solver*: if sorted by time, at least half of the time of the line is spent in the solver; otherwise, the line asks at
//!    least half of all questions to the solver, and at least 4.
//! 2. *products*: the line forms at least half of all combinations of values, and at least 16 at once.
//! 3. *guards*: the line makes at least half of the nodes of guards, and at least 256.
//! 4. *summaries*: the summaries that the line reads have at least 8 values on average.
//! 5. *runs*: otherwise the reason is how often the line is executed.
//!
//! The symbolic profiler of Rosette (Bornholt and Torlak, OOPSLA 2018) ranks by similar measures: time, terms and merged
//! cases made, sizes of unions, and input of the solver. A product makes guards grow as well; products come first because the
//! reader can do something about them.

use super::{Key, Line, Profiled, ratio};
use crate::ir::Expr;
use crate::ir::print::Printer;
use crate::outcome::{Cost, LargestProduct};
use crate::report::model::words::grouped;
use schemars::JsonSchema;
use serde::Serialize;
use std::time::Duration;

/// The thresholds of the rules: questions, combinations at once, nodes, and values of a summary.
const QUESTIONS: u64 = 4;
const COMBINATIONS: u64 = 16;
const NODES: u64 = 256;
const VALUES: u64 = 8;

/// A line with less than one part in this many of the cost does not hurt.
const SHARE: u64 = 10;

/// Why a line costs as much as it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Why {
    /// The solver is asked much there.
    Solver,
    /// Values are combined there.
    Products,
    /// Guards grow there.
    Guards,
    /// The summaries that are read there are large.
    Summaries,
    /// It is executed often.
    Runs,
}

/// The line that hurts most.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Hotspot {
    /// The line; null for what belongs to no line, such as the end of a method.
    #[schemars(range(min = 1))]
    pub line: Option<u32>,
    /// `Class.method`
    pub method: String,
    /// The reason in one word.
    pub why: Why,
    /// The line and the reason, as a sentence.
    pub sentence: String,
    /// What helps, as a sentence.
    pub advice: &'static str,
}

impl Hotspot {
    /// The first of the lines, which are sorted, if it has at least a tenth of the cost.
    pub fn of(profiled: &Profiled<'_>, total: &Cost, lines: &[Line]) -> Option<Self> {
        let by = profiled.by;
        let line = lines.first().filter(|line| {
            let cost = by.of(&line.cost);
            cost > 0 && cost.saturating_mul(SHARE) >= by.of(total)
        })?;
        let why = Why::of(by, &line.cost, total);
        let method = profiled.finished.program.entry_name(line.method);
        let place = match line.line {
            0 => format!("the end of {method}"),
            n => format!("line {n} in {method}"),
        };
        let percent = (100.0 * ratio(by.of(&line.cost) as f64, by.of(total) as f64)).round() as u64;
        let sentence = format!("{place} {}: {}", by.takes(percent), why.words(profiled, &line.cost, total));
        Some(Self { line: (line.line > 0).then_some(line.line), method, why, sentence, advice: why.advice() })
    }
}

impl Why {
    /// Applies the rules of this module.
    fn of(by: Key, cost: &Cost, total: &Cost) -> Self {
        let half = |part: u64, whole: u64| part > 0 && part >= whole - part;
        let asks = match by {
            Key::Time => 2 * cost.solver_time >= cost.time && cost.solver_calls > 0,
            _ => cost.solver_calls >= QUESTIONS && half(cost.solver_calls, total.solver_calls),
        };
        let at_once = cost.largest.map_or(0, |largest| largest.product.formed);
        if asks {
            Self::Solver
        } else if at_once >= COMBINATIONS && half(cost.products, total.products) {
            Self::Products
        } else if cost.nodes >= NODES && half(cost.nodes, total.nodes) {
            Self::Guards
        } else if cost.pairs_read >= VALUES * cost.reads.max(1) {
            Self::Summaries
        } else {
            Self::Runs
        }
    }

    fn words(self, profiled: &Profiled<'_>, cost: &Cost, total: &Cost) -> String {
        match self {
            Self::Solver => {
                let (calls, all) = (grouped(cost.solver_calls), grouped(total.solver_calls));
                format!("its solver questions ({calls} of {all} take {})", duration(cost.solver_time))
            }
            Self::Products => {
                let products = format!("{} of {} products", grouped(cost.products), grouped(total.products));
                match cost.largest {
                    Some(largest) => format!("it combines {} ({products})", operands(profiled, &largest)),
                    None => products,
                }
            }
            Self::Guards => format!("guards grow there, {} of {} nodes", grouped(cost.nodes), grouped(total.nodes)),
            Self::Summaries => {
                let average = ratio(cost.pairs_read as f64, cost.reads as f64).round() as u64;
                format!("the summaries that it reads have {} values on average", grouped(average))
            }
            Self::Runs if cost.runs == 1 => format!("it is executed once, in {} operations", grouped(cost.operations)),
            Self::Runs => {
                format!("it is executed {} times, in {} operations", grouped(cost.runs), grouped(cost.operations))
            }
        }
    }

    fn advice(self) -> &'static str {
        match self {
            Self::Solver => {
                "simpler arithmetic (products and quotients of inputs are the hardest), or bound the inputs (`assume`, \
                 `requires`, --array-length)"
            }
            Self::Products => {
                "fewer values at once: an `assume` or `requires` that bounds the inputs, or --max-summary N, which leaves many \
                 symbolic numbers of a variable to the solver"
            }
            Self::Guards => {
                "bound the inputs (`assume`, `requires`, --array-length), or try --max-summary N or --summaries pairs"
            }
            Self::Summaries => "bound the inputs (`assume`, `requires`, --array-length), or try --max-summary N",
            Self::Runs => "a small --unroll or --depth, or smaller inputs (`assume`, `requires`, --array-length)",
        }
    }
}

/// The operands of the largest product, with their numbers of values, and their names if known.
fn operands(profiled: &Profiled<'_>, largest: &LargestProduct) -> String {
    let product = largest.product;
    let (left, right) = (grouped(product.left), grouped(product.right));
    match names(profiled, largest) {
        Some((a, b)) => format!("{left} values of `{a}` with {right} of `{b}`"),
        None if product.op.is_none() => format!("{left} arrays with {right} values of the index"),
        None => format!("{left} values with {right}"),
    }
}

/// The operands as written in the source, if the instruction has one expression with this operator, over names only.
fn names(profiled: &Profiled<'_>, largest: &LargestProduct) -> Option<(String, String)> {
    let program = profiled.finished.program;
    let block = &program.methods[largest.method].blocks[largest.block];
    let mut roots: Vec<&Expr> = match block.instrs.get(largest.product.instruction as usize) {
        Some(instr) => instr.kind.exprs().collect(),
        None => block.term.exprs().iter().collect(),
    };
    let mut found = None;
    while let Some(expr) = roots.pop() {
        let operands = match expr {
            Expr::Binary(op, a, b) if Some(*op) == largest.product.op => Some((a, b)),
            Expr::Elem(a, index) if largest.product.op.is_none() => Some((a, index)),
            _ => None,
        };
        if !matches!(expr, Expr::Quant(_)) {
            roots.extend(expr.operands());
        }
        if let Some(operands) = operands
            && found.replace(operands).is_some()
        {
            return None;
        }
    }
    let (a, b) = found?;
    let printer = Printer::new(program, largest.method);
    let name = |expr: &Expr| is_named(profiled, largest, expr).then(|| printer.expr(expr));
    Some((name(a)?, name(b)?))
}

/// Whether an expression consists of names of the source.
fn is_named(profiled: &Profiled<'_>, at: &LargestProduct, expr: &Expr) -> bool {
    match expr {
        Expr::Local(local) => profiled.finished.program.methods[at.method].is_named(*local),
        Expr::Static(_) | Expr::Const(_) => true,
        Expr::Field(a, _) | Expr::Len(a) | Expr::Unary(_, a) | Expr::Wrap(_, a) => is_named(profiled, at, a),
        Expr::Elem(a, b) | Expr::Binary(_, a, b) | Expr::Bits(_, _, a, b) => {
            is_named(profiled, at, a) && is_named(profiled, at, b)
        }
        Expr::Ieee(_, operands) => operands.iter().all(|operand| is_named(profiled, at, operand)),
        Expr::InstanceOf(..)
        | Expr::Cast(..)
        | Expr::Caught(..)
        | Expr::CausedBy(..)
        | Expr::FromInner(_)
        | Expr::Carried(_)
        | Expr::Quant(_) => false,
    }
}

/// A duration in a readable unit.
fn duration(time: Duration) -> String {
    match time.as_millis() {
        ms @ 0..1000 => format!("{ms} ms"),
        _ => format!("{:.1} s", time.as_secs_f64()),
    }
}
