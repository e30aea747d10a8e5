// expect: invalid assert line 23
// witness: 2000
//
// Leap years of the Gregorian calendar, with a bug: every century is a common year; see LeapYear.java.
// Symbolic: the year.
import static multise.Nondet.*;

public class LeapYearBug {
  static boolean isLeap(int year) {
    return year % 4 == 0 && year % 100 != 0;
  }

  static int days(int year) {
    return isLeap(year) ? 366 : 365;
  }

  public static void main(String[] args) {
    int year = anyInt();
    assume(year >= 1583 && year < 10000);
    int days = days(year);
    assert days == 365 || year % 4 == 0;
    assert days == 366 || year % 4 != 0 || year % 100 == 0;
    assert year % 400 != 0 || days == 366;
  }
}
