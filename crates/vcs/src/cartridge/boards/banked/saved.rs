//! The saved state of a banked board. All schemes have the same fields.

use super::{Banked, Rule, fa2::Flash, fc::Prepared};
use crate::cartridge::{Scheme, ram::Ram};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
pub struct Saved {
    scheme: Scheme,
    banks: u16,
    bank: u16,
    /// FC: the prepared bank. TVBOY: the same as `bank`. Other schemes: 0.
    target: u16,
    ram: Ram,
    flash: Option<Flash>,
}

impl From<Banked> for Saved {
    fn from(board: Banked) -> Saved {
        let (target, flash) = match board.rule {
            Rule::Prepared(prepared) => (prepared.bank, None),
            Rule::Menu => (board.bank, None),
            Rule::Flash(flash) => (0, Some(flash)),
            _ => (0, None),
        };
        Saved {
            scheme: board.scheme,
            banks: board.banks,
            bank: board.bank,
            target,
            ram: board.ram,
            flash,
        }
    }
}

impl From<Saved> for Banked {
    fn from(saved: Saved) -> Banked {
        let rule = match (Rule::of(saved.scheme), saved.flash) {
            (Rule::Prepared(_), _) => Rule::Prepared(Prepared { bank: saved.target }),
            (Rule::Flash(_), Some(flash)) => Rule::Flash(flash),
            (rule, _) => rule,
        };
        Banked {
            scheme: saved.scheme,
            banks: saved.banks,
            bank: saved.bank,
            ram: saved.ram,
            rule,
        }
    }
}
