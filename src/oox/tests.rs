//! Where programs for tests are.

use std::fs;
use std::path::PathBuf;

/// All OOX programs below a folder of the project or beside it, sorted; none, with a message, where it does not exist.
pub fn programs(folder: &str) -> Vec<PathBuf> {
    let root = crate::project().join(folder);
    if !root.exists() {
        eprintln!("skipped: {} does not exist", root.display());
        return Vec::new();
    }
    let (mut folders, mut files) = (vec![root], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a readable folder") {
            let path = entry.expect("a readable folder").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "oox") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}
