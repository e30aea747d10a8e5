//! What a profile is sorted by.

use crate::outcome::Cost;
use clap::ValueEnum;
use schemars::JsonSchema;
use serde::Serialize;

/// A cost that lines are compared by. All but time are the same in equal runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Key {
    /// Wall time
    Time,
    /// Instructions executed
    Operations,
    /// Pairs of the summaries that are read and written
    Summaries,
    /// Combinations of the values of two summaries
    Products,
    /// Questions to the solver
    Solver,
    /// Nodes by which guards grow
    Guards,
}

impl Key {
    /// A cost as a number; time in microseconds.
    pub fn of(self, cost: &Cost) -> u64 {
        match self {
            Self::Time => u64::try_from(cost.time.as_micros()).unwrap_or(u64::MAX),
            Self::Operations => cost.operations,
            Self::Summaries => cost.pairs_read + cost.pairs_written,
            Self::Products => cost.products,
            Self::Solver => cost.solver_calls,
            Self::Guards => cost.nodes,
        }
    }

    /// What the number counts.
    pub fn unit(self) -> &'static str {
        match self {
            Self::Time => "microseconds",
            Self::Operations => "operations",
            Self::Summaries => "pairs of summaries",
            Self::Products => "products",
            Self::Solver => "solver calls",
            Self::Guards => "guard nodes",
        }
    }

    /// A line, and its share of the whole, as a verb phrase.
    pub fn takes(self, percent: u64) -> String {
        match self {
            Self::Time => format!("takes {percent} % of the time"),
            Self::Operations => format!("takes {percent} % of the operations"),
            Self::Summaries => format!("reads and writes {percent} % of the pairs of summaries"),
            Self::Products => format!("makes {percent} % of the products"),
            Self::Solver => format!("asks {percent} % of the questions to the solver"),
            Self::Guards => format!("makes {percent} % of the nodes of guards"),
        }
    }
}
