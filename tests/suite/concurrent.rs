//! Random programs with threads in merge mode and in path mode, with and without reduction, and in concrete runs by all
//! schedules: the same violations and deadlocks, and the same values at the end; and once with few switches.
//!
//! `MULTISE_LIMIT` is the time of an exploration in milliseconds (1,000), `MULTISE_WAYS` the number of ways, of four, in
//! which each program is explored (1, which changes from program to program). `support/campaign.rs` has the other variables,
//! and how failures are reported. 500 programs by default, many in all ways: `make campaign-threads`.

use multise::Dialect;
use std::time::Duration;
use support::campaign::{At, Campaign, caught, number};
use support::concurrent::{self, Compared, WAYS};
use support::pipeline::Built;
use support::random::threads::{self, Threads};

const CAMPAIGN: Campaign<Threads> = Campaign { programs: 500, batch: 20, salt: 1, print: threads::print };

#[test]
fn merge_mode_path_mode_and_all_schedules_agree() {
    let (done, found) = CAMPAIGN.run(threads::programs, check);
    eprintln!("{done} programs: {found:#?}");
    let Compared { unknown, few_switches, enumerated, .. } = found;
    assert!(10 * enumerated >= 7 * done, "only {enumerated} of {done} programs were run by all schedules");
    let cut = done - few_switches;
    assert!(
        done < CAMPAIGN.programs || few_switches > 0 && cut > 0,
        "a bound on switches cut {cut} of {done} programs"
    );
    // On an idle machine one exploration in two hundred is cut; a slow one cuts more of them short.
    assert!(4 * unknown <= done * ways() as u64, "{unknown} explorations of {done} programs were not exhaustive");
}

fn ways() -> usize {
    number("MULTISE_WAYS", 1) as usize
}

fn check(program: &Threads, at: At) -> Result<Compared, String> {
    let text = threads::print(program);
    let first = at.number as usize % WAYS.len();
    let ways = WAYS.into_iter().cycle().skip(first).take(ways());
    let limit = Duration::from_millis(number("MULTISE_LIMIT", 1_000));
    caught(|| concurrent::check(&Built::of(&text), &Dialect::default(), ways, limit))
}
