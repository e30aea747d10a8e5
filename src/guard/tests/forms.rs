//! The guards that comparisons become, and when these are exact.

use super::{BOTH, half, logic_with};
use crate::config::Summaries;
use crate::guard::{Budget, Guard, Logic};
use crate::num::Num;
use crate::term::{InputInfo, Sort, Threshold};

#[test]
fn equalities_with_two_constants_exclude_each_other() {
    for summaries in BOTH {
        let (mut lx, t) = logic_with(summaries, &["x"]);
        let (two, three) = (lx.terms.constant(2), lx.terms.constant(3));
        let (a, b) = (lx.eq(t[0], two), lx.eq(t[0], three));
        assert_eq!(lx.and(a, b), Guard::FALSE);
    }
}

#[test]
fn a_comparison_and_its_mirror_share_an_atom() {
    for summaries in BOTH {
        let (mut lx, t) = logic_with(summaries, &["x", "y"]);
        let less = lx.lt(t[0], t[1]);
        let mirrored = lx.le(t[1], t[0]);
        assert_eq!(lx.not(mirrored), less);
        assert_eq!(lx.atoms_len(), 1);
        let doubled = (lx.terms.scale(t[0], &Num::from(2)), lx.terms.scale(t[1], &Num::from(2)));
        assert_eq!(lx.lt(doubled.0, doubled.1), less);
    }
}

#[test]
fn a_fraction_is_no_integer() {
    for summaries in BOTH {
        let (mut lx, t) = logic_with(summaries, &["x"]);
        let half = lx.terms.constant(half(1));
        assert_eq!(lx.eq(t[0], half), Guard::FALSE);
        let zero = lx.terms.constant(0);
        assert_eq!(lx.le(t[0], half), lx.le(t[0], zero));
    }
}

#[test]
fn remainders_are_bounded_and_share_the_inputs_of_their_dividend() {
    for summaries in BOTH {
        let (mut lx, t) = logic_with(summaries, &["x"]);
        let three = lx.terms.constant(3);
        let rest = lx.terms.rem_euclid(t[0], three);
        assert_eq!(lx.lt(rest, three), Guard::TRUE);
        let two = lx.terms.constant(2);
        let (is_two, above) = (lx.eq(rest, two), lx.lt(three, t[0]));
        assert!(lx.independent(is_two));
        let both = lx.and(is_two, above);
        assert!(!lx.independent(both));
        let mut parts = Vec::new();
        for k in 0..3 {
            let k = lx.terms.constant(k);
            parts.push(lx.eq(rest, k));
        }
        assert_eq!(lx.or_all(parts), Guard::TRUE);
    }
}

#[test]
fn what_the_inputs_cannot_reach_does_not_qualify() {
    for summaries in BOTH {
        let (mut lx, t) = logic_with(summaries, &["x", "y"]);
        let id = lx.terms.add_input(InputInfo::value("b", Sort::Int).ranged(Some(Num::ZERO), Some(Num::ONE)));
        let b = lx.terms.input(id);
        let double = lx.terms.scale(t[0], &Num::from(2));
        let even = lx.terms.add(double, b);
        assert!(!lx.qualifies(even));
        let odd = lx.terms.add(t[0], b);
        assert!(lx.qualifies(odd));
        let product = lx.terms.mul(t[0], t[1]);
        assert!(!lx.qualifies(product));
        assert!(lx.qualifies(b));
    }
}

#[test]
fn the_alternatives_of_a_choice_are_disjoint_and_cover_everything() {
    for n in 1..20 {
        let mut lx = Logic::new(if n % 2 == 0 { Summaries::Pairs } else { Summaries::Diagram }, Budget::default());
        let (input, guards) = lx.choice("which", n);
        assert_eq!(lx.atoms_len(), n - 1);
        for (i, g) in guards.iter().enumerate() {
            assert_eq!(lx.pinned(*g, input), Some(Num::from(i as i64)));
            let model = lx.model_if_independent(*g).unwrap();
            assert_eq!(model.value(&lx.terms, input), Num::from(i as i64));
            assert!(guards[..i].iter().all(|h| lx.disjoint(*g, *h)));
            assert!(lx.guards.node_count(*g) <= 3 + n.ilog2() as usize + 2);
        }
        assert_eq!(lx.or_all(guards), Guard::TRUE);
    }
}

#[test]
fn what_depends_on_the_group_of_an_alternative_has_a_node_for_each_group() {
    for sizes in [vec![1], vec![1, 7], vec![3, 1, 9, 2], vec![10; 17]] {
        for summaries in BOTH {
            let mut lx = Logic::new(summaries, Budget::default());
            let (input, guards) = lx.grouped_choice("which", &sizes);
            assert_eq!(guards.len(), sizes.iter().sum::<usize>());
            for (i, g) in guards.iter().enumerate() {
                assert_eq!(lx.pinned(*g, input), Some(Num::from(i as i64)));
            }
            let mut rest = guards.as_slice();
            for size in &sizes {
                let (group, others) = rest.split_at(*size);
                let is_in = lx.or_all(group.to_vec());
                let nodes = lx.guards.node_count(is_in);
                assert!(nodes < 3 + sizes.len(), "{nodes} nodes for a group of {sizes:?}");
                rest = others;
            }
            assert_eq!(lx.or_all(guards), Guard::TRUE);
        }
    }
}

#[test]
fn guards_of_a_dense_range_have_as_many_nodes_as_it_has_halves() {
    const VALUES: usize = 1 << 9;
    for summaries in BOTH {
        for (of_range, stride) in [(true, 1), (false, 1), (true, VALUES - 1), (false, 203)] {
            let (mut lx, t) = logic_with(summaries, &["x"]);
            let known = (Some(Num::ZERO), Some(Num::from(VALUES as i64)));
            let x = match of_range {
                true => {
                    let id = lx.terms.add_input(InputInfo::value("n", Sort::Int).ranged(known.0, known.1));
                    lx.terms.input(id)
                }
                // The range is assumed first.
                false => {
                    for k in [-1, VALUES as i64] {
                        lx.at_most(t[0], &Threshold::at_most(k.into()));
                    }
                    t[0]
                }
            };
            // In ascending and descending order, and out of order.
            let mut guards = vec![Guard::FALSE; VALUES];
            for i in 0..VALUES {
                let k = i * stride % VALUES;
                guards[k] = lx.at_most(x, &Threshold::at_most((k as i64).into()));
            }
            // The bounds of the range, the thresholds requested before there were many, and those half-way.
            let most = 2 + 2 * 16 + 2 * VALUES.ilog2() as usize;
            for (k, guard) in guards.iter().enumerate() {
                let nodes = lx.guards.node_count(*guard);
                assert!(nodes <= most, "{summaries:?}, {stride}: {nodes} nodes of {k}");
            }
            for pair in guards.windows(2) {
                assert!(lx.implies(pair[0], pair[1]) && pair[0] != pair[1]);
            }
            assert!(lx.atoms_len() <= VALUES + 2);
        }
    }
}

#[test]
fn guards_of_a_loop_up_to_an_input_have_few_nodes() {
    const VALUES: i64 = 1 << 9;
    for summaries in BOTH {
        for (is_wide, sign, stride) in [(true, 1, 1), (true, -1, 1), (false, 1, 1), (false, -1, 1), (false, 1, 5)] {
            let (mut lx, t) = logic_with(summaries, &["x"]);
            for k in [-(1 << 40), 1 << 40].into_iter().filter(|_| is_wide) {
                lx.at_most(t[0], &Threshold::at_most(k.into()));
            }
            let mut guards: Vec<Guard> = Vec::new();
            for k in 0..VALUES {
                guards.push(lx.at_most(t[0], &Threshold::at_most((sign * k * stride).into())));
            }
            // The thresholds requested before there were many, one for each time that their number has doubled, and those half-way.
            let most = 2 + 2 * 16 + 3 * VALUES.ilog2() as usize;
            for (k, guard) in guards.iter().enumerate() {
                let nodes = lx.guards.node_count(*guard);
                assert!(nodes <= most, "{summaries:?}, {is_wide}, {sign}, {stride}: {nodes} nodes of {k}");
            }
            for pair in guards.windows(2) {
                let (less, more) = if sign > 0 { (pair[0], pair[1]) } else { (pair[1], pair[0]) };
                assert!(lx.implies(less, more) && less != more);
            }
            // Between two that are five apart, one or two others.
            let per_value = if stride == 1 { 2 } else { 3 };
            assert!(lx.atoms_len() <= 2 + per_value * VALUES as usize, "{stride}: {} variables", lx.atoms_len());
        }
    }
}

#[test]
fn questions_far_apart_need_no_others() {
    for summaries in BOTH {
        let (mut lx, t) = logic_with(summaries, &["x"]);
        for k in 0..40 {
            lx.at_most(t[0], &Threshold::at_most((k << 20).into()));
        }
        assert_eq!(lx.atoms_len(), 40);
    }
}

/// An order in which all answers about one input are apart from each other makes a diagram of 2^12 nodes here.
#[test]
fn a_question_that_an_earlier_one_leaves_open_is_placed_beside_it() {
    let names: Vec<String> = (0..12).map(|i| format!("x{i}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let nodes = |is_within: bool| {
        let (mut lx, inputs) = logic_with(Summaries::Diagram, &names);
        let (zero, one) = (lx.terms.constant(0), lx.terms.constant(1));
        for input in &inputs {
            lx.le(*input, zero);
        }
        let mut all = Guard::TRUE;
        for input in &inputs {
            let most = if is_within { lx.le_within(Guard::TRUE, *input, one) } else { lx.le(*input, one) };
            let least = lx.le(*input, zero);
            let is_one = lx.and_not(most, least);
            let flips = lx.not(all);
            all = lx.ite(is_one, flips, all);
        }
        lx.guards.node_count(all)
    };
    assert!(nodes(true) <= 48, "{}", nodes(true));
    assert!(nodes(false) > 4000, "{}", nodes(false));
}

#[test]
fn what_a_neighbour_answers_on_the_paths_of_a_guard_needs_no_variable() {
    for summaries in BOTH {
        let (mut lx, inputs) = logic_with(summaries, &["x"]);
        let x = inputs[0];
        let constants: Vec<_> = (0..30).map(|k| lx.terms.constant(k)).collect();
        let (low, high) = (lx.le(x, constants[10]), lx.le(x, constants[20]));
        let above = lx.not(low);
        let between = lx.and(above, high);
        let known = lx.atoms_len();
        for k in 1..10 {
            assert!(lx.le_within(between, x, constants[k]).is_false());
            assert!(lx.lt_within(between, constants[k], x).is_true());
            assert!(lx.le_within(between, x, constants[20 + k]).is_true());
            assert!(lx.lt_within(low, x, constants[11 + k]).is_true());
        }
        assert_eq!(lx.atoms_len(), known);
        // On other paths the same comparison is open.
        assert_eq!(lx.le_within(low, x, constants[5]), lx.le(x, constants[5]));
        assert!(lx.le_within(between, x, constants[15]) == lx.le(x, constants[15]));
        assert!(lx.atoms_len() > known);
    }
}
