//! `multise explain` against runs of the concrete interpreter. A run with the example of a row reaches the line, in the calls
//! and iterations of the visit, and the variable has the value of the row there.
//!
//! The rows are those of the [`Notebook`] of an exploration, which the command writes as text and as JSON.

use multise::internals::interp::{Body, Event, Heap, Limits, ObjectId, Target, Value, run_observed};
use multise::internals::ir::{BlockId, LocalId, Program, StaticId, Type};
use multise::internals::{ir, on_worker};
use multise::{
    Cell, Collapse, Config, Dialect, Inputs, MethodId, Notebook, NotesConfig, Num, Reason, Stop, Variable, Visit,
};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::time::Duration;
use support::expectation::Header;
use support::options::Options;
use support::pipeline::{Built, build};

/// One of this many programs is taken.
const EVERY: usize = 8;
/// Steps of a run. The examples end sooner, or never.
const STEPS: u64 = 1_000_000;

#[test]
fn with_the_example_of_a_row_a_run_has_its_value_at_the_line() {
    let root = support::project();
    let mut all = support::programs(&root.join("tests/corpus"));
    all.extend(support::programs(&root.join("examples")));
    let mut tally = Tally::default();
    // An example has no schedule.
    let taken = all.iter().filter(|path| !support::trials::forks(path)).step_by(EVERY);
    for path in taken {
        let text = support::read(path);
        let options = Header::parse(&text).map_or_else(|_| String::new(), |header| header.options);
        let options = Options::parse(&options).expect("no option is wrong");
        let name = path.strip_prefix(root).unwrap_or(path).display().to_string();
        // A refused program has no values.
        let Ok(built) = build(&name, &text, &options) else { continue };
        if built.ir().methods[built.entry].formals.is_empty() {
            continue;
        }
        tally += on_worker(move || rows_of(&name, &built, &options.config));
    }
    let Tally { programs, lines, rows, unread, wrong } = tally;
    eprintln!(
        "{rows} rows of {lines} lines of {programs} programs; {unread} more have no value that could be compared"
    );
    assert!(wrong.is_empty(), "{} rows are wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(programs >= 30 && lines >= 100 && rows > 500 && unread < rows / 10, "too few rows are compared");
}

/// The amounts of what was compared.
#[derive(Debug, Default)]
struct Tally {
    programs: usize,
    lines: usize,
    rows: usize,
    /// Rows with a value that is no expression of the source language, such as one with conditional parts.
    unread: usize,
    wrong: Vec<String>,
}

impl std::ops::AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.programs += other.programs;
        self.lines += other.lines;
        self.rows += other.rows;
        self.unread += other.unread;
        self.wrong.extend(other.wrong);
    }
}

/// Explores a program as `multise explain` does, but for all lines at once, and compares all rows.
fn rows_of(name: &str, built: &Built, config: &Config) -> Tally {
    let program = built.program.by_lines();
    let is_bounded = config.unroll.is_some() || config.depth.is_some() || config.heap_depth.is_some();
    let mut config = config.clone();
    config.rounds = (!is_bounded).then_some(3);
    config.timeout = Duration::from_secs(60);
    config.stop = Stop::All;
    config.tabling = false;
    config.collapse = Collapse::Never;
    config.notes = Some(NotesConfig::default());
    let outcome = multise::explore(&program, built.entry, &config).expect("it is explored");
    if outcome.reasons.contains(&Reason::Approximated) {
        // What follows a quantifier whose body throws is explored all the same.
        return Tally::default();
    }
    let book = outcome.notes.expect("notes were asked for");
    // A run that cannot end goes on after the first state that comes back.
    let dialect = Dialect { termination: false, ..config.dialect.clone() };
    let mut runs = Runs::new(ir(&program), built.entry, &dialect, &book);
    let mut tally = Tally { programs: 1, lines: book.lines.len(), ..Tally::default() };
    for (&line, visit) in book.lines.iter().flat_map(|(line, notes)| notes.visits.iter().map(move |v| (line, v))) {
        let point = Point::of(visit, line);
        let mut wrong = |what: String, inputs: &Inputs| {
            tally.wrong.push(format!("{name}:{line}, {point:?}: {what} with {inputs:?}"));
        };
        if runs.at(&visit.example, &point).is_empty() {
            wrong("no visit".to_owned(), &visit.example);
        }
        for (variable, is_cell) in
            visit.variables.iter().map(|v| (v, false)).chain(visit.cells.iter().map(|v| (v, true)))
        {
            for row in &variable.rows {
                // Quantifiers read elements whose index occurs nowhere in the program.
                let is_of_quantifier = variable.name.contains("[the index of ");
                let Some(shown) = read(&row.value, &row.example, is_float(variable)).filter(|_| !is_of_quantifier)
                else {
                    tally.unread += 1;
                    continue;
                };
                tally.rows += 1;
                let had: BTreeSet<String> = (runs.at(&row.example, &point).iter())
                    .map(|moment| moment.value(&variable.name, is_cell, &row.example).unwrap_or("nothing".to_owned()))
                    .collect();
                if !had.iter().any(|had| shown.is(had)) {
                    wrong(format!("{} is {had:?}, not {} ({shown:?})", variable.name, row.value), &row.example);
                }
            }
        }
    }
    tally
}

fn is_float(variable: &Variable) -> bool {
    variable.ty == Some(Type::Float)
}

/// The lines of loops with the numbers of iterations.
type Iterations = Vec<(u32, u32)>;

/// The point of a run, in the form of visits.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Point {
    method: MethodId,
    line: u32,
    calls: Vec<(MethodId, u32, Iterations)>,
    iterations: Iterations,
}

impl Point {
    fn of(visit: &Visit, line: u32) -> Self {
        let plain = |all: &[multise::Iteration]| all.iter().map(|i| (i.line, i.number)).collect();
        let calls = visit.calls.iter().map(|(method, line, around)| (*method, *line, plain(around)));
        Self { method: visit.method, line, calls: calls.collect(), iterations: plain(&visit.iterations) }
    }
}

/// The state of a run at a line.
struct Moment<'a> {
    program: &'a Program,
    /// Locals and static fields.
    variables: HashMap<String, Value>,
    heap: Heap,
}

impl Moment<'_> {
    /// A variable, or a field, length or element of an object, in words.
    fn value(&self, name: &str, is_cell: bool, inputs: &Inputs) -> Option<String> {
        if !is_cell {
            return Some(self.words(self.variables.get(name)?));
        }
        if let Some(array) = name.strip_prefix('#') {
            return Some(self.heap.array(self.object(array, inputs)?)?.length.to_string());
        }
        if let Some(rest) = name.strip_suffix(']') {
            let mut open = 1;
            let at = rest.rfind(|c| {
                open += i32::from(c == ']') - i32::from(c == '[');
                open == 0
            })?;
            let Read::Num(index) = read(&rest[at + 1..], inputs, false)? else { return None };
            return Some(self.words(self.heap.array(self.object(&rest[..at], inputs)?)?.get(&index)?));
        }
        let (object, field) = name.rsplit_once('.')?;
        let Body::Object { class, fields } = &self.heap[self.object(object, inputs)?].body else { return None };
        let names = self.program.classes[*class].fields.iter().map(|field| &self.program.fields[*field].name);
        let (_, value) = names.zip(fields).find(|(name, _)| *name == field)?;
        Some(self.words(value))
    }

    fn object(&self, name: &str, inputs: &Inputs) -> Option<ObjectId> {
        let Read::Other(wanted) = read(name, inputs, false)? else { return None };
        self.heap.iter().map(|(id, _)| id).find(|id| self.words(&Value::Ref(*id)) == wanted)
    }

    fn words(&self, value: &Value) -> String {
        match value {
            Value::Num(n) => n.to_string(),
            Value::Bool(b) => b.to_string(),
            Value::Null => "null".to_owned(),
            Value::Ref(object) => format!("@{}", self.heap[*object].name(self.program)),
            Value::Char(c) => format!("'{}'", c.escape_default()),
            Value::String(s) => format!("\"{}\"", s.escape_debug()),
            Value::Missing => "(nothing was returned)".to_owned(),
            Value::Thrown(_) => "(an exception)".to_owned(),
        }
    }
}

/// The runs of a program's examples, each made once.
struct Runs<'a> {
    program: &'a Program,
    entry: MethodId,
    dialect: &'a Dialect,
    /// The visits in the notebook: a run has many more.
    wanted: HashSet<Point>,
    made: Vec<(Inputs, HashMap<Point, Vec<Moment<'a>>>)>,
}

impl<'a> Runs<'a> {
    fn new(program: &'a Program, entry: MethodId, dialect: &'a Dialect, book: &Notebook) -> Self {
        let visits = book.lines.iter().flat_map(|(line, notes)| notes.visits.iter().map(|visit| (*line, visit)));
        let wanted = visits.map(|(line, visit)| Point::of(visit, line)).collect();
        Self { program, entry, dialect, wanted, made: Vec::new() }
    }

    /// The visits of a point in the run on these inputs.
    fn at(&mut self, inputs: &Inputs, point: &Point) -> &[Moment<'a>] {
        let place = self.made.iter().position(|(made, _)| made == inputs).unwrap_or_else(|| {
            let moments = self.run(inputs);
            self.made.push((inputs.clone(), moments));
            self.made.len() - 1
        });
        self.made[place].1.get(point).map_or(&[], Vec::as_slice)
    }

    fn run(&self, inputs: &Inputs) -> HashMap<Point, Vec<Moment<'a>>> {
        let program = self.program;
        let starts: BTreeMap<(MethodId, BlockId), u32> = program.line_starts().collect();
        let mut frames: Vec<Frame> = Vec::new();
        let mut statics: HashMap<StaticId, Value> = HashMap::new();
        let mut moments: HashMap<Point, Vec<Moment<'a>>> = HashMap::new();
        // The calls of a recursion without an end would take room with the square of its depth.
        let deepest = self.wanted.iter().map(|point| point.calls.len()).max().unwrap_or_default();
        let mut observer = |event: Event<'_>, heap: &Heap| match event {
            Event::Enter { method, caller } => {
                let mut calls = match frames.last() {
                    Some(frame) => frame.calls.clone().filter(|calls| calls.len() < deepest),
                    None => Some(Vec::new()),
                };
                if let (Some(calls), Some(caller), Some(frame)) = (&mut calls, caller, frames.last()) {
                    let line = program.methods[caller.method].blocks[caller.block].line;
                    calls.push((caller.method, line, frame.iterations(program)));
                }
                let block = program.methods[method].entry;
                let numbers = vec![0; program.methods[method].shape.wto.heads[block].len()];
                frames.push(Frame { method, calls, block: None, numbers, locals: HashMap::new() });
            }
            Event::Leave => _ = frames.pop(),
            Event::Block(block) => {
                let Some(frame) = frames.last_mut() else { return };
                frame.go(program, block);
                let (Some(line), Some(calls)) = (starts.get(&(frame.method, block)), &frame.calls) else { return };
                let point = Point {
                    method: frame.method,
                    line: *line,
                    calls: calls.clone(),
                    iterations: frame.iterations(program),
                };
                if !self.wanted.contains(&point) {
                    return;
                }
                let locals = &program.methods[frame.method].locals;
                let local = |local: LocalId| {
                    let value = frame.locals.get(&local).cloned();
                    let ty = locals[local].ty.as_ref().expect("what is shown has a type");
                    (locals[local].name.clone(), value.unwrap_or_else(|| Value::default_of(ty)))
                };
                let field = |id: StaticId| {
                    let info = &program.statics[id];
                    let value = statics.get(&id).cloned().unwrap_or_else(|| Value::default_of(&info.ty));
                    (format!("{}.{}", program.classes[info.class].name, info.name), value)
                };
                let variables = program.shown_at(frame.method, block).into_iter().map(local);
                let variables = variables.chain(program.statics.ids().map(field)).collect();
                moments.entry(point).or_default().push(Moment { program, variables, heap: heap.clone() });
            }
            Event::Assign { target: Target::Local(local), value, .. } => {
                if let Some(frame) = frames.last_mut() {
                    frame.locals.insert(local, value.clone());
                }
            }
            Event::Assign { target: Target::Static(field), value, .. } => _ = statics.insert(field, value.clone()),
            _ => {}
        };
        let run = run_observed(program, self.entry, inputs, self.dialect, Limits::steps(STEPS), &mut observer);
        run.expect("the example is an input");
        moments
    }
}

/// A call that has not ended.
struct Frame {
    method: MethodId,
    /// Nothing deeper than any visit.
    calls: Option<Vec<(MethodId, u32, Iterations)>>,
    block: Option<BlockId>,
    /// The iterations of the loops around the block, from 0.
    numbers: Vec<u32>,
    locals: HashMap<LocalId, Value>,
}

impl Frame {
    /// A loop that is left loses its number, a loop that is entered gets one, and one whose head is reached from inside
    /// counts on.
    fn go(&mut self, program: &Program, to: BlockId) {
        let heads = &program.methods[self.method].shape.wto.heads;
        if let Some(from) = self.block {
            let shared = heads[from].iter().zip(&heads[to]).take_while(|(a, b)| a == b).count();
            self.numbers.truncate(shared);
            if shared == heads[to].len() && heads[to].last() == Some(&to) {
                *self.numbers.last_mut().expect("a head is in its own loop") += 1;
            }
            self.numbers.resize(heads[to].len(), 0);
        }
        self.block = Some(to);
    }

    fn iterations(&self, program: &Program) -> Iterations {
        let method = &program.methods[self.method];
        let heads = self.block.map_or(&[][..], |block| &method.shape.wto.heads[block]);
        heads.iter().zip(&self.numbers).map(|(head, number)| (method.blocks[*head].first_line(), number + 1)).collect()
    }
}

/// The value of a text on certain inputs.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Read {
    Num(Num),
    /// In the words of [`Moment::words`].
    Other(String),
    /// The default of a type: the inputs do not name the value.
    Default,
}

impl Read {
    fn is(&self, had: &str) -> bool {
        match self {
            Read::Num(n) => n.to_string() == had,
            Read::Other(text) => text == had,
            Read::Default => ["0", "false", "null", "'\\u{0}'"].contains(&had),
        }
    }

    fn num(self) -> Option<Num> {
        match self {
            Read::Num(n) => Some(n),
            Read::Default => Some(Num::ZERO),
            Read::Other(_) => None,
        }
    }
}

/// Evaluates the text of a value; nothing if it is not an expression.
fn read(text: &str, inputs: &Inputs, exact: bool) -> Option<Read> {
    if text.starts_with("(nothing") || text.starts_with("(an exception") {
        return Some(Read::Other(text.to_owned()));
    }
    let mut reader = Reader { rest: text, inputs, exact };
    let read = reader.sum()?;
    reader.rest.is_empty().then_some(read)
}

struct Reader<'a> {
    rest: &'a str,
    inputs: &'a Inputs,
    /// Whether `/` divides rationals.
    exact: bool,
}

impl<'a> Reader<'a> {
    fn takes(&mut self, text: &str) -> bool {
        let rest = self.rest.strip_prefix(text);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn word(&mut self, is_part: impl Fn(char) -> bool) -> &'a str {
        let (word, rest) = self.rest.split_at(self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len()));
        self.rest = rest;
        word
    }

    fn sum(&mut self) -> Option<Read> {
        let negative = self.takes("-");
        let mut sum = self.product()?;
        if negative {
            sum = Read::Num(-&sum.num()?);
        }
        loop {
            sum = if self.takes(" + ") {
                Read::Num(&sum.num()? + &self.product()?.num()?)
            } else if self.takes(" - ") {
                Read::Num(&sum.num()? - &self.product()?.num()?)
            } else {
                return Some(sum);
            };
        }
    }

    fn product(&mut self) -> Option<Read> {
        let mut product = self.atom()?;
        loop {
            product = Read::Num(if self.takes(" * ") {
                &product.num()? * &self.atom()?.num()?
            } else if self.takes(" / ") {
                let (a, b) = (product.num()?, self.atom()?.num()?);
                if self.exact { a.checked_div(&b)? } else { a.div_rem_euclid(&b)?.0 }
            } else if self.takes(" % ") {
                product.num()?.div_rem_euclid(&self.atom()?.num()?)?.1
            } else {
                return Some(product);
            });
        }
    }

    fn atom(&mut self) -> Option<Read> {
        if self.rest.starts_with(|c: char| c.is_ascii_digit()) {
            return Some(Read::Num(self.word(|c| c.is_ascii_digit() || c == '.' || c == '/').parse().ok()?));
        }
        if self.rest.starts_with(['\'', '"']) {
            return Some(Read::Other(std::mem::take(&mut self.rest).to_owned()));
        }
        if self.takes("#") {
            let Read::Other(array) = self.path()? else { return None };
            let Cell::Array { length, .. } = self.inputs.heap.get(array.strip_prefix('@')?)? else { return None };
            return Some(Read::Num(length.parse().ok()?));
        }
        if self.takes("@") {
            return self.path();
        }
        let before = self.rest;
        if self.takes("(") && !self.rest.starts_with('(') {
            let sum = self.sum();
            if sum.is_some() && self.takes(")") {
                return sum;
            }
        }
        self.rest = before;
        self.path()
    }

    /// An object that an input refers to, or that a line has made.
    fn path(&mut self) -> Option<Read> {
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let before = self.rest;
        let mut read = if self.takes("((") {
            self.word(is_part);
            self.takes(") ").then_some(())?;
            let read = self.path()?;
            self.takes(")").then_some(())?;
            read
        } else {
            let name = self.word(is_part);
            while self.takes("[]") {}
            if self.rest.starts_with('@') {
                self.word(|c| is_part(c) || c == '@' || c == '#');
                return Some(Read::Other(format!("@{}", &before[..before.len() - self.rest.len()])));
            }
            match name {
                "" => return None,
                "null" | "true" | "false" => return Some(Read::Other(name.to_owned())),
                _ => self.shown(self.inputs.args.get(name)),
            }
        };
        loop {
            let next = if self.takes(".") {
                Err(self.word(is_part))
            } else if self.takes("[") {
                let exact = std::mem::replace(&mut self.exact, false);
                let index = self.sum()?.num()?;
                self.exact = exact;
                self.takes("]").then_some(())?;
                Ok(index)
            } else {
                return Some(read);
            };
            let Read::Other(object) = read else { return None };
            read = match (self.inputs.heap.get(object.strip_prefix('@')?)?, next) {
                (Cell::Object { fields, .. }, Err(field)) => self.shown(fields.get(field)),
                (Cell::Array { cells, default, .. }, Ok(index)) => {
                    self.shown(cells.get(&index.to_string()).or(default.as_ref()))
                }
                _ => return None,
            };
        }
    }

    fn shown(&self, value: Option<&multise::Value>) -> Read {
        Read::Other(match value {
            None => return Read::Default,
            Some(multise::Value::Int(n) | multise::Value::Float(n)) => return Read::Num(n.clone()),
            Some(multise::Value::Ieee(n)) => n.to_string(),
            Some(multise::Value::Null) => "null".to_owned(),
            Some(multise::Value::Bool(b)) => b.to_string(),
            Some(multise::Value::Char(c)) => format!("'{}'", c.escape_default()),
            Some(multise::Value::String(s)) => format!("\"{}\"", s.escape_debug()),
            Some(multise::Value::Ref(name)) => format!("@{name}"),
        })
    }
}
