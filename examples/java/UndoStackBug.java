// expect: invalid assert line 36
// witness: 0 5 1 6 9 9 9
//
// A text with commands that can be undone, with a bug: a command that is undone stays where it was; see UndoStack.java.
// Symbolic: five commands.
import static multise.Nondet.*;

public class UndoStackBug {
  static class Editor {
    private final int[] cells = new int[3];
    private final int[] places = new int[5];
    private final int[] before = new int[5];
    private int done;

    void set(int place, int value) {
      places[done] = place;
      before[done] = cells[place];
      done++;
      cells[place] = value;
    }

    void undo() {
      cells[places[done - 1]] = before[done - 1];
      done -= done > 1 ? 2 : 1;
    }
  }

  public static void main(String[] args) {
    Editor editor = new Editor();
    for (int i = 0; i < 5; i++) {
      int place = anyInt();
      if (place >= 0 && place < 3) editor.set(place, anyInt());
      else if (editor.done > 0) editor.undo();
    }
    while (editor.done > 0) editor.undo();
    for (int cell : editor.cells) assert cell == 0;
  }
}
