//! A table with the house as its game master, and a player of the test's own.

use dm::setting::setting;
use dm::{Command, CommandName, Dm, Event, NewCharacter, Question, Setup, What};
use engine::{Ask, AskId, Dice, DiceBox, Holder, Machine, Seat, SeatId, Seed, Viewer};
use testkit::Driver;

/// So many players, and the house.
pub(crate) fn seats(players: usize) -> Vec<Seat> {
    let names = ["Ana", "Ben", "Cole", "Dee", "Eli", "Finn"];
    let seat = |name: &str, holder: Holder| Seat { id: name.to_lowercase(), name: name.to_owned(), holder };
    let mut seats: Vec<Seat> = names[..players].iter().map(|name| seat(name, Holder::Person)).collect();
    seats.push(seat("House", Holder::House("narrator".to_owned())));
    seats
}

pub(crate) struct Table {
    pub(crate) driver: Driver<Dm>,
    pub(crate) seed: u64,
    /// How often players have answered.
    pub(crate) inputs: usize,
    dice: Dice,
}

/// Things that a person might type, of all manners and of none.
const SAID: &[&str] = &[
    "I ask who was here before us.",
    "I tell a lie and see who believes it.",
    "I offer my help, and mean it.",
    "I thank them and buy a round for everybody.",
    "I sneak along the wall to where the light stops.",
    "I follow the one with the clean boots.",
    "I steal the keys while they argue.",
    "I kick the door in.",
    "I hit the nearest one and grab the lamp.",
    "I threaten to burn the whole place down.",
    "I look at the floor, the walls and the hinges.",
    "I search the desk for papers.",
    "I watch the crowd and count them.",
    "I pick the lock with a bent pin.",
    "I rig the shutter to fall when I whistle.",
    "I mend what is broken and wait.",
    "I run for the bridge.",
    "I walk along the canal until I find a boat.",
    "I climb up to the roofs.",
    "I light a candle and listen to the dead.",
    "I chalk a circle and ask the water.",
    "I lay out the cards.",
    "I bribe them with a coin.",
    "I dance.",
    "Maybe later?",
    "i leave, this is not worth it",
    "Quietly. And with both hands.",
    "We go home and sleep on it.",
];

impl Table {
    pub(crate) fn open(players: usize, setup: &Setup, seed: u64) -> Table {
        let driver = Driver::open(&seats(players), setup, seed).unwrap();
        let dice = DiceBox::new(Seed(seed), "the test's own player").seat(SeatId::at(0), AskId(0));
        Table { driver, seed, inputs: 0, dice }
    }

    pub(crate) fn asks(&self) -> Vec<Ask<Question>> {
        Dm::asks(&self.driver.state)
    }

    /// Is it over?
    pub(crate) fn is_over(&self) -> bool {
        Dm::outcome(&self.driver.state).is_some()
    }

    /// The house's answer to an ask.
    pub(crate) fn house(&self, ask: &Ask<Question>) -> Command {
        let view = Dm::view(&self.driver.state, Viewer::Seat(ask.seat));
        Dm::house(&view, ask, &mut self.driver.dice().seat(ask.seat, ask.id))
    }

    /// One answer: the game master's by the house, a player's by the script.
    pub(crate) fn step(&mut self) -> Vec<Event> {
        let asks = self.asks();
        let Some(ask) = asks.first() else {
            panic!("seed {}: nobody is asked in {}", self.seed, Dm::phase(&self.driver.state))
        };
        let is_gm = ask.seat == self.driver.state.gm;
        let command = if is_gm {
            self.house(ask)
        } else {
            self.inputs += 1;
            self.scripted(ask)
        };
        self.answer(ask, &command)
    }

    /// An answer that must be accepted.
    pub(crate) fn answer(&mut self, ask: &Ask<Question>, command: &Command) -> Vec<Event> {
        match self.driver.seat(ask.seat, command) {
            Ok(events) => events,
            Err(why) => panic!(
                "seed {}, record {}, {:?}: {why}\n{command:?}",
                self.seed, self.driver.step, ask.question.what
            ),
        }
    }

    /// Plays until players have answered so often, or it is over.
    pub(crate) fn play(&mut self, inputs: usize, mut each: impl FnMut(&Table, &[Event])) {
        let mut steps = 0;
        while self.inputs < inputs && !self.is_over() {
            let before = self.inputs;
            let events = self.step();
            each(self, &events);
            steps = if self.inputs > before { 0 } else { steps + 1 };
            assert!(steps < 60, "seed {}: the house goes on and on", self.seed);
        }
    }

    /// A legal answer of a player who has no plan and does not go home.
    fn scripted(&mut self, ask: &Ask<Question>) -> Command {
        let mut one_of = |count: usize| self.dice.below(count.max(1) as u32) as usize;
        let tools = &ask.question.tools;
        match &ask.question.what {
            What::Character => {
                let archetypes = &setting().archetypes;
                let archetype = &archetypes[one_of(archetypes.len())];
                Command::CreateCharacter(Box::new(NewCharacter {
                    name: format!(
                        "{} {}",
                        ["Wren", "Sable", "Tock", "Ivo", "Mags", "Oslo"][ask.seat.index()],
                        "Pell"
                    ),
                    pronouns: "they".to_owned(),
                    archetype: archetype.key.clone(),
                    background: archetype.background[one_of(4)].clone(),
                    ..NewCharacter::default()
                }))
            }
            What::Failed => Command::HouseStory,
            What::Act { others, .. } if tools.contains(&CommandName::GiveSpotlight) && one_of(12) == 0 => {
                let to = others.nth(one_of(others.len())).unwrap();
                Command::GiveSpotlight { to }
            }
            What::Act { options, .. } if *options > 0 && one_of(2) == 0 => {
                Command::Take { option: 1 + one_of(usize::from(*options)) as u8 }
            }
            What::Act { .. } => Command::Act { text: SAID[one_of(SAID.len())].to_owned() },
            What::Risk if one_of(6) == 0 => Command::LetPass,
            What::Risk => Command::TakeRisk,
            What::Die => Command::ChooseDie { die: 1 + one_of(self.driver.state.pool().len()) as u8 },
            What::Deal if tools.contains(&CommandName::Retreat) && one_of(6) == 0 => Command::Retreat,
            What::Deal if one_of(8) == 0 => Command::PassOut,
            What::Deal => Command::Strike { deal: 1 + one_of(self.driver.state.bargains.len()) as u8 },
            What::WayOut => Command::TakeWayOut { way: 1 + one_of(3) as u8 },
            What::Leave if one_of(2) == 0 => Command::PlayOn,
            What::Leave => Command::EndSession,
            What::Next if one_of(2) == 0 => Command::Rest,
            What::Next => Command::NextScene,
            What::Day { goals } => match one_of(4) {
                0 if tools.contains(&CommandName::Recover) => Command::Recover,
                1 if !goals.is_empty() => Command::WorkOn { clock: goals[one_of(goals.len())].clone() },
                2 => Command::BackToWork,
                _ => Command::LayLow,
            },
            other => panic!("a player is asked {other:?}"),
        }
    }
}

/// Everything that a player is told by the game master in an event.
pub(crate) fn told(event: &Event) -> Vec<&str> {
    match event {
        Event::NarrationGiven { narration, .. } => vec![narration],
        Event::NpcSpoke { words, .. } | Event::EpilogueTold { words, .. } => vec![words],
        Event::DieChosen { spent, .. } => vec![&spent.ending],
        Event::BargainStruck { narrative, .. } => vec![narrative],
        Event::PlayerAsked { question } => vec![question],
        _ => Vec::new(),
    }
}
