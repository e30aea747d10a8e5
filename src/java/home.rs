//! Where Java is installed.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// An executable of the JDK, such as `java`: in the folder that the user has chosen, in `$JAVA_HOME`, or on the path.
///
/// # Errors
/// The reason why there is none.
pub fn executable(chosen: Option<&Path>, tool: &str) -> Result<PathBuf, String> {
    let name = format!("{tool}{}", std::env::consts::EXE_SUFFIX);
    let missing = if tool == "java" { "no JVM".to_owned() } else { format!("no {tool}") };
    if let Some(home) = chosen {
        let java = home.join("bin").join(&name);
        return if java.is_file() { Ok(java) } else { Err(format!("{missing}: {} is not there", java.display())) };
    }
    let of_home = std::env::var_os("JAVA_HOME").map(|home| Path::new(&home).join("bin").join(&name));
    let path = std::env::var_os("PATH");
    let on_path = path.as_deref().unwrap_or(OsStr::new(""));
    let mut candidates = of_home.into_iter().chain(std::env::split_paths(on_path).map(|folder| folder.join(&name)));
    candidates.find(|java| java.is_file()).ok_or(missing)
}

/// The folder where Java is: the one that the user has chosen, or that of the executable, whose links are followed.
pub fn folder(chosen: Option<&Path>) -> Option<PathBuf> {
    if let Some(home) = chosen {
        return Some(home.to_owned());
    }
    let java = executable(None, "java").ok()?;
    let java = java.canonicalize().unwrap_or(java);
    Some(java.parent()?.parent()?.to_owned())
}
