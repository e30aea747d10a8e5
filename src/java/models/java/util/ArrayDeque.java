package java.util;

public class ArrayDeque<E> extends AbstractCollection<E> implements Deque<E>, Cloneable, java.io.Serializable {
  private final Items held = new Items();
  private int modCount;

  public ArrayDeque() {}

  public ArrayDeque(int capacity) {}

  public ArrayDeque(Collection<? extends E> others) {
    for (E e : others) addLast(e);
  }

  private Items items() {
    if (held == null) Items.ofInput();
    return held;
  }

  private void insert(E element, boolean isFirst) {
    Objects.requireNonNull(element);
    modCount++;
    if (isFirst) {
      items().addFirst(element);
    } else {
      items().addLast(element);
    }
  }

  public void addLast(E element) { insert(element, false); }

  public void addFirst(E element) { insert(element, true); }

  public boolean offerFirst(E element) {
    insert(element, true);
    return true;
  }

  public boolean offerLast(E element) {
    insert(element, false);
    return true;
  }

  public boolean offer(E element) { return offerLast(element); }

  public boolean add(E element) { return offerLast(element); }

  public void push(E element) { insert(element, true); }

  @SuppressWarnings("unchecked")
  public E pollFirst() {
    if (items().count == 0) return null;
    modCount++;
    return (E) items().removeFirst();
  }

  @SuppressWarnings("unchecked")
  public E pollLast() {
    if (items().count == 0) return null;
    modCount++;
    return (E) items().removeLast();
  }

  public E poll() { return pollFirst(); }

  private Items some() {
    if (items().count == 0) throw new NoSuchElementException();
    return held;
  }

  @SuppressWarnings("unchecked")
  public E removeFirst() {
    Items items = some();
    modCount++;
    return (E) items.removeFirst();
  }

  @SuppressWarnings("unchecked")
  public E removeLast() {
    Items items = some();
    modCount++;
    return (E) items.removeLast();
  }

  public E remove() { return removeFirst(); }

  public E pop() { return removeFirst(); }

  @SuppressWarnings("unchecked")
  public E getFirst() { return (E) some().at(0); }

  @SuppressWarnings("unchecked")
  public E getLast() {
    Items items = some();
    return (E) items.at(items.count - 1);
  }

  public E element() { return getFirst(); }

  @SuppressWarnings("unchecked")
  public E peekFirst() { return items().count == 0 ? null : (E) held.at(0); }

  @SuppressWarnings("unchecked")
  public E peekLast() { return items().count == 0 ? null : (E) held.at(held.count - 1); }

  public E peek() { return peekFirst(); }

  public int size() { return items().count; }

  public boolean isEmpty() { return items().count == 0; }

  public boolean contains(Object element) { return items().first(element) >= 0; }

  public boolean remove(Object element) { return removeFirstOccurrence(element); }

  public boolean removeFirstOccurrence(Object element) { return removeFound(items().first(element)); }

  public boolean removeLastOccurrence(Object element) { return removeFound(items().last(element)); }

  private boolean removeFound(int index) {
    if (index < 0) return false;
    modCount++;
    items().remove(index);
    return true;
  }

  public void clear() {
    modCount++;
    items().clear();
  }

  public Object[] toArray() { return items().copy(); }

  public native ArrayDeque<E> clone();

  public Iterator<E> iterator() { return new Walk(0, 1); }

  public Iterator<E> descendingIterator() { return new Walk(items().count - 1, -1); }

  /** The JDK has no rule for a deque that changes meanwhile. */
  private static native void changedWhileIterated();

  private final class Walk implements Iterator<E> {
    int next;
    int last = -1;
    final int step;
    int expected = modCount;

    Walk(int next, int step) {
      this.next = next;
      this.step = step;
    }

    private void check() {
      if (expected != modCount) changedWhileIterated();
    }

    public boolean hasNext() {
      check();
      return next >= 0 && next < items().count;
    }

    @SuppressWarnings("unchecked")
    public E next() {
      if (!hasNext()) throw new NoSuchElementException();
      last = next;
      next += step;
      return (E) items().at(last);
    }

    public void remove() {
      check();
      if (last < 0) throw new IllegalStateException();
      items().remove(last);
      if (step > 0) next--;
      last = -1;
      expected = ++modCount;
    }
  }
}
