// expect: valid
//
// Four channels of a colour in one integer.
// Symbolic: four channels.
// Asserted: each channel can be read again.
import static multise.Nondet.*;

public class PackedColor {
  static int pack(int alpha, int red, int green, int blue) {
    return alpha << 24 | red << 16 | green << 8 | blue;
  }

  static int channel(int color, int shift) {
    return color >>> shift & 0xff;
  }

  public static void main(String[] args) {
    int alpha = anyByte() & 0xff;
    int red = anyByte() & 0xff;
    int green = anyByte() & 0xff;
    int blue = anyByte() & 0xff;
    int color = pack(alpha, red, green, blue);
    assert channel(color, 24) == alpha;
    assert channel(color, 16) == red;
    assert channel(color, 8) == green;
    assert channel(color, 0) == blue;
  }
}
