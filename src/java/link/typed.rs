//! Methods of the library for operands of known classes. `String.valueOf(Object)` may call the `toString` of any object, but only one
//! of these where the class of the operand is known. So a short method that asks an operand of any class has a copy for each class
//! that code gives it: a static method, also of a method with a receiver.

use super::Linker;
use super::members::Member;
use super::sites::assemble::{self, STATIC};
use crate::java::classfile::{ClassFile, Code, Invoke, Method, Op, descriptor};
use crate::java::lower::Ty;
use std::sync::Arc;

const OBJECT: &str = "java/lang/Object";
const OBJECTS: &str = "[Ljava/lang/Object;";
/// The instructions of the longest method that is copied.
const LONGEST: usize = 32;

impl Linker<'_> {
    /// The copy of a method for operands, the receiver first, where it has one.
    pub(super) fn typed(&mut self, method: Member, operands: &[Ty]) -> Option<Member> {
        let class = &self.classes[method.0];
        let original = self.member(method);
        let is_plain = &*original.name != "<init>" && !original.access.is_synchronized();
        if !class.is_library() || !is_plain || !asks_an_object(original.code.as_ref()?) {
            return None;
        }
        let (receiver, arguments) = match original.access.is_static() {
            true => (None, operands),
            false => (Some(&class.name), operands.get(1..)?),
        };
        let ty = self.typed_as(&original.descriptor, arguments);
        if *ty == *original.descriptor {
            return None;
        }
        let name = format!("{}$${}{ty}", class.name, original.name);
        if !self.made.contains_key(&name) {
            let receiver = receiver.map_or_else(String::new, |class| format!("L{class};"));
            let descriptor = ty.replacen('(', &format!("({receiver}"), 1).as_str().into();
            // What is declared of variables is not true of the copy.
            let code = original.code.clone().map(|code| Code { variables: Vec::new(), ..code });
            let copy = Method { descriptor, code, signature: None, access: STATIC, ..original.clone() };
            let source_file = class.file.as_ref().and_then(|file| file.source_file.clone());
            let made = assemble::class(&name, Vec::new(), Vec::new(), vec![copy]);
            self.made.insert(name.clone(), Arc::new(ClassFile { source_file, ..made }));
        }
        let class = self.class(&name).expect("a made class has supertypes that are linked");
        Some((class, 0))
    }

    /// What a model has for arrays in the place of a static method that takes objects, if the operands are such arrays: a method
    /// whose name has a `$` more.
    pub(super) fn for_arrays(&self, method: Member, operands: &[Ty]) -> Option<Member> {
        let class = &self.classes[method.0];
        let original = self.member(method);
        if !class.is_library() || !original.access.is_static() || !original.descriptor.contains(OBJECT) {
            return None;
        }
        let (declared, _) = descriptor::method(&original.descriptor)?;
        let fits = |((declared, own), operand): ((&&str, &&str), &Ty)| match operand {
            Ty::Ref(known) if declared != own => {
                **declared == format!("L{OBJECT};")
                    && (**known == **own
                        || *own == OBJECTS && ["[[", "[L"].iter().any(|start| known.starts_with(start)))
            }
            _ => declared == own,
        };
        let takes = |other: &Method| {
            let is_named = other.name.strip_suffix('$') == Some(&*original.name);
            let own = descriptor::method(&other.descriptor).filter(|_| is_named);
            own.is_some_and(|(own, _)| own.len() == declared.len() && declared.iter().zip(&own).zip(operands).all(fits))
        };
        let at = class.file.as_ref()?.methods.iter().position(takes)?;
        Some((method.0, at))
    }

    /// A descriptor with the classes of operands in place of `Object`.
    fn typed_as(&self, ty: &str, operands: &[Ty]) -> String {
        let (parameters, result) = descriptor::method(ty).unwrap_or_default();
        let typed = parameters.iter().zip(operands).map(|(parameter, operand)| {
            let known = operand.class().filter(|_| *parameter == format!("L{OBJECT};"));
            let class = known.and_then(|known| self.known_class(known));
            let class = class.filter(|class| !self.classes[*class].is_interface());
            class.map_or_else(|| (*parameter).to_owned(), |class| format!("L{};", self.classes[class].name))
        });
        format!("({}){result}", typed.collect::<String>())
    }
}

/// Whether a short method calls a method that all objects have, or gives an object of any class to a static method, which may.
fn asks_an_object(code: &Code) -> bool {
    let asks = |op: &Op| match op {
        Op::Invoke(Invoke::Virtual, method) => *method.class == *OBJECT,
        Op::Invoke(Invoke::Static, method) => method.descriptor.contains(&format!("L{OBJECT};")),
        _ => false,
    };
    code.ops.len() <= LONGEST && code.ops.iter().any(|(_, op)| asks(op))
}
