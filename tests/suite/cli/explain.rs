//! `multise explain`: values at a line, and the answers if there are none.

use super::multise;
use snapbox::str;
use support::process::printed;

fn explain(args: &[&str]) -> snapbox::cmd::Command {
    multise(&[&["explain"], args].concat())
}

/// The JSON explanation.
fn json(args: &[&str]) -> serde_json::Value {
    let output = explain(&[args, &["--format", "json"]].concat()).assert().code(0);
    support::process::json(output.get_output())
}

#[test]
fn the_values_at_a_line() {
    explain(&["examples/bank.oox:23"])
        .assert()
        .code(0)
        .stdout_eq(str![[r#"
examples/bank.oox:23
  assert from.balance + to.balance == before;

Main.main
reached when: from != null && to != null && amount > 0 && amount <= from.balance
for example:  from = o1, to = o1, amount = 1, o1 = Account { balance: 1 }

variable        value                       when                   example
-----------------------------------------------------------------------------------------------------------------------
from            @from                       always
to              @from                       to == from
                @to                         to is another object   from = Account { balance: 1 }, to = Account {
                                                                   balance: 0 }, amount = 1
amount          amount                      always
before          2 * from.balance            to == from
                from.balance + to.balance   to is another object   from = Account { balance: 1 }, to = Account {
                                                                   balance: 0 }, amount = 1
@from.balance   from.balance - amount       to is another object   from = Account { balance: 1 }, to = Account {
                                                                   balance: 0 }, amount = 1
                amount + from.balance       to == from
@to.balance     amount + to.balance         to is another object   from = Account { balance: 1 }, to = Account {
                                                                   balance: 0 }, amount = 1

@x is the object that the input x refers to at the beginning, C@7 one that line 7 has made
line 23 is reached from Main.main

"#]])
        .stderr_eq("");
}

#[test]
fn one_variable_and_a_calling_context() {
    explain(&["examples/bank.oox:32", "--var", "sum"])
        .assert()
        .code(0)
        .stdout_eq(str![[r#"
examples/bank.oox:32
  to.balance := sum;

Main.transfer; called from Main.main line 21
reached when: from != null && to != null && amount > 0 && amount <= from.balance
for example:  from = o1, to = o1, amount = 1, o1 = Account { balance: 1 }

variable   value                   when                   example
--------------------------------------------------------------------------------------------------------------
sum        amount + from.balance   to == from
           amount + to.balance     to is another object   from = Account { balance: 1 }, to = Account {
                                                          balance: 0 }, amount = 1

line 32 is reached from Main.main

"#]])
        .stderr_eq("");
}

#[test]
fn each_iteration_is_a_visit() {
    explain(&["examples/countdown.oox:9", "--var", "rest", "--visits", "2", "--unroll", "3"])
        .assert()
        .code(0)
        .stdout_eq(str![[r#"
examples/countdown.oox:9
  rest := rest - 1;

visit 1: Main.main, iteration 1 of the loop at line 8
reached when: n > 0
for example:  n = 1

variable   value   when     example
-------------------------------------
rest       n       always

visit 2: Main.main, iteration 2 of the loop at line 8
reached when: n >= 2
for example:  n = 2

variable   value   when     example
-------------------------------------
rest       n - 1   always

1 more visits of the line (--visits N shows more)
left out: executions beyond 3 iterations of the loop at line 8 (--unroll, --depth and --heap-depth go further)
line 9 is reached from Main.main

"#]]);
}

#[test]
fn what_bounds_leave_out_is_shown() {
    explain(&["examples/countdown.oox:12", "--var", "done", "--unroll", "3"]).assert().code(0).stdout_eq(str![[r#"
examples/countdown.oox:12
  assert done == n;

Main.main
reached when: n >= 0 && n <= 3
for example:  n = 0

variable   value   when     example
-------------------------------------
done       0       n == 0
           1       n == 1   n = 1
           2       n == 2   n = 2
           3       n == 3   n = 3

left out: executions beyond 3 iterations of the loop at line 8 (--unroll, --depth and --heap-depth go further)
line 12 is reached from Main.main

"#]]);
}

#[test]
fn a_line_without_code() {
    explain(&["examples/bank.oox:5"]).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error[E0402]: line 5 has no code
 --> examples/bank.oox:5:5
  |
5 |     int balance;
  |     ^^^^^^^^^^^^
  |
  = help: the nearest line with code is 8, in Account.Account

"#]]);
    explain(&["examples/bank.oox:500"]).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error[E0402]: `examples/bank.oox` has 34 lines: there is no line 500
  --> examples/bank.oox:35:1
   |
35 |
   | ^
   |
   = help: the nearest line with code is 33, in Main.transfer

"#]]);
}

#[test]
fn a_variable_that_is_none() {
    explain(&["examples/bank.oox:23", "--var", "left"]).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error[E0403]: no variable `left` has a value at line 23
  --> examples/bank.oox:23:9
   |
23 |         assert from.balance + to.balance == before;
   |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
   |
   = help: there are `amount`, `before`, `from`, `to`

"#]]);
}

#[test]
fn a_place_that_is_none() {
    for place in ["examples/bank.oox", ":3", "examples/bank.oox:0", "examples/bank.oox:x"] {
        explain(&[place]).assert().code(2).stdout_eq("");
    }
    explain(&["nowhere.oox:3"]).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error: cannot read `nowhere.oox`: there is no such file

"#]]);
}

#[test]
fn a_line_to_which_nothing_leads() {
    explain(&["examples/bank.oox:11"]).assert().code(0).stdout_eq(str![[r#"
examples/bank.oox:11
  this.balance := balance;

Main.main never comes to line 11: it is in no method that Main.main calls (see --entry)

"#]]);
    let program = "class Main {\n static void main(int n) {\n  if (n > 3 && n < 2)\n   n := 1;\n }\n}";
    multise(&["explain", "-:4"]).stdin(program).assert().code(0).stdout_eq(str![[r#"
<stdin>:4
  n := 1;

no input of Main.main leads to line 4: every path goes elsewhere, or ends before it

"#]]);
    let program = "class Main {\n static void main(int n) {\n  while (n > 0) n := n - 1;\n  assert n > -9;\n }\n}";
    multise(&["explain", "-:4", "--unroll", "0"]).stdin(program).assert().code(0);
    let program =
        "class Main {\n static void main(int n) {\n  assume n > 9;\n  while (n > 0) n := n - 1;\n  n := 1;\n }\n}";
    multise(&["explain", "-:5", "--unroll", "2"]).stdin(program).assert().code(3).stdout_eq(str![[r#"
<stdin>:5
  n := 1;

left out: executions beyond 2 iterations of the loop at line 4 (--unroll, --depth and --heap-depth go further)
line 5 is not reached within the bounds

"#]]);
}

#[test]
fn texts_choices_and_arrays_are_written_like_the_source() {
    let program = r#"class A { int v; }
class B extends A { }
class Main {
  static void main(string s, char c, bool b, A x, int[] a, int i)
    requires(a != null)
  {
    int r := 0;
    if (s == "on") r := 1;
    if (c == 'q') r := r + 2;
    if (b) r := r + 4;
    if (x instanceof B) r := r + 8;
    if (0 <= i && i < #a) a[i] := 7;
    assert true;
  }
}"#;
    multise(&["explain", "-:13"]).stdin(program).assert().code(0).stdout_eq(str![[r#"
<stdin>:13
  assert true;

Main.main
reached when: a != null
for example:  s = null, c = '/u{0}', b = false, x = null, a = int[0] {}, i = 0

variable   value      when                                              example
------------------------------------------------------------------------------------------------------------------------
s          s          s != null                                         s = "/u{0}", c = '/u{0}', b = false, x = null,
                                                                        a = int[0] {}, i = 0
           null       s == null
c          c          always
b          false      !b
           true       b                                                 s = null, c = '/u{0}', b = true, x = null, a =
                                                                        int[0] {}, i = 0
x          null       x == null
           @((A) x)   x is A                                            s = null, c = '/u{0}', b = false, x = A {}, a
                                                                        = int[0] {}, i = 0
           @((B) x)   x is B                                            s = null, c = '/u{0}', b = false, x = B {}, a
                                                                        = int[0] {}, i = 0
a          @a         always
i          i          always
r          0          s != "on" && c != 'q' && !b && (x == null || x
                      is A)
           1          s == "on" && c != 'q' && !b && (x == null || x    s = "on", c = '/u{0}', b = false, x = null, a
                      is A)                                             = int[0] {}, i = 0
           2          s != "on" && c == 'q' && !b && (x == null || x    s = null, c = 'q', b = false, x = null, a =
                      is A)                                             int[0] {}, i = 0
           3          s == "on" && c == 'q' && !b && (x == null || x    s = "on", c = 'q', b = false, x = null, a =
                      is A)                                             int[0] {}, i = 0
           4          s != "on" && c != 'q' && b && (x == null || x     s = null, c = '/u{0}', b = true, x = null, a =
                      is A)                                             int[0] {}, i = 0
           5          s == "on" && c != 'q' && b && (x == null || x     s = "on", c = '/u{0}', b = true, x = null, a =
                      is A)                                             int[0] {}, i = 0
           6          s != "on" && c == 'q' && b && (x == null || x     s = null, c = 'q', b = true, x = null, a =
                      is A)                                             int[0] {}, i = 0
           7          s == "on" && c == 'q' && b && (x == null || x     s = "on", c = 'q', b = true, x = null, a =
                      is A)                                             int[0] {}, i = 0
           8          s != "on" && c != 'q' && !b && x is B             s = null, c = '/u{0}', b = false, x = B {}, a
                                                                        = int[0] {}, i = 0
           9          s == "on" && c != 'q' && !b && x is B             s = "on", c = '/u{0}', b = false, x = B {}, a
                                                                        = int[0] {}, i = 0
           10         s != "on" && c == 'q' && !b && x is B             s = null, c = 'q', b = false, x = B {}, a =
                                                                        int[0] {}, i = 0
           11         s == "on" && c == 'q' && !b && x is B             s = "on", c = 'q', b = false, x = B {}, a =
                                                                        int[0] {}, i = 0
           … 4 more
#@a        #a         always
@a[i]      7          i >= 0 && #a > i                                  s = null, c = '/u{0}', b = false, x = null, a
                                                                        = int[1] { 0 }, i = 0

@x is the object that the input x refers to at the beginning, C@7 one that line 7 has made
line 13 is reached from Main.main

"#]]);
}

#[test]
fn examples_of_json_can_be_run() {
    let shown = json(&["examples/bank.oox:31", "--var", "to"]);
    assert_eq!(shown["fate"], "reached");
    let values = shown["visits"][0]["variables"][0]["values"].as_array().expect("a list");
    assert_eq!(values.len(), 2);
    for value in values {
        let inputs = value["example"]["inputs"].to_string();
        multise(&["run", "examples/bank.oox", "--inputs", "-"]).stdin(inputs).assert().stderr_eq("");
    }
}

#[test]
fn a_page_for_a_browser() {
    let output = explain(&["examples/bank.oox:23", "--format", "html"]).assert().code(0);
    let page = printed(output.get_output());
    assert!(page.starts_with("<!doctype html>") && page.contains("<code>@from</code>"), "{page}");
    assert!(!page.contains("http://") && !page.contains("https://"), "nothing is fetched");
}
