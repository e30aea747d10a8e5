//! Merge mode, path mode and concrete runs on small inputs agree on every small program at hand: the same violations,
//! and for each input the final state that its concrete run has.

#[path = "support/mod.rs"]
mod support;

use libtest_mimic::{Arguments, Failed, Trial};
use multise::config::Stop;
use multise::explore::Watch;
use multise::interp::{self, Limits};
use std::path::Path;
use std::time::Duration;
use support::enumerate::{self, Bounds};
use support::expectation::{Expectation, Header};
use support::options::Options;
use support::{oracle, pipeline, trials};

/// Inputs per program; they come simplest first.
const INPUTS: usize = 400;

/// Steps per run.
const STEPS: u64 = 20_000;

/// Time per program and mode; programs that diverge need all of it.
const LIMIT: Duration = Duration::from_secs(5);

fn main() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus");
    let folders = [Some(corpus), support::shared("conformance")];
    let mut all = Vec::new();
    for folder in folders.into_iter().flatten() {
        for path in support::programs(&folder) {
            let name = path.strip_prefix(&folder).unwrap_or(&path).with_extension("").display().to_string();
            // Threads are not executed.
            if !name.starts_with("conc_") {
                all.push(Trial::test(name, move || agree(&path)).with_kind("oracle"));
            }
        }
    }
    libtest_mimic::run(&Arguments::from_args(), all).exit();
}

fn agree(path: &Path) -> Result<(), Failed> {
    let text = std::fs::read_to_string(path)?;
    let header = Header::parse(&text)?;
    let options = Options::parse(&header.options)?;
    if matches!(header.expect, Expectation::Error(..)) {
        return Ok(());
    }
    let built = match pipeline::build(&path.display().to_string(), &text, &options) {
        Ok(built) => built,
        Err(answer) => return Err(answer.to_string().into()),
    };
    pipeline::on_worker(move || compare(&built, &options))?;
    Ok(())
}

fn compare(built: &pipeline::Built, options: &Options) -> Result<(), String> {
    let configs = trials::MODES.map(|(mode, _)| {
        let mut config = options.config.clone();
        (config.mode, config.stop, config.timeout) = (mode, Stop::All, LIMIT);
        config
    });
    let watches = [Watch::new(), Watch::new()];
    let mut merge = oracle::explore(built, &configs[0], &watches[0])?;
    let mut path = oracle::explore(built, &configs[1], &watches[1])?;
    oracle::same(&merge, &path)?;
    let dialect = &options.config.dialect;
    let mut bounds = Bounds::of(&built.program);
    bounds.null_arrays = !dialect.nonnull_arrays;
    bounds.types = dialect.types;
    bounds.length = dialect.array_length.map_or(2, |n| n.min(2) as usize);
    for inputs in enumerate::inputs(&built.program, built.entry, &bounds).take(INPUTS) {
        // Inputs that the dialect does not admit are no inputs.
        let limits = Limits::steps(STEPS);
        let Ok(run) = interp::run(&built.program, built.entry, &inputs, dialect, limits) else { continue };
        for explored in [&mut merge, &mut path] {
            let mode = explored.mode();
            let result = explored.check(&inputs, &run).and_then(|_| explored.round_trip(&inputs));
            result.map_err(|e| format!("{mode}: {e}\nfor {inputs:?}\nended {:?}", run.end))?;
        }
    }
    Ok(())
}
