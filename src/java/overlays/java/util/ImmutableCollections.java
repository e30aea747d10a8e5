package java.util;

/** A JVM chooses the order of sets and maps when it starts ({@link Order}). What initialises the class must not depend on it. */
class ImmutableCollections {
  private static final long SALT32L;
  private static final boolean REVERSE;
  private static final Object EMPTY;
  static final ListN<?> EMPTY_LIST;
  static final ListN<?> EMPTY_LIST_NULLS;
  static final SetN<?> EMPTY_SET;
  static final MapN<?, ?> EMPTY_MAP;
  static final boolean $assertionsDisabled;

  static {
    $assertionsDisabled = true;
    EMPTY = new Object();
    EMPTY_LIST = new ListN<>(new Object[0], false);
    EMPTY_LIST_NULLS = new ListN<>(new Object[0], true);
    SALT32L = 0;
    REVERSE = false;
    EMPTY_SET = new SetN<>(new Object[0]);
    EMPTY_MAP = new MapN<>(new Object[0]);
  }

  static class ListN<E> {
    ListN(E[] elements, boolean allowNulls) {}
  }

  static class Set12<E> {
    private final E e0;
    private final Object e1;

    Set12(E e0, Object e1) {
      this.e0 = e0;
      this.e1 = e1;
    }

    @SuppressWarnings("unchecked")
    public Iterator<E> iterator() { return (Iterator<E>) Order.listed(toArray()).iterator(); }

    public Object[] toArray() {
      if (e1 == EMPTY) return new Object[] {e0};
      return Order.isReverse() ? new Object[] {e1, e0} : new Object[] {e0, e1};
    }

    public <T> T[] toArray(T[] array) { return Order.listed(toArray()).toArray(array); }
  }

  static class SetN<E> {
    E[] elements;
    int size;

    @SafeVarargs
    SetN(E... elements) {}

    @SuppressWarnings("unchecked")
    public Iterator<E> iterator() { return (Iterator<E>) Order.listed(toArray()).iterator(); }

    public Object[] toArray() {
      int[] order = Order.of(elements, 1, size);
      Object[] all = new Object[size];
      for (int i = 0; i < size; i++) all[i] = elements[order[i]];
      return all;
    }

    public <T> T[] toArray(T[] array) { return Order.listed(toArray()).toArray(array); }
  }

  static class MapN<K, V> {
    Object[] table;
    int size;

    MapN(Object... elements) {}

    class MapNIterator {
      private int remaining;
      private int[] order;

      @SuppressWarnings("unchecked")
      public Map.Entry<K, V> next() {
        if (remaining == 0) throw new NoSuchElementException();
        if (order == null) order = Order.of(table, 2, size);
        int at = order[size - remaining];
        remaining--;
        return new KeyValueHolder<>((K) table[at], (V) table[at + 1]);
      }
    }
  }
}
