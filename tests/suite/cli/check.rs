//! Refused programs, and their diagnostics.

use super::multise;
use snapbox::str;
use support::process::complaints;

#[test]
fn every_error_is_rendered() {
    let text = "class Main {\n    static void main(int x) {\n        y := 1;\n        bool x := z;\n    }\n}\n";
    multise(&["check", "-"]).stdin(text).assert().code(2).stdout_eq(str![[""]]).stderr_eq(str![[r#"
error[E0102]: unknown variable `y`
 --> <stdin>:3:9
  |
3 |         y := 1;
  |         ^

error[E0109]: `x` is declared already
 --> <stdin>:4:14
  |
2 |     static void main(int x) {
  |                          - first declared here
3 |         y := 1;
4 |         bool x := z;
  |              ^ declared again here

error[E0102]: unknown variable `z`
 --> <stdin>:4:19
  |
4 |         bool x := z;
  |                   ^

error: <stdin> refused: 3 errors

"#]]);
}

#[test]
fn a_pipe_with_a_name_is_read_once() {
    let good = "class Main { static void main(int x) { assert x != 7; } }";
    let (check, explore) = (["check", "/dev/stdin"], ["explore", "/dev/stdin"]);
    let run = ["run", "/dev/stdin", "Main.main(7)"];
    multise(&check).stdin("class {").assert().code(2).stderr_eq("error[E0011]: [..]\n --> /dev/stdin:1:7\n...");
    multise(&check).stdin(good).assert().code(0).stdout_eq("/dev/stdin: no errors\n");
    multise(&explore).stdin(good).assert().code(1).stdout_eq("...\ninvalid\n");
    multise(&run).stdin(good).assert().code(1);
    multise(&["jobs", "/dev/stdin"]).stdin(good).assert().code(2);
}

#[test]
fn syntax_errors_too() {
    let text = "class Main {\n    static void main( {\n    }\n    int f() { return 1 + ; }\n}\n";
    multise(&["explore", "-"]).stdin(text).assert().code(2).stdout_eq(str![[""]]).stderr_eq(str![[r#"
error[E0011]: expected a type, found `{`
 --> <stdin>:2:23
  |
2 |     static void main( {
  |                       ^ unexpected

error[E0011]: expected an expression, found `;`
 --> <stdin>:4:26
  |
4 |     int f() { return 1 + ; }
  |                          ^ unexpected

error: <stdin> refused: 2 errors

"#]]);
}

#[test]
fn a_good_program_has_no_errors() {
    multise(&["check", "examples/stack.oox"])
        .assert()
        .code(0)
        .stdout_eq(str![[r#"
examples/stack.oox: no errors

"#]])
        .stderr_eq(str![[""]]);
    multise(&["check", "-q", "examples/stack.oox"]).assert().code(0).stdout_eq("").stderr_eq("");
}

#[test]
fn lenient_checking_warns() {
    let text = "class Main {\n    static void main() {\n        x := 1;\n        assert x == 1;\n    }\n}\n";
    multise(&["check", "-"]).stdin(text).assert().code(2);
    multise(&["check", "--lenient", "-"])
        .stdin(text)
        .assert()
        .code(0)
        .stdout_eq(str![[r#"
<stdin>: no errors, 1 warning

"#]])
        .stderr_eq(str![[r#"
warning[E0102]: unknown variable `x`
 --> <stdin>:3:9
  |
3 |         x := 1;
  |         ^
  |
  = help: lenient mode: this declares it with type `int`


"#]]);
    multise(&["check", "--compat", "jip", "-q", "-"]).stdin(text).assert().code(0).stdout_eq("").stderr_eq("");
    multise(&["check", "--compat", "jip", "--strict", "-"]).stdin(text).assert().code(2);
}

#[test]
fn files_that_cannot_be_read() {
    multise(&["check", "nowhere.oox"]).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error: cannot read `nowhere.oox`: there is no such file

"#]]);
    multise(&["explore", "src"]).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error: cannot read `src`: it is a directory

"#]]);
    let bytes = b"class A {}\n// \xff\n".to_vec();
    multise(&["check", "-"]).stdin(bytes).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error[E0007]: the file is not UTF-8: malformed byte in line 2

error: <stdin> refused: 1 error

"#]]);
    multise(&["explore", "--format", "json", "-"]).stdin("class").assert().code(2).stdout_eq("");
}

#[test]
fn odd_files_are_refused() {
    let refused = |bytes: Vec<u8>, code: &str| {
        let output = multise(&["explore", "-"]).stdin(bytes).assert().code(2).stdout_eq("");
        let text = complaints(output.get_output());
        assert!(text.starts_with(&format!("error[{code}]")), "{text:.1000}");
        assert!(text.trim_end().ends_with("error: <stdin> refused: 1 error"), "{text:.1000}");
    };
    let nested = |open: &str, inner: &str, close: &str| {
        let body = [open.repeat(100_000), close.repeat(100_000)].join(inner);
        format!("class Main {{ static void main(int x) {{ int y; y := {body}; }} }}").into_bytes()
    };
    refused(nested("(", "x", ")"), "E0010");
    refused(nested("x + ", "x", ""), "E0010");
    refused(nested("1; { y := ", "1; ", "}"), "E0010");
    // Bytes that are not UTF-8, with zeros among them.
    refused((0..=255u8).rev().cycle().take(100_000).collect(), "E0007");
}
