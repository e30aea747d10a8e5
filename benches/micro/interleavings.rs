//! Two threads that increment a counter under a lock, through the library: configurations, which merge mode explores, grow
//! with the square of the increments, interleavings, which path mode explores one by one, exponentially.

use super::{explored, group, text};
use criterion::{BenchmarkId, Criterion};
use multise::Mode;
use support::options::Options;

pub fn interleavings(criterion: &mut Criterion) {
    let text = text("examples/threads/counter.oox");
    let mut group = group(criterion, "interleavings");
    let cases: [(&str, Mode, &[u32]); 2] =
        [("merge", Mode::Merge, &[2, 4, 8, 16, 32]), ("path", Mode::Path, &[2, 3, 4, 5, 6, 7])];
    for (word, mode, sizes) in cases {
        for size in sizes {
            let options = format!("--set Main.threads=2 --set Main.times={size}");
            let mut options = Options::parse(&options).expect("options of tests");
            (options.config.mode, options.config.self_check) = (mode, false);
            explored(&mut group, BenchmarkId::new(word, size), &text, &options);
        }
    }
    group.finish();
}
