//! Conditions as Java writes them: `0 <= n && (next == null || next.value > n)`. No name in them is resolved.

use super::{DEEPEST, LiteralKind, Read, Reader};
use crate::inputs::Value;
use crate::source::{SourceFile, Span};

/// A condition, or a part of one.
#[derive(Clone, Debug)]
pub(in crate::java) struct Condition {
    pub kind: ConditionKind,
    pub span: Span,
}

/// The kinds of parts of conditions.
#[derive(Clone, Debug)]
pub(in crate::java) enum ConditionKind {
    Null,
    /// A number, a character or a truth value.
    Literal(Value),
    /// A number that is a `long`, whatever its size is.
    Long(Value),
    /// A parameter, `this`, a field of it, or the beginning of the name of a class.
    Name(String),
    Field(Box<Condition>, String),
    Element(Box<Condition>, Box<Condition>),
    Not(Box<Condition>),
    Minus(Box<Condition>),
    Binary(Binary, Box<Condition>, Box<Condition>),
}

/// Operators with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::java) enum Binary {
    Or,
    And,
    Equal,
    Different,
    Less,
    AtMost,
    Greater,
    AtLeast,
    Add,
    Sub,
    Mul,
    Div,
    Rem,
}

/// The operators, those that bind least first; of two that begin alike the longer one first.
const LEVELS: [&[(&str, Binary)]; 6] = [
    &[("||", Binary::Or)],
    &[("&&", Binary::And)],
    &[("==", Binary::Equal), ("!=", Binary::Different)],
    &[("<=", Binary::AtMost), ("<", Binary::Less), (">=", Binary::AtLeast), (">", Binary::Greater)],
    &[("+", Binary::Add), ("-", Binary::Sub)],
    &[("*", Binary::Mul), ("/", Binary::Div), ("%", Binary::Rem)],
];

/// The most bytes of a condition. Its parts are not nested more deeply than it is long.
const LONGEST: usize = 4096;

/// Reads a condition.
///
/// # Errors
/// What is expected where something else stands.
pub(in crate::java) fn condition(file: &SourceFile) -> Read<Condition> {
    let mut reader = Reader { file, at: 0 };
    if file.text.len() > LONGEST {
        return Err(reader.expected("a shorter condition"));
    }
    let read = reader.binary(0, 0)?;
    match reader.rest().is_empty() {
        true => Ok(read),
        false => Err(reader.expected("an operator or the end")),
    }
}

impl Reader<'_> {
    /// An expression of operators from a level on.
    fn binary(&mut self, level: usize, depth: usize) -> Read<Condition> {
        let Some(operators) = LEVELS.get(level) else { return self.unary(depth) };
        let start = self.here();
        let mut left = self.binary(level + 1, depth)?;
        while let Some((_, operator)) = operators.iter().find(|(symbol, _)| self.takes(symbol)) {
            let right = self.binary(level + 1, depth)?;
            let kind = ConditionKind::Binary(*operator, Box::new(left), Box::new(right));
            left = Condition { kind, span: self.since(start) };
        }
        Ok(left)
    }

    fn unary(&mut self, depth: usize) -> Read<Condition> {
        if depth > DEEPEST {
            return Err(self.expected("a condition with fewer levels"));
        }
        let start = self.here();
        let is_number = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
        if self.takes("!") {
            let kind = ConditionKind::Not(Box::new(self.unary(depth + 1)?));
            return Ok(Condition { kind, span: self.since(start) });
        }
        if self.rest().strip_prefix('-').is_some_and(|rest| !is_number(rest)) && self.takes("-") {
            let kind = ConditionKind::Minus(Box::new(self.unary(depth + 1)?));
            return Ok(Condition { kind, span: self.since(start) });
        }
        let mut part = self.primary(depth)?;
        loop {
            let kind = if self.takes(".") {
                ConditionKind::Field(Box::new(part), self.name()?)
            } else if self.takes("[") {
                let index = self.binary(0, depth + 1)?;
                self.symbol("]")?;
                ConditionKind::Element(Box::new(part), Box::new(index))
            } else {
                return Ok(part);
            };
            part = Condition { kind, span: self.since(start) };
        }
    }

    fn primary(&mut self, depth: usize) -> Read<Condition> {
        let start = self.here();
        if self.takes("(") {
            let inner = self.binary(0, depth + 1)?;
            self.symbol(")")?;
            return Ok(Condition { span: self.since(start), ..inner });
        }
        let kind = match self.rest().chars().next() {
            Some('-' | '0'..='9' | '\'') => {
                let LiteralKind::Plain(value) = self.kind(depth)? else { return Err(self.expected("a value")) };
                match self.file.text[..self.at].ends_with(['l', 'L']) {
                    true => ConditionKind::Long(value),
                    false => ConditionKind::Literal(value),
                }
            }
            Some(c) if super::is_of_name(c) => match &*self.name()? {
                "null" => ConditionKind::Null,
                "true" => ConditionKind::Literal(Value::Bool(true)),
                "false" => ConditionKind::Literal(Value::Bool(false)),
                name => ConditionKind::Name(name.to_owned()),
            },
            _ => return Err(self.expected("a condition, such as `n > 0`")),
        };
        Ok(Condition { kind, span: self.since(start) })
    }

    /// A name without dots.
    fn name(&mut self) -> Read<String> {
        self.letters(super::is_of_name)
    }
}
