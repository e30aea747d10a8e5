//! Random programs with inductive invariants and contracts, the same programs with one clause changed, and inputs for them.

use crate::inputs::{self, array, int, object, reference};
use multise::Inputs;
use proptest::prelude::*;

/// A program whose clauses are inductive without further claims.
#[derive(Clone, Debug)]
pub struct Annotated {
    /// The program, with [`HERE`] in the place of the clauses.
    text: String,
    /// One iteration as a program that begins in any state, with [`ASSUMED`] and [`CHECKED`]; nothing if the iteration has
    /// loops or calls.
    iteration: Option<String>,
    /// The clauses: keywords, and formulas whose tokens are separated by blanks.
    clauses: Vec<(&'static str, String)>,
    /// The numbers that formulas may use.
    numbers: Vec<&'static str>,
}

const HERE: &str = "@clauses";
const ASSUMED: &str = "@assumed";
const CHECKED: &str = "@checked";

impl Annotated {
    /// The program.
    pub fn program(&self) -> String {
        let clauses: Vec<String> = self.clauses.iter().map(|(word, formula)| format!("{word}({formula})")).collect();
        self.text.replace(HERE, &clauses.join("\n            "))
    }

    /// One iteration, if it has no loops and calls.
    pub fn iteration(&self) -> Option<String> {
        let formulas = || self.clauses.iter().map(|(_, formula)| formula);
        // A clause that cannot be evaluated does not hold.
        let has_value = |formula: &String| {
            let read = [("p.f", "p"), ("#a", "a"), (": a :", "a")].into_iter();
            let read = read.filter(|(place, _)| formula.contains(place));
            read.map(|(_, base)| format!("assume {base} != null;\n        ")).collect::<String>()
        };
        let assumed: String = formulas().map(|it| format!("{}assume {it};\n        ", has_value(it))).collect();
        let checked: String = formulas().map(|it| format!("assert {it};\n        ")).collect();
        Some(self.iteration.as_ref()?.replace(ASSUMED, &assumed).replace(CHECKED, &checked))
    }

    /// All programs that differ in one change of one clause.
    pub fn mutants(&self) -> Vec<Self> {
        let mutated = |(at, (_, formula)): (usize, &(_, String))| -> Vec<Self> {
            let with = |formula| {
                let mut mutant = self.clone();
                mutant.clauses[at].1 = formula;
                mutant
            };
            changes(formula, &self.numbers).into_iter().map(with).collect()
        };
        self.clauses.iter().enumerate().flat_map(mutated).collect()
    }
}

/// All formulas with one token replaced, the negated formula, and `true`.
fn changes(formula: &str, numbers: &[&str]) -> Vec<String> {
    const COMPARISONS: [&str; 6] = ["<", "<=", "==", "!=", ">=", ">"];
    let tokens: Vec<&str> = formula.split(' ').collect();
    let mut changed = vec!["true".to_owned()];
    if !formula.starts_with("forall") {
        changed.push(format!("!({formula})"));
    }
    for (i, token) in tokens.iter().enumerate() {
        let others: Vec<String> = if COMPARISONS.contains(token) {
            let fits = |other: &&&str| !formula.contains("null") || ["==", "!="].contains(*other);
            COMPARISONS.iter().filter(|other| *other != token).filter(fits).map(|other| (*other).to_owned()).collect()
        } else if let Ok(n) = token.parse::<i64>() {
            [n - 1, n + 1].map(|n| format!("({n})")).to_vec()
        } else if numbers.contains(token) {
            numbers.iter().filter(|other| *other != token).map(|other| (*other).to_owned()).collect()
        } else {
            Vec::new()
        };
        for other in others {
            let mut tokens = tokens.clone();
            tokens[i] = &other;
            changed.push(tokens.join(" "));
        }
    }
    changed
}

/// A part of a loop, which changes variables of its own, with the facts about them.
#[derive(Clone, Debug)]
enum Part {
    /// A variable, or a field, grows by a constant.
    Sum { place: &'static str, from: i64, by: i64 },
    /// A variable grows in some iterations.
    Rising { from: i64, by: i64, above: i64 },
    /// A variable grows by an even number.
    Even { from: i64, by: i64 },
    /// The second of two variables grows faster.
    Apart { by: i64, gap: i64, more: i64 },
    /// A variable changes together with a flag.
    Lamp,
    /// A variable grows by another, which grows too.
    Chain { from: i64, by: i64 },
    /// Two variables exchange their values.
    Exchange { gap: i64 },
}

/// What a loop does to the cell of an array at its counter.
#[derive(Clone, Debug)]
enum Cells {
    /// It writes a constant.
    Fill { value: i64 },
    /// It writes the largest so far.
    Largest,
    /// It counts the cells that equal an input.
    Count,
}

/// A loop, composed of the parts.
#[derive(Default)]
struct Loop {
    /// Types, names and first values of variables.
    variables: Vec<(&'static str, &'static str, String)>,
    before: String,
    body: String,
    facts: Vec<String>,
}

impl Loop {
    fn variable(&mut self, ty: &'static str, name: &'static str, value: impl ToString) {
        self.variables.push((ty, name, value.to_string()));
    }

    fn fact(&mut self, fact: impl ToString) {
        self.facts.push(fact.to_string());
    }

    /// Adds a part to a loop whose counter grows by `step`.
    fn add(&mut self, part: &Part, step: i64) {
        match *part {
            Part::Sum { place, from, by } => {
                if place == "s" {
                    self.variable("int", "s", from);
                } else {
                    self.before += &format!("{place} := {from};\n        ");
                    self.fact("p != null");
                }
                self.body += &format!("{place} := {place} + {by};\n            ");
                self.fact(format!("{step} * {place} == {} + {by} * i", step * from));
            }
            Part::Rising { from, by, above } => {
                self.variable("int", "m", from);
                self.body += &format!("if (x > {above}) m := m + {by};\n            ");
                self.fact(format!("m >= {from}"));
            }
            Part::Even { from, by } => {
                self.variable("int", "q", from);
                self.body += &format!("q := q + {};\n            ", 2 * by);
                self.fact(format!("q % 2 == {}", from % 2));
            }
            Part::Apart { by, gap, more } => {
                self.variable("int", "u", "x");
                self.variable("int", "v", format!("x + {gap}"));
                self.body += &format!("u := u + {by};\n            v := v + {};\n            ", by + more);
                self.fact(format!("u + {gap} <= v"));
            }
            Part::Lamp => {
                self.variable("bool", "on", "true");
                self.variable("int", "w", 1);
                self.body += "on := !on;\n            w := 1 - w;\n            ";
                self.fact("on ==> w == 1");
                self.fact("!on ==> w == 0");
            }
            Part::Chain { from, by } => {
                self.variable("int", "z", from);
                self.variable("int", "g", 0);
                self.body += &format!("g := g + z;\n            z := z + {by};\n            ");
                self.fact(format!("z >= {from}"));
                self.fact("g >= 0");
            }
            Part::Exchange { gap } => {
                self.variable("int", "low", "x");
                self.variable("int", "high", format!("x + {gap}"));
                self.body += "int kept := low;\n            low := high;\n            high := kept;\n            ";
                self.fact("low >= x");
                self.fact("high >= x");
            }
        }
    }

    /// Adds an update of cells to a loop whose counter grows by one.
    fn add_cells(&mut self, cells: &Cells) {
        self.fact("a != null");
        self.fact("n <= #a");
        match cells {
            Cells::Fill { value } => {
                self.body += &format!("a[i] := {value};\n            ");
                self.fact(format!("forall e, k : a : k >= i || e == {value}"));
            }
            Cells::Largest => {
                self.variable("int", "h", 0);
                self.body += "if (a[i] > h) h := a[i];\n            ";
                self.fact("forall e, k : a : k >= i || e <= h");
            }
            Cells::Count => {
                self.variable("int", "t", 0);
                self.body += "if (a[i] == x) t := t + 1;\n            ";
                self.fact("t >= 0");
                self.fact("t <= i");
            }
        }
    }

    /// The program. With `waits` it has an inner loop that only takes time, and must know the facts too.
    fn finish(self, step: i64, waits: bool, claim: prop::sample::Index) -> Annotated {
        let declared: String =
            self.variables.iter().map(|(ty, name, value)| format!("{ty} {name} := {value};\n        ")).collect();
        let state: String = self.variables.iter().map(|(ty, name, _)| format!(", {ty} {name}")).collect();
        let claim = claim.get(&self.facts);
        let wait = if waits {
            let facts: String = self.facts.iter().map(|fact| format!("invariant({fact}) ")).collect();
            format!("int j := 0;\n            while (j < x) invariant(i < n) {facts}{{ j := j + 2; }}\n            ")
        } else {
            String::new()
        };
        let Self { before, body, .. } = self;
        let text = format!(
            "{CLASSES}    {MAIN}{before}{declared}int i := 0;
        while (i < n)
            {HERE}
        {{
            {wait}{body}i := i + {step};
        }}
        assert i >= n;
        assert {claim};
    }}
}}
"
        );
        let iteration = format!(
            "{CLASSES}    static void main(int x, int n, C p, int[] a, int i{state}) {{
        {ASSUMED}assume i < n;
            {body}i := i + {step};
        {CHECKED}
    }}
}}
"
        );
        let is_int = |(ty, name, _): &(&'static str, &'static str, _)| (*ty == "int").then_some(*name);
        Annotated {
            text,
            iteration: (!waits).then_some(iteration),
            clauses: self.facts.into_iter().map(|fact| ("invariant", fact)).collect(),
            numbers: ["i", "n", "x"].into_iter().chain(self.variables.iter().filter_map(is_int)).collect(),
        }
    }
}

const CLASSES: &str = "class C { int f; }
class Main {
";

/// How the entry begins.
const MAIN: &str = "static void main(int x, int n, C p, int[] a) {
        assume p != null && a != null && 0 <= n && n <= #a;
        ";

fn parts() -> impl Strategy<Value = Vec<Part>> {
    let (from, by) = (0i64..5, 1i64..4);
    let each =
        (
            (prop::sample::select(vec!["s", "p.f"]), from.clone(), by.clone())
                .prop_map(|(place, from, by)| Part::Sum { place, from, by }),
            (from.clone(), by.clone(), 0i64..3).prop_map(|(from, by, above)| Part::Rising { from, by, above }),
            (from.clone(), by.clone()).prop_map(|(from, by)| Part::Even { from, by }),
            (by.clone(), from.clone(), 0i64..3).prop_map(|(by, gap, more)| Part::Apart { by, gap, more }),
            Just(Part::Lamp),
            (0i64..2, by).prop_map(|(from, by)| Part::Chain { from, by }),
            from.prop_map(|gap| Part::Exchange { gap }),
        );
    let all = each.prop_map(|(a, b, c, d, e, f, g)| vec![a, b, c, d, e, f, g]);
    all.prop_flat_map(|all| prop::sample::subsequence(all, 1..=2))
}

/// A loop.
fn looping() -> impl Strategy<Value = Annotated> {
    let cells =
        prop_oneof![(0i64..3).prop_map(|value| Cells::Fill { value }), Just(Cells::Largest), Just(Cells::Count)];
    let cells = prop::option::weighted(0.4, cells);
    (parts(), cells, 1i64..4, prop::bool::weighted(0.2), any::<prop::sample::Index>()).prop_map(
        |(parts, cells, step, waits, claim)| {
            let step = if cells.is_some() { 1 } else { step };
            let mut made = Loop::default();
            made.fact("i >= 0");
            made.fact(format!("i <= n + {}", step - 1));
            parts.iter().for_each(|part| made.add(part, step));
            cells.iter().for_each(|cells| made.add_cells(cells));
            made.finish(step, waits, claim)
        },
    )
}

/// A method that calls itself. It passes the sum on as an argument, or adds to the result of the call.
fn recursing() -> impl Strategy<Value = Annotated> {
    (any::<bool>(), 0i64..5, 1i64..4).prop_map(|(hands_on, base, by)| {
        let (given, added) = if hands_on { (format!("z + {by}"), 0) } else { ("z".to_owned(), by) };
        let text = format!(
            "{CLASSES}    static int walk(int m, int z)
            {HERE}
    {{
        if (m == 0) return z + {base};
        int r := Main.walk(m - 1, {given});
        return r + {added};
    }}
    {MAIN}int r := Main.walk(n, x);
        assert r >= x;
        assert r == x + {base} + {by} * n;
    }}
}}
"
        );
        let clauses = vec![
            ("requires", "m >= 0".to_owned()),
            ("ensures", format!("retval == z + {base} + {by} * m")),
            ("ensures", "retval >= z + m".to_owned()),
        ];
        Annotated { text, iteration: None, clauses, numbers: vec!["m", "z"] }
    })
}

/// Inputs of the whole program.
fn inputs(x: i64, n: i64) -> Inputs {
    let heap = [("o", object("C", [("f", int(x))])), ("a", array("int", [x, 3, -1, 0, 7].map(int)))];
    inputs::inputs([("x", int(x)), ("n", int(n)), ("p", reference("o")), ("a", reference("a"))], heap)
}

/// All small inputs of these programs.
pub fn all_inputs() -> impl Iterator<Item = Inputs> {
    (-1..3).flat_map(|x| (0..=5).map(move |n| inputs(x, n)))
}

/// The programs.
pub fn programs() -> impl Strategy<Value = Annotated> {
    prop_oneof![4 => looping(), 1 => recursing()]
}
