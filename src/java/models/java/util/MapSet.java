package java.util;

/** The keys of a map as a set. */
abstract class MapSet<E> extends AbstractSet<E> {
  private final NodeMap<E, Object> held;

  MapSet(NodeMap<E, Object> map) { held = map; }

  final NodeMap<E, Object> map() {
    if (held == null) Items.ofInput();
    return held;
  }

  public int size() { return map().size(); }

  public boolean isEmpty() { return map().isEmpty(); }

  public boolean contains(Object element) { return map().find(element) != null; }

  public boolean add(E element) {
    if (map().find(element) != null) return false;
    map().insert(element, Boolean.TRUE);
    return true;
  }

  public boolean remove(Object element) { return map().remove(element) != null; }

  public void clear() { map().clear(); }

  public Iterator<E> iterator() { return map().keySet().iterator(); }

  public int hashCode() {
    Nodes<E, Object> nodes = map().nodes();
    int hash = 0;
    for (int i = 0; i < nodes.count; i++) hash += Objects.hashCode(nodes.cells[i].key);
    return hash;
  }
}
