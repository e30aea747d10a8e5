package java.util;

/** In which order sets and maps are iterated is different in each run of a JVM, so it is not known if they have several elements. */
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
    // No result besides the order depends on them.
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
    public Iterator<E> iterator() { return Collections.singletonIterator(e1 == EMPTY ? e0 : (E) toArray()[0]); }

    /** Two elements are as those of larger sets. */
    public Object[] toArray() { return e1 == EMPTY ? new Object[] {e0} : new SetN<Object>(e0, e1).toArray(); }

    public <T> T[] toArray(T[] array) {
      return e1 == EMPTY ? Collections.singletonList(e0).toArray(array) : new SetN<Object>(e0, e1).toArray(array);
    }
  }

  static class SetN<E> {
    @SafeVarargs
    SetN(E... elements) {}

    public native Object[] toArray();

    public native <T> T[] toArray(T[] array);

    class SetNIterator {
      public native E next();
    }
  }

  static class MapN<K, V> {
    MapN(Object... elements) {}

    class MapNIterator {
      public native Map.Entry<K, V> next();
    }
  }
}
