//! The features of Java, and which generator of programs makes each. A feature that no generator makes is a hole: then nothing
//! compares it on a JVM, in the interpreter and in both modes.
//!
//! What no generator makes yet: `wait` and `notify`.

use proptest::strategy::Strategy;
use proptest::test_runner::TestRunner;
use support::draws::drawn;
use support::java::random;
use support::random::threads::{self, java};

/// The number of programs of each generator. What none of them has is too rare to be tested.
const PROGRAMS: usize = 2500;

/// Features that programs of `random::programs` have, each with what it looks like; `*` stands for anything on a line.
const SEQUENTIAL: &[(&str, &str)] = &[
    // Classes.
    ("inheritance", "class Sub extends Base"),
    ("default methods", "default int twice("),
    ("private methods of interfaces", "private int half("),
    ("a default method that is chosen", "Turned.super.twice("),
    ("inner classes", ".new Inner("),
    ("classes without a name", "new Scaled() {"),
    ("records", "record Pair("),
    ("enums with bodies of constants", "@Override int turn("),
    ("bridges", "new BaseHolder()).swap("),
    ("classes in blocks", "class Local"),
    ("copies of objects", "*.copy())"),
    ("objects that are not copied", "class Base implements Scaled {"),
    ("generic methods", "Main.<ArrayList<Integer>>either("),
    ("generic methods with bounds", "Main.<Tone>higher("),
    ("initialisers that throw", "class Doomed"),
    ("initialisers of interfaces", "interface Limits"),
    // Inputs.
    ("static entries", "static long check("),
    ("entries with a type parameter", "static <T extends Comparable<T>> long check(*T a"),
    ("generic objects of a type parameter as inputs", " check(*Cell<T> a"),
    ("collections of a type parameter as inputs", " check(*List<T> a"),
    ("entries of objects", "  long check("),
    ("receivers that a constructor makes", "// receivers: built"),
    ("constructors that throw", "throw new Thrown(6)"),
    ("enum parameters", " check(*Tone a"),
    ("arrays of enums as inputs", " check(*Tone[] a"),
    ("texts as inputs", " check(*String a"),
    ("boxes as inputs", " check(*Integer a"),
    ("objects by an interface as inputs", " check(*Scaled a"),
    ("enums behind an interface", "enum Tone implements Scaled"),
    ("objects of any class as inputs", " check(*Object a"),
    ("arrays of references as inputs", " check(*Base[] a"),
    ("arrays of arrays as inputs", " check(*int[][] a"),
    ("lists as inputs", " check(*ArrayList<Integer> a"),
    ("lists by their interface as inputs", " check(*List<Integer> a"),
    ("lists with a wildcard as inputs", " check(*List<? extends Number> a"),
    ("maps as inputs", " check(*HashMap<Integer, Integer> a"),
    ("sets as inputs", " check(*Set<String> a"),
    ("optionals as inputs", " check(*Optional<Integer> a"),
    ("exceptions as inputs", " check(*RuntimeException a"),
    ("causes that are set later", "Main.caused("),
    ("suppressed exceptions", "Main.suppressed("),
    ("identical optionals", "== Optional."),
    ("records as inputs", " check(*Span a"),
    ("records in fields of inputs", ".span"),
    ("records that refuse null", "Objects.requireNonNull(text);"),
    ("records that change their components", "high -= low & 1;"),
    ("float and double as inputs", " check(*float a*double a"),
    ("values from outside", "anyInt()"),
    ("assumptions", "assume("),
    // Statements.
    ("switch over an enum", "case LOW:"),
    ("switch over a text", "case \"Aa\":"),
    ("switch with a value", "switch (*yield "),
    ("switch with arrows", "default -> "),
    ("labels", "break block"),
    ("finally", "} finally {"),
    ("several exceptions in a handler", "ExceptionInInitializerError | Thrown"),
    ("throwing again", "throw e"),
    ("resources", "try (Held "),
    ("loops over arrays", "for (Tone each"),
    ("loops over collections", ".keySet()) {"),
    ("locks", "synchronized ("),
    ("patterns", "instanceof Sub as"),
    ("messages of assertions", "assert * : "),
    // Expressions.
    ("names of classes", ".getClass().getSimpleName()"),
    ("classes that are equal", ".getClass() == "),
    ("superclasses as values", ".getClass().getSuperclass()"),
    ("classes of arrays", ".getClass().isArray()"),
    ("constants of an enum by its class", ".class.getEnumConstants()"),
    ("variable numbers of arguments", "Main.many("),
    ("mixes of long and int", "anyLong() "),
    ("bits of floating-point numbers", "Double.doubleToLongBits("),
    ("concatenation", "(Main.cut(*) + "),
    ("text of objects", "(\"\" + "),
    ("text of objects by their own method", "return super.toString() + extra;"),
    ("text of objects by the library", "String.valueOf(new "),
    ("text of objects in builders", "new StringBuilder().append(new "),
    ("texts of numbers with a point", "String.valueOf(((double) "),
    ("builders", "new StringBuilder("),
    ("builders that change", ".deleteCharAt("),
    ("boxing", "((Integer) "),
    ("identity of boxes", "== ((Integer) "),
    ("texts that are interned", ".intern() == "),
    ("what characters are", "Character.isLetter("),
    ("cases of characters", "Character.toLowerCase("),
    ("lists", "new ArrayList<Integer>("),
    ("lists that change", ".removeIf("),
    ("lists that never change", "List.<Integer>of("),
    ("sets in order", "new TreeSet<String>("),
    ("sorting", ".sort("),
    ("maps", "new HashMap<Integer, Integer>("),
    ("maps that threads share", "counted(new java.util.concurrent.ConcurrentHashMap<>(), "),
    ("maps with functions", ".computeIfAbsent("),
    ("lambdas", "(by* -> "),
    ("lambdas of an interface of the program", "((Scaled) (by"),
    ("method references", "Math::abs"),
    ("functions over boxes", "((UnaryOperator<Integer>) "),
    ("conditional expressions", " ? "),
    ("streams", ".mapToInt("),
    ("streams that are collected", "Collectors.toList()"),
    ("streams that stop early", ".anyMatch("),
    ("formats", "String.format("),
    ("copies of arrays", ".clone()"),
    ("powers", "Math.pow("),
    ("atomic variables", "Main.ticks.addAndGet("),
    ("numbers of any size", ".gcd(BigInteger"),
    ("days", ".plusMonths("),
    ("messages of exceptions", ".getMessage()"),
];

/// Features that programs of `threads::java` have.
const THREADS: &[(&str, &str)] = &[
    ("threads of a lambda", "new Thread(() -> "),
    ("threads of a class", "extends Thread"),
    ("joins", "Main.join(child)"),
    ("locks", "synchronized (a)"),
    ("locks in locks", "synchronized (a) {*\n*synchronized (b) {"),
    ("synchronized methods", "a.addAlone()|c.addAlone()"),
    ("synchronized static methods", "static synchronized void"),
    ("shared fields", "Main.x = "),
    ("shared objects", "a.v = "),
    ("shared arrays", "cells[0] = "),
    ("atomic variables", "l = Main.count.addAndGet("),
    ("initialisers beside threads", "= Held.z|Held.z = "),
    ("initialisers that use what threads change", "static int z = Main.x + 1;"),
    ("exceptions of threads", "throw new IllegalStateException()"),
];

/// Whether a text has a pattern, whose parts stand on one line.
fn has(text: &str, pattern: &str) -> bool {
    let parts = |line: &str, one: &str| {
        one.split('*')
            .try_fold(line.to_owned(), |rest, part| rest.find(part).map(|at| rest[at + part.len()..].to_owned()))
    };
    match pattern.split_once("*\n*") {
        Some((first, second)) => {
            let mut lines = text.lines().zip(text.lines().skip(1));
            lines.any(|(one, next)| parts(one, first).is_some() && parts(next, second).is_some())
        }
        None => pattern.split('|').any(|one| text.lines().any(|line| parts(line, one).is_some())),
    }
}

fn missing<T>(
    features: &'static [(&'static str, &'static str)],
    programs: &impl Strategy<Value = T>,
    print: impl Fn(&T) -> String,
) -> Vec<&'static str> {
    let mut runner = TestRunner::deterministic();
    let text = |_| print(&drawn(programs, &mut runner));
    let texts: Vec<String> = (0..PROGRAMS).map(text).collect();
    let is_missing = |pattern: &str| !texts.iter().any(|text| has(text, pattern));
    features.iter().filter(|(_, pattern)| is_missing(pattern)).map(|(feature, _)| *feature).collect()
}

#[test]
fn every_feature_is_generated() {
    let mut all = missing(SEQUENTIAL, &random::programs(), |program| program.text.clone());
    all.extend(missing(THREADS, &threads::programs(), java::print));
    assert!(all.is_empty(), "no generator makes {all:?}");
}
