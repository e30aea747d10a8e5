//! Proofs by induction: claims are looked for, and each is checked by exploring the fragments.
//!
//! Nothing that a search comes back with is believed: a proof is what [explorations of the fragments](super::weaken) leave of
//! it, if that is enough. Under `--self-check` there is a [second opinion](crate::opinion) on it.

use super::certificate::certificate;
use super::fragment::Explorer;
use super::step;
use super::weaken::weaken;
use crate::cancel::Token;
use crate::config::Config;
use crate::explore::watch::Watch;
use crate::induction::candidates::{candidates, has_products};
use crate::induction::cuts::{Cuts, Unfit};
use crate::induction::horn::System;
use crate::induction::{Claims, conjunction, contents, text};
use crate::ir::{Expr, MethodId, Program};
use crate::opinion::{self, Opinion};
use crate::outcome::{FailedStep, Proof};
use crate::solver::horn::{Answer, HornSolver, Setting};
use crate::solver::houdini::{Claimed, Houdini};
use crate::solver::in_own_context;
use crate::solver::scripts::Scripts;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::iter::successors;
use std::time::Duration;

/// The time that each source gets first, and how many times as much it gets when all have been asked; what stands in the program
/// gets that much from the beginning, and so does Houdini, of whose time none is lost.
const FIRST_TIME: Duration = Duration::from_millis(500);
const LONGER: u32 = 4;

/// Where claims come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Source {
    /// The clauses of the program alone.
    Program,
    /// Horn clauses, by Spacer.
    Spacer(Setting),
    /// Candidates of simple forms, weakened over the Horn clauses: without products, or with them where the clauses have some.
    Houdini { products: bool },
    /// What all others have said so far, and what the code suggests, without quantifiers.
    Facts,
    /// The same with quantifiers, which cost much more.
    Pool,
}

/// The sources that are asked after the program, in their order; the facts are asked again whenever another one has said
/// something new. Each finds what others do not; what Spacer finds at all, it mostly finds at once, so that after the first
/// round the first of these comes last.
const SOURCES: [Source; 7] = [
    Source::Spacer(Setting::Default),
    Source::Facts,
    Source::Houdini { products: false },
    Source::Houdini { products: true },
    Source::Pool,
    Source::Spacer(Setting::Reversed),
    Source::Spacer(Setting::PlainCores),
];

/// What a search tells on its way.
pub(super) enum News {
    /// A proof: the last that is heard of it.
    Proof(Proof),
    /// Which clauses do not follow from themselves, where those of the program alone prove nothing.
    FailedSteps(Vec<FailedStep>),
    /// Nothing can hold of which the clauses are true: a violation is more likely than a proof.
    Refuted,
}

/// Asks every source again and again, with more time each time, until one has a proof, the token is cancelled, or a source
/// has had as much time as the exploration has in all.
pub(super) fn search(
    program: &Program,
    entry: MethodId,
    config: &Config,
    token: &Token,
    tell: &dyn Fn(News),
) -> Option<Proof> {
    let mut search = Search { tell, ..Search::new(program, entry, config, token).ok()? };
    let times = successors(Some(FIRST_TIME), |time| time.checked_mul(LONGER));
    times.take_while(|time| *time <= config.timeout.max(FIRST_TIME)).find_map(|time| {
        let proved = search.attempt(Source::Program, time);
        if proved.is_none() && time == FIRST_TIME {
            tell(News::FailedSteps(search.failed_steps(time)));
        }
        let proved = proved.or_else(|| search.others(time))?;
        Some(search.proof(&proved))
    })
}

/// Asks every source once, in a round of `time` each, whether bounds would be enough or not.
pub fn prove(program: &Program, entry: MethodId, config: &Config, watch: &Watch, time: Duration) -> Option<Proof> {
    let mut search = Search::new(program, entry, config, watch.token()).ok()?;
    let proved = search.round(time)?;
    Some(search.proof(&proved))
}

/// The claims of such a proof.
pub fn prove_claims(
    program: &Program,
    entry: MethodId,
    config: &Config,
    watch: &Watch,
    time: Duration,
) -> Option<Claims> {
    Search::new(program, entry, config, watch.token()).ok()?.round(time)
}

/// Why no proof of a program can be looked for, if something repeats of which there could be one, as far as that is known
/// until the token is cancelled.
pub fn unfit(program: &Program, entry: MethodId, config: &Config, token: &Token) -> Option<Unfit> {
    let unfit = pieces(program, entry, config, token).err()?;
    (unfit != Unfit::Finite && unfit != Unfit::Cancelled).then_some(unfit)
}

/// The clauses of loops that do not follow from themselves, as far as that is known within `time`.
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

/// A program as pieces and as clauses.
fn pieces<'p>(
    program: &'p Program,
    entry: MethodId,
    config: &'p Config,
    token: &Token,
) -> Result<(Cuts<'p>, System), Unfit> {
    let cuts = Cuts::new(program, entry, &config.dialect, token)?;
    let system = System::of(&cuts, token)?;
    Ok((cuts, system))
}

/// A search for a proof of a program that is taken apart.
struct Search<'p> {
    config: &'p Config,
    /// Stops the explorations of fragments and the solvers.
    token: &'p Token,
    tell: &'p dyn Fn(News),
    cuts: Cuts<'p>,
    system: System,
    /// What sources have said.
    pool: Claims,
    /// What Houdini has come to.
    numeric: Numeric,
    /// What is known of sources that have been asked, but for those of which the time was over before they answered.
    standing: BTreeMap<Source, Standing>,
}

/// Candidates about numbers on their way to what is inductive of them.
#[derive(Default)]
struct Numeric {
    /// The candidates that are left, by whether those with products are among them.
    left: BTreeMap<bool, Claimed>,
    /// What is inductive without products.
    inductive: Option<Claimed>,
}

/// How it stands with a source that has answered.
enum Standing {
    /// It has these claims, of which it is not known yet whether they prove the program.
    Open(Claims),
    /// More time is in vain.
    Done,
}

/// What a source comes back with.
enum Found {
    /// What may hold.
    Claims(Claims),
    /// Nothing can hold of which the clauses are true.
    Refuted,
    /// Nothing, however long it is asked.
    Exhausted,
    /// Nothing in the time.
    Nothing,
}

impl<'p> Search<'p> {
    fn new(program: &'p Program, entry: MethodId, config: &'p Config, token: &'p Token) -> Result<Self, Unfit> {
        let (cuts, system) = pieces(program, entry, config, token)?;
        let pool = contents::candidates(&cuts, token);
        Ok(Self {
            config,
            token,
            tell: &|_| {},
            cuts,
            system,
            pool,
            numeric: Numeric::default(),
            standing: BTreeMap::new(),
        })
    }

    fn failed_steps(&self, time: Duration) -> Vec<FailedStep> {
        self.token.within(time, |token| step::failed_steps(&Explorer::new(&self.cuts, self.config, token, time), token))
    }

    /// Asks every source once.
    fn round(&mut self, time: Duration) -> Option<Claims> {
        self.attempt(Source::Program, time).or_else(|| self.others(time))
    }

    /// The proof that claims are.
    fn proof(&self, proved: &Claims) -> Proof {
        let clauses = self.system.with_meanings(&self.system.interpretation(proved));
        let opinion = self.config.self_check.then(|| self.second_opinion(proved));
        Proof { terminates: self.cuts.terminates(), claims: text::told(&self.cuts, proved), clauses, opinion }
    }

    /// Asks every source but the program.
    fn others(&mut self, time: Duration) -> Option<Claims> {
        let mut sources = SOURCES;
        sources.rotate_left(usize::from(time > FIRST_TIME));
        sources.into_iter().find_map(|source| {
            self.attempt(source, time).or_else(|| match source {
                // What it has said may be what the facts were short of.
                Source::Spacer(_) | Source::Houdini { .. } => self.attempt(Source::Facts, time),
                Source::Program | Source::Facts | Source::Pool => None,
            })
        })
    }

    /// Asks a source, for `time` or the time of the next round. Gives the claims of a proof.
    fn attempt(&mut self, source: Source, time: Duration) -> Option<Claims> {
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
                let (proved, is_told) = self.token.within(time, |token| {
                    let proved = weaken(&Explorer::new(&self.cuts, self.config, token, time), &mut claims);
                    (proved, !token.is_cancelled())
                });
                if proved.is_some() {
                    return proved;
                }
                self.standing.insert(source, if is_told { Standing::Done } else { Standing::Open(claims) });
            }
            Found::Refuted => {
                // What is read from the heap is any value to the clauses. The fragments know better.
                let known = self.system.clauses.len();
                self.system.clauses.retain(|clause| !clause.is_soft);
                if self.system.clauses.len() == known {
                    (self.tell)(News::Refuted);
                    self.standing.insert(source, Standing::Done);
                } else {
                    // More is inductive now.
                    self.numeric = Numeric::default();
                    self.standing.clear();
                }
            }
            Found::Exhausted => drop(self.standing.insert(source, Standing::Done)),
            Found::Nothing => {}
        }
        None
    }

    /// What somebody else thinks of a proof.
    fn second_opinion(&self, claims: &Claims) -> Opinion {
        let Self { cuts, token, .. } = self;
        let certificate = certificate(cuts, claims);
        let checked = || opinion::check(cuts.program, cuts.entry, cuts.dialect, &certificate, &Scripts::new(token));
        in_own_context(checked)
    }

    /// Puts claims into the pool. Where it grows, those who take them from there have something new to say.
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
        let Self { system, config, .. } = self;
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
                match HornSolver::new(token).solve(program, system, setting, time) {
                    Answer::Interpretation(meanings) => Found::Claims(system.claims(&meanings)),
                    Answer::Refuted => Found::Refuted,
                    Answer::Unknown => Found::Nothing,
                }
            }
            Source::Houdini { products: true } if !has_products(system) => Found::Exhausted,
            Source::Houdini { products } => self.weaken_candidates(products, token),
        }
    }

    /// What is inductive of the candidates without products, or with them and what is known of the others.
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
