use super::{LiteralKind, Num, Value, read};
use crate::source::SourceFile;
use expect_test::{Expect, expect};

fn refused(text: &str, expected: Expect) {
    let file = SourceFile::new("the call", text);
    let errors = read(&file).expect_err("it is no call");
    expected.assert_eq(&errors.iter().map(|error| error.message.clone()).collect::<String>());
}

#[test]
fn calls_are_read() {
    let text =
        r#" new a.B$C ( -3L, '\u0041', "a\n\"", new int[][] {new int[] {}, null}, (byte) 5, 1.5, true, a.Color.RED ) "#;
    let call = read(&SourceFile::new("the call", text)).expect("a call");
    assert_eq!((call.method.as_str(), call.args.len()), ("C", 8));
    let call = read(&SourceFile::new("the call", "a.B.m(int, C[])(1, null)")).expect("a call");
    assert_eq!((call.method.as_str(), call.args.len()), ("m(int, C[])", 2));
    let call = read(&SourceFile::new("the call", "B.m()")).expect("a call");
    assert_eq!((call.method.as_str(), call.args.len()), ("m", 0));
}

#[test]
fn numbers_are_those_of_java() {
    let double = |n: f64| Value::Ieee(n.into());
    let float = |n: f32| Value::Ieee(n.into());
    for (text, expected) in [
        ("-3L", Value::Int(Num::from(-3))),
        ("0", Value::Int(Num::ZERO)),
        ("1.5", double(1.5)),
        ("-0.0", double(-0.0)),
        ("2e-3", double(2e-3)),
        ("1.0E300d", double(1e300)),
        ("5f", float(5.0)),
        ("0.1F", float(0.1)),
        ("Float.NaN", float(f32::NAN)),
        ("Double.NEGATIVE_INFINITY", double(f64::NEG_INFINITY)),
        ("java.lang.Double.MIN_VALUE", double(f64::from_bits(1))),
        ("Integer.MIN_VALUE", Value::Int(Num::from(i64::from(i32::MIN)))),
    ] {
        let call = read(&SourceFile::new("the call", format!("A.m({text})"))).expect("a call");
        assert!(matches!(&call.args[0].kind, LiteralKind::Plain(value) if *value == expected), "{text}: {call:?}");
    }
}

#[test]
fn what_is_expected_is_said() {
    refused("", expect!["expected a name, found the end"]);
    refused("m(3)", expect!["expected a call, such as `Stack.push(3)`, found `(`"]);
    refused("A.m", expect!["expected `(`, found the end"]);
    refused("A.m(3", expect!["expected `,` or `)`, found the end"]);
    refused("A.m(3) x", expect!["expected the end, found `x`"]);
    refused("A.m(?)", expect!["expected a value, found `?`"]);
    refused("A.m(010)", expect!["expected a number, found `0`"]);
    refused("A.m(1.5L)", expect!["expected a number, found `1`"]);
    refused("A.m(1e39f)", expect!["expected a number, found `1`"]);
    refused("A.m(1e)", expect!["expected a number, found `1`"]);
    refused("A.m(Integer.valueOf(x))", expect!["expected a number, found `x`"]);
    refused("A.m(3x)", expect!["expected a number, found `3`"]);
    refused("A.m(-)", expect!["expected a number, found `-`"]);
    refused("A.m(\"\\q\")", expect!["expected an escape of Java, found `\\`"]);
    refused("A.m('ab')", expect!["expected one character in quotes before this, found `)`"]);
    refused("A.m(new int {1})", expect!["expected `[`, found `{`"]);
}
