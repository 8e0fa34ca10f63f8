//! The phases and what each declares. A mood's card names its persona, its tools and its exits; diagrams, docs and help
//! are printed from these, and a test holds the game to them.

use crate::view::{Mood, PhaseName};
use engine::{PhaseCard, Phases as _};

use super::command::CommandName;
use super::state::State;

/// One card a phase.
#[derive(engine::Phases)]
#[phases(names = PhaseName)]
pub(super) enum MoodCard {
    #[phase(sign("✎", "[CREATE]"), colour = Slate, exits(Opening), prepares)]
    #[phase(lasts = "until everybody has a character")]
    #[phase(persona = "The dealer, who lays three cards and asks who you are.")]
    #[phase(asks(CreateCharacter))]
    Creation,
    #[phase(sign("✉", "[OPEN]"), colour = Slate, exits(Scene), prepares)]
    #[phase(lasts = "until there is a story")]
    #[phase(persona = "The game master, who proposes a story.")]
    #[phase(asks(Think, OpenStory, TryAgain, HouseStory))]
    Opening,
    #[phase(sign("☂", "[SCENE]"), colour = Blue, exits(Action, BetweenScenes, Trauma))]
    #[phase(lasts = "as long as it holds")]
    #[phase(persona = "The Weaver, who lays out threads and waits to see which you pull.")]
    #[phase(asks(Think, OpenScene, Narrate, SpeakAsNpc, AskPlayer, Choose, Engage))]
    #[phase(asks(SetSceneStyle, DrawCard, Compress, SettleThreat))]
    #[phase(asks(SpawnThread, SpreadRumor, ShiftAttitude, ShiftDisposition))]
    #[phase(asks(MoveTo, Introduce, SetPresence, TurnScene, RevealClock, NewClock))]
    #[phase(asks(UpdateThread, UpdateClock, GainItem, LoseItem, NoteFact, SettleFact))]
    #[phase(asks(Act, Take, GiveSpotlight))]
    Scene,
    #[phase(sign("⚄", "[DICE]"), colour = Red, exits(Aftermath, Bargain, Scene))]
    #[phase(lasts = "one die")]
    #[phase(persona = "The Crucible, who says what each die would cost before you touch one.")]
    #[phase(asks(Think, SpeakAsNpc, SpendDie, TakeRisk, LetPass, Act, ChooseDie, Land))]
    Action,
    #[phase(sign("≈", "[ECHO]"), colour = Yellow, exits(Scene, BetweenScenes, Trauma))]
    #[phase(lasts = "until it has landed")]
    #[phase(persona = "The Echo, who lets it land.")]
    #[phase(asks(Think, Land, Choose, SpeakAsNpc, Compress, SettleThreat, TickClock))]
    #[phase(asks(SpawnThread, SpreadRumor, ShiftAttitude, ShiftDisposition))]
    #[phase(asks(MoveTo, Introduce, SetPresence, TurnScene, RevealClock, NewClock))]
    #[phase(asks(UpdateThread, UpdateClock, GainItem, LoseItem, NoteFact, SettleFact))]
    #[phase(asks(Act, Take, GiveSpotlight))]
    Aftermath,
    #[phase(sign("☾", "[REST]"), colour = Green, exits(Scene, Epilogue))]
    #[phase(lasts = "two things each")]
    #[phase(persona = "The Tide, who takes days and brings something back.")]
    #[phase(asks(Think, PassTime, Compress, TickClock))]
    #[phase(asks(SpawnThread, SpreadRumor, ShiftAttitude, ShiftDisposition))]
    #[phase(asks(MoveTo, Introduce, RevealClock, NewClock))]
    #[phase(asks(UpdateThread, UpdateClock, GainItem, LoseItem, NoteFact, SettleFact))]
    #[phase(asks(Act, LayLow, Recover, WorkOn, BackToWork, EndSession, PlayOn))]
    Downtime,
    #[phase(sign("☇", "[CRACK]"), colour = Purple, exits(Scene, Downtime, Epilogue))]
    #[phase(lasts = "one breath")]
    #[phase(persona = "The Crack, through which somebody sees who they are now.")]
    #[phase(asks(Think, Scar))]
    Trauma,
    #[phase(sign("⚖", "[DEAL]"), colour = Purple, exits(Action, BetweenScenes, Trauma))]
    #[phase(lasts = "one bargain")]
    #[phase(persona = "The Hungry City, which always has dice and never gives them.")]
    #[phase(asks(Think, OfferBargain, Strike, Retreat, PassOut, Act))]
    Bargain,
    #[phase(sign("…", "[BETWEEN]"), colour = Grey, exits(Scene, Downtime, Epilogue))]
    #[phase(lasts = "until the players go on")]
    #[phase(persona = "Nobody: the rules count, and the law may knock.")]
    #[phase(asks(Think, Compress, TakeWayOut, NextScene, Rest, EndSession, PlayOn, Act))]
    BetweenScenes,
    #[phase(sign("✧", "[LAST]"), colour = Slate, exits(Ended))]
    #[phase(lasts = "one paragraph for each character")]
    #[phase(persona = "The game master, who says what became of everybody.")]
    #[phase(asks(Think, CloseStory))]
    Epilogue,
    #[phase(sign("✓", "[END]"), colour = Grey)]
    #[phase(lasts = "for good")]
    #[phase(persona = "Nobody: the lamps are out.")]
    Ended,
}

/// The card of a phase.
pub(super) fn card(name: PhaseName) -> &'static PhaseCard {
    MoodCard::from(name).card()
}

/// What stands over a part of the evening: a scene has a number and a title, and nothing before it is opened.
pub(super) fn heading(state: &State) -> Option<String> {
    let Some(Mood::Scene { framed, .. }) = state.mood() else {
        return Some(state.card().title.to_owned());
    };
    framed.then(|| format!("Scene {}: {}", state.scene.number, state.scene.title))
}
