// expect: valid
//
// A scheduler of two priorities.
// Symbolic: five commands.
// Asserted: no job is lost.
import static multise.Nondet.*;

public class Schedule {
  static class Jobs {
    private final int[] cells = new int[5];
    private int first;
    private int end;

    int size() {
      return end - first;
    }

    void add(int job) {
      cells[end++] = job;
    }

    int remove() {
      return cells[first++];
    }
  }

  public static void main(String[] args) {
    Jobs urgent = new Jobs();
    Jobs others = new Jobs();
    int added = 0;
    int finished = 0;
    for (int i = 0; i < 5; i++) {
      switch (anyInt()) {
        case 0:
          urgent.add(++added);
          break;
        case 1:
          others.add(++added);
          break;
        case 2:
          if (urgent.size() > 0) urgent.remove();
          else if (others.size() > 0) others.remove();
          else break;
          finished++;
          break;
        case 3:
          if (others.size() > 0) urgent.add(others.remove());
          break;
        default:
          break;
      }
    }
    assert urgent.size() + others.size() == added - finished;
  }
}
