//! Z3 makes its choices by another seed.

use super::{Choices, Source, Subject};

/// Seeds to choose from.
const SEEDS: [u32; 4] = [1, 17, 4_711, u32::MAX >> 1];

/// Another seed; there always is one.
pub fn change(source: &Source<'_>, choices: &mut Choices) -> Option<Subject> {
    let mut changed = source.subject.clone();
    changed.options.config.seed = choices.of(&SEEDS);
    Some(changed)
}
