//! Calls of Java methods: what reports write is read again as the same inputs.

use super::{compiled, run};
use multise::{Cell, Datum, Dialect, Inputs, MethodId, Program, Value};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use std::fmt::Write;
use support::calls::same;
use support::inputs::{array, int, object};

const PROGRAM: &str = "public class Main {
  enum Color { RED, GREEN { int more() { return 1; } }; int more() { return 0; } }
  static long mixed(int[][] rows, String s, char c, long l, byte b, boolean f) { return rows[0][1] / (s.length() - 3 + c + l + b); }
  static int over(int n) { return 1 / n; }
  static int over(String s) { return 1 / s.length(); }
  private final int own;
  Main(int n) { own = 1 / (n - 5); }
  int field(int n) { return own / n; }
  static int five(int[] a, boolean b) { return b && a.length == 2 && a[1] == -7 ? 1 / (a[0] - a[0]) : 0; }
  static int point(double d, float f) { return d > 1.5 && f == -0.25f ? 1 / (d > 1e300 ? 1 : 0) : 0; }
  static int color(Color c, Color[] cs) {
    return c != null && cs != null && cs.length == 2 && cs[0] == null && cs[1] == c ? 1 / (1 - c.more()) : 0;
  }
  static int box(Integer n) { return n == null ? 0 : 1 / (n - 7); }
  static int same(int[] a, int[] b) { return a != null && a == b ? 1 / (a.length - a.length) : 0; }
}";

#[test]
fn calls_are_read_as_in_java() {
    let Some(classes) = compiled(PROGRAM) else { return };
    let folder = classes.folder.to_str().expect("a Unicode path");
    for (call, code, part) in [
        (
            r#"Main.mixed(new int[][] {new int[] {1, 2}}, "ab\u0063", 'a', -98L, (byte) 1, false)"#,
            1,
            "division-by-zero",
        ),
        (r#"Main.mixed(new int[][] {new int[] {1, 2}}, "abc", 'a', 3L, 1, true)"#, 0, "result = 0"),
        (r#"Main.mixed(null, "", '\n', 0, 0, true)"#, 1, "violation"),
        ("Main.over(int)(0)", 1, "division-by-zero"),
        (r#"Main.over(String)("")"#, 1, "division-by-zero"),
        ("new Main(5)", 1, "division-by-zero"),
        ("Main.over(0)", 2, "ambiguous"),
        ("Main.five(null)", 2, "takes 2 arguments, found 1"),
        ("Main.five(null, 3)", 2, "expected a value of type `boolean`"),
        ("Main.five(null, x)", 2, "`x` is no constant that inputs can have"),
        // A number of a narrower type is one of the wider type.
        ("Main.point(2, -0.25f)", 1, "division-by-zero"),
        ("Main.point(2f, -0.25f)", 1, "division-by-zero"),
        ("Main.point(Double.MAX_VALUE, -0.25f)", 0, "result = 1"),
        ("Main.point(2.0, -0.25)", 2, "expected a value of type `float`"),
        ("Main.color(Color.GREEN, new Color[] {null, Main.Color.GREEN})", 1, "division-by-zero"),
        ("Main.color(Color.RED, new Color[] {null, Color.RED})", 0, "result = 1"),
        ("Main.color(Color.BLUE, null)", 2, "there are Main.Color.RED, Main.Color.GREEN"),
        ("Main.box(Integer.valueOf(7))", 1, "division-by-zero"),
    ] {
        let (found, report) = run(&["run", folder, call]);
        assert!(found == Some(code) && report.contains(part), "{call}: {found:?}\n{report}");
    }
}

#[test]
fn reports_have_calls_that_are_read_again() {
    let Some(classes) = compiled(PROGRAM) else { return };
    let folder = classes.folder.to_str().expect("a Unicode path");
    let explored = |entry: &str| run(&["explore", folder, "--entry", entry, "--all", "--verbose", "--no-jvm"]).1;
    for (entry, end) in [
        ("Main.over(int)", "'Main.over(int)(0)'"),
        ("Main.over(String)", "'Main.over(java.lang.String)(\"\")'"),
        ("Main.Main", "'new Main(5)'"),
        ("Main.five", ", -7}, true)'"),
        ("Main.point", ", -0.25f)'"),
        ("Main.color", "'Main.color(Main.Color.GREEN, new Main.Color[] {null, Main.Color.GREEN})'"),
        ("Main.box", "'Main.box(Integer.valueOf(7))'"),
    ] {
        let report = explored(entry);
        let mut again = report.lines().filter_map(|line| line.trim().strip_prefix("again:"));
        let line = again.rfind(|line| line.ends_with(end)).unwrap_or_else(|| panic!("{entry}: {report}"));
        let call = line.split_once('\'').and_then(|(_, call)| call.strip_suffix('\'')).expect("it is quoted");
        let (code, printed) = run(&["run", folder, &call.replace(r"'\''", "'")]);
        assert!(code == Some(1) && printed.contains("division-by-zero"), "{call}: {printed}");
    }
    // An object with given fields is no expression of Java, and neither are two references to one array.
    for entry in ["Main.field", "Main.same"] {
        let report = explored(entry);
        assert!(report.contains(" --inputs - <<< '{"), "{entry}: {report}");
        assert!(report.contains("(as JSON: Java has no call with these objects)"), "{entry}: {report}");
    }
}

/// The types of parameters: each is the type of an overloaded method, so are arrays of them, and arrays of those.
const TYPES: [&str; 11] =
    ["boolean", "byte", "short", "char", "int", "long", "float", "double", "String", "Integer", "Main.Color"];

/// A value of a type with these dimensions, whatever the objects in it are called.
#[derive(Clone, Debug)]
enum Made {
    Null,
    Plain(Value),
    Text(Vec<u16>),
    Box(i32),
    Constant(u8),
    Array(Vec<Made>),
}

fn unit(unit: u16) -> Value {
    char::from_u32(unit.into()).map_or_else(|| int(unit), |c| Value::Char(c.to_string()))
}

fn made(ty: &'static str, dimensions: usize) -> BoxedStrategy<Made> {
    if dimensions > 0 {
        let elements = prop::collection::vec(made(ty, dimensions - 1), 0..4).prop_map(Made::Array);
        return prop_oneof![1 => Just(Made::Null), 5 => elements].boxed();
    }
    let plain = match ty {
        "boolean" => any::<bool>().prop_map(Value::Bool).boxed(),
        "byte" => any::<i8>().prop_map(int).boxed(),
        "short" => any::<i16>().prop_map(int).boxed(),
        "char" => any::<u16>().prop_map(unit).boxed(),
        "int" => any::<i32>().prop_map(int).boxed(),
        "long" => any::<i64>().prop_map(int).boxed(),
        // Any bits: infinities, and what is no number, among them.
        "float" => any::<u32>().prop_map(|bits| Value::Ieee(Datum::from(f32::from_bits(bits)))).boxed(),
        "double" => any::<u64>().prop_map(|bits| Value::Ieee(Datum::from(f64::from_bits(bits)))).boxed(),
        _ => {
            let object = match ty {
                "String" => prop::collection::vec(any::<u16>(), 0..6).prop_map(Made::Text).boxed(),
                "Integer" => any::<i32>().prop_map(Made::Box).boxed(),
                _ => (0..3_u8).prop_map(Made::Constant).boxed(),
            };
            return prop_oneof![1 => Just(Made::Null), 5 => object].boxed();
        }
    };
    let special = match ty {
        "float" => prop::sample::select(vec![f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -0.0])
            .prop_map(|n| Value::Ieee(n.into()))
            .boxed(),
        "double" => prop::sample::select(vec![f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.0])
            .prop_map(|n| Value::Ieee(n.into()))
            .boxed(),
        _ => plain.clone(),
    };
    prop_oneof![3 => plain, 1 => special].prop_map(Made::Plain).boxed()
}

/// Adds a value to inputs.
fn add(inputs: &mut Inputs, made: &Made, ty: &str, dimensions: usize) -> Value {
    let cell = match made {
        Made::Null => return Value::Null,
        Made::Plain(value) => return value.clone(),
        Made::Box(n) => object("java.lang.Integer", [("value", int(*n))]),
        Made::Constant(number) => object("Main$Color", [("ordinal", int(*number))]),
        Made::Text(units) => {
            let units = array("char", units.iter().copied().map(unit));
            object("java.lang.String", [("value", named(inputs, units))])
        }
        Made::Array(elements) => {
            let elements: Vec<Value> = elements.iter().map(|made| add(inputs, made, ty, dimensions - 1)).collect();
            let ty = match ty {
                "String" | "Integer" => format!("java.lang.{ty}"),
                "Main.Color" => "Main$Color".to_owned(),
                ty => ty.to_owned(),
            };
            array(&(ty + &"[]".repeat(dimensions - 1)), elements)
        }
    };
    named(inputs, cell)
}

fn named(inputs: &mut Inputs, cell: Cell) -> Value {
    let name = format!("x{}", inputs.heap.len());
    inputs.heap.insert(name.clone(), cell);
    Value::Ref(name)
}

/// A method, the type of the elements of its parameter, and how many dimensions it has.
type Overloaded = (MethodId, &'static str, usize);

/// The program with all overloaded methods; they are its entries, in their order.
fn overloaded() -> Option<(Program, Vec<Overloaded>)> {
    let mut text = "public class Main {\n  enum Color { RED, GREEN, BLUE }\n".to_owned();
    let mut wanted = Vec::new();
    for ty in TYPES {
        for dimensions in 0..3 {
            let full = ty.to_owned() + &"[]".repeat(dimensions);
            let _ = writeln!(text, "  static void m({full} a) {{ }}\n  Main({full} a) {{ }}");
            wanted.extend([(ty, dimensions); 2]);
        }
    }
    let classes = compiled(&*(text + "}\n"))?;
    let program = Program::load(&classes.folder, &Dialect::default()).expect("it is linked");
    let entries = program.entries().expect("there are some").into_iter();
    let entries = entries.filter(|id| !program.entry_name(*id).contains("Color."));
    let entries: Vec<Overloaded> = entries.zip(wanted.iter().copied()).map(|(id, (ty, n))| (id, ty, n)).collect();
    assert_eq!(entries.len(), wanted.len());
    Some((program, entries))
}

#[test]
fn what_is_written_is_read_as_the_same_inputs() {
    let Some((program, entries)) = overloaded() else { return };
    let of_entry =
        |(id, ty, dimensions): Overloaded| made(ty, dimensions).prop_map(move |made| (id, ty, dimensions, made));
    let strategy = prop::sample::select(entries).prop_flat_map(of_entry);
    let mut runner = TestRunner::new(Config { cases: 3000, failure_persistence: None, ..Config::default() });
    let tried = runner.run(&strategy, |(id, ty, dimensions, made)| {
        let mut inputs = Inputs::default();
        let value = add(&mut inputs, &made, ty, dimensions);
        inputs.args.insert("a".to_owned(), value);
        let text = program.call_text(id, &inputs);
        prop_assert!(text.is_some(), "no call of {} on {inputs:?}", program.entry_name(id));
        let text = text.unwrap_or_default();
        let called = program.call(&text).map_err(|error| TestCaseError::fail(format!("`{text}`: {error}")))?;
        prop_assert_eq!(called.entry, id, "`{}`", text);
        same(&inputs, &called.inputs).map_err(|why| TestCaseError::fail(format!("`{text}`: {why}")))?;
        prop_assert_eq!(program.call_text(id, &called.inputs), Some(text));
        Ok(())
    });
    tried.unwrap_or_else(|error| panic!("{error}"));
}
