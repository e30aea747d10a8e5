//! A random program with threads in merge mode and in path mode, with and without reduction, and in concrete runs by all
//! schedules on all its inputs: the same violations, and the same values of static fields at the end. An exploration that a
//! bound on switches cuts finds some of the violations.
//!
//! `MULTISE_LIMIT` is the time of an exploration in milliseconds (1,000), `MULTISE_WAYS` the number of ways, of four, in
//! which each program is explored (1, which changes from program to program).

use super::campaign::number;
use super::finals;
use super::inputs::{int, object, reference};
use super::oracle::{self, Site};
use super::pipeline::Built;
use super::schedules::Runs;
use super::supervisor;
use super::trials::merge_and_path;
use super::valuation::Valuation;
use derive_more::AddAssign;
use multise::internals::explore::Parameter;
use multise::internals::guard::{Guard, Logic};
use multise::internals::in_own_context;
use multise::internals::interp::{self, End, Limits};
use multise::internals::ir::{Kind, Program, StaticId};
use multise::internals::observers::Session;
use multise::internals::portfolio;
use multise::internals::state::{HeapTable, Key};
use multise::internals::summary::{Summary, Value};
use multise::internals::transition;
use multise::{Cell, Config, Dialect, Inputs, Mode, Num, Outcome, Value as Input, Watch};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// Schedules of one input; a program with more is not enumerated to the end.
const SCHEDULES: usize = 1_000;

/// The modes, each with and without reduction.
const WAYS: [(Mode, bool); 4] = [(Mode::Merge, true), (Mode::Path, false), (Mode::Path, true), (Mode::Merge, false)];

/// The values of two static fields at the end of runs, by inputs.
type Ends = BTreeMap<(bool, i64), BTreeSet<Vec<Option<String>>>>;

/// All inputs of such a program.
const INPUTS: [(bool, i64); 4] = [(false, 0), (false, 1), (true, 0), (true, 1)];

/// The static fields `x` and `y` of `Main`.
fn shown(program: &Program) -> [StaticId; 2] {
    ["x", "y"].map(|name| {
        let mut fields = program.statics.iter_enumerated();
        let found = fields.find(|(_, field)| field.name == name && program.classes[field.class].name == "Main");
        found.expect("it has both").0
    })
}

/// Whether the entry has cells as inputs. There are too many of them to run the program with all.
fn are_given(built: &Built) -> bool {
    built.ir().methods[built.entry].formals.len() > 2
}

fn inputs(built: &Built, (p, n): (bool, i64)) -> Inputs {
    let mut inputs = Inputs::default();
    if are_given(built) {
        // The threads come to the cell that the entry has, or to another one.
        let next_of_f = match (p, n) {
            (false, 0) => "e",
            (true, 0) => "g",
            _ => "h",
        };
        for (cell, next) in [("e", reference("g")), ("f", reference(next_of_f)), ("g", Input::Null), ("h", Input::Null)]
        {
            inputs.heap.insert(cell.into(), object("Cell", [("v", int(0)), ("u", int(0)), ("next", next)]));
        }
        inputs.args.extend(["e", "f"].map(|cell| (cell.into(), reference(cell))));
    }
    inputs.args.insert("p".into(), Input::Bool(p));
    inputs.args.insert("n".into(), Input::Int(Num::from(n)));
    inputs
}

/// The amounts of what was compared, of a program or of several.
#[derive(AddAssign, Clone, Copy, Debug, Default)]
pub struct Compared {
    /// Explorations that were not exhaustive, but for the one with few switches.
    pub unknown: u64,
    /// Programs of which the bound on switches cut nothing.
    pub few_switches: u64,
    /// Programs with all schedules of all inputs run.
    pub enumerated: u64,
    /// Runs that were made.
    pub runs: u64,
    /// Explorations whose values at the end were compared.
    pub ends: u64,
    /// Arrivals that coalesced, in merge mode.
    pub coalesced: u64,
    /// Programs with a violation, and with a deadlock.
    pub violated: u64,
    pub deadlocks: u64,
}

/// What concrete runs found.
#[derive(Default)]
struct Ran {
    /// Whether there are no other inputs.
    all_inputs: bool,
    /// Whether the inputs have no other schedules.
    all_schedules: bool,
    sites: BTreeSet<Site>,
    ends: Ends,
}

/// The number of ways in which each program is explored.
pub fn ways() -> usize {
    number("MULTISE_WAYS", 1) as usize
}

/// Compares explorations in some ways, which the number of the program chooses, with the runs of all schedules.
///
/// # Errors
/// Where two differ.
pub fn check(built: &Built, dialect: &Dialect, at: usize) -> Result<Compared, String> {
    let mut compared = Compared::default();
    let mut ran = Ran { all_inputs: !are_given(built), all_schedules: true, ..Ran::default() };
    let shown = shown(built.ir());
    for input in INPUTS {
        let here = ran.ends.entry(input).or_default();
        let mut runs = Runs::new(built, inputs(built, input), dialect, Limits::steps(100_000));
        for run in runs.by_ref().take(SCHEDULES) {
            compared.runs += 1;
            ran.sites.extend(oracle::sites_of(&run));
            match &run.end {
                End::Returned { .. } => {
                    let value = |value: &interp::Value| match value {
                        interp::Value::Num(n) => Some(n.to_string()),
                        _ => None,
                    };
                    here.insert(shown.map(|id| value(&run.state.statics[id])).to_vec());
                }
                End::Violation(_) | End::Rejected { .. } => {}
                // What such a run would have come to is not known.
                End::Unsupported { .. } => ran.all_schedules = false,
                other => return Err(format!("a run ends with {other:?}")),
            }
        }
        ran.all_schedules &= runs.next().is_none();
    }
    let mut config = super::config();
    config.dialect = dialect.clone();
    let configs = merge_and_path(&built.code(), &config, Duration::from_millis(number("MULTISE_LIMIT", 1_000)));
    compared.enumerated = ran.all_schedules.into();
    let agreeing = |config: &Config| {
        let Config { mode, por, regions, switches, .. } = *config;
        let name = format!("{mode:?}, por {por}, regions {regions}, switches {switches:?}");
        let explored = in_own_context(|| explore(built, config)).map_err(|error| format!("{name}: {error}"))?;
        explored.against(&ran).map_err(|error| format!("{name}: {error}"))?;
        Ok::<_, String>(explored)
    };
    for (mode, por) in WAYS.into_iter().cycle().skip(at % WAYS.len()).take(ways()) {
        let explored = agreeing(&way(&configs, mode, por))?;
        if mode == Mode::Merge && por {
            compared.coalesced = explored.coalesced;
        }
        compared.unknown += u64::from(!explored.exhaustive);
        compared.add(&explored);
    }
    let bounded = agreeing(&with_few_switches(&built.code(), &configs))?;
    compared.few_switches = bounded.exhaustive.into();
    compared.add(&bounded);
    Ok(compared)
}

impl Compared {
    /// Adds what an exhaustive exploration found.
    fn add(&mut self, Explored { exhaustive, sites, ends, .. }: &Explored) {
        let has = |is: fn(&Site) -> bool| u64::from(*exhaustive && sites.iter().any(is));
        self.violated |= has(|site| matches!(site, Site::Violation(..)));
        self.deadlocks |= has(|site| matches!(site, Site::Violation(Kind::Deadlock, ..)));
        self.ends += ends.len() as u64;
    }
}

/// One of the configurations with or without reduction.
fn way(configs: &[Config; 2], mode: Mode, por: bool) -> Config {
    let mut config = configs.iter().find(|config| config.mode == mode).expect("one for each mode").clone();
    config.por = por;
    config
}

/// One of the ways with a small bound on switches, both selected by the text of the program.
fn with_few_switches(text: &str, configs: &[Config; 2]) -> Config {
    let choice = text.len() / 9;
    let (mode, por) = WAYS[choice % WAYS.len()];
    let mut config = way(configs, mode, por);
    config.switches = Some((choice / WAYS.len() % 5) as u64);
    config
}

/// What an exploration found.
struct Explored {
    /// Whether nothing was left out.
    exhaustive: bool,
    sites: BTreeSet<Site>,
    /// The values at the end, of an exhaustive one.
    ends: Ends,
    /// How often paths coalesced.
    coalesced: u64,
}

impl Explored {
    /// Compares it with runs.
    fn against(&self, ran: &Ran) -> Result<(), String> {
        let is_missing = self.exhaustive && !ran.sites.is_subset(&self.sites);
        if is_missing || ran.all_inputs && ran.all_schedules && !self.sites.is_subset(&ran.sites) {
            return Err(format!("runs find {:#?}, the engine {:#?}", ran.sites, self.sites));
        }
        for (input, values) in &self.ends {
            let runs = &ran.ends[input];
            if !runs.is_subset(values) || ran.all_schedules && runs != values {
                return Err(format!("on {input:?} runs end with {runs:?}, the engine with {values:?}"));
            }
        }
        Ok(())
    }
}

/// The paths on which the inputs are these, of which there is a valuation. What no path has read may have any value.
fn paths_of(
    program: &Program,
    (lx, table): (&mut Logic, &HeapTable),
    parameters: &[Parameter],
    (inputs, valuation): (&Inputs, &Valuation<'_>),
) -> Guard {
    let mut known: Vec<(&Summary, &Input)> =
        parameters.iter().map(|parameter| (&parameter.value, &inputs.args[&parameter.name])).collect();
    for (name, cell) in &inputs.heap {
        let (Some(addr), Cell::Object { class, fields }) = (valuation.address(name), cell) else { continue };
        let class = program.classes.iter().find(|info| info.name == *class).expect("a class of the program");
        for &field in &class.fields {
            known.extend(table.known_field(addr, field).map(|value| (value, &fields[&program.fields[field].name])));
        }
    }
    known.into_iter().fold(Guard::TRUE, |paths, (value, input)| {
        value.when(lx, paths, |lx, value| {
            let number = match (input, value.term()) {
                (Input::Int(number), Some(term)) => Some((term, number.clone())),
                // The truth values of some languages are numbers.
                (Input::Bool(truth), Some(term)) => Some((term, Num::from(i64::from(*truth)))),
                _ => None,
            };
            if let Some((term, number)) = number {
                let number = lx.terms.constant(number);
                return lx.eq(term, number);
            }
            Guard::from_bool(match input {
                Input::Ref(name) => valuation.address(name).map(Value::Ref) == Some(value),
                Input::Null => value == Value::Null,
                Input::Bool(truth) => value == Value::Bool(*truth),
                _ => false,
            })
        })
    })
}

/// Explores, within the limits of the configuration.
fn explore(built: &Built, config: &Config) -> Result<Explored, String> {
    let watch = Watch::new();
    supervisor::watched(config.timeout, &watch, |_over| {
        let explored = portfolio::run(built.ir(), built.entry, config, &watch, finals::keep, |session, outcome| {
            ends(built, session, &outcome)
        });
        explored.map_err(|error| format!("internal error: {error}"))
    })
}

fn ends(built: &Built, mut session: Session<'_>, outcome: &Outcome) -> Explored {
    let coalesced = session.frontier.schedule.counts.coalesced;
    let (exhaustive, sites) = (oracle::is_exhaustive(outcome), oracle::sites(outcome));
    if !exhaustive {
        return Explored { exhaustive, sites, ends: Ends::new(), coalesced };
    }
    let finals = finals::kept(&mut session);
    let Session { machine, parameters, .. } = &mut session;
    let mut ends = Ends::new();
    for input in INPUTS {
        let inputs = inputs(built, input);
        let (lx, table) = (&mut machine.logic, &machine.table);
        let valuation = Valuation::new(built.ir(), lx, table, &inputs);
        let given = paths_of(built.ir(), (lx, table), parameters, (&inputs, &valuation));
        let at = valuation.assignment();
        let mut found: Vec<(Guard, Vec<Option<String>>)> = Vec::new();
        for end in finals.iter().filter(|end| end.end == transition::End::Returned) {
            let guard = lx.and(end.guard, given);
            let [x, y] = shown(built.ir()).map(|id| end.sigma.get(Key::Static(id)));
            for (gx, x) in x.restrict(lx, guard).pairs(lx) {
                for (gy, y) in y.restrict(lx, gx).pairs(lx) {
                    let value = |v: Value| v.term().and_then(|term| lx.terms.eval(term, at)).map(|n| n.to_string());
                    found.push((gy, [x, y].map(value).to_vec()));
                }
            }
        }
        // Only the solver knows what the inputs say about conditional terms.
        found.retain(|(guard, _)| machine.feasible(*guard));
        ends.insert(input, found.into_iter().map(|(_, values)| values).collect());
    }
    // Telling values apart can take longer than the exploration, and is cut short by the same limit.
    let whole = session.machine.logic.intact().is_ok();
    Explored { exhaustive, sites, ends: if whole { ends } else { Ends::new() }, coalesced }
}
