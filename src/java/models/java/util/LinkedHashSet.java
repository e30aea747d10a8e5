package java.util;

public class LinkedHashSet<E> extends HashSet<E> implements Set<E>, Cloneable, java.io.Serializable {
  public LinkedHashSet() { super(16, .75f, true); }

  public LinkedHashSet(int capacity) { super(capacity, .75f, true); }

  public LinkedHashSet(int capacity, float load) { super(capacity, load, true); }

  public LinkedHashSet(Collection<? extends E> others) {
    super(Math.max(2 * others.size(), 11), .75f, true);
    addAll(others);
  }
}
