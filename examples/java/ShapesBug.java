// expect: invalid assert line 56
// witness: 1 46341 0 0
//
// Areas of shapes through an abstract class, with a bug: the product is made in 32 bits; see Shapes.java.
// Symbolic: which shapes, and their sizes.
import static multise.Nondet.*;

public class ShapesBug {
  abstract static class Shape {
    abstract long area();
  }

  static class Rectangle extends Shape {
    private final int width;
    private final int height;

    Rectangle(int width, int height) {
      this.width = width;
      this.height = height;
    }

    @Override
    long area() {
      return width * height;
    }
  }

  static class Square extends Rectangle {
    Square(int side) {
      super(side, side);
    }
  }

  static class Nothing extends Shape {
    @Override
    long area() {
      return 0;
    }
  }

  static Shape any() {
    int kind = anyInt();
    int size = anyInt();
    assume(size >= 0);
    switch (kind) {
      case 0: return new Nothing();
      case 1: return new Square(size);
      default: return new Rectangle(size, 3);
    }
  }

  public static void main(String[] args) {
    long sum = 0;
    for (int i = 0; i < 2; i++) {
      Shape shape = any();
      assert shape.area() >= 0;
      sum += shape.area();
    }
    assert sum >= 0;
  }
}
