//! Random Java programs with threads, in both modes with and without reduction, and in runs by all schedules: the same
//! violations and deadlocks, and the same values at the end. `make campaign-threads` runs more of them.

use support::campaign::{caught, number};
use support::concurrent::{self, Compared};
use support::java::compile;
use support::java::explored;
use support::java::header::Header;
use support::random::threads::{self, java};

#[test]
fn both_modes_and_all_schedules_agree() {
    let (count, seed) = (number("MULTISE_PROGRAMS", 8), number("MULTISE_SEED", 0));
    let header = Header::of_entry("Main.main(boolean,int)");
    let programs = compile::generated(&threads::programs(), java::print, count, seed);
    let (mut failures, mut compared) = (Vec::new(), Compared::default());
    for (at, (program, classes)) in programs.iter().enumerate() {
        let dialect = explored::dialect(classes, &header);
        let checked = caught(|| {
            let built = explored::build(classes, &dialect).map_err(|answer| answer.to_string())?;
            concurrent::check(&built, &dialect, at)
        });
        match checked {
            Ok(one) => compared += one,
            Err(failure) => {
                let text = java::print(program);
                failures.push((text.len(), format!("{failure}\n{}\n{text}", classes.folder.display())));
            }
        }
    }
    eprintln!("{count} programs: {compared:#?}");
    failures.sort();
    let shortest = failures.first().map(|(_, text)| text.as_str()).unwrap_or_default();
    assert!(failures.is_empty(), "{} programs differ, the shortest:\n{shortest}", failures.len());
    assert!(programs.is_empty() || compared.enumerated > 0, "none was run by all schedules");
}
