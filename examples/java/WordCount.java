// expect: valid
//
// The words of a text are counted.
// Symbolic: whether each of four words is the first, the second or the third of a list.
// Asserted: the counts add up to the number of words, each word has its own, and the most frequent one is found.
import static multise.Nondet.*;

import java.util.HashMap;
import java.util.Map;

public class WordCount {
  static final String[] WORDS = {"to", "be", "or"};

  static Map<String, Integer> count(String[] text) {
    Map<String, Integer> counts = new HashMap<>();
    for (String word : text) counts.merge(word, 1, Integer::sum);
    return counts;
  }

  static String mostFrequent(Map<String, Integer> counts) {
    String best = null;
    for (Map.Entry<String, Integer> entry : counts.entrySet()) {
      if (best == null || entry.getValue() > counts.get(best)) best = entry.getKey();
    }
    return best;
  }

  public static void main(String[] args) {
    String[] text = new String[4];
    int first = 0;
    for (int i = 0; i < text.length; i++) {
      int which = anyInt();
      assume(which >= 0 && which < WORDS.length);
      if (which == 0) first++;
      text[i] = WORDS[which];
    }
    Map<String, Integer> counts = count(text);
    int sum = 0;
    for (int n : counts.values()) sum += n;
    assert sum == text.length;
    assert counts.getOrDefault("to", 0) == first;
    if (first > 2) assert mostFrequent(counts).equals("to");
  }
}
