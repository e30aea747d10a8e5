//! Digests that identify texts, the same on every machine and in every version.

use sha2::{Digest, Sha256};

/// The form of a [`sha256`] result, as a regular expression.
pub const PATTERN: &str = "^sha256:[0-9a-f]{64}$";

/// `sha256:` and 64 hexadecimal digits.
pub fn sha256(text: &[u8]) -> String {
    format!("sha256:{}", hexadecimal(text))
}

/// The 64 hexadecimal digits alone.
pub fn hexadecimal(text: &[u8]) -> String {
    Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_digest_of_nothing_is_the_known_one() {
        let digits = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(sha256(b""), format!("sha256:{digits}"));
    }
}
