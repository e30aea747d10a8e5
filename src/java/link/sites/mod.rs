//! What the bootstrap methods of the JDK make for `invokedynamic`: a class for each site, as if it had been compiled. So its
//! code is linked and lowered like all code.
//!
//! | site | module |
//! |---|---|
//! | texts with values in them | [`texts`] |
//! | lambdas and method references | [`lambdas`] |
//! | `equals`, `hashCode` and `toString` of records | [`records`] |
//! | classes without files | [`assemble`] |

pub(super) mod assemble;
mod lambdas;
mod records;
mod texts;

use super::Linker;
use super::answers::Asking;
use super::classes::Origin;
use super::reach::shown;
use crate::ir::{Callee, MethodId};
use crate::java::classfile::{Bootstrap, ClassFile, Dynamic, Name};
use crate::java::lower::{Call, Linked, Refusal};
use std::sync::Arc;

const LAMBDAS: &str = "java/lang/invoke/LambdaMetafactory";

/// What a site comes to.
enum Made {
    /// A call of a static method of this class.
    Call(ClassFile, &'static str),
    /// An object of this class, which has no fields.
    Object(ClassFile),
}

/// Why nothing is made: what reports name as unsupported.
type Refused = String;

/// The sites that have one call in common: those of a class that make the same, but each lambda is of a class of its own, so the
/// method and the number of its instruction belong to it.
pub(super) type Key = (Name, Dynamic, Option<(MethodId, usize)>);

impl Asking<'_, '_> {
    /// What an `invokedynamic` does, which is the instruction of this number.
    pub(super) fn site(&mut self, site: &Dynamic, at: usize) -> Linked<Call> {
        let own = self.linker.program.methods[self.method].class;
        let Some(file) = self.linker.classes[own].file.clone() else {
            return Err(Refusal::Unsupported("invokedynamic without a class".to_owned()));
        };
        let Some(bootstrap) = file.bootstraps.get(usize::from(site.bootstrap)) else {
            return Err(Refusal::Unsupported("invokedynamic without a bootstrap method".to_owned()));
        };
        let is_lambda = &*bootstrap.method.member.class == LAMBDAS;
        let key = (file.name.clone(), site.clone(), is_lambda.then_some((self.method, at)));
        if let Some(known) = self.linker.sites.get(&key) {
            return Ok(known.clone());
        }
        let name = format!("{}$${}", file.name, self.linker.sites.len());
        let made = make(self.linker, &name, site, bootstrap).map_err(Refusal::Unsupported)?;
        let call = self.linker.add_site(&name, made);
        self.linker.sites.insert(key, call.clone());
        Ok(call)
    }
}

fn make(linker: &mut Linker<'_>, name: &str, site: &Dynamic, bootstrap: &Bootstrap) -> Result<Made, Refused> {
    let maker = &bootstrap.method.member;
    match (&*maker.class, &*maker.name) {
        ("java/lang/invoke/StringConcatFactory", "makeConcatWithConstants") => {
            texts::concatenation(name, site, &bootstrap.args)
        }
        (LAMBDAS, "metafactory" | "altMetafactory") => lambdas::lambda(linker, name, site, &bootstrap.args),
        ("java/lang/runtime/ObjectMethods", "bootstrap") => records::method(name, site, &bootstrap.args),
        _ => Err(shown(&maker.class, &maker.name, &maker.descriptor)),
    }
}

impl Linker<'_> {
    /// Links the class that a site has made.
    fn add_site(&mut self, name: &str, made: Made) -> Call {
        let (file, method) = match made {
            Made::Call(file, method) => (file, Some(method)),
            Made::Object(file) => (file, None),
        };
        self.made.insert(name.to_owned(), Arc::new(file));
        let class = self.class(name).expect("a made class has supertypes that are linked");
        debug_assert_eq!(self.classes[class].origin, Origin::Made);
        match method {
            Some(method) => {
                let file = self.classes[class].file.as_ref().expect("it has just been made");
                let at = file.methods.iter().position(|m| &*m.name == method).expect("the site calls a method of it");
                Call::Method { callee: Callee::Exact(self.reached((class, at))), initialise: None }
            }
            None => Call::Constant(self.held(super::answers::Held::Object(name.to_owned()))),
        }
    }
}
