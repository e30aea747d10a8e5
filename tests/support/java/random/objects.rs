//! Expressions over enums, records, inner objects, bridges and arrays of arrays.

use super::types::Type;
use super::{CONSTANTS, Maker};

impl Maker<'_> {
    /// A number that an object of a special kind gives.
    pub fn of_object(&mut self, ty: Type, depth: u32) -> Option<String> {
        match (ty, self.choices.below(16)) {
            (Type::Int, 0) => {
                let (tone, member) = (self.object(Type::Tone, depth)?, self.choices.of(&["ordinal()", "level"]));
                Some(format!("{tone}.{member}"))
            }
            (Type::Int, 1) => {
                let tone = self.object(Type::Tone, depth)?;
                Some(format!("{tone}.turn({})", self.number(Type::Int, depth)))
            }
            (Type::Int, 2 | 9) => self.object(Type::Tone, depth).map(|tone| self.switched_tone(&tone, depth)),
            (Type::Int, 3) => {
                let (one, other) = (self.object(Type::Tone, depth)?, self.object(Type::Tone, depth)?);
                Some(format!("{one}.compareTo({other})"))
            }
            (Type::Int, 4) => self.object(Type::Pair, depth).map(|pair| format!("{pair}.left()")),
            (Type::Int, 5) => {
                let object = self.object(Type::Base, depth)?;
                let (own, by) = (self.number(Type::Int, depth), self.number(Type::Int, depth));
                Some(format!("{object}.new Inner({own}).total({by})"))
            }
            (Type::Int, 6) => {
                let (object, method) = (self.object(Type::Scaled, depth)?, self.choices.of(&["scale", "twice"]));
                Some(format!("{object}.{method}({})", self.number(Type::Int, depth)))
            }
            (Type::Int, 7) => Some(self.many(depth)),
            (Type::Int, 10) => {
                let (cell, member) = (self.object(Type::Cell, depth)?, self.choices.of(&["held", "last()"]));
                Some(format!("((int) {cell}.{member})"))
            }
            (Type::Int, 11) => {
                let (cell, member) = (self.object(Type::TextCell, depth)?, self.choices.of(&["held", "last()"]));
                Some(format!("{cell}.{member}.length()"))
            }
            (Type::Int, 12) => {
                let (span, member) = (self.object(Type::Span, depth)?, self.choices.of(&["low()", "high()"]));
                Some(format!("{span}.{member}"))
            }
            (Type::Int, 13) => {
                let members = ["text().length()", "tone().ordinal()"];
                let (span, member) = (self.object(Type::Span, depth)?, self.choices.of(&members));
                Some(format!("{span}.{member}"))
            }
            (Type::Int, 14) => {
                let ty = self.choices.of(&[Type::Tone, Type::Span, Type::Base, Type::Pair]);
                let (one, other) = (self.reference(ty, depth), self.reference(ty, depth));
                let map = self.choices.of(&["HashMap", "java.util.concurrent.ConcurrentHashMap"]);
                Some(format!("Main.<{}>counted(new {map}<>(), {one}, {other})", ty.name()))
            }
            (Type::Int, 15) => {
                let (one, other) = (self.reference(Type::Trouble, depth), self.reference(Type::Trouble, depth));
                let method = self.choices.of(&["caused", "caused", "suppressed"]);
                Some(format!("Main.{method}({one}, {other})"))
            }
            (Type::Int, _) => {
                let grid = self.object(Type::Grid, depth)?;
                Some(format!("{grid}[{}][{}]", self.index(depth), self.index(depth)))
            }
            (Type::Long, 0..=2) => self.object(Type::Pair, depth).map(|pair| format!("{pair}.right()")),
            (Type::Long, 3..=5) => self.object(Type::Pair, depth).map(|pair| format!("{pair}.sum()")),
            (Type::Long, 6 | 7) => Some(self.large(depth)),
            (Type::Long, 8) => {
                let (day, months) = (self.number(Type::Int, depth), self.number(Type::Int, depth));
                Some(format!("LocalDate.ofEpochDay({day} % 50000).plusMonths({months} % 50).toEpochDay()"))
            }
            (Type::Char, _) => {
                let array = self.object(Type::Chars, depth)?;
                Some(format!("({array}[{}]{})", self.index(depth), self.choices.of(&["", "++", "--"])))
            }
            _ => None,
        }
    }

    /// A call with any number of arguments, or with an array of them.
    fn many(&mut self, depth: u32) -> String {
        if self.choices.one_in(4) {
            return format!("Main.many({})", self.reference(Type::Ints, depth));
        }
        let count = self.choices.below(4);
        let arguments: Vec<String> = (0..count).map(|_| self.number(Type::Int, depth)).collect();
        format!("Main.many({})", arguments.join(", "))
    }

    /// What remains of a number of any size.
    fn large(&mut self, depth: u32) -> String {
        let op = self.choices.of(&["add", "subtract", "multiply", "divide", "mod", "gcd", "max"]);
        let (one, other) = (self.number(Type::Long, depth), self.number(Type::Long, depth));
        let other = format!("BigInteger.valueOf({other})");
        format!("BigInteger.valueOf({one}).multiply({other}).{op}({other}).longValue()")
    }

    /// A `switch` that has a value.
    fn switched_tone(&mut self, tone: &str, depth: u32) -> String {
        let (one, other) = (self.number(Type::Int, depth), self.number(Type::Int, depth));
        let rest = self.number(Type::Int, depth);
        match self.choices.below(3) {
            0 => format!("(switch ({tone}) {{ case LOW -> {one}; case MIDDLE -> {other}; case HIGH -> {rest}; }})"),
            1 => format!("(switch ({tone}) {{ case HIGH, LOW -> {one}; default -> {rest}; }})"),
            _ => format!(
                "(switch ({tone}) {{ case MIDDLE: Main.seen({other}); case LOW: yield 0 + {one}; default: yield 0 + {rest}; }})"
            ),
        }
    }

    /// A `switch` over a number that has a value.
    pub fn switched(&mut self, ty: Type, depth: u32) -> String {
        let (on, first) = (self.number(Type::Int, depth), self.choices.below(9) as i32 - 4);
        let step = self.choices.of(&[1, 2, 1000, i32::MAX / 2]);
        let labels: Vec<i32> = (0..3).map(|i| first.wrapping_add(step * i)).collect();
        let values: Vec<String> = (0..3).map(|_| self.number(ty, depth)).collect();
        let (one, other) = (&values[0], &values[1]);
        format!(
            "(({}) switch ({on}) {{ case {}, {} -> {one}; case {} -> {other}; default -> {}; }})",
            ty.name(),
            labels[0],
            labels[1],
            labels[2],
            values[2]
        )
    }

    /// A condition about objects.
    pub fn about_objects(&mut self, depth: u32) -> Option<String> {
        match self.choices.below(8) {
            7 => {
                let (one, other) = (self.object(Type::Maybe, depth)?, self.reference(Type::Maybe, depth));
                Some(format!("({one} == {other})"))
            }
            6 => {
                let (one, other) = (self.object(Type::Trouble, depth)?, self.reference(Type::Trouble, depth));
                Some(format!("({one}.getCause() == {other})"))
            }
            5 => {
                let (one, other) = (self.object(Type::Span, depth)?, self.reference(Type::Span, depth));
                Some(format!("{one}.equals({other})"))
            }
            4 => {
                let ty = self.choices.of(&[Type::Cell, Type::TextCell]);
                let (one, other) = (self.object(ty, depth)?, self.choices.of(&[Type::Cell, Type::TextCell]));
                Some(match self.choices.below(3) {
                    0 => format!("((Object) {one} instanceof {})", self.choices.of(&["Marked", "Twin"])),
                    1 => format!("((Object) {one} == {})", self.reference(other, depth)),
                    _ => format!("((Object) {one}.next == {})", self.reference(other, depth)),
                })
            }
            0 => {
                let (one, other) = (self.object(Type::Tone, depth)?, self.reference(Type::Tone, depth));
                Some(format!("({one} {} {other})", self.choices.of(&["==", "!="])))
            }
            1 => {
                let object = self.object(Type::Object, depth)?;
                let of = [
                    "Base",
                    "int[]",
                    "Object[]",
                    "Base[]",
                    "Tone",
                    "Scaled",
                    "Pair",
                    "int[][]",
                    "Cloneable",
                    "Integer",
                    "String",
                ];
                Some(format!("((Object) {object} instanceof {})", self.choices.of(&of)))
            }
            2 => {
                let (one, other) = (self.object(Type::Object, depth)?, self.reference(Type::Base, depth));
                Some(format!("((Object) {one} == {other})"))
            }
            _ => {
                let array = self.object(Type::Flags, depth)?;
                Some(format!("{array}[{}]", self.index(depth)))
            }
        }
    }

    /// A new object of a special kind, or one that is found somewhere.
    pub fn special(&mut self, ty: Type, depth: u32) -> Option<String> {
        Some(match ty {
            Type::Tone => match self.choices.below(5) {
                0..=2 => format!("Tone.{}", self.choices.of(&CONSTANTS)),
                _ => format!("Tone.values()[{}]", self.index(depth)),
            },
            Type::Cell | Type::TextCell => {
                let held = ty.held().expect("a generic class");
                let value = self.reference(held, depth);
                match self.choices.below(4) {
                    0 if ty == Type::Cell => format!("new Marked({value})"),
                    1 => format!("new Twin<{}>({value}, {})", held.name(), self.reference(held, depth)),
                    _ => {
                        format!("new {}({value}, {})", ty.name(), self.variable(ty, false).unwrap_or("null".to_owned()))
                    }
                }
            }
            Type::Pair => {
                let left = self.number(Type::Int, depth);
                match self.variable(Type::Pair, false) {
                    Some(pair) if self.choices.one_in(3) => format!("{pair}.with({left})"),
                    _ => format!("new Pair({left}, {})", self.number(Type::Long, depth)),
                }
            }
            Type::Span => {
                let (low, high) = (self.number(Type::Int, depth), self.number(Type::Int, depth));
                let (text, tone) = (self.reference(Type::Text, depth), self.reference(Type::Tone, depth));
                format!("new Span({low}, {high}, {text}, {tone})")
            }
            Type::Trouble => match self.choices.below(4) {
                0 => format!("new RuntimeException({})", self.reference(Type::Text, depth)),
                1 => {
                    let cause = self.reference(Type::Trouble, depth);
                    format!("new RuntimeException({}, {cause})", self.reference(Type::Text, depth))
                }
                _ => format!("new Thrown({})", self.number(Type::Int, depth)),
            },
            Type::Scaled => match self.choices.below(4) {
                0 => self.anonymous(depth),
                1 => format!("((Scaled) {})", self.lambda(depth)),
                _ => {
                    let ty = self.choices.of(&[Type::Base, Type::Sub, Type::Tone]);
                    self.reference(ty, depth)
                }
            },
            Type::Object => {
                let known: Vec<Type> = Type::REFERENCE.into_iter().filter(|ty| *ty != Type::Object).collect();
                let ty = self.choices.of(&known);
                self.reference(ty, depth)
            }
            Type::Grid => {
                let (first, second) = (self.choices.below(3), self.number(Type::Int, depth));
                match self.choices.below(3) {
                    0 => format!("new int[{first}][{second} % 4]"),
                    1 => format!("new int[{first}][]"),
                    _ => format!(
                        "new int[][] {{{}, {}}}",
                        self.reference(Type::Ints, depth),
                        self.reference(Type::Ints, depth)
                    ),
                }
            }
            _ => return None,
        })
    }

    /// An object of a class without a name, which knows a variable of the code around it.
    fn anonymous(&mut self, depth: u32) -> String {
        let captured = self.variable_that_stays(Type::Int);
        let around = std::mem::take(&mut self.scope.locals);
        let has_classes = std::mem::replace(&mut self.scope.has_classes, false);
        self.scope.add("by", Type::Int, true);
        self.scope.add("calls", Type::Int, true);
        let value = self.number(Type::Int, depth.min(1));
        self.scope.locals = around;
        self.scope.has_classes = has_classes;
        let known = captured.map(|name| format!(" + {name}")).unwrap_or_default();
        format!("new Scaled() {{ int calls; public int scale(int by) {{ calls++; return {value}{known}; }} }}")
    }

    /// A method that a bridge leads to, which casts its argument.
    pub fn bridged(&mut self, depth: u32) -> String {
        let ty = self.choices.of(&[Type::Object, Type::Base, Type::Scaled]);
        let object = self.reference(ty, depth);
        format!("((Holder<Object>) (Object) new BaseHolder()).swap({object})")
    }
}
