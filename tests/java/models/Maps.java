import java.util.*;
import java.util.concurrent.ConcurrentHashMap;

/** Calls of maps and sets: the same ones on a JVM and in the interpreter. */
class Maps {
  /** Runs calls, each of them three numbers, and returns what they have shown. */
  static String run(int[] calls, String a, String b) { return new Maps(a, b).all(calls, false); }

  /** The same with maps that threads may share. */
  static String shared(int[] calls, String a, String b) { return new Maps(a, b).all(calls, true); }

  String all(int[] calls, boolean isShared) {
    StringBuilder out = new StringBuilder();
    for (int k = 0; k + 2 < calls.length; k += 3) {
      String shown;
      try {
        shown = call(calls[k], calls[k + 1], calls[k + 2]);
      } catch (ClassCastException | NullPointerException e) {
        shown = e.getClass().getName();
      } catch (RuntimeException e) {
        shown = e.getClass().getName() + " " + e.getMessage();
      }
      out.append(calls[k]).append(": ").append(shown).append(' ').append(map.size()).append(seen).append('\n');
      seen.setLength(0);
      if (isShared) share(calls[k + 2] & 31);
    }
    refuses = false;
    return out.append(map).append(other).append(set).append(map.hashCode()).append(seen).toString();
  }

  /** A key that can change, and shows which of its methods are called. */
  final class Key {
    int n;

    Key(int n) { this.n = n; }

    public int hashCode() {
      seen.append('h').append(n);
      if (n == 4 && refuses) throw new IllegalStateException("hash");
      return (n >> 1) * 16;
    }

    public boolean equals(Object other) {
      seen.append('e').append(n).append(other);
      if (n == 2 && refuses) throw new IllegalStateException("equals");
      return other instanceof Key && ((Key) other).n == n;
    }

    public String toString() { return "K" + n; }
  }

  /** A map that shows which of its methods the library calls. */
  final class Watched extends HashMap<Object, Object> {
    @Override
    public Object get(Object k) {
      seen.append('g');
      return super.get(k);
    }

    @Override
    public Object put(Object k, Object v) {
      seen.append('p');
      return super.put(k, v);
    }

    @Override
    public boolean containsKey(Object k) {
      seen.append('c');
      return super.containsKey(k);
    }

    @Override
    public Object remove(Object k) {
      seen.append('r');
      return super.remove(k);
    }

    @Override
    public int size() {
      seen.append('s');
      return super.size();
    }

    @Override
    public void clear() {
      seen.append('x');
      super.clear();
    }

    @Override
    public boolean containsValue(Object v) {
      seen.append('v');
      return super.containsValue(v);
    }

    @Override
    public Set<Map.Entry<Object, Object>> entrySet() {
      seen.append('n');
      return super.entrySet();
    }
  }

  /** The last few entries that were used. */
  static final class Cache extends LinkedHashMap<Object, Object> {
    final int most;

    Cache(int most) { this.most = most; }

    Cache(int most, boolean byAccess) {
      super(16, 0.75f, byAccess);
      this.most = most;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<Object, Object> eldest) {
      if (size() == 5) remove(eldest.getKey());
      return size() > most;
    }
  }

  Map<Object, Object> map = new HashMap<>();
  Map<Object, Object> other = new LinkedHashMap<>();
  Set<Object> set = new HashSet<>();
  final StringBuilder seen = new StringBuilder();
  boolean refuses;
  final Key key = new Key(3);
  final String a;
  final String b;

  Maps(String a, String b) {
    this.a = a;
    this.b = b;
    for (int i = 0; i < a.length(); i++) map.merge(a.substring(i, i + 1), 1, (x, y) -> (int) x + (int) y);
    for (int i = 0; i < b.length(); i++) set.add(b.substring(0, i));
  }

  /** Puts what a shared map takes into one. */
  void share(int capacity) {
    if (map instanceof ConcurrentHashMap) return;
    Map<Object, Object> shared = capacity < 9 ? new ConcurrentHashMap<>() : new ConcurrentHashMap<>(capacity - 9);
    refuses = false;
    map.forEach((x, y) -> { if (x != null && y != null) shared.put(x, y); });
    map = shared;
  }

  ConcurrentHashMap<Object, Object> shared() { return (ConcurrentHashMap<Object, Object>) map; }

  Object key(int i) {
    switch (i & 7) {
      case 0: return null;
      case 1: return a;
      case 2: return b;
      case 3: return (i >> 3) % 3 == 0 ? key : new Key(i % 5);
      case 5: return new Key((i >> 3) % 7);
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
      case 21: map = i % 2 == 0 ? new Cache(3) : new Cache(4, i % 3 == 0); return "";
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
      case 33: { Map<Object, Object> x = Map.of(1, 2, a, b); return "" + x.get(k) + x.containsKey(a) + x.getOrDefault(i, j) + x.equals(map) + x.hashCode() + x.size() + x.containsValue(j) + x.put(1, 1); }
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
      case 47: map.replaceAll((x, y) -> x + "r" + y); return "";
      case 48: map.replaceAll((x, y) -> j > 12 && map.put(98, 1) == null ? 1 : y); return "";
      case 49: { String s = ""; Iterator<Object> all = map.keySet().iterator(); while (all.hasNext() && s.length() < 6) { s += all.next(); if (j < 5) all.remove(); if (j == 7) map.remove(k); if (j == 6) all.remove(); } return s; }
      case 50: { String s = ""; Iterator<Object> all = map.values().iterator(); s += all.next(); map.put(k, v); s += all.hasNext(); return s + all.next(); }
      case 51: { String s = ""; Iterator<Object> all = map.keySet().iterator(); s += all.next(); map.merge(k, 1, (x, y) -> "w" + y); s += all.hasNext(); return s + all.next(); }
      case 52: map = j % 2 == 0 ? new LinkedHashMap<>(i & 63, 0.9f, true) : new HashMap<>(i & 63, i % 3 == 0 ? 1f : i % 3 == 1 ? 0.5f : 0.25f); return "";
      case 53: return new HashMap<>(i).toString() + new LinkedHashSet<>(j & 15);
      case 54: map = new Watched(); map.putAll(other); return "";
      case 55: for (int n = 0; n < (j & 15); n++) map.merge(n * 3 + i, n, (x, y) -> x); return "";
      case 56: for (int n = 0; n < (j & 7); n++) map.computeIfAbsent(new Key(n), x -> 1); return "";
      case 57: for (int n = 0; n < (j & 15); n++) { map.put(n * (i & 31), n); map.compute(n * 5, (x, y) -> y == null ? x : null); } return "";
      case 58: refuses = !refuses; return "";
      case 59: map.forEach((x, y) -> { if (x instanceof Integer && j > 10) map.remove(k); seen.append(x); }); return "";
      case 60: { Set<Object> x = map.keySet(); Collection<Object> y = map.values(); map.put(k, v); return x.size() + "" + (x == map.keySet()) + (y == map.values()) + (map.entrySet() == map.entrySet()) + x.contains(k) + y.contains(v); }
      case 61: map.keySet().clear(); return "";
      case 62: map.values().removeIf(x -> Objects.equals(x, v)); return "";
      case 63: return map.computeIfPresent(k, (x, y) -> { map.put(97, 2); return y; }) + "" + map.compute(k, (x, y) -> { map.remove(97); return j; });
      case 64: return "" + map.merge(k, 1, (x, y) -> { map.clear(); return 1; });
      case 65: map = new HashMap<>(map); return "";
      case 66: { Map.Entry<Object, Object> x = map.entrySet().iterator().next(); x.setValue(v); return x + "" + x.equals(new AbstractMap.SimpleEntry<>(k, v)) + x.hashCode() + map.containsValue(v); }
      case 67: for (int n = 0; n < 40; n++) map.put(n * (1 + (i & 3)), n); return "";
      case 68: for (int n = 0; n < (j & 15); n++) map.remove(n * 5 + i); return "";
      case 69: return map.putIfAbsent(k, null) + "" + map.replace(k, 1) + map.getOrDefault(k, 2) + map.get(k);
      case 70: { Object x = map.keySet().iterator().next(); map.get(x); map.put(x, 3); return show(map.keySet()) + show(map.values()); }
      case 71: for (int n = 0; n < 30; n++) set.add("w" + n * i); return set.toString();
      case 72: { Iterator<Object> all = set.iterator(); String s = ""; while (all.hasNext()) { Object x = all.next(); s += x; if (Objects.hashCode(x) % 3 == 0) all.remove(); } return s; }
      case 73: { Map<Object, Object> users = new TreeLike(); users.put(1, a); return users.merge(1, b, (x, y) -> x + "" + y) + "" + users.getOrDefault(2, 3) + users.putIfAbsent(2, 4) + users.computeIfAbsent(3, x -> x) + users.replace(1, 2) + users.remove(2, 4) + users.compute(3, (x, y) -> null) + users + users.equals(map) + map.equals(users) + users.hashCode(); }
      case 74: map = new ConcurrentHashMap<>(map); return "";
      case 75: set = i % 2 == 0 ? ConcurrentHashMap.newKeySet(j & 31) : ConcurrentHashMap.newKeySet(); return set.add(k) + "" + set;
      case 76: { Set<Object> x = shared().keySet(1); return x.add(k) + "" + x.add("k") + x + x.equals(map.keySet()) + x.hashCode() + x.removeAll(set) + x.retainAll(set) + x; }
      case 77: { String s = ""; for (Enumeration<Object> x = shared().keys(); x.hasMoreElements();) s += x.nextElement(); for (Enumeration<Object> x = shared().elements(); x.hasMoreElements();) s += x.nextElement(); return s; }
      case 78: return shared().mappingCount() + "" + shared().contains(j);
      case 79: { String s = ""; for (Object x : shared().keySet()) { s += x; map.remove(k); if (j > 3) map.remove(x); } return s; }
      case 80: return shared().computeIfAbsent(k, x -> { map.put(99, 1); return map.get(k) + "" + map.putIfAbsent(j, 2); }) + "";
      case 81: for (int n = 0; n < 2 * (j & 15); n++) map.put(n * (1 + (i & 7)) * 4, n); return map.toString();
      case 82: shared().forEach((x, y) -> { seen.append(x); map.remove(k); if (j > 9) map.remove(x); }); return "";
      case 83: { Map.Entry<Object, Object> x = shared().entrySet().iterator().next(); map.put(x.getKey(), 7); return x + "" + x.setValue(v) + x + map; }
      case 84: return shared().merge(k, 1, (x, y) -> { if (j > 4) throw new IllegalStateException("merge"); return map.remove(k); }) + "";
      case 85: { Object[] x = shared().values().toArray(new Object[j & 7]); return x.length + show(Arrays.asList(x)) + shared().values().containsAll(set) + shared().entrySet().addAll(other.entrySet()); }
      case 86: return new ConcurrentHashMap<>(i, j).isEmpty() + "" + new ConcurrentHashMap<>(i & 7, 0.5f, j % 32).put(k, v);
      case 87: return shared().computeIfAbsent(i & 7, x -> shared().computeIfAbsent(j & 15, y -> 5)) + map.toString();
      default: return "";
    }
  }

  /** A map of users, which has what nobody gives it. */
  static final class TreeLike extends AbstractMap<Object, Object> {
    private final Map<Object, Object> held = new LinkedHashMap<>();

    @Override
    public Object put(Object k, Object v) { return held.put(k, v); }

    @Override
    public Set<Map.Entry<Object, Object>> entrySet() { return held.entrySet(); }
  }
}
