//! What was understood of a message so far, part by part, and what all of it comes to.

use kit::reading::{Several, Share};

use super::HERE;
use super::deciding::{Decided, Heard, Part, Which};
use crate::piles::{Disposition, ItemId};
use crate::state::State;

/// What is said twice of a thing: the same, or that it stays and where. Nothing, if one denies the other.
fn together(before: Disposition, then: &Disposition) -> Option<Disposition> {
    let here = Disposition::Place { at: HERE.to_owned() };
    let stays = |it: &Disposition| matches!(it, Disposition::Place { .. });
    if before == *then || stays(&before) && *then == here {
        return Some(before);
    }
    (before == here && stays(then)).then(|| then.clone())
}

/// What was understood of a message so far.
pub(super) struct Message<'a> {
    state: &'a State,
    several: Option<&'a Several>,
    /// The shares of what is in hand that were named, each with its number: what is left keeps that of all.
    shares: Vec<(Share, ItemId)>,
    /// Was it just said that the thing in hand is something else, and what is it called?
    pub(super) denied: bool,
    renamed: Option<String>,
    /// What is decided.
    decided: Vec<(ItemId, Disposition)>,
    /// Things that were named, and of which nothing is said yet.
    spoken: Option<Spoken>,
    /// Is everything else idle, or a reason?
    settled: bool,
    /// How many reasons there are, and whether a place stands alone: it is none beside a story.
    reasons: usize,
    bare: bool,
    /// Do the things that were named last go the way of those before?
    also: bool,
    /// Things that were named in passing.
    named: Vec<ItemId>,
    /// What was said besides what is decided, in its own words.
    pub(super) rest: Vec<String>,
}

/// Things that were named.
struct Spoken {
    things: Vec<ItemId>,
    /// By themselves, so that something has to be said of them yet.
    waits: bool,
}

impl<'a> Message<'a> {
    pub(super) fn new(state: &'a State, several: Option<&'a Several>) -> Message<'a> {
        Message {
            state,
            several,
            shares: Vec::new(),
            denied: false,
            renamed: None,
            decided: Vec::new(),
            spoken: None,
            settled: true,
            reasons: 0,
            bare: false,
            also: false,
            named: Vec::new(),
            rest: Vec::new(),
        }
    }

    pub(super) fn has_decided(&self) -> bool {
        !self.decided.is_empty()
    }

    /// Takes the next part in. Nothing, where it cannot be known what is meant.
    pub(super) fn take(&mut self, part: Part) -> Option<()> {
        // "it's not a mug", and nothing that it is: then it may be anything.
        if std::mem::take(&mut self.denied) && !matches!(part, Part::Renames(_)) {
            self.settled = false;
        }
        match part {
            Part::Denies => self.denied = true,
            Part::Renames(name) => self.renamed = Some(name),
            Part::Idle => {}
            Part::Unsettled => self.settled = false,
            Part::Reason { about, names } => {
                self.reasons += 1;
                // "the vase and the mugs are broken, bin them"
                if about.is_some() {
                    let mut things = self.things(about)?;
                    let before = self.spoken.take().filter(|before| before.waits);
                    things.splice(0..0, before.into_iter().flat_map(|before| before.things));
                    self.spoken = Some(Spoken { things, waits: false });
                }
                self.named = names;
            }
            Part::Names { which, also } => {
                let named = matches!(which, Which::Named(_) | Which::Share(_));
                let mut things = self.things(Some(which))?;
                let before = self.spoken.take().filter(|before| named && before.waits);
                things.splice(0..0, before.into_iter().flat_map(|before| before.things));
                self.spoken = Some(Spoken { things, waits: true });
                self.also = also;
            }
            Part::Decides { which, becomes, bare } => {
                self.bare |= bare;
                let named = matches!(which, Some(Which::Named(_) | Which::Share(_)));
                let mut things = self.things(which)?;
                // "the mugs, the lamp and the coat go to charity"
                let before = self.spoken.take().filter(|before| named && before.waits);
                things.splice(0..0, before.into_iter().flat_map(|before| before.things));
                things.dedup();
                self.spoken = Some(Spoken { things: things.clone(), waits: false });
                for thing in things {
                    let known = self.decided.iter().position(|(decided, _)| *decided == thing);
                    let before = known.map(|at| self.decided.remove(at).1);
                    let both = before.map_or_else(|| Some(becomes.clone()), |it| together(it, &becomes))?;
                    self.decided.push((thing, both));
                }
            }
        }
        Some(())
    }

    /// The things that are meant: those that are named, those that were spoken of, or the one in hand.
    fn things(&mut self, which: Option<Which>) -> Option<Vec<ItemId>> {
        if let Some(Which::Share(share)) = which {
            return Some(vec![self.share(share)?]);
        }
        let spoken = || self.spoken.as_ref().map(|spoken| spoken.things.clone());
        let in_hand = || self.state.in_hand().map(|item| vec![item]);
        // "I'm done with the lamp, bin it": nobody knows which.
        if !self.named.is_empty() && !matches!(which, Some(Which::Named(_))) {
            return None;
        }
        match which {
            Some(Which::Named(things)) => Some(things),
            Some(Which::Share(_)) => None,
            None | Some(Which::Them) => spoken().or_else(in_hand),
            Some(Which::It) => match spoken() {
                Some(things) => Some(things).filter(|things| things.len() == 1),
                None => in_hand(),
            },
            Some(Which::Both) => {
                let mut things = spoken()?;
                if things.len() == 1 {
                    things.extend(self.state.in_hand());
                }
                Some(things).filter(|things| things.len() == 2)
            }
        }
    }

    /// The number of a share: that of all for what is left, and the next for another.
    fn share(&mut self, share: Share) -> Option<ItemId> {
        if let Some((_, id)) = self.shares.iter().find(|(known, _)| *known == share) {
            return Some(*id);
        }
        let new = self.shares.iter().filter(|(known, _)| !known.rest).count() + 1;
        let id = match share.rest {
            true => self.state.in_hand()?,
            false => ItemId(u16::try_from(self.state.items.len() + new).ok()?),
        };
        let again = self.shares.iter().any(|(known, _)| known.rest && share.rest);
        self.shares.push((share, id));
        (!again).then_some(id)
    }

    /// What those in hand are called once they are apart, what is left of them first. Nothing, if it does not add up.
    fn apart(&mut self) -> Option<Vec<String>> {
        let (several, whole) = (self.several?, self.state.in_hand()?);
        let (rest, named): (Vec<_>, Vec<_>) = self.shares.drain(..).partition(|(share, _)| share.rest);
        let taken = named.iter().map(|(share, _)| share.count).sum::<Option<usize>>();
        let left = match (several.count, taken) {
            (Some(all), Some(taken)) => Some(all.checked_sub(taken)?),
            (None, _) | (_, None) => None,
        };
        let mut names: Vec<String> = named.iter().map(|(share, _)| several.called(share)).collect();
        let rest = rest.into_iter().next().map(|(share, _)| share);
        match (left, &rest) {
            (Some(0), Some(_)) => return None,
            // Nothing is left: the last that was named is what is left.
            (Some(0), None) => {
                let ((_, last), name) = (named.last()?, names.pop()?);
                self.decided.iter_mut().filter(|(id, _)| id == last).for_each(|(id, _)| *id = whole);
                names.insert(0, name);
            }
            (left, rest) => {
                let said = rest.as_ref().and_then(|rest| rest.count);
                let look = rest.as_ref().map(|rest| rest.look.clone()).unwrap_or_default();
                if left.is_some() && said.is_some() && left != said {
                    return None;
                }
                names.insert(0, several.called(&Share { look, count: left.or(said), rest: true }));
            }
        }
        Some(names)
    }

    pub(super) fn heard(mut self) -> Option<Heard> {
        // "recycle it, and the magazines too"
        if let Some(Spoken { things, .. }) = self.spoken.take().filter(|spoken| spoken.waits) {
            let (_, becomes) = self.decided.last().cloned()?;
            // "bin it, the lamp": the same, or the next?
            self.settled &= self.also;
            for thing in things.into_iter().filter(|_| self.also) {
                if self.decided.iter().any(|(decided, _)| *decided == thing) {
                    return None;
                }
                self.decided.push((thing, becomes.clone()));
            }
        }
        let settled = self.settled && !self.denied && !(self.bare && self.reasons > 0);
        let named = match (self.shares.is_empty(), self.renamed.take()) {
            (true, None) => None,
            (true, Some(name)) => Some(vec![name]),
            (false, None) => Some(self.apart()?),
            (false, Some(_)) => return None,
        };
        let named = self.state.in_hand().zip(named);
        match self.decided.as_slice() {
            [] if named.as_ref().is_none_or(|(_, names)| names.len() > 1) => None,
            _ if settled => Some(Heard::Decided(Decided { named, things: self.decided })),
            _ if named.is_some() => None,
            [] => None,
            [(thing, becomes)] => {
                let rest = self.rest.join(", ");
                Some(Heard::Half(*thing, becomes.clone(), Some(rest).filter(|rest| !rest.is_empty())))
            }
            [_, _, ..] => None,
        }
    }
}
