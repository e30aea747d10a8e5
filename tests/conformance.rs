//! The programs of the conformance suite of the union dialect, in merge mode and in path mode; those that fork threads in
//! the concrete interpreter alone. The suite is
//! not part of this project: the tests are skipped where `../shared/conformance` is absent.

#[path = "support/mod.rs"]
mod support;

use libtest_mimic::Arguments;

fn main() {
    let mut trials = Vec::new();
    if let Some(root) = support::shared("conformance") {
        for path in support::programs(&root) {
            trials.extend(support::trials::of_program(&root, &path, false));
        }
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}
