//! Outcomes as text and JSON, diagnostics as excerpts.
