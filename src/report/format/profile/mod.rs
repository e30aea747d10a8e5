//! The report of `multise profile`: costs by line and by method.
//!
//! | task | file |
//! |---|---|
//! | as JSON | here |
//! | as tables | [`mod@text`] |
//! | chains of calls with their costs, and the flame graph | [`flame`] |

pub mod flame;
mod text;

use super::json;
use crate::config::Mode;
use crate::outcome::{Cost, LargestProduct, Reason, Verdict};
use crate::report::model::Finished;
use crate::report::model::profile::{Hotspot, Key, Line, Method, Profiled};
use crate::report::model::statistics::{ratio, round, seconds};
use schemars::JsonSchema;
use serde::Serialize;

impl Profiled<'_> {
    /// The profile as one JSON object, ended by a line break.
    ///
    /// # Errors
    /// When it cannot be serialised: a defect.
    pub fn json(&self) -> Result<String, serde_json::Error> {
        let Finished { program, source, config, outcome, .. } = self.finished;
        let (total, lines) = (self.total(), self.lines());
        let report = Report {
            schema: json::SCHEMA,
            version: env!("CARGO_PKG_VERSION"),
            file: &source.main().name,
            entry: program.entry_name(outcome.entry),
            mode: config.mode,
            by: self.by,
            verdict: outcome.verdict,
            reasons: outcome.reasons.clone(),
            total: self.costs(&total),
            between: self.costs(&self.profile.between),
            hurts: Hotspot::of(self, &total, &lines),
            statements: lines.iter().map(|line| self.statement(line)).collect(),
            methods: self.methods().iter().map(|method| self.method(method)).collect(),
        };
        json::pretty(&report)
    }

    fn statement(&self, line: &Line) -> Statement<'_> {
        let source = self.finished.source.main();
        Statement {
            line: (line.line > 0).then_some(line.line),
            method: self.finished.program.entry_name(line.method),
            text: if line.line > 0 { source.slice(source.line_span(line.line)) } else { "" },
            costs: self.costs(&line.cost),
        }
    }

    fn method(&self, method: &Method) -> OfMethod {
        OfMethod {
            method: self.finished.program.entry_name(method.method),
            own: self.costs(&method.own),
            inclusive: self.costs(&method.inclusive),
        }
    }

    fn costs(&self, cost: &Cost) -> Costs {
        Costs {
            runs: cost.runs,
            operations: cost.operations,
            time: seconds(cost.time),
            summary_reads: cost.reads,
            summary_read_avg: average(cost.pairs_read, cost.reads),
            summary_read_max: cost.read_max,
            summary_writes: cost.writes,
            summary_written_avg: average(cost.pairs_written, cost.writes),
            summary_written_max: cost.written_max,
            products: cost.products,
            largest_product: cost.largest.map(|LargestProduct { product, .. }| Largest {
                left: product.left,
                right: product.right,
                formed: product.formed,
            }),
            solver_calls: cost.solver_calls,
            time_solver: seconds(cost.solver_time),
            guard_nodes: cost.nodes,
            atoms: cost.atoms,
        }
    }
}

fn average(pairs: u64, summaries: u64) -> f64 {
    round(ratio(pairs as f64, summaries as f64), 2)
}

/// What lines and methods cost, and which line hurts most.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields, title = "The report of `multise profile`")]
pub(super) struct Report<'a> {
    /// The version of the format.
    #[schemars(extend("const" = json::SCHEMA))]
    schema: u32,
    /// The version of the tool.
    version: &'static str,
    /// The file as given, or `<stdin>`.
    file: &'a str,
    /// `Class.method`, with the types of the parameters where the name is overloaded.
    entry: String,
    /// Whether paths are executed together.
    mode: Mode,
    /// What the lists are sorted by.
    by: Key,
    /// The answer.
    verdict: Verdict,
    /// Why the exploration is not exhaustive, leading reason first.
    reasons: Vec<Reason>,
    /// The costs of the exploration.
    total: Costs,
    /// What was between the steps: replays, collections, deepening, choices between threads.
    between: Costs,
    /// The line that hurts most; null where no line has a tenth of the cost.
    hurts: Option<Hotspot>,
    /// By line, those first that cost most.
    statements: Vec<Statement<'a>>,
    /// By method, those first that cost most with all that they have called.
    methods: Vec<OfMethod>,
}

/// The costs of a line in a method.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Statement<'a> {
    /// The line; null for what belongs to no line, such as the end of a method.
    #[schemars(range(min = 1))]
    line: Option<u32>,
    /// `Class.method`
    method: String,
    /// The line of the file.
    text: &'a str,
    #[serde(flatten)]
    costs: Costs,
}

/// The costs of a method.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
struct OfMethod {
    /// `Class.method`
    method: String,
    /// What its own lines have cost.
    own: Costs,
    /// The same with all that it has called.
    inclusive: Costs,
}

/// Costs.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Costs {
    /// Steps.
    runs: u64,
    /// Instructions and terminators executed.
    operations: u64,
    /// Wall time, seconds.
    time: f64,
    /// Summaries read.
    summary_reads: u64,
    /// Pairs of a summary that is read, average.
    summary_read_avg: f64,
    /// The same, most.
    summary_read_max: u64,
    /// Summaries written.
    summary_writes: u64,
    /// Pairs of a summary that is written, average.
    summary_written_avg: f64,
    /// The same, most.
    summary_written_max: u64,
    /// Combinations of values that were formed where an expression is over two summaries.
    products: u64,
    /// The expression in which most were formed at once.
    largest_product: Option<Largest>,
    /// Questions that reached the solver.
    solver_calls: u64,
    /// Time in the solver, seconds.
    time_solver: f64,
    /// Nodes by which guards have grown.
    guard_nodes: u64,
    /// New variables of guards.
    atoms: u64,
}

/// An expression over two summaries.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Largest {
    /// Values of the left operand, or of the array.
    left: u64,
    /// Values of the right operand, or of the index.
    right: u64,
    /// Combinations that were formed.
    formed: u64,
}
