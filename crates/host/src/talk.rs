//! Requests of faces: answers to asks, commands, and lines as somebody typed them.

use engine::{Actor, AskId, Gate, Part, Record, Refusal, SeatId, Wish};
use protocol::Request;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::Refused;
use crate::back::by_host;
use crate::input::Ack;
use crate::limits::REQUEST_CHARS_MAX;
use crate::task::SessionTask;
use crate::write::{Fail, first_answer, held, stopped};

impl SessionTask {
    /// Does what a face asks for.
    pub(crate) async fn request(
        &mut self,
        by: Actor,
        id: Option<String>,
        what: Request,
    ) -> Result<Ack, Fail> {
        if by == Actor::Clock {
            return Err(Refusal::new("not-allowed", "nobody speaks for the clock").into());
        }
        let request = id.map(|id| scoped(by, &id)).transpose()?;
        let (ask, command) = match what {
            Request::Answer { ask, command } => (Some(ask), command),
            Request::Do { command } => (None, command),
            Request::Line { text } => return self.line(by, request, &text).await,
        };
        self.check_mark(by, &command)?;
        self.submit(engine::Input { part: Part::Activity, by, request, ask, command }).await
    }

    /// Refuses what no form offers and the host alone writes down: words with the mark that they were cut off.
    fn check_mark(&self, by: Actor, command: &RawValue) -> Result<(), Refusal> {
        let given: Value = serde_json::from_str(command.get()).unwrap_or_default();
        let Some((seat, fields)) = by.seat().zip(given.as_object()) else { return Ok(()) };
        let activity = &self.session.activity;
        let tool = given["type"].as_str().unwrap_or_default();
        for ask in activity.open_asks().iter().filter(|ask| ask.seat == seat) {
            let is_own = |said: &str| {
                let own = activity.cut_off(seat, ask.id, tool, said);
                own.is_some_and(|own| serde_json::from_str::<Value>(own.get()).is_ok_and(|own| own == given))
            };
            let offered = || activity.form(seat, ask.id).map_or(Ok(()), |form| form.check(&given));
            if fields.values().filter_map(Value::as_str).any(is_own)
                && let Err(why) = offered()
            {
                return Err(Refusal::new("not-offered", why));
            }
        }
        Ok(())
    }

    /// A line: a report is told, and a stop is called; else what is for the table goes to the table, command by command,
    /// and the rest is words for whatever the seat is asked. A line is done as a whole or not at all, so the words are
    /// tried before anything is recorded.
    async fn line(&mut self, by: Actor, request: Option<String>, text: &str) -> Result<Ack, Fail> {
        if let Some(report) = self.report(by, text)? {
            return Ok(report);
        }
        // Nothing of a stop, or of what nobody is named for, is looked up or kept by its request id: that would name who.
        let utc = self.clock.now();
        if let Ok(heard) = self.session.hear(by, text, utc) {
            if heard.wish == Some(Wish::Stop) {
                return Box::pin(self.stop_play()).await;
            }
            if let Some(command) = heard.unnamed {
                return self.submit(by_host(command)).await;
            }
        }
        // A line that was done is answered before it is heard again: it may itself have changed how it would be heard.
        if let Some(first) = self.find(request.as_deref()).await? {
            return first_answer(&first, |record| self.is_same_line(record, by, text));
        }
        let heard = self.session.hear(by, text, utc).map_err(|refusal| self.with_reports(refusal))?;
        // What was taken back is told first of all: right behind the rewind, which is a part of its own.
        let took_back = heard.wish.map(|wish| self.session.table.took_back(wish));
        let first = 1 + usize::from(heard.wish.is_some());
        let for_table: Vec<Box<RawValue>> = took_back.into_iter().chain(heard.table).collect();
        let parts = first - 1 + for_table.len() + usize::from(heard.activity.is_some());
        // The last part bears the request's own id: only when it is in the log was the whole line done. A line that
        // was cut short by a crash goes on where it was when it is sent again.
        let id_of = |part: usize| {
            let request = request.as_deref()?;
            Some(if part == parts { request.to_owned() } else { format!("{request}/{part}") })
        };
        let mut inputs: Vec<engine::Input> = (first..)
            .zip(for_table)
            .map(|(part, command)| engine::Input {
                part: Part::Table,
                by,
                request: id_of(part),
                ask: None,
                command,
            })
            .collect();
        if let Some(words) = heard.activity {
            let (ask, command) = self.place(by, &words)?;
            let input =
                engine::Input { part: Part::Activity, by, request: id_of(parts), ask: Some(ask), command };
            self.session.propose(&input, self.clock.now()).map_err(stopped)?;
            inputs.push(input);
        }
        if let Some(wish) = heard.wish {
            Box::pin(self.take_back(by, wish, id_of(1))).await?;
        }
        let mut done = Err(Refusal::new("nothing-said", "there is nothing in this line").into());
        for input in inputs {
            // The request of the whole line was looked for above; only what a crash may have cut off is left to look for.
            let looked_for = input.request == request;
            done = Ok(if looked_for { self.decide(input).await? } else { self.submit(input).await? });
        }
        if let Some(seat) = by.seat() {
            if !heard.questions.is_empty() {
                // What is answered suggests nothing.
                self.judge.forget();
            }
            for question in heard.questions {
                // Boxed: it is seldom wanted, and its way is long.
                Box::pin(self.ask_for(seat, question)).await;
            }
        }
        if let Some(command) = heard.then {
            self.judge.forget();
            let input = engine::Input { part: Part::Table, by, request: None, ask: None, command };
            match self.submit(input).await {
                // Whether anything follows from a line is no matter of the line's.
                Ok(_) | Err(Fail::Refused(_)) => {}
                Err(halt @ Fail::Halt(_)) => return Err(halt),
            }
        }
        done
    }

    /// Finds what somebody's words answer.
    fn place(&self, by: Actor, words: &str) -> Result<(AskId, Box<RawValue>), Refusal> {
        match self.session.table.gate(by) {
            Gate::Pass => {}
            Gate::Hold => return Err(held()),
            Gate::Drop(why) => return Err(Refusal::new("table-not-live", why)),
        }
        let Some(seat) = by.seat() else {
            return Err(Refusal::new("no-seat", "only a seat can speak in the game"));
        };
        let mut asks = self.session.activity.asks();
        asks.retain(|ask| ask.seat == seat);
        // Whoever has answered may have more to say, where the rules let them.
        asks.sort_by_key(|ask| ask.answered);
        for ask in &asks {
            // A tool that wants more than words cannot be answered by words alone.
            let by_words = ask.form.tools.iter().find_map(|tool| {
                let only = tool.fields.iter().filter(|field| field.required).count() == 1;
                tool.words().filter(|_| only).map(|field| (tool, field))
            });
            if let Some((tool, field)) = by_words {
                return Ok((
                    ask.id,
                    engine::raw(&serde_json::json!({"type": tool.name, field.name.as_str(): words})),
                ));
            }
        }
        let asked = match asks.iter().find(|ask| !ask.answered) {
            Some(ask) => format!("you are asked “{}”", ask.form.title),
            None => self.nobody_asks(seat),
        };
        let message =
            format!("it is not your turn to speak: {asked}; start a line with (( to speak out of character");
        Err(Refusal::new("not-your-turn", message))
    }

    fn nobody_asks(&self, seat: SeatId) -> String {
        match self.session.seats.get(seat.index()) {
            Some(_) => "you are asked nothing just now".to_owned(),
            None => format!("there is no seat {seat}"),
        }
    }

    /// Is this record what a line led to? The words of the line are in it; a line that was a command only is heard
    /// again and compared.
    fn is_same_line(&self, record: &Record, by: Actor, text: &str) -> bool {
        if record.by != by {
            return false;
        }
        let Ok(command) = serde_json::from_str::<Value>(record.command.get()) else { return false };
        if let Ok(heard) = self.session.hear(by, text, self.clock.now()) {
            let same =
                |table: &RawValue| serde_json::from_str::<Value>(table.get()).ok().as_ref() == Some(&command);
            match &heard.activity {
                Some(words) => {
                    return command
                        .as_object()
                        .is_some_and(|fields| fields.values().any(|said| said == words));
                }
                None if heard.table.last().is_some_and(|table| same(table)) => return true,
                None if heard.wish.is_some_and(|wish| same(&self.session.table.took_back(wish))) => {
                    return true;
                }
                None => {}
            }
        }
        // How the line is heard depends on the state, which has moved on: the words themselves are left to compare.
        let said = |(name, value): (&String, &Value)| {
            name != "type" && value.as_str().is_some_and(|said| !said.is_empty() && text.contains(said))
        };
        command.as_object().is_some_and(|fields| fields.iter().any(said))
    }
}

/// A request id as it stands in the log: behind the name of whoever sent it, so that no seat can meet, or probe for,
/// the ids of another.
fn scoped(by: Actor, id: &str) -> Result<String, Fail> {
    let chars = id.chars().count();
    if chars == 0 || chars > REQUEST_CHARS_MAX || id.chars().any(|c| c.is_control() || c == '/') {
        let message = format!("a request id has 1 to {REQUEST_CHARS_MAX} characters, and no / among them");
        return Err(Fail::Refused(Refused::Rules(Refusal::new("bad-request-id", message))));
    }
    Ok(format!("{by}/{id}"))
}
