//! Proofs by induction: a search proposes claims, and explorations of the fragments of [`induction`](crate::induction)
//! check them.
//!
//! | task | file |
//! |---|---|
//! | when proofs are looked for, beside an exploration | [`background`] |
//! | which claims are tried, and when they are a proof | [`mod@prove`] |
//! | claims that fragments do not violate | [`weaken`] |
//! | the exploration of a fragment | [`fragment`] |
//! | which clauses of loops do not follow from themselves | [`step`] |
//! | a proof as plain data, for a second opinion | [`certificate`] |

mod background;
mod certificate;
mod fragment;
mod prove;
mod step;
mod weaken;

pub use background::{BackgroundProver, is_wanted};
pub use fragment::dialect as dialect_of_fragments;
pub use prove::{failed_steps, pieces, prove, prove_claims, unfit};

pub use crate::solver::horn::{Setting, serve};
