//! Random bytecode that no compiler writes, on a JVM and here: all runs end in the same way, and both modes agree with them.

use multise::Verdict;
use multise::internals::java::jvm::{Jvm, Value};
use proptest::collection::vec;
use proptest::prelude::any;
use proptest::test_runner::TestRunner;
use std::collections::BTreeSet;
use std::panic::AssertUnwindSafe;
use std::time::Duration;
use support::campaign::{self, At, Campaign};
use support::draws::drawn;
use support::java::bytecode::{self, Class, Code, ENTRY, PUBLIC, Program, STATIC, opcode};
use support::java::differential::{self, Exploring};
use support::java::{compile, explored, header};
use support::pipeline;

/// The time of a run on a JVM that other work slows down.
const LIMIT: Duration = Duration::from_secs(120);
/// Numbers for the arguments of a run.
const NUMBERS: usize = 40;
/// A class, and numbers for the arguments of its runs.
type Case = (Program, Vec<Vec<u32>>);

/// Opcodes that no generated class has: `jsr`, `ret`, `jsr_w`, and `invokedynamic`, which classes of this version do not know.
const ABSENT: [u8; 4] = [opcode::JSR, opcode::RET, opcode::INVOKEDYNAMIC, opcode::JSR_W];
/// The last opcode.
const LAST: u8 = opcode::JSR_W;

#[test]
fn all_opcodes_are_made() {
    let (mut runner, programs) = (TestRunner::deterministic(), bytecode::programs());
    let made: BTreeSet<u8> = (0..2000).flat_map(|_| drawn(&programs, &mut runner).opcodes).collect();
    let missing: Vec<String> =
        (0..=LAST).filter(|op| !made.contains(op) && !ABSENT.contains(op)).map(|op| format!("{op:#04x}")).collect();
    assert!(missing.is_empty(), "no class has {missing:?}");
}

/// Whether there is a JDK. If not, a test is skipped.
fn has_jdk() -> bool {
    let is_there = compile::javac().arg("-version").output().is_ok();
    if !is_there {
        eprintln!("skipped: there is no JDK");
    }
    is_there
}

/// `make campaign-java` runs more of them.
#[test]
fn a_jvm_the_interpreter_and_both_modes_agree() {
    if !has_jdk() {
        return;
    }
    let inputs = campaign::number("MULTISE_INPUTS", 12) as usize;
    let step = campaign::number("MULTISE_EXPLORED", 3);
    let jvm = Jvm::new(None, LIMIT);
    let cases = || (bytecode::programs(), vec(vec(any::<u32>(), NUMBERS), inputs));
    let campaign = Campaign {
        programs: 150,
        batch: 25,
        salt: 202,
        print: |(program, _): &Case| program.classes().folder.display().to_string(),
    };
    let check = |(program, inputs): &Case, at: At| {
        let classes = program.classes();
        let runs: Vec<_> = inputs.iter().map(|numbers| bytecode::run(&classes, numbers)).collect();
        let exploring =
            Exploring { limit: Duration::from_secs(1), proofs: at.number.is_multiple_of(2 * step), bounded: true };
        let exploring = at.number.is_multiple_of(step).then_some(exploring);
        let compare = || differential::compare(&jvm, &classes, ENTRY, &runs, exploring);
        campaign::caught(AssertUnwindSafe(compare))
    };
    let (count, compared) = campaign.run(cases, check);
    eprintln!("{count} programs: {compared:#?}");
}

/// Compilers of Java narrow a number themselves before they store it.
#[test]
fn stores_narrow_numbers() {
    if !has_jdk() {
        return;
    }
    let jvm = Jvm::new(None, LIMIT);
    // The number of the element type in `newarray`, and the place of its instructions in their groups.
    for (ty, place) in [(4, 5), (8, 5), (5, 6), (9, 7)] {
        let mut code = Code::default();
        code.line(1);
        code.op(opcode::ICONST_1, &[]);
        code.op(opcode::NEWARRAY, &[ty]);
        code.op(opcode::DUP, &[]);
        code.op(opcode::ICONST_0, &[]);
        code.op(opcode::ILOAD_0, &[]);
        code.op(opcode::IASTORE + place, &[]);
        code.op(opcode::ICONST_0, &[]);
        code.op(opcode::IALOAD + place, &[]);
        code.op(opcode::I2L, &[]);
        code.op(opcode::LRETURN, &[]);
        let mut class = Class::new("Main");
        class.method(PUBLIC | STATIC, ("check", "(I)J"), code, 4, 1);
        let classes = compile::written("Main.class", &class.written());
        let numbers = [0, 1, 2, -1, 127, 128, 255, 256, 32_767, 32_768, 65_535, 65_536, i32::MIN, i32::MAX];
        let run = |n| classes.run("Main", "check", "(I)J", Vec::new(), vec![Value::Int(n)]);
        let exploring = Exploring { limit: LIMIT, proofs: false, bounded: false };
        let compared = differential::compare(&jvm, &classes, "Main.check(int)", &numbers.map(run), Some(exploring))
            .unwrap_or_else(|failure| panic!("newarray {ty}: {failure}"));
        assert_eq!(
            (compared.exhaustive, compared.states),
            (2, 2 * numbers.len() as u64),
            "newarray {ty}: {compared:?}"
        );
    }
}

/// What is on one side of a branch is explored, and the other side is not skipped silently.
#[test]
fn subroutines_are_unsupported_by_name() {
    let mut code = Code::default();
    let [there, subroutine] = [code.label(), code.label()];
    code.line(1);
    code.op(opcode::ILOAD_0, &[]);
    code.jump(opcode::IFNE, there);
    code.op(opcode::LCONST_1, &[]);
    code.op(opcode::LRETURN, &[]);
    code.place(there);
    code.line(2);
    code.jump(opcode::JSR, subroutine);
    code.op(opcode::LCONST_0, &[]);
    code.op(opcode::LRETURN, &[]);
    code.place(subroutine);
    code.line(3);
    code.op(opcode::ASTORE_1, &[]);
    code.op(opcode::RET, &[1]);
    let mut class = Class::new("Main");
    class.method(PUBLIC | STATIC, ("check", "(I)J"), code, 2, 2);
    let classes = compile::written("Main.class", &class.written());
    let mut config = support::config();
    config.dialect = explored::dialect(&classes, &header::Header::of_entry("Main.check(int)"));
    let built = explored::build(&classes, &config.dialect).expect("a class file");
    let outcome = pipeline::explore(&built, &config).expect("no internal error");
    let unsupported: Vec<_> = outcome.unsupported.iter().map(|found| (found.what.as_str(), found.count)).collect();
    assert_eq!(unsupported, [("jsr", 1)]);
    assert_eq!(outcome.verdict, Verdict::Unknown);
}
