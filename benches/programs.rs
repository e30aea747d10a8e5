//! The benchmark programs of `examples/` through the library, at two sizes in both modes. The sizes are small: what is
//! measured is the engine's share, again and again; the whole table is `make bench`.

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use multise::{Mode, Verdict};
use std::path::Path;
use std::time::Duration;
use support::options::Options;
use support::pipeline;

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

fn both_modes(criterion: &mut Criterion) {
    for (program, field, sizes) in PROGRAMS {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples").join(program).with_extension("oox");
        let text = std::fs::read_to_string(&file).expect("a program of this project");
        let mut group = criterion.benchmark_group(program);
        group.sample_size(10).warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(2));
        for (mode, word) in [(Mode::Merge, "merge"), (Mode::Path, "path")] {
            for size in sizes.into_iter().filter(|&s| mode == Mode::Merge || !NOT_PATH_BY_PATH.contains(&(program, s)))
            {
                let mut options = Options::parse(&format!("--set {field}={size}")).expect("options of tests");
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

criterion_group!(benches, both_modes);
criterion_main!(benches);
