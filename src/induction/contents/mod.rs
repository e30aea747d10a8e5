//! Candidates that the code suggests. Its conditions, assertions and stores become claims at the heads of its loops, about
//! the parameters of its methods, and about their results.
//!
//! ```text
//!   assert P          P          P(i) where a branch compares i with n, and P is P(n)          what is asserted holds so far
//!   if (P(a[i])) …    b ==> P(a[i])        !b ==> P(a[i])                                      b a flag
//!                     forall e, k : a : k < i ==> P(e)       k > i      b && k < i             a prefix, a suffix
//!   assert P(a[i])    forall e, k : a : P(e)                                                   all cells
//!   if (a[i] < a[j])  forall e, k : a : k < i ==> e <= a[i]                                    the greatest so far
//!   a[i] := v         forall e, k : a : k < i ==> e == v
//!   a[i].f, a[i][j]   i < #a       forall e, k : a : e != null       #e == n for a made array of n cells
//!   (T) x             forall e, k : a : e == null || e instanceof T     also of an array in a field
//! ```
//!
//! These are over the variables that are live at a head; the negations of conditions are used too. `P` alone is also a
//! candidate if it is about fields, or about whether two references are the same. An array that is written may differ from
//! each other one, a != b, unless both are parameters: then facts about the cells of one outlast writes to the other. A
//! named variable that is read from a cell is also replaced by that cell.
//!
//! For the results of a method, the candidates are over the entry values of the parameters:
//!
//! ```text
//!   if (P(t)) … return t     retval == null || P(retval)                                        of an object
//!   if (P(a[i])) …           0 <= retval && retval < #a ==> P(a[retval])                        of an index
//!                            forall e, k : a : k < retval ==> P(e)        retval < 0 ==> P(e)
//!   if (P) …                 retval ==> P         !retval ==> P           P also of all cells   of an answer
//! ```
//!
//! They include what callers assert about the result and the arguments. For the cells of an array, this is also restricted
//! to one side of a parameter. Conditions of callers about the heap that are over the arguments alone may hold for the
//! parameters. So may conditions of the method about one cell, for all cells. Conditions about lengths and products of
//! variables are candidates at every head, and for the parameters where a call passes the variables on. So is the length of
//! a made array, if it is a product.
//!
//! The elements that a running search has passed have not matched; those that were compared with a maximum are not above
//! it; those that were written have what was written. All this is only suggested: the fragments decide which candidates
//! hold. (They are templates as in S. Srivastava and S. Gulwani, *Program verification using templates over predicate
//! abstraction*, 2009, but those that the program itself contains.)

mod cells;
mod contract;
mod element_types;
mod generator;
mod predicates;

use self::cells::{CellFact, binder};
use self::contract::Contract;
use self::element_types::ElementTypes;
use self::generator::Generator;
use self::predicates::SyntacticPredicates;
use super::cuts::{Cuts, Start, Unit};
use super::{Claims, Role, has, is_computed};
use crate::cancel::Token;
use crate::ir::callgraph::called;
use crate::ir::{Expr, LocalId, Method, MethodId, Terminator};
use std::collections::BTreeMap;

/// The most candidates of one role.
const MOST: usize = 120;
/// The most variables of a cut that are used as flags, and as bounds of indexes.
const MOST_VARIABLES: usize = 4;
/// The most facts about lengths of one method.
const MOST_LENGTHS: usize = 8;

/// The candidates of all roles, or of some when the token is cancelled.
pub fn candidates(cuts: &Cuts<'_>, token: &Token) -> Claims {
    let mut claims = Claims::new();
    let mut all: BTreeMap<MethodId, SyntacticPredicates> =
        cuts.units.keys().map(|method| (*method, SyntacticPredicates::of(&cuts.program.methods[*method]))).collect();
    pass(cuts, &mut all, token);
    let element_types = ElementTypes::new(cuts);
    for unit in cuts.units.values().take_while(|_| !token.is_cancelled()) {
        let (method, predicates) = (&cuts.program.methods[unit.method], &all[&unit.method]);
        let facts = CellFact::all(predicates, unit);
        for start in unit.starts().filter(|start| *start != Start::Entry) {
            let generator = Generator {
                unit,
                predicates,
                facts: &facts,
                formals: &method.formals,
                state: unit.state(method, start),
            };
            let mut candidates = generator.candidates();
            candidates.extend(element_types.candidates(unit, &generator.state, start));
            if let Start::Call(block) = start {
                candidates.retain(|candidate| cuts.outlasts(candidate, &method.blocks[block]));
            }
            claims.insert(Role::Invariant(unit.method, start), candidates);
        }
        if unit.is_called {
            let contract = Contract { unit, method, predicates, facts: &facts };
            claims.insert(Role::Requires(unit.method), contract.parameters());
            claims.insert(Role::Ensures(unit.method), contract.results());
        }
    }
    claims.retain(|_, candidates| !candidates.is_empty());
    claims
}

/// Renames the facts of a caller about the arguments and the result of a call, and adds them to those of the method. Facts
/// about lengths are passed on through any number of calls.
fn pass(cuts: &Cuts<'_>, all: &mut BTreeMap<MethodId, SyntacticPredicates>, token: &Token) {
    for unit in cuts.units.values().take_while(|_| !token.is_cancelled()) {
        let facts = all[&unit.method].passed_on();
        for call in Call::all(cuts, unit) {
            let Some(known) = all.get_mut(&call.target.method) else { continue };
            let passed = facts.iter().filter_map(|fact| call.passed(fact));
            known.passed = first(std::mem::take(&mut known.passed).into_iter().chain(passed));
        }
    }
    let mut open: Vec<MethodId> = all.keys().copied().collect();
    while !token.is_cancelled()
        && let Some(caller) = open.pop()
    {
        let facts = all[&caller].lengths.clone();
        for call in Call::all(cuts, &cuts.units[&caller]) {
            let Some(known) = all.get_mut(&call.target.method) else { continue };
            let before = known.lengths.len();
            // Facts about the result do not hold where the method begins.
            for fact in facts.iter().filter(|fact| fact.reads_only(|local| call.dst != Some(local))) {
                if let Some(fact) = call.passed(fact).filter(|_| known.lengths.len() < MOST_LENGTHS) {
                    note(&mut known.lengths, fact);
                }
            }
            if known.lengths.len() > before {
                open.push(call.target.method);
            }
        }
    }
}

/// A call of a unit by another.
struct Call<'a> {
    target: &'a Unit,
    method: &'a Method,
    args: &'a [Expr],
    dst: Option<LocalId>,
}

impl<'a> Call<'a> {
    fn all(cuts: &'a Cuts<'_>, caller: &Unit) -> Vec<Self> {
        let mut found = Vec::new();
        for block in cuts.program.methods[caller.method].blocks.iter() {
            let Terminator::Call { dst, callee, args, .. } = &block.term else { continue };
            for target in called(callee, &cuts.targets).iter().filter_map(|target| cuts.units.get(target)) {
                found.push(Self { target, method: &cuts.program.methods[target.method], args, dst: *dst });
            }
        }
        found
    }

    /// The parameter, or the result, that a variable of the caller is passed to.
    fn name(&self, local: LocalId) -> Option<LocalId> {
        match self.args.iter().position(|arg| *arg == Expr::Local(local)) {
            _ if self.dst == Some(local) => self.method.retval,
            at => at.map(|i| self.method.formals[i]),
        }
    }

    /// A fact about arguments and the result, over the locals of the called method. `None` if it cannot be claimed there.
    fn passed(&self, fact: &Expr) -> Option<Expr> {
        let named = |local| self.name(local).unwrap_or(local);
        if !is_claim(fact) || !fact.reads_only(|local| self.name(local).is_some()) {
            return None;
        }
        let Expr::Quant(quant) = fact else { return (!fact.is_quantified()).then(|| fact.renamed(&named)) };
        let Expr::Local(array) = quant.domain else { return None };
        let elem = binder(named(array), self.target).filter(|_| !quant.body.is_quantified())?;
        Some(fact.renamed(&|local| match local {
            local if local == quant.elem => elem,
            local if local == quant.index => self.target.index,
            local => named(local),
        }))
    }
}

/// Whether an expression has the form of a claim.
fn is_claim(expr: &Expr) -> bool {
    let of_local = |e: &Expr| matches!(e, Expr::Local(_));
    match expr {
        Expr::Const(_) | Expr::Local(_) | Expr::Static(_) => true,
        Expr::Unary(_, a) => is_claim(a),
        // A division may throw.
        Expr::Binary(op, a, b) => is_claim(a) && is_claim(b) && (!op.divides() || b.is_nonzero()),
        Expr::Field(a, _) | Expr::Len(a) => of_local(a),
        Expr::Elem(a, index) => of_local(a) && is_computed(index, is_length_of_local),
        Expr::Quant(quant) => of_local(&quant.domain),
        Expr::InstanceOf(..)
        | Expr::Cast(..)
        | Expr::Wrap(..)
        | Expr::Bits(..)
        | Expr::Ieee(..)
        | Expr::Caught(..)
        | Expr::CausedBy(..)
        | Expr::FromInner(_)
        | Expr::Carried(_) => false,
    }
}

fn is_element(expr: &Expr) -> bool {
    matches!(expr, Expr::Elem(..))
}

fn is_length(expr: &Expr) -> bool {
    matches!(expr, Expr::Len(_))
}

fn is_length_of_local(expr: &Expr) -> bool {
    matches!(expr, Expr::Len(array) if matches!(**array, Expr::Local(_)))
}

fn is_field(expr: &Expr) -> bool {
    matches!(expr, Expr::Field(..))
}

/// The first candidates, each once.
fn first(candidates: impl IntoIterator<Item = Expr>) -> Vec<Expr> {
    let mut found = Vec::new();
    for candidate in candidates {
        if found.len() == MOST {
            break;
        }
        note(&mut found, candidate);
    }
    found
}

/// Adds what is not there yet.
fn note<T: PartialEq>(known: &mut Vec<T>, new: T) {
    if !known.contains(&new) {
        known.push(new);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;
    use crate::facade::Program;
    use crate::induction::text;

    fn suggested(text: &str) -> Vec<String> {
        let config = Config::default();
        let program = Program::from_text("test.oox", text, &config.dialect).expect("a program");
        let entry = program.entry("Main.main").expect("an entry");
        let cuts = Cuts::new(program.ir(), entry, &config, &Token::new()).expect("it repeats");
        text::displayed(&cuts, &candidates(&cuts, &Token::new())).into_iter().map(|claim| claim.text).collect()
    }

    fn has_all(found: &[String], claims: &[&str]) {
        for claim in claims {
            assert!(found.iter().any(|known| known == claim), "{claim} is missing: {found:#?}");
        }
    }

    #[test]
    fn what_is_cast_to_is_said_of_all_elements() {
        let text = |main: &str| {
            format!(
                "class Coin {{ }} class Token extends Coin {{ }} class Box {{ Coin[] coins; int[] numbers; }}
                class Main {{ static void main(Coin[] a, Token[] t, Box b, int n) {{ int i := 0; {main} }} }}"
            )
        };
        let reading = "while (i < n) { Coin c := a[i]; Token d := (Token) c; Coin f := b.coins[i]; i := i + 1; }";
        let found = suggested(&text(reading));
        let claims = ["a", "b.coins"].map(|array| format!("forall e, k : {array} : e == null || (e instanceof Token)"));
        has_all(&found, &claims.each_ref().map(String::as_str));
        assert!(!found.iter().any(|claim| claim.contains(": t :") && claim.contains("instanceof")), "{found:#?}");
        let unread = "while (i < n) { Coin c := a[i]; Token d := (Token) c; i := i + 1; }";
        assert!(!suggested(&text(unread)).iter().any(|claim| claim.contains("b.coins")));
    }

    #[test]
    fn what_is_compared_and_stored_is_said_of_the_cells_before_and_behind() {
        let found = suggested(
            "class Main { static void main(int[] a, int[] b, int x) {
                bool found := false;
                int i := 0;
                while (i < #a && !found) {
                    if (a[i] == x) found := true; else b[i] := 2 * i;
                    i := i + 1;
                }
                assert forall c, j : b : c >= 0;
            } }",
        );
        has_all(
            &found,
            &[
                "forall e, k : a : k < i ==> e != x",
                "forall e, k : a : k > i ==> e == x",
                "forall e, k : b : k < i ==> e == 2 * k",
                "forall c, j : b : c >= 0",
                "forall c, j : b : j < i ==> c >= 0",
                "found ==> a[i] == x",
            ],
        );
    }

    #[test]
    fn what_is_asserted_is_said_so_far() {
        let found = suggested(
            "class Main { static void main(int[] a, int n) {
                assume a != null;
                int s := 0;
                int i := 0;
                int j := 0;
                while (i <= n) { s := s + n; i := i + 1; }
                while (j < #a) { int v := a[j]; assert v > s; j := j + 1; }
                assert s == n * n;
                assert n <= 10 * #a;
            } }",
        );
        has_all(
            &found,
            &[
                "s == n * n",
                "s == (i - 1) * (i - 1)",
                "n <= 10 * j",
                "j < #a",
                "a[j] > s",
                "forall e, k : a : e > s",
                "forall e, k : a : k < j ==> e > s",
            ],
        );
    }

    #[test]
    fn what_is_compared_of_two_cells_is_said_of_the_greatest_and_least_so_far() {
        let found = suggested(
            "class Main { static void main(int[] a) {
                int i := 0;
                while (i + 1 < #a) {
                    if (a[i] > a[i + 1]) { int v := a[i]; a[i] := a[i + 1]; a[i + 1] := v; }
                    i := i + 1;
                }
            } }",
        );
        let claim = "forall e, k : a : k < i ==> (a != null ==> (0 <= i ==> (i < #a ==> e <= a[i])))";
        has_all(&found, &[claim, &claim.replace("<= a[i]", ">= a[i]")]);
    }

    #[test]
    fn what_answers_a_question_is_said_of_it() {
        let found = suggested(
            "class Main {
                static bool same(int[] a, int[] b) {
                    if (#a != #b) return false;
                    bool answer := true;
                    int i := 0;
                    while (i < #a && answer) { if (a[i] != b[i]) answer := false; i := i + 1; }
                    return answer;
                }
                static int find(int[] a, int x, int from) {
                    int i := from;
                    while (i < #a) { if (a[i] == x) return i; i := i + 1; }
                    return -1;
                }
                static void main(int[] a, int[] b, int from, int x) {
                    assume a != null && b != null;
                    assume forall v, k : a : v > 0;
                    bool answer := Main.same(a, b);
                    int at := Main.find(a, x, from);
                    assert at < #a;
                    assert x % at == 1;
                    assert forall v, k : a : k >= at || v != x;
                }
            }",
        );
        let alike = "(b != null ==> (0 <= k ==> (k < #b ==> e == b[k])))";
        has_all(
            &found,
            &[
                "retval ==> #a == #b",
                &format!("forall e, k : a : retval ==> {alike}"),
                &format!("forall e, k : a : answer && k < i ==> {alike}"),
                "forall e, k : a : k < retval ==> e != x",
                "forall e, k : a : retval < 0 ==> e != x",
                "retval < #a",
                "forall e, k : a : k >= retval || e != x",
                "forall e, k : a : k >= from ==> k >= retval || e != x",
                "forall e, k : a : e > 0",
                "forall e, k : a : e != x",
            ],
        );
        assert!(!found.iter().any(|claim| claim.contains('%')), "what divides may throw: {found:#?}");
    }

    #[test]
    fn what_is_in_an_array_may_be_there_and_as_long_as_it_was_made() {
        let found = suggested(
            "class Main { static void main(int n, int m) {
                assume n > 0 && m > 0;
                int[][] a := new int[n][m];
                int i := 0;
                while (i < n) { a[i][0] := i; i := i + 1; }
            } }",
        );
        has_all(&found, &["forall e, k : a : e != null", "forall e, k : a : e != null ==> #e == m", "i < #a"]);
    }

    #[test]
    fn what_is_compared_of_an_object_is_said_of_it_as_a_result() {
        let found = suggested(
            "class Tree { int key; Tree left; Tree right; }
            class Main {
                static Tree find(Tree t, int key) {
                    if (t == null) return null;
                    if (t.key == key) return t;
                    Tree below := t.left;
                    if (t.key < key) below := t.right;
                    Tree found := Main.find(below, key);
                    return found;
                }
                static void main(Tree t, int key) { Tree found := Main.find(t, key); }
            }",
        );
        has_all(&found, &["retval == null || retval.key == key"]);
    }

    #[test]
    fn what_is_compared_of_a_cell_is_said_of_its_index_as_a_result() {
        let found = suggested(
            "class Main {
                static int last(int[] a, int x) {
                    int i := #a - 1;
                    while (i >= 0) { if (a[i] == x) return i; i := i - 1; }
                    return -1;
                }
                static void main(int[] a, int x) { if (a != null) { int r := Main.last(a, x); } }
            }",
        );
        has_all(&found, &["a != null ==> (0 <= retval ==> (retval < #a ==> a[retval] == x))"]);
    }

    #[test]
    fn what_is_said_of_references_and_fields_is_said_at_heads() {
        let found = suggested(
            "class Counter { int count; }
            class Main { static void main(Counter a, Counter b, int n) {
                assume a != null && b != null && a != b;
                int before := b.count;
                int i := 0;
                while (i < n) { a.count := a.count + 1; i := i + 1; }
                assert b.count == before;
            } }",
        );
        has_all(&found, &["a != b", "b.count == before"]);
    }

    #[test]
    fn an_array_that_is_written_is_no_other() {
        let found = suggested(
            "class Main { static void main(int[] a, int[] b) {
                int[] c := new int[1];
                bool[] d := new bool[1];
                int i := 0;
                while (i < #a && i < #b) { c[0] := a[i]; a[i] := b[i]; d[0] := true; i := i + 1; }
            } }",
        );
        let apart: Vec<&String> = found.iter().filter(|claim| claim.len() == 6 && claim.contains("!=")).collect();
        assert_eq!(apart, ["a != c", "b != c"]);
    }

    #[test]
    fn what_lengths_are_is_said_of_the_parameters_too() {
        let found = suggested(
            "class Main {
                static int sum(int[] cells, int rows, int columns) {
                    int s := 0;
                    int i := 0;
                    while (i < #cells) { s := s + cells[i]; i := i + 1; rows := rows - 1; }
                    return s;
                }
                static int total(int[] all, int rows, int columns) {
                    int s := Main.sum(all, columns, rows);
                    return s;
                }
                static void main(int n, int m) requires(n > 0 && m > 0) {
                    int[] grid := new int[n * (m + 1)];
                    int i := 0;
                    while (i < n) { grid[i] := i; i := i + 1; }
                    int s := Main.sum(grid, n, m);
                    s := Main.total(grid, n, m);
                }
            }",
        );
        has_all(&found, &["#grid == n * (m + 1)", "#cells == rows * (columns + 1)", "#cells == columns * (rows + 1)"]);
    }

    #[test]
    fn what_might_throw_is_guarded() {
        let found = suggested(
            "class Main { static void main(int[] a, int[] b) {
                int i := 0;
                while (i < #a) { a[i] := b[i]; i := i + 1; }
            } }",
        );
        has_all(&found, &["forall e, k : a : k < i ==> (b != null ==> (0 <= k ==> (k < #b ==> e == b[k])))"]);
    }
}
