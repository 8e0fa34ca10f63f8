//! Replays that are watched together: one leads, and the others are where they are. It is known to the server alone, and
//! forgotten with it.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use engine::{Hash, SessionId};
use serde::{Deserialize, Serialize};
use tokio::sync::watch;

use crate::answer::Fail;
use crate::limits::{FOLLOWERS_MAX, TOGETHER_MAX};
use crate::says;
use crate::token::Token;

/// Where whoever leads is, and how they look at it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Lead {
    /// Through whose eyes.
    #[serde(rename = "as")]
    pub(crate) viewer: String,
    /// Which moment, in the numbers of that viewer.
    pub(crate) at: usize,
    /// When thoughts are shown.
    pub(crate) think: String,
    /// How it is laid out.
    pub(crate) view: String,
}

/// Letters of the code in a link: nobody finds one by trying.
const CODE_CHARS: usize = 16;

/// All that are watched together, by the code of their links.
#[derive(Default)]
pub(crate) struct Together(Mutex<BTreeMap<String, Round>>);

struct Round {
    table: SessionId,
    /// The hash of what whoever leads knows, and nobody else.
    key: Hash,
    /// When they last moved: milliseconds of UTC since 1970.
    moved: i64,
    now: watch::Sender<Lead>,
}

impl Together {
    /// Somebody begins to lead: the code of their link, and what lets them go on. Of too many, the one that has rested the
    /// longest is forgotten.
    pub(crate) fn begin(&self, table: &SessionId, lead: Lead, utc: i64) -> Result<(String, Token), Fail> {
        let fresh = || Token::fresh().map_err(|_| Fail::broken());
        let (code, key) = (fresh()?, fresh()?);
        let code: String = code.as_str().chars().take(CODE_CHARS).collect();
        let mut rounds = self.rounds();
        if rounds.len() >= TOGETHER_MAX {
            let oldest = rounds.iter().min_by_key(|(_, round)| round.moved).map(|(code, _)| code.clone());
            oldest.map(|code| rounds.remove(&code));
        }
        let round =
            Round { table: table.clone(), key: key.hash(), moved: utc, now: watch::Sender::new(lead) };
        rounds.insert(code.clone(), round);
        Ok((code, key))
    }

    /// Whoever leads goes elsewhere.
    pub(crate) fn lead(
        &self,
        table: &SessionId,
        code: &str,
        key: &Token,
        lead: Lead,
        utc: i64,
    ) -> Result<(), Fail> {
        let mut rounds = self.rounds();
        let round = rounds.get_mut(code).filter(|round| round.table == *table && round.key == key.hash());
        let round = round.ok_or_else(Fail::not_found)?;
        round.moved = utc;
        round.now.send_replace(lead);
        Ok(())
    }

    /// Where whoever leads is, now and from now on.
    pub(crate) fn follow(&self, table: &SessionId, code: &str) -> Result<watch::Receiver<Lead>, Fail> {
        let rounds = self.rounds();
        let round = rounds.get(code).filter(|round| round.table == *table).ok_or_else(Fail::not_found)?;
        if round.now.receiver_count() >= FOLLOWERS_MAX {
            return Err(Fail::busy(says::follow_already_and_that_is_the(FOLLOWERS_MAX)));
        }
        Ok(round.now.subscribe())
    }

    /// Where whoever leads is.
    pub(crate) fn now(&self, table: &SessionId, code: &str) -> Option<Lead> {
        let rounds = self.rounds();
        rounds.get(code).filter(|round| round.table == *table).map(|round| round.now.borrow().clone())
    }

    /// Lets go of all who follow.
    pub(crate) fn end(&self) {
        self.rounds().clear();
    }

    fn rounds(&self) -> MutexGuard<'_, BTreeMap<String, Round>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
