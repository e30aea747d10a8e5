// expect: invalid assert line 17
// witness: -2147483648
//
// A loop that steps through an interval, with a bug: the position overflows before the end; see LoopStep.java.
// Symbolic: the end of the interval.
import static multise.Nondet.*;

public class LoopStepBug {
  static int steps(int end) {
    int steps = 0;
    for (int at = end - 6; at < end; at += 4) steps++;
    return steps;
  }

  public static void main(String[] args) {
    int end = anyInt();
    assert steps(end) == 2;
  }
}
