//! How the providers of models do: how often in a row the last calls of each failed by its own fault.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use engine::CallEnd;

/// Those that were called since the host began.
#[derive(Debug, Default)]
pub(crate) struct Providers(Mutex<BTreeMap<String, (u32, CallEnd)>>);

impl Providers {
    /// A call of a provider is over.
    pub(crate) fn note(&self, provider: &str, end: CallEnd) {
        let failed = match end {
            CallEnd::RateLimited | CallEnd::TimedOut | CallEnd::Unreachable | CallEnd::Denied => true,
            CallEnd::Answered
            | CallEnd::Refused
            | CallEnd::CutOff
            | CallEnd::ThoughtOut
            | CallEnd::Malformed => false,
            // Nothing was learnt of it.
            CallEnd::OverBudget | CallEnd::Cancelled | CallEnd::Lost => return,
        };
        let mut all = self.lock();
        match all.get_mut(provider) {
            Some((times, last)) => (*times, *last) = (if failed { *times + 1 } else { 0 }, end),
            None => drop(all.insert(provider.to_owned(), (u32::from(failed), end))),
        }
    }

    /// Each with how often in a row it has failed, and how its last call ended.
    pub(crate) fn all(&self) -> Vec<(String, u32, CallEnd)> {
        let all = self.lock();
        all.iter().map(|(name, (times, last))| (name.clone(), *times, *last)).collect()
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, (u32, CallEnd)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_provider_has_failed_as_often_as_it_did_since_it_last_answered() {
        let providers = Providers::default();
        for (end, times) in [
            (CallEnd::Unreachable, 1),
            (CallEnd::TimedOut, 2),
            (CallEnd::Cancelled, 2),
            (CallEnd::Malformed, 0),
            (CallEnd::Denied, 1),
        ] {
            providers.note("acme", end);
            assert_eq!(providers.all()[0].1, times, "{end:?}");
        }
        providers.note("other", CallEnd::OverBudget);
        assert_eq!(providers.all(), [("acme".to_owned(), 1, CallEnd::Denied)]);
    }
}
