//! The search for claims, and the check whether they prove the program.
//!
//! No result of a source is trusted. A proof is the part of it that [explorations of the fragments](super::weaken) confirm,
//! if that is enough. Under `--self-check` there is a [second opinion](crate::opinion) on it.

use super::certificate::certificate;
use super::fragment::Explorer;
use super::step;
use super::weaken::{Inductive, weaken};
use crate::cancel::Token;
use crate::config::Config;
use crate::explore::watch::Watch;
use crate::induction::candidates::{candidates, has_products};
use crate::induction::cuts::{Cuts, Unfit};
use crate::induction::horn::System;
use crate::induction::inlining::inlined;
use crate::induction::{Claims, conjunction, contents, text};
use crate::ir::{Expr, MethodId, Program};
use crate::opinion::{self, Opinion};
use crate::outcome::{FailedStep, Proof};
use crate::solver::horn::{self, Answer, Setting};
use crate::solver::houdini::{Claimed, Houdini};
use crate::solver::in_own_context;
use crate::solver::scripts::Scripts;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::iter::successors;
use std::time::Duration;

/// The time that each source gets first, and the factor by which it grows in each round. The program's own clauses get the
/// greater time from the beginning. So does Houdini, which continues where it was stopped.
const FIRST_TIME: Duration = Duration::from_millis(500);
const LONGER: u32 = 4;

/// A source of claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Source {
    /// The clauses of the program alone.
    Program,
    /// Horn clauses, by Spacer.
    Spacer(Setting),
    /// Candidates of simple forms, weakened over the Horn clauses; without products, or with them where the clauses have
    /// some.
    Houdini { products: bool },
    /// The claims of all other sources so far, and those that the code suggests, without quantifiers.
    Facts,
    /// The same with quantifiers, at a much higher cost.
    Pool,
}

/// The sources after the program, in their order. The facts are asked again whenever another source has found something
/// new. Each finds what others do not. What Spacer finds at all, it mostly finds at once; so after the first round, the
/// first of these comes last.
const SOURCES: [Source; 7] = [
    Source::Spacer(Setting::Default),
    Source::Facts,
    Source::Houdini { products: false },
    Source::Houdini { products: true },
    Source::Pool,
    Source::Spacer(Setting::Reversed),
    Source::Spacer(Setting::PlainCores),
];

/// A message of the search to the exploration.
pub(super) enum News {
    /// A proof: the last message.
    Proof(Proof),
    /// The clauses that do not follow from themselves, where the program's own clauses prove nothing.
    FailedSteps(Vec<FailedStep>),
    /// No interpretation makes the Horn clauses true: a violation is more likely than a proof.
    Refuted,
}

/// Asks every source again and again, with more time in each round, until one has a proof, the token is cancelled, or a
/// source has had as much time as the whole exploration has.
pub(super) fn search(
    program: &Program,
    entry: MethodId,
    config: &Config,
    token: &Token,
    notify: &dyn Fn(News),
) -> Option<Proof> {
    let inlined = inlined(program, entry, token);
    let mut searches = Searches::new(program, inlined.as_ref(), |program| {
        Some(Search { notify, ..Search::new(program, entry, config, token).ok()? })
    });
    let times = successors(Some(FIRST_TIME), |time| time.checked_mul(LONGER));
    times.take_while(|time| *time <= config.timeout.max(FIRST_TIME)).find_map(|time| {
        searches.round(time, |search| {
            if time == FIRST_TIME {
                notify(News::FailedSteps(search.failed_steps(time)));
            }
        })
    })
}

/// Asks every source once, in a round of `time` each, even where an exploration with bounds would be enough.
pub fn prove(program: &Program, entry: MethodId, config: &Config, watch: &Watch, time: Duration) -> Option<Proof> {
    let inlined = inlined(program, entry, watch.token());
    let new = |program| Search::new(program, entry, config, watch.token()).ok();
    Searches::new(program, inlined.as_ref(), new).round(time, |_| {})
}

/// The claims of the proof that [`prove`] finds, if no code need be in the place of calls.
pub fn prove_claims(
    program: &Program,
    entry: MethodId,
    config: &Config,
    watch: &Watch,
    time: Duration,
) -> Option<Claims> {
    let mut search = Search::new(program, entry, config, watch.token()).ok()?;
    Some(sources(time).find_map(|source| search.attempt_with_facts(source, time))?.claims)
}

/// Why no proof of a program can be looked for. `None` if one can, if nothing repeats, or if the token is cancelled before
/// that is known.
pub fn unfit(program: &Program, entry: MethodId, config: &Config, token: &Token) -> Option<Unfit> {
    let unfit = pieces(program, entry, config, token).err()?;
    (unfit != Unfit::Finite && unfit != Unfit::Cancelled).then_some(unfit)
}

/// The clauses of loops that are known within `time` not to follow from themselves.
pub fn failed_steps(
    program: &Program,
    entry: MethodId,
    config: &Config,
    watch: &Watch,
    time: Duration,
) -> Vec<FailedStep> {
    let Ok(search) = Search::new(program, entry, config, watch.token()) else { return Vec::new() };
    search.failed_steps(time)
}

/// The searches for a program as it is, and with [code in the place of calls](inlined) if that changes it.
struct Searches<'p> {
    given: Option<Search<'p>>,
    inlined: Option<Search<'p>>,
}

impl<'p> Searches<'p> {
    fn new(given: &'p Program, inlined: Option<&'p Program>, new: impl Fn(&'p Program) -> Option<Search<'p>>) -> Self {
        Self { given: new(given), inlined: inlined.and_then(new) }
    }

    /// Asks every source once. `without_others` is called where the clauses of the program alone prove nothing.
    fn round(&mut self, time: Duration, without_others: impl Fn(&Search<'_>)) -> Option<Proof> {
        sources(time).find_map(|source| {
            if let Some(search) = &mut self.given {
                if let Some(proved) = search.attempt_with_facts(source, time) {
                    return Some(search.proof(proved));
                }
                if source == Source::Program {
                    without_others(search);
                }
            }
            let search = self.inlined.as_mut()?;
            let proved = search.attempt_with_facts(source, time)?;
            Some(Proof { is_of_copies: true, ..search.proof(proved) })
        })
    }
}

/// The sources in the order in which they are asked for some time.
fn sources(time: Duration) -> impl Iterator<Item = Source> {
    let mut others = SOURCES;
    others.rotate_left(usize::from(time > FIRST_TIME));
    [Source::Program].into_iter().chain(others)
}

/// A program as fragments and as Horn clauses.
///
/// # Errors
/// When no proof of it can be looked for.
pub fn pieces<'p>(
    program: &'p Program,
    entry: MethodId,
    config: &'p Config,
    token: &Token,
) -> Result<(Cuts<'p>, System), Unfit> {
    let cuts = Cuts::new(program, entry, config, token)?;
    let system = System::of(&cuts, token)?;
    Ok((cuts, system))
}

/// A search for a proof of a program that is taken apart.
struct Search<'p> {
    config: &'p Config,
    /// Stops the explorations of fragments and the solvers.
    token: &'p Token,
    notify: &'p dyn Fn(News),
    cuts: Cuts<'p>,
    /// The clauses of which Houdini's candidates have to follow.
    system: System,
    /// Those that Spacer answers: it finds how results depend on arguments.
    asked: System,
    /// The claims of all sources so far.
    pool: Claims,
    /// The state of Houdini's candidates.
    numeric: Numeric,
    /// The state of each source that has answered in time.
    standing: BTreeMap<Source, Standing>,
}

/// The candidates about numbers, and those of them that are known to be inductive.
#[derive(Default)]
struct Numeric {
    /// The remaining candidates, by whether those with products are among them.
    left: BTreeMap<bool, Claimed>,
    /// The inductive ones without products.
    inductive: Option<Claimed>,
}

/// The state of a source that has answered.
enum Standing {
    /// It has these claims. It is not known yet whether they prove the program.
    Open(Claims),
    /// More time would be in vain.
    Done,
}

/// The result of a source.
enum Found {
    /// Claims that may hold.
    Claims(Claims),
    /// No interpretation makes the Horn clauses true.
    Refuted,
    /// Nothing, and more time would be in vain.
    Exhausted,
    /// Nothing within the time.
    Nothing,
}

impl<'p> Search<'p> {
    fn new(program: &'p Program, entry: MethodId, config: &'p Config, token: &'p Token) -> Result<Self, Unfit> {
        let (cuts, system) = pieces(program, entry, config, token)?;
        let pool = contents::candidates(&cuts, token);
        Ok(Self {
            config,
            token,
            notify: &|_| {},
            cuts,
            asked: system.without_idle_requires(),
            system,
            pool,
            numeric: Numeric::default(),
            standing: BTreeMap::new(),
        })
    }

    fn failed_steps(&self, time: Duration) -> Vec<FailedStep> {
        self.token.within(time, |token| step::failed_steps(&Explorer::new(&self.cuts, self.config, token, time)))
    }

    /// The proof that consists of these claims.
    fn proof(&self, proved: Inductive) -> Proof {
        let Inductive { claims, reached, reached_implicit, covered, ends } = proved;
        let clauses = self.system.with_meanings(&self.system.interpretation(&claims));
        let opinion = self.config.self_check.then(|| self.second_opinion(&claims));
        let terminates = self.cuts.terminates();
        let claims = text::displayed(&self.cuts, &claims);
        let is_of_copies = false;
        Proof { terminates, ends, reached, reached_implicit, covered, claims, is_of_copies, clauses, opinion }
    }

    /// Asks a source, and the facts again where it may have found those that they lacked.
    fn attempt_with_facts(&mut self, source: Source, time: Duration) -> Option<Inductive> {
        self.attempt(source, time).or_else(|| match source {
            Source::Spacer(_) | Source::Houdini { .. } => self.attempt(Source::Facts, time),
            Source::Program | Source::Facts | Source::Pool => None,
        })
    }

    /// Asks a source, for `time` or the time of the next round. Returns the claims of a proof.
    fn attempt(&mut self, source: Source, time: Duration) -> Option<Inductive> {
        let time = match source {
            Source::Program | Source::Houdini { .. } => time.saturating_mul(LONGER),
            Source::Spacer(_) | Source::Facts | Source::Pool => time,
        };
        if self.token.is_cancelled() {
            return None;
        }
        let found = match self.standing.remove(&source) {
            Some(Standing::Open(claims)) => Found::Claims(claims),
            Some(Standing::Done) => Found::Exhausted,
            None => {
                let token = self.token;
                token.within(time, |token| self.ask(source, token, time))
            }
        };
        match found {
            Found::Claims(mut claims) => {
                self.keep(&claims);
                let (proved, is_complete) = self.token.within(time, |token| {
                    let proved = weaken(&Explorer::new(&self.cuts, self.config, token, time), &mut claims);
                    (proved, !token.is_cancelled())
                });
                if proved.is_some() {
                    return proved;
                }
                self.standing.insert(source, if is_complete { Standing::Done } else { Standing::Open(claims) });
            }
            Found::Refuted => {
                // In the Horn clauses, a read of the heap has any value. The fragments know more.
                let known = self.asked.clauses.len();
                self.asked.clauses.retain(|clause| !clause.is_soft);
                if self.asked.clauses.len() == known {
                    (self.notify)(News::Refuted);
                    self.standing.insert(source, Standing::Done);
                } else {
                    // With fewer clauses, more is a result.
                    self.standing.retain(|source, _| !matches!(source, Source::Spacer(_)));
                }
            }
            Found::Exhausted => drop(self.standing.insert(source, Standing::Done)),
            Found::Nothing => {}
        }
        None
    }

    /// The second opinion on a proof.
    fn second_opinion(&self, claims: &Claims) -> Opinion {
        let Self { cuts, token, .. } = self;
        let certificate = certificate(cuts, claims);
        let checked = || opinion::check(cuts.program, cuts.entry, cuts.dialect, &certificate, &Scripts::new(token));
        in_own_context(checked)
    }

    /// Adds claims to the pool. If it grows, the sources that read the pool have something new.
    fn keep(&mut self, claims: &Claims) {
        let mut grows = false;
        for (role, claims) in claims {
            let known = self.pool.entry(*role).or_default();
            for claim in claims {
                if !known.contains(claim) {
                    known.push(claim.clone());
                    grows = true;
                }
            }
        }
        if grows {
            self.standing.remove(&Source::Facts);
            self.standing.remove(&Source::Pool);
        }
    }

    fn ask(&mut self, source: Source, token: &Token, time: Duration) -> Found {
        let Self { system, asked, config, .. } = self;
        match source {
            Source::Program => Found::Claims(system.claims(&system.trivial())),
            Source::Facts => {
                let facts =
                    |claims: &Vec<Expr>| claims.iter().filter(|claim| !claim.is_quantified()).cloned().collect();
                Found::Claims(self.pool.iter().map(|(role, claims)| (*role, facts(claims))).collect())
            }
            Source::Pool => Found::Claims(self.pool.clone()),
            Source::Spacer(setting) => {
                let Some(program) = &config.executable else { return Found::Exhausted };
                match horn::solve(program, asked, setting, time, token) {
                    Answer::Interpretation(meanings) => Found::Claims(asked.claims(&meanings)),
                    Answer::Refuted => Found::Refuted,
                    Answer::Unknown => Found::Nothing,
                }
            }
            Source::Houdini { products: true } if !has_products(system) => Found::Exhausted,
            Source::Houdini { products } => self.weaken_candidates(products, token),
        }
    }

    /// The inductive candidates: those without products, or those with products together with the former.
    fn weaken_candidates(&mut self, products: bool, token: &Token) -> Found {
        let Self { system, numeric, .. } = self;
        let known = match (products, &numeric.inductive) {
            (false, _) => vec![Vec::new(); system.predicates.len()],
            (true, Some(known)) => known.clone(),
            (true, None) => return Found::Nothing,
        };
        let left = match numeric.left.entry(products) {
            Entry::Occupied(left) => left.into_mut(),
            Entry::Vacant(none) => match candidates(system, products, token) {
                Some(all) => none.insert(all),
                None => return Found::Nothing,
            },
        };
        let inductive = in_own_context(|| Houdini::new(token).weaken(system, &known, left));
        let Some(inductive) = inductive else { return Found::Nothing };
        let all = known.into_iter().zip(&inductive).map(|(known, more)| conjunction([&known[..], more].concat()));
        let claims = system.claims(&all.collect::<Vec<Expr>>());
        if !products {
            numeric.inductive = Some(inductive);
        }
        Found::Claims(claims)
    }
}
