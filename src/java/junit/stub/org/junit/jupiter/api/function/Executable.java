package org.junit.jupiter.api.function;

/** What may throw anything. */
public interface Executable {
  void execute() throws Throwable;
}
