//! The state Σ, the heap that it writes to, and the locations of the pc.

pub mod context;
pub mod heap;
pub mod sigma;
mod sweep;

pub use context::{Contexts, FrameId, Location};
pub use heap::{HeapTable, InputRules, Origin};
pub use sigma::{Key, Sigma};
pub use sweep::sweep;
