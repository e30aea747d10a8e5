package java.util;

import java.util.concurrent.ConcurrentHashMap;

/** Makes the collections of inputs: empty ones by their constructors, filled by their operations. */
final class Given {
  private Given() {}

  /** What comes after counts only where the condition is true. */
  private static native void assume(boolean condition);

  static Object ArrayList() { return new ArrayList<Object>(); }

  static Object LinkedList() { return new LinkedList<Object>(); }

  static Object Vector() { return new Vector<Object>(); }

  static Object Stack() { return new Stack<Object>(); }

  static Object ArrayDeque() { return new ArrayDeque<Object>(); }

  static Object PriorityQueue() { return new PriorityQueue<Object>(); }

  static Object LinkedHashSet() { return new LinkedHashSet<Object>(); }

  static Object HashSet() { return new HashSet<Object>(); }

  static Object TreeSet() { return new TreeSet<Object>(); }

  static Object LinkedHashMap() { return new LinkedHashMap<Object, Object>(); }

  static Object HashMap() { return new HashMap<Object, Object>(); }

  static Object ConcurrentHashMap() { return new ConcurrentHashMap<Object, Object>(); }

  static Object TreeMap() { return new TreeMap<Object, Object>(); }

  static void add(Collection<Object> to, Object element) { to.add(element); }

  /** Adds an element that is there only once, and that the collection takes. */
  static void ask(Collection<Object> to, Object element) {
    boolean isTaken;
    try {
      isTaken = to.add(element);
    } catch (Throwable refused) {
      isTaken = false;
    }
    assume(isTaken);
  }

  /** Adds a key that is there only once, and that the map takes. */
  static void put(Map<Object, Object> to, Object key, Object value) {
    int size = to.size();
    boolean isTaken;
    try {
      to.put(key, value);
      isTaken = to.size() > size;
    } catch (Throwable refused) {
      isTaken = false;
    }
    assume(isTaken);
  }
}
