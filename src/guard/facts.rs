//! Guards as facts about forms: evaluation, cubes, clauses. The solver, models and lemmas use them.

use super::{AtomId, Guard, Logic, Threshold};
use crate::index::Idx;
use crate::num::Num;
use crate::term::{Assignment, Evaluation, InputId, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// A threshold or its negation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Literal {
    /// The form.
    pub form: TermId,
    /// The bound.
    pub threshold: Threshold,
    /// Whether the form is within the bound.
    pub positive: bool,
}

/// An interval of the values of a form: above `low` and within `high`. At least one of the two is present.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fact {
    /// The form.
    pub form: TermId,
    /// The form is *not* within this bound.
    pub low: Option<Threshold>,
    /// The form is within this bound.
    pub high: Option<Threshold>,
}

impl Fact {
    /// The interval as one or two literals.
    pub fn literals(&self) -> impl Iterator<Item = Literal> + '_ {
        let literal =
            |threshold: &Threshold, positive| Literal { form: self.form, threshold: threshold.clone(), positive };
        let low = self.low.as_ref().map(|threshold| literal(threshold, false));
        low.into_iter().chain(self.high.as_ref().map(|threshold| literal(threshold, true)))
    }

    /// A lower and an upper bound of the form, by the interval or else by its range, each with whether it may be a value.
    pub(super) fn ends(&self, terms: &Terms) -> [Option<(Num, bool)>; 2] {
        let (least, most) = terms.range(self.form);
        let low = match &self.low {
            Some(low) if terms.is_integer(self.form) => Some((&low.bound + &Num::ONE, true)),
            Some(low) => Some((low.bound.clone(), low.strict)),
            None => least.map(|least| (least, true)),
        };
        let high = match &self.high {
            Some(high) => Some((high.bound.clone(), !high.strict)),
            None => most.map(|most| (most, true)),
        };
        [low, high]
    }
}

/// A conjunction of facts about different forms, in the order of the guard's support.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cube {
    /// The facts.
    pub facts: Vec<Fact>,
}

impl Cube {
    /// The literals of all facts.
    pub fn literals(&self) -> Vec<Literal> {
        self.facts.iter().flat_map(Fact::literals).collect()
    }
}

/// Where the fact of each form is.
pub(super) fn places(facts: &[Fact]) -> FxHashMap<TermId, usize> {
    facts.iter().enumerate().map(|(place, fact)| (fact.form, place)).collect()
}

/// Truth values of variables.
type Valuation = FxHashMap<AtomId, bool>;

impl Logic {
    /// The truth value of a guard under an assignment of the inputs; `None` when a form on its path has no value.
    pub fn eval(&self, g: Guard, inputs: &Assignment) -> Option<bool> {
        self.guards.eval(g, self.truth_under(inputs))
    }

    /// The truth values of the variables under an assignment of the inputs: those of their thresholds. `None` where the
    /// form has no value. Each form is evaluated once.
    pub fn truth_under(&self, inputs: &Assignment) -> impl FnMut(AtomId) -> Option<bool> {
        let mut values = Evaluation::default();
        move |atom| {
            let (form, threshold) = self.atom(atom);
            self.terms.eval_once(form, inputs, &mut values).map(|value| threshold.admits(value))
        }
    }

    /// Assigns the variables such that the guard is true, each one as under the default inputs where that is possible.
    /// Variables of its support that are not on the path are absent. `None` for `FALSE`.
    fn path(&self, g: Guard) -> Option<Valuation> {
        if g.is_false() {
            return None;
        }
        let mut defaults = Evaluation::default();
        let mut path = Valuation::default();
        let mut at = self.guards.root(g);
        while at > 1 {
            let node = self.guards.node(g, at);
            let preferred = self.default_truth(node.atom, &mut defaults);
            let (first, second) = if preferred { (node.high, node.low) } else { (node.low, node.high) };
            // Every node except the terminal false leads to the terminal true.
            let truth = if first == 0 { !preferred } else { preferred };
            at = if first == 0 { second } else { first };
            path.insert(node.atom, truth);
        }
        Some(path)
    }

    fn default_truth(&self, atom: AtomId, defaults: &mut Evaluation) -> bool {
        let (form, threshold) = self.atom(atom);
        threshold.admits(self.terms.eval_once(form, &Assignment::new(), defaults).unwrap_or(&Num::ZERO))
    }

    /// The interval of a form that an assignment of the variables selects. Absent variables are as under the default
    /// inputs.
    fn interval(&self, form: TermId, path: &Valuation) -> Fact {
        let Some(known) = self.forms.form_of(form) else { return Fact { form, low: None, high: None } };
        let mut defaults = Evaluation::default();
        let mut own = |atom| Some(path.get(&atom).copied().unwrap_or_else(|| self.default_truth(atom, &mut defaults)));
        // Every variable has a truth value, and under any values a threshold implies the next one.
        let beyond =
            known.thresholds.partition_point(|id| self.guards.eval(self.forms.atom(*id).guard, &mut own) != Some(true));
        let threshold = |at: usize| known.thresholds.get(at).map(|id| self.forms.atom(*id).threshold.clone());
        Fact { form, low: beyond.checked_sub(1).and_then(threshold), high: threshold(beyond) }
    }

    /// A satisfying assignment of a guard's atoms as facts: for every form of the support, the interval that the assignment
    /// selects. `None` for `FALSE`.
    pub fn intervals(&mut self, g: Guard) -> Option<Vec<Fact>> {
        let path = self.path(g)?;
        Some(self.support(g).iter().map(|form| self.interval(*form, &path)).collect())
    }

    /// A conjunction of facts that implies the guard. It has the intervals of one satisfying assignment, without the bounds
    /// that the guard does not need. `None` for `FALSE`; no facts for `TRUE`.
    pub fn cube(&mut self, g: Guard) -> Option<Cube> {
        let path = self.path(g)?;
        let decided: FxHashSet<TermId> = path.keys().map(|atom| self.atom(*atom).0).collect();
        let support = self.support(g);
        // The path alone implies the guard, so other forms are not needed.
        let forms = support.iter().filter(|form| decided.contains(form));
        let mut facts: Vec<Fact> = forms.map(|form| self.interval(*form, &path)).collect();
        let places = places(&facts);
        // The last forms first: old decisions select which new ones matter.
        for at in (0..facts.len()).rev() {
            if let Some(low) = facts[at].low.take()
                && !self.box_implies(&facts, &places, g)
            {
                facts[at].low = Some(low);
            }
            if let Some(high) = facts[at].high.take()
                && !self.box_implies(&facts, &places, g)
            {
                facts[at].high = Some(high);
            }
        }
        facts.retain(|fact| fact.low.is_some() || fact.high.is_some());
        Some(Cube { facts })
    }

    /// Whether the guard is true wherever the facts hold: no walk that respects them reaches the terminal false. A variable
    /// between the bounds of its form's fact is free; so its threshold is free within the bounds. `places` has where the fact
    /// of each form is.
    pub(super) fn box_implies(&self, facts: &[Fact], places: &FxHashMap<TermId, usize>, g: Guard) -> bool {
        let mut seen = FxHashSet::default();
        let mut stack = vec![self.guards.root(g)];
        while let Some(at) = stack.pop() {
            if at == 0 {
                return false;
            }
            if at == 1 || !seen.insert(at) {
                continue;
            }
            let node = self.guards.node(g, at);
            let (form, threshold) = self.atom(node.atom);
            let fact = places.get(&form).map(|place| &facts[*place]);
            if fact.and_then(|fact| fact.high.as_ref()).is_some_and(|high| high <= threshold) {
                stack.push(node.high);
            } else if fact.and_then(|fact| fact.low.as_ref()).is_some_and(|low| threshold <= low) {
                stack.push(node.low);
            } else {
                stack.extend([node.low, node.high]);
            }
        }
        true
    }

    fn literal(&mut self, literal: &Literal) -> Guard {
        let within = self.at_most(literal.form, &literal.threshold);
        if literal.positive { within } else { self.guards.not(within) }
    }

    /// The disjunction of literals. A lemma is the clause of the negated literals of an unsatisfiable core. `None` if it takes more
    /// new nodes: where definitions are tight, each literal depends on other forms.
    pub fn clause(&mut self, literals: &[Literal], nodes: usize) -> Option<Guard> {
        let limit = self.guards.borrow_nodes(nodes);
        let guards = literals.iter().map(|l| self.literal(l)).collect();
        let clause = self.guards.or_all(guards);
        self.guards.give_back(limit).then_some(clause)
    }

    /// The conjunction of literals.
    pub fn conjunction(&mut self, literals: &[Literal]) -> Guard {
        literals.iter().fold(Guard::TRUE, |all, l| {
            let guard = self.literal(l);
            self.guards.and(all, guard)
        })
    }

    /// Whether literals are all true wherever a guard holds.
    pub fn implies_all(&mut self, g: Guard, literals: &[Literal]) -> bool {
        literals.iter().all(|l| {
            let guard = self.literal(l);
            self.guards.implies(g, guard)
        })
    }

    /// The tightest known bounds of a form wherever a guard holds.
    pub fn bounds(&mut self, g: Guard, form: TermId) -> Fact {
        let guards: Vec<Guard> = self.thresholds(form).map(|(_, l)| l).collect();
        // The thresholds are monotone: the guard excludes a prefix and implies a suffix of them.
        let excluded = guards.partition_point(|l| self.guards.disjoint(g, *l));
        let implied = guards.partition_point(|l| !self.guards.implies(g, *l));
        let at = |index: usize| self.thresholds(form).nth(index).map(|(t, _)| t.clone());
        Fact { form, low: excluded.checked_sub(1).and_then(at), high: at(implied) }
    }

    /// The least and the greatest value of a base wherever a guard holds, if they are known. `None` for `FALSE`.
    pub fn extremes(&mut self, g: Guard, base: TermId) -> Option<(Num, Num)> {
        let [low, high] = self.ends(g, base);
        let is_reached = |(bound, is_reached): (Num, bool)| is_reached.then_some(bound);
        low.and_then(is_reached).zip(high.and_then(is_reached))
    }

    /// The values of an integer base wherever a guard holds: ascending intervals, with gaps where the guard excludes what is
    /// between two thresholds. `None` if there may be more than `most`, and for `FALSE`.
    pub fn values(&mut self, g: Guard, base: TermId, most: i64) -> Option<Vec<(i64, i64)>> {
        if !self.terms.is_integer(base) {
            return None;
        }
        let (low, high) = self.extremes(g, base)?;
        let (low, high) = (low.to_i64()?, high.to_i64()?);
        let bound = |threshold: &Threshold| threshold.bound.to_i64();
        let cuts = self.thresholds(base).filter_map(|(threshold, within)| Some((bound(threshold)?, within)));
        let cuts: Vec<(i64, Guard)> = cuts.filter(|(bound, _)| (low..high).contains(bound)).collect();
        let mut values: Vec<(i64, i64)> = Vec::new();
        let (mut least, mut below, mut left) = (low, Guard::FALSE, most);
        for (greatest, within) in cuts.into_iter().chain([(high, Guard::TRUE)]) {
            let between = self.guards.and_not(within, below);
            if !self.guards.disjoint(g, between) {
                left = left.checked_sub(greatest.checked_sub(least)?)?.checked_sub(1).filter(|left| *left >= 0)?;
                match values.last_mut() {
                    Some((_, last)) if *last + 1 == least => *last = greatest,
                    _ => values.push((least, greatest)),
                }
            }
            (least, below) = (greatest.saturating_add(1), within);
        }
        // Exhausted guards are arbitrary: they may leave no value.
        Some(values).filter(|values| !values.is_empty())
    }

    /// Numbers between which a base is wherever a guard holds, if they are known.
    pub fn span(&mut self, g: Guard, base: TermId) -> (Option<Num>, Option<Num>) {
        let [low, high] = self.ends(g, base).map(|end| end.map(|(bound, _)| bound));
        (low, high)
    }

    /// A lower and an upper bound of a base wherever a guard holds, each with whether it may be a value of the base.
    fn ends(&mut self, g: Guard, base: TermId) -> [Option<(Num, bool)>; 2] {
        if g.is_false() || self.intact().is_err() {
            return [None, None];
        }
        if let Some((low, high)) = self.float_range(g, base) {
            return [Some((low, true)), Some((high, true))];
        }
        self.bounds(g, base).ends(&self.terms)
    }

    /// The value of an input where the guard allows a single one. `None` for `FALSE`.
    pub fn pinned(&mut self, g: Guard, input: InputId) -> Option<Num> {
        let (least, greatest) = self.extremes(g, self.terms.input(input))?;
        (least == greatest).then_some(greatest)
    }

    /// The term with the inputs that the guard pins replaced by their values.
    pub fn pin(&mut self, g: Guard, t: TermId) -> TermId {
        let inputs = self.terms.inputs(t).to_vec();
        let values: FxHashMap<InputId, Num> =
            inputs.into_iter().filter_map(|input| Some((input, self.pinned(g, input)?))).collect();
        self.terms.substitute(t, &mut |input| values.get(&input).cloned())
    }

    /// Whether every form of the support qualifies and no two share an input. Then the guard is feasible exactly when it is
    /// not `FALSE`.
    pub fn independent(&mut self, g: Guard) -> bool {
        let support = self.support(g);
        let mut seen = vec![false; self.terms.inputs_len()];
        support.iter().all(|form| {
            self.qualifies(*form)
                && self.terms.inputs(*form).iter().all(|input| !std::mem::replace(&mut seen[input.index()], true))
        })
    }
}
