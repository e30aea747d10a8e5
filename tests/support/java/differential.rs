//! The same runs on a JVM and in the interpreter, and against the states of both modes.

use super::compile::Classes;
use super::random::inputs::THROWABLE;
use super::random::{CONSTANTS, CONSTRUCTORS, Program, Type, inputs};
use super::{explored, header};
use crate::counts::Counts;
use crate::draws;
use crate::inputs::{array, int, object, reference};
use crate::oracle::{self, Explored};
use crate::pipeline::Built;
use crate::trials;
use derive_more::AddAssign;
use indexmap::IndexMap;
use multise::internals::interp::{self, Assumption, End as RunEnd, Limits, Value as Held};
use multise::internals::java::jvm::{End, Field, Frame, Jvm, Object, Returned};
use multise::internals::java::{self, jvm};
use multise::{Cell, Config, Dialect, Inputs, Kind, Num, Value, Watch};
use proptest::prelude::any;
use std::time::Duration;

/// Steps of a run. All programs end much earlier.
const STEPS: u64 = 1_000_000;
/// Numbers for the arguments of a run.
const NUMBERS: usize = 60;

/// What was compared.
#[derive(AddAssign, Clone, Debug, Default)]
pub struct Compared {
    pub runs: u64,
    /// Runs that the interpreter could not make to the end, by the reason.
    pub unsupported: Counts,
    /// Explorations that have decided everything.
    pub exhaustive: u64,
    /// Runs that were compared with the final states of an exploration.
    pub states: u64,
    /// How runs ended.
    pub ends: Counts,
}

/// A run of the entry of a program on random inputs, which a seed chooses.
fn random_run(program: &Program, classes: &Classes, seed: u64) -> jvm::Run {
    let numbers = proptest::collection::vec(any::<u32>(), NUMBERS);
    let made = inputs::arguments(program, &draws::drawn(&numbers, &mut draws::runner(7, &[seed])));
    let mut run = classes.run(program.class(), "check", &program.descriptor(), made.heap, made.arguments);
    run.entry.has_receiver = program.receiver.is_some();
    run.seed = Some(seed);
    run
}

/// An exploration that runs are compared with.
#[derive(Clone, Copy, Debug)]
pub struct Exploring {
    /// The time for each mode.
    pub limit: Duration,
    /// Whether proofs are searched for. One that is found ends the exploration, which may then have few states.
    pub proofs: bool,
    /// Whether there is a third one, within bounds of a user.
    pub bounded: bool,
}

/// Compares runs of the entry of a program on random inputs, which the seeds choose.
///
/// # Errors
/// Where they differ.
pub fn check(
    jvm: &Jvm,
    program: &Program,
    classes: &Classes,
    seeds: std::ops::Range<u64>,
    exploring: Option<Exploring>,
) -> Result<Compared, String> {
    let runs: Vec<jvm::Run> = seeds.map(|seed| random_run(program, classes, seed)).collect();
    compare(jvm, classes, &program.entry(), &runs, exploring)
}

/// Compares runs of an entry on a JVM with those of the interpreter, and with explorations of both modes if there are any.
///
/// # Errors
/// Where they differ.
pub fn compare(
    jvm: &Jvm,
    classes: &Classes,
    entry: &str,
    runs: &[jvm::Run],
    exploring: Option<Exploring>,
) -> Result<Compared, String> {
    let mut head = header::Header::of_entry(entry);
    head.are_built = runs.iter().flat_map(|run| &run.heap).any(|object| matches!(object, Object::Built { .. }));
    let dialect = explored::dialect(classes, &head);
    let built = explored::build(classes, &dialect).map_err(|answer| answer.to_string())?;
    let method = &built.ir().methods[built.entry];
    let names: Vec<&str> = method.formals.iter().map(|formal| method.locals[*formal].name.as_str()).collect();
    let mut compared = Compared::default();
    let mut made: Vec<(Inputs, interp::Run)> = Vec::new();
    for run in runs {
        let Some(observed) = observed(jvm, run)? else {
            compared.ends.count("refused");
            continue;
        };
        compared.ends.count(word(&observed.end));
        if !observed.drawn.is_empty() {
            // The values that were drawn, given as a list, lead to the same end.
            let again = jvm::Run { nondet: observed.drawn.clone(), seed: None, ..run.clone() };
            let (again, _) = jvm.run(&again)?;
            if again.end != observed.end {
                return Err(format!("JVM: {}\nwith the values that it has drawn: {}", observed.end, again.end));
            }
        }
        let mut given = as_inputs(run, &observed.drawn, &names);
        choose_hashes(&built, &dialect, &mut given)?;
        let one = interp::run(built.ir(), built.entry, &given, &dialect, Limits::steps(STEPS));
        let one = one.map_err(|error| format!("{error}: {given:?}"))?;
        compared.runs += 1;
        match end(&built, &one) {
            Ok(found) if same(&found, &observed.end) => made.push((given, one)),
            Ok(found) => {
                let json = serde_json::to_string(&given).unwrap_or_default();
                return Err(format!("JVM: {}\ninterpreter: {found}\ninputs: {json}", observed.end));
            }
            Err(reason) => compared.unsupported.count(reason),
        }
    }
    if let Some(exploring) = exploring {
        against_modes(&built, &dialect, &made, exploring, &mut compared)?;
    }
    Ok(compared)
}

fn against_modes(
    built: &Built,
    dialect: &Dialect,
    runs: &[(Inputs, interp::Run)],
    exploring: Exploring,
    compared: &mut Compared,
) -> Result<(), String> {
    let mut config = crate::config();
    (config.dialect, config.proofs) = (dialect.clone(), exploring.proofs);
    let explore = |config: &Config| {
        let against = |mut explored: Explored<'_>| {
            let mut states = 0;
            for (inputs, run) in runs {
                // Only the engine's own replay knows which value from outside is which in a state.
                let has_own_inputs = inputs.nondet.is_empty();
                let there = match has_own_inputs {
                    true => explored.check(inputs, run),
                    false => explored.found.has(run).map(|()| false),
                };
                let json = || serde_json::to_string(inputs).unwrap_or_default();
                states += u64::from(there.map_err(|e| format!("{e}\ninputs: {}\nwith {config:?}", json()))?);
            }
            Ok((explored.found, states))
        };
        oracle::explore(built, config, &Watch::new(), against)
    };
    let code = built.code();
    let configs = trials::merge_and_path(&code, &config, exploring.limit);
    let mut found = Vec::new();
    for config in &configs {
        let (one, states) = explore(config)?;
        compared.exhaustive += u64::from(one.is_exhaustive());
        compared.states += states;
        found.push(one);
    }
    oracle::same(&found[0], &found[1])?;
    if exploring.bounded {
        let (bounded, _) = explore(&trials::bounded(&code, &configs))?;
        oracle::same(&found[0], &bounded)?;
    }
    Ok(())
}

/// A JVM chooses the hashes of objects itself, and the interpreter takes them from outside: puts zeros for them between the values
/// that the program draws.
fn choose_hashes(built: &Built, dialect: &Dialect, given: &mut Inputs) -> Result<(), String> {
    let Some(hash) = built.ir().undetermined.filter(|_| !given.nondet.is_empty()) else { return Ok(()) };
    let mut next = 0;
    loop {
        let names = interp::names_from_outside(built.ir(), built.entry, given, dialect, Limits::steps(STEPS));
        let names = names.map_err(|error| format!("{error}: {given:?}"))?;
        let Some(further) = names.iter().skip(next).position(|name| *name == hash) else { return Ok(()) };
        next += further + 1;
        given.nondet.insert(next - 1, Value::Int(Num::ZERO));
    }
}

/// A run on a JVM; nothing if the constructor of a record refuses what is given.
///
/// # Errors
/// Why a JVM makes no run.
fn observed(jvm: &Jvm, run: &jvm::Run) -> Result<Option<jvm::Observed>, String> {
    match jvm.run(run) {
        Err(reason) if reason.contains("the constructor of Span throws") => Ok(None),
        answer => answer.map(|(observed, _)| Some(observed)),
    }
}

/// A word for an end, for statistics.
fn word(end: &End) -> String {
    match end {
        End::Returned(_) => "returned".to_owned(),
        End::Threw { class, .. } => class.clone(),
        end => end.to_string(),
    }
}

/// The end of a run of the interpreter, in the words of a JVM; or the reason why there is none.
fn end(built: &Built, run: &interp::Run) -> Result<End, String> {
    let program = built.ir();
    match &run.end {
        RunEnd::Returned { value: Some(Held::Num(n)) } => {
            let n = n.to_string().parse().map_err(|_| format!("{n} is no long"))?;
            Ok(End::Returned(Returned::Value(jvm::Value::Long(n))))
        }
        RunEnd::Violation(fault) => {
            let assertion = (fault.kind == Kind::Assert).then(|| "java.lang.AssertionError".to_owned());
            let class = assertion.or_else(|| fault.class.map(|class| program.classes[class].name.clone()));
            let line = java::has_place(program, fault).then_some(fault.line);
            let frame = Frame { class: String::new(), method: String::new(), line };
            Ok(End::Threw { class: class.unwrap_or_else(|| format!("{:?}", fault.cause)), frames: vec![frame] })
        }
        RunEnd::Rejected { by: Assumption::Assume, .. } => Ok(End::Rejected),
        RunEnd::Unsupported { what, .. } => Err(format!("unsupported: {what}")),
        other => Err(format!("{other:?}")),
    }
}

/// Whether ends are the same: of stack traces the first line, where it is that of the violation.
fn same(found: &End, expected: &End) -> bool {
    match (found, expected) {
        (End::Threw { class, frames }, End::Threw { class: other, frames: known }) => {
            let line = |frames: &[Frame]| frames.first().and_then(|frame| frame.line);
            class == other && (known.is_empty() || line(frames).is_none() || line(frames) == line(known))
        }
        _ => found == expected,
    }
}

/// The inputs of a run as the engine has them, with the names of parameters.
fn as_inputs(run: &jvm::Run, drawn: &[jvm::Value], names: &[&str]) -> Inputs {
    let name = |index: usize| match &run.heap[index] {
        Object::Array { .. } => format!("a{}", index + 1),
        _ => format!("o{}", index + 1),
    };
    let value = |value: &jvm::Value| match value {
        jvm::Value::Null => Value::Null,
        jvm::Value::Boolean(b) => Value::Bool(*b),
        jvm::Value::Byte(n) => int(*n),
        jvm::Value::Char(n) => int(*n),
        jvm::Value::Short(n) => int(*n),
        jvm::Value::Int(n) => int(*n),
        jvm::Value::Long(n) => int(*n),
        jvm::Value::Float(bits) => Value::Ieee(f32::from_bits(*bits).into()),
        jvm::Value::Double(bits) => Value::Ieee(f64::from_bits(*bits).into()),
        jvm::Value::Object(index) => Value::Ref(name(*index)),
        other => unreachable!("programs have no {other}"),
    };
    let cell = |input: &Object| match input {
        Object::Instance { class, fields } => {
            let mut held: IndexMap<String, Value> =
                fields.iter().map(|field: &Field| (field.name.clone(), value(&field.value))).collect();
            if fields.iter().any(|field| field.class == THROWABLE) {
                held.insert("hasMessage".to_owned(), Value::Bool(true));
                held.insert("hasCause".to_owned(), Value::Bool(held.contains_key("cause")));
            }
            Cell::Object { class: class.clone(), fields: held }
        }
        Object::Array { element, length, cells, .. } => {
            let ty = Type::GIVEN.iter().find(|ty| ty.descriptor() == element).expect("a type of programs");
            let cells = cells.iter().map(|(index, v)| (index.to_string(), value(v))).collect();
            Cell::Array { elem: ty.name().to_owned(), length: length.to_string(), default: None, cells }
        }
        Object::Constant { class, name } => {
            let number = CONSTANTS.iter().position(|constant| constant == name).expect("a constant of programs");
            object(class, [("ordinal", int(number as i64))])
        }
        Object::Boxed { class, value: held } => object(class, [("value", value(held))]),
        Object::Built { class, descriptor, arguments } => {
            let types = |known: &[(&str, Type)]| known.iter().map(|(_, ty)| ty.descriptor()).collect::<String>();
            let is_it =
                |(own, known): &&(&str, &[(&str, Type)])| own == class && format!("({})V", types(known)) == *descriptor;
            let (_, known) = CONSTRUCTORS.iter().find(is_it).expect("a constructor of programs");
            let names: Vec<String> = known.iter().map(|(_, ty)| ty.full_name()).collect();
            let fields = known.iter().zip(arguments).map(|((name, _), v)| (*name, value(v)));
            object(&format!("new {class}({})", names.join(", ")), fields)
        }
        Object::Text(_) | Object::Collection { .. } => unreachable!("it has several cells"),
    };
    let mut inputs = Inputs::default();
    let arguments = names.iter().zip(&run.arguments).map(|(name, argument)| ((*name).to_owned(), value(argument)));
    inputs.args.extend(arguments);
    for (i, object) in run.heap.iter().enumerate() {
        match object {
            Object::Text(units) => text(&mut inputs, &name(i), units),
            Object::Collection { ty, lists } => {
                let lists: Vec<Vec<Value>> = lists.iter().map(|list| list.iter().map(value).collect()).collect();
                collection(&mut inputs, &name(i), ty, &lists);
            }
            object => _ = inputs.heap.insert(name(i), cell(object)),
        }
    }
    inputs.nondet = drawn.iter().map(value).collect();
    inputs
}

/// Adds a text to inputs: an object with its units.
pub fn text(inputs: &mut Inputs, name: &str, units: &[u16]) {
    let held = format!("units of {name}");
    inputs.heap.insert(name.to_owned(), object("java.lang.String", [("value", reference(&held))]));
    inputs.heap.insert(held, array("char", units.iter().map(|unit| int(*unit))));
}

/// Adds a collection to inputs: an object with its elements, its keys and values, or the value that it may have.
pub fn collection(inputs: &mut Inputs, name: &str, class: &str, lists: &[Vec<Value>]) {
    let mut fields = IndexMap::new();
    if jvm::erased(class) == "java.util.Optional" {
        let value = lists.iter().flatten().next().cloned().unwrap_or(Value::Null);
        fields.insert("value".to_owned(), value);
    } else {
        let names: &[&str] = if lists.len() == 1 { &["elements"] } else { &["keys", "values"] };
        for (list, field) in lists.iter().zip(names) {
            let held = format!("{field} of {name}");
            fields.insert((*field).to_owned(), Value::Ref(held.clone()));
            inputs.heap.insert(held, array("java.lang.Object", list.iter().cloned()));
        }
    }
    inputs.heap.insert(name.to_owned(), Cell::Object { class: class.to_owned(), fields });
}
