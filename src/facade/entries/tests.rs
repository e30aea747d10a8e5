//! Which methods can be entries, and the errors for those that cannot.

use crate::config::Dialect;
use crate::facade::{Error, Program};
use expect_test::expect;

/// Why entries are refused, with places and advice.
fn shown(errors: impl Iterator<Item = Error>) -> String {
    let shown = |error| match error {
        Error::Refused(refused) => refused.source().shown(refused.diagnostics()),
        other => panic!("not refused: {other}"),
    };
    errors.map(shown).collect()
}

#[test]
fn the_entry_is_a_method_that_is_named_uniquely() {
    let text = "class Main { static void main() { } void inst() { } static int two() { return 1; } static int two(int x) { return x; } Main() { } static Main Main(int i) { return null; } }
        class Sub extends Main { } class Other { static int solo(int x) { return x; } Other() { } Other(Other[] o, int i) { } }";
    let program = Program::from_text("t.oox", text, &Dialect::default()).expect("a program");
    for name in [
        "Main.main",
        "Sub.main",
        "Other.solo",
        "Main.Main",
        "Main.inst",
        "Main.two(int)",
        "Main.two()",
        "Other.Other()",
        "Other.Other( Other [], int )",
        "Main.main()",
    ] {
        assert!(program.entry(name).is_ok(), "{name}");
    }
    let wrong = [
        "main",
        "Main.start",
        "Main.mian",
        "Mian.main",
        "X.solo",
        "Main.two",
        "Main.a.b",
        "",
        "Main.two(bool)",
        "Main.two(int",
        "Other.Other",
    ];
    let errors = wrong.iter().map(|name| program.entry(name).expect_err("it is wrong"));
    expect![[r#"
        E0151 -: `main` names no entry method
            = write `Class.method`
        E0151 -: there is no method `start` in class `Main`
            = choose one with --entry CLASS.METHOD, or explore all with --class CLASS or --all-methods
        entries: `Main.main()`, `Main.two()`, `Main.two(int)`, `Main.Main(int)`, `Other.solo(int)`, `Main.inst()` and 3 more
        E0151 -: there is no method `mian` in class `Main`
            = did you mean `main`?
        E0151 -: there is no class `Mian` for the entry method `Mian.main`
            = did you mean `Main`?
        E0151 -: there is no class `X` for the entry method `X.solo`
            = did you mean `Other.solo`?
        E0153 1 `two`: the entry method `Main.two` is ambiguous: it is overloaded
            1 `two`: another one of this name
            = write one of `Main.two()`, `Main.two(int)`
        E0151 -: there is no method `a.b` in class `Main`
            = choose one with --entry CLASS.METHOD, or explore all with --class CLASS or --all-methods
        entries: `Main.main()`, `Main.two()`, `Main.two(int)`, `Main.Main(int)`, `Other.solo(int)`, `Main.inst()` and 3 more
        E0151 -: `` names no entry method
            = write `Class.method`
        E0151 -: no method `two` of class `Main` has these parameters
            = write one of `Main.two()`, `Main.two(int)`
        E0153 1 `two`: the entry method `Main.two(int` is ambiguous: it is overloaded
            1 `two`: another one of this name
            = write one of `Main.two()`, `Main.two(int)`
        E0153 2 `Other`: the entry method `Other.Other` is ambiguous: it is overloaded
            2 `Other`: another one of this name
            = write one of `Other.Other()`, `Other.Other(Other[], int)`
    "#]]
    .assert_eq(&shown(errors));
}

#[test]
fn the_entry_has_a_body_and_somebody_to_run_it() {
    let text = "interface I { int f(); } interface Nobody { int f(); }
        class A implements I { int f() { return 1; } } class B extends A { int f() { return 2; } int g() { return 3; } }
        abstract class Alone { Alone() { } int h() { return 1; } static int s() { return 1; } }
        abstract class Base { int k() { return 1; } } class Only extends Base { int k() { return 2; } }
        class Main { void main() { } }";
    let program = Program::from_text("t.oox", text, &Dialect::default()).expect("a program");
    for name in ["A.f", "B.f", "B.g", "Alone.s", "Only.k"] {
        assert!(program.entry(name).is_ok(), "{name}");
    }
    let wrong = ["I.f", "Nobody.f", "Alone.h", "Alone.Alone", "Base.k", "Main.main"];
    let errors = wrong.iter().map(|name| program.entry(name).expect_err("it is wrong"));
    expect![[r#"
        E0152 1 `f`: the entry method `I.f` has no body
            = write one of `A.f()`, `B.f()`
        E0152 1 `f`: the entry method `Nobody.f` has no body
            = no class implements `Nobody`
        E0152 3 `h`: no object runs the entry method `Alone.h`
            = `Alone` is abstract, and no concrete class below it inherits the method
        E0152 3 `Alone`: no object is made by the constructor of the abstract class `Alone`
        E0152 4 `k`: no object runs the entry method `Base.k`
            = `Base` is abstract, and no concrete class below it inherits the method
        E0152 5 `main`: the entry method `Main.main` is not static
            = the method where a program starts must be static; name another one with --entry
    "#]]
    .assert_eq(&shown(errors));
    let names = |class: &str| {
        let found = program.entries_of(class);
        found.map(|found| found.iter().map(|m| program.ir().methods[*m].name.clone()).collect::<Vec<_>>())
    };
    assert_eq!(names("B").expect("it has entries"), ["f", "g"]);
    assert_eq!(names("Alone").expect("it has entries"), ["s"]);
    let errors = ["Nobody", "Base"].iter().map(|class| names(class).expect_err("it has none"));
    expect![[r#"
        E0152 1 `f`: the entry method `Nobody.f` has no body
            = no class implements `Nobody`
        E0152 4 `k`: no object runs the entry method `Base.k`
            = `Base` is abstract, and no concrete class below it inherits the method
    "#]]
    .assert_eq(&shown(errors));
    assert_eq!(program.entries().expect("some").len(), 5, "those that a name chooses");
}

#[test]
fn the_static_initialiser_is_no_entry() {
    let text = "class Main { static int s := 1; static void main() { } }";
    let program = Program::from_text("t.oox", text, &Dialect::default()).expect("a program");
    let names = |found: Vec<_>| found.into_iter().map(|m| program.entry_name(m)).collect::<Vec<_>>();
    assert_eq!(names(program.entries().expect("some")), ["Main.main"]);
    assert_eq!(names(program.entries_of("Main").expect("some")), ["Main.main"]);
    assert!(program.entry("Main.static").is_err());
}
