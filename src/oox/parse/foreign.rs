//! Words of other languages, with what OOX has in their place.
//!
//! The words are ordinary names. So these tables are asked only about a name that is known to be wrong.

use crate::source::{Diagnostic, Span};

/// What OOX has in the place of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::oox) enum Instead {
    /// Another word or sign.
    Word(&'static str),
    /// Something that needs a sentence.
    Advice(&'static str),
}

use Instead::{Advice, Word};

impl Instead {
    /// The diagnostic with this as its advice; the wrong word has this place.
    pub fn advise(self, diagnostic: Diagnostic, place: Span) -> Diagnostic {
        match self {
            Word(word) => diagnostic.did_you_mean(place, Some(word)),
            Advice(advice) => diagnostic.help(advice),
        }
    }
}

const TYPED: Instead = Advice("a declaration begins with a type, as in `int x := 1;`");
const PRINTED: Instead = Advice("a program prints nothing; `multise explain` shows the values at a line");
const NO_LIBRARY: Instead = Advice("there is no library: what a program needs, it declares");

/// Where a type is expected.
pub(in crate::oox) fn in_place_of_type(word: &str) -> Option<Instead> {
    Some(match word {
        "String" | "str" | "Str" => Word("string"),
        "boolean" | "Boolean" | "Bool" => Word("bool"),
        "integer" | "Integer" | "Int" | "long" | "Long" | "short" | "byte" | "BigInteger" => Word("int"),
        "unsigned" | "nat" => Word("uint"),
        "double" | "Double" | "Float" | "real" | "decimal" => Word("float"),
        "Char" | "Character" => Word("char"),
        "Void" | "unit" | "Unit" => Word("void"),
        "var" | "let" | "val" | "auto" => TYPED,
        "def" | "func" | "fun" | "function" | "fn" | "method" => {
            Advice("a method begins with its result type, or `void`: `static int f(int x) { … }`")
        }
        "then" => Advice("there is no `then`: the statement follows the condition"),
        "Object" | "object" => Advice("classes have no common superclass; an interface can be one"),
        "Thread" | "Runnable" => {
            Advice("`fork m();` runs a call in a new thread, `join;` waits for the forked threads")
        }
        "List" | "ArrayList" | "LinkedList" | "Map" | "HashMap" | "Set" | "HashSet" | "Stack" | "Queue"
        | "Exception" => NO_LIBRARY,
        _ => return None,
    })
}

/// Where a variable, or before a dot also a class, is expected.
pub(in crate::oox) fn in_place_of_variable(word: &str) -> Option<Instead> {
    Some(match word {
        "nil" | "None" | "NULL" | "Null" | "nullptr" | "undefined" | "nothing" => Word("null"),
        "True" | "TRUE" => Word("true"),
        "False" | "FALSE" => Word("false"),
        "self" | "Self" | "me" => Word("this"),
        "result" | "Result" | "ret" => Word("retval"),
        "System" | "Console" | "console" => PRINTED,
        "Math" | "Arrays" | "Objects" | "Collections" => NO_LIBRARY,
        _ => return None,
    })
}

/// Where the name of a method is expected.
pub(in crate::oox) fn in_place_of_method(word: &str) -> Option<Instead> {
    Some(match word {
        "print" | "println" | "printf" | "puts" | "echo" => PRINTED,
        "len" | "length" | "size" | "count" => Advice("the length of an array `a` is `#a`"),
        "not" => Advice("not is written `!`"),
        "elif" | "elsif" | "elseif" => Word("else if"),
        "synchronized" => Word("lock"),
        "unlock" | "acquire" | "release" => Advice("`lock (o) { … }` has the monitor of `o` until its end"),
        "abs" | "min" | "max" | "pow" | "sqrt" | "sorted" => NO_LIBRARY,
        "assertTrue" | "assertFalse" | "assertEquals" => Advice("write `assert e;`"),
        _ => return None,
    })
}

/// Where an operator can be.
pub(super) fn in_place_of_operator(word: &str) -> Option<Instead> {
    Some(match word {
        "and" => Word("&&"),
        "or" => Word("||"),
        "implies" => Word("==>"),
        "mod" => Word("%"),
        "div" => Word("/"),
        "is" => Advice("`==` compares, `instanceof` asks for a class"),
        _ => return None,
    })
}

/// Where a class is expected.
pub(super) fn in_place_of_class(word: &str) -> Option<Instead> {
    Some(match word {
        "import" | "package" | "using" | "namespace" | "module" | "from" => {
            Advice("a program is one file; it has no packages and imports nothing")
        }
        "public" | "private" | "protected" | "final" | "sealed" | "data" => {
            Advice("the only modifier of a class is `abstract`")
        }
        "enum" | "struct" | "record" | "trait" => {
            Advice("the only types that a program declares are classes and interfaces")
        }
        "static" | "void" | "def" | "func" | "fun" | "function" | "fn" | "int" | "bool" | "float" | "string"
        | "char" => Advice("methods and fields stand in classes: `class Main { static void main() { … } }`"),
        _ => return None,
    })
}

/// Where a statement is expected: the word that it begins with.
pub(super) fn in_place_of_statement(word: &str) -> Option<&'static str> {
    Some(match word {
        "for" | "foreach" => "there is no `for` loop; write `while`",
        "do" | "switch" | "case" | "default" | "match" | "repeat" | "until" => {
            "the only compound statements are `if`, `while`, `try` and `lock`"
        }
        "invariant" | "decreases" => "a clause has parentheses: `while (e) invariant(e) { … }`",
        "final" | "public" | "private" | "volatile" => "local variables have no modifiers",
        "pass" | "skip" => "the empty statement is `;`",
        "break" | "continue" => "a `;` ends the statement",
        _ => return None,
    })
}

/// The operator of other languages that consists of two adjacent signs, the second of which is an error.
pub(super) fn in_place_of_signs(signs: &str) -> Option<Instead> {
    Some(match signs {
        "<>" => Word("!="),
        "===" => Word("=="),
        "!==" => Word("!="),
        "=>" | "->" => Word("==>"),
        "**" => Advice("there is no power; multiply"),
        "<<" | ">>" => Advice("there are no operations on bits"),
        _ => return None,
    })
}
