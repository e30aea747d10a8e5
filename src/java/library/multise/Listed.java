package multise;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayDeque;
import java.util.Random;

/**
 * Values that are listed as text: {@code -Dmultise.values="5 -3 true 'a' 1.5 NaN \"text\""}. White space, commas and semicolons
 * separate them. A character is quoted or its number, a text has the escapes of Java. After the last one come values at
 * random if {@code multise.seed} is set, else zeros.
 */
final class Listed implements Nondet.Source {
  private final ArrayDeque<String> words;
  private final Random random;

  private Listed(ArrayDeque<String> words, Random random) {
    this.words = words;
    this.random = random;
  }

  static Listed of(String values) {
    return new Listed(split(values), null);
  }

  static Listed fromProperties() {
    String text = System.getProperty("multise.values", "");
    String file = System.getProperty("multise.inputs");
    if (file != null) {
      try {
        text = new String(Files.readAllBytes(Paths.get(file)), StandardCharsets.UTF_8);
      } catch (IOException error) {
        throw new IllegalArgumentException("multise.inputs: " + error);
      }
    }
    Long seed = Long.getLong("multise.seed");
    return new Listed(split(text), seed == null ? null : new Random(seed));
  }

  @Override
  public synchronized Object next(Class<?> type, int longest) {
    String word = words.poll();
    if (word == null) return random == null ? read("", type) : draw(type, longest, random);
    Object value;
    try {
      value = read(word, type);
    } catch (RuntimeException error) {
      throw new IllegalArgumentException("multise.values: `" + word + "` is no " + type.getSimpleName());
    }
    if (type == String.class && ((String) value).length() > longest) {
      throw new IllegalArgumentException("multise.values: `" + word + "` is longer than " + longest);
    }
    return value;
  }

  @Override
  public void reject() {
    System.err.println("an assumption does not hold");
    Runtime.getRuntime().halt(3);
  }

  static ArrayDeque<String> split(String text) {
    ArrayDeque<String> words = new ArrayDeque<String>();
    int i = 0;
    while (i < text.length()) {
      int start = i;
      char first = text.charAt(i++);
      if (separates(first)) continue;
      if (first == '"' || first == '\'') {
        while (i < text.length() && text.charAt(i) != first) i += text.charAt(i) == '\\' ? 2 : 1;
        i = Math.min(i + 1, text.length());
      } else {
        while (i < text.length() && !separates(text.charAt(i))) i++;
      }
      words.add(text.substring(start, i));
    }
    return words;
  }

  private static boolean separates(char c) {
    return c <= ' ' || c == ',' || c == ';';
  }

  /** The value of a word; an empty word is the value of fields that nothing has written. */
  static Object read(String word, Class<?> type) {
    boolean none = word.isEmpty();
    if (type == String.class) return none ? "" : unquoted(word);
    if (type == boolean.class) {
      if (!none && !word.equals("true") && !word.equals("false")) throw new IllegalArgumentException();
      return word.equals("true");
    }
    if (type == char.class) {
      if (none) return (char) 0;
      if (word.startsWith("'")) {
        String text = unquoted(word);
        if (text.length() != 1) throw new IllegalArgumentException();
        return text.charAt(0);
      }
      int unit = Integer.parseInt(word);
      if (unit != (char) unit) throw new IllegalArgumentException();
      return (char) unit;
    }
    String number = none ? "0" : word;
    if (type == byte.class) return Byte.parseByte(number);
    if (type == short.class) return Short.parseShort(number);
    if (type == int.class) return Integer.parseInt(number);
    if (type == long.class) return Long.parseLong(number);
    if (type == float.class) return Float.parseFloat(number);
    return Double.parseDouble(number);
  }

  private static String unquoted(String word) {
    int end = word.length() - 1;
    if (end < 1 || word.charAt(0) != word.charAt(end)) throw new IllegalArgumentException();
    StringBuilder text = new StringBuilder();
    for (int i = 1; i < end; i++) {
      char c = word.charAt(i);
      if (c != '\\') {
        text.append(c);
        continue;
      }
      char escaped = word.charAt(++i);
      if (escaped == 'u') {
        text.append((char) Integer.parseInt(word.substring(i + 1, i + 5), 16));
        i += 4;
      } else {
        int known = "ntrbfs0".indexOf(escaped);
        text.append(known < 0 ? escaped : "\n\t\r\b\f \0".charAt(known));
      }
    }
    return text.toString();
  }

  /** One value in three is any, the others are small. */
  static Object draw(Class<?> type, int longest, Random random) {
    long bits = random.nextInt(3) == 0 ? random.nextLong() : random.nextInt(33) - 8;
    if (type == boolean.class) return (bits & 1) != 0;
    if (type == byte.class) return (byte) bits;
    if (type == char.class) return (char) bits;
    if (type == short.class) return (short) bits;
    if (type == int.class) return (int) bits;
    if (type == long.class) return bits;
    if (type == float.class) return random.nextBoolean() ? bits / 8f : Float.intBitsToFloat((int) bits);
    if (type == double.class) return random.nextBoolean() ? bits / 8.0 : Double.longBitsToDouble(bits);
    char[] text = new char[random.nextInt(Math.max(0, Math.min(longest, 8)) + 1)];
    for (int i = 0; i < text.length; i++) text[i] = (char) (random.nextInt(4) == 0 ? random.nextInt(65536) : ' ' + random.nextInt(95));
    return new String(text);
  }
}
