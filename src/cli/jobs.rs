//! `multise jobs`: an exploration of many programs as a list of commands, one for each method, for any program that runs
//! commands in parallel; and the parser of such a list.

use super::args::{Cli, Command, Jobs};
use super::exit::{Exit, Failure};
use super::load::{is_stream, load, read, warn};
use super::output::{complain, print, stderr_style};
use super::suite::file_name;
use super::{options, settings};
use crate::config::{Dialect, Roots};
use crate::facade::Program;
use crate::report::format::merge::{self, Expected};
use crate::report::format::rerun;
use crate::report::format::text::Detail;
use crate::report::model::digest;
use crate::report::model::words::count;
use clap::Parser;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// The largest list that is read, bytes.
const MAX_LIST: u64 = 1 << 30;
/// How many digits of a digest distinguish the names of reports.
const DIGITS: usize = 12;

/// Runs the command. A program that is refused has no jobs; the others have theirs.
pub fn jobs(args: &Jobs) -> Result<Exit, Failure> {
    let mut list = String::new();
    let mut names = BTreeSet::new();
    let mut without_jobs = 0;
    let programs = programs(&args.programs)?;
    for path in &programs {
        let name = operand(path)?;
        let options = parsed(&name, "Main.main", "report.json", &args.options)?;
        let (mut config, _) = options::explore(&options)?;
        config.dialect.classes.roots = Roots::All;
        let entries = match entries(path, &config.dialect) {
            Ok(entries) => entries,
            Err(failure) => {
                complain(&failure.message(stderr_style()));
                without_jobs += 1;
                continue;
            }
        };
        for entry in entries {
            let report = args.out.join(report_of(&name, &entry));
            let report =
                report.to_str().ok_or_else(|| Failure::refused("the name of the folder is not UTF-8"))?.to_owned();
            if names.insert(report.clone()) && !(args.left && is_done(Path::new(&report))) {
                list += &command(&name, &entry, &report, &args.options);
            }
        }
    }
    if without_jobs < programs.len() {
        fs::create_dir_all(&args.out)
            .map_err(|error| Failure::refused(format!("cannot make the folder `{}`: {error}", args.out.display())))?;
    }
    print(&list)?;
    match without_jobs {
        0 => Ok(Exit::Good),
        _ => Err(Failure::refused(format!("{without_jobs} of {} refused: no jobs", count(programs.len(), "program")))),
    }
}

/// The entry methods of a program.
fn entries(path: &Path, dialect: &Dialect) -> Result<Vec<String>, Failure> {
    let program = load(path, dialect)?;
    warn(&program, Detail::Normal);
    Ok(program.entries()?.into_iter().map(|entry| program.entry_name(entry)).collect())
}

/// The programs that operands name: files, folders that are a program, and all programs below other folders, sorted.
fn programs(operands: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut found = Vec::new();
    for operand in operands {
        if is_stream(operand) {
            return Err(Failure::refused(
                "standard input and pipes cannot be explored by jobs: every one reads its program anew",
            ));
        }
        if !operand.is_dir() || Program::is_folder(operand) {
            found.push(operand.clone());
            continue;
        }
        let (mut open, mut inside) = (vec![operand.clone()], Vec::new());
        while let Some(folder) = open.pop() {
            let unreadable = |error: std::io::Error| {
                Failure::refused(format!("cannot read the folder `{}`: {error}", folder.display()))
            };
            for entry in fs::read_dir(&folder).map_err(unreadable)? {
                let entry = entry.map_err(unreadable)?;
                let path = entry.path();
                // Links are not followed: they may lead back.
                if entry.file_type().map_err(unreadable)?.is_dir() {
                    open.push(path);
                } else if Program::extensions().any(|known| path.extension().is_some_and(|own| own == known)) {
                    inside.push(path);
                }
            }
        }
        if inside.is_empty() {
            let names: Vec<String> = Program::extensions().map(|extension| format!("*.{extension}")).collect();
            return Err(Failure::refused(format!(
                "there is no program ({}) in `{}`",
                names.join(", "),
                operand.display()
            )));
        }
        inside.sort();
        found.extend(inside);
    }
    Ok(found)
}

/// The name of a program as a word of a line.
fn operand(path: &Path) -> Result<String, Failure> {
    match path.to_str() {
        Some(name) if !name.contains(['\n', '\r']) => Ok(name.to_owned()),
        _ => Err(Failure::refused(format!("the name of `{}` does not fit into a line of UTF-8", path.display()))),
    }
}

/// The file of a report: a readable name, and digits that no other job has.
fn report_of(program: &str, entry: &str) -> String {
    let stem = Path::new(program).file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let digits = digest::hexadecimal(format!("{program}\n{entry}").as_bytes());
    let entry = entry.split_once('(').map_or(entry, |(name, _)| name);
    format!("{}-{}-{}.json", file_name(&stem), file_name(entry), &digits[..DIGITS])
}

/// Whether a job has a report that need not be made again: it can be read, and its exploration was not interrupted.
fn is_done(report: &Path) -> bool {
    let read = fs::read(report).ok().and_then(|text| merge::read(&text).ok());
    read.is_some_and(|read| !read.jobs.iter().any(merge::Job::is_interrupted))
}

/// The words of a job after the name of this program.
fn words(program: &str, entry: &str, report: &str, options: &[String]) -> Vec<String> {
    let program = if program.starts_with('-') { format!("./{program}") } else { program.to_owned() };
    let own = ["explore", &program, "--entry", entry, "--json", report, "--coverage", "--quiet"];
    own.map(str::to_owned).into_iter().chain(options.iter().cloned()).collect()
}

/// The options as a job will parse them.
fn parsed(program: &str, entry: &str, report: &str, passed: &[String]) -> Result<Box<super::args::Explore>, Failure> {
    let words = std::iter::once("multise".to_owned()).chain(words(program, entry, report, passed));
    let explore = settings::explore(words.map(OsString::from), None)?;
    // One of these files is the report itself.
    if explore.written().count() > 1 {
        return Err(Failure::refused("jobs cannot be passed a file to write: each would overwrite that of the others"));
    }
    Ok(explore)
}

/// A job as a line for a shell.
fn command(program: &str, entry: &str, report: &str, options: &[String]) -> String {
    // The program as it was called: by a name that the shell finds, or by a path.
    let this = std::env::args().next().unwrap_or_else(|| "multise".to_owned());
    let words = std::iter::once(this).chain(words(program, entry, report, options));
    words.map(|word| rerun::quoted(&word)).collect::<Vec<_>>().join(" ") + "\n"
}

/// The jobs of a list.
///
/// # Errors
/// When the file is not such a list.
pub fn listed(list: &Path) -> Result<Vec<Expected>, Failure> {
    let text = String::from_utf8(read(list, MAX_LIST)?)
        .map_err(|_| Failure::refused(format!("`{}`: not UTF-8", list.display())))?;
    let job = |(number, line): (usize, &str)| {
        let other =
            || Failure::refused(format!("`{}`, line {}: not a job of `multise jobs`", list.display(), number + 1));
        let words = shlex::split(line).ok_or_else(other)?;
        let command = Cli::try_parse_from(words).map(|cli| cli.command);
        let Ok(Command::Explore(explore)) = command else { return Err(other()) };
        let report = explore.json.as_deref().and_then(Path::to_str).ok_or_else(other)?.to_owned();
        let file = explore.file.to_str().ok_or_else(other)?.to_owned();
        Ok(Expected { file, entry: explore.exploration.entry, report })
    };
    text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).map(job).collect()
}
