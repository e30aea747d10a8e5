//! Every public method of the models: a program with a call of each, written from their class files, shows the same on a JVM and
//! in the interpreter. So none is without a test.

use super::models::{self, Case, Compared, Harness};
use multise::internals::java::classfile::{Access, ClassPath, Method, descriptor};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use support::campaign;
use support::draws::Random;

/// Classes and methods that are not called, by the beginnings of their names, each with the reason.
const APART: &[(&str, &str)] = &[
    ("jdk/internal/", "code of users cannot name it"),
    ("java/lang/Identity", "no class of a JDK"),
    ("java/lang/Unsupported", "no class of a JDK"),
    ("java/util/Shared", "no class of a JDK"),
    ("java/io/PrintStream.<init>()", "no method of a JDK"),
    ("java/nio/charset/Charset.bytes(", "no method of a JDK"),
    ("java/nio/charset/Charset.named(", "no method of a JDK"),
    ("java/nio/charset/Charset.units(", "no method of a JDK"),
    ("java/util/Locale.hasPlain", "no method of a JDK"),
    ("java/util/Locale.isEnglish(", "no method of a JDK"),
    ("java/util/Optional.isSame(", "no method of a JDK"),
    ("java/lang/VirtualMachineError.<init>", "the class is abstract in a JDK"),
    ("java/io/OutputStream.<init>", "the class is abstract"),
    ("java/lang/Number.<init>", "the class is abstract"),
    ("java/io/ObjectStreamField", "for serialisation, of which nothing else is known"),
    ("java/lang/Throwable.setStackTrace", "there are no stack traces"),
    ("java/util/Locale.getDefault(L", "the settings of the system"),
    ("java/util/concurrent/locks/ReentrantLock.tryLock(J", "`java::concurrent`"),
    ("java/lang/Class.desiredAssertionStatus(", "depends on how the JVM was started"),
    ("java/lang/Enum.hashCode(", "any number"),
    ("java/lang/Math.random(", "any number"),
    ("java/lang/Runtime", "of the machine, and ends it"),
    ("java/lang/System.currentTimeMillis", "any time"),
    ("java/lang/System.exit", "ends the JVM"),
    ("java/lang/System.identityHashCode", "any number"),
    ("java/lang/System.nanoTime", "any time"),
    ("java/lang/Thread", "`java::concurrent`"),
    ("java/lang/Throwable.getStackTrace", "what there is depends on how it was called"),
    ("java/lang/Throwable.printStackTrace", "what there is depends on how it was called"),
    ("java/util/random/RandomGenerator", "any number"),
];

/// The methods of a run, and the calls of each.
const METHODS: usize = 8;
const CALLS: usize = 4;

/// What a method takes and shows: how values are made, and written as texts.
const HELPERS: &str = r#"
  static final long[] LONGS = {Long.MIN_VALUE, Long.MAX_VALUE, 0x80000000L, 0x7fffffffL, -1, 1L << 53, 0xffffffffL, 10};
  static final double[] POINTS = {0.0, -0.0, Double.NaN, 1 / 0.0, -1 / 0.0, Double.MIN_VALUE, Double.MAX_VALUE, 0.5, -2.5, 1e18};

  static long big(int i, int j) {
    return (j & 3) == 0 ? i : (j & 3) == 1 ? (long) i << 32 | j & 0xffffffffL : LONGS[i & 7] + ((j & 3) == 2 ? 0 : i & 1);
  }
  static double point(int i, int j) {
    return (j & 3) == 0 ? i : (j & 3) == 1 ? i / 8.0 : (j & 3) == 2 ? Double.longBitsToDouble(big(i, 1)) : POINTS[(i & 127) % 10];
  }
  static float single(int i, int j) { return (j & 3) == 2 ? Float.intBitsToFloat(i) : (float) point(i, j); }
  static String text(String a, int i) { return i == 7 ? null : a; }
  static Object thing(String a, int i) {
    return i == 5 ? null : (i & 3) == 0 ? a : (i & 3) == 1 ? (Object) i : (i & 3) == 2 ? (Object) (long) i : (Object) (char) i;
  }
  static boolean missing(int i) { return i == 9; }
  static char[] chars(String a, int i) { return missing(i) ? null : a.toCharArray(); }
  static int[] ints(String a, int i) {
    if (missing(i)) return null;
    int[] all = new int[a.length()];
    for (int k = 0; k < all.length; k++) all[k] = k % 3 == 0 ? i : a.charAt(k);
    return all;
  }
  static long[] longs(String a, int i) {
    if (missing(i)) return null;
    long[] all = new long[a.length()];
    for (int k = 0; k < all.length; k++) all[k] = big(a.charAt(k), i + k);
    return all;
  }
  static short[] shorts(String a, int i) {
    if (missing(i)) return null;
    short[] all = new short[a.length()];
    for (int k = 0; k < all.length; k++) all[k] = (short) (k % 3 == 0 ? i : a.charAt(k));
    return all;
  }
  static byte[] bytes(String a, int i) {
    if (missing(i)) return null;
    byte[] all = new byte[a.length()];
    for (int k = 0; k < all.length; k++) all[k] = (byte) (k % 3 == 0 ? i & 127 : a.charAt(k) & 127);
    return all;
  }
  static boolean[] booleans(String a, int i) {
    if (missing(i)) return null;
    boolean[] all = new boolean[a.length()];
    for (int k = 0; k < all.length; k++) all[k] = (a.charAt(k) & 1) == (i & 1);
    return all;
  }
  static Object[] things(String a, int i) {
    if (missing(i)) return null;
    Object[] all = new Object[a.length()];
    for (int k = 0; k < all.length; k++) all[k] = thing(a, a.charAt(k));
    return all;
  }
  static CharSequence[] texts(String a, int i) { return missing(i) ? null : new CharSequence[] {a, "x", text(a, i)}; }
  static List<Object> list(String a, int i) {
    if (missing(i)) return null;
    List<Object> all = new ArrayList<>();
    for (int k = 0; k < a.length(); k++) all.add((int) a.charAt(k) % 4);
    return all;
  }
  static <M extends Map<Object, Object>> M filled(M map, String a) {
    for (int k = 0; k < a.length(); k++) map.put((int) a.charAt(k) % 4, k);
    return map;
  }
  static <C extends Collection<Object>> C filled(C all, String a) { all.addAll(list(a, 0)); return all; }

  static String show(boolean x) { return " " + x; }
  static String show(char x) { return " c" + (int) x; }
  static String show(int x) { return " " + x; }
  static String show(long x) { return " " + x; }
  static String show(float x) { return " f" + Float.floatToIntBits(x); }
  static String show(double x) { return " d" + Double.doubleToLongBits(x); }
  static String show(Object x) {
    if (x == null) return " null";
    if (x instanceof Float) return " Float" + show((float) x);
    if (x instanceof Double) return " Double" + show((double) x);
    boolean isText = x instanceof CharSequence || x instanceof StringJoiner || x instanceof Character;
    if (isText || x instanceof Number || x instanceof Boolean) return " " + x.getClass().getName() + " " + x;
    if (x instanceof Throwable) return " " + x.getClass().getName() + show(((Throwable) x).getMessage());
    if (x instanceof AtomicBoolean) return " atomic" + show(((AtomicBoolean) x).get());
    if (x instanceof AtomicReference) return " atomic" + show(((AtomicReference<?>) x).get());
    if (x instanceof Optional) return " optional" + show(((Optional<?>) x).orElse(null));
    if (x instanceof Map) return " map" + x;
    if (x instanceof Set || x instanceof List) return " all" + x;
    if (x instanceof Iterator) {
      String s = " iterator";
      for (Iterator<?> all = (Iterator<?>) x; all.hasNext(); ) s += show(all.next());
      return s;
    }
    if (x instanceof Class) return " class " + ((Class<?>) x).getName();
    if (x instanceof Locale || x instanceof java.nio.charset.Charset) return " " + x;
    return cells(x);
  }
"#;

/// Calls of methods, each of them three numbers, and what they have shown. Messages that a JVM makes are left out.
const RUN: &str = r#"  static String run(int[] calls, String a, String b) {
    StringBuilder out = new StringBuilder();
    for (int k = 0; k + 2 < calls.length; k += 3) {
      String shown;
      try {
        shown = call(calls[k], calls[k + 1], calls[k + 2], a, b);
      } catch (ArrayIndexOutOfBoundsException | ArrayStoreException | ClassCastException e) {
        shown = e.getClass().getName();
      } catch (NegativeArraySizeException | NullPointerException e) {
        shown = e.getClass().getName();
      } catch (Throwable e) {
        shown = e.getClass().getName() + " " + e.getMessage();
      }
      out.append(shown).append('\n');
    }
    return out.toString();
  }
"#;

/// What an array shows: its length, and its first cells, because it may have a thousand million.
fn cells() -> String {
    let mut text = String::from("  static String cells(Object x) {\n");
    for ty in ["int", "long", "char", "short", "byte", "boolean", "float", "double", "Object"] {
        let first = "for (int k = 0; k < all.length && k < 40; k++) s += show(all[k]);";
        let _ = writeln!(text, "    if (x instanceof {ty}[]) {{\n      {ty}[] all = ({ty}[]) x;");
        let _ = writeln!(
            text,
            "      String s = \" \" + all.length + \" [\";\n      {first}\n      return s + \"]\";\n    }}"
        );
    }
    text + "    return \" something\";\n  }\n"
}

/// A method of a model.
struct Modelled {
    /// `java/lang/Math.abs(I)I`
    name: String,
    /// The body of a method that calls it, and returns what that shows.
    body: String,
}

/// The value of a type in a call, as an expression over the numbers `i` and `j` and the texts `a` and `b`; by the place among
/// the parameters, so that two of one type differ. Nothing if none is made.
fn value(ty: &str, place: usize) -> Option<String> {
    let (i, j, a) = if place.is_multiple_of(2) { ("i", "j", "a") } else { ("j", "i", "b") };
    let lambda = |interface: &str, code: &str| Some(format!("({interface}) {code}"));
    Some(match ty {
        "I" if place > 1 => "(i + j)".to_owned(),
        "I" => i.to_owned(),
        "Z" => format!("({i} > 2)"),
        "B" => format!("(byte) {i}"),
        "S" => format!("(short) {i}"),
        "C" => format!("(char) {i}"),
        "J" => format!("big({i}, {j})"),
        "F" => format!("single({i}, {j})"),
        "D" => format!("point({i}, {j})"),
        "Ljava/lang/String;" => format!("text({a}, {i})"),
        "Ljava/lang/CharSequence;" => format!("({i} == 7 ? null : {i} < 3 ? new StringBuilder({a}) : {a})"),
        "Ljava/lang/Object;" => format!("thing({a}, {i})"),
        "Ljava/lang/Throwable;" | "Ljava/lang/Exception;" => {
            format!("({i} == 7 ? null : new IllegalStateException({a}))")
        }
        "Ljava/io/IOException;" => format!("new java.io.IOException({a})"),
        "Ljava/lang/StringBuilder;" => format!("({i} == 7 ? null : new StringBuilder({a}))"),
        "Ljava/lang/StringBuffer;" => format!("({i} == 7 ? null : new StringBuffer({a}))"),
        "Ljava/util/StringJoiner;" => format!("new StringJoiner({a}).add({i} + \"\")"),
        "Ljava/lang/Boolean;" => format!("Boolean.valueOf({i} > 2)"),
        "Ljava/lang/Byte;" => format!("Byte.valueOf((byte) {i})"),
        "Ljava/lang/Short;" => format!("Short.valueOf((short) {i})"),
        "Ljava/lang/Character;" => format!("Character.valueOf((char) {i})"),
        "Ljava/lang/Integer;" => format!("Integer.valueOf({i})"),
        "Ljava/lang/Long;" => format!("Long.valueOf(big({i}, {j}))"),
        "Ljava/lang/Float;" => format!("Float.valueOf(single({i}, {j}))"),
        "Ljava/lang/Double;" => format!("Double.valueOf(point({i}, {j}))"),
        "Ljava/lang/Number;" => format!("(Number) ({i} > 2 ? (Number) {i} : big({i}, {j}))"),
        "Ljava/lang/Class;" => format!("({i} > 2 ? String.class : int.class)"),
        "Ljava/lang/Enum;" => format!("Locale.Category.values()[{i} & 1]"),
        "Ljava/io/OutputStream;" => "new java.io.ByteArrayOutputStream()".to_owned(),
        "Ljava/util/Locale;" => "Locale.ROOT".to_owned(),
        "Ljava/nio/charset/Charset;" => "java.nio.charset.StandardCharsets.UTF_8".to_owned(),
        "Ljava/util/Optional;" => format!("Optional.ofNullable(thing({a}, {i}))"),
        "Ljava/util/Map;" => format!("filled(new HashMap<Object, Object>(), {a})"),
        "Ljava/util/Collection;" | "Ljava/lang/Iterable;" | "Ljava/util/List;" => format!("list({a}, {i})"),
        "Ljava/util/Iterator;" => format!("list({a}, 0).iterator()"),
        "Ljava/lang/Runnable;" => lambda("Runnable", "() -> {}")?,
        "Ljava/util/Comparator;" => lambda("Comparator<Object>", "(x, y) -> show(x).compareTo(show(y))")?,
        "[I" => format!("ints({a}, {i})"),
        "[J" => format!("longs({a}, {i})"),
        "[C" => format!("chars({a}, {i})"),
        "[S" => format!("shorts({a}, {i})"),
        "[B" => format!("bytes({a}, {i})"),
        "[Z" => format!("booleans({a}, {i})"),
        "[Ljava/lang/Object;" => format!("things({a}, {i})"),
        "[Ljava/lang/CharSequence;" => format!("texts({a}, {i})"),
        _ => functional(ty.strip_prefix("Ljava/util/function/")?.strip_suffix(';')?)?,
    })
}

/// A lambda expression for an interface of `java.util.function`.
fn functional(interface: &str) -> Option<String> {
    let any = |count: usize| vec!["Object"; count].join(", ");
    let (parameters, code) = match interface {
        "Function" => (2, "x -> x + \"!\""),
        "BiFunction" => (3, "(x, y) -> x + \"!\" + y"),
        "UnaryOperator" => (1, "x -> x + \"!\""),
        "BinaryOperator" => (1, "(x, y) -> x + \"!\" + y"),
        "Predicate" => (1, "x -> x != null"),
        "BiPredicate" => (2, "(x, y) -> x == null || y != null"),
        "Supplier" => (1, "() -> \"made\""),
        "Consumer" => (1, "x -> { if (x == null) throw new IllegalStateException(); }"),
        "BiConsumer" => (2, "(x, y) -> { if (y == null) throw new IllegalStateException(); }"),
        "ToIntFunction" | "ToLongFunction" | "ToDoubleFunction" => (1, "x -> show(x).length()"),
        "IntUnaryOperator" | "LongUnaryOperator" | "DoubleUnaryOperator" => (0, "x -> x + 3"),
        "IntBinaryOperator" | "LongBinaryOperator" | "DoubleBinaryOperator" => (0, "(x, y) -> x - y"),
        "IntPredicate" | "LongPredicate" | "DoublePredicate" => (0, "x -> x > 2"),
        "IntConsumer" | "LongConsumer" | "DoubleConsumer" => {
            (0, "x -> { if (x > 2) throw new IllegalStateException(); }")
        }
        "ObjIntConsumer" | "ObjLongConsumer" | "ObjDoubleConsumer" => {
            (1, "(x, y) -> { if (y > 2) throw new IllegalStateException(); }")
        }
        "ToIntBiFunction" | "ToLongBiFunction" | "ToDoubleBiFunction" => (2, "(x, y) -> show(x).length()"),
        "IntFunction" | "LongFunction" | "DoubleFunction" => (1, "x -> \"\" + (x > 2)"),
        "IntToLongFunction" | "IntToDoubleFunction" | "LongToDoubleFunction" => (0, "x -> x + 3"),
        "LongToIntFunction" | "DoubleToIntFunction" => (0, "x -> (int) x"),
        "DoubleToLongFunction" => (0, "x -> (long) x"),
        "BooleanSupplier" => (0, "() -> true"),
        "IntSupplier" | "LongSupplier" | "DoubleSupplier" => (0, "() -> 7"),
        _ => return None,
    };
    let of = if parameters == 0 { String::new() } else { format!("<{}>", any(parameters)) };
    Some(format!("(java.util.function.{interface}{of}) {code}"))
}

/// An object of a class of the models, to call a method on.
fn receiver(class: &str) -> Option<String> {
    Some(match class {
        "java/lang/String" | "java/lang/CharSequence" | "java/lang/Comparable" => "a".to_owned(),
        "java/lang/Object" => "thing(a, i & 3)".to_owned(),
        "java/lang/StringBuilder" | "java/lang/StringBuffer" => format!("new {}(a)", source_name(class)),
        "java/lang/Appendable" => "new StringBuilder(a)".to_owned(),
        "java/lang/Throwable" => "new IllegalStateException(a)".to_owned(),
        "java/lang/ExceptionInInitializerError" => format!("new {}(new IllegalStateException(a))", source_name(class)),
        "java/io/UncheckedIOException" => format!("new {}(new java.io.IOException(a))", source_name(class)),
        "java/util/Locale$Category" => "Locale.Category.values()[i & 1]".to_owned(),
        "java/lang/ThreadLocal" => "ThreadLocal.withInitial(() -> \"first\")".to_owned(),
        "java/util/Random" => "new Random(i)".to_owned(),
        "java/util/HashMap" | "java/util/LinkedHashMap" | "java/util/concurrent/ConcurrentHashMap" => {
            format!("filled(new {}<Object, Object>(), a)", source_name(class))
        }
        "java/util/HashSet" | "java/util/LinkedHashSet" => format!("filled(new {}<Object>(), a)", source_name(class)),
        "java/util/concurrent/ConcurrentHashMap$KeySetView" => {
            "filled(new java.util.concurrent.ConcurrentHashMap<Object, Object>(), a).keySet(\"set\")".to_owned()
        }
        "java/util/concurrent/atomic/AtomicInteger" => "new AtomicInteger(i)".to_owned(),
        "java/util/concurrent/atomic/AtomicLong" => "new AtomicLong(big(i, j))".to_owned(),
        "java/util/concurrent/atomic/AtomicBoolean" => "new AtomicBoolean(i > 2)".to_owned(),
        "java/util/concurrent/atomic/AtomicReference" => "new AtomicReference<Object>(thing(a, i))".to_owned(),
        "java/util/concurrent/locks/ReentrantLock" => "new java.util.concurrent.locks.ReentrantLock()".to_owned(),
        "java/io/OutputStream" | "java/lang/AutoCloseable" => "new java.io.ByteArrayOutputStream()".to_owned(),
        "java/io/FilterOutputStream" | "java/io/Flushable" | "java/io/Closeable" => {
            "new java.io.FilterOutputStream(new java.io.ByteArrayOutputStream())".to_owned()
        }
        "java/io/OutputStreamWriter" => {
            "new java.io.OutputStreamWriter(new java.io.ByteArrayOutputStream())".to_owned()
        }
        "java/io/PrintStream" => "new java.io.PrintStream(new java.io.ByteArrayOutputStream())".to_owned(),
        _ => value(&format!("L{class};"), 0)?,
    })
}

/// The name of a class in source text.
fn source_name(class: &str) -> String {
    class.replace(['/', '$'], ".")
}

/// A type in source text, without arguments.
fn source_type(ty: &str) -> String {
    match (ty.strip_prefix('['), ty.strip_prefix('L')) {
        (Some(element), _) => format!("{}[]", source_type(element)),
        (_, Some(class)) => source_name(class.trim_end_matches(';')),
        _ => descriptor::primitive(ty).unwrap_or(ty).to_owned(),
    }
}

/// A method that calls another one; nothing if no call is made.
fn call(class: &str, access: Access, method: &Method) -> Option<String> {
    let (parameters, result) = descriptor::method(&method.descriptor)?;
    let is_constructor = &*method.name == "<init>";
    let mut body = String::new();
    let mut arguments = Vec::new();
    for (place, ty) in parameters.iter().enumerate() {
        let _ = writeln!(body, "    {} x{place} = {};", source_type(ty), value(ty, place)?);
        arguments.push(format!("x{place}"));
    }
    let arguments = arguments.join(", ");
    let call = match (is_constructor, method.access.is_static()) {
        (true, _) if access.is_abstract() => return None,
        (true, _) => format!("new {}({arguments})", source_name(class)),
        (_, true) => format!("{}.{}({arguments})", source_name(class), method.name),
        _ => {
            let _ = writeln!(body, "    {} self = {};", source_name(class), receiver(class)?);
            format!("self.{}({arguments})", method.name)
        }
    };
    let is_shown = result != "V" || is_constructor;
    let _ =
        writeln!(body, "    String shown = {};", if is_shown { format!("show({call})") } else { "\"\"".to_owned() });
    if !is_shown {
        let _ = writeln!(body, "    {call};");
    }
    // What the call may have changed.
    if !is_constructor && !method.access.is_static() {
        body.push_str("    shown += show(self);\n");
    }
    for (place, _) in parameters.iter().enumerate().filter(|(_, ty)| ty.starts_with('[') || ty.contains("StringBu")) {
        let _ = writeln!(body, "    shown += show(x{place});");
    }
    body.push_str("    return shown;\n");
    Some(body)
}

/// The public methods of the models, with calls.
fn all() -> Vec<Modelled> {
    let mut models = ClassPath::default();
    models.add(&support::project().join("src/java/models/models.jar")).expect("the jar of the models");
    let (mut methods, mut unused) = (Vec::new(), BTreeSet::from_iter(APART.iter().map(|(apart, _)| *apart)));
    let names = models.names().expect("classes");
    // Overlays have methods for classes that the JDK has.
    for class in names.into_iter().filter(|class| !class.starts_with("overlays/")) {
        let file = models.find(&class).expect("a class file").expect("a class");
        if !file.access.is_public() {
            continue;
        }
        for method in &file.methods {
            let name = format!("{class}.{}{}", method.name, method.descriptor);
            if !method.access.is_public() || method.access.is_synthetic() {
                continue;
            }
            if let Some((apart, _)) = APART.iter().find(|(apart, _)| name.starts_with(apart)) {
                unused.remove(apart);
                continue;
            }
            let body = call(&class, file.access, method).unwrap_or_else(|| panic!("no call of {name}, and no reason"));
            methods.push(Modelled { name, body });
        }
    }
    assert!(unused.is_empty(), "reasons for no method: {unused:?}");
    methods
}

/// A program whose calls are those of the methods.
fn program(methods: &[Modelled]) -> String {
    let mut text = String::from("import java.util.*;\nimport java.util.concurrent.atomic.*;\n\n");
    text.push_str("@SuppressWarnings(\"all\")\npublic class Modelled {\n");
    text.push_str(RUN);
    text.push_str("\n  static String call(int which, int i, int j, String a, String b) throws Throwable {\n    switch (which) {\n");
    for number in 0..methods.len() {
        let _ = writeln!(text, "      case {number}: return m{number}(i, j, a, b);");
    }
    text.push_str("      default: return \"\";\n    }\n  }\n");
    text.push_str(HELPERS);
    text.push_str(&cells());
    for (number, method) in methods.iter().enumerate() {
        let signature = format!("static String m{number}(int i, int j, String a, String b) throws Throwable");
        let _ = writeln!(text, "\n  // {}\n  {signature} {{\n{}  }}", method.name, method.body);
    }
    text.push_str("}\n");
    text
}

/// The results of runs, by method.
#[derive(Default)]
struct Results<'a> {
    /// The number of calls that show the same.
    same: BTreeMap<&'a str, usize>,
    /// Why the interpreter could not say what a call shows.
    refused: BTreeMap<&'a str, String>,
    /// Calls, with what the model and the JDK show.
    differ: Vec<(&'a str, [i32; 3], String, String)>,
}

impl<'a> Results<'a> {
    fn add(&mut self, method: &'a str, call: &[i32; 3], compared: Compared) {
        match compared {
            Compared::Same => *self.same.entry(method).or_default() += 1,
            Compared::Refused(reason) => _ = self.refused.insert(method, reason),
            // Memory has no end in the interpreter.
            Compared::Differ { jdk, .. } if jdk.starts_with("java.lang.OutOfMemoryError") => {}
            Compared::Differ { model, jdk } => self.differ.push((method, *call, model, jdk)),
        }
    }
}

#[test]
fn every_method_of_a_model_is_that_of_the_jdk() {
    // A hundredth of the sequences of `models`.
    let runs = campaign::number("MULTISE_CALLS", 400).div_ceil(100 * CALLS as u64);
    let mut random = Random(campaign::number("MULTISE_SEED", 0));
    let methods = all();
    let Some(harness) = Harness::new("Modelled", "run", program(&methods)) else { return };
    let mut results = Results::default();
    let numbered: Vec<(i32, &Modelled)> = (0..).zip(&methods).collect();
    for _ in 0..runs {
        for some in numbered.chunks(METHODS) {
            let texts = [models::text(&mut random), models::text(&mut random)];
            let mut call = |number: i32| [number, models::number(&mut random), models::number(&mut random)];
            let calls: Vec<Vec<[i32; 3]>> =
                some.iter().map(|(number, _)| (0..CALLS).map(|_| call(*number)).collect()).collect();
            let compare = |calls: &[[i32; 3]]| harness.compare(&Case { calls: calls.concat(), texts: texts.clone() });
            let is_same = |calls: &[[i32; 3]]| matches!(compare(calls), Compared::Same);
            // What one call lacks ends all of a run.
            let all_same = is_same(&calls.concat());
            for ((_, method), calls) in some.iter().zip(&calls) {
                if all_same || is_same(calls) {
                    *results.same.entry(&method.name).or_default() += calls.len();
                } else {
                    calls.iter().for_each(|call| results.add(&method.name, call, compare(&[*call])));
                }
            }
        }
    }
    let Results { same, mut refused, differ } = results;
    refused.retain(|method, _| !same.contains_key(method));
    let same: usize = same.values().sum();
    eprintln!("{same} calls of {} methods are the same", methods.len());
    eprintln!("not compared: {refused:#?}");
    assert!(differ.is_empty(), "{differ:#?}");
    let reasons: BTreeSet<&String> = refused.values().filter(|reason| !reason.starts_with("unsupported")).collect();
    assert!(reasons.is_empty(), "{reasons:#?}");
    assert!(refused.len() < methods.len() / 16, "{refused:#?}");
}
