//! Inputs, validated against the program and the options that restrict inputs, become the initial heap and the
//! arguments of the entry.

use super::heap::{Body, Heap, ObjectId, fresh_object};
use super::owned;
use super::value::Value;
use crate::config::{Dialect, IntWidth, Types};
use crate::inputs::{Cell, Inputs, Value as Input};
use crate::ir::{ClassId, Contents, Field, MethodId, MethodKind, Program, Type};
use crate::num::Num;
use num_bigint::BigInt;
use std::fmt;
use std::sync::Arc;

/// Why inputs do not fit a program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{path}: {problem}")]
pub struct InputError {
    /// The value, as a path from the root of the JSON form: `heap.o1.fields.x`.
    pub path: String,
    /// What is wrong with it.
    pub problem: Problem,
}

/// What can be wrong with a value of the inputs. Types are written as the source language does.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// The entry has no such parameter.
    #[error("the entry has no parameter of this name")]
    UnknownParameter,
    /// There is no such class.
    #[error("there is no class `{0}`")]
    UnknownClass(String),
    /// The class has no direct instances.
    #[error("`{0}` is abstract: an object has a concrete class")]
    AbstractClass(String),
    /// The class has no such field.
    #[error("class `{class}` has no such field")]
    UnknownField {
        /// The class.
        class: String,
    },
    /// A value of another type.
    #[error("expected a value of type `{expected}`, found {found}")]
    WrongType {
        /// The declared type.
        expected: String,
        /// The kind or type of the value.
        found: String,
    },
    /// A reference to an object that the heap does not have.
    #[error("the heap has no `{0}`")]
    Dangling(String),
    /// A negative value of type `uint`.
    #[error("a `uint` is not negative")]
    NegativeUint,
    /// An integer with more bits than the option allows.
    #[error("an integer of {} bits is from {} to {}", .0.bits(), .0.least(), .0.most())]
    OutOfWidth(IntWidth),
    /// A text that is not a single character.
    #[error("not a single character")]
    NotACharacter,
    /// A length or index that is not a decimal number from 0.
    #[error("not a natural number: `{0}`")]
    NotNatural(String),
    /// Two names of one cell, such as `1` and `01`.
    #[error("the cell is given twice")]
    DuplicateCell,
    /// A cell outside the array.
    #[error("an array of length {0} has no such cell")]
    OutOfRange(Num),
    /// An array longer than the option allows.
    #[error("the array has more than {0} elements, which an option excludes")]
    TooLong(u64),
    /// An instance method without an object to call it on.
    #[error("the receiver is null or absent")]
    NoReceiver,
    /// An instance method on an object whose class overrides it.
    #[error("class `{class}` overrides the entry method")]
    Overridden {
        /// The class of the receiver.
        class: String,
    },
    /// An object of another class than the declared one, where the option excludes it.
    #[error("an object of class `{found}`, which an option excludes: only `{expected}` is admitted")]
    NotDeclared {
        /// The class that stands for the declared one.
        expected: String,
        /// The class of the object.
        found: String,
    },
    /// What a field owns, or what comes from outside, is null or has another reference.
    #[error("an object of its own is needed here: neither null nor shared")]
    NotOwned,
    /// A null array parameter where the option excludes it.
    #[error("an array parameter that is null or absent, which an option excludes")]
    NullArray,
}

/// The initial heap, and the arguments in the order of the entry's formals.
pub(super) fn load(
    program: &Program,
    entry: MethodId,
    inputs: &Inputs,
    dialect: &Dialect,
) -> Result<(Heap, Vec<Value>), InputError> {
    let held = owned::held(program, inputs);
    let mut loader = Loader { program, heap: Heap::default(), types: dialect.types };
    for (name, cell) in &inputs.heap {
        loader.declare(name, cell, dialect)?;
    }
    for (name, cell) in &inputs.heap {
        loader.fill(name, cell, held.get(name.as_str()).copied())?;
    }
    owned::check(program, &mut loader.heap, inputs)?;
    let mut args = loader.arguments(entry, inputs, dialect)?;
    if let Some(site) = program.methods[entry].makes {
        args.insert(0, Value::Ref(loader.heap.allocate(program, site, Num::ZERO)));
    }
    Ok((loader.heap, args))
}

/// A value of a type without references; nothing if it is of another type.
pub(super) fn plain(program: &Program, value: &Input, ty: &Type) -> Option<Value> {
    Loader { program, heap: Heap::default(), types: Types::default() }.value(value, ty).ok()
}

struct Loader<'a> {
    program: &'a Program,
    heap: Heap,
    types: Types,
}

impl Loader<'_> {
    /// Makes an object or array with default contents, so that references may go in any direction.
    fn declare(&mut self, name: &str, cell: &Cell, dialect: &Dialect) -> Result<(), InputError> {
        let body = match cell {
            Cell::Object { class, .. } => {
                let wrong = |p| error(format!("heap.{name}.class"), p);
                let id = self.class(class).map_err(wrong)?;
                if self.program.classes[id].is_abstract {
                    return Err(wrong(Problem::AbstractClass(class.clone())));
                }
                fresh_object(self.program, id)
            }
            Cell::Array { elem, length, .. } => {
                let elem = self.type_named(elem).map_err(|p| error(format!("heap.{name}.elem"), p))?;
                let wrong = |p| error(format!("heap.{name}.length"), p);
                let length = natural(length).map_err(wrong)?;
                if let Some(limit) = dialect.array_length
                    && length > Num::from(BigInt::from(limit))
                {
                    return Err(wrong(Problem::TooLong(limit)));
                }
                self.has_width(&length).map_err(wrong)?;
                Body::array(&elem, length)
            }
        };
        self.heap.add_input(name, body);
        Ok(())
    }

    /// Sets fields and cells, which are of the type `held` where an array does not have all elements that its own type allows.
    fn fill(&mut self, name: &str, cell: &Cell, held: Option<&Type>) -> Result<(), InputError> {
        let object = self.heap.input(name).expect("every cell has been declared");
        match cell {
            Cell::Object { fields, .. } => {
                for (field, value) in fields {
                    self.fill_field(object, field, value, &|| format!("heap.{name}.fields.{field}"))?;
                }
            }
            Cell::Array { default, cells, .. } => {
                let array = self.heap.array(object).expect("declared as an array");
                let (elem, length) = (held.unwrap_or(&array.elem).clone(), array.length.clone());
                if let Some(default) = default {
                    let value = self.value(default, &elem).map_err(|p| error(format!("heap.{name}.default"), p))?;
                    self.heap.array_mut(object).default = value;
                }
                for (index, value) in cells {
                    let at = |p| error(format!("heap.{name}.cells.{index}"), p);
                    let index = natural(index).map_err(at)?;
                    if index >= length {
                        return Err(at(Problem::OutOfRange(length)));
                    }
                    let value = self.value(value, &elem).map_err(at)?;
                    if self.heap.array_mut(object).cells.insert(index, value).is_some() {
                        return Err(at(Problem::DuplicateCell));
                    }
                }
            }
        }
        Ok(())
    }

    fn fill_field(
        &mut self,
        object: ObjectId,
        name: &str,
        value: &Input,
        at: &dyn Fn() -> String,
    ) -> Result<(), InputError> {
        let class = &self.program.classes[self.heap.class(object).expect("declared as an object")];
        let is_given = |f: &Field| f.name == name && f.contents != Contents::Nothing;
        let Some(&field) = class.fields.iter().find(|&&f| is_given(&self.program.fields[f])) else {
            return Err(error(at(), Problem::UnknownField { class: class.name.clone() }));
        };
        let value = self.value(value, &self.program.fields[field].ty).map_err(|p| error(at(), p))?;
        self.heap.set_field(self.program, object, field, value);
        Ok(())
    }

    fn arguments(&self, entry: MethodId, inputs: &Inputs, dialect: &Dialect) -> Result<Vec<Value>, InputError> {
        let method = &self.program.methods[entry];
        let given = match method.kind {
            MethodKind::Constructor if method.makes.is_some() => &method.formals[1..],
            _ => &method.formals[..],
        };
        let formals: Vec<_> = given.iter().map(|&l| &method.locals[l]).collect();
        if let Some(name) = inputs.args.keys().find(|name| formals.iter().all(|f| f.name != **name)) {
            return Err(error(format!("args.{name}"), Problem::UnknownParameter));
        }
        let argument = |formal: &&crate::ir::Local| {
            let ty = formal.ty.as_ref().expect("every parameter has a type");
            let value = inputs.args.get(&formal.name).map_or(Ok(Value::default_of(ty)), |v| self.value(v, ty));
            match value {
                Ok(Value::Null) if dialect.nonnull_arrays && ty.element().is_some() => Err(Problem::NullArray),
                other => other,
            }
            .map_err(|p| error(format!("args.{}", formal.name), p))
        };
        if method.kind != MethodKind::Instance {
            return formals.iter().map(argument).collect();
        }
        let receiver = self.receiver(entry, inputs.args.get(&formals[0].name));
        let receiver = receiver.map_err(|p| error(format!("args.{}", formals[0].name), p));
        std::iter::once(receiver).chain(formals[1..].iter().map(argument)).collect()
    }

    /// The receiver of an instance method: an object on which a call of the method runs it.
    fn receiver(&self, entry: MethodId, value: Option<&Input>) -> Result<Value, Problem> {
        let name = match value {
            Some(Input::Ref(name)) => name,
            None | Some(Input::Null) => return Err(Problem::NoReceiver),
            Some(other) => return self.value(other, &Type::Class(self.program.methods[entry].class)),
        };
        let object = self.instance(name, &Type::Class(self.program.methods[entry].class))?;
        let class = self.heap.class(object).expect("a class has objects only");
        if self.program.classes[class].dispatch.get(&entry) != Some(&entry) {
            return Err(Problem::Overridden { class: self.type_of(object) });
        }
        match self.program.receivers(entry, self.types)[..] {
            [admitted] if self.types == Types::Declared && admitted != class => Err(self.not_declared(admitted, class)),
            _ => Ok(Value::Ref(object)),
        }
    }

    fn not_declared(&self, admitted: ClassId, found: ClassId) -> Problem {
        let name = |class: ClassId| self.program.classes[class].name.clone();
        Problem::NotDeclared { expected: name(admitted), found: name(found) }
    }

    /// The object or array of a name, which is an instance of a type.
    fn instance(&self, name: &str, ty: &Type) -> Result<ObjectId, Problem> {
        let object = self.heap.input(name).ok_or_else(|| Problem::Dangling(name.to_owned()))?;
        if self.heap.is_instance(self.program, object, ty) {
            return Ok(object);
        }
        let found = format!("`{name}` of type `{}`", self.type_of(object));
        Err(Problem::WrongType { expected: self.program.type_name(ty), found })
    }

    /// A value of a declared type.
    fn value(&self, value: &Input, ty: &Type) -> Result<Value, Problem> {
        let wrong = |found: &dyn fmt::Display| Problem::WrongType {
            expected: self.program.type_name(ty),
            found: found.to_string(),
        };
        if let Some(n) = ty.number(value) {
            return Ok(Value::Num(n));
        }
        match (value, ty) {
            (Input::Int(n), Type::Uint) if n.is_negative() => Err(Problem::NegativeUint),
            (Input::Int(n), Type::Int | Type::Uint) => {
                self.has_width(n)?;
                Ok(Value::Num(n.clone()))
            }
            (Input::Int(n), Type::Integer | Type::Float) | (Input::Float(n), Type::Float) => Ok(Value::Num(n.clone())),
            (Input::Bool(b), Type::Bool) => Ok(Value::Bool(*b)),
            (Input::Char(c), Type::Char) if c.chars().count() != 1 => Err(Problem::NotACharacter),
            (Input::Char(c), Type::Char) => Ok(Value::Char(Arc::from(c.as_str()))),
            (Input::String(s), Type::String) => Ok(Value::String(Arc::from(s.as_str()))),
            (Input::Null, _) if ty.is_reference() => Ok(Value::Null),
            (Input::Ref(name), _) => {
                let object = self.instance(name, ty)?;
                self.declared(object, ty)?;
                Ok(Value::Ref(object))
            }
            (Input::Null, _) => Err(wrong(&"null")),
            (Input::Bool(b), _) => Err(wrong(b)),
            (Input::Int(n), _) => Err(wrong(&format_args!("the integer {n}"))),
            (Input::Float(n), _) => Err(wrong(&format_args!("the float {n}"))),
            (Input::Ieee(n), _) => Err(wrong(&format_args!("the floating-point number {n}"))),
            (Input::Char(_), _) => Err(wrong(&"a character")),
            (Input::String(_), _) => Err(wrong(&"a string")),
        }
    }

    /// Refuses an integer with too many bits.
    fn has_width(&self, n: &Num) -> Result<(), Problem> {
        match self.program.ints.filter(|width| !width.has(n)) {
            Some(width) => Err(Problem::OutOfWidth(width)),
            None => Ok(()),
        }
    }

    /// Refuses an object that the options exclude as the target of a reference of a type.
    fn declared(&self, object: ObjectId, ty: &Type) -> Result<(), Problem> {
        let (Types::Declared, Type::Class(declared)) = (self.types, ty) else { return Ok(()) };
        let Some(class) = self.heap.class(object) else { return Ok(()) };
        match self.program.instances(*declared, self.types).first() {
            Some(&admitted) if admitted != class => Err(self.not_declared(admitted, class)),
            _ => Ok(()),
        }
    }

    fn type_of(&self, object: ObjectId) -> String {
        match &self.heap[object].body {
            Body::Object { class, .. } => self.program.classes[*class].name.clone(),
            Body::Array(array) => self.program.type_name(&array.elem.clone().array()),
        }
    }

    fn class(&self, name: &str) -> Result<ClassId, Problem> {
        self.program.class_named(name).ok_or_else(|| Problem::UnknownClass(name.to_owned()))
    }

    /// A type as the source language writes it.
    fn type_named(&self, name: &str) -> Result<Type, Problem> {
        let mut base = name.trim();
        let mut dimensions = 0;
        while let Some(elem) = base.strip_suffix(']').and_then(|n| n.trim_end().strip_suffix('[')) {
            base = elem.trim_end();
            dimensions += 1;
        }
        let base = match (self.program.syntax.numbers(base), base) {
            (Some(numbers), _) => numbers,
            (None, base) => self.base_named(base)?,
        };
        Ok((0..dimensions).fold(base, |ty, _| ty.array()))
    }

    /// A type that is no array.
    fn base_named(&self, name: &str) -> Result<Type, Problem> {
        Ok(match name {
            "int" => Type::Int,
            "uint" => Type::Uint,
            "float" => Type::Float,
            "bool" => Type::Bool,
            "char" => Type::Char,
            "string" => Type::String,
            class => Type::Class(self.class(class)?),
        })
    }
}

pub(super) fn error(path: String, problem: Problem) -> InputError {
    InputError { path, problem }
}

/// A number from 0, written in decimal digits.
fn natural(text: &str) -> Result<Num, Problem> {
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    match text.parse::<Num>() {
        Ok(n) if digits => Ok(n),
        _ => Err(Problem::NotNatural(text.to_owned())),
    }
}
