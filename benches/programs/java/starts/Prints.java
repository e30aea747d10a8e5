// A line.
class Prints {
  public static void main(String[] args) {
    System.out.println("Hello");
  }
}
