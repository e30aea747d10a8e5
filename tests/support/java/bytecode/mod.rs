//! Random code that verifies but that no compiler writes: values stay on the stack over branches, loops and handlers, a slot has
//! one type after another, an object is constructed by copies of its reference, numbers are stored in smaller fields.
//!
//! A class is made of a list of numbers, as in [`super::random`]. Its entry `check` returns a `long` in which every run leaves
//! its traces. All runs end.
//!
//! | file | contents |
//! |---|---|
//! | `classfile.rs` | the format of class files |
//! | `opcode.rs` | the opcodes that it names |
//! | `state.rs` | the types of the stack and of the slots |
//! | `ops.rs` | instructions without jumps |
//! | `control.rs` | jumps, switches, handlers |

mod classfile;
mod control;
pub mod opcode;
mod ops;
mod state;

use super::compile::{self, Classes};
use super::random::choices::Choices;
pub use classfile::{Class, Code, PUBLIC, STATIC};
use control::Loop;
use multise::internals::java::jvm::{Field, Object, Run, Value};
use proptest::collection::vec;
use proptest::prelude::any;
use proptest::strategy::Strategy;
use state::{MAIN, Slot, State, Ty};
use std::collections::BTreeSet;

/// The entry as options write it.
pub const ENTRY: &str = "Main.check(int,long,int[],Main)";
/// More than any method needs.
const MOST_STACK: u16 = 80;
const MOST_LOCALS: u16 = 300;
/// Bytes of code after which a method comes to its end.
const LONG: usize = 1500;

/// A generated class.
#[derive(Clone)]
pub struct Program {
    /// The class file.
    pub bytes: Vec<u8>,
    /// The opcodes of its methods.
    pub opcodes: BTreeSet<u8>,
}

impl std::fmt::Debug for Program {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "a class file of {} bytes", self.bytes.len())
    }
}

impl Program {
    /// Writes it where classes of tests are kept.
    pub fn classes(&self) -> Classes {
        compile::written("Main.class", &self.bytes)
    }
}

/// A method that code may call.
#[derive(Clone, Copy)]
struct Callable {
    name: &'static str,
    descriptor: &'static str,
    parameters: &'static [Ty],
    result: Ty,
    /// The opcode: `invokestatic`, or one that takes an object of the class first.
    invoke: u8,
}

impl Callable {
    /// The types of the receiver, if there is one, and of the parameters.
    fn taken(&self) -> impl Iterator<Item = Ty> {
        let receiver = (self.invoke != opcode::INVOKESTATIC).then_some(Ty::Ref(MAIN));
        receiver.into_iter().chain(self.parameters.iter().copied())
    }
}

/// Each may call those before it.
const METHODS: [Callable; 6] = [
    Callable {
        name: "both",
        descriptor: "(II)I",
        parameters: &[Ty::Int, Ty::Int],
        result: Ty::Int,
        invoke: opcode::INVOKESTATIC,
    },
    Callable {
        name: "own",
        descriptor: "(J)B",
        parameters: &[Ty::Long],
        result: Ty::Int,
        invoke: opcode::INVOKESPECIAL,
    },
    Callable {
        name: "virtual",
        descriptor: "(I)Z",
        parameters: &[Ty::Int],
        result: Ty::Int,
        invoke: opcode::INVOKEVIRTUAL,
    },
    Callable {
        name: "linked",
        descriptor: "(JLMain;)LMain;",
        parameters: &[Ty::Long, Ty::Ref(MAIN)],
        result: Ty::Ref(MAIN),
        invoke: opcode::INVOKESTATIC,
    },
    Callable {
        name: "single",
        descriptor: "(DF)F",
        parameters: &[Ty::Double, Ty::Float],
        result: Ty::Float,
        invoke: opcode::INVOKESTATIC,
    },
    Callable {
        name: "real",
        descriptor: "(FD)D",
        parameters: &[Ty::Float, Ty::Double],
        result: Ty::Double,
        invoke: opcode::INVOKESTATIC,
    },
];
/// The first of them with floating point.
const FLOATING: usize = 4;

const CHECK: Callable = Callable {
    name: "check",
    descriptor: "(IJ[ILMain;)J",
    parameters: &[Ty::Int, Ty::Long, Ty::Ref("[I"), Ty::Ref(MAIN)],
    result: Ty::Long,
    invoke: opcode::INVOKESTATIC,
};

/// Static fields and fields of objects.
const STATICS: [(&str, &str); 4] = [("number", "I"), ("small", "B"), ("shared", MAIN), ("cells", "[I")];
const FIELDS: [(&str, &str); 11] = [
    ("f", "I"),
    ("g", "J"),
    ("b", "B"),
    ("s", "S"),
    ("c", "C"),
    ("z", "Z"),
    ("x", "F"),
    ("d", "D"),
    ("next", MAIN),
    ("row", "[I"),
    ("any", "Ljava/lang/Object;"),
];

/// Classes of all sizes.
pub fn programs() -> impl Strategy<Value = Program> {
    (30usize..900).prop_flat_map(|size| vec(any::<u32>(), size / 3..=size)).prop_map(|numbers| program(&numbers))
}

/// The class that the numbers make.
pub fn program(numbers: &[u32]) -> Program {
    let mut class = Class::new("Main");
    class.field(STATIC, "log", "J");
    STATICS.iter().for_each(|(name, descriptor)| class.field(STATIC, name, descriptor));
    FIELDS.iter().for_each(|(name, descriptor)| class.field(PUBLIC, name, descriptor));
    let mut opcodes = constructor(&mut class);
    // Floating point is slow to explore: most classes have none.
    let has_floats = numbers.first().is_some_and(|first| first % 4 == 3);
    let most = if has_floats { METHODS.len() } else { FLOATING };
    // The entry has the most numbers.
    let part = numbers.len() / 10;
    for (i, method) in METHODS.iter().chain([&CHECK]).enumerate() {
        let own = if i < METHODS.len() { &numbers[i * part..(i + 1) * part] } else { &numbers[i * part..] };
        let code =
            Maker::new(&mut class, own, &METHODS[..i.min(most)], has_floats, (i as u16 + 1) * 1000).method(method);
        opcodes.extend(&code.opcodes);
        let flags = match method.invoke {
            opcode::INVOKESTATIC => PUBLIC | STATIC,
            // Private.
            opcode::INVOKESPECIAL => 2,
            _ => PUBLIC,
        };
        class.method(flags, (method.name, method.descriptor), code, MOST_STACK, MOST_LOCALS);
    }
    Program { bytes: class.written(), opcodes }
}

/// `Main(int f) { this.f = f; }`
fn constructor(class: &mut Class) -> BTreeSet<u8> {
    let mut code = Code::default();
    code.line(1);
    code.op(opcode::ALOAD_0, &[]);
    code.op_constant(opcode::INVOKESPECIAL, class.pool.method(("java/lang/Object", "<init>", "()V")));
    code.op(opcode::ALOAD_0, &[]);
    code.op(opcode::ILOAD_1, &[]);
    code.op_constant(opcode::PUTFIELD, class.pool.field(("Main", "f", "I")));
    code.op(opcode::RETURN, &[]);
    let opcodes = code.opcodes.clone();
    class.method(PUBLIC, ("<init>", "(I)V"), code, 4, 4);
    opcodes
}

/// Makes the code of a method.
struct Maker<'a> {
    class: &'a mut Class,
    choices: Choices<'a>,
    callable: &'static [Callable],
    has_floats: bool,
    code: Code,
    /// What is on the stack and in slots; nothing where control does not arrive.
    state: Option<State>,
    /// The slots at the heads of loops and of the ranges of handlers around: they keep their types.
    frozen: Vec<[Slot; State::SLOTS]>,
    loops: Vec<Loop>,
    /// How many branches are around.
    depth: usize,
    line: u16,
    result: Ty,
}

impl<'a> Maker<'a> {
    fn new(
        class: &'a mut Class,
        numbers: &'a [u32],
        callable: &'static [Callable],
        has_floats: bool,
        line: u16,
    ) -> Self {
        Self {
            class,
            choices: Choices::new(numbers),
            callable,
            has_floats,
            code: Code::default(),
            state: None,
            frozen: Vec::new(),
            loops: Vec::new(),
            depth: 0,
            line,
            result: Ty::Int,
        }
    }

    fn method(mut self, method: &Callable) -> Code {
        let mut state = State::default();
        let mut slot = 0;
        for ty in method.taken() {
            state.store(slot, ty);
            slot += ty.size();
        }
        self.state = Some(state);
        self.result = method.result;
        let is_entry = method.name == CHECK.name;
        for _ in 0..if is_entry { 12 } else { 3 } {
            self.block();
        }
        if self.state.is_some() {
            self.next_line();
            while is_entry && !self.now().stack.is_empty() {
                self.log();
            }
            self.leave();
        }
        self.code
    }

    /// The state; control arrives here.
    fn now(&mut self) -> &mut State {
        self.state.as_mut().expect("control arrives here")
    }

    fn next_line(&mut self) {
        self.line += 1;
        self.code.line(self.line);
    }

    /// Some instructions, if control arrives.
    fn block(&mut self) {
        for _ in 0..=self.choices.below(4) {
            if self.state.is_none() || self.code.is_as_long_as(LONG) {
                return;
            }
            self.next_line();
            if self.now().words() > 16 {
                self.log();
            }
            match self.choices.below(32) {
                0..20 => self.simple(),
                20..23 if self.depth < 4 => self.branch(),
                23..25 if self.depth < 4 && self.loops.len() < 2 => self.repeat(),
                25..27 if self.depth < 4 => self.switch(),
                27..30 if self.depth < 4 => self.guarded(),
                30 if self.depth > 0 => self.leave_early(),
                _ => self.log(),
            }
        }
    }
}

/// A run of the entry: of limits, small numbers and any numbers, of null, arrays and objects.
pub fn run(classes: &Classes, numbers: &[u32]) -> Run {
    let mut choices = Choices::new(numbers);
    let int = |choices: &mut Choices<'_>| match choices.below(3) {
        0 => choices.of(&[0, 1, -1, 127, 128, -129, 65_536, i32::MIN, i32::MAX]),
        1 => choices.below(8) as i32 - 3,
        _ => choices.below(u32::MAX) as i32,
    };
    let long = |choices: &mut Choices<'_>| match choices.below(3) {
        0 => choices.of(&[0, 1, -1, 1 << 31, 1 << 32, i64::MIN, i64::MAX]),
        1 => i64::from(choices.below(8)) - 3,
        _ => i64::from(int(choices)) << 32 | i64::from(choices.below(u32::MAX)),
    };
    let mut heap = Vec::new();
    let mut arguments = vec![Value::Int(int(&mut choices)), Value::Long(long(&mut choices))];
    arguments.push(match choices.below(4) {
        0 => Value::Null,
        length => {
            let cells = (0..length).map(|i| (i, Value::Int(int(&mut choices)))).collect();
            heap.push(Object::Array { element: "I".to_owned(), length, default: Value::Null, cells });
            Value::Object(0)
        }
    });
    arguments.push(match choices.below(4) {
        0 => Value::Null,
        _ => {
            let own = heap.len();
            let mut fields: Vec<Field> = Vec::new();
            for (name, descriptor) in FIELDS {
                let n = int(&mut choices);
                let value = match descriptor {
                    "I" => Value::Int(n),
                    "J" => Value::Long(long(&mut choices)),
                    "B" => Value::Byte(n as i8),
                    "S" => Value::Short(n as i16),
                    "C" => Value::Char(n as u16),
                    "Z" => Value::Boolean(n & 1 != 0),
                    "F" => Value::Float((n as f32).to_bits()),
                    "D" => Value::Double(f64::from(n).to_bits()),
                    MAIN if n % 2 == 0 => Value::Object(own),
                    "[I" if own == 1 && n % 2 == 0 => Value::Object(0),
                    _ => Value::Null,
                };
                fields.push(Field { class: "Main".to_owned(), name: name.to_owned(), value });
            }
            heap.push(Object::Instance { class: "Main".to_owned(), fields });
            Value::Object(own)
        }
    });
    classes.run("Main", CHECK.name, CHECK.descriptor, heap, arguments)
}
