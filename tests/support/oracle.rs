//! The soundness statement of the engine, checked for concrete inputs: exactly one guard of every summary that is defined for
//! an input holds, and its value is that of the concrete execution.

use super::calls;
use super::finals::{self, Final};
use super::pipeline::Built;
use super::supervisor;
use super::valuation::Valuation;
use multise::internals::explore::Witness;
use multise::internals::guard::{Guard, Logic};
use multise::internals::index::Idx;
use multise::internals::interp::{self, Address, Body, ObjectId, Run};
use multise::internals::ir::{Cause, Kind, MethodId, SiteKind, Type};
use multise::internals::observers::Session;
use multise::internals::portfolio;
use multise::internals::state::{HeapTable, MAIN};
use multise::internals::state::{Key, Origin, Sigma};
use multise::internals::summary::{AddrId, Summary, ThrownId, Value};
use multise::internals::term::InputId;
use multise::internals::transition::End;
use multise::{
    Config, CoverId, Covering, Inputs, Mode, Num, Outcome, Reason, Span, Value as InputValue, Verdict, Watch,
};
use std::collections::{BTreeSet, HashMap};

/// Cells of an array that are compared besides those that were written.
const CELLS: i64 = 8;

/// What an exploration or a run finds.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Site {
    /// A violation: kind, cause, span, method, call site.
    Violation(Kind, Option<Cause>, Span, MethodId, Option<Span>),
    /// A cover statement that is satisfied.
    Cover(CoverId),
}

/// The sites that were found.
pub fn sites(outcome: &Outcome) -> BTreeSet<Site> {
    let violations = outcome.violations.iter();
    let violations = violations.map(|v| Site::Violation(v.kind, v.cause, v.span, v.method, v.call_site));
    let satisfied =
        |(id, covering): &(CoverId, Covering)| matches!(covering, Covering::Satisfied(_)).then_some(Site::Cover(*id));
    violations.chain(outcome.covers.iter().filter_map(satisfied)).collect()
}

/// The sites of a run.
pub fn sites_of(run: &Run) -> impl Iterator<Item = Site> {
    let violation = match &run.end {
        interp::End::Violation(f) => Some(Site::Violation(f.kind, f.cause, f.span, f.method, f.call_site)),
        _ => None,
    };
    violation.into_iter().chain(run.covers.iter().copied().map(Site::Cover))
}

/// Whether an exploration has left out nothing, and decided everything.
pub fn is_exhaustive(outcome: &Outcome) -> bool {
    outcome.reasons.is_empty() && outcome.covers.iter().all(|(_, covering)| *covering != Covering::Undecided)
}

/// A finished exploration whose final states were kept.
pub struct Explored<'p> {
    built: &'p Built,
    session: Session<'p>,
    finals: Vec<Final>,
    /// What it found.
    pub found: Found,
    /// For each guard, whether concrete inputs determine it.
    determined: HashMap<Guard, bool>,
}

/// The findings of an exploration, without its state.
pub struct Found {
    /// The mode of the exploration.
    pub mode: Mode,
    /// The outcome.
    pub outcome: Outcome,
    /// What it has found.
    pub sites: BTreeSet<Site>,
}

impl Found {
    /// Whether nothing was left out.
    pub fn is_exhaustive(&self) -> bool {
        is_exhaustive(&self.outcome)
    }

    /// Checks that it does not deny what a run has found.
    ///
    /// # Errors
    /// What it denies.
    pub fn has(&self, run: &Run) -> Result<(), String> {
        match sites_of(run).find(|site| self.denies(site)) {
            Some(site) => Err(format!("the engine does not find {site:?}")),
            None => Ok(()),
        }
    }

    /// Whether it denies that there is something at a site.
    fn denies(&self, site: &Site) -> bool {
        !self.sites.contains(site)
            && match site {
                Site::Violation(..) => self.outcome.reasons.is_empty() || self.outcome.verdict == Verdict::Valid,
                Site::Cover(_) => !self
                    .outcome
                    .covers
                    .iter()
                    .any(|(id, covering)| Site::Cover(*id) == *site && *covering == Covering::Undecided),
            }
    }
}

/// Explores in one mode and keeps the final states. Returns the result of `then` on them; this time does not count.
///
/// # Errors
/// The engine's internal error, or that of `then`.
pub fn explore<T: Send + Sync>(
    built: &Built,
    config: &Config,
    watch: &Watch,
    then: impl FnOnce(Explored<'_>) -> Result<T, String> + Send,
) -> Result<T, String> {
    let (limit, what) = (config.timeout + supervisor::GRACE, built.exploration(config));
    let made = supervisor::watched(config.timeout, watch, |in_time| {
        supervisor::within(limit, &what, |stopped| {
            portfolio::run(built.ir(), built.entry, config, watch, finals::keep, |session, outcome| {
                drop((in_time, stopped));
                then(Explored::of(built, session, outcome))
            })
        })
    });
    made.map_err(|error| format!("{}: internal error: {error}", word(config.mode)))?
}

/// The word for a mode.
pub fn word(mode: Mode) -> &'static str {
    match mode {
        Mode::Merge => "merge mode",
        Mode::Path => "path mode",
    }
}

/// Compares what merge mode and path mode found, if both were exhaustive.
///
/// # Errors
/// What differs.
pub fn same(merge: &Found, path: &Found) -> Result<(), String> {
    let exhaustive = merge.is_exhaustive() && path.is_exhaustive();
    if exhaustive && (merge.outcome.verdict != path.outcome.verdict || merge.sites != path.sites) {
        return Err(format!("merge mode finds {:?}, path mode {:?}", merge.sites, path.sites));
    }
    Ok(())
}

impl<'p> Explored<'p> {
    /// A session that has ended and has kept its final states.
    fn of(built: &'p Built, mut session: Session<'p>, outcome: Outcome) -> Self {
        let finals = finals::kept(&mut session);
        let found = Found { mode: session.machine.config.mode, sites: sites(&outcome), outcome };
        Explored { built, session, finals, found, determined: HashMap::new() }
    }
}

impl Explored<'_> {
    /// Checks one run as [`Self::check`] does, and that its inputs stay the same in a round trip.
    ///
    /// # Errors
    /// Where they differ, with the mode, the inputs and the end of the run.
    pub fn agrees(&mut self, inputs: &Inputs, run: &Run) -> Result<bool, String> {
        let compared = self.check(inputs, run).and_then(|compared| {
            self.round_trip(inputs)?;
            Ok(compared)
        });
        compared.map_err(|e| format!("{}: {e}\nfor {inputs:?}\nended {:?}", word(self.found.mode), run.end))
    }

    /// Compares one run with the engine's states for its inputs. Returns whether there was anything to compare.
    ///
    /// # Errors
    /// Where they differ.
    pub fn check(&mut self, inputs: &Inputs, run: &Run) -> Result<bool, String> {
        self.found.has(run)?;
        let (returns, throws) = match &run.end {
            interp::End::Returned { .. } => (1, 0),
            interp::End::Threw(_) => (0, 1),
            // An assertion that is an exception in the language leaves the entry like any other.
            interp::End::Violation(fault) if fault.kind == Kind::Exception || fault.class.is_some() => (0, 1),
            interp::End::Violation(_) | interp::End::Unchecked(_) | interp::End::Rejected { .. } => (0, 0),
            _ => return Ok(false),
        };
        if self.has_arbitrary_guards() {
            return Ok(false);
        }
        let finals = std::mem::take(&mut self.finals);
        let result = self.against(&finals, returns, throws, inputs, run);
        self.finals = finals;
        // The limits of the exploration are still those of its guards: the comparison may have run out, too.
        if self.has_arbitrary_guards() { Ok(false) } else { result }
    }

    /// Whether time or memory ran out during an operation on guards: then the guards of the last step are arbitrary.
    fn has_arbitrary_guards(&self) -> bool {
        self.session.machine.logic.intact().is_err()
    }

    /// Turns inputs into an assignment and back: everything that has been read must be the same.
    ///
    /// # Errors
    /// What has changed.
    pub fn round_trip(&self, inputs: &Inputs) -> Result<(), String> {
        if self.has_arbitrary_guards() {
            return Ok(());
        }
        let (program, machine) = (self.built.ir(), &self.session.machine);
        let valuation = Valuation::new(program, &machine.logic, &machine.table, inputs);
        if !(0..machine.logic.terms.inputs_len()).all(|i| valuation.determines(InputId::new(i))) {
            // The cells at the indexes of counterexamples can have any values.
            return Ok(());
        }
        let mut witness = Witness::new(program, &machine.logic, &machine.table, valuation.assignment());
        calls::same(&witness.inputs(&self.session.parameters), inputs)
    }

    fn against(
        &mut self,
        finals: &[Final],
        returns: usize,
        throws: usize,
        inputs: &Inputs,
        run: &Run,
    ) -> Result<bool, String> {
        // A proof may end the exploration before all paths have ended.
        let exhaustive = self.found.outcome.reasons.is_empty() && self.found.outcome.proof.is_none();
        let machine = &mut self.session.machine;
        let exceptions = machine.thrown().clone();
        let valuation = Valuation::new(self.built.ir(), &machine.logic, &machine.table, inputs);
        let mut scope = Scope { logic: &mut machine.logic, valuation: &valuation, determined: &mut self.determined };
        let mut chosen: Vec<&Final> = Vec::new();
        for last in finals {
            match scope.holds(last.guard) {
                Some(true) => chosen.push(last),
                Some(false) => {}
                None => return Ok(false),
            }
        }
        let count = |end| chosen.iter().filter(|f| f.end == end).count();
        let found = (count(End::Returned), count(End::Threw));
        let cut = !exhaustive && found == (0, 0);
        if found != (returns, throws) && !cut {
            if self.found.outcome.reasons.contains(&Reason::Approximated) {
                // The body of a quantifier throws in the run. The engine explores as if it did not.
                return Ok(false);
            }
            return Err(format!("{returns} returning and {throws} throwing final states expected, found {found:?}"));
        }
        let (Some(last), false) = (chosen.first(), matches!(run.end, interp::End::Violation(_))) else {
            return Ok(!cut);
        };
        let comparison =
            Comparison { built: self.built, table: &machine.table, sigma: &last.sigma, scope, run, inputs };
        let thrown = |id| {
            let thrown = exceptions.get(id);
            (thrown.span, thrown.cause)
        };
        let method = machine.contexts.frame(last.frame).method;
        comparison.state(last, method, thrown)?;
        Ok(true)
    }
}

/// The guards on one input.
struct Scope<'a> {
    logic: &'a mut Logic,
    valuation: &'a Valuation<'a>,
    determined: &'a mut HashMap<Guard, bool>,
}

impl Scope<'_> {
    /// Whether a guard holds; nothing if the inputs do not determine it, because it has a quantified formula.
    fn holds(&mut self, guard: Guard) -> Option<bool> {
        let (logic, valuation) = (&mut *self.logic, self.valuation);
        let determined = *self.determined.entry(guard).or_insert_with(|| {
            let forms = logic.support(guard);
            forms.iter().all(|form| logic.terms.inputs(*form).iter().all(|input| valuation.determines(*input)))
        });
        determined.then(|| valuation.holds(logic, guard))
    }

    /// The values of a summary whose guards hold; nothing if the inputs do not determine them.
    fn values(&mut self, summary: &Summary) -> Option<Vec<Value>> {
        let mut values = Vec::new();
        for (guard, value) in summary.pairs(self.logic) {
            if self.holds(guard)? {
                values.push(value);
            }
        }
        Some(values)
    }
}

/// A final state of the engine and that of a run.
struct Comparison<'a> {
    built: &'a Built,
    table: &'a HeapTable,
    sigma: &'a Sigma,
    scope: Scope<'a>,
    run: &'a Run,
    inputs: &'a Inputs,
}

impl Comparison<'_> {
    fn state(
        mut self,
        last: &Final,
        method: MethodId,
        thrown: impl Fn(ThrownId) -> (Span, Cause),
    ) -> Result<(), String> {
        let program = self.built.ir();
        self.disjoint(last)?;
        let method = &program.methods[method];
        let mut roots: Vec<interp::Value> = self.run.state.statics.iter().cloned().collect();
        match &self.run.end {
            interp::End::Returned { value: Some(value) } => {
                let retval = method.retval.ok_or("a result of a method without result")?;
                self.same("the result", &self.sigma.local(last.frame, retval), value)?;
                roots.push(value.clone());
            }
            interp::End::Threw(expected) => {
                let (span, _) = expected.place.locate(program);
                let exception = |value: &Value| if let Value::Thrown(id) = value { Some(thrown(*id)) } else { None };
                let values = self.scope.values(&self.sigma.local(last.frame, method.thrown));
                let found: Option<Vec<_>> = values.map(|v| v.iter().map(exception).collect());
                if found.as_ref().is_some_and(|f| *f != [Some((span, expected.cause))]) {
                    return Err(format!("{expected:?} expected, found {found:?}"));
                }
            }
            _ => {}
        }
        for (id, value) in self.run.state.statics.iter_enumerated() {
            let name = format!("the static field {}", program.statics[id].name);
            self.same(&name, &self.sigma.get(Key::Static(id)), value)?;
        }
        for site in program.sites.ids() {
            let made = Num::from(self.run.state.heap.allocated(site).len() as i64);
            let counter = self.sigma.get(Key::Counter(MAIN, site));
            if self.scope.values(&counter).is_none_or(|v| !v.is_empty()) || !made.is_zero() {
                self.same(&format!("the counter of {site:?}"), &counter, &interp::Value::Num(made))?;
            }
        }
        let args = self.inputs.args.values();
        roots.extend(args.filter_map(|v| match v {
            InputValue::Ref(name) => self.run.state.heap.input(name).map(interp::Value::Ref),
            _ => None,
        }));
        self.heap(roots)
    }

    /// Checks that no summary of the state has two values for the inputs.
    fn disjoint(&mut self, last: &Final) -> Result<(), String> {
        let mut heap: Vec<(Key, &Summary)> = self.sigma.heap().collect();
        heap.sort_by_key(|(key, _)| *key);
        for (key, summary) in heap {
            if self.scope.values(summary).is_some_and(|v| v.len() > 1) {
                return Err(format!("{key:?} has several values in {summary:?}"));
            }
        }
        for (local, summary) in self.sigma.locals(last.frame).iter().enumerate() {
            if self.scope.values(summary).is_some_and(|v| v.len() > 1) {
                return Err(format!("local {local} has several values in {summary:?}"));
            }
        }
        Ok(())
    }

    /// Compares everything that is reachable.
    fn heap(&mut self, roots: Vec<interp::Value>) -> Result<(), String> {
        let heap = &self.run.state.heap;
        let mut seen: BTreeSet<ObjectId> = BTreeSet::new();
        let mut todo: Vec<ObjectId> = roots.iter().filter_map(reference).collect();
        while let Some(object) = todo.pop() {
            if !seen.insert(object) {
                continue;
            }
            let contents: Vec<&interp::Value> = match &heap[object].body {
                Body::Object { fields, .. } => fields.iter().collect(),
                Body::Array(array) => array.cells.values().chain([&array.default]).collect(),
            };
            todo.extend(contents.into_iter().filter_map(reference));
            // The program has never read or written what the engine has never reached.
            if let Some(addr) = self.address(&heap[object].address)? {
                self.object(object, addr)?;
            }
        }
        Ok(())
    }

    /// The address of an object; nothing for an input object that no source refers to.
    fn address(&self, address: &Address) -> Result<Option<AddrId>, String> {
        match address {
            Address::Input(name) => Ok(self.scope.valuation.address(name)),
            Address::New(site, number) => match self.table.find_allocated(MAIN, *site, *number as u32) {
                Some(addr) => Ok(Some(addr)),
                None => Err(format!("the engine has not made {address:?}")),
            },
        }
    }

    fn object(&mut self, object: ObjectId, addr: AddrId) -> Result<(), String> {
        let program = self.built.ir();
        match &self.run.state.heap[object].body {
            Body::Object { class, fields } => {
                if self.table.address(addr).shape != SiteKind::Object(*class) {
                    return Err(format!("{addr:?} has another class than {object:?}"));
                }
                for (&field, value) in program.classes[*class].fields.iter().zip(fields) {
                    let name = format!("{addr:?}.{}", program.fields[field].name);
                    let initial = self.table.known_field(addr, field).cloned();
                    let ty = &program.fields[field].ty;
                    self.cell(&name, addr, &self.sigma.get(Key::Field(addr, field)), initial, ty, value)?;
                }
            }
            Body::Array(array) => {
                let length = match self.table.input(addr) {
                    Some(input) => {
                        let length = Value::Num(input.length.ok_or("an array without length")?);
                        Summary::constant(self.scope.logic, length)
                    }
                    None => self.sigma.get(Key::Length(addr)),
                };
                self.same(&format!("#{addr:?}"), &length, &interp::Value::Num(array.length.clone()))?;
                let mut indexes: BTreeSet<Num> = array.cells.iter().map(|(index, _)| index).collect();
                indexes.extend((0..CELLS).map(Num::from).filter(|i| array.contains(i)));
                for index in &indexes {
                    let value = array.get(index).ok_or("a cell out of bounds")?;
                    let name = format!("{addr:?}[{index}]");
                    let place = self.scope.valuation.place(self.scope.logic, addr, index);
                    let (written, initial) = match place {
                        Some(place) => {
                            (self.sigma.get(Key::Cell(addr, place)), self.table.known_cell(addr, place).cloned())
                        }
                        None => (Summary::empty(), None),
                    };
                    self.cell(&name, addr, &written, initial, &array.elem, value)?;
                }
            }
        }
        Ok(())
    }

    /// A field or cell: the written value, or else the value of the initial heap, or else the default of an object that the
    /// program has allocated.
    fn cell(
        &mut self,
        name: &str,
        addr: AddrId,
        written: &Summary,
        initial: Option<Summary>,
        ty: &Type,
        value: &interp::Value,
    ) -> Result<(), String> {
        if self.scope.values(written).is_none_or(|v| !v.is_empty()) {
            return self.same(name, written, value);
        }
        match (self.table.address(addr).origin, initial) {
            (Origin::Allocated(..), _) if *value == interp::Value::default_of(ty) => Ok(()),
            (Origin::Allocated(..), _) => Err(format!("{name}: {value:?} expected, found the default")),
            (Origin::Input(_), Some(initial)) => self.same(name, &initial, value),
            // It was never read or written.
            (Origin::Input(_), None) => Ok(()),
        }
    }

    /// Checks that exactly one guard of the summary holds, and that its value is the concrete one.
    fn same(&mut self, name: &str, summary: &Summary, expected: &interp::Value) -> Result<(), String> {
        let Some(values) = self.scope.values(summary) else { return Ok(()) };
        let [value] = values[..] else {
            return Err(format!("{name}: {} guards hold of {summary:?}, {expected:?} expected", values.len()));
        };
        let valuation = self.scope.valuation;
        let number = |t| valuation.number(self.scope.logic, t);
        let agrees = match (value, expected) {
            (Value::Num(t), interp::Value::Num(n)) => number(t).as_ref() == Some(n),
            (Value::Char(t), interp::Value::Char(c)) => number(t) == Some(valuation.number_of_character(c)),
            (Value::Str(t), interp::Value::String(s)) => number(t) == Some(valuation.number_of_text(s)),
            (Value::Bool(a), interp::Value::Bool(b)) => a == *b,
            (Value::Null, interp::Value::Null) | (Value::Missing, interp::Value::Missing) => true,
            (Value::Ref(addr), interp::Value::Ref(object)) => {
                match (self.table.address(addr).origin, &self.run.state.heap[*object].address) {
                    (Origin::Allocated(_, site, n), Address::New(other, m)) => site == *other && u64::from(n) == *m,
                    (Origin::Input(_), Address::Input(name)) => valuation.name(addr) == Some(name.as_str()),
                    _ => false,
                }
            }
            _ => false,
        };
        if agrees {
            return Ok(());
        }
        let shown = value.term().and_then(number).map_or_else(|| format!("{value:?}"), |n| n.to_string());
        Err(format!("{name}: {expected:?} expected, found {shown} in {summary:?}"))
    }
}

fn reference(value: &interp::Value) -> Option<ObjectId> {
    match value {
        interp::Value::Ref(object) => Some(*object),
        _ => None,
    }
}
