//! Regions: pieces of a method that are executed in one transition (Sharma, Hussein, Whalen, McCamant, Visser, *Java
//! Ranger*, ESEC/FSE 2020; veritesting, Avgerinos and others, ICSE 2014).
//!
//! A region runs from a branch to its immediate post-dominator, the *join*; exceptions do not count as ways there. Its
//! [`Region`] is computed once, in terms of formal symbols: straight-line code over *registers*, each assigned once, where
//! every operation has a *path predicate*. Registers with the number of a local of the method are the formal symbols that the
//! region reads; the others are what it computes. The transformations of the paper are steps on the way there:
//!
//! | transformation | file |
//! |---|---|
//! | which branches begin a region, and where it ends | [`extent`] |
//! | paths as path predicates, locals in single assignment: linearisation | [`linear`] |
//! | fields and elements of arrays in single assignment | none: a store is a guarded update of Σ, as in any other step |
//! | methods inlined by the receiver's dynamic types; renaming; actuals for formals | [`inline`] |
//! | several returns as one value | [`returns`] |
//! | paths that leave the region before its join: single-path cases | [`exits`] |
//! | constants, copies, equal alternatives, dead code | [`simplify`] |
//!
//! Levels are those of Java Ranger: 1 regions without calls, 2 with inlined methods, 3 with single-path cases, 4 with early
//! returns of the method itself; 0 is none.

mod code;
pub mod exits;
mod extent;
mod inline;
mod linear;
mod returns;
mod simplify;

pub use code::{Exit, InlineId, Op, OpKind, PathPredicate, Region, Register};

use crate::index::IndexVec;
use crate::ir::dot::Note;
use crate::ir::{BlockId, MethodId, Program, Terminator};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The most operations of a region.
const MOST_OPERATIONS: usize = 400;

/// Why a branch begins no region.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, thiserror::Error)]
pub enum Refusal {
    /// Its sides share no later block.
    #[error("no join")]
    Join,
    /// There is a loop between it and the join.
    #[error("loop")]
    Loop,
    /// It calls a method that is recursive, and the level admits no single-path cases.
    #[error("recursion")]
    Recursion,
    /// It calls a method that cannot be inlined, or the level admits no calls.
    #[error("call")]
    Call,
    /// Paths leave it before its join, and the level admits none.
    #[error("exit")]
    Exit,
    /// Its sides return from the method, and the level does not admit that.
    #[error("early return")]
    EarlyReturn,
    /// It is too large.
    #[error("size")]
    Size,
    /// It has no more paths than exits.
    #[error("no gain")]
    Gain,
}

/// The regions of a program, each computed when it is first needed.
pub struct Regions {
    level: u8,
    /// What a virtual call of each method can run; computed with the first region.
    targets: Option<IndexVec<MethodId, Vec<MethodId>>>,
    joins: FxHashMap<MethodId, extent::Joins>,
    cache: FxHashMap<(MethodId, BlockId), Result<Rc<Region>, Refusal>>,
}

impl Regions {
    /// The regions of a level.
    pub fn new(level: u8) -> Self {
        Self { level, targets: None, joins: FxHashMap::default(), cache: FxHashMap::default() }
    }

    /// The level.
    pub fn level(&self) -> u8 {
        self.level
    }

    /// The region that begins with a branch.
    ///
    /// # Errors
    /// When there is none.
    pub fn at(&mut self, program: &Program, method: MethodId, branch: BlockId) -> Result<Rc<Region>, Refusal> {
        if let Some(known) = self.cache.get(&(method, branch)) {
            return known.clone();
        }
        let targets = self.targets.get_or_insert_with(|| program.virtual_targets());
        let joins = self.joins.entry(method).or_insert_with(|| extent::Joins::of(&program.methods[method]));
        let region = joins
            .join(&program.methods[method], self.level, branch)
            .and_then(|join| linear::Builder::new(program, targets, self.level, method, branch, join).region())
            .map(Rc::new);
        self.cache.insert((method, branch), region.clone());
        region
    }

    /// The regions of all branches of a method, in the order of its blocks.
    pub fn of(&mut self, program: &Program, method: MethodId) -> Vec<(BlockId, Result<Rc<Region>, Refusal>)> {
        let blocks = program.methods[method].blocks.iter_enumerated();
        let branches = blocks.filter(|(_, block)| matches!(block.term, Terminator::Branch { .. }));
        branches.map(|(branch, _)| (branch, self.at(program, method, branch))).collect()
    }

    /// The regions of a method's branches as notes for a drawing.
    pub fn notes(&mut self, program: &Program, method: MethodId) -> Vec<Note> {
        let note = |(branch, region): (BlockId, Result<Rc<Region>, Refusal>)| match region {
            Ok(region) => {
                let Region { join, paths, cases, inlined, .. } = &*region;
                let note = format!("region to {join:?}: {paths} paths, {cases} exits, {} methods inlined", inlined.0);
                (branch, Some(*join), note)
            }
            Err(refusal) => (branch, None, format!("no region: {refusal}")),
        };
        self.of(program, method).into_iter().map(note).collect()
    }

    /// How many summaries there are, and for each reason how many branches have none.
    pub fn known(&self) -> (u64, BTreeMap<Refusal, u64>) {
        let (mut summaries, mut refused) = (0, BTreeMap::new());
        for known in self.cache.values() {
            match known {
                Ok(_) => summaries += 1,
                Err(refusal) => *refused.entry(*refusal).or_default() += 1,
            }
        }
        (summaries, refused)
    }
}
