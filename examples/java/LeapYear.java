// expect: valid
//
// Leap years of the Gregorian calendar.
// Symbolic: the year.
// Asserted: of four years in a row one is a leap year, or none around a century.
import static multise.Nondet.*;

public class LeapYear {
  static boolean isLeap(int year) {
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
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
