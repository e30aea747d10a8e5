//! Rows: the variable, field or cell that holds the value that goes bad.

use super::choices::Choices;

enumeration! {
    /// The kind of the value that goes bad, or its place.
    pub enum Row {
        Int, Uint, Float, Char, String, Bool, Field, FieldOfField, Static, Cell, AllCells, ArrayOfArrays, ArrayOfReferences,
        ClassOfObject,
    }
}

enumeration! {
    /// The kind of a value.
    pub enum Kind { Int, Uint, Float, Char, String, Bool, Class }
}

enumeration! {
    /// The place of a value.
    pub enum Place { Local, Field, FieldOfField, Static, Cell, AllCells, Row, Reference }
}

/// The good and the bad value of a kind; `$` stands for the place.
#[derive(Clone, Copy, Debug)]
struct Face {
    first: &'static str,
    bad: &'static str,
    test: &'static str,
}

/// A value in its place.
#[derive(Clone, Copy, Debug)]
pub struct Carrier {
    pub kind: Kind,
    pub place: Place,
    face: Face,
    /// Whether the claim about one cell uses a quantifier, although it needs none.
    quantified: bool,
}

impl Row {
    /// Chooses what the row leaves open.
    pub fn carrier(self, choices: &mut Choices) -> Carrier {
        let kind = |choices: &mut Choices| choices.of(&Kind::ALL);
        let place = |choices: &mut Choices| choices.of(&[Place::Local, Place::Local, Place::Field, Place::Cell]);
        let (kind, place) = match self {
            Self::Int => (Kind::Int, place(choices)),
            Self::Uint => (Kind::Uint, place(choices)),
            Self::Float => (Kind::Float, place(choices)),
            Self::Char => (Kind::Char, place(choices)),
            Self::String => (Kind::String, place(choices)),
            Self::Bool => (Kind::Bool, place(choices)),
            Self::ClassOfObject => {
                (Kind::Class, choices.of(&[Place::Local, Place::Local, Place::AllCells, Place::Field]))
            }
            Self::Field => (kind(choices), Place::Field),
            Self::FieldOfField => (kind(choices), Place::FieldOfField),
            Self::Static => (kind(choices), Place::Static),
            Self::Cell => (kind(choices), Place::Cell),
            Self::AllCells => (kind(choices), Place::AllCells),
            Self::ArrayOfArrays => (kind(choices), Place::Row),
            Self::ArrayOfReferences => (kind(choices), Place::Reference),
        };
        Carrier { kind, place, face: choices.of(kind.faces()), quantified: choices.one_in(2) }
    }
}

impl Kind {
    fn ty(self) -> &'static str {
        match self {
            Self::Int => "int",
            Self::Uint => "uint",
            Self::Float => "float",
            Self::Char => "char",
            Self::String => "string",
            Self::Bool => "bool",
            Self::Class => "Base",
        }
    }

    fn faces(self) -> &'static [Face] {
        const fn face(first: &'static str, bad: &'static str, test: &'static str) -> Face {
            Face { first, bad, test }
        }
        match self {
            Self::Int => {
                const { &[face("0", "-1", "$ >= 0"), face("5", "$ + 1", "$ == 5"), face("1", "$ * 9", "$ < 5")] }
            }
            // An unsigned number is negative only after a subtraction.
            Self::Uint => const { &[face("0", "$ - one", "$ >= 0"), face("3", "9", "$ <= 5")] },
            Self::Float => const { &[face("0.5", "2.5", "$ < 1.0"), face("1.0", "$ / 4.0", "$ == 1.0")] },
            Self::Char => const { &[face("'a'", "'b'", "$ == 'a'"), face("'a'", "'z'", "$ != 'z'")] },
            Self::String => const { &[face("\"a\"", "\"b\"", "$ == \"a\""), face("\"\"", "null", "$ != null")] },
            Self::Bool => const { &[face("true", "false", "$"), face("false", "true", "!$")] },
            Self::Class => {
                const {
                    &[
                        face("new Right()", "new Wrong()", "$ instanceof Right"),
                        face("new Right()", "new Wrong()", "$ == null || $ instanceof Right"),
                        face("new Right()", "null", "$ != null"),
                    ]
                }
            }
        }
    }
}

impl Carrier {
    /// Whether the value as an input can be bad from the beginning.
    pub fn can_be_given(&self) -> bool {
        !(self.kind == Kind::Uint && self.face.test == "$ >= 0")
    }

    /// The classes that the value needs.
    pub fn classes(&self) -> String {
        let ty = self.kind.ty();
        format!(
            "class Base {{ Base() {{}} }}\nclass Right extends Base {{ Right() {{}} }}\nclass Wrong extends Base {{ Wrong() {{}} }}\n\
             class Cell {{ {ty} x; Cell() {{}} }}\nclass Pair {{ Cell inner; Pair() {{}} }}\n"
        )
    }

    /// The type of the variable that leads to the value. A static field needs none.
    pub fn root_type(&self) -> Option<String> {
        let ty = self.kind.ty();
        match self.place {
            Place::Local => Some(ty.to_owned()),
            Place::Field => Some("Cell".to_owned()),
            Place::FieldOfField => Some("Pair".to_owned()),
            Place::Static => None,
            Place::Cell | Place::AllCells => Some(format!("{ty}[]")),
            Place::Row => Some(format!("{ty}[][]")),
            Place::Reference => Some("Cell[]".to_owned()),
        }
    }

    /// The type of the value.
    pub fn value_type(&self) -> &'static str {
        self.kind.ty()
    }

    /// Whether a change of the value is a change of the variable, which a call must return.
    pub fn is_by_value(&self) -> bool {
        self.place == Place::Local
    }

    /// Statements that make a good value.
    pub fn made(&self, root: &str) -> String {
        let (ty, first) = (self.kind.ty(), self.face.first);
        match self.place {
            Place::Local => format!("{ty} {root} := {first};"),
            Place::Field => format!("Cell {root} := new Cell(); {root}.x := {first};"),
            Place::FieldOfField => {
                format!("Pair {root} := new Pair(); {root}.inner := new Cell(); {root}.inner.x := {first};")
            }
            Place::Static => format!("Main.state := {first};"),
            Place::Cell => format!("{ty}[] {root} := new {ty}[2]; {root}[0] := {first};"),
            Place::AllCells => {
                let cells: String = (0..3).map(|at| format!(" {root}[{at}] := {first};")).collect();
                format!("{ty}[] {root} := new {ty}[3];{cells}")
            }
            Place::Row => format!("{ty}[][] {root} := new {ty}[2][2]; {root}[1][0] := {first};"),
            Place::Reference => {
                format!("Cell[] {root} := new Cell[2]; {root}[0] := new Cell(); {root}[0].x := {first};")
            }
        }
    }

    /// The assumption about an input.
    pub fn shape(&self, root: &str) -> String {
        match self.place {
            Place::Local | Place::Static => "true".to_owned(),
            Place::Field => format!("{root} != null"),
            Place::FieldOfField => format!("{root} != null && {root}.inner != null"),
            Place::Cell | Place::AllCells => format!("{root} != null && #{root} > 0"),
            Place::Row => {
                format!("{root} != null && #{root} > 1 && {root}[1] != null && #{root}[1] > 0")
            }
            Place::Reference => format!("{root} != null && #{root} > 0 && {root}[0] != null"),
        }
    }

    /// The value that is written in a step.
    pub fn value(&self, root: &str, step: &str) -> String {
        match self.place {
            Place::Local => root.to_owned(),
            Place::Field => format!("{root}.x"),
            Place::FieldOfField => format!("{root}.inner.x"),
            Place::Static => "Main.state".to_owned(),
            Place::Cell => format!("{root}[0]"),
            Place::AllCells => format!("{root}[{step} % #{root}]"),
            Place::Row => format!("{root}[1][0]"),
            Place::Reference => format!("{root}[0].x"),
        }
    }

    fn test(&self, value: &str) -> String {
        format!("({})", self.face.test.replace('$', value))
    }

    /// The condition that the value written in a step is good, without a quantifier.
    pub fn tested(&self, root: &str, step: &str) -> String {
        self.test(&self.value(root, step))
    }

    /// A formula that says that the value is good.
    pub fn claim(&self, root: &str) -> String {
        match self.place {
            Place::AllCells => format!("(forall each, at : {root} : {})", self.test("each")),
            Place::Row if self.quantified => {
                format!("(forall each, at : {root}[1] : at > 0 || {})", self.test("each"))
            }
            Place::Reference if self.quantified => {
                format!("(forall each, at : {root} : at > 0 || {})", self.test("each.x"))
            }
            _ => self.tested(root, "0"),
        }
    }

    /// A formula whose evaluation may throw, and that is true otherwise.
    pub fn throwing_claim(&self, root: &str, n: &str) -> String {
        match (self.kind, self.place) {
            (Kind::Class, Place::AllCells) => format!("(forall each, at : {root} : ((Right) each) == each)"),
            (Kind::Class, _) => {
                let value = self.value(root, "0");
                format!("((Right) {value}) == {value}")
            }
            _ => format!("{} || 10 / ({n} + 7) > -20", self.tested(root, n)),
        }
    }

    /// A statement that makes the value good.
    pub fn makes_good(&self, root: &str, step: &str) -> String {
        format!("{} := {};", self.value(root, step), self.face.first)
    }

    /// Statements that make the value bad.
    pub fn makes_bad(&self, root: &str, step: &str) -> String {
        let value = self.value(root, step);
        let bad = self.face.bad.replace('$', &value);
        let one = if bad.contains("one") { "uint one := 1; " } else { "" };
        format!("{one}{value} := {bad};")
    }

    /// The location for a `modifies` clause of a method that may make the value bad.
    pub fn frame(&self, root: &str) -> Option<String> {
        match self.place {
            Place::Local | Place::Static => None,
            Place::Field if self.quantified => Some(format!("{root}.*")),
            Place::Field => Some(format!("{root}.x")),
            Place::FieldOfField => Some(format!("{root}.inner.x")),
            Place::Cell if self.quantified => Some(format!("{root}[0]")),
            Place::Cell | Place::AllCells => Some(format!("{root}[*]")),
            Place::Row if self.quantified => Some(format!("{root}[1][*]")),
            Place::Row => Some(format!("{root}[1][0]")),
            Place::Reference => Some(format!("{root}[0].x")),
        }
    }
}
