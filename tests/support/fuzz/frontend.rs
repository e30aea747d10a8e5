//! Bytes as a program: it is refused with errors that have a place in the text, or its IR is in normal form and runs.

use super::{Target, texts};
use multise::internals::editor::Draft;
use multise::internals::interp::{self, Limits};
use multise::internals::ir;
use multise::internals::ir::validate;
use multise::internals::stack::on_big_stack;
use multise::{Diagnostic, Dialect, Error, Inputs, Program, Sources, Span, Style};

/// The target.
pub const TARGET: Target = Target { name: "frontend", run, seeds: texts };

/// Most steps of a run.
const STEPS: u64 = 300;

fn run(bytes: &[u8]) {
    let [strict, lenient] = [false, true].map(|lenient| {
        let dialect = Dialect { lenient, ..Dialect::default() };
        let loaded = Program::from_bytes("fuzz.oox", bytes.to_vec(), &dialect);
        check(&loaded);
        loaded.is_ok()
    });
    assert!(lenient || !strict, "the lenient mode refuses what the strict one accepts");
    check_names(&String::from_utf8_lossy(bytes));
    // Bytes that are not UTF-8 are refused as a whole, and a fuzzer makes many of these.
    if let Err(error) = std::str::from_utf8(bytes) {
        let text = String::from_utf8_lossy(bytes);
        assert!(!text.is_empty(), "{error}");
        check(&Program::from_text("fuzz.oox", text, &Dialect::default()));
    }
}

fn check(loaded: &Result<Program, Error>) {
    match loaded {
        Ok(program) => {
            check_places(program.warnings(), program.source());
            on_big_stack(|| {
                for program in [program, &program.by_lines()] {
                    assert_eq!(validate(ir(program)), Ok(()));
                }
            });
            for entry in program.entries().unwrap_or_default() {
                let name = program.entry_name(entry);
                assert_eq!(program.entry(&name).ok(), Some(entry), "`{name}` is another entry");
                let run =
                    || interp::run(ir(program), entry, &Inputs::default(), &Dialect::default(), Limits::steps(STEPS));
                // There is no run of an entry method that needs an object.
                if let Ok(run) = on_big_stack(run) {
                    assert!(run.steps <= STEPS);
                }
            }
        }
        Err(Error::Refused(refused)) => {
            assert!(refused.errors().next().is_some(), "a refusal says why");
            check_places(refused.diagnostics(), refused.source());
            assert!(!refused.render(Style::Plain).is_empty() && !refused.to_string().is_empty());
        }
        Err(other) => panic!("{other}"),
    }
}

/// What an editor shows about a text lies in this text.
fn check_names(text: &str) {
    let draft = Draft::new("fuzz.oox", text, &Dialect::default());
    let slice = |span: Span| text.get(span.start as usize..span.end as usize).expect("a place in the text");
    let symbols = draft.symbols();
    for (id, symbol) in symbols.all() {
        assert!(!symbols.is_renamable(id) || slice(symbol.place) == symbol.name, "{symbol:?}");
        assert!(slice(symbol.range).contains(slice(symbol.place)), "{symbol:?}");
        for place in symbols.named(id) {
            assert_eq!(slice(place), symbol.name);
            let found = symbols.at(place.start as usize).expect("an occurrence");
            assert_eq!(symbols.get(found.symbol).family, symbol.family);
        }
    }
    // A place that depends on the text.
    let at = (0..=text.len() * 2 / 3).rfind(|at| text.is_char_boundary(*at)).unwrap_or_default();
    for proposal in draft.proposals(at) {
        slice(proposal.replaces);
    }
}

fn check_places(diagnostics: &[Diagnostic], source: &Sources) {
    let text = &source.main().text;
    for diagnostic in diagnostics {
        assert!(!diagnostic.message.is_empty() && !diagnostic.message.contains('\n'), "{diagnostic:?}");
        // An error about bytes that are no text has no place.
        assert!(diagnostic.span.is_some() || text.is_empty(), "{diagnostic:?} has no place");
        let fix = diagnostic.fix.iter().map(|fix| &fix.place);
        for span in diagnostic.span.iter().chain(diagnostic.related.iter().map(|(span, _)| span)).chain(fix) {
            let is_inside = text.get(span.start as usize..span.end as usize).is_some();
            assert!(span.file.is_main() && is_inside, "{diagnostic:?} has a place outside of the text");
        }
    }
}
