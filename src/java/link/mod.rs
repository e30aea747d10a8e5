//! Linking: from the names in class files to the classes, fields and methods of a program.
//!
//! Only what the roots reach is linked. A call by the class of the receiver reaches the methods of the classes that are
//! instantiated somewhere, or that inputs can have (rapid type analysis).
//!
//! | task | module |
//! |---|---|
//! | which method names and options mean | [`roots`] |
//! | where classes are; which of the JDK are read | [`library`] |
//! | classes of the JDK and ours as one | [`overlay`] |
//! | classes and their hierarchy | [`classes`] |
//! | fields and methods by name | [`members`] |
//! | what is reached; dispatch | [`reach`] |
//! | the answers that code needs | [`answers`] |
//! | methods of the library for operands of known classes | [`typed`] |
//! | what depends on all classes that code names | [`closing`] |
//! | methods about characters | [`characters`] |
//! | which false assertions may be caught | [`assertions`] |
//! | switches over enums | [`switches`] |
//! | what `invokedynamic` makes | [`sites`] |
//! | initialisation of classes | [`init`] |
//! | which classes inputs have | [`inputs`] |
//! | which classes are initialised before the entry, because inputs have them | [`early`] |
//! | type arguments in inputs | [`arguments`] |
//! | what parameters that are types stand for in entries | [`parameters`] |
//! | constants of enums in inputs | [`enums`] |
//! | which inputs are collections that operations make | [`collections`] |
//! | code that makes them | [`given`] |
//! | what runs before an entry | [`start`] |
//! | which inputs an entry is for | [`requires`] |
//! | conditions of options as methods | [`conditions`] |
//! | receivers that constructors make | [`receivers`] |
//! | records that constructors make | [`records`] |
//! | what their constructors do | [`canonical`] |
//! | calls of constructors with the fields of an object | [`construct`] |
//! | which place an exception of the library has | [`places`] |
//! | source files | [`sources`] |
//! | methods that linking makes | [`code`] |

mod answers;
mod arguments;
mod assertions;
mod before_threads;
mod canonical;
mod characters;
mod classes;
mod closing;
mod code;
mod collections;
mod conditions;
mod construct;
mod early;
mod enums;
mod floats;
mod given;
mod init;
mod inputs;
mod library;
mod members;
mod overlay;
mod parameters;
mod places;
mod reach;
mod receivers;
mod records;
mod requires;
mod roots;
mod sites;
mod sources;
mod start;
mod switches;
mod typed;

pub(super) use library::Places;
pub(super) use sources::Located;

use crate::config::{Dialect, IntWidth};
use crate::index::IndexVec;
use crate::ir::{
    Causes, ClassId, Contents, Field, FieldId, Local, Method, MethodId, Program, Site, SiteId, SiteKind, StaticId, Type,
};
use crate::java::classfile::ClassFile;
use crate::java::lower::{Call, Initialise, Ty};
use crate::java::syntax::JAVA;
use crate::source::{Diagnostic, Phase, SourceFile, Sources, Span};
use answers::Held;
use assertions::{ASSERTION_ERROR, MemberKey};
use classes::{Linked, Missing};
use closing::Closing;
use indexmap::{IndexMap, IndexSet};
use members::Member;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// A class is missing or malformed.
pub(super) const UNLINKED: &str = "E0171";

/// A linked program.
pub(super) struct Product {
    pub program: Program,
    pub sources: Sources,
    pub roots: Vec<MethodId>,
}

/// Why nothing is linked.
pub(super) struct Unlinked {
    pub diagnostics: Vec<Diagnostic>,
    /// The text in which the places are, if it is that of an option.
    pub text: Option<SourceFile>,
}

impl From<Vec<Diagnostic>> for Unlinked {
    fn from(diagnostics: Vec<Diagnostic>) -> Self {
        Self { diagnostics, text: None }
    }
}

/// Links what the roots of a dialect reach. `main` is the class to start in if the options name none.
///
/// It is linked twice: which assertions can be caught where they are false, whether there are threads, and which types code names
/// is known only when it is known what calls what.
///
/// # Errors
/// What the roots name does not exist, or a class file is malformed.
pub(super) fn link(mut places: Places, main: Option<&str>, dialect: &Dialect) -> Result<Product, Unlinked> {
    let (mut guarded, mut threaded, mut named) = (None, false, IndexSet::new());
    loop {
        let mut linker = Linker::new(&mut places, main, dialect).map_err(|missing| vec![refused(missing)])?;
        (linker.guarded, linker.threaded, linker.inputs.named) = (guarded, threaded, named);
        let asked = linker.roots(main).map_err(|error| vec![*error])?;
        if let Err(error) = linker.find_required(&asked) {
            return Err(Unlinked { diagnostics: vec![*error], text: linker.condition });
        }
        let roots = linker.reach_all(&asked);
        if let Some(malformed) = linker.malformed.take() {
            return Err(vec![refused(malformed)].into());
        }
        if linker.guarded.is_some() {
            return Ok(linker.finish(roots));
        }
        (guarded, threaded) = (Some(linker.guarded()), linker.program.has_forks());
        named = linker.inputs.named;
    }
}

/// The diagnostic of a class that cannot be linked.
fn refused(missing: Missing) -> Diagnostic {
    let message = match missing {
        Missing::Absent(name) => format!("there is no class `{}` on the class path", classes::dotted(&name)),
        Missing::Circular(name) => format!("the class `{}` is its own supertype", classes::dotted(&name)),
        Missing::Malformed(reason) => reason,
    };
    Diagnostic::without_place(Phase::Parse, UNLINKED, message)
}

/// A program that is being linked.
struct Linker<'a> {
    places: &'a mut Places,
    dialect: &'a Dialect,
    program: Program,
    sources: Located,
    /// Parallel to the classes of the program.
    classes: IndexVec<ClassId, Linked>,
    by_name: FxHashMap<String, Option<ClassId>>,
    placeholders: FxHashMap<String, ClassId>,
    /// The classes whose supertypes are just being linked.
    loading: Vec<String>,
    fields: FxHashMap<(ClassId, usize), FieldId>,
    statics: FxHashMap<(ClassId, usize), StaticId>,
    /// Parallel to the methods of the program: what they are in class files.
    members: IndexVec<MethodId, Option<Member>>,
    by_member: FxHashMap<Member, MethodId>,
    /// The methods for calls with receivers below the classes that declare them, or with operands for which there are copies.
    narrow: FxHashMap<(Member, ClassId, Option<Member>), MethodId>,
    /// The operands of the latter.
    operands: FxHashMap<MethodId, Vec<Ty>>,
    initialisations: FxHashMap<ClassId, Initialise>,
    /// The classes whose initialisation has no code yet.
    unmade: Vec<ClassId>,
    /// The methods that have no code yet.
    unlowered: Vec<MethodId>,
    /// The classes that have objects.
    instantiated: IndexSet<ClassId>,
    /// What inputs can be.
    inputs: inputs::Inputs,
    /// The types with arguments of inputs.
    arguments: arguments::Arguments,
    /// The methods that calls mean which find theirs by the class of the receiver.
    called: IndexSet<MethodId>,
    /// The methods of classes for those.
    dispatch: FxHashMap<(ClassId, MethodId), MethodId>,
    /// The methods that stand for abstract ones of objects about which nothing is known.
    unknown: FxHashMap<MethodId, MethodId>,
    /// The methods that get their code when everything is linked.
    closing: IndexMap<MethodId, Closing>,
    /// The methods of which an entry is the start of a program.
    mains: FxHashSet<MethodId>,
    /// The allocations of constructors that are entries.
    makes: FxHashMap<MethodId, SiteId>,
    /// The methods whose code is reached.
    lowering: FxHashSet<MethodId>,
    /// The classes that sites of `invokedynamic` have made, by name.
    made: FxHashMap<String, Arc<ClassFile>>,
    /// What these sites come to.
    sites: FxHashMap<sites::Key, Call>,
    /// The constants that are objects, with the fields that hold them.
    constants: IndexMap<Held, StaticId>,
    /// The methods out of which a false assertion may be caught, if that is known already.
    guarded: Option<FxHashSet<MemberKey>>,
    /// Whether threads are started, if that is known already.
    threaded: bool,
    /// Whether code of users compares references to texts.
    compares_texts: bool,
    /// The methods that have to be true of the inputs.
    required: Vec<Member>,
    /// The entries that have conditions, and these as methods.
    conditions: Vec<(Member, Member)>,
    /// The text of the condition that is being read.
    condition: Option<SourceFile>,
    /// The collections of inputs.
    collections: collections::Collections,
    /// The receivers that constructors make.
    built: receivers::Built,
    /// The types of receivers that are any objects, by the classes that declare entries, where these are of fewer arguments.
    receivers: FxHashMap<ClassId, Type>,
    /// The parameters of entries that share parameters that are types.
    shared: Vec<parameters::Shared>,
    /// The records of inputs that constructors complete.
    records: records::Records,
    /// The fields that linking gives to the objects of a class and of those below it. They are null in inputs.
    hidden: Vec<(ClassId, FieldId)>,
    /// The first class file that is malformed. Linking goes on without it, and is refused in the end.
    malformed: Option<Missing>,
}

impl<'a> Linker<'a> {
    fn new(places: &'a mut Places, main: Option<&str>, dialect: &'a Dialect) -> Result<Self, Missing> {
        let mut sources = Located::new(&dialect.classes.sources);
        if let Some(asked) = &places.asked {
            sources.add(asked);
        } else if let Some((name, file)) = roots::first_class(&mut places.path, &dialect.classes.roots, main) {
            sources.of_class(&name, Some(&file), classes::Origin::User);
        }
        let mut linker = Self {
            places,
            dialect,
            program: Program { syntax: JAVA, ints: Some(IntWidth::W32), ..Program::default() },
            sources,
            classes: IndexVec::new(),
            by_name: FxHashMap::default(),
            placeholders: FxHashMap::default(),
            loading: Vec::new(),
            fields: FxHashMap::default(),
            statics: FxHashMap::default(),
            members: IndexVec::new(),
            by_member: FxHashMap::default(),
            narrow: FxHashMap::default(),
            operands: FxHashMap::default(),
            initialisations: FxHashMap::default(),
            unmade: Vec::new(),
            unlowered: Vec::new(),
            instantiated: IndexSet::new(),
            inputs: inputs::Inputs::default(),
            arguments: arguments::Arguments::default(),
            called: IndexSet::new(),
            dispatch: FxHashMap::default(),
            unknown: FxHashMap::default(),
            closing: IndexMap::new(),
            mains: FxHashSet::default(),
            makes: FxHashMap::default(),
            lowering: FxHashSet::default(),
            made: FxHashMap::default(),
            sites: FxHashMap::default(),
            constants: IndexMap::new(),
            guarded: None,
            threaded: false,
            compares_texts: false,
            required: Vec::new(),
            conditions: Vec::new(),
            condition: None,
            collections: collections::Collections::default(),
            built: receivers::Built::default(),
            receivers: FxHashMap::default(),
            shared: Vec::new(),
            records: records::Records::default(),
            hidden: Vec::new(),
            malformed: None,
        };
        let supers = ["java/lang/Object", "java/lang/Cloneable", "java/io/Serializable"];
        for name in supers {
            let class = linker.class(name)?;
            linker.program.array_supers.push(class);
        }
        linker.add_array_class();
        let causes = Causes {
            null: linker.class("java/lang/NullPointerException")?,
            bounds: linker.class("java/lang/ArrayIndexOutOfBoundsException")?,
            negative_size: linker.class("java/lang/NegativeArraySizeException")?,
            division_by_zero: linker.class("java/lang/ArithmeticException")?,
            cast: linker.class("java/lang/ClassCastException")?,
            array_store: linker.class("java/lang/ArrayStoreException")?,
        };
        linker.program.causes = Some(causes);
        linker.program.failed_assertion = Some(linker.class(ASSERTION_ERROR)?);
        causes.all().for_each(|(_, class)| linker.instantiate(class));
        Ok(linker)
    }

    /// The names of the classes on the class path.
    fn names(&mut self) -> Result<Vec<String>, Missing> {
        self.places.path.names().map_err(|error| Missing::Malformed(error.to_string()))
    }

    /// The type of all references of code.
    fn reference(&self) -> Type {
        Type::Class(self.object())
    }

    /// A class of the library that the models have.
    fn library(&mut self, name: &str) -> ClassId {
        self.class(name).unwrap_or_else(|_| self.object())
    }

    /// A field of a class that the models have.
    fn library_field(&mut self, class: &str, name: &str) -> Option<FieldId> {
        self.library(class);
        self.known_field(class, name)
    }

    /// A new field for the objects of a class that no code of Java sees.
    fn hidden(&mut self, class: ClassId, name: &str, ty: Type) -> FieldId {
        let field = Field { name: name.to_owned(), ty, contents: Contents::Nothing };
        let field = self.program.fields.push(field);
        self.hidden.push((class, field));
        field
    }

    /// Gives these fields to all classes that have them, when all classes are known.
    fn add_hidden_fields(&mut self) {
        for (class, field) in std::mem::take(&mut self.hidden) {
            for below in self.program.classes.ids() {
                if self.is_subclass(below, class) {
                    self.program.classes[below].fields.push(field);
                }
            }
        }
    }

    /// A field of a class that is linked already.
    fn known_field(&self, class: &str, name: &str) -> Option<FieldId> {
        self.fields.get(&self.place_of_field(class, name)?).copied()
    }

    /// A static field of a class that is linked already.
    fn known_static(&self, class: &str, name: &str) -> Option<StaticId> {
        self.statics.get(&self.place_of_field(class, name)?).copied()
    }

    fn place_of_field(&self, class: &str, name: &str) -> Option<(ClassId, usize)> {
        let class = self.known_class(class)?;
        let file = self.classes[class].file.as_ref()?;
        Some((class, file.fields.iter().position(|field| *field.name == *name)?))
    }

    /// A number for a method that gets its code later.
    fn reserve(&mut self, bare: Method, member: Option<Member>) -> MethodId {
        let mut bare = bare;
        if bare.locals.is_empty() {
            bare.thrown = bare.locals.push(Local { name: String::new(), ty: None });
        }
        self.members.push(member);
        self.program.methods.push(bare)
    }

    /// A new allocation instruction of a method. There are objects of the class then.
    fn site(&mut self, method: MethodId, class: ClassId) -> SiteId {
        let span = self.program.methods[method].span;
        self.site_at(method, class, span)
    }

    fn site_at(&mut self, method: MethodId, class: ClassId, span: Span) -> SiteId {
        self.instantiate(class);
        self.program.sites.push(Site { method, span, kind: SiteKind::Object(class) })
    }

    /// The line of a span, for instructions.
    fn line_of(&self, span: Span) -> u32 {
        self.sources.line(span)
    }

    /// The program, when everything is reached.
    fn finish(mut self, roots: Vec<MethodId>) -> Product {
        self.set_dispatch();
        self.program.without_arrays = self.classes_without_names();
        self.set_inputs();
        self.set_arguments();
        self.assume_closed_types();
        self.assume_no_literals();
        self.assume_plain_objects();
        self.assume_no_static_objects();
        self.assume_different_arguments();
        self.close();
        self.set_field_types();
        self.set_positions();
        self.place_exceptions();
        self.give_collections();
        self.add_hidden_fields();
        self.complete_records();
        self.choose_constants();
        self.name_constants();
        self.start_with(&roots);
        self.program.set_groups();
        self.assume_enough_memory();
        debug_assert_eq!(crate::ir::validate::validate(&self.program), Ok(()));
        Product { program: self.program, sources: self.sources.finish(), roots }
    }
}
