//! Values without contents, as sources of Java write them.

use super::jvm::Value;

/// A value that is no object, as an expression of exactly its type.
pub fn of(value: &Value) -> Option<String> {
    match value {
        Value::Byte(n) => Some(format!("(byte) {n}")),
        Value::Short(n) => Some(format!("(short) {n}")),
        other => constant(other),
    }
}

/// The same where it is stored: the compiler makes a constant as narrow as it has to be.
pub fn constant(value: &Value) -> Option<String> {
    Some(match value {
        Value::Null => "null".to_owned(),
        Value::Boolean(value) => value.to_string(),
        Value::Byte(n) => n.to_string(),
        Value::Short(n) => n.to_string(),
        Value::Int(n) => n.to_string(),
        Value::Long(n) => format!("{n}L"),
        Value::Char(unit) => format!("'{}'", escaped(*unit, '\'')),
        Value::Text(units) => text(units),
        Value::Float(bits) => match f32::from_bits(*bits) {
            n if n.is_finite() => format!("{n:?}f"),
            n if n.is_nan() => "Float.NaN".to_owned(),
            n => format!("Float.{}_INFINITY", if n < 0.0 { "NEGATIVE" } else { "POSITIVE" }),
        },
        Value::Double(bits) => match f64::from_bits(*bits) {
            n if n.is_finite() => format!("{n:?}"),
            n if n.is_nan() => "Double.NaN".to_owned(),
            n => format!("Double.{}_INFINITY", if n < 0.0 { "NEGATIVE" } else { "POSITIVE" }),
        },
        Value::Object(_) => return None,
    })
}

/// A text.
pub fn text(units: &[u16]) -> String {
    let inside: String = units.iter().map(|unit| escaped(*unit, '"')).collect();
    format!("\"{inside}\"")
}

/// A unit between these quotes. What is not plain ASCII is written as its number, so the encoding of the file does not matter.
fn escaped(unit: u16, quote: char) -> String {
    match u8::try_from(unit).map(char::from) {
        Ok('\n') => "\\n".to_owned(),
        Ok('\r') => "\\r".to_owned(),
        Ok('\t') => "\\t".to_owned(),
        Ok(c) if c == '\\' || c == quote => format!("\\{c}"),
        Ok(c) if c == ' ' || c.is_ascii_graphic() => c.to_string(),
        _ => format!("\\u{unit:04x}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_constants_of_their_types() {
        let known = [
            (Value::Byte(-3), "(byte) -3"),
            (Value::Int(i32::MIN), "-2147483648"),
            (Value::Long(7), "7L"),
            (Value::Char(39), "'\\''"),
            (Value::Char(0xd800), "'\\ud800'"),
            (Value::Text("a\"\\\nb'\u{e9}\u{7f}".encode_utf16().collect()), r#""a\"\\\nb'\u00e9\u007f""#),
            (Value::Float(1.5_f32.to_bits()), "1.5f"),
            (Value::Double((-0.0_f64).to_bits()), "-0.0"),
            (Value::Double(f64::NEG_INFINITY.to_bits()), "Double.NEGATIVE_INFINITY"),
        ];
        for (value, text) in known {
            assert_eq!(of(&value).as_deref(), Some(text));
        }
        assert_eq!(constant(&Value::Short(5)).as_deref(), Some("5"));
    }
}
