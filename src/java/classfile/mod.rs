//! Class files as data: from bytes, from jars, from folders.

mod data;
pub mod descriptor;
mod op;

pub use data::{
    Access, Bootstrap, Catch, ClassFile, Code, Dynamic, Field, Handle, Inner, MemberRef, Method, Name, Variable,
};
pub use op::{Arith, Bitwise, Constant, Element, Invoke, Kind, Narrow, Op, Pc, Shuffle, Test};
