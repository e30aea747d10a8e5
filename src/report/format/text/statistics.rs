//! All statistics, for people.

use crate::config::Mode;
use crate::outcome::Statistics;
use crate::report::format::style::Style;
use crate::report::model::statistics::Numbers;
use indexmap::IndexMap;
use serde_json::value::RawValue;

/// The statistics as a table, one line per number, each ended by a line break.
pub fn table(statistics: &Statistics, mode: Mode, style: Style) -> String {
    // Converted from JSON text, which keeps integers of any size.
    let json = serde_json::to_string(&Numbers::new(statistics, mode)).unwrap_or_default();
    let numbers: IndexMap<String, Box<RawValue>> = serde_json::from_str(&json).unwrap_or_default();
    let mut out = style.head("statistics") + "\n";
    for (name, value) in &numbers {
        let text = match serde_json::from_str::<IndexMap<String, u64>>(value.get()) {
            Ok(parts) if parts.is_empty() => "none".to_owned(),
            Ok(parts) => parts.iter().map(|(part, n)| format!("{part} {n}")).collect::<Vec<_>>().join(", "),
            Err(_) => value.get().to_owned(),
        };
        let unit = match name.as_str() {
            n if n.ends_with("_percent") => " %",
            n if n.starts_with("time_") => " s",
            "memory_peak" => " bytes",
            _ => "",
        };
        out += &format!("  {name:<21} {text}{unit}\n");
    }
    out
}
