//! Checks a game frame by frame: every position must follow from the previous one according to the
//! rules.

use super::table::Table;
use triktrak::{Position, Throw};

/// The state of a game, and the throws so far.
pub(crate) struct Referee {
    position: Position,
    side: u8,
    throw: Option<Throw>,
    /// How many of the throw's numbers have been played.
    played: u8,
    /// Throws seen, in order.
    pub(crate) throws: Vec<Throw>,
}

/// Returns the dice of a table on which a throw is in progress.
pub(crate) fn current_throw(table: &Table) -> Throw {
    let (first, second) = (table.ram_at("nums", 0), table.ram_at("nums", 1));
    let second = if table.ram("count") == 4 {
        first
    } else {
        second
    };
    Throw::new(first, second).expect("two dice")
}

impl Referee {
    /// Returns a game that has just begun.
    pub(crate) fn new() -> Referee {
        Referee {
            position: Position::default(),
            side: 0,
            throw: None,
            played: 0,
            throws: Vec::new(),
        }
    }

    /// Returns the numbers still to be played; empty between throws.
    pub(crate) fn remaining_numbers(&self) -> Vec<u8> {
        let numbers = self.throw.map(Throw::numbers).unwrap_or_default();
        numbers[usize::from(self.played)..].to_vec()
    }

    /// Checks that a frame can follow the previous one.
    pub(crate) fn check_frame(&mut self, table: &Table) {
        if table.ram("side") != self.side {
            let throw = self.throw.take().expect("a throw before the turn passes");
            assert!(!throw.throws_again(), "the turn passes after {throw:?}");
            self.check_throw_end(throw);
            self.position = self.position.swapped();
            self.side ^= 1;
        }
        let (count, at) = (table.ram("count"), table.ram("at"));
        if self.throw.is_some() && (count == 0 || at < self.played) {
            let throw = self.throw.take().expect("a throw");
            assert!(
                throw.throws_again(),
                "another throw follows {throw:?} in the same turn: {table:?}"
            );
            self.check_throw_end(throw);
        }
        if self.throw.is_none() && table.has_throw() {
            let throw = current_throw(table);
            self.throws.push(throw);
            assert_eq!(usize::from(count), throw.numbers().len());
            (self.throw, self.played) = (Some(throw), 0);
        }
        let choices = self.position.choices(&self.remaining_numbers());
        // Numbers that cannot be played are counted as played when the throw ends, so ignore them
        // here.
        if self.throw.is_some() && at == self.played + 1 && !choices.is_empty() {
            let after = table.position();
            let legal = choices.iter().any(|choice| choice.after == after);
            assert!(
                legal,
                "{:?} to {after:?} by {:?}",
                self.position,
                self.remaining_numbers()
            );
            (self.position, self.played) = (after, at);
        }
    }

    /// Checks at the end of a throw that all its numbers have been played, or that none of the
    /// remaining ones can be played.
    fn check_throw_end(&mut self, throw: Throw) {
        let remaining = &throw.numbers()[usize::from(self.played)..];
        assert!(
            self.position.choices(remaining).is_empty(),
            "{:?} {remaining:?}",
            self.position
        );
        self.played = 0;
    }

    /// Returns the current position.
    pub(crate) fn position(&self) -> &Position {
        &self.position
    }
}
