//! What people say, clause by clause, as every house hears it.

use kit::clauses::clauses;

/// Each clause with what it does.
fn read(text: &str) -> Vec<(String, bool, bool)> {
    clauses(text)
        .into_iter()
        .map(|clause| (clause.words.text().to_owned(), clause.asks, clause.denies))
        .collect()
}

fn says(words: &str) -> (String, bool, bool) {
    (words.to_owned(), false, false)
}

#[test]
fn a_text_falls_into_clauses_by_signs_and_by_joining_words() {
    assert_eq!(read("I nod, and sit down; then wait."), [says("i nod"), says("sit down"), says("wait")]);
    assert_eq!(read(""), []);
    assert_eq!(read("?!"), []);
}

#[test]
fn what_asks_is_told_by_its_sign_or_its_first_words() {
    assert_eq!(read("I look up. Who is there?")[1], ("who is there".to_owned(), true, false));
    assert!(read("does she know")[0].1 && read("You knew?")[0].1 && !read("Do it now")[0].1);
}

#[test]
fn a_denial_binds_its_own_clause() {
    let all = read("I don't shoot, I talk.");
    assert_eq!((all[0].2, all[1].clone()), (true, says("i talk")));
}

#[test]
fn what_does_not_happen_beside_it_is_left_out() {
    assert_eq!(read("I leave without a word"), [says("i leave")]);
    assert_eq!(read("I talk instead of shooting"), [says("i talk")]);
}
