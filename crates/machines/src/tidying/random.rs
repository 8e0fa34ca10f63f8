//! A legal answer drawn without looking: the baseline, and what bad luck makes of the rules.

use engine::{Ask, Dice};

use super::ask::{Question, Turn, What};
use super::command::{Command, NewBranch, NewChoice, NewGroup, NewItem, NewProposal, NewSurvey, Verb};

/// One of the tools that are offered, with arguments that are legal.
pub(super) fn random(ask: &Ask<Question>, dice: &mut Dice) -> Command {
    let Question { what, tools } = &ask.question;
    let thing = format!("thing {}", dice.below(50));
    let turn = match what {
        What::Turn(turn) => turn.clone(),
        _ => Turn::default(),
    };
    let named = match &turn.things {
        Some(things) => dice.pick(things).cloned().unwrap_or_default(),
        None => thing.clone(),
    };
    let mut one_to = |max: u8| u8::try_from(dice.below(u32::from(max.max(1)))).unwrap_or(0) + 1;
    let number = match what {
        What::Function { branches } => one_to(*branches),
        What::Thing { choices } => one_to(*choices),
        _ => 1,
    };
    let verb = *dice.pick(Verb::DECIDING).unwrap_or(&Verb::Skip);
    let response = || "Well.".to_owned();
    match dice.pick(tools).copied().unwrap_or("end_session") {
        "say" => Command::Say { text: thing },
        "choose" => Command::Choose { choice: number },
        "write" => Command::Write { text: thing },
        "skip" => Command::Skip,
        "whats_that" => Command::WhatsThat,
        "stuck" => Command::Stuck,
        "yes" => Command::Yes,
        "no" => Command::No,
        "choose_function" => Command::ChooseFunction { branch: number, anchors: vec![thing] },
        "split" => Command::Split,
        "keep_whole" => Command::KeepWhole,
        "undo" => Command::Undo,
        "stop" => Command::Stop,
        "delete_photos" => Command::DeletePhotos,
        "note_items" => Command::NoteItems { items: vec![NewItem { name: thing, ..NewItem::default() }] },
        "ask_space_function" => {
            let branch = |function: &str| NewBranch {
                function: function.to_owned(),
                follow_up: "What stays?".to_owned(),
                anchors: Vec::new(),
            };
            let branches = vec![branch("work"), branch("rest")];
            Command::AskSpaceFunction(Box::new(NewSurvey {
                response: response(),
                question: "What is it for?".to_owned(),
                branches,
            }))
        }
        "survey" => Command::Survey {
            response: response(),
            discovered_function: Some("work".to_owned()),
            discovered_anchors: vec![thing],
        },
        "begin_sorting" => Command::BeginSorting,
        "propose_disposition" => {
            let choice = |disposition| NewChoice { disposition, at: None };
            Command::ProposeDisposition(Box::new(NewProposal {
                response: response(),
                item: named,
                choices: vec![choice(verb), choice(Verb::NeedInfo)],
                ..NewProposal::default()
            }))
        }
        "sort" => Command::Sort { response: response(), current_item: Some(thing), item_location: None },
        "offer_split" => {
            let groups = vec![NewGroup {
                kind: "some".to_owned(),
                items: turn.unsure.iter().take(3).cloned().collect(),
            }];
            Command::OfferSplit { response: response(), groups }
        }
        "need_to_clarify" => Command::NeedToClarify {
            item: named,
            photo_context: "under the desk".to_owned(),
            reason: "it is not clear".to_owned(),
        },
        "user_seems_stuck" => Command::UserSeemsStuck { stuck_item: thing },
        "time_to_wrap" => Command::TimeToWrap,
        "describe" => Command::Describe {
            response: response(),
            describing_item: None,
            spatial_refs: vec!["the desk".to_owned()],
            physical_traits: Vec::new(),
        },
        "skip_item" => Command::SkipItem,
        "reframe" => Command::Reframe {
            response: response(),
            stuck_item: None,
            reframe_question: Some("Does it help?".to_owned()),
        },
        "resume_sorting" => {
            Command::ResumeSorting { decision: Some(verb).filter(|_| turn.decides), place: None }
        }
        "sum_up" => Command::SumUp { response: response(), session_summary: None, next_time: Some(thing) },
        _ => Command::EndSession,
    }
}
