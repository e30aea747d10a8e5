//! What the roots reach: methods with their code, and the methods that classes run for calls by the class of the receiver.

use super::Linker;
use super::answers::{Asking, Held};
use super::classes::{Missing, Origin, dotted, simple_name};
use super::closing::Closing;
use super::members::Member;
use super::roots::Root;
use crate::ir::{Callee, ClassId, Group, Local, Method, MethodId, MethodKind, Terminator, Type};
use crate::java::classfile::descriptor;
use crate::java::lower::{self, Call, Linked, Ty};
use std::sync::Arc;

impl Linker<'_> {
    /// Reaches the roots and everything that they need. Returns their methods.
    pub(super) fn reach_all(&mut self, asked: &[Root]) -> Vec<MethodId> {
        let roots: Vec<MethodId> = asked.iter().map(|root| self.root(root)).collect();
        loop {
            if let Some(method) = self.unlowered.pop() {
                self.lower(method);
            } else if let Some(class) = self.unmade.pop() {
                self.make_initialisation(class);
            } else {
                self.reach_constants();
                if self.unlowered.is_empty() && self.unmade.is_empty() {
                    return roots;
                }
            }
        }
    }

    /// The number of a method. Its code is reached.
    pub(super) fn reached(&mut self, member: Member) -> MethodId {
        let id = self.declared_method(member);
        if self.lowering.insert(id) {
            self.unlowered.push(id);
        }
        id
    }

    /// The number of a method, whose code may never be needed.
    pub(super) fn declared_method(&mut self, member: Member) -> MethodId {
        if let Some(&known) = self.by_member.get(&member) {
            return known;
        }
        let bare = self.bare(member);
        let id = self.reserve(bare, Some(member));
        self.by_member.insert(member, id);
        id
    }

    /// The narrowest class of which the receiver of a method is known to be: that which declares the method, that which the call
    /// names, or that of the operand. Interfaces say nothing, which a JVM does not verify.
    pub(super) fn narrowed(&self, declaring: ClassId, named: ClassId, operand: &Ty) -> ClassId {
        let known = operand.class().and_then(|class| self.known_class(class));
        let classes = [Some(named), known].into_iter().flatten().filter(|class| !self.classes[*class].is_interface());
        classes.fold(declaring, |narrow, class| if self.is_subclass(class, narrow) { class } else { narrow })
    }

    /// A call that finds its method by the class of the receiver, which is of a class or below it.
    pub(super) fn virtual_call(&mut self, found: Member, receiver: ClassId, operands: &[Ty]) -> Linked<Call> {
        let typed = self.typed(found, operands);
        let method = self.method_of(found, receiver, typed);
        if typed.is_some() {
            self.operands.insert(method, operands.to_vec());
        }
        self.call_virtually(method);
        Ok(Call::Method { callee: Callee::Virtual(method), initialise: None })
    }

    /// The number of a method for calls with receivers of a class or below it, and with the operands of a copy. So the targets of a
    /// call are few.
    fn method_of(&mut self, member: Member, receiver: ClassId, typed: Option<Member>) -> MethodId {
        if receiver == member.0 && typed.is_none() {
            return self.declared_method(member);
        }
        let key = (member, receiver, typed);
        if let Some(&known) = self.narrow.get(&key) {
            return known;
        }
        let bare = Method { class: receiver, ..self.bare(member) };
        let id = self.reserve(bare, Some(member));
        self.narrow.insert(key, id);
        id
    }

    /// A method without code.
    pub(super) fn bare(&mut self, member: Member) -> Method {
        let (class, i) = member;
        let file = Arc::clone(self.classes[class].file.as_ref().expect("a class with methods has a class file"));
        let method = &file.methods[i];
        let (name, kind) = match &*method.name {
            "<init>" => (simple_name(&self.classes[class].name).to_owned(), MethodKind::Constructor),
            other if method.access.is_static() => (other.to_owned(), MethodKind::Static),
            other => (other.to_owned(), MethodKind::Instance),
        };
        let line = method.code.as_ref().and_then(|code| code.lines.iter().map(|(_, line)| *line).min()).unwrap_or(0);
        let span = self.sources.span(&self.classes[class].source, line);
        let is_overloaded = file.written(&method.name).nth(1).is_some();
        let mut bare = Method { is_overloaded, ..Method::bare(name, class, kind, span) };
        if kind != MethodKind::Static {
            bare.formals.push(bare.locals.push(Local { name: "this".to_owned(), ty: Some(Type::Class(class)) }));
        }
        let (parameters, result) = descriptor::method(&method.descriptor).unwrap_or_default();
        for (n, parameter) in parameters.into_iter().enumerate() {
            let name = method.parameter(n);
            let ty = Some(self.loaded_type(parameter));
            bare.formals.push(bare.locals.push(Local { name, ty }));
        }
        bare.thrown = bare.locals.push(Local { name: String::new(), ty: None });
        if !result.is_empty() && result != "V" {
            let ty = self.loaded_type(result);
            bare.retval = Some(bare.locals.push(Local { name: String::new(), ty: Some(ty.clone()) }));
            bare.result = Some(ty);
        }
        bare
    }

    /// Gives a method its code.
    fn lower(&mut self, id: MethodId) {
        let Some((class, i)) = self.members[id] else { return };
        let file = Arc::clone(self.classes[class].file.as_ref().expect("a class with methods has a class file"));
        let method = &file.methods[i];
        let bare = self.program.methods[id].clone();
        let lowered = match &method.code {
            Some(_) => {
                let owner = file.name.clone();
                match lower::lower(bare, method, &owner, &mut Asking { linker: self, method: id }) {
                    Ok(lowered) => lowered,
                    Err(defect) => {
                        let name = shown(&owner, &method.name, &method.descriptor);
                        self.malformed.get_or_insert(Missing::Malformed(format!("{name}: {defect}")));
                        return;
                    }
                }
            }
            // An abstract method that nothing can run has no code.
            None if method.access.is_abstract() => return,
            None => self.without_code(bare, &shown(&file.name, &method.name, &method.descriptor)),
        };
        let makes = self.makes.get(&id).copied();
        self.program.methods[id] = Method { makes, ..lowered };
    }

    /// A method at whose beginning nothing is known any more.
    pub(super) fn without_code(&self, bare: Method, text: &str) -> Method {
        let mut code = self.code_of(bare);
        code.end(Terminator::Unsupported(text.to_owned()));
        code.finish()
    }

    /// There are objects of a class from now on.
    pub(super) fn instantiate(&mut self, class: ClassId) {
        if !self.instantiated.insert(class) {
            return;
        }
        let called: Vec<MethodId> = self.called.iter().copied().collect();
        for method in called {
            self.dispatch_to(class, method);
        }
    }

    /// A call finds its method by the class of the receiver.
    pub(super) fn call_virtually(&mut self, method: MethodId) {
        if !self.called.insert(method) {
            return;
        }
        let classes: Vec<ClassId> = self.instantiated.iter().copied().collect();
        for class in classes {
            self.dispatch_to(class, method);
        }
    }

    /// The method that objects of a class run for a call of another one.
    fn dispatch_to(&mut self, class: ClassId, called: MethodId) {
        let Some(member) = self.members[called] else { return };
        if !self.is_subclass(class, self.program.methods[called].class) {
            return;
        }
        let is_unknown = self.classes[class].origin == Origin::Unmodelled && Some(class) != self.program.array_class;
        let target = match self.selected(class, member) {
            _ if is_unknown => self.unknown_method(called),
            Some(_) if self.is_class_getter(member) => self.class_getter(class, called),
            Some(found) => {
                let operands = self.operands.get(&called).cloned();
                let typed = operands.and_then(|operands| self.typed(found, &operands));
                self.reached(typed.unwrap_or(found))
            }
            None => self.unknown_method(called),
        };
        self.dispatch.insert((class, called), target);
    }

    /// Whether a method is `Object.getClass`.
    fn is_class_getter(&self, member: Member) -> bool {
        member.0 == self.object() && &*self.member(member).name == "getClass"
    }

    /// What objects of a class run for `getClass`.
    fn class_getter(&mut self, class: ClassId, called: MethodId) -> MethodId {
        if Some(class) == self.program.array_class {
            let bare = self.program.methods[called].clone();
            let id = self.reserve(bare, None);
            self.closing.insert(id, Closing::ClassOf);
            return id;
        }
        if self.classes[class].origin == Origin::Unmodelled {
            return self.unknown_method(called);
        }
        let value = self.held(Held::Class(self.classes[class].name.clone()));
        let mut code = self.code_of(self.program.methods[called].clone());
        code.give(value);
        self.reserve(code.finish(), None)
    }

    /// What objects run that have no method for a call: those of a class that nothing models.
    fn unknown_method(&mut self, called: MethodId) -> MethodId {
        if let Some(&known) = self.unknown.get(&called) {
            return known;
        }
        let bare = self.program.methods[called].clone();
        let name = self.program.method_name(called);
        let method = self.without_code(bare, &format!("{name} of an object of a class that is not known"));
        let id = self.reserve(method, None);
        self.unknown.insert(called, id);
        id
    }

    /// Gives the classes their tables of methods, and says which have objects.
    pub(super) fn set_dispatch(&mut self) {
        for (&(class, called), &target) in &self.dispatch {
            self.program.classes[class].dispatch.insert(called, target);
        }
        for &class in &self.instantiated {
            self.program.classes[class].is_abstract = false;
        }
    }

    /// Says which objects only the program makes, and which arrays inputs of a type above them can be.
    pub(super) fn set_inputs(&mut self) {
        let is_made = |class: &&ClassId| !self.inputs.classes.contains(*class);
        let mut made: Vec<ClassId> = self.instantiated.iter().filter(is_made).copied().collect();
        made.sort_unstable();
        self.program.made_only = made;
        self.program.arrays_as_objects = self.arrays_as_objects();
    }

    /// The classes that no program can name: bodies of constants, lambdas, and others that linking has made.
    pub(super) fn classes_without_names(&self) -> Vec<ClassId> {
        let is_made = |class: ClassId| self.classes[class].origin == Origin::Made || self.is_parameterised(class);
        self.classes.ids().filter(|class| is_made(*class) || self.is_body_of_constant(*class)).collect()
    }

    /// Says where a JVM may have too little memory: where a handler of users names the error of it, and in a proof about a recursion
    /// of users, which may be of any depth. What is explored as a whole is not deep.
    pub(super) fn assume_enough_memory(&mut self) {
        const STACK: &str = "the stack has no end";
        const MEMORY: &str = "memory has no end";
        let users = self.members.iter().flatten().filter(|member| self.classes[member.0].origin == Origin::User);
        let codes = users.filter_map(|member| self.member(*member).code.as_ref());
        let caught = codes.flat_map(|code| &code.handlers).filter_map(|handler| handler.class.as_deref());
        let assumed: Vec<&str> = caught
            .flat_map(|class| match class {
                "java/lang/StackOverflowError" => &[STACK][..],
                "java/lang/OutOfMemoryError" => &[MEMORY],
                "java/lang/VirtualMachineError" => &[STACK, MEMORY],
                _ => &[],
            })
            .copied()
            .collect();
        assumed.into_iter().for_each(|sentence| self.assume(sentence.to_owned()));
        let is_recursive = |group: &Group| group.recursive && group.methods.iter().any(|m| self.is_users(*m));
        let is_known = self.program.assumptions.iter().any(|assumption| assumption == STACK);
        if !is_known && self.program.groups.iter().any(is_recursive) {
            self.program.assumptions_of_proofs.push(STACK.to_owned());
        }
    }

    /// Whether the code of a method is that of users.
    pub(super) fn is_users(&self, method: MethodId) -> bool {
        self.members[method].is_some() && self.classes[self.program.methods[method].class].origin == Origin::User
    }
}

/// The text that names a method in reports: `java.lang.String.charAt(int)`.
pub(super) fn shown(class: &str, name: &str, descriptor: &str) -> String {
    let (parameters, _) = descriptor::method(descriptor).unwrap_or_default();
    let parameters: Vec<String> = parameters.into_iter().map(descriptor::shown).collect();
    let name = if name == "<init>" { simple_name(class) } else { name };
    format!("{}.{name}({})", dotted(class), parameters.join(", "))
}
