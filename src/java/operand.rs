//! What the operand of a command names: classes, or a source file of classes on the class path.

use super::classfile::descriptor::dotted;
use super::classfile::{self, ClassPath};
use crate::config::Dialect;
use std::path::{Path, PathBuf};

/// A source file that is the operand.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    /// Its path below a folder of sources: `com/acme/Stack.java`.
    pub name: String,
    /// Its path as it is given.
    pub file: PathBuf,
}

/// Whether a file is a source file.
pub(super) fn is_source(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension == "java")
}

/// Where the classes of the user are, and the class in which the program of the operand starts, if it names one.
pub(super) fn class_path(
    operand: Option<&Path>,
    dialect: &Dialect,
) -> Result<(ClassPath, Option<String>), classfile::Error> {
    let mut path = ClassPath::default();
    let classes = operand.filter(|file| !is_source(file));
    let main = classes.map_or(Ok(None), |file| add(&mut path, file))?;
    for place in &dialect.classes.path {
        path.add(place)?;
    }
    Ok((path, main))
}

/// Adds the file or folder of the operand to the class path. Returns the class in which its program starts, if it names one.
fn add(path: &mut ClassPath, file: &Path) -> Result<Option<String>, classfile::Error> {
    if file.is_dir() || file.extension().is_none_or(|extension| extension != "class") {
        path.add(file)?;
        return path.main_class();
    }
    let bytes = std::fs::read(file).map_err(classfile::Error::io(file))?;
    let class = classfile::read(&file.display().to_string(), &bytes)?;
    // The other classes of the program are beside it, if its folder is that of its package.
    let parts = class.name.split('/').count();
    let root = file.ancestors().nth(parts);
    let is_root = |root: &Path| root.join(format!("{}.class", class.name)) == file;
    match root {
        Some(root) if root.as_os_str().is_empty() => path.add(Path::new("."))?,
        Some(root) if is_root(root) => path.add(root)?,
        _ => path.add(file)?,
    }
    Ok(Some(dotted(&class.name)))
}

/// A source file of which a class is compiled, and this class: the one that has its name, if there is one. Nothing if there is
/// no such class on the class path.
pub(super) fn source(path: &mut ClassPath, file: &Path) -> Result<Option<(Asked, String)>, classfile::Error> {
    let Some(own) = file.file_name().and_then(|name| name.to_str()) else { return Ok(None) };
    let full = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
    let mut candidates: Vec<(String, String)> = Vec::new();
    for class in path.names()? {
        let package = class.rfind('/').map_or("", |slash| &class[..=slash]);
        let name = format!("{package}{own}");
        if full.ends_with(&name) {
            candidates.push((name, class));
        }
    }
    let stem = own.trim_end_matches(".java");
    // A folder may be a package or above all packages.
    candidates.sort_by_key(|(name, class)| (std::cmp::Reverse(name.len()), !class.ends_with(stem), class.clone()));
    for (name, class) in candidates {
        if path.find(&class)?.is_some_and(|found| found.source_file.as_deref() == Some(own)) {
            return Ok(Some((Asked { name, file: file.to_owned() }, dotted(&class))));
        }
    }
    Ok(None)
}
