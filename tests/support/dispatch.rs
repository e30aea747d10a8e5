//! Programs with dynamic dispatch.

use std::fmt::Write;

/// `k` classes that override a method, and `calls` calls of it on symbolic receivers in a loop.
pub fn program(k: usize, calls: usize) -> String {
    let mut text = String::from("abstract class Base { abstract int f(int x); }\n");
    for i in 0..k {
        writeln!(text, "class C{i} extends Base {{ int f(int x) {{ return x + {i}; }} }}").expect("a string");
    }
    write!(
        text,
        "class Main {{ static void main(Base[] a) requires(a != null && #a == {calls}) {{
            int i := 0; int sum := 0;
            while (i < {calls}) {{ Base b := a[i]; assume b != null; sum := b.f(sum); i := i + 1; }}
            assert sum <= {}; }} }}",
        calls * (k - 1)
    )
    .expect("a string");
    text
}
