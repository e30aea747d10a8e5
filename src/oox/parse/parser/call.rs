//! Calls on concrete values: `Main.main([1, 2], Node { value: 3, next: null })`.
//!
//! ```text
//! call   ::= callee types? '(' values ')' ('where' name '=' value, …)?
//! callee ::= 'new' name | name '.' name | object '.' name
//! value  ::= 'null' | 'true' | 'false' | number | char | string | name | object | '[' values ']'
//! object ::= name '{' (name ':' value, …) '}'
//! number ::= '-'? digits ('/' '-'? digits)?          digits with or without a decimal point
//! ```
//!
//! `types` are those of the parameters in parentheses, for an overloaded method.

use super::{Failed, Parser, Res};
use crate::front::calls::{Call, Literal, LiteralKind, Name};
use crate::inputs::Value;
use crate::num::Num;
use crate::oox::parse::lexer::{Tok, unescape};
use crate::source::{Diagnostic, Phase, SourceFile, Span};

/// Parses a call on concrete values. Call it [`on_big_stack`](crate::stack::on_big_stack) as well.
pub fn parse(source: &SourceFile) -> Result<Call, Vec<Diagnostic>> {
    let mut parser = Parser::new(source);
    match parser.whole_call() {
        Ok(call) if parser.diagnostics.is_empty() => Ok(call),
        _ => Err(parser.diagnostics),
    }
}

impl Parser<'_> {
    fn whole_call(&mut self) -> Res<Call> {
        let start = self.span();
        let (receiver, mut method) = self.callee()?;
        let callee = start.to(self.prev_span());
        if self.has_types() {
            let types = self.span();
            while !self.eat(Tok::RParen) {
                self.bump();
            }
            method += self.source.slice(types.to(self.prev_span()));
        }
        let open = self.sign(Tok::LParen)?;
        let args = self.values(Tok::RParen)?;
        let list = open.to(self.prev_span());
        let mut named = Vec::new();
        if self.soft(0, "where") {
            self.bump();
            loop {
                let name = self.name_of("the name of an object or array")?;
                self.sign(Tok::Equals)?;
                named.push((name, self.value()?));
                if !self.eat(Tok::Comma) {
                    break;
                }
            }
        }
        match self.cur() {
            Tok::Eof => Ok(Call { receiver, method, callee, args, list, named }),
            _ if named.is_empty() => Err(self.wanted("`where` or the end")),
            _ => Err(self.wanted("`,` or the end")),
        }
    }

    fn callee(&mut self) -> Res<(Literal, String)> {
        if self.eat(Tok::New) {
            let class = self.name_of("the name of a class")?;
            let kind = LiteralKind::Plain(Value::Ref(class.text.clone()));
            return Ok((Literal { kind, span: class.span }, class.text));
        }
        if self.cur() != Tok::Ident {
            return Err(self.wanted("a call, such as `Main.main(1, [2, 3])`"));
        }
        let receiver = self.value()?;
        self.sign(Tok::Dot)?;
        Ok((receiver, self.name_of("the name of a method")?.text))
    }

    /// Whether the parentheses here are followed by others.
    fn has_types(&self) -> bool {
        let mut ahead = 0;
        while !matches!(self.peek(ahead), Tok::RParen | Tok::Eof) {
            ahead += 1;
        }
        self.cur() == Tok::LParen && self.peek(ahead) == Tok::RParen && self.peek(ahead + 1) == Tok::LParen
    }

    /// Values up to a sign, which is taken.
    fn values(&mut self, end: Tok) -> Res<Vec<Literal>> {
        self.list(end, Self::value, Self::wanted)
    }

    fn value(&mut self) -> Res<Literal> {
        let start = self.span();
        let kind = match self.cur() {
            Tok::Null => self.plain_value(Value::Null),
            Tok::True => self.plain_value(Value::Bool(true)),
            Tok::False => self.plain_value(Value::Bool(false)),
            Tok::Char => self.plain_value(Value::Char(unescape(self.text(0)))),
            Tok::String => self.plain_value(Value::String(unescape(self.text(0)))),
            Tok::Minus | Tok::Int | Tok::Real => LiteralKind::Plain(self.quotient()?),
            Tok::LBracket => {
                self.bump();
                LiteralKind::Array(self.nested(|parser| parser.values(Tok::RBracket))?)
            }
            Tok::Ident => {
                let name = self.text(0).to_owned();
                self.bump();
                match self.eat(Tok::LBrace) {
                    true => LiteralKind::Object(name, self.nested(Self::fields)?),
                    false => LiteralKind::Plain(Value::Ref(name)),
                }
            }
            _ => return Err(self.wanted("a value")),
        };
        Ok(Literal { kind, span: start.to(self.prev_span()) })
    }

    fn plain_value(&mut self, value: Value) -> LiteralKind {
        self.bump();
        LiteralKind::Plain(value)
    }

    /// The fields of an object up to the closing brace, which is taken.
    fn fields(&mut self) -> Res<Vec<(Name, Literal)>> {
        let field = |parser: &mut Self| {
            let name = parser.name_of("the name of a field")?;
            parser.sign(Tok::Colon)?;
            Ok((name, parser.value()?))
        };
        self.list(Tok::RBrace, field, Self::wanted)
    }

    /// A number, or a fraction of two.
    fn quotient(&mut self) -> Res<Value> {
        let (first, is_float) = self.signed()?;
        if !self.eat(Tok::Slash) {
            return Ok(if is_float { Value::Float(first) } else { Value::Int(first) });
        }
        let place = self.span();
        let (second, _) = self.signed()?;
        match first.checked_div(&second) {
            Some(quotient) => Ok(Value::Float(quotient)),
            None => Err(self.fail(Diagnostic::error(Phase::Parse, "E0011", place, "the denominator is zero"))),
        }
    }

    /// A number with a sign, and whether it has a decimal point.
    fn signed(&mut self) -> Res<(Num, bool)> {
        let negative = self.eat(Tok::Minus);
        let is_float = match self.cur() {
            Tok::Int => false,
            Tok::Real => true,
            _ => return Err(self.wanted("a number")),
        };
        let number = self.number()?;
        self.bump();
        Ok((if negative { -&number } else { number }, is_float))
    }

    fn name_of(&mut self, what: &str) -> Res<Name> {
        if self.cur() != Tok::Ident {
            return Err(self.wanted(what));
        }
        let text = self.text(0).to_owned();
        Ok(Name { text, span: self.bump() })
    }

    fn sign(&mut self, tok: Tok) -> Res<Span> {
        if self.cur() == tok { Ok(self.bump()) } else { Err(self.wanted(tok.describe())) }
    }

    /// Reports that the current token is not the expected one. The advice for programs does not fit calls.
    fn wanted(&mut self, expected: &str) -> Failed {
        let error = self.lexical_error().unwrap_or_else(|| {
            let found = if self.cur() == Tok::Eof { "the end".to_owned() } else { self.found() };
            let message = format!("expected {expected}, found {found}");
            self.error("E0011", message).label("unexpected")
        });
        self.fail(error)
    }
}
