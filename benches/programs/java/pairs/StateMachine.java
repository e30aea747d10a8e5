// examples/growth/state_machine.oox Main.n 160
import static multise.Nondet.*;

class StateMachine {
  static int next(int state, int c) {
    if (state == 0) {
      if (c == 1) return 1;
      if (c == 2) return 2;
      return 0;
    }
    if (state == 1) {
      if (c == 1) return 1;
      if (c == 3) return 3;
      return 0;
    }
    if (state == 2) {
      if (c == 2) return 0;
      return 2;
    }
    if (c == 4) return 0;
    return 3;
  }

  public static void main(String[] args) {
    int[] text = new int[Size.N];
    for (int i = 0; i < Size.N; i++) text[i] = anyInt();
    int state = 0;
    int words = 0;
    for (int i = 0; i < Size.N; i++) {
      int before = state;
      state = next(state, text[i]);
      if (before != 1 && state == 1) words++;
      assert 0 <= state && state <= 3;
    }
    assert words <= Size.N;
  }
}
