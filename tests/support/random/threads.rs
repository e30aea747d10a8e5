//! Random programs with threads. They have few visible steps, so that all their schedules can be run.

pub mod java;

use proptest::prelude::*;
use std::fmt::Write;

/// A program: the bodies of the static initialiser, the entry method and each thread.
#[derive(Clone, Debug)]
pub struct Threads {
    initialiser: Option<Vec<Step>>,
    held: Held,
    /// Whether cells are inputs, in OOX. A thread then comes to a cell of another one only by a field that nothing has read.
    are_given: bool,
    entry: Vec<Step>,
    bodies: Vec<Vec<Step>>,
}

/// A statement.
#[derive(Clone, Debug)]
enum Step {
    /// `l := e;`
    Local(usize, Value),
    /// `x := e;`
    Static(usize, Value),
    /// `c.v := e;`
    Store(usize, Value),
    /// `c.u := e;`, of a field that frames list only with all others.
    StoreOther(usize, Value),
    /// `d := new Cell(e);`
    Make(Value),
    /// `l := c.v + k; c.v := l;`
    Add(usize, i8),
    /// `l := x + k; x := l;`, in one step in Java
    Count(i8),
    /// `if (x == k) x := e;`, in one step in Java
    Swap(i8, Value),
    /// An operation on a map, in Java only.
    Map(MapStep, u8, Value),
    /// `cells[i] := e;`
    Element(u8, Value),
    Lock(usize, Vec<Step>),
    If(Condition, Vec<Step>, Vec<Step>),
    /// A loop of two iterations.
    Loop(Vec<Step>),
    Assert(Condition),
    Assume(Condition),
    Cover(Condition),
    Throw,
    /// A `try` with a `catch`.
    Try(Vec<Step>),
    Call(usize),
    /// A call of a method with this body. Its clause lists some of the cells, or all fields of one, that it may change.
    Framed(Vec<(usize, bool)>, Vec<Step>),
    /// A fork of a thread, by number; its body is further down.
    Fork(usize),
    Join,
    Return,
}

/// How the class `Held` is initialised, which threads may be the first to use.
#[derive(Clone, Copy, Debug)]
enum Held {
    Constant,
    /// In Java by code that nothing can observe.
    Array,
    /// In Java by code that reads what threads write.
    Shared,
}

/// What is done at a key of the map.
#[derive(Clone, Copy, Debug)]
enum MapStep {
    Put,
    PutIfAbsent,
    Merge,
    Remove,
    Get,
}

#[derive(Clone, Debug)]
enum Value {
    Constant(i8),
    Local(usize),
    Next(usize),
    Input,
    Static(usize),
    Field(usize),
    Element(u8),
}

#[derive(Clone, Debug)]
enum Condition {
    Flag,
    Small(usize, i8),
    Equal(usize, usize),
    Shared(usize, i8),
    /// Whether the thread that was started last is alive, in Java; the flag in OOX.
    Alive,
}

/// Most framed methods of a program: each is called, and may fork.
const FRAMED: usize = 2;

const LOCALS: [&str; 2] = ["l", "m"];
/// The parameters, and a local that is the third of them at first. Threads and framed calls get it in the place of that one.
const CELLS: [&str; 4] = ["a", "b", "c", "d"];
const STATICS: [&str; 3] = ["Main.x", "Main.y", "Held.z"];

fn value() -> impl Strategy<Value = Value> {
    prop_oneof![
        3 => (0..3i8).prop_map(Value::Constant),
        2 => (0..2usize).prop_map(Value::Local),
        2 => (0..2usize).prop_map(Value::Next),
        1 => Just(Value::Input),
        3 => (0..3usize).prop_map(Value::Static),
        3 => (0..4usize).prop_map(Value::Field),
        1 => (0..2u8).prop_map(Value::Element),
    ]
}

fn condition() -> impl Strategy<Value = Condition> {
    prop_oneof![
        2 => Just(Condition::Flag),
        3 => (0..2usize, 0..3i8).prop_map(|(l, k)| Condition::Small(l, k)),
        1 => (0..2usize, 0..2usize).prop_map(|(l, m)| Condition::Equal(l, m)),
        3 => (0..3usize, 0..3i8).prop_map(|(x, k)| Condition::Shared(x, k)),
        1 => Just(Condition::Alive),
    ]
}

fn map_step() -> impl Strategy<Value = MapStep> {
    use MapStep::{Get, Merge, Put, PutIfAbsent, Remove};
    prop::sample::select(vec![Put, PutIfAbsent, Merge, Remove, Get])
}

fn leaf() -> impl Strategy<Value = Step> {
    prop_oneof![
        3 => (0..2usize, value()).prop_map(|(l, e)| Step::Local(l, e)),
        3 => (0..3usize, value()).prop_map(|(x, e)| Step::Static(x, e)),
        3 => (0..4usize, value()).prop_map(|(c, e)| Step::Store(c, e)),
        1 => value().prop_map(Step::Make),
        1 => (0..4usize, value()).prop_map(|(c, e)| Step::StoreOther(c, e)),
        2 => (0..4usize, 1..3i8).prop_map(|(c, k)| Step::Add(c, k)),
        1 => (1..3i8).prop_map(Step::Count),
        1 => (0..3i8, value()).prop_map(|(k, e)| Step::Swap(k, e)),
        1 => (map_step(), 0..2u8, value()).prop_map(|(what, key, e)| Step::Map(what, key, e)),
        1 => (0..2u8, value()).prop_map(|(i, e)| Step::Element(i, e)),
        3 => condition().prop_map(Step::Assert),
        1 => condition().prop_map(Step::Assume),
        2 => condition().prop_map(Step::Cover),
        1 => Just(Step::Throw),
        1 => (0..4usize).prop_map(Step::Call),
        3 => (0..3usize).prop_map(Step::Fork),
        2 => Just(Step::Join),
        1 => Just(Step::Return),
    ]
}

fn step() -> impl Strategy<Value = Step> {
    let inner = |step: BoxedStrategy<Step>| prop::collection::vec(step, 0..3);
    leaf().prop_recursive(2, 6, 2, move |step| {
        prop_oneof![
            4 => (0..4usize, inner(step.clone())).prop_map(|(c, body)| Step::Lock(c, body)),
            2 => (condition(), inner(step.clone()), inner(step.clone())).prop_map(|(c, t, e)| Step::If(c, t, e)),
            1 => inner(step.clone()).prop_map(Step::Loop),
            1 => inner(step.clone()).prop_map(Step::Try),
            2 => framed(inner(step)),
        ]
    })
}

/// A framed call, which mostly forks.
fn framed(body: impl Strategy<Value = Vec<Step>>) -> impl Strategy<Value = Step> {
    let listed = prop::collection::vec((0..3usize, any::<bool>()), 0..3);
    let fork = prop::option::weighted(0.5, (0..2usize, any::<bool>()));
    (listed, fork, body).prop_map(|(listed, fork, mut body)| {
        if let Some((thread, join)) = fork {
            body.insert(0, Step::Fork(thread));
            body.extend(join.then_some(Step::Join));
        }
        Step::Framed(listed, body)
    })
}

/// Programs whose entry method, or static initialiser, forks at least one thread.
pub fn programs() -> impl Strategy<Value = Threads> {
    let bodies = prop::collection::vec(prop::collection::vec(step(), 1..3), 1..3);
    let entry = prop::collection::vec(step(), 0..3);
    let initialiser = prop::option::weighted(0.2, (prop::option::of(step()), any::<bool>()));
    let first = prop_oneof![2 => Just(Step::Fork(0)), 1 => framed(Just(vec![Step::Fork(0)]))];
    let held = prop::sample::select(vec![Held::Constant, Held::Array, Held::Shared]);
    let are_given = prop::bool::weighted(0.2);
    (initialiser, held, are_given, first, entry, bodies, any::<bool>()).prop_map(
        |(initialiser, held, are_given, first, mut entry, mut bodies, join)| {
            let are_given = are_given && initialiser.is_none();
            if are_given {
                // The entry may see what the first thread writes.
                entry.insert(0, Step::Static(0, Value::Field(0)));
                bodies[0].insert(0, Step::Store(3, Value::Constant(2)));
            }
            if initialiser.is_none() {
                entry.insert(0, first);
            } else {
                // The child of the initialiser may be alive all the time, so there are many schedules.
                entry.truncate(1);
            }
            if join {
                entry.push(Step::Join);
            }
            let initialiser = initialiser.map(|(step, join)| {
                [Step::Fork(0)].into_iter().chain(step).chain(join.then_some(Step::Join)).collect()
            });
            Threads { are_given, initialiser, held, entry, bodies }
        },
    )
}

/// The program as text.
pub fn print(program: &Threads) -> String {
    let threads = program.bodies.len();
    let are_given = program.are_given;
    let mut printer =
        Printer { text: String::new(), depth: 2, loops: 0, threads, are_given, framed: Vec::new(), calls: 0 };
    printer.text.push_str(
        "class Cell {\n    int v;\n    int u;\n    Cell next;\n    Cell(int v) { this.v := v; }\n    Cell() { }\n    void add() { int w := this.v; this.v := w + 1; }\n}\n\
         class Held { static int z := 0; }\nclass Main {\n    static int x := 0;\n    static int y := 0;\n    static int[] cells;\n",
    );
    if let Some(steps) = &program.initialiser {
        printer.text.push_str(
            "    static int s := Main.start();\n    static int start() {\n        Main.cells := new int[2];\n        \
             Cell a := new Cell();\n        Cell b := new Cell();\n        Main.begin(a, b, a, false, 0);\n        \
             return 0;\n    }\n    static void begin(Cell a, Cell b, Cell c, bool p, int n) {\n",
        );
        printer.body(0, steps);
    }
    for (number, body) in program.bodies.iter().enumerate() {
        let _ = writeln!(printer.text, "    static void run{number}(Cell a, Cell b, Cell c, bool p, int n) {{");
        printer.body(number + 1, body);
    }
    let (inputs, cells) = match &program.initialiser {
        None if are_given => (
            "bool p, int n, Cell e, Cell f) requires(0 <= n && n <= 1 && e != null && f != null",
            "        Main.cells := new int[2];\n        Cell a := e;\n        Cell b := new Cell(1);\n        \
             Cell c := f;\n        if (p) { a := e.next; }\n",
        ),
        None => (
            "bool p, int n) requires(0 <= n && n <= 1",
            "        Main.cells := new int[2];\n        Cell a := new Cell(0);\n        Cell b := new Cell(1);\n        \
             Cell c := a;\n        if (p) { c := b; }\n",
        ),
        // A store beside a child has many schedules.
        Some(_) => (
            "bool p, int n) requires(0 <= n && n <= 1",
            "        Cell a := new Cell();\n        Cell b := new Cell();\n        \
             Cell c := a;\n        if (p) { c := b; }\n",
        ),
    };
    let _ = write!(printer.text, "    static void main({inputs}) {{\n{cells}");
    printer.body(0, &program.entry);
    while let Some(Framed { number, first, listed, body }) = printer.framed.pop() {
        let place = |(c, all): &(usize, bool)| format!("{}.{}", CELLS[*c], if *all { "*" } else { "v" });
        let listed: Vec<String> = listed.iter().map(place).collect();
        let head = format!("    static void framed{number}(Cell a, Cell b, Cell c, bool p, int n)\n        modifies(");
        let _ = writeln!(printer.text, "{head}{})\n    {{", listed.join(", "));
        printer.body(first, &body);
    }
    printer.text.push_str("}\n");
    printer.text
}

/// A method with a `modifies` clause that is not printed yet.
struct Framed {
    number: usize,
    /// The first thread that it may fork.
    first: usize,
    listed: Vec<(usize, bool)>,
    body: Vec<Step>,
}

struct Printer {
    text: String,
    depth: usize,
    loops: usize,
    threads: usize,
    are_given: bool,
    framed: Vec<Framed>,
    /// The number of framed methods.
    calls: usize,
}

impl Printer {
    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "{:1$}{line}", "", 4 * self.depth);
    }

    fn body(&mut self, first: usize, steps: &[Step]) {
        self.line("int l := 0;");
        self.line("int m := n;");
        // Before the threads of the entry begin, nothing reads a field of `f`.
        self.line(if self.are_given && first > 0 { "Cell d := c.next;" } else { "Cell d := c;" });
        if steps.iter().any(Step::uses_elements) {
            self.line("int[] cells := Main.cells;");
        }
        self.steps(first, steps);
        self.depth -= 1;
        self.line("}");
        self.depth += 1;
    }

    fn block(&mut self, head: &str, first: usize, steps: &[Step], tail: &str) {
        self.line(head);
        self.depth += 1;
        self.line(";");
        self.steps(first, steps);
        self.depth -= 1;
        self.line(tail);
    }

    fn steps(&mut self, first: usize, steps: &[Step]) {
        for step in steps {
            self.step(first, step);
            if matches!(step, Step::Return | Step::Throw) {
                break;
            }
        }
    }

    fn step(&mut self, first: usize, step: &Step) {
        match step {
            Step::Local(l, e) => self.line(&format!("{} := {};", LOCALS[*l], e.text())),
            Step::Static(x, e) => self.line(&format!("{} := {};", STATICS[*x], e.text())),
            Step::Store(c, e) => self.line(&format!("{}.v := {};", CELLS[*c], e.text())),
            Step::StoreOther(c, e) => self.line(&format!("{}.u := {};", CELLS[*c], e.text())),
            Step::Make(e) => self.line(&format!("d := new Cell({});", e.text())),
            Step::Add(c, k) => {
                self.line(&format!("l := {}.v;", CELLS[*c]));
                self.line(&format!("{}.v := l + {k};", CELLS[*c]));
            }
            Step::Count(k) => {
                self.line(&format!("l := Main.x + {k};"));
                self.line("Main.x := l;");
            }
            Step::Swap(k, e) => self.line(&format!("if (Main.x == {k}) {{ Main.x := {}; }}", e.text())),
            Step::Map(..) => {}
            Step::Element(i, e) => self.line(&format!("cells[{i}] := {};", e.text())),
            Step::Lock(c, body) => self.block(&format!("lock ({}) {{", CELLS[*c]), first, body, "}"),
            Step::If(condition, then, other) => {
                self.block(&format!("if ({}) {{", condition.text()), first, then, "}");
                self.block("else {", first, other, "}");
            }
            Step::Loop(body) => {
                let counter = format!("i{}", self.loops);
                self.loops += 1;
                self.line(&format!("int {counter} := 0;"));
                self.line(&format!("while ({counter} < 2) {{"));
                self.depth += 1;
                self.line(&format!("{counter} := {counter} + 1;"));
                self.steps(first, body);
                self.depth -= 1;
                self.line("}");
            }
            Step::Assert(condition) => self.line(&format!("assert {};", condition.text())),
            Step::Assume(condition) => self.line(&format!("assume {};", condition.text())),
            Step::Cover(condition) => self.line(&format!("cover {};", condition.text())),
            Step::Throw => self.line("throw \"stop\";"),
            Step::Try(body) => self.block("try {", first, body, "} catch { m := m + 1; }"),
            Step::Call(c) => self.line(&format!("{}.add();", CELLS[*c])),
            Step::Framed(..) if self.calls == FRAMED => {}
            Step::Framed(listed, body) => {
                let number = self.calls;
                self.calls += 1;
                self.framed.push(Framed { number, first, listed: listed.clone(), body: body.clone() });
                self.line(&format!("Main.framed{number}(a, b, d, p, l);"));
            }
            Step::Fork(thread) => {
                let thread = first + thread;
                if thread < self.threads {
                    let cells = if self.are_given { "b, b, c" } else { "a, b, d" };
                    self.line(&format!("fork Main.run{thread}({cells}, p, l);"));
                }
            }
            Step::Join => self.line("join;"),
            Step::Return => self.line("return;"),
        }
    }
}

impl Step {
    /// Whether a statement, or one inside it, reads or writes an element of the array.
    fn uses_elements(&self) -> bool {
        let some = |steps: &[Step]| steps.iter().any(Step::uses_elements);
        match self {
            Self::Element(..) => true,
            Self::Local(_, e)
            | Self::Make(e)
            | Self::Static(_, e)
            | Self::Store(_, e)
            | Self::StoreOther(_, e)
            | Self::Swap(_, e)
            | Self::Map(_, _, e) => {
                matches!(e, Value::Element(_))
            }
            Self::Lock(_, body) | Self::Loop(body) | Self::Try(body) => some(body),
            Self::If(_, then, other) => some(then) || some(other),
            _ => false,
        }
    }
}

impl Value {
    fn text(&self) -> String {
        match self {
            Self::Constant(k) => k.to_string(),
            Self::Local(l) => LOCALS[*l].into(),
            Self::Next(l) => format!("{} + 1", LOCALS[*l]),
            Self::Input => "n".into(),
            Self::Static(x) => STATICS[*x].into(),
            Self::Field(c) => format!("{}.v", CELLS[*c]),
            Self::Element(i) => format!("cells[{i}]"),
        }
    }
}

impl Condition {
    fn text(&self) -> String {
        match self {
            Self::Flag | Self::Alive => "p".into(),
            Self::Small(l, k) => format!("{} <= {k}", LOCALS[*l]),
            Self::Equal(l, m) => format!("{} == {}", LOCALS[*l], LOCALS[*m]),
            Self::Shared(x, k) => format!("{} != {k}", STATICS[*x]),
        }
    }
}
