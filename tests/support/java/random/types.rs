//! Types, and literals near their limits.

use super::choices::Choices;

/// A type of generated programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    Int,
    Long,
    Boolean,
    Byte,
    Short,
    Char,
    Double,
    Float,
    Doubles,
    Ints,
    Longs,
    Bytes,
    Chars,
    Flags,
    Grid,
    Base,
    Sub,
    Bases,
    /// The interface of `Base`, of the enum and of anonymous classes.
    Scaled,
    /// The enum.
    Tone,
    Tones,
    /// The record whose objects only code makes.
    Pair,
    /// The record of which inputs have objects.
    Span,
    /// A generic class, of boxes.
    Cell,
    /// The same of texts.
    TextCell,
    Text,
    Builder,
    Boxed,
    List,
    /// A list that need not be an `ArrayList`.
    Numbers,
    /// A list that can be read.
    Wild,
    Map,
    Words,
    Maybe,
    /// A functional interface over primitive values.
    Function,
    /// A functional interface over boxes.
    Generic,
    /// Exceptions.
    Trouble,
    Object,
}

impl Type {
    pub const PRIMITIVE: [Type; 8] =
        [Type::Int, Type::Long, Type::Boolean, Type::Byte, Type::Short, Type::Char, Type::Double, Type::Float];
    pub const NUMBER: [Type; 5] = [Type::Int, Type::Long, Type::Byte, Type::Short, Type::Char];
    /// The types of numbers with a point.
    pub const FLOATING: [Type; 2] = [Type::Double, Type::Float];
    /// The types that are as wide as `int`, or narrower.
    pub const NARROW: [Type; 4] = [Type::Int, Type::Byte, Type::Short, Type::Char];
    pub const REFERENCE: [Type; 30] = [
        Type::Ints,
        Type::Base,
        Type::Sub,
        Type::Bytes,
        Type::Longs,
        Type::Bases,
        Type::Scaled,
        Type::Tone,
        Type::Pair,
        Type::Span,
        Type::Cell,
        Type::TextCell,
        Type::Object,
        Type::Grid,
        Type::Chars,
        Type::Flags,
        Type::Doubles,
        Type::Tones,
        Type::Text,
        Type::Builder,
        Type::Boxed,
        Type::List,
        Type::Numbers,
        Type::Wild,
        Type::Map,
        Type::Words,
        Type::Maybe,
        Type::Function,
        Type::Generic,
        Type::Trouble,
    ];
    /// The types whose objects are shown as texts.
    pub const SHOWN: [Type; 8] =
        [Type::Pair, Type::Span, Type::Base, Type::List, Type::Map, Type::Numbers, Type::Words, Type::Maybe];
    /// The types of collections, of which the entry may have parameters, with the classes of what it gets, and the type of their
    /// elements or keys; of a `Number`, that of boxes.
    pub const COLLECTIONS: [(Type, &str, Type); 6] = [
        (Type::List, "java.util.ArrayList<java.lang.Integer>", Type::Boxed),
        (Type::Numbers, "java.util.ArrayList<java.lang.Integer>", Type::Boxed),
        (Type::Wild, "java.util.ArrayList<java.lang.Number>", Type::Boxed),
        (Type::Map, "java.util.HashMap<java.lang.Integer, java.lang.Integer>", Type::Boxed),
        (Type::Words, "java.util.LinkedHashSet<java.lang.String>", Type::Text),
        (Type::Maybe, "java.util.Optional<java.lang.Integer>", Type::Boxed),
    ];
    /// The other types of which the entry may have parameters.
    pub const GIVEN: [Type; 28] = [
        Type::Int,
        Type::Long,
        Type::Boolean,
        Type::Byte,
        Type::Short,
        Type::Char,
        Type::Ints,
        Type::Base,
        Type::Sub,
        Type::Bytes,
        Type::Longs,
        Type::Bases,
        Type::Grid,
        Type::Chars,
        Type::Flags,
        Type::Double,
        Type::Float,
        Type::Doubles,
        Type::Tone,
        Type::Tones,
        Type::Text,
        Type::Boxed,
        Type::Scaled,
        Type::Cell,
        Type::TextCell,
        Type::Span,
        Type::Trouble,
        Type::Object,
    ];
    /// What the entry gets where a parameter is an `Object`. Its code tells them apart.
    pub const BEHIND_OBJECT: [Type; 8] =
        [Type::Ints, Type::Tone, Type::Bases, Type::Boxed, Type::Text, Type::Grid, Type::Base, Type::Tones];

    /// Any type.
    pub fn any(choices: &mut Choices<'_>) -> Self {
        match choices.below(2) {
            0 => choices.of(&Self::PRIMITIVE),
            _ => choices.of(&Self::REFERENCE),
        }
    }

    /// The type in Java.
    pub fn name(self) -> &'static str {
        match self {
            Type::Int => "int",
            Type::Long => "long",
            Type::Boolean => "boolean",
            Type::Byte => "byte",
            Type::Short => "short",
            Type::Char => "char",
            Type::Double => "double",
            Type::Float => "float",
            Type::Doubles => "double[]",
            Type::Ints => "int[]",
            Type::Longs => "long[]",
            Type::Bytes => "byte[]",
            Type::Base => "Base",
            Type::Sub => "Sub",
            Type::Bases => "Base[]",
            Type::Chars => "char[]",
            Type::Flags => "boolean[]",
            Type::Grid => "int[][]",
            Type::Scaled => "Scaled",
            Type::Tone => "Tone",
            Type::Tones => "Tone[]",
            Type::Pair => "Pair",
            Type::Span => "Span",
            Type::Cell => "Cell<Integer>",
            Type::TextCell => "Cell<String>",
            Type::Text => "String",
            Type::Builder => "StringBuilder",
            Type::Boxed => "Integer",
            Type::List => "ArrayList<Integer>",
            Type::Numbers => "List<Integer>",
            Type::Wild => "List<? extends Number>",
            Type::Map => "HashMap<Integer, Integer>",
            Type::Words => "Set<String>",
            Type::Maybe => "Optional<Integer>",
            Type::Function => "IntUnaryOperator",
            Type::Generic => "UnaryOperator<Integer>",
            Type::Trouble => "RuntimeException",
            Type::Object => "Object",
        }
    }

    /// The name of a type that is no array, with its package.
    pub fn full_name(self) -> String {
        let class = self.descriptor().strip_prefix('L').and_then(|class| class.strip_suffix(';'));
        class.map_or_else(|| self.name().to_owned(), |class| class.replace('/', "."))
    }

    /// The type in class files.
    pub fn descriptor(self) -> &'static str {
        match self {
            Type::Int => "I",
            Type::Long => "J",
            Type::Boolean => "Z",
            Type::Byte => "B",
            Type::Short => "S",
            Type::Char => "C",
            Type::Double => "D",
            Type::Float => "F",
            Type::Doubles => "[D",
            Type::Ints => "[I",
            Type::Longs => "[J",
            Type::Bytes => "[B",
            Type::Base => "LBase;",
            Type::Sub => "LSub;",
            Type::Bases => "[LBase;",
            Type::Chars => "[C",
            Type::Flags => "[Z",
            Type::Grid => "[[I",
            Type::Scaled => "LScaled;",
            Type::Tone => "LTone;",
            Type::Tones => "[LTone;",
            Type::Pair => "LPair;",
            Type::Span => "LSpan;",
            Type::Cell | Type::TextCell => "LCell;",
            Type::Text => "Ljava/lang/String;",
            Type::Builder => "Ljava/lang/StringBuilder;",
            Type::Boxed => "Ljava/lang/Integer;",
            Type::List => "Ljava/util/ArrayList;",
            Type::Numbers | Type::Wild => "Ljava/util/List;",
            Type::Map => "Ljava/util/HashMap;",
            Type::Words => "Ljava/util/Set;",
            Type::Maybe => "Ljava/util/Optional;",
            Type::Function => "Ljava/util/function/IntUnaryOperator;",
            Type::Generic => "Ljava/util/function/UnaryOperator;",
            Type::Trouble => "Ljava/lang/RuntimeException;",
            Type::Object => "Ljava/lang/Object;",
        }
    }

    /// The type of the elements of an array.
    pub fn element(self) -> Option<Type> {
        match self {
            Type::Ints => Some(Type::Int),
            Type::Longs => Some(Type::Long),
            Type::Doubles => Some(Type::Double),
            Type::Bytes => Some(Type::Byte),
            Type::Bases => Some(Type::Base),
            Type::Chars => Some(Type::Char),
            Type::Flags => Some(Type::Boolean),
            Type::Grid => Some(Type::Ints),
            Type::Tones => Some(Type::Tone),
            _ => None,
        }
    }

    /// Whether its values are objects of classes of the program, or lead to some.
    pub fn has_objects(self) -> bool {
        let own = [
            Type::Base,
            Type::Sub,
            Type::Bases,
            Type::Scaled,
            Type::Tone,
            Type::Tones,
            Type::Cell,
            Type::TextCell,
            Type::Span,
            Type::Trouble,
            Type::Object,
        ];
        own.contains(&self)
    }

    /// The class of the collections that the entry gets, and the type of their elements or keys.
    pub fn collected(self) -> Option<(&'static str, Type)> {
        Self::COLLECTIONS.into_iter().find(|(ty, ..)| *ty == self).map(|(_, class, element)| (class, element))
    }

    /// What the objects of a generic class hold.
    pub fn held(self) -> Option<Type> {
        match self {
            Type::Cell => Some(Type::Boxed),
            Type::TextCell => Some(Type::Text),
            _ => None,
        }
    }

    pub fn is_number(self) -> bool {
        Self::NUMBER.contains(&self)
    }

    pub fn is_floating(self) -> bool {
        Self::FLOATING.contains(&self)
    }

    /// The least and the greatest value of a type of integers.
    pub fn range(self) -> (i64, i64) {
        match self {
            Type::Long => (i64::MIN, i64::MAX),
            Type::Byte => (i8::MIN.into(), i8::MAX.into()),
            Type::Short => (i16::MIN.into(), i16::MAX.into()),
            Type::Char => (0, u16::MAX.into()),
            Type::Boolean => (0, 1),
            _ => (i32::MIN.into(), i32::MAX.into()),
        }
    }

    /// Numbers at which something may change, those of the type only.
    pub fn limits(self) -> Vec<i64> {
        let (least, most) = self.range();
        let near = [0, 1, 2, -1, 3, 7, 31, 32, 33, -128, 127, 128, 255, 256, -32768, 32767, 65535, 46341, 1 << 31, -5];
        let own = [least, most, least + 1, most - 1, most / 2 + 1];
        near.into_iter().chain(own).filter(|n| (least..=most).contains(n)).collect()
    }

    /// A number of the type in Java.
    pub fn literal(self, n: i64) -> String {
        let number = if n < 0 { format!("({n})") } else { n.to_string() };
        match self {
            Type::Int => number,
            Type::Long if n < 0 => format!("({n}L)"),
            Type::Long => format!("{n}L"),
            Type::Boolean => (n != 0).to_string(),
            _ => format!("(({}) {number})", self.name()),
        }
    }
}
