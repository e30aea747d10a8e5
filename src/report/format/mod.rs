//! The formats of reports: for people, for browsers and for other programs.

pub mod compare;
pub mod coverage;
pub mod diagnostics;
mod excerpt;
pub mod explain;
pub mod html;
pub mod json;
pub mod junit;
pub mod merge;
pub mod methods;
pub mod profile;
pub mod progress;
pub mod rerun;
pub mod run;
pub mod sarif;
pub mod schema;
pub mod style;
pub mod suite;
pub mod text;
mod uri;
pub mod witness;
