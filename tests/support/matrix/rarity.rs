//! The condition under which the value goes bad.

use super::carrier::Carrier;
use super::choices::Choices;

enumeration! {
    /// When the value goes bad: after a number of steps, and only under this condition.
    pub enum Rarity {
        /// Always.
        Steps,
        /// For one total number of steps.
        Input,
        /// If two inputs are the same object.
        Alias,
        /// If an input has a certain class.
        Class,
        /// If an exception is caught.
        Exception,
        /// Never: the value is an input, and a bad one violates the assertion after the steps.
        Given,
    }
}

/// The rarity, in one of its forms.
#[derive(Clone, Copy, Debug)]
pub struct Rare {
    pub rarity: Rarity,
    form: usize,
    /// Whether each step before writes the good value again.
    rewrites: bool,
    /// Whether the value stays good.
    pub is_twin: bool,
    /// The number of steps after which it goes bad.
    pub k: u64,
}

impl Rare {
    pub fn new(rarity: Rarity, k: u64, choices: &mut Choices) -> Self {
        Self { rarity, form: choices.of(&[0, 1, 2]), rewrites: choices.one_in(3), is_twin: false, k }
    }

    /// The parameters that the condition needs.
    pub fn parameters(&self) -> &'static [(&'static str, &'static str)] {
        match self.rarity {
            Rarity::Steps | Rarity::Input | Rarity::Exception | Rarity::Given => &[],
            Rarity::Alias => &[("Link", "p"), ("Link", "q")],
            Rarity::Class => &[("Judge", "m")],
        }
    }

    /// The classes that the condition needs.
    pub fn classes(&self) -> &'static str {
        match self.rarity {
            Rarity::Class => {
                "abstract class Judge { abstract bool isOdd(); }\n\
                 class Even extends Judge { Even() {} bool isOdd() { return false; } }\n\
                 class Odd extends Judge { Odd() {} bool isOdd() { return true; } }\n"
            }
            Rarity::Steps | Rarity::Input | Rarity::Alias | Rarity::Exception | Rarity::Given => "",
        }
    }

    /// Further locations that are written.
    pub fn frame(&self) -> &'static [&'static str] {
        match self.rarity {
            Rarity::Alias if self.form == 2 => &["p.z", "q.z"],
            _ => &[],
        }
    }

    /// The assumption of the entry method about these parameters.
    pub fn assumed(&self) -> &'static str {
        match self.rarity {
            Rarity::Alias => "p != null && q != null",
            Rarity::Class => "m != null",
            Rarity::Steps | Rarity::Input | Rarity::Exception | Rarity::Given => "true",
        }
    }

    /// The condition under which the value goes bad in this step; `n` is the number of steps.
    pub fn condition(&self, step: &str, n: &str) -> String {
        let k = self.k;
        let late = if self.form == 1 { format!("{step} == {k}") } else { format!("{step} >= {k}") };
        match self.rarity {
            Rarity::Steps | Rarity::Exception | Rarity::Given => late,
            Rarity::Input => format!("{n} == {} && {late}", k + 2),
            Rarity::Alias => format!("p == q && {late}"),
            Rarity::Class if self.form == 2 => format!("m.isOdd() && {late}"),
            Rarity::Class => format!("m instanceof Odd && {late}"),
        }
    }

    /// The statements that make the value bad.
    pub fn bad(&self, carrier: &Carrier, root: &str, step: &str) -> String {
        match self.rarity {
            Rarity::Given => ";".to_owned(),
            _ if self.is_twin => carrier.makes_good(root, step),
            _ => carrier.makes_bad(root, step),
        }
    }

    /// One step.
    pub fn step(&self, carrier: &Carrier, root: &str, step: &str, n: &str) -> String {
        let k = self.k;
        let bad = self.bad(carrier, root, step);
        let made_bad = match (self.rarity, self.form) {
            (Rarity::Given, _) => return ";".to_owned(),
            (Rarity::Exception, 0) => format!("try {{ int gone := 1 / ({k} - {step}); }} catch {{ {bad} }}"),
            (Rarity::Exception, 1) => format!("try {{ int[] none := new int[{k} - {step}]; }} catch {{ {bad} }}"),
            (Rarity::Exception, _) => format!("try {{ if ({step} == {k}) throw \"rare\"; }} catch {{ {bad} }}"),
            (Rarity::Alias, 2) => format!("p.z := 0; q.z := {step}; if (p.z == {step} && {step} >= {k}) {{ {bad} }}"),
            _ => format!("if ({}) {{ {bad} }}", self.condition(step, n)),
        };
        if self.rewrites {
            format!("if ({step} < {k}) {{ {} }} {made_bad}", carrier.makes_good(root, step))
        } else {
            made_bad
        }
    }

    /// The fact that holds as long as nothing has gone bad.
    pub fn fact(&self, carrier: &Carrier, root: &str, step: &str) -> String {
        let claim = carrier.claim(root);
        match self.rarity {
            Rarity::Given => format!("{step} < {} || {claim}", self.k),
            _ => claim,
        }
    }

    /// The same about the value that is written in a step, without a quantifier.
    pub fn tested(&self, carrier: &Carrier, root: &str, step: &str) -> String {
        let test = carrier.tested(root, step);
        match self.rarity {
            Rarity::Given => format!("({step} < {} || {test})", self.k),
            _ => test,
        }
    }
}
