//! What each instruction finds in variables and on the stack.
//!
//! A store chooses the variable of the IR, the *home* of the value, by number, kind and name of the variable. Where paths
//! with different homes of one variable meet, both homes become one. So names are only hints: wrong ones do no harm. The declared
//! type of a variable of references is believed where references of several types are stored in it.

use super::graph::{Graph, Number};
use super::types::{Frame, Home, Ty};
use super::{Defect, Linkage};
use crate::java::classfile::{Code, Kind, Method, Name, Op, Pc, descriptor};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// A home, as a store chooses it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    /// The number of the variable.
    pub slot: u16,
    /// The kind of its values.
    pub kind: Kind,
    /// Its name and type in the source.
    pub named: Option<(Name, Name)>,
}

/// What is known of a method.
pub struct Types<'a> {
    pub code: &'a Code,
    graph: &'a Graph,
    /// What holds where each block begins; nothing where control never comes.
    pub frames: Vec<Option<Frame>>,
    /// The homes, by number.
    pub keys: Vec<Key>,
    /// The home of each store, by the number of the instruction.
    pub stores: FxHashMap<usize, Home>,
    parents: Vec<usize>,
    /// What is stored in each home.
    held: Vec<Option<Ty>>,
    /// The homes to which the code gives values.
    assigned: FxHashSet<Home>,
    /// The handlers whose exceptions are used for more than to be thrown again.
    pub used: FxHashSet<Pc>,
    /// The handlers whose exceptions are thrown again.
    pub rethrown: FxHashSet<Pc>,
}

impl<'a> Types<'a> {
    /// Infers the types of a method. `receiver` is the type of the receiver, if there is one. The first homes are those
    /// of the parameters, the receiver's first.
    pub fn of(
        code: &'a Code,
        graph: &'a Graph,
        method: &Method,
        receiver: Option<&str>,
        link: &mut dyn Linkage,
    ) -> Result<Self, Defect> {
        let mut types = Self {
            code,
            graph,
            frames: vec![None; graph.pieces.len()],
            keys: Vec::new(),
            stores: FxHashMap::default(),
            parents: Vec::new(),
            held: Vec::new(),
            assigned: FxHashSet::default(),
            used: FxHashSet::default(),
            rethrown: FxHashSet::default(),
        };
        let (parameters, _) = descriptor::method(&method.descriptor).unwrap_or_default();
        let formals = receiver.map(Ty::of_class).into_iter().chain(parameters.iter().filter_map(|ty| Ty::of(ty)));
        let mut frame = Frame { slots: vec![None; code.max_locals.into()], stack: Vec::new() };
        let mut slot = 0;
        for ty in formals {
            let home = types.add(Key { slot, kind: ty.kind(), named: types.named(slot, 0, ty.kind()) });
            types.held[home.0] = Some(ty.clone());
            let next = slot + 1 + u16::from(ty.kind().is_wide());
            frame.store(slot, ty, home);
            slot = next;
        }
        types.choose_homes();
        types.run(frame, link)?;
        Ok(types)
    }

    fn add(&mut self, key: Key) -> Home {
        self.keys.push(key);
        self.parents.push(self.parents.len());
        self.held.push(None);
        Home(self.parents.len() - 1)
    }

    /// The name and type of a variable at a place.
    fn named(&self, slot: u16, pc: Pc, kind: Kind) -> Option<(Name, Name)> {
        let here = self.code.variables.iter().find(|v| {
            v.slot == slot && (v.start..v.end).contains(&pc) && descriptor::kind(&v.descriptor) == Some(kind)
        });
        here.map(|v| (v.name.clone(), v.descriptor.clone()))
    }

    /// Chooses the home of each store. What a store makes is there behind it. A number without a name is one variable after the
    /// other: each store has a home of its own.
    fn choose_homes(&mut self) {
        let mut known: FxHashMap<Key, Home> = FxHashMap::default();
        for (i, key) in self.keys.iter().enumerate() {
            known.insert(key.clone(), Home(i));
        }
        for (i, (pc, op)) in self.code.ops.iter().enumerate() {
            let Op::Store(kind, slot) = *op else { continue };
            let next = self.code.ops.get(i + 1).map_or(self.code.end, |(pc, _)| *pc);
            let named = self.named(slot, next, kind).or_else(|| self.named(slot, *pc, kind));
            let key = Key { slot, kind, named };
            let home = match known.get(&key) {
                Some(home) if key.named.is_some() => *home,
                _ => self.add(key.clone()),
            };
            known.insert(key, home);
            self.stores.insert(i, home);
        }
    }

    /// The representative of a home.
    pub fn root(&self, home: Home) -> Home {
        let mut at = home.0;
        while self.parents[at] != at {
            at = self.parents[at];
        }
        Home(at)
    }

    /// What is stored in a home, and in all that have become one with it.
    pub fn held(&self, home: Home) -> Option<&Ty> {
        self.held[self.root(home).0].as_ref()
    }

    /// Whether the code gives a home values, besides that of a parameter.
    pub fn is_assigned(&self, home: Home) -> bool {
        self.assigned.iter().any(|assigned| self.root(*assigned) == self.root(home))
    }

    fn hold(&mut self, home: Home, ty: &Ty) {
        let root = self.root(home).0;
        self.held[root] = match &self.held[root] {
            Some(held) => held.join(ty),
            None => Some(ty.clone()),
        };
    }

    fn unite(&mut self, a: Home, b: Home) {
        let (a, b) = (self.root(a).0, self.root(b).0);
        // The first homes are those of the parameters, and they stay.
        let (first, second) = (a.min(b), a.max(b));
        if first != second {
            self.parents[second] = first;
            if let Some(held) = self.held[second].take() {
                self.hold(Home(first), &held);
            }
        }
    }

    fn run(&mut self, entry: Frame, link: &mut dyn Linkage) -> Result<(), Defect> {
        let mut work = BTreeSet::from([0]);
        self.frames[0] = Some(entry);
        while let Some(number) = work.pop_first() {
            let Some(mut frame) = self.frames[number].clone() else { continue };
            let piece = &self.graph.pieces[number];
            for i in piece.ops.clone() {
                let pc = self.code.ops[i].0;
                let at = |defect: Defect| defect.at(pc);
                let throws = may_throw(&self.code.ops[i].1);
                for &catch in piece.catches.iter().filter(|_| throws) {
                    let handler = self.code.handlers[catch].handler;
                    let caught = Frame { slots: self.aged(&frame, handler), stack: vec![Ty::Caught(handler)] };
                    let target = self.graph.at(handler);
                    if self.meet(target, &caught, link).map_err(at)? {
                        work.insert(target);
                    }
                }
                self.note(i, &frame);
                self.transfer(&mut frame, i).map_err(at)?;
                if let Op::Store(_, slot) | Op::Increment(slot, _) = self.code.ops[i].1
                    && let Some((ty, home)) = frame.slots[usize::from(slot)].clone()
                {
                    self.assigned.insert(home);
                    self.hold(home, &ty);
                }
            }
            let pc = self.code.ops[piece.ops.end - 1].0;
            if piece.succs.is_empty() && self.code.ops[piece.ops.end - 1].1.falls_through() {
                return Err(Defect::new("control falls off the end of the code").at(pc));
            }
            for &next in &piece.succs {
                if self.meet(next, &frame, link).map_err(|defect| defect.at(pc))? {
                    work.insert(next);
                }
            }
        }
        Ok(())
    }

    /// The variables at a handler. What it has received before is an exception like any other.
    fn aged(&mut self, frame: &Frame, handler: Pc) -> Vec<Option<(Ty, Home)>> {
        let age = |held: &Option<(Ty, Home)>| match held {
            Some((Ty::Caught(pc), home)) if *pc == handler => {
                self.used.insert(handler);
                Some((Ty::Any, *home))
            }
            other => other.clone(),
        };
        frame.slots.iter().map(age).collect()
    }

    /// Joins what holds at the beginning of a block with what holds on one more way to it.
    fn meet(&mut self, number: Number, with: &Frame, link: &mut dyn Linkage) -> Result<bool, Defect> {
        let live = |slot: usize| self.graph.pieces[number].live.bit(slot as u64);
        let Some(mut frame) = self.frames[number].take() else {
            let slots = with.slots.iter().enumerate().map(|(slot, held)| held.clone().filter(|_| live(slot)));
            self.frames[number] = Some(Frame { slots: slots.collect(), stack: with.stack.clone() });
            return Ok(true);
        };
        if frame.stack.len() != with.stack.len() {
            return Err(Defect::new("the stack has different sizes on two ways to one place"));
        }
        let before = frame.clone();
        for (slot, other) in frame.slots.iter_mut().zip(&with.slots) {
            *slot = match (slot.take(), other) {
                (Some((a, home)), Some((b, other))) => self.joined(&a, b, link).map(|ty| {
                    self.unite(home, *other);
                    (ty, home)
                }),
                _ => None,
            };
        }
        for (ty, other) in frame.stack.iter_mut().zip(&with.stack) {
            let joined = self.joined(ty, other, link);
            *ty = joined.ok_or_else(|| Defect::new("the stack has different kinds on two ways to one place"))?;
        }
        let changed = frame != before;
        self.frames[number] = Some(frame);
        Ok(changed)
    }

    fn joined(&mut self, a: &Ty, b: &Ty, link: &mut dyn Linkage) -> Option<Ty> {
        let joined = a.join(b)?;
        if let (Ty::Any, Some(one), Some(other)) = (&joined, a.class(), b.class())
            && let Some(above) = link.class_above(one, other)
        {
            return Some(Ty::of_class(&above));
        }
        for ty in [a, b] {
            if let Ty::Caught(handler) = ty
                && joined != *ty
            {
                self.used.insert(*handler);
            }
        }
        Some(joined)
    }

    /// Notes what happens to exceptions that handlers have received.
    fn note(&mut self, i: usize, frame: &Frame) {
        match &self.code.ops[i].1 {
            Op::Store(..) | Op::Load(..) | Op::Shuffle(_) | Op::Goto(_) | Op::Nop | Op::Increment(..) => {}
            Op::Throw => {
                if let Some(Ty::Caught(handler)) = frame.stack.last() {
                    self.rethrown.insert(*handler);
                }
            }
            op => {
                let count = super::effects::popped(op).min(frame.stack.len());
                for ty in &frame.stack[frame.stack.len() - count..] {
                    if let Ty::Caught(handler) = ty {
                        self.used.insert(*handler);
                    }
                }
            }
        }
    }
}

/// Whether an instruction can come to a handler. Those that cannot are what the handler of a block under a lock has in common
/// with the block.
fn may_throw(op: &Op) -> bool {
    !matches!(
        op,
        Op::Load(..) | Op::Store(..) | Op::Increment(..) | Op::Shuffle(_) | Op::Nop | Op::Goto(_) | Op::MonitorExit
    )
}
