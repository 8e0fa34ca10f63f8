//! What a game is opened with, and everything that can be wrong with it (M1, M17).

use crate::view::Role;
use engine::{Choice, Fault, FieldKind, Holder, Knob, Options as _, Seat, Seating, Speed, seat_faults};
use serde::{Deserialize, Serialize};

use super::house::Character;
use super::limits::{ROUNDS, SEATS, TIMING_MS_MAX, TURNS};

/// A game's options. Every field may be left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, engine::Options)]
#[serde(default, deny_unknown_fields)]
pub struct Setup {
    /// How many of each role.
    #[part]
    pub roles: Counts,
    /// Clocks.
    ///
    /// More time can be had ten times, a minute each.
    // Left out, they are relaxed where a person sits and normal elsewhere.
    #[kind(clocks())]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub speed: Option<Speed>,
    /// Times that differ from the speed's own.
    #[unasked]
    pub timing: Timing,
    /// Turns in a discussion.
    ///
    /// At most so many speak in a round.
    #[number(TURNS)]
    pub turns: u8,
    /// Rounds of talk a day.
    ///
    /// In the last of several, those speak who want to most, and whoever was accused.
    #[number(ROUNDS)]
    pub rounds: u8,
    /// How it is voted.
    #[kind(ballots())]
    pub ballot: Ballot,
    /// Is a team that differs asked once more (M18)? Where the house plays alone it is not.
    #[unasked]
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub team_agrees: bool,
    /// Show the role of who dies at night.
    ///
    /// The role of who is voted out is always shown.
    pub reveal_night_roles: bool,
}

impl Default for Setup {
    fn default() -> Setup {
        let (roles, timing) = (Counts::default(), Timing::default());
        Setup {
            roles,
            speed: None,
            timing,
            turns: 10,
            rounds: 1,
            ballot: Ballot::Together,
            team_agrees: false,
            reveal_night_roles: false,
        }
    }
}

/// How a vote is taken (M19).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ballot {
    /// All are asked at once, and a vote is seen as soon as it is cast: as it was in every log that does not say.
    #[default]
    Together,
    /// Whoever is no person is asked one after the other, and once more if the lead has changed since.
    Open,
    /// All are asked at once, and no vote is seen before all are counted.
    Secret,
}

impl Ballot {
    /// As it is where nothing is said.
    pub const fn is_together(&self) -> bool {
        matches!(self, Ballot::Together)
    }
}

/// Is it what it is where nothing is said?
pub(super) const fn is_one(count: &u8) -> bool {
    *count == 1
}

/// How many of each role.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, engine::Options)]
#[serde(deny_unknown_fields)]
pub struct Counts {
    /// How many are mafia.
    ///
    /// As suits the seats, if left out.
    #[number(0..=*SEATS.end() as i64 / 2)]
    pub mafia: u8,
    /// How many are doctor.
    ///
    /// As suits the seats, if left out.
    #[number(0..=1)]
    pub doctor: u8,
    /// How many are sheriff.
    ///
    /// As suits the seats, if left out.
    #[number(0..=1)]
    pub sheriff: u8,
    /// Whoever has none of these.
    #[unasked]
    pub villager: u8,
}

impl Default for Counts {
    fn default() -> Counts {
        Counts { mafia: 3, doctor: 1, sheriff: 1, villager: 5 }
    }
}

impl Counts {
    /// How many of each role, in the order of [`Role::ALL`].
    pub const fn dealt(self) -> [u8; 4] {
        [self.mafia, self.doctor, self.sheriff, self.villager]
    }

    /// How many in all.
    pub fn total(self) -> usize {
        self.dealt().into_iter().map(usize::from).sum()
    }

    /// Counts that suit a number of seats: the default ten, or as near to it as the size allows.
    pub fn suited(seats: usize) -> Counts {
        let mafia = (seats as u8 * 3 / 10).max(1);
        Counts { mafia, doctor: 1, sheriff: 1, villager: (seats as u8).saturating_sub(mafia + 2) }
    }
}

/// Times in milliseconds that take the place of the speed's own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[allow(missing_docs, reason = "each is the time of the phase it names")]
pub struct Timing {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub night_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub night_per_seat_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub morning_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vote_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vote_per_seat_ms: Option<u64>,
}

/// What moves a game on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pace {
    /// Answers, or else deadlines.
    Timed(Times),
    /// The host.
    Step,
    /// Answers alone.
    #[default]
    Instant,
}

/// The times of a game, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "each is the time of the phase it names")]
pub struct Times {
    pub night_ms: u64,
    pub night_per_seat_ms: u64,
    pub morning_ms: u64,
    pub turn_ms: u64,
    pub vote_ms: u64,
    pub vote_per_seat_ms: u64,
}

impl Timing {
    /// Each by its name, in the order of [`Times`], with the least that it may be.
    const fn each(self) -> [(&'static str, Option<u64>, u64); 6] {
        [
            ("night_ms", self.night_ms, 1),
            ("night_per_seat_ms", self.night_per_seat_ms, 0),
            ("morning_ms", self.morning_ms, 0),
            ("turn_ms", self.turn_ms, 1),
            ("vote_ms", self.vote_ms, 1),
            ("vote_per_seat_ms", self.vote_per_seat_ms, 0),
        ]
    }
}

/// What can be chosen; the clocks first, which most people look for.
pub(super) fn options() -> Vec<Knob> {
    let mut options = Setup::options();
    options.sort_by_key(|knob| knob.path != "speed");
    options
}

/// The clocks; last those for whoever tries things out.
fn clocks() -> FieldKind {
    let clock = |(speed, about): (Speed, &str)| Choice::new(speed.name().to_uppercase(), about);
    let all = [
        (Speed::Relaxed, "relaxed: 2 minutes a night, 90 s a turn"),
        (Speed::Instant, "off: everybody takes the time they need"),
        (Speed::Normal, "normal: 15 s a turn, for models"),
        (Speed::Fast, "fast: half of normal"),
        (Speed::Debug, "debug: a few seconds each, to try things out"),
        (Speed::Step, "by steps: each phase waits for whoever runs the table"),
    ];
    FieldKind::Choice(all.into_iter().map(clock).collect())
}

/// The ways to vote, the usual one first.
fn ballots() -> FieldKind {
    FieldKind::Choice(vec![
        Choice::new("open", "open: one after the other, each sees the votes before"),
        Choice::new("secret", "secret: nobody sees a vote before all are counted"),
        Choice::new("together", "together: all at once, seen as they are cast"),
    ])
}

/// Roles that nobody counted are as many as suit the seats; whoever has none of them is a villager. Where nobody but the house
/// plays there is nobody who could let a deadline pass, and where models do, nobody to wait for: a call has a time of its own.
pub(super) fn suited(table: &Seating<'_>) -> Setup {
    let seats = table.seats.len();
    let said = |role: Role, suited: u8| {
        let said = table.said["roles"][role.word()].as_u64();
        said.and_then(|count| u8::try_from(count).ok()).unwrap_or(suited)
    };
    let Counts { mafia, doctor, sheriff, .. } = Counts::suited(seats);
    let (mafia, doctor) = (said(Role::Mafia, mafia), said(Role::Doctor, doctor));
    let sheriff = said(Role::Sheriff, sheriff);
    let special = [mafia, doctor, sheriff].map(usize::from).iter().sum();
    let villager = u8::try_from(seats.saturating_sub(special)).unwrap_or(u8::MAX);
    let speed = match table.speed {
        Some(speed) if speed == Speed::Step || !table.is_house() => Some(speed),
        None if table.has_person() => None,
        _ => Some(Speed::Instant),
    };
    let roles = Counts { mafia, doctor, sheriff, villager };
    if table.is_house() {
        return Setup { roles, speed, ..Setup::default() };
    }
    // Minds are worth a second round, and want to know what was voted before them.
    Setup { roles, speed, rounds: 2, ballot: Ballot::Open, team_agrees: true, ..Setup::default() }
}

impl Setup {
    /// How fast the house plays. Clocks that leave people their time, or are off, say nothing of that: whoever is there wants to
    /// follow.
    pub(super) fn of_house(&self) -> Option<Speed> {
        self.speed.filter(|speed| match speed {
            Speed::Fast | Speed::Debug | Speed::Step => true,
            Speed::Normal | Speed::Relaxed | Speed::Instant => false,
        })
    }

    /// The speed that these seats play at.
    pub fn speed(&self, seats: &[Seat]) -> Speed {
        let person = seats.iter().any(|seat| seat.holder == Holder::Person);
        self.speed.unwrap_or(if person { Speed::Relaxed } else { Speed::Normal })
    }

    /// What moves the game on.
    pub fn pace(&self, seats: &[Seat]) -> Pace {
        let mut ms = match self.speed(seats) {
            Speed::Normal => [30_000, 5_000, 3_000, 15_000, 15_000, 2_000],
            Speed::Fast => [15_000, 2_500, 1_500, 7_500, 7_500, 1_000],
            Speed::Debug => [5_000, 0, 1_000, 3_000, 5_000, 0],
            Speed::Relaxed => [120_000, 0, 3_000, 90_000, 90_000, 0],
            Speed::Step => return Pace::Step,
            Speed::Instant => return Pace::Instant,
        };
        for (ms, (_, set, _)) in ms.iter_mut().zip(self.timing.each()) {
            *ms = set.unwrap_or(*ms);
        }
        let [night_ms, night_per_seat_ms, morning_ms, turn_ms, vote_ms, vote_per_seat_ms] = ms;
        Pace::Timed(Times { night_ms, night_per_seat_ms, morning_ms, turn_ms, vote_ms, vote_per_seat_ms })
    }

    /// Everything that is wrong, each fault with its field.
    pub fn faults(&self, seats: &[Seat]) -> Vec<Fault> {
        let mut faults = seat_faults(seats);
        let mut fault = |field: &str, problem: String| faults.push(Fault::new(field, problem));
        let Counts { mafia, doctor, sheriff, .. } = self.roles;
        let total = self.roles.total();
        if !SEATS.contains(&seats.len()) {
            let (count, least, most) = (seats.len(), SEATS.start(), SEATS.end());
            fault("seats", format!("{count} seats: Mafia is for {least} to {most}"));
        }
        if total != seats.len() {
            fault("roles", format!("{total} roles for {} seats: give each seat one", seats.len()));
        }
        if mafia == 0 {
            fault("roles.mafia", "no mafia: there must be at least 1".to_owned());
        }
        if usize::from(mafia) * 2 >= total.max(1) {
            fault("roles.mafia", format!("{mafia} mafia of {total}: they must be fewer than half"));
        }
        for (field, count) in [("roles.doctor", doctor), ("roles.sheriff", sheriff)] {
            if count > 1 {
                fault(field, format!("{count}: there can be 0 or 1"));
            }
        }
        if !TURNS.contains(&self.turns) {
            let (turns, least, most) = (self.turns, TURNS.start(), TURNS.end());
            fault("turns", format!("{turns}: a discussion has {least} to {most} turns"));
        }
        if !ROUNDS.contains(&self.rounds) {
            let (rounds, least, most) = (self.rounds, ROUNDS.start(), ROUNDS.end());
            fault("rounds", format!("{rounds}: a day has {least} to {most} rounds of talk"));
        }
        for (name, ms, least) in self.timing.each() {
            if ms.is_some_and(|ms| !(least..=TIMING_MS_MAX).contains(&ms)) {
                fault(&format!("timing.{name}"), format!("give {least} to {TIMING_MS_MAX} milliseconds"));
            }
        }
        for (index, seat) in seats.iter().enumerate() {
            if let Holder::House(character) = &seat.holder
                && let Err(why) = character.parse::<Character>()
            {
                fault(&format!("seats[{index}].holder"), why);
            }
        }
        faults
    }
}
