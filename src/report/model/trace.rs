//! A trace in few words: lines grouped by frame, repetitions written once.

use crate::ir::{MethodId, Program};
use crate::trace::TraceStep;
use rustc_hash::FxHashMap;

/// The longest body of a repetition that is looked for, in lines (or already folded repetitions).
const PERIOD: usize = 40;
/// How many times the trace is folded: loops nested deeper than this stay partly unfolded.
const FOLDS: usize = 3;

/// One line, or a repetition of tokens given by their numbers.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Token {
    /// The depth is relative to the step before, so the rounds of a recursion are equal like the iterations of a loop.
    Step {
        thread: u32,
        method: MethodId,
        line: u32,
        deeper: i64,
    },
    Repeat(Vec<u32>, usize),
}

/// Tokens by number: equal tokens have equal numbers.
#[derive(Default)]
struct Tokens {
    all: Vec<Token>,
    numbers: FxHashMap<Token, u32>,
}

impl Tokens {
    fn intern(&mut self, token: Token) -> u32 {
        *self.numbers.entry(token).or_insert_with_key(|token| {
            self.all.push(token.clone());
            self.all.len() as u32 - 1
        })
    }
}

/// The trace as words such as `Main.main`, `12`, `[13`, `14]×16`. A method's name appears wherever the frame changes, and a
/// thread wherever the thread changes. Nothing is left out.
pub fn words(program: &Program, trace: &[TraceStep]) -> Vec<String> {
    let mut tokens = Tokens::default();
    let mut depth = 0;
    let mut sequence = Vec::with_capacity(trace.len());
    for step in trace {
        let deeper = i64::from(step.depth) - depth;
        depth = i64::from(step.depth);
        sequence.push(tokens.intern(Token::Step { thread: step.thread, method: step.method, line: step.line, deeper }));
    }
    for _ in 0..FOLDS {
        let folded = fold(&mut tokens, &sequence);
        let done = folded.len() == sequence.len();
        sequence = folded;
        if done {
            break;
        }
    }
    let mut writer = Writer { program, tokens: &tokens, thread: 0, method: None, words: Vec::new() };
    writer.write(&sequence);
    writer.words
}

/// At most about `limit` words; words in the middle are left out and counted.
pub fn shortened(mut words: Vec<String>, limit: usize) -> Vec<String> {
    if words.len() <= limit {
        return words;
    }
    let (head, tail) = (limit / 3, limit - limit / 3);
    let left_out = words.len() - head - tail;
    words.splice(head..head + left_out, [format!("… {left_out} more …")]);
    words
}

/// Replaces each stretch `w w … w` by one token, the shortest `w` first.
fn fold(tokens: &mut Tokens, sequence: &[u32]) -> Vec<u32> {
    let mut out = Vec::with_capacity(sequence.len());
    let mut rest = sequence;
    while let Some(&first) = rest.first() {
        let repeat = (1..=PERIOD.min(rest.len() / 2)).find_map(|period| {
            let (body, after) = rest.split_at(period);
            let times = 1 + after.chunks_exact(period).take_while(|chunk| *chunk == body).count();
            (times > 1).then_some((period, times))
        });
        let (token, used) = match repeat {
            Some((period, times)) => (tokens.intern(Token::Repeat(rest[..period].to_vec(), times)), period * times),
            None => (first, 1),
        };
        out.push(token);
        rest = &rest[used..];
    }
    out
}

struct Writer<'a> {
    program: &'a Program,
    tokens: &'a Tokens,
    /// The thread of the step before.
    thread: u32,
    /// The method whose lines are being written; with `None` the name is written next.
    method: Option<MethodId>,
    words: Vec<String>,
}

impl Writer<'_> {
    fn write(&mut self, sequence: &[u32]) {
        for &number in sequence {
            match &self.tokens.all[number as usize] {
                Token::Step { thread, method, line, deeper } => {
                    let name = self.program.method_name(*method);
                    if *thread != self.thread {
                        self.words.push(format!("thread {thread}: {name}"));
                    } else if *deeper != 0 || self.method != Some(*method) {
                        self.words.push(name);
                    }
                    (self.thread, self.method) = (*thread, Some(*method));
                    self.words.push(line.to_string());
                }
                Token::Repeat(body, times) => {
                    if self.leaves_its_frame(body) {
                        self.method = None;
                    }
                    let first = self.words.len();
                    self.write(body);
                    // A body has at least one token, and a token at least one word.
                    self.words[first].insert(0, '[');
                    if let Some(last) = self.words.last_mut() {
                        last.push_str(&format!("]×{times}"));
                    }
                }
            }
        }
    }

    fn leaves_its_frame(&self, body: &[u32]) -> bool {
        body.iter().any(|&number| match &self.tokens.all[number as usize] {
            Token::Step { thread, deeper, .. } => *thread != self.thread || *deeper != 0,
            Token::Repeat(body, _) => self.leaves_its_frame(body),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture;
    use expect_test::{Expect, expect};

    fn check(steps: &[(u32, u32, &[u32])], expected: Expect) {
        let steps: Vec<_> = steps.iter().map(|&(method, depth, lines)| (0, method, depth, lines)).collect();
        check_threads(&steps, expected);
    }

    fn check_threads(steps: &[(u32, u32, u32, &[u32])], expected: Expect) {
        let program = fixture::program();
        let trace: Vec<TraceStep> = steps
            .iter()
            .flat_map(|&(thread, method, depth, lines)| {
                lines.iter().map(move |&line| TraceStep { thread, method: MethodId(method), depth, line })
            })
            .collect();
        expected.assert_eq(&words(&program, &trace).join(" "));
    }

    #[test]
    fn loops_are_written_once() {
        check(&[(0, 0, &[3, 4, 5, 6, 5, 6, 5, 6, 5, 8])], expect!["Main.main 3 4 [5 6]×3 5 8"]);
    }

    #[test]
    fn nested_loops_too() {
        check(&[(0, 0, &[1, 2, 3, 4, 3, 4, 2, 3, 4, 3, 4, 2, 9])], expect!["Main.main 1 [2 3 4 3 4]×2 2 9"]);
    }

    #[test]
    fn calls_name_their_method() {
        check(
            &[(0, 0, &[3, 4]), (1, 1, &[10, 11]), (0, 0, &[4, 5])],
            expect!["Main.main 3 4 Main.f 10 11 Main.main 4 5"],
        );
    }

    #[test]
    fn a_recursion_is_a_repetition() {
        check(
            &[(0, 0, &[3]), (1, 1, &[10, 11]), (1, 2, &[10, 11]), (1, 3, &[10, 11]), (1, 4, &[10, 12]), (0, 0, &[4])],
            expect!["Main.main 3 [Main.f 10 11]×3 Main.f 10 12 Main.main 4"],
        );
    }

    #[test]
    fn threads_are_named_where_they_change() {
        check_threads(
            &[(0, 0, 0, &[3, 4]), (1, 1, 0, &[10]), (0, 0, 0, &[5]), (1, 1, 0, &[11]), (2, 1, 0, &[10])],
            expect!["Main.main 3 4 thread 1: Main.f 10 thread 0: Main.main 5 thread 1: Main.f 11 thread 2: Main.f 10"],
        );
    }

    #[test]
    fn the_middle_of_a_long_trace_is_counted() {
        let words: Vec<String> = (0..100).map(|i| i.to_string()).collect();
        expect!["0 1 2 … 91 more … 94 95 96 97 98 99"].assert_eq(&shortened(words, 9).join(" "));
    }
}
