// examples/java-ranger/wbs.oox Main.steps 10
import static multise.Nondet.*;

class WheelBrakes {
  int mode = 0;
  int pre1 = 0;
  int pre2 = 100;
  int normal;
  int alternate;
  int systemMode;

  void update(int pedal, boolean autoBrake, boolean skid) {
    int delayed1 = pre1;
    int delayed2 = pre2;
    boolean normalMode = mode == 0;
    int pedalCommand;
    if (pedal == 0) pedalCommand = 0;
    else if (pedal == 1) pedalCommand = 1;
    else if (pedal == 2) pedalCommand = 2;
    else if (pedal == 3) pedalCommand = 3;
    else if (pedal == 4) pedalCommand = 4;
    else pedalCommand = 0;
    int autoCommand = 0;
    if (autoBrake) {
      if (normalMode) autoCommand = 1;
    }
    boolean useAlternate = false;
    if (normalMode) {
      if (delayed1 != 0) {
        if (delayed2 <= 0) useAlternate = true;
      }
    } else {
      useAlternate = true;
    }
    int meterValve = 4;
    if (useAlternate) {
      if (skid) meterValve = 0;
      else meterValve = 4;
    }
    int green = 5;
    if (useAlternate) green = 0;
    int blue = 5;
    if (green >= 1) blue = 0;
    int accumulator = 0;
    if (useAlternate) {
      if (blue >= 1) accumulator = blue;
      else accumulator = 5;
    }
    int meter = valve(meterValve, accumulator);
    int command;
    if (skid) command = 0;
    else command = autoCommand + pedalCommand;
    if (useAlternate) systemMode = 1;
    else systemMode = 0;
    int normalValve;
    if (useAlternate) normalValve = 0;
    else normalValve = position(command);
    int selected;
    if (green >= 1) selected = green;
    else selected = 0;
    normal = valve(normalValve, selected);
    alternate = valve(pedalCommand, meter);
    pre2 = normal;
    pre1 = normalValve;
    mode = systemMode;
  }

  static int valve(int quarters, int pressure) {
    if (quarters == 0) return 0;
    if (quarters == 1) return pressure / 4;
    if (quarters == 2) return pressure / 2;
    if (quarters == 3) return pressure / 4 * 3;
    if (quarters == 4) return pressure;
    return 0;
  }

  static int position(int command) {
    if (command >= 0 && command < 1) return 0;
    if (command >= 1 && command < 2) return 1;
    if (command >= 2 && command < 3) return 2;
    if (command >= 3 && command < 4) return 3;
    return 4;
  }

  public static void main(String[] args) {
    WheelBrakes brakes = new WheelBrakes();
    int pedal = 0;
    boolean skid = false;
    for (int i = 0; i < Size.N; i++) {
      pedal = anyInt();
      boolean autoBrake = anyBoolean();
      skid = anyBoolean();
      brakes.update(pedal, autoBrake, skid);
      assert brakes.systemMode == 0;
    }
    boolean brakesNeeded = 0 < pedal && pedal <= 4 && !skid;
    assert !brakesNeeded || brakes.alternate > 0 || brakes.normal > 0;
    assert !brakesNeeded || brakes.normal > 0;
  }
}
