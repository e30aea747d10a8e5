//! What Java programs import: the jar has the present sources, and it gives values from outside on a plain JVM.

use super::class_files;
use multise::internals::java::{JAR, JAR_NAME};
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};
use support::java::compile::{compiled, javac};
use support::process::{complaints, printed};

/// The JDK whose compiler has made the jar: others write other bytes.
const JDK: &str = "javac 17.";

fn sources() -> PathBuf {
    support::project().join("src/java/library")
}

/// Runs a tool of the JDK; `None` if it is not there.
fn tool(command: &mut Command) -> Option<Output> {
    let Ok(output) = command.output() else {
        eprintln!("skipped: there is no {}", command.get_program().display());
        return None;
    };
    Some(output)
}

fn succeeds(command: &mut Command) -> Option<String> {
    let output = tool(command)?;
    assert!(output.status.success(), "{}", complaints(&output));
    Some(printed(&output))
}

#[test]
fn the_jar_is_made_of_the_sources() {
    let folder = tempfile::tempdir().expect("a folder");
    let unpacked = folder.path().join("unpacked");
    fs::create_dir(&unpacked).expect("a folder");
    let jar = sources().join(JAR_NAME);
    assert_eq!(fs::read(&jar).expect("the jar"), JAR);
    if succeeds(Command::new("jar").arg("xf").arg(&jar).current_dir(&unpacked)).is_none() {
        return;
    }
    let here = support::files(&sources(), "java");
    for source in &here {
        let name = source.strip_prefix(sources()).expect("below the folder");
        let there = fs::read_to_string(unpacked.join("sources").join(name)).unwrap_or_default();
        assert_eq!(there, support::read(source), "`make library` for {}", name.display());
    }
    let Some(version) = succeeds(Command::new("javac").arg("-version")) else { return };
    if !version.starts_with(JDK) {
        eprintln!("skipped: {version} is another compiler");
        return;
    }
    let compiled = folder.path().join("compiled");
    let flags = ["--release", "8", "-Xlint:-options", "-g:source,lines", "-d"];
    succeeds(javac().args(flags).arg(&compiled).args(&here)).expect("a compiler");
    assert!(class_files(&compiled) == class_files(&unpacked), "`make library` has not been run");
}

/// What is run on a JVM, by the name that is its argument.
const HARNESS: &str = "import multise.Nondet;
import org.sosy_lab.sv_benchmarks.Verifier;
public class Main {
  public static void main(String[] args) {
    switch (args[0]) {
      case \"all\" -> System.out.print(Nondet.anyInt() + \" \" + Nondet.anyBoolean() + (int) Nondet.anyChar() + Nondet.anyChar()
          + Nondet.anyDouble() + Nondet.anyString(9) + Verifier.nondetLong() + Verifier.nondetByte());
      case \"byte\" -> Nondet.anyByte();
      case \"two\" -> System.out.print(Nondet.anyInt() + \" \" + Nondet.anyInt());
      case \"assume\" -> {
        Verifier.assume(Nondet.anyInt() > 0);
        System.out.print(\"behind\");
      }
    }
  }
}";

/// Runs a case of the harness with an option of the JVM.
fn runs(case: &str, option: &str) -> Option<Output> {
    let classes = compiled(HARNESS)?;
    let path = std::env::join_paths([sources().join(JAR_NAME), classes.folder]).expect("no colon in it");
    tool(Command::new("java").arg(option).arg("-ea").arg("-cp").arg(path).args(["Main", case]))
}

#[test]
fn values_are_listed_on_a_plain_jvm() {
    let values = r#"-Dmultise.values=-2147483648, true '\n' 65;1.5	"a \"\u0062" 9223372036854775807"#;
    let Some(output) = runs("all", values) else { return };
    // The last one is not listed.
    assert_eq!(printed(&output), "-2147483648 true10A1.5a \"b92233720368547758070");
    let wrong = runs("byte", "-Dmultise.values=128").expect("a JVM");
    assert!(complaints(&wrong).contains("multise.values: `128` is no byte"));
    let seeded = |seed| runs("two", seed).expect("a JVM").stdout;
    assert_eq!(seeded("-Dmultise.seed=1"), seeded("-Dmultise.seed=1"));
    assert_ne!(seeded("-Dmultise.seed=1"), seeded("-Dmultise.seed=2"));
}

#[test]
fn a_run_ends_where_an_assumption_does_not_hold() {
    let Some(output) = runs("assume", "-Dmultise.values=0") else { return };
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(3), &b""[..]));
    let through = runs("assume", "-Dmultise.values=1").expect("a JVM");
    assert_eq!((through.status.code(), through.stdout.as_slice()), (Some(0), &b"behind"[..]));
}
