//! Two threads that increment a counter under a lock, through the library: configurations, which merge mode explores, grow
//! with the square of the increments, interleavings, which path mode explores one by one, exponentially.

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use multise::{Mode, Verdict};
use std::path::Path;
use std::time::Duration;
use support::options::Options;
use support::pipeline;

const FILE: &str = "examples/threads/counter.oox";

fn interleavings(criterion: &mut Criterion) {
    let text =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(FILE)).expect("a program of this project");
    let mut group = criterion.benchmark_group("interleavings");
    group.sample_size(10).warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(2));
    let cases: [(&str, Mode, &[u32]); 2] =
        [("merge", Mode::Merge, &[2, 4, 8, 16, 32]), ("path", Mode::Path, &[2, 3, 4, 5, 6, 7])];
    for (word, mode, sizes) in cases {
        for size in sizes {
            let options = format!("--set Main.threads=2 --set Main.times={size}");
            let mut options = Options::parse(&options).expect("options of tests");
            (options.config.mode, options.config.self_check) = (mode, false);
            let built = pipeline::build(FILE, &text, &options).unwrap_or_else(|answer| panic!("{answer}"));
            group.bench_function(BenchmarkId::new(word, size), |bencher| {
                bencher.iter(|| {
                    let outcome = pipeline::explore(&built, &options.config).expect("no internal error");
                    assert_eq!(outcome.verdict, Verdict::Valid);
                });
            });
        }
    }
    group.finish();
}

criterion_group!(benches, interleavings);
criterion_main!(benches);
