//! The commands that search RAM for a byte, draw bytes, and change bytes of the cartridge.

use super::{
    Answer, CommandError, Commander,
    points::data_range,
    showing::{parse_number, to_byte},
    usage,
};
use crate::{
    location::Location, patches::Patch, points::WatchKind, program::Program, timeline::Edit,
    view::offset_in_bank,
};
use lab::{RamCondition, RamSearch};
use std::fmt::Write as _;

/// Maximum number of bytes that `search` lists; if more bytes are left, `search` prints only their
/// number.
const MAX_LISTED: usize = 16;
/// Maximum number of bytes that `graphics` draws.
const MAX_DRAWN: usize = 1024;

impl Commander {
    pub(super) fn search(&mut self, rest: &str) -> Result<Answer, CommandError> {
        let ram = *self.debugger.machine().ram();
        if rest == "start" {
            self.search = Some(RamSearch::new(&ram));
        }
        let difference = match rest {
            "" | "start" => None,
            rest => Some(self.ram_condition(rest)?),
        };
        let search = self.search.as_mut();
        let search = search.ok_or_else(|| {
            CommandError::Refused("no search is in progress; `search start` begins a search".into())
        })?;
        if let Some(difference) = difference {
            search.narrow(difference, &ram);
        }
        Ok(Answer::text(search_report(
            search,
            &ram,
            self.debugger.program(),
        )))
    }

    fn ram_condition(&self, text: &str) -> Result<RamCondition, CommandError> {
        Ok(match text {
            "changed" => RamCondition::Changed,
            "same" => RamCondition::Same,
            "greater" => RamCondition::More,
            "less" => RamCondition::Less,
            text => {
                let value = text.strip_prefix('=');
                let value = value
                    .ok_or_else(|| usage("search", format!("`{text}` is not a comparison")))?;
                RamCondition::Is(self.byte_of(value)?)
            }
        })
    }

    fn byte_of(&self, text: &str) -> Result<u8, CommandError> {
        let value = self.debugger.evaluate(text.trim());
        value.and_then(to_byte).map_err(CommandError::Refused)
    }

    pub(super) fn graphics(&mut self, rest: &str) -> Result<Answer, CommandError> {
        let mut words = rest.split_whitespace();
        let name = words
            .next()
            .ok_or_else(|| usage("graphics", "name a byte"))?;
        let range = data_range(&self.debugger, name, WatchKind::Read)?;
        let first = *range.start();
        let mut count = match range.count() {
            1 => 8,
            count => count,
        };
        let (mut size, mut up, mut reverse) = (2, false, false);
        while let Some(word) = words.next() {
            match word {
                "up" => up = true,
                "reverse" => reverse = true,
                "size" => size = parse_number("graphics", words.next().unwrap_or_default(), 8)?,
                word => count = parse_number("graphics", word, MAX_DRAWN)?,
            }
        }
        let machine = self.debugger.machine();
        let mut rows: Vec<String> = (0..count as u16)
            .map(|index| {
                let address = first.wrapping_add(index);
                let data = machine.peek(address);
                let pixels = pixel_row(if reverse { data.reverse_bits() } else { data }, size);
                format!("${address:04X}  {data:02X}  {pixels}\n")
            })
            .collect();
        if up {
            rows.reverse();
        }
        Ok(Answer::text(rows.concat()))
    }

    pub(super) fn patch(&mut self, rest: &str) -> Result<Answer, CommandError> {
        let image = self.debugger.machine().cartridge().image();
        let active: Vec<Patch> = self.patches.active(image).collect();
        if rest.is_empty() {
            let list = active.into_iter().map(patch_line);
            return Ok(Answer::text(list.collect::<String>()));
        }
        if rest == "off" {
            let restored = active.into_iter().map(|patch| Patch {
                old: patch.new,
                new: patch.old,
                ..patch
            });
            return self.apply_patches(restored.collect());
        }
        let (place, values) = rest
            .split_once('=')
            .ok_or_else(|| usage("patch", "the `=` is missing"))?;
        let location = self.debugger.location(place.trim());
        let location = location.map_err(|error| CommandError::Refused(error.to_string()))?;
        let (address, offset) = match location {
            Location::Address { address, bank } => {
                (address, offset_in_bank(&self.debugger, bank, address))
            }
            Location::Code {
                address, offsets, ..
            } => (address, offsets.first().copied()),
        };
        let offset = offset.ok_or_else(|| no_byte(address))?;
        let patches = (0..).zip(values.split(',')).map(|(index, value)| {
            let address = address.wrapping_add(index as u16);
            let old = *image.get(offset + index).ok_or_else(|| no_byte(address))?;
            Ok(Patch {
                offset: offset + index,
                address,
                old,
                new: self.byte_of(value)?,
            })
        });
        let patches = patches.collect::<Result<Vec<Patch>, CommandError>>()?;
        self.apply_patches(patches)
    }

    /// Changes bytes of the cartridge, and lists the changes in the answer.
    fn apply_patches(&mut self, patches: Vec<Patch>) -> Result<Answer, CommandError> {
        let mut text = String::new();
        for patch in patches {
            if !self.debugger.edit(Edit::Rom(patch.offset, patch.new)) {
                return Err(no_byte(patch.address));
            }
            self.patches.set(patch);
            text += &patch_line(patch);
        }
        Ok(Answer::text(text))
    }
}

fn patch_line(patch: Patch) -> String {
    let Patch {
        address, old, new, ..
    } = patch;
    format!("${address:04X}  ${old:02X} -> ${new:02X}\n")
}

fn no_byte(address: u16) -> CommandError {
    CommandError::Refused(format!(
        "${address:04X} is not a byte of the cartridge's image; `set` changes RAM"
    ))
}

/// Describes the result of a search: the number of bytes that are left, and a list of them if there
/// are at most [`MAX_LISTED`].
fn search_report(search: &RamSearch, ram: &[u8; 128], program: &Program) -> String {
    let mut out = match search.count() {
        0 => return "no byte is left; `search start` begins a new search\n".into(),
        1 => "1 byte is left\n".to_owned(),
        count => format!("{count} bytes are left\n"),
    };
    if search.count() <= MAX_LISTED {
        for address in search.addresses() {
            let value = ram[usize::from(address & 0x7f)];
            let name = program.ram_name(address.into()).unwrap_or_default();
            let _ = writeln!(out, "${address:02X}  {name:20} ${value:02X}  {value}");
        }
    }
    out
}

/// Returns the bits of a byte as pixels, each `size` characters wide, bit 7 first.
fn pixel_row(data: u8, size: usize) -> String {
    let pixel = |bit: u32| if data >> bit & 1 != 0 { "#" } else { "." };
    (0..8).rev().map(|bit| pixel(bit).repeat(size)).collect()
}
