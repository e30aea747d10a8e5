//! The manual, a chapter per page. `multise help TOPIC` prints a chapter, and `multise man` contains all of them.
//!
//! Options are documented where they are defined: `multise help COMMAND` prints them.

/// Declares a page for each chapter, and the table of all chapters. The text of a chapter is the file of its name.
macro_rules! chapters {
    ($($name:ident: $about:literal,)*) => {
        $(
            #[doc = include_str!(concat!(stringify!($name), ".md"))]
            pub mod $name {}
        )*

        /// All chapters, in the order in which a newcomer reads them.
        pub(crate) const CHAPTERS: &[Chapter] = &[$(Chapter {
            name: stringify!($name),
            about: $about,
            text: include_str!(concat!(stringify!($name), ".md")),
        },)*];
    };
}

/// A chapter of the manual.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chapter {
    /// The word after `multise help`. No command has the same name.
    pub name: &'static str,
    /// What it is about, in a few words.
    pub about: &'static str,
    /// Markdown: headings, paragraphs, lists without blank lines, fenced code, `code` and *emphasis*.
    pub text: &'static str,
}

chapters! {
    language: "The language OOX, and what multise adds to it",
    verdicts: "What valid, invalid and unknown mean; exit codes",
    bounds: "Loops, recursion, the input heap; limits of time and memory",
    proofs: "Proofs by induction, for loops without bounds",
    inputs: "Inputs as JSON, replay, generated tests",
    objects: "Methods and classes without a main program",
    java: "Java programs: class files, jars, what is supported",
    threads: "Programs with threads: interleavings, deadlocks, schedules",
    values: "Values of variables at a line (explain), the HTML report",
    costs: "What takes the time (profile), and options that change it",
    options: "Options in programs, the environment and multise.toml",
    reports: "Reports for other programs: SARIF, JUnit, witnesses, coverage",
    json: "The fields of the JSON reports",
    campaigns: "Many programs on many machines",
    ci: "Continuous integration",
    editor: "Editors, and exploring whenever a file is saved",
    library: "The library for Rust programs",
    building: "Building and installing",
}
