//! Code that makes the collections of given ones.

use super::Linker;
use super::code::{Code, More, any};
use super::collections::{Collections, Given, Position};
use crate::config::Types;
use crate::ir::{
    BinaryOp, BlockId, Callee, Expr, FieldId, InstrKind, LocalId, Method, MethodId, Terminator, Type, Width,
};
use std::iter;

/// The most elements of a list: so adding one is possible.
const LONGEST: i64 = 1 << 30;

impl Linker<'_> {
    /// Makes code that gets given collections from fields go on with the collections that they stand for.
    pub(super) fn give_collections(&mut self) {
        let collections = std::mem::take(&mut self.collections);
        for position in &collections.positions {
            self.program.methods[position.convert] = self.conversion(position, &collections);
        }
        if !collections.fields.is_empty() {
            for id in self.program.methods.ids() {
                self.convert_reads(id, &collections);
            }
        }
        self.collections = collections;
    }

    /// The code that makes the collection of a given one of a position, once. It returns anything else as it is.
    fn conversion(&self, position: &Position, collections: &Collections) -> Method {
        let bare = self.program.methods[position.convert].clone();
        let object = bare.formals[0];
        let mut code = self.code_of(bare);
        for given in collections.members(position) {
            let other = self.convert(&mut code, given, object, position, collections);
            code.switch(other);
        }
        code.give(Expr::Local(object));
        code.finish()
    }

    /// The same for one class of given collections. Returns the block for all other objects.
    fn convert(
        &self,
        code: &mut Code,
        given: &Given,
        object: LocalId,
        &Position { convert, early, .. }: &Position,
        collections: &Collections,
    ) -> BlockId {
        let other = code.branch_on_class(object, given.class);
        let known = code.kept(self.reference(), Expr::Field(Box::new(Expr::Local(object)), given.made));
        let unmade = code.branch(Expr::is_there(Expr::Local(known)));
        let ty = self.program.methods[convert].result.clone();
        let result = assumed(code, known, ty.as_ref());
        let contents = self.contents(given);
        if let Some((elements, size)) = contents {
            self.assume_list(code, known, elements, size);
        }
        code.give(result);
        code.switch(unmade);
        let made = code.local(Some(self.reference()));
        code.call(Some(made), Callee::Exact(given.empty), Vec::new());
        code.push(InstrKind::StoreField { object, field: given.made, value: Expr::Local(made) });
        let arrays: Vec<LocalId> = given.arrays.iter().map(|_| code.local(Some(self.reference().array()))).collect();
        let lengths: Vec<LocalId> = arrays.iter().map(|_| code.local(Some(Type::Machine(Width::I32)))).collect();
        for ((array, length), (field, _)) in arrays.iter().zip(&lengths).zip(&given.arrays) {
            code.assign(*array, Expr::Field(Box::new(Expr::Local(object)), *field));
            // It always is; the clauses of a proof know no more than the type.
            code.push(InstrKind::Assume { cond: Expr::is_there(Expr::Local(*array)) });
            code.assign(*length, Expr::Len(Box::new(Expr::Local(*array))));
            let cond = match *length == lengths[0] {
                true => Expr::binary(BinaryOp::Le, Expr::Local(*length), Expr::int(LONGEST)),
                false => Expr::binary(BinaryOp::Eq, Expr::Local(*length), Expr::Local(lengths[0])),
            };
            code.push(InstrKind::Assume { cond });
        }
        if early.is_some() {
            let has_some = Expr::binary(BinaryOp::Gt, Expr::Local(lengths[0]), Expr::int(0));
            code.unsupported_where(has_some, "a set or map of an input whose keys may have changed".to_owned());
        }
        match contents {
            // As the constructor makes it that takes a collection: no loop is needed.
            Some((elements, size)) => {
                code.push(InstrKind::StoreField { object: made, field: elements, value: Expr::Local(arrays[0]) });
                code.push(InstrKind::StoreField { object: made, field: size, value: Expr::Local(lengths[0]) });
            }
            None => self.fill(code, given, (made, &arrays, lengths[0]), collections),
        }
        let made = assumed(code, made, ty.as_ref());
        code.give(made);
        other
    }

    /// The fields with the elements and the size of a list on an array, if a given collection is one.
    fn contents(&self, given: &Given) -> Option<(FieldId, FieldId)> {
        let field = |name| self.known_field("java/util/ArrayList", name).filter(|_| given.is_list);
        field("elementData").zip(field("size"))
    }

    /// Assumes what is true of every list on an array. In a fragment of a proof, the fields of an object have any values.
    fn assume_list(&self, code: &mut Code, list: LocalId, elements: FieldId, size: FieldId) {
        let read = |field| Expr::Field(Box::new(Expr::Local(list)), field);
        let elements = code.kept(self.reference().array(), read(elements));
        code.push(InstrKind::Assume { cond: Expr::is_there(Expr::Local(elements)) });
        let length = code.kept(Type::Machine(Width::I32), Expr::Len(Box::new(Expr::Local(elements))));
        let size = code.kept(Type::Machine(Width::I32), read(size));
        for (least, most) in [(Expr::int(0), size), (Expr::Local(size), length)] {
            code.push(InstrKind::Assume { cond: Expr::binary(BinaryOp::Le, least, Expr::Local(most)) });
        }
    }

    /// A loop that adds all elements to a collection.
    fn fill(
        &self,
        code: &mut Code,
        given: &Given,
        (made, arrays, length): (LocalId, &[LocalId], LocalId),
        collections: &Collections,
    ) {
        let index = code.kept(Type::Machine(Width::I32), Expr::int(0));
        let head = code.block();
        code.end(Terminator::Goto(head));
        code.switch(head);
        let done = code.branch(Expr::binary(BinaryOp::Lt, Expr::Local(index), Expr::Local(length)));
        let mut arguments = vec![Expr::Local(made)];
        for (array, (_, position)) in arrays.iter().zip(&given.arrays) {
            let ty = position.map_or_else(|| self.reference(), |at| Type::Class(collections.positions[at].class));
            let read = Expr::Elem(Box::new(Expr::Local(*array)), Box::new(Expr::Local(index)));
            let element = code.kept(ty, read);
            let mut argument = element;
            if let Some(position) = position {
                argument = code.local(Some(self.reference()));
                let convert = collections.positions[*position].convert;
                code.call(Some(argument), Callee::Exact(convert), vec![Expr::Local(element)]);
            }
            arguments.push(Expr::Local(argument));
        }
        code.call(None, Callee::Exact(given.add), arguments);
        let next = Expr::binary(BinaryOp::Add, Expr::Local(index), Expr::int(1));
        code.assign(index, Expr::Wrap(Width::I32, Box::new(next)));
        code.end(Terminator::Goto(head));
        code.switch(done);
    }

    /// Splits the blocks of a method behind its reads of fields, the last one of a block first.
    fn convert_reads(&mut self, id: MethodId, collections: &Collections) {
        let mut reads = Vec::new();
        for (at, block) in self.program.methods[id].blocks.iter_enumerated() {
            for (index, instr) in block.instrs.iter().enumerate() {
                if let InstrKind::Assign { dst, value: Expr::Field(_, field) } = &instr.kind
                    && let Some(positions) = collections.fields.get(field)
                {
                    reads.push((at, index, *dst, self.program.fields[*field].ty.clone(), positions));
                }
            }
        }
        if reads.is_empty() {
            return;
        }
        self.edit(id, |_, more| {
            for (at, index, dst, ty, positions) in reads.into_iter().rev() {
                let locals: Vec<LocalId> = positions.iter().map(|_| more.local(Some(ty.clone()))).collect();
                if let InstrKind::Assign { dst, .. } = &mut more.block_mut(at).instrs[index].kind {
                    *dst = locals[0];
                }
                let mut next = more.split(at, index + 1);
                more.beside(at);
                for (n, position) in positions.iter().enumerate().rev() {
                    let callee = Callee::Exact(collections.positions[*position].convert);
                    let dst = locals.get(n + 1).copied().unwrap_or(dst);
                    let call = Terminator::Call { dst: Some(dst), callee, args: vec![Expr::Local(locals[n])], next };
                    if n == 0 {
                        more.block_mut(at).term = call;
                    } else {
                        next = more.block(Vec::new(), call);
                    }
                }
            }
        });
    }

    /// Lets the body of an entry use variables of the declared types in the place of parameters that have given collections: a
    /// fragment of a proof that begins in the body has a collection there. Returns the block where calls begin.
    pub(super) fn take_collections(&self, root: MethodId, more: &mut More, mut body: BlockId) -> BlockId {
        for (_, formal, position) in self.collections.formals.iter().filter(|(method, ..)| *method == root) {
            let ty = Type::Class(self.collections.positions[*position].declared);
            let taken = more.named_local(more.method().locals[*formal].name.clone(), ty.clone());
            more.rename(|local| if local == *formal { taken } else { local });
            // A fragment that begins with a call may have a given collection here, unlike any call.
            let cond = Expr::is_null_or_instance(Expr::Local(*formal), ty);
            let take = InstrKind::Assign { dst: taken, value: Expr::Local(*formal) };
            body = more.block(vec![InstrKind::Assume { cond }, take], Terminator::Goto(body));
        }
        body
    }

    /// Code that makes the collections of the parameters of an entry. Returns its first block.
    pub(super) fn convert_parameters(&self, root: MethodId, more: &mut More, mut next: BlockId) -> BlockId {
        let own = self.collections.formals.iter().filter(|(method, ..)| *method == root);
        for (_, formal, position) in own.collect::<Vec<_>>().into_iter().rev() {
            let position = &self.collections.positions[*position];
            // A fragment of a proof that begins with the entry knows no more of its inputs than their types.
            let inputs = self.program.instances(position.class, Types::Symbolic).into_iter();
            let is_one = |class| Expr::instance_of(Expr::Local(*formal), Type::Class(class));
            let known = any(iter::once(Expr::is_null(Expr::Local(*formal))).chain(inputs.map(is_one)));
            let known = known.map(|cond| InstrKind::Assume { cond });
            let callee = Callee::Exact(position.convert);
            let call = Terminator::Call { dst: Some(*formal), callee, args: vec![Expr::Local(*formal)], next };
            next = more.block(known.into_iter().collect(), call);
        }
        let Some(this) = more.method().this() else { return next };
        for (field, position) in self.early_fields(root).into_iter().rev() {
            let position = &self.collections.positions[position];
            let Some(early) = position.early.map(|early| &self.collections.positions[early]) else { continue };
            let value = more.local(Some(self.program.fields[field].ty.clone()));
            let read = InstrKind::Assign { dst: value, value: Expr::Field(Box::new(Expr::Local(this)), field) };
            let callee = Callee::Exact(early.convert);
            let call = Terminator::Call { dst: None, callee, args: vec![Expr::Local(value)], next };
            next = more.block(vec![read], call);
        }
        next
    }
}

/// A reference as one of a type, which it always has. In a fragment of a proof, a field may have any object.
fn assumed(code: &mut Code, reference: LocalId, ty: Option<&Type>) -> Expr {
    let Some(ty) = ty else { return Expr::Local(reference) };
    code.push(InstrKind::Assume { cond: Expr::instance_of(Expr::Local(reference), ty.clone()) });
    Expr::Cast(Box::new(Expr::Local(reference)), ty.clone())
}
