package java.util;

/** What the maps of the library have in common. A map of users has to have what is native here. */
public abstract class AbstractMap<K, V> implements Map<K, V> {
  protected AbstractMap() {}

  public int size() { return entrySet().size(); }

  public boolean isEmpty() { return size() == 0; }

  private static boolean isOf(Entry<?, ?> entry, Object key) {
    return key == null ? entry.getKey() == null : key.equals(entry.getKey());
  }

  public boolean containsKey(Object key) {
    for (Entry<K, V> entry : entrySet()) if (isOf(entry, key)) return true;
    return false;
  }

  public V get(Object key) {
    for (Entry<K, V> entry : entrySet()) if (isOf(entry, key)) return entry.getValue();
    return null;
  }

  public V put(K key, V value) { throw new UnsupportedOperationException(); }

  public V remove(Object key) {
    Iterator<Entry<K, V>> all = entrySet().iterator();
    while (all.hasNext()) {
      Entry<K, V> entry = all.next();
      if (isOf(entry, key)) {
        V value = entry.getValue();
        all.remove();
        return value;
      }
    }
    return null;
  }

  public void clear() { entrySet().clear(); }

  public native Set<K> keySet();

  public native Collection<V> values();

  public abstract Set<Entry<K, V>> entrySet();

  public void putAll(Map<? extends K, ? extends V> others) {
    for (Entry<? extends K, ? extends V> entry : others.entrySet()) put(entry.getKey(), entry.getValue());
  }

  public boolean containsValue(Object value) {
    for (Entry<K, V> entry : entrySet()) if (Objects.equals(value, entry.getValue())) return true;
    return false;
  }

  public boolean equals(Object other) {
    if (other == this) return true;
    if (!(other instanceof Map) || ((Map<?, ?>) other).size() != size()) return false;
    Map<?, ?> map = (Map<?, ?>) other;
    try {
      for (Entry<K, V> entry : entrySet()) {
        K key = entry.getKey();
        V value = entry.getValue();
        if (value == null ? map.get(key) != null || !map.containsKey(key) : !value.equals(map.get(key))) return false;
      }
    } catch (ClassCastException | NullPointerException e) {
      return false;
    }
    return true;
  }

  public int hashCode() {
    int hash = 0;
    for (Entry<K, V> entry : entrySet()) hash += entry.hashCode();
    return hash;
  }

  public String toString() {
    StringBuilder text = new StringBuilder("{");
    boolean isFirst = true;
    for (Entry<K, V> entry : entrySet()) {
      if (!isFirst) text.append(", ");
      isFirst = false;
      text.append(entry.getKey() == this ? "(this Map)" : String.valueOf(entry.getKey())).append('=');
      text.append(entry.getValue() == this ? "(this Map)" : String.valueOf(entry.getValue()));
    }
    return text.append("}").toString();
  }

  public static class SimpleEntry<K, V> implements Entry<K, V>, java.io.Serializable {
    private final K key;
    private V value;

    public SimpleEntry(K key, V value) {
      this.key = key;
      this.value = value;
    }

    public K getKey() { return key; }

    public V getValue() { return value; }

    public V setValue(V value) {
      V old = this.value;
      this.value = value;
      return old;
    }

    public boolean equals(Object other) {
      if (!(other instanceof Entry)) return false;
      Entry<?, ?> entry = (Entry<?, ?>) other;
      return Objects.equals(key, entry.getKey()) && Objects.equals(value, entry.getValue());
    }

    public int hashCode() { return Objects.hashCode(key) ^ Objects.hashCode(value); }

    public String toString() { return key + "=" + value; }
  }
}
