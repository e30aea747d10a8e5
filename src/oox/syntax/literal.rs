//! Values of inputs as the source language writes them.

use crate::inputs::Value;
use crate::ir::Type;

/// An expression for a value that is no reference to an object.
pub fn literal(value: &Value) -> String {
    match value {
        Value::Null | Value::Ref(_) => "null".to_owned(),
        Value::Bool(b) => b.to_string(),
        Value::Int(n) => n.to_string(),
        Value::Float(n) => {
            let (p, q) = n.parts();
            if n.is_integer() { format!("{p}.0") } else { format!("{p}.0 / {q}.0") }
        }
        Value::Ieee(n) => n.to_string(),
        Value::Char(c) => quoted(c, '\''),
        Value::String(s) => quoted(s, '"'),
    }
}

fn quoted(text: &str, quote: char) -> String {
    let mut out = String::from(quote);
    for c in text.chars() {
        match c {
            '\n' => out += "\\n",
            '\t' => out += "\\t",
            '\r' => out += "\\r",
            '\0' => out += "\\0",
            '\\' => out += "\\\\",
            c if c == quote => out.extend(['\\', c]),
            c => out.push(c),
        }
    }
    out.push(quote);
    out
}

/// The default of a type, by its name.
pub fn default_of_name(name: &str) -> Value {
    let ty = match name {
        "int" | "uint" => Type::Int,
        "float" => Type::Float,
        "bool" => Type::Bool,
        "char" => Type::Char,
        _ => Type::Null,
    };
    ty.default_input()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::num::Num;

    #[test]
    fn literals_are_those_of_the_language() {
        let number = |n: &str| n.parse::<Num>().expect("a number");
        assert_eq!(literal(&Value::Float(number("-5/2"))), "-5.0 / 2.0");
        assert_eq!(literal(&Value::Float(number("3"))), "3.0");
        assert_eq!(literal(&Value::Int(number("-7"))), "-7");
        assert_eq!(literal(&Value::Char("'".to_owned())), r"'\''");
        assert_eq!(literal(&Value::String("a\"\\\n".to_owned())), r#""a\"\\\n""#);
    }
}
