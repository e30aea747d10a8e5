//! Right proofs are confirmed, wrong ones are not. All are made by hand.

use super::*;
use crate::cancel::Token;
use crate::facade;
use crate::ir::BinaryOp;
use crate::solver::in_own_context;

/// A program and a proof of it.
struct Proof {
    program: facade::Program,
    certificate: Certificate,
}

impl Proof {
    /// A proof without claims. The methods with these names have contracts.
    fn of(text: &str, called: &[&str]) -> Self {
        let program = facade::Program::from_text("t.oox", text, &Dialect::default()).expect("a program");
        let methods = program.ir().methods.iter_enumerated().map(|(id, method)| {
            let mut locals = method.locals.clone();
            let mut begins = BTreeMap::new();
            for &formal in &method.formals {
                let Local { name, ty } = method.locals[formal].clone();
                begins.insert(locals.push(Local { name: format!("old {name}"), ty }), formal);
            }
            for (name, ty) in [("k", Type::Int), ("e", Type::Int)] {
                locals.push(Local { name: name.into(), ty: Some(ty) });
            }
            let contract = called.contains(&method.name.as_str()).then(Contract::default);
            (id, Certified { locals, begins, heads: BTreeMap::new(), contract })
        });
        let certificate = Certificate { methods: methods.collect(), ..Certificate::default() };
        Self { program, certificate }
    }

    fn method(&self, name: &str) -> MethodId {
        let methods = self.program.ir().methods.iter_enumerated();
        let mut found = methods.filter(|(_, method)| method.name == name).map(|(id, _)| id);
        found.next().expect("there is one")
    }

    fn contract(&mut self, name: &str) -> &mut Contract {
        let method = self.method(name);
        let certified = self.certificate.methods.get_mut(&method).expect("it is certified");
        certified.contract.as_mut().expect("it has a contract")
    }

    /// A variable of a method.
    fn local(&self, method: &str, name: &str) -> Expr {
        let locals = &self.certificate.methods[&self.method(method)].locals;
        let mut found = locals.iter_enumerated().filter(|(_, local)| local.name == name);
        Expr::Local(found.next().unwrap_or_else(|| panic!("no {name}")).0)
    }

    /// The result of a method.
    fn result(&self, method: &str) -> Expr {
        Expr::Local(self.program.ir().methods[self.method(method)].retval.expect("it returns something"))
    }

    /// Adds a claim about the loops of a method.
    fn invariant(mut self, method: &str, claim: Expr) -> Self {
        let id = self.method(method);
        let info = &self.program.ir().methods[id];
        let graph = graph::Graph::of(self.program.ir(), info).unwrap_or_else(|refusal| panic!("{refusal}"));
        for head in graph.loops.keys() {
            let certified = self.certificate.methods.get_mut(&id).expect("it is certified");
            certified.heads.entry(*head).or_default().push(claim.clone());
        }
        self
    }

    fn opinion(&self) -> Opinion {
        let entry = self.program.entry("Main.main").expect("an entry");
        let (program, certificate) = (self.program.ir(), &self.certificate);
        in_own_context(|| check(program, entry, &Dialect::default(), certificate, &Scripts::new(&Token::new())))
    }

    fn is_confirmed(&self) {
        let opinion = self.opinion();
        assert!(opinion.is_confirmed() && opinion.conditions > 0, "{opinion:?}");
    }

    fn is_refuted(&self, what: &str) {
        let opinion = self.opinion();
        assert!(opinion.refuted.as_ref().is_some_and(|refuted| refuted.contains(what)), "{opinion:?}");
        assert!(!opinion.is_confirmed());
    }
}

fn compare(op: BinaryOp, a: Expr, b: Expr) -> Expr {
    Expr::binary(op, a, b)
}

fn at_least(a: Expr, n: i64) -> Expr {
    compare(BinaryOp::Ge, a, Expr::int(n))
}

const COUNT: &str = "class Main { static void main(int n) {
    int i := 0; while (i < n) i := i + 1; assert n < 0 || i == n; } }";

#[test]
fn an_invariant_that_is_inductive_is_confirmed() {
    let proof = Proof::of(COUNT, &[]);
    let bounded = {
        let (i, n) = (proof.local("main", "i"), proof.local("main", "n"));
        compare(BinaryOp::Or, compare(BinaryOp::Le, i, n.clone()), compare(BinaryOp::Lt, n, Expr::int(0)))
    };
    proof.invariant("main", bounded).is_confirmed();
}

#[test]
fn one_that_is_not_inductive_or_says_too_little_is_refuted() {
    let count = COUNT.replace("assert n < 0 || i == n;", "");
    let proof = Proof::of(&count, &[]);
    let few = compare(BinaryOp::Lt, proof.local("main", "i"), Expr::int(1_000_000));
    proof.invariant("main", few).is_refuted("claimed of a loop");
    let proof = Proof::of(&count, &[]);
    let late = at_least(proof.local("main", "i"), 1);
    proof.invariant("main", late).is_refuted("claimed of a loop");
    Proof::of(COUNT, &[]).is_refuted("assertion");
}

#[test]
fn what_a_loop_does_not_write_is_known_in_it() {
    let text = "class C { int f; int g; C() {} } class Main { static void main(C c, int n) {
        if (c == null) return; c.f := 1; int i := 0; int j := 0;
        while (i < n) { c.g := i; j := 0; while (j < n) { j := j + 1; } i := i + 1; }
        assert c.f == 1; } }";
    Proof::of(text, &[]).is_confirmed();
    Proof::of(&text.replace("c.g := i", "c.f := i"), &[]).is_refuted("assertion");
}

#[test]
fn clauses_of_loops_are_checked_where_iterations_begin() {
    let text = "class Main { static void main(int n) { int i := 0; if (n < 0) return;
        while (i < n) invariant(i >= 0) invariant(i <= n) decreases(n - i) { i := i + 1; } assert i == n; } }";
    Proof::of(text, &[]).is_confirmed();
    Proof::of(&text.replace("i >= 0", "i >= 0 && i < 7"), &[]).is_refuted("clause");
    Proof::of(&text.replace("i >= 0", "i > 0"), &[]).is_refuted("clause");
    Proof::of(&text.replace("(n - i)", "(n)"), &[]).is_refuted("clause");
}

#[test]
fn a_loop_of_arrays_is_confirmed_where_it_stays_within_bounds() {
    let text = "class Main { static void main(int[] a) { if (a == null) return; int i := 0;
        while (i < #a) invariant(i >= 0) invariant(forall e, k : a : k >= i || e == 7) { a[i] := 7; i := i + 1; }
        assert forall e, k : a : e == 7; } }";
    Proof::of(text, &[]).is_confirmed();
    assert!(!Proof::of(&text.replace("#a)", "#a + 1)"), &[]).opinion().is_confirmed());
    assert!(!Proof::of(&text.replace("a[i] := 7", "a[i] := i"), &[]).opinion().is_confirmed());
}

/// A loop may decrement it below zero, in the heap and in a variable.
#[test]
fn a_uint_is_not_negative_as_an_input_alone() {
    for (made, read) in [("uint[] a := new uint[1];", "a[0]"), ("C a := new C();", "a.f"), ("", "u")] {
        let text = format!(
            "class C {{ uint f; C() {{}} }} class Main {{ static void main(int k, uint u) {{ {made} uint one := 1;
            assert u >= 0; int i := 0; while (i < k) {{ if (i >= 1000000) {read} := {read} - one; i := i + 1; }}
            assert {read} >= 0; }} }}"
        );
        Proof::of(&text, &[]).is_refuted("assertion");
    }
    let input = "class C { uint f; C() {} } class Main { static void main(C c, uint[] a) {
        if (c != null) assert c.f >= 0; if (a != null && #a > 3) assert a[2] >= 0; } }";
    Proof::of(input, &[]).is_confirmed();
}

const FACTORIAL: &str =
    "class Main { static int f(int n) { if (n < 1) return 1; int m := Main.f(n - 1); return n * m; }
    static void main(int n) { int r := Main.f(n); assert r >= 1; } }";

#[test]
fn a_contract_is_shown_of_calls_and_of_code() {
    let mut proof = Proof::of(FACTORIAL, &["f"]);
    proof.is_refuted("assertion");
    let positive = at_least(proof.result("f"), 1);
    proof.contract("f").ensures.push(positive);
    proof.contract("f").throws.push(Expr::bool(false));
    proof.is_confirmed();
    let large = at_least(proof.result("f"), 2);
    proof.contract("f").ensures.push(large);
    proof.is_refuted("claimed of a result");
}

#[test]
fn what_a_contract_requires_is_shown_of_every_call() {
    let mut proof = Proof::of(FACTORIAL, &["f"]);
    let positive = at_least(proof.result("f"), 1);
    proof.contract("f").ensures.push(positive);
    proof.contract("f").throws.push(Expr::bool(false));
    let given = at_least(proof.local("f", "old n"), 1);
    proof.contract("f").requires.push(given);
    proof.is_refuted("claimed of a call");
}

#[test]
fn a_recursion_without_a_contract_is_left_undecided() {
    let opinion = Proof::of(FACTORIAL, &[]).opinion();
    assert_eq!((opinion.refusal, opinion.word()), (Some(NoOpinion::Recursion), "undecided"));
}

#[test]
fn an_exception_that_a_contract_does_not_speak_of_leaves_the_entry() {
    let text = "class Main { static void f(int n) { int i := 0; while (i < n) i := i + 1; if (i >= 1000000) throw; }
        static void main(int n) { Main.f(n); } }";
    let mut proof = Proof::of(text, &["f"]);
    proof.is_refuted("leaves the entry");
    proof.contract("f").throws.push(Expr::bool(false));
    proof.is_refuted("claimed of an exception");
    Proof::of(&text.replace("throw;", "return;"), &["f"]).is_refuted("leaves the entry");
    let mut proof = Proof::of(&text.replace("throw;", "return;"), &["f"]);
    proof.contract("f").throws.push(Expr::bool(false));
    assert!(proof.opinion().is_confirmed());
}

/// Each method that a call may run has a result of its own type.
#[test]
fn a_result_has_the_type_of_the_method_that_runs() {
    let text = "class A { A() {} } class D extends A { D() {} }
        abstract class M { abstract A make(int n); }
        class DM extends M { DM() {} D make(int n) { int i := 0; while (i < n) i := i + 1; return new D(); } }
        class AM extends M { AM() {} A make(int n) { int i := 0; while (i < n) i := i + 1;
            if (i >= 1000000) return new A(); return null; } }
        class Main { static void main(M m, int n) { if (m == null) return; A a := m.make(n);
            assert a == null || a instanceof D; } }";
    let with_contracts = |text: &str| {
        let mut proof = Proof::of(text, &["make"]);
        proof.certificate.methods.retain(|id, _| !proof.program.ir().methods[*id].blocks.is_empty());
        for certified in proof.certificate.methods.values_mut() {
            certified.contract.iter_mut().for_each(|contract| contract.throws.push(Expr::bool(false)));
        }
        proof
    };
    with_contracts(text).is_refuted("assertion");
    with_contracts(&text.replace("a == null || a instanceof D", "a == null || a instanceof A")).is_confirmed();
    with_contracts(&text.replace("main(M m", "main(DM m")).is_confirmed();
}

#[test]
fn a_recursive_entry_is_called_first() {
    let text = "class Main { static void main(int i) { assert i > 0; Main.main(i + 1); } }";
    let mut proof = Proof::of(text, &["main"]);
    proof.contract("main").throws.push(Expr::bool(false));
    let positive = at_least(proof.local("main", "old i"), 1);
    proof.contract("main").requires.push(positive);
    proof.is_refuted("claimed of a call");
    let text = text.replace("(int i)", "(int i) requires(i > 3)");
    let mut proof = Proof::of(&text, &["main"]);
    proof.contract("main").throws.push(Expr::bool(false));
    proof.is_confirmed();
}

#[test]
fn a_frame_is_checked_whether_its_locals_are_read_or_not() {
    let text = "class C { int x; int y; C() {} void f(int n) modifies(this.x) { if (n < 0) return; int i := 0;
        while (true) { this.x := i; i := i + 1; assert i < 1000000; } } }
        class Main { static void main(C c, int n) { if (c != null) c.f(n); } }";
    let mut proof = Proof::of(text, &["f"]);
    proof.contract("f").throws.push(Expr::bool(false));
    proof.is_refuted("assertion");
    let harmless = text.replace("assert i < 1000000;", "");
    let proof_of = |text: &str| {
        let mut proof = Proof::of(text, &["f"]);
        proof.contract("f").throws.push(Expr::bool(false));
        proof
    };
    proof_of(&harmless).is_confirmed();
    proof_of(&harmless.replace("this.x := i", "this.y := i")).is_refuted("modifies");
}

#[test]
fn a_call_changes_what_its_frame_lists_alone() {
    let text = "class C { int x; int y; C() {} void f(int n) modifies(this.x) { int i := 0;
        while (i < n) { this.x := i; i := i + 1; } } }
        class Main { static void main(C c, C d, int n) { if (c == null || d == null || c == d) return;
            c.y := 3; d.x := 4; c.f(n); assert c.y == 3; assert d.x == 4; } }";
    let proof_of = |text: &str| {
        let mut proof = Proof::of(text, &["f"]);
        proof.contract("f").throws.push(Expr::bool(false));
        proof
    };
    proof_of(text).is_confirmed();
    proof_of(&text.replace("c.y := 3; d.x := 4", "c.x := 3").replace("c.y == 3; assert d.x == 4", "c.x == 3"))
        .is_refuted("assertion");
    proof_of(&text.replace(" || c == d", "")).is_refuted("assertion");
    proof_of(&text.replace("modifies(this.x)", "")).is_refuted("assertion");
}

/// The clause is about the parameter's value when the call returns.
#[test]
fn an_ensures_over_an_assigned_parameter_says_nothing_of_the_argument() {
    let text = "class Main { static int f(int n) ensures(n == 0) { while (n > 0) n := n - 1; n := 0; return 5; }
        static void main() { int r := Main.f(100000); assert false; } }";
    let proof_of = |text: &str| {
        let mut proof = Proof::of(text, &["f"]);
        proof.contract("f").throws.push(Expr::bool(false));
        proof
    };
    proof_of(text).is_refuted("assertion");
    let right = text.replace("ensures(n == 0)", "ensures(n == 0 && retval == 5)").replace("false", "r == 5");
    proof_of(&right).is_confirmed();
    let old = text.replace("ensures(n == 0)", "ensures(old(n) == 100000)").replace("false", "r == r");
    proof_of(&old).is_refuted("clause");
    let old = old.replace("static int f(int n)", "static int f(int n) requires(n == 100000)");
    proof_of(&old).is_confirmed();
}

#[test]
fn a_claim_that_throws_is_not_confirmed() {
    let text = "class Main { static void main(int[] a, int n) { int i := 0; while (i < n) i := i + 1; } }";
    let proof = Proof::of(text, &[]);
    let (a, k, e) = (proof.local("main", "a"), proof.local("main", "k"), proof.local("main", "e"));
    let (Expr::Local(index), Expr::Local(elem)) = (k.clone(), e) else { unreachable!("locals") };
    let beyond = Expr::Elem(Box::new(a.clone()), Box::new(Expr::binary(BinaryOp::Add, k, Expr::int(1))));
    let body = compare(BinaryOp::Eq, beyond.clone(), beyond);
    let quant = crate::ir::Quant { forall: true, domain: a, elem, index, body, span: Default::default() };
    let opinion = proof.invariant("main", Expr::Quant(std::sync::Arc::new(quant))).opinion();
    assert!(!opinion.is_confirmed(), "{opinion:?}");
}

#[test]
fn claims_have_defaults_where_there_is_nothing_to_read() {
    let text = "class Main { static void main(int[] a, int n) { int i := 0; while (i < n) i := i + 1; } }";
    let proof = Proof::of(text, &[]);
    let cell = Expr::Elem(Box::new(proof.local("main", "a")), Box::new(Expr::int(-1)));
    proof.invariant("main", compare(BinaryOp::Eq, cell.clone(), Expr::int(0))).is_confirmed();
    let proof = Proof::of(text, &[]);
    proof.invariant("main", compare(BinaryOp::Eq, cell, Expr::int(1))).is_refuted("claimed of a loop");
}

#[test]
fn statics_have_what_the_initialiser_gives_them() {
    let text = "class Main { static int s := 4; static int t := 5; static void set(int n) { int i := 0;
        while (i < n) { Main.t := i; i := i + 1; } }
        static void main(int n) { assert Main.s == 4; assert Main.t == 5; Main.set(n); assert Main.s == 4; } }";
    let proof_of = |text: &str| {
        let mut proof = Proof::of(text, &["set"]);
        proof.contract("set").throws.push(Expr::bool(false));
        proof
    };
    proof_of(text).is_confirmed();
    proof_of(&text.replace("assert Main.s == 4; }", "assert Main.t == 5; }")).is_refuted("assertion");
}

#[test]
fn exceptions_and_handlers_are_followed() {
    let text = "class Main { static void main(int a, int b, int[] c) { int r := 0;
        try { r := a / b; assert b != 0; r := c[a]; assert c != null && a >= 0 && a < #c; r := 7; } catch { r := 7; }
        assert r == 7; } }";
    Proof::of(text, &[]).is_confirmed();
    Proof::of(&text.replace("catch { r := 7; }", "catch { }"), &[]).is_refuted("assertion");
    Proof::of(&text.replace("try {", "{").replace("catch { r := 7; }", ""), &[]).is_refuted("leaves the entry");
}

#[test]
fn a_recursive_entry_may_not_assume_of_cells_what_no_input_has() {
    let text = "class Main { static void main(int[] a, int i) { if (a == null || i < 0 || i >= #a) return;
        assert a[i] > 0; Main.main(a, i + 1); } }";
    let mut proof = Proof::of(text, &["main"]);
    proof.contract("main").throws.push(Expr::bool(false));
    let (a, e, k) = (proof.local("main", "old a"), proof.local("main", "e"), proof.local("main", "k"));
    let (Expr::Local(elem), Expr::Local(index)) = (e.clone(), k) else { unreachable!("locals") };
    let body = at_least(e, 1);
    let quant = crate::ir::Quant { forall: true, domain: a, elem, index, body, span: Default::default() };
    proof.contract("main").requires.push(Expr::Quant(std::sync::Arc::new(quant)));
    proof.is_refuted("claimed of a call");
}

/// The graph has no handler for such instructions.
#[test]
fn what_never_throws_has_no_handler() {
    let text = "class C { int f; C() {} int get(int n) { int s := this.f % 7; int i := 0;
        while (i < n) { i := i + 1; s := (s + this.f) / 3; int[] a := new int[2]; } return s; } }
        class Main { static void main(C c, int n) { if (c == null) return; int i := 0;
        while (i < n) invariant(i % 2 == 0) { i := i + 2; } c.f := 1; int r := c.get(n); assert c.f == 1; } }";
    let mut proof = Proof::of(text, &["get"]);
    proof.contract("get").throws.push(Expr::bool(false));
    proof.is_confirmed();
}

/// A program whose loop stores a number in the cells of an array of `uint`.
fn stores_in_a_loop(stored: &str) -> Proof {
    let text = format!(
        "class Main {{ static void main(int n, uint u, uint w) {{ uint[] a := new uint[1]; int i := 0;
             while (i < n) {{ i := i + 1; a[0] := {stored}; }} assert a[0] >= 0; }} }}"
    );
    let proof = Proof::of(&text, &[]);
    let (a, one) = (proof.local("main", "a"), Expr::int(1));
    let is_there = compare(BinaryOp::Ne, a.clone(), Expr::Const(Const::Null));
    proof.invariant("main", is_there).invariant("main", compare(BinaryOp::Eq, Expr::Len(Box::new(a)), one))
}

#[test]
fn what_is_claimed_of_a_uint_is_a_condition_wherever_it_is_assigned() {
    let claim = |stored| {
        let mut proof = stores_in_a_loop(stored);
        proof.certificate.unsigned.insert(Variable::Cell);
        proof
    };
    claim("u * w").is_confirmed();
    claim("u - w").is_refuted("claimed of a `uint`");
}

#[test]
fn a_uint_of_which_nothing_is_claimed_may_be_negative() {
    stores_in_a_loop("u * w").is_refuted("assertion");
}

#[test]
fn an_object_is_in_no_field_that_was_read_before_it_was_made() {
    let of = |stored: &str| {
        let text = format!(
            "class N {{ N next; N[] more; N(N n) {{ this.next := n; }} }}
             class Main {{
               static N first;
               static void main(N h, int n) {{
                 int i := 0;
                 while (i < n) {{ i := i + 1; {stored} }}
                 N y := new N(null);
                 if (h != null) {{
                   {stored}
                   assert h.next != y && Main.first != y;
                   if (h.next != null) {{ assert h.next.next != y; }}
                   if (h.more != null && #h.more > 0) {{ assert h.more[0] != y; }}
                 }}
               }}
             }}"
        );
        Proof::of(&text, &[])
    };
    of("").is_confirmed();
    of("Main.first := h;").is_confirmed();
    of("if (h != null) { h.next := new N(h); }").is_confirmed();
    let text = "class N { N next; N(N n) { this.next := n; } }
        class Main {
          static void main(N h, int n) {
            int i := 0;
            while (i < n) { i := i + 1; }
            N y := new N(null);
            if (h != null) { h.next := y; assert h.next != y; }
          }
        }";
    Proof::of(text, &[]).is_refuted("assertion");
}
