package java.math;

class BigInteger {
  /**
   * In the place of {@code Math.log}. It estimates how many digits a large number has, which only decides where its text is cut: a
   * logarithm that is nearly right will do.
   */
  private static double log(double x) {
    int halvings = 0;
    for (; x >= 2; x /= 2) halvings++;
    double ratio = (x - 1) / (x + 1), power = ratio, sum = 0;
    for (int i = 1; i < 40; i += 2) {
      sum += power / i;
      power *= ratio * ratio;
    }
    return 2 * sum + halvings * 0.6931471805599453;
  }
}
