//! Names and types: from the AST to the checked program.

pub mod hir;
