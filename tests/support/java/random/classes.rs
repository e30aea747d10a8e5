//! The classes besides that of the entry. What they are for is in a table; their contents are random.
//!
//! | class | for |
//! |---|---|
//! | `Scaled`, `Turned` | interfaces with default methods, of which the second may override the first |
//! | `Base`, `Sub` | inheritance, inner objects, copies, if `Base` is `Cloneable` |
//! | `Late`, `Doomed`, `Late.Inside` | initialisers that run late, and may fail; `Limits` is an interface with one |
//! | `Tone` | an enum that implements `Scaled`, one of whose constants has a body |
//! | `Pair` | a record whose constructor may refuse |
//! | `Span` | a record whose constructor may refuse or change, of inputs too |
//! | `Holder`, `BaseHolder` | a method with a bridge |
//! | `Cell`, `Marked`, `Twin` | objects with type arguments |
//! | `Held` | a resource, whose end may throw |
//!
//! `Base`, `Sub` and `Tone` may have the entry.

use super::Maker;
use super::scope::{Callable, Variable};
use super::types::Type;
use std::fmt::Write;

/// The fields of `Base`.
pub(super) const FIELDS: [(&str, Type); 6] = [
    ("number", Type::Int),
    ("wide", Type::Long),
    ("small", Type::Byte),
    ("link", Type::Base),
    ("tone", Type::Tone),
    ("span", Type::Span),
];

/// The components of `Span`.
pub(super) const COMPONENTS: [(&str, Type); 4] =
    [("low", Type::Int), ("high", Type::Int), ("text", Type::Text), ("tone", Type::Tone)];

/// What the constructor of `Span` may do.
const RULES: [&str; 8] = [
    "if (low > high) throw new Thrown(low);",
    "low = Math.min(low, high);",
    "if (high == 3) throw new IllegalArgumentException(\"high: \" + high);",
    "high -= low & 1;",
    "Objects.requireNonNull(text);",
    "text = text == null ? \"\" : text.trim();",
    "tone = tone == null ? Tone.HIGH : tone;",
    "if (tone == Tone.LOW) throw new Thrown(1);",
];

/// What stands for the entry in the text of the class that may have it.
pub(super) fn entry_of(class: &str) -> String {
    format!("  @entry of {class}\n")
}

impl Maker<'_> {
    /// All classes that are made before that of the entry.
    pub fn classes(&mut self) -> String {
        let mut text = self.failing();
        text += &self.interfaces();
        text += &self.base();
        text += &self.sub();
        text += &self.tone();
        text += &self.pair();
        text += &self.span();
        text += &self.held();
        text += &self.cell();
        text += "class Holder<T> {\n  T held;\n  T swap(T other) {\n    T before = held;\n    held = other;\n    return before;\n  }\n}\n\n";
        text += "class BaseHolder extends Holder<Base> {\n  @Override Base swap(Base other) {\n    Main.seen(2);\n    return super.swap(other);\n  }\n}\n\n";
        for name in ["Tone.made", "Pair.count"] {
            self.scope.statics.push(Variable::new(name, Type::Int));
        }
        self.scope.statics.push(Variable { assignable: false, ..Variable::new("Turned.TURNS", Type::Int) });
        self.scope.has_classes = true;
        text
    }

    /// A number from code that knows these variables and no others.
    fn own_number(&mut self, ty: Type, own: &[(&str, Type)], depth: u32) -> String {
        let around = std::mem::take(&mut self.scope.locals);
        own.iter().for_each(|(name, ty)| self.scope.add(name, *ty, true));
        let value = self.number(ty, depth);
        self.scope.locals = around;
        value
    }

    /// A condition in code that knows these variables and no others, and does not assign to them.
    fn own_condition(&mut self, own: &[(&str, Type)]) -> String {
        let around = std::mem::take(&mut self.scope.locals);
        own.iter().for_each(|(name, ty)| self.scope.add(name, *ty, false));
        let condition = self.condition(1);
        self.scope.locals = around;
        condition
    }

    /// Classes with initialisers, which may throw.
    fn failing(&mut self) -> String {
        let mut text = String::new();
        let (mut statics, mut constants, mut callables) = (Vec::new(), Vec::new(), Vec::new());
        if self.choices.one_in(2) {
            let (first, second) = (self.number(Type::Int, 2), self.number(Type::Long, 2));
            _ = writeln!(text, "class Late {{\n  static int early = {first};\n  static long late = {second};\n");
            _ = writeln!(text, "  static {{ Main.seen(early); }}\n");
            _ = writeln!(
                text,
                "  static class Inside {{\n    static int deep = {};\n  }}\n}}\n",
                self.number(Type::Int, 1)
            );
            statics.push(Variable::new("Late.early", Type::Int));
            statics.push(Variable::new("Late.late", Type::Long));
            statics.push(Variable::new("Late.Inside.deep", Type::Int));
        }
        self.scope.statics.append(&mut statics);
        if self.choices.one_in(2) {
            _ = writeln!(text, "interface Limits {{\n  int MOST = {};\n}}\n", self.number(Type::Int, 2));
            constants.push(Variable { assignable: false, ..Variable::new("Limits.MOST", Type::Int) });
        }
        self.scope.statics.append(&mut constants);
        if self.choices.one_in(2) {
            let above = if self.choices.one_in(2) { " extends Above" } else { "" };
            if !above.is_empty() {
                let condition = self.condition(2);
                _ = writeln!(
                    text,
                    "class Above {{\n  static {{\n    Main.seen(3);\n    if ({condition}) throw new Thrown(4);\n  }}\n}}\n"
                );
            }
            let (first, condition) = (self.number(Type::Long, 2), self.condition(2));
            _ = writeln!(text, "class Doomed{above} {{\n  static long cell = {first};\n  static {{");
            _ = writeln!(text, "    if ({condition}) throw new Thrown(5);\n    Main.seen(cell);\n  }}\n");
            let value = self.own_number(Type::Int, &[("a0", Type::Int), ("cell", Type::Long)], 2);
            _ = writeln!(text, "  static int peek(int a0) {{\n    return {value};\n  }}\n}}\n");
            statics.push(Variable::new("Doomed.cell", Type::Long));
            callables.push(Callable { name: "Doomed.peek".to_owned(), result: Type::Int, parameters: vec![Type::Int] });
        }
        self.scope.statics.append(&mut statics);
        self.scope.callables.append(&mut callables);
        text
    }

    fn interfaces(&mut self) -> String {
        let by = [("by", Type::Int)];
        let (value, half) = (self.own_number(Type::Int, &by, 1), self.own_number(Type::Int, &by, 1));
        let mut text = String::from("interface Scaled {\n  int scale(int by);\n\n");
        _ = writeln!(text, "  default int twice(int by) {{\n    return scale(by) + scale({value}) + half(by);\n  }}\n");
        _ = writeln!(text, "  private int half(int by) {{\n    return {half};\n  }}\n}}\n");
        // One that overrides what it inherits, or one that is unrelated: then a class with both has to choose.
        self.scope.turned_is_scaled = self.choices.one_in(2);
        let above = if self.scope.turned_is_scaled { " extends Scaled" } else { "" };
        let value = self.own_number(Type::Int, &by, 2);
        self.scope.begins_silently = self.choices.one_in(2);
        let turns = if self.scope.begins_silently { "5".to_owned() } else { self.number(Type::Int, 1) };
        _ = writeln!(text, "interface Turned{above} {{\n  int TURNS = {turns};\n");
        _ = writeln!(text, "  default int twice(int by) {{\n    return {value};\n  }}\n}}\n");
        text
    }

    fn method(&mut self, name: &str, own: &[(&str, Type)]) -> String {
        own.iter().for_each(|(name, ty)| self.scope.add(name, *ty, true));
        self.scope.add("by", Type::Int, true);
        let body = self.body(Type::Int, 1);
        self.scope.clear();
        format!("  public int {name}(int by) {{\n{body}  }}\n")
    }

    fn base(&mut self) -> String {
        let above = self.choices.of(&["Scaled, Cloneable", "Scaled, Cloneable", "Scaled"]);
        let fields: String = FIELDS.map(|(name, ty)| format!("  {} {name};\n", ty.name())).concat();
        let mut text = format!("class Base implements {above} {{\n{fields}\n");
        text += "  Base(int number, long wide) {\n    this.number = number;\n    this.wide = wide;\n  }\n\n";
        let number = self.choices.of(&["small + 1", "link.number", "link == null ? 2 : link.number - small"]);
        let condition = self.choices.of(&["small == 3", "link == null", "tone == Tone.LOW", "this.number > 7"]);
        _ = writeln!(
            text,
            "  Base(Base link, Tone tone, byte small) {{\n    this({number}, small);\n    this.link = link;\n    this.tone = tone;\n    \
             if ({condition}) throw new Thrown(6);\n  }}\n"
        );
        text += &self.method("scale", &FIELDS);
        text += "\n  Base copy() {\n    try {\n      return (Base) super.clone();\n    } catch (CloneNotSupportedException e) {\n      \
                 throw new Thrown(8);\n    }\n  }\n";
        let value = self.own_number(Type::Int, &[("number", Type::Int), ("small", Type::Byte)], 1);
        _ = writeln!(text, "\n  @Override public String toString() {{\n    return \"B\" + {value};\n  }}");
        text += &entry_of("Base");
        let of_inner = [("own", Type::Short), ("by", Type::Int), ("number", Type::Int), ("small", Type::Byte)];
        let value = self.own_number(Type::Int, &of_inner, 2);
        text += "\n  class Inner {\n    short own;\n    Inner(int own) {\n      this.own = (short) own;\n      number += own;\n    }\n";
        _ = writeln!(
            text,
            "    int total(int by) {{\n      Base.this.wide ^= own;\n      return {value};\n    }}\n  }}\n}}\n"
        );
        text
    }

    fn sub(&mut self) -> String {
        let turned = self.choices.one_in(2);
        let implements = if turned { " implements Turned" } else { "" };
        let mut text = format!(
            "class Sub extends Base{implements} {{\n  short extra;\n  int[] cells;\n  String text;\n  Cell<Integer> cell;\n\n"
        );
        let fields: Vec<_> =
            FIELDS.into_iter().chain([("extra", Type::Short), ("cells", Type::Ints), ("text", Type::Text)]).collect();
        let wide = self.own_number(Type::Int, &[("by", Type::Int)], 1);
        _ = writeln!(text, "  Sub(int by, long wide) {{\n    super({wide}, wide);\n    small = (byte) by;\n  }}\n");
        let number = self.choices.of(&["(short) number", "(short) cells.length", "5"]);
        let condition = self.choices.of(&["text == null", "cells == null || cells.length == 2", "wide < 0"]);
        _ = writeln!(
            text,
            "  Sub(Base other, int[] cells, String text) {{\n    super(other, null, (byte) 3);\n    this.cells = cells;\n    \
             this.text = text;\n    extra = {number};\n    if ({condition}) throw new Thrown(7);\n  }}\n"
        );
        if self.choices.below(4) != 0 {
            text += &self.method("scale", &fields);
        }
        let has_to_choose = turned && !self.scope.turned_is_scaled;
        if has_to_choose || self.choices.one_in(3) {
            let value = self.own_number(Type::Int, &[("by", Type::Int)], 2);
            let above = if turned { "Turned.super.twice(by) ^ TURNS" } else { "super.twice(by)" };
            _ = writeln!(text, "\n  @Override public int twice(int by) {{\n    return ({above}) - {value};\n  }}");
        }
        if self.choices.one_in(2) {
            text += "\n  @Override public String toString() {\n    Main.seen(6);\n    return super.toString() + extra;\n  }\n";
        }
        text + &entry_of("Sub") + "}\n\n"
    }

    fn tone(&mut self) -> String {
        let silent = self.scope.begins_silently;
        let level =
            |make: &mut Self| if silent { make.choices.below(4).to_string() } else { make.number(Type::Int, 1) };
        let levels: Vec<String> = (0..3).map(|_| level(self)).collect();
        let own = self.own_number(Type::Int, &[("by", Type::Int), ("level", Type::Int)], 1);
        let other = self.own_number(Type::Int, &[("by", Type::Int), ("made", Type::Int)], 2);
        let mut text = format!("enum Tone implements Scaled {{\n  LOW({}), MIDDLE({}) {{\n", levels[0], levels[1]);
        _ = writeln!(
            text,
            "    @Override int turn(int by) {{\n      return super.turn(by) + {other};\n    }}\n  }}, HIGH({});\n",
            levels[2]
        );
        text += "  static int made = 9;\n  int level;\n\n";
        let seen = if silent { "" } else { "    Main.seen(level);\n" };
        _ = writeln!(text, "  Tone(int level) {{\n    this.level = level;\n{seen}  }}\n");
        _ = writeln!(text, "  int turn(int by) {{\n    made++;\n    return {own} + ordinal();\n  }}\n");
        let scaled = self.own_number(Type::Int, &[("by", Type::Int), ("level", Type::Int)], 1);
        _ = writeln!(text, "  @Override public int scale(int by) {{\n    return {scaled};\n  }}");
        text + &entry_of("Tone") + "}\n\n"
    }

    /// What is closed at the end of a block.
    fn held(&mut self) -> String {
        let condition = self.own_condition(&[("by", Type::Int)]);
        format!(
            "class Held implements AutoCloseable {{\n  final int by;\n  Held(int by) {{\n    this.by = by;\n    Main.seen(by);\n  }}\n\n  \
             @Override public void close() {{\n    Main.seen(by + 1);\n    if ({condition}) throw new Thrown(by);\n  }}\n}}\n\n"
        )
    }

    fn cell(&mut self) -> String {
        let found = self.choices.of(&["at.next != null", "at.held == null && at.next != null", "at.next != this"]);
        let steps = self.choices.below(3);
        let mut text = String::from("class Cell<T> {\n  T held;\n  Cell<T> next;\n\n");
        text += "  Cell(T held, Cell<T> next) {\n    this.held = held;\n    this.next = next;\n  }\n\n";
        _ = writeln!(
            text,
            "  T last() {{\n    Cell<T> at = this;\n    for (int i = 0; i < {steps} && {found}; i++) at = at.next;\n    return at.held;\n  }}\n}}\n"
        );
        let mark = self.own_number(Type::Int, &[("mark", Type::Int)], 1);
        text += "class Marked extends Cell<Integer> {\n  int mark;\n  Marked(Integer held) {\n    super(held, null);\n  }\n\n";
        _ = writeln!(text, "  @Override Integer last() {{\n    return {mark};\n  }}\n}}\n");
        text += "class Twin<T> extends Cell<T> {\n  T other;\n  Twin(T held, T other) {\n    super(held, null);\n    this.other = other;\n  }\n";
        text + "  @Override T last() {\n    return other == null ? held : other;\n  }\n}\n\n"
    }

    fn span(&mut self) -> String {
        let rules = RULES.into_iter().filter(|_| self.choices.one_in(3)).map(|rule| format!("    {rule}\n"));
        let rules: String = rules.collect();
        let components = COMPONENTS.map(|(name, ty)| format!("{} {name}", ty.name())).join(", ");
        format!("record Span({components}) {{\n  Span {{\n{rules}  }}\n}}\n\n")
    }

    fn pair(&mut self) -> String {
        let known = [("left", Type::Int), ("right", Type::Long)];
        let mut text = String::from("record Pair(int left, long right) {\n  static int count;\n\n");
        known.iter().for_each(|(name, ty)| self.scope.add(name, *ty, true));
        let condition = self.condition(1);
        self.scope.clear();
        let sum = self.own_number(Type::Long, &known.map(|(name, ty)| (name, ty)), 1);
        // Components cannot be assigned outside of the constructor: the method has copies.
        _ = writeln!(text, "  Pair {{\n    count++;\n    if ({condition}) throw new Thrown(left);\n  }}\n");
        _ = writeln!(
            text,
            "  long sum() {{\n    int left = left();\n    long right = this.right;\n    return {sum};\n  }}\n"
        );
        text += "  Pair with(int left) {\n    return new Pair(left, right);\n  }\n}\n\n";
        text
    }
}
