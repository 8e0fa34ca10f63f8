//! What serde is told, as far as a form has to know it: how names are written, and what may be left out.

use syn::{Attribute, LitStr, Meta, Token, punctuated::Punctuated};

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

fn snake(written: &str) -> String {
    let mut name = String::new();
    for (at, letter) in written.char_indices() {
        if letter.is_uppercase() && at > 0 {
            name.push('_');
        }
        name.extend(letter.to_lowercase());
    }
    name
}
