//! Bytes of a file that are read one after the other, with their offsets.

use super::error::Fail;

/// A part of a file.
#[derive(Clone, Copy)]
pub struct Bytes<'a> {
    bytes: &'a [u8],
    /// The place of the next byte in `bytes`.
    at: usize,
    /// The place of `bytes` in the file.
    base: usize,
}

impl<'a> Bytes<'a> {
    /// A part of a file that begins at an offset.
    pub fn new(bytes: &'a [u8], base: usize) -> Self {
        Self { bytes, at: 0, base }
    }

    /// How many bytes have been read.
    pub fn read(&self) -> usize {
        self.at
    }

    /// The offset of the next byte in the file.
    pub fn offset(&self) -> usize {
        self.base + self.at
    }

    /// Whether all bytes have been read.
    pub fn is_empty(&self) -> bool {
        self.at == self.bytes.len()
    }

    /// The next bytes as a part of their own.
    pub fn part(&mut self, length: usize) -> Result<Bytes<'a>, Fail> {
        let base = self.offset();
        self.take(length).map(|bytes| Bytes::new(bytes, base))
    }

    fn take(&mut self, length: usize) -> Result<&'a [u8], Fail> {
        let rest = &self.bytes[self.at..];
        if rest.len() < length {
            return Err(Fail::new(self.base + self.bytes.len(), "the bytes end too early"));
        }
        self.at += length;
        Ok(&rest[..length])
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], Fail> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N)?);
        Ok(array)
    }

    /// The next byte.
    pub fn u8(&mut self) -> Result<u8, Fail> {
        Ok(u8::from_be_bytes(self.array()?))
    }

    /// The next byte, with a sign.
    pub fn i8(&mut self) -> Result<i8, Fail> {
        Ok(i8::from_be_bytes(self.array()?))
    }

    /// The next two bytes.
    pub fn u16(&mut self) -> Result<u16, Fail> {
        Ok(u16::from_be_bytes(self.array()?))
    }

    /// The next two bytes, with a sign.
    pub fn i16(&mut self) -> Result<i16, Fail> {
        Ok(i16::from_be_bytes(self.array()?))
    }

    /// The next four bytes.
    pub fn u32(&mut self) -> Result<u32, Fail> {
        Ok(u32::from_be_bytes(self.array()?))
    }

    /// The next four bytes, with a sign.
    pub fn i32(&mut self) -> Result<i32, Fail> {
        Ok(i32::from_be_bytes(self.array()?))
    }
}
