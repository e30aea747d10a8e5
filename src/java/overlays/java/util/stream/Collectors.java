package java.util.stream;

import java.util.ArrayList;
import java.util.List;

final class Collectors {
  /** The JDK takes the array over, with a secret of the JVM. */
  @SuppressWarnings("unchecked")
  public static <T> Collector<T, ?, List<T>> toUnmodifiableList() {
    return Collector.of(
        ArrayList<T>::new,
        ArrayList::add,
        (all, more) -> {
          all.addAll(more);
          return all;
        },
        all -> (List<T>) List.of(all.toArray()));
  }
}
