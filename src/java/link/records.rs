//! Records in inputs. A canonical constructor may refuse values, or store others: an input has no components that it never stores.
//! So the fields of an input have the arguments of this constructor first. Then the constructor runs on them: where it throws, there
//! is no such input; what it stores, the input has from then on.
//!
//! It runs before the entry where a parameter is such a record. It also runs where a component is read, if its result is the same
//! at any time. Otherwise records in fields and elements have any components.

use super::Linker;
use super::canonical::When;
use super::classes::dotted;
use super::code::{self, Code, MAKER, More};
use super::construct::Construction;
use super::enums::instance;
use crate::ir::{self, BlockId, Callee, ClassId, Const, Expr, FieldId, InstrKind, LocalId, MethodId, Terminator, Type};
use indexmap::IndexMap;
use rustc_hash::FxHashSet;

/// A record whose inputs are completed.
pub(super) struct Record {
    when: When,
    constructor: MethodId,
    /// Not null when the components are those that the constructor has stored.
    made: FieldId,
    components: FxHashSet<FieldId>,
    /// What completes an object.
    complete: MethodId,
}

/// The records that are completed.
pub(super) type Records = IndexMap<ClassId, Record>;

/// A parameter of an entry that may be a record: the variable, what completes it, and the record if it may be something else.
pub(super) type Parameter = (LocalId, MethodId, Option<ClassId>);

impl Linker<'_> {
    /// Whether inputs of a record are exactly what its constructor makes.
    pub(super) fn is_exact_record(&mut self, class: ClassId) -> bool {
        self.is_record(class) && self.when_made(class) <= When::AtRead
    }

    /// Objects of a class are inputs. If they are records, they are completed.
    pub(super) fn add_record(&mut self, object: ClassId) {
        let Some(class) = self.program.line(object).find(|class| self.is_record(*class)) else { return };
        if self.records.contains_key(&class) {
            return;
        }
        let when = match self.when_made(class) {
            // Two threads could complete one record.
            When::AtRead if self.threaded => When::AtEntry,
            when => when,
        };
        if when > When::AtRead && !self.program.unconstructed.contains(&class) {
            self.program.unconstructed.push(class);
        }
        if matches!(when, When::Never | When::Unknown) {
            return;
        }
        let Some(constructor) = self.canonical(class) else { return };
        let made = self.hidden(class, "made", self.reference());
        let fields = self.components(class);
        let components = fields.iter().map(|(field, _)| *field).collect();
        let construction = Construction { constructor, arguments: fields, has_outer: false };
        let complete = self.completion(class, &construction, made);
        let constructor = self.reached(constructor);
        self.records.insert(class, Record { when, constructor, made, components, complete });
    }

    /// The fields of the components of a record, with their types.
    fn components(&mut self, class: ClassId) -> Vec<(FieldId, Type)> {
        let own: Vec<_> = self.classes[class].instance_fields().map(|(i, own)| (i, own.descriptor.clone())).collect();
        own.into_iter().map(|(i, descriptor)| (self.fields[&(class, i)], self.loaded_type(&descriptor))).collect()
    }

    /// The method that completes an object, once.
    fn completion(&mut self, class: ClassId, construction: &Construction, made: FieldId) -> MethodId {
        let maker = self.library(MAKER);
        let bare = code::made("complete", maker, self.program.classes[class].span);
        let bare = code::taking(bare, Type::Class(class), None);
        let id = self.reserve(bare.clone(), None);
        let object = bare.formals[0];
        // No step of it is shown.
        let mut code = Code::of(bare, 0);
        code.give_where(Expr::is_null(Expr::Local(object)), Expr::Const(Const::Null));
        let known = code.kept(self.reference(), Expr::Field(Box::new(Expr::Local(object)), made));
        let is_made = code.branch(Expr::is_null(Expr::Local(known)));
        let new = self.construct(&mut code, (id, object), construction, |code| {
            code.push(InstrKind::Assume { cond: Expr::bool(false) });
            code.give(Expr::Const(Const::Null));
        });
        code.push(InstrKind::StoreField { object, field: made, value: Expr::Local(new) });
        let stores_others = self.stores_others(construction.constructor);
        for (field, ty) in construction.arguments.iter().filter(|_| stores_others) {
            let value = code.kept(ty.clone(), Expr::Field(Box::new(Expr::Local(new)), *field));
            code.push(InstrKind::StoreField { object, field: *field, value: Expr::Local(value) });
        }
        code.give(Expr::Const(Const::Null));
        code.switch(is_made);
        code.give(Expr::Const(Const::Null));
        self.program.methods[id] = code.finish();
        id
    }

    /// The parameters of an entry that are to be completed.
    pub(super) fn record_parameters(&mut self, root: MethodId) -> Vec<Parameter> {
        let method = &self.program.methods[root];
        // Nothing completes an object that is just being made.
        let made = method.makes.and(method.this());
        let (mut found, mut new) = (Vec::new(), Vec::new());
        for &formal in method.formals.iter().filter(|formal| Some(**formal) != made) {
            let Some(Type::Class(declared)) = method.locals[formal].ty else { continue };
            for (&class, record) in &self.records {
                if self.is_subclass(declared, class) {
                    found.push((formal, record.complete, None));
                    new.extend((record.when == When::AtEntry).then_some(class));
                } else if record.when == When::AtRead && self.is_subclass(class, declared) {
                    found.push((formal, record.complete, Some(class)));
                }
            }
        }
        for class in new {
            let name = dotted(&self.classes[class].name);
            self.assume(format!("parameters of the record `{name}` are as its constructor has made them"));
        }
        found
    }

    /// Code that completes the parameters of an entry. Returns its first block.
    pub(super) fn complete_parameters(&self, more: &mut More, parameters: Vec<Parameter>, next: BlockId) -> BlockId {
        parameters.into_iter().rev().fold(next, |next, (formal, complete, record)| {
            let Some(class) = record else {
                return more.block(Vec::new(), completing(complete, formal, next));
            };
            let object = more.local(Some(Type::Class(class)));
            let cast = Expr::Cast(Box::new(Expr::Local(formal)), Type::Class(class));
            let cast = InstrKind::Assign { dst: object, value: cast };
            let run = more.block(vec![cast], completing(complete, object, next));
            let (cond, test) = instance(more, formal, class);
            more.block(vec![test], Terminator::Branch { cond, then: run, other: next })
        })
    }

    /// Gives records what says that they are complete, and completes them where a component is read.
    pub(super) fn complete_records(&mut self) {
        let records = std::mem::take(&mut self.records);
        for record in records.values() {
            self.edit(record.constructor, |_, more| {
                let (this, entry) = (more.method().formals[0], more.method().entry);
                let kind = InstrKind::StoreField { object: this, field: record.made, value: Expr::Local(this) };
                let first = more.block_mut(entry);
                first.instrs.insert(0, ir::Instr { kind, span: first.span, line: first.line });
            });
        }
        let at_reads: Vec<&Record> = records.values().filter(|record| record.when == When::AtRead).collect();
        if !at_reads.is_empty() {
            for id in self.program.methods.ids().filter(|id| at_reads.iter().all(|record| record.complete != *id)) {
                self.complete_before_reads(id, &at_reads);
            }
        }
        self.records = records;
    }

    /// Splits the blocks of a method before its reads of components, the last one of a block first.
    fn complete_before_reads(&mut self, id: MethodId, records: &[&Record]) {
        let mut reads = Vec::new();
        for (at, block) in self.program.methods[id].blocks.iter_enumerated() {
            let mut complete = FxHashSet::default();
            for (index, instr) in block.instrs.iter().enumerate() {
                let InstrKind::Assign { dst, value } = &instr.kind else { continue };
                if let Expr::Field(object, field) = value
                    && let Expr::Local(object) = **object
                    && let Some(record) = records.iter().find(|record| record.components.contains(field))
                    && complete.insert(object)
                {
                    reads.push((at, index, object, record.complete));
                }
                complete.remove(dst);
            }
        }
        if reads.is_empty() {
            return;
        }
        self.edit(id, |_, more| {
            for (at, index, object, complete) in reads.into_iter().rev() {
                let next = more.split(at, index);
                more.block_mut(at).term = completing(complete, object, next);
            }
        });
    }
}

/// The call that completes a record.
fn completing(complete: MethodId, object: LocalId, next: BlockId) -> Terminator {
    Terminator::Call { dst: None, callee: Callee::Exact(complete), args: vec![Expr::Local(object)], next }
}
