//! Positions in a text as the protocol has them: a line, which ends in `\n`, `\r\n` or `\r`, and a column in units of the
//! encoding that was agreed on.

use crate::source::Span;
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
}

/// A text with the starts of its lines.
#[derive(Clone, Debug)]
pub struct Text {
    text: String,
    starts: Vec<usize>,
    /// The lines in which every unit is a byte, because their columns need no counting: a text may be one long line.
    plain: Vec<bool>,
    encoding: Encoding,
}

impl Text {
    /// Wraps a text.
    pub fn new(text: String, encoding: Encoding) -> Self {
        let bytes = text.as_bytes();
        let ends_line = |i: usize| match bytes[i] {
            b'\n' => true,
            b'\r' => bytes.get(i + 1) != Some(&b'\n'),
            _ => false,
        };
        let starts: Vec<usize> =
            std::iter::once(0).chain((0..bytes.len()).filter(|&i| ends_line(i)).map(|i| i + 1)).collect();
        let ends = starts.iter().skip(1).copied().chain([bytes.len()]);
        let plain = starts.iter().zip(ends).map(|(&start, end)| bytes[start..end].is_ascii()).collect();
        Self { text, starts, plain, encoding }
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The position of a byte. A byte inside a character has the position of the character; one behind the text, that of the
    /// end of the text; one inside a line break, that of the break.
    pub fn position(&self, byte: usize) -> Position {
        let line = self.starts.partition_point(|&start| start <= byte) - 1;
        if self.plain[line] {
            return Position::new(number(line), number((byte - self.starts[line]).min(self.line(line).len())));
        }
        let before = self.line(line).char_indices().take_while(|(i, c)| self.starts[line] + i + c.len_utf8() <= byte);
        let column: usize = before.map(|(_, c)| self.encoding.width(c)).sum();
        Position::new(number(line), number(column))
    }

    /// The byte of a position. A position behind the end of a line is the end of the line, one behind the last line the end
    /// of the text, and one inside a character the beginning of the character.
    pub fn byte(&self, position: Position) -> usize {
        let line = position.line as usize;
        let Some(&start) = self.starts.get(line) else { return self.text.len() };
        let mut left = position.character as usize;
        if self.plain[line] {
            return start + left.min(self.line(line).len());
        }
        let inside = self.line(line).chars().take_while(|&c| match left.checked_sub(self.encoding.width(c)) {
            Some(rest) => {
                left = rest;
                true
            }
            None => false,
        });
        start + inside.map(char::len_utf8).sum::<usize>()
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

    fn text() -> impl Strategy<Value = String> {
        let piece =
            prop_oneof![Just("\n"), Just("\r\n"), Just("\r"), Just("a"), Just("é"), Just("€"), Just("𝒳"), Just(" ")];
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
