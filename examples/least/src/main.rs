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
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(tag = "type")]
enum Event {
    Begun { seats: Vec<Seat> },
    Said { by: Actor, word: String },
}

#[derive(Clone, Default, Serialize, Deserialize, engine::Phases)]
#[phase(name = "ASKING", title = "Asking", asks(Say))]
struct Least {
    seats: Vec<Seat>,
    words: Vec<String>,
}

#[engine::machine]
impl Machine for Least {
    const NAME: &'static str = "least";
    const CARD: Card = Card::new("One word", "one word each, and the shortest wins", 2..=8);
    fn open(draft: &mut Draft<Self>, seats: &Arc<[Seat]>, _: &()) -> Result<(), Vec<Fault>> {
        draft.tell(Event::Begun { seats: seats.to_vec() });
        Ok(())
    }
    fn decide(draft: &mut Draft<Self>, by: Actor, Command::Say { word }: &Command) -> Result<(), Refusal> {
        draft.tell(Event::Said { by, word: word.trim().to_owned() });
        Ok(())
    }
    fn absent(draft: &mut Draft<Self>, seat: SeatId, _: &str) -> Result<(), Refusal> {
        Self::decide(draft, Actor::Seat(seat), &Command::Say { word: "(nothing at all)".to_owned() })
    }
    fn evolve(state: &mut Least, event: &Event) {
        match event {
            Event::Begun { seats } => state.seats.clone_from(seats),
            Event::Said { word, .. } => state.words.push(word.clone()),
        }
    }
    fn asks(state: &Least) -> Vec<Ask<Offer<Command>>> {
        let offer = |at| Ask::new(at as u32, SeatId::at(at), Offer::new("Your word?", [CommandName::Say]));
        (state.words.len()..state.seats.len()).take(1).map(offer).collect()
    }
    fn audience(_: &Least, _: &Event) -> Audience {
        Audience::Public
    }
    fn telling(_: &Least, event: &Event) -> Option<Telling> {
        let Event::Said { by, word } = event else { return None };
        Some(Telling::new(Voice::from(*by), word))
    }
    fn outcome(state: &Least) -> Option<String> {
        let all = state.seats.iter().zip(&state.words).filter(|_| state.words.len() == state.seats.len());
        all.min_by_key(|(_, word)| word.len()).map(|(seat, word)| format!("{} won with {word:?}", seat.name))
    }
}

fn main() -> std::process::ExitCode {
    parlor::Parlor::new().activity::<Least>().run()
}
