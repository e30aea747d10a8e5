package java.util;

import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

public class ArrayList<E> extends AbstractList<E> implements List<E>, RandomAccess, Cloneable, java.io.Serializable {
  private final Items held;

  public ArrayList() { held = new Items(); }

  public ArrayList(int capacity) {
    if (capacity < 0) throw new IllegalArgumentException("Illegal Capacity: " + capacity);
    held = new Items();
  }

  public ArrayList(Collection<? extends E> others) {
    Object[] all = others.toArray();
    held = new Items();
    for (int i = 0; i < all.length; i++) held.addLast(all[i]);
  }

  private Items items() {
    if (held == null) Items.ofInput();
    return held;
  }

  private Items items(int index) {
    Items items = items();
    if (index < 0 || index >= items.count) throw new IndexOutOfBoundsException(Items.outsideOf(index, items.count));
    return items;
  }

  private Items itemsOrEnd(int index) {
    Items items = items();
    if (index < 0 || index > items.count) throw new IndexOutOfBoundsException(Items.outside(index, items.count));
    return items;
  }

  private void check(int expected) {
    if (modCount != expected) throw new ConcurrentModificationException();
  }

  public int size() { return items().count; }

  public boolean isEmpty() { return items().count == 0; }

  public boolean contains(Object element) { return items().first(element) >= 0; }

  public int indexOf(Object element) { return items().first(element); }

  public int lastIndexOf(Object element) { return items().last(element); }

  public native Object clone();

  public Object[] toArray() { return items().copy(); }

  public void trimToSize() { modCount++; }

  public native void ensureCapacity(int capacity);

  @SuppressWarnings("unchecked")
  public E get(int index) { return (E) items(index).at(index); }

  @SuppressWarnings("unchecked")
  public E set(int index, E element) {
    Items items = items(index);
    E old = (E) items.at(index);
    items.put(index, element);
    return old;
  }

  public boolean add(E element) {
    modCount++;
    items().addLast(element);
    return true;
  }

  public void add(int index, E element) {
    Items items = itemsOrEnd(index);
    modCount++;
    items.add(index, element);
  }

  @SuppressWarnings("unchecked")
  public E remove(int index) {
    Items items = items(index);
    modCount++;
    return (E) items.remove(index);
  }

  public boolean remove(Object element) {
    int index = items().first(element);
    if (index < 0) return false;
    modCount++;
    items().remove(index);
    return true;
  }

  public void clear() {
    modCount++;
    items().clear();
  }

  public boolean addAll(Collection<? extends E> others) {
    Object[] all = others.toArray();
    modCount++;
    for (int i = 0; i < all.length; i++) items().addLast(all[i]);
    return all.length != 0;
  }

  public boolean addAll(int index, Collection<? extends E> others) {
    Items items = itemsOrEnd(index);
    Object[] all = others.toArray();
    modCount++;
    for (int i = 0; i < all.length; i++) items.add(index + i, all[i]);
    return all.length != 0;
  }

  @SuppressWarnings("unchecked")
  public void forEach(Consumer<? super E> action) {
    Objects.requireNonNull(action);
    int expected = modCount;
    int count = items().count;
    for (int i = 0; modCount == expected && i < count; i++) action.accept((E) items().at(i));
    check(expected);
  }

  public boolean removeIf(Predicate<? super E> test) {
    Objects.requireNonNull(test);
    return removeAllOf(test);
  }

  public boolean removeAll(Collection<?> others) {
    Objects.requireNonNull(others);
    return removeAllOf(others::contains);
  }

  public boolean retainAll(Collection<?> others) {
    Objects.requireNonNull(others);
    return removeAllOf(e -> !others.contains(e));
  }

  @SuppressWarnings("unchecked")
  private boolean removeAllOf(Predicate<? super E> test) {
    int expected = modCount;
    int count = items().count;
    boolean[] gone = new boolean[count];
    for (int i = 0; i < count; i++) gone[i] = test.test((E) items().at(i));
    check(expected);
    for (int i = count - 1; i >= 0; i--) if (gone[i]) items().remove(i);
    boolean changed = items().count < count;
    if (changed) modCount++;
    return changed;
  }

  @SuppressWarnings("unchecked")
  public void replaceAll(UnaryOperator<E> operator) {
    Objects.requireNonNull(operator);
    int expected = modCount;
    int count = items().count;
    for (int i = 0; modCount == expected && i < count; i++) items().put(i, operator.apply((E) items().at(i)));
    check(expected);
    modCount++;
  }

  @SuppressWarnings("unchecked")
  public void sort(Comparator<? super E> order) {
    int expected = modCount;
    Items items = items();
    Sorting.sort(items.cells, 0, items.count, (Comparator<Object>) (Object) order);
    check(expected);
    modCount++;
  }
}
