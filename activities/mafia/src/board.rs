//! How a game stands: who lives, who voted how, and under a cover what only this seat knows.
//!
//! Nothing is uncovered but what the public knows, and that is told apart by the public part of the view alone.

use crate::view::{Cause, Day, Line, Outcome, Own, PhaseName, Role, Side, Verdict, View, Vote, VoteReason};
use engine::board::{Board, Body, Ending, Entry, Fact, Matrix, Note, Panel};
use engine::{SeatId, SeatSet};
use kit::words::listed;

/// The panel of the votes.
pub(super) const VOTES: &str = "votes";

/// Where there is nothing to say of a row that everybody has.
const NOTHING: &str = "–";

/// Characters of the best line that stand on the card of the end: all of it is in the talk.
const LINE_CHARS_MAX: usize = 300;

/// How things stand for whoever has this view.
pub(super) fn board(view: &View) -> Board {
    let mut panels = Vec::new();
    let mut voted = view.days.iter().rev().map(AsRef::as_ref).filter(|day| was_voted(day));
    panels.extend(voted.next().map(|day| votes(view, day)));
    let before: Vec<Entry> =
        voted.map(|day| Entry::new(format!("Day {}: {}", day.number, sum(view, day)))).collect();
    if !before.is_empty() {
        panels.push(Panel::new("votes-before", "Votes of days before", Body::List(before)).folded());
    }
    panels.extend(view.own.as_ref().map(|own| own_panel(view, own)));
    Board {
        headline: headline(view),
        notes: notes(view),
        panels,
        ending: view.outcome.as_ref().map(|outcome| ending(view, outcome)),
        last: Vec::new(),
    }
}

fn headline(view: &View) -> String {
    let alive = format!("{} of {} alive", view.living.len(), view.seats.len());
    if view.day > 0 { format!("day {}, {alive}", view.day) } else { alive }
}

fn seats(view: &View) -> SeatSet {
    SeatSet::first(view.seats.len())
}

/// What stands at every seat for all; then, for whoever knows more, a cover at every seat whose role not all know. The covers
/// are the same whatever the viewer is: a seat of which it knows nothing has one, too.
fn notes(view: &View) -> Vec<Note> {
    let open = seats(view).iter().map(|seat| note(view, seat));
    let knows_more = view.own.is_some() || view.roles.iter().any(|it| known_to_all(view, it.seat).is_none());
    let unknown = |seat: &SeatId| knows_more && known_to_all(view, *seat).is_none();
    let covered = seats(view).iter().filter(unknown).map(|seat| {
        let words = view.role(seat).map_or("role not known", Role::word);
        Note { is: note(view, seat).is, ..Note::new(seat, words).covered() }
    });
    open.chain(covered).collect()
}

/// What all know of a seat.
fn note(view: &View, seat: SeatId) -> Note {
    let was = known_to_all(view, seat).map_or(String::new(), |role| format!(", {role}"));
    if let Some(death) = view.deaths.iter().find(|death| death.seat == seat) {
        let how = match death.cause {
            Cause::Night => "killed in night",
            Cause::Vote => "voted out on day",
        };
        return Note::new(seat, format!("{how} {}{was}", death.day)).out();
    }
    if let Some(turn) = view.turn.filter(|turn| turn.seat == seat) {
        return Note::new(seat, format!("speaks, {} of {}", turn.number, turn.of)).up();
    }
    let today = view.today();
    let does = match view.phase {
        PhaseName::DayVoting => {
            let vote = today.and_then(|day| day.votes.iter().find(|vote| vote.voter_id == seat));
            vote.map_or("not yet".to_owned(), |vote| {
                let again = if vote.changed { " again" } else { "" };
                format!("→ {}{again}", view.name_or_nobody(vote.target_id))
            })
        }
        PhaseName::DayDiscussion => {
            let said = today.and_then(|day| day.said.iter().find(|said| said.seat == seat));
            said.map_or("alive", |said| if said.passed { "passed" } else { "spoke" }).to_owned()
        }
        PhaseName::Setup
        | PhaseName::NightActions
        | PhaseName::MorningReveal
        | PhaseName::Resolution
        | PhaseName::End => format!("alive{was}"),
    };
    Note::new(seat, does)
}

/// The role of a seat, if everybody knows it: voted out, killed at a table that shows it, or the game is over.
fn known_to_all(view: &View, seat: SeatId) -> Option<Role> {
    if let Some(outcome) = &view.outcome {
        return outcome.roles.get(seat.index()).copied();
    }
    let shown = view
        .deaths
        .iter()
        .any(|death| death.seat == seat && (death.cause == Cause::Vote || view.reveal_night_roles));
    view.role(seat).filter(|_| shown)
}

fn was_voted(day: &Day) -> bool {
    !day.votes.is_empty() || day.verdict.is_some()
}

fn votes(view: &View, day: &Day) -> Panel {
    let voter = |vote: &Vote| {
        let before = vote.was.map(|was| format!(" (before: {})", view.name(was)));
        format!("{}{}", view.name(vote.voter_id), before.unwrap_or_default())
    };
    let row = |(target, votes): &(Option<SeatId>, Vec<Vote>)| {
        let by: Vec<String> = votes.iter().map(voter).collect();
        vec![view.name_or_nobody(*target).to_owned(), votes.len().to_string(), by.join(", ")]
    };
    let matrix = Matrix {
        columns: ["Against", "Votes", "By"].map(str::to_owned).to_vec(),
        rows: day.counted().iter().map(row).collect(),
        sum: sum(view, day),
    };
    let open = day.verdict.is_none() && view.phase == PhaseName::DayVoting;
    let title = format!("Votes of day {}{}", day.number, if open { "; the most votes decide" } else { "" });
    Panel::new(VOTES, title, Body::Matrix(matrix))
}

/// What a vote came to: "3 of 7 voted; Ana 2 (Ben, Cole), nobody 1 (Dora)", and why somebody is out.
fn sum(view: &View, day: &Day) -> String {
    let against = |(target, votes): &(Option<SeatId>, Vec<Vote>)| {
        let by: Vec<&str> = votes.iter().map(|vote| view.name(vote.voter_id)).collect();
        format!("{} {} ({})", view.name_or_nobody(*target), by.len(), by.join(", "))
    };
    let votes = day.counted().iter().map(against).collect::<Vec<String>>().join(", ");
    match day.verdict {
        // Who could vote then is not who lives now.
        Some(verdict) => {
            let (what, why) = verdict_words(view, day, verdict);
            let votes = if votes.is_empty() { "no votes" } else { votes.as_str() };
            format!("{votes}. {what} {why}").trim_end().to_owned()
        }
        None => format!("{} of {} voted; {votes}", day.votes.len(), view.living.len()),
    }
}

/// How a vote ended, and why.
fn verdict_words(view: &View, day: &Day, verdict: Verdict) -> (String, String) {
    let votes = |target: SeatId| day.votes.iter().filter(|vote| vote.target_id == Some(target)).count();
    let nobody = || "Nobody is out.".to_owned();
    let Some(seat) = verdict.eliminated else {
        let why = match verdict.reason {
            VoteReason::AllSingle => "Everybody alive had exactly one vote.",
            VoteReason::NoVotes => "No vote was cast against anybody.",
            VoteReason::Plurality | VoteReason::TieDrawn => "",
        };
        return (nobody(), why.to_owned());
    };
    let name = view.name(seat);
    let was = known_to_all(view, seat)
        .map_or(String::new(), |role| format!(" {name} was {}.", role.with_article()));
    let why = match verdict.reason {
        VoteReason::TieDrawn => {
            let most = seats(view).iter().map(votes).max().unwrap_or_default();
            let tied = seats(view).iter().filter(|seat| votes(*seat) == most).collect();
            format!("A tie between {}, drawn with the table's seed.{was}", listed(view.names(tied)))
        }
        VoteReason::Plurality | VoteReason::AllSingle | VoteReason::NoVotes => {
            format!("The most votes, {} of {}.{was}", votes(seat), day.votes.len())
        }
    };
    (format!("{name} is out."), why)
}

/// What only this seat knows: the same rows for every role.
fn own_panel(view: &View, own: &Own) -> Panel {
    let team = view.team(own);
    let team = match own.role {
        Role::Mafia if team.is_empty() => "you are the only one".to_owned(),
        Role::Mafia => listed(view.names(team)),
        Role::Doctor | Role::Sheriff | Role::Villager => String::new(),
    };
    let others = own.choices.iter().filter(|it| it.seat != own.seat);
    let others: Vec<String> =
        others.map(|it| format!("{}: {}", view.name(it.seat), view.name(it.target))).collect();
    let found = own.findings.iter().map(|it| {
        let is = if it.is_mafia { "mafia" } else { "not mafia" };
        format!("night {}: {} is {is}", it.night, view.name(it.target))
    });
    let rows = [
        ("Role", own.role.word().to_owned()),
        ("What you do", does(own.role).to_owned()),
        ("How you win", wins(view, own)),
        ("Team", team),
        ("Tonight", tonight(view, own)),
        ("Others tonight", others.join("; ")),
        ("Found", found.collect::<Vec<_>>().join("; ")),
    ];
    let fact = |(name, value): (&str, String)| {
        Fact::new(name, if value.is_empty() { NOTHING.to_owned() } else { value })
    };
    Panel::new("own", "My seat", Body::Facts(rows.map(fact).to_vec())).covered()
}

fn does(role: Role) -> &'static str {
    match role {
        Role::Mafia => "each night you choose somebody to kill, with your team",
        Role::Doctor => "each night you protect somebody, never the same one twice running",
        Role::Sheriff => "each night you learn whether somebody is mafia",
        Role::Villager => "each night you name a suspect, which changes nothing",
    }
}

fn wins(view: &View, own: &Own) -> String {
    let how = match own.role.side() {
        Side::Town => "the town wins when no mafia is alive",
        Side::Mafia => "the mafia win when they are at least as many as the rest",
    };
    match &view.outcome {
        Some(outcome) if outcome.winning_players.contains(own.seat) => "you won, with your side".to_owned(),
        Some(_) => "you lost, with your side".to_owned(),
        None => how.to_owned(),
    }
}

/// What this seat has chosen, and whom it may not choose.
fn tonight(view: &View, own: &Own) -> String {
    let chosen = own.choices.iter().find(|it| it.seat == own.seat).map(|it| view.name(it.target).to_owned());
    let not = own.protected_last.map(|seat| format!("not {}, protected last night", view.name(seat)));
    chosen.into_iter().chain(not).collect::<Vec<_>>().join("; ")
}

fn ending(view: &View, outcome: &Outcome) -> Ending {
    let (sign, title) = match outcome.winner {
        Side::Town => (("☀", "*"), "The town wins"),
        Side::Mafia => (("☾", ")"), "The mafia wins"),
    };
    let winners = listed(view.names(outcome.winning_players));
    let minutes = outcome.duration_ms / 60_000;
    let took = if minutes > 1 { format!(", after {minutes} minutes") } else { String::new() };
    let line = view.best_line.as_ref();
    let mut panels = vec![
        Panel::new("roles", "Roles", Body::Facts(roles(view))),
        Panel::new("story", "What happened", Body::List(story(view))),
    ];
    panels.extend(line.map(|line| Panel::new("line", "The best line", Body::Text(best_line(view, line)))));
    Ending {
        sign,
        title: title.to_owned(),
        text: format!("On day {}{took}: {winners}.", outcome.day_number),
        panels,
        next: None,
    }
}

/// The line that most votes followed, with what makes it that.
fn best_line(view: &View, line: &Line) -> String {
    let Line { seat, day, against, words, votes } = line;
    let others = if *votes == 1 { "1 other" } else { &format!("{votes} others") };
    format!(
        "“{}” {}, the first on day {day} to accuse {}: {others} then voted so. After no other line did more.",
        brief(words),
        view.name(*seat),
        view.name(*against),
    )
}

/// Words as far as a card has room for them.
fn brief(words: &str) -> String {
    match words.char_indices().nth(LINE_CHARS_MAX) {
        Some((end, _)) => format!("{}…", words[..end].trim_end()),
        None => words.to_owned(),
    }
}

fn roles(view: &View) -> Vec<Fact> {
    let of = |role: Role| {
        let is = |seat: &SeatId| known_to_all(view, *seat) == Some(role);
        let names: Vec<&str> = view.names(seats(view).iter().filter(is).collect()).collect();
        (!names.is_empty()).then(|| Fact::new(role.word(), names.join(", ")))
    };
    Role::ALL.iter().copied().filter_map(of).collect()
}

/// What is worth telling of the game, as all saw it and now know it.
fn story(view: &View) -> Vec<Entry> {
    let mut told = Vec::new();
    let was = |seat: SeatId| known_to_all(view, seat);
    for day in view.days.iter() {
        let at = day.number;
        if let Some(seat) = day.killed {
            let role = was(seat).map_or(String::new(), |role| format!(", {}", role.with_article()));
            told.push(format!("Night {at}: {} was killed{role}.", view.name(seat)));
        }
        if day.saved {
            told.push(format!("Night {at}: the doctor saved somebody."));
        }
        for said in &day.said {
            if let (Some(claim), Some(role)) = (said.claims, was(said.seat))
                && claim != role
            {
                let name = view.name(said.seat);
                told.push(format!(
                    "Day {at}: {name} claimed to be {} and was {}.",
                    claim.with_article(),
                    role.with_article()
                ));
            }
        }
        if let Some(verdict) = day.verdict {
            let (title, why) = verdict_words(view, day, verdict);
            told.push(format!("Day {at}: {title} {why}").trim_end().to_owned());
        }
    }
    told.into_iter().map(Entry::new).collect()
}
