//! Replays of methods of `Subject.java`, skipped where there is no `javac`.

use super::{End, Entry, Field, Frame, Jvm, Object, Place, Returned, Run, Value};
use crate::java::library;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(60);

/// The folder with the classes.
fn classes() -> Option<&'static Path> {
    static FOLDER: OnceLock<Option<tempfile::TempDir>> = OnceLock::new();
    let folder = FOLDER.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a folder");
        let jar = folder.path().join(library::JAR_NAME);
        fs::write(&jar, library::JAR).expect("room for a jar");
        let source = crate::project().join("src/java/jvm/tests/Subject.java");
        let mut javac = Command::new("javac");
        javac.args(["-J-XX:+UseSerialGC", "-J-XX:TieredStopAtLevel=1", "-nowarn", "--release", "8", "-g", "-cp"]);
        javac.arg(&jar).arg("-d").arg(folder.path()).arg(source);
        let Ok(made) = javac.output() else {
            eprintln!("skipped: there is no javac");
            return None;
        };
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        Some(folder)
    });
    folder.as_ref().map(tempfile::TempDir::path)
}

fn run(classes: &Path, name: &str, descriptor: &str, arguments: &[Value]) -> Run {
    Run {
        places: vec![Place::Path(classes.to_owned())],
        entry: Entry {
            class: "Subject".to_owned(),
            name: name.to_owned(),
            descriptor: descriptor.to_owned(),
            has_receiver: false,
        },
        heap: Vec::new(),
        arguments: arguments.to_vec(),
        before: Vec::new(),
        nondet: Vec::new(),
        seed: None,
    }
}

fn end(jvm: &Jvm, run: &Run) -> End {
    jvm.run(run).expect("a run").0.end
}

fn units(text: &str) -> Vec<u16> {
    text.encode_utf16().collect()
}

fn returns(value: Value) -> End {
    End::Returned(Returned::Value(value))
}

fn field(class: &str, name: &str, value: Value) -> Field {
    Field { class: class.to_owned(), name: name.to_owned(), value }
}

fn frame(method: &str, line: u32) -> Frame {
    Frame { class: "Subject".to_owned(), method: method.to_owned(), line: Some(line) }
}

/// The line of the subject that has this text.
fn line(text: &str) -> u32 {
    let source = include_str!("Subject.java");
    source.lines().zip(1..).find(|(line, _)| line.contains(text)).expect("a line with the text").1
}

#[test]
fn values_go_in_and_out() {
    let Some(classes) = classes() else { return };
    let jvm = &Jvm::new(None, LIMIT);
    let four = [i32::MIN, 3].map(Value::Int);
    assert_eq!(end(jvm, &run(classes, "divide", "(II)I", &four)), returns(Value::Int(i32::MIN / 3)));
    let halves =
        [Value::Double(5f64.to_bits()), Value::Float(0.25f32.to_bits()), Value::Short(-2), Value::Boolean(true)];
    assert_eq!(end(jvm, &run(classes, "half", "(DFSZ)D", &halves)), returns(Value::Double(0.75f64.to_bits())));
    let mut twice = run(classes, "twice", "(B)I", &[Value::Object(0), Value::Byte(-128)]);
    twice.entry.has_receiver = true;
    twice.heap = vec![Object::Instance { class: "Subject".to_owned(), fields: Vec::new() }];
    assert_eq!(end(jvm, &twice), returns(Value::Int(-256)));
    let made = run(classes, "made", "()LSubject$Node;", &[]);
    assert_eq!(end(jvm, &made), End::Returned(Returned::Other("Subject$Node".to_owned())));
    let main = run(classes, "main", "([Ljava/lang/String;)V", &[Value::Object(0)]);
    let array = |length| Object::Array {
        element: "Ljava/lang/String;".to_owned(),
        length,
        default: Value::Null,
        cells: Vec::new(),
    };
    let none = Run { heap: vec![array(0)], ..main.clone() };
    assert_eq!(end(jvm, &none), End::Returned(Returned::Nothing));
    let one = Run { heap: vec![array(1)], ..main };
    assert!(matches!(end(jvm, &one), End::Threw { class, .. } if class == "java.lang.AssertionError"));
    let make = run(classes, "<init>", "()V", &[]);
    assert_eq!(end(jvm, &make), End::Returned(Returned::Nothing));
}

#[test]
fn objects_are_made_as_described() {
    let Some(classes) = classes() else { return };
    let jvm = &Jvm::new(None, LIMIT);
    let node = |fields| Object::Instance { class: "Subject$Node".to_owned(), fields };
    let mut describe = run(classes, "describe", "(LSubject$Node;)Ljava/lang/String;", &[Value::Object(0)]);
    describe.heap = vec![
        node(vec![
            field("Subject$Node", "next", Value::Object(1)),
            field("Subject$Node", "name", Value::Object(2)),
            field("Subject$Node", "weight", Value::Long(i64::MIN)),
            field("Subject$Node", "color", Value::Object(3)),
            field("Subject$Base", "kept", Value::Int(9)),
        ]),
        node(vec![field("Subject$Node", "next", Value::Object(0))]),
        Object::Text(units("name ")),
        Object::Constant { class: "Subject$Color".to_owned(), name: "GREEN".to_owned() },
    ];
    let text = format!("name {}79true", i64::MIN);
    assert_eq!(end(jvm, &describe), returns(Value::Text(units(&text))));
    let mut sum = run(classes, "sum", "([IJ)J", &[Value::Object(0), Value::Long(-1)]);
    let numbers = |default, cells| Object::Array { element: "I".to_owned(), length: 4, default, cells };
    sum.heap = vec![numbers(Value::Int(5), vec![(2, Value::Int(100))])];
    assert_eq!(end(jvm, &sum), returns(Value::Long(114)));
    sum.heap = vec![numbers(Value::Null, Vec::new())];
    assert_eq!(end(jvm, &sum), returns(Value::Long(-1)));
    let mut same = run(classes, "same", "([Ljava/lang/Object;)Ljava/lang/Object;", &[Value::Object(0)]);
    let cells = vec![(1, Value::Object(1))];
    same.heap = vec![
        Object::Array { element: "Ljava/lang/Object;".to_owned(), length: 2, default: Value::Null, cells },
        Object::Boxed { class: "java.lang.Integer".to_owned(), value: Value::Int(1000) },
    ];
    assert_eq!(end(jvm, &same), returns(Value::Object(1)));
    let arguments = [Value::Object(0), Value::Object(1)];
    let mut listed = run(classes, "listed", "(Ljava/util/List;Ljava/util/Map;)Ljava/lang/String;", &arguments);
    let key = |id| {
        let fields = vec![field("Subject$Key", "id", Value::Int(id))];
        Object::Instance { class: "Subject$Key".to_owned(), fields }
    };
    let collection = |ty: &str, lists| Object::Collection { ty: ty.to_owned(), lists };
    let keys = || vec![Value::Object(3), Value::Object(4)];
    listed.heap = vec![
        collection("java.util.LinkedList<X>", vec![vec![Value::Object(2), Value::Null, Value::Object(1)]]),
        // A map asks its keys when they have their contents.
        collection("java.util.HashMap<K, V>", vec![keys(), keys()]),
        Object::Text(units("text")),
        key(2),
        key(1),
    ];
    assert_eq!(end(jvm, &listed), returns(Value::Text(units("textnullmap12"))));
    describe.heap[3] = Object::Constant { class: "Subject$Color".to_owned(), name: "BLUE".to_owned() };
    let refused = jvm.run(&describe).expect_err("there is no such constant");
    assert_eq!(refused, "java.lang.NoSuchFieldException: Subject$Color.BLUE");
}

#[test]
fn exceptions_have_the_frames_of_the_user() {
    let Some(classes) = classes() else { return };
    let jvm = &Jvm::new(None, LIMIT);
    let thrown = |jvm: &Jvm, run: &Run| match end(jvm, run) {
        End::Threw { class, frames } => (class, frames),
        other => panic!("{other}"),
    };
    let (class, frames) = thrown(jvm, &run(classes, "divide", "(II)I", &[7, 0].map(Value::Int)));
    assert_eq!(
        (class.as_str(), frames),
        ("java.lang.ArithmeticException", vec![frame("divide", line("return a / b"))])
    );
    let (class, frames) = thrown(jvm, &run(classes, "parse", "()V", &[]));
    let expected = vec![frame("parse", line("parseInt(\"no\")"))];
    assert_eq!((class.as_str(), frames), ("java.lang.NumberFormatException", expected));
    let (class, frames) = thrown(jvm, &run(classes, "asserts", "(I)V", &[Value::Int(4)]));
    assert_eq!(class, "java.lang.AssertionError");
    let expected = [frame("lambda$asserts$0", line("assert n")), frame("asserts", line("negated.get"))];
    assert_eq!(frames, expected);
    let (class, frames) = thrown(jvm, &run(classes, "broken", "()I", &[]));
    assert_eq!(
        (class.as_str(), &frames[..]),
        ("java.lang.ExceptionInInitializerError", &[frame("broken", line("return Broken"))][..])
    );
    let (class, frames) = thrown(jvm, &run(classes, "own", "()V", &[]));
    assert_eq!((class.as_str(), &frames[..]), ("Subject$Own", &[frame("own", line("void own"))][..]));
}

#[test]
fn each_run_begins_anew() {
    let Some(classes) = classes() else { return };
    let jvm = &Jvm::new(None, LIMIT);
    let next = run(classes, "next", "()I", &[]);
    for _ in 0..3 {
        assert_eq!(end(jvm, &next), returns(Value::Int(1)));
    }
}

#[test]
fn values_from_outside_are_the_given_ones() {
    let Some(classes) = classes() else { return };
    let jvm = &Jvm::new(None, LIMIT);
    let mut outside = run(classes, "outside", "()I", &[]);
    outside.nondet = vec![Value::Int(1), Value::Char(65535), Value::Boolean(false), Value::Int(0)];
    let (observed, _) = jvm.run(&outside).expect("a run");
    assert_eq!(
        (observed.end, observed.printed.as_str(), observed.unused),
        (returns(Value::Int(-65536)), "sum 65536\n", 1)
    );
    outside.nondet = vec![Value::Int(-1), Value::Char(1)];
    assert_eq!(end(jvm, &outside), End::Rejected);
    outside.nondet = vec![Value::Int(-1)];
    assert_eq!(end(jvm, &outside), End::Asked("char".to_owned()));
    outside.seed = Some(1);
    let (drawn, _) = jvm.run(&outside).expect("a run");
    assert!(matches!(drawn.drawn[..], [Value::Char(_), ..]), "{drawn:?}");
    outside.seed = None;
    outside.nondet = vec![Value::Long(-1)];
    assert_eq!(end(jvm, &outside), End::Asked("int".to_owned()));
    let mut all = run(classes, "all", "()V", &[]);
    all.nondet = vec![Value::Int(1), Value::Int(0)];
    assert_eq!(end(jvm, &all), End::Rejected);
}

#[test]
fn what_ends_or_hangs_the_jvm_is_no_problem_for_the_next_run() {
    let Some(classes) = classes() else { return };
    let next = run(classes, "next", "()I", &[]);
    let jvm = &mut Jvm::new(None, LIMIT);
    assert_eq!(end(jvm, &run(classes, "exit", "(I)V", &[Value::Int(42)])), End::Exited(42));
    assert_eq!(end(jvm, &next), returns(Value::Int(1)));
    let halted = jvm.run(&run(classes, "halt", "()V", &[])).expect_err("no answer");
    assert_eq!(halted, "the JVM has ended (exit status: 3)");
    let threads = jvm.run(&run(classes, "thread", "()V", &[])).expect_err("the thread goes on");
    assert_eq!(threads, "the program has started threads that have not ended");
    assert_eq!(end(jvm, &next), returns(Value::Int(1)));
    jvm.limit(Duration::from_millis(200));
    let late = jvm.run(&run(classes, "forever", "()V", &[]));
    assert_eq!(late.expect_err("it does not end"), "the JVM has no result in time");
    jvm.limit(LIMIT);
    let deep = run(classes, "deep", "(I)I", &[Value::Int(100_000)]);
    assert_eq!(end(jvm, &deep), returns(Value::Int(100_000)));
}

#[test]
fn ends_are_compared() {
    let Some(classes) = classes() else { return };
    let jvm = &Jvm::new(None, LIMIT);
    let divided = |b| end(jvm, &run(classes, "divide", "(II)I", &[Value::Int(1), Value::Int(b)]));
    let throws = |frames| End::Threw { class: "java.lang.ArithmeticException".to_owned(), frames };
    let at = frame("divide", line("return a / b"));
    assert!(divided(0).is(&throws(vec![at.clone()])));
    assert!(divided(0).is(&throws(vec![Frame { line: None, ..at.clone() }])));
    assert!(divided(0).is(&throws(Vec::new())));
    assert!(divided(1).is(&returns(Value::Int(1))));
    assert!(!divided(0).is(&throws(vec![frame("divide", 1)])));
    let text = format!("throws java.lang.ArithmeticException, at Subject.divide:{}", at.line.unwrap_or_default());
    assert_eq!(divided(0).to_string(), text);
    assert!(!divided(1).is(&returns(Value::Int(2))));
    let deep = end(jvm, &run(classes, "bottomless", "()V", &[]));
    assert_eq!((divided(0).limit(), deep.limit()), (None, Some("java.lang.StackOverflowError")));
    assert!(end(jvm, &run(classes, "exit", "(I)V", &[Value::Int(1)])).is(&End::Exited(1)));
    let (_, version) = jvm.run(&run(classes, "next", "()I", &[])).expect("a run");
    assert!(!version.is_empty());
}

#[test]
fn single_class_files_are_found_by_name() {
    let Some(classes) = classes() else { return };
    let mut divide = run(classes, "divide", "(II)I", &[9, 2].map(Value::Int));
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("Moved.class");
    fs::copy(classes.join("Subject.class"), &file).expect("the class");
    let single = Place::Class { name: "Subject".to_owned(), file };
    divide.places = vec![single, Place::Path(classes.to_owned())];
    assert_eq!(end(&Jvm::new(None, LIMIT), &divide), returns(Value::Int(4)));
    divide.entry.class = "Absent".to_owned();
    let absent = Jvm::new(None, LIMIT).run(&divide).expect_err("no such class");
    assert_eq!(absent, "java.lang.ClassNotFoundException: Absent");
}

#[test]
fn a_folder_without_a_jvm_is_a_reason() {
    let jvm = Jvm::new(Some(Path::new("/nowhere")), LIMIT);
    let missing = jvm.run(&run(Path::new("."), "main", "()V", &[]));
    let java = PathBuf::from("/nowhere/bin").join(format!("java{}", std::env::consts::EXE_SUFFIX));
    assert_eq!(missing, Err(format!("no JVM: {} is not there", java.display())));
}

#[test]
#[cfg(unix)]
fn a_jvm_that_hangs_is_given_up() {
    let home = crate::project().join("tests/java/hanging");
    let jvm = &Jvm::new(Some(&home), Duration::from_millis(300));
    // More than fits into a pipe.
    let large = Object::Text(vec![0; 1 << 20]);
    let request = Run { heap: vec![large], ..run(Path::new("."), "parse", "()V", &[]) };
    assert_eq!(jvm.run(&request), Err("the JVM has no result in time".to_owned()));
}
