//! `#[derive(Options)]`: what of a setup can be chosen.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DeriveInput};

use crate::docs::{label, paragraphs};
use crate::field::{is_unasked, kind};

pub(crate) fn derive(input: &DeriveInput) -> syn::Result<TokenStream> {
    let Data::Struct(data) = &input.data else {
        return Err(syn::Error::new_spanned(&input.ident, "only a struct has options"));
    };
    let options = data.fields.iter().filter(|field| !is_unasked(field)).map(one);
    let options = options.collect::<syn::Result<Vec<TokenStream>>>()?;
    let name = &input.ident;
    Ok(quote! {
        impl engine::Options for #name {
            fn options() -> ::std::vec::Vec<engine::Knob> {
                let (seat, scope) = (engine::SeatId::at(0), &());
                let _ = (seat, scope);
                let mut options = ::std::vec::Vec::new();
                #(#options)*
                options
            }
        }
    })
}

/// The code that makes one option, or those of a part, and puts them to the others.
fn one(field: &syn::Field) -> syn::Result<TokenStream> {
    let Some(ident) = &field.ident else {
        return Err(syn::Error::new_spanned(field, "an option has a name"));
    };
    let (name, of) = (ident.to_string(), &field.ty);
    if field.attrs.iter().any(|it| it.path().is_ident("part")) {
        return Ok(quote! {
            options.extend(<#of as engine::Options>::options().into_iter().map(|knob| {
                let path = ::std::format!("{}.{}", #name, knob.path);
                engine::Knob { path, ..knob }
            }));
        });
    }
    let paragraphs = paragraphs(&field.attrs);
    let Some((title, more)) = paragraphs.split_first() else {
        return Err(syn::Error::new_spanned(
            field,
            "say in a doc comment what it is called, and in a second paragraph what it means; or write #[unasked] over it",
        ));
    };
    let (title, about, kind) =
        (title.strip_suffix('.').unwrap_or(title), label(&more.join(" ")), kind(field)?);
    Ok(quote! {
        options.push(engine::Knob {
            path: ::std::string::String::from(#name),
            label: ::std::string::String::from(#title),
            about: ::std::string::String::from(#about),
            kind: #kind,
        });
    })
}
