//! One playing of a machine behind the erased face: its state, and what each viewer was told of it.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::ask::{Held, name_of};
use crate::board::Ending;
use crate::erased::{Cast, OuterPlay, Play, Step, raw};
use crate::folds::Folds;
use crate::notice::Noting;
use crate::record::{ToldEvent, to_json};
use crate::{
    Accounts, Actor, After, Ask, AskId, Audience, Board, Book, CallNote, Command as _, Count, Dice, DiceBox,
    Draft, Earlier, Form, Gate, Heard, Judgement, Machine, Matter, Notice, OpenAsk, Outer, Pages, Phases,
    Photo, Prompt, Put, Question, Refusal, SeatId, SeatSet, TableTime, Told, Tool, Viewer, Wish,
};

/// One playing of a machine `M`.
pub(crate) struct Playing<M: Machine> {
    state: M::State,
    /// What each viewer was told, where nothing else is shown.
    folds: Option<Folds<M::State>>,
}

/// A state with its folds, as a snapshot has them.
#[derive(Serialize, Deserialize)]
struct Folded<S, F> {
    state: S,
    folds: F,
}

impl<M: Machine> Playing<M> {
    pub(crate) fn blank() -> Self {
        Playing { state: M::State::default(), folds: M::FOLDS.then(Folds::default) }
    }

    pub(crate) fn restore(snapshot: &str) -> Result<Self, String> {
        let read = if M::FOLDS {
            serde_json::from_str(snapshot)
                .map(|Folded { state, folds }| Playing { state, folds: Some(folds) })
        } else {
            serde_json::from_str(snapshot).map(|state| Playing { state, folds: None })
        };
        read.map_err(|error| error.to_string())
    }

    /// What comes of a draft that was made from this.
    pub(crate) fn finish(&self, draft: Draft<M>) -> Step<Self> {
        let (state, told, notices) = draft.finish_noted();
        let mut folds = self.folds.clone();
        if let Some(folds) = &mut folds {
            for Told { audience, event } in &told {
                folds.tell(*audience, |state| M::evolve(state, event));
            }
        }
        let json =
            |told: Told<M::Event>| ToldEvent { audience: told.audience, json: event_json::<M>(&told.event) };
        Step {
            play: Box::new(Playing { state, folds }),
            events: told.into_iter().map(json).collect(),
            notices,
        }
    }

    fn step(&self, by: Actor, command: &RawValue, cast: Cast) -> Result<Step<Self>, Refusal> {
        let put = Put::<M::Command>::read(command)
            .map_err(|error| self.not_read(by, command).unwrap_or(unreadable(&error)))?;
        let put = match put {
            Put::Own(own) => Put::Own(self.held(by, own, command)?),
            rest @ (Put::TimeUp | Put::AnswerFor { .. }) => rest,
        };
        self.put(by, &put, cast)
    }

    fn put(&self, by: Actor, put: &Put<M::Command>, cast: Cast) -> Result<Step<Self>, Refusal> {
        let draft = Draft::<M>::new(self.state.clone(), cast.step, cast.moment, cast.dice);
        let draft = draft.with_taken(cast.taken);
        let mut draft = if cast.heard { draft.noting() } else { draft };
        draft.put(by, put)?;
        Ok(self.finish(draft))
    }

    /// A command, written as `json`, as a form takes it that its seat is asked by; a refusal of what is asked for at some time, but
    /// not now or not so. What no form offers is for the machine to check.
    fn held(&self, by: Actor, command: M::Command, json: &RawValue) -> Result<M::Command, Refusal> {
        let is_asked_for = command.name().is_some();
        if is_asked_for && M::outcome(&self.state).is_some() {
            return Err(Refusal::over());
        }
        let mut refusal = is_asked_for.then(Refusal::not_yours);
        for ask in self.asked().into_iter().filter(|ask| by == Actor::Seat(ask.seat)) {
            let mut given: Value = serde_json::from_str(json.get()).unwrap_or_default();
            let Some(tool) = self.tool_of(&ask, &given) else {
                if is_asked_for {
                    let why = self.form_of(&ask).not_offered(name_of(&given));
                    refusal = Some(Refusal::new("not-offered", why));
                }
                continue;
            };
            match tool.hold(&mut given) {
                Ok(Held::AsGiven) => return Ok(command),
                Ok(Held::Cleaned) => {
                    return serde_json::from_value(given).map_err(|error| unreadable(&error));
                }
                Err(_) if is_cut_off::<M>(&ask, &tool, &given) => {
                    return serde_json::from_value(given).map_err(|error| unreadable(&error));
                }
                Err(why) => refusal = Some(why),
            }
        }
        refusal.map_or(Ok(command), Err)
    }

    /// Why a form does not take what cannot be read: it says better what would be right.
    fn not_read(&self, by: Actor, json: &RawValue) -> Option<Refusal> {
        let given: Value =
            serde_json::from_str(json.get()).ok().filter(|it: &Value| it["type"].is_string())?;
        let mut asks = self.asked().into_iter().filter(|ask| by == Actor::Seat(ask.seat));
        let why = asks.find_map(|ask| self.form_of(&ask).check(&given).err())?;
        Some(Refusal::new("not-offered", why))
    }

    /// What a viewer knows: all that was told to it, where that is kept, and else the state, of which the machine shows it
    /// what it may see.
    fn known(&self, viewer: Viewer) -> &M::State {
        self.folds.as_ref().filter(|_| viewer != Viewer::Host).map_or(&self.state, |folds| folds.of(viewer))
    }

    fn view_of(&self, viewer: Viewer) -> M::View {
        M::view(self.known(viewer), viewer)
    }

    /// Who is asked what, each as that seat knows it. What a seat does not know of, it is not asked.
    fn asked(&self) -> Vec<Ask<M::Question>> {
        let asks = M::asks(&self.state).into_iter();
        match self.folds {
            None => asks.collect(),
            Some(_) => asks.filter_map(|ask| self.known_ask(ask.seat, ask.id)).collect(),
        }
    }

    fn known_ask(&self, seat: SeatId, id: AskId) -> Option<Ask<M::Question>> {
        let mut asks = M::asks(self.known(Viewer::Seat(seat))).into_iter();
        asks.find(|ask| ask.seat == seat && ask.id == id)
    }

    fn ask(&self, seat: SeatId, id: AskId) -> Option<Ask<M::Question>> {
        self.asked().into_iter().find(|ask| ask.seat == seat && ask.id == id)
    }

    fn form_of(&self, ask: &Ask<M::Question>) -> Form {
        M::form(&self.view_of(Viewer::Seat(ask.seat)), ask)
    }

    /// The tool of that form that an answer uses, as far as the answer has to do with it.
    fn tool_of(&self, ask: &Ask<M::Question>, given: &Value) -> Option<Tool> {
        let wanted = |field: &str| given.get(field).is_some();
        M::tool(&self.view_of(Viewer::Seat(ask.seat)), ask, name_of(given), &wanted)
    }

    /// Lets an event of the log happen.
    fn happen(&mut self, audience: Audience, event: &M::Event) {
        M::evolve(&mut self.state, event);
        if let Some(folds) = &mut self.folds {
            folds.tell(audience, |state| M::evolve(state, event));
        }
    }

    fn event(version: u32, event: &RawValue) -> Result<M::Event, String> {
        if version >= M::EVENTS {
            return serde_json::from_str(event.get()).map_err(|error| error.to_string());
        }
        let old: Value = serde_json::from_str(event.get()).map_err(|error| error.to_string())?;
        serde_json::from_value(M::upcast(version, old)).map_err(|error| error.to_string())
    }
}

impl<M: Machine> Play for Playing<M> {
    fn decide(&self, by: Actor, command: &RawValue, cast: Cast) -> Result<Step<dyn Play>, Refusal> {
        let Step { play, events, notices } = self.step(by, command, cast)?;
        Ok(Step { play, events, notices })
    }
    fn fold(&mut self, version: u32, events: &[ToldEvent]) -> Result<(), String> {
        for told in events {
            self.happen(told.audience, &Self::event(version, &told.json)?);
        }
        Ok(())
    }
    fn fold_noting(&mut self, version: u32, events: &[ToldEvent]) -> Result<Vec<Notice>, String> {
        let mut noting = Noting::from::<M>(&self.state);
        for told in events {
            let event = Self::event(version, &told.json)?;
            self.happen(told.audience, &event);
            noting.note::<M>(&self.state, &event);
        }
        Ok(noting.into_notices())
    }
    fn snapshot(&self) -> String {
        match &self.folds {
            None => to_json(&self.state),
            Some(folds) => to_json(&Folded { state: &self.state, folds }),
        }
    }
    fn phase(&self) -> &'static str {
        M::phase(&self.state)
    }
    fn heading(&self) -> Option<String> {
        M::heading(&self.state)
    }
    fn outcome(&self) -> Option<Value> {
        M::outcome(&self.state).map(|outcome| to_value::<M>(&outcome))
    }
    fn count(&self) -> Option<Count> {
        M::count(&self.state)
    }
    fn asks(&self) -> Vec<OpenAsk> {
        let open = |ask: Ask<M::Question>| {
            let form = self.form_of(&ask);
            OpenAsk { id: ask.id, seat: ask.seat, answered: ask.answered, deadline: ask.deadline, form }
        };
        self.asked().into_iter().map(open).collect()
    }
    fn open_asks(&self) -> Vec<Ask<()>> {
        let bare = |ask: Ask<M::Question>| Ask {
            id: ask.id,
            seat: ask.seat,
            answered: ask.answered,
            deadline: ask.deadline,
            place: ask.place,
            question: (),
        };
        self.asked().into_iter().map(bare).collect()
    }
    fn is_open(&self, seat: SeatId, ask: AskId) -> bool {
        self.ask(seat, ask).is_some()
    }
    fn form(&self, seat: SeatId, ask: AskId) -> Option<Form> {
        self.ask(seat, ask).map(|ask| self.form_of(&ask))
    }
    fn deadline(&self) -> Option<TableTime> {
        M::deadline(&self.state)
    }
    fn time_up(&self) -> Box<RawValue> {
        raw(&Put::<M::Command>::TimeUp)
    }
    fn view(&self, viewer: Viewer) -> Value {
        to_value::<M>(&self.view_of(viewer))
    }
    fn board(&self, viewer: Viewer) -> Board {
        let view = self.view_of(viewer);
        let mut board = M::board(&view).unwrap_or_else(|| {
            let public = self.view(Viewer::Public);
            let knows_more = matches!(viewer, Viewer::Seat(_) | Viewer::Host);
            Board::plain(&to_value::<M>(&view), &public, knows_more, &<M::State as Phases>::times())
        });
        if board.ending.is_none() {
            board.ending = self.outcome().as_ref().map(Ending::plain);
        }
        board
    }
    fn pages(&self, viewer: Viewer, time: TableTime) -> Pages {
        M::pages(&self.view_of(viewer), time)
    }
    fn report(&self, viewer: Viewer, name: &str) -> Option<String> {
        M::report(&self.view_of(viewer), name)
    }
    fn house(&self, seat: SeatId, ask: AskId, dice: DiceBox) -> Option<Box<RawValue>> {
        let ask = self.ask(seat, ask)?;
        let view = self.view_of(Viewer::Seat(seat));
        Some(raw(&M::house(&view, &ask, &mut dice.seat(seat, ask.id))))
    }
    fn lot(&self, seat: SeatId, ask: AskId, dice: &mut Dice) -> Option<Box<RawValue>> {
        let ask = self.ask(seat, ask)?;
        Some(raw(&M::lot(|| self.view_of(Viewer::Seat(seat)), &ask, dice)))
    }
    fn prompt(&self, seat: SeatId, ask: AskId) -> Option<Prompt> {
        let ask = self.ask(seat, ask)?;
        Some(M::prompt(&self.view_of(Viewer::Seat(seat)), &ask))
    }
    fn tools(&self, seat: SeatId) -> Vec<Tool> {
        M::tools(&self.view_of(Viewer::Seat(seat)), seat)
    }
    fn cut_off(&self, seat: SeatId, ask: AskId, tool: &str, said: &str) -> Option<Box<RawValue>> {
        Some(raw(&M::cut_off(&self.ask(seat, ask)?, tool, said)?))
    }
    fn fallback(&self, seat: SeatId, ask: AskId, reason: &str) -> Option<Box<RawValue>> {
        let ask = self.ask(seat, ask)?;
        Some(raw(&Put::<M::Command>::AnswerFor { seat: ask.seat, reason: reason.to_owned() }))
    }
    fn keep_out(&self, lines: &[String]) -> Option<Box<RawValue>> {
        M::keep_out(&self.state, lines).as_ref().map(raw)
    }
    fn photo(&self, seat: SeatId, photo: Photo) -> Option<Box<RawValue>> {
        M::photo(seat, photo).as_ref().map(raw)
    }
    fn take_up(&self, setup: &RawValue, this: After) -> Option<(Box<RawValue>, String)> {
        let mut setup = serde_json::from_str(setup.get()).ok()?;
        let words = M::take_up(&mut setup, &Earlier { after: this, state: &self.state })?;
        Some((raw(&setup), words))
    }
    fn may_rewind(&self, by: Actor) -> Result<(), Refusal> {
        M::may_rewind(&self.state, by)
    }
    fn copy(&self) -> Box<dyn Play> {
        Box::new(Playing::<M> { state: self.state.clone(), folds: self.folds.clone() })
    }
}

impl<M: Outer> OuterPlay for Playing<M> {
    fn live(&self) -> bool {
        M::live(&self.state)
    }
    fn gate(&self, by: Actor) -> Gate {
        M::gate(&self.state, by)
    }
    fn hear(&self, by: Actor, text: &str, utc: i64, book: Book<'_>) -> Result<Heard<Box<RawValue>>, Refusal> {
        let heard = M::hear(&self.state, by, text, utc, book).map_err(|reason| Refusal::of(&reason))?;
        let table = heard.table.iter().map(raw).collect();
        let then = heard.then.as_ref().map(raw);
        let unnamed = heard.unnamed.as_ref().map(raw);
        let question = |Question { matter, about, words, otherwise }| Question {
            matter,
            about,
            words,
            otherwise: otherwise.as_ref().map(raw::<M::Command>),
        };
        let questions = heard.questions.into_iter().map(question).collect();
        Ok(Heard { table, activity: heard.activity, wish: heard.wish, then, unnamed, questions })
    }
    fn took_back(&self, wish: Wish) -> Box<RawValue> {
        raw(&M::took_back(wish))
    }
    fn stop(&self) -> Box<RawValue> {
        raw(&M::stop())
    }
    fn unattended(&self, answers: u32) -> Option<Box<RawValue>> {
        M::unattended(answers).as_ref().map(raw)
    }
    fn brief(&self) -> String {
        M::brief(&self.state)
    }
    fn kept_out(&self) -> &[String] {
        M::kept_out(&self.state)
    }
    fn crossed(&self, words: &str) -> Option<&str> {
        M::crossed(&self.state, words)
    }
    fn veiled(&self) -> &[String] {
        M::veiled(&self.state)
    }
    fn too_close(&self, words: &str) -> Option<&str> {
        M::too_close(&self.state, words)
    }
    fn planning(&self) -> Option<String> {
        M::planning(&self.state)
    }
    fn prepared(&self) -> Option<Box<RawValue>> {
        M::prepared(&self.state).as_ref().map(raw)
    }
    fn after_end(&self) -> Option<(u64, Box<RawValue>)> {
        M::after_end(&self.state).map(|(quiet_ms, command)| (quiet_ms, raw(&command)))
    }
    fn askable(&self, matter: Matter) -> SeatSet {
        M::askable(&self.state, matter)
    }
    fn answered(&self, matter: Matter, to: SeatId, by: SeatId, text: String) -> Option<Box<RawValue>> {
        M::answered(matter, to, by, text).as_ref().map(raw)
    }
    fn judgement(&self, utc: i64) -> Option<Judgement> {
        M::judgement(&self.state, utc)
    }
    fn judged(&self, by: Actor, words: &str, found: &str) -> Option<Box<RawValue>> {
        M::judged(by, words, found).as_ref().map(raw)
    }
    fn note(&self, call: CallNote, cast: Cast) -> Result<(Box<RawValue>, Step<dyn OuterPlay>), Refusal> {
        let put = Put::Own(M::note(call));
        let command = raw(&put);
        let Step { play, events, notices } = self.put(Actor::Host, &put, cast)?;
        Ok((command, Step { play, events, notices }))
    }
    fn accounts(&self) -> &Accounts {
        M::accounts(&self.state)
    }
    fn taken(&self) -> SeatSet {
        M::taken(&self.state)
    }
    fn away(&self) -> SeatSet {
        M::away(&self.state)
    }
    fn decide_outer(
        &self,
        by: Actor,
        command: &RawValue,
        cast: Cast,
    ) -> Result<Step<dyn OuterPlay>, Refusal> {
        let Step { play, events, notices } = self.step(by, command, cast)?;
        Ok(Step { play, events, notices })
    }
}

/// Is it what a seat had said when it was cut off, as the machine itself writes it down? No form offers the mark that it carries.
fn is_cut_off<M: Machine>(ask: &Ask<M::Question>, tool: &Tool, given: &Value) -> bool {
    let said = tool.words().and_then(|field| given[&field.name].as_str());
    let own = said.and_then(|said| M::cut_off(ask, &tool.name, said));
    own.is_some_and(|own| serde_json::to_value(own).is_ok_and(|own| own == *given))
}

fn unreadable(error: &serde_json::Error) -> Refusal {
    Refusal::new("unreadable", format!("this is no command of the machine: {error}"))
}

fn to_value<M: Machine>(value: &impl serde::Serialize) -> Value {
    match serde_json::to_value(value) {
        Ok(value) => value,
        Err(error) => panic!("a value of {} did not serialise: {error}", M::NAME),
    }
}

/// An event as JSON.
///
/// # Panics
/// If it is no object, which a log could not hold: a bug in the machine.
fn event_json<M: Machine>(event: &M::Event) -> Box<RawValue> {
    let json = raw(event);
    let is_object = json.get().starts_with('{');
    assert!(is_object, "an event of {} is an object with a field `type`, not {json}", M::NAME);
    json
}
