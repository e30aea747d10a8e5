//! Classes that are initialised before the entry of a program with threads, because an initialisation beside other threads is not
//! supported: those that a JVM has initialised before any program begins, and those of which nothing can observe when it happens.

use super::Linker;
use super::assertions::stores_assertion_switch;
use crate::ir::ClassId;
use crate::java::classfile::{Constant, Invoke, MemberRef, Op, Shuffle};

/// Classes of the library that JVMs from 17 to 25 initialise before `main`, as `java -Xlog:class+init` shows. There are more, which
/// programs do not use themselves.
const INITIALISED_BY_JVM: [&str; 18] = [
    "java/lang/Boolean",
    "java/lang/Byte",
    "java/lang/Character",
    "java/lang/Double",
    "java/lang/Float",
    "java/lang/Integer",
    "java/lang/Integer$IntegerCache",
    "java/lang/Math",
    "java/lang/String",
    "java/lang/System",
    "java/lang/Thread",
    "java/lang/Throwable",
    "java/util/ArrayList",
    "java/util/Collections",
    "java/util/HashSet",
    "java/util/ImmutableCollections",
    "java/util/concurrent/ConcurrentHashMap",
    "java/util/concurrent/atomic/AtomicInteger",
];

impl Linker<'_> {
    /// These classes, of a program with threads, in the order in which they were found.
    pub(super) fn initialised_before_threads(&self) -> Vec<ClassId> {
        if !self.threaded {
            return Vec::new();
        }
        let all = self.classes.ids().filter(|class| self.initialisations.contains_key(class));
        all.filter(|class| self.is_untimed(*class)).collect()
    }

    /// Whether nothing can observe when a class is initialised, and what is initialised with it.
    fn is_untimed(&self, class: ClassId) -> bool {
        INITIALISED_BY_JVM.contains(&&*self.classes[class].name)
            || self.only_makes_constants(class)
                && self.initialised_before(class).into_iter().all(|above| self.is_untimed(above))
    }

    /// Whether the static initialiser of a class, if there is one, only stores constants, new arrays and new objects of `Object`
    /// in static fields of the class.
    fn only_makes_constants(&self, class: ClassId) -> bool {
        let Some(own) = self.static_initialiser(class) else { return true };
        let Some(code) = &self.member(own).code else { return false };
        let is_own = |field: &MemberRef| *field.class == *self.classes[class].name;
        let ops = match stores_assertion_switch(&code.ops) {
            Some((put, behind)) if is_own(put) => behind,
            _ => &code.ops,
        };
        let is_length =
            |op: Option<&(u32, Op)>| matches!(op, Some((_, Op::Push(Constant::Int(length)))) if *length >= 0);
        ops.iter().enumerate().all(|(at, (_, op))| match op {
            Op::Push(constant) => {
                use Constant::{Double, Float, Int, Long, Null, Text};
                matches!(constant, Null | Int(_) | Long(_) | Float(_) | Double(_) | Text(_))
            }
            Op::PutStatic(field) => is_own(field),
            Op::New(made) => is_object(made),
            Op::Invoke(Invoke::Special, constructor) => is_object(&constructor.class),
            Op::NewArray(_) => is_length(at.checked_sub(1).and_then(|before| ops.get(before))),
            Op::Shuffle(Shuffle::Dup) | Op::Return(None) => true,
            _ => false,
        })
    }
}

fn is_object(class: &str) -> bool {
    class == "java/lang/Object"
}
