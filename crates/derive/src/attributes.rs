//! What stands over a type: our own words, and what serde is told as far as a form has to know it, how names are written
//! and what may be left out.

use syn::{Attribute, LitStr, Meta, Token, Type, punctuated::Punctuated};

/// What `#[command(…)]` says over an enum, or `#[fields(…)]` over a struct.
#[derive(Default)]
pub(crate) struct Options {
    /// The type of what is legal now.
    pub(crate) scope: Option<Type>,
    /// The type of those who give commands.
    pub(crate) by: Option<Type>,
    /// Does no form offer any of it?
    pub(crate) unasked: bool,
}

impl Options {
    /// Reads them out of the attributes of this name.
    pub(crate) fn read(attributes: &[Attribute], name: &str) -> syn::Result<Options> {
        let mut options = Options::default();
        for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident(name)) {
            attribute.parse_nested_meta(|meta| {
                match meta.path.get_ident().map(ToString::to_string).as_deref() {
                    Some("scope") => options.scope = Some(meta.value()?.parse()?),
                    Some("by") => options.by = Some(meta.value()?.parse()?),
                    Some("unasked") => options.unasked = true,
                    _ => return Err(meta.error("it may say scope = Type, by = Type or unasked")),
                }
                Ok(())
            })?;
        }
        Ok(options)
    }
}

/// A name as the wire has it.
pub(crate) fn wire_name(written: &str, attributes: &[Attribute]) -> syn::Result<String> {
    let rule = serde_metas(attributes)?.into_iter().find_map(|meta| match meta {
        Meta::NameValue(pair) if pair.path.is_ident("rename_all") => Some(pair.value),
        _ => None,
    });
    let Some(rule) = rule else { return Ok(written.to_owned()) };
    let rule: LitStr = syn::parse2(quote::quote!(#rule))?;
    match rule.value().as_str() {
        "snake_case" => Ok(snake(written)),
        _ => Err(syn::Error::new(rule.span(), "names are written as in the code, or in snake_case")),
    }
}

/// May a field be left out on the wire?
pub(crate) fn has_default(attributes: &[Attribute]) -> syn::Result<bool> {
    Ok(serde_metas(attributes)?.iter().any(|meta| meta.path().is_ident("default")))
}

fn serde_metas(attributes: &[Attribute]) -> syn::Result<Vec<Meta>> {
    let mut metas = Vec::new();
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("serde")) {
        metas.extend(attribute.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated)?);
    }
    Ok(metas)
}

pub(crate) fn snake(written: &str) -> String {
    let mut name = String::new();
    for (at, letter) in written.char_indices() {
        if letter.is_uppercase() && at > 0 {
            name.push('_');
        }
        name.extend(letter.to_lowercase());
    }
    name
}
