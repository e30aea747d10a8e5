//! The invariants of a loop that still hold at the heads of its inner loops.
//!
//! They have been checked where the iteration began. They hold at the inner head as well if nothing that runs in between,
//! including iterations of the inner loop, can write what they read. So a loop need not repeat the invariants of the loop
//! around it, as in verifiers that havoc only what a loop writes (M. Barnett et al., *Boogie: a modular reusable verifier
//! for object-oriented programs*, 2005).

use super::cuts::{Checking, Cuts, Start, Unit, clauses_of};
use crate::closure::closure;
use crate::ir::variable::Places;
use crate::ir::{Block, BlockId, InstrKind, Kind, LocalId, Method, Terminator};
use std::collections::{BTreeMap, BTreeSet};

/// For each head of a loop, the heads of outer loops whose invariants hold there too, and where they are checked.
pub(super) fn outer_invariants(
    cuts: &Cuts<'_>,
    unit: &Unit,
    method: &Method,
) -> BTreeMap<BlockId, Vec<(BlockId, Checking)>> {
    let outer_invariants = |head: BlockId| {
        let state = unit.state(method, Start::Head(head));
        let lasts = |outer: BlockId| {
            let (_, checking) = clauses_of(cuts.program, method, outer, &[Kind::Invariant])?;
            let reads = Reads::of(method, [outer, head], &checking)?;
            let is_known = reads.locals.iter().all(|local| state.contains(local));
            let mut between = between(method, outer, head).into_iter().map(|block| &method.blocks[block]);
            (is_known && !between.any(|block| reads.may_change(cuts, method, block))).then_some((outer, checking))
        };
        let around = method.shape.wto.heads[head].iter().copied().filter(|outer| *outer != head);
        around.filter_map(lasts).collect()
    };
    unit.heads.iter().map(|head| (*head, outer_invariants(*head))).collect()
}

/// The locals and the variables of the heap that clauses read and do not assign themselves.
struct Reads {
    locals: BTreeSet<LocalId>,
    places: Places,
}

impl Reads {
    /// The reads of the clauses of an outer loop, for the head of an inner one. `None` where their blocks do more than evaluate
    /// clauses: where they assign what one of the loops knows, or a path leaves them before the last clause.
    fn of(method: &Method, heads: [BlockId; 2], checking: &Checking) -> Option<Self> {
        let mut blocks: Vec<BlockId> = checking.blocks.iter().copied().collect();
        blocks.sort_by_key(|block| method.shape.wto.position[*block]);
        let mut reads = Self { locals: BTreeSet::new(), places: Places::default() };
        let mut made = BTreeSet::new();
        for block in blocks {
            let (is_last, block) = (block == checking.last.0, &method.blocks[block]);
            let count = if is_last { checking.last.1 + 1 } else { block.instrs.len() };
            for instr in &block.instrs[..count] {
                match &instr.kind {
                    InstrKind::Assign { value: expr, .. } | InstrKind::Clause { cond: expr, .. } => {
                        expr.reads(&mut reads.places);
                    }
                    InstrKind::CheckNull { .. } | InstrKind::ClauseThrew { .. } => {}
                    _ => return None,
                }
                instr.for_each_use(&mut |local| _ = made.contains(&local) || reads.locals.insert(local));
                made.extend(instr.def());
            }
            made.extend(block.first_throw(method.this()).map(|_| block.handler.slot));
            if !is_last {
                block.term.for_each_use(&mut |local| _ = made.contains(&local) || reads.locals.insert(local));
                let leaves = block.successors(method).into_iter().any(|next| !checking.blocks.contains(&next));
                if leaves || matches!(block.term, Terminator::Call { .. }) {
                    return None;
                }
            }
        }
        let begins_with = |local| heads.iter().any(|head| method.shape.live_in[*head].contains(local));
        (!made.iter().any(begins_with)).then_some(reads)
    }

    /// Whether a block can change any of it.
    fn may_change(&self, cuts: &Cuts<'_>, method: &Method, block: &Block) -> bool {
        let mut instrs = block.instrs.iter();
        let own = instrs.any(|instr| {
            let place = instr.kind.writes();
            place.is_some_and(|place| self.places.contains(place))
                || instr.def().is_some_and(|local| self.locals.contains(&local))
        });
        let given = matches!(block.term, Terminator::Call { dst: Some(dst), .. } if self.locals.contains(&dst));
        let received = block.first_throw(method.this()).is_some() && self.locals.contains(&block.handler.slot);
        own || given || received || cuts.call_writes(block, &self.places)
    }
}

/// The blocks from which control can come to the head of an inner loop without another iteration of the outer one.
fn between(method: &Method, outer: BlockId, inner: BlockId) -> BTreeSet<BlockId> {
    let within = |block: &BlockId| method.shape.wto.heads[*block].contains(&outer);
    closure([inner], |block| {
        let leads_there =
            move |from: &BlockId| block != outer && method.blocks[*from].successors(method).contains(&block);
        method.blocks.ids().filter(within).filter(leads_there)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cancel::Token;
    use crate::config::Config;
    use crate::facade::Program;

    /// For the head of each loop, the number of outer loops with invariants that last there; outer loops first.
    fn outer_invariants(body: &str) -> Vec<usize> {
        let text = format!("class Box {{ int n; }} class Main {{ static int s; {body} }}");
        let config = Config::default();
        let program = Program::from_text("test.oox", &text, &config.dialect).expect("a program");
        let entry = program.entry("Main.main").expect("an entry");
        let cuts = Cuts::new(program.ir(), entry, &config, &Token::new()).expect("it repeats");
        cuts.units[&entry].outer_invariants.values().map(Vec::len).collect()
    }

    fn nested(invariant: &str, before: &str, inner: &str, after: &str) -> Vec<usize> {
        outer_invariants(&format!(
            "static void touch() {{ Main.s := Main.s + 1; }}
            static void main(int[] a, Box box, int n) {{
                int i := 0;
                while (i < n) invariant({invariant}) {{
                    int j := 0;
                    {before}
                    while (j < n) {{ {inner} j := j + 1; }}
                    {after}
                    i := i + 1;
                }}
            }}"
        ))
    }

    #[test]
    fn what_nothing_in_between_writes_lasts() {
        for invariant in [
            "0 <= i",
            "a == null || #a > i",
            "a == null || i == 0 || (forall e, k : a : k >= i ==> a[i - 1] <= e)",
            "box == null || box.n == old(box.n)",
            "Main.s >= i",
        ] {
            assert_eq!(nested(invariant, "", "", ""), [0, 1], "{invariant}");
            assert_eq!(nested(invariant, "", "", "box.n := 1; a[0] := 1; Main.touch();"), [0, 1], "{invariant}");
        }
    }

    #[test]
    fn what_is_written_in_between_does_not() {
        for (invariant, write) in [
            ("0 <= i", "i := i + 1;"),
            ("a == null || a[0] > i", "a[1] := 1;"),
            ("a == null || (forall e, k : a : e > 0)", "a[1] := 1;"),
            ("box == null || box.n > 0", "box.n := 1;"),
            ("Main.s >= i", "Main.touch();"),
            ("a == null || #a > 1", "a := new int[1];"),
        ] {
            assert_eq!(nested(invariant, write, "", ""), [0, 0], "{invariant}");
            assert_eq!(nested(invariant, "", write, ""), [0, 0], "{invariant}");
        }
    }

    #[test]
    fn what_is_not_read_again_is_not_known() {
        assert_eq!(nested("0 <= i", "", "", "i := n;"), [0, 0]);
    }
}
