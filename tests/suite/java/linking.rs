//! What linking decides: initialisation of classes, places of exceptions, dispatch, inputs; and the command line for class files.

use super::{are_as_expected, class_files, compiled, run};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use support::java::compile::javac;
use support::process::{complaints, printed};

/// Programs with what is expected of them in the first line.
const PROGRAMS: &[&str] = &[
    // An exception of the library has the line of the call.
    "// expect: invalid uncaught ArithmeticException line 4
public class Main {
  static int twice(int x) {
    return Math.addExact(x, x);
  }
  public static void main(String[] args) { twice(1 << 30); }
}",
    // A class whose initialiser has failed cannot be used a second time.
    "// expect: valid
public class Main {
  static class Broken { static int x = 1 / zero(); static int zero() { return 0; } }
  static class Below extends Broken { static int y = 2; }
  public static void main(String[] args) {
    int seen = 0;
    try { seen = Below.y; } catch (ExceptionInInitializerError e) { if (e.getCause() instanceof ArithmeticException) seen = 10; }
    try { seen += Broken.x; } catch (NoClassDefFoundError e) { seen += 1; }
    try { seen += Below.y; } catch (NoClassDefFoundError e) { seen += 1; }
    assert seen == 12;
  }
}",
    // The line that has set off an initialisation that fails.
    "// expect: invalid uncaught ExceptionInInitializerError line 5
public class Main {
  static class Broken { static int[] cells = new int[-1]; }
  public static void main(String[] args) {
    Broken.cells[0] = 1;
  }
}",
    // The line of the innermost initialiser that needs a class which fails.
    "// expect: invalid uncaught ExceptionInInitializerError line 4
public class Main {
  static class Broken { static int[] cells = new int[1]; static int x = cells[cells.length]; }
  static class Outer { static int y = Broken.x; }
  static class Below extends Outer { static int z = 1; }
  public static void main(String[] args) {
    Below.z = 2;
  }
}",
    // A method of the library asks an argument for what its class does, and not the class of the variable.
    "// expect: invalid assert line 13
// entry: Main.test(int,Main$S)
public class Main {
  static int shown;
  static class S { public String toString() { return \"S\"; } }
  static class T extends S { public String toString() { shown++; return \"T\"; } }
  static class U extends T { public int hashCode() { shown += 2; return 3; } }
  static void test(int n, S x) {
    S y = n == 4 ? new S() : n < 4 ? new T() : new U();
    System.out.println(y);
    String s = new StringBuilder().append(y) + String.valueOf(y) + y;
    if (x instanceof U u && java.util.Objects.hashCode(u) == u.hashCode() && n > 4) {
      assert shown != 8;
    }
  }
}",
    // Two equal boxes of truth values are one object, unless the program has made one of them with `new`.
    "// expect: valid
// entry: Main.same(java.lang.Boolean,java.lang.Boolean,java.lang.Object)
public class Main {
  static void same(Boolean a, Boolean b, Object c) {
    if (a == null || b == null) return;
    assert a == b || !a.equals(b) || a != Boolean.valueOf(a) || b != Boolean.valueOf(b);
    assert a != b || a.equals(b);
    assert c != (Object) a || c.equals(b) || a != b;
  }
}",
    // The line of an exception that leaves a block under a lock.
    "// expect: invalid uncaught ArithmeticException line 5
public class Main {
  public static void main(String[] args) {
    synchronized (args) {
      args = new String[1 / args.length];
    }
  }
}",
    // An error in an initialiser is not wrapped.
    "// expect: invalid assert line 3
public class Main {
  static class Broken { static int x; static { assert false; } }
  public static void main(String[] args) {
    try { Broken.x = 1; } catch (ExceptionInInitializerError e) { }
  }
}",
    // A handler in a caller catches a false assertion, if it takes such errors.
    "// expect: valid
public class Main {
  static void check(int x) { assert x > 0; }
  public static void main(String[] args) {
    boolean caught = false;
    try { check(0); } catch (AssertionError e) { caught = true; }
    assert caught;
  }
}",
    "// expect: invalid assert line 3
public class Main {
  static void check(int x) { assert x > 0; }
  public static void main(String[] args) {
    try { check(0); } catch (RuntimeException e) { }
  }
}",
    // Assertions count where exceptions do not.
    "// expect: invalid assert line 7
// uncaught: allowed
public class Main {
  public static void main(String[] args) {
    if (multise.Nondet.anyBoolean()) throw new IllegalStateException();
    try {
      assert false;
    } finally { multise.Nondet.anyInt(); }
  }
}",
    // Only what is used is initialised; a constant needs no class.
    "// expect: valid
public class Main {
  static int order = 0;
  static class A { static final int CONSTANT = 7; static { order = order * 10 + 1; } static void use() { } }
  static class B extends A { static { order = order * 10 + 2; } }
  interface I { int N = count(); static int count() { order = order * 10 + 3; return 1; } default void m() { } }
  static class C implements I { static { order = order * 10 + 4; } }
  public static void main(String[] args) {
    assert A.CONSTANT == 7 && order == 0;
    B[] none = new B[1];
    assert order == 0;
    B.use();
    assert order == 1;
    new B();
    assert order == 12;
    new C();
    assert order == 1234;
  }
}",
    // An interface is initialised when one of its fields is used, also by the classes below it.
    "// expect: valid
public class Main {
  static int order = 0;
  interface I { int N = count(); static int count() { order = order * 10 + 3; return 1; } }
  interface J extends I { int M = more(); static int more() { order = order * 10 + 5; return N + 1; } }
  static class C implements I { static int get() { return N; } int own() { return N; } }
  static class D implements J { static int most() { return M; } }
  public static void main(String[] args) {
    C c = new C();
    assert order == 0;
    assert c.own() == 1 && C.get() == 1 && order == 3;
    assert D.most() == 2 && order == 35;
  }
}",
    // Also where the type of an array is known exactly, what is stored need not fit.
    "// expect: valid
public class Main {
  enum Light { RED }
  public static void main(String[] args) {
    int caught = 0;
    Object[] boxes = new Integer[1], rows = new int[1][], lights = new Light[1];
    try { boxes[0] = \"x\"; } catch (ArrayStoreException e) { caught++; }
    try { rows[0] = new long[1]; } catch (ArrayStoreException e) { caught++; }
    try { lights[0] = args; } catch (ArrayStoreException e) { caught++; }
    boxes[0] = 1;
    rows[0] = new int[2];
    lights[0] = Light.RED;
    assert caught == 3;
  }
}",
    // Classes and arrays as objects.
    "// expect: valid
public class Main {
  static class A { }
  static class B extends A { }
  public static void main(String[] args) {
    A a = multise.Nondet.anyBoolean() ? new A() : new B();
    assert (a.getClass() == B.class) == (a instanceof B);
    Object cells = new int[3];
    assert cells.equals(cells) && !cells.equals(a);
    assert args.length == 0;
  }
}",
    // Copies of arrays that overlap, or do not fit.
    "// expect: valid
public class Main {
  public static void main(String[] args) {
    int[] a = {1, 2, 3, 4};
    System.arraycopy(a, 0, a, 1, 3);
    assert a[0] == 1 && a[1] == 1 && a[2] == 2 && a[3] == 3;
    Object[] objects = {\"x\", null};
    int caught = 0;
    try { System.arraycopy(a, 2, a, 3, 2); } catch (ArrayIndexOutOfBoundsException e) { caught++; }
    try { System.arraycopy(objects, 0, new Integer[2], 0, 2); } catch (ArrayStoreException e) { caught++; }
    assert caught == 2 && a[3] == 3;
    char[] units = {'a', 'b', 'c'};
    System.arraycopy(units, 1, units, 0, 2);
    Object cells = a, texts = objects;
    System.arraycopy(cells, 2, a, 0, 2);
    assert units[0] == 'b' && units[1] == 'c' && units[2] == 'c' && a[0] == 2 && a[1] == 3;
    int[][] rows = {a, null};
    System.arraycopy(rows, 0, objects, 0, 2);
    assert objects[0] == a && objects[1] == null;
    int[] none = null;
    try { System.arraycopy(none, 0, a, -1, 0); } catch (NullPointerException e) { caught++; }
    try { System.arraycopy(a, 0, units, 0, 0); } catch (ArrayStoreException e) { caught++; }
    try { System.arraycopy(texts, 0, a, 0, 1); } catch (ArrayStoreException e) { caught++; }
    assert caught == 5;
  }
}",
    // The arguments of a call of `main` are what it is called with.
    "// expect: valid
public class Main {
  static int calls = 0;
  public static void main(String[] args) {
    assert args.length == calls;
    if (calls++ < 2) main(new String[calls]);
  }
}",
    // A run may end in the middle.
    "// expect: valid
public class Main {
  public static void main(String[] args) {
    if (multise.Nondet.anyInt() != 5) System.exit(1);
    else return;
    assert false;
  }
}",
    // An input of an enum is one of its constants; of a class any object of it or of one below it.
    "// expect: invalid assert line 11
// entry: Main.check(Main$Light,Main$Shape)
public class Main {
  enum Light { RED, GREEN }
  static abstract class Shape { int size; abstract int area(); }
  static class Square extends Shape { int area() { return size * size; } }
  static class Line extends Shape { int area() { return 0; } }
  static void check(Light light, Shape shape) {
    assert light == null || light == Light.RED || light == Light.GREEN;
    if (shape == null || light != Light.GREEN || shape.size != 3) return;
    assert shape.area() == 0;
  }
}",
];

#[test]
fn programs_are_linked_as_specified() {
    are_as_expected(PROGRAMS);
}

pub(super) fn shown(path: &Path) -> String {
    path.display().to_string()
}

#[test]
fn a_program_is_named_by_a_class_a_jar_a_folder_or_a_method() {
    let text = "public class Main {
  int left;
  void take(int n) { left -= n; }
  static int half(int n) { return 100 / n; }
  static int half(long n) { return 1; }
  public static void main(String[] args) { half(multise.Nondet.anyInt()); }
}";
    let Some(classes) = compiled(text) else { return };
    let folder = shown(&classes.folder);
    let class = shown(&classes.folder.join("Main.class"));
    let jar = tempfile::tempdir().expect("a folder");
    let archive: PathBuf = jar.path().join("a.jar");
    let manifest = jar.path().join("manifest");
    fs::write(&manifest, "Main-Class: Main\n").expect("a file");
    let made = Command::new("jar").arg("cfm").arg(&archive).arg(&manifest).args(["-C", &folder, "."]).status();
    assert!(made.is_ok_and(|status| status.success()), "the JDK makes jars");
    let archive = shown(&archive);
    let violated: [&[&str]; 6] = [
        &["explore", &class],
        &["explore", &folder],
        &["explore", &archive],
        &["explore", "--classpath", &folder, "--main", "Main"],
        &["explore", "--classpath", &folder, "Main.half(int)"],
        &["explore", &class, "--entry", "Main.half(int)"],
    ];
    for args in violated {
        let (code, text) = run(args);
        assert!(
            code == Some(1) && text.contains("uncaught java.lang.ArithmeticException"),
            "{args:?}: {code:?}\n{text}"
        );
        assert!(text.contains("Main.java:4"), "{text}");
    }
    let (code, text) = run(&["explore", "--classpath", &folder, "--entry", "Main.take"]);
    assert_eq!((code, text.lines().last()), (Some(0), Some("valid")), "{text}");
    let (code, text) = run(&["explore", &folder, "--class", "Main"]);
    assert!(code == Some(1) && text.contains("5 methods"), "{text}");
    for (args, problem) in [
        (&["explore", &class, "--entry", "Main.half"][..], "ambiguous"),
        (&["explore", &class, "--entry", "Main.half(short)"], "has these parameters"),
        (&["explore", &class, "--entry", "Main.hafl"], "did you mean `half`?"),
        (&["explore", &class, "--entry", "Mian.half(int)"], "did you mean `Main`?"),
        (&["explore", "--classpath", &folder, "--main", "Other"], "there is no class `Other`"),
        (&["explore", "nowhere.class"], "there is no file"),
    ] {
        let (code, text) = run(args);
        assert!(code == Some(2) && text.contains(problem), "{args:?}: {code:?}\n{text}");
    }
}

#[test]
fn a_violation_is_run_again_by_the_printed_command() {
    let text = "public class Main {
  static int half(int n) { return 100 / n; }
  static int third(String s) { return 100 / (s == null ? 1 : s.length() - 3); }
  public static void main(String[] args) { if (third(multise.Nondet.anyString(9)) < 99) half(multise.Nondet.anyInt()); }
}";
    let Some(classes) = compiled(text) else { return };
    let folder = shown(&classes.folder);
    let text: &[&str] = &["explore", "--classpath", &folder, "Main.third"];
    let main: &[&str] = &["explore", "--classpath", &folder, "--main", "Main"];
    let entry: &[&str] = &["explore", "--classpath", &folder, "Main.half"];
    for args in [main, entry, text] {
        let (_, text) = run(args);
        let again = text.lines().find_map(|line| line.trim().strip_prefix("again:")).expect("a command");
        // The inputs are those of a call, or are given as JSON.
        let (command, inputs) = again.trim().split_once(" <<< ").unwrap_or((again.trim(), "''"));
        let words = shlex::split(command).expect("words");
        let inputs = shlex::split(inputs).expect("one word");
        let file = tempfile::NamedTempFile::new().expect("a file");
        fs::write(file.path(), &inputs[0]).expect("a file");
        let name = shown(file.path());
        let words: Vec<&str> = words[1..].iter().map(|word| if word == "-" { &name } else { word.as_str() }).collect();
        let (code, text) = run(&words);
        assert!(code == Some(1) && text.contains("division-by-zero"), "{words:?}: {code:?}\n{text}");
    }
    // On a class path, a call needs no file, and a method no call.
    for (word, expected) in [("Main.half(25)", "result = 4"), ("Main.third(null)", "result = 100")] {
        let (code, text) = run(&["run", "--classpath", &folder, word]);
        assert!(code == Some(0) && text.contains(expected), "{word}: {code:?}\n{text}");
    }
    let (code, text) = run(&["run", "--classpath", &folder, "Main.half(int)"]);
    assert!(code == Some(1) && text.contains("division-by-zero"), "{code:?}\n{text}");
    let (code, text) = run(&["run", "--classpath", &folder, "Main.half(x)"]);
    assert!(code == Some(2), "{code:?}\n{text}");
}

#[test]
fn files_that_are_no_classes_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("Main.class");
    let header = |version: u8| vec![0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, version, 0, 10];
    for (bytes, problem) in [
        (b"no class".to_vec(), "invalid file prefix"),
        (header(61), "at byte"),
        (header(99), "99.0, and 61.0 (Java 17) is the newest"),
    ] {
        fs::write(&file, bytes).expect("a file");
        let (code, text) = run(&["explore", &shown(&file)]);
        assert!(code == Some(2) && text.contains(problem), "{code:?}\n{text}");
    }
}

#[test]
fn the_models_are_made_of_the_sources() {
    let models = support::project().join("src/java/models");
    let folder = tempfile::tempdir().expect("a folder");
    let (unpacked, compiled) = (folder.path().join("unpacked"), folder.path().join("compiled"));
    for folder in [&unpacked, &compiled] {
        fs::create_dir(folder).expect("a folder");
    }
    let version = Command::new("javac").arg("-version").output();
    // Compilers of other versions write other bytes.
    if !version.is_ok_and(|output| printed(&output).starts_with("javac 17.")) {
        eprintln!("skipped: there is no JDK of version 17");
        return;
    }
    let unpack = Command::new("jar").arg("xf").arg(models.join("models.jar")).current_dir(&unpacked).status();
    assert!(unpack.is_ok_and(|status| status.success()));
    let compile = |from: &str, sources: &[PathBuf], to: &Path| {
        let patch = format!("java.base={from}");
        let flags = ["-XDignore.symbol.file", "-nowarn", "-g:source", "-implicit:none", "--patch-module", &patch, "-d"];
        let output = javac().args(flags).arg(to).args(sources).output().expect("a compiler");
        assert!(output.status.success(), "{}", complaints(&output));
    };
    compile(&models.to_string_lossy(), &support::files(&models, "java"), &compiled);
    // Overlays have only some methods of their classes, so they do not know each other.
    let overlays = support::project().join("src/java/overlays");
    let known = format!("{}:{}", overlays.display(), models.display());
    for overlay in support::files(&overlays, "java") {
        compile(&known, &[overlay], &compiled.join("overlays"));
    }
    assert!(class_files(&unpacked) == class_files(&compiled), "`make models` has not been run");
    let characters = support::project().join("tests/java/models/Characters.java");
    let table = Command::new("java").arg(characters).output().expect("a JVM").stdout;
    assert!(
        fs::read(models.join("characters.txt")).is_ok_and(|known| known == table),
        "`make models` has not been run"
    );
}
