//! The transitions of the paper over one state.
