import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Compiles programs until there are no more. A line of standard input has the folder for the classes of one, an option of javac
 * for it alone, and its sources, with tabulators between them; the arguments are options for all. It prints the errors of a
 * program if it has some, and an empty line after each.
 */
public class Compile {
  public static void main(String[] options) throws Exception {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
    PrintStream out = new PrintStream(System.out, false, "UTF-8");
    StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      String[] parts = line.split("\t");
      List<String> all = new ArrayList<>(Arrays.asList(options));
      all.addAll(Arrays.asList(parts[1], "-d", parts[0]));
      new File(parts[0]).mkdirs();
      DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
      Iterable<? extends JavaFileObject> sources = files.getJavaFileObjects(Arrays.copyOfRange(parts, 2, parts.length));
      if (!compiler.getTask(null, files, found, all, null, sources).call()) {
        for (Diagnostic<? extends JavaFileObject> error : found.getDiagnostics()) {
          // An empty line is the end of its errors.
          for (String part : error.toString().split("\\R+")) out.println(part);
        }
      }
      out.println();
      out.flush();
    }
  }
}
