//! HTML that is made of elements and texts. A text is always escaped: there is no way to put markup in by accident.

use std::fmt::Write;

use serde::Serialize;

/// Some finished HTML.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Html(String);

impl Html {
    /// Nothing.
    pub(crate) fn none() -> Html {
        Html::default()
    }

    /// What a page begins with.
    pub(crate) fn doctype() -> Html {
        Html("<!doctype html>".to_owned())
    }

    /// One after the other.
    pub(crate) fn all(parts: impl IntoIterator<Item = impl Into<Html>>) -> Html {
        let mut out = String::new();
        for part in parts {
            out.push_str(&part.into().0);
        }
        Html(out)
    }

    /// With an attribute that has no value on every element of a name. A text has none in it: it is escaped.
    pub(crate) fn with_flag(self, name: &str, flag: &str) -> Html {
        Html(self.0.replace(&format!("<{name} "), &format!("<{name} {flag} ")))
    }

    /// Our own styles, for a file that has them in it.
    pub(crate) fn style(css: &'static str) -> Html {
        Html(format!("<style>{css}</style>"))
    }

    /// Our own modules as one script, for a file that has them in it: they find each other without names.
    pub(crate) fn module(sources: &[&'static str]) -> Html {
        let mut script = String::new();
        for line in
            sources.iter().flat_map(|source| source.lines()).filter(|line| !line.starts_with("import "))
        {
            script.push_str(line.strip_prefix("export ").unwrap_or(line));
            script.push('\n');
        }
        Html(format!("<script type=\"module\">{script}</script>"))
    }

    /// Data for a script. Nothing in it can end the element that it is in.
    pub(crate) fn data(id: &'static str, data: &impl Serialize) -> Html {
        let json = serde_json::to_string(data).unwrap_or_default().replace('<', "\\u003c");
        Html(format!("<script type=\"application/json\" id=\"{id}\">{json}</script>"))
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    pub(crate) fn into_string(self) -> String {
        self.0
    }
}

/// An element in the making.
#[derive(Clone, Debug)]
pub(crate) struct El {
    name: &'static str,
    attributes: String,
    inner: String,
}

/// An element of this name.
pub(crate) fn el(name: &'static str) -> El {
    El { name, attributes: String::new(), inner: String::new() }
}

impl El {
    /// With an attribute.
    pub(crate) fn attr(mut self, name: &'static str, value: impl AsRef<str>) -> El {
        let _ = write!(self.attributes, " {name}=\"");
        escape(value.as_ref(), &mut self.attributes);
        self.attributes.push('"');
        self
    }

    /// With an attribute, if there is a value for it.
    pub(crate) fn attr_if(self, name: &'static str, value: Option<impl AsRef<str>>) -> El {
        match value {
            Some(value) => self.attr(name, value),
            None => self,
        }
    }

    /// With an attribute that has no value, if it is so.
    pub(crate) fn flag(mut self, name: &'static str, is_so: bool) -> El {
        if is_so {
            let _ = write!(self.attributes, " {name}");
        }
        self
    }

    pub(crate) fn class(self, names: &str) -> El {
        self.attr("class", names)
    }

    pub(crate) fn id(self, id: impl AsRef<str>) -> El {
        self.attr("id", id)
    }

    /// With a text in it.
    pub(crate) fn text(mut self, text: impl AsRef<str>) -> El {
        escape(text.as_ref(), &mut self.inner);
        self
    }

    /// With something in it.
    pub(crate) fn add(mut self, child: impl Into<Html>) -> El {
        self.inner.push_str(&child.into().0);
        self
    }

    /// With several things in it.
    pub(crate) fn add_all(mut self, children: impl IntoIterator<Item = impl Into<Html>>) -> El {
        for child in children {
            self.inner.push_str(&child.into().0);
        }
        self
    }
}

/// Elements that have no end.
const VOID: &[&str] = &["meta", "link", "input", "br", "hr", "img"];

impl From<El> for Html {
    fn from(el: El) -> Html {
        let El { name, attributes, inner } = el;
        if VOID.contains(&name) {
            return Html(format!("<{name}{attributes}>"));
        }
        Html(format!("<{name}{attributes}>{inner}</{name}>"))
    }
}

impl<T: Into<Html>> From<Option<T>> for Html {
    fn from(some: Option<T>) -> Html {
        some.map_or_else(Html::none, Into::into)
    }
}

fn escape(text: &str, out: &mut String) {
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            // What turns a line round or hides in it would let one name pass for another.
            letter if engine::is_unruly(letter) && letter != '\n' && letter != '\t' => out.push(' '),
            letter => out.push(letter),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flag_is_on_the_elements_of_its_name_and_in_no_text() {
        let html = Html::from(el("li").class("said").text("<li x").add(el("link").attr("rel", "x")));
        let flagged = html.with_flag("li", "data-undone");
        assert_eq!(flagged.as_str(), "<li data-undone class=\"said\">&lt;li x<link rel=\"x\"></li>");
    }

    #[test]
    fn data_for_a_script_cannot_end_it() {
        let html = Html::data("reel", &["</script><script>alert(1)</script><!--"]);
        assert_eq!(html.as_str().matches('<').count(), 2, "{}", html.as_str());
    }

    #[test]
    fn no_text_and_no_attribute_becomes_markup() {
        let evil = "<img src=x onerror=\"alert('1')\"> & \u{202e}x";
        let html: Html = el("p").attr("title", evil).text(evil).add(el("br")).into();
        assert_eq!(
            html.as_str(),
            "<p title=\"&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt; &amp;  x\">\
             &lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt; &amp;  x<br></p>"
        );
    }
}
