// expect: valid
//
// A cache of two entries, which drops the one that was not used for the longest time.
// Symbolic: three keys.
// Asserted: an entry that was used is kept, the other one is dropped, and there are never more than two.
import static multise.Nondet.*;

import java.util.LinkedHashMap;
import java.util.Map;

public class LruCache {
  static class Cache extends LinkedHashMap<Integer, String> {
    @Override
    protected boolean removeEldestEntry(Map.Entry<Integer, String> eldest) {
      return size() > 2;
    }

    String use(int key) {
      String value = remove(key);
      if (value != null) put(key, value);
      return value;
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
    assert cache.size() == 2;
    assert cache.containsKey(a) && cache.containsKey(c) && !cache.containsKey(b);
    assert cache.keySet().iterator().next() == a;
  }
}
