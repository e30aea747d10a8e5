//! Reports for a browser: one file each, with nothing to be fetched.
//!
//! Pages are templates of askama, which escapes what it inserts. Style and script are files of their own, put in when the
//! program is compiled; what the script works on stands in the page as JSON, in which no `<` can end the element.
//!
//! | task | file |
//! |---|---|
//! | an explanation of one line | [`mod@explain`] |
//! | the report of an exploration | [`explore`] |
//! | what its script works on | [`data`], [`timeline`](crate::report::model::timeline) |

mod data;
mod explain;
pub mod explore;

/// The style of all pages.
const CSS: &str = include_str!("style.css");

/// A page that could not be made: a defect.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// A template could not be filled in.
    #[error(transparent)]
    Template(#[from] askama::Error),
    /// The data could not be serialised.
    #[error(transparent)]
    Data(#[from] serde_json::Error),
}
