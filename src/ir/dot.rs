//! Control-flow graphs in Graphviz's language, for `multise cfg`.

use super::print::Printer;
use super::{BlockId, MethodId, Program, Terminator};
use std::fmt::Write as _;

/// A note that is drawn at a block beside its text: the block, the target of a dotted edge, if any, and a label.
pub type Note = (BlockId, Option<BlockId>, String);

/// The graphs of all methods that have a body, one cluster each, with the notes on each method.
pub fn program(program: &Program, mut notes: impl FnMut(MethodId) -> Vec<Note>) -> String {
    let mut text = String::from("digraph program {\n  node [shape=box, fontname=monospace];\n");
    for (id, method) in program.methods.iter_enumerated() {
        if !method.blocks.is_empty() {
            cluster(program, id, &notes(id), &mut text);
        }
    }
    text.push_str("}\n");
    text
}

/// Branch edges carry `T` and `F`, exception edges are dashed, edges back to the head of a loop are bold.
fn cluster(program: &Program, id: MethodId, notes: &[Note], text: &mut String) {
    let method = &program.methods[id];
    let printer = Printer::new(program, id);
    let node = |block: BlockId| format!("m{}b{}", id.0, block.0);
    let title = escape(&format!("{} ({})", program.method_name(id), id.0));
    let _ = writeln!(text, "  subgraph cluster_{} {{\n    label=\"{title}\";", id.0);
    for block in method.shape.wto.order() {
        let mut label = escape(&printer.header(block));
        for line in std::iter::once(String::new()).chain(printer.lines(block)) {
            label.push_str(&escape(&line));
            // Ends a line and aligns it to the left.
            label.push_str("\\l");
        }
        for (_, to, note) in notes.iter().filter(|(at, ..)| *at == block) {
            label.push_str(&escape(&format!("({note})")));
            label.push_str("\\l");
            if let Some(to) = to {
                let _ = writeln!(text, "    {} -> {} [style=dotted, color=blue];", node(block), node(*to));
            }
        }
        let _ = writeln!(text, "    {} [label=\"{label}\"];", node(block));
    }
    for (from, block) in method.blocks.iter_enumerated() {
        let labels: &[&str] = if matches!(block.term, Terminator::Branch { .. }) { &["T", "F"] } else { &[""] };
        for (to, label) in block.term.targets().into_iter().zip(labels) {
            let style = if method.shape.wto.heads[from].contains(&to) { ", style=bold" } else { "" };
            let _ = writeln!(text, "    {} -> {} [label=\"{label}\"{style}];", node(from), node(to));
        }
        if block.first_throw(method.this()).is_some() {
            let _ = writeln!(text, "    {} -> {} [style=dashed];", node(from), node(block.handler.block));
        }
    }
    text.push_str("  }\n");
}

fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
