//! Every program of `tests/corpus`, and the benchmarks' own programs at small sizes, in merge mode, in path mode and on
//! all small inputs, against the expectation in its header.

#[path = "support/mod.rs"]
mod support;

use libtest_mimic::Arguments;
use std::path::Path;

fn main() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut trials = Vec::new();
    for folder in ["tests/corpus", "benches/programs"] {
        let root = project.join(folder);
        trials.extend(support::programs(&root).iter().flat_map(|path| support::trials::of_program(&root, path, true)));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}
