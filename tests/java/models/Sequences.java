/** Several sequences of calls in one run; `Sequence` is the program that makes one. */
public class Sequences {
  /** What the sequences have shown that have ended. */
  static String[] shown;

  /** Before the calls of a sequence are their number, and the lengths of its two texts in `a`. */
  static String run(int[] calls, String a, String b) {
    shown = new String[calls.length];
    StringBuilder all = new StringBuilder();
    int ended = 0;
    int unit = 0;
    for (int at = 0; at < calls.length; at += 3 + calls[at]) {
      int[] own = java.util.Arrays.copyOfRange(calls, at + 3, at + 3 + calls[at]);
      String first = a.substring(unit, unit + calls[at + 1]);
      unit += first.length();
      String second = a.substring(unit, unit + calls[at + 2]);
      unit += second.length();
      shown[ended] = Sequence.run(own, first, second);
      all.append(shown[ended]);
      ended++;
    }
    return all.toString();
  }
}
