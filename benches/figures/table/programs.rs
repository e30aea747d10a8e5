//! The programs of the table, their sizes, and what has been published about them: `programs.json`.

use serde::{Deserialize, Serialize};

/// A program with a static field for its size.
#[derive(Clone, Debug, Deserialize)]
pub struct Program {
    /// Its name in the publication.
    pub name: String,
    /// Below the project.
    pub file: String,
    /// `Class.field`, the size.
    pub field: String,
    /// Sizes for both modes: that of the publication and, where path mode can still be brought to take 10 s, such. None of
    /// programs that show growth only.
    #[serde(default)]
    pub sizes: Vec<u64>,
    /// Sizes for merge mode alone, at which time is more than the start of a process.
    pub growth: Vec<u64>,
    /// What was published about MultiSE.
    pub multise: Option<MultiSe>,
    /// What was published about Java Ranger.
    #[serde(default)]
    pub java_ranger: Vec<JavaRanger>,
}

/// A row of Table 1 of Sen, Necula, Gong and Choi, "MultiSE: Multi-Path Symbolic Execution using Value Summaries",
/// FSE 2015. Path mode is the publication's "DSE".
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct MultiSe {
    /// Lines of code of the program that was measured, in JavaScript.
    pub lines: u64,
    /// The size.
    pub size: u64,
    /// Paths.
    pub paths: u64,
    /// Questions to the solver without merging.
    pub path_solver_calls: u64,
    /// Questions to the solver with merging.
    pub merge_solver_calls: u64,
    /// Operations without merging.
    pub path_operations: u64,
    /// Operations with merging.
    pub merge_operations: u64,
    /// Seconds with merging.
    pub merge_seconds: f64,
    /// How many times longer without.
    pub time_ratio: f64,
    /// How many times more operations without.
    pub operations_ratio: f64,
    /// Average pairs of a value summary.
    pub summary_size_avg: f64,
    /// Most pairs of a value summary.
    pub summary_size_max: u64,
    /// Average sharing factor.
    pub sharing_factor_avg: f64,
    /// Guarded assignments, which the publication calls merges.
    pub merges: u64,
    /// Those that classic state merging can make precisely, per cent.
    pub classic_percent: f64,
}

/// A row of Table I of Sharma, Hussein, Whalen, McCamant and Visser, "Java Ranger: Statically Summarizing Regions for
/// Efficient Symbolic Execution of Java", FSE 2020.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct JavaRanger {
    /// The size.
    pub size: u64,
    /// Whether paths were merged.
    pub merging: bool,
    /// Run time.
    pub seconds: f64,
    /// Time of the static analysis before.
    pub static_seconds: f64,
    /// Paths.
    pub paths: u64,
    /// Questions to the solver.
    pub queries: u64,
}

/// All programs, in the order of the table.
///
/// # Panics
/// When the data file of this folder is malformed.
pub fn all() -> Vec<Program> {
    serde_json::from_str(include_str!("programs.json")).expect("programs.json has the form of these types")
}

/// The lines of code of a program: those that hold more than white space and comments, as publications count them.
///
/// # Panics
/// When there is no such program.
pub fn lines(program: &Program) -> usize {
    let file = support::project().join(&program.file);
    let text = support::read(&file);
    without_comments(&text).lines().filter(|line| !line.trim().is_empty()).count()
}

/// The text with all its lines, but without what is in comments.
fn without_comments(text: &str) -> String {
    let (mut code, mut rest) = (String::new(), text);
    while let Some(first) = rest.chars().next() {
        let (kept, len) = if rest.starts_with("//") {
            (false, rest.find('\n').unwrap_or(rest.len()))
        } else if rest.starts_with("/*") {
            (false, rest.find("*/").map_or(rest.len(), |end| end + 2))
        } else if first == '"' {
            // A text ends in its line.
            (true, rest[1..].find(['"', '\n']).map_or(rest.len(), |end| end + 2))
        } else {
            (true, first.len_utf8())
        };
        let (part, after) = rest.split_at(len);
        code.extend(part.chars().filter(|&c| kept || c == '\n'));
        rest = after;
    }
    code
}
