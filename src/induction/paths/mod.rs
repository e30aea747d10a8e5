//! The paths of fragments, as Horn clauses: forward, one path at a time, with terms for the values of locals.
//!
//! Numbers and truth values are terms; of a reference it is known whether it is null, and of an array its length. What
//! is read from the heap may be anything, but the same as when it was read or written before, if nothing has been written
//! meanwhile that may be the same place. All else may be anything.

mod path;

use self::path::{Cell, Frame, Known, Path, size};
use super::Role;
use super::cuts::{Cuts, Start, Unfit, Unit};
use super::horn::{Aspect, Atom, Clause, Predicate, Sort, System};
use crate::cancel::Token;
use crate::config::Uncaught;
use crate::ir::callgraph::called;
use crate::ir::{BinaryOp, CheckId, Expr, FieldId, InstrKind, Kind, LocalId, Terminator, Type};
use rustc_hash::FxHashMap;

/// The most places of the heap that a predicate speaks of.
const MOST_PLACES: usize = 12;
/// The most paths of all fragments, and the most operators and operands in their clauses.
const MOST_PATHS: usize = 2_000;
const MOST_TERMS: usize = 100_000;

/// The clauses of a program that is taken apart, unless there are too many paths, or the token is cancelled.
pub(super) fn clauses(cuts: &Cuts<'_>, token: &Token) -> Result<System, Unfit> {
    let (system, numbers) = Default::default();
    let mut walk = Walk { cuts, token, system, numbers, paths: 0, terms: 0 };
    for unit in cuts.units.values() {
        walk.declare(unit);
    }
    for unit in cuts.units.values() {
        for start in unit.starts() {
            walk.fragment(unit, start)?;
        }
    }
    Ok(walk.system)
}

struct Walk<'a, 'p> {
    cuts: &'a Cuts<'p>,
    token: &'a Token,
    system: System,
    numbers: FxHashMap<Role, usize>,
    paths: usize,
    terms: usize,
}

impl Walk<'_, '_> {
    fn declare(&mut self, unit: &Unit) {
        let info = &self.cuts.program.methods[unit.method];
        let this = info.this();
        let program = self.cuts.program;
        let sort = |ty: &Type| match ty {
            Type::Int | Type::Uint => Some(Sort::Int),
            Type::Bool => Some(Sort::Bool),
            _ => None,
        };
        let places = |locals: &[LocalId]| -> Vec<(Aspect, Sort)> {
            let statics = program.statics.iter_enumerated().filter(|(id, _)| !self.cuts.constants.contains_key(id));
            let statics = statics.filter_map(|(id, info)| Some((Aspect::Static(id), sort(&info.ty)?)));
            let fields = locals.iter().flat_map(|&local| {
                let fields: &[FieldId] = match unit.locals[local].ty {
                    Some(Type::Class(class)) => &program.classes[class].fields,
                    _ => &[],
                };
                let known =
                    move |field: &FieldId| Some((Aspect::Field(local, *field), sort(&program.fields[*field].ty)?));
                fields.iter().filter_map(known)
            });
            statics.chain(fields).take(MOST_PLACES).collect()
        };
        let params = |locals: Vec<LocalId>| -> Vec<(Aspect, Sort)> {
            let mut params = Vec::new();
            for local in locals.into_iter().filter(|l| Some(*l) != this) {
                match unit.locals[local].ty {
                    Some(Type::Int | Type::Uint) => params.push((Aspect::Value(local), Sort::Int)),
                    Some(Type::Bool) => params.push((Aspect::Value(local), Sort::Bool)),
                    Some(Type::Class(_)) => params.push((Aspect::IsNull(local), Sort::Bool)),
                    Some(Type::Array(_)) => {
                        params.extend([(Aspect::IsNull(local), Sort::Bool), (Aspect::Length(local), Sort::Int)]);
                    }
                    _ => {}
                }
            }
            params
        };
        let formals: Vec<LocalId> = info.formals.iter().map(|&f| unit.entry_value(f)).collect();
        let mut declare = |role, params| {
            self.numbers.insert(role, self.system.predicates.len());
            self.system.predicates.push(Predicate { role, params });
        };
        for start in unit.starts().filter(|start| *start != Start::Entry) {
            let state = unit.state(info, start);
            let mut places = places(&state);
            if let Start::Call(block) = start {
                places.retain(|(aspect, _)| self.cuts.outlasts(&aspect.expr(), &info.blocks[block]));
            }
            declare(Role::Invariant(unit.method, start), [params(state), places].concat());
        }
        if unit.is_called {
            declare(Role::Requires(unit.method), params(formals.clone()));
            let results = formals.iter().copied().chain(info.retval).collect();
            declare(Role::Ensures(unit.method), params(results));
            declare(Role::Throws(unit.method), params(formals));
        }
    }

    fn fragment(&mut self, unit: &Unit, start: Start) -> Result<(), Unfit> {
        let info = &self.cuts.program.methods[unit.method];
        let is_root = self.cuts.is_entry(unit) && !unit.is_called && start == Start::Entry;
        let mut path = Path::new(start);
        let mut env = FxHashMap::default();
        for local in unit.state(info, start) {
            let Some(ty) = &unit.locals[local].ty else { continue };
            let value = path.any(ty);
            match &value {
                Known::Reference { null, .. } if Some(local) == info.this() => path.facts.push(null.clone().negated()),
                Known::Reference { null, .. } if is_root && self.cuts.is_nonnull(ty) => {
                    path.facts.push(null.clone().negated());
                }
                Known::Term(n) if is_root && *ty == Type::Uint => {
                    path.facts.push(Expr::binary(BinaryOp::Ge, n.clone(), Expr::int(0)));
                }
                _ => {}
            }
            env.insert(local, value);
        }
        if is_root {
            for (field, constant) in &self.cuts.initial {
                let value = path.value(&Expr::Const(constant.clone()));
                path.heap.insert(Cell::Static(*field), value);
            }
        }
        if start == Start::Entry {
            for (formal, kept) in unit.kept() {
                env.insert(kept, env[&formal].clone());
            }
        }
        let (block, next) = match start {
            Start::Entry => (info.entry, 0),
            Start::Head(head) => (head, 0),
            Start::Call(block) => (block, info.blocks[block].instrs.len()),
        };
        match start {
            Start::Head(_) | Start::Call(_) => {
                let here = self.atom(Role::Invariant(unit.method, start), &mut path, &env);
                path.body.push(here);
            }
            Start::Entry if unit.is_called => {
                let here = self.atom(Role::Requires(unit.method), &mut path, &env);
                path.body.push(here);
            }
            Start::Entry => {}
        }
        if unit.is_called && self.cuts.is_entry(unit) && start == Start::Entry {
            // The first call has any arguments.
            let mut first = path.clone();
            first.body.clear();
            let head = self.atom(Role::Requires(unit.method), &mut first, &env);
            self.conclude(&first, Some(head));
        }
        path.frames.push(Frame { method: unit.method, env, block, next });
        let mut work = vec![path];
        while let Some(path) = work.pop() {
            self.paths += 1;
            if self.token.is_cancelled() {
                return Err(Unfit::Cancelled);
            }
            if self.paths > MOST_PATHS || self.terms > MOST_TERMS {
                return Err(Unfit::Paths);
            }
            self.run(unit, path, &mut work);
        }
        Ok(())
    }

    /// A predicate of the values of locals.
    fn atom(&self, role: Role, path: &mut Path, env: &FxHashMap<LocalId, Known>) -> Atom {
        let predicate = self.numbers[&role];
        let args = self.system.predicates[predicate].params.iter().map(|(aspect, sort)| {
            let known = match aspect {
                Aspect::Value(local) => env.get(local).cloned(),
                Aspect::IsNull(local) | Aspect::Length(local) => match (env.get(local), aspect) {
                    (Some(Known::Reference { null, .. }), Aspect::IsNull(_)) => Some(Known::Term(null.clone())),
                    (Some(Known::Reference { length, .. }), _) => Some(Known::Term(length.clone())),
                    _ => None,
                },
                Aspect::Static(field) => Some(path.place(Cell::Static(*field), *sort)),
                Aspect::Field(local, field) => match env.get(local) {
                    Some(Known::Reference { identity, .. }) => Some(path.place(Cell::Field(*field, *identity), *sort)),
                    _ => None,
                },
            };
            match known {
                Some(Known::Term(term)) => term,
                _ => path.var(*sort),
            }
        });
        Atom { predicate, args: args.collect() }
    }

    fn conclude(&mut self, path: &Path, head: Option<Atom>) {
        let (vars, facts, body) = (path.vars.clone(), path.facts.clone(), path.body.clone());
        self.terms += facts.iter().map(size).sum::<usize>();
        let mut is_soft = false;
        if let (None, Some(violated)) = (&head, facts.last()) {
            violated.for_each_local(&mut |var| is_soft |= path.read.contains(&var));
        }
        self.system.clauses.push(Clause { vars, facts, body, head, is_soft });
    }

    /// Runs a path to its end, at a cut or an exit; others that part from it are added to the work.
    fn run(&mut self, unit: &Unit, mut path: Path, work: &mut Vec<Path>) {
        while let Some(frame) = path.frames.last() {
            let (method, here) = (frame.method, frame.block);
            let place = (frame.block, frame.next);
            let at_method = path.frames.len() == 1;
            let at_head = at_method && frame.next == 0 && unit.heads.contains(&frame.block);
            if at_head && path.has_begun && path.arrives.is_none() {
                let (role, env) = (Role::Invariant(unit.method, Start::Head(frame.block)), frame.env.clone());
                let head = self.atom(role, &mut path, &env);
                self.conclude(&path, Some(head));
                if !unit.checking.contains_key(&here) {
                    return;
                }
                // Its clauses are checked, and nothing follows.
                path.arrives = Some(here);
            }
            let checking = path.arrives.and_then(|head| unit.checking.get(&head));
            if checking.is_some_and(|c| at_method && !c.blocks.contains(&here)) {
                return;
            }
            let is_last = checking.is_some_and(|c| at_method && c.last == place);
            path.has_begun = true;
            let block = &self.cuts.program.methods[method].blocks[here];
            let next = match block.instrs.get(place.1) {
                Some(instr) => self.instr(unit, &mut path, &instr.kind, work),
                None => self.terminator(unit, &mut path, &block.term, work),
            };
            if !next || is_last {
                return;
            }
        }
    }

    /// Runs an instruction. Tells whether the path goes on.
    fn instr(&mut self, unit: &Unit, path: &mut Path, instr: &InstrKind, work: &mut Vec<Path>) -> bool {
        let method = path.frame().method;
        let mut goes_on = true;
        match instr {
            InstrKind::Assign { dst, value } => {
                let ty = self.cuts.program.methods[method].locals[*dst].ty.clone();
                goes_on = self.assign(path, *dst, value, ty.as_ref(), work);
            }
            InstrKind::CheckNull { reference } => goes_on = path.not_null(*reference, work, self),
            InstrKind::StoreField { object, field, value } => {
                let value = path.value(value);
                goes_on = path.not_null(*object, work, self);
                path.heap.retain(|cell, _| !matches!(cell, Cell::Field(other, _) if other == field));
                if let Known::Reference { identity, .. } = path.get(*object) {
                    path.heap.insert(Cell::Field(*field, identity), value);
                }
            }
            InstrKind::StoreElem { array, index, value } => {
                let (index, value) = (path.value(index), path.value(value));
                goes_on = path.not_null(*array, work, self) && path.within(*array, &index, work, self);
                path.heap.retain(|cell, _| !matches!(cell, Cell::Elem(..)));
                if let Some(cell) = path.elem(*array, &index) {
                    path.heap.insert(cell, value);
                }
            }
            InstrKind::StoreStatic { field, value } => {
                let value = path.value(value);
                path.heap.insert(Cell::Static(*field), value);
            }
            InstrKind::NewObject { dst, .. } => {
                let made = path.reference(Expr::bool(false), Expr::int(0));
                path.set(*dst, made);
            }
            InstrKind::NewArray { dst, length, .. } => {
                let length = path.term(length, Sort::Int);
                goes_on = path.unless(Expr::binary(BinaryOp::Lt, length.clone(), Expr::int(0)), work, self);
                let made = path.reference(Expr::bool(false), length);
                path.set(*dst, made);
            }
            InstrKind::Assume { cond } => {
                let cond = path.term(cond, Sort::Bool);
                goes_on = path.assume(cond);
            }
            InstrKind::Assert { cond, check } | InstrKind::Clause { cond, check } => {
                if !matches!(cond, Expr::Quant(_)) {
                    let is_assumed = self.is_assumed(unit, path, *check);
                    let cond = path.term(cond, Sort::Bool);
                    if !is_assumed {
                        let mut violated = path.clone();
                        if violated.assume(cond.clone().negated()) {
                            self.conclude(&violated, None);
                        }
                    }
                    goes_on = path.assume(cond);
                }
            }
            InstrKind::ClauseThrew { check, .. } => {
                if !self.is_assumed(unit, path, *check) {
                    self.conclude(path, None);
                }
                goes_on = false;
            }
            InstrKind::CheckMissing { .. } | InstrKind::Modifies { .. } | InstrKind::Thread(_) => {}
        }
        if goes_on {
            path.frame().next += 1;
        }
        goes_on
    }

    /// Whether a check is an assumption where the path is: a `requires` of the entry, or an invariant with which the fragment
    /// begins.
    fn is_assumed(&self, unit: &Unit, path: &Path, check: CheckId) -> bool {
        let requires = self.cuts.program.checks[check].kind == Kind::Requires && unit.method == self.cuts.entry;
        let begins_with = |head| unit.clauses.get(&check) == Some(&head) && path.arrives != Some(head);
        path.frames.len() == 1 && (requires || matches!(path.start, Start::Head(head) if begins_with(head)))
    }

    /// Assigns the value of an expression, which may throw.
    fn assign(&mut self, path: &mut Path, dst: LocalId, value: &Expr, ty: Option<&Type>, work: &mut Vec<Path>) -> bool {
        let any = |path: &mut Path| ty.map_or(Known::Nothing, |ty| path.any(ty));
        let known = match value {
            Expr::Field(object, field) => {
                let Expr::Local(object) = **object else { return true };
                if !path.not_null(object, work, self) {
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
                if !path.not_null(array, work, self) || !path.within(array, &index, work, self) {
                    return false;
                }
                match path.elem(array, &index) {
                    Some(cell) => path.read(cell, any),
                    None => any(path),
                }
            }
            Expr::Len(array) => {
                let Expr::Local(array) = **array else { return true };
                if !path.not_null(array, work, self) {
                    return false;
                }
                match path.get(array) {
                    Known::Reference { length, .. } => Known::Term(length),
                    _ => any(path),
                }
            }
            Expr::Static(field) => match self.cuts.constants.get(field) {
                Some(constant) => path.value(&Expr::Const(constant.clone())),
                None => path.read(Cell::Static(*field), any),
            },
            Expr::Binary(op, _, divisor) if value.is_step() && op.divides() => {
                let divisor = path.term(divisor, Sort::Int);
                if !path.unless(Expr::binary(BinaryOp::Eq, divisor, Expr::int(0)), work, self) {
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

    fn terminator(&mut self, unit: &Unit, path: &mut Path, term: &Terminator, work: &mut Vec<Path>) -> bool {
        match term {
            Terminator::Goto(next) => path.go(*next),
            Terminator::Branch { cond, then, other } => {
                let cond = path.term(cond, Sort::Bool);
                let mut refused = path.clone();
                if refused.assume(cond.clone().negated()) && refused.go(*other) {
                    work.push(refused);
                }
                path.assume(cond) && path.go(*then)
            }
            Terminator::Call { dst, callee, args, next } => {
                let args: Vec<Known> = args.iter().map(|arg| path.value(arg)).collect();
                let cuts = self.cuts;
                let (method, block) = (path.frame().method, path.frame().block);
                let cut = cuts.cut_call(&cuts.program.methods[method].blocks[block]);
                // Where it comes back another fragment has made it; no path within a fragment comes to a call again.
                let returns = path.frames.len() == 1 && path.start == Start::Call(block);
                let ends = cut.as_ref().is_some_and(|cut| cut.havocs_heap) && !returns;
                let mut on = Vec::new();
                for target in called(callee, &cuts.targets) {
                    let info = &cuts.program.methods[*target];
                    let env: FxHashMap<LocalId, Known> =
                        info.formals.iter().copied().zip(args.iter().cloned()).collect();
                    let mut path = path.clone();
                    if cut.is_some() {
                        self.cut_call(&mut path, &cuts.units[target], env, *dst, (!returns, !ends), work);
                        path.go(*next);
                    } else {
                        path.frames.push(Frame { method: *target, env, block: info.entry, next: 0 });
                    }
                    on.push(path);
                }
                if ends {
                    let env = path.frame().env.clone();
                    let around = self.atom(Role::Invariant(unit.method, Start::Call(block)), path, &env);
                    self.conclude(path, Some(around));
                    return false;
                }
                let goes_on = on.pop();
                work.extend(on);
                goes_on.map(|on| *path = on).is_some()
            }
            Terminator::Throw(_) => path.throw(self),
            Terminator::Return => self.leave(unit, path, false),
            Terminator::Unwind => self.leave(unit, path, true),
            Terminator::Stop | Terminator::UnknownMethod(_) => false,
        }
    }

    /// A call that is cut: the predicates of its method stand for it. A heap-havocking one begins in one fragment and ends in
    /// another.
    fn cut_call(
        &mut self,
        path: &mut Path,
        called: &Unit,
        args: FxHashMap<LocalId, Known>,
        dst: Option<LocalId>,
        (begins, ends): (bool, bool),
        work: &mut Vec<Path>,
    ) {
        let info = &self.cuts.program.methods[called.method];
        let mut env: FxHashMap<LocalId, Known> =
            info.formals.iter().map(|&f| (called.entry_value(f), args[&f].clone())).collect();
        if begins {
            let requires = self.atom(Role::Requires(called.method), path, &env);
            self.conclude(path, Some(requires));
        }
        if !ends {
            return;
        }
        if begins {
            path.heap.retain(|cell, _| !self.cuts.writes(called.method, cell.variable()));
        }
        let mut thrown = path.clone();
        let throws = self.atom(Role::Throws(called.method), &mut thrown, &env);
        thrown.body.push(throws);
        if thrown.throw(self) {
            work.push(thrown);
        }
        if let (Some(retval), Some(ty)) = (info.retval, &info.result) {
            let result = path.any(ty);
            env.insert(retval, result.clone());
            dst.into_iter().for_each(|dst| path.set(dst, result.clone()));
        }
        let ensures = self.atom(Role::Ensures(called.method), path, &env);
        path.body.push(ensures);
    }

    /// The frame ends. Tells whether the path goes on.
    fn leave(&mut self, unit: &Unit, path: &mut Path, threw: bool) -> bool {
        let Some(frame) = path.frames.pop() else { return false };
        let info = &self.cuts.program.methods[frame.method];
        if let Some(caller) = path.frames.last() {
            let block = &self.cuts.program.methods[caller.method].blocks[caller.block];
            if threw {
                return path.throw(self);
            }
            let Terminator::Call { dst, next, .. } = &block.term else { return false };
            if let (Some(dst), Some(retval)) = (dst, info.retval) {
                let value = frame.env.get(&retval).cloned().unwrap_or(Known::Nothing);
                path.set(*dst, value);
            }
            return path.go(*next);
        }
        if unit.is_called {
            let role = if threw { Role::Throws(unit.method) } else { Role::Ensures(unit.method) };
            let head = self.atom(role, path, &frame.env);
            self.conclude(path, Some(head));
        }
        let allowed = info.has_exceptional || self.cuts.dialect.uncaught == Uncaught::Allow;
        if threw && self.cuts.is_entry(unit) && !allowed {
            self.conclude(path, None);
        }
        false
    }
}
