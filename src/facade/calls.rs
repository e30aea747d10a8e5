//! Calls on concrete values: the method and the inputs that a text means.

#[cfg(test)]
mod tests;

use super::error::{Error, Refused};
use super::program::Program;
use super::{entries, worker};
use crate::front::calls::{Built, Call, Literal, LiteralKind, Name};
use crate::inputs::{Cell, Inputs, Value};
use crate::ir::{ClassId, MethodId, MethodKind, Type};
use crate::num::Num;
use crate::report::model::words;
use crate::source::{Diagnostic, Phase, SourceFile, Sources, Span};
use indexmap::IndexMap;
use std::collections::HashMap;
use std::sync::Arc;

/// A call that means no run of the program.
const BAD_CALL: &str = "E0158";
/// The name of a call in diagnostics.
const NAME: &str = "the call";

/// A method and inputs of it.
#[derive(Clone, Debug)]
pub struct Called {
    /// The method.
    pub entry: MethodId,
    /// The inputs. Whether they fit the method is not known yet.
    pub inputs: Inputs,
    /// The program, and the call as one more file.
    source: Arc<Sources>,
    /// Where the parts of the inputs stand, by their paths in the JSON form.
    places: HashMap<String, Span>,
    /// All of the call.
    whole: Span,
}

impl Called {
    /// The call that `text` means.
    pub(super) fn new(program: &Program, text: &str) -> Result<Self, Error> {
        let mut sources = program.source().clone();
        let file = sources.add(SourceFile::new(NAME, text)).clone();
        let source = Arc::new(sources);
        let whole = Span::new(0, text.len()).of(file.id);
        let refused = |errors: Vec<Diagnostic>| Refused::new(errors, &source);
        let front = program.front();
        let call = worker::run(move || front.call(&file)).map_err(refused)?;
        let mut reader = Reader { program, named: IndexMap::new(), inputs: Inputs::default(), places: HashMap::new() };
        match reader.call(&call) {
            Ok(entry) => Ok(Self { entry, inputs: reader.inputs, source, places: reader.places, whole }),
            Err(error) => Err(refused(vec![*error]).into()),
        }
    }

    /// Refuses the inputs because of what is wrong at a path of their JSON form.
    pub fn refuse(&self, path: &str, problem: &str) -> Error {
        let place = self.places.get(path).copied().unwrap_or(self.whole);
        let mut error = wrong(place, problem);
        if path == "args.this" {
            error.help = Some("an instance method is called on an object: `C { x: 1 }.m(2)`".to_owned());
        }
        Refused::new(vec![*error], &self.source).into()
    }
}

fn wrong(place: Span, message: impl Into<String>) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(Phase::Entry, BAD_CALL, place, message))
}

struct Reader<'a> {
    program: &'a Program,
    /// The objects and arrays with names.
    named: IndexMap<&'a str, (Span, &'a Literal)>,
    inputs: Inputs,
    places: HashMap<String, Span>,
}

impl<'a> Reader<'a> {
    fn call(&mut self, call: &'a Call) -> Result<MethodId, Box<Diagnostic>> {
        for (name, literal) in &call.named {
            if let LiteralKind::Plain(_) = literal.kind {
                return Err(wrong(literal.span, "only an object or array has a name"));
            }
            if self.named.insert(&name.text, (name.span, literal)).is_some() {
                return Err(wrong(name.span, format!("`{}` is given twice", name.text)));
            }
        }
        let (class, on) = self.receiver(&call.receiver);
        let name = format!("{class}.{}", call.method);
        let entry = self.program.root().map_or_else(|| entries::entry(self.program.ir(), &name), Ok);
        let entry = entry.map_err(|e| Box::new(Diagnostic { span: e.span.or(Some(call.callee)), ..*e }))?;
        let program = self.program.ir();
        let method = &program.methods[entry];
        if let Some(on) = on {
            if method.kind != MethodKind::Instance {
                return Err(wrong(call.callee, format!("`{name}` is no method of an object")));
            }
            let this = self.value(on, &Type::Class(method.class))?;
            self.inputs.args.insert("this".to_owned(), this);
        }
        self.places.insert("args.this".to_owned(), call.receiver.span);
        let parameters = program.parameters(entry);
        if parameters.len() != call.args.len() {
            let types = parameters.iter().filter_map(|&l| method.locals[l].ty.as_ref());
            let types: Vec<String> = types.map(|ty| program.type_name(ty)).collect();
            let (wanted, found) = (parameters.len(), call.args.len());
            let wanted = words::count(wanted, "argument");
            let message = format!("`{}` takes {wanted}, found {found}", program.method_name(entry));
            let error = wrong(call.list, message);
            return Err(if types.is_empty() {
                error
            } else {
                Box::new(error.help(format!("the arguments have the types {}", types.join(", "))))
            });
        }
        for (&parameter, literal) in parameters.iter().zip(&call.args) {
            let local = &method.locals[parameter];
            let value = self.value(literal, local.ty.as_ref().unwrap_or(&Type::Null))?;
            self.places.insert(format!("args.{}", local.name), literal.span);
            self.inputs.args.insert(local.name.clone(), value);
        }
        match self.named.iter().find(|(name, _)| !self.inputs.heap.contains_key(**name)) {
            Some((name, (span, _))) => Err(wrong(*span, format!("no argument leads to `{name}`"))),
            None => Ok(entry),
        }
    }

    /// The class of the receiver, and the receiver itself if it is an object.
    fn receiver(&self, literal: &'a Literal) -> (String, Option<&'a Literal>) {
        let object = match &literal.kind {
            LiteralKind::Plain(Value::Ref(name)) => self.named.get(name.as_str()).map(|(_, literal)| *literal),
            _ => Some(literal),
        };
        match (object.map(|object| &object.kind), &literal.kind) {
            (Some(LiteralKind::Object(class, _) | LiteralKind::Built(Built { class, .. })), _) => {
                (class.clone(), Some(literal))
            }
            (None, LiteralKind::Plain(Value::Ref(class))) => (class.clone(), None),
            // An array has no methods; this finds none.
            _ => ("[]".to_owned(), None),
        }
    }

    fn value(&mut self, literal: &'a Literal, ty: &Type) -> Result<Value, Box<Diagnostic>> {
        let (name, literal) = match &literal.kind {
            LiteralKind::Plain(Value::Ref(name)) => match self.named.get(name.as_str()) {
                None => {
                    return Err(wrong(literal.span, format!("no object or array is called `{name}`"))
                        .help(format!("describe it behind the call: `where {name} = C {{ … }}`"))
                        .into());
                }
                Some(_) if self.inputs.heap.contains_key(name) => return Ok(Value::Ref(name.clone())),
                Some((_, named)) => (name.clone(), *named),
            },
            LiteralKind::Plain(value) => return Ok(ty.taken(value)),
            LiteralKind::Constant(name) => return self.constant(name, literal.span, ty),
            LiteralKind::Object(..) | LiteralKind::Built(_) => (self.fresh('o'), literal),
            LiteralKind::Array(_) => (self.fresh('a'), literal),
        };
        self.cell(&name, literal, ty)?;
        Ok(Value::Ref(name))
    }

    /// A name that nothing has yet.
    fn fresh(&self, letter: char) -> String {
        let names = (1..).map(|i| format!("{letter}{i}"));
        let mut free =
            names.filter(|name| !self.inputs.heap.contains_key(name) && !self.named.contains_key(name.as_str()));
        free.next().unwrap_or_default()
    }

    /// Adds an object or array to the heap. It is there, without contents, before its contents are.
    fn cell(&mut self, name: &str, literal: &'a Literal, ty: &Type) -> Result<(), Box<Diagnostic>> {
        self.places.insert(format!("heap.{name}.class"), literal.span);
        self.places.insert(format!("heap.{name}.length"), literal.span);
        match &literal.kind {
            LiteralKind::Object(class, contents) => {
                let object = |fields| Cell::Object { class: class.clone(), fields };
                self.inputs.heap.insert(name.to_owned(), object(IndexMap::new()));
                let mut values = IndexMap::new();
                for (field, literal) in contents {
                    let ty = self.field_type(class, field);
                    let value = self.value(literal, ty.as_ref().unwrap_or(&Type::Null))?;
                    let place = if ty.is_some() { literal.span } else { field.span };
                    self.places.insert(format!("heap.{name}.fields.{}", field.text), place);
                    if values.insert(field.text.clone(), value).is_some() {
                        return Err(wrong(field.span, format!("the field `{}` is given twice", field.text)));
                    }
                }
                self.inputs.heap.insert(name.to_owned(), object(values));
            }
            LiteralKind::Array(elements) => {
                // Where no array can be, whoever refers to it is refused.
                let of = ty.element().cloned().unwrap_or(Type::Int);
                let elem = self.program.ir().type_name(&of);
                let array = |cells| Cell::Array {
                    elem: elem.clone(),
                    length: elements.len().to_string(),
                    default: None,
                    cells,
                };
                self.inputs.heap.insert(name.to_owned(), array(IndexMap::new()));
                let mut values = IndexMap::new();
                for (i, literal) in elements.iter().enumerate() {
                    let value = self.value(literal, &of)?;
                    self.places.insert(format!("heap.{name}.cells.{i}"), literal.span);
                    values.insert(i.to_string(), value);
                }
                self.inputs.heap.insert(name.to_owned(), array(values));
            }
            LiteralKind::Built(built) => self.built(name, built, literal.span)?,
            LiteralKind::Plain(_) | LiteralKind::Constant(_) => {}
        }
        Ok(())
    }

    /// Adds the input of which a constructor makes an object.
    fn built(&mut self, name: &str, built: &'a Built, span: Span) -> Result<(), Box<Diagnostic>> {
        let Built { class, types, args } = built;
        let program = self.program.ir();
        let mut meant = program.syntax.built(program, class, types.as_deref());
        let all = meant.clone();
        meant.retain(|plan| program.classes[*plan].fields.len() == args.len());
        let [plan] = meant[..] else {
            let names =
                all.iter().map(|plan| format!("`{}`", program.classes[*plan].name)).collect::<Vec<_>>().join(", ");
            let message = match meant[..] {
                [] => format!(
                    "`{class}` has no constructor with {} that can be called",
                    words::count(args.len(), "argument")
                ),
                _ => format!("the constructor of `{class}` is overloaded: the types of its parameters select one"),
            };
            let help = (!all.is_empty()).then(|| format!("there is {names}"));
            return Err(Box::new(Diagnostic { help, ..*wrong(span, message) }));
        };
        let cell = |fields| Cell::Object { class: program.classes[plan].name.clone(), fields };
        self.inputs.heap.insert(name.to_owned(), cell(IndexMap::new()));
        let mut fields = IndexMap::new();
        for (field, literal) in program.classes[plan].fields.iter().zip(args) {
            let field = &program.fields[*field];
            let value = self.value(literal, &field.ty)?;
            self.places.insert(format!("heap.{name}.fields.{}", field.name), literal.span);
            fields.insert(field.name.clone(), value);
        }
        self.inputs.heap.insert(name.to_owned(), cell(fields));
        Ok(())
    }

    /// The object that stands for a constant; the same one for all places that name it.
    fn constant(&mut self, name: &str, span: Span, ty: &Type) -> Result<Value, Box<Diagnostic>> {
        let program = self.program.ir();
        let mut meant: Vec<(ClassId, usize)> = program.constants_named(name).collect();
        if meant.len() > 1 {
            let is_exact = |(class, number): &(ClassId, usize)| program.constants[class].names[*number] == name;
            meant.retain(|constant| is_exact(constant) || *ty == Type::Class(constant.0));
        }
        let [(class, number)] = meant[..] else {
            let mut error = wrong(span, format!("`{name}` is no constant that inputs can have"));
            if let Type::Class(declared) = ty
                && let Some(known) = program.constants.get(declared)
            {
                error.help = Some(format!("there are {}", known.names.join(", ")));
            }
            return Err(error);
        };
        let field = program.fields[program.constants[&class].number].name.clone();
        let number = Value::Int(Num::from(number as i64));
        let object = Cell::Object {
            class: program.classes[class].name.clone(),
            fields: [(field, number)].into_iter().collect(),
        };
        if let Some((known, _)) = self.inputs.heap.iter().find(|(_, cell)| **cell == object) {
            return Ok(Value::Ref(known.clone()));
        }
        let fresh = self.fresh('o');
        self.inputs.heap.insert(fresh.clone(), object);
        self.places.insert(format!("heap.{fresh}.class"), span);
        Ok(Value::Ref(fresh))
    }

    /// The type of a field, if there is one.
    fn field_type(&self, class: &str, field: &Name) -> Option<Type> {
        let program = self.program.ir();
        let class = program.class(class)?;
        let mut fields = class.fields.iter().map(|f| &program.fields[*f]);
        fields.find(|f| f.name == field.text).map(|f| f.ty.clone())
    }
}
