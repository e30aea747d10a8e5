package multise;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** One run: reads what is to be run on which inputs, runs it, and knows the answer. */
final class Replay implements Runnable, Nondet.Source {
  /** Ends a run that is decided; programs that catch it change nothing. */
  private static final class Decided extends Error {
    private static final long serialVersionUID = 1;

    Decided() {
      super(null, null, false, false);
    }
  }

  /** Keeps the beginning of what is printed. */
  private static final class Printed extends OutputStream {
    private static final int LIMIT = 1 << 16;
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();

    @Override
    public synchronized void write(int unit) {
      if (kept.size() < LIMIT) kept.write(unit);
    }

    synchronized String text() throws IOException {
      return kept.toString("UTF-8");
    }
  }

  private final DataInputStream request;
  private final Printed printed = new Printed();
  private UserClasses classes;
  private Inputs inputs;
  private final List<Object> drawn = new ArrayList<Object>();
  /** The first that decides how the run has ended. */
  private byte[] decided;

  Replay(byte[] request) {
    this.request = new DataInputStream(new ByteArrayInputStream(request));
  }

  @Override
  public void run() {
    try {
      System.setOut(new PrintStream(printed, true, "UTF-8"));
      System.setErr(new PrintStream(printed, true, "UTF-8"));
      Nondet.use(this);
      List<String[]> places = new ArrayList<String[]>();
      for (int n = request.readInt(); n > 0; n--) places.add(new String[] {Inputs.text(request), Inputs.text(request)});
      classes = new UserClasses(places);
      Thread.currentThread().setContextClassLoader(classes);
      runIn(classes);
    } catch (Throwable problem) {
      decide(failure(problem));
    } finally {
      close();
    }
  }

  private void close() {
    try {
      if (classes != null) classes.close();
    } catch (IOException error) {
      // The files were only read.
    }
  }

  private void runIn(UserClasses classes) throws Exception {
    Called called = new Called(request, classes);
    inputs = new Inputs(request, classes);
    initialise(called.owner);
    if (decided != null) return;
    try {
      inputs.build();
    } catch (InvocationTargetException thrown) {
      unbuilt(thrown.getCause());
      return;
    } catch (ExceptionInInitializerError thrown) {
      unbuilt(thrown);
      return;
    }
    for (int n = request.readInt(); n > 0; n--) {
      Called before = new Called(request, classes);
      List<Object> given = inputs.more(request);
      Method method = method(before.owner, before.name, before.parameters, before.result);
      Inputs.accessible(method);
      try {
        method.invoke(before.hasReceiver ? given.remove(0) : null, given.toArray());
      } catch (InvocationTargetException thrown) {
        // What it answers is known.
      }
    }
    Class<?> owner = called.owner;
    Class<?> result = called.result;
    List<Object> given = inputs.arguments();
    Object receiver = called.hasReceiver ? given.remove(0) : null;
    Object[] arguments = given.toArray();
    if (called.name.equals("<init>")) {
      Constructor<?> constructor = owner.getDeclaredConstructor(called.parameters);
      Inputs.accessible(constructor);
      try {
        constructor.newInstance(arguments);
        returned(null, void.class);
      } catch (InvocationTargetException thrown) {
        threw(thrown.getCause());
      }
      return;
    }
    Method method = method(owner, called.name, called.parameters, result);
    Inputs.accessible(method);
    try {
      returned(method.invoke(receiver, arguments), result);
    } catch (InvocationTargetException thrown) {
      threw(thrown.getCause());
    }
  }

  /** A method or constructor, as a request describes it. */
  static final class Called {
    final Class<?> owner;
    final String name;
    final Class<?>[] parameters;
    final Class<?> result;
    final boolean hasReceiver;

    Called(DataInputStream request, UserClasses classes) throws IOException, ReflectiveOperationException {
      owner = classes.named(Inputs.text(request));
      name = Inputs.text(request);
      parameters = new Class<?>[request.readInt()];
      for (int i = 0; i < parameters.length; i++) parameters[i] = classes.type(Inputs.text(request));
      result = classes.type(Inputs.text(request));
      hasReceiver = request.readBoolean();
    }
  }

  private static Method method(Class<?> owner, String name, Class<?>[] parameters, Class<?> result) throws NoSuchMethodException {
    for (Method method : owner.getDeclaredMethods()) {
      boolean same = method.getName().equals(name) && method.getReturnType() == result;
      if (same && Arrays.equals(method.getParameterTypes(), parameters)) return method;
    }
    throw new NoSuchMethodException(owner.getName() + "." + name);
  }

  /** Initialises the class of the entry, as the launcher of the JVM does; this may throw. */
  private void initialise(Class<?> owner) throws Exception {
    try {
      Class.forName(owner.getName(), true, classes);
    } catch (LinkageError error) {
      threw(error);
    }
  }

  /** No receiver is made: the run has other inputs than those of the entry. */
  private void unbuilt(Throwable thrown) throws IOException {
    if (thrown instanceof VirtualMachineError) threw(thrown);
    else decide(answer('A', ""));
  }

  private void returned(Object value, Class<?> type) throws IOException {
    Answer answer = new Answer();
    answer.tag('R');
    if (type == void.class) {
      answer.tag('V');
    } else if (type.isPrimitive()) {
      answer.value(value);
    } else if (value == null) {
      answer.tag('N');
    } else {
      reference(value, answer);
    }
    decide(answer.bytes());
  }

  private void reference(Object value, Answer answer) throws IOException {
    for (int i = 0; i < inputs.objects.size(); i++) {
      if (inputs.objects.get(i) == value) {
        answer.tag('L');
        answer.number(i);
        return;
      }
    }
    if (value instanceof String) {
      answer.value(value);
    } else {
      answer.tag('O');
      answer.text(value.getClass().getName());
    }
  }

  private void threw(Throwable thrown) throws IOException {
    if (thrown instanceof Decided) return;
    List<StackTraceElement> frames = new ArrayList<StackTraceElement>();
    for (StackTraceElement frame : thrown.getStackTrace()) {
      if (classes.has(frame.getClassName())) frames.add(frame);
    }
    Answer answer = new Answer();
    answer.tag('X');
    answer.text(thrown.getClass().getName());
    answer.number(frames.size());
    for (StackTraceElement frame : frames) {
      answer.text(frame.getClassName());
      answer.text(frame.getMethodName());
      answer.number(frame.getLineNumber());
    }
    decide(answer.bytes());
  }

  @Override
  public synchronized Object next(Class<?> type, int longest) {
    Object value = inputs == null ? null : inputs.fromOutside.poll();
    if (value == null && inputs != null && inputs.random != null) {
      value = Listed.draw(type, longest, inputs.random);
      drawn.add(value);
    }
    boolean fits = type == String.class
        ? value instanceof String && ((String) value).length() <= longest
        : boxed(type).isInstance(value);
    if (!fits) throw decidedBy('Q', type.getSimpleName());
    return value;
  }

  private static Class<?> boxed(Class<?> type) {
    return Array.get(Array.newInstance(type, 1), 0).getClass();
  }

  @Override
  public void reject() {
    throw decidedBy('A', "");
  }

  private Decided decidedBy(char tag, String text) {
    decide(answer(tag, text));
    return new Decided();
  }

  private static byte[] failure(Throwable problem) {
    return answer('F', problem.toString());
  }

  private static byte[] answer(char tag, String text) {
    Answer answer = new Answer();
    try {
      answer.tag(tag);
      answer.text(text);
    } catch (IOException error) {
      throw new IllegalStateException(error);
    }
    return answer.bytes();
  }

  private synchronized void decide(byte[] bytes) {
    if (decided == null) decided = bytes;
  }

  synchronized byte[] exiting() throws IOException {
    return whole(decided != null ? decided : answer('E', ""), false);
  }

  /** The answer; {@code hasThreads} if other threads of the run have not ended. */
  synchronized byte[] answer(boolean hasThreads) throws IOException {
    return whole(decided, hasThreads);
  }

  private byte[] whole(byte[] end, boolean hasThreads) throws IOException {
    Answer answer = new Answer();
    answer.tag(hasThreads ? 'T' : ' ');
    answer.text(printed.text());
    answer.number(inputs == null ? 0 : inputs.fromOutside.size());
    answer.number(drawn.size());
    for (Object value : drawn) answer.value(value);
    byte[] head = answer.bytes();
    byte[] all = Arrays.copyOf(head, head.length + end.length);
    System.arraycopy(end, 0, all, head.length, end.length);
    return all;
  }
}
