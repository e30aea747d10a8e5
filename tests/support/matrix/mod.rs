//! Programs with a rare event, for every value that can go bad and every control structure around it.
//!
//! A program repeats a step. After `k` steps, and only under a further condition, a value goes bad, which violates an
//! assertion or a clause. With a small `k` bounds find the violation; with a large one no proof may be found. The twin is the
//! same program, except that its value stays good.

/// An enumeration with a list of all its variants.
macro_rules! enumeration {
    ($(#[$meta:meta])* pub enum $name:ident { $($(#[$inner:meta])* $variant:ident),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $($(#[$inner])* $variant),* }

        impl $name {
            /// All variants.
            pub const ALL: [Self; [$(stringify!($variant)),*].len()] = [$(Self::$variant),*];
        }
    };
}

mod carrier;
mod choices;
mod context;
mod rarity;

pub use carrier::Row;
pub use choices::Choices;
pub use context::Column;

use carrier::Carrier;
use context::Parts;
use rarity::{Rare, Rarity};

/// The number of steps of the small program of a pair.
pub const SMALL: u64 = 3;

/// A program of a cell, as a seed determines it.
#[derive(Clone, Debug)]
pub struct Plan {
    column: Column,
    carrier: Carrier,
    rare: Rare,
    /// The form within the column.
    form: usize,
    /// The names of the value's variable, of the counter, and of the number of steps.
    root: &'static str,
    i: &'static str,
    n: &'static str,
    /// The clauses that are written, by bit.
    clauses: u32,
    /// Whether there are assertions after each step too.
    is_asserted_inside: bool,
    /// The loops and calls before and after the steps, by bit.
    around: u32,
    /// Whether the assumption about inputs is a clause.
    requires: bool,
    /// Whether exceptions may leave the entry method.
    pub allows_uncaught: bool,
    /// The number of steps of the large program.
    pub large: u64,
}

impl Plan {
    /// The program of a cell for a seed.
    pub fn new(row: Row, column: Column, seed: u64) -> Self {
        let cell = row as u64 * Column::ALL.len() as u64 + column as u64;
        let mut choices = Choices::new(seed, cell);
        let choices = &mut choices;
        let carrier = row.carrier(choices);
        let mut rarity = choices.of(column.rarities());
        if rarity == Rarity::Given && !carrier.can_be_given() {
            rarity = Rarity::Steps;
        }
        let mut plan = Self {
            column,
            carrier,
            rare: Rare::new(rarity, SMALL, choices),
            form: choices.of(&[0, 1, 2]),
            root: choices.of(&["v", "held", "kept"]),
            i: choices.of(&["i", "turn", "count"]),
            n: choices.of(&["n", "most"]),
            clauses: choices.of(&[0, 0, 1, 3, 4, 5, 8, 11]) | choices.of(&[0, 0, 16, 32, 48]),
            is_asserted_inside: choices.one_in(3),
            around: choices.of(&[0, 0, 0, 1, 2, 4, 8, 5, 10]),
            requires: choices.one_in(3),
            allows_uncaught: choices.one_in(4),
            large: choices.of(&[1_000_000, 1_000_000, 50_000, 12_345]),
        };
        plan.allows_uncaught &= !plan.is_uncaught();
        if column == Column::EntryRecursion {
            // Loops in every call would make the number of steps quadratic.
            plan.around = 0;
        }
        plan
    }

    /// The same program with another number of steps.
    pub fn with(&self, k: u64) -> Self {
        let mut plan = self.clone();
        plan.rare.k = k;
        plan
    }

    /// The same program, except that the value stays good.
    pub fn twin(&self) -> Self {
        let mut plan = self.clone();
        plan.rare.is_twin = true;
        plan
    }

    /// The parameter with the number of steps.
    pub fn steps(&self) -> &'static str {
        self.n
    }

    /// Whether the violation is an exception that leaves the entry.
    fn is_uncaught(&self) -> bool {
        self.column == Column::Throw && self.form == 0
    }

    /// The parameters of all methods.
    fn parameters(&self) -> Vec<(&'static str, &'static str)> {
        std::iter::once(("int", self.n)).chain(self.rare.parameters().iter().copied()).collect()
    }

    /// The text of the program.
    pub fn text(&self) -> String {
        let Parts { classes, members, clauses, body } = self.parts();
        let is_given = self.rare.rarity == Rarity::Given;
        let mut parameters: Vec<String> = Vec::new();
        let mut assumed = vec![self.rare.assumed().to_owned()];
        let mut begins = match self.column {
            Column::Initialiser | Column::EntryRecursion => String::new(),
            _ if !is_given => self.carrier.made(self.root),
            _ => String::new(),
        };
        if is_given {
            parameters.push(match self.carrier.root_type() {
                Some(ty) => format!("{ty} {}", self.root),
                None => format!("{} given", self.carrier.value_type()),
            });
            if self.column != Column::EntryRecursion {
                assumed.push(self.carrier.shape(self.root));
                if self.carrier.root_type().is_none() {
                    begins = "Main.state := given;".to_owned();
                }
                if self.rare.is_twin {
                    begins += &format!(" assume {};", self.carrier.claim(self.root));
                }
            }
        }
        parameters.extend(self.parameters().into_iter().map(|(ty, name)| format!("{ty} {name}")));
        if self.column == Column::Dispatch {
            parameters.push("Work work".to_owned());
            assumed.push("work != null".to_owned());
        }
        assumed.retain(|formula| formula != "true");
        let (word, end) = if self.requires { (" requires(", ")") } else { ("assume ", ";") };
        let assumed: String = assumed.into_iter().map(|formula| format!("{word}{formula}{end}")).collect();
        let (required, assumed) = if self.requires { (assumed, String::new()) } else { (String::new(), assumed) };
        let state = match self.carrier.root_type() {
            Some(_) => String::new(),
            None => format!("    static {} state;\n", self.carrier.value_type()),
        };
        let (before, behind) = self.around();
        format!(
            "{}{}class Link {{ int z; Link() {{}} }}
{classes}class Main {{
{state}{members}    static int idle(int n) {{
        if (n <= 0) return 0;
        int r := Main.idle(n - 1);
        return r + 1;
    }}
    static void main({}){required}{clauses} {{
        {assumed}
        {before}{begins}
        {body}
        {behind}
    }}
}}
",
            self.carrier.classes(),
            self.rare.classes(),
            parameters.join(", ")
        )
    }

    /// Statements that have nothing to do with the value.
    fn around(&self) -> (String, String) {
        let n = self.n;
        let said = |bit: u32, text: String| if self.around & bit == 0 { String::new() } else { text };
        let before = [
            said(1, format!("int y := 0; while (y < {n}) {{ y := y + 1; }}\n        ")),
            said(2, format!("int y := Main.idle({n}); assert y >= 0;\n        ")),
        ];
        let behind = [
            said(4, format!("int z := 0; while (z < {n}) invariant(z >= 0) {{ z := z + 2; }} assert z >= {n};")),
            said(8, format!("int z := Main.idle(4); if ({n} < 0) {{ while (z > 0) z := z - 1; assert z == 0; }}")),
        ];
        (before.concat(), behind.concat())
    }
}
