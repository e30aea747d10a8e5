package multise;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/** The bytes of an answer. */
final class Answer {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final DataOutputStream data = new DataOutputStream(bytes);

  void tag(char tag) throws IOException {
    data.writeByte(tag);
  }

  void number(int number) throws IOException {
    data.writeInt(number);
  }

  void text(String text) throws IOException {
    data.writeInt(text.length());
    data.writeChars(text);
  }

  /** A primitive value or a text. */
  void value(Object value) throws IOException {
    if (value instanceof String) {
      tag('T');
      text((String) value);
    } else if (value instanceof Boolean) {
      tag('Z');
      data.writeBoolean((Boolean) value);
    } else if (value instanceof Byte) {
      tag('B');
      data.writeByte((Byte) value);
    } else if (value instanceof Character) {
      tag('C');
      data.writeChar((Character) value);
    } else if (value instanceof Short) {
      tag('S');
      data.writeShort((Short) value);
    } else if (value instanceof Integer) {
      tag('I');
      data.writeInt((Integer) value);
    } else if (value instanceof Long) {
      tag('J');
      data.writeLong((Long) value);
    } else if (value instanceof Float) {
      tag('F');
      data.writeInt(Float.floatToRawIntBits((Float) value));
    } else {
      tag('D');
      data.writeLong(Double.doubleToRawLongBits((Double) value));
    }
  }

  byte[] bytes() {
    return bytes.toByteArray();
  }
}
