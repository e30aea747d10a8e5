//! Where to go on after an error.

use super::{Failed, Parser, Res};
use crate::oox::parse::lexer::Tok;
use crate::source::Span;

impl Parser<'_> {
    /// Whether the current token can be in no class: a brace is missing.
    pub(super) fn past_class(&self) -> bool {
        match self.cur() {
            Tok::Eof => true,
            Tok::Class => self.peek(1) == Tok::Ident,
            _ => false,
        }
    }

    /// Whether the current token can be in no block: a brace is missing.
    pub(super) fn past_block(&self) -> bool {
        matches!(self.cur(), Tok::Static | Tok::Void) || self.at_method() || self.past_class()
    }

    /// Whether a method with a result type begins here. Its parameters distinguish it from a misspelt statement.
    fn at_method(&self) -> bool {
        let is_type = |tok: Tok| tok == Tok::Ident || tok.is_base_type();
        let array = self.peek(1) == Tok::LBracket && self.peek(2) == Tok::RBracket;
        let name = if array { 3 } else { 1 };
        if !is_type(self.cur()) || self.peek(name) != Tok::Ident || self.peek(name + 1) != Tok::LParen {
            return false;
        }
        match (self.peek(name + 2), self.peek(name + 3)) {
            (Tok::RParen, Tok::LBrace | Tok::Requires | Tok::Ensures | Tok::Exceptional) => true,
            (Tok::RParen, Tok::Ident) => self.soft(name + 3, "modifies"),
            (Tok::Ident, after) => {
                after == Tok::Ident || after == Tok::LBracket && self.peek(name + 4) == Tok::RBracket
            }
            (tok, _) => is_type(tok),
        }
    }

    /// Takes an opening brace. A missing one is reported. It is then treated as present if the current token can only be behind
    /// it.
    pub(super) fn open_brace(&mut self) -> Res<Span> {
        if self.cur() == Tok::LBrace {
            return Ok(self.bump());
        }
        let failed = self.unexpected("`{`");
        let here = self.span();
        let content = match (self.cur(), self.peek(1)) {
            (Tok::Ident, Tok::Assign | Tok::Dot) | (Tok::Static | Tok::Void, _) => true,
            (Tok::Ident, Tok::Ident | Tok::LBracket) | (Tok::RBrace, _) => self.at_new_line(),
            (tok, _) => begins_statement(tok),
        };
        if content { Ok(Span { end: here.start, ..here }) } else { Err(failed) }
    }

    /// After a failed statement that began at token `start`: goes behind it, or to what must be the next one.
    pub(super) fn skip_statement(&mut self, start: usize, failed: Failed) {
        if failed == Failed::Recovered || self.stopped {
            return;
        }
        self.close_parens(start);
        if self.pos == start && !matches!(self.cur(), Tok::Semi | Tok::LBrace) {
            self.bump();
        }
        loop {
            match self.cur() {
                Tok::Semi => {
                    self.bump();
                    return;
                }
                Tok::LBrace | Tok::RBrace => return,
                tok if begins_statement(tok) || self.past_block() => return,
                _ => {
                    self.bump();
                }
            }
        }
    }

    /// After a failed condition that began at token `start`: goes behind its closing parenthesis, if there is one.
    pub(super) fn close_parens(&mut self, start: usize) -> bool {
        let mut open = 0_usize;
        for token in &self.tokens[start..self.pos] {
            match token.tok {
                Tok::LParen | Tok::LBracket => open += 1,
                Tok::RParen | Tok::RBracket => open = open.saturating_sub(1),
                _ => {}
            }
        }
        if open == 0 {
            return false;
        }
        for (i, token) in self.tokens.iter().enumerate().skip(self.pos) {
            match token.tok {
                Tok::LParen | Tok::LBracket => open += 1,
                Tok::RParen | Tok::RBracket => open -= 1,
                Tok::LBrace | Tok::RBrace | Tok::Eof | Tok::Class | Tok::Static => return false,
                tok if is_word_of_statement(tok) => return false,
                _ => {}
            }
            if open == 0 {
                self.pos = i + 1;
                return true;
            }
        }
        false
    }

    /// The token behind the parenthesis that closes the one `ahead` places on; nothing where none closes it before a
    /// token that is in no parentheses.
    pub(super) fn behind_parentheses(&self, ahead: usize) -> Option<Tok> {
        let mut open = 0_usize;
        for (i, token) in self.tokens.iter().enumerate().skip(self.pos + ahead) {
            match token.tok {
                Tok::LParen => open += 1,
                Tok::RParen => open -= 1,
                Tok::LBrace | Tok::RBrace | Tok::Semi | Tok::Eof => return None,
                _ => {}
            }
            if open == 0 {
                return self.tokens.get(i + 1).map(|t| t.tok);
            }
        }
        None
    }

    /// After a failed member that began at token `start`: goes behind it, body included.
    pub(super) fn skip_member(&mut self, start: usize) {
        loop {
            match self.cur() {
                Tok::Semi => {
                    self.bump();
                    return;
                }
                Tok::LBrace => {
                    self.skip_braces();
                    return;
                }
                Tok::RBrace => return,
                Tok::Static if self.pos > start => return,
                _ if self.past_class() => return,
                _ => {
                    self.bump();
                }
            }
        }
    }

    /// Goes behind the brace that closes the one at the current token.
    fn skip_braces(&mut self) {
        let mut open = 0_usize;
        loop {
            match self.cur() {
                Tok::LBrace => open += 1,
                Tok::RBrace => open -= 1,
                Tok::Eof => return,
                _ => {}
            }
            self.bump();
            if open == 0 {
                return;
            }
        }
    }

    /// After a failed class header: goes to its opening brace, or to what must be the next class.
    pub(super) fn skip_to_body(&mut self) -> bool {
        while !matches!(self.cur(), Tok::LBrace | Tok::Class | Tok::Eof) {
            self.bump();
        }
        self.cur() == Tok::LBrace
    }

    /// After something that is no class: goes to the next one.
    pub(super) fn skip_to_class(&mut self) {
        self.bump();
        while self.cur() != Tok::Eof && !self.at_class() {
            self.bump();
        }
    }
}

/// Whether a token can only be where a statement begins (or a type in parentheses).
fn begins_statement(tok: Tok) -> bool {
    tok.is_base_type() || is_word_of_statement(tok)
}

/// Whether a token is the first word of a statement, and of nothing else.
fn is_word_of_statement(tok: Tok) -> bool {
    use Tok::{Assert, Assume, Fork, If, Join, Lock, Return, Throw, Try, While};
    matches!(tok, Assert | Assume | If | While | Return | Throw | Try | Lock | Fork | Join)
}
