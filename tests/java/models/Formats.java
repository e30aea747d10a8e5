import java.util.Locale;

/** Calls of {@code String.format}: the same ones on a JVM and in the interpreter. */
class Formats {
  static final class Named {
    final String name;

    Named(String name) { this.name = name; }

    @Override public String toString() { return name; }
  }

  static final String[] FLAGS = {"", "", "", "", "-", "0", "+", " ", "(", "+(", "0(", "-+", "-0", "0+", ",", "#"};
  static final char[] CONVERSIONS = {'d', 's', 'c', 'b', 'x', 'X', 'd', '%', 'd', 'f', 's', 'h'};

  static final Locale[] LOCALES = {null, Locale.ROOT, Locale.US, Locale.UK, Locale.GERMANY, Locale.FRENCH, Locale.JAPAN, new Locale("EN", "ca")};

  /** Runs calls, each of them three numbers, and returns what they have shown. */
  static String run(int[] calls, String a, String b) {
    StringBuilder out = new StringBuilder();
    for (int k = 0; k + 2 < calls.length; k += 3) {
      String shown;
      try {
        shown = call(calls[k], calls[k + 1], calls[k + 2], a, b);
      } catch (NullPointerException e) {
        shown = "null";
      } catch (RuntimeException e) {
        shown = e.getClass().getName() + " " + e.getMessage();
      }
      out.append(calls[k]).append(": ").append(shown).append('\n');
    }
    return out.toString();
  }

  static String call(int which, int i, int j, String a, String b) {
    switch (which) {
      case 0: return String.format("%d", i);
      case 1: return String.format("[%5d|%-5d|%05d|%+d|% d|%(d]", i, j, i, j, i, j);
      case 2: return String.format("%s-%s", a, b);
      case 3: return String.format("%8s|%-8s|%.2s|%5.1s|", a, b, a, new Named(b));
      case 4: return String.format("%c%c", (char) i, 'x');
      case 5: return String.format("%b %b %b %6b", i > j, null, a, Boolean.FALSE);
      case 6: return String.format("%x %X %08x %4x", i, j, i, (byte) j);
      case 7: return String.format("%x %d %X", (long) i * j, (long) i << 32 | j, (long) i << 40);
      case 8: return String.format("100%% of %s", null, i);
      case 9: return String.format("%d %d", i);
      case 10: return String.format("%d", a);
      case 11: return String.format("%c", a);
      case 12: return String.format("%s %d %c %b %X", new Object[] {null, null, null, null, null});
      case 13: return String.format(null, i);
      case 14: return String.format("%s", (Object[]) null) + String.format("plain") + String.format("");
      case 15: return "%d of %s".formatted(i, a);
      case 16: return String.format("%d %d %d %x", (byte) i, (short) j, Long.MIN_VALUE + (i & 1), (short) i);
      case 17: return String.format("%c%5c|%-5c|", i & 0xffff, (byte) 65, (short) 66);
      case 18: return String.format("%d", i * 0.5);
      case 19: return String.format("%(05d|%(d|%(8d|", i, j, (long) i);
      case 20: return String.format("%-+6d|%x", i, true);
      case 21: return String.format("%2$s %1$d %s %s %2$-5s|%1$05d", i, a);
      case 22: return String.format("%2$s %1$d %d %1$x|%s %2$8s %-3d|", i, a, j);
      case 23: return String.format("%d %4$-5d", i, a, j);
      case 24: return String.format(LOCALES[j & 7], "%d|%x|%s|%5d|%c|%05d", i, j, a, i, 'x', j);
      case 25: return String.format(LOCALES[j & 3], "%,d|%,12d|%-,9d|%0,12d|%(,d|%+,d|%0,(15d", i, j, i, j, i, j, (long) i * j);
      case 26: return a.toLowerCase(LOCALES[1 + (i & 3)]) + b.toUpperCase(LOCALES[j & 7]);
      case 27: return new Locale(a.isEmpty() ? "iw" : "De", "de") + "" + LOCALES[7] + LOCALES[1] + LOCALES[4].getCountry() + Locale.FRENCH.getLanguage() + new Locale("", "de") + new Locale("fr").equals(LOCALES[j & 7]) + new Locale("de", "DE").equals(LOCALES[4]);
      case 28: return String.format("%f|%.0f|%.1f|%.3f|%8.2f|%-10.1f|%.12f", i / 8.0, j * 0.25, i / 3.0, j / 7f, i * 1e-3, j * 1e-9, i * 1e-7);
      case 29: return String.format("%010.2f|%+.1f|% .1f|%(.2f|%,.2f|%,(14.1f|%0,15.3f|%+09.0f", i / 8.0, j * 0.5, i * 0.125, -i / 4.0, i * 12.5, j * -0.75, i / 16.0, j * 1.5);
      case 30: return String.format("%.2f %f %5.1f %08f %+f %(f %,f %.2f", Double.NaN, -0.0, 1 / 0.0, -1 / 0.0, Double.MAX_VALUE / 2, Float.MIN_VALUE, 1e15, null);
      case 31: return String.format("%.3f and %.1f", Double.longBitsToDouble((long) i << 32 | j & 0xffffffffL), Float.intBitsToFloat(j));
      case 32: return String.format(LOCALES[j & 3], "%.2f%n%,.1f%%%2$f %1$s", i / 10.0, j / 3f) + String.format("%.1f", a);
      case 33: { StringBuilder text = new StringBuilder(a); String made = String.format("%s %.1f %1$b", text, i / 2f); text.append('!'); return made; }
      case 34: return Locale.getDefault() + " " + Locale.US.equals(Locale.getDefault(Locale.Category.FORMAT)) + (Locale.getDefault() == Locale.US);
      case 35: {
        String format = "<%" + ((j & 0x3000) == 0 ? (i >>> 9 & 3) + "$" : "") + FLAGS[i & 15] + ((j & 3) == 0 ? "" : "" + (j & 15)) + ((j & 16) == 0 ? "" : "." + (j >> 5 & 3))
            + CONVERSIONS[(i >>> 4) % CONVERSIONS.length] + ">";
        Object[] values = {i, a, 'c', true, (long) j, null, (short) i, i / 4.0};
        return format + String.format(LOCALES[i >>> 12 & 7], format, values[(j >>> 7) % values.length]);
      }
      default: return "";
    }
  }
}
