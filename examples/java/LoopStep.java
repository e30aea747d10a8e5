// expect: valid
//
// A loop that steps through an interval.
// Symbolic: the end of the interval.
// Asserted: it makes as many steps as there are.
import static multise.Nondet.*;

public class LoopStep {
  static int steps(int end) {
    int steps = 0;
    for (long at = end - 6L; at < end; at += 4) steps++;
    return steps;
  }

  public static void main(String[] args) {
    int end = anyInt();
    assert steps(end) == 2;
  }
}
