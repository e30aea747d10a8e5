//! Classes, interfaces and their members.

use super::{Failed, Parser, Res};
use crate::oox::parse::ast::{
    Class, ClassKind, Clause, ClauseKind, Decreases, ExprKind, Field, Ident, Location, Method, MethodKind, Modifies,
    Param, Program, Type,
};
use crate::oox::parse::lexer::Tok;
use crate::source::Span;

/// The modifiers of a member.
struct Modifiers {
    /// The first token of the member.
    start: Span,
    is_static: bool,
    is_abstract: bool,
}

impl Parser<'_> {
    pub(super) fn program(&mut self, program: &mut Program) {
        while self.cur() != Tok::Eof {
            if self.at_class() {
                if let Ok(class) = self.class() {
                    program.classes.push(class);
                }
            } else {
                self.unexpected("a class");
                self.skip_to_class();
            }
        }
    }

    /// Whether a class or interface begins here. `abstract` and `interface` are soft, but nothing else can begin with
    /// a name at this level.
    pub(super) fn at_class(&self) -> bool {
        self.cur() == Tok::Class
            || self.soft(0, "abstract") && self.peek(1) == Tok::Class
            || self.soft(0, "interface") && self.peek(1) == Tok::Ident
    }

    fn class(&mut self) -> Res<Class> {
        let (mut class, open) = match self.class_header() {
            Ok(header) => header,
            Err(failed) => {
                // Its members are read for their errors only.
                let start = self.span();
                if self.skip_to_body() {
                    let name = Ident { name: String::new(), span: start };
                    let open = self.bump();
                    self.members(&mut Class::new(ClassKind::Abstract, name, start), open);
                }
                return Err(failed);
            }
        };
        self.members(&mut class, open);
        Ok(class)
    }

    /// The class up to its opening brace, and the place of the brace.
    fn class_header(&mut self) -> Res<(Class, Span)> {
        let start = self.bump();
        let kind = match self.source.slice(start) {
            "interface" => ClassKind::Interface,
            "abstract" => {
                self.bump();
                ClassKind::Abstract
            }
            _ => ClassKind::Concrete,
        };
        let name = self.ident("a name")?;
        let mut class = Class::new(kind, name, start);
        if self.soft(0, "extends") {
            self.bump();
            if kind == ClassKind::Interface {
                class.interfaces = self.names()?;
            } else {
                class.superclass = Some(self.ident("a name")?);
                if self.cur() == Tok::Comma {
                    let error = self.error("E0020", "a class extends one class only");
                    return Err(self.fail(error.label("a second superclass").help("let the other be an interface")));
                }
            }
        }
        if kind != ClassKind::Interface && self.soft(0, "implements") {
            self.bump();
            class.interfaces = self.names()?;
        }
        class.span = start.to(self.prev_span());
        let open = self.open_brace()?;
        Ok((class, open))
    }

    fn names(&mut self) -> Res<Vec<Ident>> {
        let mut names = vec![self.ident("a name")?];
        while self.eat(Tok::Comma) {
            names.push(self.ident("a name")?);
        }
        Ok(names)
    }

    /// The members behind the opening brace. A missing closing brace is reported, and then treated as present.
    fn members(&mut self, class: &mut Class, open: Span) {
        loop {
            match self.cur() {
                Tok::RBrace => {
                    class.close = self.bump();
                    return;
                }
                _ if self.past_class() => {
                    self.unclosed(open);
                    let end = self.prev_span().end;
                    class.close = Span { start: end, end, ..open };
                    return;
                }
                _ => {
                    let (start, before) = (self.pos, self.diagnostics.len());
                    let first = self.text(0).to_owned();
                    if self.member(class).is_err() {
                        if matches!(first.as_str(), "public" | "private" | "protected" | "final") {
                            self.advise(before, "the only modifiers are `static` and `abstract`");
                        }
                        self.skip_member(start);
                    }
                }
            }
        }
    }

    /// Reports at the current token that a brace is not closed.
    pub(super) fn unclosed(&mut self, open: Span) {
        let message = format!("expected `}}`, found {}", self.found());
        let error = self.error("E0012", message);
        let _ = self.fail(error.label("a `}` is missing before this").related(open, "this brace is not closed"));
    }

    /// Parses a member and adds it to its class.
    fn member(&mut self, class: &mut Class) -> Res<()> {
        let interface = class.kind == ClassKind::Interface;
        let modifiers = self.modifiers(interface)?;
        if self.cur() == Tok::Void {
            self.bump();
            let name = self.ident("a name")?;
            return self.method(class, &modifiers, None, name);
        }
        let hyphen = self.cur() == Tok::Minus && !modifiers.is_abstract;
        if hyphen && !interface {
            self.bump();
        }
        if self.cur() == Tok::Ident && self.peek(1) == Tok::LParen && !hyphen && !modifiers.is_static {
            return self.constructor(class, &modifiers);
        }
        let ty = self.ty()?;
        let name = self.ident("a name")?;
        if self.cur() == Tok::LParen && !hyphen {
            return self.method(class, &modifiers, Some(ty), name);
        }
        if interface || modifiers.is_abstract {
            return Err(self.unexpected("`(`"));
        }
        self.field(class, &modifiers, ty, name)
    }

    fn modifiers(&mut self, interface: bool) -> Res<Modifiers> {
        let mut modifiers = Modifiers { start: self.span(), is_static: false, is_abstract: false };
        loop {
            if self.cur() == Tok::Static {
                if interface {
                    let error = self.error("E0021", "an interface has only instance methods without bodies");
                    return Err(self.fail(error.label("not allowed in an interface")));
                }
                if modifiers.is_abstract {
                    return Err(self.static_abstract());
                }
                if modifiers.is_static {
                    return Err(self.unexpected("a type"));
                }
                modifiers.is_static = true;
            } else if self.at_abstract() && !modifiers.is_abstract {
                if modifiers.is_static {
                    return Err(self.static_abstract());
                }
                modifiers.is_abstract = true;
            } else {
                return Ok(modifiers);
            }
            self.bump();
        }
    }

    fn static_abstract(&mut self) -> Failed {
        let error = self.error("E0022", "a static method cannot be abstract");
        let failed = self.fail(error.label("contradicts the modifier before it"));
        self.bump();
        failed
    }

    /// Whether the name `abstract` is a modifier here: something that can only be a type, or `static`, follows.
    fn at_abstract(&self) -> bool {
        self.soft(0, "abstract")
            && match self.peek(1) {
                Tok::Void | Tok::Static => true,
                Tok::Ident => matches!(self.peek(2), Tok::Ident | Tok::LBracket),
                tok => tok.is_base_type(),
            }
    }

    fn field(&mut self, class: &mut Class, modifiers: &Modifiers, ty: Type, name: Ident) -> Res<()> {
        let mut init = None;
        if modifiers.is_static && self.cur() == Tok::Equals {
            return Err(self.unexpected("`:=` or `;`"));
        }
        if matches!(self.cur(), Tok::Assign | Tok::Equals) {
            if !modifiers.is_static {
                let error = self.error("E0023", "only a static field has an initialiser").label("unexpected");
                return Err(self.fail(error.help("assign the field in the constructor, or declare it `static`")));
            }
            self.bump();
            init = Some(self.expr()?);
        }
        self.semicolon()?;
        let span = modifiers.start.to(self.prev_span());
        class.fields.push(Field { is_static: modifiers.is_static, ty, name, init, span });
        Ok(())
    }

    fn constructor(&mut self, class: &mut Class, modifiers: &Modifiers) -> Res<()> {
        let name = self.ident("a name")?;
        let unknown = class.name.name.is_empty();
        if class.kind == ClassKind::Interface || !unknown && name.name != class.name.name {
            let message = format!("expected a name, found `(`: method `{}` has no result type", name.name);
            let error = self.error("E0024", message);
            let help = match class.kind {
                ClassKind::Interface => "write the result type, or `void`, before the name".to_owned(),
                _ => format!(
                    "write the result type, or `void`, before it; a constructor is called `{}`",
                    class.name.name
                ),
            };
            let failed =
                self.fail(error.label("unexpected").related(name.span, "taken for the result type").help(help));
            if class.kind == ClassKind::Interface {
                return Err(failed);
            }
            // The rest is read for its errors only.
            let mut scratch = Class::new(class.kind, class.name.clone(), class.span);
            return self.method(&mut scratch, modifiers, None, name);
        }
        let first_new = class.methods.len();
        self.method(class, modifiers, None, name)?;
        for method in &mut class.methods[first_new..] {
            method.kind = MethodKind::Constructor;
        }
        Ok(())
    }

    /// A method or constructor from its parameters on.
    fn method(&mut self, class: &mut Class, modifiers: &Modifiers, result: Option<Type>, name: Ident) -> Res<()> {
        let interface = class.kind == ClassKind::Interface;
        let params = self.params()?;
        let span = modifiers.start.to(self.prev_span());
        let (clauses, frames, measures) = self.clauses()?;
        let body = match self.cur() {
            Tok::LBrace if interface || modifiers.is_abstract => {
                let error = self.error("E0025", "a method without body is expected here").label("unexpected");
                let help =
                    if interface { "write `;`; bodies stand in classes" } else { "write `;`, or drop `abstract`" };
                return Err(self.fail(error.help(help)));
            }
            Tok::Semi if !interface && !modifiers.is_abstract => {
                let error = self.error("E0026", "expected the body of the method, found `;`").label("unexpected");
                return Err(self.fail(error.help("only a method declared `abstract`, or in an interface, has no body")));
            }
            _ if interface || modifiers.is_abstract => {
                self.semicolon()?;
                None
            }
            _ => Some(self.block()?),
        };
        let kind = if modifiers.is_static { MethodKind::Static } else { MethodKind::Instance };
        let end = self.prev_span();
        class.methods.push(Method { kind, result, name, params, clauses, frames, measures, body, span, end });
        Ok(())
    }

    fn params(&mut self) -> Res<Vec<Param>> {
        self.parenthesised(|parser| Ok(Param { ty: parser.ty()?, name: parser.ident("a name")? }))
    }

    fn clauses(&mut self) -> Res<(Vec<Clause>, Vec<Modifies>, Vec<Decreases>)> {
        let (mut clauses, mut frames, mut measures) = (Vec::new(), Vec::new(), Vec::new());
        loop {
            let kind = match self.cur() {
                Tok::Requires => ClauseKind::Requires,
                Tok::Ensures => ClauseKind::Ensures,
                Tok::Exceptional => ClauseKind::Exceptional,
                // No name can be here otherwise.
                _ if self.soft(0, "modifies") => {
                    frames.push(self.frame()?);
                    continue;
                }
                _ if self.soft(0, "decreases") => {
                    let (measure, span) = self.clause(Self::expr)?;
                    measures.push(Decreases { measure, span });
                    continue;
                }
                _ => return Ok((clauses, frames, measures)),
            };
            let (cond, span) = self.clause(Self::formula)?;
            clauses.push(Clause { kind, cond, span });
        }
    }

    /// A word with a part in parentheses, and its place.
    fn clause<T>(&mut self, part: impl FnOnce(&mut Self) -> Res<T>) -> Res<(T, Span)> {
        let start = self.bump();
        self.expect(Tok::LParen)?;
        let part = part(self)?;
        let end = self.expect(Tok::RParen)?;
        Ok((part, start.to(end)))
    }

    fn frame(&mut self) -> Res<Modifies> {
        let start = self.bump();
        let locations = self.parenthesised(Self::location)?;
        Ok(Modifies { locations, span: start.to(self.prev_span()) })
    }

    fn location(&mut self) -> Res<Location> {
        let first = self.span();
        let base = self.base_of_all()?;
        let span = |end: Span| first.to(end);
        if self.eat(Tok::Dot) {
            return Ok(Location::Fields(base, span(self.expect(Tok::Star)?)));
        }
        if self.eat(Tok::LBracket) {
            self.expect(Tok::Star)?;
            return Ok(Location::Elements(base, span(self.expect(Tok::RBracket)?)));
        }
        match base.kind {
            ExprKind::Field(..) | ExprKind::Elem(..) => Ok(Location::Place(base)),
            _ => Err(self.unexpected("`.` or `[`")),
        }
    }
}

impl Class {
    /// A class without members; `start` is the first token of its header.
    fn new(kind: ClassKind, name: Ident, start: Span) -> Class {
        let span = start.to(name.span);
        Class {
            kind,
            name,
            superclass: None,
            interfaces: Vec::new(),
            fields: Vec::new(),
            methods: Vec::new(),
            span,
            close: span,
        }
    }
}
