// expect: valid
//
// The time after some minutes.
// Symbolic: hour, minute and the minutes that pass, also in the past.
// Asserted: the time is one of a day.
import static multise.Nondet.*;

public class Clock {
  static int later(int hour, int minute, int passed) {
    int time = (hour * 60 + minute + passed % 1440) % 1440;
    return time < 0 ? time + 1440 : time;
  }

  public static void main(String[] args) {
    int hour = anyInt();
    int minute = anyInt();
    int passed = anyInt();
    assume(hour >= 0 && hour < 24 && minute >= 0 && minute < 60);
    int time = later(hour, minute, passed);
    assert time >= 0 && time < 1440;
    assert (time - passed % 1440 - hour * 60 - minute) % 1440 == 0;
  }
}
