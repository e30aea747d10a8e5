//! Groups of options that several commands have: each is written down once, here.

use crate::config::{
    Classes, Collapse, IntWidth, Mode, Overflow, Property, Receivers, Roots, Summaries, Types, Uncaught,
};
use clap::builder::PossibleValue;
use clap::{ArgAction, Args, ValueEnum, value_parser};
use std::path::PathBuf;
use std::sync::LazyLock;
use std::time::Duration;

/// Where exploration and execution start by default.
pub(super) const DEFAULT_ENTRY: &str = "Main.main";
const LANGUAGE: &str = "Language";
const CONFIGURATION: &str = "Configuration";
pub(super) const BOUNDS: &str = "Bounds";
pub(super) const OUTPUT: &str = "Output";

/// Which static rules hold.
#[derive(Debug, Default, Args)]
pub struct Rules {
    /// The language options of another tool; an explicit option wins. jip: --lenient --nonnull-arrays; koppier:
    /// --uncaught allow
    #[arg(long, value_enum, help_heading = LANGUAGE)]
    pub compat: Option<Compat>,
    /// All static rules, the default
    #[arg(long, help_heading = LANGUAGE)]
    pub strict: bool,
    /// Relax the static rules that older programs break, with a warning each
    #[arg(long, help_heading = LANGUAGE)]
    pub lenient: bool,
    /// Integers have this number of bits: a result in the code that needs more is a violation, and inputs have no more.
    /// Assertions, assumptions and clauses compute with integers of any size [default: any size]
    #[arg(long, value_enum, value_name = "BITS", help_heading = LANGUAGE)]
    pub int_width: Option<IntWidth>,
    /// What happens to a result that needs more bits [default: check]
    #[arg(long, value_enum, value_name = "CHOICE", requires = "int_width", help_heading = LANGUAGE)]
    pub overflow: Option<Overflow>,
}

/// Options that change what a program means.
#[derive(Debug, Default, Args)]
pub struct Language {
    /// Which static rules hold.
    #[command(flatten)]
    pub rules: Rules,
    /// How an exception counts that leaves an entry method without `exceptional` clause [default: invalid]
    #[arg(long, value_enum, value_name = "POLICY", help_heading = LANGUAGE)]
    pub uncaught: Option<Uncaught>,
    /// Array parameters of the entry are not null [default: false]
    #[arg(
        long,
        value_name = "BOOL",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "true",
        action = ArgAction::Set,
        help_heading = LANGUAGE
    )]
    pub nonnull_arrays: Option<bool>,
    /// Assume that every input array has at most N elements; the verdict states it
    #[arg(long, value_name = "N", help_heading = LANGUAGE)]
    pub array_length: Option<u64>,
    /// The dynamic types of input objects: every concrete class below the declared one, or exactly the declared one (the
    /// first concrete class below it where it is abstract), which the verdict then states [default: symbolic]
    #[arg(long, value_enum, help_heading = LANGUAGE)]
    pub types: Option<Types>,
    /// Report executions that cannot end; a proof by induction then has to prove that all end
    #[arg(long, help_heading = LANGUAGE)]
    pub termination: bool,
    /// What counts as a violation, separated by commas; the verdict states it. An assertion that is not among it does nothing,
    /// nor does a clause; but `requires` of the entry is assumed. An exception that is not among it may leave the entry
    /// [default: all]
    #[arg(long, value_enum, value_name = "KINDS", value_delimiter = ',', help_heading = LANGUAGE)]
    pub check: Vec<Choice>,
    /// Replace the initialiser of a static field; may be repeated
    #[arg(long, value_name = "CLASS.FIELD=VALUE", value_parser = setting, help_heading = LANGUAGE)]
    pub set: Vec<(String, String)>,
    /// Where the compiled classes of a Java program are: folders, archives and class files, separated by colons. Then the
    /// program can also be named by a method, such as `com.acme.Stack.push(int)`
    #[arg(long, value_name = "PATH", value_delimiter = ':', help_heading = LANGUAGE)]
    pub classpath: Vec<PathBuf>,
    /// Where the source texts of compiled classes are: folders, separated by colons. They are only shown
    #[arg(long, value_name = "PATH", value_delimiter = ':', help_heading = LANGUAGE)]
    pub sourcepath: Vec<PathBuf>,
    /// Start in the method `main` of this compiled class, without arguments
    #[arg(long, value_name = "CLASS", conflicts_with = "entry", help_heading = LANGUAGE)]
    pub main: Option<String>,
    /// The object on which an entry of a Java program is called: any of its class, with any values in its fields, or what a
    /// constructor that is not private makes of any arguments [default: any]
    #[arg(long, value_enum, value_name = "CHOICE", help_heading = LANGUAGE)]
    pub receivers: Option<Receivers>,
    /// Consider only inputs for which this is true in a Java program; may be repeated: a condition over the parameters of the
    /// entry and the fields of its receiver, such as `n > 0 && next != null`, or a method `CLASS.METHOD` that returns `true`.
    /// It has the parameters of the entry, perhaps with the receiver before them, or it is asked about each object of its
    /// class among them
    #[arg(long, value_name = "CONDITION", help_heading = LANGUAGE)]
    pub requires: Vec<String>,
    /// The folder of the JDK that has the classes of the library, and whose JVM replays violations [default: $JAVA_HOME, or
    /// else where `java` on the path is]
    #[arg(long, value_name = "FOLDER", help_heading = LANGUAGE)]
    pub java_home: Option<PathBuf>,
}

impl Language {
    /// Which compiled classes a program is made of, if it is made of such, where `entry` is the method to start from.
    pub fn classes(&self, entry: &str) -> Classes {
        let roots = match &self.main {
            Some(class) => Roots::Main(Some(class.clone())),
            None if entry == DEFAULT_ENTRY => Roots::Main(None),
            None => Roots::Entry(entry.to_owned()),
        };
        Classes {
            path: self.classpath.clone(),
            sources: self.sourcepath.clone(),
            roots,
            receivers: self.receivers.unwrap_or_default(),
            requires: self.requires.clone(),
            java_home: self.java_home.clone(),
        }
    }
}

/// Something to check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// One kind of violation, or cause of an exception.
    One(Property),
    /// All clauses.
    Contracts,
    /// Everything.
    All,
}

impl Choice {
    /// What it stands for.
    pub fn properties(self) -> Vec<Property> {
        match self {
            Self::One(property) => vec![property],
            Self::Contracts => Property::CONTRACTS.to_vec(),
            Self::All => Property::all().collect(),
        }
    }
}

impl ValueEnum for Choice {
    fn value_variants<'a>() -> &'a [Self] {
        static CHOICES: LazyLock<Vec<Choice>> =
            LazyLock::new(|| Property::all().map(Choice::One).chain([Choice::Contracts, Choice::All]).collect());
        &CHOICES
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        match self {
            Self::One(property) => property.to_possible_value(),
            Self::Contracts => Some(PossibleValue::new("contracts").help("All clauses")),
            Self::All => Some(PossibleValue::new("all").help("Everything")),
        }
    }
}

/// Where options come from that are not given here.
#[derive(Debug, Default, Args)]
pub struct Settings {
    /// Take no options from directives in the program (`// multise: OPTIONS`), the environment (`MULTISE_…`) and `multise.toml`
    #[arg(long, help_heading = CONFIGURATION)]
    pub no_config: bool,
    /// Print all options as they are resolved, in the form of `multise.toml`, with where each comes from, and do nothing else
    #[arg(long, help_heading = CONFIGURATION)]
    pub print_config: bool,
}

/// How far an exploration goes, and what it may cost.
#[derive(Clone, Copy, Debug, Args)]
pub struct Bounds {
    /// At most N iterations of every loop [default: no bound]
    #[arg(long, value_name = "N", help_heading = BOUNDS)]
    pub unroll: Option<u64>,
    /// At most N frames of every recursion [default: no bound]
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..), help_heading = BOUNDS)]
    pub depth: Option<u64>,
    /// Read the objects of the input at most N references deep [default: no bound]
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..), help_heading = BOUNDS)]
    pub heap_depth: Option<u64>,
    /// Wall time; what is not decided by then is unknown
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "300", help_heading = BOUNDS)]
    pub timeout: Duration,
    /// Resident memory; what is not decided by then is unknown
    #[arg(
        long,
        value_name = "MIB",
        value_parser = value_parser!(u64).range(1..),
        default_value_t = 4096,
        help_heading = BOUNDS
    )]
    pub memory: u64,
}

/// What every command that explores has to know.
#[derive(Debug, Args)]
pub struct Exploration {
    /// The method to start from; its parameters are symbolic
    ///
    /// The receiver of an instance method is symbolic too: any object that runs the method. A constructor has the name of
    /// its class. `Class.method(int, C)` is one of several overloads.
    #[arg(long, value_name = "CLASS.METHOD", default_value = DEFAULT_ENTRY)]
    pub entry: String,
    /// Options of the language.
    #[command(flatten)]
    pub language: Language,
    /// How far it goes.
    #[command(flatten)]
    pub bounds: Bounds,
}

/// How it is explored.
#[derive(Debug, Args)]
pub struct Engine {
    /// Merge paths at every location, or execute them one by one, without proofs by induction
    #[arg(long, value_enum, default_value_t = Mode::Merge)]
    pub mode: Mode,
    /// The representation of a variable's values on all paths; never changes the verdict [default: diagram, in path mode
    /// pairs]
    #[arg(long, value_enum)]
    pub summaries: Option<Summaries>,
    /// Where a variable has more than N symbolic numbers, make its numbers one conditional term, left to the solver: `none`
    /// for never, `auto` for variables on which no branch depends, and for all in a second attempt beside the first; never
    /// changes the verdict
    #[arg(long, value_name = "N", default_value = "auto")]
    pub max_summary: Collapse,
    /// Run every call, also of a method that writes nothing and has had the same arguments before; never changes the verdict
    #[arg(long)]
    pub no_tabling: bool,
    /// In proofs by induction, a call of a method with a contract (`requires`, `ensures` or `modifies`) has only this
    /// contract, and each method is proved alone; exploration, which finds violations, still runs all bodies
    #[arg(long)]
    pub modular: bool,
    /// Go on after violations until everything is explored [default: stop soon after the first one]
    #[arg(long, help_heading = BOUNDS)]
    pub all: bool,
}

/// How much is reported.
#[derive(Debug, Default, Args)]
pub struct Verbosity {
    /// Print more: every check, whole traces, all statistics
    #[arg(short, long, help_heading = OUTPUT)]
    pub verbose: bool,
    /// Print only the verdict, and errors
    #[arg(short, long, help_heading = OUTPUT)]
    pub quiet: bool,
}

/// Another tool for the same language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Compat {
    /// `--lenient --nonnull-arrays`
    Jip,
    /// `--uncaught allow`
    Koppier,
}

/// What is printed about the progress of an exploration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Progress {
    /// A line, on a terminal
    Auto,
    /// A JSON object in each line, twice a second, and one at the end
    Json,
    /// Nothing
    None,
}

/// The form of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    Text,
    /// One JSON object
    Json,
}

pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number of seconds".to_owned())?;
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) if !time.is_zero() => Ok(time),
        _ => Err("not a positive number of seconds".to_owned()),
    }
}

fn setting(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((field, value)) if field.split('.').filter(|part| !part.is_empty()).count() == 2 => {
            Ok((field.to_owned(), value.to_owned()))
        }
        _ => Err("not of the form Class.field=VALUE".to_owned()),
    }
}
