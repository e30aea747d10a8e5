import java.nio.charset.StandardCharsets;

/** Texts of numbers with a point, and texts as bytes: the same ones on a JVM and in the interpreter. */
class Digits {
  /** Runs calls, each of them three numbers, and returns what they have shown. */
  static String run(int[] calls, String a, String b) {
    StringBuilder out = new StringBuilder();
    for (int k = 0; k + 2 < calls.length; k += 3) {
      String shown;
      try {
        shown = call(calls[k], calls[k + 1], calls[k + 2], a, b);
      } catch (NumberFormatException e) {
        shown = "format " + e.getMessage();
      } catch (IndexOutOfBoundsException e) {
        shown = "index " + e.getMessage();
      }
      out.append(calls[k]).append(": ").append(shown).append('\n');
    }
    return out.toString();
  }

  static String call(int which, int i, int j, String a, String b) {
    switch (which) {
      case 0: return Double.toString(Double.longBitsToDouble((long) i << 32 | j & 0xffffffffL));
      case 1: return Float.toString(Float.intBitsToFloat(i)) + " " + (float) j;
      case 2: return i / 10.0 + " " + (double) i / j + " " + i * 1e-5 + " " + j * 1e20;
      case 3: return String.valueOf(i / 3f) + j * 0.25f + (float) i / j;
      case 4: return "" + Double.parseDouble(a);
      case 5: return "" + Double.parseDouble(i + "." + (j & 0xfff) + "e" + j % 400);
      case 6: return "" + Float.parseFloat(" " + i + "E" + j % 50 + "f") + Double.valueOf("" + i / 7.0);
      case 7: return new StringBuilder("x").append(i * 0.1f).append(j / 8.0).insert(0, i * 0.5).insert(1, j / 16f).toString();
      case 8: return new StringBuffer().append((double) i).insert(0, (float) j).append(Double.valueOf(i)).toString();
      case 9: return "" + Double.MIN_VALUE + Double.MAX_VALUE + Float.MIN_VALUE + -0.0 + 0f / 0 + 1 / -0.0;
      case 10: return shown(a.getBytes(StandardCharsets.UTF_8)) + shown(b.getBytes(StandardCharsets.ISO_8859_1));
      case 11: return shown(a.getBytes(StandardCharsets.US_ASCII));
      case 12: return new String(a.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
      case 13: {
        byte[] bytes = {(byte) i, (byte) j, 65, (byte) (i >> 8)};
        return new String(bytes, StandardCharsets.ISO_8859_1) + new String(bytes, StandardCharsets.US_ASCII);
      }
      case 14: return new String(new byte[] {97, (byte) i, (byte) j}, StandardCharsets.UTF_8);
      case 15: return new String(new byte[] {97, 98, 99}, i, j, StandardCharsets.UTF_8) + new String("ok".getBytes());
      case 16: {
        try {
          return new String(a.getBytes("utf-8"), i < j ? "UTF8" : null);
        } catch (java.io.UnsupportedEncodingException e) {
          return "unsupported";
        } catch (NullPointerException e) {
          return e.getMessage();
        }
      }
      case 17: return StandardCharsets.UTF_8 + " " + StandardCharsets.US_ASCII.name();
      default: return "";
    }
  }

  static String shown(byte[] bytes) {
    String all = "";
    for (byte one : bytes) all += " " + one;
    return all;
  }
}
