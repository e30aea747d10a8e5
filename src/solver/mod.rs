//! Feasibility of pc guards.
