//! Every instruction over integers, arrays and types at boundary values: a JVM, the interpreter, merge mode and path mode agree.
//!
//! A table has what is written in Java for an instruction. Each entry becomes some methods, which differ in what is known of the
//! operands: nothing, or which of some numbers they are, or that one is a constant; and in what is asked of the result.

use super::instructions::{Asked, Subject, all_agree, class_of, operands};
use multise::internals::java::jvm::Value;
use std::fmt::Write;
use std::time::Duration;

/// The time of an exploration whose questions may be too hard. What it leaves open is not compared.
const SHORT: Duration = Duration::from_secs(2);

const INTS: [i64; 9] = [0, 1, -1, i32::MIN as i64, i32::MAX as i64, i32::MIN as i64 + 1, 5, -33, 65];
const LONGS: [i64; 9] = [0, 1, -1, i64::MIN, i64::MAX, i64::MIN + 1, 1 << 32, -65, 33];
/// Where the result of an instruction is asked for.
const THRESHOLDS: [i64; 5] = [-129, -1, 0, 126, 65535];
/// Indexes and lengths.
const INDEXES: [i64; 6] = [0, 1, 2, -1, i32::MAX as i64, i32::MIN as i64];

/// Instructions over numbers: the name, the types of the operands `a` and `b`, and what is written.
const NUMERIC: [(&str, &[&str], &str); 50] = [
    ("iadd", &["int", "int"], "a + b"),
    ("isub", &["int", "int"], "a - b"),
    ("imul", &["int", "int"], "a * b"),
    ("idiv", &["int", "int"], "a / b"),
    ("irem", &["int", "int"], "a % b"),
    ("ineg", &["int"], "-a"),
    ("ishl", &["int", "int"], "a << b"),
    ("ishr", &["int", "int"], "a >> b"),
    ("iushr", &["int", "int"], "a >>> b"),
    ("ishl_few", &["int", "int"], "a << (b & 3) + 6"),
    ("ishr_few", &["int", "int"], "a >> 30 - (b & 7)"),
    ("iushr_few", &["int", "int"], "a >>> (b & 2) * 5 + 1"),
    ("lshl_few", &["long", "int"], "a << (b & 3) - 2"),
    ("iand", &["int", "int"], "a & b"),
    ("ior", &["int", "int"], "a | b"),
    ("ixor", &["int", "int"], "a ^ b"),
    ("ladd", &["long", "long"], "a + b"),
    ("lsub", &["long", "long"], "a - b"),
    ("lmul", &["long", "long"], "a * b"),
    ("ldiv", &["long", "long"], "a / b"),
    ("lrem", &["long", "long"], "a % b"),
    ("lneg", &["long"], "-a"),
    ("lshl", &["long", "int"], "a << b"),
    ("lshr", &["long", "int"], "a >> b"),
    ("lushr", &["long", "int"], "a >>> b"),
    ("lshl_l", &["int", "long"], "a << b"),
    ("land", &["long", "long"], "a & b"),
    ("lor", &["long", "long"], "a | b"),
    ("lxor", &["long", "long"], "a ^ b"),
    ("i2l", &["int"], "(long) a"),
    ("i2b", &["int"], "(byte) a"),
    ("i2c", &["int"], "(char) a"),
    ("i2s", &["int"], "(short) a"),
    ("l2i", &["long"], "(int) a"),
    ("l2i_i2b", &["long"], "(byte) a"),
    ("l2i_i2c", &["long"], "(char) a"),
    ("iinc", &["int"], "a++ + a"),
    ("iinc_down", &["int"], "a-- - (a -= 127)"),
    ("iinc_wide", &["int"], "(a += 32767) ^ (a -= 32768)"),
    ("lcmp", &["long", "long"], "a < b ? -1 : a > b ? 1 : 0"),
    ("lcmp_not", &["long", "long"], "(a <= b ? 1 : 0) + (a >= b ? 2 : 0) + (a == b ? 4 : 0) + (a != b ? 8 : 0)"),
    ("if_icmp", &["int", "int"], "(a < b ? 1 : 0) + (a <= b ? 2 : 0) + (a == b ? 4 : 0) + (a > b ? 8 : 0)"),
    ("if_icmp_not", &["int", "int"], "(a >= b ? 1 : 0) + (a != b ? 2 : 0)"),
    ("ifs", &["int"], "(a < 0 ? 1 : 0) + (a <= 0 ? 2 : 0) + (a == 0 ? 4 : 0) + (a > 0 ? 8 : 0)"),
    ("ifs_not", &["int"], "(a >= 0 ? 1 : 0) + (a != 0 ? 2 : 0)"),
    ("booleans", &["int", "int"], "(a < 0) ^ (b < 0) ? (a > 1) & (b > 1) ? 1 : 2 : (a == b) | (b != 5) ? 3 : 4"),
    ("tableswitch", &["int"], "switch (a) { case -1 -> 7; case 0, 1 -> 8; case 5 -> 9; default -> 10; }"),
    (
        "lookupswitch",
        &["int"],
        "switch (a) { case Integer.MIN_VALUE -> 1; case -33 -> 2; case Integer.MAX_VALUE -> 3; default -> 4; }",
    ),
    ("idiv_irem", &["int", "int"], "a / b * b + a % b"),
    ("ldiv_lrem", &["long", "long"], "a / b * b + a % b"),
];

/// Instructions over arrays and types: the name, the number of operands `a` and so on, each with its values, and a body.
const STRUCTURED: [(&str, &[&[i64]], &str); 15] = [
    ("baload", &[&[0, 1], &INDEXES], "byte[] x = a == 0 ? null : new byte[] {-128, 127}; return x[b];"),
    (
        "baload_z",
        &[&[0, 1], &INDEXES],
        "boolean[] x = a == 0 ? null : new boolean[] {true, false}; return x[b] ? 1 : 2;",
    ),
    ("caload", &[&[0, 1], &INDEXES], "char[] x = a == 0 ? null : new char[] {65535, 1}; return x[b];"),
    ("saload", &[&[0, 1], &INDEXES], "short[] x = a == 0 ? null : new short[] {-32768, 32767}; return x[b];"),
    ("iaload", &[&[0, 1], &INDEXES], "int[] x = a == 0 ? null : new int[] {1 << 31, -1}; return x[b];"),
    ("laload", &[&[0, 1], &INDEXES], "long[] x = a == 0 ? null : new long[] {1L << 63, -1}; return x[b];"),
    ("aaload", &[&[0, 1], &INDEXES], "int[][] x = a == 0 ? null : new int[][] {{4}, null}; return x[b][0];"),
    (
        "bastore",
        &[&INDEXES, &INTS],
        "byte[] x = new byte[2]; x[a] = (byte) b; boolean[] y = new boolean[2]; y[a] = b > 0; return x[0] + x[1] * 1000 + (y[1] ? 1 : 0);",
    ),
    (
        "castore",
        &[&INDEXES, &INTS],
        "char[] x = new char[2]; x[a] = (char) b; short[] y = new short[2]; y[a] = (short) b; return x[0] + 70000L * x[1] - y[0] * 3 + y[1];",
    ),
    (
        "lastore",
        &[&INDEXES, &INTS],
        "long[] x = new long[2]; x[a] = (long) b << 31; int[] y = {1, 2}; y[a] += b; return x[0] + y[1];",
    ),
    (
        "aastore",
        &[&[0, 1, 2, 3, 4], &[0, 1, 2, 3], &[0, 2]],
        "Object[] x = a == 0 ? null : a == 1 ? new Object[2] : a == 2 ? new Base[2] : a == 3 ? new Sub[2] : new int[2][]; \
         Object y = b == 0 ? null : b == 1 ? new Base() : b == 2 ? new Sub() : new int[1]; x[c] = y; return x[0] == y ? 1 : 2;",
    ),
    ("newarray", &[&[0, 1, 7, -1, i32::MIN as i64]], "return new int[a].length + new Object[a].length;"),
    (
        "multianewarray",
        &[&[0, 2, -1], &[0, 3, -1], &[0, 1]],
        "a = a == 0 ? 0 : a == 2 ? 2 : -1; b = b == 0 ? 0 : b == 3 ? 3 : -1; c &= 1; \
         int[][][] x = new int[a][b][]; long[][] y = new long[b][c]; return x.length + (a > 0 ? 10 * x[1].length : 0) + (b > 0 ? 100 * y[2].length : 0);",
    ),
    (
        "checkcast",
        &[&[0, 1, 2, 3, 4, 5], &[0, 1, 2, 3, 4, 5]],
        "Object x = object(a); switch (b) { case 0: return ((Sub) x) == null ? 1 : 2; case 1: return ((Base) x) == x ? 3 : 4; \
         case 2: return ((Object[]) x).length; case 3: return ((int[]) x).length; case 4: return ((Runnable) x) == null ? 5 : 6; \
         default: return ((Base[]) x).length; }",
    ),
    (
        "instanceof_and_references",
        &[&[0, 1, 2, 3, 4, 5], &[0, 1, 2, 3, 4, 5]],
        "Object x = object(a), y = b == 5 ? x : object(b); return (x instanceof Sub ? 1 : 0) + (x instanceof Base ? 2 : 0) \
         + (x instanceof Object[] ? 4 : 0) + (x instanceof int[] ? 8 : 0) + (x instanceof Runnable ? 16 : 0) \
         + (x instanceof Base[] ? 32 : 0) + (x == null ? 64 : 0) + (x != null ? 128 : 0) + (x == y ? 256 : 0) + (x != y ? 512 : 0);",
    ),
];

const CLASSES: &str = "class Base { }
class Sub extends Base implements Runnable { public void run() { } }
public class Main {
  static Object object(int k) {
    switch (k) {
      case 0: return null;
      case 1: return new Base();
      case 2: return new Sub();
      case 3: return new Sub[3];
      case 4: return new int[4];
      default: return new Base[5];
    }
  }
";

fn numbers(ty: &str) -> &'static [i64] {
    if ty == "long" { &LONGS } else { &INTS }
}

fn literal(ty: &str, n: i64) -> String {
    match (ty, n) {
        ("long", i64::MIN) => "Long.MIN_VALUE".to_owned(),
        ("long", n) => format!("({n}L)"),
        (_, n) => format!("({n})"),
    }
}

/// All combinations of some values.
fn product(values: &[&[i64]]) -> Vec<Vec<i64>> {
    let Some((last, before)) = values.split_last() else { return vec![Vec::new()] };
    let before = product(before);
    before.iter().flat_map(|few| last.iter().map(move |one| [few.as_slice(), &[*one]].concat())).collect()
}

/// The program of the tables, and its methods.
fn program() -> (String, Vec<Subject>) {
    let (mut text, mut subjects) = (CLASSES.to_owned(), Vec::new());
    for ty in ["int", "long"] {
        _ = writeln!(text, "  static {ty} {ty}Of(int k) {{\n    switch (k) {{");
        for (k, n) in numbers(ty).iter().enumerate() {
            _ = writeln!(text, "      case {k}: return {};", literal(ty, *n));
        }
        _ = writeln!(text, "      default: return 2;\n    }}\n  }}");
    }
    for (name, values, body) in STRUCTURED {
        let types = vec!["int"; values.len()];
        method(&mut text, name, &types, body);
        subjects.push(subject("Main", name.to_owned(), &types, &product(values), Asked::All));
    }
    text.push_str("}\n");
    for (name, types, written) in NUMERIC {
        _ = writeln!(text, "class {} {{", class_of(name));
        numeric(&mut text, &mut subjects, name, types, written);
        text.push_str("}\n");
    }
    (text, subjects)
}

fn method(text: &mut String, name: &str, types: &[&str], body: &str) {
    // Inputs have the names `a0` and so on.
    let parameters: Vec<String> = types.iter().enumerate().map(|(i, ty)| format!("{ty} a{i}")).collect();
    let own = operands(types, |_, i| format!("a{i}"));
    _ = writeln!(text, "  static long {name}({}) {{\n    {own}{body}\n  }}", parameters.join(", "));
}

fn numeric(text: &mut String, subjects: &mut Vec<Subject>, name: &str, types: &'static [&'static str], written: &str) {
    let values: Vec<&[i64]> = types.iter().map(|ty| numbers(ty)).collect();
    let class = class_of(name);
    let mut add = |name: String, types: &[&'static str], arguments: Vec<Vec<i64>>, asked| {
        subjects.push(subject(&class, name, types, &arguments, asked));
    };
    // Any operands, and the result.
    method(text, name, types, &format!("return {written};"));
    add(name.to_owned(), types, product(&values), Asked::Possible);
    // Any operands, and where the result lies.
    let compared: String = THRESHOLDS.iter().map(|n| format!(" if (r <= {n}) return {n};")).collect();
    method(text, &format!("{name}_lies"), types, &format!("long r = {written};{compared} return 99;"));
    add(format!("{name}_lies"), types, product(&values), Asked::Possible);
    // One of some numbers each, chosen by two parameters.
    let chosen = operands(types, |ty, i| format!("Main.{ty}Of(a{i})"));
    let parameters: Vec<String> = (0..types.len()).map(|i| format!("int a{i}")).collect();
    _ = writeln!(text, "  static long {name}_of({}) {{\n    {chosen}return {written};\n  }}", parameters.join(", "));
    let choices: Vec<i64> = (0..=INTS.len() as i64).collect();
    let ints = vec!["int"; types.len()];
    add(format!("{name}_of"), &ints, product(&vec![&choices[..]; types.len()]), Asked::All);
    // A constant on one side, chosen by the last parameter.
    let [left, right] = types else { return };
    for (side, known, open) in [("right", right, left), ("left", left, right)] {
        _ = writeln!(text, "  static long {name}_{side}({open} a0, int a1) {{\n    switch (a1) {{");
        for (k, n) in numbers(known).iter().enumerate() {
            let n = literal(known, *n);
            let (a, b) = if side == "right" { ("a0", n.as_str()) } else { (n.as_str(), "a0") };
            let replaced = |c: char| match c {
                'a' => a.to_owned(),
                'b' => b.to_owned(),
                c => c.to_string(),
            };
            _ = writeln!(text, "      case {k}: return {};", written.chars().map(replaced).collect::<String>());
        }
        text.push_str("      default: return 0;\n    }\n  }\n");
        let values = [numbers(open), &choices[..numbers(known).len()]];
        add(format!("{name}_{side}"), &[open, "int"], product(&values), Asked::Possible);
    }
}

/// A method with arguments that are numbers.
fn subject(class: &str, name: String, types: &[&'static str], numbers: &[Vec<i64>], asked: Asked) -> Subject {
    let value = |(ty, n): (&&str, &i64)| if *ty == "long" { Value::Long(*n) } else { Value::Int(*n as i32) };
    let arguments = numbers.iter().map(|numbers| types.iter().zip(numbers).map(value).collect()).collect();
    Subject { class: class.to_owned(), name, types: types.to_vec(), arguments, asked }
}

#[test]
fn all_agree_on_every_instruction_at_its_limits() {
    let (text, subjects) = program();
    all_agree(text, &subjects, SHORT);
}
