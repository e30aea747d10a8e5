//! Conjunctions of bounds of differences, without Z3.
//!
//! A bound `x - y ≤ c` of integers is an edge from `y` to `x` of length `c`; a bound of `x` alone is one of `x - 0`. The bounds
//! contradict each other if and only if the edges have a negative cycle, and otherwise the distances are a model (Bellman 1958;
//! for this use Cotton and Maler, SAT 2006). Orders of elements, as in sorts and searches, are questions of this kind.

use super::smt::Reply;
use crate::guard::{Literal, Logic};
use crate::num::Num;
use crate::term::{Assignment, Term, TermId, Terms};
use rustc_hash::FxHashMap;

/// Bounds beyond these are left to Z3, so that sums of them fit.
const GREATEST: i64 = 1 << 40;

/// A bound of a difference.
struct Edge {
    from: usize,
    to: usize,
    length: i64,
    /// The literal that says so; none for what is always true of a base.
    literal: Option<usize>,
}

/// The bounds of differences among literals.
struct Graph {
    /// The bases, after the node for 0.
    bases: Vec<TermId>,
    nodes: FxHashMap<TermId, usize>,
    edges: Vec<Edge>,
    /// Whether these are all literals, and the bases are inputs.
    is_complete: bool,
}

/// Distances of the nodes, or the edges of a negative cycle.
enum Distances {
    Shortest(Vec<i64>),
    Cycle(Vec<usize>),
}

/// The reply to a conjunction of literals, if bounds of differences are enough for one.
pub(super) fn ask(lx: &mut Logic, literals: &[Literal]) -> Option<Reply> {
    let graph = Graph::of(&lx.terms, literals);
    let (distances, work) = graph.distances();
    lx.guards.add_work(work);
    match distances {
        Distances::Cycle(cycle) => {
            let literal = |edge: usize| graph.edges[edge].literal.map(|at| literals[at].clone());
            Some(Reply::Unsat(cycle.into_iter().filter_map(literal).collect()))
        }
        Distances::Shortest(distances) => graph.is_complete.then(|| Reply::Sat(graph.model(&lx.terms, &distances))),
    }
}

impl Graph {
    fn of(terms: &Terms, literals: &[Literal]) -> Self {
        let mut graph = Self { bases: Vec::new(), nodes: FxHashMap::default(), edges: Vec::new(), is_complete: true };
        for (at, literal) in literals.iter().enumerate() {
            let is_added = graph.add(terms, literal, at);
            graph.is_complete &= is_added.is_some();
        }
        graph
    }

    /// Adds a literal, if it is a bound of a difference.
    fn add(&mut self, terms: &Terms, literal: &Literal, at: usize) -> Option<()> {
        // A form has no constant part, and begins with a positive coefficient.
        let (plus, minus) = match &terms.parts(literal.form).1[..] {
            [(x, c)] if *c == Num::ONE => (Some(*x), None),
            [(x, c), (y, d)] if *c == Num::ONE && *d == Num::from(-1) => (Some(*x), Some(*y)),
            _ => return None,
        };
        let is_integer = [plus, minus].into_iter().flatten().all(|base| terms.is_integer(base));
        let bound = Some(&literal.threshold).filter(|threshold| is_integer && !threshold.strict)?;
        let bound = small(&bound.bound)?;
        let (from, to) = (self.node(terms, minus), self.node(terms, plus));
        let (from, to, length) = if literal.positive { (from, to, bound) } else { (to, from, -bound - 1) };
        self.edges.push(Edge { from, to, length, literal: Some(at) });
        Some(())
    }

    /// The node of a base, or of 0. A new one gets the range of its base.
    fn node(&mut self, terms: &Terms, base: Option<TermId>) -> usize {
        let Some(base) = base else { return 0 };
        if let Some(known) = self.nodes.get(&base) {
            return *known;
        }
        self.bases.push(base);
        let node = self.bases.len();
        self.nodes.insert(base, node);
        self.is_complete &= matches!(terms.node(base), Term::Input(_));
        let (low, high) = terms.range(base);
        for (bound, from, to, sign) in [(low, node, 0, -1), (high, 0, node, 1)] {
            let Some(bound) = bound else { continue };
            match small(&bound) {
                Some(bound) => self.edges.push(Edge { from, to, length: sign * bound, literal: None }),
                None => self.is_complete = false,
            }
        }
        node
    }

    /// The distances from a node before all others, which has edges of length 0, and the work for them.
    fn distances(&self) -> (Distances, u64) {
        let count = self.bases.len() + 1;
        let mut distances = vec![0; count];
        // The edge over which each node has its distance.
        let mut over: Vec<Option<usize>> = vec![None; count];
        let mut work = 0;
        loop {
            let mut is_shorter = false;
            for (at, edge) in self.edges.iter().enumerate() {
                let distance = distances[edge.from] + edge.length;
                if distance < distances[edge.to] {
                    distances[edge.to] = distance;
                    over[edge.to] = Some(at);
                    is_shorter = true;
                }
            }
            work += self.edges.len() as u64;
            if !is_shorter {
                return (Distances::Shortest(distances), work);
            }
            if let Some(cycle) = self.cycle(&over) {
                return (Distances::Cycle(cycle), work);
            }
        }
    }

    /// A cycle of the edges over which nodes have their distances. Such a cycle is negative, and there is one as soon as a path
    /// visits a node again, so the search for distances ends.
    fn cycle(&self, over: &[Option<usize>]) -> Option<Vec<usize>> {
        // For each node, the walk that was there, by its beginning.
        let mut seen: Vec<Option<usize>> = vec![None; over.len()];
        for begin in 0..over.len() {
            let mut node = begin;
            while seen[node].is_none()
                && let Some(edge) = over[node]
            {
                seen[node] = Some(begin);
                node = self.edges[edge].from;
            }
            if seen[node] == Some(begin) && over[node].is_some() {
                let mut cycle = Vec::new();
                let mut at = node;
                while let Some(edge) = over[at] {
                    cycle.push(edge);
                    at = self.edges[edge].from;
                    if at == node {
                        return Some(cycle);
                    }
                }
            }
        }
        None
    }

    /// The inputs at their distances from 0.
    fn model(&self, terms: &Terms, distances: &[i64]) -> Assignment {
        let values = self.bases.iter().zip(&distances[1..]);
        values.filter_map(|(base, at)| Some((terms.as_input(*base)?, Num::from(at - distances[0])))).collect()
    }
}

/// A bound that is an integer and not too large.
fn small(bound: &Num) -> Option<i64> {
    bound.to_i64().filter(|bound| (-GREATEST..=GREATEST).contains(bound))
}
