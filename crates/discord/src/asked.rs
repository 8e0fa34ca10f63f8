//! What somebody did in Discord, out of what Discord sends about it.

use crate::says;
use engine::SeatId;
use protocol::table::Language;
use twilight_model::application::interaction::application_command::{CommandDataOption, CommandOptionValue};
use twilight_model::application::interaction::modal::ModalInteractionComponent;
use twilight_model::application::interaction::{Interaction, InteractionData};
use twilight_model::channel::message::MessageFlags;

/// Something that somebody did, and that wants an answer.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    /// Its number; a request to a table bears it, so that it is done once however often it comes.
    pub(crate) id: u64,
    /// Where.
    pub(crate) channel: u64,
    /// In which server; none, in a direct message.
    pub(crate) guild: u64,
    /// Who.
    pub(crate) user: u64,
    /// What they are called there.
    pub(crate) name: String,
    /// What their Discord speaks, as far as a table can.
    pub(crate) language: Language,
    /// Is it a bot? Bots are never answered.
    pub(crate) is_bot: bool,
    /// Was it done on something that only they see?
    pub(crate) on_panel: bool,
    /// What.
    pub(crate) deed: Deed,
}

/// What somebody did.
#[derive(Clone, Debug)]
pub(crate) enum Deed {
    /// Gave a command, such as `session start`.
    Command { path: String, options: Vec<(String, String)> },
    /// Is writing the option of a command.
    Writes { path: String, so_far: String },
    /// Pressed a button, or chose in a menu.
    Press { id: String, values: Vec<String> },
    /// Filled in a form.
    Filled { id: String, fields: Vec<(String, String)>, files: Vec<File> },
    /// Something that this bot knows nothing of.
    Other,
}

/// A file that somebody handed in.
#[derive(Clone, Debug)]
pub(crate) struct File {
    /// Its name.
    pub(crate) name: String,
    /// Where it is, for a while.
    pub(crate) url: String,
    /// How long it is.
    pub(crate) bytes: u64,
}

/// What the press of a button means, by the id of the button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Press {
    /// Shows one's own seat.
    Seat,
    /// Sits down.
    Join,
    /// Gets up again.
    Leave,
    /// Stops play, without a name.
    Stop,
    /// Asks for more time.
    Time,
    /// Lays the same table anew.
    Again,
    /// Keeps what one was told.
    Keep,
    /// Begins, pauses, goes on.
    Session(Verb),
    /// Agrees to what somebody's words suggest.
    Agree,
    /// Does not.
    NotNow,
    /// Chooses one of what stands before several at once, for all to see.
    Choose,
    /// Hands in photos.
    Photos,
    /// Answers an ask with one of its tools, and in that with one of its choices; or is sure of what nobody can take back.
    Answer { ask: u32, tool: usize, choice: Option<usize>, sure: bool },
}

/// What can be done with a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verb {
    Start,
    Zero,
    Pause,
    Resume,
    End,
    Close,
}

impl Verb {
    /// Every verb, in the order of an evening.
    pub(crate) const ALL: [Verb; 6] =
        [Verb::Start, Verb::Zero, Verb::Pause, Verb::Resume, Verb::End, Verb::Close];

    /// As it is typed.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Verb::Start => "start",
            Verb::Zero => "zero",
            Verb::Pause => "pause",
            Verb::Resume => "resume",
            Verb::End => "end",
            Verb::Close => "close",
        }
    }

    /// What it does.
    pub(crate) const fn about(self) -> &'static str {
        match self {
            Verb::Start => says::BEGIN_TO_PLAY_OR_GO_ON,
            Verb::Zero => says::PREPARE_THE_WORLD_THE_CHARACTERS,
            Verb::Pause => says::TAKE_A_BREAK_EVERY_CLOCK_STANDS,
            Verb::Resume => says::GO_ON_AFTER_A_BREAK,
            Verb::End => says::END_PLAY_AND_SAY_WHAT_WAS,
            Verb::Close => says::CLOSE_THE_TABLE_UNTIL_NEXT_TIME,
        }
    }

    pub(crate) fn of(name: &str) -> Option<Verb> {
        Verb::ALL.into_iter().find(|verb| verb.name() == name)
    }
}

impl Press {
    /// The id of a button at a table. It says nothing to whoever reads it in a client.
    pub(crate) fn id(self, key: u32) -> String {
        match self {
            Press::Seat => format!("s:{key}"),
            Press::Join => format!("j:{key}"),
            Press::Leave => format!("l:{key}"),
            Press::Stop => format!("x:{key}"),
            Press::Time => format!("m:{key}"),
            Press::Again => format!("g:{key}"),
            Press::Keep => format!("k:{key}"),
            Press::Session(verb) => format!("t:{key}:{}", verb.name()),
            Press::Agree => format!("y:{key}"),
            Press::NotNow => format!("n:{key}"),
            Press::Choose => format!("v:{key}"),
            Press::Photos => format!("p:{key}"),
            Press::Answer { ask, tool, choice, sure } => {
                let verb = if sure { "b" } else { "a" };
                let choice = choice.map_or(String::new(), |choice| format!(":{choice}"));
                format!("{verb}:{key}:{ask}:{tool}{choice}")
            }
        }
    }

    /// The table and the press that an id means.
    pub(crate) fn read(id: &str) -> Option<(u32, Press)> {
        let parts: Vec<&str> = id.split(':').collect();
        let (verb, key, rest) = match parts.as_slice() {
            [verb, key, rest @ ..] => (*verb, key.parse().ok()?, rest),
            _ => return None,
        };
        let press = match (verb, rest) {
            ("s", []) => Press::Seat,
            ("j", []) => Press::Join,
            ("l", []) => Press::Leave,
            ("x", []) => Press::Stop,
            ("m", []) => Press::Time,
            ("g", []) => Press::Again,
            ("k", []) => Press::Keep,
            ("t", [verb]) => Press::Session(Verb::of(verb)?),
            ("y", []) => Press::Agree,
            ("n", []) => Press::NotNow,
            ("v", []) => Press::Choose,
            ("p", []) => Press::Photos,
            ("a" | "b", [ask, tool]) => Press::Answer {
                ask: ask.parse().ok()?,
                tool: tool.parse().ok()?,
                choice: None,
                sure: verb == "b",
            },
            ("a" | "b", [ask, tool, choice]) => Press::Answer {
                ask: ask.parse().ok()?,
                tool: tool.parse().ok()?,
                choice: Some(choice.parse().ok()?),
                sure: verb == "b",
            },
            _ => return None,
        };
        Some((key, press))
    }
}

impl Asked {
    /// Reads what Discord sent. Nothing, if nobody did it or it was nowhere.
    pub(crate) fn read(interaction: Interaction) -> Option<Asked> {
        let channel = interaction.channel.as_ref().map(|it| it.id.get())?;
        let (user, name, is_bot) = {
            let author = interaction.author()?;
            let nick = interaction.member.as_ref().and_then(|member| member.nick.clone());
            let name = nick.or_else(|| author.global_name.clone()).unwrap_or_else(|| author.name.clone());
            (author.id.get(), name, author.bot)
        };
        let on_panel = interaction
            .message
            .as_ref()
            .and_then(|message| message.flags)
            .is_some_and(|flags| flags.contains(MessageFlags::EPHEMERAL));
        let writes = interaction.kind.kind() == "ApplicationCommandAutocomplete";
        let deed = interaction.data.map_or(Deed::Other, |data| read(data, writes));
        let guild = interaction.guild_id.map_or(0, |it| it.get());
        let language = interaction.locale.as_deref().and_then(|tag| tag.parse().ok()).unwrap_or_default();
        Some(Asked { id: interaction.id.get(), channel, guild, user, name, language, is_bot, on_panel, deed })
    }

    /// The value of an option.
    pub(crate) fn option<'a>(options: &'a [(String, String)], name: &str) -> Option<&'a str> {
        options.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }
}

fn read(data: InteractionData, writes: bool) -> Deed {
    match data {
        InteractionData::ApplicationCommand(data) => {
            let (mut path, mut options) = (data.name.clone(), Vec::new());
            let mut so_far = None;
            flatten(&data.options, &mut path, &mut options, &mut so_far);
            match so_far {
                Some(so_far) if writes => Deed::Writes { path, so_far },
                _ if writes => Deed::Other,
                _ => Deed::Command { path, options },
            }
        }
        InteractionData::MessageComponent(data) => Deed::Press { id: data.custom_id, values: data.values },
        InteractionData::ModalSubmit(data) => {
            let (mut fields, mut files) = (Vec::new(), Vec::new());
            for part in &data.components {
                filled(part, &mut fields, &mut files);
            }
            let resolved = data.resolved.map(|it| it.attachments).unwrap_or_default();
            let files = files.iter().filter_map(|id| resolved.get(id)).map(|it| File {
                name: it.filename.clone(),
                url: it.url.clone(),
                bytes: it.size,
            });
            Deed::Filled { id: data.custom_id, fields, files: files.collect() }
        }
        _ => Deed::Other,
    }
}

/// `session start activity:mafia` as one path and flat options.
fn flatten(
    given: &[CommandDataOption],
    path: &mut String,
    options: &mut Vec<(String, String)>,
    so_far: &mut Option<String>,
) {
    for option in given {
        let value = match &option.value {
            CommandOptionValue::SubCommand(inner) | CommandOptionValue::SubCommandGroup(inner) => {
                path.push(' ');
                path.push_str(&option.name);
                flatten(inner, path, options, so_far);
                continue;
            }
            CommandOptionValue::Focused(text, _) => {
                *so_far = Some(text.clone());
                text.clone()
            }
            CommandOptionValue::String(text) => text.clone(),
            CommandOptionValue::Integer(number) => number.to_string(),
            CommandOptionValue::Boolean(yes) => yes.to_string(),
            CommandOptionValue::Number(number) => number.to_string(),
            CommandOptionValue::User(id) => id.to_string(),
            _ => continue,
        };
        options.push((option.name.clone(), value));
    }
}

type FileId = twilight_model::id::Id<twilight_model::id::marker::AttachmentMarker>;

fn filled(part: &ModalInteractionComponent, fields: &mut Vec<(String, String)>, files: &mut Vec<FileId>) {
    match part {
        ModalInteractionComponent::Label(label) => filled(&label.component, fields, files),
        ModalInteractionComponent::TextInput(input) => {
            fields.push((input.custom_id.clone(), input.value.clone()));
        }
        ModalInteractionComponent::StringSelect(menu) => {
            let value = menu.values.first().cloned().unwrap_or_default();
            fields.push((menu.custom_id.clone(), value));
        }
        ModalInteractionComponent::FileUpload(upload) => files.extend(&upload.values),
        _ => {}
    }
}

/// A seat by the value of a menu.
pub(crate) fn seat(value: &str) -> Option<SeatId> {
    value.parse::<u8>().ok().and_then(SeatId::new)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_id_of_a_button_reads_back() {
        let answer = |choice| Press::Answer { ask: 7, tool: 2, choice, sure: false };
        let mut all = vec![Press::Seat, Press::Join, Press::Leave, Press::Stop, Press::Time, Press::Again];
        all.extend([Press::Keep, Press::Agree, Press::NotNow, Press::Choose, Press::Photos]);
        all.extend(Verb::ALL.map(Press::Session));
        all.extend([answer(None), answer(Some(3))]);
        all.extend([None, Some(3)].map(|choice| Press::Answer { ask: 7, tool: 2, choice, sure: true }));
        for press in all {
            let id = press.id(12);
            assert_eq!(Press::read(&id), Some((12, press)), "{id}");
            assert!(id.len() <= 100);
        }
    }

    #[test]
    fn an_id_that_is_none_is_no_press() {
        for id in ["", "s", "s:", "s:x", "t:1:dance", "a:1", "a:1:2", "a:1:x:2", "q:1", "s:1:2"] {
            assert_eq!(Press::read(id), None, "{id:?}");
        }
    }
}
