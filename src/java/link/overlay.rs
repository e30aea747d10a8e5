//! A class made of two: that of the JDK, and one of ours that stands for it or for some of its methods.

use crate::java::classfile::{Access, Bootstrap, ClassFile, Constant, Handle, MemberRef, Method, Name, Op};
use std::sync::Arc;

/// The methods of all objects that classes override.
const OF_OBJECTS: [(&str, &str); 4] = [
    ("equals", "(Ljava/lang/Object;)Z"),
    ("hashCode", "()I"),
    ("toString", "()Ljava/lang/String;"),
    ("clone", "()Ljava/lang/Object;"),
];
/// The compiler names the methods of lambdas so, and counts them.
const LAMBDA: &str = "lambda$";
/// The flags of a method without code.
const NATIVE: u16 = 0x100;

/// A model whose gaps are filled: an interface gets all methods that it lacks, a class the static ones. What they need of the
/// representation of objects, the model does not have; so it is unsupported by its name. A method of all objects that the class
/// of the JDK overrides and the model does not is unsupported too.
pub(super) fn filled(model: ClassFile, jdk: &ClassFile) -> ClassFile {
    let mut class = model;
    let is_interface = class.access.is_interface();
    let (mut taken, mut hidden) = (Vec::new(), Vec::new());
    for method in &jdk.methods {
        if has(&class, method) || method.name.starts_with('<') {
            continue;
        }
        if is_interface || method.access.is_static() {
            taken.push(method);
        } else if OF_OBJECTS.contains(&(&*method.name, &*method.descriptor)) {
            hidden.push(Method { access: Access(method.access.0 | NATIVE), code: None, ..method.clone() });
        }
    }
    add(&mut class, jdk, &taken);
    class.methods.extend(hidden);
    class
}

/// A class of the JDK with other methods: those of an overlay, which has no constructors.
pub(super) fn overlaid(jdk: &ClassFile, overlay: &ClassFile) -> ClassFile {
    let mut class = jdk.clone();
    let taken: Vec<&Method> = overlay.methods.iter().filter(|method| &*method.name != "<init>").collect();
    class.methods.retain(|method| !taken.iter().any(|other| is_same(method, other)));
    add(&mut class, overlay, &taken);
    let is_new = |field: &&crate::java::classfile::Field| !jdk.fields.iter().any(|own| own.name == field.name);
    class.fields.extend(overlay.fields.iter().filter(is_new).cloned());
    class
}

fn is_same(method: &Method, other: &Method) -> bool {
    method.name == other.name && method.descriptor == other.descriptor
}

fn has(class: &ClassFile, method: &Method) -> bool {
    class.methods.iter().any(|own| is_same(own, method))
}

/// Adds methods of another class file of the same class. Their bootstrap methods come with them, and their lambdas get names
/// that the class does not have.
fn add(class: &mut ClassFile, from: &ClassFile, methods: &[&Method]) {
    let own = u16::try_from(class.bootstraps.len()).unwrap_or(u16::MAX);
    // Both numbers of bootstrap methods are below the limit of class files. Where their sum is not, nothing is added.
    if usize::from(own) + from.bootstraps.len() > usize::from(u16::MAX) {
        return;
    }
    for method in methods {
        let mut method = (*method).clone();
        method.name = renamed(&method.name);
        for (_, op) in method.code.iter_mut().flat_map(|code| &mut code.ops) {
            match op {
                Op::InvokeDynamic(dynamic) | Op::Push(Constant::Dynamic(dynamic)) => dynamic.bootstrap += own,
                _ => {}
            }
        }
        class.methods.push(method);
    }
    class.bootstraps.extend(from.bootstraps.iter().map(|bootstrap| moved(bootstrap, &class.name)));
}

fn renamed(name: &Name) -> Name {
    match name.starts_with(LAMBDA) {
        true => format!("other${name}").into(),
        false => name.clone(),
    }
}

/// A bootstrap method that names the lambdas of a class as they are named now.
fn moved(bootstrap: &Bootstrap, class: &str) -> Bootstrap {
    let arg = |arg: &Constant| match arg {
        Constant::Handle(handle) if *handle.member.class == *class => {
            let member = MemberRef { name: renamed(&handle.member.name), ..(*handle.member).clone() };
            Constant::Handle(Handle { member: Arc::new(member), ..handle.clone() })
        }
        other => other.clone(),
    };
    Bootstrap { method: bootstrap.method.clone(), args: bootstrap.args.iter().map(arg).collect() }
}
