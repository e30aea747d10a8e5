//! Class files, written instruction by instruction. They have version 49, whose verifier infers types: no stack maps are needed.

use super::opcode;
use std::collections::{BTreeSet, HashMap};

/// The constants of a class.
#[derive(Default)]
pub struct Pool {
    bytes: Vec<u8>,
    known: HashMap<Vec<u8>, u16>,
    /// The index of the next constant, less one.
    len: u16,
}

impl Pool {
    /// The index of a constant with this tag and these contents.
    fn constant(&mut self, tag: u8, parts: &[&[u8]]) -> u16 {
        let bytes = [&[tag], parts.concat().as_slice()].concat();
        if let Some(index) = self.known.get(&bytes) {
            return *index;
        }
        let index = self.len + 1;
        // Those of two words take two places.
        self.len += if matches!(tag, 5 | 6) { 2 } else { 1 };
        self.bytes.extend(&bytes);
        self.known.insert(bytes, index);
        index
    }

    fn utf8(&mut self, text: &str) -> u16 {
        let length = u16::try_from(text.len()).expect("a short name");
        self.constant(1, &[&length.to_be_bytes(), text.as_bytes()])
    }

    pub fn int(&mut self, n: i32) -> u16 {
        self.constant(3, &[&n.to_be_bytes()])
    }

    pub fn float(&mut self, x: f32) -> u16 {
        self.constant(4, &[&x.to_be_bytes()])
    }

    pub fn long(&mut self, n: i64) -> u16 {
        self.constant(5, &[&n.to_be_bytes()])
    }

    pub fn double(&mut self, x: f64) -> u16 {
        self.constant(6, &[&x.to_be_bytes()])
    }

    /// A class by its internal name, or an array type.
    pub fn class(&mut self, name: &str) -> u16 {
        let name = self.utf8(name);
        self.constant(7, &[&name.to_be_bytes()])
    }

    pub fn string(&mut self, text: &str) -> u16 {
        let text = self.utf8(text);
        self.constant(8, &[&text.to_be_bytes()])
    }

    fn member(&mut self, tag: u8, (class, name, descriptor): Member) -> u16 {
        let class = self.class(class);
        let (name, descriptor) = (self.utf8(name), self.utf8(descriptor));
        let named = self.constant(12, &[&name.to_be_bytes(), &descriptor.to_be_bytes()]);
        self.constant(tag, &[&class.to_be_bytes(), &named.to_be_bytes()])
    }

    pub fn field(&mut self, member: Member) -> u16 {
        self.member(9, member)
    }

    pub fn method(&mut self, member: Member) -> u16 {
        self.member(10, member)
    }

    pub fn interface_method(&mut self, member: Member) -> u16 {
        self.member(11, member)
    }
}

/// A class, and the name and descriptor of one of its members.
pub type Member<'a> = (&'a str, &'a str, &'a str);

/// A place in code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Label(usize);

/// The code of a method.
#[derive(Default)]
pub struct Code {
    bytes: Vec<u8>,
    labels: Vec<Option<usize>>,
    /// Offsets that lead to labels: where they are, what they are counted from, how many bytes they have.
    jumps: Vec<(usize, usize, Label, usize)>,
    handlers: Vec<(Label, Label, Label, u16)>,
    lines: Vec<(u16, u16)>,
    /// The opcodes that it has.
    pub opcodes: BTreeSet<u8>,
}

impl Code {
    pub fn label(&mut self) -> Label {
        self.labels.push(None);
        Label(self.labels.len() - 1)
    }

    /// A label is the next instruction.
    pub fn place(&mut self, label: Label) {
        self.labels[label.0] = Some(self.bytes.len());
    }

    /// The next instructions have this line. No instruction has two, as a JVM and others choose differently among them.
    pub fn line(&mut self, line: u16) {
        let pc = self.bytes.len() as u16;
        self.lines.pop_if(|(last, _)| *last == pc);
        self.lines.push((pc, line));
    }

    /// Whether it has this many bytes.
    pub fn is_as_long_as(&self, bytes: usize) -> bool {
        self.bytes.len() >= bytes
    }

    /// An instruction with its operands.
    pub fn op(&mut self, opcode: u8, operands: &[u8]) {
        self.opcodes.insert(opcode);
        self.bytes.push(opcode);
        self.bytes.extend(operands);
    }

    /// An instruction whose operand is the index of a constant.
    pub fn op_constant(&mut self, opcode: u8, index: u16) {
        self.op(opcode, &index.to_be_bytes());
    }

    /// A jump.
    pub fn jump(&mut self, opcode: u8, to: Label) {
        let (start, size) = (self.bytes.len(), if matches!(opcode, opcode::GOTO_W | opcode::JSR_W) { 4 } else { 2 });
        self.op(opcode, &[0; 4][..size]);
        self.jumps.push((start + 1, start, to, size));
    }

    /// `tableswitch` from the first value on.
    pub fn table_switch(&mut self, default: Label, first: i32, to: &[Label]) {
        let start = self.begin_switch(opcode::TABLESWITCH, default);
        self.bytes.extend(first.to_be_bytes());
        self.bytes.extend((first + to.len() as i32 - 1).to_be_bytes());
        to.iter().for_each(|to| self.offset(start, *to));
    }

    /// `lookupswitch`, with values in rising order.
    pub fn lookup_switch(&mut self, default: Label, cases: &[(i32, Label)]) {
        let start = self.begin_switch(opcode::LOOKUPSWITCH, default);
        self.bytes.extend((cases.len() as i32).to_be_bytes());
        for (value, to) in cases {
            self.bytes.extend(value.to_be_bytes());
            self.offset(start, *to);
        }
    }

    /// What both kinds of switches begin with. Returns where the instruction is.
    fn begin_switch(&mut self, opcode: u8, default: Label) -> usize {
        let start = self.bytes.len();
        self.op(opcode, &[]);
        while !self.bytes.len().is_multiple_of(4) {
            self.bytes.push(0);
        }
        self.offset(start, default);
        start
    }

    fn offset(&mut self, start: usize, to: Label) {
        self.jumps.push((self.bytes.len(), start, to, 4));
        self.bytes.extend([0; 4]);
    }

    /// What is thrown between two labels leads to a third one, if it is of a class; 0 stands for all.
    pub fn handler(&mut self, from: Label, to: Label, handler: Label, class: u16) {
        self.handlers.push((from, to, handler, class));
    }

    fn at(&self, label: Label) -> usize {
        self.labels[label.0].expect("all labels are placed")
    }

    /// The attribute `Code`.
    fn written(mut self, pool: &mut Pool, max_stack: u16, max_locals: u16) -> Vec<u8> {
        for (at, start, to, size) in std::mem::take(&mut self.jumps) {
            let offset = i32::try_from(self.at(to) as i64 - start as i64).expect("code is short");
            assert!(size == 4 || i16::try_from(offset).is_ok(), "a jump is too far");
            self.bytes[at..at + size].copy_from_slice(&offset.to_be_bytes()[4 - size..]);
        }
        let mut attribute = [max_stack.to_be_bytes(), max_locals.to_be_bytes()].concat();
        attribute.extend((self.bytes.len() as u32).to_be_bytes());
        attribute.extend(&self.bytes);
        attribute.extend((self.handlers.len() as u16).to_be_bytes());
        for (from, to, handler, class) in &self.handlers {
            [*from, *to, *handler].iter().for_each(|label| attribute.extend((self.at(*label) as u16).to_be_bytes()));
            attribute.extend(class.to_be_bytes());
        }
        let lines = self.lines.iter().flat_map(|(pc, line)| [pc.to_be_bytes(), line.to_be_bytes()].concat());
        let lines = [(self.lines.len() as u16).to_be_bytes().to_vec(), lines.collect()].concat();
        attribute.extend(1u16.to_be_bytes());
        attribute.extend(named(pool, "LineNumberTable", &lines));
        named(pool, "Code", &attribute)
    }
}

/// Members that everything may use.
pub const PUBLIC: u16 = 1;
/// Members of the class, not of its objects.
pub const STATIC: u16 = 8;

/// An attribute.
fn named(pool: &mut Pool, name: &str, contents: &[u8]) -> Vec<u8> {
    let name = pool.utf8(name);
    [&name.to_be_bytes()[..], &(contents.len() as u32).to_be_bytes(), contents].concat()
}

/// A class without superclass and interfaces.
pub struct Class {
    pub pool: Pool,
    name: &'static str,
    fields: Vec<Vec<u8>>,
    methods: Vec<Vec<u8>>,
}

impl Class {
    pub fn new(name: &'static str) -> Self {
        Self { pool: Pool::default(), name, fields: Vec::new(), methods: Vec::new() }
    }

    fn head(&mut self, flags: u16, name: &str, descriptor: &str) -> Vec<u8> {
        [flags, self.pool.utf8(name), self.pool.utf8(descriptor)].iter().flat_map(|n| n.to_be_bytes()).collect()
    }

    pub fn field(&mut self, flags: u16, name: &str, descriptor: &str) {
        let mut field = self.head(flags, name, descriptor);
        field.extend(0u16.to_be_bytes());
        self.fields.push(field);
    }

    pub fn method(&mut self, flags: u16, (name, descriptor): (&str, &str), code: Code, stack: u16, locals: u16) {
        let mut method = self.head(flags, name, descriptor);
        method.extend(1u16.to_be_bytes());
        method.extend(code.written(&mut self.pool, stack, locals));
        self.methods.push(method);
    }

    /// The bytes of the file.
    pub fn written(mut self) -> Vec<u8> {
        let [own, object] = [self.name, "java/lang/Object"].map(|name| self.pool.class(name));
        let source = self.pool.utf8("Main.java").to_be_bytes();
        let source = named(&mut self.pool, "SourceFile", &source);
        let mut file = vec![0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 49];
        file.extend((self.pool.len + 1).to_be_bytes());
        file.extend(&self.pool.bytes);
        // Public, with the present meaning of `invokespecial`.
        [0x21, own, object, 0].iter().for_each(|n: &u16| file.extend(n.to_be_bytes()));
        for members in [&self.fields, &self.methods] {
            file.extend((members.len() as u16).to_be_bytes());
            members.iter().for_each(|member| file.extend(member));
        }
        file.extend(1u16.to_be_bytes());
        file.extend(source);
        file
    }
}
