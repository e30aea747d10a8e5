//! Large programs, to test limits. What they compute does not matter.

use std::fmt::Write as _;

/// What a program has many of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Classes with fields and short methods.
    Classes,
    /// Statements and branches of one method.
    Statements,
    /// Methods with a loop each, called one after the other.
    Loops,
    /// Loops in loops, in one method, over numbers and an array.
    Nested,
    /// Methods that each call the next.
    Calls,
    /// Subclasses that override a method which repeats.
    Dispatch,
}

/// All shapes.
pub const SHAPES: [Shape; 6] =
    [Shape::Classes, Shape::Statements, Shape::Loops, Shape::Nested, Shape::Calls, Shape::Dispatch];

/// A program of about this many lines.
pub fn program(shape: Shape, lines: usize) -> String {
    let mut text = String::new();
    match shape {
        Shape::Classes => classes(&mut text, lines),
        Shape::Statements => statements(&mut text, lines),
        Shape::Loops => loops(&mut text, lines),
        Shape::Nested => nested(&mut text, lines),
        Shape::Calls => calls(&mut text, lines),
        Shape::Dispatch => dispatch(&mut text, lines),
    }
    text
}

fn classes(text: &mut String, lines: usize) {
    let count = (lines / 20).max(1);
    for i in 0..count {
        let _ = writeln!(text, "class C{i} {{\n    int f;\n    int g;\n    C{i} next;\n    C{i}() {{ }}");
        for j in 0..4 {
            let _ = writeln!(
                text,
                "    int m{j}(int x) {{\n        if (x > {j}) this.f := x + this.g;\n        return this.f;\n    }}"
            );
        }
        text.push_str("}\n");
    }
    text.push_str("class Main {\n    static void main(int n) {\n        int s := 0;\n");
    for i in 0..count {
        let _ = writeln!(text, "        C{i} c{i} := new C{i}(); s := s + c{i}.m{}(n);", i % 4);
    }
    text.push_str("        assert s != 12345;\n    }\n}\n");
}

fn statements(text: &mut String, lines: usize) {
    text.push_str("class Main {\n    static void main(int n, int k, int[] a) {\n        assume a != null && #a > 8;\n        int s := 0;\n");
    for i in 0..(lines / 4).max(1) {
        let _ = writeln!(
            text,
            "        if (n > {i})\n            s := s + k;\n        else\n            a[{}] := s - a[{}];",
            i % 8,
            (i + 3) % 8
        );
    }
    text.push_str("        assert s != 12345;\n    }\n}\n");
}

fn loops(text: &mut String, lines: usize) {
    let count = (lines / 9).max(1);
    text.push_str("class Main {\n    static int[] cells;\n");
    for i in 0..count {
        let _ = writeln!(
            text,
            "    static int m{i}(int n, int k) {{\n        int i := 0;\n        int s := k;\n        while (i < n) {{\n            if (s > {i}) s := s - k;\n            i := i + 1;\n        }}\n        return s;\n    }}"
        );
    }
    text.push_str("    static void main(int n, int k) {\n        int s := 0;\n");
    for i in 0..count {
        let _ = writeln!(text, "        s := Main.m{i}(n, s + k);");
    }
    text.push_str("        assert s != 12345;\n    }\n}\n");
}

fn nested(text: &mut String, lines: usize) {
    text.push_str("class Main {\n    static void main(int n, int k, int[] a) {\n        assume a != null;\n        int s := 0;\n        int i := 0;\n        int j := 0;\n");
    for step in 0..(lines / 10).max(1) {
        let _ = writeln!(
            text,
            "        i := 0;\n        while (i < n) {{\n            j := 0;\n            while (j < k && j < #a) {{\n                if (a[j] > s) s := a[j] + {step};\n                a[j] := s - i;\n                j := j + 1;\n            }}\n            i := i + 1;\n        }}"
        );
    }
    text.push_str("        assert s != 12345;\n    }\n}\n");
}

fn calls(text: &mut String, lines: usize) {
    let count = (lines / 5).max(1);
    text.push_str("class Main {\n");
    for i in 0..count {
        let next = if i + 1 < count { format!("Main.m{}(x + {i})", i + 1) } else { "x".to_owned() };
        let _ = writeln!(
            text,
            "    static int m{i}(int x) {{\n        int y := x;\n        if (x > {i}) y := y + 1;\n        int r := {next};\n        return r + y;\n    }}"
        );
    }
    text.push_str(
        "    static void main(int n) {\n        int s := Main.m0(n);\n        assert s != 12345;\n    }\n}\n",
    );
}

fn dispatch(text: &mut String, lines: usize) {
    let count = (lines / 11).max(1);
    text.push_str("class Base {\n    int f;\n    int run(int n) { return n; }\n}\n");
    for i in 0..count {
        let _ = writeln!(
            text,
            "class D{i} extends Base {{\n    int run(int n) {{\n        int i := 0;\n        while (i < n) {{\n            this.f := this.f + {i};\n            i := i + 1;\n        }}\n        return this.f;\n    }}\n}}"
        );
    }
    text.push_str("class Main {\n    static void main(Base b, int n) {\n        assume b != null;\n        int s := b.run(n);\n        assert s != 12345;\n    }\n}\n");
}
