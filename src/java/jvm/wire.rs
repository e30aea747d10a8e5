//! Requests and answers as bytes: all numbers have their most significant byte first, a text is the number of its UTF-16
//! units and the units. `src/java/library/multise/` has the other end.

use super::observed::{End, Frame, Returned};
use super::request::{Entry, Object, Place, Run, Value, erased};
use crate::java::classfile::descriptor;
use std::path::Path;

/// An answer.
#[derive(Debug)]
pub struct Answered {
    /// The end, or the reason why there was no run. The status of an exit is not known yet.
    pub end: Result<End, String>,
    pub printed: String,
    pub unused: u32,
    pub drawn: Vec<Value>,
    /// Whether threads of the program go on.
    pub has_threads: bool,
}

#[derive(Default)]
struct Writer(Vec<u8>);

impl Writer {
    fn number(&mut self, number: u32) {
        self.0.extend(number.to_be_bytes());
    }

    /// The length of a list. No input comes near the largest one.
    fn count(&mut self, length: usize) {
        self.number(u32::try_from(length).unwrap_or(u32::MAX));
    }

    fn units(&mut self, units: &[u16]) {
        self.count(units.len());
        units.iter().for_each(|unit| self.0.extend(unit.to_be_bytes()));
    }

    fn text(&mut self, text: &str) {
        self.units(&text.encode_utf16().collect::<Vec<_>>());
    }

    fn path(&mut self, path: &Path) -> Result<(), String> {
        let text = path.to_str().ok_or_else(|| format!("{} is no Unicode text", path.display()))?;
        self.text(text);
        Ok(())
    }

    fn entry(&mut self, entry: &Entry) -> Result<(), String> {
        self.text(&entry.class);
        self.text(&entry.name);
        let (parameters, result) =
            descriptor::method(&entry.descriptor).ok_or_else(|| format!("`{}` is no descriptor", entry.descriptor))?;
        self.count(parameters.len());
        parameters.iter().for_each(|parameter| self.text(parameter));
        self.text(result);
        self.0.push(u8::from(entry.has_receiver));
        Ok(())
    }

    fn tagged(&mut self, tag: u8, bytes: &[u8]) {
        self.0.push(tag);
        self.0.extend(bytes);
    }

    fn value(&mut self, value: &Value) {
        match value {
            Value::Null => self.tagged(b'N', &[]),
            Value::Boolean(value) => self.tagged(b'Z', &[u8::from(*value)]),
            Value::Byte(value) => self.tagged(b'B', &value.to_be_bytes()),
            Value::Char(value) => self.tagged(b'C', &value.to_be_bytes()),
            Value::Short(value) => self.tagged(b'S', &value.to_be_bytes()),
            Value::Int(value) => self.tagged(b'I', &value.to_be_bytes()),
            Value::Long(value) => self.tagged(b'J', &value.to_be_bytes()),
            Value::Float(bits) => self.tagged(b'F', &bits.to_be_bytes()),
            Value::Double(bits) => self.tagged(b'D', &bits.to_be_bytes()),
            Value::Text(units) => {
                self.tagged(b'T', &[]);
                self.units(units);
            }
            Value::Object(index) => {
                self.tagged(b'L', &[]);
                self.count(*index);
            }
        }
    }

    fn values(&mut self, values: &[Value]) {
        self.count(values.len());
        values.iter().for_each(|value| self.value(value));
    }

    fn object(&mut self, object: &Object) -> Result<(), String> {
        match object {
            Object::Instance { class, fields } => {
                self.tagged(b'O', &[]);
                self.text(erased(class));
                self.count(fields.len());
                for field in fields {
                    self.text(&field.class);
                    self.text(&field.name);
                    self.value(&field.value);
                }
            }
            Object::Array { element, length, default, cells } => {
                self.tagged(b'[', &[]);
                self.text(element);
                self.number(*length);
                self.value(default);
                self.count(cells.len());
                for (index, value) in cells {
                    self.number(*index);
                    self.value(value);
                }
            }
            Object::Constant { class, name } => {
                self.tagged(b'E', &[]);
                self.text(class);
                self.text(name);
            }
            Object::Text(units) => {
                self.tagged(b'T', b"T");
                self.units(units);
            }
            Object::Boxed { value, .. } => {
                self.tagged(b'P', &[]);
                self.value(value);
            }
            Object::Built { class, descriptor, arguments } => {
                self.tagged(b'B', &[]);
                let (class, name) = (class.clone(), "<init>".to_owned());
                self.entry(&Entry { class, name, descriptor: descriptor.clone(), has_receiver: false })?;
                self.values(arguments);
            }
            Object::Collection { ty, lists } => {
                self.tagged(b'C', &[]);
                self.text(erased(ty));
                self.count(lists.len());
                lists.iter().for_each(|list| self.values(list));
            }
        }
        Ok(())
    }
}

/// A run as bytes, without their number.
///
/// # Errors
/// What cannot be written.
pub fn request(run: &Run) -> Result<Vec<u8>, String> {
    let mut to = Writer::default();
    to.count(run.places.len());
    for place in &run.places {
        let (name, path) = match place {
            Place::Path(path) => ("", path),
            Place::Class { name, file } => (name.as_str(), file),
        };
        to.text(name);
        to.path(path)?;
    }
    to.entry(&run.entry)?;
    to.count(run.heap.len());
    run.heap.iter().try_for_each(|object| to.object(object))?;
    to.values(&run.arguments);
    to.values(&run.nondet);
    to.0.push(u8::from(run.seed.is_some()));
    to.0.extend(run.seed.unwrap_or_default().to_be_bytes());
    to.count(run.before.len());
    for (entry, arguments) in &run.before {
        to.entry(entry)?;
        to.values(arguments);
    }
    Ok(to.0)
}

struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn bytes<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (first, rest) = self.0.split_first_chunk::<N>()?;
        self.0 = rest;
        Some(*first)
    }

    fn tag(&mut self) -> Option<u8> {
        self.bytes::<1>().map(|[tag]| tag)
    }

    fn number(&mut self) -> Option<u32> {
        self.bytes().map(u32::from_be_bytes)
    }

    fn units(&mut self) -> Option<Vec<u16>> {
        let count = self.number()?;
        (0..count).map(|_| self.bytes().map(u16::from_be_bytes)).collect()
    }

    fn text(&mut self) -> Option<String> {
        self.units().map(|units| String::from_utf16_lossy(&units))
    }

    fn returned(&mut self) -> Option<Returned> {
        match self.tag()? {
            b'V' => Some(Returned::Nothing),
            b'O' => Some(Returned::Other(self.text()?)),
            tag => Some(Returned::Value(self.value(tag)?)),
        }
    }

    fn value(&mut self, tag: u8) -> Option<Value> {
        Some(match tag {
            b'N' => Value::Null,
            b'Z' => Value::Boolean(self.tag()? != 0),
            b'B' => Value::Byte(i8::from_be_bytes(self.bytes()?)),
            b'C' => Value::Char(u16::from_be_bytes(self.bytes()?)),
            b'S' => Value::Short(i16::from_be_bytes(self.bytes()?)),
            b'I' => Value::Int(i32::from_be_bytes(self.bytes()?)),
            b'J' => Value::Long(i64::from_be_bytes(self.bytes()?)),
            b'F' => Value::Float(u32::from_be_bytes(self.bytes()?)),
            b'D' => Value::Double(u64::from_be_bytes(self.bytes()?)),
            b'T' => Value::Text(self.units()?),
            b'L' => Value::Object(self.number()? as usize),
            _ => return None,
        })
    }

    fn frame(&mut self) -> Option<Frame> {
        let (class, method) = (self.text()?, self.text()?);
        let line = i32::from_be_bytes(self.bytes()?);
        Some(Frame { class, method, line: u32::try_from(line).ok().filter(|&line| line > 0) })
    }

    fn threw(&mut self) -> Option<End> {
        let class = self.text()?;
        let count = self.number()?;
        let frames = (0..count).map(|_| self.frame()).collect::<Option<_>>()?;
        Some(End::Threw { class, frames })
    }
}

/// Reads an answer.
pub fn answer(bytes: &[u8]) -> Option<Answered> {
    let mut from = Reader(bytes);
    let has_threads = from.tag()? == b'T';
    let printed = from.text()?;
    let unused = from.number()?;
    let count = from.number()?;
    let drawn = (0..count).map(|_| from.tag().and_then(|tag| from.value(tag))).collect::<Option<_>>()?;
    let end = match from.tag()? {
        b'R' => Ok(End::Returned(from.returned()?)),
        b'X' => Ok(from.threw()?),
        b'A' => Ok(End::Rejected),
        b'Q' => Ok(End::Asked(from.text()?)),
        b'E' => Ok(End::Exited(0)),
        b'F' => Err(from.text()?),
        _ => return None,
    };
    Some(Answered { end, printed, unused, drawn, has_threads })
}

/// Reads the first message of a JVM: its version.
pub fn hello(bytes: &[u8]) -> Option<String> {
    Reader(bytes).text()
}
