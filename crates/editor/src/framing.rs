//! Message framing for the language server and the debug adapter: a header that gives the length,
//! an empty line, and the body. (MCP uses one line per message instead.)

use std::io::{BufRead, Read};

/// Maximum length of a header line, in bytes.
const MAX_LINE_BYTES: u64 = 4096;
/// Maximum length of a header, in bytes. No client sends a longer header.
const MAX_HEADER_BYTES: usize = 64 << 10;

/// Limits on the frames that are accepted.
pub struct Rules {
    /// Maximum length of the body, in bytes.
    pub max_length: usize,
    /// True if a header line without a colon is an error, false if it is skipped.
    pub strict: bool,
}

/// The error in a header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// A header line is not `NAME: VALUE`.
    NotAHeader,
    /// No header line gives the body's length.
    NoLength,
    /// The body is this many bytes long, more than the rules allow.
    TooLong(usize),
}

/// Reads the body of the next frame; `None` at the end of the input, or if the header is too long.
///
/// # Errors
/// The [`Fault`] in the header. Unless the rules are strict, the next frame can still be read.
pub fn read(input: &mut (impl BufRead + ?Sized), rules: &Rules) -> Result<Option<Vec<u8>>, Fault> {
    let Some(length) = read_header(input, rules)? else {
        return Ok(None);
    };
    let mut body = vec![0; length];
    Ok(input.read_exact(&mut body).is_ok().then_some(body))
}

/// Reads a header and returns the length of the body that follows; `None` at the end of the input,
/// or if the header is too long.
fn read_header(input: &mut (impl BufRead + ?Sized), rules: &Rules) -> Result<Option<usize>, Fault> {
    let mut length = None;
    let mut has_begun = false;
    let mut bytes = 0;
    loop {
        let mut line = Vec::new();
        match Read::take(&mut *input, MAX_LINE_BYTES).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return Ok(None),
            Ok(count) => bytes += count,
        }
        if bytes > MAX_HEADER_BYTES {
            return Ok(None);
        }
        let text = String::from_utf8_lossy(&line);
        match text.trim().split_once(':') {
            Some((name, value)) if name.trim().eq_ignore_ascii_case("content-length") => {
                length = value.trim().parse().ok();
            }
            Some(_) => {}
            // Empty lines between frames are allowed.
            None if text.trim().is_empty() && !has_begun => continue,
            None if text.trim().is_empty() => break,
            None if rules.strict => return Err(Fault::NotAHeader),
            None => {}
        }
        has_begun = true;
    }
    match length {
        Some(length) if length > rules.max_length => Err(Fault::TooLong(length)),
        Some(length) => Ok(Some(length)),
        None => Err(Fault::NoLength),
    }
}

/// Prefixes a body with its header.
pub fn frame(body: &str) -> String {
    format!("Content-Length: {}\r\n\r\n{body}", body.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    const LAX: Rules = Rules {
        max_length: 100,
        strict: false,
    };

    #[test]
    fn frames_are_read_back_until_the_end_of_the_input() {
        let text = frame("{}") + "\r\n" + &frame("\"ä\"");
        let mut input = text.as_bytes();
        assert_eq!(read(&mut input, &LAX), Ok(Some(b"{}".to_vec())));
        assert_eq!(read(&mut input, &LAX), Ok(Some("\"ä\"".into())));
        assert_eq!(read(&mut input, &LAX), Ok(None));
        assert_eq!(
            read(&mut &b"Content-Length: 9\r\n\r\n{}"[..], &LAX),
            Ok(None)
        );
    }

    #[test]
    fn lines_that_are_not_headers_are_skipped_or_rejected() {
        let text = "Nonsense\r\nA: b\r\ncontent-length : 2\r\n\r\n{}";
        let strict = Rules {
            strict: true,
            ..LAX
        };
        assert_eq!(read(&mut text.as_bytes(), &LAX), Ok(Some(b"{}".to_vec())));
        assert_eq!(read(&mut text.as_bytes(), &strict), Err(Fault::NotAHeader));
    }

    #[test]
    fn the_next_frame_can_be_read_after_a_bad_header() {
        for (bad, fault) in [
            ("Content-Length: x\r\n\r\n", Fault::NoLength),
            ("Nonsense\r\n\r\n", Fault::NoLength),
            ("Content-Length: 101\r\n\r\n", Fault::TooLong(101)),
        ] {
            let text = bad.to_owned() + &frame("{}");
            let mut input = text.as_bytes();
            assert_eq!(read(&mut input, &LAX), Err(fault), "{bad}");
            assert_eq!(read(&mut input, &LAX), Ok(Some(b"{}".to_vec())), "{bad}");
        }
    }

    #[test]
    fn an_endless_header_ends_the_input() {
        let text = "A: b\r\n".repeat(20_000);
        assert_eq!(read(&mut text.as_bytes(), &LAX), Ok(None));
    }
}
