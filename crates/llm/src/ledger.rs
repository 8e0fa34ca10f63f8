//! What was used and what may still be: by a call, a seat, a session, a day.
//!
//! A call is entered before it is made, with the most that it can use, and corrected after. All of it happens under
//! one lock, so calls that are made at the same time cannot together use what is there only once.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use engine::{Accounts, Budget, Nanos, SeatId, Spent, Usage};
use tokio::sync::Notify;

use crate::money::dollars;
use crate::{CallFault, WallClock};

/// How much each may use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budgets {
    /// One call.
    pub call: Budget,
    /// One seat in one session.
    pub seat: Budget,
    /// One session. A session may have a budget of its own besides; both hold.
    pub session: Budget,
    /// Everything on one day of UTC.
    pub day: Budget,
}

/// So much was used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Used {
    /// Tokens, read and written.
    pub tokens: u64,
    /// What the calls cost whose price is known.
    pub cost: Nanos,
}

/// For whom a call is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Payer {
    /// The session.
    pub session: String,
    /// The seat.
    pub seat: SeatId,
    /// The model, as `provider:model`.
    pub model: String,
}

/// The one book of a process. Cheap to clone; all clones are the same book.
#[derive(Clone, Debug)]
pub struct Ledger {
    book: Arc<Mutex<Book>>,
    /// Told of whenever a call is over.
    settled: Arc<Notify>,
    budgets: Budgets,
    clock: WallClock,
}

#[derive(Debug, Default)]
struct Book {
    sessions: BTreeMap<String, Account>,
    /// Which day it is.
    today: i64,
    day: Count,
}

#[derive(Debug, Default)]
struct Account {
    own: Budget,
    total: Count,
    seats: BTreeMap<SeatId, Count>,
}

/// What was used, and what calls that are under way may use.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    used: Used,
    held: Used,
}

impl Ledger {
    /// An empty book with these budgets.
    pub fn new(budgets: Budgets, clock: WallClock) -> Ledger {
        Ledger { book: Arc::default(), settled: Arc::default(), budgets, clock }
    }

    /// Enters what a session has used so far and what it may use, by its log. Calls that the log has open count with
    /// the most that they can use. To be done when the session is begun or resumed, before its first call is made.
    pub fn open_session(&self, session: &str, accounts: &Accounts) {
        let mut seats: BTreeMap<SeatId, Count> = BTreeMap::new();
        let spent = accounts.seats.iter().enumerate();
        let spent = spent.map(|(index, spent)| (SeatId::at(index), Used::of(spent.usage, Some(spent.cost))));
        let open = accounts.open.iter().map(|open| (open.player_id, Used::of(open.most, open.most_cost)));
        let mut total = Count::default();
        for (seat, used) in spent.chain(open) {
            seats.entry(seat).or_default().used.add(used);
            total.used.add(used);
        }
        self.book().sessions.insert(session.to_owned(), Account { own: accounts.budget, total, seats });
    }

    /// Forgets a session that is over. What it used today stays used.
    pub fn close_session(&self, session: &str) {
        self.book().sessions.remove(session);
    }

    /// Enters what was used today before this book was opened.
    pub fn spent_today(&self, spent: Spent) {
        self.book().day.used.add(Used::of(spent.usage, Some(spent.cost)));
    }

    /// What was used today, without the calls that are under way.
    pub fn today(&self) -> Used {
        self.book().day.used
    }

    /// What a session used, without the calls that are under way.
    pub fn session(&self, session: &str) -> Used {
        self.book().sessions.get(session).map(|account| account.total.used).unwrap_or_default()
    }

    /// Sets aside the most that a call can use. Where there is not as much left only because of calls that are under way, it
    /// waits for those: hardly any uses the most that it can.
    pub async fn reserved(
        &self,
        payer: Payer,
        most: Usage,
        cost: Option<Nanos>,
    ) -> Result<Reservation, CallFault> {
        loop {
            let settled = self.settled.notified();
            tokio::pin!(settled);
            settled.as_mut().enable();
            match self.reserve(payer.clone(), most, cost) {
                Err(_) if self.could_be(&payer, Used::of(most, cost), cost.is_some()) => settled.await,
                result => return result,
            }
        }
    }

    /// Would there be as much left if no call were under way, and is one?
    fn could_be(&self, payer: &Payer, wanted: Used, is_priced: bool) -> bool {
        let mut book = self.book();
        let free = |count: Count| Count { held: Used::default(), ..count };
        book.day.held.tokens > 0 && self.check(&mut book, payer, wanted, is_priced, free).is_ok()
    }

    /// Sets aside the most that a call can use, if every budget has as much left. The fault says which has not.
    pub fn reserve(&self, payer: Payer, most: Usage, cost: Option<Nanos>) -> Result<Reservation, CallFault> {
        let wanted = Used::of(most, cost);
        let mut book = self.book();
        self.check(&mut book, &payer, wanted, cost.is_some(), |count| count)?;
        let account = book.sessions.entry(payer.session.clone()).or_default();
        account.seats.entry(payer.seat).or_default().held.add(wanted);
        account.total.held.add(wanted);
        book.day.held.add(wanted);
        drop(book);
        Ok(Reservation { ledger: self.clone(), payer, held: Some(wanted) })
    }

    /// Has every budget as much left, by what is `counted` of each? The fault says which has not.
    fn check(
        &self,
        book: &mut Book,
        payer: &Payer,
        wanted: Used,
        is_priced: bool,
        counted: fn(Count) -> Count,
    ) -> Result<(), CallFault> {
        let day = book.day;
        let account = book.sessions.entry(payer.session.clone()).or_default();
        let (own, total) = (account.own, account.total);
        let seat = account.seats.get(&payer.seat).copied().unwrap_or_default();
        let seat_name = format!("seat {}", payer.seat.number());
        let all = [
            ("a call", self.budgets.call, Count::default()),
            (&seat_name, self.budgets.seat, seat),
            ("the session", own, total),
            ("the session", self.budgets.session, total),
            ("the day", self.budgets.day, day),
        ];
        if !is_priced && let Some((who, ..)) = all.iter().find(|(_, budget, _)| budget.cost.is_some()) {
            let model = &payer.model;
            let what = format!(
                "{who} has a budget in dollars, and no price is known for {model}; add [prices.{model:?}] to config.toml"
            );
            return Err(CallFault::OverBudget { what });
        }
        all.into_iter().try_for_each(|(who, budget, count)| counted(count).check(who, budget, wanted))
    }

    /// A call is over: what was set aside is free again, and what was used is used.
    fn settle(&self, payer: &Payer, held: Used, used: Used) {
        let mut book = self.book();
        book.day.settle(held, used);
        // A session that was closed meanwhile has no account any more.
        if let Some(account) = book.sessions.get_mut(&payer.session) {
            account.total.settle(held, used);
            account.seats.entry(payer.seat).or_default().settle(held, used);
        }
        drop(book);
        self.settled.notify_waiters();
    }

    /// The book, on the page of today. A clock that is set back does not bring a day back.
    fn book(&self) -> MutexGuard<'_, Book> {
        let mut book = self.book.lock().unwrap_or_else(PoisonError::into_inner);
        let today = self.clock.day();
        if today > book.today {
            book.today = today;
            book.day.used = Used::default();
        }
        book
    }
}

/// What is set aside for a call that is under way.
///
/// One that is dropped unsettled counts with all that was set aside.
#[derive(Debug)]
pub struct Reservation {
    ledger: Ledger,
    payer: Payer,
    held: Option<Used>,
}

impl Reservation {
    /// The call is over and used this. It counts for the day on which it is settled.
    pub fn settle(mut self, usage: Usage, cost: Option<Nanos>) {
        if let Some(held) = self.held.take() {
            self.ledger.settle(&self.payer, held, Used::of(usage, cost));
        }
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        if let Some(held) = self.held.take() {
            self.ledger.settle(&self.payer, held, held);
        }
    }
}

impl Used {
    fn of(usage: Usage, cost: Option<Nanos>) -> Used {
        Used { tokens: usage.tokens(), cost: cost.unwrap_or_default() }
    }

    fn add(&mut self, more: Used) {
        self.tokens = self.tokens.saturating_add(more.tokens);
        self.cost = Nanos(self.cost.0.saturating_add(more.cost.0));
    }

    fn take(&mut self, less: Used) {
        self.tokens = self.tokens.saturating_sub(less.tokens);
        self.cost = Nanos(self.cost.0.saturating_sub(less.cost.0));
    }
}

impl Count {
    fn settle(&mut self, held: Used, used: Used) {
        self.held.take(held);
        self.used.add(used);
    }

    /// Is as much left as is wanted?
    fn check(mut self, who: &str, budget: Budget, wanted: Used) -> Result<(), CallFault> {
        self.used.add(self.held);
        if let Some(tokens) = budget.tokens {
            let left = tokens.saturating_sub(self.used.tokens);
            if wanted.tokens > left {
                let what = format!(
                    "{who} has {left} of {tokens} tokens left, and this call may need {}",
                    wanted.tokens
                );
                return Err(CallFault::OverBudget { what });
            }
        }
        if let Some(sum) = budget.cost {
            let left = Nanos(sum.0.saturating_sub(self.used.cost.0));
            if wanted.cost > left {
                let (left, sum, cost) = (dollars(left), dollars(sum), dollars(wanted.cost));
                let what = format!("{who} has {left} of {sum} left, and this call may cost {cost}");
                return Err(CallFault::OverBudget { what });
            }
        }
        Ok(())
    }
}
