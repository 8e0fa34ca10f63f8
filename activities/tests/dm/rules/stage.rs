//! A stage to test on: a table whose story, dice and moods the test chooses.

use dm::view::{
    Character, Entanglement, EntanglementKind, Mood, Notes, PhaseName, Position, Roll, Tier, Toll, View,
    WayOut,
};
use dm::{Command, Dm, Event, NewStory, Setup, State, What};
use engine::{Actor, Holder, Machine, Refusal, Seat, SeatId, Viewer};
use testkit::Driver;

use super::say;

pub(crate) const ASH: SeatId = SeatId::at(0);
pub(crate) const BLY: SeatId = SeatId::at(1);
pub(crate) const COLE: SeatId = SeatId::at(2);

/// The players' own names, and their characters'.
pub(crate) const PLAYERS: [(&str, &str); 6] =
    [("Ada", "Ash"), ("Ben", "Bly"), ("Cyd", "Cole"), ("Dee", "Dorn"), ("Eli", "Esk"), ("Fay", "Finch")];

#[derive(Clone)]
pub(crate) struct Stage {
    pub(crate) game: Driver<Dm>,
}

/// People at a table, and a model in the last seat.
pub(crate) fn seats(players: usize) -> Vec<Seat> {
    let person = |at: usize| {
        let name = PLAYERS.get(at).map_or_else(|| format!("Guest {at}"), |(name, _)| (*name).to_owned());
        Seat { id: format!("seat{at}"), name, holder: Holder::Person }
    };
    let mut seats: Vec<Seat> = (0..players).map(person).collect();
    let holder = Holder::Model("local:small".to_owned());
    seats.push(Seat { id: "gm".to_owned(), name: "Marrow".to_owned(), holder });
    seats
}

impl Stage {
    pub(crate) fn of(players: usize, setup: &Setup, seed: u64) -> Stage {
        Stage { game: Driver::open(&seats(players), setup, seed).expect("a legal setup") }
    }

    /// A scene with players of these kinds, one of whom has the word.
    pub(crate) fn mixed(holders: &[Holder]) -> Stage {
        let mut seats = seats(holders.len());
        for (seat, holder) in seats.iter_mut().zip(holders) {
            seat.holder = holder.clone();
        }
        let game = Driver::open(&seats, &Setup::default(), 7).expect("a legal setup");
        let mut stage = Stage { game };
        stage.make_everybody();
        stage.gm(&Command::OpenStory(Box::new(say::story())));
        stage.gm(&say::open_scene());
        stage
    }

    /// People sit down, and nothing is made up yet.
    pub(crate) fn laid(players: usize) -> Stage {
        Stage::of(players, &Setup::default(), 7)
    }

    /// Everybody has a character.
    pub(crate) fn cast(players: usize) -> Stage {
        let mut stage = Stage::laid(players);
        stage.make_everybody();
        stage
    }

    pub(crate) fn make_everybody(&mut self) {
        for (at, (_, name)) in PLAYERS.iter().enumerate().take(self.game.state.party.len()) {
            self.by(SeatId::at(at), &say::character(name)).expect("a legal character");
        }
    }

    /// There is a story, and no scene yet.
    pub(crate) fn told(players: usize, story: NewStory) -> Stage {
        let mut stage = Stage::cast(players);
        stage.gm(&Command::OpenStory(Box::new(story)));
        stage
    }

    /// A scene is open, and the first player has the word.
    pub(crate) fn scene(players: usize) -> Stage {
        Stage::scene_of(players, say::story())
    }

    pub(crate) fn scene_of(players: usize, story: NewStory) -> Stage {
        let mut stage = Stage::told(players, story);
        stage.gm(&say::open_scene());
        stage
    }

    /// The first player has said something, and the game master has the word.
    pub(crate) fn turn(players: usize) -> Stage {
        let mut stage = Stage::scene(players);
        stage.player(&say::act("I try the gate."));
        stage
    }

    /// Endings are to be committed for these dice.
    pub(crate) fn action(players: usize, position: Position, pool: &[u8]) -> Stage {
        let mut stage = Stage::turn(players);
        stage.pool(pool);
        stage.engage(&say::engage(position));
        stage
    }

    /// A die is to be chosen of these.
    pub(crate) fn offered(players: usize, position: Position, pool: &[u8]) -> Stage {
        let mut stage = Stage::action(players, position, pool);
        stage.commit();
        stage
    }

    /// The first die of these was spent, and has landed.
    pub(crate) fn aftermath(players: usize, position: Position, pool: &[u8]) -> Stage {
        let mut stage = Stage::offered(players, position, pool);
        stage.player(&Command::ChooseDie { die: 1 });
        stage
    }

    /// No dice are left for an action, and nothing is on offer yet.
    pub(crate) fn drained(players: usize, position: Position) -> Stage {
        Stage::action(players, position, &[])
    }

    /// Bargains are on offer.
    pub(crate) fn bargain(players: usize, position: Position) -> Stage {
        let mut stage = Stage::drained(players, position);
        stage.gm(&say::offer_bargain());
        stage
    }

    /// The scene is over, and has to be put into words.
    pub(crate) fn summing(players: usize) -> Stage {
        let mut stage = Stage::turn(players);
        stage.gm(&say::narrate(|told| told.continue_scene = false));
        stage
    }

    /// The scene is over, and the players choose how to go on.
    pub(crate) fn choosing(players: usize) -> Stage {
        let mut stage = Stage::summing(players);
        stage.compress();
        stage
    }

    /// The first player's days.
    pub(crate) fn downtime(players: usize) -> Stage {
        let mut stage = Stage::choosing(players);
        stage.player(&Command::Rest);
        stage
    }

    /// All days are used, and time is to pass.
    pub(crate) fn tide(players: usize) -> Stage {
        let mut stage = Stage::downtime(players);
        stage.back_to_work();
        stage
    }

    /// The first player breaks, in a scene that does not press.
    pub(crate) fn trauma(players: usize) -> Stage {
        let mut stage = Stage::turn(players);
        stage.gm(&say::narrate(|told| told.stress = 9));
        stage
    }

    /// The law is at somebody's door, with ways out of these prices.
    pub(crate) fn entangled(players: usize, player_id: SeatId, tolls: [Toll; 3]) -> Stage {
        let mut stage = Stage::choosing(players);
        stage.set_heat(player_id, 10);
        let way = |toll: &Toll| WayOut {
            label: say::s("A way"),
            text: say::s("It is a way."),
            toll: *toll,
            against: match toll {
                Toll::Attitude => Some(say::s("Lampers")),
                Toll::Clock { .. } => Some(say::s(say::DEBT)),
                Toll::Coin { .. } | Toll::Hunted => None,
            },
        };
        let ways = tolls.iter().map(way).collect();
        let (kind, text) = (EntanglementKind::Raid, say::s("Boots on the stairs."));
        let entanglement = Box::new(Entanglement { kind, player_id, text, ways });
        stage.happen(Event::EntanglementFaced { entanglement });
        stage
    }

    /// Something is put at stake, and the player risks it if they are asked.
    pub(crate) fn engage(&mut self, command: &Command) -> Vec<Event> {
        let mut events = self.gm(command);
        if let (seat, What::Risk) = self.asked() {
            events.extend(self.by(seat, &Command::TakeRisk).expect("the player's own word"));
        }
        events
    }

    /// Commits endings that are in range.
    pub(crate) fn commit(&mut self) -> Vec<Event> {
        let What::Endings { position, tiers } = self.asked().1 else { panic!("no endings are asked for") };
        self.gm(&say::spend_die(say::outcomes(position, &tiers)))
    }

    /// It is told how the action landed, and the player goes on, if the word is theirs.
    pub(crate) fn go_on(&mut self) -> Vec<Event> {
        let mut events = self.gm(&say::land(|_| {}));
        if let Mood::Aftermath { .. } = self.mood() {
            events.extend(self.player(&say::act("I go on.")));
        }
        events
    }

    /// Puts the scene into words.
    pub(crate) fn compress(&mut self) -> Vec<Event> {
        assert!(matches!(self.asked().1, What::Sum { .. }), "no summary is asked for");
        self.gm(&say::compress())
    }

    /// What became of everybody is told, and the evening is over.
    pub(crate) fn close(&mut self) -> Vec<Event> {
        assert_eq!(self.asked(), (self.game.state.gm, What::Epilogue));
        self.gm(&say::close(self.game.state.party.len()))
    }

    /// Everybody has rested enough.
    pub(crate) fn back_to_work(&mut self) {
        while let (seat, What::Day { .. }) = self.asked() {
            self.by(seat, &Command::BackToWork).expect("its day");
        }
    }

    /// The seat that is asked, and what.
    pub(crate) fn asked(&self) -> (SeatId, What) {
        let asks = Dm::asks(&self.game.state);
        let ask = asks.first().unwrap_or_else(|| panic!("nobody is asked in {}", self.phase()));
        (ask.seat, ask.question.what.clone())
    }

    /// Is a player asked for something?
    pub(crate) fn is_players(&self) -> bool {
        Dm::asks(&self.game.state).iter().any(|ask| ask.seat != self.game.state.gm)
    }

    /// The tools of whoever is asked.
    pub(crate) fn tools(&self) -> Vec<&'static str> {
        Dm::asks(&self.game.state)
            .first()
            .map_or_else(Vec::new, |ask| ask.question.tools.iter().map(|name| name.word()).collect())
    }

    pub(crate) fn by(&mut self, seat: SeatId, command: &Command) -> Result<Vec<Event>, Refusal> {
        self.game.give(Actor::Seat(seat), command)
    }

    /// The game master does something that is legal.
    pub(crate) fn gm(&mut self, command: &Command) -> Vec<Event> {
        let gm = self.game.state.gm;
        self.by(gm, command).unwrap_or_else(|no| panic!("{command:?} in {}: {no}", self.phase()))
    }

    /// The game master does something that is not.
    pub(crate) fn gm_no(&mut self, command: &Command) -> Refusal {
        let gm = self.game.state.gm;
        self.refused(gm, command)
    }

    /// The player who is asked does something that is legal.
    pub(crate) fn player(&mut self, command: &Command) -> Vec<Event> {
        let (seat, _) = self.asked();
        assert_ne!(seat, self.game.state.gm, "a player is asked before {command:?}");
        self.by(seat, command).unwrap_or_else(|no| panic!("{command:?} in {}: {no}", self.phase()))
    }

    /// The player who is asked does something that is not.
    pub(crate) fn player_no(&mut self, command: &Command) -> Refusal {
        let (seat, _) = self.asked();
        assert_ne!(seat, self.game.state.gm, "a player is asked before {command:?}");
        self.refused(seat, command)
    }

    /// A rejection, which changes nothing.
    pub(crate) fn refused(&mut self, seat: SeatId, command: &Command) -> Refusal {
        let before = self.game.state.clone();
        let no = self.by(seat, command).expect_err("should be rejected");
        assert_eq!(self.game.state, before);
        no
    }

    /// The host answers for whoever is asked.
    pub(crate) fn answer_for(&mut self) -> Vec<Event> {
        let asks = Dm::asks(&self.game.state);
        self.game
            .absent(asks[0].seat, "it was cut off")
            .unwrap_or_else(|no| panic!("the rules' own answer in {}: {no}", self.phase()))
    }

    pub(crate) fn happen(&mut self, event: Event) {
        self.game.happen([event]);
    }

    /// Gives the acting player these dice and no others.
    pub(crate) fn pool(&mut self, dice: &[u8]) {
        let player_id = self.game.state.spotlight;
        self.happen(Event::PoolRolled { player_id, dice: dice.to_vec() });
    }

    pub(crate) fn set_stress(&mut self, player_id: SeatId, to: u8) {
        let from = self.sheet(player_id).stress;
        self.happen(Event::StressChanged { player_id, from, to, why: "the test".to_owned() });
    }

    pub(crate) fn set_heat(&mut self, player_id: SeatId, to: u8) {
        let from = self.sheet(player_id).heat;
        self.happen(Event::HeatChanged { player_id, from, to, why: "the test".to_owned() });
    }

    pub(crate) fn set_coin(&mut self, player_id: SeatId, to: u8) {
        let from = self.sheet(player_id).coin;
        self.happen(Event::CoinChanged { player_id, from, to, why: "the test".to_owned() });
    }

    pub(crate) fn set_wanted(&mut self, player_id: SeatId, to: u8) {
        let from = self.sheet(player_id).wanted;
        self.happen(Event::WantedChanged { player_id, from, to, why: "the test".to_owned() });
    }

    pub(crate) fn set_clock(&mut self, clock: &str, to: u8) {
        let from = self.filled(clock).expect("a clock that runs");
        let clock = clock.to_owned();
        self.happen(Event::HiddenClockTicked { clock, from, to, why: "the test".to_owned() });
    }

    /// How full a clock is, if it runs.
    pub(crate) fn filled(&self, clock: &str) -> Option<u8> {
        self.game.state.clock(clock).map(|wound| wound.clock.filled)
    }

    pub(crate) fn state(&self) -> &State {
        &self.game.state
    }

    pub(crate) fn phase(&self) -> PhaseName {
        self.game.state.phase_name()
    }

    pub(crate) fn mood(&self) -> &Mood {
        self.game.state.mood().expect("in play")
    }

    /// What the dice on offer are worth.
    pub(crate) fn tiers(&self) -> Vec<Tier> {
        match self.mood() {
            Mood::Action { roll: Roll::Offered { dice, .. }, .. } => {
                dice.iter().map(|die| die.tier).collect()
            }
            other => panic!("no dice are on offer in {other:?}"),
        }
    }

    pub(crate) fn sheet(&self, seat: SeatId) -> &Character {
        self.game.state.character(seat).expect("a character")
    }

    pub(crate) fn view(&self, viewer: Viewer) -> View {
        Dm::view(&self.game.state, viewer)
    }

    /// What only the game master knows.
    pub(crate) fn notes(&self) -> Notes {
        *self.view(Viewer::Seat(self.game.state.gm)).notes.expect("the game master's own")
    }

    pub(crate) fn code(&mut self, seat: SeatId, command: &Command) -> &'static str {
        self.refused(seat, command).code
    }
}

/// Everything that matches, in order.
macro_rules! every {
    ($events:expr, $pattern:pat $(if $guard:expr)? => $of:expr) => {
        $events
            .iter()
            .filter_map(|event| match event {
                $pattern $(if $guard)? => Some($of),
                #[allow(unreachable_patterns, reason = "a pattern may match all")]
                _ => None,
            })
            .collect::<Vec<_>>()
    };
}

/// The one event that matches.
macro_rules! one {
    ($events:expr, $pattern:pat $(if $guard:expr)? => $of:expr) => {{
        let mut found = every!($events, $pattern $(if $guard)? => $of);
        assert_eq!(found.len(), 1, "exactly one {} in {:#?}", stringify!($pattern), $events);
        found.remove(0)
    }};
}

/// Where the first event that matches stands.
macro_rules! at {
    ($events:expr, $pattern:pat $(if $guard:expr)?) => {
        $events
            .iter()
            .position(|event| matches!(event, $pattern $(if $guard)?))
            .unwrap_or_else(|| panic!("no {} in {:#?}", stringify!($pattern), $events))
    };
}

pub(crate) use {at, every, one};
