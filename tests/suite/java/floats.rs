//! Every instruction over floating-point numbers, and what the library computes with them, at boundary values: a JVM, the interpreter,
//! merge mode and path mode agree.
//!
//! A table has what is written in Java, with the operands `a` and `b`. Each entry becomes some methods: the operands are any
//! numbers, or some that parameters choose, or one is any and the other constant; what is returned are the bits of the result, or
//! where it lies.

use super::instructions::{Asked, Subject, all_agree, class_of, operands};
use multise::internals::java::jvm::Value;
use std::fmt::Write;
use std::time::Duration;

/// The time of an exploration whose questions may be too hard. What it leaves open is not compared.
const SHORT: Duration = Duration::from_millis(700);

const DOUBLES: [&str; 12] = [
    "0.0",
    "-0.0",
    "1.0",
    "-2.5",
    "0.1",
    "1e17",
    "Double.MAX_VALUE",
    "Double.MIN_VALUE",
    "-3e9",
    "1.0 / 0",
    "-1.0 / 0",
    "0.0 / 0",
];
const FLOATS: [&str; 12] = [
    "0f",
    "-0f",
    "1f",
    "-2.5f",
    "0.1f",
    "16777217f",
    "Float.MAX_VALUE",
    "Float.MIN_VALUE",
    "-3e9f",
    "1f / 0",
    "-1f / 0",
    "0f / 0",
];
const INTS: [&str; 8] = ["0", "1", "-1", "Integer.MIN_VALUE", "Integer.MAX_VALUE", "16777217", "-16777219", "33"];
const LONGS: [&str; 8] =
    ["0", "1", "-1", "Long.MIN_VALUE", "Long.MAX_VALUE", "9007199254740993L", "-4611686293305294849L", "1L << 40"];

/// What is written, with the name, the types of the operands, and the type of the result.
const TABLE: [(&str, &[&str], &str, &str); 56] = [
    ("dadd", &["double", "double"], "double", "a + b"),
    ("dsub", &["double", "double"], "double", "a - b"),
    ("dmul", &["double", "double"], "double", "a * b"),
    ("ddiv", &["double", "double"], "double", "a / b"),
    ("drem", &["double", "double"], "double", "a % b"),
    ("dneg", &["double"], "double", "-a"),
    ("fadd", &["float", "float"], "float", "a + b"),
    ("fsub", &["float", "float"], "float", "a - b"),
    ("fmul", &["float", "float"], "float", "a * b"),
    ("fdiv", &["float", "float"], "float", "a / b"),
    ("frem", &["float", "float"], "float", "a % b"),
    ("fneg", &["float"], "float", "-a"),
    ("dcmp", &["double", "double"], "long", "(a < b ? 1 : 0) + (a <= b ? 2 : 0) + (a > b ? 4 : 0) + (a >= b ? 8 : 0)"),
    ("dcmp_not", &["double", "double"], "long", "(!(a < b) ? 1 : 0) + (!(a <= b) ? 2 : 0) + (!(a > b) ? 4 : 0)"),
    ("dcmp_same", &["double", "double"], "long", "(a == b ? 1 : 0) + (a != b ? 2 : 0) + (!(a >= b) ? 4 : 0)"),
    ("fcmp", &["float", "float"], "long", "(a < b ? 1 : 0) + (a <= b ? 2 : 0) + (a > b ? 4 : 0) + (a >= b ? 8 : 0)"),
    ("fcmp_not", &["float", "float"], "long", "(!(a < b) ? 1 : 0) + (!(a <= b) ? 2 : 0) + (!(a > b) ? 4 : 0)"),
    ("fcmp_same", &["float", "float"], "long", "(a == b ? 1 : 0) + (a != b ? 2 : 0) + (!(a >= b) ? 4 : 0)"),
    ("i2f", &["int"], "float", "(float) a"),
    ("i2d", &["int"], "double", "(double) a"),
    ("l2f", &["long"], "float", "(float) a"),
    ("l2d", &["long"], "double", "(double) a"),
    ("f2d", &["float"], "double", "(double) a"),
    ("d2f", &["double"], "float", "(float) a"),
    ("f2i", &["float"], "long", "(int) a"),
    ("f2l", &["float"], "long", "(long) a"),
    ("d2i", &["double"], "long", "(int) a"),
    ("d2l", &["double"], "long", "(long) a"),
    ("d2b", &["double"], "long", "(byte) a"),
    ("f2c", &["float"], "long", "(char) a"),
    ("d2s", &["double"], "long", "(short) a"),
    ("i2f2i", &["int"], "long", "(int) (float) a"),
    ("l2d2l", &["long"], "long", "(long) (double) a"),
    ("f2d2f", &["float"], "float", "(float) (double) a"),
    ("mixed", &["float", "double"], "double", "a + b * 2"),
    ("int_and_float", &["int", "float"], "float", "a + b"),
    ("long_and_double", &["long", "double"], "double", "a - b"),
    ("abs_d", &["double"], "double", "Math.abs(a)"),
    ("abs_f", &["float"], "float", "Math.abs(a)"),
    ("max_d", &["double", "double"], "double", "Math.max(a, b)"),
    ("min_d", &["double", "double"], "double", "Math.min(a, b)"),
    ("max_f", &["float", "float"], "float", "Math.max(a, b)"),
    ("min_f", &["float", "float"], "float", "Math.min(a, b)"),
    ("sqrt", &["double"], "double", "Math.sqrt(a)"),
    ("floor", &["double"], "double", "Math.floor(a)"),
    ("ceil", &["double"], "double", "Math.ceil(a)"),
    ("rint", &["double"], "double", "Math.rint(a)"),
    ("round_d", &["double"], "long", "Math.round(a)"),
    ("round_f", &["float"], "long", "Math.round(a)"),
    ("signum", &["double"], "double", "Math.signum(a)"),
    ("compare_d", &["double", "double"], "long", "Double.compare(a, b)"),
    ("compare_f", &["float", "float"], "long", "Float.compare(a, b)"),
    ("of_bits_f", &["int"], "float", "Float.intBitsToFloat(a)"),
    ("of_bits_d", &["long"], "double", "Double.longBitsToDouble(a)"),
    ("hash", &["double", "float"], "long", "Double.hashCode(a) * 31L + Float.hashCode(b)"),
    (
        "boxes",
        &["double", "float"],
        "long",
        "(Double.valueOf(a).equals((double) b) ? 1 : 0) + (Float.isNaN(b) ? 2 : 0) + (Double.isInfinite(a) ? 4 : 0) + (Float.isFinite(b) ? 8 : 0)",
    ),
];

/// The type of a parameter that chooses an operand by its number.
const CHOICE: &str = "choice";

/// Code with fields, statics, arrays and calls.
const CARRIED: &str = "
  static float narrow = 2.5f;
  static double wide;
  static final double CONSTANT = 0.1;
  double field = 1e300;
  static double swap(double to) { double before = wide; wide = to; return before; }
  static long carried(double a0, float a1) {
    Main object = new Main();
    float[] floats = {narrow, a1, 0.1f};
    double[] doubles = new double[2];
    doubles[1] = swap(a0) + CONSTANT;
    object.field *= doubles[1];
    floats[0] += floats[2];
    narrow = floats[0];
    return Double.doubleToLongBits(object.field) ^ Float.floatToIntBits(narrow) ^ (wide > floats[1] ? 1 : 0);
  }
";

fn values(ty: &str) -> &'static [&'static str] {
    match ty {
        "double" => &DOUBLES,
        "float" => &FLOATS,
        "long" => &LONGS,
        _ => &INTS,
    }
}

/// A value as a JVM takes it. The literals of the table are those of Java.
fn value(ty: &str, at: usize) -> Value {
    let double = [0.0, -0.0, 1.0, -2.5, 0.1, 1e17, f64::MAX, 5e-324, -3e9, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
    let float =
        [0.0, -0.0, 1.0, -2.5, 0.1, 16_777_216.0, f32::MAX, 1e-45, -3e9, f32::INFINITY, f32::NEG_INFINITY, f32::NAN];
    let int = [0, 1, -1, i32::MIN, i32::MAX, 16_777_217, -16_777_219, 33];
    let long = [0, 1, -1, i64::MIN, i64::MAX, 9_007_199_254_740_993, -4_611_686_293_305_294_849, 1 << 40];
    match ty {
        "double" => Value::Double(f64::to_bits(double[at])),
        "float" => Value::Float(f32::to_bits(float[at])),
        "long" => Value::Long(long[at]),
        CHOICE => Value::Int(i32::try_from(at).expect("a small number")),
        _ => Value::Int(int[at]),
    }
}

/// All combinations of numbers below some.
fn product(counts: &[usize]) -> Vec<Vec<usize>> {
    let Some((last, before)) = counts.split_last() else { return vec![Vec::new()] };
    product(before).iter().flat_map(|few| (0..*last).map(move |one| [few.as_slice(), &[one]].concat())).collect()
}

/// An expression as the bits of its value.
fn bits(result: &str, written: &str) -> String {
    match result {
        "double" => format!("Double.doubleToLongBits({written})"),
        "float" => format!("Float.floatToIntBits({written})"),
        _ => written.to_owned(),
    }
}

fn program() -> (String, Vec<Subject>) {
    let (mut text, mut subjects) = ("public class Main {\n".to_owned() + CARRIED, Vec::new());
    for ty in ["double", "float", "long", "int"] {
        _ = writeln!(text, "  static {ty} {ty}Of(int k) {{\n    switch (k) {{");
        for (k, literal) in values(ty).iter().enumerate() {
            _ = writeln!(text, "      case {k}: return {literal};");
        }
        _ = writeln!(text, "      default: return 2;\n    }}\n  }}");
    }
    let types = vec!["double", "float"];
    let places = product(&[DOUBLES.len(), FLOATS.len()]);
    subjects.push(subject("Main", "carried".to_owned(), &types, &places, Asked::Possible));
    text.push_str("}\n");
    for (name, types, result, written) in TABLE {
        _ = writeln!(text, "class {} {{", class_of(name));
        entry(&mut text, &mut subjects, (name, types, result, written));
        text.push_str("}\n");
    }
    (text, subjects)
}

fn entry(
    text: &mut String,
    subjects: &mut Vec<Subject>,
    (name, types, result, written): (&str, &'static [&'static str], &str, &str),
) {
    let counts: Vec<usize> = types.iter().map(|ty| values(ty).len()).collect();
    let parameters: Vec<String> = types.iter().enumerate().map(|(i, ty)| format!("{ty} a{i}")).collect();
    let parameters = parameters.join(", ");
    let own = operands(types, |_, i| format!("a{i}"));
    let class = class_of(name);
    let mut add = |name: String, types: Vec<&'static str>, places: Vec<Vec<usize>>, asked| {
        subjects.push(subject(&class, name, &types, &places, asked));
    };
    // Any operands, and the result.
    _ = writeln!(text, "  static long {name}({parameters}) {{ {own} return {}; }}", bits(result, written));
    add(name.to_owned(), types.to_vec(), product(&counts), Asked::Possible);
    // Any operands, and where the result lies.
    let lies = "(r < 0 ? 1 : 0) + (r >= 1 ? 2 : 0) + (r > 3e9f ? 4 : 0) + (r != r ? 8 : 0)";
    let ty = if result == "long" { "double" } else { result };
    _ = writeln!(text, "  static long {name}_lies({parameters}) {{ {own} {ty} r = {written}; return {lies}; }}");
    let asked = if types.len() == 1 { Asked::All } else { Asked::Possible };
    add(format!("{name}_lies"), types.to_vec(), product(&counts), asked);
    // One of some numbers each, chosen by parameters.
    let chosen = operands(types, |ty, i| format!("Main.{ty}Of(a{i})"));
    let parameters: Vec<String> = (0..types.len()).map(|i| format!("int a{i}")).collect();
    let parameters = parameters.join(", ");
    _ = writeln!(text, "  static long {name}_of({parameters}) {{ {chosen} return {}; }}", bits(result, written));
    add(format!("{name}_of"), vec![CHOICE; types.len()], product(&vec![DOUBLES.len() + 1; types.len()]), Asked::All);
    // One is any number, and the other constant.
    let [left, right] = types else { return };
    for (side, known, open) in [("right", right, left), ("left", left, right)] {
        for (k, literal) in values(known).iter().enumerate().step_by(3) {
            let own = match side {
                "right" => format!("{open} a = a0; {known} b = {literal};"),
                _ => format!("{known} a = {literal}; {open} b = a0;"),
            };
            let name = format!("{name}_{side}{k}");
            _ = writeln!(text, "  static long {name}({open} a0) {{ {own} {ty} r = {written}; return {lies}; }}");
            add(name, vec![open], product(&[values(open).len()]), Asked::Possible);
        }
    }
}

/// A method. Its arguments are given by their places among the values of their types.
fn subject(class: &str, name: String, types: &[&'static str], places: &[Vec<usize>], asked: Asked) -> Subject {
    let arguments = |places: &Vec<usize>| types.iter().zip(places).map(|(ty, at)| value(ty, *at)).collect();
    let arguments = places.iter().map(arguments).collect();
    let types = types.iter().map(|ty| if *ty == CHOICE { "int" } else { ty }).collect();
    Subject { class: class.to_owned(), name, types, arguments, asked }
}

#[test]
fn all_agree_on_every_instruction_at_its_limits() {
    let (text, subjects) = program();
    all_agree(text, &subjects, SHORT);
}
