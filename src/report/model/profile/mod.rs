//! The costs of lines and methods, and the line that hurts most and why.
//!
//! | task | file |
//! |---|---|
//! | costs by line and by method | here |
//! | the sort keys | [`key`] |
//! | the line that hurts most, why, and what helps | [`hotspot`] |

mod hotspot;
mod key;

pub use hotspot::Hotspot;
pub use key::Key;

use super::Finished;
use super::statistics::ratio;
use crate::ir::MethodId;
use crate::outcome::{Cost, Profile};
use indexmap::IndexMap;

/// An exploration with a report of its costs.
#[derive(Clone, Copy, Debug)]
pub struct Profiled<'a> {
    /// The exploration, which was profiled.
    pub finished: Finished<'a>,
    /// Its costs.
    pub profile: &'a Profile,
    /// The sort key of the tables.
    pub by: Key,
}

/// The costs of a line in a method, over all chains of calls.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    pub method: MethodId,
    /// The line; 0 for costs that belong to no line.
    pub line: u32,
    pub cost: Cost,
}

/// The costs of a method.
#[derive(Clone, Copy, Debug)]
pub struct Method {
    pub method: MethodId,
    /// The costs of its own lines.
    pub own: Cost,
    /// The costs including everything that it has called.
    pub inclusive: Cost,
}

impl Profiled<'_> {
    /// The costs of all lines, and those between the steps.
    pub fn total(&self) -> Cost {
        let mut total = self.profile.between;
        self.profile.lines.iter().for_each(|(_, cost)| total.add(cost));
        total
    }

    /// The lines by falling cost; lines of equal cost in the order of the text.
    pub fn lines(&self) -> Vec<Line> {
        let mut lines: IndexMap<(MethodId, u32), Cost> = IndexMap::new();
        for ((stack, line), cost) in &self.profile.lines {
            lines.entry((self.profile.stacks[*stack].method, *line)).or_default().add(cost);
        }
        let mut lines: Vec<Line> =
            lines.into_iter().map(|((method, line), cost)| Line { method, line, cost }).collect();
        lines.sort_by_key(|line| (std::cmp::Reverse(self.by.of(&line.cost)), line.line, line.method));
        lines
    }

    /// The methods by falling cost, calls included; methods of equal cost in the order of the text.
    pub fn methods(&self) -> Vec<Method> {
        let mut methods: IndexMap<MethodId, (Cost, Cost)> = IndexMap::new();
        for ((stack, _), cost) in &self.profile.lines {
            methods.entry(self.profile.stacks[*stack].method).or_default().0.add(cost);
            // A method that calls itself counts once.
            let mut chain = self.chain(*stack);
            chain.sort_unstable();
            chain.dedup();
            chain.into_iter().for_each(|method| methods.entry(method).or_default().1.add(cost));
        }
        let all = methods.into_iter().map(|(method, (own, inclusive))| Method { method, own, inclusive });
        let mut methods: Vec<Method> = all.collect();
        methods.sort_by_key(|m| (std::cmp::Reverse((self.by.of(&m.inclusive), self.by.of(&m.own))), m.method));
        methods
    }

    /// The methods of a chain of calls, innermost first.
    pub fn chain(&self, stack: usize) -> Vec<MethodId> {
        let stacks = &self.profile.stacks;
        std::iter::successors(stacks.get(stack), |stack| stacks.get(stack.below?)).map(|stack| stack.method).collect()
    }
}
