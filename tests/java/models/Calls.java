import java.util.Objects;

/** Calls of methods that have models: the same ones on a JVM and in the interpreter. */
class Calls {
  record Pair(String s, int i, long l, char c, boolean b) {}

  /** Runs calls, each of them three numbers, and returns what they have shown. */
  static String run(int[] calls, String a, String b) {
    Calls made = new Calls(a, b);
    for (int k = 0; k + 2 < calls.length; k += 3) {
      String shown;
      try {
        shown = made.call(calls[k], calls[k + 1], calls[k + 2]);
      } catch (NumberFormatException e) {
        shown = e.getClass() == NumberFormatException.class ? "format " + e.getMessage() : "another class";
      } catch (StringIndexOutOfBoundsException e) {
        shown = "text index " + withMessage(calls[k], e);
      } catch (IndexOutOfBoundsException e) {
        shown = "index " + withMessage(calls[k], e);
      } catch (NegativeArraySizeException e) {
        shown = "size";
      } catch (IllegalArgumentException e) {
        shown = "argument " + e.getMessage();
      } catch (NullPointerException e) {
        shown = "null";
      }
      made.out.append(calls[k]).append(": ").append(shown).append('\n');
    }
    return made.out.toString();
  }

  /** The message, where it does not depend on how a JVM holds the text, or copies it. */
  static String withMessage(int call, RuntimeException e) { return call == 0 || call == 26 || call == 27 ? "" : e.getMessage(); }

  final StringBuilder out = new StringBuilder();
  String s;
  String t;
  StringBuilder builder = new StringBuilder();
  StringBuffer buffer = new StringBuffer("buffer");

  Calls(String a, String b) {
    s = a;
    t = b;
  }

  String call(int which, int i, int j) {
    char c = (char) i;
    switch (which) {
      case 0: return "" + s.charAt(i);
      case 1: return "" + s.length() + s.isEmpty() + s.isBlank();
      case 2: return s.equals(t) + " " + t.equals(s) + s.equals(null) + s.equals((Object) i);
      case 3: return s.equalsIgnoreCase(t) + "";
      case 4: return "" + s.hashCode();
      case 5: return "" + s.compareTo(t);
      case 6: return "" + s.compareToIgnoreCase(t);
      case 7: s = s.substring(i); return s;
      case 8: s = s.substring(i, j); return s;
      case 9: return s.indexOf(c) + " " + s.indexOf(i, j) + " " + s.lastIndexOf(c) + " " + s.lastIndexOf(c, j);
      case 10: return s.indexOf(t) + " " + s.indexOf(t, i) + " " + s.lastIndexOf(t) + " " + s.lastIndexOf(t, i);
      case 11: return s.contains(t) + " " + s.startsWith(t) + s.startsWith(t, i) + s.endsWith(t);
      case 12: s = s.concat(t); return s;
      case 13: return "[" + s.trim() + "][" + s.strip() + "][" + s.stripLeading() + "][" + s.stripTrailing() + "]";
      case 14: s = s.replace(c, (char) j); return s;
      case 15: return s.replace(t, "<>") + s.replace("", "-") + s.replace(t, "");
      case 16: return new String(s.toCharArray()) + s.toCharArray().length;
      case 17: return s.toLowerCase() + " " + s.toUpperCase();
      case 18: return String.valueOf(i) + String.valueOf((long) i * j) + String.valueOf(c) + String.valueOf(i > j);
      case 19: return String.join(s, t, "x", null, t) + String.join(t);
      case 20: return s.length() > 20 || i > 30 ? "" : s.repeat(i);
      case 21: return "" + s.regionMatches(i, t, j, 2) + s.regionMatches(true, i, t, j, 3);
      case 22: { String[] parts = s.split(","); String all = parts.length + ":"; for (String p : parts) all += "[" + p + "]"; return all; }
      case 23: { String[] parts = s.split("a", i); String all = parts.length + ":"; for (String p : parts) all += "[" + p + "]"; return all; }
      case 24: return (s.intern() == t.intern()) + " " + (s.intern() == s.intern()) + ("abc".intern() == "abc");
      case 25: return new String(s) + new String(s.toCharArray(), i, j) + String.valueOf(s.toCharArray(), 0, 0);
      case 26: { char[] to = {'1', '2', '3', '4', '5'}; s.getChars(i, j, to, 1); return new String(to); }
      case 27: return "" + s.codePointAt(i);
      case 28: { String x = s; s = t; t = x; return s; }
      case 29: return (s == s.trim()) + " " + (s == s.substring(0)) + (s == s.concat("")) + (s == s.replace('\u1234', 'x')) + (s == s.toString()) + (s == "" + s);
      case 30: s = "abc"; return s;
      case 31: s = " A,b\t"; t = "a"; return s;
      case 32: return "" + Integer.parseInt(s);
      case 33: return "" + Integer.parseInt(t, i);
      case 34: return "" + Long.parseLong(s) + Long.parseLong(s, 16);
      case 35: return "" + Short.parseShort(s) + Byte.parseByte(s);
      case 36: return "" + Integer.valueOf(s) + Boolean.parseBoolean(s) + Boolean.valueOf(t);
      case 37: s = Integer.toString(i); return s;
      case 38: s = Long.toString((long) i * 1000000007L * j); return s;
      case 39: return Integer.toString(i, j) + " " + Integer.toHexString(i) + " " + Integer.toBinaryString(j) + " " + Integer.toOctalString(i);
      case 40: return Long.toString((long) i << 33, j) + Long.toHexString((long) i << 33 | j) + " " + Long.toBinaryString(i) + Long.toOctalString(j);
      case 41: return Integer.parseInt("" + i) == i ? "same" : "other";
      case 42: { char l = (char) i; return Character.isDigit(l) + " " + Character.isLetter(l) + Character.isLetterOrDigit(l) + Character.isUpperCase(l) + Character.isLowerCase(l) + Character.isAlphabetic(l) + Character.isDefined(l) + Character.isTitleCase(l) + Character.isJavaIdentifierPart(l) + Character.isJavaIdentifierStart(l) + Character.isIdentifierIgnorable(l); }
      case 43: { char l = (char) (i & 0xff); return "" + Character.toLowerCase(l) + Character.toUpperCase(l) + Character.isSpaceChar(l); }
      case 44: return "" + Character.isDigit(c) + Character.isWhitespace(c) + Character.isSurrogate(c) + Character.isSpaceChar(c);
      case 45: { char l = (char) (i & 0x7f); return Character.digit((char) i, j) + " " + Character.getNumericValue(l) + Character.forDigit(j, 16); }
      case 46: { Integer x = i, y = j, z = i; return x.equals(y) + " " + (x == z) + (x == y) + x.compareTo(y) + x.hashCode() + x; }
      case 47: { Long x = (long) i, y = (long) j, z = (long) i; return x.equals(y) + " " + (x == z) + x.equals((Object) i) + x.compareTo(y) + x.hashCode() + x; }
      case 48: { Short x = (short) i, z = (short) i; Byte y = (byte) j; return x.equals(y) + " " + (x == z) + x.hashCode() + y.hashCode() + x + y; }
      case 49: { Character x = c, z = c; return x.equals((char) j) + " " + (x == z) + x.hashCode() + x + x.compareTo((char) j); }
      case 50: { Boolean x = i > j; return x.equals(true) + " " + (x == Boolean.valueOf(i > j)) + x.hashCode() + x + x.compareTo(true); }
      case 51: return Integer.compare(i, j) + " " + Integer.signum(i) + Integer.max(i, j) + Integer.min(i, j) + Integer.sum(i, j) + Integer.bitCount(i);
      case 52: return Objects.hash(s, i, t) + " " + Objects.equals(s, t) + Objects.toString(null) + Objects.hashCode(null) + Objects.toString(null, t);
      case 53: { Pair p = new Pair(s, i, j, c, i > j); return p + " " + p.hashCode() + p.equals(new Pair(s, i, j, c, i > j)) + p.equals(new Pair(t, i, j, c, i > j)) + p.equals(s); }
      case 54: builder.append(s); break;
      case 55: builder.append(i).append((long) j).append(c).append(i > j).append((String) null).append((Object) t); break;
      case 56: builder.append(s.toCharArray()).append(s.toCharArray(), 0, 1).append(s, i, j); break;
      case 57: builder.insert(i, s); break;
      case 58: builder.insert(i, j).insert(0, c).insert(0, i > j).insert(0, (Object) null); break;
      case 59: builder.delete(i, j); break;
      case 60: builder.deleteCharAt(i); break;
      case 61: builder.setCharAt(i, (char) j); break;
      case 62: if (i < 200) builder.setLength(i); break;
      case 63: builder.reverse(); break;
      case 64: builder.replace(i, j, s); break;
      case 65: return builder.charAt(i) + "";
      case 66: return builder.substring(i) + builder.subSequence(0, j);
      case 67: return builder.substring(i, j);
      case 68: return builder.indexOf(s) + " " + builder.indexOf(s, i) + builder.lastIndexOf(t) + " " + builder.lastIndexOf(s, i);
      case 69: builder = new StringBuilder(s); break;
      case 70: builder = new StringBuilder(i > 99 ? 99 : i); break;
      case 71: s = builder.toString(); return s;
      case 72: return builder.compareTo(new StringBuilder(s)) + " " + builder.length() + s.contentEquals(builder);
      case 73: buffer.append(s).insert(0, i).reverse(); return buffer.toString();
      case 74: buffer.setLength(3); buffer.deleteCharAt(i); return buffer.toString();
      case 75: return "" + (s == (s + "")) + (String.valueOf(true) == "true") + ("" == s.substring(s.length())) + (s.repeat(0) == "");
      case 76: return "abc".compareTo(s) + ("b" + s).substring(1) + "x".concat(s);
      case 77: t = "" + c + s; return t;
      case 78: return Byte.toString((byte) i) + Short.toString((short) i) + Character.toString(c) + Boolean.toString(i > j);
      case 79: return Character.compare(c, (char) j) + " " + Boolean.compare(i > j, true) + Long.compare(i, j) + Short.compare((short) i, (short) j);
      case 80: s = "-" + i; return s;
      case 81: s = "+" + (i & 0xffff); return s;
      case 82: return new RuntimeException(s).getMessage() + new IllegalStateException(new Error(t)).getMessage() + new Exception(s) + new Error();
      case 83: return new AssertionError(i).getMessage() + new AssertionError((Object) s).getMessage() + new IndexOutOfBoundsException(i).getMessage();
      case 84: return Calls.class.getName() + Pair.class.getName() + Calls.class.getSimpleName() + new StringIndexOutOfBoundsException(i);
      case 85: { switch (s) { case "abc": return "1"; case "": return "2"; case "-0": return "3"; case "12": return "4"; default: return "5"; } }
      case 86: return String.valueOf((Object) null) + String.valueOf(c) + s.subSequence(0, s.length());
      case 87: return s.matches("[a-c]*") + " " + s.replaceAll("[ab,]", "<$0>") + s.replaceFirst("[1-9]+", "") + s.replace(',', '\n').lines().count();
      case 88: { String all = ""; for (String line : (Iterable<String>) s.replace('a', '\n').replace('b', '\r').lines()::iterator) all += "[" + line + "]"; return all; }
      case 89: { String all = ""; for (String part : s.split("[,a]|1b?", i)) all += "[" + part + "]"; return all + s.split("(-|[0-9])+").length; }
      default: return "";
    }
    return builder.toString();
  }
}
