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
