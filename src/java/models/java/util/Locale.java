package java.util;

/** A language and a country. The system's are those of the United States. */
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

  private final String language;
  private final String country;

  public Locale(String language) { this(language, ""); }

  public Locale(String language, String country) {
    if (language == null || country == null) throw new NullPointerException();
    String lower = cased(language, 'A', 32);
    this.language = lower.equals("iw") ? "he" : lower.equals("in") ? "id" : lower.equals("ji") ? "yi" : lower;
    this.country = cased(country, 'a', -32);
  }

  public static Locale getDefault() { return US; }

  public static Locale getDefault(Category category) {
    if (category == null) throw new NullPointerException();
    return US;
  }

  /** A text with the letters of ASCII from `first` on moved; others stay. */
  private static String cased(String text, char first, int by) {
    char[] units = text.toCharArray();
    for (int i = 0; i < units.length; i++) if (first <= units[i] && units[i] < first + 26) units[i] += by;
    return new String(units);
  }

  /** Whether upper and lower case are as everywhere. */
  public boolean hasPlainCase() { return !(language.equals("tr") || language.equals("az") || language.equals("lt")); }

  /** Whether digits are those of ASCII, among the languages for which this class has constants. */
  public boolean hasPlainDigits() {
    if (isEnglish()) return true;
    return language.equals("en") || language.equals("fr") || language.equals("de") || language.equals("it")
        || language.equals("ja") || language.equals("ko") || language.equals("zh");
  }

  /** Whether numbers are as in English: a point before decimals, and a comma behind each thousand. */
  public boolean isEnglish() {
    if (language.isEmpty()) return country.isEmpty();
    return language.equals("en")
        && (country.isEmpty() || country.equals("US") || country.equals("GB") || country.equals("CA"));
  }

  public String getLanguage() { return language; }

  public String getCountry() { return country; }

  public native Object clone();

  public native int hashCode();

  public boolean equals(Object other) {
    if (this == other) return true;
    if (!(other instanceof Locale)) return false;
    return language.equals(((Locale) other).language) && country.equals(((Locale) other).country);
  }

  public String toString() { return country.isEmpty() ? language : language + "_" + country; }

  public enum Category { DISPLAY, FORMAT }
}
