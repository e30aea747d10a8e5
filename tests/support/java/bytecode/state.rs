//! The types of what is on the stack and in the slots of variables.

/// The types that the verifier distinguishes. References have a descriptor, which is that of the value or of a supertype.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ty {
    Int,
    Long,
    Float,
    Double,
    Ref(&'static str),
}

pub const MAIN: &str = "LMain;";
pub const OBJECT: &str = "Ljava/lang/Object;";
pub const OBJECTS: &str = "[Ljava/lang/Object;";
pub const TEXT: &str = "Ljava/lang/String;";
pub const TROUBLE: &str = "Ljava/lang/RuntimeException;";
pub const THROWABLE: &str = "Ljava/lang/Throwable;";
/// All references, the simplest first.
pub const REFERENCES: [&str; 16] =
    [MAIN, "[I", OBJECT, TEXT, "[[I", "[LMain;", OBJECTS, "[B", "[C", "[S", "[Z", "[J", "[F", "[D", TROUBLE, THROWABLE];

impl Ty {
    /// The type of a field, of a parameter or of an element.
    pub fn of(descriptor: &'static str) -> Self {
        match descriptor {
            "B" | "C" | "I" | "S" | "Z" => Ty::Int,
            "J" => Ty::Long,
            "F" => Ty::Float,
            "D" => Ty::Double,
            _ => Ty::Ref(descriptor),
        }
    }

    /// Its place in groups of opcodes.
    pub fn number(self) -> u8 {
        match self {
            Ty::Int => 0,
            Ty::Long => 1,
            Ty::Float => 2,
            Ty::Double => 3,
            Ty::Ref(_) => 4,
        }
    }

    /// Words on the stack, or slots.
    pub fn size(self) -> usize {
        if matches!(self, Ty::Long | Ty::Double) { 2 } else { 1 }
    }

    pub fn is_floating(self) -> bool {
        matches!(self, Ty::Float | Ty::Double)
    }
}

/// A slot of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slot {
    Unset,
    Holds(Ty),
    /// The second one of a long or double.
    Second,
}

/// What is on the stack and in slots.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    pub stack: Vec<Ty>,
    pub slots: [Slot; Self::SLOTS],
}

impl Default for State {
    fn default() -> Self {
        Self { stack: Vec::new(), slots: [Slot::Unset; Self::SLOTS] }
    }
}

impl State {
    /// The slots that code uses, besides counters of loops.
    pub const SLOTS: usize = 14;
    /// From this one on, they have large numbers.
    const FAR: usize = 10;

    /// The number of a slot in instructions.
    pub fn number(slot: usize) -> u16 {
        if slot < Self::FAR { slot as u16 } else { 256 + slot as u16 }
    }

    /// Words on the stack.
    pub fn words(&self) -> usize {
        self.stack.iter().map(|ty| ty.size()).sum()
    }

    /// Sets a slot. Halves of what it overwrites are lost.
    pub fn store(&mut self, slot: usize, ty: Ty) {
        for slot in slot..slot + ty.size() {
            match self.slots[slot] {
                Slot::Second => self.slots[slot - 1] = Slot::Unset,
                Slot::Holds(old) if old.size() == 2 => self.slots[slot + 1] = Slot::Unset,
                _ => {}
            }
            self.slots[slot] = Slot::Unset;
        }
        self.slots[slot] = Slot::Holds(ty);
        if ty.size() == 2 {
            self.slots[slot + 1] = Slot::Second;
        }
    }

    /// Whether a value has room from a slot on.
    pub fn has_room(slot: usize, ty: Ty) -> bool {
        ty.size() == 1 || (slot + 1 != Self::FAR && slot + 1 < Self::SLOTS)
    }

    /// Slots that have a type.
    pub fn holding(&self, ty: Ty) -> Vec<usize> {
        (0..Self::SLOTS).filter(|slot| self.slots[*slot] == Slot::Holds(ty)).collect()
    }

    /// The index in the stack above which there are some words, if no value is on both sides.
    pub fn cut(&self, words: usize) -> Option<usize> {
        let (mut index, mut above) = (self.stack.len(), 0);
        while above < words {
            index = index.checked_sub(1)?;
            above += self.stack[index].size();
        }
        (above == words).then_some(index)
    }

    /// What is known where control comes from here or from there, with equal stacks.
    pub fn meet(&mut self, other: &State) {
        assert_eq!(self.stack, other.stack, "the stacks are equal where control meets");
        for slot in 0..Self::SLOTS {
            if self.slots[slot] != other.slots[slot] {
                self.slots[slot] = Slot::Unset;
            }
        }
        for slot in 0..Self::SLOTS {
            let is_whole = match self.slots[slot] {
                Slot::Holds(ty) if ty.size() == 2 => self.slots[slot + 1] == Slot::Second,
                Slot::Second => slot > 0 && matches!(self.slots[slot - 1], Slot::Holds(ty) if ty.size() == 2),
                _ => true,
            };
            if !is_whole {
                self.slots[slot] = Slot::Unset;
            }
        }
    }
}
