package jdk.internal.util;

import java.util.List;

public class Preconditions {
  /** The same texts as those of the JDK, without its formatter. */
  private static String outOfBoundsMessage(String checkKind, List<? extends Number> args) {
    if (checkKind == null && args == null) return "Range check failed";
    if (checkKind == null) return "Range check failed: " + args;
    if (args == null) return "Range check failed: " + checkKind;
    if (args.size() == 2 && checkKind.equals("checkIndex")) {
      return "Index " + args.get(0) + " out of bounds for length " + args.get(1);
    }
    if (args.size() == 3 && checkKind.equals("checkFromToIndex")) {
      return "Range [" + args.get(0) + ", " + args.get(1) + ") out of bounds for length " + args.get(2);
    }
    if (args.size() == 3 && checkKind.equals("checkFromIndexSize")) {
      return "Range [" + args.get(0) + ", " + args.get(0) + " + " + args.get(1) + ") out of bounds for length " + args.get(2);
    }
    return "Range check failed: " + checkKind + " " + args;
  }
}
