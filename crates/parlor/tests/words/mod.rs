// One word each: an activity for a program that lays its own tables.

use parlor::machine::*;

#[derive(Clone, Serialize, Deserialize, engine::Command)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum Command {
    /// Say a word.
    Say {
        /// The word.
        #[text(40, heard)]
        word: String,
    },
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(tag = "type")]
pub(crate) enum Event {
    Begun { seats: usize },
    Said { by: Actor, word: String },
}

#[derive(Clone, Default, Serialize, Deserialize, engine::Phases)]
#[phase(name = "ASKING", title = "Asking", asks(Say))]
pub(crate) struct Words {
    seats: usize,
    said: Vec<String>,
}

#[engine::machine]
impl Machine for Words {
    const NAME: &'static str = "words";
    const CARD: Card = Card::new("One word", "one word each", 1..=8);
    fn open(draft: &mut Draft<Self>, seats: &Arc<[Seat]>, _: &()) -> Result<(), Vec<Fault>> {
        draft.tell(Event::Begun { seats: seats.len() });
        Ok(())
    }
    fn decide(draft: &mut Draft<Self>, by: Actor, Command::Say { word }: &Command) -> Result<(), Refusal> {
        draft.tell(Event::Said { by, word: word.clone() });
        Ok(())
    }
    fn absent(draft: &mut Draft<Self>, seat: SeatId, _: &str) -> Result<(), Refusal> {
        Self::decide(draft, Actor::Seat(seat), &Command::Say { word: "nothing".to_owned() })
    }
    fn evolve(state: &mut Words, event: &Event) {
        match event {
            Event::Begun { seats } => state.seats = *seats,
            Event::Said { word, .. } => state.said.push(word.clone()),
        }
    }
    fn asks(state: &Words) -> Vec<Ask<Offer<Command>>> {
        let offer = |at| Ask::new(at as u32, SeatId::at(at), Offer::new("Your word?", [CommandName::Say]));
        (state.said.len()..state.seats).take(1).map(offer).collect()
    }
    fn audience(_: &Words, _: &Event) -> Audience {
        Audience::Public
    }
    fn telling(_: &Words, event: &Event) -> Option<Telling> {
        let Event::Said { by, word } = event else { return None };
        Some(Telling::new(Voice::from(*by), word))
    }
    fn outcome(state: &Words) -> Option<String> {
        (state.seats > 0 && state.said.len() == state.seats).then(|| state.said.join(" "))
    }
}
