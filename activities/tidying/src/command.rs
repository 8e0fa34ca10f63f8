//! What somebody wants to do. The person's commands come first, then the coach's, then the host's. Doc comments are read by
//! whoever is asked: what it does, then when it is the right one; what comes after that is for those who read the code.

use engine::{Photo, SeatId};
use serde::{Deserialize, Serialize};

use super::limits::{
    ANCHORS_MAX, BRANCHES, CHOICES, GROUP_ITEMS_MAX, GROUPS_MAX, IDEAS_MAX, LINE_CHARS_MAX, NAME_CHARS_MAX,
    NOTED_MAX, QUEUE_MAX, REFS_MAX, RESPONSE_CHARS_MAX, SAID_CHARS_MAX, TRAITS_MAX,
};
use super::mode::Branch;
use super::piles::{Disposition, Item, Verb};
use super::scope::{self, Scope};

/// Who gives a command, and what it does to the coach's turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Giver {
    /// The person.
    Person,
    /// The coach.
    Coach,
    /// The turn stays with the coach.
    Step,
    /// It takes the coach to another mode.
    Lead,
    /// Its words stand by themselves, where the coach was cut off.
    Talk,
    /// The person may give it whoever has the word.
    Always,
}

/// A command, by its name and fields on the wire.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, engine::Command)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[command(scope = Scope, by = Giver)]
pub enum Command {
    /// Say something in your own words.
    ///
    /// Say something in your own words.
    ///
    /// No words are needed where a photo goes with them.
    #[by(Person, Always)]
    #[person("say it", key = ' ', wordless = scope.shows)]
    Say {
        /// What you say.
        #[text(SAID_CHARS_MAX)]
        text: String,
    },
    /// Take one of the choices.
    ///
    /// Take one of these, by its number.
    #[by(Person)]
    #[person(shown = scope.proposed())]
    Choose {
        /// Which.
        #[kind(scope::numbered(&scope.choices, *CHOICES.end()))]
        choice: u8,
    },
    /// Write where it belongs, or what becomes of it.
    ///
    /// Where it belongs, or what becomes of it, in your own words.
    ///
    /// Plain words do, too (Y6).
    #[by(Person)]
    #[person("write it", key = ' ', wordless = scope.shows)]
    Write {
        /// A place, or: trash, donate, wash it, later.
        #[text(SAID_CHARS_MAX)]
        text: String,
    },
    /// Not now: put it on the unsure pile.
    ///
    /// Not now: put it aside.
    #[by(Person)]
    #[person("not now", key = 's')]
    Skip,
    /// What is that? Have it described.
    ///
    /// You do not know which thing is meant, or what it is.
    #[by(Person)]
    #[person("what is it?", key = 'w')]
    WhatsThat,
    /// I'm stuck: help me decide.
    ///
    /// You cannot decide.
    #[by(Person)]
    #[person("I'm stuck", key = 'k')]
    Stuck,
    /// Yes.
    ///
    /// Yes.
    #[by(Person)]
    #[person("yes", key = 'y')]
    Yes,
    /// No.
    ///
    /// No.
    #[by(Person)]
    #[person("no", key = 'n')]
    No,
    /// Say what this space is for, and what stays in it.
    ///
    /// One of these, by its number, and what has to stay for it.
    ///
    /// Of the answers that the coach gave to its question (Y7).
    #[by(Person)]
    #[person("it is for this", shown = scope.functions())]
    ChooseFunction {
        /// What it is for.
        #[kind(scope.branch())]
        branch: u8,
        /// What stays here, whatever is sorted.
        #[texts(0..=ANCHORS_MAX, each = NAME_CHARS_MAX)]
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        anchors: Vec<String>,
    },
    /// Yes, one kind after the other.
    ///
    /// Yes, one kind after the other.
    ///
    /// The unsure pile is split (Y9).
    #[by(Person)]
    #[person("yes, one kind after the other", key = 'y')]
    Split,
    /// No, leave the pile as it is.
    ///
    /// No, leave the pile as it is.
    #[by(Person)]
    #[person("no, leave it as it is", key = 'n')]
    KeepWhole,
    /// Undo the last decision.
    ///
    /// The last decision was a mistake.
    ///
    /// One after the other (Y5).
    #[by(Person, Always)]
    #[person(scope.undo.as_str(), key = 'u')]
    Undo,
    /// I'm done: wrap up.
    ///
    /// You have had enough.
    ///
    /// It is always possible (Y8).
    #[by(Person, Always)]
    #[person("wrap up", key = 'x')]
    Stop,
    /// Delete every photo of this session from the disk. The words stay.
    ///
    /// Have every photo of this session deleted.
    ///
    /// For good (Y11).
    #[by(Person, Always)]
    #[person(
        "delete photos",
        key = 'd',
        for_good = "deletes every photo of this session from the disk; the words stay"
    )]
    DeletePhotos,

    /// Note things that were named, or that a photo shows.
    ///
    /// Things were named or shown that are not noted yet.
    #[by(Coach, Step)]
    NoteItems {
        /// The things, each by a name of its own.
        #[rows(1..=NOTED_MAX)]
        items: Vec<NewItem>,
    },
    /// Ask what the space is for.
    ///
    /// What the space is for is not known: one question with answers.
    ///
    /// At most one question at a time (Y7).
    #[by(Coach)]
    AskSpaceFunction(Box<NewSurvey>),
    /// Say something, and leave the word to the person.
    ///
    /// Say or ask something else, and keep what you found out.
    #[by(Coach, Talk)]
    Survey {
        /// The response.
        #[text(RESPONSE_CHARS_MAX, voice = scope.voice)]
        response: String,
        /// What the space is for.
        #[text(NAME_CHARS_MAX)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        discovered_function: Option<String>,
        /// What stays.
        #[texts(0..=ANCHORS_MAX, each = NAME_CHARS_MAX)]
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        discovered_anchors: Vec<String>,
    },
    /// Begin to sort, with the first things.
    ///
    /// Enough is known to take the first thing.
    ///
    /// With what is known, and proposals at once, so that it is not only a change of mode (Y18).
    #[by(Coach, Lead)]
    BeginSorting(Box<NewBeginning>),
    /// Propose what becomes of one specific thing.
    ///
    /// One specific thing and choices for it, and more things after it.
    ///
    /// An answer is the person's alone (Y6).
    #[by(Coach)]
    ProposeDisposition(Box<NewProposal>),
    /// Say something, and leave the word to the person.
    ///
    /// Words only: ask for the next thing, or answer a question.
    #[by(Coach, Talk)]
    Sort {
        /// The response.
        #[text(RESPONSE_CHARS_MAX, voice = scope.voice)]
        response: String,
        /// The current item.
        #[text(NAME_CHARS_MAX)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        current_item: Option<String>,
        /// Where it lies.
        #[text(LINE_CHARS_MAX)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        item_location: Option<String>,
    },
    /// The unsure pile is full: offer to sort it kind by kind.
    ///
    /// The unsure pile by kind, each thing under one.
    ///
    /// The person says whether (Y9).
    #[by(Coach)]
    OfferSplit {
        /// The response.
        #[text(RESPONSE_CHARS_MAX, voice = scope.voice)]
        response: String,
        /// The kinds, each with its things.
        #[rows(1..=GROUPS_MAX)]
        groups: Vec<NewGroup>,
    },
    /// It is not clear what a thing is: go and find out.
    ///
    /// It is not clear which thing it is, or what.
    #[by(Coach, Lead)]
    NeedToClarify {
        /// The item.
        #[kind(scope.thing())]
        item: String,
        /// What can be seen of it, and where.
        #[text(LINE_CHARS_MAX)]
        photo_context: String,
        /// Why it is not clear.
        #[text(LINE_CHARS_MAX)]
        reason: String,
    },
    /// The person cannot decide: go and help.
    ///
    /// They cannot decide, or it is too much.
    #[by(Coach, Lead)]
    UserSeemsStuck {
        /// What they are stuck with.
        #[text(NAME_CHARS_MAX)]
        stuck_item: String,
    },
    /// It is a good moment to stop: go and wrap up.
    ///
    /// They want to stop, or nothing is left to take.
    #[by(Coach, Lead)]
    TimeToWrap,
    /// Describe the thing so that the person knows which you mean.
    ///
    /// Say how it looks and where it lies.
    #[by(Coach, Talk)]
    Describe {
        /// The response.
        #[text(RESPONSE_CHARS_MAX, voice = scope.voice)]
        response: String,
        /// A better name for it.
        #[text(NAME_CHARS_MAX)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        describing_item: Option<String>,
        /// What it lies next to.
        #[texts(0..=REFS_MAX, each = LINE_CHARS_MAX)]
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        spatial_refs: Vec<String>,
        /// What it is like.
        #[texts(0..=TRAITS_MAX, each = LINE_CHARS_MAX)]
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        physical_traits: Vec<String>,
    },
    /// It stays unclear: put it on the unsure pile, and go on.
    ///
    /// It stays unclear: put it aside and go on.
    #[by(Coach, Lead)]
    SkipItem,
    /// Ask in another way, without pressure.
    ///
    /// Another question, without pressure.
    #[by(Coach, Talk)]
    Reframe {
        /// The response.
        #[text(RESPONSE_CHARS_MAX, voice = scope.voice)]
        response: String,
        /// What they are stuck with, if that is clearer now.
        #[text(NAME_CHARS_MAX)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        stuck_item: Option<String>,
        /// A question that can be answered with yes or no.
        #[text(LINE_CHARS_MAX)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reframe_question: Option<String>,
    },
    /// Go on with the sorting.
    ///
    /// Back to the things, as soon as it helps.
    ///
    /// The person may want it too, where things wind down; a decision is brought along by the coach alone.
    #[by(Person, Coach, Lead)]
    #[person("go on sorting", key = 'g')]
    ResumeSorting {
        /// What the person decided just now, if they did.
        #[kind(scope::deciding(), only = scope.decides)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        decision: Option<Verb>,
        /// Where, or what is to be done.
        #[text(NAME_CHARS_MAX, only = scope.decides)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        place: Option<String>,
        /// The response.
        #[text(RESPONSE_CHARS_MAX, voice = scope.voice, only = scope.coaches)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        response: Option<String>,
        /// The next things.
        #[rows(0..=QUEUE_MAX, only = scope.coaches)]
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        then: Vec<NewNext>,
    },
    /// Say how it went, and leave the word to the person.
    ///
    /// What was done, what is left, what comes first next time.
    #[by(Coach, Talk)]
    SumUp {
        /// The response.
        #[text(RESPONSE_CHARS_MAX, voice = scope.voice)]
        response: String,
        /// What was done, in a line.
        #[text(LINE_CHARS_MAX)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        session_summary: Option<String>,
        /// What to begin with next time.
        #[text(LINE_CHARS_MAX)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        next_time: Option<String>,
    },
    /// End the session here.
    ///
    /// The person wants to end here: for good.
    ///
    /// The person may whenever they like, the coach when the person wants it (Y10).
    #[by(Person, Coach, Always)]
    #[person("end", key = 'e', for_good = "ends the session here, for good")]
    EndSession,

    /// The host hands over a photo that was cleaned and kept (Y11).
    #[unasked]
    AddPhoto {
        /// Whose.
        seat: SeatId,
        /// The photo.
        photo: Photo,
    },
}

impl CommandName {
    /// When it is the right one for a seat, where that is not the same for both.
    pub(super) fn when_for(self, is_coach: bool) -> &'static str {
        if is_coach {
            self.when()
        } else if self == CommandName::ResumeSorting {
            "go on with the sorting"
        } else if self == CommandName::EndSession {
            "end it here and now"
        } else {
            self.when()
        }
    }

    /// Is it one of the coach's, or of the person's?
    pub fn is_of(self, is_coach: bool) -> bool {
        self.is(if is_coach { Giver::Coach } else { Giver::Person })
    }

    /// The command with these words and nothing else, where they stand by themselves.
    pub(super) fn saying(self, response: &str) -> Option<Command> {
        let command = || serde_json::json!({ "type": self.word(), "response": response });
        serde_json::from_value(self.is(Giver::Talk).then(command)?).ok()
    }

    /// Is this said of it?
    pub fn is(self, giver: Giver) -> bool {
        self.by().contains(&giver)
    }
}

/// A thing, as it is noted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, engine::Fields)]
#[serde(deny_unknown_fields)]
pub struct NewItem {
    /// The name.
    #[text(NAME_CHARS_MAX)]
    pub name: String,
    /// What it looks like.
    #[text(LINE_CHARS_MAX)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub look: Option<String>,
    /// Where it lies.
    #[text(LINE_CHARS_MAX)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// The kind.
    #[text(NAME_CHARS_MAX)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// Its name until now; things with the same were taken for one.
    #[text(NAME_CHARS_MAX)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub was: Option<String>,
}

impl NewItem {
    /// One of which nothing is known but its name.
    pub fn of(name: &str) -> NewItem {
        NewItem { name: name.to_owned(), ..NewItem::default() }
    }
}

/// What a space is for, as it is asked (Y7).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, engine::Fields)]
#[serde(deny_unknown_fields)]
#[fields(scope = Scope)]
pub struct NewSurvey {
    /// The response.
    #[text(RESPONSE_CHARS_MAX, voice = scope.voice)]
    pub response: String,
    /// The question.
    #[text(LINE_CHARS_MAX)]
    pub question: String,
    /// The answers.
    #[rows(BRANCHES)]
    pub branches: Vec<NewBranch>,
}

/// One answer to it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, engine::Fields)]
#[serde(deny_unknown_fields)]
pub struct NewBranch {
    /// What the space is for, in a few words.
    #[text(NAME_CHARS_MAX)]
    pub function: String,
    /// What you ask then: what has to stay for it?
    #[text(LINE_CHARS_MAX)]
    pub follow_up: String,
    /// Ideas of what may stay.
    #[texts(0..=IDEAS_MAX, each = NAME_CHARS_MAX)]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub anchors: Vec<String>,
}

impl From<NewBranch> for Branch {
    fn from(NewBranch { function, follow_up, anchors }: NewBranch) -> Branch {
        Branch { function, follow_up, anchors }
    }
}

/// How the sorting begins (Y18).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, engine::Fields)]
#[serde(deny_unknown_fields)]
#[fields(scope = Scope)]
pub struct NewBeginning {
    /// The response.
    #[text(RESPONSE_CHARS_MAX, voice = scope.voice)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub response: Option<String>,
    /// What the space is for.
    #[text(NAME_CHARS_MAX)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub discovered_function: Option<String>,
    /// What stays.
    #[texts(0..=ANCHORS_MAX, each = NAME_CHARS_MAX)]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub discovered_anchors: Vec<String>,
    /// The first things.
    #[rows(0..=QUEUE_MAX)]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub then: Vec<NewNext>,
}

/// A proposal, as it is made (Y6).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, engine::Fields)]
#[serde(deny_unknown_fields)]
#[fields(scope = Scope)]
pub struct NewProposal {
    /// The response.
    #[text(RESPONSE_CHARS_MAX, voice = scope.voice)]
    pub response: String,
    /// The item.
    #[kind(scope.thing())]
    pub item: String,
    /// What it looks like.
    #[text(LINE_CHARS_MAX)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub look: Option<String>,
    /// Where it lies.
    #[text(LINE_CHARS_MAX)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// The best first; one alone, if they have just said it.
    #[rows(1..=*CHOICES.end())]
    pub choices: Vec<NewChoice>,
    /// More things after it.
    #[rows(0..=QUEUE_MAX)]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub then: Vec<NewNext>,
}

/// A thing that is proposed after another (Y18).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, engine::Fields)]
#[serde(deny_unknown_fields)]
#[fields(scope = Scope)]
pub struct NewNext {
    /// The response.
    #[text(RESPONSE_CHARS_MAX, voice = scope.voice)]
    pub response: String,
    /// The item.
    #[kind(scope.thing())]
    pub item: String,
    /// The choices.
    #[rows(1..=*CHOICES.end())]
    pub choices: Vec<NewChoice>,
}

/// One choice of a proposal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, engine::Fields)]
#[serde(deny_unknown_fields)]
pub struct NewChoice {
    /// The disposition.
    pub disposition: Verb,
    /// Where, or what is to be done.
    #[text(NAME_CHARS_MAX)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
}

impl From<&Disposition> for NewChoice {
    fn from(becomes: &Disposition) -> NewChoice {
        let at = match becomes {
            Disposition::Place { at } | Disposition::HandIn { at } => Some(at.clone()),
            Disposition::ToDo { what } => Some(what.clone()),
            Disposition::Trash
            | Disposition::Donate
            | Disposition::Recycle
            | Disposition::Skip
            | Disposition::NeedInfo => None,
        };
        NewChoice { disposition: becomes.verb(), at }
    }
}

/// A part of the unsure pile, as it is proposed (Y9).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, engine::Fields)]
#[serde(deny_unknown_fields)]
pub struct NewGroup {
    /// The kind.
    #[text(NAME_CHARS_MAX)]
    pub kind: String,
    /// The items.
    #[texts(1..=GROUP_ITEMS_MAX, each = NAME_CHARS_MAX)]
    pub items: Vec<String>,
}

impl NewGroup {
    /// Things by their kinds, in the order in which those come up.
    pub(super) fn by_kind<'a>(things: impl Iterator<Item = (String, &'a Item)>) -> Vec<NewGroup> {
        let mut groups: Vec<NewGroup> = Vec::new();
        for (kind, thing) in things {
            match groups.iter_mut().find(|group| group.kind == kind) {
                Some(group) => group.items.push(thing.name.clone()),
                None => groups.push(NewGroup { kind, items: vec![thing.name.clone()] }),
            }
        }
        groups
    }
}
