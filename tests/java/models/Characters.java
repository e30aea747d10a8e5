import java.util.*;
import java.util.function.*;

/** Prints what the JDK knows of each `char`: the name of a method, a result, and the characters that have it. */
public class Characters {
  static String with(IntPredicate has) {
    StringJoiner all = new StringJoiner(" ");
    for (int c = 0; c <= 0xffff; c++) {
      if (!has.test(c)) continue;
      int first = c;
      while (c < 0xffff && has.test(c + 1)) c++;
      all.add(Integer.toHexString(first) + (c > first ? "-" + Integer.toHexString(c) : ""));
    }
    return all.toString();
  }

  static void test(String name, IntPredicate has) { System.out.println(name + " 1 " + with(has)); }

  static void results(String name, IntUnaryOperator result) {
    SortedSet<Integer> all = new TreeSet<>();
    for (int c = 0; c <= 0xffff; c++) all.add(result.applyAsInt(c));
    all.remove(0);
    for (int one : all) System.out.println(name + " " + one + " " + with(c -> result.applyAsInt(c) == one));
  }

  /** A unit of the upper case of a character that becomes several; else 0. */
  static void expanded(String name, int at) {
    results(name, c -> {
      String upper = String.valueOf((char) c).toUpperCase(Locale.ROOT);
      return upper.length() > Math.max(at, 1) ? upper.charAt(at) : 0;
    });
  }

  public static void main(String[] args) {
    test("isAlphabetic", Character::isAlphabetic);
    test("isDefined", Character::isDefined);
    test("isDigit", Character::isDigit);
    test("isIdentifierIgnorable", Character::isIdentifierIgnorable);
    test("isJavaIdentifierPart", Character::isJavaIdentifierPart);
    test("isJavaIdentifierStart", Character::isJavaIdentifierStart);
    test("isLetter", Character::isLetter);
    test("isLowerCase", Character::isLowerCase);
    test("isSpaceChar", Character::isSpaceChar);
    test("isTitleCase", Character::isTitleCase);
    test("isUpperCase", Character::isUpperCase);
    test("isWhitespace", Character::isWhitespace);
    expanded("firstOfUpperCase", 0);
    expanded("secondOfUpperCase", 1);
    expanded("thirdOfUpperCase", 2);
  }
}
