// expect: valid
//
// Advice for two aircraft that come close, after the system TCAS.
// Symbolic: altitudes and separations.
// Asserted: climbing and descending are never both advised.
import static multise.Nondet.*;

public class Avoidance {
  static final int[] LIMITS = {400, 500, 640, 740};

  static int advice(boolean confident, int own, int other, int up, int down, int layer) {
    boolean enabled = confident && up >= 0 && down >= 0;
    if (!enabled) return 0;
    int limit = LIMITS[layer];
    boolean upward = up > down;
    boolean needsUp = upward ? own < other && down < limit : own < other && up >= limit;
    boolean needsDown = upward ? other < own && down >= limit : other < own && up < limit;
    if (needsUp && needsDown) return 3;
    return needsUp ? 1 : needsDown ? 2 : 0;
  }

  public static void main(String[] args) {
    int own = anyInt();
    int other = anyInt();
    int layer = anyInt();
    assume(layer >= 0 && layer < LIMITS.length);
    int advice = advice(anyBoolean(), own, other, anyInt(), anyInt(), layer);
    assert advice != 3;
    assert advice != 1 || own < other;
    assert advice != 2 || own > other;
  }
}
