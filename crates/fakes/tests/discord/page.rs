//! A channel as a page, for a person to look at.

use serde_json::{Value, json};

use crate::bot::fakes::discord::{Discord, Upload};
use crate::bot::{Bot, table};

/// The page of a channel in which the bot has said this.
async fn page_of(message: &Value) -> String {
    let discord = Discord::start().await;
    let (_, channel, ana, _) = table(&discord);
    let bot = Bot::start(&discord).await;
    bot.says(channel, message).await.unwrap();
    body(&discord.html(channel, &ana))
}

/// A page without its style.
fn body(page: &str) -> String {
    page.split_once("<main>").unwrap().1.to_owned()
}

#[tokio::test]
async fn a_page_has_what_one_person_sees() {
    let discord = Discord::start().await;
    let (_, channel, ana, ben) = table(&discord);
    let cole = discord.user("Cole");
    let mut bot = Bot::start(&discord).await;
    let said = ana.types(channel, "Shall we?").unwrap();
    ben.replies(said, "Yes").unwrap();
    bot.says(
        channel,
        &json!({"content": "Night 1", "components": [{"type": 1, "components": [
        {"type": 2, "style": 1, "label": "My seat", "custom_id": "seat"}]}]}),
    )
    .await
    .unwrap();
    let card = ana.sees_last(channel).unwrap().id;
    ana.press(card, "My seat").unwrap();
    let pressed = bot.interaction().await;
    bot.answers(&pressed, 4, &json!({"content": "You are the detective", "flags": 64})).await.unwrap();
    let (of_ana, of_ben, of_cole) =
        (discord.html(channel, &ana), discord.html(channel, &ben), discord.html(channel, &cole));
    for seen in ["Shall we?", "↱ <b>Ana</b> Shall we?", ">My seat</button>", "2026-01-01 00:00", ">APP<"] {
        assert!(of_ana.contains(seen) && of_ben.contains(seen), "{seen}");
    }
    assert!(of_ana.contains("detective") && of_ana.contains("Only you can see this"));
    assert!(of_ana.contains("<b>Ana</b> pressed or chose something"));
    assert!(!of_ben.contains("detective") && !of_cole.contains("Shall we?"));
    assert!(of_cole.contains("You do not have access"));
}

#[tokio::test]
async fn markdown_is_shown_as_discord_shows_it() {
    for (written, shown) in [
        ("**bold** *thin* __under__ ~~gone~~", "<b>bold</b> <i>thin</i> <u>under</u> <s>gone</s>"),
        ("***both*** and **a *b* c**", "<b><i>both</i></b> and <b>a <i>b</i> c</b>"),
        ("||hidden||", "<span class=\"spoiler\">hidden</span>"),
        (r"\*plain\* snake_case_name 5 * 3", "*plain* snake_case_name 5 * 3"),
        ("`a **b**`", "<code>a **b**</code>"),
        ("```rust\nfn a() {}\n```", "<pre>fn a() {}</pre>"),
        ("# Title\n-# small\n- one", "<h2>Title</h2><div class=\"small\">small</div>"),
        ("> said", "<blockquote>said</blockquote>"),
        ("a\nb", "a<br>b"),
        ("<t:1767225900:R> <t:1767225540:R>", "in 5 minutes</span> <span class=\"time\">1 minute ago"),
        ("</session start:12> <:die:5>", ">/session start</span> <span class=\"mention\">:die:<"),
        ("[here](https://a.example/b)", "<a title=\"https://a.example/b\">here</a>"),
        ("@everyone <@1>", "<span class=\"mention\">@everyone</span> <span class=\"mention\">@unknown-user<"),
    ] {
        let page = page_of(&json!({"content": written})).await;
        assert!(page.contains(shown), "{written}:\n{page}");
    }
}

#[tokio::test]
async fn nothing_that_was_written_becomes_html() {
    let evil = "<script>alert(1)</script> <img src=x onerror=alert(1)> \" onclick='x' </style></title> &lt;";
    let discord = Discord::start().await;
    let guild = discord.guild();
    let channel = discord.channel(guild);
    let ana = discord.user("<script>Ana</script>").joins(guild);
    let bot = Bot::start(&discord).await;
    ana.types(channel, evil).unwrap();
    ana.sends(channel, "", &[Upload::new("<script>.txt", "text/html\"><script>", *b"<script>")]).unwrap();
    let button = json!({"type": 2, "style": 1, "label": "<script>", "custom_id": "a"});
    let option = json!({"label": "<script>", "value": "\"><script>", "description": "<script>"});
    let embed = json!({
        "title": evil, "description": evil, "author": {"name": evil}, "footer": {"text": evil},
        "fields": [{"name": evil, "value": evil}], "image": {"url": "https://a.example/\"><script>"},
    });
    let old = json!({"content": evil, "embeds": [embed], "components": [
        {"type": 1, "components": [button]},
        {"type": 1, "components": [{"type": 3, "custom_id": "b", "placeholder": "<script>", "options": [option]}]}]});
    bot.says(channel, &old).await.unwrap();
    let new = json!({"flags": 1 << 15, "components": [{"type": 17, "components": [
        {"type": 10, "content": format!("{evil} [a](https://a.example/\"><script>) `<script>` ```<script>```")},
        {"type": 12, "items": [{"media": {"url": "https://a.example/\"'><script>"}, "description": evil}]}]}]});
    bot.says(channel, &new).await.unwrap();
    let page = discord.html(channel, &ana);
    for tag in ["<script", "onerror=alert(1)>", "<img", "</style></title>"] {
        assert!(!page.contains(tag), "{tag}");
    }
    assert_eq!(page.matches("</style>").count(), 1);
    assert!(page.contains("&lt;script&gt;Ana") && page.contains("&amp;lt;"));
    // What is in quotes stays there.
    assert!(!page.contains("\"&gt;<") && !page.contains("onclick='"));
}

#[tokio::test]
async fn files_embeds_menus_and_the_new_layout_are_there() {
    let discord = Discord::start().await;
    let (_, channel, ana, _) = table(&discord);
    let bot = Bot::start(&discord).await;
    ana.sends(channel, "look", &[Upload::new("desk.png", "image/png", *b"pixels")]).unwrap();
    ana.sends(channel, "", &[Upload::new("notes.txt", "text/plain", *b"notes")]).unwrap();
    bot.says(
        channel,
        &json!({"embeds": [{"title": "Card", "color": 0x11_22_33, "fields": [
        {"name": "Alive", "value": "**8**", "inline": true}]}]}),
    )
    .await
    .unwrap();
    bot.says(channel, &json!({"flags": 1 << 15, "components": [
        {"type": 17, "accent_color": 0xab_cd_ef, "components": [
            {"type": 10, "content": "# Mafia"}, {"type": 14},
            {"type": 1, "components": [{"type": 3, "custom_id": "vote", "placeholder": "Vote for…", "options": [
                {"label": "Ben", "value": "2"}, {"label": "Cole", "value": "3"}]}]}]}]}))
        .await
        .unwrap();
    let page = body(&discord.html(channel, &ana));
    for part in [
        "<img src=\"data:image/png;base64,cGl4ZWxz\"",
        "<b>notes.txt</b> <span class=\"quiet\">text/plain; charset=utf-8, 5 bytes</span>",
        "border-color:#112233",
        "<b>Alive</b><b>8</b>",
        "border-left:4px solid #abcdef",
        "<h2>Mafia</h2>",
        "<hr>",
        "Vote for…<span>",
        "<li>Cole ",
    ] {
        assert!(page.contains(part), "{part}:\n{page}");
    }
}

#[tokio::test]
async fn a_form_is_shown_to_who_is_asked() {
    let discord = Discord::start().await;
    let (_, channel, ana, ben) = table(&discord);
    let mut bot = Bot::start(&discord).await;
    bot.registers().await;
    ana.slash(channel, "session end", &[]).unwrap();
    let asked = bot.interaction().await;
    bot.answers(&asked, 9, &json!({"title": "Add photos", "custom_id": "photos", "components": [
        {"type": 18, "label": "What is it?", "component": {"type": 4, "custom_id": "what", "style": 1, "value": "<b>"}},
        {"type": 18, "label": "Photos", "component": {"type": 19, "custom_id": "files"}}]}))
        .await
        .unwrap();
    let page = discord.html(channel, &ana);
    for part in ["<h2>Add photos</h2>", "<b>What is it?</b>", "&lt;b&gt;</div>", "Drop files here"] {
        assert!(page.contains(part), "{part}");
    }
    assert!(!discord.html(channel, &ben).contains("Add photos"));
}
