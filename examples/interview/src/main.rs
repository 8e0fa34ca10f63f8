//! A practice interview: the candidate says for which post, the interviewer asks, scores each answer unseen, and gives
//! feedback. Then the scores are shown.

use parlor::machine::*;

/// Questions of one interview.
const QUESTIONS: usize = 3;
const LINE: usize = 200;
const ANSWER: usize = 1_500;

/// What the interviewer of the house asks, and says at the end.
const ASKS: &[&str] = &[
    "What about this post made you apply?",
    "Tell me about something at work that went wrong, and what you did then.",
    "When did you last change your mind about how a thing should be done?",
    "Which part of the job would you have to learn first?",
    "What would the people you worked with say that you could do better?",
];

#[derive(Clone, Debug, Serialize, Deserialize, engine::Command)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
enum Command {
    /// Say for which post you want to practise.
    Brief {
        /// The post, as an advertisement would have it.
        #[text(LINE, heard)]
        post: String,
    },
    /// Ask one question that this candidate, for this post, has to think about.
    Question {
        /// The question.
        #[text(LINE, heard)]
        question: String,
    },
    /// Answer, in your own words.
    Answer {
        /// Your answer.
        #[text(ANSWER, heard)]
        answer: String,
    },
    /// Score the answer. The candidate does not see it before the end.
    Score {
        /// From 1, no answer, to 5, one that would get the post.
        #[number(1..=5)]
        points: u8,
        /// Why, in a line.
        #[text(LINE)]
        why: String,
    },
    /// Say what was strong, and the one thing to practise next.
    Feedback {
        /// What was strong.
        #[text(LINE)]
        strong: String,
        /// What to practise.
        #[text(LINE)]
        practise: String,
    },
    /// Somebody could not answer.
    #[unasked]
    GoOn,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "type")]
enum Event {
    Opened {
        seats: Vec<Seat>,
    },
    Briefed {
        post: String,
    },
    Asked {
        question: String,
    },
    Answered {
        answer: String,
    },
    /// Told to the interviewer alone.
    Scored {
        points: u8,
        why: String,
    },
    /// What all are told of that: it is done.
    Noted {},
    Advised {
        strong: String,
        practise: String,
    },
    Closed {
        scores: Vec<(u8, String)>,
    },
}

/// What everybody may know but for the scores, which only the interviewer has before the end.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct State {
    seats: Vec<Seat>,
    phase: Phase,
    post: String,
    questions: Vec<String>,
    answers: Vec<String>,
    scores: Vec<(u8, String)>,
    told: u32,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
enum Phase {
    #[default]
    Briefing,
    Question,
    Answer,
    Score,
    Feedback,
    Done,
}

const CANDIDATE: SeatId = SeatId::at(0);
const INTERVIEWER: SeatId = SeatId::at(1);

const fn card(
    name: &'static str,
    title: &'static str,
    tools: &'static [&'static str],
    exits: &'static [&'static str],
) -> PhaseCard {
    let persona = "A fair interviewer: curious, short, and never cruel.";
    PhaseCard { name, title, persona, tools, exits, ..PhaseCard::DEFAULT }
}

enum Interview {}

impl Machine for Interview {
    const NAME: &'static str = "interview";
    const CARD: Card = Card {
        title: "A practice interview",
        about: "three questions for a post of your choice, with feedback",
        rules: "The first seat is the candidate, the second the interviewer. The candidate says for which post. Three times \
                the interviewer asks one question, the candidate answers, and the interviewer scores the answer from 1 to 5 \
                with a reason, which the candidate does not see. Then the interviewer says what was strong and what to \
                practise next, and the scores are shown. Questions fit the post and build on what was answered; a score is \
                for the answer, not for the person.",
        seats: 2..=2,
        house: &[("interviewer", "asks from a list, and scores by how much is said")],
    };
    const PHASES: &'static [PhaseCard] = &[
        card("BRIEFING", "Briefing", &["brief"], &["QUESTION"]),
        card("QUESTION", "Question", &["question"], &["ANSWER"]),
        card("ANSWER", "Answer", &["answer"], &["SCORE"]),
        card("SCORE", "Score", &["score"], &["QUESTION", "FEEDBACK"]),
        card("FEEDBACK", "Feedback", &["feedback"], &["DONE"]),
        card("DONE", "Done", &[], &[]),
    ];
    type Setup = ();
    type State = State;
    type Command = Command;
    type Event = Event;
    type Rejection = Refusal;
    type Question = CommandName;
    type View = State;
    type Outcome = String;

    fn open(draft: &mut Draft<Self>, seats: &Arc<[Seat]>, _: &()) -> Result<(), Vec<Fault>> {
        if seats.len() != 2 {
            return Err(vec![Fault::new(
                "seats",
                "an interview has two seats: the candidate's and the interviewer's",
            )]);
        }
        draft.tell(Event::Opened { seats: seats.to_vec() });
        Ok(())
    }

    fn decide(draft: &mut Draft<Self>, by: Actor, command: &Command) -> Result<(), Refusal> {
        let ask = Self::asks(draft.state()).into_iter().next().ok_or_else(Refusal::over)?;
        let is_theirs = command.name() == Some(ask.question) && by == Actor::Seat(ask.seat);
        let is_way_out = command.name().is_none() && by == Actor::Host;
        if !is_theirs && !is_way_out {
            return Err(Refusal::not_yours());
        }
        command.check(ask.seat, &())?;
        match (command.clone(), draft.state().phase) {
            (Command::Brief { post }, _) => draft.tell(Event::Briefed { post }),
            (Command::Question { question }, _) => draft.tell(Event::Asked { question }),
            (Command::Answer { answer }, _) => draft.tell(Event::Answered { answer }),
            (Command::Score { points, why }, _) => score(draft, points, why),
            (Command::Feedback { strong, practise }, _) => close(draft, strong, practise),
            (Command::GoOn, Phase::Briefing) => draft.tell(Event::Briefed { post: "any post".to_owned() }),
            (Command::GoOn, Phase::Question) => draft.tell(Event::Asked { question: ASKS[0].to_owned() }),
            (Command::GoOn, Phase::Answer) => draft.tell(Event::Answered { answer: "…".to_owned() }),
            (Command::GoOn, Phase::Score) => score(draft, 1, "nobody was there to score it".to_owned()),
            (Command::GoOn, Phase::Feedback | Phase::Done) => {
                close(
                    draft,
                    "nobody was there to say".to_owned(),
                    "the same again, with somebody who listens".to_owned(),
                );
            }
        }
        Ok(())
    }

    fn evolve(state: &mut State, event: &Event) {
        match event {
            Event::Opened { seats } => state.seats.clone_from(seats),
            Event::Briefed { post } => (state.post, state.phase) = (post.clone(), Phase::Question),
            Event::Asked { question } => {
                state.questions.push(question.clone());
                state.phase = Phase::Answer;
            }
            Event::Answered { answer } => {
                state.answers.push(answer.clone());
                state.phase = Phase::Score;
            }
            Event::Scored { points, why } => state.scores.push((*points, why.clone())),
            Event::Noted {} if state.answers.len() < QUESTIONS => state.phase = Phase::Question,
            Event::Noted {} => state.phase = Phase::Feedback,
            Event::Advised { .. } => {}
            Event::Closed { scores } => (state.scores, state.phase) = (scores.clone(), Phase::Done),
        }
        // What only the interviewer was told must not be counted aloud.
        state.told += u32::from(!matches!(event, Event::Scored { .. }));
    }

    fn phase(state: &State) -> &'static str {
        Self::PHASES[state.phase as usize].name
    }

    /// A question and all that belongs to it stand under one heading.
    fn heading(state: &State) -> Option<String> {
        match state.phase {
            Phase::Briefing => Some("Briefing".to_owned()),
            Phase::Question => Some(format!("Question {}", state.questions.len() + 1)),
            Phase::Answer | Phase::Score => None,
            Phase::Feedback => Some("Feedback".to_owned()),
            Phase::Done => Some("Scores".to_owned()),
        }
    }

    fn outcome(state: &State) -> Option<String> {
        let points: u8 = state.scores.iter().map(|(points, _)| points).sum();
        (state.phase == Phase::Done).then(|| format!("{points} of {} points", QUESTIONS * 5))
    }

    fn asks(state: &State) -> Vec<Ask<CommandName>> {
        let (seat, question) = match state.phase {
            Phase::Briefing => (CANDIDATE, CommandName::Brief),
            Phase::Question => (INTERVIEWER, CommandName::Question),
            Phase::Answer => (CANDIDATE, CommandName::Answer),
            Phase::Score => (INTERVIEWER, CommandName::Score),
            Phase::Feedback => (INTERVIEWER, CommandName::Feedback),
            Phase::Done => return Vec::new(),
        };
        vec![Ask::new(state.told, seat, question)]
    }

    fn fallback(_: &Ask<CommandName>, _: &str) -> Command {
        Command::GoOn
    }

    fn audience(_: &State, event: &Event) -> Audience {
        match event {
            Event::Scored { .. } => Audience::seat(INTERVIEWER),
            Event::Opened { .. }
            | Event::Briefed { .. }
            | Event::Asked { .. }
            | Event::Answered { .. }
            | Event::Noted {}
            | Event::Advised { .. }
            | Event::Closed { .. } => Audience::Public,
        }
    }

    fn view(state: &State, viewer: Viewer) -> State {
        let may_see = viewer.sees(Audience::seat(INTERVIEWER)) || state.phase == Phase::Done;
        let scores = if may_see { state.scores.clone() } else { Vec::new() };
        State { scores, ..state.clone() }
    }

    fn telling(_: &State, event: &Event) -> Option<Telling> {
        let host = |text: String| Some(Telling::host(text));
        match event {
            Event::Opened { .. } => host(format!("A practice interview: {QUESTIONS} questions.")),
            Event::Briefed { post } => host(format!("The post: {post}")),
            Event::Asked { question } => Some(Telling::new(Voice::Seat(INTERVIEWER), question)),
            Event::Answered { answer } => Some(Telling::new(Voice::Seat(CANDIDATE), answer)),
            Event::Scored { points, why } => host(format!("You gave {points} of 5: {why}")),
            Event::Noted {} => None,
            Event::Advised { strong, practise } => host(format!("Strong: {strong}\nTo practise: {practise}")),
            Event::Closed { scores } => {
                let line = |(number, (points, why)): (usize, &(u8, String))| {
                    format!("{number}. {points} of 5: {why}")
                };
                host((1..).zip(scores).map(line).collect::<Vec<String>>().join("\n"))
            }
        }
    }

    fn form(view: &State, ask: &Ask<CommandName>) -> Form {
        let title = match ask.question {
            CommandName::Brief => "For which post do you practise?".to_owned(),
            CommandName::Question => format!("Question {} of {QUESTIONS}?", view.questions.len() + 1),
            CommandName::Answer => view.questions.last().cloned().unwrap_or_default(),
            CommandName::Score => "What was that answer worth?".to_owned(),
            CommandName::Feedback => "What was strong, and what is to be practised?".to_owned(),
        };
        Form { title, tools: vec![Command::tool(ask.question, ask.seat, &())] }
    }

    fn house(view: &State, ask: &Ask<CommandName>, dice: &mut Dice) -> Command {
        let unasked: Vec<&&str> =
            ASKS.iter().filter(|asked| !view.questions.iter().any(|earlier| earlier == *asked)).collect();
        let words = view.answers.last().map_or(0, |answer| answer.split_whitespace().count());
        let points = (1 + words / 12).min(5) as u8;
        match ask.question {
            CommandName::Brief => Command::Brief { post: "gardener in a public park".to_owned() },
            CommandName::Question => {
                Command::Question { question: dice.pick(&unasked).map_or(ASKS[0], |asked| asked).to_owned() }
            }
            CommandName::Answer => {
                Command::Answer { answer: "I would ask, try it, and tell you how it went.".to_owned() }
            }
            CommandName::Score => Command::Score { points, why: format!("it had {words} words") },
            CommandName::Feedback => Command::Feedback {
                strong: "you answered every question".to_owned(),
                practise: "say one thing that happened, with a number in it".to_owned(),
            },
        }
    }
}

fn score(draft: &mut Draft<Interview>, points: u8, why: String) {
    draft.tell(Event::Scored { points, why });
    draft.tell(Event::Noted {});
}

fn close(draft: &mut Draft<Interview>, strong: String, practise: String) {
    draft.tell(Event::Advised { strong, practise });
    let scores = draft.state().scores.clone();
    draft.tell(Event::Closed { scores });
}

fn main() -> std::process::ExitCode {
    parlor::Parlor::new().activity::<Interview>().run()
}

#[cfg(test)]
mod tests {
    use super::*;
    use testkit::{Fixture, conformance, house_seats};

    #[test]
    fn it_keeps_the_contract() {
        let activities: &'static [&'static dyn engine::Rules] = &[&engine::Erased::<Interview>::RULES];
        conformance::holds(&Fixture {
            catalog: engine::Catalog { table: machines::ALL.table, activities },
            activity: "interview",
            seats: house_seats(2, &["interviewer"]),
            table: engine::raw(&serde_json::json!({"title": "Practice"})),
            setup: engine::raw(&()),
            start: engine::raw(&serde_json::json!({"type": "SetSession", "verb": "start"})),
        });
    }
}
