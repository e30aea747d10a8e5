// expect: valid
//
// Static initialisers that count.
// Symbolic: which class is used first.
// Asserted: each class is initialised once, and in the order of use.
import static multise.Nondet.*;

public class Initialisers {
  static int count;

  static class First {
    static final int RANK = rank();
  }

  static class Second {
    static final int RANK = rank();
  }

  static int rank() {
    return ++count;
  }

  public static void main(String[] args) {
    boolean isFirst = anyBoolean();
    int before = count;
    int rank = isFirst ? First.RANK : Second.RANK;
    assert before == 0 && rank == 1;
    int sum = First.RANK + Second.RANK;
    assert sum == 3 && count == 2;
    assert First.RANK < Second.RANK == isFirst;
  }
}
