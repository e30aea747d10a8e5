//! Bounds of single inputs that follow from a comparison of several.
//!
//! ```text
//!   [t ≤ 0] within φ  =  [t ≤ 0] ∧ [x ≤ k]         if t = c·x + rest, c > 0, and c·x ≤ -rest ≤ c·k where φ holds
//! ```
//!
//! Each comparison bounds its inputs, but a threshold on a sum says so for the paths of that sum only. Where paths meet, what
//! they have in common is a threshold on the input itself. From it one sees that later sums do not wrap. So an input of a
//! width gets one where its type is all that bounds it yet.

use super::{Guard, Logic};
use crate::num::Num;
use crate::term::{Range, Term, TermId, sum_range};

impl Logic {
    /// A guard that is `[a ≤ b]` or `[a < b]` within φ, where it is `holds`, with the bounds that follow from it and from its
    /// negation.
    pub fn with_consequences(&mut self, phi: Guard, holds: Guard, a: TermId, b: TermId) -> Guard {
        let above = self.terms.sub(a, b);
        if !self.terms.bases(above).any(|base| self.range_of_width(base).is_some()) {
            return holds;
        }
        let below = self.terms.neg(above);
        let (if_yes, if_no) = (self.consequences(phi, above), self.consequences(phi, below));
        let yes = self.and(holds, if_yes);
        let not_no = self.guards.not(if_no);
        self.or(yes, not_no)
    }

    /// The ends of the type of an input that has both.
    fn range_of_width(&self, base: TermId) -> Option<(Num, Num)> {
        let (least, most) = self.terms.range(base);
        least.zip(most).filter(|_| matches!(self.terms.node(base), Term::Input(_)))
    }

    /// Bounds of a base wherever φ holds.
    fn bounds_of_base(&mut self, phi: Guard, base: TermId) -> Range {
        if self.terms.is_conditional(base) { self.flat_range(phi, base) } else { self.span(phi, base) }
    }

    /// Bounds of inputs wherever φ holds and a term is at most 0.
    fn consequences(&mut self, phi: Guard, t: TermId) -> Guard {
        let (constant, parts) = self.terms.parts(t);
        let mut implied = Guard::TRUE;
        if parts.len() < 2 || !self.terms.is_integer(t) {
            return implied;
        }
        let spans: Vec<Range> = parts.iter().map(|(base, _)| self.bounds_of_base(phi, *base)).collect();
        for (at, (base, c)) in parts.iter().enumerate() {
            let Some((least, most)) = self.range_of_width(*base) else { continue };
            let is_bounded = match c.is_negative() {
                true => spans[at].0.as_ref() != Some(&least),
                false => spans[at].1.as_ref() != Some(&most),
            };
            if is_bounded {
                continue;
            }
            let rest = parts.iter().zip(&spans).enumerate().filter(|(other, _)| *other != at);
            let rest = rest.map(|(_, ((_, c), span))| (c, span.clone()));
            let (Some(low), _) = sum_range(&constant, rest) else { continue };
            let Some(end) = (-&low).checked_div(c) else { continue };
            if c.is_negative() {
                // base ≥ end, as base > ⌈end⌉ - 1
                let below = &-&(-&end).floor() - &Num::ONE;
                if below >= least {
                    let below = self.within(*base, below);
                    implied = self.and_not(implied, below);
                }
            } else if end.floor() < most {
                let within = self.within(*base, end.floor());
                implied = self.and(implied, within);
            }
        }
        implied
    }
}
