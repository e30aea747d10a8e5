//! All schedules of a program on one input.

use super::pipeline::Built;
use multise::internals::interp::{Choice, Limits, Run, run};
use multise::{Dialect, Inputs};

/// The runs of a program on an input, one for each schedule: depth first over the choices in the runs.
pub struct Runs<'a> {
    built: &'a Built,
    dialect: &'a Dialect,
    limits: Limits<'a>,
    /// The input with the next schedule; nothing after the last one.
    next: Option<Inputs>,
}

impl<'a> Runs<'a> {
    /// The runs on an input.
    pub fn new(built: &'a Built, inputs: Inputs, dialect: &'a Dialect, limits: Limits<'a>) -> Self {
        Self { built, dialect, limits, next: Some(inputs) }
    }
}

impl Iterator for Runs<'_> {
    type Item = Run;

    fn next(&mut self) -> Option<Run> {
        let mut inputs = self.next.take()?;
        // Inputs that the dialect does not admit are skipped.
        let run = run(self.built.ir(), self.built.entry, &inputs, self.dialect, self.limits).ok()?;
        if let Some(schedule) = after(&run.choices) {
            inputs.schedule = schedule;
            self.next = Some(inputs);
        }
        Some(run)
    }
}

/// The schedule after the one with these choices: it increases the last choice that can be increased. After its end, a
/// schedule takes the least thread.
fn after(choices: &[Choice]) -> Option<Vec<u32>> {
    let greater = |choice: &Choice| choice.of.iter().copied().filter(|&t| t > choice.taken).min();
    let (last, next) = choices.iter().enumerate().rev().find_map(|(i, choice)| Some((i, greater(choice)?)))?;
    Some(choices[..last].iter().map(|choice| choice.taken).chain([next]).collect())
}
