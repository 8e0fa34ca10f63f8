//! Who voted for whom: a table a day, the same in words, and what came of it.

use protocol::SeatId;
use protocol::mafia::{Day, Verdict, View, Vote, VoteReason};

use super::super::html::{El, el};
use super::{a, listed};

/// The votes of every day, the latest open.
pub(super) fn panel(view: &View) -> El {
    let voted: Vec<&Day> = view
        .days
        .iter()
        .rev()
        .map(AsRef::as_ref)
        .filter(|day| !day.votes.is_empty() || day.verdict.is_some())
        .collect();
    if voted.is_empty() {
        return el("div");
    }
    let latest = voted.first().map(|day| day.number);
    let one = |day: &&Day| {
        el("details")
            .id(format!("votes-{}", day.number))
            .flag("open", Some(day.number) == latest)
            .add(el("summary").text(format!("Day {}", day.number)))
            .add((!day.votes.is_empty()).then(|| matrix(view, day)))
            .add(day.verdict.map(|verdict| result(view, day, verdict)))
    };
    el("section")
        .class("panel vote-panel")
        .attr("aria-labelledby", "votes-title")
        .add(el("h2").id("votes-title").text("Votes"))
        .add_all(voted.iter().map(one))
}

fn targets(day: &Day) -> Vec<SeatId> {
    let sides = day.votes.iter().flat_map(|vote| [vote.target_id, vote.was]);
    let mut targets: Vec<SeatId> = sides.flatten().collect();
    targets.sort();
    targets.dedup();
    targets
}

fn count(day: &Day, target: Option<SeatId>) -> usize {
    day.votes.iter().filter(|vote| vote.target_id == target).count()
}

/// The same as the table, in words: the most votes first.
fn words(view: &View, day: &Day) -> String {
    let mut order = targets(day);
    order.retain(|target| count(day, Some(*target)) > 0);
    order.sort_by_key(|target| std::cmp::Reverse(count(day, Some(*target))));
    let by = |target: Option<SeatId>| {
        let by = day.votes.iter().filter(move |vote| vote.target_id == target);
        by.map(|vote| view.name(vote.voter_id)).collect::<Vec<_>>()
    };
    let mut said: Vec<String> = order
        .into_iter()
        .map(|target| {
            let names = by(Some(target));
            format!("{} {} ({})", view.name(target), names.len(), names.join(", "))
        })
        .collect();
    let nobody = by(None);
    if !nobody.is_empty() {
        said.push(format!("for nobody {} ({})", nobody.len(), nobody.join(", ")));
    }
    said.join("; ")
}

fn matrix(view: &View, day: &Day) -> El {
    let targets = targets(day);
    let head = targets.iter().map(|target| el("th").attr("scope", "col").text(view.name(*target)));
    let row = |vote: &Vote| {
        let mark = |target: &SeatId| {
            let is_so = vote.target_id == Some(*target);
            let was = vote.was == Some(*target);
            cell(is_so, was)
        };
        let none = el("td").text(if vote.target_id.is_none() { "—" } else { "" });
        el("tr")
            .add(el("th").attr("scope", "row").text(view.name(vote.voter_id)))
            .add_all(targets.iter().map(mark))
            .add(none)
    };
    let total = |target: Option<SeatId>| el("td").text(count(day, target).to_string());
    el("div")
        .id(format!("matrix-{}", day.number))
        .class("scrolls")
        .attr("tabindex", "0")
        .attr("role", "region")
        .attr("aria-label", format!("Votes of day {}", day.number))
        .add(
            el("table")
                .class("votes")
                .add(el("caption").text(words(view, day)))
                .add(
                    el("thead").add(
                        el("tr")
                            .add(el("td"))
                            .add_all(head)
                            .add(el("th").attr("scope", "col").attr("title", "for nobody").text("—")),
                    ),
                )
                .add(el("tbody").add_all(day.votes.iter().map(row)))
                .add(
                    el("tfoot").add(
                        el("tr")
                            .add(el("th").attr("scope", "row").text("Total"))
                            .add_all(targets.iter().map(|target| total(Some(*target))))
                            .add(total(None)),
                    ),
                ),
        )
}

/// A cell: against whom it is now, and against whom it was before.
fn cell(is_so: bool, was: bool) -> El {
    match (is_so, was) {
        (true, _) => el("td").text("●"),
        (false, true) => el("td").text("○").add(el("span").class("unseen").text(" before")),
        (false, false) => el("td"),
    }
}

/// How a vote ended, and why.
fn result(view: &View, day: &Day, verdict: Verdict) -> El {
    let (title, why) = verdict_words(view, day, verdict);
    el("div").class("result").add(el("b").text(title)).add(el("p").text(why))
}

/// The same in words, for a card and for what is pointed out at the end.
pub(super) fn verdict_words(view: &View, day: &Day, verdict: Verdict) -> (String, String) {
    let who = verdict.eliminated.map(|seat| {
        let role =
            view.role(seat).map_or(String::new(), |role| format!(" {} was {}.", view.name(seat), a(role)));
        (format!("{} is out.", view.name(seat)), role, count(day, Some(seat)))
    });
    let most = targets(day).iter().map(|target| count(day, Some(*target))).max().unwrap_or(0);
    let tied: Vec<&str> = targets(day)
        .into_iter()
        .filter(|target| count(day, Some(*target)) == most)
        .map(|target| view.name(target))
        .collect();
    match (verdict.reason, who) {
        (VoteReason::Plurality, Some((out, role, votes))) => {
            (out, format!("The most votes, {votes} of {}.{role}", day.votes.len()))
        }
        (VoteReason::TieDrawn, Some((out, role, _))) => {
            (out, format!("A tie between {}, drawn with the table's seed.{role}", listed(&tied)))
        }
        (VoteReason::AllSingle, _) => {
            ("Nobody is out.".to_owned(), "No elimination: everybody alive had exactly one vote.".to_owned())
        }
        (VoteReason::NoVotes, _) => {
            ("Nobody is out.".to_owned(), "No elimination: no vote was cast against anybody.".to_owned())
        }
        (VoteReason::Plurality | VoteReason::TieDrawn, None) => ("Nobody is out.".to_owned(), String::new()),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use protocol::mafia::{KnownRole, PhaseName, Role};
    use protocol::{Hash, Holder, Seat, SeatSet};

    use super::super::super::html::Html;
    use super::*;

    fn view() -> View {
        let seat = |name: &str| Seat { id: name.to_owned(), name: name.to_owned(), holder: Holder::Person };
        View {
            phase: PhaseName::Resolution,
            day: 1,
            seed_hash: Hash::ZERO,
            seats: Arc::from(["Ana", "Ben", "Cole", "Dee"].map(seat)),
            dealt: [1, 0, 0, 3],
            turns: 10,
            reveal_night_roles: false,
            living: SeatSet::first(4),
            deaths: Vec::new(),
            roles: vec![KnownRole { seat: SeatId::at(1), role: Role::Villager }],
            own: None,
            turn: None,
            days: Vec::new(),
            majority: 3,
            closes: None,
            outcome: None,
        }
    }

    /// Votes by the positions of voters and targets.
    fn day(votes: &[(usize, Option<usize>)]) -> Day {
        let vote = |(voter, target): &(usize, Option<usize>)| Vote {
            voter_id: SeatId::at(*voter),
            target_id: target.map(SeatId::at),
            changed: false,
            was: None,
        };
        Day { number: 1, votes: votes.iter().map(vote).collect(), ..Day::default() }
    }

    #[test]
    fn m4_m5_a_card_says_why() {
        let tied = day(&[(0, Some(1)), (1, Some(2)), (2, Some(1)), (3, Some(2))]);
        for (day, eliminated, reason, title, why) in [
            (
                &tied,
                Some(1),
                VoteReason::TieDrawn,
                "Ben is out.",
                "A tie between Ben and Cole, drawn with the table's seed. Ben was a villager.",
            ),
            (
                &day(&[(0, Some(1)), (2, Some(1)), (3, None)]),
                Some(1),
                VoteReason::Plurality,
                "Ben is out.",
                "The most votes, 2 of 3. Ben was a villager.",
            ),
            (
                &tied,
                None,
                VoteReason::AllSingle,
                "Nobody is out.",
                "No elimination: everybody alive had exactly one vote.",
            ),
            (
                &day(&[(0, None)]),
                None,
                VoteReason::NoVotes,
                "Nobody is out.",
                "No elimination: no vote was cast against anybody.",
            ),
        ] {
            let verdict = Verdict { eliminated: eliminated.map(SeatId::at), reason };
            assert_eq!(verdict_words(&view(), day, verdict), (title.to_owned(), why.to_owned()));
        }
    }

    #[test]
    fn m16_the_caption_says_what_the_table_shows() {
        let mut day = day(&[(0, Some(2)), (1, Some(2)), (2, Some(0)), (3, None)]);
        day.votes[2].was = Some(SeatId::at(3));
        day.votes[2].changed = true;
        assert_eq!(words(&view(), &day), "Cole 2 (Ana, Ben); Ana 1 (Cole); for nobody 1 (Dee)");
        let html = Html::from(matrix(&view(), &day));
        let text = html.as_str();
        assert_eq!(text.matches('●').count(), 3, "{text}");
        assert_eq!(text.matches('○').count(), 1, "what it was before: {text}");
        assert!(
            text.contains("<th scope=\"row\">Total</th><td>1</td><td>2</td><td>0</td><td>1</td>"),
            "{text}"
        );
    }
}
