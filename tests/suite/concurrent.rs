//! Random programs with threads in merge mode and in path mode, with and without reduction, and in concrete runs by all
//! schedules: the same violations and deadlocks, and the same values at the end; and once with few switches.
//!
//! `support/concurrent.rs` has the variables for limits and ways, `support/campaign.rs` the others, and how failures are
//! reported. 300 programs by default, many in all ways: `make campaign-threads`.

use multise::Dialect;
use support::campaign::{At, Campaign, caught};
use support::concurrent::{self, Compared};
use support::pipeline::Built;
use support::random::threads::{self, Threads};

const CAMPAIGN: Campaign<Threads> = Campaign { programs: 300, batch: 20, salt: 1, print: threads::print };

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
    assert!(
        4 * unknown <= done * concurrent::ways() as u64,
        "{unknown} explorations of {done} programs were not exhaustive"
    );
}

fn check(program: &Threads, at: At) -> Result<Compared, String> {
    let text = threads::print(program);
    caught(|| concurrent::check(&Built::of(&text), &Dialect::default(), at.number as usize))
}
