//! The wording of syntax errors.

use super::{Failed, MAX_REPORTS, Parser};
use crate::oox::parse::lexer::Tok;
use crate::oox::parse::{MAX_DEPTH, MAX_DIMS, foreign};
use crate::source::{Diagnostic, Phase, Severity};

impl Parser<'_> {
    /// An error at the current token.
    pub(super) fn error(&self, code: &'static str, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(Phase::Parse, code, self.span(), message)
    }

    /// Reports an error at the current token, unless one has been reported there.
    fn report(&mut self, error: Diagnostic) {
        if self.stopped || self.last_error == Some(self.pos) {
            return;
        }
        self.last_error = Some(self.pos);
        self.diagnostics.push(error);
        self.errors += 1;
        if self.errors == MAX_REPORTS {
            let error = self.error("E0099", "too many errors");
            self.diagnostics.push(error.label("the rest of the file was not read"));
            self.stop();
        }
    }

    /// Reports that the text cannot go on with the current token.
    pub(super) fn fail(&mut self, error: Diagnostic) -> Failed {
        self.report(error);
        Failed::Here
    }

    pub(super) fn warn(&mut self, warning: Diagnostic) {
        if self.stopped || self.warnings == MAX_REPORTS {
            return;
        }
        self.warnings += 1;
        self.diagnostics.push(warning);
    }

    /// Reads no further: every part that is being parsed meets the end of the file, and reports nothing.
    fn stop(&mut self) {
        self.stopped = true;
        self.pos = self.tokens.len() - 1;
    }

    pub(super) fn too_deep(&mut self) -> Failed {
        let message = format!("nested too deeply: more than {MAX_DEPTH} levels");
        let help = "split the expression or statement; every operator of a chain and every `else if` is a level";
        self.too_large(message, help)
    }

    pub(super) fn too_many_dimensions(&mut self) -> Failed {
        self.too_large(format!("an array of more than {MAX_DIMS} dimensions"), "put arrays into objects")
    }

    fn too_large(&mut self, message: String, help: &'static str) -> Failed {
        let error = self.error("E0010", message).label("the rest of the file was not read").help(help);
        self.report(error);
        self.stop();
        Failed::Here
    }

    /// Reports that the current token is not the expected one.
    pub(super) fn unexpected(&mut self, expected: &str) -> Failed {
        let error = self.lexical_error().unwrap_or_else(|| self.syntax_error(expected));
        self.report(error);
        if self.cur() == Tok::OpenComment {
            // What is missing from here on is in the comment.
            self.stop();
        }
        Failed::Here
    }

    /// The error of a malformed token.
    pub(super) fn lexical_error(&self) -> Option<Diagnostic> {
        let span = self.span();
        Some(match self.cur() {
            Tok::Stray => {
                let text = self.text(0);
                let c = text.chars().next().unwrap_or('\0');
                let shown =
                    if c.is_control() || c.is_whitespace() { c.escape_unicode().to_string() } else { c.to_string() };
                let error = self.error("E0001", format!("unexpected character `{shown}`")).label("begins no token");
                match c {
                    '&' => error.help("logical and is written `&&`").fix("Change to `&&`", span, "&&"),
                    '|' => error.help("logical or is written `||`").fix("Change to `||`", span, "||"),
                    '?' => error.help("there is no conditional expression; use `if`"),
                    '^' | '~' => error.help("there is no power, and there are no operations on bits"),
                    '@' => error.help("there are no annotations"),
                    '\\' => error.help("the result of a method is `retval`, in its `ensures`"),
                    _ if c.is_alphabetic() => {
                        error.help("names consist of the letters A to Z and a to z, digits and `_`")
                    }
                    _ => error,
                }
            }
            Tok::OpenString => self.error("E0002", "unterminated string").label("no closing `\"` on this line"),
            Tok::BadChar => self
                .error("E0003", "malformed character literal")
                .label("not exactly one character in single quotes")
                .help("strings are written in double quotes"),
            Tok::OpenComment => self
                .error("E0004", "unterminated block comment")
                .label("no `*/` follows")
                .help("block comments do not nest"),
            _ => return None,
        })
    }

    fn syntax_error(&self, expected: &str) -> Diagnostic {
        let (span, found) = (self.span(), self.found());
        let error = self.error("E0011", format!("expected {expected}, found {found}"));
        let adjacent = |i: usize| {
            let at = |k: usize| self.tokens.get(k).map(|t| t.span);
            at(self.pos + i).zip(at(self.pos + i + 1)).is_some_and(|(a, b)| a.end == b.start)
        };
        let doubled = |tok: Tok| {
            let before = self.pos > 0
                && self.tokens[self.pos - 1].tok == tok
                && self.tokens[self.pos - 1].span.end == span.start;
            self.cur() == tok && (before || self.peek(1) == tok && adjacent(0))
        };
        if doubled(Tok::Plus) || doubled(Tok::Minus) {
            return error.label("no `++` or `--` in OOX").help("write `i := i + 1;` or `i := i - 1;`");
        }
        let arithmetic = matches!(self.cur(), Tok::Plus | Tok::Minus | Tok::Star | Tok::Slash | Tok::Percent);
        if arithmetic && self.peek(1) == Tok::Equals && adjacent(0) {
            let op = self.text(0);
            return error.label("no compound assignment in OOX").help(format!("write `x := x {op} e;`"));
        }
        // Two signs that are one elsewhere: the error is at the first or at the second.
        for first in [self.pos.saturating_sub(1), self.pos] {
            let signs = self.tokens.get(first).zip(self.tokens.get(first + 1));
            if let Some((a, b)) = signs.filter(|(a, b)| a.span.end == b.span.start) {
                let both = a.span.to(b.span);
                if let Some(instead) = foreign::in_place_of_signs(self.source.slice(both)) {
                    return instead.advise(error.label("not an operator"), both);
                }
            }
        }
        if let Some(instead) = foreign::in_place_of_operator(self.text(0)).filter(|_| expected != "a class") {
            return instead.advise(error.label("unexpected"), span);
        }
        match self.cur() {
            Tok::Equals => {
                let meant = if expected.contains(":=") { ":=" } else { "==" };
                let error = error.label("not an operator").help("`:=` assigns, `==` compares");
                error.fix(format!("Change to `{meant}`"), span, meant)
            }
            Tok::Finally => error.label("there is no `finally`").help("put the statements after the `catch` block"),
            Tok::Const => {
                error.label("reserved").help("a constant can be a static method: `static int N() { return 5; }`")
            }
            Tok::Else if expected == "a statement" => error
                .label("no `if` for this `else`")
                .help("an `else` follows exactly one statement; an extra `;` before it ends the `if`"),
            Tok::Forall | Tok::Exists if self.formula => {
                error.label("a quantifier after an operator").help("put the quantifier in parentheses")
            }
            Tok::Forall | Tok::Exists => error
                .label("not allowed here")
                .help("quantifiers stand in `assert`, `assume`, contract clauses and invariants"),
            Tok::Assign if expected == "`;`" || expected == "`)`" => {
                error.label("unexpected").help("`==` compares").fix("Change to `==`", span, "==")
            }
            _ if expected == "a class" => match foreign::in_place_of_class(self.text(0)) {
                Some(instead) => instead.advise(error.label("unexpected"), span),
                None => error.label("unexpected"),
            },
            Tok::LBrace | Tok::LBracket if expected == "an expression" => error
                .label("unexpected")
                .help("there are no array literals: `new int[n]`, and each element is assigned"),
            Tok::Hash if expected == "a statement" => error.label("unexpected").help("a comment begins with `//`"),
            Tok::Colon if expected == "a name" || expected == "`:=` or `(`" => {
                error.label("unexpected").help("a type stands before the name, as in `int x`")
            }
            Tok::Colon if expected == "`{`" => {
                error.label("unexpected").help("supertypes stand behind `extends` and `implements`")
            }
            Tok::Lt if expected == "`{`" || expected == "`:=` or `(`" => {
                error.label("unexpected").help("there are no type parameters")
            }
            Tok::Ident if expected == "`{`" && self.text(0) == "throws" => error
                .label("unexpected")
                .help("exceptions are not declared; `exceptional(e)` says what holds after one"),
            Tok::LParen if expected == "a name" && self.pos > 0 && self.tokens[self.pos - 1].tok == Tok::Ident => {
                error.label("unexpected").help("a method has a result type, or `void`, before its name")
            }
            _ if expected == "`(`" && self.behind_a_word_with_parentheses() => {
                let before = self.source.slice(self.prev_span());
                error.label("unexpected").help(format!("what follows `{before}` stands in parentheses"))
            }
            tok if expected == "a name" && tok.is_word() => error.label("a reserved word"),
            // Such as the message of an assertion: a `;` would not help.
            Tok::Colon if expected == "`;`" => error.label("unexpected"),
            _ if expected == "`;`" => {
                let before = self.prev_span();
                let error = error.label("unexpected").related(before, "a `;` is missing after this");
                error.fix("Add `;`", before.behind(), ";")
            }
            _ => error.label("unexpected"),
        }
    }

    /// Whether the last token is a word whose condition or clause is in parentheses.
    fn behind_a_word_with_parentheses(&self) -> bool {
        let last = self.pos.checked_sub(1).map(|last| self.tokens[last]);
        last.is_some_and(|last| match last.tok {
            Tok::If | Tok::While | Tok::Lock | Tok::Requires | Tok::Ensures | Tok::Exceptional => true,
            _ => self.source.slice(last.span) == "modifies",
        })
    }

    /// How the current token is shown.
    pub(super) fn found(&self) -> String {
        match self.cur() {
            tok @ (Tok::Eof | Tok::String) => tok.describe().to_owned(),
            Tok::Int | Tok::Real if self.text(0).len() > 20 => "a number".to_owned(),
            _ => format!("`{}`", self.text(0)),
        }
    }

    /// Adds advice to the first error after the `before` first diagnostics, if it has none.
    pub(super) fn advise(&mut self, before: usize, help: &str) {
        if let Some(error) = self.diagnostics[before..].iter_mut().find(|d| d.severity == Severity::Error)
            && error.help.is_none()
        {
            error.help = Some(help.to_owned());
        }
    }
}
