//! Expressions over texts, boxes and lambdas.

use super::Maker;
use super::types::Type;

const TEXTS: [&str; 5] = ["\"\"", "\"a\"", "\"ab\"", "\"1\"", "null"];

impl Maker<'_> {
    /// A number that an object of the library gives.
    pub fn of_library_object(&mut self, ty: Type, depth: u32) -> Option<String> {
        match (ty, self.choices.below(5)) {
            (Type::Int, 0) => self.of_text(depth),
            (Type::Int, 1) => self.of_collection(depth),
            (Type::Int, 3) => Some(self.streamed(depth)),
            (Type::Int, 4) => self.of_class(depth),
            (Type::Int, _) => self.applied(depth),
            (Type::Char, 0) => {
                // Cases of characters beyond Latin-1 have no model.
                let method = self.choices.of(&["toLowerCase", "toUpperCase"]);
                Some(format!("Character.{method}((char) ({} & 0x7f))", self.number(Type::Char, depth)))
            }
            (Type::Char, _) => {
                let text = self.choices.of(&[Type::Text, Type::Builder]);
                Some(format!("{}.charAt({})", self.object(text, depth)?, self.index(depth)))
            }
            (Type::Long, 0) => self.object(Type::Boxed, depth).map(|boxed| format!("{boxed}.longValue()")),
            _ => None,
        }
    }

    fn of_text(&mut self, depth: u32) -> Option<String> {
        let text = self.choices.of(&[Type::Text, Type::Builder]);
        let one = self.object(text, depth)?;
        Some(match self.choices.below(6) {
            0 | 1 => format!("{one}.length()"),
            2 => format!("{one}.indexOf({})", self.reference(Type::Text, depth)),
            3 => format!("{one}.lastIndexOf(\"a\")"),
            4 if text == Type::Text => format!("{one}.compareTo({})", self.reference(Type::Text, depth)),
            5 if text == Type::Text => {
                format!("((int) {}({one}))", self.choices.of(&["Integer.parseInt", "Integer.valueOf"]))
            }
            _ => format!("{one}.toString().hashCode()"),
        })
    }

    /// A call of a function that is a value.
    fn applied(&mut self, depth: u32) -> Option<String> {
        if !self.scope.has_classes {
            return None;
        }
        let (ty, method) = self.choices.of(&[(Type::Function, "applyAsInt"), (Type::Generic, "apply")]);
        let function = self.object(ty, depth)?;
        let given = if ty == Type::Function { self.number(Type::Int, depth) } else { self.boxed(depth) };
        Some(format!("((int) {function}.{method}({given}))"))
    }

    /// A number or a box, where either will do.
    pub fn boxed(&mut self, depth: u32) -> String {
        let ty = self.choices.of(&[Type::Int, Type::Boxed]);
        self.value(ty, depth)
    }

    /// A condition about objects of the library.
    pub fn about_library(&mut self, depth: u32) -> Option<String> {
        Some(match self.choices.below(9) {
            3..=7 => return self.about_collection(depth),
            8 => return self.about_class(depth),
            0 => {
                let ty = self.choices.of(&[Type::Boxed, Type::Boxed, Type::Text, Type::Object]);
                let (one, other) = (self.object(ty, depth)?, self.reference(ty, depth));
                // What is made where an object is needed may have any type.
                let cast = if ty == Type::Object { "(Object) " } else { "" };
                format!("({cast}{one} {} {other})", self.choices.of(&["==", "!="]))
            }
            1 => {
                let ty = self.choices.of(&[Type::Boxed, Type::Text, Type::Pair]);
                let (one, other) = (self.object(ty, depth)?, self.reference(ty, depth));
                match ty {
                    Type::Text if self.choices.one_in(2) => format!("({one}.intern() == {other}.intern())"),
                    _ => format!("{one}.equals({other})"),
                }
            }
            _ if self.choices.one_in(2) => {
                let asked =
                    self.choices.of(&["isLetter", "isDigit", "isUpperCase", "isWhitespace", "isJavaIdentifierPart"]);
                format!("Character.{asked}({})", self.number(Type::Char, depth))
            }
            _ => {
                let (one, other) = (self.object(Type::Text, depth)?, self.reference(Type::Text, depth));
                format!("{one}.{}({other})", self.choices.of(&["startsWith", "contains", "endsWith"]))
            }
        })
    }

    /// A new object of a class of the library.
    pub fn library(&mut self, ty: Type, depth: u32) -> Option<String> {
        Some(match ty {
            Type::Text => self.text(depth),
            Type::Boxed => match self.choices.below(3) {
                0 => "((Integer) 127)".to_owned(),
                _ => format!("((Integer) {})", self.number(Type::Int, depth)),
            },
            Type::Builder => match self.choices.below(3) {
                0 => "new StringBuilder()".to_owned(),
                1 => format!("new StringBuilder(Main.cut({}))", self.reference(Type::Text, depth)),
                _ => format!("new StringBuilder().append({})", self.number(Type::Int, depth)),
            },
            Type::Function => match self.choices.below(4) {
                0 => "((IntUnaryOperator) Math::abs)".to_owned(),
                _ => format!("((IntUnaryOperator) {})", self.lambda(depth)),
            },
            Type::Generic => match self.choices.below(4) {
                0 => "((UnaryOperator<Integer>) Integer::valueOf)".to_owned(),
                _ => format!("((UnaryOperator<Integer>) {})", self.lambda_of_box(Type::Int, depth)),
            },
            _ => return self.collection(ty, depth),
        })
    }

    fn text(&mut self, depth: u32) -> String {
        let kind = if depth == 0 { 0 } else { self.choices.below(9) };
        match kind {
            1 | 2 => {
                let ty = self.choices.of(&[Type::Int, Type::Char, Type::Boolean, Type::Long, Type::Boxed]);
                format!("(Main.cut({}) + {})", self.reference(Type::Text, depth - 1), self.value(ty, depth - 1))
            }
            3 => {
                let one = self.reference(Type::Text, depth - 1);
                format!("{one}.substring({}, {})", self.index(depth - 1), self.index(depth - 1))
            }
            4 => {
                let ty = self.choices.of(&[Type::Int, Type::Double, Type::Float]);
                format!("String.valueOf({})", self.value(ty, depth - 1))
            }
            5 => self.object(Type::Builder, depth).map_or("\"b\"".to_owned(), |it| format!("{it}.toString()")),
            8 => {
                let (text, boxed) = (self.reference(Type::Text, depth - 1), self.boxed(depth - 1));
                format!(
                    "String.format(\"%s/%3d/%x\", Main.cut({text}), {boxed}, {})",
                    self.number(Type::Int, depth - 1)
                )
            }
            6 if self.scope.has_classes => {
                self.object(Type::Tone, depth).map_or("\"t\"".to_owned(), |tone| format!("{tone}.name()"))
            }
            7 if self.scope.has_classes => {
                let ty = self.choices.of(&Type::SHOWN);
                let it = self.reference(ty, depth - 1);
                match self.choices.below(4) {
                    0 => format!("String.valueOf({it})"),
                    1 => format!("new StringBuilder().append({it}).toString()"),
                    _ => format!("(\"\" + {it})"),
                }
            }
            _ => format!("((String) {})", self.choices.of(&TEXTS)),
        }
    }

    /// A function that knows a variable of the code around it, and maybe shows its calls.
    pub fn lambda(&mut self, depth: u32) -> String {
        let captured = self.variable_that_stays(Type::Int);
        let (name, value) = self.apart(|make| make.number(Type::Int, depth.min(2)));
        let known = captured.map(|name| format!(" + {name}")).unwrap_or_default();
        match self.choices.below(3) {
            0 => format!("({name} -> {{ Main.seen({name}); return {value}{known}; }})"),
            _ => format!("({name} -> {value}{known})"),
        }
    }

    /// A function of a box, which may be null.
    pub fn lambda_of_box(&mut self, result: Type, depth: u32) -> String {
        let (name, value) = self.apart(|make| make.value(result, depth.min(2)));
        let given = self.scope.fresh("given");
        format!("({given} -> {{ int {name} = {given}; return {value}; }})")
    }

    /// Code that knows one new local of type `int` and no others, and makes no objects of the program. Returns its name too.
    fn apart(&mut self, make: impl FnOnce(&mut Self) -> String) -> (String, String) {
        let name = self.scope.fresh("by");
        let around = std::mem::take(&mut self.scope.locals);
        let has_classes = std::mem::replace(&mut self.scope.has_classes, false);
        self.scope.add(&name, Type::Int, true);
        let made = make(self);
        self.scope.locals = around;
        self.scope.has_classes = has_classes;
        (name, made)
    }

    /// A statement that changes an object of the library.
    pub fn changed(&mut self, depth: u32) -> Option<String> {
        let statement = match self.choices.below(12) {
            0 | 1 => {
                let (builder, method) = (self.object(Type::Builder, depth)?, self.choices.below(6));
                match method {
                    0 | 1 => {
                        let ty = self.choices.of(&[Type::Int, Type::Char, Type::Boolean, Type::Long]);
                        format!("{builder}.append({})", self.value(ty, depth))
                    }
                    2 => format!("{builder}.append(Main.cut({}))", self.reference(Type::Text, depth)),
                    3 => format!("{builder}.insert({}, \"xy\")", self.index(depth)),
                    4 => format!("{builder}.deleteCharAt({})", self.index(depth)),
                    _ => format!("{builder}.setCharAt({}, 'z')", self.index(depth)),
                }
            }
            2 => format!("{}.reverse()", self.object(Type::Builder, depth)?),
            _ => self.changed_collection(depth)?,
        };
        Some(format!("    {statement};\n"))
    }

    /// A loop over what a text or a collection has, which may change on the way.
    pub fn each_of_library(&mut self, depth: u32) -> Option<String> {
        let (ty, head) = match self.choices.below(7) {
            0 => (Type::Char, format!("{}.toCharArray()", self.object(Type::Text, 1)?)),
            _ => self.elements()?,
        };
        let name = self.scope.fresh("each");
        let body = self.in_loop(&name, ty, depth);
        Some(format!("    for ({} {name} : {head}) {{\n{body}    }}\n", ty.name()))
    }

    /// A switch over texts.
    pub fn switch_text(&mut self, depth: u32) -> Option<String> {
        let text = self.object(Type::Text, 1)?;
        let mut cases = String::new();
        for label in ["\"a\"", "\"Aa\"", "\"BB\"", "\"\""] {
            if self.choices.one_in(3) {
                continue;
            }
            let leave = if self.choices.one_in(2) { "    break;\n" } else { "" };
            cases += &format!("    case {label}: {{\n{}    }}\n{leave}", self.in_switch(depth));
        }
        Some(format!("    switch ({text}) {{\n{cases}    default: {{\n{}    }}\n    }}\n", self.in_switch(depth)))
    }

    /// A block with resources, which are closed in the opposite order whatever happens.
    pub fn with_resources(&mut self, depth: u32) -> String {
        let (first, second) = (self.number(Type::Int, 1), self.number(Type::Int, 1));
        let body = self.block(depth, 2);
        let (one, other) = (self.scope.fresh("held"), self.scope.fresh("held"));
        let second = match self.choices.below(3) {
            0 => String::new(),
            1 => format!("; Held {other} = null"),
            _ => format!("; Held {other} = new Held({second})"),
        };
        let caught = self.scope.fresh("e");
        format!(
            "    try (Held {one} = new Held({first}){second}) {{\n{body}    }} catch (Thrown {caught}) {{\n    \
             Main.seen({caught}.code + {caught}.getSuppressed().length);\n    }}\n"
        )
    }
}
