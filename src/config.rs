//! What a run is asked to do. Passed, never global.

use crate::num::Num;
use clap::ValueEnum;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

/// Language options: they change what a program means. The help of `multise explore` says how.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dialect {
    /// `--lenient`.
    pub lenient: bool,
    /// `--uncaught`.
    pub uncaught: Uncaught,
    /// `--nonnull-arrays`.
    pub nonnull_arrays: bool,
    /// `--array-length`.
    pub array_length: Option<u64>,
    /// `--set`, as `("Class.field", "VALUE")`.
    pub set: Vec<(String, String)>,
    /// `--types`.
    pub types: Types,
    /// `--termination`.
    pub termination: bool,
    /// `--int-width`. Default: none, integers of any size.
    pub int_width: Option<IntWidth>,
    /// `--overflow`.
    pub overflow: Overflow,
    /// `--check`.
    pub check: Checked,
    /// `--classpath`, `--sourcepath`, and what is asked for.
    pub classes: Classes,
}

/// Which compiled classes a program is made of, and which methods it is made for. Languages of a single text ignore it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Classes {
    /// `--classpath`: folders, archives and class files, in the order of the search.
    pub path: Vec<PathBuf>,
    /// `--sourcepath`: where the texts of the classes are.
    pub sources: Vec<PathBuf>,
    /// The methods that the program is made for.
    pub roots: Roots,
    /// `--receivers`.
    pub receivers: Receivers,
    /// `--requires`: the conditions and methods that are true of the inputs.
    pub requires: Vec<String>,
    /// `--java-home`: where the classes of the library are, and the second oracle; else where they usually are.
    pub java_home: Option<PathBuf>,
}

impl Classes {
    /// The operand of a command line that names no file: no file has this name.
    pub const NO_FILE: &str = "<classes>";

    /// Whether options say that the program is one of compiled classes.
    pub fn is_asked(&self) -> bool {
        !self.path.is_empty() || self.is_started()
    }

    /// Whether an option names the class where the program starts.
    pub fn is_started(&self) -> bool {
        matches!(self.roots, Roots::Main(Some(_)))
    }
}

/// The receivers of entries of compiled classes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Receivers {
    /// Objects with any values in their fields.
    #[default]
    Any,
    /// What a constructor makes of any arguments.
    Built,
}

/// The methods that a program of compiled classes is made for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Roots {
    /// Every method that can be an entry.
    #[default]
    All,
    /// Those of a class.
    Class(String),
    /// The method where a program starts, without arguments: of this class, or of the one that the file names.
    Main(Option<String>),
    /// A method by its name.
    Entry(String),
}

/// What happens where an operation has a result with more bits than an integer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Overflow {
    /// It is a violation.
    #[default]
    Check,
    /// The last bits are the result.
    Wrap,
}

/// The number of bits of an integer with a sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum IntWidth {
    /// 8 bits.
    #[value(name = "8")]
    W8,
    /// 16 bits.
    #[value(name = "16")]
    W16,
    /// 32 bits.
    #[value(name = "32")]
    W32,
    /// 64 bits.
    #[value(name = "64")]
    W64,
}

impl IntWidth {
    /// The number of bits.
    pub fn bits(self) -> u32 {
        match self {
            Self::W8 => 8,
            Self::W16 => 16,
            Self::W32 => 32,
            Self::W64 => 64,
        }
    }

    /// The least integer.
    pub fn least(self) -> Num {
        Num::from(i64::MIN >> (64 - self.bits()))
    }

    /// The greatest integer.
    pub fn most(self) -> Num {
        Num::from(i64::MAX >> (64 - self.bits()))
    }

    /// Whether an integer has these bits.
    pub fn has(self, n: &Num) -> bool {
        self.least() <= *n && *n <= self.most()
    }
}

impl Dialect {
    /// Whether a violation of a property counts as one.
    pub fn checks(&self, property: Property) -> bool {
        self.check.0.contains(&property) && (self.uncaught == Uncaught::Invalid || !property.is_cause())
    }

    /// Whether every exception may leave an entry method.
    pub fn allows_exceptions(&self) -> bool {
        !Property::all().any(|property| property.is_cause() && self.checks(property))
    }
}

/// The properties that are checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Checked(BTreeSet<Property>);

impl Default for Checked {
    /// All of them.
    fn default() -> Self {
        Property::all().collect()
    }
}

impl FromIterator<Property> for Checked {
    fn from_iter<T: IntoIterator<Item = Property>>(properties: T) -> Self {
        Self(properties.into_iter().collect())
    }
}

impl Checked {
    /// Whether everything is checked.
    pub fn is_all(&self) -> bool {
        *self == Self::default()
    }

    /// The properties as words with this between them.
    pub fn joined(&self, separator: &str) -> String {
        self.0.iter().map(Property::to_string).collect::<Vec<_>>().join(separator)
    }
}

/// Which classes the objects of the inputs have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Types {
    /// Every concrete class below the declared one.
    #[default]
    Symbolic,
    /// Exactly the declared class.
    Declared,
}

/// What can be violated, by the words of reports: the kind of a violation, or for an exception its cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, ValueEnum, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Property {
    /// `assert` holds.
    Assert,
    /// `requires` holds at calls.
    Requires,
    /// `ensures` holds at normal exits.
    Ensures,
    /// `exceptional` holds at exceptional exits.
    Exceptional,
    /// `invariant` holds.
    Invariant,
    /// The measure of `decreases` decreases.
    Decreases,
    /// Calls change only what `modifies` lists.
    Modifies,
    /// Null is not dereferenced.
    Null,
    /// Indexes are within bounds.
    Bounds,
    /// Arrays have no negative size.
    #[value(alias = "size")]
    NegativeSize,
    /// Divisors are not zero.
    #[value(alias = "division")]
    DivisionByZero,
    /// Casts succeed.
    Cast,
    /// No exception of a `throw` is uncaught.
    Throw,
    /// Integers have the bits of `--int-width`.
    Overflow,
    /// Executions end, with `--termination`.
    Nontermination,
    /// Values that are used have been returned.
    MissingReturn,
    /// Some thread can go on.
    Deadlock,
}

impl Property {
    /// The properties of clauses.
    pub const CONTRACTS: [Property; 6] = [
        Property::Requires,
        Property::Ensures,
        Property::Exceptional,
        Property::Invariant,
        Property::Decreases,
        Property::Modifies,
    ];

    /// All properties.
    pub fn all() -> impl Iterator<Item = Property> {
        Self::value_variants().iter().copied()
    }

    /// Whether its violations are uncaught exceptions.
    pub fn is_cause(self) -> bool {
        matches!(self, Self::Null | Self::Bounds | Self::NegativeSize | Self::DivisionByZero | Self::Cast | Self::Throw)
    }
}

impl fmt::Display for Property {
    /// As it is parsed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.to_possible_value().as_ref().map_or("", |value| value.get_name()))
    }
}

/// How an uncaught exception counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Uncaught {
    /// A violation.
    #[default]
    Invalid,
    /// An ordinary end.
    Allow,
}

/// Whether paths are executed together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// One state, no forks.
    Merge,
    /// Path by path.
    Path,
}

impl fmt::Display for Mode {
    /// The word of JSON.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// How value summaries are represented.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Summaries {
    /// Lists of (guard, value) pairs.
    Pairs,
    /// Decision diagrams.
    #[default]
    Diagram,
}

/// When the symbolic numbers of a summary become one conditional term. Only the solver looks inside such a term.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Collapse {
    /// When no branch depends on the variable and it has many symbolic numbers, more than inputs that they are made of. If
    /// guards of symbolic numbers grow large all the same, exploration begins anew, with one term wherever there would be
    /// two numbers. If that is too much for the solver, the first exploration goes on. In merge mode only.
    #[default]
    Auto,
    /// Never.
    Never,
    /// When there are more than this number.
    Above(usize),
}

impl FromStr for Collapse {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match (text, text.parse()) {
            ("auto", _) => Ok(Self::Auto),
            ("none", _) => Ok(Self::Never),
            (_, Ok(n)) => Ok(Self::Above(n)),
            _ => Err("not a number, `auto` or `none`"),
        }
    }
}

impl fmt::Display for Collapse {
    /// As it is parsed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Auto => f.write_str("auto"),
            Self::Never => f.write_str("none"),
            Self::Above(most) => write!(f, "{most}"),
        }
    }
}

/// When exploration stops after a violation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Stop {
    /// At the first violation.
    First,
    /// When the round ends, or when as much has been done since the first violation as before it, and about a second of work.
    Soon,
    /// Never.
    All,
}

/// Options of an exploration. Options of the command line have the same name here, and its help says what they mean.
/// Only those of the language, bounds and limits can change a verdict. What cuts an exploration makes the verdict unknown.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Config {
    /// The language options.
    pub dialect: Dialect,
    /// `--mode`. Default: merge.
    pub mode: Mode,
    /// `--unroll`. Default: none.
    pub unroll: Option<u64>,
    /// `--depth`. Default: none.
    pub depth: Option<u64>,
    /// `--heap-depth`. Default: none.
    pub heap_depth: Option<u64>,
    /// `--timeout`. Default: 300 s.
    pub timeout: Duration,
    /// `--memory`, in MiB. Default: 4096.
    pub memory: u64,
    /// `--summaries`. Default: diagrams, in either mode.
    pub summaries: Summaries,
    /// `--max-summary`. Default: `Auto`.
    pub collapse: Collapse,
    /// Not `--no-tabling`. Default: true.
    pub tabling: bool,
    /// `--regions`. Default: 0.
    pub regions: u8,
    /// `--por`. Default: true.
    pub por: bool,
    /// Not `--no-proofs`. Default: true. In merge mode only.
    pub proofs: bool,
    /// `--modular`. Default: false.
    pub modular: bool,
    /// The executable of `multise`, by which proofs have a solver of Horn clauses in a process of its own. Default: none; then
    /// they do without.
    pub executable: Option<PathBuf>,
    /// `--switches`. Default: none.
    pub switches: Option<u64>,
    /// The seed of the solver's choices. Default: 0.
    pub seed: u32,
    /// `--first` or `--all`. Default: `Soon`.
    pub stop: Stop,
    /// Count guarded assignments, as `--stats` does. Default: false.
    pub count_csm: bool,
    /// `--coverage`; the solver is then asked more questions. Default: false.
    pub coverage: bool,
    /// `--tests`; the exploration proper then has four fifths of the time, and the tests at most one. Default: false.
    pub tests: bool,
    /// The most rounds of deepening. What is parked after them makes the verdict `unknown`. Default: none.
    pub rounds: Option<u64>,
    /// Note the values of variables and of the heap at lines; the program is then best explored
    /// [by lines](crate::Program::by_lines). Default: none.
    pub notes: Option<NotesConfig>,
    /// Note what each line costs; the program is then best explored [by lines](crate::Program::by_lines). Default: false.
    pub profile: bool,
    /// `--self-check`. Default: in debug builds.
    pub self_check: bool,
}

/// Which values an exploration notes, and how many.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotesConfig {
    /// The line of the main file at which values are noted. Default: none, which is every line.
    pub line: Option<u32>,
    /// The variable that is noted. Default: none, which is every one in scope.
    pub variable: Option<String>,
    /// Objects are noted that are at most this many references away from a variable. Default: 1.
    pub depth: u32,
    /// Most visits of one line. Default: 4.
    pub visits: usize,
    /// Most values of one variable. Default: 12.
    pub rows: usize,
}

impl Default for NotesConfig {
    fn default() -> Self {
        Self { line: None, variable: None, depth: 1, visits: 4, rows: 12 }
    }
}

impl Default for Config {
    fn default() -> Self {
        Self {
            dialect: Dialect::default(),
            mode: Mode::Merge,
            unroll: None,
            depth: None,
            heap_depth: None,
            timeout: Duration::from_secs(300),
            memory: 4096,
            summaries: Summaries::default(),
            collapse: Collapse::default(),
            tabling: true,
            regions: 0,
            por: true,
            proofs: true,
            modular: false,
            executable: None,
            switches: None,
            seed: 0,
            stop: Stop::Soon,
            count_csm: false,
            coverage: false,
            tests: false,
            rounds: None,
            notes: None,
            profile: false,
            self_check: cfg!(debug_assertions),
        }
    }
}
