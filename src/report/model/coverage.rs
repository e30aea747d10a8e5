//! The coverage of explorations, in a form that can be stored and merged with that of others.
//!
//! A line counts as covered when a part of it is in a covered block. Branches are the sides of two-way branches and the
//! targets of dispatched calls.

use crate::ir::{Goal, MethodId, Program, Side};
use crate::outcome::Coverage;
use crate::source::Sources;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// How much is covered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Share {
    /// How many are covered.
    pub covered: usize,
    /// How many there are.
    pub total: usize,
}

impl Share {
    /// How many of these are covered.
    pub fn of(covered: impl IntoIterator<Item = bool>) -> Self {
        covered.into_iter().fold(Self::default(), |share, hit| share.plus(Self { covered: hit.into(), total: 1 }))
    }

    /// Both taken together.
    pub fn plus(self, other: Self) -> Self {
        Self { covered: self.covered + other.covered, total: self.total + other.total }
    }

    /// In whole per cent, rounded down; 100 if there is nothing to cover.
    pub fn percent(self) -> usize {
        (100 * self.covered).checked_div(self.total).unwrap_or(100)
    }
}

impl std::fmt::Display for Share {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{} ({} %)", self.covered, self.total, self.percent())
    }
}

/// What is covered of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "What explorations of a program cover")]
pub struct Covered {
    /// Basic blocks.
    pub blocks: Share,
    /// Sides of branches and targets of dispatched calls.
    pub branches: Share,
    /// By method, in the order of the text.
    pub methods: Vec<CoveredMethod>,
}

/// The coverage of one method.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CoveredMethod {
    /// `Class.method`, with the types of the parameters where the name is overloaded.
    pub method: String,
    /// The line of its name.
    #[schemars(range(min = 1))]
    pub line: u32,
    /// Basic blocks.
    pub blocks: Share,
    /// Sides of branches and targets of dispatched calls.
    pub branches: Share,
    /// The lines of which nothing is covered.
    #[schemars(inner(range(min = 1)))]
    pub uncovered_lines: Vec<u32>,
    /// Each block, in the order of their numbers: what the rest is counted from.
    pub details: Vec<CoveredBlock>,
}

/// The coverage of one basic block.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("dependentRequired" = {"branch_line": ["branches"], "branches": ["branch_line"]}))]
pub struct CoveredBlock {
    /// Its number in the method.
    pub block: u32,
    /// Whether some execution enters it.
    pub covered: bool,
    /// The lines of which it has a part.
    #[schemars(inner(range(min = 1)))]
    pub lines: Vec<u32>,
    /// The line at whose end executions part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(required, range(min = 1))]
    pub branch_line: Option<u32>,
    /// Where they go from there, if there are several ways.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(min = 1))]
    pub branches: Vec<CoveredBranch>,
}

/// The coverage of a way on from the end of a block.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CoveredBranch {
    /// `then`, `else`, or the method that a dispatched call runs.
    pub to: String,
    /// Whether some execution takes it.
    pub covered: bool,
}

/// Two texts have one name, so their coverage cannot be merged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the coverage of `{0}` is that of another text")]
pub struct OtherText(String);

impl Covered {
    /// The coverage of an exploration.
    pub fn of(program: &Program, source: &Sources, coverage: &Coverage) -> Self {
        // Users do not test the models of a library.
        let is_shown = |method: &MethodId| !program.methods[*method].is_inner;
        let mut methods: Vec<MethodId> = coverage.methods().into_iter().filter(is_shown).collect();
        methods.sort_by_key(|m| program.methods[*m].span);
        Self::sum(methods.into_iter().map(|id| method(program, source, coverage, id)).collect())
    }

    /// The coverage of a program with these methods.
    pub fn sum(methods: Vec<CoveredMethod>) -> Self {
        Self {
            blocks: methods.iter().fold(Share::default(), |sum, m| sum.plus(m.blocks)),
            branches: methods.iter().fold(Share::default(), |sum, m| sum.plus(m.branches)),
            methods,
        }
    }

    /// Adds the coverage of another exploration of the same program.
    ///
    /// # Errors
    /// If it was another program.
    pub fn join(&mut self, other: Covered) -> Result<(), OtherText> {
        let mut methods = std::mem::take(&mut self.methods);
        for method in other.methods {
            match methods.iter_mut().find(|m| m.method == method.method) {
                Some(known) => known.join(method)?,
                None => methods.push(method),
            }
        }
        methods.sort_by(|a, b| (a.line, &a.method).cmp(&(b.line, &b.method)));
        *self = Self::sum(methods);
        Ok(())
    }

    /// Each line of which some block has a part, and whether one of these blocks is covered.
    pub fn lines(&self) -> BTreeMap<u32, bool> {
        lines(self.methods.iter().flat_map(|m| &m.details))
    }

    /// The branches by their lines; each with the number of its block among all blocks, and this block.
    pub fn branches(&self) -> BTreeMap<u32, Vec<(usize, &CoveredBlock)>> {
        let mut lines: BTreeMap<u32, Vec<_>> = BTreeMap::new();
        for (number, block) in self.methods.iter().flat_map(|m| &m.details).enumerate() {
            if let Some(line) = block.branch_line {
                lines.entry(line).or_default().push((number, block));
            }
        }
        lines
    }
}

impl CoveredMethod {
    fn new(method: String, line: u32, details: Vec<CoveredBlock>) -> Self {
        Self {
            method,
            line,
            blocks: Share::of(details.iter().map(|b| b.covered)),
            branches: Share::of(details.iter().flat_map(|b| &b.branches).map(|b| b.covered)),
            uncovered_lines: lines(&details).into_iter().filter(|(_, hit)| !hit).map(|(line, _)| line).collect(),
            details,
        }
    }

    /// Whether some execution enters the method.
    pub fn is_entered(&self) -> bool {
        self.details.iter().any(|block| block.covered)
    }

    fn join(&mut self, other: CoveredMethod) -> Result<(), OtherText> {
        let places = |m: &CoveredMethod| -> Vec<_> {
            let ways = |b: &CoveredBlock| b.branches.iter().map(|way| way.to.clone()).collect::<Vec<_>>();
            m.details.iter().map(|b| (b.block, b.lines.clone(), b.branch_line, ways(b))).collect()
        };
        if self.line != other.line || places(self) != places(&other) {
            return Err(OtherText(other.method));
        }
        let mut details = std::mem::take(&mut self.details);
        for (block, more) in details.iter_mut().zip(other.details) {
            block.covered |= more.covered;
            for (way, more) in block.branches.iter_mut().zip(more.branches) {
                way.covered |= more.covered;
            }
        }
        *self = Self::new(other.method, other.line, details);
        Ok(())
    }
}

fn lines<'a>(blocks: impl IntoIterator<Item = &'a CoveredBlock>) -> BTreeMap<u32, bool> {
    let mut lines = BTreeMap::new();
    for block in blocks {
        for line in &block.lines {
            *lines.entry(*line).or_insert(false) |= block.covered;
        }
    }
    lines
}

fn method(program: &Program, source: &Sources, coverage: &Coverage, id: MethodId) -> CoveredMethod {
    let part = coverage.of(id);
    let name = source.line(program.methods[id].span);
    let block = |goal: Goal| {
        let block = &program.methods[id].blocks[goal.block()];
        let lines = block.instrs.iter().map(|i| i.line).chain([block.line]).filter(|line| *line != 0);
        let mut lines: BTreeSet<u32> = lines.collect();
        let ways = part.goals.range(Goal::ways(id, goal.block())).filter_map(|&way| match way {
            Goal::Branch(.., side) => Some((way, side)),
            Goal::Block(..) => None,
        });
        let branches: Vec<CoveredBranch> = ways
            .map(|(way, side)| CoveredBranch {
                to: match side {
                    Side::Then => "then".to_owned(),
                    Side::Else => "else".to_owned(),
                    Side::Callee(target) => program.entry_name(target),
                },
                covered: part.reached.contains(&way),
            })
            .collect();
        let last = block.instrs.last().map_or(0, |i| i.line);
        let ends = [block.line, last, name].into_iter().find(|line| *line != 0);
        let branch_line = ends.filter(|_| !branches.is_empty());
        lines.extend(branch_line);
        CoveredBlock {
            block: goal.block().0,
            covered: part.reached.contains(&goal),
            lines: lines.into_iter().collect(),
            branch_line,
            branches,
        }
    };
    let blocks = part.goals.iter().copied().filter(|goal| matches!(goal, Goal::Block(..)));
    CoveredMethod::new(program.entry_name(id), name, blocks.map(block).collect())
}

#[cfg(test)]
pub(in crate::report) mod tests {
    use super::*;

    /// A method with a branch and its two sides; `sides` says which are covered.
    pub fn example(then: bool, other: bool) -> Covered {
        let way = |to: &str, covered| CoveredBranch { to: to.to_owned(), covered };
        let side = |block, covered| CoveredBlock {
            block,
            covered,
            lines: vec![block + 3],
            branch_line: None,
            branches: Vec::new(),
        };
        let branch = CoveredBlock {
            block: 0,
            covered: true,
            lines: vec![2, 3],
            branch_line: Some(3),
            branches: vec![way("then", then), way("else", other)],
        };
        let details = vec![branch, side(1, then), side(2, other)];
        Covered::sum(vec![CoveredMethod::new("Main.main".to_owned(), 1, details)])
    }

    #[test]
    fn what_one_of_two_covers_both_cover() {
        let mut joined = example(true, false);
        assert_eq!((joined.blocks.to_string(), joined.branches.percent()), ("2/3 (66 %)".to_owned(), 50));
        assert_eq!(joined.methods[0].uncovered_lines, [5]);
        joined.join(example(false, true)).expect("the same program");
        assert_eq!(joined, example(true, true));
        assert_eq!(joined.methods[0].uncovered_lines, [0u32; 0]);
    }

    #[test]
    fn other_texts_are_told_from_the_same() {
        let mut other = example(true, true);
        other.methods[0].details[2].lines = vec![9];
        let refused = example(true, false).join(other).expect_err("another text");
        assert_eq!(refused.to_string(), "the coverage of `Main.main` is that of another text");
    }
}
