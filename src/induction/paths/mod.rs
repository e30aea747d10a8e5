//! The paths of [fragments](super::fragments) as Horn clauses. They run forward, one at a time, with terms as the values of
//! locals.
//!
//! A fragment ends, so its calls are inlined. Where it assumes the claims of a role, the predicate of that role joins the
//! body of the clause. Where it asserts them, a clause concludes that predicate.
//!
//! Numbers and truth values are terms. A reference has a term for whether it is null, and an array one for its length. A
//! read of the heap has any value, but the same as an earlier read or write of the place, unless something that may be the
//! same place has been written meanwhile. Everything else has any value.

mod path;

use self::path::{Cell, Frame, Known, Path};
use super::cuts::{Cuts, Start, Unfit, Unit};
use super::fragments::Fragments;
use super::horn::{Atom, Clause, Predicate, Sort, System};
use super::later_reads::LaterReads;
use super::{Claims, Role};
use crate::cancel::Token;
use crate::ir::callgraph::called;
use crate::ir::variable::Variable;
use crate::ir::{
    BinaryOp, BlockId, CheckId, Const, Expr, InstrKind, Kind, LocalId, MethodId, Program, SiteKind, Terminator, Type,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// The most places of the heap among the parameters of a predicate.
const MOST_PLACES: usize = 24;
/// The most paths of all fragments, and the most operators and operands in their clauses.
const MOST_PATHS: usize = 8_000;
const MOST_TERMS: usize = 200_000;
/// The most clauses about checks that would be violated. With fewer, claims may be found that do not prove the program.
const MOST_QUERIES: usize = 500;

/// The clauses of a program that is taken apart. An error if there are too many paths, or the token is cancelled.
pub(super) fn clauses(cuts: &Cuts<'_>, token: &Token) -> Result<System, Unfit> {
    let fragments = Fragments::new(cuts, &Claims::new(), token)?;
    let (system, numbers, ranges, open) = Default::default();
    let (fragments, later_reads) = (&fragments, cuts.later_reads());
    let (paths, terms, queries) = (0, 0, 0);
    let mut walk = Walk { cuts, later_reads, fragments, token, system, numbers, ranges, open, paths, terms, queries };
    for unit in cuts.units.values() {
        walk.declare(unit);
    }
    for fragment in &fragments.all {
        walk.fragment(fragment.method)?;
    }
    Ok(walk.system)
}

struct Walk<'a, 'p> {
    cuts: &'a Cuts<'p>,
    later_reads: LaterReads,
    fragments: &'a Fragments,
    token: &'a Token,
    system: System,
    numbers: FxHashMap<Role, usize>,
    /// The bounds of the numbers in which the fragment begins.
    ranges: Vec<Expr>,
    /// Paths that have branched off, and have still to run.
    open: Vec<Path>,
    paths: usize,
    terms: usize,
    /// The clauses without a conclusion, the dropped ones included.
    queries: usize,
}

impl<'a> Walk<'a, '_> {
    /// Declares the predicates of a unit.
    fn declare(&mut self, unit: &Unit) {
        let info = &self.cuts.program.methods[unit.method];
        let values = |locals: &[LocalId]| -> Vec<(Expr, Sort)> {
            let others = locals.iter().filter(|local| Some(**local) != info.this());
            others.flat_map(|&local| params(Expr::Local(local), unit.locals[local].ty.as_ref())).collect()
        };
        let mut declared = Vec::new();
        for start in unit.starts().filter(|start| *start != Start::Entry) {
            let state = unit.state(info, start);
            let mut places = self.places(unit, &state, Role::Invariant(unit.method, start));
            if let Start::Call(block) = start {
                places.retain(|(param, _)| self.cuts.outlasts(param, &info.blocks[block]));
            }
            declared.push((Role::Invariant(unit.method, start), [values(&state), places].concat()));
        }
        if unit.is_called {
            let formals: Vec<LocalId> = info.formals.iter().map(|&f| unit.entry_value(f)).collect();
            let results: Vec<LocalId> = formals.iter().copied().chain(info.retval).collect();
            let roles = [
                (Role::Requires(unit.method), &formals[..]),
                (Role::Ensures(unit.method), &results),
                (Role::Throws(unit.method), &formals),
            ];
            let all = |(role, locals)| (role, [values(locals), self.places(unit, locals, role)].concat());
            declared.extend(roles.map(all));
        }
        for (role, params) in declared {
            self.numbers.insert(role, self.system.predicates.len());
            self.system.predicates.push(Predicate { role, params });
        }
    }

    /// The parameters of a predicate over some locals that are about what is read of the heap later. Numbers and truth values
    /// come first.
    fn places(&self, unit: &Unit, locals: &[LocalId], role: Role) -> Vec<(Expr, Sort)> {
        let program = self.cuts.program;
        let later = self.later_reads.from(program, role);
        let statics = program.statics.iter_enumerated().filter(|(id, _)| !self.cuts.constants.contains_key(id));
        let statics = statics.filter(|(id, _)| later.contains(Variable::Static(*id)));
        let statics: Vec<_> = statics.map(|(id, info)| (Expr::Static(id), &info.ty)).collect();
        let fields = |object: Expr, ty: Option<&Type>| {
            let fields = ty.map(|ty| program.common_fields(ty)).unwrap_or_default();
            let read = move |field| (Expr::Field(Box::new(object.clone()), field), &program.fields[field].ty);
            fields.into_iter().filter(|field| later.contains(Variable::Field(*field))).map(read)
        };
        let of_locals = locals.iter().flat_map(|&local| fields(Expr::Local(local), unit.locals[local].ty.as_ref()));
        let all = statics.iter().cloned().chain(of_locals);
        let (mut values, references): (Vec<_>, Vec<_>) = all.partition(|(_, ty)| Sort::of(ty).is_some());
        let of_statics = statics.iter().flat_map(|(object, ty)| fields(object.clone(), Some(ty)));
        values.extend(of_statics.filter(|(_, ty)| Sort::of(ty).is_some()));
        values.into_iter().chain(references).flat_map(|(read, ty)| params(read, Some(ty))).take(MOST_PLACES).collect()
    }

    fn program(&self) -> &'a Program {
        &self.fragments.program
    }

    fn fragment(&mut self, id: MethodId) -> Result<(), Unfit> {
        let (program, mut path) = (self.program(), Path::default());
        self.ranges.clear();
        for (field, info) in program.statics.iter_enumerated() {
            let first = path.value(&Expr::default_of(&info.ty));
            path.heap.insert(Cell::Static(field), first);
        }
        let (method, mut env) = (&program.methods[id], FxHashMap::default());
        for &formal in &method.formals {
            let Some(ty) = &method.locals[formal].ty else { continue };
            let value = path.any(ty);
            if let (Known::Term(n), Type::Int | Type::Uint | Type::Machine(_)) = (&value, ty) {
                let (least, most) = program.range(ty);
                let fact = |op, bound| Expr::binary(op, n.clone(), Expr::Const(Const::Num(bound)));
                let bounds = [least.map(|least| fact(BinaryOp::Ge, least)), most.map(|most| fact(BinaryOp::Le, most))];
                self.ranges.extend(bounds.into_iter().flatten());
            }
            env.insert(formal, value);
        }
        path.frames.push(Frame { method: id, env, block: method.entry, next: 0 });
        self.open.push(path);
        while let Some(path) = self.open.pop() {
            self.paths += 1;
            self.run(path)?;
        }
        Ok(())
    }

    /// An error where the walk has to end. Each of the paths that have branched off will count.
    fn check_limits(&self) -> Result<(), Unfit> {
        if self.token.is_cancelled() {
            return Err(Unfit::Cancelled);
        }
        let has_too_many = self.paths + self.open.len() > MOST_PATHS || self.terms > MOST_TERMS;
        if has_too_many { Err(Unfit::Paths) } else { Ok(()) }
    }

    /// The predicate of a role, applied to the values of the unit's locals at the end of a path.
    fn atom(&self, role: Role, path: &mut Path) -> Atom {
        let names = &self.fragments.outlines[&path.frame().method].names;
        let predicate = self.numbers[&role];
        let args =
            self.system.predicates[predicate].params.iter().map(|(param, sort)| match self.param(path, names, param) {
                Known::Term(term) => term,
                _ => path.var(*sort),
            });
        Atom { predicate, args: args.collect() }
    }

    /// What is known of a parameter of a predicate.
    fn param(&self, path: &mut Path, names: &FxHashMap<LocalId, LocalId>, param: &Expr) -> Known {
        match param {
            Expr::Local(local) => names.get(local).map_or(Known::Nothing, |name| path.get(*name)),
            Expr::Static(field) => {
                path.read(Cell::Static(*field), |path| path.any(&self.cuts.program.statics[*field].ty))
            }
            Expr::Field(object, field) => match self.param(path, names, object) {
                Known::Reference { identity, .. } => {
                    path.read(Cell::Field(*field, identity), |path| path.any(&self.cuts.program.fields[*field].ty))
                }
                _ => Known::Nothing,
            },
            Expr::Len(array) => match self.param(path, names, array) {
                Known::Reference { length, .. } => Known::Term(length),
                _ => Known::Nothing,
            },
            Expr::Binary(BinaryOp::Eq, reference, _) => match self.param(path, names, reference) {
                Known::Reference { null, .. } => Known::Term(null),
                _ => Known::Nothing,
            },
            _ => Known::Nothing,
        }
    }

    fn conclude(&mut self, path: &Path, head: Option<Atom>) {
        if head.is_none() {
            self.queries += 1;
            if self.queries > MOST_QUERIES {
                return;
            }
        }
        let (vars, body) = (path.vars.clone(), path.body.clone());
        let mut used = FxHashSet::default();
        let args = body.iter().chain(&head).flat_map(|atom| &atom.args);
        path.facts.iter().chain(args).for_each(|expr| expr.for_each_local(&mut |var| _ = used.insert(var)));
        let ranges = self.ranges.iter().filter(|range| !range.reads_only(|var| !used.contains(&var)));
        let facts: Vec<Expr> = ranges.chain(&path.facts).cloned().collect();
        self.terms += facts.iter().flat_map(Expr::parts).count();
        let mut is_soft = false;
        if let (None, Some(violated)) = (&head, path.facts.last()) {
            violated.for_each_local(&mut |var| is_soft |= path.read.contains(&var));
        }
        self.system.clauses.push(Clause { vars, facts, body, head, is_soft });
    }

    /// Runs a path to its end.
    fn run(&mut self, mut path: Path) -> Result<(), Unfit> {
        while let Some(&Frame { method, block, next, .. }) = path.frames.last() {
            self.check_limits()?;
            if next == 0 {
                self.claims(method, block, &mut path);
            }
            let block = &self.program().methods[method].blocks[block];
            let goes_on = match block.instrs.get(next) {
                Some(instr) => self.instr(&mut path, &instr.kind),
                None => self.terminator(&mut path, &block.term),
            };
            if !goes_on {
                break;
            }
        }
        Ok(())
    }

    /// Uses predicates for the claims that a block assumes or asserts at its beginning.
    fn claims(&mut self, method: MethodId, block: BlockId, path: &mut Path) {
        let Some(outline) = self.fragments.outlines.get(&method) else { return };
        if let Some(role) = outline.assumed.get(&block) {
            let here = self.atom(*role, path);
            path.body.push(here);
        }
        if let Some(role) = outline.asserted.get(&block) {
            let here = self.atom(*role, path);
            self.conclude(path, Some(here));
        }
    }

    /// Runs an instruction. Returns whether the path goes on.
    fn instr(&mut self, path: &mut Path, instr: &InstrKind) -> bool {
        let mut goes_on = true;
        match instr {
            InstrKind::Assign { dst, value } => goes_on = self.assign(path, *dst, value),
            InstrKind::CheckNull { reference } => goes_on = self.not_null(path, *reference),
            InstrKind::StoreField { object, field, value } => {
                let value = path.value(value);
                goes_on = self.not_null(path, *object);
                match path.get(*object) {
                    Known::Reference { identity, .. } => path.write(Cell::Field(*field, identity), value),
                    _ => path.heap.retain(|cell, _| !matches!(cell, Cell::Field(other, _) if other == field)),
                }
            }
            InstrKind::StoreElem { array, index, value } => {
                let (index, value) = (path.value(index), path.value(value));
                goes_on = self.not_null(path, *array) && self.within(path, *array, &index);
                match path.elem(*array, &index) {
                    Some(cell) => path.write(cell, value),
                    None => path.heap.retain(|cell, _| !matches!(cell, Cell::Elem(..))),
                }
            }
            InstrKind::StoreStatic { field, value } => {
                let value = path.value(value);
                path.heap.insert(Cell::Static(*field), value);
            }
            InstrKind::NewObject { dst, site } => {
                let made = path.new_reference(Expr::int(0));
                if let (SiteKind::Object(class), Known::Reference { identity, .. }) =
                    (&self.program().sites[*site].kind, &made)
                {
                    for field in &self.program().classes[*class].fields {
                        let first = path.value(&Expr::default_of(&self.program().fields[*field].ty));
                        path.heap.insert(Cell::Field(*field, *identity), first);
                    }
                }
                path.set(*dst, made);
            }
            InstrKind::NewArray { dst, length, .. } => {
                let length = path.term(length, Sort::Int);
                goes_on = self.unless(path, Expr::binary(BinaryOp::Lt, length.clone(), Expr::int(0)));
                let made = path.new_reference(length);
                path.set(*dst, made);
            }
            InstrKind::Assume { cond } => {
                let cond = path.term(cond, Sort::Bool);
                goes_on = path.assume(cond);
            }
            InstrKind::Assert { cond, check } | InstrKind::Clause { cond, check } => {
                if !matches!(cond, Expr::Quant(_)) {
                    let cond = path.term(cond, Sort::Bool);
                    if !self.is_assumed(path, *check) {
                        let mut violated = path.clone();
                        if violated.assume(cond.clone().negated()) {
                            self.conclude(&violated, None);
                        }
                    }
                    goes_on = path.assume(cond);
                }
            }
            InstrKind::ClauseThrew { check, .. } => {
                if !self.is_assumed(path, *check) {
                    self.conclude(path, None);
                }
                goes_on = false;
            }
            InstrKind::Havoc { dst, ty, .. } => {
                let value = path.any(ty);
                // A reference refers to a new object.
                if let Known::Reference { null, .. } = &value {
                    goes_on = path.assume(null.clone().negated());
                }
                path.set(*dst, value);
            }
            InstrKind::CheckMissing { .. }
            | InstrKind::CheckStore { .. }
            | InstrKind::Cover { .. }
            | InstrKind::Modifies { .. }
            | InstrKind::Thread(_) => {}
        }
        if goes_on {
            path.frame().next += 1;
        }
        goes_on
    }

    /// Whether a check is an assumption on the path: a `requires` of the fragment itself.
    fn is_assumed(&self, path: &Path, check: CheckId) -> bool {
        path.frames.len() == 1 && self.program().checks[check].kind == Kind::Requires
    }

    /// Assigns the value of an expression, which may throw.
    fn assign(&mut self, path: &mut Path, dst: LocalId, value: &Expr) -> bool {
        let ty = self.program().methods[path.frame().method].locals[dst].ty.as_ref();
        let any = |path: &mut Path| ty.map_or(Known::Nothing, |ty| path.any(ty));
        let known = match value {
            Expr::Field(object, field) => {
                let Expr::Local(object) = **object else { return true };
                if !self.not_null(path, object) {
                    return false;
                }
                match path.get(object) {
                    Known::Reference { identity, .. } => path.read(Cell::Field(*field, identity), any),
                    _ => any(path),
                }
            }
            Expr::Elem(array, index) => {
                let Expr::Local(array) = **array else { return true };
                let index = path.value(index);
                if !self.not_null(path, array) || !self.within(path, array, &index) {
                    return false;
                }
                match path.elem(array, &index) {
                    Some(cell) => path.read(cell, any),
                    None => any(path),
                }
            }
            Expr::Len(array) => {
                let Expr::Local(array) = **array else { return true };
                if !self.not_null(path, array) {
                    return false;
                }
                match path.get(array) {
                    Known::Reference { length, .. } => Known::Term(length),
                    _ => any(path),
                }
            }
            Expr::Static(field) => path.read(Cell::Static(*field), any),
            Expr::Binary(op, _, divisor) if value.is_step() && op.divides() => {
                let divisor = path.term(divisor, Sort::Int);
                if !self.unless(path, Expr::binary(BinaryOp::Eq, divisor, Expr::int(0))) {
                    return false;
                }
                path.value(value)
            }
            Expr::Cast(reference, _) => path.value(reference),
            Expr::Quant(_) => any(path),
            value => path.value(value),
        };
        path.set(dst, known);
        true
    }

    /// Throws an exception on a copy of the path, where a condition is true, and goes on where it is false.
    fn unless(&mut self, path: &mut Path, threw: Expr) -> bool {
        let mut thrown = path.clone();
        if thrown.assume(threw.clone()) && thrown.throw(self.program()) {
            self.open.push(thrown);
        }
        path.assume(threw.negated())
    }

    fn not_null(&mut self, path: &mut Path, reference: LocalId) -> bool {
        match path.get(reference) {
            Known::Reference { null, .. } => self.unless(path, null),
            _ => true,
        }
    }

    /// Goes on where an index is within an array, and throws where it is not.
    fn within(&mut self, path: &mut Path, array: LocalId, index: &Known) -> bool {
        let (Known::Reference { length, .. }, Known::Term(index)) = (path.get(array), index) else { return true };
        self.unless(path, Expr::binary(BinaryOp::Lt, index.clone(), Expr::int(0)))
            && self.unless(path, Expr::binary(BinaryOp::Ge, index.clone(), length))
    }

    fn terminator(&mut self, path: &mut Path, term: &Terminator) -> bool {
        match term {
            Terminator::Goto(next) => path.go(*next),
            Terminator::Branch { cond, then, other } => {
                let cond = path.term(cond, Sort::Bool);
                let mut refused = path.clone();
                if refused.assume(cond.clone().negated()) && refused.go(*other) {
                    self.open.push(refused);
                }
                path.assume(cond) && path.go(*then)
            }
            Terminator::Call { callee, args, .. } => {
                let args: Vec<Known> = args.iter().map(|arg| path.value(arg)).collect();
                let entered = called(callee, &self.cuts.targets).iter().map(|&method| {
                    let info = &self.program().methods[method];
                    let env = info.formals.iter().copied().zip(args.iter().cloned()).collect();
                    let mut path = path.clone();
                    path.frames.push(Frame { method, env, block: info.called, next: 0 });
                    path
                });
                let mut entered: Vec<Path> = entered.collect();
                let last = entered.pop();
                self.open.extend(entered);
                last.map(|last| *path = last).is_some()
            }
            Terminator::Throw(_) | Terminator::Rethrow(..) => path.throw(self.program()),
            Terminator::Return => self.leave(path, false),
            Terminator::Unwind => self.leave(path, true),
            Terminator::Stop | Terminator::Unsupported(_) | Terminator::UnknownMethod(_) => false,
        }
    }

    /// Leaves the innermost frame. Returns whether the path goes on.
    fn leave(&mut self, path: &mut Path, threw: bool) -> bool {
        let Some(frame) = path.frames.pop() else { return false };
        let info = &self.program().methods[frame.method];
        let Some(caller) = path.frames.last() else {
            let allowed = info.has_exceptional || self.cuts.dialect.allows_exceptions();
            if threw && !allowed {
                self.conclude(path, None);
            }
            return false;
        };
        if threw {
            return path.throw(self.program());
        }
        let block = &self.program().methods[caller.method].blocks[caller.block];
        let Terminator::Call { dst, next, .. } = block.term else { return false };
        if let (Some(dst), Some(retval)) = (dst, info.retval) {
            let value = frame.env.get(&retval).cloned().unwrap_or(Known::Nothing);
            path.set(dst, value);
        }
        path.go(next)
    }
}

/// The parameters of a predicate for the value of a local or of a place of the heap.
fn params(read: Expr, ty: Option<&Type>) -> Vec<(Expr, Sort)> {
    let is_null = || Expr::is_null(read.clone());
    match ty {
        Some(Type::Class(_)) => vec![(is_null(), Sort::Bool)],
        Some(Type::Array(_)) => vec![(is_null(), Sort::Bool), (Expr::Len(Box::new(read)), Sort::Int)],
        ty => ty.and_then(Sort::of).map(|sort| (read, sort)).into_iter().collect(),
    }
}
