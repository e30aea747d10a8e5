//! A path: what is known of its locals and of the heap, as terms.

use crate::index::Idx;
use crate::induction::horn::{Atom, Sort, folded};
use crate::ir::{BinaryOp, BlockId, Const, Expr, FieldId, LocalId, MethodId, Program, StaticId, Type, UnaryOp};
use rustc_hash::{FxHashMap, FxHasher};
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{Hash, Hasher};

/// The most operators and operands of a term without a name.
const LARGE: usize = 24;

/// What is known of a value.
#[derive(Clone, Debug)]
pub(super) enum Known {
    /// A number or a truth value.
    Term(Expr),
    /// A reference: its identity, whether it is null, and its length. References with different identities may be equal.
    Reference { identity: u32, null: Expr, length: Expr },
    /// Nothing.
    Nothing,
}

/// A place of the heap.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Cell {
    /// A field of the reference with an identity.
    Field(FieldId, u32),
    /// The element of an array at an index, by the text of its term.
    Elem(u32, String),
    /// A static field.
    Static(StaticId),
}

/// A frame of the path.
#[derive(Clone)]
pub(super) struct Frame {
    pub(super) method: MethodId,
    pub(super) env: FxHashMap<LocalId, Known>,
    pub(super) block: BlockId,
    /// The index of the next instruction.
    pub(super) next: usize,
}

/// A path.
#[derive(Clone, Default)]
pub(super) struct Path {
    pub(super) frames: Vec<Frame>,
    pub(super) vars: Vec<Sort>,
    pub(super) facts: Vec<Expr>,
    /// Hashes of the facts assumed by branches. The opposite of one of them ends a path early. If two facts have the same
    /// hash, a path may be missed.
    pub(super) known: BTreeSet<u64>,
    pub(super) body: Vec<Atom>,
    /// What is known of the heap.
    pub(super) heap: BTreeMap<Cell, Known>,
    /// The variables for values that were read from it, or are otherwise unknown.
    pub(super) read: BTreeSet<LocalId>,
    /// The number of references so far.
    pub(super) references: u32,
    /// The references to what the path has made.
    made: BTreeSet<u32>,
    /// Whether references have instances of types, where that was asked.
    instances: BTreeMap<(u32, Type), Expr>,
}

impl Path {
    pub(super) fn frame(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("a path that goes on has a frame")
    }

    pub(super) fn get(&self, local: LocalId) -> Known {
        self.frames.last().and_then(|frame| frame.env.get(&local)).cloned().unwrap_or(Known::Nothing)
    }

    pub(super) fn set(&mut self, local: LocalId, value: Known) {
        self.frame().env.insert(local, value);
    }

    /// The term, or a variable equal to it if it is large. Otherwise repeated computation would make terms huge.
    fn named(&mut self, term: Expr) -> Expr {
        let is_number = matches!(
            term,
            Expr::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem, ..)
        );
        if !is_number || term.parts().count() <= LARGE {
            return term;
        }
        let name = self.var(Sort::Int);
        self.facts.push(Expr::binary(BinaryOp::Eq, name.clone(), term));
        name
    }

    /// A reference with a new identity.
    pub(super) fn reference(&mut self, null: Expr, length: Expr) -> Known {
        self.references += 1;
        Known::Reference { identity: self.references, null, length }
    }

    /// A reference to something new.
    pub(super) fn new_reference(&mut self, length: Expr) -> Known {
        let made = self.reference(Expr::bool(false), length);
        self.made.insert(self.references);
        made
    }

    /// Whether a reference has an instance of a type: the same answer each time.
    fn instance(&mut self, identity: u32, null: Expr, ty: &Type) -> Expr {
        let key = (identity, ty.clone());
        if let Some(known) = self.instances.get(&key) {
            return known.clone();
        }
        let is = self.var(Sort::Bool);
        self.facts.push(Expr::binary(BinaryOp::Implies, is.clone(), null.negated()));
        self.instances.insert(key, is.clone());
        is
    }

    /// Whether references are to different objects or arrays: the later one is to something new.
    fn differ(&self, one: u32, other: u32) -> bool {
        one != other && self.made.contains(&one.max(other))
    }

    /// Puts a value into a place. What may be the same place is unknown then.
    pub(super) fn write(&mut self, place: Cell, value: Known) {
        let mut heap = std::mem::take(&mut self.heap);
        heap.retain(|known, _| match (known, &place) {
            (Cell::Field(field, one), Cell::Field(written, other)) => field != written || self.differ(*one, *other),
            (Cell::Elem(one, _), Cell::Elem(other, _)) => self.differ(*one, *other),
            _ => true,
        });
        heap.insert(place, value);
        self.heap = heap;
    }

    /// The place of an element.
    pub(super) fn elem(&self, array: LocalId, index: &Known) -> Option<Cell> {
        match (self.get(array), index) {
            (Known::Reference { identity, .. }, Known::Term(index)) => Some(Cell::Elem(identity, format!("{index:?}"))),
            _ => None,
        }
    }

    /// The value of a place: the known one, or the result of `any`.
    pub(super) fn read(&mut self, cell: Cell, any: impl FnOnce(&mut Path) -> Known) -> Known {
        if let Some(known) = self.heap.get(&cell) {
            return known.clone();
        }
        let before = self.vars.len();
        let value = any(self);
        self.read.extend((before..self.vars.len()).map(LocalId::new));
        self.heap.insert(cell, value.clone());
        value
    }

    pub(super) fn var(&mut self, sort: Sort) -> Expr {
        self.vars.push(sort);
        Expr::Local(LocalId::new(self.vars.len() - 1))
    }

    /// Any value of a type.
    pub(super) fn any(&mut self, ty: &Type) -> Known {
        match ty {
            Type::Int | Type::Uint | Type::Integer | Type::Machine(_) | Type::Ieee(_) | Type::Char => {
                Known::Term(self.var(Sort::Int))
            }
            Type::Bool => Known::Term(self.var(Sort::Bool)),
            Type::Class(_) => {
                let null = self.var(Sort::Bool);
                self.reference(null, Expr::int(0))
            }
            Type::Array(_) => {
                let (null, length) = (self.var(Sort::Bool), self.var(Sort::Int));
                self.facts.push(Expr::binary(BinaryOp::Ge, length.clone(), Expr::int(0)));
                self.facts.push(Expr::binary(
                    BinaryOp::Implies,
                    null.clone(),
                    Expr::binary(BinaryOp::Eq, length.clone(), Expr::int(0)),
                ));
                self.reference(null, length)
            }
            Type::Null => self.reference(Expr::bool(true), Expr::int(0)),
            Type::Float | Type::String => Known::Nothing,
        }
    }

    /// Adds a fact. Returns false when it contradicts the path.
    pub(super) fn assume(&mut self, fact: Expr) -> bool {
        match folded(fact) {
            Expr::Const(Const::Bool(value)) => value,
            fact => {
                if self.known.contains(&hashed(&fact.clone().negated())) {
                    return false;
                }
                if self.known.insert(hashed(&fact)) {
                    self.facts.push(fact);
                }
                true
            }
        }
    }

    /// Jumps to a block.
    pub(super) fn go(&mut self, block: BlockId) -> bool {
        let frame = self.frame();
        (frame.block, frame.next) = (block, 0);
        true
    }

    /// Jumps to the handler.
    pub(super) fn throw(&mut self, program: &Program) -> bool {
        let frame = self.frame();
        let handler = program.methods[frame.method].blocks[frame.block].handler;
        (frame.block, frame.next) = (handler.block, 0);
        frame.env.insert(handler.slot, Known::Nothing);
        true
    }

    /// The term of a pure expression.
    pub(super) fn term(&mut self, expr: &Expr, sort: Sort) -> Expr {
        match self.value(expr) {
            Known::Term(term) => term,
            _ => {
                self.read.insert(LocalId::new(self.vars.len()));
                self.var(sort)
            }
        }
    }

    /// The value of a pure expression, or of a division whose divisor is not zero.
    pub(super) fn value(&mut self, expr: &Expr) -> Known {
        match expr {
            Expr::Const(Const::Num(n)) if n.is_integer() => Known::Term(Expr::Const(Const::Num(n.clone()))),
            Expr::Const(Const::Bool(value)) => Known::Term(Expr::bool(*value)),
            Expr::Const(Const::Char(text)) => Known::Term(Expr::int(i64::from(text.0))),
            Expr::Const(Const::Null) => self.reference(Expr::bool(true), Expr::int(0)),
            Expr::Carried(_) => self.reference(Expr::bool(false), Expr::int(0)),
            Expr::Local(local) => self.get(*local),
            Expr::Unary(op, a) => match (op, self.value(a)) {
                (UnaryOp::Not, Known::Term(a)) => Known::Term(a.negated()),
                (UnaryOp::Neg, Known::Term(a)) => Known::Term(Expr::Unary(UnaryOp::Neg, Box::new(a))),
                (UnaryOp::Not, _) => Known::Term(self.var(Sort::Bool)),
                (UnaryOp::Neg, _) => Known::Nothing,
            },
            Expr::Binary(op, a, b) => {
                let (a, b) = (self.value(a), self.value(b));
                self.operation(*op, a, b)
            }
            Expr::InstanceOf(a, ty) => match self.value(a) {
                Known::Reference { identity, null, .. } => Known::Term(self.instance(identity, null, ty)),
                _ => Known::Term(self.var(Sort::Bool)),
            },
            // Nothing that the clauses propose is believed, so that integers may have any size here. Masks of low bits are no sizes.
            Expr::Wrap(width, a) => match self.value(a) {
                Known::Term(a) if !width.signed && width.bits < 62 => {
                    Known::Term(self.named(Expr::binary(BinaryOp::Rem, a, Expr::int(1 << width.bits))))
                }
                value => value,
            },
            _ => Known::Nothing,
        }
    }

    fn operation(&mut self, op: BinaryOp, a: Known, b: Known) -> Known {
        use BinaryOp::{
            Add, And, Div, DivTrunc, Eq, FloatDiv, Ge, Gt, Implies, Le, Lt, Mul, Ne, Or, Rem, RemTrunc, Sub,
        };
        match (op, a, b) {
            (FloatDiv, ..) => Known::Nothing,
            (DivTrunc, Known::Term(a), Known::Term(b)) => Known::Term(self.truncated(Div, a, b)),
            (RemTrunc, Known::Term(a), Known::Term(b)) => Known::Term(self.truncated(Rem, a, b)),
            (_, Known::Term(a), Known::Term(b)) => Known::Term(self.named(Expr::binary(op, a, b))),
            (
                Eq | Ne,
                Known::Reference { identity: i, null: m, length: k },
                Known::Reference { identity: j, null: n, length: l },
            ) => {
                let same = match (&m, &n) {
                    _ if i == j => Expr::bool(true),
                    _ if self.differ(i, j) => Expr::bool(false),
                    (Expr::Const(Const::Bool(true)), _) => n,
                    (_, Expr::Const(Const::Bool(true))) => m,
                    _ => {
                        let same = self.var(Sort::Bool);
                        let alike = Expr::binary(And, Expr::binary(Eq, m.clone(), n.clone()), Expr::binary(Eq, k, l));
                        self.facts.push(Expr::binary(Implies, same.clone(), alike));
                        self.facts.push(Expr::binary(Implies, Expr::binary(And, m, n), same.clone()));
                        same
                    }
                };
                Known::Term(if op == Eq { same } else { same.negated() })
            }
            (Eq | Ne | Lt | Le | Gt | Ge | And | Or | Implies, ..) => Known::Term(self.var(Sort::Bool)),
            (Add | Sub | Mul | Div | Rem | DivTrunc | RemTrunc, ..) => Known::Nothing,
        }
    }

    /// A quotient or remainder that rounds towards zero: where the dividend is not negative, it is that which rounds down.
    fn truncated(&mut self, op: BinaryOp, a: Expr, b: Expr) -> Expr {
        let result = self.var(Sort::Int);
        let negated = |term: &Expr| Expr::Unary(UnaryOp::Neg, Box::new(term.clone()));
        let is_negative = Expr::binary(BinaryOp::Lt, a.clone(), Expr::int(0));
        let below = Expr::binary(BinaryOp::Eq, negated(&result), Expr::binary(op, negated(&a), b.clone()));
        let above = Expr::binary(BinaryOp::Eq, result.clone(), Expr::binary(op, a, b));
        self.facts.push(Expr::binary(BinaryOp::Implies, is_negative.clone(), below));
        self.facts.push(Expr::binary(BinaryOp::Or, is_negative, above));
        result
    }
}

fn hashed(term: &Expr) -> u64 {
    let mut hasher = FxHasher::default();
    format!("{term:?}").hash(&mut hasher);
    hasher.finish()
}
