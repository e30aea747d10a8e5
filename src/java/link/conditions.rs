//! Conditions of `--requires`, as methods: what Java's compiler would make of them. A root has them for itself, because the names of
//! its parameters are theirs.

use super::Linker;
use super::classes::{class_of, dotted};
use super::members::Member;
use super::roots::{Refusal, Root};
use super::sites::assemble::{self, STATIC, conversion, member};
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
        let receiver = method.has_receiver().then(|| format!("L{};", self.classes[class].name));
        let slots = descriptor::slots(&types, u16::from(method.has_receiver()));
        let mut names: Vec<_> = receiver.into_iter().map(|ty| ("this".to_owned(), ty, 0)).collect();
        for (n, (ty, (_, slot))) in types.iter().zip(slots).enumerate() {
            names.push((method.parameter(n), (*ty).to_owned(), slot));
        }
        let own: String = names.iter().map(|(_, ty, _)| ty.as_str()).collect();
        let mut compiler = Compiler { linker: self, class, names, ops: Vec::new() };
        let ty = compiler.emit(condition)?;
        if ty != "Z" {
            return wrong(condition.span, format!("the condition has the type `{}`", shown(&ty)));
        }
        let mut ops = compiler.ops;
        ops.push(Op::Return(Some(Kind::Int)));
        let name = format!("multise/Condition{}", self.made.len());
        let made = assemble::method("holds", &format!("({own})Z"), STATIC, ops);
        self.made.insert(name.clone(), Arc::new(assemble::class(&name, Vec::new(), Vec::new(), vec![made])));
        let class = self.class(&name).map_err(super::refused)?;
        Ok((class, 0))
    }
}

/// A type as sources write it.
fn shown(ty: &str) -> String {
    if ty == NULL { ty.to_owned() } else { descriptor::shown(ty) }
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
    /// Appends instructions that push a part. Returns its type, as a descriptor.
    fn emit(&mut self, part: &Condition) -> Result<String, Refusal> {
        let of = |ty: &str| Ok(ty.to_owned());
        match &part.kind {
            ConditionKind::Null => {
                self.ops.push(Op::Push(Constant::Null));
                of(NULL)
            }
            ConditionKind::Literal(value @ Value::Bool(_)) => self.literal(part.span, value, "Z"),
            ConditionKind::Literal(value @ Value::Ieee(n)) => {
                self.literal(part.span, value, if n.format == Format::Single { "F" } else { "D" })
            }
            ConditionKind::Literal(value) => self.literal(part.span, value, "I"),
            ConditionKind::Long(value) => self.literal(part.span, value, "J"),
            ConditionKind::Name(_) | ConditionKind::Field(..) => match self.meaning(part)? {
                Meaning::Value(ty) => Ok(ty),
                Meaning::Class(class) => {
                    let name = dotted(&self.linker.classes[class].name);
                    wrong(part.span, format!("`{name}` is a class, and no value"))
                }
                Meaning::Package(name) => wrong(part.span, format!("nothing is called `{}` here", dotted(&name))),
            },
            ConditionKind::Element(array, index) => {
                let (ty, at) = (self.emit(array)?, self.emit(index)?);
                if !is_number(&at) || promoted(&at, "I") != "I" {
                    return wrong(index.span, format!("an index is an `int`, found `{}`", shown(&at)));
                }
                let Some(ty) = ty.strip_prefix('[') else {
                    return wrong(array.span, format!("`{}` is no array", shown(&ty)));
                };
                self.ops.push(Op::LoadElem(element(ty)));
                of(ty)
            }
            ConditionKind::Not(inner) => {
                self.emit_truth(inner)?;
                self.truth(Op::If(Test::Eq, OPEN));
                of("Z")
            }
            ConditionKind::Minus(inner) => {
                let ty = self.emit(inner)?;
                if !is_number(&ty) {
                    return wrong(inner.span, format!("expected a number, found `{}`", shown(&ty)));
                }
                let ty = promoted(&ty, "I");
                self.ops.push(Op::Neg(assemble::kind(ty)));
                of(ty)
            }
            ConditionKind::Binary(operator @ (Binary::Or | Binary::And), left, right) => {
                self.emit_truth(left)?;
                let (test, other) = if *operator == Binary::And { (Test::Eq, 0) } else { (Test::Ne, 1) };
                let short = self.jump(Op::If(test, OPEN));
                self.emit_truth(right)?;
                let end = self.jump(Op::Goto(OPEN));
                self.land(short);
                self.ops.push(Op::Push(Constant::Int(other)));
                self.land(end);
                of("Z")
            }
            ConditionKind::Binary(operator, left, right) => self.binary(part.span, *operator, left, right),
        }
    }

    /// As [`Self::emit`], for what must be a truth value.
    fn emit_truth(&mut self, part: &Condition) -> Result<(), Refusal> {
        match self.emit(part)? {
            ty if ty == "Z" => Ok(()),
            ty => wrong(part.span, format!("expected a `boolean`, found `{}`", shown(&ty))),
        }
    }

    fn literal(&mut self, span: Span, value: &Value, ty: &str) -> Result<String, Refusal> {
        let Some(constant) = constant(value, ty) else {
            return wrong(span, format!("the number is no `{}`", shown(ty)));
        };
        self.ops.push(Op::Push(constant));
        Ok(ty.to_owned())
    }

    fn read(&mut self, field: Found) -> String {
        let member = member(&field.owner, &field.name, &field.ty);
        self.ops.push(if field.is_static { Op::GetStatic(member) } else { Op::GetField(member) });
        field.ty
    }

    /// What a name means, with dots or without. What comes before a dot has its meaning first (Java Language Specification, section
    /// 6.5.2). Appends instructions that push a value.
    fn meaning(&mut self, part: &Condition) -> Result<Meaning, Refusal> {
        let ty = match &part.kind {
            ConditionKind::Name(name) => match self.names.iter().find(|(own, ..)| own == name) {
                Some((_, ty, slot)) => {
                    self.ops.push(Op::Load(assemble::kind(ty), *slot));
                    ty.clone()
                }
                None => match self.own_field(name) {
                    Some(field) => {
                        if !field.is_static {
                            self.ops.push(Op::Load(Kind::Ref, 0));
                        }
                        self.read(field)
                    }
                    None => return Ok(self.class_here(name)),
                },
            },
            ConditionKind::Field(object, name) => match self.meaning(object)? {
                Meaning::Value(ty) if ty.starts_with('[') && name == "length" => {
                    self.ops.push(Op::ArrayLength);
                    "I".to_owned()
                }
                Meaning::Value(ty) => {
                    let field = self.field(part.span, &ty, name)?;
                    self.read(field)
                }
                Meaning::Class(class) => match self.find(class, name).filter(|field| field.is_static) {
                    Some(field) => self.read(field),
                    None => {
                        let outer = self.linker.classes[class].name.clone();
                        let Some(class) = self.class(&format!("{outer}${name}")) else {
                            let message = format!("`{}` has no static field `{name}`", dotted(&outer));
                            return wrong(part.span, message);
                        };
                        return Ok(Meaning::Class(class));
                    }
                },
                Meaning::Package(package) => {
                    let name = format!("{package}/{name}");
                    return Ok(self.class(&name).map_or(Meaning::Package(name), Meaning::Class));
                }
            },
            _ => self.emit(part)?,
        };
        Ok(Meaning::Value(ty))
    }

    /// A field of the receiver, or a static one of the class of the entry.
    fn own_field(&mut self, name: &str) -> Option<Found> {
        let has_receiver = self.names.first().is_some_and(|(name, ..)| name == "this");
        self.find(self.class, name).filter(|field| field.is_static || has_receiver)
    }

    fn field(&mut self, span: Span, ty: &str, name: &str) -> Result<Found, Refusal> {
        let class = if ty.starts_with('L') { self.linker.class(class_of(ty)).ok() } else { None };
        let found = class.and_then(|class| self.find(class, name)).filter(|field| !field.is_static);
        found.map_or_else(|| wrong(span, format!("`{}` has no field `{name}`", shown(ty))), Ok)
    }

    /// The class with a simple name: in the class of the entry or one around it, in its package, without a package, or of
    /// `java.lang`. What is no class is a package.
    fn class_here(&mut self, name: &str) -> Meaning {
        let own = self.linker.classes[self.class].name.clone();
        let mut prefixes = vec![format!("{own}$")];
        prefixes.extend(own.match_indices('$').rev().map(|(at, _)| own[..=at].to_owned()));
        prefixes.extend(own.rfind('/').map(|at| own[..=at].to_owned()));
        prefixes.extend([String::new(), "java/lang/".to_owned()]);
        let class = prefixes.into_iter().find_map(|prefix| self.class(&(prefix + name)));
        class.map_or_else(|| Meaning::Package(name.to_owned()), Meaning::Class)
    }

    /// The class that a class file has, if there is one.
    fn class(&mut self, name: &str) -> Option<ClassId> {
        if self.linker.has_file(name) { self.linker.class(name).ok() } else { None }
    }

    /// A field of a class or of one above it.
    fn find(&mut self, class: ClassId, name: &str) -> Option<Found> {
        let line: Vec<ClassId> = self.linker.program.line(class).collect();
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

    /// An operator with two operands that are always evaluated.
    fn binary(&mut self, span: Span, operator: Binary, left: &Condition, right: &Condition) -> Result<String, Refusal> {
        let one = self.emit(left)?;
        let between = self.ops.len();
        let other = self.emit(right)?;
        let are_numbers = is_number(&one) && is_number(&other);
        let is_equality = matches!(operator, Binary::Equal | Binary::Different);
        let are_comparable = one == "Z" && other == "Z" || is_reference(&one) && is_reference(&other);
        if !(are_numbers || is_equality && are_comparable) {
            return wrong(span, format!("`{}` and `{}` do not fit the operator", shown(&one), shown(&other)));
        }
        let ty = if are_numbers { promoted(&one, &other) } else { &one };
        if are_numbers {
            // There is no jump in the instructions of a number.
            self.ops.extend(conversion(&other, ty));
            self.ops.splice(between..between, conversion(&one, ty));
        }
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
            return Ok(ty.to_owned());
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
        Ok("Z".to_owned())
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

/// What a name means.
enum Meaning {
    /// A value of this type, which has been pushed.
    Value(String),
    Class(ClassId),
    /// The name of a package, with slashes: no class has it.
    Package(String),
}

/// A field of a class file.
struct Found {
    owner: String,
    name: String,
    ty: String,
    is_static: bool,
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
