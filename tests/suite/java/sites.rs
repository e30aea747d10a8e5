//! Texts, and what `invokedynamic` makes: small programs with what is expected of them, in both modes.

use super::linking::shown;
use super::{are_as_expected, compiled, run};

/// Programs with what is expected of them in the first line.
const PROGRAMS: &[&str] = &[
    // The conversions of lambdas and method references: boxes, wider numbers, casts, results that are dropped.
    "// expect: valid
import java.util.function.*;
public class Main {
  interface Wide { long of(int x); }
  interface Three<A, B, C> { C of(A a, B b, long n); }
  static class Base { int kind() { return 1; } }
  static class Below extends Base {
    int kind() { return 2; }
    int above() { IntSupplier s = super::kind; return s.getAsInt(); }
  }
  static int seen;
  static int note(int x) { return seen = x; }
  public static void main(String[] args) {
    int x = multise.Nondet.anyInt();
    Function<Integer, Integer> boxed = Math::abs;
    assert boxed.apply(-5) == 5;
    ToLongFunction<Integer> wider = Integer::intValue;
    Wide wide = Main::note;
    assert wider.applyAsLong(x) == x && wide.of(x) == x && seen == x;
    IntConsumer dropped = Main::note;
    dropped.accept(7);
    assert seen == 7;
    Supplier<Long> result = () -> (long) x;
    assert result.get() == x;
    long many = 1L << 40;
    char c = 'c';
    Three<String, Integer, String> three = (a, b, n) -> a + b + n + c + many;
    assert three.of(\"a\", 2, 3).equals(\"a23c1099511627776\");
    Function<Integer, Base> made = n -> n > 0 ? new Below() : new Base();
    assert made.apply(1).kind() == 2 && new Below().above() == 1;
    Runnable marked = (Runnable & java.io.Serializable) () -> seen = 9;
    marked.run();
    assert seen == 9 && marked instanceof java.io.Serializable;
    BiFunction<String, String, Boolean> same = String::equals;
    assert same.apply(\"x\", \"x\") && !same.apply(\"x\", \"y\");
    Predicate<String> empty = String::isEmpty;
    assert empty.negate().and(s -> s.length() == 1).test(\"x\") && !empty.or(s -> s == null).test(\"x\");
  }
}",
    // What a body throws has its own line, also where a default method of the library has called it.
    "// expect: invalid uncaught IllegalStateException line 5
import java.util.function.IntUnaryOperator;
public class Main {
  static int odd(int x) {
    if (x % 2 != 0) throw new IllegalStateException(\"odd \" + x);
    return x;
  }
  public static void main(String[] args) {
    IntUnaryOperator twice = x -> 2 * x;
    twice.andThen(Main::odd).applyAsInt(3);
    IntUnaryOperator odd = Main::odd;
    odd.applyAsInt(multise.Nondet.anyInt());
  }
}",
    // What a method of the library throws has the line of the call.
    "// expect: invalid uncaught NumberFormatException line 6
import java.util.function.ToIntFunction;
public class Main {
  public static void main(String[] args) {
    ToIntFunction<String> parse = Integer::parseInt;
    parse.applyAsInt(multise.Nondet.anyBoolean() ? \"12\" : \"1x\");
  }
}",
    // A lambda without captured values is one object; the recipe of a text may have anything in it.
    "// expect: valid
public class Main {
  static Runnable one() { return () -> { }; }
  static Runnable two(int x) { return () -> System.out.println(x); }
  public static void main(String[] args) {
    assert one() == one() && two(1) != two(1);
    boolean b = multise.Nondet.anyBoolean();
    String none = null;
    long n = Long.MIN_VALUE;
    String s = \"\\1\" + b + '\\2' + none + n + \"\\u00e9\" + (char) 0 + (Object) \"o\";
    assert s.equals(b ? \"\\1true\\2null-9223372036854775808\\u00e9\\0o\" : \"\\1false\\2null-9223372036854775808\\u00e9\\0o\");
    String t = \"\" + none;
    assert t.length() == 4 && t != (\"\" + none);
  }
}",
    "// expect: valid
public class Main {
  record All(boolean z, byte b, short s, char c, int i, long j, Object o, int[] a) { }
  record None() { }
  static final class Key {
    final int k;
    Key(int k) { this.k = k; }
    public boolean equals(Object o) { return o instanceof Key other && other.k == k; }
    public int hashCode() { return k; }
    public String toString() { return \"K\" + k; }
  }
  public static void main(String[] args) {
    int n = multise.Nondet.anyInt();
    int[] a = {};
    All x = new All(n > 0, (byte) n, (short) n, (char) n, n, n, new Key(n), a);
    All y = new All(n > 0, (byte) n, (short) n, (char) n, n, n, new Key(n), a);
    assert x.equals(y) && !x.equals(null) && !x.equals(new None());
    assert new All(true, (byte) 1, (short) 2, 'c', n, 5, new Key(n), null).hashCode()
        == new All(true, (byte) 1, (short) 2, 'c', n, 5, new Key(n), null).hashCode();
    assert !x.equals(new All(n > 0, (byte) n, (short) n, (char) n, n, n, new Key(n), new int[0]));
    assert !x.equals(new All(n > 0, (byte) n, (short) n, (char) n, n, n + (1L << 33), new Key(n), a));
    assert new None().equals(new None()) && new None().hashCode() == 0 && new None().toString().equals(\"None[]\");
    record Local(Key key) { }
    assert new Local(new Key(3)).toString().equals(\"Local[key=K3]\") && new Local(null).hashCode() == 0;
  }
}",
    // Lambdas and method references are of one object for each place in the code, also where the compiler repeats the place.
    "// expect: valid
import java.util.function.IntUnaryOperator;
public class Main {
  final Runnable done = () -> { };
  Main() { }
  Main(int priority) { }
  static int twice(int x) { return 2 * x; }
  static IntUnaryOperator place() { return Main::twice; }
  static IntUnaryOperator bound(int by) { return x -> x + by; }
  static IntUnaryOperator other(int by) { return x -> x + by; }
  public static void main(String[] args) {
    IntUnaryOperator one = Main::twice;
    IntUnaryOperator two = Main::twice;
    assert one != two && place() == place() && one != place();
    assert new Main().done == new Main().done && new Main().done != new Main(3).done;
    assert bound(1) != bound(1) && bound(1).getClass() == bound(2).getClass();
    assert bound(1).getClass() != other(1).getClass();
  }
}",
    // The units of an input text belong to it alone.
    "// expect: valid
// entry: Main.check(java.lang.String,char[],Main$Held)
public class Main {
  static class Held { String text; }
  static void check(String s, char[] a, Held held) {
    if (s == null || a == null || a.length == 0 || s.isEmpty()) return;
    char before = s.charAt(0);
    a[0] = (char) (before + 1);
    assert s.charAt(0) == before;
    String fresh = multise.Nondet.anyString(3);
    assert fresh != null && fresh.length() <= 3 && fresh != s && fresh != multise.Nondet.anyString(3);
    assert held == null || held.text != fresh;
  }
}",
    // A text parameter may be null, or the same object as another one; it is no literal.
    "// expect: invalid assert line 5
// entry: Main.check(java.lang.String,java.lang.String)
public class Main {
  static void check(String s, String t) {
    if (s != null && s == t) assert s.length() != 3;
  }
}",
    // Messages are texts, and a literal is one object in all classes.
    "// expect: valid
public class Main {
  static class Other { static String a = \"a\" + 1; }
  public static void main(String[] args) {
    int n = multise.Nondet.anyInt();
    try {
      if (n > 5 && n < 8) throw new IllegalArgumentException(\"n is \" + n);
      throw new RuntimeException(new IllegalStateException(\"x\"));
    } catch (IllegalArgumentException e) {
      assert e.getMessage().equals(n == 6 ? \"n is 6\" : \"n is 7\");
      assert e.toString().startsWith(\"java.lang.IllegalArgumentException: n is \");
    } catch (RuntimeException e) {
      assert e.getMessage().equals(\"java.lang.IllegalStateException: x\") && e.getCause().getMessage() == \"x\";
    }
    assert Other.a == \"a1\" && Other.class.getName().equals(\"Main$Other\") && Main.class.getSimpleName() == \"Main\".trim();
  }
}",
    // Classes have the names of the source.
    "// expect: valid
import java.util.*;
public class Main {
  static class Inner { class Deep$er { } }
  enum Sign { PLUS { }, MINUS }
  interface Shape { default String shown() { return getClass().getSimpleName(); } }
  record Square() implements Shape { }
  public static void main(String[] args) {
    class Local { }
    Object anonymous = new Object() { };
    assert Inner.class.getSimpleName().equals(\"Inner\") && Map.Entry.class.getSimpleName().equals(\"Entry\");
    assert new Inner().new Deep$er().getClass().getSimpleName().equals(\"Deep$er\");
    assert new Local().getClass().getSimpleName().equals(\"Local\") && anonymous.getClass().getSimpleName().isEmpty();
    assert Sign.PLUS.getClass().getSimpleName().isEmpty() && Sign.MINUS.getClass().getSimpleName().equals(\"Sign\");
    assert new Square().shown().equals(\"Square\") && Sign.PLUS.getDeclaringClass().getSimpleName().equals(\"Sign\");
  }
}",
    // An order of texts that looks at no case.
    "// expect: valid
import java.util.*;
public class Main {
  public static void main(String[] args) {
    TreeMap<String, Integer> map = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    map.put(\"one\", 1);
    map.put(\"ONE\", 2);
    assert map.size() == 1 && map.get(\"One\") == 2;
    List<String> list = new ArrayList<>(List.of(\"b\", \"A\", \"a\"));
    list.sort(String.CASE_INSENSITIVE_ORDER.reversed());
    assert list.equals(List.of(\"b\", \"A\", \"a\")) && String.CASE_INSENSITIVE_ORDER.compare(\"x\", \"Y\") < 0;
  }
}",
    // Time goes on.
    "// expect: valid
public class Main {
  public static void main(String[] args) {
    long start = System.nanoTime(), now = System.currentTimeMillis();
    int n = multise.Nondet.anyInt();
    assert System.nanoTime() - start >= 0 && now + n > Integer.MIN_VALUE - 1L;
  }
}",
    // But clocks may be set.
    "// expect: invalid assert line 5
public class Main {
  public static void main(String[] args) {
    long start = System.currentTimeMillis();
    assert System.currentTimeMillis() >= start;
  }
}",
    // Numbers without a seed may be any from 0 up to 1.
    "// expect: valid
public class Main {
  public static void main(String[] args) {
    double d = Math.random();
    float f = new java.util.Random().nextFloat();
    assert 0 <= d && d < 1 && 0 <= f && f < 1;
    int die = (int) (d * 6) + 1;
    assert 1 <= die && die <= 6;
  }
}",
    "// expect: invalid assert line 4
public class Main {
  public static void main(String[] args) {
    assert Math.random() < 0.75;
  }
}",
    // A text that a regular expression takes apart.
    "// expect: invalid assert line 5
public class Main {
  public static void main(String[] args) {
    String text = multise.Nondet.anyString(3);
    assert text == null || text.split(\"[,;]|ab\").length != 3;
  }
}",
];

#[test]
fn texts_and_sites_mean_what_the_jdk_makes_of_them() {
    are_as_expected(PROGRAMS);
}

/// What no model knows is named, and only where it is needed.
#[test]
fn what_is_not_supported_is_named_where_it_is_needed() {
    let text = "public class Main {
  public static void main(String[] args) {
    double d = multise.Nondet.anyDouble();
    String s = \"d = \" + d;
    System.out.println(s);
    if (multise.Nondet.anyBoolean()) s.length();
    if (multise.Nondet.anyBoolean()) String.format(\"%e\", 1.5);
  }
  static int length(StringBuilder builder) {
    return builder == null ? 0 : builder.length();
  }
}";
    let Some(classes) = compiled(text) else { return };
    let (code, text) = run(&["explore", &shown(&classes.folder)]);
    assert_eq!(code, Some(3), "{text}");
    for what in ["the digits of an unknown number with a point at Main.java:6", "this format at Main.java:7"] {
        assert!(text.contains(what), "{text}");
    }
    let folder = shown(&classes.folder);
    let (code, of_builder) = run(&["explore", "--classpath", &folder, "Main.length"]);
    assert!(code == Some(3) && of_builder.contains("unsupported: a builder of an input at "), "{of_builder}");
    assert!(!text.contains("Main.java:4") && !text.contains("Main.java:5"), "{text}");
}
