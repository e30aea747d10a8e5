package java.util;

/** A part of a list, which it changes. */
final class Part<E> extends AbstractList<E> {
  private final AbstractList<E> whole;
  private final int from;
  private int count;

  Part(AbstractList<E> whole, int from, int count) {
    this.whole = whole;
    this.from = from;
    this.count = count;
    modCount = whole.modCount;
  }

  private void check() {
    if (whole.modCount != modCount) throw new ConcurrentModificationException();
  }

  private void check(int index) {
    if (index < 0 || index >= count) throw new IndexOutOfBoundsException(Items.outsideOf(index, count));
    check();
  }

  public int size() {
    check();
    return count;
  }

  public E get(int index) {
    check(index);
    return whole.get(from + index);
  }

  public E set(int index, E element) {
    check(index);
    return whole.set(from + index, element);
  }

  public void add(int index, E element) {
    if (index < 0 || index > count) throw new IndexOutOfBoundsException(Items.outside(index, count));
    check();
    whole.add(from + index, element);
    count++;
    modCount = whole.modCount;
  }

  public E remove(int index) {
    check(index);
    E old = whole.remove(from + index);
    count--;
    modCount = whole.modCount;
    return old;
  }
}
