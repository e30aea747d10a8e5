// expect: invalid assert line 33
// witness: 0 0 0 1
//
// The words of a text are counted, with a bug: only the first two of equal words count; see WordCount.java.
// Symbolic: whether each of four words is the first, the second or the third of a list.
// Asserted: the counts add up to the number of words.
import static multise.Nondet.*;

import java.util.HashMap;
import java.util.Map;

public class WordCountBug {
  static final String[] WORDS = {"to", "be", "or"};

  static Map<String, Integer> count(String[] text) {
    Map<String, Integer> counts = new HashMap<>();
    for (String word : text) {
      if (counts.putIfAbsent(word, 1) != null) counts.put(word, 2);
    }
    return counts;
  }

  public static void main(String[] args) {
    String[] text = new String[4];
    for (int i = 0; i < text.length; i++) {
      int which = anyInt();
      assume(which >= 0 && which < WORDS.length);
      text[i] = WORDS[which];
    }
    Map<String, Integer> counts = count(text);
    int sum = 0;
    for (int n : counts.values()) sum += n;
    assert sum == text.length;
  }
}
