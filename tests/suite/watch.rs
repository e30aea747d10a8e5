//! `multise explore --watch`: the real program, with a file that is saved as editors do.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// More than any step takes on any machine, so that a test cannot hang.
const PATIENCE: Duration = Duration::from_secs(120);

const GOOD: &str = "class Main { static void main(int n) { assert n == n; } }";
const BAD: &str = "class Main { static void main(int n) { assert n != 7; } }";
const BROKEN: &str = "class Main { static void main(int n) { assert n != ; } }";
/// Its bounds deepen for ever.
const ENDLESS: &str = "class Main { static void main(int n) { int i := 0; int s := 0; while (i < n) { s := s + i; i := i + 1; } assert s != 13; } }";

/// A program in watch mode; its output is read line by line.
struct Watching {
    child: Child,
    lines: Receiver<String>,
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
        let (sender, lines) = channel();
        let streams: [Box<dyn Read + Send>; 2] =
            [Box::new(child.stdout.take().expect("a pipe")), Box::new(child.stderr.take().expect("a pipe"))];
        for stream in streams {
            let sender = sender.clone();
            thread::spawn(move || {
                for line in BufReader::new(stream).lines().map_while(Result::ok) {
                    let _ = sender.send(line);
                }
            });
        }
        Self { child, lines }
    }

    /// Waits for a line that contains the text.
    fn expect(&self, text: &str) -> String {
        let (mut seen, end) = (Vec::new(), Instant::now() + PATIENCE);
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left) {
                Ok(line) if line.contains(text) => return line,
                Ok(line) => seen.push(line),
                Err(error) => panic!("`{text}` does not come ({error}) after:\n{}", seen.join("\n")),
            }
        }
    }

    fn interrupt(&self) {
        let pid = self.child.id().to_string();
        let sent = Command::new("kill").args(["-INT", &pid]).status().expect("kill runs");
        assert!(sent.success(), "the program is alive");
    }

    fn end(mut self) -> ExitStatus {
        let end = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.child.try_wait().expect("it is a child") {
                return status;
            }
            assert!(Instant::now() < end, "it does not end");
            thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn what_is_saved_is_explored_again() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let folder = folder.path();
    let file = folder.join("t.oox");
    fs::write(&file, BAD).expect("a file can be written");
    let watching = Watching::new(folder, &["--json", "t.json"]);
    watching.expect("t.oox is watched");
    watching.expect("invalid");
    fs::write(&file, GOOD).expect("a file can be written");
    watching.expect("t.oox has changed");
    assert_eq!(watching.expect("valid"), "valid");
    // Many editors save like this.
    fs::write(folder.join("t.oox~"), BAD).expect("a file can be written");
    fs::rename(folder.join("t.oox~"), &file).expect("a file can be renamed");
    watching.expect("t.oox has changed");
    assert_eq!(watching.expect("valid"), "invalid");
    let json = fs::read_to_string(folder.join("t.json")).expect("the report is there");
    assert!(json.contains(r#""invalid""#), "the report is written each time: {json}");
    watching.interrupt();
    assert_eq!(watching.end().code(), Some(1), "the exit code is that of the last exploration");
}

#[test]
fn a_broken_file_can_be_repaired() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let folder = folder.path();
    let file = folder.join("t.oox");
    fs::write(&file, BROKEN).expect("a file can be written");
    let watching = Watching::new(folder, &["--all-methods"]);
    watching.expect("error[E0011]");
    fs::remove_file(&file).expect("a file can be removed");
    watching.expect("t.oox is gone");
    fs::write(&file, GOOD).expect("a file can be written");
    watching.expect("t.oox has changed");
    watching.expect("valid");
    watching.interrupt();
    assert_eq!(watching.end().code(), Some(0));
}

#[test]
fn an_exploration_of_an_old_text_is_stopped() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let folder = folder.path();
    let file = folder.join("t.oox");
    fs::write(&file, ENDLESS).expect("a file can be written");
    // Only a change can end the first exploration within the time of this test.
    let watching = Watching::new(folder, &["--timeout", "100000", "--no-proofs"]);
    watching.expect("t.oox is watched");
    fs::write(&file, GOOD).expect("a file can be written");
    watching.expect("t.oox has changed");
    assert_eq!(watching.expect("valid"), "valid");
    fs::write(&file, ENDLESS).expect("a file can be written");
    watching.expect("t.oox has changed");
    watching.interrupt();
    assert_eq!(watching.end().code(), Some(130), "Ctrl-C ends an exploration as well");
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
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && told.contains(why), "{words:?}: {told}");
    }
}
