//! A compact rendering of syntax trees: one list per node, operator first.

use crate::oox::parse::ast::*;

fn list(head: &str, parts: impl IntoIterator<Item = String>) -> String {
    let parts: Vec<String> = parts.into_iter().collect();
    if parts.is_empty() { format!("({head})") } else { format!("({head} {})", parts.join(" ")) }
}

pub(super) fn ty(ty: &Type) -> String {
    let base = match &ty.base {
        BaseType::Int => "int",
        BaseType::Uint => "uint",
        BaseType::Float => "float",
        BaseType::Bool => "bool",
        BaseType::Char => "char",
        BaseType::String => "string",
        BaseType::Class(name) => name,
    };
    format!("{base}{}", "[]".repeat(ty.dims as usize))
}

fn call(call: &Call) -> String {
    let name = match &call.receiver {
        Receiver::Implicit => call.name.name.clone(),
        Receiver::Super(_) => format!("super.{}", call.name.name),
        Receiver::Expr(receiver) => format!("{}.{}", expr(receiver), call.name.name),
    };
    list("call", std::iter::once(name).chain(call.args.iter().map(expr)))
}

pub(super) fn expr(e: &Expr) -> String {
    match &e.kind {
        ExprKind::Int(n) | ExprKind::Real(n) => n.to_string(),
        ExprKind::Bool(b) => b.to_string(),
        ExprKind::Null => "null".into(),
        ExprKind::Char(text) => format!("'{text}'"),
        ExprKind::String(text) => format!("{text:?}"),
        ExprKind::Name(name) => name.clone(),
        ExprKind::Field(base, name) => format!("{}.{}", expr(base), name.name),
        ExprKind::Elem(base, index) => format!("{}[{}]", expr(base), expr(index)),
        ExprKind::Len(array) => list("#", [expr(array)]),
        ExprKind::Unary(op, operand) => list(op.symbol(), [expr(operand)]),
        ExprKind::Binary(op, left, right) => list(op.symbol(), [expr(left), expr(right)]),
        ExprKind::InstanceOf(operand, t) => list("instanceof", [expr(operand), ty(t)]),
        ExprKind::Cast(t, operand) => list("cast", [ty(t), expr(operand)]),
        ExprKind::Call(c) => call(c),
        ExprKind::New(class, args) => list("new", std::iter::once(class.name.clone()).chain(args.iter().map(expr))),
        ExprKind::NewArray(elem, sizes) => {
            let sizes: String = sizes.iter().map(|size| format!("[{}]", expr(size))).collect();
            list("new", [ty(elem) + &sizes])
        }
        ExprKind::Quant(q) => list(
            if q.forall { "forall" } else { "exists" },
            [q.elem.name.clone(), q.index.name.clone(), expr(&q.domain), expr(&q.body)],
        ),
    }
}

pub(super) fn block(block: &Block) -> String {
    format!("{{{}}}", block.stmts.iter().map(stmt).collect::<Vec<_>>().join(" "))
}

pub(super) fn stmt(s: &Stmt) -> String {
    match &s.kind {
        StmtKind::Empty => ";".into(),
        StmtKind::Block(b) => block(b),
        StmtKind::Declare { ty: t, name, init } => {
            list("let", [ty(t), name.name.clone()].into_iter().chain(init.iter().map(expr)))
        }
        StmtKind::Assign { target, value } => list(":=", [expr(target), expr(value)]),
        StmtKind::Call(c) => call(c),
        StmtKind::Assert(cond) => list("assert", [expr(cond)]),
        StmtKind::Assume(cond) => list("assume", [expr(cond)]),
        StmtKind::Cover(cond) => list("cover", [expr(cond)]),
        StmtKind::If { cond, then, other } => {
            list("if", [expr(cond), stmt(then)].into_iter().chain(other.iter().map(|s| stmt(s))))
        }
        StmtKind::While { cond, invariants, measures, body } => {
            let invariants = invariants.iter().map(|c| list("invariant", [expr(&c.cond)]));
            let measures = measures.iter().map(|m| list("decreases", [expr(&m.measure)]));
            let clauses = invariants.chain(measures);
            list("while", std::iter::once(expr(cond)).chain(clauses).chain([stmt(body)]))
        }
        StmtKind::Break => "(break)".into(),
        StmtKind::Continue => "(continue)".into(),
        StmtKind::Return(value) => list("return", value.iter().map(expr)),
        StmtKind::Throw(text) => list("throw", text.iter().map(|t| format!("{t:?}"))),
        StmtKind::Try { body, handler } => list("try", [block(body), block(handler)]),
        StmtKind::Lock { monitor, body } => list("lock", [expr(monitor), block(body)]),
        StmtKind::Fork(c) => list("fork", [call(c)]),
        StmtKind::Join => "(join)".into(),
    }
}

fn method(m: &Method) -> String {
    let kind = match (m.kind, &m.body) {
        (MethodKind::Static, _) => "static ",
        (MethodKind::Constructor, _) => "constructor ",
        (MethodKind::Instance, None) => "abstract ",
        _ => "",
    };
    let result = match (&m.result, m.kind) {
        (Some(t), _) => ty(t) + " ",
        (None, MethodKind::Constructor) => String::new(),
        (None, _) => "void ".into(),
    };
    let params: Vec<String> = m.params.iter().map(|p| format!("{} {}", ty(&p.ty), p.name.name)).collect();
    let clauses: String = m
        .clauses
        .iter()
        .map(|c| {
            let kind = format!("{:?}", c.kind).to_lowercase();
            format!(" ({kind} {})", expr(&c.cond))
        })
        .collect();
    let frames = m.frames.iter().map(|frame| {
        let shown = frame.locations.iter().map(|location| match location {
            Location::Place(place) => expr(place),
            Location::Fields(object, _) => format!("{}.*", expr(object)),
            Location::Elements(array, _) => format!("{}[*]", expr(array)),
        });
        format!(" {}", list("modifies", shown))
    });
    let measures = m.measures.iter().map(|m| format!(" (decreases {})", expr(&m.measure)));
    let clauses = clauses + &frames.chain(measures).collect::<String>();
    let body = m.body.as_ref().map_or(String::new(), |b| format!(" {}", block(b)));
    format!("  {kind}{result}{}({}){clauses}{body}\n", m.name.name, params.join(", "))
}

pub(super) fn program(program: &Program) -> String {
    let mut shown = String::new();
    for class in &program.classes {
        let kind = match class.kind {
            ClassKind::Concrete => "class",
            ClassKind::Abstract => "abstract class",
            ClassKind::Interface => "interface",
        };
        shown += &format!("{kind} {}", class.name.name);
        if let Some(name) = &class.superclass {
            shown += &format!(" < {}", name.name);
        }
        if !class.interfaces.is_empty() {
            let names: Vec<&str> = class.interfaces.iter().map(|i| i.name.as_str()).collect();
            shown += &format!(" : {}", names.join(", "));
        }
        shown += "\n";
        for field in &class.fields {
            let init = field.init.as_ref().map_or(String::new(), |e| format!(" := {}", expr(e)));
            let modifier = if field.is_static { "static " } else { "" };
            shown += &format!("  {modifier}{} {}{init}\n", ty(&field.ty), field.name.name);
        }
        for m in &class.methods {
            shown += &method(m);
        }
    }
    shown
}
