//! The command line options of test programs, from their headers and from the rows of `tasks.csv`.

use multise::{Config, IntWidth, Overflow, Property, Types, Uncaught};

/// The entry method and the configuration that options describe.
#[derive(Clone, Debug)]
pub struct Options {
    /// `Class.method`
    pub entry: String,
    /// Everything else.
    pub config: Config,
}

impl Options {
    /// Parses options separated by blanks. As on the command line, an explicit option has precedence over `--compat`.
    ///
    /// # Errors
    /// An unknown option, or one without a value or with a wrong one.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut options = Self { entry: "Main.main".to_owned(), config: super::config() };
        // The modes are compared by what they find within bounds; path mode has no proofs.
        options.config.proofs = false;
        let (mut lenient, mut uncaught) = (None, None);
        let dialect = &mut options.config.dialect;
        let mut words = text.split_whitespace();
        while let Some(word) = words.next() {
            let (name, mut value) = match word.split_once('=') {
                Some((name, value)) => (name, Some(value)),
                None => (word, None),
            };
            let mut value = || value.take().or_else(|| words.next()).ok_or_else(|| format!("`{name}` has no value"));
            let number = |text: &str| text.parse::<u64>().map_err(|e| format!("`{text}`: {e}"));
            match name {
                "--entry" => options.entry = value()?.to_owned(),
                "--strict" => lenient = Some(false),
                "--lenient" => lenient = Some(true),
                "--nonnull-arrays" => dialect.nonnull_arrays = true,
                "--termination" => dialect.termination = true,
                "--array-length" => dialect.array_length = Some(number(value()?)?),
                "--types" => match value()? {
                    "symbolic" => dialect.types = Types::Symbolic,
                    "declared" => dialect.types = Types::Declared,
                    other => return Err(format!("`{other}` is no choice of types")),
                },
                "--int-width" => {
                    let widths = [IntWidth::W8, IntWidth::W16, IntWidth::W32, IntWidth::W64];
                    let bits = number(value()?)?;
                    let width = widths.into_iter().find(|width| u64::from(width.bits()) == bits);
                    dialect.int_width = Some(width.ok_or_else(|| format!("{bits} is no width"))?);
                }
                "--overflow" => match value()? {
                    "check" => dialect.overflow = Overflow::Check,
                    "wrap" => dialect.overflow = Overflow::Wrap,
                    other => return Err(format!("`{other}` is no choice for overflows")),
                },
                "--check" => {
                    let words = value()?.split(',').map(checked).collect::<Result<Vec<_>, _>>()?;
                    dialect.check = words.concat().into_iter().collect();
                }
                "--modular" => options.config.modular = true,
                "--unroll" => options.config.unroll = Some(number(value()?)?),
                "--heap-depth" => options.config.heap_depth = Some(number(value()?)?),
                "--depth" => options.config.depth = Some(number(value()?)?),
                "--uncaught" => {
                    uncaught = Some(match value()? {
                        "invalid" => Uncaught::Invalid,
                        "allow" => Uncaught::Allow,
                        other => return Err(format!("`{other}` is no policy")),
                    });
                }
                "--set" => {
                    let setting = value()?;
                    let (field, text) = setting.split_once('=').ok_or_else(|| format!("`{setting}` sets nothing"))?;
                    dialect.set.push((field.to_owned(), text.to_owned()));
                }
                "--compat" => match value()? {
                    "jip" => (dialect.lenient, dialect.nonnull_arrays) = (true, true),
                    "koppier" => dialect.uncaught = Uncaught::Allow,
                    other => return Err(format!("`{other}` is no other tool")),
                },
                _ => return Err(format!("`{word}` is no option that tests use")),
            }
        }
        dialect.lenient = lenient.unwrap_or(dialect.lenient);
        dialect.uncaught = uncaught.unwrap_or(dialect.uncaught);
        Ok(options)
    }
}

/// The properties that a word of `--check` stands for.
fn checked(word: &str) -> Result<Vec<Property>, String> {
    match word {
        "contracts" => Ok(Property::CONTRACTS.to_vec()),
        _ => {
            let named = Property::all().find(|property| property.to_string() == word);
            named.map(|property| vec![property]).ok_or_else(|| format!("`{word}` is nothing to check"))
        }
    }
}
