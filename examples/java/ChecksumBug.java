// expect: invalid assert line 19
// witness: -1 -1 -1
//
// A checksum of bytes without sign, with a bug: bytes are taken with their sign; see Checksum.java.
// Symbolic: three bytes.
import static multise.Nondet.*;

public class ChecksumBug {
  static int sum(byte[] data) {
    int sum = 0;
    for (byte b : data) sum += b;
    return sum & 0xffff;
  }

  public static void main(String[] args) {
    byte[] data = new byte[3];
    for (int i = 0; i < data.length; i++) data[i] = anyByte();
    int sum = sum(data);
    assert sum >= 0 && sum <= 3 * 255;
  }
}
