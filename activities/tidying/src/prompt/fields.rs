//! The fields of a tool in short, for the list of those that are legal now. What each is in full, and within which limits,
//! stands in the tool's own schema.

use engine::{Field, FieldKind, Tool};

/// The fields of a tool, the optional ones with a question mark: the schema of a reply in short.
pub(super) fn fields(tool: &Tool) -> String {
    let field = |field: &Field| {
        let FieldKind::Rows { fields, .. } = &field.kind else { return named(field) };
        format!("{} of {{{}}}", named(field), listed(fields))
    };
    format!("{{{}}}", tool.fields.iter().map(field).collect::<Vec<_>>().join(", "))
}

fn named(field: &Field) -> String {
    format!("{}{}", field.name, if field.required { "" } else { "?" })
}

fn listed(fields: &[Field]) -> String {
    fields.iter().map(named).collect::<Vec<_>>().join(", ")
}
