//! Parts of the writer that need no program.

use super::text::MARK;

#[test]
fn the_mark_is_a_comment_of_one_line() {
    assert!(MARK.starts_with("// ") && !MARK.contains('\n'));
}
