//! The text of a generated program.

use super::generate::{
    Arr, Balance, Body, Bool, Bound, Entry, Int, Invariant, Location, LoopContract, Measure, Ref, Stmt, Tree,
};
use std::fmt::Write;

/// The values of `int` inputs: the range that the entry method assumes and that is enumerated.
pub const INTS: [i64; 4] = [0, 1, -1, 2];

/// The variables of `main`, each of which may be a parameter.
const VARIABLES: [(&str, &str); 8] =
    [("int", "x"), ("int", "y"), ("bool", "f"), ("int[]", "a"), ("A", "p"), ("A", "q"), ("int[]", "c"), ("A[]", "r")];

/// The names in scope.
#[derive(Clone, Default)]
struct Scope {
    ints: Vec<String>,
    /// How many of `ints` may be assigned to.
    writable: usize,
    bools: Vec<String>,
    refs: Vec<String>,
    /// How many of `refs` may be assigned to.
    writable_refs: usize,
    arrays: Vec<String>,
    /// The arrays of references.
    rows: Vec<String>,
    /// What may be called: 0 nothing, 1 methods of objects, 2 everything.
    calls: u8,
    in_loop: bool,
    /// Whether this is an ordinary statement, where quantifiers are not allowed; otherwise it is an assertion, assumption or
    /// clause.
    executes: bool,
    /// Whether `old` is allowed.
    remembers: bool,
    /// Whether the method has no result.
    void: bool,
    /// Whether the method overrides `get`.
    overrides: bool,
}

/// Prints one program.
pub fn print(tree: &Tree) -> String {
    Printer { out: String::new(), indent: 0, loops: 0 }.program(tree)
}

/// Whether the assumptions of a program admit finitely many inputs, so that all can be enumerated.
pub fn is_bounded(tree: &Tree) -> bool {
    let is_parameter = |name: &str| parameters(tree).any(|(_, n)| n == name);
    let objects = is_parameter("p") || is_parameter("q") || is_parameter("r");
    let arrays = is_parameter("a") || is_parameter("c") || objects;
    (tree.closed_heap || !objects) && (tree.small_elements && !tree.long_arrays || !arrays)
}

fn parameters(tree: &Tree) -> impl Iterator<Item = (&'static str, &'static str)> + '_ {
    VARIABLES.into_iter().enumerate().filter(|(bit, _)| tree.parameters >> bit & 1 == 1).map(|(_, v)| v)
}

struct Printer {
    out: String,
    indent: usize,
    loops: usize,
}

impl Printer {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{:width$}{text}", "", width = 4 * self.indent);
    }

    fn open(&mut self, text: &str) {
        self.line(&format!("{text} {{"));
        self.indent += 1;
    }

    fn close(&mut self) {
        self.indent -= 1;
        self.line("}");
    }

    fn program(mut self, tree: &Tree) -> String {
        self.line("interface I { int get(int x); }");
        self.line("interface J extends I { }");
        self.line("abstract class Top { abstract void set(int x); }");
        self.open("class A extends Top implements J");
        self.line("int v; bool f; A next; int[] cells;");
        self.line("A(int v) { this.v := v; }");
        let of_object = Scope::of(&["x", "y"], &["f"], &["p", "this"], &["a"], 0);
        self.method(
            "int get(int x)",
            &["x"],
            &["this"],
            &["int y; bool f; A p := this; int[] a;"],
            &tree.get,
            &of_object,
        );
        self.open("void set(int x)");
        self.line("int y; bool f; A p := this.next; int[] a := this.cells;");
        self.statements(&tree.set, &Scope { void: true, ..of_object.clone() });
        self.close();
        self.close();
        self.open("class B extends A");
        self.line("int u;");
        self.line("B(int v) { super(v); this.u := v; this.f := true; }");
        let locals = ["int y := this.u; bool f; A p := this.next; int[] a := this.cells;"];
        let of_super = Scope { overrides: true, ..of_object.clone() };
        self.method("int get(int x)", &["x"], &["this"], &locals, &tree.overriding, &of_super);
        self.close();
        self.open("class Main");
        let object = if tree.static_object { " := new B(1)" } else { "" };
        self.line(&format!("static int s := 1; static A t{object};"));
        self.line("static float real := 0.5; static uint whole := 1; static char letter := 'a'; static string word;");
        // A loop makes an array of arrays, and no proof is looked for if an initialiser has a loop: half of the programs have
        // none.
        let grid = if tree.small_elements { " := new int[2][2]" } else { "" };
        self.line(&format!("static int[][] grid{grid}; static A[] row := new A[2];"));
        self.line("static int pick(int x) { return x + 1; }");
        self.line("static int pick(bool f) { if (f) return 1; return 0; }");
        let helper = Scope::of(&["x", "y"], &["f"], &["p", "q"], &["a"], 1);
        let locals = ["int y; bool f; A q; int[] a;"];
        self.method("static int h(int x, A p)", &["x"], &["p"], &locals, &tree.helper, &helper);
        self.recursive(&tree.recursive.0, &tree.recursive.1);
        self.tree(&tree.tree);
        self.main(tree);
        self.close();
        self.out
    }

    /// A method with a contract over its parameters.
    fn method(&mut self, head: &str, ints: &[&str], refs: &[&str], locals: &[&str], body: &Body, scope: &Scope) {
        self.contract(head, ints, refs, body);
        for local in locals {
            self.line(local);
        }
        self.statements(&body.stmts, scope);
        self.result(&body.result, scope);
        self.close();
    }

    fn contract(&mut self, head: &str, ints: &[&str], refs: &[&str], body: &Body) {
        let mut head = head.to_owned();
        let mut scope = Scope::of(ints, &[], refs, &[], 0).as_claim();
        if let Some(clause) = &body.requires {
            let _ = write!(head, " requires({})", scope.bool(clause));
        }
        if let Some(clause) = &body.exceptional {
            let _ = write!(head, " exceptional({})", scope.bool(clause));
        }
        if let Some(clause) = &body.ensures {
            scope.ints.push("retval".into());
            scope.remembers = true;
            let _ = write!(head, " ensures({})", scope.bool(clause));
        }
        if let Some(locations) = &body.frame {
            scope = scope.remembered();
            let locations: Vec<String> = locations.iter().map(|l| scope.location(l)).collect();
            let _ = write!(head, " modifies({})", locations.join(", "));
        }
        self.open(&head);
    }

    fn result(&mut self, result: &Option<Int>, scope: &Scope) {
        if let Some(result) = result {
            self.line(&format!("return {};", scope.int(result)));
        }
    }

    fn recursive(&mut self, base: &[Stmt], body: &Body) {
        let mut scope = Scope::of(&["x", "y"], &["f"], &["p"], &["a"], 1);
        scope.ints.push("n".into());
        // The body may assign to the parameter, so that some measures do not decrease.
        let measure = if base.is_empty() { " decreases(n)" } else { "" };
        self.contract(&format!("static int rec(int n, int x, A p){measure}"), &["x", "n"], &["p"], body);
        self.line("int y; bool f; int[] a;");
        self.open("if (n <= 0 || n > 3)");
        self.statements(base, &scope);
        self.result(&Some(Int::Var(0)), &scope);
        self.close();
        self.statements(&body.stmts, &scope);
        self.line("y := Main.rec(n - 1, x, p);");
        self.result(&body.result, &scope);
        self.close();
    }

    /// A method that writes nothing, and calls itself twice with the same arguments.
    fn tree(&mut self, (base, stop, argument): &(Int, Bool, Int)) {
        let scope = Scope::of(&["x", "n"], &[], &["p"], &[], 0);
        self.open("static int tree(int n, int x, A p) decreases(n)");
        self.line("int a := x;");
        self.open("if (n <= 0 || n > 3)");
        self.line(&format!("return {};", scope.int(base)));
        self.close();
        self.line(&format!("bool stop := {};", scope.bool(stop)));
        self.open("if (stop)");
        self.line("return n;");
        self.close();
        self.line(&format!("a := {};", scope.int(argument)));
        self.line("int u := Main.tree(n - 1, a, p);");
        self.line("int v := Main.tree(n - 1, a, p);");
        self.line("return u + v;");
        self.close();
    }

    fn main(&mut self, tree: &Tree) {
        let list: Vec<String> = parameters(tree).map(|(ty, name)| format!("{ty} {name}")).collect();
        let is_parameter = |name: &str| parameters(tree).any(|(_, n)| n == name);
        let ints: Vec<&str> = ["x", "y"].into_iter().filter(|n| is_parameter(n)).collect();
        let refs: Vec<&str> = ["p", "q"].into_iter().filter(|n| is_parameter(n)).collect();
        self.contract(&format!("static int main({})", list.join(", ")), &ints, &refs, &tree.main);
        for (ty, name) in VARIABLES.into_iter().filter(|(_, n)| !is_parameter(n)) {
            let value = match ty {
                "int[]" if tree.nonnull => " := new int[3]",
                "A" if tree.nonnull => " := new A(x)",
                "A[]" if tree.nonnull => " := new A[2]",
                _ => "",
            };
            self.line(&format!("{ty} {name}{value};"));
        }
        let small = |e: &str| format!("-1 <= {e} && {e} <= 2");
        for (ty, name) in parameters(tree) {
            if tree.nonnull && matches!(ty, "A" | "int[]" | "A[]") {
                self.line(&format!("assume {name} != null;"));
            }
            match ty {
                "int" => self.line(&format!("assume {};", small(name))),
                "int[]" => {
                    self.short(tree, name);
                    if tree.small_elements {
                        self.line(&format!("assume {name} == null || (forall e, k : {name} : {});", small("e")));
                    }
                }
                "A[]" => {
                    self.short(tree, name);
                    if tree.closed_heap {
                        self.line("assume r == null || (forall e, k : r : e == null || e == p || e == q);");
                    }
                }
                "A" if tree.closed_heap => {
                    self.line(&format!("assume {name} == null || ({});", small(&format!("{name}.v"))));
                    self.line(&format!("assume !({name} instanceof B) || ({});", small(&format!("((B) {name}).u"))));
                    let next = "next == null || n.next == p || n.next == q".replace("n.", &format!("{name}."));
                    self.line(&format!("assume {name} == null || {name}.{next};"));
                    self.line(&format!("assume {name} == null || {name}.cells == null || {name}.cells == a;"));
                }
                _ => {}
            }
        }
        let mut scope = Scope::of(&["x", "y"], &["f"], &["p", "q"], &["a", "c"], 2);
        scope.rows.push("r".to_owned());
        self.statements(&tree.main.stmts, &scope);
        self.result(&tree.main.result, &scope);
        self.close();
    }

    /// Assumes that an array of the input is short, unless those of the program may have any length.
    fn short(&mut self, tree: &Tree, name: &str) {
        if !tree.long_arrays {
            self.line(&format!("assume {name} == null || #{name} <= 2;"));
        }
    }

    fn statements(&mut self, stmts: &[Stmt], scope: &Scope) {
        for stmt in stmts {
            self.statement(stmt, scope);
        }
    }

    fn block(&mut self, head: &str, stmts: &[Stmt], scope: &Scope) {
        self.open(head);
        self.statements(stmts, scope);
        self.close();
    }

    fn statement(&mut self, stmt: &Stmt, s: &Scope) {
        let text = match stmt {
            Stmt::SetInt(x, e) => format!("{} := {};", pick(&s.ints[..s.writable], *x), s.int(e)),
            Stmt::SetBool(x, e) => format!("{} := {};", pick(&s.bools, *x), s.bool(e)),
            Stmt::SetRef(x, e) => format!("{} := {};", pick(&s.refs[..s.writable_refs], *x), s.new_reference(e)),
            Stmt::SetArr(x, e) => format!("{} := {};", pick(&s.arrays, *x), s.new_array(e)),
            Stmt::SetStatic(e) => format!("Main.s := {};", s.int(e)),
            Stmt::SetStaticRef(e) => format!("Main.t := {};", s.new_reference(e)),
            Stmt::SetOther(which, e, r) => s.other(*which, e, r),
            Stmt::StoreInt(r, e) => format!("{}.v := {};", s.target(r), s.int(e)),
            Stmt::AddInt(r, e) => {
                let field = format!("{}.v", s.target(r));
                format!("{field} := {field} + {};", s.int(e))
            }
            Stmt::StoreBool(r, e) => format!("{}.f := {};", s.target(r), s.bool(e)),
            Stmt::StoreRef(r, e) => format!("{}.next := {};", s.target(r), s.new_reference(e)),
            Stmt::StoreArr(r, e) => format!("{}.cells := {};", s.target(r), s.new_array(e)),
            Stmt::StoreElem(a, i, e) => format!("{}[{}] := {};", s.array_target(a), s.int(i), s.int(e)),
            Stmt::CallSet(r, e) if s.calls > 0 => format!("{}.set({});", s.target(r), s.int(e)),
            Stmt::CallSet(r, e) => format!("{}.v := {};", s.target(r), s.int(e)),
            Stmt::If(c, yes, no) => {
                self.block(&format!("if ({})", s.bool(c)), yes, s);
                if !no.is_empty() {
                    self.block("else", no, s);
                }
                return;
            }
            Stmt::While(bound, c, contract, body) => return self.repeat(bound, c.as_ref(), contract, body, s),
            Stmt::Sums(entries, balance) => return self.sums(entries, balance, s),
            Stmt::Try(body, handler) => {
                self.block("try", body, s);
                return self.block("catch", handler, s);
            }
            Stmt::Break(c) if s.in_loop => format!("if ({}) break;", s.bool(c)),
            Stmt::Continue(c) if s.in_loop => format!("if ({}) continue;", s.bool(c)),
            Stmt::Break(c) | Stmt::Continue(c) | Stmt::Throw(c) => format!("if ({}) throw;", s.bool(c)),
            Stmt::Return(c, e) if !s.void => {
                format!("if ({}) return {};", s.bool(c), s.int(e))
            }
            Stmt::Return(c, _) => format!("if ({}) return;", s.bool(c)),
            Stmt::Assert(c) => format!("assert {};", s.as_claim().bool(c)),
            Stmt::Assume(c) => format!("assume {};", s.as_claim().bool(c)),
            Stmt::Cover(c) => format!("cover {};", s.as_claim().bool(c)),
        };
        self.line(&text);
    }

    fn repeat(&mut self, bound: &Bound, cond: Option<&Bool>, contract: &LoopContract, body: &[Stmt], s: &Scope) {
        let counter = format!("i{}", self.loops);
        self.loops += 1;
        let leaves = matches!(bound, Bound::Once);
        let bound = match bound {
            Bound::Const(n) => n.to_string(),
            Bound::Once => "1".to_owned(),
            Bound::Var(x) => format!("{} && {counter} < 3", pick(&s.ints, *x)),
            Bound::Length(a) => format!("#{} && {counter} < 3", s.array(a)),
        };
        let cond = cond.map_or_else(String::new, |c| format!(" && {}", s.bool(c)));
        self.line(&format!("int {counter} := 0;"));
        let mut inner = Scope { in_loop: true, ..s.clone() };
        inner.ints.push(counter.clone());
        let contract = inner.loop_contract(contract, &counter);
        self.open(&format!("while ({counter} < {bound}{cond}){contract}"));
        self.line(&format!("{counter} := {counter} + 1;"));
        self.statements(body, &inner);
        if leaves {
            self.line("break;");
        }
        self.close();
    }
}

/// Sums of what conditions let through.
impl Printer {
    fn sums(&mut self, entries: &[Entry], balance: &Balance, s: &Scope) {
        let number = self.loops;
        self.loops += 1;
        let [all, rest, bins] = ["all", "rest", "bins"].map(|name| format!("{name}{number}"));
        self.line(&format!("int {all} := 0; int {rest} := 0; int[] {bins} := new int[2];"));
        for entry in entries {
            let (condition, e) = (s.bool(&entry.condition), s.int(&entry.number));
            let [first, second] = match entry.kind % 6 {
                0 => [format!("{all} := {all} + {e};"), String::new()],
                1 => [format!("{all} := {all} + {e};"), format!("{rest} := {rest} + {e};")],
                2 => [format!("{all} := {all} - 2 * {e}; {rest} := {rest} + {e};"), String::new()],
                3 => [format!("{bins}[0] := {bins}[0] + {e};"), format!("{bins}[1] := {bins}[1] + {e};")],
                4 => [format!("{all} := 3 * {all} - {rest};"), format!("{rest} := {e};")],
                _ => [format!("{bins}[{e} % 2] := {all};"), format!("{all} := {all} + {bins}[0] - {bins}[1];")],
            };
            self.line(&format!("if ({condition}) {{ {first} }} else {{ {second} }}"));
        }
        let sums = [
            all.clone(),
            format!("{all} + {rest}"),
            rest,
            format!("{bins}[0] + {bins}[1]"),
            format!("2 * {bins}[1] - {all}"),
            s.as_claim().int(&balance.number),
        ];
        let side = |n: u8| &sums[usize::from(n) % sums.len()];
        self.line(&format!(
            "assert {} {} {};",
            side(balance.sides.0),
            comparison(balance.comparison),
            side(balance.sides.1)
        ));
        self.line(&format!("{} := {};", pick(&s.ints[..s.writable], balance.result), side(balance.sides.0)));
    }
}

/// A name by number.
fn pick(names: &[String], n: u8) -> &str {
    &names[usize::from(n) % names.len()]
}

impl Scope {
    fn of(ints: &[&str], bools: &[&str], refs: &[&str], arrays: &[&str], calls: u8) -> Self {
        let names = |list: &[&str]| list.iter().map(|n| (*n).to_owned()).collect::<Vec<_>>();
        Self {
            ints: names(ints),
            writable: ints.len(),
            bools: names(bools),
            refs: names(refs),
            writable_refs: refs.iter().filter(|n| **n != "this").count(),
            arrays: names(arrays),
            rows: names(&["Main.row"]),
            calls,
            in_loop: false,
            executes: true,
            remembers: false,
            void: false,
            overrides: false,
        }
    }
}

/// Expressions, with parentheses around every operation.
impl Scope {
    /// The same names for an assertion, assumption or clause.
    fn as_claim(&self) -> Scope {
        Scope { calls: 0, executes: false, ..self.clone() }
    }

    /// The clauses of a loop with this counter.
    fn loop_contract(&self, contract: &LoopContract, counter: &str) -> String {
        let scope = Scope { remembers: true, ..self.as_claim() };
        let mut text = String::new();
        for invariant in &contract.invariants {
            let claim = match invariant {
                Invariant::Counts => format!("0 <= {counter} && {counter} <= 3 && {counter} >= old({counter})"),
                Invariant::Keeps(e) => format!("{} == {}", scope.int(e), scope.int(&Int::Old(Box::new(e.clone())))),
                Invariant::Claim(claim) => scope.bool(claim),
            };
            let _ = write!(text, " invariant({claim})");
        }
        match &contract.decreases {
            Some(Measure::Rest) => {
                let _ = write!(text, " decreases(3 - {counter})");
            }
            Some(Measure::Claim(e)) => {
                let _ = write!(text, " decreases({})", self.as_claim().int(e));
            }
            None => {}
        }
        text
    }

    fn location(&self, location: &Location) -> String {
        match location {
            Location::Field(field, r) => {
                format!("{}.{}", self.target(r), ["v", "f", "next", "cells"][usize::from(*field) % 4])
            }
            Location::Fields(r) => format!("{}.*", self.target(r)),
            Location::Elem(a, i) => format!("{}[{}]", self.array_target(a), self.int(i)),
            Location::Elements(a) => format!("{}[*]", self.array_target(a)),
            Location::Row(n) => format!("{}[*]", pick(&self.rows, *n)),
        }
    }

    /// The names that `old` around an expression can read.
    fn remembered(&self) -> Scope {
        let mut scope = Scope { remembers: false, ..self.clone() };
        scope.ints.retain(|name| name != "retval");
        scope
    }

    fn int(&self, e: &Int) -> String {
        match e {
            Int::Const(n) if *n < 0 => format!("(-{})", n.unsigned_abs()),
            Int::Const(n) => n.to_string(),
            Int::Var(_) if self.ints.is_empty() => self.int(&Int::Static),
            Int::Var(x) => pick(&self.ints, *x).to_owned(),
            Int::Static => "Main.s".to_owned(),
            Int::Field(r) => format!("{}.v", self.base(r)),
            Int::Sub(r) => format!("((B) {}).u", self.base(r)),
            Int::Elem(a, i) => format!("{}[{}]", self.array(a), self.int(i)),
            Int::Len(a) => format!("#{}", self.array(a)),
            Int::Neg(e) => format!("(-{})", self.int(e)),
            Int::Binary(op, a, b) => {
                let op = ["+", "-", "+", "-", "*", "/", "%", "+", "-"][usize::from(*op) % 9];
                format!("({} {op} {})", self.int(a), self.int(b))
            }
            Int::Old(e) if self.remembers => format!("old({})", self.remembered().int(e)),
            Int::Old(e) => self.int(e),
            Int::Other(which, e) => match which % 5 {
                0 => format!("Main.grid[1][{}]", self.int(e)),
                1 => "#Main.grid[0]".to_owned(),
                2 => format!("(Main.whole - {})", self.int(e)),
                3 if self.calls == 2 => format!("pick({})", self.int(e)),
                4 if self.calls == 2 => "pick(Main.word == null)".to_owned(),
                _ => self.int(e),
            },
            Int::Call(which, _, e) if self.overrides && self.executes && which % 2 == 0 => {
                format!("super.get({})", self.int(e))
            }
            Int::Call(_, _, e) if self.calls == 0 => self.int(e),
            Int::Call(which, r, e) => match (self.calls, which % 5) {
                (2, 0) => format!("Main.h({}, {})", self.int(e), self.reference(r)),
                (2, 1) => format!("Main.rec({}, {}, {})", which / 5 % 3, self.int(e), self.reference(r)),
                (2, 2) => format!("Main.rec({}, {}, {})", pick(&self.ints, which / 5), self.int(e), self.reference(r)),
                (2, 3) => format!("Main.tree({}, {}, {})", which / 5 % 3 + 1, self.int(e), self.reference(r)),
                _ => format!("{}.get({})", self.base(r), self.int(e)),
            },
        }
    }

    fn bool(&self, e: &Bool) -> String {
        match e {
            Bool::Const(b) => b.to_string(),
            Bool::Var(_) if self.bools.is_empty() => "(Main.s == 0)".to_owned(),
            Bool::Var(x) => pick(&self.bools, *x).to_owned(),
            Bool::Field(r) => format!("{}.f", self.base(r)),
            Bool::Compare(op, a, b) => format!("({} {} {})", self.int(a), comparison(*op), self.int(b)),
            Bool::Same(a, b) => format!("({} == {})", self.base(a), self.base(b)),
            Bool::SameArray(a, b) => format!("({} == {})", self.array(a), self.array(b)),
            Bool::IsNull(r) => format!("({} == null)", self.base(r)),
            Bool::IsSub(r) => format!("({} instanceof B)", self.base(r)),
            Bool::Not(e) => format!("(!{})", self.bool(e)),
            Bool::Binary(op, a, b) => {
                let op = ["&&", "||", "==>", "=="][usize::from(*op) % 4];
                format!("({} {op} {})", self.bool(a), self.bool(b))
            }
            Bool::Other(which, e) => match which % 7 {
                0 => format!("(Main.real < {})", self.int(e)),
                1 => "(Main.letter == 'a')".to_owned(),
                2 => "(Main.word == \"w\")".to_owned(),
                3 => "(Main.word != null)".to_owned(),
                4 => format!("(Main.whole > {})", self.int(e)),
                5 => format!("({}[0] instanceof B)", pick(&self.rows, which / 7)),
                _ => "(Main.grid[0] == Main.grid[1])".to_owned(),
            },
            Bool::Quantified(all, a, op, e) if !self.executes => {
                let word = if *all { "forall" } else { "exists" };
                format!("({word} e, k : {} : e {} {})", self.array_target(a), comparison(*op), self.int(e))
            }
            Bool::Quantified(_, a, op, e) => format!("(#{} {} {})", self.array(a), comparison(*op), self.int(e)),
        }
    }

    /// An assignment to a static field of another type.
    fn other(&self, which: u8, e: &Int, r: &Ref) -> String {
        match which % 9 {
            0 => format!("Main.real := Main.real + {};", self.int(e)),
            1 => "Main.real := Main.real / 2.5;".to_owned(),
            2 => "Main.whole := Main.whole + Main.whole;".to_owned(),
            3 => "Main.letter := 'b';".to_owned(),
            4 => "Main.word := \"w\";".to_owned(),
            5 => "Main.word := null;".to_owned(),
            6 => format!("Main.grid[{0}][1] := {0};", self.int(e)),
            7 => "Main.grid[0] := Main.grid[1];".to_owned(),
            _ => format!("{}[{}] := {};", pick(&self.rows, which / 9), self.int(e), self.reference(r)),
        }
    }

    fn reference(&self, r: &Ref) -> String {
        match r {
            Ref::Null => "null".to_owned(),
            Ref::Var(_) if self.refs.is_empty() => "Main.t".to_owned(),
            Ref::Var(x) => pick(&self.refs, *x).to_owned(),
            Ref::Static => "Main.t".to_owned(),
            Ref::Cell(n) => format!("{}[{}]", pick(&self.rows, *n), n / 2 % 2),
            Ref::Next(r) => format!("{}.next", self.base(r)),
            Ref::Cast(r) => format!("((B) {})", self.base(r)),
            Ref::New(_, _) => self.reference(&Ref::Var(0)),
        }
    }

    /// A reference before a dot: anything but null.
    fn base(&self, r: &Ref) -> String {
        match r {
            Ref::Null => self.reference(&Ref::Var(0)),
            other => self.reference(other),
        }
    }

    /// A reference before the dot of a target: without cast.
    fn target(&self, r: &Ref) -> String {
        match r {
            Ref::Cast(r) => self.target(r),
            Ref::Next(r) => format!("{}.next", self.target(r)),
            other => self.base(other),
        }
    }

    fn new_reference(&self, r: &Ref) -> String {
        match r {
            Ref::New(sub, e) => format!("new {}({})", if *sub { "B" } else { "A" }, self.int(e)),
            other => self.reference(other),
        }
    }

    fn array(&self, a: &Arr) -> String {
        match a {
            Arr::Var(_) | Arr::New(_) if self.arrays.is_empty() => "Main.t.cells".to_owned(),
            Arr::Var(x) => pick(&self.arrays, *x).to_owned(),
            Arr::Cells(r) => format!("{}.cells", self.base(r)),
            Arr::New(_) => self.array(&Arr::Var(0)),
        }
    }

    /// An array as a target or as the domain of a quantifier: without cast.
    fn array_target(&self, a: &Arr) -> String {
        match a {
            Arr::Cells(r) => format!("{}.cells", self.target(r)),
            other => self.array(other),
        }
    }

    fn new_array(&self, a: &Arr) -> String {
        match a {
            Arr::New(n) => format!("new int[{}]", self.int(n)),
            other => self.array(other),
        }
    }
}

fn comparison(op: u8) -> &'static str {
    ["<", "<=", "==", "!=", ">", ">="][usize::from(op) % 6]
}
