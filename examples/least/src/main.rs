//! One word each, and the shortest wins: the least activity that plays everywhere.

use parlor::machine::*;

#[derive(Clone, Serialize, Deserialize, engine::Command)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Command {
    /// Say a word.
    Say {
        /// The word.
        #[text(40, heard)]
        word: String,
    },
    /// Nobody answered.
    #[unasked]
    Skip,
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(tag = "type")]
enum Event {
    Begun { seats: Vec<Seat> },
    Said { seat: SeatId, word: String },
    Won { how: String },
}

#[derive(Clone, Default, Serialize, Deserialize)]
struct State {
    seats: Vec<Seat>,
    words: Vec<String>,
    won: Option<String>,
}

enum Least {}

impl Machine for Least {
    const NAME: &'static str = "least";
    const CARD: Card = Card {
        title: "One word",
        about: "one word each, and the shortest wins",
        rules: "Everybody says one word, in turn. The shortest wins; of two, the earlier.",
        seats: 2..=8,
        ..Card::DEFAULT
    };
    const PHASES: &'static [PhaseCard] = &[
        PhaseCard {
            name: "ASKING",
            title: "Asking",
            tools: &["say"],
            exits: &["DONE"],
            ..PhaseCard::DEFAULT
        },
        PhaseCard { name: "DONE", title: "Done", ..PhaseCard::DEFAULT },
    ];
    type Setup = ();
    type State = State;
    type Command = Command;
    type Event = Event;
    type Rejection = Refusal;
    type Question = ();
    type View = State;
    type Outcome = String;

    fn open(draft: &mut Draft<Self>, seats: &Arc<[Seat]>, _: &()) -> Result<(), Vec<Fault>> {
        draft.tell(Event::Begun { seats: seats.to_vec() });
        Ok(())
    }
    fn decide(draft: &mut Draft<Self>, by: Actor, command: &Command) -> Result<(), Refusal> {
        let up = Self::asks(draft.state()).first().map(|ask| ask.seat).ok_or_else(Refusal::over)?;
        command.check(up, &())?;
        let word = match command {
            Command::Say { word } if by == Actor::Seat(up) => word.trim().to_owned(),
            Command::Skip if by == Actor::Host => "(nothing at all)".to_owned(),
            Command::Say { .. } | Command::Skip => return Err(Refusal::not_yours()),
        };
        draft.tell(Event::Said { seat: up, word });
        let State { seats, words, .. } = draft.state();
        let shortest = seats.iter().zip(words).min_by_key(|(_, word)| word.chars().count());
        let how = shortest.map(|(seat, word)| format!("{} won with {word:?}", seat.name));
        if let Some(how) = how.filter(|_| words.len() == seats.len()) {
            draft.tell(Event::Won { how });
        }
        Ok(())
    }
    fn evolve(state: &mut State, event: &Event) {
        match event {
            Event::Begun { seats } => state.seats.clone_from(seats),
            Event::Said { word, .. } => state.words.push(word.clone()),
            Event::Won { how } => state.won = Some(how.clone()),
        }
    }
    fn phase(state: &State) -> &'static str {
        if state.won.is_some() { "DONE" } else { "ASKING" }
    }
    fn outcome(state: &State) -> Option<String> {
        state.won.clone()
    }
    fn asks(state: &State) -> Vec<Ask<()>> {
        let up = (state.words.len() < state.seats.len()).then(|| SeatId::at(state.words.len()));
        up.into_iter().map(|seat| Ask::new(state.words.len() as u32, seat, ())).collect()
    }
    fn fallback(_: &Ask<()>, _: &str) -> Command {
        Command::Skip
    }
    fn audience(_: &State, _: &Event) -> Audience {
        Audience::Public
    }
    fn view(state: &State, _: Viewer) -> State {
        state.clone()
    }
    fn telling(_: &State, event: &Event) -> Option<Telling> {
        match event {
            Event::Begun { .. } => Some(Telling::host("One word each. The shortest wins.")),
            Event::Said { seat, word } => Some(Telling::new(Voice::Seat(*seat), word)),
            Event::Won { how } => Some(Telling::host(format!("{how}."))),
        }
    }
    fn form(_: &State, ask: &Ask<()>) -> Form {
        Form { title: "Your word?".to_owned(), tools: Command::every(ask.seat) }
    }
}

fn main() -> std::process::ExitCode {
    parlor::Parlor::new().activity::<Least>().run()
}
