package java.util;

public class HashSet<E> extends MapSet<E> implements Set<E>, Cloneable, java.io.Serializable {
  public HashSet() { super(new HashMap<E, Object>()); }

  public HashSet(int capacity) { super(new HashMap<E, Object>(capacity)); }

  public HashSet(int capacity, float load) { super(new HashMap<E, Object>(capacity, load)); }

  public HashSet(Collection<? extends E> others) {
    super(new HashMap<E, Object>(Math.max(others.size() * 4 / 3 + 1, 16)));
    addAll(others);
  }

  HashSet(NodeMap<E, Object> map) { super(map); }

  public native Object clone();
}
