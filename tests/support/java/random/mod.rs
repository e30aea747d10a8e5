//! Random Java programs. A program is made of a list of numbers, each of which decides one thing; a shorter list or smaller
//! numbers make a simpler program, so proptest makes those that fail smaller.
//!
//! | file | contents |
//! |---|---|
//! | `choices.rs` | the numbers |
//! | `types.rs` | types, and literals near their limits |
//! | `scope.rs` | what code can name |
//! | `classes.rs` | the classes besides that of the entry |
//! | `exprs.rs` | expressions |
//! | `floats.rs` | expressions over numbers with a point |
//! | `objects.rs` | expressions over enums, records, inner objects and their like |
//! | `library.rs` | expressions over texts, boxes and lambdas |
//! | `collections.rs` | expressions over collections and streams |
//! | `stmts.rs` | statements |
//! | `inputs.rs` | arguments for the entry |
//!
//! All programs compile and end. Every run leaves its traces in a static field, which the entry returns.

pub(super) mod choices;
mod classes;
mod collections;
mod exprs;
mod floats;
pub mod inputs;
mod library;
mod objects;
mod reflection;
mod scope;
mod stmts;
mod types;

pub use types::Type;

use choices::Choices;
use multise::internals::java::jvm::erased;
use proptest::collection::vec;
use proptest::prelude::any;
use proptest::strategy::Strategy;
use scope::{Callable, Scope, Variable};
use std::fmt::Write;

/// A program with an entry `check`, which returns a `long`. It is static, or a method of an object.
#[derive(Clone, PartialEq, Eq)]
pub struct Program {
    pub text: String,
    /// The class of the receiver of the entry. Without one, the entry is a static method of `Main`.
    pub receiver: Option<Type>,
    /// Whether a constructor makes the receiver.
    pub is_built: bool,
    /// The types of the parameters of the entry.
    pub parameters: Vec<Type>,
    /// Whether the entry has a type parameter in the place of `Integer`.
    pub is_generic: bool,
}

impl std::fmt::Debug for Program {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}

impl Program {
    /// The entry as options and headers write it.
    pub fn entry(&self) -> String {
        let erased = |ty: &Type| if self.is_bound(*ty) { "Comparable" } else { erased(ty.name()) };
        let parameters: Vec<&str> = self.parameters.iter().map(erased).collect();
        format!("{}.check({})", self.class(), parameters.join(","))
    }

    /// The class of the entry.
    pub fn class(&self) -> &'static str {
        self.receiver.map_or("Main", Type::name)
    }

    /// The descriptor of the entry.
    pub fn descriptor(&self) -> String {
        let descriptor = |ty: &Type| if self.is_bound(*ty) { "Ljava/lang/Comparable;" } else { ty.descriptor() };
        let parameters: String = self.parameters.iter().map(descriptor).collect();
        format!("({parameters})J")
    }

    /// Whether the class file has the bound of the type parameter in the place of a type.
    fn is_bound(&self, ty: Type) -> bool {
        self.is_generic && ty == Type::Boxed
    }
}

/// The constructors of the classes that may have the entry, with their parameters.
pub const CONSTRUCTORS: [(&str, &[(&str, Type)]); 4] = [
    ("Base", &[("number", Type::Int), ("wide", Type::Long)]),
    ("Base", &[("link", Type::Base), ("tone", Type::Tone), ("small", Type::Byte)]),
    ("Sub", &[("by", Type::Int), ("wide", Type::Long)]),
    ("Sub", &[("other", Type::Base), ("cells", Type::Ints), ("text", Type::Text)]),
];

/// The constants of the enum, in order.
pub const CONSTANTS: [&str; 3] = ["LOW", "MIDDLE", "HIGH"];

/// What methods of exceptions do.
const CAUSES: &str = "  static int caused(RuntimeException e, RuntimeException cause) {
    try {
      e.initCause(cause);
    } catch (IllegalStateException | IllegalArgumentException x) {
      return (x instanceof IllegalStateException ? 10 : 20) + (x.getCause() == e ? 1 : 0);
    }
    return e.getCause() == cause ? 30 : 40;
  }

  static int suppressed(RuntimeException e, RuntimeException other) {
    try {
      e.addSuppressed(other);
    } catch (IllegalArgumentException x) {
      return x.getCause() == e ? -1 : -2;
    }
    return e.getSuppressed().length;
  }

";

/// Programs of all sizes.
pub fn programs() -> impl Strategy<Value = Program> {
    (100usize..1200).prop_flat_map(|size| vec(any::<u32>(), size / 3..=size)).prop_map(|numbers| program(&numbers))
}

/// The program that the numbers make.
pub fn program(numbers: &[u32]) -> Program {
    // The entry has the most numbers.
    let (others, own) = numbers.split_at(numbers.len() / 3);
    let mut make = Maker { choices: Choices::new(others), scope: Scope::default() };
    let mut text = String::from(
        "import static multise.Nondet.*;\nimport java.math.BigInteger;\nimport java.time.LocalDate;\nimport java.util.*;\nimport java.util.concurrent.atomic.*;\nimport java.util.function.*;\nimport java.util.stream.*;\n\n",
    );
    text +=
        "class Thrown extends RuntimeException {\n  final int code;\n  Thrown(int code) { this.code = code; }\n}\n\n";
    let helpers = make.helpers();
    text += &make.classes();
    text += "public class Main {\n  static long log;\n\n  static void seen(long value) { log = log * 31 + value; }\n\n";
    text += "  static AtomicInteger ticks = new AtomicInteger(1);\n\n";
    text += "  static int many(int... all) {\n    int sum = all.length;\n    for (int one : all) sum = sum * 31 + one;\n    return sum;\n  }\n\n";
    text += "  static String cut(String text) {\n    return text != null && text.length() > 6 ? text.substring(0, 6) : text;\n  }\n\n";
    text += "  static <T> T either(boolean first, T one, T other) {\n    return first ? one : other;\n  }\n\n";
    text += "  static <T extends Comparable<? super T>> T higher(T one, T other) {\n    return one.compareTo(other) >= 0 ? one : other;\n  }\n\n";
    text += "  static HashMap<Integer, Integer> mapped(Integer key, Integer value) {\n    HashMap<Integer, Integer> map = new HashMap<>();\n    map.put(key, value);\n    return map;\n  }\n\n";
    text += CAUSES;
    // The order of a map whose keys have the hashes that a JVM chooses is not seen.
    text += "  static <K> int counted(Map<K, Integer> map, K one, K other) {\n    map.merge(one, 1, Integer::sum);\n    map.merge(other, 1, Integer::sum);\n    int sum = map.get(one) * 10 + map.size();\n    for (int value : map.values()) sum += value * 100;\n    return sum;\n  }\n\n";
    let statics = make.statics();
    text += &statics;
    text += &helpers;
    make.choices = Choices::new(own);
    let receiver = make.receiver();
    let is_built = matches!(receiver, Some(Type::Base | Type::Sub)) && make.choices.one_in(2);
    let is_generic = receiver.is_none() && make.choices.one_in(3);
    let (check, parameters) = make.check(receiver, is_generic);
    text += &classes::entry_of("Main");
    text += "}\n";
    for class in ["Main", "Base", "Sub", "Tone"] {
        let is_here = class == receiver.map_or("Main", Type::name);
        text = text.replace(&classes::entry_of(class), if is_here { &check } else { "" });
    }
    let head = if is_built { "// receivers: built\n" } else { "" };
    Program { text: head.to_owned() + &indented(&text), receiver, is_built, parameters, is_generic }
}

/// Parameters, `a0` and so on, as they are declared.
fn declared(parameters: &[Type], written: impl Fn(Type) -> String) -> String {
    let declare = |(i, ty): (usize, &Type)| format!("{} a{i}", written(*ty));
    parameters.iter().enumerate().map(declare).collect::<Vec<_>>().join(", ")
}

/// Code that tells apart the numbers in a list that is a parameter. Inputs are of no class that code does not name.
fn kinds_of(parameter: usize) -> String {
    format!(
        "    if (a{parameter} != null) for (Object one : a{parameter}) {{\n    Main.seen(one instanceof Long ? 1 : one instanceof \
         Double ? 2 : one instanceof Byte ? 3 : one instanceof Float ? 4 : 5);\n    }}\n"
    )
}

/// Code that tells apart what a parameter of type `Object` is.
fn told_apart(parameter: usize) -> String {
    let kinds = Type::BEHIND_OBJECT.iter().enumerate();
    let test = |(i, ty): (usize, &Type)| format!("a{parameter} instanceof {} ? {i} : ", ty.name());
    format!("    Main.seen({}9);\n", kinds.map(test).collect::<String>())
}

/// The text with the lines in a block behind those around it.
fn indented(text: &str) -> String {
    let (mut depth, mut all) = (0usize, String::new());
    for line in text.lines().map(str::trim) {
        let closing = line.chars().take_while(|&c| c == '}').count();
        let (open, close) = (line.matches('{').count(), line.matches('}').count());
        let before = depth.saturating_sub(closing.min(1));
        _ = writeln!(all, "{}{line}", "  ".repeat(if line.is_empty() { 0 } else { before }));
        depth = (depth + open).saturating_sub(close);
    }
    all
}

/// Makes a program from the beginning to the end.
struct Maker<'a> {
    choices: Choices<'a>,
    scope: Scope,
}

impl Maker<'_> {
    /// Up to three static methods, each of which may call the earlier ones, and one that calls itself.
    fn helpers(&mut self) -> String {
        let mut text = String::new();
        for number in 0..self.choices.below(4) {
            let result = self.primitive();
            let name = format!("helper{number}");
            let parameters = self.parameters(2, false, "a");
            let body = self.body(result, 2);
            let list = declared(&parameters, |ty| ty.name().to_owned());
            _ = write!(text, "  static {} {name}({list}) {{\n{body}  }}\n\n", result.name());
            self.scope.clear();
            self.scope.callables.push(Callable { name: format!("Main.{name}"), result, parameters });
        }
        if self.choices.one_in(3) {
            self.scope.add("depth", Type::Int, false);
            self.scope.add("sum", Type::Long, true);
            let (step, last) = (self.number(Type::Long, 2), self.number(Type::Long, 1));
            text += "  static long repeat(int depth, long sum) {\n";
            _ = writeln!(text, "    if (depth <= 0) return {last};\n    return repeat(depth - 1, {step});\n  }}\n");
            self.scope.clear();
            self.scope.repeats = true;
        }
        text
    }

    /// Static fields of the class of the entry.
    fn statics(&mut self) -> String {
        let mut text = String::new();
        for number in 0..self.choices.below(4) {
            let ty = self.any_type();
            let value = if self.choices.one_in(2) { format!(" = {}", self.value(ty, 2)) } else { String::new() };
            _ = writeln!(text, "  static {} static{number}{value};", ty.name());
            self.scope.statics.push(Variable::new(&format!("Main.static{number}"), ty));
        }
        text + "\n"
    }

    /// The class whose objects have the entry, if any.
    fn receiver(&mut self) -> Option<Type> {
        let class = self.choices.of(&[None, None, None, Some(Type::Base), Some(Type::Sub), Some(Type::Tone)]);
        class.filter(|_| self.scope.begins_silently)
    }

    /// The entry. The type parameter of a generic one is an `Integer`, as engine and runs assume of this bound; its body relies on it.
    fn check(&mut self, receiver: Option<Type>, is_generic: bool) -> (String, Vec<Type>) {
        receiver.iter().for_each(|class| self.scope.add("this", *class, false));
        // The body of a generic one has variables of the types that it relies on.
        let parameters = self.parameters(4, true, if is_generic { "b" } else { "a" });
        let open = |ty: Type| if is_generic { ty.name().replace("Integer", "T") } else { ty.name().to_owned() };
        let list = declared(&parameters, open);
        let mut casts = String::new();
        for (i, ty) in parameters.iter().enumerate().filter(|_| is_generic) {
            let cast = if open(*ty) == ty.name() { String::new() } else { format!("({}) (Object) ", ty.name()) };
            _ = writeln!(casts, "    {} b{i} = {cast}a{i};", ty.name());
        }
        self.scope.result = Some(Type::Long);
        let kinds = |(i, ty): (usize, &Type)| match ty {
            Type::Wild => kinds_of(i),
            Type::Object => told_apart(i),
            _ => String::new(),
        };
        let kinds: String = parameters.iter().enumerate().map(kinds).collect();
        let body = casts + &kinds + &self.block(3, 4);
        let how = match (&receiver, is_generic) {
            (Some(_), _) => "",
            (None, true) => "static <T extends Comparable<T>> ",
            (None, false) => "static ",
        };
        let text = format!("  {how}long check({list}) {{\n{body}    return Main.log;\n  }}\n");
        (text, parameters)
    }

    /// Declares up to `most` parameters, with numbers behind their name.
    fn parameters(&mut self, most: u32, references: bool, name: &str) -> Vec<Type> {
        let count = 1 + self.choices.below(most);
        let ty = |make: &mut Self| if references { make.given() } else { make.primitive() };
        let types: Vec<Type> = (0..count).map(|_| ty(self)).collect();
        types.iter().enumerate().for_each(|(i, ty)| self.scope.add(&format!("{name}{i}"), *ty, true));
        types
    }

    /// The type of a parameter of the entry.
    fn given(&mut self) -> Type {
        let silent = self.scope.begins_silently;
        let all = Type::GIVEN.into_iter().chain(Type::COLLECTIONS.map(|(ty, ..)| ty));
        let given: Vec<Type> = all.filter(|ty| silent || !ty.has_objects()).collect();
        self.choices.of(&given)
    }

    fn primitive(&mut self) -> Type {
        self.choices.of(&Type::PRIMITIVE)
    }

    fn any_type(&mut self) -> Type {
        Type::any(&mut self.choices)
    }
}
