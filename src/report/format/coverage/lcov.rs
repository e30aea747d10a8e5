//! Tracefiles in the format of lcov: functions, branches and lines of each program.

use crate::report::model::coverage::{Covered, Share};
use std::fmt::Write;

/// A tracefile with a record for each program.
pub fn lcov(programs: &[(String, Covered)]) -> String {
    let mut out = String::new();
    for (name, covered) in programs {
        // Writing to a string cannot fail.
        let _ = record(&mut out, name, covered);
    }
    out
}

fn record(out: &mut String, name: &str, covered: &Covered) -> std::fmt::Result {
    writeln!(out, "TN:\nSF:{name}")?;
    for method in &covered.methods {
        writeln!(out, "FN:{},{}", method.line, method.method)?;
    }
    for method in &covered.methods {
        writeln!(out, "FNDA:{},{}", u8::from(method.is_entered()), method.method)?;
    }
    let entered = Share::of(covered.methods.iter().map(|m| m.is_entered()));
    writeln!(out, "FNF:{}\nFNH:{}", entered.total, entered.covered)?;
    for (line, blocks) in covered.branches() {
        for (number, block) in blocks {
            for (way, branch) in block.branches.iter().enumerate() {
                let taken = match (branch.covered, block.covered) {
                    (true, _) => "1",
                    (false, true) => "0",
                    (false, false) => "-",
                };
                writeln!(out, "BRDA:{line},{number},{way},{taken}")?;
            }
        }
    }
    writeln!(out, "BRF:{}\nBRH:{}", covered.branches.total, covered.branches.covered)?;
    let lines = covered.lines();
    for (line, hit) in &lines {
        writeln!(out, "DA:{line},{}", u8::from(*hit))?;
    }
    let hit = Share::of(lines.into_values());
    writeln!(out, "LF:{}\nLH:{}\nend_of_record", hit.total, hit.covered)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::model::coverage::tests::example;
    use expect_test::expect;

    #[test]
    fn a_record_has_functions_branches_and_lines() {
        expect![[r#"
            TN:
            SF:t.oox
            FN:1,Main.main
            FNDA:1,Main.main
            FNF:1
            FNH:1
            BRDA:3,0,0,1
            BRDA:3,0,1,0
            BRF:2
            BRH:1
            DA:2,1
            DA:3,1
            DA:4,1
            DA:5,0
            LF:4
            LH:3
            end_of_record
        "#]]
        .assert_eq(&lcov(&[("t.oox".to_owned(), example(true, false))]));
    }
}
