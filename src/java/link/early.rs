//! Classes that are initialised before the entry, because objects of them are in its inputs: an object exists only after the
//! initialisation of its class has begun. It matters only where a static initialiser changes what other classes have, or depends on
//! it. All other classes of users are initialised at their first use.

use super::Linker;
use super::canonical::When;
use super::classes::{Origin, dotted};
use super::members::{Field, Member};
use crate::ir::ClassId;
use crate::java::classfile::{Constant, Dynamic, Invoke, MemberRef, Op};
use rustc_hash::FxHashSet;

impl Linker<'_> {
    /// Objects of a class of users are inputs. If the time of its initialisation matters, it is before the entry.
    pub(super) fn initialise_early(&mut self, class: ClassId) {
        if !self.has_to_be_early(class) || self.initialisation(class, None).is_none() {
            return;
        }
        self.program.early.push(class);
        let name = dotted(&self.classes[class].name);
        self.assume(format!("`{name}` is initialised before the entry"));
    }

    /// Whether a class has to be initialised before the entry if its objects are inputs.
    pub(super) fn has_to_be_early(&mut self, class: ClassId) -> bool {
        if let Some(known) = self.inputs.early.get(&class) {
            return *known;
        }
        let is_early = self.classes[class].origin == Origin::User && self.matters_when(class);
        self.inputs.early.insert(class, is_early);
        is_early
    }

    /// Whether the static initialisers of a class, with all code of users that they call, touch static fields of other classes that
    /// can change.
    fn matters_when(&mut self, class: ClassId) -> bool {
        let open: Vec<Member> = self.initialisers(class);
        let own: Vec<ClassId> = open.iter().map(|member| member.0).collect();
        self.any_runs(open, &mut |linker, member, op| match op {
            Op::PutStatic(field) => !linker.is_own_static(field, &own, member),
            Op::GetStatic(field) => {
                !linker.is_own_static(field, &own, member) && linker.when_static(field) > When::AtRead
            }
            _ => false,
        })
    }

    /// Whether a condition is true of an instruction of users that may run where some methods run.
    pub(super) fn any_runs(
        &mut self,
        mut open: Vec<Member>,
        is: &mut impl FnMut(&mut Self, Member, &Op) -> bool,
    ) -> bool {
        let mut known = FxHashSet::default();
        while let Some(member) = open.pop() {
            if !known.insert(member) {
                continue;
            }
            let Some(code) = self.member(member).code.clone() else { continue };
            for (_, op) in &code.ops {
                if is(self, member, op) {
                    return true;
                }
                match op {
                    Op::GetStatic(field) | Op::PutStatic(field) => open.extend(self.initialisers_of(&field.class)),
                    Op::New(class) => open.extend(self.initialisers_of(class)),
                    Op::Invoke(how, method) => open.extend(self.callees(*how, method)),
                    Op::InvokeDynamic(site) => open.extend(self.captured(member.0, site)),
                    _ => {}
                }
            }
        }
        false
    }

    /// Whether a static field belongs to the classes that are initialised, or to the one whose initialiser this is.
    fn is_own_static(&mut self, field: &MemberRef, own: &[ClassId], within: Member) -> bool {
        let Ok(class) = self.class(&field.class) else { return true };
        let Some(Field::Static(class, _)) = self.field(class, &field.name, &field.descriptor) else { return true };
        let is_first_value = class == within.0 && &*self.member(within).name == "<clinit>";
        self.classes[class].is_library() || own.contains(&class) || is_first_value
    }

    /// The methods of users that a call may run.
    fn callees(&mut self, how: Invoke, method: &MemberRef) -> Vec<Member> {
        let mut found = self.initialisers_of(&method.class);
        let Ok(class) = self.class(&method.class) else { return found };
        found.extend(self.method(class, &method.name, &method.descriptor));
        if matches!(how, Invoke::Virtual | Invoke::Interface) && !self.classes[class].is_library() {
            let below = self.users_below(class).into_iter();
            found.extend(below.filter_map(|below| self.own(below, &method.name, &method.descriptor)));
        }
        found.retain(|member| self.classes[member.0].origin == Origin::User);
        found
    }

    /// The method of users that a lambda runs. What makes it may call it.
    fn captured(&mut self, class: ClassId, site: &Dynamic) -> Vec<Member> {
        let Some(file) = self.classes[class].file.clone() else { return Vec::new() };
        let Some(bootstrap) = file.bootstraps.get(usize::from(site.bootstrap)) else { return Vec::new() };
        let handle = |constant: &Constant| match constant {
            Constant::Handle(handle) => Some(handle.member.clone()),
            _ => None,
        };
        let handles: Vec<_> = bootstrap.args.iter().filter_map(handle).collect();
        handles.into_iter().flat_map(|member| self.callees(Invoke::Special, &member)).collect()
    }
}
