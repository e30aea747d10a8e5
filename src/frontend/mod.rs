//! From text to syntax tree: lexer, parser, AST.
