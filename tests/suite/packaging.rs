//! What comes with the program: `make install`, and the tests of the tool-info module for BenchExec.

use std::path::Path;
use std::process::{Command, Output};
use support::process::{complaints, printed};
use support::project;

fn make(goal: &str, root: &Path) -> Output {
    let variable = |name: &str, value: &str| format!("{name}={value}");
    let root = root.display().to_string();
    let variables = [
        variable("BINARY", &support::executable!().display().to_string()),
        variable("DESTDIR", &root),
        variable("PREFIX", "/usr"),
    ];
    Command::new("make").arg(goal).args(variables).current_dir(project()).output().expect("make runs")
}

#[test]
fn make_installs_program_manual_and_completions() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().join("installed in");
    let made = make("install", &root);
    assert!(made.status.success(), "{}", complaints(&made));
    let installed = support::all_files(&root);
    let names: Vec<String> =
        installed.iter().map(|path| path.strip_prefix(&root).expect("below the root").display().to_string()).collect();
    let expected = [
        "usr/bin/multise",
        "usr/share/bash-completion/completions/multise",
        "usr/share/fish/vendor_completions.d/multise.fish",
        "usr/share/man/man1/multise.1",
        "usr/share/zsh/site-functions/_multise",
    ];
    assert_eq!(names, expected);
    let version = Command::new(&installed[0]).arg("--version").output().expect("it runs");
    assert!(printed(&version).starts_with("multise "));
    let read = |i: usize| support::read(&installed[i]);
    assert!(read(3).contains(".TH multise 1") && read(4).starts_with("#compdef multise"));
    let sourced =
        Command::new("bash").arg("-c").arg("source \"$0\" && complete -p multise").arg(&installed[1]).output();
    assert!(sourced.is_ok_and(|output| output.status.success()), "bash completes the installed program");
    assert!(read(2).contains("complete -c multise"));
    assert!(make("uninstall", &root).status.success() && support::all_files(&root).is_empty());
}

#[test]
fn the_module_for_benchexec_passes_its_tests() {
    let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let has_it = Command::new(&python).args(["-c", "import benchexec.tools.template"]).output();
    if !has_it.is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: {python} has no package `benchexec`");
        return;
    }
    let tests = Command::new(python)
        .args(["-B", "-m", "unittest", "test_multise"])
        .current_dir(project().join("benches/benchexec"))
        .env("MULTISE", support::executable!())
        .output()
        .expect("python runs");
    assert!(tests.status.success(), "{}", complaints(&tests));
}
