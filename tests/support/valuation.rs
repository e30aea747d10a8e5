//! From inputs of the source language to their assignment (the inverse of [`Witness`](multise::internals::explore::Witness)).
//!
//! A concrete initial heap fixes every input that the [sources](HeapTable::sources) of the initial heap
//! name. They are computed in the order of creation, with the object that each address of the initial heap denotes:
//!
//! ```text
//!   parameter            the argument
//!   field of address a   the field of the object that a denotes
//!   cell of a at key t   the cell at the value of t, in the array that a denotes
//!   choice               null; else the first earlier address that denotes the object; or the fresh one of its class,
//!                        which denotes it from then on
//! ```
//!
//! A source may have no place in this heap: its address denotes no object, or no access reaches its cell. Then its inputs
//! keep their defaults. The initial heap alone does not determine the inputs that quantified formulas add.

use multise::internals::explore::{number_of_character, number_of_text};
use multise::internals::guard::{AtomId, Guard, Logic};
use multise::internals::index::Idx;
use multise::internals::ir::{Program, SiteKind};
use multise::internals::state::{Alternative, HeapTable, InputPlace, Parts, Source};
use multise::internals::summary::AddrId;
use multise::internals::term::{Assignment, InputId, TermId};
use multise::{Cell, Inputs, Num, Value as Input};
use std::collections::HashMap;

/// The assignment of concrete inputs, and the objects that the addresses of the initial heap denote.
#[derive(Clone, Debug)]
pub struct Valuation<'a> {
    program: &'a Program,
    table: &'a HeapTable,
    inputs: &'a Inputs,
    assignment: Assignment,
    /// The name of the object or array that an address denotes.
    names: HashMap<AddrId, &'a str>,
    addresses: HashMap<&'a str, AddrId>,
    /// Whether a source names an input, by input.
    determined: Vec<bool>,
}

impl<'a> Valuation<'a> {
    /// The valuation for inputs that fit the program, that is, that the interpreter accepts.
    pub fn new(program: &'a Program, logic: &Logic, table: &'a HeapTable, inputs: &'a Inputs) -> Self {
        let mut valuation = Self {
            program,
            table,
            inputs,
            assignment: Assignment::new(),
            names: HashMap::new(),
            addresses: HashMap::new(),
            determined: vec![false; logic.terms.inputs_len()],
        };
        for source in table.sources() {
            valuation.source(logic, source);
        }
        valuation
    }

    /// The values of the inputs.
    pub fn assignment(&self) -> &Assignment {
        &self.assignment
    }

    /// Whether the initial heap determines an input. It does not determine those that quantified formulas have added.
    pub fn determines(&self, input: InputId) -> bool {
        self.determined.get(input.index()) == Some(&true)
    }

    /// The name of the object or array that an address of the initial heap denotes.
    pub fn name(&self, addr: AddrId) -> Option<&'a str> {
        self.names.get(&addr).copied()
    }

    /// The address that denotes an object or array; nothing if no source refers to it.
    pub fn address(&self, name: &str) -> Option<AddrId> {
        self.addresses.get(name).copied()
    }

    /// The value of a term; nothing if it divides by zero.
    pub fn number(&self, logic: &Logic, t: TermId) -> Option<Num> {
        logic.terms.eval(t, &self.assignment)
    }

    /// Whether a guard holds. No execution asks about a form that divides by zero, but an index of this form may be among the
    /// keys of an array: it equals no other key, as if it were above every threshold.
    pub fn holds(&self, logic: &Logic, guard: Guard) -> bool {
        logic.guards.eval(guard, self.truth(logic)) == Some(true)
    }

    fn truth(&self, logic: &Logic) -> impl FnMut(AtomId) -> Option<bool> {
        let mut values: HashMap<TermId, Option<Num>> = HashMap::new();
        move |atom| {
            let (form, threshold) = logic.atom(atom);
            let value = values.entry(form).or_insert_with(|| self.number(logic, form));
            Some(value.as_ref().is_some_and(|value| threshold.admits(value)))
        }
    }

    /// The position in an array's list of index keys that an access at an index uses: that of the first equal key.
    pub fn place(&self, logic: &Logic, array: AddrId, index: &Num) -> Option<u32> {
        let keys = self.table.keys(array)?.keys();
        let place = keys.iter().position(|&key| self.number(logic, key).as_ref() == Some(index))?;
        Some(place as u32)
    }

    /// The number that represents a text.
    pub fn number_of_text(&self, text: &str) -> Num {
        number_of_text(&self.program.texts, text)
    }

    /// The number that represents a character.
    pub fn number_of_character(&self, character: &str) -> Num {
        number_of_character(&self.program.texts, character)
    }

    fn source(&mut self, logic: &Logic, source: &'a Source) {
        let parts = match &source.parts {
            Parts::Nothing => [None, None],
            Parts::Number(input) | Parts::Bool(input) | Parts::Reference { choice: input, .. } => [Some(*input), None],
            Parts::Text { some, text } => [Some(*some), Some(*text)],
        };
        parts.into_iter().flatten().for_each(|input| self.determine(input));
        if let Parts::Reference { alternatives, .. } = &source.parts {
            // The lengths belong to the source whatever alternative is chosen.
            for fresh in
                alternatives.iter().filter_map(|a| if let Alternative::Fresh(addr) = a { Some(*addr) } else { None })
            {
                if let Some(length) = self.length_input(logic, fresh) {
                    self.determine(length);
                }
            }
        }
        let Some(value) = self.value_at(logic, &source.place) else { return };
        match (&source.parts, value) {
            (Parts::Number(input), Some(Input::Int(n) | Input::Float(n))) => self.assignment.set(*input, n.clone()),
            (Parts::Number(input), Some(Input::Ieee(n))) => self.assignment.set(*input, Num::from(n.place)),
            (Parts::Number(input), Some(Input::Char(c))) => {
                let number = self.number_of_character(c);
                self.assignment.set(*input, number);
            }
            // Truth values of class files are numbers.
            (Parts::Number(input), Some(Input::Bool(b))) => self.assignment.set(*input, Num::from(i64::from(*b))),
            // The default of a number is zero, that of a character has the number zero.
            (Parts::Number(input), _) => self.assignment.set(*input, Num::ZERO),
            (Parts::Bool(input), value) => {
                let truth = matches!(value, Some(Input::Bool(true)));
                self.assignment.set(*input, Num::from(i64::from(truth)));
            }
            (Parts::Text { some, text }, Some(Input::String(s))) => {
                let number = self.number_of_text(s);
                self.assignment.set(*some, Num::ONE);
                self.assignment.set(*text, number);
            }
            (Parts::Text { some, .. }, _) => self.assignment.set(*some, Num::ZERO),
            (Parts::Reference { choice, alternatives, .. }, Some(Input::Ref(name))) => {
                self.refer(logic, *choice, alternatives, name);
            }
            (Parts::Reference { choice, .. }, _) => self.assignment.set(*choice, Num::ZERO),
            (Parts::Nothing, _) => {}
        }
    }

    /// The value at a place: `None` if the place is in no object of this heap, `Some(None)` if it has its default.
    fn value_at(&self, logic: &Logic, place: &InputPlace) -> Option<Option<&'a Input>> {
        let inputs = self.inputs;
        match place {
            InputPlace::Parameter(name) => Some(inputs.args.get(name)),
            InputPlace::Outside(_) => None,
            InputPlace::Field(addr, field) => {
                match inputs
                    .heap
                    .get(self.table.sharing(self.program, *addr, *field).find_map(|addr| self.name(addr))?)?
                {
                    Cell::Object { fields, .. } => Some(fields.get(&self.program.fields[*field].name)),
                    Cell::Array { .. } => None,
                }
            }
            InputPlace::Cell(addr, key) => match inputs.heap.get(self.name(*addr)?)? {
                Cell::Object { .. } => None,
                Cell::Array { length, default, cells, .. } => {
                    let index = self.number(logic, *key)?;
                    let first = self.place(logic, *addr, &index) == self.table.keys(*addr)?.place(*key);
                    let within = !index.is_negative() && index < length.parse().ok()?;
                    (first && within).then(|| cells.get(&index.to_string()).or(default.as_ref()))
                }
            },
        }
    }

    /// A reference to the object of this name.
    fn refer(&mut self, logic: &Logic, choice: InputId, alternatives: &[Alternative], name: &'a str) {
        let known = self.address(name);
        let fits = |alternative: &Alternative| match alternative {
            Alternative::Null => None,
            Alternative::Old(addr) => (known == Some(*addr)).then_some(Fit::Exact),
            Alternative::Fresh(_) if known.is_some() => None,
            Alternative::Fresh(addr) => self.fit(name, *addr),
        };
        let fitting = alternatives.iter().enumerate().filter_map(|(i, alternative)| Some((fits(alternative)?, i)));
        let Some((_, chosen)) = fitting.min() else { return };
        self.assignment.set(choice, Num::from(chosen as i64));
        if let Alternative::Fresh(addr) = alternatives[chosen] {
            self.names.insert(addr, name);
            self.addresses.insert(name, addr);
            if let (Some(input), Some(Cell::Array { length, .. })) =
                (self.length_input(logic, addr), self.inputs.heap.get(name))
            {
                self.assignment.set(input, length.parse().unwrap_or(Num::ZERO));
            }
        }
    }

    fn fit(&self, name: &str, addr: AddrId) -> Option<Fit> {
        match (&self.table.address(addr).shape, self.inputs.heap.get(name)?) {
            (SiteKind::Object(class), Cell::Object { class: name, .. }) => {
                (self.program.classes[*class].name == *name).then_some(Fit::Exact)
            }
            (SiteKind::Array(element), Cell::Array { elem, .. }) => {
                Some(if self.program.type_name(element) == *elem { Fit::Exact } else { Fit::OtherElements })
            }
            _ => None,
        }
    }

    fn length_input(&self, logic: &Logic, addr: AddrId) -> Option<InputId> {
        self.table.input(addr)?.length.and_then(|t| logic.terms.as_input(t))
    }

    fn determine(&mut self, input: InputId) {
        self.determined[input.index()] = true;
    }
}

/// How an address fits an object of the inputs, best first.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    /// The same class, or the same type of elements.
    Exact,
    /// Both are arrays. A source that is declared as an array creates arrays of one type only.
    OtherElements,
}
