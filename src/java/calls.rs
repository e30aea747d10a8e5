//! Calls as Java writes them: `com.acme.Stack.push(3, new int[] {1, 2}, null, "text", Color.RED)`. They are read here, and
//! written in [`super::call_text`]. Conditions are read in [`mod@condition`].

mod condition;

#[cfg(test)]
mod tests;

pub(super) use condition::{Binary, Condition, ConditionKind, condition};

use crate::front::calls::{Built, Call, Literal, LiteralKind, Name};
use crate::ieee::{Datum, Format};
use crate::inputs::Value;
use crate::java::classfile::descriptor::simple_name;
use crate::num::Num;
use crate::source::{Diagnostic, Phase, SourceFile, Span};

/// A call that means no run of the program.
const BAD_CALL: &str = "E0158";
/// The deepest nesting of arrays: no type has more dimensions.
const DEEPEST: usize = 255;

type Read<T> = Result<T, Vec<Diagnostic>>;

/// Reads a call of a static method or, with `new`, of a constructor, or of a method of what it makes. `Main.m(int)(3)` tells
/// overloaded methods apart.
///
/// # Errors
/// What is expected where something else stands.
pub(super) fn read(file: &SourceFile) -> Read<Call> {
    let mut reader = Reader { file, at: 0 };
    let whole = reader.here();
    let is_new = reader.word("new");
    let start = reader.here();
    let path = reader.path()?;
    let (class, mut method) = match (is_new, path.rsplit_once('.')) {
        (true, _) => (path.clone(), simple_name(&path).to_owned()),
        (false, Some((class, method))) => (class.to_owned(), method.to_owned()),
        (false, None) => return Err(reader.expected("a call, such as `Stack.push(3)`")),
    };
    let mut callee = reader.since(start);
    let types = reader.types();
    let (mut args, mut list) = reader.list()?;
    let mut receiver = Literal { kind: LiteralKind::Plain(Value::Ref(class)), span: callee };
    let made = reader.since(whole);
    if is_new && reader.takes(".") {
        receiver = Literal { kind: LiteralKind::Built(Built { class: path, types, args }), span: made };
        let start = reader.here();
        method = reader.path()?;
        callee = reader.since(start);
        method += &reader.types().unwrap_or_default();
        (args, list) = reader.list()?;
    } else {
        method += &types.unwrap_or_default();
    }
    if !reader.rest().is_empty() {
        return Err(reader.expected("the end"));
    }
    Ok(Call { receiver, method, callee, args, list, named: Vec::new() })
}

struct Reader<'a> {
    file: &'a SourceFile,
    at: usize,
}

impl Reader<'_> {
    /// What is left, without white space before it.
    fn rest(&mut self) -> &str {
        let rest = &self.file.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        &self.file.text[self.at..]
    }

    /// Where the next part begins.
    fn here(&mut self) -> usize {
        self.rest();
        self.at
    }

    fn since(&self, start: usize) -> Span {
        Span::new(start, self.at).of(self.file.id)
    }

    fn expected(&mut self, what: &str) -> Vec<Diagnostic> {
        let rest = self.rest();
        let found = match rest.chars().next() {
            Some(c) => format!("`{c}`"),
            None => "the end".to_owned(),
        };
        let length = rest.chars().next().map_or(0, char::len_utf8);
        let span = Span::new(self.at, self.at + length).of(self.file.id);
        vec![Diagnostic::error(Phase::Entry, BAD_CALL, span, format!("expected {what}, found {found}"))]
    }

    /// Takes a symbol.
    fn symbol(&mut self, symbol: &str) -> Read<()> {
        match self.takes(symbol) {
            true => Ok(()),
            false => Err(self.expected(&format!("`{symbol}`"))),
        }
    }

    fn takes(&mut self, symbol: &str) -> bool {
        let is_there = self.rest().starts_with(symbol);
        self.at += if is_there { symbol.len() } else { 0 };
        is_there
    }

    /// Takes a word, if it comes next.
    fn word(&mut self, word: &str) -> bool {
        let rest = self.rest();
        let is_there = rest.strip_prefix(word).is_some_and(|behind| !behind.starts_with(is_of_name));
        self.at += if is_there { word.len() } else { 0 };
        is_there
    }

    /// A name, with dots.
    fn path(&mut self) -> Read<String> {
        self.letters(|c| is_of_name(c) || c == '.')
    }

    /// A name, or names with dots between, of as many of these letters as there are.
    fn letters(&mut self, is_letter: fn(char) -> bool) -> Read<String> {
        let rest = self.rest();
        let length = rest.find(|c| !is_letter(c)).unwrap_or(rest.len());
        let path = rest[..length].to_owned();
        let is_name = |part: &str| part.starts_with(|c: char| is_of_name(c) && !c.is_ascii_digit());
        if !path.split('.').all(is_name) {
            return Err(self.expected("a name"));
        }
        self.at += length;
        Ok(path)
    }

    /// The types of the parameters in parentheses, if the arguments stand in further ones.
    fn types(&mut self) -> Option<String> {
        let rest = self.rest();
        let end = rest.find(')').map(|end| end + 1)?;
        let types = rest.strip_prefix('(')?[..end - 2].to_owned();
        let is_type = |c: char| is_of_name(c) || ".[], ".contains(c);
        if !types.chars().all(is_type) || !rest[end..].trim_start().starts_with('(') {
            return None;
        }
        self.at += end;
        Some(format!("({types})"))
    }

    /// Arguments in parentheses, and where they stand.
    fn list(&mut self) -> Read<(Vec<Literal>, Span)> {
        let start = self.here();
        self.symbol("(")?;
        let args = self.values(")", 0)?;
        Ok((args, self.since(start)))
    }

    /// Values up to a symbol, with commas between.
    fn values(&mut self, end: &str, depth: usize) -> Read<Vec<Literal>> {
        let mut values = Vec::new();
        if self.takes(end) {
            return Ok(values);
        }
        loop {
            values.push(self.value(depth)?);
            if self.takes(end) {
                return Ok(values);
            }
            if !self.takes(",") {
                return Err(self.expected(&format!("`,` or `{end}`")));
            }
        }
    }

    fn value(&mut self, depth: usize) -> Read<Literal> {
        let start = self.here();
        let kind = self.kind(depth)?;
        Ok(Literal { kind, span: self.since(start) })
    }

    fn kind(&mut self, depth: usize) -> Read<LiteralKind> {
        let plain = |value| Ok(LiteralKind::Plain(value));
        for (word, value) in [("null", Value::Null), ("true", Value::Bool(true)), ("false", Value::Bool(false))] {
            if self.word(word) {
                return plain(value);
            }
        }
        if self.word("new") {
            return self.array(depth);
        }
        for width in ["byte", "short", "char", "int", "long"] {
            let before = self.at;
            if self.takes("(") && self.word(width) && self.takes(")") {
                return self.number();
            }
            self.at = before;
        }
        match self.rest().chars().next() {
            Some('\'') => match self.units('\'')?[..] {
                [unit] => plain(Value::Int(Num::from(i64::from(unit)))),
                _ => Err(self.expected("one character in quotes before this")),
            },
            Some('"') => {
                let start = self.at;
                let units = self.units('"')?;
                let span = self.since(start);
                Ok(text(&units, span))
            }
            Some('-' | '0'..='9') => self.number(),
            Some(c) if is_of_name(c) => self.named(),
            _ => Err(self.expected("a value")),
        }
    }

    /// `int[] {1, 2}`, behind `new`.
    fn array(&mut self, depth: usize) -> Read<LiteralKind> {
        if depth == DEEPEST {
            return Err(self.expected("an array of fewer dimensions"));
        }
        self.path()?;
        self.symbol("[")?;
        self.symbol("]")?;
        while self.takes("[") {
            self.symbol("]")?;
        }
        self.symbol("{")?;
        Ok(LiteralKind::Array(self.values("}", depth + 1)?))
    }

    /// A number with a name, a box, or the name of another constant.
    fn named(&mut self) -> Read<LiteralKind> {
        let start = self.here();
        let path = self.path()?;
        let span = self.since(start);
        if let Some(number) = number_named(&path) {
            return Ok(LiteralKind::Plain(number));
        }
        if path != "Integer.valueOf" {
            return Ok(LiteralKind::Constant(path));
        }
        self.symbol("(")?;
        let start = self.here();
        let number = Literal { kind: self.number()?, span: self.since(start) };
        self.symbol(")")?;
        Ok(object("java.lang.Integer", number, span))
    }

    fn number(&mut self) -> Read<LiteralKind> {
        let rest = self.rest();
        let digits = |text: &str| text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let sign = usize::from(rest.starts_with('-'));
        let whole = sign + digits(&rest[sign..]);
        let mut length = whole;
        if rest[length..].starts_with('.') {
            length += 1 + digits(&rest[length + 1..]);
        }
        if let Some(power) = rest[length..].strip_prefix(['e', 'E']) {
            let sign = usize::from(power.starts_with(['-', '+']));
            length += 1 + sign + digits(&power[sign..]);
        }
        let (text, behind) = (&rest[..length], &rest[length..]);
        let suffix = behind.chars().next().filter(|c| is_of_name(*c)).map(|c| c.to_ascii_lowercase());
        let place =
            |format| Datum::parse(format, text).filter(|n| n.place > format.least() && n.place < format.infinity());
        // What begins with a zero is written in base eight.
        let is_decimal = whole == sign + 1 || !rest[sign..].starts_with('0');
        let number = match suffix {
            Some('f') => place(Format::Single).map(Value::Ieee),
            Some('d') => place(Format::Double).map(Value::Ieee),
            None if length > whole => place(Format::Double).map(Value::Ieee),
            None | Some('l') if length == whole && is_decimal => text.parse::<Num>().ok().map(Value::Int),
            _ => None,
        };
        let end = length + usize::from(suffix.is_some());
        match number.filter(|_| whole > sign && !rest[end..].starts_with(is_of_name)) {
            Some(number) => {
                self.at += end;
                Ok(LiteralKind::Plain(number))
            }
            None => Err(self.expected("a number")),
        }
    }

    /// The UTF-16 units between quotes.
    fn units(&mut self, quote: char) -> Read<Vec<u16>> {
        let mut units = Vec::new();
        self.at += quote.len_utf8();
        loop {
            let rest = &self.file.text[self.at..];
            let mut letters = rest.chars();
            let (taken, unit) = match (letters.next(), letters.next()) {
                (Some(c), _) if c == quote => {
                    self.at += c.len_utf8();
                    return Ok(units);
                }
                (Some('\\'), Some('u')) => {
                    let digits = rest.get(2..6).filter(|digits| digits.chars().all(|c| c.is_ascii_hexdigit()));
                    (6, digits.and_then(|digits| u16::from_str_radix(digits, 16).ok()))
                }
                (Some('\\'), Some(c)) => {
                    let known = "ntrbfs0'\"\\".chars().zip("\n\t\r\u{8}\u{c} \0'\"\\".chars());
                    (1 + c.len_utf8(), known.into_iter().find(|(own, _)| *own == c).map(|(_, unit)| unit as u16))
                }
                (Some(c), _) => {
                    units.extend(c.encode_utf16(&mut [0; 2]).iter());
                    self.at += c.len_utf8();
                    continue;
                }
                (None, _) => return Err(self.expected(&format!("`{quote}`"))),
            };
            units.push(unit.ok_or_else(|| self.expected("an escape of Java"))?);
            self.at += taken;
        }
    }
}

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

/// The numbers that have names.
fn number_named(path: &str) -> Option<Value> {
    let (class, name) = path.strip_prefix("java.lang.").unwrap_or(path).split_once('.')?;
    let int = |least: i64, most: i64| match name {
        "MIN_VALUE" => Some(Value::Int(least.into())),
        "MAX_VALUE" => Some(Value::Int(most.into())),
        _ => None,
    };
    let float = |least: Datum, most: Datum| {
        let format = least.format;
        let place = match name {
            "NaN" => format.nan(),
            "POSITIVE_INFINITY" => format.infinity(),
            "NEGATIVE_INFINITY" => format.least(),
            "MIN_VALUE" => least.place,
            "MAX_VALUE" => most.place,
            _ => return None,
        };
        Some(Value::Ieee(Datum { format, place }))
    };
    match class {
        "Byte" => int(i8::MIN.into(), i8::MAX.into()),
        "Short" => int(i16::MIN.into(), i16::MAX.into()),
        "Character" => int(0, u16::MAX.into()),
        "Integer" => int(i32::MIN.into(), i32::MAX.into()),
        "Long" => int(i64::MIN, i64::MAX),
        "Float" => float(f32::from_bits(1).into(), f32::MAX.into()),
        "Double" => float(f64::from_bits(1).into(), f64::MAX.into()),
        _ => None,
    }
}

/// An object that holds a value.
fn object(class: &str, value: Literal, span: Span) -> LiteralKind {
    LiteralKind::Object(class.to_owned(), vec![(Name { text: "value".to_owned(), span }, value)])
}

/// A text: an object with its units.
fn text(units: &[u16], span: Span) -> LiteralKind {
    let unit = |unit: &u16| {
        let kind = LiteralKind::Plain(Value::Int(Num::from(i64::from(*unit))));
        Literal { kind, span }
    };
    let units = LiteralKind::Array(units.iter().map(unit).collect());
    object("java.lang.String", Literal { kind: units, span }, span)
}
