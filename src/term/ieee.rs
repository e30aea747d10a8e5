//! Operations on floating-point numbers, as bases. Operands and results are [places](crate::ieee).
//!
//! The normal form of an operation:
//!
//! 1. of constants it is computed;
//! 2. a conversion to a format or to integers of what has been converted from them without loss is the original;
//! 3. of two numbers whose order does not matter, the lesser id is the first.

use super::{Facts, Op754, Range, Term, TermId, Terms};
use crate::ieee::{Binary, Format, Op};
use crate::num::Num;

/// The result of an operation by the value of its symbol.
type Result = Box<dyn Fn(i64) -> i64>;

/// The size up to which all integers are numbers of a format.
fn exact(format: Format) -> i64 {
    match format {
        Format::Single => 1 << 24,
        Format::Double => 1 << 53,
    }
}

/// Whether a range lies between two numbers.
fn lies(range: &Range, least: i64, most: i64) -> bool {
    range.0.as_ref().is_some_and(|low| *low >= Num::from(least))
        && range.1.as_ref().is_some_and(|high| *high <= Num::from(most))
}

/// The part of an interval in which a monotone function is at most a bound.
fn within(result: &dyn Fn(i64) -> i64, low: i64, high: i64, bound: i64) -> Option<(i64, i64)> {
    match (result(low) <= bound, result(high) <= bound) {
        (true, true) => Some((low, high)),
        (false, false) => None,
        (is_below, _) => {
            // The first operand whose result is on the other side of the bound than that of `low`.
            let (mut inside, mut outside) = (low, high);
            while i128::from(outside) - i128::from(inside) > 1 {
                let middle = inside + ((i128::from(outside) - i128::from(inside)) / 2) as i64;
                if (result(middle) <= bound) == is_below {
                    inside = middle;
                } else {
                    outside = middle;
                }
            }
            Some(if is_below { (low, inside) } else { (outside, high) })
        }
    }
}

impl Terms {
    /// An operation on one or two terms.
    pub fn ieee(&mut self, op: Op754, operands: &[TermId]) -> TermId {
        let known: Option<Vec<i64>> = operands.iter().map(|t| self.as_const(*t)?.to_i64()).collect();
        if let Some(known) = known {
            return self.constant(op.apply(known[0], known.get(1).copied().unwrap_or(0)));
        }
        if let [operand] = operands
            && let Some(original) = self.original(op, *operand)
        {
            return original;
        }
        let mut operands: Box<[TermId]> = operands.into();
        if let Op::Binary(Binary::Add | Binary::Mul, _) = op {
            operands.sort_unstable();
        }
        self.intern(Term::Ieee(op, operands.clone()), |terms| Facts {
            inputs: terms.union_of_inputs(operands.iter().copied()),
            integer: true,
            truth: false,
        })
    }

    /// What a conversion gives back.
    fn original(&mut self, op: Op754, operand: TermId) -> Option<TermId> {
        let Term::Ieee(before, inner) = self.node(operand) else { return None };
        let (before, inner) = (*before, inner[0]);
        match (before, op) {
            (Op::To(Format::Double), Op::To(Format::Single)) => Some(inner),
            (Op::OfInt(format), Op::ToInt(..)) => {
                let (whole, (least, most)) = (exact(format), op.range());
                self.find_hulls(inner);
                lies(&self.range(inner), least.max(-whole), most.min(whole)).then_some(inner)
            }
            // The last bits of an `int` that is a `double` are lost once, in the narrow format.
            (Op::OfInt(from), Op::To(to)) if from != to => {
                let most = exact(from);
                self.find_hulls(inner);
                lies(&self.range(inner), -most, most).then(|| self.ieee(Op::OfInt(to), &[inner]))
            }
            _ => None,
        }
    }

    /// An operation of one symbol: the symbol, the operation, and the result by the symbol's value.
    fn function(&self, t: TermId) -> Option<(TermId, Op, Result)> {
        let Term::Ieee(op, operands) = self.node(t) else { return None };
        let (op, constant) = (*op, |t: &TermId| self.as_const(*t).and_then(Num::to_i64));
        Some(match operands[..] {
            [only] => (only, op, Box::new(move |n| op.apply(n, 0))),
            [a, b] => match (constant(&a), constant(&b)) {
                (Some(known), _) => (b, op, Box::new(move |n| op.apply(known, n))),
                (_, Some(known)) => (a, op, Box::new(move |n| op.apply(n, known))),
                _ => return None,
            },
            _ => return None,
        })
    }

    /// The symbol of an operation of one symbol that is monotone in intervals.
    pub fn operated(&self, t: TermId) -> Option<TermId> {
        let (symbol, op, _) = self.function(t)?;
        op.runs().map(|_| symbol)
    }

    /// The least and the greatest value of such an operation where its symbol is between two numbers.
    pub fn image(&self, t: TermId, least: i64, most: i64) -> Option<(i64, i64)> {
        let (_, op, result) = self.function(t)?;
        let inside = op.runs()?.into_iter().filter(|(low, high)| *low <= most && least <= *high);
        let ends: Vec<i64> = inside.flat_map(|(low, high)| [result(low.max(least)), result(high.min(most))]).collect();
        Some((*ends.iter().min()?, *ends.iter().max()?))
    }

    /// Where an operation of one symbol is at most a bound: the symbol, and the intervals in which it is, in order. Nothing for an
    /// operation of several symbols, and for other terms.
    pub fn preimage(&self, t: TermId, bound: i64) -> Option<(TermId, Vec<(i64, i64)>)> {
        let (symbol, op, result) = self.function(t)?;
        let mut intervals: Vec<(i64, i64)> = Vec::new();
        for (low, high) in op.runs()? {
            let Some((low, high)) = within(&*result, low, high, bound) else { continue };
            match intervals.last_mut() {
                Some((_, last)) if *last == low - 1 => *last = high,
                _ => intervals.push((low, high)),
            }
        }
        Some((symbol, intervals))
    }

    /// The range of an operation; that of a conversion from integers ends where they do.
    pub(super) fn ieee_range(&self, op: Op754, operands: &[TermId]) -> Range {
        if let (Op::OfInt(_), (Some(low), Some(high))) = (op, self.range(operands[0]))
            && let (Some(low), Some(high)) = (low.to_i64(), high.to_i64())
        {
            return (Some(op.apply(low, 0).into()), Some(op.apply(high, 0).into()));
        }
        let (low, high) = op.range();
        (Some(low.into()), Some(high.into()))
    }
}
