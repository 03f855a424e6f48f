//! The text of a file: held as a whole, or read piece by piece.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::rc::Rc;

/// The text of a file. To have it twice costs nothing.
#[derive(Debug, Clone)]
pub(crate) enum Text {
    Whole(Rc<Vec<u8>>),
    /// To hold megabytes in memory takes longer than to read them once more, if ever.
    File(Rc<File>),
}

impl Text {
    /// The number of bytes.
    pub fn size(&self) -> usize {
        match self {
            Text::Whole(text) => text.len(),
            Text::File(file) => file.metadata().map_or(0, |data| data.len() as usize),
        }
    }

    /// All bytes, as far as they can be read.
    pub fn content(&self) -> Rc<Vec<u8>> {
        match self {
            Text::Whole(text) => text.clone(),
            Text::File(file) => {
                let mut bytes = Vec::with_capacity(self.size());
                let mut file: &File = file;
                if file.rewind().is_ok() {
                    let _ = file.read_to_end(&mut bytes);
                }
                Rc::new(bytes)
            }
        }
    }
}

/// Reads so many bytes from there on, or all that there are. What cannot be read is not there.
fn read(mut file: &File, start: usize, size: usize, bytes: &mut Vec<u8>) {
    bytes.resize(size, 0);
    let mut filled = 0;
    if file.seek(SeekFrom::Start(start as u64)).is_ok() {
        while let Ok(count @ 1..) = file.read(&mut bytes[filled..]) {
            filled += count;
        }
    }
    bytes.truncate(filled);
}

/// Reads whole lines from there on: as many as there are within that size, but one at least. True
/// if nothing follows them.
pub(super) fn read_lines(file: &File, start: usize, size: usize, lines: &mut Vec<u8>) -> bool {
    let mut size = size;
    loop {
        read(file, start, size, lines);
        if lines.len() < size {
            return true;
        }
        if let Some(end) = memchr::memrchr(b'\n', lines) {
            lines.truncate(end + 1);
            return false;
        }
        size *= 2;
    }
}
