//! The style of text: colours or not, and columns.

use crate::outcome::Verdict;
use annotate_snippets::Renderer;
use annotate_snippets::renderer::{AnsiColor, Effects};
use comfy_table::{LineStyle, TableStyle};

/// The lines of tables with columns that wrap: one under the head, and no other.
pub(super) const TABLE: TableStyle = TableStyle::new().header_separator(LineStyle::none().fill('-').junction('-'));

/// Whether the reader's screen shows colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// No escape sequences.
    Plain,
    /// Colours by ANSI escape sequences.
    Coloured,
}

impl Style {
    /// The renderer of excerpts.
    pub(super) fn renderer(self) -> Renderer {
        match self {
            Style::Plain => Renderer::plain(),
            Style::Coloured => Renderer::styled(),
        }
    }

    fn paint(self, colour: Option<AnsiColor>, text: &str) -> String {
        match self {
            Style::Plain => text.to_owned(),
            Style::Coloured => {
                let style = colour.map(AnsiColor::on_default).unwrap_or_default().effects(Effects::BOLD);
                format!("{style}{text}{style:#}")
            }
        }
    }

    /// For good news.
    pub fn good(self, text: &str) -> String {
        self.paint(Some(AnsiColor::Green), text)
    }

    /// For bad news.
    pub fn bad(self, text: &str) -> String {
        self.paint(Some(AnsiColor::BrightRed), text)
    }

    /// For doubts.
    pub fn unsure(self, text: &str) -> String {
        self.paint(Some(AnsiColor::Yellow), text)
    }

    /// For words about a verdict.
    pub fn verdict(self, verdict: Verdict, text: &str) -> String {
        match verdict {
            Verdict::Valid => self.good(text),
            Verdict::Invalid => self.bad(text),
            Verdict::Unknown => self.unsure(text),
        }
    }

    /// For the words that structure a report.
    pub fn head(self, text: &str) -> String {
        self.paint(None, text)
    }
}

/// The lines of a table, the heads first, without line breaks. The first `words` columns are aligned left, the others right.
pub fn columns<const N: usize>(
    heads: [&str; N],
    rows: &[[String; N]],
    words: usize,
    style: Style,
) -> impl Iterator<Item = String> {
    let heads = heads.map(str::to_owned);
    let width = |i: usize| rows.iter().chain([&heads]).map(|row| row[i].chars().count()).max().unwrap_or(0);
    let widths: [usize; N] = std::array::from_fn(width);
    let line = move |row: &[String; N]| {
        let cells = row.iter().zip(widths).enumerate();
        let cells = cells.map(|(i, (cell, w))| if i < words { format!("{cell:<w$}") } else { format!("{cell:>w$}") });
        cells.collect::<Vec<_>>().join("  ")
    };
    std::iter::once(style.head(&line(&heads))).chain(rows.iter().map(line))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_of_words_begin_and_columns_of_numbers_end_together() {
        let rows = [["ä", "12"], ["longer", "3"]].map(|row| row.map(str::to_owned));
        let lines: Vec<String> = columns(["name", "n"], &rows, 1, Style::Plain).collect();
        assert_eq!(lines, ["name     n", "ä       12", "longer   3"]);
    }

    #[test]
    fn plain_text_has_no_escape_sequences() {
        assert_eq!(Style::Plain.bad("invalid"), "invalid");
        assert_eq!(Style::Coloured.bad("invalid"), "\u{1b}[1m\u{1b}[91minvalid\u{1b}[0m");
    }
}
