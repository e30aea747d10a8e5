// expect: invalid assert line 25
// witness: NaN
//
// As Celsius, but a reading that is no number is not looked at: no comparison holds of it, so the limits do not change it.
// Symbolic: the reading, any double.
// Asserted: a reading between the limits and everything beyond them is shown.
import static multise.Nondet.*;

public class CelsiusBug {
  static final double LOW = -40.0;
  static final double HIGH = 85.5;

  static double clamped(double reading) {
    if (reading < LOW) return LOW;
    if (reading > HIGH) return HIGH;
    return reading;
  }

  public static void main(String[] args) {
    double reading = anyDouble();
    double shown = clamped(reading);
    int degrees = (int) Math.rint(shown);
    assert degrees >= -40 && degrees <= 86;
    // Wrong: the sensor may be broken.
    assert shown >= LOW && shown <= HIGH;
  }
}
