//! The choice of the entry method.

use crate::ir::{Class, ClassId, Method, MethodId, MethodKind, Program};
use crate::source::{Diagnostic, Phase, Span};
use crate::suggest::Suggestions;

/// The entry method does not exist.
const ENTRY_MISSING: &str = "E0151";
/// The entry method is not static, or has no body.
const ENTRY_NOT_STATIC: &str = "E0152";
/// The entry method is overloaded.
const ENTRY_AMBIGUOUS: &str = "E0153";

/// The entry method where no other is named. It is static.
const MAIN: &str = "Main.main";
/// The most methods that an error lists.
const LISTED: usize = 6;

/// The method that `Class.method` names: one with a body and the only one of that name in the class (or else in the
/// nearest superclass that has one). A constructor has the name of its class. `Class.method(int, C)` names one of several by
/// the types of its parameters. An instance method or constructor needs an object to run it.
///
/// # Errors
///
/// A diagnostic of phase entry when there is no such method.
pub fn entry(program: &Program, name: &str) -> Result<MethodId, Box<Diagnostic>> {
    let missing = |message: String, help| Err(refusal(ENTRY_MISSING, None, message, help));
    let mut near = Suggestions::default();
    let (plain, types) = match name.split_once('(') {
        Some((plain, types)) => (plain.trim(), types.trim().strip_suffix(')')),
        None => (name, None),
    };
    let Some((class_name, method)) = plain.split_once('.') else {
        let message = format!("`{name}` names no entry method");
        return missing(message, Some("write `Class.method`".into()));
    };
    let class = class(program, class_name).map_err(|mut diagnostic| {
        diagnostic.message = format!("there is no class `{class_name}` for the entry method `{name}`");
        if diagnostic.help.is_none() {
            // The only static method of that name is a better guess than none.
            let statics = program.methods.ids().filter(|m| program.methods[*m].kind == MethodKind::Static);
            let mut named = statics.filter(|m| program.methods[*m].name == method);
            let only = named.next().filter(|_| named.next().is_none());
            diagnostic.help = only.map(|only| format!("did you mean `{}`?", program.method_name(only)));
        }
        diagnostic.help = suggestion(program, name, diagnostic.help);
        diagnostic
    })?;
    let types: Option<Vec<String>> =
        types.map(|types| types.split(',').map(squeezed).filter(|t| !t.is_empty()).collect());
    let fits = |m: &MethodId| types.as_ref().is_none_or(|types| parameters(program, *m) == *types);
    let line = || program.line(class).map(|class| methods(program, class, method));
    let nearest = line().find(|found| found.iter().any(fits)).or_else(|| line().find(|found| !found.is_empty()));
    let mut found = nearest.unwrap_or_default();
    if found.is_empty() && method == class_name {
        let constructors = declared(program).filter(|(_, m)| m.class == class && is_constructor(m));
        found = constructors.map(|(id, _)| id).collect();
    }
    let named = found.clone();
    found.retain(fits);
    match (&found[..], &named[..]) {
        ([], []) => {
            let names = declared(program).filter(|(_, m)| m.class == class && !m.blocks.is_empty());
            let help = near.did_you_mean(method, names.map(|(_, m)| m.name.as_str()));
            missing(format!("there is no method `{method}` in class `{class_name}`"), suggestion(program, name, help))
        }
        ([], _) => {
            let message = format!("no method `{method}` of class `{class_name}` has these parameters");
            missing(message, Some(format!("write one of {}", signatures(program, &named))))
        }
        ([only], _) if plain == MAIN => {
            is_static(program, *only, name).and_then(|()| runnable(program, *only)).map(|()| *only)
        }
        ([only], _) => runnable(program, *only).map(|()| *only),
        ([first, rest @ ..], _) => {
            let message = format!("the entry method `{name}` is ambiguous: it is overloaded");
            let help = format!("write one of {}", signatures(program, &found));
            let refusal = refusal(ENTRY_AMBIGUOUS, Some(program.methods[*first].span), message, Some(help));
            let related = |d: Diagnostic, m: &MethodId| d.related(program.methods[*m].span, "another one of this name");
            Err(Box::new(rest.iter().fold(*refusal, related)))
        }
    }
}

/// The diagnostic of a method that is no entry.
fn refusal(code: &'static str, span: Option<Span>, message: String, help: Option<String>) -> Box<Diagnostic> {
    Box::new(Diagnostic { span, help, ..Diagnostic::without_place(Phase::Entry, code, message) })
}

/// Advice on a wrong name: the guess at what was meant. Where there is no guess, or the name is only the default, also the
/// methods to choose from.
fn suggestion(program: &Program, name: &str, guess: Option<String>) -> Option<String> {
    let there_is = match guess.is_none() || name == MAIN {
        true => entries(program, None).ok().map(|found| listed(program, &found)),
        false => None,
    };
    let parts: Vec<String> = guess.into_iter().chain(there_is).collect();
    (!parts.is_empty()).then(|| parts.join("\n"))
}

/// The first few methods that can be explored, and the options that choose among them. Static ones come first: they
/// need no object to run them.
fn listed(program: &Program, found: &[MethodId]) -> String {
    let (mut first, others): (Vec<MethodId>, Vec<MethodId>) =
        found.iter().partition(|m| program.methods[**m].kind == MethodKind::Static);
    first.extend(others);
    first.truncate(LISTED);
    let more = match found.len() - first.len() {
        0 => String::new(),
        n => format!(" and {n} more"),
    };
    format!(
        "choose one with --entry CLASS.METHOD, or explore all with --class CLASS or --all-methods\nentries: {}{more}",
        signatures(program, &first)
    )
}

/// The class or interface of a name.
///
/// # Errors
///
/// A diagnostic of phase entry when there is none.
pub fn class(program: &Program, name: &str) -> Result<ClassId, Box<Diagnostic>> {
    program.classes.ids().find(|c| program.classes[*c].name == name).ok_or_else(|| {
        let classes = program.classes.iter().map(|c| c.name.as_str());
        let help = Suggestions::default().did_you_mean(name, classes);
        refusal(ENTRY_MISSING, None, format!("there is no class `{name}`"), help)
    })
}

/// The methods of one class, or of all, that can be explored on their own, in the order of the text: those that have a body
/// and, if they need an object, a class of such objects.
///
/// # Errors
///
/// A diagnostic of phase entry when there is none.
pub fn entries(program: &Program, of: Option<ClassId>) -> Result<Vec<MethodId>, Box<Diagnostic>> {
    let methods = declared(program).filter(|(_, m)| of.is_none_or(|c| m.class == c));
    let mut refused = None;
    let mut found: Vec<MethodId> = methods.map(|(id, _)| id).collect();
    found.retain(|m| runnable(program, *m).map_err(|why| _ = refused.get_or_insert(why)).is_ok());
    if !found.is_empty() {
        return Ok(found);
    }
    let message = match of {
        Some(class) => format!("class `{}` declares no method to explore", program.classes[class].name),
        None => "there is no method to explore".to_owned(),
    };
    Err(refused.unwrap_or_else(|| refusal(ENTRY_MISSING, None, message, None)))
}

/// Whether a method that is called [`MAIN`] is static, as it has to be.
fn is_static(program: &Program, id: MethodId, name: &str) -> Result<(), Box<Diagnostic>> {
    let method = &program.methods[id];
    if method.kind == MethodKind::Static {
        return Ok(());
    }
    let help = "the method where a program starts must be static; name another one with --entry";
    let message = format!("the entry method `{name}` is not static");
    Err(refusal(ENTRY_NOT_STATIC, Some(method.span), message, Some(help.to_owned())))
}

/// Whether a method can run: it has a body, and if it needs an object, there is a class of such objects.
fn runnable(program: &Program, id: MethodId) -> Result<(), Box<Diagnostic>> {
    let method = &program.methods[id];
    let refuse = |message: String, help| Err(refusal(ENTRY_NOT_STATIC, Some(method.span), message, help));
    let (name, class) = (program.method_name(id), &program.classes[method.class]);
    if name == MAIN {
        is_static(program, id, &name)?;
    }
    if method.blocks.is_empty() {
        let mut overriding: Vec<MethodId> =
            program.classes.iter().filter_map(|c| c.dispatch.get(&id).copied()).filter(|m| *m != id).collect();
        overriding.sort_unstable();
        overriding.dedup();
        let help = match &overriding[..] {
            [] => format!("no class implements `{}`", class.name),
            some => format!("write one of {}", signatures(program, some)),
        };
        return refuse(format!("the entry method `{name}` has no body"), Some(help));
    }
    let concrete = |c: &&Class| !c.is_abstract;
    match method.kind {
        MethodKind::Constructor if class.is_abstract => {
            refuse(format!("no object is made by the constructor of the abstract class `{}`", class.name), None)
        }
        MethodKind::Instance if !program.classes.iter().filter(concrete).any(|c| c.dispatch.get(&id) == Some(&id)) => {
            let why = match class.is_abstract {
                true => format!("`{}` is abstract, and no concrete class below it inherits the method", class.name),
                false => "every class overrides it".to_owned(),
            };
            refuse(format!("no object runs the entry method `{name}`"), Some(why))
        }
        _ => Ok(()),
    }
}

/// The methods that the text declares: all but the static initialiser.
fn declared(program: &Program) -> impl Iterator<Item = (MethodId, &Method)> {
    program.methods.iter_enumerated().filter(|(_, m)| m.kind != MethodKind::Initialiser)
}

fn is_constructor(method: &Method) -> bool {
    method.kind == MethodKind::Constructor
}

/// The types of the parameters.
fn parameters(program: &Program, method: MethodId) -> Vec<String> {
    let types = program.parameters(method).iter().filter_map(|&l| program.methods[method].locals[l].ty.as_ref());
    types.map(|ty| program.type_name(ty)).collect()
}

fn signatures(program: &Program, methods: &[MethodId]) -> String {
    let signature = |m: &MethodId| format!("`{}({})`", program.method_name(*m), parameters(program, *m).join(", "));
    methods.iter().map(signature).collect::<Vec<_>>().join(", ")
}

fn squeezed(text: &str) -> String {
    text.split_whitespace().collect()
}

/// The methods of a name that a class declares, constructors left out.
fn methods(program: &Program, class: ClassId, name: &str) -> Vec<MethodId> {
    let named = declared(program).filter(|(_, m)| m.class == class && m.name == name);
    named.filter(|(_, m)| !is_constructor(m)).map(|(id, _)| id).collect()
}

#[cfg(test)]
mod tests;
