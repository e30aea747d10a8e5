// expect: invalid assert line 35
// witness: 1 2 3
//
// A cache of two entries, which drops the one that was not used for the longest time, with a bug: a use does not count; see
// LruCache.java.
// Symbolic: three keys.
// Asserted: an entry that was used is kept.
import static multise.Nondet.*;

import java.util.LinkedHashMap;
import java.util.Map;

public class LruCacheBug {
  static class Cache extends LinkedHashMap<Integer, String> {
    @Override
    protected boolean removeEldestEntry(Map.Entry<Integer, String> eldest) {
      return size() > 2;
    }

    String use(int key) {
      return get(key);
    }
  }

  public static void main(String[] args) {
    int a = anyInt();
    int b = anyInt();
    int c = anyInt();
    assume(a != b && b != c && a != c);
    Cache cache = new Cache();
    cache.put(a, "first");
    cache.put(b, "second");
    assert cache.use(a).equals("first");
    cache.put(c, "third");
    assert cache.containsKey(a);
  }
}
