//! Jumps, switches and handlers. Where control meets, stacks are made equal, and a slot keeps its type if all agree.

use super::Maker;
use super::classfile::Label;
use super::opcode;
use super::state::{MAIN, State, THROWABLE, TROUBLE, Ty};

/// The first slot for counters of loops.
const COUNTERS: u8 = 20;

/// What handlers catch; all, if there is no class.
const CAUGHT: [(Option<&str>, &str); 7] = [
    (None, THROWABLE),
    (Some("java/lang/Throwable"), THROWABLE),
    (Some("java/lang/RuntimeException"), TROUBLE),
    (Some("java/lang/ArithmeticException"), TROUBLE),
    (Some("java/lang/NullPointerException"), TROUBLE),
    (Some("java/lang/IndexOutOfBoundsException"), TROUBLE),
    (Some("java/lang/ClassCastException"), TROUBLE),
];

/// A loop around.
pub(super) struct Loop {
    /// Behind it.
    end: Label,
    /// The stack at its head and behind it.
    stack: Vec<Ty>,
    /// Where control leaves it early.
    left: Vec<State>,
}

impl Maker<'_> {
    /// Makes the stack equal to another one, without what both have below.
    fn settle(&mut self, target: &[Ty]) {
        let common = self.now().stack.iter().zip(target).take_while(|(a, b)| a == b).count();
        while self.now().stack.len() > common {
            if self.choices.one_in(3) { self.log() } else { self.pop() }
        }
        target[common..].iter().for_each(|ty| self.push(*ty));
    }

    /// Control goes on here, from any of some places with equal stacks.
    fn join(&mut self, label: Label, from: Vec<State>) {
        self.code.place(label);
        self.state = from.into_iter().reduce(|mut known, other| {
            known.meet(&other);
            known
        });
    }

    fn goto(&mut self, to: Label) {
        let opcode = if self.choices.one_in(8) { opcode::GOTO_W } else { opcode::GOTO };
        self.code.jump(opcode, to);
        self.state = None;
    }

    fn nested(&mut self) {
        self.depth += 1;
        self.block();
        self.depth -= 1;
    }

    /// A conditional jump, with what it takes off the stack.
    fn condition(&mut self, to: Label) {
        let (opcode, types) = match self.choices.below(6) {
            0 | 1 => (opcode::IFEQ + self.choices.below(6) as u8, vec![Ty::Int]),
            2 | 3 => (opcode::IF_ICMPEQ + self.choices.below(6) as u8, vec![Ty::Int; 2]),
            4 => (opcode::IF_ACMPEQ + self.choices.below(2) as u8, vec![Ty::Ref(MAIN); 2]),
            _ => (opcode::IFNULL + self.choices.below(2) as u8, vec![Ty::Ref(MAIN)]),
        };
        self.need(&types);
        self.code.jump(opcode, to);
        let stack = &mut self.now().stack;
        stack.truncate(stack.len() - types.len());
    }

    /// Two branches, or one.
    pub(super) fn branch(&mut self) {
        let [other, end] = [self.code.label(), self.code.label()];
        self.condition(other);
        let before = self.now().clone();
        self.nested();
        let first = self.state.clone();
        if self.state.is_some() {
            self.goto(end);
        }
        self.code.place(other);
        self.state = Some(before);
        self.nested();
        if let (Some(first), Some(_)) = (&first, &self.state) {
            self.settle(&first.stack.clone());
        }
        let ends: Vec<State> = first.into_iter().chain(self.state.take()).collect();
        self.join(end, ends);
    }

    /// A loop of up to three rounds, whose condition is at its end. It begins there or at its head.
    pub(super) fn repeat(&mut self) {
        let [head, check, end] = [self.code.label(), self.code.label(), self.code.label()];
        let counter = COUNTERS + self.loops.len() as u8;
        let begins_at_check = self.choices.one_in(2);
        let rounds = 1 + self.choices.below(3) as u8;
        self.code.op(opcode::ICONST_0 + rounds, &[]);
        self.code.op(opcode::ISTORE, &[counter]);
        let before = self.now().clone();
        if begins_at_check {
            self.goto(check);
            self.state = Some(before.clone());
        }
        self.code.place(head);
        self.frozen.push(before.slots);
        self.loops.push(Loop { end, stack: before.stack.clone(), left: Vec::new() });
        self.code.op(opcode::NOP, &[]);
        self.nested();
        if self.state.is_some() {
            self.settle(&before.stack);
        }
        self.frozen.pop();
        let Loop { mut left, .. } = self.loops.pop().expect("this loop");
        let mut ends: Vec<State> = self.state.take().into_iter().collect();
        if begins_at_check {
            ends.push(before);
        }
        let is_checked = !ends.is_empty();
        self.join(check, ends);
        if is_checked {
            self.code.op(opcode::IINC, &[counter, -1i8 as u8]);
            self.code.op(opcode::ILOAD, &[counter]);
            let opcode = if self.choices.one_in(2) { opcode::IFGE } else { opcode::IFGT };
            self.code.jump(opcode, head);
            left.extend(self.state.take());
        }
        self.join(end, left);
    }

    /// A switch, whose cases may fall into the next.
    pub(super) fn switch(&mut self) {
        self.need(&[Ty::Int]);
        if self.choices.one_in(2) {
            // Small numbers.
            self.code.op(opcode::ICONST_3, &[]);
            self.code.op(opcode::IAND, &[]);
        }
        self.now().stack.pop();
        let count = 1 + self.choices.below(3);
        let cases: Vec<Label> = (0..count).map(|_| self.code.label()).collect();
        let [default, end] = [self.code.label(), self.code.label()];
        let first = self.choices.of(&[0, -1, 1, i32::MIN]);
        if self.choices.one_in(2) {
            let step = self.choices.of(&[1, 2, 1000]);
            let values = (0..).map(|i| first + i * step);
            let cases: Vec<(i32, Label)> = values.zip(cases.iter().copied()).collect();
            self.code.lookup_switch(default, &cases);
        } else {
            self.code.table_switch(default, first, &cases);
        }
        let before = self.now().clone();
        self.state = None;
        let mut ends = Vec::new();
        for case in cases.into_iter().chain([default]) {
            if self.state.is_some() {
                self.settle(&before.stack);
            }
            let from = [before.clone()].into_iter().chain(self.state.take()).collect();
            self.join(case, from);
            self.nested();
            if self.state.is_some() && self.choices.one_in(2) {
                self.settle(&before.stack);
                ends.extend(self.state.clone());
                self.goto(end);
            }
        }
        if self.state.is_some() {
            self.settle(&before.stack);
        }
        ends.extend(self.state.take());
        self.join(end, ends);
    }

    /// Code with handlers. What is on the stack before it is lost where it throws.
    pub(super) fn guarded(&mut self) {
        let [from, to, end] = [self.code.label(), self.code.label(), self.code.label()];
        let before = self.now().clone();
        self.frozen.push(before.slots);
        self.code.place(from);
        self.code.op(opcode::NOP, &[]);
        self.nested();
        self.frozen.pop();
        let mut ends: Vec<State> = self.state.iter().cloned().collect();
        // The jump may be guarded too.
        let is_short = self.choices.one_in(2);
        if is_short {
            self.code.place(to);
        }
        if self.state.is_some() {
            self.goto(end);
        }
        if !is_short {
            self.code.place(to);
        }
        for _ in 0..=self.choices.below(2) {
            let (class, descriptor) = self.choices.of(&CAUGHT);
            let handler = self.code.label();
            let index = class.map_or(0, |class| self.class.pool.class(class));
            self.code.handler(from, to, handler, index);
            self.code.place(handler);
            self.state = Some(State { stack: vec![Ty::Ref(descriptor)], slots: before.slots });
            self.next_line();
            match self.choices.below(5) {
                0 | 1 => self.pop(),
                2 => self.keep(),
                3 => {}
                _ => self.throw(),
            }
            self.nested();
            if self.state.is_some() {
                if let Some(target) = ends.first().map(|end| end.stack.clone()) {
                    self.settle(&target);
                }
                ends.extend(self.state.clone());
                self.goto(end);
            }
        }
        self.join(end, ends);
    }

    /// `athrow` of the top of the stack, which is an exception.
    fn throw(&mut self) {
        self.code.op(opcode::ATHROW, &[]);
        self.state = None;
    }

    /// Leaves the method or the loop around.
    pub(super) fn leave_early(&mut self) {
        match self.choices.below(3) {
            0 => self.leave(),
            1 => {
                // A JVM shows the line at which an exception was made, and a report that at which it is thrown: they are one.
                self.constant(Ty::Ref(TROUBLE));
                self.throw();
            }
            _ => {
                let Some(Loop { end, stack, .. }) = self.loops.last() else { return };
                let (end, stack) = (*end, stack.clone());
                self.settle(&stack);
                let state = self.state.clone();
                self.goto(end);
                self.loops.last_mut().expect("the same loop").left.extend(state);
            }
        }
    }
}
