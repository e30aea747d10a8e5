//! Merge mode, path mode and concrete runs on small inputs agree on every small program at hand: the same violations, and for
//! each input the final state of its concrete run.

use libtest_mimic::{Failed, Trial};
use multise::internals::on_worker;
use std::path::Path;
use support::agreement::{self, Extent};
use support::expectation::{Expectation, Header};
use support::options::Options;
use support::pipeline;

/// Inputs per program.
const EXTENT: Extent = Extent { simplest: 400, objects: 2, heaps: 400 };

pub fn trials() -> Vec<Trial> {
    let corpus = support::project().join("tests/corpus");
    let folders = [Some(corpus), support::shared("conformance")];
    let mut all = Vec::new();
    for folder in folders.into_iter().flatten() {
        for path in support::programs(&folder) {
            let name = path.strip_prefix(&folder).unwrap_or(&path).with_extension("").display().to_string();
            // The result of threads depends on the schedule too: `concurrent` compares such programs.
            if !support::trials::forks(&path) {
                all.push(Trial::test(format!("{name} (oracle)"), move || agree(&path)).with_kind("oracle"));
            }
        }
    }
    all
}

fn agree(path: &Path) -> Result<(), Failed> {
    let text = std::fs::read_to_string(path)?;
    let header = Header::parse(&text)?;
    let options = Options::parse(&header.options)?;
    if matches!(header.expect, Expectation::Error(..)) {
        return Ok(());
    }
    let built = match pipeline::build(&path.display().to_string(), &text, &options) {
        Ok(built) => built,
        Err(answer) => return Err(answer.to_string().into()),
    };
    on_worker(move || agreement::check(&built, &options, EXTENT))?;
    Ok(())
}
