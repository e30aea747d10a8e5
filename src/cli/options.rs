//! From the options on the command line to the configuration.

use super::args::{
    Bounds, Choice, Compat, Engine, Explain, Exploration, Explore, Language, Por, Profile, Rules, Verbosity,
};
use crate::config::{Checked, Collapse, Config, Dialect, Mode, NotesConfig, Roots, Stop, Summaries, Uncaught};
use crate::report::format::text::Detail;

/// Rounds of deepening after which an explanation is given, unless there are bounds. Loops that depend on the input are then
/// followed for sixteen iterations.
const EXPLAINED_ROUNDS: u64 = 3;
/// Most visits of one line, and most values of one variable, in an HTML report.
const HTML_VISITS: usize = 3;
const HTML_ROWS: usize = 6;

/// Options that contradict each other, with the reason.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Contradiction(String);

fn refuse_if(both: bool, reason: &str) -> Result<(), Contradiction> {
    if both { Err(Contradiction(reason.to_owned())) } else { Ok(()) }
}

/// Whether the static rules are relaxed.
pub fn lenient(rules: &Rules) -> Result<bool, Contradiction> {
    refuse_if(
        rules.strict && rules.lenient,
        "--strict and --lenient contradict each other: --lenient accepts with a warning what --strict refuses",
    )?;
    Ok(!rules.strict && (rules.lenient || rules.compat == Some(Compat::Jip)))
}

/// How much is reported.
pub fn detail(verbosity: &Verbosity) -> Result<Detail, Contradiction> {
    refuse_if(
        verbosity.verbose && verbosity.quiet,
        "--verbose and --quiet contradict each other: one asks for more than usual, the other for the verdict alone",
    )?;
    Ok(match (verbosity.quiet, verbosity.verbose) {
        (true, _) => Detail::Quiet,
        (_, true) => Detail::Verbose,
        _ => Detail::Normal,
    })
}

/// The language options. An explicit option has precedence over `--compat`, and that over the default.
pub fn dialect(language: &Language, entry: &str) -> Result<Dialect, Contradiction> {
    for (i, (field, value)) in language.set.iter().enumerate() {
        let earlier = language.set[..i].iter().find(|(f, v)| f == field && v != value);
        if let Some((_, first)) = earlier {
            return Err(Contradiction(format!(
                "--set gives `{field}` two values, {first} and {value}: a static field has one initialiser"
            )));
        }
    }
    let compat = language.rules.compat;
    let uncaught = if compat == Some(Compat::Koppier) { Uncaught::Allow } else { Uncaught::default() };
    let uncaught = language.uncaught.unwrap_or(uncaught);
    let cause = language.check.iter().find(|choice| matches!(choice, Choice::One(property) if property.is_cause()));
    refuse_if(
        uncaught == Uncaught::Allow && cause.is_some(),
        "--check of an exception and --uncaught allow contradict each other: one makes it a violation, the other does not",
    )?;
    let check = match language.check.is_empty() {
        true => Checked::default(),
        false => language.check.iter().flat_map(|choice| choice.properties()).collect(),
    };
    Ok(Dialect {
        lenient: lenient(&language.rules)?,
        uncaught,
        check,
        nonnull_arrays: language.nonnull_arrays.unwrap_or(compat == Some(Compat::Jip)),
        array_length: language.array_length,
        types: language.types.unwrap_or_default(),
        termination: language.termination,
        set: language.set.clone(),
        int_width: language.rules.int_width,
        overflow: language.rules.overflow.unwrap_or_default(),
        classes: language.classes(entry),
    })
}

/// The configuration from the options that all exploring commands share; everything else has its default.
fn exploration(args: &Exploration) -> Result<Config, Contradiction> {
    let (bounds, dialect) = (args.bounds, dialect(&args.language, &args.entry)?);
    let Bounds { unroll, depth, heap_depth, timeout, memory } = bounds;
    Ok(Config { dialect, unroll, depth, heap_depth, timeout, memory, ..Config::default() })
}

/// Like [`exploration`], with the options of the engine.
fn engine(args: &Exploration, engine: &Engine) -> Result<Config, Contradiction> {
    let Engine { mode, summaries, max_summary, no_tabling, modular, all } = *engine;
    // The better representation for each mode: a path has few values, and a guard of its own.
    let best = if mode == Mode::Path { Summaries::Pairs } else { Summaries::Diagram };
    Ok(Config {
        mode,
        summaries: summaries.unwrap_or(best),
        collapse: max_summary,
        tabling: !no_tabling,
        modular,
        stop: if all { Stop::All } else { Stop::Soon },
        ..exploration(args)?
    })
}

/// The options of an exploration that explains a line.
pub fn explain(args: &Explain) -> Result<Config, Contradiction> {
    let config = exploration(&args.exploration)?;
    let is_bounded = config.unroll.is_some() || config.depth.is_some() || config.heap_depth.is_some();
    Ok(Config {
        rounds: (!is_bounded).then_some(EXPLAINED_ROUNDS),
        stop: Stop::All,
        // Every call is run, so that all visits are seen. Numbers stay apart, so that each value has its condition.
        tabling: false,
        collapse: Collapse::Never,
        proofs: false,
        notes: Some(NotesConfig {
            line: Some(args.place.line),
            variable: args.var.clone(),
            depth: args.objects,
            visits: args.visits,
            rows: args.rows,
        }),
        ..config
    })
}

/// The options of an exploration that is profiled. It looks for no proofs, because their thread's work belongs to no line.
pub fn profile(args: &Profile) -> Result<Config, Contradiction> {
    Ok(Config { proofs: false, profile: true, ..engine(&args.exploration, &args.engine)? })
}

/// The options of an exploration, and how much of it is reported.
pub fn explore(args: &Explore) -> Result<(Config, Detail), Contradiction> {
    refuse_if(
        args.engine.all && args.first,
        "--all and --first contradict each other: one goes on after violations, the other stops at the first",
    )?;
    let detail = detail(&args.verbosity)?;
    refuse_if(
        args.stats && detail == Detail::Quiet,
        "--stats and --quiet contradict each other: --quiet prints the verdict alone",
    )?;
    let mut config = engine(&args.exploration, &args.engine)?;
    config.dialect.classes.roots = match (&args.class, args.all_methods) {
        (Some(class), _) => Roots::Class(class.clone()),
        (None, true) => Roots::All,
        (None, false) => config.dialect.classes.roots,
    };
    let config = Config {
        por: args.por == Por::On,
        proofs: !args.no_proofs,
        executable: std::env::current_exe().ok(),
        switches: args.switches,
        stop: if args.first { Stop::First } else { config.stop },
        regions: args.regions,
        count_csm: args.stats,
        coverage: args.coverage
            || args.lcov.is_some()
            || args.cobertura.is_some()
            || args.class.is_some()
            || args.all_methods,
        tests: args.tests.is_some(),
        notes: args.html.as_ref().map(|_| NotesConfig {
            visits: HTML_VISITS,
            rows: HTML_ROWS,
            ..NotesConfig::default()
        }),
        self_check: config.self_check || args.self_check,
        ..config
    };
    Ok((config, detail))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::{Cli, Command, Worded};
    use clap::{CommandFactory, Parser};
    use std::ffi::OsString;

    fn config(options: &str) -> Result<Config, Contradiction> {
        let words = ["multise", "explore", "t.oox"].into_iter().chain(options.split_whitespace());
        let Command::Explore(args) = Cli::try_parse_from(words).expect("well-formed options").command else {
            unreachable!("the words say explore")
        };
        explore(&args).map(|(config, _)| config)
    }

    #[test]
    fn the_definition_of_the_command_line_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn the_defaults_are_those_of_the_library() {
        let mut library = Config { executable: std::env::current_exe().ok(), ..Config::default() };
        // The library links every entry of compiled classes, the command the one that it explores.
        library.dialect.classes.roots = Roots::Main(None);
        assert_eq!(format!("{:?}", config("").unwrap()), format!("{library:?}"));
    }

    #[test]
    fn an_explicit_option_wins_over_compat() {
        let dialect = |options| config(options).unwrap().dialect;
        let jip = dialect("--compat jip");
        assert!(jip.lenient && jip.nonnull_arrays && jip.uncaught == Uncaught::Invalid);
        let strict = dialect("--compat jip --strict --nonnull-arrays=false");
        assert!(!strict.lenient && !strict.nonnull_arrays);
        assert_eq!(dialect("--compat koppier").uncaught, Uncaught::Allow);
        assert_eq!(dialect("--uncaught invalid --compat koppier").uncaught, Uncaught::Invalid);
        assert!(dialect("--compat koppier --lenient --nonnull-arrays").nonnull_arrays);
    }

    #[test]
    fn words_mean_what_was_given() {
        for options in [
            "",
            "--compat jip --strict --uncaught allow --nonnull-arrays=false --array-length 7 --types declared --termination --check null,contracts --check division --set A.n=1 --set B.m=-2",
            "--compat koppier --lenient --nonnull-arrays --entry A.b --depth 7 --timeout 0.5",
            "--classpath a:b --main A --sourcepath c",
        ] {
            let words = ["multise", "compare", "t.oox"].into_iter().chain(options.split_whitespace());
            let Command::Compare(args) = Cli::try_parse_from(words).expect("well-formed options").command else {
                unreachable!("the words say compare")
            };
            let Worded { options: given, words } = args.exploration;
            let again = ["multise", "explore", "t.oox"].map(OsString::from).into_iter().chain(words);
            let Command::Explore(args) = Cli::try_parse_from(again).expect("well-formed options").command else {
                unreachable!("the words say explore")
            };
            assert_eq!(format!("{:?}", args.exploration), format!("{given:?}"));
        }
    }

    #[test]
    fn the_most_numbers_of_a_summary_are_a_number_or_a_word() {
        for words in ["auto", "none", "0", "1", "40"] {
            assert_eq!(config(&format!("--max-summary {words}")).unwrap().collapse.to_string(), words);
        }
        for words in ["-1", "many", "1.5"] {
            let words = ["multise", "explore", "t.oox", &format!("--max-summary={words}")];
            assert!(Cli::try_parse_from(words).is_err(), "{words:?}");
        }
    }

    #[test]
    fn contradictions_are_refused() {
        for options in [
            "--strict --lenient",
            "-v -q",
            "--all --first",
            "-q --stats",
            "--set A.n=1 --set A.n=2",
            "--check null --uncaught allow",
        ] {
            let reason = config(options).expect_err(options).to_string();
            assert!(reason.contains(':'), "no reason: {reason}");
        }
        assert!(config("--set A.n=1 --set B.n=2 --set A.n=1").is_ok());
    }
}
