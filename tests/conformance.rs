//! The sequential programs of the conformance suite of the union dialect, in merge mode and in path mode. The suite is
//! not part of this project: the tests are skipped where `../shared/conformance` is absent.

#[path = "support/mod.rs"]
mod support;

use libtest_mimic::Arguments;

fn main() {
    let mut trials = Vec::new();
    if let Some(root) = support::shared("conformance") {
        for path in support::programs(&root) {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if !name.starts_with("conc_") {
                trials.extend(support::trials::of_program(&root, &path, false));
            }
        }
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}
