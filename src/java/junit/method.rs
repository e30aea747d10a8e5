//! A test as a method: it makes the objects, and calls the tested method.

use super::Writer;
use super::ends::{self, Bug, Ending, Result as Known};
use super::helpers::Helper;
use super::makers::Given;
use super::names;
use super::objects::{Objects, hidden};
use super::visible::{View, package_of};
use crate::front::tested::Tested;
use crate::inputs::{self, Inputs};
use crate::interp::{self, Address, Event, Heap, Limits, Target};
use crate::ir::MethodId;
use crate::java::classfile::Access;
use crate::java::classfile::descriptor::{self, dotted, simple_name};
use crate::java::jvm::{Entry, Value};
use crate::java::literal;
use crate::java::replay::{self, described};
use std::collections::{BTreeMap, BTreeSet};

/// A method of a class of tests.
#[derive(Clone, Debug)]
pub(super) struct TestMethod {
    /// The method that it tests.
    pub entry: MethodId,
    /// The class of that method, with dots.
    pub class: String,
    /// Its name.
    pub name: String,
    /// What it tests, in lines.
    pub comment: Vec<String>,
    /// Its statements.
    pub body: Vec<String>,
    /// The methods that it uses.
    pub helpers: BTreeSet<Helper>,
    /// The assertions that it uses.
    pub assertions: BTreeSet<&'static str>,
}

/// The test of a run; nothing if an assumption does not hold of its inputs.
///
/// # Errors
/// Why there is none.
pub(super) fn written(writer: &mut Writer<'_>, tested: Tested<'_>) -> Result<Option<TestMethod>, String> {
    let Writer { program, classes, dialect, makers } = writer;
    let (program, Tested { entry, inputs }) = (*program, tested);
    if !inputs.schedule.is_empty() {
        return Err("threads".to_owned());
    }
    let (read, ended) = read_fields(program, entry, inputs, dialect)?;
    if matches!(ended.end, interp::End::Rejected { .. }) {
        return Ok(None);
    }
    let is_fed = replay::gets_listed_values(program, entry, inputs, dialect)?;
    let run = replay::run(program, classes, entry, inputs)?;
    let (types, result) = descriptor::method(&run.entry.descriptor).ok_or("its descriptor is malformed")?;
    let ending = ends::ending(program, classes, &ended, result)?;
    let given = Given { inputs, run: &run };
    let variables = names::variables(program, entry, inputs, &run);
    let view = View { package: package_of(&run.entry.class).to_owned(), classes };
    let mut objects = Objects::new(view, makers, given, &read, variables);
    objects.make_all()?;
    let mut body = Vec::new();
    if is_fed {
        body.push(format!("multise.Nondet.give({});", literal::text(&from_outside(inputs, given)?)));
    }
    let call = call(&mut objects, &run.entry, &run.arguments)?;
    let mut named = call.uses.clone();
    let (statement, assertion) = assertion(&mut objects, &call, &ending, &mut named);
    body.extend(objects.lines(&named));
    body.push(statement);
    let tested = format!("{}({})", names::shown(&run), shown_types(&types));
    Ok(Some(TestMethod {
        entry,
        class: run.entry.class.clone(),
        name: names::name(program, entry, given, &ending),
        comment: comment(&tested, &ending),
        body,
        helpers: objects.helpers,
        assertions: assertion.into_iter().collect(),
    }))
}

/// The fields of input objects that a run reads, by the names of the objects, and the run.
fn read_fields(
    program: &crate::ir::Program,
    entry: MethodId,
    inputs: &Inputs,
    dialect: &crate::config::Dialect,
) -> Result<(BTreeSet<(String, String)>, interp::Run), String> {
    let mut read = BTreeSet::new();
    let mut observer = |event: Event<'_>, heap: &Heap| {
        if let Event::Read(Target::Field(object, field)) = event
            && let Address::Input(name) = &heap[object].address
        {
            read.insert((name.clone(), program.fields[field].name.clone()));
        }
    };
    let run = interp::run_observed(program, entry, inputs, dialect, Limits::default(), &mut observer);
    let run = run.map_err(|error| format!("the inputs do not fit: {error}"))?;
    Ok((read, run))
}

/// The values from outside as a list of words.
fn from_outside(inputs: &Inputs, given: Given<'_>) -> Result<Vec<u16>, String> {
    let word = |value: &inputs::Value| -> Option<Vec<u16>> {
        let plain = |text: String| text.encode_utf16().collect();
        match value {
            inputs::Value::Bool(value) => Some(plain(value.to_string())),
            inputs::Value::Int(n) => Some(plain(n.to_string())),
            inputs::Value::Char(text) => Some(plain(literal::constant(&Value::Char(text.encode_utf16().next()?))?)),
            inputs::Value::Ref(name) => match &given.run.heap[inputs.heap.get_index_of(name)?] {
                crate::java::jvm::Object::Text(units) => Some(plain(literal::text(units))),
                _ => None,
            },
            _ => None,
        }
    };
    let words = inputs.nondet.iter().map(word).collect::<Option<Vec<_>>>();
    let words = words.ok_or("a value from outside that cannot be written")?;
    Ok(words.join(&u16::from(b' ')))
}

/// A call of the tested method.
pub(super) struct Call {
    pub text: String,
    /// Whether it is made by reflection, and has the type `Object`.
    pub is_reflective: bool,
    pub uses: Vec<usize>,
}

/// A call of a method or constructor. The receiver is the first argument.
pub(super) fn call(objects: &mut Objects<'_>, entry: &Entry, arguments: &[Value]) -> Result<Call, String> {
    let (types, _) = descriptor::method(&entry.descriptor).ok_or("its descriptor is malformed")?;
    let is_constructor = entry.name == "<init>";
    let file = objects.view.classes.find(&entry.class).ok_or_else(|| hidden(&entry.class))?;
    let same: Vec<_> = file.methods.iter().filter(|method| *method.name == *entry.name).collect();
    let own = same.iter().find(|method| *method.descriptor == *entry.descriptor);
    let access = own.map_or(Access::default(), |method| method.access);
    let is_overloaded = objects.view.overloads(&entry.class, &entry.name) > 1;
    let class = objects.view.class(&entry.class).filter(|_| objects.view.may_use(&entry.class, access));
    let is_seen =
        types.iter().all(|ty| objects.view.ty(ty).is_some()) && (!is_constructor || objects.view.is_free(&entry.class));
    let (receiver, values) = match entry.has_receiver {
        true => arguments.split_first().map_or((None, &[][..]), |(first, rest)| (Some(first), rest)),
        false => (None, arguments),
    };
    let of_class = described(&entry.class);
    let (mut arguments, mut uses) = (Vec::new(), Vec::new());
    let is_direct = class.is_some() && is_seen;
    for (value, ty) in values.iter().zip(&types) {
        let (text, used) = match is_direct {
            true => objects.argument(value, ty, is_overloaded)?,
            false => objects.value(value, None)?,
        };
        arguments.push(text);
        uses.extend(used);
    }
    let receiver = match receiver {
        Some(receiver) => {
            let (text, used) = objects.value(receiver, is_direct.then_some(&*of_class))?;
            uses.extend(used);
            Some(text)
        }
        None => None,
    };
    let list = arguments.join(", ");
    if let Some(class) = class.filter(|_| is_seen) {
        let text = match receiver {
            Some(receiver) if receiver.starts_with('(') => format!("({receiver}).{}({list})", entry.name),
            Some(receiver) => format!("{receiver}.{}({list})", entry.name),
            None if is_constructor => format!("new {class}({list})"),
            None => format!("{class}.{}({list})", entry.name),
        };
        return Ok(Call { text, is_reflective: false, uses });
    }
    let class = objects.view.literal(&of_class);
    let types: Vec<String> = types.iter().map(|ty| objects.view.literal(ty)).collect();
    let types = format!("new Class<?>[] {{{}}}", types.join(", "));
    // An array, or null, alone is taken for all arguments.
    let list = match &arguments[..] {
        [] => String::new(),
        [only] => format!(", (Object) {only}"),
        _ => format!(", {list}"),
    };
    let text = if is_constructor {
        objects.helpers.insert(Helper::Construct);
        format!("construct({class}, {types}{list})")
    } else {
        objects.helpers.insert(Helper::Call);
        format!("call({class}, \"{}\", {types}, {}{list})", entry.name, receiver.as_deref().unwrap_or("null"))
    };
    Ok(Call { text, is_reflective: true, uses })
}

/// The last statement of a test, and the assertion that it uses.
fn assertion(
    objects: &mut Objects<'_>,
    call: &Call,
    ending: &Ending,
    named: &mut Vec<usize>,
) -> (String, Option<&'static str>) {
    let text = &call.text;
    let asserted = match ending {
        Ending::Throws { class, .. } => {
            let class = thrown(objects, class);
            Some(("assertThrows", format!("{class}.class, () -> {text}")))
        }
        Ending::Returns(Known::Value(Value::Null)) => Some(("assertNull", text.clone())),
        Ending::Returns(Known::Value(Value::Boolean(value))) if !call.is_reflective => {
            Some((if *value { "assertTrue" } else { "assertFalse" }, text.clone()))
        }
        Ending::Returns(Known::Value(value)) => {
            literal::of(value).map(|value| ("assertEquals", format!("{value}, {text}")))
        }
        Ending::Returns(Known::Constant(class, name)) => {
            objects.view.class(class).map(|class| ("assertEquals", format!("{class}.{name}, {text}")))
        }
        Ending::Returns(Known::Input(name)) => {
            let object = objects.given.inputs.heap.get_index_of(name);
            object.and_then(|object| Some((object, objects.variable(object)?))).map(|(object, variable)| {
                named.push(object);
                ("assertSame", format!("{variable}, {text}"))
            })
        }
        Ending::Returns(Known::Unknown) => None,
    };
    match asserted {
        Some((assertion, list)) => (format!("{assertion}({list});"), Some(assertion)),
        None => (format!("{text};"), None),
    }
}

/// The class of an exception, or the first above it that can be named.
fn thrown(objects: &mut Objects<'_>, class: &str) -> String {
    let mut class = class.to_owned();
    loop {
        if let Some(name) = objects.view.class(&class) {
            return name;
        }
        match objects.view.classes.find(&class).and_then(|file| file.super_name) {
            Some(above) => class = dotted(&above),
            None => return "Throwable".to_owned(),
        }
    }
}

/// The types of parameters, without their packages.
fn shown_types(types: &[&str]) -> String {
    let short = |ty: &&str| simple_name(&descriptor::shown(ty)).to_owned();
    types.iter().map(short).collect::<Vec<_>>().join(", ")
}

fn comment(tested: &str, ending: &Ending) -> Vec<String> {
    match ending {
        Ending::Returns(_) => vec![format!("{tested} returns.")],
        Ending::Throws { class, bug: None } => vec![format!("{tested} throws {class}.")],
        Ending::Throws { bug: Some(Bug { is_assertion: true, place }), .. } => {
            vec![format!("Records a bug: in {tested}, the assertion at {place} does not hold.")]
        }
        Ending::Throws { class, bug: Some(Bug { place, .. }) } => {
            vec![format!("Records a bug: {class} leaves {tested}."), format!("It comes from {place}.")]
        }
    }
}

/// The variables that have the names of parameters.
pub(super) type Variables = BTreeMap<usize, String>;
