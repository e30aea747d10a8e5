//! The selection of methods to explore: one, those of a class, all.

use super::multise;
use snapbox::str;
use support::process::complaints;

const SHAPES: &str = "abstract class Shape {
    abstract int area();
    int twice() { return this.area() * 2; }
}
class Square extends Shape {
    int side;
    Square(int side) requires(side > 0) { this.side := side; }
    int area() { if (this.side < 0) { return 0; } return this.side; }
}
class Lost extends Shape {
    Lost() { throw \"never\"; }
    int area() { return 10 / this.twice(); }
}
abstract class Nobody {
    int alone() { return 1; }
}
";

#[test]
fn the_entry_must_exist() {
    multise(&["explore", "examples/bank.oox", "--entry", "Main.mian"]).assert().code(2).stdout_eq("").stderr_eq(str![
        [r#"
error[E0151]: there is no method `mian` in class `Main`
 |
 = help: did you mean `main`?

error: examples/bank.oox refused: 1 error

"#]
    ]);
}

#[test]
fn a_program_without_main_shows_where_it_can_begin() {
    multise(&["explore", "-"]).stdin(SHAPES).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error[E0151]: there is no class `Main` for the entry method `Main.main`
 |
 = help: choose one with --entry CLASS.METHOD, or explore all with --class CLASS or --all-methods
         entries: `Shape.twice()`, `Square.Square(int)`, `Square.area()`, `Lost.Lost()`, `Lost.area()`

error: <stdin> refused: 1 error

"#]]);
    let text = "class App { static void main(int n) { } int f() { return 1; } }";
    multise(&["run", "-"]).stdin(text).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error[E0151]: there is no class `Main` for the entry method `Main.main`
 |
 = help: did you mean `App.main`?
         choose one with --entry CLASS.METHOD, or explore all with --class CLASS or --all-methods
         entries: `App.main(int)`, `App.f()`

error: <stdin> refused: 1 error

"#]]);
}

#[test]
fn every_method_of_a_class_in_one_table() {
    let table = multise(&["explore", "-", "--class", "Square", "--coverage"]).stdin(SHAPES).assert().code(0);
    table.stderr_eq("").stdout_eq(str![[r#"
method[..]verdict[..]violations[..]blocks[..]time
Square.Square  valid             0  2/2 (100 %)  [..] s
Square.area    valid             0  3/3 (100 %)  [..] s
coverage            blocks     branches
Square.Square  2/2 (100 %)  0/0 (100 %)
Square.area    3/3 (100 %)  2/2 (100 %)
total          5/5 (100 %)  2/2 (100 %)
2 methods, blocks 5/5 (100 %), branches 2/2 (100 %), time [..] s
valid

"#]]);
}

#[test]
fn a_constructor_that_always_throws_is_reported_and_tests_do_without_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    // Without the recursion, whose replay would take all of its steps.
    let text = SHAPES.replace("this.twice()", "2");
    let run = multise(&["explore", "-", "--class", "Lost", "--tests", &folder.display().to_string()]);
    run.stdin(text).assert().code(1).stdout_eq(str![[r#"
violation[exception, throw] at <stdin>:11:14 in Lost.Lost: uncaught exception: `throw` is executed
  with no inputs
method[..]verdict[..]violations[..]blocks[..]time
Lost.Lost[..]invalid[..]1  1/1 (100 %)[..] s
Lost.area[..]valid[..]0  1/1 (100 %)[..] s
2 methods, blocks [..], branches [..], time [..] s
invalid

"#]]);
    let driver = support::read(folder.join("Lost.area-1.oox"));
    assert!(driver.contains("new Lost(false") && driver.contains("bool blank0"), "{driver}");
}

#[test]
fn methods_that_cannot_be_explored_are_refused() {
    let refused = |options: &[&str], why: &str| {
        let words: Vec<&str> = ["explore", "-"].iter().chain(options).copied().collect();
        let output = multise(&words).stdin(SHAPES).output().expect("the program runs");
        let said = complaints(&output);
        assert!(
            output.status.code() == Some(2) && output.stdout.is_empty() && said.contains(why),
            "{options:?}: {said}"
        );
    };
    refused(&["--class", "Sqare"], "did you mean `Square`?");
    refused(&["--entry", "Square.arena"], "there is no method `arena` in class `Square`");
    refused(&["--entry", "Shape.area"], "write one of `Square.area()`, `Lost.area()`");
    refused(&["--entry", "Nobody.alone"], "`Nobody` is abstract, and no concrete class below it");
    refused(&["--class", "Nobody"], "no object runs the entry method `Nobody.alone`");
    refused(&["--class", "Square", "--entry", "Square.area"], "cannot be used with");
}

#[test]
fn coverage_in_the_format_of_lcov() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("shapes.info");
    multise(&["explore", "-", "-q", "--entry", "Square.area", "--lcov", &file.display().to_string()])
        .stdin(SHAPES)
        .assert()
        .code(0);
    snapbox::assert_data_eq!(
        support::read(file),
        str![[r#"
TN:
SF:<stdin>
FN:8,Square.area
FNDA:1,Square.area
FNF:1
FNH:1
BRDA:8,[..],0,1
BRDA:8,[..],1,1
BRF:2
BRH:2
DA:8,1
LF:1
LH:1
end_of_record

"#]]
    );
}
