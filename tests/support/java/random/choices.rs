//! The numbers that decide.

/// Numbers that are used one after the other. After the last one come zeros, which decide for what is simplest.
pub struct Choices<'a> {
    rest: &'a [u32],
}

impl<'a> Choices<'a> {
    pub fn new(numbers: &'a [u32]) -> Self {
        Self { rest: numbers }
    }

    /// A number below `n`.
    pub fn below(&mut self, n: u32) -> u32 {
        let Some((first, rest)) = self.rest.split_first() else { return 0 };
        self.rest = rest;
        first % n
    }

    /// True once in `n` times.
    pub fn one_in(&mut self, n: u32) -> bool {
        self.below(n) == n - 1
    }

    /// One of some values; the first is the simplest.
    pub fn of<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.below(values.len() as u32) as usize]
    }
}
