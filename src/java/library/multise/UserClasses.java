package multise;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The classes of one run: of folders, jars and single files. Assertions are on. */
final class UserClasses extends URLClassLoader {
  /** Files of single classes, by the name of the class. */
  private final Map<String, Path> single = new HashMap<String, Path>();

  UserClasses(List<String[]> places) throws IOException {
    super(new URL[0], UserClasses.class.getClassLoader());
    setDefaultAssertionStatus(true);
    for (String[] place : places) {
      Path path = Paths.get(place[1]);
      if (place[0].isEmpty()) addURL(path.toUri().toURL());
      else if (!single.containsKey(place[0])) single.put(place[0], path);
    }
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    Path path = single.get(name);
    if (path == null) return super.findClass(name);
    byte[] bytes;
    try {
      bytes = Files.readAllBytes(path);
    } catch (IOException error) {
      throw new ClassNotFoundException(name, error);
    }
    return defineClass(name, bytes, 0, bytes.length);
  }

  /** Whether a class, by its name in stack traces, is the user's. */
  boolean has(String name) {
    Class<?> loaded = findLoadedClass(name);
    return loaded != null && loaded.getClassLoader() == this;
  }

  /** The type of a descriptor. */
  Class<?> type(String descriptor) throws ClassNotFoundException {
    switch (descriptor.charAt(0)) {
      case 'V': return void.class;
      case 'Z': return boolean.class;
      case 'B': return byte.class;
      case 'C': return char.class;
      case 'S': return short.class;
      case 'I': return int.class;
      case 'J': return long.class;
      case 'F': return float.class;
      case 'D': return double.class;
      case '[': return Class.forName(descriptor.replace('/', '.'), false, this);
      default: return named(descriptor.substring(1, descriptor.length() - 1).replace('/', '.'));
    }
  }

  Class<?> named(String name) throws ClassNotFoundException {
    return Class.forName(name, false, this);
  }
}
