//! `multise explore --watch`: the real program, with a file that is saved as editors do.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};
use support::process::{complaints, end, interrupt};

/// More than any step takes on any machine, so that a test cannot hang.
const PATIENCE: Duration = Duration::from_secs(120);

const GOOD: &str = "class Main { static void main(int n) { assert n == n; } }";
const BAD: &str = "class Main { static void main(int n) { assert n != 7; } }";
const BROKEN: &str = "class Main { static void main(int n) { assert n != ; } }";
/// Its bounds deepen for ever.
const ENDLESS: &str = "class Main { static void main(int n) { int i := 0; int s := 0; while (i < n) { s := s + i; i := i + 1; } assert s != 13; } }";

/// A program in watch mode. Its two streams are read line by line, each on its own: lines of one may come before earlier ones of
/// the other.
struct Watching {
    child: Child,
    reports: Receiver<String>,
    notices: Receiver<String>,
}

/// The lines of a stream, read by another thread.
fn lines(stream: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, lines) = channel();
    thread::spawn(move || {
        for line in BufReader::new(stream).lines().map_while(Result::ok) {
            let _ = sender.send(line);
        }
    });
    lines
}

/// Waits for a line that is wanted.
fn expect(lines: &Receiver<String>, wanted: &str, is_wanted: impl Fn(&str) -> bool) {
    let (mut seen, end) = (Vec::new(), Instant::now() + PATIENCE);
    loop {
        let left = end.saturating_duration_since(Instant::now());
        match lines.recv_timeout(left) {
            Ok(line) if is_wanted(&line) => return,
            Ok(line) => seen.push(line),
            Err(error) => panic!("`{wanted}` does not come ({error}) after:\n{}", seen.join("\n")),
        }
    }
}

impl Watching {
    fn new(folder: &Path, options: &[&str]) -> Self {
        let mut child = support::multise!()
            .args(["explore", "t.oox", "--watch"])
            .args(options)
            .current_dir(folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let reports = lines(child.stdout.take().expect("a pipe"));
        let notices = lines(child.stderr.take().expect("a pipe"));
        Self { child, reports, notices }
    }

    /// Waits for a verdict. A save may be noticed twice on a busy machine, so the one before may come again.
    fn reports(&self, verdict: &str) {
        expect(&self.reports, verdict, |line| line == verdict);
    }

    /// Waits for a line beside the reports that has this text.
    fn says(&self, text: &str) {
        expect(&self.notices, text, |line| line.contains(text));
    }

    /// Interrupts it, and returns its exit code.
    fn interrupted(mut self) -> Option<i32> {
        interrupt(&self.child);
        end(&mut self.child, PATIENCE).code()
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Saves as many editors do. Unlike `fs::write`, it is one event, before which the old text is there.
fn replace(file: &Path, text: &str) {
    let new = file.with_extension("oox~");
    fs::write(&new, text).expect("a file can be written");
    fs::rename(new, file).expect("a file can be renamed");
}

#[test]
fn what_is_saved_is_explored_again() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let folder = folder.path();
    let file = folder.join("t.oox");
    fs::write(&file, BAD).expect("a file can be written");
    let watching = Watching::new(folder, &["--json", "t.json"]);
    watching.says("t.oox is watched");
    watching.reports("invalid");
    fs::write(&file, GOOD).expect("a file can be written");
    watching.says("t.oox has changed");
    watching.reports("valid");
    replace(&file, BAD);
    watching.says("t.oox has changed");
    watching.reports("invalid");
    let json = support::read(folder.join("t.json"));
    assert!(json.contains(r#""invalid""#), "the report is written each time: {json}");
    assert_eq!(watching.interrupted(), Some(1), "the exit code is that of the last exploration");
}

#[test]
fn a_broken_file_can_be_repaired() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let folder = folder.path();
    let file = folder.join("t.oox");
    fs::write(&file, BROKEN).expect("a file can be written");
    let watching = Watching::new(folder, &["--all-methods"]);
    watching.says("error[E0011]");
    fs::remove_file(&file).expect("a file can be removed");
    watching.says("t.oox is gone");
    fs::write(&file, GOOD).expect("a file can be written");
    watching.says("t.oox has changed");
    watching.reports("valid");
    assert_eq!(watching.interrupted(), Some(0));
}

#[test]
fn an_exploration_of_an_old_text_is_stopped() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let folder = folder.path();
    let file = folder.join("t.oox");
    fs::write(&file, ENDLESS).expect("a file can be written");
    // Only a change can end the first exploration within the time of this test.
    let watching = Watching::new(folder, &["--timeout", "100000", "--no-proofs"]);
    watching.says("t.oox is watched");
    replace(&file, GOOD);
    watching.says("t.oox has changed");
    watching.reports("valid");
}

#[test]
fn ctrl_c_ends_an_exploration_too() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let folder = folder.path();
    fs::write(folder.join("t.oox"), ENDLESS).expect("a file can be written");
    let watching = Watching::new(folder, &["--timeout", "100000", "--no-proofs"]);
    watching.says("t.oox is watched");
    assert_eq!(watching.interrupted(), Some(130));
}

#[test]
fn what_cannot_be_watched_is_refused() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let folder = folder.path();
    fs::write(folder.join("t.oox"), GOOD).expect("a file can be written");
    for (words, why) in [
        (&["-", "--watch"][..], "standard input"),
        (&["u.oox", "--watch"], "there is no such file"),
        (&["t.oox", "--watch", "--all", "--first"], "contradict"),
    ] {
        let output =
            support::multise!().arg("explore").args(words).current_dir(folder).output().expect("the program runs");
        let shown = complaints(&output);
        assert!(output.status.code() == Some(2) && shown.contains(why), "{words:?}: {shown}");
    }
}
