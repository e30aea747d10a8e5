//! Cancellation: one [`Token`] stops everything that works for it, in whatever layer, and says why.
//!
//! Work polls its token, mostly with one relaxed load. A question to Z3 cannot poll; it [registers](Token::on_cancel) a
//! callback. Work that may end before the whole has a [child](Token::child), which is cancelled with its parent at the latest.
//!
//! The limit of memory is only checked from time to time. That is too late for what is allocated at once. So each check sets
//! how much [room](Token::set_room) is left, and work asks [for room](Token::has_room) before it allocates much.

use std::fmt;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::Duration;

/// Why work is cancelled. A later cancellation overrides an earlier one if its reason is further down in this list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reason {
    /// The memory limit.
    Memory,
    /// The time limit.
    Timeout,
    /// The user wants it, or the result is no longer needed.
    Interrupted,
}

/// The index of a reason is its number in [`Node::state`] less one.
const REASONS: [Reason; 3] = [Reason::Memory, Reason::Timeout, Reason::Interrupted];

/// Called from the thread that cancels. It must not take long: others wait.
type Callback = Box<dyn Fn() + Send + Sync>;

/// Asks work to end. Clones are the same token.
#[derive(Clone)]
pub struct Token(Arc<Node>);

struct Node {
    /// Zero, or one more than the number of the reason.
    state: AtomicU8,
    fuse: Option<Arc<Fuse>>,
    /// The bytes that may still be allocated: one number for the whole and its parts.
    room: Arc<AtomicU64>,
    below: Mutex<Below>,
}

/// What a cancellation reaches.
#[derive(Default)]
struct Below {
    children: Vec<Weak<Node>>,
    callbacks: Vec<Callback>,
    /// The number of children at which those that are gone are forgotten.
    sweep_at: usize,
}

/// Cancels a token when it and its children have been polled a number of times.
struct Fuse {
    left: AtomicU64,
    whole: Weak<Node>,
}

impl Node {
    fn new(fuse: Option<Arc<Fuse>>) -> Self {
        Self { state: AtomicU8::new(0), fuse, room: Arc::new(AtomicU64::new(u64::MAX)), below: Mutex::default() }
    }

    fn reason(&self) -> Option<Reason> {
        match self.state.load(Ordering::Relaxed) {
            0 => None,
            n => Some(REASONS[usize::from(n) - 1]),
        }
    }

    fn below(&self) -> MutexGuard<'_, Below> {
        // Nothing that panics runs between two changes.
        self.below.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn cancel(&self, reason: Reason) {
        // Sequentially consistent, with the lock: what is registered meanwhile is not missed.
        self.state.fetch_max(reason as u8 + 1, Ordering::SeqCst);
        let below = self.below();
        below.callbacks.iter().for_each(|callback| callback());
        below.children.iter().filter_map(Weak::upgrade).for_each(|child| child.cancel(reason));
    }
}

impl Token {
    /// A token that is not cancelled.
    pub fn new() -> Self {
        Self(Arc::new(Node::new(None)))
    }

    /// A token that is cancelled, as by a time limit, after it and its children have been polled `polls` times. Such a limit
    /// strikes at the same place in equal runs.
    pub fn after(polls: u64) -> Self {
        Self(Arc::new_cyclic(|whole| {
            Node::new(Some(Arc::new(Fuse { left: AtomicU64::new(polls), whole: Weak::clone(whole) })))
        }))
    }

    /// Ends the work, for good.
    pub fn cancel(&self, reason: Reason) {
        self.0.cancel(reason);
    }

    /// Whether work is to end. Work polls this often.
    #[inline]
    pub fn is_cancelled(&self) -> bool {
        if let Some(fuse) = &self.0.fuse
            && fuse.left.fetch_sub(1, Ordering::Relaxed) == 0
            && let Some(whole) = fuse.whole.upgrade()
        {
            whole.cancel(Reason::Timeout);
        }
        self.0.state.load(Ordering::Relaxed) != 0
    }

    /// Why work is to end, if it is. For reports and watchers; it does not count as a poll.
    pub fn reason(&self) -> Option<Reason> {
        self.0.reason()
    }

    /// Sets how many bytes may still be allocated by this work, its parts, and the work that it is part of. There is no limit
    /// before the first call.
    pub fn set_room(&self, bytes: u64) {
        self.0.room.store(bytes, Ordering::Relaxed);
    }

    /// Reserves room for bytes that are about to be allocated at once, and returns whether there is room. Others cannot have
    /// these bytes until the room is set anew, because whether they were used is not known before. Where there is no room
    /// nothing is cancelled: a part may give way to the others.
    pub fn has_room(&self, bytes: u64) -> bool {
        let taken = |room: u64| room.checked_sub(bytes);
        self.0.room.fetch_update(Ordering::Relaxed, Ordering::Relaxed, taken).is_ok()
    }

    /// Registers a callback for every cancellation. It is called at once if there was one already.
    pub fn on_cancel(&self, callback: impl Fn() + Send + Sync + 'static) {
        let mut below = self.0.below();
        if self.0.state.load(Ordering::SeqCst) != 0 {
            callback();
        }
        below.callbacks.push(Box::new(callback));
    }

    /// A token for a part of the work, which is cancelled with this one at the latest.
    pub fn child(&self) -> Self {
        let room = Arc::clone(&self.0.room);
        let child = Self(Arc::new(Node { room, ..Node::new(self.0.fuse.clone()) }));
        let mut below = self.0.below();
        // A token may outlive many children.
        if below.children.len() >= below.sweep_at {
            below.children.retain(|child| child.strong_count() > 0);
            below.sweep_at = 2 * below.children.len() + 1;
        }
        below.children.push(Arc::downgrade(&child.0));
        drop(below);
        if let Some(reason) = self.reason() {
            child.cancel(reason);
        }
        child
    }

    /// Does a part of the work with a [token of its own](Self::child), which is cancelled when the time is over.
    pub fn within<T>(&self, time: Duration, work: impl FnOnce(&Self) -> T) -> T {
        let part = self.child();
        let timed = part.clone();
        let (working, messages) = channel::<()>();
        thread::scope(|scope| {
            scope.spawn(move || {
                if messages.recv_timeout(time) == Err(RecvTimeoutError::Timeout) {
                    timed.cancel(Reason::Timeout);
                }
            });
            let result = work(&part);
            drop(working);
            result
        })
    }
}

impl Default for Token {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Token").field(&self.reason()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicU32;

    #[test]
    fn a_callback_runs_whether_it_comes_before_or_after_the_request() {
        let (token, calls) = (Token::new(), Arc::new(AtomicU32::new(0)));
        let count = || {
            let calls = Arc::clone(&calls);
            move || _ = calls.fetch_add(1, Ordering::SeqCst)
        };
        token.on_cancel(count());
        assert_eq!((token.reason(), calls.load(Ordering::SeqCst)), (None, 0));
        token.cancel(Reason::Timeout);
        token.on_cancel(count());
        assert_eq!((token.reason(), calls.load(Ordering::SeqCst)), (Some(Reason::Timeout), 2));
    }

    #[test]
    fn a_part_ends_with_the_whole_and_not_the_other_way_round() {
        let token = Token::new();
        let (first, second) = (token.child(), token.child());
        first.cancel(Reason::Interrupted);
        assert!(first.is_cancelled() && !token.is_cancelled() && !second.is_cancelled());
        token.cancel(Reason::Memory);
        assert_eq!((first.reason(), second.reason()), (Some(Reason::Interrupted), Some(Reason::Memory)));
        assert_eq!(token.child().reason(), Some(Reason::Memory));
    }

    #[test]
    fn work_whose_time_is_over_is_cancelled() {
        let token = Token::new();
        let received = token.within(Duration::from_millis(1), |part| {
            let (sender, receiver) = channel();
            part.on_cancel(move || _ = sender.send(()));
            (receiver.recv(), part.reason())
        });
        assert_eq!((received, token.reason()), ((Ok(()), Some(Reason::Timeout)), None));
        assert_eq!(token.within(Duration::MAX, Token::reason), None);
    }

    #[test]
    fn the_wish_of_the_user_overrides_the_limits() {
        let token = Token::new();
        token.cancel(Reason::Interrupted);
        token.cancel(Reason::Timeout);
        assert_eq!(token.reason(), Some(Reason::Interrupted));
    }

    #[test]
    fn polls_of_the_whole_and_its_parts_are_counted() {
        let token = Token::after(3);
        let part = token.child();
        let polls = [&token, &part, &part, &token, &part].map(Token::is_cancelled);
        assert_eq!(polls, [false, false, false, true, true]);
        assert_eq!((token.reason(), part.reason()), (Some(Reason::Timeout), Some(Reason::Timeout)));
    }

    #[test]
    fn the_whole_and_its_parts_share_their_room() {
        let token = Token::new();
        let part = token.child();
        assert!(part.has_room(1 << 40));
        token.set_room(10);
        assert!(part.has_room(6) && !token.has_room(5) && token.child().has_room(4) && !part.has_room(1));
        token.set_room(5);
        assert!(part.has_room(5) && token.reason().is_none());
    }

    #[test]
    fn parts_that_are_gone_are_forgotten() {
        let token = Token::new();
        let kept = token.child();
        (0..1000).for_each(|_| drop(token.child()));
        assert!(token.0.below().children.len() < 10);
        token.cancel(Reason::Timeout);
        assert!(kept.is_cancelled());
    }
}
