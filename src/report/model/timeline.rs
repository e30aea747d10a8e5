//! A violation step by step: the run of its inputs in the concrete interpreter, as changes of variables and objects. A script
//! can apply them one after the other, and an editor can show them where they happen.
//!
//! A step is a line that the run reaches. In a long run, all changes of the middle are one step.

use crate::config::Dialect;
use crate::ieee::Datum;
use crate::inputs::Inputs;
use crate::interp::{self, Body, Event, Heap, Limits, ObjectId, Target, Value};
use crate::ir::{BlockId, MethodId, Program, Type};
use indexmap::IndexMap;
use rustc_hash::FxHashMap;
use serde::Serialize;
use std::collections::{BTreeSet, VecDeque};

/// Most steps that are kept at the beginning and at the end of a run.
const FIRST: usize = 150;
const LAST: usize = 150;
/// Most elements that are shown of an array.
const ELEMENTS: usize = 16;
/// The limit of steps of the interpreter. The run has been made before, so it ends.
const LIMIT: u64 = 10_000_000;

/// The steps of a run.
#[derive(Debug, Default, Serialize)]
pub struct Timeline {
    /// The state before the first step.
    pub start: Vec<Change>,
    /// The steps in the order of the run.
    pub steps: Vec<Step>,
}

/// A line, and the changes since the step before.
#[derive(Debug, Default, Serialize)]
pub struct Step {
    /// `Class.method`
    #[serde(rename = "m")]
    pub method: String,
    /// The line.
    #[serde(rename = "l")]
    pub line: u32,
    /// The thread.
    #[serde(rename = "t", skip_serializing_if = "is_default")]
    pub thread: u32,
    /// How many steps this one replaces.
    #[serde(rename = "e", skip_serializing_if = "is_default")]
    pub elided: usize,
    /// The changes, in order.
    #[serde(rename = "o", skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<Change>,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// A change: its kind, then its subject.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "k", rename_all = "lowercase")]
pub enum Change {
    /// Another thread continues.
    Switch {
        /// Its number.
        #[serde(rename = "t")]
        thread: u32,
    },
    /// A method is called.
    Enter {
        /// `Class.method`
        #[serde(rename = "m")]
        name: String,
        /// The number of the method, to distinguish overloads.
        #[serde(skip)]
        method: MethodId,
    },
    /// A method has ended.
    Leave,
    /// A local variable has a value.
    Local {
        /// Its name.
        #[serde(rename = "n")]
        name: String,
        /// The value.
        #[serde(rename = "v")]
        value: Shown,
    },
    /// An object appears.
    Object {
        /// Its name.
        #[serde(rename = "n")]
        name: String,
        /// Its class, or the type of an array.
        #[serde(rename = "c")]
        class: String,
    },
    /// A field, an element or a static field has a value; for static fields, the name of the object is empty.
    Field {
        /// The object.
        #[serde(rename = "n")]
        object: String,
        /// The field.
        #[serde(rename = "f")]
        field: String,
        /// The value.
        #[serde(rename = "v")]
        value: Shown,
    },
}

/// A value; a reference is the name of an object.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Shown {
    /// Anything but an object.
    Plain(String),
    /// An object.
    Object {
        /// Its name.
        #[serde(rename = "r")]
        name: String,
    },
}

/// The steps of a run of `entry`; none if the run is not possible.
pub fn timeline(program: &Program, entry: MethodId, inputs: &Inputs, dialect: &Dialect) -> Timeline {
    let mut recorder = Recorder::new(program);
    let mut observer = |event: Event<'_>, heap: &Heap| recorder.note(event, heap);
    // The changes of a line belong to its step, the arguments of a call to the call.
    let run = interp::run_observed(program, entry, inputs, dialect, Limits::steps(LIMIT), &mut observer);
    if run.is_err() {
        return Timeline::default();
    }
    recorder.finish()
}

struct Recorder<'a> {
    program: &'a Program,
    /// The blocks at which lines begin.
    starts: FxHashMap<(MethodId, BlockId), u32>,
    /// For each thread, the methods of its frames.
    frames: Vec<Vec<MethodId>>,
    current: usize,
    seen: BTreeSet<ObjectId>,
    /// A call has ended: the line of the caller continues.
    returned: bool,
    /// A call has begun: its arguments come next, then its first line.
    entered: Option<(MethodId, BlockId)>,
    start: Vec<Change>,
    first: Vec<Step>,
    /// The steps between the first and the last ones.
    middle: Step,
    last: VecDeque<Step>,
    open: Step,
}

impl<'a> Recorder<'a> {
    fn new(program: &'a Program) -> Self {
        Self {
            program,
            starts: program.line_starts().collect(),
            frames: vec![Vec::new()],
            current: 0,
            seen: BTreeSet::new(),
            returned: false,
            entered: None,
            start: Vec::new(),
            first: Vec::new(),
            middle: Step::default(),
            last: VecDeque::new(),
            open: Step::default(),
        }
    }

    fn note(&mut self, event: Event<'_>, heap: &Heap) {
        if let Some((method, entry)) = self.entered {
            let formals = &self.program.methods[method].formals;
            let is_argument = matches!(event, Event::Assign { target: Target::Local(l), .. } if formals.contains(&l));
            if !is_argument {
                self.entered = None;
                self.come(method, entry);
            }
        }
        match event {
            Event::Switch(thread) => {
                self.current = thread as usize;
                if self.frames.len() <= self.current {
                    self.frames.resize_with(self.current + 1, Vec::new);
                }
                self.open.changes.push(Change::Switch { thread });
            }
            Event::Enter { method, caller } => {
                self.frames[self.current].push(method);
                self.open.changes.push(Change::Enter { name: self.program.method_name(method), method });
                self.entered = Some((method, self.program.methods[method].start(caller.is_none())));
            }
            Event::Leave => {
                self.frames[self.current].pop();
                self.open.changes.push(Change::Leave);
                self.returned = true;
            }
            Event::Block(block) => {
                if let Some(&method) = self.frames[self.current].last() {
                    self.come(method, block);
                }
            }
            Event::Read(_) => {}
            Event::Assign { target, value, .. } => self.assign(target, value, heap),
        }
    }

    /// The run reaches a block.
    fn come(&mut self, method: MethodId, block: BlockId) {
        let goes_on = std::mem::take(&mut self.returned);
        let begun = self.starts.get(&(method, block)).copied();
        let after_call = || self.program.methods[method].blocks[block].first_line();
        let Some(line) = begun.or_else(|| goes_on.then(after_call).filter(|line| *line != 0)) else { return };
        let method = self.program.method_name(method);
        let next = Step { method, line, thread: self.current as u32, ..Step::default() };
        let ended = std::mem::replace(&mut self.open, next);
        self.keep(ended);
    }

    fn keep(&mut self, step: Step) {
        if step.line == 0 && self.first.is_empty() {
            self.start.extend(step.changes);
            return;
        }
        if self.first.len() < FIRST {
            return self.first.push(step);
        }
        self.last.push_back(step);
        if self.last.len() > LAST
            && let Some(step) = self.last.pop_front()
        {
            self.middle.elided += 1;
            (self.middle.line, self.middle.thread) = (step.line, step.thread);
            self.middle.method = step.method;
            self.middle.changes.extend(step.changes);
            if self.middle.changes.len() > 8 * LAST {
                self.middle.changes = compact(std::mem::take(&mut self.middle.changes));
            }
        }
    }

    fn finish(mut self) -> Timeline {
        let open = std::mem::take(&mut self.open);
        self.keep(open);
        let mut steps = self.first;
        if self.middle.elided > 0 {
            self.middle.changes = compact(self.middle.changes);
            steps.push(self.middle);
        }
        steps.extend(self.last);
        Timeline { start: self.start, steps }
    }

    fn assign(&mut self, target: Target<'_>, value: &Value, heap: &Heap) {
        if matches!(value, Value::Thrown(_)) {
            return;
        }
        let ty = match target {
            Target::Local(local) => {
                let method = self.frames[self.current].last();
                method.and_then(|method| self.program.methods[*method].locals[local].ty.clone())
            }
            Target::Static(field) => Some(self.program.statics[field].ty.clone()),
            Target::Field(_, field) => Some(self.program.fields[field].ty.clone()),
            Target::Elem(object, _) => heap.array(object).map(|array| array.elem.clone()),
        };
        let value = self.shown(value, ty.as_ref(), heap);
        let change = match target {
            Target::Local(local) => {
                let Some(&method) = self.frames[self.current].last() else { return };
                let name = &self.program.methods[method].locals[local].name;
                if name.is_empty() {
                    return;
                }
                Change::Local { name: name.clone(), value }
            }
            Target::Static(field) => {
                Change::Field { object: String::new(), field: self.program.static_name(field), value }
            }
            Target::Field(object, field) => {
                let object = self.object(object, heap);
                Change::Field { object, field: self.program.fields[field].name.clone(), value }
            }
            Target::Elem(object, index) => {
                let object = self.object(object, heap);
                if index.to_i64().is_none_or(|index| index >= ELEMENTS as i64) {
                    return;
                }
                Change::Field { object, field: format!("[{index}]"), value }
            }
        };
        self.open.changes.push(change);
    }

    fn shown(&mut self, value: &Value, ty: Option<&Type>, heap: &Heap) -> Shown {
        Shown::Plain(match value {
            Value::Num(n) => match (ty, n.to_i64()) {
                (Some(Type::Ieee(format)), Some(place)) => Datum { format: *format, place }.to_string(),
                _ => n.to_string(),
            },
            Value::Bool(b) => b.to_string(),
            Value::Null => "null".to_owned(),
            Value::Ref(object) => return Shown::Object { name: self.object(*object, heap) },
            Value::Char(c) => format!("'{}'", c.escape_debug()),
            Value::String(s) => format!("\"{}\"", s.escape_debug()),
            Value::Missing => "(nothing was returned)".to_owned(),
            Value::Thrown(_) => "(an exception)".to_owned(),
        })
    }

    /// The name of an object. When an object is first seen, it is recorded with everything that it refers to.
    fn object(&mut self, object: ObjectId, heap: &Heap) -> String {
        let found = &heap[object];
        let name = found.name(self.program);
        if !self.seen.insert(object) {
            return name;
        }
        match &found.body {
            Body::Object { class, fields } => {
                let class = &self.program.classes[*class];
                self.open.changes.push(Change::Object { name: name.clone(), class: class.name.clone() });
                for (&field, value) in class.fields.iter().zip(fields) {
                    let value = self.shown(value, Some(&self.program.fields[field].ty), heap);
                    let field = self.program.fields[field].name.clone();
                    self.open.changes.push(Change::Field { object: name.clone(), field, value });
                }
            }
            Body::Array(array) => {
                let class = format!("{}[{}]", self.program.type_name(&array.elem), array.length);
                self.open.changes.push(Change::Object { name: name.clone(), class });
                for index in 0..ELEMENTS as i64 {
                    let Some(value) = array.get(&index.into()) else { break };
                    let (field, value) = (format!("[{index}]"), self.shown(value, Some(&array.elem), heap));
                    self.open.changes.push(Change::Field { object: name.clone(), field, value });
                }
            }
        }
        name
    }
}

/// The same changes as a whole: of calls that have ended only their effects on objects remain, and of the values of a field
/// only the last one.
fn compact(changes: Vec<Change>) -> Vec<Change> {
    let mut objects: Vec<Change> = Vec::new();
    let mut fields: IndexMap<(String, String), Change> = IndexMap::new();
    let mut kept: Vec<Change> = Vec::new();
    for change in changes {
        match change {
            Change::Object { .. } => objects.push(change),
            Change::Field { ref object, ref field, .. } => _ = fields.insert((object.clone(), field.clone()), change),
            Change::Leave => {
                let call = kept.iter().rposition(|c| matches!(c, Change::Enter { .. } | Change::Switch { .. }));
                match call {
                    Some(call) if matches!(kept[call], Change::Enter { .. }) => kept.truncate(call),
                    _ => kept.push(change),
                }
            }
            Change::Local { ref name, .. } => {
                // A later value of a local of the same frame replaces an earlier one.
                let is_frame = |c: &Change| matches!(c, Change::Enter { .. } | Change::Leave | Change::Switch { .. });
                let frame = kept.iter().rposition(is_frame).map_or(0, |place| place + 1);
                let same = |c: &Change| matches!(c, Change::Local { name: other, .. } if other == name);
                match kept[frame..].iter().position(same) {
                    Some(place) => kept[frame + place] = change,
                    None => kept.push(change),
                }
            }
            Change::Switch { .. } | Change::Enter { .. } => kept.push(change),
        }
    }
    objects.into_iter().chain(fields.into_values()).chain(kept).collect()
}
