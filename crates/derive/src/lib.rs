//! The derives of `parlor-engine`, which re-exports them and says what they are for: [`Command`] for what can be asked of a
//! seat, [`Fields`] for a part of it, [`OneOf`] for a list of words to choose from, [`Options`] for
//! what of a setup can be chosen, [`Phases`] for the phases of a machine, [`Reason`] for why its rules say no, and
//! [`macro@machine`] for the types that most machines have.

mod attributes;
mod command;
mod docs;
mod field;
mod machine;
mod one_of;
mod options;
mod phases;
mod reason;

use proc_macro::TokenStream;
use syn::{DeriveInput, ItemImpl, parse_macro_input};

/// What can be asked of a seat, from the type of the command: see `engine::Command`.
#[proc_macro_derive(Command, attributes(command, by, person, unasked, text, texts, rows, number, kind))]
pub fn derive_command(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    command::derive(&input).unwrap_or_else(|error| error.into_compile_error()).into()
}

/// The fields of a struct that is a part of a command: see `engine::Fields`.
#[proc_macro_derive(Fields, attributes(fields, unasked, text, texts, rows, number, kind))]
pub fn derive_fields(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    field::derive(&input).unwrap_or_else(|error| error.into_compile_error()).into()
}

/// The words of an enum without data, each of which may be chosen: see `engine::OneOf`.
#[proc_macro_derive(OneOf)]
pub fn derive_one_of(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    one_of::derive(&input).unwrap_or_else(|error| error.into_compile_error()).into()
}

/// What of a setup can be chosen: see `engine::Options`.
#[proc_macro_derive(Options, attributes(part, unasked, text, texts, rows, number, kind))]
pub fn derive_options(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    options::derive(&input).unwrap_or_else(|error| error.into_compile_error()).into()
}

/// The cards of an enum of phases, or of a struct with one: see `engine::Phases`.
#[proc_macro_derive(Phases, attributes(phase, phases))]
pub fn derive_phases(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    phases::derive(&input).unwrap_or_else(|error| error.into_compile_error()).into()
}

/// The codes of an enum of reasons, each of which says in words what it is: see `engine::Reason`.
#[proc_macro_derive(Reason, attributes(code))]
pub fn derive_reason(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    reason::derive(&input).unwrap_or_else(|error| error.into_compile_error()).into()
}

/// Over `impl Machine for …`: fills in the types that are left out. The setup is `()`, the state the type itself, the command
/// `Command`, the event `Event`, the rejection a `Refusal`, the question an `Offer`, the view the state, and the outcome a
/// `String`. And it has the machine compiled behind its erased face here, once, instead of in every program that plays it.
#[proc_macro_attribute]
pub fn machine(_: TokenStream, item: TokenStream) -> TokenStream {
    machine::expand(parse_macro_input!(item as ItemImpl)).into()
}
