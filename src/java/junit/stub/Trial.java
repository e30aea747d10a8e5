import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Runs generated tests, in their order and then backwards, each time in one class loader, as a test framework does. The arguments are the
 * class path, and a file with a class and a method on each line. Writes a line when a test begins, and one when it ends.
 */
public final class Trial {
  private static final long LIMIT = 10_000;
  private static PrintStream report;

  public static void main(String[] arguments) throws Exception {
    report = System.out;
    PrintStream nothing = new PrintStream(new Nothing());
    System.setOut(nothing);
    System.setErr(nothing);
    List<URL> places = new ArrayList<URL>();
    for (String place : arguments[0].split(File.pathSeparator)) places.add(new File(place).toURI().toURL());
    List<String> tests = Files.readAllLines(Paths.get(arguments[1]), StandardCharsets.UTF_8);
    List<Integer> order = new ArrayList<Integer>();
    for (int i = 0; i < tests.size(); i++) order.add(i);
    URL[] path = places.toArray(new URL[0]);
    if (passed(tests, order, path)) {
      Collections.reverse(order);
      passed(tests, order, path);
    }
    report.println("done");
    report.flush();
    Runtime.getRuntime().halt(0);
  }

  private static boolean passed(List<String> tests, List<Integer> order, URL[] path) throws Exception {
    ClassLoader loader = new URLClassLoader(path, ClassLoader.getSystemClassLoader().getParent());
    loader.setDefaultAssertionStatus(true);
    boolean passed = true;
    for (int i : order) {
      report.println("begin " + i);
      report.flush();
      String[] test = tests.get(i).split(" ");
      One one = new One(loader, test[0], test[1]);
      one.setContextClassLoader(loader);
      one.setDaemon(true);
      one.start();
      one.join(LIMIT);
      String problem = one.isAlive() ? "it does not end within " + LIMIT / 1000 + " s" : one.problem;
      if (problem != null) {
        passed = false;
        report.println("failed " + i + " " + problem.replaceAll("\\s+", " "));
      } else {
        report.println("passed " + i);
      }
      report.flush();
    }
    return passed;
  }

  private static final class One extends Thread {
    private final ClassLoader loader;
    private final String type;
    private final String method;
    private volatile String problem = "it has not ended";

    One(ClassLoader loader, String type, String method) {
      this.loader = loader;
      this.type = type;
      this.method = method;
    }

    @Override
    public void run() {
      try {
        Class<?> found = Class.forName(type, true, loader);
        Constructor<?> constructor = found.getDeclaredConstructor();
        constructor.setAccessible(true);
        Method test = found.getDeclaredMethod(method);
        test.setAccessible(true);
        test.invoke(constructor.newInstance());
        problem = null;
      } catch (InvocationTargetException thrown) {
        problem = String.valueOf(thrown.getCause());
      } catch (Throwable thrown) {
        problem = String.valueOf(thrown);
      }
    }
  }

  private static final class Nothing extends OutputStream {
    @Override
    public void write(int unit) throws IOException {
      // What programs print is not looked at.
    }
  }
}
