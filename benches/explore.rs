//! Merge mode against path mode through the library, on programs of growing size.

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use multise::{Mode, Verdict};
use std::path::Path;
use std::time::Duration;
use support::options::Options;
use support::pipeline;

/// Program, sizes in merge mode, sizes in path mode (exponential in the size, all of them).
const FAMILIES: [(&str, &[u64], &[u64]); 4] = [
    ("word_count", &[5, 10, 20, 40], &[5, 8]),
    ("find_max", &[4, 8, 16], &[4, 6]),
    ("branches", &[5, 10, 20, 40], &[5, 8]),
    ("reservoir", &[1, 2, 4], &[1, 2]),
];

fn merge_against_path(criterion: &mut Criterion) {
    for (program, merge, path) in FAMILIES {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/programs").join(program).with_extension("oox");
        let text = std::fs::read_to_string(&file).expect("a program of this project");
        let mut group = criterion.benchmark_group(program);
        group.sample_size(10).warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(2));
        for (mode, word, sizes) in [(Mode::Merge, "merge", merge), (Mode::Path, "path", path)] {
            for size in sizes {
                let mut options = Options::parse(&format!("--set Main.n={size}")).expect("options of tests");
                options.config.mode = mode;
                let built = pipeline::build(program, &text, &options).unwrap_or_else(|answer| panic!("{answer}"));
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
}

criterion_group!(benches, merge_against_path);
criterion_main!(benches);
