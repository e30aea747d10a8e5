//! The numbers of texts and characters, as values of inputs.
//!
//! Both numberings are injective and total in both directions. The number of a literal is its [`TextId`]. Any other text
//! or character has a number that no literal of the program has.

use crate::index::Idx;
use crate::ir::{TextId, Texts};
use crate::num::Num;
use num_bigint::{BigInt, Sign};

/// Texts without a short number are numbered by multiples of 2 to this power.
const SHIFT: u32 = 64;

/// The text of a number: the literal with this number, else a text that is no literal.
pub fn text(texts: &Texts, number: &Num) -> String {
    if let Some(n) = index(number)
        && n < texts.len()
    {
        return literal(texts, n).to_owned();
    }
    match spelled(number).filter(|text| short(texts, text).is_none()) {
        Some(text) => text,
        None => format!("{}{number}", mark(texts)),
    }
}

/// The number of a text: the inverse of [`text`].
pub fn number_of_text(texts: &Texts, text: &str) -> Num {
    short(texts, text).unwrap_or_else(|| {
        // A leading 1 keeps leading zero bytes apart.
        let bytes: Vec<u8> = std::iter::once(1).chain(text.bytes()).collect();
        Num::from(BigInt::from_bytes_be(Sign::Plus, &bytes) << SHIFT)
    })
}

/// The number of a text that is a literal; or the number after the mark, if this is the text of that number.
fn short(texts: &Texts, text: &str) -> Option<Num> {
    if let Some(n) = (0..texts.len()).find(|&n| literal(texts, n) == text) {
        return Some(Num::from(n as i64));
    }
    let digits = text.strip_prefix(&mark(texts))?;
    let canonical = digits.bytes().all(|b| b.is_ascii_digit()) && (digits == "0" || !digits.starts_with('0'));
    let number: Num = digits.parse().ok().filter(|_| canonical)?;
    (self::text(texts, &number) == text).then_some(number)
}

/// The text that a large number spells.
fn spelled(number: &Num) -> Option<String> {
    let number = number.to_bigint()?;
    let content: BigInt = &number >> SHIFT;
    let (_, bytes) = content.to_bytes_be();
    if &content << SHIFT != number || content.sign() != Sign::Plus || bytes[0] != 1 {
        return None;
    }
    String::from_utf8(bytes[1..].to_vec()).ok()
}

/// The prefix of texts that are not literals and spell their number: no literal begins with it.
fn mark(texts: &Texts) -> String {
    let mut mark = String::from("s");
    while (0..texts.len()).any(|n| literal(texts, n).starts_with(&mark)) {
        mark.push('_');
    }
    mark
}

/// The character of a number: the literal with this number if it is a character, else a character that is no literal.
/// Injective as long as there are characters.
pub fn character(texts: &Texts, number: &Num) -> String {
    let Some(n) = index(number) else { return "\0".to_owned() };
    if n < texts.len() && is_character(literal(texts, n)) {
        return literal(texts, n).to_owned();
    }
    let before = (0..n.min(texts.len())).filter(|&i| is_character(literal(texts, i))).count();
    free_characters(texts).nth(n - before).map_or_else(|| "\0".to_owned(), String::from)
}

/// The number of a character: the inverse of [`character`].
pub fn number_of_character(texts: &Texts, character: &str) -> Num {
    let is_char = |&n: &usize| is_character(literal(texts, n));
    if let Some(n) = (0..texts.len()).find(|&n| literal(texts, n) == character) {
        return Num::from(n as i64);
    }
    let rank = free_characters(texts).position(|c| character.chars().eq([c])).unwrap_or(0);
    let number = (0..).filter(|n| *n >= texts.len() || !is_char(n)).nth(rank).expect("the numbers do not end");
    Num::from(number as i64)
}

/// The characters that are no literals: letters first, then everything else that can be typed, then the rest.
fn free_characters(texts: &Texts) -> impl Iterator<Item = char> + '_ {
    let letters = ('a'..='z').chain('A'..='Z');
    let others = (' '..='~').filter(|c| !c.is_ascii_alphabetic());
    let rest = ('\u{a1}'..=char::MAX).chain('\0'..'\u{20}').chain('\u{7f}'..='\u{a0}');
    letters.chain(others).chain(rest).filter(|c| {
        let mut buffer = [0; 4];
        let text: &str = c.encode_utf8(&mut buffer);
        (0..texts.len()).all(|n| literal(texts, n) != text)
    })
}

fn is_character(text: &str) -> bool {
    text.chars().count() == 1
}

fn literal(texts: &Texts, n: usize) -> &str {
    texts.get(TextId::new(n))
}

/// A number as an index, if it can be one.
fn index(number: &Num) -> Option<usize> {
    number.to_i64().and_then(|n| usize::try_from(n).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts() -> Texts {
        let mut texts = Texts::default();
        for literal in ["a", "s12", "hello", "7", "", "s_"] {
            texts.intern(literal);
        }
        texts
    }

    #[test]
    fn texts_and_numbers_are_one_to_one() {
        let texts = texts();
        let samples =
            ["", "a", "s", "s12", "s__7", "s__9", "s__09", "s__", "x", "\0", "\0\0", "ß", "s__99999999999999999999"];
        for sample in samples {
            assert_eq!(text(&texts, &number_of_text(&texts, sample)), sample);
        }
        let spelled = number_of_text(&texts, "s__09");
        for number in (0..40).map(Num::from).chain([spelled.clone(), &spelled + &Num::ONE]) {
            assert_eq!(number_of_text(&texts, &text(&texts, &number)), number);
        }
    }

    #[test]
    fn characters_and_numbers_are_one_to_one() {
        let texts = texts();
        for sample in ["a", "b", "z", "7", "8", "s", "\0", " ", "\n", "é"] {
            assert_eq!(character(&texts, &number_of_character(&texts, sample)), sample);
        }
        for number in (0..200).map(Num::from) {
            assert_eq!(number_of_character(&texts, &character(&texts, &number)), number);
        }
    }
}
