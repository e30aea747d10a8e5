//! The state: Σ and the program counter, both made of value summaries. Beside it are tables with entries that mean the
//! same in every state: calling contexts, addresses and the initial heap.
//!
//! A [`State`] is one value. In merge mode there is one, with many points in its pc. In path mode there are many,
//! with one point each.

pub mod context;
pub mod heap;
pub mod live;
mod meet;
pub mod pc;
pub mod sigma;
mod sweep;
pub mod threads;

use crate::guard::holds_guards;
pub use context::{Contexts, FrameId, ProgramPoint};
pub use heap::{HeapTable, InputRules, Origin, default_value};
pub use live::{InUse, Live, Marks};
pub use pc::{Bounded, Entry, Pc};
pub use sigma::{Key, Place, Sigma};
pub use sweep::{reached, sweep};
pub use threads::{BundleId, Configuration, Others, Stand, Trail, Turn};

/// What the program has done on a set of paths: every variable and heap cell, and where the paths are.
#[derive(Clone, Default)]
pub struct State {
    /// The variables and the heap.
    pub sigma: Sigma,
    /// The points of the thread that steps, with the guards of the paths.
    pub pc: Pc,
    /// Where the other threads are.
    pub others: Others,
}

impl State {
    /// The same variables, heap and other threads, with an empty pc.
    pub fn fork(&self) -> Self {
        Self { sigma: self.sigma.clone(), pc: Pc::default(), others: self.others.clone() }
    }
}

holds_guards!(State: pc, sigma, others);

impl Marks for State {
    fn mark(&self, live: &mut Live<'_>) {
        let Self { sigma, pc, others } = self;
        pc.mark(live);
        sigma.mark(live);
        others.mark(live);
    }
}
