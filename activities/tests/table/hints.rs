//! Words by which the table hears that somebody wants a change.

use protocol::table::TableState::{Active, Debrief, Idle, Paused};
use table::suggest::{HINTS, found};

#[test]
fn a_phrase_is_found_as_whole_words_in_its_own_states() {
    assert_eq!(found(Active, "Folks, PIZZA’s here!"), Some((Paused, "pizza's here")));
    assert_eq!(found(Active, "That's a wrap!"), Some((Debrief, "that's a wrap")));
    assert_eq!(found(Paused, "ok, we're back"), Some((Active, "we're back")));
    assert_eq!(found(Active, "ok, we're back"), None, "in play that is part of the story");
    assert_eq!(found(Active, "that's a wrapper"), None);
    assert_eq!(found(Active, "we do not need a break"), None);
    assert_eq!(found(Active, "not that's a wrap"), None);
    assert_eq!(found(Active, "no quick break, please"), None);
    assert_eq!(found(Idle, ""), None);
}

#[test]
fn every_phrase_is_found_by_itself_and_is_of_one_change() {
    for (states, to, phrases) in HINTS {
        for from in *states {
            assert_ne!(from, to);
            for phrase in *phrases {
                assert_eq!(found(*from, phrase), Some((*to, *phrase)), "{phrase} in {}", from.name());
            }
        }
    }
}
