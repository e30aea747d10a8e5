//! From the states that were kept to what a reader is told.

use super::super::session::Session;
use super::super::witness;
use super::conditions::condition;
use super::notebook::{Iteration, Notebook, Row, Variable, Visit};
use super::observer::{Kept, Notes, Visited};
use super::wording;
use crate::guard::Guard;
use crate::inputs::Inputs;
use crate::ir::{BlockId, FieldId, MethodId, SiteKind, Type};
use crate::solver::{Answer, Model};
use crate::state::heap::{Alternative, Parts};
use crate::state::{Key, Origin, Place, ProgramPoint, State};
use crate::summary::{AddrId, Summary, Value};
use crate::term::TermId;
use crate::transition::Machine;
use indexmap::IndexMap;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Most objects that are told of one visit.
const OBJECTS: usize = 12;
/// Most fields or elements that are told of one object.
const CELLS: usize = 16;
/// Most values of the program that are told of the static fields.
const STATICS: usize = 8;
/// Most values that are told of a whole program, and most examples that are asked for.
const ROWS: usize = 6_000;
const EXAMPLES: usize = 400;
/// Most nodes of guards that are made for it.
const NODES: usize = 1 << 20;
/// A larger guard is restricted no further to one description of each heap.
const DESCRIPTIONS: usize = 1 << 10;

/// What was noted, told as plain data; nothing where nothing was asked for. The notes are taken out of the session.
pub fn told(session: &mut Session<'_>) -> Option<Notebook> {
    let mut notes = session.observers.notes.take()?;
    let mut book = Notebook {
        reachable: std::mem::take(&mut notes.reachable),
        reached: std::mem::take(&mut notes.reached),
        ..Notebook::default()
    };
    let mut teller = Teller { known: Vec::new(), rows: 0 };
    // When they have run out, guards mean nothing any more: nor does what has been told of the visit, or would be of others.
    let limit = session.machine.logic.guards.borrow_nodes(NODES);
    let canonical = canonical(&mut session.machine);
    for visited in in_turn(&notes.visits) {
        let enough = teller.rows > ROWS || teller.known.len() > EXAMPLES;
        let stopped = enough || session.machine.logic.intact().is_err() || session.limits.is_over();
        let told = if stopped { Told::Unknown } else { teller.visit(session, &notes, visited, canonical) };
        let line = book.lines.entry(visited.line).or_default();
        match told {
            Told::That(visit) if session.machine.logic.intact().is_ok() => line.visits.push(*visit),
            Told::That(_) | Told::Unknown => line.more += 1,
            Told::Nothing => {}
        }
    }
    session.machine.logic.guards.give_back(limit);
    for (line, missed) in notes.missed {
        book.lines.entry(line).or_default().more += missed.len();
    }
    book.lines.retain(|_, line| !line.visits.is_empty() || line.more > 0);
    Some(book)
}

/// What can be told of paths.
enum Told<T> {
    /// This.
    That(T),
    /// No input leads to them.
    Nothing,
    /// Whether one does is not known, or something has run out.
    Unknown,
}

/// The first visits of all lines, then the second ones, and so on: when not all can be told, each line has some.
fn in_turn(visits: &[Visited]) -> Vec<&Visited> {
    let mut count: FxHashMap<u32, usize> = FxHashMap::default();
    let mut turn = |line: u32| {
        let turn = count.entry(line).or_default();
        *turn += 1;
        *turn
    };
    let mut turns: Vec<(usize, &Visited)> = visits.iter().map(|visited| (turn(visited.line), visited)).collect();
    turns.sort_by_key(|(turn, _)| *turn);
    turns.into_iter().map(|(_, visited)| visited).collect()
}

/// The guard of the assignments in which each object is the fresh one of the reference that comes to it first, and null has
/// the default text: all inputs have such a description, and only in these they are what conditions say.
fn canonical(machine: &mut Machine<'_>) -> Guard {
    let Machine { logic, table, .. } = machine;
    let references: Vec<_> = (table.sources().iter())
        .filter_map(|source| match &source.parts {
            Parts::Reference { choice, alternatives } => Some((*choice, alternatives.clone())),
            _ => None,
        })
        .collect();
    let mut guard = Guard::TRUE;
    // A text that is null is no other text.
    for source in table.sources() {
        if let Parts::Text { some, text } = source.parts {
            let (some, text) = (logic.terms.input(some), logic.terms.input(text));
            let zero = logic.terms.constant(0);
            let (null, default) = (logic.eq(some, zero), logic.eq(text, zero));
            let other = logic.and_not(null, default);
            guard = logic.and_not(guard, other);
        }
    }
    let fresh = |addr: AddrId| {
        references.iter().find_map(|(choice, alternatives)| {
            let place = alternatives.iter().position(|a| *a == Alternative::Fresh(addr))?;
            Some((*choice, place))
        })
    };
    for (choice, alternatives) in &references {
        for (place, alternative) in alternatives.iter().enumerate() {
            if logic.guards.node_count(guard) > DESCRIPTIONS {
                return guard;
            }
            let Alternative::Old(addr) = alternative else { continue };
            let Some((maker, made)) = fresh(*addr) else { continue };
            let mut is = |input, place: usize| {
                let (term, value) = (logic.terms.input(input), logic.terms.constant(place as i64));
                logic.eq(term, value)
            };
            let (refers, makes) = (is(*choice, place), is(maker, made));
            let without = logic.and_not(refers, makes);
            guard = logic.and_not(guard, without);
        }
    }
    guard
}

/// Tells visits, and remembers the examples that it has given.
struct Teller {
    /// Models, and the inputs that they are.
    known: Vec<(Rc<Model>, Inputs)>,
    /// Values told so far.
    rows: usize,
}

impl Teller {
    /// One visit.
    fn visit(
        &mut self,
        session: &mut Session<'_>,
        notes: &Notes,
        visited: &Visited,
        canonical: Guard,
    ) -> Told<Box<Visit>> {
        let machine = &mut session.machine;
        let guards = visited.moments.iter().map(|kept| kept.guard).collect();
        let reached = machine.logic.or_all(guards);
        let care = machine.logic.and(reached, canonical);
        let example = match self.example(session, care) {
            Told::That(example) => example,
            Told::Nothing => return Told::Nothing,
            Told::Unknown => return Told::Unknown,
        };
        let machine = &mut session.machine;
        let ProgramPoint { frame, block, iters, .. } = visited.point;
        let method = machine.contexts.frame(frame).method;
        let condition = condition(machine, care, canonical);
        let mut calls = Vec::new();
        let mut at = frame;
        while let Some(caller) = machine.contexts.frame(at).caller {
            let below = machine.contexts.frame(caller.frame).method;
            let line = machine.program.methods[below].blocks[caller.block].line;
            let around = iterations(machine, below, caller.block, machine.contexts.iters(caller.iters));
            calls.push((below, line, around));
            at = caller.frame;
        }
        calls.reverse();
        let mut visit = Visit {
            method,
            calls,
            iterations: iterations(machine, method, block, machine.contexts.iters(iters)),
            thread: machine.contexts.frame(frame).thread.0,
            condition,
            example,
            variables: Vec::new(),
            cells: Vec::new(),
            more_cells: 0,
        };
        let wanted = |name: &str| notes.config.variable.as_deref().is_none_or(|wanted| wanted == name);
        let mut places: Vec<(String, Place, Option<Type>)> = Vec::new();
        for local in machine.program.told_at(method, block) {
            let info = &machine.program.methods[method].locals[local];
            if wanted(&info.name) {
                places.push((info.name.clone(), Place::Local(frame, local), info.ty.clone()));
            }
        }
        let mut statics = 0;
        for (id, info) in machine.program.statics.iter_enumerated() {
            let name = format!("{}.{}", machine.program.classes[info.class].name, info.name);
            if wanted(&name) && (statics < STATICS || notes.config.variable.is_some()) {
                statics += 1;
                places.push((name, Place::Heap(Key::Static(id)), Some(info.ty.clone())));
            }
        }
        let mut seen: BTreeSet<AddrId> = BTreeSet::new();
        let mut open: IndexMap<AddrId, Guard> = IndexMap::new();
        for (name, place, ty) in places {
            let machine = &mut session.machine;
            let value = gathered(machine, visited, |_, state, _| state.sigma.stored(place));
            let shown = value.restrict(&mut machine.logic, care);
            // What is dead may have been forgotten.
            if !shown.is_empty() {
                visit.variables.push(self.variable(session, notes, (name, ty), &shown, care));
                refer(&mut session.machine, &shown, &mut open);
            }
        }
        let mut left = OBJECTS;
        for _ in 0..notes.config.depth {
            for (addr, guard) in std::mem::take(&mut open).into_iter().filter(|(addr, _)| seen.insert(*addr)) {
                if left == 0 {
                    visit.more_cells += 1;
                    continue;
                }
                left -= 1;
                let cells = cells(&mut session.machine, visited, addr, guard);
                visit.more_cells += cells.len().saturating_sub(CELLS);
                for (name, ty, value) in cells.into_iter().take(CELLS) {
                    visit.cells.push(self.variable(session, notes, (name, ty), &value, care));
                    refer(&mut session.machine, &value, &mut open);
                }
            }
        }
        Told::That(Box::new(visit))
    }

    /// A variable with its values within `care`, those that some input leads to. Those of which that is not known are counted.
    fn variable(
        &mut self,
        session: &mut Session<'_>,
        notes: &Notes,
        (name, ty): (String, Option<Type>),
        value: &Summary,
        care: Guard,
    ) -> Variable {
        let mut pairs = value.pairs(&mut session.machine.logic);
        let terms = &session.machine.logic.terms;
        // Constants by size; the rest stay in the order of the summary, which is that of creation.
        pairs.sort_by_key(|(_, value)| match value.term().map(|t| terms.as_const(t).cloned()) {
            Some(Some(constant)) => (0, Some(constant)),
            _ => (1, None),
        });
        let mut variable = Variable { name, ty, rows: Vec::new(), more: 0 };
        for (place, &(guard, value)) in pairs.iter().enumerate() {
            if variable.rows.len() == notes.config.rows {
                variable.more += pairs.len() - place;
                break;
            }
            let on = session.machine.logic.and(guard, care);
            let example = match self.example(session, on) {
                Told::That(example) => example,
                Told::Nothing => continue,
                Told::Unknown => {
                    variable.more += 1;
                    continue;
                }
            };
            let machine = &mut session.machine;
            let condition = condition(machine, on, care);
            let value = wording::value(machine, value, variable.ty.as_ref());
            variable.rows.push(Row { condition, value, example });
            self.rows += 1;
        }
        variable
    }

    /// Inputs of some paths of a guard. They have no schedule: to find one, a run has to end, and not all do.
    fn example(&mut self, session: &mut Session<'_>, guard: Guard) -> Told<Inputs> {
        let Session { machine, parameters, .. } = session;
        let asked = machine.with_axioms(guard);
        let satisfies = |model: &Model| machine.logic.eval(asked, model.assignment()) == Some(true);
        if let Some((_, inputs)) = self.known.iter().find(|(model, _)| satisfies(model)) {
            return Told::That(inputs.clone());
        }
        match machine.ask(guard) {
            Answer::Infeasible => return Told::Nothing,
            Answer::Unknown(_) => return Told::Unknown,
            Answer::Feasible(_) => {}
        }
        let Some((model, inputs)) = witness::small(machine, parameters, asked) else { return Told::Unknown };
        self.known.push((model, inputs.clone()));
        Told::That(inputs)
    }
}

/// Notes the objects that a value refers to, and on which paths.
fn refer(machine: &mut Machine<'_>, value: &Summary, open: &mut IndexMap<AddrId, Guard>) {
    for (guard, value) in value.pairs(&mut machine.logic) {
        if let Some(addr) = value.as_ref() {
            let known = open.entry(addr).or_insert(Guard::FALSE);
            *known = machine.logic.or(*known, guard);
        }
    }
}

/// The guarded union of what something is in the states of a visit.
fn gathered(
    machine: &mut Machine<'_>,
    visited: &Visited,
    value: impl Fn(&mut Machine<'_>, &State, Guard) -> Summary,
) -> Summary {
    let mut whole = Summary::empty();
    for Kept { guard, sigma } in &visited.moments {
        let state = State { sigma: sigma.clone(), ..State::default() };
        let part = value(machine, &state, *guard).restrict(&mut machine.logic, *guard);
        whole = whole.update(&mut machine.logic, *guard, &part);
    }
    whole
}

/// A field, a length or an element: its name, its type and its value.
type Named = (String, Option<Type>, Summary);

/// The fields, or the length and the elements, of an object on the paths of a guard: those that were read or written.
fn cells(machine: &mut Machine<'_>, visited: &Visited, addr: AddrId, guard: Guard) -> Vec<Named> {
    let object = wording::object(machine, addr);
    let is_written = |key| visited.moments.iter().any(|kept| !kept.sigma.stored(Place::Heap(key)).is_empty());
    let is_made = matches!(machine.table.address(addr).origin, Origin::Allocated(..));
    match machine.table.address(addr).shape.clone() {
        SiteKind::Object(class) => {
            let fields = machine.program.classes[class].fields.iter().copied();
            let known = |field: &FieldId| {
                is_made || machine.table.known_field(addr, *field).is_some() || is_written(Key::Field(addr, *field))
            };
            let fields: Vec<FieldId> = fields.filter(known).collect();
            let tell = |field: FieldId| {
                let value = gathered(machine, visited, |machine, state, guard| {
                    let (logic, mut memory) = machine.memory(state);
                    memory.field(logic, addr, field, guard)
                });
                let info = &machine.program.fields[field];
                let value = value.restrict(&mut machine.logic, guard);
                (format!("{object}.{}", info.name), Some(info.ty.clone()), value)
            };
            fields.into_iter().map(tell).collect()
        }
        SiteKind::Array(elem) => {
            let length = gathered(machine, visited, |machine, state, guard| {
                let (logic, mut memory) = machine.memory(state);
                memory.length(logic, addr, guard)
            });
            let length = length.restrict(&mut machine.logic, guard);
            let keys: Vec<TermId> = machine.table.keys(addr).map(|keys| keys.keys().to_vec()).unwrap_or_default();
            let mut told = vec![(format!("#{object}"), None, length.clone())];
            for (place, &key) in keys.iter().enumerate() {
                let known = machine.table.known_cell(addr, place as u32).is_some();
                if !is_made && !known && !is_written(Key::Cell(addr, place as u32)) {
                    continue;
                }
                let within = within(machine, &keys[..place], key, &length, guard);
                let value = gathered(machine, visited, |machine, state, guard| {
                    let (logic, mut memory) = machine.memory(state);
                    memory.cell(logic, addr, place as u32, guard)
                });
                let value = value.restrict(&mut machine.logic, within);
                if !value.is_empty() {
                    let name = format!("{object}[{}]", machine.logic.terms.display(key));
                    told.push((name, Some(elem.clone()), value));
                }
            }
            told
        }
    }
}

/// The paths on which a key is an index of the array, and is not one of the keys before it.
fn within(machine: &mut Machine<'_>, before: &[TermId], key: TermId, length: &Summary, guard: Guard) -> Guard {
    let logic = &mut machine.logic;
    let zero = logic.terms.constant(0);
    let mut within = length.when(logic, guard, |logic, length| match length {
        Value::Num(length) => logic.lt(key, length),
        _ => Guard::FALSE,
    });
    let negative = logic.lt(key, zero);
    within = logic.and_not(within, negative);
    for &other in before {
        let same = logic.eq(key, other);
        within = logic.and_not(within, same);
    }
    within
}

/// The iterations around a block.
fn iterations(machine: &Machine<'_>, method: MethodId, block: BlockId, numbers: &[u32]) -> Vec<Iteration> {
    let info = &machine.program.methods[method];
    let heads = &info.shape.wto.heads[block];
    let iteration =
        |(head, number): (&BlockId, &u32)| Iteration { line: info.blocks[*head].first_line(), number: number + 1 };
    heads.iter().zip(numbers).map(iteration).collect()
}
