//! Every program of `tests/corpus`, and the benchmarks' own programs at small sizes, in merge mode, in path mode and on
//! all small inputs, against the expectation in its header.

use libtest_mimic::Trial;

pub fn trials() -> Vec<Trial> {
    let project = support::project();
    let programs = ["tests/corpus", "benches/programs"].map(|folder| support::programs(&project.join(folder)));
    let programs = programs.iter().flatten();
    programs.flat_map(|path| support::trials::of_program(project, path, true)).collect()
}
