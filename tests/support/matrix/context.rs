//! Columns: how the step is repeated, and where the program asserts that nothing has gone bad.

use super::Plan;
use super::rarity::Rarity;

enumeration! {
    /// The control structure around the repeated step.
    pub enum Column {
        Loop, Nested, OuterInvariant, Break, Continue, Return, Throw, Catch, Callee, CalleeModifies, CalleeEnsures,
        CalleeRequires, Constructor, Initialiser, Recursion, MutualRecursion, EntryRecursion, Dispatch, Super, Exceptional,
        Old,
    }
}

/// The parts of a program of a column.
#[derive(Default)]
pub struct Parts {
    /// Classes besides `Main`.
    pub classes: String,
    /// Methods of `Main`, and static fields.
    pub members: String,
    /// Clauses of the entry.
    pub clauses: String,
    /// The statements of the entry method about the value.
    pub body: String,
}

impl Column {
    /// The rarities that fit.
    pub fn rarities(self) -> &'static [Rarity] {
        match self {
            // Initialisers run before the entry method has its inputs.
            Self::Initialiser => &[Rarity::Steps, Rarity::Exception],
            // A bad input is bad from the beginning.
            Self::Old => &[Rarity::Steps, Rarity::Input, Rarity::Alias, Rarity::Class, Rarity::Exception],
            Self::Loop | Self::Nested | Self::OuterInvariant | Self::Break | Self::Continue | Self::Return => {
                &Rarity::ALL
            }
            Self::Throw | Self::Catch | Self::Callee | Self::CalleeModifies | Self::CalleeEnsures => &Rarity::ALL,
            Self::CalleeRequires | Self::Constructor | Self::Recursion | Self::MutualRecursion => &Rarity::ALL,
            // The first call must satisfy what recursion assumes.
            Self::EntryRecursion => &[Rarity::Given, Rarity::Given, Rarity::Steps, Rarity::Alias, Rarity::Class],
            Self::Exceptional => &[Rarity::Given, Rarity::Given, Rarity::Steps, Rarity::Input, Rarity::Exception],
            Self::Dispatch | Self::Super => &Rarity::ALL,
        }
    }
}

/// The words of a program.
impl Plan {
    fn step(&self, root: &str, step: &str) -> String {
        self.rare.step(&self.carrier, root, step, self.n)
    }

    fn fact(&self, root: &str, step: &str) -> String {
        self.rare.fact(&self.carrier, root, step)
    }

    /// The assertion.
    fn asserted(&self, root: &str, step: &str) -> String {
        format!("assert {};", self.fact(root, step))
    }

    /// The assertion after each step, if the plan has one.
    fn asserted_inside(&self, root: &str, step: &str) -> String {
        if self.is_asserted_inside { self.asserted(root, step) } else { String::new() }
    }

    /// The clauses of a loop that counts steps.
    fn invariants(&self, root: &str, step: &str) -> String {
        let n = self.n;
        let all = [
            format!("invariant({step} >= 0)"),
            format!("invariant({step} <= {n} || {n} < 0)"),
            format!("invariant({})", self.fact(root, step)),
            format!("decreases({n} - {step})"),
        ];
        let said = all.into_iter().enumerate().filter(|(bit, _)| self.clauses >> bit & 1 == 1);
        said.map(|(_, clause)| format!(" {clause}")).collect()
    }

    /// A loop of all steps.
    fn counted(&self, root: &str) -> String {
        let (i, n) = (self.i, self.n);
        format!(
            "int {i} := 0;\n        while ({i} < {n}){} {{\n            {}\n            {i} := {i} + 1;\n            {}\n        }}\n        ",
            self.invariants(root, i),
            self.step(root, i),
            self.asserted_inside(root, i)
        )
    }

    fn list(&self, with_root: bool, more: &[(&str, &str)], declared: bool) -> String {
        let root = self.carrier.root_type().filter(|_| with_root);
        let root = root.iter().map(|ty| (ty.as_str(), self.root));
        let all = root.chain(self.parameters()).chain(more.iter().copied());
        let word = |(ty, name): (&str, &str)| if declared { format!("{ty} {name}") } else { name.to_owned() };
        all.map(word).collect::<Vec<_>>().join(", ")
    }

    /// The result type of a method that does steps.
    fn result(&self) -> String {
        if self.carrier.is_by_value() { self.carrier.value_type().to_owned() } else { "void".to_owned() }
    }

    /// The head of a method that does steps.
    fn head(&self, name: &str, more: &[(&str, &str)]) -> String {
        format!("{} {name}({})", self.result(), self.list(true, more, true))
    }

    /// The last statement of such a method.
    fn ends(&self) -> String {
        if self.carrier.is_by_value() { format!("return {};", self.root) } else { "return;".to_owned() }
    }

    /// A call of such a method. The names of its parameters are those of the variables.
    fn call(&self, name: &str, more: &[&str]) -> String {
        let more: Vec<(&str, &str)> = more.iter().map(|word| ("", *word)).collect();
        let call = format!("{name}({});", self.list(true, &more, false));
        if self.carrier.is_by_value() { format!("{} := {call}", self.root) } else { call }
    }

    /// The name of the value in clauses that callers know.
    fn outcome(&self) -> &'static str {
        if self.carrier.is_by_value() { "retval" } else { self.root }
    }

    /// The locations that may be changed.
    fn frame(&self) -> String {
        let written = self.carrier.frame(self.root).into_iter();
        let more = self.rare.frame().iter().map(|place| (*place).to_owned());
        written.chain(more).chain(["w.z".to_owned()]).collect::<Vec<_>>().join(", ")
    }

    /// Calls of a method, each of which does one step.
    fn stepwise(&self, name: &str) -> String {
        let (i, n) = (self.i, self.n);
        format!(
            "int {i} := 0;\n        while ({i} < {n}){} {{\n            {}\n            {i} := {i} + 1;\n            {}\n        }}\n        ",
            self.invariants(self.root, i),
            self.call(name, &[i]),
            self.asserted_inside(self.root, i)
        )
    }

    /// All parts of the program.
    pub(super) fn parts(&self) -> Parts {
        let (r, i, n, form) = (self.root, self.i, self.n, self.form);
        let k = self.rare.k;
        let ended = self.asserted(r, n);
        let body = |body: String| Parts { body, ..Parts::default() };
        let with = |members: String, body: String| Parts { members, body, ..Parts::default() };
        match self.column {
            Column::Loop => body(format!("{}{ended}", self.counted(r))),
            Column::Nested => body(format!(
                "int t := 0; int {i} := 0;
        while ({i} < {n}){} {{
            int h := 0;
            while (h < 2) {{ {} t := t + 1; h := h + 1; {} }}
            {i} := {i} + 1;
        }}
        {ended}",
                self.invariants(r, i),
                self.step(r, "t"),
                self.asserted_inside(r, "t"),
            )),
            Column::OuterInvariant => {
                let most = if form == 0 { "2" } else { n };
                body(format!(
                    "int t := 0; int {i} := 0;
        while ({i} < {n}) invariant({}){} {{
            int h := 0;
            while (h < {most}) {{ {} t := t + 1; h := h + 1; }}
            {i} := {i} + 1;
        }}
        {ended}",
                    self.fact(r, "t"),
                    self.invariants(r, i),
                    self.step(r, "t"),
                ))
            }
            Column::Break => {
                let leave = self.rare.tested(&self.carrier, r, i);
                let after = if form == 0 { String::new() } else { format!("if (!{leave}) break;") };
                body(format!(
                    "int {i} := 0;
        while (true) {{
            if ({i} > {n}) break;
            {} {after}
            {i} := {i} + 1; {}
        }}
        {ended}",
                    self.step(r, i),
                    self.asserted_inside(r, i),
                ))
            }
            Column::Continue => {
                let early = if form == 0 { format!("{i} < {k}") } else { format!("{i} % 2 == 0 && {i} != {k}") };
                body(format!(
                    "int {i} := 0;
        while ({i} < {n}){} {{
            {i} := {i} + 1;
            if ({early}) continue;
            {} {}
        }}
        {ended}",
                    self.invariants(r, i),
                    self.step(r, i),
                    self.asserted_inside(r, i),
                ))
            }
            Column::Return => {
                let leave = self.rare.tested(&self.carrier, r, i);
                let work = if form == 0 {
                    format!("while (true) {{ if ({i} >= {n}) {} {} {i} := {i} + 1; }}", self.ends(), self.step(r, i))
                } else {
                    let step = self.step(r, i);
                    format!("while ({i} < {n}) {{ {step} if (!{leave}) {} {i} := {i} + 1; }}\n        {0}", self.ends())
                };
                let method = format!(
                    "    static {} {{\n        int {i} := 0;\n        {work}\n    }}\n",
                    self.head("work", &[])
                );
                with(method, format!("{}\n        {ended}", self.call("Main.work", &[])))
            }
            Column::Throw if self.is_uncaught() => {
                let leave = self.rare.tested(&self.carrier, r, i);
                body(format!(
                    "int {i} := 0;
        while ({i} < {n}){} {{ {} if (!{leave}) throw \"bad\"; {i} := {i} + 1; }}",
                    self.invariants(r, i),
                    self.step(r, i),
                ))
            }
            Column::Throw => body(format!(
                "int {i} := 0;
        try {{ while (true) {{ if ({i} >= {n}) throw; {} {i} := {i} + 1; {} }} }} catch {{ }}
        {ended}",
                self.step(r, i),
                self.asserted_inside(r, i),
            )),
            Column::Catch => {
                let condition = self.rare.condition(i, n);
                let throws = if form == 0 {
                    format!("if ({condition}) throw \"rare\";")
                } else {
                    format!("Main.refuse({condition});")
                };
                with(
                    "    static void refuse(bool c) { if (c) throw; }\n".to_owned(),
                    format!(
                        "int {i} := 0;
        while ({i} < {n}){} {{
            try {{ {throws} }} catch {{ {} }}
            {i} := {i} + 1; {}
        }}
        {ended}",
                        self.invariants(r, i),
                        self.rare.bad(&self.carrier, r, i),
                        self.asserted_inside(r, i),
                    ),
                )
            }
            Column::Callee => self.called("", ""),
            Column::CalleeModifies if form == 2 => {
                let method = format!(
                    "    static {} modifies({}) {{
        if ({n} < 0) {}
        int {i} := 0;
        while (true) {{ {} {i} := {i} + 1; {} }}
    }}\n",
                    self.head("work", &[("Link", "w")]),
                    self.frame(),
                    self.ends(),
                    self.step(r, i),
                    self.asserted(r, i),
                );
                with(method, format!("Link w := new Link();\n        {}", self.call("Main.work", &["w"])))
            }
            Column::CalleeModifies => self.called(&format!(" modifies({})", self.frame()), "w"),
            Column::CalleeEnsures if form == 2 => {
                let method = format!(
                    "    static {} ensures(left <= 0) {{
        int {i} := 0;
        while (left > 0) {{ {} {i} := {i} + 1; left := left - 1; }}
        {}
    }}\n",
                    self.head("work", &[("int", "left")]),
                    self.step(r, i),
                    self.ends(),
                );
                with(method, format!("{}\n        {ended}", self.call("Main.work", &[n])))
            }
            Column::CalleeEnsures => {
                let step = if form == 0 { n } else { i };
                self.called(&format!(" ensures({})", self.fact(self.outcome(), step)), "")
            }
            Column::CalleeRequires => {
                let needed = if form == 0 { self.carrier.shape(r) } else { self.fact(r, i) };
                self.called(&format!(" requires({needed})"), "")
            }
            Column::Constructor => {
                let field = self.carrier.root_type().map(|ty| format!("{ty} held; ")).unwrap_or_default();
                let (kept, held) = if field.is_empty() { ("", r) } else { ("this.held := ", "this.held") };
                let kept = if kept.is_empty() { String::new() } else { format!("{kept}{r};") };
                let clause = match form {
                    0 => String::new(),
                    _ => format!(" ensures({})", self.fact(held, n)),
                };
                let (more, work): (&[(&str, &str)], String) = if form == 2 {
                    (&[("int", "turn")], format!("{kept} {}", self.step(held, "turn")))
                } else {
                    (&[], format!("{kept} {}", self.counted(held)))
                };
                let class = format!(
                    "class Maker {{\n    {field}\n    Maker({}){clause} {{\n        {work}\n    }}\n}}\n",
                    self.list(true, more, true)
                );
                let made = |more: &[(&str, &str)]| format!("Maker b := new Maker({});", self.list(true, more, false));
                let back = if self.carrier.is_by_value() { format!("{r} := b.held;") } else { String::new() };
                let body = if form == 2 {
                    let made = made(&[("", i)]);
                    format!(
                        "int {i} := 0;\n        while ({i} < {n}){} {{ {made} {back} {i} := {i} + 1; }}\n        {ended}",
                        self.invariants(r, i)
                    )
                } else {
                    format!("{}\n        {back}\n        {ended}", made(&[]))
                };
                Parts { classes: class, body, ..Parts::default() }
            }
            Column::Initialiser => {
                let (ty, held, given) = match self.carrier.root_type() {
                    Some(ty) => (ty, "Main.held", r),
                    None => ("int".to_owned(), r, "0"),
                };
                let members = format!(
                    "    static {ty} held := Main.begin();
    static {ty} begin() {{
        {}
        int {n} := {};
        {}return {given};
    }}\n",
                    self.carrier.made(r),
                    k + 2,
                    self.counted(r),
                );
                with(members, format!("assert {};", self.carrier.claim(held)))
            }
            Column::Recursion => {
                let (more, first): (&[(&str, &str)], &str) = (&[("int", i)], if form == 0 { "0" } else { n });
                let work = if form == 0 {
                    let next = format!("{i} + 1");
                    format!(
                        "if ({i} >= {n}) {} {} {} {}",
                        self.ends(),
                        self.step(r, i),
                        self.call("Main.walk", &[&next]),
                        self.ends()
                    )
                } else {
                    let next = format!("{i} - 1");
                    format!(
                        "if ({i} <= 0) {} {} {} {}",
                        self.ends(),
                        self.call("Main.walk", &[&next]),
                        self.step(r, i),
                        self.ends()
                    )
                };
                let method =
                    format!("    static {}{} {{\n        {work}\n    }}\n", self.head("walk", more), self.said());
                with(method, format!("{}\n        {ended}", self.call("Main.walk", &[first])))
            }
            Column::MutualRecursion => {
                let next = format!("{i} + 1");
                let method = |name: &str, other: &str, step: String| {
                    format!(
                        "    static {}{} {{\n        if ({i} > {n}) {} {step} {} {}\n    }}\n",
                        self.head(name, &[("int", i)]),
                        self.said(),
                        self.ends(),
                        self.call(other, &[&next]),
                        self.ends(),
                    )
                };
                let quiet = if form == 0 { ";".to_owned() } else { self.step(r, i) };
                // With `==`, the only step may be the turn of the other method.
                let exact = format!(
                    "{}{}",
                    self.step(r, i),
                    if form == 0 { self.asserted_inside(r, i) } else { String::new() }
                );
                let first = if k.is_multiple_of(2) { "Main.pong" } else { "Main.ping" };
                with(
                    method("ping", "Main.pong", quiet) + &method("pong", "Main.ping", exact),
                    format!("{}\n        {ended}", self.call(first, &["0"])),
                )
            }
            Column::EntryRecursion => self.entry_recursion(),
            Column::Dispatch => {
                let signature = self.head("run", &[]);
                let method = |signature: &str, work: String, end: String| {
                    format!("    {signature}{} {{\n        {work}{end}\n    }}\n", self.said())
                };
                let narrower = self.carrier.value_type() == "Base" && self.carrier.is_by_value();
                let calm = if narrower {
                    let wait = format!("int {i} := 0; while ({i} < {n}) {{ {i} := {i} + 1; }}\n        ");
                    method(&signature.replacen("Base", "Right", 1), wait, "return new Right();".to_owned())
                } else {
                    let wait = format!("int {i} := 0; while ({i} < {n}) {{ {i} := {i} + 1; }}\n        ");
                    method(&signature, wait, self.ends())
                };
                let wild = method(&signature, self.counted(r), self.ends());
                let (kind, below, word) = if form == 0 {
                    ("interface", "implements", "")
                } else {
                    ("abstract class", "extends", "abstract ")
                };
                let class =
                    |name: &str, method: &str| format!("class {name} {below} Work {{\n    {name}() {{}}\n{method}}}\n");
                let mut classes = format!("{kind} Work {{ {word}{signature}; }}\n");
                let both = [class("Calm", &calm), class("Wild", &wild)];
                if form == 2 {
                    both.iter().rev().for_each(|class| classes += class);
                } else {
                    both.iter().for_each(|class| classes += class);
                }
                Parts { classes, body: format!("{}\n        {ended}", self.call("work.run", &[])), ..Parts::default() }
            }
            Column::Super => {
                let signature = self.head("run", &[]);
                let call = self.call("super.run", &[]);
                let said = if form == 2 { String::new() } else { self.said() };
                let (upper, lower) = match form {
                    0 => (self.counted(r), call),
                    1 => (self.counted(r), format!("if ({n} < 2) {} {call}", self.ends())),
                    _ => (
                        "this.times := this.times + 1;\n        ".to_owned(),
                        format!("{call}\n        {}", self.counted(r)),
                    ),
                };
                let classes = format!(
                    "class Upper {{\n    int times;\n    Upper(int times) {{ this.times := times; }}\n    {signature}{} {{\n        {upper}{}\n    }}\n}}
class Lower extends Upper {{\n    Lower() {{ super(1); }}\n    {signature}{} {{\n        {lower} {}\n    }}\n}}\n",
                    said,
                    self.ends(),
                    said,
                    self.ends(),
                );
                Parts {
                    classes,
                    body: format!("Upper u := new Lower();\n        {}\n        {ended}", self.call("u.run", &[])),
                    ..Parts::default()
                }
            }
            Column::Exceptional if form == 0 => {
                let method = format!(
                    "    static {} exceptional({}) {{\n        {}throw \"always\";\n    }}\n",
                    self.head("work", &[]),
                    self.fact(r, n),
                    self.counted(r),
                );
                with(method, format!("try {{ {} }} catch {{ }}", self.call("Main.work", &[])))
            }
            Column::Exceptional => {
                let throwing = self.carrier.throwing_claim(r, n);
                let quiet = format!("if ({n} < 0) {{ assert {throwing}; }}");
                Parts {
                    clauses: " exceptional(true)".to_owned(),
                    ..body(format!("{quiet}\n        {}{ended}", self.counted(r)))
                }
            }
            Column::Old => {
                let last = k.to_string();
                let test = |root: &str| self.carrier.tested(root, &last);
                if form == 0 {
                    let claim = format!(" invariant({0} == old({0}))", test(r));
                    body(format!(
                        "int {i} := 0;
        while ({i} < {n}){claim}{} {{ {} {i} := {i} + 1; }}
        {ended}",
                        self.invariants(r, i),
                        self.step(r, i),
                    ))
                } else {
                    let said = format!(" ensures(old({}) ==> {})", test(r), self.fact(self.outcome(), n));
                    let said = if form == 1 { said } else { format!("{said} ensures(old({n}) == {n})") };
                    let method = format!(
                        "    static {}{said} {{\n        {}{}\n    }}\n",
                        self.head("work", &[]),
                        self.counted(r),
                        self.ends()
                    );
                    with(method, format!("{}\n        {ended}", self.call("Main.work", &[])))
                }
            }
        }
    }

    /// Clauses of methods in columns whose subject is another one.
    fn said(&self) -> String {
        match self.clauses >> 4 & 3 {
            1 if self.carrier.is_by_value() || self.carrier.frame(self.root).is_none() => String::new(),
            1 if self.rare.frame().is_empty() => {
                self.carrier.frame(self.root).map(|place| format!(" modifies({place})")).unwrap_or_default()
            }
            2 => format!(" requires({})", self.carrier.shape(self.root)),
            3 => format!(" ensures({})", self.fact(self.outcome(), self.n)),
            _ => String::new(),
        }
    }

    /// A method that does all steps, or one in each call.
    fn called(&self, clauses: &str, more: &str) -> Parts {
        let (declared, given): (&[(&str, &str)], &[&str]) =
            if more.is_empty() { (&[], &[]) } else { (&[("Link", "w")], &["w"]) };
        let first = if more.is_empty() { "" } else { "Link w := new Link();\n        " };
        let ended = self.asserted(self.root, self.n);
        if self.form == 0 {
            let method = format!(
                "    static {}{clauses} {{\n        {}{}\n    }}\n",
                self.head("work", declared),
                self.counted(self.root),
                self.ends()
            );
            let body = format!("{first}{}\n        {ended}", self.call("Main.work", given));
            return Parts { members: method, body, ..Parts::default() };
        }
        let parameters: Vec<(&str, &str)> = [("int", self.i)].into_iter().chain(declared.iter().copied()).collect();
        let method = format!(
            "    static {}{clauses} {{\n        {} {}\n    }}\n",
            self.head("work", &parameters),
            self.step(self.root, self.i),
            self.ends(),
        );
        let calls = self.stepwise("Main.work");
        let calls =
            if more.is_empty() { calls } else { calls.replace(&format!("{});", self.i), &format!("{}, w);", self.i)) };
        Parts { members: method, body: format!("{first}{calls}{ended}"), ..Parts::default() }
    }

    fn entry_recursion(&self) -> Parts {
        let (r, i, n) = (self.root, self.i, self.n);
        if self.rare.rarity == Rarity::Given {
            let shape = self.carrier.shape(r);
            let begins = "if (Main.depth == 0) Main.state := given;\n        Main.depth := Main.depth + 1;\n        ";
            let depth = "    static int depth := 0;\n";
            let (depth, begins, given) = match self.carrier.root_type() {
                Some(_) => ("", "", r),
                None => (depth, begins, "given"),
            };
            let known = if self.rare.is_twin { format!("assume {};", self.carrier.claim(r)) } else { String::new() };
            return Parts {
                members: depth.to_owned(),
                body: format!(
                    "{begins}int {i} := 0;
        while ({i} < {}) {{ {i} := {i} + 1; }}
        if (!({shape}) || {n} <= 0) return;
        {known}
        assert {};
        Main.main({given}, {n} - 1);",
                    self.rare.k,
                    self.carrier.claim(r)
                ),
                ..Parts::default()
            };
        }
        let (field, held, kept) = match self.carrier.root_type() {
            Some(ty) => (format!("    static {ty} held;\n"), "Main.held", format!("Main.held := {r};")),
            None => (String::new(), r, String::new()),
        };
        Parts {
            members: format!("    static int depth := 0;\n{field}"),
            body: format!(
                "if (Main.depth == 0) {{ {} {kept} }}
        if (Main.depth >= {n}) return;
        {}
        Main.depth := Main.depth + 1;
        {}
        Main.main({});",
                self.carrier.made(r),
                self.step(held, "Main.depth"),
                self.asserted(held, "Main.depth"),
                self.list(false, &[], false),
            ),
            ..Parts::default()
        }
    }
}
