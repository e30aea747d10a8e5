//! The properties of a guard, checked on a window of the inputs. `tests/support/guards.rs` uses this file too.

use super::expressions::G;
use super::{Assignment, BOTH, Budget, InputId, InputInfo, Logic, Num, Sort, half};

/// Inputs of every kind, as [`expressions`](super::expressions) uses them.
pub fn inputs(lx: &mut Logic) -> Vec<InputId> {
    let range = |low: i64, high: i64| (Some(Num::from(low)), Some(Num::from(high)));
    let (low, high) = range(-3, 4);
    let (zero, one) = range(0, 1);
    [
        InputInfo::value("x", Sort::Int).ranged(low, high),
        InputInfo::value("y", Sort::Int),
        InputInfo::value("z", Sort::Int).ranged(Some(Num::ONE), None),
        InputInfo::value("r", Sort::Real),
        InputInfo::value("s", Sort::Real).ranged(zero, one),
    ]
    .into_iter()
    .map(|info| lx.terms.add_input(info))
    .collect()
}

/// A window of the inputs.
fn grid(ids: &[InputId], real: bool) -> Vec<Assignment> {
    let reals: Vec<(Num, Num)> = match real {
        true => (-6..7).flat_map(|r| (0..3).map(move |s| (half(r), half(s)))).collect(),
        false => vec![(Num::ZERO, Num::ZERO)],
    };
    let (ys, zs) = if real { (-2..3, 1..3) } else { (-9..10, 1..7) };
    let mut all = Vec::new();
    for x in -3..5 {
        for y in ys.clone() {
            for z in zs.clone() {
                for (r, s) in &reals {
                    let values = [Num::from(x), Num::from(y), Num::from(z), r.clone(), s.clone()];
                    all.push(ids.iter().copied().zip(values).collect());
                }
            }
        }
    }
    all
}

fn values(lx: &Logic, ids: &[InputId], at: &Assignment) -> Vec<Num> {
    ids.iter().map(|id| at.value(&lx.terms, *id)).collect()
}

/// Checks all properties of a guard on a window of the inputs.
pub fn check(expression: &G, real: bool) {
    for summaries in BOTH {
        let mut lx = Logic::new(summaries, Budget::default());
        let ids = inputs(&mut lx);
        let g = expression.build(&mut lx, &ids);
        let cube = lx.cube(g);
        assert_eq!(cube.is_none(), g.is_false());
        let inside = cube.map(|cube| lx.conjunction(&cube.literals()));
        if let Some(inside) = inside {
            assert!(!inside.is_false(), "a cube is satisfiable");
            assert!(lx.implies(inside, g), "a cube implies its guard");
        }
        let intervals = lx.intervals(g).map(|facts| facts.iter().flat_map(|fact| fact.literals()).collect::<Vec<_>>());
        if let Some(literals) = intervals {
            let cell = lx.conjunction(&literals);
            assert!(
                !cell.is_false() && lx.implies(cell, g),
                "the intervals of a satisfying assignment imply the guard"
            );
        }
        let pins: Vec<Option<Num>> = ids.iter().map(|id| lx.pinned(g, *id)).collect();
        let bounds: Vec<_> = lx.support(g).to_vec().into_iter().map(|form| lx.bounds(g, form)).collect();
        for at in grid(&ids, real) {
            let numbers = values(&lx, &ids, &at);
            let expected = expression.eval(&numbers);
            assert_eq!(lx.eval(g, &at), Some(expected), "{expression:?} at {numbers:?}");
            if expected {
                for (pin, value) in pins.iter().zip(&numbers) {
                    assert!(pin.as_ref().is_none_or(|pin| pin == value));
                }
                for fact in &bounds {
                    let value = lx.terms.eval(fact.form, &at).expect("all inputs have values");
                    assert!(fact.low.as_ref().is_none_or(|low| !low.admits(&value)));
                    assert!(fact.high.as_ref().is_none_or(|high| high.admits(&value)));
                }
            }
        }
        if g.is_false() {
            return;
        }
        if lx.independent(g) {
            let model = lx.model_if_independent(g).unwrap_or_else(|| panic!("no model of {expression:?}"));
            assert!(expression.eval(&values(&lx, &ids, &model)), "{expression:?}");
        } else {
            assert_eq!(lx.model_if_independent(g), None);
        }
    }
}
