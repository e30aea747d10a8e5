//! Threads of Java: starts, joins, monitors, exceptions of threads, and what is not supported.

use super::are_as_expected;
use support::java::compile::{Source, compile};
use support::process::printed;
use support::trials::MODES;

/// Programs with what is expected of them in the first line.
const PROGRAMS: &[&str] = &[
    // A monitor of a class is not that of its objects.
    "// expect: invalid assert line 11
public class Main {
  static int n;
  static synchronized void one() { n = n + 1; }
  synchronized void other() { n = n + 1; }
  public static void main(String[] args) throws InterruptedException {
    Thread t = new Thread(() -> one());
    t.start();
    new Main().other();
    t.join();
    assert n == 2;
  }
}",
    // A monitor is released where an exception leaves the method, and where one leaves a block.
    "// expect: valid
public class Main {
  static int n;
  static synchronized void count(int by) { n++; n += 1 / by; }
  static void block(Object lock, int by) { synchronized (lock) { n++; n += 1 / by; } }
  public static void main(String[] args) throws InterruptedException {
    Object lock = Main.class;
    Thread a = new Thread(() -> count(0));
    Thread b = new Thread(() -> block(lock, 0));
    a.start();
    b.start();
    try { count(0); } catch (ArithmeticException e) { }
    a.join();
    b.join();
    synchronized (lock) { synchronized (Main.class) { n++; } }
    assert n == 4;
  }
}",
    // Equal boxes may have one monitor on a JVM.
    "// expect: unknown unsupported
public class Main {
  static void lock(Object lock) { synchronized (lock) { } }
  public static void main(String[] args) {
    new Thread(() -> lock(new Object())).start();
    Integer five = 5;
    lock(five);
  }
}",
    "// expect: valid
public class Main {
  static int n;
  static void count(Object lock) { synchronized (lock) { n++; } }
  public static void main(String[] args) throws InterruptedException {
    Object lock = new Object();
    Integer five = 5;
    Thread t = new Thread(() -> count(lock));
    t.start();
    count(lock);
    t.join();
    assert n == 2 && five == 5;
  }
}",
    // A thread that has not been started need not be waited for, and one can be started once.
    "// expect: invalid uncaught IllegalThreadStateException line 9
public class Main {
  public static void main(String[] args) throws InterruptedException {
    Thread t = new Thread(() -> { });
    t.join();
    assert !t.isAlive();
    t.start();
    t.join();
    t.start();
  }
}",
    // Two threads that wait for each other.
    "// expect: deadlock
public class Main {
  static Thread a, b;
  static void wait(Thread other) { try { other.join(); } catch (InterruptedException e) { } }
  public static void main(String[] args) {
    a = new Thread(() -> wait(b));
    b = new Thread(() -> wait(a));
    a.start();
    b.start();
  }
}",
    // An assertion counts in a thread that another one has started.
    "// expect: invalid assert line 5
public class Main {
  static class Inner extends Thread {
    boolean isLast;
    @Override public void run() { assert isLast == isAlive(); }
  }
  public static void main(String[] args) { new Thread(() -> new Inner().start()).start(); }
}",
    // An initialisation beside others would have to be waited for.
    "// expect: unknown unsupported
public class Main {
  static class Late { static int n = 1; static { n++; } }
  public static void main(String[] args) {
    new Thread(() -> { Late.n++; }).start();
  }
}",
    // Unless nothing can observe when it happens, or a JVM has done it already.
    "// expect: valid
public class Main {
  static class Late {
    static final Object LOCK = new Object();
    static int n = 1;
    static int[] cells = new int[2];
    static void count() { synchronized (LOCK) { n++; cells[1]++; } }
  }
  public static void main(String[] args) throws InterruptedException {
    Thread t = new Thread(() -> { Late.count(); new java.util.ArrayList<Integer>().add(1); });
    t.start();
    Late.count();
    t.join();
    System.out.println(Late.n);
    assert Late.n == 3 && Late.cells[1] == 2;
  }
}",
    "// expect: invalid assert line 6
public class Main {
  static class Late { static int n = 1; }
  public static void main(String[] args) {
    new Thread(() -> { Late.n++; }).start();
    assert Late.n == 1;
  }
}",
    // It might end in an exception.
    "// expect: unknown unsupported
public class Main {
  static class Late { static int n = 1; static int[] cells = new int[-1]; }
  public static void main(String[] args) {
    new Thread(() -> { Late.n++; }).start();
  }
}",
    // So would one that starts a thread.
    "// expect: unknown unsupported
public class Main {
  static int n;
  static { new Thread(() -> n++).start(); }
  public static void main(String[] args) { assert n < 2; }
}",
    "// expect: unknown unsupported
public class Main {
  static class Own extends Thread {
    @Override public void run() { try { join(); } catch (InterruptedException e) { } }
  }
  public static void main(String[] args) { new Own().start(); }
}",
    "// expect: unknown unsupported
public class Main {
  public static void main(String[] args) throws InterruptedException {
    synchronized (args) { args.wait(); }
  }
}",
];

#[test]
fn both_modes_answer_as_expected() {
    are_as_expected(PROGRAMS);
}

/// The model of `join` takes a monitor; what users see is the call.
#[test]
fn a_deadlock_is_at_the_call_that_waits() {
    let text = "public class Main {
  public static void main(String[] args) throws InterruptedException {
    Thread other = new Thread(() -> {
      synchronized (Main.class) { }
    });
    synchronized (Main.class) {
      other.start();
      other.join();
    }
  }
}
";
    let joins = "public class Main {
  static Thread a, b;
  static void wait(Thread other) {
    try {
      other.join();
    } catch (InterruptedException e) { }
  }
  public static void main(String[] args) {
    a = new Thread(() -> wait(b));
    b = new Thread(() -> wait(a));
    a.start();
    b.start();
  }
}
";
    let Some(classes) = compile(&[Source::main(text), Source::main(joins)]) else { return };
    for (classes, parts) in classes.iter().zip([
        ["Main.java:4:7", "thread 0 waits at line 8 for the monitor that thread 1 has", "in Main.lambda$main$0"],
        ["Main.java:5:7", "thread 2 waits at line 5 for the monitor that thread 1 has", "in Main.wait: violated"],
    ]) {
        for (_, mode) in MODES {
            let mut command = support::multise!();
            command.arg("explore").arg(&classes.folder).arg("--sourcepath").arg(&classes.sources);
            let report = printed(&command.args(["--mode", mode]).output().expect("it runs"));
            assert!(parts.iter().all(|part| report.contains(part)), "{mode}: {report}");
            // Nor is anything else said of the model.
            assert!(!report.contains("java/lang") && !report.contains("java.lang"), "{mode}: {report}");
        }
    }
}
