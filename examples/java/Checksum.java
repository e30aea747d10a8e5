// expect: valid
//
// A checksum of bytes without sign.
// Symbolic: three bytes.
// Asserted: the sum is that of numbers from 0 to 255.
import static multise.Nondet.*;

public class Checksum {
  static int sum(byte[] data) {
    int sum = 0;
    for (byte b : data) sum += b & 0xff;
    return sum & 0xffff;
  }

  public static void main(String[] args) {
    byte[] data = new byte[3];
    for (int i = 0; i < data.length; i++) data[i] = anyByte();
    int sum = sum(data);
    assert sum >= 0 && sum <= 3 * 255;
  }
}
