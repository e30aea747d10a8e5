//! Options about the text. `--set Class.field=VALUE`: literals that replace the initialisers of static fields.

use super::codes;
use super::hir::{Expr, ExprKind};
use super::reporter::{Reporter, option_error};
use super::world::{Member, World};
use crate::config::{Dialect, Roots};
use crate::ir::{Const, StaticId, Texts, Type};
use crate::num::Num;
use crate::oox::parse::unescape;
use crate::source::{Diagnostic, Span};
use crate::suggest::Suggestions;
use std::collections::BTreeMap;

/// Reports options about compiled classes that would change what is explored.
pub(super) fn of_classes(dialect: &Dialect, out: &mut Reporter) {
    let mut misplaced = |option: &str, help: &str| {
        let message = format!("{option} is about Java programs");
        out.report(option_error(codes::OTHER_LANGUAGE, message).help(help.to_owned()));
    };
    if !dialect.classes.requires.is_empty() {
        misplaced("--requires", "write a clause `requires(CONDITION)` at the entry method");
    }
    if let Roots::Main(Some(_)) = dialect.classes.roots {
        misplaced("--main", "choose the entry method with --entry CLASS.METHOD");
    }
}

/// The new initialisers, by field. Settings that name no static field, or have no value of its type, are reported. The spans of
/// the values are empty.
pub(super) fn values(
    world: &World,
    dialect: &Dialect,
    texts: &mut Texts,
    out: &mut Reporter,
) -> BTreeMap<StaticId, Expr> {
    let mut values: BTreeMap<StaticId, Expr> = BTreeMap::new();
    let mut given: BTreeMap<StaticId, &str> = BTreeMap::new();
    for (name, text) in &dialect.set {
        let Some(field) = find(world, name, out) else { continue };
        if given.insert(field, text).is_some_and(|other| other != text) {
            out.report(option_error(codes::SET_TWICE, format!("`{name}` is set to two values")));
        }
        // A wrong type has been reported where the field is declared.
        let Some(ty) = &world.static_types[field] else { continue };
        let fits = |value: &Const| match (dialect.int_width, value) {
            (Some(width), Const::Num(n)) if *ty != Type::Float => width.has(n),
            _ => true,
        };
        match literal(ty, text, texts).filter(fits) {
            Some(value) => {
                let kind = ExprKind::Const(value);
                values.insert(field, Expr { kind, ty: ty.clone(), span: Span::default() });
            }
            None => {
                let ty_name = world.type_name(ty);
                let message = format!("`{text}` is no value of the static field `{name}` of type `{ty_name}`");
                out.report(option_error(codes::SET_VALUE, message).help(expected(ty)));
            }
        }
    }
    values
}

fn find(world: &World, name: &str, out: &mut Reporter) -> Option<StaticId> {
    let mut unknown = |message: String, help: Option<String>| {
        out.report(Diagnostic { help, ..option_error(codes::SET_UNKNOWN, message) });
        None
    };
    let Some((class_name, field)) = name.split_once('.') else {
        return unknown(format!("`{name}` names no static field"), Some("write `Class.field=VALUE`".into()));
    };
    let Some(&class) = world.by_name.get(class_name) else {
        let classes = world.hir.classes.iter().map(|c| c.name.as_str());
        let help = Suggestions::default().did_you_mean(class_name, classes);
        return unknown(format!("there is no class `{class_name}` for the static field `{name}`"), help);
    };
    match world.member(class, field) {
        Some(Member::Static(found)) => Some(found),
        Some(Member::Field(_)) => unknown(format!("the field `{name}` is not static"), None),
        None => {
            let help = Suggestions::default().did_you_mean(field, world.field_names(class));
            unknown(format!("there is no static field `{field}` in class `{class_name}`"), help)
        }
    }
}

fn expected(ty: &Type) -> &'static str {
    match ty {
        Type::Int | Type::Integer | Type::Machine(_) | Type::Ieee(_) => "write an integer, such as `12` or `-3`",
        Type::Uint => "write an integer that is not negative",
        Type::Float => "write a decimal number or a fraction, such as `-0.5` or `1/3`",
        Type::Bool => "write `true` or `false`",
        Type::Char => "write one character, such as `'c'`",
        Type::String => "write a text, such as `\"abc\"`, or `null`",
        Type::Null | Type::Class(_) | Type::Array(_) => "the only reference that can be written is `null`",
    }
}

/// The text as a literal of a type, if it is one.
fn literal(ty: &Type, text: &str, texts: &mut Texts) -> Option<Const> {
    let text = text.trim();
    match ty {
        Type::Int | Type::Integer | Type::Machine(_) | Type::Ieee(_) => integer(text).map(Const::Num),
        Type::Uint => integer(text).filter(|n| !n.is_negative()).map(Const::Num),
        Type::Float => {
            let unsigned = text.strip_prefix('-').unwrap_or(text);
            let (whole, part) = unsigned.split_once(['.', '/']).unwrap_or((unsigned, "0"));
            (digits(whole) && digits(part)).then(|| text.parse().ok()).flatten().map(Const::Num)
        }
        Type::Bool => match text {
            "true" => Some(Const::Bool(true)),
            "false" => Some(Const::Bool(false)),
            _ => None,
        },
        Type::Char => {
            let plain = unquote(text, '\'')?;
            (plain.chars().count() == 1).then(|| Const::Char(texts.intern(&plain)))
        }
        Type::String if text != "null" => Some(Const::String(texts.intern(&unquote(text, '"')?))),
        Type::String | Type::Null | Type::Class(_) | Type::Array(_) => (text == "null").then_some(Const::Null),
    }
}

fn digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

fn integer(text: &str) -> Option<Num> {
    digits(text.strip_prefix('-').unwrap_or(text)).then(|| text.parse().ok()).flatten()
}

/// The text that a literal means. A shell removes quotes, so that a text without any stands for itself.
fn unquote(text: &str, quote: char) -> Option<String> {
    let Some(rest) = text.strip_prefix(quote) else { return Some(text.to_owned()) };
    let inner = rest.strip_suffix(quote)?;
    let mut escaped = false;
    for c in inner.chars() {
        if c == quote && !escaped {
            return None;
        }
        escaped = c == '\\' && !escaped;
    }
    (!escaped).then(|| unescape(text))
}
