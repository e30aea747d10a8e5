//! Receivers that constructors make (`--receivers built`). The input of an entry is a *plan* then: an object that has the
//! arguments of a constructor. A root of its own makes the receiver, and then calls the entry.
//!
//! The plans of a declared class are below a class of their own, which has its name. So no other input is a plan. Objects of
//! classes without a constructor that can be called are there as they are.

use super::Linker;
use super::classes::dotted;
use super::code::{self, Code, MAKER, More, RETURN};
use super::construct::Construction;
use super::members::Member;
use super::roots::{ENTRY_UNFIT, Refusal, refuse};
use crate::config::{Receivers, Types};
use crate::ir::{
    self, BlockId, Callee, ClassId, Const, Contents, Expr, InstrKind, LocalId, Method, MethodId, Terminator, Type,
};
use crate::java::classfile::descriptor;
use crate::java::plan;
use rustc_hash::FxHashMap;

/// The receivers that constructors make.
#[derive(Default)]
pub(super) struct Built {
    /// By the declared class; none where its receivers are any objects.
    by_class: FxHashMap<ClassId, Option<Receiver>>,
    plans: FxHashMap<Member, Plan>,
    roots: FxHashMap<MethodId, Making>,
}

/// How the receivers of a class are made.
#[derive(Clone)]
struct Receiver {
    /// The class of what stands for them.
    class: ClassId,
    /// What makes the receiver; null where the constructor throws.
    make: MethodId,
    /// The classes of inputs, with those of the receivers.
    classes: Vec<(ClassId, ClassId)>,
}

/// What stands for the arguments of a constructor.
#[derive(Clone)]
struct Plan {
    class: ClassId,
    construction: Construction,
}

/// How a root makes the receiver of its entry.
#[derive(Clone, Copy, Debug)]
pub(super) struct Making {
    /// The declared class.
    pub class: ClassId,
    make: MethodId,
    /// The variable of the receiver.
    pub receiver: LocalId,
}

impl Making {
    /// Puts the receiver in the place of what it is made of.
    pub fn take_receiver(&self, formals: &[LocalId], operands: &mut [LocalId]) {
        operands.iter_mut().filter(|local| **local == formals[0]).for_each(|local| *local = self.receiver);
    }
}

impl Linker<'_> {
    /// Refuses receivers that would depend on an order of constructors.
    pub(super) fn check_receivers(&self) -> Result<(), Refusal> {
        let is_built = self.dialect.classes.receivers == Receivers::Built;
        match is_built && self.dialect.types == Types::Declared {
            true => refuse(ENTRY_UNFIT, "`--receivers built` needs `--types symbolic`".to_owned(), None),
            false => Ok(()),
        }
    }

    /// How a root makes its receiver, if it does.
    pub(super) fn making(&self, root: MethodId) -> Option<Making> {
        self.built.roots.get(&root).copied()
    }

    /// The root that makes a receiver for an entry and calls it; nothing where the receiver is any object.
    pub(super) fn built_root(&mut self, entry: Member) -> Option<MethodId> {
        if self.dialect.classes.receivers == Receivers::Any {
            if !self.is_enum(entry.0) && !self.is_exact_record(entry.0) {
                self.assume("receivers are any objects of their classes".to_owned());
            }
            return None;
        }
        let Receiver { class, make, classes } = self.receiver(entry.0)?;
        let runs = |linker: &Self, object: ClassId| linker.selected(object, entry) == Some(entry);
        // Where every class overrides the entry, it has no receivers anyway.
        if !classes.iter().any(|(_, object)| runs(self, *object)) {
            return None;
        }
        self.assume("receivers are built by constructors".to_owned());
        let target = self.reached(entry);
        let mut bare = Method { class, ..self.bare(entry) };
        let this = bare.formals[0];
        bare.locals[this].ty = Some(Type::Class(class));
        // No line of a source does this.
        let mut code = Code::of(bare, 0);
        let receiver = code.local(Some(Type::Class(entry.0)));
        let formals = code.method.formals.iter();
        let args = formals.map(|&local| Expr::Local(if local == this { receiver } else { local })).collect();
        code.call(code.method.retval, Callee::Exact(target), args);
        code.end(Terminator::Goto(RETURN));
        let root = self.reserve(code.finish(), None);
        for (input, object) in classes {
            if runs(self, object) {
                self.dispatch.insert((input, root), root);
            }
        }
        self.built.roots.insert(root, Making { class: entry.0, make, receiver });
        Some(root)
    }

    /// Code that makes the receiver of an entry. Returns its first block. What a constructor throws is nothing that the entry does.
    pub(super) fn make_receiver(
        &self,
        more: &mut More,
        Making { make, receiver, .. }: Making,
        next: BlockId,
    ) -> BlockId {
        // No line of a source does this.
        let line = std::mem::take(&mut more.line);
        let cond = Expr::is_there(Expr::Local(receiver));
        let next = more.block(vec![InstrKind::Assume { cond }], Terminator::Goto(next));
        let args = vec![Expr::Local(more.method().formals[0])];
        let call = Terminator::Call { dst: Some(receiver), callee: Callee::Exact(make), args, next };
        let first = more.block(Vec::new(), call);
        more.line = line;
        first
    }

    fn receiver(&mut self, declared: ClassId) -> Option<Receiver> {
        if let Some(known) = self.built.by_class.get(&declared) {
            return known.clone();
        }
        let found = self.new_receiver(declared);
        self.built.by_class.insert(declared, found.clone());
        found
    }

    fn new_receiver(&mut self, declared: ClassId) -> Option<Receiver> {
        let candidates = self.candidates(declared);
        let constructors: Vec<_> = candidates.into_iter().map(|class| (class, self.constructors(class))).collect();
        for (class, _) in constructors.iter().filter(|(_, constructors)| constructors.is_empty()) {
            let name = dotted(&self.classes[*class].name);
            let which = if self.is_enum(*class) { "constants" } else { "objects" };
            self.assume(format!("receivers of class `{name}` are any {which}: it has no accessible constructor"));
        }
        if constructors.iter().all(|(_, constructors)| constructors.is_empty()) {
            return None;
        }
        let name = self.classes[declared].name.clone();
        let class = self.bare_class(&dotted(&name));
        let (mut plans, mut classes) = (Vec::new(), Vec::new());
        for (object, constructors) in constructors {
            if constructors.is_empty() {
                let mut open = Vec::new();
                self.add_object(object, &mut open);
                self.add_inputs(open);
                classes.push((object, object));
            }
            for constructor in constructors {
                let plan = self.plan(constructor);
                classes.push((plan.class, object));
                plans.push(plan);
            }
        }
        for (input, _) in &classes {
            self.put_below(*input, class);
        }
        let make = self.maker(class, declared, &plans, classes.len() > plans.len());
        Some(Receiver { class, make, classes })
    }

    /// The constructors of a class that others than itself can call.
    fn constructors(&self, class: ClassId) -> Vec<Member> {
        let Some(file) = self.classes[class].file.as_ref() else { return Vec::new() };
        // What is declared in a method has constructors for this method only.
        if self.classes[class].is_library()
            || self.is_enum(class)
            || file.own.as_ref().is_some_and(|own| own.outer.is_none())
        {
            return Vec::new();
        }
        let is_accessible = |i: &usize| {
            let method = &file.methods[*i];
            !method.access.is_private() && !method.access.is_synthetic() && method.code.is_some()
        };
        file.written("<init>").filter(is_accessible).map(|i| (class, i)).collect()
    }

    /// The plan of a constructor, whose arguments are inputs.
    fn plan(&mut self, constructor: Member) -> Plan {
        if let Some(known) = self.built.plans.get(&constructor) {
            return known.clone();
        }
        let method = self.member(constructor).clone();
        let (types, _) = descriptor::method(&method.descriptor).unwrap_or_default();
        let types: Vec<String> = types.into_iter().map(descriptor::shown).collect();
        let class = self.bare_class(&plan::name(&dotted(&self.classes[constructor.0].name), &types));
        let mut arguments = Vec::new();
        for (n, (descriptor, ty)) in self.parameter_types(constructor.0, &method).into_iter().enumerate() {
            let declared = self.loaded_type(&descriptor);
            let contents = Contents::Any;
            let field = ir::Field { name: method.parameter(n), ty: declared.clone(), contents };
            let field = self.program.fields.push(field);
            self.program.classes[class].fields.push(field);
            match self.position(&ty) {
                Some(position) => self.set_field((class, field), position),
                None => self.program.fields[field].contents = self.add_input(&descriptor, &ty),
            }
            arguments.push((field, declared));
        }
        self.inputs.classes.insert(class);
        self.instantiate(class);
        let own = self.classes[constructor.0].file.as_ref().and_then(|file| file.own.as_ref());
        let has_outer = own.is_some_and(|own| !own.access.is_static());
        let plan = Plan { class, construction: Construction { constructor, arguments, has_outer } };
        self.built.plans.insert(constructor, plan.clone());
        plan
    }

    /// The method that makes the receivers of plans.
    fn maker(&mut self, class: ClassId, declared: ClassId, plans: &[Plan], has_others: bool) -> MethodId {
        let maker = self.library(MAKER);
        let bare = code::made("receiver", maker, self.program.classes[declared].span);
        let bare = code::taking(bare, Type::Class(class), Some(Type::Class(declared)));
        let id = self.reserve(bare.clone(), None);
        let object = bare.formals[0];
        // No step of it is shown.
        let mut code = Code::of(bare, 0);
        let fails: fn(&mut Code) = |code| code.give(Expr::Const(Const::Null));
        for plan in plans {
            let other = code.branch_on_class(object, plan.class);
            let made = self.construct(&mut code, (id, object), &plan.construction, fails);
            code.give(Expr::Local(made));
            code.switch(other);
        }
        if has_others {
            let none = code.branch_on_class(object, declared);
            code.give(Expr::Local(object));
            code.switch(none);
        }
        code.give(Expr::Const(Const::Null));
        self.program.methods[id] = code.finish();
        id
    }
}
