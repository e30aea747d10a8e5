package multise;

import java.io.DataInputStream;
import java.io.IOException;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** The objects, arguments and values from outside of one run, made from their description. */
final class Inputs {
  /** A reference to an object that is described. */
  private static final class Reference {
    final int index;

    Reference(int index) {
      this.index = index;
    }
  }

  /** A field or an element, and what is stored into it. */
  private static final class Store {
    final String owner;
    final Object place;
    final Object value;

    Store(String owner, Object place, Object value) {
      this.owner = owner;
      this.place = place;
      this.value = value;
    }
  }

  private static final class Cell {
    char kind;
    String type;
    int length;
    /** The value of elements that have none of their own, of a box or a text; the name of a constant. */
    Object value;
    final List<Store> stores = new ArrayList<Store>();
    /** The elements of a collection; of a map its keys, and behind them its values. */
    final List<List<Object>> lists = new ArrayList<List<Object>>();
    boolean isCollected;
    /** Whether its contents are there, before a constructor has got it. */
    boolean isFilled;
    /** Whether the exception has got its cause, which it does not take twice. */
    boolean hasCause;
    /** The constructor that makes it of the only list. */
    Replay.Called constructor;
  }

  private final UserClasses classes;
  private final List<Cell> cells = new ArrayList<Cell>();
  /** The objects of the cells; of records only those that are made already. */
  final List<Object> objects = new ArrayList<Object>();
  private final List<Object> values = new ArrayList<Object>();
  final ArrayDeque<Object> fromOutside = new ArrayDeque<Object>();
  /** What draws further values from outside, if they are to be drawn. */
  final Random random;

  Inputs(DataInputStream in, UserClasses classes) throws IOException, ReflectiveOperationException {
    this.classes = classes;
    for (int n = in.readInt(); n > 0; n--) cells.add(cell(in));
    for (int n = in.readInt(); n > 0; n--) values.add(value(in));
    for (int n = in.readInt(); n > 0; n--) fromOutside.add(value(in));
    boolean isRandom = in.readBoolean();
    Random seeded = new Random(in.readLong());
    random = isRandom ? seeded : null;
    for (Cell cell : cells) objects.add(allocated(cell));
    for (int i = 0; i < cells.size(); i++) made(i, new boolean[cells.size()]);
    for (int i = 0; i < cells.size(); i++) {
      if (!cells.get(i).isFilled) fill(cells.get(i), objects.get(i));
    }
    for (int i = 0; i < cells.size(); i++) collect(i, new boolean[cells.size()]);
  }

  /** Makes the receiver, if a constructor does, when all other objects are there. */
  void build() throws ReflectiveOperationException {
    for (int i = 0; i < cells.size(); i++) {
      Cell cell = cells.get(i);
      if (cell.kind != 'B') continue;
      Constructor<?> constructor = cell.constructor.owner.getDeclaredConstructor(cell.constructor.parameters);
      accessible(constructor);
      objects.set(i, constructor.newInstance(resolved(cell.lists.get(0)).toArray()));
    }
  }

  /** The arguments of the entry. */
  List<Object> arguments() {
    return resolved(values);
  }

  private List<Object> resolved(List<Object> values) {
    List<Object> resolved = new ArrayList<Object>();
    for (Object value : values) resolved.add(resolved(value));
    return resolved;
  }

  /** The arguments of another call. */
  List<Object> more(DataInputStream in) throws IOException {
    return resolved(list(in));
  }

  private Cell cell(DataInputStream in) throws IOException, ReflectiveOperationException {
    Cell cell = new Cell();
    cell.kind = (char) in.readByte();
    switch (cell.kind) {
      case 'O':
        cell.type = text(in);
        for (int n = in.readInt(); n > 0; n--) {
          String owner = text(in);
          String name = text(in);
          cell.stores.add(new Store(owner, name, value(in)));
        }
        break;
      case '[':
        cell.type = text(in);
        cell.length = in.readInt();
        cell.value = value(in);
        for (int n = in.readInt(); n > 0; n--) {
          Integer index = in.readInt();
          cell.stores.add(new Store(null, index, value(in)));
        }
        break;
      case 'E':
        cell.type = text(in);
        cell.value = text(in);
        break;
      case 'B':
        cell.constructor = new Replay.Called(in, classes);
        cell.lists.add(list(in));
        break;
      case 'C':
        cell.type = text(in);
        for (int n = in.readInt(); n > 0; n--) cell.lists.add(list(in));
        break;
      default:
        cell.value = value(in);
    }
    return cell;
  }

  private static List<Object> list(DataInputStream in) throws IOException {
    List<Object> list = new ArrayList<Object>();
    for (int n = in.readInt(); n > 0; n--) list.add(value(in));
    return list;
  }

  static String text(DataInputStream in) throws IOException {
    char[] units = new char[in.readInt()];
    for (int i = 0; i < units.length; i++) units[i] = in.readChar();
    return new String(units);
  }

  private static Object value(DataInputStream in) throws IOException {
    char tag = (char) in.readByte();
    switch (tag) {
      case 'Z': return in.readBoolean();
      case 'B': return in.readByte();
      case 'C': return in.readChar();
      case 'S': return in.readShort();
      case 'I': return in.readInt();
      case 'J': return in.readLong();
      case 'F': return Float.intBitsToFloat(in.readInt());
      case 'D': return Double.longBitsToDouble(in.readLong());
      case 'T': return text(in);
      case 'L': return new Reference(in.readInt());
      default: return null;
    }
  }

  /** The object of a cell without its contents; null for what is made with them: a record, and an {@code Optional}. */
  private Object allocated(Cell cell) throws ReflectiveOperationException {
    switch (cell.kind) {
      case '[': return Array.newInstance(classes.type(cell.type), cell.length);
      case 'E': return constant(classes.named(cell.type), (String) cell.value);
      case 'T':
      case 'P': return cell.value;
      case 'C': return isOptional(cell) ? null : classes.named(cell.type).getConstructor().newInstance();
      case 'B': return null;
      default:
        Class<?> type = classes.named(cell.type);
        if (Throwable.class.isAssignableFrom(type)) return thrown(cell, type);
        return isRecord(type) ? null : allocate(type);
    }
  }

  private static boolean isRecord(Class<?> type) {
    return type.getSuperclass() != null && type.getSuperclass().getName().equals("java.lang.Record");
  }

  private static boolean isOptional(Cell cell) {
    return cell.type.equals(Optional.class.getName());
  }

  private static Object constant(Class<?> type, String name) throws ReflectiveOperationException {
    for (Object constant : type.getEnumConstants()) {
      if (((Enum<?>) constant).name().equals(name)) return constant;
    }
    throw new NoSuchFieldException(type.getName() + "." + name);
  }

  /** An exception with its message. Of its constructors only that of {@code Throwable} runs, which notes the stack. */
  private Object thrown(Cell cell, Class<?> type) throws ReflectiveOperationException {
    Object message = null;
    for (Store store : cell.stores) {
      boolean isMessage = isOfThrowable(store) && store.place.equals("message");
      if (isMessage && store.value instanceof Reference) message = cells.get(((Reference) store.value).index).value;
    }
    Class<?> factory = Class.forName("sun.reflect.ReflectionFactory");
    Constructor<?> constructor = (Constructor<?>) factory
        .getMethod("newConstructorForSerialization", Class.class, Constructor.class)
        .invoke(factory.getMethod("getReflectionFactory").invoke(null), type, Throwable.class.getConstructor(String.class));
    return constructor.newInstance(message);
  }

  private static boolean isOfThrowable(Store store) {
    return Throwable.class.getName().equals(store.owner);
  }

  /** By reflection, because the compiler does not offer this class. */
  private static Object allocate(Class<?> type) throws ReflectiveOperationException {
    Class<?> unsafe = Class.forName("sun.misc.Unsafe");
    Field instance = unsafe.getDeclaredField("theUnsafe");
    instance.setAccessible(true);
    return unsafe.getMethod("allocateInstance", Class.class).invoke(instance.get(null), type);
  }

  /** Makes the record or {@code Optional} of a cell, after those in it. */
  private Object made(int index, boolean[] open) throws ReflectiveOperationException {
    Cell cell = cells.get(index);
    Object object = objects.get(index);
    if (object != null || cell.kind == 'B') return object;
    if (open[index]) throw new InstantiationException("a record that has itself as a component");
    open[index] = true;
    if (cell.kind == 'C') {
      Object value = cell.lists.get(0).isEmpty() ? null : cell.lists.get(0).get(0);
      objects.set(index, Optional.ofNullable(value instanceof Reference ? made(((Reference) value).index, open) : value));
      return objects.get(index);
    }
    Class<?> type = classes.named(cell.type);
    Object[] components = (Object[]) Class.class.getMethod("getRecordComponents").invoke(type);
    Class<?>[] types = new Class<?>[components.length];
    Object[] values = new Object[components.length];
    for (int i = 0; i < components.length; i++) {
      types[i] = (Class<?>) components[i].getClass().getMethod("getType").invoke(components[i]);
      String name = (String) components[i].getClass().getMethod("getName").invoke(components[i]);
      values[i] = Array.get(Array.newInstance(types[i], 1), 0);
      for (Store store : cell.stores) {
        if (!store.place.equals(name)) continue;
        values[i] = store.value instanceof Reference ? complete((Reference) store.value, open) : store.value;
      }
    }
    Constructor<?> constructor = type.getDeclaredConstructor(types);
    constructor.setAccessible(true);
    try {
      objects.set(index, constructor.newInstance(values));
    } catch (InvocationTargetException thrown) {
      throw new InstantiationException("the constructor of " + type.getName() + " throws " + thrown.getCause());
    }
    return objects.get(index);
  }

  /** An object with its contents, for code that looks at it: a constructor of a record, or an operation of a collection. */
  private Object complete(Reference reference, boolean[] open) throws ReflectiveOperationException {
    Object object = made(reference.index, open);
    Cell cell = cells.get(reference.index);
    if (cell.isFilled) return object;
    cell.isFilled = true;
    boolean isWhole = true;
    for (Store store : cell.stores) {
      if (!(store.value instanceof Reference)) continue;
      Reference other = (Reference) store.value;
      boolean isBeingMade = open[other.index] && objects.get(other.index) == null;
      if (isBeingMade) isWhole = false;
      else complete(other, open);
    }
    collect(reference.index, open);
    fill(cell, object);
    cell.isFilled = isWhole;
    return object;
  }

  /** Adds the elements of a collection, after what is in them. */
  @SuppressWarnings("unchecked")
  private void collect(int index, boolean[] open) throws ReflectiveOperationException {
    Cell cell = cells.get(index);
    if (cell.kind != 'C' || cell.isCollected) return;
    cell.isCollected = true;
    for (List<Object> list : cell.lists) {
      for (Object value : list) {
        if (value instanceof Reference) complete((Reference) value, open);
      }
    }
    Object object = objects.get(index);
    if (cell.lists.isEmpty() || isOptional(cell)) return;
    for (int i = 0; i < cell.lists.get(0).size(); i++) {
      Object first = resolved(cell.lists.get(0).get(i));
      if (object instanceof Map) ((Map<Object, Object>) object).put(first, resolved(cell.lists.get(1).get(i)));
      else ((Collection<Object>) object).add(first);
    }
  }

  private void fill(Cell cell, Object object) throws ReflectiveOperationException {
    if (cell.kind == '[') {
      if (cell.value != null) {
        Object value = resolved(cell.value);
        for (int i = 0; i < cell.length; i++) Array.set(object, i, value);
      }
      for (Store store : cell.stores) Array.set(object, (Integer) store.place, resolved(store.value));
    } else if (cell.kind == 'O' && !isRecord(object.getClass())) {
      for (Store store : cell.stores) {
        if (isOfThrowable(store)) {
          if (store.place.equals("cause") && !cell.hasCause && resolved(store.value) != object) {
            cell.hasCause = true;
            ((Throwable) object).initCause((Throwable) resolved(store.value));
          }
          continue;
        }
        Field field = classes.named(store.owner).getDeclaredField((String) store.place);
        accessible(field);
        field.set(object, resolved(store.value));
      }
    }
  }

  private Object resolved(Object value) {
    return value instanceof Reference ? objects.get(((Reference) value).index) : value;
  }

  static void accessible(AccessibleObject member) {
    member.setAccessible(true);
  }
}
