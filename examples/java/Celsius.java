// expect: valid
//
// Temperatures of a sensor, rounded to whole degrees and kept within the limits of a display.
// Symbolic: the reading, any double, and the number of readings before it.
// Asserted: the display never shows anything beyond its limits, and a broken sensor shows zero.
import static multise.Nondet.*;

public class Celsius {
  static final double LOW = -40.0;
  static final double HIGH = 85.5;

  static double clamped(double reading) {
    if (reading != reading) return 0.0;
    return Math.max(LOW, Math.min(HIGH, reading));
  }

  static int shown(double reading) {
    return (int) Math.rint(clamped(reading));
  }

  public static void main(String[] args) {
    double reading = anyDouble();
    int degrees = shown(reading);
    assert degrees >= -40 && degrees <= 86;
    if (reading >= 20.25 && reading < 20.5) assert degrees == 20;
    if (Double.isNaN(reading)) assert degrees == 0;
    int before = anyInt();
    assume(before >= 0 && before <= 1000000);
    float count = before;
    assert (int) (count + 1) == before + 1;
  }
}
