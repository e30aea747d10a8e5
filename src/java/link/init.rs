//! The initialisation of classes (JVM specification, 5.5): lazy, once, superclass first.
//!
//! A class that needs one has a static field with its state, and a method that brings it into the last state. An initialiser
//! that fails makes an error, which is the result of the method: what needs the class throws it, and so has its place. What is
//! an error already is thrown by the method as it is.

use super::Linker;
use super::assertions::only_asks_for_assertions;
use super::code::{self, Code, RETURN};
use super::members::Member;
use crate::ir::{
    BinaryOp, Callee, Causes, ClassId, Const, Expr, InstrKind, LocalId, MethodId, StaticField, StaticId, Terminator,
    Type, Width,
};
use crate::java::lower::Initialise;

/// The class of threads.
const THREAD: &str = "java/lang/Thread";

/// The states of a class.
const USABLE: i64 = 1;
const FAILED: i64 = 2;

impl Linker<'_> {
    /// What must run before a class is used from a method of another class; nothing if the class needs no initialisation, or
    /// has begun it whenever that method runs.
    pub(super) fn initialisation(&mut self, class: ClassId, from: Option<MethodId>) -> Option<Initialise> {
        if from.is_some_and(|from| self.has_begun(class, from)) {
            return None;
        }
        if !self.needs_initialisation(class) {
            return None;
        }
        if let Some(&known) = self.initialisations.get(&class) {
            return Some(known);
        }
        let name = "<state>".to_owned();
        let ty = Type::Machine(Width::I8);
        let state = self.program.statics.push(StaticField { name, class, ty, is_inner: true });
        let span = self.program.classes[class].span;
        let method = self.reserve(code::made("<clinit>", class, span), None);
        let initialisation = Initialise { state, method };
        self.initialisations.insert(class, initialisation);
        self.unmade.push(class);
        Some(initialisation)
    }

    /// Whether the initialisation of a class has begun whenever a method runs: one of the class, or of a class below it. An object
    /// that is an input may be older than everything else, so its methods know nothing.
    fn has_begun(&self, class: ClassId, from: MethodId) -> bool {
        let own = self.program.methods[from].class;
        if !self.initialises(own, class) {
            return false;
        }
        match self.members[from] {
            Some(member) => {
                let method = self.member(member);
                method.access.is_static() || &*method.name == "<init>" || !self.may_be_input(own)
            }
            None => true,
        }
    }

    /// Whether the initialisation of a class begins with that of another one, or is it. An interface without default methods is
    /// not initialised with the classes below it.
    fn initialises(&self, class: ClassId, other: ClassId) -> bool {
        class == other
            || self.is_subclass(class, other)
                && self.initialised_before(class).into_iter().any(|above| self.initialises(above, other))
    }

    /// Whether the class, or a supertype that is initialised with it, has a static initialiser that does anything.
    fn needs_initialisation(&mut self, class: ClassId) -> bool {
        let above = self.initialised_before(class);
        self.static_initialiser(class).is_some() || above.into_iter().any(|above| self.needs_initialisation(above))
    }

    /// The supertypes that are initialised before the class, in order: the superclass, and the interfaces with default methods.
    pub(super) fn initialised_before(&self, class: ClassId) -> Vec<ClassId> {
        if self.classes[class].is_interface() {
            return Vec::new();
        }
        let mut found: Vec<ClassId> = self.program.classes[class].superclass.into_iter().collect();
        self.interfaces_with_code(class, &mut found);
        found
    }

    /// The superinterfaces with default methods, those above first.
    fn interfaces_with_code(&self, class: ClassId, found: &mut Vec<ClassId>) {
        for &interface in &self.classes[class].interfaces {
            self.interfaces_with_code(interface, found);
            let file = self.classes[interface].file.as_ref();
            let has_code =
                file.is_some_and(|file| file.methods.iter().any(|m| !m.access.is_static() && !m.access.is_abstract()));
            if has_code && !found.contains(&interface) {
                found.push(interface);
            }
        }
    }

    /// The static initialiser, unless all it does is to ask whether assertions are on: they are.
    pub(super) fn static_initialiser(&self, class: ClassId) -> Option<Member> {
        let own = self.own(class, "<clinit>", "()V")?;
        (!only_asks_for_assertions(self.member(own))).then_some(own)
    }

    /// Makes the method that initialises a class.
    pub(super) fn make_initialisation(&mut self, class: ClassId) {
        let Initialise { state, method } = self.initialisations[&class];
        let bare = self.program.methods[method].clone();
        // No step within the library is shown.
        let line = if self.classes[class].is_library() { 0 } else { self.line_of(bare.span) };
        let mut code = Code::of(bare, line);
        let ty = self.reference();
        let error = code.local(Some(ty.clone()));
        (code.method.retval, code.method.result) = (Some(error), Some(ty));
        Maker { linker: self, method, state, error }.make(&mut code, class);
        self.program.methods[method] = code.finish();
    }
}

struct Maker<'l, 'a> {
    linker: &'l mut Linker<'a>,
    method: MethodId,
    state: StaticId,
    /// The result: null, or the error that says that there is no such class.
    error: LocalId,
}

impl Maker<'_, '_> {
    fn make(&mut self, code: &mut Code, class: ClassId) {
        let state = code.kept(Type::Machine(Width::I8), Expr::Static(self.state));
        code.assign(self.error, Expr::Const(Const::Null));
        let begun = code.branch(Expr::binary(BinaryOp::Eq, Expr::Local(state), Expr::int(0)));
        self.run(code, class);
        code.switch(begun);
        let fine = code.branch(Expr::binary(BinaryOp::Eq, Expr::Local(state), Expr::int(FAILED)));
        self.new_object(code, self.error, "java/lang/NoClassDefFoundError");
        code.end(Terminator::Goto(RETURN));
        code.switch(fine);
        code.end(Terminator::Goto(RETURN));
    }

    fn store(&self, code: &mut Code, state: i64) {
        code.push(InstrKind::StoreStatic { field: self.state, value: Expr::int(state) });
    }

    fn new_object(&mut self, code: &mut Code, dst: LocalId, class: &str) {
        let class = self.linker.library(class);
        let site = self.linker.site(self.method, class);
        code.push(InstrKind::NewObject { dst, site });
    }

    /// The first initialisation.
    fn run(&mut self, code: &mut Code, class: ClassId) {
        self.refuse_threads(code, class);
        self.store(code, USABLE);
        for above in self.linker.initialised_before(class) {
            let Some(above) = self.linker.initialisation(above, None) else { continue };
            let (slot, failed) = (code.local(None), code.block());
            code.handler(failed, slot);
            code.call(Some(self.error), Callee::Exact(above.method), Vec::new());
            let fails = code.branch(Expr::is_null(Expr::Local(self.error)));
            let fine = code.block();
            code.end(Terminator::Goto(fine));
            code.switch(fails);
            self.store(code, FAILED);
            code.end(Terminator::Goto(RETURN));
            code.switch(failed);
            self.store(code, FAILED);
            code.end(Terminator::Rethrow(slot, None));
            code.switch(fine);
        }
        if let Some(initialiser) = self.linker.static_initialiser(class) {
            let initialiser = self.linker.reached(initialiser);
            let (slot, failed) = (code.local(None), code.block());
            code.handler(failed, slot);
            let outer = self.enter(code);
            code.call(None, Callee::Exact(initialiser), Vec::new());
            self.leave(code, outer);
            code.end(Terminator::Goto(RETURN));
            code.switch(failed);
            self.leave(code, outer);
            self.fail(code, slot);
        } else {
            code.end(Terminator::Goto(RETURN));
        }
    }

    /// A static field of the class of threads, in a program that has several.
    fn of_threads(&mut self, name: &str) -> Option<StaticId> {
        if !self.linker.threaded {
            return None;
        }
        self.linker.library(THREAD);
        self.linker.known_static(THREAD, name)
    }

    /// An initialisation beside other threads, which would have to wait for it, is not supported.
    fn refuse_threads(&mut self, code: &mut Code, class: ClassId) {
        let Some(started) = self.of_threads("areStarted") else { return };
        let several = code.kept(Type::Machine(Width::U1), Expr::Static(started));
        let are_there = Expr::binary(BinaryOp::Ne, Expr::Local(several), Expr::int(0));
        let name = &self.linker.program.classes[class].name;
        code.unsupported_where(are_there, format!("the initialisation of {name} beside other threads"));
    }

    /// Notes that an initialiser runs, which must not start threads. Returns whether one has run already.
    fn enter(&mut self, code: &mut Code) -> Option<(StaticId, LocalId)> {
        let field = self.of_threads("initialises")?;
        let outer = code.kept(Type::Machine(Width::U1), Expr::Static(field));
        code.push(InstrKind::StoreStatic { field, value: Expr::int(1) });
        Some((field, outer))
    }

    /// The initialiser has ended.
    fn leave(&self, code: &mut Code, outer: Option<(StaticId, LocalId)>) {
        if let Some((field, outer)) = outer {
            code.push(InstrKind::StoreStatic { field, value: Expr::Local(outer) });
        }
    }

    /// The static initialiser has thrown what is in the slot.
    fn fail(&mut self, code: &mut Code, slot: LocalId) {
        self.store(code, FAILED);
        let error = self.linker.library("java/lang/Error");
        let other = code.branch(Expr::Caught(slot, error));
        code.end(Terminator::Rethrow(slot, None));
        code.switch(other);
        let thrown = code.local(Some(self.linker.reference()));
        let wrapped = code.block();
        for (cause, class) in self.linker.program.causes.into_iter().flat_map(Causes::all) {
            let other = code.branch(Expr::CausedBy(slot, cause));
            let site = self.linker.site(self.method, class);
            code.push(InstrKind::NewObject { dst: thrown, site });
            code.end(Terminator::Goto(wrapped));
            code.switch(other);
        }
        code.assign(thrown, Expr::Carried(slot));
        code.end(Terminator::Goto(wrapped));
        code.switch(wrapped);
        self.wrap(code, thrown);
    }

    /// Makes the error of a class that an exception has kept from being initialised.
    fn wrap(&mut self, code: &mut Code, thrown: LocalId) {
        self.new_object(code, self.error, "java/lang/ExceptionInInitializerError");
        let truth = Expr::int(1);
        for (field, value) in [("cause", Expr::Local(thrown)), ("hasCause", truth.clone()), ("hasMessage", truth)] {
            if let Some(field) = self.linker.library_field("java/lang/Throwable", field) {
                code.push(InstrKind::StoreField { object: self.error, field, value });
            }
        }
        code.end(Terminator::Goto(RETURN));
    }
}
