//! What a call can use at most, and what one used that nobody counted. Both are rather too much than too little.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use engine::Usage;

use crate::{Delta, ModelRequest};

/// Bytes that are taken for one token. Tokens of ordinary text are longer, so there are fewer of them.
const TOKEN_BYTES: u64 = 3;

/// Tokens for what a provider puts round each piece of a request: roles, quotes, names.
const PIECE_TOKENS: u64 = 16;

/// Tokens for a photo. Providers count pixels or tiles; the dearest rule is one for every 750 pixels, and a photo that was
/// made ready has at most 1568 a side. Most are not square, and cost half of it.
const PHOTO_TOKENS: u64 = (1568_u64 * 1568).div_ceil(750);

/// How the prompts of a model measure by its provider's own count: what was learnt from its last answer. Cheap to clone; all
/// clones learn together.
#[derive(Clone, Debug)]
pub struct Gauge(Arc<AtomicU64>);

/// A whole, in the parts that a gauge reckons in.
const WHOLE: u64 = 1_000;

impl Default for Gauge {
    fn default() -> Gauge {
        Gauge(Arc::new(AtomicU64::new(WHOLE)))
    }
}

impl Gauge {
    /// The provider has counted so many tokens in a prompt that was estimated at so many.
    pub(crate) fn learn(&self, told: u64, estimated: u64) {
        if told > 0 && estimated > 0 {
            self.0.store((told.saturating_mul(WHOLE) / estimated).min(WHOLE), Ordering::Relaxed);
        }
    }

    /// What a call is taken to have used that could use so much at most, and was broken off when so many bytes of its reply
    /// had been heard: its prompt as such prompts measure, and what was heard.
    pub fn cut_short(&self, most: Usage, heard_bytes: u64) -> Usage {
        let input = most.input.saturating_mul(self.0.load(Ordering::Relaxed)).div_ceil(WHOLE);
        Usage { input, ..cut_short(most, heard_bytes) }
    }
}

/// The most that a call can use: all of the request read anew, and as much written as it allows.
pub fn most(request: &ModelRequest) -> Usage {
    Usage { input: input(request), cached: 0, output: request.limits.all_tokens().into() }
}

/// What a call is taken to have used that could use so much at most, and was broken off when so many bytes of its reply
/// had been heard.
pub fn cut_short(most: Usage, heard_bytes: u64) -> Usage {
    Usage { output: tokens(heard_bytes), ..most }
}

/// The bytes of the reply in a delta.
pub fn bytes_of(delta: &Delta) -> u64 {
    let bytes = match delta {
        Delta::Thought(text) | Delta::Text(text) => text.len(),
        Delta::Call { name, .. } => name.len(),
        Delta::Arguments { json, .. } => json.len(),
        Delta::Again { .. } => 0,
    };
    bytes as u64
}

/// So many bytes as tokens.
pub fn tokens(bytes: u64) -> u64 {
    bytes.div_ceil(TOKEN_BYTES)
}

fn input(request: &ModelRequest) -> u64 {
    let mut pieces: u64 = 2;
    let mut bytes = request.prompt.fixed.len() + request.prompt.now.len();
    for told in &request.prompt.told {
        pieces += 1;
        bytes += told.len();
    }
    for tool in &request.tools {
        pieces += 1;
        bytes += tool.name.len() + tool.about.len() + tool.schema.get().len();
    }
    for exchange in &request.exchanges {
        pieces += 2;
        bytes += exchange.text.len() + exchange.note.as_ref().map_or(0, String::len);
        for call in &exchange.calls {
            pieces += 1;
            bytes += call.id.len() + call.name.len() + call.arguments.len();
        }
        for result in &exchange.results {
            pieces += 1;
            bytes += result.id.len() + result.name.len() + result.content.len();
        }
    }
    if let Some(schema) = &request.output {
        // Some providers read it as part of the prompt.
        pieces += 1;
        bytes += schema.get().len();
    }
    let photos = request.prompt.photos.len() as u64;
    tokens(bytes as u64).saturating_add(pieces * PIECE_TOKENS).saturating_add(photos * PHOTO_TOKENS)
}
