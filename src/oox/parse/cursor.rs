//! What its tokens show about a place of a text that is being written.

use super::lexer::{Tok, Token, tokenize};
use crate::source::Span;

/// What can begin at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Nothing that is known: the name of a declaration, a number, a string, a comment.
    Nothing,
    /// A class or interface.
    Class,
    /// What follows the name of a class.
    Heritage,
    /// The name of a class or interface.
    ClassName,
    /// A member of a class.
    Member,
    /// A type.
    Type,
    /// A clause of a method, or its body.
    Clause,
    /// A statement.
    Statement,
    /// A statement or a clause of a loop.
    LoopClause,
    /// An expression without quantifiers.
    Expression,
    /// An expression of an assertion or a contract.
    Formula,
    /// What follows an operand.
    Operator,
    /// What follows `new`.
    New,
    /// The name of a member, after a dot.
    MemberOfValue,
}

/// A place in a text.
#[derive(Clone, Debug)]
pub struct Cursor {
    /// The name around it; empty if there is none.
    pub word: Span,
    /// What can begin there.
    pub place: Place,
    /// What closes the parentheses and brackets that are open there, those of the innermost block only.
    pub closers: String,
}

/// The place at a byte of a text.
pub fn cursor(text: &str, at: usize) -> Cursor {
    let tokens = tokenize(text);
    let is_before = |token: &Token| (token.span.end as usize) < at;
    let next = tokens.partition_point(is_before);
    // The token that the place is in, or at an end of.
    let touching = tokens[next..].iter().take_while(|token| token.span.start as usize <= at);
    let word = touching.clone().find(|token| token.tok == Tok::Ident || token.tok.is_word()).map(|token| token.span);
    let nowhere = Span::new(at, at);
    let inside = |token: &Token| {
        let (start, end) = (token.span.start as usize, token.span.end as usize);
        match token.tok {
            Tok::String | Tok::Char => start < at && at < end,
            Tok::OpenString | Tok::BadChar | Tok::Int | Tok::Real => start < at,
            Tok::OpenComment => start < at,
            _ => false,
        }
    };
    let begin = word.map_or(at, |word| word.start as usize);
    let count = tokens.partition_point(|token| token.tok != Tok::Eof && (token.span.end as usize) <= begin);
    let before = &tokens[..count];
    let gap = before.last().map_or(0, |token| token.span.end as usize);
    let in_comment = tokens.iter().any(|t| t.tok == Tok::OpenComment && (t.span.start as usize) < at)
        || ends_in_comment(&text[gap..begin]);
    let open = Open::new(before);
    let place = match touching.clone().any(inside) || in_comment {
        true => Place::Nothing,
        false => open.place(before, text),
    };
    Cursor { word: word.unwrap_or(nowhere), place, closers: open.closers(before) }
}

/// Whether white space and comments end inside a comment.
fn ends_in_comment(gap: &str) -> bool {
    let mut rest = gap;
    loop {
        let (line, block) = (rest.find("//"), rest.find("/*"));
        let (start, end) = match (line, block) {
            (Some(line), block) if block.is_none_or(|block| line < block) => (line, "\n"),
            (_, Some(block)) => (block, "*/"),
            _ => return false,
        };
        match rest[start + 2..].find(end) {
            Some(length) => rest = &rest[start + 2 + length + end.len()..],
            None => return true,
        }
    }
}

/// The brackets of any kind that are open, by the numbers of their tokens.
struct Open {
    braces: Vec<usize>,
    /// Those behind the last open brace.
    inner: Vec<usize>,
}

impl Open {
    fn new(tokens: &[Token]) -> Self {
        let mut open = Self { braces: Vec::new(), inner: Vec::new() };
        for (i, token) in tokens.iter().enumerate() {
            match token.tok {
                Tok::LBrace => {
                    open.braces.push(i);
                    open.inner.clear();
                }
                Tok::RBrace => {
                    open.braces.pop();
                    open.inner.clear();
                }
                // A statement ends, whatever has been forgotten in it.
                Tok::Semi => open.inner.clear(),
                Tok::LParen | Tok::LBracket => open.inner.push(i),
                Tok::RParen | Tok::RBracket => drop(open.inner.pop()),
                _ => {}
            }
        }
        open
    }

    fn closers(&self, tokens: &[Token]) -> String {
        let closer = |i: &usize| if tokens[*i].tok == Tok::LParen { ')' } else { ']' };
        self.inner.iter().rev().map(closer).collect()
    }

    fn place(&self, before: &[Token], text: &str) -> Place {
        let word = |i: usize| before.get(i).map_or("", |t| &text[t.span.start as usize..t.span.end as usize]);
        let last = before.last().map_or(Tok::Eof, |token| token.tok);
        let last_word = before.len().checked_sub(1).map_or("", word);
        match (last, self.braces.len()) {
            (Tok::Dot, _) => Place::MemberOfValue,
            (Tok::New, _) => Place::New,
            (Tok::Class, _) => Place::Nothing,
            (Tok::Eof | Tok::RBrace, 0) => Place::Class,
            (Tok::Comma, 0) => Place::ClassName,
            (_, 0) => match last_word {
                "extends" | "implements" => Place::ClassName,
                "interface" => Place::Nothing,
                "abstract" => Place::Class,
                _ => Place::Heritage,
            },
            (_, 1) => self.in_class(before.len(), last, last_word, word),
            _ => self.in_method(before, last, word),
        }
    }

    fn in_class<'t>(&self, count: usize, last: Tok, last_word: &str, word: impl Fn(usize) -> &'t str) -> Place {
        if let Some(&outer) = self.inner.first() {
            return match (outer.checked_sub(1).map_or("", word), last) {
                ("requires" | "ensures" | "exceptional", _) => operand_or(last, Place::Formula),
                ("modifies" | "decreases", _) => operand_or(last, Place::Expression),
                (_, Tok::LParen | Tok::Comma) => Place::Type,
                _ => Place::Nothing,
            };
        }
        match last {
            Tok::LBrace | Tok::RBrace | Tok::Semi | Tok::Static | Tok::Minus => Place::Member,
            Tok::RParen => Place::Clause,
            Tok::Ident if last_word == "abstract" && count > 1 => Place::Member,
            last => match operand_or(last, Place::Expression) {
                Place::Operator => Place::Nothing,
                place => place,
            },
        }
    }

    fn in_method<'t>(&self, before: &[Token], last: Tok, word: impl Fn(usize) -> &'t str) -> Place {
        let outer = self.inner.first().copied();
        if outer.is_none() {
            match last {
                Tok::LBrace | Tok::RBrace | Tok::Semi | Tok::Else | Tok::Try => return Place::Statement,
                Tok::RParen => {
                    return match self.head_of(before, word) {
                        "while" | "invariant" | "decreases" => Place::LoopClause,
                        "if" | "lock" => Place::Statement,
                        _ => Place::Operator,
                    };
                }
                Tok::Forall | Tok::Exists => return Place::Nothing,
                _ => {}
            }
        }
        let is_statement_end = |token: &Token| matches!(token.tok, Tok::LBrace | Tok::RBrace | Tok::Semi);
        let statement = before.iter().rposition(is_statement_end).map_or(0, |end| end + 1);
        let first = before.get(statement).map(|token| token.tok);
        let is_cover = word(statement) == "cover";
        if is_cover && before.len() == statement + 1 {
            return Place::Formula;
        }
        let clause = outer.and_then(|outer| outer.checked_sub(1)).map_or("", &word);
        match clause == "invariant" || is_cover || matches!(first, Some(Tok::Assert | Tok::Assume)) {
            true => operand_or(last, Place::Formula),
            false => operand_or(last, Place::Expression),
        }
    }

    /// The word before the parentheses that end here.
    fn head_of<'t>(&self, before: &[Token], word: impl Fn(usize) -> &'t str) -> &'t str {
        let mut depth = 0_usize;
        for (i, token) in before.iter().enumerate().rev() {
            match token.tok {
                Tok::RParen => depth += 1,
                Tok::LParen if depth == 1 => return i.checked_sub(1).map_or("", word),
                Tok::LParen => depth -= 1,
                _ => {}
            }
        }
        ""
    }
}

/// What can follow a token inside an expression.
fn operand_or(last: Tok, place: Place) -> Place {
    match last {
        Tok::Ident | Tok::RParen | Tok::RBracket => Place::Operator,
        last if last.is_literal() => Place::Operator,
        Tok::Forall | Tok::Exists => Place::Nothing,
        last if last.is_type() => Place::Nothing,
        _ => place,
    }
}
