package java.util;

/** Lists of users would have only `listIterator(int)`. */
public abstract class AbstractSequentialList<E> extends AbstractList<E> {
  protected AbstractSequentialList() {}

  public native E get(int index);

  public native E set(int index, E element);

  public native void add(int index, E element);

  public native E remove(int index);

  public native boolean addAll(int index, Collection<? extends E> others);

  public Iterator<E> iterator() { return listIterator(); }

  public abstract ListIterator<E> listIterator(int index);
}
