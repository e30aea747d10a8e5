//! Questions as SMT-LIB text. They share declarations and facts, and each is asked for itself.

use super::interrupt;
use super::smt::parameters;
use crate::cancel::Token;
use z3::SatResult;
use z3::ast::Bool;

/// Asks questions. It belongs to the thread that created it.
pub struct Scripts {
    asked: interrupt::Questions,
}

/// The facts of a text, and its questions.
pub struct Questions {
    facts: Vec<Bool>,
    questions: Vec<Bool>,
}

impl std::fmt::Debug for Questions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Questions").field("questions", &self.questions.len()).finish_non_exhaustive()
    }
}

impl std::fmt::Debug for Scripts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Scripts").finish_non_exhaustive()
    }
}

/// Whether a question and all facts can be true together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// They cannot be.
    Impossible,
    /// Z3 has a model.
    Possible,
    /// Z3 gave up or was stopped.
    Unknown,
}

impl Scripts {
    /// Scripts for this thread, until a token is cancelled.
    pub fn new(token: &Token) -> Self {
        Self { asked: interrupt::Questions::new(token) }
    }

    /// Reads a text that asserts this many facts and then this many questions. `None` when Z3 does not understand it.
    pub fn load(&self, text: String, facts: usize, questions: usize) -> Option<Questions> {
        if self.asked.are_over() {
            return None;
        }
        let reader = interrupt::plain_solver();
        reader.from_string(text);
        let mut read = reader.get_assertions();
        if read.len() != facts + questions {
            return None;
        }
        let questions = read.split_off(facts);
        Some(Questions { facts: read, questions })
    }

    /// Asks one of the questions, with at most `effort` steps of Z3.
    pub fn ask(&self, questions: &Questions, number: usize, effort: u32) -> Reply {
        let solver = interrupt::plain_solver();
        solver.set_params(&parameters(effort, true));
        questions.facts.iter().for_each(|fact| solver.assert(fact));
        solver.assert(&questions.questions[number]);
        match self.asked.ask(|| solver.check()) {
            SatResult::Unsat => Reply::Impossible,
            SatResult::Sat => Reply::Possible,
            SatResult::Unknown => Reply::Unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cancel::Reason;
    use crate::solver::in_own_context;

    fn replies(text: &str, facts: usize, questions: usize) -> Option<Vec<Reply>> {
        in_own_context(|| {
            let scripts = Scripts::new(&Token::new());
            let read = scripts.load(text.to_owned(), facts, questions)?;
            Some((0..questions).map(|number| scripts.ask(&read, number, 100_000)).collect())
        })
    }

    #[test]
    fn each_question_is_asked_with_all_facts_and_no_other_question() {
        let text = "(declare-const a Int)(define-fun b () Int (+ a 1))(assert (< 0 a))\
            (assert (= b 1))(assert (= b 2))(assert (and true (= a a)))";
        assert_eq!(replies(text, 1, 3), Some(vec![Reply::Impossible, Reply::Possible, Reply::Possible]));
    }

    #[test]
    fn what_is_not_understood_has_no_questions() {
        assert_eq!(replies("(assert (= a 1))", 0, 1), None);
        assert_eq!(replies("(assert true)", 0, 2), None);
    }

    #[test]
    fn one_that_was_stopped_cannot_say() {
        let token = Token::new();
        let scripts = Scripts::new(&token);
        let read = scripts.load("(assert false)".to_owned(), 0, 1).expect("it is understood");
        token.cancel(Reason::Interrupted);
        assert_eq!(scripts.ask(&read, 0, 100_000), Reply::Unknown);
    }
}
