//! Hash-consed terms over the inputs.
