//! The effect of `modifies` clauses on the fragments of their methods.
//!
//! A call that changes only what its clause lists changes nothing else in any of its fragments. So the check at the end of
//! the call becomes one at the end of each fragment, of what that fragment has overwritten. For its callers, a call of the
//! method gives each listed field and cell a new value, and nothing else. Where none of these values is a reference, a
//! caller can see nothing more of it, and the fragment goes on after the call with the heap that it knows. Otherwise the
//! call havocs the heap as any other that writes. Then one place that it lists gets a new value before the fragment ends,
//! any one of them, for callers that have a clause themselves.

use super::reads_nothing;
use crate::ir::footprint::Footprint;
use crate::ir::variable::Variable;
use crate::ir::{CheckId, ClassId, Expr, FieldId, InstrKind, LocalId, Location, Method, Program, Type};

/// The contents of a `modifies` clause.
#[derive(Clone, Debug)]
pub struct FrameCondition {
    /// The locations that the method may change. Their locals are assigned only by the code before the body.
    pub locations: Vec<Location>,
    /// The check at the end of a call.
    pub check: CheckId,
    /// The values of these locals, over the entry values of formals, where an expression without reads gives them.
    pub values: Vec<(LocalId, Expr)>,
    /// An upper bound on the changes by a call. `None` where the static classes of objects do not determine one.
    pub changes: Option<Vec<Change>>,
}

/// A place that a call may give another value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// A field of an object.
    Field(LocalId, FieldId),
    /// The element of an array at an index.
    Elem(LocalId, LocalId),
    /// The elements of an array.
    Elements(LocalId),
}

impl FrameCondition {
    /// The frame of a method. `None` where it has no clause, or no call of it ends.
    pub fn of(program: &Program, method: &Method) -> Option<Self> {
        let instrs = || method.blocks.iter().flat_map(|block| &block.instrs);
        let (locations, check) = instrs().find_map(|instr| match &instr.kind {
            InstrKind::Modifies { locations, check } => Some((locations.clone(), *check)),
            _ => None,
        })?;
        let mut values = Vec::new();
        for local in locations.iter().flat_map(|location| location.locals()) {
            let mut assigned = instrs().filter(|instr| instr.def() == Some(local));
            if let (Some(instr), None) = (assigned.next(), assigned.next())
                && let InstrKind::Assign { value, .. } = &instr.kind
                && reads_only_locals(value, &method.formals)
            {
                values.push((local, value.clone()));
            }
        }
        let changes = locations.iter().map(|location| changes(program, method, *location));
        let changes = changes.collect::<Option<Vec<_>>>().map(|changes| changes.concat());
        Some(Self { locations, check, values, changes })
    }

    /// Whether a call of the method, with this footprint, changes nothing else that a caller can see, and no references.
    pub fn is_exact(&self, program: &Program, method: &Method, footprint: &Footprint) -> bool {
        let is_value = |change: &Change| match change {
            Change::Elements(_) => false,
            change => change.ty(program, method).is_some_and(|ty| !is_reference(&ty)),
        };
        let is_static = |variable| matches!(variable, Variable::Static(_));
        !footprint.writes.iter().any(is_static) && self.changes.as_ref().is_some_and(|c| c.iter().all(is_value))
    }
}

impl Change {
    /// The type of what is changed.
    pub fn ty(self, program: &Program, method: &Method) -> Option<Type> {
        match self {
            Change::Field(_, field) => Some(program.fields[field].ty.clone()),
            Change::Elem(array, _) | Change::Elements(array) => match &method.locals[array].ty {
                Some(Type::Array(element)) => Some((**element).clone()),
                _ => None,
            },
        }
    }
}

/// Whether values of a type are references.
fn is_reference(ty: &Type) -> bool {
    matches!(ty, Type::Class(_) | Type::Array(_) | Type::Null)
}

fn changes(program: &Program, method: &Method, location: Location) -> Option<Vec<Change>> {
    match location {
        Location::Field(object, field) => Some(vec![Change::Field(object, field)]),
        Location::Elem(array, index) => Some(vec![Change::Elem(array, index)]),
        Location::Elements(array) => Some(vec![Change::Elements(array)]),
        Location::Fields(object) => {
            let Some(Type::Class(class)) = method.locals[object].ty else { return None };
            let fields = &program.classes[class].fields;
            let has_more = |below: &ClassId| program.classes[*below].fields.len() > fields.len();
            let below = |id: &ClassId| program.classes[*id].ancestors.binary_search(&class).is_ok();
            let is_known = !program.classes.ids().filter(below).any(|id| has_more(&id));
            is_known.then(|| fields.iter().map(|field| Change::Field(object, *field)).collect())
        }
    }
}

/// Whether an expression reads nothing but some locals.
fn reads_only_locals(expr: &Expr, locals: &[LocalId]) -> bool {
    reads_nothing(expr) && expr.reads_only(|local| locals.contains(&local))
}

/// Whether the `ensures` clauses of a method with this frame read values saved at its beginning, for `old`.
pub fn remembers(method: &Method, frame: Option<&FrameCondition>) -> bool {
    let is_listed = |local| frame.is_some_and(|f| f.locations.iter().any(|listed| listed.locals().any(|l| l == local)));
    let is_known = |&local| method.formals.contains(&local) || method.retval == Some(local) || is_listed(local);
    method.ensures.is_some_and(|first| !method.shape.live_in[first].iter().all(is_known))
}
