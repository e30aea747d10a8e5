// expect: invalid assert line 25
// witness: false false true true true true
//
// A crossing of two roads, as a machine of constants, with a bug: yellow of the other road counts as red; see TrafficLight.java.
// Symbolic: six signals of time.
import static multise.Nondet.*;

public class TrafficLightBug {
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
      if (anyBoolean()) north = next(north, east != Light.GREEN);
      else east = next(east, north == Light.RED);
      assert north == Light.RED || east == Light.RED;
    }
  }
}
