// expect: invalid assert line 20
// witness: 0 0 -1
//
// The time after some minutes, with a bug: the time before midnight is negative; see Clock.java.
// Symbolic: hour, minute and the minutes that pass, also in the past.
import static multise.Nondet.*;

public class ClockBug {
  static int later(int hour, int minute, int passed) {
    int time = (hour * 60 + minute + passed % 1440) % 1440;
    return time;
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
