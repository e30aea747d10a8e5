package org.junit.jupiter.api;

/** Marks a test; only for the trial of generated tests. */
public @interface Test {}
