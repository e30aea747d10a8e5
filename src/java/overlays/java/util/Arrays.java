package java.util;

class Arrays {
  /** No property of the system asks for the old way to sort. */
  static final class LegacyMergeSort {
    private static final boolean userRequested;

    static {
      userRequested = false;
    }
  }
}
