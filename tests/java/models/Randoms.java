import java.util.*;

/** Random numbers that follow from a seed: the same ones on a JVM and in the interpreter. */
class Randoms {
  /** Draws numbers, each call three numbers, and returns them. */
  static String run(int[] calls, String a, String b) {
    Randoms made = new Randoms(a.hashCode() * 7919L * b.length());
    StringBuilder out = new StringBuilder();
    for (int k = 0; k + 2 < calls.length; k += 3) {
      String shown;
      try {
        shown = made.call(calls[k], calls[k + 1], calls[k + 2]);
      } catch (IllegalArgumentException e) {
        shown = e.getMessage();
      }
      out.append(calls[k]).append(": ").append(shown).append('\n');
    }
    return out.toString();
  }

  /** One whose bits are not those of the library. */
  static final class Few extends Random {
    int count;

    Few(long seed) { super(seed); }

    @Override
    public void setSeed(long seed) {
      super.setSeed(seed);
      count = (int) seed & 7;
    }

    @Override
    protected int next(int bits) { return super.next(bits) ^ (++count & 1); }
  }

  Random random;

  Randoms(long seed) { random = new Random(seed); }

  String call(int which, int i, int j) {
    long wide = (long) i * j;
    switch (which) {
      case 0: return "" + random.nextInt();
      case 1: return "" + random.nextInt(i);
      case 2: return "" + random.nextInt(j & 0xffff);
      case 3: return "" + random.nextInt(i, j);
      case 4: return "" + random.nextLong();
      case 5: return "" + random.nextLong(wide);
      case 6: return "" + random.nextLong(wide, (long) i << 40);
      case 7: return "" + random.nextBoolean();
      case 8: { byte[] bytes = new byte[i & 15]; random.nextBytes(bytes); return Arrays.toString(bytes); }
      case 9: random.setSeed(wide); return "";
      case 10: random = new Random(wide * i); return "";
      case 11: random = new Few(wide); return "";
      case 12: return "" + random.nextInt(1 << (i & 31));
      case 13: return "" + random.nextLong(1L << (i & 63)) + random.nextLong(Integer.MAX_VALUE);
      case 14: return "" + Double.doubleToLongBits(random.nextDouble());
      case 15: return "" + Float.floatToIntBits(random.nextFloat());
      default: return "";
    }
  }
}
