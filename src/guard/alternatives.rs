//! Contradictions between facts and the alternatives of conditional terms.
//!
//! An arithmetic solver tries the cases of nested conditional terms one after the other. Often it does not matter which
//! alternative applies, because all of them are within a bound. So a form is replaced by its alternatives, the outermost
//! conditional term first:
//!
//! ```text
//!   range(k·t + r)  =  range(k·s + r) ∪ range(k·u + r)        where t = (c ? s : u)
//! ```
//!
//! What `r` has in common with an alternative cancels out, which it would not in a sum of ranges. If `t` is the greater of
//! its alternatives (see `term/extreme.rs`), each of them bounds it from below.
//!
//! Bases on which no conditional term of the form depends are added up separately. The forms that remain are few: for "the
//! best choice among n things is worth at most as much as all", one for each conditional term.

use super::{Fact, Literal, Logic};
use crate::num::Num;
use crate::term::{InputId, Range, Term, TermId, Terms, sum_range};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Ordering;

/// The most forms that are replaced by their alternatives for one fact.
const FORMS: usize = 1 << 10;
/// The steps of guards that take as long as one of them.
const STEPS: u64 = 64;

impl Logic {
    /// Literals of a cube that cannot all be true, if the others exclude all alternatives of the form of one.
    pub fn excluded_alternatives(&mut self, cube: &[Fact]) -> Option<Vec<Literal>> {
        let facts = cube.iter().map(|fact| (fact.form, fact)).collect();
        let mut ranges = Ranges { terms: &mut self.terms, facts, known: FxHashMap::default() };
        let excluded = cube.iter().find_map(|fact| ranges.excluded(fact));
        self.guards.add_work(STEPS * ranges.known.len() as u64);
        excluded
    }
}

/// The ranges of forms where facts hold.
struct Ranges<'a> {
    terms: &'a mut Terms,
    facts: FxHashMap<TermId, &'a Fact>,
    /// The dependent parts whose range is known.
    known: FxHashMap<TermId, Dependent>,
}

/// A form that depends on a conditional term, with its range.
struct Dependent {
    range: Range,
    alternatives: Alternatives,
}

/// The forms in which a conditional term is replaced by its alternatives.
struct Alternatives {
    forms: [Split; 2],
    /// Whether the whole is the greatest of the forms, or the least.
    order: Option<Ordering>,
}

/// A form in two parts.
struct Split {
    /// The range of the bases on which no conditional base depends, with the constant.
    independent: Range,
    /// The forms of the facts on which that is based.
    based_on: Vec<TermId>,
    /// The rest of the form.
    dependent: TermId,
}

impl Ranges<'_> {
    /// A literal of a fact that is true of no alternative of its form, with the literals on which that is based.
    fn excluded(&mut self, fact: &Fact) -> Option<Vec<Literal>> {
        let own = self.facts.remove(&fact.form);
        let is_conditional = self.terms.bases(fact.form).any(|base| self.has_alternatives(base));
        let form = is_conditional.then(|| self.known(fact.form)).flatten();
        self.facts.extend(own.map(|own| (fact.form, own)));
        let form = form?;
        let (low, high) = self.range(&form);
        let excluded = fact.literals().find(|literal| match literal.positive {
            true => low.as_ref().is_some_and(|low| !literal.threshold.admits(low)),
            false => high.as_ref().is_some_and(|high| literal.threshold.admits(high)),
        })?;
        let based_on = self.based_on(&form).into_iter().flat_map(|form| self.facts[&form].literals());
        Some(based_on.chain([excluded]).collect())
    }

    /// Whether a base is a conditional number of which no fact is known.
    fn has_alternatives(&self, base: TermId) -> bool {
        self.terms.is_conditional(base) && !self.facts.contains_key(&base)
    }

    /// A form whose dependent part has a known range; `None` if that takes too many alternatives.
    fn known(&mut self, form: TermId) -> Option<Split> {
        let (whole, before) = (self.split(form), self.known.len());
        let mut open = vec![(whole.dependent, None)];
        while let Some((form, alternatives)) = open.pop() {
            if self.is_known(form) {
                continue;
            }
            let Some(alternatives) = alternatives.or_else(|| self.alternatives(form)) else { continue };
            let parts = alternatives.forms.iter().map(|part| part.dependent);
            let unknown: Vec<TermId> = parts.filter(|form| !self.is_known(*form)).collect();
            if unknown.is_empty() {
                let [a, b] = alternatives.forms.each_ref().map(|part| self.range(part));
                let range = union(a, b, alternatives.order);
                self.known.insert(form, Dependent { range, alternatives });
            } else if self.known.len() - before + open.len() > FORMS {
                return None;
            } else {
                open.push((form, Some(alternatives)));
                open.extend(unknown.into_iter().map(|form| (form, None)));
            }
        }
        Some(whole)
    }

    fn is_known(&self, form: TermId) -> bool {
        self.terms.as_const(form).is_some() || self.known.contains_key(&form)
    }

    /// The range of a form whose dependent part is known, or has any value.
    fn range(&self, form: &Split) -> Range {
        let dependent = match self.terms.as_const(form.dependent) {
            Some(value) => (Some(value.clone()), Some(value.clone())),
            None => self.known.get(&form.dependent).map(|known| known.range.clone()).unwrap_or_default(),
        };
        plus(form.independent.clone(), &dependent)
    }

    /// The forms of the facts on which a range is based.
    fn based_on(&self, form: &Split) -> Vec<TermId> {
        let (mut open, mut seen, mut found) = (vec![form], FxHashSet::default(), Vec::new());
        while let Some(form) = open.pop() {
            found.extend(&form.based_on);
            if seen.insert(form.dependent) {
                open.extend(self.known.get(&form.dependent).iter().flat_map(|known| &known.alternatives.forms));
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    fn split(&mut self, form: TermId) -> Split {
        let (constant, parts) = self.terms.parts(form);
        let conditional = parts.iter().filter(|(base, _)| self.has_alternatives(*base));
        let below: FxHashSet<InputId> = conditional.flat_map(|(base, _)| self.terms.inputs(*base)).copied().collect();
        let depends = |base: TermId| self.terms.inputs(base).iter().any(|input| below.contains(input));
        let (dependent, independent): (Vec<_>, Vec<_>) = parts.into_iter().partition(|(base, _)| depends(*base));
        let Self { terms, facts, .. } = self;
        let mut based_on = Vec::new();
        let ranges = independent.iter().map(|(base, c)| {
            let Some(fact) = facts.get(base) else { return (c, terms.range(*base)) };
            based_on.push(*base);
            let [low, high] = fact.ends(terms).map(|end| end.map(|(bound, _)| bound));
            (c, (low, high))
        });
        let independent = sum_range(&constant, ranges);
        Split { independent, based_on, dependent: self.terms.linear(Num::ZERO, dependent) }
    }

    /// The alternatives of a form; those of the conditional term that was made last, because it may be above the others.
    fn alternatives(&mut self, form: TermId) -> Option<Alternatives> {
        let (_, parts) = self.terms.parts(form);
        let (base, k) = parts.into_iter().rfind(|(base, _)| self.has_alternatives(*base))?;
        let Term::Ite(ite) = self.terms.node(base).clone() else { return None };
        let terms = &mut *self.terms;
        let order = terms.extreme(&ite).map(|order| if k.is_negative() { order.reverse() } else { order });
        let negated = terms.scale(base, &-&k);
        let rest = terms.add(form, negated);
        let forms = [ite.yes, ite.no].map(|alternative| {
            let scaled = self.terms.scale(alternative, &k);
            let form = self.terms.add(rest, scaled);
            self.split(form)
        });
        Some(Alternatives { forms, order })
    }
}

/// The range of a sum.
pub(super) fn plus((a, b): Range, (c, d): &Range) -> Range {
    (a.zip(c.as_ref()).map(|(a, c)| &a + c), b.zip(d.as_ref()).map(|(b, d)| &b + d))
}

/// The range of a number that is one of two, perhaps the greater or the smaller one.
pub(super) fn union((a, b): Range, (c, d): Range, order: Option<Ordering>) -> Range {
    let low = match order {
        Some(Ordering::Greater) => [a, c].into_iter().flatten().max(),
        _ => a.zip(c).map(|(a, c)| a.min(c)),
    };
    let high = match order {
        Some(Ordering::Less) => [b, d].into_iter().flatten().min(),
        _ => b.zip(d).map(|(b, d)| b.max(d)),
    };
    (low, high)
}
