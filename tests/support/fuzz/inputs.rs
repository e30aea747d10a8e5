//! Bytes as the JSON form of inputs: they are refused with a reason, or the interpreter runs on them. The first byte selects
//! entry method and options.

use super::Target;
use crate::enumerate::{self, Bounds};
use crate::pipeline::Built;
use multise::internals::interp::{self, Limits};
use multise::internals::ir;
use multise::{Config, Dialect, Inputs, MethodId, Types};
use std::cell::OnceCell;

/// The target.
pub const TARGET: Target = Target { name: "inputs", run, seeds };

/// A program with inputs of every type, and operations on them.
const TEXT: &str = r#"
interface Shape { int area(); }
abstract class Node implements Shape { int value; uint count; Node next; int[] cells; Node[][] rows; }
class Leaf extends Node {
    bool flag; float ratio; char letter; string name;
    Leaf(int value) { this.value := value; }
    int area() { return this.value * this.cells[0]; }
    void link(Leaf other) requires(this != other) { this.next := other; other.flag := !this.flag; }
}
class Other extends Node {
    Other() { this.value := 1; }
    int area() { return #this.rows; }
}
class Main {
    static int sum := 0;
    static void values(int n, uint u, bool b, float f, char c, string s) {
        float half := f / 2.0;
        if (b && u > 0 && n / u < 3 && c == 'a' && s != null) { assert half * 2.0 == f; assert s != "x"; }
    }
    static int heap(Shape shape, Node node, int[] a, Node[] nodes)
        requires(forall x, i : a : x != i)
    {
        int total := 0;
        Node at := node;
        while (at != null) { total := total + at.value; at := at.next; }
        int i := 0;
        while (i < #nodes) { if (nodes[i] instanceof Leaf) { total := total + shape.area(); } i := i + 1; }
        return total;
    }
    static void add(int n) { lock (new Other()) { Main.sum := Main.sum + n; } }
    static void threads(int n, int m) {
        fork Main.add(n);
        fork Main.add(m);
        Main.sum := 7;
        join;
        assert Main.sum != 7;
    }
}
"#;

thread_local! {
    static BUILT: OnceCell<(Built, Vec<MethodId>)> = const { OnceCell::new() };
}

/// Passes the program and its entry methods to a function.
fn with<T>(work: impl FnOnce(&ir::Program, &[MethodId]) -> T) -> T {
    BUILT.with(|cell| {
        let (built, entries) = cell.get_or_init(|| {
            let program = multise::Program::from_text("fuzz.oox", TEXT, &Dialect::default()).expect("it is right");
            let entries = program.entries().expect("it has entries");
            (Built { entry: entries[0], program }, entries)
        });
        work(built.ir(), entries)
    })
}

fn run(bytes: &[u8]) {
    let Some((choice, json)) = bytes.split_first() else { return };
    let Ok(inputs) = serde_json::from_slice::<Inputs>(json) else { return };
    let written = serde_json::to_string(&inputs).expect("inputs can be written");
    assert_eq!(serde_json::from_str::<Inputs>(&written).ok().as_ref(), Some(&inputs), "{written} reads otherwise");
    with(|program, entries| {
        let choice = usize::from(*choice);
        let (entry, choice) = (entries[choice % entries.len()], choice / entries.len());
        let dialect = Dialect {
            nonnull_arrays: choice % 2 == 1,
            array_length: (choice / 2 % 2 == 1).then_some(2),
            types: if choice / 4 % 2 == 1 { Types::Declared } else { Types::Symbolic },
            ..Config::default().dialect
        };
        match interp::run(program, entry, &inputs, &dialect, Limits::steps(2_000)) {
            Ok(run) => assert!(run.steps <= 2_000),
            Err(error) => assert!(!error.path.is_empty() && !error.to_string().is_empty()),
        }
    });
}

/// Seeds: small inputs of all entry methods, and some rare forms.
fn seeds() -> Vec<Vec<u8>> {
    let rare = [
        r#"{"args":{"a":{"ref":"a1"},"nodes":{"ref":"a2"}},"heap":{"a1":{"elem":"int","length":"12345678901234567890","default":{"int":"-1"},"cells":{"7":{"int":"8"}}},"a2":{"elem":"Node","length":"2","cells":{"1":{"ref":"o1"}}},"o1":{"class":"Leaf","fields":{"ratio":{"float":"-3/7"},"letter":{"char":"\u0000"},"name":{"string":"ä"}}}}}"#,
        r#"{"args":{"n":{"int":"1"},"m":{"int":"-2"}},"schedule":[0,1,2,1,0,2]}"#,
    ];
    with(|program, entries| {
        let mut seeds = Vec::new();
        for (number, entry) in (0u8..).zip(entries) {
            let bounds = Bounds::small();
            let few = enumerate::inputs(program, *entry, &bounds).step_by(5).take(12);
            let few = few.map(|inputs| serde_json::to_string(&inputs).expect("inputs can be written"));
            let all = few.chain(rare.map(str::to_owned));
            seeds.extend(all.map(|json| [&[number][..], json.as_bytes()].concat()));
        }
        seeds
    })
}
