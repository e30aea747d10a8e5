//! Which variables of type `uint` may come to hold a negative number: a flow-insensitive analysis of the whole program.
//!
//! Only the inputs of a program are known not to be negative: `uint` has the arithmetic of `int`. A variable never holds a
//! negative number where all that is assigned to it are constants from 0, other such variables, and sums, products, quotients
//! and remainders of these. The largest set of such variables is found by removing variables that contradict this until none
//! does. It is right by induction over the steps of a run.

use super::assignments::{Assignment, for_each_assignment};
use super::variable::Variable;
use super::{BinaryOp, Const, Expr, MethodId, Program, Type};
use rustc_hash::FxHashSet;

/// The variables of type `uint`, cells of arrays of `uint` as one, that may hold a negative number.
#[derive(Clone, Debug, Default)]
pub struct NegativeUints(FxHashSet<Variable>);

impl NegativeUints {
    /// The analysis of a program.
    pub fn of(program: &Program) -> Self {
        let flows = flows(program);
        let mut negative = Self::default();
        loop {
            let known = negative.0.len();
            for Assignment { to, method, value, .. } in &flows {
                if !negative.0.contains(to) && negative.may_be(program, *method, value) {
                    negative.0.insert(*to);
                }
            }
            if negative.0.len() == known {
                return negative;
            }
        }
    }

    /// Whether a variable of type `uint` may hold a negative number.
    pub fn contains(&self, variable: Variable) -> bool {
        self.0.contains(&variable)
    }

    /// The variables of type `uint` that never hold a negative number.
    pub fn never_negative(&self, program: &Program) -> FxHashSet<Variable> {
        let methods = program.methods.iter_enumerated();
        let locals = methods.flat_map(|(id, method)| {
            let locals = method.locals.iter_enumerated();
            locals.map(move |(local, info)| (Variable::Local(id, local), info.ty.as_ref()))
        });
        let fields = program.fields.iter_enumerated().map(|(id, field)| (Variable::Field(id), Some(&field.ty)));
        let statics = program.statics.iter_enumerated().map(|(id, field)| (Variable::Static(id), Some(&field.ty)));
        let variables = locals.chain(fields).chain(statics).chain([(Variable::Cell, Some(&Type::Uint))]);
        let is_uint = |(variable, ty): (Variable, Option<&Type>)| (ty == Some(&Type::Uint)).then_some(variable);
        variables.filter_map(is_uint).filter(|variable| !self.contains(*variable)).collect()
    }

    /// The type with `int` for `uint` as the type of elements of arrays, if those may be negative.
    pub fn widened(&self, ty: &Type) -> Type {
        match ty {
            Type::Array(element) if **element == Type::Uint && self.contains(Variable::Cell) => Type::Int.array(),
            Type::Array(element) => self.widened(element).array(),
            other => other.clone(),
        }
    }

    fn may_be(&self, program: &Program, method: MethodId, value: &Expr) -> bool {
        let local = |local| program.methods[method].locals[local].ty.as_ref();
        let is_negative = |ty: Option<&Type>, variable| ty != Some(&Type::Uint) || self.contains(variable);
        match value {
            Expr::Const(Const::Num(n)) => n.is_negative(),
            Expr::Const(_) => false,
            Expr::Local(from) => is_negative(local(*from), Variable::Local(method, *from)),
            Expr::Static(field) => is_negative(Some(&program.statics[*field].ty), Variable::Static(*field)),
            Expr::Field(_, field) => is_negative(Some(&program.fields[*field].ty), Variable::Field(*field)),
            Expr::Elem(array, _) => match **array {
                Expr::Local(array) => is_negative(local(array).and_then(Type::element), Variable::Cell),
                _ => true,
            },
            Expr::Binary(BinaryOp::Add | BinaryOp::Mul | BinaryOp::Div, a, b) => {
                self.may_be(program, method, a) || self.may_be(program, method, b)
            }
            // The remainder is Euclid's.
            Expr::Binary(BinaryOp::Rem, ..) => false,
            _ => true,
        }
    }
}

/// All assignments to variables of type `uint`.
fn flows(program: &Program) -> Vec<Assignment<'_>> {
    let targets = program.virtual_targets();
    let mut flows = Vec::new();
    for_each_assignment(program, &targets, |flow| {
        if flow.ty == Some(&Type::Uint) {
            flows.push(flow);
        }
    });
    flows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Dialect;
    use crate::facade::Program;

    /// The static fields `a` to `e` that may be negative, and `[` where cells may.
    fn negative(body: &str) -> String {
        let statics = ["a", "b", "c", "d", "e"].map(|name| format!("static uint {name};"));
        let text = format!(
            "class Box {{ uint n; Box() {{}} }} class Main {{ {} static uint half(uint n) {{ uint two := 2; return n / two; }}
             static uint less(uint n) {{ uint one := 1; return n - one; }}
             static void main(uint u, uint[] v) {{ {body} }} }}",
            statics.concat()
        );
        let program = Program::from_text("test.oox", &text, &Dialect::default()).expect("a program");
        let program = program.ir();
        let found = NegativeUints::of(program);
        let mut names: String = program
            .statics
            .iter_enumerated()
            .filter(|(id, _)| found.contains(Variable::Static(*id)))
            .map(|(_, field)| field.name.as_str())
            .collect();
        names.extend(found.contains(Variable::Cell).then_some('['));
        names
    }

    #[test]
    fn what_is_taken_away_may_leave_less_than_nothing() {
        assert_eq!(
            negative("Main.a := u; Main.b := u + Main.a; Main.c := u * u; Main.d := u % Main.a; Main.e := u - u;"),
            "e"
        );
    }

    #[test]
    fn what_may_be_negative_is_so_wherever_it_goes() {
        assert_eq!(negative("Main.a := Main.b; Main.b := Main.c; Main.c := Main.d; Main.d := Main.e - u;"), "abcd");
        assert_eq!(negative("Main.a := Main.half(u); Main.b := Main.less(u); v[0] := Main.a;"), "b");
        assert_eq!(negative("v[0] := v[1] - u; Main.a := v[0];"), "a[");
        assert_eq!(negative("Box x := new Box(); x.n := Main.half(Main.a); Main.b := x.n;"), "");
        assert_eq!(
            negative("Box x := new Box(); x.n := Main.half(Main.a); Main.b := x.n; Main.a := Main.less(u);"),
            "ab"
        );
    }
}
