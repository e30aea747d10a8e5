package java.util;

public class Collections {
  private Collections() {}

  @SuppressWarnings("rawtypes")
  public static final List EMPTY_LIST = new EmptyList<>();

  @SuppressWarnings("unchecked")
  public static final <T> List<T> emptyList() { return (List<T>) EMPTY_LIST; }

  public static <T> List<T> unmodifiableList(List<? extends T> list) { return new ListView<T>(list); }

  public static <T extends Comparable<? super T>> void sort(List<T> list) { list.sort(null); }

  public static <T> void sort(List<T> list, Comparator<? super T> order) { list.sort(order); }

  public static <T> Comparator<T> reverseOrder() { return (a, b) -> Sorting.natural(b, a); }

  public static <T> Comparator<T> reverseOrder(Comparator<T> order) {
    return order == null ? reverseOrder() : (a, b) -> order.compare(b, a);
  }

  public static void reverse(List<?> list) {
    for (int i = 0, j = list.size() - 1; i < j; i++, j--) swap(list, i, j);
  }

  @SuppressWarnings("unchecked")
  public static void swap(List<?> list, int i, int j) {
    List<Object> cells = (List<Object>) list;
    cells.set(i, cells.set(j, cells.get(i)));
  }

  public static <T> void fill(List<? super T> list, T element) {
    for (int i = 0, n = list.size(); i < n; i++) list.set(i, element);
  }

  public static <T extends Object & Comparable<? super T>> T max(Collection<? extends T> all) { return max(all, null); }

  public static <T extends Object & Comparable<? super T>> T min(Collection<? extends T> all) { return min(all, null); }

  public static <T> T max(Collection<? extends T> all, Comparator<? super T> order) {
    Iterator<? extends T> rest = all.iterator();
    T best = rest.next();
    while (rest.hasNext()) {
      T next = rest.next();
      if ((order == null ? Sorting.natural(next, best) : order.compare(next, best)) > 0) best = next;
    }
    return best;
  }

  public static <T> T min(Collection<? extends T> all, Comparator<? super T> order) {
    Iterator<? extends T> rest = all.iterator();
    T best = rest.next();
    while (rest.hasNext()) {
      T next = rest.next();
      if ((order == null ? Sorting.natural(next, best) : order.compare(next, best)) < 0) best = next;
    }
    return best;
  }

  @SafeVarargs
  public static <T> boolean addAll(Collection<? super T> to, T... elements) {
    boolean changed = false;
    for (int i = 0; i < elements.length; i++) changed |= to.add(elements[i]);
    return changed;
  }

  public static int frequency(Collection<?> all, Object element) {
    int n = 0;
    for (Object e : all) if (Objects.equals(element, e)) n++;
    return n;
  }

  private static final class EmptyList<E> extends AbstractList<E> implements RandomAccess {
    public int size() { return 0; }

    public E get(int index) { throw new IndexOutOfBoundsException("Index: " + index); }

    public void sort(Comparator<? super E> order) {}

    public native List<E> subList(int from, int to);
  }
}
