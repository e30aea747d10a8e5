// expect: valid
//
// The day after a date.
// Symbolic: year, month and day.
// Asserted: the next day is one of the calendar.
import static multise.Nondet.*;

public class Dates {
  static int length(int year, int month) {
    switch (month) {
      case 2: return year % 4 == 0 && year % 100 != 0 || year % 400 == 0 ? 29 : 28;
      case 4:
      case 6:
      case 9:
      case 11: return 30;
      default: return 31;
    }
  }

  static boolean isValid(int year, int month, int day) {
    return year >= 1583 && year <= 9999 && month >= 1 && month <= 12 && day >= 1 && day <= length(year, month);
  }

  public static void main(String[] args) {
    int year = anyInt();
    int month = anyInt();
    int day = anyInt();
    assume(isValid(year, month, day) && year < 9999);
    day++;
    if (day > length(year, month)) {
      day = 1;
      month++;
      if (month > 12) {
        month = 1;
        year++;
      }
    }
    assert isValid(year, month, day);
  }
}
