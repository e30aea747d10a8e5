//! Sequences of operations of the algebra on numbers in both representations, against tables: the value of a summary for
//! every input of a window.

use multise::internals::guard::{Budget, Guard, Logic};
use multise::internals::summary::{AddrId, Summary, Value};
use multise::internals::term::{Assignment, InputId, InputInfo, Sort, TermId};
use multise::{Num, Summaries};
use proptest::prelude::*;
use std::collections::BTreeMap;

/// A value at one input.
#[derive(Clone, Debug, PartialEq)]
enum Concrete {
    Num(Num),
    Other(Value),
}

/// A summary with its table.
#[derive(Clone, Debug)]
struct Entry {
    summary: Summary,
    table: Vec<Option<Concrete>>,
}

struct World {
    lx: Logic,
    inputs: [TermId; 2],
    points: Vec<Assignment>,
    guards: Vec<(Guard, Vec<bool>)>,
    entries: Vec<Entry>,
    /// Whether a large multiple has been added: then there may be too many values.
    has_large: bool,
}

#[derive(Clone, Copy, Debug)]
enum Step {
    /// A threshold on `x`, `y` or `x - y`, as a guard.
    Threshold(u8, i64),
    Combine(u8, usize, usize),
    Constant(u8, usize),
    Update(usize, usize, usize),
    Restrict(usize, usize),
    Shift(usize, usize, i64),
    Halve(usize, usize),
    Product(usize, usize, usize),
    Load(usize, usize, usize, usize),
    When(usize, usize, i64),
    Compare(usize, usize, usize),
    Collapse(usize, usize, usize),
    /// Adds a number to a summary, or subtracts it.
    Count(usize, usize, i64, bool),
    /// The same, only under a guard.
    CountUnder(usize, usize, i64, bool),
    /// Adds one summary to another, or subtracts it.
    Add(usize, usize, usize, bool),
    Between(usize, usize, usize),
    /// Makes a guarded linear form of a summary.
    Form(usize, usize),
    /// Adds a multiple of a summary to another, where one is a form.
    Plus(usize, usize, usize, i64),
    /// A multiple of a form.
    Scale(usize, usize, i64),
    /// One summary under a guard, another elsewhere, kept apart.
    Apart(usize, usize, usize),
    /// Compares the difference of two summaries, where one is a form, with 0.
    Difference(usize, usize, usize),
}

impl Step {
    /// The operation that these bytes encode.
    fn new([operation, a, b, c, d]: [u8; 5]) -> Self {
        let [i, j, k, l] = [a, b, c, d].map(usize::from);
        let (small, down) = (i64::from(c % 4), d % 2 == 1);
        match operation % 48 {
            0..2 => Step::Threshold(a % 3, i64::from(b % 7) - 3),
            2..4 => Step::Combine(a % 3, j, k),
            4..6 => Step::Constant(a % 7, j),
            6..11 => Step::Update(i, j, k),
            11 => Step::Restrict(i, j),
            12..14 => Step::Shift(i, j, i64::from(c % 3) - 1),
            14 => Step::Halve(i, j),
            15..17 => Step::Product(i, j, k),
            17 => Step::Load(i, j, k, l),
            18 => Step::When(i, j, i64::from(c % 5) - 2),
            19 => Step::Compare(i, j, k),
            20..22 => Step::Collapse(i, 1 + j % 2, k),
            22 => Step::Count(i, j, small, down),
            23..27 => Step::CountUnder(i, j, small, down),
            27..29 => Step::Add(i, j, k, down),
            29..31 => Step::Between(i, j, k),
            31..35 => Step::Form(i, j),
            35..39 => Step::Plus(i, j, k, if d % 6 == 5 { LARGE } else { i64::from(d % 6) - 2 }),
            39 => Step::Scale(i, j, small - 2),
            40..44 => Step::Apart(i, j, k),
            _ => Step::Difference(i, j, k),
        }
    }
}

/// A multiple that has more values than a counter may have.
const LARGE: i64 = 5000;

/// The operations before those of a sequence, so that most of its operands are defined somewhere.
const BEGINNING: [Step; 9] = [
    Step::Threshold(0, 0),
    Step::Threshold(1, 1),
    Step::Threshold(2, -1),
    Step::Constant(3, 0),
    Step::Constant(4, 0),
    Step::Constant(6, 0),
    Step::Update(2, 1, 3),
    Step::Update(1, 2, 4),
    Step::Form(5, 0),
];

/// Operations on numbers.
#[derive(Clone, Debug)]
pub struct Sequence(Vec<Step>);

impl Sequence {
    /// The sequence that these bytes encode.
    pub fn new(steps: impl IntoIterator<Item = [u8; 5]>) -> Self {
        Self(steps.into_iter().map(Step::new).collect())
    }
}

/// Sequences of up to 39 operations.
pub fn sequences() -> impl Strategy<Value = Sequence> {
    prop::collection::vec(any::<[u8; 5]>(), 1..40).prop_map(Sequence::new)
}

/// Performs all operations of a sequence, in both representations.
///
/// # Panics
/// When a result differs from its table.
pub fn check(Sequence(steps): &Sequence) {
    for summaries in [Summaries::Pairs, Summaries::Diagram] {
        let mut world = World::new(summaries);
        for step in steps {
            world.run(*step);
        }
        // Equal functions with equal values are equal summaries.
        let mut seen: BTreeMap<Vec<(Guard, Value)>, usize> = BTreeMap::new();
        for (i, entry) in world.entries.clone().iter().enumerate() {
            if let Some(j) = seen.insert(entry.summary.pairs(&mut world.lx), i) {
                assert_eq!(entry.table, world.entries[j].table);
                assert!(summaries == Summaries::Diagram || entry.summary == world.entries[j].summary);
            }
        }
    }
}

impl World {
    fn new(summaries: Summaries) -> Self {
        let mut lx = Logic::new(summaries, Budget::default());
        let ids: Vec<InputId> = ["x", "y"].map(|n| lx.terms.add_input(InputInfo::value(n, Sort::Int))).into();
        let inputs = [lx.terms.input(ids[0]), lx.terms.input(ids[1])];
        let mut points = Vec::new();
        for x in -4..5 {
            for y in -4..5 {
                points.push(Assignment::from_iter([(ids[0], Num::from(x)), (ids[1], Num::from(y))]));
            }
        }
        let all = vec![true; points.len()];
        let nothing = Entry { summary: Summary::empty(), table: vec![None; points.len()] };
        let (guards, entries) = (vec![(Guard::TRUE, all)], vec![nothing]);
        let mut world = Self { lx, inputs, points, guards, entries, has_large: false };
        for step in BEGINNING {
            world.run(step);
        }
        world
    }

    fn concrete(&self, value: Value, at: &Assignment) -> Concrete {
        match value {
            Value::Num(t) => Concrete::Num(self.lx.terms.eval(t, at).expect("all inputs have values")),
            other => Concrete::Other(other),
        }
    }

    /// The value of a summary at each point. At most one guard may hold.
    fn table(&mut self, summary: &Summary) -> Vec<Option<Concrete>> {
        summary.name_values(&mut self.lx);
        let value_at = |at: &Assignment| {
            let here = summary.at(&self.lx, self.lx.truth_under(at));
            assert!(here.len() < 2, "two guards hold at {at:?}");
            here.first().map(|v| self.concrete(*v, at))
        };
        self.points.iter().map(value_at).collect()
    }

    fn truth(&self, g: Guard) -> Vec<bool> {
        self.points.iter().map(|at| self.lx.eval(g, at).expect("all inputs have values")).collect()
    }

    fn push(&mut self, summary: Summary) {
        let table = self.table(&summary);
        self.keep(summary, table);
    }

    /// Adds an operand. One that is defined nowhere is among them from the beginning.
    fn keep(&mut self, summary: Summary, table: Vec<Option<Concrete>>) {
        if !summary.is_empty() {
            self.entries.push(Entry { summary, table });
        }
    }

    /// Adds a summary and compares it with the table that it should have.
    fn expect(&mut self, summary: Summary, expected: impl Fn(usize) -> Option<Concrete>) {
        assert_eq!(summary.check(&mut self.lx, None), Ok(()));
        let table = self.table(&summary);
        for (i, found) in table.iter().enumerate() {
            assert_eq!(*found, expected(i), "at {:?} of {summary:?}", self.points[i]);
        }
        self.keep(summary, table);
    }

    fn expect_guard(&mut self, g: Guard, expected: impl Fn(usize) -> bool) {
        let truth = self.truth(g);
        for (i, found) in truth.iter().enumerate() {
            assert_eq!(*found, expected(i), "at {:?}", self.points[i]);
        }
        if !g.is_false() && !g.is_true() {
            self.guards.push((g, truth));
        }
    }

    fn run(&mut self, step: Step) {
        let entry = |world: &Self, i: usize| world.entries[i % world.entries.len()].clone();
        let guard = |world: &Self, i: usize| world.guards[i % world.guards.len()].clone();
        match step {
            Step::Threshold(form, k) => {
                let [x, y] = self.inputs;
                let form = match form {
                    0 => x,
                    1 => y,
                    _ => self.lx.terms.sub(x, y),
                };
                let k = self.lx.terms.constant(k);
                let g = self.lx.le(form, k);
                let truth = self.truth(g);
                self.guards.push((g, truth));
            }
            Step::Combine(op, a, b) => {
                let ((a, s), (b, t)) = (guard(self, a), guard(self, b));
                match op {
                    0 => {
                        let g = self.lx.and(a, b);
                        self.expect_guard(g, |i| s[i] && t[i]);
                    }
                    1 => {
                        let g = self.lx.or(a, b);
                        self.expect_guard(g, |i| s[i] || t[i]);
                    }
                    _ => {
                        let g = self.lx.not(a);
                        self.expect_guard(g, |i| !s[i]);
                    }
                }
            }
            Step::Constant(value, g) => {
                let (phi, truth) = guard(self, g);
                let value = match value {
                    0 => Value::Bool(true),
                    1 => Value::Null,
                    2 => Value::Ref(AddrId(1)),
                    3 => Value::Num(self.inputs[0]),
                    v => Value::Num(self.lx.terms.constant(i64::from(v))),
                };
                let at: Vec<Concrete> = self.points.iter().map(|at| self.concrete(value, at)).collect();
                let guarded = Summary::guarded(&mut self.lx, phi, value);
                self.expect(guarded, |i| truth[i].then(|| at[i].clone()));
            }
            Step::Update(a, g, b) => {
                let (a, (phi, truth), b) = (entry(self, a), guard(self, g), entry(self, b));
                let result = a.summary.update(&mut self.lx, phi, &b.summary);
                self.expect(result, |i| if truth[i] { b.table[i].clone() } else { a.table[i].clone() });
            }
            Step::Apart(a, g, b) => {
                let (a, (phi, truth), b) = (entry(self, a), guard(self, g), entry(self, b));
                let rest = self.lx.not(phi);
                let parts = vec![a.summary.restrict(&mut self.lx, phi), b.summary.restrict(&mut self.lx, rest)];
                let result = Summary::apart(&mut self.lx, parts);
                self.expect(result, |i| if truth[i] { a.table[i].clone() } else { b.table[i].clone() });
            }
            Step::Restrict(a, g) => {
                let (a, (phi, truth)) = (entry(self, a), guard(self, g));
                let result = a.summary.restrict(&mut self.lx, phi);
                self.expect(result, |i| a.table[i].clone().filter(|_| truth[i]));
            }
            Step::Shift(a, g, k) => {
                let (a, (phi, truth)) = (entry(self, a), guard(self, g));
                let result = a.summary.map(&mut self.lx, phi, |lx, v| match v {
                    Value::Num(t) => {
                        let k = lx.terms.constant(k);
                        Value::Num(lx.terms.add(t, k))
                    }
                    other => other,
                });
                let shifted = |c: Concrete| match c {
                    Concrete::Num(n) => Concrete::Num(&n + &Num::from(k)),
                    other => other,
                };
                self.expect(result, |i| a.table[i].clone().filter(|_| truth[i]).map(shifted));
            }
            Step::Halve(a, g) => {
                // The function is not injective, so values coalesce.
                let (a, (phi, truth)) = (entry(self, a), guard(self, g));
                let result = a.summary.map(&mut self.lx, phi, |_, v| match v {
                    Value::Num(_) => Value::Null,
                    _ => Value::Bool(true),
                });
                let expected = |c: Concrete| match c {
                    Concrete::Num(_) => Concrete::Other(Value::Null),
                    Concrete::Other(_) => Concrete::Other(Value::Bool(true)),
                };
                self.expect(result, |i| a.table[i].clone().filter(|_| truth[i]).map(expected));
            }
            Step::Product(a, g, b) => {
                let (a, (phi, truth), b) = (entry(self, a), guard(self, g), entry(self, b));
                let result = a.summary.map2(&mut self.lx, phi, &b.summary, |lx, v, w| match (v, w) {
                    (Value::Num(s), Value::Num(t)) => Value::Num(lx.terms.sub(s, t)),
                    _ => v.max(w),
                });
                let expected = |i: usize| {
                    let (Some(c), Some(d), true) = (&a.table[i], &b.table[i], truth[i]) else { return None };
                    Some(match (c, d) {
                        (Concrete::Num(m), Concrete::Num(n)) => Concrete::Num(m - n),
                        (Concrete::Other(v), Concrete::Other(w)) => Concrete::Other(*v.max(w)),
                        // The only other values are Booleans.
                        (Concrete::Num(n), Concrete::Other(v)) | (Concrete::Other(v), Concrete::Num(n)) => match v {
                            Value::Bool(_) => Concrete::Num(n.clone()),
                            other => Concrete::Other(*other),
                        },
                    })
                };
                self.expect(result, expected);
            }
            Step::Load(a, g, b, c) => {
                let (a, (phi, truth)) = (entry(self, a), guard(self, g));
                let (b, c) = (entry(self, b), entry(self, c));
                let result = a.summary.bind(&mut self.lx, phi, |lx, v, within| {
                    assert!(lx.implies(within, phi));
                    if matches!(v, Value::Num(_)) { b.summary.clone() } else { c.summary.clone() }
                });
                let expected = |i: usize| match a.table[i].as_ref().filter(|_| truth[i])? {
                    Concrete::Num(_) => b.table[i].clone(),
                    Concrete::Other(_) => c.table[i].clone(),
                };
                self.expect(result, expected);
            }
            Step::When(a, g, k) => {
                let (a, (phi, truth)) = (entry(self, a), guard(self, g));
                let result = a.summary.when(&mut self.lx, phi, |lx, v| match v {
                    Value::Num(t) => {
                        let k = lx.terms.constant(k);
                        lx.le(t, k)
                    }
                    _ => Guard::FALSE,
                });
                let k = Num::from(k);
                self.expect_guard(result, |i| truth[i] && matches!(&a.table[i], Some(Concrete::Num(n)) if *n <= k));
                let boolean = Summary::boolean(&mut self.lx, phi, result);
                let holds = self.truth(result);
                self.expect(boolean, |i| truth[i].then_some(Concrete::Other(Value::Bool(holds[i]))));
            }
            Step::Add(a, g, b, down) => {
                let (a, (phi, truth), b) = (entry(self, a), guard(self, g), entry(self, b));
                let Some(counted) = a.summary.counted(&mut self.lx, phi, &b.summary, down) else { return };
                self.expect(counted, |i| match (&a.table[i], &b.table[i]) {
                    (Some(Concrete::Num(m)), Some(Concrete::Num(n))) if truth[i] => {
                        Some(Concrete::Num(if down { m - n } else { m + n }))
                    }
                    _ => None,
                });
            }
            Step::Count(a, g, k, down) | Step::CountUnder(a, g, k, down) => {
                let (a, (phi, truth)) = (entry(self, a), guard(self, g));
                let change = Value::Num(self.lx.terms.constant(k));
                let change = Summary::constant(&mut self.lx, change);
                let Some(counted) = a.summary.counted(&mut self.lx, phi, &change, down) else { return };
                let k = Num::from(if down { -k } else { k });
                let counted_at = |i: usize| match &a.table[i] {
                    Some(Concrete::Num(n)) => Some(Concrete::Num(n + &k)),
                    other => other.clone(),
                };
                if matches!(step, Step::Count(..)) {
                    self.expect(counted, |i| counted_at(i).filter(|_| truth[i]));
                } else {
                    let result = a.summary.update(&mut self.lx, phi, &counted);
                    self.expect(result, |i| if truth[i] { counted_at(i) } else { a.table[i].clone() });
                }
            }
            Step::Between(a, g, b) => {
                let (a, (phi, truth), b) = (entry(self, a), guard(self, g), entry(self, b));
                let Some(everywhere) = a.summary.difference(&mut self.lx, &b.summary) else { return };
                let here = a.summary.difference_within(&mut self.lx, phi, &b.summary).expect("they are counters");
                assert!(everywhere.contains(here.start()) && everywhere.contains(here.end()));
                for (both, is_here) in a.table.iter().zip(&b.table).zip(truth) {
                    if let (Some(Concrete::Num(m)), Some(Concrete::Num(n))) = both {
                        let difference = (m - n).to_i64().expect("a small number");
                        assert!(everywhere.contains(&difference), "{difference} is not in {everywhere:?}");
                        assert!(!is_here || here.contains(&difference), "{difference} is not in {here:?}");
                    }
                }
            }
            Step::Form(a, g) => {
                let (a, (phi, truth)) = (entry(self, a), guard(self, g));
                let Some(form) = a.summary.formed(&mut self.lx, phi) else { return };
                for (i, found) in self.table(&form).iter().enumerate() {
                    assert_eq!(found.is_some(), a.table[i].is_some(), "at {:?}", self.points[i]);
                    assert!(!truth[i] || *found == a.table[i], "at {:?} of {form:?}", self.points[i]);
                }
                self.push(form);
            }
            Step::Plus(a, g, b, scale) => {
                let (a, (phi, truth), b) = (entry(self, a), guard(self, g), entry(self, b));
                self.has_large |= scale == LARGE;
                let scale = Num::from(scale);
                let Some(sum) = a.summary.plus(&mut self.lx, phi, &scale, &b.summary) else { return };
                self.expect(sum, |i| match (&a.table[i], &b.table[i]) {
                    (Some(Concrete::Num(m)), Some(Concrete::Num(n))) if truth[i] => {
                        Some(Concrete::Num(m + &(&scale * n)))
                    }
                    _ => None,
                });
            }
            Step::Scale(a, g, factor) => {
                let (a, (phi, truth)) = (entry(self, a), guard(self, g));
                let factor = Num::from(factor);
                let Some(product) = a.summary.scaled(&mut self.lx, phi, &factor) else { return };
                let scaled = |value: &Concrete| match value {
                    Concrete::Num(n) => Concrete::Num(&factor * n),
                    other => other.clone(),
                };
                self.expect(product, |i| a.table[i].as_ref().filter(|_| truth[i]).map(scaled));
            }
            Step::Difference(a, g, b) => {
                let (a, (phi, truth), b) = (entry(self, a), guard(self, g), entry(self, b));
                let Some(difference) = a.summary.form_difference(&mut self.lx, phi, &b.summary) else { return };
                let bounds = difference.bounds(&mut self.lx);
                let ranges = [bounds.range(&mut self.lx), bounds.range_of_sum(&mut self.lx)];
                let cases = difference.cases(&mut self.lx);
                let Some(constant) = difference.constant(&mut self.lx) else {
                    assert!(self.has_large, "few numbers");
                    return;
                };
                let constant = self.table(&constant);
                for i in 0..self.points.len() {
                    let (Some(Concrete::Num(m)), Some(Concrete::Num(n)), true) = (&a.table[i], &b.table[i], truth[i])
                    else {
                        continue;
                    };
                    let (expected, at) = (m - n, self.points[i].clone());
                    let number = expected.to_i64().expect("a small number");
                    for range in &ranges {
                        assert!(range.contains(&number), "{number} is not in {range:?} at {at:?}");
                    }
                    let Some(cases) = &cases else { continue };
                    let here: Vec<TermId> = cases
                        .iter()
                        .filter(|(case, _)| self.lx.eval(*case, &at).expect("all inputs have values"))
                        .map(|(_, term)| *term)
                        .collect();
                    let [term] = here[..] else { panic!("{} cases at {at:?}", here.len()) };
                    let rest = self.lx.terms.eval(term, &at).expect("all inputs have values");
                    let Some(Concrete::Num(constant)) = &constant[i] else {
                        panic!("the constant part is missing at {at:?}")
                    };
                    assert_eq!(constant + &rest, expected, "at {at:?}");
                }
            }
            Step::Collapse(a, most, g) => {
                let (a, (phi, truth)) = (entry(self, a), guard(self, g));
                let result = a.summary.collapse(&mut self.lx, most, phi);
                assert_eq!(result.check(&mut self.lx, None), Ok(()));
                for part in result.parts() {
                    let pairs = part.pairs(&mut self.lx);
                    let symbolic = |v: &Value| matches!(v, Value::Num(t) if self.lx.terms.as_const(*t).is_none());
                    let numbers = pairs.iter().filter(|(_, v)| symbolic(v)).count();
                    assert!(numbers <= most || result == a.summary, "{numbers} numbers of {pairs:?}");
                }
                for (i, found) in self.table(&result).iter().enumerate() {
                    let expected = &a.table[i];
                    assert_eq!(found.is_some(), expected.is_some(), "at {:?}", self.points[i]);
                    assert!(!truth[i] || found == expected, "at {:?} of {result:?}", self.points[i]);
                }
                self.push(result);
            }
            Step::Compare(a, g, b) => {
                let (a, (phi, truth), b) = (entry(self, a), guard(self, g), entry(self, b));
                let result = a.summary.when2(&mut self.lx, phi, &b.summary, |lx, _, v, w| match (v, w) {
                    (Value::Num(s), Value::Num(t)) => lx.lt(s, t),
                    _ => Guard::from_bool(v == w),
                });
                self.expect_guard(result, |i| {
                    truth[i]
                        && match (&a.table[i], &b.table[i]) {
                            (Some(Concrete::Num(m)), Some(Concrete::Num(n))) => m < n,
                            (Some(c), Some(d)) => c == d,
                            _ => false,
                        }
                });
            }
        }
    }
}
