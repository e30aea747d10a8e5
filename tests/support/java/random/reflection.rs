//! Expressions over the classes of objects.

use super::Maker;
use super::types::Type;

/// Types whose objects have classes with names that every JVM gives them.
const NAMED: [Type; 9] =
    [Type::Base, Type::Sub, Type::Pair, Type::Span, Type::Tone, Type::Cell, Type::Text, Type::Boxed, Type::Trouble];

impl Maker<'_> {
    /// A number that the class of an object gives.
    pub fn of_class(&mut self, depth: u32) -> Option<String> {
        if self.choices.one_in(4) {
            return Some(format!("Tone.class.getEnumConstants()[{} & 1].level", self.number(Type::Int, depth)));
        }
        let ty = self.choices.of(&NAMED);
        let (object, name) = (self.object(ty, depth)?, self.choices.of(&["getName", "getSimpleName"]));
        let asked = self.choices.of(&["length", "hashCode"]);
        Some(format!("{object}.getClass().{name}().{asked}()"))
    }

    /// A condition about the classes of objects.
    pub fn about_class(&mut self, depth: u32) -> Option<String> {
        Some(match self.choices.below(4) {
            0 => {
                let ty = self.choices.of(&[Type::Base, Type::Scaled, Type::Object, Type::Trouble]);
                let (one, other) = (self.object(ty, depth)?, self.object(ty, depth)?);
                // What is made where an object is needed may have any type.
                let name = ty.name();
                format!("((({name}) {one}).getClass() == (({name}) {other}).getClass())")
            }
            1 | 2 => {
                let (object, ty) = (self.object(Type::Base, depth)?, self.choices.of(&[Type::Base, Type::Sub]));
                let above = self.choices.of(&["", ".getSuperclass()"]);
                format!("((Object) {object}.getClass(){above} == {}.class)", ty.name())
            }
            _ => format!("((Object) {}).getClass().isArray()", self.object(Type::Object, depth)?),
        })
    }
}
