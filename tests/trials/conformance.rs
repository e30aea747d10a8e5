//! The programs of the conformance suite of the union dialect, in merge mode and in path mode; programs that fork threads run
//! in the concrete interpreter only. The suite is not part of this project: the tests are skipped if `../shared/conformance`
//! is absent.

use libtest_mimic::Trial;

pub fn trials() -> Vec<Trial> {
    let Some(root) = support::shared("conformance") else { return Vec::new() };
    let around = root.parent().unwrap_or(&root);
    let programs = support::programs(&root);
    programs.iter().flat_map(|path| support::trials::of_program(around, path, false)).collect()
}
