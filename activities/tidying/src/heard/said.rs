//! Has the person just said what a coach notes as decided (Y15)? No coach decides in their place: whatever is not heard here is asked.

use kit::answer::{Answer, answer, plain_answer};
use kit::clauses::clauses;
use kit::plain::{Plain, lists};

use super::{CRISIS, HERE, decision, key};
use crate::piles::{Disposition, ItemId, Verb};
use crate::state::State;

lists! { "said.txt":
    THROWN GIVEN RECYCLED HANDED_IN KEPT THIS PUT_ASIDE OF_ANY
}

/// The fewest letters of a word by which a thing or a place is told from others.
const TELLING_LETTERS: usize = 3;
/// So many letters at the beginning of what is to be done stand in what was said, in whatever form: "shredded" says "shred them".
const STEM_LETTERS: usize = 4;

/// Has the person just said that this becomes of a thing: in words that neither ask, deny nor doubt (Y14), of the thing in hand or of
/// one that they name? A plain yes says what they were asked.
pub fn has_said(state: &State, item: ItemId, becomes: &Disposition) -> bool {
    let Some(said) = &state.said else { return false };
    if Plain::of(&said.text).has(&CRISIS) {
        return false;
    }
    let asked = state.coach_said.as_ref().filter(|asked| asked.contains('?'));
    if let (Some(asked), Some(true)) = (asked, plain_answer(&said.text)) {
        let words = Plain::of(asked);
        return tells(becomes, &words) && spoken_of(state, &words, becomes, None).contains(&item);
    }
    let mut spoken: Option<Vec<ItemId>> = None;
    clauses(&said.text).into_iter().any(|clause| {
        let things = spoken_of(state, &clause.words, becomes, spoken.take());
        let doubts = clause.doubts && *becomes != Disposition::Skip;
        let told = !(clause.asks || clause.denies || doubts) && tells(becomes, &clause.words);
        let is_it = things.contains(&item);
        spoken = Some(things);
        told && is_it
    })
}

/// Is what was asked confirmed: by a yes, with nothing besides or with the same in other words ("yes please, the shelf")?
pub fn confirms(text: &str, asked: &Disposition) -> bool {
    answer(text).is_some_and(|Answer { yes, rest }| {
        yes && (rest.is_empty() || decision(&rest) == Some(asked.verb()) || is_in(&Plain::of(&rest), asked))
    })
}

/// Which of some choices is said in fewer words, if one is: whoever says "into the ski bag" means the one in the cellar that stands
/// there.
pub fn fuller<'a>(choices: &'a [Disposition], said: &Disposition) -> Option<&'a Disposition> {
    let is_same =
        |choice: &&Disposition| choice.verb() == said.verb() && is_in(&Plain::of(&said.to_string()), choice);
    choices.iter().find(is_same)
}

/// Are all of some words those of a choice?
fn is_in(words: &Plain, choice: &Disposition) -> bool {
    has_all(&Plain::of(&choice.to_string()), words)
}

/// The place that something goes to, if it goes to one that has a name.
fn goal(becomes: &Disposition) -> Plain {
    Plain::of(match becomes {
        Disposition::Place { at } if at != HERE => at,
        Disposition::HandIn { at } => at,
        Disposition::Place { .. }
        | Disposition::Trash
        | Disposition::Donate
        | Disposition::Recycle
        | Disposition::ToDo { .. }
        | Disposition::Skip
        | Disposition::NeedInfo => "",
    })
}

/// Do some words say that this becomes of something, and nothing else?
fn tells(becomes: &Disposition, words: &Plain) -> bool {
    let is_told = match becomes {
        Disposition::Place { at } if at == HERE => words.has(&KEPT),
        Disposition::Place { .. } => has_all(words, &goal(becomes)),
        Disposition::HandIn { .. } => has_all(words, &goal(becomes)) || words.has(&HANDED_IN),
        Disposition::Trash => words.has(&THROWN),
        Disposition::Donate => words.has(&GIVEN),
        Disposition::Recycle => words.has(&RECYCLED),
        Disposition::ToDo { what } => begins_like(words, what),
        Disposition::Skip => words.has(&PUT_ASIDE),
        Disposition::NeedInfo => false,
    };
    is_told && !says_otherwise(becomes, words)
}

/// Do some words speak of another way as well?
fn says_otherwise(becomes: &Disposition, words: &Plain) -> bool {
    let ways =
        [(&THROWN, Verb::Trash), (&GIVEN, Verb::Donate), (&RECYCLED, Verb::Recycle), (&KEPT, Verb::Place)];
    match becomes {
        // "give it to my sister" is to be done, too.
        Disposition::HandIn { .. } | Disposition::ToDo { .. } => words.has(&THROWN),
        Disposition::Place { .. }
        | Disposition::Trash
        | Disposition::Donate
        | Disposition::Recycle
        | Disposition::Skip
        | Disposition::NeedInfo => {
            ways.into_iter().any(|(list, way)| way != becomes.verb() && words.has(list))
        }
    }
}

/// Are all of the words that tell this place from others among some words?
fn has_all(words: &Plain, goal: &Plain) -> bool {
    let mut telling = goal.words().filter(|word| !OF_ANY.contains(word)).peekable();
    telling.peek().is_some() && telling.all(|word| words.words().any(|said| said == word))
}

/// Does a word of some words begin as what is to be done does?
fn begins_like(words: &Plain, what: &str) -> bool {
    let what = Plain::of(what);
    let Some(first) = what.words().next() else { return false };
    let stem: String = first.chars().take(STEM_LETTERS).collect();
    words.words().any(|word| word.starts_with(&stem))
}

/// The things that some words are about: those that they name, or else what was spoken of before them, or else the one in hand. What
/// is in the name of the place where something goes names nothing.
fn spoken_of(
    state: &State,
    words: &Plain,
    becomes: &Disposition,
    before: Option<Vec<ItemId>>,
) -> Vec<ItemId> {
    let goal = goal(becomes);
    let names = |name: &str| {
        let name = key(name);
        let mut telling = name.split(' ').filter(|word| word.chars().count() >= TELLING_LETTERS);
        let is_said =
            |word: &str| words.words().any(|said| said == word) && !goal.words().any(|of| of == word);
        telling.any(|word| !OF_ANY.contains(&word) && is_said(word))
    };
    let named: Vec<ItemId> =
        state.items.iter().filter(|item| names(&item.name)).map(|item| item.id).collect();
    let in_hand = || state.in_hand().into_iter().collect();
    match before {
        _ if words.has(&THIS) => in_hand(),
        _ if !named.is_empty() => named,
        Some(before) => before,
        None => in_hand(),
    }
}
