//! Objects that a method makes and uses alone. They can be replaced by locals for their fields (*scalar replacement*: T. Kotzmann,
//! H. Mössenböck, *Escape analysis in the context of dynamic compilation and deoptimization*, 2005).

use super::{
    BinaryOp, Block, BlockId, ClassId, Const, Expr, FieldId, Instr, InstrKind, Local, LocalId, Method, Program, Shape,
    SiteKind, Terminator,
};
use crate::closure::closure;
use crate::index::IndexVec;
use std::collections::{BTreeMap, BTreeSet};

/// The objects of an allocation that are used by one method alone, but for the calls that get them.
#[derive(Clone, Debug)]
pub struct OwnObject {
    /// The class.
    pub class: ClassId,
    /// The locals that refer to such an object. Nothing else is assigned to them. All paths assign a local before they read it. So
    /// one that is read has been assigned since the allocation was last run: it refers to the last object.
    pub names: BTreeSet<LocalId>,
    /// The blocks with the calls that get the object.
    pub calls: BTreeSet<BlockId>,
    /// Whether the method returns it.
    pub is_returned: bool,
}

impl Program {
    /// The objects that a method makes and uses alone.
    pub fn own_objects(&self, method: &Method) -> Vec<OwnObject> {
        let mut found = Vec::new();
        for (id, block) in method.blocks.iter_enumerated() {
            for (at, instr) in block.instrs.iter().enumerate() {
                if let InstrKind::NewObject { dst, site } = instr.kind
                    && let SiteKind::Object(class) = self.sites[site].kind
                {
                    found.extend(self.own_object(method, (id, at), class, dst));
                }
            }
        }
        found
    }

    /// The objects of an allocation, if they are used by the method alone.
    fn own_object(&self, method: &Method, place: (BlockId, usize), class: ClassId, dst: LocalId) -> Option<OwnObject> {
        let instrs = || method.blocks.iter().flat_map(|block| &block.instrs);
        let copies = |from: LocalId| instrs().filter_map(move |instr| copied(instr).filter(|copy| copy.0 == from));
        let names = closure([dst], |from| copies(from).map(|(_, to, _)| to));
        if names.iter().any(|local| method.formals.contains(local)) {
            return None;
        }
        let is_returned = method.retval.is_some_and(|retval| names.contains(&retval));
        let mut own = OwnObject { class, names, calls: BTreeSet::new(), is_returned };
        for (id, block) in method.blocks.iter_enumerated() {
            for (at, instr) in block.instrs.iter().enumerate() {
                if (id, at) != place && !self.is_harmless(&own, instr) {
                    return None;
                }
            }
            match &block.term {
                Terminator::Call { dst, args, .. } => {
                    let is_free = |arg: &Expr| own.is(arg) || !own.is_in(arg);
                    if dst.is_some_and(|dst| own.names.contains(&dst)) || !args.iter().all(is_free) {
                        return None;
                    }
                    if args.iter().any(|arg| own.is(arg)) {
                        own.calls.insert(id);
                    }
                }
                Terminator::Branch { cond, .. } if !own.is_in(&self.without(&own, cond)) => {}
                term => {
                    let mut is_used = false;
                    term.for_each_use(&mut |local| is_used |= own.names.contains(&local));
                    if is_used {
                        return None;
                    }
                }
            }
        }
        Some(own)
    }

    /// Whether an instruction neither gives the object to anything else nor gives its names anything else.
    fn is_harmless(&self, own: &OwnObject, instr: &Instr) -> bool {
        if let Some((from, to, ty)) = copied(instr) {
            let is_kept = ty.is_none_or(|ty| self.is_instance(own.class, ty));
            return own.names.contains(&from) == own.names.contains(&to) && (is_kept || !own.names.contains(&from));
        }
        if instr.def().is_some_and(|dst| own.names.contains(&dst)) {
            return false;
        }
        match &instr.kind {
            InstrKind::Assign { value: Expr::Field(object, field), .. } if own.is(object) => self.has(own, *field),
            InstrKind::StoreField { object, field, value } if own.names.contains(object) => {
                self.has(own, *field) && !own.is_in(value)
            }
            InstrKind::CheckNull { .. } => true,
            InstrKind::Assign { value: cond, .. } | InstrKind::Assume { cond } => !own.is_in(&self.without(own, cond)),
            _ => {
                let mut is_used = false;
                instr.for_each_use(&mut |local| is_used |= own.names.contains(&local));
                !is_used
            }
        }
    }

    fn has(&self, own: &OwnObject, field: FieldId) -> bool {
        self.classes[own.class].fields.contains(&field)
    }

    /// An expression without tests of the object whose results are known.
    fn without(&self, own: &OwnObject, expr: &Expr) -> Expr {
        let is_null = |e: &Expr| *e == Expr::Const(Const::Null);
        match expr {
            Expr::Binary(op @ (BinaryOp::Eq | BinaryOp::Ne), a, b) if own.is(a) && own.is(b) => {
                Expr::bool(*op == BinaryOp::Eq)
            }
            Expr::Binary(op @ (BinaryOp::Eq | BinaryOp::Ne), a, b)
                if own.is(a) && is_null(b) || is_null(a) && own.is(b) =>
            {
                Expr::bool(*op == BinaryOp::Ne)
            }
            Expr::InstanceOf(a, ty) if own.is(a) => Expr::bool(self.is_instance(own.class, ty)),
            _ => expr.with_operands(&mut |operand| self.without(own, operand)),
        }
    }

    /// The method with locals in the place of one of its own objects, which no call gets and which is not returned.
    pub fn with_fields_as_locals(&self, method: &Method, own: &OwnObject) -> Method {
        let mut method = method.clone();
        let exits = method.exits();
        let of_class = &self.classes[own.class].fields;
        let name = own.names.iter().map(|local| method.locals[*local].name.clone()).find(|name| !name.is_empty());
        let name = name.unwrap_or_else(|| self.classes[own.class].name.clone());
        let locals: BTreeMap<FieldId, LocalId> = of_class
            .iter()
            .map(|&field| {
                let of_field = &self.fields[field];
                let name = format!("{name}.{}", of_field.name);
                (field, method.locals.push(Local { name, ty: Some(of_field.ty.clone()) }))
            })
            .collect();
        let mut blocks: IndexVec<BlockId, Block> = std::mem::take(&mut method.blocks);
        for block in blocks.iter_mut() {
            let instrs = std::mem::take(&mut block.instrs);
            block.instrs = instrs.into_iter().flat_map(|instr| self.over_locals(own, &locals, instr)).collect();
            if let Terminator::Branch { cond, .. } = &mut block.term {
                *cond = self.without(own, cond);
            }
        }
        Method { shape: Shape::default(), ..method }.assemble(blocks, exits)
    }

    /// An instruction over locals in the place of the fields of an object.
    fn over_locals(&self, own: &OwnObject, locals: &BTreeMap<FieldId, LocalId>, instr: Instr) -> Vec<Instr> {
        let Instr { kind, span, line } = instr;
        let is_own = |local: &LocalId| own.names.contains(local);
        let assign = |dst: LocalId, value: Expr| Instr { kind: InstrKind::Assign { dst, value }, span, line };
        match kind {
            InstrKind::NewObject { dst, .. } if is_own(&dst) => {
                let default =
                    |(field, local): (&FieldId, &LocalId)| assign(*local, Expr::default_of(&self.fields[*field].ty));
                locals.iter().map(default).collect()
            }
            InstrKind::Assign { dst, .. } if is_own(&dst) => Vec::new(),
            InstrKind::CheckNull { reference } if is_own(&reference) => Vec::new(),
            InstrKind::Assign { dst, value: Expr::Field(object, field) } if own.is(&object) => {
                vec![assign(dst, Expr::Local(locals[&field]))]
            }
            InstrKind::StoreField { object, field, value } if is_own(&object) => vec![assign(locals[&field], value)],
            InstrKind::Assign { dst, value } => vec![assign(dst, self.without(own, &value))],
            InstrKind::Assume { cond } => {
                vec![Instr { kind: InstrKind::Assume { cond: self.without(own, &cond) }, span, line }]
            }
            kind => vec![Instr { kind, span, line }],
        }
    }
}

impl OwnObject {
    /// Whether an expression is the object.
    fn is(&self, expr: &Expr) -> bool {
        matches!(expr, Expr::Local(local) if self.names.contains(local))
    }

    /// Whether an expression reads a name of the object.
    fn is_in(&self, expr: &Expr) -> bool {
        let mut is_read = false;
        expr.for_each_local(&mut |local| is_read |= self.names.contains(&local));
        is_read
    }
}

/// The source, the target and, at a cast, the type of a copy of a reference.
fn copied(instr: &Instr) -> Option<(LocalId, LocalId, Option<&super::Type>)> {
    let InstrKind::Assign { dst, value } = &instr.kind else { return None };
    match value {
        Expr::Local(from) => Some((*from, *dst, None)),
        Expr::Cast(from, ty) => match **from {
            Expr::Local(from) => Some((from, *dst, Some(ty))),
            _ => None,
        },
        _ => None,
    }
}
