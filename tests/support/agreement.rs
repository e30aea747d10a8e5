//! Merge mode, path mode and concrete runs on small inputs: the same violations, and for each input the final state that
//! its concrete run has.

use super::enumerate::{self, Bounds, Slot};
use super::options::Options;
use super::{oracle, pipeline, trials};
use multise::explore::Watch;
use multise::inputs::Inputs;
use multise::interp::{self, Address, Event, Heap, Limits, ObjectId, Target};
use multise::ir::Program;
use std::collections::HashSet;
use std::time::Duration;

/// Steps per run.
const STEPS: u64 = 20_000;

/// Time per program and mode; programs that diverge need all of it.
const LIMIT: Duration = Duration::from_secs(5);

/// On which inputs both modes are compared with concrete runs.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// How many, the simplest first, with the numbers of the program.
    pub simplest: usize,
    /// The objects that these have at most.
    pub objects: usize,
    /// How many heaps of [`Bounds::shapes`], of up to three objects.
    pub heaps: usize,
}

/// The inputs that were compared.
#[derive(Clone, Copy, Debug, Default)]
pub struct Compared {
    /// How many.
    pub inputs: usize,
    /// Whether all heaps are among them that the bounds admit and that differ in what is read.
    pub all: bool,
}

/// Compares both modes with each other and with concrete runs.
///
/// # Errors
/// Where they differ.
pub fn check(built: &pipeline::Built, options: &Options, extent: Extent) -> Result<Compared, String> {
    let configs = trials::merge_and_path(&built.source.main().text, &options.config, LIMIT);
    let watches = [Watch::new(), Watch::new()];
    let mut merge = oracle::explore(built, &configs[0], &watches[0])?;
    let mut path = oracle::explore(built, &configs[1], &watches[1])?;
    oracle::same(&merge, &path)?;
    let (program, entry, dialect) = (&built.program, built.entry, &options.config.dialect);
    let admitted = |bounds: Bounds| Bounds {
        null_arrays: !dialect.nonnull_arrays,
        types: dialect.types,
        length: dialect.array_length.map_or(2, |n| n.min(2) as usize),
        ..bounds
    };
    let mut compared = Compared::default();
    let mut compare = |inputs: &Inputs| -> Result<Vec<Slot>, String> {
        compared.inputs += 1;
        let mut reads = Reads::default();
        let observer = &mut |event: Event<'_>, heap: &Heap| reads.note(program, event, heap);
        let run = interp::run_observed(program, entry, inputs, dialect, Limits::steps(STEPS), observer);
        // Inputs that the dialect does not admit are no inputs.
        let Ok(run) = run else { return Ok(Vec::new()) };
        for explored in [&mut merge, &mut path] {
            let mode = explored.mode();
            let result = explored.check(inputs, &run).and_then(|_| explored.round_trip(inputs));
            result.map_err(|e| format!("{mode}: {e}\nfor {inputs:?}\nended {:?}", run.end))?;
        }
        Ok(reads.first)
    };
    let bounds = admitted(Bounds { objects: extent.objects, ..Bounds::of(program) });
    for inputs in enumerate::inputs(program, entry, &bounds).take(extent.simplest) {
        compare(&inputs)?;
    }
    let all = enumerate::relevant(program, entry, &admitted(Bounds::shapes()), extent.heaps, compare)?;
    Ok(Compared { all, ..compared })
}

/// The places of an input that a run has read before it wrote to them.
#[derive(Default)]
struct Reads {
    first: Vec<Slot>,
    known: HashSet<Slot>,
}

impl Reads {
    fn note(&mut self, program: &Program, event: Event<'_>, heap: &Heap) {
        let (target, is_read) = match event {
            Event::Read(target) => (target, true),
            Event::Assign { target, .. } => (target, false),
            _ => return,
        };
        let name = |object: ObjectId| match &heap[object].address {
            Address::Input(name) => Some(name.clone()),
            Address::New(..) => None,
        };
        let slot = match target {
            Target::Field(object, field) => name(object).map(|o| Slot::Field(o, program.fields[field].name.clone())),
            Target::Elem(array, index) => {
                name(array).map(|a| Slot::Cell(a, index.to_string().parse().expect("an index of a small array")))
            }
            Target::Local(_) | Target::Static(_) => None,
        };
        if let Some(slot) = slot
            && self.known.insert(slot.clone())
            && is_read
        {
            self.first.push(slot);
        }
    }
}
