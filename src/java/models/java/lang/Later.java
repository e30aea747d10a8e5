package java.lang;

import jdk.internal.math.FloatingDecimal;

/**
 * The units of a text that is made only when they are read: most of what is printed or thrown is never read. Calls of native methods
 * have to name this class: the linker knows them by it.
 */
abstract class Later {
  abstract char[] units();

  /** How many units there are. */
  int length() { return units().length; }

  /** Whether the JDK has another algorithm for the texts of numbers with a point than that of {@code FloatingDecimal}. */
  static native boolean hasOtherAlgorithm();

  /** The number. Paths on which it is not known end as unsupported. */
  static native double known(double number);

  /** The message of an exception that the JVM or a model makes. */
  static final class Message extends Later {
    char[] units() { return Unsupported.theMessageOfAnExceptionOfTheLibrary(); }
  }

  /** A number with a point. */
  static final class Point extends Later {
    private final double number;
    /** Whether it has 32 bits. */
    private final boolean isSingle;

    Point(double number) {
      this.number = number;
      isSingle = false;
    }

    Point(float number) {
      this.number = number;
      isSingle = true;
    }

    char[] units() {
      if (number != number) return "NaN".units();
      if (Later.hasOtherAlgorithm()) return Unsupported.theTextOfANumberWithAPoint();
      double known = Later.known(number);
      String text = isSingle ? FloatingDecimal.toJavaFormatString((float) known) : FloatingDecimal.toJavaFormatString(known);
      return text.units();
    }
  }

  /** An object whose class has no `toString`. */
  static final class Plain extends Later {
    char[] units() { return Unsupported.theHashInTheTextOfAnObject(); }
  }

  /** A format with a number with a point, or with what countries write differently. */
  static final class Format extends Later {
    private final boolean isEnglish;
    private final char[] format;
    private final Object[] taken;

    Format(boolean isEnglish, char[] format, Object[] taken) {
      this.isEnglish = isEnglish;
      this.format = format;
      this.taken = taken;
    }

    char[] units() { return Formats.read(isEnglish, format, taken); }
  }

  /** Two texts. */
  static final class Pair extends Later {
    private final String first;
    private final String second;
    /** The number of units, once it is known; before, -1. */
    private int length = -1;

    Pair(String first, String second) {
      this.first = first;
      this.second = second;
    }

    char[] units() { return Texts.joined(first.units(), second.units()); }

    int length() {
      if (length < 0) length = Texts.fitting(first.length() + second.length());
      return length;
    }
  }

  /** A number in decimal digits. */
  static final class Decimal extends Later {
    private final long number;

    Decimal(long number) { this.number = number; }

    char[] units() {
      if (number == Long.MIN_VALUE) return "-9223372036854775808".units();
      int first = number < 0 ? 1 : 0;
      long rest = number < 0 ? -number : number;
      int length = first + 1;
      long bound = 10;
      while (rest >= bound) {
        length++;
        // There is no larger power.
        if (bound == 1000000000000000000L) break;
        bound *= 10;
      }
      char[] units = new char[length];
      if (first == 1) units[0] = '-';
      for (int i = length - 1; i >= first; i--) {
        units[i] = (char) ('0' + rest % 10);
        rest /= 10;
      }
      return units;
    }
  }
}
