package java.util;

public class LinkedList<E> extends AbstractSequentialList<E> implements List<E>, Deque<E>, Cloneable, java.io.Serializable {
  private final Items held = new Items();

  public LinkedList() {}

  public LinkedList(Collection<? extends E> others) { addAll(others); }

  private Items items() {
    if (held == null) Items.ofInput();
    return held;
  }

  private void insert(E element, boolean isFirst) {
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

  public native Object clone();

  public int indexOf(Object element) { return items().first(element); }

  public int lastIndexOf(Object element) { return items().last(element); }

  private Items items(int index, int end) {
    if (index < 0 || index >= end) throw new IndexOutOfBoundsException(Items.outside(index, items().count));
    return items();
  }

  @SuppressWarnings("unchecked")
  public E get(int index) { return (E) items(index, items().count).at(index); }

  @SuppressWarnings("unchecked")
  public E set(int index, E element) {
    Items items = items(index, items().count);
    E old = (E) items.at(index);
    items.put(index, element);
    return old;
  }

  public void add(int index, E element) {
    Items items = items(index, items().count + 1);
    modCount++;
    items.add(index, element);
  }

  @SuppressWarnings("unchecked")
  public E remove(int index) {
    Items items = items(index, items().count);
    modCount++;
    return (E) items.remove(index);
  }

  public boolean addAll(Collection<? extends E> others) { return addAll(items().count, others); }

  public boolean addAll(int index, Collection<? extends E> others) {
    Items items = items(index, items().count + 1);
    Object[] all = others.toArray();
    if (all.length == 0) return false;
    for (int i = 0; i < all.length; i++) items.add(index + i, all[i]);
    modCount++;
    return true;
  }

  public Iterator<E> iterator() { return new Walk(0); }

  public ListIterator<E> listIterator(int index) {
    items(index, items().count + 1);
    return new Walk(index);
  }

  public Iterator<E> descendingIterator() {
    ListIterator<E> all = listIterator(size());
    return new Iterator<E>() {
      public boolean hasNext() { return all.hasPrevious(); }

      public E next() { return all.previous(); }

      public void remove() { all.remove(); }
    };
  }

  private final class Walk extends Positions {
    Walk(int next) { super(next); }

    public boolean hasNext() { return next < items().count; }

    public boolean hasPrevious() { return next > 0; }

    public void remove() {
      check();
      super.remove();
    }
  }
}
