// expect: valid
//
// A crossing of two roads, as a machine of constants.
// Symbolic: six signals of time.
// Asserted: never are both roads green.
import static multise.Nondet.*;

public class TrafficLight {
  enum Light { RED, GREEN, YELLOW }

  static Light next(Light light, boolean otherIsRed) {
    switch (light) {
      case GREEN: return Light.YELLOW;
      case YELLOW: return Light.RED;
      default: return otherIsRed ? Light.GREEN : Light.RED;
    }
  }

  public static void main(String[] args) {
    Light north = Light.RED;
    Light east = Light.RED;
    for (int i = 0; i < 6; i++) {
      if (anyBoolean()) north = next(north, east == Light.RED);
      else east = next(east, north == Light.RED);
      assert north == Light.RED || east == Light.RED;
    }
  }
}
