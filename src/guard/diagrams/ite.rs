//! `f ? g : h` of a guard and two diagrams.

use super::{Diagrams, FALSE, Guard, NONE, NodeId, TRUE, Triple, key};
use std::time::Instant;

/// A task `f ? g : h` whose children are being computed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pending {
    f: u32,
    g: u32,
    h: u32,
    variable: u32,
    low: (u32, u32, u32),
    /// The result of the high child, which comes first; `NONE` before that.
    high: u32,
}

impl Diagrams {
    /// The decision between any two nodes.
    pub(super) fn compose(&mut self, variable: u32, low: u32, high: u32) -> u32 {
        if low == high {
            return low;
        }
        if self.level[variable as usize] < self.level_of(low).min(self.level_of(high)) {
            return self.intern(Triple { variable, low, high });
        }
        let condition = self.decision(variable, FALSE, TRUE);
        self.walk(condition, high, low)
    }

    /// `f ? g : h` of a guard and any two diagrams.
    pub(crate) fn select(&mut self, f: Guard, g: NodeId, h: NodeId) -> NodeId {
        if self.meter.exhausted.is_some() {
            return h;
        }
        if let Some(known) = self.known(f.0, g.0, h.0) {
            return NodeId(known);
        }
        let start = Instant::now();
        let result = self.walk(f.0, g.0, h.0);
        self.meter.spent(start);
        NodeId(result)
    }

    #[inline]
    pub(super) fn known(&self, f: u32, g: u32, h: u32) -> Option<u32> {
        match (f, g, h) {
            (TRUE, g, _) => Some(g),
            (FALSE, _, h) => Some(h),
            (f, TRUE, FALSE) => Some(f),
            (_, g, h) if g == h => Some(g),
            (f, g, h) => self.memo.get(key(f, g), h),
        }
    }

    /// An operand that equals the condition becomes a constant.
    #[inline]
    fn normal(f: u32, g: u32, h: u32) -> (u32, u32, u32) {
        (f, if g == f { TRUE } else { g }, if h == f { FALSE } else { h })
    }

    pub(super) fn walk(&mut self, f: u32, g: u32, h: u32) -> u32 {
        let bottom = self.frames.len();
        let mut task = Self::normal(f, g, h);
        loop {
            let (f, g, h) = task;
            let Some(mut value) = self.known(f, g, h) else {
                let ((a, x), (b, y), (c, z)) = (self.top(f), self.top(g), self.top(h));
                let top = x.min(y).min(z);
                let (f0, f1) = if x == top { (a.low, a.high) } else { (f, f) };
                let (g0, g1) = if y == top { (b.low, b.high) } else { (g, g) };
                let (h0, h1) = if z == top { (c.low, c.high) } else { (h, h) };
                let variable = if x == top {
                    a.variable
                } else if y == top {
                    b.variable
                } else {
                    c.variable
                };
                self.frames.push(Pending { f, g, h, variable, low: Self::normal(f0, g0, h0), high: NONE });
                task = Self::normal(f1, g1, h1);
                continue;
            };
            // Hand the value to the frames that wait for it.
            loop {
                if self.frames.len() == bottom {
                    return value;
                }
                let frame = self.frames.last_mut().expect("there are frames above the bottom");
                if frame.high == NONE {
                    frame.high = value;
                    task = frame.low;
                    break;
                }
                let Pending { f, g, h, variable, high, .. } = *frame;
                self.frames.pop();
                value = self.decision(variable, value, high);
                if self.must_end() {
                    self.frames.truncate(bottom);
                    return value;
                }
                self.meter.remember(&mut self.memo, key(f, g), h, value);
            }
        }
    }
}
