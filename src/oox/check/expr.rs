//! Expressions, calls and operators apart.

use super::body::Body;
use super::codes;
use super::hir::{Expr, ExprKind, Quant};
use super::members::placeholder;
use super::proposals::Before;
use super::record::Entity;
use super::reporter::error;
use super::world::{MaybeType, Member};
use crate::ir::{ClassId, Const, FieldId, LocalId, StaticId, Type};
use crate::oox::parse::ast;
use crate::source::{Diagnostic, Span};

/// Which field an access means.
#[derive(Debug)]
pub(super) enum FieldOf {
    /// One of an object.
    Object(Expr, FieldId),
    /// A static one.
    Class(StaticId),
}

impl Body<'_, '_> {
    /// Checks an expression whose value is used. Nothing when it has errors, which have been reported. `want` is the
    /// type that the context needs; it only types calls of unknown methods (lenient mode).
    pub fn value(&mut self, e: &ast::Expr, want: Option<&Type>) -> Option<Expr> {
        let span = e.span;
        let make = |kind, ty| Some(Expr { kind, ty, span });
        let literal = |value, ty| make(ExprKind::Const(value), ty);
        match &e.kind {
            ast::ExprKind::Int(n) => {
                self.note_integer(n, span);
                literal(Const::Num(n.clone()), Type::Int)
            }
            ast::ExprKind::Real(n) => literal(Const::Num(n.clone()), Type::Float),
            ast::ExprKind::Bool(b) => literal(Const::Bool(*b), Type::Bool),
            ast::ExprKind::Null => literal(Const::Null, Type::Null),
            ast::ExprKind::Char(c) => literal(Const::Char(self.cx.texts.intern(c)), Type::Char),
            ast::ExprKind::String(s) => literal(Const::String(self.cx.texts.intern(s)), Type::String),
            ast::ExprKind::Name(name) => {
                let Some(variable) = self.find_variable(name, span) else {
                    self.report_unknown(name, span, false);
                    return None;
                };
                if self.refuse_in_old(variable.local, name, span) {
                    return None;
                }
                make(ExprKind::Local(variable.local), variable.ty?)
            }
            ast::ExprKind::Field(object, field) => match self.field(object, field)? {
                (FieldOf::Object(object, field), ty) => make(ExprKind::Field(Box::new(object), field), ty),
                (FieldOf::Class(field), ty) => make(ExprKind::Static(field), ty),
            },
            ast::ExprKind::Elem(array, index) => {
                let (array, index, ty) = self.element(array, index)?;
                make(ExprKind::Elem(Box::new(array), Box::new(index)), ty)
            }
            ast::ExprKind::Len(array) => {
                let array = self.value(array, None)?;
                self.element_type(&array, "`#` takes")?;
                make(ExprKind::Len(Box::new(array)), Type::Int)
            }
            ast::ExprKind::Unary(op, operand) => self.unary(*op, operand, span),
            ast::ExprKind::Binary(op, left, right) => self.binary(*op, left, right, span),
            ast::ExprKind::InstanceOf(operand, ty) => {
                let (operand, ty) = self.narrowing(operand, ty, "`instanceof`")?;
                make(ExprKind::InstanceOf(Box::new(operand), ty), Type::Bool)
            }
            ast::ExprKind::Cast(ty, operand) => {
                let (operand, ty) = self.narrowing(operand, ty, "a cast")?;
                make(ExprKind::Cast(Box::new(operand), ty.clone()), ty)
            }
            ast::ExprKind::Call(call) => self.call_value(call, want),
            ast::ExprKind::New(class, args) => self.new_object(class, args, span),
            ast::ExprKind::NewArray(base, sizes) => self.new_array(base, sizes, span),
            ast::ExprKind::Quant(q) => {
                let quant = self.quantifier(q)?;
                make(ExprKind::Quant(Box::new(quant)), Type::Bool)
            }
        }
    }

    /// A condition: of type `bool`.
    pub fn condition(&mut self, e: &ast::Expr, what: &str) -> Option<Expr> {
        let value = self.value(e, Some(&Type::Bool))?;
        if value.ty == Type::Bool {
            return Some(value);
        }
        let wrong = error(codes::CONDITION, e.span, format!("{what} must be of type `bool`"));
        self.report_type(wrong, &value.ty);
        None
    }

    /// Reports an error about something that is of this type.
    pub fn report_type(&mut self, error: Diagnostic, ty: &Type) {
        let ty = self.cx.world.type_name(ty);
        self.cx.out.report(error.label(format!("this is of type `{ty}`")));
    }

    /// A condition in which calls are not allowed.
    pub fn formula(&mut self, e: &ast::Expr, what: &'static str) -> Option<Expr> {
        let outer = self.formula.replace(what);
        let cond = self.condition(e, what);
        self.formula = outer;
        cond
    }

    /// The class that an expression before a dot names, unless a variable of that name is visible.
    pub fn class_prefix(&mut self, e: &ast::Expr) -> Option<ClassId> {
        let ast::ExprKind::Name(name) = &e.kind else { return None };
        if self.scopes.find(name).is_some() {
            return None;
        }
        let class = self.cx.world.by_name.get(name.as_str()).copied()?;
        self.cx.out.names.refer(e.span, Entity::Class(class));
        Some(class)
    }

    /// An expression before a dot that names no class.
    pub fn object(&mut self, e: &ast::Expr) -> Option<Expr> {
        if let ast::ExprKind::Name(name) = &e.kind
            && self.find_variable(name, e.span).is_none()
        {
            self.report_unknown(name, e.span, true);
            return None;
        }
        self.value(e, None)
    }

    /// The field that `object.name` means, with its type.
    pub fn field(&mut self, object: &ast::Expr, name: &ast::Ident) -> Option<(FieldOf, Type)> {
        let world = self.cx.world;
        if let Some(class) = self.class_prefix(object) {
            self.note_site(&name.name, || Before::Class(class));
            let member = self.find_member(class, name)?;
            let Member::Static(field) = member else {
                let message = format!("`{}` is an instance field", name.name);
                self.cx.out.report(
                    error(codes::STATIC_MIX, name.span, message)
                        .label("read on a class")
                        .related(world.member_span(member), "declared here without `static`"),
                );
                return None;
            };
            return Some((FieldOf::Class(field), world.member_type(member).clone()?));
        }
        let object = self.object(object)?;
        self.note_site(&name.name, || Before::Object(object.ty.clone(), object.span));
        let Type::Class(class) = object.ty else {
            let ty = world.type_name(&object.ty);
            let diagnostic = error(codes::UNKNOWN_FIELD, name.span, format!("a value of type `{ty}` has no fields"));
            self.report_no_object(diagnostic, &object, object.span.to(name.span));
            return None;
        };
        let member = self.find_member(class, name)?;
        let Member::Field(field) = member else {
            let prefix = &world.hir.classes[class].name;
            self.cx.out.report(
                error(codes::STATIC_MIX, name.span, format!("`{}` is a static field", name.name))
                    .label("read on an object")
                    .related(world.member_span(member), "declared here as `static`")
                    .help(format!("write `{prefix}.{}`", name.name))
                    .fix(format!("Change to `{prefix}.{}`", name.name), object.span, prefix),
            );
            return None;
        };
        Some((FieldOf::Object(object, field), world.member_type(member).clone()?))
    }

    fn find_member(&mut self, class: ClassId, name: &ast::Ident) -> Option<Member> {
        let world = self.cx.world;
        let member = world.member(class, &name.name);
        if let Some(member) = member {
            self.cx.out.names.refer(name.span, Entity::Field(member));
        }
        if member.is_none() && !world.infos[class].incomplete {
            let message = format!("unknown field `{}` of `{}`", name.name, world.hir.classes[class].name);
            let near = self.cx.out.nearest(&name.name, world.field_names(class));
            self.cx.out.report(error(codes::UNKNOWN_FIELD, name.span, message).did_you_mean(name.span, near));
        }
        member
    }

    /// Reports that a value has no members. `whole` is the place of the member with what is before it.
    pub fn report_no_object(&mut self, diagnostic: Diagnostic, value: &Expr, whole: Span) {
        let length = format!("#{}", self.cx.source.slice(value.span));
        self.cx.out.report(match value.ty {
            Type::Array(_) => diagnostic.help(format!("the length of an array is `{length}`")).fix(
                format!("Change to `{length}`"),
                whole,
                length,
            ),
            Type::String => diagnostic.help("strings can only be compared; a `char[]` has a length and characters"),
            _ => diagnostic,
        });
    }

    /// `array[index]`, with the type of the element.
    pub fn element(&mut self, array: &ast::Expr, index: &ast::Expr) -> Option<(Expr, Expr, Type)> {
        let array = self.value(array, None);
        let ty = array.as_ref().and_then(|a| self.element_type(a, "an index needs"));
        let index = self.value_for(index, &Some(Type::Int), "the index");
        Some((array?, index?, ty?))
    }

    /// The type of the elements of an array; reports anything else.
    fn element_type(&mut self, array: &Expr, who: &str) -> Option<Type> {
        let element = array.ty.element().cloned();
        if element.is_none() {
            self.report_type(error(codes::NOT_ARRAY, array.span, format!("{who} an array")), &array.ty);
        }
        element
    }

    /// Operand and class of a cast or `instanceof`.
    fn narrowing(&mut self, operand: &ast::Expr, ty: &ast::Type, what: &str) -> Option<(Expr, Type)> {
        let target = self.cx.world.resolve(ty, self.cx.out);
        let operand = self.value(operand, None);
        let (target, operand) = (target?, operand?);
        let world = self.cx.world;
        let (from, to) = (world.type_name(&operand.ty), world.type_name(&target));
        let diagnostic = if !matches!(target, Type::Class(_)) {
            error(codes::BAD_CAST, ty.span, format!("{what} needs a class or interface, not `{to}`"))
        } else if world.can_meet(&operand.ty, &target) {
            return Some((operand, target));
        } else if world.is_doubtful(&operand.ty) || world.is_doubtful(&target) {
            return None;
        } else {
            error(
                codes::BAD_CAST,
                operand.span.to(ty.span),
                format!("a value of type `{from}` is never of type `{to}`"),
            )
        };
        self.cx.out.report(diagnostic);
        None
    }

    fn new_array(&mut self, base: &ast::Type, sizes: &[ast::Expr], span: Span) -> Option<Expr> {
        let base = self.cx.world.resolve(base, self.cx.out);
        let sizes: Vec<_> = sizes.iter().map(|s| self.value_for(s, &Some(Type::Int), "the size")).collect();
        if self.refuse_in_formula("`new`", span) {
            return None;
        }
        let base = base?;
        let sizes = sizes.into_iter().collect::<Option<Vec<_>>>()?;
        let ty = sizes.iter().fold(base.clone(), |t, _| t.array());
        Some(Expr { kind: ExprKind::NewArray(base, sizes), ty, span })
    }

    /// Reports what may not be in a formula; returns whether it was reported.
    pub fn refuse_in_formula(&mut self, what: &str, span: Span) -> bool {
        let Some(formula) = self.formula else { return false };
        self.cx.out.report(
            error(codes::CALL_IN_FORMULA, span, format!("{what} is not allowed in {formula}"))
                .help("assign its value to a variable first"),
        );
        true
    }

    fn quantifier(&mut self, q: &ast::Quant) -> Option<Quant> {
        let domain = self.value(&q.domain, None);
        let element = domain.as_ref().and_then(|d| self.element_type(d, "a quantifier ranges over"));
        self.scopes.push();
        let elem = self.binder(&q.elem, element);
        let index = self.binder(&q.index, Some(Type::Int));
        let outer = self.formula.or(Some("the body of a quantifier"));
        let outer = std::mem::replace(&mut self.formula, outer);
        let around = self.unremembered.len();
        self.unremembered.extend(elem.iter().chain(&index));
        let body = self.condition(&q.body, "the body of a quantifier");
        self.unremembered.truncate(around);
        self.formula = outer;
        self.scopes.pop_binders();
        Some(Quant { forall: q.forall, domain: domain?, elem: elem?, index: index?, body: body? })
    }

    /// Declares a binder: always a variable of its own, visible in the body only.
    fn binder(&mut self, name: &ast::Ident, ty: MaybeType) -> Option<LocalId> {
        if super::reserved(name, self.cx.out) {
            return None;
        }
        let mut ty = ty;
        if let Some(old) = self.scopes.find(&name.name) {
            let old = old.span;
            let hides = error(codes::SHADOWING, name.span, format!("the binder `{}` hides a variable", name.name))
                .label("declared again here")
                .related(old, "first declared here");
            // Two binders of one quantifier cannot share a name even in lenient mode.
            let relaxed = if self.scopes.is_innermost(&name.name) {
                self.cx.out.report(hides);
                false
            } else {
                self.cx.out.relaxable(hides, "the binder hides the variable in the body")
            };
            ty = ty.filter(|_| relaxed);
        }
        let local = self.add_local(&name.name, placeholder(&ty), name.span);
        self.bind(name, local, ty.clone());
        ty.map(|_| local)
    }
}
