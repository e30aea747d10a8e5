//! What the code of a method asks about everything outside of it. The implementation knows which method asks: its class
//! is being initialised or is initialised, and so are its superclasses.

use super::types::Ty;
use crate::ieee;
use crate::ir::{Callee, Causes, CheckId, ClassId, Expr, FieldId, MethodId, SiteId, StaticId, TextId, Type};
use crate::java::classfile::{Constant, Dynamic, Invoke, MemberRef, Name};
use crate::source::Span;
use std::collections::BTreeMap;

/// What a reference to something outside comes to, if it is there.
pub type Linked<T> = Result<T, Refusal>;

/// What happens where it is not there.
#[derive(Clone, Debug)]
pub enum Refusal {
    /// The instruction throws a new exception of this class, a linking error.
    Throws(ClassId),
    /// Paths that reach the instruction end, and the report says this.
    Unsupported(String),
}

/// A static field, and what must run before it is accessed.
#[derive(Clone, Debug)]
pub struct StaticUse {
    /// The field.
    pub field: StaticId,
    /// The initialisation of its class, if the class may not be initialised yet.
    pub initialise: Option<Initialise>,
}

/// The initialisation of a class: `if (state != 1) { error = method(); if (error != null) throw error; }`. The method tests
/// everything else; the state is a number, 1 where code may go on: the class is initialised, or the only thread is just doing
/// so. The error that says that there is no such class is thrown by the code that needs the class, and so has its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Initialise {
    /// The state of the class.
    pub state: StaticId,
    /// A static method without parameters. Its result is null or an error.
    pub method: MethodId,
}

/// How the names of static fields begin that `javac` makes for switches over enums.
pub const SWITCH_ARRAY: &str = "$SwitchMap$";

/// A switch over the constants of an enum.
#[derive(Clone, Debug)]
pub struct EnumSwitch {
    /// What must run before, one after the other.
    pub initialise: Vec<Initialise>,
    /// For each case the number of its constant.
    pub numbers: BTreeMap<i32, i32>,
}

/// What a call does.
#[derive(Clone, Debug)]
pub enum Call {
    /// Runs a method, after the check that the receiver, if there is one, is not null.
    Method {
        /// Which one.
        callee: Callee,
        /// The initialisation that a static method needs first.
        initialise: Option<Initialise>,
    },
    /// Reads a static field that always has the same value.
    Constant(Expr),
    /// Does what no method does.
    Intrinsic(Intrinsic),
}

/// Calls that are lowered to instructions. Arguments that are not mentioned are dropped; a receiver is checked for null
/// in all of them.
#[derive(Clone, Debug)]
pub enum Intrinsic {
    /// Nothing; the result, if there is one, is this pure expression.
    Value(Option<Expr>),
    /// An operation on floating-point numbers.
    Ieee(ieee::Op),
    /// The only argument, a number of 64 bits, on paths on which it is known.
    Known,
    /// The bits of the only argument. Which ones they are where it is not a number is not known.
    RawBits(ieee::Format),
    /// A new thread runs this method with the arguments.
    Fork(MethodId),
    /// The result is any value of the type: an input with this name.
    Havoc(Type, TextId),
    /// Paths go on only if the only argument is not 0.
    Assume,
    /// The run ends normally.
    Exit,
    /// A shallow copy of the receiver, which is an array.
    CloneArray,
}

/// The answers to the questions of a method's code.
pub trait Linkage {
    /// The type of references that a descriptor (`Ljava/lang/String;`, `[I`) or internal name declares, for variables,
    /// results and elements. Never fails: a class that is not there is `Object`.
    fn reference(&mut self, name: &str) -> Type;

    /// The class `java/lang/Object`.
    fn object(&mut self) -> ClassId;

    /// A class or array type in `checkcast`, `instanceof` or an array creation.
    fn class(&mut self, name: &str) -> Linked<Type>;

    /// A class in `new`, and the initialisation that it needs first.
    fn instantiate(&mut self, name: &str) -> Linked<(ClassId, Option<Initialise>)>;

    /// The class of an entry in an exception table.
    fn caught(&mut self, name: &str) -> Linked<ClassId>;

    /// Whether all objects of a class are instances of another one.
    fn is_below(&self, class: ClassId, of: ClassId) -> bool;

    /// The nearest class, besides that of all objects, of which all objects of two classes are. What is declared of an interface
    /// may be any object: a JVM verifies classes alone (4.10.1.2).
    fn class_above(&mut self, _one: &str, _other: &str) -> Option<Name> {
        None
    }

    /// The classes of exceptions that nothing has thrown.
    fn causes(&self) -> Causes;

    /// An instance field.
    fn field(&mut self, field: &MemberRef) -> Linked<FieldId>;

    /// A static field.
    fn static_field(&mut self, field: &MemberRef) -> Linked<StaticUse>;

    /// Whether assertions of a class are on, if a static field of it is initialised from `desiredAssertionStatus`: it says
    /// whether they are off.
    fn assertions(&mut self, switch: &MemberRef) -> Option<bool>;

    /// The switch for which `javac` has made a static field: its array has the case of each constant, at the number of the
    /// constant.
    fn enum_switch(&mut self, _array: &MemberRef) -> Option<EnumSwitch> {
        None
    }

    /// A call. The operands are those on the stack, the receiver first.
    fn call(&mut self, how: Invoke, method: &MemberRef, operands: &[Ty]) -> Linked<Call>;

    /// An `invokedynamic`, which is the instruction of this number.
    fn dynamic(&mut self, site: &Dynamic, at: usize) -> Linked<Call>;

    /// A constant that is a reference: a text, a class, a handle and so on. The value is pure or a static field.
    fn constant(&mut self, constant: &Constant) -> Linked<Expr>;

    /// A new allocation instruction that makes objects of a class.
    fn object_site(&mut self, class: ClassId, span: Span) -> SiteId;

    /// A new allocation instruction that makes arrays with elements of a type.
    fn array_site(&mut self, element: Type, span: Span) -> SiteId;

    /// The check of the assertions at a place; none if assertions are not checked, and paths that violate it end.
    fn check(&mut self, span: Span) -> Option<CheckId>;

    /// Whether an `AssertionError` that leaves this method may be caught. Then a false assertion throws it, and is no check.
    fn catches_assertions(&self) -> bool {
        true
    }

    /// Whether `==` asks a model whether two references are the same box or text.
    fn compares_values(&self) -> bool {
        false
    }

    /// References to texts are compared.
    fn note_texts(&mut self) {}

    /// Whether an array that is declared with elements of this type (a descriptor) cannot have elements of a type below it.
    fn is_exact(&mut self, element: &str) -> bool {
        !element.contains('L')
    }

    /// Whether the program has several threads, so that monitors matter.
    fn is_threaded(&self) -> bool {
        false
    }

    /// The span of a line of the class's source file; the class itself for line 0.
    fn span(&self, line: u32) -> Span;
}
