// expect: valid
//
// An elevator of four floors.
// Symbolic: six requests.
// Asserted: it never leaves the house, and its door is closed while it moves.
import static multise.Nondet.*;

public class Elevator {
  enum Door { OPEN, CLOSED }

  static int floor;
  static Door door = Door.OPEN;

  static void step(int request) {
    if (request < 0 || request > 3) return;
    if (request == floor) {
      door = Door.OPEN;
      return;
    }
    door = Door.CLOSED;
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
