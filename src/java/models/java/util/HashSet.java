package java.util;

public class HashSet<E> extends AbstractSet<E> implements Set<E>, Cloneable, java.io.Serializable {
  private final HashMap<E, Object> map;

  public HashSet() { map = new HashMap<E, Object>(); }

  public HashSet(int capacity) { map = new HashMap<E, Object>(capacity); }

  public HashSet(int capacity, float load) { map = new HashMap<E, Object>(capacity, load); }

  public HashSet(Collection<? extends E> others) {
    map = new HashMap<E, Object>(Math.max(others.size() * 4 / 3 + 1, 16));
    addAll(others);
  }

  HashSet(HashMap<E, Object> map) { this.map = map; }

  private HashMap<E, Object> map() {
    if (map == null) Unsupported.aHashTableOfAnInput();
    return map;
  }

  public native Object clone();

  public int size() { return map().size(); }

  public boolean isEmpty() { return map().isEmpty(); }

  public boolean contains(Object element) { return map().containsKey(element); }

  public boolean add(E element) { return map().put(element, Boolean.TRUE) == null; }

  public boolean remove(Object element) { return map().remove(element) != null; }

  public void clear() { map().clear(); }

  public Iterator<E> iterator() { return map().keySet().iterator(); }
}
