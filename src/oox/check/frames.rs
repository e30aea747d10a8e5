//! `modifies` clauses.
//!
//! They list fields of objects and elements of arrays. Static fields belong to no object: a call may change them whatever
//! its clause says.

use super::body::Body;
use super::codes;
use super::expr::FieldOf;
use super::hir::{Expr, Location, Modifies};
use super::reporter::error;
use crate::ir::Type;
use crate::oox::parse::ast;
use crate::source::Span;

impl Body<'_, '_> {
    /// Checks the `modifies` clauses of a method, of which there is at most one.
    pub fn frame(&mut self, frames: &[ast::Modifies]) -> Option<Modifies> {
        let (first, others) = frames.split_first()?;
        let mut right = true;
        for other in others {
            let again = error(codes::SECOND_FRAME, other.span, "a method has one `modifies` clause only")
                .related(first.span, "the first one")
                .help("list everything in one clause");
            self.cx.out.report(again);
            right = false;
        }
        let outer = self.formula.replace("a `modifies` clause");
        let locations: Vec<Option<Location>> =
            frames.iter().flat_map(|f| &f.locations).map(|l| self.location(l)).collect();
        self.formula = outer;
        let locations = locations.into_iter().collect::<Option<Vec<_>>>()?;
        right.then_some(Modifies { locations, span: first.span })
    }

    fn location(&mut self, location: &ast::Location) -> Option<Location> {
        match location {
            ast::Location::Place(place) => match &place.kind {
                ast::ExprKind::Field(object, name) => match self.field(object, name)? {
                    (FieldOf::Object(object, field), _) => Some(Location::Field(object, field)),
                    (FieldOf::Class(_), _) => {
                        let message = format!("`{}` is a static field", name.name);
                        let refused = error(codes::BAD_LOCATION, place.span, message)
                            .help("a `modifies` clause is about objects and arrays; static fields may be changed");
                        self.cx.out.report(refused);
                        None
                    }
                },
                ast::ExprKind::Elem(array, index) => {
                    self.element(array, index).map(|(array, index, _)| Location::Elem(array, index))
                }
                _ => unreachable!("the parser makes fields and elements only"),
            },
            ast::Location::Fields(object, span) => {
                let object = self.object(object)?;
                self.require(object, *span, "objects have fields", |ty| matches!(ty, Type::Class(_)))
                    .map(Location::Fields)
            }
            ast::Location::Elements(array, span) => {
                let array = self.value(array, None)?;
                self.require(array, *span, "arrays have elements", |ty| ty.element().is_some()).map(Location::Elements)
            }
        }
    }

    fn require(&mut self, value: Expr, span: Span, rule: &str, fits: impl Fn(&Type) -> bool) -> Option<Expr> {
        if fits(&value.ty) {
            return Some(value);
        }
        let ty = self.cx.world.type_name(&value.ty);
        self.cx.out.report(error(codes::BAD_LOCATION, span, format!("only {rule}, and this is of type `{ty}`")));
        None
    }
}
