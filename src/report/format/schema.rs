//! The JSON schemas (draft 2020-12) of everything that is written as JSON. They are derived from the serialised types, and
//! their descriptions are the documentation of these types. They are strict: nothing is written that they do not name.

use super::suite::Suite;
use super::{explain, json, merge, methods, profile, progress};
use crate::inputs::Inputs;
use crate::report::model::compare::Compared;
use crate::report::model::coverage::Covered;
use clap::ValueEnum;
use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use serde_json::Value;

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
    /// The report of `explain`
    Explain,
    /// The report of `profile`
    Profile,
    /// A line of `--progress json`
    Progress,
}

impl Schema {
    /// The schema as one document that refers to no other, ended by a line break.
    ///
    /// # Errors
    /// When it cannot be serialised: a defect.
    pub fn text(self) -> Result<String, serde_json::Error> {
        let settings = SchemaSettings::draft2020_12().with_transform(RecursiveTransform(in_common));
        let written = settings.clone().for_serialize().into_generator();
        let mut schema = match self {
            Self::Report => written.into_root_schema_for::<json::Report>(),
            Self::Methods => written.into_root_schema_for::<methods::Report>(),
            // Inputs that a user writes by hand may omit fields that have a default.
            Self::Inputs => settings.into_generator().into_root_schema_for::<Inputs>(),
            Self::Tests => written.into_root_schema_for::<Suite>(),
            Self::Compare => written.into_root_schema_for::<Compared>(),
            Self::Merge => written.into_root_schema_for::<merge::Merged>(),
            Self::Coverage => written.into_root_schema_for::<Covered>(),
            Self::Explain => written.into_root_schema_for::<explain::Explanation>(),
            Self::Profile => written.into_root_schema_for::<profile::Report>(),
            Self::Progress => written.into_root_schema_for::<progress::Report>(),
        };
        let name = self.to_possible_value().map(|value| format!("urn:multise:{}", value.get_name()));
        schema.insert("$id".to_owned(), name.into());
        json::pretty(&schema)
    }
}

/// Properties of all schemas: no number is negative, numbers have no other format, and each paragraph of the documentation is
/// a line.
fn in_common(schema: &mut schemars::Schema) {
    let Some(schema) = schema.as_object_mut() else { return };
    schema.shift_remove("format");
    let is_number = |ty: &Value| ty == "number" || ty == "integer";
    if schema.get("type").is_some_and(|ty| is_number(ty) || ty.as_array().is_some_and(|all| all.iter().any(is_number)))
    {
        schema.entry("minimum").or_insert(0.into());
    }
    if let Some(Value::String(text)) = schema.get_mut("description") {
        *text = text.split("\n\n").map(|paragraph| paragraph.replace('\n', " ")).collect::<Vec<_>>().join("\n");
    }
}
