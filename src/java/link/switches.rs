//! Switches over enums. For them `javac` makes a class with an array for each enum, which has the number of a case for the
//! number of each constant. A case is found by the number of its constant instead. So nothing depends on what an array of numbers
//! contains.

use super::Linker;
use super::answers::Asking;
use super::classes::{Origin, is_library_name};
use super::members::Member;
use crate::ir::ClassId;
use crate::java::classfile::{Constant, Element, Invoke, MemberRef, Op, Pc, Shuffle, descriptor};
use crate::java::lower::EnumSwitch;
use std::collections::{BTreeMap, BTreeSet};

impl Asking<'_, '_> {
    /// The switch that an array is for; nothing if a compiler has not made the array, or the initialisation of its enums may need
    /// it: it is not there yet then.
    pub(super) fn switch_of(&mut self, array: &MemberRef) -> Option<EnumSwitch> {
        let class = self.linker.class(&array.class).ok()?;
        let initialiser = self.linker.own(class, "<clinit>", "()V")?;
        let ops = self.linker.member(initialiser).code.as_ref()?.ops.clone();
        let enums = self.linker.switched(&ops, class)?;
        if self.linker.initialisation_needs(&enums, class) {
            return None;
        }
        let cases: Vec<(&MemberRef, i32)> = ops.windows(5).filter_map(|ops| case(ops, array)).collect();
        let of = self.linker.class(&cases.first()?.0.class).ok()?;
        let numbers = self.linker.numbers(of)?;
        let number = |(constant, case): (&MemberRef, i32)| Some((case, *numbers.get(&*constant.name)?));
        let numbers = cases.into_iter().filter_map(number).collect();
        Some(EnumSwitch { initialise: enums.into_iter().filter_map(|of| self.initialise(of)).collect(), numbers })
    }
}

/// The constant whose case these instructions store in an array, and the case.
fn case<'o>(ops: &'o [(Pc, Op)], array: &MemberRef) -> Option<(&'o MemberRef, i32)> {
    let [
        (_, Op::GetStatic(of)),
        (_, Op::GetStatic(constant)),
        (_, Op::Invoke(_, number)),
        (_, Op::Push(Constant::Int(case))),
        (_, Op::StoreElem(Element::Int)),
    ] = ops
    else {
        return None;
    };
    let is_number = (&*number.name, &*number.descriptor) == ("ordinal", "()I");
    let is_case = **of == *array && is_number && *constant.descriptor == *format!("L{};", constant.class);
    is_case.then_some((constant, *case))
}

impl Linker<'_> {
    /// The enums for which a class has arrays, in the order in which it initialises them; nothing if it does anything else.
    fn switched(&mut self, ops: &[(Pc, Op)], class: ClassId) -> Option<Vec<ClassId>> {
        let name = self.classes[class].name.clone();
        let mut enums: Vec<ClassId> = Vec::new();
        for (_, op) in ops {
            let of = match op {
                Op::Invoke(Invoke::Static, method) if &*method.name == "values" => &method.class,
                Op::Invoke(Invoke::Virtual, method) if &*method.name == "ordinal" => &method.class,
                Op::GetStatic(field) if *field.class != *name => &field.class,
                Op::GetStatic(field) | Op::PutStatic(field) if *field.class == *name => continue,
                Op::ArrayLength | Op::NewArray(_) | Op::Push(_) | Op::StoreElem(_) | Op::Store(..) => continue,
                Op::Goto(_) | Op::Return(None) => continue,
                _ => return None,
            };
            let of = self.class(of).ok().filter(|of| self.is_enum(*of))?;
            if !enums.contains(&of) {
                enums.push(of);
            }
        }
        Some(enums)
    }

    /// Whether the initialisation of enums may run code that reads the static fields of a class.
    fn initialisation_needs(&mut self, enums: &[ClassId], class: ClassId) -> bool {
        let name = self.classes[class].name.clone();
        let mut open: BTreeSet<Member> = enums.iter().flat_map(|of| self.initialisers(*of)).collect();
        loop {
            let mut made: BTreeSet<ClassId> = enums.iter().copied().collect();
            let mut calls_library = false;
            let reads = self.any_runs(open.iter().copied().collect(), &mut |linker, _, op| {
                match op {
                    Op::New(class) => made.extend(linker.class(class).ok()),
                    Op::Invoke(how, method) => calls_library |= may_call_back(*how, method),
                    Op::InvokeDynamic(site) => calls_library |= !takes_plain(&site.descriptor),
                    _ => {}
                }
                matches!(op, Op::GetStatic(field) if *field.class == *name)
            });
            let known = open.len();
            // The library may call any method of the objects that it gets.
            open.extend(made.iter().filter(|_| calls_library).flat_map(|class| self.instance_methods(*class)));
            if reads || open.len() == known {
                return reads;
            }
        }
    }

    /// The methods with code that objects of a class have from classes of users.
    fn instance_methods(&self, class: ClassId) -> Vec<Member> {
        let users = self.program.classes[class].ancestors.iter().filter(|of| self.classes[**of].origin == Origin::User);
        let methods = users.flat_map(|&of| {
            let file = self.classes[of].file.as_ref();
            let methods = file.into_iter().flat_map(|file| file.methods.iter().enumerate());
            methods.filter(|(_, method)| !method.access.is_static()).map(move |(i, _)| (of, i))
        });
        methods.collect()
    }

    /// The numbers of the constants of an enum, by name; nothing if not all of them are found.
    fn numbers(&self, of: ClassId) -> Option<BTreeMap<String, i32>> {
        let initialiser = self.own(of, "<clinit>", "()V")?;
        let name = &*self.classes[of].name;
        let constant = format!("L{name};");
        let ops = &self.member(initialiser).code.as_ref()?.ops;
        let declared = self.classes[of].file.as_ref()?.fields.iter().filter(|field| field.access.is_enum()).count();
        let (mut numbers, mut next) = (BTreeMap::new(), None);
        for (i, (_, op)) in ops.iter().enumerate() {
            if let [
                (_, Op::New(_)),
                (_, Op::Shuffle(Shuffle::Dup)),
                (_, Op::Push(Constant::Text(_))),
                (_, Op::Push(Constant::Int(n))),
                ..,
            ] = ops[i..]
            {
                next = Some(n);
            } else if let Op::PutStatic(field) = op
                && *field.class == *name
                && *field.descriptor == *constant
                && let Some(number) = next.take()
            {
                numbers.insert(field.name.to_string(), number);
            }
        }
        (numbers.len() == declared).then_some(numbers)
    }
}

/// Whether a method of the library may call methods of objects of users.
fn may_call_back(how: Invoke, method: &MemberRef) -> bool {
    let gets_none = how == Invoke::Static || &*method.name == "<init>" || &*method.class == "java/lang/String";
    is_library_name(&method.class) && !(gets_none && takes_plain(&method.descriptor))
}

/// Whether all parameters are numbers, truth values and texts.
fn takes_plain(descriptor: &str) -> bool {
    let is_plain = |ty: &str| !ty.starts_with(['L', '[']) || ty == "Ljava/lang/String;";
    descriptor::method(descriptor).is_some_and(|(parameters, _)| parameters.iter().all(|ty| is_plain(ty)))
}
