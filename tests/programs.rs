//! The benchmark programs of `examples/`: their verdicts, and in path mode exactly the paths that are known, at a small
//! size and, for those of MultiSE, at the size of the publication.

#[path = "support/mod.rs"]
mod support;

use libtest_mimic::Arguments;
use std::path::Path;

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let folders = ["multise", "java-ranger", "objects"].map(|folder| support::programs(&root.join(folder)));
    let trials = folders.iter().flatten().flat_map(|path| support::trials::of_sized(&root, path));
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit();
}
