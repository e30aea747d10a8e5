//! Methods that a class of tests has for its own use.

/// A method. The order is that of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Helper {
    /// An object that no constructor makes.
    Make,
    /// A store into a field that cannot be named.
    Set,
    /// A constant of an enum that cannot be named.
    Constant,
    /// A call of a method that cannot be named.
    Call,
    /// The same for a constructor.
    Construct,
}

impl Helper {
    /// Its text.
    pub fn text(self) -> &'static str {
        match self {
            Helper::Make => {
                "  /** An object whose fields have their defaults: no constructor runs. */
  @SuppressWarnings(\"unchecked\")
  private static <T> T make(Class<T> type) throws Exception {
    Class<?> unsafe = Class.forName(\"sun.misc.Unsafe\");
    java.lang.reflect.Field instance = unsafe.getDeclaredField(\"theUnsafe\");
    instance.setAccessible(true);
    return (T) unsafe.getMethod(\"allocateInstance\", Class.class).invoke(instance.get(null), type);
  }
"
            }
            Helper::Set => {
                "  /** Stores a value in a field that is private or final. */
  private static void set(Object object, String name, Object value) throws Exception {
    Class<?> type = object.getClass();
    while (true) {
      try {
        java.lang.reflect.Field field = type.getDeclaredField(name);
        field.setAccessible(true);
        field.set(object, value);
        return;
      } catch (NoSuchFieldException inSuperclass) {
        type = type.getSuperclass();
        if (type == null) throw inSuperclass;
      }
    }
  }
"
            }
            Helper::Constant => {
                "  /** A constant of an enum. */
  private static Object constant(Class<?> type, String name) throws Exception {
    java.lang.reflect.Field field = type.getDeclaredField(name);
    field.setAccessible(true);
    return field.get(null);
  }
"
            }
            Helper::Call => {
                "  /** Calls a method that is private, or has private types. */
  private static Object call(
      Class<?> type, String name, Class<?>[] parameters, Object receiver, Object... arguments) throws Throwable {
    java.lang.reflect.Method method = type.getDeclaredMethod(name, parameters);
    method.setAccessible(true);
    try {
      return method.invoke(receiver, arguments);
    } catch (java.lang.reflect.InvocationTargetException thrown) {
      throw thrown.getCause();
    }
  }
"
            }
            Helper::Construct => {
                "  /** Calls a constructor that is private, or has private types. */
  private static Object construct(Class<?> type, Class<?>[] parameters, Object... arguments) throws Throwable {
    java.lang.reflect.Constructor<?> constructor = type.getDeclaredConstructor(parameters);
    constructor.setAccessible(true);
    try {
      return constructor.newInstance(arguments);
    } catch (java.lang.reflect.InvocationTargetException thrown) {
      throw thrown.getCause();
    }
  }
"
            }
        }
    }
}
