//! Random programs in merge mode, in path mode, within small bounds and in concrete runs on small inputs: the same verdict, the same
//! violations, and for each input the final state that its concrete run has.
//!
//! `MULTISE_LIMIT` is the time of an exploration in milliseconds (300); with a small limit, partial findings are compared.
//! `support/campaign.rs` has the other variables, and how failures are reported. 300 programs by default; many: `make
//! campaign`.

use std::sync::OnceLock;
use std::time::Duration;
use support::campaign::{At, Campaign, number};
use support::generated::{self, Found};
use support::random::generate::{self, Tree};
use support::random::print;

const CAMPAIGN: Campaign<Tree> = Campaign { programs: 300, batch: 50, salt: 0, print: print::print };

/// Milliseconds per program and mode.
const LIMIT: u64 = 300;

/// Time per program and mode.
fn limit() -> Duration {
    static LIMIT: OnceLock<Duration> = OnceLock::new();
    *LIMIT.get_or_init(|| Duration::from_millis(number("MULTISE_LIMIT", self::LIMIT)))
}

#[test]
fn merge_mode_path_mode_and_concrete_runs_agree() {
    let check = |program: &Tree, at: At| generated::check(program, &at.to_string(), limit());
    let (programs, found) = CAMPAIGN.run(generate::programs, check);
    let Found { unknown, compared, known_calls: known, regions, cut } = found;
    eprintln!("{programs} programs, {compared} final states compared, {unknown} explorations not exhaustive");
    eprintln!("{known} calls with known results, {regions} regions, {cut} explorations cut by bounds");
    // Three in a hundred on an idle machine, of which two in a hundred last longer than 2 s, too. A machine that is ten times
    // slower cuts more of them short.
    let few = limit() < Duration::from_millis(LIMIT) || unknown * 4 <= programs.max(20);
    assert!(few, "{unknown} explorations of {programs} programs were not exhaustive");
    // A few programs may have none.
    if programs >= CAMPAIGN.programs {
        assert!(100 * known >= programs, "only {known} calls had known results");
        assert!(regions >= programs, "only {regions} regions were executed");
        assert!(10 * cut >= programs, "bounds cut only {cut} explorations");
    }
    assert!(compared >= programs, "only {compared} final states were compared");
}
