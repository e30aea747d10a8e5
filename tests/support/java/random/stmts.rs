//! Statements. None of them makes the next one unreachable, which Java forbids: what leaves a block is in an `if`.

use super::Maker;
use super::scope::Around;
use super::types::Type;
use std::fmt::Write;

/// Exceptions for handlers, each before those of which it is a subclass.
const HANDLED: [&str; 12] = [
    "Thrown",
    "ArithmeticException",
    "ArrayIndexOutOfBoundsException",
    "IndexOutOfBoundsException",
    "NullPointerException",
    "NegativeArraySizeException",
    "ClassCastException",
    "ArrayStoreException",
    "RuntimeException",
    "AssertionError",
    "Error",
    "Throwable",
];

impl Maker<'_> {
    /// The body of a method with a result.
    pub fn body(&mut self, result: Type, depth: u32) -> String {
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
        let kinds = if depth == 0 { 9 } else { 19 };
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
                1 => format!("    if ({}) throw new Thrown({});\n", self.condition(2), self.number(Type::Int, 1)),
                _ => format!("    assert {} : {};\n", self.condition(2), self.number(Type::Int, 1)),
            },
            9..=11 => {
                let (condition, then) = (self.condition(2), self.block(depth - 1, 2));
                let other = if self.choices.one_in(2) { self.block(depth - 1, 2) } else { String::new() };
                let other = if other.is_empty() { other } else { format!("    }} else {{\n{other}") };
                format!("    if ({condition}) {{\n{then}{other}    }}\n")
            }
            12..=14 => self.repeated(depth - 1),
            15 | 16 => self.guarded(depth - 1),
            _ => self.switch(depth - 1),
        }
    }

    fn declaration(&mut self) -> String {
        let ty = self.any_type();
        let value = self.value(ty, 3);
        let name = self.scope.fresh("v");
        self.scope.add(&name, ty, true);
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
        let Some(innermost) = around.last() else { return format!("    if ({condition}) Main.seen(1);\n") };
        let word = if innermost.is_loop { self.choices.of(&["break", "continue"]) } else { "break" };
        let labels: Vec<&str> = around.iter().filter_map(|a| a.label.as_deref()).collect();
        let label = match labels.as_slice() {
            [] => "",
            labels => self.choices.of(&[&[""], labels].concat()),
        };
        let word = if label.is_empty() { word } else { self.choices.of(&["break", "continue"]) };
        let space = if label.is_empty() { "" } else { " " };
        format!("    if ({condition}) {word}{space}{label};\n")
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
        self.scope.around.push(Around { label, is_loop: true });
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
            if *handled == "Thrown" {
                _ = writeln!(text, "    Main.seen({name}.code);");
            }
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
        self.scope.around.push(Around { label: None, is_loop: false });
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
