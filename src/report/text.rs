//! The text report: what a reader sees on one screen, the verdict last.

use super::diagnostics::count;
use super::excerpt::{Mark, elements};
use super::style::{Style, elide};
use super::value::Limits;
use super::{Finished, coverage, rerun, statistics, trace, value, words};
use crate::config::{Dialect, Types};
use crate::explore::outcome::{Cut, Reason, Status, Verdict, Violation, Warning};
use annotate_snippets::Level;

/// How much is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// Only the verdict.
    Quiet,
    /// One screen.
    Normal,
    /// Every check, every violation with its whole trace, all statistics.
    Verbose,
}

/// Most checks that are listed one by one on one screen.
const CHECKS: usize = 8;
/// Most words of a trace on one screen.
const TRACE_WORDS: usize = 60;
/// Width of the lines that are broken here, characters.
const WIDTH: usize = 100;

/// The report, ended by a line break.
pub fn render(finished: &Finished<'_>, detail: Detail, with_statistics: bool, style: Style) -> String {
    let mut report = Report { finished, detail, style, out: String::new() };
    if detail != Detail::Quiet {
        report.violations();
        report.checks();
        report.cuts();
        report.warnings();
        if let Some(coverage) = &finished.outcome.coverage {
            report.out += &coverage::table(finished.program, finished.source, coverage, style);
        }
        report.numbers(with_statistics || detail == Detail::Verbose);
    }
    report.verdict();
    report.out
}

/// The words of the verdict, as the last line of a report has them.
pub fn verdict(finished: &Finished<'_>) -> String {
    let outcome = finished.outcome;
    match outcome.verdict {
        Verdict::Invalid => "invalid".to_owned(),
        Verdict::Unknown => match outcome.reasons.first() {
            Some(reason) => format!("unknown ({})", reason.word()),
            None => "unknown".to_owned(),
        },
        Verdict::Valid => {
            let vacuous = outcome.warnings.iter().find_map(|w| match w {
                Warning::VacuousRequires(span) => Some(finished.source.place(*span)),
                Warning::ContradictoryAssume(_) | Warning::Uninhabited(_) => None,
            });
            let assumptions = assumptions(&finished.config.dialect);
            match (vacuous, &assumptions[..]) {
                (Some(line), _) => format!("valid (vacuous: no input satisfies the requires at line {line})"),
                (None, []) => "valid".to_owned(),
                (None, given) => {
                    let given: Vec<_> =
                        given.iter().map(|a| format!("for {}", a.replacen(" have ", " of ", 1))).collect();
                    format!("valid ({})", given.join(", "))
                }
            }
        }
    }
}

/// Every violation in two lines.
pub fn violations_in_short(finished: &Finished<'_>, style: Style) -> String {
    let mut report = Report { finished, detail: Detail::Normal, style, out: String::new() };
    for violation in &finished.outcome.violations {
        report.violation_in_short(violation);
    }
    report.out
}

/// What the user assumes of the inputs, as sentences.
pub fn assumptions(dialect: &Dialect) -> Vec<String> {
    let lengths = dialect.array_length.map(|n| format!("input arrays have at most {n} elements"));
    let types =
        (dialect.types == Types::Declared).then(|| "input objects have exactly their declared class".to_owned());
    lengths.into_iter().chain(types).collect()
}

struct Report<'a> {
    finished: &'a Finished<'a>,
    detail: Detail,
    style: Style,
    out: String,
}

impl Report<'_> {
    fn line(&mut self, text: impl AsRef<str>) {
        self.out += text.as_ref();
        self.out.push('\n');
    }

    fn verbose(&self) -> bool {
        self.detail == Detail::Verbose
    }

    fn violations(&mut self) {
        let violations = &self.finished.outcome.violations;
        let whole = if self.verbose() { violations.len() } else { 1 };
        for violation in violations.iter().take(whole) {
            self.violation(violation);
        }
        for violation in violations.iter().skip(whole) {
            self.violation_in_short(violation);
        }
        if violations.len() > whole {
            self.line("  (-v shows every violation whole)");
        }
    }

    fn violation(&mut self, violation: &Violation) {
        let Finished { program, source, .. } = *self.finished;
        let mut marks =
            vec![Mark { span: violation.span, label: words::label(violation.kind, violation.cause), primary: true }];
        if let Some(span) = violation.call_site {
            marks.push(Mark { span, label: "in this call", primary: false });
        }
        let title = Level::ERROR.with_name("violation").primary_title(words::message(violation.kind, violation.cause));
        let group = title.id(words::id(violation.kind, violation.cause)).elements(elements(source, &marks));
        self.out += &self.style.renderer().render(&[group]);
        self.out.push('\n');
        let limits = if self.verbose() { Limits::LONG } else { Limits::SHORT };
        let inputs = value::lines(&violation.inputs, limits);
        self.block("inputs", if inputs.is_empty() { vec!["none".to_owned()] } else { inputs });
        let words = trace::words(program, &violation.trace);
        let words = if self.verbose() { words } else { trace::shortened(words, TRACE_WORDS) };
        self.block("trace", wrap(&words));
        self.block("replayed", vec!["yes".to_owned()]);
        self.block("again", vec![rerun::command(self.finished, &violation.inputs)]);
        self.out.push('\n');
    }

    fn violation_in_short(&mut self, violation: &Violation) {
        let Finished { program, source, .. } = *self.finished;
        let (line, column) = source.line_col(violation.span);
        let call = violation.call_site.map(|c| format!(", called at line {}", source.place(c))).unwrap_or_default();
        let inputs = value::lines(&violation.inputs, Limits::SHORT).join("; ");
        let inputs = if inputs.is_empty() { "no inputs".to_owned() } else { elide(&inputs, WIDTH) };
        self.line(format!(
            "{} at {}:{line}:{column} in {}{call}: {}",
            self.style.bad(&format!("violation[{}]", words::id(violation.kind, violation.cause))),
            source.file(violation.span).name,
            program.method_name(violation.method),
            words::message(violation.kind, violation.cause),
        ));
        self.line(format!("  with {inputs}"));
    }

    /// A word and what belongs to it, further lines indented below.
    fn block(&mut self, head: &str, lines: Vec<String>) {
        let head = format!("{head}:");
        for (i, text) in lines.into_iter().enumerate() {
            let head = if i == 0 { self.style.head(&format!("{head:<9}")) } else { " ".repeat(9) };
            self.line(format!("  {head} {text}"));
        }
    }

    fn checks(&mut self) {
        let Finished { program, source, outcome, .. } = *self.finished;
        let entry = program.method_name(outcome.entry);
        let statuses = [Status::Proved, Status::Violated, Status::Unreachable, Status::Undecided];
        let counts = statuses.iter().filter_map(|&status| {
            let n = outcome.checks.iter().filter(|(_, s)| *s == status).count();
            (n > 0).then(|| format!("{n} {}", words::status(status)))
        });
        let counts = counts.collect::<Vec<_>>().join(", ");
        let counts = if counts.is_empty() { "no assertions, no contracts".to_owned() } else { counts };
        self.line(format!("{} {counts}", self.style.head(&format!("checks of {entry}:"))));
        let all = self.verbose() || outcome.checks.len() <= CHECKS;
        let listed = outcome.checks.iter().filter(|(_, status)| all || *status != Status::Proved);
        let listed: Vec<_> = listed.take(if self.verbose() { usize::MAX } else { CHECKS }).collect();
        for &&(id, status) in &listed {
            let check = &program.checks[id];
            let word = match status {
                Status::Proved => self.style.good("proved"),
                Status::Violated => self.style.bad("violated"),
                Status::Unreachable => self.style.unsure("unreachable: nothing arrives here"),
                Status::Undecided => self.style.unsure(&format!("undecided: {}", self.why_undecided())),
            };
            let method = program.method_name(check.method);
            let (line, kind) = (source.place(check.span), words::kind(check.kind));
            self.line(format!("  line {line:<5} {kind:<11} in {method}: {word}"));
        }
        let hidden = outcome.checks.len() - listed.len();
        match (hidden, listed.len()) {
            (0, _) => {}
            (_, 0) => self.line("  (-v lists them)"),
            (n, _) => self.line(format!("  ({n} more; -v lists all)")),
        }
    }

    fn why_undecided(&self) -> &'static str {
        match self.finished.outcome.reasons.first() {
            Some(Reason::Stopped) => "exploration stopped at a violation",
            Some(reason) => reason.word(),
            None => "exploration ended before",
        }
    }

    fn cuts(&mut self) {
        let Finished { source, outcome, .. } = *self.finished;
        if outcome.verdict == Verdict::Valid {
            return;
        }
        let shown = if self.verbose() { usize::MAX } else { 4 };
        for parked in outcome.parked.iter().take(shown) {
            let line = source.place(parked.span);
            let (what, bound) = match parked.what {
                Cut::Loop => (format!("the loop at line {line}"), count(parked.bound as usize, "iteration")),
                Cut::Call => (format!("the recursive call at line {line}"), format!("depth {}", parked.bound)),
                Cut::Heap => (format!("the input read at line {line}"), count(parked.bound as usize, "reference")),
            };
            // Violations are listed; up to the bound there are no others.
            let others = if outcome.violations.is_empty() { "no violation" } else { "nothing else" };
            self.line(format!("{} {what} at {bound} ({others} up to there)", self.style.head("cut:")));
        }
        if outcome.parked.len() > shown {
            self.line(format!("  ({} more cuts; -v lists all)", outcome.parked.len() - shown));
        }
        if outcome.verdict == Verdict::Unknown {
            let config = self.finished.config;
            // A cap that was not set is not what cut anything off.
            let mine = |reason: &Reason| match reason {
                Reason::Unroll => config.unroll.is_some(),
                Reason::Depth => config.depth.is_some(),
                Reason::Heap => config.heap_depth.is_some(),
                _ => true,
            };
            for advice in outcome.reasons.iter().copied().filter(mine).filter_map(words::advice) {
                self.line(format!("{} {advice}", self.style.head("try:")));
            }
        } else if outcome.reasons.first() == Some(&Reason::Stopped) {
            self.line(format!("{} --all goes on after a violation", self.style.head("stopped:")));
        }
    }

    fn warnings(&mut self) {
        for warning in &self.finished.outcome.warnings {
            let text = warning_message(warning, self.finished);
            self.line(format!("{} {text}", self.style.unsure("warning:")));
        }
    }

    fn numbers(&mut self, all: bool) {
        let Finished { config, outcome, .. } = *self.finished;
        if all {
            self.out += &statistics::table(&outcome.statistics, config.mode, self.style);
        } else {
            self.line(statistics::summary(&outcome.statistics, config.mode));
        }
    }

    fn verdict(&mut self) {
        let text = verdict(self.finished);
        let text = match self.finished.outcome.verdict {
            Verdict::Valid => self.style.good(&text),
            Verdict::Invalid => self.style.bad(&text),
            Verdict::Unknown => self.style.unsure(&text),
        };
        self.line(text);
    }
}

/// A sentence about a warning of the exploration, with its line.
pub fn warning_message(warning: &Warning, finished: &Finished<'_>) -> String {
    let line = |span| finished.source.place(span);
    match *warning {
        Warning::VacuousRequires(span) => {
            format!("no input satisfies the `requires` at line {}: nothing was checked", line(span))
        }
        Warning::ContradictoryAssume(span) => {
            format!("no state satisfies the `assume` at line {}: nothing after it was checked", line(span))
        }
        Warning::Uninhabited(span) => {
            let name = finished.source.slice(span);
            format!("`{name}` (line {}) has no concrete class: an input reference to it is null", line(span))
        }
    }
}

/// Words in lines of bounded width.
pub(super) fn wrap(words: &[String]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut width = 0;
    for word in words {
        let length = word.chars().count() + 1;
        match lines.last_mut() {
            Some(line) if width + length <= WIDTH => {
                line.push(' ');
                line.push_str(word);
                width += length;
            }
            _ => {
                lines.push(word.clone());
                width = length;
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explore::Outcome;
    use crate::report::fixture;
    use expect_test::{Expect, expect};

    fn check(outcome: &Outcome, detail: Detail, array_length: Option<u64>, expected: Expect) {
        let (program, source, mut config) = (fixture::program(), fixture::source(), fixture::config());
        config.dialect.array_length = array_length;
        let finished = Finished { program: &program, source: &source, config: &config, outcome, diagnostics: &[] };
        let text = render(&finished, detail, false, Style::Plain);
        assert!(detail == Detail::Verbose || text.lines().count() <= 30, "more than a screen:\n{text}");
        expected.assert_eq(&text);
    }

    #[test]
    fn a_valid_program() {
        check(
            &fixture::valid(),
            Detail::Normal,
            None,
            expect![[r#"
            checks of Main.main: 2 proved, 1 unreachable
              line 10    assert      in Main.main: proved
              line 14    requires    in Main.f: proved
              line 16    assert      in Main.f: unreachable: nothing arrives here
            paths at most 1.27e30, operations 4321, merges 65, solver calls 7 (0.10 s), time 0.25 s
            valid
        "#]],
        );
    }

    #[test]
    fn an_assumption_of_the_user_is_part_of_the_verdict() {
        check(
            &fixture::valid(),
            Detail::Quiet,
            Some(3),
            expect![[r#"
            valid (for input arrays of at most 3 elements)
        "#]],
        );
    }

    #[test]
    fn a_vacuous_program_says_so() {
        let warnings = vec![Warning::VacuousRequires(fixture::span("requires(n > 0)"))];
        check(
            &Outcome { warnings, ..fixture::valid() },
            Detail::Normal,
            None,
            expect![[r#"
            checks of Main.main: 2 proved, 1 unreachable
              line 10    assert      in Main.main: proved
              line 14    requires    in Main.f: proved
              line 16    assert      in Main.f: unreachable: nothing arrives here
            warning: no input satisfies the `requires` at line 3: nothing was checked
            paths at most 1.27e30, operations 4321, merges 65, solver calls 7 (0.10 s), time 0.25 s
            valid (vacuous: no input satisfies the requires at line 3)
        "#]],
        );
    }

    #[test]
    fn violations() {
        check(
            &fixture::invalid(),
            Detail::Normal,
            None,
            expect![[r#"
            violation[exception, bounds]: uncaught exception: an index is out of bounds
             --> t.oox:7:7
              |
            7 |       a[i] := i;
              |       ^^^^ thrown here
              inputs:   n = 0
                        a = int[0] {}
              trace:    Main.main 5 6 7
              replayed: yes
              again:    multise run t.oox --entry Main.main --inputs - <<< '{"args":{"n":{"int":"0"},"a":{"ref":"a1"}},"heap":{"a1":{"elem":"int","length":"0","cells":{}}}}'

            violation[assert] at t.oox:10:5 in Main.main: the assertion does not hold
              with n = 2; a = int[2] { 0, 0 }
            violation[requires] at t.oox:14:5 in Main.f, called at line 11: the `requires` clause does not hold
              with n = 100; a = int[100] { others: 0 }
              (-v shows every violation whole)
            checks of Main.main: 1 proved, 2 violated
              line 10    assert      in Main.main: violated
              line 14    requires    in Main.f: violated
              line 16    assert      in Main.f: proved
            paths at most 1.27e30, operations 4321, merges 65, solver calls 7 (0.10 s), time 0.25 s
            invalid
        "#]],
        );
    }

    #[test]
    fn everything_about_violations() {
        check(
            &fixture::invalid(),
            Detail::Verbose,
            None,
            expect![[r#"
            violation[exception, bounds]: uncaught exception: an index is out of bounds
             --> t.oox:7:7
              |
            7 |       a[i] := i;
              |       ^^^^ thrown here
              inputs:   n = 0
                        a = int[0] {}
              trace:    Main.main 5 6 7
              replayed: yes
              again:    multise run t.oox --entry Main.main --inputs - <<< '{"args":{"n":{"int":"0"},"a":{"ref":"a1"}},"heap":{"a1":{"elem":"int","length":"0","cells":{}}}}'

            violation[assert]: the assertion does not hold
              --> t.oox:10:5
               |
            10 |     assert i != 2;
               |     ^^^^^^^^^^^^^^ false
              inputs:   n = 2
                        a = int[2] { 0, 0 }
              trace:    Main.main 5 [6 7 8]×2 6 10
              replayed: yes
              again:    multise run t.oox --entry Main.main --inputs - <<< '{"args":{"n":{"int":"2"},"a":{"ref":"a1"}},"heap":{"a1":{"elem":"int","length":"2","cells":{}}}}'

            violation[requires]: the `requires` clause does not hold
              --> t.oox:14:5
               |
            11 |     Main.f(i);
               |     --------- in this call
            ...
            14 |     requires(x < 100)
               |     ^^^^^^^^^^^^^^^^^ false
              inputs:   n = 100
                        a = int[100] { others: 0 }
              trace:    Main.main 5 [6 7 8]×2 6 10
              replayed: yes
              again:    multise run t.oox --entry Main.main --inputs - <<< '{"args":{"n":{"int":"100"},"a":{"ref":"a1"}},"heap":{"a1":{"elem":"int","length":"100","cells":{}}}}'

            checks of Main.main: 1 proved, 2 violated
              line 10    assert      in Main.main: violated
              line 14    requires    in Main.f: violated
              line 16    assert      in Main.f: proved
            statistics
              time_total            0.25 s
              time_bdd              0.05 s
              time_bdd_percent      20.0 %
              time_solver           0.1 s
              time_solver_percent   40.0 %
              solver_calls          7
              solver_calls_avoided  false 3, model 12
              operations            4321
              pc_entries_max        4
              pc_entries_final      1
              merges                65
              merges_csm            64
              paths_at_most         1267650600228229401496703205376
              summary_size_avg      3.0
              summary_size_max      9
              sharing_factor_avg    2.5
              atoms                 66
              bdd_nodes_max         120
              heap_cells            17
              rounds                3
              memory_peak           50000000 bytes
            invalid
        "#]],
        );
    }

    #[test]
    fn what_was_cut_and_what_to_do() {
        check(
            &fixture::unknown(),
            Detail::Normal,
            None,
            expect![[r#"
                checks of Main.main: 1 proved, 2 undecided
                  line 10    assert      in Main.main: proved
                  line 14    requires    in Main.f: undecided: timeout
                  line 16    assert      in Main.f: undecided: timeout
                cut: the loop at line 6 at 64 iterations (no violation up to there)
                try: a larger --timeout, or bound the inputs (`assume`, `requires`, --array-length)
                paths at most 1.27e30, operations 4321, merges 65, solver calls 7 (0.10 s), time 0.25 s
                unknown (timeout)
            "#]],
        );
    }

    #[test]
    fn quiet_leaves_the_verdict() {
        check(
            &fixture::unknown(),
            Detail::Quiet,
            None,
            expect![[r#"
            unknown (timeout)
        "#]],
        );
    }

    #[test]
    fn a_thousand_violations_are_all_there_and_in_order() {
        let mut outcome = fixture::invalid();
        outcome.violations = vec![outcome.violations[0].clone(); 1000];
        let (program, source, config) = (fixture::program(), fixture::source(), fixture::config());
        let finished =
            Finished { program: &program, source: &source, config: &config, outcome: &outcome, diagnostics: &[] };
        let text = render(&finished, Detail::Normal, false, Style::Plain);
        assert_eq!(text.matches("violation[exception, bounds]").count(), 1000);
    }
}
