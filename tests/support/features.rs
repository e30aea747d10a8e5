//! The features of the language, and those that a text uses. Every match is exhaustive: whatever is added to the syntax tree
//! must be named here.

use crate::walk::{self, Node};
use multise::SourceFile;
use multise::internals::oox::ast::{
    BaseType, BinaryOp, Call, Class, ClassKind, ClauseKind, Expr, ExprKind, Location, Method, MethodKind, Receiver,
    Stmt, StmtKind, Type, UnaryOp,
};
use multise::internals::oox::parse;
use std::collections::BTreeSet;

macro_rules! features {
    ($($feature:ident),* $(,)?) => {
        /// A feature that a program can use.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Feature { $($feature),* }

        /// All features.
        pub const ALL: &[Feature] = &[$(Feature::$feature),*];
    };
}

features! {
    // Classes and members.
    ConcreteClass, AbstractClass, Interface, Superclass, Implements, ExtendedInterface, InstanceField, StaticField,
    StaticInitialiser, InstanceMethod, StaticMethod, Constructor, AbstractMethod, Procedure, Function, Overload, Override,
    // Contracts.
    Requires, Ensures, Exceptional, EmptyFrame, FieldFrame, ElementFrame, FieldsFrame, ElementsFrame, Invariant, Decreases,
    ClausesOfNoIteration, Measure,
    // Types.
    Int, Uint, Float, Bool, Char, String, ClassType, Array, ArrayOfArrays, ArrayOfReferences,
    // Statements.
    Empty, Block, Declaration, Initialisation, AssignName, AssignField, AssignElement, CallStatement, SuperConstructor, Assert,
    Assume, Cover, If, IfElse, While, Break, Continue, Return, ReturnValue, Throw, ThrowText, Try, Lock, Fork, Join,
    // Expressions.
    IntLiteral, RealLiteral, BoolLiteral, Null, CharLiteral, StringLiteral, Name, This, Retval, Old, FieldRead, ElementRead,
    Length, InstanceOf, Cast, CallValue, CallOnExpression, CallOnSuper, CallWithoutReceiver, New, NewArray, NewArrayOfArrays,
    Forall, Exists,
    // Operators.
    Negation, Not, Implies, And, Or, Equal, Different, Less, AtMost, Greater, AtLeast, Plus, Minus, Times, Divided, Remainder,
}

/// The features of a program that the checker accepts.
pub fn of(text: &str) -> BTreeSet<Feature> {
    let parsed = parse(&SourceFile::new("features.oox", text));
    assert!(!parsed.has_errors(), "{text}");
    let mut found = Found(BTreeSet::new());
    walk::program(text, &parsed.program, &mut |node| match node {
        Node::Class(class) => found.class(class),
        Node::Method(method) => found.method(method),
        Node::Type(ty) => found.ty(ty),
        Node::Call(call) => found.call(call),
        Node::Stmt(stmt) => found.stmt(stmt),
        Node::Expr(expr) => found.has(of_expr(expr)),
        Node::Block(_) | Node::Name(..) => {}
    });
    let classes = &parsed.program.classes;
    for class in classes {
        let overrides = |m: &Method| m.kind == MethodKind::Instance && is_inherited(class, m, classes);
        found.is(class.methods.iter().any(overrides), Feature::Override);
    }
    found.0
}

/// Whether a superclass or interface has a method of this name.
fn is_inherited(class: &Class, method: &Method, classes: &[Class]) -> bool {
    let above = class.superclass.iter().chain(&class.interfaces);
    above.flat_map(|name| classes.iter().filter(|it| it.name.name == name.name)).any(|upper| {
        upper.methods.iter().any(|it| it.name.name == method.name.name) || is_inherited(upper, method, classes)
    })
}

/// Whether the first iteration leaves a loop with this body, unless a statement inside continues it.
fn ends_with_break(body: &Stmt) -> bool {
    matches!(&body.kind, StmtKind::Block(block) if block.stmts.last().is_some_and(|last| matches!(last.kind, StmtKind::Break)))
}

/// Whether a statement calls a constructor of the superclass.
fn is_super(call: &Call) -> bool {
    call.name.name == "super" && call.receiver == Receiver::Implicit
}

struct Found(BTreeSet<Feature>);

impl Found {
    fn is(&mut self, there: bool, feature: Feature) {
        if there {
            self.0.insert(feature);
        }
    }

    fn has(&mut self, feature: Feature) {
        self.0.insert(feature);
    }

    fn class(&mut self, class: &Class) {
        self.has(match class.kind {
            ClassKind::Concrete => Feature::ConcreteClass,
            ClassKind::Abstract => Feature::AbstractClass,
            ClassKind::Interface => Feature::Interface,
        });
        self.is(class.superclass.is_some(), Feature::Superclass);
        let named = if class.kind == ClassKind::Interface { Feature::ExtendedInterface } else { Feature::Implements };
        self.is(!class.interfaces.is_empty(), named);
        for field in &class.fields {
            self.has(if field.is_static { Feature::StaticField } else { Feature::InstanceField });
            self.is(field.init.is_some(), Feature::StaticInitialiser);
        }
        for (at, method) in class.methods.iter().enumerate() {
            self.is(class.methods[..at].iter().any(|other| other.name.name == method.name.name), Feature::Overload);
        }
    }

    fn method(&mut self, method: &Method) {
        self.has(match method.kind {
            MethodKind::Instance => Feature::InstanceMethod,
            MethodKind::Static => Feature::StaticMethod,
            MethodKind::Constructor => Feature::Constructor,
            MethodKind::Initialiser => unreachable!("the text declares none"),
        });
        self.is(method.result.is_some(), Feature::Function);
        self.is(method.result.is_none() && method.kind != MethodKind::Constructor, Feature::Procedure);
        for clause in &method.clauses {
            self.has(match clause.kind {
                ClauseKind::Requires => Feature::Requires,
                ClauseKind::Ensures => Feature::Ensures,
                ClauseKind::Exceptional => Feature::Exceptional,
                ClauseKind::Invariant => Feature::Invariant,
            });
        }
        for frame in &method.frames {
            self.is(frame.locations.is_empty(), Feature::EmptyFrame);
            frame.locations.iter().for_each(|location| self.location(location));
        }
        self.is(!method.measures.is_empty(), Feature::Measure);
        self.is(method.body.is_none(), Feature::AbstractMethod);
    }

    fn location(&mut self, location: &Location) {
        self.has(match location {
            Location::Place(place) if matches!(place.kind, ExprKind::Field(..)) => Feature::FieldFrame,
            Location::Place(_) => Feature::ElementFrame,
            Location::Fields(..) => Feature::FieldsFrame,
            Location::Elements(..) => Feature::ElementsFrame,
        });
    }

    fn ty(&mut self, ty: &Type) {
        let is_class = matches!(ty.base, BaseType::Class(_));
        self.has(match ty.base {
            BaseType::Int => Feature::Int,
            BaseType::Uint => Feature::Uint,
            BaseType::Float => Feature::Float,
            BaseType::Bool => Feature::Bool,
            BaseType::Char => Feature::Char,
            BaseType::String => Feature::String,
            BaseType::Class(_) => Feature::ClassType,
        });
        self.is(ty.dims > 0, Feature::Array);
        self.is(ty.dims > 1, Feature::ArrayOfArrays);
        self.is(ty.dims > 0 && is_class, Feature::ArrayOfReferences);
    }

    fn stmt(&mut self, stmt: &Stmt) {
        let feature = match &stmt.kind {
            StmtKind::Empty => Feature::Empty,
            StmtKind::Block(_) => Feature::Block,
            StmtKind::Declare { init: Some(_), .. } => Feature::Initialisation,
            StmtKind::Declare { init: None, .. } => Feature::Declaration,
            StmtKind::Assign { target, .. } => match target.kind {
                ExprKind::Field(..) => Feature::AssignField,
                ExprKind::Elem(..) => Feature::AssignElement,
                _ => Feature::AssignName,
            },
            StmtKind::Call(call) if is_super(call) => Feature::SuperConstructor,
            StmtKind::Call(_) => Feature::CallStatement,
            StmtKind::Assert(_) => Feature::Assert,
            StmtKind::Assume(_) => Feature::Assume,
            StmtKind::Cover(_) => Feature::Cover,
            StmtKind::If { other: Some(_), .. } => Feature::IfElse,
            StmtKind::If { other: None, .. } => Feature::If,
            StmtKind::While { invariants, measures, body, .. } => {
                self.is(!invariants.is_empty(), Feature::Invariant);
                self.is(!measures.is_empty(), Feature::Decreases);
                let has_clauses = !invariants.is_empty() || !measures.is_empty();
                self.is(has_clauses && ends_with_break(body), Feature::ClausesOfNoIteration);
                Feature::While
            }
            StmtKind::Break => Feature::Break,
            StmtKind::Continue => Feature::Continue,
            StmtKind::Return(None) => Feature::Return,
            StmtKind::Return(Some(_)) => Feature::ReturnValue,
            StmtKind::Throw(None) => Feature::Throw,
            StmtKind::Throw(Some(_)) => Feature::ThrowText,
            StmtKind::Try { .. } => Feature::Try,
            StmtKind::Lock { .. } => Feature::Lock,
            StmtKind::Fork(_) => Feature::Fork,
            StmtKind::Join => Feature::Join,
        };
        self.has(feature);
    }

    fn call(&mut self, call: &Call) {
        self.has(match &call.receiver {
            Receiver::Implicit if is_super(call) => return,
            Receiver::Implicit if call.name.name == "old" => Feature::Old,
            Receiver::Implicit => Feature::CallWithoutReceiver,
            Receiver::Super(_) => Feature::CallOnSuper,
            Receiver::Expr(_) => Feature::CallOnExpression,
        });
    }
}

fn of_expr(expr: &Expr) -> Feature {
    match &expr.kind {
        ExprKind::Int(_) => Feature::IntLiteral,
        ExprKind::Real(_) => Feature::RealLiteral,
        ExprKind::Bool(_) => Feature::BoolLiteral,
        ExprKind::Null => Feature::Null,
        ExprKind::Char(_) => Feature::CharLiteral,
        ExprKind::String(_) => Feature::StringLiteral,
        ExprKind::Name(name) => match name.as_str() {
            "this" => Feature::This,
            "retval" => Feature::Retval,
            _ => Feature::Name,
        },
        ExprKind::Field(..) => Feature::FieldRead,
        ExprKind::Elem(..) => Feature::ElementRead,
        ExprKind::Len(_) => Feature::Length,
        ExprKind::Unary(UnaryOp::Neg, _) => Feature::Negation,
        ExprKind::Unary(UnaryOp::Not, _) => Feature::Not,
        ExprKind::Binary(op, ..) => operator(*op),
        ExprKind::InstanceOf(..) => Feature::InstanceOf,
        ExprKind::Cast(..) => Feature::Cast,
        ExprKind::Call(_) => Feature::CallValue,
        ExprKind::New(..) => Feature::New,
        ExprKind::NewArray(_, sizes) if sizes.len() > 1 => Feature::NewArrayOfArrays,
        ExprKind::NewArray(..) => Feature::NewArray,
        ExprKind::Quant(quant) if quant.forall => Feature::Forall,
        ExprKind::Quant(_) => Feature::Exists,
    }
}

fn operator(op: BinaryOp) -> Feature {
    match op {
        BinaryOp::Implies => Feature::Implies,
        BinaryOp::And => Feature::And,
        BinaryOp::Or => Feature::Or,
        BinaryOp::Eq => Feature::Equal,
        BinaryOp::Ne => Feature::Different,
        BinaryOp::Lt => Feature::Less,
        BinaryOp::Le => Feature::AtMost,
        BinaryOp::Gt => Feature::Greater,
        BinaryOp::Ge => Feature::AtLeast,
        BinaryOp::Add => Feature::Plus,
        BinaryOp::Sub => Feature::Minus,
        BinaryOp::Mul => Feature::Times,
        BinaryOp::Div | BinaryOp::DivTrunc | BinaryOp::FloatDiv => Feature::Divided,
        BinaryOp::Rem | BinaryOp::RemTrunc => Feature::Remainder,
    }
}
