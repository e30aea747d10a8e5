//! How deep bounds have to be for a violation that the clauses allow.
//!
//! A refutation of Horn clauses is a run of the program over the values that the clauses know: its facts are what holds where
//! executions are cut. How often an execution comes to a head of a loop since it has entered that loop, and how many calls
//! of a recursive group are under way, can be read from it. It is a hint and nothing more: what was read from the heap is any
//! value to the clauses, so that no execution needs to be like it.

use super::Role;
use super::cuts::{Cuts, Start};
use super::horn::System;
use crate::ir::{BlockId, GroupId, MethodId};
use std::collections::BTreeMap;

/// A fact of a refutation: its predicate, and the facts that it follows from, which come before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// The number of the predicate.
    pub predicate: usize,
    /// The numbers of other facts.
    pub premises: Vec<usize>,
}

/// What an execution goes through again and again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Depth {
    /// The iterations of a loop, by its method and its head.
    Loop(MethodId, BlockId),
    /// The calls of a recursive group that are under way.
    Group(GroupId),
}

/// Where an execution is.
#[derive(Clone, Default)]
struct Place {
    /// The iterations of the loops around it, and of loops before it, in the call that it is in.
    iterations: BTreeMap<BlockId, u64>,
    /// The calls under way, itself included, by group.
    above: BTreeMap<GroupId, u64>,
    /// The most calls that have been under way below it.
    below: BTreeMap<GroupId, u64>,
}

/// How deep a refutation goes.
pub fn depths(cuts: &Cuts<'_>, system: &System, refutation: &[Fact]) -> BTreeMap<Depth, u64> {
    let mut found: BTreeMap<Depth, u64> = BTreeMap::new();
    let mut places: Vec<Place> = Vec::new();
    for fact in refutation {
        let Some(role) = system.predicates.get(fact.predicate).map(|predicate| predicate.role) else { continue };
        let (method, group) = (role.method(), cuts.program.methods[role.method()].group);
        let mut place = Place::default();
        for &premise in &fact.premises {
            let (Some(known), Some(before)) = (refutation.get(premise), places.get(premise)) else { continue };
            let from = system.predicates[known.predicate].role;
            match from {
                Role::Ensures(_) | Role::Throws(_) => most(&mut place.below, &before.below),
                Role::Requires(_) | Role::Invariant(..) => {
                    most(&mut place.above, &before.above);
                    if from.method() == method && !matches!(role, Role::Requires(_)) {
                        place.iterations.clone_from(&before.iterations);
                        most(&mut place.below, &before.below);
                    }
                }
            }
        }
        match role {
            Role::Requires(_) => *place.above.entry(group).or_default() += 1,
            Role::Ensures(_) | Role::Throws(_) => *place.below.entry(group).or_default() += 1,
            Role::Invariant(_, Start::Head(head)) => {
                let heads = &cuts.program.methods[method].shape.wto.heads;
                place.iterations.retain(|inner, _| *inner == head || !heads[*inner].contains(&head));
                let done = place.iterations.entry(head).or_default();
                *done += 1;
                raise(&mut found, Depth::Loop(method, head), *done);
            }
            Role::Invariant(..) => {}
        }
        for (&group, below) in &place.below {
            // The call that the fact is about is one of those below it, and of those above it.
            let depth = below + place.above.get(&group).copied().unwrap_or(0);
            raise(&mut found, Depth::Group(group), depth);
        }
        places.push(place);
    }
    found
}

impl Role {
    fn method(self) -> MethodId {
        match self {
            Role::Invariant(method, _) | Role::Requires(method) | Role::Ensures(method) | Role::Throws(method) => {
                method
            }
        }
    }
}

/// Raises numbers to others.
fn most<K: Ord + Copy>(numbers: &mut BTreeMap<K, u64>, others: &BTreeMap<K, u64>) {
    others.iter().for_each(|(key, other)| raise(numbers, *key, *other));
}

fn raise<K: Ord>(numbers: &mut BTreeMap<K, u64>, key: K, to: u64) {
    let number = numbers.entry(key).or_default();
    *number = (*number).max(to);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cancel::Token;
    use crate::config::Dialect;
    use crate::facade::Program;

    /// The depths of a refutation: its facts by the lines of the text that they are about, with their premises.
    fn told(text: &str, facts: &[(&str, &[usize])]) -> BTreeMap<String, u64> {
        let dialect = Dialect::default();
        let program = Program::from_text("test.oox", text, &dialect).expect("a program");
        let entry = program.entry("Main.main").expect("an entry");
        let cuts = Cuts::new(program.ir(), entry, &dialect, &Token::new()).expect("it repeats");
        let system = System::of(&cuts, &Token::new()).expect("it has few paths");
        let line = |head: BlockId, method: MethodId| {
            let block = &program.ir().methods[method].blocks[head];
            block.instrs.first().map_or(block.line, |instr| instr.line)
        };
        let name = |role: Role| match role {
            Role::Invariant(method, Start::Head(head)) => format!("loop {}", line(head, method)),
            Role::Invariant(..) => "call".to_owned(),
            Role::Requires(_) => "begin".to_owned(),
            Role::Ensures(_) | Role::Throws(_) => "end".to_owned(),
        };
        let predicate = |wanted: &str| {
            let found = system.predicates.iter().position(|predicate| name(predicate.role) == wanted);
            found.unwrap_or_else(|| panic!("there is no {wanted}"))
        };
        let refutation: Vec<Fact> = facts
            .iter()
            .map(|(wanted, premises)| Fact { predicate: predicate(wanted), premises: premises.to_vec() })
            .collect();
        let told = |depth| match depth {
            Depth::Loop(method, head) => format!("loop {}", line(head, method)),
            Depth::Group(_) => "calls".to_owned(),
        };
        depths(&cuts, &system, &refutation).into_iter().map(|(depth, n)| (told(depth), n)).collect()
    }

    #[test]
    fn iterations_count_since_the_loop_was_entered() {
        let nested = "class Main { static void main(int n) {
            int i := 0;
            while (i < n) {
                int j := 0;
                while (j < i) j := j + 1;
                i := i + 1;
            }
            assert i < 9;
        } }";
        let facts: [(&str, &[usize]); 7] = [
            ("loop 3", &[]),
            ("loop 5", &[0]),
            ("loop 3", &[1]),
            ("loop 5", &[2]),
            ("loop 5", &[3]),
            ("loop 3", &[4]),
            ("loop 5", &[5]),
        ];
        let expected = [("loop 3".to_owned(), 3), ("loop 5".to_owned(), 2)];
        assert_eq!(told(nested, &facts), BTreeMap::from(expected));
    }

    #[test]
    fn calls_count_where_they_are_within_each_other() {
        let tree = "class Main {
            static int leaves(int n) {
                if (n <= 0) return 1;
                int a := Main.leaves(n - 1);
                int b := Main.leaves(n - 2);
                return a + b;
            }
            static void main(int n) { int r := Main.leaves(n); assert r < 9; }
        }";
        // Two leaves, a call above them, and one above that.
        let facts: [(&str, &[usize]); 4] = [("end", &[]), ("end", &[]), ("end", &[0, 1]), ("end", &[2, 0])];
        assert_eq!(told(tree, &facts), BTreeMap::from([("calls".to_owned(), 3)]));
    }
}
