//! What is run, and on which inputs.

use std::path::PathBuf;

/// A run of a method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// Where the classes are, the first one first.
    pub places: Vec<Place>,
    /// What is run.
    pub entry: Entry,
    /// The objects of the inputs.
    pub heap: Vec<Object>,
    /// The receiver, if the method has one, and the arguments.
    pub arguments: Vec<Value>,
    /// What is called before it, whatever comes of it.
    pub before: Vec<(Entry, Vec<Value>)>,
    /// The values from outside, in the order of their use.
    pub nondet: Vec<Value>,
    /// What draws further values at random. Without it, a run that needs some ends.
    pub seed: Option<u64>,
}

/// A part of the class path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A folder or a jar.
    Path(PathBuf),
    /// The file of a single class, wherever it is.
    Class {
        /// The name of the class, with dots.
        name: String,
        /// The file.
        file: PathBuf,
    },
}

/// A method or a constructor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The class that declares it, with dots between packages.
    pub class: String,
    /// Its name; that of a constructor is `<init>`.
    pub name: String,
    /// Its descriptor, as class files have it: `(I[Ljava/lang/String;)V`.
    pub descriptor: String,
    /// Whether the first argument is the receiver. Constructors have none.
    pub has_receiver: bool,
}

/// A value of Java. Numbers with a point are kept as their bits, which can be compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// `null`
    Null,
    /// A `boolean`.
    Boolean(bool),
    /// A `byte`.
    Byte(i8),
    /// A `char`.
    Char(u16),
    /// A `short`.
    Short(i16),
    /// An `int`.
    Int(i32),
    /// A `long`.
    Long(i64),
    /// The bits of a `float`.
    Float(u32),
    /// The bits of a `double`.
    Double(u64),
    /// The units of a text. Only values from outside and results are texts; arguments refer to [`Object::Text`].
    Text(Vec<u16>),
    /// An object, by its index in [`Run::heap`].
    Object(usize),
}

/// An object of the inputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Object {
    /// An object of a class. What has no value here has the default of its type.
    Instance {
        /// The class, with dots between packages; a JVM ignores its type arguments.
        class: String,
        /// Its fields, also those of superclasses.
        fields: Vec<Field>,
    },
    /// An array.
    Array {
        /// The descriptor of the type of its elements.
        element: String,
        /// Its length.
        length: u32,
        /// The elements that `cells` does not have; `Null` for the default of their type.
        default: Value,
        /// Elements by index.
        cells: Vec<(u32, Value)>,
    },
    /// A constant of an `enum`.
    Constant {
        /// The class.
        class: String,
        /// The name of the constant.
        name: String,
    },
    /// A text, which is no literal.
    Text(Vec<u16>),
    /// The object that `valueOf` makes of a primitive value.
    Boxed {
        /// The class of the box, with dots.
        class: String,
        /// The value.
        value: Value,
    },
    /// What a constructor makes, when all other objects are there and before anything is called.
    Built {
        /// The class, with dots.
        class: String,
        /// The descriptor of the constructor.
        descriptor: String,
        /// Its arguments.
        arguments: Vec<Value>,
    },
    /// A collection that its constructor and operations make, or an `Optional` with at most one element.
    Collection {
        /// The class, with dots, and the types of its elements: `java.util.ArrayList<java.lang.Integer>`.
        ty: String,
        /// The elements; of a map the keys, and behind them the values.
        lists: Vec<Vec<Value>>,
    },
}

/// A type without its arguments: `a.Box<java.lang.String>` is `a.Box`.
pub fn erased(ty: &str) -> &str {
    ty.split('<').next().unwrap_or(ty)
}

/// A field of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// The class that declares it, with dots.
    pub class: String,
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: Value,
}
