// expect: valid
//
// The wheel brake system of an aircraft, step by step.
// Symbolic: pedal, automatic brake and skid signal of three steps.
// Asserted: a pedal that is pressed without skid has pressure.
import static multise.Nondet.*;

public class WheelBrakes {
  static class Brakes {
    private int mode;
    private int delayed = 100;
    int normal;
    int alternate;

    void step(int pedal, boolean automatic, boolean skid) {
      int command = pedal >= 1 && pedal <= 4 ? pedal : automatic && mode == 0 ? 1 : 0;
      if (mode == 0 && delayed <= 0 && command > 0) mode = 1;
      int pressure = skid ? 0 : 10 * command;
      if (mode == 0) {
        normal = pressure;
        alternate = 0;
      } else {
        normal = 0;
        alternate = pressure;
      }
      delayed = command == 0 ? 100 : normal;
    }
  }

  public static void main(String[] args) {
    Brakes brakes = new Brakes();
    for (int i = 0; i < 3; i++) {
      int pedal = anyInt();
      boolean skid = anyBoolean();
      brakes.step(pedal, anyBoolean(), skid);
      assert pedal < 1 || pedal > 4 || skid || brakes.normal + brakes.alternate == 10 * pedal;
      assert brakes.normal == 0 || brakes.alternate == 0;
    }
  }
}
