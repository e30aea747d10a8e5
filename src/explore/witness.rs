//! Inputs of the source language from a model: the arguments, objects and arrays that it describes. The inverse is
//! a part of the tests: `tests/support/valuation.rs`.

use super::texts;
use crate::guard::{Guard, Logic, holds_guards};
use crate::inputs::{Cell, Inputs, Value as Input};
use crate::ir::{Program, SiteKind, Type};
use crate::num::Num;
use crate::solver::Model;
use crate::state::HeapTable;
use crate::state::heap::lengths;
use crate::summary::{AddrId, Summary, Value};
use crate::term::Assignment;
use crate::transition::Machine;
use indexmap::{IndexMap, IndexSet};
use std::rc::Rc;

/// A parameter of the entry with its symbolic value.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// Its value at entry.
    pub value: Summary,
}

holds_guards!(Parameter: value; others: name, ty);

/// Makes the inputs that a model describes.
pub struct Witness<'a> {
    program: &'a Program,
    logic: &'a Logic,
    table: &'a HeapTable,
    model: &'a Assignment,
    /// The objects and arrays met so far, in the order of their names.
    met: IndexSet<AddrId>,
}

/// A model of a guard with small values, and the inputs that it describes. The guard `asked` has the axioms of quantified
/// formulas conjoined already. A run with these inputs asks for no result that nothing models.
pub fn small(machine: &mut Machine<'_>, parameters: &[Parameter], asked: Guard) -> Option<(Rc<Model>, Inputs)> {
    let asked = machine.without_guesses(asked);
    let Machine { program, logic, solver, table, .. } = machine;
    let model = solver.small_model(logic, asked, &lengths(logic, table))?;
    let inputs = Witness::new(program, logic, table, model.assignment()).inputs(parameters);
    Some((model, inputs))
}

impl<'a> Witness<'a> {
    /// Reads a model.
    pub fn new(program: &'a Program, logic: &'a Logic, table: &'a HeapTable, model: &'a Assignment) -> Self {
        Self { program, logic, table, model, met: IndexSet::new() }
    }

    /// The inputs for these parameters.
    pub fn inputs(&mut self, parameters: &[Parameter]) -> Inputs {
        let mut inputs = Inputs::default();
        for p in parameters {
            let value = self.value(&p.value, &p.ty);
            inputs.args.insert(p.name.clone(), value);
        }
        self.describe_met(&mut inputs);
        inputs
    }

    /// Adds all objects that come from outside within some run.
    pub fn add_outside(&mut self, inputs: &mut Inputs) {
        for (value, ty) in self.table.outside_objects() {
            self.value(value, ty);
        }
        self.describe_met(inputs);
    }

    /// Describes the objects and arrays that have been met and are not described yet.
    fn describe_met(&mut self, inputs: &mut Inputs) {
        while let Some(&addr) = self.met.get_index(inputs.heap.len()) {
            let cell = self.describe(addr);
            inputs.heap.insert(self.name(addr), cell);
        }
    }

    /// The value that a summary has under the model.
    pub fn concrete(&self, summary: &Summary) -> Option<Value> {
        summary.at(self.logic, self.logic.truth_under(self.model)).first().copied()
    }

    fn name(&mut self, addr: AddrId) -> String {
        let number = self.met.insert_full(addr).0 + 1;
        match self.table.address(addr).shape {
            SiteKind::Object(_) => format!("o{number}"),
            SiteKind::Array(_) => format!("a{number}"),
        }
    }

    fn number(&self, t: crate::term::TermId) -> Num {
        self.logic.terms.eval(t, self.model).unwrap_or(Num::ZERO)
    }

    /// The value of a summary.
    pub(super) fn value(&mut self, summary: &Summary, ty: &Type) -> Input {
        match self.concrete(summary) {
            Some(Value::Bool(b)) => Input::Bool(b),
            Some(Value::Num(t)) => ty.input(self.number(t)),
            Some(Value::Char(t)) => Input::Char(texts::character(&self.program.texts, &self.number(t))),
            Some(Value::Str(t)) => Input::String(texts::text(&self.program.texts, &self.number(t))),
            Some(Value::Ref(a)) => Input::Ref(self.name(a)),
            Some(Value::Null | Value::Missing | Value::Thrown(_) | Value::Thread(_)) | None => Input::Null,
        }
    }

    fn describe(&mut self, addr: AddrId) -> Cell {
        match &self.table.address(addr).shape {
            SiteKind::Object(class) => {
                let class = &self.program.classes[*class];
                let mut fields = IndexMap::new();
                for &f in &class.fields {
                    if let Some(initial) = self.table.known_field(addr, f) {
                        let field = &self.program.fields[f];
                        let value = self.value(initial, &field.ty);
                        fields.insert(field.name.clone(), value);
                    }
                }
                Cell::Object { class: class.name.clone(), fields }
            }
            SiteKind::Array(elem) => {
                let length = self.table.input(addr).and_then(|i| i.length).map_or(Num::ZERO, |t| self.number(t));
                let mut cells: IndexMap<Num, Option<Input>> = IndexMap::new();
                let keys = self.table.keys(addr).map_or(&[][..], |k| k.keys());
                for (place, &key) in keys.iter().enumerate() {
                    // An index without a value divides by zero: no access has it under this model.
                    let Some(index) = self.logic.terms.eval(key, self.model) else { continue };
                    if index.is_negative() || index >= length || cells.contains_key(&index) {
                        // An access goes to the first key that equals its index.
                        continue;
                    }
                    let initial = self.table.known_cell(addr, place as u32).cloned();
                    let value = initial.map(|initial| self.value(&initial, elem));
                    cells.insert(index, value);
                }
                cells.sort_unstable_keys();
                let cells = cells.into_iter().filter_map(|(i, v)| Some((i.to_string(), v?))).collect();
                Cell::Array { elem: self.program.type_name(elem), length: length.to_string(), default: None, cells }
            }
        }
    }
}
