//! `equals`, `hashCode` and `toString` of records.

use super::assemble::{self, STATIC, call, kind, leave, text};
use super::texts::{self, Part};
use super::{Made, Refused};
use crate::java::classfile::{Arith, Constant, Dynamic, Kind, MemberRef, Name, Op, Pc, Test, descriptor};
use std::sync::Arc;

const OBJECTS: &str = "java/util/Objects";
/// Where a jump goes that answers no, until it is known.
const NO: Pc = Pc::MAX;

/// A record.
struct Record<'a> {
    class: &'a Name,
    components: Vec<&'a Arc<MemberRef>>,
}

/// The method of a record that a site calls.
pub fn method(name: &str, site: &Dynamic, args: &[Constant]) -> Result<Made, Refused> {
    let [Constant::Class(class), Constant::Text(_), getters @ ..] = args else {
        return Err("a record without components".to_owned());
    };
    let components = getters.iter().map(|getter| match getter {
        Constant::Handle(handle) => Ok(&handle.member),
        _ => Err("a component that is no field".to_owned()),
    });
    let record = Record { class, components: components.collect::<Result<_, _>>()? };
    let ops = match &*site.name {
        "equals" => record.equals(),
        "hashCode" => record.hash_code(),
        "toString" => record.to_string(),
        other => return Err(format!("the method {other} of records")),
    };
    let made = assemble::method("of", &site.descriptor, STATIC, ops);
    Ok(Made::Call(assemble::class(name, Vec::new(), Vec::new(), vec![made]), "of"))
}

impl Record<'_> {
    fn component(field: &Arc<MemberRef>) -> [Op; 2] {
        [Op::Load(Kind::Ref, 0), Op::GetField(Arc::clone(field))]
    }

    fn equals(&self) -> Vec<Op> {
        let mut ops = vec![Op::Load(Kind::Ref, 1), Op::InstanceOf(self.class.clone()), Op::If(Test::Eq, NO)];
        for field in &self.components {
            ops.extend(Self::component(field));
            ops.extend([Op::Load(Kind::Ref, 1), Op::CheckCast(self.class.clone()), Op::GetField(Arc::clone(field))]);
            let ty = &*field.descriptor;
            match kind(ty) {
                Kind::Int => ops.push(Op::IfCompare(Test::Ne, NO)),
                Kind::Long => ops.extend([Op::CompareLongs, Op::If(Test::Ne, NO)]),
                Kind::Ref => {
                    ops.push(call(OBJECTS, "equals", "(Ljava/lang/Object;Ljava/lang/Object;)Z"));
                    ops.push(Op::If(Test::Eq, NO));
                }
                Kind::Float | Kind::Double => {
                    let class = descriptor::boxes(ty).unwrap_or(OBJECTS);
                    ops.extend([call(class, "compare", &format!("({ty}{ty})I")), Op::If(Test::Ne, NO)]);
                }
            }
        }
        ops.extend([Op::Push(Constant::Int(1)), Op::Return(Some(Kind::Int))]);
        let no = ops.len() as Pc;
        ops.extend([Op::Push(Constant::Int(0)), Op::Return(Some(Kind::Int))]);
        for op in &mut ops {
            if let Op::If(_, to) | Op::IfCompare(_, to) = op {
                *to = no;
            }
        }
        ops
    }

    fn hash_code(&self) -> Vec<Op> {
        let mut ops = vec![Op::Push(Constant::Int(0))];
        for field in &self.components {
            ops.extend([Op::Push(Constant::Int(31)), Op::Arith(Kind::Int, Arith::Mul)]);
            ops.extend(Self::component(field));
            let ty = &*field.descriptor;
            ops.push(match descriptor::boxes(ty) {
                Some(class) => call(class, "hashCode", &format!("({ty})I")),
                None => call(OBJECTS, "hashCode", "(Ljava/lang/Object;)I"),
            });
            ops.push(Op::Arith(Kind::Int, Arith::Add));
        }
        ops.push(Op::Return(Some(Kind::Int)));
        ops
    }

    fn to_string(&self) -> Vec<Op> {
        let name = super::super::classes::simple_name(self.class);
        let name = name.trim_start_matches(|c: char| c.is_ascii_digit());
        let mut parts = Vec::new();
        let mut before = format!("{name}[");
        for field in &self.components {
            parts.push(Part::Text(text(&format!("{before}{}=", field.name))));
            parts.push(Part::Value(Self::component(field).to_vec(), field.descriptor.to_string()));
            before = ", ".to_owned();
        }
        let last = if self.components.is_empty() { format!("{before}]") } else { "]".to_owned() };
        parts.push(Part::Text(text(&last)));
        let mut ops = texts::joined(parts);
        ops.push(leave("Ljava/lang/String;"));
        ops
    }
}
