//! Conditions of `--requires`, as methods: what Java's compiler would make of them. A root has them for itself, because the names of
//! its parameters are theirs.

use super::Linker;
use super::classes::class_of;
use super::members::Member;
use super::roots::{Refusal, Root};
use super::sites::assemble::{self, STATIC, member};
use crate::ieee::Format;
use crate::inputs::Value;
use crate::ir::ClassId;
use crate::java::calls::{Binary, Condition, ConditionKind, condition};
use crate::java::classfile::{Arith, Constant, Element, Kind, Op, Pc, Test, descriptor};
use crate::num::Num;
use crate::source::{Diagnostic, Phase, SourceFile, Span};
use std::sync::Arc;

/// A condition that means nothing for what is explored.
const BAD_CONDITION: &str = "E0159";
/// What diagnostics call the text of a condition.
const NAME: &str = "the condition";
/// The type of `null`.
const NULL: &str = "null";
/// Where a jump goes until its end is known.
const OPEN: Pc = Pc::MAX;

fn wrong<T>(span: Span, message: impl Into<String>) -> Result<T, Refusal> {
    Err(Box::new(Diagnostic::error(Phase::Entry, BAD_CONDITION, span, message)))
}

impl Linker<'_> {
    /// Reads a condition. It may be refused later: then its text has the places.
    pub(super) fn read_condition(&mut self, text: &str) -> Result<Condition, Refusal> {
        let file = self.condition.insert(SourceFile::new(NAME, text));
        let first = |errors: Vec<Diagnostic>| errors.into_iter().next().expect("what is not read has an error");
        condition(file).map_err(|errors| Box::new(Diagnostic { code: BAD_CONDITION, ..first(errors) }))
    }

    /// The method that a condition is for an entry: it has the receiver and the parameters of the entry.
    pub(super) fn conditional(&mut self, condition: &Condition, root: Root) -> Result<Member, Refusal> {
        let (class, method) = (root.member.0, self.member(root.member).clone());
        let (types, _) = descriptor::method(&method.descriptor).unwrap_or_default();
        let has_receiver = !method.access.is_static() && &*method.name != "<init>";
        let receiver = format!("L{};", self.classes[class].name);
        let mut names = Vec::new();
        let mut slot = 0;
        let mut add = |name: String, ty: &str| {
            names.push((name, ty.to_owned(), slot));
            slot += 1 + u16::from(assemble::kind(ty).is_wide());
        };
        if has_receiver {
            add("this".to_owned(), &receiver);
        }
        types.iter().enumerate().for_each(|(n, ty)| add(method.parameter(n), ty));
        let own: String = names.iter().map(|(_, ty, _)| ty.as_str()).collect();
        let mut compiler = Compiler { linker: self, class, names, ops: Vec::new() };
        let ty = compiler.ty(condition)?;
        if ty != "Z" {
            return wrong(condition.span, format!("the condition has the type `{}`", shown(&ty)));
        }
        compiler.emit(condition, "Z")?;
        let mut ops = compiler.ops;
        ops.push(Op::Return(Some(Kind::Int)));
        let name = format!("multise/Condition{}", self.made.len());
        let made = assemble::method("holds", &format!("({own})Z"), STATIC, ops);
        self.made.insert(name.clone(), Arc::new(assemble::class(&name, Vec::new(), Vec::new(), vec![made])));
        let class = self.class(&name).map_err(|missing| Box::new(super::refused(&missing)))?;
        Ok((class, 0))
    }
}

/// A type as sources write it.
fn shown(ty: &str) -> String {
    if ty == NULL { ty.to_owned() } else { super::reach::type_shown(ty) }
}

fn is_reference(ty: &str) -> bool {
    ty == NULL || assemble::is_reference(ty)
}

fn is_number(ty: &str) -> bool {
    ty.len() == 1 && ty != "Z"
}

/// The type in which two numbers are computed with.
fn promoted(left: &str, right: &str) -> &'static str {
    ["D", "F", "J"].into_iter().find(|wide| [left, right].contains(wide)).unwrap_or("I")
}

struct Compiler<'l, 'a> {
    linker: &'l mut Linker<'a>,
    /// The class of the entry.
    class: ClassId,
    /// The names of the receiver and the parameters, their types and variables.
    names: Vec<(String, String, u16)>,
    ops: Vec<Op>,
}

impl Compiler<'_, '_> {
    /// The type of a part, as a descriptor.
    fn ty(&mut self, part: &Condition) -> Result<String, Refusal> {
        let of = |ty: &str| Ok(ty.to_owned());
        match &part.kind {
            ConditionKind::Null => of(NULL),
            ConditionKind::Literal(Value::Bool(_)) => of("Z"),
            ConditionKind::Literal(Value::Ieee(n)) => of(if n.format == Format::Single { "F" } else { "D" }),
            ConditionKind::Literal(_) => of("I"),
            ConditionKind::Long(_) => of("J"),
            ConditionKind::Name(name) => match self.names.iter().find(|(own, ..)| own == name) {
                Some((_, ty, _)) => of(ty),
                None => self.own_field(part, name).map(|field| field.ty),
            },
            ConditionKind::Field(object, name) => {
                if let Some(field) = self.static_field(part) {
                    return Ok(field.ty);
                }
                let ty = self.ty(object)?;
                match (ty.starts_with('['), &**name) {
                    (true, "length") => of("I"),
                    _ => self.field(part.span, &ty, name).map(|field| field.ty),
                }
            }
            ConditionKind::Element(array, index) => {
                let (ty, at) = (self.ty(array)?, self.ty(index)?);
                if !is_number(&at) || promoted(&at, "I") != "I" {
                    return wrong(index.span, format!("an index is an `int`, found `{}`", shown(&at)));
                }
                match ty.strip_prefix('[') {
                    Some(element) => of(element),
                    None => wrong(array.span, format!("`{}` is no array", shown(&ty))),
                }
            }
            ConditionKind::Not(inner) => self.expect(inner, "Z"),
            ConditionKind::Minus(inner) => match self.ty(inner)? {
                ty if is_number(&ty) => of(promoted(&ty, "I")),
                ty => wrong(inner.span, format!("expected a number, found `{}`", shown(&ty))),
            },
            ConditionKind::Binary(Binary::Or | Binary::And, left, right) => {
                self.expect(left, "Z")?;
                self.expect(right, "Z")
            }
            ConditionKind::Binary(operator, left, right) => {
                let (one, other) = (self.ty(left)?, self.ty(right)?);
                let are_numbers = is_number(&one) && is_number(&other);
                let fits = match operator {
                    Binary::Equal | Binary::Different => {
                        are_numbers || one == "Z" && other == "Z" || is_reference(&one) && is_reference(&other)
                    }
                    _ => are_numbers,
                };
                match operator {
                    _ if !fits => {
                        wrong(part.span, format!("`{}` and `{}` do not fit the operator", shown(&one), shown(&other)))
                    }
                    Binary::Add | Binary::Sub | Binary::Mul | Binary::Div | Binary::Rem => of(promoted(&one, &other)),
                    _ => of("Z"),
                }
            }
        }
    }

    fn expect(&mut self, part: &Condition, wanted: &str) -> Result<String, Refusal> {
        match self.ty(part)? {
            ty if ty == wanted => Ok(ty),
            ty => wrong(part.span, format!("expected a `{}`, found `{}`", shown(wanted), shown(&ty))),
        }
    }

    /// A field of the receiver, or a static one of the class of the entry.
    fn own_field(&mut self, part: &Condition, name: &str) -> Result<Found, Refusal> {
        let has_receiver = self.names.first().is_some_and(|(name, ..)| name == "this");
        let found = self.find(self.class, name).filter(|field| field.is_static || has_receiver);
        found.map_or_else(|| wrong(part.span, format!("nothing is called `{name}` here")), Ok)
    }

    fn field(&mut self, span: Span, ty: &str, name: &str) -> Result<Found, Refusal> {
        let class = if ty.starts_with('L') { self.linker.class(class_of(ty)).ok() } else { None };
        let found = class.and_then(|class| self.find(class, name)).filter(|field| !field.is_static);
        found.map_or_else(|| wrong(span, format!("`{}` has no field `{name}`", shown(ty))), Ok)
    }

    /// The field that a name with dots means which begins with a class, if it does: of the package of the entry, of the class of
    /// the entry or one around it, or with its package.
    fn static_field(&mut self, part: &Condition) -> Option<Found> {
        let ConditionKind::Field(object, name) = &part.kind else { return None };
        let path = path(object)?;
        let first = path.split('/').next()?;
        if self.names.iter().any(|(own, ..)| own == first) || self.find(self.class, first).is_some() {
            return None;
        }
        let own = self.linker.classes[self.class].name.clone();
        let mut prefixes = vec![format!("{own}$")];
        let around = own.match_indices('$').map(|(at, _)| own[..=at].to_owned());
        prefixes.extend(around.collect::<Vec<_>>().into_iter().rev());
        prefixes.extend(own.rfind('/').map(|at| own[..=at].to_owned()));
        prefixes.push(String::new());
        prefixes.push("java/lang/".to_owned());
        for prefix in prefixes {
            let mut class = prefix + &path;
            loop {
                if let Ok(class) = self.linker.class(&class) {
                    return self.find(class, name).filter(|field| field.is_static);
                }
                let Some(at) = class.rfind('/') else { break };
                class.replace_range(at..=at, "$");
            }
        }
        None
    }

    /// A field of a class or of one above it.
    fn find(&mut self, class: ClassId, name: &str) -> Option<Found> {
        let line: Vec<ClassId> = self.linker.line(class).collect();
        line.into_iter().find_map(|class| {
            let file = self.linker.classes[class].file.as_ref()?;
            let field = file.fields.iter().find(|field| *field.name == *name)?;
            let owner = self.linker.classes[class].name.clone();
            Some(Found {
                owner,
                name: name.to_owned(),
                ty: field.descriptor.to_string(),
                is_static: field.access.is_static(),
            })
        })
    }

    /// Instructions that push a part as a value of a type.
    fn emit(&mut self, part: &Condition, wanted: &str) -> Result<(), Refusal> {
        let ty = self.ty(part)?;
        match &part.kind {
            ConditionKind::Null => self.ops.push(Op::Push(Constant::Null)),
            ConditionKind::Literal(value) | ConditionKind::Long(value) => {
                let constant = constant(value, &ty);
                let Some(constant) = constant else {
                    return wrong(part.span, format!("the number is no `{}`", shown(&ty)));
                };
                self.ops.push(Op::Push(constant));
            }
            ConditionKind::Name(name) => match self.names.iter().find(|(own, ..)| own == name) {
                Some((_, ty, slot)) => self.ops.push(Op::Load(assemble::kind(ty), *slot)),
                None => {
                    let field = self.own_field(part, name)?;
                    if !field.is_static {
                        self.ops.push(Op::Load(Kind::Ref, 0));
                    }
                    self.ops.push(field.read());
                }
            },
            ConditionKind::Field(object, name) => match self.static_field(part) {
                Some(field) => self.ops.push(field.read()),
                None => {
                    let of = self.ty(object)?;
                    self.emit(object, &of)?;
                    match of.starts_with('[') {
                        true => self.ops.push(Op::ArrayLength),
                        false => {
                            let field = self.field(part.span, &of, name)?;
                            self.ops.push(field.read());
                        }
                    }
                }
            },
            ConditionKind::Element(array, index) => {
                let of = self.ty(array)?;
                self.emit(array, &of)?;
                self.emit(index, "I")?;
                self.ops.push(Op::LoadElem(element(&ty)));
            }
            ConditionKind::Not(inner) => {
                self.emit(inner, "Z")?;
                self.truth(Op::If(Test::Eq, OPEN));
            }
            ConditionKind::Minus(inner) => {
                self.emit(inner, &ty)?;
                self.ops.push(Op::Neg(assemble::kind(&ty)));
            }
            ConditionKind::Binary(operator @ (Binary::Or | Binary::And), left, right) => {
                self.emit(left, "Z")?;
                let (test, other) = if *operator == Binary::And { (Test::Eq, 0) } else { (Test::Ne, 1) };
                let short = self.jump(Op::If(test, OPEN));
                self.emit(right, "Z")?;
                let end = self.jump(Op::Goto(OPEN));
                self.land(short);
                self.ops.push(Op::Push(Constant::Int(other)));
                self.land(end);
            }
            ConditionKind::Binary(operator, left, right) => self.binary(*operator, left, right)?,
        }
        if is_number(&ty) && assemble::kind(&ty) != assemble::kind(wanted) {
            self.ops.push(Op::Convert(assemble::kind(&ty), assemble::kind(wanted)));
        }
        Ok(())
    }

    fn binary(&mut self, operator: Binary, left: &Condition, right: &Condition) -> Result<(), Refusal> {
        let (one, other) = (self.ty(left)?, self.ty(right)?);
        let ty = if is_number(&one) { promoted(&one, &other) } else { &one };
        self.emit(left, ty)?;
        self.emit(right, if is_number(&one) { ty } else { &other })?;
        let arith = match operator {
            Binary::Add => Some(Arith::Add),
            Binary::Sub => Some(Arith::Sub),
            Binary::Mul => Some(Arith::Mul),
            Binary::Div => Some(Arith::Div),
            Binary::Rem => Some(Arith::Rem),
            _ => None,
        };
        if let Some(arith) = arith {
            self.ops.push(Op::Arith(assemble::kind(ty), arith));
            return Ok(());
        }
        let test = match operator {
            Binary::Equal => Test::Eq,
            Binary::Less => Test::Lt,
            Binary::AtMost => Test::Le,
            Binary::Greater => Test::Gt,
            Binary::AtLeast => Test::Ge,
            _ => Test::Ne,
        };
        let jump = match ty {
            _ if is_reference(ty) => Op::IfSame(test == Test::Eq, OPEN),
            "J" => {
                self.ops.push(Op::CompareLongs);
                Op::If(test, OPEN)
            }
            "F" | "D" => {
                // A comparison with NaN is false.
                let is_above = matches!(test, Test::Lt | Test::Le);
                self.ops.push(Op::CompareFloats(assemble::kind(ty), is_above));
                Op::If(test, OPEN)
            }
            _ => Op::IfCompare(test, OPEN),
        };
        self.truth(jump);
        Ok(())
    }

    /// Pushes whether a jump is taken.
    fn truth(&mut self, jump: Op) {
        let yes = self.jump(jump);
        self.ops.push(Op::Push(Constant::Int(0)));
        let end = self.jump(Op::Goto(OPEN));
        self.land(yes);
        self.ops.push(Op::Push(Constant::Int(1)));
        self.land(end);
    }

    /// Appends a jump, and returns its place.
    fn jump(&mut self, jump: Op) -> usize {
        self.ops.push(jump);
        self.ops.len() - 1
    }

    /// Lets a jump go to what comes next.
    fn land(&mut self, jump: usize) {
        let here = self.ops.len() as Pc;
        match &mut self.ops[jump] {
            Op::If(_, to) | Op::IfCompare(_, to) | Op::IfSame(_, to) | Op::Goto(to) => *to = here,
            _ => {}
        }
    }
}

/// A field of a class file.
struct Found {
    owner: String,
    name: String,
    ty: String,
    is_static: bool,
}

impl Found {
    fn read(&self) -> Op {
        let member = member(&self.owner, &self.name, &self.ty);
        if self.is_static { Op::GetStatic(member) } else { Op::GetField(member) }
    }
}

/// The name with slashes that a part is, if it is one.
fn path(part: &Condition) -> Option<String> {
    match &part.kind {
        ConditionKind::Name(name) => Some(name.clone()),
        ConditionKind::Field(object, name) => Some(format!("{}/{name}", path(object)?)),
        _ => None,
    }
}

/// A literal of a type; nothing if it does not fit.
fn constant(value: &Value, ty: &str) -> Option<Constant> {
    let number = |n: &Num| n.to_i64();
    Some(match (value, ty) {
        (Value::Bool(b), _) => Constant::Int(i32::from(*b)),
        (Value::Int(n), "J") => Constant::Long(number(n)?),
        (Value::Int(n), _) => Constant::Int(i32::try_from(number(n)?).ok()?),
        (Value::Ieee(n), "F") => Constant::Float(f32::from_bits(u32::try_from(n.bits()).ok()?)),
        (Value::Ieee(n), _) => Constant::Double(f64::from_bits(n.bits())),
        _ => return None,
    })
}

/// The kind of elements of a type.
fn element(ty: &str) -> Element {
    match ty {
        "I" => Element::Int,
        "J" => Element::Long,
        "F" => Element::Float,
        "D" => Element::Double,
        "B" | "Z" => Element::Byte,
        "C" => Element::Char,
        "S" => Element::Short,
        _ => Element::Ref,
    }
}
