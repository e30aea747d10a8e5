//! What methods compute, and which exceptions leave them, in the interpreter.

use super::world::World;
use crate::config::Dialect;
use crate::ieee::Format;
use crate::inputs::{Inputs, Value as Input};
use crate::interp::{End, Limits, Run, Value, run};
use crate::ir::{Kind, MethodId, Type, Width};
use crate::java::classfile::{ClassPath, tests::compile};

/// The classes of a text; nothing without `javac`.
fn world(name: &str, text: &str) -> Option<World> {
    let folder = compile(name, text)?;
    let mut path = ClassPath::default();
    path.add(&folder).expect("a folder");
    Some(World::new(path))
}

fn start(world: &World, method: MethodId, args: &[i64]) -> Run {
    let m = &world.program.methods[method];
    let input = |ty: &Option<Type>, n: i64| match ty {
        Some(Type::Machine(Width::U1)) => Input::Bool(n == 1),
        Some(Type::Ieee(Format::Single)) => Input::Ieee((n as f32).into()),
        Some(Type::Ieee(Format::Double)) => Input::Ieee((n as f64).into()),
        _ => Input::Int(n.into()),
    };
    let args = m.formals.iter().map(|formal| &m.locals[*formal]).zip(args);
    let args = args.map(|(formal, n)| (formal.name.clone(), input(&formal.ty, *n)));
    let inputs = Inputs { args: args.collect(), ..Inputs::default() };
    run(&world.program, method, &inputs, &Dialect::default(), Limits::default()).expect("inputs that fit")
}

/// What a method returns, or which exception leaves it: `NullPointerException at 7`.
fn outcome(world: &World, method: MethodId, args: &[i64]) -> String {
    let run = start(world, method, args);
    match &run.end {
        End::Returned { value: Some(Value::Num(n)) } => n.to_string(),
        End::Violation(fault) if fault.kind == Kind::Exception => {
            let class = fault.class.map(|class| world.program.classes[class].name.replace("java/lang/", ""));
            format!("{} at {}", class.unwrap_or_default(), fault.line)
        }
        End::Violation(fault) => format!("{:?} at {}", fault.kind, fault.line),
        other => format!("{other:?}"),
    }
}

/// Compares runs of static methods with what they are to give: `method args result`.
fn check(name: &str, text: &str, runs: &[(&str, &[i64], &str)]) {
    let Some(mut world) = world(name, text) else { return };
    let mut all: Vec<(&str, MethodId)> =
        runs.iter().map(|(method, ..)| (*method, world.reach("Main", method))).collect();
    all.dedup();
    world.program.set_groups();
    assert_eq!(crate::ir::validate::validate(&world.program), Ok(()));
    for (method, args, wanted) in runs {
        let id = world.reach("Main", method);
        assert_eq!(outcome(&world, id, args), *wanted, "{method} {args:?}");
    }
}

#[test]
fn integers_are_those_of_the_machine() {
    let text = "class Main {
        static int add(int a, int b) { return a + b * 3 - 1; }
        static int neg(int a) { return -a; }
        static int div(int a, int b) { return a / b; }
        static int rem(int a, int b) { return a % b; }
        static long wide(long a, long b) { return a * b + (a >> 3) - (b >>> 5); }
        static int narrow(int a) { byte b = (byte) a; short s = (short) (a * 3); char c = (char) a; return b + s + c; }
        static int bits(int a, int b) { return (a & 0xff0) | (b ^ 5) | ((a << 3) & ~b) | (a >>> b); }
        static int fromLong(long a) { return (int) a ^ (int) (a >>> 32); }
        static int compare(long a, long b) { return a < b ? -1 : a > b ? 1 : a == b ? 0 : 7; }
        static int hash(int a) { int h = 17; for (int i = 0; i < 5; i++) { h = 31 * h + a; h ^= h >>> 7; } return h; }
        static boolean both(boolean a, boolean b) { return a & !b | a ^ b && b; }
    }";
    let max = i64::from(i32::MAX);
    let hash = |a: i32| {
        let mut h = 17i32;
        for _ in 0..5 {
            h = h.wrapping_mul(31).wrapping_add(a);
            h ^= ((h as u32) >> 7) as i32;
        }
        h.to_string()
    };
    let wide =
        |a: i64, b: i64| a.wrapping_mul(b).wrapping_add(a >> 3).wrapping_sub(((b as u64) >> 5) as i64).to_string();
    let bits = |a: i32, b: i32| {
        ((a & 0xff0) | (b ^ 5) | ((a << 3) & !b) | ((a as u32).wrapping_shr(b as u32) as i32)).to_string()
    };
    let big = 0x1234_5678_9abc_def0;
    check(
        "integers",
        text,
        &[
            ("add", &[max, 1], "-2147483647"),
            ("neg", &[-max - 1], "-2147483648"),
            ("div", &[-7, 2], "-3"),
            ("div", &[-max - 1, -1], "-2147483648"),
            ("div", &[1, 0], "ArithmeticException at 4"),
            ("rem", &[-7, 2], "-1"),
            ("rem", &[-max - 1, -1], "0"),
            ("wide", &[i64::MAX, -3], &wide(i64::MAX, -3)),
            ("wide", &[i64::MIN, 12345], &wide(i64::MIN, 12345)),
            ("narrow", &[200], "744"),
            ("narrow", &[40000], "28992"),
            ("bits", &[-123_456, 37], &bits(-123_456, 37)),
            ("bits", &[0x7abc_def1, -4], &bits(0x7abc_def1, -4)),
            ("fromLong", &[big], &((big as i32) ^ ((big >> 32) as i32)).to_string()),
            ("compare", &[1, 2], "-1"),
            ("compare", &[3, 2], "1"),
            ("compare", &[2, 2], "0"),
            ("hash", &[99], &hash(99)),
            ("hash", &[-1], &hash(-1)),
            ("both", &[1, 0], "0"),
            ("both", &[0, 1], "1"),
            ("both", &[1, 1], "0"),
        ],
    );
}

#[test]
fn control_goes_where_it_should() {
    let text = "class Main {
        static int pick(int n) { switch (n) { case 1: case 2: return 10; case 3: n = 7; case 5: return n; case -4: return 1; default: return 0; } }
        static int far(int n) { switch (n) { case -2147483648: return 1; case 0: return 2; case 2147483647: return 3; } return 4; }
        static int choose(int a, int b) { return twice(a > b ? a : b, a == 0 ? 1 : a < 0 ? 2 : 3) + (a > 0 && b > 0 ? 5 : 7); }
        static int twice(int a, int b) { return 2 * a + b; }
        static int order(int i) { int[] a = new int[5]; a[i] = i++; i = i++ + ++i; a[i % 5] += i--; return a[0] + 10 * a[1] + 100 * a[2] + 1000 * a[3] + 10000 * a[4] + 100000 * i; }
        static int loops(int n) { int s = 0; outer: for (int i = 0; i < n; i++) { for (int j = 0; ; j++) { if (j > i) continue outer; if (s > 50) break outer; s += j; } } return s; }
        static int assigned(int n) { int x; if (n > 0) x = 1; else x = 2; int y = x; { int z = 5; y += z; } { long z = 7; y += z; } return x * 10 + y; }
    }";
    check(
        "control",
        text,
        &[
            ("pick", &[2], "10"),
            ("pick", &[3], "7"),
            ("pick", &[5], "5"),
            ("pick", &[-4], "1"),
            ("pick", &[4], "0"),
            ("far", &[i64::from(i32::MIN)], "1"),
            ("far", &[i64::from(i32::MAX)], "3"),
            ("far", &[0], "2"),
            ("far", &[-1], "4"),
            ("choose", &[3, 4], "16"),
            ("choose", &[0, -4], "8"),
            ("choose", &[-2, -4], "5"),
            // i = 1: a[1] = 1, i = 2; i = 2 + 4 = 6; a[1] += 6, i = 5.
            ("order", &[1], "500070"),
            ("loops", &[4], "10"),
            ("loops", &[20], "56"),
            ("assigned", &[1], "23"),
            ("assigned", &[0], "34"),
        ],
    );
}

#[test]
fn exceptions_go_to_their_handlers() {
    let text = "class Main {
        static class Mine extends RuntimeException {}
        static class Below extends Mine {}
        static void fail(int n) { if (n == 1) throw new Mine(); if (n == 2) throw new Below(); if (n == 3) { int[] a = null; a[0] = 1; } if (n == 4) { n = 1 / (n - 4); } }
        static int caught(int n) { try { fail(n); return 0; } catch (Below e) { return 2; } catch (Mine e) { return 1; } catch (NullPointerException e) { return 3; } }
        static int last(int n) {
            int s = 0;
            try { s += 1; fail(n); s += 2; } finally { s += 4; if (n == 2) return s; }
            return s; }
        static int thrown(int n) {
            try { fail(n); }
            catch (RuntimeException e) { if (n == 3) throw e; return 5; }
            return 6; }
        static int nested(int n) { int s = 0; for (int i = 0; i < n; i++) { try { try { fail(i); s += 1; } catch (Below e) { s += 10; throw new Mine(); } finally { s += 100; } } catch (Mine e) { s += 1000; } catch (Exception e) { s += 10000; } } return s; }
        static int nulled(int n) { try { Mine m = n == 0 ? null : new Mine(); throw m; } catch (NullPointerException e) { return 1; } catch (Mine e) { return 2; } }
        static int same(int n) { Exception[] a = new Exception[1]; try { try { fail(n); } catch (RuntimeException e) { a[0] = e; throw e; } } catch (RuntimeException e) { return e == a[0] ? 1 : 0; } return 2; }
    }";
    check(
        "exceptions",
        text,
        &[
            ("caught", &[0], "0"),
            ("caught", &[1], "1"),
            ("caught", &[2], "2"),
            ("caught", &[3], "3"),
            ("caught", &[4], "ArithmeticException at 4"),
            ("last", &[0], "7"),
            ("last", &[2], "5"),
            ("last", &[1], "Main$Mine at 4"),
            ("last", &[3], "NullPointerException at 4"),
            ("thrown", &[1], "5"),
            ("thrown", &[0], "6"),
            ("thrown", &[3], "NullPointerException at 4"),
            // Runs of 0 to 4: 101, 1100, 1110, 10100, 10100.
            ("nested", &[5], "22511"),
            ("nulled", &[0], "1"),
            ("nulled", &[1], "2"),
            ("same", &[1], "1"),
            ("same", &[3], "1"),
        ],
    );
}

#[test]
fn objects_and_arrays() {
    let text = "class Main {
        interface Shape { int area(); default int twice() { return 2 * area(); } }
        static class Square implements Shape { int side; Square(int n) { side = n; } public int area() { return side * side; } }
        static class Flat extends Square { byte b; Flat(int n) { super(n); b = (byte) (n * 100); } public int area() { return super.area() + b; } }
        static int shapes(int n) { Shape s = n > 5 ? new Square(n) : new Flat(n); return s.twice() + (s instanceof Flat f ? f.b : 0); }
        static int cast(int n) { Object o = n == 0 ? new Square(3) : n == 1 ? new int[3] : null; Square s = (Square) o; return s == null ? -1 : s.side; }
        static int store(int n) { Object[] a = n == 0 ? new Square[2] : new Object[2]; a[1] = new int[n]; return a.length; }
        static int grid(int n) { int[][][] g = new int[n][3][]; boolean[] t = new boolean[4]; byte[] b = new byte[4]; char[] c = new char[2]; long[] l = {1L << 40, 2};
            t[n] = n > 1; b[n] = (byte) (n + 126); c[1] = (char) -n; l[1] += l[0]; return g.length + g[1].length * 10 + (g[1][2] == null ? 100 : 0) + (t[n] ? 1000 : 0) + b[n] + c[1] + (int) (l[1] >> 38); }
        static int copy(int n) { int[] a = {1, 2, 3}; int[] b = a.clone(); b[n] = 9; return a[n] * 10 + b[n]; }
        static int assertion(int n) { assert n != 4 : fails(n); int k = n + 1; assert k > 0; return k; }
        static int fails(int n) { return n; }
        static int sum(int n) { int s = 0; for (int i : new int[] {n, 2, 3}) s += i; return s; }
        static int negative(int n) { return new int[2][n].length; }
    }";
    check(
        "objects",
        text,
        &[
            ("shapes", &[6], "72"),
            // 9 + 44, twice, and 44.
            ("shapes", &[3], "150"),
            ("cast", &[0], "3"),
            ("cast", &[1], "ClassCastException at 6"),
            ("cast", &[2], "-1"),
            ("store", &[0], "ArrayStoreException at 7"),
            ("store", &[1], "2"),
            ("grid", &[2], "66542"),
            ("copy", &[1], "29"),
            ("copy", &[3], "ArrayIndexOutOfBoundsException at 10"),
            ("assertion", &[1], "2"),
            ("assertion", &[4], "Assert at 11"),
            ("assertion", &[-1], "Assert at 11"),
            ("sum", &[1], "6"),
            ("negative", &[-1], "NegativeArraySizeException at 14"),
            ("negative", &[0], "2"),
        ],
    );
}

#[test]
fn floating_point_rounds() {
    let text = "class Main {
        static int real(double d) { double e = 1.5 + 2.25; return d * e > 3 ? 1 : 0; }
        static int carried(double d, int n) { double e = d; double[] a = {e, 1.5}; return a.length + n; }
        static int narrow(float f, int n) { float[] a = {f / 3}; a[0] += 16777216f; return (int) (a[0] - 16777216f) + n; }
        static int none(double d) { double e = d - d / 0; return (e != e ? 1 : 0) + (e < 0 ? 2 : 0) + (e >= 0 ? 4 : 0); } }";
    check(
        "floats",
        text,
        &[
            ("carried", &[7, 1], "3"),
            ("real", &[0], "0"),
            ("real", &[1], "1"),
            ("narrow", &[9, 4], "8"),
            ("none", &[0], "1"),
            ("none", &[2], "2"),
        ],
    );
}
