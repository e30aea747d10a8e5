//! The benchmark programs of `examples/` through the library, at two sizes in both modes. The sizes are small: what is
//! measured is the engine's share, again and again; the whole table is `make bench`.

use super::{explored, group, text};
use criterion::{BenchmarkId, Criterion};
use multise::Mode;
use support::options::Options;

/// Program, field of its size, sizes.
const PROGRAMS: [(&str, &str, [u64; 2]); 21] = [
    ("multise/array_index", "Main.calls", [1, 2]),
    ("multise/bdd", "Main.n", [1, 2]),
    ("multise/bst", "Main.n", [3, 4]),
    ("multise/calc_parser", "Main.n", [3, 4]),
    ("multise/find_max", "Main.n", [4, 6]),
    ("multise/heap_sort", "Main.n", [3, 4]),
    ("multise/insertion_sort", "Main.n", [3, 4]),
    ("multise/kadane", "Main.n", [3, 4]),
    ("multise/linked_list", "Main.rounds", [2, 3]),
    ("multise/pl0_parser", "Main.n", [2, 3]),
    ("multise/priority_queue", "Main.rounds", [3, 4]),
    ("multise/queue", "Main.rounds", [4, 8]),
    ("multise/quick_sort", "Main.n", [3, 4]),
    ("multise/red_black", "Main.n", [3, 4]),
    ("multise/selection_sort", "Main.n", [3, 4]),
    ("multise/shell_sort", "Main.n", [3, 4]),
    ("multise/stack", "Main.rounds", [3, 5]),
    ("multise/symbolic_arithmetic", "Main.rounds", [2, 3]),
    ("java-ranger/tcas", "Main.steps", [1, 2]),
    ("java-ranger/wbs", "Main.steps", [1, 2]),
    ("java-ranger/word_count", "Main.n", [5, 8]),
];
/// Hundreds of seconds in path mode.
const NOT_PATH_BY_PATH: [(&str, u64); 1] = [("java-ranger/tcas", 2)];

pub fn both_modes(criterion: &mut Criterion) {
    for (program, field, sizes) in PROGRAMS {
        let text = text(&format!("examples/{program}.oox"));
        let mut group = group(criterion, &format!("programs/{program}"));
        for (mode, word) in [(Mode::Merge, "merge"), (Mode::Path, "path")] {
            for size in sizes.into_iter().filter(|&s| mode == Mode::Merge || !NOT_PATH_BY_PATH.contains(&(program, s)))
            {
                let mut options = Options::parse(&format!("--set {field}={size}")).expect("options of tests");
                options.config.mode = mode;
                explored(&mut group, BenchmarkId::new(word, size), &text, &options);
            }
        }
        group.finish();
    }
}
