//! The command line: options, progress, Ctrl-C, exit codes. The texts that it prints come from `report`.

mod args;
mod compare;
mod exit;
mod explain;
mod explore;
mod help;
mod interrupt;
mod jobs;
mod load;
mod lsp;
mod manual;
mod merge;
mod methods;
mod options;
mod output;
mod outputs;
mod panics;
mod products;
mod profile;
mod progress;
mod run;
mod settings;
mod suite;
mod watch;

use crate::config::Dialect;
use crate::index::IndexVec;
use crate::ir::dot;
use crate::proofs::serve;
use crate::region::Regions;
use crate::report::format::text::Detail;
use crate::report::model::words::count;
use crate::stack::on_big_stack;
use args::{Cli, Command, Rules, Verbosity};
use clap::CommandFactory;
use exit::{Exit, Failure};
pub use lsp::serve_on as serve_language;
use output::print;
use settings::Resolved;
use std::io;
use std::path::Path;
use std::time::Duration;

/// Runs the command line of this process and returns its exit code.
pub fn main() -> u8 {
    panics::silence();
    let exit = panics::reported(|| match settings::resolved(std::env::args_os())? {
        Resolved::Command(cli) => command(&cli.command),
        Resolved::Text(settings) => print(&settings).map(|()| Exit::Good),
    });
    exit as u8
}

fn command(command: &Command) -> Result<Exit, Failure> {
    match command {
        Command::Explore(args) if args.watch => watch::watch(args, || explore(args)),
        Command::Explore(args) => explore(args),
        Command::Explain(args) => explain::explain(args),
        Command::Profile(args) => profile::profile(args),
        Command::Run(args) => on_big_stack(|| run::run(args)),
        Command::Compare(args) => compare::compare(args),
        Command::Jobs(args) => jobs::jobs(args),
        Command::Merge(args) => merge::merge(args),
        Command::Schema { report } => print(&report.text()?).map(|()| Exit::Good),
        Command::Check(args) => check(&args.file, &args.rules, &args.verbosity),
        Command::Lsp => Ok(lsp::serve()),
        Command::Cfg(args) => on_big_stack(|| cfg(args)),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(*shell, &mut Cli::command(), "multise", &mut script);
            print(&String::from_utf8_lossy(&script)).map(|()| Exit::Good)
        }
        Command::Spacer { setting, time } => {
            let clauses = io::read_to_string(io::stdin()).map_err(Failure::internal)?;
            let reply = on_big_stack(|| serve(&clauses, *setting, Duration::from_millis(*time)));
            print(&reply).map(|()| Exit::Good)
        }
        Command::Help { topic } => help::help(*topic),
        Command::Man => {
            let page = manual::page().map_err(Failure::Output)?;
            print(&String::from_utf8_lossy(&page)).map(|()| Exit::Good)
        }
    }
}

fn explore(args: &args::Explore) -> Result<Exit, Failure> {
    match args.class.is_some() || args.all_methods {
        true => methods::explore(args),
        false => explore::explore(args),
    }
}

fn check(file: &Path, rules: &Rules, verbosity: &Verbosity) -> Result<Exit, Failure> {
    let (dialect, detail) = rules_and_detail(rules, verbosity)?;
    let program = load::load(file, &dialect)?;
    load::warn(&program, detail);
    if detail != Detail::Quiet {
        let warnings = match program.warnings().len() {
            0 => String::new(),
            n => format!(", {}", count(n, "warning")),
        };
        print(&format!("{}: no errors{warnings}\n", program.source().main().name))?;
    }
    Ok(Exit::Good)
}

fn cfg(args: &args::Cfg) -> Result<Exit, Failure> {
    let args::Cfg { file, entry, regions: level, rules, verbosity, settings: _ } = args;
    let (dialect, detail) = rules_and_detail(rules, verbosity)?;
    let program = load::load(file, &dialect)?;
    let entry = entry.as_deref().map(|name| program.entry(name)).transpose()?;
    load::warn(&program, detail);
    let mut drawn = program.ir().clone();
    if let Some(entry) = entry {
        let reachable = drawn.reachable_methods(entry);
        for id in drawn.methods.ids().filter(|id| !reachable.contains(id)) {
            // Methods without blocks are not drawn.
            drawn.methods[id].blocks = IndexVec::new();
        }
    }
    let mut regions = level.map(Regions::new);
    let notes = |method| regions.as_mut().map(|regions| regions.notes(&drawn, method)).unwrap_or_default();
    print(&dot::program(&drawn, notes)).map(|()| Exit::Good)
}

fn rules_and_detail(rules: &Rules, verbosity: &Verbosity) -> Result<(Dialect, Detail), Failure> {
    let lenient = options::lenient(rules)?;
    let detail = options::detail(verbosity)?;
    let overflow = rules.overflow.unwrap_or_default();
    Ok((Dialect { lenient, int_width: rules.int_width, overflow, ..Dialect::default() }, detail))
}
