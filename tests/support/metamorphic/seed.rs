//! Changes the seed of Z3.

use super::{Choices, Source, Subject};

/// The seeds.
const SEEDS: [u32; 4] = [1, 17, 4_711, u32::MAX >> 1];

/// Another seed. There is always one.
pub fn change(source: &Source<'_>, choices: &mut Choices) -> Option<Subject> {
    let mut changed = source.subject.clone();
    changed.options.config.seed = choices.of(&SEEDS);
    Some(changed)
}
