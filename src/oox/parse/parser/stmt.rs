//! Statements.

use super::{Failed, Parser, Res};
use crate::oox::parse::ast::{Block, Call, Clause, ClauseKind, Decreases, Expr, ExprKind, Stmt, StmtKind};
use crate::oox::parse::foreign;
use crate::oox::parse::lexer::{Tok, unescape};
use crate::source::Span;

/// The word that begins a cover statement.
pub(super) const COVER: &str = "cover";

impl Parser<'_> {
    /// Statements in braces. Errors inside are reported and skipped; only a missing opening brace fails.
    pub(super) fn block(&mut self) -> Res<Block> {
        let open = self.open_brace()?;
        let mut stmts = Vec::new();
        loop {
            match self.cur() {
                Tok::RBrace => return Ok(Block { stmts, open, close: self.bump() }),
                _ if self.past_block() => {
                    self.unclosed(open);
                    let here = self.span();
                    return Ok(Block { stmts, open, close: Span { end: here.start, ..here } });
                }
                _ => {
                    let start = self.pos;
                    match self.statement() {
                        Ok(stmt) => stmts.push(stmt),
                        Err(failed) => self.skip_statement(start, failed),
                    }
                }
            }
        }
    }

    fn statement(&mut self) -> Res<Stmt> {
        self.nested(Self::statement_here)
    }

    /// The statement that is part of another one. Its errors do not keep that one from going on with its `else`.
    fn sub_statement(&mut self) -> Res<Stmt> {
        let start = self.pos;
        match self.statement() {
            Ok(stmt) => Ok(stmt),
            Err(failed) => {
                self.skip_statement(start, failed);
                Ok(Stmt { kind: StmtKind::Empty, span: self.prev_span() })
            }
        }
    }

    fn statement_here(&mut self) -> Res<Stmt> {
        let start = self.span();
        let kind = match self.cur() {
            Tok::Semi => {
                self.bump();
                StmtKind::Empty
            }
            Tok::LBrace => StmtKind::Block(self.block()?),
            Tok::If => return self.if_statement(),
            Tok::While => return self.while_statement(),
            Tok::Lock => return self.lock_statement(),
            Tok::Try => return self.try_statement(),
            Tok::Assert => {
                let before = self.diagnostics.len();
                let cond = self.stated();
                if cond.is_err() && matches!(self.cur(), Tok::Colon | Tok::Comma) {
                    self.advise(before, "an assertion has no message; a comment can say why it holds");
                }
                StmtKind::Assert(cond?)
            }
            Tok::Assume => StmtKind::Assume(self.stated()?),
            Tok::Ident if self.at_cover() => StmtKind::Cover(self.stated()?),
            Tok::Return => {
                self.bump();
                let value = if self.cur() == Tok::Semi { None } else { Some(self.expr()?) };
                self.semicolon()?;
                StmtKind::Return(value)
            }
            Tok::Throw => {
                self.bump();
                let text = (self.cur() == Tok::String).then(|| unescape(self.text(0)));
                if text.is_some() {
                    self.bump();
                }
                self.eat(Tok::Semi);
                StmtKind::Throw(text)
            }
            Tok::Fork => self.fork()?,
            Tok::Join => {
                self.bump();
                self.semicolon()?;
                StmtKind::Join
            }
            Tok::Ident if self.peek(1) == Tok::Semi && self.soft(0, "break") => {
                self.bump();
                self.bump();
                StmtKind::Break
            }
            Tok::Ident if self.peek(1) == Tok::Semi && self.soft(0, "continue") => {
                self.bump();
                self.bump();
                StmtKind::Continue
            }
            _ if self.at_declaration() => {
                let before = self.diagnostics.len();
                self.declaration().inspect_err(|_| self.advise_statement(before, start))?
            }
            Tok::Ident => {
                let before = self.diagnostics.len();
                self.assignment_or_call().inspect_err(|_| {
                    self.advise_statement(before, start);
                    if let Some(advice) = self.thrown(start) {
                        self.advise(before, advice);
                    }
                })?
            }
            Tok::LParen | Tok::New => self.assignment_or_call()?,
            _ => return Err(self.unexpected("a statement")),
        };
        Ok(Stmt { kind, span: start.to(self.prev_span()) })
    }

    /// The formula of a statement that consists of a word and a formula.
    fn stated(&mut self) -> Res<Expr> {
        self.bump();
        let formula = self.formula()?;
        self.semicolon()?;
        Ok(formula)
    }

    /// Whether a cover statement begins here. Its word is soft: it is a name in a program that declares a class or method of
    /// this name, and where something is done with a variable of this name.
    fn at_cover(&self) -> bool {
        let goes_on = !matches!(self.peek(1), Tok::Assign | Tok::Dot | Tok::LBracket);
        goes_on && self.soft(0, COVER) && !self.declares_cover
    }

    /// Whether a declaration begins here: a word for a type, or a name followed by another one or by `[]`.
    fn at_declaration(&self) -> bool {
        match self.cur() {
            Tok::Ident => match self.peek(1) {
                Tok::Ident => true,
                Tok::LBracket => self.peek(2) == Tok::RBracket,
                _ => false,
            },
            tok => tok.is_base_type(),
        }
    }

    fn declaration(&mut self) -> Res<StmtKind> {
        let ty = self.ty()?;
        let name = self.ident("a name")?;
        let mut init = None;
        if self.eat(Tok::Assign) {
            init = Some(self.expr()?);
            self.semicolon()?;
        } else if !self.eat(Tok::Semi) {
            let failed = self.unexpected("`:=` or `;`");
            if !self.at_new_line() && self.cur() != Tok::RBrace {
                return Err(failed);
            }
        }
        Ok(StmtKind::Declare { ty, name, init })
    }

    fn assignment_or_call(&mut self) -> Res<StmtKind> {
        let expr = self.postfix()?;
        if self.cur() == Tok::Assign && expr.is_target() {
            self.bump();
            let value = self.expr()?;
            self.semicolon()?;
            return Ok(StmtKind::Assign { target: expr, value });
        }
        let call = self.call_of(expr)?;
        self.eat(Tok::Semi);
        Ok(StmtKind::Call(call))
    }

    /// The expression as a call. If it is something else, the error is at the current token, which does not make it a
    /// statement.
    fn call_of(&mut self, expr: Expr) -> Res<Call> {
        match expr.kind {
            ExprKind::Call(mut call) => {
                call.span = expr.span;
                Ok(call)
            }
            _ if expr.is_target() => Err(self.unexpected("`:=` or `(`")),
            ExprKind::New(..) | ExprKind::NewArray(..) => {
                let error = self.error("E0030", "a new object cannot be dropped");
                let error = error.label("unexpected").related(expr.span, "this is a value, not a statement");
                Err(self.fail(error.help(self.thrown(expr.span).unwrap_or("assign it to a variable"))))
            }
            _ => {
                let error = self.error("E0031", "expected a call or an assignment");
                Err(self.fail(error.label("unexpected").related(expr.span, "this is a value, not a statement")))
            }
        }
    }

    /// Adds advice to the errors since `before`, if the word at the beginning of the statement is one of another language.
    fn advise_statement(&mut self, before: usize, word: Span) {
        if let Some(advice) = foreign::in_place_of_statement(self.source.slice(word)) {
            self.advise(before, advice);
        }
    }

    /// Advice about a statement that begins here, if a programmer may have taken it for the value that is thrown.
    fn thrown(&self, statement: Span) -> Option<&'static str> {
        let before = self.tokens[..=self.pos].iter().rev().find(|token| token.span.end <= statement.start)?;
        let thrown = before.tok == Tok::Throw;
        thrown.then_some("an exception has no class and no value: write `throw;`, or `throw \"why\";`")
    }

    fn fork(&mut self) -> Res<StmtKind> {
        self.bump();
        if self.cur() != Tok::Ident && self.cur() != Tok::LParen && self.cur() != Tok::New {
            return Err(self.unexpected("a call"));
        }
        let expr = self.postfix()?;
        if !matches!(expr.kind, ExprKind::Call(_)) {
            return Err(self.unexpected("a call"));
        }
        let call = self.call_of(expr)?;
        self.semicolon()?;
        Ok(StmtKind::Fork(call))
    }

    /// `( e )`; nothing if there is an error inside that ends with the parentheses.
    fn head(&mut self) -> Res<Option<Expr>> {
        self.in_parentheses(Self::expr)
    }

    /// The same for any part in parentheses.
    fn in_parentheses<T>(&mut self, part: impl FnOnce(&mut Self) -> Res<T>) -> Res<Option<T>> {
        let start = self.pos;
        self.expect(Tok::LParen)?;
        let parse = || {
            let inner = part(self)?;
            self.expect(Tok::RParen)?;
            Ok(inner)
        };
        match parse() {
            Ok(inner) => Ok(Some(inner)),
            Err(Failed::Here) if self.close_parens(start) => Ok(None),
            Err(failed) => Err(failed),
        }
    }

    fn if_statement(&mut self) -> Res<Stmt> {
        let start = self.bump();
        let cond = self.head()?;
        let span = start.to(self.prev_span());
        let then = Box::new(self.sub_statement()?);
        let other = if self.eat(Tok::Else) { Some(Box::new(self.sub_statement()?)) } else { None };
        let cond = cond.ok_or(Failed::Recovered)?;
        Ok(Stmt { kind: StmtKind::If { cond, then, other }, span })
    }

    fn while_statement(&mut self) -> Res<Stmt> {
        let start = self.bump();
        let cond = self.head()?;
        let span = start.to(self.prev_span());
        let clauses = self.loop_clauses()?;
        let body = Box::new(self.sub_statement()?);
        let (cond, (invariants, measures)) = cond.zip(clauses).ok_or(Failed::Recovered)?;
        Ok(Stmt { kind: StmtKind::While { cond, invariants, measures, body }, span })
    }

    /// The contract of a loop; nothing if a clause has an error that ends with its parentheses.
    fn loop_clauses(&mut self) -> Res<Option<(Vec<Clause>, Vec<Decreases>)>> {
        let (mut invariants, mut measures, mut right) = (Vec::new(), Vec::new(), true);
        while self.at_loop_clause() {
            let is_measure = self.text(0) == "decreases";
            let start = self.bump();
            let expr = self.in_parentheses(if is_measure { Self::expr } else { Self::formula })?;
            let span = start.to(self.prev_span());
            match expr {
                Some(measure) if is_measure => measures.push(Decreases { measure, span }),
                Some(cond) => invariants.push(Clause { kind: ClauseKind::Invariant, cond, span }),
                None => right = false,
            }
        }
        Ok(right.then_some((invariants, measures)))
    }

    /// Whether a clause of a loop begins here. Its word is soft: where the token behind the parentheses ends or continues a
    /// statement, this is a call, with which the body of the loop begins.
    fn at_loop_clause(&self) -> bool {
        let is_call = || {
            let behind = self.behind_parentheses(1);
            matches!(behind, Some(Tok::Semi | Tok::RBrace | Tok::Else | Tok::Dot | Tok::LBracket | Tok::Eof))
        };
        (self.soft(0, "invariant") || self.soft(0, "decreases")) && self.peek(1) == Tok::LParen && !is_call()
    }

    fn lock_statement(&mut self) -> Res<Stmt> {
        let start = self.bump();
        let monitor = self.head()?;
        let span = start.to(self.prev_span());
        let body = self.block()?;
        let monitor = monitor.ok_or(Failed::Recovered)?;
        Ok(Stmt { kind: StmtKind::Lock { monitor, body }, span })
    }

    fn try_statement(&mut self) -> Res<Stmt> {
        let span = self.bump();
        let body = self.block()?;
        self.expect(Tok::Catch)?;
        let before = self.diagnostics.len();
        let parameter = self.cur() == Tok::LParen;
        let handler = self.block().inspect_err(|_| {
            if parameter {
                self.advise(before, "`catch` takes no parameter");
            }
        })?;
        Ok(Stmt { kind: StmtKind::Try { body, handler }, span })
    }
}
