//! The codes of the static errors. Stable: a code keeps its rule, and no number is used twice. A rule that lenient mode
//! relaxes keeps its code there, as a warning.

/// No class or interface of that name.
pub const UNKNOWN_CLASS: &str = "E0101";
/// No variable (or, before a dot, no variable or class) of that name in scope.
pub const UNKNOWN_VARIABLE: &str = "E0102";
/// No such field.
pub const UNKNOWN_FIELD: &str = "E0103";
/// No such method.
pub const UNKNOWN_METHOD: &str = "E0104";
/// `new` of, or `super(…)` to, a class without constructors.
pub const NO_CONSTRUCTOR: &str = "E0105";
/// Two classes of one name.
pub const DUPLICATE_CLASS: &str = "E0106";
/// Two fields of one name in a class.
pub const DUPLICATE_FIELD: &str = "E0107";
/// Two methods with the same name and parameter types in a class, or two such constructors.
pub const DUPLICATE_METHOD: &str = "E0108";
/// A variable, parameter or binder with a name that is visible already.
pub const SHADOWING: &str = "E0109";
/// A value of another type than the place that it goes to.
pub const MISMATCH: &str = "E0110";
/// An operand of a type that the operator does not take.
pub const OPERAND: &str = "E0111";
/// `==` or `!=` between types that have no value in common.
pub const UNRELATED: &str = "E0112";
/// A condition or formula that is not of type `bool`.
pub const CONDITION: &str = "E0113";
/// A wrong number of arguments.
pub const ARGUMENT_COUNT: &str = "E0114";
/// No overload takes arguments of these types.
pub const NO_OVERLOAD: &str = "E0115";
/// Several overloads fit and none is the most specific.
pub const AMBIGUOUS: &str = "E0116";
/// An instance member used on a class, or a static one on an object.
pub const STATIC_MIX: &str = "E0117";
/// `this` or `super` where there is no receiver.
pub const NO_RECEIVER: &str = "E0118";
/// Declaration of, or assignment to, `this` or `retval`.
pub const RESERVED: &str = "E0119";
/// `retval` outside the `ensures` of a method with a result.
pub const RETVAL: &str = "E0120";
/// `break` or `continue` outside a loop.
pub const OUTSIDE_LOOP: &str = "E0121";
/// `return` of a value where there is no result.
pub const RETURN_VALUE: &str = "E0122";
/// `return` without a value where there is a result.
pub const RETURN_NOTHING: &str = "E0123";
/// The value of a `void` method is used.
pub const VOID_VALUE: &str = "E0124";
/// A call or `new` in an assert, an assumption, a contract or the body of a quantifier.
pub const CALL_IN_FORMULA: &str = "E0125";
/// A class that is its own supertype.
pub const CYCLE: &str = "E0126";
/// A supertype of the wrong kind, or named twice.
pub const BAD_SUPERTYPE: &str = "E0127";
/// A field with the name of an inherited one.
pub const REDECLARED_FIELD: &str = "E0128";
/// A class that is not abstract and lacks a method.
pub const MISSING_METHOD: &str = "E0129";
/// `new` of an abstract class or interface.
pub const NEW_ABSTRACT: &str = "E0130";
/// A method that may not override what it overrides.
pub const BAD_OVERRIDE: &str = "E0131";
/// `super` without a superclass, out of place, or to an abstract method.
pub const BAD_SUPER: &str = "E0132";
/// The superclass has constructors, none of them without parameters, and none is called.
pub const NO_SUPER_CALL: &str = "E0133";
/// A cast or `instanceof` that can never succeed, or to something that is no class.
pub const BAD_CAST: &str = "E0134";
/// An abstract method in a class that is not abstract.
pub const ABSTRACT_METHOD: &str = "E0135";
/// Something other than an array where an array must be.
pub const NOT_ARRAY: &str = "E0136";
/// The name of a class where a value must be.
pub const CLASS_AS_VALUE: &str = "E0137";
/// The type of a call or variable is not known (lenient mode).
pub const UNTYPED: &str = "E0138";
/// `old` outside invariants and `ensures`, inside another `old`, or of something that has no value yet.
pub const OLD: &str = "E0139";
/// A second `decreases` clause of a loop or method.
pub const SECOND_MEASURE: &str = "E0140";
/// A second `modifies` clause of a method.
pub const SECOND_FRAME: &str = "E0141";
/// Something in a `modifies` clause that is no field of an object and no element of an array.
pub const BAD_LOCATION: &str = "E0142";
/// An integer literal that has more bits than an integer.
pub const LITERAL_WIDTH: &str = "E0143";
/// A class with too many supertypes.
pub const SUPERTYPES: &str = "E0144";
/// A valued method that can reach its closing brace (warning).
pub const FALLS_OFF: &str = "W0101";
/// `--set` names no static field.
pub const SET_UNKNOWN: &str = "E0154";
/// `--set` gives a value that is none of the field's type.
pub const SET_VALUE: &str = "E0155";
/// `--set` gives one field two values.
pub const SET_TWICE: &str = "E0156";
/// An option is about programs of another language.
pub const OTHER_LANGUAGE: &str = "E0160";
