//! The words: pools of lines in plain text files, and how one is chosen and filled.
//!
//! All roles speak from the same pools, so that the form of a sentence says nothing about the one who says it.

use std::sync::{Arc, LazyLock};

use crate::view::{Role, View};
use engine::{SeatId, SeatSet};
use kit::deck::{Deck, Decks, pools, session};
use kit::lines::{Values, begins_a_sentence, trimmed};

use super::character::Character;

pools! {
    /// What anybody may say, and what anybody may think.
    pub enum Pool {
        // openings.txt
        FirstDeath Death Saved Caught Wronged NobodyWent Agree Differ Silence Defence ClaimHeard ClaimsClash Thanks
        TurnedRound KindLeads
        // claims.txt
        Guilty GuiltyAgain Clear ClearAgain EmptyHanded RivalLies Doctor Villager Rather
        // thoughts.txt
        KillTeam KillSheriff KillDoctor KillHunter KillTrusted GuardClaim GuardMyself Guard Look Suspect
        VoteCertain VoteSuspect VoteNamed VoteJoined VoteCover VoteBus AbstainClean AbstainUnsure
        TurnFalseBadge TurnLie TurnKnown TurnReveal TurnDefend TurnPush TurnInnocent TurnCertain TurnAccuse
        TurnKind TurnVouch TurnQuiet TurnWait TownLooks MySuspects Lots
    }
}

pools! {
    /// Reasons from the game.
    pub enum Ground {
        VotedTown VotedKilled LastVote SparedMafia AccusedTown VouchedMafia WithMafia VouchedByMafia
        DeadSuspected Turncoat Abstained Quiet SheriffNamed DeadSheriffNamed DeadSheriffCleared
        ClaimantNamed Rival ClaimedWhenNamed CaughtLying LeftAlive Crowd AccusesMe FirstStone
        JoinedIn NoName Passed VotedMafia AccusedMafia AccusedByMafia VotedByMafia StoodAside
        SheriffCleared ClaimantCleared SoleClaim RightCall VouchesForMe
    }
}

pools! {
    /// What a turn comes to, in the voice of a character: each has these.
    pub enum Spoken { Leads Hunches Accuse Sure Vouch Wait Ask }
}

/// The files of [`Pool`].
pub const FILES: [&str; 3] = [
    include_str!("lines/openings.txt"),
    include_str!("lines/claims.txt"),
    include_str!("lines/thoughts.txt"),
];

/// The file of [`Ground`].
pub const REASONS: &str = include_str!("lines/reasons.txt");

/// The file of a character's [`Spoken`].
pub const fn voice(character: Character) -> &'static str {
    match character {
        Character::Cautious => include_str!("lines/voices/cautious.txt"),
        Character::Aggressive => include_str!("lines/voices/aggressive.txt"),
        Character::Analytical => include_str!("lines/voices/analytical.txt"),
        Character::Social => include_str!("lines/voices/social.txt"),
        Character::Random => include_str!("lines/voices/random.txt"),
    }
}

impl Pool {
    /// Its lines.
    pub(super) fn deck(self) -> &'static Deck {
        static DECKS: LazyLock<Decks<Pool>> = LazyLock::new(|| Decks::new(&FILES));
        DECKS.of(self)
    }
}

impl Ground {
    /// Its clauses.
    pub(super) fn deck(self) -> &'static Deck {
        static DECKS: LazyLock<Decks<Ground>> = LazyLock::new(|| Decks::new(&[REASONS]));
        DECKS.of(self)
    }
}

impl Spoken {
    /// Its lines, as a character speaks them.
    pub(super) fn deck(self, character: Character) -> &'static Deck {
        static DECKS: LazyLock<[Decks<Spoken>; 5]> =
            LazyLock::new(|| Character::ALL.map(|character| Decks::new(&[voice(character)])));
        DECKS[character as usize].of(self)
    }
}

/// What the slots of a line are filled with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gaps<'a> {
    pub(super) view: &'a View,
    pub(super) x: Option<SeatId>,
    pub(super) y: Option<SeatId>,
    /// A number, or a day.
    pub(super) n: u8,
    pub(super) role: Option<Role>,
}

impl<'a> Gaps<'a> {
    pub(super) fn none(view: &'a View) -> Gaps<'a> {
        Gaps { view, x: None, y: None, n: 0, role: None }
    }

    pub(super) fn about(view: &'a View, x: SeatId) -> Gaps<'a> {
        Gaps { x: Some(x), ..Gaps::none(view) }
    }
}

impl Values for Gaps<'_> {
    fn value(&self, slot: &str) -> Option<&str> {
        // Of these one letter is enough, and comparing bytes is not a call each.
        match slot.as_bytes() {
            b"x" => self.x.map(|seat| self.view.name(seat)),
            b"y" => self.y.map(|seat| self.view.name(seat)),
            b"n" => Some(number(&NUMBERS, self.n)),
            b"r" => self.role.map(Role::with_article),
            b"d" if self.n == self.view.day => Some("today"),
            b"d" if self.n + 1 == self.view.day => Some("yesterday"),
            b"d" => Some(number(&DAYS, self.n)),
            _ => None,
        }
    }
}

macro_rules! numbers {
    ($($word:literal)*) => {
        /// Numbers in words.
        const NUMBERS: [&str; 22] = [$($word),*];
        /// Days by their numbers.
        const DAYS: [&str; 22] = [$(concat!("on day ", $word)),*];
    };
}

numbers! {
    "no" "one" "two" "three" "four" "five" "six" "seven" "eight" "nine" "ten" "eleven" "twelve" "thirteen" "fourteen"
    "fifteen" "sixteen" "seventeen" "eighteen" "nineteen" "twenty" "many"
}

fn number(words: &[&'static str; 22], number: u8) -> &'static str {
    words[usize::from(number).min(words.len() - 1)]
}

/// Puts sentences together. A pool goes round by the turns that were taken so far.
pub(super) struct Writer {
    session: u64,
    text: String,
}

impl Writer {
    pub(super) fn new(view: &View) -> Writer {
        Writer { session: session(&view.seed_hash), text: String::with_capacity(200) }
    }

    /// A whole sentence.
    pub(super) fn sentence(&mut self, deck: &Deck, turn: u64, gaps: &Gaps<'_>) {
        self.begin();
        self.write(deck, turn, gaps);
    }

    /// A clause as a sentence of its own, after words that lead in to it, if any.
    pub(super) fn clause(&mut self, lead: (&Deck, u64), clause: (&Deck, u64), gaps: &Gaps<'_>) {
        self.begin();
        self.write(lead.0, lead.1, gaps);
        self.begin();
        let start = self.text.len();
        let first = begins_a_sentence(&self.text);
        self.write(clause.0, clause.1, gaps);
        if let Some(letter) = self.text.get_mut(start..=start).filter(|_| first) {
            letter.make_ascii_uppercase();
        }
        self.text.push('.');
    }

    /// A space, if there are words that none stands behind.
    fn begin(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with(' ') {
            self.text.push(' ');
        }
    }

    fn write(&mut self, deck: &Deck, turn: u64, gaps: &Gaps<'_>) {
        if let Some(line) = deck.deal(self.session, turn, gaps).next() {
            line.write(gaps, &mut self.text);
        }
    }

    /// Names with their scores, after a heading; nothing if there are none. Without a score it is certain.
    pub(super) fn list<'a>(&mut self, heading: Pool, scored: impl Iterator<Item = (&'a str, Option<i32>)>) {
        let mut heading = heading.deck().lines.first();
        for (name, score) in scored {
            match heading.take() {
                Some(heading) => {
                    self.begin();
                    self.text.push_str(heading.text());
                }
                None => self.text.push(','),
            }
            self.text.push(' ');
            self.text.push_str(trimmed(name));
            match score {
                None => self.text.push_str(" for certain"),
                Some(score) => {
                    self.text.push(' ');
                    if score < 0 {
                        self.text.push('-');
                    }
                    self.digits(score.unsigned_abs());
                }
            }
        }
        if !self.text.ends_with('.') {
            self.text.push('.');
        }
    }

    /// The digits of a number: formatting takes longer than all the rest.
    fn digits(&mut self, number: u32) {
        if number >= 10 {
            self.digits(number / 10);
        }
        self.text.push(char::from(b'0' + (number % 10) as u8));
    }

    /// What was written. What is written next begins anew.
    pub(super) fn finish(&mut self) -> Arc<str> {
        let text = self.text.as_str().into();
        self.text.clear();
        text
    }

    /// How many words there are so far.
    pub(super) fn words(&self) -> usize {
        self.text.bytes().filter(|&byte| byte == b' ').count() + usize::from(!self.text.is_empty())
    }
}

/// Turns so far: of all seats, and of those that speak in the same voice as this one.
pub(super) fn turns(view: &View, me: SeatId) -> (u64, u64) {
    let mine = view.seats.get(me.index()).map(|seat| &seat.holder);
    let voice: SeatSet = SeatSet::first(view.seats.len())
        .iter()
        .zip(view.seats.iter())
        .filter(|(_, seat)| Some(&seat.holder) == mine)
        .map(|(seat, _)| seat)
        .collect();
    let said = || view.days.iter().flat_map(|day| &day.said);
    (said().count() as u64, said().filter(|said| voice.contains(said.seat)).count() as u64)
}
