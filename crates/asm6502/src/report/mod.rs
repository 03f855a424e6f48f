//! What a run reports: messages, the listing, and the events of the pass.

use crate::options::Options;
use crate::report::listing::Listing;
use crate::report::messages::Messages;
use crate::report::pass::{Pass, Reason};

pub(crate) mod hints;
pub(crate) mod listing;
pub(crate) mod messages;
pub(crate) mod pass;
mod tabs;

/// How a directive wants its line to be listed.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Shown {
    /// Suffix that the directive implies: `.b` of `BYTE`.
    pub suffix: Option<&'static [u8]>,
    /// Label in place of the one written.
    pub label: Option<&'static [u8]>,
    /// The directive has listed its lines itself.
    pub already: bool,
}

/// Messages, listing and pass of a run.
pub(crate) struct Report<'a> {
    pub messages: Messages,
    pub listing: Listing<'a>,
    pub pass: Pass,
    /// How the listing shows the current statement.
    pub shown: Shown,
}

impl<'a> Report<'a> {
    pub fn new(options: &Options, listing: Listing<'a>) -> Self {
        Report {
            messages: Messages::new(options),
            listing,
            pass: Pass::default(),
            shown: Shown::default(),
        }
    }

    pub fn start_pass(&mut self) {
        self.pass = self.pass.next();
        self.messages.start_pass();
        self.listing.start_pass();
    }
}

impl Report<'_> {
    /// Prints to the console, in every pass.
    pub fn say(&mut self, text: &str) {
        self.print(text.as_bytes());
    }

    /// The same for text of the source.
    pub fn print(&mut self, text: &[u8]) {
        self.messages.console.extend_from_slice(text);
    }

    /// Counts an event that asks for another pass.
    pub fn redo(&mut self, reason: Reason) {
        self.pass.redo(reason);
        if self.pass.number == 1 {
            self.listing.pause();
        }
    }

    pub fn redo_if(&mut self, condition: bool, reason: Reason) {
        if condition {
            self.redo(reason);
        }
    }
}
