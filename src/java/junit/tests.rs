//! Parts of the writer that need no program.

use super::names::simple;
use super::text::MARK;

#[test]
fn classes_have_simple_names() {
    for (class, name) in [("a.b.Outer$Inner", "Inner"), ("Main", "Main"), ("a.B", "B")] {
        assert_eq!(simple(class), name);
    }
}

#[test]
fn the_mark_is_a_comment_of_one_line() {
    assert!(MARK.starts_with("// ") && !MARK.contains('\n'));
}
