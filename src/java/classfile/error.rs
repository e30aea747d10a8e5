//! What can be wrong with a file.

use std::fmt::Display;
use std::path::{Path, PathBuf};

/// Why classes cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The contents of a file are not what they should be.
    #[error("{file}: {what} (at byte {offset})")]
    Malformed {
        /// The file; for a class in an archive `a.jar!a/B.class`.
        file: String,
        /// Where in the class.
        offset: usize,
        /// What is wrong.
        what: String,
    },
    /// The file has a format that is newer than this program.
    #[error(
        "{file}: the class is of version {major}.{minor}, and {newest}.0 (Java 17) is the newest that can be read (at byte 4)"
    )]
    Newer {
        /// The file.
        file: String,
        /// Its version.
        major: u16,
        /// The second part of it.
        minor: u16,
        /// The newest version that can be read.
        newest: u16,
    },
    /// An entry of the image of a JDK is compressed, which is not read.
    #[error("{}!{entry}: the entry is compressed", .file.display())]
    Compressed {
        /// The image.
        file: PathBuf,
        /// The entry.
        entry: String,
    },
    /// An archive cannot be read.
    #[error("{}: {error}", .file.display())]
    Archive {
        /// The file.
        file: PathBuf,
        /// Why not.
        error: zip::result::ZipError,
    },
    /// A file cannot be read.
    #[error("{}: {error}", .file.display())]
    Io {
        /// The file.
        file: PathBuf,
        /// Why not.
        error: std::io::Error,
    },
}

impl Error {
    /// The error of a file that cannot be read.
    pub fn io(file: &Path) -> impl Fn(std::io::Error) -> Error + '_ {
        |error| Error::Io { file: file.to_owned(), error }
    }
}

/// What is wrong at an offset of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fail {
    /// Where.
    pub offset: usize,
    /// What.
    pub what: String,
}

impl Fail {
    /// A defect at an offset.
    pub fn new(offset: usize, what: impl Into<String>) -> Self {
        Self { offset, what: what.into() }
    }

    /// The error, for a file.
    pub fn of(self, file: impl Display) -> Error {
        Error::Malformed { file: file.to_string(), offset: self.offset, what: self.what }
    }
}
