//! The page for strangers shows the least activity.

#[test]
fn the_page_for_strangers_shows_it_as_it_is() {
    let page = include_str!("../../../docs/add-a-machine.md");
    let code = page.split("```rust\n").nth(1).and_then(|rest| rest.split("```").next());
    assert_eq!(code, Some(include_str!("../src/main.rs")), "copy examples/least/src/main.rs into the page");
    assert!(page.lines().count() <= 120, "{} lines", page.lines().count());
}
