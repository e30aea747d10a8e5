//! Static methods of the library for operands of known classes. `String.valueOf(Object)` may call the `toString` of any object, but
//! only one of these where the class of the operand is known. So a short method that asks an operand of any class has a copy for each
//! class that code gives it.

use super::Linker;
use super::members::Member;
use super::sites::assemble;
use crate::java::classfile::{ClassFile, Code, Invoke, Method, Op, descriptor};
use crate::java::lower::Ty;
use std::sync::Arc;

const OBJECT: &str = "java/lang/Object";
/// The instructions of the longest method that is copied.
const LONGEST: usize = 32;

impl Linker<'_> {
    /// The copy of a static method for operands, where it has one.
    pub(super) fn typed(&mut self, method: Member, operands: &[Ty]) -> Option<Member> {
        let class = &self.classes[method.0];
        let original = self.member(method);
        if !class.is_library() || !asks_an_object(original.code.as_ref()?) {
            return None;
        }
        let ty = self.typed_as(&original.descriptor, operands);
        if *ty == *original.descriptor {
            return None;
        }
        let name = format!("{}$${}{ty}", class.name, original.name);
        if !self.made.contains_key(&name) {
            // What is declared of variables is not true of the copy.
            let code = original.code.clone().map(|code| Code { variables: Vec::new(), ..code });
            let copy = Method { descriptor: ty.as_str().into(), code, signature: None, ..original.clone() };
            let source_file = class.file.as_ref().and_then(|file| file.source_file.clone());
            let made = assemble::class(&name, Vec::new(), Vec::new(), vec![copy]);
            self.made.insert(name.clone(), Arc::new(ClassFile { source_file, ..made }));
        }
        let class = self.class(&name).expect("a made class has supertypes that are linked");
        Some((class, 0))
    }

    /// A descriptor with the classes of operands in place of `Object`.
    fn typed_as(&self, ty: &str, operands: &[Ty]) -> String {
        let (parameters, result) = descriptor::method(ty).unwrap_or_default();
        let typed = parameters.iter().zip(operands).map(|(parameter, operand)| {
            let known = operand.class().filter(|_| *parameter == format!("L{OBJECT};"));
            let class = known.and_then(|known| self.by_name.get(known).copied().flatten());
            let class = class.filter(|class| !self.classes[*class].is_interface());
            class.map_or_else(|| (*parameter).to_owned(), |class| format!("L{};", self.classes[class].name))
        });
        format!("({}){result}", typed.collect::<String>())
    }
}

/// Whether a short method calls a method that all objects have.
fn asks_an_object(code: &Code) -> bool {
    let asks = |op: &Op| matches!(op, Op::Invoke(Invoke::Virtual, method) if *method.class == *OBJECT);
    code.ops.len() <= LONGEST && code.ops.iter().any(|(_, op)| asks(op))
}
