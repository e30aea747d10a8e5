//! Programs that use classes of the JDK: what comes from it unchanged, and what ends as unsupported.

use super::linking::{compiled, run, shown, wrong};
use std::process::Command;

const PROGRAMS: &[&str] = &[
    // Assertions of the JDK are off, those of the program on.
    "// expect: valid
import java.util.*;
public class Main {
  static boolean on;
  public static void main(String[] args) {
    assert on = true;
    assert on;
    assert Objects.checkIndex(2, 3) == 2;
  }
}",
    // An array has the class that it was made with; so have its copies.
    "// expect: valid
import java.util.*;
public class Main {
  static class A { }
  static class B extends A { }
  public static void main(String[] args) {
    A[] made = new B[] { new B() };
    A[] copy = Arrays.copyOf(made, 3);
    assert copy.getClass() == B[].class && copy.getClass() != A[].class;
    assert copy.length == 3 && copy[0] == made[0] && copy[2] == null;
    boolean refused = false;
    try { copy[1] = new A(); } catch (ArrayStoreException e) { refused = true; }
    assert refused;
    Object[] all = new ArrayList<>(List.of(\"a\", \"b\")).toArray(new String[0]);
    assert all.getClass() == String[].class && all.length == 2;
    assert new int[0].getClass() == int[].class && (Class<?>) new int[0][0].getClass() != int[].class;
    assert Object[].class.getComponentType() == Object.class && Object.class.getComponentType() == null;
  }
}",
    // A class has the superclass that it declares; constants of an enum may have classes of their own.
    "// expect: valid
import java.util.*;
public class Main {
  enum Op { ADD { int of(int a) { return a + 1; } }, KEEP { int of(int a) { return a; } }; abstract int of(int a); }
  interface Shape { }
  static class Round implements Shape { }
  public static void main(String[] args) {
    assert Op.ADD.getDeclaringClass() == Op.class && Op.ADD.getClass() != Op.class;
    assert Op.ADD.compareTo(Op.KEEP) < 0;
    assert Round.class.getSuperclass() == Object.class && Shape.class.getSuperclass() == null;
    assert Round[].class.getSuperclass() == Object.class && Object.class.getSuperclass() == null;
    EnumMap<Op, Integer> counts = new EnumMap<>(Op.class);
    counts.put(Op.KEEP, 3);
    assert counts.get(Op.KEEP) == 3 && counts.get(Op.ADD) == null && counts.size() == 1;
    EnumSet<Op> all = EnumSet.allOf(Op.class);
    int sum = 0;
    for (Op op : all) sum += op.of(10);
    assert sum == 21 && EnumSet.of(Op.ADD).contains(Op.ADD);
  }
}",
    // Boxes with small values are shared, others are not.
    "// expect: valid
import java.util.*;
public class Main {
  public static void main(String[] args) {
    int n = multise.Nondet.anyInt();
    Integer a = n, b = n;
    Object c = n;
    boolean isSmall = -128 <= n && n <= 127;
    assert (a == b) == isSmall && (c == a) == isSmall && (a != b) == !isSmall;
    Character x = 'x', y = 'x';
    Long l = 5L;
    Object m = 5L, o = 5;
    assert x == y && l == m && o != m && a.equals(b);
    List<Integer> list = new ArrayList<>(List.of(100, 1000));
    assert list.get(0) == list.get(0) && list.get(1) == list.get(1) && list.get(0) == Integer.valueOf(100);
    Integer made = new Integer(7), other = new Integer(7), none = null;
    assert made != other && made != Integer.valueOf(7) && made == made && none == null && made != none;
  }
}",
    // Texts that the models make as the JDK does.
    "// expect: valid
import java.util.*;
import java.util.stream.*;
public class Main {
  static String message(Runnable run) {
    try { run.run(); return null; } catch (RuntimeException e) { return e.getMessage(); }
  }
  public static void main(String[] args) {
    StringJoiner joiner = new StringJoiner(\", \", \"[\", \"]\");
    assert joiner.length() == 2 && joiner.toString().equals(\"[]\");
    joiner.setEmptyValue(\"none\");
    assert joiner.length() == 4 && joiner.toString().equals(\"none\");
    joiner.add(\"a\").add(null);
    assert joiner.toString().equals(\"[a, null]\") && joiner.length() == 9;
    StringJoiner other = new StringJoiner(\"-\", \"<\", \">\").add(\"x\").add(\"y\");
    assert joiner.merge(other).merge(new StringJoiner(\"\")).toString().equals(\"[a, null, x-y]\");
    assert Stream.of(1, 2, 3).map(n -> \"n\" + n).collect(Collectors.joining(\"+\")).equals(\"n1+n2+n3\");
    List<Integer> list = new ArrayList<>();
    assert message(() -> list.get(0)).equals(\"Index 0 out of bounds for length 0\");
    assert message(() -> Objects.checkFromToIndex(2, 1, 5)).equals(\"Range [2, 1) out of bounds for length 5\");
    assert message(() -> Objects.checkFromIndexSize(2, 4, 5)).equals(\"Range [2, 2 + 4) out of bounds for length 5\");
  }
}",
    // Arrays are compared and grow as in the JDK.
    "// expect: valid
import java.util.*;
public class Main {
  public static void main(String[] args) {
    assert Arrays.mismatch(new int[] {1, 2, 3}, new int[] {1, 2, 4}) == 2;
    assert Arrays.mismatch(new char[] {'a'}, new char[] {'a', 'b'}) == 1;
    assert Arrays.equals(new long[] {1, 2}, new long[] {1, 2}) && !Arrays.equals(new byte[] {1}, new byte[] {2});
    assert Arrays.compare(new short[] {1, 2}, new short[] {1, 3}) < 0;
    assert Arrays.equals(new boolean[] {true, false}, 1, 2, new boolean[] {false}, 0, 1);
    List<Integer> list = new ArrayList<>();
    for (int i = 0; i < 30; i++) list.add(i * i);
    assert list.get(29) == 841 && list.indexOf(100) == 10;
  }
}",
    // An exception inside of the JDK has the line of the call.
    "// expect: invalid uncaught IndexOutOfBoundsException line 6
import java.util.*;
public class Main {
  public static void main(String[] args) {
    List<String> list = new LinkedList<>();
    list.get(multise.Nondet.anyInt());
  }
}",
    "// expect: invalid uncaught ConcurrentModificationException line 6
import java.util.*;
public class Main {
  public static void main(String[] args) {
    List<Integer> list = new ArrayList<>(List.of(1, 2, 3));
    for (Integer n : list) {
      if (n == 1) list.remove(n);
    }
  }
}",
    // In which order immutable sets are iterated is not known, but what they have is.
    "// expect: unknown
import java.util.*;
public class Main {
  public static void main(String[] args) {
    int first = Set.of(1, 2, 3).iterator().next();
    assert first == 1;
  }
}",
    "// expect: unknown
import java.util.*;
public class Main {
  public static void main(String[] args) {
    String text = Map.of(1, 2, 3, 4).toString();
    assert text.equals(\"{1=2, 3=4}\");
  }
}",
    "// expect: valid
import java.util.*;
public class Main {
  public static void main(String[] args) {
    int n = multise.Nondet.anyByte();
    Set<Integer> set = Set.of(200, 300, n);
    assert set.contains(n) && set.contains(200) && !set.contains(400) && set.size() == 3;
    assert List.of(n, 2).equals(Arrays.asList(n, 2)) && Map.of(\"a\", n).get(\"a\") == n;
  }
}",
    // Nothing is known of lists from outside.
    "// expect: unknown
// entry: Main.first(java.util.ArrayList)
import java.util.*;
public class Main {
  static int first(ArrayList<Integer> list) {
    return list == null || list.isEmpty() ? 0 : list.get(0);
  }
}",
    // Nor do lists of the program come from outside.
    "// expect: valid
// entry: Main.test(java.lang.Object)
import java.util.*;
public class Main {
  static void test(Object any) {
    List<Integer> list = new ArrayList<>();
    list.add(1);
    assert any != list;
    assert !(any instanceof ArrayList) || ((ArrayList<?>) any).size() >= 0;
  }
}",
    // Fields that the code of the JDK keeps are not those of any object.
    "// expect: unknown
// entry: Main.push(int)
import java.util.*;
public class Main extends ArrayList<Integer> {
  void push(int n) {
    add(n);
    assert get(0) != 5;
  }
}",
];

#[test]
fn programs_use_the_classes_of_the_jdk() {
    let wrong = wrong(PROGRAMS);
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// Programs without inputs, or with few: what holds for all of them holds for those that a JVM chooses.
#[test]
fn valid_programs_are_valid_on_a_jvm() {
    let valid: Vec<&str> = PROGRAMS.iter().copied().filter(|text| text.starts_with("// expect: valid")).collect();
    let mains: Vec<&str> = valid.into_iter().filter(|text| text.contains("void main(")).collect();
    let Some(classes) = compiled(&mains) else { return };
    let jar = support::project().join("src/java/library/multise.jar");
    for (text, classes) in mains.iter().zip(&classes) {
        let path = std::env::join_paths([jar.as_path(), &classes.folder]).expect("no colon in it");
        let output = Command::new("java").arg("-ea").arg("-cp").arg(path).arg("Main").output().expect("a JVM");
        assert!(output.status.success(), "{}\n{text}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn without_a_jdk_there_are_the_models_alone() {
    let text = "import java.util.*;
public class Main {
  static int last(int n) { return new LinkedHashSet<>(Arrays.asList(n)).size(); }
  static Integer box(int n) { return n; }
}";
    let Some(classes) = compiled(&[text]) else { return };
    let folder = shown(&classes[0].folder);
    let home = tempfile::tempdir().expect("a folder");
    let none = shown(home.path());
    let of = |entry: &str| run(&["explore", "--classpath", &folder, entry, "--no-jvm", "--java-home", &none]);
    let (code, text) = of("Main.box");
    assert!(code == 0, "{code}\n{text}");
    let (code, text) = of("Main.last");
    assert!(code == 3 && text.contains("unsupported: new java.util.LinkedHashSet"), "{code}\n{text}");

    std::fs::create_dir(home.path().join("lib")).expect("a folder");
    std::fs::write(home.path().join("lib/modules"), "no image").expect("a file");
    let (code, text) = of("Main.box");
    assert!(code == 0 && text.contains("the classes of the JDK are not read: "), "{code}\n{text}");
}
