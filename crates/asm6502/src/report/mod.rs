//! The reports of a run: messages, the listing, and the counts of the pass.

use crate::report::listing::Listing;
use crate::report::messages::Messages;
use crate::report::pass::{Pass, Reason};

pub(crate) mod hints;
pub(crate) mod listing;
pub(crate) mod messages;
pub(crate) mod pass;
mod tabs;

/// How the listing shows the line of a directive.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct ListedAs {
    /// Suffix that the directive implies, such as `.b` for `BYTE`.
    pub suffix: Option<&'static [u8]>,
    /// Label to show in the listing instead of the label in the source.
    pub label: Option<&'static [u8]>,
    /// True if the directive has listed its lines itself.
    pub already_listed: bool,
}

/// The messages, listing and current pass of a run.
#[derive(Default)]
pub(crate) struct Report<'a> {
    pub messages: Messages,
    pub listing: Listing<'a>,
    pub pass: Pass,
    /// How the listing shows the current statement.
    pub listed_as: ListedAs,
}

impl Report<'_> {
    pub fn start_pass(&mut self) {
        self.pass = self.pass.next();
        self.messages.start_pass();
        self.listing.start_pass();
    }

    /// Prints text, in every pass.
    pub fn print(&mut self, text: impl AsRef<[u8]>) {
        self.messages.printed.extend_from_slice(text.as_ref());
    }

    /// Asks for another pass. The rest of this pass writes no bytes.
    pub fn redo(&mut self, reason: Reason) {
        self.pass.redos += 1;
        self.pass.reasons |= 1 << reason as u8;
        if self.pass.number == 1 {
            self.listing.pause();
        }
    }

    /// Asks for another pass if the condition holds.
    pub fn redo_if(&mut self, condition: bool, reason: Reason) {
        if condition {
            self.redo(reason);
        }
    }
}
