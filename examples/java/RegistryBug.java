// expect: invalid assert line 42
// witness: 1 2 1
//
// Operations are registered as lambdas under their names, with a bug: names are compared by identity; see Registry.java.
// Symbolic: an operand, and which operation is asked for.
import static multise.Nondet.*;

import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;

public class RegistryBug {
  record Entry(String name, IntUnaryOperator operation) {}

  private final Entry[] entries = new Entry[4];
  private int count;

  void register(String name, IntUnaryOperator operation) {
    entries[count++] = new Entry(name, operation);
  }

  IntUnaryOperator find(String name, Supplier<IntUnaryOperator> otherwise) {
    for (int i = 0; i < count; i++) {
      if (entries[i].name() == name) return entries[i].operation();
    }
    return otherwise.get();
  }

  public static void main(String[] args) {
    int x = anyInt();
    int offset = anyInt();
    RegistryBug registry = new RegistryBug();
    registry.register("negate", a -> -a);
    registry.register("shift", a -> a + offset);
    // This name is made while the program runs.
    String prefix = "sh";
    String[] names = {"negate", prefix + "ift", "none"};
    int k = anyInt();
    assume(k >= 0 && k < names.length);
    assume(offset != 0);
    int y = registry.find(names[k], IntUnaryOperator::identity).applyAsInt(x);
    assume(k != 2);
    assert y != x || k == 0;
  }
}
