//! What runs before an entry: static fields get their first values, and the entry its class.

use super::Linker;
use super::answers::Held;
use super::code::{Code, More, RETURN};
use crate::ieee::Datum;
use crate::index::Idx;
use crate::ir::{
    Callee, ClassId, Expr, InstrKind, Local, Method, MethodId, MethodKind, Site, SiteKind, StaticId, Terminator, Type,
    Width,
};
use crate::java::classfile::Constant;
use crate::source::Span;
use indexmap::{IndexMap, IndexSet};

impl Linker<'_> {
    /// Completes the roots and the initialiser of the program. Everything else is linked.
    pub(super) fn start_with(&mut self, roots: &[MethodId]) {
        for &root in roots {
            self.begin(root);
        }
        self.initialise_statics();
    }

    /// Initialises the class of an entry before it, and gives it its arguments where it is the start of a program. Calls of the
    /// entry begin behind that.
    fn begin(&mut self, root: MethodId) {
        let method = self.program.methods[root].clone();
        let records = self.record_parameters(root);
        let enums = self.enum_parameters(&method);
        let receivers = self.enum_receivers(root);
        let is_main = self.mains.contains(&root);
        // The constants of enums in inputs are older than the entry, and other objects than their classes.
        let enums_of_inputs = self.inputs.classes.iter().copied().filter(|class| self.is_enum(*class));
        let making = self.making(root);
        let narrowed = method.this().filter(|_| making.is_none() && method.makes.is_none());
        let narrowed = narrowed.and_then(|this| Some((this, self.receivers.get(&method.class)?.clone())));
        let of_required = method.required.iter().map(|required| self.program.methods[required.method].class);
        let all = self
            .initialised_before_threads()
            .into_iter()
            .chain([making.map_or(method.class, |making| making.class)])
            .chain(of_required)
            .chain(enums_of_inputs)
            .chain(self.program.early.iter().copied());
        let classes: IndexSet<ClassId> = all.filter(|class| self.initialisations.contains_key(class)).collect();
        let (span, body) = (method.span, method.entry);
        let formals = method.formals.clone();
        // Where nothing calls the start of a program, its arguments are no parameter: they are no input.
        let is_alone = is_main && !self.is_called(root);
        let mut method = method;
        if is_alone {
            method.formals.clear();
        }
        let mut more = More::new(method, self.line_of(span));
        let body = self.take_collections(root, &mut more, body);
        let mut next = self.on_constant((root, receivers), &mut more, body);
        for mut required in more.method().required.clone().into_iter().rev() {
            if let Some(making) = making {
                making.take_receiver(&formals, &mut required.operands);
            }
            next = self.require(&mut more, &required, next);
        }
        next = self.agree(root, making.map(|making| making.receiver), &mut more, next);
        if let Some(making) = making {
            next = self.make_receiver(&mut more, making, next);
        }
        next = self.complete_parameters(&mut more, records, next);
        next = self.choose_parameters(&mut more, enums, next);
        next = self.convert_parameters(root, &mut more, next);
        if is_main {
            let element = self.array_element(&more.method().locals[formals[0]]);
            let site = self.program.sites.push(Site { method: root, span, kind: SiteKind::Array(element) });
            let none = InstrKind::NewArray { dst: formals[0], site, length: Expr::int(0) };
            next = more.block(vec![none], Terminator::Goto(next));
        }
        if let Some((this, ty)) = narrowed {
            let cond = Expr::instance_of(Expr::Local(this), ty);
            next = more.block(vec![InstrKind::Assume { cond }], Terminator::Goto(next));
        }
        for class in classes.into_iter().rev() {
            let callee = Callee::Exact(self.initialisations[&class].method);
            let error = more.local(Some(self.reference()));
            let failed = more.block(Vec::new(), Terminator::Throw(Some(Expr::Local(error))));
            let cond = Expr::is_null(Expr::Local(error));
            let done = more.block(Vec::new(), Terminator::Branch { cond, then: next, other: failed });
            let call = Terminator::Call { dst: Some(error), callee, args: Vec::new(), next: done };
            next = more.block(Vec::new(), call);
        }
        if next == more.method().entry {
            return;
        }
        // Nothing calls a root that makes the receiver.
        self.program.methods[root] = more.finish(next, if is_alone || making.is_some() { next } else { body });
    }

    /// Whether anything calls a method.
    fn is_called(&self, method: MethodId) -> bool {
        let callees =
            self.program.methods.iter().flat_map(|method| method.blocks.iter()).flat_map(|block| block.callees());
        callees.into_iter().any(|callee| matches!(callee, Callee::Exact(id) | Callee::Virtual(id) if *id == method))
    }

    fn array_element(&self, local: &Local) -> Type {
        local.ty.as_ref().and_then(|ty| ty.element()).cloned().unwrap_or_else(|| self.reference())
    }

    /// Makes the method that gives static fields their first values: constants, and objects for texts and classes.
    fn initialise_statics(&mut self) {
        let firsts = self.first_values();
        for (_, constant) in &firsts {
            if let Constant::Text(text) = constant {
                self.held(Held::Text(text.to_vec()));
            }
        }
        let units = self.known_field("java/lang/String", "value");
        let class_name = self.known_field("java/lang/Class", "name");
        let constants = std::mem::take(&mut self.constants);
        let Some(first) = self.program.statics.iter().next() else { return };
        let (class, span) = (first.class, self.program.classes[first.class].span);
        let id = self.reserve(Method::bare("static", class, MethodKind::Initialiser, span), None);
        // No line of a source does this.
        let mut code = Code::of(self.program.methods[id].clone(), 0);
        for (constant, &field) in &constants {
            let class = self.library(constant.class());
            let dst = code.local(Some(self.reference()));
            let site = self.program.sites.push(Site { method: id, span, kind: SiteKind::Object(class) });
            code.push(InstrKind::NewObject { dst, site });
            code.push(InstrKind::StoreStatic { field, value: Expr::Local(dst) });
            match (constant, units, class_name) {
                (Held::Text(text), Some(field), _) => {
                    let value = self.units_of(id, span, &mut code, text);
                    code.push(InstrKind::StoreField { object: dst, field, value });
                }
                (Held::Class(class), _, Some(field)) => {
                    let name = code.kept(self.reference(), Expr::Static(constants[&Held::name_of(class)]));
                    code.push(InstrKind::StoreField { object: dst, field, value: Expr::Local(name) });
                }
                _ => {}
            }
        }
        let mut made: Vec<StaticId> = constants.values().copied().collect();
        made.extend(self.list_texts(id, span, &mut code, &constants));
        for field in self.program.statics.ids().filter(|field| !made.contains(field)) {
            let value = match firsts.iter().find(|(of, _)| *of == field) {
                Some((_, Constant::Text(text))) => {
                    let text = Expr::Static(constants[&Held::Text(text.to_vec())]);
                    Expr::Local(code.kept(self.reference(), text))
                }
                Some((_, Constant::Int(n))) => Expr::int(i64::from(*n)),
                Some((_, Constant::Long(n))) => Expr::int(*n),
                Some((_, Constant::Float(n))) => Expr::int(Datum::from(*n).place),
                Some((_, Constant::Double(n))) => Expr::int(Datum::from(*n).place),
                _ => Expr::default_of(&self.program.statics[field].ty),
            };
            code.push(InstrKind::StoreStatic { field, value });
        }
        code.end(Terminator::Goto(RETURN));
        self.program.methods[id] = code.finish();
        self.program.init = Some(id);
    }

    /// A new array with the units of a text.
    fn units_of(&mut self, method: MethodId, span: Span, code: &mut Code, text: &[u16]) -> Expr {
        let unit = Type::Machine(Width::U16);
        let array = code.local(Some(unit.clone().array()));
        let site = self.program.sites.push(Site { method, span, kind: SiteKind::Array(unit) });
        let length = Expr::int(i64::try_from(text.len()).expect("a text of a class file is short"));
        code.push(InstrKind::NewArray { dst: array, site, length });
        for (index, unit) in (0..).zip(text) {
            code.push(InstrKind::StoreElem { array, index: Expr::int(index), value: Expr::int(i64::from(*unit)) });
        }
        Expr::Local(array)
    }

    /// Gives the models a list of all literals, if they ask for one. Returns the field that has it.
    fn list_texts(
        &mut self,
        method: MethodId,
        span: Span,
        code: &mut Code,
        constants: &IndexMap<Held, StaticId>,
    ) -> Option<StaticId> {
        let list = self.known_static("java/lang/Interned", "literals")?;
        let texts: Vec<StaticId> =
            constants.iter().filter_map(|(held, field)| matches!(held, Held::Text(_)).then_some(*field)).collect();
        let class = Type::Class(self.library("java/lang/String"));
        let (array, text) = (code.local(Some(class.clone().array())), code.local(Some(class.clone())));
        let site = self.program.sites.push(Site { method, span, kind: SiteKind::Array(class) });
        let length = Expr::int(i64::try_from(texts.len()).expect("there are few texts"));
        code.push(InstrKind::NewArray { dst: array, site, length });
        for (index, field) in (0..).zip(texts) {
            code.assign(text, Expr::Static(field));
            code.push(InstrKind::StoreElem { array, index: Expr::int(index), value: Expr::Local(text) });
        }
        code.push(InstrKind::StoreStatic { field: list, value: Expr::Local(array) });
        Some(list)
    }

    /// The constants of static fields.
    fn first_values(&self) -> Vec<(StaticId, Constant)> {
        let mut found = Vec::new();
        for (&(class, i), &id) in &self.statics {
            let file = self.classes[class].file.as_ref();
            found.extend(file.and_then(|file| Some((id, file.fields[i].constant.clone()?))));
        }
        found.sort_by_key(|(id, _)| id.index());
        found
    }
}
