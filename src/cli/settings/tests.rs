use super::*;
use std::path::Path;

/// The layers of a call of `multise explore t.oox`.
#[derive(Clone, Copy, Default)]
struct Layers<'a> {
    words: &'a str,
    program: &'a str,
    environment: &'a [(&'a str, &'a str)],
    file: &'a str,
}

/// The options, as `--print-config` prints them, without defaults; or the error.
fn options(layers: Layers<'_>) -> Result<Vec<String>, String> {
    let all = printed(layers)?;
    Ok(all.lines().filter(|line| !line.ends_with("# default")).map(str::to_owned).collect())
}

fn printed(Layers { words, program, environment, file }: Layers<'_>) -> Result<String, String> {
    let definition = definition();
    let words = ["multise", "explore", "t.oox"].into_iter().chain(words.split_whitespace());
    let matches = definition.clone().try_get_matches_from(words).map_err(|error| error.to_string())?;
    let (name, given) = matches.subcommand().expect("the words say explore");
    let layered = Layered::new(&definition, name).expect("it has layers");
    let mut chosen = layered.given(given);
    let wrong = |failure: Failure| failure.message(crate::report::Style::Plain);
    let variable = |name: &str| environment.iter().find(|(known, _)| *known == name).map(|(_, value)| value.into());
    layered.add(&mut chosen, directive::layer(&layered, Path::new("t.oox"), Some(program)).map_err(wrong)?);
    layered.add(&mut chosen, environment::settings(&layered, variable).map_err(wrong)?);
    for layer in file::settings(&layered, Path::new("multise.toml"), file).map_err(wrong)? {
        layered.add(&mut chosen, layer);
    }
    Ok(print::text(&layered, &chosen))
}

const ALL: Layers<'_> = Layers {
    words: "--unroll 1",
    program: "// multise: --unroll 2 --depth 2",
    environment: &[("MULTISE_UNROLL", "3"), ("MULTISE_DEPTH", "3"), ("MULTISE_TIMEOUT", "3")],
    file: "unroll = 5\ndepth = 5\ntimeout = 5\nmemory = 5\narray-length = 5\n[explore]\narray-length = 4\n[run]\nsteps = 6",
};

#[test]
fn an_option_of_a_layer_hides_it_below() {
    let expected = [
        "array-length = 4  # multise.toml",
        "unroll = 1  # command line",
        "depth = 2  # directive, line 1",
        "timeout = 3  # MULTISE_TIMEOUT",
        "memory = 5  # multise.toml",
    ];
    assert_eq!(options(ALL).unwrap(), expected);
}

#[test]
fn what_is_printed_says_the_same() {
    let values = |text: &str| -> Vec<String> {
        text.lines().filter_map(|line| line.split_once("  # ")).map(|(setting, _)| setting.to_owned()).collect()
    };
    let all = printed(Layers {
        words: "--set A.n=1 --set=B.s=\"x\" --nonnull-arrays --lenient --max-summary 7 --json a#b.json --mode path",
        ..ALL
    });
    let all = all.unwrap();
    assert!(values(&all).iter().any(|line| line == r#"set = ["A.n=1", 'B.s="x"']"#), "{all}");
    let again = printed(Layers { file: &all, ..Layers::default() }).unwrap();
    assert_eq!(values(&again), values(&all));
}

#[test]
fn what_contradicts_an_option_above_is_hidden_too() {
    let file = "lenient = true\nall = true\nverbose = true\nentry = \"A.b\"\nhtml = \"x.html\"";
    let layers = Layers { words: "--strict --first -q --class C", file, ..Layers::default() };
    let expected = [
        "strict = true  # command line",
        "class = \"C\"  # command line",
        "first = true  # command line",
        "quiet = true  # command line",
    ];
    assert_eq!(options(layers).unwrap(), expected);
    let off = Layers { environment: &[("MULTISE_COVERAGE", "0")], file: "coverage = true", ..Layers::default() };
    assert_eq!(options(off).unwrap(), ["coverage = false  # MULTISE_COVERAGE"]);
}

#[test]
fn options_of_other_commands_are_not_meant_and_unknown_ones_refused() {
    let file = |file| options(Layers { file, ..Layers::default() });
    assert_eq!(file("steps = 7\n[explain]\nvisits = 3").unwrap(), [""; 0]);
    for (text, why) in [
        ("unrol = 7", "there is `unroll`"),
        ("watch = true", "no command has an option `watch`"),
        ("print-config = true", "no command has an option"),
        ("no-config = true", "no command has an option"),
        ("file = \"x\"", "no command has an option"),
        ("unroll = \"x\"", "invalid value 'x' for '--unroll <N>'"),
        ("unroll = true", "invalid value 'true' for '--unroll <N>'"),
        ("unroll = [1, 2]", "cannot be used multiple times"),
        ("lenient = 3", "`lenient` is on or off"),
        ("lenient = [true, true]", "`lenient` is on or off"),
        ("set = [\"A.n\"]", "not of the form Class.field=VALUE"),
        ("timeout = 1979-05-27", "`timeout` has no such value"),
        ("[explor]\nunroll = 7", "no command `explor`"),
        ("[merge]\nformat = \"json\"", "no command `merge`"),
        ("unroll = = 3", "multise.toml:1:10"),
    ] {
        let refusal = file(text).expect_err(text);
        assert!(refusal.contains(why) && refusal.contains("multise.toml:"), "{text}: {refusal}");
    }
}

#[test]
fn directives_stand_before_the_first_line_of_code() {
    let program = |program| options(Layers { program, ..Layers::default() });
    let text = "// A program.\n\n  //   multise: --set 'A.s=a b' --lenient\n// multise:--set=A.n=2\nclass A { }\n// multise: --unroll 3";
    let expected = ["lenient = true  # directive, line 3", "set = [\"A.s=a b\", \"A.n=2\"]  # directive, line 3"];
    assert_eq!(program(text).unwrap(), expected);
    for (text, why) in [
        ("// multise: --unrol 7", "there is `unroll`"),
        ("// multise: unroll 7", "`unroll` is no option"),
        ("// multise: --unroll 7 8", "`8` is no option"),
        ("// multise: --unroll '7", "a quote is not closed"),
        ("// multise: -v", "`-v` is no option"),
        ("// x\n// multise: --json /tmp/x", "t.oox:2:1"),
        ("// multise: --tests=x", "a program cannot ask for that"),
        ("// multise: --html x", "a program cannot ask for that"),
        ("// multise: --flame x.svg", "a program cannot ask for that"),
    ] {
        let refusal = program(text).expect_err(text);
        assert!(refusal.contains(why), "{text}: {refusal}");
    }
}

#[test]
fn an_option_may_stand_in_another_layer_than_the_one_it_requires() {
    let one = Layers { program: "// multise: --int-width 8 --overflow wrap", ..Layers::default() };
    assert_eq!(options(one).unwrap().len(), 2);
    let two = Layers { file: "overflow = \"wrap\"", words: "--int-width 8", ..Layers::default() };
    assert_eq!(options(two).unwrap(), ["int-width = 8  # command line", "overflow = \"wrap\"  # multise.toml"]);
}

#[test]
fn variables_have_the_names_of_options() {
    let environment = |environment| options(Layers { environment, ..Layers::default() });
    let set = environment(&[("MULTISE_SET", "A.n=1 'A.s=a b'"), ("MULTISE_LENIENT", "on"), ("MULTISE_SEED", "7")]);
    assert_eq!(set.unwrap(), ["lenient = true  # MULTISE_LENIENT", "set = [\"A.n=1\", \"A.s=a b\"]  # MULTISE_SET"]);
    let refusal = environment(&[("MULTISE_ARRAY_LENGTH", "x")]).expect_err("no number");
    assert!(refusal.contains("MULTISE_ARRAY_LENGTH: invalid value 'x' for '--array-length <N>'"), "{refusal}");
    assert!(environment(&[("MULTISE_LENIENT", "perhaps")]).is_err());
}

#[test]
fn an_operand_may_have_a_line() {
    let definition = definition();
    let program = |command: &str, operand: &str| {
        let matches = definition.clone().get_matches_from(["multise", command, operand]);
        program(matches.subcommand().expect("a command").1)
    };
    assert_eq!(program("explain", "a/b.oox:12"), Path::new("a/b.oox"));
    assert_eq!(program("explore", "b.oox"), Path::new("b.oox"));
    assert_eq!(program("explain", "-:3"), Path::new("-"));
}
