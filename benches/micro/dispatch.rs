//! Dispatch over k classes in a loop of ten calls on symbolic receivers (merge mode), and of four calls (path mode).

use super::{explored, group};
use criterion::{BenchmarkId, Criterion};
use multise::Mode;
use support::dispatch;
use support::options::Options;

pub fn dispatched(criterion: &mut Criterion) {
    let mut group = group(criterion, "dispatch");
    let cases = [2, 4, 8, 16].map(|k| (Mode::Merge, "merge, 10 calls", k, 10));
    for (mode, word, k, calls) in cases.into_iter().chain([2, 4, 8].map(|k| (Mode::Path, "path, 4 calls", k, 4))) {
        let mut options = Options::parse("").expect("no options");
        (options.config.mode, options.config.self_check) = (mode, false);
        explored(&mut group, BenchmarkId::new(word, k), &dispatch::program(k, calls), &options);
    }
    group.finish();
}
