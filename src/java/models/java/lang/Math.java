package java.lang;

public final class Math {
  private Math() {}

  public static double random() { return new java.util.Random().nextDouble(); }

  public static int abs(int a) { return a < 0 ? -a : a; }

  public static int max(int a, int b) { return a >= b ? a : b; }

  public static int min(int a, int b) { return a <= b ? a : b; }

  public static long abs(long a) { return a < 0 ? -a : a; }

  public static long max(long a, long b) { return a >= b ? a : b; }

  public static long min(long a, long b) { return a <= b ? a : b; }

  public static native float abs(float a);

  public static float max(float a, float b) {
    if (a != a) return a;
    if (a == 0 && b == 0) return Float.floatToIntBits(a) < 0 ? b : a;
    return a >= b ? a : b;
  }

  public static float min(float a, float b) {
    if (a != a) return a;
    if (a == 0 && b == 0) return Float.floatToIntBits(a) < 0 ? a : b;
    return a <= b ? a : b;
  }

  public static native double abs(double a);

  public static double max(double a, double b) {
    if (a != a) return a;
    if (a == 0 && b == 0) return Double.doubleToLongBits(a) < 0 ? b : a;
    return a >= b ? a : b;
  }

  public static double min(double a, double b) {
    if (a != a) return a;
    if (a == 0 && b == 0) return Double.doubleToLongBits(a) < 0 ? a : b;
    return a <= b ? a : b;
  }

  public static native double sqrt(double a);

  /** The power of an integer where it is an integer that each `double` up to it tells apart: all JVMs return this. */
  public static double pow(double a, double b) {
    if (b == 0) return 1;
    if (b == 1) return a;
    long base = (long) a;
    int times = (int) b;
    if (a != base || b != times || times < 0) return Unsupported.aPowerThatMayBeRounded();
    if (base == 0) return times % 2 == 0 ? 0 : a;
    long power = 1, most = (1L << 53) / abs(base);
    for (int i = 0; i < times; i++) {
      if (abs(power) > most) return Unsupported.aPowerThatMayBeRounded();
      power *= base;
    }
    return power;
  }

  public static native double floor(double a);

  public static native double ceil(double a);

  /** Both operations are exact: where numbers have a fraction, the difference has no more digits than they. */
  public static long round(double a) {
    double below = floor(a);
    return (long) (a - below >= 0.5 ? below + 1 : below);
  }

  public static int round(float a) {
    double below = floor(a);
    return (int) (a - below >= 0.5 ? below + 1 : below);
  }

  public static native double rint(double a);

  public static float signum(float a) { return a > 0 ? 1 : a < 0 ? -1 : a; }

  public static double signum(double a) { return a > 0 ? 1 : a < 0 ? -1 : a; }

  public static int floorDiv(int a, int b) {
    if (b == 0) throw new ArithmeticException("/ by zero");
    int d = a / b;
    return a % b != 0 && (a < 0) != (b < 0) ? d - 1 : d;
  }

  public static int floorMod(int a, int b) {
    if (b == 0) throw new ArithmeticException("/ by zero");
    int m = a % b;
    return m != 0 && (m < 0) != (b < 0) ? m + b : m;
  }

  public static long floorDiv(long a, int b) {
    if (b == 0) throw new ArithmeticException("/ by zero");
    long d = a / b;
    return a % b != 0 && (a < 0) != (b < 0) ? d - 1 : d;
  }

  public static int floorMod(long a, int b) {
    if (b == 0) throw new ArithmeticException("/ by zero");
    long m = a % b;
    return (int) (m != 0 && (m < 0) != (b < 0) ? m + b : m);
  }

  public static long floorDiv(long a, long b) {
    if (b == 0) throw new ArithmeticException("/ by zero");
    long d = a / b;
    return a % b != 0 && (a < 0) != (b < 0) ? d - 1 : d;
  }

  public static long floorMod(long a, long b) {
    if (b == 0) throw new ArithmeticException("/ by zero");
    long m = a % b;
    return m != 0 && (m < 0) != (b < 0) ? m + b : m;
  }

  public static int addExact(int a, int b) {
    if (b > 0 ? a > Integer.MAX_VALUE - b : a < Integer.MIN_VALUE - b) throw new ArithmeticException("integer overflow");
    return a + b;
  }

  public static int subtractExact(int a, int b) {
    if (b > 0 ? a < Integer.MIN_VALUE + b : a > Integer.MAX_VALUE + b) throw new ArithmeticException("integer overflow");
    return a - b;
  }

  public static int negateExact(int a) {
    if (a == Integer.MIN_VALUE) throw new ArithmeticException("integer overflow");
    return -a;
  }

  public static int incrementExact(int a) {
    if (a == Integer.MAX_VALUE) throw new ArithmeticException("integer overflow");
    return a + 1;
  }

  public static int decrementExact(int a) {
    if (a == Integer.MIN_VALUE) throw new ArithmeticException("integer overflow");
    return a - 1;
  }

  public static int absExact(int a) {
    if (a == Integer.MIN_VALUE)
      throw new ArithmeticException("Overflow to represent absolute value of Integer.MIN_VALUE");
    return abs(a);
  }

  public static long addExact(long a, long b) {
    if (b > 0 ? a > Long.MAX_VALUE - b : a < Long.MIN_VALUE - b) throw new ArithmeticException("long overflow");
    return a + b;
  }

  public static long subtractExact(long a, long b) {
    if (b > 0 ? a < Long.MIN_VALUE + b : a > Long.MAX_VALUE + b) throw new ArithmeticException("long overflow");
    return a - b;
  }

  public static long negateExact(long a) {
    if (a == Long.MIN_VALUE) throw new ArithmeticException("long overflow");
    return -a;
  }

  public static long incrementExact(long a) {
    if (a == Long.MAX_VALUE) throw new ArithmeticException("long overflow");
    return a + 1;
  }

  public static long decrementExact(long a) {
    if (a == Long.MIN_VALUE) throw new ArithmeticException("long overflow");
    return a - 1;
  }

  public static long absExact(long a) {
    if (a == Long.MIN_VALUE) throw new ArithmeticException("Overflow to represent absolute value of Long.MIN_VALUE");
    return abs(a);
  }

  public static int multiplyExact(int a, int b) { return toIntExact((long) a * b); }

  public static long multiplyExact(long a, int b) { return multiplyExact(a, (long) b); }

  public static long multiplyExact(long a, long b) {
    long product = a * b;
    if (a == -1 ? b == Long.MIN_VALUE : a != 0 && product / a != b) throw new ArithmeticException("long overflow");
    return product;
  }

  public static int toIntExact(long a) {
    if (a < Integer.MIN_VALUE || a > Integer.MAX_VALUE) throw new ArithmeticException("integer overflow");
    return (int) a;
  }
}
