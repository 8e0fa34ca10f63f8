//! What a scripted model says that it used.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use engine::{SeatId, Usage};

use crate::ModelRequest;

/// Bytes that count as one token.
const TOKEN_BYTES: usize = 4;

/// Bytes that are compared at once: so many whole tokens.
const BLOCK_BYTES: usize = 256 * TOKEN_BYTES;

/// Seats whose last request is remembered. Beyond it all are forgotten: then nothing is cached once.
const SEATS_MAX: usize = 1_024;

/// The last request of every seat, as a provider's cache would have it.
#[derive(Debug, Default)]
pub(super) struct Meter {
    last: Mutex<BTreeMap<(String, SeatId), Vec<u8>>>,
}

impl Meter {
    /// What reading a request takes.
    pub(super) fn read(&self, request: &ModelRequest) -> Usage {
        let bytes = rendered(request);
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if last.len() >= SEATS_MAX {
            last.clear();
        }
        let before = last.entry((request.session.clone(), request.seat)).or_default();
        let usage =
            Usage { input: tokens(bytes.len()), cached: u64_of(in_common(before, &bytes)), output: 0 };
        *before = bytes;
        usage
    }
}

/// How many tokens two texts begin with that are the same.
fn in_common(old: &[u8], new: &[u8]) -> usize {
    let same = |size: usize, from: usize| {
        let [old, new] = [old, new].map(|bytes| bytes[from..].chunks_exact(size));
        old.zip(new).take_while(|(old, new)| old == new).count()
    };
    // Most of a request was in the one before: first whole blocks of it, then the tokens of the block that differs.
    let blocks = same(BLOCK_BYTES, 0);
    blocks * (BLOCK_BYTES / TOKEN_BYTES) + same(TOKEN_BYTES, blocks * BLOCK_BYTES)
}

/// So many bytes as tokens.
pub(super) fn tokens(bytes: usize) -> u64 {
    u64_of(bytes.div_ceil(TOKEN_BYTES))
}

fn u64_of(number: usize) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}

/// All that is read, in the order in which a provider would send it.
fn rendered(request: &ModelRequest) -> Vec<u8> {
    let mut texts: Vec<&str> = Vec::new();
    for tool in &request.tools {
        texts.extend([&*tool.name, &tool.about, tool.schema.get()]);
    }
    texts.push(&request.prompt.fixed);
    texts.extend(request.prompt.told.iter().map(String::as_str));
    texts.push(&request.prompt.now);
    for exchange in &request.exchanges {
        texts.push(&exchange.text);
        texts.extend(exchange.calls.iter().map(|call| call.arguments.as_str()));
        texts.extend(exchange.results.iter().map(|result| result.content.as_str()));
        texts.extend(exchange.note.as_deref());
    }
    // In one piece: it is long, and grows with the game.
    texts.concat().into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_the_same_up_to_the_first_that_differs() {
        let text: Vec<u8> = (0..3 * BLOCK_BYTES + 7).map(|at| (at % 251) as u8).collect();
        for at in
            [0, 3, 4, BLOCK_BYTES - 1, BLOCK_BYTES, BLOCK_BYTES + 5, 3 * BLOCK_BYTES + 2, text.len() - 1]
        {
            let mut other = text.clone();
            other[at] ^= 1;
            assert_eq!(
                in_common(&text, &other),
                at.min(text.len() - text.len() % TOKEN_BYTES) / TOKEN_BYTES,
                "{at}"
            );
            assert_eq!(in_common(&text, &text[..at]), at / TOKEN_BYTES, "cut at {at}");
        }
        assert_eq!(in_common(&text, &text), text.len() / TOKEN_BYTES);
    }
}
