//! The choice of the entry method.

use super::codes;
use super::hir::Hir;
use super::reporter::{Reporter, advise, option_error};
use crate::ir::{ClassId, MethodId, MethodKind};
use crate::source::Diagnostic;

/// The method where every program starts that does not say otherwise. It is static.
const MAIN: &str = "Main.main";
/// Most methods that an error lists.
const LISTED: usize = 6;

/// The method that `Class.method` names: one with a body and the only one of that name in the class (or else in the
/// nearest superclass that has one). A constructor has the name of its class. `Class.method(int, C)` names one of several by
/// the types of its parameters. An instance method or constructor needs an object to run it.
///
/// # Errors
///
/// A diagnostic of phase entry when there is no such method.
pub fn entry(hir: &Hir, name: &str) -> Result<MethodId, Box<Diagnostic>> {
    let missing = |message: String, help| Err(Box::new(advise(option_error(codes::ENTRY_MISSING, message), help)));
    let mut near = Reporter::new(false);
    let (plain, types) = match name.split_once('(') {
        Some((plain, types)) => (plain.trim(), types.trim().strip_suffix(')')),
        None => (name, None),
    };
    let Some((class_name, method)) = plain.split_once('.') else {
        let message = format!("`{name}` names no entry method");
        return missing(message, Some("write `Class.method`".into()));
    };
    let class = class(hir, class_name).map_err(|mut diagnostic| {
        diagnostic.message = format!("there is no class `{class_name}` for the entry method `{name}`");
        if diagnostic.help.is_none() {
            // The only static method of that name is a better guess than none.
            let statics = hir.methods.ids().filter(|m| hir.methods[*m].kind == MethodKind::Static);
            let mut named = statics.filter(|m| hir.methods[*m].name == method);
            let only = named.next().filter(|_| named.next().is_none());
            diagnostic.help = only.map(|only| format!("did you mean `{}`?", hir.method_name(only)));
        }
        diagnostic.help = suggestion(hir, name, diagnostic.help);
        diagnostic
    })?;
    let line = std::iter::successors(Some(class), |c| hir.classes[*c].superclass);
    let mut found = line.map(|c| methods(hir, c, method)).find(|found| !found.is_empty()).unwrap_or_default();
    if found.is_empty() && method == class_name {
        let constructors = hir.methods.iter_enumerated().filter(|(_, m)| m.class == class && is_constructor(m));
        found = constructors.map(|(id, _)| id).collect();
    }
    let named = found.clone();
    if let Some(types) = types {
        let types: Vec<String> = types.split(',').map(squeezed).filter(|t| !t.is_empty()).collect();
        found.retain(|m| parameters(hir, *m) == types);
    }
    match (&found[..], &named[..]) {
        ([], []) => {
            let names = hir.methods.iter().filter(|m| m.class == class && m.body.is_some());
            let help = near.did_you_mean(method, names.map(|m| m.name.as_str()));
            missing(format!("there is no method `{method}` in class `{class_name}`"), suggestion(hir, name, help))
        }
        ([], _) => {
            let message = format!("no method `{method}` of class `{class_name}` has these parameters");
            missing(message, Some(format!("write one of {}", signatures(hir, &named))))
        }
        ([only], _) if plain == MAIN => is_static(hir, *only, name).and_then(|()| runnable(hir, *only)).map(|()| *only),
        ([only], _) => runnable(hir, *only).map(|()| *only),
        ([first, rest @ ..], _) => {
            let message = format!("the entry method `{name}` is ambiguous: it is overloaded");
            let help = format!("write one of {}", signatures(hir, &found));
            let diagnostic = Diagnostic {
                span: Some(hir.methods[*first].span),
                help: Some(help),
                ..option_error(codes::ENTRY_AMBIGUOUS, message)
            };
            let related = |d: Diagnostic, m: &MethodId| d.related(hir.methods[*m].span, "another one of this name");
            Err(Box::new(rest.iter().fold(diagnostic, related)))
        }
    }
}

/// Advice on a wrong name: the guess at what was meant, and what there is to choose from where there is no guess, or
/// where the name is only the default.
fn suggestion(hir: &Hir, name: &str, guess: Option<String>) -> Option<String> {
    let there_is = match guess.is_none() || name == MAIN {
        true => entries(hir, None).ok().map(|found| listed(hir, &found)),
        false => None,
    };
    let parts: Vec<String> = guess.into_iter().chain(there_is).collect();
    (!parts.is_empty()).then(|| parts.join("\n"))
}

/// The first few methods that can be explored, and the options that choose among them. Static ones come first: they
/// need no object to run them.
fn listed(hir: &Hir, found: &[MethodId]) -> String {
    let (mut first, others): (Vec<MethodId>, Vec<MethodId>) =
        found.iter().partition(|m| hir.methods[**m].kind == MethodKind::Static);
    first.extend(others);
    first.truncate(LISTED);
    let more = match found.len() - first.len() {
        0 => String::new(),
        n => format!(" and {n} more"),
    };
    format!(
        "choose one with --entry CLASS.METHOD, or explore all with --class CLASS or --all-methods\nentries: {}{more}",
        signatures(hir, &first)
    )
}

/// The class or interface of a name.
///
/// # Errors
///
/// A diagnostic of phase entry when there is none.
pub fn class(hir: &Hir, name: &str) -> Result<ClassId, Box<Diagnostic>> {
    hir.classes.ids().find(|c| hir.classes[*c].name == name).ok_or_else(|| {
        let classes = hir.classes.iter().map(|c| c.name.as_str());
        let help = Reporter::new(false).did_you_mean(name, classes);
        Box::new(advise(option_error(codes::ENTRY_MISSING, format!("there is no class `{name}`")), help))
    })
}

/// The methods that can be explored on their own: those with a body that some object can run, in the order of the text;
/// of one class, or of all.
///
/// # Errors
///
/// A diagnostic of phase entry when there is none.
pub fn entries(hir: &Hir, of: Option<ClassId>) -> Result<Vec<MethodId>, Box<Diagnostic>> {
    let methods = hir.methods.iter_enumerated().filter(|(_, m)| of.is_none_or(|c| m.class == c));
    let declared: Vec<MethodId> = methods.map(|(id, _)| id).collect();
    let mut refused = Vec::new();
    let mut found = declared.clone();
    found.retain(|m| runnable(hir, *m).map_err(|why| refused.push(*why)).is_ok());
    if !found.is_empty() {
        return Ok(found);
    }
    if let Some(first) = refused.into_iter().next() {
        return Err(Box::new(first));
    }
    let message = match of {
        Some(class) => format!("class `{}` declares no method to explore", hir.classes[class].name),
        None => "there is no method to explore".to_owned(),
    };
    Err(Box::new(option_error(codes::ENTRY_MISSING, message)))
}

/// Whether a method that is called [`MAIN`] is static, as it has to be.
fn is_static(hir: &Hir, id: MethodId, name: &str) -> Result<(), Box<Diagnostic>> {
    let method = &hir.methods[id];
    if method.kind == MethodKind::Static {
        return Ok(());
    }
    Err(Box::new(Diagnostic {
        span: Some(method.span),
        help: Some("the method where a program starts must be static; name another one with --entry".into()),
        ..option_error(codes::ENTRY_NOT_STATIC, format!("the entry method `{name}` is not static"))
    }))
}

/// Whether something can run a method: it has a body, and if it needs an object, there is a class of such objects.
fn runnable(hir: &Hir, id: MethodId) -> Result<(), Box<Diagnostic>> {
    let method = &hir.methods[id];
    let refuse = |message: String, help: Option<String>| {
        let error = option_error(codes::ENTRY_NOT_STATIC, message);
        Err(Box::new(Diagnostic { span: Some(method.span), help, ..error }))
    };
    let (name, class) = (hir.method_name(id), &hir.classes[method.class]);
    if name == MAIN {
        is_static(hir, id, &name)?;
    }
    if method.body.is_none() {
        let mut overriding: Vec<MethodId> =
            hir.classes.iter().filter_map(|c| c.dispatch.get(&id).copied()).filter(|m| *m != id).collect();
        overriding.sort_unstable();
        overriding.dedup();
        let help = match &overriding[..] {
            [] => format!("no class implements `{}`", class.name),
            some => format!("write one of {}", signatures(hir, some)),
        };
        return refuse(format!("the entry method `{name}` has no body"), Some(help));
    }
    let concrete = |c: &&super::hir::Class| !c.is_abstract;
    match method.kind {
        MethodKind::Constructor if class.is_abstract => {
            refuse(format!("no object is made by the constructor of the abstract class `{}`", class.name), None)
        }
        MethodKind::Instance if !hir.classes.iter().filter(concrete).any(|c| c.dispatch.get(&id) == Some(&id)) => {
            let why = match class.is_abstract {
                true => format!("`{}` is abstract, and no concrete class below it inherits the method", class.name),
                false => "every class overrides it".to_owned(),
            };
            refuse(format!("no object runs the entry method `{name}`"), Some(why))
        }
        _ => Ok(()),
    }
}

fn is_constructor(method: &super::hir::Method) -> bool {
    method.kind == MethodKind::Constructor
}

/// The types of the parameters.
fn parameters(hir: &Hir, method: MethodId) -> Vec<String> {
    let method = &hir.methods[method];
    method.params.iter().map(|&l| hir.type_name(&method.locals[l].ty)).collect()
}

fn signatures(hir: &Hir, methods: &[MethodId]) -> String {
    let signature = |m: &MethodId| format!("`{}({})`", hir.method_name(*m), parameters(hir, *m).join(", "));
    methods.iter().map(signature).collect::<Vec<_>>().join(", ")
}

fn squeezed(text: &str) -> String {
    text.split_whitespace().collect()
}

/// The methods of a name that a class declares, constructors left out.
fn methods(hir: &Hir, class: ClassId, name: &str) -> Vec<MethodId> {
    let named = hir.methods.iter_enumerated().filter(|(_, m)| m.class == class && m.name == name);
    named.filter(|(_, m)| !is_constructor(m)).map(|(id, _)| id).collect()
}
