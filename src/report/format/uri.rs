//! File names as URI references.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// All characters but those that stay as they are in a path.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// A relative reference, or `file://…` for an absolute path.
pub fn of(name: &str) -> String {
    let path = utf8_percent_encode(name, ESCAPED);
    if name.starts_with('/') { format!("file://{path}") } else { path.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_escaped() {
        assert_eq!(of("examples/bank.oox"), "examples/bank.oox");
        assert_eq!(of("/tmp/a b:ü.oox"), "file:///tmp/a%20b%3A%C3%BC.oox");
        assert_eq!(of("<stdin>"), "%3Cstdin%3E");
    }
}
