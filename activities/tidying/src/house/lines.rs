//! What the house says and what its made-up person says: pools of lines, one plain text file each.
//!
//! A pool is a deck of cards in an order of its own in every session; the n-th turn takes the n-th card. So a line comes back
//! only after all the others of its pool had their turn, and a replay says the same again. A line that wants a slot for which
//! there is no value sits out. To add a line, write it into its file; a test says what is wrong with it.

use std::sync::LazyLock;

use engine::Hash;

use kit::words::capital;

macro_rules! pools {
    ($($pool:ident $file:literal $about:literal)*) => {
        /// The pools, each by the name of its file.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Pool {
            $(#[doc = $about] $pool,)*
        }

        impl Pool {
            /// All of them.
            pub const ALL: &[Pool] = &[$(Pool::$pool,)*];

            /// The name of its file.
            pub fn name(self) -> &'static str {
                match self {
                    $(Pool::$pool => $file,)*
                }
            }
        }

        /// The files, in the order of the pools.
        const FILES: &[&str] = &[$(include_str!(concat!("lines/", $file, ".txt")),)*];
    };
}

pools! {
    SurveyingFirst "surveying_first" "The first words in a new space."
    SurveyingAgain "surveying_again" "The first words in a space that was sorted before."
    SurveyingMore "surveying_more" "It is known what the space is for: what lies there?"
    SurveyingThings "surveying_things" "Nothing came of the question: name things instead."
    FollowUp "follow_up" "It is known what the space is for: what stays?"
    SortingAsk "sorting_ask" "Nothing waits: what is next?"
    SortingPropose "sorting_propose" "A choice for a thing."
    SortingProposePlace "sorting_propose_place" "A choice for a thing, and where it lies."
    SortingUnknown "sorting_unknown" "A thing that is not on the list; yes means that it stays."
    SortingUnknownGo "sorting_unknown_go" "A thing that is not on the list; yes means that somebody else gets it."
    SortingKeepsake "sorting_keepsake" "A choice for something dear."
    SortingOnceMore "sorting_once_more" "A choice for a thing that was put aside."
    SortingDone "sorting_done" "A few words after a decision."
    SortingOut "sorting_out" "A few words after something went out."
    SortingBack "sorting_back" "Back from another mode."
    SortingChanged "sorting_changed" "Something comes up again, because the person changed their mind."
    SortingPhoto "sorting_photo" "A photo that this coach cannot see."
    SortingSplit "sorting_split" "The unsure pile in parts?"
    SortingGroup "sorting_group" "One part of it begins."
    SortingLocked "sorting_locked" "Something else is asked for while a part of it is sorted."
    SortingSkipped "sorting_skipped" "Something was put aside."
    SortingWrap "sorting_wrap" "Nothing is left: stop here?"
    Clarifying "clarifying" "What is it?"
    ClarifyingPlace "clarifying_place" "What is it, there?"
    ClarifyingNamed "clarifying_named" "It has a name now: go on with it?"
    ClarifyingKnown "clarifying_known" "It is known now."
    SupportGentle "support_gentle" "Words before a question that may help."
    Support "support" "A question; yes means that it stays."
    SupportGo "support_go" "A question; yes means that it goes."
    SupportFunction "support_function" "A question about what the space is for; yes means that it stays."
    SupportFunctionGo "support_function_go" "A question about what the space is for; yes means that it goes."
    SupportStart "support_start" "It is too much: something small."
    SupportAgain "support_again" "Still stuck: put it aside?"
    Winding "winding" "How it went."
    WindingLeft "winding_left" "How it went, and what comes first next time."
    WindingNothing "winding_nothing" "Nothing was sorted."
    WindingClose "winding_close" "The person says goodbye: end it?"
    PersonSpace "person_space" "The person: what the space is for."
    PersonItems "person_items" "The person: things."
    PersonMore "person_more" "The person: goes on."
    PersonNothing "person_nothing" "The person: nothing is left."
    PersonHesitate "person_hesitate" "The person: hesitates."
    PersonContradict "person_contradict" "The person: takes something back."
    PersonOverwhelmed "person_overwhelmed" "The person: it is too much."
    PersonStop "person_stop" "The person: stops."
    PersonBye "person_bye" "The person: agrees to the end."
    PersonQuestion "person_question" "The person: what is it?"
    PersonAnswer "person_answer" "The person: what it is."
    PersonPlace "person_place" "The person: a place."
}

impl Pool {
    /// Its lines as they are written.
    pub fn lines(self) -> &'static [&'static str] {
        static LINES: LazyLock<Vec<Vec<&'static str>>> = LazyLock::new(|| {
            let lines = |file: &'static str| {
                file.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')).collect()
            };
            FILES.iter().copied().map(lines).collect()
        });
        LINES.get(self as usize).map_or(&[], Vec::as_slice)
    }

    /// Its lines in the order of one session, the one for this turn first.
    pub fn deal(self, session: &Hash, turn: u64) -> impl Iterator<Item = &'static str> {
        let lines = self.lines();
        let size = (lines.len() as u64).max(1);
        let salt = salt(session, self as usize);
        let steps = (0..size).map(|more| 1 + ((salt >> 32) + more) % size);
        let step = steps.into_iter().find(|step| divisor(*step, size) == 1).unwrap_or(1);
        let card = move |nth: u64| (salt % size + (nth % size) * step) % size;
        // What comes instead of a line that does not fit is not one that will be due soon.
        let instead = (0..size).map(move |more| turn + size / 2 + more);
        std::iter::once(turn).chain(instead).filter_map(move |nth| lines.get(card(nth) as usize).copied())
    }
}

fn divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { divisor(b, a % b) }
}

/// A number of a session's own, one for each thing that wants one.
pub(super) fn salt(session: &Hash, what: usize) -> u64 {
    let byte =
        |at: usize| u64::from(session.0.get((what + at * 5) % session.0.len()).copied().unwrap_or_default());
    (0..8).fold(what as u64, |salt, at| salt.rotate_left(8) ^ byte(at))
}

/// What goes into the slots of a line.
pub type Slots<'a> = &'a [(&'a str, &'a str)];

/// The line with its slots filled, or nothing if one has no value. A value that begins a sentence gets a capital, and its own
/// full stop gives way to the line's.
pub fn fill(line: &str, slots: Slots<'_>) -> Option<String> {
    let mut parts = line.split('{');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, after) = part.split_once('}')?;
        let (_, value) = slots.iter().find(|(slot, _)| *slot == name)?;
        let value = value.trim().trim_end_matches(['.', '!', '?', ',', ';', ':']);
        if value.is_empty() {
            return None;
        }
        let before = text.trim_end();
        if before.is_empty() || before.ends_with(['.', '?', '!']) {
            text.push_str(&capital(value));
        } else {
            text.push_str(value);
        }
        text.push_str(after);
    }
    Some(text)
}

/// Is this what somebody says with the line, whatever stands in its slots and before it?
pub fn ends_with(text: &str, line: &str) -> bool {
    // Most are told apart by their last letters.
    let mut ends = text.bytes().rev().zip(line.bytes().rev()).take_while(|(_, line)| *line != b'}');
    if ends.any(|(text, line)| text != line) {
        return false;
    }
    let last = line.rfind('}').map_or(line, |end| line.get(end + 1..).unwrap_or_default());
    let Some(mut rest) = text.strip_suffix(last) else { return false };
    if !line.contains('{') {
        return rest.is_empty() || rest.ends_with(' ');
    }
    let open = line.get(..line.len() - last.len()).unwrap_or_default();
    for part in open.split('{').map(|part| part.split_once('}').map_or(part, |(_, after)| after)) {
        let Some(at) = rest.find(part) else { return false };
        rest = rest.get(at + part.len()..).unwrap_or_default();
    }
    !rest.is_empty()
}
