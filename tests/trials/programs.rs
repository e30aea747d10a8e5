//! The benchmark programs of `examples/`: their verdicts, and in path mode exactly the known number of paths, at a small size
//! and, for those of MultiSE, at the size of the publication.

use libtest_mimic::{Failed, Trial};
use std::path::Path;
use support::options::Options;
use support::pipeline;

/// Programs whose inputs must reach every block: a port cannot measure what it does not execute.
const COVERED: [&str; 1] = ["multise/symbolic_arithmetic"];

pub fn trials() -> Vec<Trial> {
    let root = support::project().join("examples");
    let folders = ["everyday", "multise", "java-ranger", "objects", "threads", "growth"]
        .map(|folder| support::programs(&root.join(folder)));
    let trials = folders.iter().flatten().flat_map(|path| support::trials::of_sized(support::project(), path));
    let covered = COVERED.map(|name| {
        let path = root.join(name).with_extension("oox");
        Trial::test(format!("examples/{name} (every block)"), move || every_block(&path)).with_kind("program")
    });
    trials.chain(covered).collect()
}

fn every_block(path: &Path) -> Result<(), Failed> {
    let text = std::fs::read_to_string(path)?;
    let mut options = Options::parse("")?;
    options.config.coverage = true;
    let built = pipeline::build(&path.display().to_string(), &text, &options).map_err(|answer| answer.to_string())?;
    let coverage = pipeline::explore(&built, &options.config)?.coverage.ok_or("no coverage")?;
    let (reached, blocks) = coverage.blocks();
    if reached == blocks { Ok(()) } else { Err(format!("{reached} of {blocks} blocks are reached").into()) }
}
