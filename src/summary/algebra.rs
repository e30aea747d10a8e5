//! The algebra, over either representation.

use super::count::{Count, Part};
use super::diagram::Diagram;
use super::form::{Difference, Form};
use super::pairs::Pairs;
use super::parts::{MOST_PARTS, Parts};
use super::{AddrId, Invalid, Value};
use crate::guard::{AtomId, Guard, HoldsGuards, Logic, Rewriting};
use crate::num::Num;
use crate::term::TermId;
use rustc_hash::FxHashSet;
use std::ops::RangeInclusive;

/// A value summary. Immutable and cheap to clone. Equal ones are equal functions of the atoms. The converse holds for lists
/// of pairs, but not for diagrams.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary(Repr);

/// A representation. Where guards do not share nodes, all summaries are lists of pairs. Where they do, a summary of plain
/// values is a diagram, unless the diagram has become larger than the guards of its pairs together. Any other summary is a
/// list of pairs, whose guards share their nodes. See `benches/decisions.md` for the arguments for each.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Repr {
    /// The summary that is defined nowhere, whatever the representation.
    Nothing,
    Pairs(Pairs),
    Diagram(Diagram),
    /// A counter, in the place of a diagram.
    Count(Count),
    /// A guarded linear form, in the place of a list of pairs.
    Form(Form),
    /// A union that has not been made.
    Parts(Parts),
}

impl HoldsGuards for Summary {
    fn visit(&self, visit: &mut dyn FnMut(Guard)) {
        let Self(repr) = self;
        match repr {
            Repr::Nothing => {}
            Repr::Pairs(pairs) => pairs.guards().for_each(visit),
            Repr::Diagram(diagram) => diagram.held().into_iter().for_each(visit),
            Repr::Count(count) => count.held().for_each(visit),
            Repr::Form(form) => form.held().for_each(visit),
            Repr::Parts(parts) => parts.all().iter().for_each(|part| part.visit(&mut *visit)),
        }
    }

    fn rewrite(&mut self, logic: &mut Logic, rewriting: &Rewriting) {
        *self = self.rewritten(logic, rewriting);
    }
}

/// Two summaries in one representation.
enum Operands {
    Pairs(Pairs, Pairs),
    Diagrams(Option<Diagram>, Option<Diagram>),
}

impl Summary {
    fn of_pairs(lx: &mut Logic, pairs: Pairs) -> Self {
        match pairs.pairs() {
            [] => Self(Repr::Nothing),
            [(guard, value)] if lx.guards.shares_nodes() => Self::guarded(lx, *guard, *value),
            _ => Self(Repr::Pairs(pairs)),
        }
    }

    fn of_diagram(lx: &mut Logic, diagram: Option<Diagram>) -> Self {
        Self(match diagram.map(|diagram| diagram.weigh(lx)) {
            None => Repr::Nothing,
            Some(Ok(diagram)) => Repr::Diagram(diagram),
            Some(Err(list)) => Repr::Pairs(list),
        })
    }

    /// A diagram whose values are plain.
    pub(super) fn of_plain(diagram: Diagram) -> Self {
        Self(Repr::Diagram(diagram))
    }

    pub(super) fn of_count(count: Option<Count>) -> Self {
        Self(count.map_or(Repr::Nothing, Repr::Count))
    }

    fn of_form(form: Option<Form>) -> Self {
        Self(form.map_or(Repr::Nothing, Repr::Form))
    }

    /// The same summary, with the parts of a counter added up, a form as one term, and parts as their union.
    fn added_up(&self, lx: &mut Logic) -> Self {
        match &self.0 {
            Repr::Count(count) => Self(Repr::Diagram(count.total(lx))),
            Repr::Form(form) => {
                let term = form.term(lx);
                Self::guarded(lx, form.cover(), Value::Num(term))
            }
            Repr::Parts(parts) => Self::union(lx, parts.all()).added_up(lx),
            Repr::Nothing | Repr::Pairs(_) | Repr::Diagram(_) => self.clone(),
        }
    }

    /// Several summaries that are defined on disjoint guards, as one: kept apart if that is better.
    pub fn of_parts(lx: &mut Logic, parts: Vec<Summary>) -> Self {
        match Parts::are_better(lx, parts.iter().flat_map(Summary::parts)) {
            true => Self::apart(lx, parts),
            false => Self::union(lx, &parts),
        }
    }

    /// Several summaries that are defined on disjoint guards, as one: kept apart if they are not too many, and their guards share
    /// nodes.
    pub fn apart(lx: &mut Logic, mut parts: Vec<Summary>) -> Self {
        parts.retain(|part| !part.is_empty());
        if parts.len() < 2 {
            return parts.pop().unwrap_or_else(Self::empty);
        }
        match Parts::new(lx, parts) {
            Ok(parts) => Self(Repr::Parts(parts)),
            Err(parts) => Self::union(lx, &parts),
        }
    }

    /// The union of summaries that are defined on disjoint guards.
    fn union(lx: &mut Logic, found: &[Summary]) -> Self {
        found.iter().fold(Self::empty(), |all, part| {
            let cover = part.cover(lx);
            all.update(lx, cover, part)
        })
    }

    /// The summary as several that are defined on disjoint guards.
    pub fn parts(&self) -> &[Summary] {
        match &self.0 {
            Repr::Parts(parts) => parts.all(),
            _ => std::slice::from_ref(self),
        }
    }

    /// As a form, if all values are numbers, and their constant parts can be those of a counter.
    fn form(&self, lx: &mut Logic) -> Option<Form> {
        match &self.0 {
            Repr::Form(form) => Some(form.clone()),
            Repr::Count(_) | Repr::Diagram(_) => self.counter(lx).map(Form::of_count),
            Repr::Pairs(pairs) => {
                let cover = pairs.cover(lx);
                Form::of_pairs(lx, pairs.pairs(), cover)
            }
            Repr::Parts(parts) => Self::union(lx, parts.all()).form(lx),
            Repr::Nothing => None,
        }
    }

    /// Both summaries as forms, if at least one is a form and the other can become one.
    fn forms(&self, lx: &mut Logic, other: &Summary) -> Option<(Form, Form)> {
        match (&self.0, &other.0) {
            (Repr::Form(_), _) | (_, Repr::Form(_)) => Some((self.form(lx)?, other.form(lx)?)),
            _ => None,
        }
    }

    /// As a counter, if it is one or can become one. A counter that has been added up begins again with its sum.
    fn counter(&self, lx: &mut Logic) -> Option<Count> {
        match &self.0 {
            Repr::Count(count) => match count.known(lx) {
                Some(total) => Count::begin(lx, total),
                None => Some(count.clone()),
            },
            Repr::Diagram(diagram) => Count::begin(lx, *diagram),
            Repr::Parts(parts) => Self::union(lx, parts.all()).counter(lx),
            Repr::Nothing | Repr::Pairs(_) | Repr::Form(_) => None,
        }
    }

    /// Both summaries as counters, if at least one is a counter and the other can become one.
    fn counters(&self, lx: &mut Logic, other: &Summary) -> Option<(Count, Count)> {
        match (&self.0, &other.0) {
            (Repr::Count(_), _) | (_, Repr::Count(_)) => Some((self.counter(lx)?, other.counter(lx)?)),
            _ => None,
        }
    }

    /// The summary of a diagram whose values may not be plain.
    fn of_values(lx: &mut Logic, diagram: Option<Diagram>) -> Self {
        match diagram {
            Some(diagram) if !diagram.is_plain(lx) => Self(Repr::Pairs(diagram.list(lx))),
            other => Self::of_diagram(lx, other),
        }
    }

    /// As a diagram, or `None` for a list of pairs. The diagram is `None` where the summary is defined nowhere.
    pub(super) fn diagram(&self, lx: &mut Logic) -> Option<Option<Diagram>> {
        match &self.0 {
            Repr::Diagram(diagram) => Some(Some(*diagram)),
            Repr::Nothing => Some(None),
            Repr::Pairs(_) => None,
            Repr::Count(_) | Repr::Form(_) | Repr::Parts(_) => self.added_up(lx).diagram(lx),
        }
    }

    /// As a list of pairs, all of those that are within `φ`. Of a diagram there are no others: outside it may have many values.
    fn list(&self, lx: &mut Logic, phi: Guard) -> Pairs {
        match &self.0 {
            Repr::Pairs(pairs) => pairs.clone(),
            Repr::Nothing => Pairs::empty(),
            Repr::Diagram(diagram) => diagram.within(lx, phi).map_or_else(Pairs::empty, |inside| inside.list(lx)),
            Repr::Count(_) | Repr::Form(_) | Repr::Parts(_) => self.added_up(lx).list(lx, phi),
        }
    }

    /// Two operands as both are: within the guards, if they are lists.
    fn with(&self, lx: &mut Logic, mine: Guard, other: &Summary, theirs: Guard) -> Operands {
        match (self.diagram(lx), other.diagram(lx)) {
            (Some(left), Some(right)) if lx.guards.shares_nodes() => Operands::Diagrams(left, right),
            _ => Operands::Pairs(self.list(lx, mine), other.list(lx, theirs)),
        }
    }

    /// The summary that is defined nowhere.
    pub fn empty() -> Self {
        Self(Repr::Nothing)
    }

    /// The value, under all inputs.
    pub fn constant(lx: &mut Logic, value: Value) -> Self {
        Self::guarded(lx, Guard::TRUE, value)
    }

    /// The value under a guard, undefined elsewhere.
    pub fn guarded(lx: &mut Logic, guard: Guard, value: Value) -> Self {
        if guard.is_false() {
            return Self::empty();
        }
        match lx.guards.shares_nodes() && value.is_plain(lx) {
            true => Self(Repr::Diagram(Diagram::guarded(lx, guard, value))),
            false => Self(Repr::Pairs(Pairs::guarded(guard, value))),
        }
    }

    /// The Boolean that is true under `guard`, within `φ`.
    pub fn boolean(lx: &mut Logic, phi: Guard, guard: Guard) -> Self {
        if phi.is_false() {
            return Self::empty();
        }
        match lx.guards.shares_nodes() {
            true => Self(Repr::Diagram(Diagram::boolean(lx, phi, guard))),
            false => Self(Repr::Pairs(Pairs::boolean(lx, phi, guard))),
        }
    }

    /// The summary of any pairs. Their guards may overlap only where the values are equal; equal values coalesce.
    pub fn from_pairs(lx: &mut Logic, pairs: impl IntoIterator<Item = (Guard, Value)>) -> Self {
        if !lx.guards.shares_nodes() {
            let pairs = Pairs::from_pairs(lx, pairs);
            return Self::of_pairs(lx, pairs);
        }
        pairs.into_iter().fold(Self::empty(), |all, (guard, value)| {
            let one = Self::guarded(lx, guard, value);
            all.update(lx, guard, &one)
        })
    }

    /// The guarded update `self ⊎φ other`: `other` where `φ` holds, `self` elsewhere.
    pub fn update(&self, lx: &mut Logic, phi: Guard, other: &Summary) -> Self {
        if phi.is_false() {
            return self.clone();
        }
        if other.is_empty() && matches!(self.0, Repr::Count(_) | Repr::Form(_) | Repr::Parts(_)) {
            let cover = self.cover(lx);
            let rest = lx.and_not(cover, phi);
            return self.restrict(lx, rest);
        }
        if self.is_empty() && matches!(other.0, Repr::Count(_) | Repr::Form(_) | Repr::Parts(_)) {
            return other.restrict(lx, phi);
        }
        if let Repr::Parts(parts) = &self.0 {
            return Self::union(lx, parts.all()).update(lx, phi, other);
        }
        if let Repr::Parts(parts) = &other.0 {
            let defined = other.cover(lx);
            let missing = lx.and_not(phi, defined);
            let rest = self.update(lx, missing, &Self::empty());
            return parts.all().iter().fold(rest, |all, part| {
                let cover = part.cover(lx);
                let here = lx.and(phi, cover);
                all.update(lx, here, part)
            });
        }
        if let Some((mine, theirs)) = self.forms(lx, other)
            && let Some(result) = mine.update(lx, phi, &theirs)
        {
            return Self::of_form(result);
        }
        if let Some((mine, theirs)) = self.counters(lx, other)
            && let Some(result) = mine.update(lx, phi, &theirs)
        {
            return result;
        }
        match self.with(lx, Guard::TRUE, other, phi) {
            Operands::Pairs(mine, theirs) => {
                let result = mine.update(lx, phi, &theirs);
                Self::of_pairs(lx, result)
            }
            Operands::Diagrams(Some(mine), Some(theirs)) => {
                let result = mine.update(lx, phi, theirs);
                Self::of_diagram(lx, result)
            }
            Operands::Diagrams(Some(mine), None) => {
                let result = mine.forget(lx, phi);
                Self::of_diagram(lx, result)
            }
            Operands::Diagrams(None, Some(theirs)) => {
                let result = theirs.within(lx, phi);
                Self::of_diagram(lx, result)
            }
            Operands::Diagrams(None, None) => Self::empty(),
        }
    }

    /// The summary within `φ`.
    pub fn restrict(&self, lx: &mut Logic, phi: Guard) -> Self {
        match &self.0 {
            Repr::Nothing => Self::empty(),
            Repr::Count(count) => {
                let cover = lx.and(count.cover(), phi);
                Self::of_count(count.within(cover))
            }
            Repr::Form(form) => {
                let cover = lx.and(form.cover(), phi);
                Self::of_form(form.within(cover))
            }
            Repr::Diagram(diagram) => {
                let result = diagram.restrict(lx, phi);
                Self::of_diagram(lx, result)
            }
            Repr::Pairs(pairs) => {
                let result = pairs.restrict(lx, phi);
                Self::of_pairs(lx, result)
            }
            Repr::Parts(parts) => parts.map(lx, |lx, part| part.restrict(lx, phi)),
        }
    }

    /// Any summary that is `self` within `φ`, as simple as can be had cheaply. `self` must be defined there.
    pub fn simplify(&self, lx: &mut Logic, phi: Guard) -> Self {
        match &self.0 {
            Repr::Nothing => Self::empty(),
            Repr::Count(_) | Repr::Form(_) => self.clone(),
            Repr::Diagram(diagram) => {
                let result = Some(diagram.simplify(lx, phi));
                Self::of_diagram(lx, result)
            }
            Repr::Pairs(_) | Repr::Parts(_) => self.restrict(lx, phi),
        }
    }

    /// Applies `f` to the values within `φ`.
    pub fn map(&self, lx: &mut Logic, phi: Guard, mut f: impl FnMut(&mut Logic, Value) -> Value) -> Self {
        match &self.0 {
            Repr::Nothing => Self::empty(),
            Repr::Parts(parts) => {
                let f: &mut dyn FnMut(&mut Logic, Value) -> Value = &mut f;
                parts.map(lx, |lx, part| part.map(lx, phi, &mut *f))
            }
            Repr::Count(_) | Repr::Form(_) => self.added_up(lx).map(lx, phi, f),
            Repr::Diagram(diagram) => {
                let result = diagram.map(lx, phi, f);
                Self::of_values(lx, result)
            }
            Repr::Pairs(pairs) => {
                let result = pairs.map(lx, phi, f);
                Self::of_pairs(lx, result)
            }
        }
    }

    /// Applies `f` to the numbers within `φ`. Other values stay.
    pub fn map_numbers(&self, lx: &mut Logic, phi: Guard, mut f: impl FnMut(&mut Logic, TermId) -> TermId) -> Self {
        self.map(lx, phi, |lx, value| value.map_number(|t| f(lx, t)))
    }

    /// Applies `f` to the values of both summaries within `φ`: the product, without the pairs of values that exclude each
    /// other.
    pub fn map2(
        &self,
        lx: &mut Logic,
        phi: Guard,
        other: &Summary,
        mut f: impl FnMut(&mut Logic, Value, Value) -> Value,
    ) -> Self {
        let f: &mut dyn FnMut(&mut Logic, Value, Value) -> Value = &mut f;
        if let Repr::Parts(parts) = &self.0 {
            return parts.map(lx, |lx, part| part.map2(lx, phi, other, &mut *f));
        }
        if let Repr::Parts(parts) = &other.0 {
            return parts.map(lx, |lx, part| self.map2(lx, phi, part, &mut *f));
        }
        match self.with(lx, phi, other, phi) {
            Operands::Pairs(left, right) => {
                let result = left.map2(lx, phi, &right, f);
                Self::of_pairs(lx, result)
            }
            Operands::Diagrams(Some(left), Some(right)) => {
                let result = left.map2(lx, phi, right, f);
                Self::of_values(lx, result)
            }
            Operands::Diagrams(..) => Self::empty(),
        }
    }

    /// `self + other`, or `self - other` if `down`, within `φ`. Both must be integers, and `self` must have several values.
    /// The sum is added up only when it has to be.
    pub fn counted(&self, lx: &mut Logic, phi: Guard, other: &Summary, down: bool) -> Option<Self> {
        let Repr::Diagram(change) = other.0 else { return None };
        let count = self.counter(lx).filter(Count::is_several)?;
        let change = if down { change.scaled(lx, &-&Num::ONE)? } else { change };
        let part = Part::of(lx, change)?;
        let defined = lx.and(count.cover(), change.cover());
        let cover = lx.and(defined, phi);
        if cover.is_false() {
            return Some(Self::empty());
        }
        Some(Self::of_count(Some(count.plus(lx, cover, part)?)))
    }

    /// `self + scale·other` within `φ`, if one of them is a form and the sum is.
    pub fn plus(&self, lx: &mut Logic, phi: Guard, scale: &Num, other: &Summary) -> Option<Self> {
        let (mine, theirs) = self.forms(lx, other)?;
        mine.plus(lx, phi, scale, &theirs).map(|sum| Self(Repr::Form(sum)))
    }

    /// `factor·self` within `φ`, if it is a form.
    pub fn scaled(&self, lx: &mut Logic, phi: Guard, factor: &Num) -> Option<Self> {
        let Repr::Form(form) = &self.0 else { return None };
        form.scaled(lx, phi, factor).map(|product| Self(Repr::Form(product)))
    }

    /// `self - other` within `φ`, if one of them is a form.
    pub fn form_difference(&self, lx: &mut Logic, phi: Guard, other: &Summary) -> Option<Difference> {
        let (mine, theirs) = self.forms(lx, other)?;
        Some(mine.difference(lx, phi, &theirs))
    }

    /// An interval that contains the difference of two summaries on all paths, where one is a counter and the other one
    /// integers.
    pub fn difference(&self, lx: &mut Logic, other: &Summary) -> Option<RangeInclusive<i64>> {
        let (mine, theirs) = self.counters(lx, other)?;
        Some(mine.difference(&theirs))
    }

    /// The same within `φ`. Paths outside it do not count, such as those on which an assumption was false.
    pub fn difference_within(&self, lx: &mut Logic, phi: Guard, other: &Summary) -> Option<RangeInclusive<i64>> {
        let (mine, theirs) = self.counters(lx, other)?;
        let (mine, theirs) = (mine.narrowed(lx, phi), theirs.narrowed(lx, phi));
        Some(mine.difference(&theirs))
    }

    /// The union of the results of `f` for each value, within `φ`. `f` also takes the guard of the value within `φ`. Its
    /// result need not be restricted to that guard.
    pub fn bind(&self, lx: &mut Logic, phi: Guard, mut f: impl FnMut(&mut Logic, Value, Guard) -> Summary) -> Self {
        match &self.0 {
            Repr::Nothing => Self::empty(),
            Repr::Count(_) | Repr::Form(_) => self.added_up(lx).bind(lx, phi, f),
            Repr::Parts(parts) => {
                let f: &mut dyn FnMut(&mut Logic, Value, Guard) -> Summary = &mut f;
                parts.map(lx, |lx, part| part.bind(lx, phi, &mut *f))
            }
            Repr::Pairs(pairs) => {
                let inside = pairs.restrict(lx, phi);
                let found = inside.pairs().iter().map(|(g, v)| (*g, f(lx, *v, *g))).collect();
                Self::joined(lx, found)
            }
            Repr::Diagram(diagram) => {
                let cases = diagram.cases(lx, phi);
                let found: Vec<(Guard, Summary)> = cases.values.iter().map(|(v, g)| (*g, f(lx, *v, *g))).collect();
                if let Some(parts) = Self::within_guards(lx, &found) {
                    return parts;
                }
                let has_form = found.iter().any(|(_, found)| matches!(found.0, Repr::Form(_)));
                let diagrams = if has_form { None } else { found.iter().map(|(_, found)| found.diagram(lx)).collect() };
                match diagrams {
                    Some(diagrams) => {
                        let diagrams: Vec<Option<Diagram>> = diagrams;
                        let result = Diagram::join(lx, &cases, &diagrams);
                        Self::of_diagram(lx, result)
                    }
                    None => Self::joined(lx, found),
                }
            }
        }
    }

    /// The union of summaries, each within its guard. The guards are disjoint.
    fn joined(lx: &mut Logic, found: Vec<(Guard, Summary)>) -> Self {
        if let Some(parts) = Self::within_guards(lx, &found) {
            return parts;
        }
        if found.iter().any(|(_, found)| matches!(found.0, Repr::Form(_))) {
            return found.iter().fold(Self::empty(), |all, (guard, found)| all.update(lx, *guard, found));
        }
        let mut pairs = Vec::with_capacity(found.len());
        for (guard, found) in &found {
            let within = found.list(lx, *guard).restrict(lx, *guard);
            pairs.extend_from_slice(within.pairs());
        }
        let result = Pairs::from_pairs(lx, pairs);
        Self::of_pairs(lx, result)
    }

    /// Summaries, each within its guard, kept apart if that is better. The guards are disjoint, unless they are equal: then so are the
    /// summaries.
    fn within_guards(lx: &mut Logic, found: &[(Guard, Summary)]) -> Option<Self> {
        if found.len() > 2 * MOST_PARTS {
            return None;
        }
        let mut guards = FxHashSet::default();
        let once: Vec<&(Guard, Summary)> = found.iter().filter(|(guard, _)| guards.insert(*guard)).collect();
        if !Parts::are_better(lx, once.iter().flat_map(|(_, found)| found.parts())) {
            return None;
        }
        let parts = once.iter().map(|(guard, found)| found.restrict(lx, *guard)).collect();
        Some(Self::apart(lx, parts))
    }

    /// The guard under which a predicate holds of the value, within `φ`.
    pub fn when(&self, lx: &mut Logic, phi: Guard, mut p: impl FnMut(&mut Logic, Value) -> Guard) -> Guard {
        match &self.0 {
            Repr::Nothing => Guard::FALSE,
            Repr::Count(_) | Repr::Form(_) => self.added_up(lx).when(lx, phi, p),
            Repr::Parts(parts) => {
                let p: &mut dyn FnMut(&mut Logic, Value) -> Guard = &mut p;
                parts.when(lx, |lx, part| part.when(lx, phi, &mut *p))
            }
            Repr::Diagram(diagram) => diagram.when(lx, phi, p),
            Repr::Pairs(pairs) => pairs.when(lx, phi, p),
        }
    }

    /// The guard under which a predicate holds of the number, within `φ`. It holds of no other value.
    pub fn when_number(&self, lx: &mut Logic, phi: Guard, mut p: impl FnMut(&mut Logic, TermId) -> Guard) -> Guard {
        self.when(lx, phi, |lx, value| value.number().map_or(Guard::FALSE, |t| p(lx, t)))
    }

    /// The guard under which a predicate holds of the values of both summaries, within `φ`. The predicate also takes a guard that
    /// holds wherever the two values meet; elsewhere it may answer anything.
    pub fn when2(
        &self,
        lx: &mut Logic,
        phi: Guard,
        other: &Summary,
        mut p: impl FnMut(&mut Logic, Guard, Value, Value) -> Guard,
    ) -> Guard {
        let p: &mut dyn FnMut(&mut Logic, Guard, Value, Value) -> Guard = &mut p;
        if let Repr::Parts(parts) = &self.0 {
            return parts.when(lx, |lx, part| part.when2(lx, phi, other, &mut *p));
        }
        if let Repr::Parts(parts) = &other.0 {
            return parts.when(lx, |lx, part| self.when2(lx, phi, part, &mut *p));
        }
        match self.with(lx, phi, other, phi) {
            Operands::Pairs(left, right) => left.when2(lx, phi, &right, p),
            Operands::Diagrams(Some(left), Some(right)) => left.when2(lx, phi, right, p),
            Operands::Diagrams(..) => Guard::FALSE,
        }
    }

    /// The guard under which the value is the Boolean `true`, within `φ`.
    pub fn is_true(&self, lx: &mut Logic, phi: Guard) -> Guard {
        match &self.0 {
            Repr::Nothing | Repr::Count(_) | Repr::Form(_) => Guard::FALSE,
            Repr::Parts(parts) => parts.when(lx, |lx, part| part.is_true(lx, phi)),
            Repr::Diagram(diagram) => diagram.is_true(lx, phi),
            Repr::Pairs(pairs) => pairs.when(lx, phi, |_, v| Guard::from_bool(v == Value::Bool(true))),
        }
    }

    /// The guard under which the summary is defined.
    pub fn cover(&self, lx: &mut Logic) -> Guard {
        match &self.0 {
            Repr::Nothing => Guard::FALSE,
            Repr::Count(count) => count.cover(),
            Repr::Form(form) => form.cover(),
            Repr::Parts(parts) => parts.when(lx, |lx, part| part.cover(lx)),
            Repr::Diagram(diagram) => diagram.cover(),
            Repr::Pairs(pairs) => pairs.cover(lx),
        }
    }

    /// The pairs, sorted by value. A diagram computes them.
    pub fn pairs(&self, lx: &mut Logic) -> Vec<(Guard, Value)> {
        match &self.0 {
            Repr::Nothing => Vec::new(),
            Repr::Count(_) | Repr::Form(_) | Repr::Parts(_) => self.added_up(lx).pairs(lx),
            Repr::Diagram(diagram) => diagram.pairs(lx),
            Repr::Pairs(pairs) => pairs.pairs().to_vec(),
        }
    }

    /// The objects and arrays among the values, in the order of the values, each with the paths of `φ` on which it is the value.
    pub fn addresses_within(&self, lx: &mut Logic, phi: Guard) -> Vec<(Guard, AddrId)> {
        let pairs = self.restrict(lx, phi).pairs(lx);
        pairs.into_iter().filter_map(|(guard, value)| Some((guard, value.as_ref()?))).collect()
    }

    /// The values, sorted.
    pub fn values(&self, lx: &mut Logic) -> Vec<Value> {
        match &self.0 {
            Repr::Nothing => Vec::new(),
            Repr::Count(_) | Repr::Form(_) => self.added_up(lx).values(lx),
            Repr::Parts(parts) => {
                let mut values: Vec<Value> = parts.all().iter().flat_map(|part| part.values(lx)).collect();
                values.sort_unstable();
                values.dedup();
                values
            }
            Repr::Diagram(diagram) => diagram.values(lx),
            Repr::Pairs(pairs) => pairs.pairs().iter().map(|(_, v)| *v).collect(),
        }
    }

    /// The objects and arrays among the values, in the order of the values.
    pub fn addresses(&self) -> impl Iterator<Item = AddrId> + '_ {
        self.listed().filter_map(Value::as_ref)
    }

    /// Whether a value is a number that depends on the inputs.
    pub fn has_symbolic_number(&self, lx: &Logic) -> bool {
        self.symbolic_numbers(lx).next().is_some()
    }

    /// Whether more than `most` values are numbers that are not constants.
    pub fn has_more_symbolic_numbers(&self, lx: &Logic, most: usize) -> bool {
        self.symbolic_numbers(lx).nth(most).is_some()
    }

    /// Whether more than `most` values are numbers that are not constants, and at least two are numbers.
    pub fn tells_apart_more_than(&self, lx: &Logic, most: usize) -> bool {
        self.has_more_symbolic_numbers(lx, most) && self.listed().filter_map(Value::number).nth(1).is_some()
    }

    /// The numbers among the values that are not constants.
    pub fn symbolic_numbers<'a>(&'a self, lx: &'a Logic) -> impl Iterator<Item = TermId> + 'a {
        self.listed().filter_map(Value::number).filter(|t| lx.terms.as_const(*t).is_none())
    }

    /// The values that may not be plain: all of a list of pairs, none of a diagram, counter or form.
    pub fn listed(&self) -> impl Iterator<Item = Value> + '_ {
        fn pairs(part: &Summary) -> &[(Guard, Value)] {
            match &part.0 {
                Repr::Pairs(pairs) => pairs.pairs(),
                _ => &[],
            }
        }
        self.parts().iter().flat_map(pairs).map(|(_, v)| *v)
    }

    /// Makes the terms of all possible values of a counter, or the term of a form, so that [`at`](Self::at) finds them.
    pub fn name_values(&self, lx: &mut Logic) {
        match &self.0 {
            Repr::Count(count) => {
                for k in count.range() {
                    lx.terms.constant(k);
                }
            }
            Repr::Form(form) => {
                form.term(lx);
            }
            Repr::Parts(parts) => parts.all().iter().for_each(|part| part.name_values(lx)),
            Repr::Nothing | Repr::Diagram(_) | Repr::Pairs(_) => {}
        }
    }

    /// The values under truth values of the variables. There is one where the summary is defined; none elsewhere, or where
    /// a variable that matters has no truth value. The values of a counter that has not been added up, and those of a form,
    /// must have been [named](Self::name_values).
    pub fn at(&self, lx: &Logic, mut truth: impl FnMut(AtomId) -> Option<bool>) -> Vec<Value> {
        match &self.0 {
            Repr::Nothing => Vec::new(),
            Repr::Count(count) => count.at(lx, truth).into_iter().collect(),
            Repr::Form(form) => form.at(lx, truth).into_iter().collect(),
            Repr::Parts(parts) => {
                let truth: &mut dyn FnMut(AtomId) -> Option<bool> = &mut truth;
                parts.all().iter().flat_map(|part| part.at(lx, &mut *truth)).collect()
            }
            Repr::Diagram(diagram) => diagram.at(lx, truth).into_iter().collect(),
            Repr::Pairs(pairs) => {
                let mut holds = |g: Guard| lx.guards.eval(g, &mut truth) == Some(true);
                pairs.pairs().iter().filter(|(g, _)| holds(*g)).map(|(_, v)| *v).collect()
            }
        }
    }

    /// The only value that `φ` allows, if there is exactly one. A guard that is not `FALSE` counts as allowed.
    pub fn as_constant_within(&self, lx: &mut Logic, phi: Guard) -> Option<Value> {
        match &self.0 {
            Repr::Nothing => None,
            Repr::Count(_) => self.added_up(lx).as_constant_within(lx, phi),
            Repr::Parts(_) => {
                let inside = self.restrict(lx, phi);
                let mut values = inside.parts().iter().map(|part| part.as_constant_within(lx, phi));
                let first = values.next()??;
                values.all(|value| value == Some(first)).then_some(first)
            }
            Repr::Form(form) => {
                let constant = Summary::of_count(Some(form.as_count()?));
                constant.as_constant_within(lx, phi)
            }
            Repr::Diagram(diagram) => match diagram.within(lx, phi)?.values(lx)[..] {
                [value] => Some(value),
                _ => None,
            },
            Repr::Pairs(pairs) => pairs.as_constant_within(lx, phi),
        }
    }

    /// Any summary that is `self` within `φ`. If all its values are numbers, with integers as constant parts, it is a form.
    pub fn formed(&self, lx: &mut Logic, phi: Guard) -> Option<Self> {
        if !lx.guards.shares_nodes() {
            return None;
        }
        if let Repr::Parts(parts) = &self.0 {
            let formed = parts.all().iter().map(|part| part.formed(lx, phi)).collect::<Option<_>>()?;
            return Some(Self::apart(lx, formed));
        }
        let form = self.form(lx)?.simplify(lx, phi);
        Some(Self(Repr::Form(form)))
    }

    /// Any summary that is `self` within `φ`. If more than `most` of its numbers are not constants, one conditional term
    /// replaces its numbers; those of a part, if it has parts.
    pub fn collapse(&self, lx: &mut Logic, most: usize, phi: Guard) -> Self {
        match &self.0 {
            Repr::Pairs(pairs) if pairs.len() > most => {
                let result = pairs.collapse(lx, most, phi);
                Self::of_pairs(lx, result)
            }
            Repr::Parts(parts) => parts.map(lx, |lx, part| part.collapse(lx, most, phi)),
            Repr::Nothing | Repr::Diagram(_) | Repr::Count(_) | Repr::Form(_) | Repr::Pairs(_) => self.clone(),
        }
    }

    /// The same function of rewritten guards.
    fn rewritten(&self, lx: &mut Logic, rewriting: &Rewriting) -> Self {
        match &self.0 {
            Repr::Nothing => Self::empty(),
            Repr::Pairs(pairs) => Self::of_pairs(lx, pairs.rewritten(rewriting)),
            Repr::Count(count) => Self::of_count(count.rewritten(rewriting)),
            Repr::Form(form) => Self::of_form(form.rewritten(rewriting)),
            Repr::Parts(parts) => parts.map(lx, |lx, part| part.rewritten(lx, rewriting)),
            Repr::Diagram(diagram) => {
                let result = diagram.rewritten(lx, rewriting);
                Self::of_diagram(lx, result)
            }
        }
    }

    /// The number of values, or an upper bound: for a counter that has not been added up, for parts, and for a diagram whose cover is
    /// too large for its simplification.
    pub fn len(&self, lx: &mut Logic) -> usize {
        match &self.0 {
            Repr::Nothing => 0,
            Repr::Count(count) => match count.known(lx) {
                Some(total) => total.len(lx),
                None => (count.range().end() - count.range().start()) as usize + 1,
            },
            Repr::Form(_) => 1,
            Repr::Parts(parts) => parts.all().iter().map(|part| part.len(lx)).sum(),
            Repr::Diagram(diagram) => diagram.len(lx),
            Repr::Pairs(pairs) => pairs.len(),
        }
    }

    /// The number of values, or of summands of a form.
    pub(super) fn size(&self, lx: &mut Logic) -> usize {
        match &self.0 {
            Repr::Form(form) => form.summands(),
            _ => self.len(lx),
        }
    }

    /// Whether the summary is defined nowhere.
    pub fn is_empty(&self) -> bool {
        matches!(self.0, Repr::Nothing)
    }

    /// Checks the invariants: no guard is false, values ascend, guards are disjoint. The cover is the disjunction of the
    /// guards, and equals the guard under which the key is defined, if that is given. A diagram is ordered and reduced.
    pub fn check(&self, lx: &mut Logic, defining: Option<Guard>) -> Result<(), Invalid> {
        match &self.0 {
            Repr::Diagram(diagram) if !diagram.is_canonical(lx) => Err(Invalid::Form),
            Repr::Parts(parts) => parts.check(lx, defining),
            _ => self.list(lx, Guard::TRUE).check(lx, defining),
        }
    }
}
