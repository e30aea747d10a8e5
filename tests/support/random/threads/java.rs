//! The same programs in Java, with threads as objects. A thread is joined alone, what is framed in OOX is a method, and there
//! are no `cover` statements and no initialisers that fork.

use super::{CELLS, Condition, FRAMED, Held, LOCALS, MapStep, STATICS, Step, Threads};
use std::fmt::Write;

/// The parameters of all methods but the entry.
const PARAMETERS: &str = "Cell a, Cell b, Cell c, boolean p, int n";

/// The program as text. Its entry is `Main.main(boolean, int)`.
pub fn print(program: &Threads) -> String {
    let threads = program.bodies.len();
    let mut printer = Printer { text: String::new(), depth: 2, names: 0, threads, framed: Vec::new(), calls: 0 };
    printer.text.push_str(
        "import static multise.Nondet.*;\nimport java.util.concurrent.ConcurrentHashMap;\nimport java.util.concurrent.atomic.AtomicInteger;\n\nclass Cell {\n  int v, u;\n  Cell(int v) { this.v = v; }\n  \
         void add() { int w = v; v = w + 1; }\n  synchronized void addAlone() { int w = v; v = w + 1; }\n}\n\n",
    );
    let _ = writeln!(
        printer.text,
        "class Held {{\n  {}\n}}\n",
        match program.held {
            Held::Constant => "static int z = 1;",
            Held::Array => "static int z = 1;\n  static final int[] made = new int[2];",
            Held::Shared => "static int z = Main.x + 1;",
        }
    );
    for number in 0..threads {
        let _ = writeln!(
            printer.text,
            "class Run{number} extends Thread {{\n  Cell a, b, c;\n  boolean p;\n  int n;\n  \
             @Override public void run() {{ Main.run{number}(a, b, c, p, n); }}\n}}\n"
        );
    }
    printer.text.push_str(
        "public class Main {\n  static int x = 0;\n  static int y = 0;\n  static final AtomicInteger count = new AtomicInteger();\n  \
         static final ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();\n  static int[] cells;\n\n  \
         static void join(Thread child) {\n    try { child.join(); } catch (InterruptedException e) { }\n  }\n\n",
    );
    for (number, body) in program.bodies.iter().enumerate() {
        let how = if number == 0 { "" } else { "synchronized " };
        let _ = writeln!(printer.text, "  static {how}void run{number}({PARAMETERS}) {{");
        printer.body(number + 1, body);
    }
    printer.text.push_str(
        "  static void main(boolean p, int n) {\n    assume(0 <= n && n <= 1);\n    Main.cells = new int[2];\n    \
         Cell a = new Cell(0);\n    Cell b = new Cell(1);\n    Cell c = p ? b : a;\n",
    );
    let fork = program.initialiser.is_some().then_some(Step::Fork(0));
    let entry: Vec<Step> = fork.into_iter().chain(program.entry.iter().cloned()).collect();
    printer.body(0, &entry);
    while let Some((number, first, body)) = printer.framed.pop() {
        let _ = writeln!(printer.text, "  static void framed{number}({PARAMETERS}) {{");
        printer.body(first, &body);
    }
    printer.text + "}\n"
}

struct Printer {
    text: String,
    depth: usize,
    /// How many names are taken.
    names: usize,
    threads: usize,
    /// The methods that are not printed yet: their numbers, the first threads that they may fork, and their bodies.
    framed: Vec<(usize, usize, Vec<Step>)>,
    /// The number of these methods.
    calls: usize,
}

impl Printer {
    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "{:1$}{line}", "", 2 * self.depth);
    }

    fn body(&mut self, first: usize, steps: &[Step]) {
        self.line("int l = 0;");
        self.line("int m = n;");
        self.line("Cell d = c;");
        self.line("Thread child = null;");
        if steps.iter().any(Step::uses_elements) {
            self.line("int[] cells = Main.cells;");
        }
        self.steps(first, steps);
        self.depth -= 1;
        self.line("}\n");
        self.depth += 1;
    }

    fn block(&mut self, head: &str, first: usize, steps: &[Step], tail: &str) {
        self.line(head);
        self.depth += 1;
        self.steps(first, steps);
        self.depth -= 1;
        self.line(tail);
    }

    fn steps(&mut self, first: usize, steps: &[Step]) {
        steps.iter().for_each(|step| self.step(first, step));
    }

    fn step(&mut self, first: usize, step: &Step) {
        match step {
            Step::Local(l, e) => self.line(&format!("{} = {};", LOCALS[*l], e.text())),
            Step::Static(x, e) => self.line(&format!("{} = {};", STATICS[*x], e.text())),
            Step::Store(c, e) => self.line(&format!("{}.v = {};", CELLS[*c], e.text())),
            Step::StoreOther(c, e) => self.line(&format!("{}.u = {};", CELLS[*c], e.text())),
            Step::Make(e) => self.line(&format!("d = new Cell({});", e.text())),
            Step::Add(c, k) => {
                self.line(&format!("l = {}.v;", CELLS[*c]));
                self.line(&format!("{}.v = l + {k};", CELLS[*c]));
            }
            Step::Count(k) => {
                let method = if *k == 1 { "addAndGet" } else { "getAndAdd" };
                self.line(&format!("l = Main.count.{method}({k});"));
            }
            Step::Swap(k, e) => self.line(&format!("if (Main.count.compareAndSet({k}, {})) l = l + 1;", e.text())),
            Step::Map(what, key, e) => self.map(*what, *key, &e.text()),
            Step::Element(i, e) => self.line(&format!("cells[{i}] = {};", e.text())),
            Step::Lock(c, body) => self.block(&format!("synchronized ({}) {{", CELLS[*c]), first, body, "}"),
            Step::If(condition, then, other) => {
                self.block(&format!("if ({}) {{", text(condition)), first, then, "}");
                self.block("else {", first, other, "}");
            }
            Step::Loop(body) => {
                let counter = format!("i{}", self.names);
                self.names += 1;
                self.block(&format!("for (int {counter} = 0; {counter} < 2; {counter}++) {{"), first, body, "}");
            }
            Step::Assert(condition) => self.line(&format!("assert {};", text(condition))),
            Step::Assume(condition) => self.line(&format!("assume({});", text(condition))),
            Step::Cover(_) => {}
            // A condition, so that what follows can be reached.
            Step::Throw => self.line("if (true) throw new IllegalStateException();"),
            Step::Return => self.line("if (true) return;"),
            Step::Try(body) => self.block("try {", first, body, "} catch (RuntimeException e) { m = m + 1; }"),
            Step::Call(c) => {
                self.line(&format!("{}.{}();", CELLS[*c], if *c == 2 { "addAlone" } else { "add" }));
            }
            Step::Framed(..) if self.calls == FRAMED => {}
            Step::Framed(_, body) => {
                let number = self.calls;
                self.calls += 1;
                self.framed.push((number, first, body.clone()));
                self.line(&format!("Main.framed{number}(a, b, d, p, l);"));
            }
            Step::Fork(thread) if first + thread < self.threads => self.fork(first + thread),
            Step::Fork(_) => {}
            Step::Join => self.line("if (child != null) Main.join(child);"),
        }
    }

    fn map(&mut self, what: MapStep, key: u8, value: &str) {
        self.line(&match what {
            MapStep::Put => format!("Main.map.put({key}, {value});"),
            MapStep::PutIfAbsent => format!("Main.map.putIfAbsent({key}, {value});"),
            MapStep::Merge => format!("Main.map.merge({key}, {value}, Integer::sum);"),
            MapStep::Remove => format!("Main.map.remove({key});"),
            MapStep::Get => format!("l = Main.map.getOrDefault({key}, {value});"),
        });
    }

    /// Starts a thread: one with code that knows the locals, or one of a class of its own.
    fn fork(&mut self, thread: usize) {
        let name = self.names;
        self.names += 1;
        if thread.is_multiple_of(2) {
            self.line(&format!("int given{name} = l;"));
            self.line(&format!("Cell at{name} = d;"));
            self.line(&format!("child = new Thread(() -> Main.run{thread}(a, b, at{name}, p, given{name}));"));
        } else {
            self.line(&format!("Run{thread} made{name} = new Run{thread}();"));
            for (field, value) in [("a", "a"), ("b", "b"), ("c", "d"), ("p", "p")] {
                self.line(&format!("made{name}.{field} = {value};"));
            }
            self.line(&format!("made{name}.n = l;"));
            self.line(&format!("child = made{name};"));
        }
        self.line("child.start();");
    }
}

fn text(condition: &Condition) -> String {
    match condition {
        Condition::Alive => "child != null && child.isAlive()".to_owned(),
        other => other.text(),
    }
}
