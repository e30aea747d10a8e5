//! One method: from instructions over a stack to the graph of the IR. What it asks about other classes is [`Linkage`].

mod linkage;

pub use linkage::{Call, Initialise, Intrinsic, Linkage, Linked, StaticUse};
