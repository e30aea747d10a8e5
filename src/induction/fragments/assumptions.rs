//! All assumptions of fragments and stubs, each with the reason why it holds in every state that a run reaches. No other
//! file of `induction` makes assumptions or parameters (`tests/suite/layers.rs`), and `tests/suite/cuts.rs` compares the
//! states of concrete runs with them.
//!
//! | fact | true of every run because |
//! |---|---|
//! | a local, a static field or a result has a value of its type | programs are typed; the result of a dispatched call has a parameter for each method that may run, of the type of that method |
//! | a number of type `uint` may be negative | it is an input of the program, or [nothing assigns it less than 0](crate::ir::uints), else nothing is taken for granted |
//! | a number of type `int` or `uint`, and a length, has the width that integers have | inputs have it, and a check stands behind each operation of the code; what clauses store is of [another type](crate::ir::Type::Integer) |
//! | the heap is an initial heap: what fields and cells refer to is null, or any object or array of their types, arrays also where a type above them is declared; a static type without concrete classes has only null | programs are typed, and objects are of concrete classes; arrays are of exactly their type |
//! | what the fragment allocates is no object that was there | allocation gives new objects; one that a call returns was made before the fragment that follows begins |
//! | a static field that only initialisers assign, once and a constant, has it | initialisers have run before the entry begins; the first fragment runs them itself |
//! | [`this` is not null](FragmentBuilder::assume_receiver) | a check stands before each call with a receiver, and nothing assigns `this` |
//! | [arrays that are inputs are not null](FragmentBuilder::assume_inputs), with `--nonnull-arrays` | the option says so, of the first call of the entry alone |
//! | [fields of inputs that only the program writes](crate::ir::Contents::Nothing) have their default values | the same, where nothing has run before |
//! | [the locals in a `modifies` clause have the values computed from the entry values](FragmentBuilder::assume_listed) | they were assigned when the call began, and nothing else assigns them |
//! | [claims](FragmentBuilder::assume_all) at the beginning | each fragment that ends there asserts them, as does the one with which the program begins; those at a call that is cut are known behind it where it cannot write what they read |
//! | claims about a call that has returned, or thrown | each fragment in which it ends asserts them |
//! | a claim is [evaluated without exceptions](FragmentBuilder::impossible) | a claim that throws is violated where it is asserted |
//! | `requires` clauses, at the beginning of a method | callers check them; the first call of the entry has inputs that satisfy them (the engine assumes them of the root frame) |
//! | [clauses of a loop](FragmentBuilder::assume_clause) at its head, and [invariants of loops around it](crate::induction::outer_invariants) | they are checked where an iteration is about to begin; nothing since has written what they read |
//! | `ensures` clauses of a call that has returned | it has checked them. They read formals as they are at its end: one that the body assigns has [any value](super::stubs) there |
//! | fields and cells that no `modifies` clause of a called method lists are as they were | each fragment of such a method checks what it changes itself |
//! | [a method that a dispatched call runs is one of the class of the receiver](FragmentBuilder::assume_dispatched) | dispatch goes by that class |
//! | an exception in flight is any one | nothing is assumed |
//! | no other thread runs | programs with threads are not taken apart |

use super::FragmentBuilder;
use crate::config::Types;
use crate::induction::Role;
use crate::induction::cuts::{Start, Unit};
use crate::induction::frames::Change;
use crate::ir::{
    BinaryOp, BlockId, Contents, Expr, FieldId, Handler, InstrKind, Local, LocalId, MethodId, StaticId, Terminator,
    Type,
};

impl<'a> FragmentBuilder<'a, '_> {
    /// A parameter that may have any value of its type; a `uint` may be negative.
    pub(super) fn formal(&mut self, local: Local) -> LocalId {
        let ty = local.ty.map(|ty| if ty == Type::Uint { Type::Int } else { ty });
        self.input(Local { ty, ..local })
    }

    /// A parameter that has the value of an input of the program.
    pub(super) fn input(&mut self, mut local: Local) -> LocalId {
        // Reports and inputs identify parameters by name.
        if local.name.is_empty() || !self.formal_names.insert(local.name.clone()) {
            local.name = format!("{}#{}", local.name, self.formals);
        }
        self.formals += 1;
        self.locals.push(local)
    }

    /// Parameters for the static fields that may have any value.
    pub(super) fn statics(&mut self) -> Vec<(StaticId, Expr)> {
        let fields: Vec<_> = self.cuts.program.statics.ids().collect();
        let value = |field| match self.cuts.constants.get(&field) {
            Some(constant) => (field, Expr::Const(constant.clone())),
            None => {
                let info = &self.cuts.program.statics[field];
                let local = Local { name: info.name.clone(), ty: Some(info.ty.clone()) };
                (field, Expr::Local(self.formal(local)))
            }
        };
        fields.into_iter().map(value).collect()
    }

    /// Parameters for the new values of what a call of a unit changes, and for the index where it may be any.
    pub(super) fn changed(&mut self, unit: &Unit) -> Vec<LocalId> {
        let program = self.cuts.program;
        let mut formals = Vec::new();
        for change in unit.changes().unwrap_or_default() {
            if let Change::Elements(_) = change {
                formals.push(self.unknown("index", &Type::Int));
            }
            if let Some(ty) = change.ty(program, &program.methods[unit.method]) {
                formals.push(self.unknown("value", &ty));
            }
        }
        formals
    }

    /// An unconstrained parameter.
    pub(super) fn unknown(&mut self, name: &str, ty: &Type) -> LocalId {
        self.formal(Local { name: name.into(), ty: Some(ty.clone()) })
    }

    fn assume(&mut self, at: BlockId, cond: Expr) {
        self.push(at, InstrKind::Assume { cond });
    }

    /// Assumes that the receiver is not null.
    pub(super) fn assume_receiver(&mut self, at: BlockId) {
        if let Some(this) = self.source.this() {
            let cond = Expr::is_there(Expr::Local(self.local(this)));
            self.assume(at, cond);
        }
    }

    /// Assumes what the options require of the inputs of the program, and what nothing has written yet. Returns the block in which
    /// to go on.
    pub(super) fn assume_inputs(&mut self, mut at: BlockId) -> BlockId {
        for &formal in &self.source.formals {
            let (Some(ty), local) = (&self.unit.locals[formal].ty, self.local(formal)) else { continue };
            if self.cuts.is_nonnull(ty) {
                self.assume(at, Expr::is_there(Expr::Local(local)));
            }
            for (field, ty) in self.unwritten(ty) {
                let (there, next) = self.unless_null(at, local);
                let value = self.temporary(&ty);
                let read = Expr::Field(Box::new(Expr::Local(local)), field);
                self.push(there, InstrKind::Assign { dst: value, value: read });
                let first = Expr::binary(BinaryOp::Eq, Expr::Local(value), Expr::default_of(&ty));
                self.assume(there, first);
                self.blocks[there].term = Terminator::Goto(next);
                at = next;
            }
        }
        at
    }

    /// The fields of an input of a type that only the program writes, if the type determines its class.
    fn unwritten(&self, ty: &Type) -> Vec<(FieldId, Type)> {
        let (program, Type::Class(declared)) = (self.cuts.program, ty) else { return Vec::new() };
        let [class] = program.instances(*declared, Types::Symbolic)[..] else { return Vec::new() };
        let fields = program.classes[class].fields.iter();
        let unwritten = fields.filter(|field| *program.contents(class, **field) == Contents::Nothing);
        unwritten.map(|field| (*field, program.fields[*field].ty.clone())).collect()
    }

    /// Assumes that the locals in the `modifies` clause have the values that were computed from the formals when the call
    /// began.
    pub(super) fn assume_listed(&mut self, at: BlockId) {
        for (local, value) in self.unit.frame.iter().flat_map(|frame| &frame.values) {
            let value = value.instantiated(&|formal| Expr::Local(self.unit.entry_value(formal)));
            let cond = Expr::binary(BinaryOp::Eq, Expr::Local(self.local(*local)), self.copied(&value));
            self.assume(at, cond);
        }
    }

    /// Assumes that the class of the receiver dispatches to the method.
    pub(super) fn assume_dispatched(&mut self, at: BlockId, receiver: &Expr, method: MethodId) {
        let class = Type::Class(self.cuts.program.methods[method].class);
        self.assume(at, Expr::instance_of(receiver.clone(), class));
    }

    /// Assumes a clause. A quantified formula must first be assigned to a local.
    pub(super) fn assume_clause(&mut self, at: BlockId, cond: Expr) {
        let cond = match cond {
            Expr::Quant(_) => {
                let value = self.temporary(&Type::Bool);
                self.push(at, InstrKind::Assign { dst: value, value: cond });
                Expr::Local(value)
            }
            cond => cond,
        };
        self.assume(at, cond);
    }

    /// Assumes that no path reaches the end of this block.
    pub(super) fn impossible(&mut self, at: BlockId) {
        self.assume(at, Expr::bool(false));
        self.blocks[at].term = Terminator::Stop;
    }

    /// The claims that are assumed for a role. A heap-havocking call begins in one fragment and returns in the next, to a
    /// heap that it may have written to. Only the claims that it cannot have changed are assumed there.
    fn known(&self, role: Role) -> Vec<&'a Expr> {
        let claims = self.claims(role).iter();
        match role {
            Role::Invariant(_, Start::Call(block)) => {
                let call = &self.source.blocks[block];
                claims.filter(|claim| self.cuts.outlasts(claim, call)).collect()
            }
            _ => claims.collect(),
        }
    }

    /// Appends claims as assumptions. Returns the block in which to go on.
    pub(super) fn assume_all(&mut self, at: BlockId, role: Role) -> BlockId {
        let (threw, next) = (self.block(), self.block());
        self.impossible(threw);
        self.catching(threw, |builder| {
            let first = builder.block();
            builder.assumed.insert(first, role);
            builder.blocks[at].term = Terminator::Goto(first);
            let mut at = first;
            for claim in builder.known(role) {
                let cond;
                (at, cond) = builder.value(at, claim);
                builder.assume(at, cond);
            }
            builder.blocks[at].term = Terminator::Goto(next);
        });
        next
    }

    /// Gives each of some locals an exception. Returns the block in which to go on. The exception need not be a certain
    /// one: no code asks which it is, nor reads the local on paths without one.
    pub(super) fn throw_into(&mut self, mut at: BlockId, slots: &[LocalId]) -> BlockId {
        for &slot in slots {
            let (throwing, next) = (self.block(), self.block());
            self.blocks[at].term = Terminator::Goto(throwing);
            self.blocks[throwing].term = Terminator::Throw(None);
            self.blocks[throwing].handler = Handler { block: next, slot: self.local(slot) };
            at = next;
        }
        at
    }
}
