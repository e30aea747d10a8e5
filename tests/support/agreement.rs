//! Merge mode, path mode and concrete runs on small inputs: the same violations, and for each input the final state that
//! its concrete run has.

use super::enumerate::{self, Bounds};
use super::options::Options;
use super::{oracle, pipeline, trials};
use multise::explore::Watch;
use multise::interp::{self, Limits};
use std::time::Duration;

/// Steps per run.
const STEPS: u64 = 20_000;

/// Time per program and mode; programs that diverge need all of it.
const LIMIT: Duration = Duration::from_secs(5);

/// Compares both modes with each other and with concrete runs on the `most` simplest inputs of up to so many objects.
/// Gives the number of these inputs: less than `most` if these are all.
///
/// # Errors
/// Where they differ.
pub fn check(built: &pipeline::Built, options: &Options, objects: usize, most: usize) -> Result<usize, String> {
    let configs = trials::merge_and_path(&built.source.text, &options.config, LIMIT);
    let watches = [Watch::new(), Watch::new()];
    let mut merge = oracle::explore(built, &configs[0], &watches[0])?;
    let mut path = oracle::explore(built, &configs[1], &watches[1])?;
    oracle::same(&merge, &path)?;
    let dialect = &options.config.dialect;
    let mut bounds = Bounds::of(&built.program);
    bounds.null_arrays = !dialect.nonnull_arrays;
    bounds.types = dialect.types;
    bounds.length = dialect.array_length.map_or(2, |n| n.min(2) as usize);
    bounds.objects = objects;
    let mut count = 0;
    for inputs in enumerate::inputs(&built.program, built.entry, &bounds).take(most) {
        count += 1;
        // Inputs that the dialect does not admit are no inputs.
        let limits = Limits::steps(STEPS);
        let Ok(run) = interp::run(&built.program, built.entry, &inputs, dialect, limits) else { continue };
        for explored in [&mut merge, &mut path] {
            let mode = explored.mode();
            let result = explored.check(&inputs, &run).and_then(|_| explored.round_trip(&inputs));
            result.map_err(|e| format!("{mode}: {e}\nfor {inputs:?}\nended {:?}", run.end))?;
        }
    }
    Ok(count)
}
