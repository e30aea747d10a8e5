//! Levels of regions, and tabling, through the library, on programs of growing size.

use super::{explored, text};
use criterion::{BenchmarkId, Criterion};
use std::path::Path;
use support::options::Options;

/// Program, its size, and sizes.
const FAMILIES: [(&str, &str, &[u64]); 3] = [
    ("examples/java-ranger/wbs.oox", "Main.steps", &[3, 10, 30]),
    ("examples/java-ranger/tcas.oox", "Main.steps", &[3, 10, 30]),
    ("examples/java-ranger/schedule2.oox", "Main.commands", &[2, 4, 6]),
];

fn bench(criterion: &mut Criterion, group: &str, file: &str, field: &str, sizes: &[u64], ways: &[(&str, u8, bool)]) {
    let text = text(file);
    let mut group = super::group(criterion, &format!("levels/{group}"));
    for (word, level, tabling) in ways {
        for size in sizes {
            let mut options = Options::parse(&format!("--set {field}={size}")).expect("options of tests");
            (options.config.regions, options.config.tabling) = (*level, *tabling);
            explored(&mut group, BenchmarkId::new(*word, size), &text, &options);
        }
    }
    group.finish();
}

pub fn regions(criterion: &mut Criterion) {
    let levels = [("0", 0, true), ("1", 1, true), ("2", 2, true), ("3", 3, true), ("4", 4, true)];
    for (file, field, sizes) in FAMILIES {
        let name = Path::new(file).file_stem().unwrap_or_default().to_string_lossy();
        bench(criterion, &format!("regions/{name}"), file, field, sizes, &levels);
    }
}

pub fn tabling(criterion: &mut Criterion) {
    let file = "benches/programs/fibonacci.oox";
    bench(criterion, "tabling/fibonacci", file, "Main.n", &[10, 20, 40], &[("tabled", 0, true)]);
    bench(criterion, "tabling/fibonacci", file, "Main.n", &[10, 20], &[("run", 0, false)]);
}
