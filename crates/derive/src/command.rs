//! `#[derive(Command)]`.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::punctuated::Punctuated;
use syn::{Attribute, Data, DataEnum, DeriveInput, Expr, Fields, Ident, Token, Type, Variant};

use crate::attributes::{Options, wire_name};
use crate::docs::{label, paragraphs};
use crate::field;

pub(crate) fn derive(input: &DeriveInput) -> syn::Result<TokenStream> {
    let Data::Enum(data) = &input.data else {
        return Err(syn::Error::new_spanned(
            &input.ident,
            "a command is an enum: one variant for each thing to do",
        ));
    };
    let options = Options::read(&input.attrs, "command")?;
    let engines = of_the_engine(input, data)?;
    if options.unasked {
        return unasked(input, data, &engines);
    }
    let asked: Vec<&Variant> =
        data.variants.iter().filter(|variant| !is(&variant.attrs, "unasked")).collect();
    let command = &input.ident;
    let (names, named) = named(input, &asked)?;
    let idents: Vec<&Ident> = asked.iter().map(|variant| &variant.ident).collect();
    let (scope, every) = match &options.scope {
        Some(scope) => (quote!(#scope), quote!(::std::vec::Vec::new())),
        None => (quote!(()), quote!(Self::tools(#names::ALL, seat, &()))),
    };
    let tools = asked.iter().map(|variant| tool(variant)).collect::<syn::Result<Vec<TokenStream>>>()?;
    let others =
        data.variants.iter().filter(|variant| is(&variant.attrs, "unasked")).map(|variant| &variant.ident);
    let (by, when) = (givers(options.by.as_ref(), &asked, &names)?, whens(&asked));
    Ok(quote! {
        #named

        impl #names {
            /// All of them, in the order of the commands.
            pub const ALL: &'static [#names] = &[#(#names::#idents),*];

            /// The one of that word.
            pub fn of(word: &str) -> ::std::option::Option<#names> {
                #names::ALL.iter().copied().find(|name| name.word() == word)
            }

            /// When it is the right one, in a few words: the second paragraph of the command's doc comment.
            pub const fn when(self) -> &'static str {
                match self { #(#names::#idents => #when),* }
            }
        }

        impl ::std::fmt::Display for #names {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(self.word())
            }
        }

        #by

        impl engine::Command for #command {
            type Name = #names;
            type Scope = #scope;
            #engines

            fn name(&self) -> ::std::option::Option<#names> {
                match self {
                    #(#command::#idents { .. } => ::std::option::Option::Some(#names::#idents),)*
                    #(#command::#others { .. } => ::std::option::Option::None,)*
                }
            }

            fn every(seat: engine::SeatId) -> ::std::vec::Vec<engine::Tool> {
                let _ = seat;
                #every
            }

            fn tool_with(
                name: #names,
                seat: engine::SeatId,
                scope: &#scope,
                wanted: engine::Wanted<'_>,
            ) -> engine::Tool {
                let _ = (seat, scope, wanted);
                let (about, fields, manner) = match name { #(#names::#idents => #tools),* };
                engine::Tool { name: name.word().to_owned(), about, fields, manner }
            }
        }
    })
}

/// How the two commands of the engine are written among these: in the same way. No command may be called so.
fn of_the_engine(input: &DeriveInput, data: &DataEnum) -> syn::Result<TokenStream> {
    let [time_up, answer_for] = ["TimeUp", "AnswerFor"].map(|name| wire_name(name, &input.attrs));
    let (time_up, answer_for) = (time_up?, answer_for?);
    for variant in &data.variants {
        let name = wire_name(&variant.ident.to_string(), &input.attrs)?;
        if [&time_up, &answer_for].contains(&&name) {
            return Err(syn::Error::new_spanned(
                variant,
                "this is the engine's: `Machine::time_up` and `Machine::absent` say what then happens",
            ));
        }
    }
    Ok(quote! {
        const TIME_UP: &'static str = #time_up;
        const ANSWER_FOR: &'static str = #answer_for;
    })
}

/// The names of some commands: a type, and the word of each on the wire.
fn named(input: &DeriveInput, commands: &[&Variant]) -> syn::Result<(Ident, TokenStream)> {
    let (names, visible) = (format_ident!("{}Name", input.ident), &input.vis);
    let idents: Vec<&Ident> = commands.iter().map(|variant| &variant.ident).collect();
    let words = idents
        .iter()
        .map(|ident| wire_name(&ident.to_string(), &input.attrs))
        .collect::<syn::Result<Vec<String>>>()?;
    let named = quote! {
        /// The commands, by name.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[allow(missing_docs, dead_code, reason = "the commands say what they are, and not every card names some")]
        #visible enum #names { #(#idents),* }

        #[allow(dead_code, reason = "not every card of a phase names some")]
        impl #names {
            /// Its word on the wire.
            pub const fn word(self) -> &'static str {
                match self { #(#names::#idents => #words),* }
            }

            /// The words of some.
            pub const fn words<const COUNT: usize>(names: [#names; COUNT]) -> [&'static str; COUNT] {
                let mut words = [""; COUNT];
                let mut at = 0;
                while at < COUNT {
                    words[at] = names[at].word();
                    at += 1;
                }
                words
            }
        }
    };
    Ok((names, named))
}

/// Commands that answer no question, or whose forms are made by hand. Their names are there for the cards of phases alone.
fn unasked(input: &DeriveInput, data: &DataEnum, engines: &TokenStream) -> syn::Result<TokenStream> {
    let command = &input.ident;
    let (_, named) = named(input, &data.variants.iter().collect::<Vec<_>>())?;
    Ok(quote! {
        #named

        impl engine::Command for #command {
            type Name = engine::Unasked;
            type Scope = ();
            #engines

            fn name(&self) -> ::std::option::Option<engine::Unasked> {
                ::std::option::Option::None
            }

            fn every(_seat: engine::SeatId) -> ::std::vec::Vec<engine::Tool> {
                ::std::vec::Vec::new()
            }

            fn tool_with(
                name: engine::Unasked,
                _seat: engine::SeatId,
                _scope: &(),
                _wanted: engine::Wanted<'_>,
            ) -> engine::Tool {
                match name {}
            }
        }
    })
}

/// What it does, in words, its fields, and how it is put to a person.
fn tool(variant: &Variant) -> syn::Result<TokenStream> {
    let about = match (own_about(&variant.attrs)?, paragraphs(&variant.attrs).first()) {
        (Some(about), _) => quote!(#about),
        (None, Some(first)) => quote!(#first),
        (None, None) => {
            return Err(syn::Error::new_spanned(
                variant,
                "say in a doc comment what it does: whoever is asked reads it",
            ));
        }
    };
    let fields = match &variant.fields {
        Fields::Unit => quote!(::std::vec::Vec::new()),
        Fields::Named(_) => field::all(&variant.fields)?,
        Fields::Unnamed(fields) => match fields.unnamed.iter().collect::<Vec<_>>().as_slice() {
            [only] => {
                let part: &Type = field::inside(&only.ty, "Box").unwrap_or(&only.ty);
                quote!(<#part as engine::Fields<_>>::fields(seat, scope, wanted))
            }
            _ => return Err(syn::Error::new_spanned(variant, "fields have names, or stand in one struct")),
        },
    };
    let manner = manner(&variant.attrs)?;
    Ok(quote!((::std::string::String::from(#about), #fields, #manner)))
}

/// `#[person("not now", key = 's', for_good = "…", given = expression, barred = expression, even = true, open = true, wordless = expression, shown = expression)]`: what is left out is as the default has it.
fn manner(attributes: &[Attribute]) -> syn::Result<TokenStream> {
    let mut said = Vec::new();
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("person")) {
        let parts = attribute.parse_args_with(Punctuated::<Expr, Token![,]>::parse_terminated)?;
        for part in parts {
            said.push(match &part {
                Expr::Assign(pair) => {
                    let (name, value) = (&pair.left, &pair.right);
                    match quote!(#name).to_string().as_str() {
                        "key" | "for_good" => quote!(#name: ::std::option::Option::Some((#value).into())),
                        "given" | "barred" | "even" | "open" | "wordless" | "shown" => quote!(#name: #value),
                        _ => {
                            let words = "after its word it may say key, for_good, given, barred, even, open, wordless or shown = expression";
                            return Err(syn::Error::new_spanned(name, words));
                        }
                    }
                }
                word => quote!(word: ::std::string::String::from(#word)),
            });
        }
    }
    Ok(match said.as_slice() {
        [] => quote!(engine::Manner::default()),
        said => quote! {
            #[allow(clippy::needless_update, reason = "all of it may be said")]
            engine::Manner { #(#said,)* ..engine::Manner::default() }
        },
    })
}

/// `#[command(about = expression)]`, where what it does depends on who is asked.
fn own_about(attributes: &[Attribute]) -> syn::Result<Option<Expr>> {
    let mut about = None;
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("command")) {
        attribute.parse_nested_meta(|meta| match meta.path.is_ident("about") {
            true => {
                about = Some(meta.value()?.parse()?);
                Ok(())
            }
            false => Err(meta.error("over one command it may say about = expression")),
        })?;
    }
    Ok(about)
}

/// Who gives each command, where `#[command(by = Giver)]` names a type for that.
fn givers(giver: Option<&Type>, asked: &[&Variant], names: &Ident) -> syn::Result<TokenStream> {
    let Some(giver) = giver else { return Ok(quote!()) };
    let mut arms = Vec::new();
    for variant in asked {
        let by = variant.attrs.iter().find(|attribute| attribute.path().is_ident("by"));
        let by = by.ok_or_else(|| syn::Error::new_spanned(variant, "say who gives it: #[by(…)]"))?;
        let by = by.parse_args_with(Punctuated::<Ident, Token![,]>::parse_terminated)?;
        let (ident, by) = (&variant.ident, by.iter());
        arms.push(quote!(#names::#ident => &[#(#giver::#by),*]));
    }
    Ok(quote! {
        impl #names {
            /// Who gives it.
            pub const fn by(self) -> &'static [#giver] {
                match self { #(#arms),* }
            }
        }
    })
}

fn whens(asked: &[&Variant]) -> Vec<String> {
    let second =
        |variant: &&Variant| paragraphs(&variant.attrs).get(1).map_or_else(String::new, |it| label(it));
    asked.iter().map(second).collect()
}

fn is(attributes: &[Attribute], name: &str) -> bool {
    attributes.iter().any(|attribute| attribute.path().is_ident(name))
}
