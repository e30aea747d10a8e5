//! The schemas of everything that is written as JSON, JSON Schema of draft 2020-12. They are strict: what they do not name
//! is not written.

use clap::ValueEnum;
use serde_json::{Map, Value};

/// A form of JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Schema {
    /// The report of `explore`
    Report,
    /// The report of `explore --class` and `--all-methods`
    Methods,
    /// The inputs of a violation, which `run --inputs` reads
    Inputs,
    /// The list of tests of `explore --tests`
    Tests,
    /// The table of `compare`
    Compare,
    /// The report of `merge`
    Merge,
    /// The coverage in these reports
    Coverage,
    /// The report of `profile`
    Profile,
    /// A line of `--progress json`
    Progress,
}

impl Schema {
    /// The schema, without those that it refers to.
    fn text(self) -> &'static str {
        match self {
            Schema::Report => include_str!("schemas/report.json"),
            Schema::Methods => include_str!("schemas/methods.json"),
            Schema::Inputs => include_str!("schemas/inputs.json"),
            Schema::Tests => include_str!("schemas/tests.json"),
            Schema::Compare => include_str!("schemas/compare.json"),
            Schema::Merge => include_str!("schemas/merge.json"),
            Schema::Coverage => include_str!("schemas/coverage.json"),
            Schema::Profile => include_str!("schemas/profile.json"),
            Schema::Progress => include_str!("schemas/progress.json"),
        }
    }

    /// The schemas that this one refers to, those included that they refer to.
    fn parts(self) -> &'static [Schema] {
        match self {
            Schema::Report => &[Schema::Inputs, Schema::Coverage],
            Schema::Methods | Schema::Merge => &[Schema::Report, Schema::Inputs, Schema::Coverage],
            Schema::Inputs
            | Schema::Tests
            | Schema::Compare
            | Schema::Coverage
            | Schema::Profile
            | Schema::Progress => &[],
        }
    }

    /// The schema as one document that refers to no other, ended by a line break: those that it is made of are bundled as
    /// definitions that have names of their own.
    ///
    /// # Errors
    /// When a schema is not JSON: a defect.
    pub fn bundled(self) -> Result<String, serde_json::Error> {
        let mut schema: Map<String, Value> = serde_json::from_str(self.text())?;
        if !self.parts().is_empty() {
            let mut definitions = match schema.shift_remove("$defs") {
                Some(Value::Object(own)) => own,
                _ => Map::new(),
            };
            for part in self.parts() {
                let part: Map<String, Value> = serde_json::from_str(part.text())?;
                let name = part.get("$id").and_then(Value::as_str).unwrap_or_default().to_owned();
                definitions.insert(name, Value::Object(part));
            }
            schema.insert("$defs".to_owned(), Value::Object(definitions));
        }
        Ok(serde_json::to_string_pretty(&schema)? + "\n")
    }
}
