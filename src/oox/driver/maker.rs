//! How objects of a class are made: by a constructor of the program, if one is harmless.

use crate::config::{Dialect, Types, Uncaught};
use crate::inputs::{Inputs, Value};
use crate::interp::{self, Body, End, Event, Heap, Limits, Target};
use crate::ir::{ClassId, MethodId, MethodKind, Program};
use rustc_hash::FxHashMap;

/// Steps that a constructor may take.
const STEPS: u64 = 100_000;

/// How objects of a class are made.
#[derive(Clone, Debug)]
pub(super) enum Maker {
    /// By this constructor with default arguments.
    Constructor {
        /// Which.
        method: MethodId,
        /// What it leaves in the fields that hold no reference.
        fields: FxHashMap<String, Value>,
    },
    /// By a constructor that does nothing, to be added.
    Blank,
}

/// How objects are made, by class.
pub(super) struct Makers(FxHashMap<ClassId, Maker>);

impl Makers {
    /// Tries the constructors of all classes.
    pub fn new(program: &Program, dialect: &Dialect) -> Self {
        let dialect = Dialect {
            nonnull_arrays: false,
            array_length: None,
            types: Types::Symbolic,
            uncaught: Uncaught::Invalid,
            ..dialect.clone()
        };
        let mut constructors: Vec<MethodId> =
            program.methods.ids().filter(|m| program.methods[*m].kind == MethodKind::Constructor).collect();
        constructors.sort_by_key(|m| program.methods[*m].formals.len());
        let mut found = FxHashMap::default();
        for method in constructors {
            let class = program.methods[method].class;
            if !found.contains_key(&class)
                && program.forks(method).is_empty()
                && let Some(fields) = harmless(program, method, &dialect)
            {
                found.insert(class, Maker::Constructor { method, fields });
            }
        }
        Self(found)
    }

    /// How objects of a class are made.
    pub fn of(&self, class: ClassId) -> &Maker {
        self.0.get(&class).unwrap_or(&Maker::Blank)
    }

    /// What a field of a new object holds, where it is known and not the default.
    pub fn initial(&self, class: ClassId, field: &str) -> Option<&Value> {
        match self.of(class) {
            Maker::Constructor { fields, .. } => fields.get(field),
            Maker::Blank => None,
        }
    }
}

/// The fields after a constructor has run with default arguments, if it ends and writes to nothing that was there before.
fn harmless(program: &Program, method: MethodId, dialect: &Dialect) -> Option<FxHashMap<String, Value>> {
    // The objects that exist when the constructor is entered. Those that it makes come later; its own object is the first.
    let (mut before, mut harmless) = (None, true);
    let mut observer = |event: Event<'_>, heap: &Heap| match event {
        Event::Enter { method: entered, caller: None } if entered == method => before = Some(heap.iter().count()),
        Event::Assign { target: Target::Static(_), .. } if before.is_some() => harmless = false,
        Event::Assign { target: Target::Field(object, _) | Target::Elem(object, _), .. } => {
            // The object that is filled is the only one of the initial heap.
            harmless &= before.is_none_or(|n| object.0 == 0 || object.0 as usize >= n);
        }
        _ => {}
    };
    let run = interp::run_observed(program, method, &Inputs::default(), dialect, Limits::steps(STEPS), &mut observer);
    let run = run.ok().filter(|run| harmless && matches!(run.end, End::Returned { .. }))?;
    let site = program.methods[method].makes?;
    let made = *run.state.heap.allocated(site).first()?;
    let Body::Object { class, fields } = &run.state.heap[made].body else { return None };
    let values = program.classes[*class].fields.iter().map(|&f| &program.fields[f]).zip(fields.iter());
    let known = values.map(|(field, value)| {
        let value = match value {
            interp::Value::Num(n) => field.ty.input(n.clone()),
            interp::Value::Bool(b) => Value::Bool(*b),
            interp::Value::Char(c) => Value::Char(c.to_string()),
            interp::Value::String(s) => Value::String(s.to_string()),
            // No input has this name, so that the wanted value is always stored.
            interp::Value::Ref(_) => Value::Ref(String::new()),
            interp::Value::Null | interp::Value::Missing | interp::Value::Thrown(_) => Value::Null,
        };
        (field.name.clone(), value)
    });
    Some(known.collect())
}
