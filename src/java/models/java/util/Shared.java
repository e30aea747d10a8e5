package java.util;

import java.util.function.BiFunction;

/**
 * The entries of a map that threads share. No other thread comes between the steps of an operation, except where a function of
 * users computes a value: then those wait that would change the same bucket.
 */
public final class Shared<K, V> {
  private final SharedBuckets<K, V> buckets;
  /** The last function that has not ended. */
  private Turn<K, V> turns;
  /** How often an entry has come. */
  private int additions;

  /** A function that computes the value of a key. Its thread has the monitor of the turn. */
  private static final class Turn<K, V> {
    private final Node<K, V> asked;
    private Turn<K, V> before;
    private boolean isOver;

    Turn(Node<K, V> asked) { this.asked = asked; }
  }

  /** The length of the first table; 0 where the program does not say. */
  public Shared(int first) { buckets = new SharedBuckets<K, V>(first); }

  public static int lengthFor(int capacity, float load, int threads) {
    if (!(load > 0) || capacity < 0 || threads <= 0) throw new IllegalArgumentException();
    long size = (long) (1.0 + (long) Math.max(capacity, threads) / load);
    return size >= 1 << 30 ? 1 << 30 : Buckets.power((int) size);
  }

  /** An entry with a key, which is in no bucket. */
  private static <K, V> Node<K, V> asked(K key) {
    if (key == null) throw new NullPointerException();
    return new Node<K, V>(key, null, Node.lookup(key), false, 0);
  }

  private Node<K, V> find(Node<?, ?> asked) { return buckets.find(asked.key, asked.lookedUp()); }

  public synchronized int size() { return buckets.nodes.count; }

  /** The length of the table; 0 before there is one. */
  public synchronized int table() { return buckets.table; }

  public V get(Object key) {
    Node<?, ?> asked = asked(key);
    synchronized (this) {
      Node<K, V> node = find(asked);
      return node == null ? null : node.value;
    }
  }

  /** This number of entries will come from another map. */
  public synchronized void reserve(int more) {
    if (turns != null) Unsupported.aHashTableThatGrowsMeanwhile();
    buckets.reserve(more);
  }

  public synchronized void clear() {
    if (turns != null) Unsupported.aMapThatAnActionChanges();
    buckets.clear();
  }

  /** The function that has the turn in the bucket of a key. */
  private Turn<K, V> turn(Node<?, ?> asked) {
    Turn<K, V> turn = turns;
    while (turn != null && !buckets.areTogether(turn.asked, asked)) turn = turn.before;
    return turn;
  }

  /** Waits for the end of a function of another thread. */
  private void await(Turn<K, V> turn) {
    synchronized (turn) {
      if (turn.isOver) return;
      // It is this thread that has the turn. Nothing in its bucket has changed since it began.
      if (buckets.head(turn.asked) == null) throw new IllegalStateException("Recursive update");
      Unsupported.aMapThatAnActionChanges();
    }
  }

  private void end(Turn<K, V> turn) {
    turn.isOver = true;
    if (turns == turn) {
      turns = turn.before;
      return;
    }
    Turn<K, V> after = turns;
    while (after.before != turn) after = after.before;
    after.before = turn.before;
  }

  private void add(Node<K, V> asked, V value) {
    int table = buckets.table;
    buckets.add(asked.key, asked.lookedUp(), value, false);
    if (turns != null && buckets.table != table) Unsupported.aHashTableThatGrowsMeanwhile();
    additions++;
  }

  /** The entry of a key if it is the first of its bucket, which is read without waiting; or null where it makes no difference. */
  private Node<K, V> head(Node<K, V> asked, Turn<K, V> turn) {
    if (turn == null && Node.isValue(asked.key)) return null;
    Node<K, V> head = buckets.head(asked);
    if (head == null || head.hash() != asked.hash()) return null;
    return head.key == asked.key || asked.key.equals(head.key) ? head : null;
  }

  /** Adds an entry; gives one that is there another value, unless only an absent one is asked for. */
  public V put(K key, V value, boolean isForAbsent) {
    if (value == null) throw new NullPointerException();
    Node<K, V> asked = asked(key);
    while (true) {
      Turn<K, V> turn;
      synchronized (this) {
        buckets.prepare();
        turn = turn(asked);
        Node<K, V> head = isForAbsent ? head(asked, turn) : null;
        if (head != null) return head.value;
        if (turn == null) {
          Node<K, V> node = find(asked);
          if (node == null) {
            add(asked, value);
            return null;
          }
          V old = node.value;
          if (!isForAbsent) node.value = value;
          return old;
        }
      }
      await(turn);
    }
  }

  /** Gives an entry another value, or removes it where that is null; if a value is expected, only an entry that has it. */
  public V replace(Object key, V value, Object expected) {
    Node<?, ?> asked = asked(key);
    while (true) {
      Turn<K, V> turn;
      synchronized (this) {
        if (buckets.table == 0) return null;
        turn = turn(asked);
        if (turn == null) {
          Node<K, V> node = find(asked);
          if (node == null) return null;
          V old = node.value;
          if (expected != null && expected != old && !expected.equals(old)) return null;
          keep(node, value);
          return old;
        }
      }
      await(turn);
    }
  }

  private void keep(Node<K, V> node, V value) {
    if (value == null) {
      buckets.remove(node);
    } else {
      node.value = value;
    }
  }

  /** Lets a function compute the value of a key that is absent, or of one that is present. Where it has none, there is no entry. */
  public V compute(K key, boolean isForAbsent, boolean isForPresent, BiFunction<? super K, ? super V, ? extends V> function) {
    Turn<K, V> turn = new Turn<K, V>(asked(key));
    synchronized (turn) {
      Node<K, V> node = begin(turn, isForAbsent, isForPresent);
      if (turn.isOver) return node == null ? null : node.value;
      V value;
      try {
        value = function.apply(key, node == null ? null : node.value);
      } catch (Throwable thrown) {
        synchronized (this) {
          end(turn);
        }
        throw thrown;
      }
      synchronized (this) {
        end(turn);
        if (node != null) {
          keep(node, value);
        } else if (value != null) {
          add(turn.asked, value);
        }
      }
      return value;
    }
  }

  /** Waits for the turn of a function, and finds its entry. Where the function is not called, the turn is over. */
  private Node<K, V> begin(Turn<K, V> own, boolean isForAbsent, boolean isForPresent) {
    while (true) {
      Turn<K, V> turn;
      synchronized (this) {
        buckets.prepare();
        turn = turn(own.asked);
        Node<K, V> head = isForPresent ? null : head(own.asked, turn);
        own.isOver = head != null;
        if (own.isOver) return head;
        if (turn == null) {
          Node<K, V> node = find(own.asked);
          own.isOver = node == null ? !isForAbsent : !isForPresent;
          if (!own.isOver) {
            own.before = turns;
            turns = own;
          }
          return node;
        }
      }
      await(turn);
    }
  }

  /** Meets the entries in the order of the table. Those that are removed meanwhile are left out. */
  public final class Walk {
    private final Node<K, V>[] all;
    private final int additions;
    private final int table;
    private int at = -1;

    public Walk() {
      synchronized (Shared.this) {
        all = buckets.inOrder();
        additions = Shared.this.additions;
        table = buckets.table;
      }
    }

    /** The next entry, or null. */
    public Map.Entry<K, V> step() {
      synchronized (Shared.this) {
        if (at == all.length) return null;
        Node<K, V> gone = at < 0 || buckets.nodes.has(all[at]) ? null : all[at];
        while (++at < all.length && !buckets.nodes.has(all[at])) {
          // An entry that is gone still leads to the next one of its bucket.
          if (gone != null && buckets.areTogether(gone, all[at])) Unsupported.aMapThatAnActionChanges();
        }
        if (Shared.this.additions != additions || buckets.table != table) Unsupported.aMapThatAnActionChanges();
        return at < all.length ? all[at] : null;
      }
    }
  }
}
