package java.lang;

/**
 * What no model knows. A path that calls one of these methods ends as unsupported, and reports say the name of the method in words.
 * No JDK has this class.
 */
public final class Unsupported {
  private Unsupported() {}

  /** The message of an exception. No model knows it, but most are never read. */
  public static String message() { return new String(new Later.Message()); }

  public static native char[] theMessageOfAnExceptionOfTheLibrary();

  public static native char[] theTextOfANumberWithAPoint();

  public static native char[] theHashInTheTextOfAnObject();

  public static native char[] theTextOfThisFormat();

  public static native void whetherATextIsTheOneThatInternReturns();

  /** Other conversions and flags, and all formats that the JDK refuses. */
  public static native void thisFormat();

  public static native char aCharacterBeyondLatin1();

  public static native void theLettersOfALanguage();

  public static native double aPowerThatMayBeRounded();

  /** The JDK merges. */
  public static native void sortingManyObjects();

  /** What an input has in the place of its entries is arbitrary. */
  public static native void aHashTableOfAnInput();

  /** What an input has in the place of its units is arbitrary. */
  public static native void aBuilderOfAnInput();

  /** Which entries an action still meets depends on the table. */
  public static native void aMapThatAnActionChanges();

  /** The JDK does not notice a larger table. */
  public static native void aHashTableThatGrowsMeanwhile();

  public static native void aHashTableWithTrees();

  public static native void aHashTableWithAnotherLoad();

  public static native void anExceptionWithoutSuppression();

  /** It waits for its own end, whose monitor it has. */
  public static native void aThreadThatJoinsItself();

  /** Classes that are not initialised yet would have to be waited for. */
  public static native void aThreadThatAnInitialiserStarts();

  public static native void aValueOfEachThread();

  public static native void theNameThatAThreadIsGiven();

  public static native void theNameOfAnArrayClass();

  public static native void theCharsetOfTheSystem();

  /** Other charsets than UTF-8, Latin-1 and ASCII. */
  public static native void thisCharset();

  /** What the JDK puts in the place of bytes that are no text. */
  public static native void bytesThatAreNoText();

  public static native String aPropertyOfTheSystem();

  public static native void aWriterIntoThisStream();
}
