//! Methods that say which inputs an entry is for (`--requires`): it is called with its receiver and arguments before it, or asked
//! about each of its objects, and inputs for which it does not return `true` are not considered.

use super::Linker;
use super::code::More;
use super::members::Member;
use super::roots::{ENTRY_MISSING, ENTRY_UNFIT, Refusal, Root, refuse};
use crate::ir::{BinaryOp, BlockId, Expr, Handler, InstrKind, LocalId, MethodId, Required, Terminator, Type, Width};
use crate::java::classfile::descriptor;

/// Whether a text can be the name of a method of a class, perhaps with the types of its parameters.
fn is_name(text: &str) -> bool {
    let (name, types) = text.split_once('(').unwrap_or((text, ")"));
    let is_of_name = |c: char| c.is_alphanumeric() || "_$. ".contains(c);
    let is_of_types = |c: char| is_of_name(c) || ",[]".contains(c);
    let types = types.trim_end().strip_suffix(')');
    name.contains('.') && name.chars().all(is_of_name) && types.is_some_and(|types| types.chars().all(is_of_types))
}

impl Linker<'_> {
    /// Finds the methods and conditions of the options; each has to fit one of the roots.
    pub(super) fn find_required(&mut self, roots: &[Root]) -> Result<(), Refusal> {
        // Nothing is required where a program starts: there are no inputs.
        let roots: Vec<Root> = roots.iter().filter(|root| !root.is_main).copied().collect();
        for name in self.dialect.classes.requires.clone() {
            let Some(member) = self.find_method(&name, &roots)? else { continue };
            let method = self.member(member);
            if !method.descriptor.ends_with(")Z") || &*method.name == "<init>" {
                return refuse(ENTRY_UNFIT, format!("`{name}` of --requires does not return a `boolean`"), None);
            }
            if !roots.iter().any(|root| !self.fitting(root.member, member).is_empty()) {
                let help = "its parameters are those of the entry, perhaps with the receiver before them, or it has one object";
                let message = format!("`{name}` of --requires does not fit what is explored");
                return refuse(ENTRY_MISSING, message, Some(help.to_owned()));
            }
            self.required.push(member);
            self.assume(format!("`{name}` is true of the inputs"));
        }
        Ok(())
    }

    /// The method of a name; nothing for a condition, which is read.
    fn find_method(&mut self, text: &str, roots: &[Root]) -> Result<Option<Member>, Refusal> {
        if !is_name(text) {
            return self.find_condition(text, roots).map(|()| None);
        }
        // What looks like the name of a method may be a field.
        self.entry(text).map(|root| Some(root.member)).or_else(|error| match self.find_condition(text, roots) {
            Ok(()) => Ok(None),
            Err(_) => {
                self.condition = None;
                Err(error)
            }
        })
    }

    /// Reads a condition, which has to fit one of the roots.
    fn find_condition(&mut self, text: &str, roots: &[Root]) -> Result<(), Refusal> {
        let condition = self.read_condition(text)?;
        let (mut fits, mut first) = (false, None);
        for root in roots {
            match self.conditional(&condition, *root) {
                Ok(method) => {
                    fits = true;
                    self.conditions.push((root.member, method));
                }
                Err(error) => _ = first.get_or_insert(error),
            }
        }
        match first.filter(|_| !fits) {
            Some(error) => Err(error),
            None if fits => {
                self.condition = None;
                self.assume(format!("`{text}` is true of the inputs"));
                Ok(())
            }
            None => refuse(ENTRY_MISSING, format!("`{text}` of --requires does not fit what is explored"), None),
        }
    }

    /// The receiver and the parameters of a method, as descriptors.
    fn operands(&self, (class, i): Member) -> (Option<String>, Vec<String>) {
        let method = self.member((class, i));
        let (parameters, _) = descriptor::method(&method.descriptor).unwrap_or_default();
        let receiver = method.has_receiver().then(|| format!("L{};", self.classes[class].name));
        (receiver, parameters.into_iter().map(str::to_owned).collect())
    }

    /// What a required method is called with before an entry: for each call the numbers of the entry's operands, where the receiver
    /// is the first if there is one.
    fn fitting(&mut self, entry: Member, required: Member) -> Vec<Vec<usize>> {
        let (receiver, parameters) = self.operands(entry);
        let is_enum = self.is_enum(entry.0);
        let skipped = usize::from(receiver.is_some());
        // What stands for a constant of an enum is asked nothing.
        let is_asked = |call: &Vec<usize>| skipped == 0 || !call.contains(&0) || !is_enum;
        let all: Vec<String> = receiver.into_iter().chain(parameters).collect();
        let (own, rest) = self.operands(required);
        let own: Vec<String> = own.into_iter().chain(rest).collect();
        for first in [0, skipped] {
            let given = &all[first..];
            if given.len() == own.len() && given.iter().zip(&own).all(|(given, own)| self.fits(given, own)) {
                return [(first..all.len()).collect()].into_iter().filter(is_asked).collect();
            }
        }
        match &own[..] {
            [only] if only.starts_with('L') => {
                (0..all.len()).filter(|at| self.fits(&all[*at], only)).map(|at| vec![at]).filter(is_asked).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Whether a value of a type can be an operand of another one.
    fn fits(&mut self, given: &str, own: &str) -> bool {
        if given == own || !given.starts_with(['L', '[']) {
            return given == own;
        }
        match (given.starts_with('L'), own.starts_with('L')) {
            (true, true) => {
                let class = |linker: &mut Self, ty: &str| linker.class(super::classes::class_of(ty)).ok();
                class(self, given).zip(class(self, own)).is_some_and(|(given, own)| self.is_subclass(given, own))
            }
            _ => own == "Ljava/lang/Object;",
        }
    }

    /// Notes what has to be true before a root.
    pub(super) fn require_before(&mut self, root: MethodId, entry: Member) {
        for (of, condition) in self.conditions.clone() {
            if of == entry {
                let (method, operands) = (self.reached(condition), self.program.methods[root].formals.clone());
                self.program.methods[root].required.push(Required { method, is_exact: true, operands });
            }
        }
        for required in self.required.clone() {
            let calls = self.fitting(entry, required);
            if calls.is_empty() {
                continue;
            }
            let method = self.member(required);
            let is_static = method.access.is_static();
            let is_exact = is_static || method.access.is_private() || method.access.is_final();
            let id = if is_exact { self.reached(required) } else { self.declared_method(required) };
            if !is_exact {
                self.call_virtually(id);
            }
            self.initialisation(required.0, None);
            for call in calls {
                let formals = &self.program.methods[root].formals;
                let operands = call.into_iter().map(|at| formals[at]).collect();
                self.program.methods[root].required.push(Required { method: id, is_exact, operands });
            }
        }
    }

    /// Code that goes on only if a required method returns `true`. Returns its first block.
    pub(super) fn require(&self, more: &mut More, required: &Required, next: BlockId) -> BlockId {
        let (result, slot) = (more.local(Some(Type::Machine(Width::U1))), more.local(None));
        let cond = Expr::binary(BinaryOp::Ne, Expr::Local(result), Expr::int(0));
        let check = more.block(vec![InstrKind::Assume { cond }], Terminator::Goto(next));
        let fails = InstrKind::Assign { dst: result, value: Expr::int(0) };
        let failed = more.block(vec![fails], Terminator::Goto(check));
        let args = required.operands.iter().map(|local| Expr::Local(*local)).collect();
        let call = Terminator::Call { dst: Some(result), callee: required.callee(), args, next: check };
        let first = more.block(Vec::new(), call);
        more.block_mut(first).handler = Handler { block: failed, slot };
        match self.asked(required).filter(|asked| more.method().this() != Some(*asked)) {
            Some(asked) => {
                let cond = Expr::is_there(Expr::Local(asked));
                more.block(Vec::new(), Terminator::Branch { cond, then: first, other: next })
            }
            None => first,
        }
    }

    /// The object on which a required method is called: null is not asked.
    fn asked(&self, required: &Required) -> Option<LocalId> {
        let is_asked = self.program.methods[required.method].this().is_some();
        required.operands.first().copied().filter(|_| is_asked)
    }
}
