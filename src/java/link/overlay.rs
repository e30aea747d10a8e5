//! A class made of two: that of the JDK, and one of ours that stands for it or for some of its methods.

use crate::java::classfile::{
    Access, Bootstrap, ClassFile, Constant, Handle, Invoke, MemberRef, Method, Name, Op, Shuffle,
};
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
/// The field of a class that lists those which are written to streams.
const LISTED: &str = "serialPersistentFields";
/// Collections of the JDK all of whose arrays are of the class `Object[]`, and the method that copies them.
const OVER_OBJECTS: [&str; 4] =
    ["java/util/ArrayList", "java/util/Vector", "java/util/ArrayDeque", "java/util/PriorityQueue"];
const COPY: (&str, &str, &str) = ("java/util/Arrays", "copyOf", "([Ljava/lang/Object;I)[Ljava/lang/Object;");
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

/// A class of the JDK with other methods: those of an overlay, except its constructors and abstract methods, which are there for
/// the compiler. Static ones that the class does not have are called in the place of those of `Math`.
pub(super) fn overlaid(jdk: &ClassFile, overlay: &ClassFile) -> ClassFile {
    let mut class = jdk.clone();
    let is_taken = |method: &&Method| &*method.name != "<init>" && !method.access.is_abstract();
    let taken: Vec<&Method> = overlay.methods.iter().filter(is_taken).collect();
    class.methods.retain(|method| !taken.iter().any(|other| is_same(method, other)));
    let of_math: Vec<&Method> = taken.iter().copied().filter(|own| own.access.is_static() && !has(jdk, own)).collect();
    for (_, op) in class.methods.iter_mut().filter_map(|method| method.code.as_mut()).flat_map(|code| &mut code.ops) {
        if let Op::Invoke(Invoke::Static, to) = op
            && &*to.class == "java/lang/Math"
            && of_math.iter().any(|own| own.name == to.name && own.descriptor == to.descriptor)
        {
            *to = Arc::new(MemberRef { class: jdk.name.clone(), ..(**to).clone() });
        }
    }
    add(&mut class, overlay, &taken);
    let is_new = |field: &&crate::java::classfile::Field| !jdk.fields.iter().any(|own| own.name == field.name);
    class.fields.extend(overlay.fields.iter().filter(is_new).cloned());
    class
}

/// A class of the JDK without the list of fields that are written to streams: reflection alone reads it. Its initialiser makes the
/// list by code without branches, of classes that are not read.
pub(super) fn unserialised(mut class: Arc<ClassFile>) -> Arc<ClassFile> {
    if !class.fields.iter().any(|field| &*field.name == LISTED) {
        return class;
    }
    let is_list = |op: &Op| matches!(op, Op::PutStatic(field) if &*field.name == LISTED);
    let is_begin = |op: &Op| matches!(op, Op::NewArray(of) if of.contains("java/io/ObjectStreamField"));
    let initialiser = Arc::make_mut(&mut class).methods.iter_mut().find(|method| &*method.name == "<clinit>");
    if let Some(code) = initialiser.and_then(|method| method.code.as_mut())
        && let Some(end) = code.ops.iter().position(|(_, op)| is_list(op))
        && let Some(begin) = code.ops[..end].iter().rposition(|(_, op)| is_begin(op))
    {
        // What is left takes the length of the array from the stack.
        code.ops.drain(begin..end);
        code.ops[begin].1 = Op::Shuffle(Shuffle::Pop);
    }
    class
}

/// A class of the JDK that copies its arrays without a question for their class, if all of them have the same.
pub(super) fn with_plain_copies(mut class: Arc<ClassFile>) -> Arc<ClassFile> {
    if !OVER_OBJECTS.contains(&&*class.name) {
        return class;
    }
    let codes = Arc::make_mut(&mut class).methods.iter_mut().filter_map(|method| method.code.as_mut());
    for (_, op) in codes.flat_map(|code| &mut code.ops) {
        if let Op::Invoke(Invoke::Static, to) = op
            && (&*to.class, &*to.name, &*to.descriptor) == COPY
        {
            *to = Arc::new(MemberRef { name: "copyOfObjects".into(), ..(**to).clone() });
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::java::classfile::{ClassPath, Library, tests::compile};
    use crate::java::home;
    use crate::java::link::library::jar;
    use std::collections::BTreeSet;

    fn jdk() -> Option<Library> {
        let found = home::folder(None).and_then(|home| Library::open(&home).expect("a library"));
        if found.is_none() {
            eprintln!("skipped: there is no JDK");
        }
        found
    }

    /// The public supertypes of a class.
    fn above(name: &str, find: &mut impl FnMut(&str) -> Option<Arc<ClassFile>>) -> BTreeSet<String> {
        let (mut found, mut open) = (BTreeSet::new(), vec![name.to_owned()]);
        while let Some(name) = open.pop() {
            let class = find(&name).unwrap_or_else(|| panic!("no {name}"));
            for above in class.super_name.iter().chain(&class.interfaces) {
                open.push(above.to_string());
            }
            if class.access.is_public() {
                found.insert(name);
            }
        }
        found
    }

    #[test]
    fn models_are_of_the_types_that_they_have_in_the_jdk() {
        let Some(mut jdk) = jdk() else { return };
        let mut models = jar("").expect("the jar of the models");
        let mut of_jdk = |name: &str| jdk.find(name).expect("no defect");
        let mut compared = 0;
        for name in models.names().expect("names") {
            if of_jdk(&name).is_none() {
                continue;
            }
            let expected = above(&name, &mut of_jdk);
            let model = above(&name, &mut |name| {
                let model = models.find(name).expect("no defect");
                model.map(Arc::new).or_else(|| of_jdk(name))
            });
            assert_eq!(model, expected, "{name}");
            compared += 1;
        }
        assert!(compared > 100, "{compared}");
    }

    #[test]
    fn overlays_replace_what_the_jdk_has() {
        let Some(mut jdk) = jdk() else { return };
        let mut overlays = jar("overlays/").expect("the jar of the models");
        let names = overlays.names().expect("names");
        assert!(names.len() > 5, "{names:?}");
        for name in names {
            let overlay = overlays.find(&name).expect("no defect").expect("it has just been listed");
            let class = jdk.find(&name).expect("no defect").unwrap_or_else(|| panic!("the JDK has no {name}"));
            let methods = overlay.methods.iter().filter(|method| &*method.name != "<init>");
            let added: Vec<&Method> = methods.filter(|method| !has(&class, method)).collect();
            let is_named = |method: &&&Method| !method.name.starts_with(LAMBDA);
            let whole = overlaid(&class, &overlay);
            for method in added.iter().filter(is_named) {
                assert!(calls_of_math(&class, method) > 0, "{name}.{}{}", method.name, method.descriptor);
                assert_eq!(calls_of_math(&whole, method), 0, "{name}.{}{}", method.name, method.descriptor);
            }
            assert_eq!(whole.methods.len(), class.methods.len() + added.len(), "{name}");
        }
    }

    fn ops(class: &ClassFile) -> impl Iterator<Item = &Op> {
        class.methods.iter().filter_map(|method| method.code.as_ref()).flat_map(|code| &code.ops).map(|(_, op)| op)
    }

    fn calls_of_math(class: &ClassFile, method: &Method) -> usize {
        let is_call = |op: &&Op| {
            let Op::Invoke(Invoke::Static, to) = op else { return false };
            &*to.class == "java/lang/Math" && to.name == method.name && to.descriptor == method.descriptor
        };
        ops(class).filter(is_call).count()
    }

    #[test]
    fn fields_for_streams_are_not_listed() {
        let Some(mut jdk) = jdk() else { return };
        let made = |class: &ClassFile| {
            ops(class).filter(|op| matches!(op, Op::New(of) if of.contains("ObjectStreamField"))).count()
        };
        let class = jdk.find("java/math/BigInteger").expect("no defect").expect("a class");
        assert!(made(&class) > 0);
        assert_eq!(made(&unserialised(class)), 0);
    }

    #[test]
    fn lambdas_of_both_classes_stay_apart() {
        let text = |body: &str| {
            format!(
                "interface Main {{ {body} static Runnable both() {{ return () -> {{ }}; }} }}
                 class Plain {{ static int n() {{ return 1; }} int m() {{ return 2; }} public int hashCode() {{ return 3; }} }}"
            )
        };
        let Some(one) = compile("overlay", &text("static Runnable own() { return () -> own(); }")) else { return };
        let other = compile("overlaid", &text("static Runnable more() { return () -> more(); }")).expect("a compiler");
        let find = |folder: &std::path::Path, name: &str| {
            let mut path = ClassPath::default();
            path.add(folder).expect("a folder");
            path.find(name).expect("no defect").expect("a class")
        };
        let class = filled(find(&one, "Main"), &find(&other, "Main"));
        let names: Vec<&str> = class.methods.iter().map(|method| &*method.name).collect();
        for name in ["own", "both", "more", "lambda$own$0", "lambda$both$1", "other$lambda$more$0"] {
            assert_eq!(names.iter().filter(|other| **other == name).count(), 1, "{name} of {names:?}");
        }
        let more = class.methods.iter().find(|method| &*method.name == "more").expect("it is there");
        let site = more.code.iter().flat_map(|code| &code.ops).find_map(|(_, op)| match op {
            Op::InvokeDynamic(site) => Some(usize::from(site.bootstrap)),
            _ => None,
        });
        let made = &class.bootstraps[site.expect("a lambda")].args[1];
        assert!(matches!(made, Constant::Handle(handle) if &*handle.member.name == "other$lambda$more$0"), "{made:?}");

        let mut model = find(&one, "Plain");
        model.methods.clear();
        let class = filled(model, &find(&other, "Plain"));
        let found: Vec<(&str, bool)> = class.methods.iter().map(|m| (&*m.name, m.code.is_some())).collect();
        assert_eq!(found, [("n", true), ("hashCode", false)]);
    }
}
