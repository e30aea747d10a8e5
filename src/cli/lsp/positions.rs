//! Positions in a text as the protocol has them: a line, which ends in `\n`, `\r\n` or `\r`, and a column in units of the
//! encoding that was agreed on.

use crate::source::{Span, boundary};
use lsp_types::{Position, Range};

/// The unit of columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// Bytes.
    Utf8,
    /// Units of 16 bits, which every client understands. A character beyond the basic plane takes two.
    Utf16,
}

impl Encoding {
    fn width(self, c: char) -> usize {
        match self {
            Encoding::Utf8 => c.len_utf8(),
            Encoding::Utf16 => c.len_utf16(),
        }
    }

    fn length(self, text: &str) -> usize {
        text.chars().map(|c| self.width(c)).sum()
    }
}

/// A text with the starts of its lines.
#[derive(Clone, Debug)]
pub struct Text {
    text: String,
    starts: Vec<usize>,
    /// The units before each [`CHUNK`] of bytes. With them a column costs the same in a line of any length.
    units: Vec<usize>,
    encoding: Encoding,
}

/// Bytes between two places where the units are known.
const CHUNK: usize = 256;

impl Text {
    /// Wraps a text.
    pub fn new(text: String, encoding: Encoding) -> Self {
        let bytes = text.as_bytes();
        let ends_line = |i: usize| match bytes[i] {
            b'\n' => true,
            b'\r' => bytes.get(i + 1) != Some(&b'\n'),
            _ => false,
        };
        let starts = std::iter::once(0).chain((0..bytes.len()).filter(|&i| ends_line(i)).map(|i| i + 1)).collect();
        let mut units = vec![0];
        for chunk in 0..bytes.len() / CHUNK {
            let [start, end] = [chunk, chunk + 1].map(|n| boundary(&text, n * CHUNK));
            units.push(units[chunk] + encoding.length(&text[start..end]));
        }
        Self { text, starts, units, encoding }
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The position of a byte. A byte inside a character has the position of the character; one behind the text, that of the
    /// end of the text; one inside a line break, that of the break.
    pub fn position(&self, byte: usize) -> Position {
        let line = self.starts.partition_point(|&start| start <= byte) - 1;
        let start = self.starts[line];
        let byte = boundary(&self.text, byte.min(start + self.line(line).len()));
        Position::new(number(line), number(self.units_before(byte) - self.units_before(start)))
    }

    /// The byte of a position. A position behind the end of a line is the end of the line, one behind the last line the end
    /// of the text, and one inside a character the beginning of the character.
    pub fn byte(&self, position: Position) -> usize {
        let line = position.line as usize;
        let Some(&start) = self.starts.get(line) else { return self.text.len() };
        let end = start + self.line(line).len();
        let units = self.units_before(start) + position.character as usize;
        // The last place before it where the units are known: this line may begin later.
        let chunk = self.units.partition_point(|&before| before <= units) - 1;
        let (known, before) = match boundary(&self.text, chunk * CHUNK) {
            known if known > start => (known, self.units[chunk]),
            _ => (start, self.units_before(start)),
        };
        let mut left = units - before;
        let inside =
            self.text[known.min(end)..end].chars().take_while(|&c| match left.checked_sub(self.encoding.width(c)) {
                Some(rest) => {
                    left = rest;
                    true
                }
                None => false,
            });
        known.min(end) + inside.map(char::len_utf8).sum::<usize>()
    }

    /// The units before a byte at which a character begins.
    fn units_before(&self, byte: usize) -> usize {
        let chunk = byte / CHUNK;
        self.units[chunk] + self.encoding.length(&self.text[boundary(&self.text, chunk * CHUNK)..byte])
    }

    /// The range of a span of the text.
    pub fn range(&self, span: Span) -> Range {
        Range::new(self.position(span.start as usize), self.position(span.end as usize))
    }

    /// The text with a part of it replaced.
    pub fn replaced(&self, range: Range, with: &str) -> String {
        let (start, end) = (self.byte(range.start), self.byte(range.end));
        let (start, end) = (start.min(end), start.max(end));
        [&self.text[..start], with, &self.text[end..]].concat()
    }

    /// The text of a line, from 0, without its break.
    fn line(&self, line: usize) -> &str {
        let end = self.starts.get(line + 1).copied().unwrap_or(self.text.len());
        let text = &self.text[self.starts[line]..end];
        text.strip_suffix("\r\n").or_else(|| text.strip_suffix(['\n', '\r'])).unwrap_or(text)
    }
}

/// No text has more lines or columns than fit.
fn number(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Longer than a chunk, and it begins some chunks inside a character.
    const LONG: &str =
        "é€aé𝒳a€𝒳é€aé𝒳a€𝒳é€aé𝒳a€𝒳é€aé𝒳a€𝒳é€aé𝒳a€𝒳é€aé𝒳a€𝒳é€aé𝒳a€𝒳é€aé𝒳a€𝒳é€aé𝒳a€𝒳é€aé𝒳a€𝒳é€aé𝒳a€𝒳é€aé𝒳a€𝒳é€aé𝒳a€𝒳";

    fn text() -> impl Strategy<Value = String> {
        let piece = prop_oneof![
            Just("\n"),
            Just("\r\n"),
            Just("\r"),
            Just("a"),
            Just("é"),
            Just("€"),
            Just("𝒳"),
            Just(" "),
            Just(LONG)
        ];
        proptest::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
    }

    fn encoding() -> impl Strategy<Value = Encoding> {
        prop_oneof![Just(Encoding::Utf8), Just(Encoding::Utf16)]
    }

    #[test]
    fn columns_count_units() {
        let of = |encoding| Text::new("a𝒳é;\n".to_owned(), encoding);
        assert_eq!(of(Encoding::Utf16).position(7), Position::new(0, 4));
        assert_eq!(of(Encoding::Utf8).position(7), Position::new(0, 7));
        assert_eq!(of(Encoding::Utf16).byte(Position::new(0, 2)), 1, "the middle of a character is its beginning");
        assert_eq!(of(Encoding::Utf16).byte(Position::new(0, 99)), 8, "what is behind the line is its end");
        assert_eq!(of(Encoding::Utf16).byte(Position::new(7, 0)), 9, "what is behind the text is its end");
    }

    proptest! {
        #[test]
        fn a_byte_comes_back_from_its_position(text in text(), encoding in encoding()) {
            let lines = Text::new(text.clone(), encoding);
            let is_inside_break = |byte: usize| text[..byte].ends_with('\r') && text[byte..].starts_with('\n');
            for (byte, _) in text.char_indices().chain([(text.len(), ' ')]).filter(|(byte, _)| !is_inside_break(*byte)) {
                prop_assert_eq!(lines.byte(lines.position(byte)), byte);
            }
        }

        #[test]
        fn positions_are_in_the_order_of_bytes(text in text(), encoding in encoding()) {
            let lines = Text::new(text.clone(), encoding);
            let positions: Vec<_> = (0..=text.len() + 2).map(|byte| lines.position(byte)).collect();
            prop_assert!(positions.is_sorted());
        }

        #[test]
        fn any_position_is_a_place(text in text(), encoding in encoding(), line in 0..50_u32, column in 0..50_u32) {
            let lines = Text::new(text.clone(), encoding);
            let byte = lines.byte(Position::new(line, column));
            prop_assert!(text.is_char_boundary(byte));
        }

        #[test]
        fn edits_are_those_of_the_client(
            text in text(), with in text(), encoding in encoding(), ends in (any::<u32>(), any::<u32>()),
        ) {
            let lines = Text::new(text.clone(), encoding);
            let places: Vec<usize> = text.char_indices().map(|(byte, _)| byte).chain([text.len()]).collect();
            let place = |n: u32| lines.byte(lines.position(places[n as usize % places.len()]));
            let (start, end) = (place(ends.0).min(place(ends.1)), place(ends.0).max(place(ends.1)));
            let range = Range::new(lines.position(start), lines.position(end));
            let expected = format!("{}{with}{}", &text[..start], &text[end..]);
            prop_assert_eq!(lines.replaced(range, &with), expected);
        }
    }
}
