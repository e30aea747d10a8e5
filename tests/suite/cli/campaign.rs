//! `multise jobs` and `multise merge`: many explorations, with several programs that run commands. The recipes are those of
//! `multise help campaigns`.

use super::slurm::Slurm;
use super::{bash, multise};
use snapbox::str;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};
use support::process::{json, printed, said};
use tempfile::TempDir;

/// Bounds that end every method, so that equal runs have equal reports.
const OPTIONS: &str = "-- --unroll 1 --depth 1 --heap-depth 1 --no-proofs --timeout 60";

/// A folder with those class libraries of the examples that these tests explore: one with violations, one without.
fn folder() -> TempDir {
    let made = tempfile::tempdir().expect("a folder");
    let folder = made.path();
    fs::create_dir_all(folder.join("lib")).expect("a folder");
    fs::write(folder.join("array.sh"), recipe("SLURM_ARRAY_TASK_ID")).expect("a script");
    for program in ["accounts_bug", "shapes"] {
        let from = support::project().join(format!("examples/objects/{program}.oox"));
        fs::copy(from, folder.join(format!("lib/{program}.oox"))).expect("an example");
    }
    made
}

/// Makes the list of a campaign and returns its lines.
fn list(folder: &Path, more: &str) -> Vec<String> {
    let made = bash(folder, &format!("multise jobs lib --out reports {more} {OPTIONS} > jobs.sh")).output();
    let made = made.expect("bash runs");
    assert!(made.status.success(), "{}", said(&made));
    let text = support::read(folder.join("jobs.sh"));
    text.lines().map(str::to_owned).collect()
}

/// The merged report without times, and the exit code.
fn merged(folder: &Path) -> (Option<i32>, serde_json::Value) {
    let output =
        bash(folder, "multise merge --jobs jobs.sh --format json --lcov all.info --cobertura all.xml").output();
    let output = output.expect("bash runs");
    let mut report = json(&output);
    let schema = json(multise(&["schema", "merge"]).assert().code(0).get_output());
    jsonschema::validate(&schema, &report).expect("the report fits its schema");
    for job in report["jobs"].as_array_mut().into_iter().flatten() {
        job["time"] = 0.into();
    }
    (output.status.code(), report)
}

fn in_state(report: &serde_json::Value, state: &str) -> usize {
    report["jobs"].as_array().map_or(0, |jobs| jobs.iter().filter(|job| job["state"] == state).count())
}

/// The fenced block of the chapter on campaigns that contains a word.
fn recipe(word: &str) -> String {
    let chapter = include_str!("../../../src/help/campaigns.md");
    let block = chapter.split("```").skip(1).step_by(2).find(|block| block.contains(word));
    let block = block.expect("a recipe");
    block.split_once('\n').expect("a block has lines").1.to_owned()
}

#[test]
fn jobs_are_commands_with_a_report_each() {
    let folder = tempfile::tempdir().expect("a folder");
    multise(&["jobs", "examples/bank.oox", "--out"])
        .arg(folder.path().join("bank out"))
        .args(["--", "--timeout", "5"])
        .assert()
        .code(0)
        .stderr_eq("")
        .stdout_eq(str![[r#"
[..]multise explore examples/bank.oox --entry Account.Account --json '[..]/bank out/bank-Account.Account-[..].json' --coverage --quiet --timeout 5
[..]multise explore examples/bank.oox --entry Main.main --json '[..]/bank out/bank-Main.main-[..].json' --coverage --quiet --timeout 5
[..]multise explore examples/bank.oox --entry Main.transfer --json '[..]/bank out/bank-Main.transfer-[..].json' --coverage --quiet --timeout 5

"#]]);
}

#[test]
fn a_program_that_is_refused_has_no_jobs_and_the_others_have_theirs() {
    let folder = tempfile::tempdir().expect("a folder");
    let broken = folder.path().join("broken.oox");
    fs::write(&broken, "class A {").expect("a file");
    let output = multise(&["jobs", "--out"])
        .arg(folder.path().join("out"))
        .args([broken.as_os_str(), "tests/cli/quotient.oox".as_ref(), "tests/cli/nothing.oox".as_ref()])
        .assert()
        .code(2)
        .get_output()
        .clone();
    let list = printed(&output);
    assert_eq!(list.lines().count(), 1, "{list}");
    assert!(list.contains("explore tests/cli/quotient.oox --entry Main.main"), "{list}");
    for why in ["broken.oox:1:10", "cannot read `tests/cli/nothing.oox`", "2 of 3 programs refused: no jobs"] {
        assert!(said(&output).contains(why), "{why}: {}", said(&output));
    }
}

#[test]
fn what_no_job_can_do_is_refused_at_once() {
    let refused = |words: &[&str], why: &str| {
        let words: Vec<&str> = ["jobs", "--out", "nowhere"].iter().chain(words).copied().collect();
        let output = multise(&words).assert().code(2).stdout_eq("").get_output().clone();
        assert!(said(&output).contains(why), "{words:?}: {}", said(&output));
    };
    refused(&["tests/cli/nothing.oox"], "cannot read");
    refused(&["src"], "there is no program (*.oox, *.class) in `src`");
    refused(&["-"], "standard input");
    refused(&["examples/bank.oox", "--", "--timeout", "no"], "not a number of seconds");
    refused(&["examples/bank.oox", "--", "--first", "--all"], "contradict each other");
    refused(&["examples/bank.oox", "--", "--sarif", "x"], "each would overwrite");
    refused(&["examples/bank.oox", "--", "--html", "x"], "each would overwrite");
    refused(&["examples/bank.oox", "--", "--class", "Main"], "cannot be used with");
    assert!(!Path::new("nowhere").exists());
}

#[test]
fn a_campaign_that_was_killed_goes_on_by_what_is_left() {
    let folders = [folder(), folder()];
    let [whole, killed] = folders.each_ref().map(TempDir::path);
    let lines = list(whole, "");
    let run = |folder: &Path, number: usize| {
        let mut job = bash(folder, "bash -eu array.sh jobs.sh");
        let code = job.env("SLURM_ARRAY_TASK_ID", number.to_string()).output().expect("bash runs").status.code();
        assert!(matches!(code, Some(0 | 1 | 3)), "job {number}: {code:?}");
    };
    (1..=lines.len()).for_each(|number| run(whole, number));
    let (code, expected) = merged(whole);
    assert_eq!((code, in_state(&expected, "done")), (Some(1), lines.len()));
    assert_eq!(list(whole, "--left"), Vec::<String>::new());

    let all = list(killed, "");
    (1..=lines.len() / 2).for_each(|number| run(killed, number));
    let (_, half) = merged(killed);
    assert_eq!(in_state(&half, "missing"), lines.len() - lines.len() / 2);
    let left = list(killed, "--left");
    assert_eq!(left, all[lines.len() / 2..]);
    (1..=left.len()).for_each(|number| run(killed, number));
    list(killed, "");
    assert_eq!(merged(killed), (code, expected));
    let files = ["all.info", "all.xml"].map(|name| [whole, killed].map(|folder| fs::read(folder.join(name)).ok()));
    assert!(files.iter().all(|[a, b]| a.is_some() && a == b), "the coverage is the same");
}

#[test]
fn a_campaign_of_gnu_parallel_that_was_killed_is_resumed() {
    if !Command::new("parallel").arg("--version").output().is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: there is no GNU parallel");
        return;
    }
    let recipe = recipe("parallel --joblog");
    let command = recipe.lines().find(|line| line.contains("parallel --joblog")).expect("a line").trim();
    let folders = [folder(), folder()];
    let [whole, killed] = folders.each_ref().map(TempDir::path);
    let lines = list(whole, "");
    // Its exit code is the number of jobs that have one other than 0.
    assert!(bash(whole, command).output().is_ok());
    let (code, expected) = merged(whole);
    assert_eq!((code, in_state(&expected, "done")), (Some(1), lines.len()));

    list(killed, "");
    let mut first = bash(killed, &format!("exec {}", command.replacen("parallel", "parallel -j1 --delay 0.1", 1)));
    let mut first = first.spawn().expect("bash runs");
    let begun = Instant::now();
    let reports = || fs::read_dir(killed.join("reports")).map_or(0, Iterator::count);
    while reports() < 3 && begun.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(10));
    }
    first.kill().expect("it is killed");
    first.wait().expect("it ends");
    let (_, half) = merged(killed);
    assert!(in_state(&half, "missing") > 0 && in_state(&half, "done") >= 3, "{half}");
    assert!(bash(killed, command).output().is_ok());
    assert_eq!(merged(killed), (code, expected));
}

#[test]
fn a_campaign_of_slurm_that_was_killed_is_resumed() {
    let slurm = match Slurm::start() {
        Ok(slurm) => slurm,
        Err(why) => {
            eprintln!("skipped: there is no Slurm, {why}");
            return;
        }
    };
    let recipe = recipe("sbatch --array");
    let submit: Vec<&str> = recipe.lines().filter(|line| line.starts_with("sbatch")).collect();
    let again = recipe.lines().find(|line| line.starts_with("multise jobs")).expect("a line");
    let again = again.replace(" -- --timeout 60", &format!(" {OPTIONS}"));
    let run = |folder: &Path, script: &str| {
        let mut command = bash(folder, script);
        slurm.known_to(&mut command);
        let output = command.output().expect("bash runs");
        assert!(output.status.success(), "{script}: {}", said(&output));
    };
    let wait = |what: &str, done: &dyn Fn() -> bool| {
        let begun = Instant::now();
        while !done() {
            assert!(begun.elapsed() < Duration::from_secs(300), "{what}: {}", slurm.said());
            std::thread::sleep(Duration::from_millis(20));
        }
    };
    let folders = [folder(), folder()];
    let [whole, killed] = folders.each_ref().map(TempDir::path);
    let lines = list(whole, "");
    bash(whole, "source jobs.sh || true").output().expect("bash runs");
    let (code, expected) = merged(whole);
    assert_eq!((code, in_state(&expected, "done")), (Some(1), lines.len()));

    list(killed, "");
    run(killed, submit[0]);
    let is_report = |entry: &fs::DirEntry| entry.path().extension().is_some_and(|extension| extension == "json");
    let reports = || fs::read_dir(killed.join("reports")).map_or(0, |all| all.flatten().filter(is_report).count());
    wait("there are no reports", &|| reports() >= 3);
    assert!(slurm.cancel(), "{}", slurm.said());
    wait("jobs that were cancelled do not end", &|| slurm.is_idle());
    let (_, half) = merged(killed);
    assert!(in_state(&half, "missing") > 0 && in_state(&half, "done") > 0, "{half}");
    run(killed, &again);
    run(killed, submit[1]);
    wait("jobs do not end", &|| slurm.is_idle());
    assert_eq!(merged(killed), (code, expected), "{}", slurm.said());
}

#[test]
fn what_is_missing_or_of_no_use_is_reported() {
    let folder = folder();
    let folder = folder.path();
    let lines = list(folder, "");
    let reports: Vec<PathBuf> =
        lines.iter().filter_map(|line| Some(folder.join(line.split("--json ").nth(1)?.split(' ').next()?))).collect();
    let valid = lines.iter().position(|line| line.contains("shapes.oox")).expect("a job");
    let run = bash(folder, &lines[valid]).output().expect("bash runs");
    assert_eq!(run.status.code(), Some(0), "{}", said(&run));
    let text = support::read(&reports[valid]);
    let merge = |more: &str| bash(folder, &format!("multise merge {more}")).output().expect("bash runs");
    let alone = merge(&reports[valid].display().to_string());
    assert_eq!(alone.status.code(), Some(0), "{}", said(&alone));
    assert!(
        said(&alone).contains("1 report of 1 job, blocks") && said(&alone).ends_with("valid\n"),
        "{}",
        said(&alone)
    );
    let missing = merge("--jobs jobs.sh");
    assert_eq!(missing.status.code(), Some(3));
    assert!(said(&missing).contains(&format!("{} missing", lines.len() - 1)), "{}", said(&missing));
    let other = valid + 1;
    for (broken, why) in [
        (text[..text.len() / 2].to_owned(), "not a report of `multise explore`"),
        (text.replacen("\"schema\": 1", "\"schema\": 2", 1), "a report of schema 2"),
        (text.replacen("\"mode\"", "\"mood\"", 1), "unknown field `mood`"),
        (text.replacen("sha256:", "sha256:0", 1), "of another text"),
    ] {
        fs::write(&reports[other], broken).expect("a report");
        let failed = merge("--jobs jobs.sh");
        assert_eq!(failed.status.code(), Some(4), "{}", said(&failed));
        assert!(said(&failed).contains(why) && said(&failed).contains("1 failed"), "{}", said(&failed));
    }
    // Interrupted explorations are to be done again.
    assert_eq!(list(folder, "--left").len(), lines.len() - 2);
    for again in
        [text[..text.len() / 2].to_owned(), text.replacen("\"reasons\": []", "\"reasons\": [\"interrupted\"]", 1)]
    {
        fs::write(&reports[other], again).expect("a report");
        assert_eq!(list(folder, "--left").len(), lines.len() - 1);
    }
    assert_eq!(merge("--jobs lib/shapes.oox").status.code(), Some(2));
    assert_eq!(merge("").status.code(), Some(2));
}

#[test]
fn reports_of_several_methods_are_merged_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("several.json");
    multise(&["explore", "-q", "examples/bank.oox", "--all-methods", "--json"]).arg(&file).assert().code(1);
    multise(&["merge"]).arg(&file).assert().code(1).stderr_eq("").stdout_eq(str![[r#"
violation[assert] at examples/bank.oox:23:9 from Main.main: the assertion does not hold
violation[exception, null] at examples/bank.oox:30:20 from Main.transfer: uncaught exception: null is dereferenced
program            methods  valid  invalid  unknown         blocks    time
examples/bank.oox        3      1        2        0  11/11 (100 %)  [..] s
3 reports of 3 jobs, blocks 11/11 (100 %), branches 2/2 (100 %), time [..] s
invalid

"#]]);
}
