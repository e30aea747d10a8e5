//! Types with arguments, as the attribute `Signature` writes them (JVM specification, 4.7.9.1): `Ljava/util/List<TT;>;`.

/// A type with its arguments.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Generic {
    /// A primitive type, by its descriptor; `V` for none.
    Primitive(char),
    /// A class, and its arguments, those of the class around it first; none where it is used without.
    Class(String, Vec<Generic>),
    /// An array, by the type of its elements.
    Array(Box<Generic>),
}

/// The parameters of classes and methods that are types, with their bounds.
pub type Variables = Vec<(String, Generic)>;

impl Generic {
    /// The type of all objects.
    pub fn object() -> Self {
        Generic::Class("java/lang/Object".to_owned(), Vec::new())
    }

    /// The type that a descriptor writes.
    pub fn plain(descriptor: &str) -> Option<Self> {
        field(descriptor, &Variables::new())
    }

    /// Its descriptor.
    pub fn descriptor(&self) -> String {
        match self {
            Generic::Primitive(letter) => letter.to_string(),
            Generic::Class(name, _) => format!("L{name};"),
            Generic::Array(element) => format!("[{}", element.descriptor()),
        }
    }
}

/// The type of a field. `variables` are the parameters that are known there.
pub fn field(signature: &str, variables: &Variables) -> Option<Generic> {
    let mut reader = Reader { rest: signature, variables: variables.clone() };
    let ty = reader.ty()?;
    reader.rest.is_empty().then_some(ty)
}

/// The parameters of a class.
pub fn class(signature: &str) -> Option<Variables> {
    let mut reader = Reader { rest: signature, variables: Variables::new() };
    reader.parameters()?;
    Some(reader.variables)
}

/// The direct supertypes of a class, the superclass first. `variables` are what its parameters stand for.
pub fn supers(signature: &str, variables: &Variables) -> Option<Vec<Generic>> {
    let mut own = Reader { rest: signature, variables: Variables::new() };
    own.parameters()?;
    let mut reader = Reader { rest: own.rest, variables: variables.clone() };
    let mut types = Vec::new();
    while !reader.rest.is_empty() {
        types.push(reader.ty()?);
    }
    Some(types)
}

/// The types of the parameters of a method. `variables` are the parameters of its class; `choose` may let them and those of the
/// method stand for others than their bounds.
pub fn method(signature: &str, variables: &Variables, choose: impl FnOnce(&mut Variables)) -> Option<Vec<Generic>> {
    let mut reader = Reader { rest: signature, variables: variables.clone() };
    reader.parameters()?;
    choose(&mut reader.variables);
    reader.take('(')?;
    let mut types = Vec::new();
    while reader.take(')').is_none() {
        types.push(reader.ty()?);
    }
    Some(types)
}

struct Reader<'a> {
    rest: &'a str,
    variables: Variables,
}

impl<'a> Reader<'a> {
    fn take(&mut self, letter: char) -> Option<()> {
        self.rest = self.rest.strip_prefix(letter)?;
        Some(())
    }

    /// What comes before the first of some letters.
    fn until(&mut self, ends: &[char]) -> Option<&'a str> {
        let (text, rest) = self.rest.split_at(self.rest.find(ends)?);
        self.rest = rest;
        Some(text)
    }

    /// `<T:Ljava/lang/Object;U::Ljava/lang/Comparable<TU;>;>`. A bound may name any of the parameters.
    fn parameters(&mut self) -> Option<()> {
        if self.take('<').is_none() {
            return Some(());
        }
        while self.take('>').is_none() {
            let name = self.until(&[':'])?.to_owned();
            // A bound that names its own variable has it without arguments.
            self.variables.push((name.clone(), Generic::object()));
            let mut bound = None;
            while self.take(':').is_some() {
                if !self.rest.starts_with(':') {
                    let next = self.ty()?;
                    bound.get_or_insert(next);
                }
            }
            let at = self.variables.iter().rposition(|(known, _)| *known == name)?;
            self.variables[at].1 = bound?;
        }
        Some(())
    }

    fn ty(&mut self) -> Option<Generic> {
        let first = self.rest.chars().next()?;
        self.rest = &self.rest[first.len_utf8()..];
        match first {
            'L' => self.class(),
            '[' => Some(Generic::Array(Box::new(self.ty()?))),
            'T' => {
                let name = self.until(&[';'])?;
                self.take(';')?;
                let known = self.variables.iter().rfind(|(known, _)| known == name);
                Some(known.map_or_else(Generic::object, |(_, bound)| bound.clone()))
            }
            'B' | 'C' | 'D' | 'F' | 'I' | 'J' | 'S' | 'Z' | 'V' => Some(Generic::Primitive(first)),
            _ => None,
        }
    }

    /// `java/util/Map<TK;TV;>.Entry<TK;TV;>;`, behind the `L`.
    fn class(&mut self) -> Option<Generic> {
        let mut name = self.until(&['<', '.', ';'])?.to_owned();
        let mut arguments = Vec::new();
        loop {
            arguments.extend(self.arguments()?);
            if self.take(';').is_some() {
                return Some(Generic::Class(name, arguments));
            }
            self.take('.')?;
            name = format!("{name}${}", self.until(&['<', '.', ';'])?);
        }
    }

    fn arguments(&mut self) -> Option<Vec<Generic>> {
        let mut arguments = Vec::new();
        if self.take('<').is_some() {
            while self.take('>').is_none() {
                if self.take('*').is_some() {
                    arguments.push(Generic::object());
                    continue;
                }
                // What is above `T` in `? super T` is not known.
                let is_above = self.take('-').is_some();
                self.rest = self.rest.strip_prefix('+').unwrap_or(self.rest);
                let argument = self.ty()?;
                arguments.push(if is_above { Generic::object() } else { argument });
            }
        }
        Some(arguments)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn class_of(name: &str, arguments: &[Generic]) -> Generic {
        Generic::Class(name.to_owned(), arguments.to_vec())
    }

    #[test]
    fn arguments_are_read() {
        let string = class_of("java/lang/String", &[]);
        let list = class_of("java/util/List", std::slice::from_ref(&string));
        let map = class_of("java/util/Map", &[string.clone(), list.clone()]);
        let text = "Ljava/util/Map<Ljava/lang/String;+Ljava/util/List<Ljava/lang/String;>;>;";
        assert_eq!(field(text, &Variables::new()), Some(map.clone()));
        assert_eq!(map.descriptor(), "Ljava/util/Map;");
        let entry = class_of("java/util/Map$Entry", &[Generic::object()]);
        let above = field("Ljava/util/List<-Ljava/lang/String;>;", &Variables::new());
        assert_eq!(above, Some(class_of("java/util/List", &[Generic::object()])));
        let inner = field("La/B<Ljava/lang/String;>.C<*>;", &Variables::new());
        assert_eq!(inner, Some(class_of("a/B$C", &[string.clone(), Generic::object()])));
        assert_eq!(field("[La/B<*>.C;", &Variables::new()).map(|ty| ty.descriptor()), Some("[La/B$C;".to_owned()));
        assert_eq!(field("Ljava/util/Map$Entry<*>;", &Variables::new()), Some(entry));
        for wrong in ["", "Ljava/util/List<", "Ljava/util/List<>", "X", "II"] {
            assert_eq!(field(wrong, &Variables::new()), None, "{wrong}");
        }
    }

    #[test]
    fn supertypes_have_the_arguments_of_their_class() {
        let string = class_of("java/lang/String", &[]);
        let variables = vec![("T".to_owned(), string.clone())];
        let text = "<T:Ljava/lang/Object;>La/Base<TT;>;Ljava/lang/Comparable<La/B<TT;>;>;";
        let own = class_of("a/B", std::slice::from_ref(&string));
        let expected = vec![class_of("a/Base", &[string]), class_of("java/lang/Comparable", &[own])];
        assert_eq!(supers(text, &variables), Some(expected));
        assert_eq!(supers("<T:Ljava/lang/Object;>X", &variables), None);
    }

    #[test]
    fn variables_stand_for_their_bounds() {
        let variables = class("<E:Ljava/lang/Number;>Ljava/lang/Object;").unwrap();
        let number = class_of("java/lang/Number", &[]);
        assert_eq!(variables, [("E".to_owned(), number.clone())]);
        let types =
            method("<T::Ljava/lang/Comparable<TT;>;U:Ljava/lang/Object;>(ITT;TE;TU;[TX;)TT;", &variables, |_| ());
        let comparable = class_of("java/lang/Comparable", &[Generic::object()]);
        let others = Generic::Array(Box::new(Generic::object()));
        let expected = vec![Generic::Primitive('I'), comparable, number, Generic::object(), others];
        assert_eq!(types, Some(expected));
    }
}
