//! `#[machine]`: the types that most machines have, where they are left out, and the machine behind its erased face.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Ident, ImplItem, ItemImpl, parse_quote};

pub(crate) fn expand(mut machine: ItemImpl) -> TokenStream {
    let has =
        |name: &str| machine.items.iter().any(|item| matches!(item, ImplItem::Type(it) if it.ident == name));
    let state = if has("State") { quote!(Self::State) } else { quote!(Self) };
    let usual = [
        ("Setup", quote!(())),
        ("State", quote!(Self)),
        ("Command", quote!(Command)),
        ("Event", quote!(Event)),
        ("Rejection", quote!(engine::Refusal)),
        ("Question", quote!(engine::Offer<Self::Command>)),
        ("View", state),
        ("Outcome", quote!(::std::string::String)),
    ];
    let missing: Vec<(&str, TokenStream)> = usual.into_iter().filter(|(name, _)| !has(name)).collect();
    for (name, is) in missing {
        let name = Ident::new(name, proc_macro2::Span::call_site());
        machine.items.push(parse_quote!(type #name = #is;));
    }
    machine.items.push(parse_quote! {
        #[inline(never)]
        fn erased() -> &'static dyn engine::Rules {
            &const { engine::Erased::<Self>::RULES }
        }
    });
    quote!(#machine)
}
