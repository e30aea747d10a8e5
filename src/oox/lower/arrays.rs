//! `new T[e1]…[en]`: nested loops of one-dimensional allocations.
//!
//! ```text
//! if (e1 < 0 || … || en < 0) throw negative-size        (n > 1: nothing is built where an inner size is negative)
//! a := new T[]…[e1]
//! i := 0; while (i < e1) { b := new T[]…[e2]; … ; a[i] := b; i := i + 1 }
//! ```

use super::builder::Builder;
use crate::ir::{self, BinaryOp, Const, InstrKind, LocalId, SiteId, SiteKind, Terminator, Type};
use crate::oox::check::hir::Expr;
use crate::source::Span;

/// One dimension: its size (a constant or a local), what its elements are, and its allocation instruction.
struct Dimension {
    size: ir::Expr,
    element: Type,
    site: SiteId,
}

impl<'a> Builder<'_, 'a> {
    /// A new array, into a local that is assigned last. `innermost` is the type of the elements of the last dimension.
    pub fn new_array_into(&mut self, dst: LocalId, innermost: &Type, sizes: &'a [Expr], span: Span) {
        let mut element = innermost.clone();
        let mut elements: Vec<Type> = Vec::new();
        for _ in sizes {
            elements.push(element.clone());
            element = element.array();
        }
        elements.reverse();
        let sites = elements.iter().map(|t| self.cx.site(self.method, span, SiteKind::Array(t.clone())));
        let sites: Vec<SiteId> = sites.collect();
        if let [size] = sizes {
            let length = self.pure(size);
            return self.emit(InstrKind::NewArray { dst, site: sites[0], length }, span);
        }
        let sizes: Vec<ir::Expr> = sizes.iter().map(|e| self.atom(e)).collect();
        self.check_sizes(&sizes, sites[0], &elements[0], span);
        let dimensions: Vec<Dimension> = sizes
            .into_iter()
            .zip(elements)
            .zip(sites)
            .map(|((size, element), site)| Dimension { size, element, site })
            .collect();
        let array = self.build(&dimensions, span);
        self.assign(dst, ir::Expr::Local(array), span);
    }

    /// Throws where any size is negative.
    fn check_sizes(&mut self, sizes: &[ir::Expr], site: SiteId, element: &Type, span: Span) {
        let negative = sizes
            .iter()
            .filter(|s| !matches!(s, ir::Expr::Const(Const::Num(n)) if !n.is_negative()))
            .map(|s| ir::Expr::binary(BinaryOp::Lt, s.clone(), ir::Expr::int(0)))
            .reduce(|a, b| ir::Expr::binary(BinaryOp::Or, a, b));
        let Some(cond) = negative else { return };
        let (throw, build) = (self.new_block(), self.new_block());
        self.end(Terminator::Branch { cond, then: throw, other: build }, span);
        self.switch(throw);
        let nothing = self.temp(&element.clone().array());
        self.emit(InstrKind::NewArray { dst: nothing, site, length: ir::Expr::int(-1) }, span);
        self.end(Terminator::Stop, span);
        self.switch(build);
    }

    fn build(&mut self, dimensions: &[Dimension], span: Span) -> LocalId {
        let (first, inner) = dimensions.split_first().expect("an array has a dimension");
        let array = self.temp(&first.element.clone().array());
        self.emit(InstrKind::NewArray { dst: array, site: first.site, length: first.size.clone() }, span);
        if inner.is_empty() {
            return array;
        }
        let index = self.temp(&Type::Int);
        let (head, body, exit) = (self.new_block(), self.new_block(), self.new_block());
        self.assign(index, ir::Expr::int(0), span);
        self.goto(head);
        self.switch(head);
        let cond = ir::Expr::binary(BinaryOp::Lt, ir::Expr::Local(index), first.size.clone());
        self.end(Terminator::Branch { cond, then: body, other: exit }, span);
        self.switch(body);
        let row = self.build(inner, span);
        let kind = InstrKind::StoreElem { array, index: ir::Expr::Local(index), value: ir::Expr::Local(row) };
        self.emit(kind, span);
        let next = ir::Expr::binary(BinaryOp::Add, ir::Expr::Local(index), ir::Expr::int(1));
        self.assign(index, next, span);
        self.goto(head);
        self.switch(exit);
        array
    }
}
