//! What the canonical constructor of a record does, with all code of users that it calls: whether it only stores its arguments, and
//! whether its result depends on anything that runs change.

use super::Linker;
use super::assertions::SWITCH;
use super::classes::Origin;
use super::members::{Field, Member};
use crate::ir::ClassId;
use crate::java::classfile::signature::Generic;
use crate::java::classfile::{Invoke, Kind, MemberRef, Op, descriptor};
use rustc_hash::FxHashSet;

/// The superclass of records.
const RECORD: &str = "java/lang/Record";
/// Classes of the library whose objects never change.
const VALUES: [&str; 5] = ["java/lang/Object", "java/lang/String", "java/lang/Enum", "java/lang/Number", RECORD];
/// Others whose methods depend on their arguments only, and on no state.
const STATELESS: [&str; 5] =
    ["java/lang/StringBuilder", "java/lang/Math", "java/util/Objects", "java/util/regex/", "java/lang/Character"];
/// Others whose methods depend on nothing but what they get, which runs may change.
const READING: [&str; 4] = ["java/lang/Comparable", "java/lang/CharSequence", "java/lang/Iterable", "java/util/"];

/// When the canonical constructor of a record runs on an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum When {
    /// Never: it stores all arguments as they are.
    Never,
    /// Before a component is read: its result is the same at any time.
    AtRead,
    /// Before the entry, for parameters only.
    AtEntry,
    /// Never, although it does more: what it does is not followed.
    Unknown,
}

impl Linker<'_> {
    /// Whether a class of users is a record.
    pub(super) fn is_record(&self, class: ClassId) -> bool {
        let linked = &self.classes[class];
        linked.origin == Origin::User && linked.file.as_ref().is_some_and(|f| f.super_name.as_deref() == Some(RECORD))
    }

    /// The canonical constructor of a record.
    pub(super) fn canonical(&self, class: ClassId) -> Option<Member> {
        let parameters: String = self.classes[class].instance_fields().map(|(_, field)| &*field.descriptor).collect();
        self.own(class, "<init>", &format!("({parameters})V"))
    }

    /// Whether a constructor stores anything but its own arguments.
    pub(super) fn stores_others(&self, constructor: Member) -> bool {
        let Some(code) = &self.member(constructor).code else { return true };
        let assigned = |slot: &u16| {
            let is_own = |op: &Op| matches!(op, Op::Store(_, to) | Op::Increment(to, _) if to == slot);
            code.ops.iter().any(|(_, op)| is_own(op))
        };
        let slots = self.slots(constructor);
        let own: Vec<_> =
            self.classes[constructor.0].instance_fields().map(|(_, field)| &field.name).zip(slots).collect();
        code.ops.windows(2).any(|ops| match (&ops[0].1, &ops[1].1) {
            (Op::Load(_, slot), Op::PutField(put)) => !own.contains(&(&put.name, *slot)) || assigned(slot),
            (_, Op::PutField(_)) => true,
            _ => false,
        })
    }

    /// The variables of the parameters of a constructor.
    fn slots(&self, constructor: Member) -> Vec<u16> {
        let (parameters, _) = descriptor::method(&self.member(constructor).descriptor).unwrap_or_default();
        descriptor::slots(&parameters, 1).map(|(_, slot)| slot).collect()
    }

    /// When the constructor of a record runs on inputs.
    pub(super) fn when_made(&mut self, class: ClassId) -> When {
        let Some(constructor) = self.canonical(class) else { return When::Unknown };
        let is_plain = |op: &Op| matches!(op, Op::Load(..) | Op::PutField(_) | Op::Return(None));
        let is_super = |op: &Op| matches!(op, Op::Invoke(Invoke::Special, to) if &*to.class == RECORD);
        let ops = self.member(constructor).code.iter().flat_map(|code| &code.ops);
        if ops.clone().all(|(_, op)| is_plain(op) || is_super(op)) && !self.stores_others(constructor) {
            return When::Never;
        }
        let (mut open, mut known) = (vec![constructor], FxHashSet::default());
        open.extend(self.initialisers(class));
        let mut when = self.reads_of_arguments(constructor);
        let mut stores = false;
        while let Some(member) = open.pop() {
            if !known.insert(member) {
                continue;
            }
            let Some(code) = self.member(member).code.clone() else { return When::Unknown };
            let is_initialiser = &*self.member(member).name == "<clinit>";
            for (_, op) in &code.ops {
                let (found, runs) = self.effect(member, op);
                when = when.max(found);
                open.extend(runs);
                stores |= !is_initialiser && matches!(op, Op::StoreElem(_));
            }
        }
        // It may store into what it has got, and so change the arguments of others.
        if stores && when == When::AtEntry { When::Unknown } else { when }
    }

    /// When an instruction of a method has the same effect, and which methods of users it may run.
    fn effect(&mut self, member: Member, op: &Op) -> (When, Vec<Member>) {
        let (class, name) = (&self.classes[member.0].name, &self.member(member).name);
        // The first values of a class or object are its own.
        let is_own = |method: &str, field: &MemberRef| **name == *method && *field.class == **class;
        match op {
            Op::PutStatic(field) if is_own("<clinit>", field) => (When::AtRead, Vec::new()),
            Op::PutField(field) if is_own("<init>", field) => (When::AtRead, Vec::new()),
            Op::PutStatic(_) | Op::PutField(_) | Op::MonitorEnter | Op::MonitorExit => (When::Unknown, Vec::new()),
            Op::GetStatic(field) => (self.when_static(field), self.initialisers_of(&field.class)),
            Op::New(class) => (When::AtRead, self.initialisers_of(class)),
            Op::InvokeDynamic(site) if &*site.name != "makeConcatWithConstants" => (When::AtEntry, Vec::new()),
            Op::Invoke(how, method) => match self.callee(*how, method) {
                Ok(callee) => (When::AtRead, [vec![callee], self.initialisers_of(&method.class)].concat()),
                Err(when) => (when, Vec::new()),
            },
            _ => (When::AtRead, Vec::new()),
        }
    }

    pub(super) fn initialisers_of(&mut self, class: &str) -> Vec<Member> {
        self.class(class).map(|class| self.initialisers(class)).unwrap_or_default()
    }

    /// The static initialisers that the use of a class of users may run.
    pub(super) fn initialisers(&self, class: ClassId) -> Vec<Member> {
        let ancestors = self.program.classes[class].ancestors.iter();
        let users = ancestors.filter(|class| self.classes[**class].origin == Origin::User);
        users.filter_map(|class| self.static_initialiser(*class)).collect()
    }

    /// Whether a constructor only stores, and compares with null, the arguments that runs may change.
    fn reads_of_arguments(&mut self, constructor: Member) -> When {
        let Some(code) = self.member(constructor).code.clone() else { return When::Unknown };
        let (parameters, _) = descriptor::method(&self.member(constructor).descriptor).unwrap_or_default();
        let types: Vec<Option<Generic>> = parameters.into_iter().map(Generic::plain).collect();
        let mut changing = Vec::new();
        for (slot, ty) in self.slots(constructor).into_iter().zip(types) {
            if !ty.is_some_and(|ty| self.is_immutable(&ty, &mut vec![constructor.0])) {
                changing.push(slot);
            }
        }
        let is_check = |op: Option<&Op>| matches!(op, Some(Op::Invoke(_, to)) if (&*to.class, &*to.name) == ("java/util/Objects", "requireNonNull"));
        let op = |at: usize| code.ops.get(at).map(|(_, op)| op);
        let is_left_alone = |at: usize| match op(at + 1) {
            Some(Op::PutField(_) | Op::IfNull(..) | Op::ArrayLength | Op::InstanceOf(_)) => true,
            Some(Op::Push(_)) => is_check(op(at + 2)),
            next => is_check(next),
        };
        let is_load = |at: &usize| matches!(op(*at), Some(Op::Load(Kind::Ref, slot)) if changing.contains(slot));
        let mut loads = (0..code.ops.len()).filter(is_load);
        if loads.all(is_left_alone) { When::AtRead } else { When::AtEntry }
    }

    /// Whether no run changes what objects of a type are. `within` are the records of which they are components.
    fn is_immutable(&mut self, ty: &Generic, within: &mut Vec<ClassId>) -> bool {
        let is_fixed_enum = |linker: &mut Self, class: ClassId| {
            let is_own = linker.is_enum(class) && linker.classes[class].origin == Origin::User;
            is_own && linker.classes[class].instance_fields().all(|(_, field)| field.access.is_final())
        };
        self.is_made_of(ty, is_fixed_enum, within)
    }

    /// Whether objects of a type are texts, boxes, objects of `leaf` classes, or records of these. Primitive values are.
    pub(super) fn is_made_of(
        &mut self,
        ty: &Generic,
        leaf: fn(&mut Self, ClassId) -> bool,
        within: &mut Vec<ClassId>,
    ) -> bool {
        let Generic::Class(name, _) = ty else { return matches!(ty, Generic::Primitive(_)) };
        if name == "java/lang/String" || descriptor::boxed(name).is_some() {
            return true;
        }
        let Ok(class) = self.class(name) else { return false };
        if leaf(self, class) {
            return true;
        }
        if !self.is_record(class) || within.contains(&class) {
            return false;
        }
        within.push(class);
        let types: Vec<_> =
            self.classes[class].instance_fields().map(|(_, field)| Generic::plain(&field.descriptor)).collect();
        let is_fixed = types.into_iter().all(|ty| ty.is_some_and(|ty| self.is_made_of(&ty, leaf, within)));
        within.pop();
        is_fixed
    }

    /// When a static field that a constructor reads has the value that it had for an input.
    pub(super) fn when_static(&mut self, field: &MemberRef) -> When {
        let Ok(class) = self.class(&field.class) else { return When::Unknown };
        if self.classes[class].is_library() {
            return if &*field.class == "java/lang/System" { When::Unknown } else { When::AtRead };
        }
        let Some(Field::Static(class, _)) = self.field(class, &field.name, &field.descriptor) else {
            return When::Unknown;
        };
        let file = self.classes[class].file.clone();
        let mut fields = file.iter().flat_map(|file| &file.fields);
        let Some(declared) = fields.find(|own| own.name == field.name) else { return When::Unknown };
        // An assertion of the constructor would be one of the program.
        if &*field.name == SWITCH {
            return When::Unknown;
        }
        // All constants of an enum, and what a switch over them needs: nothing else writes there.
        if declared.access.is_synthetic() {
            return When::AtRead;
        }
        let is_fixed = declared.access.is_final()
            && Generic::plain(&declared.descriptor).is_some_and(|ty| self.is_immutable(&ty, &mut Vec::new()));
        if is_fixed { When::AtRead } else { When::AtEntry }
    }

    /// The method of a user that a call runs; if it runs none, when it has the same result.
    fn callee(&mut self, how: Invoke, method: &MemberRef) -> Result<Member, When> {
        let name = &*method.class;
        if name.starts_with('[') {
            return Err(When::AtRead);
        }
        let class = self.class(name).map_err(|_| When::Unknown)?;
        let member = self.method(class, &method.name, &method.descriptor);
        // Users' classes inherit from those of the library.
        let declaring = member.map_or(class, |member| member.0);
        if self.classes[declaring].is_library() {
            return Err(of_library(&self.classes[declaring].name, &method.name));
        }
        let member = member.ok_or(When::Unknown)?;
        let (access, of_class) = (self.member(member).access, self.classes[class].access());
        let is_exact = matches!(how, Invoke::Static | Invoke::Special)
            || access.is_private()
            || access.is_final()
            || of_class.is_final();
        if is_exact && self.classes[member.0].origin == Origin::User { Ok(member) } else { Err(When::AtEntry) }
    }
}

/// When a method of the library has the same effect.
fn of_library(class: &str, method: &str) -> When {
    let is_one_of = |known: &[&str]| known.iter().any(|prefix| class.starts_with(prefix));
    let is_value = VALUES.contains(&class) || descriptor::boxed(class).is_some();
    let is_error = class.ends_with("Exception") || class.ends_with("Error");
    match (class, method) {
        (_, "random") => When::Unknown,
        // Copies of arrays.
        ("java/lang/System", "arraycopy") => When::AtEntry,
        _ if is_value || is_error || is_one_of(&STATELESS) => When::AtRead,
        _ if is_one_of(&READING) && !is_one_of(&["java/util/Random"]) => When::AtEntry,
        _ => When::Unknown,
    }
}
