package java.util;

public final class Arrays {
  private Arrays() {}

  private static void check(int length, int from, int to) {
    if (from > to) throw new IllegalArgumentException("fromIndex(" + from + ") > toIndex(" + to + ")");
    if (from < 0) throw new ArrayIndexOutOfBoundsException(from);
    if (to > length) throw new ArrayIndexOutOfBoundsException(to);
  }

  /** The length of a copy; as in the JDK, a difference that overflows counts. */
  private static int size(int from, int to) {
    int size = to - from;
    if (size < 0) throw new IllegalArgumentException(from + " > " + to);
    return size;
  }

  /** How many cells a copy takes from an array. */
  private static int taken(int length, int from, int size) {
    if (from < 0 || from > length) throw new ArrayIndexOutOfBoundsException(Unsupported.message());
    return size < length - from ? size : length - from;
  }

  /** The linker puts it in the place of {@code copyOf} in collections all of whose arrays are of this class. */
  static Object[] copyOfObjects(Object[] cells, int length) {
    Object[] copy = new Object[length];
    System.arraycopy(cells, 0, copy, 0, Math.min(cells.length, length));
    return copy;
  }

  public static boolean equals(int[] a, int[] b) {
    if (a == b) return true;
    if (a == null || b == null || a.length != b.length) return false;
    for (int i = 0; i < a.length; i++) if (a[i] != b[i]) return false;
    return true;
  }

  public static int hashCode(int[] cells) {
    if (cells == null) return 0;
    int hash = 1;
    for (int i = 0; i < cells.length; i++) hash = 31 * hash + cells[i];
    return hash;
  }

  public static String toString(int[] cells) {
    if (cells == null) return "null";
    StringBuilder text = new StringBuilder("[");
    for (int i = 0; i < cells.length; i++) {
      if (i > 0) text.append(", ");
      text.append(cells[i]);
    }
    return text.append("]").toString();
  }

  public static void fill(int[] cells, int value) {
    for (int i = 0; i < cells.length; i++) cells[i] = value;
  }

  public static void fill(int[] cells, int from, int to, int value) {
    check(cells.length, from, to);
    for (int i = from; i < to; i++) cells[i] = value;
  }

  public static int[] copyOf(int[] cells, int length) {
    if (length < 0) throw new NegativeArraySizeException("" + length);
    return copyOfRange(cells, 0, length);
  }

  public static int[] copyOfRange(int[] cells, int from, int to) {
    int[] copy = new int[size(from, to)];
    int taken = taken(cells.length, from, copy.length);
    for (int i = 0; i < taken; i++) copy[i] = cells[from + i];
    return copy;
  }

  public static void sort(int[] cells) { sort(cells, 0, cells.length); }

  public static void sort(int[] cells, int from, int to) {
    check(cells.length, from, to);
    boolean isLong = to - from > Sorting.FEW;
    for (int gap = isLong ? (to - from) / 2 : 1; gap > 0; gap /= 2) {
      for (int i = from + gap; i < to; i++) {
        boolean isPlaced = false;
        for (int at = i - gap; at >= from && !(isLong && isPlaced); at -= gap) {
          if (isPlaced) continue;
          int a = cells[at];
          int b = cells[at + gap];
          isPlaced = a <= b;
          if (!isPlaced) {
            cells[at] = b;
            cells[at + gap] = a;
          }
        }
      }
    }
  }

  public static boolean equals(long[] a, long[] b) {
    if (a == b) return true;
    if (a == null || b == null || a.length != b.length) return false;
    for (int i = 0; i < a.length; i++) if (a[i] != b[i]) return false;
    return true;
  }

  public static int hashCode(long[] cells) {
    if (cells == null) return 0;
    int hash = 1;
    for (int i = 0; i < cells.length; i++) hash = 31 * hash + Long.hashCode(cells[i]);
    return hash;
  }

  public static String toString(long[] cells) {
    if (cells == null) return "null";
    StringBuilder text = new StringBuilder("[");
    for (int i = 0; i < cells.length; i++) {
      if (i > 0) text.append(", ");
      text.append(cells[i]);
    }
    return text.append("]").toString();
  }

  public static void fill(long[] cells, long value) {
    for (int i = 0; i < cells.length; i++) cells[i] = value;
  }

  public static void fill(long[] cells, int from, int to, long value) {
    check(cells.length, from, to);
    for (int i = from; i < to; i++) cells[i] = value;
  }

  public static long[] copyOf(long[] cells, int length) {
    if (length < 0) throw new NegativeArraySizeException("" + length);
    return copyOfRange(cells, 0, length);
  }

  public static long[] copyOfRange(long[] cells, int from, int to) {
    long[] copy = new long[size(from, to)];
    int taken = taken(cells.length, from, copy.length);
    for (int i = 0; i < taken; i++) copy[i] = cells[from + i];
    return copy;
  }

  public static void sort(long[] cells) { sort(cells, 0, cells.length); }

  public static void sort(long[] cells, int from, int to) {
    check(cells.length, from, to);
    boolean isLong = to - from > Sorting.FEW;
    for (int gap = isLong ? (to - from) / 2 : 1; gap > 0; gap /= 2) {
      for (int i = from + gap; i < to; i++) {
        boolean isPlaced = false;
        for (int at = i - gap; at >= from && !(isLong && isPlaced); at -= gap) {
          if (isPlaced) continue;
          long a = cells[at];
          long b = cells[at + gap];
          isPlaced = a <= b;
          if (!isPlaced) {
            cells[at] = b;
            cells[at + gap] = a;
          }
        }
      }
    }
  }

  public static boolean equals(char[] a, char[] b) {
    if (a == b) return true;
    if (a == null || b == null || a.length != b.length) return false;
    for (int i = 0; i < a.length; i++) if (a[i] != b[i]) return false;
    return true;
  }

  public static int hashCode(char[] cells) {
    if (cells == null) return 0;
    int hash = 1;
    for (int i = 0; i < cells.length; i++) hash = 31 * hash + cells[i];
    return hash;
  }

  public static String toString(char[] cells) {
    if (cells == null) return "null";
    StringBuilder text = new StringBuilder("[");
    for (int i = 0; i < cells.length; i++) {
      if (i > 0) text.append(", ");
      text.append(cells[i]);
    }
    return text.append("]").toString();
  }

  public static void fill(char[] cells, char value) {
    for (int i = 0; i < cells.length; i++) cells[i] = value;
  }

  public static void fill(char[] cells, int from, int to, char value) {
    check(cells.length, from, to);
    for (int i = from; i < to; i++) cells[i] = value;
  }

  public static char[] copyOf(char[] cells, int length) {
    if (length < 0) throw new NegativeArraySizeException("" + length);
    return copyOfRange(cells, 0, length);
  }

  public static char[] copyOfRange(char[] cells, int from, int to) {
    char[] copy = new char[size(from, to)];
    int taken = taken(cells.length, from, copy.length);
    for (int i = 0; i < taken; i++) copy[i] = cells[from + i];
    return copy;
  }

  public static void sort(char[] cells) { sort(cells, 0, cells.length); }

  public static void sort(char[] cells, int from, int to) {
    check(cells.length, from, to);
    boolean isLong = to - from > Sorting.FEW;
    for (int gap = isLong ? (to - from) / 2 : 1; gap > 0; gap /= 2) {
      for (int i = from + gap; i < to; i++) {
        boolean isPlaced = false;
        for (int at = i - gap; at >= from && !(isLong && isPlaced); at -= gap) {
          if (isPlaced) continue;
          char a = cells[at];
          char b = cells[at + gap];
          isPlaced = a <= b;
          if (!isPlaced) {
            cells[at] = b;
            cells[at + gap] = a;
          }
        }
      }
    }
  }

  public static boolean equals(boolean[] a, boolean[] b) {
    if (a == b) return true;
    if (a == null || b == null || a.length != b.length) return false;
    for (int i = 0; i < a.length; i++) if (a[i] != b[i]) return false;
    return true;
  }

  public static int hashCode(boolean[] cells) {
    if (cells == null) return 0;
    int hash = 1;
    for (int i = 0; i < cells.length; i++) hash = 31 * hash + Boolean.hashCode(cells[i]);
    return hash;
  }

  public static String toString(boolean[] cells) {
    if (cells == null) return "null";
    StringBuilder text = new StringBuilder("[");
    for (int i = 0; i < cells.length; i++) {
      if (i > 0) text.append(", ");
      text.append(cells[i]);
    }
    return text.append("]").toString();
  }

  public static void fill(boolean[] cells, boolean value) {
    for (int i = 0; i < cells.length; i++) cells[i] = value;
  }

  public static void fill(boolean[] cells, int from, int to, boolean value) {
    check(cells.length, from, to);
    for (int i = from; i < to; i++) cells[i] = value;
  }

  public static boolean[] copyOf(boolean[] cells, int length) {
    if (length < 0) throw new NegativeArraySizeException("" + length);
    return copyOfRange(cells, 0, length);
  }

  public static boolean[] copyOfRange(boolean[] cells, int from, int to) {
    boolean[] copy = new boolean[size(from, to)];
    int taken = taken(cells.length, from, copy.length);
    for (int i = 0; i < taken; i++) copy[i] = cells[from + i];
    return copy;
  }

  public static boolean equals(byte[] a, byte[] b) {
    if (a == b) return true;
    if (a == null || b == null || a.length != b.length) return false;
    for (int i = 0; i < a.length; i++) if (a[i] != b[i]) return false;
    return true;
  }

  public static int hashCode(byte[] cells) {
    if (cells == null) return 0;
    int hash = 1;
    for (int i = 0; i < cells.length; i++) hash = 31 * hash + cells[i];
    return hash;
  }

  public static String toString(byte[] cells) {
    if (cells == null) return "null";
    StringBuilder text = new StringBuilder("[");
    for (int i = 0; i < cells.length; i++) {
      if (i > 0) text.append(", ");
      text.append(cells[i]);
    }
    return text.append("]").toString();
  }

  public static void fill(byte[] cells, byte value) {
    for (int i = 0; i < cells.length; i++) cells[i] = value;
  }

  public static void fill(byte[] cells, int from, int to, byte value) {
    check(cells.length, from, to);
    for (int i = from; i < to; i++) cells[i] = value;
  }

  public static byte[] copyOf(byte[] cells, int length) {
    if (length < 0) throw new NegativeArraySizeException("" + length);
    return copyOfRange(cells, 0, length);
  }

  public static byte[] copyOfRange(byte[] cells, int from, int to) {
    byte[] copy = new byte[size(from, to)];
    int taken = taken(cells.length, from, copy.length);
    for (int i = 0; i < taken; i++) copy[i] = cells[from + i];
    return copy;
  }

  public static void sort(byte[] cells) { sort(cells, 0, cells.length); }

  public static void sort(byte[] cells, int from, int to) {
    check(cells.length, from, to);
    boolean isLong = to - from > Sorting.FEW;
    for (int gap = isLong ? (to - from) / 2 : 1; gap > 0; gap /= 2) {
      for (int i = from + gap; i < to; i++) {
        boolean isPlaced = false;
        for (int at = i - gap; at >= from && !(isLong && isPlaced); at -= gap) {
          if (isPlaced) continue;
          byte a = cells[at];
          byte b = cells[at + gap];
          isPlaced = a <= b;
          if (!isPlaced) {
            cells[at] = b;
            cells[at + gap] = a;
          }
        }
      }
    }
  }

  public static boolean equals(short[] a, short[] b) {
    if (a == b) return true;
    if (a == null || b == null || a.length != b.length) return false;
    for (int i = 0; i < a.length; i++) if (a[i] != b[i]) return false;
    return true;
  }

  public static int hashCode(short[] cells) {
    if (cells == null) return 0;
    int hash = 1;
    for (int i = 0; i < cells.length; i++) hash = 31 * hash + cells[i];
    return hash;
  }

  public static String toString(short[] cells) {
    if (cells == null) return "null";
    StringBuilder text = new StringBuilder("[");
    for (int i = 0; i < cells.length; i++) {
      if (i > 0) text.append(", ");
      text.append(cells[i]);
    }
    return text.append("]").toString();
  }

  public static void fill(short[] cells, short value) {
    for (int i = 0; i < cells.length; i++) cells[i] = value;
  }

  public static void fill(short[] cells, int from, int to, short value) {
    check(cells.length, from, to);
    for (int i = from; i < to; i++) cells[i] = value;
  }

  public static short[] copyOf(short[] cells, int length) {
    if (length < 0) throw new NegativeArraySizeException("" + length);
    return copyOfRange(cells, 0, length);
  }

  public static short[] copyOfRange(short[] cells, int from, int to) {
    short[] copy = new short[size(from, to)];
    int taken = taken(cells.length, from, copy.length);
    for (int i = 0; i < taken; i++) copy[i] = cells[from + i];
    return copy;
  }

  public static void sort(short[] cells) { sort(cells, 0, cells.length); }

  public static void sort(short[] cells, int from, int to) {
    check(cells.length, from, to);
    boolean isLong = to - from > Sorting.FEW;
    for (int gap = isLong ? (to - from) / 2 : 1; gap > 0; gap /= 2) {
      for (int i = from + gap; i < to; i++) {
        boolean isPlaced = false;
        for (int at = i - gap; at >= from && !(isLong && isPlaced); at -= gap) {
          if (isPlaced) continue;
          short a = cells[at];
          short b = cells[at + gap];
          isPlaced = a <= b;
          if (!isPlaced) {
            cells[at] = b;
            cells[at + gap] = a;
          }
        }
      }
    }
  }

  public static boolean equals(Object[] a, Object[] b) {
    if (a == b) return true;
    if (a == null || b == null || a.length != b.length) return false;
    for (int i = 0; i < a.length; i++) if (!Objects.equals(a[i], b[i])) return false;
    return true;
  }

  public static int hashCode(Object[] cells) {
    if (cells == null) return 0;
    int hash = 1;
    for (int i = 0; i < cells.length; i++) hash = 31 * hash + Objects.hashCode(cells[i]);
    return hash;
  }

  public static String toString(Object[] cells) {
    if (cells == null) return "null";
    StringBuilder text = new StringBuilder("[");
    for (int i = 0; i < cells.length; i++) {
      if (i > 0) text.append(", ");
      text.append(String.valueOf(cells[i]));
    }
    return text.append("]").toString();
  }

  public static void fill(Object[] cells, Object value) {
    for (int i = 0; i < cells.length; i++) cells[i] = value;
  }

  public static void fill(Object[] cells, int from, int to, Object value) {
    check(cells.length, from, to);
    for (int i = from; i < to; i++) cells[i] = value;
  }

  public static void sort(Object[] cells) { Sorting.sort(cells, 0, cells.length, null); }

  public static void sort(Object[] cells, int from, int to) { sort(cells, from, to, null); }

  @SuppressWarnings("unchecked")
  public static <T> void sort(T[] cells, int from, int to, Comparator<? super T> order) {
    check(cells.length, from, to);
    Sorting.sort(cells, from, to, (Comparator<Object>) (Object) order);
  }

  @SuppressWarnings("unchecked")
  public static <T> void sort(T[] cells, Comparator<? super T> order) {
    Sorting.sort(cells, 0, cells.length, (Comparator<Object>) (Object) order);
  }

  public static boolean deepEquals(Object[] a, Object[] b) {
    if (a == b) return true;
    if (a == null || b == null || a.length != b.length) return false;
    for (int i = 0; i < a.length; i++) if (!deepEqual(a[i], b[i])) return false;
    return true;
  }

  private static boolean deepEqual(Object a, Object b) {
    if (a == b) return true;
    if (a == null || b == null) return false;
    if (a instanceof Object[] && b instanceof Object[]) return deepEquals((Object[]) a, (Object[]) b);
    if (a instanceof int[] && b instanceof int[]) return equals((int[]) a, (int[]) b);
    if (a instanceof long[] && b instanceof long[]) return equals((long[]) a, (long[]) b);
    if (a instanceof char[] && b instanceof char[]) return equals((char[]) a, (char[]) b);
    if (a instanceof boolean[] && b instanceof boolean[]) return equals((boolean[]) a, (boolean[]) b);
    if (a instanceof byte[] && b instanceof byte[]) return equals((byte[]) a, (byte[]) b);
    if (a instanceof short[] && b instanceof short[]) return equals((short[]) a, (short[]) b);
    if (a instanceof double[] || a instanceof float[]) return sameNumbers(a, b);
    return a.equals(b);
  }

  private static native boolean sameNumbers(Object a, Object b);
}
