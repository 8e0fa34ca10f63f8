//! One field of a command: its kind is what its attribute says, or what its type is.

use proc_macro2::TokenStream;
use quote::quote;
use syn::parse::{Parse, ParseStream};
use syn::{Data, DeriveInput, Expr, Fields, GenericArgument, Ident, PathArguments, Token, Type};

use crate::attributes::{Options, has_default};
use crate::docs::{label, paragraphs};

/// `#[derive(Fields)]`.
pub(crate) fn derive(input: &DeriveInput) -> syn::Result<TokenStream> {
    let Data::Struct(data) = &input.data else {
        return Err(syn::Error::new_spanned(&input.ident, "only a struct has the fields of a command"));
    };
    let (name, fields) = (&input.ident, all(&data.fields)?);
    let (generics, scope) = match Options::read(&input.attrs, "fields")?.scope {
        Some(scope) => (quote!(), quote!(#scope)),
        None => (quote!(<S: ?Sized>), quote!(S)),
    };
    Ok(quote! {
        impl #generics engine::Fields<#scope> for #name {
            fn fields(
                seat: engine::SeatId,
                scope: &#scope,
                wanted: engine::Wanted<'_>,
            ) -> ::std::vec::Vec<engine::Field> {
                let _ = (seat, scope, wanted);
                #fields
            }
        }
    })
}

/// The code that makes the fields that a form asks for, in their order.
pub(crate) fn all(fields: &Fields) -> syn::Result<TokenStream> {
    let asked = fields.iter().filter(|field| !is_unasked(field)).map(one);
    let asked = asked.collect::<syn::Result<Vec<TokenStream>>>()?;
    Ok(quote!({
        let mut fields = ::std::vec::Vec::new();
        #(#asked)*
        fields
    }))
}

/// What stands in the attribute of a field: what it may hold, and marks after it.
struct Said {
    holds: Option<Expr>,
    marks: Vec<Mark>,
}

enum Mark {
    /// Heard while it is being written, in the voice of the seat.
    Heard,
    /// Heard by the seat alone.
    Thought,
    /// Asked for, although an old log may be without it.
    Required,
    /// In this voice.
    Voice(Expr),
    /// At most so many characters each.
    Each(Expr),
    /// With this label.
    Label(Expr),
    /// Only where this is so.
    Only(Expr),
}

impl Said {
    /// What one of the marks gives.
    fn value<'a>(&'a self, of: impl Fn(&'a Mark) -> Option<&'a Expr>) -> Option<&'a Expr> {
        self.marks.iter().find_map(of)
    }
}

impl Parse for Said {
    fn parse(input: ParseStream<'_>) -> syn::Result<Said> {
        let mut said = Said { holds: None, marks: Vec::new() };
        if !input.is_empty() && input.fork().parse::<Mark>().is_err() {
            said.holds = Some(input.parse()?);
            input.parse::<Option<Token![,]>>()?;
        }
        while !input.is_empty() {
            said.marks.push(input.parse()?);
            input.parse::<Option<Token![,]>>()?;
        }
        Ok(said)
    }
}

impl Parse for Mark {
    fn parse(input: ParseStream<'_>) -> syn::Result<Mark> {
        let name: Ident = input.parse()?;
        let value = |input: ParseStream<'_>| {
            input.parse::<Token![=]>()?;
            input.parse::<Expr>()
        };
        let mark = match name.to_string().as_str() {
            "heard" => Mark::Heard,
            "thought" => Mark::Thought,
            "required" => Mark::Required,
            "voice" => Mark::Voice(value(input)?),
            "each" => Mark::Each(value(input)?),
            "label" => Mark::Label(value(input)?),
            "only" => Mark::Only(value(input)?),
            _ => return Err(syn::Error::new(name.span(), "no such mark of a field")),
        };
        if !(input.is_empty() || input.peek(Token![,])) {
            return Err(input.error("a mark ends here"));
        }
        Ok(mark)
    }
}

const KINDS: [&str; 5] = ["text", "texts", "rows", "number", "kind"];

/// Whether a field is left to the code, and nobody is asked for it.
pub(crate) fn is_unasked(field: &syn::Field) -> bool {
    field.attrs.iter().any(|it| it.path().is_ident("unasked"))
}

/// What stands in the attribute of a field, and the code for what the field may hold.
fn said_and_kind(field: &syn::Field) -> syn::Result<(Said, TokenStream)> {
    let attribute = field.attrs.iter().find(|it| KINDS.iter().any(|kind| it.path().is_ident(kind)));
    let said = match attribute {
        Some(attribute) => attribute.parse_args::<Said>()?,
        None => Said { holds: None, marks: Vec::new() },
    };
    let is = |kind: &str| attribute.is_some_and(|it| it.path().is_ident(kind));
    let inner = inside(&field.ty, "Option").unwrap_or(&field.ty);
    let holds = || {
        let missing = || syn::Error::new_spanned(field, "say what it may hold");
        said.holds.as_ref().ok_or_else(missing)
    };
    let kind = if is("text") {
        let (max, voice) = (holds()?, voice(&said));
        quote!(engine::FieldKind::Text { max_chars: #max, voice: #voice })
    } else if is("number") {
        let range = holds()?;
        quote!(engine::FieldKind::number(#range))
    } else if is("texts") {
        let count = holds()?;
        let each = said.value(|mark| if let Mark::Each(each) = mark { Some(each) } else { None });
        let each =
            each.ok_or_else(|| syn::Error::new_spanned(field, "say how long each may be: each = MAX"))?;
        quote!(engine::FieldKind::texts(#count, #each))
    } else if is("rows") {
        let count = holds()?;
        let row = inside(inner, "Vec").ok_or_else(|| syn::Error::new_spanned(&field.ty, "rows are a Vec"))?;
        quote!(engine::FieldKind::rows(#count, <#row as engine::Fields<_>>::fields(seat, scope, &|_| true)))
    } else if let (true, Some(kind)) = (is("kind"), &said.holds) {
        quote!(#kind)
    } else if inner_is(inner, "String") || inside(inner, "Vec").is_some() {
        return Err(syn::Error::new_spanned(
            field,
            "say how much it may hold: #[text(MAX)], #[texts(0..=3, each = MAX)] or #[rows(1..=4)]",
        ));
    } else {
        quote!(engine::FieldKind::Choice(<#inner as engine::OneOf>::choices()))
    };
    Ok((said, kind))
}

/// The code for what a field of a setup may hold, where nothing is marked and nobody speaks.
pub(crate) fn kind(field: &syn::Field) -> syn::Result<TokenStream> {
    let (said, kind) = said_and_kind(field)?;
    let marks = said.marks.iter().any(|mark| !matches!(mark, Mark::Each(_)));
    match marks {
        true => Err(syn::Error::new_spanned(field, "an option of a setup has no such mark")),
        false => Ok(kind),
    }
}

/// The code that makes one field, and puts it to the others.
fn one(field: &syn::Field) -> syn::Result<TokenStream> {
    let Some(ident) = &field.ident else {
        return Err(syn::Error::new_spanned(field, "a field of a command has a name"));
    };
    let (said, kind) = said_and_kind(field)?;
    let has = |wanted: fn(&Mark) -> bool| said.marks.iter().any(wanted);
    let is_option = inside(&field.ty, "Option").is_some();
    let required = !(is_option || has_default(&field.attrs)?) || has(|mark| matches!(mark, Mark::Required));
    let name = ident.to_string();
    let own_label = said.value(|mark| if let Mark::Label(label) = mark { Some(label) } else { None });
    let label = match (own_label, paragraphs(&field.attrs).first()) {
        (Some(label), _) => quote!(#label),
        (None, Some(first)) => {
            let label = label(first);
            quote!(#label)
        }
        (None, None) => {
            return Err(syn::Error::new_spanned(
                field,
                "say in a doc comment what to write here: whoever is asked reads it",
            ));
        }
    };
    let push = quote! {
        fields.push(engine::Field {
            name: ::std::string::String::from(#name),
            label: ::std::string::String::from(#label),
            required: #required,
            kind: #kind,
        });
    };
    let only = said.value(|mark| if let Mark::Only(only) = mark { Some(only) } else { None });
    let wanted = (!required).then(|| quote!(wanted(#name)));
    let when: Vec<TokenStream> = only.map(|only| quote!(#only)).into_iter().chain(wanted).collect();
    Ok(if when.is_empty() { push } else { quote!(if #(#when)&&* { #push }) })
}

fn voice(said: &Said) -> TokenStream {
    let of = |mark: &Mark| match mark {
        Mark::Heard => Some(quote!(::std::option::Option::Some(engine::Voice::Seat(seat)))),
        Mark::Thought => Some(quote!(::std::option::Option::Some(engine::Voice::Thought(seat)))),
        Mark::Voice(voice) => Some(quote!(#voice)),
        Mark::Required | Mark::Each(_) | Mark::Label(_) | Mark::Only(_) => None,
    };
    said.marks.iter().find_map(of).unwrap_or_else(|| quote!(::std::option::Option::None))
}

/// What is inside of a type such as `Vec<T>`.
pub(crate) fn inside<'a>(of: &'a Type, outer: &str) -> Option<&'a Type> {
    let Type::Path(path) = of else { return None };
    let last = path.path.segments.last()?;
    match &last.arguments {
        PathArguments::AngleBracketed(arguments) if last.ident == outer => {
            arguments.args.iter().find_map(|argument| match argument {
                GenericArgument::Type(inner) => Some(inner),
                _ => None,
            })
        }
        _ => None,
    }
}

fn inner_is(of: &Type, name: &str) -> bool {
    matches!(of, Type::Path(path) if path.path.is_ident(name))
}
