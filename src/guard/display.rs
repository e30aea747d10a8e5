//! Guards in source notation.

use super::{Fact, Guard, Logic};
use crate::num::Num;

/// After this many cubes a disjunction ends with an ellipsis.
const CUBES: usize = 8;

impl Logic {
    /// The guard as a disjunction of conjunctions of comparisons, cut after a few. For people, not for parsing.
    pub fn display(&mut self, g: Guard) -> String {
        let mut rest = g;
        let mut parts = Vec::new();
        while !rest.is_false() {
            if parts.len() == CUBES || self.exhausted().is_some() {
                parts.push("…".to_owned());
                break;
            }
            let Some(cube) = self.cube(rest) else { break };
            let facts: Vec<String> = cube.facts.iter().map(|fact| self.display_fact(fact)).collect();
            parts.push(if facts.is_empty() { "true".to_owned() } else { facts.join(" && ") });
            let covered = self.conjunction(&cube.literals());
            rest = self.guards.and_not(rest, covered);
        }
        if parts.is_empty() { "false".to_owned() } else { parts.join(" || ") }
    }

    /// An interval of a form as one or two comparisons.
    pub fn display_fact(&self, fact: &Fact) -> String {
        let form = self.terms.display(fact.form);
        let integer = self.is_integer_form(fact.form);
        let low = fact.low.as_ref().map(|low| match integer {
            true => (&low.bound + &Num::ONE, ">="),
            false => (low.bound.clone(), if low.strict { ">=" } else { ">" }),
        });
        let high = fact.high.as_ref().map(|high| (high.bound.clone(), if high.strict { "<" } else { "<=" }));
        match (low, high) {
            (Some((low, ">=")), Some((high, "<="))) if low == high => format!("{form} == {low}"),
            (low, high) => {
                let parts = [low, high].into_iter().flatten();
                parts.map(|(bound, operator)| format!("{form} {operator} {bound}")).collect::<Vec<_>>().join(" && ")
            }
        }
    }
}
