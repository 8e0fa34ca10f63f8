//! The scene: where it is, what it is about, and what stands in the way just now.

use crate::view::{
    Deal, Engaged, Entanglement, Landing, Mood, Pause, Price, Rest, Roll, SceneKind, Toll, View, WayOut,
};
use engine::board::{Fact, Leaf};

use crate::telling::risks;
use kit::words::{capital, sentence};

/// The scene as all know it.
pub(super) fn card(view: &View) -> Leaf {
    let scene = &view.scene;
    let mut facts = Vec::new();
    if let Some(story) = &view.story {
        facts.push(Fact::new("Story", &story.title));
        facts.push(Fact::new("At stake", &story.stakes));
    }
    facts.extend(scene.card.as_ref().map(|card| Fact::new("Card", card)));
    facts.extend(view.mood.iter().flat_map(|mood| of_mood(view, mood)));
    if scene.number == 0 {
        return Leaf { title: "Session zero".to_owned(), facts, ..Leaf::default() };
    }
    Leaf {
        title: format!("Scene {}: {}", scene.number, scene.title),
        note: format!("{} · {} · pressure {}", scene.place, view.style.atmosphere, view.style.pressure),
        text: meant(&scene.kind),
        facts,
        asks: None,
    }
}

/// What kind of scene it is, as its players see it: what is wrong with an offer, and what a find may mean, is the game
/// master's to tell.
fn meant(kind: &SceneKind) -> String {
    match kind {
        SceneKind::Encounter { source, urgency, escapable } => {
            let escape = if *escapable { "one can walk away" } else { "there is no way round it" };
            format!("In the way: {} Urgency {urgency}; {escape}.", sentence(source))
        }
        SceneKind::Opportunity { offered_by, nature, .. } => {
            let by = offered_by.as_ref().map_or(String::new(), |by| format!(" by {by}"));
            format!("On offer{by}: {}", sentence(nature))
        }
        SceneKind::Discovery { what, .. } if !what.is_empty() => format!("Found: {}", sentence(what)),
        SceneKind::Discovery { .. } | SceneKind::Open => String::new(),
    }
}

/// What the mood adds.
fn of_mood(view: &View, mood: &Mood) -> Vec<Fact> {
    match mood {
        Mood::Scene { .. } => Vec::new(),
        Mood::Action { engaged, forced, roll } => {
            let mut facts = stand(engaged);
            match roll {
                Roll::Asked => facts.extend(risks(view.pool()).map(|(position, costs)| {
                    Fact::new(format!("{}, at worst", capital(position.word())), costs)
                })),
                Roll::Offered { situation, .. } => {
                    facts.push(Fact::new("What hangs on it", sentence(situation)));
                }
                Roll::Open { .. } | Roll::Spent(_) => {}
            }
            facts.extend(forced.then(|| Fact::new("Forced", "a clock is full")));
            facts
        }
        Mood::Aftermath { landing, .. } => landed(landing),
        Mood::Downtime { rest, left } => downtime(view, rest, left),
        Mood::Trauma { player, what, trigger, .. } => {
            let mut facts = vec![Fact::new("Breaks", view.who(*player)), Fact::new("How", sentence(what))];
            if !trigger.is_empty() {
                facts.push(Fact::new("What was too much", sentence(trigger)));
            }
            facts
        }
        Mood::Bargain { drained, can_retreat, deals, .. } => {
            let mut facts = vec![Fact::new("What took the last die", sentence(drained))];
            facts.extend(deals.iter().map(deal));
            facts.extend(can_retreat.then(|| Fact::new("Or", "go back, and try nothing")));
            facts
        }
        Mood::BetweenScenes { pause: Pause::Entangled(law) } => entangled(view, law),
        Mood::BetweenScenes { pause: Pause::Summing | Pause::Choosing } => Vec::new(),
    }
}

fn stand(engaged: &Engaged) -> Vec<Fact> {
    let domain = engaged.domain.map_or(String::new(), |domain| format!(" · {domain}"));
    let position = capital(engaged.stand.position().word());
    let mut facts = vec![Fact::new("Position", format!("{position} · {} effect{domain}", engaged.effect))];
    if !engaged.stand.danger().is_empty() {
        facts.push(Fact::new("What threatens", sentence(engaged.stand.danger())));
    }
    if !engaged.stand.gain().is_empty() {
        facts.push(Fact::new("What may be won", sentence(engaged.stand.gain())));
    }
    facts
}

fn landed(landing: &Landing) -> Vec<Fact> {
    let mut facts = vec![Fact::new(capital(landing.verdict().word()), sentence(landing.what()))];
    let mut list = |what: &str, words: &[String]| {
        if !words.is_empty() {
            facts.push(Fact::new(what, words.join("; ")));
        }
    };
    match landing {
        Landing::Clean { .. } => {}
        Landing::Costly { costs, complications, .. } => {
            list("The price", costs);
            list("Harder now", complications);
        }
        Landing::Setback { danger, escape, .. } => {
            list("What threatens", std::slice::from_ref(danger));
            list("The way out", std::slice::from_ref(escape));
        }
        Landing::Disaster { world_changes, .. } => list("Not as it was", world_changes),
    }
    facts
}

fn downtime(view: &View, rest: &Rest, left: &[u8]) -> Vec<Fact> {
    let about = match rest {
        Rest::Recovery => "somebody has to heal".to_owned(),
        Rest::Project => "there is time for plans".to_owned(),
        Rest::Entanglement { hunted } => format!("{hunted} is being looked for"),
    };
    let days = left.iter().enumerate().map(|(at, days)| {
        let days = if *days == 1 { "1 day left".to_owned() } else { format!("{days} days left") };
        Fact::new(view.who(engine::SeatId::at(at)), days)
    });
    [Fact::new("Downtime", about)].into_iter().chain(days).collect()
}

fn deal(deal: &Deal) -> Fact {
    let price = match &deal.price {
        Price::Stress { amount } => format!("stress +{amount}"),
        Price::Heat { amount } => format!("heat +{amount}"),
        Price::Clock { clock, amount } => format!("“{clock}” +{amount}"),
        Price::Faction { faction } => format!("{faction} think worse of you"),
        Price::Trauma => "a scar".to_owned(),
    };
    let dice = if deal.dice == 1 { "1 die".to_owned() } else { format!("{} dice", deal.dice) };
    Fact::new(&deal.label, format!("{} {dice} for {price}", sentence(&deal.hint)))
}

fn entangled(view: &View, law: &Entanglement) -> Vec<Fact> {
    let who = Fact::new(capital(law.kind.word()), format!("for {}", view.who(law.player_id)));
    let way = |way: &WayOut| {
        let against = way.against.as_deref().unwrap_or("somebody");
        let toll = match way.toll {
            Toll::Coin { amount } => format!("coin -{amount}"),
            Toll::Attitude => format!("{against} think worse of you"),
            Toll::Clock { amount } => format!("“{against}” +{amount}"),
            Toll::Hunted => "somebody is after you".to_owned(),
        };
        Fact::new(&way.label, format!("{} ({toll})", sentence(&way.text)))
    };
    let what = Fact::new("What happens", sentence(&law.text));
    [who, what].into_iter().chain(law.ways.iter().map(way)).collect()
}
