//! `#[derive(OneOf)]`.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DeriveInput, Fields};

use crate::attributes::wire_name;

pub(crate) fn derive(input: &DeriveInput) -> syn::Result<TokenStream> {
    let Data::Enum(data) = &input.data else {
        return Err(syn::Error::new_spanned(&input.ident, "only an enum is one of some words"));
    };
    let mut words = Vec::new();
    for variant in &data.variants {
        if !matches!(variant.fields, Fields::Unit) {
            return Err(syn::Error::new_spanned(variant, "a word to choose has no data"));
        }
        words.push(wire_name(&variant.ident.to_string(), &input.attrs)?);
    }
    let variants = data.variants.iter().map(|variant| &variant.ident);
    let (name, labels) = (&input.ident, words.iter().map(|word| word.replace('_', " ")));
    Ok(quote! {
        impl engine::OneOf for #name {
            const ALL: &'static [#name] = &[#(#name::#variants),*];

            fn choices() -> ::std::vec::Vec<engine::Choice> {
                ::std::vec![#(engine::Choice { value: #words.into(), label: #labels.into() }),*]
            }
        }
    })
}
