//! The fuzz targets: a function on bytes for each, which panics if something is wrong. `tests/fuzz/` gives them to libFuzzer;
//! `tests/suite/fuzzed.rs` runs them on some bytes and on all bytes with which they once failed.

pub mod algebra;
pub mod edits;
pub mod engine;
pub mod frontend;
pub mod inputs;
pub mod lsp;
pub mod parts;

use std::path::Path;
use std::{env, fs};

/// A fuzz target.
pub struct Target {
    /// Its name: that of the binary, of its folder of regressions, and of its dictionary if it has one.
    pub name: &'static str,
    /// The function on bytes.
    pub run: fn(&[u8]),
    /// The seeds: bytes to start from.
    pub seeds: fn() -> Vec<Vec<u8>>,
}

/// All targets.
pub const TARGETS: [&Target; 5] = [&frontend::TARGET, &inputs::TARGET, &engine::TARGET, &algebra::TARGET, &lsp::TARGET];

impl Target {
    /// Writes the seeds to the folder that `MULTISE_SEEDS` names, if it is set.
    pub fn sow(&self) {
        let Some(folder) = env::var_os("MULTISE_SEEDS") else { return };
        for (i, seed) in (self.seeds)().iter().enumerate() {
            fs::write(Path::new(&folder).join(i.to_string()), seed).expect("the folder for seeds can be written to");
        }
    }

    /// The bytes with which the target once failed, with their names.
    pub fn regressions(&self) -> Vec<(String, Vec<u8>)> {
        let folder = Path::new("tests/fuzz/regressions").join(self.name);
        let Ok(files) = fs::read_dir(folder) else { return Vec::new() };
        let files = files.map(|file| file.expect("the folder can be read").path());
        let mut all: Vec<_> = files
            .map(|path| (path.display().to_string(), fs::read(&path).expect("the regression can be read")))
            .collect();
        all.sort();
        all
    }
}

/// The texts of the programs of the corpus and of the examples. Only small ones: edits of large ones cost more time than they
/// are worth.
pub fn texts() -> Vec<Vec<u8>> {
    let paths = ["tests/corpus", "examples"].into_iter().flat_map(|folder| super::programs(Path::new(folder)));
    let texts = paths.map(|path| fs::read(path).expect("the program can be read"));
    texts.filter(|text| text.len() <= 4096).collect()
}
