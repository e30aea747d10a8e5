//! The second opinion on proofs by induction: no known proof is refuted, and most are confirmed.
//!
//! `cargo test --test suite -- --ignored --nocapture opinion::` takes all proved programs of `tests/unbounded`.

use multise::{Error, Program, explore};
use std::time::Duration;

/// One of this many programs with a known proof is taken. None of the others is refuted either: `tests/trials/unbounded.rs`.
const STEP: usize = 25;

/// Explores programs, each within a time. Returns how many proofs were confirmed, and how many there are; prints a line for
/// each other one.
fn opinions(step: usize, timeout: Duration) -> (usize, usize) {
    let folder = support::project().join("tests/unbounded");
    let proved = support::read(folder.join("proved.txt"));
    let (mut confirmed, mut all, mut refuted) = (0, 0, Vec::new());
    for name in proved.lines().step_by(step) {
        let mut config = support::config();
        config.timeout = timeout;
        config.self_check = true;
        config.executable = Some(support::executable!().into());
        let program = Program::load(folder.join(format!("{name}.oox")), &config.dialect).expect("a program");
        let entry = program.entry("Main.main").expect("an entry");
        match explore(&program, entry, &config) {
            Ok(outcome) => {
                let Some(proof) = outcome.proof else { continue };
                let opinion = proof.opinion.expect("the engine checks itself");
                all += 1;
                confirmed += usize::from(opinion.is_confirmed());
                if !opinion.is_confirmed() {
                    println!("{name}: {opinion}");
                }
            }
            Err(Error::Internal(message)) => refuted.push(format!("{name}: {message}")),
            Err(error) => panic!("{name}: {error}"),
        }
    }
    println!("{confirmed} of {all} proofs confirmed");
    assert!(refuted.is_empty(), "{}", refuted.join("\n"));
    (confirmed, all)
}

#[test]
fn proofs_are_confirmed_or_undecided() {
    let (confirmed, all) = opinions(STEP, Duration::from_secs(60));
    assert!(all > 5 && confirmed * 2 > all, "{confirmed} of {all}");
}

#[test]
#[ignore = "takes minutes"]
fn all_known_proofs_are_confirmed_or_undecided() {
    opinions(1, Duration::from_secs(20));
}
