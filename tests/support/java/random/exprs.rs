//! Expressions.

use super::Maker;
use super::types::Type;

const ARITHMETIC: [&str; 9] = ["+", "-", "*", "/", "%", "&", "|", "^", "-"];
const SHIFTS: [&str; 3] = ["<<", ">>", ">>>"];
pub(super) const COMPARISONS: [&str; 6] = ["<", "<=", ">", ">=", "==", "!="];

impl Maker<'_> {
    /// An expression of a type, of at most some depth.
    pub fn value(&mut self, ty: Type, depth: u32) -> String {
        match ty {
            Type::Boolean => self.condition(depth),
            ty if ty.is_number() => self.number(ty, depth),
            ty if ty.is_floating() => self.floating(ty, depth),
            _ => self.reference(ty, depth),
        }
    }

    fn literal(&mut self, ty: Type) -> String {
        let limits = ty.limits();
        let n = self.choices.of(&limits);
        ty.literal(n)
    }

    pub fn variable(&mut self, ty: Type, assignable: bool) -> Option<String> {
        let found = self.scope.of(ty);
        let names: Vec<String> =
            found.into_iter().filter(|v| v.assignable || !assignable).map(|v| v.name.clone()).collect();
        (!names.is_empty()).then(|| names[self.choices.below(names.len() as u32) as usize].clone())
    }

    /// A local that is assigned once, so that objects can know it.
    pub fn variable_that_stays(&mut self, ty: Type) -> Option<String> {
        let names: Vec<String> =
            self.scope.locals.iter().filter(|v| v.ty == ty && v.stays).map(|v| v.name.clone()).collect();
        (!names.is_empty()).then(|| names[self.choices.below(names.len() as u32) as usize].clone())
    }

    /// What can be assigned to.
    pub fn location(&mut self, ty: Type, depth: u32) -> Option<String> {
        match self.choices.below(4) {
            1 if depth > 0 => self.field(ty, depth - 1),
            2 if depth > 0 => self.element(ty, depth - 1),
            _ => self.variable(ty, true),
        }
    }

    fn field(&mut self, ty: Type, depth: u32) -> Option<String> {
        let (class, name) = match ty {
            Type::Int => (Type::Base, "number"),
            Type::Long => (Type::Base, "wide"),
            Type::Byte => (Type::Base, "small"),
            Type::Base => (Type::Base, "link"),
            Type::Short => (Type::Sub, "extra"),
            Type::Ints => (Type::Sub, "cells"),
            Type::Tone => (Type::Base, "tone"),
            Type::Span => (Type::Base, "span"),
            Type::Text if self.choices.one_in(2) => (Type::TextCell, "held"),
            Type::Text => (Type::Sub, "text"),
            Type::Boxed => (Type::Cell, "held"),
            Type::Cell if self.choices.one_in(2) => (Type::Sub, "cell"),
            Type::Cell | Type::TextCell => (ty, "next"),
            _ => return None,
        };
        let object = self.object(class, depth)?;
        Some(format!("{object}.{name}"))
    }

    pub fn element(&mut self, ty: Type, depth: u32) -> Option<String> {
        let array = Type::REFERENCE.into_iter().find(|a| a.element() == Some(ty))?;
        let array = self.object(array, depth)?;
        Some(format!("{array}[{}]", self.index(depth)))
    }

    /// An object that is hardly null; nothing if the code knows none.
    pub fn object(&mut self, ty: Type, depth: u32) -> Option<String> {
        if self.choices.one_in(6) {
            return self.scope.has_classes.then(|| format!("({})", self.reference(ty, depth)));
        }
        self.variable(ty, false)
    }

    pub fn index(&mut self, depth: u32) -> String {
        match self.choices.below(5) {
            0 | 1 => self.choices.below(3).to_string(),
            2 | 3 => format!("{} & 3", self.number(Type::Int, depth)),
            _ => self.number(Type::Int, depth),
        }
    }

    /// An expression of a type of numbers.
    pub fn number(&mut self, ty: Type, depth: u32) -> String {
        let kinds = if depth == 0 { 4 } else { 27 };
        let depth = depth.saturating_sub(1);
        let made = match self.choices.below(kinds) {
            0 => None,
            1..=3 => self.variable(ty, false).or_else(|| self.converted(ty)),
            4..=6 => Some(self.arithmetic(ty, depth)),
            7 => {
                let left = self.operand(ty, depth);
                let right = self.choices.of(&[Type::Int, Type::Long, Type::Byte]);
                let (op, mut right) = (self.choices.of(&SHIFTS), self.number(right, depth));
                if self.choices.one_in(3) {
                    let (mask, more) = (self.choices.of(&[1, 3, 7]), self.choices.of(&["+ 4", "- 2", "+ 29", "* 5"]));
                    right = format!("(({right} & {mask}) {more})");
                }
                Some(narrowed(ty, &format!("{left} {op} {right}")))
            }
            8 | 9 => {
                let from = self.choices.of(&Type::NUMBER);
                Some(format!("(({}) {})", ty.name(), self.number(from, depth)))
            }
            10 => {
                let op = self.choices.of(&["-", "~", "+"]);
                Some(narrowed(ty, &format!("{op} {}", self.operand(ty, depth))))
            }
            11 => {
                let (condition, one, other) = (self.condition(depth), self.number(ty, depth), self.number(ty, depth));
                Some(format!("(({}) ({condition} ? {one} : {other}))", ty.name()))
            }
            12 => self.location(ty, depth).map(|to| format!("({to} = {})", self.number(ty, depth))),
            13 => self.compound(ty, depth),
            14 => {
                let form = self.choices.of(&[("", "++"), ("++", ""), ("", "--"), ("--", "")]);
                self.location(ty, depth).map(|to| format!("({}{to}{})", form.0, form.1))
            }
            15 => self.call(ty, depth),
            16 => self.field(ty, depth),
            17 => self.element(ty, depth),
            18 => Some(from_outside(ty).to_owned()),
            19 | 20 => self.of_object(ty, depth),
            21 => Some(self.switched(ty, depth)),
            22 => Some(self.of_floating(ty, depth)),
            23 => self.of_library(ty, depth),
            _ => self.of_library_object(ty, depth),
        };
        made.unwrap_or_else(|| self.literal(ty))
    }

    /// A variable of another type of numbers.
    fn converted(&mut self, ty: Type) -> Option<String> {
        let from = self.choices.of(&Type::NUMBER);
        self.variable(from, false).map(|name| format!("(({}) {name})", ty.name()))
    }

    /// An operand that makes the result as wide as the type, or narrower where `narrowed` is to follow.
    fn operand(&mut self, ty: Type, depth: u32) -> String {
        let ty = if ty == Type::Long { ty } else { self.choices.of(&Type::NARROW) };
        self.number(ty, depth)
    }

    fn arithmetic(&mut self, ty: Type, depth: u32) -> String {
        let (op, left) = (self.choices.of(&ARITHMETIC), self.operand(ty, depth));
        let right = match ty {
            Type::Long => self.choices.of(&Type::NUMBER),
            _ => self.choices.of(&Type::NARROW),
        };
        let right = self.number(right, depth);
        let swap = self.choices.one_in(2);
        let (left, right) = if swap { (right, left) } else { (left, right) };
        narrowed(ty, &format!("{left} {op} {right}"))
    }

    /// An assignment with an operator, which narrows its result.
    fn compound(&mut self, ty: Type, depth: u32) -> Option<String> {
        let to = self.location(ty, depth)?;
        let from = self.choices.of(&Type::NUMBER);
        let op = if self.choices.one_in(4) { self.choices.of(&SHIFTS) } else { self.choices.of(&ARITHMETIC) };
        Some(format!("({to} {op}= {})", self.number(from, depth)))
    }

    pub fn call(&mut self, ty: Type, depth: u32) -> Option<String> {
        let own = self.scope.callables.iter().filter(|c| c.result == ty).cloned().collect::<Vec<_>>();
        if ty == Type::Long && self.scope.repeats && self.choices.one_in(2) {
            let sum = self.number(Type::Long, depth);
            return Some(format!("Main.repeat({} & 3, {sum})", self.number(Type::Int, depth)));
        }
        if ty == Type::Int && self.scope.has_classes && (own.is_empty() || self.choices.one_in(2)) {
            let object = self.choices.of(&[Type::Base, Type::Sub]);
            let (object, method) = (self.object(object, depth)?, self.choices.of(&["scale", "twice"]));
            return Some(format!("{object}.{method}({})", self.number(Type::Int, depth)));
        }
        let chosen = own.get(self.choices.below(own.len().max(1) as u32) as usize)?;
        let arguments: Vec<String> = chosen.parameters.iter().map(|ty| self.value(*ty, depth)).collect();
        Some(format!("{}({})", chosen.name, arguments.join(", ")))
    }

    fn of_library(&mut self, ty: Type, depth: u32) -> Option<String> {
        let limits = self.choices.below(4);
        match ty {
            Type::Int if limits == 3 => {
                let (method, number) =
                    (self.choices.of(&["getAndAdd", "addAndGet", "getAndSet"]), self.number(ty, depth));
                Some(format!("Main.ticks.{method}({number})"))
            }
            Type::Int if limits == 0 => {
                let array = self.choices.of(&[Type::Ints, Type::Bases, Type::Bytes, Type::Grid]);
                self.object(array, depth).map(|array| format!("{array}.length"))
            }
            Type::Int | Type::Long if limits == 1 => Some(format!("Math.abs({})", self.number(ty, depth))),
            Type::Int | Type::Long => {
                let (name, one) = (self.choices.of(&["min", "max"]), self.number(ty, depth));
                Some(format!("Math.{name}({one}, {})", self.number(ty, depth)))
            }
            _ => None,
        }
    }

    /// An expression of type `boolean`.
    pub fn condition(&mut self, depth: u32) -> String {
        let kinds = if depth == 0 { 4 } else { 17 };
        let depth = depth.saturating_sub(1);
        let made = match self.choices.below(kinds) {
            0 => None,
            1 if !self.scope.of(Type::Boolean).is_empty() => self.variable(Type::Boolean, false),
            1..=5 => {
                let (one, other) = (self.choices.of(&Type::NUMBER), self.choices.of(&Type::NUMBER));
                let (one, op) = (self.number(one, depth), self.choices.of(&COMPARISONS));
                Some(format!("({one} {op} {})", self.number(other, depth)))
            }
            6 | 7 => {
                let (one, op) = (self.condition(depth), self.choices.of(&["&&", "||", "&", "|", "^", "==", "!="]));
                Some(format!("({one} {op} {})", self.condition(depth)))
            }
            8 => Some(format!("(!{})", self.condition(depth))),
            9 => self.object(Type::Base, depth).map(|object| {
                let of = self.choices.of(&["Sub", "Base", "Scaled"]);
                format!("({object} instanceof {of})")
            }),
            10 => {
                let ty = self.choices.of(&Type::REFERENCE);
                let object = self.object(ty, depth);
                object.map(|object| format!("({object} {} null)", self.choices.of(&["==", "!="])))
            }
            11 | 12 => self.about_objects(depth),
            13 => Some(self.compared(depth)),
            14 | 15 => self.about_library(depth),
            _ => match self.choices.below(3) {
                0 => Some(from_outside(Type::Boolean).to_owned()),
                1 => self.location(Type::Boolean, depth).map(|to| format!("({to} = {})", self.condition(depth))),
                _ => self.location(Type::Boolean, depth).map(|to| {
                    let op = self.choices.of(&["&", "|", "^"]);
                    format!("({to} {op}= {})", self.condition(depth))
                }),
            },
        };
        made.unwrap_or_else(|| self.literal(Type::Boolean))
    }

    /// An expression of a type of objects or arrays.
    pub fn reference(&mut self, ty: Type, depth: u32) -> String {
        let depth = depth.saturating_sub(1);
        let kind = self.choices.below(9);
        let made = match kind {
            0 if self.scope.has_classes => None,
            8 if depth > 0 => Some(self.chosen(ty, depth)),
            1 | 2 => self.variable(ty, false),
            3 if depth > 0 => self.field(ty, depth).or_else(|| self.element(ty, depth)),
            4 if depth > 0 => {
                let (condition, one, other) =
                    (self.condition(depth), self.reference(ty, depth), self.reference(ty, depth));
                Some(format!("({condition} ? {one} : {other})"))
            }
            5 if ty == Type::Object && depth > 0 && self.scope.has_classes => Some(self.bridged(depth)),
            5 if self.choices.one_in(2) => {
                let from = if ty == Type::Sub { Type::Base } else { Type::Object };
                self.variable(from, false).map(|object| format!("(({}) {object})", ty.name()))
            }
            5 => self.variable(ty, true).map(|to| format!("({to} = {})", self.reference(ty, depth))),
            6 if self.choices.one_in(2) => Some(format!("(({}) null)", ty.name())),
            _ => None,
        };
        made.unwrap_or_else(|| self.created(ty, depth))
    }

    /// One of two objects, which a generic method chooses.
    fn chosen(&mut self, ty: Type, depth: u32) -> String {
        let (one, other) = (self.reference(ty, depth), self.reference(ty, depth));
        if matches!(ty, Type::Text | Type::Boxed | Type::Tone) && self.choices.one_in(2) {
            return format!("Main.<{}>higher({one}, {other})", ty.name());
        }
        format!("Main.<{}>either({}, {one}, {other})", ty.name(), self.condition(depth))
    }

    fn created(&mut self, ty: Type, depth: u32) -> String {
        if let Some(made) = self.library(ty, depth) {
            return made;
        }
        if !self.scope.has_classes
            && !ty.element().is_some_and(|ty| ty == Type::Boolean || ty.is_number() || ty.is_floating())
        {
            return format!("(({}) null)", ty.name());
        }
        if let Some(made) = self.special(ty, depth) {
            return made;
        }
        match ty {
            Type::Base | Type::Sub => {
                if self.choices.one_in(4)
                    && let Some(original) = self.variable(ty, false)
                {
                    return format!("(({}) {original}.copy())", ty.name());
                }
                let class = if ty == Type::Base && self.choices.one_in(2) { "Sub" } else { ty.name() };
                let (number, wide) = (self.number(Type::Int, depth), self.number(Type::Long, depth));
                format!("new {class}({number}, {wide})")
            }
            Type::Bases if self.choices.one_in(3) => format!("new Sub[{}]", self.choices.below(4)),
            _ => {
                let element = ty.element().expect("all others are arrays");
                match self.choices.below(5) {
                    4 => match self.variable(ty, false) {
                        Some(original) => format!("{original}.clone()"),
                        None => format!("new {}[1]", element.name()),
                    },
                    0 | 1 => {
                        let count = self.choices.below(4);
                        let values: Vec<String> = (0..count).map(|_| self.value(element, depth)).collect();
                        format!("new {}[] {{{}}}", element.name(), values.join(", "))
                    }
                    2 => format!("new {}[{}]", element.name(), self.choices.below(4)),
                    _ => format!("new {}[{} % 4]", element.name(), self.number(Type::Int, depth)),
                }
            }
        }
    }
}

/// The result of an operation as one of the type: operations on narrow types have the type `int`.
fn narrowed(ty: Type, operation: &str) -> String {
    match ty {
        Type::Int | Type::Long => format!("({operation})"),
        _ => format!("(({}) ({operation}))", ty.name()),
    }
}

pub(super) fn from_outside(ty: Type) -> &'static str {
    match ty {
        Type::Long => "anyLong()",
        Type::Boolean => "anyBoolean()",
        Type::Byte => "anyByte()",
        Type::Short => "anyShort()",
        Type::Char => "anyChar()",
        Type::Double => "anyDouble()",
        Type::Float => "anyFloat()",
        _ => "anyInt()",
    }
}
