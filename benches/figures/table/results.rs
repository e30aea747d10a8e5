//! The results as data.

use super::programs::{JavaRanger, MultiSe};
use crate::growth::Growth;
use multise::internals::compare::{Answer, Comparison, Derived};
use serde::Serialize;

/// All that was measured.
#[derive(Debug, Serialize)]
pub struct Results {
    /// The version of the tool.
    pub version: &'static str,
    /// Seconds that each run might take.
    pub budget: f64,
    /// How many processors the machine has.
    pub processors: usize,
    /// Load of the machine when the measurements began, in processes that wanted to run, where the system shows it.
    pub load_before: Option<f64>,
    /// One for each program.
    pub programs: Vec<Measured>,
}

/// A program at all its sizes.
#[derive(Debug, Serialize)]
pub struct Measured {
    /// The program.
    pub name: String,
    /// Where it is.
    pub file: String,
    /// Its lines of code.
    pub lines: usize,
    /// The static field with its size.
    pub field: String,
    /// Published.
    pub multise: Option<MultiSe>,
    /// Published.
    pub java_ranger: Vec<JavaRanger>,
    /// Both modes.
    pub rows: Vec<Row>,
    /// At sizes that grow until a run is not decided.
    pub growth: Vec<Growing>,
}

/// Both modes at one size.
#[derive(Debug, Serialize)]
pub struct Row {
    /// The size.
    pub size: u64,
    /// The runs.
    #[serde(flatten)]
    pub comparison: Comparison,
    /// What follows from them.
    pub derived: Derived,
}

/// One size. A way to explore that did not decide a smaller one has no run.
#[derive(Clone, Debug, Serialize)]
pub struct Growing {
    /// The size.
    pub size: u64,
    /// Merge mode.
    pub merge: Option<Point>,
    /// Merge mode with lists of pairs in the place of diagrams.
    pub pairs: Option<Point>,
    /// Path mode.
    pub path: Option<Point>,
}

/// A way to explore, as one of the columns of [`Growing`].
pub type Way = fn(&Growing) -> Option<&Point>;

impl Growing {
    /// Its time ÷ that of merge mode, where both were decided in a time that says something.
    pub fn ratio(&self, way: Way) -> Option<f64> {
        let (merge, other) = (self.merge.as_ref()?, way(self)?);
        let longest = merge.wall.max(other.wall);
        (merge.is_decided() && other.is_decided() && longest >= 0.1).then(|| other.wall / merge.wall)
    }
}

/// A run at one size.
#[derive(Clone, Debug, Serialize)]
pub struct Point {
    /// How the run ended.
    pub answer: Answer,
    /// Its wall time, seconds.
    pub wall: f64,
    /// Its peak memory in bytes.
    pub memory_peak: u64,
}

impl Point {
    /// Whether there was a verdict.
    pub fn is_decided(&self) -> bool {
        matches!(self.answer, Answer::Valid | Answer::Invalid)
    }
}

impl Measured {
    /// The growth of the runs that were decided.
    pub fn growth(&self, way: Way) -> Growth {
        let mut growth = Growth::default();
        for growing in &self.growth {
            if let Some(point) = way(growing).filter(|point| point.is_decided()) {
                growth.add(growing.size, point.wall);
            }
        }
        growth
    }

    /// The row at the size of MultiSE's publication, with what was published.
    pub fn published(&self) -> Option<(&Row, &MultiSe)> {
        let paper = self.multise.as_ref()?;
        self.rows.iter().find(|row| row.size == paper.size).map(|row| (row, paper))
    }
}

/// The load of the machine over the last minute.
pub fn load() -> Option<f64> {
    std::fs::read_to_string("/proc/loadavg").ok()?.split(' ').next()?.parse().ok()
}
