package java.util.stream;

/** No property of the system asks for warnings. */
final class Tripwire {
  static final boolean ENABLED;

  static {
    ENABLED = false;
  }
}
