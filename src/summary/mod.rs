//! Value summaries and their algebra.
