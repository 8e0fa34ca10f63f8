//! Rights: granted, found, exchanged once, taken away, and there after the store was closed.

use engine::{Hash, SeatId, SessionId};
use parlor_store::{Right, Rights, Scope};

fn hash(text: &str) -> Hash {
    Hash::of(text.as_bytes())
}

fn table(id: &str) -> SessionId {
    id.parse().expect("an id")
}

fn right(id: &str, scope: Scope, invitation: bool) -> Right {
    Right { session: Some(table(id)), scope, expires_at: 1_000, invitation }
}

const SEAT: Scope = Scope::Play(SeatId::at(2));

#[test]
fn a_right_is_found_by_its_token_until_it_expires_and_after_a_restart() {
    let dir = tempfile::tempdir().expect("a directory");
    let rights = Rights::open(dir.path()).expect("rights");
    rights.grant(hash("a"), right("one", SEAT, false), 0).expect("granted");
    rights
        .grant(hash("owner"), Right { session: None, ..right("one", Scope::Host, false) }, 0)
        .expect("granted");
    drop(rights);
    let rights = Rights::open(dir.path()).expect("rights");
    assert_eq!(rights.of(hash("a"), 999), Some(right("one", SEAT, false)));
    assert_eq!(rights.of(hash("a"), 1_000), None, "expired");
    assert_eq!(rights.of(hash("b"), 0), None, "nobody's");
    assert_eq!(rights.of(hash("owner"), 0).expect("the owner").session, None);
    rights
        .grant(hash("c"), Right { expires_at: 5_000, ..right("one", SEAT, false) }, 2_000)
        .expect("granted");
    assert_eq!(rights.at(&table("one"), 0).len(), 1, "what expired is forgotten");
}

#[test]
fn an_invitation_is_no_right_and_is_exchanged_once() {
    let dir = tempfile::tempdir().expect("a directory");
    let rights = Rights::open(dir.path()).expect("rights");
    rights.grant(hash("inv"), right("one", SEAT, true), 0).expect("granted");
    assert_eq!(rights.of(hash("inv"), 0), None);
    assert_eq!(rights.redeem(hash("inv"), hash("late"), 1_000, 9_000).expect("asked"), None, "too late");
    let redeemed = rights.redeem(hash("inv"), hash("t"), 10, 9_000).expect("asked").expect("a right");
    assert_eq!((redeemed.scope, redeemed.expires_at), (SEAT, 9_000));
    assert_eq!(rights.redeem(hash("inv"), hash("u"), 10, 9_000).expect("asked"), None, "once");
    drop(rights);
    let rights = Rights::open(dir.path()).expect("rights");
    assert!(rights.of(hash("t"), 10).is_some());
    assert_eq!(rights.redeem(hash("inv"), hash("u"), 10, 9_000).expect("asked"), None, "once, for good");
}

#[test]
fn an_invitation_can_be_looked_at_and_is_there_still() {
    let dir = tempfile::tempdir().expect("a directory");
    let rights = Rights::open(dir.path()).expect("rights");
    rights.grant(hash("inv"), right("one", SEAT, true), 0).expect("granted");
    rights.grant(hash("own"), right("one", SEAT, false), 0).expect("granted");
    for _ in 0..2 {
        assert_eq!(rights.invitation(hash("inv"), 0), Some(right("one", SEAT, true)));
    }
    assert_eq!(rights.invitation(hash("inv"), 1_000), None, "expired");
    assert_eq!(rights.invitation(hash("own"), 0), None, "a right is none");
    rights.redeem(hash("inv"), hash("t"), 10, 9_000).expect("asked").expect("a right");
    assert_eq!(rights.invitation(hash("inv"), 10), None, "taken up");
}

#[test]
fn an_invitation_to_any_seat_is_kept_and_is_not_exchanged_as_it_is() {
    let dir = tempfile::tempdir().expect("a directory");
    let rights = Rights::open(dir.path()).expect("rights");
    rights.grant(hash("all"), right("one", Scope::AnySeat, true), 0).expect("granted");
    assert_eq!(rights.redeem(hash("all"), hash("t"), 10, 9_000).expect("asked"), None);
    drop(rights);
    let rights = Rights::open(dir.path()).expect("rights");
    assert_eq!(rights.invitation(hash("all"), 10), Some(right("one", Scope::AnySeat, true)));
    assert_eq!(rights.revoke(&table("one"), Scope::AnySeat).expect("revoked"), 1);
    assert_eq!(rights.invitation(hash("all"), 10), None);
}

#[test]
fn what_is_taken_away_is_gone_for_that_scope_and_table_alone() {
    let dir = tempfile::tempdir().expect("a directory");
    let rights = Rights::open(dir.path()).expect("rights");
    rights.grant(hash("a"), right("one", SEAT, false), 0).expect("granted");
    rights.grant(hash("b"), right("one", SEAT, true), 0).expect("granted");
    rights.grant(hash("c"), right("one", Scope::Observe, false), 0).expect("granted");
    rights.grant(hash("d"), right("two", SEAT, false), 0).expect("granted");
    assert_eq!(rights.revoke(&table("one"), SEAT).expect("revoked"), 2);
    let left: Vec<bool> = ["a", "c", "d"].map(|token| rights.of(hash(token), 0).is_some()).into();
    assert_eq!(left, [false, true, true]);
}

#[test]
fn a_right_that_is_changed_is_another_one_for_good_and_one_that_is_gone_stays_gone() {
    let dir = tempfile::tempdir().expect("a directory");
    let rights = Rights::open(dir.path()).expect("rights");
    rights.grant(hash("a"), right("one", SEAT, false), 0).expect("granted");
    rights.grant(hash("inv"), right("one", SEAT, true), 0).expect("granted");
    for token in ["a", "inv", "gone"] {
        rights.change(hash(token), Scope::Observe).expect("changed");
    }
    drop(rights);
    let rights = Rights::open(dir.path()).expect("rights");
    assert_eq!(rights.of(hash("a"), 0), Some(right("one", Scope::Observe, false)));
    assert_eq!(rights.of(hash("gone"), 0), None);
    let invited = rights.redeem(hash("inv"), hash("b"), 0, 9_000).expect("asked").expect("a right");
    assert_eq!(invited.scope, SEAT, "an invitation is none yet");
}

#[test]
fn no_token_is_on_the_disk() {
    let dir = tempfile::tempdir().expect("a directory");
    let rights = Rights::open(dir.path()).expect("rights");
    let token = "0123456789abcdef0123456789abcdef";
    rights.grant(hash(token), right("one", SEAT, false), 0).expect("granted");
    drop(rights);
    for file in std::fs::read_dir(dir.path()).expect("files") {
        let bytes = std::fs::read(file.expect("a file").path()).expect("bytes");
        assert!(!bytes.windows(token.len()).any(|window| window == token.as_bytes()));
    }
}

#[test]
fn everybody_is_taken_along_to_the_next_table_by_an_invitation_of_their_own() {
    let dir = tempfile::tempdir().expect("a directory");
    let rights = Rights::open(dir.path()).expect("rights");
    for (token, scope) in [("a", SEAT), ("left", Scope::Left(SeatId::at(3))), ("host", Scope::Host)] {
        rights.grant(hash(token), right("one", scope, false), 0).expect("granted");
    }
    rights.grant(hash("all"), right("one", Scope::AnySeat, true), 0).expect("granted");
    rights.grant(hash("elsewhere"), right("two", SEAT, false), 0).expect("granted");
    assert_eq!(rights.next(&table("one")), None);
    assert_eq!(rights.take_along(&table("one"), &table("three"), 10, 9_000).expect("noted"), 3);
    drop(rights);
    let rights = Rights::open(dir.path()).expect("rights");
    assert_eq!(rights.next(&table("one")), Some(table("three")), "after a restart, too");
    let along = |token: &str| Rights::along(&table("three"), hash(token));
    let scope = |token: &str| rights.invitation(along(token), 10).map(|right| right.scope);
    assert_eq!(scope("a"), Some(SEAT));
    assert_eq!(scope("left"), Some(Scope::Observe), "a seat that was left is not kept");
    assert_eq!(scope("host"), Some(Scope::Host));
    assert_eq!((scope("all"), scope("elsewhere")), (None, None), "who has no right there is not taken along");
    assert_eq!(rights.of(along("a"), 10), None, "nothing opens the new table before it is taken up");
    rights.redeem(along("a"), hash("fresh"), 10, 9_000).expect("asked").expect("a right");
    assert_eq!(rights.redeem(along("a"), hash("again"), 10, 9_000).expect("asked"), None, "once");
    let old = rights.of(hash("a"), 10).expect("the old right stays");
    assert_eq!(old.session, Some(table("one")));
}

/// The rows of a store's rights as they were written before rows were sealed.
fn unsealed(dir: &std::path::Path) {
    let database = rusqlite::Connection::open(dir.join("rights.db")).expect("it opens");
    database
        .execute_batch(
            "ALTER TABLE right DROP COLUMN seal; ALTER TABLE again DROP COLUMN seal; PRAGMA user_version = 0",
        )
        .expect("as it was");
}

#[test]
fn rights_from_before_rows_were_sealed_hold_and_are_sealed_once() {
    let dir = tempfile::tempdir().expect("a directory");
    drop(parlor_store::Store::open(dir.path()).expect("a store"));
    let rights = Rights::open(dir.path()).expect("rights");
    rights.grant(hash("a"), right("one", SEAT, false), 0).expect("granted");
    rights.take_along(&table("one"), &table("two"), 0, 1_000).expect("taken along");
    drop(rights);
    unsealed(dir.path());
    assert!(parlor_store::check(dir.path(), |_, _| {}).expect("checked").is_whole());
    let rights = Rights::open(dir.path()).expect("rights");
    assert_eq!((rights.damaged(), rights.of(hash("a"), 1)), (0, Some(right("one", SEAT, false))));
    assert_eq!(rights.next(&table("one")), Some(table("two")));
}

#[test]
fn a_right_that_was_changed_behind_our_back_grants_nothing_and_is_found() {
    for change in [
        "UPDATE right SET scope = 'host'",
        "UPDATE right SET seat = 2",
        "UPDATE right SET session = 'two'",
        "UPDATE right SET session = NULL, scope = 'host', seat = NULL",
        "UPDATE right SET expires_at = expires_at + 1",
        "UPDATE right SET invitation = 1",
        "UPDATE right SET token = randomblob(32)",
        "UPDATE right SET token = randomblob(31)",
        "UPDATE right SET seal = NULL",
    ] {
        let dir = tempfile::tempdir().expect("a directory");
        drop(parlor_store::Store::open(dir.path()).expect("a store"));
        let rights = Rights::open(dir.path()).expect("rights");
        rights.grant(hash("a"), right("one", SEAT, false), 0).expect("granted");
        drop(rights);
        assert!(parlor_store::check(dir.path(), |_, _| {}).expect("checked").is_whole());
        let database = rusqlite::Connection::open(dir.path().join("rights.db")).expect("it opens");
        assert_eq!(database.execute(change, []).expect("changed"), 1);
        drop(database);
        let report = parlor_store::check(dir.path(), |_, _| {}).expect("checked");
        assert!(
            report.findings.iter().any(|it| it.to_string().starts_with("rights.db: 1 rows")),
            "{report:?}"
        );
        let rights = Rights::open(dir.path()).expect("rights");
        assert_eq!((rights.damaged(), rights.of(hash("a"), 1)), (1, None), "{change}");
        assert!(rights.at(&table("one"), 0).is_empty() && rights.at(&table("two"), 0).is_empty());
    }
}

#[test]
fn of_a_table_that_is_deleted_no_right_is_left_nor_a_way_from_it_or_to_it() {
    let dir = tempfile::tempdir().expect("a directory");
    let rights = Rights::open(dir.path()).expect("rights");
    rights.grant(hash("a"), right("one", SEAT, false), 0).expect("granted");
    rights.grant(hash("b"), right("one", Scope::Host, true), 0).expect("granted");
    rights.grant(hash("c"), right("other", SEAT, false), 0).expect("granted");
    rights.take_along(&table("one"), &table("two"), 0, 1_000).expect("taken along");
    assert_eq!(rights.forget(&table("one")).expect("forgotten"), 2);
    drop(rights);
    let rights = Rights::open(dir.path()).expect("rights");
    assert_eq!((rights.of(hash("a"), 1), rights.invitation(hash("b"), 1)), (None, None));
    assert_eq!(rights.next(&table("one")), None);
    assert!(rights.of(hash("c"), 1).is_some());
}
