//! Instructions without jumps.

use super::opcode;
use super::state::{MAIN, OBJECT, OBJECTS, REFERENCES, Slot, State, TEXT, THROWABLE, TROUBLE, Ty};
use super::{Callable, FIELDS, Maker, STATICS};

/// Exceptions that code makes.
const MADE: [&str; 3] =
    ["java/lang/IllegalStateException", "java/lang/ArithmeticException", "java/lang/NullPointerException"];

/// Arrays: the descriptor, the type of elements, and the place in the groups of `iaload` and `iastore`.
const ARRAYS: [(&str, Ty, u8); 11] = [
    ("[I", Ty::Int, 0),
    ("[B", Ty::Int, 5),
    ("[J", Ty::Long, 1),
    ("[LMain;", Ty::Ref(MAIN), 4),
    ("[[I", Ty::Ref("[I"), 4),
    (OBJECTS, Ty::Ref(OBJECT), 4),
    ("[C", Ty::Int, 6),
    ("[S", Ty::Int, 7),
    ("[Z", Ty::Int, 5),
    ("[F", Ty::Float, 2),
    ("[D", Ty::Double, 3),
];

/// The number of a primitive element type in `newarray`.
const PRIMITIVES: [(&str, u8); 8] =
    [("[Z", 4), ("[C", 5), ("[F", 6), ("[D", 7), ("[B", 8), ("[S", 9), ("[I", 10), ("[J", 11)];

/// What moves values on the stack: the opcode, how many words it copies, and below how many more.
const COPIES: [(u8, usize, usize); 6] = [
    (opcode::DUP, 1, 0),
    (opcode::DUP_X1, 1, 1),
    (opcode::DUP_X2, 1, 2),
    (opcode::DUP2, 2, 0),
    (opcode::DUP2_X1, 2, 1),
    (opcode::DUP2_X2, 2, 2),
];

/// The internal name of a class or array.
fn internal(descriptor: &str) -> &str {
    descriptor.strip_prefix('L').and_then(|name| name.strip_suffix(';')).unwrap_or(descriptor)
}

impl Maker<'_> {
    /// Some instructions without jumps.
    pub(super) fn simple(&mut self) {
        match self.choices.below(16) {
            0 => {
                let ty = self.any_type();
                self.push(ty);
            }
            1..4 => self.keep(),
            4..6 => self.shuffle(),
            6..10 => self.operate(),
            10..12 => self.elements(),
            12..14 => self.fields(),
            14 => self.call(),
            _ => self.others(),
        }
    }

    fn any_number(&mut self) -> Ty {
        match self.has_floats {
            true => self.choices.of(&[Ty::Int, Ty::Long, Ty::Float, Ty::Double]),
            false => self.choices.of(&[Ty::Int, Ty::Int, Ty::Long]),
        }
    }

    fn any_type(&mut self) -> Ty {
        match self.choices.below(2) {
            0 => self.any_number(),
            _ => self.any_reference(),
        }
    }

    fn any_reference(&mut self) -> Ty {
        match self.choices.below(2) {
            0 => Ty::Ref(MAIN),
            _ => Ty::Ref(self.choices.of(&REFERENCES)),
        }
    }

    /// An instruction that takes some values off the stack and puts others there.
    fn apply(&mut self, opcode: u8, operands: &[u8], takes: &[Ty], gives: Option<Ty>) {
        self.code.op(opcode, operands);
        let state = self.now();
        let rest = state.stack.len() - takes.len();
        assert_eq!(&state.stack[rest..], takes, "the operands of {opcode:#04x}");
        state.stack.truncate(rest);
        state.stack.extend(gives);
    }

    /// Values of these types on the top of the stack: those that are there, or new ones.
    pub(super) fn need(&mut self, types: &[Ty]) {
        if !self.now().stack.ends_with(types) || self.choices.one_in(4) {
            types.iter().for_each(|ty| self.push(*ty));
        }
    }

    /// The type of the top of the stack; where the stack is empty, of a value that is pushed.
    fn top_or(&mut self, new: impl Fn(&mut Self) -> Ty) -> Ty {
        if let Some(ty) = self.now().stack.last() {
            return *ty;
        }
        let ty = new(self);
        self.push(ty);
        ty
    }

    /// Pushes a value.
    pub(super) fn push(&mut self, ty: Ty) {
        let slots = self.now().holding(ty);
        match self.choices.below(4) {
            0 | 1 if !slots.is_empty() => {
                let slot = self.choices.of(&slots);
                self.load(slot, ty);
            }
            2 => {
                let known: Vec<_> = STATICS.iter().filter(|(_, descriptor)| Ty::of(descriptor) == ty).collect();
                match known.is_empty() {
                    true => self.constant(ty),
                    false => {
                        let (name, descriptor) = self.choices.of(&known);
                        self.get_static(name, descriptor);
                    }
                }
            }
            _ => self.constant(ty),
        }
    }

    fn load(&mut self, slot: usize, ty: Ty) {
        self.slot(opcode::ILOAD, opcode::ILOAD_0, slot, ty);
        self.now().stack.push(ty);
    }

    /// `load` and `store` in their three forms.
    fn slot(&mut self, long: u8, short: u8, slot: usize, ty: Ty) {
        let number = State::number(slot);
        match (number, u8::try_from(number)) {
            (0..4, _) if !self.choices.one_in(4) => {
                self.code.op(short + 4 * ty.number() + number as u8, &[]);
            }
            (_, Ok(number)) if !self.choices.one_in(8) => self.code.op(long + ty.number(), &[number]),
            _ => {
                let [high, low] = number.to_be_bytes();
                self.code.op(opcode::WIDE, &[long + ty.number(), high, low]);
            }
        }
    }

    /// Whether a slot may get a type: loops and handlers around rely on others.
    fn may_store(&mut self, slot: usize, ty: Ty) -> bool {
        if !State::has_room(slot, ty) {
            return false;
        }
        let mut after = self.now().clone();
        after.store(slot, ty);
        let keeps = |kept: &[Slot; State::SLOTS]| {
            kept.iter().zip(&after.slots).all(|(kept, now)| *kept == Slot::Unset || kept == now)
        };
        self.frozen.iter().all(keeps)
    }

    /// Stores the top of the stack in a slot, if one may have it.
    pub(super) fn keep(&mut self) {
        let ty = self.top_or(Self::any_type);
        let most = self.choices.of(&[4, State::SLOTS as u32]);
        let slot = self.choices.below(most) as usize;
        if self.may_store(slot, ty) {
            self.store(slot, ty);
        }
    }

    fn store(&mut self, slot: usize, ty: Ty) {
        self.slot(opcode::ISTORE, opcode::ISTORE_0, slot, ty);
        let state = self.now();
        state.stack.pop();
        state.store(slot, ty);
    }

    fn shuffle(&mut self) {
        match self.choices.below(9) {
            choice @ 0..6 => {
                let (opcode, copied, below) = COPIES[choice as usize];
                let state = self.now();
                let (Some(from), Some(to)) = (state.cut(copied), state.cut(copied + below)) else { return };
                let copy = state.stack[from..].to_vec();
                state.stack.splice(to..to, copy);
                self.code.op(opcode, &[]);
            }
            6 => {
                let state = self.now();
                if let (Some(from), Some(to)) = (state.cut(1), state.cut(2)) {
                    state.stack.swap(from, to);
                    self.code.op(opcode::SWAP, &[]);
                }
            }
            7 => self.pop(),
            _ => {
                let state = self.now();
                if let Some(from) = state.cut(2) {
                    state.stack.truncate(from);
                    self.code.op(opcode::POP2, &[]);
                }
            }
        }
    }

    /// Takes a value off the stack.
    pub(super) fn pop(&mut self) {
        if let Some(ty) = self.now().stack.pop() {
            self.code.op(if ty.size() == 2 { opcode::POP2 } else { opcode::POP }, &[]);
        }
    }

    fn operate(&mut self) {
        let ty = self.any_number();
        let opcode = |first: u8, step: u8, by: u32| first + step * by as u8 + ty.number();
        match self.choices.below(8) {
            0..3 => {
                let by = self.choices.below(5);
                self.need(&[ty, ty]);
                self.apply(opcode(opcode::IADD, 4, by), &[], &[ty, ty], Some(ty));
            }
            3 => {
                self.need(&[ty]);
                self.apply(opcode(opcode::INEG, 4, 0), &[], &[ty], Some(ty));
            }
            4 | 5 if !ty.is_floating() => {
                let by = self.choices.below(6);
                let right = if by < 3 { Ty::Int } else { ty };
                self.need(&[ty, right]);
                self.apply(opcode(opcode::ISHL, 2, by), &[], &[ty, right], Some(ty));
            }
            6 => self.increment(),
            _ => self.convert(ty),
        }
    }

    fn increment(&mut self) {
        let slots = self.now().holding(Ty::Int);
        if slots.is_empty() {
            return;
        }
        let number = State::number(self.choices.of(&slots));
        let by = self.choices.of(&[1i16, -1, 127, -128, 1000, -30_000]);
        match (u8::try_from(number), i8::try_from(by)) {
            (Ok(number), Ok(by)) => self.code.op(opcode::IINC, &[number, by as u8]),
            _ => {
                let ([a, b], [c, d]) = (number.to_be_bytes(), by.to_be_bytes());
                self.code.op(opcode::WIDE, &[opcode::IINC, a, b, c, d]);
            }
        }
    }

    /// Conversions and comparisons of numbers.
    fn convert(&mut self, from: Ty) {
        self.need(&[from]);
        let kinds = [Ty::Int, Ty::Long, Ty::Float, Ty::Double];
        let targets: Vec<Ty> = kinds.into_iter().filter(|to| *to != from).collect();
        let targets = if self.has_floats { &targets[..] } else { &targets[..1] };
        match self.choices.below(3) {
            0 if from == Ty::Int => {
                let narrow = opcode::I2B + self.choices.below(3) as u8;
                self.apply(narrow, &[], &[from], Some(from));
            }
            1 if from != Ty::Int => {
                let higher = u8::from(from.is_floating() && self.choices.one_in(2));
                let opcode = [opcode::LCMP, opcode::FCMPL, opcode::DCMPL][usize::from(from.number()) - 1] + higher;
                self.push(from);
                self.apply(opcode, &[], &[from, from], Some(Ty::Int));
            }
            _ => {
                let to = self.choices.of(targets);
                let place = kinds.iter().filter(|kind| **kind != from).position(|kind| *kind == to);
                let opcode = opcode::I2L + 3 * from.number() + place.expect("a number") as u8;
                self.apply(opcode, &[], &[from], Some(to));
            }
        }
    }

    /// A constant, or a new object.
    pub(super) fn constant(&mut self, ty: Ty) {
        let long = self.choices.one_in(6);
        match ty {
            Ty::Int => {
                let n = self.choices.of(&[0, 1, 2, 3, -1, 5, 100, -128, 300, -30_000, 70_000, i32::MIN, i32::MAX]);
                match (n, i8::try_from(n), i16::try_from(n)) {
                    (-1..=5, ..) if !long => self.code.op(opcode::ICONST_0.wrapping_add_signed(n as i8), &[]),
                    (_, Ok(n), _) if !long => self.code.op(opcode::BIPUSH, &[n as u8]),
                    (.., Ok(n)) => self.code.op(opcode::SIPUSH, &n.to_be_bytes()),
                    _ => {
                        let index = self.class.pool.int(n);
                        self.load_constant(index, long);
                    }
                }
            }
            Ty::Long => match self.choices.of(&[0, 1, -1, 31, 1 << 33, i64::MIN, i64::MAX]) {
                n @ 0..=1 if !long => self.code.op(opcode::LCONST_0 + n as u8, &[]),
                n => {
                    let index = self.class.pool.long(n);
                    self.code.op_constant(opcode::LDC2_W, index);
                }
            },
            Ty::Float => match self.choices.below(6) {
                n @ 0..3 => self.code.op(opcode::FCONST_0 + n as u8, &[]),
                n => {
                    let index = self.class.pool.float([0.5, -3.25, 1e30][n as usize - 3]);
                    self.load_constant(index, long);
                }
            },
            Ty::Double => match self.choices.below(5) {
                n @ 0..2 => self.code.op(opcode::DCONST_0 + n as u8, &[]),
                n => {
                    let index = self.class.pool.double([0.1, -1e300, 4.5][n as usize - 2]);
                    self.code.op_constant(opcode::LDC2_W, index);
                }
            },
            Ty::Ref(_) if self.choices.one_in(5) => self.code.op(opcode::ACONST_NULL, &[]),
            Ty::Ref(descriptor) => return self.fresh(descriptor),
        }
        self.now().stack.push(ty);
    }

    /// `ldc` or `ldc_w`.
    fn load_constant(&mut self, index: u16, long: bool) {
        match u8::try_from(index) {
            Ok(index) if !long => self.code.op(opcode::LDC, &[index]),
            _ => self.code.op_constant(opcode::LDC_W, index),
        }
    }

    /// A new object or array of a type.
    fn fresh(&mut self, descriptor: &'static str) {
        let ty = Ty::Ref(descriptor);
        match descriptor {
            MAIN => self.new_main(),
            TEXT => {
                let index = self.class.pool.string(["", "ab", "Main"][self.choices.below(3) as usize]);
                self.load_constant(index, false);
                self.now().stack.push(ty);
            }
            TROUBLE | THROWABLE => {
                let class = self.choices.of(&MADE);
                let index = self.class.pool.class(class);
                self.code.op_constant(opcode::NEW, index);
                self.code.op(opcode::DUP, &[]);
                let constructor = self.class.pool.method((class, "<init>", "()V"));
                self.code.op_constant(opcode::INVOKESPECIAL, constructor);
                self.now().stack.push(ty);
            }
            // A value of a smaller type.
            OBJECT => {
                let other = self.choices.of(&[MAIN, "[I", TEXT, "[LMain;"]);
                self.fresh(other);
                *self.now().stack.last_mut().expect("an object") = ty;
            }
            array => {
                self.length();
                let mut primitives = PRIMITIVES.iter();
                match primitives.find(|(own, _)| *own == array) {
                    Some((_, number)) => self.apply(opcode::NEWARRAY, &[*number], &[Ty::Int], Some(ty)),
                    None if array == "[[I" && self.choices.one_in(2) => {
                        let index = self.class.pool.class(array).to_be_bytes();
                        let dimensions = self.choices.below(2) as u8 + 1;
                        if dimensions == 2 {
                            self.length();
                        }
                        let lengths = [Ty::Int; 2];
                        let lengths = &lengths[..usize::from(dimensions)];
                        self.apply(opcode::MULTIANEWARRAY, &[index[0], index[1], dimensions], lengths, Some(ty));
                    }
                    None => {
                        let element = match array {
                            OBJECTS => self.choices.of(&["java/lang/Object", "Main", "java/lang/String"]),
                            _ => internal(&array[1..]),
                        };
                        let index = self.class.pool.class(element).to_be_bytes();
                        self.apply(opcode::ANEWARRAY, &index, &[Ty::Int], Some(ty));
                    }
                }
            }
        }
    }

    /// A length of an array.
    fn length(&mut self) {
        if self.choices.one_in(4) {
            self.push(Ty::Int);
            self.code.op(if self.choices.one_in(2) { opcode::ICONST_3 } else { opcode::ICONST_4 }, &[]);
            self.now().stack.push(Ty::Int);
            self.apply(opcode::IAND, &[], &[Ty::Int, Ty::Int], Some(Ty::Int));
        } else {
            // Rarely negative.
            let n = self.choices.of(&[1i8, 2, 3, 0, 3, 2, 1, 2, -1]);
            self.apply(opcode::BIPUSH, &[n as u8], &[], Some(Ty::Int));
        }
    }

    /// An object of the class, whose reference was copied before it was constructed.
    fn new_main(&mut self) {
        let index = self.class.pool.class("Main");
        let constructor = self.class.pool.method(("Main", "<init>", "(I)V"));
        let unset = (0..State::SLOTS).find(|slot| {
            let is_free = |kept: &[Slot; State::SLOTS]| kept[*slot] == Slot::Unset;
            self.frozen.iter().all(is_free) && self.state.iter().all(|state| is_free(&state.slots))
        });
        let argument = |maker: &mut Self| {
            maker.constant(Ty::Int);
            maker.now().stack.pop();
        };
        match (self.choices.below(4), unset) {
            // One copy, or a further one, which is not used.
            (further @ 0..2, _) => {
                self.code.op_constant(opcode::NEW, index);
                (0..=further).for_each(|_| self.code.op(opcode::DUP, &[]));
                argument(self);
                self.code.op_constant(opcode::INVOKESPECIAL, constructor);
                (0..further).for_each(|_| self.code.op(opcode::POP, &[]));
            }
            (2, Some(slot)) => {
                self.code.op_constant(opcode::NEW, index);
                self.slot(opcode::ISTORE, opcode::ISTORE_0, slot, Ty::Ref(MAIN));
                self.slot(opcode::ILOAD, opcode::ILOAD_0, slot, Ty::Ref(MAIN));
                argument(self);
                self.code.op_constant(opcode::INVOKESPECIAL, constructor);
                self.now().store(slot, Ty::Ref(MAIN));
                self.slot(opcode::ILOAD, opcode::ILOAD_0, slot, Ty::Ref(MAIN));
            }
            // The argument first.
            _ => {
                argument(self);
                self.code.op_constant(opcode::NEW, index);
                self.code.op(opcode::DUP_X1, &[]);
                self.code.op(opcode::SWAP, &[]);
                self.code.op_constant(opcode::INVOKESPECIAL, constructor);
            }
        }
        self.now().stack.push(Ty::Ref(MAIN));
    }

    /// Elements and lengths of arrays.
    fn elements(&mut self) {
        let known = if self.has_floats { &ARRAYS[..] } else { &ARRAYS[..9] };
        let (array, element, number) = self.choices.of(known);
        let array = Ty::Ref(array);
        self.need(&[array]);
        match self.choices.below(5) {
            0 => self.apply(opcode::ARRAYLENGTH, &[], &[array], Some(Ty::Int)),
            choice => {
                self.index();
                if choice < 3 {
                    self.apply(opcode::IALOAD + number, &[], &[array, Ty::Int], Some(element));
                } else {
                    self.push(element);
                    self.apply(opcode::IASTORE + number, &[], &[array, Ty::Int, element], None);
                }
            }
        }
    }

    /// An index, mostly a small one.
    fn index(&mut self) {
        match self.choices.below(8) {
            0..5 => {
                let n = self.choices.below(3) as u8;
                self.apply(opcode::ICONST_0 + n, &[], &[], Some(Ty::Int));
            }
            5 | 6 => {
                self.push(Ty::Int);
                self.apply(opcode::ICONST_1, &[], &[], Some(Ty::Int));
                self.apply(opcode::IAND, &[], &[Ty::Int, Ty::Int], Some(Ty::Int));
            }
            _ => self.push(Ty::Int),
        }
    }

    fn get_static(&mut self, name: &str, descriptor: &'static str) {
        let index = self.class.pool.field(("Main", name, descriptor)).to_be_bytes();
        self.apply(opcode::GETSTATIC, &index, &[], Some(Ty::of(descriptor)));
    }

    fn fields(&mut self) {
        let is_static = self.choices.one_in(3);
        let known = if is_static { &STATICS[..] } else { &FIELDS[..] };
        let known: Vec<_> =
            known.iter().filter(|(_, descriptor)| self.has_floats || !Ty::of(descriptor).is_floating()).collect();
        let (name, descriptor) = *self.choices.of(&known);
        let (ty, index) = (Ty::of(descriptor), self.class.pool.field(("Main", name, descriptor)).to_be_bytes());
        let is_read = self.choices.one_in(2);
        match (is_static, is_read) {
            (true, true) => self.get_static(name, descriptor),
            (true, false) => {
                self.need(&[ty]);
                self.apply(opcode::PUTSTATIC, &index, &[ty], None);
            }
            (false, true) => {
                self.need(&[Ty::Ref(MAIN)]);
                self.apply(opcode::GETFIELD, &index, &[Ty::Ref(MAIN)], Some(ty));
            }
            (false, false) => {
                self.need(&[Ty::Ref(MAIN), ty]);
                self.apply(opcode::PUTFIELD, &index, &[Ty::Ref(MAIN), ty], None);
            }
        }
    }

    fn call(&mut self) {
        if self.callable.is_empty() || self.choices.one_in(3) {
            return self.library();
        }
        let called = self.choices.of(self.callable);
        let Callable { name, descriptor, result, invoke, .. } = called;
        let taken: Vec<Ty> = called.taken().collect();
        self.need(&taken);
        let index = self.class.pool.method(("Main", name, descriptor)).to_be_bytes();
        self.apply(invoke, &index, &taken, Some(result));
    }

    /// Calls of methods of the library: through an interface, and of a text.
    fn library(&mut self) {
        if self.choices.one_in(2) {
            self.need(&[Ty::Ref(TEXT)]);
            let index = self.class.pool.method(("java/lang/String", "length", "()I")).to_be_bytes();
            return self.apply(opcode::INVOKEVIRTUAL, &index, &[Ty::Ref(TEXT)], Some(Ty::Int));
        }
        let box_of = ("java/lang/Integer", "valueOf", "(I)Ljava/lang/Integer;");
        let index = self.class.pool.method(box_of).to_be_bytes();
        for _ in 0..2 {
            self.push(Ty::Int);
            self.apply(opcode::INVOKESTATIC, &index, &[Ty::Int], Some(Ty::Ref(OBJECT)));
        }
        let compare = ("java/lang/Comparable", "compareTo", "(Ljava/lang/Object;)I");
        let [a, b] = self.class.pool.interface_method(compare).to_be_bytes();
        self.apply(opcode::INVOKEINTERFACE, &[a, b, 2, 0], &[Ty::Ref(OBJECT); 2], Some(Ty::Int));
    }

    /// Casts, classes of objects, monitors, nothing.
    fn others(&mut self) {
        let ty = self.any_reference();
        let target = self.choices.of(&REFERENCES);
        let index = self.class.pool.class(internal(target)).to_be_bytes();
        match self.choices.below(6) {
            0 | 1 => {
                self.need(&[ty]);
                self.apply(opcode::CHECKCAST, &index, &[ty], Some(Ty::Ref(target)));
            }
            2 | 3 => {
                self.need(&[ty]);
                self.apply(opcode::INSTANCEOF, &index, &[ty], Some(Ty::Int));
            }
            4 => {
                self.need(&[ty]);
                self.code.op(opcode::DUP, &[]);
                self.code.op(opcode::MONITORENTER, &[]);
                self.apply(opcode::MONITOREXIT, &[], &[ty], None);
            }
            _ => self.code.op(opcode::NOP, &[]),
        }
    }

    /// Takes a value off the stack, and leaves a trace of it.
    pub(super) fn log(&mut self) {
        let ty = self.top_or(Self::any_number);
        match ty {
            Ty::Int => self.apply(opcode::I2L, &[], &[ty], Some(Ty::Long)),
            Ty::Long => {}
            Ty::Float => self.apply(opcode::F2L, &[], &[ty], Some(Ty::Long)),
            Ty::Double => self.apply(opcode::D2L, &[], &[ty], Some(Ty::Long)),
            Ty::Ref(_) => {
                let index = self.class.pool.class("Main").to_be_bytes();
                self.apply(opcode::INSTANCEOF, &index, &[ty], Some(Ty::Int));
                self.apply(opcode::I2L, &[], &[Ty::Int], Some(Ty::Long));
            }
        }
        let log = self.class.pool.field(("Main", "log", "J")).to_be_bytes();
        let factor = self.class.pool.long(31).to_be_bytes();
        self.apply(opcode::GETSTATIC, &log, &[], Some(Ty::Long));
        self.apply(opcode::LDC2_W, &factor, &[], Some(Ty::Long));
        self.apply(opcode::LMUL, &[], &[Ty::Long; 2], Some(Ty::Long));
        self.apply(opcode::LADD, &[], &[Ty::Long; 2], Some(Ty::Long));
        self.apply(opcode::PUTSTATIC, &log, &[Ty::Long], None);
    }

    /// Returns a value.
    pub(super) fn leave(&mut self) {
        let ty = self.result;
        match ty {
            // Only the entry.
            Ty::Long => self.get_static("log", "J"),
            ty => self.need(&[ty]),
        }
        self.apply(opcode::IRETURN + ty.number(), &[], &[ty], None);
        self.state = None;
    }
}
