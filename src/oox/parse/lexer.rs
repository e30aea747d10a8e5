//! From text to tokens.
//!
//! The lexer reports nothing. What is no token becomes a token of a kind that the grammar does not have. So the parser reports
//! it exactly where the program cannot go on because of it.

use super::ast::BaseType;
use crate::source::Span;

macro_rules! tokens {
    (words { $($word:ident $word_text:literal)* } symbols { $($sym:ident $sym_text:literal)* }) => {
        /// The kinds of token.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum Tok {
            Ident,
            Int,
            Real,
            String,
            Char,
            /// A string without its closing quote on the line (and not escaped).
            OpenString,
            /// Not exactly one character between single quotes.
            BadChar,
            /// A block comment without end.
            OpenComment,
            /// A character that begins no token.
            Stray,
            Eof,
            $($word,)*
            $($sym,)*
        }

        impl Tok {
            fn word(text: &str) -> Option<Tok> {
                match text {
                    $($word_text => Some(Tok::$word),)*
                    _ => None,
                }
            }

            /// How the kind is named in messages.
            pub(super) fn describe(self) -> &'static str {
                match self {
                    Tok::Ident => "a name",
                    Tok::Int | Tok::Real => "a number",
                    Tok::String | Tok::OpenString => "a string",
                    Tok::Char | Tok::BadChar => "a character literal",
                    Tok::OpenComment => "a comment",
                    Tok::Stray => "a stray character",
                    Tok::Eof => "the end of the file",
                    $(Tok::$word => concat!("`", $word_text, "`"),)*
                    $(Tok::$sym => concat!("`", $sym_text, "`"),)*
                }
            }

            pub(super) fn is_word(self) -> bool {
                matches!(self, $(Tok::$word)|*)
            }
        }

        /// Of two symbols that begin alike, the longer one is first.
        const SYMBOLS: &[(&str, Tok)] = &[$(($sym_text, Tok::$sym)),*];
    };
}

tokens! {
    words {
        Assert "assert" Assume "assume" Bool "bool" Catch "catch" CharType "char" Class "class" Const "const"
        Else "else" Ensures "ensures" Exceptional "exceptional" Exists "exists" False "false" Finally "finally"
        Float "float" Forall "forall" Fork "fork" If "if" IntType "int" Join "join" Lock "lock" New "new" Null "null"
        Requires "requires" Return "return" Static "static" StringType "string" Throw "throw" True "true" Try "try"
        Uint "uint" Void "void" While "while"
    }
    symbols {
        LBrace "{" RBrace "}" LBracket "[" RBracket "]" LParen "(" RParen ")" Dot "." Comma "," Semi ";" Assign ":="
        Colon ":" Plus "+" Minus "-" Star "*" Slash "/" Percent "%" Hash "#" Le "<=" Lt "<" Ge ">=" Gt ">" Ne "!=" Bang "!"
        AndAnd "&&" OrOr "||" Implies "==>" EqEq "==" Equals "="
    }
}

impl Tok {
    /// The type without `[]` that a word names.
    pub(super) fn base_type(self) -> Option<BaseType> {
        Some(match self {
            Tok::IntType => BaseType::Int,
            Tok::Uint => BaseType::Uint,
            Tok::Float => BaseType::Float,
            Tok::Bool => BaseType::Bool,
            Tok::CharType => BaseType::Char,
            Tok::StringType => BaseType::String,
            _ => return None,
        })
    }

    /// Whether the word is a type.
    pub(super) fn is_base_type(self) -> bool {
        self.base_type().is_some()
    }

    /// Whether the word is a type, or can be where a type can.
    pub(super) fn is_type(self) -> bool {
        self.is_base_type() || self == Tok::Void
    }

    /// Whether it is a whole expression, the same wherever it is.
    pub(super) fn is_literal(self) -> bool {
        matches!(self, Tok::Int | Tok::Real | Tok::String | Tok::Char | Tok::True | Tok::False | Tok::Null)
    }
}

/// A token: its kind and its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) tok: Tok,
    pub(super) span: Span,
}

/// Splits a text into its tokens; the last one is [`Tok::Eof`], an empty place at the end.
pub(super) fn tokenize(text: &str) -> Vec<Token> {
    let mut lexer = Lexer { text, bytes: text.as_bytes(), pos: 0 };
    let mut tokens = Vec::with_capacity(text.len() / 4);
    if text.starts_with('\u{feff}') {
        lexer.pos = '\u{feff}'.len_utf8();
    }
    loop {
        let token = lexer.next_token();
        tokens.push(token);
        if token.tok == Tok::Eof {
            return tokens;
        }
    }
}

/// Start and end of the first name.
pub(super) fn first_name(text: &str) -> Option<(usize, usize)> {
    let mut lexer = Lexer { text, bytes: text.as_bytes(), pos: 0 };
    loop {
        match lexer.next_token() {
            Token { tok: Tok::Ident, span } => return Some((span.start as usize, span.end as usize)),
            Token { tok: Tok::Eof | Tok::OpenComment, .. } => return None,
            _ => {}
        }
    }
}

/// Whether the grammar allows a declaration to have this name.
pub fn is_name(text: &str) -> bool {
    first_name(text) == Some((0, text.len()))
}

struct Lexer<'a> {
    text: &'a str,
    bytes: &'a [u8],
    pos: usize,
}

impl Lexer<'_> {
    /// The byte `ahead` places on; NUL, which begins no token, past the end.
    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.pos + ahead).copied().unwrap_or(0)
    }

    fn eat_while(&mut self, wanted: impl Fn(u8) -> bool) {
        while self.bytes.get(self.pos).is_some_and(|&b| wanted(b)) {
            self.pos += 1;
        }
    }

    /// Steps over a whole character.
    fn eat_char(&mut self) -> Option<char> {
        let c = self.text[self.pos..].chars().next()?;
        self.pos += c.len_utf8();
        Some(c)
    }

    /// Skips white space and comments; the start of a block comment that does not end is an error.
    fn skip_trivia(&mut self) -> Result<(), usize> {
        loop {
            self.eat_while(|b| matches!(b, b' ' | b'\t' | b'\r' | b'\n'));
            match (self.peek(0), self.peek(1)) {
                (b'/', b'/') => self.eat_while(|b| b != b'\n'),
                (b'/', b'*') => {
                    let start = self.pos;
                    match self.text[start + 2..].find("*/") {
                        Some(length) => self.pos = start + 2 + length + 2,
                        None => {
                            self.pos = self.text.len();
                            return Err(start);
                        }
                    }
                }
                _ => return Ok(()),
            }
        }
    }

    fn next_token(&mut self) -> Token {
        if let Err(start) = self.skip_trivia() {
            return Token { tok: Tok::OpenComment, span: Span::new(start, start + 2) };
        }
        let start = self.pos;
        let tok = match self.peek(0) {
            _ if start >= self.bytes.len() => Tok::Eof,
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => {
                self.eat_while(|b| b.is_ascii_alphanumeric() || b == b'_');
                Tok::word(&self.text[start..self.pos]).unwrap_or(Tok::Ident)
            }
            b'0'..=b'9' => self.number(),
            b'"' => self.string(),
            b'\'' => self.char(),
            _ => self.symbol(),
        };
        Token { tok, span: Span::new(start, self.pos) }
    }

    fn number(&mut self) -> Tok {
        self.eat_while(|b| b.is_ascii_digit());
        if self.peek(0) == b'.' && self.peek(1).is_ascii_digit() {
            self.pos += 1;
            self.eat_while(|b| b.is_ascii_digit());
            return Tok::Real;
        }
        Tok::Int
    }

    fn string(&mut self) -> Tok {
        self.pos += 1;
        loop {
            match self.bytes.get(self.pos) {
                None | Some(b'\n') => return Tok::OpenString,
                Some(b'"') => {
                    self.pos += 1;
                    return Tok::String;
                }
                Some(b'\\') => {
                    self.pos += 1;
                    self.eat_char();
                }
                Some(_) => self.pos += 1,
            }
        }
    }

    fn char(&mut self) -> Tok {
        self.pos += 1;
        match self.peek(0) {
            b'\'' => {
                self.pos += 1;
                return Tok::BadChar;
            }
            b'\n' => return Tok::BadChar,
            b'\\' => {
                self.pos += 1;
                self.eat_char();
            }
            _ => {
                self.eat_char();
            }
        }
        if self.peek(0) == b'\'' {
            self.pos += 1;
            return Tok::Char;
        }
        // Take the closing quote of a literal that is too long, so that it does not open another one.
        let end = self.bytes[self.pos..].iter().take(32).position(|&b| matches!(b, b'\'' | b'\n' | b';'));
        if let Some(length) = end
            && self.bytes[self.pos + length] == b'\''
        {
            self.pos += length + 1;
        }
        Tok::BadChar
    }

    fn symbol(&mut self) -> Tok {
        let rest = &self.bytes[self.pos..];
        let found = SYMBOLS.iter().find(|(text, _)| rest.starts_with(text.as_bytes()));
        let Some((text, tok)) = found else {
            self.eat_char();
            return Tok::Stray;
        };
        self.pos += text.len();
        *tok
    }
}

/// The text that a string or character literal stands for. `\n`, `\t`, `\r` and `\0` are control characters; any other
/// escaped character is itself.
pub fn unescape(literal: &str) -> String {
    let inner = &literal[1..literal.len() - 1];
    let mut text = String::with_capacity(inner.len());
    let mut chars = inner.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            text.push(c);
            continue;
        }
        match chars.next() {
            Some('n') => text.push('\n'),
            Some('t') => text.push('\t'),
            Some('r') => text.push('\r'),
            Some('0') => text.push('\0'),
            Some(other) => text.push(other),
            None => {}
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    fn check(text: &str, expected: Expect) {
        let tokens = tokenize(text);
        let shown: Vec<String> = tokens
            .iter()
            .map(|t| {
                let text = &text[t.span.start as usize..t.span.end as usize];
                if t.tok.is_word() || t.tok.describe() == format!("`{text}`") {
                    text.to_owned()
                } else {
                    format!("{:?}({text})", t.tok)
                }
            })
            .collect();
        expected.assert_eq(&shown.join(" "));
    }

    #[test]
    fn the_longest_symbol_wins() {
        check(
            "==>= ===> <== >== !== :== &&& ::= =>",
            expect!["==> = == = > <= = >= = != = := = && Stray(&) : := = > Eof()"],
        );
    }

    #[test]
    fn names_may_begin_with_an_underscore_and_hold_words() {
        check("_a assert1 Class class x_9", expect!["Ident(_a) Ident(assert1) Ident(Class) class Ident(x_9) Eof()"]);
    }

    #[test]
    fn soft_words_are_names() {
        check(
            "break continue this retval super instanceof extends",
            expect![
                "Ident(break) Ident(continue) Ident(this) Ident(retval) Ident(super) Ident(instanceof) Ident(extends) Eof()"
            ],
        );
    }

    #[test]
    fn numbers() {
        check(
            "12 1.50 1. .5 1.a 1a 1.2.3 -5",
            expect![
                "Int(12) Real(1.50) Int(1) . . Int(5) Int(1) . Ident(a) Int(1) Ident(a) Real(1.2) . Int(3) - Int(5) Eof()"
            ],
        );
    }

    #[test]
    fn strings_end_at_the_first_quote_that_is_not_escaped() {
        check(
            r#""" "a" "b\"c" "\\" x"#,
            expect![[r#"String("") String("a") String("b\"c") String("\\") Ident(x) Eof()"#]],
        );
    }

    #[test]
    fn strings_end_with_the_line() {
        check(
            "\"ab\nc \"d",
            expect![[r#"
            OpenString("ab) Ident(c) OpenString("d) Eof()"#]],
        );
    }

    #[test]
    fn characters() {
        check(
            r"'a' 'é' '\'' '\n' '\\' '' 'ab' ; 'a",
            expect![[
                r"Char('a') Char('é') Char('\'') Char('\n') Char('\\') BadChar('') BadChar('ab') ; BadChar('a) Eof()"
            ]],
        );
    }

    #[test]
    fn escapes_are_decoded() {
        assert_eq!(unescape(r#""a\n\t\r\0\\\"\'\q""#), "a\n\t\r\0\\\"'q");
    }

    #[test]
    fn comments() {
        check(
            "a // b */ /*\nc /* d // */ e /* /* */ f */ g",
            expect!["Ident(a) Ident(c) Ident(e) Ident(f) * / Ident(g) Eof()"],
        );
    }

    #[test]
    fn a_block_comment_needs_an_end() {
        check("a /* b /*/ c /*/", expect!["Ident(a) Ident(c) OpenComment(/*) Eof()"]);
        check("a /*", expect!["Ident(a) OpenComment(/*) Eof()"]);
    }

    #[test]
    fn white_space_is_blank_tab_and_line_ends() {
        check("\u{feff}a\t\r\nb", expect!["Ident(a) Ident(b) Eof()"]);
        let kinds: Vec<Tok> = tokenize("\u{c}\u{a0}é\0").iter().map(|t| t.tok).collect();
        assert_eq!(kinds, [Tok::Stray, Tok::Stray, Tok::Stray, Tok::Stray, Tok::Eof]);
    }
}
