//! Sealed dice: an ending that is told is held against the seal that lay there before.

use engine::board::{Body, Die};
use engine::{Hash, Telling, Unsealed};
use protocol::Scene;

use super::super::draw;
use super::super::html::{El, Html, el};
use super::open_panels;

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
    el("details").id("seals").add(el("summary").text("What the seals are")).add(el("p").text(
        "Each ending is written already, and nobody can change it now: its seal is the SHA-256 of a salt and the ending. When a \
         die is spent, its ending and its salt are told, and the seal is computed anew.",
    ))
}

/// Is an ending the one that was sealed? It is computed here, from what was shown before and what is shown now.
fn proof(it: &Unsealed, sealed: Option<Hash>) -> El {
    let digits = it.seal().to_string();
    let (class, words) = match sealed {
        Some(seal) if seal == it.seal() => {
            ("proof", format!("✓ sealed hash matches {}", draw::short(&digits)))
        }
        Some(seal) => {
            ("proof broken", format!("✗ BROKEN SEAL: {} was sealed", draw::short(&seal.to_string())))
        }
        None => ("proof", format!("hash {}", draw::short(&digits))),
    };
    el("details").class(class).add(el("summary").text(words)).add(
        el("p")
            .text("SHA-256 of the salt ")
            .add(el("code").class("salt").text(&it.salt))
            .text(" and the ending right behind it: ")
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
