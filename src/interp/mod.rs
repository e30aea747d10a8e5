//! The concrete interpreter of the IR: the oracle.
