//! The derives of `parlor-engine`, which re-exports them and says what they are for: [`Command`] for what can be asked of a
//! seat, [`Fields`] for a part of it, [`OneOf`] for a list of words to choose from.

mod attributes;
mod command;
mod docs;
mod field;
mod one_of;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// What can be asked of a seat, from the type of the command: see `engine::Command`.
#[proc_macro_derive(Command, attributes(command, by, unasked, text, texts, rows, number, kind))]
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
