//! Microbenchmarks with criterion. `cargo bench --bench micro -- state/` runs those of one file; `programs`, `explore`,
//! `levels`, `dispatch` and `interleavings` show growth of whole explorations, `logic` and `state` single operations.

mod dispatch;
mod explore;
mod interleavings;
mod levels;
mod logic;
mod programs;
mod state;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, BenchmarkId, Criterion, criterion_group, criterion_main};
use multise::Verdict;
use std::time::Duration;
use support::options::Options;
use support::pipeline;

/// Explorations that take long enough for a few samples to do.
fn group<'a>(criterion: &'a mut Criterion, name: &str) -> BenchmarkGroup<'a, WallTime> {
    let mut group = criterion.benchmark_group(name);
    group.sample_size(10).warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(2));
    group
}

/// The exploration of a valid program.
fn explored(group: &mut BenchmarkGroup<'_, WallTime>, id: BenchmarkId, text: &str, options: &Options) {
    let built = pipeline::build("bench.oox", text, options).unwrap_or_else(|answer| panic!("{answer}"));
    group.bench_function(id, |bencher| {
        bencher.iter(|| {
            let outcome = pipeline::explore(&built, &options.config).expect("no internal error");
            assert_eq!(outcome.verdict, Verdict::Valid);
        });
    });
}

/// The text of a file of the project.
fn text(file: &str) -> String {
    let path = support::project().join(file);
    support::read(&path)
}

criterion_group!(
    benches,
    dispatch::dispatched,
    explore::merge_against_path,
    interleavings::interleavings,
    levels::regions,
    levels::tabling,
    logic::programs,
    logic::operations,
    logic::sizes,
    programs::both_modes,
    state::contexts,
    state::updates,
    state::sweeps,
);
criterion_main!(benches);
