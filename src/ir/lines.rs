//! A program cut at its lines, for observers that look at values between steps.
//!
//! In a program [by lines](Program::by_lines) every line of code begins a block. So the paths that come to a line meet before
//! it, at a program point like any other. A local that has a name keeps its value for as long as it has one on all paths,
//! needed or not. The program does the same as the original, with more blocks and jumps.

use super::liveness::live_in;
use super::{
    Block, BlockId, Instr, LocalId, Method, MethodId, Program, Shape, SiteId, SiteKind, Terminator, predecessors,
};
use crate::index::IndexVec;
use crate::source::{FileId, Span};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

impl Program {
    /// The same program, in which every line begins a block.
    pub fn by_lines(&self) -> Program {
        let mut program = self.clone();
        for method in program.methods.iter_mut().filter(|method| !method.blocks.is_empty()) {
            *method = cut(method.clone());
            let assigned = assigned(method);
            for (block, named) in assigned.iter_enumerated() {
                let live = &mut method.shape.live_in[block];
                live.extend(named);
                live.sort_unstable();
                live.dedup();
            }
        }
        program.set_groups();
        program
    }

    /// The blocks at which [lines](Self::lines) begin, each with its line.
    pub fn line_starts(&self) -> impl Iterator<Item = ((MethodId, BlockId), u32)> {
        self.lines().into_iter().flat_map(|(line, starts)| starts.into_iter().map(move |start| (start, line)))
    }

    /// The lines of the main file that have code, each with the blocks at which paths come to it.
    pub fn lines(&self) -> BTreeMap<u32, Vec<(MethodId, BlockId)>> {
        let mut lines: BTreeMap<u32, Vec<(MethodId, BlockId)>> = BTreeMap::new();
        for (id, method) in self.methods.iter_enumerated() {
            let preds = predecessors(&method.successors());
            for (block, line) in method.blocks.iter_enumerated().filter_map(|(b, block)| Some((b, block.begins()?))) {
                let comes_from_elsewhere = |pred: &BlockId| method.blocks[*pred].ends() != Some(line);
                if block == method.entry || preds[block].iter().any(comes_from_elsewhere) {
                    lines.entry(line).or_default().push((id, block));
                }
            }
        }
        lines
    }

    /// The named locals that can be shown at a block of a program [by lines](Self::by_lines): those that have a value on all
    /// paths that come to it, and those that are still needed. Of several with one name, the first that is needed, or else
    /// the first.
    pub fn shown_at(&self, method: MethodId, block: BlockId) -> Vec<LocalId> {
        let method = &self.methods[method];
        let mut shown: Vec<LocalId> = method.shape.live_in[block].clone();
        shown.retain(|local| method.is_named(*local));
        let mut by_name: FxHashMap<&str, Vec<LocalId>> = FxHashMap::default();
        shown.iter().for_each(|local| by_name.entry(&method.locals[*local].name).or_default().push(*local));
        if by_name.values().all(|same| same.len() == 1) {
            return shown;
        }
        let needed = &live_in(method)[block];
        let chosen = |same: &Vec<LocalId>| same.iter().find(|local| needed.contains(local)).or(same.first()).copied();
        shown.retain(|local| by_name.get(method.locals[*local].name.as_str()).and_then(chosen) == Some(*local));
        shown
    }
}

impl Program {
    /// The name of an object or array for readers: `Node@12` for the first object that line 12 has made, `Node@12#3` for the
    /// third, and `Node@12b` for the first one of the second such expression of the line. `number` counts from 0.
    pub fn made_name(&self, site: SiteId, number: u32) -> String {
        let kind = &self.sites[site].kind;
        let what = match kind {
            SiteKind::Object(class) => self.classes[*class].name.clone(),
            SiteKind::Array(elem) => format!("{}[]", self.type_name(elem)),
        };
        let line = self.line_of(site);
        let same = |other: &SiteId| self.sites[*other].kind == *kind && self.line_of(*other) == line;
        let before = self.sites.ids().take_while(|other| *other != site).filter(same).count();
        let letter = if before == 0 { None } else { char::from_u32('a' as u32 + before.min(25) as u32) };
        let mut name = format!("{what}@{line}");
        name.extend(letter);
        if number > 0 {
            name += &format!("#{}", number + 1);
        }
        name
    }

    /// The line of an allocation: that of its instruction.
    fn line_of(&self, site: SiteId) -> u32 {
        let info = &self.sites[site];
        let instrs = self.methods[info.method].blocks.iter().flat_map(|block| &block.instrs);
        let mut lines = instrs.filter(|instr| instr.span == info.span).map(|instr| instr.line);
        lines.find(|line| *line != 0).unwrap_or(0)
    }
}

impl Method {
    /// Whether a local has a name in the source, and a type.
    pub fn is_named(&self, local: LocalId) -> bool {
        let info = &self.locals[local];
        info.ty.is_some() && info.name.chars().all(|c| c.is_alphanumeric() || c == '_') && !info.name.is_empty()
    }
}

impl Block {
    /// The line with which it begins, in whatever file; 0 where no part of it has one.
    pub fn first_line(&self) -> u32 {
        self.parts().next().map_or(0, |part| part.1)
    }

    /// The line of the main file with which it begins, if it has one.
    fn begins(&self) -> Option<u32> {
        self.parts().next().and_then(line)
    }

    /// The line of the main file with which it ends.
    fn ends(&self) -> Option<u32> {
        self.parts().last().and_then(line)
    }

    /// The places of instructions and terminator with their lines.
    fn parts(&self) -> impl Iterator<Item = (Span, u32)> {
        self.instrs
            .iter()
            .map(|instr| (instr.span, instr.line))
            .chain([(self.span, self.line)])
            .filter(|part| part.1 != 0)
    }
}

/// The line of a part, in the main file only.
fn line((span, line): (Span, u32)) -> Option<u32> {
    (span.file == FileId::default()).then_some(line)
}

/// The method with its blocks cut where a line begins.
fn cut(method: Method) -> Method {
    let exits = method.exits();
    let mut blocks: IndexVec<BlockId, Block> = method.blocks.clone();
    for block in method.blocks.ids() {
        // From the end, so that what is in front keeps its numbers.
        let cuts: Vec<usize> = {
            let Block { instrs, line, .. } = &blocks[block];
            let lines: Vec<u32> = instrs.iter().map(|instr| instr.line).chain([*line]).collect();
            (1..lines.len()).filter(|&i| lines[i] != 0 && lines[i] != lines[i - 1]).collect()
        };
        for at in cuts.into_iter().rev() {
            let rest: Vec<Instr> = blocks[block].instrs.split_off(at);
            let Some(last) = blocks[block].instrs.last() else { continue };
            let (span, line) = (last.span, last.line);
            let next = blocks.next_id();
            let front = &mut blocks[block];
            let tail = Block { instrs: rest, term: front.term.clone(), ..*front };
            (front.term, front.span, front.line) = (Terminator::Goto(next), span, line);
            blocks.push(tail);
        }
    }
    let whole = Method { blocks: IndexVec::new(), shape: Shape::default(), ..method };
    whole.assemble(blocks, exits)
}

/// The named locals that have been assigned on all paths to each block.
fn assigned(method: &Method) -> IndexVec<BlockId, BTreeSet<LocalId>> {
    let all: BTreeSet<LocalId> = method.locals.ids().filter(|local| method.is_named(*local)).collect();
    let mut before: IndexVec<BlockId, BTreeSet<LocalId>> = method.blocks.ids().map(|_| all.clone()).collect();
    if before.is_empty() {
        return before;
    }
    before[method.entry] = method.formals.iter().copied().filter(|local| all.contains(local)).collect();
    let mut work: Vec<BlockId> = method.blocks.ids().collect();
    while let Some(from) = work.pop() {
        let block = &method.blocks[from];
        let mut after = before[from].clone();
        after.extend(block.instrs.iter().filter_map(Instr::def).filter(|local| all.contains(local)));
        let thrown = block.first_throw(method.this()).map(|_| (block.handler.block, before[from].clone()));
        if let Terminator::Call { dst: Some(dst), .. } = block.term
            && all.contains(&dst)
        {
            after.insert(dst);
        }
        let targets = block.term.targets().into_iter().map(|target| (target, after.clone())).chain(thrown);
        for (target, known) in targets.collect::<Vec<_>>() {
            let met: BTreeSet<LocalId> = before[target].intersection(&known).copied().collect();
            if met.len() < before[target].len() {
                before[target] = met;
                work.push(target);
            }
        }
    }
    before
}

#[cfg(test)]
mod tests {
    use crate::facade::Program as Loaded;
    use expect_test::expect;

    const TEXT: &str = "class Main {
  static int main(int n) {
    int a := 1;
    int b := a + n;
    if (b > 3) {
      int c := b;
      a := c;
    }
    while (a < n) a := a + 1;
    return a;
  }
}";

    #[test]
    fn every_line_begins_a_block_and_tells_its_variables() {
        let program = Loaded::from_text("t.oox", TEXT, &Default::default()).expect("a program").ir().by_lines();
        let mut shown = String::new();
        for (line, starts) in program.lines() {
            let (method, block) = starts[0];
            let names =
                program.shown_at(method, block).into_iter().map(|l| program.methods[method].locals[l].name.as_str());
            shown += &format!("{line}: {}\n", names.collect::<Vec<_>>().join(" "));
        }
        expect![[r#"
            3: n
            4: n a
            5: n a b
            6: n a b
            7: n a b c
            9: n a b
            10: n a b
        "#]]
        .assert_eq(&shown);
        assert!(crate::ir::validate::validate(&program).is_ok());
    }
}
