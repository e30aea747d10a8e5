//! Programs that use classes of the JDK: what comes from it unchanged, and what ends as unsupported.

use super::enums::SWITCHES;
use super::linking::shown;
use super::{are_as_expected, compiled, run};
use std::process::Command;
use support::java::compile::{Source, compile};
use support::process::complaints;

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
    // What the JVM says of a division by zero; powers of integers; the text of an object without its own is only printed.
    "// expect: valid
public class Main {
  public static void main(String[] args) {
    try {
      System.out.println(1 / (args.length * 0));
      assert false;
    } catch (ArithmeticException e) {
      assert e.getMessage().equals(\"/ by zero\");
      assert e.toString().equals(\"java.lang.ArithmeticException: / by zero\");
    }
    assert new ArithmeticException().getMessage() == null;
    assert Math.pow(2, 10) == 1024 && Math.pow(-3, 3) == -27 && Math.pow(7, 0) == 1 && Math.pow(0.5, 1) == 0.5;
    assert Math.pow(0.0, 2) == 0 && 1 / Math.pow(-0.0, 3) < 0 && 1 / Math.pow(-0.0, 2) > 0 && Math.pow(10, 15) == 1e15;
    System.out.println(\"an object: \" + new Main());
  }
}",
    "// expect: unknown
// entry: Main.test(int)
public class Main {
  static void test(int n) { assert Math.pow(10, n) > 0; }
}",
    // A copy has the class and the fields of its original, which has to be cloneable.
    "// expect: valid
public class Main {
  static class A implements Cloneable {
    int x;
    int[] cells = {1, 2};
    A copy() throws CloneNotSupportedException { return (A) clone(); }
  }
  static class B extends A { Object y; }
  static class C { Object copy() throws CloneNotSupportedException { return clone(); } }
  static class D extends B {
    @Override protected Object clone() throws CloneNotSupportedException {
      D copy = (D) super.clone();
      copy.cells = cells.clone();
      return copy;
    }
  }
  public static void main(String[] args) throws CloneNotSupportedException {
    B b = new B();
    b.x = 3;
    b.y = b;
    A copy = b.copy();
    assert copy.getClass() == B.class && copy != b && copy.x == 3 && copy.cells == b.cells && ((B) copy).y == b;
    D d = (D) new D().copy();
    d.cells[0] = 7;
    assert d.copy().cells[0] == 7 && d.copy().cells != d.cells;
    boolean refused = false;
    try { new C().copy(); } catch (CloneNotSupportedException e) { refused = e.getMessage().equals(\"Main$C\"); }
    assert refused;
    assert new java.util.ArrayList<>(java.util.List.of(1, 2)).clone().equals(java.util.List.of(1, 2));
  }
}",
    "// expect: invalid assert line 6
// entry: Main.test(Main$A,int)
public class Main {
  static class A implements Cloneable { int x; A copy() { try { return (A) clone(); } catch (CloneNotSupportedException e) { return null; } } }
  static class B extends A { }
  static void test(A a, int n) { if (a == null) return; A b = a.copy(); b.x++; assert a.x != 4 || b.x != 5 || !(b instanceof B) || n != 9; }
}",
    // Atomic variables, also with boxes, which are compared by identity.
    "// expect: valid
import java.util.List;
import java.util.concurrent.atomic.*;
public class Main {
  public static void main(String[] args) {
    AtomicInteger n = new AtomicInteger(3);
    assert n.incrementAndGet() == 4 && n.getAndAdd(5) == 4 && n.getAndDecrement() == 9 && n.getAndSet(7) == 8;
    assert !n.compareAndSet(8, 1) && n.compareAndSet(7, 2) && n.get() == 2;
    assert n.updateAndGet(x -> x * 3) == 6 && n.getAndUpdate(x -> -x) == 6 && n.accumulateAndGet(4, Math::max) == 4;
    List.of(1, 2, 3).forEach(x -> n.addAndGet(x));
    assert n.intValue() == 10 && (\"\" + n).equals(\"10\");
    AtomicLong wide = new AtomicLong(Integer.MAX_VALUE);
    assert wide.incrementAndGet() == 1L << 31 && wide.getAndAccumulate(2, (x, y) -> x / y) == 1L << 31 && wide.get() == 1 << 30;
    AtomicBoolean flag = new AtomicBoolean();
    assert flag.compareAndSet(false, true) && flag.getAndSet(false) && !flag.get();
    AtomicReference<Integer> box = new AtomicReference<>(1000);
    assert !box.compareAndSet(Integer.valueOf(1000), 1) && box.compareAndSet(box.get(), 7);
    assert box.compareAndSet(7, 8) && box.updateAndGet(x -> x + 1) == 9 && box.getAndSet(null) == 9 && box.get() == null;
  }
}",
    "// expect: valid
import java.util.concurrent.atomic.AtomicInteger;
public class Main {
  public static void main(String[] args) throws InterruptedException {
    AtomicInteger n = new AtomicInteger();
    Thread one = new Thread(() -> n.incrementAndGet()), other = new Thread(() -> n.updateAndGet(x -> x + 2));
    one.start();
    other.start();
    one.join();
    other.join();
    assert n.get() == 3;
  }
}",
    "// expect: invalid assert line 11
// entry: Main.test()
import java.util.concurrent.atomic.AtomicInteger;
public class Main {
  static void test() throws InterruptedException {
    AtomicInteger n = new AtomicInteger();
    Thread one = new Thread(() -> n.set(n.get() + 1));
    one.start();
    n.incrementAndGet();
    one.join();
    assert n.get() == 2;
  }
}",
    "// expect: invalid assert line 8
// entry: Main.test(java.util.concurrent.atomic.AtomicInteger)
import java.util.concurrent.atomic.AtomicInteger;
public class Main {
  static void test(AtomicInteger n) {
    if (n == null) return;
    int before = n.getAndIncrement();
    assert n.get() > before;
  }
}",
    // The code of the JDK shifts behind a test of the bits of the distance.
    "// expect: valid
// entry: Main.test(int,int)
public class Main {
  static void test(int s, int n) {
    if ((s & -64) == 0) assert (1L << s) != 0;
    if (n < 0 || n > 9) return;
    assert Math.round(n + 0.5) == n + 1 && Math.round(n - 0.25f) == n;
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
    assert Round.class.toString().equals(\"class Main$Round\") && (\"\" + Shape.class).equals(\"interface Main$Shape\");
    assert int[].class.toString().equals(\"class [I\") && Object.class.toString().equals(\"class java.lang.Object\");
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
    // One element has one order.
    "// expect: valid
import java.util.*;
public class Main {
  public static void main(String[] args) {
    Integer x = multise.Nondet.anyInt();
    for (Integer y : Set.of(x)) assert y == x;
    for (Map.Entry<Integer, String> e : Map.of(x, \"v\").entrySet()) assert e.getKey() == x && e.getValue().equals(\"v\");
    assert new HashSet<>(Set.of(x)).contains(x) && new TreeMap<>(Map.of(x, 2)).get(x) == 2;
    Integer[] some = Set.of(x).toArray(new Integer[3]);
    assert Set.of(x).toArray().length == 1 && some.length == 3 && some[0] == x && some[1] == null;
    assert Set.of(x).toArray(new Integer[0]).length == 1 && List.copyOf(Set.of(x)).get(0) == x;
  }
}",
    // Immutable sets and maps are iterated in any of their orders, all of them in the same direction.
    "// expect: valid
import java.util.*;
import java.util.stream.*;
public class Main {
  public static void main(String[] args) {
    final int n = multise.Nondet.anyByte();
    assert Stream.of(1, n).collect(Collectors.toUnmodifiableList()).get(1) == n;
    assert new String(new int[] {65, 0x1f600}, 0, 2).equals(\"A\\ud83d\\ude00\");
    ThreadLocal<Integer> local = ThreadLocal.withInitial(() -> n);
    assert local.get() == n && new Properties().getProperty(\"a\", \"b\").equals(\"b\");
    Iterator<Integer> one = Set.of(1, 2).iterator(), other = Set.of(1, 2).iterator();
    assert one.next().equals(other.next()) && new TreeMap<>(Map.of(2, 3, 1, n)).firstEntry().getValue() == n;
    Object[] all = Set.of(1, 2, 3).toArray();
    assert all.length == 3 && !all[0].equals(all[2]);
    try { one.remove(); assert false; } catch (UnsupportedOperationException e) { }
  }
}",
    "// expect: invalid assert line 6
import java.util.*;
public class Main {
  public static void main(String[] args) {
    int first = Set.of(1, 2, 3).iterator().next();
    assert first == 1;
  }
}",
    "// expect: invalid assert line 6
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
    // Nothing is known of most objects of the JDK from outside.
    "// expect: unknown
// entry: Main.first(java.util.Iterator)
import java.util.*;
public class Main {
  static int first(Iterator<Integer> all) {
    return all == null || !all.hasNext() ? 0 : 1;
  }
}",
    // What is equal to itself only needs no hash.
    "// expect: valid
import java.util.*;
public class Main {
  static class Plain { }
  static class Own extends Plain {
    final int id;
    Own(int id) { this.id = id; }
    @Override public int hashCode() { return id; }
    @Override public boolean equals(Object other) { return other instanceof Own && ((Own) other).id == id; }
  }
  public static void main(String[] args) {
    Plain a = new Plain(), b = new Plain();
    Map<Plain, Integer> map = new LinkedHashMap<>();
    map.put(a, 1);
    map.put(b, 2);
    map.put(a, 3);
    assert map.size() == 2 && map.get(a) == 3 && map.get(b) == 2 && !map.containsKey(new Plain());
    int order = 0;
    for (int n : map.values()) order = order * 10 + n;
    assert order == 32;
    Set<Plain> set = new HashSet<>();
    assert set.add(a) && set.add(b) && !set.add(a) && set.remove(a) && !set.contains(a) && set.contains(b);
    Map<Plain, Integer> own = new HashMap<>();
    own.put(new Own(1), 5);
    own.put(new Own(1), 6);
    assert own.size() == 1 && own.get(new Own(1)) == 6;
    Plain any = multise.Nondet.anyBoolean() ? a : new Own(7);
    Set<Plain> one = new LinkedHashSet<>();
    one.add(any);
    assert one.contains(any) && one.size() == 1;
    Iterator<Plain> i = map.keySet().iterator();
    assert i.next() == a;
    i.remove();
    assert map.size() == 1 && !map.containsKey(a);
  }
}",
    // The order of a table depends on it, which is any.
    "// expect: valid
import java.util.*;
public class Main {
  static class Plain { }
  public static void main(String[] args) {
    Set<Plain> set = new HashSet<>();
    set.add(new Plain());
    set.add(new Plain());
    for (Plain any : set) assert any != null;
  }
}",
    // Lists of the program do not come from outside.
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
    // A copy of an array has its class.
    "// expect: valid
public class Main {
  static class A { }
  static class B extends A { }
  static <T> T[] same(T... all) { return all == null ? null : all.clone(); }
  public static void main(String[] args) {
    A[] made = new B[] { new B(), null };
    A[] copy = made.clone();
    assert copy != made && copy.length == 2 && copy[0] == made[0] && copy[1] == null && copy instanceof B[];
    assert same(\"a\", \"b\")[1].equals(\"b\") && same(1, 2).getClass() == Integer[].class;
    int[][] rows = {{1}, {2, 3}};
    int[][] cloned = rows.clone();
    assert cloned != rows && cloned[1] == rows[1];
    A[][] more = {made};
    assert more.clone()[0] == made;
  }
}",
    "// expect: invalid uncaught IllegalStateException line 6
// entry: Main.second(java.lang.Object[])
public class Main {
  static void second(Object[] all) {
    Object[] copy = all == null ? new Object[0] : all.clone();
    if (copy.length == 2 && copy[1] != null && copy[1] == all[1]) throw new IllegalStateException();
  }
}",
    // What reads and writes texts needs nothing of a JVM.
    "// expect: valid
import java.io.*;
public class Main {
  public static void main(String[] args) throws IOException {
    BufferedReader lines = new BufferedReader(new StringReader(\"one\\ntwo\\r\\n\"));
    assert lines.readLine().equals(\"one\") && lines.readLine().equals(\"two\") && lines.readLine() == null;
    Reader units = new StringReader(\"ab\");
    assert units.read() == 'a' && units.read() == 'b' && units.read() == -1;
    StringWriter all = new StringWriter();
    PrintWriter printed = new PrintWriter(all);
    printed.print(\"n = \");
    printed.println(7);
    printed.flush();
    assert all.toString().equals(\"n = 7\" + System.lineSeparator());
    StringWriter more = new StringWriter();
    try (BufferedWriter buffered = new BufferedWriter(more)) {
      buffered.write(\"yes\");
      buffered.append('!').append(\"quite\", 1, 3);
      buffered.newLine();
    }
    assert more.toString().equals(\"yes!ui\\n\");
  }
}",
    "// expect: invalid uncaught IllegalStateException line 8
// entry: Main.second(java.lang.String)
import java.io.*;
public class Main {
  static String second(String text) throws IOException {
    if (text == null) return null;
    BufferedReader lines = new BufferedReader(new StringReader(text));
    if (\"a\".equals(lines.readLine()) && \"b\".equals(lines.readLine())) throw new IllegalStateException();
    return null;
  }
}",
    // What is printed is dropped, through whatever it goes.
    "// expect: valid
import java.io.*;
public class Main {
  public static void main(String[] args) throws IOException {
    PrintWriter printed = new PrintWriter(System.out);
    printed.println(\"n = \" + 7);
    printed.flush();
    BufferedWriter buffered = new BufferedWriter(new OutputStreamWriter(System.out));
    buffered.write(\"no\");
    buffered.close();
    boolean isRefused = false;
    try { buffered.write(\"more\"); } catch (IOException e) { isRefused = true; }
    assert isRefused;
  }
}",
    // Streams of bytes of the program, and that of the system.
    "// expect: valid
import java.io.*;
public class Main {
  static class Sum extends OutputStream {
    int sum;
    public void write(int unit) { sum += unit; }
  }
  public static void main(String[] args) throws IOException {
    Sum all = new Sum();
    all.write(new byte[] {1, 2, 3});
    all.write(new byte[] {1, 2, 3}, 1, 2);
    assert all.sum == 11;
    Object out = System.out;
    assert out instanceof OutputStream && out instanceof Flushable;
    boolean isRefused = false;
    try { System.out.write(new byte[2], 1, 2); } catch (IndexOutOfBoundsException e) { isRefused = true; }
    assert isRefused;
  }
}",
    // The constants of an enum by their names.
    "// expect: valid
public class Main {
  enum Color { RED, GREEN { } }
  static Object refused(String name) {
    try { return Color.valueOf(name); } catch (IllegalArgumentException e) { return 1; } catch (NullPointerException e) { return 2; }
  }
  public static void main(String[] args) {
    assert Color.valueOf(\"RED\") == Color.RED && Enum.valueOf(Color.class, \"GREEN\") == Color.GREEN;
    assert refused(\"BLUE\").equals(1) && refused(null).equals(2) && refused(\"GREEN\") == Color.GREEN;
  }
}",
    // An object of which little is known is at least not of a final class that it cannot be of.
    "// expect: invalid uncaught RuntimeException line 5
// entry: Main.test(java.lang.Object,java.io.File)
public class Main {
  static void test(Object any, java.io.File file) {
    if (any instanceof String && ((String) any).length() == 3) throw new RuntimeException();
  }
}",
    "// expect: unknown
// entry: Main.test(java.util.Enumeration)
public class Main {
  static void test(java.util.Enumeration<?> any) {
    assert any == null || !(any instanceof java.util.StringTokenizer);
  }
}",
    // A class from outside is one of those that the program has, so it is not just any object.
    "// expect: unknown
// entry: Main.test(java.lang.Class)
public class Main {
  static void test(Class<?> any) { assert any != String.class; }
}",
    "// expect: unknown
// entry: Main.test(Main$Typed)
public class Main {
  static class Typed { Class<?> type; }
  static void test(Typed any) { if (any != null) assert any.type != String.class; }
}",
    "// expect: unknown
// entry: Main.test(java.util.List)
public class Main {
  static void test(java.util.List<Class<?>> all) {
    if (all != null && !all.isEmpty()) assert all.get(0) != String.class;
  }
}",
    "// expect: invalid assert line 9
// entry: Main.test(int,Main$Typed)
public class Main {
  static class Typed { Class<?> type; }
  static void test(int n, Typed any) {
    Typed own = new Typed();
    own.type = n > 3 ? String.class : Main.class;
    assert own.type != null;
    assert own.type == Main.class;
  }
}",
    // A constant is the receiver of a call with a loop, for which a proof is looked for.
    "// expect: valid
// entry: Main.test(char)
public class Main {
  static void test(char c) { assert \"aeiouAEIOUxyz\".indexOf(c) < 13; }
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
    // Texts of known numbers with a point, and numbers of texts. Nothing reads the text of the number that is not known.
    "// expect: valid
import multise.Nondet;
public class Main {
  public static void main(String[] args) {
    double d = Nondet.anyBoolean() ? 2.5 : -1e10;
    String text = \"d = \" + d;
    assert text.equals(\"d = 2.5\") || text.equals(\"d = -1.0E10\");
    assert Double.parseDouble(text.substring(4)) == d;
    System.out.println(\"\" + Nondet.anyDouble());
    assert (0.1 + 0.2 + \"\").equals(\"0.30000000000000004\") && String.valueOf(0.1f).equals(\"0.1\");
    assert new StringBuilder().append(1 / 3f).insert(0, 0.0).toString().equals(\"0.00.33333334\");
  }
}",
    "// expect: invalid assert line 5
public class Main {
  public static void main(String[] args) {
    double d = multise.Nondet.anyInt() > 7 ? 1e6 : 1e7;
    assert (\"\" + d).length() > 8;
  }
}",
    // The only thread.
    "// expect: valid
public class Main {
  public static void main(String[] args) {
    Thread own = Thread.currentThread();
    assert own == Thread.currentThread() && own.isAlive() && own.getName().equals(\"main\");
    own.interrupt();
    try {
      Thread.sleep(1);
      assert false;
    } catch (InterruptedException e) {
      assert e.getMessage().equals(\"sleep interrupted\");
      Thread.currentThread().interrupt();
    }
    assert own.isInterrupted() && Thread.interrupted() && !own.isInterrupted();
    assert Runtime.getRuntime().availableProcessors() > 0 && Runtime.getRuntime().freeMemory() >= 0;
  }
}",
    "// expect: unknown
public class Main {
  public static void main(String[] args) throws InterruptedException {
    Thread other = new Thread(() -> Thread.currentThread());
    other.start();
    other.join();
  }
}",
    // Regular expressions. Much of the JDK is reached, and a search for proofs would have much to do.
    "// expect: valid
public class Main {
  public static void main(String[] args) {
    String s = multise.Nondet.anyString(3);
    if (s.matches(\"[a-c]+\")) assert s.length() > 0 && s.charAt(0) <= 'c';
    assert \"a-b-c\".replaceAll(\"-\", \"+\").equals(\"a+b+c\");
  }
}",
    "// expect: invalid assert line 5
public class Main {
  public static void main(String[] args) {
    String s = multise.Nondet.anyString(2);
    if (s.matches(\"a?b\")) assert !s.equals(\"ab\");
  }
}",
    // Texts as bytes, and streams of them.
    "// expect: valid
import java.io.*;
import java.nio.charset.StandardCharsets;
public class Main {
  public static void main(String[] args) throws IOException {
    String s = multise.Nondet.anyString(2);
    byte[] bytes = s.getBytes(StandardCharsets.UTF_8);
    assert bytes.length >= s.length() && bytes.length <= 3 * s.length();
    InputStream in = new ByteArrayInputStream(\"ab\".getBytes());
    assert in.read() == 'a' && in.available() == 1;
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new DataOutputStream(out).writeInt(258);
    assert out.toByteArray()[2] == 1 && out.size() == 4;
    assert System.getProperty(\"line.separator\").equals(System.lineSeparator());
  }
}",
    // A model has not all fields of its class.
    "// expect: unknown
public class Main {
  public static void main(String[] args) {
    assert \"a\".getBytes(java.nio.charset.StandardCharsets.UTF_16).length == 4;
  }
}",
    // A lock of the only thread.
    "// expect: invalid assert line 11
// entry: Main.test(int)
import java.util.concurrent.locks.*;
public class Main {
  static int sum;
  static void test(int n) {
    ReentrantLock lock = new ReentrantLock();
    lock.lock();
    try {
      assert lock.isHeldByCurrentThread() && lock.tryLock();
      assert n != 5;
      sum += n;
    } finally {
      lock.unlock();
    }
    lock.unlock();
    try {
      lock.unlock();
      assert false;
    } catch (IllegalMonitorStateException e) {
      assert lock.getHoldCount() == 0;
    }
  }
}",
    "// expect: valid
// entry: Main.test(Main)
import java.util.concurrent.locks.*;
public class Main {
  final ReentrantLock lock = new ReentrantLock();
  int value;
  static void test(Main any) {
    if (any == null || any.lock == null) return;
    any.lock.lock();
    try {
      any.value = 1;
    } finally {
      any.lock.unlock();
    }
    assert any.value == 1;
  }
}",
    "// expect: valid
import java.util.Locale;
public class Main {
  static String price(long cents) { return String.format(\"%,d.%02d EUR\", cents / 100, cents % 100); }
  public static void main(String[] args) {
    String text = String.format(\"%.2f %8.3f|%-8.1f|%05.1f\", 2.0 / 3, Math.PI, -1.25f, 9.96);
    assert text.equals(\"0.67    3.142|-1.3    |010.0\");
    assert String.format(Locale.ROOT, \"%,.1f%n\", 1234567.25).equals(\"1,234,567.3\\n\");
    assert Locale.getDefault().getLanguage().equals(\"en\");
    assert price(123456789).equals(\"1,234,567.89 EUR\");
  }
}",
    "// expect: invalid assert line 5
// entry: Main.test(boolean)
public class Main {
  static void test(boolean isFirst) {
    assert !String.format(\"%.1f\", isFirst ? 1.75 : 2.5).equals(\"1.8\");
  }
}",
];

#[test]
fn programs_use_the_classes_of_the_jdk() {
    are_as_expected(PROGRAMS);
}

/// Programs without inputs, or with few: what holds for all of them holds for those that a JVM chooses.
#[test]
fn valid_programs_are_valid_on_a_jvm() {
    let all = PROGRAMS.iter().chain(SWITCHES).copied();
    let valid: Vec<&str> = all.filter(|text| text.starts_with("// expect: valid")).collect();
    let mains: Vec<&str> = valid.into_iter().filter(|text| text.contains("void main(")).collect();
    let sources: Vec<Source> = mains.iter().map(|text| Source::main(*text)).collect();
    let Some(classes) = compile(&sources) else { return };
    let jar = support::project().join("src/java/library/multise.jar");
    for (text, classes) in mains.iter().zip(&classes) {
        let path = std::env::join_paths([jar.as_path(), &classes.folder]).expect("no colon in it");
        let output = Command::new("java")
            .args(["-Duser.language=en", "-ea", "-cp"])
            .arg(path)
            .arg("Main")
            .output()
            .expect("a JVM");
        assert!(output.status.success(), "{}\n{text}", complaints(&output));
    }
}

#[test]
fn without_a_jdk_there_are_the_models_alone() {
    let text = "import java.util.*;
public class Main {
  static int last(int n) { return new LinkedHashSet<>(Arrays.asList(n)).size(); }
  static Integer box(int n) { return n; }
}";
    let Some(classes) = compiled(text) else { return };
    let folder = shown(&classes.folder);
    let home = tempfile::tempdir().expect("a folder");
    let none = shown(home.path());
    let of = |entry: &str| run(&["explore", "--classpath", &folder, entry, "--no-jvm", "--java-home", &none]);
    let (code, text) = of("Main.box");
    assert!(code == Some(0), "{code:?}\n{text}");
    let (code, text) = of("Main.last");
    assert!(code == Some(3) && text.contains("unsupported: new java.util.LinkedHashSet"), "{code:?}\n{text}");

    std::fs::create_dir(home.path().join("lib")).expect("a folder");
    std::fs::write(home.path().join("lib/modules"), "no image").expect("a file");
    let (code, text) = of("Main.box");
    assert!(code == Some(0) && text.contains("the classes of the JDK are not read: "), "{code:?}\n{text}");
}
