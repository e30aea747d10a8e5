//! Guards in the words of the source.
//!
//! A guard becomes a short cover ([`Logic::cover`](crate::guard::Logic::cover)). Cubes of it that differ only in one form are
//! joined, and the form may then be in several intervals. So `x < 3 ∨ x > 3` is `x != 3`, and a choice between objects is
//! one of some alternatives. An interval of a form is written as a comparison, with negative terms on the right.

use super::wording::{self, object, quoted_character, quoted_text};
use crate::guard::{Cube, Guard, Threshold};
use crate::ir::{SiteKind, Type, Width};
use crate::num::Num;
use crate::outcome::Condition;
use crate::state::heap::{Alternative, Parts, Source};
use crate::term::{InputId, InputKind, TermId};
use crate::transition::Machine;
use std::collections::BTreeMap;

/// The most cases of a condition.
const CASES: usize = 12;

/// The values above `low` and within `high`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Interval {
    low: Option<Threshold>,
    high: Option<Threshold>,
}

/// A conjunction: for each form, the intervals that it may be in, ascending and disjoint.
type Case = BTreeMap<TermId, Vec<Interval>>;

/// A guard in words, for a reader who knows that `care` holds.
pub(super) fn condition(machine: &mut Machine<'_>, on: Guard, care: Guard) -> Condition {
    let cover = machine.logic.cover(on, care, CASES);
    let cases = merged(cover.cubes.iter().map(case).collect());
    let cases = cases.iter().map(|case| conjuncts(machine, case, care)).collect();
    Condition { cases, complete: cover.complete }
}

fn case(cube: &Cube) -> Case {
    let interval = |fact: &crate::guard::Fact| Interval { low: fact.low.clone(), high: fact.high.clone() };
    cube.facts.iter().map(|fact| (fact.form, vec![interval(fact)])).collect()
}

/// Joins cases that differ only in one form, as long as there are any.
fn merged(mut cases: Vec<Case>) -> Vec<Case> {
    loop {
        let pairs = (0..cases.len()).flat_map(|i| (i + 1..cases.len()).map(move |j| (i, j)));
        let found = pairs.into_iter().find_map(|(i, j)| Some((i, j, union(&cases[i], &cases[j])?)));
        let Some((i, j, union)) = found else { return cases };
        cases.remove(j);
        cases[i] = union;
    }
}

/// The disjunction of two cases as one case, if they differ only in one form.
fn union(a: &Case, b: &Case) -> Option<Case> {
    if !a.keys().eq(b.keys()) {
        return None;
    }
    let mut differing = a.iter().zip(b.values()).filter(|((_, x), y)| x != y);
    let ((form, x), y) = differing.next()?;
    if differing.next().is_some() {
        return None;
    }
    let mut all: Vec<Interval> = x.iter().chain(y).cloned().collect();
    // Those without a lower bound come first. Intervals that touch are joined.
    all.sort_by(|p, q| p.low.cmp(&q.low));
    let mut joined: Vec<Interval> = Vec::new();
    for next in all {
        match joined.last_mut() {
            Some(last) if last.high.is_none() || next.low.is_none() || next.low <= last.high => {
                if last.high.is_some() && (next.high.is_none() || next.high > last.high) {
                    last.high = next.high;
                }
            }
            _ => joined.push(next),
        }
    }
    let mut case = a.clone();
    match &joined[..] {
        [Interval { low: None, high: None }] => _ = case.remove(form),
        _ => _ = case.insert(*form, joined),
    }
    Some(case)
}

fn conjuncts(machine: &mut Machine<'_>, case: &Case, care: Guard) -> Vec<String> {
    let mut conjuncts = Vec::new();
    for (&form, intervals) in case {
        let known = machine.logic.terms.as_input(form).and_then(|input| source(machine, input));
        match known {
            Some(Known::Bool(name)) => conjuncts.push(if holds(intervals, 0) { format!("!{name}") } else { name }),
            Some(Known::Null(name)) => {
                let operator = if holds(intervals, 0) { "==" } else { "!=" };
                conjuncts.push(format!("{name} {operator} null"));
            }
            Some(Known::Reference(name, alternatives)) => {
                let possible: Vec<bool> = (0..alternatives.len()).map(|i| allows(machine, care, form, i)).collect();
                conjuncts.extend(reference(machine, &name, (&alternatives, &possible), intervals));
            }
            Some(Known::Choice(name, last)) => {
                let chosen: Vec<String> = (0..=last).filter(|n| holds(intervals, *n)).map(|n| n.to_string()).collect();
                conjuncts.push(format!("{name} is {}", chosen.join(" or ")));
            }
            Some(Known::Character(name)) => {
                conjuncts.extend(values(intervals, &name, |n| quoted_character(machine, n)));
            }
            Some(Known::Text(name)) => conjuncts.extend(values(intervals, &name, |n| quoted_text(machine, n))),
            None => conjuncts.extend(numbers(machine, form, intervals, care)),
        }
    }
    conjuncts
}

/// The meaning of an input that is not a number of the program.
enum Known {
    Bool(String),
    /// Whether a string is null.
    Null(String),
    Reference(String, Vec<Alternative>),
    /// A choice of the engine, with its greatest value.
    Choice(String, i64),
    Character(String),
    Text(String),
}

fn source(machine: &Machine<'_>, input: InputId) -> Option<Known> {
    let info = machine.logic.terms.info(input);
    let name = |input| machine.logic.terms.info(input).name.clone();
    let found = machine.table.sources().iter().find_map(|Source { parts, ty, .. }| match parts {
        Parts::Bool(own) if *own == input => Some(Known::Bool(name(input))),
        Parts::Text { some, text } if *some == input => Some(Known::Null(name(*text))),
        Parts::Text { text, .. } if *text == input => Some(Known::Text(name(input))),
        Parts::Number(own) if *own == input && *ty == Type::Machine(Width::U1) => Some(Known::Bool(name(input))),
        Parts::Number(own) if *own == input && *ty == Type::Char => Some(Known::Character(name(input))),
        Parts::Reference { name, choice, alternatives } if *choice == input => {
            Some(Known::Reference(name.clone(), alternatives.clone()))
        }
        _ => None,
    });
    let last = info.high.as_ref().and_then(Num::to_i64).unwrap_or(0);
    found.or_else(|| (info.kind == InputKind::Choice).then(|| Known::Choice(info.name.clone(), last)))
}

/// Whether a value is in one of the intervals.
fn holds(intervals: &[Interval], value: i64) -> bool {
    let value = Num::from(value);
    let admits = |threshold: &Threshold| threshold.admits(&value);
    intervals.iter().any(|i| !i.low.as_ref().is_some_and(admits) && i.high.as_ref().is_none_or(admits))
}

/// Whether a guard allows a choice to have a value.
fn allows(machine: &mut Machine<'_>, care: Guard, choice: TermId, value: usize) -> bool {
    let value = machine.logic.terms.constant(value as i64);
    let is = machine.logic.eq(choice, value);
    !machine.logic.disjoint(care, is)
}

/// The conjuncts about a reference of the input: one for each object that it is not, or one for all that it can be, among the
/// possible alternatives.
fn reference(
    machine: &Machine<'_>,
    name: &str,
    (alternatives, possible): (&[Alternative], &[bool]),
    intervals: &[Interval],
) -> Vec<String> {
    let possible = (0..alternatives.len()).filter(|i| possible[*i]);
    let (is, is_not): (Vec<_>, Vec<_>) = possible.partition(|i| holds(intervals, *i as i64));
    let shapes = alternatives.iter().filter(|a| matches!(a, Alternative::Fresh(_))).count();
    let has_old = alternatives.iter().any(|a| matches!(a, Alternative::Old(_)));
    let own = |place: usize| match alternatives[place] {
        Alternative::Null => format!("{name} == null"),
        Alternative::Old(addr) => format!("{name} == {}", initial(machine, addr)),
        Alternative::Fresh(addr) => match (&machine.table.address(addr).shape, has_old) {
            (SiteKind::Object(class), true) if shapes > 1 => {
                format!("{name} is another {}", machine.program.classes[*class].name)
            }
            (SiteKind::Object(class), false) if shapes > 1 => {
                format!("{name} is {}", machine.program.classes[*class].name)
            }
            (_, true) => format!("{name} is another object"),
            (_, false) => format!("{name} != null"),
        },
    };
    // Only null and named objects can be excluded in words.
    let named = |place: &usize| !matches!(alternatives[*place], Alternative::Fresh(_));
    if is_not.len() < is.len() && is_not.iter().all(named) {
        let not = |place: usize| own(place).replacen(" == ", " != ", 1);
        return is_not.into_iter().map(not).collect();
    }
    vec![any(is.into_iter().map(own).collect())]
}

/// The name of an input object in the source, with a cast to its class if its reference may have objects of several classes.
fn initial(machine: &Machine<'_>, addr: crate::summary::AddrId) -> String {
    match machine.table.input(addr) {
        Some(input) => input.name.clone(),
        None => object(machine, addr),
    }
}

/// Several alternatives as one condition.
fn any(mut alternatives: Vec<String>) -> String {
    match alternatives.len() {
        1 => alternatives.remove(0),
        _ => format!("({})", alternatives.join(" || ")),
    }
}

/// The conjuncts about intervals of a text or character: only equality means anything. Its numbers are not negative.
fn values(intervals: &[Interval], name: &str, value: impl Fn(&Num) -> String) -> Vec<String> {
    let from_zero = (Some(Num::ZERO), None);
    let closed = closed(intervals, &from_zero);
    if let Some(points) = points(&closed) {
        return vec![any(points.into_iter().map(|n| format!("{name} == {}", value(n))).collect())];
    }
    match points(&gaps(&closed, &from_zero)) {
        Some(points) => points.into_iter().map(|n| format!("{name} != {}", value(n))).collect(),
        // The numbers between those of two texts of the program are other texts, without a known value.
        None => vec![format!("{name} is another text")],
    }
}

/// The least and the greatest integer of an interval; `None` where it has no end.
type Closed = (Option<Num>, Option<Num>);

/// Intervals as integers from least to greatest, within a range.
fn closed(intervals: &[Interval], (least, greatest): &Closed) -> Vec<Closed> {
    let low = |i: &Interval| i.low.as_ref().map(|t| &t.bound + &Num::ONE).max(least.clone());
    let high = |i: &Interval| match (i.high.as_ref().map(|t| t.bound.clone()), greatest.clone()) {
        (Some(own), Some(greatest)) => Some(own.min(greatest)),
        (own, greatest) => own.or(greatest),
    };
    intervals.iter().map(|i| (low(i), high(i))).collect()
}

/// The integers in intervals, if each interval has only one.
fn points(closed: &[Closed]) -> Option<Vec<&Num>> {
    closed.iter().map(|(low, high)| low.as_ref().filter(|low| high.as_ref() == Some(low))).collect()
}

/// The gaps between the intervals, within a range.
fn gaps(closed: &[Closed], (least, greatest): &Closed) -> Vec<Closed> {
    let before = |low: &Num| low - &Num::ONE;
    let after = |high: &Num| high + &Num::ONE;
    let first = closed.first().and_then(|(low, _)| low.as_ref()).filter(|low| least.as_ref() != Some(low));
    let first = first.map(|low| (least.clone(), Some(before(low))));
    let between = closed.windows(2).map(|pair| (pair[0].1.as_ref().map(after), pair[1].0.as_ref().map(before)));
    let last = closed.last().and_then(|(_, high)| high.as_ref()).filter(|high| greatest.as_ref() != Some(high));
    let last = last.map(|high| (Some(after(high)), greatest.clone()));
    first.into_iter().chain(between).chain(last).collect()
}

/// The conjuncts about a form that is a number.
fn numbers(machine: &mut Machine<'_>, form: TermId, intervals: &[Interval], care: Guard) -> Vec<String> {
    let is_integer = machine.logic.is_integer_form(form);
    let sides = Sides::of(machine, form);
    // The bounds that the reader knows: at most 0 means 0 if the form is at least 0.
    let known = machine.logic.bounds(care, form);
    let (least, greatest) = machine.logic.terms.range(form);
    let least = known.low.map(|t| &t.bound + &Num::ONE).max(least);
    let within = (least, known.high.map(|t| t.bound).or(greatest));
    let compare = |operator: &str, bound: &Num| sides.compare(machine, operator, bound);
    if !is_integer {
        let part = |Interval { low, high }: &Interval| match (low, high) {
            (Some(low), Some(high)) if low.bound == high.bound => vec![compare("==", &low.bound)],
            (low, high) => {
                let low = low.as_ref().map(|t| compare(if t.strict { ">=" } else { ">" }, &t.bound));
                let high = high.as_ref().map(|t| compare(if t.strict { "<" } else { "<=" }, &t.bound));
                low.into_iter().chain(high).collect()
            }
        };
        return either(intervals.iter().map(part).collect());
    }
    let closed = closed(intervals, &within);
    if let Some(points) = points(&closed) {
        return vec![any(points.into_iter().map(|n| compare("==", n)).collect())];
    }
    if let Some(points) = points(&gaps(&closed, &within)).filter(|points| !points.is_empty()) {
        return points.into_iter().map(|n| compare("!=", n)).collect();
    }
    let part = |(low, high): &Closed| {
        if low.is_some() && low == high {
            return low.iter().map(|n| compare("==", n)).collect();
        }
        let low = low.as_ref().filter(|low| Some(*low) != within.0.as_ref()).map(|low| match *low == Num::ONE {
            true => compare(">", &Num::ZERO),
            false => compare(">=", low),
        });
        let high = high.as_ref().filter(|high| Some(*high) != within.1.as_ref()).map(|high| {
            match (high + &Num::ONE).is_zero() {
                true => compare("<", &Num::ZERO),
                false => compare("<=", high),
            }
        });
        low.into_iter().chain(high).collect()
    };
    either(closed.iter().map(part).collect())
}

/// The conjuncts of a single part, or one conjunct for several parts.
fn either(mut parts: Vec<Vec<String>>) -> Vec<String> {
    match parts.len() {
        1 => parts.remove(0),
        _ => vec![any(parts.into_iter().map(|part| part.join(" && ")).collect())],
    }
}

/// The type of an input.
fn declared<'m>(machine: &'m Machine<'_>, form: TermId) -> Option<&'m Type> {
    let input = machine.logic.terms.as_input(form)?;
    let mut sources = machine.table.sources().iter();
    sources.find(|source| matches!(source.parts, Parts::Number(own) if own == input)).map(|source| &source.ty)
}

/// A form with its negative terms on the right.
struct Sides {
    left: TermId,
    right: Option<TermId>,
}

impl Sides {
    fn of(machine: &mut Machine<'_>, form: TermId) -> Self {
        let terms = &mut machine.logic.terms;
        let (_, parts) = terms.parts(form);
        let (right, left): (Vec<_>, Vec<_>) = parts.into_iter().partition(|(_, c)| c.is_negative());
        if right.is_empty() || left.is_empty() {
            return Self { left: form, right: None };
        }
        let right = terms.linear(Num::ZERO, right);
        Self { left: terms.linear(Num::ZERO, left), right: Some(terms.neg(right)) }
    }

    /// `left - right` compared with a bound.
    fn compare(&self, machine: &Machine<'_>, operator: &str, bound: &Num) -> String {
        let terms = &machine.logic.terms;
        let left = terms.display(self.left);
        let Some(right) = self.right else {
            let bound = wording::number(declared(machine, self.left), bound);
            return format!("{left} {operator} {bound}");
        };
        let right = terms.display(right);
        if bound.is_zero() {
            format!("{left} {operator} {right}")
        } else if bound.is_negative() {
            format!("{left} + {} {operator} {right}", bound.abs())
        } else {
            format!("{left} {operator} {right} + {bound}")
        }
    }
}
