//! The state Σ, locations and contexts.
