//! Embeds.

use serde_json::Value;

use super::Check;

/// Checks embeds one by one, and all together.
pub(crate) fn embeds(check: &mut Check, embeds: &Value) {
    let mut total = 0;
    for (at, embed) in check.list("embeds", embeds, 0, 10, false).iter().enumerate() {
        let path = |field: &str| format!("embeds.{at}.{field}");
        total += check.text(&path("title"), &embed["title"], 0, 256, false);
        total += check.text(&path("description"), &embed["description"], 0, 4096, false);
        total +=
            check.text(&path("footer.text"), &embed["footer"]["text"], 0, 2048, embed["footer"].is_object());
        total +=
            check.text(&path("author.name"), &embed["author"]["name"], 0, 256, embed["author"].is_object());
        check.number(&path("color"), &embed["color"], 0, 0xff_ffff, false);
        check.url(&path("url"), &embed["url"], false, false);
        for picture in ["image", "thumbnail"] {
            let url = &embed[picture]["url"];
            check.url(&path(&format!("{picture}.url")), url, true, embed[picture].is_object());
        }
        let fields = check.list(&path("fields"), &embed["fields"], 0, 25, false);
        for (number, field) in fields.iter().enumerate() {
            let path = |part: &str| format!("embeds.{at}.fields.{number}.{part}");
            total += check.text(&path("name"), &field["name"], 1, 256, true);
            total += check.text(&path("value"), &field["value"], 1, 1024, true);
            check.boolean(&path("inline"), &field["inline"]);
        }
    }
    if total > 6000 {
        check.wrong("embeds", "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000");
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn wrong(value: &Value) -> Vec<String> {
        let mut check = Check::default();
        embeds(&mut check, value);
        check.done().err().map_or(Vec::new(), |it| it.fields.into_iter().map(|it| it.0).collect())
    }

    #[test]
    fn an_embed_has_limits_and_all_together_have_one() {
        assert!(wrong(&json!([{"title": "a", "fields": [{"name": "a", "value": "b"}]}])).is_empty());
        assert_eq!(wrong(&json!([{"title": "a".repeat(257)}])), ["embeds.0.title"]);
        assert_eq!(wrong(&json!([{"fields": [{"name": "", "value": "b"}]}])), ["embeds.0.fields.0.name"]);
        assert_eq!(
            wrong(&json!([{"fields": vec![json!({"name": "a", "value": "b"}); 26]}])),
            ["embeds.0.fields"]
        );
        assert_eq!(wrong(&json!(vec![json!({"description": "a".repeat(3001)}); 2])), ["embeds"]);
        assert_eq!(wrong(&json!([{"image": {"url": "clocks.png"}}])), ["embeds.0.image.url"]);
    }
}
