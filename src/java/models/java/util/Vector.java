package java.util;

public class Vector<E> extends AbstractList<E> implements List<E>, RandomAccess, Cloneable, java.io.Serializable {
  private final Items held = new Items();

  public Vector() {}

  public Vector(int capacity) {
    if (capacity < 0) throw new IllegalArgumentException("Illegal Capacity: " + capacity);
  }

  public Vector(Collection<? extends E> others) { addAll(others); }

  private Items items() {
    if (held == null) Items.ofInput();
    return held;
  }

  private Items items(int index, int end) {
    if (index < 0) throw new ArrayIndexOutOfBoundsException(unknown());
    if (index >= end) throw new ArrayIndexOutOfBoundsException("Array index out of range: " + index);
    return items();
  }

  /** The capacity is in the message. */
  private static native String unknown();

  public synchronized int size() { return items().count; }

  public synchronized boolean isEmpty() { return items().count == 0; }

  public boolean contains(Object element) { return items().first(element) >= 0; }

  public int indexOf(Object element) { return items().first(element); }

  public synchronized int lastIndexOf(Object element) { return items().last(element); }

  public synchronized Object[] toArray() { return items().copy(); }

  public synchronized native Object clone();

  @SuppressWarnings("unchecked")
  public synchronized E get(int index) { return (E) items(index, items().count).at(index); }

  @SuppressWarnings("unchecked")
  public synchronized E set(int index, E element) {
    Items items = items(index, items().count);
    E old = (E) items.at(index);
    items.put(index, element);
    return old;
  }

  public synchronized boolean add(E element) {
    addLast(element);
    return true;
  }

  public synchronized void addElement(E element) { addLast(element); }

  private void addLast(E element) {
    modCount++;
    items().addLast(element);
  }

  public ListIterator<E> listIterator(int index) {
    if (index < 0 || index > size()) throw new IndexOutOfBoundsException("Index: " + index);
    return super.listIterator(index);
  }

  public native void add(int index, E element);

  public native boolean addAll(int index, Collection<? extends E> others);

  @SuppressWarnings("unchecked")
  public synchronized E remove(int index) {
    modCount++;
    return (E) items(index, items().count).remove(index);
  }

  public boolean remove(Object element) {
    int index = items().first(element);
    modCount++;
    if (index < 0) return false;
    items().remove(index);
    return true;
  }

  public void clear() {
    modCount++;
    items().clear();
  }

  public synchronized boolean addAll(Collection<? extends E> others) {
    Object[] all = others.toArray();
    modCount++;
    for (int i = 0; i < all.length; i++) items().addLast(all[i]);
    return all.length != 0;
  }
}
