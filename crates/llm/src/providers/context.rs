//! How much a model can keep in mind: what its server says of it, and what it was asked for.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::Value;
use tokio::sync::OnceCell;

/// The least context that is asked for: a smaller one saves little, and would soon be changed.
const LEAST: u32 = 8_192;

/// What is known of a model's context. Cheap to clone; all clones know the same.
#[derive(Clone, Debug, Default)]
pub struct Context(Arc<Memory>);

#[derive(Debug, Default)]
struct Memory {
    /// The largest that was asked for.
    asked: AtomicU32,
    shown: OnceCell<Shown>,
}

/// What a server says of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shown {
    /// The most tokens of context that it can have.
    pub(super) most: Option<u32>,
    /// Does it think before it answers?
    pub(super) thinks: bool,
}

impl Shown {
    /// What Ollama shows.
    pub(super) fn by_ollama(json: &Value) -> Shown {
        let info = json["model_info"].as_object();
        let length = info.and_then(|all| all.iter().find(|(name, _)| name.ends_with(".context_length")));
        let most = length.and_then(|(_, length)| u32::try_from(length.as_u64()?).ok());
        let able = json["capabilities"].as_array();
        Shown { most, thinks: able.is_none_or(|able| able.iter().any(|it| it == "thinking")) }
    }
}

impl Context {
    /// What the server says of the model; it is asked once.
    pub(super) async fn shown(&self, ask: impl Future<Output = Option<Shown>>) -> Shown {
        let asked = async { ask.await.ok_or(()) };
        let unknown = Shown { most: None, thinks: true };
        self.0.shown.get_or_try_init(|| asked).await.copied().unwrap_or(unknown)
    }

    /// The context to ask for, where so many tokens are needed: a power of two, and never less than before, since a server loads
    /// the model anew for every other size, and forgets what it has read.
    pub(super) fn for_tokens(&self, needed: u64, most: Option<u32>) -> u32 {
        let needed = u32::try_from(needed).unwrap_or(u32::MAX / 2).min(u32::MAX / 2);
        let size = needed.next_power_of_two().max(LEAST).min(most.unwrap_or(u32::MAX));
        self.0.asked.fetch_max(size, Ordering::Relaxed).max(size)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_context_grows_in_steps_and_never_shrinks() {
        let context = Context::default();
        let sizes = [100, 8_192, 8_193, 20_000, 300, 40_000, u64::MAX];
        let asked = sizes.map(|needed| context.for_tokens(needed, Some(131_072)));
        assert_eq!(asked, [8_192, 8_192, 16_384, 32_768, 32_768, 65_536, 131_072]);
        assert_eq!(Context::default().for_tokens(100, Some(2_048)), 2_048, "it has no more");
    }

    #[test]
    fn what_ollama_shows_is_read_and_what_it_does_not_is_not_guessed_small() {
        let shown = |json: Value| Shown::by_ollama(&json);
        let info = json!({"general.architecture": "llama", "llama.context_length": 131_072});
        let able = ["completion", "tools"];
        let still = shown(json!({"model_info": info, "capabilities": able}));
        assert_eq!(still, Shown { most: Some(131_072), thinks: false });
        assert!(shown(json!({"capabilities": ["completion", "thinking"]})).thinks);
        assert_eq!(shown(json!({})), Shown { most: None, thinks: true });
    }
}
