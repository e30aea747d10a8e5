//! Recursive descent over the tokens.
//!
//! An error is reported at the first token that cannot continue the program, and only the first error of a statement or
//! member. The parser then goes to the end of that statement or member (`recovery`) and on from there, so that one run
//! shows all errors of a file. Reporting stops altogether after [`MAX_REPORTS`] errors, which also bounds the work that
//! recovery can take.

mod call;
mod expr;
mod item;
mod recovery;
mod report;
mod stmt;

use super::ast::{BaseType, Ident, Program, Type};
use super::lexer::{Tok, Token, tokenize};
use super::{MAX_DEPTH, MAX_DIMS, Parsed};
use crate::source::{Diagnostic, SourceFile, Span};

/// How many errors, and how many warnings, are reported for one file.
const MAX_REPORTS: usize = 100;

/// A part could not be parsed; the error has been reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Failed {
    /// The current token is the one that could not continue the part.
    Here,
    /// The current token is already behind the part.
    Recovered,
}

type Res<T> = Result<T, Failed>;

struct Parser<'a> {
    source: &'a SourceFile,
    tokens: Vec<Token>,
    /// Index of the current token. The last token is [`Tok::Eof`] and is never passed.
    pos: usize,
    /// How many nested parts of the tree are being parsed.
    depth: u32,
    /// Whether the program declares a class or a method called `cover`.
    declares_cover: bool,
    /// Whether a quantifier may be in parentheses here.
    formula: bool,
    diagnostics: Vec<Diagnostic>,
    errors: usize,
    warnings: usize,
    /// The token at which the last error was reported; no other error is reported there.
    last_error: Option<usize>,
    /// No more is read or reported.
    stopped: bool,
}

pub use call::parse as call;

/// Parses a whole file. Call it [`on_big_stack`](crate::stack::on_big_stack) where the text is not known to be harmless.
pub fn parse(source: &SourceFile) -> Parsed {
    let mut parser = Parser::new(source);
    let mut program = Program::default();
    parser.program(&mut program);
    Parsed { program, diagnostics: parser.diagnostics }
}

/// Whether the tokens of a program declare a class or a method of this name. A method is declared where the name of a type
/// and then its own name are before a parenthesis.
fn declares(source: &SourceFile, tokens: &[Token], name: &str) -> bool {
    tokens.windows(3).any(|window| {
        let [before, token, after] = [window[0], window[1], window[2]];
        let is_type = before.tok.is_type() || matches!(before.tok, Tok::Ident | Tok::RBracket);
        let is_class = before.tok == Tok::Class || source.slice(before.span) == "interface";
        let is_declared = is_class || is_type && after.tok == Tok::LParen;
        is_declared && token.tok == Tok::Ident && source.slice(token.span) == name
    })
}

impl<'a> Parser<'a> {
    fn new(source: &'a SourceFile) -> Self {
        let here = |token: Token| Token { span: token.span.of(source.id), ..token };
        let tokens: Vec<Token> = tokenize(&source.text).into_iter().map(here).collect();
        Parser {
            source,
            declares_cover: declares(source, &tokens, stmt::COVER),
            tokens,
            pos: 0,
            depth: 0,
            formula: false,
            diagnostics: Vec::new(),
            errors: 0,
            warnings: 0,
            last_error: None,
            stopped: false,
        }
    }
}

impl Parser<'_> {
    fn cur(&self) -> Tok {
        self.tokens[self.pos].tok
    }

    /// The kind of the token `ahead` places on.
    fn peek(&self, ahead: usize) -> Tok {
        self.tokens.get(self.pos + ahead).map_or(Tok::Eof, |t| t.tok)
    }

    fn span(&self) -> Span {
        self.tokens[self.pos].span
    }

    /// The place of the last token taken.
    fn prev_span(&self) -> Span {
        self.tokens[self.pos.saturating_sub(1)].span
    }

    /// The text of the token `ahead` places on.
    fn text(&self, ahead: usize) -> &str {
        self.tokens.get(self.pos + ahead).map_or("", |t| self.source.slice(t.span))
    }

    /// Whether the token `ahead` places on is the name `word`: how soft words are recognised.
    fn soft(&self, ahead: usize, word: &str) -> bool {
        self.peek(ahead) == Tok::Ident && self.text(ahead) == word
    }

    /// Takes the current token.
    fn bump(&mut self) -> Span {
        let span = self.span();
        if self.pos + 1 < self.tokens.len() {
            self.pos += 1;
        }
        span
    }

    /// Takes the current token if it is of the kind.
    fn eat(&mut self, tok: Tok) -> bool {
        let there = self.cur() == tok;
        if there {
            self.bump();
        }
        there
    }

    fn expect(&mut self, tok: Tok) -> Res<Span> {
        if self.cur() == tok { Ok(self.bump()) } else { Err(self.unexpected(tok.describe())) }
    }

    /// Parts with commas between them, up to a token, which is taken. `wrong` reports that something else is expected.
    fn list<T>(
        &mut self,
        end: Tok,
        part: impl Fn(&mut Self) -> Res<T>,
        wrong: impl Fn(&mut Self, &str) -> Failed,
    ) -> Res<Vec<T>> {
        let mut parts = Vec::new();
        while !self.eat(end) {
            parts.push(part(self)?);
            if self.cur() != end && !self.eat(Tok::Comma) {
                return Err(wrong(self, &format!("`,` or {}", end.describe())));
            }
        }
        Ok(parts)
    }

    /// Parts in parentheses, with commas between them.
    fn parenthesised<T>(&mut self, part: impl Fn(&mut Self) -> Res<T>) -> Res<Vec<T>> {
        self.expect(Tok::LParen)?;
        self.list(Tok::RParen, part, Self::unexpected)
    }

    /// Whether the current token is the first of its line.
    fn at_new_line(&self) -> bool {
        let between = Span { start: self.prev_span().end, ..self.span() };
        self.source.slice(between).contains('\n')
    }

    /// Takes a semicolon. One that is missing at the end of a line or block is reported, and then treated as present.
    fn semicolon(&mut self) -> Res<()> {
        if self.eat(Tok::Semi) {
            return Ok(());
        }
        let failed = self.unexpected("`;`");
        if self.at_new_line() || self.cur() == Tok::RBrace { Ok(()) } else { Err(failed) }
    }

    fn ident(&mut self, what: &str) -> Res<Ident> {
        if self.cur() != Tok::Ident {
            return Err(self.unexpected(what));
        }
        let name = self.text(0).to_owned();
        Ok(Ident { name, span: self.bump() })
    }

    /// Parses a part one level deeper.
    fn nested<T>(&mut self, part: impl FnOnce(&mut Self) -> Res<T>) -> Res<T> {
        if self.depth >= MAX_DEPTH {
            return Err(self.too_deep());
        }
        self.depth += 1;
        let result = part(self);
        self.depth -= 1;
        result
    }

    /// A type without `[]`.
    fn base_type(&mut self) -> Res<Type> {
        let base = match self.cur().base_type() {
            Some(base) => base,
            None if self.cur() == Tok::Ident => BaseType::Class(self.text(0).to_owned()),
            None => return Err(self.unexpected("a type")),
        };
        Ok(Type { base, dims: 0, span: self.bump() })
    }

    fn ty(&mut self) -> Res<Type> {
        let mut ty = self.base_type()?;
        while self.cur() == Tok::LBracket {
            if ty.dims >= MAX_DIMS {
                return Err(self.too_many_dimensions());
            }
            self.bump();
            let end = self.expect(Tok::RBracket)?;
            ty.dims += 1;
            ty.span = ty.span.to(end);
        }
        Ok(ty)
    }
}
