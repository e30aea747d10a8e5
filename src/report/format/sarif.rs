//! SARIF 2.1.0: a log of one run. It has a result for each violation and warning, and a notification for each reason why a
//! verdict is not certain. Cover statements have no results, because they report no defect.
//!
//! The code flow of a violation has the lines of its replay, with a thread flow for each thread. Its fingerprint identifies
//! it across versions of a program: kind, cause, method and text, but no line.

use super::{json, text, uri};
use crate::ir::{Kind, MethodId};
use crate::outcome::{Reason, Verdict, Violation};
use crate::report::model::explored::Explored;
use crate::report::model::value::{self, Extent};
use crate::report::model::{Finished, digest, limits, words};
use crate::source::{Diagnostic, Sources, Span};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The address of the schema.
const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
/// Where the method is explained: the publication on MultiSE. The program itself has no home page.
const METHOD: &str = "https://doi.org/10.1145/2786805.2786830";

/// The log, ended by a line break; `exit` is the exit code of the process.
///
/// # Errors
/// When it cannot be serialised: a defect.
pub fn render(explored: &Explored<'_>, exit: u8) -> Result<String, serde_json::Error> {
    let rules = rules(explored);
    let mut log =
        Log { explored, rules: rules.iter().map(|(id, _)| id.as_str()).collect(), occurrences: BTreeMap::new() };
    let results = log.results()?;
    let main = explored.source.main();
    let interrupted = explored.finished().any(|f| f.outcome.reasons.contains(&Reason::Interrupted));
    let rules: Vec<Value> =
        rules.iter().map(|(id, meaning)| json!({"id": id, "shortDescription": {"text": meaning}})).collect();
    let log = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "multise",
                "version": env!("CARGO_PKG_VERSION"),
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "informationUri": METHOD,
                "rules": rules,
            }},
            "columnKind": "unicodeCodePoints",
            "invocations": [{
                "executionSuccessful": !interrupted,
                "exitCode": exit,
                "exitCodeDescription": explored.verdict(),
                "toolExecutionNotifications": notifications(explored),
            }],
            "artifacts": [{
                "location": {"uri": uri::of(&main.name)},
                "length": main.text.len(),
                "hashes": {"sha-256": digest::hexadecimal(main.text.as_bytes())},
                "roles": ["analysisTarget"],
            }],
            "results": results,
        }],
    });
    json::pretty(&log)
}

/// The rules with their meanings: one for each kind of violation, one for each warning of explorations, and one for each
/// static warning of this run. Only a proof shows that an entry never ends.
fn rules(explored: &Explored<'_>) -> Vec<(String, String)> {
    let (termination, proofs) = (explored.config.dialect.termination, explored.config.proofs);
    let kinds = words::KINDS.into_iter().filter(|kind| termination || *kind != Kind::Nontermination);
    let violations = kinds.map(|kind| (kind.to_string(), words::meaning(kind).to_owned()));
    let explorations = [
        ("contradictory-assume", "An `assume` or `requires` that no state satisfies: nothing after it is checked."),
        ("endless", "An entry of which no execution ends."),
        ("uninhabited", "A class without concrete class below it: input references to it are null."),
        ("vacuous-requires", "The `requires` of the entry that no input satisfies: nothing is checked."),
    ];
    let explorations = explorations.into_iter().filter(|(id, _)| proofs || *id != "endless");
    let explorations = explorations.map(|(id, meaning)| (id.to_owned(), meaning.to_owned()));
    let codes: BTreeSet<&str> = explored.diagnostics.iter().map(|d| d.code).collect();
    let codes = codes.into_iter().map(|code| (code.to_owned(), "A static rule that this dialect relaxes.".to_owned()));
    violations.chain(explorations).chain(codes).collect()
}

struct Log<'a> {
    explored: &'a Explored<'a>,
    rules: Vec<&'a str>,
    /// How often each fingerprint has occurred: a number distinguishes equal ones.
    occurrences: BTreeMap<String, usize>,
}

impl Log<'_> {
    fn results(&mut self) -> Result<Vec<Value>, serde_json::Error> {
        let mut results = Vec::new();
        for finished in self.explored.finished() {
            for violation in &finished.outcome.violations {
                results.push(self.violation(&finished, violation)?);
            }
        }
        let mut seen = BTreeSet::new();
        for finished in self.explored.finished() {
            for warning in finished.outcome.warnings.iter().filter(|w| seen.insert((*w).clone())) {
                let message = text::warning_message(warning, &finished);
                results.push(self.warning(json::warning_code(warning), &message, Some(warning.span())));
            }
        }
        for Diagnostic { code, message, span, .. } in self.explored.diagnostics {
            results.push(self.warning(code, message, *span));
        }
        Ok(results)
    }

    fn index(&self, rule: &str) -> Option<usize> {
        self.rules.iter().position(|r| *r == rule)
    }

    fn violation(&mut self, finished: &Finished<'_>, violation: &Violation) -> Result<Value, serde_json::Error> {
        let Finished { program, source, outcome, .. } = *finished;
        let rule = violation.kind.to_string();
        let inputs = value::line(program, &violation.inputs, Extent::SHORT);
        let inputs = if inputs.is_empty() { "no inputs".to_owned() } else { inputs };
        let message = words::violated(program, violation);
        let method = program.method_name(violation.method);
        let call = violation.call_site.map(
            |span| json!([{"physicalLocation": physical(source, span), "message": {"text": "in this call"}, "id": 0}]),
        );
        let mut result = json!({
            "ruleId": rule,
            "ruleIndex": self.index(&rule),
            "level": "error",
            "kind": "fail",
            "message": {"text": format!("{message}, with {inputs}")},
            "locations": [{
                "physicalLocation": physical(source, violation.span),
                "logicalLocations": [logical(&method)],
            }],
            "relatedLocations": call,
            "codeFlows": [{"threadFlows": flows(finished, violation)}],
            "partialFingerprints": {"multise/v1": self.fingerprint(finished, violation)},
            "properties": {
                "entry": program.entry_name(outcome.entry),
                "cause": violation.cause,
                "inputs": serde_json::to_value(&violation.inputs)?,
                "waiting": violation.waiting.iter().map(words::waiting).collect::<Vec<_>>(),
            },
        });
        if violation.call_site.is_none()
            && let Some(result) = result.as_object_mut()
        {
            result.shift_remove("relatedLocations");
        }
        Ok(result)
    }

    fn warning(&self, rule: &str, message: &str, span: Option<Span>) -> Value {
        let places: Vec<Value> =
            span.iter().map(|span| json!({"physicalLocation": physical(self.explored.source, *span)})).collect();
        json!({
            "ruleId": rule,
            "ruleIndex": self.index(rule),
            "level": "warning",
            "message": {"text": message},
            "locations": places,
        })
    }

    fn fingerprint(&mut self, finished: &Finished<'_>, violation: &Violation) -> String {
        let parts = [
            words::id(violation.kind, violation.cause),
            finished.program.entry_name(finished.outcome.entry),
            finished.program.method_name(violation.method),
            finished.source.in_one_line(violation.span),
        ];
        let known = digest::hexadecimal(parts.join("\n").as_bytes());
        let number = self.occurrences.entry(known.clone()).or_insert(0);
        *number += 1;
        format!("{known}:{number}")
    }
}

/// The steps of the replay, by thread.
fn flows(finished: &Finished<'_>, violation: &Violation) -> Vec<Value> {
    let Finished { program, source, .. } = *finished;
    let mut threads: BTreeMap<u32, Vec<Value>> = BTreeMap::new();
    let file = |method: MethodId| uri::of(&source.file(program.methods[method].span).name);
    for (order, step) in json::shown(&violation.trace) {
        let method = program.method_name(step.method);
        let mut location = json!({
            "location": {
                "physicalLocation": {"artifactLocation": {"uri": file(step.method)}},
                "logicalLocations": [logical(&method)],
            },
            "nestingLevel": step.depth,
            "executionOrder": order + 1,
        });
        // Instructions that lowering has added have no line.
        if step.line > 0 {
            location["location"]["physicalLocation"]["region"] = json!({"startLine": step.line});
        }
        threads.entry(step.thread).or_default().push(location);
    }
    if threads.is_empty() {
        let here = json!({"location": {"physicalLocation": physical(source, violation.span)}});
        threads.insert(0, vec![here]);
    }
    let flow = |(thread, locations)| json!({"id": format!("thread {thread}"), "locations": Value::Array(locations)});
    threads.into_iter().map(flow).collect()
}

/// Why verdicts are not certain, and methods that were not explored.
fn notifications(explored: &Explored<'_>) -> Vec<Value> {
    let mut all = Vec::new();
    for row in explored.rows {
        let name = explored.program.entry_name(row.entry);
        let finished = match &row.result {
            Ok(outcome) => explored.one(outcome),
            Err(why) => {
                let refused = json!({"descriptor": {"id": "refused"}, "level": "error", "message": {"text": format!("{name} was not explored: {why}")}});
                all.push(refused);
                continue;
            }
        };
        let level = if finished.outcome.verdict == Verdict::Unknown { "warning" } else { "note" };
        for (reason, why) in limits::reasons(&finished) {
            let text = format!("{name}: not explored exhaustively: {why}");
            all.push(json!({"descriptor": {"id": reason}, "level": level, "message": {"text": text}}));
        }
        let unsupported = limits::unsupported(&finished).into_iter().map(|place| ("unsupported", place));
        let bounds = limits::bounds(&finished).into_iter().map(|place| ("bound", place));
        for (id, (span, known)) in unsupported.chain(bounds) {
            all.push(json!({
                "descriptor": {"id": id},
                "level": level,
                "message": {"text": format!("{name}: {known}")},
                "locations": [{"physicalLocation": physical(explored.source, span)}],
            }));
        }
    }
    all
}

fn logical(method: &str) -> Value {
    json!({"fullyQualifiedName": method, "kind": "function"})
}

fn physical(source: &Sources, span: Span) -> Value {
    let file = source.file(span);
    let ((line, column), (last, end)) = (file.line_col(span.start), file.line_col(span.end));
    json!({
        "artifactLocation": {"uri": uri::of(&file.name)},
        "region": {"startLine": line, "startColumn": column, "endLine": last, "endColumn": end},
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::{Outcome, Warning};
    use crate::report::fixture;
    use crate::report::model::explored::Row;
    use crate::source::Phase;
    use std::sync::Arc;

    #[test]
    fn every_result_has_its_rule() {
        let (program, source, mut config) = (fixture::program(), fixture::source(), fixture::config());
        config.dialect.termination = true;
        let here = fixture::span("int n");
        let mut outcome = Outcome {
            warnings: [Warning::VacuousRequires, Warning::ContradictoryAssume, Warning::Uninhabited, Warning::Endless]
                .map(|warning| warning(here))
                .to_vec(),
            ..fixture::invalid()
        };
        let one = outcome.violations[0].clone();
        outcome.violations = words::KINDS.map(|kind| Arc::new(Violation { kind, ..(*one).clone() })).to_vec();
        let rows = [Row::explored(outcome)];
        let diagnostics = [Diagnostic::warning(Phase::Static, "W0000", here, "something is doubtful")];
        let explored =
            Explored { program: &program, source: &source, config: &config, rows: &rows, diagnostics: &diagnostics };
        let log: Value = serde_json::from_str(&render(&explored, 1).expect("a log")).expect("JSON");
        let run = &log["runs"][0];
        let results = run["results"].as_array().expect("a list");
        assert_eq!(results.len(), words::KINDS.len() + 5);
        for result in results {
            let rule = result["ruleIndex"].as_u64().map(|at| &run["tool"]["driver"]["rules"][at as usize]["id"]);
            assert_eq!(rule, Some(&result["ruleId"]), "{result}");
        }
    }
}
