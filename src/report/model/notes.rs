//! The notes at lines, in serialised form and in words.

use super::value::{self, Extent};
use crate::inputs::Inputs;
use crate::ir::Program;
use crate::outcome::{Condition, Iteration, Outcome, Reason, Variable, Visit};
use schemars::JsonSchema;
use serde::Serialize;

/// Most cases that are written of a condition that has more.
const CASES: usize = 2;
/// How an example is written.
const EXAMPLE: Extent = Extent { width: 160, lines: 8, items: 8 };

/// Whether paths reach a line of code, and if not, why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// Some input leads to the line.
    Reached,
    /// No input leads to the line: all paths take other branches or end before it.
    Infeasible,
    /// The entry method calls, directly or not, no method that has this line.
    NotCalled,
    /// A bound cuts off the paths to the line.
    Bound,
    /// Exploration ended for another reason before the line was decided.
    NotExplored,
}

impl Fate {
    /// The fate of a line that has code.
    pub fn of(outcome: &Outcome, line: u32) -> Self {
        let Some(notes) = &outcome.notes else { return Fate::NotExplored };
        let is_bound =
            |reason: &Reason| matches!(reason, Reason::Unroll | Reason::Depth | Reason::Heap | Reason::Switches);
        if notes.reached.contains(&line) {
            Fate::Reached
        } else if !notes.reachable.contains(&line) {
            Fate::NotCalled
        } else if outcome.reasons.is_empty() && outcome.proof.is_none() {
            Fate::Infeasible
        } else if outcome.reasons.iter().all(is_bound) {
            Fate::Bound
        } else {
            Fate::NotExplored
        }
    }
}

/// A visit of a line.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct VisitReport {
    /// The method, `Class.method`.
    pub method: String,
    /// The calls that lead to the visit, outermost first.
    pub calls: Vec<CallReport>,
    /// The iterations of the loops around the line, outermost first.
    pub iterations: Vec<IterationReport>,
    /// The thread, unless it is that of the entry method.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thread: Option<u32>,
    /// The condition on the inputs that lead to the visit.
    pub condition: ConditionReport,
    /// Inputs that lead to the visit.
    pub example: ExampleReport,
    /// Variables, then fields and elements of objects.
    pub variables: Vec<VariableReport>,
    /// How many objects, fields and elements are left out.
    pub more_cells: usize,
}

/// A call around a visit.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct CallReport {
    /// The caller, `Class.method`.
    pub method: String,
    /// The line of the call.
    pub line: u32,
    /// The iterations of the caller's loops around the call.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub iterations: Vec<IterationReport>,
}

/// An iteration around a visit.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct IterationReport {
    /// The line of the loop.
    pub line: u32,
    /// The number of the iteration, from 1.
    pub number: u32,
}

/// A condition.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct ConditionReport {
    /// The condition as text.
    pub text: String,
    /// The condition as a disjunction of conjunctions.
    pub cases: Vec<Vec<String>>,
    /// Whether the cases are all cases.
    pub complete: bool,
}

/// Inputs.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct ExampleReport {
    /// The inputs as text.
    pub text: String,
    /// The inputs in the form that `multise run --inputs` reads.
    pub inputs: Inputs,
}

/// A variable, field or element.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct VariableReport {
    /// Its name.
    pub name: String,
    /// Its type.
    #[serde(rename = "type")]
    pub ty: String,
    /// Whether it is a field, a length or an element of an object.
    pub of_object: bool,
    /// Its values.
    pub values: Vec<ValueReport>,
    /// How many more values there may be.
    pub more: usize,
}

/// A value.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct ValueReport {
    /// The value.
    pub value: String,
    /// The condition under which the variable has this value.
    pub condition: ConditionReport,
    /// Inputs with which the variable has this value.
    pub example: ExampleReport,
}

/// A visit in serialised form.
pub fn report(program: &Program, visit: &Visit) -> VisitReport {
    let variable = |of_object| {
        move |variable: &Variable| VariableReport {
            name: variable.name.clone(),
            ty: variable.ty.as_ref().map_or_else(|| "int".to_owned(), |ty| program.type_name(ty)),
            of_object,
            values: rows(program, variable),
            more: variable.more,
        }
    };
    VisitReport {
        method: program.method_name(visit.method),
        // A call on no line is none of the source.
        calls: (visit.calls.iter().filter(|(_, line, _)| *line > 0))
            .map(|(method, line, around)| CallReport {
                method: program.method_name(*method),
                line: *line,
                iterations: iterations(around),
            })
            .collect(),
        iterations: iterations(&visit.iterations),
        thread: (visit.thread > 0).then_some(visit.thread),
        condition: condition(&visit.condition),
        example: example(program, &visit.example),
        variables: (visit.variables.iter().map(variable(false)))
            .chain(visit.cells.iter().map(variable(true)))
            .collect(),
        more_cells: visit.more_cells,
    }
}

fn iterations(iterations: &[Iteration]) -> Vec<IterationReport> {
    iterations.iter().map(|i| IterationReport { line: i.line, number: i.number }).collect()
}

fn condition(condition: &Condition) -> ConditionReport {
    ConditionReport { text: words(condition), cases: condition.cases.clone(), complete: condition.complete }
}

fn example(program: &Program, inputs: &Inputs) -> ExampleReport {
    ExampleReport { text: value::line(program, inputs, EXAMPLE), inputs: inputs.clone() }
}

/// The values of a variable. If exactly one condition is too long to be written, its text says that it is the rest of the
/// others.
fn rows(program: &Program, variable: &Variable) -> Vec<ValueReport> {
    let long = variable.rows.iter().filter(|row| !row.condition.complete).count();
    let values = variable.rows.iter().map(|row| {
        let mut condition = condition(&row.condition);
        if long == 1 && variable.more == 0 && !row.condition.complete {
            condition.text = if variable.rows.len() == 1 { "always".to_owned() } else { "otherwise".to_owned() };
        }
        ValueReport { value: row.value.clone(), condition, example: example(program, &row.example) }
    });
    let (short, rest): (Vec<ValueReport>, Vec<ValueReport>) = values.partition(|row| row.condition.text != "otherwise");
    short.into_iter().chain(rest).collect()
}

/// A condition as an expression of the source language.
fn words(condition: &Condition) -> String {
    if condition.is_always() {
        return "always".to_owned();
    }
    let all = condition.cases.len();
    if all == 0 && !condition.complete {
        return "(too long to be shown)".to_owned();
    }
    let shown = if condition.complete { all } else { all.min(CASES) };
    let single = shown == 1 && condition.complete;
    let case = |case: &Vec<String>| {
        let text = case.join(" && ");
        if single || case.len() < 2 { text } else { format!("({text})") }
    };
    let mut cases: Vec<String> = condition.cases.iter().take(shown).map(case).collect();
    if !condition.complete {
        cases.push("…".to_owned());
    }
    cases.join(" || ")
}

impl VisitReport {
    /// The place of the visit in words: the method, the calls that lead to it, and the iterations.
    pub fn place(&self) -> String {
        let around = |iterations: &[IterationReport]| -> String {
            iterations.iter().map(|i| format!(", iteration {} of the loop at line {}", i.number, i.line)).collect()
        };
        let mut text = self.method.clone();
        if let Some(thread) = self.thread {
            text += &format!(" in thread {thread}");
        }
        text += &around(&self.iterations);
        for call in self.calls.iter().rev() {
            text += &format!("; called from {} line {}{}", call.method, call.line, around(&call.iterations));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(cases: &[&[&str]], complete: bool) -> String {
        let cases = cases.iter().map(|case| case.iter().map(|&c| c.to_owned()).collect()).collect();
        words(&Condition { cases, complete })
    }

    #[test]
    fn conditions_are_written_like_the_source() {
        assert_eq!(of(&[&[]], true), "always");
        assert_eq!(of(&[&["n > 0", "n <= 5"]], true), "n > 0 && n <= 5");
        assert_eq!(of(&[&["n > 0", "m > 0"], &["n < 0"]], true), "(n > 0 && m > 0) || n < 0");
        assert_eq!(of(&[&["a"], &["b"], &["c"]], false), "a || b || …");
        assert_eq!(of(&[], false), "(too long to be shown)");
    }
}
