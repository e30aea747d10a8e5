// expect: invalid assert line 36
// witness: 7 7
//
// Prices by weight, with a bug: a weight at the limit of an interval has the price of the one below; see Tariffs.java.
// Symbolic: the limit of an additional interval, and a weight.
// Asserted: a weight at the limit has the price of the interval that begins there.
import static multise.Nondet.*;

import java.util.Map;
import java.util.TreeMap;

public class TariffsBug {
  private final TreeMap<Integer, Integer> prices = new TreeMap<>();

  void add(int from, int price) {
    prices.put(from, price);
  }

  int price(int weight) {
    Map.Entry<Integer, Integer> interval = prices.lowerEntry(weight);
    if (interval == null) throw new IllegalArgumentException("weight " + weight);
    return interval.getValue();
  }

  public static void main(String[] args) {
    TariffsBug tariffs = new TariffsBug();
    tariffs.add(0, 1);
    tariffs.add(500, 2);
    tariffs.add(1000, 4);
    int limit = anyShort();
    assume(limit > 0);
    tariffs.add(limit, 8);
    int weight = anyShort();
    assume(weight > 0);
    int price = tariffs.price(weight);
    if (weight == limit) assert price == 8;
    assert tariffs.prices.firstKey() == 0;
  }
}
