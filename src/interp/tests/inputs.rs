//! Validation of inputs.

use super::builder::{NORMAL, num, set};
use super::with_heap;
use crate::config::{Dialect, Types};
use crate::interp::{Limits, run};
use crate::ir::{MethodId, Terminator};

#[test]
fn inputs_that_do_not_fit_are_refused_with_their_path() {
    let p = with_heap(|b| {
        let r = b.method.retval.unwrap();
        b.block(1, vec![set(r, num(0))], Terminator::Goto(NORMAL));
    });
    let strict = Dialect::default();
    let nonnull = Dialect { nonnull_arrays: true, ..Dialect::default() };
    let short = Dialect { array_length: Some(2), ..Dialect::default() };
    let declared = Dialect { types: Types::Declared, ..Dialect::default() };
    let cases: &[(&Dialect, &str, &str)] = &[
        (&strict, r#"{"args":{"z":null}}"#, "args.z: the entry has no parameter of this name"),
        (&strict, r#"{"args":{"i":true}}"#, "args.i: expected a value of type `int`, found true"),
        (&strict, r#"{"args":{"i":{"float":"1/2"}}}"#, "args.i: expected a value of type `int`, found the float 1/2"),
        (&strict, r#"{"args":{"i":null}}"#, "args.i: expected a value of type `int`, found null"),
        (&strict, r#"{"args":{"u":{"int":"-1"}}}"#, "args.u: a `uint` is not negative"),
        (&strict, r#"{"args":{"a":{"ref":"o7"}}}"#, "args.a: the heap has no `o7`"),
        (
            &strict,
            r#"{"args":{"a":{"ref":"o1"}},"heap":{"o1":{"class":"Main"}}}"#,
            "args.a: expected a value of type `A`, found `o1` of type `Main`",
        ),
        (&strict, r#"{"heap":{"o1":{"class":"Z"}}}"#, "heap.o1.class: there is no class `Z`"),
        (&strict, r#"{"heap":{"o1":{"class":"I"}}}"#, "heap.o1.class: `I` is abstract: an object has a concrete class"),
        (
            &strict,
            r#"{"heap":{"o1":{"class":"B","fields":{"y":null}}}}"#,
            "heap.o1.fields.y: class `B` has no such field",
        ),
        (
            &strict,
            r#"{"heap":{"o1":{"class":"B","fields":{"x":null}}}}"#,
            "heap.o1.fields.x: expected a value of type `int`, found null",
        ),
        (&strict, r#"{"heap":{"a1":{"elem":"int","length":"-1"}}}"#, "heap.a1.length: not a natural number: `-1`"),
        (&strict, r#"{"heap":{"a1":{"elem":"Q[]","length":"1"}}}"#, "heap.a1.elem: there is no class `Q`"),
        (
            &strict,
            r#"{"heap":{"a1":{"elem":"int","length":"1","cells":{"1":{"int":"0"}}}}}"#,
            "heap.a1.cells.1: an array of length 1 has no such cell",
        ),
        (
            &strict,
            r#"{"heap":{"a1":{"elem":"int","length":"2","cells":{"1":{"int":"0"},"01":{"int":"0"}}}}}"#,
            "heap.a1.cells.01: the cell is given twice",
        ),
        (
            &strict,
            r#"{"heap":{"a1":{"elem":"int[]","length":"1","default":{"ref":"a1"}}}}"#,
            "heap.a1.default: expected a value of type `int[]`, found `a1` of type `int[][]`",
        ),
        (
            &strict,
            r#"{"args":{"v":{"ref":"a1"}},"heap":{"a1":{"elem":"uint","length":"1"}}}"#,
            "args.v: expected a value of type `int[]`, found `a1` of type `uint[]`",
        ),
        (&nonnull, "{}", "args.v: an array parameter that is null or absent, which an option excludes"),
        (
            &short,
            r#"{"heap":{"a1":{"elem":"int","length":"3"}}}"#,
            "heap.a1.length: the array has more than 2 elements, which an option excludes",
        ),
        (
            &declared,
            r#"{"args":{"a":{"ref":"o1"}},"heap":{"o1":{"class":"B"}}}"#,
            "args.a: an object of class `B`, which an option excludes: only `A` is admitted",
        ),
    ];
    for (dialect, json, message) in cases {
        let inputs = serde_json::from_str(json).unwrap();
        let error = run(&p, MethodId(0), &inputs, dialect, Limits::default()).unwrap_err();
        assert_eq!(error.to_string(), *message);
    }
}
