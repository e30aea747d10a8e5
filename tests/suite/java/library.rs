//! What Java programs import: the jar has the present sources, and it gives values from outside on a plain JVM.

use multise::internals::java::{JAR, JAR_NAME};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const PROJECT: &str = env!("CARGO_MANIFEST_DIR");
/// The JDK whose compiler has made the jar: others write other bytes.
const JDK: &str = "javac 17.";

fn sources() -> PathBuf {
    Path::new(PROJECT).join("src/java/library")
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
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
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
        assert_eq!(there, fs::read_to_string(source).expect("a source"), "`make library` for {}", name.display());
    }
    let Some(version) = succeeds(Command::new("javac").arg("-version")) else { return };
    if !version.starts_with(JDK) {
        eprintln!("skipped: {version} is another compiler");
        return;
    }
    let compiled = folder.path().join("compiled");
    let flags = ["--release", "8", "-Xlint:-options", "-g:source,lines", "-d"];
    succeeds(Command::new("javac").args(flags).arg(&compiled).args(&here)).expect("a compiler");
    let classes = |folder: &Path| -> Vec<(PathBuf, Vec<u8>)> {
        let read = |path: PathBuf| {
            let bytes = fs::read(&path).expect("a class");
            (path.strip_prefix(folder).expect("below the folder").to_owned(), bytes)
        };
        support::files(folder, "class").into_iter().map(read).collect()
    };
    assert!(classes(&compiled) == classes(&unpacked), "`make library` has not been run");
}

/// Compiles a harness, and runs it with options of the JVM.
fn runs(statements: &str, options: &[&str]) -> Option<Output> {
    let folder = tempfile::tempdir().expect("a folder");
    let source = folder.path().join("Main.java");
    let text = format!(
        "import multise.Nondet; import org.sosy_lab.sv_benchmarks.Verifier;\n\
         public class Main {{ public static void main(String[] args) {{ {statements} }} }}"
    );
    fs::write(&source, text).expect("a source");
    let jar = sources().join(JAR_NAME);
    succeeds(Command::new("javac").arg("-cp").arg(&jar).arg("-d").arg(folder.path()).arg(source))?;
    let path = std::env::join_paths([jar.as_path(), folder.path()]).expect("no colon in it");
    tool(Command::new("java").args(options).arg("-ea").arg("-cp").arg(path).arg("Main"))
}

#[test]
fn values_are_listed_on_a_plain_jvm() {
    let print = "System.out.print(Nondet.anyInt() + \" \" + Nondet.anyBoolean() + (int) Nondet.anyChar() + Nondet.anyChar() \
                 + Nondet.anyDouble() + Nondet.anyString(9) + Verifier.nondetLong() + Verifier.nondetByte());";
    let values = r#"-Dmultise.values=-2147483648, true '\n' 65;1.5	"a \"\u0062" 9223372036854775807"#;
    let Some(output) = runs(print, &[values]) else { return };
    // The last one is not listed.
    assert_eq!(String::from_utf8_lossy(&output.stdout), "-2147483648 true10A1.5a \"b92233720368547758070");
    let wrong = runs("Nondet.anyByte();", &["-Dmultise.values=128"]).expect("a JVM");
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("multise.values: `128` is no byte"));
    let seeded =
        |seed| runs("System.out.print(Nondet.anyInt() + \" \" + Nondet.anyInt());", &[seed]).expect("a JVM").stdout;
    assert_eq!(seeded("-Dmultise.seed=1"), seeded("-Dmultise.seed=1"));
    assert_ne!(seeded("-Dmultise.seed=1"), seeded("-Dmultise.seed=2"));
}

#[test]
fn a_run_ends_where_an_assumption_does_not_hold() {
    let statements = "Verifier.assume(Nondet.anyInt() > 0); System.out.print(\"behind\");";
    let Some(output) = runs(statements, &["-Dmultise.values=0"]) else { return };
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(3), &b""[..]));
    let through = runs(statements, &["-Dmultise.values=1"]).expect("a JVM");
    assert_eq!((through.status.code(), through.stdout.as_slice()), (Some(0), &b"behind"[..]));
}
