//! Levels of regions, and tabling, through the library, on programs of growing size.

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use multise::Verdict;
use std::path::Path;
use std::time::Duration;
use support::options::Options;
use support::pipeline;

/// Program, its size, and sizes.
const FAMILIES: [(&str, &str, &[u64]); 3] = [
    ("examples/java-ranger/wbs.oox", "Main.steps", &[3, 10, 30]),
    ("examples/java-ranger/tcas.oox", "Main.steps", &[3, 10, 30]),
    ("examples/java-ranger/schedule2.oox", "Main.commands", &[2, 4, 6]),
];

fn bench(criterion: &mut Criterion, group: &str, file: &str, field: &str, sizes: &[u64], ways: &[(&str, u8, bool)]) {
    let text =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).expect("a program of this project");
    let mut group = criterion.benchmark_group(group);
    group.sample_size(10).warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(2));
    for (word, level, tabling) in ways {
        for size in sizes {
            let mut options = Options::parse(&format!("--set {field}={size}")).expect("options of tests");
            (options.config.regions, options.config.tabling) = (*level, *tabling);
            let built = pipeline::build(file, &text, &options).unwrap_or_else(|answer| panic!("{answer}"));
            group.bench_function(BenchmarkId::new(*word, size), |bencher| {
                bencher.iter(|| {
                    let outcome = pipeline::explore(&built, &options.config).expect("no internal error");
                    assert_eq!(outcome.verdict, Verdict::Valid);
                });
            });
        }
    }
    group.finish();
}

fn regions(criterion: &mut Criterion) {
    let levels = [("0", 0, true), ("1", 1, true), ("2", 2, true), ("3", 3, true), ("4", 4, true)];
    for (file, field, sizes) in FAMILIES {
        let name = Path::new(file).file_stem().unwrap_or_default().to_string_lossy();
        bench(criterion, &format!("regions/{name}"), file, field, sizes, &levels);
    }
}

fn tabling(criterion: &mut Criterion) {
    let file = "benches/programs/fibonacci.oox";
    bench(criterion, "tabling/fibonacci", file, "Main.n", &[10, 20, 40], &[("tabled", 0, true)]);
    bench(criterion, "tabling/fibonacci", file, "Main.n", &[10, 20], &[("run", 0, false)]);
}

criterion_group!(benches, regions, tabling);
criterion_main!(benches);
