// expect: valid
//
// Operations are registered as lambdas under their names.
// Symbolic: an operand, and which operation is asked for.
// Asserted: each name leads to its operation, a new one replaces an old one, and unknown names lead to a default.
import static multise.Nondet.*;

import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;

public class Registry {
  record Entry(String name, IntUnaryOperator operation) {}

  private final Entry[] entries = new Entry[4];
  private int count;

  void register(String name, IntUnaryOperator operation) {
    Entry entry = new Entry(name, operation);
    for (int i = 0; i < count; i++) {
      if (entries[i].name().equals(name)) {
        entries[i] = entry;
        return;
      }
    }
    entries[count++] = entry;
  }

  IntUnaryOperator find(String name, Supplier<IntUnaryOperator> otherwise) {
    for (int i = 0; i < count; i++) {
      if (entries[i].name().equals(name)) return entries[i].operation();
    }
    return otherwise.get();
  }

  public static void main(String[] args) {
    int x = anyInt();
    int offset = anyInt();
    Registry registry = new Registry();
    registry.register("negate", a -> -a);
    registry.register("shift", a -> a + 1);
    registry.register("shift", a -> a + offset);
    registry.register("both", registry.find("shift", IntUnaryOperator::identity).andThen(a -> a * 2));
    String[] names = {"negate", "shift", "both", "none"};
    int k = anyInt();
    assume(k >= 0 && k < names.length);
    int y = registry.find(names[k], IntUnaryOperator::identity).applyAsInt(x);
    assert y == (k == 0 ? -x : k == 1 ? x + offset : k == 2 ? 2 * (x + offset) : x);
    assert registry.count == 3;
  }
}
