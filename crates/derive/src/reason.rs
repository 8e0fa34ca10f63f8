//! `#[derive(Reason)]`.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DeriveInput, LitStr, Variant};

use crate::attributes::snake;

pub(crate) fn derive(input: &DeriveInput) -> syn::Result<TokenStream> {
    let Data::Enum(data) = &input.data else {
        return Err(syn::Error::new_spanned(&input.ident, "reasons are an enum: one variant for each"));
    };
    let codes = data.variants.iter().map(code).collect::<syn::Result<Vec<String>>>()?;
    let (name, variants) = (&input.ident, data.variants.iter().map(|variant| &variant.ident));
    Ok(quote! {
        impl engine::Reason for #name {
            fn code(&self) -> &'static str {
                match self { #(#name::#variants { .. } => #codes),* }
            }
        }
    })
}

/// What `#[code("…")]` says, or the name of the variant with hyphens.
fn code(variant: &Variant) -> syn::Result<String> {
    match variant.attrs.iter().find(|attribute| attribute.path().is_ident("code")) {
        Some(attribute) => attribute.parse_args::<LitStr>().map(|code| code.value()),
        None => Ok(snake(&variant.ident.to_string()).replace('_', "-")),
    }
}
