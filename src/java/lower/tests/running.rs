//! What methods compute, and which exceptions leave them, in the interpreter.
