//! The features of the language, and those that a text uses. Every match is exhaustive: whatever is added to the syntax tree
//! must be named here.

use multise::SourceFile;
use multise::internals::oox::ast::{
    BaseType, BinaryOp, Block, Call, Class, ClassKind, ClauseKind, Expr, ExprKind, Location, LoopClauseKind, Method,
    MethodKind, Receiver, Stmt, StmtKind, Type, UnaryOp,
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
    let classes = &parsed.program.classes;
    classes.iter().for_each(|class| found.class(class));
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
            self.ty(&field.ty);
            field.init.iter().for_each(|value| self.expr(value));
        }
        for (at, method) in class.methods.iter().enumerate() {
            self.is(class.methods[..at].iter().any(|other| other.name.name == method.name.name), Feature::Overload);
            self.method(method);
        }
    }

    fn method(&mut self, method: &Method) {
        self.has(match method.kind {
            MethodKind::Instance => Feature::InstanceMethod,
            MethodKind::Static => Feature::StaticMethod,
            MethodKind::Constructor => Feature::Constructor,
            MethodKind::Initialiser => unreachable!("the text declares none"),
        });
        match &method.result {
            Some(ty) => {
                self.has(Feature::Function);
                self.ty(ty);
            }
            None => self.is(method.kind != MethodKind::Constructor, Feature::Procedure),
        }
        method.params.iter().for_each(|param| self.ty(&param.ty));
        for clause in &method.clauses {
            self.has(match clause.kind {
                ClauseKind::Requires => Feature::Requires,
                ClauseKind::Ensures => Feature::Ensures,
                ClauseKind::Exceptional => Feature::Exceptional,
                ClauseKind::Invariant => Feature::Invariant,
            });
            self.expr(&clause.cond);
        }
        for frame in &method.frames {
            self.is(frame.locations.is_empty(), Feature::EmptyFrame);
            frame.locations.iter().for_each(|location| self.location(location));
        }
        for measure in &method.measures {
            self.has(Feature::Measure);
            self.expr(&measure.measure);
        }
        match &method.body {
            Some(body) => self.block(body),
            None => self.has(Feature::AbstractMethod),
        }
    }

    fn location(&mut self, location: &Location) {
        let (feature, place) = match location {
            Location::Place(place) if matches!(place.kind, ExprKind::Field(..)) => (Feature::FieldFrame, place),
            Location::Place(place) => (Feature::ElementFrame, place),
            Location::Fields(object, _) => (Feature::FieldsFrame, object),
            Location::Elements(array, _) => (Feature::ElementsFrame, array),
        };
        self.has(feature);
        self.expr(place);
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

    fn block(&mut self, block: &Block) {
        block.stmts.iter().for_each(|stmt| self.stmt(stmt));
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Empty => self.has(Feature::Empty),
            StmtKind::Block(block) => {
                self.has(Feature::Block);
                self.block(block);
            }
            StmtKind::Declare { ty, name: _, init } => {
                self.ty(ty);
                self.has(if init.is_some() { Feature::Initialisation } else { Feature::Declaration });
                init.iter().for_each(|value| self.expr(value));
            }
            StmtKind::Assign { target, value } => {
                self.has(match target.kind {
                    ExprKind::Field(..) => Feature::AssignField,
                    ExprKind::Elem(..) => Feature::AssignElement,
                    _ => Feature::AssignName,
                });
                self.expr(target);
                self.expr(value);
            }
            StmtKind::Call(call) => {
                let is_super = call.name.name == "super" && call.receiver == Receiver::Implicit;
                self.has(if is_super { Feature::SuperConstructor } else { Feature::CallStatement });
                if is_super {
                    call.args.iter().for_each(|arg| self.expr(arg));
                } else {
                    self.call(call);
                }
            }
            StmtKind::Assert(claim) => self.with(Feature::Assert, claim),
            StmtKind::Assume(claim) => self.with(Feature::Assume, claim),
            StmtKind::Cover(claim) => self.with(Feature::Cover, claim),
            StmtKind::If { cond, then, other } => {
                self.has(if other.is_some() { Feature::IfElse } else { Feature::If });
                self.expr(cond);
                self.stmt(then);
                other.iter().for_each(|stmt| self.stmt(stmt));
            }
            StmtKind::While { cond, clauses, body } => {
                self.with(Feature::While, cond);
                for clause in clauses {
                    self.has(match clause.kind {
                        LoopClauseKind::Invariant => Feature::Invariant,
                        LoopClauseKind::Decreases => Feature::Decreases,
                    });
                    self.expr(&clause.expr);
                }
                self.is(!clauses.is_empty() && ends_with_break(body), Feature::ClausesOfNoIteration);
                self.stmt(body);
            }
            StmtKind::Break => self.has(Feature::Break),
            StmtKind::Continue => self.has(Feature::Continue),
            StmtKind::Return(None) => self.has(Feature::Return),
            StmtKind::Return(Some(value)) => self.with(Feature::ReturnValue, value),
            StmtKind::Throw(message) => {
                self.has(if message.is_some() { Feature::ThrowText } else { Feature::Throw });
            }
            StmtKind::Try { body, handler } => {
                self.has(Feature::Try);
                self.block(body);
                self.block(handler);
            }
            StmtKind::Lock { monitor, body } => {
                self.with(Feature::Lock, monitor);
                self.block(body);
            }
            StmtKind::Fork(call) => {
                self.has(Feature::Fork);
                self.call(call);
            }
            StmtKind::Join => self.has(Feature::Join),
        }
    }

    fn call(&mut self, call: &Call) {
        match &call.receiver {
            Receiver::Implicit if call.name.name == "old" => self.has(Feature::Old),
            Receiver::Implicit => self.has(Feature::CallWithoutReceiver),
            Receiver::Super(_) => self.has(Feature::CallOnSuper),
            Receiver::Expr(receiver) => self.with(Feature::CallOnExpression, receiver),
        }
        call.args.iter().for_each(|arg| self.expr(arg));
    }

    fn with(&mut self, feature: Feature, expr: &Expr) {
        self.has(feature);
        self.expr(expr);
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Int(_) => self.has(Feature::IntLiteral),
            ExprKind::Real(_) => self.has(Feature::RealLiteral),
            ExprKind::Bool(_) => self.has(Feature::BoolLiteral),
            ExprKind::Null => self.has(Feature::Null),
            ExprKind::Char(_) => self.has(Feature::CharLiteral),
            ExprKind::String(_) => self.has(Feature::StringLiteral),
            ExprKind::Name(name) => self.has(match name.as_str() {
                "this" => Feature::This,
                "retval" => Feature::Retval,
                _ => Feature::Name,
            }),
            ExprKind::Field(object, _) => self.with(Feature::FieldRead, object),
            ExprKind::Elem(array, index) => {
                self.with(Feature::ElementRead, array);
                self.expr(index);
            }
            ExprKind::Len(array) => self.with(Feature::Length, array),
            ExprKind::Unary(op, operand) => {
                let op = match op {
                    UnaryOp::Neg => Feature::Negation,
                    UnaryOp::Not => Feature::Not,
                };
                self.with(op, operand);
            }
            ExprKind::Binary(op, left, right) => {
                self.with(operator(*op), left);
                self.expr(right);
            }
            ExprKind::InstanceOf(object, ty) => {
                self.with(Feature::InstanceOf, object);
                self.ty(ty);
            }
            ExprKind::Cast(ty, object) => {
                self.with(Feature::Cast, object);
                self.ty(ty);
            }
            ExprKind::Call(call) => {
                self.has(Feature::CallValue);
                self.call(call);
            }
            ExprKind::New(_, args) => {
                self.has(Feature::New);
                args.iter().for_each(|arg| self.expr(arg));
            }
            ExprKind::NewArray(ty, sizes) => {
                self.ty(ty);
                self.has(if sizes.len() > 1 { Feature::NewArrayOfArrays } else { Feature::NewArray });
                sizes.iter().for_each(|size| self.expr(size));
            }
            ExprKind::Quant(quant) => {
                self.with(if quant.forall { Feature::Forall } else { Feature::Exists }, &quant.domain);
                self.expr(&quant.body);
            }
        }
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
