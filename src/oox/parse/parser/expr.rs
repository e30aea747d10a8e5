//! Expressions: precedence climbing over the [levels](level) of operators.
//!
//! Loops build left-deep chains without recursion, so the recursion of the parser does not bound the depth of the tree.
//! Every part therefore has its height with it until it is known that the whole is not too deep.

use super::{Parser, Res};
use crate::num::Num;
use crate::oox::parse::ast::{BaseType, BinaryOp, Call, Expr, ExprKind, Ident, Quant, Receiver, Type, UnaryOp};
use crate::oox::parse::lexer::{Tok, unescape};
use crate::oox::parse::{MAX_DEPTH, MAX_DIMS};
use crate::source::{Diagnostic, Phase, Span};
use std::str::FromStr;

/// The longest number literal, in characters: reading a number takes time quadratic in its length.
const MAX_DIGITS: usize = 100_000;

/// The level of `instanceof`, that of the relational operators.
const INSTANCE_OF_LEVEL: u8 = 4;

/// How tightly an operator binds: 1 (`==>`) to 6 (`*`, `/`, `%`).
fn level(op: BinaryOp) -> u8 {
    match op {
        BinaryOp::Implies => 1,
        BinaryOp::And | BinaryOp::Or => 2,
        BinaryOp::Eq | BinaryOp::Ne => 3,
        BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => 4,
        BinaryOp::Add | BinaryOp::Sub => 5,
        _ => 6,
    }
}

/// An expression and the height of its tree.
pub(super) struct Tree {
    expr: Expr,
    height: u32,
}

/// The greatest height of several parts.
fn highest(parts: &[Tree]) -> u32 {
    parts.iter().map(|part| part.height).max().unwrap_or(0)
}

fn exprs(parts: Vec<Tree>) -> Vec<Expr> {
    parts.into_iter().map(|part| part.expr).collect()
}

impl Parser<'_> {
    /// An expression that holds no quantifier.
    pub(super) fn expr(&mut self) -> Res<Expr> {
        Ok(self.plain()?.expr)
    }

    /// An expression of an assertion or a contract.
    pub(super) fn formula(&mut self) -> Res<Expr> {
        Ok(self.with_quantifiers(true, Self::part)?.expr)
    }

    /// An operand with what follows it: a name, a field, an element, a call. Statements begin with one.
    pub(super) fn postfix(&mut self) -> Res<Expr> {
        Ok(self.with_quantifiers(false, Self::chain)?.expr)
    }

    /// An operand with what follows it, up to a `.*` or `[*]`.
    pub(super) fn base_of_all(&mut self) -> Res<Expr> {
        let chain = |parser: &mut Self| {
            let (mut base, extends) = parser.operand()?;
            while extends && !(matches!(parser.cur(), Tok::Dot | Tok::LBracket) && parser.peek(1) == Tok::Star) {
                match parser.cur() {
                    Tok::Dot => base = parser.member_of(base)?,
                    Tok::LBracket => base = parser.element(base)?,
                    _ => break,
                }
            }
            Ok(base)
        };
        Ok(self.with_quantifiers(false, chain)?.expr)
    }

    fn plain(&mut self) -> Res<Tree> {
        self.with_quantifiers(false, Self::part)
    }

    fn with_quantifiers<T>(&mut self, allowed: bool, part: impl FnOnce(&mut Self) -> Res<T>) -> Res<T> {
        let outer = std::mem::replace(&mut self.formula, allowed);
        let result = part(self);
        self.formula = outer;
        result
    }

    /// What a condition or a pair of parentheses holds.
    fn part(&mut self) -> Res<Tree> {
        match self.cur() {
            Tok::Forall | Tok::Exists if self.formula => self.quantifier(),
            _ => self.binary(1),
        }
    }

    /// A node over parts that are at most `below` high.
    fn tree(&mut self, kind: ExprKind, span: Span, below: u32) -> Res<Tree> {
        if self.depth + below >= MAX_DEPTH {
            return Err(self.too_deep());
        }
        Ok(Tree { expr: Expr { kind, span }, height: below + 1 })
    }

    fn leaf(&mut self, kind: ExprKind) -> Res<Tree> {
        let span = self.bump();
        self.tree(kind, span, 0)
    }

    fn quantifier(&mut self) -> Res<Tree> {
        let forall = self.cur() == Tok::Forall;
        let start = self.bump();
        let before = self.diagnostics.len();
        let (elem, index, domain) = self.binders().inspect_err(|_| {
            self.advise(before, "`forall x, i : a : e` is about each element `x` of the array `a`, and its index `i`");
        })?;
        let body = self.nested(Self::part)?;
        let (span, below) = (start.to(body.expr.span), body.height.max(domain.height));
        let quant = Quant { forall, elem, index, domain: domain.expr, body: body.expr };
        self.tree(ExprKind::Quant(Box::new(quant)), span, below)
    }

    /// The element, the index and the array of a quantifier, up to the colon before its body.
    fn binders(&mut self) -> Res<(Ident, Ident, Tree)> {
        let first = self.ident("a name")?;
        // Only a domain goes on with a dot or bracket, and only it is before two commas.
        let mut domain = None;
        if matches!(self.cur(), Tok::Dot | Tok::LBracket) {
            domain = Some(self.domain(first.clone())?);
        }
        self.expect(Tok::Comma)?;
        let second = self.ident("a name")?;
        let (elem, index, domain) = if self.cur() == Tok::Colon && domain.is_none() {
            self.bump();
            let name = self.ident("the name of an array")?;
            (first, second, self.domain(name)?)
        } else if self.eat(Tok::Comma) {
            let domain = match domain {
                Some(domain) => domain,
                None => self.domain(first)?,
            };
            (self.ident("a name")?, second, domain)
        } else {
            return Err(self.unexpected(if domain.is_some() { "`,`" } else { "`:` or `,`" }));
        };
        self.expect(Tok::Colon)?;
        Ok((elem, index, domain))
    }

    /// The array that a quantifier ranges over: fields and elements from a name on.
    fn domain(&mut self, name: Ident) -> Res<Tree> {
        let mut domain = self.tree(ExprKind::Name(name.name), name.span, 0)?;
        loop {
            match self.cur() {
                Tok::Dot => {
                    self.bump();
                    let field = self.ident("a name")?;
                    domain = self.select(domain, field)?;
                }
                Tok::LBracket => domain = self.element(domain)?,
                _ => return Ok(domain),
            }
        }
    }

    fn operator(&self) -> Option<BinaryOp> {
        Some(match self.cur() {
            Tok::Implies => BinaryOp::Implies,
            Tok::AndAnd => BinaryOp::And,
            Tok::OrOr => BinaryOp::Or,
            Tok::EqEq => BinaryOp::Eq,
            Tok::Ne => BinaryOp::Ne,
            Tok::Lt => BinaryOp::Lt,
            Tok::Le => BinaryOp::Le,
            Tok::Gt => BinaryOp::Gt,
            Tok::Ge => BinaryOp::Ge,
            Tok::Plus => BinaryOp::Add,
            Tok::Minus => BinaryOp::Sub,
            Tok::Star => BinaryOp::Mul,
            Tok::Slash => BinaryOp::Div,
            Tok::Percent => BinaryOp::Rem,
            _ => return None,
        })
    }

    /// Operators of this level or a higher one.
    fn binary(&mut self, least: u8) -> Res<Tree> {
        let mut left = self.unary()?;
        let (mut connective, mut warned) = (None, false);
        loop {
            // No name can follow an operand, so the soft word is the operator.
            if least <= INSTANCE_OF_LEVEL && self.soft(0, "instanceof") {
                self.bump();
                let ty = self.ty()?;
                let span = left.expr.span.to(ty.span);
                left = self.tree(ExprKind::InstanceOf(Box::new(left.expr), ty), span, left.height)?;
                continue;
            }
            let Some(op) = self.operator().filter(|op| level(*op) >= least) else { return Ok(left) };
            let place = self.bump();
            if matches!(op, BinaryOp::And | BinaryOp::Or) {
                if connective.is_some_and(|before| before != op) && !warned {
                    self.mixed_connectives(op, place, left.expr.span);
                    warned = true;
                }
                connective = Some(op);
            }
            let right = match op {
                BinaryOp::Implies => self.nested(|parser| parser.binary(level(op)))?,
                _ => self.binary(level(op) + 1)?,
            };
            let (span, below) = (left.expr.span.to(right.expr.span), left.height.max(right.height));
            left = self.tree(ExprKind::Binary(op, Box::new(left.expr), Box::new(right.expr)), span, below)?;
        }
    }

    fn mixed_connectives(&mut self, op: BinaryOp, place: Span, left: Span) {
        let message = "`&&` and `||` are mixed without parentheses";
        let warning = Diagnostic::warning(Phase::Parse, "W0001", place, message)
            .label(format!("this `{}` applies to all that stands left of it", op.symbol()))
            .related(left, "its left operand")
            .help("both bind equally, from left to right; parentheses make that visible")
            .fix("Put the left operand in parentheses", left, format!("({})", self.source.slice(left)));
        self.warn(warning);
    }

    fn unary(&mut self) -> Res<Tree> {
        let op = match self.cur() {
            Tok::Minus => UnaryOp::Neg,
            Tok::Bang => UnaryOp::Not,
            Tok::Hash => return self.length(),
            Tok::LParen if self.at_cast() => return self.cast(),
            _ => return self.chain(),
        };
        let start = self.bump();
        let operand = self.nested(Self::unary)?;
        let span = start.to(operand.expr.span);
        self.tree(ExprKind::Unary(op, Box::new(operand.expr)), span, operand.height)
    }

    fn length(&mut self) -> Res<Tree> {
        let start = self.bump();
        let array = self.chain()?;
        let span = start.to(array.expr.span);
        self.tree(ExprKind::Len(Box::new(array.expr)), span, array.height)
    }

    /// Whether the parenthesis here begins a cast: it holds a type, and what follows is not the rest of an expression
    /// that has a variable in parentheses as its first operand. So `(x) - 1` and `(x) instanceof C` are no casts.
    fn at_cast(&self) -> bool {
        if self.peek(1).is_base_type() {
            return true;
        }
        match (self.peek(1), self.peek(2), self.peek(3)) {
            (Tok::Ident, Tok::LBracket, Tok::RBracket) => true,
            (Tok::Ident, Tok::RParen, Tok::Ident) => {
                let names_a_type = self.peek(4) == Tok::Ident || self.peek(4).is_base_type();
                !(self.soft(3, "instanceof") && names_a_type)
            }
            (Tok::Ident, Tok::RParen, after) => {
                after.is_literal() || matches!(after, Tok::New | Tok::LParen | Tok::Bang | Tok::Hash)
            }
            _ => false,
        }
    }

    fn cast(&mut self) -> Res<Tree> {
        let start = self.bump();
        let ty = self.ty()?;
        self.expect(Tok::RParen)?;
        let operand = self.nested(Self::unary)?;
        let span = start.to(operand.expr.span);
        self.tree(ExprKind::Cast(ty, Box::new(operand.expr)), span, operand.height)
    }

    /// An operand with the fields, elements and calls that follow it.
    fn chain(&mut self) -> Res<Tree> {
        let (mut base, extends) = self.operand()?;
        if !extends {
            return Ok(base);
        }
        loop {
            match self.cur() {
                Tok::Dot => base = self.member_of(base)?,
                Tok::LBracket => base = self.element(base)?,
                _ => return Ok(base),
            }
        }
    }

    fn member_of(&mut self, base: Tree) -> Res<Tree> {
        self.bump();
        let name = self.ident("a name")?;
        if self.cur() != Tok::LParen {
            return self.select(base, name);
        }
        let (start, height) = (base.expr.span, base.height);
        let receiver = match base.expr.kind {
            ExprKind::Name(ref word) if word == "super" && self.source.slice(start) == "super" => {
                Receiver::Super(start)
            }
            _ => Receiver::Expr(Box::new(base.expr)),
        };
        self.call(receiver, name, start, height)
    }

    fn select(&mut self, base: Tree, name: Ident) -> Res<Tree> {
        let span = base.expr.span.to(name.span);
        self.tree(ExprKind::Field(Box::new(base.expr), name), span, base.height)
    }

    fn element(&mut self, base: Tree) -> Res<Tree> {
        self.bump();
        let index = self.nested(Self::plain)?;
        let end = self.expect(Tok::RBracket)?;
        let (span, below) = (base.expr.span.to(end), base.height.max(index.height));
        self.tree(ExprKind::Elem(Box::new(base.expr), Box::new(index.expr)), span, below)
    }

    fn call(&mut self, receiver: Receiver, name: Ident, start: Span, receiver_height: u32) -> Res<Tree> {
        let args = self.args()?;
        let (span, below) = (start.to(self.prev_span()), highest(&args).max(receiver_height));
        self.tree(ExprKind::Call(Call { receiver, name, args: exprs(args), span }), span, below)
    }

    fn args(&mut self) -> Res<Vec<Tree>> {
        self.parenthesised(|parser| parser.nested(Self::plain))
    }

    /// An operand alone, and whether `.` or `[` can follow it.
    fn operand(&mut self) -> Res<(Tree, bool)> {
        let tree = match self.cur() {
            Tok::Ident => return Ok((self.name()?, true)),
            Tok::LParen => return Ok((self.parentheses()?, true)),
            Tok::New => return self.new_object(),
            Tok::Int => {
                let number = self.number()?;
                self.leaf(ExprKind::Int(number))?
            }
            Tok::Real => {
                let number = self.number()?;
                self.leaf(ExprKind::Real(number))?
            }
            Tok::String => self.leaf(ExprKind::String(unescape(self.text(0))))?,
            Tok::Char => self.leaf(ExprKind::Char(unescape(self.text(0))))?,
            Tok::True => self.leaf(ExprKind::Bool(true))?,
            Tok::False => self.leaf(ExprKind::Bool(false))?,
            Tok::Null => self.leaf(ExprKind::Null)?,
            _ => return Err(self.unexpected("an expression")),
        };
        Ok((tree, false))
    }

    fn name(&mut self) -> Res<Tree> {
        let name = self.ident("a name")?;
        if self.cur() == Tok::LParen {
            let start = name.span;
            return self.call(Receiver::Implicit, name, start, 0);
        }
        self.tree(ExprKind::Name(name.name), name.span, 0)
    }

    fn parentheses(&mut self) -> Res<Tree> {
        let start = self.bump();
        let mut inner = self.nested(Self::part)?;
        inner.expr.span = start.to(self.expect(Tok::RParen)?);
        Ok(inner)
    }

    /// The current token as a number.
    pub(super) fn number(&mut self) -> Res<Num> {
        let text = self.text(0);
        if text.len() <= MAX_DIGITS
            && let Ok(number) = Num::from_str(text)
        {
            return Ok(number);
        }
        let message = format!("number literal longer than {MAX_DIGITS} characters");
        let error = self.error("E0005", message);
        Err(self.fail(error.label("too long")))
    }

    /// `new C(…)` or `new T[e]…[e]`; a field or call can follow the former only.
    fn new_object(&mut self) -> Res<(Tree, bool)> {
        let start = self.bump();
        let ty = self.base_type()?;
        let is_class = matches!(ty.base, BaseType::Class(_));
        match self.cur() {
            Tok::LBracket => Ok((self.new_array(start, ty)?, false)),
            Tok::LParen if is_class => {
                let class = Ident { name: self.source.slice(ty.span).to_owned(), span: ty.span };
                let args = self.args()?;
                let (span, below) = (start.to(self.prev_span()), highest(&args));
                Ok((self.tree(ExprKind::New(class, exprs(args)), span, below)?, true))
            }
            _ if is_class => Err(self.unexpected("`(` or `[`")),
            _ => Err(self.unexpected("`[`")),
        }
    }

    fn new_array(&mut self, start: Span, elem: Type) -> Res<Tree> {
        let mut sizes = Vec::new();
        while self.cur() == Tok::LBracket {
            if sizes.len() >= MAX_DIMS as usize {
                return Err(self.too_many_dimensions());
            }
            self.bump();
            if self.cur() == Tok::RBracket {
                let error = self.error("E0032", "expected the size of the array, found `]`");
                return Err(self.fail(error.label("unexpected").help("every `[ ]` of a new array has its size")));
            }
            sizes.push(self.nested(Self::plain)?);
            self.expect(Tok::RBracket)?;
        }
        let (span, below) = (start.to(self.prev_span()), highest(&sizes));
        self.tree(ExprKind::NewArray(elem, exprs(sizes)), span, below)
    }
}
