//! Horn clauses: the implications between claims, over the numbers, truth values, nulls and lengths in locals and fields.
//!
//! The claims to be found are predicates. A clause states that another predicate holds where some predicates and facts
//! hold. A clause without a conclusion states that its body is never true, because a check would be violated (N. Bjørner,
//! A. Gurfinkel, K. McMillan, A. Rybalchenko, *Horn clause solvers for program verification*, 2015). A read of the heap has
//! any value. So an interpretation of the predicates is only a proposal, which the fragments must confirm.

use super::cuts::{Cuts, Unfit};
use super::{Claims, Role, conjunction, paths};
use crate::cancel::Token;
use crate::index::Idx;
use crate::ir::{BinaryOp, Const, Expr, LocalId, Type, UnaryOp};
use rustc_hash::FxHashMap;
use std::fmt::Write as _;

/// The sort of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// Integers.
    Int,
    /// Truth values.
    Bool,
}

/// A predicate.
#[derive(Clone, Debug)]
pub struct Predicate {
    /// The role of the claims that it represents.
    pub role: Role,
    /// Its parameters, by their meaning in claims: a number or truth value in a variable, or in a field of an object, whether
    /// such a reference is null, or its length.
    pub params: Vec<(Expr, Sort)>,
}

/// A predicate applied to values.
#[derive(Clone, Debug)]
pub struct Atom {
    /// The index of the predicate.
    pub predicate: usize,
    /// The values.
    pub args: Vec<Expr>,
}

/// A clause. The locals in its expressions are its variables.
#[derive(Clone, Debug)]
pub struct Clause {
    /// The sorts of the variables.
    pub vars: Vec<Sort>,
    /// The facts in the body.
    pub facts: Vec<Expr>,
    /// The predicates in the body.
    pub body: Vec<Atom>,
    /// The conclusion; `None` where a check would be violated.
    pub head: Option<Atom>,
    /// Without a head, whether a violation depends on the value of a read of the heap.
    pub is_soft: bool,
}

impl Clause {
    /// Replaces variables by the truth values that facts give them. (With a variable that occurs in a fact and nowhere else,
    /// Spacer may return interpretations with quantifiers.)
    fn propagate(&mut self) {
        let mut known: FxHashMap<LocalId, bool> = FxHashMap::default();
        for fact in &self.facts {
            match fact {
                Expr::Local(var) => _ = known.insert(*var, true),
                Expr::Unary(UnaryOp::Not, inner) => {
                    if let Expr::Local(var) = **inner {
                        known.insert(var, false);
                    }
                }
                _ => {}
            }
        }
        let value = |var| known.get(&var).map_or(Expr::Local(var), |value| Expr::bool(*value));
        let put = |expr: &mut Expr| *expr = folded(expr.instantiated(&value));
        self.facts.iter_mut().for_each(put);
        self.facts.retain(|fact| !matches!(fact, Expr::Const(Const::Bool(true))));
        let atoms = self.body.iter_mut().chain(&mut self.head);
        atoms.flat_map(|atom| &mut atom.args).for_each(put);
    }
}

/// The clauses of a program.
#[derive(Clone, Debug, Default)]
pub struct System {
    /// The predicates.
    pub predicates: Vec<Predicate>,
    /// The clauses.
    pub clauses: Vec<Clause>,
}

impl System {
    /// The clauses of a program that is taken apart.
    ///
    /// # Errors
    /// When its fragments have too many paths, or the token is cancelled.
    pub fn of(cuts: &Cuts<'_>, token: &Token) -> Result<System, Unfit> {
        let mut system = paths::clauses(cuts, token)?;
        system.clauses.iter_mut().for_each(Clause::propagate);
        Ok(system)
    }

    /// The clauses without the `requires` predicates of methods in which nothing can go wrong. What is found for their results
    /// holds for all arguments.
    pub fn without_idle_requires(&self) -> System {
        let mut system = self.clone();
        system.drop_idle_requires();
        system
    }

    fn drop_idle_requires(&mut self) {
        let requires = |role: Role| matches!(role, Role::Requires(_));
        let mut needed: Vec<bool> = self.predicates.iter().map(|p| !requires(p.role)).collect();
        loop {
            let mut grown = false;
            for clause in &self.clauses {
                let matters = match &clause.head {
                    None => true,
                    Some(head) => match self.predicates[head.predicate].role {
                        Role::Throws(_) => true,
                        Role::Requires(_) => needed[head.predicate],
                        Role::Invariant(..) | Role::Ensures(_) => false,
                    },
                };
                for atom in clause.body.iter().filter(|_| matters) {
                    if let Role::Invariant(method, _) = self.predicates[atom.predicate].role {
                        // The invariant of a loop depends on what holds for the arguments of the call.
                        let own = self.predicates.iter().position(|p| p.role == Role::Requires(method));
                        own.into_iter().for_each(|own| grown |= !std::mem::replace(&mut needed[own], true));
                    }
                    grown |= !std::mem::replace(&mut needed[atom.predicate], true);
                }
            }
            if !grown {
                break;
            }
        }
        self.clauses.retain(|clause| clause.head.as_ref().is_none_or(|head| needed[head.predicate]));
        for clause in &mut self.clauses {
            clause.body.retain(|atom| needed[atom.predicate]);
        }
    }

    /// The interpretation without claims, except that no exception leaves a call.
    pub fn trivial(&self) -> Vec<Expr> {
        self.predicates.iter().map(|predicate| Expr::bool(!matches!(predicate.role, Role::Throws(_)))).collect()
    }

    /// The clauses in SMT-LIB 2.6, without a command to check them. Truth values are passed to predicates as 0 and 1:
    /// Spacer of Z3 4.8.12 gives wrong interpretations over parameters that are truth values, or fails.
    pub fn to_smtlib(&self) -> String {
        let mut text = String::from("(set-logic HORN)\n");
        for (i, predicate) in self.predicates.iter().enumerate() {
            let sorts = vec!["Int"; predicate.params.len()];
            let _ = writeln!(text, "(declare-fun {} ({}) Bool)", name(i), sorts.join(" "));
        }
        self.write_clauses(&mut text);
        text
    }

    /// The clauses with definitions of the predicates, in SMT-LIB 2.6. Satisfiable if all clauses are true, except for
    /// those that depend on the contents of the heap.
    pub fn with_meanings(&self, meanings: &[Expr]) -> String {
        let mut text = String::from("(set-logic ALL)\n");
        for (i, (predicate, meaning)) in self.predicates.iter().zip(meanings).enumerate() {
            let params = predicate.params.iter().enumerate().map(|(i, _)| format!("(p{i} Int)"));
            let _ = write!(text, "(define-fun {} ({}) Bool (let (", name(i), params.collect::<Vec<_>>().join(" "));
            for (i, (_, sort)) in predicate.params.iter().enumerate() {
                let value = if *sort == Sort::Bool { format!("(= p{i} 1)") } else { format!("p{i}") };
                let _ = write!(text, "(x{i} {value})");
            }
            text.push_str(if predicate.params.is_empty() { "(true true)) " } else { ") " });
            write_term(&mut text, meaning);
            text.push_str("))\n");
        }
        let hard = self.clauses.iter().filter(|clause| !clause.is_soft).cloned().collect();
        System { predicates: self.predicates.clone(), clauses: hard }.write_clauses(&mut text);
        text.push_str("(check-sat)\n");
        text
    }

    fn write_clauses(&self, text: &mut String) {
        for clause in &self.clauses {
            text.push_str("(assert ");
            if !clause.vars.is_empty() {
                text.push_str("(forall (");
                for (i, sort) in clause.vars.iter().enumerate() {
                    let _ = write!(text, "(x{i} {})", sort.word());
                }
                text.push_str(") ");
            }
            text.push_str("(=> (and true");
            for fact in &clause.facts {
                text.push(' ');
                write_term(text, fact);
            }
            for atom in &clause.body {
                text.push(' ');
                self.write_atom(text, atom);
            }
            text.push_str(") ");
            match &clause.head {
                Some(head) => self.write_atom(text, head),
                None => text.push_str("false"),
            }
            text.push_str(if clause.vars.is_empty() { "))\n" } else { ")))\n" });
        }
    }

    fn write_atom(&self, text: &mut String, atom: &Atom) {
        if atom.args.is_empty() {
            text.push_str(&name(atom.predicate));
            return;
        }
        let _ = write!(text, "({}", name(atom.predicate));
        for (arg, (_, sort)) in atom.args.iter().zip(&self.predicates[atom.predicate].params) {
            text.push_str(if *sort == Sort::Bool { " (ite " } else { " " });
            write_term(text, arg);
            text.push_str(if *sort == Sort::Bool { " 1 0)" } else { "" });
        }
        text.push(')');
    }

    /// A formula over the parameters of a predicate, from one in which truth values are 0 or 1.
    pub fn over_truth_values(&self, predicate: usize, formula: &Expr) -> Expr {
        let params = &self.predicates[predicate].params;
        match formula {
            Expr::Unary(UnaryOp::Not, a) => self.over_truth_values(predicate, a).negated(),
            Expr::Binary(op, a, b) if is_formula(a) => {
                Expr::binary(*op, self.over_truth_values(predicate, a), self.over_truth_values(predicate, b))
            }
            comparison => {
                let mut truth = None;
                comparison.for_each_local(&mut |param| {
                    truth = truth.or((params[param.0 as usize].1 == Sort::Bool).then_some(param));
                });
                let Some(param) = truth else { return comparison.clone() };
                let case = |n: i64| {
                    let value = |local| if local == param { Expr::int(n) } else { Expr::Local(local) };
                    self.over_truth_values(predicate, &folded(comparison.instantiated(&value)))
                };
                let (is_true, yes, no) = (Expr::Local(param), case(1), case(0));
                match (&yes, &no) {
                    (Expr::Const(Const::Bool(true)), Expr::Const(Const::Bool(false))) => is_true,
                    (Expr::Const(Const::Bool(false)), Expr::Const(Const::Bool(true))) => is_true.negated(),
                    (Expr::Const(Const::Bool(a)), Expr::Const(Const::Bool(b))) if a == b => yes,
                    _ => Expr::binary(
                        BinaryOp::And,
                        Expr::binary(BinaryOp::Implies, is_true.clone(), yes),
                        Expr::binary(BinaryOp::Or, is_true, no),
                    ),
                }
            }
        }
    }

    /// The claims of an interpretation. Each formula is over the parameters of its predicate, by their indices.
    pub fn claims(&self, interpretation: &[Expr]) -> Claims {
        let claimed = |(predicate, meaning): (&Predicate, &Expr)| {
            let meaning = meaning.instantiated(&|param| predicate.params[param.0 as usize].0.clone());
            (predicate.role, conjuncts(meaning))
        };
        self.predicates.iter().zip(interpretation).map(claimed).collect()
    }

    /// The interpretation that claims have, restricted to those over the parameters of the predicates.
    pub fn interpretation(&self, claims: &Claims) -> Vec<Expr> {
        let meaning = |predicate: &Predicate| {
            let claimed = claims.get(&predicate.role).into_iter().flatten();
            conjunction(claimed.filter_map(|claim| over_params(claim, &predicate.params)))
        };
        self.predicates.iter().map(meaning).collect()
    }
}

/// A claim over the parameters of a predicate. `None` if it is about anything else.
fn over_params(claim: &Expr, params: &[(Expr, Sort)]) -> Option<Expr> {
    if let Some(i) = params.iter().position(|(param, _)| param == claim) {
        return Some(Expr::Local(LocalId::new(i)));
    }
    let go = |e: &Expr| over_params(e, params).map(Box::new);
    match claim {
        Expr::Const(_) => Some(claim.clone()),
        Expr::Unary(op, a) => Some(Expr::Unary(*op, go(a)?)),
        Expr::Binary(op, a, b) => Some(Expr::Binary(*op, go(a)?, go(b)?)),
        _ => None,
    }
}

/// The first letter of the names of predicates.
pub const PREDICATE: char = 'P';

/// The name of a predicate in SMT-LIB.
pub fn name(predicate: usize) -> String {
    format!("{PREDICATE}{predicate}")
}

impl Sort {
    /// The sort of the values of a type, if predicates can have such parameters.
    pub fn of(ty: &Type) -> Option<Self> {
        match ty {
            Type::Int | Type::Uint | Type::Integer | Type::Machine(_) => Some(Sort::Int),
            Type::Bool => Some(Sort::Bool),
            _ => None,
        }
    }

    /// Its name in SMT-LIB.
    pub fn word(self) -> &'static str {
        match self {
            Sort::Int => "Int",
            Sort::Bool => "Bool",
        }
    }
}

/// Whether an expression over numbers is a truth value.
fn is_formula(expr: &Expr) -> bool {
    use BinaryOp::{Add, Div, FloatDiv, Mul, Rem, Sub};
    match expr {
        Expr::Const(Const::Bool(_)) | Expr::Unary(UnaryOp::Not, _) => true,
        Expr::Binary(op, ..) => !matches!(op, Add | Sub | Mul | Div | FloatDiv | Rem),
        _ => false,
    }
}

/// An expression with constants folded.
pub(super) fn folded(expr: Expr) -> Expr {
    let Expr::Binary(op, a, b) = expr else { return expr };
    let (a, b) = (folded(*a), folded(*b));
    let (Expr::Const(Const::Num(m)), Expr::Const(Const::Num(n))) = (&a, &b) else { return Expr::binary(op, a, b) };
    match op {
        BinaryOp::Add => Expr::Const(Const::Num(m + n)),
        BinaryOp::Sub => Expr::Const(Const::Num(m - n)),
        BinaryOp::Mul => Expr::Const(Const::Num(m * n)),
        BinaryOp::Eq => Expr::bool(m == n),
        BinaryOp::Ne => Expr::bool(m != n),
        BinaryOp::Lt => Expr::bool(m < n),
        BinaryOp::Le => Expr::bool(m <= n),
        BinaryOp::Gt => Expr::bool(m > n),
        BinaryOp::Ge => Expr::bool(m >= n),
        _ => Expr::binary(op, a, b),
    }
}

/// The conjuncts of a claim, except `true`.
pub fn conjuncts(claim: Expr) -> Vec<Expr> {
    match claim {
        Expr::Binary(BinaryOp::And, a, b) => {
            let mut all = conjuncts(*a);
            all.extend(conjuncts(*b));
            all
        }
        Expr::Const(Const::Bool(true)) => Vec::new(),
        other => vec![other],
    }
}

/// Writes an expression over variables in SMT-LIB. Division is Euclidean there too.
pub fn write_term(text: &mut String, term: &Expr) {
    match term {
        Expr::Local(var) => {
            let _ = write!(text, "x{}", var.0);
        }
        Expr::Const(Const::Bool(value)) => {
            let _ = write!(text, "{value}");
        }
        Expr::Const(Const::Num(n)) if n.is_negative() => {
            let _ = write!(text, "(- {})", -n);
        }
        Expr::Const(Const::Num(n)) => {
            let _ = write!(text, "{n}");
        }
        Expr::Unary(op, a) => {
            text.push_str(match op {
                UnaryOp::Neg => "(- ",
                UnaryOp::Not => "(not ",
            });
            write_term(text, a);
            text.push(')');
        }
        Expr::Binary(BinaryOp::Ne, a, b) => {
            text.push_str("(not (= ");
            write_term(text, a);
            text.push(' ');
            write_term(text, b);
            text.push_str("))");
        }
        Expr::Binary(op, a, b) => {
            let _ = write!(text, "({} ", operator(*op));
            write_term(text, a);
            text.push(' ');
            write_term(text, b);
            text.push(')');
        }
        _ => unreachable!("terms of clauses are made of constants, variables and operators"),
    }
}

/// The operators that [`write_term`] writes, and their words.
const OPERATORS: [(BinaryOp, &str); 13] = [
    (BinaryOp::Add, "+"),
    (BinaryOp::Sub, "-"),
    (BinaryOp::Mul, "*"),
    (BinaryOp::Div, "div"),
    (BinaryOp::Rem, "mod"),
    (BinaryOp::Eq, "="),
    (BinaryOp::Lt, "<"),
    (BinaryOp::Le, "<="),
    (BinaryOp::Gt, ">"),
    (BinaryOp::Ge, ">="),
    (BinaryOp::And, "and"),
    (BinaryOp::Or, "or"),
    (BinaryOp::Implies, "=>"),
];

/// Reads what [`write_term`] has written. `None` when it is anything else.
pub fn read_term(text: &str) -> Option<Expr> {
    let spaced = text.replace('(', " ( ").replace(')', " ) ");
    let mut words = spaced.split_whitespace();
    let term = read(&mut words)?;
    words.next().is_none().then_some(term)
}

fn read<'t>(words: &mut impl Iterator<Item = &'t str>) -> Option<Expr> {
    // Operators with the operands read so far.
    let mut open: Vec<(&str, Vec<Expr>)> = Vec::new();
    loop {
        let mut done = match words.next()? {
            "(" => {
                open.push((words.next()?, Vec::new()));
                continue;
            }
            ")" => {
                let (op, args) = open.pop()?;
                applied(op, args)?
            }
            "true" => Expr::bool(true),
            "false" => Expr::bool(false),
            word => match word.strip_prefix('x') {
                Some(number) => Expr::Local(LocalId(number.parse().ok()?)),
                None => Expr::Const(Const::Num(word.parse().ok()?)),
            },
        };
        if let Expr::Unary(UnaryOp::Neg, a) = &done
            && let Expr::Const(Const::Num(n)) = &**a
        {
            done = Expr::Const(Const::Num(-n));
        }
        match open.last_mut() {
            Some((_, args)) => args.push(done),
            None => return Some(done),
        }
    }
}

fn applied(op: &str, mut args: Vec<Expr>) -> Option<Expr> {
    let last = args.pop()?;
    match (op, args.pop()) {
        ("not", None) => Some(last.negated()),
        ("-", None) => Some(Expr::Unary(UnaryOp::Neg, Box::new(last))),
        (op, Some(first)) => {
            let (op, _) = OPERATORS.iter().find(|(_, word)| *word == op)?;
            args.is_empty().then(|| Expr::binary(*op, first, last))
        }
        _ => None,
    }
}

fn operator(op: BinaryOp) -> &'static str {
    let known = OPERATORS.iter().find(|(known, _)| *known == op);
    known.map_or_else(|| unreachable!("clauses have no {op:?}"), |(_, word)| *word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A number or truth value, under an assignment of integers to the variables.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum Value {
        Int(i64),
        Truth(bool),
    }

    fn eval(expr: &Expr, of: &impl Fn(u32) -> Value) -> Value {
        use Value::{Int, Truth};
        match expr {
            Expr::Local(local) => of(local.0),
            Expr::Const(Const::Num(n)) => Int(n.to_i64().expect("small")),
            Expr::Const(Const::Bool(b)) => Truth(*b),
            Expr::Unary(UnaryOp::Not, a) => match eval(a, of) {
                Truth(a) => Truth(!a),
                Int(_) => panic!("not of a number"),
            },
            Expr::Unary(UnaryOp::Neg, a) => match eval(a, of) {
                Int(a) => Int(-a),
                Truth(_) => panic!("minus a truth value"),
            },
            Expr::Binary(op, a, b) => match (op, eval(a, of), eval(b, of)) {
                (BinaryOp::Add, Int(a), Int(b)) => Int(a + b),
                (BinaryOp::Sub, Int(a), Int(b)) => Int(a - b),
                (BinaryOp::Mul, Int(a), Int(b)) => Int(a * b),
                (BinaryOp::Eq, a, b) => Truth(a == b),
                (BinaryOp::Ne, a, b) => Truth(a != b),
                (BinaryOp::Lt, Int(a), Int(b)) => Truth(a < b),
                (BinaryOp::Le, Int(a), Int(b)) => Truth(a <= b),
                (BinaryOp::Gt, Int(a), Int(b)) => Truth(a > b),
                (BinaryOp::Ge, Int(a), Int(b)) => Truth(a >= b),
                (BinaryOp::And, Truth(a), Truth(b)) => Truth(a && b),
                (BinaryOp::Or, Truth(a), Truth(b)) => Truth(a || b),
                (BinaryOp::Implies, Truth(a), Truth(b)) => Truth(!a || b),
                other => panic!("{other:?}"),
            },
            other => panic!("{other:?}"),
        }
    }

    fn number() -> impl Strategy<Value = Expr> {
        let leaf = prop_oneof![(0u32..3).prop_map(|v| Expr::Local(LocalId(v))), (-3i64..4).prop_map(Expr::int)];
        leaf.prop_recursive(2, 6, 2, |inner| {
            prop_oneof![
                (inner.clone(), inner.clone()).prop_map(|(a, b)| Expr::binary(BinaryOp::Add, a, b)),
                (inner.clone(), inner.clone()).prop_map(|(a, b)| Expr::binary(BinaryOp::Sub, a, b)),
                (inner, -2i64..3).prop_map(|(a, n)| Expr::binary(BinaryOp::Mul, Expr::int(n), a)),
            ]
        })
    }

    fn formula() -> impl Strategy<Value = Expr> {
        let comparison =
            prop::sample::select(vec![BinaryOp::Eq, BinaryOp::Lt, BinaryOp::Le, BinaryOp::Gt, BinaryOp::Ge]);
        let leaf = prop_oneof![
            8 => (number(), comparison, number()).prop_map(|(a, op, b)| Expr::binary(op, a, b)),
            1 => any::<bool>().prop_map(Expr::bool),
        ];
        leaf.prop_recursive(3, 12, 2, |inner| {
            let op = prop::sample::select(vec![BinaryOp::And, BinaryOp::Or, BinaryOp::Implies]);
            prop_oneof![
                (inner.clone(), op, inner.clone()).prop_map(|(a, op, b)| Expr::binary(op, a, b)),
                inner.prop_map(Expr::negated),
            ]
        })
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(formula in formula()) {
            let mut text = String::new();
            write_term(&mut text, &formula);
            let read = read_term(&text).expect("it can be read");
            for (x, y, z) in (-2..3).flat_map(|x| (-2..3).flat_map(move |y| (-2..3).map(move |z| (x, y, z)))) {
                let of = |v: u32| Value::Int([x, y, z][v as usize]);
                prop_assert_eq!(eval(&read, &of), eval(&formula, &of), "{}", text);
            }
        }

        /// Variable 0 is a truth value, which formulas treat as 0 or 1.
        #[test]
        fn truth_values_are_shown_by_cases(formula in formula()) {
            let param = |v| Expr::Local(LocalId(v));
            let params = vec![(param(0), Sort::Bool), (param(1), Sort::Int), (param(2), Sort::Int)];
            let predicate = Predicate { role: Role::Requires(crate::ir::MethodId(0)), params };
            let system = System { predicates: vec![predicate], clauses: Vec::new() };
            let abstracted = system.over_truth_values(0, &formula);
            for (x, y, z) in (0..2).flat_map(|x| (-3..4).flat_map(move |y| (-3..4).map(move |z| (x, y, z)))) {
                let numbers = |v: u32| Value::Int([x, y, z][v as usize]);
                let truth = |v: u32| if v == 0 { Value::Truth(x == 1) } else { numbers(v) };
                prop_assert_eq!(eval(&abstracted, &truth), eval(&formula, &numbers));
            }
        }
    }

    #[test]
    fn what_is_no_term_is_not_read() {
        for text in ["", "(", ")", "(+ 1", "(+ 1 2) 3", "(foo 1 2)", "(+ 1 2 3)", "xy", "(not 1 2)"] {
            assert!(read_term(text).is_none(), "{text}");
        }
    }
}
