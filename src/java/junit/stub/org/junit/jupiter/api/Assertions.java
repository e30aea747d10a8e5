package org.junit.jupiter.api;

import org.junit.jupiter.api.function.Executable;

/** What generated tests use of JUnit, with the same meaning; only for the trial of generated tests. */
public final class Assertions {
  private Assertions() {}

  public static void assertEquals(byte expected, byte actual) {
    equal(expected, actual);
  }

  public static void assertEquals(short expected, short actual) {
    equal(expected, actual);
  }

  public static void assertEquals(char expected, char actual) {
    equal(expected, actual);
  }

  public static void assertEquals(int expected, int actual) {
    equal(expected, actual);
  }

  public static void assertEquals(long expected, long actual) {
    equal(expected, actual);
  }

  public static void assertEquals(float expected, float actual) {
    equal(expected, actual);
  }

  public static void assertEquals(double expected, double actual) {
    equal(expected, actual);
  }

  public static void assertEquals(Object expected, Object actual) {
    equal(expected, actual);
  }

  public static void assertTrue(boolean condition) {
    equal(true, condition);
  }

  public static void assertFalse(boolean condition) {
    equal(false, condition);
  }

  public static void assertNull(Object actual) {
    if (actual != null) fail("null", actual);
  }

  public static void assertSame(Object expected, Object actual) {
    if (expected != actual) fail("the same object", actual);
  }

  public static <T extends Throwable> T assertThrows(Class<T> type, Executable executable) {
    try {
      executable.execute();
    } catch (Throwable thrown) {
      if (type.isInstance(thrown)) return type.cast(thrown);
      fail(type.getName(), thrown);
    }
    fail(type.getName(), "nothing thrown");
    return null;
  }

  private static void equal(Object expected, Object actual) {
    if (expected == null ? actual != null : !expected.equals(actual)) fail(expected, actual);
  }

  private static void fail(Object expected, Object actual) {
    throw new AssertionError("expected " + expected + ", found " + actual);
  }
}
