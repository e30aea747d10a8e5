import java.util.*;

/** Calls of maps and sets: the same ones on a JVM and in the interpreter. */
public class Maps {
  /** Runs calls, each of them three numbers, and returns what they have shown. */
  static String run(int[] calls, String a, String b) {
    Maps made = new Maps(a, b);
    StringBuilder out = new StringBuilder();
    for (int k = 0; k + 2 < calls.length; k += 3) {
      String shown;
      try {
        shown = made.call(calls[k], calls[k + 1], calls[k + 2]);
      } catch (ClassCastException | NullPointerException e) {
        shown = e.getClass().getName();
      } catch (RuntimeException e) {
        shown = e.getClass().getName() + " " + e.getMessage();
      }
      out.append(calls[k]).append(": ").append(shown).append(' ').append(made.map.size()).append('\n');
    }
    return out.append(made.map).append(made.other).append(made.set).append(made.map.hashCode()).toString();
  }

  /** A key that can change. */
  static final class Key {
    int n;

    Key(int n) { this.n = n; }

    public int hashCode() { return n * 16; }

    public boolean equals(Object other) { return other instanceof Key && ((Key) other).n == n; }

    public String toString() { return "K" + n; }
  }

  /** The last few entries that were used. */
  static final class Cache extends LinkedHashMap<Object, Object> {
    final int most;

    Cache(int most, boolean byAccess) {
      super(16, 0.75f, byAccess);
      this.most = most;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<Object, Object> eldest) { return size() > most; }
  }

  Map<Object, Object> map = new HashMap<>();
  Map<Object, Object> other = new LinkedHashMap<>();
  Set<Object> set = new HashSet<>();
  final Key key = new Key(3);
  final String a;
  final String b;

  Maps(String a, String b) {
    this.a = a;
    this.b = b;
    for (int i = 0; i < a.length(); i++) map.merge(a.substring(i, i + 1), 1, (x, y) -> (int) x + (int) y);
    for (int i = 0; i < b.length(); i++) set.add(b.substring(0, i));
  }

  Object key(int i) {
    switch (i & 7) {
      case 0: return null;
      case 1: return a;
      case 2: return b;
      case 3: return (i >> 3) % 3 == 0 ? key : new Key(i % 5);
      case 4: return (long) i;
      default: return i;
    }
  }

  static String show(Iterable<?> all) {
    StringBuilder s = new StringBuilder();
    for (Object x : all) s.append(x).append(';');
    return s.toString();
  }

  String call(int which, int i, int j) {
    Object k = key(i);
    Object v = j == 5 ? null : (Object) j;
    switch (which) {
      case 0: return "" + map.put(k, v);
      case 1: return "" + map.get(k) + map.containsKey(k);
      case 2: return "" + map.remove(k);
      case 3: return "" + map.getOrDefault(k, "none");
      case 4: return "" + map.putIfAbsent(k, v);
      case 5: return "" + map.computeIfAbsent(k, x -> v);
      case 6: return "" + map.computeIfPresent(k, (x, y) -> j > 3 ? null : "p" + y);
      case 7: return "" + map.compute(k, (x, y) -> j > 3 ? y == null ? "new" : null : x + "c" + y);
      case 8: return "" + map.merge(k, j, (x, y) -> j > 9 ? null : x + "m" + y);
      case 9: return "" + map.containsValue(v) + map.values().contains(v);
      case 10: return map.toString();
      case 11: return show(map.keySet());
      case 12: return show(map.values());
      case 13: return show(map.entrySet());
      case 14: { StringBuilder s = new StringBuilder(); map.forEach((x, y) -> s.append(x).append(y)); return s.toString(); }
      case 15: { Map<Object, Object> x = map; map = other; other = x; return ""; }
      case 16: map.putAll(other); return "";
      case 17: return map.equals(other) + " " + map.hashCode() + map.equals(new HashMap<>(map));
      case 18: map = new HashMap<>(other); return "";
      case 19: map = new LinkedHashMap<>(other); return "";
      case 20: map = new HashMap<>(i % 40); return "";
      case 21: map = new Cache(3, i % 2 == 0); return "";
      case 22: map.clear(); return "";
      case 23: { String s = ""; for (Iterator<Map.Entry<Object, Object>> all = map.entrySet().iterator(); all.hasNext();) { Map.Entry<Object, Object> x = all.next(); s += x.getKey(); if (Objects.equals(x.getValue(), v)) all.remove(); else x.setValue(i); } return s; }
      case 24: { String s = ""; for (Object x : map.keySet()) { s += x; if (s.length() > 2) map.remove(x); } return s; }
      case 25: { String s = ""; for (Object x : map.keySet()) { s += x; map.get(k); map.put(k, v); } return s; }
      case 26: return map.keySet().remove(k) + "" + map.values().remove(v);
      case 27: return map.replace(k, v) + "" + map.replace(k, v, 3) + map.remove(k, v);
      case 28: key.n = i; return "";
      case 29: for (int n = 0; n < 7; n++) map.put(n * 5 + i, n); return "";
      case 30: for (int n = 0; n < 5; n++) map.put(n * 17 + "x", n); return "";
      case 31: { Map.Entry<Object, Object> x = new AbstractMap.SimpleEntry<>(k, v); return map.entrySet().contains(x) + "" + map.entrySet().remove(x) + x + x.hashCode(); }
      case 32: return "" + map.computeIfAbsent(k, x -> { map.put(99, 1); return 2; });
      case 33: map = Map.of(1, 2, a, b); return "" + map.get(k) + map.containsKey(a) + map.getOrDefault(i, j);
      case 34: return set.add(k) + "" + set.contains(k) + set.size();
      case 35: return "" + set.remove(k);
      case 36: return show(set);
      case 37: return set.addAll(map.keySet()) + "" + set.containsAll(map.keySet());
      case 38: return set.removeAll(map.keySet()) + set.toString();
      case 39: return set.retainAll(map.keySet()) + set.toString();
      case 40: set = new HashSet<>(map.keySet()); return set.equals(map.keySet()) + "" + set.hashCode();
      case 41: set = new LinkedHashSet<>(map.values()); return "";
      case 42: set = new HashSet<>(set); return set.toString();
      case 43: return set.removeIf(x -> Objects.hashCode(x) % 2 == 0) + set.toString();
      case 44: map.keySet().retainAll(set); return map.toString();
      case 45: return new ArrayList<>(map.values()) + "" + new ArrayDeque<>(map.entrySet());
      case 46: return map.keySet().equals(other.keySet()) + "" + map.entrySet().equals(other.entrySet()) + map.entrySet().hashCode();
      default: return "";
    }
  }
}
