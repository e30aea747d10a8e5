//! `--set`, and options of other languages.

use super::run;
use crate::config::{Dialect, Roots};
use crate::ir::Const;
use crate::oox::check::hir::ExprKind;
use expect_test::expect;

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
        let hir = checked.hir.unwrap_or_else(|| panic!("{value}: {}", source.shown(&checked.diagnostics)));
        let field = hir.statics.iter().find(|s| s.name == name[2..]).unwrap();
        let init = field.init.as_ref().unwrap();
        assert_eq!(init.ty, field.ty);
        let found = match &init.kind {
            ExprKind::Const(Const::Num(n)) => n.to_string(),
            ExprKind::Const(Const::Bool(b)) => b.to_string(),
            ExprKind::Const(Const::Null) => "null".into(),
            ExprKind::Const(Const::Char(t) | Const::String(t)) => hir.texts.get(*t).to_owned(),
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
    .assert_eq(&source.shown(&checked.diagnostics));
    // An integer must be one.
    for bad in ["", "-", "+1", "1_000", "1.0", "--1", "null"] {
        assert!(run(FIELDS, &set(&[("C.i", bad)])).1.hir.is_none(), "{bad}");
    }
}

#[test]
fn options_about_java_that_would_change_the_inputs_are_refused() {
    let mut dialect = Dialect::default();
    dialect.classes.requires.push("i > 0".to_owned());
    dialect.classes.roots = Roots::Main(Some("C".to_owned()));
    let (source, checked) = run(FIELDS, &dialect);
    expect![[r#"
        E0160 -: --requires is about Java programs
            = write a clause `requires(CONDITION)` at the entry method
        E0160 -: --main is about Java programs
            = choose the entry method with --entry CLASS.METHOD
    "#]]
    .assert_eq(&source.shown(&checked.diagnostics));
    assert!(checked.hir.is_none());
}
