// expect: invalid assert line 24
// witness: 0 0 1 0 0 0
//
// The transposition of a matrix of two rows, with a bug: the last column is left out; see Matrix.java.
// Symbolic: the elements.
import static multise.Nondet.*;

public class MatrixBug {
  static int[][] transposed(int[][] m) {
    int[][] result = new int[m[0].length][m.length];
    for (int i = 0; i < m.length; i++) {
      for (int j = 0; j < m[i].length - 1; j++) result[j][i] = m[i][j];
    }
    return result;
  }

  public static void main(String[] args) {
    int[][] m = new int[2][3];
    for (int[] row : m) {
      for (int j = 0; j < row.length; j++) row[j] = anyInt();
    }
    int[][] again = transposed(transposed(m));
    for (int i = 0; i < 2; i++) {
      for (int j = 0; j < 3; j++) assert again[i][j] == m[i][j];
    }
  }
}
