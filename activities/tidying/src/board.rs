//! How a session stands: the thing in hand, the piles, the space. Nothing here is secret, and the count is a count, not a score.

use engine::board::{Board, Body, Deed, Ending, Entry, Fact, Heap, Leaf, Note, Panel};

use super::ask::asked_back;
use super::command::Command;
use super::mode::{Branch, Choices, Floor, Group, Mode, Suggestion};
use super::outcome::Outcome;
use super::piles::{Disposition, Item, ItemId, OnPile, Pile, TO_DO, Way};
use super::report::length;
use super::scope::IDEA;
use super::state::State;
use kit::words::counted;

/// How things stand for anybody.
pub(super) fn board(view: &State) -> Board {
    let mut panels = Vec::new();
    if let Some(mode) = view.mode() {
        panels.push(Panel::new("hand", "In hand", Body::Card(hand(view, mode))).over());
    }
    panels.push(Panel::new("piles", "Piles", Body::Piles(piles(view))));
    if !view.groups.is_empty() {
        let parts = view.groups.iter().map(|group| part(view, group)).collect();
        panels.push(Panel::new("parts", "Unsure, kind by kind", Body::List(parts)));
    }
    panels.push(Panel::new("space", &view.space, Body::Facts(space(view))));
    if !view.photos.is_empty() {
        let pictures = view.photos.iter().rev().map(|photo| photo.hash).collect();
        panels.push(Panel::new("photos", photos(view), Body::Pictures(pictures)).deed(show(view)));
    }
    let headline = format!("{} of {} sorted", view.processed(), view.items.len());
    let (notes, ending) = (notes(view), view.outcome().map(ending));
    Board { headline, notes, panels, ending, last: Vec::new() }
}

fn notes(view: &State) -> Vec<Note> {
    let (coach, person) = (Note::new(view.coach, "coaches"), Note::new(view.person(), "decides"));
    match view.floor {
        _ if view.outcome().is_some() => vec![person, coach],
        Floor::Coach => vec![person, Note::new(view.coach, "is thinking").up()],
        Floor::Person => vec![Note::new(view.person(), "has the word").up(), coach],
    }
}

/// What it is about just now: the thing in hand with what the coach proposes, or the question that is open.
fn hand(view: &State, mode: &Mode) -> Leaf {
    let said = view.coach_said.clone().unwrap_or_default();
    let leaf = match mode {
        Mode::Surveying { survey: None } => titled("What is this space?"),
        Mode::Surveying { survey: Some(survey) } => {
            let branch = |it: &Branch| {
                let ideas = if it.anchors.is_empty() {
                    String::new()
                } else {
                    format!(" ({})", it.anchors.join(", "))
                };
                Fact::new(&it.function, format!("{}{ideas}", it.follow_up))
            };
            let facts = survey.branches.iter().map(branch).collect();
            Leaf { facts, asks: Some(view.person()), ..titled(&survey.question) }
        }
        Mode::Sorting { offer: Some(Suggestion::Proposal(proposal)), .. } => proposed(view, proposal),
        Mode::Sorting { offer: Some(Suggestion::Back(back)), .. } => {
            Leaf { asks: Some(view.person()), ..titled(&asked_back(view, back)) }
        }
        Mode::Sorting { offer: Some(Suggestion::Split { groups }), .. } => {
            let facts = groups.iter().map(|group| Fact::new(&group.kind, names(view, &group.items)));
            Leaf { facts: facts.collect(), ..titled("Split the unsure pile?") }
        }
        Mode::Sorting { item, offer: None, .. } => {
            item.and_then(|item| view.item(item)).map_or_else(|| titled("What is there?"), thing)
        }
        Mode::Clarifying { item, photo_context, reason, spatial_refs, traits } => {
            let leaf = view.item(*item).map_or_else(|| titled("What is it?"), thing);
            let known = [photo_context, reason].into_iter().chain(traits).chain(spatial_refs);
            let known = known.filter(|words| !words.is_empty()).map(String::as_str);
            let before = Some(leaf.note.as_str()).filter(|note| !note.is_empty());
            Leaf { note: before.into_iter().chain(known).collect::<Vec<_>>().join(" · "), ..leaf }
        }
        Mode::DecisionSupport { stuck_item, item, reframe } => {
            let question = reframe.iter().map(|question| Fact::new("What may help", question));
            // The thing that a decision goes to (Y20), and no word for how somebody is (Y19).
            let leaf = item.and_then(|item| view.item(item)).map_or_else(|| titled(stuck_item), thing);
            Leaf { facts: question.collect(), ..leaf }
        }
        Mode::WindingDown { summary, next_time, .. } => {
            let facts = [("So far", summary), ("First next time", next_time)];
            let facts = facts.into_iter().filter_map(|(name, words)| Some(Fact::new(name, words.as_ref()?)));
            Leaf { facts: facts.collect(), ..titled("Go on, or end here?") }
        }
    };
    Leaf { text: said, ..leaf }
}

fn titled(title: &str) -> Leaf {
    Leaf { title: title.to_owned(), ..Leaf::default() }
}

/// A thing by its name, and what is known of it.
fn thing(item: &Item) -> Leaf {
    let known: Vec<&str> = item.look.iter().chain(&item.place).map(String::as_str).collect();
    Leaf { note: known.join(" · "), ..titled(&item.name) }
}

fn proposed(view: &State, proposal: &Choices) -> Leaf {
    let choice = |(number, choice): (usize, &Disposition)| {
        let idea = if number == 1 { format!(" ({IDEA})") } else { String::new() };
        Fact::new(number.to_string(), format!("{choice}{idea}"))
    };
    let leaf = view.item(proposal.item).map_or_else(|| titled("A thing"), thing);
    let facts = (1..).zip(&proposal.choices).map(choice).collect();
    Leaf { facts, asks: Some(view.person()), ..leaf }
}

fn names(view: &State, items: &[ItemId]) -> String {
    let names = items.iter().filter_map(|id| view.item(*id)).map(|item| item.name.as_str());
    names.collect::<Vec<_>>().join(", ")
}

/// A part of the unsure pile; the one at hand is the first.
fn part(view: &State, group: &Group) -> Entry {
    Entry::new(format!("{} ({})", group.kind, group.items.len())).note(names(view, &group.items))
}

fn piles(view: &State) -> Vec<Heap> {
    let in_hand = view.proposal().map(|proposal| proposal.item);
    let entry = |item: &Item| {
        let entry = Entry::new(&item.name).note(item.pile.detail().unwrap_or_default());
        if in_hand == Some(item.id) { entry.note("in hand") } else { entry.deed(turn_to(view, item)) }
    };
    let [belongs, out, to_do, unsure] = put(view);
    let heap = |((name, on_it), deed): ((&str, OnPile), Option<Deed>)| {
        let things = view.items.iter().filter(|item| on_it(&item.pile)).map(entry);
        Heap::new(name, things.collect()).deed(deed)
    };
    let heaps = Pile::ALL.into_iter().zip([belongs, out, to_do, unsure, None]).map(heap);
    heaps.filter(|heap| heap.name != TO_DO || !heap.things.is_empty() || heap.deed.is_some()).collect()
}

/// What puts the thing in hand onto each of the piles: what the coach proposes first for it, else in words, where no photo
/// goes with them. While the coach thinks they stay, and nothing takes them.
fn put(view: &State) -> [Option<Deed>; 4] {
    let Some(Mode::Sorting { offer, .. }) = view.mode() else { return [const { None }; 4] };
    let choices = match (offer, view.floor) {
        (Some(Suggestion::Proposal(proposal)), _) => proposal.choices.as_slice(),
        (_, Floor::Coach) => &[],
        (_, Floor::Person) => return [const { None }; 4],
    };
    let say = |word: &str, text: &str| {
        let deed = Deed::new(word, Command::Write { text: text.to_owned() });
        view.pending.is_empty().then_some(deed)
    };
    // Its pile is the first, second or third of them all.
    let first = |at: usize| {
        let found = (1..).zip(choices).find_map(|(number, choice)| {
            let pile = choice.pile().filter(|pile| (Pile::ALL[at].1)(pile))?;
            Some((number, pile.detail()?.to_owned()))
        });
        let deed = |(choice, word): (u8, String)| {
            let note = if choice == 1 { IDEA } else { "" };
            Deed::new(word, Command::Choose { choice }).note(note)
        };
        found.map(deed)
    };
    let later = if choices.first() == Some(&Disposition::Skip) { IDEA } else { "" };
    [
        first(0).or_else(|| say("here", "keep it")),
        first(1).or_else(|| say(Way::Trash.word(), "trash it")),
        first(2),
        Some(Deed::new("not now", Command::Skip).note(later)),
    ]
}

/// Takes up a thing that lies on a pile, in words that any coach understands. Which pile it goes to is asked anew.
fn turn_to(view: &State, item: &Item) -> Option<Deed> {
    let Some(Mode::Sorting { .. }) = view.mode() else { return None };
    if view.floor == Floor::Coach || !view.groups.is_empty() {
        return None;
    }
    let (word, text) = match item.pile {
        Pile::Waiting => ("Now", format!("Now the {}.", item.name)),
        Pile::Belongs { .. } | Pile::Out { .. } | Pile::HandIn { .. } | Pile::ToDo { .. } | Pile::Unsure => {
            ("Change", format!("I changed my mind about the {}.", item.name))
        }
    };
    Some(Deed::new(word, said(view, text)))
}

/// The command by which the person says something: it depends on whether something is proposed.
fn said(view: &State, text: String) -> Command {
    if view.proposal().is_some() { Command::Write { text } } else { Command::Say { text } }
}

/// Photos that wait for words can go without any.
fn show(view: &State) -> Option<Deed> {
    let word = if view.coach_sees { "Show the coach now" } else { "Add without words" };
    let note = match view.pending.len() {
        1 => "1 photo goes with your next words".to_owned(),
        many => format!("{many} photos go with your next words"),
    };
    let deed = || Deed::new(word, said(view, String::new())).note(note);
    (!view.pending.is_empty() && view.floor == Floor::Person).then(deed)
}

/// What the space is for, what stays in it, and what the last session left.
fn space(view: &State) -> Vec<Fact> {
    let mut facts = vec![Fact::new("Sorted", format!("{} of {}", view.processed(), view.items.len()))];
    facts.extend(view.function.as_ref().map(|function| Fact::new("For", function)));
    if !view.anchors.is_empty() {
        facts.push(Fact::new("What stays", view.anchors.join(", ")));
    }
    let before = view.before.as_ref().filter(|_| view.outcome().is_none());
    let first = before.and_then(|left| left.next_time.as_ref());
    facts.extend(first.map(|next| Fact::new("First, from last time", next)));
    facts
}

fn photos(view: &State) -> String {
    let whose = if view.coach_sees { "kept here, and shown to the coach" } else { "kept here alone" };
    let count = counted(view.photos.len(), "photo");
    match view.pending.len() {
        0 => format!("{count}, {whose}"),
        waiting => format!("{count}, {whose}; {waiting} with the next words"),
    }
}

fn ending(outcome: &Outcome) -> Ending {
    let said = match (outcome.summary.trim_end_matches('.'), outcome.processed) {
        ("", 0) => "Nothing was sorted".to_owned(),
        ("", some) => format!("{} sorted", counted(some.into(), "thing")),
        (summary, _) => summary.to_owned(),
    };
    let minutes = length(outcome.minutes.into());
    let next = outcome.left.next_time.as_ref();
    let next = next.map_or(String::new(), |next| format!(" First next time: {next}"));
    Ending {
        sign: ("✓", "*"),
        title: "Done for today".to_owned(),
        text: format!("{said}. It took {minutes}.{next}"),
        panels: vec![Panel::new("checklist", "What is still to be carried", Body::Piles(checklist(outcome)))],
        next: (!outcome.left.things.is_empty()).then_some("Go on with what is left"),
    }
}

/// What goes and how, what stays and where, and what is left for next time. What is empty is left out.
fn checklist(outcome: &Outcome) -> Vec<Heap> {
    let heap = |name: &str, things: Vec<Entry>| Heap::new(name, things);
    let out = |way: Way| {
        let goes = outcome.out.iter().filter(|(_, goes)| *goes == way);
        heap(&format!("Out: {}", way.word()), goes.map(|(name, _)| Entry::new(name)).collect())
    };
    let noted =
        |list: &[(String, String)]| list.iter().map(|(name, note)| Entry::new(name).note(note)).collect();
    let left = outcome.left.things.iter().map(Entry::new).collect();
    let heaps = Way::ALL.iter().copied().map(out);
    let heaps = heaps.chain([
        heap("Out: hand in", noted(&outcome.hand_in)),
        heap("Belongs", noted(&outcome.belongs)),
        heap("To do", noted(&outcome.left.to_do)),
        heap("Left for another day", left),
    ]);
    heaps.filter(|heap| !heap.things.is_empty()).collect()
}
