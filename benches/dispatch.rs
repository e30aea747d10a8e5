//! Dispatch over k classes in a loop of ten calls on symbolic receivers (merge mode), and of four calls (path mode).

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use multise::{Mode, Verdict};
use std::time::Duration;
use support::dispatch;
use support::options::Options;
use support::pipeline;

fn dispatched(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("dispatch");
    group.sample_size(10).warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(2));
    let cases = [2, 4, 8, 16].map(|k| (Mode::Merge, "merge, 10 calls", k, 10));
    for (mode, word, k, calls) in cases.into_iter().chain([2, 4, 8].map(|k| (Mode::Path, "path, 4 calls", k, 4))) {
        let mut options = Options::parse("").expect("no options");
        (options.config.mode, options.config.self_check) = (mode, false);
        let built = pipeline::build("dispatch", &dispatch::program(k, calls), &options);
        let built = built.unwrap_or_else(|answer| panic!("{answer}"));
        group.bench_function(BenchmarkId::new(word, k), |bencher| {
            bencher.iter(|| {
                let outcome = pipeline::explore(&built, &options.config).expect("no internal error");
                assert_eq!(outcome.verdict, Verdict::Valid);
            });
        });
    }
    group.finish();
}

criterion_group!(benches, dispatched);
criterion_main!(benches);
