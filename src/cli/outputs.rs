//! A check of the files that a command will write, before it begins: none is an input or another output, and each can be
//! written.

use super::args::{self, is_written};
use super::exit::Failure;
use super::output::STDOUT;
use clap::{Arg, ArgMatches, Command};
use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// A file or folder that the command line names.
struct Named {
    /// The name of the argument: an option, `an input` for an operand, or `the program`.
    by: String,
    path: PathBuf,
    /// Whether it is a folder that gets files.
    is_folder: bool,
}

/// Refuses outputs that would destroy an input or another output, and outputs that cannot be written. `program` is the
/// operand as a file.
///
/// # Errors
/// Names the wrong option.
pub fn check(command: &Command, given: &ArgMatches, program: &Path) -> Result<(), Failure> {
    let outputs: Vec<Named> =
        command.get_arguments().filter(|arg| is_written(arg)).flat_map(|a| named(a, given)).collect();
    let is_input = |arg: &&Arg| !is_written(arg) && arg.get_long().is_none_or(|_| has_file(arg));
    let inputs: Vec<Named> = command.get_arguments().filter(is_input).flat_map(|arg| named(arg, given)).collect();
    let program = Named { by: "the program".to_owned(), path: program.to_owned(), is_folder: false };
    let refused = |message: String| Err(Failure::refused(message));
    if let [one, other, ..] = &printed(command, given)[..] {
        return refused(format!("{one} and {other} would both write to standard output"));
    }
    for (i, output) in outputs.iter().enumerate() {
        let Named { by, path, .. } = output;
        let same = |other: &&Named| is_same(path, &other.path);
        if let Some(other) = inputs.iter().chain([&program]).find(same) {
            return refused(format!("{by} would overwrite {}, `{}`", other.by, other.path.display()));
        }
        if let Some(other) = outputs[..i].iter().find(same) {
            return refused(format!("{} and {by} name the same file, `{}`", other.by, path.display()));
        }
        if let Err(error) = try_to_write(output) {
            return Err(Failure::unwritable(path, error));
        }
    }
    Ok(())
}

/// The options that print a document for programs.
fn printed(command: &Command, given: &ArgMatches) -> Vec<String> {
    let has = |arg: &Arg, value: &str| args::values(arg, given).iter().any(|given| given == value);
    let arguments = || command.get_arguments();
    let files = arguments().filter(|arg| is_written(arg) && has(arg, STDOUT)).filter_map(Arg::get_long);
    let mut printed: Vec<String> = files.map(|long| format!("--{long}")).collect();
    let is_json = arguments().any(|arg| arg.get_long() == Some("format") && has(arg, "json"));
    if is_json && !printed.iter().any(|option| option == "--json") {
        printed.insert(0, "--format json".to_owned());
    }
    printed
}

/// Whether the values of an option are files.
fn has_file(arg: &Arg) -> bool {
    arg.get_value_names().unwrap_or_default().iter().any(|name| name.as_str() == "FILE")
}

/// The files and folders that an argument names.
fn named(arg: &Arg, given: &ArgMatches) -> Vec<Named> {
    let by = arg.get_long().map_or_else(|| "an input".to_owned(), |long| format!("--{long}"));
    let is_folder = arg.get_value_names().unwrap_or_default().iter().any(|name| name.as_str() == "DIR");
    let values = args::values(arg, given).into_iter().filter(|value| value != STDOUT);
    values.map(|value| Named { by: by.clone(), path: value.into(), is_folder }).collect()
}

/// Whether two paths lead, possibly through links, to one file that keeps what is written to it.
fn is_same(one: &Path, other: &Path) -> bool {
    let is_kept = |path: &Path| !path.exists() || path.is_file() || path.is_dir();
    is_kept(one) && resolved(one).is_some_and(|path| resolved(other) == Some(path))
}

/// The path without links; for a missing file, its folder without links and its name.
fn resolved(path: &Path) -> Option<PathBuf> {
    let name: OsString = path.file_name()?.to_owned();
    fs::canonicalize(path).or_else(|_| Ok::<_, io::Error>(fs::canonicalize(folder(path))?.join(name))).ok()
}

/// The folder of a file.
pub fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Tries whether an output can be written, without changing anything.
fn try_to_write(output: &Named) -> io::Result<()> {
    let path = &output.path;
    if output.is_folder {
        // Missing folders are made later, in the folder that exists.
        let there = path.ancestors().map(|a| if a.as_os_str().is_empty() { Path::new(".") } else { a });
        let there = there.into_iter().find(|ancestor| ancestor.exists()).unwrap_or(Path::new("."));
        return tempfile::tempfile_in(there).map(drop);
    }
    match fs::metadata(path) {
        Ok(meta) if meta.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        // Opening a pipe would wait for its reader.
        Ok(meta) if !meta.is_file() => Ok(()),
        Ok(_) => File::options().append(true).open(path).map(drop),
        Err(_) => tempfile::Builder::new().prefix(".multise-").tempfile_in(folder(path)).map(drop),
    }
}
