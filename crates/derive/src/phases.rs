//! `#[derive(Phases)]`: the cards of an enum of phases, and the phase of a state that has one.
//!
//! Where the phases have their names in a type of their own, the cards stand over an enum of the same names
//! (`#[phases(names = …)]`), and the state says by which method it knows its name (`#[phases(cards = …, by = …)]`).

use proc_macro2::TokenStream;
use quote::quote;
use syn::punctuated::Punctuated;
use syn::{
    Attribute, Data, DataEnum, DeriveInput, Expr, Fields, Ident, LitStr, Token, Type, Variant, parenthesized,
};

use crate::attributes::snake;

pub(crate) fn derive(input: &DeriveInput) -> syn::Result<TokenStream> {
    match &input.data {
        Data::Enum(data) => of_enum(input, data),
        Data::Struct(data) => {
            let over = Over::read(&input.attrs)?;
            let phase = data.fields.iter().find(|field| field.ident.as_ref().is_some_and(|it| it == "phase"));
            match (&over.cards, &over.by, phase) {
                (Some(cards), Some(by), _) => {
                    let phase = quote!(<#cards as ::std::convert::From<_>>::from(self.#by()));
                    Ok(of_state(input, &data.fields, cards, &phase))
                }
                (None, None, Some(phase)) => {
                    Ok(of_state(input, &data.fields, &phase.ty, &quote!(self.phase)))
                }
                (None, None, None) => of_one(input, &data.fields),
                (Some(_), None, _) | (None, Some(_), _) => Err(syn::Error::new_spanned(
                    &input.ident,
                    "`cards = Type` and `by = method` stand together: which phase of those cards it is in",
                )),
            }
        }
        Data::Union(_) => Err(syn::Error::new_spanned(&input.ident, "phases are the variants of an enum")),
    }
}

/// A state whose phase has the cards.
fn of_state(input: &DeriveInput, fields: &Fields, cards: &Type, phase: &TokenStream) -> TokenStream {
    let (name, times) = (&input.ident, times(fields));
    quote! {
        impl engine::Phases for #name {
            const CARDS: &'static [engine::PhaseCard] = <#cards as engine::Phases>::CARDS;

            fn card(&self) -> &'static engine::PhaseCard {
                engine::Phases::card(&#phase)
            }

            fn times() -> ::std::vec::Vec<&'static str> {
                let mut times = <#cards as engine::Phases>::times();
                times.extend(::std::vec::Vec::<&'static str>::from([#(#times),*]));
                times
            }
        }
    }
}

/// The names of the fields that hold a moment of table time.
fn times(fields: &Fields) -> Vec<String> {
    let is_time = |ty: &Type| quote!(#ty).to_string().split(' ').any(|word| word == "TableTime");
    let timed = fields.iter().filter(|field| is_time(&field.ty));
    timed.filter_map(|field| field.ident.as_ref().map(ToString::to_string)).collect()
}

/// What is said over a type: of an enum the names, of a state the cards.
#[derive(Default)]
struct Over {
    names: Option<Type>,
    cards: Option<Type>,
    by: Option<Ident>,
}

impl Over {
    fn read(attributes: &[Attribute]) -> syn::Result<Over> {
        let mut over = Over::default();
        for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("phases")) {
            attribute.parse_nested_meta(|meta| {
                match meta.path.get_ident().map(ToString::to_string).as_deref() {
                    Some("names") => over.names = Some(meta.value()?.parse()?),
                    Some("cards") => over.cards = Some(meta.value()?.parse()?),
                    Some("by") => over.by = Some(meta.value()?.parse()?),
                    _ => return Err(meta.error("it may say names = Type, or cards = Type and by = method")),
                }
                Ok(())
            })?;
        }
        Ok(over)
    }
}

/// What is said over a phase.
#[derive(Default)]
struct Said {
    name: Option<LitStr>,
    title: Option<LitStr>,
    sign: Option<TokenStream>,
    colour: Option<Ident>,
    persona: Option<Expr>,
    lasts: Option<Expr>,
    asks: Vec<Ident>,
    exits: Vec<Ident>,
    prepares: bool,
    covered: bool,
    first: bool,
}

impl Said {
    fn read(attributes: &[Attribute]) -> syn::Result<Said> {
        let mut said = Said::default();
        for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("phase")) {
            attribute.parse_nested_meta(|meta| {
                let list = || {
                    let content;
                    parenthesized!(content in meta.input);
                    let names = Punctuated::<Ident, Token![,]>::parse_terminated(&content)?;
                    Ok::<Vec<Ident>, syn::Error>(names.into_iter().collect())
                };
                match meta.path.get_ident().map(ToString::to_string).as_deref() {
                    Some("name") => said.name = Some(meta.value()?.parse()?),
                    Some("title") => said.title = Some(meta.value()?.parse()?),
                    Some("colour") => said.colour = Some(meta.value()?.parse()?),
                    Some("persona") => said.persona = Some(meta.value()?.parse()?),
                    Some("lasts") => said.lasts = Some(meta.value()?.parse()?),
                    Some("sign") => {
                        let content;
                        parenthesized!(content in meta.input);
                        said.sign = Some(content.parse()?);
                    }
                    Some("asks") => said.asks.extend(list()?),
                    Some("exits") => said.exits = list()?,
                    Some("prepares") => said.prepares = true,
                    Some("covered") => said.covered = true,
                    Some("first") => said.first = true,
                    _ => {
                        return Err(meta.error(
                            "a phase may say name, title, sign(…), colour, persona, lasts, asks(…), exits(…), prepares, \
                             covered or first",
                        ));
                    }
                }
                Ok(())
            })?;
        }
        Ok(said)
    }

    /// The name on the wire, of a phase that is written so.
    fn name(&self, written: &Ident) -> String {
        self.name.as_ref().map_or_else(|| snake(&written.to_string()).to_uppercase(), LitStr::value)
    }

    /// The card, with the names of the phases that may follow.
    fn card(&self, written: &Ident, exits: &[String]) -> TokenStream {
        let name = self.name(written);
        let title = self.title.as_ref().map_or_else(|| in_words(&written.to_string()), LitStr::value);
        let sign = self.sign.as_ref().map(|sign| quote!(sign: (#sign),));
        let colour = self.colour.as_ref().map(|colour| quote!(colour: engine::Colour::#colour,));
        let persona = self.persona.as_ref().map(|persona| quote!(persona: #persona,));
        let lasts = self.lasts.as_ref().map(|lasts| quote!(lasts: #lasts,));
        let asks = &self.asks;
        let tools =
            (!asks.is_empty()).then(|| quote!(tools: &CommandName::words([#(CommandName::#asks),*]),));
        let (prepares, covered) = (self.prepares, self.covered);
        quote! {
            engine::PhaseCard {
                name: #name,
                title: #title,
                exits: &[#(#exits),*],
                prepares: #prepares,
                covered: #covered,
                #sign #colour #persona #lasts #tools
                ..engine::PhaseCard::DEFAULT
            }
        }
    }
}

fn of_enum(input: &DeriveInput, data: &DataEnum) -> syn::Result<TokenStream> {
    let phases = &input.ident;
    let mut all: Vec<(&Variant, Said)> = Vec::new();
    for variant in &data.variants {
        all.push((variant, Said::read(&variant.attrs)?));
    }
    let mut cards = Vec::new();
    for (variant, said) in &all {
        let mut exits = Vec::new();
        for exit in &said.exits {
            let to = all.iter().find(|(other, _)| other.ident == *exit);
            let (to, of) = to.ok_or_else(|| syn::Error::new(exit.span(), "there is no such phase"))?;
            exits.push(of.name(&to.ident));
        }
        cards.push(said.card(&variant.ident, &exits));
    }
    let arms = all.iter().enumerate().map(|(at, (variant, _))| {
        let name = &variant.ident;
        quote!(#phases::#name { .. } => &<Self as engine::Phases>::CARDS[#at])
    });
    let named = Over::read(&input.attrs)?.names.map(|names| {
        let idents = all.iter().map(|(variant, _)| &variant.ident);
        let arms = idents.map(|name| quote!(<#names>::#name => #phases::#name));
        quote! {
            impl ::std::convert::From<#names> for #phases {
                fn from(name: #names) -> Self {
                    match name { #(#arms),* }
                }
            }
        }
    });
    let times = all.iter().flat_map(|(variant, _)| times(&variant.fields));
    let first = all.iter().find(|(_, said)| said.first).map(|(variant, _)| default(phases, variant));
    Ok(quote! {
        impl engine::Phases for #phases {
            #[allow(clippy::needless_update, reason = "a phase may say everything")]
            const CARDS: &'static [engine::PhaseCard] = &[#(#cards),*];

            fn card(&self) -> &'static engine::PhaseCard {
                match self { #(#arms),* }
            }

            fn times() -> ::std::vec::Vec<&'static str> {
                ::std::vec![#(#times),*]
            }
        }

        #named
        #first
    })
}

/// A state that has one phase and no more.
fn of_one(input: &DeriveInput, fields: &Fields) -> syn::Result<TokenStream> {
    let (name, said, times) = (&input.ident, Said::read(&input.attrs)?, times(fields));
    if let Some(exit) = said.exits.first() {
        return Err(syn::Error::new(exit.span(), "one phase alone has no exits: more of them are an enum"));
    }
    let card = said.card(name, &[]);
    Ok(quote! {
        impl engine::Phases for #name {
            #[allow(clippy::needless_update, reason = "a phase may say everything")]
            const CARDS: &'static [engine::PhaseCard] = &[#card];

            fn card(&self) -> &'static engine::PhaseCard {
                &<Self as engine::Phases>::CARDS[0]
            }

            fn times() -> ::std::vec::Vec<&'static str> {
                ::std::vec![#(#times),*]
            }
        }
    })
}

/// The phase that a session begins in, with the defaults of its fields.
fn default(phases: &Ident, first: &Variant) -> TokenStream {
    let name = &first.ident;
    let value = match &first.fields {
        Fields::Unit => quote!(#phases::#name),
        Fields::Named(fields) => {
            let names = fields.named.iter().map(|field| &field.ident);
            quote!(#phases::#name { #(#names: ::std::default::Default::default()),* })
        }
        Fields::Unnamed(fields) => {
            let values = fields.unnamed.iter().map(|_| quote!(::std::default::Default::default()));
            quote!(#phases::#name(#(#values),*))
        }
    };
    quote! {
        impl ::std::default::Default for #phases {
            fn default() -> Self {
                #value
            }
        }
    }
}

/// `BetweenScenes` as people read it: “Between scenes”.
fn in_words(written: &str) -> String {
    let words = snake(written).replace('_', " ");
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
