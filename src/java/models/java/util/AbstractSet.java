package java.util;

public abstract class AbstractSet<E> extends AbstractCollection<E> implements Set<E> {
  protected AbstractSet() {}

  public boolean equals(Object other) {
    if (other == this) return true;
    return other instanceof Set && ((Set<?>) other).size() == size() && containsAll((Set<?>) other);
  }

  public int hashCode() {
    int hash = 0;
    for (E e : this) hash += Objects.hashCode(e);
    return hash;
  }

  public boolean removeAll(Collection<?> others) {
    if (size() <= others.size()) return super.removeAll(others);
    boolean changed = false;
    for (Object e : others) changed |= remove(e);
    return changed;
  }
}
