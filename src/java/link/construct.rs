//! Calls of constructors whose arguments are the fields of an object.

use super::Linker;
use super::code::Code;
use super::members::Member;
use crate::ir::{Callee, Expr, FieldId, InstrKind, LocalId, MethodId, Terminator, Type};

/// A constructor, and the fields that have its arguments.
#[derive(Clone)]
pub(super) struct Construction {
    pub constructor: Member,
    /// The fields, and the declared types of the parameters.
    pub arguments: Vec<(FieldId, Type)>,
    /// Whether the first argument is the object around the new one, which is not null.
    pub has_outer: bool,
}

impl Linker<'_> {
    /// Code that makes an object with the arguments that another one has. `fails` ends the block where the constructor throws, or
    /// its class cannot be initialised.
    pub(super) fn construct(
        &mut self,
        code: &mut Code,
        (within, object): (MethodId, LocalId),
        construction: &Construction,
        fails: fn(&mut Code),
    ) -> LocalId {
        let class = construction.constructor.0;
        if let Some(initialise) = self.initialisation(class, None) {
            code.initialise(initialise.method, self.reference(), |code, _| fails(code));
        }
        let site = self.site(within, class);
        let made = code.local(Some(Type::Class(class)));
        code.push(InstrKind::NewObject { dst: made, site });
        let mut args = vec![Expr::Local(made)];
        for (n, (field, ty)) in construction.arguments.iter().enumerate() {
            let value = code.kept(ty.clone(), Expr::Field(Box::new(Expr::Local(object)), *field));
            if n == 0 && construction.has_outer {
                let cond = Expr::is_there(Expr::Local(value));
                code.push(InstrKind::Assume { cond });
            }
            args.push(Expr::Local(value));
        }
        let (call, failed, slot) = (code.block(), code.block(), code.local(None));
        code.end(Terminator::Goto(call));
        code.switch(failed);
        fails(code);
        code.switch(call);
        code.handler(failed, slot);
        let constructor = self.reached(construction.constructor);
        code.call(None, Callee::Exact(constructor), args);
        made
    }
}
