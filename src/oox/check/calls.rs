//! Calls and object creation.

use super::body::Body;
use super::codes;
use super::hir::{Call, Expr, ExprKind, Target};
use super::operators::literal_fits;
use super::proposals::Before;
use super::record::Entity;
use super::reporter::{error, meant};
use super::world::Ret;
use crate::ir::{ClassId, MethodId, MethodKind, Type};
use crate::oox::parse::{ast, foreign};
use crate::source::{Diagnostic, Span};

/// What is before the name of a called method.
enum Receiver {
    /// Nothing: a method of the enclosing class.
    Implicit,
    /// `super`
    Super(Expr),
    /// A class.
    Class,
    /// An object.
    Object(Expr),
}

impl Receiver {
    /// What is before a call on a class, for an editor.
    fn before(&self, class: ClassId) -> Before {
        match self {
            Receiver::Implicit => Before::Nothing,
            Receiver::Super(_) => Before::Super(class),
            Receiver::Class => Before::Class(class),
            Receiver::Object(object) => Before::Object(object.ty.clone(), object.span),
        }
    }
}

/// What the text before the name of a called method means.
enum Found {
    /// A method of this class.
    Class(Receiver, ClassId),
    /// Lenient mode: an unknown name.
    Nothing(String),
}

/// What a call yields: a value of a type, nothing, or, for an unknown method in lenient mode, anything.
pub(super) type Yield = Option<Ret>;

/// Whether a call has the form of a call of the superclass's constructor.
pub(super) fn is_super_call(call: &ast::Call) -> bool {
    matches!(call.receiver, ast::Receiver::Implicit) && call.name.name == "super"
}

impl Body<'_, '_> {
    /// A call whose value is used.
    pub fn call_value(&mut self, call: &ast::Call, want: Option<&Type>) -> Option<Expr> {
        if self.is_old(call) {
            return self.old(call);
        }
        let formula = self.formula.take();
        let checked = self.call(call);
        self.formula = formula;
        if self.refuse_in_formula("a call", call.span) {
            return None;
        }
        let (checked, ret) = checked?;
        let ty = match ret {
            Some(Ret::Value(ty)) => ty?,
            Some(Ret::Void) => {
                let message = format!("`{}` is `void`: its call has no value", call.name.name);
                self.cx.out.report(error(codes::VOID_VALUE, call.span, message));
                return None;
            }
            None => match want {
                Some(ty) => ty.clone(),
                None => {
                    let message = format!("the type of this call of the unknown `{}` is not known", call.name.name);
                    self.cx.out.report(error(codes::UNTYPED, call.span, message));
                    return None;
                }
            },
        };
        Some(Expr { kind: ExprKind::Call(checked), ty, span: call.span })
    }

    /// A call, with what it yields.
    pub fn call(&mut self, call: &ast::Call) -> Option<(Call, Yield)> {
        let receiver = self.receiver(call);
        let args = self.arguments(&call.args);
        let world = self.cx.world;
        let (receiver, class) = match receiver? {
            Found::Class(receiver, class) => {
                self.note_site(&call.name.name, || receiver.before(class));
                (receiver, class)
            }
            Found::Nothing(name) => {
                let args = args.into_iter().collect::<Option<Vec<_>>>()?;
                let target = Target::Unknown(format!("{name}.{}", call.name.name));
                return Some((Call { target, args, span: call.span }, None));
            }
        };
        let candidates = world.candidates(class, &call.name.name);
        if candidates.is_empty() {
            return self.unknown_method(class, call, args);
        }
        let method = self.pick(&candidates, &args, call.name.span, call.span)?;
        let header = &world.hir.methods[method];
        let is_static = header.kind == MethodKind::Static;
        let mixed = |message: String, label: &str, related: &str| {
            error(codes::STATIC_MIX, call.name.span, message).label(label).related(header.span, related)
        };
        let (instance, declared) =
            (format!("`{}` is an instance method", header.name), "declared here without `static`");
        let target = match receiver {
            Receiver::Implicit | Receiver::Class if is_static => Target::Static(method),
            Receiver::Implicit => match self.this(header.span) {
                Some(this) => Target::Virtual(Box::new(this), method),
                None => {
                    let place = self.method.map_or("the initialiser of a static field", |_| "a static method");
                    self.cx.out.report(mixed(instance, &format!("there is no `this` in {place}"), declared));
                    return None;
                }
            },
            Receiver::Class => {
                self.cx.out.report(mixed(instance, "called on a class", declared));
                return None;
            }
            Receiver::Super(object) | Receiver::Object(object) if is_static => {
                let name = &world.hir.classes[header.class].name;
                let message = format!("`{}` is a static method", header.name);
                self.cx.out.report(
                    mixed(message, "called on an object", "declared here as `static`")
                        .help(format!("write `{name}.{}(…)`", header.name))
                        .fix(format!("Change to `{name}.{}(…)`", header.name), object.span, name),
                );
                return None;
            }
            Receiver::Super(_) if world.signatures[method].is_abstract => {
                let message = format!("`{}` is abstract in the superclass", header.name);
                self.cx.out.report(
                    error(codes::BAD_SUPER, call.name.span, message)
                        .related(header.span, "declared here without a body"),
                );
                return None;
            }
            Receiver::Super(this) => Target::Exact(Box::new(this), method),
            Receiver::Object(object) => Target::Virtual(Box::new(object), method),
        };
        let args = self.convert_all(args, method)?;
        Some((Call { target, args, span: call.span }, Some(world.signatures[method].ret.clone())))
    }

    /// The receiver, with the class whose methods are meant.
    fn receiver(&mut self, call: &ast::Call) -> Option<Found> {
        let world = self.cx.world;
        let receiver = match &call.receiver {
            ast::Receiver::Implicit => {
                if is_super_call(call) && world.candidates(self.class, "super").is_empty() {
                    let message = "`super(…)` can only stand first in a constructor";
                    self.cx.out.report(error(codes::BAD_SUPER, call.span, message));
                    return None;
                }
                return Some(Found::Class(Receiver::Implicit, self.class));
            }
            ast::Receiver::Super(span) => {
                if self.scopes.find("super").is_none() && !world.by_name.contains_key("super") {
                    let this = self.this(*span);
                    let (this, parent) = self.parent(this, *span)?;
                    return Some(Found::Class(Receiver::Super(this), parent));
                }
                &ast::Expr { kind: ast::ExprKind::Name("super".into()), span: *span }
            }
            ast::Receiver::Expr(e) => &**e,
        };
        if let Some(class) = self.class_prefix(receiver) {
            return Some(Found::Class(Receiver::Class, class));
        }
        if let ast::ExprKind::Name(name) = &receiver.kind
            && !matches!(name.as_str(), "this" | "retval")
            && self.cx.lenient
            && self.find_variable(name, receiver.span).is_none()
        {
            let unknown = error(codes::UNKNOWN_CLASS, receiver.span, format!("unknown variable or class `{name}`"));
            self.cx.out.relaxable(unknown, "an error only when the call is reached");
            return Some(Found::Nothing(name.clone()));
        }
        let object = self.object(receiver)?;
        match object.ty {
            Type::Class(class) => Some(Found::Class(Receiver::Object(object), class)),
            _ => {
                let ty = world.type_name(&object.ty);
                let message = format!("a value of type `{ty}` has no methods");
                let diagnostic = error(codes::UNKNOWN_METHOD, call.name.span, message);
                self.report_no_object(diagnostic, &object, call.span);
                None
            }
        }
    }

    /// `this` at a place, where there is one.
    fn this(&self, span: Span) -> Option<Expr> {
        let binding = self.scopes.find("this")?;
        Some(Expr { kind: ExprKind::Local(binding.local), ty: Type::Class(self.class), span })
    }

    /// `this` together with the superclass, for `super`.
    fn parent(&mut self, this: Option<Expr>, span: Span) -> Option<(Expr, ClassId)> {
        let class = &self.cx.world.hir.classes[self.class];
        let problem = match (this, class.superclass) {
            (Some(this), Some(parent)) => return Some((this, parent)),
            (Some(_), None) if self.cx.world.infos[self.class].incomplete => return None,
            (Some(_), None) => error(codes::BAD_SUPER, span, format!("`{}` has no superclass", class.name))
                .related(class.span, "declared here"),
            (None, _) => error(codes::NO_RECEIVER, span, "there is no `super` where there is no `this`"),
        };
        self.cx.out.report(problem);
        None
    }

    fn unknown_method(&mut self, class: ClassId, call: &ast::Call, args: Vec<Option<Expr>>) -> Option<(Call, Yield)> {
        let world = self.cx.world;
        if world.infos[class].incomplete {
            return None;
        }
        let name = format!("{}.{}", world.hir.classes[class].name, call.name.name);
        let message = format!("unknown method `{}` of `{}`", call.name.name, world.hir.classes[class].name);
        let unknown = error(codes::UNKNOWN_METHOD, call.name.span, message);
        let diagnostic = match call.name.name.as_str() {
            name if world.hir.classes[class].name == name => {
                unknown.help(format!("a constructor is called by `new {name}(…)`"))
            }
            word @ ("invariant" | "decreases") if matches!(call.receiver, ast::Receiver::Implicit) => unknown
                .help(format!("the body of a loop with a contract stands in braces: `while (…) {word}(…) {{ … }}`")),
            wrong => {
                let near = self.cx.out.nearest(wrong, world.method_names(class));
                meant(unknown, call.name.span, near, || foreign::in_place_of_method(wrong))
            }
        };
        if !self.cx.out.relaxable(diagnostic, "an error only when the call is reached") {
            return None;
        }
        let args = args.into_iter().collect::<Option<Vec<_>>>()?;
        Some((Call { target: Target::Unknown(name), args, span: call.span }, None))
    }

    /// `new C(…)`
    pub fn new_object(&mut self, name: &ast::Ident, args: &[ast::Expr], span: Span) -> Option<Expr> {
        let formula = self.formula.take();
        let args = self.arguments(args);
        self.formula = formula;
        let world = self.cx.world;
        self.note_site(&name.name, || Before::New);
        let class = world.class(&name.name, name.span, self.cx.out)?;
        if self.refuse_in_formula("`new`", span) {
            return None;
        }
        let header = &world.hir.classes[class];
        if header.is_abstract {
            let what = if world.infos[class].is_interface { "an interface" } else { "abstract" };
            let message = format!("`{}` is {what} and has no objects of its own", name.name);
            self.cx.out.report(error(codes::NEW_ABSTRACT, name.span, message).related(header.span, "declared here"));
            return None;
        }
        let constructor = self.constructor(class, &args, name.span, span)?;
        let args = self.convert_all(args, constructor)?;
        Some(Expr { kind: ExprKind::New(class, constructor, args), ty: Type::Class(class), span })
    }

    /// `super(…)` at the start of a constructor.
    pub fn super_call(&mut self, call: &ast::Call) -> Option<Call> {
        let args = self.arguments(&call.args);
        let this = self.this(call.name.span);
        let (this, parent) = self.parent(this, call.name.span)?;
        let constructor = self.constructor(parent, &args, call.name.span, call.span)?;
        let args = self.convert_all(args, constructor)?;
        Some(Call { target: Target::Exact(Box::new(this), constructor), args, span: call.span })
    }

    /// The call that a constructor without `super(…)` starts with, if the superclass has constructors.
    pub fn implied_super_call(&mut self) -> Option<super::hir::Stmt> {
        let world = self.cx.world;
        let parent = world.hir.classes[self.class].superclass?;
        let constructors = &world.infos[parent].constructors;
        let span = world.hir.methods[self.method?].span;
        let Some(&constructor) = constructors.iter().find(|c| world.signatures[**c].params.is_empty()) else {
            if let Some(first) = constructors.first() {
                let name = &world.hir.classes[parent].name;
                let message = format!("the superclass `{name}` has no constructor without parameters");
                self.cx.out.report(
                    error(codes::NO_SUPER_CALL, span, message)
                        .related(world.hir.methods[*first].span, "this is a constructor of it")
                        .help("call one by `super(…)` in the first statement"),
                );
            }
            return None;
        };
        let this = self.this(span)?;
        let call = Call { target: Target::Exact(Box::new(this), constructor), args: Vec::new(), span };
        Some(super::hir::Stmt { kind: super::hir::StmtKind::Call(call), span })
    }

    fn constructor(&mut self, class: ClassId, args: &[Option<Expr>], name: Span, call: Span) -> Option<MethodId> {
        let world = self.cx.world;
        let constructors = &world.infos[class].constructors;
        if constructors.is_empty() {
            let at = &world.hir.classes[class];
            self.cx.out.report(
                error(codes::NO_CONSTRUCTOR, name, format!("`{}` has no constructor", at.name))
                    .related(at.span, "declared here")
                    .help(format!(
                        "there is no default constructor: give the class one, such as `{}() {{ }}`",
                        at.name
                    )),
            );
            return None;
        }
        self.pick(constructors, args, name, call)
    }

    fn arguments(&mut self, args: &[ast::Expr]) -> Vec<Option<Expr>> {
        args.iter().map(|a| self.value(a, None)).collect()
    }

    /// The arguments, converted to the types of the parameters.
    fn convert_all(&mut self, args: Vec<Option<Expr>>, method: MethodId) -> Option<Vec<Expr>> {
        let params = &self.cx.world.signatures[method].params;
        let converted: Vec<_> =
            args.into_iter().zip(params).map(|(a, p)| self.convert(a?, p.as_ref()?, "the argument")).collect();
        converted.into_iter().collect()
    }

    /// Overload resolution: by the number of arguments, then by their types (first without conversion of literals,
    /// then with), then the most specific one. Wrong arguments fit every parameter.
    fn pick(&mut self, candidates: &[MethodId], args: &[Option<Expr>], name: Span, call: Span) -> Option<MethodId> {
        let picked = self.best(candidates, args, name, call);
        // What cannot be called may still be meant.
        if let Some(meant) = picked.or(candidates.first().copied()) {
            self.cx.out.names.refer(name, Entity::Method(meant));
        }
        picked
    }

    fn best(&mut self, candidates: &[MethodId], args: &[Option<Expr>], name: Span, call: Span) -> Option<MethodId> {
        let world = self.cx.world;
        let params = |m: MethodId| world.signatures[m].params.iter().zip(args);
        let counted: Vec<_> =
            candidates.iter().copied().filter(|m| world.signatures[*m].params.len() == args.len()).collect();
        if let [only] = counted[..] {
            return Some(only);
        }
        if counted.is_empty() {
            let wanted = match candidates {
                [one] => world.signatures[*one].params.len().to_string(),
                _ => "another number of".into(),
            };
            let called = &world.hir.methods[candidates[0]].name;
            let message = format!("`{called}` takes {wanted} arguments, not {}", args.len());
            self.report_overloads(error(codes::ARGUMENT_COUNT, call, message), candidates);
            return None;
        }
        let fits = |literals: bool| -> Vec<MethodId> {
            let fit = |arg: &Option<Expr>, param: &Option<Type>| match (arg, param) {
                (Some(arg), Some(param)) => world.fits(&arg.ty, param) || (literals && literal_fits(arg, param)),
                _ => true,
            };
            counted.iter().copied().filter(|m| params(*m).all(|(param, arg)| fit(arg, param))).collect()
        };
        let mut fitting = fits(false);
        if fitting.is_empty() {
            fitting = fits(true);
        }
        if let [only] = fitting[..] {
            return Some(only);
        }
        // Where an argument has been reported, its type is a guess.
        let guess = |a: &Option<Expr>| a.as_ref().is_none_or(|a| world.is_doubtful(&a.ty));
        if args.iter().any(guess) {
            return None;
        }
        let given: Vec<_> = args.iter().map(|a| world.maybe_type_name(&a.as_ref().map(|a| a.ty.clone()))).collect();
        let given = given.join(", ");
        let called = &world.hir.methods[counted[0]].name;
        if fitting.is_empty() {
            self.report_overloads(
                error(codes::NO_OVERLOAD, name, format!("no overload of `{called}` accepts ({given})")),
                &counted,
            );
            return None;
        }
        let below = |a: MethodId, b: MethodId| {
            world.signatures[a].params.iter().zip(&world.signatures[b].params).all(|(a, b)| match (a, b) {
                (Some(a), Some(b)) => world.fits(a, b),
                _ => true,
            })
        };
        let best = fitting.iter().find(|a| fitting.iter().all(|b| below(**a, *b)));
        if best.is_none() {
            let message = format!("several `{called}` take ({given}), none most specifically");
            self.report_overloads(error(codes::AMBIGUOUS, name, message), &fitting);
        }
        best.copied()
    }

    /// Reports a call for which none of the methods can be chosen, and lists them.
    fn report_overloads(&mut self, mut diagnostic: Diagnostic, methods: &[MethodId]) {
        let world = self.cx.world;
        // More than a few would bury the message.
        for method in methods.iter().take(8) {
            diagnostic = diagnostic.related(world.hir.methods[*method].span, world.signature_name(*method));
        }
        self.cx.out.report(diagnostic);
    }
}
