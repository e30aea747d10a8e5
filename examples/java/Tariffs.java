// expect: valid
//
// Prices by weight: a TreeMap of the JDK finds the interval that a weight is in.
// Symbolic: the limit of an additional interval, and a weight.
// Asserted: the price is that of the last interval that begins at or below the weight, and there is one for each weight.
import static multise.Nondet.*;

import java.util.Map;
import java.util.TreeMap;

public class Tariffs {
  private final TreeMap<Integer, Integer> prices = new TreeMap<>();

  void add(int from, int price) {
    prices.put(from, price);
  }

  int price(int weight) {
    Map.Entry<Integer, Integer> interval = prices.floorEntry(weight);
    if (interval == null) throw new IllegalArgumentException("weight " + weight);
    return interval.getValue();
  }

  public static void main(String[] args) {
    Tariffs tariffs = new Tariffs();
    tariffs.add(0, 1);
    tariffs.add(500, 2);
    tariffs.add(1000, 4);
    int limit = anyShort();
    assume(limit > 0);
    tariffs.add(limit, 8);
    int weight = anyShort();
    assume(weight >= 0);
    int price = tariffs.price(weight);
    if (weight == limit) assert price == 8;
    if (weight < limit) assert price != 8;
    assert price == 8 || price == (weight < 500 ? 1 : weight < 1000 ? 2 : 4);
    assert tariffs.prices.firstKey() == 0;
  }
}
