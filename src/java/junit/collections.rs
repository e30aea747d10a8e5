//! The statements of a test that make collections.

use super::objects::Objects;
use super::visible::View;
use crate::java::jvm::{Value, erased};
use crate::java::replay::{OPTIONAL, described};

/// The most elements that a test adds.
const LONGEST: usize = 1000;

impl Objects<'_> {
    /// Makes a collection, and adds its elements; a map has two lists, of keys and values. An `Optional` has at most one element.
    pub fn collection(&mut self, object: usize, ty: &str, lists: &[Vec<Value>]) -> Result<(), String> {
        let length = lists.first().map_or(0, Vec::len);
        if length > LONGEST {
            return Err(format!("a collection of {length} elements"));
        }
        self.make_before(lists.iter().flatten())?;
        let plain = erased(ty);
        // Where the type of the elements cannot be named, it is left out.
        let named = self.view.generic(ty);
        let declared = Some(named.as_deref().unwrap_or(plain));
        if plain == OPTIONAL {
            let element = self.element(ty);
            let (text, uses) = self.value(lists[0].first().unwrap_or(&Value::Null), element.as_deref())?;
            self.declare_as(object, declared, &format!("{plain}.ofNullable({text})"), uses);
            return Ok(());
        }
        let arguments = if named.is_some() { "<>" } else { "" };
        self.declare_as(object, declared, &format!("new {plain}{arguments}()"), Vec::new());
        let name = self.made[&object].text.clone();
        let add = if lists.len() > 1 { "put" } else { "add" };
        for index in 0..length {
            let (mut texts, mut uses) = (Vec::new(), vec![object]);
            for list in lists {
                let value = list.get(index).unwrap_or(&Value::Null);
                if !self.is_made(value) {
                    return Err("a collection that contains itself".to_owned());
                }
                let element = self.element(ty).filter(|_| lists.len() == 1);
                let (text, used) = self.value(value, element.as_deref())?;
                texts.push(text);
                uses.extend(used);
            }
            self.line(object, format!("{name}.{add}({});", texts.join(", ")), uses);
        }
        Ok(())
    }

    /// The descriptor of the elements of a collection, if they are no collections themselves.
    fn element(&mut self, ty: &str) -> Option<String> {
        let inner = ty.split_once('<')?.1.strip_suffix('>')?;
        (!inner.contains(['<', '['])).then(|| described(inner))
    }
}

impl View<'_> {
    /// A type with arguments, as a test names it; nothing if it cannot name a part of it.
    fn generic(&mut self, ty: &str) -> Option<String> {
        let mut text = String::new();
        let mut rest = ty;
        while !rest.is_empty() {
            let end = rest.find(['<', '>', ',', ' ', '[', ']']).unwrap_or(rest.len());
            let (name, others) = rest.split_at(end);
            if !name.is_empty() {
                let is_primitive = crate::java::classfile::descriptor::primitive_named(name).is_some();
                text += &if is_primitive { name.to_owned() } else { self.class(name)? };
            }
            let mut letters = others.chars();
            text.extend(letters.next());
            rest = letters.as_str();
        }
        Some(text)
    }
}
