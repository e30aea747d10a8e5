//! Small well-typed programs at random, as a proptest strategy: they shrink, and failures print a readable text.
//!
//! A program is a fixed skeleton with random bodies. The skeleton has two classes below an abstract one and an interface,
//! static fields of all types, a helper, a recursive method and an entry method. The trees have numbers instead of names;
//! [`print`](super::print) resolves a number to one of the names in scope. So every tree is a well-typed program, and every
//! smaller tree is one too.

use proptest::collection::vec;
use proptest::prelude::*;

/// An expression of type `int`.
#[derive(Clone, Debug)]
pub enum Int {
    Const(i8),
    Var(u8),
    Static,
    Field(Ref),
    /// A field of the subclass, behind a cast.
    Sub(Ref),
    Elem(Arr, Box<Int>),
    Len(Arr),
    Neg(Box<Int>),
    Binary(u8, Box<Int>, Box<Int>),
    /// A virtual call, of the helper, or of the recursive method.
    Call(u8, Ref, Box<Int>),
    /// `old(e)` where it is allowed; otherwise `e`.
    Old(Box<Int>),
    /// A function of the static fields of other types, or a call of an overloaded method.
    Other(u8, Box<Int>),
}

/// An expression of type `bool`.
#[derive(Clone, Debug)]
pub enum Bool {
    Const(bool),
    Var(u8),
    Field(Ref),
    Compare(u8, Int, Int),
    Same(Ref, Ref),
    SameArray(Arr, Arr),
    IsNull(Ref),
    IsSub(Ref),
    Not(Box<Bool>),
    Binary(u8, Box<Bool>, Box<Bool>),
    /// A comparison of every or some element of an array with a number.
    Quantified(bool, Arr, u8, Int),
    /// A condition on the static fields of other types.
    Other(u8, Int),
}

/// An expression of type `A`, the superclass.
#[derive(Clone, Debug)]
pub enum Ref {
    Null,
    Var(u8),
    Static,
    /// A cell of an array of references.
    Cell(u8),
    Next(Box<Ref>),
    Cast(Box<Ref>),
    /// A new object, of the subclass or not. It is allowed only as a whole right-hand side.
    New(bool, Box<Int>),
}

/// An expression of type `int[]`.
#[derive(Clone, Debug)]
pub enum Arr {
    Var(u8),
    Cells(Ref),
    /// A new array. It is allowed only as a whole right-hand side.
    New(Box<Int>),
}

/// A statement.
#[derive(Clone, Debug)]
pub enum Stmt {
    SetInt(u8, Int),
    SetBool(u8, Bool),
    SetRef(u8, Ref),
    SetArr(u8, Arr),
    SetStatic(Int),
    SetStaticRef(Ref),
    /// An assignment to a static field of another type, by number.
    SetOther(u8, Int, Ref),
    StoreInt(Ref, Int),
    /// An addition to a field: what is done twice, or undone, shows.
    AddInt(Ref, Int),
    StoreBool(Ref, Bool),
    StoreRef(Ref, Ref),
    StoreArr(Ref, Arr),
    StoreElem(Arr, Int, Int),
    CallSet(Ref, Int),
    If(Bool, Vec<Stmt>, Vec<Stmt>),
    /// A loop that counts up to a bound, at most 3: a constant, a variable or a length; with a further condition.
    While(Bound, Option<Bool>, LoopContract, Vec<Stmt>),
    Try(Vec<Stmt>, Vec<Stmt>),
    Break(Bool),
    Continue(Bool),
    Throw(Bool),
    Return(Bool, Int),
    Assert(Bool),
    Assume(Bool),
    Cover(Bool),
    /// Sums of what conditions let through: a ledger, a checksum, a histogram; and what is asserted about them.
    Sums(Vec<Entry>, Balance),
}

/// An addition to a sum.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The condition under which it happens.
    pub condition: Bool,
    /// What it does, by number.
    pub kind: u8,
    pub number: Int,
}

/// A comparison of sums with each other or a number; one of them is also assigned to a variable.
#[derive(Clone, Debug)]
pub struct Balance {
    pub sides: (u8, u8),
    pub comparison: u8,
    pub number: Int,
    pub result: u8,
}

/// The bound of a loop.
#[derive(Clone, Debug)]
pub enum Bound {
    Const(u8),
    Var(u8),
    Length(Arr),
    /// The end of the first iteration leaves the loop.
    Once,
}

/// The contract of a loop.
#[derive(Clone, Debug)]
pub struct LoopContract {
    pub invariants: Vec<Invariant>,
    pub decreases: Option<Measure>,
}

/// An invariant.
#[derive(Clone, Debug)]
pub enum Invariant {
    /// The counter is within its bounds, which is true.
    Counts,
    /// A number has its old value.
    Keeps(Int),
    /// Any condition.
    Claim(Bool),
}

/// A measure.
#[derive(Clone, Debug)]
pub enum Measure {
    /// The distance of the counter from its bound, which decreases.
    Rest,
    /// Any number.
    Claim(Int),
}

/// A location of a `modifies` clause.
#[derive(Clone, Debug)]
pub enum Location {
    /// A field of an object, by number.
    Field(u8, Ref),
    Fields(Ref),
    Elem(Arr, Int),
    Elements(Arr),
    /// All cells of an array of references.
    Row(u8),
}

/// A method body with its contract.
#[derive(Clone, Debug)]
pub struct Body {
    pub requires: Option<Bool>,
    pub ensures: Option<Bool>,
    pub exceptional: Option<Bool>,
    /// The `modifies` clause, if any.
    pub frame: Option<Vec<Location>>,
    pub stmts: Vec<Stmt>,
    /// The result; without it the method falls off its end.
    pub result: Option<Int>,
}

/// A program.
#[derive(Clone, Debug)]
pub struct Tree {
    /// Which variables of `main` are parameters, by bit.
    pub parameters: u8,
    /// Whether the elements of arrays are assumed to be small.
    pub small_elements: bool,
    /// Whether arrays of the input may have any length. Then quantifiers over them are atoms.
    pub long_arrays: bool,
    /// Whether the objects of the input are assumed to be the parameters.
    pub closed_heap: bool,
    /// Whether the static field refers to an object.
    pub static_object: bool,
    /// Whether parameters are assumed not to be null, and the other variables of `main` start with new objects: then fewer
    /// runs end early.
    pub nonnull: bool,
    pub main: Body,
    pub helper: Body,
    pub recursive: (Vec<Stmt>, Body),
    pub get: Body,
    pub overriding: Body,
    pub set: Vec<Stmt>,
    /// A pure recursive method: its direct result, the condition of that, and the argument of its calls.
    pub tree: (Int, Bool, Int),
}

fn reference() -> BoxedStrategy<Ref> {
    let leaf = prop_oneof![8 => any::<u8>().prop_map(Ref::Var), 1 => Just(Ref::Static), 1 => any::<u8>().prop_map(Ref::Cell), 1 => Just(Ref::Null)];
    leaf.prop_recursive(1, 2, 1, |inner| {
        prop_oneof![
            2 => inner.clone().prop_map(|r| Ref::Next(Box::new(r))),
            1 => inner.prop_map(|r| Ref::Cast(Box::new(r))),
        ]
    })
    .boxed()
}

fn array() -> BoxedStrategy<Arr> {
    prop_oneof![4 => any::<u8>().prop_map(Arr::Var), 1 => reference().prop_map(Arr::Cells)].boxed()
}

/// Expressions of type `int`.
pub fn int() -> BoxedStrategy<Int> {
    let leaf = prop_oneof![
        6 => (-2..=3i8).prop_map(Int::Const),
        10 => any::<u8>().prop_map(Int::Var),
        1 => Just(Int::Static),
        2 => reference().prop_map(Int::Field),
        1 => reference().prop_map(Int::Sub),
        1 => array().prop_map(Int::Len),
    ];
    leaf.prop_recursive(1, 3, 2, |inner| {
        let boxed = inner.prop_map(Box::new);
        prop_oneof![
            4 => (0..9u8, boxed.clone(), boxed.clone()).prop_map(|(op, a, b)| Int::Binary(op, a, b)),
            1 => boxed.clone().prop_map(Int::Neg),
            4 => (array(), boxed.clone()).prop_map(|(a, i)| Int::Elem(a, i)),
            3 => (any::<u8>(), reference(), boxed.clone()).prop_map(|(which, r, i)| Int::Call(which, r, i)),
            1 => boxed.clone().prop_map(Int::Old),
            1 => (any::<u8>(), boxed).prop_map(|(which, i)| Int::Other(which, i)),
        ]
    })
    .boxed()
}

/// Expressions of type `bool`.
pub fn boolean() -> BoxedStrategy<Bool> {
    let leaf = prop_oneof![
        8 => (0..6u8, int(), int()).prop_map(|(op, a, b)| Bool::Compare(op, a, b)),
        2 => any::<u8>().prop_map(Bool::Var),
        1 => reference().prop_map(Bool::Field),
        2 => (reference(), reference()).prop_map(|(a, b)| Bool::Same(a, b)),
        1 => (array(), array()).prop_map(|(a, b)| Bool::SameArray(a, b)),
        1 => reference().prop_map(Bool::IsNull),
        1 => reference().prop_map(Bool::IsSub),
        1 => (any::<bool>(), array(), 0..6u8, int()).prop_map(|(all, a, op, i)| Bool::Quantified(all, a, op, i)),
        1 => any::<bool>().prop_map(Bool::Const),
        2 => (any::<u8>(), int()).prop_map(|(which, i)| Bool::Other(which, i)),
    ];
    leaf.prop_recursive(1, 3, 2, |inner| {
        let boxed = inner.prop_map(Box::new);
        prop_oneof![
            1 => boxed.clone().prop_map(Bool::Not),
            3 => (0..4u8, boxed.clone(), boxed).prop_map(|(op, a, b)| Bool::Binary(op, a, b)),
        ]
    })
    .boxed()
}

/// A reference as a right-hand side.
fn new_reference() -> BoxedStrategy<Ref> {
    let object = (any::<bool>(), int()).prop_map(|(sub, v)| Ref::New(sub, Box::new(v)));
    prop_oneof![2 => reference(), 1 => object].boxed()
}

/// An array as a right-hand side.
fn new_array() -> BoxedStrategy<Arr> {
    prop_oneof![1 => array(), 1 => int().prop_map(|n| Arr::New(Box::new(n)))].boxed()
}

fn loop_contract() -> BoxedStrategy<LoopContract> {
    let invariant = prop_oneof![
        3 => Just(Invariant::Counts),
        2 => int().prop_map(Invariant::Keeps),
        2 => boolean().prop_map(Invariant::Claim),
    ];
    let measure = prop_oneof![3 => Just(Measure::Rest), 1 => int().prop_map(Measure::Claim)];
    let some = (vec(invariant, 0..3), proptest::option::of(measure));
    let none = Just((Vec::new(), None));
    prop_oneof![2 => none, 1 => some].prop_map(|(invariants, decreases)| LoopContract { invariants, decreases }).boxed()
}

/// Statements.
pub fn statement() -> BoxedStrategy<Stmt> {
    let assign = prop_oneof![
        6 => (any::<u8>(), int()).prop_map(|(x, e)| Stmt::SetInt(x, e)),
        2 => (any::<u8>(), boolean()).prop_map(|(x, e)| Stmt::SetBool(x, e)),
        2 => (any::<u8>(), new_reference()).prop_map(|(x, e)| Stmt::SetRef(x, e)),
        2 => (any::<u8>(), new_array()).prop_map(|(x, e)| Stmt::SetArr(x, e)),
        1 => int().prop_map(Stmt::SetStatic),
        1 => new_reference().prop_map(Stmt::SetStaticRef),
        2 => (any::<u8>(), int(), reference()).prop_map(|(which, i, r)| Stmt::SetOther(which, i, r)),
        2 => (reference(), int()).prop_map(|(r, e)| Stmt::StoreInt(r, e)),
        2 => (reference(), int()).prop_map(|(r, e)| Stmt::AddInt(r, e)),
        1 => (reference(), boolean()).prop_map(|(r, e)| Stmt::StoreBool(r, e)),
        2 => (reference(), new_reference()).prop_map(|(r, e)| Stmt::StoreRef(r, e)),
        1 => (reference(), new_array()).prop_map(|(r, e)| Stmt::StoreArr(r, e)),
        6 => (array(), int(), int()).prop_map(|(a, i, e)| Stmt::StoreElem(a, i, e)),
        1 => (reference(), int()).prop_map(|(r, e)| Stmt::CallSet(r, e)),
    ];
    let jump = prop_oneof![
        2 => boolean().prop_map(Stmt::Break),
        2 => boolean().prop_map(Stmt::Continue),
        1 => boolean().prop_map(Stmt::Throw),
        1 => (boolean(), int()).prop_map(|(c, e)| Stmt::Return(c, e)),
        3 => boolean().prop_map(Stmt::Assert),
        1 => boolean().prop_map(Stmt::Assume),
        2 => boolean().prop_map(Stmt::Cover),
    ];
    let entry = (boolean(), any::<u8>(), int()).prop_map(|(condition, kind, number)| Entry { condition, kind, number });
    let balance = (any::<(u8, u8)>(), 0..6u8, int(), any::<u8>())
        .prop_map(|(sides, comparison, number, result)| Balance { sides, comparison, number, result });
    let sums = (vec(entry, 1..5), balance).prop_map(|(entries, balance)| Stmt::Sums(entries, balance));
    let leaf = prop_oneof![12 => assign, 4 => jump, 1 => sums];
    leaf.prop_recursive(2, 6, 3, |inner| {
        let some = vec(inner, 0..3);
        let bound = prop_oneof![
            2 => (0..4u8).prop_map(Bound::Const),
            2 => any::<u8>().prop_map(Bound::Var),
            1 => array().prop_map(Bound::Length),
            1 => Just(Bound::Once),
        ];
        prop_oneof![
            3 => (boolean(), some.clone(), some.clone()).prop_map(|(c, s, t)| Stmt::If(c, s, t)),
            2 => (bound, proptest::option::weighted(0.3, boolean()), loop_contract(), some.clone())
                .prop_map(|(n, c, k, s)| Stmt::While(n, c, k, s)),
            1 => (some.clone(), some).prop_map(|(s, t)| Stmt::Try(s, t)),
        ]
    })
    .boxed()
}

/// Bodies of at most this many statements, with clauses of this probability.
pub fn body(statements: usize, contract: f64) -> impl Strategy<Value = Body> {
    let clause = || proptest::option::weighted(contract, boolean());
    let result = proptest::option::weighted(0.95, int());
    let location = prop_oneof![
        3 => (any::<u8>(), reference()).prop_map(|(field, r)| Location::Field(field, r)),
        2 => reference().prop_map(Location::Fields),
        1 => (array(), int()).prop_map(|(a, i)| Location::Elem(a, i)),
        2 => array().prop_map(Location::Elements),
        1 => any::<u8>().prop_map(Location::Row),
    ];
    let frame = proptest::option::weighted(contract, vec(location, 0..4));
    (clause(), clause(), clause(), frame, vec(statement(), 0..=statements), result).prop_map(
        |(requires, ensures, exceptional, frame, stmts, result)| Body {
            requires,
            ensures,
            exceptional,
            frame,
            stmts,
            result,
        },
    )
}

/// Programs.
pub fn programs() -> impl Strategy<Value = Tree> {
    let flags = (
        any::<(u8, u8, u8)>(),
        any::<bool>(),
        proptest::bool::weighted(0.8),
        any::<bool>(),
        proptest::bool::weighted(0.4),
        proptest::bool::weighted(0.15),
    );
    let methods = (body(2, 0.2), (vec(statement(), 0..2), body(1, 0.1)), body(1, 0.1), body(1, 0.1));
    let tree = (int(), boolean(), int());
    (flags, body(4, 0.1), methods, vec(statement(), 0..2), tree).prop_map(|(flags, main, methods, set, tree)| Tree {
        // Three of eight, and always the first.
        parameters: flags.0.0 & (flags.0.1 | flags.0.2) | 1,
        small_elements: flags.1,
        closed_heap: flags.2,
        static_object: flags.3,
        nonnull: flags.4,
        long_arrays: flags.5,
        main,
        helper: methods.0,
        recursive: methods.1,
        get: methods.2,
        overriding: methods.3,
        set,
        tree,
    })
}
