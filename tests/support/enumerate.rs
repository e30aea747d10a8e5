//! All small inputs of an entry method, in a fixed order: an oracle for "no input violates" and "some input violates".
//!
//! An input is the result of a sequence of choices: which integer; null, a new object or an earlier one; which length. Inputs
//! come in the order of the sum of the choices, the simplest first. So a cap cuts off the complicated ones, and not all
//! values of the last parameter.

use multise::internals::index::Idx;
use multise::internals::ir::{ClassId, Const, Expr, MethodId, MethodKind, Program, TextId, Type};
use multise::{Cell, Inputs, Num, Types, Value};
use std::collections::{BTreeSet, VecDeque};

/// The values and sizes of inputs. The first value of each kind is the simplest.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// Values of `int`; the non-negative ones are those of `uint`.
    pub ints: Vec<Num>,
    /// Values of `float`.
    pub floats: Vec<Num>,
    /// Values of `char`.
    pub chars: Vec<String>,
    /// Values of `string` besides null.
    pub strings: Vec<String>,
    /// The longest array.
    pub length: usize,
    /// At most this many objects.
    pub objects: usize,
    /// At most this many arrays.
    pub arrays: usize,
    /// Whether array parameters may be null.
    pub null_arrays: bool,
    /// The classes of objects.
    pub types: Types,
}

impl Bounds {
    /// Integers from -2 to 3, a few fractions, arrays of up to two elements, two objects, two arrays.
    pub fn small() -> Self {
        Self {
            ints: [0, 1, -1, 2, -2, 3].map(Num::from).to_vec(),
            floats: ["0", "1", "-1", "1/2", "-5/2"].map(|n| n.parse().expect("a number")).to_vec(),
            chars: ["\0", "a"].map(str::to_owned).to_vec(),
            strings: ["", "a"].map(str::to_owned).to_vec(),
            length: 2,
            objects: 2,
            arrays: 2,
            null_arrays: true,
            types: Types::Symbolic,
        }
    }

    /// Few numbers and texts, but many heaps: up to three objects, and two arrays of up to two elements.
    pub fn shapes() -> Self {
        let few = |list: Vec<Num>| list.into_iter().take(3).collect();
        let small = Self::small();
        Self { ints: few(small.ints), floats: few(small.floats), objects: 3, ..small }
    }

    /// [`small`](Self::small) and values from the program's literals: texts, and numbers equal, next and opposite to them.
    pub fn of(program: &Program) -> Self {
        let mut bounds = Self::small();
        for n in literals(program) {
            let opposite = -&n;
            let values = [n.clone(), &n + &Num::ONE, &n - &Num::ONE, opposite];
            for value in values {
                let list = if value.is_integer() { &mut bounds.ints } else { &mut bounds.floats };
                if !list.contains(&value) {
                    list.push(value);
                }
            }
        }
        if let Some(width) = program.ints {
            bounds.ints.retain(|n| width.has(n));
        }
        for text in (0..program.texts.len()).map(|i| program.texts.get(TextId::new(i)).to_owned()) {
            if text.chars().count() == 1 && !bounds.chars.contains(&text) {
                bounds.chars.push(text.clone());
            }
            if text != "\0" && !bounds.strings.contains(&text) {
                bounds.strings.push(text);
            }
        }
        bounds
    }
}

/// The inputs of an entry method within bounds: all of them, unless the consumer stops.
pub fn inputs<'a>(program: &'a Program, entry: MethodId, bounds: &'a Bounds) -> impl Iterator<Item = Inputs> + 'a {
    let mut chooser = Chooser::default();
    std::iter::from_fn(move || {
        while !chooser.done {
            chooser.position = 0;
            let inputs = Builder::new(program, bounds, &mut chooser).build(entry);
            let is_new = chooser.sum() == chooser.level;
            chooser.advance();
            if is_new {
                return Some(inputs);
            }
        }
        None
    })
}

/// Inputs of an entry within bounds, at random.
pub fn sampled<'a>(program: &'a Program, entry: MethodId, bounds: &'a Bounds) -> impl Iterator<Item = Inputs> + 'a {
    // Any seed but 0 is possible.
    let mut random = 0x9E37_79B9_7F4A_7C15;
    std::iter::repeat_with(move || {
        let mut chooser = Chooser { random: Some(random), ..Chooser::default() };
        let inputs = Builder::new(program, bounds, &mut chooser).build(entry);
        random = chooser.random.expect("it stays random");
        inputs
    })
}

/// Passes the inputs of an entry method within bounds to a consumer, which returns the fields and cells that its run has
/// read, in order. Inputs that differ only in what no run reads are taken once (Boyapati, Khurshid, Marinov: Korat, ISSTA
/// 2002). At most `most` inputs; returns whether these are all.
///
/// # Errors
/// Those of the consumer.
pub fn relevant<E>(
    program: &Program,
    entry: MethodId,
    bounds: &Bounds,
    most: usize,
    mut consume: impl FnMut(&Inputs) -> Result<Vec<Slot>, E>,
) -> Result<bool, E> {
    let build = |chooser: &mut Chooser, read: &[Slot]| {
        chooser.position = 0;
        Builder::new(program, bounds, chooser).build_read(entry, read)
    };
    // Without levels, each sequence comes once: the last choice changes first.
    let mut chooser = Chooser { level: usize::MAX, ..Chooser::default() };
    let mut read: Vec<Slot> = Vec::new();
    for _ in 0..most {
        read = consume(&build(&mut chooser, &read))?;
        // Places that have been read for the first time are choices from now on.
        build(&mut chooser, &read);
        let arguments = chooser.choices.len() - read.len();
        chooser.advance();
        if chooser.done {
            return Ok(true);
        }
        // Up to the choice that changes, a run reads the same places, with one choice each.
        read.truncate(chooser.choices.len().saturating_sub(arguments));
    }
    Ok(false)
}

/// Replays a prefix of choices and takes the first alternative after it. Enumerates all sequences whose sum is at most
/// `level`, then raises the level.
#[derive(Default)]
struct Chooser {
    /// The choices, each with the number of its alternatives.
    choices: Vec<(usize, usize)>,
    position: usize,
    level: usize,
    /// Whether the level excluded a sequence.
    cut: bool,
    done: bool,
    /// The state of a random number generator, which then chooses instead of the first alternative.
    random: Option<u64>,
}

impl Chooser {
    /// A number below `alternatives`.
    fn choose(&mut self, alternatives: usize) -> usize {
        if self.position == self.choices.len() {
            let choice = self.random.as_mut().map_or(0, |random| {
                // Xorshift (G. Marsaglia 2003).
                *random ^= *random << 13;
                *random ^= *random >> 7;
                *random ^= *random << 17;
                (*random % alternatives as u64) as usize
            });
            self.choices.push((choice, alternatives));
        }
        let (choice, n) = self.choices[self.position];
        assert_eq!(n, alternatives, "building is a function of the choices");
        self.position += 1;
        choice
    }

    fn sum(&self) -> usize {
        self.choices.iter().map(|(c, _)| c).sum()
    }

    fn advance(&mut self) {
        let mut sum = self.sum();
        while let Some((choice, n)) = self.choices.pop() {
            if choice + 1 < n {
                if sum < self.level {
                    self.choices.push((choice + 1, n));
                    return;
                }
                self.cut = true;
            }
            sum -= choice;
        }
        self.done = !self.cut;
        self.cut = false;
        self.level = self.level.saturating_add(1);
    }
}

/// A place of an input.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Slot {
    /// A parameter.
    Arg(String),
    /// An object and a field.
    Field(String, String),
    /// An array and an index.
    Cell(String, usize),
}

struct Builder<'a> {
    program: &'a Program,
    bounds: &'a Bounds,
    chooser: &'a mut Chooser,
    inputs: Inputs,
    /// The objects and arrays so far, with their types.
    made: Vec<(String, Type)>,
    slots: VecDeque<(Slot, Type)>,
}

impl<'a> Builder<'a> {
    fn new(program: &'a Program, bounds: &'a Bounds, chooser: &'a mut Chooser) -> Self {
        let (inputs, made, slots) = (Inputs::default(), Vec::new(), VecDeque::new());
        Self { program, bounds, chooser, inputs, made, slots }
    }

    /// An input with choices for all its parts.
    fn build(mut self, entry: MethodId) -> Inputs {
        self.parameters(entry);
        while let Some((slot, ty)) = self.slots.pop_front() {
            self.fill(entry, slot, &ty);
        }
        self.inputs
    }

    /// An input with choices for the arguments, then for these places. The other places have their first alternatives, which
    /// are not recorded.
    fn build_read(mut self, entry: MethodId, read: &[Slot]) -> Inputs {
        self.parameters(entry);
        for _ in 0..self.slots.len() {
            let (slot, ty) = self.slots.pop_front().expect("the parameters stand first");
            self.fill(entry, slot, &ty);
        }
        for wanted in read {
            let place = self.slots.iter().position(|(slot, _)| slot == wanted).expect("what was read is there");
            let (slot, ty) = self.slots.remove(place).expect("a position");
            self.fill(entry, slot, &ty);
        }
        let chosen = self.chooser.choices.len();
        while let Some((slot, ty)) = self.slots.pop_front() {
            self.fill(entry, slot, &ty);
        }
        self.chooser.choices.truncate(chosen);
        self.inputs
    }

    fn parameters(&mut self, entry: MethodId) {
        let method = &self.program.methods[entry];
        // A constructor fills a new object, which is not an input.
        for &formal in &method.formals[usize::from(method.kind == MethodKind::Constructor)..] {
            let local = &method.locals[formal];
            let ty = local.ty.clone().expect("parameters have types");
            self.slots.push_back((Slot::Arg(local.name.clone()), ty));
        }
    }

    fn fill(&mut self, entry: MethodId, slot: Slot, ty: &Type) {
        let value = match &slot {
            Slot::Arg(name) if name == "this" => self.receiver(entry),
            slot => self.value(ty, matches!(slot, Slot::Arg(_))),
        };
        match slot {
            Slot::Arg(name) => {
                self.inputs.args.insert(name, value);
            }
            Slot::Field(object, name) => match &mut self.inputs.heap[&object] {
                Cell::Object { fields, .. } => {
                    fields.insert(name, value);
                }
                Cell::Array { .. } => unreachable!("an object has fields"),
            },
            Slot::Cell(array, index) => match &mut self.inputs.heap[&array] {
                Cell::Array { cells, .. } => {
                    cells.insert(index.to_string(), value);
                }
                Cell::Object { .. } => unreachable!("an array has cells"),
            },
        }
    }

    fn value(&mut self, ty: &Type, is_parameter: bool) -> Value {
        let bounds = self.bounds;
        match ty {
            Type::Int | Type::Integer => Value::Int(self.pick(&bounds.ints)),
            Type::Uint => Value::Int(self.pick_integer(|n| !n.is_negative())),
            Type::Machine(width) => Value::Int(self.pick_integer(|n| *n >= width.least() && *n <= width.most())),
            Type::Float => Value::Float(self.pick(&bounds.floats)),
            Type::Ieee(format) => {
                ty.input(self.pick_integer(|n| *n >= format.least().into() && *n <= format.nan().into()))
            }
            Type::Bool => Value::Bool(self.chooser.choose(2) == 1),
            Type::Char => Value::Char(self.pick(&bounds.chars)),
            Type::String => match self.chooser.choose(bounds.strings.len() + 1) {
                0 => Value::Null,
                i => Value::String(bounds.strings[i - 1].clone()),
            },
            Type::Null => Value::Null,
            Type::Class(_) | Type::Array(_) => self.reference(ty, is_parameter),
        }
    }

    fn pick<T: Clone>(&mut self, values: &[T]) -> T {
        values[self.chooser.choose(values.len())].clone()
    }

    /// An integer that a type has.
    fn pick_integer(&mut self, fits: impl Fn(&Num) -> bool) -> Num {
        let fitting: Vec<&Num> = self.bounds.ints.iter().filter(|n| fits(n)).collect();
        self.pick(&fitting).clone()
    }

    /// Null, then a new object, then the earlier ones.
    fn reference(&mut self, ty: &Type, is_parameter: bool) -> Value {
        let bounds = self.bounds;
        let is_array = ty.element().is_some();
        let used = self.made.iter().filter(|(_, t)| t.element().is_some() == is_array).count();
        let room = used < if is_array { self.bounds.arrays } else { self.bounds.objects };
        let null = !(is_array && is_parameter) || self.bounds.null_arrays;
        let mut options: Vec<Option<Choice>> = Vec::new();
        if null || (!room && used == 0) {
            options.push(None);
        }
        if room {
            match ty {
                Type::Class(class) => {
                    let classes = self.program.instances(*class, bounds.types);
                    options.extend(classes.into_iter().map(|c| Some(Choice::Object(c))));
                }
                _ => options.extend((0..=self.bounds.length).map(|n| Some(Choice::Array(n)))),
            }
        }
        let fits = |made: &Type| match made {
            Type::Class(class) => {
                let declared = match (bounds.types, ty) {
                    (Types::Declared, Type::Class(c)) => self.program.instances(*c, bounds.types).contains(class),
                    _ => true,
                };
                declared && self.program.is_instance(*class, ty)
            }
            array => array == ty,
        };
        options.extend(self.made.iter().filter(|(_, t)| fits(t)).map(|(name, _)| Some(Choice::Old(name.clone()))));
        if options.is_empty() {
            // There is no room for a new object, and no earlier one fits: the bounds allow only null.
            options.push(None);
        }
        match &options[self.chooser.choose(options.len())] {
            None => Value::Null,
            Some(Choice::Old(name)) => Value::Ref(name.clone()),
            Some(Choice::Object(class)) => self.object(*class),
            Some(Choice::Array(length)) => self.array(ty, *length),
        }
    }

    /// The receiver of an instance method: a new object on which a call runs this method.
    fn receiver(&mut self, entry: MethodId) -> Value {
        let classes = self.program.receivers(entry, self.bounds.types);
        let class = classes[self.chooser.choose(classes.len())];
        self.object(class)
    }

    fn object(&mut self, id: ClassId) -> Value {
        let class = &self.program.classes[id];
        let name = self.name("o");
        self.made.push((name.clone(), Type::Class(id)));
        self.inputs.heap.insert(name.clone(), Cell::Object { class: class.name.clone(), fields: Default::default() });
        for &f in &class.fields {
            let field = &self.program.fields[f];
            self.slots.push_back((Slot::Field(name.clone(), field.name.clone()), field.ty.clone()));
        }
        Value::Ref(name)
    }

    fn array(&mut self, ty: &Type, length: usize) -> Value {
        let elem = ty.element().expect("an array type");
        let name = self.name("a");
        self.made.push((name.clone(), ty.clone()));
        let cell = Cell::Array {
            elem: self.program.type_name(elem),
            length: length.to_string(),
            default: None,
            cells: Default::default(),
        };
        self.inputs.heap.insert(name.clone(), cell);
        for i in 0..length {
            self.slots.push_back((Slot::Cell(name.clone(), i), elem.clone()));
        }
        Value::Ref(name)
    }

    fn name(&self, prefix: &str) -> String {
        let same = self.made.iter().filter(|(name, _)| name.starts_with(prefix)).count();
        format!("{prefix}{}", same + 1)
    }
}

/// What a reference can be besides null.
enum Choice {
    Object(ClassId),
    Array(usize),
    Old(String),
}

/// The numbers of a program that are not small, in order.
fn literals(program: &Program) -> BTreeSet<Num> {
    let mut found = BTreeSet::new();
    let mut todo: Vec<&Expr> = Vec::new();
    for block in program.methods.iter().flat_map(|m| m.blocks.iter()) {
        todo.extend(block.instrs.iter().flat_map(|instr| instr.kind.exprs()));
        todo.extend(block.term.exprs());
    }
    while let Some(expr) = todo.pop() {
        if let Expr::Const(Const::Num(n)) = expr
            && (n.abs() > Num::from(3) || !n.is_integer())
        {
            found.insert(n.clone());
        }
        todo.extend(expr.operands());
        if let Expr::Quant(q) = expr {
            todo.push(&q.body);
        }
    }
    found
}
