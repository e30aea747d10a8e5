//! The class files of the library of the machine's own Java, if it has some.

use super::world::World;
use crate::ir::Terminator;
use crate::java::classfile::tests::{Random, classes};
use crate::java::classfile::{ClassPath, Method, read};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The module with the classes of the library.
fn module() -> Option<PathBuf> {
    let java = std::fs::canonicalize("/usr/bin/javac").ok()?;
    let module = java.parent()?.parent()?.join("jmods/java.base.jmod");
    module.is_file().then_some(module)
}

/// What is not supported in a method, in the words of reports.
fn unsupported(world: &World, id: crate::ir::MethodId) -> Vec<String> {
    let blocks = world.program.methods[id].blocks.iter();
    let what = |term: &Terminator| match term {
        Terminator::Unsupported(what) => Some(what.clone()),
        _ => None,
    };
    blocks.filter_map(|block| what(&block.term)).collect()
}

/// Every `step`th class of the library.
fn lower_library(step: usize) {
    let Some(module) = module() else {
        eprintln!("there are no class files of a library: nothing is tested");
        return;
    };
    let mut names = ClassPath::default();
    names.add(&module).expect("a module");
    let (mut methods, mut whole) = (0, 0);
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    for name in names.names().expect("names").iter().step_by(step) {
        let file = names.find(name).expect("readable").expect("there");
        let mut world = World::new(ClassPath::default());
        world.lenient = true;
        let with_code = |m: &&Method| m.code.is_some();
        for method in file.methods.iter().filter(with_code) {
            let id = world.add(&file.name, method);
            world.lower(id, &file.name, method).unwrap_or_else(|e| panic!("{name}.{}: {e}", method.name));
            let missing = unsupported(&world, id);
            methods += 1;
            whole += usize::from(missing.is_empty());
            for what in missing {
                *reasons.entry(what.split(':').next().unwrap_or_default().to_owned()).or_default() += 1;
            }
        }
        world.program.set_groups();
        crate::ir::validate::validate(&world.program).unwrap_or_else(|e| {
            let method = &world.program.methods[e.method];
            panic!("{name}.{} {e}\n{:#?}", method.name, method.blocks)
        });
    }
    let mut reasons: Vec<(usize, String)> = reasons.into_iter().map(|(what, n)| (n, what)).collect();
    reasons.sort_by(|a, b| b.cmp(a));
    println!("{whole} of {methods} methods lower in all their parts");
    reasons.iter().take(20).for_each(|(n, what)| println!("{n:6} {what}"));
    assert!(methods > 0);
}

#[test]
fn a_part_of_the_library_lowers() {
    lower_library(97);
}

#[test]
#[ignore = "takes minutes"]
fn the_whole_library_lowers() {
    lower_library(1);
}

#[test]
fn changed_methods_are_lowered_or_refused() {
    let Some(classes) = classes() else { return };
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let (mut lowered, mut refused) = (0, 0);
    for _ in 0..2_000 {
        let (name, bytes) = &classes[random.below(classes.len())];
        let mut bytes = bytes.clone();
        random.change(&mut bytes);
        let Ok(file) = read(name, &bytes) else { continue };
        let mut world = World::new(ClassPath::default());
        world.lenient = true;
        for method in file.methods.iter().filter(|m| m.code.is_some()) {
            let id = world.add(&file.name, method);
            match world.lower(id, &file.name, method) {
                Ok(()) => lowered += 1,
                Err(_) => refused += 1,
            }
        }
    }
    assert!(lowered > refused && refused > 0, "{lowered} methods lowered, {refused} refused");
}
