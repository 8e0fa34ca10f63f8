//! Sealed dice: an ending that is told is held against the seal that lay there before.

use engine::board::{Body, Die};
use engine::{Hash, Telling, Unsealed};
use protocol::Scene;

use super::super::draw;
use super::super::html::{El, Html, el};
use super::open_panels;
use crate::says;

/// The proofs of what was sealed and is told now. `before` is how things stood before that, where it is known.
pub(in super::super) fn endings(telling: &Telling, before: Option<&Scene>) -> Html {
    let dice: Vec<&Die> = before.map_or_else(Vec::new, |scene| {
        let panels = open_panels(&scene.board);
        let dice = panels.filter_map(|panel| match &panel.body {
            Body::Dice(dice) => Some(dice),
            _ => None,
        });
        dice.flatten().collect()
    });
    let proofs = telling.unsealed.iter().map(|it| proof(it, dice.get(it.die).and_then(|die| die.seal)));
    Html::all(proofs)
}

/// What the seals of dice are.
pub(in super::super) fn about() -> El {
    el("details")
        .id("seals")
        .add(el("summary").text(says::WHAT_THE_SEALS_ARE))
        .add(el("p").text(says::EACH_ENDING_IS_WRITTEN_ALREADY_AND))
}

/// Is an ending the one that was sealed? It is computed here, from what was shown before and what is shown now.
fn proof(it: &Unsealed, sealed: Option<Hash>) -> El {
    let digits = it.seal().to_string();
    let (class, words) = match sealed {
        Some(seal) if seal == it.seal() => ("proof", says::sealed_hash_matches(draw::short(&digits))),
        Some(seal) => ("proof broken", says::broken_seal_was_sealed(draw::short(&seal.to_string()))),
        None => ("proof", says::hash(draw::short(&digits))),
    };
    el("details").class(class).add(el("summary").text(words)).add(
        el("p")
            .text(says::SHA_256_OF_THE_SALT)
            .add(el("code").class("salt").text(&it.salt))
            .text(says::AND_THE_ENDING_RIGHT_BEHIND_IT)
            .add(el("code").class("hash").text(&digits)),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(words: &str) -> Unsealed {
        Unsealed { die: 0, salt: "00ff".to_owned(), words: words.to_owned() }
    }

    #[test]
    fn b1_an_ending_is_held_against_the_seal_that_was_shown() {
        let html = |words: &str, sealed: Option<Hash>| Html::from(proof(&told(words), sealed));
        let seal = Hash::of(b"00ffThe lamp goes out.");
        let right = html("The lamp goes out.", Some(seal));
        assert!(right.as_str().contains("✓ sealed hash matches"), "{}", right.as_str());
        let wrong = html("The lamp goes on.", Some(seal));
        assert!(wrong.as_str().contains("BROKEN SEAL"), "{}", wrong.as_str());
        let unknown = html("The lamp goes on.", None);
        assert!(!unknown.as_str().contains("matches"), "nothing is claimed that cannot be known");
    }
}
