//! Numbers of any size, and days and times: classes of the JDK that are read as they are, but for their initialisers.

use super::{have_verdicts, is_replayed};

const PROGRAM: &str = "import java.math.*;
import java.time.*;
public class Main {
  static void order(int a, int b) {
    assert BigInteger.valueOf(a).compareTo(BigInteger.valueOf(b)) == Integer.compare(a, b);
  }
  static void written() {
    BigInteger product = BigInteger.ONE;
    for (int i = 2; i <= 25; i++) product = product.multiply(BigInteger.valueOf(i));
    assert product.toString().equals(\"15511210043330985984000000\");
    assert BigInteger.TWO.pow(1000).toString().length() == 302;
    assert new BigInteger(\"123456789012345678901234567890\").gcd(BigInteger.valueOf(30)).intValue() == 30;
    assert new BigDecimal(\"2.345\").setScale(2, RoundingMode.HALF_EVEN).toString().equals(\"2.34\");
    assert new BigDecimal(\"10\").divide(new BigDecimal(\"4\")).toPlainString().equals(\"2.5\");
    assert LocalDateTime.of(2026, 1, 1, 23, 30).plusHours(1).toString().equals(\"2026-01-02T00:30\");
  }
  static void divided(int a) {
    if (a <= 0) return;
    BigInteger[] both = BigInteger.valueOf(a).divideAndRemainder(BigInteger.valueOf(7));
    assert both[0].intValue() == a / 7 && both[1].intValue() == a % 7;
  }
  static void next(int year) {
    if (year >= 2000 && year <= 2010) assert LocalDate.of(year, 12, 31).plusDays(1).getYear() == year + 1;
  }
  static void minutes(int n) { if (n >= 0 && n <= 1000) assert Duration.ofMinutes(n).getSeconds() == n * 60L; }
  static void different(int a) { assert !BigInteger.valueOf(a).equals(BigInteger.valueOf(77)); }
  static void scaled(int a) { assert !BigDecimal.valueOf(a).equals(new BigDecimal(\"3.00\").setScale(0)); }
  static void late(int hour) { try { LocalTime.of(hour, 0); } catch (DateTimeException e) { assert hour > 23; } }
}
";

#[test]
fn numbers_of_any_size_and_days_are_computed() {
    let valid = ["order", "written", "divided", "next", "minutes"].map(|name| (format!("Main.{name}"), "valid"));
    let invalid = ["different", "scaled", "late"].map(|name| (format!("Main.{name}"), "invalid"));
    let entries: Vec<(&str, &str)> = valid.iter().chain(&invalid).map(|(name, verdict)| (&**name, *verdict)).collect();
    have_verdicts(PROGRAM, &entries, &[], is_replayed);
}
