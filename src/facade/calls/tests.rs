use super::*;
use crate::config::Dialect;
use expect_test::{Expect, expect};

const PROGRAM: &str = "class Node { int value; Node next; Node[] others; Node(int v) { this.value := v; } \
    int size() { return 1; } void add(int n) { } void add(Node n) { } static void all(float f, Node[] a, int[][] m) { } \
    static void texts(string s, char c, bool b) { } }
    class Leaf extends Node { Leaf() { super(1); } void add(int n) { } }";

fn program() -> Program {
    Program::from_text("t.oox", PROGRAM, &Dialect::default()).expect("a program")
}

/// Reads a call and writes what it means.
fn same(text: &str) {
    written(text, text);
}

fn written(text: &str, expected: &str) {
    let program = program();
    let called = program.call(text).unwrap_or_else(|e| panic!("{text}: {e}"));
    assert_eq!(program.call_text(called.entry, &called.inputs).as_deref(), Some(expected));
}

fn refused(text: &str, expected: Expect) {
    let Err(Error::Refused(refused)) = program().call(text) else { panic!("`{text}` is a call") };
    expected.assert_eq(&refused.source().shown(refused.diagnostics()));
}

#[test]
fn what_is_written_is_read() {
    same("new Node(3)");
    same("Node {}.size()");
    same("Node { value: -3, next: Leaf { next: null } }.add(int)(2)");
    same("Node.all(1.0 / 3.0, [null, Node {}], [[], [1, -2], null])");
    same(r#"Node.texts("a\"\n\\é", '\'', true)"#);
    same("o1.add(Node)(o1) where o1 = Node { next: o1, others: [o1, null] }");
    same("Node.all(-2.0, a1, null) where a1 = [Node { others: a1 }]");
    written(" Node . all( 3 , [ ] , [[1,],]) // all", "Node.all(3.0, [], [[1]])");
    same("Leaf {}.size()");
    written("Leaf{}.add( Node )(null)", "Leaf {}.add(Node)(null)");
    written("Node.all(1/2, p, null) where p = []", "Node.all(1.0 / 2.0, [], null)");
}

#[test]
fn what_is_wrong_has_a_place() {
    refused(
        "",
        expect![[r#"
        E0011 1 ``: expected a call, such as `Main.main(1, [2, 3])`, found the end
            ^ unexpected
    "#]],
    );
    refused(
        "Node.all(",
        expect![[r#"
        E0011 1 ``: expected a value, found the end
            ^ unexpected
    "#]],
    );
    refused(
        "Node.all",
        expect![[r#"
        E0011 1 ``: expected `(`, found the end
            ^ unexpected
    "#]],
    );
    refused(
        "Node.size() x",
        expect![[r#"
        E0011 1 `x`: expected `where` or the end, found `x`
            ^ unexpected
    "#]],
    );
    refused(
        "Node.all(1/0, null, null)",
        expect![[r#"
        E0011 1 `0`: the denominator is zero
    "#]],
    );
    refused(
        "Node.all(1 + 2, null, null)",
        expect![[r#"
        E0011 1 `+`: expected `,` or `)`, found `+`
            ^ unexpected
    "#]],
    );
    refused(
        "Node.texts('ab', 'c', true)",
        expect![[r#"
        E0003 1 `'ab'`: malformed character literal
            ^ not exactly one character in single quotes
            = strings are written in double quotes
    "#]],
    );
    refused(
        "Node.all(1.5)",
        expect![[r#"
        E0158 1 `(1.5)`: `Node.all` takes 3 arguments, found 1
            = the arguments have the types float, Node[], int[][]
    "#]],
    );
    refused(
        "Node.alll(1.5)",
        expect![[r#"
        E0151 1 `Node.alll`: there is no method `alll` in class `Node`
            = did you mean `all`?
    "#]],
    );
    refused(
        "Nod.all(1.5)",
        expect![[r#"
        E0151 1 `Nod.all`: there is no class `Nod` for the entry method `Nod.all`
            = did you mean `Node`?
    "#]],
    );
    refused(
        "Node {}.add(1)",
        expect![[r#"
        E0153 1 `add`: the entry method `Node.add` is ambiguous: it is overloaded
            1 `add`: another one of this name
            = write one of `Node.add(int)`, `Node.add(Node)`
    "#]],
    );
    refused(
        "Node {}.all(1, null, null)",
        expect![[r#"
        E0158 1 `Node {}.all`: `Node.all` is no method of an object
    "#]],
    );
    refused(
        "[].all(1)",
        expect![[r#"
        E0011 1 `[`: expected a call, such as `Main.main(1, [2, 3])`, found `[`
            ^ unexpected
    "#]],
    );
    refused(
        "Node.all(1, x, null)",
        expect![[r#"
        E0158 1 `x`: no object or array is called `x`
            = describe it behind the call: `where x = C { … }`
    "#]],
    );
    refused(
        "Node.all(1, x, null) where x = 3",
        expect![[r#"
        E0158 1 `3`: only an object or array has a name
    "#]],
    );
    refused(
        "Node.all(1, x, null) where x = [], y = []",
        expect![[r#"
        E0158 1 `y`: no argument leads to `y`
    "#]],
    );
    refused(
        "Node.all(1, x, null) where x = [], x = []",
        expect![[r#"
        E0158 1 `x`: `x` is given twice
    "#]],
    );
    refused(
        "Node { value: 1, value: 2 }.size()",
        expect![[r#"
        E0158 1 `value`: the field `value` is given twice
    "#]],
    );
    refused(
        "Node { value = 1 }.size()",
        expect![[r#"
        E0011 1 `=`: expected `:`, found `=`
            ^ unexpected
    "#]],
    );
}
