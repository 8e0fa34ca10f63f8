//! The templates, which are part of the program, and the engine that fills them in.
//!
//! A template sees only what its context holds, and a name that is not there is an error. `tests.rs` renders all of
//! them with everything that can stand in a context, so none fails in play.

use std::sync::LazyLock;

use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use minijinja::{Environment, Error, ErrorKind, UndefinedBehavior, Value};
use serde::Serialize;

/// Steps that one text may take to be filled in: some ten times what the longest takes.
const FUEL: u64 = 50_000;

macro_rules! texts {
    ($($name:literal)*) => { &[$(($name, include_str!($name))),*] };
}

/// Every template by its path.
pub(super) const ALL: &[(&str, &str)] = texts![
    "gm.jinja"
    "player.jinja"
    "shared/belief.jinja"
    "shared/city.jinja"
    "shared/costs.jinja"
    "shared/tools.jinja"
    "shared/writing.jinja"
    "context/acting.jinja"
    "context/card.jinja"
    "context/clocks.jinja"
    "context/elsewhere.jinja"
    "context/engaged.jinja"
    "context/factions.jinja"
    "context/fired.jinja"
    "context/memory.jinja"
    "context/message.jinja"
    "context/own.jinja"
    "context/party.jinja"
    "context/past.jinja"
    "context/people.jinja"
    "context/public.jinja"
    "context/rumours.jinja"
    "context/scene.jinja"
    "context/seeds.jinja"
    "context/story.jinja"
    "context/table.jinja"
    "context/threads.jinja"
    "context/tools.jinja"
    "context/ways.jinja"
    "creation/persona.jinja"
    "creation/player.jinja"
    "opening/persona.jinja"
    "opening/now.jinja"
    "opening/player.jinja"
    "scene/persona.jinja"
    "scene/now.jinja"
    "scene/player.jinja"
    "action/persona.jinja"
    "action/now.jinja"
    "action/player.jinja"
    "aftermath/persona.jinja"
    "aftermath/now.jinja"
    "aftermath/player.jinja"
    "downtime/persona.jinja"
    "downtime/now.jinja"
    "downtime/player.jinja"
    "trauma/persona.jinja"
    "trauma/now.jinja"
    "bargain/persona.jinja"
    "bargain/now.jinja"
    "bargain/player.jinja"
    "between/persona.jinja"
    "between/now.jinja"
    "between/player.jinja"
];

/// An engine with these templates.
pub(super) fn engine(texts: &'static [(&'static str, &'static str)]) -> Result<Environment<'static>, Error> {
    let mut engine = Environment::empty();
    engine.set_undefined_behavior(UndefinedBehavior::Strict);
    engine.set_fuel(Some(FUEL));
    // A tag on a line of its own leaves no line behind.
    let mut syntax = SyntaxConfig::builder();
    syntax.trim_blocks(true).lstrip_blocks(true).keep_trailing_newline(true);
    engine.set_syntax(syntax.build()?);
    engine.add_filter("listed", listed);
    for (name, text) in texts {
        engine.add_template(name, text)?;
    }
    Ok(engine)
}

/// What a list shows, one after the other, and how many more there are.
fn listed(list: &Value) -> Result<String, Error> {
    let mut out = String::new();
    for (at, item) in list.get_attr("shown")?.try_iter()?.enumerate() {
        out.push_str(if at == 0 { "" } else { ", " });
        // What is not there must not pass for something empty.
        out.push_str(item.as_str().ok_or(ErrorKind::UndefinedError)?);
    }
    match list.get_attr("more")?.as_usize() {
        Some(0) => Ok(out),
        Some(more) => Ok(format!("{out} and {more} more")),
        None => Err(ErrorKind::UndefinedError.into()),
    }
}

/// Fills a template in.
pub(super) fn render(
    engine: &Environment<'_>,
    name: &str,
    context: &impl Serialize,
) -> Result<String, Error> {
    engine.get_template(name)?.render(Serde(context))
}

/// Fills one of our own templates in. That none fails is held by tests; if one did, it would say nothing.
pub(super) fn fill(name: &str, context: &impl Serialize) -> Option<String> {
    static ENGINE: LazyLock<Option<Environment<'static>>> = LazyLock::new(|| {
        let engine = engine(ALL);
        debug_assert!(engine.is_ok(), "{:?}", engine.err());
        engine.ok()
    });
    let text = ENGINE.as_ref().map(|engine| render(engine, name, context));
    debug_assert!(!matches!(text, Some(Err(_))), "{name}: {text:?}");
    text?.ok()
}
