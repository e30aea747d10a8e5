//! Java: from class files to the IR.
//!
//! | task | module |
//! |---|---|
//! | bytes to data | [`classfile`] |
//! | the code of a method to its graph | [`lower`] |

pub mod classfile;
pub mod lower;
