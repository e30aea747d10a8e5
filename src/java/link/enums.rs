//! Enums in inputs. An input that is a constant of an enum is any object with any number. Where code gets one, as a parameter, as the
//! receiver, from a field or from an array, it goes on with the constant of this number. The declared type may be one above the enum.
//! Enums that inputs have are initialised before the entry.
//!
//! An input of the type `Class` would have to be one of the objects that the program has for its classes. It is not supported: paths
//! that get one end.

use super::Linker;
use super::answers::Held;
use super::classes::{class_of, dotted};
use super::code::More;
use crate::ir::{
    BinaryOp, BlockId, Callee, ClassId, Const, Constants, Expr, FieldId, InstrKind, LocalId, Method, MethodId,
    StaticId, Terminator, Type, UnaryOp, Width,
};
use crate::num::Num;
use rustc_hash::FxHashMap;

/// An enum of which inputs have constants.
#[derive(Clone, Copy, Debug)]
pub(super) struct Enum {
    /// The enum.
    class: ClassId,
    /// The field with all constants; none where the class file has none.
    values: Option<StaticId>,
    /// The field of a constant with its number.
    ordinal: FieldId,
    /// Whether it is no enum, but `Class`.
    is_class: bool,
}

/// Where a method reads a reference that may be such an object: the block, the instruction, the variable, and the enums.
type Read = (BlockId, usize, LocalId, Vec<Enum>);

impl Linker<'_> {
    /// Whether objects of the class are the constants of an enum.
    pub(super) fn is_enum(&self, class: ClassId) -> bool {
        self.enum_class(class).is_some()
    }

    /// The enum of a class: itself, or the class around the body of a constant.
    pub(super) fn enum_class(&self, class: ClassId) -> Option<ClassId> {
        let line: Vec<ClassId> = self.program.line(class).collect();
        let at = line.iter().position(|above| &*self.classes[*above].name == "java/lang/Enum")?;
        at.checked_sub(1).map(|at| line[at])
    }

    /// Whether a class is the body of a constant, which has no name.
    pub(super) fn is_body_of_constant(&self, class: ClassId) -> bool {
        self.enum_class(class).is_some_and(|of| of != class)
    }

    /// Whether inputs can be constants of the enum of a class.
    pub(super) fn is_input_enum(&self, class: ClassId) -> bool {
        self.enum_class(class).is_some_and(|class| self.inputs.classes.contains(&class))
    }

    /// What is known of the enum of a class.
    pub(super) fn enum_of(&self, class: ClassId) -> Option<Enum> {
        let class = self.enum_class(class)?;
        let ordinal = self.known_field("java/lang/Enum", "ordinal")?;
        let array = format!("[L{};", self.classes[class].name);
        let is_values = |field: &crate::java::classfile::Field| {
            field.access.is_static() && field.access.is_synthetic() && *field.descriptor == *array
        };
        let file = self.classes[class].file.as_ref()?;
        let values = file.fields.iter().position(is_values).and_then(|i| self.statics.get(&(class, i)).copied());
        Some(Enum { class, values, ordinal, is_class: false })
    }

    /// The same of a class, or of `Class`.
    fn known(&self, class: ClassId) -> Option<Enum> {
        let is_class = &*self.classes[class].name == "java/lang/Class";
        let class_of_classes = || {
            let name = self.known_field("java/lang/Class", "name").filter(|_| is_class)?;
            Some(Enum { class, values: None, ordinal: name, is_class })
        };
        self.enum_of(class).or_else(class_of_classes)
    }

    /// All of inputs.
    fn input_enums(&self) -> Vec<Enum> {
        self.inputs.classes.iter().filter_map(|class| self.known(*class)).collect()
    }

    /// The fields that hold the objects of `Class` of the program.
    fn class_objects(&self) -> Vec<StaticId> {
        let is_class = |(held, field): (&Held, &StaticId)| matches!(held, Held::Class(_)).then_some(*field);
        self.constants.iter().filter_map(is_class).collect()
    }

    /// Names the constants that inputs have. A compiler declares them in their order.
    pub(super) fn name_constants(&mut self) {
        let enums: Vec<Enum> = self.inputs.classes.iter().filter_map(|class| self.enum_of(*class)).collect();
        for Enum { class, ordinal, .. } in enums {
            let Some(file) = &self.classes[class].file else { continue };
            let path = dotted(&self.classes[class].name).replace('$', ".");
            let constants = file.fields.iter().filter(|field| field.access.is_enum());
            let names = constants.map(|field| format!("{path}.{}", field.name)).collect();
            self.program.constants.insert(class, Constants { number: ordinal, names });
        }
    }

    /// Makes code that reads fields and elements of input objects go on with constants.
    pub(super) fn choose_constants(&mut self) {
        let enums = self.input_enums();
        if enums.is_empty() {
            return;
        }
        let classes = self.class_objects();
        let fields = self.inputs.classes.iter().flat_map(|class| &self.program.classes[*class].fields);
        let by_field: FxHashMap<FieldId, Vec<Enum>> =
            fields.map(|field| (*field, self.enums_below(&enums, &self.program.fields[*field].ty))).collect();
        let elements: Vec<ClassId> = self.inputs.arrays.iter().filter_map(|array| self.element_class(array)).collect();
        let is_element = |known: &&Enum| elements.iter().any(|element| self.is_subclass(known.class, *element));
        let in_arrays: Vec<Enum> = enums.iter().filter(is_element).copied().collect();
        for id in self.program.methods.ids() {
            let reads = reads(&self.program.methods[id], &by_field, &in_arrays);
            if !reads.is_empty() {
                self.choose_in(id, reads, &classes);
            }
        }
    }

    /// The class of the elements of an array of references.
    fn element_class(&self, array: &str) -> Option<ClassId> {
        let element = array.trim_start_matches('[');
        self.known_class(class_of(element)).filter(|_| element.starts_with('L'))
    }

    /// Splits the blocks of a method behind its reads, the last one of a block first.
    fn choose_in(&mut self, id: MethodId, reads: Vec<Read>, classes: &[StaticId]) {
        self.edit(id, |_, more| {
            for (at, index, local, enums) in reads.into_iter().rev() {
                more.beside(at);
                let next = more.split(at, index + 1);
                let first = chosen(more, &enums, local, classes, next);
                more.block_mut(at).term = Terminator::Goto(first);
            }
        });
    }

    /// The enums whose constants a reference of a type can be.
    fn enums_below(&self, enums: &[Enum], ty: &Type) -> Vec<Enum> {
        let Type::Class(declared) = ty else { return Vec::new() };
        enums.iter().filter(|known| self.is_subclass(known.class, *declared)).copied().collect()
    }

    /// The parameters of an entry that may be constants, with their enums.
    pub(super) fn enum_parameters(&self, method: &Method) -> Vec<(LocalId, Vec<Enum>)> {
        let enums = self.input_enums();
        let parameters = method.formals.iter().filter(|local| method.this() != Some(**local));
        let known =
            parameters.filter_map(|&local| Some((local, self.enums_below(&enums, method.locals[local].ty.as_ref()?))));
        known.filter(|(_, enums)| !enums.is_empty()).collect()
    }

    /// Code that makes parameters the constants that they stand for, if they do. Returns its first block.
    pub(super) fn choose_parameters(
        &self,
        more: &mut More,
        parameters: Vec<(LocalId, Vec<Enum>)>,
        next: BlockId,
    ) -> BlockId {
        let classes = self.class_objects();
        let choose = |next, (parameter, enums): (LocalId, Vec<Enum>)| chosen(more, &enums, parameter, &classes, next);
        parameters.into_iter().rev().fold(next, choose)
    }

    /// The enums whose constants the receiver of an entry can be.
    pub(super) fn enum_receivers(&self, root: MethodId) -> Vec<Enum> {
        let method = &self.program.methods[root];
        if method.this().is_none() || method.makes.is_some() {
            return Vec::new();
        }
        if let Some(own) = self.enum_of(method.class) {
            return vec![own];
        }
        let mut below = self.enums_below(&self.input_enums(), &Type::Class(method.class));
        below.retain(|known| self.program.classes[known.class].dispatch.get(&root) == Some(&root));
        below
    }

    /// Code that runs an entry on the constant that its receiver stands for, if it does; the entry is called from itself then. Returns its
    /// first block.
    pub(super) fn on_constant(
        &self,
        (root, receivers): (MethodId, Vec<Enum>),
        more: &mut More,
        body: BlockId,
    ) -> BlockId {
        let Some(this) = more.method().this() else { return body };
        let mut first = body;
        for known in receivers {
            let chosen = self.run_on_constant(root, known, this, more);
            let (is_one, instr) = instance(more, this, known.class);
            // Calls begin at the body, which has to be a part of the graph.
            let test = Terminator::Branch { cond: is_one, then: chosen, other: first };
            first = more.block(vec![instr], test);
        }
        first
    }

    /// Code that runs an entry on the constant of an enum that its receiver stands for.
    fn run_on_constant(&self, root: MethodId, known: Enum, this: LocalId, more: &mut More) -> BlockId {
        let (class, formals, result) = (more.method().class, more.method().formals.clone(), more.method().retval);
        let this_constant = more.local(Some(Type::Class(known.class)));
        let args = formals.iter().map(|&local| Expr::Local(if local == this { this_constant } else { local }));
        let exit = more.leave();
        let call = Terminator::Call { dst: result, callee: Callee::Exact(root), args: args.collect(), next: exit };
        // Other constants may override the method.
        let is_own = |class: ClassId| self.program.classes[class].dispatch.get(&root) == Some(&root);
        let mut assumed = Vec::new();
        let mut assume = |more: &mut More, class: ClassId, is_instance: bool| {
            let (instance, instr) = instance(more, this_constant, class);
            let cond = if is_instance { instance } else { Expr::Unary(UnaryOp::Not, Box::new(instance)) };
            assumed.extend([instr, InstrKind::Assume { cond }]);
        };
        // The entry may be a method of the body of a constant.
        let is_body = class != known.class && self.is_subclass(class, known.class);
        if is_body {
            assume(more, class, true);
        }
        let top = if is_body { class } else { known.class };
        for below in self.program.classes.ids().filter(|below| self.is_subclass(*below, top) && !is_own(*below)) {
            if !self.program.classes[below].dispatch.is_empty() {
                assume(more, below, false);
            }
        }
        let run = more.block(assumed, call);
        constant(more, known, this, this_constant, run)
    }
}

/// Code that makes a variable the constant that it stands for, if it is one of these enums. Returns its first block.
fn chosen(more: &mut More, enums: &[Enum], local: LocalId, classes: &[StaticId], next: BlockId) -> BlockId {
    let mut first = next;
    for known in enums {
        let chosen = constant(more, *known, local, local, next);
        let (is_one, instrs) = tested(more, *known, local, classes);
        first = more.block(instrs, Terminator::Branch { cond: is_one, then: chosen, other: first });
    }
    first
}

/// The reads of a method.
fn reads(method: &Method, by_field: &FxHashMap<FieldId, Vec<Enum>>, in_arrays: &[Enum]) -> Vec<Read> {
    let mut found = Vec::new();
    for (at, block) in method.blocks.iter_enumerated() {
        for (index, instr) in block.instrs.iter().enumerate() {
            let InstrKind::Assign { dst, value } = &instr.kind else { continue };
            let is_reference = !method.locals[*dst].ty.as_ref().is_some_and(Type::is_numeric);
            let enums = match value {
                Expr::Field(_, field) => by_field.get(field).cloned().unwrap_or_default(),
                Expr::Elem(..) if is_reference => in_arrays.to_vec(),
                _ => Vec::new(),
            };
            if !enums.is_empty() {
                found.push((at, index, *dst, enums));
            }
        }
    }
    found
}

/// Whether an object is such a constant, or stands for one, and what has to run before. Where the class has not made all constants, it
/// is one anyway. Of `Class` those are meant that are none of the program.
fn tested(more: &mut More, known: Enum, object: LocalId, classes: &[StaticId]) -> (Expr, Vec<InstrKind>) {
    let (instance, instr) = instance(more, object, known.class);
    let mut instrs = vec![instr];
    if known.is_class {
        let is_other = classes.iter().map(|field| {
            let class = more.local(Some(Type::Class(known.class)));
            instrs.push(InstrKind::Assign { dst: class, value: Expr::Static(*field) });
            Expr::binary(BinaryOp::Ne, Expr::Local(object), Expr::Local(class))
        });
        let is_input = is_other.fold(instance, |all, one| Expr::binary(BinaryOp::And, all, one));
        return (is_input, instrs);
    }
    let Some(values) = known.values else { return (instance, instrs) };
    let array = more.local(Some(Type::Class(known.class).array()));
    instrs.push(InstrKind::Assign { dst: array, value: Expr::Static(values) });
    (Expr::binary(BinaryOp::And, instance, Expr::is_there(Expr::Local(array))), instrs)
}

/// Whether an object is an instance of a class, and the instruction that asks it.
pub(super) fn instance(more: &mut More, object: LocalId, class: ClassId) -> (Expr, InstrKind) {
    let dst = more.local(Some(Type::Bool));
    let value = Expr::instance_of(Expr::Local(object), Type::Class(class));
    (Expr::Local(dst), InstrKind::Assign { dst, value })
}

/// A block that assigns the constant with the number of an object, which is not null, and goes on. There is a constant for each number
/// of an input.
fn constant(more: &mut More, known: Enum, from: LocalId, to: LocalId, next: BlockId) -> BlockId {
    let Some(values) = known.values else {
        let what = match known.is_class {
            true => "an object of java.lang.Class of an input".to_owned(),
            false => "an enum whose class file has no field with its constants".to_owned(),
        };
        return more.block(Vec::new(), Terminator::Unsupported(what));
    };
    let number = more.local(Some(Type::Machine(Width::I32)));
    let count = more.local(Some(Type::Machine(Width::I32)));
    let array = more.local(Some(Type::Class(known.class).array()));
    let at_least = Expr::binary(BinaryOp::Ge, Expr::Local(number), Expr::Const(Const::Num(Num::ZERO)));
    let below = Expr::binary(BinaryOp::Lt, Expr::Local(number), Expr::Local(count));
    let instrs = vec![
        InstrKind::Assign { dst: number, value: Expr::Field(Box::new(Expr::Local(from)), known.ordinal) },
        InstrKind::Assign { dst: array, value: Expr::Static(values) },
        InstrKind::Assign { dst: count, value: Expr::Len(Box::new(Expr::Local(array))) },
        InstrKind::Assume { cond: Expr::binary(BinaryOp::And, at_least, below) },
        InstrKind::Assign { dst: to, value: Expr::Elem(Box::new(Expr::Local(array)), Box::new(Expr::Local(number))) },
    ];
    more.block(instrs, Terminator::Goto(next))
}
