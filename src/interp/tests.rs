//! Programs built by hand, so that the machine is tested without a front.

mod builder;
mod inputs;

use super::*;
use crate::ir::{
    BinaryOp, BlockId, Callee, Cause, Check, CheckId, Class, ClassId, Const, Contents, Expr, Field, Handler, InstrKind,
    Kind, Quant, Site, SiteId, SiteKind, StaticField, Terminator, Type, UnaryOp,
};
use crate::trace::TraceStep;
use builder::{Body, NORMAL, at, bin, class, num, program, set, var};
use std::sync::Arc;

fn start(p: &Program) -> Run {
    start_on(p, "{}")
}

fn start_on(p: &Program, inputs: &str) -> Run {
    run(p, MethodId(0), &serde_json::from_str(inputs).unwrap(), &Dialect::default(), Limits::default()).unwrap()
}

fn value(n: i64) -> Value {
    Value::Num(Num::from(n))
}

/// A method that returns the value of an expression over its parameters.
fn returning(params: &[(&str, Type)], result: Type, make: impl FnOnce(&mut Body) -> Expr) -> Program {
    let mut b = Body::new("main", params, Some(result));
    let e = make(&mut b);
    let r = b.method.retval.unwrap();
    b.block(1, vec![set(r, e)], Terminator::Goto(NORMAL));
    program(vec![b.finish(3, vec![], vec![])])
}

fn thrown_cause(end: &End) -> Option<(Kind, Option<Cause>, u32)> {
    match end {
        End::Violation(f) => Some((f.kind, f.cause, f.line)),
        _ => None,
    }
}

#[test]
fn operators_evaluate_exactly_and_short_circuit() {
    use BinaryOp::*;
    let boolean = |e: Expr| start(&returning(&[], Type::Bool, |_| e)).end;
    let number = |e: Expr| start(&returning(&[], Type::Int, |_| e)).end;
    let returned = |v: Value| End::Returned { value: Some(v) };
    for (a, b, q, r) in [(7, 2, 3, 1), (-7, 2, -4, 1), (7, -2, -3, 1), (-7, -2, 4, 1)] {
        assert_eq!(number(bin(Div, num(a), num(b))), returned(value(q)));
        assert_eq!(number(bin(Rem, num(a), num(b))), returned(value(r)));
    }
    assert_eq!(
        number(bin(FloatDiv, num(1), num(3))),
        returned(Value::Num(Num::from(1).checked_div(&Num::from(3)).unwrap()))
    );
    assert_eq!(number(bin(Mul, num(i64::MAX), num(2))), returned(Value::Num("18446744073709551614".parse().unwrap())));
    assert_eq!(number(Expr::Unary(UnaryOp::Neg, Box::new(num(3)))), returned(value(-3)));
    let throws = || bin(Eq, bin(Div, num(1), num(0)), num(0));
    for (op, left, result) in [(And, false, false), (Or, true, true), (Implies, false, true)] {
        assert_eq!(boolean(bin(op, Expr::bool(left), throws())), returned(Value::Bool(result)));
        let by_zero = (Kind::Exception, Some(Cause::DivisionByZero), 1);
        assert_eq!(thrown_cause(&boolean(bin(op, Expr::bool(!left), throws()))), Some(by_zero));
    }
    assert_eq!(boolean(bin(Implies, Expr::bool(true), Expr::bool(false))), returned(Value::Bool(false)));
    assert_eq!(boolean(bin(Ne, Expr::Const(Const::Null), Expr::Const(Const::Null))), returned(Value::Bool(false)));
}

/// `main(d) { try { x := f(d) } catch { x := -1 } return x }`, `f(d) { return 10 / d }`
fn division_in_callee(caught: bool) -> Program {
    let mut main = Body::new("main", &[("d", Type::Int)], Some(Type::Int));
    let x = main.local("x", Type::Int);
    let slot = main.local("", Type::Int);
    let (r, d) = (main.method.retval.unwrap(), main.method.formals[0]);
    let call =
        Terminator::Call { dst: Some(x), callee: Callee::Exact(MethodId(1)), args: vec![var(d)], next: BlockId(1) };
    if caught {
        main.block_in_try(10, vec![], call, Handler { block: BlockId(2), slot });
    } else {
        main.block(10, vec![], call);
    }
    main.block(11, vec![set(r, var(x))], Terminator::Goto(NORMAL));
    main.block(20, vec![set(x, num(-1))], Terminator::Goto(BlockId(1)));
    let mut f = Body::new("f", &[("d", Type::Int)], Some(Type::Int));
    let e = bin(BinaryOp::Div, num(10), var(f.method.formals[0]));
    let instr = set(f.method.retval.unwrap(), e);
    f.block(30, vec![instr], Terminator::Goto(NORMAL));
    program(vec![main.finish(15, vec![], vec![]), f.finish(32, vec![], vec![])])
}

#[test]
fn exceptions_unwind_frames_to_the_handler_and_keep_their_place() {
    assert_eq!(
        start_on(&division_in_callee(true), r#"{"args":{"d":{"int":"3"}}}"#).end,
        End::Returned { value: Some(value(3)) }
    );
    assert_eq!(start(&division_in_callee(true)).end, End::Returned { value: Some(value(-1)) });

    let p = division_in_callee(false);
    let fault = Fault {
        kind: Kind::Exception,
        cause: Some(Cause::DivisionByZero),
        span: at(30),
        line: 30,
        method: MethodId(1),
        call_site: None,
        check: None,
        class: None,
    };
    assert_eq!(start(&p).end, End::Violation(fault));
    let allow = Dialect { uncaught: crate::config::Uncaught::Allow, ..Dialect::default() };
    let run = run(&p, MethodId(0), &Inputs::default(), &allow, Limits::default()).unwrap();
    let place = CodePoint { method: MethodId(1), block: BlockId(0), index: 0 };
    assert_eq!(run.end, End::Threw(Thrown { place, cause: Cause::DivisionByZero, payload: None }));
}

#[test]
fn an_exception_carries_the_value_that_is_thrown_through_frames() {
    let mut main = Body::new("main", &[("x", Type::Int)], None);
    let args = vec![bin(BinaryOp::Add, var(main.method.formals[0]), num(1))];
    main.block(1, vec![], Terminator::Call { dst: None, callee: Callee::Exact(MethodId(1)), args, next: NORMAL });
    let mut f = Body::new("f", &[("x", Type::Int)], None);
    f.block(5, vec![], Terminator::Throw(Some(var(f.method.formals[0]))));
    let p = program(vec![main.finish(9, vec![], vec![]), f.finish(9, vec![], vec![])]);
    let thrown = |x: &str, dialect: &Dialect| {
        let inputs = serde_json::from_str(&format!(r#"{{"args":{{"x":{{"int":"{x}"}}}}}}"#)).unwrap();
        run(&p, MethodId(0), &inputs, dialect, Limits::default()).unwrap().end
    };
    let place = CodePoint { method: MethodId(1), block: BlockId(0), index: 0 };
    let allow = Dialect { uncaught: crate::config::Uncaught::Allow, ..Dialect::default() };
    let carrying = |n| Thrown { place, cause: Cause::Throw, payload: Some(Box::new(value(n))) };
    assert_eq!([thrown("1", &allow), thrown("2", &allow)], [End::Threw(carrying(2)), End::Threw(carrying(3))]);
    // What is violated does not depend on it.
    let refuse = Dialect::default();
    assert!(matches!(thrown("1", &refuse), End::Violation(_)));
    assert_eq!(thrown("1", &refuse), thrown("2", &refuse));
}

#[test]
fn the_trace_merges_repeated_lines_and_tells_the_depth() {
    let run = start_on(&division_in_callee(true), r#"{"args":{"d":{"int":"3"}}}"#);
    let step = |m, depth, line| TraceStep { thread: 0, method: MethodId(m), depth, line };
    let expected = [step(0, 0, 10), step(1, 1, 30), step(1, 1, 31), step(1, 1, 32), step(0, 0, 11), step(0, 0, 12)];
    assert_eq!(run.trace.steps().take(6).cloned().collect::<Vec<_>>(), expected);
    assert_eq!(run.steps, run.trace.len());

    let mut main = Body::new("main", &[], None);
    main.block(1, vec![], Terminator::Goto(BlockId(1)));
    main.block(2, vec![], Terminator::Goto(BlockId(0)));
    let p = program(vec![main.finish(9, vec![], vec![])]);
    let run = super::run(&p, MethodId(0), &Inputs::default(), &Dialect::default(), Limits::steps(100_001)).unwrap();
    assert_eq!((run.end, run.steps), (End::StepLimit, 100_001));
    assert_eq!((run.trace.first.len(), run.trace.elided, run.trace.last.len()), (10_000, 80_001, 10_000));
    assert_eq!(run.trace.last.back(), Some(&step(0, 0, 1)));
}

/// `x := 2; while (true) { x := x op x; }`
fn growing(op: BinaryOp) -> Program {
    let mut main = Body::new("main", &[], None);
    let x = main.local("x", Type::Int);
    main.block(1, vec![set(x, num(2))], Terminator::Goto(BlockId(1)));
    main.block(5, vec![set(x, bin(op, var(x), var(x)))], Terminator::Goto(BlockId(1)));
    program(vec![main.finish(9, vec![], vec![])])
}

#[test]
fn steps_are_paid_by_the_size_of_numbers_before_they_are_done() {
    let steps = |op, limit| {
        let run = run(&growing(op), MethodId(0), &Inputs::default(), &Dialect::default(), Limits::steps(limit));
        let run = run.unwrap();
        assert_eq!(run.end, End::StepLimit);
        (run.steps, run.trace.len())
    };
    // Two steps per round, as long as a number has 64 bits: 2, 4, 16, 256, 65536, 2³². The last product is new.
    assert_eq!(steps(BinaryOp::Mul, 14), (14, 14));
    // The seventh product reads two numbers of one further word, and pays one for their product; the eighth 2·2 + 2·2.
    assert_eq!(steps(BinaryOp::Mul, 18), (18, 15));
    assert_eq!(steps(BinaryOp::Mul, 28), (28, 17));
    // The product that would not be paid is not begun: what has been done is below the limit.
    let (done, instructions) = steps(BinaryOp::Mul, u64::from(u32::MAX));
    assert!(done < u64::from(u32::MAX) && instructions < 60, "{done} steps, {instructions} instructions");
    // Sums grow by one bit per round.
    let (_, instructions) = steps(BinaryOp::Add, 1_000_000);
    assert!((10_000..20_000).contains(&instructions), "{instructions} instructions");
}

/// `f(n) requires(n >= 0) ensures(n != 5) exceptional(n != 6) { if (n == 6) throw; g := f(n - 1) … }`, called at line 10.
fn contracts(check_missing: bool) -> Program {
    let mut main = Body::new("main", &[("n", Type::Int)], None);
    let n = main.method.formals[0];
    let call = Terminator::Call { dst: None, callee: Callee::Exact(MethodId(1)), args: vec![var(n)], next: NORMAL };
    main.block(10, vec![], call);

    let mut f = Body::new("f", &[("n", Type::Int)], Some(Type::Int));
    let n = f.method.formals[0];
    let r = f.method.retval.unwrap();
    let thrown = f.method.thrown;
    let slot = f.local("", Type::Int);
    let compare = |op, k| bin(op, var(n), num(k));
    let clause = |check, cond| InstrKind::Clause { cond, check: CheckId(check) };
    // The requires clause divides by n - 7 first.
    f.block_in_try(
        20,
        vec![
            set(slot, bin(BinaryOp::Div, num(1), bin(BinaryOp::Sub, var(n), num(7)))),
            clause(0, compare(BinaryOp::Ge, 0)),
        ],
        Terminator::Branch { cond: compare(BinaryOp::Ge, 6), then: BlockId(1), other: BlockId(2) },
        Handler { block: BlockId(3), slot: thrown },
    );
    f.block(24, vec![], Terminator::Throw(None));
    f.block(26, vec![set(r, Expr::Const(Const::Missing))], Terminator::Goto(NORMAL));
    f.block(28, vec![InstrKind::ClauseThrew { check: CheckId(0), slot: thrown }], Terminator::Stop);
    let mut normal = vec![clause(1, compare(BinaryOp::Ne, 5))];
    if check_missing {
        normal.push(InstrKind::CheckMissing { value: r, check: Some(CheckId(1)) });
    }
    f.method.has_exceptional = true;
    let f = f.finish(40, normal, vec![clause(2, compare(BinaryOp::Ne, 6))]);
    let mut p = program(vec![main.finish(15, vec![], vec![]), f]);
    for kind in [Kind::Requires, Kind::Ensures, Kind::Exceptional] {
        p.checks.push(Check { kind, span: at(50 + kind as u32), method: MethodId(1) });
    }
    p
}

#[test]
fn contracts_are_checked_at_calls_and_assumed_at_the_entry() {
    let args = |n: i64| format!(r#"{{"args":{{"n":{{"int":"{n}"}}}}}}"#);
    let p = contracts(true);
    let fault = |n| match start_on(&p, &args(n)).end {
        End::Violation(f) => (f.kind, f.cause, f.span, f.line, f.call_site, f.check),
        other => panic!("{other:?}"),
    };
    let call = Some(at(10));
    let span = |kind: Kind| at(50 + kind as u32);
    assert_eq!(fault(-1), (Kind::Requires, None, span(Kind::Requires), 21, call, Some(CheckId(0))));
    let threw = Some(Cause::DivisionByZero);
    assert_eq!(fault(7), (Kind::Requires, threw, span(Kind::Requires), 28, call, Some(CheckId(0))));
    assert_eq!(fault(5), (Kind::Ensures, None, span(Kind::Ensures), 40, call, Some(CheckId(1))));
    assert_eq!(fault(6), (Kind::Exceptional, None, span(Kind::Exceptional), 40, call, Some(CheckId(2))));
    assert_eq!(fault(8), (Kind::Exception, Some(Cause::Throw), at(24), 24, None, None));
    assert_eq!(fault(0), (Kind::MissingReturn, None, at(41), 41, call, Some(CheckId(1))));

    let root = |p: &Program, n| {
        run(p, MethodId(1), &serde_json::from_str(&args(n)).unwrap(), &Dialect::default(), Limits::default())
            .unwrap()
            .end
    };
    let rejected = |line| End::Rejected { by: Assumption::Requires, span: span(Kind::Requires), line };
    assert_eq!(root(&p, -1), rejected(21));
    assert_eq!(root(&p, 7), rejected(28));
    assert!(matches!(root(&p, 5), End::Violation(Fault { kind: Kind::Ensures, call_site: None, .. })));
    assert!(matches!(root(&p, 8), End::Threw(Thrown { cause: Cause::Throw, .. })), "its clause allows it");
    assert_eq!(root(&contracts(false), 0), End::Returned { value: Some(Value::Missing) });
}

#[test]
fn a_million_frames_need_no_stack() {
    let mut f = Body::new("f", &[("n", Type::Int)], Some(Type::Int));
    let (n, r) = (f.method.formals[0], f.method.retval.unwrap());
    let cond = bin(BinaryOp::Eq, var(n), num(0));
    f.block(1, vec![], Terminator::Branch { cond, then: BlockId(1), other: BlockId(2) });
    f.block(2, vec![set(r, num(0))], Terminator::Goto(NORMAL));
    let less = bin(BinaryOp::Sub, var(n), num(1));
    f.block(
        3,
        vec![],
        Terminator::Call { dst: Some(r), callee: Callee::Exact(MethodId(0)), args: vec![less], next: BlockId(3) },
    );
    f.block(4, vec![set(r, bin(BinaryOp::Add, var(r), num(1)))], Terminator::Goto(NORMAL));
    let p = program(vec![f.finish(6, vec![], vec![])]);
    assert_eq!(
        start_on(&p, r#"{"args":{"n":{"int":"1000000"}}}"#).end,
        End::Returned { value: Some(value(1_000_000)) }
    );
}

/// A program with `class A { int x; A next; }`, `class B extends A`, an abstract class, a static field and an array
/// allocation, whose entry has the parameters `a: A`, `i: int`, `u: uint`, `v: int[]`.
fn with_heap(make: impl FnOnce(&mut Body)) -> Program {
    let a = Type::Class(ClassId(1));
    let params = [("a", a.clone()), ("i", Type::Int), ("u", Type::Uint), ("v", Type::Int.array())];
    let mut b = Body::new("main", &params, Some(Type::Int));
    make(&mut b);
    let mut p = program(vec![b.finish(90, vec![], vec![])]);
    let fields = [("x", Type::Int), ("next", a)]
        .map(|(name, ty)| p.fields.push(Field { name: name.into(), ty, contents: Contents::Any }));
    p.classes.push(Class { fields: fields.to_vec(), ..class("A", &[1]) });
    p.classes.push(Class { fields: fields.to_vec(), ..class("B", &[1, 2]) });
    p.classes.push(Class { is_abstract: true, ..class("I", &[3]) });
    p.statics.push(StaticField { name: "s".into(), class: ClassId(0), ty: Type::Int, is_inner: false });
    for kind in [SiteKind::Object(ClassId(2)), SiteKind::Array(Type::Int)] {
        p.sites.push(Site { method: MethodId(0), span: at(1), kind });
    }
    p
}

#[test]
fn what_an_object_owns_is_there_and_has_no_other_reference() {
    let mut p = with_heap(|b| {
        b.block(1, vec![], Terminator::Goto(NORMAL));
    });
    // `class A { int x; A next; int[] own; }`
    let own = p.fields.push(Field { name: "own".into(), ty: Type::Int.array(), contents: Contents::Owned });
    p.classes[ClassId(1)].fields.push(own);
    let loaded = |json: &str| {
        let inputs = serde_json::from_str(json).unwrap();
        run(&p, MethodId(0), &inputs, &Dialect::default(), Limits::steps(9))
    };
    let array = r#""a2":{"elem":"int","length":"1"}"#;
    let with = |args: &str, fields: &str| {
        format!(
            r#"{{"args":{{"a":{{"ref":"o1"}}{args}}},"heap":{{"o1":{{"class":"A","fields":{{{fields}}}}},{array}}}}}"#
        )
    };
    let owned = r#""own":{"ref":"a2"}"#;
    assert!(loaded(&with("", owned)).is_ok());
    for wrong in [with(r#","v":{"ref":"a2"}"#, owned), with("", r#""own":null"#)] {
        let error = loaded(&wrong).unwrap_err();
        assert_eq!((error.path.as_str(), error.problem), ("heap.o1.fields.own", load::Problem::NotOwned));
    }
    let run = loaded(r#"{"args":{"a":{"ref":"o1"}},"heap":{"o1":{"class":"A"}}}"#).unwrap();
    let object = run.state.heap.input("o1").unwrap();
    let Some(Value::Ref(array)) = run.state.heap.field(&p, object, own) else { panic!("an array") };
    assert_eq!(run.state.heap.array(*array).unwrap().length, Num::ZERO);
}

#[test]
fn objects_and_arrays_are_addressed_by_site_and_number() {
    use crate::ir::FieldId;
    // while (i > 0) { o := new B; o.next := a; a := o; w := new int[i]; w[i - 1] := i; Main.s := i; i := i - 1 }
    let p = with_heap(|b| {
        let [a, i, ..] = b.method.formals[..] else { unreachable!() };
        let o = b.local("o", Type::Class(ClassId(2)));
        let w = b.local("w", Type::Int.array());
        let r = b.method.retval.unwrap();
        let cond = bin(BinaryOp::Gt, var(i), num(0));
        b.block(1, vec![], Terminator::Branch { cond, then: BlockId(1), other: BlockId(2) });
        let less = bin(BinaryOp::Sub, var(i), num(1));
        let body = vec![
            InstrKind::NewObject { dst: o, site: SiteId(0) },
            InstrKind::StoreField { object: o, field: FieldId(1), value: var(a) },
            set(a, var(o)),
            InstrKind::NewArray { dst: w, site: SiteId(1), length: var(i) },
            InstrKind::StoreElem { array: w, index: less.clone(), value: var(i) },
            InstrKind::StoreStatic { field: StaticId(0), value: var(i) },
            set(i, less),
        ];
        b.block(2, body, Terminator::Goto(BlockId(0)));
        b.block(12, vec![set(r, Expr::Len(Box::new(var(w))))], Terminator::Goto(NORMAL));
    });
    let json = r#"{"args":{"a":{"ref":"o1"},"i":{"int":"3"}},"heap":{"o1":{"class":"A"}}}"#;
    let mut stores = Vec::new();
    let mut observer = |event: Event<'_>, _: &Heap| {
        if let Event::Assign { target: Target::Field(o, f), value, .. } = event {
            stores.push((o, f, value.clone()));
        }
    };
    let inputs = serde_json::from_str(json).unwrap();
    let run = run_observed(&p, MethodId(0), &inputs, &Dialect::default(), Limits::default(), &mut observer).unwrap();
    assert_eq!(run.end, End::Returned { value: Some(value(1)) });
    let heap = &run.state.heap;
    let made = heap.allocated(SiteId(0));
    assert_eq!(made.len(), 3);
    assert_eq!(heap[made[2]].address, Address::New(SiteId(0), 2));
    let first = heap.input("o1").unwrap();
    let chain = [first, made[0], made[1]];
    for (o, below) in made.iter().zip(chain) {
        assert_eq!(heap.field(&p, *o, FieldId(1)), Some(&Value::Ref(below)));
    }
    assert_eq!(stores, made.iter().zip(chain).map(|(o, b)| (*o, FieldId(1), Value::Ref(b))).collect::<Vec<_>>());
    let array = heap.array(heap.allocated(SiteId(1))[0]).unwrap();
    assert_eq!((array.get(&Num::from(2)), array.get(&Num::ZERO)), (Some(&value(3)), Some(&value(0))));
    assert_eq!(array.get(&Num::from(3)), None);
    assert_eq!(run.state.statics[StaticId(0)], value(1));
}

#[test]
fn null_bounds_sizes_and_casts_throw() {
    use crate::ir::FieldId;
    let cause = |json: &str, make: &dyn Fn(&[LocalId], LocalId) -> InstrKind| {
        let p = with_heap(|b| {
            let r = b.method.retval.unwrap();
            let w = b.local("w", Type::Int.array());
            let instr = make(&b.method.formals, w);
            b.block(1, vec![set(r, num(0)), instr], Terminator::Goto(NORMAL));
        });
        match start_on(&p, json).end {
            End::Violation(Fault { cause, line: 2, .. }) => cause,
            End::Returned { .. } => None,
            other => panic!("{other:?}"),
        }
    };
    let array = r#"{"args":{"v":{"ref":"a1"}},"heap":{"a1":{"elem":"int","length":"2"}}}"#;
    let read = |k: i64| move |f: &[LocalId], w| set(w, Expr::Elem(Box::new(var(f[3])), Box::new(num(k))));
    let write = |k: i64| move |f: &[LocalId], _| InstrKind::StoreElem { array: f[3], index: num(k), value: num(1) };
    for (k, expected) in [(-1, Some(Cause::Bounds)), (0, None), (1, None), (2, Some(Cause::Bounds))] {
        assert_eq!(cause(array, &read(k)), expected);
        assert_eq!(cause(array, &write(k)), expected);
        assert_eq!(cause("{}", &read(k)), Some(Cause::Null));
        assert_eq!(cause("{}", &write(k)), Some(Cause::Null));
    }
    let size = |k: i64| move |_: &[LocalId], w| InstrKind::NewArray { dst: w, site: SiteId(1), length: num(k) };
    assert_eq!(cause("{}", &size(-1)), Some(Cause::NegativeSize));
    assert_eq!(cause("{}", &size(0)), None);
    let null = Some(Cause::Null);
    assert_eq!(cause("{}", &|f, _| InstrKind::CheckNull { reference: f[0] }), null);
    assert_eq!(cause("{}", &|f, w| set(w, Expr::Field(Box::new(var(f[0])), FieldId(0)))), null);
    assert_eq!(cause("{}", &|f, w| set(w, Expr::Len(Box::new(var(f[3]))))), null);
    let store = |f: &[LocalId], _| InstrKind::StoreField { object: f[0], field: FieldId(0), value: num(0) };
    assert_eq!(cause("{}", &store), null);

    let object = |class: &str| format!(r#"{{"args":{{"a":{{"ref":"o1"}}}},"heap":{{"o1":{{"class":"{class}"}}}}}}"#);
    let cast = |f: &[LocalId], _| set(f[0], Expr::Cast(Box::new(var(f[0])), Type::Class(ClassId(2))));
    assert_eq!(cause(&object("A"), &cast), Some(Cause::Cast));
    assert_eq!(cause(&object("B"), &cast), None);
    assert_eq!(cause("{}", &cast), None);
    let is_b = |f: &[LocalId], _| {
        let test = Expr::InstanceOf(Box::new(var(f[0])), Type::Class(ClassId(2)));
        InstrKind::Assume { cond: test }
    };
    for (json, holds) in [(object("A"), false), (object("B"), true), ("{}".into(), false)] {
        let p = with_heap(|b| {
            let r = b.method.retval.unwrap();
            let instr = is_b(&b.method.formals, r);
            b.block(1, vec![set(r, num(0)), instr], Terminator::Goto(NORMAL));
        });
        let rejected = End::Rejected { by: Assumption::Assume, span: at(2), line: 2 };
        assert_eq!(start_on(&p, &json).end != rejected, holds);
    }
}

#[test]
fn quantifiers_stop_at_the_first_cell_that_decides() {
    // forall/exists e, k : v : 6 / e > 2
    let holds = |forall: bool, cells: &str, length: &str| {
        let p = returning(&[("v", Type::Int.array())], Type::Bool, |b| {
            let (elem, index) = (b.local("e", Type::Int), b.local("k", Type::Int));
            let body = bin(BinaryOp::Gt, bin(BinaryOp::Div, num(6), var(elem)), num(2));
            let domain = var(b.method.formals[0]);
            Expr::Quant(Arc::new(Quant { forall, domain, elem, index, body, span: at(1) }))
        });
        let json = format!(
            r#"{{"args":{{"v":{{"ref":"a1"}}}},
               "heap":{{"a1":{{"elem":"int","length":"{length}","default":{{"int":"1"}},"cells":{cells}}}}}}}"#
        );
        let inputs = serde_json::from_str(&json).unwrap();
        run(&p, MethodId(0), &inputs, &Dialect::default(), Limits::steps(1000)).unwrap().end
    };
    let returned = |b| End::Returned { value: Some(Value::Bool(b)) };
    assert_eq!(holds(true, "{}", "0"), returned(true));
    assert_eq!(holds(false, "{}", "0"), returned(false));
    assert_eq!(holds(true, "{}", "3"), returned(true));
    assert_eq!(holds(true, r#"{"1":{"int":"3"},"2":{"int":"0"}}"#, "3"), returned(false));
    assert_eq!(holds(false, r#"{"1":{"int":"0"}}"#, "2"), returned(true));
    let zero = Some((Kind::Exception, Some(Cause::DivisionByZero), 1));
    assert_eq!(thrown_cause(&holds(true, r#"{"1":{"int":"0"}}"#, "2")), zero);
    assert_eq!(holds(true, r#"{"2":{"int":"3"}}"#, "100000000000000000000"), returned(false));
    assert_eq!(holds(true, "{}", "100000000000000000000"), End::StepLimit);
    let p = returning(&[("v", Type::Int.array())], Type::Int, |b| {
        let last = num(7);
        Expr::Elem(Box::new(var(b.method.formals[0])), Box::new(bin(BinaryOp::Mul, last, num(1_000_000_000_000))))
    });
    let json = r#"{"args":{"v":{"ref":"a1"}},
        "heap":{"a1":{"elem":"int","length":"100000000000000000000","cells":{"7000000000000":{"int":"9"}}}}}"#;
    assert_eq!(start_on(&p, json).end, End::Returned { value: Some(value(9)) });
}

#[test]
fn the_static_initialiser_runs_first() {
    let mut p = with_heap(|b| {
        let r = b.method.retval.unwrap();
        b.block(1, vec![set(r, Expr::Static(StaticId(0)))], Terminator::Goto(NORMAL));
    });
    let mut init = Body::new("<init>", &[], None);
    init.block(1, vec![InstrKind::StoreStatic { field: StaticId(0), value: num(5) }], Terminator::Goto(NORMAL));
    p.init = Some(p.methods.push(init.finish(2, vec![], vec![])));
    assert_eq!(start(&p).end, End::Returned { value: Some(value(5)) });

    let mut init = Body::new("<init>", &[], None);
    let local = init.local("", Type::Int);
    init.block(1, vec![set(local, bin(BinaryOp::Rem, num(1), num(0)))], Terminator::Goto(NORMAL));
    p.init = Some(p.methods.push(init.finish(2, vec![], vec![])));
    p.methods[MethodId(0)].has_exceptional = true;
    assert_eq!(thrown_cause(&start(&p).end), Some((Kind::Exception, Some(Cause::DivisionByZero), 1)));
}

#[test]
fn dispatch_follows_the_dynamic_type() {
    let mut p = with_heap(|b| {
        let (a, r) = (b.method.formals[0], b.method.retval.unwrap());
        let callee = Callee::Virtual(MethodId(1));
        let check = vec![InstrKind::CheckNull { reference: a }];
        b.block(1, check, Terminator::Call { dst: Some(r), callee, args: vec![var(a)], next: NORMAL });
    });
    for n in [1, 2] {
        let mut f = Body::new("f", &[("this", Type::Class(ClassId(n)))], Some(Type::Int));
        let r = f.method.retval.unwrap();
        f.block(1, vec![set(r, num(n.into()))], Terminator::Goto(NORMAL));
        let id = p.methods.push(f.finish(3, vec![], vec![]));
        p.classes[ClassId(n)].dispatch.insert(MethodId(1), id);
    }
    for (class, result) in [("A", 1), ("B", 2)] {
        let json = format!(r#"{{"args":{{"a":{{"ref":"o"}}}},"heap":{{"o":{{"class":"{class}"}}}}}}"#);
        assert_eq!(start_on(&p, &json).end, End::Returned { value: Some(value(result)) });
    }
    assert_eq!(thrown_cause(&start(&p).end), Some((Kind::Exception, Some(Cause::Null), 1)));
}

#[test]
fn texts_are_compared_by_content() {
    let p = returning(&[("s", Type::String), ("t", Type::String)], Type::Bool, |b| {
        bin(BinaryOp::Eq, var(b.method.formals[0]), var(b.method.formals[1]))
    });
    for (json, equal) in [
        (r#"{"args":{"s":{"string":"a"},"t":{"string":"a"}}}"#, true),
        (r#"{"args":{"s":{"string":"a"},"t":{"string":"b"}}}"#, false),
        (r#"{"args":{"s":{"string":""}}}"#, false),
        ("{}", true),
    ] {
        assert_eq!(start_on(&p, json).end, End::Returned { value: Some(Value::Bool(equal)) });
    }
    assert_eq!(Value::default_of(&Type::Char), Value::Char(Arc::from("\0")));
}
