//! What Java programs import to have values from outside, and what replays violations on a JVM; see `README.md` there.

/// The jar, for the class path of the user's compiler and JVM.
pub const JAR: &[u8] = include_bytes!("multise.jar");
/// The name of the file of the jar.
pub const JAR_NAME: &str = "multise.jar";
