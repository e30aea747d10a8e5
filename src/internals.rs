//! What the project's own tests and benches need from the inside of the crate. Not for users: anything here may change or go
//! with any commit.

#![allow(missing_docs, reason = "each item has its documentation where it is defined")]

use crate::cli::serve_language;
use crate::facade::on_big_stack;
use crate::ir::Program;
pub use crate::solver::in_own_context;
use std::io::{Read, Write};

/// Runs `work` on a big stack and with its own context of Z3, as the facade runs an exploration.
pub fn on_worker<T: Send + Sync + 'static>(work: impl FnOnce() -> T + Send + Sync + 'static) -> T {
    on_big_stack(|| in_own_context(work))
}

/// The IR of a program.
pub fn ir(program: &crate::Program) -> &Program {
    program.ir()
}

/// Runs the language server for one client, and returns its exit code.
pub fn language_server(input: impl Read + Send + 'static, output: impl Write + 'static) -> i32 {
    serve_language(input, output) as i32
}

pub mod editor {
    pub use crate::facade::Draft;
    pub use crate::front::symbols::{Symbol, SymbolKind, Symbols};
}

pub mod cancel {
    pub use crate::cancel::{Reason, Token};
}

pub mod compare {
    pub use crate::compare::{Answer, Cell, Comparison, Derived, End, Goal, Job, Ratio, run};
    pub use crate::report::format::compare::columns;
}

pub mod explore {
    pub use crate::explore::bounds::Bounds;
    pub use crate::explore::observe::{Moment, Observer};
    pub use crate::explore::texts::{number_of_character, number_of_text};
    pub use crate::explore::witness::{Parameter, Witness};
    pub use crate::explore::{Limits, Session};
    pub use crate::outcome::ClaimKind;
}

pub mod guard {
    pub use crate::guard::{AtomId, Budget, Guard, HoldsGuards, Logic, Rewriting};
}

pub mod index {
    pub use crate::index::Idx;
}

pub mod induction {
    pub use crate::induction::candidates::candidates as numeric_candidates;
    pub use crate::induction::contents::candidates as suggested_candidates;
    pub use crate::induction::cuts::{Cuts, Start, Unit};
    pub use crate::induction::fragments::{Fragment, Fragments, Outline};
    pub use crate::induction::frames::Change;
    pub use crate::induction::inlining::inlined;
    pub use crate::induction::{Claims, Role};
}

pub mod interp {
    pub use crate::interp::{
        Address, Assumption, Body, Choice, End, Event, Heap, Limits, ObjectId, Repeats, Run, Target, Value, WaitsFor,
        names_from_outside, run, run_observed,
    };
}

pub mod ir {
    pub use crate::ir::{
        BlockId, Callee, Cause, ClassId, Const, Expr, Fault, InstrKind, Kind, Local, LocalId, MethodId, MethodKind,
        Program, Shape, SiteId, SiteKind, StaticId, Terminator, TextId, ThreadOp, Type, control_relevance,
        print::Printer, validate::validate, variable,
    };
}

pub mod java {
    pub use crate::java::jvm;
    pub mod classfile {
        pub use crate::java::classfile::{Access, ClassPath, Method, descriptor};
    }
    pub use crate::java::library::{JAR, JAR_NAME};
    pub use crate::java::replay::has_place;
}

pub mod observers {
    pub use crate::observers::Session;
}

pub mod oox {
    pub use crate::oox::parse::{ast, parse};
}

pub mod portfolio {
    pub use crate::portfolio::{explore, run};
}

pub mod proofs {
    pub use crate::outcome::Proof;
    pub use crate::proofs::{dialect_of_fragments, failed_steps, pieces, prove, prove_claims};
}

pub mod region {
    pub use crate::region::{Exit, Op, OpKind, PathPredicate, Refusal, Region, Regions};
}

pub mod stack {
    pub use crate::stack::on_big_stack;
}

pub mod state {
    pub use crate::state::context::MAIN;
    pub use crate::state::heap::{Alternative, InputPlace, Parts, Source};
    pub use crate::state::{
        Contexts, Entry, FrameId, HeapTable, InputRules, Key, Live, Marks, Origin, Place, ProgramPoint, Sigma, sweep,
    };
}

pub mod summary {
    pub use crate::summary::{AddrId, Canonical, Summary, ThrownId, Value};
}

pub mod term {
    pub use crate::term::{Assignment, InputId, InputInfo, Sort, TermId};
}

pub mod transition {
    pub use crate::transition::{Analyses, End};
}
