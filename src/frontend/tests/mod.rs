//! Tests of lexer and parser together, through the public interface.

mod shared;
