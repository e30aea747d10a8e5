package multise;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;

/**
 * Runs methods on inputs that it reads from standard input, one request after the other, and writes how each run ended; the
 * form of both is in {@code src/java/jvm/wire.rs}. Each run has its own class loader, so that all classes are initialised anew.
 */
public final class Replayer {
  /** Room for recursion as deep as the engine follows it. */
  private static final long STACK = 256L << 20;

  private static DataOutputStream output;
  private static Replay current;

  private Replayer() {}

  public static void main(String[] arguments) throws Exception {
    DataInputStream input = new DataInputStream(new FileInputStream(FileDescriptor.in));
    output = new DataOutputStream(new FileOutputStream(FileDescriptor.out));
    System.setIn(new ByteArrayInputStream(new byte[0]));
    Runtime.getRuntime().addShutdownHook(new Thread() {
      @Override
      public void run() {
        exiting();
      }
    });
    Answer hello = new Answer();
    hello.text(System.getProperty("java.version"));
    send(hello.bytes());
    while (true) {
      byte[] request;
      try {
        request = new byte[input.readInt()];
        input.readFully(request);
      } catch (EOFException end) {
        Runtime.getRuntime().halt(0);
        return;
      }
      Replay replay = new Replay(request);
      begin(replay);
      ThreadGroup group = new ThreadGroup("replay");
      Thread thread = new Thread(group, replay, "main", STACK);
      thread.start();
      thread.join();
      byte[] answer = replay.answer(group.activeCount() > 0);
      begin(null);
      send(answer);
    }
  }

  private static synchronized void begin(Replay replay) {
    current = replay;
  }

  /** The program ends the JVM: its status is the answer. */
  private static synchronized void exiting() {
    if (current == null) return;
    try {
      send(current.exiting());
    } catch (IOException error) {
      // The reader is gone, and nobody waits for the answer.
    }
  }

  private static void send(byte[] answer) throws IOException {
    output.writeInt(answer.length);
    output.write(answer);
    output.flush();
  }
}
