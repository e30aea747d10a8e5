//! Merge mode, path mode and concrete runs on small inputs: the same violations, and for each input the final state that
//! its concrete run has.

use super::calls;
use super::enumerate::{self, Bounds, Slot};
use super::options::Options;
use super::oracle::{self, Explored};
use super::{pipeline, trials};
use multise::internals::interp::{self, Address, Event, Heap, Limits, ObjectId, Target};
use multise::internals::ir::Program;
use multise::{Dialect, Inputs, Watch};
use std::collections::HashSet;
use std::time::Duration;

/// Steps per run.
const STEPS: u64 = 20_000;

/// Time per program and mode; programs that diverge need all of it.
const LIMIT: Duration = Duration::from_secs(1);

/// The inputs on which both modes are compared with concrete runs.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// The number of simple inputs, the simplest first, with the numbers of the program.
    pub simplest: usize,
    /// Most objects of these inputs.
    pub objects: usize,
    /// The number of heaps of [`Bounds::shapes`], of up to three objects.
    pub heaps: usize,
}

/// The inputs that were compared.
#[derive(Clone, Copy, Debug, Default)]
pub struct Compared {
    /// Their number.
    pub inputs: usize,
    /// Whether they include all heaps within the bounds that differ in what is read.
    pub all: bool,
}

/// Compares both modes with each other and with concrete runs.
///
/// # Errors
/// Where they differ.
pub fn check(built: &pipeline::Built, options: &Options, extent: Extent) -> Result<Compared, String> {
    let (program, entry, dialect) = (built.ir(), built.entry, &options.config.dialect);
    let admitted = |bounds: Bounds| Bounds {
        null_arrays: !dialect.nonnull_arrays,
        types: dialect.types,
        length: dialect.array_length.map_or(2, |n| n.min(2) as usize),
        ..bounds
    };
    let (mut inputs, mut runs) = (0, Vec::new());
    let mut note = |given: &Inputs| -> Result<Vec<Slot>, String> {
        inputs += 1;
        let mut reads = Reads::default();
        let observer = &mut |event: Event<'_>, heap: &Heap| reads.note(program, event, heap);
        // To recognise a state that comes back is to read all of it.
        let apart = Dialect { termination: false, ..dialect.clone() };
        let run = interp::run_observed(program, entry, given, &apart, Limits::steps(STEPS), observer);
        // Inputs that the dialect does not admit are skipped.
        let Ok(run) = run else { return Ok(Vec::new()) };
        let run = match dialect.termination {
            true => interp::run(program, entry, given, dialect, Limits::steps(STEPS)).map_err(|e| e.to_string())?,
            false => run,
        };
        calls::check(built, given)?;
        runs.push((given.clone(), run));
        Ok(reads.first)
    };
    let bounds = admitted(Bounds { objects: extent.objects, ..Bounds::of(program) });
    for inputs in enumerate::inputs(program, entry, &bounds).take(extent.simplest) {
        note(&inputs)?;
    }
    let all = enumerate::relevant(program, entry, &admitted(Bounds::shapes()), extent.heaps, note)?;
    let configs = trials::merge_and_path(built.text(), &options.config, LIMIT);
    let against = |mut explored: Explored<'_>| {
        for (inputs, run) in &runs {
            explored.agrees(inputs, run)?;
        }
        Ok(explored.found)
    };
    let [merge, path] = [&configs[0], &configs[1]].map(|config| oracle::explore(built, config, &Watch::new(), against));
    oracle::same(&merge?, &path?)?;
    Ok(Compared { inputs, all })
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
