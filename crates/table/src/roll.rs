//! Dice by ordinary notation: `2d6+3`, `4d6kh3`, `d20r1`, `3d6!`, `4dF`, `d%`, `8d10>=7`.
//!
//! The dice are the engine's. What was typed is read into a [`Roll`] first, so that nothing is thrown that is not
//! within bounds.

use std::iter::Peekable;
use std::ops::RangeInclusive;
use std::str::Chars;

use engine::Dice;
use protocol::table::{Die, Rolled};

/// Dice in one roll.
const DICE_MAX: u32 = 100;

/// Sides of a die.
const SIDES_MAX: u32 = 1_000;

/// The largest number that is added.
const ADDED_MAX: u32 = 1_000_000;

/// Dice and numbers in one sum.
const TERMS_MAX: u32 = 10;

/// Times that one die may explode: with two sides it would go on for ever by chance alone.
const EXPLOSIONS_MAX: u32 = 20;

/// A sum of dice and numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roll {
    /// Each with its sign, 1 or −1.
    terms: Vec<(i64, Term)>,
    /// Dice that show one of these are successes; the sum is then of no interest.
    successes: Option<RangeInclusive<i32>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Term {
    Number(i64),
    Dice(Handful),
}

/// Dice that are thrown together.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Handful {
    count: u32,
    /// What one shows: 1 up to its sides, or −1, 0 and 1.
    shows: RangeInclusive<i32>,
    keep: Keep,
    explodes: bool,
    /// A die that shows this or less is thrown once more.
    again: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Keep {
    All,
    Highest(u32),
    Lowest(u32),
}

/// Why a roll cannot be read, in words for the one who typed it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadRoll {
    /// Something stands there that is not the notation.
    #[error("{0} was not expected; write dice as in 2d6+3, 4d6kh3, d20, 4dF, d% or 8d10>=7")]
    Unexpected(String),
    /// More of something than is thrown, and the most of it.
    #[error("{0}: at most {1}")]
    TooMany(&'static str, u64),
    /// Fewer of something than make sense, and the least of it.
    #[error("{0}: at least {1}")]
    TooFew(&'static str, u64),
}

impl Roll {
    /// Reads what was typed. Nothing at all is one die of six sides.
    pub fn parse(text: &str) -> Result<Roll, BadRoll> {
        let text: String = text.chars().filter(|c| !c.is_whitespace()).flat_map(char::to_lowercase).collect();
        if text.is_empty() {
            return Roll::parse("d6");
        }
        let mut reader = Reader { rest: text.chars().peekable() };
        let mut terms = vec![(reader.sign().unwrap_or(1), reader.term()?)];
        let mut successes = None;
        while reader.rest.peek().is_some() {
            if let Some(sign) = reader.sign() {
                terms.push((sign, reader.term()?));
            } else {
                successes = Some(reader.successes()?);
                if reader.rest.peek().is_some() {
                    return Err(reader.unexpected());
                }
            }
        }
        let count = |(_, term): &(i64, Term)| if let Term::Dice(dice) = term { dice.count } else { 0 };
        bounds("dice and numbers in one sum", terms.len() as u32, 1, TERMS_MAX)?;
        bounds("dice in one roll", terms.iter().map(count).sum(), 1, DICE_MAX)?;
        Ok(Roll { terms, successes })
    }

    /// Throws.
    pub fn throw(&self, dice: &mut Dice) -> Rolled {
        let (mut thrown, mut total) = (Vec::new(), 0_i64);
        for (sign, term) in &self.terms {
            let worth = match term {
                Term::Number(number) => *number,
                Term::Dice(handful) => {
                    let new = handful.throw(dice);
                    let worth = new.iter().filter(|die| die.kept).map(|die| i64::from(die.shows)).sum();
                    thrown.extend(new);
                    worth
                }
            };
            total += sign * worth;
        }
        let counts = |of: &RangeInclusive<i32>| {
            thrown.iter().filter(|die| die.kept && of.contains(&die.shows)).count() as u32
        };
        let successes = self.successes.as_ref().map(counts);
        Rolled { dice: thrown, total, successes }
    }
}

impl Handful {
    fn throw_one(&self, dice: &mut Dice) -> i32 {
        let (least, most) = (*self.shows.start(), *self.shows.end());
        least + dice.below((most - least + 1).cast_unsigned()).cast_signed()
    }

    fn throw(&self, dice: &mut Dice) -> Vec<Die> {
        let mut thrown = Vec::new();
        for _ in 0..self.count {
            let mut shows = self.throw_one(dice);
            if self.again.is_some_and(|again| shows <= again.cast_signed()) {
                thrown.push(Die { shows, kept: false });
                shows = self.throw_one(dice);
            }
            thrown.push(Die { shows, kept: true });
            let mut explosions = 0;
            while self.explodes && shows == *self.shows.end() && explosions < EXPLOSIONS_MAX {
                shows = self.throw_one(dice);
                thrown.push(Die { shows, kept: true });
                explosions += 1;
            }
        }
        let mut order: Vec<usize> = (0..thrown.len()).filter(|at| thrown[*at].kept).collect();
        order.sort_by_key(|at| thrown[*at].shows);
        let dropped: Vec<usize> = match self.keep {
            Keep::All => Vec::new(),
            Keep::Highest(keep) => order[..order.len().saturating_sub(keep as usize)].to_vec(),
            Keep::Lowest(keep) => order[order.len().min(keep as usize)..].to_vec(),
        };
        for at in dropped {
            thrown[at].kept = false;
        }
        thrown
    }
}

struct Reader<'a> {
    rest: Peekable<Chars<'a>>,
}

impl Reader<'_> {
    fn take(&mut self, wanted: char) -> bool {
        self.rest.next_if_eq(&wanted).is_some()
    }

    fn sign(&mut self) -> Option<i64> {
        if self.take('+') { Some(1) } else { (self.take('-') || self.take('−')).then_some(-1) }
    }

    /// A number, if one stands here. One that is too long for any purpose is the largest.
    fn number(&mut self) -> Option<u32> {
        let mut digits = String::new();
        while let Some(digit) = self.rest.next_if(char::is_ascii_digit) {
            digits.push(digit);
        }
        if digits.is_empty() { None } else { Some(digits.parse().unwrap_or(u32::MAX)) }
    }

    fn term(&mut self) -> Result<Term, BadRoll> {
        let number = self.number();
        if self.take('d') {
            return self.handful(number.unwrap_or(1)).map(Term::Dice);
        }
        let number = number.ok_or_else(|| self.unexpected())?;
        bounds("a number that is added", number, 0, ADDED_MAX)?;
        Ok(Term::Number(number.into()))
    }

    fn handful(&mut self, count: u32) -> Result<Handful, BadRoll> {
        let (least, most) = if self.take('f') {
            (-1, 1)
        } else if self.take('%') {
            (1, 100)
        } else {
            (1, self.number().ok_or_else(|| self.unexpected())?)
        };
        bounds("dice in one roll", count, 1, DICE_MAX)?;
        if least == 1 {
            bounds("sides of a die", most, 2, SIDES_MAX)?;
        }
        let shows = least..=most.cast_signed();
        let mut handful = Handful { count, shows, keep: Keep::All, explodes: false, again: None };
        loop {
            if self.take('!') {
                handful.explodes = true;
            } else if self.take('r') {
                let again = self.number().unwrap_or(1);
                // One that is always thrown again shows nothing.
                let most = most.saturating_sub(1).max(1);
                bounds("what is thrown again", again, 1, most)?;
                handful.again = Some(again);
            } else if self.take('k') {
                let low = self.take('l');
                let _ = !low && self.take('h');
                let keep = self.kept(count)?;
                handful.keep = if low { Keep::Lowest(keep) } else { Keep::Highest(keep) };
            } else if self.rest.peek() == Some(&'d') {
                self.take('d');
                let high = self.take('h');
                let _ = !high && self.take('l');
                let keep = count - self.kept(count)?;
                bounds("dice that are left", keep, 1, DICE_MAX)?;
                handful.keep = if high { Keep::Lowest(keep) } else { Keep::Highest(keep) };
            } else {
                break;
            }
        }
        Ok(handful)
    }

    /// How many dice are kept, or dropped.
    fn kept(&mut self, count: u32) -> Result<u32, BadRoll> {
        let kept = self.number().unwrap_or(1);
        bounds("dice that are kept or dropped", kept, 1, count)?;
        Ok(kept)
    }

    fn successes(&mut self) -> Result<RangeInclusive<i32>, BadRoll> {
        let more = self.take('>');
        if !more && !self.take('<') {
            return Err(self.unexpected());
        }
        let or_equal = self.take('=');
        let bound = self.number().ok_or_else(|| self.unexpected())?;
        bounds("what a success shows", bound, 0, SIDES_MAX)?;
        let bound = bound.cast_signed();
        Ok(match (more, or_equal) {
            (true, true) => bound..=i32::MAX,
            (true, false) => bound + 1..=i32::MAX,
            (false, true) => i32::MIN..=bound,
            (false, false) => i32::MIN..=bound - 1,
        })
    }

    fn unexpected(&mut self) -> BadRoll {
        let rest: String = self.rest.by_ref().take(12).collect();
        BadRoll::Unexpected(if rest.is_empty() { "the end".to_owned() } else { format!("“{rest}”") })
    }
}

fn bounds(what: &'static str, number: u32, least: u32, most: u32) -> Result<(), BadRoll> {
    if number < least {
        Err(BadRoll::TooFew(what, least.into()))
    } else if number > most {
        Err(BadRoll::TooMany(what, most.into()))
    } else {
        Ok(())
    }
}
