//! Templates, which are part of the program, and the engine that fills them in.
//!
//! A template sees only what its context holds, and a name that is not there is an error. Every machine renders all of
//! its own with everything that can stand in a context, in its tests, so none fails in play.

use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use minijinja::{Environment, Error, ErrorKind, UndefinedBehavior, Value};
use serde::Serialize;

/// Steps that one text may take to be filled in: some ten times what the longest takes.
const FUEL: u64 = 50_000;

/// Templates by their paths, from where the list of them is.
#[macro_export]
macro_rules! texts {
    ($($name:literal)*) => { &[$(($name, include_str!($name))),*] };
}
pub use texts;

/// The templates of one machine, ready to be filled in.
pub struct Templates(Option<Environment<'static>>);

impl Templates {
    /// These templates. That all of them parse is held by tests.
    pub fn new(texts: &'static [(&'static str, &'static str)]) -> Templates {
        let engine = engine(texts);
        debug_assert!(engine.is_ok(), "{:?}", engine.err());
        Templates(engine.ok())
    }

    /// Fills one of them in. That none fails is held by tests; if one did, it would say nothing.
    pub fn fill(&self, name: &str, context: &impl Serialize) -> Option<String> {
        let text = self.0.as_ref().map(|engine| render(engine, name, context));
        debug_assert!(!matches!(text, Some(Err(_))), "{name}: {text:?}");
        text?.ok()
    }
}

/// An engine with these templates.
pub fn engine(texts: &'static [(&'static str, &'static str)]) -> Result<Environment<'static>, Error> {
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
pub fn render(engine: &Environment<'_>, name: &str, context: &impl Serialize) -> Result<String, Error> {
    engine.get_template(name)?.render(Serde(context))
}
