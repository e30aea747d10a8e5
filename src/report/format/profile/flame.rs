//! Chains of calls with their costs: as folded stacks, the input of other programs for flame graphs, and as a flame graph.

use crate::report::model::profile::Profiled;
use inferno::flamegraph::{self, Options};
use std::collections::BTreeMap;

/// The name of costs that belong to no line.
pub(super) const BETWEEN: &str = "(between steps)";

/// A flame graph that cannot be drawn.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The costs that it should show are all 0.
    #[error("there are no {0} to draw")]
    Empty(&'static str),
    /// Drawing failed.
    #[error("the flame graph cannot be drawn: {0}")]
    Failed(#[from] std::io::Error),
}

impl Profiled<'_> {
    /// Lines `method;method;method:line N`, one for each line of the program on each chain of calls, in the order of the
    /// texts, each ended by a line break. N is the cost that is the sort key of the profile, time in microseconds. Lines
    /// without cost are left out.
    pub fn folded(&self) -> String {
        let program = self.finished.program;
        let mut costs: BTreeMap<String, u64> = BTreeMap::new();
        for ((stack, line), cost) in &self.profile.lines {
            let chain = self.chain(*stack);
            let mut frames: Vec<String> = chain.iter().rev().map(|method| program.entry_name(*method)).collect();
            let method = frames.last().cloned().unwrap_or_default();
            frames.push(if *line == 0 { format!("{method}:end") } else { format!("{method}:{line}") });
            *costs.entry(frames.join(";")).or_default() += self.by.of(cost);
        }
        *costs.entry(BETWEEN.to_owned()).or_default() += self.by.of(&self.profile.between);
        costs.retain(|_, cost| *cost > 0);
        costs.into_iter().map(|(frames, cost)| format!("{frames} {cost}\n")).collect()
    }

    /// The flame graph as an interactive SVG document.
    ///
    /// # Errors
    /// When there is nothing to draw.
    pub fn flame(&self) -> Result<String, Error> {
        let folded = self.folded();
        if folded.is_empty() {
            return Err(Error::Empty(self.by.unit()));
        }
        let program = self.finished.program;
        let mut options = Options::default();
        options.title =
            format!("{}: {}", self.finished.source.main().name, program.entry_name(self.finished.outcome.entry));
        options.count_name = self.by.unit().to_owned();
        options.name_type = "Line:".to_owned();
        // Equal profiles give equal graphs.
        options.deterministic = true;
        let mut svg = Vec::new();
        flamegraph::from_lines(&mut options, folded.lines(), &mut svg)?;
        Ok(String::from_utf8_lossy(&svg).into_owned())
    }
}
