//! Class files as data: from bytes, from jars, from folders, from a JDK.

mod bytes;
mod data;
mod decode;
pub mod descriptor;
mod error;
mod image;
mod library;
mod op;
mod path;
mod pool;
mod read;
pub mod signature;
#[cfg(test)]
pub(crate) mod tests;

pub use data::{Access, Bootstrap, ClassFile, Code, Dynamic, Field, Handle, MemberRef, Method, Name};
pub use error::Error;
pub use library::Library;
pub use op::{Arith, Bitwise, Constant, Element, Invoke, Kind, Op, Pc, Shuffle, Test};
pub use path::ClassPath;
pub use read::read;
