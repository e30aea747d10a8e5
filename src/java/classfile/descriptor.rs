//! The types that descriptors write: `(I[JLjava/lang/String;)V`.

use super::op::Kind;

/// The descriptors of the primitive types, their names, and the classes of their boxes.
const PRIMITIVES: [(&str, &str, &str); 8] = [
    ("Z", "boolean", "java/lang/Boolean"),
    ("B", "byte", "java/lang/Byte"),
    ("S", "short", "java/lang/Short"),
    ("C", "char", "java/lang/Character"),
    ("I", "int", "java/lang/Integer"),
    ("J", "long", "java/lang/Long"),
    ("F", "float", "java/lang/Float"),
    ("D", "double", "java/lang/Double"),
];

/// The name of a primitive type.
pub fn primitive(descriptor: &str) -> Option<&'static str> {
    PRIMITIVES.into_iter().find(|known| known.0 == descriptor).map(|known| known.1)
}

/// The primitive type with a name.
pub fn primitive_named(name: &str) -> Option<&'static str> {
    PRIMITIVES.into_iter().find(|known| known.1 == name).map(|known| known.0)
}

/// The class of the boxes of a primitive type.
pub fn boxes(descriptor: &str) -> Option<&'static str> {
    PRIMITIVES.into_iter().find(|known| known.0 == descriptor).map(|known| known.2)
}

/// The primitive type whose boxes a class has.
pub fn boxed(class: &str) -> Option<&'static str> {
    PRIMITIVES.into_iter().find(|known| known.2 == class).map(|known| known.0)
}

/// The types of the parameters of a method and of its result, `V` for none; nothing where the descriptor is malformed.
pub fn method(descriptor: &str) -> Option<(Vec<&str>, &str)> {
    let mut rest = descriptor.strip_prefix('(')?;
    let mut parameters = Vec::new();
    while !rest.starts_with(')') {
        let (first, others) = rest.split_at(length(rest)?);
        parameters.push(first);
        rest = others;
    }
    let result = &rest[1..];
    (result == "V" || field(result)).then_some((parameters, result))
}

/// The kinds of parameters of these types, and their variables, which begin with the `first`.
pub fn slots<'t>(types: &'t [&'t str], first: u16) -> impl Iterator<Item = (Kind, u16)> + 't {
    types.iter().filter_map(|ty| kind(ty)).scan(first, |next, kind| {
        let slot = *next;
        *next += 1 + u16::from(kind.is_wide());
        Some((kind, slot))
    })
}

/// Whether this is the descriptor of a field.
pub fn field(descriptor: &str) -> bool {
    length(descriptor) == Some(descriptor.len())
}

/// The kind of values of a type; nothing for `V`.
pub fn kind(descriptor: &str) -> Option<Kind> {
    Some(match descriptor.as_bytes().first()? {
        b'B' | b'C' | b'I' | b'S' | b'Z' => Kind::Int,
        b'J' => Kind::Long,
        b'F' => Kind::Float,
        b'D' => Kind::Double,
        b'L' | b'[' => Kind::Ref,
        _ => return None,
    })
}

/// The descriptor of a class or array type, as code names it.
pub fn of_class(name: &str) -> String {
    if name.starts_with('[') { name.to_owned() } else { format!("L{name};") }
}

/// The class that a descriptor names, if it is no array and no primitive type.
pub fn class(descriptor: &str) -> Option<&str> {
    descriptor.strip_prefix('L')?.strip_suffix(';')
}

/// The name of a class as the language writes it: `java.util.Map$Entry`.
pub fn dotted(name: &str) -> String {
    name.replace('/', ".")
}

/// The type as the language writes it, with the full name of a class: `java.lang.String[]`.
pub fn shown(descriptor: &str) -> String {
    let base = descriptor.trim_start_matches('[');
    let name = primitive(base).map_or_else(|| dotted(class(base).unwrap_or(base)), str::to_owned);
    name + &"[]".repeat(descriptor.len() - base.len())
}

/// The last part of the name of a class or type.
pub fn simple_name(name: &str) -> &str {
    name.rsplit(['/', '.', '$']).next().unwrap_or(name)
}

/// The number of bytes of the type with which a text begins.
fn length(text: &str) -> Option<usize> {
    let dims = text.bytes().take_while(|b| *b == b'[').count();
    if dims > 255 {
        return None;
    }
    let base = match text.as_bytes().get(dims)? {
        b'B' | b'C' | b'D' | b'F' | b'I' | b'J' | b'S' | b'Z' => 1,
        b'L' => {
            let name = &text[dims + 1..];
            let end = name.find(';').filter(|end| *end > 0)?;
            if name[..end].contains(['[', '.', '(', ')']) {
                return None;
            }
            end + 2
        }
        _ => return None,
    };
    Some(dims + base)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_have_simple_names() {
        for (class, name) in [("a.b.Outer$Inner", "Inner"), ("Main", "Main"), ("a.B", "B"), ("a/B", "B")] {
            assert_eq!(simple_name(class), name);
        }
    }

    #[test]
    fn methods_have_parameters_and_a_result() {
        assert_eq!(method("(I[JLa/B;Z)V"), Some((vec!["I", "[J", "La/B;", "Z"], "V")));
        assert_eq!(method("()[[D"), Some((vec![], "[[D")));
        assert_eq!(method("([La/B;Lc/D;)V"), Some((vec!["[La/B;", "Lc/D;"], "V")));
        for wrong in ["", "()", "(V)V", "(L;)V", "(La)V", "(I", "(I)VV", "I", "(Lä)V", "([)V", "(La/B)V"] {
            assert_eq!(method(wrong), None, "{wrong}");
        }
    }
}
