//! Changes of programs that keep their meaning, and a comparison of the findings before and after.
//!
//! | file | what it changes |
//! |---|---|
//! | `rename.rs` | every name, by a map that keeps different names different |
//! | `swap.rs` | the order of independent neighbours |
//! | `dead.rs` | adds code that never runs or does nothing |
//! | `negate.rs` | conditions, and the order of branches |
//! | `unroll.rs` | the first iterations of loops, which are moved before the loops |
//! | `inline.rs` | calls, which are replaced by the bodies of their methods |
//! | `permute.rs` | the order in which decision variables are created |
//! | `seed.rs` | the seed of Z3 |
//!
//! They edit texts (`traced.rs`) at the places that syntax trees name (`../walk.rs`). A seed selects the changes among the
//! possible ones. `compare.rs` explores programs and compares the findings.

pub mod compare;
mod dead;
mod inline;
mod negate;
mod permute;
mod rename;
mod seed;
mod swap;
pub mod traced;
mod unroll;

use super::matrix::Choices;
use super::options::Options;
use super::walk::{self, Node, Role};
use multise::SourceFile;
use multise::internals::oox::ast::{Block, Expr, ExprKind, Method, Program, StmtKind};
use multise::internals::oox::parse;
use std::collections::BTreeSet;
use traced::{Edits, Traced};

/// A program with its options.
#[derive(Clone, Debug)]
pub struct Subject {
    /// The text.
    pub text: Traced,
    /// The entry method, and all other options.
    pub options: Options,
}

/// A change that keeps the meaning; nothing if there is nothing to change.
pub type Change = fn(&Source<'_>, &mut Choices) -> Option<Subject>;

/// All changes, with their names.
pub const CHANGES: [(&str, Change); 8] = [
    ("renamed", rename::change),
    ("swapped", swap::change),
    ("dead code added", dead::change),
    ("negated", negate::change),
    ("unrolled", unroll::change),
    ("inlined", inline::change),
    ("permuted", permute::change),
    ("another seed", seed::change),
];

/// A program that is to be changed.
pub struct Source<'a> {
    subject: &'a Subject,
    program: Program,
    /// The names of all variables.
    variables: BTreeSet<String>,
    /// A prefix that begins no name of the program and no word of the language.
    fresh: String,
}

impl Subject {
    /// An unchanged program.
    pub fn new(text: &str, options: &Options) -> Self {
        Self { text: Traced::first(text), options: options.clone() }
    }

    /// The program after a change, if it changes anything.
    pub fn changed(&self, change: Change, choices: &mut Choices) -> Option<Self> {
        change(&Source::of(self), choices)
    }
}

impl<'a> Source<'a> {
    fn of(subject: &'a Subject) -> Self {
        let text = subject.text.text();
        let parsed = parse(&SourceFile::new("changed.oox", text));
        assert!(!parsed.has_errors(), "only what can be parsed is changed:\n{text}");
        let mut variables = BTreeSet::new();
        walk::program(text, &parsed.program, &mut |node| match node {
            Node::Stmt(stmt) => {
                if let StmtKind::Declare { name, .. } = &stmt.kind {
                    variables.insert(name.name.clone());
                }
            }
            Node::Expr(Expr { kind: ExprKind::Quant(quant), .. }) => {
                variables.extend([&quant.elem, &quant.index].map(|binder| binder.name.clone()));
            }
            _ => {}
        });
        let methods = parsed.program.classes.iter().flat_map(|class| &class.methods);
        variables.extend(methods.flat_map(|method| &method.params).map(|param| param.name.name.clone()));
        let mut fresh = "z".to_owned();
        while text.contains(&fresh) {
            fresh.push('z');
        }
        Self { subject, program: parsed.program, variables, fresh }
    }

    fn text(&self) -> &'a str {
        self.subject.text.text()
    }

    /// The program after edits, if there are any.
    fn edited(&self, edits: Edits) -> Option<Subject> {
        Some(Subject { text: edits.apply(&self.subject.text)?, options: self.subject.options.clone() })
    }

    /// Everything in the program.
    fn walk<'s>(&'s self, mut visit: impl FnMut(Node<'s>)) {
        walk::program(self.text(), &self.program, &mut visit);
    }

    fn blocks(&self) -> Vec<&Block> {
        let mut blocks = Vec::new();
        self.walk(|node| {
            if let Node::Block(block) = node {
                blocks.push(block);
            }
        });
        blocks
    }

    fn methods(&self) -> impl Iterator<Item = &Method> {
        self.program.classes.iter().flat_map(|class| &class.methods)
    }

    /// How often methods with a name are called or declared.
    fn mentions(&self, method: &str) -> usize {
        let mut mentions = 0;
        self.walk(|node| mentions += usize::from(matches!(node, Node::Name(Role::Method, name, _) if name == method)));
        mentions
    }

    /// The class that an expression names, if it is one.
    fn class_named<'e>(&self, expr: &'e Expr) -> Option<&'e str> {
        let ExprKind::Name(name) = &expr.kind else { return None };
        let is_class = self.program.classes.iter().any(|class| class.name.name == *name);
        (is_class && !self.variables.contains(name)).then_some(name)
    }

    fn forks(&self) -> bool {
        let mut found = false;
        self.walk(|node| found |= matches!(node, Node::Stmt(stmt) if matches!(stmt.kind, StmtKind::Fork(_))));
        found
    }
}
