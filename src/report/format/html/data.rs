//! The data of the scripts of a report.

use crate::ir::Program;
use crate::outcome::{Drawing, EdgeKind};
use crate::report::model::notes::VisitReport;
use crate::report::model::statistics::Numbers;
use crate::report::model::timeline::Timeline;
use indexmap::IndexSet;
use serde::Serialize;
use std::collections::BTreeMap;

/// The data of a report.
#[derive(Debug, Serialize)]
pub struct Data {
    /// Texts that notes refer to by number, because most occur many times.
    pub texts: IndexSet<String>,
    /// The values of variables, by line.
    pub notes: BTreeMap<u32, NotedLine>,
    /// The timelines by violation, in the order of the page.
    pub timelines: Vec<Timeline>,
    /// The graph of the exploration.
    pub graph: Graph,
    /// All statistics.
    pub numbers: Numbers,
}

/// The values at a line.
#[derive(Debug, Serialize)]
pub struct NotedLine {
    visits: Vec<NotedVisit>,
    more: usize,
}

#[derive(Debug, Serialize)]
struct NotedVisit {
    place: usize,
    when: usize,
    example: usize,
    variables: Vec<NotedVariable>,
    more: usize,
}

#[derive(Debug, Serialize)]
struct NotedVariable {
    name: usize,
    ty: usize,
    cell: bool,
    /// Value, condition, example.
    rows: Vec<[usize; 3]>,
    more: usize,
}

/// The graph with its nodes in words.
#[derive(Debug, Serialize)]
pub struct Graph {
    nodes: Vec<NotedNode>,
    /// Edges: from, to, and the kind.
    edges: Vec<(usize, usize, EdgeKind)>,
    cut: bool,
}

#[derive(Debug, Serialize)]
struct NotedNode {
    thread: usize,
    line: u32,
    method: usize,
    depth: u32,
    iterations: Vec<u32>,
    merges: u32,
    waited: bool,
    ends: [bool; 3],
}

impl Data {
    /// The data without timelines and notes.
    pub fn new(program: &Program, drawing: Option<&Drawing>, numbers: Numbers) -> Self {
        let graph = Graph { nodes: Vec::new(), edges: Vec::new(), cut: false };
        let mut data = Self { texts: IndexSet::new(), notes: BTreeMap::new(), timelines: Vec::new(), graph, numbers };
        if let Some(drawing) = drawing {
            for node in &drawing.nodes {
                let method = data.text(program.method_name(node.method));
                data.graph.nodes.push(NotedNode {
                    thread: node.thread,
                    line: node.line,
                    method,
                    depth: node.depth,
                    iterations: node.iterations.clone(),
                    merges: node.merges,
                    waited: node.waited,
                    ends: node.ends,
                });
            }
            data.graph.edges = drawing.edges.iter().map(|edge| (edge.from, edge.to, edge.kind)).collect();
            data.graph.cut = drawing.cut;
        }
        data
    }

    /// Adds the visits of a line.
    pub fn note(&mut self, line: u32, visits: Vec<VisitReport>, more: usize) {
        let visits = visits.into_iter().map(|visit| self.visit(visit)).collect();
        self.notes.insert(line, NotedLine { visits, more });
    }

    fn text(&mut self, text: String) -> usize {
        self.texts.insert_full(text).0
    }

    fn visit(&mut self, visit: VisitReport) -> NotedVisit {
        NotedVisit {
            place: self.text(visit.place()),
            when: self.text(visit.condition.text),
            example: self.text(visit.example.text),
            variables: (visit.variables.into_iter())
                .map(|variable| NotedVariable {
                    name: self.text(variable.name),
                    ty: self.text(variable.ty),
                    cell: variable.of_object,
                    rows: (variable.values.into_iter())
                        .map(|row| [row.value, row.condition.text, row.example.text].map(|text| self.text(text)))
                        .collect(),
                    more: variable.more,
                })
                .collect(),
            more: visit.more_cells,
        }
    }
}
