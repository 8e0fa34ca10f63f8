//! Pairs of worlds: the same public doings over different hidden roles.

use engine::{Actor, Dice, DiceBox, Holder, Machine, Purpose, Seat, SeatId, SeatSet, Seed, Viewer};
use mafia::view::Role;
use mafia::{Ballot, Command, Event, Mafia, Phase, Setup, Speech, Speed};
use serde_json::json;
use testkit::{Driver, house_seats};

use super::observe::{Leak, Observer, Shown};

/// What everybody does in public, and what the night comes to: the same in both worlds.
#[derive(Clone, Debug, Default)]
struct Plan {
    nights: Vec<Night>,
    days: Vec<Day>,
}

#[derive(Clone, Debug)]
struct Night {
    victim: SeatId,
    saved: bool,
    /// What the viewer, and the team that the viewer is of, choose.
    known: Vec<(SeatId, SeatId)>,
}

#[derive(Clone, Debug, Default)]
struct Day {
    /// Each with who speaks.
    speeches: Vec<(SeatId, Command)>,
    votes: Vec<Command>,
}

/// What is said to a team in each of the worlds besides what is the same.
const SECRETS: [&str; 2] = ["", ", and they are others"];

/// Two worlds and the one who looks.
pub(crate) struct Pair {
    pub(crate) viewer: Viewer,
    seed: u64,
    /// The same but for what others keep to themselves: how much they want to speak again.
    plans: [Plan; 2],
    roles: [Vec<Role>; 2],
}

impl Pair {
    /// 0 for the public, 1 for a seat, 2 for an observer.
    pub(crate) fn kind(&self) -> usize {
        match self.viewer {
            Viewer::Public => 0,
            Viewer::Seat(_) => 1,
            Viewer::Observer | Viewer::Host => 2,
        }
    }
}

/// Makes pairs for ever.
pub(crate) struct Pairs {
    dice: Dice,
    seed: u64,
    seats: Vec<Seat>,
}

impl Pairs {
    pub(crate) fn new(seed: u64) -> Pairs {
        let dice = DiceBox::new(Seed(seed), "worlds").rules(0, Purpose { code: 1, name: "all" });
        Pairs { dice, seed: seed << 32, seats: people() }
    }

    pub(crate) fn next_pair(&mut self) -> Pair {
        loop {
            self.seed += 1;
            if let Some(pair) = self.try_pair() {
                return pair;
            }
        }
    }

    fn try_pair(&mut self) -> Option<Pair> {
        let mut game =
            Driver::<Mafia>::open(&self.seats, &setup(self.seed), self.seed).expect("a legal setup");
        let roles = game.state.roles.clone();
        let viewer = match self.dice.below(4) {
            0 => Viewer::Public,
            1 => Viewer::Observer,
            _ => Viewer::Seat(SeatId::at(self.dice.below(10) as usize)),
        };
        let plan = self.play(&mut game, viewer);
        let hidden = self.deal_anew(&game, viewer, &roles, &plan)?;
        let bidden = self.bid_anew(viewer, &hidden, &plan);
        Some(Pair { viewer, seed: self.seed, plans: [plan, bidden], roles: [roles, hidden] })
    }

    /// The same plan with other bids of seats that the viewer does not hear think, after which the same speak in the same order; as it
    /// was, if none is found.
    fn bid_anew(&mut self, viewer: Viewer, roles: &[Role], plan: &Plan) -> Plan {
        // An observer hears them; and every second pair of those that bid is enough.
        if viewer == Viewer::Observer || setup(self.seed).rounds < 2 || self.dice.chance(1, 2) {
            return plan.clone();
        }
        for more in [true, false] {
            let mut other = plan.clone();
            for (speaker, command) in other.days.iter_mut().flat_map(|day| &mut day.speeches) {
                if let Command::Say(Speech { bid: Some(bid), .. }) = command
                    && viewer != Viewer::Seat(*speaker)
                {
                    *bid = match *bid {
                        0 => 0,
                        bid if more => (bid + 1).min(4),
                        _ => self.dice.below(4) as u8 + 1,
                    };
                }
            }
            if possible(self.seed, roles, &other) {
                return other;
            }
        }
        plan.clone()
    }

    /// Plays world A at random and writes down what is done.
    fn play(&mut self, game: &mut Driver<Mafia>, viewer: Viewer) -> Plan {
        let mut plan = Plan::default();
        while !over(game) {
            let state = &game.state;
            let town = state.living.minus(state.mafia);
            let victim = self.dice.pick_seat(town).expect("the town lives");
            let doctor = state.holders(Role::Doctor).nth(0);
            let own_team = team(viewer, &state.roles);
            let mut known = Vec::new();
            for seat in state.living.and(own_team).iter() {
                let target = match state.role(seat) {
                    Role::Mafia => victim,
                    Role::Doctor | Role::Sheriff | Role::Villager => {
                        self.dice.pick_seat(state.night_targets(seat)).expect("a legal target")
                    }
                };
                known.push((seat, target));
            }
            let saved = match doctor {
                Some(doctor) => match known.iter().find(|(seat, _)| *seat == doctor) {
                    Some((_, guarded)) => *guarded == victim,
                    None => state.night_targets(doctor).contains(victim) && self.dice.chance(1, 3),
                },
                None => false,
            };
            let night = Night { victim, saved, known };
            run_night(game, &night, "", &mut |_, _| {});
            plan.nights.push(night);
            if over(game) {
                break;
            }
            let mut day = Day::default();
            while let Phase::Discussion(discussion) = &game.state.phase {
                let Some(speaker) = discussion.speaker() else { break };
                let command = self.speech(speaker, plan.days.len());
                act(game, Actor::Seat(speaker), &command, &mut |_, _| {});
                day.speeches.push((speaker, command));
            }
            for voter in game.state.living.iter() {
                let command = match self.dice.pick_seat(game.state.vote_targets(voter)) {
                    Some(target) if !self.dice.chance(1, 8) => Command::vote(target),
                    Some(_) | None => Command::abstain(),
                };
                act(game, Actor::Seat(voter), &command, &mut |_, _| {});
                day.votes.push(command);
            }
            close_vote(game, &mut |_, _| {});
            plan.days.push(day);
        }
        plan
    }

    fn speech(&mut self, speaker: SeatId, day: usize) -> Command {
        let other = |dice: &mut Dice| {
            dice.chance(1, 2).then(|| dice.pick_seat(SeatSet::first(10).without(speaker))).flatten()
        };
        if self.dice.chance(1, 6) {
            return Command::pass();
        }
        let claim = self.dice.chance(1, 5).then(|| self.dice.pick(Role::ALL).copied()).flatten();
        let (accuse, vouch) = (other(&mut self.dice), other(&mut self.dice));
        let text = format!("I am seat {speaker} and this is day {day}.");
        let bid = self.dice.chance(1, 4).then(|| self.dice.below(5) as u8);
        Command::Say(Speech { text: text.into(), claim, accuse, vouch, bid, ..Speech::default() })
    }

    /// Other roles for the seats whose role the viewer does not know, with which all that it was told could have
    /// happened too; nothing if none was found.
    fn deal_anew(
        &mut self,
        game: &Driver<Mafia>,
        viewer: Viewer,
        roles: &[Role],
        plan: &Plan,
    ) -> Option<Vec<Role>> {
        let known = team(viewer, roles);
        let free: Vec<SeatId> = SeatSet::first(10).minus(known).minus(game.state.revealed).iter().collect();
        let attacked: SeatSet = plan.nights.iter().map(|night| night.victim).collect();
        let mut pool: Vec<Role> = free.iter().map(|seat| roles[seat.index()]).collect();
        for _ in 0..20 {
            self.dice.shuffle(&mut pool);
            let mut dealt = roles.to_vec();
            for (seat, role) in free.iter().zip(&pool) {
                dealt[seat.index()] = *role;
            }
            let side = |roles: &[Role], seat: SeatId| roles[seat.index()] == Role::Mafia;
            let sheriff = matches!(viewer, Viewer::Seat(seat) if roles[seat.index()] == Role::Sheriff);
            let same_findings = !sheriff
                || game.state.findings.iter().all(|finding| side(&dealt, finding.target) == finding.is_mafia);
            let mortal = attacked.iter().all(|seat| !side(&dealt, seat));
            if dealt != roles && same_findings && mortal && possible(self.seed, &dealt, plan) {
                return Some(dealt);
            }
        }
        None
    }
}

/// Whether the plan can happen with these roles: nobody is saved without a doctor who may, and the game does not
/// end before the plan does.
fn possible(seed: u64, roles: &[Role], plan: &Plan) -> bool {
    let mut game = world(seed, roles);
    for (index, night) in plan.nights.iter().enumerate() {
        let guarded = game.state.holders(Role::Doctor).nth(0).map(|doctor| game.state.night_targets(doctor));
        if night.saved && !guarded.is_some_and(|legal| legal.contains(night.victim)) {
            return false;
        }
        run_night(&mut game, night, "", &mut |_, _| {});
        let last = index + 1 == plan.nights.len();
        let Some(day) = plan.days.get(index) else { return last };
        if over(&game) {
            return false;
        }
        if !run_day(&mut game, day, &mut |_, _| {}) {
            return false;
        }
        if over(&game) && !last {
            return false;
        }
    }
    true
}

/// Runs both worlds of a pair and compares what the viewer is shown, up to the end, where all is revealed: the first two things that
/// differ.
pub(crate) fn difference(pair: &Pair, leak: Leak) -> Option<(Shown, Shown)> {
    let [a, b] = [0, 1].map(|which| shown(pair, which, leak));
    a.into_iter().zip(b).find(|(a, b)| a != b)
}

fn shown(pair: &Pair, which: usize, leak: Leak) -> Vec<Shown> {
    let mut observer = Observer::new(pair.viewer, leak);
    let mut game = world(pair.seed, &pair.roles[which]);
    observer.record(Actor::Host, game.now, &game.state, &game.told);
    // The last round of either world may end in the reveal: the rounds before it are compared whole.
    let plan = &pair.plans[which];
    let rounds = plan.nights.len() - 1;
    for (night, day) in plan.nights.iter().zip(&plan.days).take(rounds) {
        observer.house(&game.state, game.dice());
        try_the_forbidden(&game, &mut observer, pair.viewer);
        run_night(&mut game, night, SECRETS[which], &mut |by, game| observe(&mut observer, by, game));
        observer.house(&game.state, game.dice());
        assert!(run_day(&mut game, day, &mut |by, game| observe(&mut observer, by, game)), "as planned");
    }
    observer.shown
}

/// One record of a world: who, when, what was told.
pub(crate) type Told = (Actor, engine::TableTime, Vec<engine::Told<Event>>);

/// The records of one world of a pair, up to where the reveal may come.
pub(crate) fn records(pair: &Pair, which: usize) -> Vec<Told> {
    let mut game = world(pair.seed, &pair.roles[which]);
    let mut records = vec![(Actor::Host, game.now, game.told.clone())];
    let plan = &pair.plans[which];
    let rounds = plan.nights.len() - 1;
    for (night, day) in plan.nights.iter().zip(&plan.days).take(rounds) {
        let mut keep = |by: Actor, game: &Driver<Mafia>| records.push((by, game.now, game.told.clone()));
        run_night(&mut game, night, SECRETS[which], &mut keep);
        assert!(run_day(&mut game, day, &mut keep), "as planned");
    }
    records
}

/// Who sits at the table.
pub(crate) fn people() -> Vec<Seat> {
    let mut seats = house_seats(10, &["analytical"]);
    for seat in &mut seats[5..] {
        seat.holder = Holder::Person;
    }
    seats
}

fn observe(observer: &mut Observer, by: Actor, game: &Driver<Mafia>) {
    observer.record(by, game.now, &game.state, &game.told);
}

/// The viewer's seat tries things that its form refuses: the words of a refusal must not tell either.
fn try_the_forbidden(game: &Driver<Mafia>, observer: &mut Observer, viewer: Viewer) {
    let Viewer::Seat(seat) = viewer else { return };
    let Some(ask) = Mafia::asks(&game.state).into_iter().find(|ask| ask.seat == seat) else { return };
    let form = Mafia::form(&Mafia::view(&game.state, viewer), &ask);
    for number in 1..=12 {
        if let Err(why) = form.check(&json!({"type": "ChooseTarget", "target": number})) {
            observer.refused(why);
        }
    }
}

/// Everybody chooses, in seat order, one second each; then the clock closes the night and the morning.
fn run_night(
    game: &mut Driver<Mafia>,
    night: &Night,
    secret: &str,
    each: &mut dyn FnMut(Actor, &Driver<Mafia>),
) {
    for seat in game.state.living.iter() {
        let state = &game.state;
        let legal = state.night_targets(seat);
        let target = match night.known.iter().find(|(known, _)| *known == seat) {
            Some((_, target)) => *target,
            None => match state.role(seat) {
                Role::Mafia => night.victim,
                Role::Doctor if night.saved => night.victim,
                Role::Doctor => legal.without(night.victim).nth(0).expect("somebody else"),
                Role::Sheriff | Role::Villager => legal.nth(0).expect("somebody"),
            },
        };
        // Whoever has a team says a word to it: another one in each world, where the viewer is not of the team.
        let is_known = night.known.iter().any(|(known, _)| *known == seat);
        let secret = if is_known { "" } else { secret };
        let word = Some(format!("Seat {seat} has its reasons{secret}."));
        let command = Command::ChooseTarget { target, word, thought: None, beliefs: Vec::new() };
        act(game, Actor::Seat(seat), &command, each);
    }
    clock(game, each);
    if !over(game) {
        clock(game, each);
    }
}

/// Everybody says what they say, if it is their turn as it was planned, and votes.
fn run_day(game: &mut Driver<Mafia>, day: &Day, each: &mut dyn FnMut(Actor, &Driver<Mafia>)) -> bool {
    for (speaker, command) in &day.speeches {
        if game.state.turn().map(|turn| turn.seat) != Some(*speaker) {
            return false;
        }
        act(game, Actor::Seat(*speaker), command, each);
    }
    if game.state.turn().is_some() {
        return false;
    }
    let voters: Vec<SeatId> = game.state.living.iter().collect();
    for (voter, command) in voters.into_iter().zip(&day.votes) {
        act(game, Actor::Seat(voter), command, each);
    }
    close_vote(game, each);
    true
}

/// The clock closes a vote for which somebody was asked once more.
fn close_vote(game: &mut Driver<Mafia>, each: &mut dyn FnMut(Actor, &Driver<Mafia>)) {
    if matches!(game.state.phase, Phase::Voting(_)) {
        clock(game, each);
    }
}

fn act(game: &mut Driver<Mafia>, by: Actor, command: &Command, each: &mut dyn FnMut(Actor, &Driver<Mafia>)) {
    game.now = game.now + 1_000;
    game.told.clear();
    if let Err(rejection) = game.act(by, command) {
        panic!("{by}: {command:?}: {rejection}");
    }
    each(by, game);
}

fn clock(game: &mut Driver<Mafia>, each: &mut dyn FnMut(Actor, &Driver<Mafia>)) {
    game.told.clear();
    game.time_up();
    each(Actor::Clock, game);
}

fn over(game: &Driver<Mafia>) -> bool {
    matches!(game.state.phase, Phase::End(_))
}

/// The seats whose role the viewer was dealt or told.
fn team(viewer: Viewer, roles: &[Role]) -> SeatSet {
    match viewer {
        Viewer::Seat(seat) if roles[seat.index()] == Role::Mafia => {
            SeatSet::first(10).iter().filter(|seat| roles[seat.index()] == Role::Mafia).collect()
        }
        Viewer::Seat(seat) => SeatSet::only(seat),
        Viewer::Public | Viewer::Observer | Viewer::Host => SeatSet::EMPTY,
    }
}

/// A world of a seed with other roles than its own.
fn world(seed: u64, roles: &[Role]) -> Driver<Mafia> {
    let game = Driver::<Mafia>::open(&people(), &setup(seed), seed).expect("a legal setup");
    let mafia: SeatSet =
        SeatSet::first(10).iter().filter(|seat| roles[seat.index()] == Role::Mafia).collect();
    let dealt = game.told.into_iter().map(|told| match told.event {
        Event::RoleAssigned { player_id, .. } => {
            let role = roles[player_id.index()];
            let teammates = if role == Role::Mafia { mafia.without(player_id) } else { SeatSet::EMPTY };
            Event::RoleAssigned { player_id, role, teammates }
        }
        other => other,
    });
    let mut other = Driver::blank(seed);
    other.happen(dealt);
    other
}

/// Tables of minds (M18 to M20) with votes that all see and with secret ones, and tables as they were before.
fn setup(seed: u64) -> Setup {
    let minds = Setup { speed: Some(Speed::Normal), rounds: 2, team_agrees: true, ..Setup::default() };
    match seed % 3 {
        0 => Setup { ballot: Ballot::Open, ..minds },
        1 => Setup { ballot: Ballot::Secret, ..minds },
        _ => Setup { speed: Some(Speed::Normal), ..Setup::default() },
    }
}
