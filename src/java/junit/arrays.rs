//! The statements of a test that make arrays.

use super::makers::default_of;
use super::objects::{Late, Objects};
use super::visible::OBJECT;
use crate::java::jvm::{Object, Value};
use crate::java::literal;

/// The longest array that is written as a list of its elements.
const LISTED: u32 = 64;
/// The longest array of a test.
const LONGEST: u32 = 1_000_000;

impl Objects<'_> {
    /// Makes an array.
    pub fn array(
        &mut self,
        object: usize,
        element: &str,
        length: u32,
        default: &Value,
        cells: &[(u32, Value)],
    ) -> Result<(), String> {
        if length > LONGEST {
            return Err(format!("an array of {length} elements"));
        }
        self.make_before(cells.iter().map(|(_, value)| value).chain([default]))?;
        let usual = default_of(element);
        let default = if *default == Value::Null { &usual } else { default };
        let at = |index: u32| cells.iter().find(|(i, _)| *i == index).map_or(default, |(_, value)| value);
        let descriptor = format!("[{element}");
        let Some(ty) = self.view.ty(element) else {
            let class = self.view.literal(element);
            let made = format!("java.lang.reflect.Array.newInstance({class}, {length})");
            self.declare(object, &descriptor, &made, Vec::new(), false);
            return (0..length).filter(|i| *at(*i) != usual).try_for_each(|i| self.put(object, i, at(i)));
        };
        if length <= LISTED && !(0..length).all(|i| *at(i) == usual) {
            let (mut elements, mut uses) = (Vec::new(), Vec::new());
            for index in 0..length {
                let value = at(index);
                if !self.is_made(value) {
                    self.late.push(Late::Element(object, index, value.clone()));
                    elements.push("null".to_owned());
                } else if let Some(constant) = literal::constant(value) {
                    elements.push(constant);
                } else {
                    let (text, used) = self.value(value, Some(element))?;
                    elements.push(text);
                    uses.extend(used);
                }
            }
            let made = format!("new {ty}[] {{{}}}", elements.join(", "));
            self.declare(object, &descriptor, &made, uses, true);
            return Ok(());
        }
        let base = ty.trim_end_matches("[]");
        let inner = "[]".repeat((ty.len() - base.len()) / 2);
        self.declare(object, &descriptor, &format!("new {base}[{length}]{inner}"), Vec::new(), true);
        if *default != usual && length > 0 {
            if !self.is_made(default) {
                return Err("a long array that contains itself".to_owned());
            }
            let (value, mut uses) = self.value(default, Some(element))?;
            uses.push(object);
            let name = self.made[&object].text.clone();
            self.line(object, format!("java.util.Arrays.fill({name}, {value});"), uses);
        }
        cells.iter().filter(|(_, value)| value != default).try_for_each(|(i, value)| self.put(object, *i, value))
    }

    /// Stores an element, or notes it for later.
    fn put(&mut self, object: usize, index: u32, value: &Value) -> Result<(), String> {
        if self.is_made(value) {
            return self.store_element(object, index, value);
        }
        self.late.push(Late::Element(object, index, value.clone()));
        Ok(())
    }

    /// Stores an element.
    pub fn store_element(&mut self, object: usize, index: u32, value: &Value) -> Result<(), String> {
        let made = self.made[&object].clone();
        let element = match &self.given.run.heap[object] {
            Object::Array { element, .. } => element.clone(),
            _ => OBJECT.to_owned(),
        };
        let (text, uses) = match made.is_typed {
            true => {
                let (value, uses) = self.value(value, Some(&element))?;
                (format!("{}[{index}] = {value};", made.text), uses)
            }
            false => {
                let (value, uses) = self.value(value, None)?;
                (format!("java.lang.reflect.Array.set({}, {index}, {value});", made.text), uses)
            }
        };
        self.line(object, text, uses);
        Ok(())
    }
}
