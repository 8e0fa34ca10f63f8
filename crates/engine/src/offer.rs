//! What an ask offers: which commands, under which title, narrowed how.

use crate::{Command, Form, SeatId, Unasked};

/// A question that says itself what may be answered, so that its machine needs no [`form`](crate::Machine::form).
pub trait Offers<C> {
    /// The form for a seat; none, where the machine makes it.
    fn form(&self, _seat: SeatId) -> Option<Form> {
        None
    }
}

/// Every command that can be asked for without a scope.
impl<C: Command> Offers<C> for () {
    fn form(&self, seat: SeatId) -> Option<Form> {
        Some(Form { title: "Your turn.".to_owned(), tools: C::every(seat) })
    }
}

/// A question that cannot be put: for machines that ask nobody anything.
impl<C> Offers<C> for Unasked {}

/// Some commands, under a title, with what is legal in their fields: the question of most machines.
///
/// ```
/// use engine::{Offer, Offers, SeatId};
/// use parlor_engine as engine; // The derives call it so.
///
/// #[derive(Clone, serde::Serialize, serde::Deserialize, engine::Command)]
/// #[serde(tag = "type", rename_all = "snake_case")]
/// #[command(scope = u8)]
/// enum Command {
///     /// Say how many.
///     Count {
///         /// So many.
///         #[number(0..=*scope)]
///         number: u8,
///     },
/// }
///
/// let offer: Offer<Command> = Offer::within(6, "How many?", [CommandName::Count]);
/// let form = offer.form(SeatId::at(0)).expect("a form");
/// assert!(form.check(&serde_json::json!({"type": "count", "number": 7})).is_err());
/// ```
pub struct Offer<C: Command<Scope: Sized>> {
    /// The question in one line.
    pub title: String,
    /// The commands that may answer it.
    pub names: Vec<C::Name>,
    /// What is legal in their fields.
    pub scope: C::Scope,
}

impl<C: Command<Scope = ()>> Offer<C> {
    /// These commands, as they are.
    pub fn new(title: impl Into<String>, names: impl IntoIterator<Item = C::Name>) -> Offer<C> {
        Offer::within((), title, names)
    }
}

impl<C: Command<Scope: Sized>> Offer<C> {
    /// These commands, with what a scope leaves of their fields.
    pub fn within(
        scope: C::Scope,
        title: impl Into<String>,
        names: impl IntoIterator<Item = C::Name>,
    ) -> Offer<C> {
        Offer { title: title.into(), names: names.into_iter().collect(), scope }
    }
}

impl<C: Command<Scope: Clone>> Clone for Offer<C> {
    fn clone(&self) -> Self {
        Offer { title: self.title.clone(), names: self.names.clone(), scope: self.scope.clone() }
    }
}

impl<C: Command<Scope: Sized>> Offers<C> for Offer<C> {
    fn form(&self, seat: SeatId) -> Option<Form> {
        Some(Form { title: self.title.clone(), tools: C::tools(&self.names, seat, &self.scope) })
    }
}
