package java.util;

/** A language and a country. The one of the system is not known: it is only passed on, to what does not depend on it. */
public final class Locale implements Cloneable, java.io.Serializable {
  public static final Locale ENGLISH = new Locale("en", "");
  public static final Locale FRENCH = new Locale("fr", "");
  public static final Locale GERMAN = new Locale("de", "");
  public static final Locale ITALIAN = new Locale("it", "");
  public static final Locale JAPANESE = new Locale("ja", "");
  public static final Locale KOREAN = new Locale("ko", "");
  public static final Locale CHINESE = new Locale("zh", "");
  public static final Locale FRANCE = new Locale("fr", "FR");
  public static final Locale GERMANY = new Locale("de", "DE");
  public static final Locale ITALY = new Locale("it", "IT");
  public static final Locale JAPAN = new Locale("ja", "JP");
  public static final Locale KOREA = new Locale("ko", "KR");
  public static final Locale UK = new Locale("en", "GB");
  public static final Locale US = new Locale("en", "US");
  public static final Locale CANADA = new Locale("en", "CA");
  public static final Locale CANADA_FRENCH = new Locale("fr", "CA");
  public static final Locale CHINA = new Locale("zh", "CN");
  public static final Locale SIMPLIFIED_CHINESE = CHINA;
  public static final Locale PRC = CHINA;
  public static final Locale TAIWAN = new Locale("zh", "TW");
  public static final Locale TRADITIONAL_CHINESE = TAIWAN;
  public static final Locale ROOT = new Locale("", "");

  private static final Locale OF_SYSTEM = new Locale();

  /** Null of the one of the system. */
  private final String language;
  private final String country;

  private Locale() { language = country = null; }

  public Locale(String language) { this(language, ""); }

  public Locale(String language, String country) {
    if (language == null || country == null) throw new NullPointerException();
    String lower = language.toLowerCase();
    this.language = lower.equals("iw") ? "he" : lower.equals("in") ? "id" : lower.equals("ji") ? "yi" : lower;
    this.country = country.toUpperCase();
  }

  public static native Locale getDefault();

  public static Locale getDefault(Category category) {
    if (category == null) throw new NullPointerException();
    return OF_SYSTEM;
  }

  /** Whether upper and lower case are as everywhere. */
  public boolean hasPlainCase() { return !(known().equals("tr") || language.equals("az") || language.equals("lt")); }

  /** Whether digits are those of ASCII, among the languages for which this class has constants. */
  public boolean hasPlainDigits() {
    if (hasPlainGroups()) return true;
    return language.equals("en") || language.equals("fr") || language.equals("de") || language.equals("it")
        || language.equals("ja") || language.equals("ko") || language.equals("zh");
  }

  /** Whether a comma is behind each thousand. */
  public boolean hasPlainGroups() {
    if (known().isEmpty()) return country.isEmpty();
    return language.equals("en")
        && (country.isEmpty() || country.equals("US") || country.equals("GB") || country.equals("CA"));
  }

  private String known() {
    if (language == null) Unsupported.theLocaleOfTheSystem();
    return language;
  }

  public String getLanguage() { return known(); }

  public String getCountry() {
    known();
    return country;
  }

  public native Object clone();

  public native int hashCode();

  public boolean equals(Object other) {
    if (this == other) return true;
    if (!(other instanceof Locale)) return false;
    return known().equals(((Locale) other).known()) && country.equals(((Locale) other).country);
  }

  public String toString() { return country.isEmpty() ? known() : known() + "_" + country; }

  public enum Category { DISPLAY, FORMAT }
}
