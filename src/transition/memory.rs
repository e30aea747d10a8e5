//! Fields, elements and allocation.
//!
//! ```text
//!   x := y.f     ∪ { Σ[a.f] restricted to g | (g, a) ∈ Σ[y] }; where Σ has no value, that of the initial heap, or the default
//!   y.f := z     for each (g, a) ∈ Σ[y]:  Σ[a.f] ⊎(φ∧g) Σ[z]
//!   x := new     for each (g, n) ∈ Σ[counter]:  Σ[x] ⊎(φ∧g) (site, n),  Σ[counter] ⊎(φ∧g) n + 1
//! ```
//!
//! An access to an array goes to the first of its index keys that equals the index, so overlap is exact. An
//! index that is not among the keys becomes one. But if the length is a small constant, a symbolic index is split
//! into the constants below the length instead.

use super::{Machine, Step, Via};
use crate::guard::{Guard, Logic};
use crate::ir::{Cause, Expr, FieldId, LocalId, Program, SiteId, SiteKind, StaticId, TextId, Type};
use crate::num::Num;
use crate::state::{HeapTable, Key, Origin, Place, Sigma, State, default_value};
use crate::summary::{AddrId, MOST_PARTS, Summary, ThreadId, Value};
use crate::term::TermId;

/// The parts of a machine and a state that reads and selections of keys need.
pub(crate) struct Memory<'a> {
    program: &'a Program,
    table: &'a mut HeapTable,
    sigma: &'a Sigma,
}

impl Memory<'_> {
    /// The value in Σ within `guard`, completed by `initial` where Σ has none.
    fn through(
        &mut self,
        lx: &mut Logic,
        key: Key,
        guard: Guard,
        initial: impl FnOnce(&mut Self, &mut Logic) -> Summary,
    ) -> Summary {
        let written = self.sigma.get(key);
        let cover = written.cover(lx);
        let rest = lx.and_not(guard, cover);
        if rest == Guard::FALSE {
            return written.restrict(lx, guard);
        }
        let initial = initial(self, lx);
        if rest == guard {
            return initial.restrict(lx, guard);
        }
        written.restrict(lx, guard).update(lx, rest, &initial)
    }

    /// A field of the object at an address.
    pub(crate) fn field(&mut self, lx: &mut Logic, addr: AddrId, field: FieldId, guard: Guard) -> Summary {
        self.through(lx, Key::Field(addr, field), guard, |memory, lx| match memory.table.address(addr).origin {
            Origin::Input(_) => memory.table.field(lx, memory.program, addr, field),
            Origin::Allocated(..) => default_value(lx, &memory.program.fields[field].ty),
        })
    }

    /// The length of the array at an address.
    pub(crate) fn length(&mut self, lx: &mut Logic, addr: AddrId, guard: Guard) -> Summary {
        match self.table.input(addr).and_then(|input| input.length) {
            Some(length) => Summary::guarded(lx, guard, Value::Num(length)),
            None => self.sigma.get(Key::Length(addr)).restrict(lx, guard),
        }
    }

    /// The cell at a place in the list of index keys.
    pub(crate) fn cell(&mut self, lx: &mut Logic, addr: AddrId, place: u32, guard: Guard) -> Summary {
        self.through(lx, Key::Cell(addr, place), guard, |memory, lx| match memory.table.address(addr).origin {
            Origin::Input(_) => memory.table.cell(lx, memory.program, addr, place),
            Origin::Allocated(..) => match &memory.table.address(addr).shape {
                SiteKind::Array(ty) => default_value(lx, ty),
                SiteKind::Object(_) => Summary::empty(),
            },
        })
    }

    /// The value of a field, cell or counter.
    pub(crate) fn value(&mut self, lx: &mut Logic, key: Key, guard: Guard) -> Summary {
        match key {
            Key::Field(addr, field) => self.field(lx, addr, field, guard),
            Key::Cell(addr, place) => self.cell(lx, addr, place, guard),
            _ => self.through(lx, key, guard, |_, lx| default_value(lx, &Type::Int)),
        }
    }

    /// The element of an array at an index that is within its bounds.
    pub(crate) fn element(&mut self, lx: &mut Logic, addr: AddrId, index: TermId, guard: Guard) -> Summary {
        let places = self.select(lx, addr, index, guard);
        let cells = places.into_iter().map(|(g, place)| self.cell(lx, addr, place, g)).collect();
        Summary::of_parts(lx, cells)
    }

    /// The places of the keys to which an access goes, by guard; the guards partition `guard`.
    pub(crate) fn select(&mut self, lx: &mut Logic, addr: AddrId, index: TermId, guard: Guard) -> Vec<(Guard, u32)> {
        let (mut places, mut rest) = (Vec::new(), guard);
        let is_constant = lx.terms.as_const(index).is_some();
        let length = if is_constant { None } else { self.small_length(lx, addr, guard) };
        for i in 0..length.unwrap_or(0) {
            let constant = lx.terms.constant(Num::from(i));
            let here = lx.eq(index, constant);
            let here = lx.and(rest, here);
            if here != Guard::FALSE {
                rest = lx.and_not(rest, here);
                self.select_key(lx, addr, constant, here, &mut places);
            }
        }
        // After a split, the rest is out of bounds, or infeasible.
        if length.is_none() || rest != Guard::FALSE {
            self.select_key(lx, addr, index, rest, &mut places);
        }
        places
    }

    /// The length, if it is one constant on the whole guard, and an index can be split into as many.
    fn small_length(&mut self, lx: &mut Logic, addr: AddrId, guard: Guard) -> Option<i64> {
        let length = self.length(lx, addr, guard);
        let t = length.as_constant_within(lx, guard)?.number()?;
        let t = lx.pin(guard, t);
        let n = lx.terms.as_const(t)?.to_i64()?;
        usize::try_from(n).is_ok_and(|n| n <= MOST_PARTS).then_some(n)
    }

    /// Selects the first key that is equal to `index`; `index` becomes a key if no key is equal on a part of `guard`.
    fn select_key(
        &mut self,
        lx: &mut Logic,
        addr: AddrId,
        index: TermId,
        guard: Guard,
        places: &mut Vec<(Guard, u32)>,
    ) {
        let is_const = lx.terms.as_const(index).is_some();
        let mut rest = guard;
        for (place, key) in self.table.keys(addr).into_iter().flat_map(|keys| keys.before(index, is_const)) {
            let same = lx.eq(index, key);
            let here = lx.and(rest, same);
            if here != Guard::FALSE {
                places.push((here, place));
                rest = lx.and_not(rest, here);
                if rest == Guard::FALSE {
                    return;
                }
            }
        }
        let place = self.table.key(lx, addr, index);
        places.push((rest, place));
    }
}

impl<'p> Machine<'p> {
    /// The logic, and the memory of a state.
    pub(crate) fn memory<'a>(&'a mut self, state: &'a State) -> (&'a mut Logic, Memory<'a>) {
        (&mut self.logic, Memory { program: self.program, table: &mut self.table, sigma: &state.sigma })
    }

    /// Throws `null` where a reference is null. Returns the other paths.
    #[must_use]
    pub(crate) fn check_null(&mut self, step: &mut Step<'p, '_>, phi: Guard, reference: &Summary) -> Guard {
        let null = reference.when(&mut self.logic, phi, |_, v| Guard::from_bool(v == Value::Null));
        self.raise(step, phi, null, Cause::Null)
    }

    /// Throws `bounds` where an index is not within the bounds of the array. Returns the other paths.
    #[must_use]
    pub(super) fn check_bounds(
        &mut self,
        step: &mut Step<'p, '_>,
        phi: Guard,
        array: &Summary,
        index: &Summary,
    ) -> Guard {
        let length = self.lengths(step.state, phi, array);
        let zero = self.logic.terms.constant(Num::ZERO);
        let below = index.when_number(&mut self.logic, phi, |lx, t| lx.lt(t, zero));
        let above = index.when2(&mut self.logic, phi, &length, |lx, _, v, w| match (v, w) {
            (Value::Num(i), Value::Num(n)) if lx.terms.as_const(n).is_some() => lx.le_beside(n, i),
            (Value::Num(i), Value::Num(n)) => lx.le(n, i),
            _ => Guard::FALSE,
        });
        let outside = self.logic.or(below, above);
        self.raise(step, phi, outside, Cause::Bounds)
    }

    /// The lengths of arrays that are not null.
    fn lengths(&mut self, state: &State, phi: Guard, array: &Summary) -> Summary {
        let (lx, mut memory) = self.memory(state);
        let lengths = array.bind(lx, phi, |lx, v, g| match v {
            Value::Ref(a) => memory.length(lx, a, g),
            _ => Summary::empty(),
        });
        self.pinned(phi, lengths)
    }

    #[must_use]
    pub(crate) fn load_field(
        &mut self,
        step: &mut Step<'p, '_>,
        phi: Guard,
        object: &Summary,
        field: FieldId,
    ) -> (Summary, Guard) {
        let phi = self.check_null(step, phi, object);
        let (lx, mut memory) = self.memory(step.state);
        let value = object.bind(lx, phi, |lx, v, g| match v {
            Value::Ref(a) => memory.field(lx, a, field, g),
            _ => Summary::empty(),
        });
        self.counters.read(&mut self.logic, &value);
        let value = self.collapsed_read(step.state, phi, value);
        self.within_bound(step, phi, value)
    }

    #[must_use]
    pub(crate) fn load_length(&mut self, step: &mut Step<'p, '_>, phi: Guard, array: &Summary) -> (Summary, Guard) {
        let phi = self.check_null(step, phi, array);
        (self.lengths(step.state, phi, array), phi)
    }

    #[must_use]
    pub(crate) fn load_elem(
        &mut self,
        step: &mut Step<'p, '_>,
        phi: Guard,
        array: &Summary,
        index: &Summary,
    ) -> (Summary, Guard) {
        let phi = self.check_null(step, phi, array);
        let phi = self.check_bounds(step, phi, array, index);
        let mut formed = 0;
        let (lx, mut memory) = self.memory(step.state);
        let value = array.bind(lx, phi, |lx, v, g| match v {
            Value::Ref(a) => index.bind(lx, g, |lx, i, h| {
                formed += 1;
                match i {
                    Value::Num(i) => memory.element(lx, a, i, h),
                    _ => Summary::empty(),
                }
            }),
            _ => Summary::empty(),
        });
        self.counters.product(&mut self.logic, formed, (array, index), (None, step.instruction));
        self.counters.read(&mut self.logic, &value);
        let value = self.collapsed_read(step.state, phi, value);
        self.within_bound(step, phi, value)
    }

    /// A value that was read, without the paths on which it is an object of the initial heap beyond the bound on depth: these
    /// wait before the instruction. The bound does not apply to bodies of quantified formulas.
    fn within_bound(&mut self, step: &mut Step<'p, '_>, phi: Guard, value: Summary) -> (Summary, Guard) {
        if !self.table.is_deeper_than(self.heap_bound) || !step.bindings.is_empty() {
            return (value, phi);
        }
        let (table, bound) = (&self.table, self.heap_bound);
        let deep = value.when(&mut self.logic, phi, |_, v| Guard::from_bool(table.is_deep(v, bound)));
        if deep == Guard::FALSE {
            return (value, phi);
        }
        let phi = self.logic.and_not(phi, deep);
        if !step.hypothetical {
            self.emit(step, step.here(), deep, Via::Deeper, |_, _, _| {});
        }
        (value.restrict(&mut self.logic, phi), phi)
    }

    #[must_use]
    pub(crate) fn store_field(
        &mut self,
        step: &mut Step<'p, '_>,
        phi: Guard,
        object: LocalId,
        field: FieldId,
        value: &Expr,
    ) -> Guard {
        let object = step.local(object);
        let phi = self.check_null(step, phi, &object);
        let (value, phi) = self.eval_stored(step, phi, value);
        for (g, a) in object.addresses_within(&mut self.logic, phi) {
            self.overwrites(step, g, Key::Field(a, field));
            self.assign_place(step.state, g, Place::Heap(Key::Field(a, field)), &value, false);
        }
        phi
    }

    #[must_use]
    pub(crate) fn store_elem(
        &mut self,
        step: &mut Step<'p, '_>,
        phi: Guard,
        array: LocalId,
        index: &Expr,
        value: &Expr,
    ) -> Guard {
        let array = step.local(array);
        let phi = self.check_null(step, phi, &array);
        let (index, phi) = self.eval_pinned(step, phi, index);
        let index = self.resolved(phi, index);
        let phi = self.check_bounds(step, phi, &array, &index);
        let (value, phi) = self.eval_stored(step, phi, value);
        for (g, a) in array.addresses_within(&mut self.logic, phi) {
            for (h, i) in index.restrict(&mut self.logic, g).pairs(&mut self.logic) {
                let Value::Num(i) = i else { continue };
                let (lx, mut memory) = self.memory(step.state);
                for (guard, place) in memory.select(lx, a, i, h) {
                    self.overwrites(step, guard, Key::Cell(a, place));
                    self.assign_place(step.state, guard, Place::Heap(Key::Cell(a, place)), &value, false);
                }
            }
        }
        phi
    }

    /// The value from outside at the instruction of a step.
    pub(crate) fn outside(&mut self, step: &Step<'p, '_>, phi: Guard, ty: &Type, name: TextId) -> Summary {
        let name = self.program.texts.get(name);
        let value = self.table.outside(&mut self.logic, self.program, (step.here(), name), ty);
        self.enumerated(phi, value)
    }

    /// Throws where an array, which is not null, cannot have the value as an element.
    #[must_use]
    pub(crate) fn check_store(&mut self, step: &mut Step<'p, '_>, phi: Guard, array: LocalId, value: LocalId) -> Guard {
        let (array, value) = (step.local(array), step.local(value));
        let (table, program) = (&self.table, self.program);
        let wrong = array.when2(&mut self.logic, phi, &value, |_, _, array, value| {
            let refused = match (array, value) {
                (Value::Ref(array), Value::Ref(value)) => match &table.address(array).shape {
                    SiteKind::Array(element) => !table.is_instance(program, value, element),
                    SiteKind::Object(_) => false,
                },
                _ => false,
            };
            Guard::from_bool(refused)
        });
        self.raise(step, phi, wrong, Cause::ArrayStore)
    }

    #[must_use]
    pub(crate) fn store_static(&mut self, step: &mut Step<'p, '_>, phi: Guard, field: StaticId, value: &Expr) -> Guard {
        let (value, phi) = self.eval_stored(step, phi, value);
        self.assign_place(step.state, phi, Place::Heap(Key::Static(field)), &value, false);
        phi
    }

    /// Adds to a number of the engine itself, which is 0 on paths where it is undefined. Returns its old value under φ, and the
    /// new one.
    pub(super) fn count(&mut self, state: &mut State, phi: Guard, key: Key, more: i64) -> (Summary, Summary) {
        let zero = self.logic.terms.constant(Num::ZERO);
        let none = Summary::constant(&mut self.logic, Value::Num(zero));
        let more = self.logic.terms.constant(Num::from(more));
        let (lx, mut memory) = self.memory(state);
        let before = memory.through(lx, key, phi, |_, _| none);
        let after = before.map_numbers(lx, phi, |lx, n| lx.terms.add(n, more));
        self.write(state, phi, Place::Heap(key), &after, false);
        (before, after)
    }

    /// Allocates an object or array under φ, and returns its addresses.
    pub(crate) fn allocate(&mut self, state: &mut State, phi: Guard, thread: ThreadId, site: SiteId) -> Summary {
        let (numbers, _) = self.count(state, phi, Key::Counter(thread, site), 1);
        let (program, table) = (self.program, &mut self.table);
        numbers.map(&mut self.logic, phi, |lx, v| {
            let Value::Num(n) = v else { unreachable!("a counter holds numbers") };
            let number = lx.terms.as_const(n).and_then(Num::to_i64).expect("a counter holds small constants");
            Value::Ref(table.allocated(program, thread, site, number as u32))
        })
    }

    /// Allocates an object or array at the instruction of a step, and returns its addresses.
    fn made(&mut self, step: &mut Step<'p, '_>, phi: Guard, site: SiteId) -> Summary {
        let thread = self.contexts.thread_at(step.point);
        self.overwrites(step, phi, Key::Counter(thread, site));
        self.allocate(step.state, phi, thread, site)
    }

    pub(crate) fn new_object(&mut self, step: &mut Step<'p, '_>, phi: Guard, dst: LocalId, site: SiteId) {
        let addresses = self.made(step, phi, site);
        self.assign(step, phi, dst, &addresses);
    }

    #[must_use]
    pub(crate) fn new_array(
        &mut self,
        step: &mut Step<'p, '_>,
        phi: Guard,
        dst: LocalId,
        site: SiteId,
        length: &Expr,
    ) -> Guard {
        let (length, phi) = self.eval_pinned(step, phi, length);
        let length = self.resolved(phi, length);
        let zero = self.logic.terms.constant(Num::ZERO);
        let negative = length.when_number(&mut self.logic, phi, |lx, t| lx.lt(t, zero));
        let phi = self.raise(step, phi, negative, Cause::NegativeSize);
        if phi == Guard::FALSE {
            return phi;
        }
        let addresses = self.made(step, phi, site);
        for (g, a) in addresses.addresses_within(&mut self.logic, phi) {
            self.write(step.state, g, Place::Heap(Key::Length(a)), &length, false);
        }
        self.assign(step, phi, dst, &addresses);
        phi
    }
}
