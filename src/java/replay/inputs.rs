//! Inputs of an entry as a JVM takes them: typed by the class files of the user.

use super::Classes;
use crate::ieee::Format;
use crate::inputs::{self, Cell, Inputs};
use crate::ir::{ClassId, Contents, FieldId, MethodId, MethodKind, Program, Required, Type};
use crate::java::classfile::descriptor::{self, dotted};
use crate::java::classfile::{ClassFile, Method};
use crate::java::jvm::{Entry, Field, Object, Run, Value, erased};
use crate::java::plan;
use crate::num::Num;
use indexmap::IndexMap;

/// The parameters of a method where programs start.
const MAIN: &str = "([Ljava/lang/String;)V";
/// A value from outside that has no type which a run could ask for.
const NOTHING: Value = Value::Object(0);

/// The class of texts, and the field of its model that has the units.
const TEXT: &str = "java.lang.String";
const UNITS: &str = "value";

/// The class of a value that may be absent.
pub(in crate::java) const OPTIONAL: &str = "java.util.Optional";

/// The class of exceptions.
pub(in crate::java) const THROWABLE: &str = "java.lang.Throwable";

/// The fields with the elements of collections.
const COLLECTED: [&str; 3] = ["elements", "keys", "values"];
/// The most elements of a collection: a JVM adds each by itself.
const MOST: u32 = 1_000_000;

/// The run of an entry on inputs, without values from outside.
///
/// # Errors
/// Why a JVM cannot make it.
pub(in crate::java) fn run(
    program: &Program,
    classes: &mut Classes,
    entry: MethodId,
    given: &Inputs,
) -> Result<Run, String> {
    let method = &program.methods[entry];
    let class = &program.classes[method.class].name;
    let entered = entered(program, classes, entry)?.ok_or_else(|| format!("`{class}` is not on the class path"))?;
    let is_start = method.formals.is_empty() && entered.descriptor == MAIN;
    let (parameters, _) = descriptor::method(&entered.descriptor).ok_or("its descriptor is malformed")?;
    let mut heap =
        given.heap.values().map(|cell| object(program, classes, given, cell)).collect::<Result<Vec<_>, _>>()?;
    let mut arguments = Vec::new();
    if entered.has_receiver {
        arguments.push(value(given, given.args.get("this"), "L")?);
    }
    if is_start {
        // Programs start without arguments.
        let element = "Ljava/lang/String;".to_owned();
        arguments.push(Value::Object(heap.len()));
        heap.push(Object::Array { element, length: 0, default: Value::Null, cells: Vec::new() });
    } else {
        for (&formal, parameter) in program.parameters(entry).iter().zip(parameters) {
            arguments.push(value(given, given.args.get(&method.locals[formal].name), parameter)?);
        }
    }
    let before =
        method.required.iter().filter_map(|required| before(program, classes, method, required, given).transpose());
    let before = before.collect::<Result<_, String>>()?;
    Ok(Run { places: classes.places(), entry: entered, heap, arguments, before, nondet: Vec::new(), seed: None })
}

/// What is called before an entry; nothing if its receiver is null, and for a condition, which changes nothing.
fn before(
    program: &Program,
    classes: &mut Classes,
    entry: &crate::ir::Method,
    required: &Required,
    given: &Inputs,
) -> Result<Option<(Entry, Vec<Value>)>, String> {
    let Some(asked) = entered(program, classes, required.method)? else { return Ok(None) };
    let (parameters, _) = descriptor::method(&asked.descriptor).ok_or("its descriptor is malformed")?;
    let types = asked.has_receiver.then_some("L").into_iter().chain(parameters);
    let arguments = required.operands.iter().zip(types);
    let arguments = arguments.map(|(local, ty)| value(given, given.args.get(&entry.locals[*local].name), ty));
    let arguments: Vec<Value> = arguments.collect::<Result<_, String>>()?;
    if asked.has_receiver && arguments.first() == Some(&Value::Null) {
        return Ok(None);
    }
    Ok(Some((asked, arguments)))
}

/// A method as its class file has it; nothing if the class is not on the class path.
fn entered(program: &Program, classes: &mut Classes, entry: MethodId) -> Result<Option<Entry>, String> {
    let method = &program.methods[entry];
    let class = program.classes[method.class].name.clone();
    let Some(file) = classes.find(&class) else { return Ok(None) };
    let name = if method.kind == MethodKind::Constructor { "<init>" } else { &method.name };
    let types: Vec<Option<&Type>> =
        program.parameters(entry).iter().map(|&formal| method.locals[formal].ty.as_ref()).collect();
    let is_static = method.kind == MethodKind::Static;
    let fits = |own: &&Method| {
        let parameters = descriptor::method(&own.descriptor).unwrap_or_default().0;
        let is_start = *own.descriptor == *MAIN && types.is_empty();
        let same = parameters.len() == types.len()
            && parameters.iter().zip(&types).all(|(own, ty)| ty.is_some_and(|ty| is_type(program, ty, own)));
        *own.name == *name && own.access.is_static() == is_static && !own.access.is_bridge() && (same || is_start)
    };
    let mut found = file.methods.iter().filter(fits);
    match (found.next(), found.next()) {
        (Some(only), None) => Ok(Some(Entry {
            class,
            name: name.to_owned(),
            descriptor: only.descriptor.to_string(),
            has_receiver: method.kind == MethodKind::Instance,
        })),
        _ => Err(format!("`{}` is not one method of its class file", program.entry_name(entry))),
    }
}

/// Whether a descriptor is that of a type of the IR.
pub(in crate::java) fn is_type(program: &Program, ty: &Type, descriptor: &str) -> bool {
    match ty {
        Type::Array(element) => descriptor.strip_prefix('[').is_some_and(|inner| is_type(program, element, inner)),
        ty => described(&program.type_name(ty)) == descriptor,
    }
}

/// The descriptor of a type, as reports write it.
pub(in crate::java) fn described(name: &str) -> String {
    if let Some(element) = name.strip_suffix("[]") {
        return format!("[{}", described(element));
    }
    descriptor::primitive_named(name).map_or_else(|| format!("L{};", name.replace('.', "/")), str::to_owned)
}

/// An object or array of the inputs.
fn object(program: &Program, classes: &mut Classes, given: &Inputs, cell: &Cell) -> Result<Object, String> {
    match cell {
        Cell::Array { elem, length, default, cells } => {
            let element = described(elem);
            let length = length.parse().map_err(|_| format!("an array of {length} elements"))?;
            let default = match default {
                Some(default) => value(given, Some(default), &element)?,
                None => Value::Null,
            };
            let cell = |(index, held): (&String, &inputs::Value)| {
                let index = index.parse().map_err(|_| format!("an element {index}"))?;
                Ok((index, value(given, Some(held), &element)?))
            };
            let cells = cells.iter().map(cell).collect::<Result<_, String>>()?;
            Ok(Object::Array { element, length, default, cells })
        }
        Cell::Object { class, fields } => match (class.as_str(), classes.line(erased(class))) {
            (class, line) if !line.is_empty() || is_thrown(program, class) => {
                instance(given, (erased(class), line), fields)
            }
            ("java.lang.Object", _) => Ok(Object::Instance { class: class.clone(), fields: Vec::new() }),
            (TEXT, _) => Ok(Object::Text(units(given, fields.get(UNITS))?)),
            (class, _) if erased(class) == OPTIONAL => {
                let held = value(given, fields.get("value"), "L")?;
                let list = if held == Value::Null { Vec::new() } else { vec![held] };
                Ok(Object::Collection { ty: class.to_owned(), lists: vec![list] })
            }
            (class, _) if is_collection(program, class) => {
                let lists = COLLECTED.iter().filter_map(|name| fields.get(*name)).map(|array| elements(given, array));
                let lists = lists.collect::<Result<_, String>>()?;
                Ok(Object::Collection { ty: class.to_owned(), lists })
            }
            (class, _) if descriptor::boxed(&class.replace('.', "/")).is_some() => {
                if value(given, fields.get("isNew"), "Z")? == Value::Boolean(true) {
                    return Err(format!("a `{class}` that is made with `new`"));
                }
                let primitive = descriptor::boxed(&class.replace('.', "/")).unwrap_or_default();
                Ok(Object::Boxed { class: class.to_owned(), value: value(given, fields.get("value"), primitive)? })
            }
            (class, _) => match plan::constructor(class) {
                Some((class, descriptor)) => built(classes, given, (class, descriptor), fields),
                None => Err(format!("objects of `{class}` are not made on the JVM")),
            },
        },
    }
}

/// Whether a class is one of given collections.
fn is_collection(program: &Program, class: &str) -> bool {
    let is_list = |field: &FieldId| matches!(program.fields[*field].contents, Contents::Cells(_));
    program.class(class).is_some_and(|class| class.fields.iter().any(is_list))
}

/// The receiver that a constructor makes of arguments.
fn built(
    classes: &mut Classes,
    given: &Inputs,
    (class, descriptor): (&str, String),
    fields: &IndexMap<String, inputs::Value>,
) -> Result<Object, String> {
    let file = classes.find(class).ok_or_else(|| format!("`{class}` is not on the class path"))?;
    let mut own = file.methods.iter().filter(|method| &*method.name == "<init>");
    let none = || format!("`{class}` has no such constructor");
    let own = own.find(|method| *method.descriptor == *descriptor).ok_or_else(none)?;
    let (parameters, _) = descriptor::method(&descriptor).unwrap_or_default();
    let parameters = parameters.into_iter().enumerate();
    let arguments = parameters.map(|(n, ty)| value(given, fields.get(&own.parameter(n)), ty)).collect::<Result<_, _>>();
    Ok(Object::Built { class: class.to_owned(), descriptor: descriptor.clone(), arguments: arguments? })
}

/// Whether a class is one of exceptions.
fn is_thrown(program: &Program, class: &str) -> bool {
    let is_above = |above: &ClassId| program.classes[*above].name == THROWABLE;
    program.class(class).is_some_and(|class| class.ancestors.iter().any(is_above))
}

/// An object of a class of the user, or an exception.
fn instance(
    given: &Inputs,
    (class, line): (&str, Vec<ClassFile>),
    fields: &IndexMap<String, inputs::Value>,
) -> Result<Object, String> {
    let is_enum = line.last().is_some_and(is_enum);
    let has_cause = fields.get("hasCause").is_some_and(|held| *held == inputs::Value::Bool(true));
    let mut made = Vec::new();
    for (name, held) in fields {
        if is_enum && name == "ordinal" {
            return constant(&line, held);
        }
        let mut owners = line.iter().filter_map(|file| {
            let own = file.fields.iter().find(|own| *own.name == **name && !own.access.is_static())?;
            Some((dotted(&file.name), own.descriptor.clone()))
        });
        match (owners.next(), owners.next()) {
            // The fields of the model of exceptions. The helper makes them with the first two.
            // Without a cause, it may get one.
            (None, _) if name == "cause" && *held == inputs::Value::Null && !has_cause => {}
            (None, _) if matches!(name.as_str(), "message" | "cause") => {
                let (class, name) = (THROWABLE.to_owned(), name.clone());
                made.push(Field { class, name, value: value(given, Some(held), "L")? });
            }
            (None, _) if matches!(name.as_str(), "hasMessage" | "hasCause") => {}
            (Some((owner, ty)), None) => {
                made.push(Field { class: owner, name: name.clone(), value: value(given, Some(held), &ty)? });
            }
            _ => return Err(format!("the field `{name}` of `{class}` is not one of its class files")),
        }
    }
    if is_enum {
        return constant(&line, &inputs::Value::Int(Num::ZERO));
    }
    Ok(Object::Instance { class: class.to_owned(), fields: made })
}

fn is_enum(file: &ClassFile) -> bool {
    file.super_name.as_deref() == Some("java/lang/Enum")
}

/// The class and the name of the constant of an enum with this number, for a class and those above it: its own one, or that around
/// the body of the constant. A compiler declares the constants in their order.
pub(in crate::java) fn enum_constant(line: &[ClassFile], number: Option<i64>) -> Option<(String, String)> {
    let file = line.last().filter(|file| is_enum(file))?;
    let mut constants = file.fields.iter().filter(|field| field.access.is_enum());
    let constant = constants.nth(usize::try_from(number?).ok()?)?;
    Some((dotted(&file.name), constant.name.to_string()))
}

fn constant(line: &[ClassFile], ordinal: &inputs::Value) -> Result<Object, String> {
    let number = match ordinal {
        inputs::Value::Int(n) => n.to_i64(),
        _ => None,
    };
    let found = enum_constant(line, number).ok_or("a constant that its enum does not have")?;
    Ok(Object::Constant { class: found.0, name: found.1 })
}

/// A value of a declared type; the default if it is absent.
fn value(given: &Inputs, held: Option<&inputs::Value>, ty: &str) -> Result<Value, String> {
    let unfit = || format!("a value that is no `{ty}`");
    let number = match held {
        Some(inputs::Value::Ref(name)) => {
            return given.heap.get_index_of(name).map(Value::Object).ok_or_else(|| format!("no object `{name}`"));
        }
        Some(inputs::Value::Null) => return Ok(Value::Null),
        None if ty.starts_with(['L', '[']) => return Ok(Value::Null),
        None => Some(0),
        Some(inputs::Value::Bool(value)) => Some(i64::from(*value)),
        Some(inputs::Value::Ieee(number)) => {
            return match (number.format, ty) {
                (Format::Single, "F") => Ok(Value::Float(number.bits() as u32)),
                (Format::Double, "D") => Ok(Value::Double(number.bits())),
                _ => Err(unfit()),
            };
        }
        Some(inputs::Value::Int(n)) => n.to_i64(),
        Some(inputs::Value::Char(text)) => unit(text).map(i64::from),
        Some(inputs::Value::Float(_) | inputs::Value::String(_)) => None,
    };
    match (ty, number.ok_or_else(unfit)?) {
        ("F", 0) => Ok(Value::Float(0)),
        ("D", 0) => Ok(Value::Double(0)),
        (_, number) => integer(number, ty).ok_or_else(unfit),
    }
}

/// A number as a value of a type of integers, characters or truth values.
pub(in crate::java) fn integer(number: i64, descriptor: &str) -> Option<Value> {
    Some(match descriptor {
        "Z" => Value::Boolean(number != 0),
        "B" => Value::Byte(number.try_into().ok()?),
        "C" => Value::Char(number.try_into().ok()?),
        "S" => Value::Short(number.try_into().ok()?),
        "I" => Value::Int(number.try_into().ok()?),
        "J" => Value::Long(number),
        _ => return None,
    })
}

/// The units of a text, whose array is at least empty.
fn units(given: &Inputs, array: Option<&inputs::Value>) -> Result<Vec<u16>, String> {
    let Some(inputs::Value::Ref(name)) = array else { return Ok(Vec::new()) };
    let Some(Cell::Array { length, default, cells, .. }) = given.heap.get(name) else {
        return Err(format!("no array `{name}`"));
    };
    let unit = |held: Option<&inputs::Value>| match value(given, held, "C")? {
        Value::Char(unit) => Ok(unit),
        _ => Err("a text of something else than characters".to_owned()),
    };
    let length = length.parse::<u16>().map_err(|_| format!("a text of {length} characters"))?;
    let mut units = vec![unit(default.as_ref())?; length.into()];
    for (index, held) in cells {
        let index = index.parse::<usize>().ok().filter(|index| *index < units.len());
        units[index.ok_or("a character behind the end of its text")?] = unit(Some(held))?;
    }
    Ok(units)
}

/// The elements of an array of references.
fn elements(given: &Inputs, array: &inputs::Value) -> Result<Vec<Value>, String> {
    let inputs::Value::Ref(name) = array else { return Ok(Vec::new()) };
    let Some(Cell::Array { length, default, cells, .. }) = given.heap.get(name) else {
        return Err(format!("no array `{name}`"));
    };
    let count = length.parse::<u32>().ok().filter(|count| *count <= MOST);
    let count = count.ok_or_else(|| format!("a collection of {length} elements"))?;
    let mut elements = vec![value(given, default.as_ref(), "L")?; count as usize];
    for (index, held) in cells {
        let index = index.parse::<usize>().ok().filter(|index| *index < elements.len());
        elements[index.ok_or("an element behind the end of its collection")?] = value(given, Some(held), "L")?;
    }
    Ok(elements)
}

/// The only unit of a text.
fn unit(text: &str) -> Option<u16> {
    let mut units = text.encode_utf16();
    units.next().filter(|_| units.next().is_none())
}

/// The values from outside, whose types only the run knows.
pub(super) struct Listed<'a> {
    given: &'a Inputs,
    typed: Vec<Value>,
}

impl<'a> Listed<'a> {
    /// The values, with types that are guessed.
    pub fn new(given: &'a Inputs) -> Self {
        let guess = |value: &inputs::Value| {
            let first = match value {
                inputs::Value::Bool(_) => "boolean",
                inputs::Value::Char(_) => "char",
                inputs::Value::Ref(_) => "String",
                inputs::Value::Ieee(number) if number.format == Format::Single => "float",
                inputs::Value::Ieee(_) => "double",
                _ => "int",
            };
            listed(given, value, first).or_else(|| listed(given, value, "long")).unwrap_or(NOTHING)
        };
        Self { given, typed: given.nondet.iter().map(guess).collect() }
    }

    /// The values, and one of no type behind them: so it is known which one does not fit.
    pub fn values(&self) -> Vec<Value> {
        self.typed.iter().cloned().chain([NOTHING]).collect()
    }

    /// A run has wanted a value of another type than the last one that it has used. The following ones may have it too. Where the
    /// list ends, values are the default of their type.
    pub fn retype(&mut self, unused: u32, ty: &str) -> Result<(), String> {
        let unfit = || format!("a value from outside that is no `{ty}`");
        let at = (self.typed.len() + 1).checked_sub(unused as usize + 1).ok_or_else(unfit)?;
        let Some(rest) = self.given.nondet.get(at..).filter(|rest| !rest.is_empty()) else {
            self.typed.push(listed(self.given, &inputs::Value::Int(Num::ZERO), ty).ok_or_else(unfit)?);
            return Ok(());
        };
        for (value, typed) in rest.iter().zip(&mut self.typed[at..]) {
            if let Some(value) = listed(self.given, value, ty) {
                *typed = value;
            }
        }
        listed(self.given, &rest[0], ty).map(|_| ()).ok_or_else(unfit)
    }
}

/// A value from outside as one of a type, which has its simple name in Java.
fn listed(given: &Inputs, held: &inputs::Value, ty: &str) -> Option<Value> {
    let inputs::Value::Ref(name) = held else { return value(given, Some(held), &described(ty)).ok() };
    match given.heap.get(name)? {
        Cell::Object { class, fields } if class == TEXT && ty == "String" => {
            units(given, fields.get(UNITS)).ok().map(Value::Text)
        }
        _ => None,
    }
}
