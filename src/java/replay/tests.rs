use super::feature;
use super::inputs::{Listed, described};
use crate::inputs;
use crate::java::jvm::Value;
use crate::num::Num;

fn number(n: i64) -> inputs::Value {
    inputs::Value::Int(Num::from(n))
}

#[test]
fn types_are_written_as_class_files_have_them() {
    let known = [("int", "I"), ("boolean[][]", "[[Z"), ("java.util.Map$Entry[]", "[Ljava/util/Map$Entry;")];
    for (name, descriptor) in known {
        assert_eq!(described(name), descriptor);
    }
}

#[test]
fn releases_have_one_number() {
    for (version, number) in [("17.0.9", "17"), ("1.8.0_402", "8"), ("21", "21"), ("22-ea", "22")] {
        assert_eq!(feature(version), number);
    }
}

/// What a run would use of a list, if it asks for these types.
fn used(listed: &mut Listed<'_>, types: &[&str]) -> Result<Vec<Value>, String> {
    let fits = |value: &Value, ty: &str| {
        matches!((value, ty), (Value::Int(_), "int") | (Value::Long(_), "long") | (Value::Char(_), "char"))
    };
    'run: loop {
        let values = listed.values();
        for (i, ty) in types.iter().enumerate() {
            if !fits(&values[i], ty) {
                listed.retype((values.len() - i - 1) as u32, ty)?;
                continue 'run;
            }
        }
        return Ok(values[..types.len()].to_vec());
    }
}

#[test]
fn values_from_outside_get_the_types_that_a_run_asks_for() {
    let given = [number(5), inputs::Value::Char("a".to_owned()), number(98), number(-1)];
    let types = ["int", "char", "long", "int", "long"];
    let given = inputs::Inputs { nondet: given.into(), ..inputs::Inputs::default() };
    let values = used(&mut Listed::new(&given), &types).expect("they fit");
    assert_eq!(values, [Value::Int(5), Value::Char(97), Value::Long(98), Value::Int(-1), Value::Long(0)]);
    let given = inputs::Inputs { nondet: vec![number(-1)], ..inputs::Inputs::default() };
    let refused = used(&mut Listed::new(&given), &["char"]).expect_err("no character");
    assert_eq!(refused, "a value from outside that is no `char`");
}
