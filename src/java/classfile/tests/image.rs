//! Images of a JDK: small ones that are made here, what is left of them after some bytes change, and that of the JDK, if there
//! is one.

use super::super::image::{Image, hash};
use super::super::{Error, Library};
use std::io::Cursor;
use std::path::Path;

/// An entry of an image: module, package, name, contents, and the compressed length.
type Entry = (&'static str, &'static str, &'static str, &'static [u8], u64);

const ENTRIES: [Entry; 5] = [
    ("java.base", "java/lang", "Object", b"of objects", 0),
    ("java.base", "java/util", "List", b"of lists", 0),
    ("java.base", "java/util", "Map$Entry", b"", 0),
    ("java.base", "", "Bare", b"without a package", 0),
    ("java.sql", "java/sql", "Driver", b"packed", 3),
];

fn name((module, parent, base, ..): &Entry) -> String {
    let parent = if parent.is_empty() { String::new() } else { format!("{parent}/") };
    format!("/{module}/{parent}{base}.class")
}

/// The bytes of an image, in one order of bytes or the other.
fn image(entries: &[Entry], is_little: bool) -> Vec<u8> {
    let word = |n: u32| if is_little { n.to_le_bytes() } else { n.to_be_bytes() };
    let mut strings = vec![0];
    let mut string = |text: &str| {
        if text.is_empty() {
            return 0;
        }
        strings.extend(text.bytes().chain([0]));
        (strings.len() - text.len() - 1) as u64
    };
    let (mut attributes, mut contents, mut places) = (vec![0u8], Vec::<u8>::new(), Vec::<u32>::new());
    for (module, parent, base, bytes, compressed) in entries {
        places.push(attributes.len() as u32);
        let values =
            [string(module), string(parent), string(base), string("class"), contents.len() as u64, *compressed];
        for (kind, value) in (1..).zip(values.into_iter().chain([bytes.len() as u64])).filter(|(_, value)| *value != 0)
        {
            let bytes = value.to_be_bytes();
            let length = (8 - value.leading_zeros() as usize / 8).max(1);
            attributes.push((kind << 3 | (length - 1)) as u8);
            attributes.extend(&bytes[8 - length..]);
        }
        attributes.push(0);
        contents.extend(*bytes);
    }
    // Names that are alone in their slot lead to a place, the others share a second hash, which has to be free of collisions.
    let length = entries.len() as u32;
    let slot = |seed, entry: &Entry| (hash(seed, &name(entry)) % length) as usize;
    let (mut redirect, mut offsets) = (vec![0; entries.len()], vec![None; entries.len()]);
    let mut groups: Vec<Vec<usize>> = vec![Vec::new(); entries.len()];
    for (i, entry) in entries.iter().enumerate() {
        groups[slot(0x0100_0193, entry)].push(i);
    }
    let mut order: Vec<usize> = (0..groups.len()).collect();
    order.sort_by_key(|at| std::cmp::Reverse(groups[*at].len()));
    for at in order {
        match &groups[at][..] {
            [] => {}
            [only] => {
                let free = offsets.iter().position(Option::is_none).expect("a free place");
                offsets[free] = Some(places[*only]);
                redirect[at] = -1 - free as i32;
            }
            several => {
                let fits = |seed: &u32| {
                    let slots: std::collections::HashSet<usize> =
                        several.iter().map(|i| slot(*seed, &entries[*i])).collect();
                    slots.len() == several.len() && slots.iter().all(|slot| offsets[*slot].is_none())
                };
                let seed = (1..).find(fits).expect("a seed");
                for i in several {
                    offsets[slot(seed, &entries[*i])] = Some(places[*i]);
                }
                redirect[at] = seed as i32;
            }
        }
    }
    let head = [0xcafe_dada, 1 << 16, 0, length, length, attributes.len() as u32, strings.len() as u32];
    let mut bytes: Vec<u8> = head.into_iter().flat_map(word).collect();
    bytes.extend(redirect.into_iter().flat_map(|n| word(n as u32)));
    bytes.extend(offsets.into_iter().flat_map(|place| word(place.unwrap_or_default())));
    bytes.extend(attributes);
    bytes.extend(strings);
    bytes.extend(contents);
    bytes
}

fn open(bytes: &[u8]) -> Result<Image<Cursor<&[u8]>>, Error> {
    Image::of(Path::new("modules"), Cursor::new(bytes))
}

#[test]
fn entries_are_found_in_both_orders_of_bytes() {
    for is_little in [true, false] {
        let bytes = image(&ENTRIES, is_little);
        let mut image = open(&bytes).expect("an image");
        for (module, parent, base, contents, compressed) in ENTRIES {
            let class = if parent.is_empty() { base.to_owned() } else { format!("{parent}/{base}") };
            match image.class(module, &class) {
                Ok(found) => assert_eq!((found.as_deref(), compressed), (Some(contents), 0), "{class}"),
                Err(Error::Compressed { entry, .. }) => {
                    assert_eq!((entry.as_str(), compressed), ("/java.sql/java/sql/Driver.class", 3));
                }
                Err(error) => panic!("{error}"),
            }
        }
        for absent in ["java/util/Lis", "java/util/Listing", "List", "java/util/", "", "java/lang/Object.class"] {
            assert_eq!(image.class("java.base", absent).expect("no defect"), None, "{absent}");
        }
        assert_eq!(image.class("java.sql", "java/util/List").expect("no defect"), None);
    }
    assert_eq!(open(&image(&[], true)).expect("an image").class("java.base", "A").expect("no defect"), None);
}

/// What reading all entries comes to.
fn read_all(bytes: &[u8]) -> Vec<Result<Option<Vec<u8>>, Error>> {
    match open(bytes) {
        Ok(mut image) => ["java/lang/Object", "java/util/List", "java/util/Map$Entry", "Bare", "none"]
            .map(|class| image.class("java.base", class))
            .into(),
        Err(error) => vec![Err(error)],
    }
}

#[test]
fn an_image_that_ends_too_early_is_an_error() {
    let bytes = image(&ENTRIES, true);
    for length in 0..bytes.len() {
        let results = read_all(&bytes[..length]);
        let is_whole = results.iter().all(Result::is_ok);
        // Only the last contents, which are compressed, are not asked for.
        assert_eq!(is_whole, length >= bytes.len() - "packed".len(), "{length} bytes");
        for error in results.into_iter().filter_map(Result::err) {
            assert!(
                matches!(&error, Error::Malformed { file, offset, .. } if file == "modules" && *offset <= bytes.len()),
                "{error}"
            );
        }
    }
}

#[test]
fn changed_images_are_errors_or_have_other_entries() {
    let bytes = image(&ENTRIES, true);
    let mut errors = 0;
    for at in 0..bytes.len() {
        for value in [0, 1, 0x7f, 0x80, 0xff, bytes[at].wrapping_add(1)] {
            let mut changed = bytes.clone();
            changed[at] = value;
            errors += read_all(&changed).iter().filter(|result| result.is_err()).count();
        }
    }
    assert!(errors > 100, "{errors}");
}

#[test]
fn an_index_that_is_longer_than_the_file_is_not_read() {
    for (field, value) in [(4, u32::MAX), (4, 1 << 30), (5, u32::MAX), (6, u32::MAX), (0, 1), (1, 2 << 16)] {
        let mut bytes = image(&ENTRIES, true);
        bytes[4 * field..][..4].copy_from_slice(&value.to_le_bytes());
        assert!(matches!(open(&bytes), Err(Error::Malformed { .. })), "{field}");
    }
}

#[test]
fn the_classes_of_a_jdk_are_the_same_in_its_image_and_its_module() {
    let Some(home) = crate::java::home::folder(None) else {
        eprintln!("skipped: there is no JDK");
        return;
    };
    let Some(mut library) = Library::open(&home).expect("a library") else {
        eprintln!("skipped: {} has no classes", home.display());
        return;
    };
    for name in ["java/lang/Object", "java/util/ArrayList", "java/util/Map$Entry", "java/util/stream/IntStream"] {
        let class = library.find(name).expect("no defect").expect("a class");
        assert_eq!(&*class.name, name);
    }
    assert!(library.find("java/util/NoSuchClass").expect("no defect").is_none());
    // A folder with the module alone.
    let module = home.join("jmods/java.base.jmod");
    if !module.is_file() {
        eprintln!("skipped: there is no {}", module.display());
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(folder.path().join("jmods")).expect("a folder");
    std::fs::copy(module, folder.path().join("jmods/java.base.jmod")).expect("a copy");
    let mut other = Library::open(folder.path()).expect("a library").expect("a module");
    let both = [library.find("java/util/ArrayList"), other.find("java/util/ArrayList")];
    let [image, module] = both.map(|class| format!("{:?}", class.expect("no defect").expect("a class")));
    assert!(image == module, "the classes differ");
}

#[test]
fn a_folder_without_classes_is_no_jdk() {
    let folder = tempfile::tempdir().expect("a folder");
    assert!(Library::open(folder.path()).expect("no defect").is_none());
    std::fs::create_dir(folder.path().join("lib")).expect("a folder");
    std::fs::write(folder.path().join("lib/modules"), b"no image").expect("a file");
    assert!(matches!(Library::open(folder.path()), Err(Error::Malformed { offset: 0, .. })));
}
