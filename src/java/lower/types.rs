//! What is known of the values in variables and on the stack: kinds, ranges of integers, declared types of references.

use super::Defect;
use crate::ir::Width;
use crate::java::classfile::{Kind, Name, Pc, descriptor};

/// The bounds that ranges of integers have. There are few, so that inference ends.
const LOWER: [i32; 4] = [i32::MIN, i16::MIN as i32, i8::MIN as i32, 0];
const UPPER: [i32; 5] = [1, i8::MAX as i32, i16::MAX as i32, u16::MAX as i32, i32::MAX];

/// The classes of the boxes that the JDK shares.
pub const BOXES: [&str; 6] = [
    "java/lang/Integer",
    "java/lang/Long",
    "java/lang/Character",
    "java/lang/Short",
    "java/lang/Byte",
    "java/lang/Boolean",
];

/// The other types of values of which equal ones may be one object: texts, an `Optional`, and what is above them and boxes.
const SHARED: [&str; 9] = [
    "java/util/Optional",
    "java/lang/String",
    "java/lang/CharSequence",
    "java/lang/Object",
    "java/lang/Number",
    "java/lang/Comparable",
    "java/io/Serializable",
    "java/lang/constant/Constable",
    "java/lang/constant/ConstantDesc",
];

/// What a value can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ty {
    /// An integer from the first to the second.
    Int(i32, i32),
    /// A `long`.
    Long,
    /// A `float`.
    Float,
    /// A `double`.
    Double,
    /// Null.
    Null,
    /// Null, or a reference that was declared with this descriptor.
    Ref(Name),
    /// Any reference.
    Any,
    /// The exception that the handler at this place has received last.
    Caught(Pc),
}

impl Ty {
    /// Any `int`.
    pub const INT: Ty = Ty::Int(i32::MIN, i32::MAX);

    /// An integer between two others.
    pub fn between(least: i32, most: i32) -> Ty {
        let lower = LOWER.into_iter().rev().find(|bound| *bound <= least).unwrap_or(i32::MIN);
        let upper = UPPER.into_iter().find(|bound| *bound >= most).unwrap_or(i32::MAX);
        Ty::Int(lower, upper)
    }

    /// A value of a declared type.
    pub fn of(ty: &str) -> Option<Ty> {
        Some(match ty.as_bytes().first()? {
            b'Z' => Ty::Int(0, 1),
            b'B' => Ty::Int(i8::MIN.into(), i8::MAX.into()),
            b'S' => Ty::Int(i16::MIN.into(), i16::MAX.into()),
            b'C' => Ty::Int(0, u16::MAX.into()),
            b'L' | b'[' => Ty::Ref(ty.into()),
            _ => Ty::any(descriptor::kind(ty)?),
        })
    }

    /// A reference that a class name or array type declares.
    pub fn of_class(name: &str) -> Ty {
        Ty::Ref(descriptor::of_class(name).into())
    }

    /// Any value of a kind.
    pub fn any(kind: Kind) -> Ty {
        match kind {
            Kind::Int => Ty::INT,
            Kind::Long => Ty::Long,
            Kind::Float => Ty::Float,
            Kind::Double => Ty::Double,
            Kind::Ref => Ty::Any,
        }
    }

    /// Whether the value may be a text, an `Optional`, or a box of a number or character: equal ones may be one object on a JVM.
    pub fn may_be_shared(&self) -> bool {
        match self {
            Ty::Any => true,
            _ => self.class().is_some_and(|class| BOXES.contains(&class) || SHARED.contains(&class)),
        }
    }

    /// The class or interface of which a reference is declared, if it is no array.
    pub fn class(&self) -> Option<&str> {
        let Ty::Ref(ty) = self else { return None };
        descriptor::class(ty)
    }

    /// Whether the value is a text, or null.
    pub fn is_text(&self) -> bool {
        matches!(self, Ty::Ref(ty) if **ty == *"Ljava/lang/String;")
    }

    /// The kind of the value.
    pub fn kind(&self) -> Kind {
        match self {
            Ty::Int(..) => Kind::Int,
            Ty::Long => Kind::Long,
            Ty::Float => Kind::Float,
            Ty::Double => Kind::Double,
            Ty::Null | Ty::Ref(_) | Ty::Any | Ty::Caught(_) => Kind::Ref,
        }
    }

    /// Whether all values are of the width.
    pub fn fits(&self, width: Width) -> bool {
        match self {
            Ty::Int(least, most) => {
                width.least() <= i64::from(*least).into() && width.most() >= i64::from(*most).into()
            }
            Ty::Long => width == Width::I64,
            _ => false,
        }
    }

    /// What a value of either type can be, if both have one kind.
    pub fn join(&self, other: &Ty) -> Option<Ty> {
        Some(match (self, other) {
            _ if self == other => self.clone(),
            _ if self.kind() != other.kind() => return None,
            (Ty::Int(a, b), Ty::Int(c, d)) => Ty::Int(*a.min(c), *b.max(d)),
            (Ty::Null, Ty::Ref(ty)) | (Ty::Ref(ty), Ty::Null) => Ty::Ref(ty.clone()),
            _ => Ty::Any,
        })
    }

    /// The type of the elements, if it is known that this is an array.
    pub fn element(&self) -> Option<&str> {
        match self {
            Ty::Ref(ty) => ty.strip_prefix('['),
            _ => None,
        }
    }
}

/// The width that a declared type of integers has.
pub fn width(ty: &str) -> Option<Width> {
    Some(match ty {
        "Z" => Width::U1,
        "B" => Width::I8,
        "S" => Width::I16,
        "C" => Width::U16,
        "I" => Width::I32,
        "J" => Width::I64,
        _ => return None,
    })
}

/// Which variable of the IR holds the value of a variable of the code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Home(pub usize);

/// What is known before an instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Variables; nothing where one has no value, and for the second halves of wide ones.
    pub slots: Vec<Option<(Ty, Home)>>,
    /// The stack; wide values are one entry.
    pub stack: Vec<Ty>,
}

impl Frame {
    /// The value on top of the stack, which is of a kind and is removed.
    pub fn pop_kind(&mut self, kind: Kind) -> Result<Ty, Defect> {
        let top = self.stack.pop().ok_or_else(|| Defect::new("the stack is empty"))?;
        if top.kind() != kind {
            return Err(Defect::new(format!("there is a value of kind {:?} instead of {kind:?}", top.kind())));
        }
        Ok(top)
    }

    /// Removes values of these kinds, the one on top first.
    pub fn pop_kinds<const N: usize>(&mut self, kinds: [Kind; N]) -> Result<(), Defect> {
        kinds.into_iter().try_for_each(|kind| self.pop_kind(kind).map(drop))
    }

    /// The value of a variable.
    pub fn load(&self, kind: Kind, slot: u16) -> Result<(Ty, Home), Defect> {
        let held = self.slots.get(usize::from(slot)).and_then(Option::as_ref);
        let held = held.filter(|(ty, _)| ty.kind() == kind);
        held.cloned().ok_or_else(|| Defect::new(format!("variable {slot} has no value of kind {kind:?}")))
    }

    /// Gives a variable a value.
    pub fn store(&mut self, slot: u16, ty: Ty, home: Home) {
        let slot = usize::from(slot);
        // A wide value whose second half is overwritten is gone.
        if let Some(before) = slot.checked_sub(1)
            && self.slots[before].as_ref().is_some_and(|(ty, _)| ty.kind().is_wide())
        {
            self.slots[before] = None;
        }
        if ty.kind().is_wide() {
            self.slots[slot + 1] = None;
        }
        self.slots[slot] = Some((ty, home));
    }
}
