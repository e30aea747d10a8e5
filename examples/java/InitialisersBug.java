// expect: invalid assert line 30
// witness: false
//
// Static initialisers that count, with a bug: the order of the text is taken for that of use; see Initialisers.java.
// Symbolic: which class is used first.
import static multise.Nondet.*;

public class InitialisersBug {
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
    assert First.RANK < Second.RANK;
  }
}
