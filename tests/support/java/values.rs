//! Values from outside, listed as text as for a plain JVM.

use multise::internals::java::jvm::{End, Jvm, Run, Value};

/// Runs with listed values: numbers, `true`, `false`, and quoted characters and texts. Which types they have, the run itself says, as it
/// asks for one after the other.
///
/// # Errors
/// Why there is no run, or which value does not fit.
pub fn run_listed(jvm: &Jvm, mut run: Run, words: &str) -> Result<End, String> {
    let mut words = words.split_whitespace();
    loop {
        let (observed, _) = jvm.run(&run)?;
        let End::Asked(ty) = observed.end else { return Ok(observed.end) };
        let Some(word) = words.next() else { return Err(format!("no value of type {ty} is listed")) };
        run.nondet.push(value(word, &ty).ok_or_else(|| format!("`{word}` is no {ty}"))?);
    }
}

fn value(word: &str, ty: &str) -> Option<Value> {
    Some(match ty {
        "boolean" => Value::Boolean(word.parse().ok()?),
        "byte" => Value::Byte(word.parse().ok()?),
        "short" => Value::Short(word.parse().ok()?),
        "int" => Value::Int(word.parse().ok()?),
        "long" => Value::Long(word.parse().ok()?),
        "float" => Value::Float(word.parse::<f32>().ok()?.to_bits()),
        "double" => Value::Double(word.parse::<f64>().ok()?.to_bits()),
        "char" => match word.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\'')) {
            Some(quoted) => Value::Char(quoted.encode_utf16().next()?),
            None => Value::Char(word.parse().ok()?),
        },
        // Without blanks.
        "String" => {
            let text = word.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'))?;
            Value::Text(text.encode_utf16().collect())
        }
        _ => return None,
    })
}
