//! Where classes are found: folders, jars, single class files.

use super::data::ClassFile;
use super::error::Error;
use super::read::read;
use std::collections::HashMap;
use std::fs::File;
use std::io::{BufReader, Cursor, Read};
use std::path::{Path, PathBuf};
use zip::ZipArchive;
use zip::result::ZipError;

/// How many bytes a class may have: more than a class file can describe is not read.
const LARGEST: u64 = 1 << 28;

/// A list of places where classes are looked for, in their order.
#[derive(Default)]
pub struct ClassPath(Vec<Place>);

/// A place where classes are.
enum Place {
    /// A folder; the class `a/B` is in `a/B.class`.
    Folder(PathBuf),
    /// A jar, or a jmod: the archive, and the folder in it.
    Archive { path: PathBuf, archive: Box<ZipArchive<Box<dyn Source>>>, prefix: &'static str },
    /// Single files, by the names of their classes.
    Files(HashMap<String, (PathBuf, Vec<u8>)>),
}

/// What archives are read from.
trait Source: Read + std::io::Seek + Send {}
impl<T: Read + std::io::Seek + Send> Source for T {}

impl ClassPath {
    /// Adds a folder, a jar, a jmod or a class file.
    pub fn add(&mut self, path: &Path) -> Result<(), Error> {
        let place = match path.extension().and_then(|e| e.to_str()) {
            _ if path.is_dir() => Place::Folder(path.to_owned()),
            Some("class") => {
                let bytes = std::fs::read(path).map_err(Error::io(path))?;
                let name = read(&path.display().to_string(), &bytes)?.name.to_string();
                Place::Files(HashMap::from([(name, (path.to_owned(), bytes))]))
            }
            Some("jmod") => {
                let bytes = std::fs::read(path).map_err(Error::io(path))?;
                // A jmod is an archive behind four bytes.
                let archive = bytes.get(4..).unwrap_or_default().to_vec();
                Place::archive(path, Box::new(Cursor::new(archive)), "classes/")?
            }
            _ => Place::archive(path, Box::new(BufReader::new(File::open(path).map_err(Error::io(path))?)), "")?,
        };
        self.0.push(place);
        Ok(())
    }

    /// A folder of a jar that is in memory; `name` is for errors.
    pub fn of_jar(name: &str, bytes: &'static [u8], folder: &'static str) -> Result<Self, Error> {
        Ok(Self(vec![Place::archive(Path::new(name), Box::new(Cursor::new(bytes)), folder)?]))
    }

    /// A class by its internal name; nothing if there is none.
    pub fn find(&mut self, name: &str) -> Result<Option<ClassFile>, Error> {
        for place in &mut self.0 {
            if let Some((file, bytes)) = place.bytes(name)? {
                let class = read(&file, &bytes)?;
                if &*class.name != name {
                    let what = format!("the class is named {}, its file {name}", class.name);
                    return Err(Error::Malformed { file, offset: 8, what });
                }
                return Ok(Some(class));
            }
        }
        Ok(None)
    }

    /// The class in which the program of the first place starts, if that is a jar which says so.
    pub fn main_class(&mut self) -> Result<Option<String>, Error> {
        let Some(Place::Archive { path, archive, .. }) = self.0.first_mut() else { return Ok(None) };
        let mut manifest = Vec::new();
        match archive.by_name("META-INF/MANIFEST.MF") {
            Ok(file) => {
                let read = file.take(LARGEST).read_to_end(&mut manifest);
                read.map_err(|error| Error::Archive { file: path.clone(), error: error.into() })?
            }
            Err(_) => return Ok(None),
        };
        let manifest = String::from_utf8_lossy(&manifest).replace("\r\n", "\n").replace("\n ", "");
        let main = manifest.lines().find_map(|line| line.strip_prefix("Main-Class:"));
        Ok(main.map(|name| name.trim().to_owned()))
    }

    /// The folders, archives and files, in their order; files with the names of their classes.
    pub fn places(&self) -> Vec<(Option<String>, PathBuf)> {
        let of_place = |place: &Place| match place {
            Place::Folder(path) | Place::Archive { path, .. } => vec![(None, path.clone())],
            Place::Files(files) => files.iter().map(|(name, (path, _))| (Some(name.clone()), path.clone())).collect(),
        };
        self.0.iter().flat_map(of_place).collect()
    }

    /// The names of all classes, those of each place in order.
    pub fn names(&self) -> Result<Vec<String>, Error> {
        let mut names = Vec::new();
        for place in &self.0 {
            let mut here = Vec::new();
            match place {
                Place::Folder(folder) => in_folder(folder, "", &mut here)?,
                Place::Archive { archive, prefix, .. } => {
                    let class = |name: &str| Some(name.strip_prefix(prefix)?.strip_suffix(".class")?.to_owned());
                    here.extend(archive.file_names().filter_map(|name| class(&name.ok()?)));
                }
                Place::Files(files) => here.extend(files.keys().cloned()),
            }
            here.retain(|name| !name.ends_with("module-info") && !name.starts_with("META-INF/"));
            here.sort();
            names.extend(here);
        }
        Ok(names)
    }
}

impl Place {
    fn archive(path: &Path, source: Box<dyn Source>, prefix: &'static str) -> Result<Place, Error> {
        let archive = ZipArchive::new(source).map_err(|error| Error::Archive { file: path.to_owned(), error })?;
        Ok(Place::Archive { path: path.to_owned(), archive: Box::new(archive), prefix })
    }

    /// The file of a class as errors name it, and its bytes.
    fn bytes(&mut self, name: &str) -> Result<Option<(String, Vec<u8>)>, Error> {
        match self {
            Place::Folder(folder) => {
                // A name is no way out of the folder.
                if name.split('/').any(|part| part == "..") {
                    return Ok(None);
                }
                let path = folder.join(format!("{name}.class"));
                if !path.is_file() {
                    return Ok(None);
                }
                let bytes = std::fs::read(&path).map_err(Error::io(&path))?;
                Ok(Some((path.display().to_string(), bytes)))
            }
            Place::Archive { path, archive, prefix } => {
                let entry = format!("{prefix}{name}.class");
                let failed = |error| Error::Archive { file: path.clone(), error };
                let mut bytes = Vec::new();
                match archive.by_name(&entry) {
                    Ok(file) => file.take(LARGEST).read_to_end(&mut bytes).map_err(|e| failed(e.into()))?,
                    Err(ZipError::FileNotFound) => return Ok(None),
                    Err(error) => return Err(failed(error)),
                };
                Ok(Some((format!("{}!{entry}", path.display()), bytes)))
            }
            Place::Files(files) => Ok(files.get(name).map(|(path, bytes)| (path.display().to_string(), bytes.clone()))),
        }
    }
}

/// The names of the classes in a folder and in those below it.
fn in_folder(folder: &Path, package: &str, names: &mut Vec<String>) -> Result<(), Error> {
    for entry in std::fs::read_dir(folder).map_err(Error::io(folder))? {
        let entry = entry.map_err(Error::io(folder))?;
        let Some(name) = entry.file_name().to_str().map(str::to_owned) else { continue };
        let kind = entry.file_type().map_err(Error::io(&entry.path()))?;
        // Links to folders may lead around in circles.
        if kind.is_dir() {
            in_folder(&entry.path(), &format!("{package}{name}/"), names)?;
        } else if let Some(class) = name.strip_suffix(".class") {
            names.push(format!("{package}{class}"));
        }
    }
    Ok(())
}
