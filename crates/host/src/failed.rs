//! That the log has stopped writing: noted once for all sessions, since whatever it shows from then on may not be on disk.

use tokio::sync::watch;

/// Why the log has stopped writing, if it has.
#[derive(Debug, Default)]
pub(crate) struct LogFailed(watch::Sender<Option<String>>);

impl LogFailed {
    /// Notes it. The first reason is the one that counts, and is given back.
    pub(crate) fn note(&self, why: String) -> String {
        let mut first = why.clone();
        self.0.send_if_modified(|noted| match noted {
            Some(noted) => {
                first.clone_from(noted);
                false
            }
            None => {
                *noted = Some(why);
                true
            }
        });
        first
    }

    pub(crate) fn why(&self) -> Option<String> {
        self.0.borrow().clone()
    }

    /// Waits until it has.
    pub(crate) async fn wait(&self) -> String {
        let mut noted = self.0.subscribe();
        match noted.wait_for(Option::is_some).await.ok().and_then(|why| why.clone()) {
            Some(why) => why,
            // Whoever notes it is gone: it never will.
            None => std::future::pending().await,
        }
    }
}
