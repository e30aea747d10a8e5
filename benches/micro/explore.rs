//! Merge mode against path mode through the library, on programs of growing size.

use super::{explored, group, text};
use criterion::{BenchmarkId, Criterion};
use multise::Mode;
use support::options::Options;

/// Program, sizes in merge mode, sizes in path mode (exponential in the size, all of them).
const FAMILIES: [(&str, &[u64], &[u64]); 4] = [
    ("word_count", &[5, 10, 20, 40], &[5, 8]),
    ("find_max", &[4, 8, 16], &[4, 6]),
    ("branches", &[5, 10, 20, 40], &[5, 8]),
    ("reservoir", &[1, 2, 4], &[1, 2]),
];

pub fn merge_against_path(criterion: &mut Criterion) {
    for (program, merge, path) in FAMILIES {
        let text = text(&format!("benches/programs/{program}.oox"));
        let mut group = group(criterion, &format!("explore/{program}"));
        for (mode, word, sizes) in [(Mode::Merge, "merge", merge), (Mode::Path, "path", path)] {
            for size in sizes {
                let mut options = Options::parse(&format!("--set Main.n={size}")).expect("options of tests");
                options.config.mode = mode;
                explored(&mut group, BenchmarkId::new(word, size), &text, &options);
            }
        }
        group.finish();
    }
}
