//! Texts with values in them.

use super::assemble::{self, STATIC, call, leave, text};
use super::{Made, Refused};
use crate::java::classfile::{Constant, Dynamic, Op, descriptor};

const OF_PAIR: &str = "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;";

/// A part of a text.
pub enum Part {
    /// A constant.
    Text(Op),
    /// What instructions leave on the stack, which is of a type.
    Value(Vec<Op>, String),
}

/// A method's first instructions, which make a new text of parts.
pub fn joined(parts: Vec<Part>) -> Vec<Op> {
    let mut ops = Vec::new();
    let is_single = parts.len() < 2;
    if is_single {
        ops.push(text(""));
    }
    for (n, part) in parts.into_iter().enumerate() {
        match part {
            Part::Text(text) => ops.push(text),
            Part::Value(value, ty) => push_text_of(&mut ops, value, &ty),
        }
        if n > 0 || is_single {
            ops.push(call("java/lang/Texts", "pair", OF_PAIR));
        }
    }
    ops
}

/// Makes a text of a value of a type. A pair takes texts as they are, null too.
fn push_text_of(ops: &mut Vec<Op>, value: Vec<Op>, ty: &str) {
    let of = match ty {
        "Ljava/lang/String;" => return ops.extend(value),
        "B" | "S" | "I" => "I",
        "Z" | "C" | "J" | "F" | "D" => ty,
        _ => "Ljava/lang/Object;",
    };
    ops.extend(value);
    ops.push(call("java/lang/String", "valueOf", &format!("({of})Ljava/lang/String;")));
}

/// A text by a recipe, in which \u{1} stands for an argument and \u{2} for a constant.
pub fn concatenation(name: &str, site: &Dynamic, args: &[Constant]) -> Result<Made, Refused> {
    let [Constant::Text(recipe), constants @ ..] = args else { return Err("a text without a recipe".to_owned()) };
    let (types, result) = descriptor::method(&site.descriptor).unwrap_or_default();
    let (loads, _) = assemble::slots(&site.descriptor, STATIC);
    let mut values = loads.into_iter().zip(types);
    let mut constants = constants.iter();
    let mut parts = Vec::new();
    let mut literal: Vec<u16> = Vec::new();
    for &unit in recipe.iter().chain([&1]) {
        if unit == 2 {
            match constants.next() {
                Some(Constant::Text(text)) => literal.extend(&text[..]),
                _ => return Err("a constant in a text that is no text".to_owned()),
            }
        }
        if unit != 1 {
            literal.extend((unit != 2).then_some(unit));
            continue;
        }
        if !literal.is_empty() {
            parts.push(Part::Text(Op::Push(Constant::Text(std::mem::take(&mut literal).into()))));
        }
        parts.extend(values.next().map(|(load, ty)| Part::Value(vec![load], ty.to_owned())));
    }
    let mut ops = joined(parts);
    ops.push(leave(result));
    let made = assemble::method("text", &site.descriptor, STATIC, ops);
    Ok(Made::Call(assemble::class(name, Vec::new(), Vec::new(), vec![made]), "text"))
}
