//! `modifies(…)`: what is listed is evaluated when the method is entered, the comparison is at both exits.
//!
//! An expression that is null, or whose evaluation throws, denotes no object and permits no change. A constructor may always
//! change the fields of its object, which did not exist before.

use super::builder::Builder;
use crate::ir::{self, CheckId, InstrKind, Kind, LocalId, Location, MethodKind, Type};
use crate::oox::check::hir::{self, Expr};
use crate::source::Span;

/// What a call may change, in locals that nothing else assigns.
pub(super) struct FrameCheck {
    locations: Vec<Location>,
    check: CheckId,
    span: Span,
}

impl<'a> Builder<'_, 'a> {
    /// Evaluates what the clause lists.
    pub(super) fn frame(&mut self, source: &'a hir::Modifies) -> FrameCheck {
        let span = source.span;
        self.at(span);
        let check = self.cx.check(Kind::Modifies, span, self.method);
        let is_constructor = self.cx.hir.methods[self.method].kind == MethodKind::Constructor;
        let mut locations: Vec<Location> =
            self.this.filter(|_| is_constructor).map(Location::Fields).into_iter().collect();
        for location in &source.locations {
            locations.push(match location {
                hir::Location::Field(object, field) => Location::Field(self.denoted(object, None), *field),
                hir::Location::Fields(object) => Location::Fields(self.denoted(object, None)),
                hir::Location::Elements(array) => Location::Elements(self.denoted(array, None)),
                hir::Location::Elem(array, index) => {
                    let place = self.temp(&Type::Int);
                    Location::Elem(self.denoted(array, Some((place, index))), place)
                }
            });
        }
        FrameCheck { locations, check, span }
    }

    /// The object that an expression denotes now, in a local of its own; null where its evaluation throws, or that of the
    /// index, which goes to another local.
    fn denoted(&mut self, object: &'a Expr, index: Option<(LocalId, &'a Expr)>) -> LocalId {
        let local = self.temp(&object.ty);
        let throws = self.acts(object) || index.is_some_and(|(_, index)| self.acts(index));
        let evaluate = |builder: &mut Self| {
            builder.eval_into(local, object);
            if let Some((place, index)) = index {
                builder.eval_into(place, index);
            }
        };
        if throws {
            self.or_else(self.slot, evaluate, |builder| {
                builder.assign(local, ir::Expr::default_of(&object.ty), object.span);
                if let Some((place, _)) = index {
                    builder.assign(place, ir::Expr::default_of(&Type::Int), object.span);
                }
            });
        } else {
            evaluate(self);
        }
        local
    }

    /// Compares what the call has overwritten.
    pub(super) fn check_frame(&mut self, frame: &FrameCheck) {
        self.at(frame.span);
        self.emit(InstrKind::Modifies { locations: frame.locations.clone(), check: frame.check }, frame.span);
    }
}
