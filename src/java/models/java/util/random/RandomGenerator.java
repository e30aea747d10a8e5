package java.util.random;

public interface RandomGenerator {
  long nextLong();

  default boolean nextBoolean() { return nextInt() < 0; }

  default void nextBytes(byte[] bytes) {
    for (int i = 0; i < bytes.length; ) {
      long number = nextLong();
      for (int n = Math.min(bytes.length - i, 8); n > 0; n--) {
        bytes[i++] = (byte) number;
        number >>= 8;
      }
    }
  }

  default int nextInt() { return (int) (nextLong() >>> 32); }

  default int nextInt(int bound) {
    if (bound <= 0) throw new IllegalArgumentException("bound must be positive");
    int most = bound - 1;
    int number = nextInt();
    if ((bound & most) == 0) return number & most;
    int positive = number >>> 1;
    while (positive + most - positive % bound < 0) positive = nextInt() >>> 1;
    return positive % bound;
  }

  default int nextInt(int origin, int bound) {
    if (origin >= bound) throw new IllegalArgumentException("bound must be greater than origin");
    int number = nextInt();
    int count = bound - origin;
    int most = count - 1;
    if ((count & most) == 0) return (number & most) + origin;
    if (count <= 0) {
      while (number < origin || number >= bound) number = nextInt();
      return number;
    }
    int positive = number >>> 1;
    while (positive + most - positive % count < 0) positive = nextInt() >>> 1;
    return positive % count + origin;
  }

  default long nextLong(long bound) {
    if (bound <= 0) throw new IllegalArgumentException("bound must be positive");
    long most = bound - 1;
    long number = nextLong();
    if ((bound & most) == 0) return number & most;
    long positive = number >>> 1;
    while (positive + most - positive % bound < 0) positive = nextLong() >>> 1;
    return positive % bound;
  }

  default long nextLong(long origin, long bound) {
    if (origin >= bound) throw new IllegalArgumentException("bound must be greater than origin");
    long number = nextLong();
    long count = bound - origin;
    long most = count - 1;
    if ((count & most) == 0) return (number & most) + origin;
    if (count <= 0) {
      while (number < origin || number >= bound) number = nextLong();
      return number;
    }
    long positive = number >>> 1;
    while (positive + most - positive % count < 0) positive = nextLong() >>> 1;
    return positive % count + origin;
  }
}
