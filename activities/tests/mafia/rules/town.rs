//! A town to test with: a table of which the test knows the roles.

use engine::{Actor, Holder, Refusal, Seat, SeatId, SeatSet};
use mafia::view::{PhaseName, Role, Side};
use mafia::{Command, Event, Mafia, Phase, Setup, Speech, Speed};
use testkit::{Driver, house_seats};

pub(crate) struct Town {
    pub(crate) game: Driver<Mafia>,
}

impl Town {
    /// The default table, with no clock.
    pub(crate) fn instant() -> Town {
        Town::of(
            &house_seats(10, &["analytical"]),
            Setup { speed: Some(Speed::Instant), ..Setup::default() },
            7,
        )
    }

    pub(crate) fn of(seats: &[Seat], setup: Setup, seed: u64) -> Town {
        Town { game: Driver::open(seats, &setup, seed).expect("a legal setup") }
    }

    /// Ten people at a speed.
    pub(crate) fn people(speed: Speed) -> Town {
        let mut seats = house_seats(10, &["analytical"]);
        for seat in &mut seats {
            seat.holder = Holder::Person;
        }
        Town::of(&seats, Setup { speed: Some(speed), ..Setup::default() }, 7)
    }

    pub(crate) fn phase(&self) -> PhaseName {
        self.game.state.phase.name()
    }

    pub(crate) fn living(&self) -> SeatSet {
        self.game.state.living
    }

    /// The living seats of a role.
    pub(crate) fn all(&self, role: Role) -> Vec<SeatId> {
        self.game.state.holders(role).iter().collect()
    }

    /// The first living seat of a role.
    pub(crate) fn one(&self, role: Role) -> SeatId {
        self.all(role)[0]
    }

    /// A seat answers as it does at a table: the engine holds what it gives to its form, and nothing happens that is refused.
    pub(crate) fn give(&mut self, seat: SeatId, command: &Command) -> Result<Vec<Event>, Refusal> {
        self.game.give(Actor::Seat(seat), command)
    }

    pub(crate) fn choose(&mut self, seat: SeatId, target: SeatId) -> Result<Vec<Event>, Refusal> {
        self.give(seat, &Command::choose(target))
    }

    pub(crate) fn vote(&mut self, seat: SeatId, target: SeatId) -> Result<Vec<Event>, Refusal> {
        self.give(seat, &Command::vote(target))
    }

    pub(crate) fn say(&mut self, seat: SeatId, speech: Speech) -> Result<Vec<Event>, Refusal> {
        self.give(seat, &Command::Say(speech))
    }

    /// All seats but one, the living and the dead.
    pub(crate) fn others(&self, seat: SeatId) -> SeatSet {
        SeatSet::first(self.game.state.seats.len()).without(seat)
    }

    pub(crate) fn advance(&mut self) -> Vec<Event> {
        self.game.act(Actor::Host, &Command::Advance).expect("the host may advance")
    }

    /// Plays a whole night in which the mafia go for `victim` and the doctor guards `guarded`; the events of the
    /// last choice, which closes it where no clock runs.
    pub(crate) fn night(&mut self, victim: SeatId, guarded: Option<SeatId>) -> Vec<Event> {
        let mut last = Vec::new();
        for seat in self.living().iter() {
            let legal = self.game.state.night_targets(seat);
            let target = match self.game.state.role(seat) {
                Role::Mafia => victim,
                Role::Doctor => {
                    guarded.unwrap_or_else(|| legal.without(victim).nth(0).expect("somebody else"))
                }
                Role::Sheriff | Role::Villager => legal.nth(0).expect("somebody"),
            };
            last = self.choose(seat, target).expect("a legal choice");
        }
        last
    }

    /// Everybody passes.
    pub(crate) fn silence(&mut self) {
        while let Phase::Discussion(discussion) = &self.game.state.phase {
            let Some(speaker) = discussion.speaker() else { break };
            self.game.seat(speaker, &Command::pass()).expect("its turn");
        }
    }

    /// Everybody votes against `target`, who votes against the first other; the events of the last vote.
    pub(crate) fn condemn(&mut self, target: SeatId) -> Vec<Event> {
        let mut last = Vec::new();
        for seat in self.living().iter() {
            let against =
                if seat == target { self.living().without(target).nth(0).expect("somebody") } else { target };
            last = self.vote(seat, against).expect("a legal vote");
        }
        last
    }

    /// A whole day with no night kill of `victim`'s side decided yet: night, silence, and a vote against `out`.
    pub(crate) fn round(&mut self, victim: SeatId, out: SeatId) -> Vec<Event> {
        self.night(victim, None);
        self.silence();
        self.condemn(out)
    }

    /// Plays until the town has voted out every mafioso.
    pub(crate) fn town_wins(&mut self) {
        while self.game.state.winner().is_none() {
            let victim = self.one(Role::Villager);
            let out = self.one(Role::Mafia);
            self.round(victim, out);
        }
        assert_eq!(self.game.state.winner(), Some(Side::Town));
    }
}

/// The code of a refusal, which has words, too.
pub(crate) fn code<T: std::fmt::Debug>(result: Result<T, Refusal>) -> &'static str {
    let refusal = result.expect_err("should be refused");
    assert!(!refusal.message.is_empty(), "{} without a word", refusal.code);
    refusal.code
}

/// Words.
pub(crate) fn words(text: &str) -> Speech {
    Speech { text: text.into(), ..Speech::default() }
}
