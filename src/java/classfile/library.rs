//! The classes of a JDK: in its image, or else in the archive of a module.

use super::ClassPath;
use super::data::ClassFile;
use super::error::Error;
use super::image::Image;
use super::read::read;
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

/// The module that has the classes.
const MODULE: &str = "java.base";
/// A class that every JDK has.
const FIRST: &str = "java/lang/Object";

/// The class files of a JDK. Each is read once.
pub struct Library {
    from: From,
    read: HashMap<String, Option<Arc<ClassFile>>>,
}

enum From {
    Image(Box<Image>),
    Module(ClassPath),
}

impl Library {
    /// The classes of the JDK in a folder; nothing if there is none.
    ///
    /// # Errors
    /// Its classes cannot be read.
    pub fn open(home: &Path) -> Result<Option<Self>, Error> {
        let (image, module) = (home.join("lib/modules"), home.join("jmods/java.base.jmod"));
        match image.is_file().then(|| Self::of_image(&image)) {
            Some(Err(Error::Compressed { .. })) | None if module.is_file() => Self::of_module(&module).map(Some),
            found => found.transpose(),
        }
    }

    fn of_image(path: &Path) -> Result<Self, Error> {
        Self { from: From::Image(Box::new(Image::open(path)?)), read: HashMap::new() }.tried()
    }

    fn of_module(path: &Path) -> Result<Self, Error> {
        let mut classes = ClassPath::default();
        classes.add(path)?;
        Self { from: From::Module(classes), read: HashMap::new() }.tried()
    }

    /// Reads a class, to know whether all can be read.
    fn tried(mut self) -> Result<Self, Error> {
        self.find(FIRST)?;
        Ok(self)
    }

    /// A class by its internal name; nothing if there is none.
    ///
    /// # Errors
    /// The class cannot be read.
    pub fn find(&mut self, name: &str) -> Result<Option<Arc<ClassFile>>, Error> {
        if let Some(known) = self.read.get(name) {
            return Ok(known.clone());
        }
        let found = match &mut self.from {
            From::Image(image) => match image.class(MODULE, name)? {
                Some(bytes) => Some(read(&image.shown(MODULE, name), &bytes)?),
                None => None,
            },
            From::Module(classes) => classes.find(name)?,
        };
        let found = found.map(Arc::new);
        self.read.insert(name.to_owned(), found.clone());
        Ok(found)
    }
}
