//! The image of a JDK, `lib/modules`: one file with the classes of all modules.
//!
//! A header is followed by an index: a perfect hash table of two parts, the attributes of each entry, and the strings that they
//! name. Numbers of the header and of the tables have the byte order of the machine that the JDK is for; an attribute begins
//! with its own length. The contents of entries are behind the index, and are read when they are asked for.

use super::error::{Error, Fail};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// What an image begins with.
const MAGIC: u32 = 0xcafe_dada;
/// The version of the format, in two halves.
const VERSION: u32 = 1 << 16;
/// The bytes of the header.
const HEADER: usize = 28;
/// The largest index that is read: that of a JDK with all modules has 1.5 MiB.
const LARGEST: u64 = 1 << 26;
/// The first value of hashes, and their factor.
const SEED: u32 = 0x0100_0193;

/// The kinds of attributes of an entry.
const MODULE: u8 = 1;
const PARENT: u8 = 2;
const BASE: u8 = 3;
const EXTENSION: u8 = 4;
const OFFSET: u8 = 5;
const COMPRESSED: u8 = 6;
const UNCOMPRESSED: u8 = 7;
const KINDS: usize = 8;

/// An image whose index is read.
#[derive(Debug)]
pub struct Image<F = File> {
    path: PathBuf,
    file: F,
    /// The header and the index.
    index: Vec<u8>,
    is_little: bool,
    /// The places of the offsets, attributes and strings in the index; the first table begins behind the header.
    offsets: usize,
    attributes: usize,
    strings: usize,
    /// How many entries the tables have.
    length: u32,
}

impl Image {
    /// Opens an image, and reads its index.
    ///
    /// # Errors
    /// The file cannot be read, or is no image.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let file = File::open(path).map_err(Error::io(path))?;
        Image::of(path, file)
    }
}

impl<F: Read + Seek> Image<F> {
    /// The image in a file; `path` is for errors.
    ///
    /// # Errors
    /// The file cannot be read, or is no image.
    pub fn of(path: &Path, mut file: F) -> Result<Self, Error> {
        let io = Error::io(path);
        let fail = |fail: Fail| fail.of(path.display());
        let size = file.seek(SeekFrom::End(0)).map_err(&io)?;
        file.rewind().map_err(&io)?;
        let mut index = Vec::new();
        file.by_ref().take(HEADER as u64).read_to_end(&mut index).map_err(&io)?;
        let magic = number(&index, 0, true).map_err(fail)?;
        let is_little = match magic {
            MAGIC => true,
            _ if magic.swap_bytes() == MAGIC => false,
            _ => return Err(fail(Fail::new(0, "the file is no image of a JDK"))),
        };
        let field = |at: usize| number(&index, 4 * at, is_little).map_err(fail);
        if field(1)? != VERSION {
            return Err(fail(Fail::new(4, "the image is of an unknown version")));
        }
        let (length, attributes, strings) = (field(4)?, field(5)?, field(6)?);
        if length > i32::MAX.unsigned_abs() {
            return Err(fail(Fail::new(16, "the table is too long")));
        }
        let end = HEADER as u64 + 8 * u64::from(length) + u64::from(attributes) + u64::from(strings);
        if end > size.min(LARGEST) {
            return Err(fail(Fail::new(16, "the index is longer than the file")));
        }
        file.by_ref().take(end - HEADER as u64).read_to_end(&mut index).map_err(io)?;
        if index.len() as u64 != end {
            return Err(fail(Fail::new(index.len(), "the bytes end too early")));
        }
        let (table, attributes_length) = (4 * length as usize, attributes as usize);
        let offsets = HEADER + table;
        let attributes = offsets + table;
        let strings = attributes + attributes_length;
        Ok(Self { path: path.to_owned(), file, index, is_little, offsets, attributes, strings, length })
    }

    /// The contents of a class of a module; nothing if the image has none.
    ///
    /// # Errors
    /// The entry is malformed or compressed, or cannot be read.
    pub fn class(&mut self, module: &str, name: &str) -> Result<Option<Vec<u8>>, Error> {
        let entry = format!("/{module}/{name}.class");
        match self.find(&entry).map_err(|fail| fail.of(self.path.display()))? {
            Some(attributes) => self.contents(&entry, attributes).map(Some),
            None => Ok(None),
        }
    }

    /// The name of a class as errors write it.
    pub fn shown(&self, module: &str, name: &str) -> String {
        format!("{}!/{module}/{name}.class", self.path.display())
    }

    /// The attributes of an entry.
    fn find(&self, entry: &str) -> Result<Option<[u64; KINDS]>, Fail> {
        if self.length == 0 {
            return Ok(None);
        }
        let slot = hash(SEED, entry) % self.length;
        let redirect = number(&self.index, HEADER + 4 * slot as usize, self.is_little)?.cast_signed();
        let slot = match redirect {
            0 => return Ok(None),
            seed @ 1.. => hash(seed.unsigned_abs(), entry) % self.length,
            // Only this entry has the hash.
            direct => (-1 - direct).unsigned_abs(),
        };
        if slot >= self.length {
            return Err(Fail::new(HEADER, "the table leads out of itself"));
        }
        let at = number(&self.index, self.offsets + 4 * slot as usize, self.is_little)? as usize;
        let attributes = self.attributes_at(self.attributes.saturating_add(at))?;
        Ok(self.is_named(&attributes, entry)?.then_some(attributes))
    }

    /// The attributes that begin at a place of the index, by their kinds.
    fn attributes_at(&self, mut at: usize) -> Result<[u64; KINDS], Fail> {
        let bytes = &self.index[..self.strings];
        let mut found = [0; KINDS];
        loop {
            let early = || Fail::new(at, "the attributes of an entry end too early");
            let head = *bytes.get(at).ok_or_else(early)?;
            let (kind, length) = (head >> 3, usize::from(head & 7) + 1);
            if kind == 0 {
                return Ok(found);
            }
            let value = bytes.get(at + 1..at + 1 + length).ok_or_else(early)?;
            let value = value.iter().fold(0, |sum: u64, byte| sum << 8 | u64::from(*byte));
            *found.get_mut(usize::from(kind)).ok_or_else(|| Fail::new(at, "an attribute of an unknown kind"))? = value;
            at += 1 + length;
        }
    }

    /// Whether attributes are those of the entry with a name: other names may have the same hash.
    fn is_named(&self, attributes: &[u64; KINDS], name: &str) -> Result<bool, Fail> {
        let mut rest = name.as_bytes();
        for (kind, before) in [(MODULE, "/"), (PARENT, "/"), (BASE, "/"), (EXTENSION, ".")] {
            let part = self.string(attributes[usize::from(kind)])?;
            if part.is_empty() && kind != BASE {
                continue;
            }
            let Some(behind) = rest.strip_prefix(before.as_bytes()).and_then(|rest| rest.strip_prefix(part)) else {
                return Ok(false);
            };
            rest = behind;
        }
        Ok(rest.is_empty())
    }

    /// The string at a place.
    fn string(&self, at: u64) -> Result<&[u8], Fail> {
        let start = usize::try_from(at).ok().and_then(|at| self.strings.checked_add(at)).unwrap_or(usize::MAX);
        let bytes = self.index.get(start..);
        let bytes = bytes.ok_or_else(|| Fail::new(self.strings, "an entry has a name outside of the strings"))?;
        let end = bytes.iter().position(|byte| *byte == 0);
        Ok(&bytes[..end.ok_or_else(|| Fail::new(start, "a string has no end"))?])
    }

    fn contents(&mut self, entry: &str, attributes: [u64; KINDS]) -> Result<Vec<u8>, Error> {
        let [offset, compressed, length] = [OFFSET, COMPRESSED, UNCOMPRESSED].map(|kind| attributes[usize::from(kind)]);
        if compressed != 0 {
            return Err(Error::Compressed { file: self.path.clone(), entry: entry.to_owned() });
        }
        let mut bytes = Vec::new();
        let start = (self.index.len() as u64).checked_add(offset);
        if let Some(start) = start {
            self.file.seek(SeekFrom::Start(start)).map_err(Error::io(&self.path))?;
            self.file.by_ref().take(length).read_to_end(&mut bytes).map_err(Error::io(&self.path))?;
        }
        if bytes.len() as u64 != length {
            let at = start.and_then(|start| usize::try_from(start).ok()).unwrap_or(usize::MAX);
            return Err(Fail::new(at, format!("the contents of {entry} end too early")).of(self.path.display()));
        }
        Ok(bytes)
    }
}

/// A number of four bytes at a place.
fn number(bytes: &[u8], at: usize, is_little: bool) -> Result<u32, Fail> {
    let found = bytes.get(at..).and_then(|bytes| bytes.first_chunk());
    let found = *found.ok_or_else(|| Fail::new(bytes.len(), "the bytes end too early"))?;
    Ok(if is_little { u32::from_le_bytes(found) } else { u32::from_be_bytes(found) })
}

/// The hash of a name.
pub(super) fn hash(seed: u32, name: &str) -> u32 {
    let hash = name.bytes().fold(seed, |hash, byte| hash.wrapping_mul(SEED) ^ u32::from(byte));
    hash & 0x7fff_ffff
}
