// expect: valid
//
// A text with commands that can be undone.
// Symbolic: five commands.
// Asserted: after everything is undone, the text is as it was.
import static multise.Nondet.*;

public class UndoStack {
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
      done--;
      cells[places[done]] = before[done];
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
