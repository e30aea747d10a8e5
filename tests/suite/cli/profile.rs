//! `multise profile`: the tables, without times, and the line that hurts most.

use super::multise;
use snapbox::str;

#[test]
fn the_lines_that_cost_most() {
    multise(&["profile", "examples/bank.oox", "--by", "operations", "--rows", "2"])
        .assert()
        .code(0)
        .stdout_eq(str![[r#"
examples/bank.oox: Main.main, merge mode, by operations

line  in [..]%[..]ms  operations  runs  read avg  max  written max  products  solver calls, ms  nodes
18    Main.main [..]20.5[..]8     4      1.33    2            2         2[..]
20    Main.main [..]10.3[..]4     1      1.83    3            2         2[..]
      (between steps) [..]
      (all) [..]100.0[..]39    18      1.68    3            2        19[..]
(13 more lines: --rows N, --format json)

method [..]% with calls[..]ms  % own[..]ms  operations with calls  own
Main.main [..]100.0[..]61.5[..]39   24
Main.transfer [..]38.5[..]38.5[..]15   15

hurts most: line 18 in Main.main takes 21 % of the operations: it is executed 4 times, in 8 operations
what may help: a small --unroll or --depth, or smaller inputs (`assume`, `requires`, --array-length)
invalid

"#]])
        .stderr_eq("");
}
