//! The entry method and `--set`.

use super::{run, show};
use crate::check::hir::ExprKind;
use crate::check::{entries, entry};
use crate::config::Dialect;
use expect_test::expect;

#[test]
fn the_entry_is_a_method_that_is_named_uniquely() {
    let text = "class Main { static void main() { } void inst() { } static int two() { return 1; } static int two(int x) { return x; } Main() { } static Main Main(int i) { return null; } }
        class Sub extends Main { } class Other { static int solo(int x) { return x; } Other() { } Other(Other[] o, int i) { } }";
    let (source, checked) = run(text, &Dialect::default());
    let hir = checked.hir.unwrap();
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
        assert!(entry(&hir, name).is_ok(), "{name}");
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
    let errors: Vec<_> = wrong.iter().map(|n| *entry(&hir, n).unwrap_err()).collect();
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
    .assert_eq(&show(&source, &errors));
}

#[test]
fn the_entry_has_a_body_and_somebody_to_run_it() {
    let text = "interface I { int f(); } interface Nobody { int f(); }
        class A implements I { int f() { return 1; } } class B extends A { int f() { return 2; } int g() { return 3; } }
        abstract class Alone { Alone() { } int h() { return 1; } static int s() { return 1; } }
        abstract class Base { int k() { return 1; } } class Only extends Base { int k() { return 2; } }
        class Main { void main() { } }";
    let (source, checked) = run(text, &Dialect::default());
    let hir = checked.hir.unwrap();
    for name in ["A.f", "B.f", "B.g", "Alone.s", "Only.k"] {
        assert!(entry(&hir, name).is_ok(), "{name}");
    }
    let wrong = ["I.f", "Nobody.f", "Alone.h", "Alone.Alone", "Base.k", "Main.main"];
    let errors: Vec<_> = wrong.iter().map(|n| *entry(&hir, n).unwrap_err()).collect();
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
    .assert_eq(&show(&source, &errors));
    let names = |class: &str| {
        let found = entries(&hir, Some(super::super::class(&hir, class).unwrap()));
        found.map(|found| found.iter().map(|m| hir.methods[*m].name.clone()).collect::<Vec<_>>())
    };
    assert_eq!(names("B").unwrap(), ["f", "g"]);
    assert_eq!(names("Alone").unwrap(), ["s"]);
    let errors: Vec<_> = ["Nobody", "Base"].iter().map(|c| *names(c).unwrap_err()).collect();
    expect![[r#"
        E0152 1 `f`: the entry method `Nobody.f` has no body
            = no class implements `Nobody`
        E0152 4 `k`: no object runs the entry method `Base.k`
            = `Base` is abstract, and no concrete class below it inherits the method
    "#]]
    .assert_eq(&show(&source, &errors));
    assert_eq!(entries(&hir, None).unwrap().len(), 5, "those that a name chooses");
}

const FIELDS: &str = "class C { static int i := 1; static uint u; static float f := 0.5; static bool b; static char c;
    static string s; static C o; static int[] a; int x; }
    class D extends C { }";

fn set(settings: &[(&str, &str)]) -> Dialect {
    let set = settings.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect();
    Dialect { set, ..Dialect::default() }
}

#[test]
fn set_replaces_initialisers() {
    let values = [
        ("C.i", "-123456789012345678901234567890", "-123456789012345678901234567890"),
        ("C.i", "7", "7"),
        ("D.i", "7", "7"),
        ("C.u", "0", "0"),
        ("C.f", "-1/3", "-1/3"),
        ("C.f", "2.50", "5/2"),
        ("C.f", "4", "4"),
        ("C.b", "true", "true"),
        ("C.c", "'x'", "x"),
        ("C.c", "x", "x"),
        ("C.c", "'\\''", "'"),
        ("C.s", "\"a\\\"b\"", "a\"b"),
        ("C.s", "plain", "plain"),
        ("C.s", "", ""),
        ("C.s", "null", "null"),
        ("C.o", "null", "null"),
        ("C.a", "null", "null"),
    ];
    for (name, value, wanted) in values {
        let (source, checked) = run(FIELDS, &set(&[(name, value)]));
        let hir = checked.hir.unwrap_or_else(|| panic!("{value}: {}", show(&source, &checked.diagnostics)));
        let field = hir.statics.iter().find(|s| s.name == name[2..]).unwrap();
        let init = field.init.as_ref().unwrap();
        assert_eq!(init.ty, field.ty);
        let found = match &init.kind {
            ExprKind::Num(n) => n.to_string(),
            ExprKind::Bool(b) => b.to_string(),
            ExprKind::Null => "null".into(),
            ExprKind::Char(t) | ExprKind::String(t) => hir.texts.get(*t).to_owned(),
            other => panic!("{other:?}"),
        };
        assert_eq!(found, wanted, "{name}={value}");
    }
}

#[test]
fn what_cannot_be_set_is_refused() {
    let settings = [
        ("i", "1"),
        ("E.i", "1"),
        ("C.j", "1"),
        ("C.x", "1"),
        ("C.i", "1"),
        ("C.i", "2"),
        ("C.u", "-1"),
        ("C.f", "1/0"),
        ("C.f", "0x10"),
        ("C.b", "1"),
        ("C.c", "ab"),
        ("C.s", "\"open"),
        ("C.o", "new C()"),
    ];
    let (source, checked) = run(FIELDS, &set(&settings));
    expect![[r#"
        E0154 -: `i` names no static field
            = write `Class.field=VALUE`
        E0154 -: there is no class `E` for the static field `E.i`
        E0154 -: there is no static field `j` in class `C`
        E0154 -: the field `C.x` is not static
        E0156 -: `C.i` is set to two values
        E0155 -: `-1` is no value of the static field `C.u` of type `uint`
            = write an integer that is not negative
        E0155 -: `1/0` is no value of the static field `C.f` of type `float`
            = write a decimal number or a fraction, such as `-0.5` or `1/3`
        E0156 -: `C.f` is set to two values
        E0155 -: `0x10` is no value of the static field `C.f` of type `float`
            = write a decimal number or a fraction, such as `-0.5` or `1/3`
        E0155 -: `1` is no value of the static field `C.b` of type `bool`
            = write `true` or `false`
        E0155 -: `ab` is no value of the static field `C.c` of type `char`
            = write one character, such as `'c'`
        E0155 -: `"open` is no value of the static field `C.s` of type `string`
            = write a text, such as `"abc"`, or `null`
        E0155 -: `new C()` is no value of the static field `C.o` of type `C`
            = the only reference that can be written is `null`
    "#]]
    .assert_eq(&show(&source, &checked.diagnostics));
    // An integer must be one.
    for bad in ["", "-", "+1", "1_000", "1.0", "--1", "null"] {
        assert!(run(FIELDS, &set(&[("C.i", bad)])).1.hir.is_none(), "{bad}");
    }
}
