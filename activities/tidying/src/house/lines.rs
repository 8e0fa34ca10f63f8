//! What the house says and what its made-up person says: pools of lines in plain text files, each a deck of its own.

use std::sync::LazyLock;

use kit::deck::{Deck, Decks, pools};

pools! {
    /// The pools.
    pub enum Pool {
        // surveying.txt
        SurveyingFirst SurveyingAgain SurveyingMore SurveyingThings FollowUp
        // sorting.txt
        SortingAsk SortingPropose SortingProposePlace SortingUnknown SortingUnknownGo
        SortingKeepsake SortingOnceMore SortingDone SortingOut SortingBack SortingChanged
        SortingPhoto SortingSplit SortingGroup SortingLocked SortingSkipped SortingWrap
        // clarifying.txt
        Clarifying ClarifyingPlace ClarifyingNamed ClarifyingKnown
        // support.txt
        SupportGentle Support SupportGo SupportFunction SupportFunctionGo SupportStart SupportAgain
        SupportBack
        // winding.txt
        Winding WindingLeft WindingNothing WindingClose
        // person.txt
        PersonSpace PersonItems PersonMore PersonNothing PersonHesitate PersonContradict
        PersonOverwhelmed PersonStop PersonBye PersonQuestion PersonAnswer PersonPlace
    }
}

/// The files, one a mode, and one for the person.
pub const FILES: [&str; 6] = [
    include_str!("lines/surveying.txt"),
    include_str!("lines/sorting.txt"),
    include_str!("lines/clarifying.txt"),
    include_str!("lines/support.txt"),
    include_str!("lines/winding.txt"),
    include_str!("lines/person.txt"),
];

impl Pool {
    /// Its lines.
    pub fn deck(self) -> &'static Deck {
        static DECKS: LazyLock<Decks<Pool>> = LazyLock::new(|| Decks::new(&FILES));
        DECKS.of(self)
    }
}
