//! Java: from class files to the IR.
//!
//! | task | module |
//! |---|---|
//! | bytes to data | [`classfile`] |
//! | the code of a method to its graph | [`lower`] |
//! | one virtual machine, which confirms runs | [`jvm`] |
//! | the library for harnesses of users | [`library`] |

pub mod classfile;
pub mod jvm;
pub mod library;
pub mod lower;
