package java.lang;

import java.lang.annotation.Annotation;
import java.lang.constant.Constable;
import java.lang.invoke.TypeDescriptor;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.GenericDeclaration;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;

/** A name. */
public final class Class<T>
    implements java.io.Serializable,
        GenericDeclaration,
        Type,
        AnnotatedElement,
        TypeDescriptor.OfField<Class<?>>,
        Constable {
  /** As {@code getName} gives it: set before the program begins. */
  private String name;

  private Class() {}

  public String getName() { return name; }

  public String getTypeName() {
    if (name.charAt(0) == '[') Unsupported.theNameOfAnArrayClass();
    return name;
  }

  public String getSimpleName() {
    if (name.charAt(0) == '[') Unsupported.theNameOfAnArrayClass();
    return name.indexOf('$') >= 0 ? nestedName() : name.substring(name.lastIndexOf('.') + 1);
  }

  private native String nestedName();

  public boolean isArray() { return name.charAt(0) == '['; }

  public native boolean isPrimitive();

  public native Class<?> getComponentType();

  public Class<?> componentType() { return getComponentType(); }

  public native Class<?> arrayType();

  public native String descriptorString();

  public native TypeVariable<Class<T>>[] getTypeParameters();

  public native <A extends Annotation> A getAnnotation(Class<A> of);

  public native Annotation[] getAnnotations();

  public native Annotation[] getDeclaredAnnotations();

  public native T[] getEnumConstants();

  public native Class<? super T> getSuperclass();

  public native boolean desiredAssertionStatus();

  public native boolean isInstance(Object value);

  /** Only interfaces and {@code Object} are below nothing. */
  public String toString() {
    boolean isInterface = getSuperclass() == null && (Class<?>) this != Object.class;
    return (isInterface ? "interface " : "class ") + name;
  }
}
