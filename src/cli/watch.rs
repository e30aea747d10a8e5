//! `multise explore FILE --watch`: runs the command again whenever the file is saved, until Ctrl-C.
//!
//! The folder of the file is watched, because many editors save by replacing the file. A save causes several events: the
//! command begins again after a moment without events.

use super::args::Explore;
use super::exit::{Exit, Failure};
use super::load::is_stream;
use super::output::complain;
use super::{interrupt, options, panics};
use crate::facade::Error;
use crate::report::format::text::Detail;
use notify::event::ModifyKind;
use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

/// How long there must be no event after a save.
const QUIET: Duration = Duration::from_millis(100);

/// What ends a wait.
enum Event {
    /// The file has been saved, replaced or removed.
    Changed,
    /// Ctrl-C.
    Ended,
}

/// Runs the command now, and again after each change. The exit code is that of its last run.
pub fn watch(args: &Explore, command: impl Fn() -> Result<Exit, Failure>) -> Result<Exit, Failure> {
    if is_stream(&args.file) {
        return Err(Failure::refused("--watch needs a file: standard input and pipes are read only once"));
    }
    let (_, detail) = options::explore(args)?;
    // Editors write to the target of a link.
    let unreadable = |error| Error::Unreadable { file: args.file.clone(), error };
    let file = args.file.canonicalize().map_err(unreadable)?;
    let (sender, events) = channel();
    let _watcher = watcher(file.clone(), sender.clone())
        .map_err(|error| Failure::refused(format!("cannot watch `{}`: {error}", args.file.display())))?;
    interrupt::handle()?;
    interrupt::listen(move || drop(sender.send(Event::Ended)));
    let announce = |what: &str| {
        if detail != Detail::Quiet {
            complain(&format!("---- {} {what}\n", args.file.display()));
        }
    };
    announce("is watched, Ctrl-C ends");
    loop {
        // The next change may repair what is wrong now.
        let exit = panics::reported(&command);
        if !has_changed(&events, &file, || announce("is gone, waiting for it")) {
            return Ok(exit);
        }
        announce("has changed, exploring again");
    }
}

/// Waits for the next change, and [begins](interrupt::begin) the next run. Returns true if the change has come and the file exists,
/// false after Ctrl-C.
fn has_changed(events: &Receiver<Event>, file: &Path, gone: impl Fn()) -> bool {
    let mut since = None;
    loop {
        let event = match since {
            None => events.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(quiet) => events.recv_timeout(quiet),
        };
        match event {
            Ok(Event::Changed) => since = Some(QUIET),
            Ok(Event::Ended) | Err(RecvTimeoutError::Disconnected) => return false,
            Err(RecvTimeoutError::Timeout) if file.is_file() => {
                interrupt::begin();
                // A change before the run has begun did not stop it.
                match events.try_recv() {
                    Ok(Event::Changed) => {}
                    Ok(Event::Ended) => return false,
                    Err(_) => return true,
                }
            }
            Err(RecvTimeoutError::Timeout) => {
                gone();
                since = None;
            }
        }
    }
}

/// Watches the folder of a file. A change stops a running exploration at once, because it explores an old text.
fn watcher(file: PathBuf, sender: Sender<Event>) -> notify::Result<RecommendedWatcher> {
    let folder = file.parent().unwrap_or(Path::new("/")).to_owned();
    let mut watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
        // An event that the system could not report may have been about the file.
        let is_change = event.map_or(true, |event| {
            event.need_rescan() || (is_about_the_text(event.kind) && event.paths.contains(&file))
        });
        if is_change {
            // In this order, a run that is stopped is always followed by another.
            let _ = sender.send(Event::Changed);
            interrupt::stop();
        }
    })?;
    watcher.watch(&folder, RecursiveMode::NonRecursive)?;
    Ok(watcher)
}

/// Whether the text of a file may have changed by an event. Reading the file, as this program does, causes events too.
fn is_about_the_text(kind: EventKind) -> bool {
    !matches!(kind, EventKind::Access(_) | EventKind::Modify(ModifyKind::Metadata(_)))
}
