package java.util.stream;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

abstract class ReferencePipeline<P_IN, P_OUT> {
  public abstract Object[] toArray();

  /** Like that of the interface: the JDK saves a copy with a secret of the JVM. */
  @SuppressWarnings("unchecked")
  public final List<P_OUT> toList() {
    List<P_OUT> all = new ArrayList<>();
    for (Object element : toArray()) all.add((P_OUT) element);
    return Collections.unmodifiableList(all);
  }
}
