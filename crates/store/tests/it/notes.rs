//! Notes of a face: kept, replaced, removed, and each face's own.

use parlor_store::Notes;

#[test]
fn a_note_is_there_when_the_notes_are_opened_again() {
    let dir = tempfile::tempdir().unwrap();
    let notes = Notes::open(dir.path(), "discord").unwrap();
    notes.write("2", "second").unwrap();
    notes.write("1", "first").unwrap();
    notes.write("1", "first again").unwrap();
    drop(notes);
    let notes = Notes::open(dir.path(), "discord").unwrap();
    let pair = |key: &str, text: &str| (key.to_owned(), text.to_owned());
    assert_eq!(notes.all().unwrap(), [pair("1", "first again"), pair("2", "second")]);
    notes.remove("1").unwrap();
    assert_eq!(notes.all().unwrap(), [pair("2", "second")]);
}

#[test]
fn a_face_sees_its_own_notes_alone() {
    let dir = tempfile::tempdir().unwrap();
    let discord = Notes::open(dir.path(), "discord").unwrap();
    let other = Notes::open(dir.path(), "other").unwrap();
    discord.write("1", "mine").unwrap();
    other.remove("1").unwrap();
    assert_eq!(other.all().unwrap(), []);
    assert_eq!(discord.all().unwrap().len(), 1);
}
