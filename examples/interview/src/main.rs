//! A practice interview: the interviewer scores each answer unseen, and the scores are shown with the feedback.

use parlor::machine::*;

const QUESTIONS: usize = 3;
const LINE: usize = 200;
const FAIR: &str = "A fair interviewer: curious, short, and never cruel.";
const CANDIDATE: SeatId = SeatId::at(0);
const INTERVIEWER: SeatId = SeatId::at(1);

/// What the interviewer of the house asks.
const ASKS: &[&str] = &[
    "What about this post made you apply?",
    "Tell me about something at work that went wrong, and what you did then.",
    "When did you last change your mind about how a thing should be done?",
    "Which part of the job would you have to learn first?",
];

#[derive(Clone, Serialize, Deserialize, engine::Command)]
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
        #[text(1_500, heard)]
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
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(tag = "type")]
enum Event {
    Opened { seats: Vec<Seat> },
    Briefed { post: String },
    Asked { question: String },
    Answered { answer: String },
    // Told to the interviewer alone; what all are told of it is that it is done.
    Scored { points: u8, why: String },
    Noted {},
    Missed { seat: SeatId, why: String },
    Closed { strong: String, practise: String, scores: Vec<(u8, String)> },
}

/// What somebody knows who was told all of it. The scores are in no other fold than the interviewer's before the end.
#[derive(Clone, Default, Serialize, Deserialize, engine::Phases)]
struct Interview {
    phase: Phase,
    seats: Vec<Seat>,
    post: String,
    questions: Vec<String>,
    answers: Vec<String>,
    scores: Vec<(u8, String)>,
    told: u32,
}

#[derive(Clone, Copy, Default, PartialEq, Serialize, Deserialize, engine::Phases)]
enum Phase {
    #[default]
    #[phase(persona = FAIR, asks(Brief), exits(Question))]
    Briefing,
    #[phase(persona = FAIR, asks(Question), exits(Answer))]
    Question,
    #[phase(persona = FAIR, asks(Answer), exits(Score))]
    Answer,
    #[phase(persona = FAIR, asks(Score), exits(Question, Feedback))]
    Score,
    #[phase(persona = FAIR, asks(Feedback), exits(Done))]
    Feedback,
    Done,
}

#[engine::machine]
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

    fn open(draft: &mut Draft<Self>, seats: &Arc<[Seat]>, _: &()) -> Result<(), Vec<Fault>> {
        draft.tell(Event::Opened { seats: seats.to_vec() });
        Ok(())
    }

    fn decide(draft: &mut Draft<Self>, _: Actor, command: &Command) -> Result<(), Refusal> {
        match command.clone() {
            Command::Brief { post } => draft.tell(Event::Briefed { post }),
            Command::Question { question } => draft.tell(Event::Asked { question }),
            Command::Answer { answer } => draft.tell(Event::Answered { answer }),
            Command::Score { points, why } => {
                draft.tell(Event::Scored { points, why });
                draft.tell(Event::Noted {});
            }
            Command::Feedback { strong, practise } => {
                let scores = draft.state().scores.clone();
                draft.tell(Event::Closed { strong, practise, scores });
            }
        }
        Ok(())
    }

    fn absent(draft: &mut Draft<Self>, seat: SeatId, why: &str) -> Result<(), Refusal> {
        draft.tell(Event::Missed { seat, why: why.to_owned() });
        let command = plain(draft.state(), ASKS[draft.state().questions.len()], "(no answer)");
        Self::decide(draft, Actor::Seat(seat), &command)
    }

    fn evolve(state: &mut Interview, event: &Event) {
        match event.clone() {
            Event::Opened { seats } => state.seats = seats,
            Event::Briefed { post } => (state.post, state.phase) = (post, Phase::Question),
            Event::Asked { question } => {
                state.questions.push(question);
                state.phase = Phase::Answer;
            }
            Event::Answered { answer } => {
                state.answers.push(answer);
                state.phase = Phase::Score;
            }
            Event::Scored { points, why } => return state.scores.push((points, why)),
            Event::Noted {} if state.answers.len() < QUESTIONS => state.phase = Phase::Question,
            Event::Noted {} => state.phase = Phase::Feedback,
            Event::Missed { .. } => {}
            Event::Closed { scores, .. } => (state.scores, state.phase) = (scores, Phase::Done),
        }
        state.told += 1;
    }

    fn asks(state: &Interview) -> Vec<Ask<Offer<Command>>> {
        let next = format!("Question {} of {QUESTIONS}?", state.questions.len() + 1);
        let (seat, name, title) = match state.phase {
            Phase::Briefing => (CANDIDATE, CommandName::Brief, "For which post do you practise?"),
            Phase::Question => (INTERVIEWER, CommandName::Question, next.as_str()),
            Phase::Answer => {
                (CANDIDATE, CommandName::Answer, state.questions.last().map_or("", String::as_str))
            }
            Phase::Score => (INTERVIEWER, CommandName::Score, "What was that answer worth?"),
            Phase::Feedback => (INTERVIEWER, CommandName::Feedback, "What was strong? What is to practise?"),
            Phase::Done => return Vec::new(),
        };
        vec![Ask::new(state.told, seat, Offer::new(title, [name]))]
    }

    fn audience(_: &Interview, event: &Event) -> Audience {
        match event {
            Event::Scored { .. } => Audience::seat(INTERVIEWER),
            Event::Opened { .. } | Event::Briefed { .. } | Event::Asked { .. } => Audience::Public,
            Event::Missed { .. } => Audience::Public,
            Event::Answered { .. } | Event::Noted {} | Event::Closed { .. } => Audience::Public,
        }
    }

    fn telling(_: &Interview, event: &Event) -> Option<Telling> {
        let host = |text: String| Some(Telling::host(text));
        match event {
            Event::Opened { .. } => host(format!("A practice interview: {QUESTIONS} questions.")),
            Event::Briefed { post } => host(format!("The post: {post}")),
            Event::Asked { question } => Some(Telling::new(Voice::Seat(INTERVIEWER), question)),
            Event::Answered { answer } => Some(Telling::new(Voice::Seat(CANDIDATE), answer)),
            Event::Scored { points, why } => host(format!("You gave {points} of 5: {why}")),
            Event::Noted {} => None,
            Event::Missed { seat, why } => host(format!("Seat {seat} is answered for: {why}.")),
            Event::Closed { strong, practise, scores } => {
                let line =
                    |(at, (points, why)): (usize, &(u8, String))| format!("\n{at}. {points} of 5: {why}");
                let scores: String = (1..).zip(scores).map(line).collect();
                host(format!("Strong: {strong}\nTo practise: {practise}\n{scores}"))
            }
        }
    }

    fn heading(state: &Interview) -> Option<String> {
        (state.phase == Phase::Question).then(|| format!("Question {}", state.questions.len() + 1))
    }

    fn outcome(state: &Interview) -> Option<String> {
        let points: u8 = state.scores.iter().map(|(points, _)| points).sum();
        (state.phase == Phase::Done).then(|| format!("{points} of {} points", QUESTIONS * 5))
    }

    fn house(view: &Interview, _: &Ask<Offer<Command>>, dice: &mut Dice) -> Command {
        let unasked = ASKS.iter().filter(|asked| !view.questions.iter().any(|earlier| earlier == *asked));
        let question = dice.pick(&unasked.collect::<Vec<_>>()).map_or(ASKS[0], |asked| asked);
        plain(view, question, "I would ask, try it, and tell you how it went.")
    }
}

/// What can be said without anybody who thinks.
fn plain(state: &Interview, question: &str, answer: &str) -> Command {
    let words = state.answers.last().map_or(0, |answer| answer.split_whitespace().count());
    match state.phase {
        Phase::Briefing => Command::Brief { post: "gardener in a public park".to_owned() },
        Phase::Question => Command::Question { question: question.to_owned() },
        Phase::Answer => Command::Answer { answer: answer.to_owned() },
        Phase::Score => {
            Command::Score { points: (1 + words / 12).min(5) as u8, why: format!("it had {words} words") }
        }
        Phase::Feedback | Phase::Done => Command::Feedback {
            strong: "you answered every question".to_owned(),
            practise: "say one thing that happened, with a number in it".to_owned(),
        },
    }
}

fn main() -> std::process::ExitCode {
    parlor::Parlor::new().activity::<Interview>().run()
}

#[cfg(test)]
parlor::conforms!(Interview);
