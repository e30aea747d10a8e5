//! From options as they were given to options as they are meant.

use super::args::{
    Compat, Explain, Explore, Language, ModeArg, PorArg, Profile, Rules, SummariesArg, TypesArg, UncaughtArg, Verbosity,
};

use crate::config::{Collapse, Config, Dialect, Mode, NotesConfig, Stop, Summaries, Types, Uncaught};
use crate::report::text::Detail;
use clap::ValueEnum;
use clap::builder::PossibleValue;

/// Rounds of deepening after which an explanation is given, unless there are bounds: loops are then followed for sixteen
/// iterations that depend on the input.
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

/// The language options: an explicit option wins over `--compat`, that over the default.
pub fn dialect(language: &Language) -> Result<Dialect, Contradiction> {
    for (i, (field, value)) in language.set.iter().enumerate() {
        let earlier = language.set[..i].iter().find(|(f, v)| f == field && v != value);
        if let Some((_, first)) = earlier {
            return Err(Contradiction(format!(
                "--set gives `{field}` two values, {first} and {value}: a static field has one initialiser"
            )));
        }
    }
    let compat = language.rules.compat;
    let uncaught = match (language.uncaught, compat) {
        (Some(UncaughtArg::Allow), _) | (None, Some(Compat::Koppier)) => Uncaught::Allow,
        _ => Uncaught::Invalid,
    };
    Ok(Dialect {
        lenient: lenient(&language.rules)?,
        uncaught,
        nonnull_arrays: language.nonnull_arrays.unwrap_or(compat == Some(Compat::Jip)),
        array_length: language.array_length,
        types: match language.types {
            Some(TypesArg::Declared) => Types::Declared,
            _ => Types::Symbolic,
        },
        set: language.set.clone(),
    })
}

/// Language options as words of a command line that mean the same.
pub fn words(language: &Language) -> Vec<String> {
    let Language { rules, uncaught, nonnull_arrays, array_length, types, set } = language;
    let name = |value: Option<PossibleValue>| value.map(|v| v.get_name().to_owned()).unwrap_or_default();
    let mut words = Vec::new();
    if let Some(compat) = rules.compat {
        words.extend(["--compat".to_owned(), name(compat.to_possible_value())]);
    }
    words.extend(rules.strict.then(|| "--strict".to_owned()));
    words.extend(rules.lenient.then(|| "--lenient".to_owned()));
    if let Some(uncaught) = uncaught {
        words.extend(["--uncaught".to_owned(), name(uncaught.to_possible_value())]);
    }
    words.extend(nonnull_arrays.map(|on| format!("--nonnull-arrays={on}")));
    words.extend(array_length.map(|n| format!("--array-length={n}")));
    if let Some(types) = types {
        words.extend(["--types".to_owned(), name(types.to_possible_value())]);
    }
    words.extend(set.iter().flat_map(|(field, value)| ["--set".to_owned(), format!("{field}={value}")]));
    words
}

/// The options of an exploration that explains a line.
pub fn explain(args: &Explain) -> Result<Config, Contradiction> {
    let is_bounded = args.unroll.is_some() || args.depth.is_some() || args.heap_depth.is_some();
    Ok(Config {
        dialect: dialect(&args.language)?,
        unroll: args.unroll,
        depth: args.depth,
        heap_depth: args.heap_depth,
        rounds: (!is_bounded).then_some(EXPLAINED_ROUNDS),
        timeout: args.limits.timeout,
        memory: args.limits.memory,
        stop: Stop::All,
        // Every call is run, so that all visits are seen; values are told by their conditions.
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
        ..Config::default()
    })
}

/// The options of an exploration that is profiled. Proofs are looked for in a second thread, whose work belongs to no line.
pub fn profile(args: &Profile) -> Result<Config, Contradiction> {
    Ok(Config {
        dialect: dialect(&args.language)?,
        mode: mode(args.mode),
        unroll: args.unroll,
        depth: args.depth,
        heap_depth: args.heap_depth,
        timeout: args.limits.timeout,
        memory: args.limits.memory,
        stop: if args.all { Stop::All } else { Stop::Soon },
        summaries: summaries(args.summaries, args.mode),
        collapse: args.max_summary,
        tabling: !args.no_tabling,
        proofs: false,
        profile: true,
        ..Config::default()
    })
}

fn mode(mode: ModeArg) -> Mode {
    match mode {
        ModeArg::Merge => Mode::Merge,
        ModeArg::Path => Mode::Path,
    }
}

fn summaries(wanted: Option<SummariesArg>, mode: ModeArg) -> Summaries {
    match (wanted, mode) {
        (Some(SummariesArg::Pairs), _) => Summaries::Pairs,
        (Some(SummariesArg::Diagram), _) => Summaries::Diagram,
        // The better one for each: a path has few values, and a guard of its own.
        (None, ModeArg::Merge) => Summaries::Diagram,
        (None, ModeArg::Path) => Summaries::Pairs,
    }
}

/// The options of an exploration, and how much of it is reported.
pub fn explore(args: &Explore) -> Result<(Config, Detail), Contradiction> {
    refuse_if(
        args.all && args.first,
        "--all and --first contradict each other: one goes on after violations, the other stops at the first",
    )?;
    let detail = detail(&args.verbosity)?;
    refuse_if(
        args.stats && detail == Detail::Quiet,
        "--stats and --quiet contradict each other: --quiet prints the verdict alone",
    )?;
    let default = Config::default();
    let config = Config {
        dialect: dialect(&args.language)?,
        mode: mode(args.mode),
        unroll: args.unroll,
        depth: args.depth,
        heap_depth: args.heap_depth,
        timeout: args.limits.timeout,
        memory: args.limits.memory,
        por: args.por == PorArg::On,
        proofs: !args.no_proofs,
        executable: std::env::current_exe().ok(),
        switches: args.switches,
        seed: default.seed,
        stop: match (args.first, args.all) {
            (true, _) => Stop::First,
            (_, true) => Stop::All,
            _ => Stop::Soon,
        },
        summaries: summaries(args.summaries, args.mode),
        collapse: args.max_summary,
        tabling: !args.no_tabling,
        regions: args.regions,
        count_csm: args.stats,
        coverage: args.coverage
            || args.lcov.is_some()
            || args.cobertura.is_some()
            || args.class.is_some()
            || args.all_methods,
        tests: args.tests.is_some(),
        rounds: None,
        notes: args.html.as_ref().map(|_| NotesConfig {
            visits: HTML_VISITS,
            rows: HTML_ROWS,
            ..NotesConfig::default()
        }),
        profile: false,
        self_check: default.self_check || args.self_check,
    };
    Ok((config, detail))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::{Cli, Command};
    use clap::{CommandFactory, Parser};

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
        let library = Config { executable: std::env::current_exe().ok(), ..Config::default() };
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
            "--compat jip --strict --uncaught allow --nonnull-arrays=false --array-length 7 --types declared --set A.n=1 --set B.m=-2",
            "--compat koppier --lenient --nonnull-arrays",
        ] {
            let given = config(options).unwrap().dialect;
            let parsed =
                Cli::try_parse_from(["multise", "explore", "t.oox"].into_iter().chain(options.split_whitespace()));
            let Command::Explore(args) = parsed.expect("well-formed options").command else {
                unreachable!("the words say explore")
            };
            assert_eq!(config(&words(&args.language).join(" ")).unwrap().dialect, given);
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
        for options in ["--strict --lenient", "-v -q", "--all --first", "-q --stats", "--set A.n=1 --set A.n=2"] {
            let reason = config(options).expect_err(options).to_string();
            assert!(reason.contains(':'), "no reason: {reason}");
        }
        assert!(config("--set A.n=1 --set B.n=2 --set A.n=1").is_ok());
    }
}
