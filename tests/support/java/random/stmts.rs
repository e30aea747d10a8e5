//! Statements. None of them makes the next one unreachable, which Java forbids: what leaves a block is in an `if`.

use super::Maker;
use super::scope::{Around, Kind, Variable};
use super::types::Type;
use std::fmt::Write;

/// Exceptions for handlers, each before those of which it is a subclass.
const HANDLED: [&str; 21] = [
    "Thrown",
    "ArithmeticException",
    "ArrayIndexOutOfBoundsException",
    "StringIndexOutOfBoundsException",
    "IndexOutOfBoundsException",
    "NullPointerException",
    "NegativeArraySizeException",
    "ClassCastException",
    "ArrayStoreException",
    "NumberFormatException",
    "IllegalArgumentException",
    "ConcurrentModificationException",
    "NoSuchElementException",
    "UnsupportedOperationException",
    "RuntimeException",
    "AssertionError",
    "ExceptionInInitializerError",
    "NoClassDefFoundError",
    "LinkageError",
    "Error",
    "Throwable",
];

impl Maker<'_> {
    /// The body of a method with a result.
    pub fn body(&mut self, result: Type, depth: u32) -> String {
        self.scope.result = Some(result);
        let statements = self.block(depth, 2);
        format!("{statements}    return {};\n", self.value(result, 2))
    }

    /// Up to `most` statements.
    pub fn block(&mut self, depth: u32, most: u32) -> String {
        let known = self.scope.locals.len();
        let count = 1 + self.choices.below(most);
        let text = (0..count).map(|_| self.statement(depth)).collect();
        self.scope.locals.truncate(known);
        text
    }

    fn statement(&mut self, depth: u32) -> String {
        let kinds = if depth == 0 { 15 } else { 38 };
        match self.choices.below(kinds) {
            0 | 1 => {
                let ty = self.choices.of(&Type::NUMBER);
                format!("    Main.seen({});\n", self.number(ty, 2))
            }
            2 | 3 => self.declaration(),
            4 | 5 => self.assignment(),
            6 => format!("    assert {};\n", self.condition(2)),
            7 => self.leave(),
            8 => match self.choices.below(3) {
                0 => format!("    assume({});\n", self.condition(1)),
                1 => self.throwing(),
                _ => format!("    assert {} : {};\n", self.condition(2), self.number(Type::Int, 1)),
            },
            9 => self.leave_method(),
            10 => self.stored(),
            11 | 12 => self.needed(),
            13 => self.throwing(),
            14 | 35 | 36 => self.changed(1).unwrap_or_else(|| self.declaration()),
            15..=17 => {
                let (condition, then) = (self.condition(2), self.block(depth - 1, 2));
                let other = if self.choices.one_in(2) { self.block(depth - 1, 2) } else { String::new() };
                let other = if other.is_empty() { other } else { format!("    }} else {{\n{other}") };
                format!("    if ({condition}) {{\n{then}{other}    }}\n")
            }
            18..=20 => self.repeated(depth - 1),
            21..=23 => self.guarded(depth - 1),
            24 | 25 => self.switch(depth - 1),
            26 => self.switch_tone(depth - 1),
            27 => self.labelled(depth - 1),
            28 => self.each(depth - 1),
            29 => self.locked(depth - 1),
            30 => self.matched(depth - 1),
            31 | 32 => self.each_of_library(depth - 1).unwrap_or_else(|| self.declaration()),
            37 => self.local_class(),
            33 => self.switch_text(depth - 1).unwrap_or_else(|| self.declaration()),
            _ => self.with_resources(depth - 1),
        }
    }

    /// Throws an exception of the program, maybe.
    fn throwing(&mut self) -> String {
        if self.choices.one_in(4) {
            return format!("    if ({}) throw {};\n", self.condition(2), self.reference(Type::Trouble, 2));
        }
        format!("    if ({}) throw new Thrown({});\n", self.condition(2), self.number(Type::Int, 1))
    }

    fn declaration(&mut self) -> String {
        let ty = self.any_type();
        let value = self.value(ty, 3);
        let name = self.scope.fresh("v");
        let stays = ty == Type::Int && self.choices.one_in(3);
        self.scope.locals.push(Variable { name: name.clone(), ty, assignable: !stays, stays });
        format!("    {} {name} = {value};\n", ty.name())
    }

    fn assignment(&mut self) -> String {
        let ty = self.any_type();
        let known: Vec<String> =
            self.scope.of(ty).into_iter().filter(|v| v.assignable).map(|v| v.name.clone()).collect();
        if known.is_empty() {
            return self.declaration();
        }
        let name = &known[self.choices.below(known.len() as u32) as usize];
        let value = self.value(ty, 3);
        match (ty.element(), self.choices.below(3)) {
            (Some(element), 1) => {
                let index = self.choices.below(4);
                format!("    {name}[{index}] = {};\n", self.value(element, 2))
            }
            (None, 1) if ty == Type::Base => format!("    {name}.number = {};\n", self.number(Type::Int, 2)),
            _ => format!("    {name} = {value};\n"),
        }
    }

    /// Leaves a loop, or an iteration of it, if there is one.
    fn leave(&mut self) -> String {
        let condition = self.condition(2);
        let around = self.scope.around.clone();
        let innermost = around.iter().rev().find(|a| a.kind != Kind::Block);
        let mut ways: Vec<String> = match innermost.map(|a| a.kind) {
            Some(Kind::Loop) => vec!["break".to_owned(), "continue".to_owned()],
            // A loop around a switch can go on from inside of it.
            Some(_) if around.iter().any(|a| a.kind == Kind::Loop) => vec!["break".to_owned(), "continue".to_owned()],
            Some(_) => vec!["break".to_owned()],
            None => Vec::new(),
        };
        for one in &around {
            let Some(label) = &one.label else { continue };
            ways.push(format!("break {label}"));
            if one.kind == Kind::Loop {
                ways.push(format!("continue {label}"));
            }
        }
        if ways.is_empty() {
            return format!("    if ({condition}) Main.seen(1);\n");
        }
        let way = &ways[self.choices.below(ways.len() as u32) as usize];
        format!("    if ({condition}) {way};\n")
    }

    /// Leaves the method, maybe.
    fn leave_method(&mut self) -> String {
        let condition = self.condition(2);
        match self.scope.result {
            Some(result) => format!("    if ({condition}) return {};\n", self.value(result, 1)),
            None => format!("    if ({condition}) Main.seen(6);\n"),
        }
    }

    /// A store into an array whose elements may have a narrower type.
    fn stored(&mut self) -> String {
        let array = self.choices.of(&[Type::Bases, Type::Grid]);
        let Some(array) = self.object(array, 1) else { return self.declaration() };
        let index = self.choices.below(3);
        let ty = self.choices.of(&[Type::Object, Type::Base, Type::Sub, Type::Ints]);
        let value = self.reference(ty, 1);
        format!("    ((Object[]) {array})[{index}] = {value};\n")
    }

    /// A use of a class that may have failed before.
    fn needed(&mut self) -> String {
        let late: Vec<String> =
            self.scope.statics.iter().filter(|v| v.name.starts_with("Doomed")).map(|v| v.name.clone()).collect();
        let Some(name) = late.first() else { return self.declaration() };
        let handled =
            self.choices.of(&["ExceptionInInitializerError", "ExceptionInInitializerError | Thrown", "Thrown"]);
        let again = if self.choices.one_in(2) { format!("    Main.seen({name});\n") } else { String::new() };
        format!(
            "    try {{\n    Main.seen({name});\n    }} catch ({handled} e) {{\n    Main.seen(11);\n    }}\n{again}"
        )
    }

    /// A block with a label.
    fn labelled(&mut self, depth: u32) -> String {
        let label = self.scope.fresh("block");
        self.scope.around.push(Around { label: Some(label.clone()), kind: Kind::Block });
        let body = self.block(depth, 3);
        self.scope.around.pop();
        format!("    {label}: {{\n{body}    }}\n")
    }

    /// A loop over the elements of an array.
    fn each(&mut self, depth: u32) -> String {
        let ty = self.choices.of(&[Type::Ints, Type::Bytes, Type::Bases, Type::Longs, Type::Grid, Type::Tones]);
        let element = ty.element().expect("an array");
        let Some(array) = self.object(ty, 1) else { return self.declaration() };
        let name = self.scope.fresh("each");
        let body = self.in_loop(&name, element, depth);
        format!("    for ({} {name} : {array}) {{\n{body}    }}\n", element.name())
    }

    /// The block of a loop over elements.
    pub(super) fn in_loop(&mut self, name: &str, element: Type, depth: u32) -> String {
        let known = self.scope.locals.len();
        self.scope.add(name, element, true);
        self.scope.around.push(Around { label: None, kind: Kind::Loop });
        let body = self.block(depth, 2);
        self.scope.around.pop();
        self.scope.locals.truncate(known);
        body
    }

    /// The block of a case.
    pub(super) fn in_switch(&mut self, depth: u32) -> String {
        self.scope.around.push(Around { label: None, kind: Kind::Switch });
        let body = self.block(depth, 2);
        self.scope.around.pop();
        body
    }

    /// A block under a lock.
    fn locked(&mut self, depth: u32) -> String {
        let ty = self.choices.of(&[Type::Base, Type::Ints, Type::Object]);
        let Some(object) = self.object(ty, 1) else { return self.declaration() };
        format!("    synchronized ({object}) {{\n{}    }}\n", self.block(depth, 2))
    }

    /// A block in which a value has another type.
    fn matched(&mut self, depth: u32) -> String {
        let (from, to) = self.choices.of(&[
            (Type::Base, Type::Sub),
            (Type::Object, Type::Base),
            (Type::Object, Type::Ints),
            (Type::Scaled, Type::Sub),
            (Type::Object, Type::Tone),
            (Type::Object, Type::Text),
            (Type::Object, Type::Boxed),
        ]);
        let Some(object) = self.object(from, 1) else { return self.declaration() };
        let (name, known) = (self.scope.fresh("as"), self.scope.locals.len());
        self.scope.add(&name, to, true);
        let (condition, body) = (self.condition(1), self.block(depth, 2));
        self.scope.locals.truncate(known);
        let (from, to) = (from.name(), to.name());
        format!("    if ((({from}) {object}) instanceof {to} {name} && {condition}) {{\n{body}    }}\n")
    }

    /// A class in a block, whose objects know a variable of the block.
    fn local_class(&mut self) -> String {
        let (name, object) = (self.scope.fresh("Local"), self.scope.fresh("local"));
        let function = self.lambda(1);
        let (one, other) = (self.number(Type::Int, 1), self.number(Type::Int, 1));
        format!(
            "    class {name} {{\n    int calls;\n    int of(int given) {{\n    calls += given;\n    \
             return ((IntUnaryOperator) {function}).applyAsInt(given) + calls;\n    }}\n    }}\n    \
             {name} {object} = new {name}();\n    Main.seen({object}.of({one}) + {object}.of({other}));\n"
        )
    }

    /// A switch over an enum.
    fn switch_tone(&mut self, depth: u32) -> String {
        let Some(tone) = self.object(Type::Tone, 1) else { return self.declaration() };
        self.scope.around.push(Around { label: None, kind: Kind::Switch });
        let mut text = format!("    switch ({tone}) {{\n");
        for constant in ["HIGH", "LOW"] {
            if self.choices.one_in(4) {
                continue;
            }
            let leave = if self.choices.one_in(2) { "    break;\n" } else { "" };
            text += &format!("    case {constant}: {{\n{}    }}\n{leave}", self.block(depth, 2));
        }
        if self.choices.one_in(2) {
            text += &format!("    default: {{\n{}    }}\n", self.block(depth, 1));
        }
        self.scope.around.pop();
        text + "    }\n"
    }

    /// A loop of at most three iterations.
    fn repeated(&mut self, depth: u32) -> String {
        let counter = self.scope.fresh("i");
        let label = self.choices.one_in(3).then(|| self.scope.fresh("loop"));
        let before = label.as_ref().map(|label| format!("{label}: ")).unwrap_or_default();
        let (most, form) = (1 + self.choices.below(3), self.choices.below(4));
        let also = if self.choices.one_in(3) { format!(" && {}", self.condition(2)) } else { String::new() };
        let known = self.scope.locals.len();
        self.scope.add(&counter, Type::Int, false);
        self.scope.around.push(Around { label, kind: Kind::Loop });
        let body = self.block(depth, 2);
        self.scope.around.pop();
        self.scope.locals.truncate(known);
        match form {
            0 | 1 => {
                format!("    {before}for (int {counter} = 0; {counter} < {most}{also}; {counter}++) {{\n{body}    }}\n")
            }
            2 => format!("    int {counter} = {most};\n    {before}while ({counter}-- > 0{also}) {{\n{body}    }}\n"),
            _ => {
                format!("    int {counter} = 0;\n    {before}do {{\n{body}    }} while (++{counter} < {most}{also});\n")
            }
        }
    }

    /// A `try` with handlers, `finally` or both.
    fn guarded(&mut self, depth: u32) -> String {
        let mut text = format!("    try {{\n{}", self.block(depth, 3));
        let (mut from, mut handlers) = (0, 0);
        for _ in 0..self.choices.below(3) {
            let at = from + self.choices.below(HANDLED.len() as u32) as usize;
            let Some(handled) = HANDLED.get(at) else { break };
            let name = self.scope.fresh("e");
            // Nothing may come between a class and one below it.
            _ = writeln!(text, "    }} catch ({handled} {name}) {{");
            text += &match *handled {
                "Thrown" => format!("    Main.seen({name}.code);\n"),
                "ArithmeticException" => format!("    Main.seen({name}.getMessage().length());\n"),
                "RuntimeException" => {
                    format!("    Main.seen(Main.caused({name}, {}));\n", self.reference(Type::Trouble, 1))
                }
                "ExceptionInInitializerError" => {
                    format!("    Main.seen({name}.getCause() instanceof ArithmeticException ? 7 : 8);\n")
                }
                _ => String::new(),
            };
            text += &self.block(depth, 2);
            if self.choices.one_in(4) {
                _ = writeln!(text, "    if ({}) throw {name};", self.condition(1));
            }
            from = at + 1;
            handlers += 1;
        }
        if handlers == 0 || self.choices.one_in(2) {
            _ = write!(text, "    }} finally {{\n{}", self.block(depth, 2));
        }
        text + "    }\n"
    }

    fn switch(&mut self, depth: u32) -> String {
        let ty = self.choices.of(&[Type::Int, Type::Byte, Type::Char, Type::Short]);
        let mut labels: Vec<i64> = Vec::new();
        for _ in 0..=self.choices.below(4) {
            let limits = ty.limits();
            let label = self.choices.of(&limits);
            if !labels.contains(&label) {
                labels.push(label);
            }
        }
        let on = self.number(ty, 2);
        let arrows = self.choices.one_in(3);
        self.scope.around.push(Around { label: None, kind: Kind::Switch });
        let mut text = format!("    switch ({on}) {{\n");
        for label in labels {
            let body = self.block(depth, 2);
            text += &match arrows {
                true => format!("    case {label} -> {{\n{body}    }}\n"),
                false if self.choices.one_in(2) => format!("    case {label}: {{\n{body}    }}\n"),
                false => format!("    case {label}: {{\n{body}    }}\n    break;\n"),
            };
        }
        let body = self.block(depth, 2);
        text += &match (self.choices.below(3), arrows) {
            (0, _) => String::new(),
            (_, true) => format!("    default -> {{\n{body}    }}\n"),
            (_, false) => format!("    default: {{\n{body}    }}\n"),
        };
        self.scope.around.pop();
        text + "    }\n"
    }
}
