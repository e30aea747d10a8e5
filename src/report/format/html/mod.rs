//! Reports for a browser: one file each, which loads nothing else.
//!
//! Pages are templates of askama, which escapes what it inserts. Style and script are separate files, inserted when the
//! program is compiled. The data of the script is JSON in the page, in which no `<` can end the element.
//!
//! | task | file |
//! |---|---|
//! | an explanation of one line | [`mod@explain`] |
//! | the report of an exploration | [`explore`] |
//! | the data of its script | [`data`], [`timeline`](crate::report::model::timeline) |
//! | what is shown, the address, tabs | `script/page.js` |
//! | the source and the values at a line | `script/values.js` |
//! | a violation step by step, the objects, the schedule of its threads | `script/timeline.js`, `objects.js`, `schedule.js` |
//! | the graph: its boxes, their places, the drawing | `script/chains.js`, `layout.js`, `graph.js` |
//! | the graph in its window: zoom, the whole beside it, keys | `script/zoom.js`, `overview.js`, `walk.js` |
//! | statistics | `script/charts.js` |

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
