//! A story of the house: one of the city's jobs, with the people and places that belong to it.

use engine::Dice;
use protocol::dm::{Attitude, Disposition};

use crate::dm::command::{ConsequenceKind, NewFaction, NewPerson, NewPlace, NewStory, StoryClock};
use crate::dm::setting::{ClockSeed, Consequence, Job, setting};

/// A job of the city, told as a story.
pub(crate) fn story(dice: &mut Dice) -> NewStory {
    let jobs = &setting().jobs;
    match jobs.get(dice.below(jobs.len().max(1) as u32) as usize) {
        Some(job) => told(job),
        None => NewStory::default(),
    }
}

fn told(job: &Job) -> NewStory {
    let setting = setting();
    let places = job.places.iter().filter_map(|name| setting.place(name));
    let factions = job.factions.iter().filter_map(|name| setting.faction(name));
    let people = job.people.iter().filter_map(|name| setting.person(name));
    NewStory {
        title: job.title.clone(),
        stakes: job.stakes.clone(),
        threats: job.threats.iter().map(clock).collect(),
        goal: vec![clock(&job.goal)],
        hidden: job.hidden.iter().map(clock).collect(),
        places: places
            .map(|place| NewPlace { name: place.name.clone(), about: place.about.clone() })
            .collect(),
        factions: factions
            .map(|faction| NewFaction {
                name: faction.name.clone(),
                about: faction.about.clone(),
                goal: faction.goal.clone(),
                attitude: Attitude::ALL[faction.attitude as usize],
            })
            .collect(),
        people: people
            .map(|person| NewPerson {
                name: person.name.clone(),
                role: person.role.clone(),
                // Somebody may belong to a faction that this story knows nothing of.
                faction: person.faction.clone().filter(|faction| job.factions.contains(faction)),
                voice: person.voice.clone(),
                secret: person.secrets.first().cloned().unwrap_or_default(),
                want: person.wants.first().cloned().unwrap_or_default(),
                disposition: Disposition::ALL[person.disposition as usize],
            })
            .collect(),
        first_scene: job.title.clone(),
    }
}

/// A clock of the setting as a story has it.
pub(crate) fn clock(seed: &ClockSeed) -> StoryClock {
    let (kind, amount) = match &seed.consequence {
        Consequence::FactionMoves { .. } => (ConsequenceKind::FactionMoves, None),
        Consequence::RevealSecret { .. } => (ConsequenceKind::RevealSecret, None),
        Consequence::Escalate { .. } => (ConsequenceKind::Escalate, None),
        Consequence::SpawnThread { .. } => (ConsequenceKind::SpawnThread, None),
        Consequence::GainCoin { amount, .. } => {
            (ConsequenceKind::GainCoin, Some(i8::try_from(*amount).unwrap_or(1)))
        }
        Consequence::Reputation { amount, .. } => (ConsequenceKind::Reputation, Some(*amount)),
        Consequence::RemoveThreat { .. } => (ConsequenceKind::RemoveThreat, None),
        Consequence::OpenOpportunity { .. } => (ConsequenceKind::OpenOpportunity, None),
        Consequence::GainAsset { .. } => (ConsequenceKind::GainAsset, None),
        Consequence::None { .. } => (ConsequenceKind::None, None),
    };
    let target = match &seed.consequence {
        // What a thread is about needs no name of its own.
        Consequence::SpawnThread { .. } => None,
        other => other.target().map(str::to_owned),
    };
    StoryClock {
        name: seed.name.clone(),
        segments: seed.segments,
        consequence: kind,
        target,
        what: Some(seed.consequence.what().to_owned()),
        amount,
    }
}
