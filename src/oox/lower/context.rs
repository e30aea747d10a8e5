//! What the lowering of all methods shares.

use crate::config::{Dialect, Overflow};
use crate::index::{Idx, IndexVec};
use crate::ir::callgraph::{called, virtual_targets};
use crate::ir::{
    self, Callee, Check, CheckId, ClassId, Cover, CoverId, Kind, MethodId, Program, Site, SiteId, SiteKind, Type,
};
use crate::oox::Oox;
use crate::oox::check::hir::{Hir, Measure};
use crate::source::{Sources, Span};

/// The program under construction, and what is known of all methods beforehand.
pub(super) struct Context<'a> {
    pub hir: &'a Hir,
    pub source: &'a Sources,
    pub dialect: &'a Dialect,
    /// Everything but the methods is there from the beginning, or is added during lowering.
    pub program: Program,
    /// What a virtual call of each method can run.
    targets: IndexVec<MethodId, Vec<MethodId>>,
    /// The same program without the checks of methods' measures, once it is known.
    unmeasured: Option<&'a Program>,
}

impl<'a> Context<'a> {
    pub fn new(hir: &'a Hir, source: &'a Sources, dialect: &'a Dialect, unmeasured: Option<&'a Program>) -> Self {
        let ints = dialect.int_width;
        let (classes, texts) = (hir.classes.clone(), hir.texts.clone());
        let mut program = Program { classes, texts, syntax: &Oox, ints, ..Program::default() };
        for field in hir.fields.iter() {
            program.fields.push(ir::Field {
                name: field.name.clone(),
                ty: field.ty.clone(),
                contents: ir::Contents::Any,
            });
        }
        for field in hir.statics.iter() {
            program.statics.push(ir::StaticField {
                name: field.name.clone(),
                class: field.class,
                ty: field.ty.clone(),
                is_inner: false,
            });
        }
        let targets = virtual_targets(&program.classes, hir.methods.len());
        Self { hir, source, dialect, program, targets, unmeasured }
    }

    /// The line of a span.
    pub fn line(&self, span: Span) -> u32 {
        self.source.line(span)
    }

    /// Whether assertions or clauses of a kind are checked.
    pub fn is_checked(&self, kind: Kind) -> bool {
        self.dialect.checks(kind.property(None))
    }

    /// Whether results that need more bits lose them.
    pub fn wraps(&self) -> bool {
        self.dialect.overflow == Overflow::Wrap
    }

    /// Registers a check.
    pub fn check(&mut self, kind: Kind, span: Span, method: MethodId) -> CheckId {
        self.program.checks.push(Check { kind, span, method })
    }

    /// Registers a cover statement.
    pub fn cover(&mut self, span: Span, method: MethodId) -> CoverId {
        self.program.covers.push(Cover { span, method })
    }

    /// Registers an allocation instruction.
    pub fn site(&mut self, method: MethodId, span: Span, kind: SiteKind) -> SiteId {
        self.program.sites.push(Site { method, span, kind })
    }

    /// A dispatched call; an exact one where every receiver has the same method.
    pub fn dispatched(&self, method: MethodId) -> Callee {
        match self.targets[method].as_slice() {
            [only] => Callee::Exact(*only),
            _ => Callee::Virtual(method),
        }
    }

    /// The methods that a call can run.
    pub fn targets<'s>(&'s self, callee: &'s Callee) -> &'s [MethodId] {
        called(callee, &self.targets)
    }

    /// The measures of a method and of one that it calls, if the call is recursive and both have one. It is not if nothing is
    /// known of calls yet.
    pub fn measures(&self, caller: MethodId, called: MethodId) -> Option<(&'a Measure, &'a Measure)> {
        let program = self.unmeasured?;
        let group = |method: MethodId| program.methods[method].group;
        let measure = |method: MethodId| self.hir.methods[method].measure.as_ref();
        // The static initialiser is no method of the text.
        let is_known = caller.index() < self.hir.methods.len();
        if !is_known || group(caller) != group(called) {
            return None;
        }
        measure(caller).zip(measure(called))
    }

    /// The classes of the objects on which a virtual call of a method runs another one each, with these methods: a class
    /// before the classes above it.
    pub fn receivers(&self, method: MethodId) -> Vec<(ClassId, MethodId)> {
        let concrete = self.program.classes.iter_enumerated().filter(|(_, class)| !class.is_abstract);
        let runs = concrete.filter_map(|(id, class)| Some((id, *class.dispatch.get(&method)?)));
        let mut receivers: Vec<(ClassId, MethodId)> = runs.collect();
        receivers.sort_by_key(|(class, _)| std::cmp::Reverse(self.program.classes[*class].ancestors.len()));
        receivers
    }

    /// Whether the value of a call may be missing.
    pub fn may_be_missing(&self, callee: Callee) -> bool {
        self.targets(&callee).iter().any(|&m| self.falls_off(m))
    }

    /// Whether a call checks any clause.
    pub fn has_contract(&self, callee: Callee) -> bool {
        let mut targets = self.targets(&callee).iter().map(|&m| &self.hir.methods[m]);
        targets.any(|method| !method.clauses.is_empty() || method.frame.is_some())
    }

    /// Whether a valued method may end without a value.
    pub fn falls_off(&self, method: MethodId) -> bool {
        self.hir.methods[method].falls_off
    }

    /// Whether every value of the first type, null excepted, is an instance of the second.
    pub fn is_subtype(&self, ty: &Type, of: &Type) -> bool {
        match (ty, of) {
            (Type::Null, _) => of.is_reference(),
            (Type::Class(class), Type::Class(_)) => self.program.is_instance(*class, of),
            _ => ty == of,
        }
    }
}
