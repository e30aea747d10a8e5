// expect: valid
//
// The transposition of a matrix of two rows.
// Symbolic: the elements.
// Asserted: a second transposition gives the matrix again.
import static multise.Nondet.*;

public class Matrix {
  static int[][] transposed(int[][] m) {
    int[][] result = new int[m[0].length][m.length];
    for (int i = 0; i < m.length; i++) {
      for (int j = 0; j < m[i].length; j++) result[j][i] = m[i][j];
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
