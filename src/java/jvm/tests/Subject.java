import java.util.function.IntSupplier;
import multise.Nondet;
import org.sosy_lab.sv_benchmarks.Verifier;

public class Subject {
  enum Color { RED, GREEN { @Override int code() { return 7; } }; int code() { return 1; } }

  static class Base { private final int kept; Base() { kept = 5; } }

  static final class Node extends Base { Node next; final String name; long weight; private Color color; Node() { name = "x"; } }

  static class Broken { static int value = 1 / Integer.parseInt("0"); }

  static class Own extends RuntimeException { Own() { super("own"); } }

  static int count;

  static int next() { return ++count; }

  static int divide(int a, int b) {
    return a / b;
  }

  int twice(byte b) { return 2 * b; }

  static long sum(int[] numbers, long start) {
    for (int n : numbers) start += n;
    return start;
  }

  static String describe(Node node) {
    return node.name + node.next.next.weight + node.color.code() + ((Base) node).kept + (node.next.next == node);
  }

  static Object same(Object[] objects) { return objects[1]; }

  static final class Key {
    int id;
    @Override public int hashCode() { return id; }
  }

  static String listed(java.util.List<?> list, java.util.Map<?, Key> map) {
    String text = "";
    for (Object element : list) text += element == map ? "map" : element;
    for (Object key : map.keySet()) text += key == map.get(key) ? ((Key) key).id : -1;
    return text;
  }

  static Node made() { return new Node(); }

  static void parse() {
    Integer.parseInt("no");
  }

  static void asserts(int n) {
    IntSupplier negated = () -> {
      assert n != 4;
      return -n;
    };
    negated.getAsInt();
  }

  static int broken() {
    return Broken.value;
  }

  static int outside() {
    int sum = Nondet.anyInt() + Nondet.anyChar();
    Nondet.assume(sum > 0);
    System.out.println("sum " + sum);
    return Verifier.nondetBoolean() ? sum : -sum;
  }

  static void all() {
    try {
      while (true) Verifier.assume(Nondet.anyInt() > 0);
    } catch (Throwable ignored) {
      // It is decided already.
    }
  }

  static void exit(int status) { System.exit(status); }

  static void halt() { Runtime.getRuntime().halt(3); }

  static void forever() { while (true) { } }

  static void thread() { new Thread(Subject::forever).start(); }

  static int deep(int n) { return n == 0 ? 0 : 1 + deep(n - 1); }

  static void bottomless() { bottomless(); }

  static void own() { throw new Own(); }

  static double half(double d, float f, short s, boolean b) { return b ? d / 2 + f + s : Double.NaN; }

  public static void main(String[] args) { assert args.length == 0 : "none"; }
}
