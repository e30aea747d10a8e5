// expect: invalid assert line 28
// witness: 1 0 0 0 0 0
//
// An elevator of four floors, with a bug: the door stays as it was; see Elevator.java.
// Symbolic: six requests.
import static multise.Nondet.*;

public class ElevatorBug {
  enum Door { OPEN, CLOSED }

  static int floor;
  static Door door = Door.OPEN;

  static void step(int request) {
    if (request < 0 || request > 3) return;
    if (request == floor) {
      door = Door.OPEN;
      return;
    }
    floor += request > floor ? 1 : -1;
  }

  public static void main(String[] args) {
    for (int i = 0; i < 6; i++) {
      int before = floor;
      step(anyInt());
      assert floor >= 0 && floor <= 3;
      assert floor == before || door == Door.CLOSED;
    }
  }
}
