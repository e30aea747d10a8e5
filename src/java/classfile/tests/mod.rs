//! Classes that `javac` has compiled, and what is left of them after some bytes change. Where there is no `javac`, these
//! tests say so and check nothing.

mod image;

use super::*;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// A folder for the files of one test.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("multise-java-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// The folder with the classes of a source text; nothing without `javac`.
pub(crate) fn compile(name: &str, source: &str) -> Option<PathBuf> {
    let folder = folder(name);
    let file = folder.join("Main.java");
    std::fs::write(&file, source).expect("a file");
    let mut javac = Command::new("javac");
    javac.args(["--release", "17", "-g", "-nowarn", "-d"]).arg(&folder).arg(&file);
    let Ok(output) = javac.output() else {
        eprintln!("there is no javac: nothing is tested");
        return None;
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(folder)
}

const SOURCE: &str = "
import java.util.function.*;
public class Main {
    static final int ANSWER = 42; static final String TEXT = \"a\\0\u{1F600}\\ud800\"; static final long BIG = 1L << 40;
    record Point(int x, long y) {}
    enum Colour { RED, GREEN }
    static class Inner { int f; class Deep {} }
    int[] a = new int[3]; double[][][] d = new double[2][3][];
    static int pick(int n) { switch (n) { case 1: return 10; case 2: return 20; case 3: return 30; default: return 0; } }
    static int far(int n) { switch (n) { case -1000000: return 1; case 1000000: return 2; case 2147483647: return 3; } return 4; }
    static int edge(int n) { switch (n) { case 2147483646: return 1; case 2147483647: return 2; } return 3; }
    static int safe(String s) { try { return Integer.parseInt(s); } catch (NumberFormatException e) { return -1; } finally { BIG(); } }
    static void BIG() { IntUnaryOperator f = x -> x + 1; System.out.println(\"x\" + f.applyAsInt(3) + Main.class); }
    long sum(long a, int b) { long s = 0; for (int i = 0; i < b; i++) { s += a * i; s ^= a >>> i; } return s; }
    synchronized float real(float f, double g) { assert f > 0 : \"no\"; return (float) (f * g % 3.5); }
    <T extends Comparable<T>> T max(T x, T y) { return x.compareTo(y) < 0 ? y : x; }
    boolean is(Object o) { return o instanceof Point p && p.x() == 3; }
}
";

/// A name, and the bytes of a class file.
type Named = (String, Vec<u8>);

/// The compiled classes, by name.
pub(crate) fn classes() -> Option<&'static [(String, Vec<u8>)]> {
    static CLASSES: OnceLock<Option<Vec<Named>>> = OnceLock::new();
    let all = CLASSES.get_or_init(|| {
        let folder = compile("classes", SOURCE)?;
        let mut path = ClassPath::default();
        path.add(&folder).expect("a folder");
        let names = path.names().expect("names");
        let bytes = |name: String| {
            let bytes = std::fs::read(folder.join(format!("{name}.class"))).expect("a class");
            (name, bytes)
        };
        Some(names.into_iter().map(bytes).collect())
    });
    all.as_deref()
}

fn main_class() -> Option<ClassFile> {
    let (_, bytes) = classes()?.iter().find(|(name, _)| name == "Main")?;
    Some(read("Main.class", bytes).expect("a class"))
}

fn code<'a>(class: &'a ClassFile, method: &str) -> &'a Code {
    let method = class.methods.iter().find(|m| &*m.name == method).expect("a method");
    method.code.as_ref().expect("code")
}

#[test]
fn what_is_in_a_class() {
    let Some(main) = main_class() else { return };
    assert_eq!((&*main.name, main.super_name.as_deref()), ("Main", Some("java/lang/Object")));
    assert_eq!(main.source_file.as_deref(), Some("Main.java"));
    let constant = |name: &str| main.fields.iter().find(|f| &*f.name == name).and_then(|f| f.constant.clone());
    assert_eq!(constant("ANSWER"), Some(Constant::Int(42)));
    assert_eq!(constant("BIG"), Some(Constant::Long(1 << 40)));
    // A pair of halves is one character; a half alone stays one.
    assert_eq!(constant("TEXT"), Some(Constant::Text([97, 0, 0xd83d, 0xde00, 0xd800].into())));
    assert_eq!(main.bootstraps.len(), 2, "a lambda and a concatenation");
}

#[test]
fn what_is_in_code() {
    let Some(main) = main_class() else { return };
    let sum = code(&main, "sum");
    let lines: Vec<u32> = sum.lines.iter().map(|(_, line)| *line).collect();
    assert!(lines.iter().all(|line| *line == lines[0]) && lines[0] > 10, "{lines:?}");
    let mut names: Vec<(&str, u16)> = sum.variables.iter().map(|v| (&*v.name, v.slot)).collect();
    names.sort_by_key(|(_, slot)| *slot);
    assert_eq!(names, [("this", 0), ("a", 1), ("b", 3), ("s", 4), ("i", 6)]);
    assert!(sum.ops.iter().any(|(_, op)| *op == Op::Bitwise(Kind::Long, Bitwise::Ushr)));
    let cases = |method: &str| {
        let switch = code(&main, method).ops.iter().find_map(|(_, op)| match op {
            Op::Switch { cases, .. } => Some(cases.iter().map(|(value, _)| *value).collect::<Vec<_>>()),
            _ => None,
        });
        switch.expect("a switch")
    };
    assert_eq!(cases("pick"), [1, 2, 3]);
    assert_eq!(cases("far"), [-1_000_000, 1_000_000, i32::MAX]);
    assert_eq!(cases("edge"), [i32::MAX - 1, i32::MAX]);
    let safe = code(&main, "safe");
    assert_eq!(safe.handlers[0].class.as_deref(), Some("java/lang/NumberFormatException"));
    assert!(safe.handlers.iter().any(|h| h.class.is_none()));
}

#[test]
fn newer_classes_are_refused() {
    let Some(classes) = classes() else { return };
    let mut bytes = classes[0].1.clone();
    bytes[7] = 70;
    let error = read("New.class", &bytes).expect_err("too new");
    assert!(error.to_string().starts_with("New.class: the class is of version 70.0"), "{error}");
}

#[test]
fn truncated_classes_are_refused() {
    let Some(classes) = classes() else { return };
    for (name, bytes) in classes {
        for length in 0..bytes.len() {
            assert!(read(name, &bytes[..length]).is_err(), "{name}, {length} bytes");
        }
    }
    assert!(read("no.class", b"this is no class file").is_err());
}

/// A generator of numbers: xorshift.
pub(crate) struct Random(pub u64);

impl Random {
    /// Changes some bytes.
    pub fn change(&mut self, bytes: &mut [u8]) {
        for _ in 0..=self.below(4) {
            let at = self.below(bytes.len());
            bytes[at] = if self.below(2) == 0 { self.below(256) as u8 } else { bytes[at] ^ (1 << self.below(8)) };
        }
    }

    /// A number below a limit.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }
}

#[test]
fn changed_classes_are_read_or_refused() {
    let Some(classes) = classes() else { return };
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let (mut read_well, rounds) = (0, 2_000);
    for _ in 0..rounds {
        let (name, bytes) = &classes[random.below(classes.len())];
        let mut bytes = bytes.clone();
        random.change(&mut bytes);
        read_well += usize::from(read(name, &bytes).is_ok());
    }
    assert!(read_well > 0 && read_well < rounds);
}

#[test]
fn classes_are_found_in_folders_and_archives() {
    let Some(folder) = compile("path", "class Main {} class Other {}") else { return };
    let jar = folder.join("all.jar");
    let status = Command::new("jar").arg("cf").arg(&jar).args(["-C"]).arg(&folder).arg("Main.class").status();
    if !status.is_ok_and(|status| status.success()) {
        eprintln!("there is no jar: archives are not tested");
        return;
    }
    let mut path = ClassPath::default();
    path.add(&jar).expect("a jar");
    path.add(&folder.join("Other.class")).expect("a class");
    assert_eq!(path.names().expect("names"), ["Main", "Other"]);
    for name in ["Main", "Other"] {
        assert_eq!(&*path.find(name).expect("readable").expect("there").name, name);
    }
    assert!(path.find("Third").expect("readable").is_none());
    assert!(ClassPath::default().add(Path::new("/nowhere.jar")).is_err());
}

#[test]
fn all_opcodes_are_known() {
    let Some(classes) = classes() else { return };
    let class = noak::reader::Class::new(&classes[0].1).expect("a class");
    let pool = pool::Pool::new(class.pool());
    // The first constant is a method, which is no operand of most instructions; then the error says so.
    let decode = |code: &[u8]| decode::ops(bytes::Bytes::new(code, 0), &pool).map_err(|fail| fail.what);
    for opcode in 0..=255 {
        let decoded = decode(&[opcode, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        let is_unknown = decoded.is_err_and(|what| what.contains("is no opcode"));
        assert_eq!(is_unknown, opcode > 0xc9, "{opcode:#x}");
    }
    assert_eq!(decode(&[0xc4, 0x84, 1, 0, 0x80, 0]), Ok(vec![(0, Op::Increment(256, i16::MIN))]));
    assert_eq!(decode(&[0x45, 0x4e]), Ok(vec![(0, Op::Store(Kind::Float, 2)), (1, Op::Store(Kind::Ref, 3))]));
    assert_eq!(
        decode(&[0x73, 0x83]),
        Ok(vec![(0, Op::Arith(Kind::Double, Arith::Rem)), (1, Op::Bitwise(Kind::Long, Bitwise::Xor))])
    );
    assert_eq!(decode(&[0x90]), Ok(vec![(0, Op::Convert(Kind::Double, Kind::Float))]));
    assert_eq!(decode(&[0xc8, 0, 0, 0, 0]), Ok(vec![(0, Op::Goto(0))]));
}
