package java.util;

import java.util.random.RandomGenerator;

/** Numbers that follow from a seed as those of the JDK do. Without a seed each may be any, whatever came before. */
public class Random implements RandomGenerator, java.io.Serializable {
  private static final long MASK = (1L << 48) - 1;

  private long seed;
  private boolean isSeeded;

  public Random() {
    if (getClass() != Random.class) setSeed(randomLong());
  }

  public Random(long seed) { setSeed(seed); }

  private static native int randomInt();

  private static native long randomLong();

  private static native double randomDouble();

  /** What comes after counts only where the condition is true. */
  private static native void assume(boolean condition);

  public synchronized void setSeed(long seed) {
    this.seed = (seed ^ 0x5DEECE66DL) & MASK;
    isSeeded = true;
  }

  protected int next(int bits) {
    if (!isSeeded) return randomInt() >>> 32 - bits;
    seed = seed * 0x5DEECE66DL + 0xBL & MASK;
    return (int) (seed >>> 48 - bits);
  }

  public void nextBytes(byte[] bytes) {
    for (int i = 0; i < bytes.length; ) {
      int number = nextInt();
      for (int n = Math.min(bytes.length - i, 4); n > 0; n--) {
        bytes[i++] = (byte) number;
        number >>= 8;
      }
    }
  }

  public int nextInt() { return next(32); }

  public int nextInt(int bound) {
    if (bound <= 0) throw new IllegalArgumentException("bound must be positive");
    if (!isSeeded) return anyInt(0, bound);
    int number = next(31);
    int most = bound - 1;
    if ((bound & most) == 0) return (int) (bound * (long) number >> 31);
    while (number - number % bound + most < 0) number = next(31);
    return number % bound;
  }

  public int nextInt(int origin, int bound) {
    return isSeeded || origin >= bound ? RandomGenerator.super.nextInt(origin, bound) : anyInt(origin, bound);
  }

  private static int anyInt(int origin, int bound) {
    int number = randomInt();
    assume(origin <= number && number < bound);
    return number;
  }

  public long nextLong() { return isSeeded ? ((long) next(32) << 32) + next(32) : randomLong(); }

  public long nextLong(long bound) {
    return isSeeded || bound <= 0 ? RandomGenerator.super.nextLong(bound) : anyLong(0, bound);
  }

  public long nextLong(long origin, long bound) {
    return isSeeded || origin >= bound ? RandomGenerator.super.nextLong(origin, bound) : anyLong(origin, bound);
  }

  private static long anyLong(long origin, long bound) {
    long number = randomLong();
    assume(origin <= number && number < bound);
    return number;
  }

  public boolean nextBoolean() { return next(1) != 0; }

  public float nextFloat() { return isSeeded ? next(24) * 0x1p-24f : (float) anyFraction(0x1p-24); }

  public double nextDouble() {
    return isSeeded ? (((long) next(26) << 27) + next(27)) * 0x1p-53 : anyFraction(0x1p-53);
  }

  /** Any number from 0 up to 1, at least one step below it. Those between two steps are among them. */
  private static double anyFraction(double step) {
    double number = randomDouble();
    assume(0 <= number && number <= 1 - step);
    return number;
  }

  public native double nextGaussian();
}
