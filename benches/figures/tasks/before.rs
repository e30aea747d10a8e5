//! The same programs with another build of the program, side by side in one run: what a change has made slower.

use super::rows::Row;
use super::{Options, run, shorten};
use crate::mean::mean;
use crate::process::fastest;
use std::path::Path;
use std::time::Duration;

/// A program is slower where it takes more than a tenth longer, and more than that by which the start of a process varies.
const SLOWER: f64 = 1.1;
const NOISE: Duration = Duration::from_millis(10);

/// Prints the times of both builds, which rows only one of them decides or are slower, and the geometric mean of the ratios of
/// those that both decide.
pub fn compare(args: &Options, before: &Path, rows: &[Row]) {
    println!("{:<78} {:>8} {:>8} {:>6}  {:<8} {:<8}", "task", "before", "now", "ratio", "before", "now");
    let builds = [before, support::executable!()];
    let (mut ratios, mut slower, mut changed) = (Vec::new(), 0, 0);
    for row in rows {
        let [old, new] = fastest(Duration::from_secs(args.limit) / 2, |build| run(args, builds[build], row));
        let ratio = new.wall.as_secs_f64() / old.wall.as_secs_f64();
        let both = old.decides() && new.decides();
        let mark = if old.answer != new.answer {
            changed += 1;
            "CHANGED"
        } else if both && new.wall > old.wall.mul_f64(SLOWER) + NOISE {
            slower += 1;
            "SLOWER"
        } else {
            ""
        };
        ratios.extend(both.then_some(ratio));
        println!(
            "{:<78} {:>8.3} {:>8.3} {ratio:>6.2}  {:<8} {:<8} {mark}",
            shorten(&format!("{} {}", row.file, row.options), 78),
            old.wall.as_secs_f64(),
            new.wall.as_secs_f64(),
            old.answer,
            new.answer
        );
    }
    println!("\ndecided by both: {} of {}", ratios.len(), rows.len());
    if let Some(mean) = mean(&ratios) {
        println!("geometric mean of their ratios: {mean:.2}");
    }
    println!("other verdicts: {changed}; slower by over a tenth and over {} ms: {slower}", NOISE.as_millis());
}
