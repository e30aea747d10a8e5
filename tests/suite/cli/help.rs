//! `multise help`, the chapters of the manual that it prints, and README.md: the sessions that they show are real.

use super::{bash, multise};
use snapbox::{Data, assert_data_eq, str};
use std::collections::BTreeSet;
use std::path::PathBuf;
use support::{project, read};

/// The files of the chapters, by name.
fn chapters() -> Vec<(String, PathBuf)> {
    let texts = support::files(&project().join("src/help"), "md").into_iter();
    let name = |path: &PathBuf| path.file_stem().expect("a name").to_string_lossy().into_owned();
    let mut all: Vec<_> = texts.map(|path| (name(&path), path)).collect();
    all.sort();
    all
}

/// README.md and the chapters.
fn texts() -> Vec<(String, String)> {
    let chapters = chapters().into_iter().map(|(name, path)| (name, read(&path)));
    [("README".to_owned(), read(project().join("README.md")))].into_iter().chain(chapters).collect()
}

fn printed(args: &[&str]) -> String {
    support::process::printed(multise(args).assert().code(0).stderr_eq("").get_output())
}

/// The names of the commands, as `multise help` lists them.
fn commands() -> Vec<String> {
    let help = printed(&["help"]);
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    lines.filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect()
}

#[test]
fn every_chapter_is_printed() {
    let (list, manual) = (printed(&["help"]), printed(&["man"]));
    assert!(list.contains("\nCommands:\n") && list.contains("\nExit codes: "), "{list}");
    for (name, path) in chapters() {
        let text = printed(&["help", &name]);
        assert_eq!(text, read(&path), "{name}: it is not in the table of `src/help/mod.rs`, or out of date");
        assert!(list.contains(&format!("\n  {name} ")), "`multise help` does not list {name}: {list}");
        let title = text.lines().next().and_then(|line| line.strip_prefix("# ")).expect("a title");
        let title = title.to_uppercase();
        let heading = [format!("\n.SH \"{title}\"\n"), format!("\n.SH {title}\n")];
        assert!(heading.iter().any(|line| manual.contains(line)), "the manual page lacks {name}");
    }
}

#[test]
fn commands_win_over_chapters() {
    for command in commands() {
        // `multise help` always uses the layout of long texts.
        let words = |args| -> Vec<String> { printed(args).split_whitespace().map(str::to_owned).collect() };
        assert_eq!(words(&["help", &command]), words(&[&command, "--help"]), "{command}");
        assert!(chapters().iter().all(|(name, _)| *name != command), "no command shows the chapter `{command}`");
    }
    assert_eq!(printed(&["help"]), printed(&["--help"]));
}

#[test]
fn an_unknown_topic_is_refused() {
    multise(&["help", "bound"]).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error: invalid value 'bound' for '[TOPIC]'
  [possible values: explore, [..], man, help, language, verdicts, [..], building]

  tip: a similar value exists: 'bounds'

For more information, try '--help'.

"#]]);
}

#[test]
fn chapters_have_the_form_that_terminals_and_the_manual_page_show() {
    for (name, path) in chapters() {
        let mut in_code = false;
        for (number, line) in (1..).zip(read(&path).lines()) {
            let place = format!("{name}.md:{number}: {line}");
            if let Some(language) = line.strip_prefix("```") {
                in_code = !in_code;
                // rustdoc takes a block without a language for Rust.
                assert!(!in_code || !language.is_empty(), "{place}");
            } else if !in_code {
                assert!(line.chars().count() <= 80, "too long for a terminal: {place}");
                assert!(!line.starts_with('|') && !line.starts_with("    "), "no table, no indented code: {place}");
                assert!(!line.contains("]("), "no links: {place}");
            }
        }
        assert!(!in_code, "{name}: a block does not end");
    }
}

/// The parts of a text between single backticks, outside blocks of code.
fn quoted(text: &str) -> Vec<String> {
    let prose: String = text.split("```").step_by(2).collect();
    prose.split('`').skip(1).step_by(2).map(|part| part.replace('\n', " ")).collect()
}

#[test]
fn options_and_commands_that_are_named_exist() {
    let commands = commands();
    let help: String = commands.iter().map(|command| printed(&["help", command])).collect();
    let word = |text: &str| -> String {
        text.chars().take_while(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || *c == '-').collect()
    };
    let options: BTreeSet<String> = help.split("--").skip(1).map(word).collect();
    // Options of other programs.
    let others = ["features", "open"];
    for (name, text) in texts() {
        for part in quoted(&text) {
            for option in part.split("--").skip(1).map(word).filter(|option| !option.is_empty()) {
                assert!(options.contains(&option) || others.contains(&&*option), "{name}: --{option} in `{part}`");
            }
            let mut words = part.split_whitespace();
            if words.next() == Some("multise") {
                let command = words.next().filter(|word| !word.starts_with('-')).map(str::to_owned);
                assert!(command.as_ref().is_none_or(|command| commands.contains(command)), "{name}: `{part}`");
            }
        }
    }
}

/// The commands of the code blocks that show a session, each with the part of its output that the text shows.
fn sessions(text: &str) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    for block in text.split("```").skip(1).step_by(2).filter_map(|block| block.strip_prefix("console\n")) {
        for line in block.lines() {
            match (line.strip_prefix("$ "), found.last_mut()) {
                (Some(command), _) => found.push((command.to_owned(), String::new())),
                // Of two neighbouring patterns for any lines, the second would match none.
                (None, Some((_, output))) if pattern(line) == ANY && output.ends_with(ANY) => {}
                (None, Some((_, output))) => output.push_str(&pattern(line)),
                (None, None) => panic!("a session begins with a command: {block}"),
            }
        }
    }
    found
}

/// The pattern of any number of lines.
const ANY: &str = "...\n";

/// A line as a pattern: times differ, and the machine determines which proof is found.
fn pattern(line: &str) -> String {
    if line.contains(" invariant   in ") {
        return ANY.to_owned();
    }
    let words: Vec<&str> = line.split(' ').collect();
    let is_time = |at: usize| {
        let unit = words.get(at + 1).is_some_and(|unit| ["s", "s,", "s),", "ms"].contains(unit));
        unit && words[at].trim_start_matches('(').parse::<f64>().is_ok()
    };
    let word = |at: usize| match is_time(at) {
        true => words[at].chars().take_while(|c| *c == '(').collect::<String>() + "[..]",
        false => words[at].to_owned(),
    };
    (0..words.len()).map(word).collect::<Vec<_>>().join(" ") + "\n"
}

/// Output is shown with its command, so that it is compared. Other text is of the language, or about a clause that is not
/// inductive: whether such a clause is found before exploration ends depends on time.
#[test]
fn no_output_is_shown_without_its_command() {
    for (name, text) in texts() {
        let is_other = ["language", "proofs"].contains(&&*name);
        assert!(is_other || !text.contains("```text"), "{name} has a block without a command");
    }
}

/// Commands without output are accepted.
#[test]
fn commands_that_are_shown_are_accepted() {
    for (name, text) in texts() {
        let blocks = text.split("```").skip(1).step_by(2);
        let shell = blocks.filter_map(|block| block.strip_prefix("sh\n").or_else(|| block.strip_prefix("bash\n")));
        for line in shell.flat_map(str::lines).filter_map(|line| line.strip_prefix("multise ")) {
            // The rest belongs to the shell, or to another command.
            let own = line.split(" > ").next().and_then(|line| line.split(" -- ").next()).expect("a command");
            let args = shlex::split(own).expect("quotes are closed");
            let output = support::multise!().args(&args).arg("--help").output().expect("it runs");
            assert!(output.status.success(), "{name}: {line}: {output:?}");
        }
    }
}

#[test]
fn sessions_give_what_is_shown() {
    let mut of_readme = 0;
    for (name, text) in texts() {
        for (command, expected) in sessions(&text) {
            let output = bash(project(), &command).output().expect("bash runs");
            assert!(matches!(output.status.code(), Some(0 | 1 | 3)), "{name}: {command}: {output:?}");
            let shown = String::from_utf8(output.stdout).expect("text");
            assert_data_eq!(shown, Data::text(expected));
            of_readme += usize::from(name == "README");
        }
    }
    assert!(of_readme >= 4, "README.md finds, replays, explains and proves");
}

#[test]
fn the_readme_is_short_and_links_to_all_chapters() {
    let text = read(project().join("README.md"));
    assert!(text.len() <= 8192, "README.md has {} bytes: more belongs into a chapter", text.len());
    for (name, _) in chapters() {
        assert!(text.contains(&format!("(src/help/{name}.md)")), "README.md does not link to {name}");
    }
}
