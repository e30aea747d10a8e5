//! The models of library classes against a JDK: random calls show the same on a JVM and in the interpreter.

use multise::internals::interp::{self, End as RunEnd, Limits, ObjectId, Value as Held};
use multise::internals::java::jvm::{End, Jvm, Object, Returned, Run, Value};
use multise::{Dialect, Inputs, Num};
use std::collections::BTreeMap;
use std::time::Duration;
use support::campaign;
use support::draws::Random;
use support::inputs::{array, inputs, int, reference};
use support::java::compile::{Classes, Source, compiled};
use support::java::differential;
use support::java::explored;
use support::java::header::Header;
use support::pipeline::Built;

/// The time of a run on a JVM that other work slows down.
const LIMIT: Duration = Duration::from_secs(120);
/// Steps of a run. All end much earlier.
const STEPS: u64 = 10_000_000;
/// The most calls of a sequence.
const LONGEST: usize = 12;
/// Sequences that one run makes, since most of a run is its beginning.
const ROW: usize = 16;
/// What texts are made of: letters of both cases, digits, blanks, signs, characters of Latin-1 and beyond, halves of characters.
const UNITS: &[u16] = &[
    0x61, 0x62, 0x63, 0x41, 0x42, 0x5a, 0x30, 0x31, 0x32, 0x39, 0x20, 0x09, 0x2c, 0x2d, 0x2b, 0x2e, 0x00, 0xe9, 0xc9,
    0xd7, 0xa0,
];
const DIGITS: &[u16] = &[0x30, 0x31, 0x32, 0x39];
/// Characters that some models refuse, that become several in upper case, and digits of other scripts.
const RARE: &[u16] = &[
    0xdf, 0xff, 0xb5, 0x130, 0x131, 0x142, 0x149, 0x178, 0x17f, 0x390, 0x39c, 0x3bc, 0x660, 0x967, 0x1947, 0x1e9e,
    0x1f80, 0x212a, 0x212b, 0x3000, 0x2028, 0xd83d, 0xde00, 0xfb03, 0xff11, 0xff21,
];

/// A number: a limit, any, a character, or a small one.
pub(super) fn number(random: &mut Random) -> i32 {
    match random.below(8) {
        0 => i32::MIN + random.below(2) as i32,
        1 => i32::MAX - random.below(2) as i32,
        2 => random.any() as i32,
        3 => random.below(0x10000) as i32,
        4 => i32::from(random.one(UNITS)),
        _ => random.below(16) as i32 - 2,
    }
}

pub(super) fn text(random: &mut Random) -> Vec<u16> {
    let units = if random.below(4) == 0 { [UNITS, RARE].concat() } else { UNITS.to_vec() };
    let from = if random.below(3) == 0 { DIGITS } else { &units[..] };
    (0..random.below(8)).map(|_| random.one(from)).collect()
}

/// A program that calls models.
struct Program {
    class: &'static str,
    method: &'static str,
    /// What nothing models, by its beginning.
    unsupported: &'static [&'static str],
}

/// The input of a run: numbers and two texts.
#[derive(Debug)]
pub(super) struct Case {
    pub(super) calls: Vec<i32>,
    pub(super) texts: [Vec<u16>; 2],
}

impl Case {
    fn random(kinds: usize, random: &mut Random) -> Self {
        let calls = 1 + random.below(LONGEST);
        let calls = (0..calls).flat_map(|_| [random.below(kinds) as i32, number(random), number(random)]).collect();
        Self { calls, texts: [text(random), text(random)] }
    }

    /// The input with which `Sequences` makes several sequences: before the calls of each are their number, and the lengths of
    /// its texts, which are all in one.
    fn row(sequences: &[Case]) -> Self {
        let length = |of: usize| i32::try_from(of).expect("sequences and texts are short");
        let calls = sequences.iter().flat_map(|one| {
            let [a, b] = one.texts.each_ref().map(|text| length(text.len()));
            [length(one.calls.len()), a, b].into_iter().chain(one.calls.iter().copied())
        });
        let texts = sequences.iter().flat_map(|one| one.texts.concat());
        Self { calls: calls.collect(), texts: [texts.collect(), Vec::new()] }
    }

    fn inputs(&self) -> Inputs {
        let args = ["calls", "a", "b"].map(|name| (name, reference(name)));
        let mut inputs = inputs(args, [("calls", array("int", self.calls.iter().map(|n| int(*n))))]);
        for (name, units) in ["a", "b"].into_iter().zip(&self.texts) {
            differential::text(&mut inputs, name, units);
        }
        inputs
    }
}

/// What a JVM and the interpreter show in one run.
pub(super) enum Compared {
    Same,
    /// The interpreter cannot say.
    Refused(String),
    Differ {
        model: String,
        jdk: String,
    },
}

/// A program of a class with one method, which takes numbers and two texts and returns a text, for a JVM and the interpreter.
pub(super) struct Harness {
    class: String,
    method: &'static str,
    classes: Classes,
    built: Built,
    dialect: Dialect,
    jvm: Jvm,
}

impl Harness {
    /// Compiles a program. Nothing where there is no compiler.
    pub(super) fn new(class: &str, method: &'static str, text: String) -> Option<Self> {
        let classes = compiled(Source::new(format!("{class}.java"), text))?;
        let entry = format!("{class}.{method}(int[],java.lang.String,java.lang.String)");
        let dialect = explored::dialect(&classes, &Header::of_entry(&entry));
        let built = explored::build(&classes, &dialect).unwrap_or_else(|answer| panic!("{answer}"));
        Some(Self { class: class.to_owned(), method, classes, built, dialect, jvm: Jvm::new(None, LIMIT) })
    }

    fn request(&self, case: &Case) -> Run {
        let cells = (0..).zip(&case.calls).map(|(i, n)| (i, Value::Int(*n))).collect();
        let length = u32::try_from(case.calls.len()).expect("few calls");
        let calls = Object::Array { element: "I".to_owned(), length, default: Value::Null, cells };
        let [a, b] = case.texts.clone().map(Object::Text);
        let descriptor = "([ILjava/lang/String;Ljava/lang/String;)Ljava/lang/String;";
        let arguments = (0..3).map(Value::Object).collect();
        self.classes.run(&self.class, self.method, descriptor, vec![calls, a, b], arguments)
    }

    /// What the program returns on a JVM.
    fn on_jvm(&self, case: &Case) -> Vec<u16> {
        let (observed, _) = self.jvm.run(&self.request(case)).unwrap_or_else(|e| panic!("{e}: {case:?}"));
        match observed.end {
            End::Returned(Returned::Value(Value::Text(units))) => units,
            end => panic!("{end}: {case:?}"),
        }
    }

    fn interpreted(&self, case: &Case) -> interp::Run {
        let limits = Limits::steps(STEPS);
        let run = interp::run(self.built.ir(), self.built.entry, &case.inputs(), &self.dialect, limits);
        run.unwrap_or_else(|e| panic!("{e}"))
    }

    /// Runs the program on both.
    pub(super) fn compare(&self, case: &Case) -> Compared {
        let jdk = self.on_jvm(case);
        match returned(&self.built, &self.interpreted(case)) {
            Ok(model) if model == jdk => Compared::Same,
            Ok(model) => {
                let [model, jdk] = [model, jdk].map(|units| String::from_utf16_lossy(&units));
                Compared::Differ { model, jdk }
            }
            Err(reason) => Compared::Refused(reason),
        }
    }
}

/// The units of the text that a run returns; the reason why there is none.
fn returned(built: &Built, run: &interp::Run) -> Result<Vec<u16>, String> {
    match &run.end {
        RunEnd::Returned { value: Some(Held::Ref(text)) } => units(built, run, *text).ok_or("no text".to_owned()),
        RunEnd::Unsupported { what, .. } => Err(format!("unsupported: {what}")),
        // A value from outside that is not given is 0, which no model takes.
        RunEnd::Rejected { .. } => Err("unsupported: a guess".to_owned()),
        other => Err(format!("{other:?}")),
    }
}

/// What the sequences have shown that a run of `Sequences` has ended.
fn ended(built: &Built, run: &interp::Run) -> Vec<Vec<u16>> {
    let program = built.ir();
    let mut statics = program.statics.iter_enumerated();
    let shown = statics.find(|(_, field)| field.name == "shown" && program.classes[field.class].name == "Sequences");
    let (shown, _) = shown.expect("a field of Sequences");
    let Held::Ref(shown) = run.state.statics[shown] else { return Vec::new() };
    let cells = run.state.heap.array(shown).expect("an array");
    let text = |i: i64| match cells.get(&Num::from(i)) {
        Some(Held::Ref(text)) => units(built, run, *text),
        _ => None,
    };
    (0..).map_while(text).collect()
}

/// The units of a text.
fn units(built: &Built, run: &interp::Run, text: ObjectId) -> Option<Vec<u16>> {
    let program = built.ir();
    let heap = &run.state.heap;
    let (value, _) = program.fields.iter_enumerated().find(|(_, field)| field.contents.is_owned())?;
    let Some(Held::Ref(units)) = heap.field(program, text, value) else { return None };
    let array = heap.array(*units)?;
    let unit = |i: i64| match array.get(&Num::from(i)) {
        Some(Held::Num(n)) => u16::try_from(n.to_i64()?).ok(),
        _ => None,
    };
    (0..array.length.to_i64()?).map(unit).collect()
}

/// The kinds of calls that a program has: one for each number of a case.
fn kinds(source: &str) -> usize {
    let number = |after: &str| after.split_once(':')?.0.parse::<usize>().ok();
    let last = source.split("case ").skip(1).filter_map(number).max();
    last.expect("numbered cases") + 1
}

/// What the sequences of a program have shown.
#[derive(Default)]
struct Results {
    /// Calls with equal results.
    same: usize,
    /// Sequences that the interpreter cannot say, by reason.
    refused: BTreeMap<String, u64>,
}

impl Results {
    /// Compares sequences in one run, and those behind one that is refused in another.
    fn add(&mut self, harness: &Harness, mut sequences: &[Case]) {
        while !sequences.is_empty() {
            let case = Case::row(sequences);
            let (jdk, run) = (harness.on_jvm(&case), harness.interpreted(&case));
            let (shown, returned) = (ended(&harness.built, &run), returned(&harness.built, &run));
            let mut rest = &jdk[..];
            for (sequence, model) in sequences.iter().zip(&shown) {
                rest = rest.strip_prefix(&model[..]).unwrap_or_else(|| {
                    let [model, jdk] = [model, rest].map(String::from_utf16_lossy);
                    let differ = model.lines().zip(jdk.lines()).find(|(model, jdk)| model != jdk);
                    panic!("model and JDK {differ:?}: {sequence:?}")
                });
                self.same += sequence.calls.len() / 3;
            }
            let Err(reason) = returned else {
                assert!(rest.is_empty() && shown.len() == sequences.len(), "the JDK shows more: {sequences:?}");
                return;
            };
            *self.refused.entry(reason).or_default() += 1;
            sequences = sequences.get(shown.len() + 1..).unwrap_or_default();
        }
    }
}

/// Compares random runs of a program; `make campaign-java` makes more of them.
fn shows_the_same_on_a_jvm_and_in_the_interpreter(program: &Program) {
    let count = campaign::number("MULTISE_CALLS", 400);
    let seed = campaign::number("MULTISE_SEED", 0);
    let source = |class: &str| {
        let path = support::project().join("tests/java/models").join(format!("{class}.java"));
        support::read(path)
    };
    let text = source(program.class);
    let kinds = kinds(&text);
    let called = format!("{}.{}(", program.class, program.method);
    let text = text + "\n" + &source("Sequences").replace("Sequence.run(", &called);
    let Some(harness) = Harness::new("Sequences", "run", text) else { return };
    let mut random = Random(seed);
    let cases: Vec<Case> = (0..count).map(|_| Case::random(kinds, &mut random)).collect();
    let mut results = Results::default();
    for (number, row) in cases.chunks(ROW).enumerate() {
        if number > 0 && number % (10_000 / ROW) == 0 {
            eprintln!("{} of {count} sequences of {}.{}", number * ROW, program.class, program.method);
        }
        results.add(&harness, row);
    }
    let Results { same, refused } = results;
    eprintln!("{same} calls are the same; not compared: {refused:#?}");
    let most: u64 = refused.values().sum();
    assert!(most < count / 4, "{refused:#?}");
    let known = |reason: &String| {
        let what = reason.strip_prefix("unsupported: ").unwrap_or_default();
        program.unsupported.iter().any(|known| what.starts_with(known))
    };
    assert!(refused.keys().all(known), "{refused:#?}");
}

#[test]
fn texts_and_boxes_are_those_of_the_jdk() {
    let program = Program {
        class: "Calls",
        method: "run",
        unsupported: &[
            "a character beyond latin1",
            "a guess",
            "the text of a number with a point",
            "whether a text is the one that intern returns",
        ],
    };
    shows_the_same_on_a_jvm_and_in_the_interpreter(&program);
}

#[test]
fn lists_and_queues_are_those_of_the_jdk() {
    let unsupported = &["sorting many objects"];
    shows_the_same_on_a_jvm_and_in_the_interpreter(&Program { class: "Lists", method: "run", unsupported });
}

#[test]
fn maps_and_sets_are_those_of_the_jdk() {
    compare_maps("run");
}

#[test]
fn maps_and_sets_that_threads_share_are_those_of_the_jdk() {
    compare_maps("shared");
}

fn compare_maps(method: &'static str) {
    let unsupported = &[
        "a hash table that grows meanwhile",
        "a hash table with another load",
        "a hash table with trees",
        "a map that an action changes",
    ];
    shows_the_same_on_a_jvm_and_in_the_interpreter(&Program { class: "Maps", method, unsupported });
}

#[test]
fn random_numbers_are_those_of_the_jdk() {
    shows_the_same_on_a_jvm_and_in_the_interpreter(&Program { class: "Randoms", method: "run", unsupported: &[] });
}

#[test]
fn formats_are_those_of_the_jdk() {
    let unsupported = &["a guess", "this format", "the text of this format"];
    shows_the_same_on_a_jvm_and_in_the_interpreter(&Program { class: "Formats", method: "run", unsupported });
}

#[test]
fn numbers_with_a_point_and_bytes_are_those_of_the_jdk() {
    let unsupported = &["bytes that are no text", "the charset of the system"];
    shows_the_same_on_a_jvm_and_in_the_interpreter(&Program { class: "Digits", method: "run", unsupported });
}
