//! Where classes are: those of the user, the models, and the JDK of the user.
//!
//! A model stands for a class of the library. Where there is a JDK, its class fills the gaps of the model (`overlay.rs`). Other
//! classes of the JDK are read as they are, except those that depend on what a JVM does when it starts: that is not
//! done here, so their static fields would have wrong values. Of these only the names are known.

use super::classes::{Missing, Origin};
use super::overlay;
use crate::java::classfile::{ClassFile, ClassPath, Error, Library};
use crate::java::operand::Asked;
use std::collections::HashMap;
use std::sync::Arc;

/// The classes of the JDK that are read, by the beginnings of their names. They reach a JVM only through methods of others.
const READ: [&str; 28] = [
    "java/util/",
    "java/math/",
    "java/time/",
    "java/io/BufferedReader",
    "java/io/BufferedWriter",
    "java/io/ByteArray",
    "java/io/CharArray",
    "java/io/DataInput",
    "java/io/DataOutput",
    "java/io/FilterInputStream",
    "java/io/InputStream",
    "java/io/PrintWriter",
    "java/io/Reader",
    "java/io/StringReader",
    "java/io/StringWriter",
    "java/io/Writer",
    "java/lang/annotation/",
    "java/lang/CharSequence$",
    "java/lang/CharacterData",
    "java/lang/Deprecated",
    "java/lang/FunctionalInterface",
    "java/lang/Iterable",
    "java/lang/Override",
    "java/lang/Readable",
    "java/lang/SafeVarargs",
    "java/lang/SuppressWarnings",
    "java/text/ParsePosition",
    "jdk/internal/math/",
];
/// Of these the pool of threads behind parallel streams is not read: whatever reaches it would have threads.
const POOL: &str = "java/util/concurrent/ForkJoin";
/// Of other packages the exceptions are read too, which only have texts and causes.
const PACKAGES_OF_EXCEPTIONS: [&str; 2] = ["java/lang/", "java/io/"];

/// Where classes are.
pub(in crate::java) struct Places {
    /// Those of the user.
    pub path: ClassPath,
    /// Those that stand for classes of the library.
    models: ClassPath,
    /// Methods that stand for those of classes of the JDK.
    overlays: ClassPath,
    /// The JDK of the user.
    jdk: Option<Library>,
    /// The source file that is asked for, if there is one: the main file.
    pub asked: Option<Asked>,
    /// What has been found.
    known: HashMap<String, Option<(Arc<ClassFile>, Origin)>>,
}

impl Places {
    /// The classes of a user, the models, and a JDK.
    ///
    /// # Errors
    /// The jar of the models cannot be read.
    pub fn new(path: ClassPath, jdk: Option<Library>) -> Result<Self, Error> {
        Ok(Self { path, models: jar("")?, overlays: jar("overlays/")?, jdk, asked: None, known: HashMap::new() })
    }

    /// The class file of a name on the class path.
    pub(super) fn users(&mut self, name: &str) -> Result<Option<Arc<ClassFile>>, Missing> {
        self.path.find(name).map(|found| found.map(Arc::new)).map_err(malformed)
    }

    /// The class file of a name of the library: models stand before the class path, and that before the JDK.
    pub(super) fn library(&mut self, name: &str) -> Result<Option<(Arc<ClassFile>, Origin)>, Missing> {
        if let Some(known) = self.known.get(name) {
            return Ok(known.clone());
        }
        let model = self.models.find(name).map_err(malformed)?;
        let found = match model {
            Some(model) => {
                let filled = match self.of_jdk(name)? {
                    Some(jdk) => overlay::filled(model, &jdk),
                    None => model,
                };
                Some((Arc::new(filled), Origin::Model))
            }
            None => match self.users(name)? {
                Some(users) => Some((users, Origin::User)),
                None if is_read(name) => self.overlaid(name)?.map(|class| (class, Origin::Jdk)),
                None => None,
            },
        };
        self.known.insert(name.to_owned(), found.clone());
        Ok(found)
    }

    /// A class of the library with all its supertypes: that of the JDK, even if nothing else of it is read; where there is none, the
    /// model, unless it has not all of them.
    pub(super) fn whole(&mut self, name: &str) -> Option<Arc<ClassFile>> {
        match self.of_jdk(name).ok().flatten() {
            None if name == "java/lang/Class" => None,
            None => self.library(name).ok().flatten().map(|(file, _)| file),
            found => found,
        }
    }

    /// A class of the JDK, with the methods that stand for some of its own.
    fn overlaid(&mut self, name: &str) -> Result<Option<Arc<ClassFile>>, Missing> {
        let Some(class) = self.of_jdk(name)?.map(overlay::unserialised) else { return Ok(None) };
        let class = overlay::with_plain_copies(class);
        Ok(Some(match self.overlays.find(name).map_err(malformed)? {
            Some(overlay) => Arc::new(overlay::overlaid(&class, &overlay)),
            None => class,
        }))
    }

    fn of_jdk(&mut self, name: &str) -> Result<Option<Arc<ClassFile>>, Missing> {
        self.jdk.as_mut().map_or(Ok(None), |jdk| jdk.find(name)).map_err(malformed)
    }
}

/// The classes in a folder of the jar of the models.
pub(super) fn jar(folder: &'static str) -> Result<ClassPath, Error> {
    ClassPath::of_jar("models.jar", include_bytes!("../models/models.jar"), folder)
}

fn malformed(error: Error) -> Missing {
    Missing::Malformed(error.to_string())
}

/// Whether a class of the JDK is read.
fn is_read(name: &str) -> bool {
    let is_exception = || {
        PACKAGES_OF_EXCEPTIONS
            .iter()
            .filter_map(|package| name.strip_prefix(package))
            .any(|rest| !rest.contains(['/', '$']) && (rest.ends_with("Exception") || rest.ends_with("Error")))
    };
    READ.iter().any(|beginning| name.starts_with(beginning)) && !name.starts_with(POOL) || is_exception()
}
