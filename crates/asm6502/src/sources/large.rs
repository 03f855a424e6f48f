//! Large files, read piece by piece.
//!
//! New memory takes longer than parsing what is read into it, and most lines are needed only once:
//! so a large file is not in memory as a whole. What is needed again is read again.

use std::fs::File;
use std::io::{ErrorKind, Read, Result, Seek, SeekFrom};

/// A file of the disk that can be read more than once.
#[derive(Debug)]
pub struct LargeFile {
    file: File,
    length: usize,
}

/// Bytes read beyond a piece, so that the end of its last line is mostly there.
const USUAL_LINE: usize = 256;

impl LargeFile {
    /// Files of fewer bytes are read as a whole.
    pub(crate) const LEAST: usize = 1 << 17;

    pub(crate) fn new(file: File, length: usize) -> LargeFile {
        LargeFile { file, length }
    }

    /// Bytes of the file when it was opened.
    pub(crate) fn len(&self) -> usize {
        self.length
    }

    /// Reads the lines that begin in the `size` bytes from `start` on. A file that cannot be read
    /// any more ends there.
    pub(crate) fn read_lines(&self, start: usize, size: usize, lines: &mut Vec<u8>) {
        let (mut known, mut more) = (0, size + USUAL_LINE);
        let mut result = (&self.file).seek(SeekFrom::Start(start as u64)).map(|_| 0);
        if result.is_err() {
            lines.clear();
        }
        while result.is_ok() {
            result = self.read_more(known, more, lines);
            let searched = known.max(size - 1);
            let found = lines
                .get(searched..)
                .and_then(|rest| memchr::memchr(b'\n', rest));
            if let Some(length) = found {
                lines.truncate(searched + length + 1);
                return;
            }
            if matches!(result, Ok(0)) {
                return;
            }
            (known, more) = (lines.len(), lines.len());
        }
    }

    /// Reads up to `count` bytes behind the first `known` bytes of the text, over what follows them
    /// there; returns their number. The text ends with the last one.
    fn read_more(&self, known: usize, count: usize, text: &mut Vec<u8>) -> Result<usize> {
        // What is left of the last piece need not be cleared first.
        text.resize(known + count, 0);
        let mut filled = known;
        let mut result = Ok(());
        while filled < text.len() && result.is_ok() {
            match (&self.file).read(&mut text[filled..]) {
                Ok(0) => break,
                Ok(length) => filled += length,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => result = Err(error),
            }
        }
        text.truncate(filled);
        result.map(|()| filled - known)
    }

    /// The whole file, as far as it can be read.
    pub(crate) fn read(&self) -> Vec<u8> {
        let mut text = Vec::new();
        if (&self.file).rewind().is_ok() {
            let _ = self.read_more(0, self.length, &mut text);
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pieces of a file, read one after the other.
    fn pieces(text: &[u8], size: usize) -> Vec<Vec<u8>> {
        let mut file = tempfile::tempfile().expect("a temporary file");
        std::io::Write::write_all(&mut file, text).expect("the file can be written");
        let file = LargeFile::new(file, text.len());
        assert_eq!(file.read(), text);
        let (mut pieces, mut start) = (Vec::new(), 0);
        while start < file.len() {
            let mut lines = b"left over".to_vec();
            file.read_lines(start, size, &mut lines);
            start += lines.len();
            pieces.push(lines);
        }
        pieces
    }

    #[test]
    fn pieces_end_with_their_last_line() {
        let long = [b"x".repeat(3_000), b"\nlast".to_vec()].concat();
        for text in [
            &b"ab\ncd\nef\n"[..],
            b"\n\n\n\n\n\n\n",
            b"abcdefghij",
            &long,
        ] {
            for size in 1..12 {
                let pieces = pieces(text, size);
                assert_eq!(pieces.concat(), text);
                for (index, piece) in pieces.iter().enumerate() {
                    let last = index + 1 == pieces.len();
                    assert!(last || piece.ends_with(b"\n"), "{size}: {pieces:?}");
                    let before = &piece[..piece.len() - 1];
                    let begin = memchr::memrchr(b'\n', before).map_or(0, |end| end + 1);
                    assert!(begin < size, "a line of the next piece: {size}, {pieces:?}");
                    assert!(last || piece.len() >= size, "{size}: {pieces:?}");
                }
            }
        }
    }
}
