//! Every program of `tests/corpus` in merge mode and in path mode, against the expectation in its header.

#[path = "support/mod.rs"]
mod support;

use libtest_mimic::Arguments;
use std::path::Path;

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus");
    let trials = support::programs(&root).iter().flat_map(|path| support::trials::of_program(&root, path)).collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}
