//! The page of an explanation.

use super::super::explain::{Explained, Explanation};
use super::{CSS, Failure};
use crate::report::model::notes::Fate;
use askama::Template;

#[derive(Template)]
#[template(path = "explain.html", config = "src/report/format/html/askama.toml")]
struct Page<'a> {
    css: &'static str,
    explanation: Explanation<'a>,
}

impl Explained<'_> {
    /// The explanation as a page.
    ///
    /// # Errors
    /// When the template cannot be filled in: a defect.
    pub fn html(&self) -> Result<String, Failure> {
        Ok(Page { css: CSS, explanation: self.explanation() }.render()?)
    }
}

impl Fate {
    /// The CSS class of the element that shows the fate.
    fn class(self) -> &'static str {
        match self {
            Fate::Reached => "good",
            Fate::Infeasible | Fate::NotCalled => "quiet",
            Fate::Bound | Fate::NotExplored => "unsure",
        }
    }
}
