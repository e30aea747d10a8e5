//! Makes plain data for a reader from the states that were kept.

use super::super::Session;
use super::conditions::condition;
use super::observer::{Kept, Notes, Visited};
use super::wording;
use crate::explore::witness;
use crate::guard::{Guard, Logic};
use crate::inputs::Inputs;
use crate::ir::{BlockId, FieldId, MethodId, SiteKind, Type};
use crate::outcome::{Iteration, Notebook, Row, Variable, Visit};
use crate::solver::{Answer, Model};
use crate::state::heap::{self, Alternative, Parts};
use crate::state::{Key, Origin, Place, ProgramPoint, State};
use crate::summary::{AddrId, Summary, Value};
use crate::term::{InputId, TermId};
use crate::transition::Machine;
use indexmap::IndexMap;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::rc::Rc;

/// The most objects that are shown of one visit.
const OBJECTS: usize = 12;
/// The most fields or elements that are shown of one object.
const CELLS: usize = 16;
/// The most static fields that are shown of one visit.
const STATICS: usize = 8;
/// The most values that are shown of a whole program, and the most examples that are made for them.
const ROWS: usize = 6_000;
const EXAMPLES: usize = 400;
/// The most nodes of guards that are made for notes.
const NODES: usize = 1 << 20;
/// The most nodes of the guard of [`canonical`] descriptions; a larger one is not restricted further.
const DESCRIPTIONS: usize = 1 << 10;

/// The notes as plain data; `None` if none were asked for. They are removed from the session.
pub fn notebook(session: &mut Session<'_>) -> Option<Notebook> {
    let mut notes = session.observers.notes.take()?;
    let mut book = Notebook {
        reachable: std::mem::take(&mut notes.reachable),
        reached: std::mem::take(&mut notes.reached),
        ..Notebook::default()
    };
    let mut describer = Describer { known: Vec::new(), rows: 0, referrers: Referrers::of(&session.machine) };
    // Exhausted guards mean nothing, and so do the notes of this visit and of later ones.
    let limit = session.machine.logic.guards.borrow_nodes(NODES);
    let canonical = canonical(&mut session.machine, &describer.referrers);
    for visited in in_turn(&notes.visits) {
        let enough = describer.rows > ROWS || describer.known.len() > EXAMPLES;
        let stopped = enough || session.machine.logic.intact().is_err() || session.limits.is_over();
        let described = match stopped {
            true => Err(Undescribed::Unknown),
            false => describer.visit(session, &notes, visited, canonical),
        };
        let line = book.lines.entry(visited.line).or_default();
        match described {
            Ok(visit) if session.machine.logic.intact().is_ok() => line.visits.push(visit),
            Ok(_) | Err(Undescribed::Unknown) => line.more += 1,
            Err(Undescribed::Infeasible) => {}
        }
    }
    session.machine.logic.guards.give_back(limit);
    for (line, missed) in notes.missed {
        book.lines.entry(line).or_default().more += missed.len();
    }
    book.lines.retain(|_, line| !line.visits.is_empty() || line.more > 0);
    Some(book)
}

/// Why paths have no description.
enum Undescribed {
    /// No input leads to them.
    Infeasible,
    /// It is not known whether an input leads to them, or something has run out.
    Unknown,
}

/// The first visits of all lines, then the second ones, and so on. So each line has some if not all can be shown.
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

/// The reference of the initial heap that names an object: the object is its fresh alternative.
struct Referrer {
    choice: InputId,
    /// The index of the fresh object among the alternatives.
    place: usize,
    /// The objects of which one has the reference, with the index key in an array; none for a parameter.
    stands: (Vec<AddrId>, Option<TermId>),
}

/// The references that the names of the initial heap depend on.
struct Referrers {
    /// By object of the initial heap.
    of: FxHashMap<AddrId, Referrer>,
    /// For an input that is a length, a field or a cell: the objects or the array of which one has it.
    holders: FxHashMap<InputId, Vec<AddrId>>,
}

impl Referrers {
    fn of(machine: &Machine<'_>) -> Self {
        let (mut of, mut holders) = (FxHashMap::default(), FxHashMap::default());
        for source in machine.table.sources() {
            let stands = match source.place {
                heap::InputPlace::Parameter(_) | heap::InputPlace::Outside(_) => (Vec::new(), None),
                heap::InputPlace::Field(addr, field) => {
                    (machine.table.sharing(machine.program, addr, field).collect(), None)
                }
                heap::InputPlace::Cell(addr, key) => (vec![addr], Some(key)),
            };
            match &source.parts {
                Parts::Reference { choice, alternatives, .. } => {
                    for (place, alternative) in alternatives.iter().enumerate() {
                        if let Alternative::Fresh(addr) = alternative {
                            of.insert(*addr, Referrer { choice: *choice, place, stands: stands.clone() });
                        }
                    }
                }
                Parts::Number(input) | Parts::Text { text: input, .. } => {
                    holders.insert(*input, stands.0);
                }
                Parts::Bool(_) | Parts::Nothing => {}
            }
        }
        for object in &machine.table.inputs {
            let length = object.length.map_or(&[][..], |length| machine.logic.terms.inputs(length));
            holders.extend(length.iter().map(|input| (*input, vec![object.addr])));
        }
        Self { of, holders }
    }

    /// The guard under which the name of one of some fresh objects of a reference leads to it: the reference, and those on the
    /// way there, refer to fresh objects.
    fn lead_to(&self, machine: &mut Machine<'_>, one_of: &[AddrId]) -> Guard {
        let mut guard = Guard::TRUE;
        let mut at = one_of;
        while let Some(referrer) = at.first().and_then(|addr| self.of.get(addr)) {
            let mut refers = Guard::FALSE;
            for referrer in at.iter().filter_map(|addr| self.of.get(addr)) {
                let logic = &mut machine.logic;
                let here = equals(logic, referrer.choice, referrer.place);
                refers = logic.or(refers, here);
            }
            guard = machine.logic.and(guard, refers);
            let (holders, key) = &referrer.stands;
            if let (Some(key), [holder]) = (key, &holders[..]) {
                let is_cell = is_cell(machine, *holder, *key);
                guard = machine.logic.and(guard, is_cell);
            }
            at = holders;
        }
        guard
    }

    /// The guard under which the names in the text of a value lead to the objects that they name.
    fn name(&self, machine: &mut Machine<'_>, value: Value) -> Guard {
        let named: BTreeSet<Vec<AddrId>> = match (value.as_ref(), value.term()) {
            (Some(addr), _) => BTreeSet::from([vec![addr]]),
            (None, Some(term)) => {
                machine.logic.terms.inputs(term).iter().filter_map(|input| self.holders.get(input).cloned()).collect()
            }
            (None, None) => BTreeSet::new(),
        };
        named.into_iter().fold(Guard::TRUE, |guard, one_of| {
            let leads = self.lead_to(machine, &one_of);
            machine.logic.and(guard, leads)
        })
    }
}

/// The guard under which a key of an array of the initial heap is within its bounds, and equals no key before it.
fn is_cell(machine: &mut Machine<'_>, array: AddrId, key: TermId) -> Guard {
    let keys = machine.table.keys(array).map_or(&[][..], |keys| keys.keys());
    let before: Vec<TermId> = keys.iter().copied().take_while(|other| *other != key).collect();
    let Some(length) = machine.table.input(array).and_then(|object| object.length) else { return Guard::TRUE };
    let length = Summary::constant(&mut machine.logic, Value::Num(length));
    within(machine, &before, key, &length, Guard::TRUE)
}

/// The guard under which an input has a value.
fn equals(logic: &mut Logic, input: InputId, value: usize) -> Guard {
    let (input, value) = (logic.terms.input(input), logic.terms.constant(value as i64));
    logic.eq(input, value)
}

/// The guard of the assignments in which each object is the fresh one of the first reference that refers to it, and null has
/// the default text. All inputs have such a description, and the words of conditions are right only for these.
fn canonical(machine: &mut Machine<'_>, referrers: &Referrers) -> Guard {
    let Machine { logic, table, .. } = machine;
    let references: Vec<_> = (table.sources().iter())
        .filter_map(|source| match &source.parts {
            Parts::Reference { choice, alternatives, .. } => Some((*choice, alternatives.clone())),
            _ => None,
        })
        .collect();
    let mut guard = Guard::TRUE;
    // A string that is null has the default text.
    for source in table.sources() {
        if let Parts::Text { some, text } = source.parts {
            let (null, default) = (equals(logic, some, 0), equals(logic, text, 0));
            let other = logic.and_not(null, default);
            guard = logic.and_not(guard, other);
        }
    }
    for (choice, alternatives) in &references {
        for (place, alternative) in alternatives.iter().enumerate() {
            if machine.logic.guards.node_count(guard) > DESCRIPTIONS {
                return guard;
            }
            let Alternative::Old(addr) = alternative else { continue };
            let leads = referrers.lead_to(machine, &[*addr]);
            let logic = &mut machine.logic;
            let refers = equals(logic, *choice, place);
            let without = logic.and_not(refers, leads);
            guard = logic.and_not(guard, without);
        }
    }
    guard
}

/// Describes visits, and keeps the examples that it has found.
struct Describer {
    /// Models, each with the inputs that it describes.
    known: Vec<(Rc<Model>, Inputs)>,
    /// The number of values described so far.
    rows: usize,
    referrers: Referrers,
}

impl Describer {
    /// Describes one visit.
    fn visit(
        &mut self,
        session: &mut Session<'_>,
        notes: &Notes,
        visited: &Visited,
        canonical: Guard,
    ) -> Result<Visit, Undescribed> {
        let machine = &mut session.machine;
        let guards = visited.moments.iter().map(|kept| kept.guard).collect();
        let reached = machine.logic.or_all(guards);
        let care = machine.logic.and(reached, canonical);
        let example = self.example(session, care)?;
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
        for local in machine.program.shown_at(method, block) {
            let info = &machine.program.methods[method].locals[local];
            if wanted(&info.name) {
                places.push((info.name.clone(), Place::Local(frame, local), info.ty.clone()));
            }
        }
        let mut statics = 0;
        for (id, info) in machine.program.statics.iter_enumerated().filter(|(_, info)| !info.is_inner) {
            let name = machine.program.static_name(id);
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
            // The values of dead variables may have been forgotten.
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
                let leads = self.referrers.lead_to(&mut session.machine, &[addr]);
                let guard = session.machine.logic.and(guard, leads);
                let cells = cells(&mut session.machine, visited, addr, guard);
                visit.more_cells += cells.len().saturating_sub(CELLS);
                for (name, ty, value) in cells.into_iter().take(CELLS) {
                    visit.cells.push(self.variable(session, notes, (name, ty), &value, care));
                    refer(&mut session.machine, &value, &mut open);
                }
            }
        }
        Ok(visit)
    }

    /// Describes a variable by its values within `care` that some input leads to. Values for which that is not known are counted.
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
        // Constants by size. The others stay in the order of the summary, which is that of creation.
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
            // `care` may still have descriptions that are not canonical. The words would be wrong for them, and each has a
            // canonical one.
            let named = self.referrers.name(&mut session.machine, value);
            let on = session.machine.logic.and(guard, named);
            let on = session.machine.logic.and(on, care);
            let example = match self.example(session, on) {
                Ok(example) => example,
                Err(Undescribed::Infeasible) => continue,
                Err(Undescribed::Unknown) => {
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

    /// Inputs of some paths of a guard. They have no schedule, because a run has to end to find one, and not all do.
    fn example(&mut self, session: &mut Session<'_>, guard: Guard) -> Result<Inputs, Undescribed> {
        let Session { machine, parameters, .. } = session;
        let asked = machine.with_axioms(guard);
        let satisfies = |model: &Model| machine.logic.eval(asked, model.assignment()) == Some(true);
        if let Some((_, inputs)) = self.known.iter().find(|(model, _)| satisfies(model)) {
            return Ok(inputs.clone());
        }
        match machine.ask(guard) {
            Answer::Infeasible => return Err(Undescribed::Infeasible),
            Answer::Unknown(_) => return Err(Undescribed::Unknown),
            Answer::Feasible(_) => {}
        }
        let (model, inputs) = witness::small(machine, parameters, asked).ok_or(Undescribed::Unknown)?;
        self.known.push((model, inputs.clone()));
        Ok(inputs)
    }
}

/// Adds the objects that a value refers to, with the paths on which it does, to `open`.
fn refer(machine: &mut Machine<'_>, value: &Summary, open: &mut IndexMap<AddrId, Guard>) {
    for (guard, value) in value.pairs(&mut machine.logic) {
        if let Some(addr) = value.as_ref() {
            let known = open.entry(addr).or_insert(Guard::FALSE);
            *known = machine.logic.or(*known, guard);
        }
    }
}

/// The guarded union of a value over the states of a visit.
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

/// The fields, or the length and the elements, of an object on the paths of a guard, if they were read or written.
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
            let row = |field: FieldId| {
                let value = gathered(machine, visited, |machine, state, guard| {
                    let (logic, mut memory) = machine.memory(state);
                    memory.field(logic, addr, field, guard)
                });
                let info = &machine.program.fields[field];
                let value = value.restrict(&mut machine.logic, guard);
                (format!("{object}.{}", info.name), Some(info.ty.clone()), value)
            };
            fields.into_iter().map(row).collect()
        }
        SiteKind::Array(elem) => {
            let length = gathered(machine, visited, |machine, state, guard| {
                let (logic, mut memory) = machine.memory(state);
                memory.length(logic, addr, guard)
            });
            let length = length.restrict(&mut machine.logic, guard);
            let keys: Vec<TermId> = machine.table.keys(addr).map(|keys| keys.keys().to_vec()).unwrap_or_default();
            let mut cells = vec![(machine.program.syntax.length(&object), None, length.clone())];
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
                    cells.push((name, Some(elem.clone()), value));
                }
            }
            cells
        }
    }
}

/// The paths on which a key is within the bounds of the array, and equals no key before it.
fn within(machine: &mut Machine<'_>, before: &[TermId], key: TermId, length: &Summary, guard: Guard) -> Guard {
    let logic = &mut machine.logic;
    let zero = logic.terms.constant(0);
    let mut within = length.when_number(logic, guard, |logic, length| logic.lt(key, length));
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
