//! Concrete inputs of an entry method, and their JSON form. Violations report it and `multise run --inputs` reads it;
//! `src/help/inputs.md` describes it.

use crate::ieee::{Datum, Format};
use crate::num::Num;
use indexmap::IndexMap;
use rustc_hash::{FxHashMap, FxHashSet};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The inputs of one run. Absent arguments, fields and cells have their type's default.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "an object with `args`, `heap`, `nondet` and `schedule`")]
#[schemars(title = "Inputs of a run, as violations have them and `multise run --inputs` reads them")]
pub struct Inputs {
    /// Arguments by the parameter's name, in the order of the parameters.
    #[serde(default)]
    pub args: IndexMap<String, Value>,
    /// Objects (`o1`, `o2`, …) and arrays (`a1`, `a2`, …) by name, in the order of their creation.
    #[serde(default)]
    pub heap: IndexMap<String, Cell>,
    /// The values that the program gets from outside while it runs, in the order in which it gets them. Where the list ends,
    /// each is the default of its type.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nondet: Vec<Value>,
    /// Which thread makes the next visible step, wherever several can, in order. Threads are numbered in the order of their
    /// creation; that of the entry is 0. Where the schedule ends, it is the first that can.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub schedule: Vec<u32>,
}

impl Inputs {
    /// Reads the JSON form.
    ///
    /// # Errors
    /// When it is another text, with the line and column.
    pub fn from_json(text: &[u8]) -> Result<Self, serde_json::Error> {
        // `serde` would read an array as the fields in their order.
        match text.iter().find(|byte| !byte.is_ascii_whitespace()) {
            Some(b'[') => Err(serde::de::Error::custom("expected an object, found an array")),
            _ => serde_json::from_slice(text),
        }
    }

    /// Removes the objects and arrays that neither an argument nor a value from outside reaches.
    pub fn forget_unreachable(&mut self) {
        let visits = self.visits(self.args.values().chain(&self.nondet));
        let reached: FxHashSet<String> = visits.into_keys().map(str::to_owned).collect();
        self.heap.retain(|name, _| reached.contains(name));
    }

    /// The objects and arrays that the arguments reach more than once, in the order of the heap.
    pub fn shared(&self) -> Vec<&str> {
        let visits = self.visits(self.args.values());
        self.heap.keys().map(String::as_str).filter(|name| visits.get(name).is_some_and(|&n| n > 1)).collect()
    }

    /// The names of the objects and arrays that some values reach, with the number of references to each on the way.
    fn visits<'a>(&'a self, from: impl Iterator<Item = &'a Value>) -> FxHashMap<&'a str, u32> {
        let mut visits: FxHashMap<&str, u32> = FxHashMap::default();
        let mut open: Vec<&Value> = from.collect();
        while let Some(value) = open.pop() {
            let Value::Ref(name) = value else { continue };
            let count = visits.entry(name).or_default();
            *count += 1;
            if *count == 1 {
                open.extend(self.heap.get(name).into_iter().flat_map(Cell::values));
            }
        }
        visits
    }
}

/// A value of the source language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "Repr", into = "Repr")]
pub enum Value {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// An integer.
    Int(Num),
    /// A rational.
    Float(Num),
    /// A floating-point number.
    Ieee(Datum),
    /// A character.
    Char(String),
    /// A text.
    String(String),
    /// The name of an object or array of the heap.
    Ref(String),
}

/// An object or array of the initial heap.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(
    untagged,
    deny_unknown_fields,
    expecting = "expected an object {\"class\", \"fields\"} or an array {\"elem\", \"length\", \"default\", \"cells\"}"
)]
pub enum Cell {
    /// An object.
    Object {
        /// Its dynamic type.
        class: String,
        /// Fields by name.
        #[serde(default)]
        fields: IndexMap<String, Value>,
    },
    /// An array.
    Array {
        /// The type of its elements, as the source language writes it.
        elem: String,
        /// Its length, a decimal number.
        #[schemars(regex(pattern = "^[0-9]+$"))]
        length: String,
        /// The elements that `cells` does not name; the type's default when absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        default: Option<Value>,
        /// Elements by index, a decimal number.
        #[serde(default)]
        #[schemars(extend("propertyNames" = {"pattern": "^[0-9]+$"}))]
        cells: IndexMap<String, Value>,
    },
}

impl Cell {
    /// The values of its fields, or of its elements.
    pub fn values(&self) -> impl Iterator<Item = &Value> {
        let (values, default) = match self {
            Cell::Object { fields, .. } => (fields, None),
            Cell::Array { default, cells, .. } => (cells, default.as_ref()),
        };
        values.values().chain(default)
    }
}

/// The JSON objects with one key that stand for the values that JSON has not.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
enum Tagged {
    /// An integer of any size.
    Int(#[schemars(regex(pattern = "^[+-]?[0-9]+$"))] String),
    /// A rational of any size.
    Float(#[schemars(regex(pattern = "^[+-]?[0-9]+(/[0-9]+)?$"))] String),
    /// The floating-point number of 32 bits that is nearest to a decimal number, `Infinity`, `-Infinity` or `NaN`.
    Single(String),
    /// The same, of 64 bits.
    Double(String),
    /// A character.
    Char(String),
    /// A text.
    String(String),
    /// The name of an object or array of the heap.
    Ref(String),
}

/// A value of the source language.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(
    untagged,
    expecting = "expected true, false, null, or one of {\"int\": \"…\"}, {\"float\": \"p/q\"}, {\"single\": \"…\"}, {\"double\": \"…\"}, {\"char\": \"c\"}, {\"string\": \"…\"}, {\"ref\": \"…\"}"
)]
enum Repr {
    Bool(bool),
    Tagged(Tagged),
    Null,
}

impl From<Value> for Repr {
    fn from(value: Value) -> Self {
        Self::Tagged(match value {
            Value::Null => return Self::Null,
            Value::Bool(b) => return Self::Bool(b),
            Value::Int(n) => Tagged::Int(n.to_string()),
            Value::Float(n) => {
                let (p, q) = n.parts();
                Tagged::Float(format!("{p}/{q}"))
            }
            Value::Ieee(datum) if datum.format == Format::Single => Tagged::Single(datum.to_string()),
            Value::Ieee(datum) => Tagged::Double(datum.to_string()),
            Value::Char(c) => Tagged::Char(c),
            Value::String(s) => Tagged::String(s),
            Value::Ref(r) => Tagged::Ref(r),
        })
    }
}

impl TryFrom<Repr> for Value {
    type Error = String;

    fn try_from(repr: Repr) -> Result<Self, String> {
        let number = |s: &str| s.parse::<Num>().map_err(|error| error.to_string());
        let datum =
            |format, s: &str| Datum::parse(format, s).ok_or_else(|| format!("not a floating-point number: `{s}`"));
        Ok(match repr {
            Repr::Null => Value::Null,
            Repr::Bool(b) => Value::Bool(b),
            Repr::Tagged(Tagged::Int(s)) => match number(&s)? {
                n if n.is_integer() => Value::Int(n),
                _ => return Err(format!("not an integer: `{s}`")),
            },
            Repr::Tagged(Tagged::Float(s)) => Value::Float(number(&s)?),
            Repr::Tagged(Tagged::Single(s)) => Value::Ieee(datum(Format::Single, &s)?),
            Repr::Tagged(Tagged::Double(s)) => Value::Ieee(datum(Format::Double, &s)?),
            Repr::Tagged(Tagged::Char(s)) => Value::Char(s),
            Repr::Tagged(Tagged::String(s)) => Value::String(s),
            Repr::Tagged(Tagged::Ref(s)) => Value::Ref(s),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_json_form_is_that_of_the_manual() {
        let json = r#"{"args":{"x":{"int":"-5"},"p":{"ref":"o1"},"s":null,"b":true,"f":{"float":"1/2"}},"heap":{"o1":{"class":"C","fields":{"c":{"char":"a"}}},"a1":{"elem":"int","length":"3","default":{"int":"0"},"cells":{"2":{"int":"7"}}}}}"#;
        let inputs: Inputs = serde_json::from_str(json).unwrap();
        assert_eq!(serde_json::to_string(&inputs).unwrap(), json);
        assert_eq!(inputs.args["x"], Value::Int(Num::from(-5)));
        assert!(serde_json::from_str::<Inputs>(r#"{"args":{"x":{"int":"1/2"}}}"#).is_err());
        assert!(serde_json::from_str::<Inputs>(r#"{"arg":{}}"#).is_err());
        assert_eq!(Inputs::from_json(b" {}").unwrap(), Inputs::default());
        assert!(Inputs::from_json(b" []").is_err());
    }
}
