//! A second language, which touches nothing but the boundary: its programs are explored, reported and tested like others.

use super::{Error, Program, SecondOracle, explore};
use crate::config::{Config, Dialect, Stop};
use crate::front::tested::{Driver, Drivers, Tests};
use crate::front::{Front, Loaded, Opinion, Oracle, Rejected};
use crate::index::IndexVec;
use crate::inputs::{Inputs, Value};
use crate::interp::{self, End, Limits};
use crate::ir::{
    self, BinaryOp, Block, BlockId, Check, Class, ClassId, Expr, Fault, Handler, Instr, InstrKind, Kind, Local, Method,
    MethodId, MethodKind, Syntax, Terminator, Type,
};
use crate::outcome::Verdict;
use crate::report::Style;
use crate::report::format::witness;
use crate::report::model::explored;
use crate::source::{Diagnostic, Phase, SourceFile, Sources, Span};
use std::path::Path;
use std::time::{Duration, SystemTime};

/// A language. A program declares one number and states what it is not: a line `number NAME`, which in a test ends with
/// `is N`, and lines `not N`.
#[derive(Debug)]
struct Guesses;

impl Front for Guesses {
    fn extension(&self) -> &'static str {
        "guess"
    }

    fn load(&self, name: &str, bytes: Vec<u8>, _: &Dialect) -> Result<Loaded, Rejected> {
        let source = Sources::from(SourceFile::new(name, String::from_utf8_lossy(&bytes)));
        match lowered(&source) {
            Ok(program) => Ok(Loaded { source, program, warnings: Vec::new(), roots: Vec::new() }),
            Err(wrong) => {
                let error = Diagnostic::error(Phase::Parse, "G1", wrong, "neither a number nor what it is not");
                Err(Rejected { source, diagnostics: vec![error] })
            }
        }
    }

    fn tests<'a>(&self, _: &'a ir::Program, source: &'a Sources, _: &Dialect) -> Option<Tests<'a>> {
        Some(Tests::Programs(Box::new(Answers(source))))
    }

    fn oracle<'a>(
        &self,
        _: &'a ir::Program,
        _: &'a Sources,
        _: &Dialect,
        home: Option<&Path>,
    ) -> Option<Box<dyn Oracle + 'a>> {
        Some(Box::new(Another { is_wrong: home == Some(Path::new("wrong")) }))
    }
}

/// Another implementation of the language, which does not know guesses above ten.
struct Another {
    is_wrong: bool,
}

impl Oracle for Another {
    fn name(&self) -> &'static str {
        "guesser"
    }

    fn replay(&mut self, _: MethodId, inputs: &Inputs, fault: &Fault, _: Duration) -> (String, Opinion) {
        let is_known = matches!(&inputs.args["n"], Value::Int(n) if *n <= 10.into());
        let opinion = match (is_known, self.is_wrong) {
            (false, _) => Opinion::NotReplayed("a large number".to_owned()),
            (true, false) => Opinion::Confirmed,
            (true, true) => {
                Opinion::Disagrees { expected: format!("stops in line {}", fault.line), found: "goes on".to_owned() }
            }
        };
        ("guesser 2".to_owned(), opinion)
    }
}

impl Syntax for Guesses {
    fn language(&self) -> &'static str {
        "Guesses"
    }

    fn assumption(&self, _: &ir::Program, _: MethodId, inputs: &Inputs) -> Option<String> {
        inputs.args.iter().map(|(name, value)| format!("{name} is {value:?}")).next()
    }
}

struct Answers<'a>(&'a Sources);

impl Drivers for Answers<'_> {
    fn driver(&self, _: MethodId, inputs: &Inputs, _: &str) -> Driver {
        let mut text = String::new();
        for line in self.0.main().text.lines() {
            let given = line.strip_prefix("number ").and_then(|name| inputs.args.get(name));
            text += &match given {
                Some(Value::Int(n)) => format!("{line} is {n}\n"),
                _ => format!("{line}\n"),
            };
        }
        Driver { text, entry: "Guess.check".to_owned() }
    }
}

/// The program of a text, or the line that is wrong.
fn lowered(source: &Sources) -> Result<ir::Program, Span> {
    let mut program = ir::Program { syntax: &Guesses, ..ir::Program::default() };
    let (mut locals, mut instrs, mut formals) = (IndexVec::new(), Vec::new(), Vec::new());
    let number = locals.push(Local { name: String::new(), ty: Some(Type::Int) });
    let thrown = locals.push(Local { name: String::new(), ty: None });
    let (mut at, mut line) = (0, 0);
    for text in source.main().text.split_inclusive('\n') {
        let span = Span::new(at, at + text.trim_end().len());
        (at, line) = (at + text.len(), line + 1);
        let words: Vec<&str> = text.split_whitespace().collect();
        let kind = match words[..] {
            ["number", name] => {
                locals[number].name = name.to_owned();
                formals.push(number);
                continue;
            }
            ["number", name, "is", n] => {
                locals[number].name = name.to_owned();
                InstrKind::Assign { dst: number, value: Expr::int(n.parse().map_err(|_| span)?) }
            }
            ["not", n] => {
                let cond = Expr::binary(BinaryOp::Ne, Expr::Local(number), Expr::int(n.parse().map_err(|_| span)?));
                let check = program.checks.push(Check { kind: Kind::Assert, span, method: MethodId(0) });
                InstrKind::Assert { cond, check }
            }
            _ => return Err(span),
        };
        instrs.push(Instr { kind, span, line });
    }
    let exits = [BlockId(1), BlockId(2)];
    let handler = Handler { block: exits[1], slot: thrown };
    let block = |instrs, term| Block { instrs, term, span: Span::default(), line: 1, handler };
    let mut blocks = IndexVec::new();
    blocks.push(block(instrs, Terminator::Goto(exits[0])));
    blocks.push(block(Vec::new(), Terminator::Return));
    blocks.push(block(Vec::new(), Terminator::Unwind));
    let method =
        Method { locals, formals, thrown, ..Method::bare("check", ClassId(0), MethodKind::Static, Span::default()) };
    program.methods.push(method.assemble(blocks, exits));
    program.classes.push(Class { is_abstract: true, ..Class::bare("Guess", vec![ClassId(0)]) });
    program.set_groups();
    Ok(program)
}

fn loaded(text: &str) -> Program {
    Program::of_front(&Guesses, "t.guess".to_owned(), text.into(), &Dialect::default()).expect("a program")
}

#[test]
fn a_second_language_touches_only_the_boundary() {
    let (program, config) = (loaded("number n\nnot 7\n"), Config::default());
    let entry = program.entry("Guess.check").expect("the entry");
    let outcome = explore(&program, entry, &config).expect("an outcome");
    assert_eq!(outcome.verdict, Verdict::Invalid);
    assert_eq!(outcome.violations[0].inputs.args["n"], Value::Int(7.into()));

    let report = program.text_report(&config, &outcome, Style::Plain);
    assert!(report.contains("t.guess:2:1") && report.contains("not 7"), "{report}");

    let Some(Tests::Programs(drivers)) = program.tests(&config.dialect) else { panic!("its tests are programs") };
    let driver = drivers.driver(entry, &outcome.violations[0].inputs, "");
    let test = program.of_driver("test", &driver, &config.dialect).expect("the test is a program");
    let entry = test.entry(&driver.entry).expect("it has an entry");
    let run = interp::run(test.ir(), entry, &Inputs::default(), &config.dialect, Limits::default()).expect("no inputs");
    assert!(matches!(&run.end, End::Violation(fault) if fault.line == 2), "{:?}", run.end);

    let rows = [explored::Row::explored(outcome)];
    let witness = witness::render(&program.explored(&config, &rows), SystemTime::UNIX_EPOCH).expect("a witness");
    assert!(witness.contains(r#""language": "Guesses""#) && witness.contains("guesses_expression"), "{witness}");
}

#[test]
fn what_is_wrong_in_a_second_language_has_a_place() {
    let error = Program::of_front(&Guesses, "t.guess".to_owned(), "number n\nnow\n".into(), &Dialect::default());
    assert_eq!(
        error.expect_err("it is refused").to_string(),
        "t.guess:2:1: error[G1]: neither a number nor what it is not"
    );
}

#[test]
fn a_second_oracle_replays_each_violation() {
    let (program, config) = (loaded("number n\nnot 7\nnot 70\n"), Config { stop: Stop::All, ..Config::default() });
    let entry = program.entry("Guess.check").expect("the entry");
    let outcome = explore(&program, entry, &config).expect("an outcome");
    assert_eq!(outcome.violations.len(), 2);

    let mut asked = outcome.clone();
    let oracle = |home: Option<&'static str>| SecondOracle::new(&program, &config.dialect, home.map(Path::new));
    oracle(None).replay(&mut asked, Duration::from_secs(1)).expect("it agrees");
    let report = program.text_report(&config, &asked, Style::Plain);
    assert!(report.contains("  replayed: interpreter and guesser 2\n"), "{report}");
    let known: Vec<_> = asked.violations.iter().map(|violation| violation.second.clone().expect("asked")).collect();
    assert_eq!((known[0].by.as_str(), known[0].not_replayed.as_deref()), ("guesser 2", None));
    assert_eq!((known[1].by.as_str(), known[1].not_replayed.as_deref()), ("guesser 2", Some("a large number")));

    let mut late = outcome.clone();
    oracle(None).replay(&mut late, Duration::ZERO).expect("nothing is replayed");
    let report = program.text_report(&config, &late, Style::Plain);
    assert!(report.contains("  replayed: interpreter; guesser: not replayed (no time is left)\n"), "{report}");

    let mut unasked = outcome.clone();
    SecondOracle::none().replay(&mut unasked, Duration::from_secs(1)).expect("nothing is replayed");
    let report = program.text_report(&config, &unasked, Style::Plain);
    assert!(report.contains("  replayed: yes\n"), "{report}");

    let disagreement = oracle(Some("wrong")).replay(&mut outcome.clone(), Duration::from_secs(1));
    let Err(Error::Internal(text)) = disagreement else { panic!("{disagreement:?}") };
    assert!(text.contains("interpreter: stops in line 2") && text.contains("guesser 2: goes on"), "{text}");
}
