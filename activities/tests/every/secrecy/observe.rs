//! What one viewer is shown of a world, as the host shows it; with leaks that can be planted.

use engine::{Actor, Ask, Form, Machine, Prompt, SeatId, TableTime, Telling, Told, Viewer};
use mafia::view::{PhaseName, Role, View};
use mafia::{Command, Event, Mafia, State};

/// A leak that somebody might build in by accident.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leak {
    /// None: what is really shown.
    None,
    /// Frames carry the number of the event in the whole log.
    GlobalNumbering,
    /// A public event carries who the mafia really went for, or who really claims.
    PrivateField,
    /// The morning is shown when the last seat with a role has chosen.
    RoleTiming,
    /// A hidden event is shown as a blank.
    Placeholders,
    /// How much a seat wants to speak again is told with the round that comes of it.
    Bids,
    /// A word to the team is told to the table.
    TeamWords,
    /// The prompt of a model is made from what the host sees.
    PromptOfHost,
    /// The recap is made from what the host sees.
    RecapOfHost,
}

/// One thing that the viewer was shown.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Shown {
    Frame { number: u64, time: TableTime, event: Event, telling: Box<Option<Telling>> },
    Blank { number: u64 },
    Extra(String),
    Scene { view: Box<View>, forms: Vec<Form>, prompts: Vec<Prompt>, closes: Option<TableTime> },
    Recap(Option<String>),
    House(Command),
    Refused(String),
}

/// What a form and a prompt are made from, and nothing else.
type Own = Vec<Ask<<Mafia as Machine>::Question>>;

/// Collects what a viewer is shown, record by record.
pub(crate) struct Observer {
    viewer: Viewer,
    leak: Leak,
    frames: u64,
    events: u64,
    /// Where the last scene stands in `shown`.
    last_scene: Option<usize>,
    /// What the viewer's seat was asked in it.
    last_asks: Own,
    role_acted: TableTime,
    pub(crate) shown: Vec<Shown>,
}

impl Observer {
    pub(crate) fn new(viewer: Viewer, leak: Leak) -> Observer {
        Observer {
            viewer,
            leak,
            frames: 0,
            events: 0,
            last_scene: None,
            last_asks: Own::new(),
            role_acted: TableTime::default(),
            shown: Vec::new(),
        }
    }

    /// A record has happened.
    pub(crate) fn record(&mut self, by: Actor, now: TableTime, state: &State, told: &[Told<Event>]) {
        if let Some(seat) = by.seat()
            && state.role(seat) != Role::Villager
            && told.iter().any(|told| matches!(told.event, Event::NightActionSubmitted { .. }))
        {
            self.role_acted = now;
        }
        for told in told {
            let number = if self.leak == Leak::GlobalNumbering { self.events } else { self.frames };
            self.events += 1;
            match &told.event {
                Event::BidMade { bid, .. } if self.leak == Leak::Bids => {
                    self.shown.push(Shown::Extra(format!("bid: {bid}")));
                }
                Event::TeamWordSaid { word, .. } if self.leak == Leak::TeamWords => {
                    self.shown.push(Shown::Extra(word.clone()));
                }
                _ => {}
            }
            if !self.viewer.sees(told.audience) {
                if self.leak == Leak::Placeholders {
                    self.shown.push(Shown::Blank { number: self.frames });
                    self.frames += 1;
                }
                continue;
            }
            let dawn = matches!(told.event, Event::PhaseChanged { to: PhaseName::MorningReveal, .. });
            let time = if self.leak == Leak::RoleTiming && dawn { self.role_acted } else { now };
            let telling = Box::new(Mafia::telling(state, &told.event));
            self.shown.push(Shown::Frame { number, time, event: told.event.clone(), telling });
            self.frames += 1;
            if self.leak == Leak::PrivateField
                && let Event::RoleClaimed { player_id, .. } | Event::StatementMade { player_id, .. } =
                    &told.event
            {
                self.shown.push(Shown::Extra(format!("actualRole: {}", state.role(*player_id))));
            }
        }
        self.scene(state);
    }

    /// How things stand, if it differs from what was last shown.
    fn scene(&mut self, state: &State) {
        let view = Mafia::view(state, self.viewer);
        let asks = self.own_asks(state);
        let closes = Mafia::deadline(state);
        // What is made from more than the viewer's own changes with that, too.
        let of_host = matches!(self.leak, Leak::PromptOfHost | Leak::RecapOfHost);
        if !of_host && self.is_as_it_was(&view, &asks, closes) {
            return;
        }
        let forms = asks.iter().map(|ask| Mafia::form(&view, ask)).collect();
        let prompts = match self.leak {
            Leak::PromptOfHost => {
                let all = Mafia::view(state, Viewer::Host);
                asks.iter().map(|ask| Mafia::prompt(&all, ask)).collect()
            }
            _ => asks.iter().map(|ask| Mafia::prompt(&view, ask)).collect(),
        };
        let recap = match self.leak {
            Leak::RecapOfHost => Mafia::report(&Mafia::view(state, Viewer::Host), "recap"),
            _ => Mafia::report(&view, "recap"),
        };
        self.last_asks = asks;
        let scene = Shown::Scene { view: Box::new(view), forms, prompts, closes };
        if self.last_scene.is_none_or(|last| self.shown[last] != scene) {
            self.last_scene = Some(self.shown.len());
            self.shown.extend([scene, Shown::Recap(recap)]);
        }
    }

    /// Does the last scene show the same view, with the same asks? Then its forms and prompts are the same, too: they are made
    /// from nothing else.
    fn is_as_it_was(&self, view: &View, asks: &Own, closes: Option<TableTime>) -> bool {
        let Some(Shown::Scene { view: last, closes: closed, .. }) = self.last_scene.map(|at| &self.shown[at])
        else {
            return false;
        };
        **last == *view && *closed == closes && self.last_asks == *asks
    }

    /// What the house would answer in the viewer's place.
    pub(crate) fn house(&mut self, state: &State, dice: engine::DiceBox) {
        let view = Mafia::view(state, self.viewer);
        for ask in self.own_asks(state) {
            self.shown.push(Shown::House(Mafia::house(&view, &ask, &mut dice.seat(ask.seat, ask.id))));
        }
    }

    /// What the viewer is told when it tries something that the rules refuse.
    pub(crate) fn refused(&mut self, why: String) {
        self.shown.push(Shown::Refused(why));
    }

    fn own_asks(&self, state: &State) -> Own {
        let seat: Option<SeatId> = match self.viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Public | Viewer::Observer | Viewer::Host => None,
        };
        Mafia::asks(state).into_iter().filter(|ask| Some(ask.seat) == seat).collect()
    }
}
