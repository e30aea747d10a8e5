//! The statements of a test that make the objects of its inputs.
//!
//! Each object is made after those that it refers to. Where they refer to each other, the last store comes when all are there.

use super::helpers::Helper;
use super::makers::{Given, Makers, Wanted, default_of};
use super::method::{self, Call};
use super::names::capital;
use super::visible::{OBJECT, TEXT, View};
use crate::java::classfile::descriptor::{self, dotted};
use crate::java::classfile::{Field, Method};
use crate::java::jvm::{self, Entry, Object, Value};
use crate::java::literal;
use crate::java::replay::{THROWABLE, described};
use std::collections::{BTreeMap, BTreeSet};

/// The field of all exceptions that `initCause` sets.
const CAUSE: &str = "cause";

/// A statement.
struct Line {
    /// The object that it makes or fills; none for what is always needed.
    owner: Option<usize>,
    text: String,
    /// The objects that it names.
    uses: Vec<usize>,
}

/// How a made object is named.
#[derive(Clone)]
pub(super) struct Made {
    pub text: String,
    /// Whether its type is the class of the object, and not `Object`.
    pub is_typed: bool,
    is_variable: bool,
}

/// A store into an object that has to wait until another one is made.
pub(super) enum Late {
    Element(usize, u32, Value),
    /// The number of the field among those that are wanted.
    Field(usize, usize),
}

/// The statements of a test.
pub(super) struct Objects<'a> {
    pub view: View<'a>,
    pub makers: &'a mut Makers,
    pub given: Given<'a>,
    /// The fields that the run reads, by the name of the object.
    pub read: &'a BTreeSet<(String, String)>,
    pub helpers: BTreeSet<Helper>,
    /// Names for the variables of objects.
    pub names: BTreeMap<usize, String>,
    lines: Vec<Line>,
    pub made: BTreeMap<usize, Made>,
    open: BTreeSet<usize>,
    pub late: Vec<Late>,
}

impl<'a> Objects<'a> {
    pub fn new(
        view: View<'a>,
        makers: &'a mut Makers,
        given: Given<'a>,
        read: &'a BTreeSet<(String, String)>,
        names: BTreeMap<usize, String>,
    ) -> Self {
        Self {
            view,
            makers,
            given,
            read,
            helpers: BTreeSet::new(),
            names,
            lines: Vec::new(),
            made: BTreeMap::new(),
            open: BTreeSet::new(),
            late: Vec::new(),
        }
    }

    /// Makes all that the arguments lead to.
    pub fn make_all(&mut self) -> Result<(), String> {
        let run = self.given.run;
        self.make_before(run.arguments.iter())?;
        while let Some(late) = self.late.pop() {
            match late {
                Late::Element(object, index, value) => self.store_element(object, index, &value)?,
                Late::Field(object, field) => {
                    let wanted = self.wanted(object);
                    self.store_field(object, &wanted, field)?;
                }
            }
        }
        for value in &run.arguments {
            if let Value::Object(object) = value
                && let Object::Built { class, descriptor, arguments } = run.heap[*object].clone()
            {
                self.call_constructor(*object, class, descriptor, &arguments)?;
            }
        }
        Ok(())
    }

    /// Makes an object by a constructor, which may be private.
    fn call_constructor(
        &mut self,
        object: usize,
        class: String,
        descriptor: String,
        arguments: &[Value],
    ) -> Result<(), String> {
        let of_class = described(&class);
        let entry = Entry { class, name: "<init>".to_owned(), descriptor, has_receiver: false };
        let Call { text, is_reflective, uses } = method::call(self, &entry, arguments)?;
        self.declare(object, &of_class, &text, uses, !is_reflective);
        Ok(())
    }

    /// The lines that what is named in the end needs, in their order.
    pub fn lines(&self, named: &[usize]) -> Vec<String> {
        let mut needed: BTreeSet<usize> = named.iter().copied().collect();
        loop {
            let before = needed.len();
            for line in &self.lines {
                if line.owner.is_none_or(|owner| needed.contains(&owner)) {
                    needed.extend(&line.uses);
                }
            }
            if needed.len() == before {
                break;
            }
        }
        let is_needed = |line: &&Line| line.owner.is_none_or(|owner| needed.contains(&owner));
        self.lines.iter().filter(is_needed).map(|line| line.text.clone()).collect()
    }

    /// A value as an expression, and the objects that it names. `wanted` is the descriptor of the type that it has to have.
    pub fn value(&mut self, value: &Value, wanted: Option<&str>) -> Result<(String, Vec<usize>), String> {
        let Value::Object(object) = value else {
            return Ok((literal::of(value).ok_or("a value that has no text")?, Vec::new()));
        };
        let made = self.made.get(object).cloned().ok_or("an object that contains itself")?;
        match wanted {
            Some(ty) if !made.is_typed && ty != OBJECT => {
                let ty = self.view.ty(ty).ok_or_else(|| hidden(ty))?;
                Ok((format!("({ty}) {}", made.text), vec![*object]))
            }
            _ => Ok((made.text, vec![*object])),
        }
    }

    /// The variable of an object, if it has one.
    pub fn variable(&self, object: usize) -> Option<&str> {
        self.made.get(&object).filter(|made| made.is_variable).map(|made| &*made.text)
    }

    pub fn line(&mut self, owner: usize, text: String, uses: Vec<usize>) {
        self.lines.push(Line { owner: Some(owner), text, uses });
    }

    fn inline(&mut self, object: usize, text: String, is_typed: bool) {
        self.made.insert(object, Made { text, is_typed, is_variable: false });
    }

    /// A variable for an object, of a type that can be named or of `Object`.
    pub fn declare(&mut self, object: usize, descriptor: &str, made: &str, uses: Vec<usize>, is_typed: bool) {
        let named = if is_typed { self.view.ty(descriptor) } else { None };
        self.declare_as(object, named.as_deref(), made, uses);
    }

    /// A variable for an object, of a type that has this name, or of `Object`.
    pub fn declare_as(&mut self, object: usize, ty: Option<&str>, made: &str, uses: Vec<usize>) {
        let name = self.names.get(&object).cloned().unwrap_or_else(|| self.given.name(object).to_owned());
        self.line(object, format!("{} {name} = {made};", ty.unwrap_or("Object")), uses);
        self.made.insert(object, Made { text: name, is_typed: ty.is_some(), is_variable: true });
    }

    /// Makes an object, unless it is made or being made.
    fn make(&mut self, object: usize) -> Result<(), String> {
        if self.made.contains_key(&object) || !self.open.insert(object) {
            return Ok(());
        }
        match self.given.run.heap[object].clone() {
            Object::Text(units) => self.text(object, &units),
            Object::Boxed { class, value } => {
                let text = literal::of(&value).ok_or("a box of an object")?;
                let class = self.view.class(&class).ok_or("a box that cannot be named")?;
                self.inline(object, format!("{class}.valueOf({text})"), true);
            }
            Object::Collection { ty, lists } => self.collection(object, &ty, &lists)?,
            // It is made when everything else is there.
            Object::Built { arguments, .. } => self.make_before(arguments.iter())?,
            Object::Constant { class, name } => match self.view.class(&class) {
                Some(ty) => self.inline(object, format!("{ty}.{name}"), true),
                None => {
                    self.helpers.insert(Helper::Constant);
                    let ty = self.view.literal(&described(&class));
                    self.inline(object, format!("constant({ty}, \"{name}\")"), false);
                }
            },
            Object::Array { element, length, default, cells } => {
                self.array(object, &element, length, &default, &cells)?;
            }
            Object::Instance { class, .. } if class == "java.lang.Object" => {
                self.declare(object, OBJECT, "new Object()", Vec::new(), true);
            }
            Object::Instance { class, .. } => self.instance(object, &class)?,
        }
        Ok(())
    }

    /// A literal, but for a text that another one equals: a JVM has one object for equal literals.
    fn text(&mut self, object: usize, units: &[u16]) {
        let literal = literal::text(units);
        match self.made.values().any(|made| made.text == literal) {
            true => self.declare(object, TEXT, &format!("new String({literal})"), Vec::new(), true),
            false => self.inline(object, literal, true),
        }
    }

    /// Makes what values refer to.
    pub fn make_before<'v>(&mut self, values: impl Iterator<Item = &'v Value>) -> Result<(), String> {
        values.into_iter().try_for_each(|value| match value {
            Value::Object(other) => self.make(*other),
            _ => Ok(()),
        })
    }

    pub fn is_made(&self, value: &Value) -> bool {
        !matches!(value, Value::Object(object) if !self.made.contains_key(object))
    }

    /// What the fields of an object have to hold: those that the inputs name, and those that the run reads.
    fn wanted(&mut self, object: usize) -> Vec<Wanted> {
        let Object::Instance { class, fields } = &self.given.run.heap[object] else { return Vec::new() };
        let is_record = self.view.is_record(class);
        let mut wanted = Vec::new();
        for (owner, field) in self.view.fields(class) {
            let given = fields.iter().find(|own| *own.name == *field.name && own.class == owner);
            let is_read = self.read.contains(&(self.given.name(object).to_owned(), field.name.to_string()));
            if given.is_none() && !is_read && !is_record {
                continue;
            }
            let value = given.map_or_else(|| default_of(&field.descriptor), |given| given.value.clone());
            let cost = if self.is_assignable(&owner, &field) { 1 } else { 3 };
            wanted.push(Wanted { name: field.name.to_string(), descriptor: field.descriptor.to_string(), value, cost });
        }
        // The message and the cause of an exception. One that is its own cause has none yet, as most constructors leave it.
        let of_exception = |own: &&jvm::Field| own.class == THROWABLE && own.value != Value::Object(object);
        for own in fields.iter().filter(of_exception) {
            let descriptor = if own.name == CAUSE { "Ljava/lang/Throwable;" } else { TEXT };
            let (name, value) = (own.name.clone(), own.value.clone());
            wanted.push(Wanted { name, descriptor: descriptor.to_owned(), value, cost: 3 });
        }
        wanted
    }

    fn is_assignable(&self, owner: &str, field: &Field) -> bool {
        !field.access.is_final() && self.view.may_use(owner, field.access)
    }

    fn instance(&mut self, object: usize, class: &str) -> Result<(), String> {
        let wanted = self.wanted(object);
        self.make_before(wanted.iter().map(|field| &field.value))?;
        if self.view.is_record(class) {
            // The fields of an input have the arguments of the canonical constructor.
            let types: String = wanted.iter().map(|field| field.descriptor.as_str()).collect();
            let arguments: Vec<Value> = wanted.into_iter().map(|field| field.value).collect();
            return self.call_constructor(object, class.to_owned(), format!("({types})V"), &arguments);
        }
        let descriptor = described(class);
        let name = self.view.class(class);
        let constructors = match &name {
            Some(_) if self.view.is_free(class) => self.constructors(class),
            _ => Vec::new(),
        };
        let (made, given) = (&self.made, self.given);
        let fit = self.makers.fit(class, &constructors, &wanted, given, &|other| made.contains_key(&other));
        let wrong = match (name, fit) {
            (Some(ty), Some(fit)) => {
                self.construct(object, (class, &ty), &fit.descriptor, &fit.arguments, constructors.len() > 1)?;
                fit.wrong
            }
            _ => {
                self.helpers.insert(Helper::Make);
                let literal = self.view.literal(&descriptor);
                self.declare(object, &descriptor, &format!("make({literal})"), Vec::new(), true);
                let wrong: Vec<usize> =
                    (0..wanted.len()).filter(|i| wanted[*i].value != default_of(&wanted[*i].descriptor)).collect();
                // `initCause` refuses what no constructor has made.
                if let Some(field) = wrong.iter().find(|i| self.declared(class, &wanted[**i].name).is_none()) {
                    return Err(not_set(class, &wanted[*field].name));
                }
                wrong
            }
        };
        for field in wrong {
            match self.is_made(&wanted[field].value) {
                true => self.store_field(object, &wanted, field)?,
                false => self.late.push(Late::Field(object, field)),
            }
        }
        Ok(())
    }

    /// Makes an object by a constructor of its class, which has a name here.
    fn construct(
        &mut self,
        object: usize,
        (class, name): (&str, &str),
        descriptor: &str,
        values: &[Value],
        is_overloaded: bool,
    ) -> Result<(), String> {
        let (types, _) = descriptor::method(descriptor).unwrap_or_default();
        let (mut arguments, mut uses) = (Vec::new(), Vec::new());
        for (value, ty) in values.iter().zip(types) {
            let (text, used) = self.argument(value, ty, is_overloaded)?;
            arguments.push(text);
            uses.extend(used);
        }
        self.declare(object, &described(class), &format!("new {name}({})", arguments.join(", ")), uses, true);
        Ok(())
    }

    /// An argument of exactly the type of its parameter, if others of the same name exist.
    pub fn argument(&mut self, value: &Value, ty: &str, is_overloaded: bool) -> Result<(String, Vec<usize>), String> {
        let (text, uses) = self.value(value, Some(ty))?;
        if !is_overloaded || !ty.starts_with(['L', '[']) || text.starts_with('(') {
            return Ok((text, uses));
        }
        let name = self.view.ty(ty).ok_or_else(|| hidden(ty))?;
        Ok((format!("({name}) {text}"), uses))
    }

    /// The descriptors of the constructors of a class that can be called, those with few parameters first.
    fn constructors(&mut self, class: &str) -> Vec<String> {
        let Some(file) = self.view.classes.find(class).filter(|file| !file.access.is_abstract()) else {
            return Vec::new();
        };
        let mut found: Vec<(usize, String)> = Vec::new();
        for method in file.methods.iter().filter(|method| &*method.name == "<init>") {
            let (types, _) = descriptor::method(&method.descriptor).unwrap_or_default();
            let can_be_named = types.iter().all(|ty| self.view.ty(ty).is_some());
            if can_be_named && !method.access.is_synthetic() && self.view.may_use(class, method.access) {
                found.push((types.len(), method.descriptor.to_string()));
            }
        }
        found.sort_by_key(|(count, _)| *count);
        found.into_iter().map(|(_, descriptor)| descriptor).collect()
    }

    /// The field of a class of the user, and the class that declares it. An exception has others from the JDK.
    fn declared(&mut self, class: &str, name: &str) -> Option<(String, Field)> {
        self.view.fields(class).into_iter().find(|(_, own)| *own.name == *name)
    }

    /// Stores a field: directly, by a setter, or by reflection.
    fn store_field(&mut self, object: usize, wanted: &[Wanted], field: usize) -> Result<(), String> {
        let Object::Instance { class, .. } = &self.given.run.heap[object] else { return Ok(()) };
        let Wanted { name, descriptor, value, .. } = &wanted[field];
        let made = self.made[&object].clone();
        let Some((owner, own)) = self.declared(class, name) else {
            if name != CAUSE || !made.is_typed {
                return Err(not_set(class, name));
            }
            let (text, uses) = self.value(value, Some(descriptor))?;
            self.line(object, format!("{}.initCause({text});", made.text), uses);
            return Ok(());
        };
        if made.is_typed && self.is_assignable(&owner, &own) {
            let (text, uses) = match literal::constant(value) {
                Some(text) => (text, Vec::new()),
                None => self.value(value, Some(descriptor))?,
            };
            self.line(object, format!("{}.{name} = {text};", made.text), uses);
        } else if let Some(setter) = self.setter(object, &owner, wanted, field).filter(|_| made.is_typed) {
            let is_overloaded = self.view.overloads(class, &setter) > 1;
            let (text, uses) = self.argument(value, descriptor, is_overloaded)?;
            self.line(object, format!("{}.{setter}({text});", made.text), uses);
        } else {
            self.helpers.insert(Helper::Set);
            let (text, uses) = self.value(value, None)?;
            self.line(object, format!("set({}, \"{name}\", {text});", made.text), uses);
        }
        Ok(())
    }

    /// The name of a method that sets a field, and does nothing else.
    fn setter(&mut self, object: usize, owner: &str, wanted: &[Wanted], field: usize) -> Option<String> {
        let Wanted { name, descriptor, .. } = &wanted[field];
        let setter = format!("set{}", capital(name));
        let file = self.view.classes.find(owner)?;
        let fits = |method: &&Method| {
            let is_named = *method.name == *setter || *method.name == **name;
            let takes_it = method.descriptor.strip_prefix('(').and_then(|rest| rest.split_once(')'));
            let is_plain = !method.access.is_static() && !method.access.is_synthetic();
            is_named && is_plain && takes_it.is_some_and(|(parameters, _)| parameters == descriptor)
        };
        let setters: Vec<_> = file.methods.iter().filter(fits).cloned().collect();
        let given = self.given;
        let setter = setters.into_iter().find(|method| {
            self.view.may_use(&dotted(&file.name), method.access)
                && self.makers.sets((owner, &method.name, &method.descriptor), object, field, wanted, given)
        });
        setter.map(|method| method.name.to_string())
    }
}

/// Why an exception cannot be made.
fn not_set(class: &str, name: &str) -> String {
    format!("no constructor of `{class}` sets its {name}")
}

/// Why something of a class, or of a type in a descriptor, cannot be written.
pub(super) fn hidden(of: &str) -> String {
    let base = of.trim_start_matches('[');
    format!("a test cannot name `{}`", dotted(descriptor::class(base).unwrap_or(base)))
}
